/* socket.h - a connection to a house, and what is typed meanwhile: both are waited for together.
 *
 * A wire calls its owner's ears, one at a time, from within wire_run.  It neither reads nor writes messages: they
 * are text. */
#ifndef TERM_SOCKET_H
#define TERM_SOCKET_H
#include "term/address.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct wire wire;

/* Why there is no connection. */
typedef enum {
    WIRE_UNREACHABLE, /* nobody answers there */
    WIRE_STRANGE,     /* somebody does, but it is no house */
    WIRE_UNTRUSTED,   /* its certificate is not good */
    WIRE_FULL,        /* the house said that there is no room */
    WIRE_SENT_AWAY,   /* that we did too much, or read too slowly */
    WIRE_LOST,        /* it was there, and is no more */
} wire_end;

typedef enum { WIRE_RETRY, WIRE_CLOCK, WIRE_ALARMS } wire_alarm;

typedef struct {
    void (*open)(void *to);
    void (*message)(void *to, const char *s, size_t n);
    void (*closed)(void *to, wire_end why);
    void (*typed)(void *to, const char *s, size_t n); /* n 0: the input has ended */
    void (*fetched)(void *to, bool good, const char *s, size_t n);
    void (*alarm)(void *to, wire_alarm which);
} wire_ears;

wire *wire_new(const address *house, int input, const wire_ears *ears, void *to);
void wire_free(wire *w);

/* Connects, or tries to: open or closed will be called. */
void wire_connect(wire *w);

/* Sends a message.  Not faster than a house takes them: then it waits. */
void wire_send(wire *w, const char *s, size_t n);

/* Gets a path of the house by HTTP: fetched will be called, once. */
void wire_fetch(wire *w, const char *path);

/* Takes what is typed, or lets it wait where it is. */
void wire_listen(wire *w, bool listen);

/* Calls alarm once, after so many milliseconds; again replaces it, negative takes it off. */
void wire_set(wire *w, wire_alarm which, int ms);

/* Waits for something and calls ears, until *done. */
void wire_run(wire *w, const bool *done);
#endif
