/* table.c - what lies on the table of The Agents: arrows, conditions, scores. */
#include "games/agents/parts.h"
#include <string.h>

/* ---- fronts seen by a player, A6.2 ------------------------------------------------------ */

/* A row as sets of positions, from the left as its left-hand player sees it.  With a safe
 * house, that is a position too. */
typedef struct {
    unsigned up, works, left, right, house; /* left, right: white halves, as seen by whom they face */
} row;

static unsigned with_house(const box_t *b, const state *s, int front, unsigned set) {
    unsigned before = (1u << s->before[front]) - 1;
    return b->houses ? (set & before) | (set & ~before) << 1 : set;
}

static row row_of(const box_t *b, const state *s, int front) {
    unsigned up = 0, works = 0, halves = 0; /* halves: the left ones, and the right ones a byte higher */
    for (int i = 0; i < s->count[front]; i++) {
        int card = s->front[front][i];
        up |= (unsigned)bits_has(~s->down, card) << i;
        works |= (unsigned)bits_has(s->works, card) << i;
        halves |= (unsigned)(b->agent[card].half[0] | b->agent[card].half[1] << 8) << i;
    }
    return (row){with_house(b, s, front, up), with_house(b, s, front, works),
                 with_house(b, s, front, halves & 0xFF), with_house(b, s, front, halves >> 8),
                 b->houses ? 1u << s->before[front] : 0};
}

/* A6.1: the arrows towards one of the two: where those of one colour are, and a byte higher those
 * of two.  The safe house is black to its left-hand player and white to the other, A11.1. */
static unsigned arrows_of(const row *r, bool left_hand) {
    unsigned shows = (r->up & (left_hand ? ~r->works : r->works)) | r->house,
             white = left_hand ? 0 : r->house;
    unsigned low = (left_hand ? r->right : r->left) | white, high = (left_hand ? r->left : r->right) | white;
    unsigned pairs = shows & shows >> 1, differ = low ^ high >> 1;
    return (pairs & ~differ) | (pairs & differ) << 8;
}

static int arrow_points(const row *r, bool left_hand) {
    unsigned arrows = arrows_of(r, left_hand);
    return bits_count(arrows | (uint64_t)(arrows & 0xFF) << 16); /* those of one colour count twice */
}

/* The most agents in a row that face one way and the other in turn, A10.1. */
static int alternating(const row *r) {
    unsigned run = r->up & r->up >> 1 & (r->works ^ r->works >> 1);
    int n = r->up != 0;
    for (; run; run &= run >> 1)
        n++;
    return n;
}

static int twins(const box_t *b, const state *s, int front) {
    int n = 0;
    for (uint64_t left = s->in[front]; left; left &= left - 1)
        n += (b->agent[bits_first(left)].alike & s->in[front] & ~(left & -left)) != 0;
    return n;
}

static void measure(const box_t *b, const state *s, int front, bool left_hand, const row *r,
                    ag_measures *out) {
    int count = s->count[front], up = bits_count(r->up), works = bits_count(r->up & r->works);
    unsigned mine = arrows_of(r, left_hand);
    int plain = bits_count(mine & 0xFF), arrows = bits_count(mine);
    *out = (ag_measures){{
        [AG_N_AGENTS] = count,
        [AG_N_FREE] = b->row - count,
        [AG_N_NEUTRALISED] = count - up,
        [AG_N_COMMANDS] = left_hand ? works : up - works,
        [AG_N_POINTS] = left_hand ? up - works : works,
        [AG_N_PLAIN] = plain,
        [AG_N_MIXED] = arrows - plain,
        [AG_N_ARROWS] = arrows,
        [AG_N_RIVAL] = bits_count(arrows_of(r, !left_hand)),
        [AG_N_ALTERNATING] = alternating(r),
        [AG_N_TWINS] = twins(b, s, front),
    }};
}

void agents_measure(const box_t *b, const state *s, int front, int seat, ag_measures *out) {
    row r = row_of(b, s, front);
    measure(b, s, front, seat == front, &r, out);
}

bool agents_met(const box_t *b, int situation, const ag_measures *m) {
    for (uint64_t left = b->situation[situation].tests; left; left &= left - 1) {
        const ag_test *t = &b->test[bits_first(left)];
        int n = m->n[t->measure];
        if (t->is == AG_IS ? n != t->n : t->is == AG_LEAST ? n < t->n : n > t->n) return false;
    }
    return true;
}

void agents_score(const box_t *b, const state *s, int seat, int *arrows, int *situations) {
    const ag_stock *k = &s->stock[AG_SITUATION];
    *arrows = *situations = 0;
    for (int side = 0; side < 2; side++) {
        int front = ag_front(b, seat, side);
        row r = row_of(b, s, front);
        *arrows += arrow_points(&r, seat == front);
        uint64_t laid = k->held[seat] & s->laid[side];
        if (!laid) continue;
        ag_measures m;
        measure(b, s, front, seat == front, &r, &m);
        for (; laid; laid &= laid - 1) {
            int card = k->card[bits_first(laid)];
            if (agents_met(b, card, &m)) *situations += b->situation[card].points;
        }
    }
}
