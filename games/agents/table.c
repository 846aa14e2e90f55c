/* table.c - what lies on the table of The Agents: arrows, conditions, and what a
 * command finds there. */
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
    row r = {0};
    for (int i = 0; i < s->count[front]; i++) {
        int card = s->front[front][i];
        const ag_agent *a = &b->agent[card];
        r.up |= (unsigned)(~s->down >> card & 1) << i;
        r.works |= (unsigned)(s->works >> card & 1) << i;
        r.left |= (unsigned)a->half[0] << i;
        r.right |= (unsigned)a->half[1] << i;
    }
    r.up = with_house(b, s, front, r.up);
    r.works = with_house(b, s, front, r.works);
    r.left = with_house(b, s, front, r.left);
    r.right = with_house(b, s, front, r.right);
    r.house = b->houses ? 1u << s->before[front] : 0;
    return r;
}

/* A6.1: the arrows towards one of the two, in one colour and in two.  The safe house is black
 * to its left-hand player and white to the other, A11.1. */
static void count_arrows(const row *r, bool left_hand, int *plain, int *mixed) {
    unsigned shows = (r->up & (left_hand ? ~r->works : r->works)) | r->house,
             white = left_hand ? 0 : r->house;
    unsigned low = (left_hand ? r->right : r->left) | white, high = (left_hand ? r->left : r->right) | white;
    unsigned pairs = shows & shows >> 1, differ = low ^ high >> 1;
    *plain = bits_count(pairs & ~differ);
    *mixed = bits_count(pairs & differ);
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
    int count = s->count[front], up = bits_count(r->up), works = bits_count(r->up & r->works), plain, mixed,
        theirs[2];
    count_arrows(r, left_hand, &plain, &mixed);
    count_arrows(r, !left_hand, &theirs[0], &theirs[1]);
    *out = (ag_measures){{
        [AG_N_AGENTS] = count,
        [AG_N_FREE] = b->row - count,
        [AG_N_NEUTRALISED] = count - up,
        [AG_N_COMMANDS] = left_hand ? works : up - works,
        [AG_N_POINTS] = left_hand ? up - works : works,
        [AG_N_PLAIN] = plain,
        [AG_N_MIXED] = mixed,
        [AG_N_ARROWS] = plain + mixed,
        [AG_N_RIVAL] = theirs[0] + theirs[1],
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
        int front = ag_front(b, seat, side), plain, mixed;
        row r = row_of(b, s, front);
        count_arrows(&r, seat == front, &plain, &mixed);
        *arrows += 2 * plain + mixed;
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

/* ---- what a command finds, A9 ------------------------------------------------------------- */

static uint64_t neighbours(const box_t *b, const state *s, int card, int front) {
    const uint8_t *in = s->front[front];
    int n = s->count[front], i = 0, house = b->houses ? s->before[front] : -1;
    while (in[i] != card)
        i++;
    return (i && i != house ? BIT(in[i - 1]) : 0) | (i + 1 < n && i + 1 != house ? BIT(in[i + 1]) : 0);
}

/* A9.11; with a safe house an empty side has none. */
static uint64_t ends(const box_t *b, const state *s, int front) {
    const uint8_t *in = s->front[front];
    int n = s->count[front];
    bool low = !b->houses || s->before[front] > 0, high = !b->houses || s->before[front] < n;
    return n ? (low ? BIT(in[0]) : 0) | (high ? BIT(in[n - 1]) : 0) : 0;
}

/* Agents that can go to the performer's other front, A8.4. */
static uint64_t movable(const box_t *b, const state *s, int performer) {
    int left = ag_front(b, performer, AG_LEFT), right = ag_front(b, performer, AG_RIGHT);
    return (s->count[right] < b->row ? s->in[left] : 0) | (s->count[left] < b->row ? s->in[right] : 0);
}

/* What T is of a command, A9. */
static uint64_t around(const box_t *b, const state *s, int card, int where, int performer) {
    uint64_t any = 0;
    switch (b->agent[card].target) {
    case AG_NEIGHBOUR: return neighbours(b, s, card, where);
    case AG_END: return ends(b, s, where);
    case AG_FRONT: return s->in[where];
    case AG_OWN: return s->in[performer] | s->in[ag_front(b, performer, AG_RIGHT)];
    default:
        for (int f = 0; f < b->seats; f++)
            any |= s->in[f];
        return any;
    }
}

uint64_t agents_targets(const box_t *b, const state *s, int card, int where, int performer) {
    static const uint64_t up[] = {[AG_REVIVE] = 0,      [AG_NEUTRALISE] = ~0ull, [AG_TURN] = ~0ull,
                                  [AG_SWAP] = ~0ull,    [AG_SWAP_SELF] = ~0ull,  [AG_RECALL] = ~0ull,
                                  [AG_DISMISS] = ~0ull, [AG_MOVE] = ~0ull}, /* face-up ones, A9.12 */
        down[] = {[AG_REVIVE] = ~0ull, [AG_SWAP] = ~0ull,    [AG_SWAP_SELF] = ~0ull,
                  [AG_RECALL] = ~0ull, [AG_DISMISS] = ~0ull, [AG_MOVE] = ~0ull};
    int command = b->agent[card].command;
    uint64_t set = around(b, s, card, where, performer) & ~BIT(card);
    if (command == AG_MOVE) set &= movable(b, s, performer);
    return set & ((up[command] & ~s->down) | (down[command] & s->down));
}

/* Has another player an agent in hand?  A special agent that is about to be sent is no
 * longer in its sender's. */
static bool any_pocket(const box_t *b, const state *s, int card, int performer) {
    for (int q = 0; q < b->seats; q++) {
        int n = bits_count(s->stock[AG_AGENT].held[q]);
        if (b->agent[card].special && s->acting != card && q == s->turn) n--;
        if (q != performer && n > 0) return true;
    }
    return false;
}

bool agents_possible(const box_t *b, const state *s, int card, int where, int performer, int other) {
    int command = b->agent[card].command;
    uint64_t held = s->stock[AG_SITUATION].held[performer];
    if (command <= AG_MOVE) {
        uint64_t set = agents_targets(b, s, card, where, performer);
        return command == AG_SWAP ? set & (set - 1) : set;
    }
    switch (command) {
    case AG_DRAW: return s->n_deck[AG_AGENT] + s->n_discards[AG_AGENT] > 0;
    case AG_SALVAGE: return s->n_discards[AG_AGENT] > 0;
    case AG_BRIEF: return held;
    case AG_ROB: return s->points[other] > 0;
    case AG_PICKPOCKET: return any_pocket(b, s, card, performer);
    default: return (s->laid[0] | s->laid[1]) & ~held; /* steal, burn */
    }
}

uint16_t agents_needs_met(const box_t *b, const state *s, gm_seat who) {
    bool room = s->count[ag_front(b, who, AG_LEFT)] < b->row || s->count[ag_front(b, who, AG_RIGHT)] < b->row;
    uint16_t met = room ? BIT(AG_NEED_PLACE) : 0;
    for (uint64_t left = b->special; left; left &= left - 1) {
        int card = bits_first(left);
        if (met >> b->agent[card].need & 1) continue;
        for (int q = 0; q < b->seats; q++)
            if (q != who && (agents_possible(b, s, card, GM_NONE, who, q) ||
                             agents_possible(b, s, card, GM_NONE, q, who)))
                met |= (uint16_t)BIT(b->agent[card].need);
    }
    return met;
}
