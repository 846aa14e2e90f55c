/* store.h - where the house keeps what must not be lost: people, their tokens, tables, and the
 * journals of tables.
 *
 * Writing never blocks: an entry goes into a queue, and a thread of the store's own commits all pending
 * entries in one transaction.  Entries become durable in the order in which they were put, so one number
 * is enough: entry k will survive any crash as soon as durable() is k or more.
 *
 * Reading waits for the disk.  It finds what is durable, and of journals and seats also what is pending;
 * it does not find a table whose deletion is pending.
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
};

typedef struct store store; /* each engine has its own */

/* What can be put.  `text` has `size` bytes. */
typedef struct {
    enum {
        STORE_PERSON, /* number, text: a new person, or a new name */
        STORE_TOKEN,  /* number: of the person, bytes: hash */
        STORE_TABLE,  /* number, text: the agreement, bytes: secret, key */
        STORE_LINE,   /* number: of the table, n: of the line, from 0; text */
        STORE_SIT,    /* number: of the table, n: of a person who has sat there */
        STORE_OVER,   /* number: of the table, which is over */
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
} store_entry;

/* Is called for each row.  The text lasts until it returns. */
typedef void store_callback(void *to, int64_t number, const char *text, size_t size);

typedef struct {
    int64_t number;
    bool over;
    uint8_t secret[STORE_SECRET];
    char key[STORE_KEY + 1];
    char *text; /* to be freed */
    size_t size;
} store_row;

typedef struct {
    /* Opens or creates a store, for one house alone.  wake(to) is called when more is durable, or when the
     * store has failed.  NULL: why says what is wrong. */
    store *(*open)(const char *where, void (*wake)(void *to), void *to, fault *why);

    /* Commits everything that is pending, then closes. */
    void (*close)(store *s);

    /* Returns the number of the entry, from 1. */
    uint64_t (*put)(store *s, const store_entry *e);
    uint64_t (*durable)(store *s);

    /* NULL, or why nothing can be written any more.  Then what is pending is lost, and the house must stop. */
    const char *(*broken)(store *s);

    /* The greatest numbers of a person and of a table so far; 0: none. */
    void (*max_numbers)(store *s, int64_t *person, int64_t *table);

    /* The person whose token has this hash; 0: nobody.  The callback gets the name. */
    int64_t (*person_by_token)(store *s, const uint8_t hash[STORE_HASH], store_callback *take, void *to);

    /* A table by its key, or by its number if key is NULL. */
    bool (*find_table)(store *s, const char *key, int64_t number, store_row *out);

    /* The numbers of all tables that are not over; or of those at which a person has sat and that still exist,
     * the latest first, at most so many. */
    void (*open_tables)(store *s, store_callback *take, void *to);
    void (*tables_of)(store *s, int64_t person, int most, store_callback *take, void *to);

    /* The numbers of the people whom a person has muted. */
    void (*muted)(store *s, int64_t person, store_callback *take, void *to);

    /* The lines of a table from number n on, in order. */
    void (*lines)(store *s, int64_t table, int64_t n, store_callback *take, void *to);

    /* Copies everything that is durable into a new file; the store may be in use meanwhile. */
    bool (*backup)(const char *where, const char *file, fault *why);
} store_engine;

extern const store_engine store_sqlite;
#endif
