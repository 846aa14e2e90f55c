/* dead_drop.c - Dead Drop (doc/rules/dead-drop.md), the living example.
 *
 * A small game with every difficulty that a game here can have: unequal chances, a
 * hidden role on which legality depends, hidden hands, a secret choice that all seats
 * make at once, a card that only one seat is shown, and reveals.  To add a game, start
 * from this file (doc/adding-a-game.md).
 *
 * Map: box and state - moves - opening and setting up - what can be done - doing
 * it - results - possible worlds - things and sentences - the game. */
#include "base/bits.h"
#include "base/csv.h"
#include "base/text.h"
#include "games/game.h"
#include <string.h>

enum {
    SEATS = 4,
    ROUNDS = 4,
    CARDS = 24, /* so that counts fit 64 bits: 24!/(5!^4 4!) deals of 4 hands, times 5^4 drops, is 2^57 */
    NAME = 32,
    EVERYBODY = 0xFF, /* a mask: the players and the spectators */
};

/* ---- box and state ------------------------------------------------------- */

typedef struct {
    gm_box_head head;
    uint8_t rounds, hand;    /* hand: how many cards a seat is dealt */
    uint8_t search, n_cards; /* search: may a leader search? */
    uint8_t number[CARDS];
    char name[CARDS][NAME];
    uint64_t cards, odd; /* all cards; those with odd numbers */
} dd_box;

enum { AGENT, MOLE };
enum { ODD, EVEN, ANY };
enum { ROLES, DEAL, SIGNAL, LEAD, LOOK, DROP, SHOW, ACCUSE, TURN, OVER };

typedef struct {
    uint64_t hand[SEATS], deck, played;
    uint8_t role[SEATS], role_seen[SEATS];
    uint8_t drop[SEATS], drop_seen[SEATS]; /* of this round; until it begins, of the last one */
    uint8_t count[SEATS];                  /* cards in hand */
    uint8_t lacks[SEATS];                  /* signals that the seat did not obey: bits ODD, EVEN */
    int8_t gain[ROUNDS]; /* points of a round: for the Agents, or if negative for the Mole */
    uint8_t liars;       /* seats that dropped what they had seemed to lack */
    uint8_t dropped;     /* seats that dropped in this round */
    uint8_t phase, at;   /* at: the seat that the dealer serves */
    uint8_t leader, round, signal, worth;
    uint8_t searched, accused;
    uint8_t pad[2];
} state;
_Static_assert(sizeof(state) % 8 == 0 && sizeof(dd_box) % 8 == 0, "no padding");

static const gm_field fields[] = {
    GM_FIELD(state, hand, SEATS, GM_OWNER, GM_SET, "card"),
    GM_FIELD(state, deck, 1, GM_SECRET, GM_SET, "card"),
    GM_FIELD(state, played, 1, GM_PUBLIC, GM_SET, "card"),
    GM_MASKED_FIELD(state, role, SEATS, GM_U8, "role"),
    GM_FIELD(state, role_seen, SEATS, GM_PUBLIC, GM_SET, "seat"),
    GM_MASKED_FIELD(state, drop, SEATS, GM_U8, "card"),
    GM_FIELD(state, drop_seen, SEATS, GM_PUBLIC, GM_SET, "seat"),
    GM_FIELD(state, count, SEATS, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, lacks, SEATS, GM_PUBLIC, GM_SET, "signal"),
    GM_FIELD(state, gain, ROUNDS, GM_PUBLIC, GM_I8, NULL),
    GM_FIELD(state, liars, 1, GM_PUBLIC, GM_SET, "seat"),
    GM_FIELD(state, dropped, 1, GM_PUBLIC, GM_SET, "seat"),
    GM_FIELD(state, phase, 1, GM_PUBLIC, GM_U8, "phase"),
    GM_FIELD(state, at, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, leader, 1, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(state, round, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, signal, 1, GM_PUBLIC, GM_U8, "signal"),
    GM_FIELD(state, worth, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, searched, 1, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(state, accused, 1, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(state, pad, 1, GM_PUBLIC, GM_U8, NULL),
    {0},
};

/* ---- moves --------------------------------------------------------------- */

enum { M_ROLE = 1, M_CARD, M_SIGNAL, M_WORTH, M_SEARCH, M_LOOK, M_DROP, M_SHOW, M_ACCUSE, M_TURN };

static const gm_verb verbs[] = {
    {.kind = M_ROLE,
     .name = "role",
     .of = {"seat", "role"},
     .say = "dead-drop.role",
     .say_hidden = "dead-drop.role.veil"},
    {.kind = M_CARD,
     .name = "card",
     .of = {"seat", "card"},
     .say = "dead-drop.deal",
     .say_hidden = "dead-drop.deal.veil",
     .say_several = "dead-drop.deal.several"},
    {.kind = M_SIGNAL, .name = "signal", .of = {"signal"}, .say = "dead-drop.signal", .chapter = true},
    {.kind = M_WORTH,
     .name = "worth",
     .of = {"worth"},
     .say = "dead-drop.worth",
     .say_choice = "dead-drop.choice.worth",
     .undoable = true},
    {.kind = M_SEARCH,
     .name = "search",
     .of = {"seat"},
     .say = "dead-drop.search",
     .say_choice = "dead-drop.choice.search"},
    {.kind = M_LOOK,
     .name = "look",
     .of = {"seat", "role"},
     .say = "dead-drop.look",
     .say_hidden = "dead-drop.look.veil"},
    {.kind = M_DROP,
     .name = "drop",
     .of = {"card"},
     .say = "dead-drop.drop",
     .say_hidden = "dead-drop.drop.veil",
     .say_choice = "dead-drop.choice.drop",
     .undoable = true},
    {.kind = M_SHOW, .name = "show", .of = {"seat", "card"}, .say = "dead-drop.show"},
    {.kind = M_ACCUSE,
     .name = "accuse",
     .of = {"seat"},
     .say = "dead-drop.accuse",
     .say_choice = "dead-drop.choice.accuse"},
    {.kind = M_TURN, .name = "turn", .of = {"seat", "role"}, .say = "dead-drop.turn"},
    {0},
};

/* ---- opening and setting up ---------------------------------------------- */

static const gm_option options[] = {
    {"rounds", "1..4", "3", "dead-drop.option.rounds", NULL, 1},
    {"spare", "0..1", "1", "dead-drop.option.spare", NULL, 1},
    {"search", "on|off", "on", "dead-drop.option.search", NULL, 1},
    {0},
};
static const gm_deck decks[] = {
    {"number,name", false, {{1, "dead-drop.csv"}, {2, "dead-drop-2.csv"}}}, /* D1.2 */
    {0},
};

/* The first mini has one round, with a search and a spare card.  The second has two rounds, so
 * that a seat can show that it lacks a signal and be caught lying.  In the third, two leaders may
 * search (D3.3). */
#define SIX "number,name\n1,a\n2,b\n3,c\n4,d\n5,e\n6,f\n"
static const gm_mini minis[] = {
    {{3, {{"rounds", "1"}}, {{"six", SIX, sizeof SIX - 1}}, 0}, 0, 0, false},
    {{3, {{"rounds", "2"}, {"spare", "0"}, {"search", "off"}}, {{"six", SIX, sizeof SIX - 1}}, 0},
     0,
     0,
     false},
    {{3, {{"rounds", "2"}, {"spare", "0"}}, {{"six", SIX, sizeof SIX - 1}}, 0}, 0, 6, false},
    {{0}, 0, 0, false},
};

static bool read_deck(const gm_file *file, dd_box *b, fault *why) {
    csv c;
    csv_field f[2];
    if (!csv_open(&c, file->name, file->text, file->size, decks[0].columns, why)) return false;
    while (csv_row(&c, f, why)) {
        int number, i = b->n_cards;
        if (i == CARDS) { /* D1.2 */
            fault_at(why, "dead-drop.deck.many", file->name, f[0].line, 1);
            return fault_number(why, 0, CARDS);
        }
        if (!text_number(f[0].text, strlen(f[0].text), 1, 99, &number))
            return csv_fault(&c, &f[0], "dead-drop.deck.number", why);
        if (memchr(b->number, number, (size_t)i)) {
            fault_at(why, "dead-drop.deck.twice", file->name, f[0].line, f[0].column);
            return fault_number(why, 0, number);
        }
        size_t n = strlen(f[1].text);
        if (!n || n >= NAME) {
            fault_at(why, "dead-drop.deck.name", file->name, f[1].line, f[1].column);
            return fault_number(why, 0, NAME - 1);
        }
        b->number[i] = (uint8_t)number;
        memcpy(b->name[i], f[1].text, n);
        b->cards |= BIT(i);
        if (number % 2) b->odd |= BIT(i);
        b->n_cards++;
    }
    if (c.bad) return false;
    int need = b->head.seats * b->hand;
    if (b->n_cards < need) { /* D1.2 */
        fault_at(why, "dead-drop.deck.few", file->name, c.line, 0);
        fault_number(why, 0, b->n_cards);
        return fault_number(why, 1, need);
    }
    return true;
}

static bool open_box(const gm_order *order, void *box, fault *why) {
    dd_box *b = box;
    b->head.seats = (uint8_t)order->seats;
    b->rounds = (uint8_t)gm_option_number(order, options, "rounds");
    b->hand = (uint8_t)(b->rounds + gm_option_number(order, options, "spare"));
    b->search = gm_option_on(order, options, "search");
    return read_deck(&order->files[0], b, why);
}

static void setup(const void *box, void *st) {
    const dd_box *b = box;
    state *s = st;
    gm_blank(fields, sizeof *s, s);
    s->phase = ROLES;
    s->leader = 0; /* D2.3 */
    s->deck = b->cards;
}

/* ---- what can be done ---------------------------------------------------- */

static gm_seats everyone(const dd_box *b) { return (gm_seats)(BIT(b->head.seats) - 1); }

static gm_seats to_act(const void *box, const void *st) {
    const state *s = st;
    switch (s->phase) {
    case LEAD:
    case ACCUSE: return (gm_seats)BIT(s->leader);
    case DROP: return everyone(box) & (gm_seats)~s->dropped;
    case OVER: return 0;
    default: return BIT(GM_DEALER);
    }
}

/* The documents that fit a signal, D3.5. */
static uint64_t fitting_cards(const dd_box *b, int signal) {
    return signal == ODD ? b->odd : signal == EVEN ? b->cards & ~b->odd : b->cards;
}

/* What a seat may drop.  Reads only that seat's own role and hand, so that the answer is
 * the same on the seat's own view. */
static uint64_t droppable_cards(const dd_box *b, const state *s, gm_seat who) {
    uint64_t hand = s->hand[who], fit = hand & fitting_cards(b, s->signal);
    return fit && s->role[who] == AGENT ? fit : hand; /* D3.5, D3.6 */
}

/* Has this seat searched somebody?  Who has looked at a role is no secret. */
static bool has_searched(const dd_box *b, const state *s, int who) {
    for (int q = 0; q < b->head.seats; q++)
        if (q != who && s->role_seen[q] >> who & 1) return true;
    return false;
}

/* D3.3: there is one search in a game of the first edition, and one for each player since the second. */
static bool may_search(const dd_box *b, const state *s) {
    if (!b->search) return false;
    return b->head.edition == 1 ? s->searched == GM_NONE : !has_searched(b, s, s->leader);
}

static uint32_t chances(const void *box, const void *st) {
    const dd_box *b = box;
    const state *s = st;
    switch (s->phase) {
    case ROLES: return (uint32_t)(b->head.seats - s->at); /* the role cards left */
    case DEAL: return (uint32_t)bits_count(s->deck);
    case SIGNAL: return 5;
    default: return 1;
    }
}

static gm_move deal(const void *box, const void *st, uint32_t x) {
    const dd_box *b = box;
    const state *s = st;
    switch (s->phase) {
    case ROLES: { /* D1.3: of the cards that are left, the Mole is the last one, unless it is dealt */
        bool gone = memchr(s->role, MOLE, s->at);
        return GM_MOVE(M_ROLE, s->at, !gone && x == (uint32_t)(b->head.seats - s->at - 1) ? MOLE : AGENT, 0);
    }
    case DEAL: return GM_MOVE(M_CARD, s->at, bits_nth(s->deck, x), 0);
    case SIGNAL: return GM_MOVE(M_SIGNAL, x / 2, 0, 0); /* D3.1: odd, odd, even, even, any */
    case LOOK: return GM_MOVE(M_LOOK, s->searched, s->role[s->searched], 0);
    case SHOW: return GM_MOVE(M_SHOW, s->at, s->drop[s->at], 0);
    default: return GM_MOVE(M_TURN, s->at, s->role[s->at], 0);
    }
}

static int moves(const void *box, const void *st, gm_seat who, gm_move out[GM_MAX_MOVES]) {
    const dd_box *b = box;
    const state *s = st;
    int n = 0;
    if (!(to_act(box, st) >> who & 1)) return 0;
    switch (s->phase) {
    case LEAD:
        out[n++] = GM_MOVE(M_WORTH, 1, 0, 0);
        out[n++] = GM_MOVE(M_WORTH, 2, 0, 0);
        for (int q = 0; q < b->head.seats && may_search(b, s); q++)
            if (q != who) out[n++] = GM_MOVE(M_SEARCH, q, 0, 0);
        return n;
    case DROP:
        BITS_EACH (card, droppable_cards(b, s, who))
            out[n++] = GM_MOVE(M_DROP, card, 0, 0);
        return n;
    case ACCUSE:
        for (int q = 0; q < b->head.seats; q++)
            if (q != who) out[n++] = GM_MOVE(M_ACCUSE, q, 0, 0);
        return n;
    }
    return gm_outcomes(box, st, chances, deal, out);
}

static const gm_reason *why_not(const void *box, const void *st, gm_seat who, gm_move m) {
    static const gm_reason over = {"D4.4", "dead-drop.why.over"}, turn = {"D2.3", "dead-drop.why.turn"},
                           done = {"D3.4", "dead-drop.why.done"}, deals = {"D2.4", "dead-drop.why.deals"},
                           lead = {"D3.2", "dead-drop.why.lead"}, drop = {"D3.4", "dead-drop.why.drop"},
                           ends = {"D4.1", "dead-drop.why.accuse"}, none = {"D3.3", "dead-drop.why.none"},
                           again = {"D3.3", "dead-drop.why.again"}, own = {"D3.3", "dead-drop.why.own"},
                           self = {"D3.3", "dead-drop.why.self"}, hand = {"D3.4", "dead-drop.why.hand"},
                           fits = {"D3.5", "dead-drop.why.fits"}, other = {"D4.1", "dead-drop.why.other"};
    const dd_box *b = box;
    const state *s = st;
    int a = GM_A(m);
    int kind = m == GM_MOVE(GM_KIND(m), a, 0, 0) ? GM_KIND(m) : 0; /* 0: it has more than one argument */
    gm_seats act = to_act(box, st);
    if (!act) return &over;
    if (!(act >> who & 1)) return s->phase == DROP && who < b->head.seats ? &done : &turn;
    switch (s->phase) {
    case LEAD:
        if (kind == M_WORTH && (a == 1 || a == 2)) return NULL;
        if (kind != M_SEARCH) return &lead;
        if (!b->search) return &none;
        if (!may_search(b, s)) return b->head.edition == 1 ? &again : &own;
        return a == who || a >= b->head.seats ? &self : NULL;
    case DROP:
        if (kind != M_DROP) return &drop;
        if (a >= b->n_cards || !(s->hand[who] >> a & 1)) return &hand;
        return droppable_cards(b, s, who) >> a & 1 ? NULL : &fits;
    case ACCUSE:
        if (kind != M_ACCUSE) return &ends;
        return a == who || a >= b->head.seats ? &other : NULL;
    }
    gm_move legal[GM_MAX_MOVES];
    return gm_has_move(legal, moves(box, st, who, legal), m) ? NULL : &deals;
}

/* ---- doing it ------------------------------------------------------------ */

static void next_round(const dd_box *b, state *s) {
    s->leader = (uint8_t)((s->leader + 1) % b->head.seats); /* D2.3 */
    s->phase = ++s->round == b->rounds ? ACCUSE : SIGNAL;
    s->at = 0;
}

/* A dropped document is turned over, D3.7.  It tells something about the seat's hand if the
 * seat is an Agent, D3.5. */
static void show_drop(const dd_box *b, state *s, int q, int card) {
    uint64_t c = BIT(card & 63);
    s->drop[q] = (uint8_t)card;
    s->drop_seen[q] = EVERYBODY;
    s->played |= c;
    for (int signal = ODD; signal <= EVEN; signal++)
        if ((s->lacks[q] >> signal & 1) && (c & fitting_cards(b, signal))) s->liars |= (uint8_t)BIT(q);
    if (!(c & fitting_cards(b, s->signal))) {
        s->lacks[q] |= (uint8_t)BIT(s->signal);
        s->gain[s->round] = (int8_t)-s->worth; /* D3.8 */
    }
    if (++s->at == b->head.seats) next_round(b, s);
}

/* A drop begins, and the documents of the last round go away. */
static void begin_drop(const dd_box *b, state *s) {
    memset(s->drop, GM_NONE, b->head.seats);
    memset(s->drop_seen, EVERYBODY, b->head.seats);
    s->phase = DROP;
}

static void drop_card(const dd_box *b, state *s, gm_seat who, int card) {
    s->hand[who] &= ~BIT(card & 63);
    s->count[who]--;
    s->drop[who] = (uint8_t)card;
    s->drop_seen[who] = (uint8_t)BIT(who);
    s->dropped |= (uint8_t)BIT(who);
    if (s->dropped != everyone(b)) return;
    s->dropped = 0;
    s->phase = SHOW;
    s->at = 0;
    s->gain[s->round] = (int8_t)s->worth; /* D3.8, unless a document is shown that does not fit */
}

static void apply(const void *box, void *st, gm_seat who, gm_move m) {
    const dd_box *b = box;
    state *s = st;
    int a = GM_A(m), q = s->at;
    switch (GM_KIND(m)) {
    case M_ROLE:
        s->role[q] = GM_B(m);
        s->role_seen[q] = (uint8_t)BIT(q); /* D2.1 */
        if (++s->at == b->head.seats) s->phase = DEAL, s->at = 0;
        return;
    case M_CARD:
        s->hand[q] |= BIT(GM_B(m) & 63);
        s->deck &= ~BIT(GM_B(m) & 63);
        if (++s->count[q] == b->hand && ++s->at == b->head.seats) s->phase = SIGNAL, s->at = 0;
        return;
    case M_SIGNAL:
        s->signal = (uint8_t)a;
        s->worth = 0;
        s->phase = LEAD;
        return;
    case M_WORTH:
        s->worth = (uint8_t)a;
        begin_drop(b, s);
        return;
    case M_SEARCH:
        s->searched = (uint8_t)a;
        s->worth = 1; /* D3.3 */
        s->phase = LOOK;
        return;
    case M_LOOK:
        s->role[a] = GM_B(m);
        s->role_seen[a] |= (uint8_t)BIT(s->leader);
        begin_drop(b, s);
        return;
    case M_DROP: drop_card(b, s, who, a); return;
    case M_SHOW: show_drop(b, s, q, GM_B(m)); return;
    case M_ACCUSE:
        s->accused = (uint8_t)a;
        s->phase = TURN;
        return;
    case M_TURN:
        s->role[q] = GM_B(m);
        s->role_seen[q] = EVERYBODY;
        if (++s->at == b->head.seats) s->phase = OVER;
        return;
    }
}

static gm_move heard(const void *box, const void *st, gm_seat who, gm_move m, gm_seat listener) {
    const state *s = st;
    (void)box;
    switch (GM_KIND(m)) {
    case M_ROLE:
    case M_CARD: return GM_A(m) == listener ? m : m | GM_MOVE(0, 0, GM_HIDDEN, 0);
    case M_LOOK:
        return (s->role_seen[GM_A(m)] | BIT(s->leader)) >> listener & 1 ? m : m | GM_MOVE(0, 0, GM_HIDDEN, 0);
    case M_DROP: return who == listener ? m : GM_MOVE(M_DROP, GM_HIDDEN, 0, 0);
    default: return m;
    }
}

/* ---- results ------------------------------------------------------------- */

static int list_scores(const void *box, const void *st, gm_score out[GM_MAX_SCORES]) {
    const dd_box *b = box;
    const state *s = st;
    int n = 0;
    for (int q = 0; q < b->head.seats; q++) {
        int side = s->role[q] == MOLE ? -1 : 1;
        for (int r = 0; r < b->rounds; r++)
            if (s->gain[r] * side > 0)
                out[n++] = (gm_score){(gm_seat)q,
                                      (int16_t)(s->gain[r] * side),
                                      {"dead-drop.account.round", {gm_number(r + 1)}}};
        if ((s->role[s->accused] == MOLE ? 1 : -1) == side) /* D4.2 */
            out[n++] = (gm_score){(gm_seat)q, 2, {"dead-drop.account.accused", {gm_seat_arg(s->accused)}}};
    }
    return n;
}

static void result(const void *box, const void *st, gm_result *r) {
    const dd_box *b = box;
    const state *s = st;
    gm_score lines[GM_MAX_SCORES];
    int side[2] = {0, 0};
    memset(r, 0, sizeof *r);
    for (int n = list_scores(box, st, lines), i = 0; i < n; i++)
        r->points[lines[i].seat] += lines[i].points;
    for (int q = 0; q < b->head.seats; q++)
        side[s->role[q] == MOLE] = r->points[q];
    int winner = side[AGENT] > side[MOLE] ? AGENT : MOLE; /* D4.3 */
    for (int q = 0; q < b->head.seats; q++)
        if ((s->role[q] == MOLE) == (winner == MOLE)) r->winners |= (gm_seats)BIT(q);
}

static const char *check_invariants(const void *box, const void *st) {
    const dd_box *b = box;
    const state *s = st;
    uint64_t seen = s->deck;
    int n = bits_count(s->deck), moles = 0;
    for (int q = 0; q < b->head.seats; q++) {
        if (bits_count(s->hand[q]) != s->count[q]) return "count of a hand";
        seen |= s->hand[q];
        n += s->count[q];
        moles += s->role[q] == MOLE;
        if (s->drop[q] != GM_NONE && s->drop_seen[q] != EVERYBODY) seen |= BIT(s->drop[q]), n++;
    }
    seen |= s->played;
    n += bits_count(s->played);
    if (seen != b->cards || n != b->n_cards) return "cards";
    if (moles > 1 || (s->phase > ROLES && moles != 1)) return "roles";
    return NULL;
}

/* ---- possible worlds --------------------------------------------------------
 *
 * They are counted exactly.  A hypothesis is who the Mole is.  Under it every other seat
 * is an Agent, so it does not hold what it lacks.  Worlds are then counted by how many
 * odd cards each seat holds.  A card that was dropped but not shown is any that the seat
 * was allowed to drop. */

typedef struct {
    uint64_t ways[SEATS]; /* by who the Mole is */
} dd_notes;

/* Has q dropped a card that `who` does not know? */
static bool has_hidden_drop(const state *s, int q, gm_seat who) {
    return !(s->drop_seen[q] & (BIT(who) | BIT(GM_SPECTATOR)));
}

static uint64_t binomial(int n, int k) {
    if (k < 0 || k > n) return 0;
    uint64_t c = 1;
    for (int i = 1; i <= k; i++)
        c = c * (uint64_t)(n - k + i) / (uint64_t)i;
    return c;
}

/* The cards that `who` has not seen. */
static uint64_t unseen_cards(const dd_box *b, const state *s, gm_seat who) {
    uint64_t known = s->played;
    if (who < b->head.seats) {
        known |= s->hand[who];
        if (s->drop[who] != GM_NONE) known |= BIT(s->drop[who]);
    }
    return b->cards & ~known;
}

/* Ways for seat q to hold `odd` odd and `even` even cards, out of this many odd and even ones.  A
 * hidden drop counts as held. */
static uint64_t ways_to_hold(const state *s, gm_seat who, int mole, int q, int odd, int even, int odds,
                             int evens) {
    if (q != mole && ((odd && s->lacks[q] >> ODD & 1) || (even && s->lacks[q] >> EVEN & 1))) return 0;
    uint64_t w = binomial(odds, odd) * binomial(evens, even);
    if (!has_hidden_drop(s, q, who)) return w;
    int fit = q == mole ? 0 : s->signal == ODD ? odd : s->signal == EVEN ? even : 0;
    return w * (uint64_t)(fit ? fit : odd + even);
}

/* Ways to deal to the seats from q on, out of this many odd and even cards. */
static uint64_t ways_from(const dd_box *b, const state *s, gm_seat who, int mole, int q, int odds,
                          int evens) {
    if (q == b->head.seats) return 1;
    if (q == who) return ways_from(b, s, who, mole, q + 1, odds, evens);
    uint64_t sum = 0;
    for (int n = s->count[q] + has_hidden_drop(s, q, who), odd = 0; odd <= n; odd++) {
        uint64_t w = ways_to_hold(s, who, mole, q, odd, n - odd, odds, evens);
        if (w) sum += w * ways_from(b, s, who, mole, q + 1, odds - odd, evens - (n - odd));
    }
    return sum;
}

static void study(const void *box, const void *view, gm_seat who, void *notes) {
    const dd_box *b = box;
    const state *s = view;
    dd_notes *n = notes;
    uint64_t cards = unseen_cards(b, s, who);
    int odds = bits_count(cards & b->odd), evens = bits_count(cards & ~b->odd);
    memset(n, 0, sizeof *n);
    for (int mole = 0; mole < b->head.seats; mole++) {
        bool can = !(s->liars & ~BIT(mole));
        for (int q = 0; q < b->head.seats; q++)
            if (s->role[q] != GM_NONE && s->role_seen[q] & (BIT(who) | BIT(GM_SPECTATOR)))
                can &= s->role[q] == (q == mole ? MOLE : AGENT);
        if (can) n->ways[mole] = ways_from(b, s, who, mole, 0, odds, evens);
    }
}

static void fill(const void *box, const void *view, gm_seat who, const void *notes, rng *r, void *world) {
    const dd_box *b = box;
    const dd_notes *note = notes;
    state *s = world;
    memcpy(s, view, sizeof *s);
    uint64_t sum = 0, left = unseen_cards(b, s, who);
    for (int q = 0; q < b->head.seats; q++)
        sum += note->ways[q];
    uint64_t x = rng_below64(r, sum);
    int mole = 0;
    while (x >= note->ways[mole])
        x -= note->ways[mole++];
    for (int q = 0; q < b->head.seats; q++)
        if (s->role_seen[q] != EVERYBODY) s->role[q] = q == mole ? MOLE : AGENT;
    int odds = bits_count(left & b->odd), evens = bits_count(left & ~b->odd);
    for (int q = 0; q < b->head.seats; q++) {
        if (q == who) continue;
        int n = s->count[q] + has_hidden_drop(s, q, who), odd = 0;
        x = rng_below64(r, ways_from(b, s, who, mole, q, odds, evens));
        for (;; odd++) { /* how many of them are odd */
            uint64_t w = ways_to_hold(s, who, mole, q, odd, n - odd, odds, evens);
            if (w) w *= ways_from(b, s, who, mole, q + 1, odds - odd, evens - (n - odd));
            if (x < w) break;
            x -= w;
        }
        s->hand[q] = bits_take(&left, b->odd, odd, r) | bits_take(&left, ~b->odd, n - odd, r);
        odds -= odd;
        evens -= n - odd;
        if (has_hidden_drop(s, q, who))
            s->drop[q] = (uint8_t)bits_first(bits_take(&s->hand[q], droppable_cards(b, s, (gm_seat)q), 1, r));
    }
    s->deck = left;
}

static void fill_story(const void *box, const void *world, gm_seat who, gm_move *story, const gm_seat *by,
                       int n) {
    const dd_box *b = box;
    const state *w = world;
    uint64_t dealt[SEATS] = {0}; /* what each seat was dealt: what it holds and what it dropped */
    uint8_t card[SEATS];         /* what each seat dropped last, going backwards */
    (void)who;
    for (int q = 0; q < b->head.seats; q++) {
        dealt[q] = w->hand[q];
        card[q] = w->drop[q];
        if (has_hidden_drop(w, q, GM_SPECTATOR)) dealt[q] |= BIT(w->drop[q]);
    }
    for (int i = n; i--;) {
        int a = GM_A(story[i]);
        if (GM_KIND(story[i]) == M_SHOW) dealt[a] |= BIT(card[a] = GM_B(story[i]));
        if (GM_KIND(story[i]) == M_DROP) story[i] = GM_MOVE(M_DROP, card[by[i]], 0, 0);
    }
    for (int i = 0; i < n; i++) {
        int a = GM_A(story[i]);
        switch (GM_KIND(story[i])) {
        case M_ROLE:
        case M_LOOK: story[i] = GM_MOVE(GM_KIND(story[i]), a, w->role[a], 0); break;
        case M_CARD:
            if (GM_B(story[i]) == GM_HIDDEN) story[i] = GM_MOVE(M_CARD, a, bits_first(dealt[a]), 0);
            dealt[a] &= ~BIT(GM_B(story[i]));
            break;
        }
    }
}

/* ---- things and sentences ------------------------------------------------ */

/* The shipped documents have names in the catalogs; others are called what their file says. */
static gm_arg document_name(const char *name) {
    static const struct {
        const char *name, *say;
    } shipped[] = {
        {"Blueprint", "dead-drop.document.blueprint"},
        {"Codebook", "dead-drop.document.codebook"},
        {"Passport", "dead-drop.document.passport"},
        {"Ledger", "dead-drop.document.ledger"},
        {"Microfilm", "dead-drop.document.microfilm"},
        {"Photograph", "dead-drop.document.photograph"},
        {"Telegram", "dead-drop.document.telegram"},
        {"Street map", "dead-drop.document.street-map"},
        {"Key", "dead-drop.document.key"},
        {"Ticket", "dead-drop.document.ticket"},
        {"Manifest", "dead-drop.document.manifest"},
        {"Letter", "dead-drop.document.letter"},
        {"Cipher", "dead-drop.document.cipher"},
        {"Receipt", "dead-drop.document.receipt"},
        {"Roster", "dead-drop.document.roster"},
        {"Sketch", "dead-drop.document.sketch"},
        {"Recording", "dead-drop.document.recording"},
        {"Permit", "dead-drop.document.permit"},
        {"Envelope", "dead-drop.document.envelope"},
        {"Timetable", "dead-drop.document.timetable"},
        {"Diary", "dead-drop.document.diary"},
        {"Badge", "dead-drop.document.badge"},
        {"Invoice", "dead-drop.document.invoice"},
        {"Postcard", "dead-drop.document.postcard"},
    };
    for (size_t i = 0; i < sizeof shipped / sizeof *shipped; i++)
        if (!strcmp(shipped[i].name, name)) return gm_word_arg(shipped[i].say);
    return gm_text_arg(name);
}

static bool thing(const void *box, const char *of, int i, gm_thing *out) {
    static const gm_word named[] = {
        {"role", "agent", "dead-drop.role.agent"},
        {"role", "mole", "dead-drop.role.mole"},
        {"signal", "odd", "dead-drop.signal.odd"},
        {"signal", "even", "dead-drop.signal.even"},
        {"signal", "any", "dead-drop.signal.any"},
        {"phase", "roles", NULL},
        {"phase", "deal", NULL},
        {"phase", "signal", NULL},
        {"phase", "lead", NULL},
        {"phase", "look", NULL},
        {"phase", "drop", NULL},
        {"phase", "show", NULL},
        {"phase", "accuse", NULL},
        {"phase", "turn", NULL},
        {"phase", "over", NULL},
        {0},
    };
    const dd_box *b = box;
    memset(out, 0, sizeof *out);
    if (gm_is_kind(of, "card")) {
        if (i < 0 || i >= b->n_cards) return false;
        text code = text_on(out->code, sizeof out->code);
        text_int(&code, b->number[i]);
        out->name = (gm_line){"dead-drop.card", {gm_number(b->number[i]), document_name(b->name[i])}};
        return true;
    }
    if (gm_is_kind(of, "worth")) { /* 1 or 2 points */
        out->code[0] = (char)('0' + i);
        return i == 1 || i == 2;
    }
    return gm_word_thing(named, of, i, out);
}

static void news(const void *box, const void *before, const void *after, gm_seat who, gm_lines *out) {
    const state *s = before, *t = after;
    (void)box, (void)who;
    out->n = 0;
    if (t->round == s->round) return;
    int gain = t->gain[s->round];
    gm_add_line(out, gain > 0 ? "dead-drop.news.made" : "dead-drop.news.failed")->arg[0] =
        gm_number(gain > 0 ? gain : -gain);
}

/* What the reader knows of a seat: its role, its drop, and what it lacks. */
static void tell_seat(const state *s, int q, gm_seat who, gm_lines *out) {
    gm_line *l;
    gm_arg seat = gm_seat_arg(q);
    bool known = s->role[q] != GM_NONE && s->role_seen[q] & (BIT(who) | BIT(GM_SPECTATOR));
    if (q != who && known) {
        l = gm_add_line(out, "dead-drop.tell.known");
        l->arg[0] = seat;
        l->arg[1] = gm_thing_arg("role", s->role[q]);
    }
    if (s->drop_seen[q] != EVERYBODY || s->drop[q] != GM_NONE) {
        bool face = s->drop_seen[q] & (BIT(who) | BIT(GM_SPECTATOR));
        l = gm_add_line(out, face ? "dead-drop.tell.dropped" : "dead-drop.tell.face-down");
        l->arg[0] = seat;
        l->arg[1] = gm_thing_arg("card", s->drop[q]);
    }
    if (s->liars >> q & 1)
        gm_add_line(out, "dead-drop.tell.liar")->arg[0] = seat;
    else if (s->lacks[q]) {
        l = gm_add_line(out, "dead-drop.tell.lacks");
        l->arg[0] = seat;
        l->arg[1] = gm_set_arg("signal", s->lacks[q]);
    }
}

static void tell(const void *box, const void *view, gm_seat who, gm_lines *out) {
    const dd_box *b = box;
    const state *s = view;
    int score[2] = {0, 0};
    gm_line *l;
    out->n = 0;
    if (s->phase < SIGNAL) {
        gm_add_line(out, "dead-drop.tell.dealing");
    } else if (s->phase < ACCUSE) {
        l = gm_add_line(out, "dead-drop.tell.round");
        l->arg[0] = gm_number(s->round + 1);
        l->arg[1] = gm_number(b->rounds);
        if (s->phase > SIGNAL) {
            l = gm_add_line(out, s->worth ? "dead-drop.tell.signal-worth" : "dead-drop.tell.signal");
            l->arg[0] = gm_thing_arg("signal", s->signal);
            l->arg[1] = gm_number(s->worth);
        }
    } else {
        gm_add_line(out, s->phase == ACCUSE ? "dead-drop.tell.accuse" : "dead-drop.tell.turning");
    }
    for (int r = 0; r < s->round; r++)
        score[s->gain[r] < 0] += s->gain[r] < 0 ? -s->gain[r] : s->gain[r];
    l = gm_add_line(out, "dead-drop.tell.score");
    l->arg[0] = gm_number(score[AGENT]);
    l->arg[1] = gm_number(score[MOLE]);
    if (who < b->head.seats && s->role[who] != GM_NONE) {
        gm_add_line(out, "dead-drop.tell.role")->arg[0] = gm_thing_arg("role", s->role[who]);
        gm_add_line(out, "dead-drop.tell.hand")->arg[0] = gm_set_arg("card", s->hand[who]);
    }
    for (int q = 0; q < b->head.seats; q++)
        tell_seat(s, q, who, out);
}

/* ---- the game ------------------------------------------------------------ */

extern const gm_game dead_drop_game;
const gm_game dead_drop_game = {
    .name = "dead-drop",
    .edition = 2, /* D1.2, D3.3 */
    .oldest_edition = 1,
    .min_seats = 3,
    .max_seats = SEATS,
    .default_seats = 3,
    .state_size = sizeof(state),
    .box_size = sizeof(dd_box),
    .notes_size = sizeof(dd_notes),
    .say = "dead-drop.name",
    .about = "dead-drop.about",
    .rules = "dead-drop.rules",
    .fields = fields,
    .verbs = verbs,
    .options = options,
    .decks = decks,
    .minis = minis,
    .open = open_box,
    .setup = setup,
    .to_act = to_act,
    .moves = moves,
    .chances = chances,
    .deal = deal,
    .apply = apply,
    .heard = heard,
    .why_not = why_not,
    .result = result,
    .scores = list_scores,
    .check_invariants = check_invariants,
    .study = study,
    .fill = fill,
    .fill_story = fill_story,
    .thing = thing,
    .news = news,
    .tell = tell,
};
