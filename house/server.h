/* server.h - the house on the network: HTTP and WebSocket. */
#ifndef HOUSE_SERVER_H
#define HOUSE_SERVER_H
#include "house/house.h"

enum {
    SERVER_URLS = 8,    /* addresses under which people can find a house: more than anybody needs */
    SERVER_SECRET = 16, /* bytes of a token for the metrics, at least */
};

typedef struct {
    const char *address;    /* to listen on */
    int port;               /* 0: any that is free */
    const char *data;       /* the file, or postgres://... */
    const char *node;       /* the name of this node, if the store is shared */
    const char *cert, *key; /* for TLS, or NULL */
    const char
        *urls[SERVER_URLS + 1]; /* where people find the house, in links the first; none: where it listens */
    bool proxy;                 /* trust X-Forwarded-For for guests' addresses */
    const char *metrics_token;  /* whoever has it gets the metrics; NULL: programs on this machine do */
    int hsts; /* seconds for which browsers shall come only over TLS; 0: they are not told */
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
