/* store.h - where the house keeps what must not be lost: people, their tokens, tables, and the
 * journals of tables.
 *
 * Writing never waits: what is put goes into a queue, and a thread of the store's own writes all
 * that has gathered in one transaction.  Things put earlier are durable earlier, so a number says it
 * all: what was put as number k will survive any crash as soon as durable() is k or more.
 *
 * Reading waits for the disk.  It finds what is durable; of journals and of seats also what waits, and no
 * table that waits to be forgotten.
 *
 * A store is one const struct of functions, so that another database can stand behind it.  All of
 * them are called by one thread; only `wake` is called by the store's. */
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

typedef struct store store; /* each kind of store has its own */

/* What can be put.  text has `size` bytes. */
typedef struct {
    enum {
        STORE_PERSON, /* number, text: name; or a new name */
        STORE_TOKEN,  /* number: whose, bytes: hash */
        STORE_TABLE,  /* number, text: what was agreed, bytes: secret, key */
        STORE_LINE,   /* number: of the table, n: of the line, from 0; text */
        STORE_SIT,    /* number: of the table, n: the person who has sat there */
        STORE_OVER,   /* number: of the table, which is over */
        STORE_GONE,   /* number: of the table, which is forgotten with all its lines */
        STORE_MUTE,   /* number: of a person, n: who is not to be heard */
        STORE_UNMUTE, /* the same, to be heard again */
        STORE_REPORT, /* number: of the table, n: by whom, text: about what */
    } kind;
    int64_t number, n;
    const char *text;
    size_t size;
    uint8_t bytes[32];
    char key[STORE_KEY + 1];
} store_entry;

typedef void store_take(void *to, int64_t number, const char *text, size_t size);

typedef struct {
    int64_t number;
    bool over;
    uint8_t secret[STORE_SECRET];
    char key[STORE_KEY + 1];
    char *text; /* to be freed */
    size_t size;
} store_row;

typedef struct {
    /* Opens what is there, or makes it, for one house alone.  wake(to) says that more is durable, or that
     * the store is broken.  NULL: why has the place. */
    store *(*open)(const char *where, void (*wake)(void *to), void *to, fault *why);

    /* Writes all that waits, then closes. */
    void (*close)(store *s);

    /* Returns the number of what was put, from 1. */
    uint64_t (*put)(store *s, const store_entry *e);
    uint64_t (*durable)(store *s);

    /* NULL, or why nothing can be written any more: then what waits is lost, and the house must stop. */
    const char *(*broken)(store *s);

    /* The greatest numbers of people and of tables so far; 0: none. */
    void (*greatest)(store *s, int64_t *person, int64_t *table);

    /* Whose token has this hash?  0: nobody's.  take gets the name. */
    int64_t (*whose)(store *s, const uint8_t hash[STORE_HASH], store_take *take, void *to);

    /* A table by its key, or by its number if key is NULL. */
    bool (*find)(store *s, const char *key, int64_t number, store_row *out);

    /* The numbers of all tables that are not over; or of those at which a person has sat and that are not
     * forgotten, the latest first, at most so many. */
    void (*open_tables)(store *s, store_take *take, void *to);
    void (*tables_of)(store *s, int64_t person, int most, store_take *take, void *to);

    /* The numbers of those whom a person has muted. */
    void (*muted)(store *s, int64_t person, store_take *take, void *to);

    /* The lines of a table from number n on, in order. */
    void (*lines)(store *s, int64_t table, int64_t n, store_take *take, void *to);

    /* Copies all that is durable into a new file, while the store is in use elsewhere. */
    bool (*backup)(const char *where, const char *file, fault *why);
} store_kind;

extern const store_kind store_sqlite;
#endif
