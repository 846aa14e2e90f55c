/* words.c - the names, sentences and previews of Sentient.
 *
 * Map: names - what a network scores - sentences - previews. */
#include "base/text.h"
#include "games/sentient/internal.h"
#include <string.h>

static gm_arg type_arg(int t) { return gm_thing_arg("type", t); }
static gm_arg card_arg(int c) { return gm_thing_arg("card", c); }

/* ---- names --------------------------------------------------------------- */

/* A card is named by its type, what it scores, and its left and right sign. */
static void name_card(const sn_card *c, int i, gm_thing *out) {
    static const char *const signs[3] = {"\xe2\x88\x92", "=",
                                         "+"}; /* the first is a minus sign, not a hyphen */
    text code = text_on(out->code, sizeof out->code);
    text_int(&code, c->number);
    out->name = (gm_line){"sentient.card",
                          {gm_number(c->number), type_arg(c->type), gm_thing_arg("rule", i),
                           gm_text_arg(signs[c->sign[0]]), gm_text_arg(signs[c->sign[1]])}};
}

/* What a card scores: {0} and {1} are the numbers of its condition, {2} its points. */
static void name_rule(const sn_card *c, gm_thing *out) {
    static const char *const keys[] = {
        [SN_IS] = "sentient.rule.is",
        [SN_LESS] = "sentient.rule.less",
        [SN_LESS_EQUAL] = "sentient.rule.less-equal",
        [SN_SAME] = "sentient.rule.same",
        [SN_MORE] = "sentient.rule.more",
        [SN_MORE_EQUAL] = "sentient.rule.more-equal",
        [SN_SUM_MOST] = "sentient.rule.sum-most",
        [SN_SUM_LEAST] = "sentient.rule.sum-least",
        [SN_SUM_IS] = "sentient.rule.sum-is",
        [SN_SUM_OUTSIDE] = "sentient.rule.sum-outside",
        [SN_DIFF] = "sentient.rule.diff",
        [SN_MINUS_SUM] = "sentient.rule.minus-sum",
        [SN_MINUS_LOWER] = "sentient.rule.minus-lower",
        [SN_MINUS_HIGHER] = "sentient.rule.minus-higher",
        [SN_SUM_MINUS] = "sentient.rule.sum-minus",
        [SN_LOWER_MINUS] = "sentient.rule.lower-minus",
        [SN_HIGHER_MINUS] = "sentient.rule.higher-minus",
    };
    static const char *const parity[2][2] = {{"sentient.rule.even-even", "sentient.rule.even-odd"},
                                             {"sentient.rule.odd-even", "sentient.rule.odd-odd"}};
    const char *say = c->kind == SN_PARITY       ? parity[c->a][c->b]
                      : c->kind == SN_SUM_PARITY ? c->a ? "sentient.rule.sum-odd" : "sentient.rule.sum-even"
                                                 : keys[c->kind];
    text code = text_on(out->code, sizeof out->code);
    text_int(&code, c->number);
    out->name = (gm_line){say, {gm_number(c->a), gm_number(c->b), gm_number(c->points)}};
}

/* A company, S2.2: the left half of a seat, then a right half for each type. */
static bool name_company(int i, gm_thing *out) {
    static const char *const left[SN_SEATS][2] = {
        {"cerebra", "sentient.left.cerebra"},
        {"automa", "sentient.left.automa"},
        {"noesis", "sentient.left.noesis"},
        {"anima", "sentient.left.anima"},
    };
    static const char *const right[SN_TYPES][2] = {
        {"memoria", "sentient.right.memoria"}, {"fabrica", "sentient.right.fabrica"},
        {"aegis", "sentient.right.aegis"},     {"via", "sentient.right.via"},
        {"domus", "sentient.right.domus"},
    };
    text code = text_on(out->code, sizeof out->code);
    if (i < 0 || i >= SN_SEATS * SN_TYPES) return false;
    const char *const *first = left[i / SN_TYPES], *const *second = right[i % SN_TYPES];
    text_put(&code, first[0]);
    text_char(&code, '-');
    text_put(&code, second[0]);
    out->name = (gm_line){"sentient.company", {gm_word_arg(first[1]), gm_word_arg(second[1])}};
    return true;
}

bool sentient_thing(const void *box, const char *of, int i, gm_thing *out) {
    static const gm_word named[] = {
        {"type", "information", "sentient.information"},
        {"type", "industry", "sentient.industry"},
        {"type", "military", "sentient.military"},
        {"type", "transport", "sentient.transport"},
        {"type", "service", "sentient.service"},
        {"block", "none", "sentient.block.none"},
        {"block", "left", "sentient.block.left"},
        {"block", "right", "sentient.block.right"},
        {"block", "both", "sentient.block.both"},
        {"player-colour", "white", "sentient.colour.white"},
        {"player-colour", "red", "sentient.colour.red"},
        {"player-colour", "yellow", "sentient.colour.yellow"},
        {"player-colour", "grey", "sentient.colour.grey"},
        {"phase", "halves", NULL},
        {"phase", "stack", NULL},
        {"phase", "factory", NULL},
        {"phase", "tokens", NULL},
        {"phase", "roll", NULL},
        {"phase", "turn", NULL},
        {"phase", "refill", NULL},
        {"phase", "plug", NULL},
        {"phase", "renew", NULL},
        {"phase", "over", NULL},
        {0},
    };
    static const struct {
        const char *of;
        int from, to, shown; /* shown: what is added to the number in the code */
    } numbered[] = {
        {"slot", 0, 3, 1}, {"place", 0, 4, 1}, {"position", 0, 4, 1}, {"count", 0, 5, 0}, {"face", 1, 6, 0}};
    const sn_box *b = box;
    bool is_card = gm_is_kind(of, "card");
    memset(out, 0, sizeof *out);
    if (gm_is_kind(of, "card-name")) { /* a card without what it scores */
        if (i < 0 || i >= b->n_cards) return false;
        out->name =
            (gm_line){"sentient.choice.card", {gm_number(b->card[i].number), type_arg(b->card[i].type)}};
        return true;
    }
    if (is_card || gm_is_kind(of, "rule")) {
        if (i < 0 || i >= b->n_cards) return false;
        if (is_card)
            name_card(&b->card[i], i, out);
        else
            name_rule(&b->card[i], out);
        return true;
    }
    if (gm_is_kind(of, "company")) return name_company(i, out);
    for (size_t k = 0; k < sizeof numbered / sizeof *numbered; k++)
        if (gm_is_kind(of, numbered[k].of)) {
            if (i < numbered[k].from || i > numbered[k].to) return false;
            out->code[0] = (char)('0' + i + numbered[k].shown);
            if (gm_is_kind(of, "count")) /* how many assistants go with an agent */
                out->name = (gm_line){i ? "sentient.with" : "sentient.without", {gm_number(i)}};
            return true;
        }
    return gm_word_thing(named, of, i, out);
}

/* ---- what a network scores ----------------------------------------------- */

/* What a network would score with one more card plugged; dice and points are as they would be. */
static int score_after_plug(const sn_box *b, const state *s, gm_seat who, int taken, int slot, int blocks,
                            uint8_t dice[SN_DICE], uint8_t points[SN_SLOTS]) {
    uint8_t cards[SN_SLOTS];
    memcpy(cards, s->cards[s->round][who], sizeof cards);
    memcpy(dice, s->dice[who], SN_DICE);
    cards[slot] = (uint8_t)taken;
    sn_calibrate(b, taken, slot, blocks, dice);
    return sentient_network(b, cards, dice, points);
}

/* The most that a seat's network can score with one more card, with so many assistants to
 * block with. */
static int best_score_with(const sn_box *b, const state *s, gm_seat who, int taken, int assistants) {
    int best = 0;
    for (int slot = 0; slot < SN_SLOTS; slot++)
        for (int blocks = 0; blocks < 4 && s->cards[s->round][who][slot] == GM_NONE; blocks++) {
            uint8_t dice[SN_DICE], points[SN_SLOTS];
            if (sn_blockers(blocks) > assistants) continue;
            int sum = score_after_plug(b, s, who, taken, slot, blocks, dice, points);
            if (sum > best) best = sum;
        }
    return best;
}

/* The table after a seat has procured a bot; where the taken card goes is not known yet. */
static state after_procure(const state *s, gm_seat who, int slot, int assistants) {
    state t = *s;
    t.agents_at[slot][who]++;
    t.assistants_at[slot][who] = (uint8_t)(t.assistants_at[slot][who] + assistants);
    t.taken = s->factory[slot];
    return t;
}

/* What a seat's cards of this round and all its investors bring as things stand. */
static int total_now(const sn_box *b, const state *s, gm_seat who) {
    uint8_t points[SN_SLOTS];
    return sentient_network(b, s->cards[s->round][who], s->dice[who], points) + sentient_forecast(b, s, who);
}

/* ---- sentences ----------------------------------------------------------- */

/* Puts what cards and investors would bring into a line, in four places: their total, what that is now, and each. */
static void tell_total(gm_line *l, int place, int cards, int investors, int now) {
    l->arg[place] = gm_number(cards + investors);
    l->arg[place + 1] = gm_number(now);
    l->arg[place + 2] = gm_number(cards);
    l->arg[place + 3] = gm_number(investors);
}

/* Puts what procuring a bot would bring into a line, as above. */
static void tell_procured(const sn_box *b, const state *s, gm_seat who, int slot, int assistants, gm_line *l,
                          int place) {
    state t = after_procure(s, who, slot, assistants);
    tell_total(l, place, best_score_with(b, s, who, t.taken, s->assistants[who] - assistants),
               sentient_forecast(b, &t, who), total_now(b, s, who));
}

/* A number of each player, in turn order. */
static gm_arg list_in_turn_order(const sn_box *b, const state *s, const uint8_t numbers[SN_SEATS]) {
    uint8_t row[SN_SEATS];
    for (int i = 0; i < b->head.seats; i++)
        row[i] = numbers[s->order[s->round][i]];
    return gm_list(NULL, row, b->head.seats);
}

/* An investor; to a player also what it would pay them. */
static void tell_investor(const sn_box *b, const state *s, int position, gm_seat who, gm_lines *out) {
    static const char *const touched[] = {"1", "1, 2", "2, 3", "3, 4", "4"}; /* S3.2 */
    gm_seat first, second;
    uint8_t influence[SN_SEATS];
    int type = s->investor[s->round][position];
    bool plays = who < b->head.seats;
    gm_line *l = gm_add_line(out, plays ? "sentient.tell.investor-pays" : "sentient.tell.investor");
    for (int q = 0; q < b->head.seats; q++)
        influence[q] = (uint8_t)sn_influence(s, position, q);
    sn_standing(b, s, position, &first, &second);
    if (plays) l->arg[0] = gm_number(sentient_cards_of(b, s, who, type));
    l->arg[1] = type_arg(type);
    l->arg[2] = gm_seat_arg(first);
    l->arg[3] = gm_seat_arg(second);
    l->arg[4] = gm_text_arg(touched[position]);
    l->arg[5] = list_in_turn_order(b, s, influence);
}

/* Who got what in a round that is over. */
static void tell_round(const sn_box *b, const state *s, int round, gm_lines *out) {
    for (int i = 0; i < b->head.seats; i++) {
        uint8_t points[SN_SLOTS];
        int q = s->order[round][i];
        gm_line *l = gm_add_line(out, "sentient.news.cards");
        l->arg[0] = gm_seat_arg(q);
        l->arg[1] = gm_number(sentient_network(b, s->cards[round][q], s->scored[round][q], points));
        l->arg[2] = gm_list(NULL, points, SN_SLOTS);
    }
    for (int p = 0; p < SN_INVESTORS; p++) {
        int first = s->token[round][p], second = s->chip[round][p];
        gm_line *l = gm_add_line(out, first == GM_NONE    ? "sentient.news.investor-none"
                                      : second == GM_NONE ? "sentient.news.investor-alone"
                                                          : "sentient.news.investor");
        l->arg[0] = type_arg(s->investor[round][p]);
        l->arg[1] = gm_seat_arg(first);
        l->arg[2] = gm_seat_arg(second);
    }
}

/* Puts a network into a line: {1} its dice, {2} what its cards score in total. */
static void tell_network(const sn_box *b, const uint8_t dice[SN_DICE], const uint8_t cards[SN_SLOTS],
                         gm_line *l) {
    uint8_t points[SN_SLOTS];
    l->arg[1] = gm_list(NULL, dice, SN_DICE);
    l->arg[2] = gm_number(sentient_network(b, cards, dice, points));
}

void sentient_news(const void *box, const void *before, const void *after, gm_seat who, gm_lines *out) {
    const state *s = before, *t = after;
    (void)who;
    out->n = 0;
    if (s->taken != t->taken) {
        bool took = t->taken != GM_NONE;
        int q = s->order[s->round][s->turn];
        gm_line *l = gm_add_line(out, took ? "sentient.news.took" : "sentient.news.plugged");
        l->arg[0] = gm_seat_arg(q);
        if (took)
            l->arg[1] = card_arg(t->taken);
        else
            tell_network(box,
                         t->round == s->round && t->phase != SN_OVER ? t->dice[q] : t->scored[s->round][q],
                         t->cards[s->round][q], l);
    }
    if (t->round != s->round || (t->phase == SN_OVER && s->phase != SN_OVER))
        tell_round(box, t, s->round, out);
    if (s->deck && !t->deck && t->discards && t->phase != SN_OVER) gm_add_line(out, "sentient.news.empty");
}

static void tell_factory(const sn_box *b, const state *s, gm_seat who, gm_lines *out) {
    bool asks = s->phase == SN_TURN && who < b->head.seats && s->agents[who];
    for (int k = 0; k < SN_SLOTS; k++) {
        if (s->factory[k] == GM_NONE) continue;
        gm_line *l = gm_add_line(out, asks ? "sentient.tell.slot-best" : "sentient.tell.slot");
        l->arg[0] = gm_thing_arg("slot", k);
        l->arg[1] = card_arg(s->factory[k]);
        if (asks) tell_procured(b, s, who, k, 0, l, 2);
    }
    for (int k = 0; k < SN_SLOTS; k++) {
        bool any = false;
        for (int q = 0; q < b->head.seats; q++)
            any |= s->agents_at[k][q];
        if (!any) continue;
        gm_line *l = gm_add_line(out, "sentient.tell.pawns");
        l->arg[0] = gm_thing_arg("slot", k);
        l->arg[1] = list_in_turn_order(b, s, s->agents_at[k]);
        l->arg[2] = list_in_turn_order(b, s, s->assistants_at[k]);
    }
}

/* How many cards and investors of each type a player has, including the printed one. */
static void tell_collection(const sn_box *b, const state *s, int q, gm_lines *out) {
    uint8_t cards[SN_TYPES], tokens[SN_TYPES];
    for (int t = 0; t < SN_TYPES; t++) {
        cards[t] = (uint8_t)sentient_cards_of(b, s, q, t);
        tokens[t] = (uint8_t)sn_investors_of(s, q, t);
    }
    gm_add_line(out, "sentient.tell.cards")->arg[0] = gm_row(NULL, cards, SN_TYPES);
    gm_add_line(out, "sentient.tell.tokens")->arg[0] = gm_row(NULL, tokens, SN_TYPES);
}

/* A player's board: the network in three rows, then the collection. */
static void tell_board(const sn_box *b, const state *s, int q, gm_lines *out) {
    uint8_t points[SN_SLOTS];
    gm_line *l = gm_add_line(out, "sentient.tell.player");
    l->arg[0] = gm_seat_arg(q);
    l->arg[1] = gm_number(s->points[q]);
    l->arg[2] = gm_number(s->agents[q]);
    l->arg[3] = gm_number(s->assistants[q]);
    gm_add_line(out, "sentient.tell.company")->arg[0] = gm_thing_arg("company", sentient_company(s, q));
    if (s->dice[q][0] && s->phase != SN_ROLL) {
        int sum = sentient_network(b, s->cards[s->round][q], s->dice[q], points);
        gm_add_line(out, "sentient.tell.dice")->arg[0] = gm_row(NULL, s->dice[q], SN_DICE);
        gm_add_line(out, "sentient.tell.network")->arg[0] = gm_row("card", s->cards[s->round][q], SN_SLOTS);
        l = gm_add_line(out, "sentient.tell.points");
        l->arg[0] = gm_row(NULL, points, SN_SLOTS);
        l->arg[1] = gm_number(sum);
    }
    tell_collection(b, s, q, out);
}

/* The reader's plugged cards, and what they score. */
static void tell_plugged(const sn_box *b, const state *s, gm_seat who, gm_lines *out) {
    for (int k = 0; k < SN_SLOTS; k++) {
        int plugged = s->cards[s->round][who][k];
        if (plugged == GM_NONE) continue;
        gm_line *l = gm_add_line(out, "sentient.tell.plugged");
        l->arg[0] = gm_thing_arg("slot", k);
        l->arg[1] = card_arg(plugged);
        l->arg[2] = gm_number(sn_score(b, plugged, s->dice[who], k));
    }
}

/* In which order they have passed counts only if another round follows. */
static void tell_passed(const state *s, gm_lines *out) {
    static const char *const says[] = {"sentient.tell.passed1", "sentient.tell.passed2",
                                       "sentient.tell.passed3", "sentient.tell.passed4"};
    if (!s->n_next) return;
    if (s->round == SN_ROUNDS - 1) {
        gm_add_line(out, "sentient.tell.passed")->arg[0] = gm_set_arg("seat", s->passed);
        return;
    }
    gm_line *l = gm_add_line(out, says[s->n_next - 1]);
    for (int i = 0; i < s->n_next; i++)
        l->arg[i] = gm_seat_arg(s->next[i]);
}

void sentient_tell(const void *box, const void *view, gm_seat who, gm_lines *out) {
    static const char *const orders[] = {"sentient.tell.order2", "sentient.tell.order3",
                                         "sentient.tell.order4"};
    const sn_box *b = box;
    const state *s = view;
    out->n = 0;
    if (s->phase < SN_FACTORY) {
        gm_add_line(out, "sentient.tell.setup");
        return;
    }
    gm_add_line(out, "sentient.tell.round")->arg[0] = gm_number(s->round + 1);
    gm_line *l = gm_add_line(out, orders[b->head.seats - 2]);
    for (int i = 0; i < b->head.seats; i++)
        l->arg[i] = gm_seat_arg(s->order[s->round][i]);
    tell_passed(s, out);
    if (s->phase != SN_OVER) {
        tell_factory(b, s, who, out);
        if (s->phase > SN_TOKENS) gm_add_line(out, "sentient.tell.investors");
        for (int p = 0; p < SN_INVESTORS && s->phase > SN_TOKENS; p++)
            tell_investor(b, s, p, who, out);
    }
    gm_add_line(out, "sentient.tell.types");
    for (int i = 1; i <= b->head.seats; i++) /* the reader's own board comes last, next to the choices */
        tell_board(b, s, (i + (who < b->head.seats ? who : b->head.seats - 1)) % b->head.seats, out);
    if (who < b->head.seats && s->phase != SN_OVER) tell_plugged(b, s, who, out);
    if (s->taken == GM_NONE) return;
    int turn = s->order[s->round][s->turn];
    l = gm_add_line(out, turn == who ? "sentient.tell.taken.you" : "sentient.tell.taken");
    l->arg[0] = gm_seat_arg(turn);
    l->arg[1] = card_arg(s->taken);
}

void sentient_discards(const void *box, const void *view, gm_lines *out) {
    const state *s = view;
    (void)box;
    out->n = 0;
    gm_add_line(out, "sentient.discards")->arg[0] = gm_number(bits_count(s->discards));
    BITS_EACH (card, s->discards)
        gm_add_line(out, "sentient.discard")->arg[0] = card_arg(card);
}

/* ---- previews ------------------------------------------------------------ */

static void preview_plug(const sn_box *b, const state *s, gm_seat who, int slot, int blocks, gm_lines *out) {
    uint8_t dice[SN_DICE], points[SN_SLOTS];
    int sum = score_after_plug(b, s, who, s->taken, slot, blocks, dice, points);
    gm_line *l = gm_add_line(out, "sentient.preview.plug");
    l->arg[0] = gm_list(NULL, dice, SN_DICE);
    l->arg[1] = gm_list(NULL, points, SN_SLOTS); /* for boards that draw it */
    tell_total(l, 2, sum, sentient_forecast(b, s, who), total_now(b, s, who));
}

/* The investor at a position, if more influence or another card changes what it brings: {0} that, {1} its type, {2} who
 * leads, or did until now.  Who is not even second reads {0} their influence, {3} that of the leader.  Then, if there is a
 * tie with {0} for the place, why it is won or lost. */
static void preview_investor(const sn_box *b, const state *s, const state *t, int position, gm_seat who,
                             gm_lines *out) {
    gm_seat was, first, second;
    sn_standing(b, s, position, &was, &second);
    sn_standing(b, t, position, &first, &second);
    bool behind = first != who && second != who;
    gm_line *l = gm_add_line(out, behind           ? "sentient.preview.behind"
                                  : second == who  ? "sentient.preview.second"
                                  : was == who     ? "sentient.preview.keep"
                                  : was == GM_NONE ? "sentient.preview.lead"
                                                   : "sentient.preview.lead-from");
    l->arg[0] = gm_number(behind ? sn_influence(t, position, who) : sentient_stake(b, t, position, who));
    l->arg[1] = type_arg(t->investor[t->round][position]);
    l->arg[2] = gm_seat_arg(first == who ? was : first);
    if (behind) l->arg[3] = gm_number(sn_influence(t, position, first));
    gm_seat rival = first == who || behind ? second : first;
    if (rival == GM_NONE || sn_influence(t, position, rival) != sn_influence(t, position, who)) return;
    bool by_agents = sn_agents(t, position, rival) != sn_agents(t, position, who); /* S7.4 */
    l = gm_add_line(out, first == who ? by_agents ? "sentient.preview.tie-won-agents"
                                                  : "sentient.preview.tie-won-order"
                         : by_agents  ? "sentient.preview.tie-lost-agents"
                                      : "sentient.preview.tie-lost-order");
    l->arg[0] = gm_seat_arg(rival);
}

static void preview_procure(const sn_box *b, const state *s, gm_seat who, int slot, int assistants,
                            gm_lines *out) {
    state t = after_procure(s, who, slot, assistants);
    int type = b->card[t.taken].type, held = sn_investors_of(s, who, type);
    tell_procured(b, s, who, slot, assistants, gm_add_line(out, "sentient.preview.procure"), 0);
    for (int p = 0; p < SN_INVESTORS; p++)
        if (p == slot || p == slot + 1 || sentient_stake(b, s, p, who) != sentient_stake(b, &t, p, who))
            preview_investor(b, s, &t, p, who, out);
    if (!held) return;
    gm_line *l = gm_add_line(out, "sentient.preview.held"); /* S8.1: one point each */
    l->arg[0] = gm_number(held);
    l->arg[1] = type_arg(type);
}

void sentient_choice(const void *box, const void *view, gm_move m, gm_line *line) {
    const state *s = view;
    (void)box;
    if (GM_KIND(m) == SN_M_PROCURE) line->arg[4] = gm_thing_arg("card-name", s->factory[GM_A(m)]);
}

void sentient_preview(const void *box, const void *view, gm_seat who, gm_move m, gm_lines *out) {
    const state *s = view;
    out->n = 0;
    switch (GM_KIND(m)) {
    case SN_M_PLUG: preview_plug(box, s, who, GM_A(m), GM_B(m), out); return;
    case SN_M_PROCURE: preview_procure(box, s, who, GM_A(m), GM_B(m), out); return;
    case SN_M_PASS:
        gm_add_line(out, s->agents[who] ? "sentient.preview.renew" : "sentient.preview.quiet");
        return;
    }
}
