/* move.c - copies a house; see move.h.
 *
 * Everything is read from one store as entries, which are put into the other.  Then the other is read in the same way.
 * Both readings are in the same order, and hashes are compared: one of each journal, and one of all else of a kind. */
#include "store/move.h"
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    HASH = 32,
    AHEAD = 20000, /* entries that may wait to become durable: some megabytes */
};

/* Entries of a kind; of lines, those of a table. */
typedef struct {
    enum store_kind kind;
    int64_t table, entries;
    uint8_t hash[HASH];
} part;

typedef struct {
    part *part;
    size_t parts, capacity;
    crypto_generichash_state state; /* of the last one */
    store_move_progress *progress;
    void *progress_to;
    bool comparing;
    int64_t all, begun; /* tables: in the store, and journals begun */

    const store_engine *engine; /* where everything is put; NULL: nowhere */
    store *to;
    uint64_t put;
    pthread_mutex_t lock;
    pthread_cond_t woken;
    bool wake;
} reading;

/* ---- hashes ---------------------------------------------------------------------------------------------- */

static void end_part(reading *r) {
    if (r->part) crypto_generichash_final(&r->state, r->part[r->parts - 1].hash, HASH);
}

static void begin_part(reading *r, enum store_kind kind, int64_t table) {
    end_part(r);
    if (!r->part || r->parts == r->capacity) {
        r->capacity = 2 * r->capacity + 64;
        r->part = realloc(r->part, r->capacity * sizeof *r->part);
        if (!r->part) abort();
    }
    r->part[r->parts++] = (part){.kind = kind, .table = table};
    crypto_generichash_init(&r->state, NULL, 0, HASH);
    if (kind == STORE_LINE) r->progress(r->progress_to, r->comparing, r->begun++, r->all);
}

static void hash_bytes(reading *r, const void *bytes, size_t n) {
    crypto_generichash_update(&r->state, bytes, n);
}

static void hash_entry(reading *r, const store_entry *e) {
    int64_t table = e->kind == STORE_LINE ? e->number : 0;
    const part *last = r->parts ? &r->part[r->parts - 1] : NULL;
    if (!last || last->kind != e->kind || last->table != table) begin_part(r, e->kind, table);
    const int64_t numbers[] = {e->number, e->n, e->day, e->no_sum, (int64_t)e->size};
    hash_bytes(r, numbers, sizeof numbers);
    hash_bytes(r, e->key, strlen(e->key));
    hash_bytes(r, e->bytes, sizeof e->bytes);
    hash_bytes(r, e->text, e->size);
    r->part[r->parts - 1].entries++;
}

static bool same_part(const part *a, const part *b) {
    return a->kind == b->kind && a->table == b->table && a->entries == b->entries &&
           !memcmp(a->hash, b->hash, HASH);
}

/* False: why names the first difference. */
static bool compare(const reading *a, const reading *b, store_moved *out, fault *why) {
    for (size_t i = 0; i < a->parts || i < b->parts; i++) {
        const part *p = i < a->parts ? &a->part[i] : &b->part[i];
        if (i >= a->parts || i >= b->parts || !same_part(&a->part[i], &b->part[i])) {
            fault_at(why, p->kind == STORE_LINE ? "moving.journal" : "moving.differs", NULL, 0, 0);
            return fault_number(why, 0, (int)p->table);
        }
        int64_t *n = p->kind == STORE_PERSON  ? &out->people
                     : p->kind == STORE_TABLE ? &out->tables
                     : p->kind == STORE_LINE  ? &out->lines
                                              : &out->others;
        *n += p->entries;
    }
    return true;
}

/* ---- reading and putting ----------------------------------------------------------------------------------- */

static void on_wake(void *to) {
    reading *r = to;
    pthread_mutex_lock(&r->lock);
    r->wake = true;
    pthread_cond_signal(&r->woken);
    pthread_mutex_unlock(&r->lock);
}

/* Waits until at most so many entries are not durable.  False: the store is broken. */
static bool wait_for_store(reading *r, uint64_t most) {
    while (!r->engine->broken(r->to) && r->put - r->engine->durable(r->to) > most) {
        pthread_mutex_lock(&r->lock);
        while (!r->wake)
            pthread_cond_wait(&r->woken, &r->lock);
        r->wake = false;
        pthread_mutex_unlock(&r->lock);
    }
    return !r->engine->broken(r->to);
}

static void take_entry(void *to, const store_entry *given) {
    reading *r = to;
    store_entry e = *given;
    if (r->engine && r->engine->shared) {
        e.epoch = 1;
        if (e.kind == STORE_TABLE) e.n = STORE_NO_TIME; /* what a shared store says */
    } else if (r->engine && e.kind == STORE_TABLE && e.n == STORE_NO_TIME)
        e.n = 0; /* a file has a time, and any will do: the table's own goes on from its last line */
    hash_entry(r, &e);
    if (!r->engine) return;
    if (r->put % (AHEAD / 2) == 0) wait_for_store(r, AHEAD / 2);
    r->put = r->engine->put(r->to, &e);
}

static void count_tables(void *to, store_answer *a) {
    *(int64_t *)to = (int64_t)a->numbers;
    store_answer_free(a);
}

static bool read_all(reading *r, const store_engine *engine, store *s, fault *why) {
    engine->ask(s, &(store_question){.what = STORE_ALL}, count_tables, &r->all);
    bool good = engine->copy(s, take_entry, r, why);
    end_part(r);
    return good;
}

static void note_entry(void *to, const store_entry *e) {
    (void)e;
    *(bool *)to = true;
}

/* There is no store yet, or one without anything in it. */
static bool is_empty(const store_engine *engine, const char *where, fault *why) {
    bool some = false;
    store *s = engine->open_to_read(where, why);
    if (!s) return !strcmp(why->say, "store.no-house");
    bool good = engine->copy(s, note_entry, &some, why);
    engine->close(s);
    return good && (!some || fault_at(why, "moving.not-empty", store_place(where), 0, 0));
}

/* Puts everything, and waits until it is durable. */
static bool put_all(reading *r, const store_engine *from_engine, store *from, const char *to, fault *why) {
    const store_user user = {.node = "move-house", .alone = true, .wake = on_wake, .to = r};
    r->to = r->engine->open(to, &user, why);
    if (!r->to) return false;
    bool good = read_all(r, from_engine, from, why);
    if (!wait_for_store(r, 0)) {
        const char *words = r->engine->broken(r->to);
        fault_at(why, "moving.broken", store_place(to), 0, 0);
        good = fault_with(why, 0, words, strlen(words));
    }
    r->engine->close(r->to);
    return good;
}

static bool compare_with(const reading *was, const char *to, store_moved *out, fault *why) {
    reading is = {.progress = was->progress, .progress_to = was->progress_to, .comparing = true};
    store *s = was->engine->open_to_read(to, why);
    bool good = s && read_all(&is, was->engine, s, why) && compare(was, &is, out, why);
    if (s) was->engine->close(s);
    free(is.part);
    return good;
}

bool store_move(const char *from, const char *to, store_move_progress *progress, void *progress_to,
                store_moved *out, bool *begun, fault *why) {
    const store_engine *engine = store_engine_for(from);
    reading r = {.engine = store_engine_for(to), .progress = progress, .progress_to = progress_to};
    *out = (store_moved){0};
    *begun = false;
    store *s = engine->open_to_read(from, why);
    if (!s) return false;
    pthread_mutex_init(&r.lock, NULL);
    pthread_cond_init(&r.woken, NULL);
    bool good = is_empty(r.engine, to, why);
    if (good) {
        good = put_all(&r, engine, s, to, why) && compare_with(&r, to, out, why);
        *begun = r.put;
    }
    engine->close(s);
    pthread_cond_destroy(&r.woken);
    pthread_mutex_destroy(&r.lock);
    free(r.part);
    return good;
}
