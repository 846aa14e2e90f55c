/* agents.c - The Agents (doc/rules/agents.md): its tables of fields and verbs, set-up and results.
 *
 * The other files: moves.c lists the legal moves and says why another is not legal, apply.c plays
 * a move, scoring.c computes what fronts are worth, cards.c reads the decks, worlds.c draws possible
 * worlds, words.c names things, tell.c and preview.c write the sentences, minis.c has tiny games
 * for the laws.
 *
 * Map: fields - moves - setting up - results - the game. */
#include "games/agents/internal.h"
#include <string.h>

_Static_assert(sizeof(state) % 8 == 0 && sizeof(state) <= GM_MAX_STATE && sizeof(ag_box) % 8 == 0 &&
                   sizeof(ag_box) <= GM_MAX_BOX,
               "no padding");

/* ---- fields -------------------------------------------------------------- */

#define STOCK(i, name, of, back)                                                                             \
    {name "_deck", offsetof(state, stock[i].deck), 1, 8, GM_SECRET, GM_SET, 0, of},                          \
        {name "_held", offsetof(state, stock[i].held), AG_SEATS, 8, GM_PUBLIC, GM_SET, 0, back},             \
        {name "s", offsetof(state, stock[i].card),      AG_BACKS, 1, GM_MASKED,                              \
         GM_U8,    offsetof(state, stock[i].card_seen), of},                                                 \
        {name "_seen", offsetof(state, stock[i].card_seen), AG_BACKS, 1, GM_PUBLIC, GM_SET, 0, "seat"},      \
        {name "_origin", offsetof(state, stock[i].origin), AG_BACKS, 1, GM_PUBLIC, GM_U8, 0, NULL},          \
        {name "_shuffle", offsetof(state, stock[i].shuffle), AG_BACKS, 1, GM_PUBLIC, GM_U8, 0, NULL}, {      \
        name "_discards", offsetof(state, stock[i].discards), 1, AG_BACKS, GM_PUBLIC, GM_U8, 0, of           \
    }

static const gm_field fields[] = {
    STOCK(AG_AGENT, "agent", "agent", "back"),
    STOCK(AG_SITUATION, "situation", "situation", "sheet"),
    GM_FIELD(state, in, AG_SEATS, GM_PUBLIC, GM_SET, "agent"),
    GM_FIELD(state, works, 1, GM_PUBLIC, GM_SET, "agent"),
    GM_FIELD(state, down, 1, GM_PUBLIC, GM_SET, "agent"),
    GM_FIELD(state, laid, 2, GM_PUBLIC, GM_SET, "sheet"),
    GM_FIELD(state, moved, 2, GM_PUBLIC, GM_SET, "sheet"),
    GM_FIELD(state, lacks, AG_BACKS, GM_PUBLIC, GM_U16, NULL),
    GM_FIELD(state, points, AG_SEATS, GM_PUBLIC, GM_I16, NULL),
    GM_FIELD(state, tally, AG_SEATS, GM_PUBLIC, GM_I16, NULL),
    GM_FIELD(state, front, AG_SEATS, GM_PUBLIC, GM_U8, "agent"),
    GM_FIELD(state, count, AG_SEATS, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, before, AG_SEATS, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, n_deck, 2, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, n_discards, 2, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, n_shuffle, 2, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, phase, 1, GM_PUBLIC, GM_U8, "phase"),
    GM_FIELD(state, first, 1, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(state, turn, 1, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(state, round, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, actions, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, at, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, acting, 1, GM_PUBLIC, GM_U8, "agent"),
    GM_FIELD(state, where, 1, GM_PUBLIC, GM_U8, "front"),
    GM_FIELD(state, performer, 1, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(state, other, 1, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(state, victim, 1, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(state, to_draw, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, reached, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, latest, 1, GM_PUBLIC, GM_U8, NULL),
    {0},
};

/* ---- moves --------------------------------------------------------------- */

static const gm_verb verbs[] = {
    {.kind = AG_M_FIRST, .name = "first", .of = {"seat"}, .say = "agents.first"},
    {.kind = AG_M_AGENT,
     .name = "agent",
     .of = {"seat", "agent"},
     .say = "agents.agent",
     .say_hidden = "agents.agent.veil",
     .say_several = "agents.agent.several"},
    {.kind = AG_M_SITUATION,
     .name = "situation",
     .of = {"seat", "situation"},
     .say = "agents.situation",
     .say_hidden = "agents.situation.veil"},
    {.kind = AG_M_TAKE,
     .name = "take",
     .of = {"back", "agent"},
     .say = "agents.take",
     .say_hidden = "agents.take.veil"},
    {.kind = AG_M_PLAY,
     .name = "play",
     .of = {"back", "place", "agent"},
     .say = "agents.play",
     .say_choice = "agents.choice.play",
     .args_reversed = true},
    {.kind = AG_M_SEND,
     .name = "send",
     .of = {"back", "between", "agent"},
     .say = "agents.send",
     .say_choice = "agents.choice.send",
     .args_reversed = true},
    {.kind = AG_M_REPEAT,
     .name = "repeat",
     .of = {"agent"},
     .say = "agents.repeat",
     .say_choice = "agents.choice.repeat",
     .undoable = true},
    {.kind = AG_M_BUY,
     .name = "buy",
     .of = {"goods"},
     .say = "agents.buy",
     .say_choice = "agents.choice.buy",
     .undoable = true},
    {.kind = AG_M_REPLACE,
     .name = "replace",
     .of = {"sheet", "situation"},
     .say = "agents.replace",
     .say_choice = "agents.choice.replace",
     .args_reversed = true},
    {.kind = AG_M_LAY,
     .name = "lay",
     .of = {"sheet", "spot", "situation"},
     .say = "agents.lay",
     .say_choice = "agents.choice.lay",
     .args_reversed = true},
    {.kind = AG_M_END,
     .name = "end",
     .say = "agents.end",
     .say_choice = "agents.choice.end",
     .undoable = true},
    {.kind = AG_M_FORGO, .name = "forgo", .say = "agents.forgo", .say_choice = "agents.choice.forgo"},
    {.kind = AG_M_NEUTRALISE,
     .name = "neutralise",
     .of = {"agent"},
     .say = "agents.neutralise",
     .say_choice = "agents.choice.neutralise",
     .undoable = true},
    {.kind = AG_M_REVIVE,
     .name = "revive",
     .of = {"agent"},
     .say = "agents.revive",
     .say_choice = "agents.choice.revive",
     .undoable = true},
    {.kind = AG_M_TURN,
     .name = "turn",
     .of = {"agent"},
     .say = "agents.turn",
     .say_choice = "agents.choice.turn",
     .undoable = true},
    {.kind = AG_M_SWAP,
     .name = "swap",
     .of = {"agent", "agent"},
     .say = "agents.swap",
     .say_choice = "agents.choice.swap",
     .undoable = true},
    {.kind = AG_M_RECALL,
     .name = "recall",
     .of = {"agent"},
     .say = "agents.recall",
     .say_choice = "agents.choice.recall",
     .undoable = true},
    {.kind = AG_M_DISMISS,
     .name = "dismiss",
     .of = {"agent"},
     .say = "agents.dismiss",
     .say_choice = "agents.choice.dismiss",
     .undoable = true},
    {.kind = AG_M_MOVE,
     .name = "move",
     .of = {"agent", "end"},
     .say = "agents.move",
     .say_choice = "agents.choice.move",
     .undoable = true},
    {.kind = AG_M_BRIEF,
     .name = "brief",
     .of = {"sheet", "situation"},
     .say = "agents.replace",
     .say_choice = "agents.choice.replace",
     .args_reversed = true},
    {.kind = AG_M_PICKPOCKET,
     .name = "pickpocket",
     .of = {"seat"},
     .say = "agents.pickpocket",
     .say_choice = "agents.choice.pickpocket",
     .undoable = true},
    {.kind = AG_M_STEAL,
     .name = "steal",
     .of = {"situation"},
     .say = "agents.steal",
     .say_choice = "agents.choice.steal",
     .undoable = true},
    {.kind = AG_M_BURN,
     .name = "burn",
     .of = {"situation"},
     .say = "agents.burn",
     .say_choice = "agents.choice.burn",
     .undoable = true},
    {0},
};

/* ---- setting up ---------------------------------------------------------- */

static const gm_option options[] = {
    {"safe-houses", "on|off", "off", "agents.option.safe-houses", "agents.option.safe-houses.help", 1},
    {"finish-round", "on|off", "off", "agents.option.finish-round", "agents.option.finish-round.help", 1},
    {"goal", "6..999", "40", "agents.option.goal", NULL, 1},
    {"hand", "1..3", "3", NULL, NULL, 1},
    {"situations", "0..1", "1", NULL, NULL, 1},
    {"points", "0..5", "5", NULL, NULL, 1},
    {"rounds", "1..60", "60", NULL, NULL, 1},
    {0},
};

static bool open_box(const gm_order *order, void *box, fault *why) {
    ag_box *b = box;
    b->head.seats = (uint8_t)order->seats;
    b->row = b->head.seats == 2 ? AG_ROW : 5;
    for (int q = 0; q < b->head.seats; q++) {
        b->front[AG_LEFT][q] = (uint8_t)q;
        b->front[AG_RIGHT][ag_next(b, q)] = (uint8_t)q;
    }
    b->houses = gm_option_on(order, options, "safe-houses");
    b->finish = gm_option_on(order, options, "finish-round");
    b->goal = (uint16_t)gm_option_number(order, options, "goal");
    b->dealt[AG_AGENT] = (uint8_t)gm_option_number(order, options, "hand");
    b->dealt[AG_SITUATION] = (uint8_t)gm_option_number(order, options, "situations");
    b->start = (uint8_t)gm_option_number(order, options, "points");
    b->rounds = (uint8_t)gm_option_number(order, options, "rounds");
    return agents_read_agents(&order->files[AG_AGENT], b, why) &&
           agents_read_situations(&order->files[AG_SITUATION], b, why);
}

void agents_setup(const void *box, void *st) {
    const ag_box *b = box;
    state *s = st;
    gm_blank(fields, sizeof *s, s);
    s->phase = AG_P_FIRST;
    for (int kind = 0; kind < 2; kind++) {
        s->stock[kind].deck = b->cards[kind];
        s->n_deck[kind] = b->n_cards[kind];
    }
    for (int q = 0; q < b->head.seats; q++)
        s->points[q] = b->start;
}

/* ---- results ------------------------------------------------------------- */

static void result(const void *box, const void *st, gm_result *r) { /* A7.1, A7.3, A11.2 */
    const ag_box *b = box;
    const state *s = st;
    int best = -1;
    memset(r, 0, sizeof *r);
    for (int q = 0; q < b->head.seats; q++) {
        r->points[q] = s->points[q];
        if (s->points[q] > best) best = s->points[q], r->winners = 0;
        if (s->points[q] == best) r->winners |= (gm_seats)BIT(q);
    }
}

static int list_scores(const void *box, const void *st, gm_score out[GM_MAX_SCORES]) {
    static const char *const say[AG_TALLIES] = {[AG_T_ARROWS] = "agents.account.arrows",
                                                [AG_T_SITUATIONS] = "agents.account.situations",
                                                [AG_T_SPECIALS] = "agents.account.specials",
                                                [AG_T_ROBBED] = "agents.account.robbed",
                                                [AG_T_SPENT] = "agents.account.spent"};
    const ag_box *b = box;
    const state *s = st;
    gm_result r;
    int n = 0;
    result(box, st, &r);
    for (gm_seat q = 0; q < b->head.seats; q++) {
        bool at_once = !b->finish && s->points[q] >= b->goal;
        if (r.winners >> q & 1)
            out[n++] = (gm_score){
                q, 0, {at_once ? "agents.account.goal" : "agents.account.most", {gm_number(b->goal)}}};
        out[n++] = (gm_score){q, b->start, {"agents.account.start", {{0}}}};
        for (int t = 0; t < AG_TALLIES; t++)
            if (s->tally[q][t]) out[n++] = (gm_score){q, s->tally[q][t], {say[t], {{0}}}};
    }
    return n;
}

/* The cards of a stock that are in its deck, its discards or a hand; *n counts them. */
static uint64_t collect_stock(const state *s, int kind, int *n) {
    const ag_stock *k = &s->stock[kind];
    uint64_t cards = k->deck;
    *n = bits_count(cards);
    for (int q = 0; q < AG_SEATS; q++)
        BITS_EACH (back, k->held[q])
            cards |= BIT(k->card[back]), ++*n;
    for (int i = 0; i < s->n_discards[kind]; i++, (*n)++)
        cards |= BIT(k->discards[i]);
    return cards;
}

static const char *check_invariants(const void *box, const void *st) {
    const ag_box *b = box;
    const state *s = st;
    uint64_t in = 0;
    int n;
    for (int kind = 0; kind < 2; kind++)
        if (bits_count(s->stock[kind].deck) != s->n_deck[kind]) return "a deck";
    if (collect_stock(s, AG_SITUATION, &n) != b->cards[AG_SITUATION] || n != b->n_cards[AG_SITUATION])
        return "situations";
    uint64_t cards = collect_stock(s, AG_AGENT, &n);
    for (int f = 0; f < b->head.seats; f++) {
        uint64_t there = 0;
        for (int i = 0; i < s->count[f]; i++)
            there |= BIT(s->front[f][i]);
        if (s->count[f] > b->row || s->before[f] > s->count[f] || there != s->in[f]) return "a front";
        in |= there;
        n += s->count[f];
    }
    if ((s->works | s->down) & ~in) return "facings";
    if (s->acting != GM_NONE && b->special >> s->acting & 1) cards |= BIT(s->acting), n++;
    if ((cards | in) != b->cards[AG_AGENT] || n != b->n_cards[AG_AGENT]) return "agents";
    for (int q = 0; q < b->head.seats; q++) {
        int sum = b->start;
        for (int t = 0; t < AG_TALLIES; t++)
            sum += s->tally[q][t];
        if (sum != s->points[q] || sum < 0) return "points";
        for (int side = 0; side < 2; side++)
            if (bits_count(s->stock[AG_SITUATION].held[q] & s->laid[side]) > 2)
                return "situations on a front";
    }
    return s->laid[0] & s->laid[1] ? "a situation on two fronts" : NULL;
}

/* ---- the game ------------------------------------------------------------ */

extern const gm_game agents_game;
const gm_game agents_game = {
    .name = "agents",
    .edition = 1,
    .oldest_edition = 1,
    .min_seats = 2,
    .max_seats = AG_SEATS,
    .default_seats = 2,
    .state_size = sizeof(state),
    .box_size = sizeof(ag_box),
    .say = "agents.name",
    .about = "agents.about",
    .rules = "agents.rules",
    .fields = fields,
    .verbs = verbs,
    .options = options,
    .decks = agents_decks,
    .minis = agents_minis,
    .figures = &agents_figures,
    .open = open_box,
    .setup = agents_setup,
    .to_act = agents_to_act,
    .moves = agents_moves,
    .chances = agents_chances,
    .deal = agents_deal,
    .apply = agents_apply,
    .heard = agents_heard,
    .why_not = agents_why_not,
    .result = result,
    .scores = list_scores,
    .check_invariants = check_invariants,
    .fill = agents_fill,
    .fill_story = agents_fill_story,
    .thing = agents_thing,
    .news = agents_news,
    .tell = agents_tell,
    .discards = agents_discards,
    .choice = agents_choice,
    .preview = agents_preview,
};
