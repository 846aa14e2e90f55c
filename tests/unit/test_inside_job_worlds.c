/* Possible worlds of Inside Job against brute force: late in full-size games, where
 * several seats lack different colours, all deals that fit are enumerated.  (The minis
 * of the laws are too small for two seats that lack colours and still have a choice.) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* this comment keeps clang-format from sorting the headers */
#include <cmocka.h>

#include "games/inside_job/inside_job.h"
#include "kit/notation.h"
#include "kit/order.h"
#include "kit/perft.h"
#include "kit/view.h"
#include <string.h>

extern const gm_game inside_job_game;
static const gm_game *const g = &inside_job_game;
static _Alignas(8) uint8_t box[GM_MAX_BOX];
static const ij_box *const b = (const ij_box *)(const void *)box;

/* The number of deals that fit a view if `insider` is the Insider, and in how many of them
 * each seat holds each card. */
typedef struct {
    const ij_state *s;
    gm_seat who;
    int insider;
    uint64_t hand[IJ_SEATS];
    double n, holds[IJ_SEATS][IJ_CARDS];
} deals;

static void count_deals(deals *d, int q, uint64_t left, uint64_t from, int missing);

/* Deals to the seats from q on; those before q have their cards. */
static void next_seat(deals *d, int q, uint64_t left) {
    if (q == d->who) q++;
    if (q < b->head.seats) {
        uint64_t may = left;
        for (int c = 0; c < IJ_COLOURS && q != d->insider; c++)
            if (d->s->lacks[q] >> c & 1) may &= ~ij_suit(c);
        d->hand[q] = 0;
        count_deals(d, q, left, may, d->s->count[q]);
        return;
    }
    d->n++;
    for (int k = 0; k < b->head.seats; k++)
        for (uint64_t h = k == d->who ? 0 : d->hand[k]; h; h &= h - 1)
            d->holds[k][bits_first(h)]++;
}

/* Gives seat q all choices of `missing` more cards out of `from`, and goes on with the next seat. */
static void count_deals(deals *d, int q, uint64_t left, uint64_t from, int missing) {
    if (!missing) {
        next_seat(d, q + 1, left);
        return;
    }
    for (; from; from &= from - 1) {
        uint64_t card = from & (~from + 1);
        d->hand[q] |= card;
        count_deals(d, q, left & ~card, from & (from - 1), missing - 1);
        d->hand[q] &= ~card;
    }
}

/* How many different sets of colours the other seats lack.  Several sets make counting hard. */
static int kinds_of_voids(const ij_state *s, gm_seat who) {
    uint64_t seen = 0;
    for (int q = 0; q < b->head.seats; q++)
        if (q != who && s->count[q] && s->lacks[q]) seen |= BIT(s->lacks[q]);
    return bits_count(seen);
}

typedef struct {
    long views, hard;
    double chi, freedom;
} totals;

/* The number of deals in the notes if this seat is the Insider. */
static double ways_if(const ij_notes *notes, int insider) {
    double w = 0;
    for (int i = 0; i < (int)notes->n; i++)
        if (notes->role[i][insider] == IJ_INSIDER) w += notes->ways[i];
    return w;
}

static void try_view(const ij_state *s, gm_seat who, rng *r, totals *t) {
    enum { DRAWS = 400 };
    static double share[IJ_SEATS][IJ_CARDS];
    static deals d;
    double all = 0;
    ij_notes notes;
    memset(share, 0, sizeof share);
    gm_study(g, box, s, who, &notes);
    for (int insider = 0; insider < b->head.seats; insider++) {
        if (!(ways_if(&notes, insider) > 0)) continue;
        memset(&d, 0, sizeof d);
        d.s = s;
        d.who = who;
        d.insider = insider;
        next_seat(&d, 0, b->cards & ~s->played & ~s->hand[who]);
        assert_true(d.n == ways_if(&notes, insider)); /* exact: both are whole numbers */
        all += d.n;
        for (int q = 0; q < b->head.seats; q++)
            for (int c = 0; c < IJ_CARDS; c++)
                share[q][c] += d.holds[q][c];
    }
    static double drawn[IJ_SEATS][IJ_CARDS];
    memset(drawn, 0, sizeof drawn);
    for (int i = 0; i < DRAWS; i++) {
        ij_state w;
        gm_fill(g, box, s, who, &notes, r, &w);
        for (int q = 0; q < b->head.seats; q++)
            for (uint64_t h = w.hand[q]; h; h &= h - 1)
                drawn[q][bits_first(h)]++;
    }
    for (int q = 0; q < b->head.seats; q++)
        for (int c = 0; c < IJ_CARDS && q != who; c++) {
            double p = share[q][c] / all, off = drawn[q][c] - (double)DRAWS * p;
            if (!(p > 0)) assert_true(!(drawn[q][c] > 0)); /* an impossible card is never drawn */
            if (p < 0.05 || p > 0.95) continue;
            t->chi += off * off / ((double)DRAWS * p * (1 - p));
            t->freedom++;
        }
    t->views++;
    t->hard += kinds_of_voids(s, who) > 1;
}

static void worlds_are_counted_and_drawn_exactly(void **unused) {
    rng r = {5};
    totals t = {0};
    fault why;
    (void)unused;
    for (int seats = 4; seats <= 5; seats++) {
        assert_true(gm_open_box(g, &(gm_order){.seats = seats}, box, &why));
        for (int game = 0; game < 150; game++) {
            ij_state s = {0};
            g->setup(box, &s);
            while (gm_random_ply(g, box, &s, &r)) {
                if (s.phase != IJ_PLAY || s.tricks < b->tricks - 1) continue;
                gm_view v;
                gm_seat who = (gm_seat)rng_below(&r, (uint32_t)seats);
                gm_make_view(g, box, &s, who, &v);
                const ij_state *seen = (const ij_state *)(const void *)v.st;
                if (bits_count(b->cards & ~seen->played & ~seen->hand[who]) > 11) continue;
                try_view(seen, who, &r, &t);
            }
        }
    }
    assert_true(t.views > 100 && t.hard > 50);
    double off = t.chi - t.freedom; /* the cards of a hand are not independent, so the bound is wide */
    assert_true(off * off < 100 * 2 * t.freedom);
}

/* ---- Larry ----------------------------------------------------------------------------- */

static const struct {
    gm_seat by;
    const char *move;
} script[] = {
    {GM_DEALER, "lead 0"},
    {GM_DEALER, "role 0 agent"},
    {GM_DEALER, "role 1 insider"},
    {GM_DEALER, "role 2 agent"},
    {GM_DEALER, "card 0 y1"},
    {GM_DEALER, "card 0 y2"},
    {GM_DEALER, "card 0 y3"},
    {GM_DEALER, "card 1 g4"},
    {GM_DEALER, "card 1 p2"},
    {GM_DEALER, "card 1 p3"}, /* seat 1 will play for Larry and put p1 back; trump is green */
    {GM_DEALER, "mission 2"},
    {GM_DEALER, "mission 1"},
    {0, "pick 2"},
    {0, "play y2"},
    {GM_DEALER, "card 2 p1"},
    {GM_DEALER, "card 2 p4"},
    {GM_DEALER, "card 2 g1"},
    {1, "larry g1 p1"},
    {1, "play p3"}, /* Larry wins; seat 0 will play for Larry */
    {GM_DEALER, "mission 3"},
    {GM_DEALER, "mission 4"},
    {1, "pick 3"},
    {1, "play g4"},
    {GM_DEALER, "card 2 p1"},
    {GM_DEALER, "card 2 g2"},
    {GM_DEALER, "card 2 g3"},
    {0, "larry g2 g3"},
    {0, "play y1"}, /* seat 1 wins; p1 is gone, but seat 1 has not seen that */
    {GM_DEALER, "mission 5"},
    {GM_DEALER, "mission 7"},
    {1, "pick 7"},
    {1, "play p2"},
    {GM_DEALER, "card 2 g3"},
    {GM_DEALER, "card 2 y4"},
    {GM_DEALER, "card 2 y5"},
    {0, "larry y4 g3"}, /* Larry does not follow pink, so seat 1 knows that p1 is gone */
};

/* In how many of 2000 worlds of seat 1 the card p1 lies on top of Larry's deck. */
static int still_on_top(const void *st) {
    static const int p1 = IJ_VALUES;
    int n = 0;
    gm_view v;
    ij_notes notes;
    ij_state world;
    rng r = {1};
    gm_make_view(g, box, st, 1, &v);
    gm_study(g, box, v.st, 1, &notes);
    for (int i = 0; i < 2000; i++) {
        gm_fill(g, box, v.st, 1, &notes, &r, &world);
        n += world.top[2] == p1;
    }
    return n;
}

static void larrys_lack_of_a_colour_rules_out_worlds(void **unused) {
    _Alignas(8) uint8_t st[GM_MAX_STATE] = {0};
    gm_order order = {.seats = 2, .settings = {{"mini", "6"}, {"leader", "0"}}};
    fault why;
    int last = sizeof script / sizeof *script - 1;
    (void)unused;
    assert_true(gm_open_box(g, &order, box, &why));
    g->setup(box, st);
    for (int i = 0; i <= last; i++) {
        gm_move m;
        assert_true(gm_read_move(g, box, script[i].move, strlen(script[i].move), &m, &why));
        assert_null(g->why_not(box, st, script[i].by, m));
        int before = i == last ? still_on_top(st) : 0;
        if (i == last) assert_int_equal(g->chapters(box, st), 1); /* this trick alone, J3.7 */
        g->apply(box, st, script[i].by, m);
        if (i == last) assert_true(before > 600 && before < 1400);
    }
    assert_int_equal(still_on_top(st), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worlds_are_counted_and_drawn_exactly),
        cmocka_unit_test(larrys_lack_of_a_colour_rules_out_worlds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
