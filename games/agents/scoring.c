/* scoring.c - what the fronts of The Agents are worth: arrows, conditions, scores, and the
 * figures that show them. */
#include "games/agents/internal.h"
#include <string.h>

/* ---- fronts seen by a player, A6.2 --------------------------------------- */

/* A front as sets of positions, counted from the left as its left-hand player sees it.  The
 * safe house, if there is one, is a position too. */
typedef struct {
    unsigned up, works;   /* agents that lie face up; those whose command faces the left-hand player */
    unsigned left, right; /* halves that are white, as the player sees them whom they face */
    unsigned house;
} row;

static unsigned insert_house(const ag_box *b, const state *s, int front, unsigned set) {
    unsigned before = (1u << s->before[front]) - 1;
    return b->houses ? (set & before) | (set & ~before) << 1 : set;
}

static row read_row(const ag_box *b, const state *s, int front) {
    unsigned up = 0, works = 0, halves = 0; /* halves: the left halves, and a byte higher the right halves */
    for (int i = 0; i < s->count[front]; i++) {
        int card = s->front[front][i];
        up |= (unsigned)bits_has(~s->down, card) << i;
        works |= (unsigned)bits_has(s->works, card) << i;
        halves |= (unsigned)(b->agent[card].half[0] | b->agent[card].half[1] << 8) << i;
    }
    return (row){insert_house(b, s, front, up), insert_house(b, s, front, works),
                 insert_house(b, s, front, halves & 0xFF), insert_house(b, s, front, halves >> 8),
                 b->houses ? 1u << s->before[front] : 0};
}

/* A6.1: the arrows towards one of the two players: the positions of those of one colour, and a
 * byte higher those of two colours.  The safe house shows black to its left-hand player and white
 * to the other, A11.1. */
static unsigned find_arrows(const row *r, bool left_hand) {
    unsigned shows = (r->up & (left_hand ? ~r->works : r->works)) | r->house,
             white = left_hand ? 0 : r->house;
    unsigned low = (left_hand ? r->right : r->left) | white, high = (left_hand ? r->left : r->right) | white;
    unsigned pairs = shows & shows >> 1, differ = low ^ high >> 1;
    return (pairs & ~differ) | (pairs & differ) << 8;
}

static int points_of(unsigned arrows) {
    return bits_count(arrows | (uint64_t)(arrows & 0xFF) << 16); /* arrows of one colour count twice */
}

static int arrow_points(const row *r, bool left_hand) { return points_of(find_arrows(r, left_hand)); }

/* The length of the longest run of agents that alternate in their facing, A10.1. */
static int alternating(const row *r) {
    unsigned run = r->up & r->up >> 1 & (r->works ^ r->works >> 1);
    int n = r->up != 0;
    for (; run; run &= run >> 1)
        n++;
    return n;
}

static int twins(const ag_box *b, const state *s, int front) {
    int n = 0;
    BITS_EACH (card, s->in[front])
        n += (b->agent[card].alike & s->in[front] & ~BIT(card)) != 0;
    return n;
}

static void measure_row(const ag_box *b, const state *s, int front, bool left_hand, const row *r,
                        ag_measures *out) {
    int count = s->count[front], up = bits_count(r->up), works = bits_count(r->up & r->works);
    unsigned mine = find_arrows(r, left_hand);
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
        [AG_N_RIVAL] = bits_count(find_arrows(r, !left_hand)),
        [AG_N_ALTERNATING] = alternating(r),
        [AG_N_TWINS] = twins(b, s, front),
    }};
}

void agents_measure(const ag_box *b, const state *s, int front, int seat, ag_measures *out) {
    row r = read_row(b, s, front);
    measure_row(b, s, front, seat == front, &r, out);
}

bool agents_met(const ag_box *b, int situation, const ag_measures *m) {
    BITS_EACH (test, b->situation[situation].tests) {
        const ag_test *t = &b->test[test];
        int n = m->n[t->measure];
        if (t->is == AG_IS ? n != t->n : t->is == AG_LEAST ? n < t->n : n > t->n) return false;
    }
    return true;
}

/* The situations that a seat has laid on one of its fronts and whose condition holds. */
static uint64_t conditions_met(const ag_box *b, const state *s, int seat, int side, const row *r) {
    const ag_stock *k = &s->stock[AG_SITUATION];
    uint64_t laid = k->held[seat] & s->laid[side], met = 0;
    int front = ag_front(b, seat, side);
    ag_measures m;
    if (!laid) return 0;
    measure_row(b, s, front, seat == front, r, &m);
    BITS_EACH (sheet, laid) {
        int card = k->card[sheet];
        if (agents_met(b, card, &m)) met |= BIT(card);
    }
    return met;
}

static int points_for(const ag_box *b, uint64_t situations) {
    int points = 0;
    BITS_EACH (card, situations)
        points += b->situation[card].points;
    return points;
}

void agents_score(const ag_box *b, const state *s, int seat, int *arrows, int *situations) {
    *arrows = *situations = 0;
    for (int side = 0; side < 2; side++) {
        int front = ag_front(b, seat, side);
        row r = read_row(b, s, front);
        *arrows += arrow_points(&r, seat == front);
        *situations += points_for(b, conditions_met(b, s, seat, side, &r));
    }
}

/* ---- figures ------------------------------------------------------------- */

typedef ag_figures figures;

static const gm_field fields[] = {
    GM_FIELD(figures, met, 1, GM_PUBLIC, GM_SET, "situation"),
    GM_FIELD(figures, worth, AG_SEATS, GM_PUBLIC, GM_U16, NULL),
    GM_FIELD(figures, goal, 1, GM_PUBLIC, GM_U16, NULL),
    GM_FIELD(figures, arrows, 2 * AG_SEATS, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(figures, sums, AG_SEATS, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(figures, counts, 2 * AG_SEATS, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(figures, laid, AG_SEATS, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(figures, prices, AG_BUYS, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(figures, room, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(figures, actions, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(figures, houses, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(figures, pad, 1, GM_PUBLIC, GM_U8, NULL),
    {0},
};

static void compute_front(const ag_box *b, const state *s, int front, figures *f) {
    row r = read_row(b, s, front);
    for (int edge = 0; edge < 2; edge++) {
        unsigned arrows = find_arrows(&r, !edge);
        f->sums[front][edge] = (uint8_t)arrow_points(&r, !edge);
        for (int i = 0; i < AG_ROW; i++)
            f->arrows[front][edge][i] = (uint8_t)points_of(arrows & 0x101u << i);
        ag_measures m;
        measure_row(b, s, front, !edge, &r, &m);
        for (int i = 0; i < AG_MEASURES; i++)
            f->counts[front][edge][i] = (uint8_t)m.n[i];
    }
}

static void compute_figures(const void *box, const void *st, void *out) {
    const ag_box *b = box;
    const state *s = st;
    figures *f = out;
    for (int q = 0; q < b->head.seats; q++) {
        int arrows, situations;
        compute_front(b, s, q, f);
        agents_score(b, s, q, &arrows, &situations);
        f->worth[q] = (uint16_t)(arrows + situations);
        for (int side = 0; side < 2; side++) {
            row r = read_row(b, s, ag_front(b, q, side));
            uint64_t met = conditions_met(b, s, q, side, &r);
            f->met |= met;
            f->laid[q][side] = (uint8_t)points_for(b, met);
        }
    }
    for (int i = 0; i < AG_BUYS; i++)
        f->prices[i] = (uint8_t)AG_PRICE(i);
    f->goal = b->goal;
    f->room = b->row;
    f->houses = b->houses;
    f->actions = (uint8_t)(AG_ACTIONS - s->actions);
}

const gm_figures agents_figures = {sizeof(figures), fields, compute_figures};
