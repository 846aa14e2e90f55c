/* server.h - the house on the network: HTTP and WebSocket. */
#ifndef HOUSE_SERVER_H
#define HOUSE_SERVER_H
#include "house/house.h"

typedef struct {
    const char *address;    /* to listen on */
    int port;               /* 0: any that is free */
    const char *data;       /* the file */
    const char *cert, *key; /* for TLS, or NULL */
    const char *url;        /* where people find the house; NULL: where it listens */
    bool proxy;             /* trust X-Forwarded-For for guests' addresses */
    int64_t limits[LIMITS];

    /* Called when guests can connect, with the address to open. */
    void (*open)(void *to, const char *url);
    void *to;

    /* For tests: other random bytes, other deals.  NULL otherwise. */
    void (*random)(void *to, void *out, size_t n);
    uint32_t (*pick)(const table *t, uint32_t chances);
} server_terms;

/* Runs until SIGTERM or SIGINT, or until server_stop().  False: why says what went wrong. */
bool server_run(const server_terms *terms, fault *why);

/* From any thread or a signal handler: everything accepted becomes durable, everybody is told, then server_run()
 * returns. */
void server_stop(void);
#endif
