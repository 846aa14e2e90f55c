/* preview.c - says what a legal move of The Agents would bring, as far as the view tells.
 *
 * The value of a position to a seat is what it would score at the end of its turn, and by how much
 * its points have changed. */
#include "games/agents/internal.h"

extern const gm_game agents_game;

/* Points that a seat will get from a special agent once the dealer has drawn or taken a card for
 * its command. */
static int pending_points(const ag_box *b, const state *t, int q) {
    return t->other == q && t->phase != AG_P_OVER ? ag_special_points(b, t) : 0;
}

/* The value to seat q of position `then`, which followed from `now`. */
static int value_to(const ag_box *b, const state *now, const state *then, int q) {
    int arrows, laid;
    agents_score(b, then, q, &arrows, &laid);
    return arrows + laid + then->points[q] - now->points[q] + pending_points(b, then, q);
}

/* The seat that has reached the goal and so won at once, or GM_NONE. */
static gm_seat immediate_winner(const ag_box *b, const state *t) {
    for (gm_seat q = 0; q < b->head.seats; q++)
        if (!b->finish && t->points[q] + pending_points(b, t, q) >= b->goal) return q;
    return GM_NONE;
}

/* Plays the target that the performer is likely to choose: the one that brings the performer most
 * and the two opponents least, with four times the weight on the former.  The reader knows nothing
 * about another player's situations. */
static void choose_target(const ag_box *b, const state *now, gm_seat reader, state *t) {
    gm_move moves[GM_MAX_MOVES];
    state best = *t;
    int most = -(1 << 30), who = t->performer;
    bool unknown = who != reader && b->agent[t->acting].command == AG_BRIEF;
    int n = unknown ? 0 : agents_moves(b, t, (gm_seat)who, moves);
    for (int i = 0; i < n; i++) {
        state x = *t;
        agents_apply(b, &x, (gm_seat)who, moves[i]);
        int value = 4 * value_to(b, now, &x, who);
        for (int side = 0; side < 2; side++)
            value -= value_to(b, now, &x, ag_opposite(b, ag_front(b, who, side), who));
        if (value > most) most = value, best = x;
    }
    *t = best;
}

/* By how much a move changes the value to a seat. */
static int value_change(const ag_box *b, const state *s, const state *t, int q) {
    int n = value_to(b, s, t, q) - value_to(b, s, s, q);
    return n < 0 ? -n : n;
}

/* The player opposite `who` in the front where an agent lies, or else the next seat. */
static gm_seat player_opposite(const ag_box *b, const state *s, gm_seat who, int card) {
    for (int side = 0; side < 2; side++)
        if (s->in[ag_front(b, who, side)] >> card & 1)
            return (gm_seat)ag_opposite(b, ag_front(b, who, side), who);
    return (gm_seat)ag_next(b, who);
}

/* The player, other than the mover, whom a move concerns. */
static gm_seat player_concerned(const ag_box *b, const state *s, gm_seat who, gm_move m) {
    gm_seat owner;
    switch (GM_KIND(m)) {
    case AG_M_PLAY: return (gm_seat)ag_opposite(b, ag_front(b, who, AG_SIDE_OF(GM_B(m))), who);
    case AG_M_SEND: return (gm_seat)AG_SEAT_OF(GM_B(m));
    case AG_M_PICKPOCKET: return GM_A(m);
    case AG_M_STEAL:
    case AG_M_BURN: find_open_situation(s, GM_A(m), &owner); return owner;
    case AG_M_LAY: return (gm_seat)ag_opposite(b, ag_front(b, who, GM_B(m) == AG_ON_RIGHT), who);
    case AG_M_BUY:
    case AG_M_REPLACE:
    case AG_M_BRIEF: return (gm_seat)ag_next(b, who);
    default: return player_opposite(b, s, who, GM_A(m));
    }
}

static void preview_end(const ag_box *b, const state *s, gm_seat who, gm_lines *out) {
    int points = value_to(b, s, s, who), all = s->points[who] + points;
    gm_line *l =
        gm_add_line(out, all >= b->goal && !b->finish ? "agents.preview.end-wins" : "agents.preview.end");
    l->arg[0] = gm_number(points);
    l->arg[1] = gm_number(all);
}

void agents_preview(const void *box, const void *view, gm_seat who, gm_move m, gm_lines *out) {
    const ag_box *b = box;
    const state *s = view;
    state t = *s;
    const char *say = "agents.preview", *same = "agents.preview.same";
    const char *of = NULL; /* the argument that is written first says what the move is about */
    int what = 0;
    out->n = 0;
    for (const gm_verb *v = agents_game.verbs; v->name; v++)
        if (v->kind == GM_KIND(m)) what = v->args_reversed ? v->of[2] ? 2 : 1 : 0, of = v->of[what];
    if (GM_KIND(m) == AG_M_END) preview_end(b, s, who, out);
    if (!of) return;
    agents_apply(b, &t, who, m);
    if (t.phase == AG_P_COMMAND) {
        say = same = t.performer == who ? "agents.preview.best" : "agents.preview.theirs";
        choose_target(b, s, who, &t);
    }
    gm_seats others = (gm_seats)((BIT(b->head.seats) - 1) & ~BIT(who));
    do { /* first the player for whom most changes, or else the one whom the move concerns */
        int q = others >> player_concerned(b, s, who, m) & 1 ? player_concerned(b, s, who, m)
                                                             : bits_first(others);
        BITS_EACH (other, others)
            if (value_change(b, s, &t, other) > value_change(b, s, &t, q)) q = other;
        if (out->n && !value_change(b, s, &t, q)) return;
        others &= (gm_seats)~BIT(q);
        gm_line *l = gm_add_line(out, value_change(b, s, &t, who) || value_change(b, s, &t, q) ? say : same);
        l->arg[0] = gm_number(value_to(b, s, &t, who));
        l->arg[1] = gm_number(value_to(b, s, s, who));
        l->arg[2] = gm_seat_arg(q);
        l->arg[3] = gm_number(value_to(b, s, &t, q));
        l->arg[4] = gm_number(value_to(b, s, s, q));
        l->arg[5] = gm_thing_arg(of, GM_ARG(m, what));
        if (immediate_winner(b, &t) == GM_NONE) continue;
        l->say = immediate_winner(b, &t) == who ? "agents.preview.wins" : "agents.preview.loses";
        return;
    } while (others);
}
