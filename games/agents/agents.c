/* agents.c - The Agents (doc/rules/agents.md): its rules.  table.c knows what lies on
 * the table, cards.c reads decks, worlds.c draws possible worlds, words.c has the names,
 * sentences and previews.
 *
 * Map: fields - moves - setting up - what can be done: turns, commands, reasons - doing it:
 * cards, fronts, commands, the turn - results - the game. */
#include "base/text.h"
#include "games/agents/parts.h"
#include <string.h>

_Static_assert(sizeof(state) % 8 == 0 && sizeof(state) <= GM_MAX_STATE && sizeof(box_t) % 8 == 0 &&
                   sizeof(box_t) <= GM_MAX_BOX,
               "no padding");

enum { ALL = 0xFF }; /* a mask: everybody and the room */

/* ---- fields ------------------------------------------------------------------------------ */

#define STOCK(i, name, of, back)                                                                             \
    {name "_deck", offsetof(state, stock[i].deck), 1, 8, GM_SECRET, GM_SET, 0, of},                          \
        {name "_held", offsetof(state, stock[i].held), AG_SEATS, 8, GM_PUBLIC, GM_SET, 0, back},             \
        {name "s", offsetof(state, stock[i].card),      AG_BACKS, 1, GM_MASKED,                              \
         GM_U8,    offsetof(state, stock[i].card_seen), of},                                                 \
        {name "_seen", offsetof(state, stock[i].card_seen), AG_BACKS, 1, GM_PUBLIC, GM_SET, 0, "seat"},      \
        {name "_origin", offsetof(state, stock[i].origin), AG_BACKS, 1, GM_PUBLIC, GM_U8, 0, NULL},          \
        {name "_shuffle", offsetof(state, stock[i].shuffle), AG_BACKS, 1, GM_PUBLIC, GM_U8, 0, NULL}, {      \
        name "_discards", offsetof(state, stock[i].discards), 1, AG_BACKS, GM_PUBLIC, GM_U8, 0, of           \
    }

static const gm_field fields[] = {
    STOCK(AG_AGENT, "agent", "agent", "back"),
    STOCK(AG_SITUATION, "situation", "situation", "sheet"),
    GM_FIELD(state, in, AG_SEATS, GM_PUBLIC, GM_SET, "agent"),
    GM_FIELD(state, works, 1, GM_PUBLIC, GM_SET, "agent"),
    GM_FIELD(state, down, 1, GM_PUBLIC, GM_SET, "agent"),
    GM_FIELD(state, laid, 2, GM_PUBLIC, GM_SET, "sheet"),
    GM_FIELD(state, moved, 2, GM_PUBLIC, GM_SET, "sheet"),
    GM_FIELD(state, lacks, AG_BACKS, GM_PUBLIC, GM_U16, NULL),
    GM_FIELD(state, points, AG_SEATS, GM_PUBLIC, GM_I16, NULL),
    GM_FIELD(state, tally, AG_SEATS, GM_PUBLIC, GM_I16, NULL),
    GM_FIELD(state, front, AG_SEATS, GM_PUBLIC, GM_U8, "agent"),
    GM_FIELD(state, count, AG_SEATS, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, before, AG_SEATS, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, n_deck, 2, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, n_discards, 2, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, n_shuffle, 2, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, phase, 1, GM_PUBLIC, GM_U8, "phase"),
    GM_FIELD(state, first, 1, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(state, turn, 1, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(state, round, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, actions, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, at, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, acting, 1, GM_PUBLIC, GM_U8, "agent"),
    GM_FIELD(state, where, 1, GM_PUBLIC, GM_U8, "front"),
    GM_FIELD(state, performer, 1, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(state, other, 1, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(state, victim, 1, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(state, to_draw, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, reached, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, latest, 1, GM_PUBLIC, GM_U8, NULL),
    {0},
};

/* ---- moves ---------------------------------------------------------------------------------- */

static const gm_verb verbs[] = {
    {AG_M_FIRST, false, "first", {"seat"}, "agents.first", NULL, false},
    {AG_M_AGENT, false, "agent", {"seat", "agent"}, "agents.agent", "agents.agent.veil", false},
    {AG_M_SITUATION,
     false,
     "situation",
     {"seat", "situation"},
     "agents.situation",
     "agents.situation.veil",
     false},
    {AG_M_TAKE, false, "take", {"back", "agent"}, "agents.take", "agents.take.veil", false},
    {AG_M_PLAY, false, "play", {"agent", "place", "back"}, "agents.play", NULL, false},
    {AG_M_SEND, false, "send", {"agent", "between", "back"}, "agents.send", NULL, false},
    {AG_M_REPEAT, true, "repeat", {"agent"}, "agents.repeat", NULL, false},
    {AG_M_BUY, true, "buy", {"goods"}, "agents.buy", NULL, false},
    {AG_M_REPLACE, false, "replace", {"situation", "sheet"}, "agents.replace", NULL, false},
    {AG_M_LAY, false, "lay", {"situation", "spot", "sheet"}, "agents.lay", NULL, false},
    {AG_M_END, true, "end", {0}, "agents.end", NULL, false},
    {AG_M_FORGO, false, "forgo", {0}, "agents.forgo", NULL, false},
    {AG_M_NEUTRALISE, true, "neutralise", {"agent"}, "agents.neutralise", NULL, false},
    {AG_M_REVIVE, true, "revive", {"agent"}, "agents.revive", NULL, false},
    {AG_M_TURN, true, "turn", {"agent"}, "agents.turn", NULL, false},
    {AG_M_SWAP, true, "swap", {"agent", "agent"}, "agents.swap", NULL, false},
    {AG_M_RECALL, true, "recall", {"agent"}, "agents.recall", NULL, false},
    {AG_M_DISMISS, true, "dismiss", {"agent"}, "agents.dismiss", NULL, false},
    {AG_M_MOVE, true, "move", {"agent", "end"}, "agents.move", NULL, false},
    {AG_M_BRIEF, false, "brief", {"situation", "sheet"}, "agents.replace", NULL, false},
    {AG_M_PICKPOCKET, true, "pickpocket", {"seat"}, "agents.pickpocket", NULL, false},
    {AG_M_STEAL, true, "steal", {"situation"}, "agents.steal", NULL, false},
    {AG_M_BURN, true, "burn", {"situation"}, "agents.burn", NULL, false},
    {0},
};

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

static const uint8_t prices[AG_BUYS] = {1, 2, 3, 4}; /* A4.4 */

/* ---- setting up -------------------------------------------------------------------------------- */

static const gm_option options[] = {
    {"safe-houses", "on|off", "off", "agents.option.safe-houses"},
    {"finish-round", "on|off", "off", "agents.option.finish-round"},
    {"goal", "6..999", "40", "agents.option.goal"},
    {"hand", "1..3", "3", NULL},
    {"situations", "0..1", "1", NULL},
    {"points", "0..5", "5", NULL},
    {"rounds", "1..60", "60", NULL},
    {0},
};

static int number_of(const gm_order *order, const char *key) {
    const char *value = gm_setting_of(order, options, key);
    int n = 0;
    text_number(value, strlen(value), 0, 999, &n);
    return n;
}

static bool open(const gm_order *order, void *box, fault *why) {
    box_t *b = box;
    b->seats = (uint8_t)order->seats;
    b->row = b->seats == 2 ? AG_ROW : 5;
    for (int q = 0; q < b->seats; q++) {
        b->hand[AG_LEFT][q] = (uint8_t)q;
        b->hand[AG_RIGHT][ag_next(b, q)] = (uint8_t)q;
    }
    b->houses = !strcmp(gm_setting_of(order, options, "safe-houses"), "on");
    b->finish = !strcmp(gm_setting_of(order, options, "finish-round"), "on");
    b->goal = (uint16_t)number_of(order, "goal");
    b->dealt[AG_AGENT] = (uint8_t)number_of(order, "hand");
    b->dealt[AG_SITUATION] = (uint8_t)number_of(order, "situations");
    b->start = (uint8_t)number_of(order, "points");
    b->rounds = (uint8_t)number_of(order, "rounds");
    return agents_read_agents(&order->files[AG_AGENT], b, why) &&
           agents_read_situations(&order->files[AG_SITUATION], b, why);
}

void agents_setup(const void *box, void *st) {
    const box_t *b = box;
    state *s = st;
    memset(s, 0, sizeof *s);
    for (int kind = 0; kind < 2; kind++) {
        ag_stock *k = &s->stock[kind];
        k->deck = b->cards[kind];
        s->n_deck[kind] = b->n_cards[kind];
        memset(k->card, GM_NONE, sizeof k->card);
        memset(k->card_seen, ALL, sizeof k->card_seen);
        memset(k->discards, GM_NONE, sizeof k->discards);
    }
    memset(s->front, GM_NONE, sizeof s->front);
    for (int q = 0; q < b->seats; q++)
        s->points[q] = b->start;
    s->first = s->turn = s->acting = s->where = s->performer = s->other = s->victim = GM_NONE;
}

/* ---- what can be done ---------------------------------------------------------------------------- */

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

/* Cards that everyone is dealt at first. */
static int dealt(const box_t *b) { return b->dealt[AG_AGENT] + b->dealt[AG_SITUATION]; }

/* The stock from which the dealer deals now, and to whom. */
static int stock_now(const box_t *b, const state *s) {
    if (s->phase == AG_P_DEAL) return s->at % dealt(b) < b->dealt[AG_AGENT] ? AG_AGENT : AG_SITUATION;
    return s->phase == AG_P_SITUATION ? AG_SITUATION : AG_AGENT;
}

static gm_seat served(const box_t *b, const state *s) {
    return s->phase == AG_P_DEAL ? (gm_seat)(s->at / dealt(b)) : s->performer;
}

static uint32_t chances(const void *box, const void *st) {
    const box_t *b = box;
    const state *s = st;
    switch (s->phase) {
    case AG_P_FIRST: return b->seats;
    case AG_P_TAKE: return (uint32_t)bits_count(s->stock[AG_AGENT].held[s->victim]);
    default: return s->n_deck[stock_now(b, s)];
    }
}

static gm_move deal(const void *box, const void *st, uint32_t x) {
    const box_t *b = box;
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

/* ---- what can be done: a turn -------------------------------------------------------------------- */

/* The lists below are written with as few branches as can be, because random play makes
 * them all unpredictable: what does not count is written over by what comes next. */

/* Places at one front for an ordinary agent, ascending, A4.1; how many. */
static int places(const box_t *b, const state *s, gm_seat who, int side, uint8_t out[4]) {
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
static uint64_t repeatable(const box_t *b, const state *s, gm_seat who) {
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
    return (prices[goods] <= s->points[who]) & (in_store(s, goods) > 0);
}

static int list_actions(const box_t *b, const state *s, gm_seat who, gm_move *out) {
    uint8_t at[AG_BACKS], place[8] = {0};
    uint64_t hand = ag_cards_in(&s->stock[AG_AGENT], s->stock[AG_AGENT].held[who], at), left;
    int n = 0, n_left = places(b, s, who, AG_LEFT, place),
        n_places = n_left + places(b, s, who, AG_RIGHT, place + n_left);
    for (left = hand & ~b->special; left; left &= left - 1) {
        int card = bits_first(left);
        gm_move m = GM_MOVE(AG_M_PLAY, card, 0, at[card]);
        for (int i = 0; i < 8; i++)
            out[n + i] = m | (gm_move)place[i] << 8;
        n += n_places;
    }
    for (left = hand & b->special; left; left &= left - 1) {
        int card = bits_first(left);
        for (int q = 0; q < b->seats; q++) {
            if (q == who) continue;
            out[n] = GM_MOVE(AG_M_SEND, card, AG_BETWEEN(q, 0), at[card]);
            n += agents_possible(b, s, card, GM_NONE, who, q);
            out[n] = GM_MOVE(AG_M_SEND, card, AG_BETWEEN(q, 1), at[card]);
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
static uint64_t barred(const box_t *b, const ag_stock *k, uint64_t there) {
    int sheet = bits_first(there | BIT(AG_BACKS - 1)); /* if none is there, one that does not count */
    uint64_t alike = b->situation[k->card[sheet] % AG_SITUATIONS].alike;
    bool one = there, two = there & (there - 1);
    return (alike & -(uint64_t)one) | -(uint64_t)two;
}

/* The moves of situations that have not moved twice, A5; at says by card where they are. */
static int list_lays(const box_t *b, const state *s, gm_seat who, uint64_t cards, const uint8_t *at,
                     gm_move *out) {
    const ag_stock *k = &s->stock[AG_SITUATION];
    uint64_t held = k->held[who], laid = s->laid[0] | s->laid[1], left = ~barred(b, k, held & s->laid[0]),
             right = ~barred(b, k, held & s->laid[1]);
    int n = 0;
    for (; cards; cards &= cards - 1) {
        int card = bits_first(cards), sheet = at[card];
        gm_move m = GM_MOVE(AG_M_LAY, card, 0, sheet);
        out[n] = m | AG_HAND << 8;
        n += bits_has(laid, sheet);
        out[n] = m | AG_ON_LEFT << 8;
        n += bits_has(left, card);
        out[n] = m | AG_ON_RIGHT << 8;
        n += bits_has(right, card);
    }
    return n;
}

static int list_turn(const box_t *b, const state *s, gm_seat who, gm_move *out) {
    const ag_stock *k = &s->stock[AG_SITUATION];
    uint8_t at[AG_BACKS];
    int n = 0;
    bool acts = s->actions < 2;
    uint64_t stay = s->moved[1] & -(uint64_t)!acts, cards = ag_cards_in(k, k->held[who] & ~stay, at);
    if (acts) {
        n = list_actions(b, s, who, out);
        for (uint64_t left = cards; left; left &= left - 1)
            out[n++] = GM_MOVE(AG_M_REPLACE, bits_first(left), at[bits_first(left)], 0);
    }
    bool stuck = acts & !n; /* A4.8 */
    if (acts && s->moved[1]) cards = ag_cards_in(k, k->held[who] & ~s->moved[1], at);
    n += list_lays(b, s, who, cards, at, out + n);
    out[n] = GM_MOVE(stuck ? AG_M_FORGO : AG_M_END, 0, 0, 0);
    return n + (stuck | !acts);
}

/* ---- what can be done: a command ------------------------------------------------------------------- */

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

static int front_of(const state *s, int card) {
    int f = 0;
    while (!(s->in[f] >> card & 1))
        f++;
    return f;
}

/* The performer's other front, where a card of theirs can be moved to, A8.4. */
static int other_front(const box_t *b, gm_seat performer, int front) {
    return ag_front(b, performer, front == ag_front(b, performer, AG_LEFT) ? AG_RIGHT : AG_LEFT);
}

static int list_moves_of(const box_t *b, const state *s, gm_seat who, uint64_t set, gm_move *out) {
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

static int list_command(const box_t *b, const state *s, gm_seat who, gm_move *out) {
    int command = b->agent[s->acting].command, kind = answers[command], n = 0;
    const ag_stock *k = &s->stock[AG_SITUATION];
    uint8_t at[AG_BACKS];
    uint64_t set;
    switch (command) {
    case AG_BRIEF:
        for (set = ag_cards_in(k, k->held[who], at); set; set &= set - 1)
            out[n++] = GM_MOVE(kind, bits_first(set), at[bits_first(set)], 0);
        return n;
    case AG_PICKPOCKET:
        for (int q = 0; q < b->seats; q++)
            if (q != who && s->stock[AG_AGENT].held[q]) out[n++] = GM_MOVE(kind, q, 0, 0);
        return n;
    case AG_STEAL:
    case AG_BURN: return list_open(s, who, kind, out);
    }
    set = agents_targets(b, s, s->acting, s->where, who);
    if (command == AG_MOVE) return list_moves_of(b, s, who, set, out);
    if (command == AG_SWAP) return list_swaps(set, GM_NONE, out);
    if (command == AG_SWAP_SELF) return list_swaps(set, s->acting, out);
    for (; set; set &= set - 1)
        out[n++] = GM_MOVE(kind, bits_first(set), 0, 0);
    return n;
}

static int moves(const void *box, const void *st, gm_seat who, gm_move out[GM_MAX_MOVES]) {
    const state *s = st;
    if (s->phase == AG_P_TURN) return who == s->turn ? list_turn(box, s, who, out) : 0;
    if (s->phase == AG_P_COMMAND) return who == s->performer ? list_command(box, s, who, out) : 0;
    return who == GM_DEALER && s->phase != AG_P_OVER ? gm_outcomes(box, st, chances, deal, out) : 0;
}

/* ---- why not ------------------------------------------------------------------------------------------ */

/* Is the card in that back of the seat's? */
static bool in_back(const ag_stock *k, gm_seat who, int card, int back) {
    return back < AG_BACKS && k->held[who] >> back & 1 && k->card[back] == card;
}

static const gm_reason *why_not_play(const box_t *b, const state *s, gm_seat who, int card, int place) {
    static const gm_reason special = {"A4.2", "agents.why.special"}, full = {"A2.3", "agents.why.full"},
                           ends = {"A2.2", "agents.why.ends"};
    if (b->special >> card & 1) return &special;
    int count = place < AG_PLACES ? s->count[ag_front(b, who, AG_SIDE_OF(place))] : 0;
    return count == b->row ? &full : &ends;
}

static const gm_reason *why_not_send(const box_t *b, gm_seat who, int card, int between) {
    static const gm_reason ordinary = {"A4.1", "agents.why.ordinary"}, self = {"A4.2", "agents.why.self"},
                           nothing = {"A4.2", "agents.why.nothing"};
    if (!(b->special >> card & 1)) return &ordinary;
    return AG_SEAT_OF(between) == who || AG_SEAT_OF(between) >= b->seats ? &self : &nothing;
}

static const gm_reason *why_not_repeat(const box_t *b, const state *s, gm_seat who, int card) {
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

static const gm_reason *why_not_lay(const box_t *b, const state *s, gm_seat who, int spot, int sheet) {
    static const gm_reason twice = {"A5.2", "agents.why.twice"}, there = {"A5.2", "agents.why.there"},
                           two = {"A5.1", "agents.why.two"}, alike = {"A5.1", "agents.why.alike"};
    if (s->moved[1] >> sheet & 1) return &twice;
    if (spot == GM_NONE || spot == AG_HAND || spot == ag_spot_of(s, sheet)) return &there;
    const ag_stock *k = &s->stock[AG_SITUATION];
    return ~barred(b, k, k->held[who] & s->laid[spot - AG_ON_LEFT]) ? &alike : &two;
}

/* Of an action or another move of a turn that is not allowed. */
static const gm_reason *why_not_turn(const box_t *b, const state *s, gm_seat who, gm_move m) {
    static const gm_reason hand = {"A4.1", "agents.why.hand"}, sheet = {"A4.5", "agents.why.sheet"},
                           done = {"A3.1", "agents.why.done"}, poor = {"A4.4", "agents.why.poor"},
                           none = {"A4.6", "agents.why.none"}, more = {"A4.8", "agents.why.more"},
                           can = {"A4.8", "agents.why.can"}, command = {"A4.7", "agents.why.no-command"};
    int kind = GM_KIND(m), a = GM_A(m);
    bool action = kind == AG_M_PLAY || kind == AG_M_SEND || kind == AG_M_REPEAT || kind == AG_M_BUY ||
                  kind == AG_M_REPLACE || kind == AG_M_FORGO;
    if (action && s->actions == 2) return &done;
    switch (kind) {
    case AG_M_PLAY:
        return in_back(&s->stock[AG_AGENT], who, a, GM_C(m)) ? why_not_play(b, s, who, a, GM_B(m)) : &hand;
    case AG_M_SEND:
        return in_back(&s->stock[AG_AGENT], who, a, GM_C(m)) ? why_not_send(b, who, a, GM_B(m)) : &hand;
    case AG_M_REPEAT: return why_not_repeat(b, s, who, a);
    case AG_M_BUY: return a < AG_BUYS && in_store(s, a) ? &poor : &none;
    case AG_M_REPLACE: return &sheet;
    case AG_M_LAY:
        if (!in_back(&s->stock[AG_SITUATION], who, a, GM_C(m))) return &sheet;
        return why_not_lay(b, s, who, GM_B(m), GM_C(m));
    case AG_M_END: return &more;
    case AG_M_FORGO: return &can;
    default: return &command;
    }
}

/* Of a target that is not allowed. */
static const gm_reason *why_not_target(const box_t *b, const state *s, gm_move m) {
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

static const gm_reason *why_not(const void *box, const void *st, gm_seat who, gm_move m) {
    static const gm_reason over = {"A7.1", "agents.why.over"}, turn = {"A3.1", "agents.why.turn"},
                           deals = {"A2.4", "agents.why.deals"};
    const state *s = st;
    gm_seats act = agents_to_act(box, st);
    gm_move legal[GM_MAX_MOVES];
    if (!act) return &over;
    if (!(act >> who & 1)) return &turn;
    if (gm_has_move(legal, moves(box, st, who, legal), m)) return NULL;
    if (who == GM_DEALER || GM_KIND(m) <= AG_M_TAKE) return &deals;
    return s->phase == AG_P_TURN ? why_not_turn(box, s, who, m) : why_not_target(box, s, m);
}

/* ---- doing it: cards -------------------------------------------------------------------------------------- */

int agents_free_back(const ag_stock *k) {
    uint64_t used = 0;
    for (int q = 0; q < AG_SEATS; q++)
        used |= k->held[q];
    return bits_first(~used);
}

/* Puts a card into the first free back, for seat `who`; seen is a mask. */
static void hold(state *s, int kind, gm_seat who, int card, int seen) {
    ag_stock *k = &s->stock[kind];
    int back = agents_free_back(k);
    k->held[who] |= BIT(back);
    k->card[back] = (uint8_t)card;
    k->card_seen[back] = (uint8_t)seen;
    k->origin[back] = s->n_shuffle[kind];
}

/* Takes the card out of a back. */
static void release(state *s, int kind, gm_seat who, int back) {
    ag_stock *k = &s->stock[kind];
    k->held[who] &= ~BIT(back);
    k->card[back] = GM_NONE;
    k->card_seen[back] = ALL;
    k->origin[back] = 0;
    if (kind == AG_AGENT)
        s->lacks[back] = 0;
    else
        for (int i = 0; i < 2; i++)
            s->laid[i] &= ~BIT(back), s->moved[i] &= ~BIT(back);
}

static void discard(state *s, int kind, int card) {
    s->stock[kind].discards[s->n_discards[kind]++] = (uint8_t)card;
}

/* The top of the discards goes into a hand, seen by all. */
static void take_discard(state *s, int kind, gm_seat who) {
    uint8_t *top = &s->stock[kind].discards[--s->n_discards[kind]];
    hold(s, kind, who, *top, ALL);
    *top = GM_NONE;
}

/* A number for a new shuffle: the least that no hidden back came from. */
static uint8_t next_shuffle(const ag_stock *k) {
    uint64_t used = 0;
    for (int q = 0; q < AG_SEATS; q++)
        for (uint64_t left = k->held[q]; left; left &= left - 1) {
            int back = bits_first(left);
            if (!(k->card_seen[back] & BIT(GM_ROOM))) used |= BIT(k->origin[back]);
        }
    return (uint8_t)bits_first(~used);
}

/* A4.6: the discards become the deck. */
static void reshuffle(state *s, int kind) {
    ag_stock *k = &s->stock[kind];
    uint8_t n = next_shuffle(k);
    k->deck = 0;
    for (int i = 0; i < s->n_discards[kind]; i++) {
        k->deck |= BIT(k->discards[i]);
        k->shuffle[k->discards[i]] = n;
        k->discards[i] = GM_NONE;
    }
    s->n_deck[kind] = s->n_discards[kind];
    s->n_discards[kind] = 0;
    s->n_shuffle[kind] = n;
}

/* The dealer is to deal so many cards, or as many as there are; at least one. */
static void seek(state *s, int kind, int n) {
    s->to_draw = (uint8_t)n;
    s->phase = kind == AG_AGENT ? AG_P_AGENT : AG_P_SITUATION;
    if (!s->n_deck[kind]) reshuffle(s, kind);
}

static void draw(state *s, int kind, gm_seat who, int card) {
    if (card != GM_HIDDEN) s->stock[kind].deck &= ~BIT(card);
    s->n_deck[kind]--;
    hold(s, kind, who, card, 1 << who);
}

/* ---- doing it: fronts -------------------------------------------------------------------------------------- */

/* Adds an agent at an end as seen by a seat; works: the command faces the left-hand player. */
static void put(const box_t *b, state *s, gm_seat who, int front, int end, int card, bool works) {
    uint8_t *in = s->front[front];
    bool low = end == AG_ONLY || (who == front) == (end == AG_LEFT);
    if (low) {
        memmove(in + 1, in, AG_ROW - 1);
        if (b->houses) s->before[front]++;
    }
    in[low ? 0 : s->count[front]] = (uint8_t)card;
    s->count[front]++;
    s->in[front] |= BIT(card);
    if (works) s->works |= BIT(card);
}

/* Takes an agent out of its front; the row closes up, A8.5. */
static void lift(state *s, int card) {
    int front = front_of(s, card), i = 0;
    uint8_t *in = s->front[front];
    while (in[i] != card)
        i++;
    if (i < s->before[front]) s->before[front]--;
    memmove(in + i, in + i + 1, (size_t)(AG_ROW - 1 - i));
    in[AG_ROW - 1] = GM_NONE;
    s->count[front]--;
    s->in[front] &= ~BIT(card);
    s->works &= ~BIT(card);
    s->down &= ~BIT(card);
}

/* A8.2: an edge goes on facing a player who sits at both fronts, so where one does, what is
 * the left-hand player's in one is the other's in the other. */
static bool share_a_player(const box_t *b, int f, int g) {
    return f != g && (ag_next(b, f) == g || ag_next(b, g) == f);
}

static void swap(const box_t *b, state *s, int x, int y) {
    int f = front_of(s, x), g = front_of(s, y), i = 0, j = 0;
    while (s->front[f][i] != x)
        i++;
    while (s->front[g][j] != y)
        j++;
    s->front[f][i] = (uint8_t)y;
    s->front[g][j] = (uint8_t)x;
    s->in[f] ^= BIT(x) | BIT(y);
    s->in[g] ^= BIT(x) | BIT(y);
    if (share_a_player(b, f, g)) s->works ^= BIT(x) | BIT(y);
}

static void move_agent(const box_t *b, state *s, gm_seat who, int card, int end) {
    int to = other_front(b, who, front_of(s, card));
    bool works = !(s->works >> card & 1), down = s->down >> card & 1; /* A8.4: `who` is at both fronts */
    lift(s, card);
    put(b, s, who, to, end, card, works);
    if (down) s->down |= BIT(card);
}

/* ---- doing it: points and the turn ---------------------------------------------------------------------------- */

static void gain(state *s, int who, int tally, int n) {
    s->points[who] = (int16_t)(s->points[who] + n);
    s->tally[who][tally] = (int16_t)(s->tally[who][tally] + n);
}

/* A7.1, A11.2: is the game over because `who` has just gained? */
static bool wins(const box_t *b, state *s, int who) {
    if (s->points[who] < b->goal) return false;
    if (b->finish)
        s->reached = 1;
    else
        s->phase = AG_P_OVER;
    return !b->finish;
}

static void end_action(state *s) {
    s->actions++;
    s->moved[0] = s->moved[1] = 0;
    s->acting = s->where = s->performer = s->other = s->victim = GM_NONE;
    s->phase = AG_P_TURN;
}

/* The command is done: a special agent pays and goes, A4.2. */
static void end_command(const box_t *b, state *s) {
    int card = s->acting;
    if (b->special >> card & 1) {
        gain(s, s->other, AG_T_SPECIALS, b->agent[card].points);
        if (wins(b, s, s->other)) return;
        discard(s, AG_AGENT, card);
    }
    end_action(s);
}

static void rob(const box_t *b, state *s, int most) {
    int n = s->points[s->other] < most ? s->points[s->other] : most;
    gain(s, s->other, AG_T_ROBBED, -n);
    gain(s, s->performer, AG_T_ROBBED, n);
    if (!wins(b, s, s->performer)) end_command(b, s);
}

/* Somebody performs the command of an agent that lies in a front, or in the middle. */
static void perform(const box_t *b, state *s, int card, int where, int performer, int other) {
    const ag_agent *a = &b->agent[card];
    s->acting = (uint8_t)card;
    s->where = (uint8_t)where;
    s->performer = (uint8_t)performer;
    s->other = (uint8_t)other;
    if (!agents_possible(b, s, card, where, performer, other)) {
        end_command(b, s); /* A4.7 */
        return;
    }
    switch (a->command) {
    case AG_DRAW: seek(s, AG_AGENT, a->n); return;
    case AG_SALVAGE:
        take_discard(s, AG_AGENT, s->performer);
        end_command(b, s);
        return;
    case AG_ROB: rob(b, s, a->n); return;
    default: s->phase = AG_P_COMMAND; return;
    }
}

/* That of an agent in a front, by the one it works for. */
static void perform_in(const box_t *b, state *s, int card, int front) {
    int performer = ag_works_for(b, s, front, card);
    perform(b, s, card, front, performer, ag_opposite(b, front, performer));
}

static void play(const box_t *b, state *s, gm_seat who, int card, int place, int back) {
    int front = ag_front(b, who, AG_SIDE_OF(place));
    release(s, AG_AGENT, who, back);
    put(b, s, who, front, AG_END_OF(place), card, AG_POINTS_OF(place) != (who == front));
    perform_in(b, s, card, front);
}

static void send(const box_t *b, state *s, gm_seat who, int card, int between, int back) {
    int q = AG_SEAT_OF(between);
    release(s, AG_AGENT, who, back);
    perform(b, s, card, GM_NONE, AG_POINTS_OF(between) ? q : who, AG_POINTS_OF(between) ? who : q);
}

static void buy(state *s, gm_seat who, int goods) {
    int kind = goods / 2;
    gain(s, who, AG_T_SPENT, -prices[goods]);
    s->performer = who;
    if (goods % 2) {
        take_discard(s, kind, who);
        end_action(s);
    } else
        seek(s, kind, 1);
}

/* A4.5. */
static void replace(state *s, gm_seat who, int situation, int sheet) {
    release(s, AG_SITUATION, who, sheet);
    discard(s, AG_SITUATION, situation);
    s->performer = who;
    seek(s, AG_SITUATION, 1);
}

static void lay(state *s, int situation, int spot, int sheet) {
    ag_stock *k = &s->stock[AG_SITUATION];
    s->moved[s->moved[0] >> sheet & 1] |= BIT(sheet);
    s->laid[0] = (s->laid[0] & ~BIT(sheet)) | (uint64_t)(spot == AG_ON_LEFT) << sheet;
    s->laid[1] = (s->laid[1] & ~BIT(sheet)) | (uint64_t)(spot == AG_ON_RIGHT) << sheet;
    k->card[sheet] = (uint8_t)situation; /* all see it; from a front back into a hand they saw it before */
    k->card_seen[sheet] = ALL;
}

/* A6, and the next seat. */
static void end_turn(const box_t *b, state *s) {
    int who = s->turn, arrows, situations;
    agents_score(b, s, who, &arrows, &situations);
    gain(s, who, AG_T_ARROWS, arrows);
    gain(s, who, AG_T_SITUATIONS, situations);
    s->moved[0] = s->moved[1] = 0;
    s->actions = 0;
    if (wins(b, s, who)) return;
    s->turn = (uint8_t)ag_next(b, who);
    if (s->turn != s->first) return;
    if (s->reached || s->round == b->rounds)
        s->phase = AG_P_OVER;
    else
        s->round++;
}

/* What all now know of a hand that cannot act, A4.8. */
static void forgo(const box_t *b, state *s, gm_seat who) {
    const ag_stock *k = &s->stock[AG_AGENT];
    uint16_t met = agents_needs_met(b, s, who);
    for (uint64_t left = k->held[who]; left; left &= left - 1) {
        int back = bits_first(left);
        if (!(k->card_seen[back] & BIT(GM_ROOM))) s->lacks[back] |= met;
    }
    end_action(s);
}

/* An open situation of another player's. */
static void take_situation(const box_t *b, state *s, int situation) {
    ag_stock *k = &s->stock[AG_SITUATION];
    uint64_t left = s->laid[0] | s->laid[1];
    while (k->card[bits_first(left)] != situation)
        left &= left - 1;
    int sheet = bits_first(left), owner = 0;
    while (!(k->held[owner] >> sheet & 1))
        owner++;
    release(s, AG_SITUATION, (gm_seat)owner, sheet);
    if (b->agent[s->acting].command == AG_STEAL)
        hold(s, AG_SITUATION, s->performer, situation, ALL);
    else
        discard(s, AG_SITUATION, situation);
}

/* The performer's answer. */
static void answer(const box_t *b, state *s, gm_seat who, gm_move m) {
    int a = GM_A(m);
    switch (GM_KIND(m)) {
    case AG_M_NEUTRALISE: s->down |= BIT(a); break;
    case AG_M_REVIVE: s->down &= ~BIT(a); break;
    case AG_M_TURN: s->works ^= BIT(a); break;
    case AG_M_SWAP: swap(b, s, a, GM_B(m)); break;
    case AG_M_RECALL:
        lift(s, a);
        hold(s, AG_AGENT, who, a, ALL);
        break;
    case AG_M_DISMISS:
        lift(s, a);
        discard(s, AG_AGENT, a);
        break;
    case AG_M_MOVE: move_agent(b, s, who, a, GM_B(m)); break;
    case AG_M_BRIEF: replace(s, who, a, GM_B(m)); return;
    case AG_M_PICKPOCKET:
        s->victim = (uint8_t)a;
        s->phase = AG_P_TAKE;
        return;
    default: take_situation(b, s, a);
    }
    end_command(b, s);
}

/* ---- doing it: the dealer ---------------------------------------------------------------------------------------- */

static void drawn(const box_t *b, state *s, int kind, gm_seat who, int card) {
    draw(s, kind, who, card);
    if (s->phase == AG_P_DEAL) {
        if (++s->at < b->seats * dealt(b)) return;
        s->at = 0;
        s->phase = AG_P_TURN;
        return;
    }
    if (--s->to_draw && s->n_deck[kind] + s->n_discards[kind]) {
        seek(s, kind, s->to_draw);
        return;
    }
    s->to_draw = 0;
    if (s->acting == GM_NONE)
        end_action(s);
    else
        end_command(b, s);
}

/* A9.9: the back changes hands, and the thief looks at it. */
static void pick(const box_t *b, state *s, int back, int card) {
    ag_stock *k = &s->stock[AG_AGENT];
    k->held[s->victim] &= ~BIT(back);
    k->held[s->performer] |= BIT(back);
    k->card_seen[back] |= (uint8_t)BIT(s->performer);
    k->card[back] = (uint8_t)card;
    end_command(b, s);
}

void agents_apply(const void *box, void *st, gm_seat who, gm_move m) {
    const box_t *b = box;
    state *s = st;
    int a = GM_A(m);
    if (who != GM_DEALER)
        for (int i = 0; i < 4; i++)
            s->latest[i] = (uint8_t)(m >> (24 - 8 * i));
    switch (GM_KIND(m)) {
    case AG_M_FIRST:
        s->first = s->turn = (uint8_t)a;
        s->round = 1;
        s->phase = AG_P_DEAL;
        return;
    case AG_M_AGENT: drawn(b, s, AG_AGENT, (gm_seat)a, GM_B(m)); return;
    case AG_M_SITUATION: drawn(b, s, AG_SITUATION, (gm_seat)a, GM_B(m)); return;
    case AG_M_TAKE: pick(b, s, a, GM_B(m)); return;
    case AG_M_PLAY: play(b, s, who, a, GM_B(m), GM_C(m)); return;
    case AG_M_SEND: send(b, s, who, a, GM_B(m), GM_C(m)); return;
    case AG_M_REPEAT: perform_in(b, s, a, front_of(s, a)); return;
    case AG_M_BUY: buy(s, who, a); return;
    case AG_M_REPLACE: replace(s, who, a, GM_B(m)); return;
    case AG_M_LAY: lay(s, a, GM_B(m), GM_C(m)); return;
    case AG_M_END: end_turn(b, s); return;
    case AG_M_FORGO: forgo(b, s, who); return;
    default: answer(b, s, who, m); return;
    }
}

static gm_move heard(const void *box, const void *st, gm_seat who, gm_move m, gm_seat listener) {
    const state *s = st;
    (void)box;
    if (who != GM_DEALER) return m;
    switch (GM_KIND(m)) {
    case AG_M_AGENT:
    case AG_M_SITUATION: return listener == GM_A(m) ? m : GM_MOVE(GM_KIND(m), GM_A(m), GM_HIDDEN, 0);
    case AG_M_TAKE:
        if (listener == s->performer) return m;
        return s->stock[AG_AGENT].card_seen[GM_A(m)] & (BIT(listener) | BIT(GM_ROOM))
                   ? m
                   : GM_MOVE(AG_M_TAKE, GM_A(m), GM_HIDDEN, 0);
    default: return m;
    }
}

/* ---- results ---------------------------------------------------------------------------------------------------- */

static int account(const void *box, const void *st, gm_entry out[GM_MAX_ENTRIES]) {
    static const char *const say[AG_TALLIES] = {[AG_T_ARROWS] = "agents.account.arrows",
                                                [AG_T_SITUATIONS] = "agents.account.situations",
                                                [AG_T_SPECIALS] = "agents.account.specials",
                                                [AG_T_ROBBED] = "agents.account.robbed",
                                                [AG_T_SPENT] = "agents.account.spent"};
    const box_t *b = box;
    const state *s = st;
    int n = 0;
    for (gm_seat q = 0; q < b->seats; q++) {
        out[n++] = (gm_entry){q, b->start, {"agents.account.start", {{0}}}};
        for (int t = 0; t < AG_TALLIES; t++)
            if (s->tally[q][t]) out[n++] = (gm_entry){q, s->tally[q][t], {say[t], {{0}}}};
    }
    return n;
}

static void result(const void *box, const void *st, gm_result *r) { /* A7.1, A7.3, A11.2 */
    const box_t *b = box;
    const state *s = st;
    int best = -1;
    memset(r, 0, sizeof *r);
    for (int q = 0; q < b->seats; q++) {
        r->points[q] = s->points[q];
        if (s->points[q] > best) best = s->points[q], r->winners = 0;
        if (s->points[q] == best) r->winners |= (gm_seats)BIT(q);
    }
}

/* Where all cards of a stock are that is not in a front; n counts them. */
static uint64_t stock_cards(const state *s, int kind, int *n) {
    const ag_stock *k = &s->stock[kind];
    uint64_t cards = k->deck;
    *n = bits_count(cards);
    for (int q = 0; q < AG_SEATS; q++)
        for (uint64_t left = k->held[q]; left; left &= left - 1, (*n)++)
            cards |= BIT(k->card[bits_first(left)]);
    for (int i = 0; i < s->n_discards[kind]; i++, (*n)++)
        cards |= BIT(k->discards[i]);
    return cards;
}

static const char *sound(const void *box, const void *st) {
    const box_t *b = box;
    const state *s = st;
    uint64_t in = 0;
    int n;
    for (int kind = 0; kind < 2; kind++)
        if (bits_count(s->stock[kind].deck) != s->n_deck[kind]) return "a deck";
    if (stock_cards(s, AG_SITUATION, &n) != b->cards[AG_SITUATION] || n != b->n_cards[AG_SITUATION])
        return "situations";
    uint64_t cards = stock_cards(s, AG_AGENT, &n);
    for (int f = 0; f < b->seats; f++) {
        uint64_t there = 0;
        for (int i = 0; i < s->count[f]; i++)
            there |= BIT(s->front[f][i]);
        if (s->count[f] > b->row || s->before[f] > s->count[f] || there != s->in[f]) return "a front";
        in |= there;
        n += s->count[f];
    }
    if ((s->works | s->down) & ~in) return "facings";
    if (s->acting != GM_NONE && b->special >> s->acting & 1) cards |= BIT(s->acting), n++;
    if ((cards | in) != b->cards[AG_AGENT] || n != b->n_cards[AG_AGENT]) return "agents";
    for (int q = 0; q < b->seats; q++) {
        int sum = b->start;
        for (int t = 0; t < AG_TALLIES; t++)
            sum += s->tally[q][t];
        if (sum != s->points[q] || sum < 0) return "points";
        for (int side = 0; side < 2; side++)
            if (bits_count(s->stock[AG_SITUATION].held[q] & s->laid[side]) > 2)
                return "situations on a front";
    }
    return s->laid[0] & s->laid[1] ? "a situation on two fronts" : NULL;
}

/* ---- the game ------------------------------------------------------------------------------------------------------ */

extern const gm_game agents_game;
const gm_game agents_game = {
    .name = "agents",
    .edition = 1,
    .min_seats = 2,
    .max_seats = AG_SEATS,
    .usual_seats = 2,
    .state_size = sizeof(state),
    .box_size = sizeof(box_t),
    .notes_size = 0,
    .say = "agents.name",
    .about = "agents.about",
    .rules = "agents.rules",
    .fields = fields,
    .verbs = verbs,
    .options = options,
    .decks = agents_decks,
    .minis = agents_minis,
    .open = open,
    .setup = agents_setup,
    .to_act = agents_to_act,
    .moves = moves,
    .chances = chances,
    .deal = deal,
    .apply = agents_apply,
    .heard = heard,
    .why_not = why_not,
    .result = result,
    .account = account,
    .sound = sound,
    .study = agents_study,
    .fill = agents_fill,
    .relive = agents_relive,
    .thing = agents_thing,
    .news = agents_news,
    .tell = agents_tell,
    .preview = agents_preview,
};
