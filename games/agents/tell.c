/* tell.c - writes a view of The Agents, and what a move brought about, in sentences.
 *
 * Map: fronts as text - the view - news. */
#include "games/agents/internal.h"
#include <string.h>

/* ---- fronts as text ------------------------------------------------------ */

/* A front as one of its players sees it, in three rows of cells. */
typedef struct {
    int n;
    uint8_t far[AG_ROW + 1], card[AG_ROW + 1], near[AG_ROW + 1];
} front_drawing;

/* A points edge as the reader sees it; the one that faces the other player is upside down. */
static uint8_t points_edge_cell(const ag_agent *a, bool upside_down) {
    return (uint8_t)(EDGE_BB + 2 * a->half[upside_down] + a->half[!upside_down]);
}

static void add_house_cell(front_drawing *d, bool left_hand) {
    d->far[d->n] = left_hand ? EDGE_WW : EDGE_BB;
    d->near[d->n] = left_hand ? EDGE_BB : EDGE_WW;
    d->card[d->n++] = CELL_HOUSE;
}

static void draw_front(const ag_box *b, const state *s, int front, int viewer, front_drawing *d) {
    int n = s->count[front];
    bool left_hand = viewer == front;
    d->n = 0;
    for (int i = 0; i < n; i++) {
        int at = left_hand ? i : n - 1 - i, card = s->front[front][at];
        const ag_agent *a = &b->agent[card];
        bool mine = ag_works_for(b, s, front, card) == viewer;
        if (b->houses && i == (left_hand ? s->before[front] : n - s->before[front]))
            add_house_cell(d, left_hand);
        d->card[d->n] = (uint8_t)card;
        bool down = s->down >> card & 1; /* a face-down agent keeps its facing, A8.1 */
        uint8_t command_edge = down ? EDGE_DOWN_COMMAND : EDGE_COMMAND,
                points_edge = down ? EDGE_DOWN : points_edge_cell(a, mine);
        d->near[d->n] = mine ? command_edge : points_edge;
        d->far[d->n++] = mine ? points_edge : command_edge;
    }
    if (b->houses && n == (left_hand ? s->before[front] : n - s->before[front])) add_house_cell(d, left_hand);
}

static gm_line *tell_row(const char *say, const char *of, const uint8_t *cells, int n, gm_lines *out) {
    gm_line *l = gm_add_line(out, say);
    int half = n < 4 ? n : 4;
    l->arg[0] = gm_row(of, cells, half);
    l->arg[1] = gm_row(of, cells + half, n - half);
    return l;
}

/* The edges that face a player, and what their arrows are worth. */
static void tell_edges(const ag_box *b, const state *s, int front, int q, const uint8_t *cells, int n,
                       bool you, gm_lines *out) {
    ag_measures m;
    agents_measure(b, s, front, q, &m);
    gm_line *l = tell_row(you ? "agents.tell.near-you" : "agents.tell.far", "edge", cells, n, out);
    l->arg[2] = gm_seat_arg(q);
    l->arg[3] = gm_number(2 * m.n[AG_N_PLAIN] + m.n[AG_N_MIXED]);
}

/* Situations that a seat has laid open on a front. */
static uint64_t open_situations(const ag_box *b, const state *s, int viewer, int front) {
    const ag_stock *k = &s->stock[AG_SITUATION];
    uint64_t cards = 0;
    for (int side = 0; side < 2; side++)
        if (ag_front(b, viewer, side) == front)
            BITS_EACH (sheet, k->held[viewer] & s->laid[side])
                cards |= BIT(k->card[sheet]);
    return cards;
}

/* What the agents of a front do, from the left. */
static void tell_agents(const ag_box *b, const state *s, int front, int who, const front_drawing *d,
                        gm_lines *out) {
    for (int i = 0; i < d->n; i++) {
        int card = d->card[i];
        if (card == CELL_HOUSE) continue;
        int works = ag_works_for(b, s, front, card);
        bool down = s->down >> card & 1, yours = works == who;
        gm_line *l = gm_add_line(out, down    ? yours ? "agents.tell.down-you" : "agents.tell.down"
                                      : yours ? "agents.tell.works-you"
                                              : "agents.tell.works");
        l->arg[0] = agent_arg(card);
        l->arg[1] = command_arg(card);
        l->arg[2] = gm_seat_arg(works);
    }
}

/* A situation of seat q: what its condition is, as things of a kind, and whether it holds on a front. */
static void tell_situation_state(const ag_box *b, const state *s, const char *say, const char *tests,
                                 int card, int q, int front, gm_lines *out) {
    const ag_situation *x = &b->situation[card];
    ag_measures m;
    agents_measure(b, s, front, q, &m);
    gm_line *l = gm_add_line(out, say);
    l->arg[0] = situation_arg(card);
    l->arg[1] = gm_seat_arg(q);
    l->arg[2] = gm_number(x->points);
    l->arg[3] = gm_set_arg(tests, x->tests);
    l->arg[4] = gm_word_arg(agents_met(b, card, &m) ? "agents.yes" : "agents.no");
}

static void tell_front(const ag_box *b, const state *s, int front, gm_seat who, gm_lines *out) {
    bool sits = who == front || who == ag_next(b, front);
    int near = sits ? who : front, far = ag_opposite(b, front, near);
    uint64_t theirs = open_situations(b, s, far, front);
    front_drawing d;
    gm_line *l = gm_add_line(out, !sits                                ? "agents.tell.front"
                                  : ag_front(b, who, AG_LEFT) == front ? "agents.tell.front-left"
                                                                       : "agents.tell.front-right");
    l->arg[0] = gm_seat_arg(near);
    l->arg[1] = gm_seat_arg(far);
    l->arg[2] = gm_number(s->count[front]);
    l->arg[3] = gm_number(b->row);
    l->arg[4] = situations_arg(theirs);
    l->arg[5] = situations_arg(open_situations(b, s, near, front));
    draw_front(b, s, front, near, &d);
    if (d.n) {
        tell_edges(b, s, front, far, d.far, d.n, false, out);
        tell_row("agents.tell.cards", "cell", d.card, d.n, out);
        tell_edges(b, s, front, near, d.near, d.n, sits, out);
    }
    if (!sits) return;
    tell_agents(b, s, front, who, &d, out);
    BITS_EACH (card, theirs)
        tell_situation_state(b, s, "agents.tell.theirs", "test", card, far, front, out);
}

/* ---- the view ------------------------------------------------------------ */

enum { MAX_LISTED = 6 }; /* cards in hand that get a line each; the rest share one line */

static void tell_agent(const ag_box *b, int card, gm_lines *out) {
    static const char *const halves[] = {"##", "#o", "o#", "oo"};
    const ag_agent *a = &b->agent[card];
    gm_line *l = gm_add_line(out, a->special ? "agents.tell.special" : "agents.tell.ordinary");
    l->arg[0] = agent_arg(card);
    l->arg[1] = command_arg(card);
    l->arg[2] = a->special ? gm_number(a->points) : gm_text_arg(halves[2 * a->half[0] + a->half[1]]);
}

static void tell_situation(const ag_box *b, const state *s, gm_seat who, int card, int sheet, gm_lines *out) {
    static const char *const say[] = {"agents.tell.situation", "agents.tell.laid-left",
                                      "agents.tell.laid-right"};
    int spot = ag_spot_of(s, sheet);
    tell_situation_state(b, s, say[spot], "own-test", card, who, ag_front(b, who, spot == AG_ON_RIGHT), out);
}

/* What only the reader sees: the hand and the hidden situations. */
static void tell_hand(const ag_box *b, const state *s, gm_seat who, gm_lines *out) {
    uint8_t at[AG_BACKS];
    uint64_t left = ag_cards_in(&s->stock[AG_AGENT], s->stock[AG_AGENT].held[who], at);
    int arrows, laid, n = 0;
    gm_add_line(out, left ? "agents.tell.hand" : "agents.tell.hand-empty");
    for (; left && n < MAX_LISTED; left &= left - 1, n++)
        tell_agent(b, bits_first(left), out);
    if (left) gm_add_line(out, "agents.tell.more")->arg[0] = gm_set_arg("agent", left);
    left = ag_cards_in(&s->stock[AG_SITUATION], s->stock[AG_SITUATION].held[who], at);
    for (n = 0; left && n < MAX_LISTED; left &= left - 1, n++)
        tell_situation(b, s, who, bits_first(left), at[bits_first(left)], out);
    if (left) gm_add_line(out, "agents.tell.more")->arg[0] = situations_arg(left);
    agents_score(b, s, who, &arrows, &laid);
    gm_line *l = gm_add_line(out, s->turn == who ? "agents.tell.score" : "agents.tell.worth");
    l->arg[0] = gm_number(arrows + laid);
    l->arg[1] = gm_number(arrows);
    l->arg[2] = gm_number(laid);
}

static gm_arg top_discard(const state *s, int kind) {
    int n = s->n_discards[kind], card = n ? s->stock[kind].discards[n - 1] : GM_NONE;
    return kind == AG_AGENT ? agent_arg(card) : situation_arg(card);
}

/* Decks and discards, and what the top discard does. */
static void tell_decks(const ag_box *b, const state *s, gm_lines *out) {
    static const char *const say[2][2] = {
        {"agents.tell.deck", "agents.tell.deck-top"},
        {"agents.tell.situation-deck", "agents.tell.situation-top"},
    };
    for (int kind = 0; kind < 2; kind++) {
        int n = s->n_discards[kind], top = n ? s->stock[kind].discards[n - 1] : 0;
        gm_line *l = gm_add_line(out, say[kind][n > 0]);
        l->arg[0] = gm_number(s->n_deck[kind]);
        l->arg[1] = gm_number(n);
        if (!n) continue;
        l->arg[2] = top_discard(s, kind);
        if (kind == AG_AGENT) {
            l->arg[3] = command_arg(top);
            continue;
        }
        l->arg[3] = gm_number(b->situation[top].points);
        l->arg[4] = gm_set_arg("test", b->situation[top].tests);
    }
}

static void tell_players(const ag_box *b, const state *s, gm_lines *out) {
    for (int q = 0; q < b->head.seats; q++) {
        gm_line *l = gm_add_line(out, "agents.tell.player");
        l->arg[0] = gm_seat_arg(q);
        l->arg[1] = gm_number(s->points[q]);
        l->arg[2] = gm_number(bits_count(s->stock[AG_AGENT].held[q]));
        l->arg[3] = gm_number(bits_count(s->stock[AG_SITUATION].held[q] & ~s->laid[0] & ~s->laid[1]));
    }
    tell_decks(b, s, out);
}

void agents_tell(const void *box, const void *view, gm_seat who, gm_lines *out) {
    const ag_box *b = box;
    const state *s = view;
    bool sits = who < b->head.seats;
    out->n = 0;
    if (s->phase <= AG_P_DEAL) {
        gm_add_line(out, "agents.tell.setup");
        return;
    }
    gm_line *l = gm_add_line(out, s->phase == AG_P_OVER ? "agents.tell.over"
                                  : s->reached          ? "agents.tell.last-round"
                                                        : "agents.tell.round");
    l->arg[0] = gm_number(s->round);
    l->arg[1] = gm_seat_arg(s->turn);
    l->arg[2] = gm_number(b->goal);
    tell_players(b, s, out);
    for (int i = 0; i < b->head.seats; i++) /* the reader's own fronts come last, next to the choices */
        if (!sits || (i != ag_front(b, who, AG_LEFT) && i != ag_front(b, who, AG_RIGHT)))
            tell_front(b, s, i, who, out);
    if (sits) {
        tell_front(b, s, ag_front(b, who, AG_LEFT), who, out);
        tell_front(b, s, ag_front(b, who, AG_RIGHT), who, out);
        tell_hand(b, s, who, out);
    }
    if (s->phase == AG_P_TURN) {
        l = gm_add_line(out, s->actions < AG_ACTIONS ? "agents.tell.action"
                             : s->turn == who        ? "agents.tell.done.you"
                                                     : "agents.tell.done");
        l->arg[0] = gm_seat_arg(s->turn);
        l->arg[1] = gm_number(s->actions + 1);
    } else if (s->phase == AG_P_COMMAND) {
        l = gm_add_line(out, s->performer == who ? "agents.tell.perform.you" : "agents.tell.perform");
        l->arg[0] = gm_seat_arg(s->performer);
        l->arg[1] = agent_arg(s->acting);
        l->arg[2] = command_arg(s->acting);
    }
}

void agents_discards(const void *box, const void *view, gm_lines *out) {
    const ag_box *b = box;
    const state *s = view;
    out->n = 0;
    for (int kind = 0; kind < 2; kind++) {
        const uint8_t *discards = s->stock[kind].discards;
        gm_add_line(out, kind == AG_AGENT ? "agents.discards.agents" : "agents.discards.situations")->arg[0] =
            gm_number(s->n_discards[kind]);
        for (int i = s->n_discards[kind] - 1; i >= 0; i--) { /* the top is the last */
            if (kind == AG_AGENT) {
                tell_agent(b, discards[i], out);
                continue;
            }
            gm_line *l = gm_add_line(out, "agents.discards.situation");
            l->arg[0] = gm_number(b->situation[discards[i]].points);
            l->arg[1] = situation_arg(discards[i]);
            l->arg[2] = gm_set_arg("test", b->situation[discards[i]].tests);
        }
    }
}

/* ---- news ---------------------------------------------------------------- */

/* Where an agent lies now, as the reader sees it. */
static void tell_new_position(const ag_box *b, const state *t, int card, gm_seat who, gm_lines *out) {
    int front = front_of(t, card);
    bool sits = who == front || who == ag_next(b, front), alone = t->count[front] == 1 && !b->houses,
         low = t->front[front][0] == card && (!b->houses || t->before[front]);
    int owner = ag_works_for(b, t, front, card);
    gm_line *l = gm_add_line(out, !sits          ? "agents.news.lies-between"
                                  : owner == who ? "agents.news.lies.you"
                                                 : "agents.news.lies");
    l->arg[0] = agent_arg(card);
    l->arg[1] =
        sits ? gm_word_arg(ag_front(b, who, AG_LEFT) == front ? "agents.front.left" : "agents.front.right")
             : gm_seat_arg(front);
    l->arg[2] = !sits   ? gm_seat_arg(ag_next(b, front))
                : alone ? gm_word_arg("agents.at.only")
                        : gm_word_arg(low == (who == front) ? "agents.at.left" : "agents.at.right");
    l->arg[3] = gm_seat_arg(owner);
}

/* The front on which a situation was laid. */
static void tell_laid_situation(const ag_box *b, const state *s, const state *t, gm_seat who, gm_lines *out) {
    int spot = t->latest[2], front = ag_front(b, s->turn, spot == AG_ON_RIGHT);
    bool sits = who == front || who == ag_next(b, front);
    if (spot == AG_HAND) return;
    gm_line *l = gm_add_line(out, sits ? "agents.news.beside" : "agents.news.beside-between");
    l->arg[0] =
        sits ? gm_word_arg(ag_front(b, who, AG_LEFT) == front ? "agents.front.left" : "agents.front.right")
             : gm_seat_arg(front);
    l->arg[1] = gm_seat_arg(ag_next(b, front));
}

/* What a player's move did that the sentence of its verb does not say. */
static void tell_move_effect(const ag_box *b, const state *s, const state *t, gm_seat who, gm_lines *out) {
    int kind = t->latest[0], card = t->latest[kind == AG_M_PLAY || kind == AG_M_SEND ? 3 : 1], command;
    switch (kind) {
    case AG_M_MOVE:
    case AG_M_PLAY: tell_new_position(b, t, card, who, out); break;
    case AG_M_LAY: tell_laid_situation(b, s, t, who, out); return;
    case AG_M_BUY:
        if (card % 2) gm_add_line(out, "agents.news.bought")->arg[0] = top_discard(s, card / 2);
        return;
    case AG_M_SEND:
    case AG_M_REPEAT: break;
    default: return;
    }
    if (kind == AG_M_MOVE || t->phase != AG_P_TURN) return;
    command = b->agent[card].command;
    if (command == AG_SALVAGE && t->n_discards[AG_AGENT] < s->n_discards[AG_AGENT] + b->agent[card].special)
        gm_add_line(out, "agents.news.salvage")->arg[0] = top_discard(s, AG_AGENT);
    else if (command != AG_ROB || !memcmp(s->points, t->points, sizeof s->points))
        gm_add_line(out, "agents.news.nothing")->arg[0] = agent_arg(card);
}

/* Points that were robbed or came from a special agent. */
static void tell_points(const ag_box *b, const state *s, const state *t, gm_seat who, gm_lines *out) {
    int victim = 0;
    for (int q = 0; q < b->head.seats; q++)
        if (t->tally[q][AG_T_ROBBED] < s->tally[q][AG_T_ROBBED]) victim = q;
    for (int q = 0; q < b->head.seats; q++) {
        int robbed = t->tally[q][AG_T_ROBBED] - s->tally[q][AG_T_ROBBED],
            special = t->tally[q][AG_T_SPECIALS] - s->tally[q][AG_T_SPECIALS];
        if (robbed > 0 || special > 0) {
            gm_line *l = gm_add_line(out, robbed <= 0     ? "agents.news.special"
                                          : victim == who ? "agents.news.robbed.you"
                                                          : "agents.news.robbed");
            l->arg[0] = gm_seat_arg(q);
            l->arg[1] = gm_number(robbed > 0 ? robbed : special);
            if (robbed > 0) l->arg[2] = gm_seat_arg(victim);
        }
    }
}

static void tell_turn_score(const state *s, const state *t, gm_lines *out) {
    int q = s->turn, arrows = t->tally[q][AG_T_ARROWS] - s->tally[q][AG_T_ARROWS],
        laid = t->tally[q][AG_T_SITUATIONS] - s->tally[q][AG_T_SITUATIONS];
    gm_line *l = gm_add_line(out, "agents.news.scored");
    l->arg[0] = gm_seat_arg(q);
    l->arg[1] = gm_number(arrows + laid);
    l->arg[2] = gm_number(arrows);
    l->arg[3] = gm_number(laid);
    l->arg[4] = gm_number(t->points[q]);
}

/* Was a deck reshuffled?  If not, it has only lost the card that was drawn. */
static bool was_reshuffled(const state *s, const state *t, int kind) {
    bool drew = s->phase == (kind == AG_AGENT ? AG_P_AGENT : AG_P_SITUATION);
    return s->phase > AG_P_DEAL && t->n_deck[kind] != s->n_deck[kind] - drew;
}

void agents_news(const void *box, const void *before, const void *after, gm_seat who, gm_lines *out) {
    const ag_box *b = box;
    const state *s = before, *t = after;
    out->n = 0;
    if (s->phase == AG_P_TURN || s->phase == AG_P_COMMAND) {
        if (t->latest[0] == AG_M_END)
            tell_turn_score(s, t, out);
        else
            tell_move_effect(b, s, t, who, out);
    }
    tell_points(b, s, t, who, out);
    for (int kind = 0; kind < 2; kind++)
        if (was_reshuffled(s, t, kind))
            gm_add_line(out, kind == AG_AGENT ? "agents.news.shuffled" : "agents.news.shuffled-situations");
    if (t->reached && !s->reached) gm_add_line(out, "agents.news.reached")->arg[0] = gm_number(b->goal);
}
