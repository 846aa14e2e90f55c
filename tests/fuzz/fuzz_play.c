/* fuzz_play.c - any bytes as what people type at a table in the terminal: the
 * table accepts all of it, ends by itself, and leaves a game that can be continued.
 * For libFuzzer.  The first byte picks the table:
 *
 *     7     5 4     3 2      1    0
 *   |  seats | lang  | people | hand |     people: 3 is all; hand: somebody deals
 *
 * If its highest bit is set, special roles are played; the size picks them. */
#define _POSIX_C_SOURCE 200809L /* fmemopen, open_memstream */
#include "kit/order.h"
#include "kit/registry.h"
#include "term/input.h"
#include "term/local.h"
#include "tests/fuzz/fuzz.h"

static record game, back;

/* Adds one of the extra settings, if the game has any for so many seats. */
static void add_setting(const gm_game *g, gm_order *order, size_t i) {
    static _Alignas(8) uint8_t box[GM_MAX_BOX];
    size_t n = 0;
    fault why;
    while (g->extra_settings && g->extra_settings[n].key)
        n++;
    if (n) order->settings[0] = g->extra_settings[i % n];
    if (n && !gm_open_box(g, order, box, &why)) order->settings[0] = (gm_setting){0};
}

static void sit_down(const gm_game *g, int bits, size_t size) {
    gm_order order = {.seats = g->min_seats + (bits >> 5) % (g->max_seats - g->min_seats + 1)};
    if (bits >> 7) add_setting(g, &order, size);
    int people = (bits >> 1 & 3) == 3 ? order.seats : bits >> 1 & 3;
    uint8_t seed[DEAL_SECRET] = {(uint8_t)bits};
    fault why;
    must(record_start(&game, g, &order, &why));
    for (int q = 0; q < order.seats; q++) {
        if (q >= people) memcpy(game.seat[q].bot, "random", 7);
        game.seat[q].name[0] = (char)('A' + q);
    }
    if (!(bits & 1)) record_seed(&game, seed);
}

static void check_record(void) {
    static char s[RECORD_TEXT];
    text t = text_on(s, sizeof s);
    fault why;
    must(!game.match.game->check_invariants(game.box, game.st));
    must(record_write(&game, &t));
    must(record_read(&back, NULL, "fuzz.record", s, t.used, !game.match.game->to_act(game.box, game.st),
                     &why));
    must(back.match.n == game.match.n && !memcmp(back.st, game.st, sizeof game.st));
}

static void play(const gm_game *g, int bits, const uint8_t *typed, size_t size) {
    char *told = NULL;
    size_t length = 0;
    sit_down(g, bits, size);
    local_terms p = {.game = &game, .lang = (words_lang)((bits >> 3 & 3) % WORDS_LANGS)};
    p.in = fmemopen((void *)typed, size, "r"); /* only read */
    p.out = open_memstream(&told, &length);
    must(p.in && p.out && local_play(&p));
    fclose(p.in);
    fclose(p.out);
    check_lines(told, length + 1);
    must(strlen(told) == length);
    free(told);
    check_record();
}

/* Is one of the lines the command to write a file, in any language? */
static bool saves(const char *s, size_t size) {
    for (size_t n; size; s += n, size -= n) {
        const char *end = memchr(s, '\n', size), *rest;
        n = end ? (size_t)(end - s) + 1 : size;
        for (int lang = 0; lang < WORDS_LANGS; lang++) {
            char line[INPUT_LINE];
            text t = text_on(line, sizeof line);
            text_bytes(&t, s, n);
            input_normalize(line, (words_lang)lang);
            if (input_is(line, "save", &rest)) return true;
        }
    }
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2 || saves((const char *)data + 1, size - 1)) return 0;
    for (const gm_game *const *g = gm_games; *g; g++)
        play(*g, data[0], data + 1, size - 1);
    return 0;
}
