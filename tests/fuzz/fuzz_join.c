/* fuzz_join.c - any bytes as what a house sends to `safehouse join`, and as what is typed there meanwhile.  The client
 * accepts it or says that this is no house.  It never writes where it must not, and never sends control codes to the
 * terminal.  For libFuzzer.
 *
 * The first byte picks the language, and a table or the lobby.  Lines follow, up to \n.  The first character of a line
 * says what it is:
 *
 *     <  a message; "re":0 in it becomes the number of the latest request
 *     >  what is typed            !  the connection is lost, and comes back
 *     =  a file that was fetched  .  time has passed
 *
 * This file has its own wire instead of the one in term/socket.c, and no tokens are kept. */
#define _GNU_SOURCE /* open_memstream, memmem */
#include "term/join.h"
#include "term/socket.h"
#include "term/tokens.h"
#include "tests/fuzz/fuzz.h"
#include <stdio.h>

struct wire {
    const wire_ears *ears;
    void *to;
    bool open, fetching, set[WIRE_ALARMS];
    long re;
};

static struct wire the_wire;
static const char *input;
static size_t left;

wire *wire_new(const address *house, int in, const wire_ears *ears, void *to) {
    (void)house, (void)in;
    the_wire = (struct wire){.ears = ears, .to = to};
    return &the_wire;
}

void wire_free(wire *w) { (void)w; }
void wire_connect(wire *w) { w->open = true; }
void wire_fetch(wire *w, const char *path) { w->fetching = path; }
void wire_listen(wire *w, bool listen) { (void)w, (void)listen; }
void wire_set(wire *w, wire_alarm which, int ms) { w->set[which] = ms >= 0; }

void wire_send(wire *w, const char *s, size_t n) {
    const char *re = memmem(s, n, "\"re\":", 5);
    must(n < 4096);
    if (re) w->re = strtol(re + 5, NULL, 10);
}

bool token_find(const char *house, const char *name, char token[TOKEN_SIZE]) {
    (void)house, (void)name, (void)token;
    return false;
}

bool token_keep(const char *house, const char *name, const char *token, fault *why) {
    (void)house, (void)name, (void)token, (void)why;
    return true;
}

/* Delivers a message, with the number of the latest request for "re":0. */
static void deliver(wire *w, const char *s, size_t n) {
    static char message[1 << 20];
    const char *re = memmem(s, n, "\"re\":0", 6);
    size_t first = re ? (size_t)(re - s) + 5 : n;
    if (n + 24 > sizeof message) return;
    memcpy(message, s, first);
    if (re) {
        first += (size_t)snprintf(message + first, 24, "%ld", w->re);
        memcpy(message + first, re + 6, n - (size_t)(re - s) - 6);
        first += n - (size_t)(re - s) - 6;
    }
    w->ears->message(w->to, message, first);
}

static void run_line(wire *w, const char *s, size_t n) {
    if (*s == '<' && w->open) deliver(w, s + 1, n - 1);
    if (*s == '>') {
        static char line[4096];
        if (n >= sizeof line) n = sizeof line - 1;
        memcpy(line, s + 1, n - 1);
        line[n - 1] = '\n';
        w->ears->typed(w->to, line, n);
    }
    if (*s == '!' && w->open) {
        w->open = false;
        w->ears->closed(w->to, WIRE_LOST);
    }
    if (*s == '=' && w->fetching) {
        w->fetching = false;
        w->ears->fetched(w->to, n > 1, s + 1, n - 1);
    }
    for (wire_alarm a = 0; *s == '.' && a < WIRE_ALARMS; a++)
        if (w->set[a]) {
            w->set[a] = false;
            w->ears->alarm(w->to, a);
        }
}

void wire_run(wire *w, const bool *done) {
    if (!*done) w->ears->open(w->to);
    while (left && !*done) {
        const char *end = memchr(input, '\n', left);
        size_t n = end ? (size_t)(end - input) : left;
        const char *line = input;
        input += end ? n + 1 : n;
        left -= end ? n + 1 : n;
        if (n) run_line(w, line, n);
    }
    if (!*done) w->ears->typed(w->to, "", 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *said, *wrong;
    size_t n_said, n_wrong;
    if (size < 2) return 0;
    join_terms terms = {.url = data[0] & 4 ? "http://h" : "http://h/t/abcdefghijkmnpqr",
                        .name = "Ada",
                        .seat = data[0] & 8 ? JOIN_LOOK : JOIN_ANY,
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
