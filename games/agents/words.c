/* words.c - the names and sentences of The Agents, and what a move would bring.
 *
 * Map: names - fronts as text - the view - news - previews. */
#include "base/text.h"
#include "games/agents/parts.h"
#include <string.h>

extern const gm_game agents_game;

static gm_arg number(int64_t n) { return (gm_arg){GM_ARG_NUMBER, NULL, n}; }
static gm_arg seat(int q) { return (gm_arg){GM_ARG_THING, "seat", q}; }
static gm_arg agent(int card) { return (gm_arg){GM_ARG_THING, "agent", card}; }
static gm_arg command(int card) { return (gm_arg){GM_ARG_THING, "command", card}; }
static gm_arg situation(int card) { return (gm_arg){GM_ARG_THING, "situation", card}; }
static gm_arg situations(uint64_t cards) { return (gm_arg){GM_ARG_THINGS, "situation", (int64_t)cards}; }
static gm_arg word(const char *key) { return (gm_arg){GM_ARG_WORD, key, 0}; }

/* ---- names ----------------------------------------------------------------------------- */

/* The shipped cards have names in the catalogs; others are called as their file says. */
static const struct {
    const char *name, *say;
} shipped[] = {
    {"Enforcer", "agents.name.enforcer"},
    {"Marksman", "agents.name.marksman"},
    {"Handler", "agents.name.handler"},
    {"Double Agent", "agents.name.double-agent"},
    {"Forger", "agents.name.forger"},
    {"Courier", "agents.name.courier"},
    {"Smuggler", "agents.name.smuggler"},
    {"Janitor", "agents.name.janitor"},
    {"Scout", "agents.name.scout"},
    {"Driver", "agents.name.driver"},
    {"Medic", "agents.name.medic"},
    {"Persuader", "agents.name.persuader"},
    {"Archivist", "agents.name.archivist"},
    {"Engineer", "agents.name.engineer"},
    {"Analyst", "agents.name.analyst"},
    {"Extortionist", "agents.name.extortionist"},
    {"Interrogator", "agents.name.interrogator"},
    {"Interloper", "agents.name.interloper"},
    {"Sniper", "agents.name.sniper"},
    {"Turncoat", "agents.name.turncoat"},
    {"Broker", "agents.name.broker"},
    {"Cleaner", "agents.name.cleaner"},
    {"Blackmailer", "agents.name.blackmailer"},
    {"Saboteur", "agents.name.saboteur"},
    {"Recruiter", "agents.name.recruiter"},
    {"Full House", "agents.name.full-house"},
    {"Casualties", "agents.name.casualties"},
    {"Chain of Command", "agents.name.chain-of-command"},
    {"Informants", "agents.name.informants"},
    {"Clear Signal", "agents.name.clear-signal"},
    {"Mixed Signals", "agents.name.mixed-signals"},
    {"Crossfire", "agents.name.crossfire"},
    {"Stonewall", "agents.name.stonewall"},
    {"Clean Sheet", "agents.name.clean-sheet"},
    {"Twins", "agents.name.twins"},
};
enum { SHIPPED = sizeof shipped / sizeof *shipped };

uint8_t agents_known(const char *name) {
    uint8_t i = 0;
    while (i < SHIPPED && strcmp(shipped[i].name, name))
        i++;
    return i;
}

static gm_arg card_name(int known, const char *name) {
    return known < SHIPPED ? word(shipped[known].say) : (gm_arg){GM_ARG_TEXT, name, 0};
}

/* What an agent's command does: {0} where its targets are, {1} the number of draw and rob. */
static gm_line command_line(const ag_agent *a) {
    static const char *const does[AG_COMMANDS] = {
        [AG_NEUTRALISE] = "agents.does.neutralise",
        [AG_REVIVE] = "agents.does.revive",
        [AG_TURN] = "agents.does.turn",
        [AG_SWAP] = "agents.does.swap",
        [AG_SWAP_SELF] = "agents.does.swap-self",
        [AG_RECALL] = "agents.does.recall",
        [AG_DISMISS] = "agents.does.dismiss",
        [AG_MOVE] = "agents.does.move",
        [AG_DRAW] = "agents.does.draw",
        [AG_SALVAGE] = "agents.does.salvage",
        [AG_BRIEF] = "agents.does.brief",
        [AG_ROB] = "agents.does.rob",
        [AG_PICKPOCKET] = "agents.does.pickpocket",
        [AG_STEAL] = "agents.does.steal",
        [AG_BURN] = "agents.does.burn",
    };
    static const char *const where[AG_TARGETS] = {
        [AG_NEIGHBOUR] = "agents.target.neighbour",
        [AG_END] = "agents.target.end",
        [AG_FRONT] = "agents.target.front",
        [AG_OWN] = "agents.target.own",
        [AG_ANY] = "agents.target.any",
    };
    return (gm_line){does[a->command], {word(where[a->target]), number(a->n)}};
}

static gm_line test_line(const ag_test *t) {
    static const char *const says[AG_MEASURES] = {
        [AG_N_AGENTS] = "agents.test.agents",
        [AG_N_FREE] = "agents.test.free",
        [AG_N_NEUTRALISED] = "agents.test.neutralised",
        [AG_N_COMMANDS] = "agents.test.commands",
        [AG_N_POINTS] = "agents.test.points",
        [AG_N_PLAIN] = "agents.test.plain",
        [AG_N_MIXED] = "agents.test.mixed",
        [AG_N_ARROWS] = "agents.test.arrows",
        [AG_N_RIVAL] = "agents.test.rival",
        [AG_N_ALTERNATING] = "agents.test.alternating",
        [AG_N_TWINS] = "agents.test.twins",
    };
    static const char *const signs[] = {[AG_IS] = "=", [AG_LEAST] = ">=", [AG_MOST] = "<="};
    return (gm_line){says[t->measure], {{GM_ARG_TEXT, signs[t->is], 0}, number(t->n)}};
}

/* Things that are numbered: cards, what describes them, backs. */
enum { AGENT, COMMAND, SITUATION, TEST, BACK, SHEET, FRONT, NUMBERED };
static int numbered_kind(const char *of) {
    static const char *const kinds[] = {"agent", "command", "situation", "test", "back", "sheet", "front"};
    int kind = 0;
    while (kind < NUMBERED && strcmp(of, kinds[kind]))
        kind++;
    return kind;
}

static bool numbered_thing(const box_t *b, int kind, int i, gm_thing *out) {
    static const char *const before[] = {[BACK] = "b", [SHEET] = "s"};
    const int most[] = {b->n_cards[0], b->n_cards[0], b->n_cards[1], b->n_tests,
                        b->n_cards[0], b->n_cards[1], b->seats};
    if (i < 0 || i >= most[kind]) return false;
    text code = text_on(out->code, sizeof out->code);
    if (kind == BACK || kind == SHEET) text_put(&code, before[kind]);
    text_int(&code, kind == FRONT ? i : i + 1);
    switch (kind) {
    case AGENT:
        out->name = (gm_line){"agents.card", {number(i + 1), card_name(b->known[0][i], b->agent_name[i])}};
        break;
    case COMMAND: out->name = command_line(&b->agent[i]); break;
    case SITUATION:
        out->name =
            (gm_line){"agents.card", {number(i + 1), card_name(b->known[1][i], b->situation_name[i])}};
        break;
    case TEST: out->name = test_line(&b->test[i]); break;
    }
    return true;
}

/* Where an agent goes: a front, an end and a facing as its player sees them, or who else it
 * lies between. */
static bool place_thing(int i, gm_thing *out) {
    static const char *const sides[] = {"left", "right"}, *const ends[] = {"left", "right", "only"},
                             *const facings[] = {"cmd", "pts"};
    static const char *const say[] = {"agents.place.left-left",   "agents.place.left-right",
                                      "agents.place.left-only",   "agents.place.right-left",
                                      "agents.place.right-right", "agents.place.right-only"};
    static const char *const faces[] = {"agents.faces.command", "agents.faces.points"};
    text code = text_on(out->code, sizeof out->code);
    if (i < 0 || i >= AG_PLACES) return false;
    text_put(&code, sides[i / 6]);
    text_char(&code, '-');
    text_put(&code, ends[i / 2 % 3]);
    text_char(&code, '-');
    text_put(&code, facings[i & 1]);
    out->name = (gm_line){say[i / 2], {word(faces[i & 1])}};
    return true;
}

static bool between_thing(const box_t *b, int i, gm_thing *out) {
    text code = text_on(out->code, sizeof out->code);
    if (i < 0 || i >= 2 * b->seats) return false;
    text_int(&code, i / 2);
    text_put(&code, i & 1 ? "-pts" : "-cmd");
    out->name = (gm_line){i & 1 ? "agents.between.points" : "agents.between.command", {seat(i / 2)}};
    return true;
}

/* What stands in the rows of a drawing: an agent's number or the safe house, and edges. */
enum { HOUSE = 0x80 };
enum { EDGE_COMMAND, EDGE_BB, EDGE_BW, EDGE_WB, EDGE_WW, EDGE_DOWN };

bool agents_thing(const void *box, const char *of, int i, gm_thing *out) {
    static const gm_word words[] = {
        {"end", "left", "agents.end.left"},
        {"end", "right", "agents.end.right"},
        {"end", "only", "agents.end.only"},
        {"spot", "hand", "agents.spot.hand"},
        {"spot", "left", "agents.spot.left"},
        {"spot", "right", "agents.spot.right"},
        {"goods", "agent", "agents.goods.agent"},
        {"goods", "old-agent", "agents.goods.old-agent"},
        {"goods", "situation", "agents.goods.situation"},
        {"goods", "old-situation", "agents.goods.old-situation"},
        {"edge", "!", NULL},
        {"edge", "##", NULL},
        {"edge", "#o", NULL},
        {"edge", "o#", NULL},
        {"edge", "oo", NULL},
        {"edge", "x", NULL},
        {"phase", "first", NULL},
        {"phase", "deal", NULL},
        {"phase", "turn", NULL},
        {"phase", "command", NULL},
        {"phase", "take", NULL},
        {"phase", "agent", NULL},
        {"phase", "situation", NULL},
        {"phase", "over", NULL},
        {0},
    };
    memset(out, 0, sizeof *out);
    int kind = numbered_kind(of);
    if (kind != NUMBERED) return numbered_thing(box, kind, i, out);
    if (!strcmp(of, "place")) return place_thing(i, out);
    if (!strcmp(of, "between")) return between_thing(box, i, out);
    if (strcmp(of, "cell")) return gm_word_thing(words, of, i, out);
    if (i == HOUSE) memcpy(out->code, "[]", 3);
    return i == HOUSE || numbered_thing(box, AGENT, i, out);
}

/* ---- fronts as text ---------------------------------------------------------------------------- */

/* A front as one of its players sees it: three rows of cells. */
typedef struct {
    int n;
    uint8_t far[AG_ROW + 1], card[AG_ROW + 1], near[AG_ROW + 1];
} drawing;

/* An edge as the reader sees it: that which faces the other player is upside down. */
static uint8_t edge(const ag_agent *a, bool upside_down) {
    return (uint8_t)(EDGE_BB + 2 * a->half[upside_down] + a->half[!upside_down]);
}

static void draw_house(drawing *d, bool left_hand) {
    d->far[d->n] = left_hand ? EDGE_WW : EDGE_BB;
    d->near[d->n] = left_hand ? EDGE_BB : EDGE_WW;
    d->card[d->n++] = HOUSE;
}

static void draw_front(const box_t *b, const state *s, int front, int seat_of, drawing *d) {
    int n = s->count[front];
    bool left_hand = seat_of == front;
    d->n = 0;
    for (int i = 0; i < n; i++) {
        int at = left_hand ? i : n - 1 - i, card = s->front[front][at];
        const ag_agent *a = &b->agent[card];
        bool mine = ag_works_for(b, s, front, card) == seat_of;
        if (b->houses && i == (left_hand ? s->before[front] : n - s->before[front])) draw_house(d, left_hand);
        d->card[d->n] = (uint8_t)card;
        d->near[d->n] = s->down >> card & 1 ? EDGE_DOWN : mine ? EDGE_COMMAND : edge(a, false);
        d->far[d->n++] = s->down >> card & 1 ? EDGE_DOWN : mine ? edge(a, true) : EDGE_COMMAND;
    }
    if (b->houses && n == (left_hand ? s->before[front] : n - s->before[front])) draw_house(d, left_hand);
}

static void tell_row(const char *say, const char *of, const uint8_t *cells, int n, gm_arg last,
                     gm_lines *out) {
    gm_line *l = gm_add_line(out, say);
    int half = n < 4 ? n : 4;
    l->arg[0] = gm_row(of, cells, half);
    l->arg[1] = gm_row(of, cells + half, n - half);
    l->arg[2] = last;
}

/* Situations that a seat has laid open on a front. */
static uint64_t open_on(const box_t *b, const state *s, int seat_of, int front) {
    const ag_stock *k = &s->stock[AG_SITUATION];
    uint64_t cards = 0;
    for (int side = 0; side < 2; side++)
        for (uint64_t left = ag_front(b, seat_of, side) == front ? k->held[seat_of] & s->laid[side] : 0; left;
             left &= left - 1)
            cards |= BIT(k->card[bits_first(left)]);
    return cards;
}

/* What the agents of a front do, from the left. */
static void tell_agents(const box_t *b, const state *s, int front, int who, const drawing *d, gm_lines *out) {
    for (int i = 0; i < d->n; i++) {
        int card = d->card[i];
        if (card == HOUSE) continue;
        int works = ag_works_for(b, s, front, card);
        gm_line *l = gm_add_line(out, s->down >> card & 1 ? "agents.tell.down"
                                      : works == who      ? "agents.tell.works-you"
                                                          : "agents.tell.works");
        l->arg[0] = agent(card);
        l->arg[1] = command(card);
        l->arg[2] = seat(works);
    }
}

static void tell_front(const box_t *b, const state *s, int front, gm_seat who, gm_lines *out) {
    bool sits = who == front || who == ag_next(b, front);
    int near = sits ? who : front, far = ag_opposite(b, front, near);
    drawing d;
    gm_line *l = gm_add_line(out, !sits                                ? "agents.tell.front"
                                  : ag_front(b, who, AG_LEFT) == front ? "agents.tell.front-left"
                                                                       : "agents.tell.front-right");
    l->arg[0] = seat(near);
    l->arg[1] = seat(far);
    l->arg[2] = number(s->count[front]);
    l->arg[3] = number(b->row);
    l->arg[4] = situations(open_on(b, s, far, front));
    l->arg[5] = situations(open_on(b, s, near, front));
    draw_front(b, s, front, near, &d);
    if (!d.n) return;
    tell_row("agents.tell.far", "edge", d.far, d.n, seat(far), out);
    tell_row("agents.tell.cards", "cell", d.card, d.n, number(0), out);
    tell_row(sits ? "agents.tell.near-you" : "agents.tell.far", "edge", d.near, d.n, seat(near), out);
    if (sits) tell_agents(b, s, front, who, &d, out);
}

/* ---- the view ------------------------------------------------------------------------------------ */

enum { LISTED = 8 }; /* cards in hand that get a line each, the others one together */

static void tell_agent(const box_t *b, int card, gm_lines *out) {
    static const char *const halves[] = {"##", "#o", "o#", "oo"};
    const ag_agent *a = &b->agent[card];
    gm_line *l = gm_add_line(out, a->special ? "agents.tell.special" : "agents.tell.ordinary");
    l->arg[0] = agent(card);
    l->arg[1] = command(card);
    l->arg[2] =
        a->special ? number(a->points) : (gm_arg){GM_ARG_TEXT, halves[2 * a->half[0] + a->half[1]], 0};
}

static void tell_situation(const box_t *b, const state *s, gm_seat who, int card, int sheet, gm_lines *out) {
    const ag_situation *x = &b->situation[card];
    int spot = ag_spot_of(s, sheet);
    gm_line *l = gm_add_line(out, "agents.tell.situation");
    l->arg[0] = situation(card);
    l->arg[1] = (gm_arg){GM_ARG_THING, "spot", spot};
    l->arg[2] = number(x->points);
    l->arg[3] = (gm_arg){GM_ARG_THINGS, "test", (int64_t)x->tests};
    l->arg[4] = word("agents.no");
    if (spot == AG_HAND) return;
    ag_measures m;
    agents_measure(b, s, ag_front(b, who, spot - AG_ON_LEFT), who, &m);
    l->say = "agents.tell.laid";
    if (agents_met(b, card, &m)) l->arg[4] = word("agents.yes");
}

/* What only the reader has: the hand, and the situations. */
static void tell_own(const box_t *b, const state *s, gm_seat who, gm_lines *out) {
    uint8_t at[AG_BACKS];
    uint64_t left = ag_cards_in(&s->stock[AG_AGENT], s->stock[AG_AGENT].held[who], at);
    int arrows, laid, n = 0;
    gm_add_line(out, left ? "agents.tell.hand" : "agents.tell.hand-empty");
    for (; left && n < LISTED; left &= left - 1, n++)
        tell_agent(b, bits_first(left), out);
    if (left) gm_add_line(out, "agents.tell.more")->arg[0] = (gm_arg){GM_ARG_THINGS, "agent", (int64_t)left};
    left = ag_cards_in(&s->stock[AG_SITUATION], s->stock[AG_SITUATION].held[who], at);
    for (n = 0; left && n < LISTED; left &= left - 1, n++)
        tell_situation(b, s, who, bits_first(left), at[bits_first(left)], out);
    if (left) gm_add_line(out, "agents.tell.more")->arg[0] = situations(left);
    agents_score(b, s, who, &arrows, &laid);
    gm_line *l = gm_add_line(out, "agents.tell.score");
    l->arg[0] = number(arrows + laid);
    l->arg[1] = number(arrows);
    l->arg[2] = number(laid);
}

static gm_arg top_of(const state *s, int kind) {
    int n = s->n_discards[kind], card = n ? s->stock[kind].discards[n - 1] : GM_NONE;
    return kind == AG_AGENT ? agent(card) : situation(card);
}

static void tell_players(const box_t *b, const state *s, gm_lines *out) {
    for (int q = 0; q < b->seats; q++) {
        gm_line *l = gm_add_line(out, "agents.tell.player");
        l->arg[0] = seat(q);
        l->arg[1] = number(s->points[q]);
        l->arg[2] = number(bits_count(s->stock[AG_AGENT].held[q]));
        l->arg[3] = number(bits_count(s->stock[AG_SITUATION].held[q] & ~s->laid[0] & ~s->laid[1]));
    }
    for (int kind = 0; kind < 2; kind++) {
        gm_line *l = gm_add_line(out, kind == AG_AGENT ? "agents.tell.decks" : "agents.tell.situation-decks");
        l->arg[0] = number(s->n_deck[kind]);
        l->arg[1] = number(s->n_discards[kind]);
        l->arg[2] = top_of(s, kind);
    }
}

void agents_tell(const void *box, const void *view, gm_seat who, gm_lines *out) {
    const box_t *b = box;
    const state *s = view;
    bool sits = who < b->seats;
    out->n = 0;
    if (s->phase <= AG_P_DEAL) {
        gm_add_line(out, "agents.tell.setup");
        return;
    }
    gm_line *l = gm_add_line(out, "agents.tell.round");
    l->arg[0] = number(s->round);
    l->arg[1] = seat(s->turn);
    l->arg[2] = number(b->goal);
    tell_players(b, s, out);
    for (int i = 0; i < b->seats; i++) /* the own fronts last, next to the choices */
        if (!sits || (i != ag_front(b, who, AG_LEFT) && i != ag_front(b, who, AG_RIGHT)))
            tell_front(b, s, i, who, out);
    if (sits) {
        tell_front(b, s, ag_front(b, who, AG_LEFT), who, out);
        tell_front(b, s, ag_front(b, who, AG_RIGHT), who, out);
        tell_own(b, s, who, out);
    }
    if (s->phase == AG_P_TURN) {
        l = gm_add_line(out, s->actions == 2 ? "agents.tell.done" : "agents.tell.action");
        l->arg[0] = seat(s->turn);
        l->arg[1] = number(s->actions + 1);
    } else if (s->phase == AG_P_COMMAND) {
        l = gm_add_line(out, "agents.tell.perform");
        l->arg[0] = seat(s->performer);
        l->arg[1] = agent(s->acting);
        l->arg[2] = command(s->acting);
    }
}

/* ---- news --------------------------------------------------------------------------------------------- */

/* What a player's move did by itself: salvage, and a command that found nothing to do. */
static void tell_deed(const box_t *b, const state *s, const state *t, gm_lines *out) {
    int kind = t->latest[0], card = t->latest[1];
    if (kind != AG_M_PLAY && kind != AG_M_SEND && kind != AG_M_REPEAT) return;
    if (t->phase != AG_P_TURN || s->phase != AG_P_TURN) return;
    if (b->agent[card].command == AG_SALVAGE &&
        t->n_discards[AG_AGENT] < s->n_discards[AG_AGENT] + b->agent[card].special) {
        gm_line *l = gm_add_line(out, "agents.news.salvage");
        l->arg[0] = top_of(s, AG_AGENT);
    } else if (b->agent[card].command != AG_ROB || !memcmp(s->points, t->points, sizeof s->points))
        gm_add_line(out, "agents.news.nothing")->arg[0] = agent(card);
}

/* Points that changed hands or were won with a special agent. */
static void tell_points(const box_t *b, const state *s, const state *t, gm_lines *out) {
    for (int q = 0; q < b->seats; q++) {
        int robbed = t->tally[q][AG_T_ROBBED] - s->tally[q][AG_T_ROBBED],
            special = t->tally[q][AG_T_SPECIALS] - s->tally[q][AG_T_SPECIALS];
        if (robbed > 0 || special > 0) {
            gm_line *l = gm_add_line(out, robbed > 0 ? "agents.news.robbed" : "agents.news.special");
            l->arg[0] = seat(q);
            l->arg[1] = number(robbed > 0 ? robbed : special);
        }
    }
}

static void tell_scored(const state *s, const state *t, gm_lines *out) {
    int q = s->turn, arrows = t->tally[q][AG_T_ARROWS] - s->tally[q][AG_T_ARROWS],
        laid = t->tally[q][AG_T_SITUATIONS] - s->tally[q][AG_T_SITUATIONS];
    gm_line *l = gm_add_line(out, "agents.news.scored");
    l->arg[0] = seat(q);
    l->arg[1] = number(arrows + laid);
    l->arg[2] = number(arrows);
    l->arg[3] = number(laid);
    l->arg[4] = number(t->points[q]);
}

/* Was a deck made anew?  Then it is not just one smaller for a card that was drawn. */
static bool shuffled(const state *s, const state *t, int kind) {
    bool drew = s->phase == (kind == AG_AGENT ? AG_P_AGENT : AG_P_SITUATION);
    return s->phase > AG_P_DEAL && t->n_deck[kind] != s->n_deck[kind] - drew;
}

void agents_news(const void *box, const void *before, const void *after, gm_seat who, gm_lines *out) {
    const box_t *b = box;
    const state *s = before, *t = after;
    (void)who;
    out->n = 0;
    if (s->phase == AG_P_TURN || s->phase == AG_P_COMMAND) {
        if (t->latest[0] == AG_M_END)
            tell_scored(s, t, out);
        else
            tell_deed(b, s, t, out);
    }
    tell_points(b, s, t, out);
    for (int kind = 0; kind < 2; kind++)
        if (shuffled(s, t, kind))
            gm_add_line(out, kind == AG_AGENT ? "agents.news.shuffled" : "agents.news.shuffled-situations");
    if (t->reached && !s->reached) gm_add_line(out, "agents.news.reached")->arg[0] = number(b->goal);
}

/* ---- previews -------------------------------------------------------------------------------------------- */

/* What the table is worth to a seat at the end of its turn, with what its points have
 * changed by since, and those that a special agent is about to bring. */
static int worth(const box_t *b, const state *now, const state *then, int q) {
    int arrows, laid, card = then->acting;
    bool pays = card != GM_NONE && b->special >> card & 1 && then->other == q && then->phase != AG_P_OVER;
    agents_score(b, then, q, &arrows, &laid);
    return arrows + laid + then->points[q] - now->points[q] + (pays ? b->agent[card].points : 0);
}

/* The performer answers: what brings them most, and the others at their fronts least.  (Of
 * another's situations one knows nothing.) */
static void resolve(const box_t *b, const state *now, gm_seat reader, state *t) {
    gm_move moves[GM_MAX_MOVES];
    state best = *t;
    int most = -(1 << 30), who = t->performer;
    bool unknown = who != reader && b->agent[t->acting].command == AG_BRIEF;
    int n = unknown ? 0 : agents_game.moves(b, t, (gm_seat)who, moves);
    for (int i = 0; i < n; i++) {
        state x = *t;
        agents_apply(b, &x, (gm_seat)who, moves[i]);
        int value = 4 * worth(b, now, &x, who);
        for (int side = 0; side < 2; side++)
            value -= worth(b, now, &x, ag_opposite(b, ag_front(b, who, side), who));
        if (value > most) most = value, best = x;
    }
    *t = best;
}

/* By how much a move changes what the table is worth to a seat. */
static int change(const box_t *b, const state *s, const state *t, int q) {
    int n = worth(b, s, t, q) - worth(b, s, s, q);
    return n < 0 ? -n : n;
}

void agents_preview(const void *box, const void *view, gm_seat who, gm_move m, gm_lines *out) {
    const box_t *b = box;
    const state *s = view;
    state t = *s;
    const char *say = "agents.preview";
    gm_seat answers = GM_NONE;
    out->n = 0;
    if (GM_KIND(m) == AG_M_END) return;
    agents_apply(b, &t, who, m);
    if (t.phase == AG_P_COMMAND) {
        answers = t.performer;
        say = answers == who ? "agents.preview.best" : "agents.preview.theirs";
        resolve(b, s, who, &t);
    }
    gm_seats others = (gm_seats)((BIT(b->seats) - 1) & ~BIT(who));
    do { /* whom it touches most first; one at least */
        int q = bits_first(others);
        for (gm_seats left = others; left; left &= (gm_seats)(left - 1))
            if (change(b, s, &t, bits_first(left)) > change(b, s, &t, q)) q = bits_first(left);
        if (out->n && !change(b, s, &t, q)) return;
        others &= (gm_seats)~BIT(q);
        gm_line *l = gm_add_line(out, say);
        l->arg[0] = number(worth(b, s, &t, who));
        l->arg[1] = number(worth(b, s, s, who));
        l->arg[2] = seat(q);
        l->arg[3] = number(worth(b, s, &t, q));
        l->arg[4] = number(worth(b, s, s, q));
        l->arg[5] = seat(answers);
    } while (others);
}
