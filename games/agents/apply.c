/* apply.c - plays a move of The Agents, and says what each listener hears of it.
 *
 * Map: cards - fronts - points and commands - actions and the end of a turn - targets of
 * commands - the dealer - what is heard. */
#include "games/agents/internal.h"
#include <string.h>

/* ---- cards --------------------------------------------------------------- */

int agents_free_back(const ag_stock *k) {
    uint64_t used = 0;
    for (int q = 0; q < AG_SEATS; q++)
        used |= k->held[q];
    return bits_first(~used);
}

/* Puts a card into the first free back and gives that to seat `who`; seen is a mask. */
static void add_to_hand(state *s, int kind, gm_seat who, int card, int seen) {
    ag_stock *k = &s->stock[kind];
    int back = agents_free_back(k);
    k->held[who] |= BIT(back);
    k->card[back] = (uint8_t)card;
    k->card_seen[back] = (uint8_t)seen;
    k->origin[back] = s->n_shuffle[kind];
}

/* Takes a seat's back away and empties it. */
static void remove_from_hand(state *s, int kind, gm_seat who, int back) {
    ag_stock *k = &s->stock[kind];
    k->held[who] &= ~BIT(back);
    k->card[back] = GM_NONE;
    k->card_seen[back] = AG_ALL;
    k->origin[back] = 0;
    if (kind == AG_AGENT)
        s->lacks[back] = 0;
    else
        for (int i = 0; i < 2; i++)
            s->laid[i] &= ~BIT(back), s->moved[i] &= ~BIT(back);
}

static void add_discard(state *s, int kind, int card) {
    s->stock[kind].discards[s->n_discards[kind]++] = (uint8_t)card;
}

/* The top discard goes into a hand; everybody sees it. */
static void take_discard(state *s, int kind, gm_seat who) {
    uint8_t *top = &s->stock[kind].discards[--s->n_discards[kind]];
    add_to_hand(s, kind, who, *top, AG_ALL);
    *top = GM_NONE;
}

/* A number for a new shuffle: the lowest that is not the origin of a hidden back. */
static uint8_t free_shuffle_number(const ag_stock *k) {
    uint64_t used = 0;
    for (int q = 0; q < AG_SEATS; q++)
        BITS_EACH (back, k->held[q]) {
            if (!(k->card_seen[back] & BIT(GM_SPECTATOR))) used |= BIT(k->origin[back]);
        }
    return (uint8_t)bits_first(~used);
}

/* A4.6: the discards become the deck. */
static void reshuffle(state *s, int kind) {
    ag_stock *k = &s->stock[kind];
    uint8_t n = free_shuffle_number(k);
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

/* Asks the dealer for n cards, or for as many as there are.  There is at least one. */
static void start_drawing(state *s, int kind, int n) {
    s->to_draw = (uint8_t)n;
    s->phase = kind == AG_AGENT ? AG_P_AGENT : AG_P_SITUATION;
    if (!s->n_deck[kind]) reshuffle(s, kind);
}

static void draw_card(state *s, int kind, gm_seat who, int card) {
    if (card != GM_HIDDEN) s->stock[kind].deck &= ~BIT(card);
    s->n_deck[kind]--;
    add_to_hand(s, kind, who, card, 1 << who);
}

/* ---- fronts -------------------------------------------------------------- */

/* Adds an agent at an end as `who` sees it; works: its command faces the left-hand player. */
static void add_to_front(const ag_box *b, state *s, gm_seat who, int front, int end, int card, bool works) {
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
static void remove_from_front(state *s, int card) {
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

/* A8.2: an edge keeps facing a player who sits at both fronts.  Such a player is the left-hand
 * player of only one of the two, so an agent that moves between them changes its `works` bit. */
static bool share_a_player(const ag_box *b, int f, int g) {
    return f != g && (ag_next(b, f) == g || ag_next(b, g) == f);
}

static void swap_agents(const ag_box *b, state *s, int x, int y) {
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

static void move_agent(const ag_box *b, state *s, gm_seat who, int card, int end) {
    int to = other_front(b, who, front_of(s, card));
    bool works = !(s->works >> card & 1), down = s->down >> card & 1; /* A8.4, as in swap_agents */
    remove_from_front(s, card);
    add_to_front(b, s, who, to, end, card, works);
    if (down) s->down |= BIT(card);
}

/* ---- points and commands ------------------------------------------------- */

static void add_points(state *s, int who, int tally, int n) {
    s->points[who] = (int16_t)(s->points[who] + n);
    s->tally[who][tally] = (int16_t)(s->tally[who][tally] + n);
}

/* A7.1, A11.2: do the points that `who` has just gained end the game? */
static bool goal_ends_game(const ag_box *b, state *s, int who) {
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

/* The command is done.  A special agent pays its points and is discarded, A4.2. */
static void end_command(const ag_box *b, state *s) {
    if (b->special >> s->acting & 1) {
        add_points(s, s->other, AG_T_SPECIALS, ag_special_points(b, s));
        if (goal_ends_game(b, s, s->other)) return;
        add_discard(s, AG_AGENT, s->acting);
    }
    end_action(s);
}

static void rob_points(const ag_box *b, state *s, int most) {
    int n = s->points[s->other] < most ? s->points[s->other] : most;
    add_points(s, s->other, AG_T_ROBBED, -n);
    add_points(s, s->performer, AG_T_ROBBED, n);
    if (!goal_ends_game(b, s, s->performer)) end_command(b, s);
}

/* Starts the command of an agent in a front, or of a special agent (where: GM_NONE). */
static void perform(const ag_box *b, state *s, int card, int where, int performer, int other) {
    const ag_agent *a = &b->agent[card];
    s->acting = (uint8_t)card;
    s->where = (uint8_t)where;
    s->performer = (uint8_t)performer;
    s->other = (uint8_t)other;
    if (!agents_can_perform(b, s, card, where, performer, other)) {
        end_command(b, s); /* A4.7 */
        return;
    }
    switch (a->command) {
    case AG_DRAW: start_drawing(s, AG_AGENT, a->n); return;
    case AG_SALVAGE:
        take_discard(s, AG_AGENT, s->performer);
        end_command(b, s);
        return;
    case AG_ROB: rob_points(b, s, a->n); return;
    default: s->phase = AG_P_COMMAND; return;
    }
}

/* The player for whom an agent in a front works performs its command. */
static void perform_in_front(const ag_box *b, state *s, int card, int front) {
    int performer = ag_works_for(b, s, front, card);
    perform(b, s, card, front, performer, ag_opposite(b, front, performer));
}

/* ---- actions, A4, and the end of a turn ---------------------------------- */

static void play_agent(const ag_box *b, state *s, gm_seat who, int card, int place, int back) {
    int front = ag_front(b, who, AG_SIDE_OF(place));
    remove_from_hand(s, AG_AGENT, who, back);
    add_to_front(b, s, who, front, AG_END_OF(place), card, AG_POINTS_OF(place) != (who == front));
    perform_in_front(b, s, card, front);
}

static void send_agent(const ag_box *b, state *s, gm_seat who, int card, int between, int back) {
    int q = AG_SEAT_OF(between);
    remove_from_hand(s, AG_AGENT, who, back);
    perform(b, s, card, GM_NONE, AG_POINTS_OF(between) ? q : who, AG_POINTS_OF(between) ? who : q);
}

static void buy_card(state *s, gm_seat who, int goods) {
    int kind = goods / 2;
    add_points(s, who, AG_T_SPENT, -AG_PRICE(goods));
    s->performer = who;
    if (goods % 2) {
        take_discard(s, kind, who);
        end_action(s);
    } else
        start_drawing(s, kind, 1);
}

/* A4.5. */
static void replace_situation(state *s, gm_seat who, int situation, int sheet) {
    remove_from_hand(s, AG_SITUATION, who, sheet);
    add_discard(s, AG_SITUATION, situation);
    s->performer = who;
    start_drawing(s, AG_SITUATION, 1);
}

static void lay_situation(state *s, int situation, int spot, int sheet) {
    ag_stock *k = &s->stock[AG_SITUATION];
    s->moved[s->moved[0] >> sheet & 1] |= BIT(sheet);
    s->laid[0] = (s->laid[0] & ~BIT(sheet)) | (uint64_t)(spot == AG_ON_LEFT) << sheet;
    s->laid[1] = (s->laid[1] & ~BIT(sheet)) | (uint64_t)(spot == AG_ON_RIGHT) << sheet;
    k->card[sheet] = (uint8_t)situation; /* it lies open now, or did so before it went back to the hand */
    k->card_seen[sheet] = AG_ALL;
}

/* A6: the seat scores, and the next one has its turn. */
static void end_turn(const ag_box *b, state *s) {
    int who = s->turn, arrows, situations;
    agents_score(b, s, who, &arrows, &situations);
    add_points(s, who, AG_T_ARROWS, arrows);
    add_points(s, who, AG_T_SITUATIONS, situations);
    s->moved[0] = s->moved[1] = 0;
    s->actions = 0;
    if (goal_ends_game(b, s, who)) return;
    s->turn = (uint8_t)ag_next(b, who);
    if (s->turn != s->first) return;
    if (s->reached || s->round == b->rounds)
        s->phase = AG_P_OVER;
    else
        s->round++;
}

/* A4.8: now everybody knows that none of the hidden agents could have been played. */
static void forgo_action(const ag_box *b, state *s, gm_seat who) {
    const ag_stock *k = &s->stock[AG_AGENT];
    uint16_t met = agents_needs_met(b, s, who);
    BITS_EACH (back, k->held[who]) {
        if (!(k->card_seen[back] & BIT(GM_SPECTATOR))) s->lacks[back] |= met;
    }
    end_action(s);
}

/* ---- targets of commands, A9 --------------------------------------------- */

/* Steals or burns an open situation of another player. */
static void take_situation(const ag_box *b, state *s, int situation) {
    gm_seat owner;
    int sheet = find_open_situation(s, situation, &owner);
    remove_from_hand(s, AG_SITUATION, owner, sheet);
    if (b->agent[s->acting].command == AG_STEAL)
        add_to_hand(s, AG_SITUATION, s->performer, situation, AG_ALL);
    else
        add_discard(s, AG_SITUATION, situation);
}

/* The performer has chosen a target. */
static void apply_target(const ag_box *b, state *s, gm_seat who, gm_move m) {
    int a = GM_A(m);
    switch (GM_KIND(m)) {
    case AG_M_NEUTRALISE: s->down |= BIT(a); break;
    case AG_M_REVIVE: s->down &= ~BIT(a); break;
    case AG_M_TURN: s->works ^= BIT(a); break;
    case AG_M_SWAP: swap_agents(b, s, a, GM_B(m)); break;
    case AG_M_RECALL:
        remove_from_front(s, a);
        add_to_hand(s, AG_AGENT, who, a, AG_ALL);
        break;
    case AG_M_DISMISS:
        remove_from_front(s, a);
        add_discard(s, AG_AGENT, a);
        break;
    case AG_M_MOVE: move_agent(b, s, who, a, GM_B(m)); break;
    case AG_M_BRIEF: replace_situation(s, who, GM_B(m), a); return;
    case AG_M_PICKPOCKET:
        s->victim = (uint8_t)a;
        s->phase = AG_P_TAKE;
        return;
    default: take_situation(b, s, a);
    }
    end_command(b, s);
}

/* ---- the dealer ---------------------------------------------------------- */

static void apply_draw(const ag_box *b, state *s, int kind, gm_seat who, int card) {
    draw_card(s, kind, who, card);
    if (s->phase == AG_P_DEAL) {
        if (++s->at < b->head.seats * cards_dealt(b)) return;
        s->at = 0;
        s->phase = AG_P_TURN;
        return;
    }
    if (--s->to_draw && s->n_deck[kind] + s->n_discards[kind]) {
        start_drawing(s, kind, s->to_draw);
        return;
    }
    s->to_draw = 0;
    if (s->acting == GM_NONE)
        end_action(s);
    else
        end_command(b, s);
}

/* A9.9: the back changes hands, and the thief sees its card. */
static void take_from_victim(const ag_box *b, state *s, int back, int card) {
    ag_stock *k = &s->stock[AG_AGENT];
    k->held[s->victim] &= ~BIT(back);
    k->held[s->performer] |= BIT(back);
    k->card_seen[back] |= (uint8_t)BIT(s->performer);
    k->card[back] = (uint8_t)card;
    end_command(b, s);
}

void agents_apply(const void *box, void *st, gm_seat who, gm_move m) {
    const ag_box *b = box;
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
    case AG_M_AGENT: apply_draw(b, s, AG_AGENT, (gm_seat)a, GM_B(m)); return;
    case AG_M_SITUATION: apply_draw(b, s, AG_SITUATION, (gm_seat)a, GM_B(m)); return;
    case AG_M_TAKE: take_from_victim(b, s, a, GM_B(m)); return;
    case AG_M_PLAY: play_agent(b, s, who, GM_C(m), GM_B(m), a); return;
    case AG_M_SEND: send_agent(b, s, who, GM_C(m), GM_B(m), a); return;
    case AG_M_REPEAT: perform_in_front(b, s, a, front_of(s, a)); return;
    case AG_M_BUY: buy_card(s, who, a); return;
    case AG_M_REPLACE: replace_situation(s, who, GM_B(m), a); return;
    case AG_M_LAY: lay_situation(s, GM_C(m), GM_B(m), a); return;
    case AG_M_END: end_turn(b, s); return;
    case AG_M_FORGO: forgo_action(b, s, who); return;
    default: apply_target(b, s, who, m); return;
    }
}

/* ---- what is heard ------------------------------------------------------- */

gm_move agents_heard(const void *box, const void *st, gm_seat who, gm_move m, gm_seat listener) {
    const state *s = st;
    (void)box;
    if (who != GM_DEALER) return m;
    switch (GM_KIND(m)) {
    case AG_M_AGENT:
    case AG_M_SITUATION: return listener == GM_A(m) ? m : GM_MOVE(GM_KIND(m), GM_A(m), GM_HIDDEN, 0);
    case AG_M_TAKE:
        if (listener == s->performer) return m;
        return s->stock[AG_AGENT].card_seen[GM_A(m)] & (BIT(listener) | BIT(GM_SPECTATOR))
                   ? m
                   : GM_MOVE(AG_M_TAKE, GM_A(m), GM_HIDDEN, 0);
    default: return m;
    }
}
