/* inside_job.c - the bot "sensible" for Inside Job.
 *
 * It doubts players who spoil missions.  It draws some worlds that fit what it knows, the
 * likelier the more it doubts, tries each of its moves in all of them to the end of the
 * trick, and takes the move that serves its own goal best.  In these worlds everybody
 * plays for their own goal.  It votes for the player whom it doubts most.
 *
 * What a role wants and fears follows from its side, goal and abilities, so the bot can
 * also play a group's own role.
 *
 * Map: attitudes - doubt - how others play - the value of a trick - choosing. */
#include "games/inside_job/inside_job.h"
#include "bots/bots.h"
#include <string.h>

enum { WORLDS = 24 }; /* in which each move is tried */

/* What the bot has in mind while it chooses a move. */
typedef struct {
    const gm_game *g;
    const ij_box *b;
    const ij_state *s; /* a view */
    gm_seat me;
    double doubt[IJ_SEATS]; /* by what factor a seat's moves have made it likelier to be the Insider */
    ij_notes notes;         /* ways to deal the roles, weighted by doubt */
    ij_state world[WORLDS];
    rng *r;
    uint64_t *work;
} mind;

/* ---- attitudes ----------------------------------------------------------- */

static const ij_role *my_role(const mind *m) { return ij_role_of(m->b, m->s, m->me); }
static bool is_traitor(const mind *m) { return my_role(m)->side == IJ_INSIDERS; }
static bool revealed(const ij_state *s, int q) { return s->revealed >> q & 1; }

/* Does a player whose goal is that of a side want the Agents to win?  1 yes, -1 no, 0: another
 * goal. */
static int loyalty(const ij_box *b, const ij_state *w, int q) {
    const ij_role *r = ij_role_of(b, w, q);
    if (r->goal != IJ_SIDE) return 0;
    return r->side == IJ_AGENTS && !ij_turned(b, w, q) ? 1 : -1;
}

/* The same for any player.  If the goal depends on another player's result, so does the attitude. */
static int attitude(const ij_box *b, const ij_state *w, int q) {
    switch (ij_role_of(b, w, q)->goal) {
    case IJ_SIDE: return loyalty(b, w, q);
    case IJ_PARTNER_WINS: return w->partner == GM_NONE ? 0 : loyalty(b, w, w->partner);
    case IJ_RIGHT_LOSES: return -loyalty(b, w, ij_right_of(b, q));
    default: return 0;
    }
}

/* Does the card at this position spoil the mission, or nearly so?  A card that must win the trick
 * may be beaten before its end. */
static bool spoils_mission(const ij_mission *m, const ij_state *t, int position, int n) {
    int wanted = ij_wanted(m, n);
    if (!ij_does_part(m, t, position, n)) return true;
    return m->kind == IJ_WINNER && position >= wanted && ij_winner(t, position + 1, m->trump) != wanted;
}

/* ---- doubt --------------------------------------------------------------- */

/* Takes a card that somebody played as evidence.  The factors are guesses of how much more often
 * an Insider does such a thing than an Agent; judge them with `safehouse arena`. */
static void weigh_card(mind *m, const ij_mission *mission, const ij_state *t, int position, gm_seat q,
                       bool *spoilt) {
    if (!*spoilt && spoils_mission(mission, t, position, m->b->players)) {
        m->doubt[q] *= 2.2;
        *spoilt = true;
    } else if (!*spoilt) {
        m->doubt[q] *= 0.85;
    }
    bool larry = m->b->head.dummies && position == 1; /* Larry must follow suit */
    if (!larry && ij_colour(t->trick[position]) != ij_colour(t->trick[0])) m->doubt[q] *= 1.3;
}

static void weigh_story(mind *m, const gm_story *story) {
    const ij_mission *mission = NULL;
    ij_state t = {0};
    bool spoilt = false;
    for (int q = 0; q < IJ_SEATS; q++)
        m->doubt[q] = 1;
    for (int i = 0; i < story->n; i++) {
        int kind = GM_KIND(story->heard[i]), a = GM_A(story->heard[i]);
        if (kind == IJ_M_PICK) {
            mission = &m->b->mission[a];
            t.n = t.raised = 0;
            spoilt = false;
        }
        if ((kind != IJ_M_PLAY && kind != IJ_M_RAISE && kind != IJ_M_LARRY) || !mission) continue;
        if (kind == IJ_M_RAISE) t.raised |= (uint8_t)BIT(t.n);
        t.trick[t.n] = (uint8_t)a;
        weigh_card(m, mission, &t, t.n, story->by[i], &spoilt);
        t.n++;
    }
}

static void draw_worlds(mind *m) {
    gm_study(m->g, m->b, m->s, m->me, &m->notes);
    for (int i = 0; i < (int)m->notes.n; i++)
        for (int q = 0; q < m->b->players; q++)
            if (m->b->role[m->notes.role[i][q]].side == IJ_INSIDERS) m->notes.ways[i] *= m->doubt[q];
    for (int i = 0; i < WORLDS; i++)
        gm_fill(m->g, m->b, m->s, m->me, &m->notes, m->r, &m->world[i]);
}

/* ---- how others play ----------------------------------------------------- */

/* How much an Agent likes a card that does its part: does it leave room for those who play later? */
static int agent_preference(const ij_mission *m, const ij_state *t, int position, int n) {
    int value = ij_value(t->trick[position]), wanted = ij_wanted(m, n);
    bool leads = ij_winner(t, position + 1, m->trump) == position;
    switch (m->kind) {
    case IJ_ASCENDING: return -value;
    case IJ_DESCENDING: return value;
    case IJ_LOWEST: return position < n - 1 ? value : -value;
    case IJ_WINNER:
        if (position == wanted) return leads ? 40 + value : 0;
        return (position > wanted && leads ? -60 : 0) - value;
    default: return 0;
    }
}

/* Does winning the trick help this player, apart from the mission?  A role that wins by being
 * revealed wants intel, a role that loses by it does not. */
static int trick_desire(const ij_box *b, const ij_state *w, int q) {
    const ij_role *r = ij_role_of(b, w, q);
    if (revealed(w, q)) return r->can & IJ_MOST && w->intel[q] >= r->most ? -3 : 0;
    return r->can & IJ_WINS ? 1 : r->can & IJ_LOSES ? -1 : 0;
}

/* How much `actor` likes to play this card as seat q in a world.  The two differ for Larry, whose
 * controller decides. */
static int preference(const ij_box *b, const ij_mission *m, const ij_state *w, gm_seat actor, gm_seat q,
                      int card, bool spoilt) {
    ij_state t = *w;
    int position = w->n;
    bool follows = !position || ij_colour(card) == ij_colour(w->trick[0]);
    ij_add_to_trick(&t, q, card, false);
    bool does = spoilt || ij_does_part(m, &t, position, b->players);
    bool leads = ij_winner(&t, position + 1, m->trump) == position;
    int wish = leads ? 30 * trick_desire(b, w, q) : 0;
    if (attitude(b, w, actor) > 0) {
        if (ij_role_of(b, w, q)->side != IJ_INSIDERS && wish > 0) wish = 0; /* the missions come first */
        return (spoilt ? -ij_value(card)
                : does ? 100 + agent_preference(m, &t, position, b->players)
                       : 0) +
               wish;
    }
    bool could = position && q == actor && w->hand[q] & ij_suit(ij_colour(w->trick[0]));
    return (does ? 0 : 50) + wish + (wish < 0 ? -1 : 1) * ij_value(card) - (!follows && could ? 70 : 0);
}

/* The three cards of which one is played for Larry; before they are drawn, some of his deck. */
static uint64_t larry_cards(const mind *m, const ij_state *w) {
    if (w->phase == IJ_PLAY_LARRY) return ij_larry_choices(w);
    uint64_t three = w->tricks ? BIT(w->top[w->tricks] & 63) : 0, deck = w->deck;
    for (int i = bits_count(three), n; i < 3 && (n = bits_count(deck)); i++) {
        uint64_t card = BIT(bits_nth(deck, (uint32_t)((*m->work * 5 + (uint64_t)i * 11) % (uint64_t)n)));
        three |= card;
        deck &= ~card;
    }
    return three;
}

/* Plays the trick to its end; everybody takes the card that they like best. */
static void finish_trick(mind *m, const ij_mission *mission, ij_state *w) {
    const ij_box *b = m->b;
    bool spoilt = false;
    for (int i = 0; i < w->n; i++)
        spoilt |= !ij_does_part(mission, w, i, b->players);
    while (w->n < b->players) {
        gm_seat q = ij_seat_at(b, w, w->n), actor = q < b->head.seats ? q : ij_controller(w);
        int best = -1000, card = 0;
        uint64_t cards = q < b->head.seats ? ij_playable(b, w, q) : ij_follow(w, larry_cards(m, w));
        BITS_EACH (c, cards) {
            int like = preference(b, mission, w, actor, q, c, spoilt);
            if (like > best) best = like, card = c;
        }
        bool asked = (mission->kind == IJ_RAISED && w->n == ij_wanted(mission, b->players)) ||
                     mission->kind == IJ_RAISED_TWO;
        bool raise = asked && !spoilt && w->n && w->intel[q] && q < b->head.seats && attitude(b, w, q) > 0 &&
                     !revealed(w, q);
        ij_add_to_trick(w, q, card, raise);
        spoilt |= !ij_does_part(mission, w, w->n - 1, b->players);
    }
    ++*m->work;
}

/* ---- the value of a trick ------------------------------------------------ */

/* Are the Agents likely to complete too few missions?  Then it is good to change sides. */
static bool agents_behind(const mind *m) {
    int missing = m->b->need - bits_count(m->s->completed), left = m->b->tricks - m->s->tricks;
    return 5 * missing > 3 * left;
}

/* What it is worth to the Agents that a player gets so much intel. */
static double intel_value(const mind *m, const ij_state *w, int q, int gain) {
    const ij_box *b = m->b;
    const ij_role *r = ij_role_of(b, w, q);
    bool shown = revealed(w, q), over = !shown && m->s->intel[q] + gain >= b->limit && gain > 0;
    int hidden = b->players - bits_count(w->revealed);
    if (shown) return r->can & IJ_MOST && m->s->intel[q] + gain > r->most ? -8 : 0;
    if (r->side == IJ_INSIDERS) return r->can & IJ_LOSES ? over ? 8 : 0.5 * gain : over ? -8 : -0.6 * gain;
    if (b->has_hunter && over && hidden == 2) return -8;
    if (b->has_hunter) return over ? -1 : -0.3 * gain;
    if (r->can & IJ_WINS) return over ? 8 : 0.5 * gain;
    return 0;
}

/* What it is worth to me that I get so much intel, apart from that. */
static double own_value(const mind *m, int gain) {
    const ij_role *r = my_role(m);
    bool over = m->s->intel[m->me] + gain >= m->b->limit;
    if (revealed(m->s, m->me) || gain <= 0) return 0;
    if (r->goal == IJ_VOTES) return over ? -6 : -0.5 * gain; /* once revealed, I cannot be voted for */
    if (r->can & IJ_TURNS) return (agents_behind(m) ? 1 : -1) * (over ? 3 : 0.4 * gain);
    if (r->can & IJ_QUIET && over) return -0.5;
    return 0;
}

/* The value to me of a complete trick: the mission, and who gets the intel. */
static double trick_value(const mind *m, const ij_mission *mission, const ij_state *w) {
    const ij_box *b = m->b;
    int missing = b->need - bits_count(m->s->completed), left = b->tricks - m->s->tricks;
    double stake = missing > left ? 0.05 : missing <= 1 ? 6 : missing == 2 ? 2 : 1;
    double agents = ij_fulfilled(mission, w, b->players) ? stake : 0, intel = 0, own = 0;
    int winner = ij_seat_at(b, w, ij_winner(w, b->players, mission->trump));
    bool no_intel = revealed(w, winner) && ij_role_of(b, w, winner)->can & IJ_NO_INTEL;
    for (int q = 0; q < b->players; q++) {
        int gain = w->intel[q] - m->s->intel[q];
        if (q == winner && !no_intel) gain += 1 + bits_count(w->raised);
        if (no_intel && q == w->partner && w->intel[q]) gain--;
        if (gain) intel += intel_value(m, w, q, gain);
        if (q == m->me) own = own_value(m, gain);
    }
    int want = attitude(b, w, m->me);
    if (!want && my_role(m)->goal == IJ_VOTES) /* nobody should win before the vote */
        return own - 0.7 * agents - (intel < 0 ? -intel : intel);
    return own + want * (agents + intel);
}

/* Would this card spoil a mission that can still be completed? */
static bool would_spoil(const mind *m, const ij_mission *mission, gm_seat q, int card, bool raise) {
    ij_state t = *m->s;
    for (int i = 0; i < t.n; i++)
        if (spoils_mission(mission, &t, i, m->b->players)) return false;
    ij_add_to_trick(&t, q, card, raise);
    return spoils_mission(mission, &t, t.n - 1, m->b->players);
}

/* What it costs to play a card that looks suspicious: one that spoils a mission, or, for the
 * traitor, one that does not follow suit.  A player who wants votes gains by it. */
static double suspicion_cost(const mind *m, const ij_mission *mission, gm_seat q, int card, bool raise) {
    const ij_state *s = m->s;
    if (revealed(s, m->me)) return 0;
    double cost = !would_spoil(m, mission, q, card, raise) ? 0
                  : my_role(m)->goal == IJ_VOTES           ? -0.6
                  : is_traitor(m)                          ? 0.15
                                                           : 0.8;
    if (!s->n || q != m->me || !(my_role(m)->can & IJ_FREE)) return cost;
    uint64_t led = s->hand[m->me] & ij_suit(ij_colour(s->trick[0]));
    if (led && ij_colour(card) != ij_colour(s->trick[0]) && !(s->liars >> m->me & 1))
        cost += 1.6 + 0.15 * bits_count(led);
    return cost;
}

/* ---- choosing ------------------------------------------------------------ */

/* The value of a card of mine, or of one that I play for Larry. */
static double try_card(mind *m, gm_seat q, int card, bool raise) {
    const ij_mission *mission = &m->b->mission[m->s->picked[m->s->tricks]];
    double sum = 0;
    for (int i = 0; i < WORLDS; i++) {
        ij_state w = m->world[i];
        ij_add_to_trick(&w, q, card, raise);
        finish_trick(m, mission, &w);
        sum += trick_value(m, mission, &w);
    }
    return sum / (double)WORLDS - (raise && !is_traitor(m) ? 0.3 : 0) -
           suspicion_cost(m, mission, q, card, raise);
}

/* The value of a mission. */
static double try_mission(mind *m, int mission) {
    double sum = 0;
    for (int i = 0; i < WORLDS; i++) {
        ij_state w = m->world[i];
        w.n = w.raised = 0;
        w.starter = m->me;
        finish_trick(m, &m->b->mission[mission], &w);
        sum += trick_value(m, &m->b->mission[mission], &w);
    }
    return sum;
}

/* The value of a vote.  If I want the Agents to win, I vote for the likeliest traitor, and not for
 * a player who wants votes.  If I do not, I vote for the player whom the others doubt anyway.  If
 * I want votes myself, I vote for the player whom they doubt least. */
static double try_vote(const mind *m, int target) {
    double sum = 0, all = 0;
    if (my_role(m)->goal == IJ_VOTES) return -m->doubt[target];
    for (int i = 0; i < (int)m->notes.n; i++) {
        ij_state w = *m->s;
        memcpy(w.role, m->notes.role[i], sizeof w.role);
        const ij_role *r = ij_role_of(m->b, &w, target);
        double good = r->side == IJ_INSIDERS ? 1 : r->goal == IJ_VOTES ? -0.5 : 0;
        if (attitude(m->b, &w, m->me) < 0)
            good = 0.3 * m->doubt[target] / (1 + m->doubt[target]) - (good > 0);
        sum += m->notes.ways[i] * good;
        all += m->notes.ways[i];
    }
    return sum / all;
}

static double try_move(mind *m, gm_move move) {
    int a = GM_A(move);
    switch (GM_KIND(move)) {
    case IJ_M_PARTNER: return (double)rng_below(m->r, 1000); /* nothing is known yet */
    case IJ_M_PICK: return try_mission(m, a);
    case IJ_M_VOTE: return try_vote(m, a);
    case IJ_M_BALLOT: return try_vote(m, a) + try_vote(m, GM_B(move));
    case IJ_M_LARRY: return try_card(m, IJ_LARRY, a, false);
    default: return try_card(m, m->me, a, GM_KIND(move) == IJ_M_RAISE);
    }
}

gm_move bots_inside_job(const gm_view *v, const gm_story *story, rng *r, uint64_t *work) {
    mind m = {.g = v->game,
              .b = v->box,
              .s = (const ij_state *)(const void *)v->st,
              .me = v->who,
              .r = r,
              .work = work};
    gm_move moves[GM_MAX_MOVES], best = 0;
    int n = v->game->moves(v->box, v->st, v->who, moves);
    double most = 0;
    *work = 0;
    weigh_story(&m, story);
    draw_worlds(&m);
    for (int i = 0; i < n; i++) {
        double value = try_move(&m, moves[i]);
        if (!best || value > most) best = moves[i], most = value;
    }
    return best;
}
