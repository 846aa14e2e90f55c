/* tables.c - the tables of the house: from the store and back, lines, bots, rematches.
 *
 * Map: boxes - the heap and the list - from the store - lines - what follows from a line - bots - records - time.
 *
 * A table in memory stands in the house's list, its heap and its array by number.  A line can end in another line (the
 * start, a bot's answer), so house_table_do() calls itself by way of after_line(). */
#include "base/bits.h"
#include "house/internal.h"
#include "kit/notation.h"
#include "kit/order.h"
#include <stdlib.h>
#include <string.h>

enum {
    LINGER = HOUSE_MINUTE, /* how long a table stays in memory after its last use */
    LOBBY_INTERVAL = 200,  /* milliseconds; changes of a table reach the lobby at most so often */
};

/* ---- boxes ------------------------------------------------------------------------------------------- */

/* Tables of the same order share a box, which is larger than the rest of a table. */
static house_box *box_for(house *h, const agreement *a, fault *why) {
    static _Alignas(8) uint8_t bytes[GM_MAX_BOX];
    memset(bytes, 0, a->game->box_size);
    if (!gm_open_box(a->game, &a->order, bytes, why)) return NULL;
    house_box *b;
    LIST_FOREACH (b, &h->boxes, in_house)
        if (b->game == a->game && !memcmp(b->bytes, bytes, a->game->box_size)) {
            b->uses++;
            return b;
        }
    b = calloc(1, sizeof *b + a->game->box_size);
    if (!b) abort();
    b->game = a->game;
    b->uses = 1;
    memcpy(b->bytes, bytes, a->game->box_size);
    LIST_INSERT_HEAD(&h->boxes, b, in_house);
    return b;
}

static void release_box(house_box *b) {
    if (--b->uses) return;
    LIST_REMOVE(b, in_house);
    free(b);
}

/* ---- the heap and the list ------------------------------------------------------------------------------------------ */

static void put_slot(house *h, house_table *p, int slot) {
    h->heap[slot] = p;
    p->slot = slot;
}

/* Sifts the table up or down the heap from where it stands. */
void house_table_schedule(house *h, house_table *p, int64_t at) {
    int slot = p->slot;
    p->wake = at;
    for (; slot && h->heap[(slot - 1) / 2]->wake > at; slot = (slot - 1) / 2)
        put_slot(h, h->heap[(slot - 1) / 2], slot);
    for (int under; (under = 2 * slot + 1) < h->n_tables; slot = under) {
        if (under + 1 < h->n_tables && h->heap[under + 1]->wake < h->heap[under]->wake) under++;
        if (h->heap[under]->wake >= at) break;
        put_slot(h, h->heap[under], slot);
    }
    put_slot(h, p, slot);
}

static void add_to_heap(house *h, house_table *p) {
    if (h->n_tables == h->heap_capacity) {
        h->heap_capacity = 2 * h->heap_capacity + 64;
        h->heap = realloc(h->heap, (size_t)h->heap_capacity * sizeof *h->heap);
        if (!h->heap) abort();
    }
    put_slot(h, p, h->n_tables++);
    house_table_schedule(h, p, house_now(h) + LINGER); /* then it may no longer be needed */
}

static void remove_from_heap(house *h, const house_table *p) {
    house_table *last = h->heap[--h->n_tables];
    if (last == p) return;
    put_slot(h, last, p->slot);
    house_table_schedule(h, last, last->wake);
}

static house_table *add_table(house *h, int64_t number) {
    house_table *p = calloc(1, sizeof *p);
    if (!p) abort();
    p->number = number;
    p->due = INT64_MAX;
    LIST_INSERT_HEAD(&h->tables, p, in_house);
    add_to_heap(h, p);
    if (number >= h->by_number_size) {
        int64_t size = 2 * number + 64;
        h->by_number = realloc(h->by_number, (size_t)size * sizeof *h->by_number);
        if (!h->by_number) abort();
        memset(h->by_number + h->by_number_size, 0,
               (size_t)(size - h->by_number_size) * sizeof *h->by_number);
        h->by_number_size = size;
    }
    return h->by_number[number] = p;
}

static void close_table(house_table *p) {
    if (!p->box) return;
    table_close(&p->t);
    release_box(p->box);
    p->box = NULL;
    free(p->agreed);
    p->agreed = NULL;
    memset(&p->t, 0, sizeof p->t);
}

void house_table_unload(house *h, house_table *p, bool all) {
    close_table(p);
    if (!all && p->due != INT64_MAX) return;
    LIST_REMOVE(p, in_house);
    h->by_number[p->number] = NULL;
    remove_from_heap(h, p);
    free(p);
}

/* ---- from the store ---------------------------------------------------------------------------------------- */

/* Sets the table up as it was when it was created. */
static bool set_up_table(house *h, house_table *p, const agreement *a, const uint8_t secret[DEAL_SECRET],
                         fault *why) {
    p->box = box_for(h, a, why);
    if (!p->box) return false;
    p->before = json_integer_value(json_object_get(a->json, "before"));
    p->open = a->open;
    p->spectators = a->spectators;
    table_open(&p->t, a->game, p->box->bytes, &a->terms, secret);
    p->t.pick = h->terms.env.pick;
    p->agreed = json_dumps(a->json, JSON_COMPACT | JSON_SORT_KEYS);
    p->lines = 0;
    p->talked = false;
    return true;
}

typedef struct {
    house_table *p;
    table_events *events;
    bool good;
    fault why;
} reading;

static bool has_talk(const table_events *events) {
    for (int i = 0; i < events->n; i++)
        if (events->event[i].kind == TABLE_E_SAY || events->event[i].kind == TABLE_E_STATE) return true;
    return false;
}

static void read_line(void *to, const store_line *line) {
    reading *r = to;
    if (r->good)
        r->good = line->n == r->p->lines++ && table_do(&r->p->t, line->text, line->size, r->events, &r->why);
    if (r->good) r->p->talked |= has_talk(r->events);
}

static bool read_agreement(const char *agreed, agreement *a, fault *why) {
    json_t *json = json_loads(agreed, 0, NULL);
    bool good = json && agreement_read(a, json, 0, why);
    if (!json) fault_at(why, "house.damaged", NULL, 0, 0);
    json_decref(json);
    return good;
}

/* Reads the table and its journal into p. */
static bool read_table(house *h, house_table *p, const store_row *row, fault *why) {
    agreement a;
    reading r = {.p = p, .events = &h->events, .good = true};
    if (!read_agreement(row->text, &a, why)) return false;
    memcpy(p->key, row->key, sizeof p->key);
    bool good = set_up_table(h, p, &a, row->secret, why);
    agreement_free(&a);
    if (!good) return false;
    if (!h->terms.engine->lines(h->store, p->number, 0, read_line, &r, why)) return false;
    p->used = p->t.now - LINGER; /* if nobody comes it is unloaded again */
    p->stored = h->put;
    if (!r.good) *why = r.why;
    return r.good;
}

static house_table *load_table(house *h, house_table *p, const char *key, int64_t number) {
    store_row row;
    fault why;
    store_found found = h->terms.engine->find_table(h->store, key, number, &row, &why);
    if (found == STORE_UNREADABLE) house_log(h, "damaged", number, 0, why.say);
    if (found != STORE_FOUND) return NULL;
    if (!p && row.number < h->by_number_size) p = h->by_number[row.number];
    if (!p) p = add_table(h, row.number);
    if (!p->box && !read_table(h, p, &row, &why)) {
        house_log(h, "damaged", row.number, 0, why.say); /* the other tables go on */
        house_table_unload(h, p, true);
        p = NULL;
    }
    free(row.text);
    return p;
}

house_table *house_table_by_number(house *h, int64_t number) {
    house_table *p = number < h->by_number_size ? h->by_number[number] : NULL;
    return p && p->box ? p : load_table(h, p, NULL, number);
}

house_table *house_table_by_key(house *h, const char *key) {
    return strlen(key) == STORE_KEY ? load_table(h, NULL, key, 0) : NULL;
}

typedef struct {
    int64_t *number;
    size_t n, capacity;
} list;

static void collect_number(void *to, int64_t number, const char *s, size_t size) {
    list *l = to;
    (void)s, (void)size;
    if (l->n == l->capacity) {
        l->capacity = 2 * l->capacity + 64;
        l->number = realloc(l->number, l->capacity * sizeof *l->number);
        if (!l->number) abort();
    }
    l->number[l->n++] = number;
}

static void proceed(house *h, house_table *p);

/* Does the table wait for a person who has unlimited time? */
static bool waits_for_person(const house_table *p) {
    return p->t.phase == TABLE_PLAYING && !table_bots(&p->t) && table_due(&p->t) == INT64_MAX;
}

/* The house's time continues from the latest line, so clocks stood still while it was closed.  Whatever a crash cut
 * off (a start, a bot's move, the mark that a table is over) is done now. */
bool house_table_load_all(house *h, fault *why) {
    list all = {0};
    if (!h->terms.engine->open_tables(h->store, collect_number, &all, why)) return false;
    for (size_t i = 0; i < all.n; i++) {
        house_table *p = house_table_by_number(h, all.number[i]);
        if (!p) continue;
        if (p->t.now > h->opened) h->opened = p->t.now;
        if (waits_for_person(p)) house_table_unload(h, p, true);
    }
    free(all.number);
    int64_t awaited =
        h->opened - (h->terms.limits[LIMIT_IDLE] - 1) * HOUSE_HOUR; /* people get an hour to come back */
    for (house_table *p = LIST_FIRST(&h->tables), *next; p; p = next) {
        next = LIST_NEXT(p, in_house);
        if (!p->lines) p->used = h->opened;
        if (p->used < awaited) p->used = awaited;
        if (p->t.phase == TABLE_OVER) house_put(h, &(store_entry){.kind = STORE_OVER, .number = p->number});
        proceed(h, p);
        house_table_tick(h, p);
    }
    return true;
}

house_table *house_table_create(house *h, const agreement *a, fault *why) {
    static const char letters[] =
        "abcdefghijkmnpqrstuvwxyz23456789"; /* 32 that are not confused with each other */
    uint8_t secret[DEAL_SECRET], bytes[STORE_KEY];
    house_table *p = add_table(h, ++h->last_table);
    const house_env *env = &h->terms.env;
    env->random(env->to, secret, sizeof secret);
    env->random(env->to, bytes, sizeof bytes);
    for (int i = 0; i < STORE_KEY; i++)
        p->key[i] = letters[bytes[i] % 32];
    if (!set_up_table(h, p, a, secret, why)) {
        house_table_unload(h, p, true);
        return NULL;
    }
    store_entry e = {.kind = STORE_TABLE, .number = p->number};
    memcpy(e.bytes, secret, sizeof e.bytes);
    memcpy(e.key, p->key, sizeof e.key);
    e.text = p->agreed;
    e.size = strlen(p->agreed);
    house_put(h, &e);
    p->used = p->told = house_now(h); /* the lobby is told a moment later, when its maker sits there */
    p->dirty = true;
    house_table_tick(h, p);
    house_log(h, "made", p->number, a->terms.host, a->game->name);
    return p;
}

/* ---- lines ---------------------------------------------------------------------------------------------------- */

/* Would both get the same bytes?  Then the message is written once. */
static bool hears_the_same(const house *h, const table *t, const house_guest *a, const house_guest *b) {
    gm_seats act = t->phase == TABLE_PLAYING ? t->match.game->to_act(t->match.box, t->match.st)
                                             : 0; /* who acts also gets the legal moves */
    if (act & (BIT(a->who) | BIT(b->who)) || a->n_muted || b->n_muted) return false;
    for (int i = 0; i < h->events.n; i++)
        if (h->events.event[i].heard[a->who] != h->events.event[i].heard[b->who]) return false;
    return true;
}

/* Tells everybody.  A guest who has sat down or got up gets the whole table again. */
static void tell_all(house *h, house_table *p, house_guest *from, const json_t *re) {
    const house_guest *last = NULL; /* whose message is still in h->out */
    bool moved = false;
    for (house_guest *g = LIST_FIRST(&p->guests), *next; g; g = next) {
        next = LIST_NEXT(g, at_table);
        gm_seat who = house_table_seat(p, g->person);
        const json_t *answer = g == from ? re : NULL;
        if (who != g->who) {
            g->who = who;
            moved = true;
            house_send_table(h, g, answer);
            last = NULL;
        } else if (last && !answer && hears_the_same(h, &p->t, last, g))
            house_send(h, g);
        else {
            house_send_update(h, g, &p->t, &h->events, p->lines, answer);
            last = answer ? NULL : g;
        }
    }
    if (moved) house_tell_presence(h, p, NULL); /* there is a spectator less, or one more */
}

/* That a person has sat here is stored before the line that says so.  If a crash loses the line, that does no harm. */
static void store_seats(house *h, const house_table *p) {
    for (int i = 0; i < h->events.n && p->t.phase == TABLE_WAITING; i++) {
        const table_event *e = &h->events.event[i];
        if (e->kind == TABLE_E_SEAT && p->t.seat[e->seat].person)
            house_put(h,
                      &(store_entry){.kind = STORE_SIT, .number = p->number, .n = p->t.seat[e->seat].person});
    }
}

static void after_line(house *h, house_table *p);

bool house_table_do(house *h, house_table *p, const char *line, house_guest *from, const json_t *re,
                    fault *why) {
    char full[TABLE_LINE + 1];
    int64_t now = house_now(h);
    text t = text_on(full, sizeof full);
    text_int(&t, now > p->t.now ? now : p->t.now);
    text_char(&t, ' ');
    text_put(&t, line);
    if (t.cut) return fault_at(why, "table.long", NULL, 0, 0);
    if (!table_do(&p->t, full, t.used, &h->events, why)) return false;
    p->used = now;
    if (h->events.n) {
        store_seats(h, p);
        p->stored = house_put(
            h, &(store_entry){
                   .kind = STORE_LINE, .number = p->number, .n = p->lines++, .text = full, .size = t.used});
        h->lines++;
        p->talked |= has_talk(&h->events);
        tell_all(h, p, from, re);
        after_line(h, p);
    } else if (from) /* a move that was sent twice */
        house_send_update(h, from, &p->t, &h->events, p->lines, re);
    return true;
}

/* ---- what follows from a line ---------------------------------------------------------------------------------- */

static void discard_thoughts(house_table *p) {
    p->generation++;
    p->thinking = 0;
}

/* Is every seat taken, and has every person added to the deals? */
static bool can_start(const table *t) {
    int people = 0;
    for (int q = 0; q < gm_seat_count(t->match.box); q++) {
        const table_seat *s = &t->seat[q];
        if (s->person ? !s->nonce.size : !s->bot[0]) return false;
        people += s->person != 0;
    }
    return t->phase == TABLE_WAITING && people;
}

/* Does a line in somebody's name: "WHO VERB SEAT WORD", without a seat below 0 or a word that is NULL. */
static void do_line(house *h, house_table *p, table_person who, const char *verb, int seat,
                    const char *word) {
    char line[TABLE_LINE];
    text t = text_on(line, sizeof line);
    fault why;
    text_int(&t, who);
    text_char(&t, ' ');
    text_put(&t, verb);
    if (seat >= 0) text_char(&t, ' '), text_int(&t, seat);
    if (word) text_char(&t, ' '), text_put(&t, word);
    house_table_do(h, p, line, NULL, NULL, &why);
}

/* Another game with the same people, each moved on by one seat. */
static void rematch(house *h, house_table *p) {
    agreement a;
    fault why;
    int seats = gm_seat_count(p->t.match.box);
    if (!read_agreement(p->agreed, &a, &why)) return;
    json_object_set_new(a.json, "before", json_integer(p->number));
    house_table *again = house_table_create(h, &a, &why);
    agreement_free(&a);
    if (!again) return;
    for (int q = 0; q < seats; q++) {
        const table_seat *s = &p->t.seat[q];
        if (s->person)
            do_line(h, again, s->person, "sit", (q + 1) % seats, s->name);
        else
            do_line(h, again, p->t.terms.host, "bot", (q + 1) % seats, s->bot);
    }
    jsonw_put_string(house_begin(h, NULL), "again", again->key);
    house_end(h);
    house_guest *g;
    LIST_FOREACH (g, &p->guests, at_table)
        house_send(h, g);
}

static void ask_bots(house *h, house_table *p);

static void after_line(house *h, house_table *p) {
    bool again = false, over = false;
    for (int i = 0; i < h->events.n; i++) {
        const table_event *e = &h->events.event[i];
        bool seat = e->kind == TABLE_E_SEAT;
        h->moves += e->kind == TABLE_E_MOVE && e->seat != GM_DEALER;
        again |= e->kind == TABLE_E_AGAIN;
        over |= e->kind == TABLE_E_OVER;
        p->dirty |= seat || e->kind == TABLE_E_START || e->kind == TABLE_E_OVER;
        if (seat || e->kind == TABLE_E_BACK || e->kind == TABLE_E_OVER) discard_thoughts(p);
    }
    for (house_guest *g = LIST_FIRST(&p->guests), *next; g && !p->spectators && p->t.phase != TABLE_WAITING;
         g = next) {
        next = LIST_NEXT(g, at_table);
        if (g->who != GM_SPECTATOR) continue;
        jsonw_put_bool(house_begin(h, NULL), "gone", true);
        house_end(h);
        house_send(h, g);
        house_table_leave(h, g);
    }
    if (over) {
        house_put(h, &(store_entry){.kind = STORE_OVER, .number = p->number});
        house_log(h, "over", p->number, 0, NULL);
    }
    if (again) rematch(h, p);
    proceed(h, p);
    house_table_tick(h, p);
}

/* The table starts by itself, or bots are asked. */
static void proceed(house *h, house_table *p) {
    if (can_start(&p->t))
        do_line(h, p, p->t.terms.host, "start", -1, NULL);
    else
        ask_bots(h, p);
}

/* ---- bots ------------------------------------------------------------------------------------------------------------ */

/* Everything that the bot on seat q may know, copied for another thread. */
static house_thought *new_thought(house_table *p, gm_seat q) {
    const table *t = &p->t;
    size_t n = (size_t)t->match.n;
    house_thought *k = calloc(1, sizeof *k + n * (sizeof(gm_move) + sizeof(gm_seat)));
    if (!k) abort();
    gm_move *heard = (gm_move *)(void *)(k + 1);
    gm_seat *by = (gm_seat *)(heard + n);
    k->table = p->number;
    k->generation = p->generation;
    k->seat = q;
    k->bot = bots_find(t->seat[q].bot, t->match.game);
    k->luck = bots_luck(t->secret, q, t->match.n);
    gm_make_view(t->match.game, t->match.box, t->match.st, q, &k->view);
    gm_match_replay_story(&t->match, q, heard);
    memcpy(by, t->match.by, n);
    k->story = (gm_story){t->match.n, by, heard};
    p->box->uses++; /* the thought's view points to it */
    return k;
}

/* Bots that are asked think at once and answer after a fixed delay, so that the time they took tells nothing. */
static void ask_bots(house *h, house_table *p) {
    BITS_EACH (q, table_bots(&p->t) & (gm_seats)~p->thinking) {
        p->thinking |= (gm_seats)BIT(q);
        p->chosen[q] = 0;
        p->answer_at[q] = house_now(h) + h->terms.limits[LIMIT_DELAY];
        p->thoughts++;
        h->terms.env.think(h->terms.env.to, new_thought(p, (gm_seat)q));
    }
}

void house_think(house_thought *k) {
    uint64_t work;
    k->chosen = k->bot->choose(&k->view, &k->story, &k->luck, &work);
}

void house_thought_done(house *h, house_thought *k) {
    house_table *p = h->by_number[k->table]; /* it is not unloaded while thoughts are on their way */
    release_box(p->box);
    p->thoughts--;
    if (k->generation == p->generation) p->chosen[k->seat] = k->chosen;
    free(k);
    house_table_tick(h, p);
}

static void play_answer(house *h, house_table *p, gm_seat q) {
    char line[TABLE_LINE];
    text t = text_on(line, sizeof line);
    fault why;
    text_put(&t, "bot move ");
    text_int(&t, q);
    text_char(&t, ' ');
    gm_write_move(&t, p->t.match.game, p->t.match.box, p->chosen[q]);
    p->thinking &= (gm_seats)~BIT(q);
    if (house_table_do(h, p, line, NULL, NULL, &why)) return;
    house_log(h, "bot", p->number, 0, why.say);
    ask_bots(h, p);
}

/* ---- records -------------------------------------------------------------------------------------------------------------- */

char *house_record(house *h, const char *key, size_t *size, fault *why) {
    house_table *p = house_table_by_key(h, key);
    deal_nonce nonces[GM_MAX_SEATS] = {0};
    agreement a;
    fault_at(why, p ? "table.not-over" : "house.no-table", NULL, 0, 0);
    if (!p || p->t.phase != TABLE_OVER || p->stored > h->terms.engine->durable(h->store) ||
        !read_agreement(p->agreed, &a, why))
        return NULL;
    if (!h->record) h->record = malloc(sizeof *h->record);
    if (!h->record) abort();
    record *r = h->record;
    bool good = record_start(r, a.game, &a.order, why);
    agreement_free(&a);
    if (!good) return NULL;
    for (int q = 0; q < gm_seat_count(p->t.match.box); q++) {
        const table_seat *s = &p->t.seat[q];
        nonces[q] = s->nonce;
        memcpy(r->seat[q].name, s->name, sizeof s->name);
        if (!s->person) memcpy(r->seat[q].bot, s->bot, sizeof s->bot);
    }
    record_commit(r, p->t.secret, nonces);
    for (int i = 0; i < p->t.match.n; i++)
        gm_match_play(&r->match, p->t.match.by[i], p->t.match.move[i]);
    char *s = malloc(RECORD_TEXT);
    if (!s) abort();
    text t = text_on(s, RECORD_TEXT);
    record_write(r, &t);
    *size = t.used;
    return s;
}

/* ---- time ---------------------------------------------------------------------------------------------------------------- */

static void play_due_answers(house *h, house_table *p, int64_t now) {
    for (gm_seat q = 0; q < GM_MAX_SEATS; q++) {
        if (!(p->thinking >> q & 1) || p->answer_at[q] > now) continue;
        if (p->chosen[q])
            play_answer(h, p, q);
        else /* it thinks longer: it answers after twice, three times the delay */
            while (p->answer_at[q] <= now)
                p->answer_at[q] += h->terms.limits[LIMIT_DELAY] + 1;
    }
}

static int64_t earlier(int64_t a, int64_t b) { return a < b ? a : b; }

/* When something happens here by itself. */
static int64_t next_due(const house *h, const house_table *p, int64_t now) {
    int64_t due = table_due(&p->t);
    for (int q = 0; q < GM_MAX_SEATS; q++)
        if (p->thinking >> q & 1) due = earlier(due, p->answer_at[q] > now ? p->answer_at[q] : now + 1);
    if (p->t.phase == TABLE_WAITING && LIST_EMPTY(&p->guests))
        due = earlier(due, p->used + h->terms.limits[LIMIT_IDLE] * HOUSE_HOUR);
    return due;
}

static bool is_abandoned(const house *h, const house_table *p, int64_t now) {
    return p->t.phase == TABLE_WAITING && LIST_EMPTY(&p->guests) &&
           p->used + h->terms.limits[LIMIT_IDLE] * HOUSE_HOUR <= now;
}

/* Nobody is here and nothing is going on, so the table need not stay in memory. */
static bool is_idle(const house_table *p, int64_t now) {
    return LIST_EMPTY(&p->guests) && !p->dirty && !p->thoughts && !p->thinking &&
           p->t.phase != TABLE_WAITING && p->used + LINGER <= now && p->due > now + LINGER;
}

void house_table_tick(house *h, house_table *p) {
    int64_t now = house_now(h);
    fault why;
    if (!p->box) {
        house_table_schedule(h, p, p->due > now ? p->due : now + LINGER); /* again later if loading fails */
        if (p->due > now || !(p = house_table_by_number(h, p->number))) return;
    }
    if (table_due(&p->t) <= now) house_table_do(h, p, "clock", NULL, NULL, &why);
    play_due_answers(h, p, now);
    if (is_abandoned(h, p, now)) {
        p->t.phase = TABLE_OVER; /* for the lobby */
        house_tell_lobby(h, p);
        house_put(h, &(store_entry){.kind = STORE_GONE, .number = p->number});
        house_log(h, "forgotten", p->number, 0, NULL);
        house_table_unload(h, p, true);
        return;
    }
    if (p->dirty && p->told + LOBBY_INTERVAL <= now) {
        house_tell_lobby(h, p);
        p->dirty = false;
        p->told =
            now - now % LOBBY_INTERVAL; /* the same moments for all tables, so that one tick handles many */
    }
    p->due = next_due(h, p, now);
    int64_t next = p->dirty ? earlier(p->due, p->told + LOBBY_INTERVAL) : p->due;
    if (LIST_EMPTY(&p->guests) && p->used + LINGER > now) next = earlier(next, p->used + LINGER);
    bool forget = is_idle(p, now);
    house_table_schedule(h, p, forget ? p->due : next > now ? next : now + 1);
    if (forget) house_table_unload(h, p, false);
}
