/* store.h - where the house keeps what must not be lost: people, their tokens, tables, and the
 * journals of tables.
 *
 * Writing never blocks: an entry goes into a queue, and a thread of the store's own commits all pending
 * entries in one transaction.  Entries become durable in the order in which they were put, so one number
 * is enough: entry k will survive any crash as soon as durable() is k or more.
 *
 * Reading waits for the disk.  It finds what is durable, and of journals and seats also what is pending;
 * it does not find a table whose deletion is pending, nor a device whose sign-out is.  A function that
 * reads says so if something cannot be read: what it has found until then is not all there is.
 *
 * An engine is one const struct of functions, so that another database can stand behind it.  All of its
 * functions are called by one thread; the store's thread calls only `wake`. */
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
};

typedef struct store store; /* each engine has its own */

/* What can be put.  `text` has `size` bytes. */
typedef struct {
    enum {
        STORE_PERSON, /* number, text: a new person, or a new name */
        STORE_TOKEN,  /* number: of the person, n: of the device, from 1; text: its label, bytes: hash, day */
        STORE_USED,   /* number, n: of a person and a device, day: on which it was used */
        STORE_SIGN_OUT,        /* the same two: the token of the device is deleted */
        STORE_SIGN_OUT_OTHERS, /* the same two: the tokens of all others of the person are deleted */
        STORE_TABLE,           /* number, n: when it was made, text: the agreement, bytes: secret, key */
        STORE_LINE,   /* number: of the table, n: of the line, from 0; text, bytes: begin with the sum */
        STORE_SIT,    /* number: of the table, n: of a person who has sat there */
        STORE_OVER,   /* number: of the table, which is over from now on */
        STORE_GONE,   /* number: of the table, which is deleted with all its lines */
        STORE_MUTE,   /* number: of a person, n: of the person they no longer want to hear */
        STORE_UNMUTE, /* the same two: they want to hear them again */
        STORE_REPORT, /* number: of the table, n: of the person who reports, text */
    } kind;
    int64_t number, n;
    const char *text;
    size_t size;
    uint8_t bytes[32];
    char key[STORE_KEY + 1];
    int64_t day; /* since 1970 */
} store_entry;

/* Is called for each row.  The text lasts until it returns.  It may use the store. */
typedef void store_callback(void *to, int64_t number, const char *text, size_t size);

/* A line of a journal. */
typedef struct {
    int64_t n;
    const char *text;
    size_t size;
    const uint8_t *sum; /* STORE_SUM bytes; NULL: an older program wrote the line */
} store_line;

/* Is called for each line, which lasts until it returns.  It must not use the store. */
typedef void store_take_line(void *to, const store_line *line);

/* Is called for each thing that is wrong; table 0: it does not concern one table. */
typedef void store_take_fault(void *to, int64_t table, const fault *what);

enum { STORE_NAME = 64 }; /* bytes of a name that is read, with the 0 at its end; a longer one is cut */

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

/* Is called for each device, which lasts until it returns.  It must not use the store. */
typedef void store_take_device(void *to, const store_device *device);

typedef enum { STORE_FOUND, STORE_MISSING, STORE_UNREADABLE } store_found;

typedef struct {
    int64_t number, made;
    bool over;
    uint8_t secret[STORE_SECRET];
    char key[STORE_KEY + 1];
    char *text; /* to be freed */
    size_t size;
} store_row;

typedef struct {
    /* Opens or creates a store, for one house alone.  wake(to) is called when more is durable, or when the
     * store has failed.  NULL: why says what is wrong.  Otherwise why->say is NULL, or why has a sentence for the
     * operator: a file of an older version is changed to the newest, after a copy of it was made beside it. */
    store *(*open)(const char *where, void (*wake)(void *to), void *to, fault *why);

    /* Commits everything that is pending, then closes. */
    void (*close)(store *s);

    /* Returns the number of the entry, from 1. */
    uint64_t (*put)(store *s, const store_entry *e);
    uint64_t (*durable)(store *s);

    /* NULL, or why nothing can be written any more.  Then what is pending is lost, and the house must stop. */
    const char *(*broken)(store *s);

    /* All that follow read.  If something cannot be read they return false, or STORE_UNREADABLE, and why says what. */

    /* The greatest numbers of a person and of a table so far; 0: none. */
    bool (*max_numbers)(store *s, int64_t *person, int64_t *table, fault *why);

    /* The person whose token has this hash. */
    store_found (*owner_of_token)(store *s, const uint8_t hash[STORE_HASH], store_owner *out, fault *why);

    /* The devices of a person, the latest used first, at most so many. */
    bool (*devices)(store *s, int64_t person, int most, store_take_device *take, void *to, fault *why);

    /* A table by its key, or by its number if key is NULL. */
    store_found (*find_table)(store *s, const char *key, int64_t number, store_row *out, fault *why);

    /* The numbers of all tables that are not over; or of those at which a person has sat and that still exist,
     * the latest first, at most so many. */
    bool (*open_tables)(store *s, store_callback *take, void *to, fault *why);
    bool (*tables_of)(store *s, int64_t person, int most, store_callback *take, void *to, fault *why);

    /* The numbers of the people whom a person has muted. */
    bool (*muted)(store *s, int64_t person, store_callback *take, void *to, fault *why);

    /* The numbers of all tables, ascending; or of those that have been over for so many days, the oldest first, at
     * most so many. */
    bool (*all_tables)(store *s, store_callback *take, void *to, fault *why);
    bool (*old_tables)(store *s, int64_t days, int most, store_callback *take, void *to, fault *why);

    /* The lines of a table from number n on, in order.  One that is missing or there twice is unreadable. */
    bool (*lines)(store *s, int64_t table, int64_t n, store_take_line *take, void *to, fault *why);

    /* Opens a store of any version only to read what is durable now; a house may use it meanwhile.  Nothing may be
     * put into it. */
    store *(*open_to_read)(const char *where, fault *why);

    /* What is wrong with it, apart from what journals and agreements say. */
    void (*examine)(store *s, store_take_fault *take, void *to);

    /* Copies everything that is durable into a new file; the store may be in use meanwhile. */
    bool (*backup)(const char *where, const char *file, fault *why);
} store_engine;

extern const store_engine store_sqlite;

/* How the SQLite store works; tests change it before they open one. */
typedef struct {
    int64_t commit_interval;  /* nanoseconds from one commit to the next, at least */
    int64_t merge_lines;      /* staged lines that start a merge */
    int64_t merge_step;       /* lines merged with one commit */
    int64_t checkpoint_pages; /* pages in the WAL that start a checkpoint */
} store_sqlite_pace;

extern store_sqlite_pace store_pace;
#endif
