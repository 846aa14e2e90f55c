/* Moves as heard, over a wire: what a listener heard can be written and read back, and keeps that listener's
 * view up to date. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/bits.h"
#include "kit/notation.h"
#include "kit/record.h"
#include "kit/registry.h"
#include <string.h>

enum { GAMES = 4 }; /* of each kind, with each number of seats */

static record game;
static gm_view view[GM_LISTENERS];

/* Writes a move as a listener hears it, and reads it back. */
static gm_move through_text(const record *r, gm_seat who, gm_move m, gm_seat listener) {
    char line[GM_NOTATION_SIZE];
    text t = text_on(line, sizeof line);
    gm_move heard = gm_heard(r->match.game, r->box, r->st, who, m, listener), again;
    fault why;
    gm_write_move(&t, r->match.game, r->box, heard);
    assert_false(t.cut);
    assert_true(gm_read_heard(r->match.game, r->box, line, t.used, &again, &why));
    assert_int_equal(again, heard);
    bool hidden = strchr(line, '?');
    assert_int_equal(gm_read_move(r->match.game, r->box, line, t.used, &again, &why), !hidden);
    return heard;
}

static void play_one(const gm_game *g, int seats, uint8_t seed) {
    record *r = &game;
    fault why;
    uint8_t secret[DEAL_SECRET] = {seed};
    gm_move legal[GM_MAX_MOVES], heard[GM_LISTENERS];
    gm_view now;
    rng luck = {seed};
    assert_true(record_start(r, g, &(gm_order){.seats = seats}, &why));
    record_seed(r, secret);
    for (gm_seat l = 0; l < GM_LISTENERS; l++)
        gm_make_view(g, r->box, r->st, l, &view[l]);
    for (gm_seats act; r->match.n < GM_MAX_PLIES && (act = g->to_act(r->box, r->st));) {
        gm_seat who = (gm_seat)bits_first(act);
        int n = g->moves(r->box, r->st, who, legal);
        gm_move m =
            who == GM_DEALER ? gm_match_deal(&r->match, r->key) : legal[rng_below(&luck, (uint32_t)n)];
        BITS_EACH (l, gm_listeners(r->box))
            heard[l] = through_text(r, who, m, (gm_seat)l);
        gm_match_play(&r->match, who, m);
        BITS_EACH (l, gm_listeners(r->box)) {
            gm_view *v = &view[l];
            g->apply(r->box, v->st, who, heard[l]);
            gm_make_view(g, r->box, v->st, v->who,
                         &now); /* what apply() wrote where the listener cannot see does not matter */
            memcpy(v->st, now.st, sizeof v->st);
            gm_make_view(g, r->box, r->st, v->who, &now);
            assert_memory_equal(v->st, now.st, g->state_size);
        }
    }
}

static void what_was_heard_can_be_read(void **unused) {
    (void)unused;
    for (const gm_game *const *g = gm_games; *g; g++)
        for (int seats = (*g)->min_seats; seats <= (*g)->max_seats; seats++)
            for (uint8_t seed = 0; seed < GAMES; seed++)
                play_one(*g, seats, seed);
}

static void nothing_else_is_read(void **unused) {
    static const char *const bad[][2] = {{"? ? ?", "move.verb"},
                                         {"role ?", "move.short"},
                                         {"role 0 ??", "move.thing"},
                                         {"role ? ? ?", "move.long"},
                                         {"role 0 ?a", "move.thing"}};
    const gm_game *g = gm_game_named("dead-drop", 9);
    gm_move m;
    fault why;
    (void)unused;
    assert_true(record_start(&game, g, &(gm_order){.seats = 3}, &why));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(gm_read_heard(g, game.box, bad[i][0], strlen(bad[i][0]), &m, &why));
        assert_string_equal(why.say, bad[i][1]);
    }
    assert_true(gm_read_heard(g, game.box, "role 0 ?", 8, &m, &why));
    assert_int_equal(GM_A(m), 0);
    assert_int_equal(GM_B(m), GM_HIDDEN);
}

/* gm_could_hear() accepts every move as it was heard, and refuses it from a seat that was not to act. */
static void what_is_possible(const gm_game *g, int seats, uint8_t seed) {
    record *r = &game;
    fault why;
    uint8_t secret[DEAL_SECRET] = {seed};
    gm_move legal[GM_MAX_MOVES];
    rng luck = {seed}, chance = {seed};
    assert_true(record_start(r, g, &(gm_order){.seats = seats}, &why));
    record_seed(r, secret);
    for (gm_seats act; r->match.n < 400 && (act = g->to_act(r->box, r->st));) {
        gm_seat who = (gm_seat)bits_first(act);
        int n = g->moves(r->box, r->st, who, legal);
        gm_move m =
            who == GM_DEALER ? gm_match_deal(&r->match, r->key) : legal[rng_below(&luck, (uint32_t)n)];
        gm_seat l = (gm_seat)rng_below(&luck, (uint32_t)seats + 1),
                other = (gm_seat)rng_below(&luck, GM_DEALER + 1);
        gm_view v;
        gm_make_view(g, r->box, r->st, l == seats ? GM_SPECTATOR : l, &v);
        gm_move heard = gm_heard(g, r->box, r->st, who, m, v.who);
        assert_true(gm_could_hear(&v, who, heard, &chance));
        if (!(act >> other & 1)) assert_false(gm_could_hear(&v, other, heard, &chance));
        if (r->match.n % 40 == 0)
            assert_false(gm_could_hear(&v, who, heard ^ 0x00404040, &chance)); /* there are no such things */
        gm_match_play(&r->match, who, m);
    }
}

static void what_was_heard_is_possible(void **unused) {
    (void)unused;
    for (const gm_game *const *g = gm_games; *g; g++)
        for (int seats = (*g)->min_seats; seats <= (*g)->max_seats; seats++)
            what_is_possible(*g, seats, (uint8_t)seats);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_heard_can_be_read),
        cmocka_unit_test(nothing_else_is_read),
        cmocka_unit_test(what_was_heard_is_possible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
