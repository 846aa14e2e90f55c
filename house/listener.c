/* listener.c - accepts connections while there is room for them. */
#include "house/listener.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    AT_ONCE = 64,      /* connections that are accepted before others have their turn */
    AGAIN_AFTER = 250, /* milliseconds */
};

typedef union {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
} socket_address;

static void write_peer(const socket_address *from, char out[SERVER_PEER_SIZE]) {
    bool six = from->any.sa_family == AF_INET6;
    const void *bytes = six ? (const void *)&from->six.sin6_addr : (const void *)&from->four.sin_addr;
    if (!inet_ntop(six ? AF_INET6 : AF_INET, bytes, out, SERVER_PEER_SIZE)) out[0] = 0;
}

static void watch(server_listener *l);

static void try_again(uv_timer_t *t) { watch(t->data); }

static void on_readable(uv_poll_t *p, int status, int events) {
    server_listener *l = p->data;
    (void)status, (void)events;
    for (int i = 0; i < AT_ONCE && !l->paused; i++) {
        socket_address from = {.any.sa_family = AF_UNSPEC};
        socklen_t size = sizeof from;
        char peer[SERVER_PEER_SIZE];
        int fd = accept(l->fd, &from.any, &size);
        if (fd >= 0) {
            fcntl(fd, F_SETFD, FD_CLOEXEC);
            setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
            write_peer(&from, peer);
            l->accepted(fd, peer);
        } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            uv_poll_stop(&l->poll);
            uv_timer_start(&l->again, try_again, AGAIN_AFTER, 0);
            l->failed(errno);
            return;
        } else if (errno != EINTR && errno != ECONNABORTED) /* EAGAIN: all were accepted */
            return;
    }
}

static void watch(server_listener *l) {
    if (l->fd >= 0 && !l->paused) uv_poll_start(&l->poll, UV_READABLE, on_readable);
}

static int open_socket(const struct addrinfo *at) {
    int fd = socket(at->ai_family, SOCK_STREAM, 0);
    if (fd < 0) return -1;
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
    if (!bind(fd, at->ai_addr, at->ai_addrlen) && !listen(fd, SOMAXCONN)) return fd;
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

bool server_listen(server_listener *l, uv_loop_t *loop, const char *address, int port) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *all = NULL;
    char service[16];
    snprintf(service, sizeof service, "%d", port);
    l->fd = -1;
    if (getaddrinfo(address, service, &hints, &all)) {
        errno = EADDRNOTAVAIL;
        return false;
    }
    for (const struct addrinfo *at = all; at && l->fd < 0; at = at->ai_next)
        l->fd = open_socket(at);
    freeaddrinfo(all);
    if (l->fd < 0) return false;
    uv_poll_init(loop, &l->poll, l->fd);
    uv_timer_init(loop, &l->again);
    l->poll.data = l->again.data = l;
    watch(l);
    return true;
}

int server_listener_port(const server_listener *l) {
    socket_address at = {.any.sa_family = AF_UNSPEC};
    socklen_t size = sizeof at;
    if (getsockname(l->fd, &at.any, &size)) return 0;
    return ntohs(at.any.sa_family == AF_INET6 ? at.six.sin6_port : at.four.sin_port);
}

/* Does it listen on all addresses of a family?  A socket for IPv6 may be one for IPv4, too. */
static bool listens_on_all(const server_listener *l, int family) {
    socket_address at = {.any.sa_family = AF_UNSPEC};
    socklen_t size = sizeof at, length = sizeof(int);
    int only_six = 1;
    if (getsockname(l->fd, &at.any, &size)) return false;
    if (at.any.sa_family == AF_INET) return family == AF_INET && at.four.sin_addr.s_addr == INADDR_ANY;
    if (!IN6_IS_ADDR_UNSPECIFIED(&at.six.sin6_addr)) return false;
    return family == AF_INET6 ||
           (!getsockopt(l->fd, IPPROTO_IPV6, IPV6_V6ONLY, &only_six, &length) && !only_six);
}

/* Can other machines use the address?  One of a single link needs the name of the link as well, which differs. */
static bool is_reachable(const uv_interface_address_t *at) {
    const struct sockaddr_in *four = &at->address.address4;
    if (at->is_internal) return false;
    return four->sin_family == AF_INET6 ? !IN6_IS_ADDR_LINKLOCAL(&at->address.address6.sin6_addr)
                                        : ntohl(four->sin_addr.s_addr) >> 16 != 0xa9fe; /* 169.254 */
}

int server_listener_addresses(const server_listener *l, char out[SERVER_ADDRESSES][SERVER_PEER_SIZE]) {
    static const int families[] = {AF_INET, AF_INET6};
    uv_interface_address_t *all = NULL;
    int found = 0, n = 0;
    if (uv_interface_addresses(&all, &found)) return 0;
    for (int f = 0; f < 2; f++)
        for (int i = 0; i < found && n < SERVER_ADDRESSES; i++)
            if (all[i].address.address4.sin_family == families[f] && is_reachable(&all[i]) &&
                listens_on_all(l, families[f]))
                uv_ip_name((const struct sockaddr *)&all[i].address, out[n++], SERVER_PEER_SIZE);
    uv_free_interface_addresses(all, found);
    return n;
}

void server_listener_pause(server_listener *l, bool pause) {
    if (l->fd < 0 || l->paused == pause) return;
    l->paused = pause;
    if (pause)
        uv_poll_stop(&l->poll);
    else
        watch(l);
}

void server_listener_close(server_listener *l) {
    if (l->fd < 0) return;
    uv_close((uv_handle_t *)&l->poll, NULL);
    uv_close((uv_handle_t *)&l->again, NULL);
    close(l->fd);
    l->fd = -1;
}
