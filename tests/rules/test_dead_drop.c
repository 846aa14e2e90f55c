/* The rules of Dead Drop, doc/rules/dead-drop.md. */
#include "tests/rules/script.h"

#include "kit/perft.h"

extern const gm_game dead_drop_game;
static const gm_game *const g = &dead_drop_game;

/* Three players, seat 1 is the Mole; hands of so many documents, 1 2 3 ... in order. */
static void deal_edition(int edition, const char *settings, int hand) {
    char line[64];
    start_edition(g, edition, 3, settings);
    play_all("dealer role 0 agent;dealer role 1 mole;dealer role 2 agent");
    for (int i = 0; i < 3 * hand; i++) {
        snprintf(line, sizeof line, "dealer card %d %d", i / hand, i + 1);
        play(line);
    }
}

static void deal_hands(const char *settings, int hand) { deal_edition(0, settings, hand); }

/* The usual game: hands 1 2 3 4, 5 6 7 8, 9 10 11 12. */
static void deal_three(const char *settings) { deal_hands(settings, 4); }

/* ---- D1 ---- */

static void three_or_four_players(void **unused) { /* D1.1 */
    fault why;
    (void)unused;
    for (int seats = 0; seats < 8; seats++)
        assert_int_equal(open_with(g, seats, "", NULL, &why), seats == 3 || seats == 4);
}

static bool opens(const char *rows, int seats, fault *why) {
    static char file[2048];
    snprintf(file, sizeof file, "number,name\n%s", rows);
    return open_with(g, seats, "rounds=1 spare=0", &(gm_file){"own.csv", file, strlen(file)}, why);
}

static void documents_have_numbers_of_their_own(void **unused) { /* D1.2 */
    fault why;
    char rows[1024] = "";
    (void)unused;
    assert_true(opens("1,a\n99,b\n50,c\n", 3, &why));
    assert_false(opens("1,a\n2,b\n1,c\n", 3, &why));
    assert_string_equal(why.say, "dead-drop.deck.twice");
    assert_int_equal(why.line, 4);
    assert_false(opens("1,a\n2,b\n100,c\n", 3, &why));
    assert_string_equal(why.say, "dead-drop.deck.number");
    assert_false(opens("0,a\n2,b\n3,c\n", 3, &why));
    assert_false(opens("1,a\n2,b\n3,\n", 3, &why));
    assert_string_equal(why.say, "dead-drop.deck.name");
    assert_false(opens("1,a\n2,b\n3,c\n", 4, &why)); /* fewer than are dealt */
    assert_string_equal(why.say, "dead-drop.deck.few");
    for (int i = 1; i <= 24; i++)
        snprintf(rows + strlen(rows), 16, "%d,x\n", i);
    assert_true(opens(rows, 4, &why));
    strcat(rows, "25,x\n");
    assert_false(opens(rows, 4, &why));
    assert_string_equal(why.say, "dead-drop.deck.many");
    assert_int_equal(why.line, 26);
}

/* How many documents the deck that comes with the game has. */
static int shipped_documents(int edition) {
    gm_thing t;
    int n = 0;
    start_edition(g, edition, 4, "");
    while (g->thing(the.box, "card", n, &t))
        n++;
    return n;
}

static void four_more_documents_in_the_second_edition(void **unused) { /* D1.2 */
    (void)unused;
    assert_int_equal(shipped_documents(1), 20);
    assert_int_equal(shipped_documents(2), 24);
    assert_int_equal(shipped_documents(0), 24);
    for (int edition = 1; edition <= 2; edition++) { /* all of 20 are dealt; four of 24 are not */
        rng r = {1};
        start_edition(g, edition, 4, "rounds=4");
        for (int i = 0; i < 4 + 4 * 5; i++)
            gm_random_ply(g, the.box, the.st, &r);
        assert_int_equal(chances(), 5); /* the first signal is next */
        if (edition == 1) sees(GM_DEALER, "deck", "[]");
    }
}

static void one_mole_and_agents_for_all_others(void **unused) { /* D1.3 */
    (void)unused;
    start(g, 3, "");
    assert_int_equal(chances(), 3); /* the Mole is one card of three */
    can(GM_DEALER, "role 0 agent, role 0 mole");
    play("dealer role 0 mole");
    can(GM_DEALER, "role 1 agent");
    start(g, 4, "");
    play_all("dealer role 0 agent;dealer role 1 agent;dealer role 2 agent");
    can(GM_DEALER, "role 3 mole");
}

static void options_change_rounds_spare_and_search(void **unused) { /* D1.4 */
    fault why;
    (void)unused;
    assert_false(open_with(g, 3, "rounds=0", NULL, &why));
    assert_false(open_with(g, 3, "rounds=5", NULL, &why));
    assert_false(open_with(g, 3, "spare=2", NULL, &why));
    assert_false(open_with(g, 3, "search=maybe", NULL, &why));
    deal_hands("rounds=2 spare=0", 2);
    sees(GM_SPECTATOR, "count", "[2,2,2,0]");
    deal_three(""); /* three rounds and one to spare */
    sees(GM_SPECTATOR, "count", "[4,4,4,0]");
}

/* ---- D2 ---- */

static void a_player_knows_the_own_role_only(void **unused) { /* D2.1 */
    (void)unused;
    start(g, 3, "");
    play("dealer role 0 agent");
    heard(0, "role 0 agent");
    heard(1, "role 0 ?");
    heard(GM_SPECTATOR, "role 0 ?");
    deal_three("");
    sees(1, "role", "[null,\"mole\",null,\"-\"]");
    sees(0, "role", "[\"agent\",null,null,\"-\"]");
    sees(GM_SPECTATOR, "role", "[null,null,null,\"-\"]");
}

static void documents_are_dealt_and_the_rest_is_unseen(void **unused) { /* D2.2 */
    (void)unused;
    deal_three("");
    sees(0, "hand", "[[\"1\",\"2\",\"3\",\"4\"],null,null,[]]");
    sees(1, "hand", "[null,[\"5\",\"6\",\"7\",\"8\"],null,[]]");
    sees(GM_SPECTATOR, "hand", "[null,null,null,[]]");
    sees(2, "deck", "null");
    deal_edition(1, "", 4);
    sees(GM_DEALER, "deck", "[\"13\",\"14\",\"15\",\"16\",\"17\",\"18\",\"19\",\"20\"]");
    start(g, 3, "");
    play_all("dealer role 0 agent;dealer role 1 mole;dealer role 2 agent;dealer card 0 7");
    heard(0, "card 0 7");
    heard(1, "card 0 ?");
}

/* A round in which seat 0 drops a, seat 1 b and seat 2 c. */
static void round_of(const char *signal, const char *lead, int a, int b, int c) {
    char lines[256];
    snprintf(lines, sizeof lines,
             "dealer signal %s;%s;0 drop %d;1 drop %d;2 drop %d;dealer show 0 %d;dealer show 1 %d;dealer "
             "show 2 %d",
             signal, lead, a, b, c, a, b, c);
    play_all(lines);
}

static void seat_0_leads_then_clockwise(void **unused) { /* D2.3 */
    (void)unused;
    deal_three("");
    play("dealer signal odd");
    refuse("1 worth 1", "D2.3");
    refuse("2 worth 1", "D2.3");
    deal_three("");
    round_of("odd", "0 worth 1", 1, 5, 9);
    sees(GM_SPECTATOR, "leader", "1");
    round_of("any", "1 worth 1", 2, 6, 10);
    sees(GM_SPECTATOR, "leader", "2");
}

static void the_dealer_deals_in_order(void **unused) { /* D2.4 */
    (void)unused;
    start(g, 3, "");
    refuse("dealer role 1 agent", "D2.4");
    refuse("dealer card 0 1", "D2.4");
    refuse("dealer signal odd", "D2.4");
    play_all("dealer role 0 agent;dealer role 1 mole;dealer role 2 agent;dealer card 0 1");
    refuse("dealer card 1 2", "D2.4");
    refuse("dealer card 0 1", "D2.4");
    play_all("dealer card 0 2;dealer card 0 3;dealer card 0 4;dealer card 1 5");
}

/* ---- D3 ---- */

static void signals_and_their_chances(void **unused) { /* D3.1 */
    int times[3] = {0};
    (void)unused;
    deal_three("");
    can(GM_DEALER, "signal odd, signal even, signal any");
    assert_int_equal(chances(), 5);
    for (uint32_t x = 0; x < 5; x++)
        times[GM_A(g->deal(the.box, the.st, x))]++;
    assert_int_equal(times[0], 2);
    assert_int_equal(times[1], 2);
    assert_int_equal(times[2], 1);
}

static void the_leader_decides_what_it_is_worth(void **unused) { /* D3.2 */
    (void)unused;
    deal_three("search=off");
    play("dealer signal odd");
    can(0, "worth 1, worth 2");
    refuse("0 drop 1", "D3.2");
    play("0 worth 2");
    sees(GM_SPECTATOR, "worth", "2");
}

static void a_search_shows_the_role_to_the_leader_alone(void **unused) { /* D3.3 */
    (void)unused;
    deal_three("");
    play("dealer signal odd");
    can(0, "worth 1, worth 2, search 1, search 2");
    refuse("0 search 0", "D3.3");
    play("0 search 1");
    sees(2, "searched", "1");
    sees(2, "worth", "1");
    can(GM_DEALER, "look 1 mole");
    play("dealer look 1 mole");
    heard(0, "look 1 mole");
    heard(1, "look 1 mole"); /* it is seat 1's role */
    heard(2, "look 1 ?");
    heard(GM_SPECTATOR, "look 1 ?");
    sees(0, "role", "[\"agent\",\"mole\",null,\"-\"]");
    sees(2, "role", "[null,null,\"agent\",\"-\"]");
    play_all("0 drop 1;1 drop 5;2 drop 9;dealer show 0 1;dealer show 1 5;dealer show 2 9;dealer signal any");
    deal_three("search=off");
    play("dealer signal odd");
    refuse("0 search 1", "D3.3");
}

static void one_search_for_all_in_the_first_edition(void **unused) { /* D3.3 */
    (void)unused;
    deal_edition(1, "", 4);
    play_all("dealer signal odd;0 search 1;dealer look 1 mole;0 drop 1;1 drop 5;2 drop 9;"
             "dealer show 0 1;dealer show 1 5;dealer show 2 9;dealer signal any");
    can(1, "worth 1, worth 2");
    refuse("1 search 0", "D3.3");
}

static void a_search_for_each_player_in_the_second_edition(void **unused) { /* D3.3 */
    (void)unused;
    deal_hands("rounds=4", 5);
    play_all("dealer signal any;0 search 1;dealer look 1 mole;0 drop 1;1 drop 6;2 drop 11;"
             "dealer show 0 1;dealer show 1 6;dealer show 2 11;dealer signal any");
    can(1, "worth 1, worth 2, search 0, search 2");
    play_all("1 search 2;dealer look 2 agent;0 drop 2;1 drop 7;2 drop 12;"
             "dealer show 0 2;dealer show 1 7;dealer show 2 12;dealer signal any");
    can(2, "worth 1, worth 2, search 0, search 1");
    play("2 search 1"); /* seat 1 for the second time, now by seat 2 */
    play("dealer look 1 mole");
    heard(0, "look 1 mole"); /* seat 0 knows it already */
    heard(GM_SPECTATOR, "look 1 ?");
    sees(2, "role", "[null,\"mole\",\"agent\",\"-\"]");
    play_all(
        "0 drop 3;1 drop 8;2 drop 13;dealer show 0 3;dealer show 1 8;dealer show 2 13;dealer signal any");
    can(0, "worth 1, worth 2"); /* seat 0 has searched */
    refuse("0 search 2", "D3.3");
}

static void all_drop_at_the_same_time_face_down(void **unused) { /* D3.4 */
    (void)unused;
    deal_three("");
    play_all("dealer signal any;0 worth 1");
    assert_int_equal(g->to_act(the.box, the.st), 7);
    refuse("0 worth 2", "D3.4");
    refuse("0 drop 5", "D3.4"); /* seat 1 has it */
    play("2 drop 9");
    heard(2, "drop 9");
    heard(0, "drop ?");
    sees(2, "drop", "[\"-\",\"-\",\"9\",\"-\"]");
    sees(0, "drop", "[\"-\",\"-\",null,\"-\"]");
    sees(GM_SPECTATOR, "dropped", "[2]");
    refuse("2 drop 10", "D3.4"); /* one document */
    play("0 drop 1");
    assert_int_equal(g->to_act(the.box, the.st), 2);
}

static void an_agent_must_fit_the_signal(void **unused) { /* D3.5 */
    (void)unused;
    deal_three("");
    play_all("dealer signal odd;0 worth 1");
    can(0, "drop 1, drop 3");
    refuse("0 drop 2", "D3.5");
    deal_three("");
    play_all("dealer signal even;0 worth 1");
    can(2, "drop 10, drop 12");
    refuse("2 drop 9", "D3.5");
    deal_three("");
    play_all("dealer signal any;0 worth 1");
    can(0, "drop 1, drop 2, drop 3, drop 4");
    deal_three(""); /* out of odd ones: anything goes */
    round_of("odd", "0 worth 1", 1, 5, 9);
    round_of("odd", "1 worth 1", 3, 7, 11);
    play_all("dealer signal odd;2 worth 1");
    can(0, "drop 2, drop 4");
}

static void the_mole_may_drop_any(void **unused) { /* D3.6 */
    (void)unused;
    deal_three("");
    play_all("dealer signal odd;0 worth 1");
    can(1, "drop 5, drop 6, drop 7, drop 8");
}

static void documents_are_turned_over_seat_by_seat(void **unused) { /* D3.7 */
    (void)unused;
    deal_three("");
    play_all("dealer signal odd;0 worth 1;1 drop 6;0 drop 1");
    assert_int_equal(g->to_act(the.box, the.st), 4); /* not before all have dropped */
    play("2 drop 9");
    can(GM_DEALER, "show 0 1");
    play("dealer show 0 1");
    heard(2, "show 0 1");
    sees(GM_SPECTATOR, "drop", "[\"1\",null,null,\"-\"]");
    can(GM_DEALER, "show 1 6");
    play_all("dealer show 1 6;dealer show 2 9");
    sees(GM_SPECTATOR, "drop", "[\"1\",\"6\",\"9\",\"-\"]");
    sees(GM_SPECTATOR, "played", "[\"1\",\"6\",\"9\"]");
}

static void the_worth_goes_to_agents_or_mole(void **unused) { /* D3.8 */
    (void)unused;
    deal_three("");
    round_of("odd", "0 worth 2", 1, 5, 9);
    sees(GM_SPECTATOR, "gain", "[2,0,0,0]");
    round_of("odd", "1 worth 1", 3, 6, 11);
    sees(GM_SPECTATOR, "gain", "[2,-1,0,0]");
    round_of("any", "2 worth 2", 2, 7, 10);
    sees(GM_SPECTATOR, "gain", "[2,-1,2,0]");
}

/* ---- D4 ---- */

static void the_next_leader_accuses(void **unused) { /* D4.1 */
    (void)unused;
    deal_hands("rounds=1 spare=0", 1);
    round_of("any", "0 worth 1", 1, 2, 3);
    assert_int_equal(g->to_act(the.box, the.st), 2);
    can(1, "accuse 0, accuse 2");
    refuse("1 accuse 1", "D4.1");
    refuse("1 worth 1", "D4.1");
    refuse("0 accuse 1", "D2.3");
    play("1 accuse 0");
    sees(GM_SPECTATOR, "accused", "0");
}

static void roles_are_turned_over_and_two_points_given(void **unused) { /* D4.2 */
    (void)unused;
    deal_hands("rounds=1 spare=0", 1);
    round_of("any", "0 worth 1", 1, 2, 3);
    play_all("1 accuse 0;dealer turn 0 agent");
    sees(2, "role", "[\"agent\",null,\"agent\",\"-\"]");
    play_all("dealer turn 1 mole;dealer turn 2 agent");
    sees(GM_SPECTATOR, "role", "[\"agent\",\"mole\",\"agent\",\"-\"]");
    result(2, "1 2 1"); /* an Agent was accused: the Mole gets 2 */
    deal_hands("rounds=2 spare=0", 2);
    round_of("any", "0 worth 1", 1, 3, 5);
    round_of("any", "1 worth 1", 2, 4, 6);
    play_all("2 accuse 1;dealer turn 0 agent;dealer turn 1 mole;dealer turn 2 agent");
    result(5, "4 0 4");
}

static void more_points_than_the_mole_win(void **unused) { /* D4.3 */
    (void)unused;
    deal_hands("rounds=2 spare=0", 2); /* hands 1 2, 3 4, 5 6 */
    round_of("odd", "0 worth 2", 1, 4, 5);
    round_of("any", "1 worth 2", 2, 3, 6);
    play_all("2 accuse 0;dealer turn 0 agent;dealer turn 1 mole;dealer turn 2 agent");
    result(2, "2 4 2");
    deal_hands("rounds=2 spare=0", 2);
    round_of("odd", "0 worth 2", 1, 4, 5);
    round_of("even", "1 worth 1", 2, 3, 6); /* 2 + 1 for the Mole, who is then accused: 2 for the Agents */
    play_all("2 accuse 1;dealer turn 0 agent;dealer turn 1 mole;dealer turn 2 agent");
    result(2, "2 3 2");
    start(g, 3, "rounds=2 spare=0"); /* as many points as the Mole do not win */
    play_all("dealer role 0 agent;dealer role 1 mole;dealer role 2 agent");
    play_all(
        "dealer card 0 1;dealer card 0 2;dealer card 1 3;dealer card 1 4;dealer card 2 5;dealer card 2 6");
    round_of("odd", "0 worth 1", 1, 4, 5);
    round_of("even", "1 worth 1", 2, 3, 6);
    play_all("2 accuse 1;dealer turn 0 agent;dealer turn 1 mole;dealer turn 2 agent");
    result(2, "2 2 2");
}

static void nobody_moves_when_it_is_over(void **unused) { /* D4.4 */
    (void)unused;
    deal_hands("rounds=1 spare=0", 1);
    round_of("any", "0 worth 1", 1, 2, 3);
    play_all("1 accuse 0;dealer turn 0 agent;dealer turn 1 mole;dealer turn 2 agent");
    refuse("0 worth 1", "D4.4");
    refuse("dealer signal odd", "D4.4");
}

/* ---- D5 ---- */

static void worked_example(void **unused) { /* D5.1 */
    (void)unused;
    start(g, 3, "");
    play_all("dealer role 0 agent;dealer role 1 mole;dealer role 2 agent;"
             "dealer card 0 3;dealer card 0 4;dealer card 0 1;dealer card 0 2;"
             "dealer card 1 8;dealer card 1 6;dealer card 1 7;dealer card 1 9;"
             "dealer card 2 5;dealer card 2 10;dealer card 2 11;dealer card 2 12");
    round_of("odd", "0 worth 2", 3, 8, 5);
    round_of("even", "1 worth 1", 4, 6, 10);
    round_of("any", "2 worth 2", 1, 7, 11);
    play_all("0 accuse 1;dealer turn 0 agent;dealer turn 1 mole;dealer turn 2 agent");
    result(5, "5 2 5");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_or_four_players),
        cmocka_unit_test(documents_have_numbers_of_their_own),
        cmocka_unit_test(four_more_documents_in_the_second_edition),
        cmocka_unit_test(one_mole_and_agents_for_all_others),
        cmocka_unit_test(options_change_rounds_spare_and_search),
        cmocka_unit_test(a_player_knows_the_own_role_only),
        cmocka_unit_test(documents_are_dealt_and_the_rest_is_unseen),
        cmocka_unit_test(seat_0_leads_then_clockwise),
        cmocka_unit_test(the_dealer_deals_in_order),
        cmocka_unit_test(signals_and_their_chances),
        cmocka_unit_test(the_leader_decides_what_it_is_worth),
        cmocka_unit_test(a_search_shows_the_role_to_the_leader_alone),
        cmocka_unit_test(one_search_for_all_in_the_first_edition),
        cmocka_unit_test(a_search_for_each_player_in_the_second_edition),
        cmocka_unit_test(all_drop_at_the_same_time_face_down),
        cmocka_unit_test(an_agent_must_fit_the_signal),
        cmocka_unit_test(the_mole_may_drop_any),
        cmocka_unit_test(documents_are_turned_over_seat_by_seat),
        cmocka_unit_test(the_worth_goes_to_agents_or_mole),
        cmocka_unit_test(the_next_leader_accuses),
        cmocka_unit_test(roles_are_turned_over_and_two_points_given),
        cmocka_unit_test(more_points_than_the_mole_win),
        cmocka_unit_test(nobody_moves_when_it_is_over),
        cmocka_unit_test(worked_example),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
