/* load.c - many people at many tables of a house, all in one process: real WebSocket clients on real sockets.
 *
 *     load PORT play TABLES SEATS RATE SECONDS     TABLES tables, RATE moves a second in total (0: as fast as possible)
 *     load PORT stay TABLES SEATS RATE TIME FILE   the same for as long as it is asked for, whatever happens to the house
 *     load PORT hold SOCKETS SECONDS               so many guests who send nothing
 *     load 0 echo TABLES RATE SECONDS              no house at all: the cost of four sends for each message
 *
 * Prints one line of JSON when everybody sits and one when it is over.  Then it waits for the end of its input, with
 * all sockets open.  The time of a move is from sending it until the last seat of the table has the update.
 *
 * Who stays comes back after a lost connection, and goes to the house that runs the table ("elsewhere").  A move has
 * TIME milliseconds.  Each line of input is a question: "look" prints what has happened since the last "next", and so
 * does "next".  At the end of the input no more moves are made; when nothing is on its way any more, a last line says
 * what happened in all, and FILE has a line for every update that anybody was told: KEY UPDATE SEAT ID MOVE.  SEAT and
 * what follows is - if the update is no move, ID is 0 if the player who moved was not told.
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

    /* of those who stay */
    char token[64], node[32], at[KEY + 1]; /* the house to which it was sent; the table that it has seen */
    int you;                               /* its seat there; -1: none */
    bool unanswered, over;                 /* a move was sent; the game there is over */
    int hops;                              /* houses that have sent it elsewhere, one after the other */
    int tries;                             /* connections that failed in a row */
    double back;                           /* when it connects again, if it is not connected */
} client;

/* An update that somebody was told. */
typedef struct {
    int seat; /* who moved; NOBODY: nobody has been told yet, OTHER: it is not a move */
    unsigned id;
    char *move;
} told;

typedef struct {
    char key[KEY + 1];
    bool playing, waits; /* a move is on its way */
    long expect;         /* the update that it will bring */
    double sent, next;   /* when it was sent; when the next one is due */

    /* of those who stay */
    told *told; /* what the players of this game were told, by the number of the update */
    long n_told;
    double moved, pause; /* when everybody heard the latest move; the longest time without one */
} place;

enum { NOBODY = -2, OTHER = -1 };

static client *clients;
static place *places;
static int n_clients, n_places, seats, loop, port;
static double rate;
static long moves, errors, games, sat;
static float *samples;
static bool counting;
static bool stays, ending; /* for those who stay */
static int away, move_time;
static long all_moves, all_told, lost, turned_away, sent_elsewhere, differ, gaps;
static double since; /* the last "next" */
static FILE *ledger;

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
        if (k < 0 && errno != EAGAIN && stays) return; /* the next recv() will find out */
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

/* Closes the connection; the client connects again after so many seconds and up to twice as many. */
static void disconnect(client *c, double pause) {
    if (c->fd >= 0) close(c->fd);
    c->fd = -1;
    c->open = c->asked = false;
    c->size = 0;
    c->back = now() + pause * (1 + chance(1000) * 1e-3) + 1e-9;
    away++;
}

/* The same after a failure.  As on people's pages, the wait grows with each one in a row, here to three seconds at most. */
static void disconnect_failed(client *c) {
    c->node[0] = 0; /* any house will do */
    disconnect(c, 0.05 * (1 << c->tries));
    if (c->tries < 5) c->tries++;
}

static void connect_client(client *c) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = c};
    int one = 1;
    char words[512];
    /* one address has 28000 ports; several addresses have more, which those who come again and again need */
    uint32_t number = (uint32_t)(c - clients);
    struct sockaddr_in from = {.sin_family = AF_INET,
                               .sin_addr.s_addr =
                                   htonl(0x7F000001u + (stays ? number % 200 : number / 20000u))};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    c->fd = socket(AF_INET, SOCK_STREAM, 0);
    if (c->fd < 0) die("socket");
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (bind(c->fd, (struct sockaddr *)&from, sizeof from) ||
        connect(c->fd, (struct sockaddr *)&to, sizeof to)) {
        if (!stays) die("connect");
        turned_away++;
        disconnect_failed(c);
        return;
    }
    int n =
        snprintf(words, sizeof words,
                 "GET /ws%s%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
                 c->node[0] ? "?node=" : "", c->node, port);
    send_all(c, words, (size_t)n);
    fcntl(c->fd, F_SETFL, O_NONBLOCK);
    if (epoll_ctl(loop, EPOLL_CTL_ADD, c->fd, &e)) die("epoll");
}

/* ---- playing ------------------------------------------------------------------------------------------- */

static const char *find(const char *s, size_t n, const char *word) {
    return memmem(s, n, word, strlen(word));
}

/* The number after a word, or -1. */
static long number_after(const char *s, size_t n, const char *word) {
    const char *at = find(s, n, word);
    return at && at[strlen(word)] >= '0' && at[strlen(word)] <= '9' ? atol(at + strlen(word)) : -1;
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
        if (!c->asked || c->back > 0) continue;
        snprintf(words, sizeof words, "{\"do\":\"move\",\"id\":%u,\"move\":\"%s\"}", ++c->id, c->move);
        p->waits = true;
        p->expect = c->update + 1;
        p->sent = now();
        c->asked = false;
        c->unanswered = true;
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
    if (stays) {
        if (now() - p->moved > p->pause) p->pause = now() - p->moved;
        p->moved = now();
        return;
    }
    if (p->playing && (rate <= 0 || p->next <= now())) {
        send_move(p);
        p->next += rate > 0 ? n_places / rate : 0;
    }
}

/* Is there a discussion that the client, in this seat, is to end? */
static bool must_be_ready(const char *s, size_t n, int seat) {
    const char *at = find(s, n, "\"discussion\":{\"ready\":[");
    for (at = at ? strchr(at, '[') : NULL; at && *at != ']'; at++)
        if (*at == '0' + seat) return false;
    return at;
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
    int n = snprintf(words, sizeof words, "{\"do\":\"make\",\"game\":\"%s\",\"seats\":%d",
                     games_of[c->table % 3], seats);
    snprintf(words + n, sizeof words - (size_t)n, stays ? ",\"clock\":\"move\",\"time\":%d}" : "}",
             move_time);
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
    if (find(s, n, "\"event\":\"discussion\",\"on\":true")) send_text(c, "{\"do\":\"ready\"}");
    check_delivery(p);
    if (rate <= 0 && p->playing && !p->waits) send_move(p);
}

/* ---- staying ------------------------------------------------------------------------------------------- */

/* The connection is lost: the client will come back to any house. */
static void lose(client *c) {
    lost++;
    disconnect_failed(c);
}

static void reconnect_due(void) {
    double t = now();
    for (client *c = clients; away && c < clients + n_clients; c++)
        if (c->back > 0 && c->back <= t) {
            c->back = 0;
            away--;
            connect_client(c);
        }
}

static void flush_told(place *p) {
    for (long i = 0; i < p->n_told; i++) {
        const told *t = &p->told[i];
        if (t->seat >= 0)
            fprintf(ledger, "%s\t%ld\t%d\t%u\t%s\n", p->key, i, t->seat, t->id, t->move);
        else if (t->seat == OTHER)
            fprintf(ledger, "%s\t%ld\t-\t0\t-\n", p->key, i);
        all_told += t->seat != NOBODY;
        free(t->move);
    }
    free(p->told);
    p->told = NULL;
    p->n_told = 0;
}

/* Two listeners hear the same of a move, apart from what one of them may not know. */
static bool same_move(const char *a, const char *b) {
    return strchr(a, '?') || strchr(b, '?') || !strcmp(a, b);
}

/* Notes an update; what different people are told of it must agree. */
static void note_update(client *c, long number, const char *s, size_t n) {
    place *p = &places[c->table];
    char move[LONGEST] = "";
    int seat = OTHER;
    const char *event = find(s, n, "\"events\":[{\"event\":\"move\"");
    if (event && number_after(event, (size_t)(s + n - event), "\"who\":") >= 0) { /* not the dealer */
        seat = (int)number_after(event, (size_t)(s + n - event), "\"who\":");
        event = find(event, (size_t)(s + n - event), "\"move\":\"") + 8;
        snprintf(move, sizeof move, "%.*s", (int)strcspn(event, "\""), event);
    }
    bool own = seat >= 0 && seat == c->you;
    if (own) c->unanswered = false;
    if (strcmp(c->at, p->key)) return; /* the others are at the next table already */
    if (number >= p->n_told) {
        p->told = realloc(p->told, (size_t)(number + 64) * sizeof *p->told);
        if (!p->told) die("memory");
        for (; p->n_told < number + 64; p->n_told++)
            p->told[p->n_told] = (told){.seat = NOBODY};
    }
    told *t = &p->told[number];
    if (t->seat != NOBODY && (t->seat != seat || (seat >= 0 && !same_move(t->move, move)))) {
        differ++;
        fprintf(stderr, "%s, update %ld: seat %d %s, seat %d %s\n", p->key, number, t->seat,
                t->move ? t->move : "", seat, move);
    }
    if (t->seat != NOBODY && !own) return;
    free(t->move);
    *t = (told){.seat = seat, .id = own ? c->id : 0, .move = seat >= 0 ? strdup(move) : NULL};
}

/* Goes to the table, where it may have been before. */
static void come_to_table(client *c) {
    const place *p = &places[c->table];
    const char *key = p->key;
    char words[256];
    if (!key[0]) {
        on_entered(c);
        return;
    }
    int n = snprintf(words, sizeof words, "{\"do\":\"watch\",\"re\":1,\"table\":\"%s\"", key);
    if (!strcmp(c->at, key) && c->you >= 0 && p->playing &&
        !c->over) /* otherwise the whole table says what to do */
        n += snprintf(words + n, sizeof words - (size_t)n, ",\"after\":%ld,\"as\":%d", c->update, c->you);
    snprintf(words + n, sizeof words - (size_t)n, "}");
    send_text(c, words);
}

static void go_to_next_table(client *c, const char *key) {
    place *p = &places[c->table];
    if (memcmp(p->key, key, KEY)) {
        flush_told(p);
        memcpy(p->key, key, KEY);
        p->playing = p->waits = false;
        games++;
    }
    come_to_table(c);
}

static void begin_game(place *p) {
    if (p->playing) return;
    p->playing = true;
    if (p->moved <= 0) sat++, p->moved = now();
    p->next = now() + chance(1000) * 1e-3 * n_places / rate;
}

/* The connection is back at its table: a move that was not answered is sent again, and counts once. */
static void send_again(client *c) {
    char words[256];
    c->hops = 0;
    if (!c->unanswered) return;
    snprintf(words, sizeof words, "{\"do\":\"move\",\"id\":%u,\"move\":\"%s\"}", c->id, c->move);
    c->asked = false;
    send_text(c, words);
}

/* The whole table has come; `back`: because the client asked for it. */
static void see_table(client *c, const char *s, size_t n, bool back) {
    place *p = &places[c->table];
    const char *key = find(s, n, "\"table\":\"") + 9, *view = find(s, n, "\"view\":{"), *at;
    char word[64];
    if (!view) return;
    size_t left = (size_t)(s + n - view);
    if (!p->key[0]) {
        memcpy(p->key, key, KEY);
        for (client *other = c + 1; other < c + seats; other++)
            if (other->token[0] && other->open) come_to_table(other);
    }
    if (memcmp(c->at, key, KEY)) c->unanswered = c->over = false;
    memcpy(c->at, key, KEY);
    c->you = (int)number_after(view, left, "\"you\":");
    c->update = number_after(s, n, "\"update\":");
    if (find(view, left, "\"phase\":\"waiting\"")) {
        snprintf(word, sizeof word, "{\"seat\":%d,", c->you);
        at = find(view, left, word);
        if (c->you < 0)
            sit_down(c);
        else if (back && !memcmp(find(at, (size_t)(s + n - at), "\"nonce\":"), "\"nonce\":false", 13))
            send_text(c, "{\"do\":\"nonce\",\"nonce\":\"0badcafe\"}");
    } else if (find(view, left, "\"phase\":\"playing\""))
        begin_game(p);
    else {
        c->over = true;
        c->unanswered = false;
        if ((at = find(s, n, "\"again\":\"")))
            go_to_next_table(c, at + 9);
        else
            send_text(c, "{\"do\":\"vote\",\"vote\":\"again\"}");
    }
}

static void hear_update(client *c, const char *s, size_t n) {
    place *p = &places[c->table];
    long number = atol(find(s, n, "\"update\":") + 9);
    if (find(s, n, "\"events\":[]")) {
        c->unanswered = false; /* it was sent twice, or nothing was missed */
    } else {
        gaps += number != c->update + 1;
        note_update(c, number, s, n);
        c->update = number;
    }
    if (find(s, n, "\"event\":\"start\"") && !strcmp(c->at, p->key)) begin_game(p);
    if (find(s, n, "\"event\":\"discussion\",\"on\":true") &&
        find(s, n, "\"asked\":")) /* it was not missed */
        send_text(c, "{\"do\":\"ready\"}");
    if (find(s, n, "\"event\":\"over\"")) {
        c->over = true;
        c->unanswered = false;
        send_text(c, "{\"do\":\"vote\",\"vote\":\"again\"}");
    }
}

static void on_message_staying(client *c, const char *s, size_t n) {
    place *p = &places[c->table];
    const char *at;
    char words[128];
    bool update = find(s, n, "\"update\":"), whole = find(s, n, "\"table\":\""),
         back = n > 7 && !memcmp(s, "{\"re\":1,", 8);
    if (find(s, n, "\"error\":")) {
        errors++;
        fprintf(stderr, "%.*s\n", (int)n, s);
        c->unanswered = p->waits = false;
        c->at[0] = 0; /* everything anew */
        if (find(s, n, "table.held"))
            send_text(c, "{\"do\":\"return\"}"); /* the clock has run out: so it goes on */
        disconnect(c, 0.3);
        return;
    }
    if ((at = find(s, n, "\"elsewhere\":\""))) {
        snprintf(c->node, sizeof c->node, "%.*s", (int)strcspn(at + 13, "\""), at + 13);
        sent_elsewhere++;
        disconnect(c, ++c->hops % 3 ? 0 : 0.3);
        return;
    }
    if (find(s, n, "\"house\":")) {
        c->tries = 0;
        if (c->token[0])
            snprintf(words, sizeof words, "{\"do\":\"enter\",\"token\":\"%s\"}", c->token);
        else
            snprintf(words, sizeof words, "{\"do\":\"enter\",\"name\":\"P%d\"}", (int)(c - clients));
        send_text(c, words);
        return;
    }
    if (find(s, n, "\"you\":{")) {
        if ((at = find(s, n, "\"token\":\"")))
            snprintf(c->token, sizeof c->token, "%.*s", (int)strcspn(at + 9, "\""), at + 9);
        come_to_table(c);
        return;
    }
    if (whole)
        see_table(c, s, n, back);
    else if (update) {
        bool unanswered = c->unanswered;
        hear_update(c, s, n);
        if (back) c->unanswered = unanswered; /* that was the answer to another request */
    }
    if (!whole && (at = find(s, n, "\"again\":\""))) {
        go_to_next_table(c, at + 9);
        return;
    }
    if (update && find(s, n, "\"n\":")) c->asked = false;
    if (update && !strcmp(c->at, p->key) && (at = find(s, n, "\"moves\":["))) {
        if (!c->unanswered) choose(c, at + 9, s + n);
    }
    if (back && must_be_ready(s, n, c->you)) send_text(c, "{\"do\":\"ready\"}");
    if (back) send_again(c);
    check_delivery(p);
}

/* ---- the loop ----------------------------------------------------------------------------------------------- */

/* Handles the whole frames that have arrived. */
static void read_frames(client *c) {
    size_t at = 0;
    if (!c->open) {
        const char *end = memmem(c->in, c->size, "\r\n\r\n", 4);
        if (!end) return;
        if (memcmp(c->in, "HTTP/1.1 101", 12) && stays) {
            turned_away++;
            disconnect_failed(c);
            return;
        }
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
        if ((f[0] & 0x0F) == 8 && stays) {
            lose(c);
            return;
        }
        if ((f[0] & 0x0F) == 8) {
            fprintf(stderr, "closed by the house: %d\n", n >= 2 ? f[head] << 8 | f[head + 1] : 0);
            exit(1);
        }
        if ((f[0] & 0x0F) == 1) (stays ? on_message_staying : on_message)(c, (const char *)f + head, n);
        if (c->back > 0) return; /* it is disconnected, and what has come is of no use */
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
    if ((!n || (n < 0 && errno != EAGAIN)) && stays) {
        lose(c);
        return;
    }
    if (!n || (n < 0 && errno != EAGAIN)) die("recv");
    if (n < 0) return;
    c->size += (size_t)n;
    read_frames(c);
}

static int by_size(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* What those who stay have seen since the last "next". */
static void report(bool next) {
    double t = now(), pause = 0;
    int stalled = 0;
    const char *key = "";
    for (place *p = places; p < places + n_places; p++) {
        double longest = t - p->moved > p->pause ? t - p->moved : p->pause;
        if (longest > pause) pause = longest, key = p->key;
        stalled += p->moved < since;
        if (next) p->pause = 0;
    }
    qsort(samples, (size_t)moves, sizeof *samples, by_size);
    printf("{\"seconds\":%.2f,\"moves\":%ld,\"p50\":%.2f,\"p99\":%.2f,\"most\":%.2f,\"pause\":%.2f,\"at\":\"%"
           "s\","
           "\"stalled\":%d,\"away\":%d,\"lost\":%ld,\"turned_away\":%ld,\"elsewhere\":%ld,\"errors\":%ld,"
           "\"gaps\":%ld,"
           "\"differ\":%ld,\"games\":%ld}\n",
           t - since, moves, moves ? samples[moves / 2] * 1e3 : 0,
           moves ? samples[moves - 1 - moves / 100] * 1e3 : 0, moves ? samples[moves - 1] * 1e3 : 0, pause,
           key, stalled, away, lost, turned_away, sent_elsewhere, errors, gaps, differ, games);
    fflush(stdout);
    if (!next) return;
    all_moves += moves;
    moves = 0;
    since = t;
}

static void answer_question(void) {
    char words[64];
    ssize_t n = read(STDIN_FILENO, words, sizeof words);
    for (ssize_t i = 0; i < n; i++)
        if (words[i] == '\n') report(i > 0 && words[i - 1] == 't');
    ending |= n <= 0;
}

static void poll_events(int milliseconds) {
    struct epoll_event events[1024];
    int n = epoll_wait(loop, events, 1024, milliseconds);
    for (int i = 0; i < n; i++) {
        client *c = events[i].data.ptr;
        if (!c)
            answer_question();
        else if (c->back <= 0) /* it may have been disconnected because of an event before */
            receive(c);
    }
    if (stays) reconnect_due();
}

/* Sends the moves that are due. */
static void send_due_moves(void) {
    double t = now();
    for (int i = 0; rate > 0 && i < n_places; i++) {
        place *p = &places[i];
        if (!p->playing || p->waits || p->next > t || ending) continue;
        send_move(p);
        if (p->waits) p->next += n_places / rate;
        if (stays && p->next < t)
            p->next = t + chance(1000) * 1e-3 * n_places / rate; /* it does not catch up */
    }
}

/* Has it been connected?  It may be on its way to another house. */
static bool has_come(const client *c) { return c->open || c->token[0]; }

/* Connects everybody, a few at a time: the backlog of a listening socket is limited. */
static void connect_all(void) {
    for (int i = 0; i < n_clients; i++) {
        connect_client(&clients[i]);
        while (i >= 32 && !has_come(&clients[i - 32]))
            poll_events(10);
    }
    while (!has_come(&clients[n_clients - 1]))
        poll_events(10);
}

/* Until there is a game at every table. */
static void seat_all(void) {
    double began = now();
    connect_all();
    while (sat < n_places) {
        poll_events(10);
        send_due_moves();
    }
    printf("{\"seated\":%d,\"seconds\":%.2f}\n", n_places, now() - began);
    fflush(stdout);
}

static void play(double seconds) {
    seat_all();
    for (double until = now() + 1; now() < until; send_due_moves()) /* wait until it runs evenly */
        poll_events(1);
    counting = true;
    printf("{\"counting\":true}\n");
    fflush(stdout);
    double began = now();
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

static bool all_quiet(void) {
    for (const place *p = places; p < places + n_places; p++)
        if (p->waits) return false;
    return !away;
}

static void stay(void) {
    seat_all();
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = NULL};
    if (epoll_ctl(loop, EPOLL_CTL_ADD, STDIN_FILENO, &e)) die("epoll");
    counting = true;
    since = now();
    for (; !ending; send_due_moves())
        poll_events(1);
    epoll_ctl(loop, EPOLL_CTL_DEL, STDIN_FILENO, NULL);
    for (double until = now() + 60; now() < until && !all_quiet();)
        poll_events(1);
    bool quiet = all_quiet();
    all_moves += moves;
    for (place *p = places; p < places + n_places; p++)
        flush_told(p);
    if (fclose(ledger)) die("ledger");
    printf("{\"quiet\":%s,\"moves\":%ld,\"told\":%ld,\"errors\":%ld,\"gaps\":%ld,\"differ\":%ld,\"games\":%"
           "ld}\n",
           quiet ? "true" : "false", all_moves, all_told, errors, gaps, differ, games);
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
    stays = argc == 8 && !strcmp(argv[2], "stay");
    bool plays = stays || (argc == 7 && !strcmp(argv[2], "play"));
    bool holds = argc == 5 && !strcmp(argv[2], "hold"), echoes = argc == 6 && !strcmp(argv[2], "echo");
    if (!plays && !holds && !echoes) {
        fprintf(stderr,
                "load PORT play TABLES SEATS RATE SECONDS | load PORT stay TABLES SEATS RATE TIME FILE"
                " | load PORT hold SOCKETS SECONDS | load 0 echo TABLES RATE SECONDS\n");
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
    if (stays) {
        move_time = atoi(argv[6]);
        ledger = fopen(argv[7], "w");
        if (!ledger) die(argv[7]);
        stay();
        return errors || gaps || differ;
    }
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
