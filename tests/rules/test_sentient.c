/* The rules of Sentient, doc/rules/sentient.md: the box, setting up, rounds and turns, S1 to S4. */
#include "tests/rules/sentient.h"

/* ---- S1 ---- */

static void two_to_four_players(void **unused) { /* S1.1 */
    fault why;
    (void)unused;
    for (int seats = 0; seats < 8; seats++)
        assert_int_equal(open_with(g, seats, "", NULL, &why), seats >= 2 && seats <= 4);
}

static bool bot_is(const sn_card *c, const char *row) {
    sn_card wanted = read_bot(row);
    wanted.number = c->number;
    return !memcmp(c, &wanted, sizeof wanted);
}

static void sixty_bots_of_five_types(void **unused) { /* S1.2 */
    static const char *const codes[] = {"information", "industry", "military", "transport", "service"};
    static sn_card shipped[60];
    int types[SN_TYPES] = {0}, fours = 0, fives = 0;
    gm_thing t;
    (void)unused;
    start(g, 2, "");
    assert_int_equal(in_the_box()->n_cards, 60);
    assert_int_equal(bits_count(now()->deck), 60);
    for (int c = 0; c < 60; c++) {
        assert_true(g->thing(the.box, "card", c, &t));
        assert_int_equal(atoi(t.code), c + 1);
        assert_in_range(in_the_box()->card[c].type, 0, 4);
        types[in_the_box()->card[c].type]++;
    }
    assert_false(g->thing(the.box, "card", 60, &t));
    for (int i = 0; i < SN_TYPES; i++) {
        assert_true(types[i] > 0);
        assert_true(g->thing(the.box, "type", i, &t));
        assert_string_equal(t.code, codes[i]);
    }
    assert_false(g->thing(the.box, "type", 5, &t));
    memcpy(shipped, in_the_box()->card, sizeof shipped);
    for (int c = 0; c < 60; c++) {
        if (shipped[c].kind == SN_MORE) assert_int_equal(shipped[c].points, 4);
        if (shipped[c].kind == SN_PARITY && shipped[c].a && shipped[c].b)
            assert_int_equal(shipped[c].points, 3);
        fours += shipped[c].kind == SN_IS && shipped[c].a == 4;
        fives += shipped[c].kind == SN_SAME && bot_is(&shipped[c], "transport,=,5,-,=");
    }
    assert_true(fours && fives);
    assert_int_equal(shipped[41].type, SN_TRANSPORT);
    assert_int_equal(shipped[41].points, 3);
    assert_true(shipped[41].sign[0] == SN_EQUAL || shipped[41].sign[1] == SN_EQUAL);
    assert_true(bot_is(&shipped[49], "service,lower-1,?,+,-") ||
                bot_is(&shipped[49], "service,lower-1,?,-,+"));
}

static void five_dice_each(void **unused) { /* S1.3 */
    gm_thing t;
    (void)unused;
    begin_deck();
    fill_deck(SN_CARDS);
    begin_with(3, "012", "12345 65432 22446");
    sees(GM_SPECTATOR, "dice", "[[1,2,3,4,5],[6,5,4,3,2],[2,2,4,4,6],[0,0,0,0,0]]");
    assert_true(g->thing(the.box, "place", 4, &t));
    assert_false(g->thing(the.box, "place", 5, &t));
    assert_true(g->thing(the.box, "face", 6, &t));
    assert_false(g->thing(the.box, "face", 7, &t));
    assert_false(g->thing(the.box, "face", 0, &t));
}

static void each_round_one_token_of_each_type(void **unused) { /* S1.4 */
    rng r = {14};
    (void)unused;
    start(g, 2, "");
    while (now()->phase != SN_OVER) {
        if (now()->phase == SN_TOKENS && !now()->at)
            can(GM_DEALER,
                "token 1 information, token 1 industry, token 1 military, token 1 transport, token 1 "
                "service");
        random_step(&r);
    }
    for (int round = 0; round < 3; round++) {
        int seen = 0;
        for (int p = 0; p < 5; p++)
            seen |= 1 << now()->investor[round][p];
        assert_int_equal(seen, 31);
    }
}

static void pawns_of_a_player(void **unused) { /* S1.5, S2.1 */
    (void)unused;
    start(g, 3, "");
    sees(GM_SPECTATOR, "agents", "[4,4,4,0]");
    sees(GM_SPECTATOR, "assistants", "[5,5,5,0]");
    begin_blank(2, "01");
    can(0, "procure 1 0, procure 1 1, procure 1 2, procure 1 3, procure 1 4, procure 1 5, "
           "procure 2 0, procure 2 1, procure 2 2, procure 2 3, procure 2 4, procure 2 5, "
           "procure 3 0, procure 3 1, procure 3 2, procure 3 3, procure 3 4, procure 3 5, "
           "procure 4 0, procure 4 1, procure 4 2, procure 4 3, procure 4 4, procure 4 5, pass");
}

static void two_markers_each(void **unused) { /* S1.6, S2.1, S3.5 */
    (void)unused;
    begin_blank(3, "120"); /* one of each in the stack, one in hand */
    sees(GM_SPECTATOR, "order", "[[1,2,0,\"-\"],[\"-\",\"-\",\"-\",\"-\"],[\"-\",\"-\",\"-\",\"-\"]]");
    sees(GM_SPECTATOR, "next", "[\"-\",\"-\",\"-\",\"-\"]");
    pass(1);
    sees(GM_SPECTATOR, "next", "[1,\"-\",\"-\",\"-\"]");
    sees(GM_SPECTATOR, "passed", "[1]");
    procure_and_plug(2, 1, 0, 1, "none");
    procure_and_plug(0, 1, 0, 1, "none");
    refuse("1 pass", "S4.2"); /* it is on the stack */
    begin_blank(3, "120");
    for (int round = 0; round < 3; round++) {
        sees(GM_SPECTATOR, "passed", "[]");
        sees(GM_SPECTATOR, "next", "[\"-\",\"-\",\"-\",\"-\"]");
        round_of("4+0 - - -|- 4+0 - -|- - 4+0 -");
        if (round < 2) next_round(TYPES);
    }
    sees(GM_SPECTATOR, "order", "[[1,2,0,\"-\"],[0,2,1,\"-\"],[1,2,0,\"-\"]]");
    sees(GM_SPECTATOR, "next", "[1,2,0,\"-\"]"); /* the markers stay on the last space */
}

static void five_right_halves(void **unused) { /* S1.7, S2.2 */
    (void)unused;
    start(g, 4, "");
    assert_int_equal(chances(), 5);
    can(GM_DEALER, "half 0 information, half 0 industry, half 0 military, half 0 transport, half 0 service");
    play("dealer half 0 military");
    assert_int_equal(chances(), 4);
    can(GM_DEALER, "half 1 information, half 1 industry, half 1 transport, half 1 service");
    refuse("dealer half 1 military", "S3.6"); /* a different one */
    play_all("dealer half 1 service;dealer half 2 information");
    can(GM_DEALER, "half 3 industry, half 3 transport");
    play("dealer half 3 transport");
    phase_is("stack");
    sees(GM_SPECTATOR, "company", "[\"military\",\"service\",\"information\",\"transport\"]");
    figure("company", "[\"cerebra-aegis\",\"automa-domus\",\"noesis-memoria\",\"anima-via\"]");
    start(g, 2, "");
    figure("company", "[\"-\",\"-\",\"-\",\"-\"]");
    play_all("dealer half 0 service;dealer half 1 military");
    figure("company", "[\"cerebra-domus\",\"automa-aegis\",\"-\",\"-\"]");
    sees(GM_SPECTATOR, "company", "[\"service\",\"military\",\"-\",\"-\"]");
}

static void chips_never_run_out(void **unused) { /* S1.8, S3.3 */
    (void)unused;
    begin_blank(2, "01");
    for (int round = 0; round < 3; round++) { /* all 15 chips, and 12 cards for three tokens of one type */
        round_of("1+2 1+1 1+1 1+1|1+0 1+0 1+0 1+0");
        investors_are(round, "0/1 0/1 0/1 0/1 0/1");
        assert_int_equal(now()->points[1], 5 * (round + 1)); /* a point each */
        if (round < 2) next_round(TYPES);
    }
    result(1, "36 15");
}

static void everything_is_open(void **unused) { /* S1.9 */
    rng r = {19};
    (void)unused;
    start(g, 3, "");
    while (now()->phase != SN_OVER) {
        gm_view v;
        gm_seat who = (gm_seat)bits_first(g->to_act(the.box, the.st));
        gm_move m = some_move(&r);
        for (gm_seat q = 0; q < GM_LISTENERS; q++) {
            if (q >= 3 && q != GM_SPECTATOR) continue;
            gm_make_view(g, the.box, the.st, q, &v);
            assert_memory_equal(v.st, the.st, sizeof(sn_state));
            assert_int_equal(gm_heard(g, the.box, the.st, who, m, q), m);
        }
        gm_match_play(&the.match, who, m);
    }
}

/* ---- S2 ---- */

static void any_card_may_come_first(void **unused) { /* S2.3 */
    (void)unused;
    start(g, 2, "");
    set_up(2, "01");
    equally_likely(60);
    play("dealer card 1 60");
    equally_likely(59);
    refuse("dealer card 2 60", "S3.6");
    play("dealer card 2 1");
    sees(GM_SPECTATOR, "factory", "[\"60\",\"1\",\"-\",\"-\"]");
    equally_likely(58);
}

static void the_top_of_the_stack_moves_first(void **unused) { /* S2.4, S4.1 */
    (void)unused;
    start(g, 4, "");
    set_up(4, "");
    equally_likely(4);
    can(GM_DEALER, "stack 0, stack 1, stack 2, stack 3");
    play("dealer stack 2");
    can(GM_DEALER, "stack 0, stack 1, stack 3");
    refuse("dealer stack 2", "S3.6");
    play_all("dealer stack 0;dealer stack 3");
    can(GM_DEALER, "stack 1");
    begin_blank(4, "2031");
    for (int turn = 1; turn <= 4; turn++)
        for (int i = 0; i < 4; i++) {
            int q = "2031"[i] - '0';
            asks((gm_seat)q);
            procure_and_plug(q, 1, 0, turn, "none");
        }
    asks(2);
}

/* ---- S3 ---- */

static void four_cards_into_the_factory(void **unused) { /* S3.1 */
    (void)unused;
    start(g, 2, "");
    set_up(2, "01");
    for (int k = 1; k <= 4; k++) {
        phase_is("factory");
        playf("dealer card %d %d", k, 10 * k);
    }
    phase_is("tokens");
    sees(GM_SPECTATOR, "factory", "[\"10\",\"20\",\"30\",\"40\"]");
    assert_int_equal(cards_left(), 56);
}

static void tokens_touch_the_slots_beside_them(void **unused) { /* S3.2, S7.2 */
    static const char *const plans[] = {"4+0 - - -", "- 4+0 - -", "- - 4+0 -", "- - - 4+0"};
    (void)unused;
    for (int a = 1; a <= 4; a++)
        for (int b = 1; b <= 4; b++) {
            char plan[64], takers[32] = "";
            snprintf(plan, sizeof plan, "%s|%s", plans[a - 1], plans[b - 1]);
            for (int p = 1; p <= 5; p++) { /* slots p-1 and p */
                bool x = a == p - 1 || a == p, y = b == p - 1 || b == p;
                strcat(takers, x ? y ? "0/1" : "0/-" : y ? "1/-" : "-/-");
                if (p < 5) strcat(takers, " ");
            }
            round_gives(2, "01", plan, takers);
        }
    start(g, 2, "");
    set_up(2, "01");
    deal_cards("1 2 3 4");
    equally_likely(5);
    play("dealer token 1 service");
    equally_likely(4);
    refuse("dealer token 2 service", "S3.6");
    play_all("dealer token 2 military;dealer token 3 industry;dealer token 4 information;dealer token 5 "
             "transport");
    for (int p = 0; p < 5; p++)
        assert_int_equal(now()->investor[0][p], "42103"[p] - '0');
}

static void a_chip_under_each_token(void **unused) { /* S3.3 */
    (void)unused;
    round_gives(2, "01", "1+0 1+0 1+0 1+0|1+1 1+1 1+1 1+1", "1/0 1/0 1/0 1/0 1/0");
    points_are("[5,0,0,0]");
}

static void dice_are_rolled_each_round(void **unused) { /* S3.4 */
    (void)unused;
    begin_blank(2, "10");
    round_of("4+0 - - -|- - - 4+0"); /* from the end of a round they show nothing */
    sees(GM_SPECTATOR, "dice", "[[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0]]");
    while (now()->phase != SN_ROLL) {
        play_first();
        sees(GM_SPECTATOR, "dice", "[[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0]]");
    }
    equally_likely(6);
    can(GM_DEALER, "die 0 1 1, die 0 1 2, die 0 1 3, die 0 1 4, die 0 1 5, die 0 1 6");
    play("dealer die 0 1 4");
    sees(GM_SPECTATOR, "dice", "[[4,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0]]");
    roll("3216 65432");
    sees(GM_SPECTATOR, "dice", "[[4,3,2,1,6],[6,5,4,3,2],[0,0,0,0,0],[0,0,0,0,0]]");
    asks(0); /* seat 0 passed last */
}

static void the_dealer_deals_in_order(void **unused) { /* S3.6 */
    (void)unused;
    start(g, 2, "");
    refuse("dealer half 1 service", "S3.6");
    refuse("dealer stack 0", "S3.6");
    refuse("dealer card 1 1", "S3.6");
    play("dealer half 0 service");
    refuse("dealer half 0 military", "S3.6");
    play("dealer half 1 military");
    refuse("dealer card 1 1", "S3.6");
    play_all("dealer stack 0;dealer stack 1");
    refuse("dealer stack 1", "S3.6");
    refuse("dealer card 2 1", "S3.6");
    refuse("dealer token 1 service", "S3.6");
    play("dealer card 1 1");
    refuse("dealer card 1 2", "S3.6");
    deal_cards("2 3 4");
    refuse("dealer card 1 5", "S3.6");
    refuse("dealer die 0 1 1", "S3.6");
    refuse("dealer token 2 service", "S3.6");
    deal_tokens(TYPES);
    refuse("dealer die 1 1 1", "S3.6");
    refuse("dealer die 0 2 1", "S3.6");
    roll("11111");
    refuse("dealer die 0 1 1", "S3.6");
    roll("11111");
    refuse("dealer die 0 1 1", "S4.1");
    begin_blank(2, "01"); /* halves and stack are dealt once */
    round_of("4+0 - - -|- - - 4+0");
    phase_is("factory");
    asks(GM_DEALER);
    refuse("dealer stack 0", "S3.6");
    refuse("dealer half 0 service", "S3.6");
    next_round(TYPES);
    phase_is("turn");
}

/* ---- S4 ---- */

static void in_stack_order_again_and_again(void **unused) { /* S4.1 */
    (void)unused;
    begin_blank(3, "201");
    refuse("0 procure 1 0", "S4.1");
    refuse("1 pass", "S4.1");
    play("2 procure 1 0");
    refuse("2 plug 1 none", "S4.1"); /* the dealer refills first */
    refuse("0 pass", "S4.1");
    play_first();
    refuse("0 plug 1 none", "S4.1");
    play("2 plug 1 none");
    pass(0); /* passing does not change this round's order */
    procure_and_plug(1, 1, 0, 1, "none");
    asks(2);
    procure_and_plug(2, 1, 0, 2, "none");
    asks(0);
    procure_and_plug(0, 1, 0, 2, "none");
    asks(1);
}

static void procure_or_pass_once(void **unused) { /* S4.2 */
    (void)unused;
    begin_blank(2, "01");
    refuse("0 plug 1 none", "S4.2");
    pass(0);
    procure_and_plug(1, 1, 0, 1, "none");
    refuse("0 pass", "S4.2");
    refuse("0 plug 1 none", "S4.2");
    procure_and_plug(0, 1, 0, 1, "none"); /* one thing a turn */
    asks(1);
}

static void five_turns_each(void **unused) { /* S4.3 */
    rng r = {43};
    (void)unused;
    for (int seats = 2; seats <= 4; seats++) {
        int procured[SN_ROUNDS][SN_SEATS] = {{0}}, passes[SN_ROUNDS][SN_SEATS] = {{0}};
        start(g, seats, "");
        while (now()->phase != SN_OVER) {
            int round = now()->round;
            random_step(&r);
            procured[round][the.by[the.match.n - 1] % SN_SEATS] +=
                GM_KIND(the.move[the.match.n - 1]) == SN_M_PROCURE;
            passes[round][the.by[the.match.n - 1] % SN_SEATS] +=
                GM_KIND(the.move[the.match.n - 1]) == SN_M_PASS;
        }
        for (int round = 0; round < SN_ROUNDS; round++)
            for (int q = 0; q < seats; q++) {
                assert_int_equal(procured[round][q], 4);
                assert_int_equal(passes[round][q], 1);
            }
        refuse("0 pass", "S4.3");
        refuse("0 procure 1 0", "S4.3");
        refuse("dealer card 1 1", "S4.3");
    }
    begin_blank(2, "01"); /* whoever is done waits for the others */
    for (int turn = 1; turn <= 4; turn++) {
        procure_and_plug(0, 1, 0, turn, "none");
        procure_and_plug(1, 1, 0, turn, "none");
    }
    pass(0);
    assert_int_equal(now()->round, 0);
    asks(1);
    pass(1);
    assert_int_equal(now()->round, 1);
}

static void only_one_thing_left_to_do(void **unused) { /* S4.4 */
    (void)unused;
    begin_blank(2, "01");
    pass(0);
    procure_and_plug(1, 1, 0, 1, "none");
    refuse("0 pass", "S4.2"); /* seat 0 has passed, and has agents left */
    procure_and_plug(0, 1, 5, 1, "none");
    procure_and_plug(1, 2, 0, 2, "none");
    can(0, "procure 1 0, procure 2 0, procure 3 0, procure 4 0");
    for (int turn = 2; turn <= 4; turn++) {
        procure_and_plug(0, 1, 0, turn, "none");
        if (turn < 4) procure_and_plug(1, 1, 0, turn + 1, "none");
    }
    refuse("1 procure 1 0", "S4.4"); /* seat 1 has no agents left, but has not passed */
    can(1, "pass");
    pass(1);
    assert_int_equal(now()->round, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_to_four_players),
        cmocka_unit_test(sixty_bots_of_five_types),
        cmocka_unit_test(five_dice_each),
        cmocka_unit_test(each_round_one_token_of_each_type),
        cmocka_unit_test(pawns_of_a_player),
        cmocka_unit_test(two_markers_each),
        cmocka_unit_test(five_right_halves),
        cmocka_unit_test(chips_never_run_out),
        cmocka_unit_test(everything_is_open),
        cmocka_unit_test(any_card_may_come_first),
        cmocka_unit_test(the_top_of_the_stack_moves_first),
        cmocka_unit_test(four_cards_into_the_factory),
        cmocka_unit_test(tokens_touch_the_slots_beside_them),
        cmocka_unit_test(a_chip_under_each_token),
        cmocka_unit_test(dice_are_rolled_each_round),
        cmocka_unit_test(the_dealer_deals_in_order),
        cmocka_unit_test(in_stack_order_again_and_again),
        cmocka_unit_test(procure_or_pass_once),
        cmocka_unit_test(five_turns_each),
        cmocka_unit_test(only_one_thing_left_to_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
