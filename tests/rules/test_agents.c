/* The rules of The Agents, doc/rules/agents.md: what is in the box, setting up, and turns, A1 to A3. */
#include "tests/rules/agents.h"

/* ---- A1 ---- */

static void two_to_five_players(void **unused) { /* A1.1 */
    static const char *const points[] = {"5 5", "5 5 5", "5 5 5 5", "5 5 5 5 5"};
    fault why;
    (void)unused;
    for (int seats = 0; seats < 8; seats++) {
        assert_int_equal(open_with(g, seats, "", NULL, &why), seats >= 2 && seats <= 5);
        if (seats >= 2 && seats <= 5) points_are(points[seats - 2]);
    }
}

static void points_are_open(void **unused) { /* A1.1 */
    (void)unused;
    begin(3, "hand=1", "rob 2 ww|2*" BLANK, IDLE_3);
    deal_out(0, "1 1|2 2|3 3");
    go("0 play 1 left-only-cmd");
    for (gm_seat q = 0; q < 3; q++)
        sees(q, "points", "[7,3,5,0,0]");
    sees(GM_SPECTATOR, "points", "[7,3,5,0,0]");
}

static void two_decks(void **unused) { /* A1.2, A1.6 */
    int special = 0;
    fault why;
    gm_thing t;
    (void)unused;
    start(g, 2, "");
    decks_are(36, 20);
    for (int i = 0; i < 36; i++)
        special += in_the_box()->agent[i].special;
    assert_int_equal(special, 9);
    assert_true(g->thing(the.box, "agent", 35, &t));
    assert_string_equal(t.code, "36");
    assert_false(g->thing(the.box, "agent", 36, &t));
    assert_true(g->thing(the.box, "situation", 19, &t));
    assert_string_equal(t.code, "20");
    assert_false(g->thing(the.box, "situation", 20, &t));
    /* the rules prescribe no cards: either deck, or both, may be the players' own */
    gm_file agents = own_file(AG_AGENT, "6*rob 1 *9"), situations = own_file(AG_SITUATION, IDLE_2);
    assert_true(open_files(2, "", &agents, NULL, &why));
    decks_are(6, 20);
    assert_true(open_files(2, "", NULL, &situations, &why));
    decks_are(36, 2);
    assert_true(open_files(2, "", &agents, &situations, &why));
    decks_are(6, 2);
}

static void copies_are_different_cards(void **unused) { /* A1.2 */
    (void)unused;
    begin(2, "hand=2 points=0", "4*Same: revive end ww", "2*Like: agents>=9 1");
    deal_out(0, "1 3 1|2 4 2");
    can(0, "play 1 left-only-cmd b1, play 1 left-only-pts b1, play 1 right-only-cmd b1, "
           "play 1 right-only-pts b1, play 3 left-only-cmd b2, play 3 left-only-pts b2, "
           "play 3 right-only-cmd b2, play 3 right-only-pts b2, replace 1 s1, "
           "lay 1 left s1, lay 1 right s1");
    cannot("0 play 2 left-only-cmd", "A4.1");
    go("0 play 3 left-only-cmd");
    front_is(0, "3:0");
    hand_is(0, "1");
}

/* Is this row of a deck file a good agent, or situation?  Another card follows. */
static bool good_row(int kind, const char *row) {
    char file[256];
    fault why;
    bool agent = kind == AG_AGENT;
    snprintf(file, sizeof file, "%s%s\n%s\n", agent ? AGENT_COLUMNS : SITUATION_COLUMNS, row,
             agent ? "B,ordinary,rob 1,,white,white" : "Y,agents=1,4");
    gm_file own = {"a.csv", file, strlen(file)};
    return open_files(2, agent ? "hand=1" : "", agent ? &own : NULL, agent ? NULL : &own, &why);
}

static void edges_of_an_ordinary_agent(void **unused) { /* A1.3 */
    static const char *const halves[] = {"bb", "bw", "wb", "ww"};
    char deck[64];
    (void)unused;
    for (int i = 0; i < 4; i++) {
        snprintf(deck, sizeof deck, "Jo: rob 7 %s|" BLANK, halves[i]);
        begin(2, "hand=1", deck, IDLE_2);
        const ag_agent *a = &in_the_box()->agent[0];
        assert_int_equal(a->half[AG_LEFT], i / 2 ? AG_WHITE : AG_BLACK);
        assert_int_equal(a->half[AG_RIGHT], i % 2 ? AG_WHITE : AG_BLACK);
        assert_int_equal(a->command, AG_ROB);
        assert_int_equal(a->n, 7);
        assert_int_equal(a->points, 0);
        assert_string_equal(in_the_box()->agent_name[0], "Jo");
    }
    assert_true(good_row(AG_AGENT, "Jo,ordinary,rob 7,,black,white"));
    assert_false(good_row(AG_AGENT, "Jo,ordinary,rob 7,1,black,white")); /* it has no points */
    assert_false(good_row(AG_AGENT, "Jo,ordinary,rob 7,,,white"));       /* and both colours */
    assert_false(good_row(AG_AGENT, "Jo,ordinary,rob 7,,black,"));
    assert_false(good_row(AG_AGENT, "Jo,ordinary,,,black,white"));
    assert_false(good_row(AG_AGENT, ",ordinary,rob 7,,black,white"));
}

static void edges_of_a_special_agent(void **unused) { /* A1.4 */
    (void)unused;
    begin(2, "hand=1", "rob 7 *9|" BLANK, IDLE_2);
    assert_int_equal(in_the_box()->special, 1);
    assert_int_equal(in_the_box()->agent[0].points, 9);
    assert_int_equal(in_the_box()->agent[0].command, AG_ROB);
    assert_true(good_row(AG_AGENT, "Jo,special,rob 7,3,,"));
    assert_false(good_row(AG_AGENT, "Jo,special,rob 7,,,"));       /* it has points */
    assert_false(good_row(AG_AGENT, "Jo,special,rob 7,3,black,")); /* and no half arrows */
    assert_false(good_row(AG_AGENT, "Jo,special,rob 7,3,,black"));
    assert_false(good_row(AG_AGENT, "Jo,special,,3,,"));
}

static void a_situation_has_a_condition_and_points(void **unused) { /* A1.5, A6.3 */
    (void)unused;
    begin(2, "hand=1 points=0", "2*" BLANK, "agents=1 4|agents=2 5");
    deal_out(0, "1 1|2 2");
    go("0 play 1 left-only-cmd; 0 lay 1 left");
    finish_turn();
    points_are("4 0");
    go("1 play 2 right-left-cmd; 1 lay 2 right");
    finish_turn();
    points_are("4 5");
    finish_turn();
    points_are("4 5"); /* it holds no longer */
    assert_true(good_row(AG_SITUATION, "X,agents=1,4"));
    assert_false(good_row(AG_SITUATION, "X,agents=1,"));
    assert_false(good_row(AG_SITUATION, "X,,4"));
    assert_false(good_row(AG_SITUATION, ",agents=1,4"));
}

/* ---- A2 ---- */

/* The dealer's next move is of this kind, to this seat, and nothing else. */
static void deals_now(const char *kind, const char *other, int seat, int seats) {
    char line[32];
    snprintf(line, sizeof line, "dealer %s %d 20", other, seat);
    refuse(line, "A2.4");
    for (int q = 0; q < seats; q++) {
        snprintf(line, sizeof line, "dealer %s %d 20", kind, q);
        if (q == seat)
            assert_true(may(line));
        else
            refuse(line, "A2.4");
    }
    refuse("0 end", "A3.1");
}

static void the_dealer_deals_in_order(void **unused) { /* A2.1, A2.4 */
    static const char *const firsts[] = {"first 0, first 1", "first 0, first 1, first 2",
                                         "first 0, first 1, first 2, first 3",
                                         "first 0, first 1, first 2, first 3, first 4"};
    (void)unused;
    for (int seats = 2; seats <= 5; seats++) {
        int agent = 0;
        start(g, seats, "");
        can(GM_DEALER, firsts[seats - 2]);
        assert_int_equal(chances(), seats); /* equally likely */
        refuse("dealer agent 0 1", "A2.4");
        refuse("dealer situation 0 1", "A2.4");
        playf("dealer first %d", seats - 1);
        refuse("dealer first 0", "A2.4");
        for (int q = 0; q < seats; q++) {
            for (int i = 0; i < 3; i++) {
                deals_now("agent", "situation", q, seats);
                assert_int_equal(chances(), 36 - agent);
                playf("dealer agent %d %d", q, ++agent);
            }
            deals_now("situation", "agent", q, seats);
            playf("dealer situation %d %d", q, q + 1);
        }
        phase_is("turn");
        asks((gm_seat)(seats - 1));
        decks_are(36 - 3 * seats, 20 - seats);
        hand_is(seats - 1, seats == 2   ? "4 5 6"
                           : seats == 3 ? "7 8 9"
                           : seats == 4 ? "10 11 12"
                                        : "13 14 15");
        hand_is(0, "1 2 3");
        situations_are(1, "2");
        holds_for(0, AG_AGENT, 1, "? ? ?"); /* hidden */
        holds_for(0, AG_SITUATION, 1, "?");
        holds_for(GM_SPECTATOR, AG_AGENT, 0, "? ? ?");
        holds_for(1, AG_SITUATION, 1, "2");
    }
}

static void turns_go_to_the_left(void **unused) { /* A2.1, A3.1 */
    (void)unused;
    for (int seats = 2; seats <= 5; seats++)
        for (int first = 0; first < seats; first++) {
            begin(seats, "hand=1", "5*" BLANK, idle_for(seats));
            deal_in_order(first);
            for (int turn = 0; turn < 3 * seats; turn++) {
                asks((gm_seat)((first + turn) % seats));
                assert_int_equal(now()->round, 1 + turn / seats);
                finish_turn();
            }
        }
}

static void fronts_lie_between_neighbours(void **unused) { /* A2.2 */
    (void)unused;
    for (int seats = 2; seats <= 5; seats++) {
        char line[64], cards[32];
        begin(seats, "hand=2", "10*" BLANK, idle_for(seats));
        deal_in_order(0);
        for (int q = 0; q < seats; q++) { /* front q is on the left hand of seat q */
            snprintf(line, sizeof line, "%d play %d left-only-cmd", q, 2 * q + 1);
            for (int f = q; f < seats; f++)
                front_is(f, "");
            in_turn(line);
            snprintf(cards, sizeof cards, "%d:%d", 2 * q + 1, q);
            front_is(q, cards);
        }
        for (int q = 0; q < seats; q++) { /* the front before is on its right hand */
            int f = (q + seats - 1) % seats;
            snprintf(line, sizeof line, "%d play %d right-right-cmd", q, 2 * q + 2);
            in_turn(line);
            snprintf(cards, sizeof cards, "%d:%d %d:%d", 2 * q + 2, q, 2 * f + 1, f);
            front_is(f, cards);
        }
    }
}

static void two_players_share_both_fronts(void **unused) { /* A2.2 */
    (void)unused;
    begin(2, "hand=3", "6*" BLANK, IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 1 left-only-cmd; 0 play 2 right-only-pts; 0 end");
    front_is(0, "1:0");
    front_is(1, "2:1");
    go("1 play 4 right-left-cmd; 1 play 5 left-left-pts; 1 end"); /* front 0 is on the right of seat 1 */
    front_is(0, "1:0 4:1");
    front_is(1, "5:0 2:1");
}

static void an_empty_front_offers_one_place(void **unused) { /* A2.2 */
    (void)unused;
    begin(3, "hand=1 situations=0 points=0", "3*" BLANK, "agents=1 1");
    deal_out(0, "1|2|3");
    can(0, "play 1 left-only-cmd b1, play 1 left-only-pts b1, play 1 right-only-cmd b1, "
           "play 1 right-only-pts b1");
    cannot("0 play 1 left-left-cmd", "A2.2");
    cannot("0 play 1 left-right-pts", "A2.2");
    cannot("0 play 1 right-left-pts", "A2.2");
    go("0 play 1 left-only-cmd; 0 forgo; 0 end");
    can(1, "play 2 left-only-cmd b2, play 2 left-only-pts b2, play 2 right-left-cmd b2, "
           "play 2 right-left-pts b2, play 2 right-right-cmd b2, play 2 right-right-pts b2");
    cannot("1 play 2 right-only-cmd", "A2.2");
    cannot("1 play 2 left-right-cmd", "A2.2");
}

static void a_front_holds_so_many(void **unused) { /* A2.3 */
    (void)unused;
    for (int seats = 2; seats <= 5; seats++) {
        int most = seats == 2 ? 7 : 5, next = 3 * seats;
        char line[64];
        begin(seats, "points=0", "draw 15 *0|31*" BLANK, idle_for(seats));
        deal_in_order(0);
        go("0 send 1 1-scores");
        for (int i = 1; i <= 15; i++)
            playf("dealer agent 0 %d", next + i);
        for (int i = 0; i < most; i++) {
            assert_int_equal(now()->count[0], i);
            snprintf(line, sizeof line, "0 play %d %s", next + i + 1,
                     i == 0  ? "left-only-cmd"
                     : i % 2 ? "left-right-pts"
                             : "left-left-cmd");
            in_turn(line);
        }
        assert_int_equal(now()->count[0], most);
        while (now()->turn || now()->actions) /* the next turn of seat 0 */
            finish_turn();
        static const char *const full[] = {"left-left-cmd", "left-left-pts", "left-right-cmd",
                                           "left-right-pts", "left-only-cmd"};
        for (int i = 0; i < 5; i++) {
            snprintf(line, sizeof line, "0 play %d %s", next + 14, full[i]);
            cannot(line, "A2.3");
        }
        assert_int_equal(choices(0, AG_M_PLAY),
                         2 * (2 + 15 - most)); /* whatever is left in hand, and only on the right */
        snprintf(line, sizeof line, "0 play %d right-only-cmd", next + 14);
        go(line);
        finish_turn();
        cannot("1 play 4 right-left-cmd", "A2.3"); /* it is full for the other player, too */
        cannot("1 play 4 right-right-pts", "A2.3");
        assert_int_equal(choices(1, AG_M_PLAY), seats == 2 ? 3 * 4 : 3 * 2);
        assert_true(may(seats == 2 ? "1 play 4 left-left-cmd" : "1 play 4 left-only-cmd"));
    }
}

/* ---- A3 ---- */

static void two_actions_then_the_end(void **unused) { /* A3.1, A5.3 */
    (void)unused;
    begin(2, "hand=3", "draw 1 *0|8*" BLANK "|rob 1 ww", IDLE_4);
    deal_out(0, "10 1 2 1|3 4 5 2");
    can(1, "");
    cannot("1 play 3 left-only-cmd", "A3.1");
    cannot("0 end", "A4.8");
    go("0 play 10 left-only-cmd");
    cannot("0 end", "A4.8");
    asks(0);
    go("0 repeat 10");
    can(0, "lay 1 left s1, lay 1 right s1, end");
    cannot("0 play 2 left-left-cmd", "A3.1"); /* there is no third action */
    cannot("0 send 1 1-scores", "A3.1");
    cannot("0 repeat 10", "A3.1");
    cannot("0 buy agent", "A3.1");
    cannot("0 replace 1", "A3.1");
    cannot("0 forgo", "A3.1");
    cannot("1 play 3 left-only-cmd", "A3.1");
    go("0 end");
    asks(1);
    cannot("0 play 2 left-left-cmd", "A3.1");
    assert_int_equal(now()->actions, 0);
}

static void ending_is_always_asked(void **unused) { /* A3.1, A5.3 */
    (void)unused;
    begin(2, "hand=1 situations=0", "2*" BLANK, "");
    deal_out(0, "1|2");
    go("0 play 1 left-only-cmd; 0 forgo");
    can(0, "end"); /* even with nothing else to do */
    points_are("5 5");
    go("0 end");
    go("1 play 2 right-left-cmd; 1 forgo");
    can(1, "end");
}

static void score_comes_after_situations(void **unused) { /* A3.1, A5.3, A6.3 */
    (void)unused;
    begin(2, "hand=1 points=0", "2*" BLANK, "agents=1 4|" NEVER);
    deal_out(0, "1 1|2 2");
    go("0 play 1 left-only-cmd");
    idle();
    points_are("0 0");
    go("0 lay 1 left"); /* after the actions */
    points_are("0 0");
    go("0 end");
    points_are("4 0");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_to_five_players),
        cmocka_unit_test(points_are_open),
        cmocka_unit_test(two_decks),
        cmocka_unit_test(copies_are_different_cards),
        cmocka_unit_test(edges_of_an_ordinary_agent),
        cmocka_unit_test(edges_of_a_special_agent),
        cmocka_unit_test(a_situation_has_a_condition_and_points),
        cmocka_unit_test(the_dealer_deals_in_order),
        cmocka_unit_test(turns_go_to_the_left),
        cmocka_unit_test(fronts_lie_between_neighbours),
        cmocka_unit_test(two_players_share_both_fronts),
        cmocka_unit_test(an_empty_front_offers_one_place),
        cmocka_unit_test(a_front_holds_so_many),
        cmocka_unit_test(two_actions_then_the_end),
        cmocka_unit_test(ending_is_always_asked),
        cmocka_unit_test(score_comes_after_situations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
