/* Twins over the wire: two games that a listener must not be able to tell apart are played at the real server by real
 * clients.  Every byte that the listener's connection gets must be the same in both.
 *
 * tools/cluster runs the same with the proxy between them, and with PostgreSQL: TWINS_PORT is where the server listens,
 * TWINS_PROXY the port of the proxy, TWINS_DATA where the data is, and TWINS_EMPTY a command that deletes it.
 *
 * Map: two histories - the server - clients - between moves - one game - comparing. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
/* cmocka.h needs these headers before it */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* this comment keeps clang-format from sorting the headers */
#include <cmocka.h>

#include "base/bits.h"
#include "house/server.h"
#include "kit/laws.h"
#include "kit/notation.h"
#include "kit/order.h"
#include "kit/registry.h"
#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    CHOICES = 30,  /* players' moves in a game, at most */
    PATIENCE = 20, /* seconds to wait for an answer */
    PAIRS = 2,     /* pairs of games for each variant and listener */
    STEPS = 10,    /* act_between_moves repeats itself after so many moves */
};

/* ---- two histories ------------------------------------------------------------------------------------- */

static const struct variant {
    const char *game;
    int seats;
    gm_setting setting;
} variants[] = {
    {"dead-drop", 3, {0}},
    {"dead-drop", 4, {"search", "off"}},
    {"inside-job", 2, {0}}, /* with Larry */
    {"inside-job", 3, {"risk", "on"}},
    {"inside-job", 4, {"roles", "sleeper-cell"}},
    {"inside-job", 5, {"roles", "bad-company"}},
    {"sentient", 3, {0}},
    {"agents", 2, {"safe-houses", "on"}},
    {"agents", 3, {0}},
};

typedef struct {
    const gm_game *g;
    int n;
    gm_seat by[GM_MAX_PLIES];
    gm_move move[GM_MAX_PLIES];
} history;

static _Alignas(8) uint8_t box[GM_MAX_BOX];
static history real, other;
static gm_heard_by heard;
static rng test_rng;

typedef union {
    uint64_t align;
    uint8_t b[GM_MAX_STATE];
} state;

/* The state after n moves. */
static void state_after(const history *h, int n, state *s) {
    memset(s, 0, sizeof *s);
    h->g->setup(box, s);
    for (int i = 0; i < n; i++)
        h->g->apply(box, s, h->by[i], h->move[i]);
}

/* Plays random moves, with a random number of players' choices, and cuts the history at the last ply at which q is
 * to act; if there is none, at the last ply at which any player is. */
static void play_random(history *h, const gm_game *g, gm_seat q) {
    state s = {0};
    int choices = 0, asked = 0, last = 0, most = 5 + (int)rng_below(&test_rng, CHOICES - 4);
    h->g = g;
    h->n = 0;
    g->setup(box, &s);
    for (gm_seats act; (act = g->to_act(box, &s)) && h->n < GM_MAX_PLIES;) {
        if (!(act >> GM_DEALER & 1)) {
            last = h->n;
            if (act >> q & 1) asked = h->n;
            if (choices >= most) break;
        }
        gm_seat who = (gm_seat)bits_nth(act, rng_below(&test_rng, (uint32_t)bits_count(act)));
        gm_move moves[GM_MAX_MOVES];
        gm_move m = who == GM_DEALER ? g->deal(box, &s, rng_below(&test_rng, g->chances(box, &s)))
                                     : moves[rng_below(&test_rng, (uint32_t)g->moves(box, &s, who, moves))];
        choices += who != GM_DEALER;
        BITS_EACH (l, gm_listeners(box))
            heard[l][h->n] = gm_heard(g, box, &s, who, m, (gm_seat)l);
        h->by[h->n] = who;
        h->move[h->n++] = m;
        g->apply(box, &s, who, m);
    }
    h->n = asked ? asked : last; /* so that a bot can be asked what it would do there */
}

/* Makes `other`, a different history that q cannot tell from the real one; false: none was found. */
static bool draw_twin(gm_seat q) {
    static _Alignas(8) uint8_t notes[GM_MAX_NOTES];
    state s, world;
    gm_story story = {real.n, real.by, heard[q]};
    state_after(&real, real.n, &s);
    other.g = real.g;
    other.n = real.n;
    memcpy(other.by, real.by, sizeof other.by);
    for (int i = 0; i < 50; i++) {
        laws_world(real.g, box, &s, q, notes, &test_rng, &world);
        laws_fill_story(real.g, box, &world, q, &story, other.move);
        if (memcmp(other.move, real.move, (size_t)real.n * sizeof *real.move)) return true;
    }
    return false;
}

/* ---- the server ------------------------------------------------------------------------------------------ */

static char folder[64];
static int port;  /* the same for all games, because links contain it */
static int proxy; /* to which the clients connect, if it is not 0 */
static const history *played;
static rng server_rng;
static fault failure;
static pthread_t thread;
static bool running;
static int opened[2]; /* a pipe: the server's thread writes a byte when it is open, or has failed */

static void seeded_bytes(void *to, void *out, size_t n) {
    (void)to;
    for (size_t i = 0; i < n; i++)
        ((uint8_t *)out)[i] = (uint8_t)rng_next(&server_rng);
}

/* The dealer's moves are those of the history.  What comes after it does not matter. */
static uint32_t pick_as_played(const table *t, uint32_t chances) {
    if (t->match.n >= played->n) return 0;
    for (uint32_t x = 0; x < chances; x++)
        if (t->match.game->deal(t->match.box, t->match.st, x) == played->move[t->match.n]) return x;
    fprintf(stderr, "the dealer cannot make move %d\n", t->match.n);
    abort();
}

static void report_port(void *to, const char *url) {
    (void)to;
    port = atoi(strrchr(url, ':') + 1);
    if (write(opened[1], "!", 1) != 1) abort();
}

static void *serve(void *file) {
    server_terms terms = {.address = "127.0.0.1",
                          .port = port,
                          .data = file,
                          .node = getenv("TWINS_DATA") ? "n1" : NULL,
                          .open = report_port,
                          .random = seeded_bytes,
                          .pick = pick_as_played};
    for (int i = 0; i < LIMITS; i++)
        terms.limits[i] = house_limits[i].default_value;
    terms.limits[LIMIT_SOCKETS] = 50;
    terms.limits[LIMIT_RATE] = 100000;
    terms.limits[LIMIT_DELAY] = 0;
    if (server_run(&terms, &failure)) return NULL;
    if (write(opened[1], "?", 1) != 1) abort();
    return &failure;
}

static int connect_to(int where) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)where)};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
    return fd;
}

/* Waits until the proxy lets people through. */
static void wait_for_proxy(void) {
    static const char ask[] = "GET /healthz HTTP/1.0\r\n\r\n";
    char answer[16] = "";
    for (int tries = 0; proxy && !strstr(answer, " 200"); tries++) {
        int fd = connect_to(proxy);
        if (send(fd, ask, sizeof ask - 1, MSG_NOSIGNAL) < 0 || recv(fd, answer, sizeof answer - 1, 0) < 0)
            answer[0] = 0;
        close(fd);
        if (tries * 20 > PATIENCE * 1000) fail_msg("the proxy does not find the server: %s", answer);
        poll(NULL, 0, 20);
    }
}

static void open_house(void) {
    static char file[96];
    char c;
    snprintf(file, sizeof file, "%s/house.db", folder);
    unlink(file);
    if (getenv("TWINS_EMPTY")) assert_int_equal(system(getenv("TWINS_EMPTY")), 0);
    server_rng.s = 7;
    assert_int_equal(pthread_create(&thread, NULL, serve, getenv("TWINS_DATA") ? getenv("TWINS_DATA") : file),
                     0);
    assert_int_equal(read(opened[0], &c, 1), 1);
    running = true;
    if (c != '!') fail_msg("%s: %s", failure.say, failure.with[0]);
    wait_for_proxy();
}

static void close_house(void) {
    void *wrong;
    running = false;
    server_stop();
    pthread_join(thread, &wrong);
    assert_null(wrong);
}

/* ---- clients ------------------------------------------------------------------------------------------------- */

typedef struct {
    int fd;
    char *raw; /* all bytes that came, on all connections of the client */
    size_t size, room, read;
    char message[1 << 19];
    char token[HOUSE_TOKEN + 1];
    int64_t update; /* the number of the latest update */
} client;

static client clients[GM_LISTENERS]; /* the seats, then a spectator */
static int n_clients;
static char key[STORE_KEY + 1];
static int re; /* the number of the latest request */

static void receive(client *c) {
    if (c->room - c->size < 65536) {
        c->room = 2 * c->room + 131072;
        c->raw = realloc(c->raw, c->room);
        assert_non_null(c->raw);
    }
    if (poll(&(struct pollfd){.fd = c->fd, .events = POLLIN}, 1, PATIENCE * 1000) <= 0)
        fail_msg("no answer after: %s", c->message);
    ssize_t n = recv(c->fd, c->raw + c->size, c->room - c->size, 0);
    if (n <= 0) fail_msg("closed after: %s", c->message);
    c->size += (size_t)n;
}

static void connect_client(client *c) {
    char head[512];
    c->fd = connect_to(proxy ? proxy : port);
    int n = snprintf(head, sizeof head,
                     "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n%s%s%s\r\n",
                     port, c->token[0] ? "Authorization: Bearer " : "", c->token, c->token[0] ? "\r\n" : "");
    assert_int_equal(send(c->fd, head, (size_t)n, MSG_NOSIGNAL), n);
    for (const char *end = NULL; !end;) {
        receive(c);
        c->raw[c->size] = 0;
        end = strstr(c->raw + c->read, "\r\n\r\n");
        if (end) c->read = (size_t)(end + 4 - c->raw);
    }
}

/* Reads the next message. */
static const char *next_message(client *c) {
    for (;;) {
        const uint8_t *f = (const uint8_t *)c->raw + c->read;
        size_t have = c->size - c->read, head = 2, n = have > 1 ? f[1] : 0;
        if (n == 126) head = 4;
        if (n == 127) head = 10;
        if (have >= head && head > 2) {
            n = 0;
            for (size_t i = 2; i < head; i++)
                n = n << 8 | f[i];
        }
        if (have < head || have < head + n) {
            receive(c);
            continue;
        }
        if (f[0] != 0x81) fail_msg("a frame of kind %x after: %s", f[0], c->message);
        assert_true(n < sizeof c->message);
        memcpy(c->message, f + head, n);
        c->message[n] = 0;
        c->read += head + n;
        const char *update = strstr(c->message, "\"update\":");
        if (update) c->update = atoll(update + 9);
        return c->message;
    }
}

/* Sends a request, given without its closing brace and with ' for "; returns its number. */
static int send_request(client *c, const char *format, ...) {
    uint8_t frame[1100];
    char body[1024];
    va_list more;
    va_start(more, format);
    vsnprintf(body, sizeof body - 32, format, more);
    va_end(more);
    for (char *s = body; *s; s++)
        if (*s == '\'') *s = '"';
    size_t n = strlen(body);
    n += (size_t)snprintf(body + n, 32, ",\"re\":%d}", ++re);
    frame[0] = 0x81;
    frame[1] = 0x80 | 126;
    frame[2] = (uint8_t)(n >> 8);
    frame[3] = (uint8_t)n;
    memset(frame + 4, 0, 4); /* the mask key 0 changes nothing */
    memcpy(frame + 8, body, n);
    assert_int_equal(send(c->fd, frame, n + 8, MSG_NOSIGNAL), (ssize_t)n + 8);
    return re;
}

/* Reads until the answer to this request comes. */
static const char *wait_for_answer(client *c, int number) {
    char head[32];
    size_t n = (size_t)snprintf(head, sizeof head, "{\"re\":%d,", number);
    while (strncmp(next_message(c), head, n))
        ;
    return c->message;
}

/* Waits until all clients have read everything that the server has sent. */
static void sync_everybody(void) {
    int number[GM_LISTENERS];
    for (int i = 0; i < n_clients; i++)
        number[i] = send_request(&clients[i], "{'do':'lang','lang':'en'");
    for (int i = 0; i < n_clients; i++)
        wait_for_answer(&clients[i], number[i]);
}

static void copy_field(const char *m, const char *field, char *out, size_t size) {
    const char *at = strstr(m, field);
    if (!at) {
        fail_msg("no %s in %s", field, m);
        return; /* for the compiler, which does not know that fail_msg never returns */
    }
    at += strlen(field);
    assert_true(strcspn(at, "\"") == size - 1);
    memcpy(out, at, size - 1);
    out[size - 1] = 0;
}

/* A request that must succeed.  All clients read what comes of it. */
#define REQUEST(c, ...)                                                                                      \
    do {                                                                                                     \
        if (strstr(wait_for_answer(c, send_request(c, __VA_ARGS__)), "\"error\":"))                          \
            fail_msg("%s", (c)->message);                                                                    \
        sync_everybody();                                                                                    \
    } while (0)

/* The same for a request that may be refused. */
#define TRY_REQUEST(c, ...)                                                                                  \
    do {                                                                                                     \
        wait_for_answer(c, send_request(c, __VA_ARGS__));                                                    \
        sync_everybody();                                                                                    \
    } while (0)

/* ---- between moves --------------------------------------------------------------------------------------------- */

/* The client connects again and asks for what it missed. */
static void reconnect(int q) {
    client *c = &clients[q], *witness = &clients[q ? 0 : 1];
    int64_t after = c->update > 3 ? c->update - 3 : 0;
    close(c->fd);
    while (strncmp(next_message(witness), "{\"here\":", 8))
        ;
    for (int i = 0; i < n_clients; i++)
        if (i != q) wait_for_answer(&clients[i], send_request(&clients[i], "{'do':'lang','lang':'en'"));
    connect_client(c);
    next_message(c);
    if (q == n_clients - 1)
        TRY_REQUEST(c, "{'do':'watch','table':'%s','after':%lld,'as':'room'", key, (long long)after);
    else
        TRY_REQUEST(c, "{'do':'watch','table':'%s','after':%lld,'as':%d", key, (long long)after, q);
}

/* A move that is well formed but illegal in the real history.  In the other one the answer must be the same. */
static bool illegal_move(int ply, gm_seat q, char out[GM_NOTATION_SIZE]) {
    state s;
    gm_move all[256], m = 0;
    int n = 0, step = (int)rng_below(&test_rng, 40) + 1;
    state_after(&real, ply, &s);
    for (int i = 0; n < 256 && (m = gm_next_move(real.g, box, m)); i++)
        if (i % step == 0 && real.g->why_not(box, &s, q, m)) all[n++] = m;
    if (!n) return false;
    text t = text_on(out, GM_NOTATION_SIZE);
    gm_write_move(&t, real.g, box, all[rng_below(&test_rng, (uint32_t)n)]);
    return true;
}

/* Between two moves the listener and others do what people might do. */
static void act_between_moves(int ply, int step, int listener) {
    client *c = &clients[listener], *another = &clients[(listener + 1) % n_clients];
    char move[GM_NOTATION_SIZE];
    bool seat = listener < n_clients - 1;
    switch (step % STEPS) {
    case 1: REQUEST(c, "{'do':'say','text':'hello %d'", ply); break;
    case 2:
    case 6:
        for (int i = 0; i < 4; i++)
            if (illegal_move(ply, seat ? (gm_seat)listener : 0, move))
                TRY_REQUEST(c, "{'do':'move','id':%d,'move':'%s'", 100000 + re, move);
        break;
    case 3: reconnect(listener); break;
    case 4: REQUEST(c, "{'do':'watch','table':'%s'", key); break;
    case 5:
        TRY_REQUEST(c, "{'do':'state','state':'suspect %d'", ply % 2);
        TRY_REQUEST(&clients[(listener + 1) % (n_clients - 1)], "{'do':'state','state':'trust %d'", ply % 2);
        break;
    case 7:
        if (illegal_move(ply, (gm_seat)((listener + 1) % (n_clients - 1)), move))
            TRY_REQUEST(&clients[(listener + 1) % (n_clients - 1)], "{'do':'move','id':%d,'move':'%s'",
                        100000 + re, move);
        TRY_REQUEST(another, "{'do':'say','text':'well'");
        break;
    case 8: REQUEST(c, "{'do':'mine'"); break;
    case 9: /* the latest move is not the listener's, so this is refused */
        if (real.by[ply - 1] != listener) TRY_REQUEST(c, "{'do':'back'");
        TRY_REQUEST(c, "{'do':'back','n':%d", ply - 1); /* there are other people */
        break;
    default: break;
    }
}

/* ---- one game ---------------------------------------------------------------------------------------------------- */

static void seat_everybody(const struct variant *v) {
    for (int i = 0; i < n_clients; i++) {
        connect_client(&clients[i]);
        next_message(&clients[i]);
        wait_for_answer(&clients[i], send_request(&clients[i], "{'do':'enter','name':'Player %d'", i));
        copy_field(clients[i].message, "\"token\":\"", clients[i].token, sizeof clients[i].token);
    }
    if (v->setting.key)
        wait_for_answer(&clients[0],
                        send_request(&clients[0], "{'do':'make','game':'%s','seats':%d,'options':{'%s':'%s'}",
                                     v->game, v->seats, v->setting.key, v->setting.value));
    else
        wait_for_answer(&clients[0],
                        send_request(&clients[0], "{'do':'make','game':'%s','seats':%d", v->game, v->seats));
    copy_field(clients[0].message, "\"table\":\"", key, sizeof key);
    for (int i = 1; i < n_clients; i++)
        REQUEST(&clients[i], "{'do':'watch','table':'%s'", key);
    for (int i = 0; i < v->seats; i++)
        REQUEST(&clients[i], "{'do':'sit','seat':%d,'nonce':'0%d'", i, i);
}

static void send_move(const history *h, int i) {
    char code[GM_NOTATION_SIZE];
    gm_seat q = h->by[i];
    text t = text_on(code, sizeof code);
    gm_write_move(&t, h->g, box, h->move[i]);
    REQUEST(&clients[q], "{'do':'move','id':%d,'move':'%s'", 1 + re, code);
    bool last = i + 1 == h->n || h->by[i + 1] != GM_DEALER;
    if (!gm_verb_of(h->g, h->move[i])->undoable || !last || i % 3) return;
    REQUEST(&clients[q], "{'do':'back'"); /* and make it again */
    REQUEST(&clients[q], "{'do':'move','id':%d,'move':'%s'", 1 + re, code);
}

/* The listener leaves, so a bot plays for it, and its move must be the same.  What follows it is cut off, because the
 * dealer may deal something else. */
static void hand_over_to_bot(client *c, gm_seat q) {
    char by[32];
    const char *at;
    int n = snprintf(by, sizeof by, "\"who\":%d,\"move\":\"", q);
    send_request(c, "{'do':'leave'");
    while (!(at = strstr(next_message(c), by)))
        ;
    size_t size = strlen(c->message), head = size < 126 ? 2 : 4;
    memset(c->raw + c->read - size - head, 0, head); /* this frame's size depends on what follows */
    c->size = c->read - strlen(strchr(at + n, '"'));
}

/* Plays the whole history at a new server.  The bytes that the listener got are in its client. */
static void play_at_server(const history *h, const struct variant *v, gm_seat listener) {
    state s;
    int q = listener == GM_SPECTATOR ? v->seats : listener, step = 0;
    played = h;
    n_clients = v->seats + 1;
    re = 0;
    for (int i = 0; i < n_clients; i++) {
        free(clients[i].raw);
        memset(&clients[i], 0, sizeof clients[i]);
    }
    open_house();
    seat_everybody(v);
    for (int i = 0; i < h->n; i++) {
        if (h->by[i] == GM_DEALER) continue;
        send_move(h, i);
        int k = i + 1;
        while (k < h->n && h->by[k] == GM_DEALER)
            k++;
        act_between_moves(k, ++step, q);
    }
    state_after(h, h->n, &s);
    if (listener != GM_SPECTATOR && h->g->to_act(box, &s) >> listener & 1)
        hand_over_to_bot(&clients[q], listener);
    for (int i = 0; i < n_clients; i++)
        close(clients[i].fd);
    close_house();
}

/* ---- comparing ------------------------------------------------------------------------------------------------------ */

static void assert_same_bytes(const client *c, const char *raw, size_t size, const char *who) {
    size_t n = c->size < size ? c->size : size, i = 0;
    while (i < n && c->raw[i] == raw[i])
        i++;
    if (i == size && i == c->size) return;
    size_t from = i > 200 ? i - 200 : 0;
    for (size_t k = from; k < i + 200; k++) /* without control characters */
        putc(k < size && raw[k] >= ' ' ? raw[k] : '.', stderr);
    fputs("\n", stderr);
    for (size_t k = from; k < i + 200; k++)
        putc(k < c->size && c->raw[k] >= ' ' ? c->raw[k] : '.', stderr);
    fail_msg("%s can tell two games apart at byte %zu (of %zu and %zu)", who, i, size, c->size);
}

/* Plays a pair of twins and compares them; false: the listener knows everything (Sentient), so both are the same
 * game. */
static bool compare_pair(const struct variant *v, const gm_game *g, gm_seat q) {
    client *c = &clients[q == GM_SPECTATOR ? v->seats : q];
    char who[64];
    bool differ = false;
    for (int tries = 0; tries < 20 && !differ; tries++) {
        play_random(&real, g, q);
        differ = draw_twin(q);
    }
    snprintf(who, sizeof who, "%s, %d seats: listener %d", v->game, v->seats, q);
    rng same = test_rng;
    play_at_server(&real, v, q);
    size_t size = c->size;
    char *raw = malloc(size);
    assert_non_null(raw);
    memcpy(raw, c->raw, size);
    test_rng = same;
    play_at_server(&other, v, q);
    assert_same_bytes(c, raw, size, who);
    free(raw);
    return differ;
}

static void twins(void **which) {
    const struct variant *v = *which;
    const gm_game *g = gm_game_named(v->game, strlen(v->game));
    gm_order order = {.seats = v->seats, .settings = {v->setting}};
    fault why;
    if (running) close_house(); /* the test before has failed */
    memset(box, 0, sizeof box);
    assert_true(gm_open_box(g, &order, box, &why));
    BITS_EACH (q, gm_listeners(box))
        for (int i = 0; i < PAIRS; i++) {
            test_rng.s = (uint64_t)(v - variants) * 100 + (uint64_t)(10 * i) + (uint64_t)q;
            bool differ = compare_pair(v, g, (gm_seat)q);
            assert_true(differ || !strcmp(v->game, "sentient"));
        }
}

/* ---- the program -------------------------------------------------------------------------------------------------------- */

static int make_folder(void **unused) {
    (void)unused;
    snprintf(folder, sizeof folder, "%s/twinsXXXXXX", access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
    return mkdtemp(folder) && !pipe(opened) ? 0 : -1;
}

static int remove_folder(void **unused) {
    static const char *const ends[] = {"", "-wal", "-shm"};
    char path[128];
    (void)unused;
    for (int k = 0; k < 3; k++) {
        snprintf(path, sizeof path, "%s/house.db%s", folder, ends[k]);
        unlink(path);
    }
    for (size_t i = 0; i < sizeof clients / sizeof *clients; i++)
        free(clients[i].raw);
    return rmdir(folder);
}

int main(int argc, char **argv) {
    enum { N = sizeof variants / sizeof *variants };
    const char *listens = getenv("TWINS_PORT"), *between = getenv("TWINS_PROXY");
    port = listens ? atoi(listens) : 0;
    proxy = between ? atoi(between) : 0;
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    struct CMUnitTest tests[N];
    static char names[N][64];
    for (int i = 0; i < N; i++) {
        snprintf(names[i], sizeof names[i], "%s, %d seats%s%s", variants[i].game, variants[i].seats,
                 variants[i].setting.key ? ", " : "",
                 variants[i].setting.key ? variants[i].setting.value : "");
        tests[i] = (struct CMUnitTest){names[i], twins, NULL, NULL, (void *)(uintptr_t)&variants[i]};
    }
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
