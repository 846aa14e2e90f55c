/* fuzz_join.c - any bytes as what a house sends to `safehouse join`, and as what is typed there meanwhile.  The
 * client takes it, or says that it is no house.  No house can make it write a file that the user did not name, or
 * send control characters to the terminal.  For libFuzzer.
 *
 * The first byte picks the language, and whether the URL is that of a table or of the lobby.  Then come lines up
 * to \n, whose first characters say what they are:
 *
 *     <  a message; "re":0 in it becomes the number of the latest request
 *     >  a typed line             !  the connection is lost, and comes back; with m the table has moved,
 *     =  a file that was fetched     with c the house closes
 *     .  time has passed
 *
 * A connection of its own replaces the one of term/connection.c, and tokens are not stored. */
#define _GNU_SOURCE /* open_memstream, memmem */
#include "store/store.h"
#include "term/connection.h"
#include "term/join.h"
#include "term/tokens.h"
#include "tests/fuzz/fuzz.h"
#include <stdio.h>

struct connection {
    const connection_callbacks *callbacks;
    void *owner;
    bool open, leaving, fetching, timer_set[CONNECTION_TIMERS];
    long re;
};

static struct connection the_connection;
static const char *input;
static size_t left;

connection *connection_new(const address_url *house, int in, const connection_callbacks *callbacks,
                           void *owner) {
    (void)house, (void)in;
    the_connection = (struct connection){.callbacks = callbacks, .owner = owner};
    return &the_connection;
}

void connection_free(connection *c) { (void)c; }
void connection_leave(connection *c) { c->leaving = true; }
void connection_fetch(connection *c, const char *path) { c->fetching = path; }
void connection_read_input(connection *c, bool on) { (void)c, (void)on; }
void connection_set_timer(connection *c, connection_timer which, int ms) { c->timer_set[which] = ms >= 0; }

/* The name of a node becomes a part of an address. */
void connection_open(connection *c, const char *node) {
    must(strlen(node) <= STORE_NODE && !node[strspn(node, STORE_NODE_LETTERS)]);
    c->open = true;
}

void connection_send(connection *c, const char *s, size_t n) {
    const char *re = memmem(s, n, "\"re\":", 5);
    must(n < 4096);
    if (re) c->re = strtol(re + 5, NULL, 10);
}

bool tokens_find(const char *house, const char *name, char token[TOKENS_SIZE]) {
    (void)house, (void)name, (void)token;
    return false;
}

bool tokens_add(const char *house, const char *name, const char *token, fault *why) {
    (void)house, (void)name, (void)token, (void)why;
    return true;
}

/* Hands over a message; "re":0 in it becomes the number of the latest request. */
static void deliver(connection *c, const char *s, size_t n) {
    static char message[1 << 20];
    const char *re = memmem(s, n, "\"re\":0", 6);
    size_t first = re ? (size_t)(re - s) + 5 : n;
    if (n + 24 > sizeof message) return;
    memcpy(message, s, first);
    if (re) {
        first += (size_t)snprintf(message + first, 24, "%ld", c->re);
        memcpy(message + first, re + 6, n - (size_t)(re - s) - 6);
        first += n - (size_t)(re - s) - 6;
    }
    c->callbacks->message(c->owner, message, first);
}

static void carry_out(connection *c, const char *s, size_t n) {
    if (*s == '<' && c->open) deliver(c, s + 1, n - 1);
    if (*s == '>') {
        static char line[4096];
        if (n >= sizeof line) n = sizeof line - 1;
        memcpy(line, s + 1, n - 1);
        line[n - 1] = '\n';
        c->callbacks->typed(c->owner, line, n);
    }
    if ((*s == '!' || c->leaving) && c->open) {
        connection_failure why = c->leaving             ? CONNECTION_LEFT
                                 : n > 1 && s[1] == 'm' ? CONNECTION_MOVED
                                 : n > 1 && s[1] == 'c' ? CONNECTION_CLOSING
                                                        : CONNECTION_LOST;
        c->open = c->leaving = false;
        c->callbacks->closed(c->owner, why);
    }
    if (*s == '=' && c->fetching) {
        c->fetching = false;
        c->callbacks->fetched(c->owner, n > 1, s + 1, n - 1);
    }
    for (connection_timer a = 0; *s == '.' && a < CONNECTION_TIMERS; a++)
        if (c->timer_set[a]) {
            c->timer_set[a] = false;
            c->callbacks->timer(c->owner, a);
        }
}

void connection_run(connection *c, const bool *done) {
    while (left && !*done) {
        const char *end = memchr(input, '\n', left);
        size_t n = end ? (size_t)(end - input) : left;
        const char *line = input;
        input += end ? n + 1 : n;
        left -= end ? n + 1 : n;
        if (n) carry_out(c, line, n);
    }
    if (!*done) c->callbacks->typed(c->owner, "", 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *said, *wrong;
    size_t n_said, n_wrong;
    if (size < 2) return 0;
    join_terms terms = {.url = data[0] & 4 ? "http://h" : "http://h/t/abcdefghijkmnpqr",
                        .name = "Ada",
                        .seat = data[0] & 8 ? JOIN_AS_SPECTATOR : JOIN_ANY_SEAT,
                        .lang = (words_lang)(data[0] % 3),
                        .in = -1};
    terms.out = open_memstream(&said, &n_said);
    terms.err = open_memstream(&wrong, &n_wrong);
    must(terms.out && terms.err);
    input = (const char *)data + 1;
    left = size - 1;
    join_run(&terms);
    fclose(terms.out);
    fclose(terms.err);
    check_lines(said, n_said + 1);
    check_lines(wrong, n_wrong + 1);
    free(said);
    free(wrong);
    return 0;
}
