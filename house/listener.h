/* listener.h - a listening socket on a libuv loop, which accepts connections only while there is room for them.
 *
 * libwebsockets can listen by itself, but it goes on accepting when the process has no descriptors left, in a loop and
 * with a line in the log each time. */
#ifndef HOUSE_LISTENER_H
#define HOUSE_LISTENER_H
#include <stdbool.h>
#include <uv.h>

enum {
    SERVER_PEER_SIZE = 64, /* of an address as text */
    SERVER_ADDRESSES = 32, /* of this machine, that are told */
};

typedef struct server_listener {
    uv_poll_t poll;
    uv_timer_t again; /* tries again after the system had no descriptor or no memory */
    int fd;           /* less than 0: it does not listen */
    bool paused;      /* there is no room */

    /* A connection was accepted, and is the callee's. */
    void (*accepted)(int fd, const char *peer);
    void (*failed)(int error); /* the system refused one; tried again a moment later */
} server_listener;

/* Listens on an address (a number or a name) and a port; 0: any that is free.  False: it cannot, errno says why. */
bool server_listen(server_listener *l, uv_loop_t *loop, const char *address, int port);
int server_listener_port(const server_listener *l);

/* The addresses of this machine's networks at which it listens, those of IPv4 first; returns how many.  There are none if it
 * listens on one address only. */
int server_listener_addresses(const server_listener *l, char out[SERVER_ADDRESSES][SERVER_PEER_SIZE]);

/* Stops accepting, or goes on.  Meanwhile connections wait in the system's queue. */
void server_listener_pause(server_listener *l, bool pause);
void server_listener_close(server_listener *l);
#endif
