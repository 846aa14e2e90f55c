/* places.c - the tables of the house: from the store and back, lines, bots, rematches.
 *
 * Map: boxes - the list - from the store - lines - what follows from a line - bots - time. */
#include "base/bits.h"
#include "house/parts.h"
#include "kit/notation.h"
#include "kit/order.h"
#include <stdlib.h>
#include <string.h>

enum { KEPT = MINUTE, LISTED = 200 }; /* a table stays in memory; changes reach the lobby together */

/* ---- boxes ------------------------------------------------------------------------------------------- */

/* Tables of the same order share a box, which is larger than all the rest of them. */
static shared_box *box_for(house *h, const agreement *a, fault *why) {
    static _Alignas(8) uint8_t bytes[GM_MAX_BOX];
    memset(bytes, 0, a->game->box_size);
    if (!gm_open_box(a->game, &a->order, bytes, why)) return NULL;
    for (shared_box *b = h->boxes; b; b = b->next)
        if (b->game == a->game && !memcmp(b->bytes, bytes, a->game->box_size)) {
            b->uses++;
            return b;
        }
    shared_box *b = calloc(1, sizeof *b + a->game->box_size);
    if (!b) abort();
    *b = (shared_box){.next = h->boxes, .game = a->game, .uses = 1};
    memcpy(b->bytes, bytes, a->game->box_size);
    return h->boxes = b;
}

static void box_done(house *h, shared_box *b) {
    if (--b->uses) return;
    for (shared_box **at = &h->boxes;; at = &(*at)->next)
        if (*at == b) {
            *at = b->next;
            break;
        }
    free(b);
}

/* ---- the list ------------------------------------------------------------------------------------------ */

static void put_slot(house *h, place *p, int slot) {
    h->queue[slot] = p;
    p->slot = slot;
}

/* It goes up or down the heap from where it stands. */
void place_wake(house *h, place *p, int64_t at) {
    int slot = p->slot;
    p->wake = at;
    for (; slot && h->queue[(slot - 1) / 2]->wake > at; slot = (slot - 1) / 2)
        put_slot(h, h->queue[(slot - 1) / 2], slot);
    for (int under; (under = 2 * slot + 1) < h->n_places; slot = under) {
        if (under + 1 < h->n_places && h->queue[under + 1]->wake < h->queue[under]->wake) under++;
        if (h->queue[under]->wake >= at) break;
        put_slot(h, h->queue[under], slot);
    }
    put_slot(h, p, slot);
}

static void queue_up(house *h, place *p) {
    if (h->n_places == h->queue_room) {
        h->queue_room = 2 * h->queue_room + 64;
        h->queue = realloc(h->queue, (size_t)h->queue_room * sizeof *h->queue);
        if (!h->queue) abort();
    }
    put_slot(h, p, h->n_places++);
    place_wake(h, p, house_now(h) + KEPT); /* who had it read may need it no longer */
}

static void leave_queue(house *h, const place *p) {
    place *last = h->queue[--h->n_places];
    if (last == p) return;
    put_slot(h, last, p->slot);
    place_wake(h, last, last->wake);
}

static place *add_place(house *h, int64_t number) {
    place *p = calloc(1, sizeof *p);
    if (!p) abort();
    p->number = number;
    p->due = INT64_MAX;
    p->next = h->places;
    if (p->next) p->next->prev = p;
    h->places = p;
    queue_up(h, p);
    if (number >= h->room) {
        int64_t room = 2 * number + 64;
        h->numbered = realloc(h->numbered, (size_t)room * sizeof *h->numbered);
        if (!h->numbered) abort();
        memset(h->numbered + h->room, 0, (size_t)(room - h->room) * sizeof *h->numbered);
        h->room = room;
    }
    return h->numbered[number] = p;
}

static void close_place(house *h, place *p) {
    if (!p->box) return;
    table_close(&p->t);
    box_done(h, p->box);
    p->box = NULL;
    free(p->agreed);
    p->agreed = NULL;
    memset(&p->t, 0, sizeof p->t);
}

void place_forget(house *h, place *p, bool all) {
    close_place(h, p);
    if (!all && p->due != INT64_MAX) return;
    *(p->prev ? &p->prev->next : &h->places) = p->next;
    if (p->next) p->next->prev = p->prev;
    h->numbered[p->number] = NULL;
    leave_queue(h, p);
    free(p);
}

/* ---- from the store ---------------------------------------------------------------------------------------- */

/* Sets the table up as it was when it was made. */
static bool set_up(house *h, place *p, const agreement *a, const uint8_t secret[DEAL_SECRET], fault *why) {
    p->box = box_for(h, a, why);
    if (!p->box) return false;
    p->before = json_integer_value(json_object_get(a->json, "before"));
    p->open = a->open;
    p->onlookers = a->onlookers;
    table_open(&p->t, a->game, p->box->bytes, &a->terms, secret);
    p->t.pick = h->terms.world.pick;
    p->agreed = json_dumps(a->json, JSON_COMPACT | JSON_SORT_KEYS);
    p->lines = 0;
    p->talked = false;
    return true;
}

typedef struct {
    place *p;
    table_events *events;
    bool good;
    fault why;
} reading;

static bool tells_talk(const table_events *events) {
    for (int i = 0; i < events->n; i++)
        if (events->event[i].kind == TABLE_E_SAY || events->event[i].kind == TABLE_E_STATE) return true;
    return false;
}

static void read_line(void *to, int64_t number, const char *s, size_t n) {
    reading *r = to;
    if (r->good) r->good = number == r->p->lines++ && table_do(&r->p->t, s, n, r->events, &r->why);
    if (r->good) r->p->talked |= tells_talk(r->events);
}

static bool agreement_of(const char *agreed, agreement *a, fault *why) {
    json_t *json = json_loads(agreed, 0, NULL);
    bool good = json && agreement_read(a, json, 0, why);
    if (!json) fault_at(why, "house.damaged", NULL, 0, 0);
    json_decref(json);
    return good;
}

/* Reads the table and its journal into p. */
static bool read_place(house *h, place *p, const store_row *row, fault *why) {
    agreement a;
    reading r = {.p = p, .events = &h->events, .good = true};
    if (!agreement_of(row->text, &a, why)) return false;
    memcpy(p->key, row->key, sizeof p->key);
    bool good = set_up(h, p, &a, row->secret, why);
    agreement_free(&a);
    if (!good) return false;
    h->terms.kind->lines(h->store, p->number, 0, read_line, &r);
    p->used = p->t.now - KEPT; /* if nobody comes it can go again */
    p->kept = h->put;
    if (!r.good) *why = r.why;
    return r.good;
}

static place *from_store(house *h, place *p, const char *key, int64_t number) {
    store_row row;
    fault why;
    if (!h->terms.kind->find(h->store, key, number, &row)) return NULL;
    if (!p && row.number < h->room) p = h->numbered[row.number];
    if (!p) p = add_place(h, row.number);
    if (!p->box && !read_place(h, p, &row, &why)) {
        house_log(h, "damaged", row.number, 0, why.say); /* nobody else suffers from it */
        place_forget(h, p, true);
        p = NULL;
    }
    free(row.text);
    return p;
}

place *place_numbered(house *h, int64_t number) {
    place *p = number < h->room ? h->numbered[number] : NULL;
    return p && p->box ? p : from_store(h, p, NULL, number);
}

place *place_with_key(house *h, const char *key) {
    return strlen(key) == STORE_KEY ? from_store(h, NULL, key, 0) : NULL;
}

typedef struct {
    int64_t *number;
    size_t n, room;
} list;

static void take_number(void *to, int64_t number, const char *s, size_t size) {
    list *l = to;
    (void)s, (void)size;
    if (l->n == l->room) {
        l->room = 2 * l->room + 64;
        l->number = realloc(l->number, l->room * sizeof *l->number);
        if (!l->number) abort();
    }
    l->number[l->n++] = number;
}

static void go_on(house *h, place *p);

/* Is it somebody's turn, whoever that is, and there is all the time in the world? */
static bool at_rest(const place *p) {
    return p->t.phase == TABLE_PLAYING && !table_bots(&p->t) && table_due(&p->t) == INT64_MAX;
}

/* The house's time goes on from the latest line, so clocks stood still meanwhile.  What a crash has cut off is
 * made up for. */
void place_read_all(house *h) {
    list all = {0};
    h->terms.kind->open_tables(h->store, take_number, &all);
    for (size_t i = 0; i < all.n; i++) {
        place *p = place_numbered(h, all.number[i]);
        if (!p) continue;
        if (p->t.now > h->start) h->start = p->t.now;
        if (at_rest(p)) place_forget(h, p, true);
    }
    free(all.number);
    int64_t awaited = h->start - (h->terms.limits[LIMIT_IDLE] - 1) * HOUR; /* people may come back */
    for (place *p = h->places, *next; p; p = next) {
        next = p->next;
        if (!p->lines) p->used = h->start;
        if (p->used < awaited) p->used = awaited;
        if (p->t.phase == TABLE_OVER) keep(h, &(store_entry){.kind = STORE_OVER, .number = p->number});
        go_on(h, p);
        place_tick(h, p);
    }
}

place *place_make(house *h, const agreement *a, fault *why) {
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789"; /* 32 that are not mistaken */
    uint8_t secret[DEAL_SECRET], bytes[STORE_KEY];
    place *p = add_place(h, ++h->tables);
    const house_world *w = &h->terms.world;
    w->random(w->to, secret, sizeof secret);
    w->random(w->to, bytes, sizeof bytes);
    for (int i = 0; i < STORE_KEY; i++)
        p->key[i] = letters[bytes[i] % 32];
    if (!set_up(h, p, a, secret, why)) {
        place_forget(h, p, true);
        return NULL;
    }
    store_entry e = {.kind = STORE_TABLE, .number = p->number};
    memcpy(e.bytes, secret, sizeof e.bytes);
    memcpy(e.key, p->key, sizeof e.key);
    e.text = p->agreed;
    e.size = strlen(p->agreed);
    keep(h, &e);
    p->used = p->told = house_now(h); /* the lobby hears of it in a moment, when who made it sits there */
    p->dirty = true;
    place_tick(h, p);
    house_log(h, "made", p->number, a->terms.host, a->game->name);
    return p;
}

/* ---- lines ---------------------------------------------------------------------------------------------------- */

/* Would both be told just the same?  Then it is written once. */
static bool hear_alike(const house *h, const table *t, const guest *a, const guest *b) {
    gm_seats act =
        t->phase == TABLE_PLAYING ? t->game->to_act(t->box, t->st) : 0; /* these get their choices */
    if (act & (BIT(a->who) | BIT(b->who)) || a->n_muted || b->n_muted) return false;
    for (int i = 0; i < h->events.n; i++)
        if (h->events.event[i].heard[a->who] != h->events.event[i].heard[b->who]) return false;
    return true;
}

/* Everybody hears of it; who has sat down or got up sees the table anew. */
static void tell_all(house *h, place *p, guest *from, const json_t *re) {
    const guest *last = NULL; /* whose message is still there */
    bool moved = false;
    for (guest *g = p->guests, *behind; g; g = behind) {
        behind = g->behind;
        gm_seat who = place_seat(p, g->person);
        const json_t *answer = g == from ? re : NULL;
        if (who != g->who) {
            g->who = who;
            moved = true;
            say_view(h, g, answer);
            last = NULL;
        } else if (last && !answer && hear_alike(h, &p->t, last, g))
            say_to(h, g);
        else {
            say_update(h, g, &p->t, &h->events, p->lines, answer);
            last = answer ? NULL : g;
        }
    }
    if (moved) tell_here(h, p, NULL); /* an onlooker less, or one more */
}

/* Who sits down is kept before the line that says so: a seat that nobody has after a crash does no harm. */
static void keep_sitting(house *h, const place *p) {
    for (int i = 0; i < h->events.n && p->t.phase == TABLE_WAITING; i++) {
        const table_event *e = &h->events.event[i];
        if (e->kind == TABLE_E_SEAT && p->t.seat[e->seat].person)
            keep(h, &(store_entry){.kind = STORE_SIT, .number = p->number, .n = p->t.seat[e->seat].person});
    }
}

static void follow(house *h, place *p);

bool place_do(house *h, place *p, const char *line, guest *from, const json_t *re, fault *why) {
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
        keep_sitting(h, p);
        p->kept = keep(
            h, &(store_entry){
                   .kind = STORE_LINE, .number = p->number, .n = p->lines++, .text = full, .size = t.used});
        h->lines++;
        p->talked |= tells_talk(&h->events);
        tell_all(h, p, from, re);
        follow(h, p);
    } else if (from) /* it was done before */
        say_update(h, from, &p->t, &h->events, p->lines, re);
    return true;
}

/* ---- what follows from a line ---------------------------------------------------------------------------------- */

static void void_thoughts(place *p) {
    p->thoughts++;
    p->thinking = 0;
}

/* Is every seat taken, and has every person added to the deals? */
static bool complete(const table *t) {
    int people = 0;
    for (int q = 0; q < gm_seat_count(t->box); q++) {
        const table_seat *s = &t->seat[q];
        if (s->person ? !s->nonce.size : !s->bot[0]) return false;
        people += s->person != 0;
    }
    return t->phase == TABLE_WAITING && people;
}

static void do_as(house *h, place *p, table_person who, const char *verb, int seat, const char *word) {
    char line[TABLE_LINE];
    text t = text_on(line, sizeof line);
    fault why;
    text_int(&t, who);
    text_char(&t, ' ');
    text_put(&t, verb);
    if (seat >= 0) text_char(&t, ' '), text_int(&t, seat);
    if (word) text_char(&t, ' '), text_put(&t, word);
    place_do(h, p, line, NULL, NULL, &why);
}

/* Another game with the same people, each a seat further on. */
static void rematch(house *h, place *p) {
    agreement a;
    fault why;
    int seats = gm_seat_count(p->t.box);
    if (!agreement_of(p->agreed, &a, &why)) return;
    json_object_set_new(a.json, "before", json_integer(p->number));
    place *again = place_make(h, &a, &why);
    agreement_free(&a);
    if (!again) return;
    for (int q = 0; q < seats; q++) {
        const table_seat *s = &p->t.seat[q];
        if (s->person)
            do_as(h, again, s->person, "sit", (q + 1) % seats, s->name);
        else
            do_as(h, again, a.terms.host, "bot", (q + 1) % seats, s->bot);
    }
    text_put(say_begin(h), "{\"again\":");
    text_json(&h->out, again->key);
    text_char(&h->out, '}');
    for (guest *g = p->guests; g; g = g->behind)
        say_to(h, g);
}

static void ask_bots(house *h, place *p);

static void follow(house *h, place *p) {
    bool again = false, over = false;
    for (int i = 0; i < h->events.n; i++) {
        const table_event *e = &h->events.event[i];
        bool seat = e->kind == TABLE_E_SEAT;
        h->moves += e->kind == TABLE_E_MOVE && e->seat != GM_DEALER;
        again |= e->kind == TABLE_E_AGAIN;
        over |= e->kind == TABLE_E_OVER;
        p->dirty |= seat || e->kind == TABLE_E_START || e->kind == TABLE_E_OVER;
        if (seat || e->kind == TABLE_E_BACK || e->kind == TABLE_E_OVER) void_thoughts(p);
    }
    for (guest *g = p->guests, *behind; g && !p->onlookers && p->t.phase != TABLE_WAITING; g = behind) {
        behind = g->behind;
        if (g->who != GM_SPECTATOR) continue;
        text_put(say_begin(h), "{\"gone\":true}");
        say_to(h, g);
        place_leave(h, g);
    }
    if (over) {
        keep(h, &(store_entry){.kind = STORE_OVER, .number = p->number});
        house_log(h, "over", p->number, 0, NULL);
    }
    if (again) rematch(h, p);
    go_on(h, p);
    place_tick(h, p);
}

/* The table starts by itself, or bots are asked. */
static void go_on(house *h, place *p) {
    if (complete(&p->t))
        do_as(h, p, p->t.terms.host, "start", -1, NULL);
    else
        ask_bots(h, p);
}

/* ---- bots ------------------------------------------------------------------------------------------------------------ */

static house_thought *new_thought(place *p, gm_seat q) {
    const table *t = &p->t;
    size_t n = (size_t)t->n;
    house_thought *k = calloc(1, sizeof *k + n * (sizeof(gm_move) + sizeof(gm_seat)));
    if (!k) abort();
    gm_move *heard = (gm_move *)(void *)(k + 1);
    gm_seat *by = (gm_seat *)(heard + n);
    k->place = p->number;
    k->thoughts = p->thoughts;
    k->seat = q;
    k->bot = bots_find(t->seat[q].bot, t->game);
    k->luck = bots_luck(t->secret, q, t->n);
    gm_make_view(t->game, t->box, t->st, q, &k->view);
    table_story(t, q, heard);
    memcpy(by, t->by, n);
    k->story = (gm_story){t->n, by, heard};
    p->box->uses++; /* which the thought looks at */
    return k;
}

/* Those who are asked think at once, and answer after a time that is always the same: how long
 * they thought is nobody's business. */
static void ask_bots(house *h, place *p) {
    gm_seats asked = (gm_seats)(table_bots(&p->t) & ~p->thinking);
    for (; asked; asked &= (gm_seats)(asked - 1)) {
        gm_seat q = (gm_seat)bits_first(asked);
        p->thinking |= (gm_seats)BIT(q);
        p->chosen[q] = 0;
        p->answer[q] = house_now(h) + h->terms.limits[LIMIT_DELAY];
        p->out++;
        h->terms.world.think(h->terms.world.to, new_thought(p, q));
    }
}

void house_think(house_thought *k) {
    uint64_t work;
    k->chosen = k->bot->choose(&k->view, &k->story, &k->luck, &work);
}

void house_thought_done(house *h, house_thought *k) {
    place *p = h->numbered[k->place]; /* which stays as long as thoughts are out */
    box_done(h, p->box);
    p->out--;
    if (k->thoughts == p->thoughts) p->chosen[k->seat] = k->chosen;
    free(k);
    place_tick(h, p);
}

static void answer(house *h, place *p, gm_seat q) {
    char line[TABLE_LINE];
    text t = text_on(line, sizeof line);
    fault why;
    text_put(&t, "bot move ");
    text_int(&t, q);
    text_char(&t, ' ');
    gm_write_move(&t, p->t.game, p->t.box, p->chosen[q]);
    p->thinking &= (gm_seats)~BIT(q);
    if (place_do(h, p, line, NULL, NULL, &why)) return;
    house_log(h, "bot", p->number, 0, why.say);
    ask_bots(h, p);
}

/* ---- records -------------------------------------------------------------------------------------------------------------- */

char *house_record(house *h, const char *key, size_t *size, fault *why) {
    place *p = place_with_key(h, key);
    deal_nonce nonces[GM_MAX_SEATS] = {0};
    agreement a;
    fault_at(why, p ? "table.not-over" : "house.no-table", NULL, 0, 0);
    if (!p || p->t.phase != TABLE_OVER || p->kept > h->terms.kind->durable(h->store) ||
        !agreement_of(p->agreed, &a, why))
        return NULL;
    if (!h->record) h->record = malloc(sizeof *h->record);
    if (!h->record) abort();
    record *r = h->record;
    bool good = record_start(r, a.game, &a.order, why);
    agreement_free(&a);
    if (!good) return NULL;
    for (int q = 0; q < gm_seat_count(p->t.box); q++) {
        const table_seat *s = &p->t.seat[q];
        nonces[q] = s->nonce;
        memcpy(r->seat[q].name, s->name, sizeof s->name);
        if (!s->person) memcpy(r->seat[q].bot, s->bot, sizeof s->bot);
    }
    record_commit(r, p->t.secret, nonces);
    for (int i = 0; i < p->t.n; i++)
        record_play(r, p->t.by[i], p->t.move[i]);
    char *s = malloc(RECORD_TEXT);
    if (!s) abort();
    text t = text_on(s, RECORD_TEXT);
    record_write(r, &t);
    *size = t.used;
    return s;
}

/* ---- time ---------------------------------------------------------------------------------------------------------------- */

static void answer_due(house *h, place *p, int64_t now) {
    for (gm_seat q = 0; q < GM_MAX_SEATS; q++) {
        if (!(p->thinking >> q & 1) || p->answer[q] > now) continue;
        if (p->chosen[q])
            answer(h, p, q);
        else /* thinks longer than that: then twice, three times as long */
            while (p->answer[q] <= now)
                p->answer[q] += h->terms.limits[LIMIT_DELAY] + 1;
    }
}

static int64_t soonest(int64_t a, int64_t b) { return a < b ? a : b; }

/* When there is something to do here. */
static int64_t next_due(const house *h, const place *p, int64_t now) {
    int64_t due = table_due(&p->t);
    for (int q = 0; q < GM_MAX_SEATS; q++)
        if (p->thinking >> q & 1) due = soonest(due, p->answer[q] > now ? p->answer[q] : now + 1);
    if (p->t.phase == TABLE_WAITING && !p->guests)
        due = soonest(due, p->used + h->terms.limits[LIMIT_IDLE] * HOUR);
    return due;
}

static bool abandoned(const house *h, const place *p, int64_t now) {
    return p->t.phase == TABLE_WAITING && !p->guests && p->used + h->terms.limits[LIMIT_IDLE] * HOUR <= now;
}

/* Nobody looks, nothing is going on: the store knows it all. */
static bool idle(const place *p, int64_t now) {
    return !p->guests && !p->dirty && !p->out && !p->thinking && p->t.phase != TABLE_WAITING &&
           p->used + KEPT <= now && p->due > now + KEPT;
}

void place_tick(house *h, place *p) {
    int64_t now = house_now(h);
    fault why;
    if (!p->box) {
        place_wake(h, p, p->due > now ? p->due : now + KEPT); /* later again if the store fails */
        if (p->due > now || !(p = place_numbered(h, p->number))) return;
    }
    if (table_due(&p->t) <= now) place_do(h, p, "clock", NULL, NULL, &why);
    answer_due(h, p, now);
    if (abandoned(h, p, now)) {
        p->t.phase = TABLE_OVER; /* for the lobby */
        tell_lobby(h, p);
        keep(h, &(store_entry){.kind = STORE_GONE, .number = p->number});
        house_log(h, "forgotten", p->number, 0, NULL);
        place_forget(h, p, true);
        return;
    }
    if (p->dirty && p->told + LISTED <= now) {
        tell_lobby(h, p);
        p->dirty = false;
        p->told = now - now % LISTED; /* all tables at the same moments, so that all are looked at once */
    }
    p->due = next_due(h, p, now);
    int64_t next = p->dirty ? soonest(p->due, p->told + LISTED) : p->due;
    if (!p->guests && p->used + KEPT > now) next = soonest(next, p->used + KEPT);
    bool forget = idle(p, now);
    place_wake(h, p, forget ? p->due : next > now ? next : now + 1);
    if (forget) place_forget(h, p, false);
}
