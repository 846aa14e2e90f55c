/* load.c - many people at many tables of a house, all in one process: real WebSocket clients on real sockets.
 *
 *     load PORT play TABLES SEATS RATE SECONDS     TABLES tables, RATE moves a second in total (0: as fast as possible)
 *     load PORT hold SOCKETS SECONDS               so many guests who send nothing
 *     load 0 echo TABLES RATE SECONDS              no house at all: the cost of four sends for each message
 *
 * Prints one line of JSON when everybody sits and one when it is over.  Then it waits for the end of its input, with
 * all sockets open.  The time of a move is from sending it until the last seat of the table has the update.
 *
 * The client is written here, and small: the server's library on both ends would not notice its own mistakes, and
 * client and server share a machine. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { SEATS = 7, SAMPLES = 4 << 20, KEY = 16, LONGEST = 128 };

typedef struct {
    int fd, table, seat;
    char *in;
    size_t size, room;
    bool open;   /* the handshake is done */
    long update; /* the number of the latest update */
    bool asked;  /* there are legal moves; one of them is `move` */
    char move[LONGEST];
    unsigned id;
    bool again; /* on the way to the next table */
} client;

typedef struct {
    char key[KEY + 1];
    bool playing, waits; /* a move is on its way */
    long expect;         /* the update that it will bring */
    double sent, next;   /* when it was sent; when the next one is due */
} place;

static client *clients;
static place *places;
static int n_clients, n_places, seats, loop, port;
static double rate;
static long moves, errors, games, sat;
static float *samples;
static bool counting;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static _Noreturn void die(const char *what) {
    perror(what);
    exit(1);
}

static uint32_t chance(uint32_t n) {
    static uint64_t x = 88172645463325252u; /* the same game every time */
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    return (uint32_t)(x >> 32) % n;
}

/* ---- a WebSocket ------------------------------------------------------------------------------------- */

static void send_all(client *c, const char *s, size_t n) {
    while (n) {
        ssize_t k = send(c->fd, s, n, MSG_NOSIGNAL);
        if (k < 0 && errno != EAGAIN) die("send");
        if (k > 0) s += k, n -= (size_t)k;
    }
}

static void send_text(client *c, const char *words) {
    char frame[512];
    size_t n = strlen(words), head = n < 126 ? 6 : 8;
    frame[0] = (char)0x81;
    frame[1] = (char)(0x80 | (n < 126 ? n : 126));
    if (n >= 126) frame[2] = (char)(n >> 8), frame[3] = (char)n;
    memset(frame + head - 4, 0, 4); /* zeroes are a valid mask */
    memcpy(frame + head, words, n);
    send_all(c, frame, head + n);
}

static void connect_client(client *c) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = c};
    int one = 1;
    char words[256];
    /* one address has 28000 ports; several addresses have more */
    struct sockaddr_in from = {.sin_family = AF_INET,
                               .sin_addr.s_addr = htonl(0x7F000001u + (uint32_t)(c - clients) / 20000u)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    c->fd = socket(AF_INET, SOCK_STREAM, 0);
    if (c->fd < 0) die("socket");
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (bind(c->fd, (struct sockaddr *)&from, sizeof from) ||
        connect(c->fd, (struct sockaddr *)&to, sizeof to))
        die("connect");
    int n = snprintf(words, sizeof words,
                     "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
                     port);
    send_all(c, words, (size_t)n);
    fcntl(c->fd, F_SETFL, O_NONBLOCK);
    if (epoll_ctl(loop, EPOLL_CTL_ADD, c->fd, &e)) die("epoll");
}

/* ---- playing ------------------------------------------------------------------------------------------- */

static const char *find(const char *s, size_t n, const char *word) {
    return memmem(s, n, word, strlen(word));
}

/* Picks any of the legal moves in a message. */
static void choose(client *c, const char *s, const char *end) {
    c->asked = false;
    for (uint32_t n = 1; s < end && *s != ']'; n++) {
        const char *from = (const char *)memchr(s, '"', (size_t)(end - s)) + 1,
                   *to = memchr(from, '"', (size_t)(end - from));
        if (!chance(n)) snprintf(c->move, sizeof c->move, "%.*s", (int)(to - from), from);
        c->asked = true;
        s = to + 1;
    }
}

static void send_move(place *p) {
    client *own = clients + (p - places) * seats;
    for (int i = 0, first = (int)chance((uint32_t)seats); i < seats; i++) {
        client *c = own + (first + i) % seats;
        char words[256];
        if (!c->asked) continue;
        snprintf(words, sizeof words, "{\"do\":\"move\",\"id\":%u,\"move\":\"%s\"}", ++c->id, c->move);
        p->waits = true;
        p->expect = c->update + 1;
        p->sent = now();
        c->asked = false;
        send_text(c, words);
        return;
    }
}

/* Has everybody heard of the move? */
static void check_delivery(place *p) {
    const client *own = clients + (p - places) * seats;
    if (!p->waits) return;
    for (int i = 0; i < seats; i++)
        if (own[i].update < p->expect) return;
    p->waits = false;
    if (counting && moves < SAMPLES) samples[moves++] = (float)(now() - p->sent);
    if (p->playing && (rate <= 0 || p->next <= now())) {
        send_move(p);
        p->next += rate > 0 ? n_places / rate : 0;
    }
}

static void sit_down(client *c) {
    char words[256];
    snprintf(words, sizeof words, "{\"do\":\"sit\",\"seat\":%d,\"nonce\":\"%04x\"}", c->seat, c->seat + 1);
    send_text(c, words);
}

static void watch(client *c) {
    char words[256];
    snprintf(words, sizeof words, "{\"do\":\"watch\",\"table\":\"%s\"}", places[c->table].key);
    send_text(c, words);
}

/* The client has entered: the first one of a table makes it, the others will come to it. */
static void on_entered(client *c) {
    static const char *const games_of[] = {"inside-job", "sentient", "agents"};
    char words[256];
    if (c->table < 0) return;
    snprintf(words, sizeof words, "{\"do\":\"make\",\"game\":\"%s\",\"seats\":%d}", games_of[c->table % 3],
             seats);
    if (!c->seat) send_text(c, words);
}

/* The client has come to a table, a new one or the next one. */
static void on_table(client *c, const char *s, size_t n) {
    place *p = &places[c->table];
    const char *key = find(s, n, "\"table\":\"") + 9;
    char words[64];
    if (!p->key[0]) {
        memcpy(p->key, key, KEY);
        for (int i = 1; i < seats; i++)
            watch(c + i);
    }
    if (find(s, n, "\"you\":\"room\""))
        sit_down(c);
    else if (find(s, n, "\"phase\":\"waiting\"") && c->again) {
        c->again = false;
        snprintf(words, sizeof words, "{\"do\":\"nonce\",\"nonce\":\"%04x\"}", c->seat + 1);
        send_text(c, words); /* the client already has a seat there */
    }
}

static void on_message(client *c, const char *s, size_t n) {
    const char *at;
    if (c->table < 0) return;
    place *p = &places[c->table];
    if (find(s, n, "\"error\":")) {
        errors++;
        fprintf(stderr, "%.*s\n", (int)n, s);
        return;
    }
    if (find(s, n, "\"house\":")) {
        char words[64];
        snprintf(words, sizeof words, "{\"do\":\"enter\",\"name\":\"P%d\"}", (int)(c - clients));
        send_text(c, words);
        return;
    }
    if (find(s, n, "\"you\":{")) {
        on_entered(c);
        return;
    }
    if ((at = find(s, n, "\"again\":\""))) {
        p->playing = false;
        memcpy(p->key, at + 9, KEY);
        games += !c->seat;
        c->again = true;
        watch(c);
        return;
    }
    if (find(s, n, "\"table\":\"")) on_table(c, s, n);
    if ((at = find(s, n, "\"update\":"))) c->update = atol(at + 9);
    if (find(s, n, "\"event\":\"start\"")) {
        if (!c->seat)
            sat++, p->playing = true, p->next = rate > 0 ? now() + chance(1000) * 1e-3 * n_places / rate : 0;
    }
    if (find(s, n, "\"event\":\"over\"")) {
        c->asked = false;
        p->playing = false;
        send_text(c, "{\"do\":\"vote\",\"vote\":\"again\"}");
    }
    if ((at = find(s, n, "\"moves\":["))) choose(c, at + 9, s + n);
    check_delivery(p);
    if (rate <= 0 && p->playing && !p->waits) send_move(p);
}

/* ---- the loop ----------------------------------------------------------------------------------------------- */

/* Handles the whole frames that have arrived. */
static void read_frames(client *c) {
    size_t at = 0;
    if (!c->open) {
        const char *end = memmem(c->in, c->size, "\r\n\r\n", 4);
        if (!end) return;
        if (memcmp(c->in, "HTTP/1.1 101", 12)) die("handshake");
        c->open = true;
        at = (size_t)(end + 4 - c->in);
    }
    for (;;) {
        const uint8_t *f = (const uint8_t *)c->in + at;
        size_t left = c->size - at, head = 2;
        if (left < 2) break;
        uint64_t n = f[1] & 0x7F;
        if (n == 126) head = 4;
        if (n == 127) head = 10;
        if (left < head) break;
        if (n >= 126) n = 0;
        for (size_t i = 2; i < head; i++)
            n = n << 8 | f[i];
        if (left < head + n) break;
        if ((f[0] & 0x0F) == 8) {
            fprintf(stderr, "closed by the house: %d\n", n >= 2 ? f[head] << 8 | f[head + 1] : 0);
            exit(1);
        }
        if ((f[0] & 0x0F) == 1) on_message(c, (const char *)f + head, n);
        if ((f[0] & 0x0F) == 9) send_all(c, "\x8a\x80\0\0\0\0", 6);
        at += head + n;
    }
    c->size -= at;
    memmove(c->in, c->in + at, c->size);
    if (!c->size && c->room > 4096) { /* there are thousands of clients */
        free(c->in);
        c->in = NULL;
        c->room = 0;
    }
}

static void receive(client *c) {
    if (c->room - c->size < 4096) {
        c->room = 2 * c->room + 4096;
        c->in = realloc(c->in, c->room);
        if (!c->in) die("memory");
    }
    ssize_t n = recv(c->fd, c->in + c->size, c->room - c->size, 0);
    if (!n || (n < 0 && errno != EAGAIN)) die("recv");
    if (n < 0) return;
    c->size += (size_t)n;
    read_frames(c);
}

static void poll_events(int milliseconds) {
    struct epoll_event events[1024];
    int n = epoll_wait(loop, events, 1024, milliseconds);
    for (int i = 0; i < n; i++)
        receive(events[i].data.ptr);
}

/* Sends the moves that are due. */
static void send_due_moves(void) {
    double t = now();
    for (int i = 0; rate > 0 && i < n_places; i++) {
        place *p = &places[i];
        if (!p->playing || p->waits || p->next > t) continue;
        send_move(p);
        if (p->waits) p->next += n_places / rate;
    }
}

static int by_size(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Connects everybody, a few at a time: the backlog of a listening socket is limited. */
static void connect_all(void) {
    for (int i = 0; i < n_clients; i++) {
        connect_client(&clients[i]);
        while (i >= 32 && !clients[i - 32].open)
            poll_events(10);
    }
    while (!clients[n_clients - 1].open)
        poll_events(10);
}

static void play(double seconds) {
    double began = now();
    connect_all();
    while (sat < n_places) {
        poll_events(10);
        send_due_moves();
    }
    printf("{\"seated\":%d,\"seconds\":%.2f}\n", n_places, now() - began);
    fflush(stdout);
    for (double until = now() + 1; now() < until; send_due_moves()) /* wait until it runs evenly */
        poll_events(1);
    counting = true;
    printf("{\"counting\":true}\n");
    fflush(stdout);
    began = now();
    while (now() < began + seconds) {
        poll_events(1);
        send_due_moves();
    }
    counting = false;
    double took = now() - began;
    qsort(samples, (size_t)moves, sizeof *samples, by_size);
    printf("{\"tables\":%d,\"seats\":%d,\"seconds\":%.2f,\"moves\":%ld,\"rate\":%.0f,\"errors\":%ld,"
           "\"games\":%ld,"
           "\"p50\":%.2f,\"p99\":%.2f,\"most\":%.2f}\n",
           n_places, seats, took, moves, (double)moves / took, errors, games, samples[moves / 2] * 1e3,
           samples[moves - 1 - moves / 100] * 1e3, samples[moves - 1] * 1e3);
    fflush(stdout);
}

static void hold(double seconds) {
    connect_all();
    printf("{\"held\":%d}\n", n_clients);
    fflush(stdout);
    for (double until = now() + seconds; now() < until;)
        poll_events(100);
    printf("{\"held\":%d,\"seconds\":%.0f}\n", n_clients, seconds);
    fflush(stdout);
}

/* ---- the least that it can cost ------------------------------------------------------------------------------ */

enum { FOUR = 4, ASKED = 60, TOLD = 250 }; /* average bytes of a move and of an update */

static void run_echo_server(int listener, int sockets) {
    static char in[4096], out[TOLD];
    struct epoll_event events[1024];
    int *fd = calloc((size_t)sockets, sizeof *fd);
    loop = epoll_create1(0); /* the parent's is for the clients */
    for (int i = 0; i < sockets; i++) {
        struct epoll_event e = {.events = EPOLLIN, .data.u32 = (uint32_t)i};
        fd[i] = accept(listener, NULL, NULL);
        setsockopt(fd[i], IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
        epoll_ctl(loop, EPOLL_CTL_ADD, fd[i], &e);
    }
    for (;;)
        for (int k = 0, n = epoll_wait(loop, events, 1024, -1); k < n; k++) {
            uint32_t i = events[k].data.u32;
            if (recv(fd[i], in, sizeof in, 0) <= 0) _exit(0);
            for (uint32_t q = 0; q < FOUR; q++)
                send(fd[i / FOUR * FOUR + q], out, sizeof out, MSG_NOSIGNAL);
        }
}

/* Has everybody at this table got an update?  Then takes it off. */
static bool all_have(int *got) {
    for (int q = 0; q < FOUR; q++)
        if (got[q] < TOLD) return false;
    for (int q = 0; q < FOUR; q++)
        got[q] -= TOLD;
    return true;
}

static double cpu_of(pid_t child) {
    clockid_t clock;
    struct timespec t;
    if (clock_getcpuclockid(child, &clock) || clock_gettime(clock, &t)) die("clock");
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void measure_echo(int tables, double seconds) {
    struct sockaddr_in at = {.sin_family = AF_INET};
    socklen_t size = sizeof at;
    int listener = socket(AF_INET, SOCK_STREAM, 0), sockets = FOUR * tables;
    int *fd = calloc((size_t)sockets, sizeof *fd), *got = calloc((size_t)sockets, sizeof *got);
    double *next = calloc((size_t)tables, sizeof *next);
    static char in[4096], out[ASKED];
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(listener, (struct sockaddr *)&at, size) || listen(listener, 4096) ||
        getsockname(listener, (struct sockaddr *)&at, &size))
        die("listen");
    pid_t child = fork();
    if (!child) run_echo_server(listener, sockets);
    for (int i = 0; i < sockets; i++) {
        struct epoll_event e = {.events = EPOLLIN, .data.u32 = (uint32_t)i};
        fd[i] = socket(AF_INET, SOCK_STREAM, 0);
        setsockopt(fd[i], IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
        if (connect(fd[i], (struct sockaddr *)&at, size)) die("connect");
        epoll_ctl(loop, EPOLL_CTL_ADD, fd[i], &e);
        if (i % FOUR == 0) next[i / FOUR] = now() + chance(1000) * 1e-3 * tables / rate;
    }
    double began = now(), before = cpu_of(child), t;
    while ((t = now()) < began + seconds) {
        struct epoll_event events[1024];
        for (int k = 0, n = epoll_wait(loop, events, 1024, 1); k < n; k++) {
            uint32_t i = events[k].data.u32;
            got[i] += (int)recv(fd[i], in, sizeof in, 0);
            moves += all_have(got + i / FOUR * FOUR);
        }
        for (int p = 0; p < tables; p++)
            if (next[p] <= t) {
                send(fd[(uint32_t)p * FOUR + chance(FOUR)], out, sizeof out, MSG_NOSIGNAL);
                next[p] += tables / rate;
            }
    }
    printf("{\"moves\":%ld,\"cpu\":%.1f}\n", moves, (cpu_of(child) - before) * 1e6 / (double)moves);
    fflush(stdout);
}

int main(int argc, char **argv) {
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    bool plays = argc == 7 && !strcmp(argv[2], "play");
    bool holds = argc == 5 && !strcmp(argv[2], "hold"), echoes = argc == 6 && !strcmp(argv[2], "echo");
    if (!plays && !holds && !echoes) {
        fprintf(stderr, "load PORT play TABLES SEATS RATE SECONDS | load PORT hold SOCKETS SECONDS"
                        " | load 0 echo TABLES RATE SECONDS\n");
        return 2;
    }
    port = atoi(argv[1]);
    n_places = plays ? atoi(argv[3]) : 0;
    seats = plays ? atoi(argv[4]) : 1;
    rate = plays ? atof(argv[5]) : echoes ? atof(argv[4]) : 0;
    n_clients = plays ? n_places * seats : holds ? atoi(argv[3]) : 0;
    clients = calloc((size_t)n_clients + 1, sizeof *clients);
    places = calloc((size_t)n_places + 1, sizeof *places);
    samples = malloc(SAMPLES * sizeof *samples);
    loop = epoll_create1(0);
    if (!clients || !places || !samples || loop < 0) die("set-up");
    for (int i = 0; i < n_clients; i++)
        clients[i].table = plays ? i / seats : -1, clients[i].seat = i % seats;
    if (plays)
        play(atof(argv[6]));
    else if (holds)
        hold(atof(argv[4]));
    else
        measure_echo(atoi(argv[3]), atof(argv[5]));
    while (getchar() != EOF) /* the caller examines the server meanwhile */
        ;
    return errors != 0;
}
