/* words.c - the codes and names of the things of The Agents. */
#include "base/text.h"
#include "games/agents/internal.h"
#include <string.h>

/* The shipped cards have names in the catalogs; other cards are called what their file says. */
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

uint8_t agents_catalog_name(const char *name) {
    uint8_t i = 0;
    while (i < SHIPPED && strcmp(shipped[i].name, name))
        i++;
    return i;
}

static gm_arg name_arg(int catalog_name, const char *name) {
    return catalog_name < SHIPPED ? gm_word_arg(shipped[catalog_name].say) : gm_text_arg(name);
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
    return (gm_line){does[a->command], {gm_word_arg(where[a->target]), gm_number(a->n)}};
}

/* How many a condition asks for. */
static gm_line amount_line(const ag_test *t) {
    static const char *const says[] = {
        [AG_IS] = "agents.amount.is", [AG_LEAST] = "agents.amount.least", [AG_MOST] = "agents.amount.most"};
    return (gm_line){t->n || t->is == AG_LEAST ? says[t->is] : "agents.amount.none", {gm_number(t->n)}};
}

/* What a condition asks for, on a situation of the reader's own or of anybody. */
static gm_line test_line(const ag_test *t, int i, bool own) {
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
    static const char *const own_says[AG_MEASURES] = {
        [AG_N_COMMANDS] = "agents.test.commands.you", [AG_N_POINTS] = "agents.test.points.you",
        [AG_N_PLAIN] = "agents.test.plain.you",       [AG_N_MIXED] = "agents.test.mixed.you",
        [AG_N_ARROWS] = "agents.test.arrows.you",     [AG_N_RIVAL] = "agents.test.rival.you",
    };
    const char *say = own && own_says[t->measure] ? own_says[t->measure] : says[t->measure];
    return (gm_line){say, {gm_thing_arg("amount", i), gm_number(t->n)}};
}

/* Kinds of things that are numbered.  An agent-name is the name of an agent without its number. */
enum {
    OF_AGENT,
    OF_COMMAND,
    OF_SITUATION,
    OF_TEST,
    OF_OWN_TEST,
    OF_AMOUNT,
    OF_BACK,
    OF_SHEET,
    OF_FRONT,
    OF_AGENT_NAME,
    OF_SITUATION_NAME,
    N_OF
};
static int numbered_kind(const char *of) {
    static const char *const kinds[N_OF] = {
        [OF_AGENT] = "agent",
        [OF_COMMAND] = "command",
        [OF_SITUATION] = "situation",
        [OF_TEST] = "test",
        [OF_OWN_TEST] = "own-test",
        [OF_AMOUNT] = "amount",
        [OF_BACK] = "back",
        [OF_SHEET] = "sheet",
        [OF_FRONT] = "front",
        [OF_AGENT_NAME] = "agent-name",
        [OF_SITUATION_NAME] = "situation-name",
    };
    int kind = 0;
    while (kind < N_OF && !gm_is_kind(of, kinds[kind]))
        kind++;
    return kind;
}

static bool numbered_thing(const ag_box *b, int kind, int i, gm_thing *out) {
    int agents = b->n_cards[AG_AGENT], situations = b->n_cards[AG_SITUATION];
    const int counts[N_OF] = {
        [OF_AGENT] = agents,
        [OF_COMMAND] = agents,
        [OF_SITUATION] = situations,
        [OF_TEST] = b->n_tests,
        [OF_OWN_TEST] = b->n_tests,
        [OF_AMOUNT] = b->n_tests,
        [OF_BACK] = agents,
        [OF_SHEET] = situations,
        [OF_FRONT] = b->head.seats,
        [OF_AGENT_NAME] = agents,
        [OF_SITUATION_NAME] = situations,
    };
    if (i < 0 || i >= counts[kind]) return false;
    text code = text_on(out->code, sizeof out->code);
    if (kind == OF_BACK || kind == OF_SHEET) text_char(&code, kind == OF_BACK ? 'b' : 's');
    text_int(&code, kind == OF_FRONT ? i : i + 1);
    switch (kind) {
    case OF_AGENT:
        out->name = (gm_line){"agents.card",
                              {gm_number(i + 1), name_arg(b->catalog_name[AG_AGENT][i], b->agent_name[i])}};
        break;
    case OF_AGENT_NAME:
        out->name = (gm_line){"{0}", {name_arg(b->catalog_name[AG_AGENT][i], b->agent_name[i])}};
        break;
    case OF_SITUATION_NAME:
        out->name = (gm_line){"{0}", {name_arg(b->catalog_name[AG_SITUATION][i], b->situation_name[i])}};
        break;
    case OF_COMMAND: out->name = command_line(&b->agent[i]); break;
    case OF_SITUATION:
        out->name =
            (gm_line){"agents.card",
                      {gm_number(i + 1), name_arg(b->catalog_name[AG_SITUATION][i], b->situation_name[i])}};
        break;
    case OF_TEST:
    case OF_OWN_TEST: out->name = test_line(&b->test[i], i, kind == OF_OWN_TEST); break;
    case OF_AMOUNT: out->name = amount_line(&b->test[i]); break;
    }
    return true;
}

/* Where an ordinary agent is played: a front, an end and a facing, as its player sees them. */
static bool place_thing(int i, gm_thing *out) {
    static const char *const sides[] = {"left", "right"}, *const ends[] = {"left", "right", "only"};
    static const char *const say_sides[] = {"agents.spot.left", "agents.spot.right"};
    static const char *const say_ends[] = {"agents.at.left", "agents.at.right", "agents.at.only"};
    text code = text_on(out->code, sizeof out->code);
    if (i < 0 || i >= AG_PLACES) return false;
    text_put(&code, sides[AG_SIDE_OF(i)]);
    text_char(&code, '-');
    text_put(&code, ends[AG_END_OF(i)]);
    text_put(&code, AG_POINTS_OF(i) ? "-pts" : "-cmd"); /* the edge that faces the player */
    out->name = (gm_line){"{0}, {1}, {2}",
                          {gm_word_arg(say_sides[AG_SIDE_OF(i)]), gm_word_arg(say_ends[AG_END_OF(i)]),
                           gm_word_arg(AG_POINTS_OF(i) ? "agents.facing.points" : "agents.facing.command")}};
    return true;
}

/* With whom a special agent is used: the other player, who performs the command or scores the points.  `own`: the reader
 * sends it. */
static bool between_thing(const ag_box *b, int i, bool own, gm_thing *out) {
    static const char *const says[2][2] = {{"agents.between.command", "agents.between.points"},
                                           {"agents.between.command.you", "agents.between.points.you"}};
    text code = text_on(out->code, sizeof out->code);
    if (i < 0 || i >= 2 * b->head.seats) return false;
    text_int(&code, AG_SEAT_OF(i));
    text_put(&code, AG_POINTS_OF(i) ? "-acts" : "-scores");
    out->name = (gm_line){says[own][AG_POINTS_OF(i)], {gm_seat_arg(AG_SEAT_OF(i))}};
    return true;
}

bool agents_thing(const void *box, const char *of, int i, gm_thing *out) {
    static const gm_word words[] = {
        {"end", "left", "agents.at.left"},
        {"end", "right", "agents.at.right"},
        {"end", "only", "agents.at.only"},
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
        {"edge", "x!", NULL},
        {"player-colour", "green", "agents.colour.green"},
        {"player-colour", "red", "agents.colour.red"},
        {"player-colour", "blue", "agents.colour.blue"},
        {"player-colour", "purple", "agents.colour.purple"},
        {"player-colour", "brown", "agents.colour.brown"},
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
    if (kind != N_OF) return numbered_thing(box, kind, i, out);
    if (gm_is_kind(of, "place")) return place_thing(i, out);
    if (gm_is_kind(of, "between")) return between_thing(box, i, false, out);
    if (gm_is_kind(of, "own-between")) return between_thing(box, i, true, out);
    if (!gm_is_kind(of, "cell")) return gm_word_thing(words, of, i, out);
    if (i == CELL_HOUSE) memcpy(out->code, "[]", 3);
    return i == CELL_HOUSE || numbered_thing(box, OF_AGENT, i, out);
}

void agents_choice(const void *box, const void *view, gm_move m, gm_line *line) {
    (void)box, (void)view;
    if (GM_KIND(m) == AG_M_SEND) line->arg[2].of = "own-between";
}
