/* Nobody can tell from anything at the table who the Insider is.
 *
 * Random games are played.  At every move, for every listener who does not know the
 * Insider, there is a twin world in which another seat is the Insider.  Some twins come
 * from fill(); others swap two roles and leave the hands as they are, where the moves so
 * far allow it.  Everything that the listener gets must be the same in both worlds: views,
 * JSON, who is to act, the story, the log, what can be taken back, and which of the
 * listener's moves are legal.
 *
 * Map: a game and its twin - twins - what listeners get - playing - tests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* this comment keeps clang-format from sorting the headers */
#include <cmocka.h>

#include "games/inside_job/inside_job.h"
#include "kit/json.h"
#include "kit/notation.h"
#include "kit/record.h"
#include <stdio.h>
#include <string.h>

extern const gm_game inside_job_game;
static const gm_game *const g = &inside_job_game;

/* ---- a game and its twin -------------------------------------------------------------- */

enum {
    ASKABLE = 8192,
    GAMES = 2,
    STORY_EVERY = 11, /* stories are compared at every 11th ply; a trick has 6 to 8 plies */
    ASK_EVERY = 5,    /* every 5th askable move is tried, different ones at each ply */
};

static record real, twin; /* both have the same order; the twin's moves are a story filled in */
static gm_heard_by heard, twin_heard;
static gm_move twin_moves[GM_MAX_PLIES];
static gm_move askable[ASKABLE]; /* every move that has a notation */
static int n_askable;
static rng test_rng;

/* Counts of what was checked, so that no test passes because nothing was. */
static struct {
    long twins, swaps, stories;
    long forced[IJ_OVER]; /* by phase: plies with one legal move */
    long unequal;         /* the acting seat has a different number of moves in the twin world */
} seen;

static const ij_state *state_of(const void *st) { return st; }

static int insider_of(const void *st) {
    for (int q = 0; q < IJ_SEATS; q++)
        if (state_of(st)->role[q] == IJ_INSIDER) return q;
    return -1;
}

static void start(int seats, const char *key, const char *value) {
    gm_order order = {.seats = seats, .settings = {{key, value}}};
    fault why;
    assert_true(record_start(&real, g, &order, &why));
    assert_true(record_start(&twin, g, &order, &why));
    real.match.heard = &heard;
    twin.match.heard = &twin_heard;
    n_askable = 0;
    for (gm_move m = 0; (m = gm_next_move(g, real.box, m)) && n_askable < ASKABLE;)
        askable[n_askable++] = m;
    assert_true(n_askable < ASKABLE); /* there was room for all */
}

/* ---- twins ------------------------------------------------------------------------------ */

/* Makes a world with another Insider that `who` holds possible; false: none was found. */
static bool fill_twin(gm_seat who, const gm_view *view, ij_state *world) {
    static _Alignas(8) uint8_t notes[GM_MAX_NOTES];
    gm_study(g, real.box, view->st, who, notes);
    for (int tries = 0; tries < 4; tries++) {
        gm_fill(g, real.box, view->st, who, notes, &test_rng, world);
        if (insider_of(world) != insider_of(real.st)) return true;
    }
    return false;
}

/* Makes a world in which the Insider and q have swapped roles; false: it is impossible, because an
 * Agent could not have made the Insider's moves. */
static bool swap_twin(int q, ij_state *world) {
    int insider = insider_of(real.st);
    *world = *state_of(real.st);
    if (q == insider || world->revealed & (BIT(q) | BIT(insider)) || world->liars >> insider & 1)
        return false;
    for (int c = 0; c < IJ_COLOURS; c++)
        if (world->lacks[insider] >> c & 1 && world->hand[insider] & ij_suit(c)) return false;
    world->role[insider] = IJ_AGENT;
    world->role[q] = IJ_INSIDER;
    return true;
}

/* ---- what listeners get -------------------------------------------------------------------- */

static void assert_same_view(gm_seat who, const gm_view *view, const ij_state *world) {
    static char json[2][GM_JSON_VIEW_SIZE];
    gm_view other;
    gm_make_view(g, real.box, world, who, &other);
    assert_memory_equal(view->st, other.st, g->state_size);
    assert_int_equal(g->to_act(real.box, real.st), g->to_act(real.box, world));
    assert_int_equal(g->chapters(real.box, real.st), g->chapters(real.box, world));
    text a = text_on(json[0], GM_JSON_VIEW_SIZE), b = text_on(json[1], GM_JSON_VIEW_SIZE);
    jsonw to_a = jsonw_on(&a), to_b = jsonw_on(&b);
    gm_json_view(&to_a, view);
    gm_json_view(&to_b, &other);
    assert_int_equal(a.used, b.used);
    assert_string_equal(json[0], json[1]);
}

/* `who` has the same legal moves, and the same reasons why other moves are illegal. */
static void assert_same_reasons(gm_seat who, const ij_state *world) {
    gm_move a[GM_MAX_MOVES], b[GM_MAX_MOVES];
    int n = g->moves(real.box, real.st, who, a);
    assert_int_equal(n, g->moves(real.box, world, who, b));
    assert_memory_equal(a, b, (size_t)n * sizeof *a);
    for (int i = real.match.n % ASK_EVERY; i < n_askable; i += ASK_EVERY)
        if (g->why_not(real.box, real.st, who, askable[i]) != g->why_not(real.box, world, who, askable[i]))
            fail_msg("another reason for move %x", askable[i]);
}

/* The whole game in the twin world is legal, and `who` hears the same. */
static void assert_same_story(gm_seat who, const ij_state *world) {
    gm_story a = gm_match_story(&real.match, who);
    memcpy(twin_moves, a.heard, (size_t)a.n * sizeof *twin_moves);
    gm_fill_story(g, real.box, world, who, twin_moves, a.by, a.n);
    gm_match_rewind(&twin.match, 0);
    for (int i = 0; i < a.n; i++) {
        assert_null(g->why_not(twin.box, twin.st, a.by[i], twin_moves[i]));
        assert_true(gm_match_play(&twin.match, a.by[i], twin_moves[i]));
    }
    gm_story b = gm_match_story(&twin.match, who);
    assert_int_equal(insider_of(twin.st), insider_of(world));
    assert_int_equal(a.n, b.n);
    assert_memory_equal(a.by, b.by, (size_t)a.n * sizeof *a.by);
    assert_memory_equal(a.heard, b.heard, (size_t)a.n * sizeof *a.heard);
    assert_int_equal(gm_log_from(g, real.box, real.st, a.heard, a.n),
                     gm_log_from(g, twin.box, twin.st, b.heard, b.n));
    for (gm_seat q = 0; q < real.order.seats; q++)
        assert_int_equal(gm_match_undoable(&real.match, q), gm_match_undoable(&twin.match, q));
    seen.stories++;
}

static void assert_same_for(gm_seat who, const gm_view *view, const ij_state *world, bool story) {
    assert_same_view(who, view, world);
    if (who != GM_SPECTATOR) assert_same_reasons(who, world);
    if (story) assert_same_story(who, world);
}

/* ---- playing -------------------------------------------------------------------------------- */

/* Compares the real world with worlds from fill(), for each listener but the Insider. */
static void check_filled_twins(bool story) {
    for (gm_seats left = gm_listeners(real.box); left; left &= (gm_seats)(left - 1)) {
        gm_seat who = (gm_seat)bits_first(left);
        gm_view view;
        ij_state world;
        if (who == insider_of(real.st)) continue;
        gm_make_view(g, real.box, real.st, who, &view);
        if (!fill_twin(who, &view, &world)) continue;
        assert_same_for(who, &view, &world, story);
        seen.twins++;
    }
}

/* Compares the real world with worlds in which two roles are swapped, for all other listeners.  The
 * acting seat may have different moves in them, but nobody else may notice. */
static void check_swapped_twins(bool story) {
    gm_seats act = g->to_act(real.box, real.st);
    gm_move moves[GM_MAX_MOVES];
    for (int q = 0; q < real.order.seats; q++) {
        ij_state world;
        int insider = insider_of(real.st);
        if (!swap_twin(q, &world)) continue;
        gm_seats two = (gm_seats)(BIT(q) | BIT(insider));
        for (gm_seats left = gm_listeners(real.box) & (gm_seats)~two; left; left &= (gm_seats)(left - 1)) {
            gm_seat who = (gm_seat)bits_first(left);
            gm_view view;
            gm_make_view(g, real.box, real.st, who, &view);
            assert_same_for(who, &view, &world, story);
        }
        for (gm_seats left = act & two; left; left &= (gm_seats)(left - 1)) {
            gm_seat who = (gm_seat)bits_first(left);
            int n = g->moves(real.box, real.st, who, moves), m = g->moves(real.box, &world, who, moves);
            seen.unequal += n != m;
            if (who == insider) assert_true(n >= m); /* the Insider may do whatever an Agent may */
        }
        seen.swaps++;
    }
}

/* Every seat that must choose is asked, even if it has only one move. */
static void assert_asked(gm_seats act) {
    const ij_state *s = state_of(real.st);
    const ij_box *b = (const ij_box *)(const void *)real.box;
    gm_move moves[GM_MAX_MOVES];
    switch (s->phase) {
    case IJ_PICK: assert_int_equal(act, BIT(s->leader)); break;
    case IJ_PLAY: assert_int_equal(act, BIT((s->starter + s->n) % b->head.seats)); break;
    case IJ_VOTE: assert_true(act && act == (s->voters & ~s->voted)); break;
    default: assert_int_equal(act, BIT(GM_DEALER)); return;
    }
    for (; act; act &= (gm_seats)(act - 1)) {
        int n = g->moves(real.box, real.st, (gm_seat)bits_first(act), moves);
        assert_true(n > 0);
        seen.forced[s->phase] += n == 1;
    }
}

/* Every trick has two missions, one pick and a card from each seat; every voter votes. */
static void assert_nothing_skipped(void) {
    const ij_state *s = state_of(real.st);
    int picks = 0, cards[IJ_SEATS] = {0}, votes[IJ_SEATS] = {0};
    for (int i = 0; i < real.match.n; i++) {
        int kind = GM_KIND(real.move[i]);
        picks += kind == IJ_M_PICK;
        if (kind == IJ_M_PLAY || kind == IJ_M_RAISE) cards[real.by[i]]++;
        if (kind == IJ_M_VOTE) votes[real.by[i]]++;
    }
    assert_int_equal(picks, s->tricks);
    for (int q = 0; q < real.order.seats; q++) {
        assert_int_equal(cards[q], s->tricks);
        assert_int_equal(votes[q], s->voters >> q & 1);
    }
}

/* A random move.  A sly Insider makes only moves that an Agent could make, too. */
static gm_move choose(gm_seat who, bool sly) {
    ij_state s = *state_of(real.st);
    gm_move moves[GM_MAX_MOVES];
    if (who == GM_DEALER)
        return g->deal(real.box, real.st, rng_below(&test_rng, g->chances(real.box, real.st)));
    if (sly) s.role[who] = IJ_AGENT;
    return moves[rng_below(&test_rng, (uint32_t)g->moves(real.box, &s, who, moves))];
}

static void play_and_check(bool sly) {
    gm_seats act;
    gm_match_rewind(&real.match, 0);
    while ((act = g->to_act(real.box, real.st))) {
        if (state_of(real.st)->phase >= IJ_DRAW) {
            bool story = real.match.n % STORY_EVERY == 0;
            assert_asked(act);
            check_filled_twins(story);
            check_swapped_twins(story);
        }
        gm_seat who = (gm_seat)bits_nth(act, rng_below(&test_rng, (uint32_t)bits_count(act)));
        assert_true(gm_match_play(&real.match, who, choose(who, sly)));
    }
    assert_nothing_skipped();
}

/* ---- tests ------------------------------------------------------------------------------------ */

static void nobody_can_tell_who_the_insider_is(void **unused) {
    static const gm_setting settings[] = {{"raise", "on"}, {"raise", "off"}, {"risk", "on"}};
    (void)unused;
    test_rng.s = 20;
    for (int seats = 3; seats <= 5; seats++)
        for (int i = 0; i < 3; i++) {
            start(seats, settings[i].key, settings[i].value);
            for (int k = 0; k < GAMES; k++)
                play_and_check(k % 2);
        }
    assert_true(seen.twins > 2000 && seen.swaps > 1000 && seen.stories > 500);
}

/* Often a seat had more moves as the Insider than as an Agent with the same cards, though
 * the first test found no difference for the others. */
static void the_insider_had_more_moves(void **unused) {
    (void)unused;
    assert_true(seen.unequal > 100);
}

/* A seat with one legal move is still asked, so that the time it takes tells nothing. */
static void seats_with_one_legal_move_are_asked(void **unused) {
    (void)unused;
    assert_true(seen.forced[IJ_PICK] > 5);
    assert_true(seen.forced[IJ_PLAY] > 20);
    assert_true(seen.forced[IJ_VOTE] > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_can_tell_who_the_insider_is),
        cmocka_unit_test(the_insider_had_more_moves),
        cmocka_unit_test(seats_with_one_legal_move_are_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
