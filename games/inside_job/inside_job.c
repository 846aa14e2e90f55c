/* inside_job.c - Inside Job for three to five (doc/rules/inside-job.md): its rules.
 * worlds.c draws possible worlds, words.c has its names and sentences.
 *
 * Map: fields - moves - opening: numbers, missions - setting up - what can be done
 * - doing it: a trick, its end, the vote - results - the game.
 *
 * An Agent can be forced to a card, the Insider never is (J3.5), so nothing that
 * others see may depend on how many moves a seat has: there is no automatic play,
 * and a move names the card, not the choice. */
#include "base/csv.h"
#include "base/text.h"
#include "games/inside_job/parts.h"
#include <string.h>

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

const ij_condition inside_job_conditions[] = {
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
enum { CONDITIONS = sizeof inside_job_conditions / sizeof *inside_job_conditions };

const char *const inside_job_colours[] = {"yellow", "pink", "green", "blue"};

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
        for (row = 1; row < CONDITIONS && strcmp(s, inside_job_conditions[row].text);)
            row++;
    if (row == CONDITIONS) return false;
    m->row = (uint8_t)row;
    m->kind = inside_job_conditions[row].kind;
    if (row) m->a = inside_job_conditions[row].a;
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
    while (trump < IJ_COLOURS && strcmp(f[2].text, inside_job_colours[trump]))
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

static bool may_raise(const box_t *b, const state *s, gm_seat who) { /* J4.3 */
    return b->raise && s->n && s->intel[who] && !(s->revealed >> who & 1);
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
        uint64_t cards = ij_playable(s, who);
        for (uint64_t c = cards; c; c &= c - 1)
            out[n++] = GM_MOVE(IJ_M_PLAY, bits_first(c), 0, 0);
        if (may_raise(b, s, who))
            for (uint64_t c = cards; c; c &= c - 1)
                out[n++] = GM_MOVE(IJ_M_RAISE, bits_first(c), 0, 0);
        return n;
    }
    case IJ_VOTE:
        for (gm_seats t = ij_targets(b, s, who); t; t &= (gm_seats)(t - 1))
            out[n++] = GM_MOVE(IJ_M_VOTE, bits_first(t), 0, 0);
        return n;
    }
    return gm_outcomes(box, st, chances, deal, out);
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
    if (!(ij_playable(s, who) >> card & 1)) return &follow;
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
        return ij_targets(b, s, who) >> a & 1 ? NULL : a == who ? &self : &cleared;
    }
    gm_move legal[GM_MAX_MOVES];
    return gm_has_move(legal, moves(box, st, who, legal), m) ? NULL : &deals;
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
        if (ij_targets(b, s, (gm_seat)q)) s->voters |= (uint8_t)BIT(q);
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

/* ---- the game --------------------------------------------------------------------------------------------------------- */

extern const gm_game inside_job_game;
const gm_game inside_job_game = {
    .name = "inside-job",
    .edition = 1,
    .min_seats = 3,
    .max_seats = IJ_SEATS,
    .state_size = sizeof(state),
    .box_size = sizeof(box_t),
    .notes_size = sizeof(ij_notes),
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
    .study = inside_job_study,
    .fill = inside_job_fill,
    .relive = inside_job_relive,
    .thing = inside_job_thing,
    .chapters = inside_job_chapters,
    .news = inside_job_news,
    .tell = inside_job_tell,
};
