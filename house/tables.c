/* tables.c - the tables of the house: from the store and back, lines, bots, rematches.
 *
 * Map: boxes - the heap and the list - damage - from the store - lines - what follows from a line - bots - records -
 * time.
 *
 * A table in memory stands in the house's list, its heap and a bucket.  A line can end in another line (the start, a
 * bot's answer), so house_table_do() calls itself by way of after_line(). */
#include "base/bits.h"
#include "house/internal.h"
#include "kit/notation.h"
#include "kit/order.h"
#include <stdlib.h>
#include <string.h>

enum {
    LINGER = HOUSE_MINUTE, /* how long a table stays in memory after its last use */
    LOBBY_INTERVAL = 200,  /* milliseconds; changes of a table reach the lobby at most so often */
    RETRY = 10 * 1000,     /* a damaged table is read again at most so often */
};

/* Times of a stored table are at most this, as in lines of journals, so that sums do not overflow. */
static const int64_t max_time = 999999999999999;

_Static_assert((int)TABLE_SUM == (int)STORE_SUM, "the store keeps a line's sum");

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
    put_slot(h, p, h->n_tables++);
    house_table_schedule(h, p, house_now(h) + LINGER); /* then it may no longer be needed */
}

static void remove_from_heap(house *h, const house_table *p) {
    house_table *last = h->heap[--h->n_tables];
    if (last == p) return;
    put_slot(h, last, p->slot);
    house_table_schedule(h, last, last->wake);
}

/* Numbers of tables are consecutive, except in a damaged file, where they can be anything. */
static struct house_bucket *bucket_of(const house *h, int64_t number) {
    return &h->bucket[(uint64_t)number % (uint64_t)h->capacity];
}

/* Keys are random letters. */
static struct house_keys *keys_of(const house *h, const char *key) {
    uint64_t letters;
    memcpy(&letters, key, sizeof letters);
    return &h->keys[letters % (uint64_t)h->capacity];
}

house_table *house_table_in_memory(const house *h, int64_t number) {
    house_table *p = NULL;
    if (h->capacity) p = LIST_FIRST(bucket_of(h, number));
    while (p && p->number != number)
        p = LIST_NEXT(p, in_bucket);
    return p;
}

static house_table *key_in_memory(const house *h, const char *key) {
    house_table *p = NULL;
    if (h->capacity) p = LIST_FIRST(keys_of(h, key));
    while (p && strcmp(p->key, key) != 0)
        p = LIST_NEXT(p, in_keys);
    return p;
}

/* Makes space for more tables. */
static void grow(house *h) {
    house_table *p;
    h->capacity = 2 * h->capacity + 64;
    h->heap = realloc(h->heap, (size_t)h->capacity * sizeof *h->heap);
    free(h->bucket);
    free(h->keys);
    h->bucket = calloc((size_t)h->capacity, sizeof *h->bucket);
    h->keys = calloc((size_t)h->capacity, sizeof *h->keys);
    if (!h->heap || !h->bucket || !h->keys) abort();
    LIST_FOREACH (p, &h->tables, in_house) {
        LIST_INSERT_HEAD(bucket_of(h, p->number), p, in_bucket);
        if (p->key[0]) LIST_INSERT_HEAD(keys_of(h, p->key), p, in_keys);
    }
}

static house_table *add_table(house *h, int64_t number) {
    house_table *p = calloc(1, sizeof *p);
    if (!p) abort();
    p->number = number;
    p->due = INT64_MAX;
    if (h->n_tables == h->capacity) grow(h);
    LIST_INSERT_HEAD(&h->tables, p, in_house);
    LIST_INSERT_HEAD(bucket_of(h, number), p, in_bucket);
    add_to_heap(h, p);
    return p;
}

static void set_key(house *h, house_table *p, const char key[STORE_KEY + 1]) {
    if (p->key[0] || !key[0]) return;
    memcpy(p->key, key, sizeof p->key);
    if (!p->visiting) LIST_INSERT_HEAD(keys_of(h, p->key), p, in_keys);
}

static void close_table(house_table *p) {
    if (!p->box) return;
    table_close(&p->t);
    release_box(p->box);
    p->box = NULL;
    free(p->agreed);
    p->agreed = NULL;
    house_talk_free(p);
    memset(&p->t, 0, sizeof p->t);
}

void house_table_unload(house *h, house_table *p, bool all) {
    close_table(p);
    if (!all && p->due != INT64_MAX) return;
    LIST_REMOVE(p, in_house);
    LIST_REMOVE(p, in_bucket);
    if (p->key[0]) LIST_REMOVE(p, in_keys);
    remove_from_heap(h, p);
    free(p);
}

/* ---- damage ------------------------------------------------------------------------------------------------- */

/* One sentence for the operator. */
static void log_damage(house *h, const house_table *p, const fault *why) {
    char reason[256], sentence[384];
    text r = text_on(reason, sizeof reason), s = text_on(sentence, sizeof sentence);
    words_fault(&r, WORDS_EN, why);
    words_line(&s, &(words_for){.lang = WORDS_EN},
               &(gm_line){"house.damaged-from",
                          {gm_number(p->number), gm_number(p->lines + 1), gm_text_arg(reason)}});
    house_log(h, "damaged", p->number, 0, sentence);
}

/* Can only a newer program read it? */
static bool is_newer(const fault *why) {
    return !strcmp(why->say, "table.newer") || !strcmp(why->say, "order.edition");
}

/* The table cannot be read, or does not read back, from line number p->lines on. */
static void mark_damaged(house *h, house_table *p, const fault *why) {
    close_table(p);
    p->retry_at = house_now(h) + RETRY;
    if (!p->damage) log_damage(h, p, why);
    p->damage = is_newer(why) ? "house.newer" : "house.damaged";
}

/* ---- from the store ---------------------------------------------------------------------------------------- */

/* Sets the table up as it was when it was created.  agreed: the agreement as it is stored, which the table then owns. */
static bool set_up_table(house *h, house_table *p, const agreement *a, char *agreed,
                         const uint8_t secret[DEAL_SECRET], fault *why) {
    p->box = box_for(h, a, why);
    if (!p->box) {
        free(agreed);
        return false;
    }
    p->before = json_integer_value(json_object_get(a->json, "before"));
    p->open = a->open;
    p->spectators = a->spectators;
    p->agreed = agreed;
    table_open(&p->t, a->game, p->box->bytes, &a->terms, agreed, secret);
    p->t.pick = h->terms.env.pick;
    return true;
}

static bool read_agreement(const char *agreed, size_t size, agreement *a, fault *why) {
    json_t *json = json_loadb(agreed, size, JSON_REJECT_DUPLICATES, NULL);
    bool good =
        json_is_object(json) ? agreement_read(a, json, 0, why) : fault_at(why, "house.json", NULL, 0, 0);
    json_decref(json);
    return good;
}

/* Why the agreement is not read back, without a word of it: this goes into the log.  Returns false. */
static bool agreement_damaged(fault *why) {
    return !is_newer(why) && fault_at(why, "table.agreement", NULL, 0, 0);
}

/* Reads the journal.  A table that is over cannot have lost its last lines unnoticed. */
static bool read_journal(house *h, house_table *p, const store_journal *j, fault *why) {
    h->cost += COST_LINE * (int64_t)j->lines;
    for (size_t i = 0; i < j->lines; i++) {
        const store_line *line = &j->line[i];
        if (line->n != p->lines) return fault_at(why, "table.cut", NULL, 0, 0);
        if (!table_redo(&p->t, line->text, line->size, line->sum, &h->events, why)) return false;
        p->lines++;
        house_talk_add(p, &h->events, line->text, line->size);
    }
    *why = j->why;
    if (j->found != STORE_FOUND) return false;
    return !j->row.over || p->t.phase == TABLE_OVER || fault_at(why, "table.cut", NULL, 0, 0);
}

/* With a 0 at its end, to be freed. */
static char *copy_text(const char *s, size_t n) {
    char *copy = malloc(n + 1);
    if (!copy) abort();
    memcpy(copy, s, n);
    copy[n] = 0;
    return copy;
}

/* Reads the table and its journal into p. */
static bool read_table(house *h, house_table *p, const store_journal *j, fault *why) {
    const store_row *row = &j->row;
    agreement a;
    p->lines = 0;
    set_key(h, p, row->key);
    if (j->found != STORE_FOUND && !row->key[0]) { /* not even the row can be read */
        *why = j->why;
        return false;
    }
    if (!read_agreement(row->text, row->size, &a, why)) return agreement_damaged(why);
    p->game = a.game;
    bool good = set_up_table(h, p, &a, copy_text(row->text, row->size), row->secret, why);
    agreement_free(&a);
    if (!good) return agreement_damaged(why);
    if (!read_journal(h, p, j, why)) return false;
    bool timeless = row->made == STORE_NO_TIME;
    if (!timeless && (row->made < -max_time || row->made > max_time))
        return fault_at(why, "table.made", NULL, 0, 0);
    p->over = row->over;
    /* a table whose clock runs keeps the time that it had in memory */
    if (p->due == INT64_MAX) p->made = timeless ? house_now(h) - p->t.now : row->made;
    p->used = p->made + p->t.now - LINGER; /* if nobody comes it is unloaded again */
    return true;
}

house_table *house_table_visit(house *h, int64_t number, const store_answer *a, fault *why) {
    static const store_journal unreadable = {.found = STORE_UNREADABLE};
    store_journal j = a->journals ? *a->journal : unreadable;
    if (a->found == STORE_MISSING) return NULL;
    if (!a->journals) j.why = a->why;
    house_table *p = calloc(1, sizeof *p);
    if (!p) abort();
    p->number = number;
    p->visiting = true;
    p->due = INT64_MAX;
    if (read_table(h, p, &j, why)) return p;
    close_table(p);
    p->damage = "house.damaged";
    house_table *known = house_table_in_memory(h, number);
    if (known && known->box) return p; /* what is in memory goes on */
    if (!known) {
        known = add_table(h, number);
        known->game = p->game;
        set_key(h, known, j.row.key);
    }
    known->lines = p->lines;
    mark_damaged(h, known, why);
    p->damage = known->damage;
    return p;
}

void house_table_visit_end(house_table *p) {
    close_table(p);
    free(p);
}

/* A table that is ahead of the house's time has run by another clock: then its time goes on from now. */
static void adapt_time(const house *h, house_table *p) {
    int64_t now = house_now(h);
    if (p->made + p->t.now > now) {
        p->made = now - p->t.now;
        p->used = now - LINGER;
    }
}

/* When a clock runs out next, in the house's time. */
static int64_t clock_due(const house_table *p) {
    int64_t due = table_due(&p->t);
    return due == INT64_MAX ? due : p->made + due;
}

/* Does the table wait for a person who has unlimited time? */
static bool waits_for_person(const house_table *p) {
    return p->t.phase == TABLE_PLAYING && !table_bots(&p->t) && table_due(&p->t) == INT64_MAX;
}

/* Does what was cut off when the table was last in memory, with the next tick. */
static void take_table(house *h, const store_journal *j) {
    house_table *p = house_table_in_memory(h, j->row.number);
    fault why;
    if (j->row.node[0]) return;
    if (!p) p = add_table(h, j->row.number);
    p->loading = false;
    if (p->box) return;
    p->epoch = j->row.epoch;
    p->given_up = 0;
    p->rematching = false;
    p->generation = ++h->generations;
    if (!read_table(h, p, j, &why)) {
        mark_damaged(h, p, &why); /* the other tables go on */
        return;
    }
    p->damage = NULL;
    p->stored = h->put;
    p->dirty = p->open && h->terms.engine->shared; /* other nodes may list it as it was */
    house_drop_listing(h, p->key);
    if (h->opening) { /* the house's time continues from the latest line, so clocks stood still while it was closed */
        if (p->made + p->t.now > h->opened) h->opened = p->made + p->t.now;
        if (waits_for_person(p)) house_table_unload(h, p, true);
        return;
    }
    adapt_time(h, p);
    if (j->row.over) return;
    p->resumed = true;
    house_table_schedule(h, p, 0);
}

void house_take_table(house *h, const store_question *q, const store_answer *a) {
    house_table *p = q->key[0] ? NULL : house_table_in_memory(h, q->number);
    if (a->journals) take_table(h, a->journal);
    if (!p) return;
    p->loading = false;
    if (a->found == STORE_UNREADABLE && !p->box) {
        p->lines = 0;
        mark_damaged(h, p, &a->why);
    } else if (!p->box && !p->damage) /* it is gone, or another node runs it */
        house_table_unload(h, p, true);
}

house_table *house_table_by_key(house *h, const char *key, fault *why) {
    store_question q = {.what = STORE_RUN};
    fault_at(why, "house.no-table", NULL, 0, 0);
    if (strlen(key) != STORE_KEY) return NULL;
    house_table *p = key_in_memory(h, key);
    if (p && (p->box || (p->damage && p->retry_at > house_now(h)))) return p;
    memcpy(q.key, key, sizeof q.key);
    if (h->task->guest) memcpy(q.not_at, h->task->guest->missed, sizeof q.not_at);
    const store_answer *a = house_ask(h, &q);
    if (!a) return NULL;
    p = key_in_memory(h, key);
    if (p || a->found == STORE_MISSING) return p;
    if (a->found == STORE_UNREADABLE) { /* nobody knows whether there is such a table */
        fault_at(why, "house.unreadable", NULL, 0, 0);
        return NULL;
    }
    memcpy(h->elsewhere, a->journal->row.node, sizeof h->elsewhere);
    return NULL;
}

static void proceed(house *h, house_table *p);

static void put_of(house *h, const house_table *p, enum store_kind kind) {
    house_put(h, &(store_entry){.kind = kind, .number = p->number, .epoch = p->epoch});
}

static void put_over(house *h, house_table *p) {
    p->over = house_time(h);
    put_of(h, p, STORE_OVER);
}

/* Does what was cut off when the table was last in memory: a start, a bot's move, the mark that it is over. */
static void resume(house *h, house_table *p) {
    p->resumed = false;
    if (p->t.phase == TABLE_OVER) put_over(h, p);
    proceed(h, p);
}

/* The tables go on, now that the house's time is known. */
static void resume_all(house *h) {
    int64_t idle = (h->terms.limits[LIMIT_IDLE] - 1) * HOUSE_HOUR; /* people get an hour to come back */
    for (house_table *p = LIST_FIRST(&h->tables), *next; p; p = next) {
        next = LIST_NEXT(p, in_house);
        if (!p->box) continue;
        if (!p->lines) p->used = h->opened;
        if (p->used < h->opened - idle) p->used = h->opened - idle;
        resume(h, p);
        house_table_tick(h, p);
    }
}

static void take_orphans(void *of, store_answer *a) {
    house *h = of;
    h->taking = false;
    h->unreadable.say = NULL;
    if (a->found == STORE_UNREADABLE) h->unreadable = a->why;
    h->taken = a->journals;
    h->none_taken = a->journals ? 0 : h->none_taken + 1;
    h->none_at = h->terms.env.clock(h->terms.env.to);
    for (size_t i = 0; i < a->journals; i++)
        take_table(h, &a->journal[i]);
    store_answer_free(a);
}

/* Its share of them; but if some are still left when there was nothing more in that for a while, all. */
void house_take_orphans(house *h) {
    enum { AT_A_TIME = 200, WHILE = 2 };
    if (h->taking) return;
    /* long ago there were none; now another node has died, and the rest must have time to take their shares */
    if (h->terms.env.clock(h->terms.env.to) > h->none_at + h->terms.limits[LIMIT_LEASE] / 2)
        h->none_taken = 0;
    store_question q = {.what = STORE_RUN_SOME, .most = AT_A_TIME, .n = h->none_taken < WHILE};
    h->taking = true;
    h->terms.engine->ask(h->store, &q, take_orphans, h);
}

bool house_table_load_all(house *h, fault *why) {
    h->opening = !h->terms.engine->shared; /* otherwise house_follow_store() takes them later */
    while (h->opening) {
        house_take_orphans(h);
        h->opening = h->taken;
    }
    *why = h->unreadable;
    if (why->say) return false;
    resume_all(h);
    return true;
}

house_table *house_table_create(house *h, const agreement *a, int64_t number, fault *why) {
    static const char letters[] =
        "abcdefghijkmnpqrstuvwxyz23456789"; /* 32 that are not confused with each other */
    uint8_t secret[DEAL_SECRET], bytes[STORE_KEY];
    char key[STORE_KEY + 1] = "";
    const house_env *env = &h->terms.env;
    house_table *p = add_table(h, number);
    p->epoch = h->terms.engine->shared;
    p->generation = ++h->generations;
    p->made = house_now(h) - 1; /* a time of 0 is no time */
    env->random(env->to, secret, sizeof secret);
    env->random(env->to, bytes, sizeof bytes);
    for (int i = 0; i < STORE_KEY; i++)
        key[i] = letters[bytes[i] % 32];
    set_key(h, p, key);
    if (!set_up_table(h, p, a, json_dumps(a->json, JSON_COMPACT | JSON_SORT_KEYS), secret, why)) {
        house_table_unload(h, p, true);
        return NULL;
    }
    store_entry e = {.kind = STORE_TABLE, .number = p->number, .n = p->made};
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
    gm_seats asked = table_asked(t); /* they also get the legal moves */
    if (asked & (BIT(a->who) | BIT(b->who)) || a->n_muted || b->n_muted) return false;
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
    int64_t now = house_now(h), time = now - p->made;
    bool was_over = p->t.phase == TABLE_OVER;
    text t = text_on(full, sizeof full);
    text_int(&t, time > p->t.now ? time : p->t.now);
    text_char(&t, ' ');
    text_put(&t, line);
    if (t.cut) return fault_at(why, "table.long", NULL, 0, 0);
    if (!table_do(&p->t, full, t.used, &h->events, why)) return false;
    p->used = now;
    if (h->events.n) {
        store_seats(h, p);
        /* Somebody went back from the end.  If a crash loses the line that says so, the table is marked as over again when it is
         * read; the other way round, it would look as if its last lines were lost. */
        if (was_over && p->t.phase == TABLE_PLAYING) put_of(h, p, STORE_RESUMED);
        store_entry e = {.kind = STORE_LINE,
                         .number = p->number,
                         .n = p->lines++,
                         .text = full,
                         .size = t.used,
                         .epoch = p->epoch};
        memcpy(e.bytes, p->t.sum, TABLE_SUM);
        p->stored = house_put(h, &e);
        h->lines++;
        house_talk_add(p, &h->events, full, t.used);
        tell_all(h, p, from, re);
        after_line(h, p);
    } else if (from) /* a move that was sent twice */
        house_send_update(h, from, &p->t, &h->events, p->lines, re);
    return true;
}

/* ---- what follows from a line ---------------------------------------------------------------------------------- */

static void discard_thoughts(house *h, house_table *p) {
    p->generation = ++h->generations;
    p->thinking = 0;
}

/* Is every seat taken, and is every person ready: has added to the deals? */
static bool can_start(const table *t) {
    int people = 0;
    for (int q = 0; q < gm_seat_count(t->match.box); q++) {
        const table_seat *s = &t->seat[q];
        if (s->person ? !s->nonce.size : !s->bot[0]) return false;
        people += s->person != 0;
    }
    return t->phase == TABLE_WAITING && people;
}

/* Does a line in somebody's name: "WHO VERB NUMBER WORD", without a number below 0 or a word that is NULL. */
static void do_line(house *h, house_table *p, table_person who, const char *verb, int number,
                    const char *word) {
    char line[TABLE_LINE];
    text t = text_on(line, sizeof line);
    fault why;
    text_int(&t, who);
    text_char(&t, ' ');
    text_put(&t, verb);
    if (number >= 0) text_char(&t, ' '), text_int(&t, number);
    if (word) text_char(&t, ' '), text_put(&t, word);
    house_table_do(h, p, line, NULL, NULL, &why);
}

/* Sets the options that the game wants to be different next time. */
static void set_next_options(const table *t, json_t *agreed) {
    const gm_match *m = &t->match;
    gm_next_setting next[GM_MAX_SETTINGS];
    if (!m->game->next_settings) return;
    gm_move *heard = malloc(((size_t)m->n + 1) * sizeof *heard);
    json_t *options = json_object();
    if (!heard) abort();
    gm_match_replay_story(m, GM_SPECTATOR, heard);
    int n = m->game->next_settings(m->box, &(gm_story){m->n, m->by, heard}, next);
    json_object_update(options, json_object_get(agreed, "options"));
    for (int i = 0; i < n; i++)
        json_object_set_new(options, next[i].key, json_string(next[i].value));
    json_object_set_new(agreed, "options", options);
    free(heard);
}

/* The agreement of the next game.  People wanted the same game again, so its rules are of the same edition. */
static bool next_agreement(const house_table *p, agreement *a, fault *why) {
    agreement now;
    if (!read_agreement(p->agreed, strlen(p->agreed), &now, why)) return false;
    json_object_set_new(now.json, "before", json_integer(p->number));
    json_object_set_new(now.json, "edition", json_integer(now.order.edition));
    set_next_options(&p->t, now.json);
    bool good = agreement_read(a, now.json, 0, why);
    agreement_free(&now);
    return good;
}

/* People keep their colours in a rematch, whether they chose them or not. */
static void keep_colours(house *h, const house_table *p, house_table *again) {
    const gm_match *m = &p->t.match;
    uint8_t colour[GM_MAX_SEATS];
    gm_thing thing;
    int seats = gm_seat_count(m->box);
    for (int q = 0; table_colours(&p->t, colour) && q < seats; q++)
        if (p->t.seat[q].person && m->game->thing(m->box, "player-colour", colour[q], &thing))
            do_line(h, again, p->t.seat[q].person, "colour", (q + 1) % seats, thing.code);
}

/* Another game with the same people, each moved on by one seat. */
static void rematch(house *h, house_table *p, int64_t number) {
    agreement a;
    fault why;
    int seats = gm_seat_count(p->t.match.box);
    if (!next_agreement(p, &a, &why)) return;
    house_table *again = house_table_create(h, &a, number, &why);
    agreement_free(&a);
    if (!again) return;
    for (int i = 0; i < p->t.n_removed; i++) /* first: they must not sit down in between */
        do_line(h, again, p->t.terms.host, "ban", (int)p->t.removed[i], NULL);
    if (p->t.silenced) do_line(h, again, p->t.terms.host, "silence", -1, "on");
    for (int q = 0; q < seats; q++) {
        const table_seat *s = &p->t.seat[q];
        if (s->person)
            do_line(h, again, s->person, "sit", (q + 1) % seats, s->name);
        else
            do_line(h, again, p->t.terms.host, "bot", (q + 1) % seats, s->bot);
    }
    keep_colours(h, p, again);
    jsonw_put_string(house_begin(h, NULL), "again", again->key);
    house_end(h);
    house_guest *g;
    LIST_FOREACH (g, &p->guests, at_table)
        if (!table_is_removed(&p->t, g->person)) {
            if (g->who != GM_SPECTATOR) memcpy(g->again, again->key, sizeof g->again);
            house_send(h, g);
        }
}

static void make_rematch(house *h, house_task *t) {
    const store_answer *a = house_ask(h, &(store_question){.what = STORE_NEW_TABLE});
    if (!a) return;
    house_table *p = house_table_in_memory(h, strtoll(t->bytes, NULL, 10));
    if (p) p->rematching = false;
    if (a->found != STORE_FOUND || !p || !p->box) return;
    if (a->number[0] > h->last_table) h->last_table = a->number[0];
    rematch(h, p, a->number[0]);
}

/* It may have to wait for the number of its table. */
static void ask_for_rematch(house *h, house_table *p) {
    char number[24] = "";
    p->rematching = true;
    text t = text_on(number, sizeof number);
    text_int(&t, p->number);
    house_do(h, NULL, make_rematch, number, NULL, NULL);
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
        if (seat || e->kind == TABLE_E_BACK || e->kind == TABLE_E_OVER) discard_thoughts(h, p);
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
        put_over(h, p);
        house_log(h, "over", p->number, 0, NULL);
    }
    if (again) ask_for_rematch(h, p);
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
    k->box = p->box;
    k->box->uses++;
    return k;
}

/* Bots that are asked think at once and answer after a fixed delay, so that the time they took tells nothing. */
static void ask_bots(house *h, house_table *p) {
    BITS_EACH (q, table_bots(&p->t) & (gm_seats)~p->thinking) {
        p->thinking |= (gm_seats)BIT(q);
        p->chosen[q] = 0;
        p->answer_at[q] = house_now(h) + h->terms.limits[LIMIT_DELAY];
        h->terms.env.think(h->terms.env.to, new_thought(p, (gm_seat)q));
    }
}

void house_think(house_thought *k) {
    uint64_t work;
    k->chosen = k->bot->choose(&k->view, &k->story, &k->luck, &work);
}

void house_thought_done(house *h, house_thought *k) {
    house_table *p = house_table_in_memory(h, k->table);
    bool wanted = p && p->box && p->generation == k->generation;
    if (wanted) p->chosen[k->seat] = k->chosen;
    release_box(k->box);
    free(k);
    if (wanted) house_table_tick(h, p);
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

/* The journal knows who stated what and when; a table that has been played does not.  Statements for which there is no
 * room are left out. */
static bool record_journal(const house_table *p, const store_journal *j, record *r) {
    table t;
    table_events events = {0};
    fault why;
    bool good = true;
    table_open(&t, p->t.match.game, p->t.match.box, &p->t.terms, p->agreed, p->t.secret);
    t.pick = p->t.pick;
    for (size_t k = 0; good && k < j->lines; k++) {
        const store_line *line = &j->line[k];
        good = table_redo(&t, line->text, line->size, line->sum, &events, &why);
        for (int i = 0; good && i < events.n; i++) {
            const table_event *e = &events.event[i];
            if (e->kind == TABLE_E_MOVE) gm_match_play(&r->match, e->seat, t.match.move[e->n]);
            if (e->kind == TABLE_E_BACK) record_take_back(r, e->n);
            if (e->kind == TABLE_E_STATE) record_state(r, e->seat, e->heard[GM_SPECTATOR]);
        }
    }
    r->practice = t.practice;
    table_close(&t);
    table_events_free(&events);
    return good;
}

/* The text of the record, to be freed.  NULL: why. */
static char *write_record(house *h, const house_table *p, const store_journal *j, size_t *size, fault *why) {
    deal_nonce nonces[GM_MAX_SEATS] = {0};
    agreement a;
    if (!read_agreement(j->row.text, j->row.size, &a, why)) return NULL;
    if (!h->record) h->record = malloc(sizeof *h->record);
    if (!h->record) abort();
    record *r = h->record;
    h->cost += COST_RECORD + COST_MOVE * p->t.match.n;
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
    fault_at(why, "house.record", NULL, 0, 0);
    if (!record_journal(p, j, r)) return NULL;
    char *s = malloc(RECORD_TEXT);
    if (!s) abort();
    text t = text_on(s, RECORD_TEXT);
    if (record_write(r, &t)) {
        *size = t.used;
        return s;
    }
    free(s);
    return NULL;
}

char *house_record_of(house *h, int64_t number, const store_answer *a, size_t *size, fault *why) {
    char *s = NULL;
    const house_table *now = house_table_in_memory(h, number);
    house_table *p = house_table_visit(h, number, a, why);
    fault_at(why, "house.no-table", NULL, 0, 0);
    if (!p) return NULL;
    fault_at(why, p->damage ? p->damage : "table.not-over", NULL, 0, 0);
    /* that it is over must be durable, too, because a record tells everything */
    if (!p->damage && a->journal->row.over &&
        !(now && now->box && now->stored > h->terms.engine->durable(h->store)))
        s = write_record(h, p, a->journal, size, why);
    house_table_visit_end(p);
    return s;
}

static void run_record(house *h, house_task *t) {
    store_question q = {.what = STORE_LOOK};
    fault why;
    size_t size = 0;
    char *s = NULL;
    fault_at(&why, "house.no-table", NULL, 0, 0);
    if (t->size == STORE_KEY) {
        memcpy(q.key, t->bytes, STORE_KEY);
        const store_answer *a = house_ask(h, &q);
        if (!a) return;
        if (a->journals)
            s = house_record_of(h, a->journal->row.number, a, &size, &why);
        else if (a->found == STORE_UNREADABLE)
            fault_at(&why, "house.unreadable", NULL, 0, 0);
    }
    t->done(t->to, s, size, s ? NULL : &why);
}

house_task *house_record(house *h, house_account *by, const char *key, house_done *done, void *to) {
    return house_do(h, by, run_record, key, done, to);
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
    int64_t due = clock_due(p);
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
static bool is_idle(const house *h, const house_table *p, int64_t now) {
    return LIST_EMPTY(&p->guests) && !p->dirty && !p->thinking && p->stored <= h->durable &&
           p->t.phase != TABLE_WAITING && p->used + LINGER <= now && p->due > now + LINGER;
}

void house_table_tick(house *h, house_table *p) {
    int64_t now = house_now(h);
    fault why;
    if (h->handed_over) return;
    if (!p->box) {
        house_table_schedule(h, p, p->due > now ? p->due : now + LINGER); /* again later if loading fails */
        if (p->due > now || p->loading || (p->damage && p->retry_at > now)) return;
        p->loading = true;
        int64_t number = p->number;
        house_ask(h, &(store_question){.what = STORE_RUN, .number = number});
        p = house_table_in_memory(h, number);
        if (!p || !p->box) return;
    }
    if (p->resumed) resume(h, p);
    if (clock_due(p) <= now) house_table_do(h, p, "clock", NULL, NULL, &why);
    play_due_answers(h, p, now);
    if (is_abandoned(h, p, now)) {
        p->t.phase = TABLE_OVER; /* for the lobby */
        house_tell_lobby(h, p);
        put_of(h, p, STORE_GONE);
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
    /* if it were released now, a claim that has succeeded already would be void, and nobody here would know */
    if (is_idle(h, p, now) && house_is_asked_for(h, p)) p->used = now;
    int64_t next = p->dirty ? earlier(p->due, p->told + LOBBY_INTERVAL) : p->due;
    if (LIST_EMPTY(&p->guests) && p->used + LINGER > now) next = earlier(next, p->used + LINGER);
    bool forget = is_idle(h, p, now);
    house_table_schedule(h, p, forget ? p->due : next > now ? next : now + 1);
    if (forget && p->due == INT64_MAX && h->terms.engine->shared) put_of(h, p, STORE_RELEASE);
    if (forget) house_table_unload(h, p, false);
}
