/* sentient.c - Sentient (doc/rules/sentient.md): its rules.
 *
 * The other files: cards.c reads the deck, figures.c computes the figures, words.c has the
 * names, sentences and previews.  Nothing is hidden, so there are no possible worlds to
 * draw.
 *
 * Map: fields - moves - setting up - what can be done - doing it: the end of a round,
 * a turn - results - the game. */
#include "games/sentient/internal.h"
#include <string.h>

_Static_assert(sizeof(state) % 8 == 0 && sizeof(state) <= 512 && sizeof(sn_box) % 8 == 0, "no padding");

/* ---- fields -------------------------------------------------------------- */

enum { ROUND_SEATS = SN_ROUNDS * SN_SEATS };
static const gm_field fields[] = {
    GM_FIELD(state, deck, 1, GM_PUBLIC, GM_SET, "card"),
    GM_FIELD(state, discards, 1, GM_PUBLIC, GM_SET, "card"),
    GM_FIELD(state, points, SN_SEATS, GM_PUBLIC, GM_I16, NULL),
    GM_FIELD(state, company, SN_SEATS, GM_PUBLIC, GM_U8, "type"),
    GM_FIELD(state, order, SN_ROUNDS, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(state, next, SN_SEATS, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(state, factory, SN_SLOTS, GM_PUBLIC, GM_U8, "card"),
    GM_FIELD(state, agents_at, SN_SLOTS, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, assistants_at, SN_SLOTS, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, agents, SN_SEATS, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, assistants, SN_SEATS, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, dice, SN_SEATS, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, blocks, SN_SEATS, GM_PUBLIC, GM_U8, "block"),
    GM_FIELD(state, investor, SN_ROUNDS, GM_PUBLIC, GM_U8, "type"),
    GM_FIELD(state, token, SN_ROUNDS, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(state, chip, SN_ROUNDS, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(state, cards, ROUND_SEATS, GM_PUBLIC, GM_U8, "card"),
    GM_FIELD(state, scored, ROUND_SEATS, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, passed, 1, GM_PUBLIC, GM_SET, "seat"),
    GM_FIELD(state, n_next, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, phase, 1, GM_PUBLIC, GM_U8, "phase"),
    GM_FIELD(state, round, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, turn, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, at, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(state, slot, 1, GM_PUBLIC, GM_U8, "slot"),
    GM_FIELD(state, taken, 1, GM_PUBLIC, GM_U8, "card"),
    GM_FIELD(state, pad, 1, GM_PUBLIC, GM_U8, NULL),
    {0},
};

/* ---- moves --------------------------------------------------------------- */

static const gm_verb verbs[] = {
    {.kind = SN_M_HALF, .name = "half", .of = {"seat", "type"}, .say = "sentient.half"},
    {.kind = SN_M_STACK,
     .name = "stack",
     .of = {"seat"},
     .say = "sentient.stack",
     .say_several = "sentient.stack.several"},
    {.kind = SN_M_CARD, .name = "card", .of = {"slot", "card"}, .say = "sentient.deal"},
    {.kind = SN_M_TOKEN,
     .name = "token",
     .of = {"position", "type"},
     .say = "sentient.token",
     .say_several = "sentient.token.several"},
    {.kind = SN_M_DIE,
     .name = "die",
     .of = {"seat", "place", "face"},
     .say = "sentient.die",
     .say_several = "sentient.die.several"},
    {.kind = SN_M_PROCURE,
     .name = "procure",
     .of = {"slot", "count"},
     .say = "sentient.procure",
     .say_choice = "sentient.choice.procure"},
    {.kind = SN_M_PLUG,
     .name = "plug",
     .of = {"slot", "block"},
     .say = "sentient.plug",
     .say_choice = "sentient.choice.plug",
     .undoable = true},
    {.kind = SN_M_PASS,
     .name = "pass",
     .say = "sentient.pass",
     .say_choice = "sentient.choice.pass",
     .undoable = true},
    {0},
};

/* ---- setting up ---------------------------------------------------------- */

static const gm_option options[] = {{0}};
static const gm_mini minis[] = {{{0}, 0, 0, false}}; /* nothing is hidden */

static bool open_box(const gm_order *order, void *box, fault *why) {
    sn_box *b = box;
    b->head.seats = (uint8_t)order->seats;
    return sentient_read_deck(&order->files[0], b, why);
}

static void setup(const void *box, void *st) {
    const sn_box *b = box;
    state *s = st;
    gm_blank(fields, sizeof *s, s);
    s->phase = SN_HALVES;
    s->deck = b->cards;
    memset(s->blocks, 0, sizeof s->blocks); /* nothing is blocked */
    memset(s->agents, SN_AGENTS, b->head.seats);
    memset(s->assistants, SN_ASSISTANTS, b->head.seats);
}

/* ---- what can be done ---------------------------------------------------- */

static gm_seats to_act(const void *box, const void *st) {
    const state *s = st;
    (void)box;
    switch (s->phase) {
    case SN_TURN:
    case SN_PLUG: return (gm_seats)BIT(s->order[s->round][s->turn]);
    case SN_OVER: return 0;
    default: return BIT(GM_DEALER);
    }
}

/* The cards that can be drawn: the deck, or else the discards, S5.3. */
static uint64_t draw_pile(const state *s) { return s->deck ? s->deck : s->discards; }

/* The numbers from 0 to n-1 that are not among the first k of `used`. */
static uint64_t unused_numbers(int n, const uint8_t *used, int k) {
    uint64_t left = BIT(n) - 1;
    for (int i = 0; i < k; i++)
        left &= ~BIT(used[i]);
    return left;
}

static uint32_t chances(const void *box, const void *st) {
    const sn_box *b = box;
    const state *s = st;
    switch (s->phase) {
    case SN_HALVES: return (uint32_t)(SN_TYPES - s->at);
    case SN_STACK: return (uint32_t)(b->head.seats - s->at);
    case SN_TOKENS: return (uint32_t)(SN_TYPES - s->at);
    case SN_ROLL: return 6;
    default: return (uint32_t)bits_count(draw_pile(s));
    }
}

static gm_move deal(const void *box, const void *st, uint32_t x) {
    const sn_box *b = box;
    const state *s = st;
    int at = s->at;
    switch (s->phase) {
    case SN_HALVES: return GM_MOVE(SN_M_HALF, at, bits_nth(unused_numbers(SN_TYPES, s->company, at), x), 0);
    case SN_STACK:
        return GM_MOVE(SN_M_STACK, bits_nth(unused_numbers(b->head.seats, s->order[0], at), x), 0, 0);
    case SN_TOKENS:
        return GM_MOVE(SN_M_TOKEN, at, bits_nth(unused_numbers(SN_TYPES, s->investor[s->round], at), x), 0);
    case SN_ROLL: return GM_MOVE(SN_M_DIE, at / SN_DICE, at % SN_DICE, x + 1);
    case SN_REFILL: return GM_MOVE(SN_M_CARD, s->slot, bits_nth(draw_pile(s), x), 0);
    default: return GM_MOVE(SN_M_CARD, at, bits_nth(draw_pile(s), x), 0);
    }
}

/* Why the taken card cannot be plugged with these blocks; NULL if it can, S5.7. */
static const gm_reason *why_not_block(const sn_box *b, const state *s, gm_seat who, int blocks) {
    static const gm_reason sign = {"S5.7", "sentient.why.sign"}, few = {"S5.7", "sentient.why.blocks"};
    if (blocks & sn_unblockable(b, s->taken)) return &sign;
    return sn_blockers(blocks) > s->assistants[who] ? &few : NULL;
}

static int moves(const void *box, const void *st, gm_seat who, gm_move out[GM_MAX_MOVES]) {
    const sn_box *b = box;
    const state *s = st;
    int n = 0;
    if (!(to_act(box, st) >> who & 1)) return 0;
    if (who == GM_DEALER) return gm_outcomes(box, st, chances, deal, out);
    if (s->phase == SN_TURN) {
        for (int slot = 0; slot < SN_SLOTS && s->agents[who]; slot++)
            for (int k = 0; k <= s->assistants[who]; k++)
                out[n++] = GM_MOVE(SN_M_PROCURE, slot, k, 0);
        if (!(s->passed >> who & 1)) out[n++] = GM_MOVE(SN_M_PASS, 0, 0, 0);
        return n;
    }
    int ways[4], n_ways = 0; /* to block: the same in every slot */
    for (int blocks = 0; blocks < 4; blocks++)
        if (!why_not_block(b, s, who, blocks)) ways[n_ways++] = blocks;
    for (int slot = 0; slot < SN_SLOTS; slot++)
        for (int i = 0; i < n_ways && s->cards[s->round][who][slot] == GM_NONE; i++)
            out[n++] = GM_MOVE(SN_M_PLUG, slot, ways[i], 0);
    return n;
}

static const gm_reason *why_not(const void *box, const void *st, gm_seat who, gm_move m) {
    static const gm_reason over = {"S4.3", "sentient.why.over"}, turn = {"S4.1", "sentient.why.turn"},
                           deals = {"S3.6", "sentient.why.deals"}, either = {"S4.2", "sentient.why.either"},
                           agents = {"S4.4", "sentient.why.agents"}, slot = {"S5.1", "sentient.why.slot"},
                           assistants = {"S5.1", "sentient.why.assistants"},
                           passed = {"S4.2", "sentient.why.passed"}, plug = {"S5.4", "sentient.why.plug"},
                           taken = {"S5.4", "sentient.why.taken"};
    const sn_box *b = box;
    const state *s = st;
    int a = GM_A(m), k = GM_B(m);
    gm_seats act = to_act(box, st);
    gm_move legal[GM_MAX_MOVES];
    if (!act) return &over;
    if (!(act >> who & 1)) return &turn;
    if (who == GM_DEALER) return gm_has_move(legal, moves(box, st, who, legal), m) ? NULL : &deals;
    if (s->phase == SN_PLUG) {
        if (GM_KIND(m) != SN_M_PLUG || a >= SN_SLOTS || k > 3) return &plug;
        return s->cards[s->round][who][a] == GM_NONE ? why_not_block(b, s, who, k) : &taken;
    }
    if (GM_KIND(m) == SN_M_PASS) return s->passed >> who & 1 ? &passed : NULL;
    if (GM_KIND(m) != SN_M_PROCURE) return &either;
    if (!s->agents[who]) return &agents;
    return a >= SN_SLOTS ? &slot : k > s->assistants[who] ? &assistants : NULL;
}

/* ---- doing it: the end of a round ---------------------------------------- */

static void score_round(const sn_box *b, state *s) {
    int round = s->round;
    for (int q = 0; q < b->head.seats; q++) { /* S7.1 */
        uint8_t points[SN_SLOTS];
        s->points[q] = (int16_t)(s->points[q] + sentient_network(b, s->cards[round][q], s->dice[q], points));
        memcpy(s->scored[round][q], s->dice[q], SN_DICE);
    }
    for (int p = 0; p < SN_INVESTORS; p++) { /* S7.2 to S7.5 */
        sn_standing(b, s, p, &s->token[round][p], &s->chip[round][p]);
        if (s->chip[round][p] != GM_NONE) s->points[s->chip[round][p]]++;
    }
}

static void score_investors(const sn_box *b, state *s) { /* S8.1 */
    for (int q = 0; q < b->head.seats; q++)
        s->points[q] = (int16_t)(s->points[q] + sn_worth(b, s, q));
}

static void discard_factory(state *s) {
    for (int k = 0; k < SN_SLOTS; k++)
        s->discards |= BIT(s->factory[k]);
    memset(s->factory, GM_NONE, sizeof s->factory);
}

/* S7: the round is scored, and the next one begins. */
static void end_round(const sn_box *b, state *s) {
    score_round(b, s);
    if (s->round == SN_ROUNDS - 1) {
        score_investors(b, s);
        s->phase = SN_OVER;
        return;
    }
    discard_factory(s); /* S7.6 */
    memset(s->agents_at, 0, sizeof s->agents_at);
    memset(s->assistants_at, 0, sizeof s->assistants_at);
    memset(s->blocks, 0, sizeof s->blocks);
    memset(s->dice, 0, sizeof s->dice); /* S3.4 */
    memset(s->agents, SN_AGENTS, b->head.seats);
    memset(s->assistants, SN_ASSISTANTS, b->head.seats);
    s->round++;
    for (int i = 0; i < b->head.seats; i++) /* S6.1: the last to pass is on top */
        s->order[s->round][i] = s->next[b->head.seats - 1 - i];
    memset(s->next, GM_NONE, sizeof s->next);
    s->passed = s->n_next = 0;
    s->phase = SN_FACTORY;
    s->at = 0;
}

/* S4.1, S4.3: the next seat that has a turn left; if there is none, the round ends. */
static void next_turn(const sn_box *b, state *s) {
    s->phase = SN_TURN;
    for (int i = 0; i < b->head.seats; i++) {
        s->turn = (uint8_t)(s->turn + 1 < b->head.seats ? s->turn + 1 : 0);
        int q = s->order[s->round][s->turn];
        if (s->agents[q] || !(s->passed >> q & 1)) return;
    }
    end_round(b, s);
}

/* ---- doing it: a turn ---------------------------------------------------- */

static void apply_procure(state *s, gm_seat who, int slot, int assistants) { /* S5.1, S5.2 */
    s->agents[who]--;
    s->assistants[who] = (uint8_t)(s->assistants[who] - assistants);
    s->agents_at[slot][who]++;
    s->assistants_at[slot][who] = (uint8_t)(s->assistants_at[slot][who] + assistants);
    s->slot = (uint8_t)slot;
    s->taken = s->factory[slot];
    s->factory[slot] = GM_NONE;
    s->phase = SN_REFILL;
}

static void apply_plug(const sn_box *b, state *s, gm_seat who, int slot, int blocks) { /* S5.4 to S5.8 */
    s->cards[s->round][who][slot] = s->taken;
    s->blocks[who][slot] = (uint8_t)blocks;
    s->assistants[who] = (uint8_t)(s->assistants[who] - sn_blockers(blocks));
    sn_calibrate(b, s->taken, slot, blocks, s->dice[who]);
    s->slot = s->taken = GM_NONE;
    next_turn(b, s);
}

static void apply_pass(const sn_box *b, state *s, gm_seat who) { /* S6 */
    s->passed |= (uint8_t)BIT(who);
    s->next[s->n_next++] = who;
    if (!s->agents[who]) {
        next_turn(b, s);
        return;
    }
    discard_factory(s);
    s->phase = SN_RENEW;
    s->at = 0;
}

static void apply_draw(const sn_box *b, state *s, int slot, int card) {
    if (!s->deck) s->deck = s->discards, s->discards = 0; /* S5.3 */
    s->deck &= ~BIT(card);
    s->factory[slot] = (uint8_t)card;
    if (s->phase == SN_REFILL) {
        s->phase = SN_PLUG;
    } else if (++s->at == SN_SLOTS) {
        s->at = 0;
        if (s->phase == SN_RENEW)
            next_turn(b, s);
        else
            s->phase = SN_TOKENS;
    }
}

static void apply(const void *box, void *st, gm_seat who, gm_move m) {
    const sn_box *b = box;
    state *s = st;
    int a = GM_A(m), k = GM_B(m);
    switch (GM_KIND(m)) {
    case SN_M_HALF:
        s->company[a] = (uint8_t)k;
        if (++s->at == b->head.seats) s->phase = SN_STACK, s->at = 0;
        return;
    case SN_M_STACK:
        s->order[0][s->at] = (uint8_t)a;
        if (++s->at == b->head.seats) s->phase = SN_FACTORY, s->at = 0;
        return;
    case SN_M_CARD: apply_draw(b, s, a, k); return;
    case SN_M_TOKEN:
        s->investor[s->round][a] = (uint8_t)k;
        if (++s->at == SN_INVESTORS) s->phase = SN_ROLL, s->at = 0;
        return;
    case SN_M_DIE:
        s->dice[a][k] = GM_C(m);
        if (++s->at == SN_DICE * b->head.seats) s->phase = SN_TURN, s->at = s->turn = 0;
        return;
    case SN_M_PROCURE: apply_procure(s, who, a, k); return;
    case SN_M_PLUG: apply_plug(b, s, who, a, k); return;
    case SN_M_PASS: apply_pass(b, s, who); return;
    }
}

/* ---- results ------------------------------------------------------------- */

static gm_score score_line(int seat, int points, gm_line line) {
    return (gm_score){(gm_seat)seat, (int16_t)points, line};
}

static int tokens_of(const state *s, int q) {
    int tokens = 0;
    for (int i = 0; i < SN_ROUNDS * SN_INVESTORS; i++)
        tokens += s->token[i / SN_INVESTORS][i % SN_INVESTORS] == q;
    return tokens;
}

static void result(const void *box, const void *st, gm_result *r) { /* S8.2 */
    const sn_box *b = box;
    const state *s = st;
    int best = -1;
    memset(r, 0, sizeof *r);
    for (int q = 0; q < b->head.seats; q++) {
        int rank = 16 * s->points[q] + tokens_of(s, q); /* there are 15 tokens */
        r->points[q] = s->points[q];
        if (rank > best) best = rank, r->winners = 0;
        if (rank == best) r->winners |= (gm_seats)BIT(q);
    }
}

/* How a tie for the most points was broken, S8.2. */
static int list_tie_scores(const sn_box *b, const state *s, gm_score *out) {
    gm_result r;
    gm_seats most = 0;
    int n = 0;
    result(b, s, &r);
    for (int q = 0; q < b->head.seats; q++)
        if (s->points[q] == s->points[bits_first(r.winners)]) most |= (gm_seats)BIT(q);
    if (!(most & (most - 1))) return 0;
    BITS_EACH (q, most) {
        const char *say = !(r.winners >> q & 1)         ? "sentient.account.tie-lost"
                          : r.winners & (r.winners - 1) ? "sentient.account.tie-shared"
                                                        : "sentient.account.tie-won";
        out[n++] = score_line(q, 0, (gm_line){say, {gm_number(tokens_of(s, q) + 1)}});
    }
    return n;
}

/* The score sheet, S7.7. */
static int list_scores(const void *box, const void *st, gm_score out[GM_MAX_SCORES]) {
    const sn_box *b = box;
    const state *s = st;
    int n = list_tie_scores(b, s, out);
    for (int round = 0; round < SN_ROUNDS; round++) {
        for (int i = 0; i < b->head.seats; i++)
            for (int k = 0, q = s->order[round][i]; k < SN_SLOTS; k++) {
                const uint8_t *dice = s->scored[round][q];
                int card = s->cards[round][q][k];
                gm_line line = {"sentient.account.card",
                                {gm_number(b->card[card].number), gm_number(dice[k]), gm_number(dice[k + 1]),
                                 gm_thing_arg("type", b->card[card].type), gm_thing_arg("rule", card)}};
                out[n++] = score_line(q, sn_score(b, card, dice, k), line);
            }
        for (int p = 0; p < SN_INVESTORS; p++)
            if (s->chip[round][p] != GM_NONE) {
                gm_arg type = gm_thing_arg("type", s->investor[round][p]);
                out[n++] = score_line(s->chip[round][p], 1,
                                      (gm_line){"sentient.account.chip", {gm_number(round + 1), type}});
            }
    }
    for (int i = 0; i < b->head.seats; i++) {
        int q = s->order[SN_ROUNDS - 1][i], cards = sn_cards_of(b, s, q, s->company[q]);
        gm_arg type = gm_thing_arg("type", s->company[q]);
        out[n++] = score_line(q, cards, (gm_line){"sentient.account.company", {gm_number(cards), type}});
    }
    for (int i = 0; i < SN_ROUNDS * SN_INVESTORS; i++) {
        int q = s->token[i / SN_INVESTORS][i % SN_INVESTORS],
            type = s->investor[i / SN_INVESTORS][i % SN_INVESTORS];
        if (q == GM_NONE) continue;
        int cards = sn_cards_of(b, s, q, type), round = i / SN_INVESTORS + 1;
        gm_line line = {"sentient.account.token",
                        {gm_number(cards), gm_thing_arg("type", type), gm_number(round)}};
        out[n++] = score_line(q, cards, line);
    }
    return n;
}

static const char *check_pawns(const sn_box *b, const state *s) {
    for (int q = 0; q < b->head.seats; q++) {
        int agents = s->agents[q], assistants = s->assistants[q];
        for (int k = 0; k < SN_SLOTS; k++) {
            agents += s->agents_at[k][q];
            assistants += s->assistants_at[k][q] + sn_blockers(s->blocks[q][k]);
        }
        if (agents != SN_AGENTS) return "agents";
        if (assistants != SN_ASSISTANTS) return "assistants";
    }
    return s->n_next == bits_count(s->passed) ? NULL : "markers";
}

static const char *check_invariants(const void *box, const void *st) {
    const sn_box *b = box;
    const state *s = st;
    uint64_t seen = s->deck | s->discards;
    int n = bits_count(s->deck) + bits_count(s->discards);
    const uint8_t *cards = &s->cards[0][0][0];
    for (size_t i = 0; i < sizeof s->cards; i++)
        if (cards[i] != GM_NONE) seen |= BIT(cards[i]), n++;
    for (int k = 0; k < SN_SLOTS; k++)
        if (s->factory[k] != GM_NONE) seen |= BIT(s->factory[k]), n++;
    if (s->taken != GM_NONE) seen |= BIT(s->taken), n++;
    if (seen != b->cards || n != b->n_cards) return "cards";
    for (int round = 0; round < SN_ROUNDS; round++) {
        int tokens = 0, types = 0;
        for (int p = 0; p < SN_INVESTORS; p++)
            if (s->investor[round][p] != GM_NONE) types |= 1 << s->investor[round][p], tokens++;
        if (bits_count((uint64_t)types) != tokens) return "investors";
    }
    return check_pawns(b, s);
}

/* ---- the game ------------------------------------------------------------ */

extern const gm_game sentient_game;
const gm_game sentient_game = {
    .name = "sentient",
    .edition = 1,
    .oldest_edition = 1,
    .min_seats = 2,
    .max_seats = SN_SEATS,
    .default_seats = 2,
    .state_size = sizeof(state),
    .box_size = sizeof(sn_box),
    .say = "sentient.name",
    .about = "sentient.about",
    .rules = "sentient.rules",
    .fields = fields,
    .verbs = verbs,
    .options = options,
    .decks = sentient_decks,
    .minis = minis,
    .figures = &sentient_figures,
    .open = open_box,
    .setup = setup,
    .to_act = to_act,
    .moves = moves,
    .chances = chances,
    .deal = deal,
    .apply = apply,
    .why_not = why_not,
    .result = result,
    .scores = list_scores,
    .check_invariants = check_invariants,
    .thing = sentient_thing,
    .news = sentient_news,
    .tell = sentient_tell,
    .discards = sentient_discards,
    .choice = sentient_choice,
    .preview = sentient_preview,
};
