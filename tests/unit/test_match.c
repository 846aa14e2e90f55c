/* A game in progress: the match itself, and the followers who hear its moves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/bits.h"
#include "kit/follower.h"
#include "kit/json.h"
#include "kit/perft.h"
#include "kit/record.h"
#include "kit/registry.h"
#include <string.h>

static record game;
static gm_heard_by heard;
static gm_seat by[GM_LISTENERS + 1][GM_MAX_PLIES];
static gm_move story[GM_LISTENERS + 1][GM_MAX_PLIES];
static gm_follower follower[GM_LISTENERS + 1]; /* the last one hears everything */

/* Plays a whole game of random moves. */
static void play(const gm_game *g, int seats, uint64_t seed) {
    rng r = {seed};
    fault why;
    assert_true(record_start(&game, g, &(gm_order){.seats = seats}, &why));
    gm_match *m = &game.match;
    m->heard = &heard;
    for (gm_seats act; (act = g->to_act(m->box, m->st));) {
        gm_move moves[GM_MAX_MOVES];
        gm_seat who = (gm_seat)bits_nth(act, rng_below(&r, (uint32_t)bits_count(act)));
        gm_move move = who == GM_DEALER ? g->deal(m->box, m->st, rng_below(&r, g->chances(m->box, m->st)))
                                        : moves[rng_below(&r, (uint32_t)g->moves(m->box, m->st, who, moves))];
        assert_true(gm_match_play(m, who, move));
    }
}

/* Plays a game of each kind with each number of seats, and runs the check on it. */
static void for_each_game(void (*check)(void)) {
    for (const gm_game *const *g = gm_games; *g; g++)
        for (int seats = (*g)->min_seats; seats <= (*g)->max_seats; seats++) {
            play(*g, seats, (uint64_t)seats);
            check();
        }
}

static void start_following(void) {
    for (gm_seat q = 0; q <= GM_LISTENERS; q++) {
        follower[q] = (gm_follower){.capacity = GM_MAX_PLIES, .by = by[q], .heard = story[q]};
        gm_follower_start(&follower[q], game.match.game, game.box, q);
    }
}

static gm_seats listeners(void) { return gm_listeners(game.box) | 1u << GM_DEALER; }

/* The follower has the view of its listener at the match's state. */
static void assert_view(const gm_follower *f) {
    gm_view v = {0};
    if (f->view.who == GM_DEALER)
        memcpy(v.st, game.st, sizeof game.st);
    else
        gm_make_view(game.match.game, game.box, game.st, f->view.who, &v);
    assert_memory_equal(f->view.st, v.st, game.match.game->state_size);
}

static void check_stories(void) {
    static gm_move again[GM_MAX_PLIES];
    BITS_EACH (q, gm_listeners(game.box)) {
        gm_story s = gm_match_story(&game.match, (gm_seat)q);
        gm_match_replay_story(&game.match, (gm_seat)q, again);
        assert_int_equal(s.n, game.match.n);
        assert_memory_equal(s.heard, again, (size_t)s.n * sizeof *again);
        assert_memory_equal(s.by, game.by, (size_t)s.n);
    }
}

static void recorded_stories_equal_replayed_stories(void **unused) {
    (void)unused;
    for_each_game(check_stories);
}

/* Moves are heard one at a time, and every view on the way is the listener's. */
static void check_following(void) {
    int n = game.match.n;
    start_following();
    gm_match_rewind(&game.match, 0);
    for (int i = 0; i < n; i++) {
        assert_true(gm_match_play(&game.match, game.by[i], game.move[i]));
        BITS_EACH (q, listeners()) {
            assert_true(
                gm_follower_hear(&follower[q], game.by[i], q == GM_DEALER ? game.move[i] : heard[q][i]));
            gm_follower_step(&follower[q]);
            assert_view(&follower[q]);
        }
    }
}

static void followers_see_what_listeners_see(void **unused) {
    (void)unused;
    for_each_game(check_following);
}

/* A follower can go forwards and backwards. */
static void check_goto(void) {
    int n = game.match.n, stops[] = {n, 0, n / 2, n / 3, n - 1, n + 10};
    start_following();
    BITS_EACH (q, listeners()) {
        gm_follower *f = &follower[q];
        gm_follower_hear_match(f, &game.match);
        assert_int_equal(f->at, 0);
        for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
            int to = stops[i] > n ? n : stops[i];
            gm_follower_goto(f, stops[i]);
            assert_int_equal(f->at, to);
            assert_int_equal(gm_follower_story(f).n, to);
            gm_match_rewind(&game.match, to);
            assert_view(f);
            game.match.n = n; /* the moves are still in the arrays */
            gm_match_rewind(&game.match, n);
        }
        gm_follower_forget(f, n / 2);
        assert_int_equal(f->n, n / 2);
        assert_int_equal(f->at, n / 2);
        gm_match_rewind(&game.match, n / 2);
        assert_view(f);
        game.match.n = n;
        gm_match_rewind(&game.match, n);
    }
}

static void followers_go_forwards_and_backwards(void **unused) {
    (void)unused;
    for_each_game(check_goto);
}

static void trying_a_move_changes_nothing(void **unused) {
    (void)unused;
    play(gm_game_named("dead-drop", 9), 3, 1);
    start_following();
    gm_follower *f = &follower[0];
    gm_follower_hear_match(f, &game.match);
    for (gm_view before, after; f->at < f->n;) {
        before = f->view;
        gm_follower_try(f, f->by[f->at], f->heard[f->at], &after);
        assert_memory_equal(&before, &f->view, sizeof before);
        gm_follower_step(f);
        assert_memory_equal(&after.st, &f->view.st, game.match.game->state_size);
    }
}

static void full_arrays_are_reported(void **unused) {
    (void)unused;
    play(gm_game_named("dead-drop", 9), 3, 1);
    int n = game.match.n;
    gm_match_rewind(&game.match, 0);
    game.match.capacity = n - 1;
    for (int i = 0; i < n; i++)
        assert_int_equal(gm_match_play(&game.match, game.by[i], game.move[i]), i < n - 1);
    start_following();
    follower[0].capacity = 1;
    assert_true(gm_follower_hear(&follower[0], game.by[0], game.move[0]));
    assert_false(gm_follower_hear(&follower[0], game.by[1], game.move[1]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded_stories_equal_replayed_stories),
        cmocka_unit_test(followers_see_what_listeners_see),
        cmocka_unit_test(followers_go_forwards_and_backwards),
        cmocka_unit_test(trying_a_move_changes_nothing),
        cmocka_unit_test(full_arrays_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
