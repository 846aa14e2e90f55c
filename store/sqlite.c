/* sqlite.c - the house's memory in a file of SQLite.
 *
 * Map: the file - the queue - the writer - reading - opening and closing.
 *
 * Three connections: the writer's, used by its thread alone, the copier's, and the reader's.  The write-ahead log
 * lets them work at once; synchronous=FULL makes a commit durable when it returns.  Several hundred
 * entries in one commit cost little more than one, so the writer takes what has gathered, and
 * commits at most every BREATH: under load groups are large, otherwise nobody waits.  A third thread
 * copies the log into the file, because a commit would wait for that; what was added meanwhile is little,
 * so the writer copies that itself, and the log begins anew.
 *
 * Lines belong to their tables, but come from all tables at once: each would change a page of its own.
 * So they are first added to `fresh`, one after the other, and when FOLD of them are there, go in
 * order to where they stay: a table's lines share a page then.  That takes a while, so it is done in
 * small steps, one with each commit, and nobody waits for it.  A reader sees both as one. */
#include "store/store.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

enum {
    BREATH = 8000000, /* nanoseconds */
    FOLD = 8192,      /* lines, */
    STEP = 512,       /* and as many of them at once */
    LOG = 1000,       /* pages of the log that are copied together */
    EDITION = 1,      /* of the tables below */
};

/* An entry in the queue: it is followed by its text. */
typedef struct {
    store_entry e;
    size_t next; /* where the one after it begins */
} waiting;

typedef struct {
    char *at;
    size_t used, room, entries;
} queue;

enum { VERBS = STORE_REPORT + 1 };

struct store {
    sqlite3 *writes, *reads, *copies;
    int64_t fresh;           /* the writer's: lines to be folded later, */
    int64_t folded, folding; /* and of those that are folded now, how many are done */
    int logged;              /* pages in the log */
    int alone;               /* the file, locked as long as the store is open */
    sqlite3_stmt *put[VERBS], *forget, *fold_step, *whose, *find_key, *find_number, *open_tables, *tables_of,
        *muted, *lines;
    void (*wake)(void *to);
    void *to;

    pthread_t thread, copier;
    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t more, full;
    enum { GROWS, COPY, COPIED } log;
    queue gathers, written; /* what gathers; what the writer has in hand */
    uint64_t count, durable;
    bool stopping;
    char *broken;
};

/* ---- the file ---------------------------------------------------------------------------------- */

static const char tables[] =
    "create table if not exists edition (n integer not null) strict;"
    "create table if not exists person (number integer primary key, name text not null) strict;"
    "create table if not exists token (hash blob primary key, person integer not null) strict, without rowid;"
    "create table if not exists tables (number integer primary key, key text not null unique,"
    " over integer not null, secret blob not null, agreed text not null) strict;"
    "create index if not exists tables_open on tables (number) where not over;"
    "create table if not exists line (tbl integer not null, n integer not null, text text not null,"
    " primary key (tbl, n)) strict, without rowid;"
    "create table if not exists fresh (tbl integer not null, n integer not null, text text not null) strict;"
    "create table if not exists sits (person integer not null, tbl integer not null,"
    " primary key (person, tbl)) strict, without rowid;"
    "create table if not exists mute (person integer not null, other integer not null,"
    " primary key (person, other)) strict, without rowid;"
    "create temp table sorted (was integer, tbl integer, n integer, text text);"
    "create table if not exists report (number integer primary key, tbl integer not null, by integer not "
    "null,"
    " text text not null) strict;";

static const char *const puts_it[VERBS] = {
    [STORE_PERSON] = "insert or replace into person (number, name) values (?1, ?3)",
    [STORE_TOKEN] = "insert or ignore into token (person, hash) values (?1, ?4)",
    [STORE_TABLE] = "insert into tables (number, agreed, secret, key, over) values (?1, ?3, ?4, ?5, 0)",
    [STORE_LINE] = "insert into fresh (tbl, n, text) values (?1, ?2, ?3)",
    [STORE_SIT] = "insert or ignore into sits (tbl, person) values (?1, ?2)",
    [STORE_OVER] = "update tables set over = 1 where number = ?1",
    [STORE_GONE] = "delete from tables where number = ?1",
    [STORE_MUTE] = "insert or ignore into mute (person, other) values (?1, ?2)",
    [STORE_UNMUTE] = "delete from mute where person = ?1 and other = ?2",
    [STORE_REPORT] = "insert into report (tbl, by, text) values (?1, ?2, ?3)",
};

/* All at once, or in three kinds of steps: `sorted` is in memory, and numbers its rows from 1. */
static const char
    fold_everything[] =
        "insert or ignore into line select tbl, n, text from fresh order by tbl, n; delete from fresh;"
        "delete from temp.sorted",
    fold_begin[] = "insert into temp.sorted select fresh.rowid, tbl, n, text from fresh order by tbl, n",
    fold_some[] =
        "insert or ignore into line select tbl, n, text from temp.sorted where rowid between ?1 and ?2",
    fold_end[] =
        "delete from fresh where rowid <= (select max(was) from temp.sorted); delete from temp.sorted";

static bool cannot(fault *why, const char *say, const char *where, const char *what) {
    fault_at(why, say, where, 0, 0);
    return fault_with(why, 0, what, strlen(what));
}

static int64_t first_number(sqlite3 *db, const char *sql) {
    sqlite3_stmt *q = NULL;
    int64_t n = 0;
    if (!sqlite3_prepare_v2(db, sql, -1, &q, NULL) && sqlite3_step(q) == SQLITE_ROW)
        n = sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    return n;
}

static bool is_edition(sqlite3 *db) { return first_number(db, "select n from edition") == EDITION; }

/* What is to be said against this file; NULL: it is new, or a house's.  It only looks, because somebody
 * else's file is not to be written into. */
static const char *refusal(sqlite3 *db) {
    sqlite3_busy_timeout(db, 5000);
    if (sqlite3_exec(db, "select 1 from sqlite_schema", NULL, NULL, NULL)) return "store.open";
    if (!first_number(db, "select count(*) from sqlite_schema")) return NULL;
    if (!first_number(db, "select count(*) from sqlite_schema where name = 'edition'"))
        return "store.no-house";
    return is_edition(db) ? NULL : "store.edition";
}

static bool prepare(sqlite3 *db, sqlite3_stmt **q, const char *sql) {
    return sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, q, NULL) == SQLITE_OK;
}

static bool fold_all(store *s) {
    s->fresh = s->folding = 0;
    return !sqlite3_exec(s->writes, fold_everything, NULL, NULL, NULL);
}

static int count_log(void *of, sqlite3 *db, const char *name, int pages) {
    (void)db, (void)name;
    ((store *)of)->logged = pages;
    return SQLITE_OK;
}

/* The first of these steps that fails leaves its reason in the connection. */
static bool open_writer(store *s) {
    if (sqlite3_exec(s->writes, "pragma journal_mode=wal; pragma synchronous=full; pragma temp_store=memory",
                     NULL, NULL, NULL) ||
        sqlite3_exec(s->writes, "begin immediate", NULL, NULL, NULL) ||
        sqlite3_exec(s->writes, tables, NULL, NULL, NULL) ||
        sqlite3_exec(s->writes, "insert into edition select 1 where not exists (select 1 from edition)", NULL,
                     NULL, NULL) ||
        !fold_all(s) || sqlite3_exec(s->writes, "commit", NULL, NULL, NULL))
        return false;
    sqlite3_db_release_memory(s->writes); /* what folding needed */
    for (int k = 0; k < VERBS; k++)
        if (!prepare(s->writes, &s->put[k], puts_it[k])) return false;
    sqlite3_wal_hook(s->writes, count_log, s); /* no longer copied by who commits */
    return prepare(s->writes, &s->forget, "delete from line where tbl = ?1") &&
           prepare(s->writes, &s->fold_step, fold_some);
}

static bool open_reader(store *s, const char *where) {
    static const char row[] = "select number, over, secret, key, agreed from tables where ";
    char by_key[128], by_number[128];
    memcpy(by_key, row, sizeof row);
    memcpy(by_number, row, sizeof row);
    if (sqlite3_open_v2(where, &s->reads, SQLITE_OPEN_READONLY, NULL)) return false;
    sqlite3_busy_timeout(s->reads, 5000);
    return prepare(s->reads, &s->whose,
                   "select number, name, hash from token join person on number = person where hash = ?1") &&
           prepare(s->reads, &s->find_key, strcat(by_key, "key = ?1")) &&
           prepare(s->reads, &s->find_number, strcat(by_number, "number = ?1")) &&
           prepare(s->reads, &s->open_tables, "select number from tables where not over order by number") &&
           prepare(s->reads, &s->tables_of,
                   "select tbl from sits join tables on number = tbl where person = ?1"
                   " order by tbl desc limit ?2") &&
           prepare(s->reads, &s->muted, "select other from mute where person = ?1") &&
           prepare(s->reads, &s->lines,
                   "select n, text from line where tbl = ?1 and n >= ?2 union"
                   " select n, text from fresh where tbl = ?1 and n >= ?2 order by n");
}

/* ---- the queue ------------------------------------------------------------------------------------ */

static void add(queue *q, const store_entry *e) {
    size_t need = sizeof(waiting) + ((e->size + 7) & ~(size_t)7);
    while (q->room - q->used < need) {
        q->room = q->room ? 2 * q->room : 1 << 16;
        q->at = realloc(q->at, q->room);
        if (!q->at) abort();
    }
    waiting *w = (waiting *)(void *)(q->at + q->used);
    memset(w, 0, need);
    w->e = *e;
    if (e->size) memcpy(w + 1, e->text, e->size);
    q->used += need;
    w->next = q->used;
    q->entries++;
}

/* The entry at a place, its text too; the place of the next one. */
static size_t entry_at(const queue *q, size_t at, store_entry *e) {
    const waiting *w = (const waiting *)(const void *)(q->at + at);
    *e = w->e;
    e->text = (const char *)(w + 1);
    return w->next;
}

static uint64_t put(store *s, const store_entry *e) {
    pthread_mutex_lock(&s->lock);
    add(&s->gathers, e);
    uint64_t number = ++s->count;
    pthread_cond_signal(&s->more);
    pthread_mutex_unlock(&s->lock);
    return number;
}

static uint64_t durable(store *s) {
    pthread_mutex_lock(&s->lock);
    uint64_t n = s->durable;
    pthread_mutex_unlock(&s->lock);
    return n;
}

static const char *broken(store *s) {
    pthread_mutex_lock(&s->lock);
    const char *why = s->broken;
    pthread_mutex_unlock(&s->lock);
    return why;
}

/* ---- the writer ------------------------------------------------------------------------------------ */

static bool run(sqlite3_stmt *q) {
    bool good = sqlite3_step(q) == SQLITE_DONE;
    sqlite3_reset(q);
    return good;
}

static bool write_entry(store *s, const store_entry *e) {
    sqlite3_stmt *q = s->put[e->kind];
    sqlite3_bind_int64(q, 1, e->number);
    if (sqlite3_bind_parameter_count(q) >= 2) sqlite3_bind_int64(q, 2, e->n);
    if (sqlite3_bind_parameter_count(q) >= 3) sqlite3_bind_text(q, 3, e->text, (int)e->size, SQLITE_STATIC);
    if (sqlite3_bind_parameter_count(q) >= 4)
        sqlite3_bind_blob(q, 4, e->bytes, sizeof e->bytes, SQLITE_STATIC);
    if (sqlite3_bind_parameter_count(q) >= 5) sqlite3_bind_text(q, 5, e->key, -1, SQLITE_STATIC);
    if (!run(q)) return false;
    s->fresh += e->kind == STORE_LINE;
    if (e->kind != STORE_GONE) return true;
    sqlite3_bind_int64(s->forget, 1, e->number);
    return fold_all(s) && run(s->forget);
}

/* One step, if there is one to do. */
static bool fold(store *s) {
    if (!s->folding && s->fresh < FOLD) return true;
    if (!s->folding) {
        s->folding = s->fresh;
        s->fresh = s->folded = 0;
        return !sqlite3_exec(s->writes, fold_begin, NULL, NULL, NULL);
    }
    if (s->folded >= s->folding) {
        s->folding = 0;
        return !sqlite3_exec(s->writes, fold_end, NULL, NULL, NULL);
    }
    sqlite3_bind_int64(s->fold_step, 1, s->folded + 1);
    sqlite3_bind_int64(s->fold_step, 2, s->folded += STEP);
    return run(s->fold_step);
}

static bool write_all(store *s, const queue *q) {
    if (sqlite3_exec(s->writes, "begin immediate", NULL, NULL, NULL)) return false;
    for (size_t at = 0; at < q->used;) {
        store_entry e;
        at = entry_at(q, at, &e);
        if (!write_entry(s, &e)) return false;
    }
    if (!fold(s)) return false;
    return sqlite3_exec(s->writes, "commit", NULL, NULL, NULL) == SQLITE_OK;
}

static void breathe(const struct timespec *since) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long passed = (now.tv_sec - since->tv_sec) * 1000000000L + now.tv_nsec - since->tv_nsec;
    if (passed < BREATH) nanosleep(&(struct timespec){0, BREATH - passed}, NULL);
}

/* If it fails, the log stays, and is copied later. */
static void copy_log(sqlite3 *db) {
    sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
}

static void *copier(void *store_of) {
    store *s = store_of;
    pthread_mutex_lock(&s->lock);
    for (;;) {
        while (s->log != COPY && !s->stopping)
            pthread_cond_wait(&s->full, &s->lock);
        if (s->stopping) break;
        pthread_mutex_unlock(&s->lock);
        copy_log(s->copies);
        pthread_mutex_lock(&s->lock);
        s->log = COPIED;
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

/* With the lock, which it gives up for a while. */
static void see_to_log(store *s) {
    if (s->log == COPIED) {
        s->log = GROWS;
        pthread_mutex_unlock(&s->lock);
        copy_log(s->writes);
        pthread_mutex_lock(&s->lock);
    } else if (s->log == GROWS && s->logged >= LOG) {
        s->log = COPY;
        pthread_cond_signal(&s->full);
    }
}

static void *writer(void *store_of) {
    store *s = store_of;
    struct timespec last = {0, 0};
    pthread_mutex_lock(&s->lock);
    for (;;) {
        while (!s->gathers.entries && !s->stopping)
            pthread_cond_wait(&s->more, &s->lock);
        if (!s->gathers.entries || s->broken) break;
        pthread_mutex_unlock(&s->lock);
        breathe(&last);
        pthread_mutex_lock(&s->lock);
        queue q = s->gathers; /* the two change places */
        s->gathers = s->written;
        s->written = q;
        pthread_mutex_unlock(&s->lock);
        bool good = write_all(s, &q);
        clock_gettime(CLOCK_MONOTONIC, &last);
        pthread_mutex_lock(&s->lock);
        if (good)
            s->durable += q.entries;
        else
            s->broken = strdup(sqlite3_errmsg(s->writes));
        s->written.used = s->written.entries = 0;
        s->wake(s->to);
        if (!good) break;
        see_to_log(s);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

/* ---- reading ------------------------------------------------------------------------------------------ */

static void greatest(store *s, int64_t *person, int64_t *table) {
    *person = first_number(s->reads, "select max(number) from person");
    /* a table that was forgotten may have left reports and seats */
    *table = first_number(s->reads, "select max(n) from (select max(number) n from tables union all"
                                    " select max(tbl) from sits union all select max(tbl) from report)");
}

static const char *column(sqlite3_stmt *q, int i, size_t *size) {
    const char *s = (const char *)sqlite3_column_text(q, i);
    *size = (size_t)sqlite3_column_bytes(q, i);
    return s ? s : "";
}

/* As quick for a wrong guess as for another: the hash is looked up, then compared without a look at where it differs. */
static int64_t whose(store *s, const uint8_t hash[STORE_HASH], store_take *take, void *to) {
    sqlite3_stmt *q = s->whose;
    int64_t number = 0;
    sqlite3_bind_blob(q, 1, hash, STORE_HASH, SQLITE_STATIC);
    if (sqlite3_step(q) == SQLITE_ROW && sqlite3_column_bytes(q, 2) == STORE_HASH &&
        !sodium_memcmp(sqlite3_column_blob(q, 2), hash, STORE_HASH)) {
        size_t size;
        const char *name = column(q, 1, &size);
        number = sqlite3_column_int64(q, 0);
        take(to, number, name, size);
    }
    sqlite3_reset(q);
    return number;
}

/* Is the table about to be forgotten? */
static bool queued_end(const queue *q, int64_t table) {
    for (size_t at = 0; at < q->used;) {
        store_entry e;
        at = entry_at(q, at, &e);
        if (e.kind == STORE_GONE && e.number == table) return true;
    }
    return false;
}

/* Under the lock, so that a table that was forgotten is not in the file or still in a queue. */
static bool step_to_table(store *s, sqlite3_stmt *q) {
    pthread_mutex_lock(&s->lock);
    bool found = sqlite3_step(q) == SQLITE_ROW && sqlite3_column_bytes(q, 2) == STORE_SECRET &&
                 !queued_end(&s->written, sqlite3_column_int64(q, 0)) &&
                 !queued_end(&s->gathers, sqlite3_column_int64(q, 0));
    pthread_mutex_unlock(&s->lock);
    return found;
}

static bool find(store *s, const char *key, int64_t number, store_row *out) {
    sqlite3_stmt *q = key ? s->find_key : s->find_number;
    if (key)
        sqlite3_bind_text(q, 1, key, -1, SQLITE_STATIC);
    else
        sqlite3_bind_int64(q, 1, number);
    bool found = step_to_table(s, q);
    if (found) {
        size_t size;
        const char *k = column(q, 3, &size);
        *out = (store_row){.number = sqlite3_column_int64(q, 0), .over = sqlite3_column_int(q, 1)};
        memcpy(out->secret, sqlite3_column_blob(q, 2), STORE_SECRET);
        memcpy(out->key, k, size < STORE_KEY ? size : STORE_KEY);
        const char *agreed = column(q, 4, &out->size);
        out->text = malloc(out->size + 1);
        if (!out->text) abort();
        memcpy(out->text, agreed, out->size);
        out->text[out->size] = 0;
    }
    sqlite3_reset(q);
    return found;
}

static void numbers(sqlite3_stmt *q, store_take *take, void *to) {
    while (sqlite3_step(q) == SQLITE_ROW)
        take(to, sqlite3_column_int64(q, 0), "", 0);
    sqlite3_reset(q);
}

static void open_tables(store *s, store_take *take, void *to) { numbers(s->open_tables, take, to); }

/* The greatest numbers, in order. */
typedef struct {
    int64_t *number;
    int n, most;
} latest;

static void take_latest(void *to, int64_t number, const char *text, size_t size) {
    latest *l = to;
    int at = l->n;
    (void)text, (void)size;
    while (at && l->number[at - 1] < number)
        at--;
    if (at == l->most || (at && l->number[at - 1] == number)) return;
    if (l->n < l->most) l->n++;
    memmove(l->number + at + 1, l->number + at, (size_t)(l->n - 1 - at) * sizeof *l->number);
    l->number[at] = number;
}

static void queued_tables(const queue *q, int64_t person, latest *l) {
    for (size_t at = 0; at < q->used;) {
        store_entry e;
        at = entry_at(q, at, &e);
        if (e.kind == STORE_SIT && e.n == person) take_latest(l, e.number, NULL, 0);
    }
}

/* Under the lock, so that a seat is in the file already or still in a queue. */
static void tables_of(store *s, int64_t person, int most, store_take *take, void *to) {
    latest l = {malloc((size_t)most * sizeof *l.number), 0, most};
    if (!l.number) abort();
    sqlite3_bind_int64(s->tables_of, 1, person);
    sqlite3_bind_int(s->tables_of, 2, most);
    pthread_mutex_lock(&s->lock);
    numbers(s->tables_of, take_latest, &l);
    queued_tables(&s->written, person, &l);
    queued_tables(&s->gathers, person, &l);
    pthread_mutex_unlock(&s->lock);
    for (int i = 0; i < l.n; i++)
        take(to, l.number[i], "", 0);
    free(l.number);
}

static void muted(store *s, int64_t person, store_take *take, void *to) {
    sqlite3_bind_int64(s->muted, 1, person);
    numbers(s->muted, take, to);
}

/* The lines of a table in a queue; the number of the next line. */
static int64_t queued(const queue *q, int64_t table, int64_t n, store_take *take, void *to) {
    for (size_t at = 0; at < q->used;) {
        store_entry e;
        at = entry_at(q, at, &e);
        if (e.kind != STORE_LINE || e.number != table || e.n != n) continue;
        take(to, n++, e.text, e.size);
    }
    return n;
}

/* Under the lock, so that a line is in the file already or still in a queue. */
static void lines(store *s, int64_t table, int64_t n, store_take *take, void *to) {
    sqlite3_stmt *q = s->lines;
    pthread_mutex_lock(&s->lock);
    sqlite3_bind_int64(q, 1, table);
    sqlite3_bind_int64(q, 2, n);
    while (sqlite3_step(q) == SQLITE_ROW) {
        size_t size;
        const char *text = column(q, 1, &size);
        n = sqlite3_column_int64(q, 0) + 1;
        take(to, n - 1, text, size);
    }
    sqlite3_reset(q);
    n = queued(&s->written, table, n, take, to);
    queued(&s->gathers, table, n, take, to);
    pthread_mutex_unlock(&s->lock);
}

/* ---- opening and closing ---------------------------------------------------------------------------------- */

static void let_go(store *s) {
    for (int k = 0; k < VERBS; k++)
        sqlite3_finalize(s->put[k]);
    sqlite3_stmt *const others[] = {s->forget,      s->fold_step, s->whose, s->find_key, s->find_number,
                                    s->open_tables, s->tables_of, s->muted, s->lines};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        sqlite3_finalize(others[i]);
    sqlite3_close(s->reads);
    sqlite3_close(s->copies);
    sqlite3_close(s->writes); /* the last one out puts the log into the file */
    if (s->alone >= 0) close(s->alone);
    free(s->gathers.at);
    free(s->written.at);
    free(s->broken);
    free(s);
}

/* Two houses with the same tables would each go on without the other's lines.  The lock goes with the
 * process; it is taken first and given up last, because closing a file takes SQLite's own locks off it. */
static bool be_alone(store *s, const char *where, fault *why) {
    s->alone = open(where, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (s->alone < 0) return cannot(why, "store.open", where, strerror(errno));
    return !flock(s->alone, LOCK_EX | LOCK_NB) || cannot(why, "store.taken", where, "");
}

static bool open_all(store *s, const char *where, fault *why) {
    const char *no = sqlite3_open(where, &s->writes) ? "store.open" : refusal(s->writes);
    if (no || !open_writer(s)) return cannot(why, no ? no : "store.open", where, sqlite3_errmsg(s->writes));
    if (sqlite3_open(where, &s->copies)) return cannot(why, "store.open", where, sqlite3_errmsg(s->copies));
    return open_reader(s, where) || cannot(why, "store.open", where, sqlite3_errmsg(s->reads));
}

static store *open_store(const char *where, void (*wake)(void *), void *to, fault *why) {
    store *s = calloc(1, sizeof *s);
    if (!s) abort();
    s->wake = wake;
    s->to = to;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->more, NULL);
    pthread_cond_init(&s->full, NULL);
    if (be_alone(s, where, why) && open_all(s, where, why)) {
        if (pthread_create(&s->thread, NULL, writer, s) || pthread_create(&s->copier, NULL, copier, s))
            abort();
        return s;
    }
    let_go(s);
    return NULL;
}

static void close_store(store *s) {
    pthread_mutex_lock(&s->lock);
    s->stopping = true;
    pthread_cond_signal(&s->more);
    pthread_cond_signal(&s->full);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->thread, NULL);
    pthread_join(s->copier, NULL);
    let_go(s);
}

static bool backup(const char *where, const char *file, fault *why) {
    sqlite3 *db = NULL;
    sqlite3_stmt *q = NULL;
    bool good = false;
    if (!access(file, F_OK)) return cannot(why, "store.exists", file, "");
    if (sqlite3_open_v2(where, &db, SQLITE_OPEN_READONLY, NULL) ||
        (sqlite3_busy_timeout(db, 5000), !is_edition(db)))
        cannot(why, "store.no-house", where, "");
    else {
        good = !sqlite3_prepare_v2(db, "vacuum into ?1", -1, &q, NULL) &&
               !sqlite3_bind_text(q, 1, file, -1, SQLITE_STATIC) && sqlite3_step(q) == SQLITE_DONE;
        if (!good) cannot(why, "store.backup", file, sqlite3_errmsg(db));
    }
    sqlite3_finalize(q);
    sqlite3_close(db);
    return good;
}

const store_kind store_sqlite = {
    .open = open_store,
    .close = close_store,
    .put = put,
    .durable = durable,
    .broken = broken,
    .greatest = greatest,
    .whose = whose,
    .find = find,
    .open_tables = open_tables,
    .tables_of = tables_of,
    .muted = muted,
    .lines = lines,
    .backup = backup,
};
