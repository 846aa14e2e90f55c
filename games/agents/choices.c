/* choices.c - what can be done in The Agents, and why not.
 *
 * Map: who is asked - what a command finds - a turn - a command - why not. */
#include "games/agents/parts.h"

/* ---- who is asked ------------------------------------------------------------------------ */

gm_seats agents_to_act(const void *box, const void *st) {
    const state *s = st;
    (void)box;
    switch (s->phase) {
    case AG_P_TURN: return (gm_seats)BIT(s->turn);
    case AG_P_COMMAND: return (gm_seats)BIT(s->performer);
    case AG_P_OVER: return 0;
    default: return BIT(GM_DEALER);
    }
}

/* The stock from which the dealer deals now, and to whom. */
static int stock_now(const ag_box *b, const state *s) {
    if (s->phase == AG_P_DEAL) return s->at % dealt(b) < b->dealt[AG_AGENT] ? AG_AGENT : AG_SITUATION;
    return s->phase == AG_P_SITUATION ? AG_SITUATION : AG_AGENT;
}

static gm_seat served(const ag_box *b, const state *s) {
    return s->phase == AG_P_DEAL ? (gm_seat)(s->at / dealt(b)) : s->performer;
}

uint32_t agents_chances(const void *box, const void *st) {
    const ag_box *b = box;
    const state *s = st;
    switch (s->phase) {
    case AG_P_FIRST: return b->head.seats;
    case AG_P_TAKE: return (uint32_t)bits_count(s->stock[AG_AGENT].held[s->victim]);
    default: return s->n_deck[stock_now(b, s)];
    }
}

gm_move agents_deal(const void *box, const void *st, uint32_t x) {
    const ag_box *b = box;
    const state *s = st;
    if (s->phase == AG_P_FIRST) return GM_MOVE(AG_M_FIRST, x, 0, 0);
    if (s->phase == AG_P_TAKE) {
        int back = bits_nth(s->stock[AG_AGENT].held[s->victim], x);
        return GM_MOVE(AG_M_TAKE, back, s->stock[AG_AGENT].card[back], 0);
    }
    int kind = stock_now(b, s);
    return GM_MOVE(kind == AG_AGENT ? AG_M_AGENT : AG_M_SITUATION, served(b, s),
                   bits_nth(s->stock[kind].deck, x), 0);
}

/* ---- what a command finds, A9 ------------------------------------------------------------- */

static uint64_t neighbours(const ag_box *b, const state *s, int card, int front) {
    const uint8_t *in = s->front[front];
    int n = s->count[front], i = 0, house = b->houses ? s->before[front] : -1;
    while (in[i] != card)
        i++;
    return (i && i != house ? BIT(in[i - 1]) : 0) | (i + 1 < n && i + 1 != house ? BIT(in[i + 1]) : 0);
}

/* A9.11; with a safe house an empty side has none. */
static uint64_t ends(const ag_box *b, const state *s, int front) {
    const uint8_t *in = s->front[front];
    int n = s->count[front];
    bool low = !b->houses || s->before[front] > 0, high = !b->houses || s->before[front] < n;
    return n ? (low ? BIT(in[0]) : 0) | (high ? BIT(in[n - 1]) : 0) : 0;
}

/* Agents that can go to the performer's other front, A8.4. */
static uint64_t movable(const ag_box *b, const state *s, int performer) {
    int left = ag_front(b, performer, AG_LEFT), right = ag_front(b, performer, AG_RIGHT);
    return (s->count[right] < b->row ? s->in[left] : 0) | (s->count[left] < b->row ? s->in[right] : 0);
}

/* What T is of a command, A9. */
static uint64_t around(const ag_box *b, const state *s, int card, int where, int performer) {
    uint64_t any = 0;
    switch (b->agent[card].target) {
    case AG_NEIGHBOUR: return neighbours(b, s, card, where);
    case AG_END: return ends(b, s, where);
    case AG_FRONT: return s->in[where];
    case AG_OWN: return s->in[performer] | s->in[ag_front(b, performer, AG_RIGHT)];
    default:
        for (int f = 0; f < b->head.seats; f++)
            any |= s->in[f];
        return any;
    }
}

static uint64_t targets(const ag_box *b, const state *s, int card, int where, int performer) {
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
static bool any_pocket(const ag_box *b, const state *s, int card, int performer) {
    for (int q = 0; q < b->head.seats; q++) {
        int n = bits_count(s->stock[AG_AGENT].held[q]);
        if (b->agent[card].special && s->acting != card && q == s->turn) n--;
        if (q != performer && n > 0) return true;
    }
    return false;
}

bool agents_possible(const ag_box *b, const state *s, int card, int where, int performer, int other) {
    int command = b->agent[card].command;
    uint64_t held = s->stock[AG_SITUATION].held[performer];
    if (command <= AG_MOVE) {
        uint64_t set = targets(b, s, card, where, performer);
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

uint16_t agents_needs_met(const ag_box *b, const state *s, gm_seat who) {
    bool room = s->count[ag_front(b, who, AG_LEFT)] < b->row || s->count[ag_front(b, who, AG_RIGHT)] < b->row;
    uint16_t met = room ? BIT(AG_NEED_PLACE) : 0;
    for (uint64_t left = b->special; left; left &= left - 1) {
        int card = bits_first(left);
        if (met >> b->agent[card].need & 1) continue;
        for (int q = 0; q < b->head.seats; q++)
            if (q != who && (agents_possible(b, s, card, GM_NONE, who, q) ||
                             agents_possible(b, s, card, GM_NONE, q, who)))
                met |= (uint16_t)BIT(b->agent[card].need);
    }
    return met;
}

/* ---- a turn -------------------------------------------------------------------- */

/* The lists below are written with as few branches as can be, because random play makes
 * them all unpredictable: what does not count is written over by what comes next. */

/* Places at one front for an ordinary agent, ascending, A4.1; how many. */
static int places(const ag_box *b, const state *s, gm_seat who, int side, uint8_t out[4]) {
    int count = s->count[ag_front(b, who, side)];
    bool only = !count & !b->houses; /* A2.2 */
    int first = AG_PLACE(side, only ? AG_ONLY : AG_LEFT, 0);
    out[0] = (uint8_t)first;
    out[1] = (uint8_t)(first + 1);
    out[2] = (uint8_t)(first + 2);
    out[3] = (uint8_t)(first + 3);
    return (4 - 2 * only) * (count < b->row);
}

/* A4.3. */
static uint64_t repeatable(const ag_box *b, const state *s, gm_seat who) {
    uint64_t set = 0;
    int right = ag_front(b, who, AG_RIGHT), across[] = {ag_next(b, who), right};
    uint64_t mine = ((s->in[who] & s->works) | (s->in[right] & ~s->works)) & ~s->down;
    for (; mine; mine &= mine - 1) {
        int card = bits_first(mine), side = s->in[right] >> card & 1;
        set |= (uint64_t)agents_possible(b, s, card, side ? right : who, who, across[side]) << card;
    }
    return set;
}

/* The cards that there are to buy, A4.6. */
static int in_store(const state *s, int goods) {
    int kind = goods / 2;
    return s->n_discards[kind] + (goods % 2 ? 0 : s->n_deck[kind]);
}

static int list_buys(const state *s, gm_seat who, int goods, gm_move *out) {
    out[0] = GM_MOVE(AG_M_BUY, goods, 0, 0);
    return (AG_PRICE(goods) <= s->points[who]) & (in_store(s, goods) > 0);
}

static int list_actions(const ag_box *b, const state *s, gm_seat who, gm_move *out) {
    const ag_stock *k = &s->stock[AG_AGENT];
    uint8_t place[8] = {0};
    uint64_t left;
    int n = 0, n_left = places(b, s, who, AG_LEFT, place),
        n_places = n_left + places(b, s, who, AG_RIGHT, place + n_left);
    for (left = k->held[who]; left; left &= left - 1) {
        int back = bits_first(left), card = k->card[back];
        gm_move m = GM_MOVE(AG_M_PLAY, back, 0, card);
        for (int i = 0; i < 8; i++)
            out[n + i] = m | (gm_move)place[i] << 8;
        n += b->special >> card & 1 ? 0 : n_places;
    }
    for (left = k->held[who]; left; left &= left - 1) {
        int back = bits_first(left), card = k->card[back];
        for (int q = 0; q < b->head.seats && b->special >> card & 1; q++) {
            if (q == who) continue;
            out[n] = GM_MOVE(AG_M_SEND, back, AG_BETWEEN(q, 0), card);
            n += agents_possible(b, s, card, GM_NONE, who, q);
            out[n] = GM_MOVE(AG_M_SEND, back, AG_BETWEEN(q, 1), card);
            n += agents_possible(b, s, card, GM_NONE, q, who);
        }
    }
    for (left = repeatable(b, s, who); left; left &= left - 1)
        out[n++] = GM_MOVE(AG_M_REPEAT, bits_first(left), 0, 0);
    n += list_buys(s, who, AG_BUY_AGENT, out + n);
    n += list_buys(s, who, AG_BUY_DISCARD, out + n);
    n += list_buys(s, who, AG_BUY_SITUATION, out + n);
    return n + list_buys(s, who, AG_BUY_OLD_SITUATION, out + n);
}

/* A5.1: the situations that one cannot lay on one's left or right front: those like one
 * that is there, itself too, or all if there are two. */
static uint64_t barred(const ag_box *b, const ag_stock *k, uint64_t there) {
    int sheet = bits_first(there | BIT(AG_BACKS - 1)); /* if none is there, one that does not count */
    uint64_t alike = b->situation[k->card[sheet] % AG_SITUATIONS].alike;
    bool one = there, two = there & (there - 1);
    return (alike & -(uint64_t)one) | -(uint64_t)two;
}

/* The moves of situations, A5. */
static int list_lays(const ag_box *b, const state *s, gm_seat who, gm_move *out) {
    const ag_stock *k = &s->stock[AG_SITUATION];
    uint64_t held = k->held[who], laid = s->laid[0] | s->laid[1], left = ~barred(b, k, held & s->laid[0]),
             right = ~barred(b, k, held & s->laid[1]);
    int n = 0;
    for (uint64_t sheets = held & ~s->moved[1]; sheets; sheets &= sheets - 1) {
        int sheet = bits_first(sheets), card = k->card[sheet];
        gm_move m = GM_MOVE(AG_M_LAY, sheet, 0, card);
        out[n] = m | AG_HAND << 8;
        n += bits_has(laid, sheet);
        out[n] = m | AG_ON_LEFT << 8;
        n += bits_has(left, card);
        out[n] = m | AG_ON_RIGHT << 8;
        n += bits_has(right, card);
    }
    return n;
}

/* The own situations, for a move that names one of them. */
static int list_own(const state *s, gm_seat who, int kind, gm_move *out) {
    const ag_stock *k = &s->stock[AG_SITUATION];
    int n = 0;
    for (uint64_t sheets = k->held[who]; sheets; sheets &= sheets - 1)
        out[n++] = GM_MOVE(kind, bits_first(sheets), k->card[bits_first(sheets)], 0);
    return n;
}

static int list_turn(const ag_box *b, const state *s, gm_seat who, gm_move *out) {
    bool acts = s->actions < AG_ACTIONS;
    int n = 0;
    if (acts) {
        n = list_actions(b, s, who, out);
        n += list_own(s, who, AG_M_REPLACE, out + n);
    }
    bool stuck = acts & !n; /* A4.8 */
    n += list_lays(b, s, who, out + n);
    out[n] = GM_MOVE(stuck ? AG_M_FORGO : AG_M_END, 0, 0, 0);
    return n + (stuck | !acts);
}

/* ---- a command ------------------------------------------------------------------- */

/* The move with which a performer answers a command. */
static const uint8_t answers[AG_COMMANDS] = {
    [AG_NEUTRALISE] = AG_M_NEUTRALISE,
    [AG_REVIVE] = AG_M_REVIVE,
    [AG_TURN] = AG_M_TURN,
    [AG_SWAP] = AG_M_SWAP,
    [AG_SWAP_SELF] = AG_M_SWAP,
    [AG_RECALL] = AG_M_RECALL,
    [AG_DISMISS] = AG_M_DISMISS,
    [AG_MOVE] = AG_M_MOVE,
    [AG_BRIEF] = AG_M_BRIEF,
    [AG_PICKPOCKET] = AG_M_PICKPOCKET,
    [AG_STEAL] = AG_M_STEAL,
    [AG_BURN] = AG_M_BURN,
};

static int list_swaps(uint64_t set, int self, gm_move *out) {
    int n = 0;
    for (uint64_t left = set; left; left &= left - 1) {
        int a = bits_first(left);
        if (self != GM_NONE) /* of a pair the lower card comes first */
            out[n++] = a < self ? GM_MOVE(AG_M_SWAP, a, self, 0) : GM_MOVE(AG_M_SWAP, self, a, 0);
        for (uint64_t more = self == GM_NONE ? left & (left - 1) : 0; more; more &= more - 1)
            out[n++] = GM_MOVE(AG_M_SWAP, a, bits_first(more), 0);
    }
    return n;
}

static int list_moves_of(const ag_box *b, const state *s, gm_seat who, uint64_t set, gm_move *out) {
    int n = 0;
    for (; set; set &= set - 1) {
        int card = bits_first(set), to = other_front(b, who, front_of(s, card));
        bool only = !s->count[to] && !b->houses;
        for (int end = only ? AG_ONLY : AG_LEFT; end <= (only ? AG_ONLY : AG_RIGHT); end++)
            out[n++] = GM_MOVE(AG_M_MOVE, card, end, 0);
    }
    return n;
}

/* Situations that others have laid open. */
static int list_open(const state *s, gm_seat who, int kind, gm_move *out) {
    const ag_stock *k = &s->stock[AG_SITUATION];
    uint64_t cards = 0;
    int n = 0;
    for (uint64_t left = (s->laid[0] | s->laid[1]) & ~k->held[who]; left; left &= left - 1)
        cards |= BIT(k->card[bits_first(left)]);
    for (; cards; cards &= cards - 1)
        out[n++] = GM_MOVE(kind, bits_first(cards), 0, 0);
    return n;
}

static int list_command(const ag_box *b, const state *s, gm_seat who, gm_move *out) {
    int command = b->agent[s->acting].command, kind = answers[command], n = 0;
    uint64_t set;
    switch (command) {
    case AG_BRIEF: return list_own(s, who, kind, out);
    case AG_PICKPOCKET:
        for (int q = 0; q < b->head.seats; q++)
            if (q != who && s->stock[AG_AGENT].held[q]) out[n++] = GM_MOVE(kind, q, 0, 0);
        return n;
    case AG_STEAL:
    case AG_BURN: return list_open(s, who, kind, out);
    }
    set = targets(b, s, s->acting, s->where, who);
    if (command == AG_MOVE) return list_moves_of(b, s, who, set, out);
    if (command == AG_SWAP) return list_swaps(set, GM_NONE, out);
    if (command == AG_SWAP_SELF) return list_swaps(set, s->acting, out);
    for (; set; set &= set - 1)
        out[n++] = GM_MOVE(kind, bits_first(set), 0, 0);
    return n;
}

int agents_moves(const void *box, const void *st, gm_seat who, gm_move out[GM_MAX_MOVES]) {
    const state *s = st;
    if (s->phase == AG_P_TURN) return who == s->turn ? list_turn(box, s, who, out) : 0;
    if (s->phase == AG_P_COMMAND) return who == s->performer ? list_command(box, s, who, out) : 0;
    return who == GM_DEALER && s->phase != AG_P_OVER ? gm_outcomes(box, st, agents_chances, agents_deal, out)
                                                     : 0;
}

/* ---- why not ------------------------------------------------------------------------------------------ */

/* Is the card in that back of the seat's? */
static bool in_back(const ag_stock *k, gm_seat who, int card, int back) {
    return back < AG_BACKS && k->held[who] >> back & 1 && k->card[back] == card;
}

static const gm_reason *why_not_play(const ag_box *b, const state *s, gm_seat who, int card, int place) {
    static const gm_reason special = {"A4.2", "agents.why.special"}, full = {"A2.3", "agents.why.full"},
                           ends = {"A2.2", "agents.why.ends"};
    if (b->special >> card & 1) return &special;
    int count = place < AG_PLACES ? s->count[ag_front(b, who, AG_SIDE_OF(place))] : 0;
    return count == b->row ? &full : &ends;
}

static const gm_reason *why_not_send(const ag_box *b, gm_seat who, int card, int between) {
    static const gm_reason ordinary = {"A4.1", "agents.why.ordinary"}, self = {"A4.2", "agents.why.self"},
                           nothing = {"A4.2", "agents.why.nothing"};
    if (!(b->special >> card & 1)) return &ordinary;
    return AG_SEAT_OF(between) == who || AG_SEAT_OF(between) >= b->head.seats ? &self : &nothing;
}

static const gm_reason *why_not_repeat(const ag_box *b, const state *s, gm_seat who, int card) {
    static const gm_reason nowhere = {"A4.3", "agents.why.not-yours"}, down = {"A8.1", "agents.why.down"},
                           nothing = {"A4.3", "agents.why.nothing"};
    for (int side = 0; side < 2; side++) {
        int front = ag_front(b, who, side);
        if (card == GM_NONE || !(s->in[front] >> card & 1)) continue;
        if (s->down >> card & 1) return &down;
        if (ag_works_for(b, s, front, card) == who) return &nothing;
    }
    return &nowhere;
}

static const gm_reason *why_not_lay(const ag_box *b, const state *s, gm_seat who, int spot, int sheet) {
    static const gm_reason twice = {"A5.2", "agents.why.twice"}, there = {"A5.2", "agents.why.there"},
                           two = {"A5.1", "agents.why.two"}, alike = {"A5.1", "agents.why.alike"};
    if (s->moved[1] >> sheet & 1) return &twice;
    if (spot == GM_NONE || spot == AG_HAND || spot == ag_spot_of(s, sheet)) return &there;
    const ag_stock *k = &s->stock[AG_SITUATION];
    return ~barred(b, k, k->held[who] & s->laid[spot - AG_ON_LEFT]) ? &alike : &two;
}

/* Of an action or another move of a turn that is not allowed. */
static const gm_reason *why_not_turn(const ag_box *b, const state *s, gm_seat who, gm_move m) {
    static const gm_reason hand = {"A4.1", "agents.why.hand"}, sheet = {"A4.5", "agents.why.sheet"},
                           done = {"A3.1", "agents.why.done"}, poor = {"A4.4", "agents.why.poor"},
                           none = {"A4.6", "agents.why.none"}, more = {"A4.8", "agents.why.more"},
                           can = {"A4.8", "agents.why.can"}, command = {"A4.7", "agents.why.no-command"};
    int kind = GM_KIND(m), a = GM_A(m);
    bool action = kind == AG_M_PLAY || kind == AG_M_SEND || kind == AG_M_REPEAT || kind == AG_M_BUY ||
                  kind == AG_M_REPLACE || kind == AG_M_FORGO;
    if (action && s->actions == AG_ACTIONS) return &done;
    switch (kind) {
    case AG_M_PLAY:
        return in_back(&s->stock[AG_AGENT], who, GM_C(m), a) ? why_not_play(b, s, who, GM_C(m), GM_B(m))
                                                             : &hand;
    case AG_M_SEND:
        return in_back(&s->stock[AG_AGENT], who, GM_C(m), a) ? why_not_send(b, who, GM_C(m), GM_B(m)) : &hand;
    case AG_M_REPEAT: return why_not_repeat(b, s, who, a);
    case AG_M_BUY: return a < AG_BUYS && in_store(s, a) ? &poor : &none;
    case AG_M_REPLACE: return &sheet;
    case AG_M_LAY:
        if (!in_back(&s->stock[AG_SITUATION], who, GM_C(m), a)) return &sheet;
        return why_not_lay(b, s, who, GM_B(m), a);
    case AG_M_END: return &more;
    case AG_M_FORGO: return &can;
    default: return &command;
    }
}

/* Of a target that is not allowed. */
static const gm_reason *why_not_target(const ag_box *b, const state *s, gm_move m) {
    static const gm_reason
        other = {"A4.7", "agents.why.command"},
        targets[AG_COMMANDS] = {
            [AG_NEUTRALISE] = {"A9.1", "agents.why.target"}, [AG_REVIVE] = {"A9.1", "agents.why.target"},
            [AG_TURN] = {"A9.1", "agents.why.target"},       [AG_SWAP] = {"A9.2", "agents.why.target"},
            [AG_SWAP_SELF] = {"A9.2", "agents.why.target"},  [AG_RECALL] = {"A9.3", "agents.why.target"},
            [AG_DISMISS] = {"A9.3", "agents.why.target"},    [AG_MOVE] = {"A9.4", "agents.why.target"},
            [AG_BRIEF] = {"A9.7", "agents.why.sheet"},       [AG_PICKPOCKET] = {"A9.9", "agents.why.pockets"},
            [AG_STEAL] = {"A9.10", "agents.why.open"},       [AG_BURN] = {"A9.10", "agents.why.open"},
        };
    int command = b->agent[s->acting].command;
    return GM_KIND(m) == answers[command] ? &targets[command] : &other;
}

const gm_reason *agents_why_not(const void *box, const void *st, gm_seat who, gm_move m) {
    static const gm_reason over = {"A7.1", "agents.why.over"}, turn = {"A3.1", "agents.why.turn"},
                           deals = {"A2.4", "agents.why.deals"};
    const state *s = st;
    gm_seats act = agents_to_act(box, st);
    gm_move legal[GM_MAX_MOVES];
    if (!act) return &over;
    if (!(act >> who & 1)) return &turn;
    int n = agents_moves(box, st, who, legal);
    if (n && gm_has_move(legal, n, m)) return NULL;
    if (who == GM_DEALER || GM_KIND(m) <= AG_M_TAKE) return &deals;
    return s->phase == AG_P_TURN ? why_not_turn(box, s, who, m) : why_not_target(box, s, m);
}
