/* inside_job.c - Inside Job for three to five (doc/rules/inside-job.md).
 *
 * Map: fields - moves - opening: numbers, missions - setting up - what can be done
 * - doing it: a trick, its end, the vote - results - possible worlds - things and
 * sentences - the game.
 *
 * An Agent can be forced to a card, the Insider never is (J3.5), so nothing that
 * others see may depend on how many moves a seat has: there is no automatic play,
 * and a move names the card, not the choice. */
#include "games/inside_job/inside_job.h"
#include "base/csv.h"
#include "base/text.h"
#include <string.h>

typedef ij_box box_t;
typedef ij_state state;
_Static_assert(sizeof(state) % 8 == 0 && sizeof(state) <= 512 && sizeof(box_t) % 8 == 0, "no padding");

/* ---- fields ------------------------------------------------------------------- */

static const gm_field fields[] = {
    GM_FIELD(state, hand, IJ_SEATS, GM_OWNER, GM_SET, "card"),
    GM_FIELD(state, deck, 1, GM_SECRET, GM_SET, "card"),
    GM_FIELD(state, played, 1, GM_PUBLIC, GM_SET, "card"),
    GM_FIELD(state, missions, 1, GM_SECRET, GM_SET, "mission"),
    GM_FIELD(state, completed, 1, GM_PUBLIC, GM_SET, NULL),
    GM_MASKED_FIELD(state, role, IJ_SEATS, GM_U8, "role"),
    GM_FIELD(state, role_seen, IJ_SEATS, GM_PUBLIC, GM_SET, "seat"),
    GM_MASKED_FIELD(state, drawn, 2, GM_U8, "mission"),
    GM_FIELD(state, drawn_seen, 2, GM_PUBLIC, GM_SET, "seat"),
    GM_FIELD(state, picked, IJ_TRICKS, GM_PUBLIC, GM_U8, "mission"),
    GM_MASKED_FIELD(state, away, IJ_TRICKS, GM_U8, "mission"),
    GM_FIELD(state, away_seen, IJ_TRICKS, GM_PUBLIC, GM_SET, "seat"),
    GM_FIELD(state, trick, IJ_SEATS, GM_PUBLIC, GM_U8, "card"),
    GM_FIELD(state, raised, 1, GM_PUBLIC, GM_SET, NULL),
    GM_FIELD(state, intel, IJ_SEATS, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, pool, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, count, IJ_SEATS, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, lacks, IJ_SEATS, GM_PUBLIC, GM_SET, "colour"),
    GM_FIELD(state, liars, 1, GM_PUBLIC, GM_SET, "seat"),
    GM_MASKED_FIELD(state, vote, IJ_SEATS, GM_U8, "seat"),
    GM_FIELD(state, vote_seen, IJ_SEATS, GM_PUBLIC, GM_SET, "seat"),
    GM_FIELD(state, revealed, 1, GM_PUBLIC, GM_SET, "seat"),
    GM_FIELD(state, voters, 1, GM_PUBLIC, GM_SET, "seat"),
    GM_FIELD(state, voted, 1, GM_PUBLIC, GM_SET, "seat"),
    GM_FIELD(state, phase, 1, GM_PUBLIC, GM_U8, "phase"),
    GM_FIELD(state, at, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, leader, 1, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(state, starter, 1, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(state, n, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, tricks, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, side, 1, GM_PUBLIC, GM_U8, "side"),
    GM_FIELD(state, cause, 1, GM_PUBLIC, GM_U8, "cause"),
    GM_FIELD(state, pad, 1, GM_PUBLIC, GM_U8, NULL),
    {0},
};

/* ---- moves ----------------------------------------------------------------------- */

static const gm_verb verbs[] = {
    {IJ_M_LEAD, false, "lead", {"seat"}, "inside-job.lead", NULL, false},
    {IJ_M_ROLE, false, "role", {"seat", "role"}, "inside-job.role", "inside-job.role.veil", false},
    {IJ_M_CARD, false, "card", {"seat", "card"}, "inside-job.deal", "inside-job.deal.veil", false},
    {IJ_M_MISSION, false, "mission", {"mission"}, "inside-job.draw", "inside-job.draw.veil", true},
    {IJ_M_PICK, false, "pick", {"mission"}, "inside-job.pick", NULL, false},
    {IJ_M_PLAY, false, "play", {"card"}, "inside-job.play", NULL, false},
    {IJ_M_RAISE, false, "raise", {"card"}, "inside-job.raise", NULL, false},
    {IJ_M_REVEAL, false, "reveal", {"seat", "role"}, "inside-job.reveal", NULL, false},
    {IJ_M_VOTE, true, "vote", {"seat"}, "inside-job.vote", "inside-job.vote.veil", true},
    {IJ_M_SHOW, false, "show", {"seat", "seat"}, "inside-job.show", NULL, false},
    {0},
};

/* ---- opening: the numbers of J1, and options ------------------------------------------ */

static const gm_option options[] = {
    {"raise", "on|off", "on", "inside-job.option.raise"},
    {"risk", "on|off", "off", "inside-job.option.risk"},
    {"open-log", "on|off", "off", "inside-job.option.open-log"},
    {"leader", "random|0|1|2|3|4", "random", "inside-job.option.leader"},
    {"mini", "0..3", "0", NULL},
    {0},
};
static const gm_deck decks[] = {{"number,condition,trump,risky", "inside-job.csv"}, {0}};

/* Tiny games for three: a hand of 2 out of 6 cards.  The first has two tricks,
 * so that a seat can be found to have lied; the others one trick, with raising and
 * then with a risky mission, in which reveals come soon. */
#define ROWS "number,condition,trump,risky\n1,all 1-2,yellow,no\n2,winner last,pink,no\n"
#define FOUR ROWS "3,ascending,pink,no\n4,same colour,yellow,no\n"
#define RISK ROWS "3,raised last,pink,yes\n"
static const gm_mini minis[] = {
    {{3, {{"mini", "1"}, {"leader", "0"}, {"raise", "off"}}, {{"four", FOUR, sizeof FOUR - 1}}}, 0},
    {{3, {{"mini", "2"}, {"leader", "0"}}, {{"two", ROWS, sizeof ROWS - 1}}}, 0},
    {{3, {{"mini", "3"}, {"leader", "0"}, {"risk", "on"}}, {{"risk", RISK, sizeof RISK - 1}}}, 0},
    {{0}, 0},
};
static const struct {
    uint8_t hand, tricks, need, limit;
    uint64_t cards;
} sizes[] = {
    /* J1.1, J1.2, J1.4, J1.5 for 3, 4 and 5 seats, then the minis */
    {13, 11, 9, 6, BIT(IJ_CARDS) - 1}, {12, 10, 7, 5, BIT(IJ_CARDS) - 1}, {10, 9, 6, 4, BIT(IJ_CARDS) - 1},
    {2, 2, 1, 2, 7 | 7 << 13},         {2, 1, 1, 3, 7 | 7 << 13},         {2, 1, 1, 2, 7 | 7 << 13},
};

/* ---- opening: missions ------------------------------------------------------------------
 *
 * A condition is one of this table, or `all A-B` with 1 <= A <= B <= 13. */

static const char *const colours[] = {"yellow", "pink", "green", "blue"};
static const struct {
    const char *text;
    uint8_t kind, a;
    const char *say;
} conditions[] = {
    {"all A-B", IJ_RANGE, 0, "inside-job.mission.range"},
    {"all even", IJ_EVEN, 0, "inside-job.mission.even"},
    {"all odd", IJ_ODD, 0, "inside-job.mission.odd"},
    {"ascending", IJ_ASCENDING, 0, "inside-job.mission.ascending"},
    {"descending", IJ_DESCENDING, 0, "inside-job.mission.descending"},
    {"winner first", IJ_WINNER, 0, "inside-job.mission.winner-first"},
    {"winner second", IJ_WINNER, 1, "inside-job.mission.winner-second"},
    {"winner third", IJ_WINNER, 2, "inside-job.mission.winner-third"},
    {"winner last", IJ_WINNER, IJ_LAST, "inside-job.mission.winner-last"},
    {"same colour", IJ_SAME, 0, "inside-job.mission.same"},
    {"first and last same colour", IJ_ENDS, 0, "inside-job.mission.ends"},
    {"last lowest", IJ_LOWEST, 0, "inside-job.mission.lowest"},
    {"raised second", IJ_RAISED, 1, "inside-job.mission.raised-second"},
    {"raised third", IJ_RAISED, 2, "inside-job.mission.raised-third"},
    {"raised last", IJ_RAISED, IJ_LAST, "inside-job.mission.raised-last"},
    {"raised at least 2", IJ_RAISED_TWO, 0, "inside-job.mission.raised-two"},
};
enum { CONDITIONS = sizeof conditions / sizeof *conditions };

static bool read_range(const char *s, ij_mission *m) {
    const char *dash = strchr(s, '-');
    int a, b;
    if (strncmp(s, "all ", 4) || !dash || !text_number(s + 4, (size_t)(dash - s - 4), 1, 13, &a) ||
        !text_number(dash + 1, strlen(dash + 1), a, 13, &b))
        return false;
    m->a = (uint8_t)a;
    m->b = (uint8_t)b;
    return true;
}

static bool read_condition(const char *s, ij_mission *m) {
    int row = 0;
    if (!read_range(s, m))
        for (row = 1; row < CONDITIONS && strcmp(s, conditions[row].text);)
            row++;
    if (row == CONDITIONS) return false;
    m->row = (uint8_t)row;
    m->kind = conditions[row].kind;
    if (row) m->a = conditions[row].a;
    return true;
}

static bool bad_field(fault *why, const char *say, const gm_file *file, const csv_field *f) {
    fault_at(why, say, file->name, f->line, f->column);
    return fault_with(why, 0, f->text, strlen(f->text));
}

static bool read_mission(const gm_file *file, const csv_field f[4], box_t *b, fault *why) {
    ij_mission *m = &b->mission[b->n_missions];
    int number, trump = 0;
    if (b->n_missions == IJ_MISSIONS) {
        fault_at(why, "inside-job.deck.many", file->name, f[0].line, 1);
        return fault_number(why, 0, IJ_MISSIONS);
    }
    if (!text_number(f[0].text, strlen(f[0].text), 1, 99, &number))
        return bad_field(why, "inside-job.deck.number", file, &f[0]);
    for (int i = 0; i < b->n_missions; i++)
        if (b->mission[i].number == number) return bad_field(why, "inside-job.deck.twice", file, &f[0]);
    if (!read_condition(f[1].text, m)) return bad_field(why, "inside-job.deck.condition", file, &f[1]);
    while (trump < IJ_COLOURS && strcmp(f[2].text, colours[trump]))
        trump++;
    if (trump == IJ_COLOURS) return bad_field(why, "inside-job.deck.trump", file, &f[2]);
    if (strcmp(f[3].text, "yes") && strcmp(f[3].text, "no"))
        return bad_field(why, "inside-job.deck.risky", file, &f[3]);
    m->number = (uint8_t)number;
    m->trump = (uint8_t)trump;
    m->risky = f[3].text[0] == 'y';
    if (!m->risky || b->risk) b->missions |= (uint32_t)BIT(b->n_missions); /* J2.4, J7.1 */
    if (m->risky && b->risk) b->risky |= (uint32_t)BIT(b->n_missions);
    b->n_missions++;
    return true;
}

static bool read_deck(const gm_file *file, box_t *b, fault *why) {
    csv c;
    csv_field f[4];
    if (!csv_open(&c, file->name, file->text, file->size, decks[0].columns, why)) return false;
    while (csv_row(&c, f, why))
        if (!read_mission(file, f, b, why)) return false;
    if (c.bad) return false;
    bool mini = b->cards != BIT(IJ_CARDS) - 1; /* which may need its risky one */
    int usual = bits_count(mini ? b->missions : b->missions & ~b->risky), need = 2 * b->tricks; /* J11.9 */
    if (usual >= need) return true;
    fault_at(why, "inside-job.deck.few", file->name, c.line, 0);
    fault_number(why, 0, usual);
    return fault_number(why, 1, need);
}

static bool is_on(const gm_order *order, const char *key) {
    return !strcmp(gm_setting_of(order, options, key), "on");
}

static bool open(const gm_order *order, void *box, fault *why) {
    box_t *b = box;
    const char *leader = gm_setting_of(order, options, "leader");
    int mini = gm_setting_of(order, options, "mini")[0] - '0', size = mini ? 2 + mini : order->seats - 3;
    if (mini && order->seats != 3) return fault_at(why, "inside-job.mini", NULL, 0, 0);
    b->seats = (uint8_t)order->seats;
    b->hand = sizes[size].hand;
    b->tricks = sizes[size].tricks;
    b->need = sizes[size].need;
    b->limit = sizes[size].limit;
    b->cards = sizes[size].cards;
    b->raise = is_on(order, "raise");
    b->risk = is_on(order, "risk");
    b->open_log = is_on(order, "open-log");
    b->first = *leader == 'r' ? GM_NONE : (uint8_t)(*leader - '0');
    if (b->risk && !b->raise) return fault_at(why, "inside-job.risk", NULL, 0, 0); /* J7.1 */
    if (b->first != GM_NONE && b->first >= b->seats) return fault_at(why, "inside-job.leader", NULL, 0, 0);
    for (int n = 0; n <= IJ_CARDS; n++)
        for (int k = 0; k <= IJ_CARDS / 2; k++)
            b->choose[n][k] = !k ? 1 : !n ? 0 : b->choose[n - 1][k - 1] + b->choose[n - 1][k];
    return read_deck(&order->files[0], b, why);
}

/* ---- setting up ------------------------------------------------------------------------------ */

static void setup(const void *box, void *st) {
    const box_t *b = box;
    state *s = st;
    memset(s, 0, sizeof *s);
    s->deck = b->cards;
    s->missions = b->missions;
    memset(s->role, GM_NONE, sizeof s->role);
    memset(s->role_seen, IJ_ALL, sizeof s->role_seen);
    memset(s->drawn, GM_NONE, sizeof s->drawn);
    memset(s->drawn_seen, IJ_ALL, sizeof s->drawn_seen);
    memset(s->picked, GM_NONE, sizeof s->picked);
    memset(s->away, GM_NONE, sizeof s->away);
    memset(s->away_seen, IJ_ALL, sizeof s->away_seen);
    memset(s->trick, GM_NONE, sizeof s->trick);
    memset(s->vote, GM_NONE, sizeof s->vote);
    memset(s->vote_seen, IJ_ALL, sizeof s->vote_seen);
    memset(s->intel, 1, b->seats); /* J1.6 */
    s->pool = (uint8_t)(IJ_INTEL - b->seats);
    s->leader = s->starter = GM_NONE;
}

/* ---- what can be done -------------------------------------------------------------------------- */

static gm_seats to_act(const void *box, const void *st) {
    const state *s = st;
    switch (s->phase) {
    case IJ_PICK: return (gm_seats)BIT(s->leader);
    case IJ_PLAY: return (gm_seats)BIT(ij_turn(box, s));
    case IJ_VOTE: return s->voters & (gm_seats)~s->voted;
    case IJ_OVER: return 0;
    default: return BIT(GM_DEALER);
    }
}

static uint32_t chances(const void *box, const void *st) {
    const box_t *b = box;
    const state *s = st;
    switch (s->phase) {
    case IJ_LEADER: return b->first == GM_NONE ? b->seats : 1; /* J2.5 */
    case IJ_ROLES: return (uint32_t)(b->seats - s->at);        /* the role cards left */
    case IJ_DEAL: return (uint32_t)bits_count(s->deck);
    case IJ_DRAW: return (uint32_t)bits_count(s->missions);
    default: return 1;
    }
}

static gm_move deal(const void *box, const void *st, uint32_t x) {
    const box_t *b = box;
    const state *s = st;
    switch (s->phase) {
    case IJ_LEADER: return GM_MOVE(IJ_M_LEAD, b->first == GM_NONE ? x : b->first, 0, 0);
    case IJ_ROLES: { /* J2.1: the Insider is the last of the cards left, if it is still there */
        bool gone = memchr(s->role, IJ_INSIDER, s->at);
        bool last = x == (uint32_t)(b->seats - s->at - 1);
        return GM_MOVE(IJ_M_ROLE, s->at, last && !gone ? IJ_INSIDER : IJ_AGENT, 0);
    }
    case IJ_DEAL: return GM_MOVE(IJ_M_CARD, s->at, bits_nth(s->deck, x), 0);
    case IJ_DRAW: return GM_MOVE(IJ_M_MISSION, bits_nth(s->missions, x), 0, 0);
    case IJ_SHOW: return GM_MOVE(IJ_M_SHOW, s->at, s->vote[s->at], 0);
    default: return GM_MOVE(IJ_M_REVEAL, s->at, s->role[s->at], 0);
    }
}

/* What a seat may play.  Asks for the own role and hand only. */
static uint64_t playable(const state *s, gm_seat who) {
    uint64_t hand = s->hand[who];
    if (!s->n || s->role[who] == IJ_INSIDER) return hand;     /* J3.3, J3.5 */
    uint64_t follow = hand & ij_suit(ij_colour(s->trick[0])); /* J4.6: the printed colour */
    return follow ? follow : hand;                            /* J3.4 */
}

static bool may_raise(const box_t *b, const state *s, gm_seat who) { /* J4.3 */
    return b->raise && s->n && s->intel[who] && !(s->revealed >> who & 1);
}

/* For whom a seat may vote, J6.2. */
static gm_seats targets(const box_t *b, const state *s, gm_seat who) {
    return (gm_seats)((BIT(b->seats) - 1) & ~BIT(who) & ~(uint64_t)s->revealed);
}

/* Which of the two missions may be picked: a set of 1 and 2, J7.1. */
static int pickable(const box_t *b, const state *s) {
    int risky = 0;
    for (int i = 0; i < 2; i++)
        if (b->risky >> s->drawn[i] & 1) risky |= 1 << i;
    return risky ? risky : 3;
}

static int moves(const void *box, const void *st, gm_seat who, gm_move out[GM_MAX_MOVES]) {
    const box_t *b = box;
    const state *s = st;
    int n = 0;
    if (!(to_act(box, st) >> who & 1)) return 0;
    switch (s->phase) {
    case IJ_PICK: {
        int can = pickable(b, s), low = s->drawn[0] > s->drawn[1];
        for (int i = 0; i < 2; i++)
            if (can >> (i ^ low) & 1) out[n++] = GM_MOVE(IJ_M_PICK, s->drawn[i ^ low], 0, 0);
        return n;
    }
    case IJ_PLAY: {
        uint64_t cards = playable(s, who);
        for (uint64_t c = cards; c; c &= c - 1)
            out[n++] = GM_MOVE(IJ_M_PLAY, bits_first(c), 0, 0);
        if (may_raise(b, s, who))
            for (uint64_t c = cards; c; c &= c - 1)
                out[n++] = GM_MOVE(IJ_M_RAISE, bits_first(c), 0, 0);
        return n;
    }
    case IJ_VOTE:
        for (gm_seats t = targets(b, s, who); t; t &= (gm_seats)(t - 1))
            out[n++] = GM_MOVE(IJ_M_VOTE, bits_first(t), 0, 0);
        return n;
    }
    for (uint32_t x = 0, k = chances(box, st); x < k; x++) { /* the dealer's outcomes, each once */
        gm_move m = deal(box, st, x);
        if (!n || out[n - 1] != m) out[n++] = m;
    }
    return n;
}

static const gm_reason *why_not_play(const box_t *b, const state *s, gm_seat who, int kind, int card) {
    static const gm_reason now = {"J3.3", "inside-job.why.play"}, hand = {"J3.3", "inside-job.why.hand"},
                           follow = {"J3.4", "inside-job.why.follow"},
                           off = {"J4.1", "inside-job.why.raise-off"},
                           lead = {"J4.3", "inside-job.why.raise-lead"},
                           none = {"J4.1", "inside-job.why.raise-none"},
                           open_role = {"J4.3", "inside-job.why.raise-revealed"};
    if (kind != IJ_M_PLAY && kind != IJ_M_RAISE) return &now;
    if (card >= IJ_CARDS || !(s->hand[who] >> card & 1)) return &hand;
    if (!(playable(s, who) >> card & 1)) return &follow;
    if (kind == IJ_M_PLAY || may_raise(b, s, who)) return NULL;
    return !b->raise ? &off : !s->n ? &lead : s->revealed >> who & 1 ? &open_role : &none;
}

static const gm_reason *why_not(const void *box, const void *st, gm_seat who, gm_move m) {
    static const gm_reason over = {"J5.7", "inside-job.why.over"}, turn = {"J3.3", "inside-job.why.turn"},
                           voted = {"J6.5", "inside-job.why.voted"},
                           no_vote = {"J6.2", "inside-job.why.no-vote"},
                           deals = {"J2.6", "inside-job.why.deals"}, pick = {"J3.1", "inside-job.why.pick"},
                           drawn = {"J3.1", "inside-job.why.drawn"}, risky = {"J7.1", "inside-job.why.risky"},
                           vote = {"J6.1", "inside-job.why.vote"}, self = {"J6.2", "inside-job.why.self"},
                           cleared = {"J6.2", "inside-job.why.cleared"};
    const box_t *b = box;
    const state *s = st;
    int a = GM_A(m), kind = m == GM_MOVE(GM_KIND(m), a, 0, 0) ? GM_KIND(m) : 0;
    gm_seats act = to_act(box, st);
    if (!act) return &over;
    if (!(act >> who & 1))
        return s->phase != IJ_VOTE || who >= b->seats ? &turn : s->voters >> who & 1 ? &voted : &no_vote;
    switch (s->phase) {
    case IJ_PICK:
        if (kind != IJ_M_PICK) return &pick;
        if (a != s->drawn[0] && a != s->drawn[1]) return &drawn;
        return pickable(b, s) >> (a == s->drawn[1]) & 1 ? NULL : &risky;
    case IJ_PLAY: return why_not_play(b, s, who, kind, a);
    case IJ_VOTE:
        if (kind != IJ_M_VOTE || a >= b->seats) return &vote;
        return targets(b, s, who) >> a & 1 ? NULL : a == who ? &self : &cleared;
    }
    gm_move legal[GM_MAX_MOVES];
    for (int n = moves(box, st, who, legal); n--;)
        if (legal[n] == m) return NULL;
    return &deals;
}

/* ---- doing it: the ends of a trick and of the game ------------------------------------------------ */

/* Somebody has won; roles that are still hidden are turned over. */
static void finish(const box_t *b, state *s, int side, int cause) {
    s->side = (uint8_t)side;
    s->cause = (uint8_t)cause;
    s->at = 0;
    while (s->at < b->seats && s->revealed >> s->at & 1)
        s->at++;
    s->phase = s->at < b->seats ? IJ_CLOSE : IJ_OVER;
}

/* The seats that have somebody to vote for, J6.2, J6.5. */
static void open_vote(const box_t *b, state *s) {
    s->voters = 0;
    for (int q = 0; q < b->seats; q++)
        if (targets(b, s, (gm_seat)q)) s->voters |= (uint8_t)BIT(q);
    if (s->voters)
        s->phase = IJ_VOTE;
    else
        finish(b, s, IJ_INSIDERS, IJ_BY_TIE); /* J6.3: no vote cast */
}

/* J5.7, J5.8. */
static void after_reveal(const box_t *b, state *s) {
    if (bits_count(s->completed) >= b->need)
        finish(b, s, IJ_AGENTS, IJ_BY_MISSIONS);
    else if (s->tricks == b->tricks)
        open_vote(b, s);
    else
        s->phase = IJ_DRAW, s->at = 0;
}

/* J5.1, J5.2, J5.4. */
static void end_trick(const box_t *b, state *s) {
    const ij_mission *m = &b->mission[s->picked[s->tricks]];
    int w = s->starter + ij_winner(s, b->seats, m->trump);
    if (w >= b->seats) w -= b->seats;
    if (ij_fulfilled(m, s, b->seats)) s->completed |= (uint16_t)BIT(s->tricks); /* J3.8 */
    s->intel[w] = (uint8_t)(s->intel[w] + 1 + bits_count(s->raised));           /* J3.7, J4.4 */
    s->pool--;
    s->leader = (uint8_t)w;
    s->tricks++;
    if (s->intel[w] >= b->limit && !(s->revealed >> w & 1))
        s->phase = IJ_REVEAL, s->at = (uint8_t)w;
    else
        after_reveal(b, s);
}

static void play(const box_t *b, state *s, gm_seat who, int card, bool raise) {
    uint64_t c = BIT(card);
    int colour = ij_colour(card);
    s->hand[who] &= ~c;
    s->played |= c;
    s->count[who]--;
    s->trick[s->n] = (uint8_t)card;
    if (raise) {
        s->raised |= (uint8_t)BIT(s->n);
        s->intel[who]--;
    }
    if (s->lacks[who] >> colour & 1) s->liars |= (uint8_t)BIT(who);
    int led = ij_colour(s->trick[0]);
    if (colour != led) s->lacks[who] |= (uint8_t)BIT(led);
    if (++s->n == b->seats) end_trick(b, s);
}

static void pick(state *s, gm_seat who, int mission) {
    s->picked[s->tricks] = (uint8_t)mission;
    s->away[s->tricks] = s->drawn[mission == s->drawn[0]];
    s->away_seen[s->tricks] = (uint8_t)BIT(who);
    memset(s->drawn, GM_NONE, sizeof s->drawn);
    memset(s->drawn_seen, IJ_ALL, sizeof s->drawn_seen);
    memset(s->trick, GM_NONE, sizeof s->trick);
    s->raised = s->n = 0;
    s->starter = who;
    s->phase = IJ_PLAY;
}

/* All ballots lie open, J6.3. */
static void count_votes(const box_t *b, state *s) {
    int votes[IJ_SEATS] = {0}, top = 0, tied = 0;
    for (int q = 0; q < b->seats; q++)
        if (s->voters >> q & 1) votes[s->vote[q]]++;
    for (int q = 1; q < b->seats; q++)
        if (votes[q] > votes[top]) top = q;
    for (int q = 0; q < b->seats; q++)
        tied += votes[q] == votes[top];
    if (tied > 1)
        finish(b, s, IJ_INSIDERS, IJ_BY_TIE);
    else
        s->phase = IJ_EXPOSE, s->at = (uint8_t)top;
}

static void reveal(const box_t *b, state *s, int q, int role) {
    int phase = s->phase;
    s->role[q] = (uint8_t)role;
    s->role_seen[q] = IJ_ALL;
    s->revealed |= (uint8_t)BIT(q);
    if (phase == IJ_CLOSE)
        finish(b, s, s->side, s->cause);
    else if (phase == IJ_EXPOSE && role == IJ_INSIDER)
        finish(b, s, IJ_AGENTS, IJ_BY_VOTE);
    else if (phase == IJ_EXPOSE)
        finish(b, s, IJ_INSIDERS, IJ_BY_WRONG_VOTE);
    else if (role == IJ_INSIDER)
        finish(b, s, IJ_INSIDERS, IJ_BY_INTEL);
    else
        after_reveal(b, s);
}

static void apply(const void *box, void *st, gm_seat who, gm_move m) {
    const box_t *b = box;
    state *s = st;
    int a = GM_A(m), q = s->at;
    switch (GM_KIND(m)) {
    case IJ_M_LEAD:
        s->leader = (uint8_t)a;
        s->phase = IJ_ROLES;
        return;
    case IJ_M_ROLE:
        s->role[q] = GM_B(m);
        s->role_seen[q] = (uint8_t)BIT(q);
        if (++s->at == b->seats) s->phase = IJ_DEAL, s->at = 0;
        return;
    case IJ_M_CARD:
        s->hand[q] |= BIT(GM_B(m) & 63);
        s->deck &= ~BIT(GM_B(m) & 63);
        if (++s->count[q] == b->hand && ++s->at == b->seats) s->phase = IJ_DRAW, s->at = 0;
        return;
    case IJ_M_MISSION:
        s->drawn[q] = (uint8_t)a;
        s->drawn_seen[q] = (uint8_t)BIT(s->leader); /* J3.1 */
        s->missions &= ~(uint32_t)BIT(a & 31);
        if (++s->at == 2) s->phase = IJ_PICK;
        return;
    case IJ_M_PICK: pick(s, who, a); return;
    case IJ_M_PLAY: play(b, s, who, a, false); return;
    case IJ_M_RAISE: play(b, s, who, a, true); return;
    case IJ_M_REVEAL: reveal(b, s, q, GM_B(m)); return;
    case IJ_M_VOTE:
        s->vote[who] = (uint8_t)a;
        s->vote_seen[who] = (uint8_t)BIT(who);
        s->voted |= (uint8_t)BIT(who);
        if (s->voted != s->voters) return;
        s->phase = IJ_SHOW;
        s->at = (uint8_t)bits_first(s->voters);
        return;
    case IJ_M_SHOW:
        s->vote[q] = GM_B(m);
        s->vote_seen[q] = IJ_ALL;
        while (++s->at < b->seats && !(s->voters >> s->at & 1))
            ;
        if (s->at == b->seats) count_votes(b, s);
        return;
    }
}

static gm_move heard(const void *box, const void *st, gm_seat who, gm_move m, gm_seat listener) {
    const state *s = st;
    (void)box;
    switch (GM_KIND(m)) {
    case IJ_M_ROLE:
    case IJ_M_CARD: return GM_A(m) == listener ? m : m | GM_MOVE(0, 0, GM_HIDDEN, 0);
    case IJ_M_MISSION: return s->leader == listener ? m : GM_MOVE(IJ_M_MISSION, GM_HIDDEN, 0, 0);
    case IJ_M_VOTE: return who == listener ? m : GM_MOVE(IJ_M_VOTE, GM_HIDDEN, 0, 0);
    default: return m;
    }
}

/* ---- results ------------------------------------------------------------------------------------------ */

static int account(const void *box, const void *st, gm_entry out[GM_MAX_ENTRIES]) {
    static const char *const causes[] = {
        [IJ_BY_MISSIONS] = "inside-job.account.missions",
        [IJ_BY_INTEL] = "inside-job.account.intel",
        [IJ_BY_VOTE] = "inside-job.account.vote",
        [IJ_BY_WRONG_VOTE] = "inside-job.account.wrong-vote",
        [IJ_BY_TIE] = "inside-job.account.tie",
    };
    const box_t *b = box;
    const state *s = st;
    int n = 0;
    for (int q = 0; q < b->seats; q++)
        if (s->side == (s->role[q] == IJ_INSIDER ? IJ_INSIDERS : IJ_AGENTS))
            out[n++] = (gm_entry){
                (gm_seat)q, 1, {causes[s->cause], {{GM_ARG_NUMBER, NULL, bits_count(s->completed)}}}};
    return n;
}

static void result(const void *box, const void *st, gm_result *r) {
    gm_entry lines[GM_MAX_ENTRIES];
    memset(r, 0, sizeof *r);
    for (int n = account(box, st, lines), i = 0; i < n; i++) {
        r->winners |= (gm_seats)BIT(lines[i].seat);
        r->points[lines[i].seat] = 1;
    }
}

static const char *sound(const void *box, const void *st) {
    const box_t *b = box;
    const state *s = st;
    uint64_t seen = s->deck | s->played;
    uint32_t missions = s->missions;
    int n = bits_count(s->deck) + bits_count(s->played), intel = s->pool, insiders = 0,
        m = bits_count(missions);
    for (int q = 0; q < b->seats; q++) {
        if (bits_count(s->hand[q]) != s->count[q]) return "count of a hand";
        seen |= s->hand[q];
        n += s->count[q];
        intel += s->intel[q];
        insiders += s->role[q] == IJ_INSIDER;
    }
    if (seen != b->cards || n != bits_count(b->cards)) return "cards";
    if (s->n < b->seats) intel += bits_count(s->raised); /* on the cards of a trick that is not over */
    if (intel != IJ_INTEL) return "intel";               /* J1.7 */
    if (insiders != (s->phase > IJ_ROLES) && s->phase != IJ_ROLES) return "roles";
    for (int i = 0; i < 2; i++)
        if (s->drawn[i] != GM_NONE) missions |= (uint32_t)BIT(s->drawn[i]), m++;
    for (int t = 0; t < IJ_TRICKS; t++)
        if (s->picked[t] != GM_NONE) missions |= (uint32_t)(BIT(s->picked[t]) | BIT(s->away[t])), m += 2;
    return missions == b->missions && m == bits_count(b->missions) ? NULL : "missions";
}

/* ---- possible worlds ----------------------------------------------------------------------------------------
 *
 * Exact, by counting.  A hypothesis is who the Insider is.  Under it every other
 * seat is an Agent, who does not hold a colour that was not followed.  Seats that
 * lack the same colours are one holder whose cards are divided afterwards; seats
 * that lack nothing, and the deck, share what is left.  So ways are counted by how
 * many cards of each colour the few bound holders have. */

typedef ij_notes notes_t;

/* Seats that lack the same colours, under a hypothesis. */
typedef struct {
    int cards, colours; /* how many they hold together; which they lack */
    gm_seats seats;
} holder;

typedef struct {
    int n, left[IJ_COLOURS]; /* unseen cards by colour */
    holder of[IJ_SEATS];     /* the largest is the last, because the last needs no enumeration */
} holders;

static double choose(const box_t *b, int n, int k) {
    if (k < 0 || k > n) return 0;
    return (double)b->choose[n][2 * k > n ? n - k : k];
}

/* The cards that `who` has not seen. */
static uint64_t unseen(const box_t *b, const state *s, gm_seat who) {
    return b->cards & ~s->played & ~(who < b->seats ? s->hand[who] : 0);
}

static void bind(const box_t *b, const state *s, gm_seat who, int insider, uint64_t cards, holders *h) {
    h->n = 0;
    for (int c = 0; c < IJ_COLOURS; c++)
        h->left[c] = bits_count(cards & ij_suit(c));
    for (int q = 0; q < b->seats; q++) {
        if (q == who || q == insider || !s->lacks[q] || !s->count[q]) continue;
        int i = 0;
        while (i < h->n && h->of[i].colours != s->lacks[q])
            i++;
        if (i == h->n) h->of[h->n++] = (holder){0, s->lacks[q], 0};
        h->of[i].cards += s->count[q];
        h->of[i].seats |= (gm_seats)BIT(q);
    }
    for (int i = 0; i + 1 < h->n; i++)
        if (h->of[i].cards > h->of[h->n - 1].cards) {
            holder t = h->of[i];
            h->of[i] = h->of[h->n - 1];
            h->of[h->n - 1] = t;
        }
}

static double ways_from(const box_t *b, holders *h, int i);

/* Goes through what holder i can have, by colour, and adds up the ways; stops when
 * they are more than `stop`, with that in x. */
static double ways_of(const box_t *b, holders *h, int i, double stop, int x[IJ_COLOURS]) {
    int *left = h->left, most[IJ_COLOURS], y[IJ_COLOURS], cards = h->of[i].cards;
    double sum = 0;
    for (int c = 0; c < IJ_COLOURS; c++)
        most[c] = h->of[i].colours >> c & 1 ? 0 : left[c];
    for (y[0] = 0; y[0] <= most[0] && y[0] <= cards; y[0]++)
        for (y[1] = 0; y[1] <= most[1] && y[0] + y[1] <= cards; y[1]++)
            for (y[2] = 0; y[2] <= most[2] && y[0] + y[1] + y[2] <= cards; y[2]++) {
                y[3] = cards - y[0] - y[1] - y[2];
                if (y[3] > most[3]) continue;
                double w = 1;
                for (int c = 0; c < IJ_COLOURS; c++)
                    w *= choose(b, left[c], y[c]), left[c] -= y[c];
                w *= ways_from(b, h, i + 1);
                for (int c = 0; c < IJ_COLOURS; c++)
                    left[c] += y[c];
                if (w > 0) memcpy(x, y, sizeof y); /* rounding must not leave it without one */
                if ((sum += w) > stop) return sum;
            }
    return sum;
}

/* Ways for the holders from i on to get their cards. */
static double ways_from(const box_t *b, holders *h, int i) {
    int x[IJ_COLOURS], may = 0;
    if (i == h->n) return 1;
    if (i < h->n - 1) return ways_of(b, h, i, 1e300, x);
    for (int c = 0; c < IJ_COLOURS; c++)
        if (!(h->of[i].colours >> c & 1)) may += h->left[c];
    return choose(b, may, h->of[i].cards);
}

/* Ways to deal what `who` has not seen if this seat is the Insider. */
static double ways_if(const box_t *b, const state *s, gm_seat who, int insider, uint64_t cards) {
    holders h;
    bind(b, s, who, insider, cards, &h);
    double w = ways_from(b, &h, 0);
    int left = bits_count(cards);
    for (int i = 0; i < h.n; i++) { /* dividing what each holder has */
        int rest = h.of[i].cards;
        left -= rest;
        for (gm_seats m = h.of[i].seats; m; m &= (gm_seats)(m - 1)) {
            w *= choose(b, rest, s->count[bits_first(m)]);
            rest -= s->count[bits_first(m)];
        }
    }
    for (int q = 0; q < b->seats; q++) /* the others share what is left */
        if (q != who && (q == insider || !s->lacks[q])) {
            w *= choose(b, left, s->count[q]);
            left -= s->count[q];
        }
    return w;
}

static void study(const void *box, const void *view, gm_seat who, void *notes) {
    const box_t *b = box;
    const state *s = view;
    notes_t *n = notes;
    uint64_t cards = unseen(b, s, who);
    for (int insider = 0; insider < b->seats; insider++) {
        bool can = !(s->liars & ~BIT(insider));
        for (int q = 0; q < b->seats; q++)
            if (s->role[q] != GM_NONE && s->role_seen[q] & (BIT(who) | BIT(GM_ROOM)))
                can &= s->role[q] == (q == insider ? IJ_INSIDER : IJ_AGENT);
        n->ways[insider] = can ? ways_if(b, s, who, insider, cards) : 0;
    }
}

static double uniform(rng *r) { return (double)(rng_next(r) >> 11) * 0x1p-53; }

/* Takes n random members out of the part of *from that is in `of`. */
static uint64_t take(uint64_t *from, uint64_t of, int n, rng *r) {
    uint64_t left = *from & of, out = 0;
    for (int size = bits_count(left); n--; size--) {
        uint64_t c = BIT(bits_nth(left, rng_below(r, (uint32_t)size)));
        left &= ~c;
        out |= c;
    }
    *from &= ~out;
    return out;
}

static void fill_hands(const box_t *b, state *s, gm_seat who, int insider, rng *r) {
    uint64_t left = unseen(b, s, who);
    holders h;
    bind(b, s, who, insider, left, &h);
    for (int i = 0; i < h.n; i++) {
        uint64_t cards = 0;
        if (i < h.n - 1) {
            int x[IJ_COLOURS] = {0};
            ways_of(b, &h, i, uniform(r) * ways_from(b, &h, i), x);
            for (int c = 0; c < IJ_COLOURS; c++) {
                cards |= take(&left, ij_suit(c), x[c], r);
                h.left[c] -= x[c];
            }
        } else {
            uint64_t may = 0;
            for (int c = 0; c < IJ_COLOURS; c++)
                if (!(h.of[i].colours >> c & 1)) may |= ij_suit(c);
            cards = take(&left, may, h.of[i].cards, r);
        }
        for (gm_seats m = h.of[i].seats; m; m &= (gm_seats)(m - 1))
            s->hand[bits_first(m)] = take(&cards, ~0ull, s->count[bits_first(m)], r);
    }
    for (int q = 0; q < b->seats; q++)
        if (q != who && (q == insider || !s->lacks[q] || !s->count[q]))
            s->hand[q] = take(&left, ~0ull, s->count[q], r);
    s->deck = left;
}

/* A mission that was put away is not risky if the one picked was not, J7.1; so
 * these come first, and any other may be anything that is left. */
static void fill_missions(const box_t *b, state *s, gm_seat who, rng *r) {
    uint64_t left = b->missions;
    for (int t = 0; t < IJ_TRICKS; t++) {
        if (s->picked[t] != GM_NONE) left &= ~BIT(s->picked[t]);
        if (s->away_seen[t] != IJ_ALL && s->away_seen[t] >> who & 1) left &= ~BIT(s->away[t]);
    }
    for (int i = 0; i < 2; i++)
        if (s->drawn_seen[i] != IJ_ALL && s->drawn_seen[i] >> who & 1) left &= ~BIT(s->drawn[i]);
    for (int risky = 0; risky < 2; risky++)
        for (int t = 0; t < IJ_TRICKS; t++)
            if (!(s->away_seen[t] >> who & 1) && (int)(b->risky >> s->picked[t] & 1) == risky)
                s->away[t] = (uint8_t)bits_first(take(&left, risky ? ~0ull : ~(uint64_t)b->risky, 1, r));
    for (int i = 0; i < 2; i++)
        if (!(s->drawn_seen[i] >> who & 1)) s->drawn[i] = (uint8_t)bits_first(take(&left, ~0ull, 1, r));
    s->missions = (uint32_t)left;
}

static void fill(const void *box, const void *view, gm_seat who, const void *notes, rng *r, void *world) {
    const box_t *b = box;
    const notes_t *note = notes;
    state *s = world;
    memcpy(s, view, sizeof *s);
    double sum = 0;
    int insider = 0;
    for (int q = 0; q < b->seats; q++)
        sum += note->ways[q];
    double x = uniform(r) * sum;
    for (int q = 0; q < b->seats && x >= 0; q++)
        if (note->ways[q] > 0) {
            insider = q;
            x -= note->ways[q];
        }
    for (int q = 0; q < b->seats; q++)
        if (s->role_seen[q] != IJ_ALL) s->role[q] = q == insider ? IJ_INSIDER : IJ_AGENT;
    fill_hands(b, s, who, insider, r);
    fill_missions(b, s, who, r);
    for (int q = 0; q < b->seats; q++)
        if (!(s->vote_seen[q] & (BIT(who) | BIT(GM_ROOM)))) {
            uint64_t t = targets(b, s, (gm_seat)q);
            s->vote[q] = (uint8_t)bits_first(take(&t, ~0ull, 1, r));
        }
}

static void relive(const void *box, const void *world, gm_seat who, gm_move *story, const gm_seat *by,
                   int n) {
    const box_t *b = box;
    const state *w = world;
    uint64_t dealt[IJ_SEATS];
    int trick = 0, drawn = 0;
    (void)who;
    for (int q = 0; q < b->seats; q++)
        dealt[q] = w->hand[q];
    for (int i = 0; i < n; i++)
        if (GM_KIND(story[i]) == IJ_M_PLAY || GM_KIND(story[i]) == IJ_M_RAISE)
            dealt[by[i]] |= BIT(GM_A(story[i]));
    for (int i = 0; i < n; i++) {
        int a = GM_A(story[i]);
        switch (GM_KIND(story[i])) {
        case IJ_M_ROLE: story[i] = GM_MOVE(IJ_M_ROLE, a, w->role[a], 0); break;
        case IJ_M_CARD:
            if (GM_B(story[i]) == GM_HIDDEN) story[i] = GM_MOVE(IJ_M_CARD, a, bits_first(dealt[a]), 0);
            dealt[a] &= ~BIT(GM_B(story[i]));
            break;
        case IJ_M_MISSION: /* in which order the two came nobody else can tell */
            if (a == GM_HIDDEN) {
                bool picked = w->picked[trick] != GM_NONE;
                a = picked ? (drawn ? w->away[trick] : w->picked[trick]) : w->drawn[drawn];
                story[i] = GM_MOVE(IJ_M_MISSION, a, 0, 0);
            }
            drawn++;
            break;
        case IJ_M_PICK:
            trick++;
            drawn = 0;
            break;
        case IJ_M_VOTE: story[i] = GM_MOVE(IJ_M_VOTE, w->vote[by[i]], 0, 0); break;
        }
    }
}

/* ---- things and sentences ---------------------------------------------------------------------------------------- */

static const char *const colour_names[] = {"inside-job.yellow", "inside-job.pink", "inside-job.green",
                                           "inside-job.blue"};

static void name_mission(const ij_mission *m, gm_thing *out) {
    gm_arg trump = {GM_ARG_WORD, colour_names[m->trump], 0};
    text code = text_on(out->code, sizeof out->code);
    text_int(&code, m->number);
    out->name.say = conditions[m->row].say;
    out->name.arg[0] = trump;
    if (m->kind == IJ_RANGE) {
        out->name.arg[1] = (gm_arg){GM_ARG_NUMBER, NULL, m->a};
        out->name.arg[2] = (gm_arg){GM_ARG_NUMBER, NULL, m->b};
    }
}

static bool thing(const void *box, const char *of, int i, gm_thing *out) {
    static const struct {
        const char *of, *code, *say;
    } named[] = {
        {"role", "agent", "inside-job.role.agent"},
        {"role", "insider", "inside-job.role.insider"},
        {"colour", "yellow", "inside-job.yellow"},
        {"colour", "pink", "inside-job.pink"},
        {"colour", "green", "inside-job.green"},
        {"colour", "blue", "inside-job.blue"},
        {"side", "nobody", NULL},
        {"side", "agents", NULL},
        {"side", "insider", NULL},
        {"cause", "nothing", NULL},
        {"cause", "missions", NULL},
        {"cause", "intel", NULL},
        {"cause", "vote", NULL},
        {"cause", "wrong-vote", NULL},
        {"cause", "tie", NULL},
        {"phase", "leader", NULL},
        {"phase", "roles", NULL},
        {"phase", "deal", NULL},
        {"phase", "draw", NULL},
        {"phase", "pick", NULL},
        {"phase", "play", NULL},
        {"phase", "reveal", NULL},
        {"phase", "vote", NULL},
        {"phase", "show", NULL},
        {"phase", "expose", NULL},
        {"phase", "close", NULL},
        {"phase", "over", NULL},
    };
    const box_t *b = box;
    memset(out, 0, sizeof *out);
    if (!strcmp(of, "card")) { /* p8 */
        if (i < 0 || i >= IJ_CARDS) return false;
        text code = text_on(out->code, sizeof out->code);
        text_char(&code, colours[ij_colour(i)][0]);
        text_int(&code, ij_value(i));
        out->name =
            (gm_line){"inside-job.card",
                      {{GM_ARG_WORD, colour_names[ij_colour(i)], 0}, {GM_ARG_NUMBER, NULL, ij_value(i)}}};
        return true;
    }
    if (!strcmp(of, "mission")) {
        if (i < 0 || i >= b->n_missions) return false;
        name_mission(&b->mission[i], out);
        return true;
    }
    for (size_t k = 0; k < sizeof named / sizeof *named; k++)
        if (!strcmp(named[k].of, of) && !i--) {
            memcpy(out->code, named[k].code, strlen(named[k].code));
            out->name.say = named[k].say;
            return true;
        }
    return false;
}

/* J3.7: the last trick, and what has begun after it, until the end. */
static int chapters(const void *box, const void *st) {
    const box_t *b = box;
    const state *s = st;
    bool begun = s->phase == IJ_PICK || s->phase == IJ_PLAY || (s->phase == IJ_DRAW && s->at) || s->voted;
    return b->open_log || s->phase == IJ_OVER ? 0 : 1 + begun;
}

static gm_line *add(gm_lines *out, const char *say) {
    gm_line *l = &out->line[out->n < GM_MAX_LINES ? out->n++ : GM_MAX_LINES - 1];
    memset(l, 0, sizeof *l);
    l->say = say;
    return l;
}

static gm_arg number(int64_t n) { return (gm_arg){GM_ARG_NUMBER, NULL, n}; }
static gm_arg seat(int q) { return (gm_arg){GM_ARG_THING, "seat", q}; }

/* The trick that lies on the table, and how it went if it is over. */
static void tell_trick(const box_t *b, const state *s, gm_lines *out) {
    gm_line *l;
    bool over = s->phase != IJ_PLAY;
    int t = over ? s->tricks - 1 : s->tricks;
    if (s->phase == IJ_PLAY) {
        l = add(out, "inside-job.tell.mission");
        l->arg[0] = (gm_arg){GM_ARG_THING, "mission", s->picked[t]};
    }
    for (int i = 0; i < s->n; i++) {
        l = add(out, s->raised >> i & 1 ? "inside-job.tell.raised" : "inside-job.tell.played");
        l->arg[0] = seat((s->starter + i) % b->seats);
        l->arg[1] = (gm_arg){GM_ARG_THING, "card", s->trick[i]};
    }
    if (!over || t < 0) return;
    l = add(out, s->completed >> t & 1 ? "inside-job.tell.won-completed" : "inside-job.tell.won-failed");
    l->arg[0] = seat(s->leader);
}

static void news(const void *box, const void *before, const void *after, gm_seat who, gm_lines *out) {
    const state *s = before, *t = after;
    (void)box, (void)who;
    out->n = 0;
    if (t->tricks == s->tricks) return;
    bool done = t->completed != s->completed;
    add(out, done ? "inside-job.tell.won-completed" : "inside-job.tell.won-failed")->arg[0] = seat(t->leader);
}

static void tell(const void *box, const void *view, gm_seat who, gm_lines *out) {
    const box_t *b = box;
    const state *s = view;
    gm_line *l;
    out->n = 0;
    if (s->phase < IJ_DRAW) {
        add(out, "inside-job.tell.dealing");
    } else {
        l = add(out, s->phase >= IJ_VOTE ? "inside-job.tell.after" : "inside-job.tell.trick");
        l->arg[0] = number(s->tricks + (s->phase <= IJ_PLAY));
        l->arg[1] = number(b->tricks);
        l = add(out, "inside-job.tell.missions");
        l->arg[0] = number(bits_count(s->completed));
        l->arg[1] = number(b->need);
        if (s->n)
            tell_trick(b, s, out);
        else if (s->phase == IJ_PLAY)
            tell_trick(b, s, out);
    }
    for (int q = 0; q < b->seats; q++) {
        bool open_role = s->revealed >> q & 1;
        l = add(out, open_role ? "inside-job.tell.intel-role" : "inside-job.tell.intel");
        l->arg[0] = seat(q);
        l->arg[1] = number(s->intel[q]);
        l->arg[2] = open_role ? (gm_arg){GM_ARG_THING, "role", s->role[q]} : number(b->limit);
    }
    if (s->phase == IJ_PICK && who == s->leader)
        for (int i = 0; i < 2; i++)
            add(out, "inside-job.tell.drawn")->arg[0] = (gm_arg){GM_ARG_THING, "mission", s->drawn[i]};
    if (who < b->seats && s->role[who] != GM_NONE) {
        add(out, "inside-job.tell.role")->arg[0] = (gm_arg){GM_ARG_THING, "role", s->role[who]};
        add(out, "inside-job.tell.hand")->arg[0] = (gm_arg){GM_ARG_THINGS, "card", (int64_t)s->hand[who]};
    }
}

/* ---- the game --------------------------------------------------------------------------------------------------------- */

extern const gm_game inside_job_game;
const gm_game inside_job_game = {
    .name = "inside-job",
    .edition = 1,
    .min_seats = 3,
    .max_seats = IJ_SEATS,
    .state_size = sizeof(state),
    .box_size = sizeof(box_t),
    .notes_size = sizeof(notes_t),
    .say = "inside-job.name",
    .about = "inside-job.about",
    .rules = "inside-job.rules",
    .fields = fields,
    .verbs = verbs,
    .options = options,
    .decks = decks,
    .minis = minis,
    .open = open,
    .setup = setup,
    .to_act = to_act,
    .moves = moves,
    .chances = chances,
    .deal = deal,
    .apply = apply,
    .heard = heard,
    .why_not = why_not,
    .result = result,
    .account = account,
    .sound = sound,
    .study = study,
    .fill = fill,
    .relive = relive,
    .thing = thing,
    .chapters = chapters,
    .news = news,
    .tell = tell,
};
