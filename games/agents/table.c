/* table.c - what lies on the table of The Agents: arrows, conditions, and what a
 * command finds there. */
#include "games/agents/parts.h"
#include <string.h>

/* ---- fronts seen by a player, A6.2 ------------------------------------------------------ */

/* A row as one of its two players sees it, from the left; the safe house is a card of its
 * own there. */
enum { HOUSE = 0xFD };
typedef struct {
    int n;
    uint8_t card[AG_ROW + 1];
} row;

static row row_of(const box_t *b, const state *s, int front, int seat) {
    row r = {0, {0}};
    for (int i = 0; i < s->count[front]; i++) {
        if (b->houses && i == s->before[front]) r.card[r.n++] = HOUSE;
        r.card[r.n++] = s->front[front][i];
    }
    if (b->houses && s->before[front] == s->count[front]) r.card[r.n++] = HOUSE;
    for (int i = 0; seat != front && i < r.n / 2; i++) {
        uint8_t card = r.card[i];
        r.card[i] = r.card[r.n - 1 - i];
        r.card[r.n - 1 - i] = card;
    }
    return r;
}

/* Half arrows that a card shows to a player: their colours, or -1 if it shows none.  The
 * safe house is black to its left-hand player and white to the other, A11.1. */
static int half(const box_t *b, uint64_t shown, bool left_hand, int card, int which) {
    if (card == HOUSE) return left_hand ? AG_BLACK : AG_WHITE;
    return shown >> card & 1 ? b->agent[card].half[which] : -1;
}

/* Agents in fronts whose points edge faces the left-hand player, or the other. */
static uint64_t showing(const state *s, bool left_hand) {
    return (left_hand ? ~s->works : s->works) & ~s->down;
}

/* A6.1: the arrows in a row towards the player who sees it so. */
static void count_arrows(const box_t *b, const row *r, uint64_t shown, bool left_hand, uint8_t *plain,
                         uint8_t *mixed) {
    for (int i = 0; i + 1 < r->n; i++) {
        int left = half(b, shown, left_hand, r->card[i], 1),
            right = half(b, shown, left_hand, r->card[i + 1], 0);
        if (left < 0 || right < 0) continue;
        *(left == right ? plain : mixed) += 1;
    }
}

/* The most agents in a row that face one way and the other in turn, A10.1. */
static uint8_t alternating(const state *s, const row *r) {
    int best = 0, run = 0;
    for (int i = 0; i < r->n; i++) {
        int card = r->card[i], last = i ? r->card[i - 1] : HOUSE;
        if (card == HOUSE || s->down >> card & 1)
            run = 0;
        else if (run && ((s->works >> card ^ s->works >> last) & 1))
            run++;
        else
            run = 1;
        if (run > best) best = run;
    }
    return (uint8_t)best;
}

static uint8_t twins(const box_t *b, const state *s, int front) {
    uint64_t once = 0, twice = 0;
    uint8_t n = 0;
    for (int i = 0; i < s->count[front]; i++) {
        uint64_t name = BIT(b->agent[s->front[front][i]].name);
        twice |= once & name;
        once |= name;
    }
    for (int i = 0; i < s->count[front]; i++)
        n = (uint8_t)(n + (twice >> b->agent[s->front[front][i]].name & 1));
    return n;
}

void agents_measure(const box_t *b, const state *s, int front, int seat, ag_measures *out) {
    bool left_hand = seat == front;
    uint64_t in = ag_in(s, front), mine = showing(s, left_hand);
    row r = row_of(b, s, front, seat), across = row_of(b, s, front, ag_opposite(b, front, seat));
    uint8_t *n = out->n, plain = 0, mixed = 0;
    memset(out, 0, sizeof *out);
    n[AG_N_AGENTS] = s->count[front];
    n[AG_N_FREE] = (uint8_t)(b->row - s->count[front]);
    n[AG_N_NEUTRALISED] = (uint8_t)bits_count(in & s->down);
    n[AG_N_POINTS] = (uint8_t)bits_count(in & mine);
    n[AG_N_COMMANDS] = (uint8_t)bits_count(in & ~s->down & ~mine);
    count_arrows(b, &r, mine, left_hand, &n[AG_N_PLAIN], &n[AG_N_MIXED]);
    n[AG_N_ARROWS] = (uint8_t)(n[AG_N_PLAIN] + n[AG_N_MIXED]);
    count_arrows(b, &across, showing(s, !left_hand), !left_hand, &plain, &mixed);
    n[AG_N_RIVAL] = (uint8_t)(plain + mixed);
    n[AG_N_ALTERNATING] = alternating(s, &r);
    n[AG_N_TWINS] = twins(b, s, front);
}

bool agents_holds(const box_t *b, int situation, const ag_measures *m) {
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
        uint64_t laid = k->held[seat] & s->laid[side];
        if (laid) {
            ag_measures m;
            agents_measure(b, s, front, seat, &m);
            *arrows += 2 * m.n[AG_N_PLAIN] + m.n[AG_N_MIXED];
            for (; laid; laid &= laid - 1) {
                int card = k->card[bits_first(laid)];
                if (agents_holds(b, card, &m)) *situations += b->situation[card].points;
            }
        } else {
            uint8_t plain = 0, mixed = 0;
            row r = row_of(b, s, front, seat);
            count_arrows(b, &r, showing(s, seat == front), seat == front, &plain, &mixed);
            *arrows += 2 * plain + mixed;
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

static uint64_t around(const box_t *b, const state *s, int card, int where, int performer) {
    uint64_t set = 0;
    switch (b->agent[card].target) {
    case AG_NEIGHBOUR: return neighbours(b, s, card, where);
    case AG_END: return ends(b, s, where);
    case AG_FRONT: return ag_in(s, where);
    case AG_OWN: return ag_in(s, performer) | ag_in(s, ag_front(b, performer, AG_RIGHT));
    default:
        for (int f = 0; f < b->seats; f++)
            set |= ag_in(s, f);
        return set;
    }
}

/* Agents that can go to the performer's other front, A8.4. */
static uint64_t movable(const box_t *b, const state *s, int performer) {
    int left = ag_front(b, performer, AG_LEFT), right = ag_front(b, performer, AG_RIGHT);
    return (s->count[right] < b->row ? ag_in(s, left) : 0) | (s->count[left] < b->row ? ag_in(s, right) : 0);
}

uint64_t agents_targets(const box_t *b, const state *s, int card, int where, int performer) {
    uint64_t set = around(b, s, card, where, performer) & ~BIT(card);
    switch (b->agent[card].command) {
    case AG_NEUTRALISE:
    case AG_TURN: return set & ~s->down;
    case AG_REVIVE: return set & s->down;
    case AG_MOVE: return set & movable(b, s, performer);
    default: return set;
    }
}

/* Has another player an agent in hand?  A special agent that is about to be sent is no
 * longer in its sender's. */
static bool anyone_to_rob(const box_t *b, const state *s, int card, int performer) {
    for (int q = 0; q < b->seats; q++) {
        int n = bits_count(s->stock[AG_AGENT].held[q]);
        if (b->agent[card].special && s->acting != card && q == s->turn) n--;
        if (q != performer && n > 0) return true;
    }
    return false;
}

bool agents_possible(const box_t *b, const state *s, int card, int where, int performer, int other) {
    uint64_t held = s->stock[AG_SITUATION].held[performer], set;
    switch (b->agent[card].command) {
    case AG_SWAP: set = agents_targets(b, s, card, where, performer); return set & (set - 1);
    case AG_DRAW: return s->n_deck[AG_AGENT] + s->n_discards[AG_AGENT] > 0;
    case AG_SALVAGE: return s->n_discards[AG_AGENT] > 0;
    case AG_BRIEF: return held;
    case AG_ROB: return s->points[other] > 0;
    case AG_PICKPOCKET: return anyone_to_rob(b, s, card, performer);
    case AG_STEAL:
    case AG_BURN: return (s->laid[0] | s->laid[1]) & ~held;
    default: return agents_targets(b, s, card, where, performer);
    }
}

uint16_t agents_needs_met(const box_t *b, const state *s, gm_seat who) {
    bool room = s->count[ag_front(b, who, AG_LEFT)] < b->row || s->count[ag_front(b, who, AG_RIGHT)] < b->row;
    uint16_t met = room ? 1 : 0; /* ordinary agents need a place: need 0 */
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
