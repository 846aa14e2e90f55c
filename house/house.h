/* house.h - the house: guests, tables, and the messages between them.
 *
 * No sockets here.  Whoever carries the bytes (server.h, or a test) tells the house who connects, what they
 * send and that time has passed.  The house says when there is a message to fetch.  doc/protocol.md
 * describes every message.
 *
 *     house_guest *g = house_connect(h, socket, "192.0.2.7", token, &why);
 *     house_receive(h, g, bytes, n);                 a message
 *     while ((m = house_next_message(h, g))) transmit(m), free(m);
 *     house_gone(h, g);
 *
 * Nothing is told to a guest before it is durable.  One thread does all of this; bots think on others. */
#ifndef HOUSE_H
#define HOUSE_H
#include "store/store.h"
#include "table/table.h"
#include <sys/queue.h>

typedef struct house house;
typedef struct house_guest house_guest;
typedef struct house_account house_account;
typedef struct house_thought house_thought;
typedef struct house_task house_task;

/* Each limit can be set on the command line. */
typedef enum {
    LIMIT_SOCKETS,         /* guests in all */
    LIMIT_ADDRESS_SOCKETS, /* guests from one address; these limits are for 30 people who share one */
    LIMIT_ADDRESS_HTTP,    /* other connections from one address; a browser opens up to six */
    LIMIT_ADDRESS_NEW,     /* new people, tables and codes from one address in an hour */
    LIMIT_ADDRESS_BYTES,   /* that talk, new tables and reports from one address store in an hour */
    LIMIT_ADDRESS_TIME,    /* milliseconds of the house's time that one address may use in a second */
    LIMIT_PERSON_TIME,     /* the same for one person, or one connection of a stranger */
    LIMIT_MESSAGE,         /* bytes of a message; three deck files fit */
    LIMIT_RATE,            /* messages a second from a guest, on average over ten seconds */
    LIMIT_REQUEST,         /* seconds in which a request over HTTP must have come */
    LIMIT_QUEUE,           /* bytes that may wait for a slow reader */
    LIMIT_TALK,            /* what one person may say in a minute */
    LIMIT_LINES,           /* of talk at a table */
    LIMIT_IDLE,            /* hours that a table waits for players */
    LIMIT_DELAY,           /* milliseconds after which bots answer */
    LIMIT_DISK_WARN,       /* megabytes free on the disk, below which the operator is warned, */
    LIMIT_DISK_FULL,       /* and below which no new tables are made; 0: never */
    LIMIT_LEASE,           /* milliseconds without a sign of life after which other nodes take over */
    LIMIT_KEEP,            /* days that a finished game is kept; 0: for ever */
    LIMITS
} house_limit;

extern const struct house_limit_entry {
    const char *name;
    int64_t default_value, least, most;
    const char *say; /* explains it in the help */
} house_limits[LIMITS];

enum {
    HOUSE_FRAME = 32, /* bytes before a message for a frame header; libwebsockets needs LWS_PRE */
    HOUSE_TOKEN = 43, /* letters of a token: 256 bits */
    HOUSE_CODE = 14,  /* characters of a code: 12 letters, which are 60 bits, and 2 dashes */
};

/* A message to be sent: the bytes, and before them space for the carrier's frame header. */
typedef struct house_message {
    TAILQ_ENTRY(house_message) in_queue;
    uint64_t after; /* the store's number of the entry that must be durable first */
    int64_t table;  /* that it is about; 0: none */
    size_t size;
    char frame[HOUSE_FRAME];
    char bytes[];
} house_message;

/* What the house needs from its surroundings. */
typedef struct {
    void *to;                    /* first argument of all but ready, disconnect and pick */
    void (*ready)(void *socket); /* there is a message to fetch */
    void (*disconnect)(void *socket, int code, const char *why); /* close it with this code */
    void (*think)(void *to, house_thought *t);                   /* house_think() it on some other thread,
                                                                      then house_thought_done() on this one */
    void (*random)(void *to, void *out, size_t n);               /* cryptographically secure */
    int64_t (*clock)(void *to);                                  /* monotonic, milliseconds */
    int64_t (*time)(void *to);                                   /* seconds since 1970 */
    void (*log)(void *to, const char *line, size_t n);           /* one line of JSON */
    int64_t (*space)(void *to); /* bytes that are free where the store is; negative: that is not known */
    uint32_t (*pick)(const table *t, uint32_t chances); /* NULL except in tests */
} house_env;

typedef struct {
    house_env env;
    const store_engine *engine;
    const char *data; /* where the store is */
    const char *node; /* the name of this node, if the store is shared */
    const char *url;  /* where people find the house, without a slash at its end */
    int64_t limits[LIMITS];
} house_terms;

/* wake(to) is called on another thread when house_tick() should be called.  NULL: why says what is wrong. */
house *house_open(const house_terms *terms, void (*wake)(void *to), void *to, fault *why);
void house_close(house *h); /* all guests must be gone; everything that was accepted becomes durable */

/* A guest connects; token: from a cookie, or NULL.  NULL: why says which limit is reached. */
house_guest *house_connect(house *h, void *socket, const char *address, const char *token, fault *why);
void house_gone(house *h, house_guest *g);

/* The guest wanted to connect to this node; a proxy that cannot reach it chooses another. */
void house_guest_wants(house *h, house_guest *g, const char *node);
void house_receive(house *h, house_guest *g, const char *s, size_t n);

/* Something came from a guest that is no message: a part of one, or a ping, or so many bytes of them. */
void house_receive_noise(house *h, house_guest *g, size_t bytes);

/* A connection that is not a guest, or not yet.  NULL: its address has too many, or has kept the house too busy. */
house_account *house_visit(house *h, const char *address, bool tls, fault *why);
void house_visit_end(house *h, house_account *a);

/* A request over HTTP, which the address pays for when it is answered with so many bytes.  NULL: it cannot pay. */
house_account *house_http_begin(house *h, const char *address, fault *why);
void house_http_end(house *h, house_account *a, size_t bytes);

/* The next message for a guest, which the caller gives back to house_message_free(); NULL: there is none now. */
house_message *house_next_message(house *h, house_guest *g);
void house_message_free(house *h, house_message *m);

bool house_has_message(const house *h, const house_guest *g);

/* Closes all connections. */
void house_disconnect_all(house *h, int code, const char *why);

/* Does what is due.  Returns the milliseconds until there is more to do; less than 0: the store has failed,
 * house_broken() says why, and the house must close. */
int64_t house_tick(house *h);
const char *house_broken(const house *h);

/* Can guests come?  Not if the store is out of reach, and other nodes may have taken over. */
bool house_is_ready(const house *h);

/* To be called again and again before a node ends: it gives up its tables a few at a time, so that their people do not all
 * come to other nodes at once.  True: there is nothing more to wait for, because no table or no guest is left, there are no
 * other nodes, or it takes too long. */
bool house_leave_tables(house *h);

/* Nothing more is done here, and other nodes can take the tables over at once.  Everything must be durable. */
void house_hand_over(house *h);

/* Is everything durable?  And has every guest fetched its messages? */
bool house_all_durable(const house *h);
bool house_drained(const house *h);

/* A bot's thought: may take long and run on any thread.  Then hand it back. */
void house_think(house_thought *t);
void house_thought_done(house *h, house_thought *t);

/* For requests over HTTP: done(to) gets the record, which is to be freed, or learns that the token is somebody's; or why is
 * not NULL and says why not.  If that takes a while the functions return a task, and the caller may cancel it until then.  Otherwise they return NULL.  `by` pays for what
 * is done later; NULL: nobody does. */
typedef void house_done(void *to, char *body, size_t size, const fault *why);
house_task *house_record(house *h, house_account *by, const char *key, house_done *done, void *to);
house_task *house_knows(house *h, house_account *by, const char *token, house_done *done, void *to);
void house_cancel(house *h, house_task *t);

/* Metrics in Prometheus' text format. */
void house_metrics(const house *h, text *out);
#endif
