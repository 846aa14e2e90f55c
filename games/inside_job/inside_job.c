/* inside_job.c - Inside Job (doc/rules/inside-job.md): its rules.
 *
 * The other files: box.c and roles.c make the box, worlds.c and larry.c draw possible
 * worlds, figures.c computes the figures, words.c has the names and sentences,
 * statements.c has the statements.
 *
 * An Agent can be forced to play a card; the Insider never is (J3.5).  So nothing that
 * others see may depend on how many moves a seat has: no card is played automatically,
 * and a move names the card, not its number among the choices.
 *
 * Map: fields - moves - setting up - what can be done - doing it: the ends of a trick and of
 * the game, a trick, the vote, reveals, any move - results - invariants - the game. */
#include "games/inside_job/internal.h"
#include <string.h>

_Static_assert(sizeof(state) % 8 == 0 && sizeof(state) <= 512 && sizeof(ij_box) % 8 == 0, "no padding");

/* ---- fields -------------------------------------------------------------- */

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
    {"second", offsetof(state, second), IJ_SEATS, 1, GM_MASKED, GM_U8, offsetof(state, vote_seen), "seat"},
    GM_FIELD(state, vote_seen, IJ_SEATS, GM_PUBLIC, GM_SET, "seat"),
    GM_FIELD(state, revealed, 1, GM_PUBLIC, GM_SET, "seat"),
    GM_FIELD(state, by_intel, 1, GM_PUBLIC, GM_SET, "seat"),
    GM_FIELD(state, voters, 1, GM_PUBLIC, GM_SET, "seat"),
    GM_FIELD(state, voted, 1, GM_PUBLIC, GM_SET, "seat"),
    GM_FIELD(state, partner, 1, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(state, phase, 1, GM_PUBLIC, GM_U8, "phase"),
    GM_FIELD(state, at, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, leader, 1, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(state, starter, 1, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(state, n, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, tricks, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, winner, 1, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(state, side, 1, GM_PUBLIC, GM_U8, "side"),
    GM_FIELD(state, cause, 1, GM_PUBLIC, GM_U8, "cause"),
    GM_MASKED_FIELD(state, top, IJ_LARRY_TRICKS + 1, GM_U8, "card"),
    GM_FIELD(state, top_seen, IJ_LARRY_TRICKS + 1, GM_PUBLIC, GM_SET, "seat"),
    GM_MASKED_FIELD(state, next, IJ_LARRY_TRICKS, GM_U8, "card"),
    GM_FIELD(state, next_seen, IJ_LARRY_TRICKS, GM_PUBLIC, GM_SET, "seat"),
    GM_FIELD(state, lent, IJ_LARRY_TRICKS, GM_PUBLIC, GM_U8, "card"),
    GM_FIELD(state, lent_lacks, IJ_LARRY_TRICKS, GM_PUBLIC, GM_SET, "colour"),
    GM_FIELD(state, pad, 1, GM_PUBLIC, GM_U8, NULL),
    {0},
};

/* ---- moves --------------------------------------------------------------- */

static const gm_verb verbs[] = {
    {.kind = IJ_M_LEAD, .name = "lead", .of = {"seat"}, .say = "inside-job.lead"},
    {.kind = IJ_M_ROLE,
     .name = "role",
     .of = {"seat", "role"},
     .say = "inside-job.role",
     .say_hidden = "inside-job.role.veil"},
    {.kind = IJ_M_CARD,
     .name = "card",
     .of = {"seat", "card"},
     .say = "inside-job.deal",
     .say_hidden = "inside-job.deal.veil",
     .say_several = "inside-job.deal.several"},
    {.kind = IJ_M_MISSION,
     .name = "mission",
     .of = {"mission"},
     .say = "inside-job.draw",
     .say_hidden = "inside-job.draw.veil",
     .chapter = true},
    {.kind = IJ_M_PICK,
     .name = "pick",
     .of = {"mission"},
     .say = "inside-job.pick",
     .say_choice = "inside-job.choice.pick"},
    {.kind = IJ_M_PLAY,
     .name = "play",
     .of = {"card"},
     .say = "inside-job.play",
     .say_choice = "inside-job.choice.play"},
    {.kind = IJ_M_RAISE,
     .name = "raise",
     .of = {"card"},
     .say = "inside-job.raise",
     .say_choice = "inside-job.choice.raise"},
    {.kind = IJ_M_REVEAL, .name = "reveal", .of = {"seat", "role"}, .say = "inside-job.reveal"},
    {.kind = IJ_M_VOTE,
     .name = "vote",
     .of = {"seat"},
     .say = "inside-job.vote",
     .say_hidden = "inside-job.vote.veil",
     .say_choice = "inside-job.choice.vote",
     .undoable = true,
     .chapter = true},
    {.kind = IJ_M_SHOW, .name = "show", .of = {"seat", "seat"}, .say = "inside-job.show"},
    {.kind = IJ_M_BALLOT,
     .name = "ballot",
     .of = {"seat", "seat"},
     .say = "inside-job.ballot",
     .say_choice = "inside-job.choice.ballot",
     .undoable = true,
     .chapter = true},
    {.kind = IJ_M_SHOWS, .name = "shows", .of = {"seat", "seat", "seat"}, .say = "inside-job.shows"},
    {.kind = IJ_M_PARTNER,
     .name = "partner",
     .of = {"seat"},
     .say = "inside-job.partner",
     .say_choice = "inside-job.choice.partner"},
    {.kind = IJ_M_LOOK,
     .name = "look",
     .of = {"seat", "role"},
     .say = "inside-job.look",
     .say_hidden = "inside-job.look.veil"},
    {.kind = IJ_M_LARRY,
     .name = "larry",
     .of = {"card", "card"},
     .say = "inside-job.larry",
     .say_hidden = "inside-job.larry.veil",
     .say_choice = "inside-job.choice.larry"},
    {0},
};

/* ---- setting up ---------------------------------------------------------- */

static void lay_out(const ij_box *b, state *s) {
    gm_blank(fields, sizeof *s, s);
    s->phase = IJ_LEADER;
    s->side = IJ_NOBODY;
    s->cause = IJ_BY_NOTHING;
    s->deck = b->cards;
    s->missions = b->missions;
    memset(s->intel, 1, b->players); /* J1.6 */
    if (b->head.dummies) s->intel[IJ_LARRY] = 3;
    s->pool = (uint8_t)(IJ_INTEL - b->players - 2 * b->head.dummies);
}

static bool open_box(const gm_order *order, void *box, fault *why) {
    ij_box *b = box;
    if (!inside_job_open(order, b, why)) return false;
    lay_out(b, &b->start);
    return true;
}

/* Search sets up games by the thousand, so all of it is done once. */
static void setup(const void *box, void *st) { memcpy(st, &((const ij_box *)box)->start, sizeof(state)); }

/* ---- what can be done ---------------------------------------------------- */

static gm_seats to_act(const void *box, const void *st) {
    const state *s = st;
    switch (s->phase) {
    case IJ_PICK: return (gm_seats)BIT(s->leader);
    case IJ_PLAY: return (gm_seats)BIT(ij_seat_at(box, s, s->n));
    case IJ_PLAY_LARRY: return (gm_seats)BIT(ij_controller(s));
    case IJ_PARTNER: return s->revealed; /* so far only the Accomplice is revealed */
    case IJ_VOTE: return s->voters & (gm_seats)~s->voted;
    case IJ_OVER: return 0;
    default: return BIT(GM_DEALER);
    }
}

/* J6.1 */
static bool discusses(const void *box, const void *st) {
    (void)box;
    return ((const state *)st)->phase == IJ_VOTE;
}

/* The role cards that have not been dealt yet, ascending; returns how many. */
static int role_cards_left(const ij_box *b, const state *s, uint8_t left[IJ_SEATS]) {
    int n = b->n_role_cards;
    memcpy(left, b->role_card, sizeof b->role_card);
    for (int q = 0; q < s->at; q++)
        for (int i = 0; i < n && q != b->given; i++)
            if (left[i] == s->role[q]) {
                memmove(left + i, left + i + 1, (size_t)(--n - i));
                break;
            }
    return n;
}

static uint32_t chances(const void *box, const void *st) {
    const ij_box *b = box;
    const state *s = st;
    switch (s->phase) {
    case IJ_LEADER: return b->first == GM_NONE ? b->head.seats : 1; /* J2.5 */
    case IJ_ROLES:
        if (s->at == b->given) return 1;
        return (uint32_t)(b->n_role_cards - s->at + (b->given < s->at)); /* the role cards left */
    case IJ_DRAW_LARRY:
        if (!s->at && s->tricks) return 1; /* the card that was put back */
        return (uint32_t)bits_count(s->deck);
    case IJ_DEAL: return (uint32_t)bits_count(s->deck);
    case IJ_DRAW: return (uint32_t)bits_count(s->missions);
    default: return 1;
    }
}

static gm_move deal(const void *box, const void *st, uint32_t x) {
    const ij_box *b = box;
    const state *s = st;
    switch (s->phase) {
    case IJ_LEADER: return GM_MOVE(IJ_M_LEAD, b->first == GM_NONE ? x : b->first, 0, 0);
    case IJ_ROLES: { /* J2.1 */
        uint8_t left[IJ_SEATS];
        role_cards_left(b, s, left);
        return GM_MOVE(IJ_M_ROLE, s->at, s->at == b->given ? b->given_role : left[x], 0);
    }
    case IJ_START: {
        int q = 0;
        while (!(ij_role_of(b, s, q)->can & IJ_OPEN))
            q++;
        return GM_MOVE(IJ_M_REVEAL, q, s->role[q], 0);
    }
    case IJ_DEAL: return GM_MOVE(IJ_M_CARD, s->at, bits_nth(s->deck, x), 0);
    case IJ_LOOK: return GM_MOVE(IJ_M_LOOK, s->partner, s->role[s->partner], 0);
    case IJ_DRAW: return GM_MOVE(IJ_M_MISSION, bits_nth(s->missions, x), 0, 0);
    case IJ_DRAW_LARRY: {
        int card = !s->at && s->tricks ? s->top[s->tricks] : bits_nth(s->deck, x);
        return GM_MOVE(IJ_M_CARD, IJ_LARRY, card, 0);
    }
    case IJ_SHOW:
        if (s->second[s->at] != GM_NONE) return GM_MOVE(IJ_M_SHOWS, s->at, s->vote[s->at], s->second[s->at]);
        return GM_MOVE(IJ_M_SHOW, s->at, s->vote[s->at], 0);
    default: return GM_MOVE(IJ_M_REVEAL, s->at, s->role[s->at], 0);
    }
}

static bool may_raise(const ij_box *b, const state *s, gm_seat who) { /* J4.3 */
    return b->raise && s->n && s->intel[who] && !(s->revealed >> who & 1);
}

/* Which of the two drawn missions may be picked, as bits 0 and 1, J7.1. */
static int pickable_missions(const ij_box *b, const state *s) {
    int risky = 0;
    for (int i = 0; i < 2; i++)
        if (b->risky >> s->drawn[i] & 1) risky |= 1 << i;
    return risky ? risky : 3;
}

/* Ballots of one or of two votes, J6.1, J9.P.  Two votes for one player need a revealed voter. */
static int list_ballots(const ij_box *b, const state *s, gm_seat who, gm_move *out) {
    int n = 0;
    gm_seats targets = ij_targets(b, s, who);
    bool twice = ij_votes_twice(b, s, who), may_repeat = s->revealed >> who & 1;
    BITS_EACH (first, targets) {
        if (!twice) out[n++] = GM_MOVE(IJ_M_VOTE, first, 0, 0);
        for (int second = first + !may_repeat; twice && second < b->players; second++)
            if (targets >> second & 1) out[n++] = GM_MOVE(IJ_M_BALLOT, first, second, 0);
    }
    return n;
}

/* J10.3: one of Larry's three cards is played, another goes back on top. */
static int list_larry_plays(const state *s, gm_move *out) {
    uint64_t three = ij_larry_choices(s);
    int n = 0;
    BITS_EACH (played, ij_follow(s, three))
        BITS_EACH (kept, three & ~BIT(played))
            out[n++] = GM_MOVE(IJ_M_LARRY, played, kept, 0);
    return n;
}

static int moves(const void *box, const void *st, gm_seat who, gm_move out[GM_MAX_MOVES]) {
    const ij_box *b = box;
    const state *s = st;
    int n = 0;
    if (!(to_act(box, st) >> who & 1)) return 0;
    switch (s->phase) {
    case IJ_PICK: {
        int can = pickable_missions(b, s), low = s->drawn[0] > s->drawn[1];
        for (int i = 0; i < 2; i++)
            if (can >> (i ^ low) & 1) out[n++] = GM_MOVE(IJ_M_PICK, s->drawn[i ^ low], 0, 0);
        return n;
    }
    case IJ_PLAY: {
        uint64_t cards = ij_playable(b, s, who);
        BITS_EACH (card, cards)
            out[n++] = GM_MOVE(IJ_M_PLAY, card, 0, 0);
        if (may_raise(b, s, who))
            BITS_EACH (card, cards)
                out[n++] = GM_MOVE(IJ_M_RAISE, card, 0, 0);
        return n;
    }
    case IJ_VOTE: return list_ballots(b, s, who, out);
    case IJ_PLAY_LARRY: return list_larry_plays(s, out);
    case IJ_PARTNER:
        for (int q = 0; q < b->players; q++)
            if (q != who) out[n++] = GM_MOVE(IJ_M_PARTNER, q, 0, 0);
        return n;
    }
    return gm_outcomes(box, st, chances, deal, out);
}

static const gm_reason *why_not_play(const ij_box *b, const state *s, gm_seat who, int kind, int card) {
    static const gm_reason now = {"J3.3", "inside-job.why.play"}, hand = {"J3.3", "inside-job.why.hand"},
                           follow = {"J3.4", "inside-job.why.follow"},
                           off = {"J4.1", "inside-job.why.raise-off"},
                           lead = {"J4.3", "inside-job.why.raise-lead"},
                           none = {"J4.1", "inside-job.why.raise-none"},
                           open_role = {"J4.3", "inside-job.why.raise-revealed"};
    if (kind != IJ_M_PLAY && kind != IJ_M_RAISE) return &now;
    if (card >= IJ_CARDS || !(s->hand[who] >> card & 1)) return &hand;
    if (!(ij_playable(b, s, who) >> card & 1)) return &follow;
    if (kind == IJ_M_PLAY || may_raise(b, s, who)) return NULL;
    return !b->raise ? &off : !s->n ? &lead : s->revealed >> who & 1 ? &open_role : &none;
}

static const gm_reason *why_not_vote(const ij_box *b, const state *s, gm_seat who, gm_move m) {
    static const gm_reason vote = {"J6.1", "inside-job.why.vote"}, self = {"J6.2", "inside-job.why.self"},
                           cleared = {"J6.2", "inside-job.why.cleared"},
                           both = {"J9.P", "inside-job.why.both"}, one = {"J6.1", "inside-job.why.one"},
                           order = {"J9.P", "inside-job.why.order"}, same = {"J9.P", "inside-job.why.same"};
    int kind = GM_KIND(m), last = kind == IJ_M_BALLOT ? 1 : 0;
    if ((kind != IJ_M_VOTE && kind != IJ_M_BALLOT) || GM_A(m) >= b->players || GM_ARG(m, last) >= b->players)
        return &vote;
    for (int i = 0; i <= last; i++)
        if (!(ij_targets(b, s, who) >> GM_ARG(m, i) & 1)) return GM_ARG(m, i) == who ? &self : &cleared;
    if (ij_votes_twice(b, s, who) != (kind == IJ_M_BALLOT)) return last ? &one : &both;
    if (!last || GM_A(m) < GM_B(m)) return NULL;
    return GM_A(m) > GM_B(m) ? &order : s->revealed >> who & 1 ? NULL : &same;
}

static const gm_reason *why_not_larry(const state *s, int kind, int a, int b) {
    static const gm_reason now = {"J10.3", "inside-job.why.larry"},
                           three = {"J10.3", "inside-job.why.larry-three"},
                           other = {"J10.3", "inside-job.why.larry-other"},
                           follow = {"J10.4", "inside-job.why.larry-follow"};
    uint64_t cards = ij_larry_choices(s);
    if (kind != IJ_M_LARRY) return &now;
    if (a >= IJ_CARDS || b >= IJ_CARDS || !(cards >> a & 1) || !(cards >> b & 1)) return &three;
    if (!(ij_follow(s, cards) >> a & 1)) return &follow;
    return a == b ? &other : NULL;
}

static const gm_reason *why_not(const void *box, const void *st, gm_seat who, gm_move m) {
    static const gm_reason over = {"J5.7", "inside-job.why.over"}, turn = {"J3.3", "inside-job.why.turn"},
                           voted = {"J6.5", "inside-job.why.voted"},
                           no_vote = {"J6.2", "inside-job.why.no-vote"},
                           barred = {"J6.5", "inside-job.why.barred"},
                           deals = {"J2.6", "inside-job.why.deals"}, pick = {"J3.1", "inside-job.why.pick"},
                           drawn = {"J3.1", "inside-job.why.drawn"}, risky = {"J7.1", "inside-job.why.risky"},
                           partner = {"J9.A", "inside-job.why.partner"};
    const ij_box *b = box;
    const state *s = st;
    int a = GM_A(m);
    int kind = m == GM_MOVE(GM_KIND(m), a, 0, 0) ? GM_KIND(m) : 0; /* 0: it has more than one argument */
    gm_seats act = to_act(box, st);
    if (!act) return &over;
    if (!(act >> who & 1)) {
        if (s->phase != IJ_VOTE || who >= b->head.seats) return &turn;
        return s->voters >> who & 1 ? &voted : ij_targets(b, s, who) ? &barred : &no_vote;
    }
    switch (s->phase) {
    case IJ_PICK:
        if (kind != IJ_M_PICK) return &pick;
        if (a != s->drawn[0] && a != s->drawn[1]) return &drawn;
        return pickable_missions(b, s) >> (a == s->drawn[1]) & 1 ? NULL : &risky;
    case IJ_PLAY: return why_not_play(b, s, who, kind, a);
    case IJ_VOTE: return why_not_vote(b, s, who, m);
    case IJ_PLAY_LARRY: return why_not_larry(s, GM_KIND(m), a, GM_B(m));
    case IJ_PARTNER: return kind == IJ_M_PARTNER && a < b->players && a != who ? NULL : &partner;
    }
    gm_move legal[GM_MAX_MOVES];
    return gm_has_move(legal, moves(box, st, who, legal), m) ? NULL : &deals;
}

/* ---- doing it: the ends of a trick and of the game ----------------------- */

/* Somebody has won; the dealer turns over the roles that are still hidden. */
static void end_game(const ij_box *b, state *s, int side, int cause) {
    s->side = (uint8_t)side;
    s->cause = (uint8_t)cause;
    s->at = 0;
    while (s->at < b->players && s->revealed >> s->at & 1)
        s->at++;
    s->phase = s->at < b->players ? IJ_CLOSE : IJ_OVER;
}

/* Finds who votes: the seats that may and have somebody to vote for, J6.2, J6.5.  Only a role
 * that everybody knows can bar a seat from voting. */
static void open_vote(const ij_box *b, state *s) {
    s->voters = 0;
    for (int q = 0; q < b->head.seats; q++) {
        bool barred =
            s->revealed >> q & 1 && (b->has_hunter || ij_role_of(b, s, q)->can & (IJ_QUIET | IJ_NO_VOTE));
        if (ij_targets(b, s, (gm_seat)q) && !barred) s->voters |= (uint8_t)BIT(q);
    }
    if (s->voters)
        s->phase = IJ_VOTE;
    else
        end_game(b, s, IJ_INSIDERS, IJ_BY_TIE); /* J6.3: no vote cast */
}

/* After a trick, and a reveal if there was one: J5.7, J5.8. */
static void continue_play(const ij_box *b, state *s) {
    if (bits_count(s->completed) >= b->need)
        end_game(b, s, IJ_AGENTS, IJ_BY_MISSIONS);
    else if (s->tricks == b->tricks)
        open_vote(b, s);
    else
        s->phase = IJ_DRAW, s->at = 0;
}

/* Moves one token, if there is one. */
static void pass_intel(uint8_t *from, uint8_t *to) {
    if (*from) --*from, ++*to;
}

/* J5.2: the winner takes the intel of J3.7 and J4.4.  If the winner's role holds no intel, the
 * partner loses a token instead, J9.A. */
static void take_intel(const ij_box *b, state *s, int w, bool open_role) {
    int raised = bits_count(s->raised);
    if (!open_role || !(ij_role_of(b, s, w)->can & IJ_NO_INTEL)) {
        s->intel[w] = (uint8_t)(s->intel[w] + 1 + raised);
        s->pool--;
        return;
    }
    s->pool = (uint8_t)(s->pool + raised);
    if (s->partner != GM_NONE) pass_intel(&s->intel[s->partner], &s->pool);
}

/* J5.1 to J5.4. */
static void end_trick(const ij_box *b, state *s) {
    const ij_mission *m = &b->mission[s->picked[s->tricks]];
    int w = ij_seat_at(b, s, ij_winner(s, b->players, m->trump));
    bool open_role = s->revealed >> w & 1;
    const ij_role *role = ij_role_of(b, s, w);
    if (ij_fulfilled(m, s, b->players)) s->completed |= (uint16_t)BIT(s->tricks); /* J3.8 */
    s->winner = (uint8_t)w;
    s->leader = b->head.dummies && w != s->starter ? ij_controller(s) : (uint8_t)w; /* J3.7, J10.5 */
    s->tricks++;
    take_intel(b, s, w, open_role);
    if (open_role && role->can & IJ_MOST && s->intel[w] > role->most) /* J5.3 */
        end_game(b, s, IJ_INSIDERS, IJ_BY_WIRE);
    else if (!open_role && s->intel[w] >= b->limit)
        s->phase = IJ_REVEAL, s->at = (uint8_t)w;
    else
        continue_play(b, s);
}

/* ---- doing it: a trick --------------------------------------------------- */

/* All hands are dealt.  If there is an Accomplice, a partner is picked first. */
static void begin_tricks(const ij_box *b, state *s) {
    s->at = 0;
    s->phase = IJ_DRAW;
    if (b->has_open_role && ij_role_of(b, s, bits_first(s->revealed))->goal == IJ_PARTNER_WINS)
        s->phase = IJ_PARTNER;
}

static void play_card(const ij_box *b, state *s, gm_seat who, int card, bool raise) {
    int colour = ij_colour(card);
    ij_add_to_trick(s, who, card, raise);
    s->played |= BIT(card);
    s->count[who]--;
    if (s->lacks[who] >> colour & 1) s->liars |= (uint8_t)BIT(who);
    int led = ij_colour(s->trick[0]);
    if (colour != led) s->lacks[who] |= (uint8_t)BIT(led);
    if (s->n == b->players)
        end_trick(b, s);
    else if (b->head.dummies)
        s->phase = IJ_DRAW_LARRY, s->at = 0; /* J10.3: after the leader comes Larry */
}

/* The controller plays one of Larry's three cards and puts another back, J10.3. */
static void play_larry(state *s, gm_seat who, int card, int returned) {
    int led = ij_colour(s->trick[0]);
    ij_add_to_trick(s, IJ_LARRY, card, false);
    s->lent[s->tricks] = (uint8_t)card;
    if (ij_colour(card) != led) s->lent_lacks[s->tricks] = (uint8_t)BIT(led);
    s->top[s->tricks + 1] = (uint8_t)returned;
    s->top_seen[s->tricks + 1] = (uint8_t)BIT(who);
    s->played |= BIT(card);
    s->phase = IJ_PLAY;
}

/* The controller draws one of the three cards.  A seat that knew the card that was put back
 * still knows it, J10.4. */
static void draw_for_larry(state *s, int card) {
    uint8_t who = (uint8_t)BIT(ij_controller(s));
    int t = s->tricks;
    if (s->at) {
        s->next[t][s->at - 1] = (uint8_t)card;
        s->next_seen[t] = who;
    } else {
        s->top[t] = (uint8_t)card;
        s->top_seen[t] = t ? s->top_seen[t] | who : who;
    }
    s->deck &= ~BIT(card & 63);
    if (++s->at == 3) s->phase = IJ_PLAY_LARRY;
}

static void pick_mission(state *s, gm_seat who, int mission) {
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

/* ---- doing it: the vote -------------------------------------------------- */

/* The players with the most votes; none if no vote was cast.  All ballots are shown. */
gm_seats inside_job_most_voted(const ij_box *b, const state *s) {
    int votes[IJ_SEATS] = {0}, most = 1;
    gm_seats top = 0;
    for (int q = 0; q < b->head.seats; q++)
        if (s->voters >> q & 1) {
            votes[s->vote[q] % IJ_SEATS]++;
            if (s->second[q] != GM_NONE) votes[s->second[q] % IJ_SEATS]++;
        }
    for (int q = 0; q < b->players; q++) {
        if (votes[q] > most) most = votes[q], top = 0;
        if (votes[q] == most) top |= (gm_seats)BIT(q);
    }
    return top;
}

/* J6.3; with two players all roles are exposed, J10.7. */
static void count_votes(const ij_box *b, state *s) {
    gm_seats top = inside_job_most_voted(b, s);
    if (!b->head.dummies && top & (top - 1)) {
        end_game(b, s, IJ_INSIDERS, IJ_BY_TIE);
        return;
    }
    s->phase = IJ_EXPOSE;
    s->at = (uint8_t)bits_first(b->head.dummies ? (uint64_t)~s->revealed : top);
}

/* A seat casts a ballot of one or two votes (second: GM_NONE for one). */
static void cast_ballot(state *s, gm_seat who, int first, int second) {
    s->vote[who] = (uint8_t)first;
    s->second[who] = (uint8_t)second;
    s->vote_seen[who] = (uint8_t)BIT(who);
    s->voted |= (uint8_t)BIT(who);
    if (s->voted != s->voters) return;
    s->phase = IJ_SHOW;
    s->at = (uint8_t)bits_first(s->voters);
}

static void show_ballot(const ij_box *b, state *s, int first, int second) {
    s->vote[s->at] = (uint8_t)first;
    s->second[s->at] = (uint8_t)second;
    s->vote_seen[s->at] = IJ_ALL;
    while (++s->at < b->head.seats && !(s->voters >> s->at & 1))
        ;
    if (s->at == b->head.seats) count_votes(b, s);
}

/* ---- doing it: reveals --------------------------------------------------- */

static gm_seats hidden_players(const ij_box *b, const state *s) {
    return (gm_seats)((BIT(b->players) - 1) & ~(uint64_t)s->revealed);
}

/* The vote of two players, once all roles are exposed, J10.7. */
static void judge_votes(const ij_box *b, state *s) {
    bool wrong = false;
    for (int q = 0; q < b->head.seats; q++)
        if (s->voters >> q & 1 && ij_role_of(b, s, q)->side == IJ_AGENTS)
            wrong |= ij_role_of(b, s, s->vote[q])->side == IJ_AGENTS;
    end_game(b, s, wrong ? IJ_INSIDERS : IJ_AGENTS, wrong ? IJ_BY_WRONG_VOTE : IJ_BY_VOTE);
}

/* J6.3, J6.4. */
static void expose_role(const ij_box *b, state *s, const ij_role *role) {
    gm_seats hidden = hidden_players(b, s);
    if (b->head.dummies && hidden)
        s->at = (uint8_t)bits_first(hidden);
    else if (b->head.dummies)
        judge_votes(b, s);
    else if (role->goal == IJ_VOTES)
        end_game(b, s, IJ_NOBODY, IJ_BY_DECOY);
    else if (role->side == IJ_INSIDERS)
        end_game(b, s, IJ_AGENTS, IJ_BY_VOTE);
    else
        end_game(b, s, IJ_INSIDERS, IJ_BY_WRONG_VOTE);
}

/* J5.4 to J5.6. */
static void reveal_by_intel(const ij_box *b, state *s, int q, const ij_role *role) {
    gm_seats hidden = hidden_players(b, s);
    s->by_intel |= (uint8_t)BIT(q);
    if (role->can & IJ_TAKES) pass_intel(&s->intel[ij_right_of(b, q)], &s->intel[q]);
    if (role->side == IJ_INSIDERS && role->can & IJ_WINS)
        end_game(b, s, IJ_INSIDERS, IJ_BY_INTEL);
    else if (role->can & IJ_LOSES)
        end_game(b, s, IJ_AGENTS, IJ_BY_CAUGHT);
    else if (b->has_hunter && !(hidden & (hidden - 1)))
        end_game(b, s, IJ_INSIDERS, IJ_BY_HUNT);
    else if (role->can & IJ_WINS)
        end_game(b, s, IJ_AGENTS, IJ_BY_DARE);
    else
        continue_play(b, s);
}

static void reveal_role(const ij_box *b, state *s, int q, int number) {
    const ij_role *role = &b->role[number];
    s->role[q] = (uint8_t)number;
    s->role_seen[q] = IJ_ALL;
    s->revealed |= (uint8_t)BIT(q);
    switch (s->phase) {
    case IJ_START:
        while (role->can & IJ_NO_INTEL && s->intel[q])
            pass_intel(&s->intel[q], &s->pool);
        s->phase = IJ_DEAL;
        return;
    case IJ_REVEAL: reveal_by_intel(b, s, q, role); return;
    case IJ_EXPOSE: expose_role(b, s, role); return;
    default: end_game(b, s, s->side, s->cause); /* on to the next hidden role */
    }
}

/* ---- doing it: any move -------------------------------------------------- */

static void apply(const void *box, void *st, gm_seat who, gm_move m) {
    const ij_box *b = box;
    state *s = st;
    int a = GM_A(m), q = s->at;
    switch (GM_KIND(m)) {
    case IJ_M_LEAD:
        s->leader = (uint8_t)a;
        s->phase = IJ_ROLES;
        return;
    case IJ_M_ROLE:
        s->role[q] = GM_B(m);
        s->role_seen[q] = q < b->head.seats ? (uint8_t)BIT(q) : 0; /* nobody sees Larry's, J10.1 */
        if (++s->at == b->players) s->phase = b->has_open_role ? IJ_START : IJ_DEAL, s->at = 0;
        return;
    case IJ_M_CARD:
        if (s->phase == IJ_DRAW_LARRY) {
            draw_for_larry(s, GM_B(m));
            return;
        }
        s->hand[q] |= BIT(GM_B(m) & 63);
        s->deck &= ~BIT(GM_B(m) & 63);
        if (++s->count[q] == b->hand && ++s->at == b->head.seats) begin_tricks(b, s);
        return;
    case IJ_M_MISSION:
        s->drawn[q] = (uint8_t)a;
        s->drawn_seen[q] = (uint8_t)BIT(s->leader); /* J3.1 */
        s->missions &= ~(uint32_t)BIT(a & 31);
        if (++s->at == 2) s->phase = IJ_PICK;
        return;
    case IJ_M_PICK: pick_mission(s, who, a); return;
    case IJ_M_PLAY: play_card(b, s, who, a, false); return;
    case IJ_M_RAISE: play_card(b, s, who, a, true); return;
    case IJ_M_LARRY: play_larry(s, who, a, GM_B(m)); return;
    case IJ_M_REVEAL: reveal_role(b, s, a, GM_B(m)); return;
    case IJ_M_PARTNER:
        s->partner = (uint8_t)a;
        s->phase = IJ_LOOK;
        return;
    case IJ_M_LOOK:
        s->role[a] = GM_B(m);
        s->role_seen[a] |= s->revealed; /* now the Accomplice has seen it */
        s->phase = IJ_DRAW;
        return;
    case IJ_M_VOTE: cast_ballot(s, who, a, GM_NONE); return;
    case IJ_M_BALLOT: cast_ballot(s, who, a, GM_B(m)); return;
    case IJ_M_SHOW: show_ballot(b, s, GM_B(m), GM_NONE); return;
    case IJ_M_SHOWS: show_ballot(b, s, GM_B(m), GM_C(m)); return;
    }
}

static gm_move heard(const void *box, const void *st, gm_seat who, gm_move m, gm_seat listener) {
    const state *s = st;
    bool knows = GM_A(m) == listener;
    (void)box;
    switch (GM_KIND(m)) {
    case IJ_M_CARD:
        if (s->phase == IJ_DRAW_LARRY)
            knows =
                ij_controller(s) == listener ||
                (!s->at && s->tricks && s->top_seen[s->tricks] >> listener & 1); /* that seat put it back */
        break;
    case IJ_M_ROLE: break;
    case IJ_M_LOOK: knows |= s->revealed >> listener & 1; break;
    case IJ_M_LARRY: knows = who == listener; break;
    case IJ_M_MISSION: return s->leader == listener ? m : GM_MOVE(IJ_M_MISSION, GM_HIDDEN, 0, 0);
    case IJ_M_VOTE:
    case IJ_M_BALLOT: return who == listener ? m : GM_MOVE(IJ_M_VOTE, GM_HIDDEN, 0, 0);
    default: return m;
    }
    return knows ? m : m | GM_MOVE(0, 0, GM_HIDDEN, 0);
}

/* ---- results ------------------------------------------------------------- */

/* Did the player's side win?  A Sleeper may have changed sides, J9.U, J9.8. */
static bool side_wins(const ij_box *b, const state *s, int q, const ij_role *r) {
    return s->side == (ij_turned(b, s, q) ? IJ_INSIDERS : r->side);
}

/* Has the player the most votes, alone or tied with the traitor?  J6.3, J9.Y. */
static bool votes_win(const ij_box *b, const state *s, int q) {
    if (s->cause != IJ_BY_DECOY && s->cause != IJ_BY_TIE) return false;
    gm_seats top = inside_job_most_voted(b, s);
    if (s->cause == IJ_BY_DECOY || !(top >> q & 1)) return top == BIT(q);
    BITS_EACH (other, top)
        if (ij_role_of(b, s, other)->side == IJ_INSIDERS) return true;
    return false;
}

/* The player on whose result this player's goal depends, or GM_NONE. */
static int depends_on(const ij_box *b, const state *s, int q) {
    switch (ij_role_of(b, s, q)->goal) {
    case IJ_PARTNER_WINS: return s->partner;
    case IJ_RIGHT_LOSES: return ij_right_of(b, q);
    default: return GM_NONE;
    }
}

/* Does the goal depend on itself through others?  Such goals are lost, J9.5. */
static bool in_cycle(const ij_box *b, const state *s, int q) {
    for (int i = 0, at = q; i < b->players && (at = depends_on(b, s, at)) != GM_NONE; i++)
        if (at == q) return true;
    return false;
}

/* J9.8. */
static bool has_won(const ij_box *b, const state *s, int q) {
    const ij_role *r = ij_role_of(b, s, q);
    if (r->goal == IJ_SIDE) return side_wins(b, s, q, r);
    if (r->goal == IJ_VOTES) return votes_win(b, s, q);
    return !in_cycle(b, s, q) && has_won(b, s, depends_on(b, s, q)) == (r->goal == IJ_PARTNER_WINS);
}

static gm_seats winners(const ij_box *b, const state *s) {
    gm_seats won = 0;
    for (int q = 0; q < b->players; q++)
        if (has_won(b, s, q)) won |= (gm_seats)BIT(q);
    return won;
}

/* Why a side has won, for players whose goal is that of a side. */
static gm_line cause_line(const ij_box *b, const state *s) {
    static const char *const causes[] = {
        [IJ_BY_MISSIONS] = "inside-job.account.missions",
        [IJ_BY_INTEL] = "inside-job.account.intel",
        [IJ_BY_VOTE] = "inside-job.account.vote",
        [IJ_BY_WRONG_VOTE] = "inside-job.account.wrong-vote",
        [IJ_BY_TIE] = "inside-job.account.tie",
        [IJ_BY_WIRE] = "inside-job.account.wire",
        [IJ_BY_CAUGHT] = "inside-job.account.caught",
        [IJ_BY_HUNT] = "inside-job.account.hunt",
        [IJ_BY_DARE] = "inside-job.account.dare",
        [IJ_BY_DECOY] = "inside-job.account.decoy",
    };
    bool voted = s->cause == IJ_BY_VOTE || s->cause == IJ_BY_WRONG_VOTE || s->cause == IJ_BY_TIE ||
                 s->cause == IJ_BY_DECOY;
    const char *say = causes[s->cause];
    gm_seats whom = voted ? inside_job_most_voted(b, s) : (gm_seats)BIT(s->winner);
    if (b->head.dummies && voted)
        say = s->cause == IJ_BY_VOTE ? "inside-job.account.vote-two" : "inside-job.account.wrong-vote-two";
    else if (voted && !whom)
        say = "inside-job.account.no-vote";
    return (gm_line){
        say,
        {gm_number(voted || s->cause == IJ_BY_MISSIONS ? bits_count(s->completed) : s->intel[s->winner]),
         gm_number(b->need), gm_set_arg("seat", whom), inside_job_traitor(b)}};
}

/* Each player's role, and why it has won or lost.  There is no scoring in Inside Job: one point
 * marks a winner. */
static int list_scores(const void *box, const void *st, gm_score out[GM_MAX_SCORES]) {
    static const char *const own[][2] = {
        [IJ_VOTES] = {"inside-job.account.few-votes", "inside-job.account.votes"},
        [IJ_PARTNER_WINS] = {"inside-job.account.partner-lost", "inside-job.account.partner"},
        [IJ_RIGHT_LOSES] = {"inside-job.account.right-won", "inside-job.account.right"},
    };
    const ij_box *b = box;
    const state *s = st;
    int n = 0;
    for (int q = 0; q < b->players; q++) {
        int goal = ij_role_of(b, s, q)->goal, at = depends_on(b, s, q);
        bool won = has_won(b, s, q);
        out[n++] = (gm_score){(gm_seat)q,
                              0,
                              {ij_turned(b, s, q) ? "inside-job.account.turned" : "inside-job.account.role",
                               {gm_thing_arg("role", s->role[q])}}};
        gm_line why = {own[goal][won], {gm_seat_arg(at)}};
        if (!won && in_cycle(b, s, q)) why.say = "inside-job.account.circle";
        out[n++] = (gm_score){(gm_seat)q, won, goal == IJ_SIDE ? cause_line(b, s) : why};
    }
    return n;
}

static void result(const void *box, const void *st, gm_result *r) {
    memset(r, 0, sizeof *r);
    r->winners = winners(box, st);
    BITS_EACH (q, r->winners)
        r->points[q] = 1;
}

/* ---- invariants ---------------------------------------------------------- */

/* All cards that were drawn for Larry, each once; adds their number to *n. */
static uint64_t collect_larry(const state *s, int *n) {
    uint64_t cards = 0;
    for (int t = 0; t < IJ_LARRY_TRICKS; t++)
        for (int i = 0; i < 3; i++) {
            uint8_t card = i ? s->next[t][i - 1] : s->top[t];
            if (card == GM_NONE || (!i && t)) continue; /* a card that was put back has been counted */
            cards |= BIT(card);
            ++*n;
        }
    return cards;
}

/* Are the roles dealt so far among the role cards of this game? */
static bool check_roles(const ij_box *b, const state *s) {
    uint8_t left[IJ_MAX_ROLES] = {0};
    for (int i = 0; i < b->n_role_cards; i++)
        left[b->role_card[i]]++;
    if (b->given != GM_NONE) left[b->given_role]++;
    for (int q = 0; q < b->players; q++)
        if (s->role[q] != GM_NONE && (s->role[q] >= b->n_roles || !left[s->role[q]]--)) return false;
    return s->phase <= IJ_ROLES || !memchr(s->role, GM_NONE, b->players);
}

static const char *check_invariants(const void *box, const void *st) {
    const ij_box *b = box;
    const state *s = st;
    uint32_t missions = s->missions;
    int n = bits_count(s->deck) + bits_count(s->played), intel = s->pool, m = bits_count(missions);
    uint64_t larry = collect_larry(s, &n), seen = s->deck | s->played | larry;
    n -= bits_count(larry & s->played);
    for (int q = 0; q < b->players; q++) {
        if (bits_count(s->hand[q]) != s->count[q]) return "count of a hand";
        seen |= s->hand[q];
        n += s->count[q];
        intel += s->intel[q];
    }
    if (seen != b->cards || n != bits_count(b->cards)) return "cards";
    if (s->n < b->players) intel += bits_count(s->raised); /* tokens on the cards of an unfinished trick */
    if (intel != IJ_INTEL) return "intel";                 /* J1.7 */
    if (!check_roles(b, s)) return "roles";
    for (int i = 0; i < 2; i++)
        if (s->drawn[i] != GM_NONE) missions |= (uint32_t)BIT(s->drawn[i]), m++;
    for (int t = 0; t < IJ_TRICKS; t++)
        if (s->picked[t] != GM_NONE) missions |= (uint32_t)(BIT(s->picked[t]) | BIT(s->away[t])), m += 2;
    return missions == b->missions && m == bits_count(b->missions) ? NULL : "missions";
}

/* ---- the game ------------------------------------------------------------ */

extern const gm_game inside_job_game;
const gm_game inside_job_game = {
    .name = "inside-job",
    .edition = 1,
    .oldest_edition = 1,
    .min_seats = 2,
    .max_seats = IJ_SEATS,
    .default_seats = 3,
    .state_size = sizeof(state),
    .box_size = sizeof(ij_box),
    .notes_size = sizeof(ij_notes),
    .say = "inside-job.name",
    .about = "inside-job.about",
    .rules = "inside-job.rules",
    .fields = fields,
    .verbs = verbs,
    .statements = inside_job_statements,
    .options = inside_job_options,
    .decks = inside_job_decks,
    .minis = inside_job_minis,
    .extra_settings = inside_job_extra_settings,
    .figures = &inside_job_figures,
    .open = open_box,
    .setup = setup,
    .to_act = to_act,
    .discusses = discusses,
    .moves = moves,
    .chances = chances,
    .deal = deal,
    .apply = apply,
    .heard = heard,
    .why_not = why_not,
    .why_not_state = inside_job_why_not_state,
    .result = result,
    .scores = list_scores,
    .next_settings = inside_job_next_settings,
    .check_invariants = check_invariants,
    .study = inside_job_study,
    .fill = inside_job_fill,
    .fill_story = inside_job_fill_story,
    .thing = inside_job_thing,
    .brief = inside_job_brief,
    .chapters = inside_job_chapters,
    .news = inside_job_news,
    .tell = inside_job_tell,
};
