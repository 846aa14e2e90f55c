/* The sentences and previews of Sentient. */
#include "tests/rules/sentient.h"

/* ---- sentences and previews ---- */

static sn_state after(gm_seat who, gm_move m) {
    _Alignas(8) sn_state s = *now();
    g->apply(the.box, &s, who, m);
    return s;
}

/* What a seat's cards of this round would score as the dice lie. */
static int cards_bring(const sn_state *s, int who) {
    int sum = 0;
    for (int k = 0; k < 4; k++) {
        int card = s->cards[s->round][who][k];
        if (card != GM_NONE) sum += scored(&in_the_box()->card[card], s->dice[who][k], s->dice[who][k + 1]);
    }
    return sum;
}

/* What the investor at a position (from 1) would bring a seat: a point for each card, or the chip. */
static int stake_at(const sn_state *s, int position, int who) {
    int n = 0, seats = in_the_box()->head.seats;
    if (ranked(s, seats, position, 0) != who) return ranked(s, seats, position, 1) == who;
    for (int i = 0; i < 12; i++) {
        int card = s->cards[i / 4][who][i % 4];
        n += card != GM_NONE && in_the_box()->card[card].type == s->investor[s->round][position - 1];
    }
    if (s->taken != GM_NONE) n += in_the_box()->card[s->taken].type == s->investor[s->round][position - 1];
    return n;
}

/* What all investors would bring a seat, which has the turn. */
static int investors_bring(const sn_state *s, int who) {
    int sum = 0;
    for (int i = 0; i <= 12; i++) {
        int card = i < 12 ? s->cards[i / 4][who][i % 4] : s->taken;
        if (card != GM_NONE) sum += sn_investors_of(s, who, in_the_box()->card[card].type);
    }
    for (int position = 1; position <= 5; position++)
        sum += stake_at(s, position, who);
    return sum;
}

/* The four numbers of a preview: the total, what it is now, and of that the cards' and the investors'. */
static void totals_are(const gm_arg *arg, int cards, int investors, int now) {
    assert_int_equal(arg[0].n, cards + investors);
    assert_int_equal(arg[1].n, now);
    assert_int_equal(arg[2].n, cards);
    assert_int_equal(arg[3].n, investors);
}

/* The preview of a plug is what it brings.  Returns what the cards score then. */
static int check_plug(gm_seat who, gm_move m) {
    sn_state s = after(who, m);
    int round = now()->round, sum = 0;
    const gm_lines *p = previewed(who, m);
    const uint8_t *dice = s.round == round && s.phase != SN_OVER ? s.dice[who] : s.scored[round][who];
    uint8_t cells[7];
    assert_int_equal(p->n, 1);
    assert_string_equal(p->line[0].say, "sentient.preview.plug");
    assert_int_equal(p->line[0].arg[0].kind, GM_ARG_LIST);
    assert_int_equal(gm_row_cells(p->line[0].arg[0].n, cells), 5);
    for (int i = 0; i < 5; i++)
        assert_int_equal(cells[i], dice[i]);
    assert_int_equal(p->line[0].arg[1].kind, GM_ARG_LIST);
    assert_int_equal(gm_row_cells(p->line[0].arg[1].n, cells), 4);
    for (int k = 0; k < 4; k++) {
        int card = s.cards[round][who][k];
        int points = card == GM_NONE ? GM_NONE : scored(&in_the_box()->card[card], dice[k], dice[k + 1]);
        assert_int_equal(cells[k], points);
        sum += card == GM_NONE ? 0 : points;
    }
    totals_are(p->line[0].arg + 2, sum, investors_bring(now(), who),
               cards_bring(now(), who) + investors_bring(now(), who));
    return sum;
}

/* The most that the cards can score after procuring and plugging this. */
static int best_after(gm_seat who, gm_move procure) {
    gm_move plugs[GM_MAX_MOVES];
    int n, best = 0, at = the.match.n;
    gm_match_play(&the.match, who, procure);
    play_first();
    n = g->moves(the.box, the.st, who, plugs);
    assert_true(n > 0);
    for (int i = 0; i < n; i++)
        best = higher(best, check_plug(who, plugs[i]));
    gm_match_rewind(&the.match, at);
    return best;
}

/* What a preview says of the investor at a position (from 1) after more influence there, and of a tie there.
 * Returns how many lines that takes. */
static int check_investor(const gm_line *l, const sn_state *s, int position, gm_seat who) {
    int seats = in_the_box()->head.seats, was = ranked(now(), seats, position, 0);
    int first = ranked(s, seats, position, 0), second = ranked(s, seats, position, 1);
    const char *lead = was == who       ? "sentient.preview.keep"
                       : was == GM_NONE ? "sentient.preview.lead"
                                        : "sentient.preview.lead-from";
    assert_int_equal(l->arg[1].n, s->investor[s->round][position - 1]);
    assert_string_equal(l->say, first == who    ? lead
                                : second == who ? "sentient.preview.second"
                                                : "sentient.preview.behind");
    assert_int_equal(l->arg[2].n, first == who ? was : first);
    if (first == who || second == who) assert_int_equal(l->arg[0].n, stake_at(s, position, who));
    int rival = second == who ? first : second;
    if (rival == GM_NONE || sn_influence(s, position - 1, rival) != sn_influence(s, position - 1, who))
        return 1;
    bool more = sn_agents(s, position - 1, rival) != sn_agents(s, position - 1, who); /* S7.4 */
    assert_string_equal(l[1].say, first == who ? more ? "sentient.preview.tie-won-agents"
                                                      : "sentient.preview.tie-won-order"
                                  : more       ? "sentient.preview.tie-lost-agents"
                                               : "sentient.preview.tie-lost-order");
    assert_int_equal(l[1].arg[0].n, rival);
    return 2;
}

static void check_procure(gm_seat who, gm_move m) {
    sn_state s = after(who, m);
    gm_lines p = *previewed(who, m);
    int line = 1, held = sn_investors_of(&s, who, in_the_box()->card[s.taken].type);
    assert_string_equal(p.line[0].say, "sentient.preview.procure");
    for (int i = 1; i <= 5; i++) {
        gm_seat first, second;
        sn_standing(in_the_box(), &s, i - 1, &first, &second);
        assert_int_equal(first, ranked(&s, in_the_box()->head.seats, i, 0));
        assert_int_equal(second, ranked(&s, in_the_box()->head.seats, i, 1));
        if (i == GM_A(m) + 1 || i == GM_A(m) + 2 || stake_at(now(), i, who) != stake_at(&s, i, who))
            line += check_investor(&p.line[line], &s, i, who);
    }
    if (held) {
        assert_string_equal(p.line[line].say, "sentient.preview.held");
        assert_int_equal(p.line[line++].arg[0].n, held);
    }
    assert_int_equal(p.n, line);
    totals_are(p.line[0].arg, best_after(who, m), investors_bring(&s, who),
               cards_bring(now(), who) + investors_bring(now(), who));
}

static void check_pass(gm_seat who, gm_move m) {
    const gm_lines *p = previewed(who, m);
    assert_int_equal(p->n, 1);
    assert_string_equal(p->line[0].say, after(who, m).phase == SN_RENEW ? "sentient.preview.renew"
                                                                        : "sentient.preview.quiet");
}

static void previews_come_true(void **unused) { /* S5.5, S6.2, S6.3, S7.3 */
    rng r = {90};
    int checked[3] = {0};
    (void)unused;
    for (int seats = 2; seats <= 4; seats++) {
        start(g, seats, "");
        while (now()->phase != SN_OVER) {
            gm_move m[GM_MAX_MOVES];
            gm_seat who = (gm_seat)bits_first(g->to_act(the.box, the.st));
            int n = who == GM_DEALER ? 0 : g->moves(the.box, the.st, who, m);
            for (int i = 0; i < n; i++)
                switch (GM_KIND(m[i])) {
                case SN_M_PLUG: check_plug(who, m[i]), checked[0]++; break;
                case SN_M_PROCURE: check_procure(who, m[i]), checked[1]++; break;
                default: check_pass(who, m[i]), checked[2]++;
                }
            random_step(&r);
        }
    }
    assert_true(checked[0] > 500 && checked[1] > 1000 && checked[2] > 50);
}

static void previews_of_a_known_turn(void **unused) {
    uint8_t cells[7];
    const gm_line *l;
    (void)unused;
    begin_deck();
    add_bot("transport,<,4,+,-");
    fill_deck(SN_CARDS);
    begin_with(2, "01", "65341 11111");
    /* without blocks the pairs become 1 4, 6 2, 4 3, 5 6: the best plug needs no block, nor an assistant */
    assert_int_equal(previewed(0, GM_MOVE(SN_M_PROCURE, 0, 5, 0))->line[0].arg[2].n, 4);
    assert_int_equal(previewed(0, GM_MOVE(SN_M_PROCURE, 1, 0, 0))->line[0].arg[2].n, 0);
    assert_string_equal(previewed(0, GM_MOVE(SN_M_PASS, 0, 0, 0))->line[0].say, "sentient.preview.renew");
    play("0 procure 1 0");
    play_first();
    l = previewed(0, GM_MOVE(SN_M_PLUG, 3, 3, 0))->line;
    gm_row_cells(l->arg[0].n, cells);
    assert_memory_equal(cells, ((const uint8_t[]){6, 5, 3, 4, 1}), 5);
    gm_row_cells(l->arg[1].n, cells);
    assert_memory_equal(cells, ((const uint8_t[]){GM_NONE, GM_NONE, GM_NONE, 0}), 4);
    l = previewed(0, GM_MOVE(SN_M_PLUG, 3, 0, 0))->line;
    gm_row_cells(l->arg[0].n, cells);
    assert_memory_equal(cells, ((const uint8_t[]){6, 5, 3, 5, 6}), 5);
    gm_row_cells(l->arg[1].n, cells);
    assert_memory_equal(cells, ((const uint8_t[]){GM_NONE, GM_NONE, GM_NONE, 4}), 4);
    totals_are(l->arg + 2, 4, 0, 0);
    begin_deck(); /* only a block brings the points, and it takes an assistant that is left */
    add_bot("transport,=,5,+,=");
    fill_deck(SN_CARDS);
    begin_with(2, "01", "33333 11111");
    assert_int_equal(previewed(0, GM_MOVE(SN_M_PROCURE, 0, 4, 0))->line[0].arg[2].n, 5);
    assert_int_equal(previewed(0, GM_MOVE(SN_M_PROCURE, 0, 5, 0))->line[0].arg[2].n, 0);
}

static void the_table_in_sentences(void **unused) {
    const gm_lines *l;
    const gm_line *one;
    uint8_t cells[7];
    (void)unused;
    begin_deck();
    add_bot("transport,=,5,+,=");
    add_bot("transport,<,4,-,=");
    fill_deck(SN_CARDS);
    begin_with(3, "201", "22222 33333 33333");
    l = told_now(2);
    assert_int_equal(line_of(l, "sentient.tell.order3", 0)->arg[0].n, 2);
    assert_null(line_of(l, "sentient.tell.passed1", 0));
    one = line_of(l, "sentient.tell.slot-best", 0);
    assert_int_equal(one->arg[1].n, 0);
    totals_are(one->arg + 2, 5, 0, 0);
    totals_are(line_of(l, "sentient.tell.slot-best", 3)->arg + 2, 0, 1, 0); /* a Service card */
    assert_null(line_of(l, "sentient.tell.slot-best", 4));
    assert_int_equal(line_of(l, "sentient.tell.player", 2)->arg[0].n,
                     2); /* the reader's own board comes last */
    assert_int_equal(line_of(told_now(0), "sentient.tell.player", 2)->arg[0].n, 0);
    play("2 procure 1 2");
    play_first();
    l = told_now(GM_SPECTATOR);
    assert_non_null(line_of(l, "sentient.tell.slot", 3));
    assert_int_equal(line_of(l, "sentient.tell.taken", 0)->arg[0].n, 2);
    assert_int_equal(line_of(l, "sentient.tell.taken", 0)->arg[1].n, 0);
    assert_int_equal(line_of(told_now(2), "sentient.tell.taken.you", 0)->arg[1].n, 0);
    assert_null(line_of(told_now(2), "sentient.tell.taken", 0));
    assert_null(line_of(told_now(0), "sentient.tell.taken.you", 0));
    l = told_now(GM_SPECTATOR);
    one = line_of(l, "sentient.tell.pawns", 0);
    assert_int_equal(one->arg[0].n, 0);
    assert_int_equal(gm_row_cells(one->arg[1].n, cells), 3);
    assert_memory_equal(cells, ((const uint8_t[]){1, 0, 0}), 3); /* in turn order: 2, 0, 1 */
    gm_row_cells(one->arg[2].n, cells);
    assert_memory_equal(cells, ((const uint8_t[]){2, 0, 0}), 3);
    assert_null(line_of(l, "sentient.tell.pawns", 1));
    gm_row_cells(line_of(l, "sentient.tell.investor", 1)->arg[5].n, cells);
    assert_memory_equal(cells, ((const uint8_t[]){3, 0, 0}), 3);
    assert_string_equal(line_of(l, "sentient.tell.investor", 1)->arg[4].of, "1, 2");
    assert_int_equal(line_of(l, "sentient.tell.investor", 0)->arg[2].n, 2);
    assert_int_equal(line_of(l, "sentient.tell.investor", 2)->arg[2].n, GM_NONE);
    assert_null(line_of(l, "sentient.tell.investor-pays", 0));
    assert_int_equal(line_of(told_now(2), "sentient.tell.investor-pays", 3)->arg[0].n,
                     1); /* Transport, taken */
    assert_int_equal(line_of(told_now(1), "sentient.tell.investor-pays", 3)->arg[0].n, 0);
    play("2 plug 2 left");
    l = told_now(2);
    assert_int_equal(line_of(l, "sentient.tell.plugged", 0)->arg[0].n, 1);
    assert_int_equal(line_of(l, "sentient.tell.plugged", 0)->arg[2].n, 5);
    assert_null(line_of(l, "sentient.tell.plugged", 1));
    gm_row_cells(line_of(l, "sentient.tell.points", 2)->arg[0].n, cells);
    assert_int_equal(cells[1], 5);
    assert_int_equal(line_of(l, "sentient.tell.points", 2)->arg[1].n, 5);
    gm_row_cells(line_of(l, "sentient.tell.network", 2)->arg[0].n, cells);
    assert_memory_equal(cells, ((const uint8_t[]){GM_NONE, 0, GM_NONE, GM_NONE}), 4);
    gm_row_cells(line_of(l, "sentient.tell.cards", 2)->arg[0].n, cells);
    assert_memory_equal(cells, ((const uint8_t[]){0, 0, 0, 1, 0}), 5);
    gm_row_cells(line_of(l, "sentient.tell.tokens", 2)->arg[0].n, cells);
    assert_memory_equal(cells, ((const uint8_t[]){0, 0, 1, 0, 0}), 5); /* printed */
    pass(0);
    assert_int_equal(line_of(told_now(1), "sentient.tell.passed1", 0)->arg[0].n, 0);
}

static void the_name_of_a_company(void **unused) { /* S1.7, S2.2 */
    gm_thing t;
    (void)unused;
    begin_blank(3, "012");
    for (int i = 0; i < 3; i++) {
        const gm_lines *l = told_now(2);
        int seat = (int)line_of(l, "sentient.tell.player", i)->arg[0].n;
        assert_int_equal(line_of(l, "sentient.tell.company", i)->arg[0].n, 5 * seat + now()->company[seat]);
    }
    for (int i = 0; i < 20; i++)
        for (int k = 0; k < i; k++) { /* no two have the same name */
            gm_thing u;
            assert_true(g->thing(the.box, "company", i, &t) && g->thing(the.box, "company", k, &u));
            assert_string_not_equal(t.code, u.code);
            assert_true(strcmp(t.name.arg[0].of, u.name.arg[0].of) != 0 ||
                        strcmp(t.name.arg[1].of, u.name.arg[1].of) != 0);
        }
    assert_false(g->thing(the.box, "company", 20, &t));
    assert_false(g->thing(the.box, "company", -1, &t));
}

static void passing_in_the_last_round(void **unused) { /* S6.1: no round follows */
    (void)unused;
    begin_blank(2, "01");
    for (int round = 0; round < 2; round++) {
        round_of("4+0 - - -|4+0 - - -");
        next_round(TYPES);
    }
    pass(now()->order[2][0]);
    assert_null(line_of(told_now(1), "sentient.tell.passed1", 0));
    const gm_line *l = line_of(told_now(1), "sentient.tell.passed", 0);
    assert_non_null(l);
    assert_int_equal(l->arg[0].kind, GM_ARG_THINGS);
    assert_int_equal(l->arg[0].n, BIT(now()->order[2][0]));
}

/* The cards that a seat finds among the discards. */
static uint64_t discards_seen(gm_seat who) {
    const gm_lines *l = discards_now(who);
    uint64_t cards = 0;
    assert_string_equal(l->line[0].say, "sentient.discards");
    assert_int_equal(l->line[0].arg[0].n, l->n - 1);
    for (int i = 0; i < l->n - 1; i++)
        cards |= BIT(line_of(l, "sentient.discard", i)->arg[0].n);
    assert_int_equal(bits_count(cards), l->n - 1);
    return cards;
}

static void the_discards_one_by_one(void **unused) { /* S1.9 */
    uint64_t gone = 0;
    (void)unused;
    begin_blank(2, "01");
    for (int k = 0; k < SN_SLOTS; k++)
        gone |= BIT(now()->factory[k]);
    assert_int_equal(discards_seen(1), 0);
    pass(0);
    for (gm_seat who = 0; who < 2; who++)
        assert_true(discards_seen(who) == gone);
    assert_true(discards_seen(GM_SPECTATOR) == gone);
}

/* What the last move brought about. */
static const gm_lines *news_now(void) {
    static gm_lines lines;
    sn_state s = *now();
    int n = the.match.n;
    gm_seat by = the.by[n - 1];
    gm_move m = the.move[n - 1];
    gm_match_rewind(&the.match, n - 1);
    sn_state before = *now();
    gm_match_play(&the.match, by, m);
    g->news(the.box, &before, &s, GM_SPECTATOR, &lines);
    return &lines;
}

static void news_of_a_round(void **unused) {
    const gm_lines *l;
    uint8_t cells[7];
    (void)unused;
    begin_deck();
    add_bot("transport,=,5,=,=");
    fill_deck(SN_CARDS);
    begin_with(2, "10", "22222 33333");
    round_of("1+0 3+0 - -|4+1 - - -");
    l = news_now();
    assert_int_equal(l->n, 7);
    assert_int_equal(line_of(l, "sentient.news.cards", 0)->arg[0].n, 1);
    assert_int_equal(line_of(l, "sentient.news.cards", 0)->arg[1].n, 5);
    gm_row_cells(line_of(l, "sentient.news.cards", 0)->arg[2].n, cells);
    assert_memory_equal(cells, ((const uint8_t[]){5, 0, 0, 0}), 4);
    assert_int_equal(line_of(l, "sentient.news.cards", 1)->arg[0].n, 0);
    for (int p = 0; p < 5; p++) {
        const gm_line *i = &l->line[2 + p];
        assert_string_equal(i->say, now()->token[0][p] == GM_NONE  ? "sentient.news.investor-none"
                                    : now()->chip[0][p] == GM_NONE ? "sentient.news.investor-alone"
                                                                   : "sentient.news.investor");
        assert_int_equal(i->arg[0].n, p);
        assert_int_equal(i->arg[1].n, now()->token[0][p]);
        assert_int_equal(i->arg[2].n, now()->chip[0][p]);
    }
    next_round(TYPES);
    assert_int_equal(news_now()->n, 0);
    round_of("1+0 3+0 - -|4+1 - - -");
    next_round(TYPES);
    round_of("1+0 3+0 - -|4+1 - - -");
    assert_int_equal(news_now()->n, 7); /* of the last round, too */
    second_round_of_a_small_deck();
    pass(1);
    assert_string_equal(news_now()->line[0].say, "sentient.news.empty");
}

static void names_of_conditions(void **unused) {
    static const struct {
        const char *row, *say;
        int a, b, points;
    } rules[] = {
        {"information,is 4,2/7,+,-", "sentient.rule.is", 4, 0, 0},
        {"transport,<,4,+,-", "sentient.rule.less", 0, 0, 4},
        {"transport,<=,3,+,-", "sentient.rule.less-equal", 0, 0, 3},
        {"transport,=,5,+,-", "sentient.rule.same", 0, 0, 5},
        {"transport,>,4,+,-", "sentient.rule.more", 0, 0, 4},
        {"transport,>=,3,+,-", "sentient.rule.more-equal", 0, 0, 3},
        {"military,sum<=5,4,+,-", "sentient.rule.sum-most", 5, 0, 4},
        {"military,sum>=9,4,+,-", "sentient.rule.sum-least", 9, 0, 4},
        {"military,sum=7,5,+,-", "sentient.rule.sum-is", 7, 0, 5},
        {"military,sum<=4|>=10,3,+,-", "sentient.rule.sum-outside", 4, 10, 3},
        {"military,diff=1,4,+,-", "sentient.rule.diff", 1, 0, 4},
        {"industry,\"odd,odd\",3,+,-", "sentient.rule.odd-odd", 1, 1, 3},
        {"industry,\"even,even\",3,+,-", "sentient.rule.even-even", 0, 0, 3},
        {"industry,\"even,odd\",4,+,-", "sentient.rule.even-odd", 0, 1, 4},
        {"industry,\"odd,even\",4,+,-", "sentient.rule.odd-even", 1, 0, 4},
        {"industry,sum odd,2,+,-", "sentient.rule.sum-odd", 1, 0, 2},
        {"industry,sum even,2,+,-", "sentient.rule.sum-even", 0, 0, 2},
        {"service,8-sum,?,+,-", "sentient.rule.minus-sum", 8, 0, 0},
        {"service,5-lower,?,+,-", "sentient.rule.minus-lower", 5, 0, 0},
        {"service,7-higher,?,+,-", "sentient.rule.minus-higher", 7, 0, 0},
        {"service,sum-6,?,+,-", "sentient.rule.sum-minus", 6, 0, 0},
        {"service,lower-1,?,+,-", "sentient.rule.lower-minus", 1, 0, 0},
        {"service,higher-2,?,+,-", "sentient.rule.higher-minus", 2, 0, 0},
    };
    gm_thing t;
    (void)unused;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        read_bot(rules[i].row);
        assert_true(g->thing(the.box, "rule", 0, &t));
        assert_string_equal(t.name.say, rules[i].say);
        assert_int_equal(t.name.arg[0].n, rules[i].a);
        assert_int_equal(t.name.arg[1].n, rules[i].b);
        assert_int_equal(t.name.arg[2].n, rules[i].points);
        assert_true(g->thing(the.box, "card", 0, &t));
        assert_string_equal(t.name.arg[3].of, "+");
        assert_string_equal(t.name.arg[4].of, "\xe2\x88\x92"); /* a minus */
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(previews_come_true),        cmocka_unit_test(previews_of_a_known_turn),
        cmocka_unit_test(the_table_in_sentences),    cmocka_unit_test(news_of_a_round),
        cmocka_unit_test(names_of_conditions),       cmocka_unit_test(the_name_of_a_company),
        cmocka_unit_test(passing_in_the_last_round), cmocka_unit_test(the_discards_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
