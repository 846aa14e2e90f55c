/* The laws catch what they are there to catch: each test plants one mistake or leak in
 * a copy of Dead Drop, and a law must find it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* this comment keeps clang-format from sorting the headers */
#include <cmocka.h>

/* The functions and the state of Dead Drop.  The game has another name here than the registered one. */
#define dead_drop_game fair_game
#include "games/dead_drop/dead_drop.c"
#undef dead_drop_game

#include "bots/bots.h"
#include "kit/laws.h"
#include <stdlib.h>

static laws_plan plan = {.bots = bots_all, .plies = 400};

static int allocate(void **unused) {
    (void)unused;
    return !(plan.memory = malloc(LAWS_MEMORY));
}

static int release(void **unused) {
    (void)unused;
    free(plan.memory);
    return 0;
}

/* One of these laws, and no other, finds the mistake in the game. */
static void assert_caught(const gm_game *bad, const char *laws) {
    laws_count n;
    laws_breach b;
    if (laws_hold(bad, &plan, &n, &b)) fail_msg("nothing was found");
    if (!strstr(laws, b.law)) fail_msg("found by %s (%s, %s), not by %s", b.law, b.order, b.detail, laws);
}

/* ---- the table of fields ---------------------------------------------------------- */

static void a_byte_in_no_field(void **unused) {
    gm_field some[sizeof fields / sizeof *fields];
    gm_game bad = fair_game;
    (void)unused;
    memcpy(some, fields, sizeof fields);
    for (gm_field *f = some; f->name; f++)
        if (f->at == offsetof(state, worth))
            memmove(f, f + 1, (size_t)((char *)(some + sizeof fields / sizeof *fields) - (char *)(f + 1)));
    bad.fields = some;
    assert_caught(&bad, "fields");
}

static void a_byte_in_two_fields(void **unused) {
    gm_field some[sizeof fields / sizeof *fields];
    gm_game bad = fair_game;
    (void)unused;
    memcpy(some, fields, sizeof fields);
    some[1].rows = 2; /* the deck reaches into the cards played */
    bad.fields = some;
    assert_caught(&bad, "fields");
}

static void a_secret_field_called_public(void **unused) {
    gm_field some[sizeof fields / sizeof *fields];
    gm_game bad = fair_game;
    (void)unused;
    memcpy(some, fields, sizeof fields);
    some[0].visibility = GM_PUBLIC; /* the hands */
    bad.fields = some;
    assert_caught(&bad, "hearing");
}

/* ---- editions --------------------------------------------------------------------- */

static void an_option_of_no_edition(void **unused) {
    gm_option some[sizeof options / sizeof *options];
    gm_game bad = fair_game;
    (void)unused;
    memcpy(some, options, sizeof options);
    bad.options = some;
    some[1].since = 0;
    assert_caught(&bad, "editions");
    some[1].since = bad.edition + 1;
    assert_caught(&bad, "editions");
}

static void a_deck_of_no_edition(void **unused) {
    gm_deck some[sizeof decks / sizeof *decks];
    gm_game bad = fair_game;
    (void)unused;
    bad.decks = some;
    memcpy(some, decks, sizeof decks);
    some[0].shipped[0].since = 2; /* the first edition has none */
    assert_caught(&bad, "editions");
    memcpy(some, decks, sizeof decks);
    some[0].shipped[1].since = 1; /* two at once */
    assert_caught(&bad, "editions");
    memcpy(some, decks, sizeof decks);
    some[0].shipped[1].file = "dead-drop-3.csv"; /* there is no such file */
    assert_caught(&bad, "editions");
}

static bool open_without_edition(const gm_order *order, void *box, fault *why) {
    bool good = open_box(order, box, why);
    ((dd_box *)box)->head = (gm_box_head){.seats = (uint8_t)order->seats};
    return good;
}

static void a_box_that_forgets_its_edition(void **unused) {
    gm_game bad = fair_game;
    (void)unused;
    bad.open = open_without_edition;
    assert_caught(&bad, "open");
}

/* The second edition of a rule is not looked at where only the first is played. */
static int moves_wrong_in_the_first(const void *box, const void *st, gm_seat who, gm_move out[GM_MAX_MOVES]) {
    int n = moves(box, st, who, out);
    return ((const dd_box *)box)->head.edition == 1 && ((const state *)st)->phase == LEAD && n > 1 ? n - 1
                                                                                                   : n;
}

static void a_mistake_in_an_older_edition(void **unused) {
    gm_game bad = fair_game;
    gm_mini first_mini[] = {minis[0], {.plies = 0}}; /* full-size games show the mistake */
    laws_plan first = plan;
    laws_count n;
    laws_breach b;
    (void)unused;
    bad.moves = moves_wrong_in_the_first;
    bad.minis = first_mini;
    first.edition = 1;
    assert_false(laws_hold(&bad, &first, &n, &b));
    assert_string_equal(b.law, "why_not");
    assert_memory_equal(b.order, "edition 1 ", 10);
    assert_true(laws_hold(&bad, &plan, &n, &b));
}

/* ---- figures ------------------------------------------------------------------------- */

typedef struct {
    uint8_t signal, moles;
} tally;

static const gm_field tallies[] = {
    GM_FIELD(tally, signal, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(tally, moles, 1, GM_PUBLIC, GM_U8, NULL),
    {0},
};

static void read_signal(const void *box, const void *st, void *out) {
    (void)box;
    ((tally *)out)->signal = ((const state *)st)->signal;
}

static void count_moles(const void *box, const void *st, void *out) {
    for (int q = 0; q < ((const dd_box *)box)->head.seats; q++)
        ((tally *)out)->moles = (uint8_t)(((tally *)out)->moles + (((const state *)st)->role[q] == MOLE));
}

static void figures_that_count_hidden_roles(void **unused) {
    static const gm_figures count = {sizeof(tally), tallies, count_moles};
    gm_game bad = fair_game;
    (void)unused;
    bad.figures = &count;
    assert_caught(&bad, "figures");
}

static void a_figure_in_no_field(void **unused) {
    static const gm_figures count = {sizeof(tally), tallies + 1, read_signal};
    gm_game bad = fair_game;
    (void)unused;
    bad.figures = &count;
    assert_caught(&bad, "fields");
}

static void good_figures(void **unused) {
    static const gm_figures count = {sizeof(tally), tallies, read_signal};
    gm_game good = fair_game;
    laws_count n;
    laws_breach b;
    (void)unused;
    good.figures = &count;
    if (!laws_hold(&good, &plan, &n, &b)) fail_msg("%s: %s", b.law, b.detail);
}

/* ---- the tables of verbs ------------------------------------------------------------ */

static const gm_verb remarks[] = {
    {.kind = GM_STATEMENT, .name = "suspect", .of = {"seat"}, .say = "dead-drop.name"}, {0}};

static const gm_reason *why_not_state(const void *box, const gm_story *spectators, gm_seat who, gm_move m) {
    (void)box, (void)spectators, (void)who, (void)m;
    return NULL;
}

static void a_statement_with_the_kind_of_a_move(void **unused) {
    gm_verb some[] = {remarks[0], {0}};
    gm_game bad = fair_game;
    (void)unused;
    some[0].kind = M_SEARCH;
    bad.statements = some;
    bad.why_not_state = why_not_state;
    assert_caught(&bad, "verbs");
}

static void a_statement_with_the_name_of_a_move(void **unused) {
    gm_verb some[] = {remarks[0], {0}};
    gm_game bad = fair_game;
    (void)unused;
    some[0].name = "search";
    bad.statements = some;
    bad.why_not_state = why_not_state;
    assert_caught(&bad, "verbs");
}

static void a_move_that_reads_like_a_statement(void **unused) {
    gm_verb some[sizeof verbs / sizeof *verbs];
    gm_game bad = fair_game;
    (void)unused;
    memcpy(some, verbs, sizeof verbs);
    some[3].name = "state"; /* `0 state 1` */
    bad.verbs = some;
    assert_caught(&bad, "verbs");
}

static void statements_without_a_why_not(void **unused) {
    gm_game bad = fair_game;
    (void)unused;
    bad.statements = remarks;
    assert_caught(&bad, "verbs");
}

static void good_statements(void **unused) {
    laws_breach b;
    gm_game good = fair_game;
    (void)unused;
    good.statements = remarks;
    good.why_not_state = why_not_state;
    assert_true(laws_verbs(&good, &b));
}

/* ---- legality ------------------------------------------------------------------------- */

static int moves_by_hidden_role(const void *box, const void *st, gm_seat who, gm_move out[GM_MAX_MOVES]) {
    const state *s = st;
    int n = 0, all = moves(box, st, who, out);
    for (int i = 0; i < all; i++) /* only the Mole can be searched */
        if (GM_KIND(out[i]) != M_SEARCH || s->role[GM_A(out[i])] == MOLE) out[n++] = out[i];
    return n;
}

static void legality_that_depends_on_a_hidden_byte(void **unused) {
    gm_game bad = fair_game;
    (void)unused;
    bad.moves = moves_by_hidden_role;
    assert_caught(&bad, "moves why_not");
}

static const gm_reason *why_not_careless(const void *box, const void *st, gm_seat who, gm_move m) {
    const gm_reason *why = why_not(box, st, who, m);
    return why && !strcmp(why->rule, "D3.5") ? NULL : why;
}

static void a_why_not_that_disagrees(void **unused) {
    gm_game bad = fair_game;
    (void)unused;
    bad.why_not = why_not_careless;
    assert_caught(&bad, "why_not");
}

static bool thing_twice(const void *box, const char *of, int i, gm_thing *out) {
    bool there = thing(box, of, i, out);
    if (there && !strcmp(of, "card") && !strcmp(out->code, "7")) out->code[0] = '5';
    return there;
}

static void two_moves_with_one_notation(void **unused) {
    gm_game bad = fair_game;
    (void)unused;
    bad.thing = thing_twice;
    assert_caught(&bad, "notation");
}

static gm_move deal_never_the_last(const void *box, const void *st, uint32_t x) {
    return deal(box, st, x && x == chances(box, st) - 1 ? x - 1 : x);
}

static void an_outcome_that_is_never_dealt(void **unused) {
    gm_game bad = fair_game;
    (void)unused;
    bad.deal = deal_never_the_last;
    assert_caught(&bad, "deals");
}

/* ---- apply ---------------------------------------------------------------------------------- */

static void apply_first_leads(const void *box, void *st, gm_seat who, gm_move m) {
    state *s = st;
    if (GM_KIND(m) == M_DROP && !s->dropped) s->leader = who; /* the first seat to drop leads next */
    apply(box, st, who, m);
}

static void order_that_matters_in_a_simultaneous_choice(void **unused) {
    gm_game bad = fair_game;
    (void)unused;
    bad.apply = apply_first_leads;
    assert_caught(&bad, "commute");
}

static void apply_loses_a_card(const void *box, void *st, gm_seat who, gm_move m) {
    apply(box, st, who, m);
    if (GM_KIND(m) == M_SHOW) ((state *)st)->played &= ~BIT(GM_B(m) & 63);
}

static void a_card_that_is_lost(void **unused) {
    gm_game bad = fair_game;
    (void)unused;
    bad.apply = apply_loses_a_card;
    assert_caught(&bad, "invariants");
}

static void apply_by_hidden_role(const void *box, void *st, gm_seat who, gm_move m) {
    state *s = st;
    apply(box, st, who, m);
    if (GM_KIND(m) == M_WORTH && s->role[who] == MOLE) s->worth = 1; /* the Mole's rounds are worth little */
}

static void a_hidden_byte_that_decides_what_is_seen(void **unused) {
    gm_game bad = fair_game;
    (void)unused;
    bad.apply = apply_by_hidden_role;
    assert_caught(&bad, "hearing story silence");
}

/* ---- views and stories ------------------------------------------------------------------------- */

static void apply_role_open(const void *box, void *st, gm_seat who, gm_move m) {
    apply(box, st, who, m);
    if (GM_KIND(m) == M_ROLE) ((state *)st)->role_seen[GM_A(m)] = EVERYBODY;
}

static void a_role_made_public(void **unused) {
    gm_game bad = fair_game;
    (void)unused;
    bad.apply = apply_role_open;
    assert_caught(&bad, "hearing");
}

static void apply_drop_open(const void *box, void *st, gm_seat who, gm_move m) {
    apply(box, st, who, m);
    if (GM_KIND(m) == M_DROP) ((state *)st)->drop_seen[who] = EVERYBODY;
}

static const char *no_invariants(const void *box, const void *st) {
    (void)box, (void)st;
    return NULL;
}

static void a_secret_choice_shown_early(void **unused) {
    gm_game bad = fair_game;
    (void)unused;
    bad.apply = apply_drop_open;
    bad.check_invariants = no_invariants; /* the real check would take open documents for played ones */
    assert_caught(&bad, "hearing");
}

static gm_move heard_deals(const void *box, const void *st, gm_seat who, gm_move m, gm_seat listener) {
    return GM_KIND(m) == M_CARD ? m : heard(box, st, who, m, listener);
}

static void a_story_that_tells_more_than_the_view(void **unused) {
    gm_game bad = fair_game;
    (void)unused;
    bad.heard = heard_deals;
    assert_caught(&bad, "silence");
}

static gm_move heard_parity(const void *box, const void *st, gm_seat who, gm_move m, gm_seat listener) {
    const dd_box *b = box;
    gm_move h = heard(box, st, who, m, listener);
    if (GM_KIND(m) != M_DROP || who == listener) return h;
    return h | (b->odd >> GM_A(m) & 1 ? 1u : 2u) << 8; /* everybody hears whether the card is odd */
}

static void a_secret_choice_partly_heard(void **unused) {
    gm_game bad = fair_game;
    (void)unused;
    bad.heard = heard_parity;
    assert_caught(&bad, "silence back");
}

static gm_move heard_open(const void *box, const void *st, gm_seat who, gm_move m, gm_seat listener) {
    return GM_KIND(m) == M_DROP ? m : heard(box, st, who, m, listener);
}

static void a_move_that_shows_a_card_and_is_undoable(void **unused) {
    gm_game bad = fair_game;
    (void)unused;
    bad.apply = apply_drop_open; /* documents are dropped face up, and can be taken back */
    bad.heard = heard_open;
    bad.check_invariants = no_invariants;
    assert_caught(&bad, "back story silence");
}

/* ---- possible worlds -------------------------------------------------------------------------------- */

static void fill_first_mole(const void *box, const void *view, gm_seat who, const void *notes, rng *r,
                            void *world) {
    dd_notes only = *(const dd_notes *)notes;
    for (int q = 0, seen = 0; q < SEATS; q++) {
        if (seen) only.ways[q] = 0;
        seen |= only.ways[q] > 0;
    }
    fill(box, view, who, &only, r, world);
}

static void a_fill_that_misses_worlds(void **unused) {
    gm_game bad = fair_game;
    (void)unused;
    bad.fill = fill_first_mole;
    assert_caught(&bad, "fill");
}

/* Only before the first signal, of which a mini has few views among its thousands. */
static void fill_first_mole_early(const void *box, const void *view, gm_seat who, const void *notes, rng *r,
                                  void *world) {
    const state *s = view;
    bool early = s->phase == SIGNAL && !s->played;
    (early ? fill_first_mole : fill)(box, view, who, notes, r, world);
}

static void a_fill_that_misses_worlds_at_one_ply(void **unused) {
    gm_game bad = fair_game;
    (void)unused;
    bad.fill = fill_first_mole_early;
    assert_caught(&bad, "fill");
}

static void fill_reuses(const void *box, const void *view, gm_seat who, const void *notes, rng *r,
                        void *world) {
    const dd_box *b = box;
    state *s = world;
    fill(box, view, who, notes, r, world);
    int a = who == 0 ? 1 : 0; /* another seat holds a card that the deck holds too */
    if (s->deck && s->hand[a]) s->hand[a] = (s->hand[a] & (s->hand[a] - 1)) | BIT(bits_first(s->deck));
    s->deck &= b->cards;
}

static void a_fill_that_reuses_cards(void **unused) {
    gm_game bad = fair_game;
    (void)unused;
    bad.fill = fill_reuses;
    assert_caught(&bad, "fit");
}

static void study_evenly(const void *box, const void *view, gm_seat who, void *notes) {
    dd_notes *n = notes;
    study(box, view, who, notes);
    for (int q = 0; q < SEATS; q++)
        n->ways[q] = n->ways[q] > 0; /* as if all seats that can be the Mole were equally likely */
}

static void a_fill_that_draws_unequally(void **unused) {
    gm_game bad = fair_game;
    (void)unused;
    bad.study = study_evenly;
    assert_caught(&bad, "fill");
}

static void fill_without_lacks(const void *box, const void *view, gm_seat who, const void *notes, rng *r,
                               void *world) {
    state blind = *(const state *)view; /* it forgets which suits the seats were found to lack */
    (void)notes;
    memset(blind.lacks, 0, sizeof blind.lacks);
    dd_notes again;
    study(box, &blind, who, &again);
    fill(box, &blind, who, &again, r, world);
    memcpy(((state *)world)->lacks, ((const state *)view)->lacks, sizeof blind.lacks);
}

static void a_fill_that_forgets_what_was_shown(void **unused) {
    gm_game bad = fair_game;
    (void)unused;
    bad.fill = fill_without_lacks;
    assert_caught(&bad, "story fill");
}

static void apply_forgets(const void *box, void *st, gm_seat who, gm_move m) {
    state *s = st;
    apply(box, st, who, m);
    memset(s->lacks, 0, sizeof s->lacks);
    s->liars = 0;
}

static void a_state_that_forgets_what_was_shown(void **unused) {
    gm_game bad = fair_game;
    (void)unused;
    bad.apply = apply_forgets;
    assert_caught(&bad, "story enough");
}

static void fill_story_wrong(const void *box, const void *world, gm_seat who, gm_move *story,
                             const gm_seat *by, int n) {
    fill_story(box, world, who, story, by, n);
    for (int i = 0; i < n; i++)
        if (GM_KIND(story[i]) == M_ROLE) story[i] = GM_MOVE(M_ROLE, GM_A(story[i]), GM_A(story[i]) == 0, 0);
}

static void a_story_of_another_world(void **unused) {
    gm_game bad = fair_game;
    (void)unused;
    bad.fill_story = fill_story_wrong;
    assert_caught(&bad, "story");
}

/* ---- results and bots ---------------------------------------------------------------------------------- */

static int scores_short(const void *box, const void *st, gm_score out[GM_MAX_SCORES]) {
    return list_scores(box, st, out) - 1;
}

static void scores_that_do_not_add_up(void **unused) {
    gm_game bad = fair_game;
    (void)unused;
    bad.scores = scores_short;
    assert_caught(&bad, "result");
}

static void apply_ends_unrevealed(const void *box, void *st, gm_seat who, gm_move m) {
    apply(box, st, who, m);
    if (GM_KIND(m) == M_ACCUSE) ((state *)st)->phase = OVER;
}

static void a_result_that_names_a_hidden_role(void **unused) {
    gm_game bad = fair_game;
    (void)unused;
    bad.apply = apply_ends_unrevealed;
    assert_caught(&bad, "result");
}

static void apply_dirty(const void *box, void *st, gm_seat who, gm_move m) {
    apply(box, st, who, m);
    ((state *)st)->pad[0] = 1;
}

static void padding_that_is_not_zero(void **unused) {
    gm_game bad = fair_game;
    (void)unused;
    bad.apply = apply_dirty;
    assert_caught(&bad, "fields");
}

static void secrets_without_a_mini(void **unused) {
    static const gm_mini none[] = {{{0}, 0, 0, false}};
    gm_game bad = fair_game;
    (void)unused;
    bad.minis = none;
    assert_caught(&bad, "fields");
}

static void secrets_without_a_fill(void **unused) {
    (void)unused;
    for (int i = 0; i < 3; i++) {
        gm_game bad = fair_game;
        if (i == 0) bad.heard = NULL;
        if (i == 1) bad.fill = NULL;
        if (i == 2) bad.fill_story = NULL;
        assert_caught(&bad, "fields");
    }
}

static void notes_without_a_study(void **unused) {
    gm_game bad = fair_game;
    (void)unused;
    bad.study = NULL;
    assert_caught(&bad, "fields");
}

static int moves_out_of_turn(const void *box, const void *st, gm_seat who, gm_move out[GM_MAX_MOVES]) {
    int n = moves(box, st, who, out);
    out[n] = GM_MOVE(M_WORTH, 1, 0, 0);
    return n ? n : 1;
}

static void moves_for_a_seat_that_is_not_asked(void **unused) {
    gm_game bad = fair_game;
    (void)unused;
    bad.moves = moves_out_of_turn;
    assert_caught(&bad, "moves");
}

static bool discusses_if_the_mole_is_first(const void *box, const void *st) {
    (void)box;
    return ((const state *)st)->role[0] == MOLE;
}

static void a_discussion_that_a_hidden_role_decides(void **unused) {
    gm_game bad = fair_game;
    (void)unused;
    bad.discusses = discusses_if_the_mole_is_first;
    assert_caught(&bad, "moves");
}

static gm_move choose_by_the_call(const gm_view *v, const gm_story *story, rng *r, uint64_t *work) {
    static uint64_t calls; /* it knows more than what it is given */
    *work = ++calls;
    return bots_find("random", v->game)->choose(v, story, r, &(uint64_t){0});
}

static void a_bot_that_remembers(void **unused) {
    static const gm_bot bad[] = {{"bad", NULL, "bot.random", choose_by_the_call}, {0}};
    laws_plan with = plan;
    laws_count n;
    laws_breach b;
    (void)unused;
    with.bots = bad;
    assert_false(laws_hold(&fair_game, &with, &n, &b));
    assert_string_equal(b.law, "twins");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_byte_in_no_field),
        cmocka_unit_test(a_byte_in_two_fields),
        cmocka_unit_test(a_secret_field_called_public),
        cmocka_unit_test(an_option_of_no_edition),
        cmocka_unit_test(a_deck_of_no_edition),
        cmocka_unit_test(a_box_that_forgets_its_edition),
        cmocka_unit_test(a_mistake_in_an_older_edition),
        cmocka_unit_test(figures_that_count_hidden_roles),
        cmocka_unit_test(a_figure_in_no_field),
        cmocka_unit_test(good_figures),
        cmocka_unit_test(a_statement_with_the_kind_of_a_move),
        cmocka_unit_test(a_statement_with_the_name_of_a_move),
        cmocka_unit_test(a_move_that_reads_like_a_statement),
        cmocka_unit_test(statements_without_a_why_not),
        cmocka_unit_test(good_statements),
        cmocka_unit_test(legality_that_depends_on_a_hidden_byte),
        cmocka_unit_test(a_why_not_that_disagrees),
        cmocka_unit_test(two_moves_with_one_notation),
        cmocka_unit_test(an_outcome_that_is_never_dealt),
        cmocka_unit_test(order_that_matters_in_a_simultaneous_choice),
        cmocka_unit_test(a_card_that_is_lost),
        cmocka_unit_test(a_hidden_byte_that_decides_what_is_seen),
        cmocka_unit_test(a_role_made_public),
        cmocka_unit_test(a_secret_choice_shown_early),
        cmocka_unit_test(a_story_that_tells_more_than_the_view),
        cmocka_unit_test(a_secret_choice_partly_heard),
        cmocka_unit_test(a_move_that_shows_a_card_and_is_undoable),
        cmocka_unit_test(a_fill_that_misses_worlds),
        cmocka_unit_test(a_fill_that_misses_worlds_at_one_ply),
        cmocka_unit_test(a_fill_that_reuses_cards),
        cmocka_unit_test(a_fill_that_draws_unequally),
        cmocka_unit_test(a_fill_that_forgets_what_was_shown),
        cmocka_unit_test(a_state_that_forgets_what_was_shown),
        cmocka_unit_test(a_story_of_another_world),
        cmocka_unit_test(scores_that_do_not_add_up),
        cmocka_unit_test(a_result_that_names_a_hidden_role),
        cmocka_unit_test(padding_that_is_not_zero),
        cmocka_unit_test(secrets_without_a_mini),
        cmocka_unit_test(secrets_without_a_fill),
        cmocka_unit_test(notes_without_a_study),
        cmocka_unit_test(moves_for_a_seat_that_is_not_asked),
        cmocka_unit_test(a_discussion_that_a_hidden_role_decides),
        cmocka_unit_test(a_bot_that_remembers),
    };
    return cmocka_run_group_tests(tests, allocate, release);
}
