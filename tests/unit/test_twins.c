/* Twins over the wire: two games that a listener cannot tell apart are played at the real server, by real clients,
 * and every byte that the listener's connection gets is the same.
 *
 * Map: two histories - the server - clients - what is said besides - one game - comparing. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
/* cmocka wants these before itself */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* clang-format keeps the order */
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
    CHOICES = 30,  /* moves of players in a game, at most */
    PATIENCE = 20, /* seconds for an answer */
    PAIRS = 2,     /* of games, for each variant and listener */
    STEPS = 10,    /* what is said besides goes round in so many moves */
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
static rng luck;

typedef union {
    uint64_t align;
    uint8_t b[GM_MAX_STATE];
} state;

/* The state after n moves. */
static void live(const history *h, int n, state *s) {
    memset(s, 0, sizeof *s);
    h->g->setup(box, s);
    for (int i = 0; i < n; i++)
        h->g->apply(box, s, h->by[i], h->move[i]);
}

/* A game of random moves, up to so many choices of players; returns a ply at which q could be asked. */
static void play(history *h, const gm_game *g, gm_seat q) {
    state s = {0};
    int choices = 0, asked = 0, last = 0, most = 5 + (int)rng_below(&luck, CHOICES - 4);
    h->g = g;
    h->n = 0;
    g->setup(box, &s);
    for (gm_seats act; (act = g->to_act(box, &s)) && h->n < GM_MAX_PLIES;) {
        if (!(act >> GM_DEALER & 1)) {
            last = h->n;
            if (act >> q & 1) asked = h->n;
            if (choices >= most) break;
        }
        gm_seat who = (gm_seat)bits_nth(act, rng_below(&luck, (uint32_t)bits_count(act)));
        gm_move moves[GM_MAX_MOVES];
        gm_move m = who == GM_DEALER ? g->deal(box, &s, rng_below(&luck, g->chances(box, &s)))
                                     : moves[rng_below(&luck, (uint32_t)g->moves(box, &s, who, moves))];
        choices += who != GM_DEALER;
        BITS_EACH (l, gm_listeners(box))
            heard[l][h->n] = gm_heard(g, box, &s, who, m, (gm_seat)l);
        h->by[h->n] = who;
        h->move[h->n++] = m;
        g->apply(box, &s, who, m);
    }
    h->n = asked ? asked : last; /* where a bot can be asked what it would do */
}

/* Another history that q cannot tell from the real one.  False: there is no other. */
static bool draw(gm_seat q) {
    static _Alignas(8) uint8_t notes[GM_MAX_NOTES];
    state s, world;
    gm_story story = {real.n, real.by, heard[q]};
    live(&real, real.n, &s);
    other.g = real.g;
    other.n = real.n;
    memcpy(other.by, real.by, sizeof other.by);
    for (int i = 0; i < 50; i++) {
        laws_world(real.g, box, &s, q, notes, &luck, &world);
        laws_fill_story(real.g, box, &world, q, &story, other.move);
        if (memcmp(other.move, real.move, (size_t)real.n * sizeof *real.move)) return true;
    }
    return false;
}

/* ---- the server ------------------------------------------------------------------------------------------ */

static char folder[64];
static int port; /* the same for all games, because it is in links */
static const history *played;
static rng chance;
static fault trouble;
static pthread_t thread;
static bool running;
static int opened[2]; /* a pipe */

static void no_chance(void *to, void *out, size_t n) {
    (void)to;
    for (size_t i = 0; i < n; i++)
        ((uint8_t *)out)[i] = (uint8_t)rng_next(&chance);
}

/* The dealer does what the history says; nobody looks at what comes after it. */
static uint32_t as_it_was(const table *t, uint32_t chances) {
    if (t->match.n >= played->n) return 0;
    for (uint32_t x = 0; x < chances; x++)
        if (t->match.game->deal(t->match.box, t->match.st, x) == played->move[t->match.n]) return x;
    fprintf(stderr, "move %d is not the dealer's\n", t->match.n);
    abort();
}

static void is_open(void *to, const char *url) {
    (void)to;
    port = atoi(strrchr(url, ':') + 1);
    if (write(opened[1], "!", 1) != 1) abort();
}

static void *serve(void *file) {
    server_terms terms = {.address = "127.0.0.1",
                          .port = port,
                          .data = file,
                          .open = is_open,
                          .random = no_chance,
                          .pick = as_it_was};
    for (int i = 0; i < LIMITS; i++)
        terms.limits[i] = house_limits[i].default_value;
    terms.limits[LIMIT_SOCKETS] = 50;
    terms.limits[LIMIT_RATE] = 100000;
    terms.limits[LIMIT_DELAY] = 0;
    if (server_run(&terms, &trouble)) return NULL;
    if (write(opened[1], "?", 1) != 1) abort();
    return &trouble;
}

static void open_house(void) {
    static char file[96];
    char c;
    snprintf(file, sizeof file, "%s/house.db", folder);
    unlink(file);
    chance.s = 7;
    assert_int_equal(pthread_create(&thread, NULL, serve, file), 0);
    assert_int_equal(read(opened[0], &c, 1), 1);
    running = true;
    if (c != '!') fail_msg("%s: %s", trouble.say, trouble.with[0]);
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
    char *raw; /* all that came, on all connections */
    size_t size, room, read;
    char message[1 << 19];
    char token[HOUSE_TOKEN + 1];
    int64_t update; /* the latest */
} client;

static client clients[GM_LISTENERS]; /* the seats, then the room */
static int people;
static char key[STORE_KEY + 1];
static int re;

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

static void connect_to(client *c) {
    char head[512];
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    c->fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(c->fd, (struct sockaddr *)&at, sizeof at), 0);
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

/* The next message. */
static const char *hear(client *c) {
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

/* A message without its closing brace; ' stands for ". */
static int say(client *c, const char *format, ...) {
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
    memset(frame + 4, 0, 4); /* a mask that changes nothing */
    memcpy(frame + 8, body, n);
    assert_int_equal(send(c->fd, frame, n + 8, MSG_NOSIGNAL), (ssize_t)n + 8);
    return re;
}

static const char *answer(client *c, int number) {
    char head[32];
    size_t n = (size_t)snprintf(head, sizeof head, "{\"re\":%d,", number);
    while (strncmp(hear(c), head, n))
        ;
    return c->message;
}

/* Until everybody has heard all that there is. */
static void all_hear(void) {
    int number[GM_LISTENERS];
    for (int i = 0; i < people; i++)
        number[i] = say(&clients[i], "{'do':'lang','lang':'en'");
    for (int i = 0; i < people; i++)
        answer(&clients[i], number[i]);
}

static void take_word(const char *m, const char *field, char *out, size_t size) {
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

/* Does something that must be good, and everybody hears of it. */
#define DOES(c, ...)                                                                                         \
    do {                                                                                                     \
        if (strstr(answer(c, say(c, __VA_ARGS__)), "\"error\":")) fail_msg("%s", (c)->message);              \
        all_hear();                                                                                          \
    } while (0)

/* And something that may be refused. */
#define TRIES(c, ...)                                                                                        \
    do {                                                                                                     \
        answer(c, say(c, __VA_ARGS__));                                                                      \
        all_hear();                                                                                          \
    } while (0)

/* ---- what is said besides -------------------------------------------------------------------------------------- */

static void comes_again(int q) {
    client *c = &clients[q], *witness = &clients[q ? 0 : 1];
    int64_t after = c->update > 3 ? c->update - 3 : 0;
    close(c->fd);
    while (strncmp(hear(witness), "{\"here\":", 8))
        ;
    for (int i = 0; i < people; i++)
        if (i != q) answer(&clients[i], say(&clients[i], "{'do':'lang','lang':'en'"));
    connect_to(c);
    hear(c);
    if (q == people - 1)
        TRIES(c, "{'do':'watch','table':'%s','after':%lld,'as':'room'", key, (long long)after);
    else
        TRIES(c, "{'do':'watch','table':'%s','after':%lld,'as':%d", key, (long long)after, q);
}

/* A move that is not allowed, though it looks like one; drawn from the real history, so it must be the same. */
static bool bad_move(int ply, gm_seat q, char out[GM_NOTATION_SIZE]) {
    state s;
    gm_move all[256], m = 0;
    int n = 0, step = (int)rng_below(&luck, 40) + 1;
    live(&real, ply, &s);
    for (int i = 0; n < 256 && (m = gm_next_move(real.g, box, m)); i++)
        if (i % step == 0 && real.g->why_not(box, &s, q, m)) all[n++] = m;
    if (!n) return false;
    text t = text_on(out, GM_NOTATION_SIZE);
    gm_write_move(&t, real.g, box, all[rng_below(&luck, (uint32_t)n)]);
    return true;
}

/* Between two moves, the listener does what a person might do; others too. */
static void meanwhile(int ply, int step, int listener) {
    client *c = &clients[listener], *another = &clients[(listener + 1) % people];
    char move[GM_NOTATION_SIZE];
    bool seat = listener < people - 1;
    switch (step % STEPS) {
    case 1: DOES(c, "{'do':'say','text':'hello %d'", ply); break;
    case 2:
    case 6:
        for (int i = 0; i < 4; i++)
            if (bad_move(ply, seat ? (gm_seat)listener : 0, move))
                TRIES(c, "{'do':'move','id':%d,'move':'%s'", 100000 + re, move);
        break;
    case 3: comes_again(listener); break;
    case 4: DOES(c, "{'do':'watch','table':'%s'", key); break;
    case 5:
        TRIES(c, "{'do':'state','state':'suspect %d'", ply % 2);
        TRIES(&clients[(listener + 1) % (people - 1)], "{'do':'state','state':'trust %d'", ply % 2);
        break;
    case 7:
        if (bad_move(ply, (gm_seat)((listener + 1) % (people - 1)), move))
            TRIES(&clients[(listener + 1) % (people - 1)], "{'do':'move','id':%d,'move':'%s'", 100000 + re,
                  move);
        TRIES(another, "{'do':'say','text':'well'");
        break;
    case 8: DOES(c, "{'do':'mine'"); break;
    case 9: /* it is not one's own, or nothing goes back past the dealer */
        if (real.by[ply - 1] != listener) TRIES(c, "{'do':'back'");
        break;
    default: break;
    }
}

/* ---- one game ---------------------------------------------------------------------------------------------------- */

static void sit_down(const struct variant *v) {
    for (int i = 0; i < people; i++) {
        connect_to(&clients[i]);
        hear(&clients[i]);
        answer(&clients[i], say(&clients[i], "{'do':'enter','name':'Player %d'", i));
        take_word(clients[i].message, "\"token\":\"", clients[i].token, sizeof clients[i].token);
    }
    if (v->setting.key)
        answer(&clients[0], say(&clients[0], "{'do':'make','game':'%s','seats':%d,'options':{'%s':'%s'}",
                                v->game, v->seats, v->setting.key, v->setting.value));
    else
        answer(&clients[0], say(&clients[0], "{'do':'make','game':'%s','seats':%d", v->game, v->seats));
    take_word(clients[0].message, "\"table\":\"", key, sizeof key);
    for (int i = 1; i < people; i++)
        DOES(&clients[i], "{'do':'watch','table':'%s'", key);
    for (int i = 0; i < v->seats; i++)
        DOES(&clients[i], "{'do':'sit','seat':%d,'nonce':'0%d'", i, i);
}

static void move(const history *h, int i) {
    char code[GM_NOTATION_SIZE];
    gm_seat q = h->by[i];
    text t = text_on(code, sizeof code);
    gm_write_move(&t, h->g, box, h->move[i]);
    DOES(&clients[q], "{'do':'move','id':%d,'move':'%s'", 1 + re, code);
    bool last = i + 1 == h->n || h->by[i + 1] != GM_DEALER;
    if (!gm_verb_of(h->g, h->move[i])->undoable || !last || i % 3) return;
    DOES(&clients[q], "{'do':'back'"); /* and again */
    DOES(&clients[q], "{'do':'move','id':%d,'move':'%s'", 1 + re, code);
}

/* The bot takes over from the listener, who sees what it does; what follows is the dealer's. */
static void let_the_bot(client *c, gm_seat q) {
    char by[32];
    const char *at;
    int n = snprintf(by, sizeof by, "\"who\":%d,\"move\":\"", q);
    say(c, "{'do':'leave'");
    while (!(at = strstr(hear(c), by)))
        ;
    size_t size = strlen(c->message), head = size < 126 ? 2 : 4;
    memset(c->raw + c->read - size - head, 0, head); /* the size of what follows, too */
    c->size = c->read - strlen(strchr(at + n, '"'));
}

/* Plays it all, and leaves in the listener's client what came there. */
static void play_out(const history *h, const struct variant *v, gm_seat listener) {
    state s;
    int q = listener == GM_SPECTATOR ? v->seats : listener, step = 0;
    played = h;
    people = v->seats + 1;
    re = 0;
    for (int i = 0; i < people; i++) {
        free(clients[i].raw);
        memset(&clients[i], 0, sizeof clients[i]);
    }
    open_house();
    sit_down(v);
    for (int i = 0; i < h->n; i++) {
        if (h->by[i] == GM_DEALER) continue;
        move(h, i);
        int k = i + 1;
        while (k < h->n && h->by[k] == GM_DEALER)
            k++;
        meanwhile(k, ++step, q);
    }
    live(h, h->n, &s);
    if (listener != GM_SPECTATOR && h->g->to_act(box, &s) >> listener & 1) let_the_bot(&clients[q], listener);
    for (int i = 0; i < people; i++)
        close(clients[i].fd);
    close_house();
}

/* ---- comparing ------------------------------------------------------------------------------------------------------ */

static void compare(const client *c, const char *raw, size_t size, const char *who) {
    size_t n = c->size < size ? c->size : size, i = 0;
    while (i < n && c->raw[i] == raw[i])
        i++;
    if (i == size && i == c->size) return;
    size_t from = i > 200 ? i - 200 : 0;
    for (size_t k = from; k < i + 200; k++) /* frames have bytes that a terminal does not like */
        putc(k < size && raw[k] >= ' ' ? raw[k] : '.', stderr);
    fputs("\n", stderr);
    for (size_t k = from; k < i + 200; k++)
        putc(k < c->size && c->raw[k] >= ' ' ? c->raw[k] : '.', stderr);
    fail_msg("%s can tell two games apart at byte %zu (of %zu and %zu)", who, i, size, c->size);
}

/* Where a listener knows all that there is (Sentient), both games are the same one. */
static bool one_pair(const struct variant *v, const gm_game *g, gm_seat q) {
    client *c = &clients[q == GM_SPECTATOR ? v->seats : q];
    char who[64];
    bool differ = false;
    for (int tries = 0; tries < 20 && !differ; tries++) {
        play(&real, g, q);
        differ = draw(q);
    }
    snprintf(who, sizeof who, "%s, %d seats: listener %d", v->game, v->seats, q);
    rng same = luck;
    play_out(&real, v, q);
    size_t size = c->size;
    char *raw = malloc(size);
    assert_non_null(raw);
    memcpy(raw, c->raw, size);
    luck = same;
    play_out(&other, v, q);
    compare(c, raw, size, who);
    free(raw);
    return differ;
}

static void twins(void **which) {
    const struct variant *v = *which;
    const gm_game *g = gm_game_named(v->game, strlen(v->game));
    gm_order order = {.seats = v->seats, .settings = {v->setting}};
    fault why;
    if (running) close_house(); /* a test has failed */
    memset(box, 0, sizeof box);
    assert_true(gm_open_box(g, &order, box, &why));
    for (gm_seats l = gm_listeners(box); l; l &= (gm_seats)(l - 1))
        for (int i = 0; i < PAIRS; i++) {
            gm_seat q = (gm_seat)bits_first(l);
            luck.s = (uint64_t)(v - variants) * 100 + (uint64_t)(10 * i) + q;
            bool differ = one_pair(v, g, q);
            assert_true(differ || !strcmp(v->game, "sentient"));
        }
}

/* ---- all of them -------------------------------------------------------------------------------------------------------- */

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

int main(void) {
    enum { N = sizeof variants / sizeof *variants };
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
