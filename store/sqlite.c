/* sqlite.c - the house's store in an SQLite file.
 *
 * Map: the schema - the queue - the writer - reading - opening and closing.
 *
 * There are three connections: the writer's, used by its thread alone, the checkpointer's, and the reader's, used
 * by the thread of the house.  In WAL mode they work at the same time, and synchronous=FULL makes a commit durable
 * when it returns.
 *
 * Group commit: several hundred entries in one commit cost little more than one, so the writer takes everything
 * that is pending, and commits at most every COMMIT_INTERVAL.  Under load groups are large; otherwise nobody waits.
 *
 * Checkpoints: a commit would have to wait for one, so a third thread runs them.  What was written to the WAL
 * meanwhile is little, so the writer checkpoints the rest itself, and the WAL starts from its beginning again.
 *
 * Staged lines: a line belongs to its table, but lines come from all tables at once, and each would dirty a page
 * of its own.  So they are first appended to `fresh`.  When MERGE_LINES of them are there, they are merged in order
 * into `line`, where the lines of a table share pages.  That takes a while, so it is done in small steps, one with
 * each commit.  Readers see the union of both. */
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
    COMMIT_INTERVAL = 8000000, /* nanoseconds */
    MERGE_LINES = 8192,        /* staged lines that start a merge */
    MERGE_STEP = 512,          /* lines merged with one commit */
    CHECKPOINT_PAGES = 1000,   /* pages in the WAL that start a checkpoint */
    SCHEMA_VERSION = 1,
};

/* An entry in the queue.  Its text follows it. */
typedef struct {
    store_entry e;
    size_t next; /* offset of the entry after it */
} queued_entry;

typedef struct {
    char *at;
    size_t used, capacity, entries;
} queue;

enum { KINDS = STORE_REPORT + 1 };

struct store {
    sqlite3 *write_db, *read_db, *checkpoint_db;
    int64_t staged;  /* for the writer alone: lines in `fresh` that no merge has begun on; */
    int64_t merging; /* lines of the merge that is going on, 0: none; */
    int64_t merged;  /* how many of them are done; */
    int wal_pages;   /* pages in the WAL */
    int lock_fd;     /* of the file, which is locked while the store is open */
    sqlite3_stmt *insert[KINDS], *delete_lines, *merge_step, *person_by_token, *find_key, *find_number,
        *open_tables, *tables_of, *muted, *lines;
    void (*wake)(void *to);
    void *to;

    pthread_t writer_thread, checkpoint_thread;
    pthread_mutex_t lock; /* protects all that follows */
    pthread_cond_t not_empty, wal_full;
    enum { WAL_GROWS, WAL_FULL, WAL_CHECKPOINTED } wal; /* full: the checkpointer's turn; then the writer's */
    queue pending, committing;   /* entries that wait; those that the writer is committing */
    uint64_t put_count, durable; /* entries put so far; how many of them are durable */
    bool stopping;
    char *broken; /* why nothing can be written any more; NULL: all is well */
};

/* ---- the schema ---------------------------------------------------------------------------------- */

static const char schema_sql[] =
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

static const char *const insert_sql[KINDS] = {
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

/* A merge, all at once or in steps.  `sorted` is in memory and numbers its rows from 1. */
static const char
    merge_all_sql[] =
        "insert or ignore into line select tbl, n, text from fresh order by tbl, n; delete from fresh;"
        "delete from temp.sorted",
    merge_begin_sql[] = "insert into temp.sorted select fresh.rowid, tbl, n, text from fresh order by tbl, n",
    merge_step_sql[] =
        "insert or ignore into line select tbl, n, text from temp.sorted where rowid between ?1 and ?2",
    merge_end_sql[] =
        "delete from fresh where rowid <= (select max(was) from temp.sorted); delete from temp.sorted";

static bool fail(fault *why, const char *say, const char *where, const char *what) {
    fault_at(why, say, where, 0, 0);
    return fault_with(why, 0, what, strlen(what));
}

static int64_t query_int(sqlite3 *db, const char *sql) {
    sqlite3_stmt *q = NULL;
    int64_t n = 0;
    if (!sqlite3_prepare_v2(db, sql, -1, &q, NULL) && sqlite3_step(q) == SQLITE_ROW)
        n = sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    return n;
}

static bool has_current_schema(sqlite3 *db) {
    return query_int(db, "select n from edition") == SCHEMA_VERSION;
}

/* Why this file cannot be opened; NULL: it is new, or a house's.  This only reads, because another program's file
 * must not be written to. */
static const char *why_not_open(sqlite3 *db) {
    sqlite3_busy_timeout(db, 5000);
    if (sqlite3_exec(db, "select 1 from sqlite_schema", NULL, NULL, NULL)) return "store.open";
    if (!query_int(db, "select count(*) from sqlite_schema")) return NULL;
    if (!query_int(db, "select count(*) from sqlite_schema where name = 'edition'")) return "store.no-house";
    return has_current_schema(db) ? NULL : "store.edition";
}

static bool prepare(sqlite3 *db, sqlite3_stmt **q, const char *sql) {
    return sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, q, NULL) == SQLITE_OK;
}

static bool merge_all(store *s) {
    s->staged = s->merging = 0;
    return !sqlite3_exec(s->write_db, merge_all_sql, NULL, NULL, NULL);
}

static int on_commit(void *of, sqlite3 *db, const char *name, int pages) {
    (void)db, (void)name;
    ((store *)of)->wal_pages = pages;
    return SQLITE_OK;
}

/* False: the connection has the error of the first step that failed. */
static bool open_writer(store *s) {
    if (sqlite3_exec(s->write_db,
                     "pragma journal_mode=wal; pragma synchronous=full; pragma temp_store=memory", NULL, NULL,
                     NULL) ||
        sqlite3_exec(s->write_db, "begin immediate", NULL, NULL, NULL) ||
        sqlite3_exec(s->write_db, schema_sql, NULL, NULL, NULL) ||
        sqlite3_exec(s->write_db, "insert into edition select 1 where not exists (select 1 from edition)",
                     NULL, NULL, NULL) ||
        !merge_all(s) || sqlite3_exec(s->write_db, "commit", NULL, NULL, NULL))
        return false;
    sqlite3_db_release_memory(s->write_db); /* used by the merge */
    for (int k = 0; k < KINDS; k++)
        if (!prepare(s->write_db, &s->insert[k], insert_sql[k])) return false;
    sqlite3_wal_hook(s->write_db, on_commit, s); /* replaces SQLite's automatic checkpoint within commits */
    return prepare(s->write_db, &s->delete_lines, "delete from line where tbl = ?1") &&
           prepare(s->write_db, &s->merge_step, merge_step_sql);
}

static bool open_reader(store *s, const char *where) {
    static const char row[] = "select number, over, secret, key, agreed from tables where ";
    char by_key[128], by_number[128];
    memcpy(by_key, row, sizeof row);
    memcpy(by_number, row, sizeof row);
    if (sqlite3_open_v2(where, &s->read_db, SQLITE_OPEN_READONLY, NULL)) return false;
    sqlite3_busy_timeout(s->read_db, 5000);
    return prepare(s->read_db, &s->person_by_token,
                   "select number, name, hash from token join person on number = person where hash = ?1") &&
           prepare(s->read_db, &s->find_key, strcat(by_key, "key = ?1")) &&
           prepare(s->read_db, &s->find_number, strcat(by_number, "number = ?1")) &&
           prepare(s->read_db, &s->open_tables, "select number from tables where not over order by number") &&
           prepare(s->read_db, &s->tables_of,
                   "select tbl from sits join tables on number = tbl where person = ?1"
                   " order by tbl desc limit ?2") &&
           prepare(s->read_db, &s->muted, "select other from mute where person = ?1") &&
           prepare(s->read_db, &s->lines,
                   "select n, text from line where tbl = ?1 and n >= ?2 union"
                   " select n, text from fresh where tbl = ?1 and n >= ?2 order by n");
}

/* ---- the queue ------------------------------------------------------------------------------------ */

static void enqueue(queue *q, const store_entry *e) {
    size_t need = sizeof(queued_entry) + ((e->size + 7) & ~(size_t)7);
    while (q->capacity - q->used < need) {
        q->capacity = q->capacity ? 2 * q->capacity : 1 << 16;
        q->at = realloc(q->at, q->capacity);
        if (!q->at) abort();
    }
    queued_entry *w = (queued_entry *)(void *)(q->at + q->used);
    memset(w, 0, need);
    w->e = *e;
    if (e->size) memcpy(w + 1, e->text, e->size);
    q->used += need;
    w->next = q->used;
    q->entries++;
}

/* Reads the entry at an offset, with its text.  Returns the offset of the next one. */
static size_t entry_at(const queue *q, size_t at, store_entry *e) {
    const queued_entry *w = (const queued_entry *)(const void *)(q->at + at);
    *e = w->e;
    e->text = (const char *)(w + 1);
    return w->next;
}

static uint64_t put(store *s, const store_entry *e) {
    pthread_mutex_lock(&s->lock);
    enqueue(&s->pending, e);
    uint64_t number = ++s->put_count;
    pthread_cond_signal(&s->not_empty);
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

static bool run_statement(sqlite3_stmt *q) {
    bool good = sqlite3_step(q) == SQLITE_DONE;
    sqlite3_reset(q);
    return good;
}

static bool write_entry(store *s, const store_entry *e) {
    sqlite3_stmt *q = s->insert[e->kind];
    sqlite3_bind_int64(q, 1, e->number);
    if (sqlite3_bind_parameter_count(q) >= 2) sqlite3_bind_int64(q, 2, e->n);
    if (sqlite3_bind_parameter_count(q) >= 3) sqlite3_bind_text(q, 3, e->text, (int)e->size, SQLITE_STATIC);
    if (sqlite3_bind_parameter_count(q) >= 4)
        sqlite3_bind_blob(q, 4, e->bytes, sizeof e->bytes, SQLITE_STATIC);
    if (sqlite3_bind_parameter_count(q) >= 5) sqlite3_bind_text(q, 5, e->key, -1, SQLITE_STATIC);
    if (!run_statement(q)) return false;
    s->staged += e->kind == STORE_LINE;
    if (e->kind != STORE_GONE) return true;
    sqlite3_bind_int64(s->delete_lines, 1, e->number);
    return merge_all(s) && run_statement(s->delete_lines);
}

/* Takes one step of a merge, if there is one to take. */
static bool merge(store *s) {
    if (!s->merging && s->staged < MERGE_LINES) return true;
    if (!s->merging) {
        s->merging = s->staged;
        s->staged = s->merged = 0;
        return !sqlite3_exec(s->write_db, merge_begin_sql, NULL, NULL, NULL);
    }
    if (s->merged >= s->merging) {
        s->merging = 0;
        return !sqlite3_exec(s->write_db, merge_end_sql, NULL, NULL, NULL);
    }
    sqlite3_bind_int64(s->merge_step, 1, s->merged + 1);
    sqlite3_bind_int64(s->merge_step, 2, s->merged += MERGE_STEP);
    return run_statement(s->merge_step);
}

static bool write_all(store *s, const queue *q) {
    if (sqlite3_exec(s->write_db, "begin immediate", NULL, NULL, NULL)) return false;
    for (size_t at = 0; at < q->used;) {
        store_entry e;
        at = entry_at(q, at, &e);
        if (!write_entry(s, &e)) return false;
    }
    if (!merge(s)) return false;
    return sqlite3_exec(s->write_db, "commit", NULL, NULL, NULL) == SQLITE_OK;
}

/* Waits until COMMIT_INTERVAL has passed since the last commit. */
static void throttle(const struct timespec *since) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long passed = (now.tv_sec - since->tv_sec) * 1000000000L + now.tv_nsec - since->tv_nsec;
    if (passed < COMMIT_INTERVAL) nanosleep(&(struct timespec){0, COMMIT_INTERVAL - passed}, NULL);
}

/* If it fails, the WAL stays as it is until the next one. */
static void checkpoint(sqlite3 *db) {
    sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
}

static void *checkpointer(void *store_of) {
    store *s = store_of;
    pthread_mutex_lock(&s->lock);
    for (;;) {
        while (s->wal != WAL_FULL && !s->stopping)
            pthread_cond_wait(&s->wal_full, &s->lock);
        if (s->stopping) break;
        pthread_mutex_unlock(&s->lock);
        checkpoint(s->checkpoint_db);
        pthread_mutex_lock(&s->lock);
        s->wal = WAL_CHECKPOINTED;
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

/* Has a full WAL checkpointed.  The caller holds the lock, which is released for a while. */
static void maintain_wal(store *s) {
    if (s->wal == WAL_CHECKPOINTED) {
        s->wal = WAL_GROWS;
        pthread_mutex_unlock(&s->lock);
        checkpoint(s->write_db);
        pthread_mutex_lock(&s->lock);
    } else if (s->wal == WAL_GROWS && s->wal_pages >= CHECKPOINT_PAGES) {
        s->wal = WAL_FULL;
        pthread_cond_signal(&s->wal_full);
    }
}

/* To be freed. */
static char *copy_error(sqlite3 *db) {
    char *error = strdup(sqlite3_errmsg(db));
    if (!error) abort();
    return error;
}

static void *writer(void *store_of) {
    store *s = store_of;
    struct timespec last = {0, 0};
    pthread_mutex_lock(&s->lock);
    for (;;) {
        while (!s->pending.entries && !s->stopping)
            pthread_cond_wait(&s->not_empty, &s->lock);
        if (!s->pending.entries || s->broken) break;
        pthread_mutex_unlock(&s->lock);
        throttle(&last);
        pthread_mutex_lock(&s->lock);
        queue q = s->pending; /* swap the two */
        s->pending = s->committing;
        s->committing = q;
        pthread_mutex_unlock(&s->lock);
        bool good = write_all(s, &q);
        clock_gettime(CLOCK_MONOTONIC, &last);
        pthread_mutex_lock(&s->lock);
        if (good)
            s->durable += q.entries;
        else
            s->broken = copy_error(s->write_db);
        s->committing.used = s->committing.entries = 0;
        s->wake(s->to);
        if (!good) break;
        maintain_wal(s);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

/* ---- reading ------------------------------------------------------------------------------------------ */

static void max_numbers(store *s, int64_t *person, int64_t *table) {
    *person = query_int(s->read_db, "select max(number) from person");
    /* a deleted table may have left reports and seats behind */
    *table = query_int(s->read_db, "select max(n) from (select max(number) n from tables union all"
                                   " select max(tbl) from sits union all select max(tbl) from report)");
}

static const char *column(sqlite3_stmt *q, int i, size_t *size) {
    const char *s = (const char *)sqlite3_column_text(q, i);
    *size = (size_t)sqlite3_column_bytes(q, i);
    return s ? s : "";
}

/* The hash is found by an index and then compared in constant time, so that timing tells nothing about tokens. */
static int64_t person_by_token(store *s, const uint8_t hash[STORE_HASH], store_callback *take, void *to) {
    sqlite3_stmt *q = s->person_by_token;
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

/* Is the table about to be deleted? */
static bool is_queued_for_deletion(const queue *q, int64_t table) {
    for (size_t at = 0; at < q->used;) {
        store_entry e;
        at = entry_at(q, at, &e);
        if (e.kind == STORE_GONE && e.number == table) return true;
    }
    return false;
}

/* Holds the lock, so that a deleted table is either gone from the file or still in a queue. */
static bool find_row(store *s, sqlite3_stmt *q) {
    pthread_mutex_lock(&s->lock);
    bool found = sqlite3_step(q) == SQLITE_ROW && sqlite3_column_bytes(q, 2) == STORE_SECRET &&
                 !is_queued_for_deletion(&s->committing, sqlite3_column_int64(q, 0)) &&
                 !is_queued_for_deletion(&s->pending, sqlite3_column_int64(q, 0));
    pthread_mutex_unlock(&s->lock);
    return found;
}

static bool find_table(store *s, const char *key, int64_t number, store_row *out) {
    sqlite3_stmt *q = key ? s->find_key : s->find_number;
    if (key)
        sqlite3_bind_text(q, 1, key, -1, SQLITE_STATIC);
    else
        sqlite3_bind_int64(q, 1, number);
    bool found = find_row(s, q);
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

static void take_numbers(sqlite3_stmt *q, store_callback *take, void *to) {
    while (sqlite3_step(q) == SQLITE_ROW)
        take(to, sqlite3_column_int64(q, 0), "", 0);
    sqlite3_reset(q);
}

static void open_tables(store *s, store_callback *take, void *to) { take_numbers(s->open_tables, take, to); }

/* The greatest numbers so far, descending. */
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

static void take_queued_seats(const queue *q, int64_t person, latest *l) {
    for (size_t at = 0; at < q->used;) {
        store_entry e;
        at = entry_at(q, at, &e);
        if (e.kind == STORE_SIT && e.n == person) take_latest(l, e.number, NULL, 0);
    }
}

/* Holds the lock, so that a seat is either in the file or still in a queue. */
static void tables_of(store *s, int64_t person, int most, store_callback *take, void *to) {
    latest l = {malloc((size_t)most * sizeof *l.number), 0, most};
    if (!l.number) abort();
    sqlite3_bind_int64(s->tables_of, 1, person);
    sqlite3_bind_int(s->tables_of, 2, most);
    pthread_mutex_lock(&s->lock);
    take_numbers(s->tables_of, take_latest, &l);
    take_queued_seats(&s->committing, person, &l);
    take_queued_seats(&s->pending, person, &l);
    pthread_mutex_unlock(&s->lock);
    for (int i = 0; i < l.n; i++)
        take(to, l.number[i], "", 0);
    free(l.number);
}

static void muted(store *s, int64_t person, store_callback *take, void *to) {
    sqlite3_bind_int64(s->muted, 1, person);
    take_numbers(s->muted, take, to);
}

/* The lines of a table in a queue, from line n on.  Returns the number of the line after them. */
static int64_t take_queued_lines(const queue *q, int64_t table, int64_t n, store_callback *take, void *to) {
    for (size_t at = 0; at < q->used;) {
        store_entry e;
        at = entry_at(q, at, &e);
        if (e.kind != STORE_LINE || e.number != table || e.n != n) continue;
        take(to, n++, e.text, e.size);
    }
    return n;
}

/* Holds the lock, so that a line is either in the file or still in a queue. */
static void lines(store *s, int64_t table, int64_t n, store_callback *take, void *to) {
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
    n = take_queued_lines(&s->committing, table, n, take, to);
    take_queued_lines(&s->pending, table, n, take, to);
    pthread_mutex_unlock(&s->lock);
}

/* ---- opening and closing ---------------------------------------------------------------------------------- */

static void destroy(store *s) {
    for (int k = 0; k < KINDS; k++)
        sqlite3_finalize(s->insert[k]);
    sqlite3_stmt *const others[] = {s->delete_lines, s->merge_step,  s->person_by_token,
                                    s->find_key,     s->find_number, s->open_tables,
                                    s->tables_of,    s->muted,       s->lines};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        sqlite3_finalize(others[i]);
    sqlite3_close(s->read_db);
    sqlite3_close(s->checkpoint_db);
    sqlite3_close(s->write_db); /* the last connection to close checkpoints the WAL */
    if (s->lock_fd >= 0) close(s->lock_fd);
    free(s->pending.at);
    free(s->committing.at);
    free(s->broken);
    free(s);
}

/* Two houses on one file would each miss the other's lines.  The lock ends with the process.  It is taken first and
 * released last, because closing a file descriptor drops the locks that SQLite holds on that file. */
static bool lock_file(store *s, const char *where, fault *why) {
    s->lock_fd = open(where, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (s->lock_fd < 0) return fail(why, "store.open", where, strerror(errno));
    return !flock(s->lock_fd, LOCK_EX | LOCK_NB) || fail(why, "store.taken", where, "");
}

static bool open_all(store *s, const char *where, fault *why) {
    const char *no = sqlite3_open(where, &s->write_db) ? "store.open" : why_not_open(s->write_db);
    if (no || !open_writer(s)) return fail(why, no ? no : "store.open", where, sqlite3_errmsg(s->write_db));
    if (sqlite3_open(where, &s->checkpoint_db))
        return fail(why, "store.open", where, sqlite3_errmsg(s->checkpoint_db));
    return open_reader(s, where) || fail(why, "store.open", where, sqlite3_errmsg(s->read_db));
}

static store *open_store(const char *where, void (*wake)(void *), void *to, fault *why) {
    store *s = calloc(1, sizeof *s);
    if (!s) abort();
    s->wake = wake;
    s->to = to;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->not_empty, NULL);
    pthread_cond_init(&s->wal_full, NULL);
    if (lock_file(s, where, why) && open_all(s, where, why)) {
        if (pthread_create(&s->writer_thread, NULL, writer, s) ||
            pthread_create(&s->checkpoint_thread, NULL, checkpointer, s))
            abort();
        return s;
    }
    destroy(s);
    return NULL;
}

static void close_store(store *s) {
    pthread_mutex_lock(&s->lock);
    s->stopping = true;
    pthread_cond_signal(&s->not_empty);
    pthread_cond_signal(&s->wal_full);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->writer_thread, NULL);
    pthread_join(s->checkpoint_thread, NULL);
    destroy(s);
}

static bool backup(const char *where, const char *file, fault *why) {
    sqlite3 *db = NULL;
    sqlite3_stmt *q = NULL;
    bool good = false;
    if (!access(file, F_OK)) return fail(why, "store.exists", file, "");
    if (sqlite3_open_v2(where, &db, SQLITE_OPEN_READONLY, NULL) ||
        (sqlite3_busy_timeout(db, 5000), !has_current_schema(db)))
        fail(why, "store.no-house", where, "");
    else {
        good = !sqlite3_prepare_v2(db, "vacuum into ?1", -1, &q, NULL) &&
               !sqlite3_bind_text(q, 1, file, -1, SQLITE_STATIC) && sqlite3_step(q) == SQLITE_DONE;
        if (!good) fail(why, "store.backup", file, sqlite3_errmsg(db));
    }
    sqlite3_finalize(q);
    sqlite3_close(db);
    return good;
}

const store_engine store_sqlite = {
    .open = open_store,
    .close = close_store,
    .put = put,
    .durable = durable,
    .broken = broken,
    .max_numbers = max_numbers,
    .person_by_token = person_by_token,
    .find_table = find_table,
    .open_tables = open_tables,
    .tables_of = tables_of,
    .muted = muted,
    .lines = lines,
    .backup = backup,
};
