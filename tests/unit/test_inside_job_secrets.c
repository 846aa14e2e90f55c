/* Nobody can tell from anything at the table who the Insider is.
 *
 * Random games are gone through move by move.  At each, for everybody who listens
 * and does not know the Insider, a twin world is made in which another seat is: by
 * fill(), and by changing two roles over where the cards leave it open, so that both
 * have the same hand.  Then everything that the listener gets must be the same in
 * both: views, JSON, who is to act, the story, the log, what can be taken back, and
 * what is said about the own moves.
 *
 * Map: a game and its twin - twins - what is told of them - the walk - tests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* clang-format keeps the order */
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
    TELL = 11, /* at every so many plies the stories are told too; a trick has 6 to 8 */
    ASK = 5,   /* of so many moves one is asked for, others each time */
};

static record real, twin; /* the same order; the twin is a story filled in */
static gm_heard_by heard, twin_heard;
static gm_move tale[GM_MAX_PLIES];
static gm_move askable[ASKABLE]; /* every move that has a notation */
static int n_askable;
static rng dice;

/* What was met on the way, so that no test passes because nothing was looked at. */
static struct {
    long twins, swaps, stories;
    long forced[IJ_OVER]; /* by phase: plies with one legal move */
    long unequal;         /* the acting seat has another number of moves in the twin world */
} met;

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
    assert_true(n_askable < ASKABLE); /* all of them */
}

/* ---- twins ------------------------------------------------------------------------------ */

/* A world with another Insider that `who` holds possible, or false. */
static bool fill_twin(gm_seat who, const gm_view *view, ij_state *world) {
    static _Alignas(8) uint8_t notes[GM_MAX_NOTES];
    gm_study(g, real.box, view->st, who, notes);
    for (int tries = 0; tries < 4; tries++) {
        gm_fill(g, real.box, view->st, who, notes, &dice, world);
        if (insider_of(world) != insider_of(real.st)) return true;
    }
    return false;
}

/* Changes the Insider's role over with q's.  False if the Insider's moves so far do not allow
 * for that: an Agent would have broken a rule. */
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

/* ---- what is told of them ------------------------------------------------------------------ */

static void same_view(gm_seat who, const gm_view *view, const ij_state *world) {
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

/* The same moves, and the same about moves that `who` could think of. */
static void same_reasons(gm_seat who, const ij_state *world) {
    gm_move a[GM_MAX_MOVES], b[GM_MAX_MOVES];
    int n = g->moves(real.box, real.st, who, a);
    assert_int_equal(n, g->moves(real.box, world, who, b));
    assert_memory_equal(a, b, (size_t)n * sizeof *a);
    for (int i = real.match.n % ASK; i < n_askable; i += ASK)
        if (g->why_not(real.box, real.st, who, askable[i]) != g->why_not(real.box, world, who, askable[i]))
            fail_msg("another reason for move %x", askable[i]);
}

/* The whole game as it was in the twin world: legal, and heard the same. */
static void same_story(gm_seat who, const ij_state *world) {
    gm_story a = gm_match_story(&real.match, who);
    memcpy(tale, a.heard, (size_t)a.n * sizeof *tale);
    gm_fill_story(g, real.box, world, who, tale, a.by, a.n);
    gm_match_rewind(&twin.match, 0);
    for (int i = 0; i < a.n; i++) {
        assert_null(g->why_not(twin.box, twin.st, a.by[i], tale[i]));
        assert_true(gm_match_play(&twin.match, a.by[i], tale[i]));
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
    met.stories++;
}

static void same_for(gm_seat who, const gm_view *view, const ij_state *world, bool story) {
    same_view(who, view, world);
    if (who != GM_SPECTATOR) same_reasons(who, world);
    if (story) same_story(who, world);
}

/* ---- the walk ------------------------------------------------------------------------------- */

/* All who listen, in the worlds that fill() gives them. */
static void filled_twins(bool story) {
    for (gm_seats left = gm_listeners(real.box); left; left &= (gm_seats)(left - 1)) {
        gm_seat who = (gm_seat)bits_first(left);
        gm_view view;
        ij_state world;
        if (who == insider_of(real.st)) continue;
        gm_make_view(g, real.box, real.st, who, &view);
        if (!fill_twin(who, &view, &world)) continue;
        same_for(who, &view, &world, story);
        met.twins++;
    }
}

/* All but the two whose roles are changed over.  The seat that acts may have other moves by
 * that, and nobody is the wiser. */
static void swapped_twins(bool story) {
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
            same_for(who, &view, &world, story);
        }
        for (gm_seats left = act & two; left; left &= (gm_seats)(left - 1)) {
            gm_seat who = (gm_seat)bits_first(left);
            int n = g->moves(real.box, real.st, who, moves), m = g->moves(real.box, &world, who, moves);
            met.unequal += n != m;
            if (who == insider) assert_true(n >= m); /* the Insider may do whatever an Agent may */
        }
        met.swaps++;
    }
}

/* Who must choose is asked, however few moves there are. */
static void is_asked(gm_seats act) {
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
        met.forced[s->phase] += n == 1;
    }
}

/* Every trick has two missions, one pick and a card from each seat; every voter votes. */
static void nothing_was_skipped(void) {
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

/* Any move; of a sly Insider only one that an Agent could make too. */
static gm_move choose(gm_seat who, bool sly) {
    ij_state s = *state_of(real.st);
    gm_move moves[GM_MAX_MOVES];
    if (who == GM_DEALER) return g->deal(real.box, real.st, rng_below(&dice, g->chances(real.box, real.st)));
    if (sly) s.role[who] = IJ_AGENT;
    return moves[rng_below(&dice, (uint32_t)g->moves(real.box, &s, who, moves))];
}

static void walk(bool sly) {
    gm_seats act;
    gm_match_rewind(&real.match, 0);
    while ((act = g->to_act(real.box, real.st))) {
        if (state_of(real.st)->phase >= IJ_DRAW) {
            bool story = real.match.n % TELL == 0;
            is_asked(act);
            filled_twins(story);
            swapped_twins(story);
        }
        gm_seat who = (gm_seat)bits_nth(act, rng_below(&dice, (uint32_t)bits_count(act)));
        assert_true(gm_match_play(&real.match, who, choose(who, sly)));
    }
    nothing_was_skipped();
}

/* ---- tests ------------------------------------------------------------------------------------ */

static void nobody_can_tell_who_the_insider_is(void **unused) {
    static const gm_setting settings[] = {{"raise", "on"}, {"raise", "off"}, {"risk", "on"}};
    (void)unused;
    dice.s = 20;
    for (int seats = 3; seats <= 5; seats++)
        for (int i = 0; i < 3; i++) {
            start(seats, settings[i].key, settings[i].value);
            for (int k = 0; k < GAMES; k++)
                walk(k % 2);
        }
    assert_true(met.twins > 2000 && met.swaps > 1000 && met.stories > 500);
}

/* Seats that have more moves as Insider than as Agent, with the same cards, while all
 * that others get was found to be the same. */
static void though_the_insider_has_more_moves(void **unused) {
    (void)unused;
    assert_true(met.unequal > 100);
}

/* So that an Agent who is forced takes as long as anybody. */
static void who_has_one_move_is_asked_for_it(void **unused) {
    (void)unused;
    assert_true(met.forced[IJ_PICK] > 5);
    assert_true(met.forced[IJ_PLAY] > 20);
    assert_true(met.forced[IJ_VOTE] > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_can_tell_who_the_insider_is),
        cmocka_unit_test(though_the_insider_has_more_moves),
        cmocka_unit_test(who_has_one_move_is_asked_for_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
