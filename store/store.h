/* store.h - where the house keeps what must not be lost: people, their tokens, tables, and the
 * journals of tables.
 *
 * Writing never blocks: an entry goes into a queue, and a thread of the store's own commits all pending
 * entries in one transaction.  Entries become durable in the order in which they were put, so one number
 * is enough: entry k will survive any crash as soon as durable() is k or more.
 *
 * Reading does not block either: a question is asked, and its answer comes when it comes, before ask() returns or
 * within a later call of deliver().  An answer knows of everything that was put before the question was asked.
 *
 * Several houses can share a store, if the engine can do that; each is called a *node* and has a name.  A table is run
 * by one node at a time.  Whoever begins to run it raises the *epoch* in the table's row, and a line is written only
 * if it names the epoch that the row has.  So a node that was believed dead, and was not, cannot write to a table that
 * another has taken over: its lines are refused, and it learns from lost() that it no longer runs the table.
 *
 * An engine is one const struct of functions, so that another database can stand behind it.  All of its
 * functions are called by one thread; the store's threads call only `wake`. */
#ifndef STORE_H
#define STORE_H
#include "base/fault.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    STORE_HASH = 32,   /* of a token */
    STORE_SECRET = 32, /* of a table's deals */
    STORE_KEY = 16,    /* letters of a table's address */
    STORE_SUM = 8,     /* of a journal up to a line */
    STORE_NODE = 31,   /* letters of a node's name at most, from STORE_NODE_LETTERS */
    STORE_NAME = 64,   /* bytes of a name that is read, with the 0 at its end; a longer one is cut */
};

#define STORE_NODE_LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"

typedef struct store store; /* each engine has its own */

/* ---- writing -------------------------------------------------------------------------------------------- */

/* What can be put.  `text` has `size` bytes. */
typedef struct {
    enum store_kind {
        /* number, text: a new person, or a new name */
        STORE_PERSON,
        /* number: of the person, n: of the device, from 1; text: its label, bytes: hash, day */
        STORE_TOKEN,
        /* number, n: of a person and a device, day: on which it was used */
        STORE_USED,
        /* the same two: the token of the device is deleted; or the tokens of all others of the person */
        STORE_SIGN_OUT,
        STORE_SIGN_OUT_OTHERS,
        /* number: of a person, n: until when it is valid, in seconds since 1970, bytes: hash; it replaces the one before */
        STORE_CODE,
        /* number: of a person, whose code is no longer valid */
        STORE_NO_CODE,
        /* number, n: when it was made, text: the agreement, bytes: secret, key; this node runs it, in epoch 1 */
        STORE_TABLE,
        /* number: of the table, n: of the line, from 0; text, bytes: begin with the sum; epoch */
        STORE_LINE,
        /* number: of the table, n: of a person who has sat there */
        STORE_SIT,
        /* number: of the table, which is over; n: since when, in seconds since 1970, 0: now; epoch */
        STORE_OVER,
        /* number: of the table, which this node no longer runs; n: 1 if another node must, 0 if nobody need; epoch */
        STORE_RELEASE,
        /* number: of the table, which is deleted with all its lines, unless another node runs it */
        STORE_GONE,
        /* number: of a person, n: of the person they no longer want to hear, or want to hear again */
        STORE_MUTE,
        STORE_UNMUTE,
        /* number: of the table, n: of the person who reports, text */
        STORE_REPORT,
        /* number: of the table, key; text: what the lobbies of other nodes shall show, empty: nothing */
        STORE_LISTED,
        /* n, number, text: are told to all other nodes once, and not kept */
        STORE_NEWS,
        /* number: of the table, which is not over any more; epoch */
        STORE_RESUMED,
        STORE_ENTRIES
    } kind;
    int64_t number, n;
    const char *text;
    size_t size;
    uint8_t bytes[32];
    char key[STORE_KEY + 1];
    int64_t day;   /* since 1970 */
    int64_t epoch; /* as the table was when this node began to run it; 0: it is not shared */
    bool no_sum;   /* of a line: an older program wrote it */
} store_entry;

/* ---- reading -------------------------------------------------------------------------------------------- */

typedef struct {
    enum store_what {
        /* bytes: the hash of a token -> owner, and numbers: whom they have muted */
        STORE_OWNER,
        /* bytes: the hash of a code, which works no longer; n: now, in seconds since 1970 -> the same, with the number
         * of a new device */
        STORE_USE_CODE,
        /* number: of a person -> devices, the latest used first, at most so many */
        STORE_DEVICES,
        /* number: of a person -> numbers of tables at which they have sat and that still exist, the latest first, at
         * most so many; n: only those with a lower number, 0: any */
        STORE_TABLES_OF,
        /* number: of a table, n: of a person -> journals: the table that was made from it and at which they have sat,
         * without lines */
        STORE_REMATCH,
        /* key, or number if there is no key -> journals: the table */
        STORE_LOOK,
        /* the same, and if no other node runs the table, this one does from now on; not_at: a node that could not be
         * reached, so if that one is said to run the table the answer may take a while */
        STORE_RUN,
        /* journals: of tables that somebody must run and nobody does, at most so many, which this node runs from now
         * on; n is 1: no more than its share, so that in the end all nodes run as many */
        STORE_RUN_SOME,
        /* n: days -> numbers of tables that have been over for so long, the oldest first, at most so many */
        STORE_OLD,
        /* numbers of all tables, ascending */
        STORE_ALL,
        /* numbers of the tables that this node runs and that are not over, if the store is shared */
        STORE_OWN,
        /* numbers: the greatest of a person so far, then the greatest of a table; 0: none */
        STORE_LAST,
        /* numbers: one that no person, or no table, has had */
        STORE_NEW_PERSON,
        STORE_NEW_TABLE,
    } what;
    int64_t number, n;
    int most;
    uint8_t bytes[32];
    char key[STORE_KEY + 1];
    char not_at[STORE_NODE + 1];
} store_question;

typedef enum { STORE_FOUND, STORE_MISSING, STORE_UNREADABLE } store_found;

/* Whose token it is, and the day on which it was last used; 0: that is not known. */
typedef struct {
    int64_t person, device, used;
    char name[STORE_NAME];
} store_owner;

/* A device of a person. */
typedef struct {
    int64_t number, made, used; /* days; 0: an older program made it */
    const char *label;
    size_t size;
} store_device;

/* A line of a journal. */
typedef struct {
    int64_t n;
    const char *text;
    size_t size;
    const uint8_t *sum; /* STORE_SUM bytes; NULL: an older program wrote the line */
} store_line;

typedef struct {
    int64_t number;
    int64_t made; /* STORE_NO_TIME: the table's time goes on from its last line */
    int64_t over; /* since when, in seconds since 1970; 0: it is not */
    int64_t epoch;
    char node[STORE_NODE + 1]; /* that runs it, if another does */
    uint8_t secret[STORE_SECRET];
    char key[STORE_KEY + 1];
    const char *text; /* the agreement; a 0 follows it */
    size_t size;
} store_row;

#define STORE_NO_TIME INT64_MIN

/* A table: its row and its lines in order.  If something cannot be read, or a line is missing or there twice, then
 * `found` and `why` say so, and the lines are those before. */
typedef struct {
    store_found found;
    fault why;
    store_row row; /* if not even that can be read it has at most a number and a key */
    const store_line *line;
    size_t lines;
} store_journal;

/* What was asked for, as described above.  STORE_UNREADABLE: why says what cannot be read, and the rest may not be
 * all there is.  It is given away and freed by store_answer_free(). */
typedef struct store_answer {
    store_found found;
    fault why;
    store_owner owner;
    const int64_t *number;
    size_t numbers;
    const store_device *device;
    size_t devices;
    const store_journal *journal;
    size_t journals;
} store_answer;

typedef void store_take_answer(void *to, store_answer *a);
void store_answer_free(store_answer *a);

/* For engines, which make answers: each adds a copy. */
store_answer *store_answer_new(void);
void store_add_number(store_answer *a, int64_t number);
void store_add_device(store_answer *a, const store_device *d);
store_journal *store_add_journal(store_answer *a,
                                 const store_row *row); /* lasts until the next one is added */

/* To the latest journal.  False: the line is not the one that comes next, and so the journal says. */
bool store_add_line(store_answer *a, const store_line *line);

/* ---- engines -------------------------------------------------------------------------------------------- */

/* Something that another node has put: STORE_LISTED or STORE_NEWS. */
typedef void store_take_news(void *to, const store_entry *e);

/* Is called for each thing that is wrong; table 0: it does not concern one table. */
typedef void store_take_fault(void *to, int64_t table, const fault *what);

/* Is called for everything that is stored, as entries that would store it.  The text lasts until it returns. */
typedef void store_take_entry(void *to, const store_entry *e);

/* Who opens a store. */
typedef struct {
    const char *node; /* the name of this node, if the store is shared */
    bool alone;       /* no other node may use the store meanwhile */
    int64_t lease;    /* milliseconds without a sign of life after which others take over; 0: as usual */
    void (*wake)(void *to); /* from another thread: there is more for durable(), deliver() or broken() */
    void *to;
    store_take_news *news; /* within deliver(); NULL: they are not wanted */
    void *news_to;
} store_user;

typedef enum {
    STORE_WORKS,
    STORE_WAITS, /* nothing becomes durable just now: time shall stand still, nobody shall lose by it */
    STORE_AWAY,  /* for so long that other nodes may have taken over all tables: guests had better go there */
} store_state;

typedef struct {
    bool shared; /* several nodes can use it at a time */

    /* Opens or creates a store.  NULL: why says what is wrong.  Otherwise why->say is NULL, or why has a sentence for
     * the operator: a store of an older version is changed to the newest. */
    store *(*open)(const char *where, const store_user *user, fault *why);

    /* Commits everything that is pending, then closes. */
    void (*close)(store *s);

    /* Returns the number of the entry, from 1. */
    uint64_t (*put)(store *s, const store_entry *e);
    uint64_t (*durable)(store *s);

    /* NULL, or why nothing can be written any more.  Then what is pending is lost, and the house must stop. */
    const char *(*broken)(store *s);

    /* Asks; take(to) gets the answer, on the same thread. */
    void (*ask)(store *s, const store_question *q, store_take_answer *take, void *to);

    /* Opens a store of any version only to read what is durable now; houses may use it meanwhile.  Nothing may be
     * put into it, and it answers at once. */
    store *(*open_to_read)(const char *where, fault *why);

    /* What is wrong with it, apart from what journals and agreements say. */
    void (*examine)(store *s, store_take_fault *take, void *to);

    /* Everything, people before their tables, a table before its lines.  False: it cannot be read to its end. */
    bool (*copy)(store *s, store_take_entry *take, void *to, fault *why);

    /* Copies everything that is durable into a new file; the store may be in use meanwhile.  NULL: the database has
     * its own ways. */
    bool (*backup)(const char *where, const char *file, fault *why);

    /* What follows is for engines that do not do everything at once, or are shared; NULL otherwise. */

    void (*deliver)(store *s); /* hands out the answers and the news that have come */

    /* A table of which a line was refused, although durable() counts it; 0: there is none, or no more. */
    int64_t (*lost)(store *s);
    store_state (*state)(store *s);

    /* Are there tables that somebody must run and nobody does? */
    bool (*orphans)(store *s);

    /* Has the node's lease run out, and been renewed, since this was last asked?  Then others may have taken over some
     * tables; STORE_OWN tells which it still runs. */
    bool (*lapsed)(store *s);

    /* This node runs no tables from now on, and others can take them over at once.  All that it has put is durable. */
    void (*hand_over)(store *s);
} store_engine;

extern const store_engine store_sqlite, store_postgres;

/* The engine for a place: a file, or postgres://... */
const store_engine *store_engine_for(const char *where);

/* Where the hosts begin in postgres://...  NULL: whoever wrote it has forgotten to escape an @, a / or a ? in the password,
 * or to name a host, so that a part of the password looks like something else. */
const char *store_url_hosts(const char *url);

/* The place as people may see it: without a user, a password or parameters.  It lasts until the thread calls this
 * again. */
const char *store_place(const char *where);

/* How the SQLite store works; tests change it before they open one. */
typedef struct {
    int64_t commit_interval;  /* nanoseconds from one commit to the next, at least */
    int64_t merge_lines;      /* staged lines that start a merge */
    int64_t merge_step;       /* lines merged with one commit */
    int64_t checkpoint_pages; /* pages in the WAL that start a checkpoint */
} store_sqlite_pace;

extern store_sqlite_pace store_pace;
#endif
