/* house.h - the house: guests, tables, and what is said between them.
 *
 * No sockets here.  Whoever carries the bytes (server.h, or a test) tells the house who comes,
 * what they send and that time has passed; the house says when there is something to fetch.
 * doc/protocol.md has every message.
 *
 *     guest *g = house_connect(h, socket, "192.0.2.7", token, &why);
 *     house_receive(h, g, bytes, n);                    a message
 *     while ((m = house_next_message(h, g))) send(m), free(m);
 *     house_gone(h, g);
 *
 * Nothing that a guest is told about is told before it is durable.  One thread does all of this;
 * bots think on others. */
#ifndef HOUSE_H
#define HOUSE_H
#include "store/store.h"
#include "table/table.h"
#include <sys/queue.h>

typedef struct house house;
typedef struct house_guest house_guest;
typedef struct house_thought house_thought;

/* What there is only so much of; each can be set on the command line. */
typedef enum {
    LIMIT_SOCKETS,         /* in all */
    LIMIT_ADDRESS_SOCKETS, /* from one address */
    LIMIT_ADDRESS_NEW,     /* new people, tables and codes from one address in an hour */
    LIMIT_MESSAGE,         /* bytes of a message; three decks of one's own fit */
    LIMIT_RATE,            /* messages a second of a guest, on average over ten seconds */
    LIMIT_QUEUE,           /* bytes that a slow reader may let wait */
    LIMIT_LINES,           /* of a table's journal; a long game has some 2000 */
    LIMIT_IDLE,            /* hours that a table waits for players */
    LIMIT_DELAY,           /* milliseconds after which bots answer */
    LIMITS
} house_limit;

extern const struct house_limit_entry {
    const char *name;
    int64_t default_value, least, most;
    const char *say; /* what it is, for help */
} house_limits[LIMITS];

enum { HOUSE_ROOM = 32, HOUSE_TOKEN = 43, HOUSE_CODE = 14 }; /* letters: 256 bits, 60 bits with dashes */

/* A message on its way out, in one block for free(): the bytes, with HOUSE_ROOM before them for
 * whatever a carrier writes there. */
typedef struct house_message {
    TAILQ_ENTRY(house_message) in_queue;
    uint64_t when; /* the store's number: it waits until that is durable */
    size_t size;
    char room[HOUSE_ROOM];
    char bytes[];
} house_message;

/* Whom the house lives among. */
typedef struct {
    void *to;                                                    /* first argument of all but two */
    void (*ready)(void *socket);                                 /* there is a message to fetch */
    void (*disconnect)(void *socket, int code, const char *why); /* close it with this code */
    void (*think)(void *to, house_thought *t);                   /* house_think() it on some other thread,
                                                                      then house_thought_done() on this one */
    void (*random)(void *to, void *out, size_t n);               /* that nobody can guess */
    int64_t (*clock)(void *to);                                  /* milliseconds, from anywhere, onward */
    void (*log)(void *to, const char *line, size_t n);           /* one line of JSON */
    uint32_t (*pick)(const table *t, uint32_t chances);          /* NULL but in tests */
} house_world;

typedef struct {
    house_world world;
    const store_kind *kind;
    const char *data; /* where the store is */
    const char *url;  /* under which people find the house, without a slash at its end */
    int64_t limits[LIMITS];
} house_terms;

/* wake(to) is called by another thread when house_tick() should be.  NULL: why says what is wrong. */
house *house_open(const house_terms *terms, void (*wake)(void *to), void *to, fault *why);
void house_close(house *h); /* all guests have gone; what was taken is durable */

/* Somebody comes; token: from a cookie, or NULL.  NULL: why says what there are too many of. */
house_guest *house_connect(house *h, void *socket, const char *address, const char *token, fault *why);
void house_gone(house *h, house_guest *g);
void house_receive(house *h, house_guest *g, const char *s, size_t n);

/* The next message for a guest, which the caller frees; NULL: nothing now. */
house_message *house_next_message(house *h, house_guest *g);

bool house_has_message(const house *h, const house_guest *g);

/* Closes everybody's connection. */
void house_disconnect_all(house *h, int code, const char *why);

/* Does what is due; milliseconds until there is more to do.  Less than 0: the store is broken,
 * house_broken() says why, and the house must close. */
int64_t house_tick(house *h);
const char *house_broken(const house *h);

/* Is all that was told durable, and has every guest fetched it? */
bool house_drained(const house *h);

/* A bot's thought: takes long, and may be done on any thread.  Then give it back. */
void house_think(house_thought *t);
void house_thought_done(house *h, house_thought *t);

/* The record of a finished game; why says what there is instead.  To be freed. */
char *house_record(house *h, const char *key, size_t *size, fault *why);

/* Is this token somebody's? */
bool house_knows(house *h, const char *token);

/* Numbers for an operator, in the text format of Prometheus. */
void house_metrics(const house *h, text *out);
#endif
