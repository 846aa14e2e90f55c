/* agents.c - the bot "sensible" for The Agents.
 *
 * It tries every move on its view.  If the move sets off a command, the bot assumes that the
 * performer chooses the best target, as far as it can tell.  Then it evaluates the position:
 * points, what each front would score, and the cards in hand.  It looks two actions ahead,
 * because an arrow takes two agents.
 *
 * Map: weights - situations - evaluation - trying moves - choosing. */
#include "games/agents/agents.h"
#include "base/bits.h"
#include "bots/bots.h"
#include <string.h>

/* ---- weights ------------------------------------------------------------- */

/* All weights are in points.  They were tuned by games between bots with different weights. */
typedef struct {
    double later;                /* future turns of my fronts, per point that they would score now */
    double theirs;               /* the same for a rival's fronts, from the rival's next turn on */
    double leader;               /* the share of the best rival; the average of all rivals has the rest */
    double hand[4], more;        /* the first four agents in hand, and each further one */
    double hoped, unknown;       /* a situation that does not hold now, per point; an unknown situation */
    double drawn;                /* an agent that is drawn */
    double half;                 /* an agent at an end that shows its points: half of a future arrow */
    double victory;              /* reaching the goal */
    double command[AG_COMMANDS]; /* an agent that works for me, by its command */
} weights;

static const weights default_weights = {
    .later = 1.06,
    .theirs = 1.94,
    .leader = 0.56,
    .hand = {1.82, 1.62, 1.19, 0.25},
    .more = 0.19,
    .hoped = 0.49,
    .unknown = 1.13,
    .drawn = 2.48,
    .half = 0.35,
    .victory = 60.66,
    .command = {[AG_NEUTRALISE] = 0.24,
                [AG_REVIVE] = 0,
                [AG_TURN] = 0.72,
                [AG_SWAP] = 0.24,
                [AG_SWAP_SELF] = 0.25,
                [AG_RECALL] = 0.58,
                [AG_DISMISS] = 0,
                [AG_MOVE] = 0.08,
                [AG_DRAW] = 0.2,
                [AG_SALVAGE] = 0.13,
                [AG_BRIEF] = 0.24,
                [AG_ROB] = 1.6,
                [AG_PICKPOCKET] = 0.6,
                [AG_STEAL] = 0.28,
                [AG_BURN] = 0.21},
};
enum { DEEPENED = 6 }; /* how many of the best first actions are tried with a second one */

/* What the bot has in mind while it chooses a move. */
typedef struct {
    const gm_game *game;
    const ag_box *b;
    const weights *w;
    gm_seat me;
    rng *r;
    uint64_t *work;
} mind;

/* ---- situations ---------------------------------------------------------- */

enum { MAX_SITUATIONS = 8 };
typedef struct {
    int n, card[MAX_SITUATIONS], sheet[MAX_SITUATIONS], worth[MAX_SITUATIONS];
    int points[2][MAX_SITUATIONS]; /* by side; 0 if the condition does not hold there */
    double expected;               /* the value of situations that hold nowhere */
} situation_list;

/* An index for a situation that holds.  If the list is full, the best are kept; MAX_SITUATIONS
 * means that this one is not among them. */
static int slot_for(situation_list *p, int points) {
    int least = 0;
    if (p->n < MAX_SITUATIONS) return p->n++;
    for (int i = 1; i < MAX_SITUATIONS; i++)
        if (p->worth[i] < p->worth[least]) least = i;
    return p->worth[least] < points ? least : MAX_SITUATIONS;
}

static void list_situations(const mind *m, const ag_state *s, situation_list *p) {
    const ag_box *b = m->b;
    const ag_stock *k = &s->stock[AG_SITUATION];
    ag_measures of[2];
    memset(p, 0, sizeof *p);
    for (int side = 0; side < 2; side++)
        agents_measure(b, s, ag_front(b, m->me, side), m->me, &of[side]);
    BITS_EACH (sheet, k->held[m->me]) {
        int card = k->card[sheet], points = b->situation[card].points;
        bool on_left = agents_met(b, card, &of[0]), on_right = agents_met(b, card, &of[1]);
        if (!on_left && !on_right) {
            p->expected += m->w->hoped * points;
            continue;
        }
        int i = slot_for(p, points);
        if (i == MAX_SITUATIONS) continue;
        p->card[i] = card;
        p->sheet[i] = sheet;
        p->worth[i] = points;
        p->points[0][i] = on_left ? points : 0;
        p->points[1][i] = on_right ? points : 0;
    }
}

/* The best set of at most two situations for a side, no two alike and none in `used`. */
static int best_pair(const ag_box *b, const situation_list *p, int side, unsigned used, unsigned *chosen) {
    int most = 0;
    *chosen = 0;
    for (int i = 0; i < p->n; i++)
        for (int k = i; k < p->n; k++) {
            unsigned set = 1u << i | 1u << k;
            if (set & used || (k != i && b->situation[p->card[i]].alike >> p->card[k] & 1)) continue;
            int sum = p->points[side][i] + (k != i ? p->points[side][k] : 0);
            if (sum > most) most = sum, *chosen = set;
        }
    return most;
}

/* The best sets of situations for the left and right front; returns what they score. */
static int best_plan(const ag_box *b, const situation_list *p, unsigned plan[2]) {
    int most = 0;
    plan[0] = plan[1] = 0;
    for (unsigned left = 0; left < 1u << p->n; left++) {
        int n = bits_count(left), sum = 0;
        if (n > 2) continue;
        int first = n ? bits_first(left) : 0,
            last = n ? bits_first(left & (left - 1) ? left & (left - 1) : left) : 0;
        if (n == 2 && b->situation[p->card[first]].alike >> p->card[last] & 1) continue;
        BITS_EACH (i, left)
            sum += p->points[0][i];
        unsigned right;
        sum += best_pair(b, p, 1, left, &right);
        if (sum > most) most = sum, plan[0] = left, plan[1] = right;
    }
    return most;
}

/* ---- evaluation ---------------------------------------------------------- */

/* What the agents in a seat's fronts may still bring: commands that can be repeated, and agents at
 * an end that may become part of an arrow. */
static double agents_value(const mind *m, const ag_state *s, int seat) {
    double sum = 0;
    for (int side = 0; side < 2; side++) {
        int front = ag_front(m->b, seat, side), n = s->count[front];
        for (int i = 0; i < n; i++) {
            int card = s->front[front][i];
            const ag_agent *a = &m->b->agent[card];
            if (s->down >> card & 1) continue;
            if (ag_works_for(m->b, s, front, card) == seat)
                sum += m->w->command[a->command] * (a->n > 3 ? 3 : a->n ? a->n : 1);
            else if (n < m->b->row)
                sum += m->w->half * ((i == 0) + (i == n - 1));
        }
    }
    return sum;
}

static double hand_value(const mind *m, const ag_state *s, int seat) {
    double sum = 0;
    for (int i = 0, n = bits_count(s->stock[AG_AGENT].held[seat]); i < n; i++)
        sum += i < 4 ? m->w->hand[i] : m->w->more;
    return sum;
}

/* The value of a rival's position, from what everybody sees. */
static double rival_value(const mind *m, const ag_state *s, int q) {
    int arrows, laid, hidden = bits_count(s->stock[AG_SITUATION].held[q] & ~s->laid[0] & ~s->laid[1]);
    agents_score(m->b, s, q, &arrows, &laid);
    double sum = s->points[q] + m->w->theirs * (arrows + laid) + hand_value(m, s, q) +
                 m->w->unknown * hidden + agents_value(m, s, q);
    return s->points[q] + arrows + laid >= m->b->goal ? sum + m->w->victory / 4 : sum;
}

static double own_value(const mind *m, const ag_state *s) {
    situation_list p;
    unsigned plan[2];
    int arrows, laid, me = m->me;
    agents_score(m->b, s, me, &arrows, &laid);
    list_situations(m, s, &p);
    int income = arrows + best_plan(m->b, &p, plan);
    double sum = s->points[me] + (s->turn == me ? 1 + m->w->later : m->w->theirs) * income +
                 hand_value(m, s, me) + p.expected + agents_value(m, s, me);
    return s->points[me] + income >= m->b->goal ? sum + m->w->victory / (s->turn == me ? 1 : 4) : sum;
}

static double state_value(const mind *m, const ag_state *s) {
    double most = -1e9, sum = 0;
    ++*m->work;
    if (s->phase == AG_P_OVER) return (s->points[m->me] >= m->b->goal ? 1 : -1) * 10 * m->w->victory;
    for (gm_seat q = 0; q < m->b->head.seats; q++) {
        if (q == m->me) continue;
        double value = rival_value(m, s, q);
        sum += value;
        if (value > most) most = value;
    }
    return own_value(m, s) - m->w->leader * most - (1 - m->w->leader) * sum / (m->b->head.seats - 1);
}

/* ---- trying moves -------------------------------------------------------- */

/* If the dealer must draw or take a card, finishes the command without it, because the card is
 * unknown; returns what the card is worth to me on average. */
static double resolve_deal(const mind *m, ag_state *s) {
    const ag_box *b = m->b;
    int cards = s->n_deck[AG_AGENT] + s->n_discards[AG_AGENT];
    double brings;
    switch (s->phase) {
    case AG_P_AGENT: brings = m->w->drawn * (s->to_draw < cards ? s->to_draw : cards); break;
    case AG_P_SITUATION: brings = m->w->unknown; break;
    case AG_P_TAKE: brings = m->w->hand[1]; break;
    default: return 0;
    }
    double mine = s->performer == m->me ? brings : -brings / (b->head.seats - 1);
    if (s->phase == AG_P_TAKE && s->victim == m->me) mine -= brings;
    s->phase = AG_P_TURN;
    int points = ag_special_points(b, s);
    if (points) {
        s->points[s->other] = (int16_t)(s->points[s->other] + points);
        if (!b->finish && s->points[s->other] >= b->goal) s->phase = AG_P_OVER;
    }
    s->acting = GM_NONE;
    s->actions++;
    return mine;
}

/* Plays the target that the performer would choose: what I like best, or what a rival would like
 * best. */
static double resolve_command(const mind *m, ag_state *s) {
    gm_move moves[GM_MAX_MOVES];
    gm_seat who = s->performer;
    ag_state best = *s;
    double most = -1e9, best_extra = 0;
    if (who != m->me && m->b->agent[s->acting].command == AG_BRIEF) { /* I do not know a rival's situations */
        s->phase = AG_P_SITUATION;
        return resolve_deal(m, s);
    }
    for (int i = 0, n = m->game->moves(m->b, s, who, moves); i < n; i++) {
        ag_state t = *s;
        m->game->apply(m->b, &t, who, moves[i]);
        ++*m->work;
        double extra = resolve_deal(m, &t), value = who == m->me
                                                        ? state_value(m, &t) + extra
                                                        : rival_value(m, &t, who) - own_value(m, &t) - extra;
        if (value > most) most = value, best = t, best_extra = extra;
    }
    *s = best;
    return best_extra;
}

/* Plays a move and everything that follows from it; returns the value of unknown cards. */
static double try_move(const mind *m, const ag_state *s, gm_move move, ag_state *out) {
    *out = *s;
    m->game->apply(m->b, out, m->me, move);
    if (out->phase == AG_P_COMMAND) return resolve_command(m, out);
    return resolve_deal(m, out);
}

/* The value of the best second action. */
static double best_second_action(const mind *m, const ag_state *s) {
    gm_move moves[GM_MAX_MOVES];
    double most = -1e9;
    int n = m->game->moves(m->b, s, m->me, moves);
    for (int i = 0; i < n; i++) {
        ag_state t;
        if (GM_KIND(moves[i]) == AG_M_LAY) continue;
        double extra = try_move(m, s, moves[i], &t), value = state_value(m, &t) + extra;
        if (value > most) most = value;
    }
    return most;
}

/* ---- choosing ------------------------------------------------------------ */

/* After the actions: lays the situations where they score, takes the others into hand, and then
 * ends the turn. */
static gm_move choose_layout(const mind *m, const ag_state *s, const gm_move *moves, int n) {
    situation_list p;
    unsigned plan[2];
    gm_move to_hand = 0;
    uint64_t want[AG_SPOTS] = {~0ull, 0, 0};
    list_situations(m, s, &p);
    best_plan(m->b, &p, plan);
    for (int side = 0; side < 2; side++)
        BITS_EACH (i, plan[side]) {
            want[AG_ON_LEFT + side] |= BIT(p.sheet[i]);
            want[AG_HAND] &= ~BIT(p.sheet[i]);
        }
    for (int i = 0; i < n; i++) {
        int spot = GM_B(moves[i]), sheet = GM_A(moves[i]);
        if (GM_KIND(moves[i]) != AG_M_LAY || s->laid[0] & want[AG_ON_LEFT] & BIT(sheet) ||
            s->laid[1] & want[AG_ON_RIGHT] & BIT(sheet))
            continue;
        if (want[spot] >> sheet & 1) return moves[i];
        if (spot == AG_HAND) to_hand = moves[i]; /* it lies where another should */
    }
    return to_hand ? to_hand : moves[n - 1];
}

/* How much randomness there is in a choice.  A little breaks ties, which would otherwise favour
 * low seats.  In a long game there is more, because then the play tends to repeat itself. */
static double noise(const ag_state *s) { return s->round <= 15 ? 0.01 : 0.1 * (s->round - 15); }

static gm_move choose(const mind *m, const gm_view *v) {
    const ag_state *s = (const ag_state *)(const void *)v->st;
    gm_move moves[GM_MAX_MOVES], best = 0;
    double value[GM_MAX_MOVES], most = -1e9;
    int n = v->game->moves(v->box, v->st, v->who, moves);
    if (s->phase == AG_P_TURN && s->actions == AG_ACTIONS) return choose_layout(m, s, moves, n);
    for (int i = 0; i < n; i++) {
        ag_state t;
        value[i] = -1e9;
        if (GM_KIND(moves[i]) == AG_M_LAY) continue;
        double extra = try_move(m, s, moves[i], &t), tie = noise(s) * rng_uniform(m->r);
        value[i] = state_value(m, &t) + extra + tie;
    }
    for (int k = 0; k < DEEPENED && k < n; k++) { /* try the best ones with a second action */
        int i = 0;
        ag_state t;
        for (int j = 1; j < n; j++)
            if (value[j] > value[i]) i = j;
        double extra = try_move(m, s, moves[i], &t), full = value[i];
        if (t.phase == AG_P_TURN && t.turn == m->me && t.actions == 1)
            full = best_second_action(m, &t) + extra;
        if (full > most) most = full, best = moves[i];
        value[i] = -1e9;
    }
    return best;
}

gm_move bots_agents(const gm_view *v, const gm_story *story, rng *r, uint64_t *work) {
    (void)story;
    *work = 0;
    return choose(&(mind){v->game, v->box, &default_weights, v->who, r, work}, v);
}
