/* connection.h - a connection to a house, and an event loop that waits for the house and for typed input.
 *
 * The loop calls the owner's callbacks, one at a time, from within connection_run.  Messages are text; a
 * connection does not look into them. */
#ifndef TERM_CONNECTION_H
#define TERM_CONNECTION_H
#include "term/address.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct connection connection;

/* Why there is no connection. */
typedef enum {
    CONNECTION_UNREACHABLE, /* nobody answers there */
    CONNECTION_NOT_A_HOUSE, /* somebody answers, but not a house */
    CONNECTION_UNTRUSTED,   /* its certificate is not valid */
    CONNECTION_HOUSE_FULL,  /* the house has no room */
    CONNECTION_EXPELLED,    /* the house says that we sent too much, or read too slowly */
    CONNECTION_SIGNED_OUT,  /* this device was signed out from another one */
    CONNECTION_LOST,        /* an open connection broke */
    CONNECTION_MOVED,       /* the house is there, but the table has moved to another node, or must */
    CONNECTION_CLOSING,     /* the house closes; another node may be there already */
    CONNECTION_LEFT,        /* connection_leave was called */
} connection_failure;

typedef enum { CONNECTION_RETRY_TIMER, CONNECTION_CLOCK_TIMER, CONNECTION_TIMERS } connection_timer;

typedef struct {
    void (*message)(void *owner, const char *s, size_t n);
    void (*closed)(void *owner, connection_failure why);
    void (*typed)(void *owner, const char *s, size_t n); /* n 0: the input has ended */
    void (*fetched)(void *owner, bool good, const char *s, size_t n);
    void (*timer)(void *owner, connection_timer which);
} connection_callbacks;

connection *connection_new(const address_url *house, int input, const connection_callbacks *callbacks,
                           void *owner);
void connection_free(connection *c);

/* Connects to this node of the house, or to any if the name is empty.  If that fails, now or later, `closed` is
 * called. */
void connection_open(connection *c, const char *node);

/* Ends the connection.  No more messages come; `closed` is called soon. */
void connection_leave(connection *c);

/* Queues a message.  Messages go out no faster than a house allows. */
void connection_send(connection *c, const char *s, size_t n);

/* Gets a path of the house by HTTP; `fetched` is called once. */
void connection_fetch(connection *c, const char *path);

/* Starts or stops reading what is typed. */
void connection_read_input(connection *c, bool on);

/* Calls `timer` once, after this many milliseconds.  Setting it again replaces the time; a negative time cancels
 * it. */
void connection_set_timer(connection *c, connection_timer which, int ms);

/* Runs the loop until *done. */
void connection_run(connection *c, const bool *done);
#endif
