/* inside_job.c - a bot that plays Inside Job with plain good sense.
 *
 * It doubts those who spoil missions, draws some worlds that fit what it knows and
 * doubts, tries each of its moves in all of them to the end of the trick, with
 * everybody playing for the own side, and takes the move that does its side the most
 * good.  It votes for the one it doubts most.
 *
 * Map: doubt - how others play - what a trick is worth - choosing. */
#include "games/inside_job/inside_job.h"
#include "bots/bots.h"
#include <string.h>

enum { WORLDS = 24 };

typedef struct {
    const gm_game *g;
    const ij_box *b;
    const ij_state *s; /* a view */
    gm_seat me;
    double doubt[IJ_SEATS]; /* how much likelier than at first a seat is the Insider, by what it did */
    ij_notes notes;         /* ways to deal, weighed by doubt */
    ij_state world[WORLDS];
    uint64_t *work;
} mind;

static bool am_insider(const mind *m) { return m->s->role[m->me] == IJ_INSIDER; }

/* Does the card at this place spoil the mission, or all but?  Who must win can be
 * beaten before the trick is over. */
static bool spoils(const ij_mission *m, const ij_state *t, int place, int n) {
    int wanted = m->a == IJ_LAST ? n - 1 : m->a;
    if (!ij_does_part(m, t, place, n)) return true;
    return m->kind == IJ_WINNER && place >= wanted && ij_winner(t, place + 1, m->trump) != wanted;
}

/* ---- doubt -------------------------------------------------------------------------- */

/* One card of a trick that somebody played, as evidence.  The numbers are how much
 * oftener an Insider does such a thing than an Agent, by guess; the arena is the
 * judge of them. */
static void weigh_card(mind *m, const ij_mission *mission, const ij_state *t, int place, gm_seat q,
                       bool *spoilt) {
    if (!*spoilt && spoils(mission, t, place, m->b->seats)) {
        m->doubt[q] *= 2.2;
        *spoilt = true;
    } else if (!*spoilt) {
        m->doubt[q] *= 0.85;
    }
    if (ij_colour(t->trick[place]) != ij_colour(t->trick[0])) m->doubt[q] *= 1.3;
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
        if ((kind != IJ_M_PLAY && kind != IJ_M_RAISE) || !mission) continue;
        if (kind == IJ_M_RAISE) t.raised |= (uint8_t)BIT(t.n);
        t.trick[t.n] = (uint8_t)a;
        weigh_card(m, mission, &t, t.n, story->by[i], &spoilt);
        t.n++;
    }
}

static void imagine(mind *m, rng *r) {
    m->g->study(m->b, m->s, m->me, &m->notes);
    for (int q = 0; q < m->b->seats; q++)
        m->notes.ways[q] *= m->doubt[q];
    for (int i = 0; i < WORLDS; i++)
        m->g->fill(m->b, m->s, m->me, &m->notes, r, &m->world[i]);
}

/* ---- how others play ------------------------------------------------------------------ */

/* Puts a card into the trick of a world. */
static void put(ij_state *w, gm_seat q, int card, bool raise) {
    if (raise) {
        w->raised |= (uint8_t)BIT(w->n);
        w->intel[q]--;
    }
    w->hand[q] &= ~BIT(card);
    w->trick[w->n++] = (uint8_t)card;
}

/* How an Agent likes a card that does its part, for those that play after it. */
static int agent_taste(const ij_mission *m, const ij_state *t, int place, int n) {
    int value = ij_value(t->trick[place]), wanted = m->a == IJ_LAST ? n - 1 : m->a;
    bool leads = ij_winner(t, place + 1, m->trump) == place;
    switch (m->kind) {
    case IJ_ASCENDING: return -value;
    case IJ_DESCENDING: return value;
    case IJ_LOWEST: return place < n - 1 ? value : -value;
    case IJ_WINNER:
        if (place == wanted) return leads ? 40 + value : 0;
        return (place > wanted && leads ? -60 : 0) - value;
    default: return 0;
    }
}

/* How much the seat whose turn it is likes to play this card, in a world. */
static int taste(const ij_box *b, const ij_mission *m, const ij_state *w, gm_seat q, int card, bool spoilt) {
    ij_state t = *w;
    int place = w->n;
    bool follows = !place || ij_colour(card) == ij_colour(w->trick[0]);
    put(&t, q, card, false);
    bool does = spoilt || ij_does_part(m, &t, place, b->seats);
    if (w->role[q] == IJ_AGENT)
        return spoilt ? -ij_value(card) : does ? 100 + agent_taste(m, &t, place, b->seats) : 0;
    bool could = place && w->hand[q] & ij_suit(ij_colour(w->trick[0]));
    bool leads = ij_winner(&t, place + 1, m->trump) == place;
    return (does ? 0 : 50) + (leads ? 30 : 0) + ij_value(card) - (!follows && could ? 70 : 0);
}

/* Everybody who is still to play does so, greedily. */
static void play_on(mind *m, const ij_mission *mission, ij_state *w) {
    const ij_box *b = m->b;
    bool spoilt = false;
    for (int i = 0; i < w->n; i++)
        spoilt |= !ij_does_part(mission, w, i, b->seats);
    while (w->n < b->seats) {
        gm_seat q = ij_turn(b, w);
        int best = -1000, card = 0;
        for (uint64_t c = ij_playable(w, q); c; c &= c - 1) {
            int like = taste(b, mission, w, q, bits_first(c), spoilt);
            if (like > best) best = like, card = bits_first(c);
        }
        int wanted = mission->a == IJ_LAST ? b->seats - 1 : mission->a;
        bool asked = (mission->kind == IJ_RAISED && w->n == wanted) || mission->kind == IJ_RAISED_TWO;
        bool raise =
            asked && !spoilt && w->n && w->intel[q] && w->role[q] == IJ_AGENT && !(w->revealed >> q & 1);
        put(w, q, card, raise);
        spoilt |= !ij_does_part(mission, w, w->n - 1, b->seats);
    }
    ++*m->work;
}

/* ---- what a trick is worth ----------------------------------------------------------------- */

/* To the Agents: the mission, and who gets the intel. */
static double worth(const mind *m, const ij_mission *mission, const ij_state *w) {
    const ij_box *b = m->b;
    int missing = b->need - bits_count(m->s->completed), left = b->tricks - m->s->tricks;
    double stake = missing > left ? 0.05 : missing <= 1 ? 6 : missing == 2 ? 2 : 1;
    double value = ij_fulfilled(mission, w, b->seats) ? stake : 0;
    int winner = (w->starter + ij_winner(w, b->seats, mission->trump)) % b->seats, insider = 0;
    while (w->role[insider] != IJ_INSIDER)
        insider++;
    int intel = w->intel[insider];
    if (winner == insider) intel += 1 + bits_count(w->raised);
    if (winner == insider && intel >= b->limit) return value - 8;
    return value - 0.6 * (intel - m->s->intel[insider]);
}

/* Is this the card that spoils a mission that was still good? */
static bool would_spoil(const mind *m, const ij_mission *mission, int card, bool raise) {
    ij_state t = *m->s;
    for (int i = 0; i < t.n; i++)
        if (spoils(mission, &t, i, m->b->seats)) return false;
    put(&t, m->me, card, raise);
    return spoils(mission, &t, t.n - 1, m->b->seats);
}

/* What it costs to be seen playing a card that looks odd: to spoil a mission, and for
 * the Insider not to follow. */
static double oddness(const mind *m, const ij_mission *mission, int card, bool raise) {
    const ij_state *s = m->s;
    double cost = would_spoil(m, mission, card, raise) ? am_insider(m) ? 0.15 : 0.8 : 0;
    if (!s->n || !am_insider(m)) return cost;
    uint64_t led = s->hand[m->me] & ij_suit(ij_colour(s->trick[0]));
    if (led && ij_colour(card) != ij_colour(s->trick[0]) && !(s->liars >> m->me & 1))
        cost += 1.6 + 0.15 * bits_count(led);
    return cost;
}

/* ---- choosing --------------------------------------------------------------------------------- */

static double try_card(mind *m, const ij_mission *mission, int card, bool raise) {
    double sum = 0;
    for (int i = 0; i < WORLDS; i++) {
        ij_state w = m->world[i];
        put(&w, m->me, card, raise);
        play_on(m, mission, &w);
        sum += worth(m, mission, &w);
    }
    sum /= WORLDS;
    return (am_insider(m) ? -sum : sum - (raise ? 0.3 : 0)) - oddness(m, mission, card, raise);
}

/* A mission, if all play the trick greedily. */
static double try_mission(mind *m, int mission) {
    double sum = 0;
    for (int i = 0; i < WORLDS; i++) {
        ij_state w = m->world[i];
        w.n = w.raised = 0;
        w.starter = m->me;
        play_on(m, &m->b->mission[mission], &w);
        sum += worth(m, &m->b->mission[mission], &w);
    }
    return am_insider(m) ? -sum : sum;
}

/* Agents name the likeliest; the Insider whom the others doubt anyway. */
static double try_vote(const mind *m, int target) {
    return am_insider(m) ? m->doubt[target] : m->notes.ways[target];
}

static double try_move(mind *m, gm_move move) {
    int a = GM_A(move);
    switch (GM_KIND(move)) {
    case IJ_M_PICK: return try_mission(m, a);
    case IJ_M_VOTE: return try_vote(m, a);
    default: return try_card(m, &m->b->mission[m->s->picked[m->s->tricks]], a, GM_KIND(move) == IJ_M_RAISE);
    }
}

gm_move bot_inside_job(const gm_view *v, const gm_story *story, rng *r, uint64_t *work) {
    mind m = {
        .g = v->game, .b = v->box, .s = (const ij_state *)(const void *)v->st, .me = v->who, .work = work};
    gm_move moves[GM_MAX_MOVES], best = 0;
    int n = v->game->moves(v->box, v->st, v->who, moves);
    double most = 0;
    *work = 0;
    weigh_story(&m, story);
    imagine(&m, r);
    for (int i = 0; i < n; i++) {
        double value = try_move(&m, moves[i]);
        if (!best || value > most) best = moves[i], most = value;
    }
    return best;
}
