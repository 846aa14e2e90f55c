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
#include "store/queue.h"
#include "store/store.h"
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
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

enum {
    READ_WRITE = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
    GONES = 2, /* places from which the lines of a table are deleted */
};

/* A code by which a person comes in on another device.  It is void when the house closes, so no file has it. */
typedef struct code {
    struct code *next;
    uint8_t hash[STORE_HASH];
    int64_t person, until;
} code;

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
    sqlite3_stmt *insert[STORE_ENTRIES], *gone[GONES], *merge_begin, *merge_step, *merge_end, *owner_of_token,
        *name_of, *devices, *find_key, *find_number, *open_tables, *all_tables, *old_tables, *tables_of,
        *rematch, *muted, *lines;
    bool read_only;                  /* there are no threads and no writer */
    int64_t version;                 /* of the file, if it is only read */
    int64_t run;                     /* the tables that somebody must run were asked for up to this number */
    int64_t last_person, last_table; /* the greatest numbers so far */
    code *codes;
    store_user user;

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

static const char *const insert_sql[STORE_ENTRIES] = {
    [STORE_PERSON] = "insert or replace into person (number, name) values (?1, ?3)",
    [STORE_TOKEN] = "insert or ignore into token values (?4, ?1, ?2, ?3, ?6, ?6)",
    [STORE_USED] = "update token set used = ?6 where person = ?1 and number = ?2",
    [STORE_SIGN_OUT] = "delete from token where person = ?1 and number = ?2",
    [STORE_SIGN_OUT_OTHERS] = "delete from token where person = ?1 and number <> ?2",
    [STORE_TABLE] =
        "insert into tables (number, made, agreed, secret, key, over) values (?1, ?2, ?3, ?4, ?5, 0)",
    [STORE_LINE] = "insert into fresh (rowid, tbl, n, text, sum) values (?6, ?1, ?2, ?3, ?4)",
    [STORE_SIT] = "insert or ignore into sits (tbl, person) values (?1, ?2)",
    [STORE_OVER] =
        "update tables set over = iif(?2, ?2, strftime('%s', 'now')) where number = ?1 and not over",
    [STORE_RESUMED] = "update tables set over = 0 where number = ?1",
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

/* The same for an error of the system: errno. */
static bool fail_system(fault *why, const char *say, const char *where) {
    int error = errno;
    return fail(why, fault_system(error, say), where, strerror(error));
}

/* The same for the latest error of a connection.  What SQLite says about it is for those who know SQLite. */
static bool fail_sqlite(fault *why, const char *say, const char *where, sqlite3 *db) {
    switch (sqlite3_errcode(db)) {
    case SQLITE_FULL: say = "file.full"; break;
    case SQLITE_PERM:
    case SQLITE_READONLY: say = "file.forbidden"; break;
    case SQLITE_CORRUPT:
        if (strcmp(say, "store.backup") != 0) say = "store.damaged"; /* there `where` is the copy */
        break;
    default: break;
    }
    return fail(why, say, where, sqlite3_errmsg(db));
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
        return fail_sqlite(why, "store.open", where, db);
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
    if (!good) fail_sqlite(why, "store.backup", file, db);
    sqlite3_finalize(q);
    if (good && !sync_path(file)) good = fail_system(why, "store.backup", file);
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
        good = fail_system(why, "store.backup", NULL);
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
    int error = sqlite3_extended_errcode(db);
    return error == SQLITE_IOERR_READ || error == SQLITE_IOERR_SHORT_READ || (error & 0xff) == SQLITE_CORRUPT;
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
    for (int k = 0; k < STORE_ENTRIES; k++)
        if (insert_sql[k] && !prepare(db, &s->insert[k], insert_sql[k])) return false;
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
#define REMATCH(made)                                                                                        \
    "select number, over, secret, key, agreed, " made " from sits join tables on number = tbl"               \
    " where person = ?2 and tbl > ?1 and json_extract(agreed, '$.before') = ?1 order by number limit 1"
#define LINES(sum)                                                                                           \
    "select n, text, " sum " from line where tbl = ?1 union select n, text, " sum                            \
    " from fresh where tbl = ?1 order by n"

/* False: the connection has the error of the first step that failed. */
static bool open_reader(store *s, int64_t version) {
    sqlite3_busy_timeout(s->read_db, 5000);
    return prepare(s->read_db, &s->owner_of_token,
                   version == 1 ? OWNER("0, 0") : OWNER("token.number, used")) &&
           prepare(s->read_db, &s->name_of, "select name from person where number = ?1") &&
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
                   "select number from tables where not over and number > ?1 and number <= " NUMBER_MOST
                   " order by number limit ?2") &&
           prepare(s->read_db, &s->tables_of,
                   "select tbl from sits join tables on number = tbl where person = ?1"
                   " and tbl between 1 and min(?3, " NUMBER_MOST ") order by tbl desc limit ?2") &&
           prepare(s->read_db, &s->rematch, version == 1 ? REMATCH("0") : REMATCH("made")) &&
           prepare(s->read_db, &s->muted, "select other from mute where person = ?1") &&
           prepare(s->read_db, &s->lines, version == 1 ? LINES("null") : LINES("sum"));
}

/* ---- the queue ------------------------------------------------------------------------------------ */

/* A person has one code at most.  Those that were valid until a day ago or longer go with it. */
static void remove_code(store *s, int64_t person, int64_t now) {
    enum { DAY = 86400 };
    for (code **at = &s->codes, *c; (c = *at);) {
        if (c->person == person || c->until < now - DAY) {
            *at = c->next;
            free(c);
        } else
            at = &c->next;
    }
}

static void add_code(store *s, const store_entry *e) {
    code *c = calloc(1, sizeof *c);
    if (!c) abort();
    remove_code(s, e->number, e->n);
    *c = (code){.next = s->codes, .person = e->number, .until = e->n};
    memcpy(c->hash, e->bytes, STORE_HASH);
    s->codes = c;
}

/* What is not in the file counts as durable as soon as everything before it is. */
static uint64_t put(store *s, const store_entry *e) {
    if (e->kind == STORE_CODE) add_code(s, e);
    if (e->kind == STORE_NO_CODE) remove_code(s, e->number, 0);
    if (!insert_sql[e->kind]) return s->put_count; /* only this thread changes it */
    bool at_table = e->kind == STORE_TABLE || e->kind == STORE_SIT || e->kind == STORE_REPORT;
    if (e->kind == STORE_PERSON && e->number > s->last_person) s->last_person = e->number;
    if (at_table && e->number > s->last_table) s->last_table = e->number;
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
        sqlite3_bind_blob(q, 4, e->no_sum ? NULL : e->bytes,
                          e->kind == STORE_LINE ? STORE_SUM : sizeof e->bytes, SQLITE_STATIC);
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
        s->user.wake(s->user.to);
        if (!good) break;
        maintain_wal(s);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

/* ---- reading ------------------------------------------------------------------------------------------
 *
 * Every question is answered before ask() returns: the file is on this machine, and most of what is asked for is in
 * memory.  What waits in the queues is copied first, then the file is read.  So whatever the writer does meanwhile is
 * in the copy or in the file, and nobody waits for the lock while the disk is read. */

typedef bool is_wanted(const store_entry *e, int64_t of);

static bool is_of_table(const store_entry *e, int64_t table) {
    return (e->kind == STORE_LINE || e->kind == STORE_OVER || e->kind == STORE_RESUMED) && e->number == table;
}
static bool is_seat_of(const store_entry *e, int64_t person) {
    return e->kind == STORE_SIT && e->n == person;
}
/* a person, their devices and whom they have muted; 0: of all people */
static bool is_of_person(const store_entry *e, int64_t person) {
    bool kind = e->kind <= STORE_SIGN_OUT_OTHERS || e->kind == STORE_MUTE || e->kind == STORE_UNMUTE;
    return kind && (!person || e->number == person);
}
static bool is_row(const store_entry *e, int64_t of) {
    (void)of;
    return e->kind == STORE_GONE || e->kind == STORE_TABLE;
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
    return fail_sqlite(why, "store.read", NULL, sqlite3_db_handle(q));
}

/* Ends a read after the last step.  False: that was an error. */
static bool end_read(sqlite3_stmt *q, int last, fault *why) {
    bool good = last == SQLITE_DONE || last == SQLITE_ROW || unreadable(why, q);
    sqlite3_reset(q);
    return good;
}

/* The greatest numbers of a person and of a table so far; 0: none. */
static bool read_last_numbers(store *s) {
    return query_int(s->read_db, "select max(number) from person where number <= " PERSON_MOST,
                     &s->last_person) &&
           /* a deleted table may have left reports and seats behind */
           query_int(s->read_db,
                     "select max(n) from (select max(number) n from tables where number <= " NUMBER_MOST
                     " union all select max(tbl) from sits where tbl <= " NUMBER_MOST
                     " union all select max(tbl) from report where tbl <= " NUMBER_MOST ")",
                     &s->last_table);
}

static const char *column(sqlite3_stmt *q, int i, size_t *size) {
    const char *s = (const char *)sqlite3_column_text(q, i);
    *size = (size_t)sqlite3_column_bytes(q, i);
    return s ? s : "";
}

/* ---- people and devices */

static void set_name(store_owner *o, const char *name, size_t size) {
    memset(o->name, 0, sizeof o->name);
    memcpy(o->name, name, size < STORE_NAME ? size : STORE_NAME - 1);
}

/* Does the entry sign the device out? */
static bool signs_out(const store_entry *e, int64_t person, int64_t device) {
    return e->number == person && ((e->kind == STORE_SIGN_OUT && e->n == device) ||
                                   (e->kind == STORE_SIGN_OUT_OTHERS && e->n != device));
}

static bool is_signed_out(const queue *q, int64_t person, int64_t device) {
    for (size_t at = 0; at < q->used;) {
        store_entry e;
        at = entry_at(q, at, &e);
        if (signs_out(&e, person, device)) return true;
    }
    return false;
}

/* The hash is found by an index and then compared in constant time, so that timing tells nothing about tokens. */
static store_found read_token(store *s, const uint8_t hash[STORE_HASH], store_owner *o, fault *why) {
    sqlite3_stmt *q = s->owner_of_token;
    bool found = false;
    sqlite3_bind_blob(q, 1, hash, STORE_HASH, SQLITE_STATIC);
    int step = sqlite3_step(q);
    if (step == SQLITE_ROW && sqlite3_column_bytes(q, 2) == STORE_HASH &&
        !sodium_memcmp(sqlite3_column_blob(q, 2), hash, STORE_HASH)) {
        size_t size;
        const char *name = column(q, 1, &size);
        *o = (store_owner){.person = sqlite3_column_int64(q, 0),
                           .device = sqlite3_column_int64(q, 3),
                           .used = sqlite3_column_int64(q, 4)};
        set_name(o, name, size);
        found = true;
    }
    if (!end_read(q, step, why)) return STORE_UNREADABLE;
    return found ? STORE_FOUND : STORE_MISSING;
}

static bool read_muted(store *s, int64_t person, const queue *waiting, store_answer *a) {
    enum { MOST = 4096 }; /* more than any house lets a person mute */
    int64_t other[MOST];
    int n = 0, step;
    sqlite3_bind_int64(s->muted, 1, person);
    while ((step = sqlite3_step(s->muted)) == SQLITE_ROW && n < MOST)
        other[n++] = sqlite3_column_int64(s->muted, 0);
    if (!end_read(s->muted, step, &a->why)) return false;
    for (size_t at = 0; at < waiting->used;) {
        store_entry e;
        at = entry_at(waiting, at, &e);
        if ((e.kind != STORE_MUTE && e.kind != STORE_UNMUTE) || e.number != person) continue;
        for (int i = 0; i < n; i++)
            if (other[i] == e.n) other[i--] = other[--n];
        if (e.kind == STORE_MUTE && n < MOST) other[n++] = e.n;
    }
    for (int i = 0; i < n; i++)
        store_add_number(a, other[i]);
    return true;
}

/* The latest name that waits, if one does, and whom the owner has muted. */
static store_found complete_owner(store *s, const queue *waiting, store_answer *a) {
    for (size_t at = 0; at < waiting->used;) {
        store_entry e;
        at = entry_at(waiting, at, &e);
        if (e.kind == STORE_PERSON && e.number == a->owner.person) set_name(&a->owner, e.text, e.size);
    }
    return read_muted(s, a->owner.person, waiting, a) ? STORE_FOUND : STORE_UNREADABLE;
}

static store_found answer_owner(store *s, const store_question *q, store_answer *a) {
    queue waiting = copy_waiting(s, is_of_person, 0);
    store_found found = read_token(s, q->bytes, &a->owner, &a->why);
    for (size_t at = 0; found == STORE_MISSING && at < waiting.used;) {
        store_entry e;
        at = entry_at(&waiting, at, &e);
        if (e.kind != STORE_TOKEN || sodium_memcmp(e.bytes, q->bytes, STORE_HASH)) continue;
        a->owner = (store_owner){.person = e.number, .device = e.n, .used = e.day};
        found = STORE_FOUND;
    }
    if (found == STORE_FOUND && is_signed_out(&waiting, a->owner.person, a->owner.device))
        found = STORE_MISSING;
    if (found == STORE_FOUND) found = complete_owner(s, &waiting, a);
    free(waiting.at);
    return found;
}

static void put_device(store_answer *a, const store_device *d, int *most) {
    if (!*most) return;
    store_add_device(a, d);
    --*most;
}

/* Those that wait are the latest. */
static store_found answer_devices(store *s, const store_question *question, store_answer *a) {
    queue waiting = copy_waiting(s, is_of_person, question->number);
    sqlite3_stmt *q = s->devices;
    int step, most = question->most;
    for (size_t at = 0; at < waiting.used;) {
        store_entry e;
        at = entry_at(&waiting, at, &e);
        store_device d = {.number = e.n, .made = e.day, .used = e.day, .label = e.text, .size = e.size};
        if (e.kind == STORE_TOKEN && !is_signed_out(&waiting, e.number, e.n)) put_device(a, &d, &most);
    }
    size_t fresh = a->devices;
    sqlite3_bind_int64(q, 1, question->number);
    while ((step = sqlite3_step(q)) == SQLITE_ROW && most) {
        store_device d = {.number = sqlite3_column_int64(q, 0),
                          .made = sqlite3_column_int64(q, 2),
                          .used = sqlite3_column_int64(q, 3)};
        bool known = is_signed_out(&waiting, question->number, d.number);
        for (size_t i = 0; i < fresh; i++)
            known |= a->device[i].number == d.number; /* it was committed meanwhile */
        d.label = column(q, 1, &d.size);
        if (!known) put_device(a, &d, &most);
    }
    free(waiting.at);
    return end_read(q, step, &a->why) ? STORE_FOUND : STORE_UNREADABLE;
}

/* A code works once.  The new device gets the number after the greatest. */
static store_found answer_code(store *s, const store_question *q, store_answer *a) {
    int64_t person = 0;
    for (const code *c = s->codes; c; c = c->next)
        if (!sodium_memcmp(c->hash, q->bytes, STORE_HASH) && c->until > q->n) person = c->person;
    if (!person) return STORE_MISSING;
    store_found found = answer_devices(s, &(store_question){.number = person, .most = INT_MAX}, a);
    if (found != STORE_FOUND) return found;
    a->owner.person = person;
    for (size_t i = 0; i < a->devices; i++)
        if (a->device[i].number > a->owner.device) a->owner.device = a->device[i].number;
    a->owner.device++;
    queue waiting = copy_waiting(s, is_of_person, person);
    sqlite3_bind_int64(s->name_of, 1, person);
    int step = sqlite3_step(s->name_of);
    if (step == SQLITE_ROW) {
        size_t size;
        const char *name = column(s->name_of, 0, &size);
        set_name(&a->owner, name, size);
    }
    found = end_read(s->name_of, step, &a->why) ? complete_owner(s, &waiting, a) : STORE_UNREADABLE;
    free(waiting.at);
    if (found == STORE_FOUND) remove_code(s, person, q->n);
    return found;
}

/* ---- tables */

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
    out->text = column(q, 4, &out->size);
    return true;
}

static bool read_lines(sqlite3_stmt *q, store_answer *a, fault *why) {
    int step = SQLITE_DONE;
    bool good = true;
    while (good && (step = sqlite3_step(q)) == SQLITE_ROW) {
        store_line line = {.n = sqlite3_column_int64(q, 0)};
        line.text = column(q, 1, &line.size);
        line.sum = sqlite3_column_blob(q, 2);
        good = line.sum && sqlite3_column_bytes(q, 2) != STORE_SUM ? fail(why, "store.row", NULL, "")
                                                                   : store_add_line(a, &line);
    }
    if (good) return end_read(q, step, why);
    sqlite3_reset(q);
    return false;
}

/* The lines of the journal that was added last.  What waits was copied before the row was read. */
static void add_lines(store *s, store_answer *a, store_journal *j, const queue *waiting) {
    sqlite3_bind_int64(s->lines, 1, j->row.number);
    bool good = read_lines(s->lines, a, &j->why);
    for (size_t at = 0; good && at < waiting->used;) {
        store_entry e;
        at = entry_at(waiting, at, &e);
        if (e.kind == STORE_OVER) j->row.over = e.n ? e.n : time(NULL);
        if (e.kind == STORE_RESUMED) j->row.over = 0;
        if (e.kind == STORE_LINE && e.n >= (int64_t)j->lines) /* the others are in the file by now */
            good = store_add_line(a, &(store_line){e.n, e.text, e.size, e.no_sum ? NULL : e.bytes});
    }
    if (!good) j->found = STORE_UNREADABLE;
}

/* A row that is about to be deleted is not found; one that is about to be written is. */
static store_found find_waiting(const queue *rows, const char *key, int64_t number, store_row *row) {
    store_found found = STORE_MISSING;
    for (size_t at = 0; at < rows->used;) {
        store_entry e;
        at = entry_at(rows, at, &e);
        bool same = e.kind == STORE_TABLE && key ? !strcmp(e.key, key) : e.number == number;
        if (e.kind == STORE_GONE && found == STORE_FOUND) same = e.number == row->number;
        if (!same) continue;
        found = e.kind == STORE_TABLE ? STORE_FOUND : STORE_MISSING;
        *row = (store_row){.number = e.number, .made = e.n, .text = e.text, .size = e.size};
        memcpy(row->secret, e.bytes, STORE_SECRET);
        memcpy(row->key, e.key, sizeof row->key);
    }
    return found;
}

static bool is_deleted(const queue *rows, int64_t number) {
    bool gone = false;
    for (size_t at = 0; at < rows->used;) {
        store_entry e;
        at = entry_at(rows, at, &e);
        if (e.number == number) gone = e.kind == STORE_GONE;
    }
    return gone;
}

static store_found add_table(store *s, store_answer *a, const char *key, int64_t number) {
    sqlite3_stmt *q = key ? s->find_key : s->find_number;
    queue rows = copy_waiting(s, is_row, 0), waiting = {0};
    store_row row = {.number = number};
    store_found found = STORE_MISSING;
    if (key)
        sqlite3_bind_text(q, 1, key, -1, SQLITE_STATIC);
    else
        sqlite3_bind_int64(q, 1, number);
    int step = sqlite3_step(q);
    if (step == SQLITE_ROW && !is_deleted(&rows, sqlite3_column_int64(q, 0)))
        found = read_row(q, &row, &a->why) ? STORE_FOUND : STORE_UNREADABLE;
    else if (step == SQLITE_DONE)
        found = find_waiting(&rows, key, number, &row);
    store_journal *j = found == STORE_FOUND ? store_add_journal(a, &row) : NULL;
    if (!end_read(q, step, &a->why)) return free(rows.at), STORE_UNREADABLE;
    if (j) { /* after the row was read, so that the lines are read as they are in the file after this copy */
        waiting = copy_waiting(s, is_of_table, row.number);
        add_lines(s, a, j, &waiting);
    }
    free(waiting.at);
    free(rows.at);
    return found;
}

static store_found answer_table(store *s, const store_question *q, store_answer *a) {
    return add_table(s, a, q->key[0] ? q->key : NULL, q->number);
}

static store_found answer_rematch(store *s, const store_question *question, store_answer *a) {
    sqlite3_stmt *q = s->rematch;
    store_found found = STORE_MISSING;
    store_row row;
    sqlite3_bind_int64(q, 1, question->number);
    sqlite3_bind_int64(q, 2, question->n);
    int step = sqlite3_step(q);
    if (step == SQLITE_ROW) {
        found = read_row(q, &row, &a->why) ? STORE_FOUND : STORE_UNREADABLE;
        if (found == STORE_FOUND) store_add_journal(a, &row);
    }
    return end_read(q, step, &a->why) ? found : STORE_UNREADABLE;
}

static store_found add_numbers(sqlite3_stmt *q, store_answer *a) {
    int step;
    while ((step = sqlite3_step(q)) == SQLITE_ROW)
        store_add_number(a, sqlite3_column_int64(q, 0));
    return end_read(q, step, &a->why) ? STORE_FOUND : STORE_UNREADABLE;
}

/* There are no other nodes, so whoever opens the file runs all tables. */
static store_found answer_orphans(store *s, const store_question *q, store_answer *a) {
    store_answer *open = store_answer_new();
    sqlite3_bind_int64(s->open_tables, 1, s->run);
    sqlite3_bind_int(s->open_tables, 2, q->most);
    store_found found = add_numbers(s->open_tables, open);
    a->why = open->why;
    for (size_t i = 0; found == STORE_FOUND && i < open->numbers; i++) {
        size_t before = a->journals;
        store_found row = add_table(s, a, NULL, s->run = open->number[i]);
        if (row != STORE_UNREADABLE || a->journals > before) continue;
        store_journal *j = store_add_journal(a, &(store_row){.number = open->number[i]});
        j->found = STORE_UNREADABLE;
        j->why = a->why;
    }
    store_answer_free(open);
    return found;
}

/* Puts a number into its place among numbers that descend, if it is not there. */
static void insert_number(int64_t *all, int *n, int most, int64_t number) {
    int at = *n;
    while (at && all[at - 1] < number)
        at--;
    if ((at && all[at - 1] == number) || at == most) return;
    if (*n == most) --*n;
    memmove(all + at + 1, all + at, (size_t)(*n - at) * sizeof *all);
    all[at] = number;
    ++*n;
}

static store_found answer_tables_of(store *s, const store_question *question, store_answer *a) {
    sqlite3_stmt *q = s->tables_of;
    int64_t last = question->n ? question->n - 1 : INT64_MAX;
    queue waiting = copy_waiting(s, is_seat_of, question->number), rows = copy_waiting(s, is_row, 0);
    int64_t *all = malloc((size_t)question->most * sizeof *all);
    int n = 0, step;
    if (!all) abort();
    sqlite3_bind_int64(q, 1, question->number);
    sqlite3_bind_int(q, 2, question->most);
    sqlite3_bind_int64(q, 3, last);
    while ((step = sqlite3_step(q)) == SQLITE_ROW)
        if (!is_deleted(&rows, sqlite3_column_int64(q, 0)))
            insert_number(all, &n, question->most, sqlite3_column_int64(q, 0));
    for (size_t at = 0; at < waiting.used;) {
        store_entry e;
        at = entry_at(&waiting, at, &e);
        if (e.number <= last && !is_deleted(&rows, e.number))
            insert_number(all, &n, question->most, e.number);
    }
    for (int i = 0; i < n; i++)
        store_add_number(a, all[i]);
    free(all);
    free(waiting.at);
    free(rows.at);
    return end_read(q, step, &a->why) ? STORE_FOUND : STORE_UNREADABLE;
}

static store_found answer_old(store *s, const store_question *q, store_answer *a) {
    sqlite3_bind_int64(s->old_tables, 1, q->n);
    sqlite3_bind_int(s->old_tables, 2, q->most);
    return add_numbers(s->old_tables, a);
}

static store_found answer(store *s, const store_question *q, store_answer *a) {
    switch (q->what) {
    case STORE_OWNER: return answer_owner(s, q, a);
    case STORE_USE_CODE: return answer_code(s, q, a);
    case STORE_DEVICES: return answer_devices(s, q, a);
    case STORE_TABLES_OF: return answer_tables_of(s, q, a);
    case STORE_REMATCH: return answer_rematch(s, q, a);
    case STORE_LOOK:
    case STORE_RUN: return answer_table(s, q, a);
    case STORE_RUN_SOME: return answer_orphans(s, q, a);
    case STORE_OLD: return answer_old(s, q, a);
    case STORE_ALL: return add_numbers(s->all_tables, a);
    case STORE_OWN: return STORE_FOUND;
    case STORE_LAST:
        store_add_number(a, s->last_person);
        store_add_number(a, s->last_table);
        return STORE_FOUND;
    case STORE_NEW_PERSON: store_add_number(a, ++s->last_person); return STORE_FOUND;
    case STORE_NEW_TABLE: store_add_number(a, ++s->last_table); return STORE_FOUND;
    }
    abort();
}

static void ask(store *s, const store_question *q, store_take_answer *take, void *to) {
    store_answer *a = store_answer_new();
    a->found = answer(s, q, a);
    take(to, a);
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
            fail_sqlite(&what, "store.read", NULL, s->read_db);
            take(to, 0, &what);
        }
        sqlite3_finalize(q);
    }
}

/* Everything in the order of store.h: how a row becomes an entry.  The columns are, as far as there are any: number, n,
 * text, bytes, key, day. */
static const struct {
    const char *sql;
    enum store_kind kind;
} copies[] = {
    {"select number, 0, name from person order by number", STORE_PERSON},
    {"select person, number, label, hash, '', made from token order by person, number, hash", STORE_TOKEN},
    {"select person, number, '', x'', '', used from token where used <> made order by person, number",
     STORE_USED},
    {"select person, other from mute order by person, other", STORE_MUTE},
    {"select number, made, agreed, secret, key from tables order by number", STORE_TABLE},
    {"select tbl, n, text, sum from line union select tbl, n, text, sum from fresh order by tbl, n",
     STORE_LINE},
    {"select number, over from tables where over order by number", STORE_OVER},
    {"select tbl, person from sits order by tbl, person", STORE_SIT},
    {"select tbl, by, text from report order by number", STORE_REPORT},
};

static bool give_entry(sqlite3_stmt *q, enum store_kind kind, store_take_entry *take, void *to, fault *why) {
    store_entry e = {.number = sqlite3_column_int64(q, 0), .n = sqlite3_column_int64(q, 1), .text = ""};
    int columns = sqlite3_column_count(q);
    size_t size = columns > 3 ? (size_t)sqlite3_column_bytes(q, 3) : 0;
    e.kind = kind;
    if (size > sizeof e.bytes) return fail(why, "store.row", NULL, "");
    if (columns > 2) e.text = column(q, 2, &e.size);
    if (size) memcpy(e.bytes, sqlite3_column_blob(q, 3), size);
    if (columns > 4) snprintf(e.key, sizeof e.key, "%s", (const char *)sqlite3_column_text(q, 4));
    if (columns > 5) e.day = sqlite3_column_int64(q, 5);
    e.no_sum = kind == STORE_LINE && !size;
    take(to, &e);
    return true;
}

static bool copy_all(store *s, store_take_entry *take, void *to, fault *why) {
    if (s->version != VERSION) return fail(why, "store.older", NULL, "");
    bool good = true;
    for (size_t i = 0; good && i < sizeof copies / sizeof *copies; i++) {
        sqlite3_stmt *q = NULL;
        int step = sqlite3_prepare_v2(s->read_db, copies[i].sql, -1, &q, NULL);
        if (!step)
            while (good && (step = sqlite3_step(q)) == SQLITE_ROW)
                good = give_entry(q, copies[i].kind, take, to, why);
        if (good && step != SQLITE_DONE) good = fail_sqlite(why, "store.read", NULL, s->read_db);
        sqlite3_finalize(q);
    }
    return good;
}

/* ---- opening and closing ---------------------------------------------------------------------------------- */

static void destroy(store *s) {
    for (int k = 0; k < STORE_ENTRIES; k++)
        sqlite3_finalize(s->insert[k]);
    for (int i = 0; i < GONES; i++)
        sqlite3_finalize(s->gone[i]);
    sqlite3_stmt *const others[] = {s->merge_begin, s->merge_step, s->merge_end,  s->owner_of_token,
                                    s->name_of,     s->devices,    s->find_key,   s->find_number,
                                    s->open_tables, s->all_tables, s->old_tables, s->tables_of,
                                    s->rematch,     s->muted,      s->lines};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        sqlite3_finalize(others[i]);
    sqlite3_close(s->read_db);
    sqlite3_close(s->checkpoint_db);
    sqlite3_close(s->write_db); /* the last connection to close checkpoints the WAL */
    if (s->lock_fd >= 0) close(s->lock_fd);
    free(s->pending.at);
    free(s->committing.at);
    free(s->broken);
    for (code *c; (c = s->codes);) {
        s->codes = c->next;
        free(c);
    }
    free(s);
}

/* Two houses on one file would each miss the other's lines.  The lock ends with the process.  It is taken first and
 * released last, because closing a file descriptor drops the locks that SQLite holds on that file. */
static bool lock_file(store *s, const char *where, fault *why) {
    s->lock_fd = open(where, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (s->lock_fd < 0) return fail_system(why, "store.open", where);
    return !flock(s->lock_fd, LOCK_EX | LOCK_NB) || fail(why, "store.taken", where, "");
}

static bool open_all(store *s, const char *where, fault *why) {
    int64_t version = 0;
    *why = (fault){0};
    if (!open_file(where, READ_WRITE, &s->write_db))
        return fail_sqlite(why, "store.open", where, s->write_db);
    if (!read_version(s->write_db, where, &version, why)) return false;
    if (version && version < VERSION && !keep_copy(s->write_db, where, version, why)) return false;
    if (!open_writer(s, version)) return fail_sqlite(why, "store.open", where, s->write_db);
    if (!open_file(where, READ_WRITE, &s->checkpoint_db))
        return fail_sqlite(why, "store.open", where, s->checkpoint_db);
    return (open_file(where, SQLITE_OPEN_READONLY, &s->read_db) && open_reader(s, VERSION) &&
            read_last_numbers(s)) ||
           fail_sqlite(why, "store.open", where, s->read_db);
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

static store *open_store(const char *where, const store_user *user, fault *why) {
    store *s = new_store();
    s->user = *user;
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
        s->version = version;
        if (exec(s->read_db, "begin; select 1 from sqlite_schema") && open_reader(s, version)) return s;
        fail_sqlite(why, "store.open", where, s->read_db);
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
    .ask = ask,
    .open_to_read = open_to_read,
    .examine = examine,
    .copy = copy_all,
    .backup = backup,
};
