/* sqlite.c - the house's store in an SQLite file.
 *
 * Map: the schema - versions - the queue - the writer - reading - opening and closing.  doc/database.md describes
 * the file.
 *
 * There are three connections: the writer's, used by its thread alone, the checkpointer's, and the reader's, used
 * by the thread of the house; so SQLite need not lock them.  In WAL mode they work at the same time, and
 * synchronous=FULL makes a commit durable when it returns.
 *
 * Group commit: several hundred entries in one commit cost little more than one, so the writer takes everything
 * that is pending, and commits at most every `commit_interval`.  Under load groups are large; otherwise nobody waits.
 *
 * Checkpoints: a commit would have to wait for one, so a third thread runs them.  What was written to the WAL
 * meanwhile is little, so the writer checkpoints the rest itself, and the WAL starts from its beginning again.
 *
 * Staged lines: a line belongs to its table, but lines come from all tables at once, and each would dirty a page
 * of its own.  So they are first appended to `fresh`.  When `merge_lines` of them are there, they are merged in order
 * into `line`, where the lines of a table share pages.  That takes a while, so it is done in small steps, one with
 * each commit.  Readers see the union of both.
 *
 * A crash in the middle of a merge leaves lines in both, which the next opening sorts out: a line of `fresh` is deleted
 * if the same is in `line`.  If another is there under its number, both stay, and the table cannot be read.  A merge
 * that cannot read a page of `line` is given up until the next opening, because commits can do without it. */
#include "base/text.h"
#include "store/store.h"
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <pthread.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

store_sqlite_pace store_pace = {
    .commit_interval = 8000000,
    .merge_lines = 8192,
    .merge_step = 512,
    .checkpoint_pages = 1000,
};

enum {
    APPLICATION = 0x53616665, /* the file's application_id: "Safe" */
    VERSION = 2,              /* its user_version */
};

/* A greater number is damage, and the house must not go on counting from it. */
#define PERSON_MOST "2147483647"       /* 2^31 - 1 */
#define NUMBER_MOST "4503599627370496" /* 2^52 */

/* An entry in the queue.  Its text follows it. */
typedef struct {
    store_entry e;
    size_t next; /* offset of the entry after it */
} queued_entry;

typedef struct {
    char *at;
    size_t used, capacity, entries;
} queue;

enum {
    READ_WRITE = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
    KINDS = STORE_REPORT + 1,
    GONES = 2, /* places from which the lines of a table are deleted */
};

struct store {
    sqlite3 *write_db, *read_db, *checkpoint_db;
    int64_t staged;   /* for the writer alone: lines in `fresh` that no merge has begun on; */
    int64_t last;     /* the rowid of the latest; none is used twice, even if a line was deleted; */
    int64_t stuck;    /* the greatest rowid of those that no merge will take, 0: there are none; */
    int64_t merging;  /* lines of the merge that is going on, 0: none; */
    int64_t merge_to; /* the greatest rowid of those; */
    int64_t merged;   /* how many of them are done; */
    int wal_pages;    /* pages in the WAL */
    int lock_fd;      /* of the file, which is locked while the store is open */
    sqlite3_stmt *insert[KINDS], *gone[GONES], *merge_begin, *merge_step, *merge_end, *owner_of_token,
        *devices, *find_key, *find_number, *open_tables, *all_tables, *old_tables, *tables_of, *muted, *lines;
    bool read_only; /* there are no threads and no writer */
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

/* steps[n]: from version n to the next.  Version 0 is an empty file. */
static const char *const steps[VERSION] = {
    "create table edition (n integer not null) strict;"
    "create table person (number integer primary key, name text not null) strict;"
    "create table token (hash blob primary key, person integer not null) strict, without rowid;"
    "create table tables (number integer primary key, key text not null unique,"
    " over integer not null, secret blob not null, agreed text not null) strict;"
    "create index tables_open on tables (number) where not over;"
    "create table line (tbl integer not null, n integer not null, text text not null,"
    " primary key (tbl, n)) strict, without rowid;"
    "create table fresh (tbl integer not null, n integer not null, text text not null) strict;"
    "create table sits (person integer not null, tbl integer not null,"
    " primary key (person, tbl)) strict, without rowid;"
    "create table mute (person integer not null, other integer not null,"
    " primary key (person, other)) strict, without rowid;"
    "create table report (number integer primary key, tbl integer not null, by integer not null,"
    " text text not null) strict;",

    /* sums of journals; when tables were made; when they were over, as far as that is known */
    "alter table line add column sum blob;"
    "alter table fresh add column sum blob;"
    "alter table tables add column made integer not null default 0;"
    /* devices: a number, a label, the days on which they were signed in and last used */
    "alter table token add column number integer not null default 0;"
    "alter table token add column label text not null default '';"
    "alter table token add column made integer not null default 0;"
    "alter table token add column used integer not null default 0;"
    "update token set number = device.n from (select hash as h, row_number() over (partition by person order "
    "by hash) as "
    "n"
    " from token) as device where device.h = token.hash;"
    "create index token_person on token (person, number);"
    "update tables set over = strftime('%s', 'now') where over;"
    "create index tables_over on tables (over) where over;"
    "drop table edition;",
};

static const char *const insert_sql[KINDS] = {
    [STORE_PERSON] = "insert or replace into person (number, name) values (?1, ?3)",
    [STORE_TOKEN] = "insert or ignore into token values (?4, ?1, ?2, ?3, ?6, ?6)",
    [STORE_USED] = "update token set used = ?6 where person = ?1 and number = ?2",
    [STORE_SIGN_OUT] = "delete from token where person = ?1 and number = ?2",
    [STORE_SIGN_OUT_OTHERS] = "delete from token where person = ?1 and number <> ?2",
    [STORE_TABLE] =
        "insert into tables (number, made, agreed, secret, key, over) values (?1, ?2, ?3, ?4, ?5, 0)",
    [STORE_LINE] = "insert into fresh (rowid, tbl, n, text, sum) values (?6, ?1, ?2, ?3, ?4)",
    [STORE_SIT] = "insert or ignore into sits (tbl, person) values (?1, ?2)",
    [STORE_OVER] = "update tables set over = strftime('%s', 'now') where number = ?1 and not over",
    [STORE_GONE] = "delete from tables where number = ?1",
    [STORE_MUTE] = "insert or ignore into mute (person, other) values (?1, ?2)",
    [STORE_UNMUTE] = "delete from mute where person = ?1 and other = ?2",
    [STORE_REPORT] = "insert into report (tbl, by, text) values (?1, ?2, ?3)",
};

static const char *const gone_sql[GONES] = {"delete from line where tbl = ?1",
                                            "delete from fresh where tbl = ?1"};

/* A merge, all at once or in steps.  `sorted` is in memory, numbers its rows from 1, and says in which order the rows
 * of `fresh` are merged.  Only the first form meets lines that are in `line` already: those that a crash left there,
 * and those that are stuck. */
static const char
    sorted_sql[] = "create temp table sorted (was integer)",
    merge_all_sql[] =
        "insert or ignore into line (tbl, n, text, sum) select tbl, n, text, sum from fresh order by tbl, n;"
        "delete from fresh where exists (select 1 from line where line.tbl = fresh.tbl and line.n = fresh.n"
        " and line.text = fresh.text and line.sum is fresh.sum)",
    merge_begin_sql[] = "insert into temp.sorted select rowid from fresh where rowid > ?1 order by tbl, n",
    merge_step_sql[] = "insert into line (tbl, n, text, sum) select tbl, n, text, sum from temp.sorted"
                       " cross join fresh on fresh.rowid = was where sorted.rowid between ?1 and ?2",
    merge_end_sql[] = "delete from fresh where rowid > ?1 and rowid <= ?2",
    merge_clear_sql[] = "delete from temp.sorted";

static bool fail(fault *why, const char *say, const char *where, const char *what) {
    fault_at(why, say, where, 0, 0);
    return fault_with(why, 0, what, strlen(what));
}

/* The number in the first row.  False: it cannot be read, or there is none. */
static bool query_int(sqlite3 *db, const char *sql, int64_t *n) {
    sqlite3_stmt *q = NULL;
    bool good = !sqlite3_prepare_v2(db, sql, -1, &q, NULL) && sqlite3_step(q) == SQLITE_ROW;
    if (good) *n = sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    return good;
}

/* No connection is used by two threads at once. */
static bool open_file(const char *where, int how, sqlite3 **db) {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); /* has no effect, and does no harm, after the first time */
    return !sqlite3_open_v2(where, db, how | SQLITE_OPEN_NOMUTEX, NULL);
}

static bool exec(sqlite3 *db, const char *sql) { return !sqlite3_exec(db, sql, NULL, NULL, NULL); }

/* ---- versions -------------------------------------------------------------------------------------- */

/* The version of a house's file; 0: it is empty.  This only reads, because another program's file must not be
 * written to.  False: it is not a house's, or newer than this program. */
static bool read_version(sqlite3 *db, const char *where, int64_t *version, fault *why) {
    int64_t application, objects, editions;
    sqlite3_busy_timeout(db, 5000);
    if (!query_int(db, "pragma application_id", &application) ||
        !query_int(db, "pragma user_version", version) ||
        !query_int(db, "select count(*) from sqlite_schema", &objects) ||
        !query_int(db, "select count(*) from sqlite_schema where name = 'edition'", &editions))
        return fail(why, "store.open", where, sqlite3_errmsg(db));
    if (!application && !*version && !objects) return true;
    if (!application && !*version && editions) { /* version 1 had its number in a table */
        if (!query_int(db, "select n from edition", version)) *version = 0;
        return *version == 1 || fail(why, "store.edition", where, "");
    }
    if (application != APPLICATION) return fail(why, "store.no-house", where, "");
    return (*version > 1 && *version <= VERSION) || fail(why, "store.edition", where, "");
}

/* Makes what was written to a file, or the names in a folder, durable. */
static bool sync_path(const char *path) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool good = fd >= 0 && !fsync(fd);
    if (fd >= 0) close(fd);
    return good;
}

static bool sync_folder_of(const char *path) {
    char *folder = strdup(path);
    if (!folder) abort();
    bool good = sync_path(dirname(folder));
    free(folder);
    return good;
}

/* A whole copy in a new file. */
static bool copy_database(sqlite3 *db, const char *file, fault *why) {
    sqlite3_stmt *q = NULL;
    bool good = !sqlite3_prepare_v2(db, "vacuum into ?1", -1, &q, NULL) &&
                !sqlite3_bind_text(q, 1, file, -1, SQLITE_STATIC) && sqlite3_step(q) == SQLITE_DONE;
    if (!good) fail(why, "store.backup", file, sqlite3_errmsg(db));
    sqlite3_finalize(q);
    if (good && !sync_path(file)) good = fail(why, "store.backup", file, strerror(errno));
    if (!good) unlink(file);
    return good;
}

/* Before the file's version changes, a copy is put beside it: FILE.v1-copy.  A crash leaves no half of one. */
static bool keep_copy(sqlite3 *db, const char *where, int64_t version, fault *why) {
    char *name = sqlite3_mprintf("%s.v%lld-copy", where, (long long)version);
    char *unfinished = sqlite3_mprintf("%s.v%lld-copy.part", where, (long long)version);
    if (!name || !unfinished) abort();
    unlink(unfinished);
    bool good = copy_database(db, unfinished, why);
    if (good && (rename(unfinished, name) || !sync_folder_of(where)))
        good = fail(why, "store.backup", NULL, strerror(errno));
    if (good)
        fail(why, "store.stepped", NULL, name + strlen(where));
    else {
        why->say = "store.no-copy";
        why->file = where;
    }
    sqlite3_free(name);
    sqlite3_free(unfinished);
    return good;
}

/* All steps to this program's version, or none. */
static bool take_steps(sqlite3 *db, int64_t version) {
    char mark[96];
    if (!exec(db, "begin immediate")) return false;
    for (; version < VERSION; version++)
        if (!exec(db, steps[version])) return false;
    snprintf(mark, sizeof mark, "pragma application_id = %d; pragma user_version = %d", APPLICATION, VERSION);
    return exec(db, mark) && exec(db, "commit");
}

static bool prepare(sqlite3 *db, sqlite3_stmt **q, const char *sql) {
    return sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, q, NULL) == SQLITE_OK;
}

/* Was the latest error one of reading? */
static bool could_not_read(sqlite3 *db) {
    int code = sqlite3_extended_errcode(db);
    return code == SQLITE_IOERR_READ || code == SQLITE_IOERR_SHORT_READ || (code & 0xff) == SQLITE_CORRUPT;
}

/* All lines that are still in `fresh` afterwards are stuck. */
static bool merge_all(store *s) {
    sqlite3 *db = s->write_db;
    if (!exec(db, "begin immediate")) return false;
    if (exec(db, merge_all_sql) ? !exec(db, "commit") : !could_not_read(db)) return false;
    exec(db, "rollback"); /* if SQLite has not ended the transaction already */
    bool good = query_int(db, "select ifnull(max(rowid), 0) from fresh", &s->stuck);
    s->last = s->stuck;
    return good;
}

static int on_commit(void *of, sqlite3 *db, const char *name, int pages) {
    (void)db, (void)name;
    ((store *)of)->wal_pages = pages;
    return SQLITE_OK;
}

/* False: the connection has the error of the first step that failed. */
static bool open_writer(store *s, int64_t version) {
    sqlite3 *db = s->write_db;
    if (!exec(db, "pragma journal_mode=wal; pragma synchronous=full; pragma temp_store=memory") ||
        (version < VERSION && !take_steps(db, version)) || !exec(db, sorted_sql) || !merge_all(s))
        return false;
    sqlite3_db_release_memory(db); /* used by the merge */
    for (int k = 0; k < KINDS; k++)
        if (!prepare(db, &s->insert[k], insert_sql[k])) return false;
    sqlite3_wal_hook(db, on_commit, s); /* replaces SQLite's automatic checkpoint within commits */
    for (int i = 0; i < GONES; i++)
        if (!prepare(db, &s->gone[i], gone_sql[i])) return false;
    return prepare(db, &s->merge_begin, merge_begin_sql) && prepare(db, &s->merge_step, merge_step_sql) &&
           prepare(db, &s->merge_end, merge_end_sql);
}

/* Version 1 had neither the time at which a table was made nor sums nor devices. */
#define OWNER(device)                                                                                        \
    "select person.number, name, hash, " device " from token join person on person.number = person"          \
    " where hash = ?1"
#define DEVICES(columns) "select " columns " from token where person = ?1 order by 4 desc, 1 desc"
#define ROW(made) "select number, over, secret, key, agreed, " made " from tables where "
#define LINES(sum)                                                                                           \
    "select n, text, " sum " from line where tbl = ?1 and n >= ?2 union select n, text, " sum                \
    " from fresh where tbl = ?1 and n >= ?2 order by n"

/* False: the connection has the error of the first step that failed. */
static bool open_reader(store *s, int64_t version) {
    sqlite3_busy_timeout(s->read_db, 5000);
    return prepare(s->read_db, &s->owner_of_token,
                   version == 1 ? OWNER("0, 0") : OWNER("token.number, used")) &&
           prepare(s->read_db, &s->devices,
                   version == 1 ? DEVICES("0, '', 0, 0") : DEVICES("number, label, made, used")) &&
           prepare(s->read_db, &s->find_key, version == 1 ? ROW("0") "key = ?1" : ROW("made") "key = ?1") &&
           prepare(s->read_db, &s->find_number,
                   version == 1 ? ROW("0") "number = ?1" : ROW("made") "number = ?1") &&
           prepare(s->read_db, &s->all_tables, "select number from tables order by number") &&
           prepare(s->read_db, &s->old_tables,
                   "select number from tables where over and over <= strftime('%s', 'now') - 86400 * ?1"
                   " and number between 1 and " NUMBER_MOST " order by over limit ?2") &&
           prepare(s->read_db, &s->open_tables,
                   "select number from tables where not over and number between 1 and " NUMBER_MOST
                   " order by number") &&
           prepare(s->read_db, &s->tables_of,
                   "select tbl from sits join tables on number = tbl where person = ?1"
                   " and tbl between 1 and " NUMBER_MOST " order by tbl desc limit ?2") &&
           prepare(s->read_db, &s->muted, "select other from mute where person = ?1") &&
           prepare(s->read_db, &s->lines, version == 1 ? LINES("null") : LINES("sum"));
}

/* ---- the queue ------------------------------------------------------------------------------------ */

static void enqueue(queue *q, const store_entry *e) {
    size_t need = sizeof(queued_entry) + ((e->size + 7) & ~(size_t)7);
    while (!q->at || q->capacity - q->used < need) {
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
        sqlite3_bind_blob(q, 4, e->bytes, e->kind == STORE_LINE ? STORE_SUM : sizeof e->bytes, SQLITE_STATIC);
    if (e->kind == STORE_TABLE) sqlite3_bind_text(q, 5, e->key, -1, SQLITE_STATIC);
    if (e->kind == STORE_LINE) sqlite3_bind_int64(q, 6, ++s->last);
    if (e->kind == STORE_TOKEN || e->kind == STORE_USED) sqlite3_bind_int64(q, 6, e->day);
    if (!run_statement(q)) return false;
    s->staged += e->kind == STORE_LINE;
    for (int i = 0; i < GONES && e->kind == STORE_GONE; i++) {
        sqlite3_bind_int64(s->gone[i], 1, e->number);
        if (!run_statement(s->gone[i])) return false;
    }
    return true;
}

/* Takes one step of a merge, if there is one to take. */
static bool merge(store *s) {
    if (!s->merging && s->staged < store_pace.merge_lines) return true;
    if (!s->merging) {
        sqlite3_bind_int64(s->merge_begin, 1, s->stuck);
        if (!run_statement(s->merge_begin)) return false;
        s->merging = sqlite3_changes(s->write_db);
        s->merge_to = s->last;
        s->staged = s->merged = 0;
        return true;
    }
    if (s->merged >= s->merging) {
        s->merging = 0;
        sqlite3_bind_int64(s->merge_end, 1, s->stuck);
        sqlite3_bind_int64(s->merge_end, 2, s->merge_to);
        return run_statement(s->merge_end) && exec(s->write_db, merge_clear_sql);
    }
    sqlite3_bind_int64(s->merge_step, 1, s->merged + 1);
    sqlite3_bind_int64(s->merge_step, 2, s->merged += store_pace.merge_step);
    return run_statement(s->merge_step);
}

static bool write_entries(store *s, const queue *q) {
    if (!exec(s->write_db, "begin immediate")) return false;
    for (size_t at = 0; at < q->used;) {
        store_entry e;
        at = entry_at(q, at, &e);
        if (!write_entry(s, &e)) return false;
    }
    return true;
}

/* Ends a merge that cannot read a page of `line`, and the transaction.  Its lines stay in `fresh`. */
static bool give_up_merge(store *s) {
    exec(s->write_db, "rollback"); /* if SQLite has not done it already */
    s->staged = s->merging = 0;
    s->stuck = s->last;
    return exec(s->write_db, merge_clear_sql);
}

static bool write_all(store *s, const queue *q) {
    if (!write_entries(s, q)) return false;
    if (!merge(s) && !(could_not_read(s->write_db) && give_up_merge(s) && write_entries(s, q))) return false;
    return exec(s->write_db, "commit");
}

/* Waits until the commit interval has passed since the last commit. */
static void throttle(const struct timespec *since) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long passed = (now.tv_sec - since->tv_sec) * 1000000000L + now.tv_nsec - since->tv_nsec;
    if (passed < store_pace.commit_interval)
        nanosleep(&(struct timespec){0, store_pace.commit_interval - passed}, NULL);
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
    } else if (s->wal == WAL_GROWS && s->wal_pages >= store_pace.checkpoint_pages) {
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

/* ---- reading ------------------------------------------------------------------------------------------
 *
 * What waits in the queues is copied first, then the file is read.  So whatever the writer does meanwhile is in the
 * copy or in the file, and nobody waits for the lock while the disk is read. */

typedef bool is_wanted(const store_entry *e, int64_t of);

static bool is_line_of(const store_entry *e, int64_t table) {
    return e->kind == STORE_LINE && e->number == table;
}
static bool is_seat_of(const store_entry *e, int64_t person) {
    return e->kind == STORE_SIT && e->n == person;
}
static bool is_sign_out(const store_entry *e, int64_t of) {
    (void)of;
    return e->kind == STORE_SIGN_OUT || e->kind == STORE_SIGN_OUT_OTHERS;
}
static bool is_deletion(const store_entry *e, int64_t of) {
    (void)of;
    return e->kind == STORE_GONE;
}

static void copy_queue(const queue *from, is_wanted *wanted, int64_t of, queue *to) {
    for (size_t at = 0; at < from->used;) {
        store_entry e;
        at = entry_at(from, at, &e);
        if (wanted(&e, of)) enqueue(to, &e);
    }
}

/* The entries that wait and are wanted, in order.  The caller frees `at`. */
static queue copy_waiting(store *s, is_wanted *wanted, int64_t of) {
    queue q = {0};
    pthread_mutex_lock(&s->lock);
    copy_queue(&s->committing, wanted, of, &q);
    copy_queue(&s->pending, wanted, of, &q);
    pthread_mutex_unlock(&s->lock);
    return q;
}

static bool unreadable(fault *why, sqlite3_stmt *q) {
    return fail(why, "store.read", NULL, sqlite3_errmsg(sqlite3_db_handle(q)));
}

/* Ends a read after the last step.  False: that was an error. */
static bool end_read(sqlite3_stmt *q, int last, fault *why) {
    bool good = last == SQLITE_DONE || last == SQLITE_ROW || unreadable(why, q);
    sqlite3_reset(q);
    return good;
}

static bool max_numbers(store *s, int64_t *person, int64_t *table, fault *why) {
    *person = *table = 0;
    return (query_int(s->read_db, "select max(number) from person where number <= " PERSON_MOST, person) &&
            /* a deleted table may have left reports and seats behind */
            query_int(s->read_db,
                      "select max(n) from (select max(number) n from tables where number <= " NUMBER_MOST
                      " union all select max(tbl) from sits where tbl <= " NUMBER_MOST
                      " union all select max(tbl) from report where tbl <= " NUMBER_MOST ")",
                      table)) ||
           fail(why, "store.read", NULL, sqlite3_errmsg(s->read_db));
}

static const char *column(sqlite3_stmt *q, int i, size_t *size) {
    const char *s = (const char *)sqlite3_column_text(q, i);
    *size = (size_t)sqlite3_column_bytes(q, i);
    return s ? s : "";
}

/* With a zero at its end, to be freed. */
static char *copy_column(sqlite3_stmt *q, int i, size_t *size) {
    const char *from = column(q, i, size);
    char *s = malloc(*size + 1);
    if (!s) abort();
    memcpy(s, from, *size);
    s[*size] = 0;
    return s;
}

/* Is the device about to be signed out? */
static bool is_queued_for_sign_out(const queue *q, int64_t person, int64_t device) {
    for (size_t at = 0; at < q->used;) {
        store_entry e;
        at = entry_at(q, at, &e);
        if (e.number == person && (e.n == device) == (e.kind == STORE_SIGN_OUT)) return true;
    }
    return false;
}

/* The hash is found by an index and then compared in constant time, so that timing tells nothing about tokens. */
static store_found owner_of_token(store *s, const uint8_t hash[STORE_HASH], store_owner *out, fault *why) {
    sqlite3_stmt *q = s->owner_of_token;
    queue gone = copy_waiting(s, is_sign_out, 0);
    bool found = false;
    sqlite3_bind_blob(q, 1, hash, STORE_HASH, SQLITE_STATIC);
    int step = sqlite3_step(q);
    if (step == SQLITE_ROW && sqlite3_column_bytes(q, 2) == STORE_HASH &&
        !sodium_memcmp(sqlite3_column_blob(q, 2), hash, STORE_HASH)) {
        size_t size;
        const char *name = column(q, 1, &size);
        *out = (store_owner){.person = sqlite3_column_int64(q, 0),
                             .device = sqlite3_column_int64(q, 3),
                             .used = sqlite3_column_int64(q, 4)};
        memcpy(out->name, name, size < STORE_NAME ? size : STORE_NAME - 1);
        found = !is_queued_for_sign_out(&gone, out->person, out->device);
    }
    free(gone.at);
    if (!end_read(q, step, why)) return STORE_UNREADABLE;
    return found ? STORE_FOUND : STORE_MISSING;
}

static bool devices(store *s, int64_t person, int most, store_take_device *take, void *to, fault *why) {
    sqlite3_stmt *q = s->devices;
    queue gone = copy_waiting(s, is_sign_out, 0);
    int step;
    sqlite3_bind_int64(q, 1, person);
    while ((step = sqlite3_step(q)) == SQLITE_ROW && most) {
        store_device d = {.number = sqlite3_column_int64(q, 0),
                          .made = sqlite3_column_int64(q, 2),
                          .used = sqlite3_column_int64(q, 3)};
        if (is_queued_for_sign_out(&gone, person, d.number)) continue;
        d.label = column(q, 1, &d.size);
        take(to, &d);
        most--;
    }
    free(gone.at);
    return end_read(q, step, why);
}

/* Is the table about to be deleted? */
static bool is_queued_for_deletion(const queue *q, int64_t table) {
    for (size_t at = 0; at < q->used;) {
        store_entry e;
        at = entry_at(q, at, &e);
        if (e.number == table) return true;
    }
    return false;
}

static bool read_row(sqlite3_stmt *q, store_row *out, fault *why) {
    size_t size;
    const char *key = column(q, 3, &size);
    *out = (store_row){.number = sqlite3_column_int64(q, 0),
                       .over = sqlite3_column_int64(q, 1),
                       .made = sqlite3_column_int64(q, 5)};
    if (out->number < 1 || out->number > INT64_C(1) << 52 || size != STORE_KEY ||
        sqlite3_column_bytes(q, 2) != STORE_SECRET)
        return fail(why, "store.row", NULL, "");
    memcpy(out->secret, sqlite3_column_blob(q, 2), STORE_SECRET);
    memcpy(out->key, key, STORE_KEY);
    out->text = copy_column(q, 4, &out->size);
    return true;
}

static store_found find_table(store *s, const char *key, int64_t number, store_row *out, fault *why) {
    sqlite3_stmt *q = key ? s->find_key : s->find_number;
    if (key)
        sqlite3_bind_text(q, 1, key, -1, SQLITE_STATIC);
    else
        sqlite3_bind_int64(q, 1, number);
    queue deletions = copy_waiting(s, is_deletion, 0);
    store_found found = STORE_MISSING;
    int step = sqlite3_step(q);
    if (step == SQLITE_ROW && !is_queued_for_deletion(&deletions, sqlite3_column_int64(q, 0)))
        found = read_row(q, out, why) ? STORE_FOUND : STORE_UNREADABLE;
    if (!end_read(q, step, why)) found = STORE_UNREADABLE;
    free(deletions.at);
    return found;
}

/* Numbers that were read. */
typedef struct {
    int64_t *number;
    size_t n, capacity;
} numbers;

static void add_number(numbers *all, int64_t number) {
    if (all->n == all->capacity) {
        all->capacity = 2 * all->capacity + 64;
        all->number = realloc(all->number, all->capacity * sizeof *all->number);
        if (!all->number) abort();
    }
    all->number[all->n++] = number;
}

static bool read_numbers(sqlite3_stmt *q, numbers *all, fault *why) {
    int step;
    while ((step = sqlite3_step(q)) == SQLITE_ROW)
        add_number(all, sqlite3_column_int64(q, 0));
    return end_read(q, step, why);
}

/* Gives the numbers away if all could be read, at most so many. */
static bool give_numbers(numbers *all, bool good, size_t most, store_callback *take, void *to) {
    for (size_t i = 0; good && i < all->n && i < most; i++)
        take(to, all->number[i], "", 0);
    free(all->number);
    return good;
}

static bool open_tables(store *s, store_callback *take, void *to, fault *why) {
    numbers all = {0};
    return give_numbers(&all, read_numbers(s->open_tables, &all, why), SIZE_MAX, take, to);
}

static bool all_tables(store *s, store_callback *take, void *to, fault *why) {
    numbers all = {0};
    return give_numbers(&all, read_numbers(s->all_tables, &all, why), SIZE_MAX, take, to);
}

static bool old_tables(store *s, int64_t days, int most, store_callback *take, void *to, fault *why) {
    numbers all = {0};
    sqlite3_bind_int64(s->old_tables, 1, days);
    sqlite3_bind_int(s->old_tables, 2, most);
    return give_numbers(&all, read_numbers(s->old_tables, &all, why), SIZE_MAX, take, to);
}

static bool muted(store *s, int64_t person, store_callback *take, void *to, fault *why) {
    numbers all = {0};
    sqlite3_bind_int64(s->muted, 1, person);
    return give_numbers(&all, read_numbers(s->muted, &all, why), SIZE_MAX, take, to);
}

/* Puts a number into its place among numbers that descend, if it is not there. */
static void insert_number(numbers *all, int64_t number) {
    size_t at = all->n;
    while (at && all->number[at - 1] < number)
        at--;
    if (at && all->number[at - 1] == number) return;
    add_number(all, number);
    memmove(all->number + at + 1, all->number + at, (all->n - 1 - at) * sizeof *all->number);
    all->number[at] = number;
}

static bool tables_of(store *s, int64_t person, int most, store_callback *take, void *to, fault *why) {
    numbers all = {0};
    queue waiting = copy_waiting(s, is_seat_of, person);
    sqlite3_bind_int64(s->tables_of, 1, person);
    sqlite3_bind_int(s->tables_of, 2, most);
    bool good = read_numbers(s->tables_of, &all, why);
    for (size_t at = 0; at < waiting.used;) {
        store_entry e;
        at = entry_at(&waiting, at, &e);
        insert_number(&all, e.number);
    }
    free(waiting.at);
    return give_numbers(&all, good, (size_t)most, take, to);
}

/* The next line in order is given away.  One that is missing, or one that is there twice and is not the same, is an
 * error. */
static bool give_line(store_line *line, int64_t *next, store_take_line *take, void *to, fault *why) {
    if (line->n != *next) {
        fault_at(why, line->n > *next ? "store.gap" : "store.twice", NULL, 0, 0);
        char digits[24];
        text t = text_on(digits, sizeof digits);
        text_int(&t, line->n > *next ? *next : line->n);
        return fault_with(why, 0, digits, t.used);
    }
    ++*next;
    take(to, line);
    return true;
}

static bool read_lines(sqlite3_stmt *q, int64_t *next, store_take_line *take, void *to, fault *why) {
    int step = SQLITE_DONE;
    bool good = true;
    while (good && (step = sqlite3_step(q)) == SQLITE_ROW) {
        store_line line = {.n = sqlite3_column_int64(q, 0)};
        line.text = column(q, 1, &line.size);
        line.sum = sqlite3_column_blob(q, 2);
        good = line.sum && sqlite3_column_bytes(q, 2) != STORE_SUM ? fail(why, "store.row", NULL, "")
                                                                   : give_line(&line, next, take, to, why);
    }
    if (good) return end_read(q, step, why);
    sqlite3_reset(q);
    return false;
}

static bool lines(store *s, int64_t table, int64_t n, store_take_line *take, void *to, fault *why) {
    queue waiting = copy_waiting(s, is_line_of, table);
    sqlite3_bind_int64(s->lines, 1, table);
    sqlite3_bind_int64(s->lines, 2, n);
    bool good = read_lines(s->lines, &n, take, to, why);
    for (size_t at = 0; good && at < waiting.used;) {
        store_entry e;
        at = entry_at(&waiting, at, &e);
        if (e.n >= n) /* the others are in the file by now */
            good = give_line(&(store_line){e.n, e.text, e.size, e.bytes}, &n, take, to, why);
    }
    free(waiting.at);
    return good;
}

/* Each row is something that is wrong: a table's number or 0, and a number or a text for the sentence. */
static const struct {
    const char *sql, *say;
} examinations[] = {
    {"select 0, integrity_check from pragma_integrity_check where integrity_check <> 'ok'",
     "store.integrity"},
    {"select number, number from tables where number not between 1 and " NUMBER_MOST, "store.number"},
    {"select tbl, count(*) from (select tbl from line union all select tbl from fresh)"
     " where tbl not in (select number from tables) group by tbl",
     "store.lines-of-none"},
    {"select 0, n from (select count(*) n from person where number not between 1 and " PERSON_MOST
     ") where n",
     "store.people"},
    {"select 0, n from (select count(*) n from token where length(hash) <> 32 or"
     " person not in (select number from person)) where n",
     "store.tokens"},
    {"select 0, n from (select count(*) n from sits where person not in (select number from person)) where n",
     "store.sits"},
};

static void examine(store *s, store_take_fault *take, void *to) {
    for (size_t i = 0; i < sizeof examinations / sizeof *examinations; i++) {
        sqlite3_stmt *q = NULL;
        fault what;
        int step = sqlite3_prepare_v2(s->read_db, examinations[i].sql, -1, &q, NULL);
        if (!step)
            while ((step = sqlite3_step(q)) == SQLITE_ROW) {
                size_t size;
                const char *words = column(q, 1, &size);
                fault_at(&what, examinations[i].say, NULL, 0, 0);
                fault_with(&what, 0, words, size);
                take(to, sqlite3_column_int64(q, 0), &what);
            }
        if (step != SQLITE_DONE) {
            fail(&what, "store.read", NULL, sqlite3_errmsg(s->read_db));
            take(to, 0, &what);
        }
        sqlite3_finalize(q);
    }
}

/* ---- opening and closing ---------------------------------------------------------------------------------- */

static void destroy(store *s) {
    for (int k = 0; k < KINDS; k++)
        sqlite3_finalize(s->insert[k]);
    for (int i = 0; i < GONES; i++)
        sqlite3_finalize(s->gone[i]);
    sqlite3_stmt *const others[] = {s->merge_begin, s->merge_step, s->merge_end,   s->owner_of_token,
                                    s->devices,     s->find_key,   s->find_number, s->open_tables,
                                    s->all_tables,  s->old_tables, s->tables_of,   s->muted,
                                    s->lines};
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
    int64_t version = 0;
    *why = (fault){0};
    if (!open_file(where, READ_WRITE, &s->write_db))
        return fail(why, "store.open", where, sqlite3_errmsg(s->write_db));
    if (!read_version(s->write_db, where, &version, why)) return false;
    if (version && version < VERSION && !keep_copy(s->write_db, where, version, why)) return false;
    if (!open_writer(s, version)) return fail(why, "store.open", where, sqlite3_errmsg(s->write_db));
    if (!open_file(where, READ_WRITE, &s->checkpoint_db))
        return fail(why, "store.open", where, sqlite3_errmsg(s->checkpoint_db));
    return (open_file(where, SQLITE_OPEN_READONLY, &s->read_db) && open_reader(s, VERSION)) ||
           fail(why, "store.open", where, sqlite3_errmsg(s->read_db));
}

static store *new_store(void) {
    store *s = calloc(1, sizeof *s);
    if (!s) abort();
    s->lock_fd = -1;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->not_empty, NULL);
    pthread_cond_init(&s->wal_full, NULL);
    return s;
}

static store *open_store(const char *where, void (*wake)(void *), void *to, fault *why) {
    store *s = new_store();
    s->wake = wake;
    s->to = to;
    if (lock_file(s, where, why) && open_all(s, where, why)) {
        if (pthread_create(&s->writer_thread, NULL, writer, s) ||
            pthread_create(&s->checkpoint_thread, NULL, checkpointer, s))
            abort();
        return s;
    }
    destroy(s);
    return NULL;
}

/* Opens a house's file, of any version. */
static bool open_read_only(const char *where, sqlite3 **db, int64_t *version, fault *why) {
    if (!open_file(where, SQLITE_OPEN_READONLY, db)) return fail(why, "store.no-house", where, "");
    return read_version(*db, where, version, why) && (*version || fail(why, "store.no-house", where, ""));
}

/* The transaction makes it read the same until it is closed. */
static store *open_to_read(const char *where, fault *why) {
    store *s = new_store();
    int64_t version = 0;
    s->read_only = true;
    if (open_read_only(where, &s->read_db, &version, why)) {
        if (exec(s->read_db, "begin; select 1 from sqlite_schema") && open_reader(s, version)) return s;
        fail(why, "store.open", where, sqlite3_errmsg(s->read_db));
    }
    destroy(s);
    return NULL;
}

static void close_store(store *s) {
    if (s->read_only) {
        destroy(s);
        return;
    }
    pthread_mutex_lock(&s->lock);
    s->stopping = true;
    pthread_cond_signal(&s->not_empty);
    pthread_cond_signal(&s->wal_full);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->writer_thread, NULL);
    pthread_join(s->checkpoint_thread, NULL);
    destroy(s);
}

/* A file of any version is copied as it is. */
static bool backup(const char *where, const char *file, fault *why) {
    sqlite3 *db = NULL;
    int64_t version = 0;
    if (!access(file, F_OK)) return fail(why, "store.exists", file, "");
    bool good = open_read_only(where, &db, &version, why) && copy_database(db, file, why);
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
    .owner_of_token = owner_of_token,
    .devices = devices,
    .find_table = find_table,
    .open_tables = open_tables,
    .tables_of = tables_of,
    .muted = muted,
    .all_tables = all_tables,
    .old_tables = old_tables,
    .lines = lines,
    .open_to_read = open_to_read,
    .examine = examine,
    .backup = backup,
};
