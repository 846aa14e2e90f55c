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
    bool run;           /* the tables that were open have been asked for */
    int64_t last_person, last_table;
};

static store fake_disk;

/* The greatest numbers. */
static inline void fake_count(store *s) {
    s->last_person = s->last_table = 0;
    for (size_t i = 0; i < s->durable; i++) {
        const store_entry *e = &s->entry[i].e;
        bool at = e->kind == STORE_TABLE || e->kind == STORE_SIT || e->kind == STORE_REPORT;
        if (e->kind == STORE_PERSON && e->number > s->last_person) s->last_person = e->number;
        if (at && e->number > s->last_table) s->last_table = e->number;
    }
}

static inline store *fake_open_store(const char *where, const store_user *user, fault *why) {
    (void)where, (void)user;
    *why = (fault){0};
    fake_disk.before = fake_disk.n;
    fake_disk.run = false;
    fake_count(&fake_disk);
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

static inline void fake_set_name(const store *s, store_owner *o) {
    for (const store_entry *e = NULL; (e = fake_next(s, e, STORE_PERSON));)
        if (e->number == o->person) snprintf(o->name, sizeof o->name, "%s", e->text);
}

static inline void fake_add_muted(const store *s, int64_t person, store_answer *a) {
    for (const store_entry *e = NULL; (e = fake_next(s, e, STORE_MUTE));) {
        bool last = e->number == person;
        for (size_t i = (size_t)((const fake_entry *)(const void *)e - s->entry) + 1; last && i < s->durable;
             i++) {
            const store_entry *later = &s->entry[i].e;
            last = (later->kind != STORE_MUTE && later->kind != STORE_UNMUTE) || later->number != person ||
                   later->n != e->n;
        }
        if (last) store_add_number(a, e->n);
    }
}

static inline store_found fake_find_owner(const store *s, const uint8_t hash[STORE_HASH], store_answer *a) {
    store_device d;
    for (const store_entry *t = NULL; (t = fake_next(s, t, STORE_TOKEN));) {
        if (memcmp(t->bytes, hash, STORE_HASH) || !fake_read_token(s, t, &d)) continue;
        a->owner = (store_owner){.person = t->number, .device = d.number, .used = d.used};
        fake_set_name(s, &a->owner);
        fake_add_muted(s, t->number, a);
        return STORE_FOUND;
    }
    return STORE_MISSING;
}

/* A code is the latest of its person, was not used and not taken back. */
static inline store_found fake_use_code(store *s, const store_question *q, store_answer *a) {
    for (size_t i = 0; i < s->n; i++) {
        store_entry *e = &s->entry[i].e;
        bool good = e->kind == STORE_CODE && !memcmp(e->bytes, q->bytes, STORE_HASH) && e->n > q->n;
        for (size_t k = i + 1; good && k < s->n; k++) {
            const store_entry *later = &s->entry[k].e;
            good = (later->kind != STORE_CODE && later->kind != STORE_NO_CODE) || later->number != e->number;
        }
        if (!good) continue;
        e->n = 0;
        a->owner = (store_owner){.person = e->number};
        for (size_t k = 0; k < s->n; k++)
            if (s->entry[k].e.kind == STORE_TOKEN && s->entry[k].e.number == e->number &&
                s->entry[k].e.n > a->owner.device)
                a->owner.device = s->entry[k].e.n;
        a->owner.device++;
        fake_set_name(s, &a->owner);
        fake_add_muted(s, e->number, a);
        return STORE_FOUND;
    }
    return STORE_MISSING;
}

/* In the order in which they were signed in. */
static inline void fake_add_devices(const store *s, const store_question *q, store_answer *a) {
    store_device d;
    int most = q->most;
    for (const store_entry *t = NULL; most && (t = fake_next(s, t, STORE_TOKEN));)
        if (t->number == q->number && fake_read_token(s, t, &d)) store_add_device(a, &d), most--;
}

static inline const store_entry *fake_find_table(const store *s, const char *key, int64_t number) {
    for (const store_entry *e = NULL; (e = fake_next(s, e, STORE_TABLE));)
        if ((key && *key ? !strcmp(key, e->key) : number == e->number) && !fake_has(s, STORE_GONE, e->number))
            return e;
    return NULL;
}

static inline bool fake_is_over(const store *s, int64_t number) {
    bool over = false;
    for (size_t i = 0; i < s->n; i++) { /* entries that are not durable yet count, too */
        const store_entry *e = &s->entry[i].e;
        if (e->number == number && (e->kind == STORE_OVER || e->kind == STORE_RESUMED))
            over = e->kind == STORE_OVER;
    }
    return over;
}

static inline void fake_add_journal(const store *s, const store_entry *t, bool lines, store_answer *a) {
    store_row row = {.number = t->number,
                     .made = t->n,
                     .over = fake_is_over(s, t->number),
                     .text = t->text,
                     .size = t->size};
    memcpy(row.secret, t->bytes, STORE_SECRET);
    memcpy(row.key, t->key, sizeof row.key);
    store_add_journal(a, &row);
    for (size_t i = 0; lines && i < s->n; i++) {
        const store_entry *e = &s->entry[i].e; /* lines that are not durable yet count, too */
        static const uint8_t none[STORE_SUM];  /* a line of an older program */
        const uint8_t *sum = memcmp(e->bytes, none, sizeof none) ? e->bytes : NULL;
        if (e->kind == STORE_LINE && e->number == t->number)
            store_add_line(a, &(store_line){e->n, e->text, e->size, sum});
    }
}

static inline void fake_add_tables_of(const store *s, const store_question *q, store_answer *a) {
    int64_t below = q->n ? q->n : INT64_MAX;
    for (int i = 0; i < q->most; i++) {
        int64_t next = 0;
        for (size_t k = 0; k < s->n; k++) { /* entries that are not durable yet count, too */
            const store_entry *e = &s->entry[k].e;
            if (e->kind == STORE_SIT && e->n == q->number && e->number < below && e->number > next &&
                !fake_has(s, STORE_GONE, e->number))
                next = e->number;
        }
        if (!next) break;
        store_add_number(a, below = next);
    }
}

/* The agreements are JSON without spaces. */
static inline const store_entry *fake_find_rematch(const store *s, const store_question *q) {
    char before[40];
    snprintf(before, sizeof before, "\"before\":%lld,", (long long)q->number);
    for (const store_entry *t = NULL; (t = fake_next(s, t, STORE_TABLE));)
        for (size_t k = 0; k < s->n && strstr(t->text, before); k++) {
            const store_entry *e = &s->entry[k].e;
            if (e->kind == STORE_SIT && e->number == t->number && e->n == q->n) return t;
        }
    return NULL;
}

/* Nothing here is ever old. */
static inline store_found fake_answer(store *s, const store_question *q, store_answer *a) {
    const store_entry *t;
    switch (q->what) {
    case STORE_OWNER: return fake_find_owner(s, q->bytes, a);
    case STORE_USE_CODE: return fake_use_code(s, q, a);
    case STORE_DEVICES: fake_add_devices(s, q, a); break;
    case STORE_TABLES_OF: fake_add_tables_of(s, q, a); break;
    case STORE_REMATCH:
    case STORE_LOOK:
    case STORE_RUN:
        t = q->what == STORE_REMATCH ? fake_find_rematch(s, q) : fake_find_table(s, q->key, q->number);
        if (!t) return STORE_MISSING;
        fake_add_journal(s, t, q->what != STORE_REMATCH, a);
        break;
    case STORE_RUN_SOME:
        for (t = NULL; !s->run && (t = fake_next(s, t, STORE_TABLE));)
            if (!fake_has(s, STORE_GONE, t->number) && !fake_is_over(s, t->number))
                fake_add_journal(s, t, true, a);
        s->run = true;
        break;
    case STORE_LAST: store_add_number(a, s->last_person), store_add_number(a, s->last_table); break;
    case STORE_NEW_PERSON: store_add_number(a, ++s->last_person); break;
    case STORE_NEW_TABLE: store_add_number(a, ++s->last_table); break;
    case STORE_OLD:
    case STORE_OWN:
    case STORE_ALL: break;
    }
    return STORE_FOUND;
}

static inline void fake_ask(store *s, const store_question *q, store_take_answer *take, void *to) {
    store_answer *a = store_answer_new();
    a->found = fake_answer(s, q, a);
    take(to, a);
}

static const store_engine fake_store = {
    .open = fake_open_store,
    .close = fake_close_store,
    .put = fake_put,
    .durable = fake_durable,
    .broken = fake_broken,
    .ask = fake_ask,
};

/* ---- late answers ------------------------------------------------------------------------------------------
 *
 * If SAFEHOUSE_LATE is set, every store answers within the next tick, but for what the house asks when it opens.  Tests of
 * the house must hold either way. */

typedef struct {
    store_question q;
    store_take_answer *take;
    void *to;
} fake_question;

static struct {
    const store_engine *real;
    fake_question *asked;
    int n;
} fake_late;

static inline void fake_ask_late(store *s, const store_question *q, store_take_answer *take, void *to) {
    if (q->what == STORE_RUN_SOME || q->what == STORE_LAST) {
        fake_late.real->ask(s, q, take, to);
        return;
    }
    fake_late.asked = realloc(fake_late.asked, (size_t)(fake_late.n + 1) * sizeof *fake_late.asked);
    fake_require(fake_late.asked);
    fake_late.asked[fake_late.n++] = (fake_question){*q, take, to};
}

/* Questions that are asked meanwhile wait for the next time. */
static inline void fake_deliver(store *s) {
    for (int n = fake_late.n; n > 0; n--) {
        fake_question first = fake_late.asked[0];
        memmove(fake_late.asked, fake_late.asked + 1, (size_t)--fake_late.n * sizeof first);
        fake_late.real->ask(s, &first.q, first.take, first.to);
    }
}

static inline void fake_close_late(store *s) {
    free(fake_late.asked);
    fake_late.asked = NULL;
    fake_late.n = 0;
    fake_late.real->close(s);
}

static inline const store_engine *fake_engine(const store_engine *engine) {
    static store_engine late;
    if (!getenv("SAFEHOUSE_LATE")) return engine;
    fake_late.real = engine;
    late = *engine;
    late.ask = fake_ask_late;
    late.deliver = fake_deliver;
    late.close = fake_close_late;
    return &late;
}

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

static inline int64_t fake_time(void *to) {
    (void)to;
    return fake.today * 86400 + fake.now / 1000;
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
                                       .time = fake_time,
                                       .log = fake_log,
                                       .space = fake_space},
                               .engine = fake_engine(engine),
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

/* A record, or whether a token is somebody's, as soon as the store has answered. */
static struct {
    bool came;
    char *body;
    size_t size;
    fault why;
} fake_answered;

static inline void fake_take(void *to, char *body, size_t size, const fault *why) {
    (void)to;
    fake_answered.came = true;
    fake_answered.body = body;
    fake_answered.size = size;
    fake_answered.why = why ? *why : (fault){0};
}

static inline char *fake_record(const char *key, size_t *size, fault *why) {
    fake_answered.came = false;
    house_record(fake.h, NULL, key, fake_take, NULL);
    while (!fake_answered.came)
        house_tick(fake.h);
    *size = fake_answered.size;
    *why = fake_answered.why;
    return fake_answered.body;
}

static inline bool fake_knows(const char *token, fault *why) {
    fake_answered.came = false;
    house_knows(fake.h, NULL, token, fake_take, NULL);
    while (!fake_answered.came)
        house_tick(fake.h);
    *why = fake_answered.why;
    return !why->say;
}

/* ---- time --------------------------------------------------------------------------------------------------------- */

/* Does what is due now, and lets every socket fetch its messages.  Returns the milliseconds until there is more
 * to do; negative: the store is broken. */
static inline int64_t fake_settle(void) {
    for (;;) {
        int64_t next = house_tick(fake.h);
        bool any = fake_late.n, deaf = false;
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
