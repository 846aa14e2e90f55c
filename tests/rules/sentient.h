/* sentient.h - telling games of Sentient: decks, dealing, turns and rounds, random games. */
#ifndef RULES_SENTIENT_H
#define RULES_SENTIENT_H
#include "games/sentient/sentient.h"
#include "tests/rules/script.h"
#include <stdlib.h>

extern const gm_game sentient_game;
static const gm_game *const g = &sentient_game;

static inline const sn_state *now(void) { return (const sn_state *)(const void *)the.st; }
static inline const sn_box *in_the_box(void) { return (const sn_box *)(const void *)the.box; }

static inline int cards_left(void) { return bits_count(now()->deck); }
static inline int cards_discarded(void) { return bits_count(now()->discards); }

/* ---- decks ----------------------------------------------------------------------- */

static char deck[8192]; /* the test's own */
static int deck_size;

static const char header[] = "number,type,condition,points,left,right\n";
static const char blank[] = "service,0-sum,?,=,="; /* it scores nothing and turns no die */

static inline void begin_deck(void) {
    snprintf(deck, sizeof deck, "%s", header);
    deck_size = 0;
}

/* A card with the next number. */
static inline void add_bot(const char *row) {
    size_t n = strlen(deck);
    snprintf(deck + n, sizeof deck - n, "%d,%s\n", ++deck_size, row);
}

static inline void fill_deck(int n) {
    while (deck_size < n)
        add_bot(blank);
}

static inline gm_file own_deck(void) { return (gm_file){"own.csv", deck, strlen(deck)}; }

static inline bool opens(int seats, fault *why) {
    gm_file own = own_deck();
    return open_with(g, seats, "", &own, why);
}

/* ---- dealing --------------------------------------------------------------------- */

#define TYPES "information industry military transport service"
#define ONES "11111 11111 11111 11111"

/* Deals halves with the first types in order, and the stack from the top: "201". */
static inline void set_up(int seats, const char *stack) {
    char types[] = TYPES, *type = strtok(types, " ");
    for (int q = 0; q < seats; q++, type = strtok(NULL, " "))
        playf("dealer half %d %s", q, type);
    for (; *stack; stack++)
        playf("dealer stack %c", *stack);
}

static inline void deal_cards(const char *numbers) {
    for (const char *s = numbers; *s; s += strcspn(s, " "), s += *s == ' ') {
        int slot = now()->phase == SN_REFILL ? now()->slot : now()->at;
        playf("dealer card %d %d", slot + 1, atoi(s));
    }
}

static inline void deal_tokens(const char *types) {
    char list[128];
    int p = 1;
    snprintf(list, sizeof list, "%s", types);
    for (char *w = strtok(list, " "); w; w = strtok(NULL, " "))
        playf("dealer token %d %s", p++, w);
}

/* The dice seat by seat; blanks are skipped, and dice that are not needed do no harm. */
static inline void roll(const char *dice) {
    for (; *dice && now()->phase == SN_ROLL; dice++)
        if (*dice != ' ') playf("dealer die %d %d %c", now()->at / SN_DICE, now()->at % SN_DICE + 1, *dice);
}

static inline void lay_out(const char *cards, const char *types, const char *dice) {
    deal_cards(cards);
    deal_tokens(types);
    roll(dice);
    phase_is("turn");
}

/* A game with the test's own deck, up to its first turn. */
static inline void begin_with(int seats, const char *stack, const char *dice) {
    fault why;
    if (!opens(seats, &why)) fail_msg("%s", why.say);
    set_up(seats, stack);
    lay_out("1 2 3 4", TYPES, dice);
}

static inline void begin_blank(int seats, const char *stack) {
    begin_deck();
    fill_deck(SN_CARDS);
    begin_with(seats, stack, ONES);
}

/* ---- turns and rounds -------------------------------------------------------------- */

/* Procures the card of a slot, refills the slot with any card, and plugs. */
static inline void procure_and_plug(int seat, int slot, int assistants, int place, const char *block) {
    playf("%d procure %d %d", seat, slot, assistants);
    play_first();
    playf("%d plug %d %s", seat, place, block);
}

static inline void pass(int seat) {
    playf("%d pass", seat);
    while (now()->phase == SN_RENEW)
        play_first();
}

/* All procure four times, then all pass, in the order of the stack.  The plan gives agents and assistants
 * by seat and slot: "1+2 1+0 2+0 -|4+5 - - -". */
static inline void round_of(const char *plan) {
    int agents[SN_SEATS][SN_SLOTS] = {{0}}, assistants[SN_SEATS][SN_SLOTS] = {{0}};
    int seats = in_the_box()->head.seats, round = now()->round;
    for (int q = 0, k = 0; *plan; plan++)
        if (*plan == '|')
            q++, k = 0;
        else if (*plan == '-')
            k++;
        else if (*plan != ' ') {
            agents[q][k] = plan[0] - '0';
            assistants[q][k++] = plan[2] - '0';
            plan += 2;
        }
    for (int turn = 0; turn < SN_AGENTS; turn++)
        for (int i = 0; i < seats; i++) {
            int q = now()->order[round][i], k = 0;
            while (!agents[q][k])
                k++;
            procure_and_plug(q, k + 1, assistants[q][k], turn + 1, "none");
            assistants[q][k] = 0;
            agents[q][k]--;
        }
    for (int i = 0; i < seats; i++)
        pass(now()->order[round][i]);
}

/* The next round, with these tokens and any cards. */
static inline void next_round(const char *types) {
    while (now()->phase == SN_FACTORY)
        play_first();
    deal_tokens(types);
    roll(ONES);
}

/* Who took token and chip in a round, by position: "2/1 0/- -/- ...". */
static inline void investors_are(int round, const char *takers) {
    char found[64] = "";
    for (int p = 0; p < SN_INVESTORS; p++) {
        int first = now()->token[round][p], second = now()->chip[round][p];
        char one[8];
        snprintf(one, sizeof one, "%s%c/%c", p ? " " : "", first == GM_NONE ? '-' : '0' + first,
                 second == GM_NONE ? '-' : '0' + second);
        strcat(found, one);
    }
    assert_string_equal(found, takers);
}

static inline void points_are(const char *points) { sees(GM_SPECTATOR, "points", points); /* "[1,2,0,0]" */ }

/* One round of so many players: who takes what with these pawns. */
static inline void round_gives(int seats, const char *stack, const char *plan, const char *takers) {
    begin_blank(seats, stack);
    round_of(plan);
    investors_are(0, takers);
}

/* ---- random games ------------------------------------------------------------------ */

static inline gm_move some_move(rng *r) {
    gm_move m[GM_MAX_MOVES];
    gm_seat who = (gm_seat)bits_first(g->to_act(the.box, the.st));
    int n = g->moves(the.box, the.st, who, m);
    assert_true(n > 0);
    if (GM_KIND(m[n - 1]) == SN_M_PASS && !rng_below(r, 5))
        return m[n - 1]; /* otherwise passes would be rare */
    return m[rng_below(r, (uint32_t)n)];
}

static inline void random_step(rng *r) {
    gm_seat who = (gm_seat)bits_first(g->to_act(the.box, the.st));
    gm_move m = some_move(r);
    assert_null(g->why_not(the.box, the.st, who, m));
    gm_match_play(&the.match, who, m);
    assert_null(g->check_invariants(the.box, the.st));
}

static inline void play_out(rng *r) {
    while (g->to_act(the.box, the.st))
        random_step(r);
}

/* The first card of a deck that has this row and blanks. */
static inline sn_card read_bot(const char *row) {
    fault why;
    begin_deck();
    add_bot(row);
    fill_deck(SN_CARDS);
    if (!opens(2, &why)) fail_msg("%s: %s", row, why.say);
    return in_the_box()->card[0];
}

/* ---- checks that several files use ------------------------------------------------- */

/* The dealer has so many outcomes, and they are all different. */
static inline void equally_likely(uint32_t n) {
    gm_move moves[GM_MAX_MOVES];
    assert_int_equal(g->chances(the.box, the.st), n);
    assert_int_equal(g->moves(the.box, the.st, GM_DEALER, moves), n);
}

/* What a die shows after a sign has turned it. */
static inline int turned(int die, char sign) {
    if (sign == '+') return die == 6 ? 1 : die + 1;
    if (sign == '-') return die == 1 ? 6 : die - 1;
    return die;
}

static inline int scored(const sn_card *c, int l, int r) { return c->score[l - 1][r - 1]; }

static inline int higher(int l, int r) { return l > r ? l : r; }

/* Is a's place at an investor better than b's?  Slots count from 1. */
static inline bool ahead(const sn_state *s, int position, int a, int b) {
    int agents[2] = {0}, all[2] = {0}, place[2] = {0};
    for (int i = 0; i < 2; i++) {
        int q = i ? b : a;
        for (int slot = 1; slot <= 4; slot++)
            if (slot == position - 1 || slot == position) {
                agents[i] += s->agents_at[slot - 1][q];
                all[i] += s->agents_at[slot - 1][q] + s->assistants_at[slot - 1][q];
            }
        while (s->order[s->round][place[i]] != q)
            place[i]++;
    }
    if (all[0] != all[1]) return all[0] > all[1];
    if (agents[0] != agents[1]) return agents[0] > agents[1];
    return place[0] < place[1];
}

static inline bool is_there(const sn_state *s, int position, int q) {
    return (position > 1 && s->agents_at[position - 2][q]) || (position < 5 && s->agents_at[position - 1][q]);
}

/* The player who has so many others ahead at an investor. */
static inline int ranked(const sn_state *s, int seats, int position, int rank) {
    for (int q = 0; q < seats; q++) {
        int better = 0;
        if (!is_there(s, position, q)) continue;
        for (int other = 0; other < seats; other++)
            better += other != q && is_there(s, position, other) && ahead(s, position, other, q);
        if (better == rank) return q;
    }
    return GM_NONE;
}

/* Two players with 28 cards, in round 2: seat 1 begins. */
static inline void second_round_of_a_small_deck(void) {
    begin_deck();
    fill_deck(28);
    begin_with(2, "01", ONES);
    pass(0);
    pass(1);
    assert_int_equal(cards_left(), 16);
    assert_int_equal(cards_discarded(), 8);
    for (int turn = 1; turn <= 4; turn++) {
        procure_and_plug(0, 1, 0, turn, "none");
        procure_and_plug(1, 1, 0, turn, "none");
    }
    assert_int_equal(cards_left(), 8);
    assert_int_equal(cards_discarded(), 12);
    next_round(TYPES);
    assert_int_equal(cards_left(), 4);
    asks(1);
}
#endif
