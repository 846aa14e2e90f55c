/* fake.h - the surroundings of a house without a network: sockets are structs, the clock moves only when a test
 * moves it, random bytes come from a seed, bots think when the test lets them, and a store can be in memory.
 *
 * Map: the store - guests - the world - time. */
#ifndef TESTS_FAKE_H
#define TESTS_FAKE_H
#include "base/rng.h"
#include "house/house.h"
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Like assert, but NDEBUG does not switch it off. */
static inline void fake_require(bool holds) {
    if (!holds) abort();
}

/* ---- the store -------------------------------------------------------------------------------------
 *
 * A list of all entries that were put.  It outlives the house.  Entries that are not durable when the house
 * closes are lost, as in a crash.  With `at_once`, every entry is durable as soon as it is put. */

typedef struct {
    store_entry e;
    char *words;
} fake_entry;

struct store {
    fake_entry *entry;
    size_t n, room, durable, before; /* before: how many entries there were when the store was opened */
    bool at_once;
    const char *broken; /* why nothing can be written; NULL: the store works */
};

static store fake_disk;

static inline store *fake_open_store(const char *where, void (*wake)(void *), void *to, fault *why) {
    (void)where, (void)wake, (void)to;
    *why = (fault){0};
    fake_disk.before = fake_disk.n;
    return &fake_disk;
}

/* Removes all entries after the first n, as if they had never been put. */
static inline void fake_truncate(size_t n) {
    while (fake_disk.n > n)
        free(fake_disk.entry[--fake_disk.n].words);
    if (fake_disk.durable > n) fake_disk.durable = n;
}

static inline void fake_close_store(store *s) {
    fake_truncate(s->durable);
    s->broken = NULL;
}

static inline void fake_wipe(void) {
    fake_truncate(0);
    free(fake_disk.entry);
    fake_disk = (store){.at_once = true};
}

static inline uint64_t fake_put(store *s, const store_entry *e) {
    if (s->n == s->room) {
        s->room = 2 * s->room + 64;
        s->entry = realloc(s->entry, s->room * sizeof *s->entry);
        fake_require(s->entry);
    }
    fake_entry *f = &s->entry[s->n++];
    *f = (fake_entry){*e, malloc(e->size + 1)};
    fake_require(f->words);
    if (e->size) memcpy(f->words, e->text, e->size);
    f->words[e->size] = 0;
    f->e.text = f->words;
    if (s->at_once) s->durable = s->n;
    return s->n - s->before;
}

static inline uint64_t fake_durable(store *s) { return s->durable < s->before ? 0 : s->durable - s->before; }
static inline const char *fake_broken(store *s) { return s->broken; }

/* The next durable entry of this kind after e; NULL for e gives the first. */
static inline const store_entry *fake_next(const store *s, const store_entry *e, int kind) {
    for (size_t i = e ? (size_t)((const fake_entry *)(const void *)e - s->entry) + 1 : 0; i < s->durable; i++)
        if ((int)s->entry[i].e.kind == kind) return &s->entry[i].e;
    return NULL;
}

static inline bool fake_has(const store *s, int kind, int64_t number) {
    for (const store_entry *e = NULL; (e = fake_next(s, e, kind));)
        if (e->number == number) return true;
    return false;
}

static inline bool fake_max_numbers(store *s, int64_t *person, int64_t *tbl, fault *why) {
    (void)why;
    *person = *tbl = 0;
    for (size_t i = 0; i < s->durable; i++) {
        const store_entry *e = &s->entry[i].e;
        bool at = e->kind == STORE_TABLE || e->kind == STORE_SIT || e->kind == STORE_REPORT;
        if (e->kind == STORE_PERSON && e->number > *person) *person = e->number;
        if (at && e->number > *tbl) *tbl = e->number;
    }
    return true;
}

/* What was put about a token after it; false: its device was signed out.  Sign-outs that are not durable count. */
static inline bool fake_read_token(const store *s, const store_entry *t, store_device *d) {
    *d = (store_device){t->n, t->day, t->day, t->text, t->size};
    for (size_t i = (size_t)((const fake_entry *)(const void *)t - s->entry) + 1; i < s->n; i++) {
        const store_entry *e = &s->entry[i].e;
        if (e->number != t->number) continue;
        if ((e->kind == STORE_SIGN_OUT && e->n == t->n) || (e->kind == STORE_SIGN_OUT_OTHERS && e->n != t->n))
            return false;
        if (e->kind == STORE_USED && e->n == t->n) d->used = e->day;
    }
    return true;
}

static inline store_found fake_owner_of_token(store *s, const uint8_t hash[STORE_HASH], store_owner *out,
                                              fault *why) {
    store_device d;
    (void)why;
    for (const store_entry *t = NULL; (t = fake_next(s, t, STORE_TOKEN));) {
        if (memcmp(t->bytes, hash, STORE_HASH) || !fake_read_token(s, t, &d)) continue;
        *out = (store_owner){.person = t->number, .device = d.number, .used = d.used};
        for (const store_entry *e = NULL; (e = fake_next(s, e, STORE_PERSON));)
            if (e->number == t->number) snprintf(out->name, sizeof out->name, "%s", e->text);
        return STORE_FOUND;
    }
    return STORE_MISSING;
}

/* In the order in which they were signed in. */
static inline bool fake_devices(store *s, int64_t person, int most, store_take_device *take, void *to,
                                fault *why) {
    store_device d;
    (void)why;
    for (const store_entry *t = NULL; most && (t = fake_next(s, t, STORE_TOKEN));)
        if (t->number == person && fake_read_token(s, t, &d)) take(to, &d), most--;
    return true;
}

static inline store_found fake_find_table(store *s, const char *key, int64_t number, store_row *out,
                                          fault *why) {
    (void)why;
    for (const store_entry *e = NULL; (e = fake_next(s, e, STORE_TABLE));) {
        if ((key ? strcmp(key, e->key) != 0 : number != e->number) || fake_has(s, STORE_GONE, e->number))
            continue;
        *out = (store_row){
            .number = e->number, .made = e->n, .over = fake_has(s, STORE_OVER, e->number), .size = e->size};
        memcpy(out->secret, e->bytes, STORE_SECRET);
        memcpy(out->key, e->key, sizeof out->key);
        out->text = malloc(e->size + 1);
        fake_require(out->text);
        memcpy(out->text, e->text, e->size + 1);
        return STORE_FOUND;
    }
    return STORE_MISSING;
}

static inline bool fake_open_tables(store *s, store_callback *take, void *to, fault *why) {
    (void)why;
    for (const store_entry *e = NULL; (e = fake_next(s, e, STORE_TABLE));)
        if (!fake_has(s, STORE_GONE, e->number) && !fake_has(s, STORE_OVER, e->number))
            take(to, e->number, "", 0);
    return true;
}

static inline bool fake_tables_of(store *s, int64_t person, int most, store_callback *take, void *to,
                                  fault *why) {
    int64_t below = INT64_MAX;
    (void)why;
    for (int i = 0; i < most; i++) {
        int64_t next = 0;
        for (size_t k = 0; k < s->n; k++) { /* entries that are not durable yet count, too */
            const store_entry *e = &s->entry[k].e;
            if (e->kind == STORE_SIT && e->n == person && e->number < below && e->number > next &&
                !fake_has(s, STORE_GONE, e->number))
                next = e->number;
        }
        if (!next) break;
        take(to, below = next, "", 0);
    }
    return true;
}

static inline bool fake_muted(store *s, int64_t person, store_callback *take, void *to, fault *why) {
    (void)why;
    for (const store_entry *e = NULL; (e = fake_next(s, e, STORE_MUTE));) {
        bool last = e->number == person;
        for (size_t i = (size_t)((const fake_entry *)(const void *)e - s->entry) + 1; last && i < s->durable;
             i++) {
            const store_entry *later = &s->entry[i].e;
            last = (later->kind != STORE_MUTE && later->kind != STORE_UNMUTE) || later->number != person ||
                   later->n != e->n;
        }
        if (last) take(to, e->n, "", 0);
    }
    return true;
}

static inline bool fake_lines(store *s, int64_t tbl, int64_t n, store_take_line *take, void *to, fault *why) {
    (void)why;
    for (size_t i = 0; i < s->n && !fake_has(s, STORE_GONE, tbl); i++) {
        const store_entry *e = &s->entry[i].e; /* lines that are not durable yet count, too */
        static const uint8_t none[STORE_SUM];  /* a line of an older program */
        const uint8_t *sum = memcmp(e->bytes, none, sizeof none) ? e->bytes : NULL;
        if (e->kind == STORE_LINE && e->number == tbl && e->n >= n)
            take(to, &(store_line){e->n, e->text, e->size, sum});
    }
    return true;
}

/* Nothing here is ever old. */
static inline bool fake_old_tables(store *s, int64_t days, int most, store_callback *take, void *to,
                                   fault *why) {
    (void)s, (void)days, (void)most, (void)take, (void)to, (void)why;
    return true;
}

static const store_engine fake_store = {
    .open = fake_open_store,
    .close = fake_close_store,
    .put = fake_put,
    .durable = fake_durable,
    .broken = fake_broken,
    .max_numbers = fake_max_numbers,
    .owner_of_token = fake_owner_of_token,
    .devices = fake_devices,
    .find_table = fake_find_table,
    .open_tables = fake_open_tables,
    .tables_of = fake_tables_of,
    .muted = fake_muted,
    .old_tables = fake_old_tables,
    .lines = fake_lines,
};

/* ---- guests ---------------------------------------------------------------------------------------------
 *
 * A socket keeps every message that it was sent, and the code with which it was closed. */

typedef struct {
    house_guest *g; /* NULL: the guest has left */
    bool deaf;      /* it fetches no messages */
    int code;       /* the close code; 0: the socket is open */
    int ready;      /* how often the house reported that there are messages */
    int n;          /* how many messages there are in the next two arrays */
    char **got;     /* the messages, each a string */
    size_t *sizes;  /* their sizes */
} fake_socket;

enum { FAKE_SOCKETS = 256, FAKE_THOUGHTS = 4096, FAKE_LOG = 1 << 16 };

static struct {
    house *h;
    house_terms terms;
    fake_socket *socket[FAKE_SOCKETS];
    int sockets;
    int64_t now, today;
    rng rng;
    house_thought *thought[FAKE_THOUGHTS];
    int thoughts;
    bool slow;   /* bots think only in fake_think_all */
    bool manual; /* only the test makes entries durable */
    /* Called with every message; NULL: not called. */
    void (*on_message)(fake_socket *s, const char *m, size_t n);
    char log[FAKE_LOG];
    size_t log_size;
    int64_t space; /* bytes free on the disk; negative: not known */
} fake;

static inline void fake_ready(void *socket) { ((fake_socket *)socket)->ready++; }

static inline void fake_disconnect(void *socket, int code, const char *why) {
    (void)why;
    fake_require(!((fake_socket *)socket)->code);
    ((fake_socket *)socket)->code = code;
}

static inline void fake_queue_thought(void *to, house_thought *t) {
    (void)to;
    fake_require(fake.thoughts < FAKE_THOUGHTS);
    fake.thought[fake.thoughts++] = t;
}

static inline void fake_random(void *to, void *out, size_t n) {
    (void)to;
    for (size_t i = 0; i < n; i++)
        ((uint8_t *)out)[i] = (uint8_t)rng_next(&fake.rng);
}

static inline int64_t fake_clock(void *to) {
    (void)to;
    return fake.now;
}

static inline int64_t fake_today(void *to) {
    (void)to;
    return fake.today;
}

static inline void fake_log(void *to, const char *line, size_t n) {
    (void)to;
    if (fake.log_size + n >= FAKE_LOG) fake.log_size = 0;
    memcpy(fake.log + fake.log_size, line, n);
    fake.log[fake.log_size += n] = 0;
}

static inline int64_t fake_space(void *to) {
    (void)to;
    return fake.space;
}

/* ---- the world ---------------------------------------------------------------------------------------------- */

static inline void fake_wake(void *to) { (void)to; }

/* Default terms.  A test changes those that it is about, then opens the house. */
static inline void fake_terms(const store_engine *engine, const char *data) {
    fake.terms = (house_terms){.env = {.ready = fake_ready,
                                       .disconnect = fake_disconnect,
                                       .think = fake_queue_thought,
                                       .random = fake_random,
                                       .clock = fake_clock,
                                       .today = fake_today,
                                       .log = fake_log,
                                       .space = fake_space},
                               .engine = engine,
                               .data = data,
                               .url = "https://house.example"};
    for (int i = 0; i < LIMITS; i++)
        fake.terms.limits[i] = house_limits[i].default_value;
    fake.now = 5000000;
    fake.today = 20000; /* 2024-10-04 */
    fake.rng.s = 1;
    fake.slow = fake.manual = false;
    fake.on_message = NULL;
    fake.log_size = 0;
    fake.space = -1;
}

static inline bool fake_open_house(void) {
    fault why;
    fake.h = house_open(&fake.terms, fake_wake, NULL, &why);
    return fake.h;
}

static inline fake_socket *fake_connect(const char *from, const char *token, fault *why) {
    fake_require(fake.sockets < FAKE_SOCKETS);
    fake_socket *s = calloc(1, sizeof *s);
    fake_require(s);
    s->g = house_connect(fake.h, s, from, token, why);
    if (s->g) return fake.socket[fake.sockets++] = s;
    free(s);
    return NULL;
}

static inline void fake_free_messages(fake_socket *s) {
    for (int i = 0; i < s->n; i++)
        free(s->got[i]);
    s->n = 0;
}

/* The guest leaves, and the socket is freed with its messages. */
static inline void fake_close_socket(fake_socket *s) {
    if (s->g) house_gone(fake.h, s->g);
    for (int i = 0; i < fake.sockets; i++)
        if (fake.socket[i] == s) fake.socket[i--] = fake.socket[--fake.sockets];
    fake_free_messages(s);
    free(s->got);
    free(s->sizes);
    free(s);
}

static inline bool fake_fetch(fake_socket *s) {
    bool any = false;
    for (house_message *m; s->g && !s->deaf && (m = house_next_message(fake.h, s->g)); any = true) {
        s->got = realloc(s->got, (size_t)(s->n + 1) * sizeof *s->got);
        s->sizes = realloc(s->sizes, (size_t)(s->n + 1) * sizeof *s->sizes);
        fake_require(s->got && s->sizes && (s->got[s->n] = malloc(m->size + 1)));
        memcpy(s->got[s->n], m->bytes, m->size);
        s->got[s->n][m->size] = 0;
        s->sizes[s->n++] = m->size;
        if (fake.on_message) fake.on_message(s, s->got[s->n - 1], m->size);
        house_message_free(fake.h, m);
    }
    return any;
}

/* All bots that were asked think and answer. */
static inline void fake_think_all(void) {
    while (fake.thoughts) {
        house_thought *t = fake.thought[0];
        memmove(fake.thought, fake.thought + 1, (size_t)--fake.thoughts * sizeof *fake.thought);
        house_think(t);
        house_thought_done(fake.h, t);
    }
}

/* All guests leave, and the house closes. */
static inline void fake_close_house(void) {
    while (fake.sockets)
        fake_close_socket(fake.socket[0]);
    fake_think_all();
    house_close(fake.h);
    fake.h = NULL;
}

/* ---- time --------------------------------------------------------------------------------------------------------- */

/* Does what is due now, and lets every socket fetch its messages.  Returns the milliseconds until there is more
 * to do; negative: the store is broken. */
static inline int64_t fake_settle(void) {
    for (;;) {
        int64_t next = house_tick(fake.h);
        bool any = false, deaf = false;
        if (next < 0) return next;
        if (!fake.slow && fake.thoughts) fake_think_all(), any = true;
        for (int i = 0; i < fake.sockets; i++) {
            any |= fake_fetch(fake.socket[i]);
            deaf |= fake.socket[i]->deaf;
        }
        if (!any && (fake.manual || deaf || house_drained(fake.h))) return next;
        if (!any) sched_yield(); /* the store's thread is writing */
    }
}

/* Moves the clock as a server would: by steps of the times that the house asks it to wait. */
static inline void fake_advance(int64_t ms) {
    for (int64_t end = fake.now + ms;;) {
        int64_t next = fake_settle();
        if (fake.now == end) return;
        if (next < 1) next = 1;
        fake.now = next < end - fake.now ? fake.now + next : end;
    }
}

static inline void fake_send(fake_socket *s, const char *m, size_t n) {
    house_receive(fake.h, s->g, m, n);
    fake_settle();
}
#endif
