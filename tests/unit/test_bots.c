/* Bots: their random numbers tell them nothing about the deals, and several can think at once.  test_strength.c is about
 * how well they play. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* clang-format keeps the order */
#include <cmocka.h>

#include "base/sha256.h"
#include "bots/bots.h"
#include "kit/registry.h"
#include <pthread.h>
#include <string.h>

static record r;
static gm_heard_by heard;

static const uint8_t seed[DEAL_SECRET] = {1, 2, 3};

/* ---- names ------------------------------------------------------------------------- */

static void bots_have_names_in_every_language(void **unused) {
    (void)unused;
    for (const gm_bot *b = bots_all; b->name; b++)
        for (int lang = 0; lang < WORDS_LANGS; lang++) {
            const char *shown = bots_shown((words_lang)lang, b->name);
            assert_true((lang == WORDS_EN) == !strcmp(shown, b->name));
            assert_string_equal(bots_typed((words_lang)lang, shown), b->name);
            assert_string_equal(bots_typed((words_lang)lang, b->name), b->name);
        }
    assert_string_equal(bots_typed(WORDS_PL, "nobody"), "nobody");
    assert_string_equal(bots_shown(WORDS_PL, "nobody"), "nobody");
}

/* ---- luck -------------------------------------------------------------------------- */

static uint64_t found; /* what a bot found in its generator */

static gm_move choose_by_luck(const gm_view *v, const gm_story *story, rng *luck, uint64_t *work) {
    gm_move moves[GM_MAX_MOVES];
    (void)story, (void)work;
    found = luck->s;
    v->game->moves(v->box, v->st, v->who, moves);
    return moves[0];
}

static void luck_is_no_part_of_the_secret(void **unused) {
    const gm_bot nosy = {"nosy", NULL, NULL, choose_by_luck};
    fault why;
    (void)unused;
    assert_true(record_start(&r, gm_game_named("dead-drop", 9), &(gm_order){.seats = 3}, &why));
    record_seed(&r, seed);
    r.match.heard = &heard;
    while (r.match.game->to_act(r.box, r.st) == 1u << GM_DEALER)
        gm_match_play(&r.match, GM_DEALER, gm_match_deal(&r.match, r.key));
    bots_move(&nosy, &r, 0);
    uint64_t first = found;
    for (int i = 0; i + 8 <= DEAL_SECRET; i++) { /* as bytes of the secret, in either order */
        uint64_t big = 0, little = 0;
        for (int k = 0; k < 8; k++) {
            big = big << 8 | r.secret[i + k];
            little = little << 8 | r.secret[i + 7 - k];
        }
        assert_true(first != big && first != little);
    }
    bots_move(&nosy, &r, 0);
    assert_true(found == first); /* the same again for the same seat and move ... */
    bots_move(&nosy, &r, 1);
    assert_true(found != first); /* ... and another for another */
}

/* ---- threads ---------------------------------------------------------------------------------------- */

/* A house lets several bots think at once. */
enum { THREADS = 4 };

typedef struct {
    record r;
    gm_heard_by heard;
    uint8_t moves[SHA256_SIZE];
} player;

static void *play_each_game(void *of) {
    static const struct {
        const char *game;
        int seats;
    } games[] = {{"inside-job", 4}, {"inside-job", 2}, {"sentient", 3}, {"agents", 3}, {"dead-drop", 3}};
    player *p = of;
    sha256 sum;
    sha256_start(&sum);
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        const gm_game *g = gm_game_named(games[i].game, strlen(games[i].game));
        const gm_bot *who[GM_MAX_SEATS];
        fault why;
        for (int q = 0; q < GM_MAX_SEATS; q++)
            who[q] = bots_find(g == gm_game_named("dead-drop", 9) ? "random" : "sensible", g);
        if (!record_start(&p->r, g, &(gm_order){.seats = games[i].seats}, &why)) return NULL;
        bots_play(&p->r, &p->heard, who, seed, 0);
        sha256_add(&sum, p->r.match.move, (size_t)p->r.match.n * sizeof *p->r.match.move);
    }
    sha256_end(&sum, p->moves);
    return p;
}

static void several_think_at_once(void **unused) {
    static player players[THREADS];
    pthread_t thread[THREADS];
    (void)unused;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, play_each_game, &players[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        void *done;
        assert_int_equal(pthread_join(thread[i], &done), 0);
        assert_non_null(done);
        assert_true(players[i].r.match.n > 0);
        assert_memory_equal(players[i].moves, players[0].moves, SHA256_SIZE);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bots_have_names_in_every_language),
        cmocka_unit_test(luck_is_no_part_of_the_secret),
        cmocka_unit_test(several_think_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
