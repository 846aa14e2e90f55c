/* moves.c - the legal moves of The Agents, and why another move is not legal.
 *
 * Map: who acts, and chance - targets of commands - a turn - a command - why not. */
#include "games/agents/internal.h"

/* ---- who acts, and chance ------------------------------------------------ */

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

/* The stock from which the dealer deals now. */
static int stock_to_deal(const ag_box *b, const state *s) {
    if (s->phase == AG_P_DEAL) return s->at % cards_dealt(b) < b->dealt[AG_AGENT] ? AG_AGENT : AG_SITUATION;
    return s->phase == AG_P_SITUATION ? AG_SITUATION : AG_AGENT;
}

static gm_seat seat_to_serve(const ag_box *b, const state *s) {
    return s->phase == AG_P_DEAL ? (gm_seat)(s->at / cards_dealt(b)) : s->performer;
}

uint32_t agents_chances(const void *box, const void *st) {
    const ag_box *b = box;
    const state *s = st;
    switch (s->phase) {
    case AG_P_FIRST: return b->head.seats;
    case AG_P_TAKE: return (uint32_t)bits_count(s->stock[AG_AGENT].held[s->victim]);
    default: return s->n_deck[stock_to_deal(b, s)];
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
    int kind = stock_to_deal(b, s);
    return GM_MOVE(kind == AG_AGENT ? AG_M_AGENT : AG_M_SITUATION, seat_to_serve(b, s),
                   bits_nth(s->stock[kind].deck, x), 0);
}

/* ---- targets of commands, A9 --------------------------------------------- */

static uint64_t neighbours(const ag_box *b, const state *s, int card, int front) {
    const uint8_t *in = s->front[front];
    int n = s->count[front], i = 0, house = b->houses ? s->before[front] : -1;
    while (in[i] != card)
        i++;
    return (i && i != house ? BIT(in[i - 1]) : 0) | (i + 1 < n && i + 1 != house ? BIT(in[i + 1]) : 0);
}

/* The ends of a front, A9.11.  With a safe house, an empty side has no end. */
static uint64_t ends(const ag_box *b, const state *s, int front) {
    const uint8_t *in = s->front[front];
    int n = s->count[front];
    bool low = !b->houses || s->before[front] > 0, high = !b->houses || s->before[front] < n;
    return n ? (low ? BIT(in[0]) : 0) | (high ? BIT(in[n - 1]) : 0) : 0;
}

/* Agents that can go to the performer's other front, A8.4. */
static uint64_t movable_agents(const ag_box *b, const state *s, int performer) {
    int left = ag_front(b, performer, AG_LEFT), right = ag_front(b, performer, AG_RIGHT);
    return (s->count[right] < b->row ? s->in[left] : 0) | (s->count[left] < b->row ? s->in[right] : 0);
}

/* The agents that the target word of a command names, A9. */
static uint64_t agents_in_reach(const ag_box *b, const state *s, int card, int where, int performer) {
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

/* The agents to which a command can be applied: of those in reach face-up ones, face-down ones or
 * both, A9.12. */
static uint64_t targets(const ag_box *b, const state *s, int card, int where, int performer) {
    uint64_t set = agents_in_reach(b, s, card, where, performer) & ~BIT(card);
    switch (b->agent[card].command) {
    case AG_NEUTRALISE:
    case AG_TURN: return set & ~s->down;
    case AG_REVIVE: return set & s->down;
    case AG_MOVE: return set & movable_agents(b, s, performer);
    default: return set;
    }
}

/* Does another player hold an agent?  A special agent that is about to be sent no longer
 * counts as held. */
static bool can_pickpocket(const ag_box *b, const state *s, int card, int performer) {
    for (int q = 0; q < b->head.seats; q++) {
        int n = bits_count(s->stock[AG_AGENT].held[q]);
        if (b->agent[card].special && s->acting != card && q == s->turn) n--;
        if (q != performer && n > 0) return true;
    }
    return false;
}

bool agents_can_perform(const ag_box *b, const state *s, int card, int where, int performer, int other) {
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
    case AG_PICKPOCKET: return can_pickpocket(b, s, card, performer);
    default: return (s->laid[0] | s->laid[1]) & ~held; /* steal, burn */
    }
}

uint16_t agents_needs_met(const ag_box *b, const state *s, gm_seat who) {
    bool room = s->count[ag_front(b, who, AG_LEFT)] < b->row || s->count[ag_front(b, who, AG_RIGHT)] < b->row;
    uint16_t met = room ? BIT(AG_NEED_ROOM) : 0;
    BITS_EACH (card, b->special) {
        if (met >> b->agent[card].need & 1) continue;
        for (int q = 0; q < b->head.seats; q++)
            if (q != who && (agents_can_perform(b, s, card, GM_NONE, who, q) ||
                             agents_can_perform(b, s, card, GM_NONE, q, who)))
                met |= (uint16_t)BIT(b->agent[card].need);
    }
    return met;
}

/* ---- a turn -------------------------------------------------------------- */

/* The lists below avoid branches, which random play makes unpredictable.  They write every
 * candidate and advance the count only for legal ones; the next candidate overwrites the others. */

/* The places at one front for an ordinary agent, ascending, A4.1; returns how many. */
static int list_places(const ag_box *b, const state *s, gm_seat who, int side, uint8_t out[4]) {
    int count = s->count[ag_front(b, who, side)];
    bool only = !count & !b->houses; /* A2.2 */
    int first = AG_PLACE(side, only ? AG_ONLY : AG_LEFT, 0);
    out[0] = (uint8_t)first;
    out[1] = (uint8_t)(first + 1);
    out[2] = (uint8_t)(first + 2);
    out[3] = (uint8_t)(first + 3);
    return (4 - 2 * only) * (count < b->row);
}

/* The agents whose command a seat can repeat, A4.3. */
static uint64_t repeatable_agents(const ag_box *b, const state *s, gm_seat who) {
    uint64_t set = 0;
    int right = ag_front(b, who, AG_RIGHT), across[] = {ag_next(b, who), right};
    uint64_t mine = ((s->in[who] & s->works) | (s->in[right] & ~s->works)) & ~s->down;
    BITS_EACH (card, mine) {
        int side = s->in[right] >> card & 1;
        set |= (uint64_t)agents_can_perform(b, s, card, side ? right : who, who, across[side]) << card;
    }
    return set;
}

/* How many cards of these goods there are, A4.6. */
static int cards_for_sale(const state *s, int goods) {
    int kind = goods / 2;
    return s->n_discards[kind] + (goods % 2 ? 0 : s->n_deck[kind]);
}

static int list_buy(const state *s, gm_seat who, int goods, gm_move *out) {
    out[0] = GM_MOVE(AG_M_BUY, goods, 0, 0);
    return (AG_PRICE(goods) <= s->points[who]) & (cards_for_sale(s, goods) > 0);
}

static int list_actions(const ag_box *b, const state *s, gm_seat who, gm_move *out) {
    const ag_stock *k = &s->stock[AG_AGENT];
    uint8_t place[8] = {0};
    int n = 0, n_left = list_places(b, s, who, AG_LEFT, place),
        n_places = n_left + list_places(b, s, who, AG_RIGHT, place + n_left);
    BITS_EACH (back, k->held[who]) {
        int card = k->card[back];
        gm_move m = GM_MOVE(AG_M_PLAY, back, 0, card);
        for (int i = 0; i < 8; i++)
            out[n + i] = m | (gm_move)place[i] << 8;
        n += b->special >> card & 1 ? 0 : n_places;
    }
    BITS_EACH (back, k->held[who]) {
        int card = k->card[back];
        for (int q = 0; q < b->head.seats && b->special >> card & 1; q++) {
            if (q == who) continue;
            out[n] = GM_MOVE(AG_M_SEND, back, AG_BETWEEN(q, 0), card);
            n += agents_can_perform(b, s, card, GM_NONE, who, q);
            out[n] = GM_MOVE(AG_M_SEND, back, AG_BETWEEN(q, 1), card);
            n += agents_can_perform(b, s, card, GM_NONE, q, who);
        }
    }
    BITS_EACH (card, repeatable_agents(b, s, who))
        out[n++] = GM_MOVE(AG_M_REPEAT, card, 0, 0);
    n += list_buy(s, who, AG_BUY_AGENT, out + n);
    n += list_buy(s, who, AG_BUY_DISCARD, out + n);
    n += list_buy(s, who, AG_BUY_SITUATION, out + n);
    return n + list_buy(s, who, AG_BUY_OLD_SITUATION, out + n);
}

/* A5.1: the situations that cannot be laid where a seat already has these sheets: any with the
 * name of one that lies there (so itself too), and all if two lie there. */
static uint64_t barred_situations(const ag_box *b, const ag_stock *k, uint64_t there) {
    int sheet = bits_first(there | BIT(AG_BACKS - 1)); /* if there is none, the last, which is then ignored */
    uint64_t alike = b->situation[k->card[sheet] % AG_SITUATIONS].alike;
    bool one = there, two = there & (there - 1);
    return (alike & -(uint64_t)one) | -(uint64_t)two;
}

/* Moves of situations, A5. */
static int list_lays(const ag_box *b, const state *s, gm_seat who, gm_move *out) {
    const ag_stock *k = &s->stock[AG_SITUATION];
    uint64_t held = k->held[who], laid = s->laid[0] | s->laid[1],
             left = ~barred_situations(b, k, held & s->laid[0]),
             right = ~barred_situations(b, k, held & s->laid[1]);
    int n = 0;
    BITS_EACH (sheet, held & ~s->moved[1]) {
        int card = k->card[sheet];
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

/* Moves of a kind that names one of the seat's own situations. */
static int list_own_situations(const state *s, gm_seat who, int kind, gm_move *out) {
    const ag_stock *k = &s->stock[AG_SITUATION];
    int n = 0;
    BITS_EACH (sheet, k->held[who])
        out[n++] = GM_MOVE(kind, sheet, k->card[sheet], 0);
    return n;
}

static int list_turn(const ag_box *b, const state *s, gm_seat who, gm_move *out) {
    bool acts = s->actions < AG_ACTIONS;
    int n = 0;
    if (acts) {
        n = list_actions(b, s, who, out);
        n += list_own_situations(s, who, AG_M_REPLACE, out + n);
    }
    bool cannot_act = acts & !n; /* A4.8 */
    n += list_lays(b, s, who, out + n);
    out[n] = GM_MOVE(cannot_act ? AG_M_FORGO : AG_M_END, 0, 0, 0);
    return n + (cannot_act | !acts);
}

/* ---- a command ----------------------------------------------------------- */

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
    BITS_EACH (card, set) {
        if (self != GM_NONE) /* the lower card of a pair comes first */
            out[n++] = card < self ? GM_MOVE(AG_M_SWAP, card, self, 0) : GM_MOVE(AG_M_SWAP, self, card, 0);
        else
            BITS_EACH (other, set & -BIT(card) & ~BIT(card))
                out[n++] = GM_MOVE(AG_M_SWAP, card, other, 0);
    }
    return n;
}

static int list_agent_moves(const ag_box *b, const state *s, gm_seat who, uint64_t set, gm_move *out) {
    int n = 0;
    BITS_EACH (card, set) {
        int to = other_front(b, who, front_of(s, card));
        bool only = !s->count[to] && !b->houses;
        for (int end = only ? AG_ONLY : AG_LEFT; end <= (only ? AG_ONLY : AG_RIGHT); end++)
            out[n++] = GM_MOVE(AG_M_MOVE, card, end, 0);
    }
    return n;
}

/* Moves of a kind that names a situation that another player has laid open. */
static int list_open_situations(const state *s, gm_seat who, int kind, gm_move *out) {
    const ag_stock *k = &s->stock[AG_SITUATION];
    uint64_t cards = 0;
    int n = 0;
    BITS_EACH (sheet, (s->laid[0] | s->laid[1]) & ~k->held[who])
        cards |= BIT(k->card[sheet]);
    BITS_EACH (card, cards)
        out[n++] = GM_MOVE(kind, card, 0, 0);
    return n;
}

static int list_command(const ag_box *b, const state *s, gm_seat who, gm_move *out) {
    int command = b->agent[s->acting].command, kind = answers[command], n = 0;
    uint64_t set;
    switch (command) {
    case AG_BRIEF: return list_own_situations(s, who, kind, out);
    case AG_PICKPOCKET:
        for (int q = 0; q < b->head.seats; q++)
            if (q != who && s->stock[AG_AGENT].held[q]) out[n++] = GM_MOVE(kind, q, 0, 0);
        return n;
    case AG_STEAL:
    case AG_BURN: return list_open_situations(s, who, kind, out);
    }
    set = targets(b, s, s->acting, s->where, who);
    if (command == AG_MOVE) return list_agent_moves(b, s, who, set, out);
    if (command == AG_SWAP) return list_swaps(set, GM_NONE, out);
    if (command == AG_SWAP_SELF) return list_swaps(set, s->acting, out);
    BITS_EACH (card, set)
        out[n++] = GM_MOVE(kind, card, 0, 0);
    return n;
}

int agents_moves(const void *box, const void *st, gm_seat who, gm_move out[GM_MAX_MOVES]) {
    const state *s = st;
    if (s->phase == AG_P_TURN) return who == s->turn ? list_turn(box, s, who, out) : 0;
    if (s->phase == AG_P_COMMAND) return who == s->performer ? list_command(box, s, who, out) : 0;
    return who == GM_DEALER && s->phase != AG_P_OVER ? gm_outcomes(box, st, agents_chances, agents_deal, out)
                                                     : 0;
}

/* ---- why not ------------------------------------------------------------- */

/* Does the seat hold this card in this back? */
static bool holds_in_back(const ag_stock *k, gm_seat who, int card, int back) {
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
    return ~barred_situations(b, k, k->held[who] & s->laid[spot - AG_ON_LEFT]) ? &alike : &two;
}

/* Why a move is not legal during a turn. */
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
        return holds_in_back(&s->stock[AG_AGENT], who, GM_C(m), a) ? why_not_play(b, s, who, GM_C(m), GM_B(m))
                                                                   : &hand;
    case AG_M_SEND:
        return holds_in_back(&s->stock[AG_AGENT], who, GM_C(m), a) ? why_not_send(b, who, GM_C(m), GM_B(m))
                                                                   : &hand;
    case AG_M_REPEAT: return why_not_repeat(b, s, who, a);
    case AG_M_BUY: return a < AG_BUYS && cards_for_sale(s, a) ? &poor : &none;
    case AG_M_REPLACE: return &sheet;
    case AG_M_LAY:
        if (!holds_in_back(&s->stock[AG_SITUATION], who, GM_C(m), a)) return &sheet;
        return why_not_lay(b, s, who, GM_B(m), a);
    case AG_M_END: return &more;
    case AG_M_FORGO: return &can;
    default: return &command;
    }
}

/* Why a move is not legal as the target of a command. */
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
