/* The rules of Inside Job for two players and Larry, doc/rules/inside-job.md: the numbers of J1, J7, and
 * playing with Larry, J10.1 to J10.4. */
#include "tests/rules/inside_job.h"

/* The first trick with the shipped missions: seat 0 leads, and seat 1 controls Larry. */
static void first_trick(int insider) {
    deal(2, "", NULL, 0, insider, YELLOW "|" MIXED);
    play_all("dealer mission 7;dealer mission 8;0 pick 7");
}

/* ---- J1 ---- */

static void ten_cards_each(void **unused) { /* J1.1, J10.2 */
    (void)unused;
    deal_roles(2, "", NULL, 0, 0);
    for (int i = 0; i < 20; i++) {
        phase_is("deal");
        assert_int_equal(now()->at, i / 10); /* first those of seat 0 */
        assert_int_equal(chances(), 52 - i);
        play_first();
    }
    phase_is("draw");
    sees(GM_SPECTATOR, "count", "[10,10,0,0,0]"); /* Larry has no hand */
    sees(GM_DEALER, "hand",
         "[[\"y1\",\"y2\",\"y3\",\"y4\",\"y5\",\"y6\",\"y7\",\"y8\",\"y9\",\"y10\"],"
         "[\"y11\",\"y12\",\"y13\",\"p1\",\"p2\",\"p3\",\"p4\",\"p5\",\"p6\",\"p7\"],[],[],[]]");
    assert_int_equal(bits_count(now()->deck), 32); /* Larry's deck; nobody sees it */
    for (gm_seat q = 0; q < 2; q++)
        sees(q, "deck", "null");
    sees(GM_SPECTATOR, "deck", "null");
}

static void nine_tricks_leave_one_card(void **unused) { /* J1.2, J1.3, J5.8 */
    (void)unused;
    plan_larry("", 0, 2, LARRY_NOBODY_WINS);
    larry_tricks(8);
    phase_is("draw");
    larry_tricks(1);
    phase_is("vote");
    sees(GM_SPECTATOR, "count", "[1,1,0,0,0]");
}

static void two_missions_for_each_trick(void **unused) { /* J11.9 */
    fault why;
    gm_file own = {"own.csv", deck, 0};
    (void)unused;
    for (int n = 17; n <= 18; n++) {
        begin_deck();
        for (int i = 1; i <= n; i++)
            add_mission(i, "all odd", "green", false);
        own.size = strlen(deck);
        assert_int_equal(open_with(g, 2, "", &own, &why), n == 18);
    }
}

static void seven_missions_win(void **unused) { /* J1.4, J5.7, J10.6 */
    (void)unused;
    plan_larry("", 0, 1, "Y+ G+ P- Y+ P+ G+ Y+ P+"); /* seat 1 is the Insider */
    larry_tricks(7);
    assert_int_equal(bits_count(now()->completed), 6);
    phase_is("draw");
    larry_tricks(1);
    assert_int_equal(bits_count(now()->completed), 7);
    sees(GM_SPECTATOR, "side", "\"agents\"");
    ended_by("missions");
    result(BIT(0) | BIT(2), "1 0 1"); /* Larry wins with his role */
    plan_larry("", 0, 2, "Y+ G+ Y+ P+ G+ Y+ P+");
    larry_tricks(7);
    ended_by("missions");
    result(BIT(0) | BIT(1), "1 1 0"); /* or loses with it */
}

static void the_last_trick_can_win_too(void **unused) { /* J5.7 before J5.8 */
    (void)unused;
    plan_larry("", 0, 0, "Y+ G+ P- Y+ P+ G+ Y+ P- P+");
    larry_tricks(9);
    ended_by("missions");
    result(BIT(1) | BIT(2), "0 1 1");
}

static void one_token_each_and_three_for_larry(void **unused) { /* J1.6, J1.7 */
    (void)unused;
    start(g, 2, "");
    sees(GM_SPECTATOR, "intel", "[1,1,3,0,0]");
    sees(GM_SPECTATOR, "pool", "9");
    plan_larry("", 0, 2, LARRY_NOBODY_WINS);
    larry_tricks(8);
    sees(GM_SPECTATOR, "pool", "1");
    larry_tricks(1);
    sees(GM_SPECTATOR, "pool", "0");
    sees(GM_SPECTATOR, "intel", "[5,4,5,0,0]");
}

/* ---- J7 ---- */

static void not_for_two(void **unused) { /* J7.1, J10.7, J9.1 */
    static const char *const sets[] = {"wired",        "paranoid",    "daredevil",    "decoy",
                                       "accomplice",   "shady",       "sleeper",      "professor-no",
                                       "sleeper-cell", "high-stakes", "inner-circle", "bad-company",
                                       "wired,decoy",  "shady,wired"};
    fault why;
    (void)unused;
    assert_false(open_with(g, 2, "risk=on", NULL, &why));
    assert_string_equal(why.say, "inside-job.risk-two");
    assert_true(open_with(g, 2, "risk=off roles=none", NULL, &why));
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        char settings[64];
        snprintf(settings, sizeof settings, "roles=%s", sets[i]);
        assert_false(open_with(g, 2, settings, NULL, &why));
        assert_string_equal(why.say, "inside-job.roles.players");
        assert_true(open_with(g, 4, settings, NULL, &why));
    }
    deal(2, "", NULL, 0, 0, YELLOW "|" PINK);
    assert_int_equal(chances(), 24); /* J2.4: without the risky ones */
}

/* ---- J10.1 ---- */

static void one_leads_and_the_other_controls(void **unused) { /* J10.1 */
    fault why;
    (void)unused;
    start(g, 2, "");
    assert_int_equal(chances(), 2);
    can(GM_DEALER, "lead 0, lead 1"); /* never Larry */
    for (int leader = 0; leader < 2; leader++) {
        char settings[16], only[16], lines[128];
        snprintf(settings, sizeof settings, "leader=%d", leader);
        snprintf(only, sizeof only, "lead %d", leader);
        start(g, 2, settings); /* for the next game, J2.5 */
        assert_int_equal(chances(), 1);
        can(GM_DEALER, only);
        deal(2, "", NULL, leader, 0, YELLOW "|" PINK);
        play_all("dealer mission 7;dealer mission 8");
        asks((gm_seat)leader);
        figure("controls", leader ? "0" : "1");
        snprintf(lines, sizeof lines,
                 "%d pick 7;%d play %s;dealer card 2 g1;dealer card 2 g2;dealer card 2 g3", leader, leader,
                 leader ? "p4" : "y4");
        play_all(lines);
        asks((gm_seat)(1 - leader));
        figure("places", leader ? "[1,2,0,\"-\",\"-\"]" : "[0,2,1,\"-\",\"-\"]");
        assert_int_equal(g->moves(the.box, the.st, (gm_seat)(1 - leader), (gm_move[GM_MAX_MOVES]){0}), 6);
    }
    for (int leader = 2; leader < 5; leader++) {
        char settings[16];
        snprintf(settings, sizeof settings, "leader=%d", leader);
        assert_false(open_with(g, 2, settings, NULL, &why));
        assert_string_equal(why.say, "inside-job.leader");
    }
}

static void two_agents_and_an_insider(void **unused) { /* J10.1, J2.6 */
    (void)unused;
    start(g, 2, "");
    play("dealer lead 0");
    assert_int_equal(chances(), 3); /* the Insider is one card of three */
    assert_int_equal(GM_B(g->deal(the.box, the.st, 1)), IJ_AGENT);
    assert_int_equal(GM_B(g->deal(the.box, the.st, 2)), IJ_INSIDER);
    can(GM_DEALER, "role 0 agent, role 0 insider");
    play("dealer role 0 agent");
    assert_int_equal(chances(), 2);
    can(GM_DEALER, "role 1 agent, role 1 insider");
    play("dealer role 1 agent");
    can(GM_DEALER, "role 2 insider"); /* Larry's comes last */
    play("dealer role 2 insider");
    phase_is("deal");
    sees(GM_DEALER, "role", "[\"agent\",\"agent\",\"insider\",\"-\",\"-\"]");
    start(g, 2, "");
    play_all("dealer lead 0;dealer role 0 agent;dealer role 1 insider");
    can(GM_DEALER, "role 2 agent");
    start(g, 2, "");
    play_all("dealer lead 0;dealer role 0 insider");
    can(GM_DEALER, "role 1 agent");
}

static void nobody_sees_larrys_role(void **unused) { /* J10.1 */
    (void)unused;
    for (int insider = 0; insider < 3; insider++) {
        deal_roles(2, "", NULL, 0, insider);
        for (gm_seat q = 0; q < 2; q++)
            heard(q, "role 2 ?");
        heard(GM_SPECTATOR, "role 2 ?");
        sees(0, "role",
             insider ? "[\"agent\",null,null,\"-\",\"-\"]" : "[\"insider\",null,null,\"-\",\"-\"]");
        sees(1, "role",
             insider == 1 ? "[null,\"insider\",null,\"-\",\"-\"]" : "[null,\"agent\",null,\"-\",\"-\"]");
        sees(GM_SPECTATOR, "role", "[null,null,null,\"-\",\"-\"]");
    }
    start(g, 2, ""); /* but each player sees their own role */
    play_all("dealer lead 0;dealer role 0 agent");
    heard(0, "role 0 agent");
    heard(1, "role 0 ?");
    heard(GM_SPECTATOR, "role 0 ?");
}

/* ---- J10.3 ---- */

static void leader_larry_controller(void **unused) { /* J10.3 */
    (void)unused;
    first_trick(2);
    asks(0);
    refuse("1 play y1", "J3.3");
    play("0 play y4");
    for (int i = 0; i < 3; i++) { /* the controller draws three */
        phase_is("lend");
        asks(GM_DEALER);
        assert_int_equal(chances(), 32 - i); /* any of Larry's deck */
        play_first();
    }
    asks(1);
    refuse("0 play y5", "J3.3");
    play("1 larry p5 p6");
    asks(1);
    play("1 play y1");
    assert_int_equal(now()->tricks, 1);
    sees(GM_SPECTATOR, "trick", "[\"y4\",\"p5\",\"y1\",\"-\",\"-\"]");
}

static void what_is_drawn_for_larry(void **unused) { /* J10.3, J10.2 */
    (void)unused;
    first_trick(2);
    play_all("0 play y4;dealer card 2 g4");
    refuse("dealer card 2 g4", "J2.6"); /* each card comes once */
    refuse("dealer card 2 y5", "J2.6"); /* none of the cards that the players have */
    refuse("dealer card 2 b2", "J2.6");
    refuse("dealer card 2 y4", "J2.6"); /* nor one that was played */
    refuse("dealer card 0 g3", "J2.6"); /* the cards are Larry's */
    play_all("dealer card 2 g3;dealer card 2 b1");
}

static void one_played_one_back_one_away(void **unused) { /* J10.3 */
    (void)unused;
    first_trick(2);
    play_all("0 play y4;dealer card 2 g4;dealer card 2 p9;dealer card 2 b7");
    play_all("1 larry p9 b7;1 play y1");
    sees(GM_DEALER, "played", "[\"y1\",\"y4\",\"p9\"]"); /* g4 was put away face down */
    assert_int_equal(bits_count(now()->deck), 29);
    play_all("dealer mission 1;dealer mission 2;0 pick 1;0 play y5");
    assert_int_equal(chances(), 1);
    can(GM_DEALER, "card 2 b7"); /* b7 is one of the next three */
    refuse("dealer card 2 g5", "J2.6");
    play("dealer card 2 b7");
    assert_int_equal(chances(), 29);
    refuse("dealer card 2 g4", "J2.6");
    refuse("dealer card 2 b7", "J2.6");
    play("dealer card 2 g5");
    assert_int_equal(chances(), 28);
    play("dealer card 2 g6");
    can(1, "larry g5 g6, larry g5 b7, larry g6 g5, larry g6 b7, larry b7 g5, larry b7 g6");
    play_all("1 larry g6 b7;1 play y2"); /* the same one goes back again */
    play_all("dealer mission 3;dealer mission 4;0 pick 3;0 play y6");
    can(GM_DEALER, "card 2 b7");
}

static void what_is_no_move_for_larry(void **unused) { /* J10.3, J10.4 */
    (void)unused;
    first_trick(2);
    refuse("0 larry g1 g3", "J3.3"); /* before the leader's card */
    refuse("1 larry g1 g3", "J3.3");
    play_all("0 play y4;dealer card 2 g1");
    refuse("1 larry g1 g3", "J3.3"); /* before all three are drawn */
    play_all("dealer card 2 g3;dealer card 2 b1");
    refuse("0 larry g1 g3", "J3.3"); /* the controller alone */
    refuse("1 play y1", "J10.3");    /* Larry's card comes first */
    refuse("1 play g1", "J10.3");
    refuse("1 raise y1", "J10.3");
    refuse("1 raise g1", "J10.3"); /* Larry never raises */
    refuse("1 pick 7", "J10.3");
    refuse("1 larry g1 g1", "J10.3"); /* another card goes back */
    refuse("1 larry g4 g1", "J10.3"); /* one of the three */
    refuse("1 larry g1 g4", "J10.3");
    refuse("1 larry y1 g1", "J10.3"); /* none of the controller's hand */
    refuse("1 larry g1 y1", "J10.3");
    refuse("1 larry g1 -", "J10.3"); /* one must go back */
    refuse("1 larry - g1", "J10.3");
    play("1 larry g1 b1");
    refuse("1 larry g3 b1", "J3.3"); /* it is one decision */
    refuse("1 play g3", "J3.3");     /* the controller's card comes from the hand */
    refuse("0 larry g3 b1", "J3.3");
    play("1 play y1");
    play_all("dealer mission 1;dealer mission 2");
    refuse("0 larry g3 b1", "J3.1");
    plan_larry("", 1, 2, "");
    play_all("dealer mission 1;dealer mission 2;1 pick 1;1 play p4");
    play_all("dealer card 2 y1;dealer card 2 g1;dealer card 2 b1");
    refuse("0 play g1", "J10.3"); /* whatever the three are */
}

/* ---- J10.4 ---- */

/* Seat 0 leads a card, and Larry has these three. */
static void larry_has(int insider, const char *led, const char *a, const char *b, const char *c) {
    char lines[128];
    deal(2, "", NULL, 0, insider, "y4 y5 y6 y7 y8 y9 y10 y11 y12 g13|" MIXED);
    snprintf(lines, sizeof lines,
             "dealer mission 7;dealer mission 8;0 pick 7;0 play %s;"
             "dealer card 2 %s;dealer card 2 %s;dealer card 2 %s",
             led, a, b, c);
    play_all(lines);
}

static void larry_follows_if_one_of_three_can(void **unused) { /* J10.4 */
    (void)unused;
    for (int insider = 0; insider < 3; insider++) { /* whoever the Insider is */
        larry_has(insider, "g13", "g5", "y13", "b7");
        can(1, "larry g5 y13, larry g5 b7"); /* either of the other two may go back */
        refuse("1 larry y13 g5", "J10.4");
        refuse("1 larry b7 y13", "J10.4");
        play("1 larry g5 y13");
        larry_has(insider, "y4", "g5", "p9", "y13"); /* whichever of the three it is */
        can(1, "larry y13 p9, larry y13 g5");
        larry_has(insider, "g13", "y13", "g5", "g7"); /* two can */
        can(1, "larry g5 y13, larry g5 g7, larry g7 y13, larry g7 g5");
        refuse("1 larry y13 g5", "J10.4");
        larry_has(insider, "g13", "g5", "g7", "g1"); /* all can */
        can(1, "larry g1 g5, larry g1 g7, larry g5 g1, larry g5 g7, larry g7 g1, larry g7 g5");
        larry_has(insider, "y4", "g5", "p9", "b7"); /* none can */
        can(1, "larry p9 g5, larry p9 b7, larry g5 p9, larry g5 b7, larry b7 p9, larry b7 g5");
    }
}

static void the_card_put_back_may_follow(void **unused) { /* J10.3, J10.4 */
    (void)unused;
    larry_has(2, "g13", "g5", "y13", "b7");
    play_all("1 larry g5 y13;1 play g2");
    play_all("dealer mission 1;dealer mission 2;0 pick 1;0 play y5");
    play_all("dealer card 2 y13;dealer card 2 b8;dealer card 2 p9");
    can(1, "larry y13 p9, larry y13 b8");
}

static void the_controllers_own_card_follows_the_leader(void **unused) { /* J10.4, J3.4, J3.5 */
    (void)unused;
    larry_has(2, "y4", "g5", "p9", "b7");
    play("1 larry g5 p9");
    can(1, "play y1, play y2, play y3, raise y1, raise y2, raise y3");
    refuse("1 play g2", "J3.4");
    larry_has(1, "y4", "g5", "p9", "b7"); /* the Insider need not */
    play_all("1 larry g5 p9;1 play g2");
}

static void who_may_raise(void **unused) { /* J10.4, J4.1, J4.3 */
    (void)unused;
    first_trick(2);
    refuse("0 raise y4", "J4.3"); /* not the leader */
    plan_larry("", 0, 2, "Y-");
    until_larry();
    refuse("1 raise g1", "J10.3");                                 /* not Larry */
    larry_trick(0, "all 13-13", "yellow", "y9", "g9", "raise p8"); /* the controller may raise */
    sees(GM_SPECTATOR, "intel", "[3,0,3,0,0]");
    play_all("dealer mission 3;dealer mission 4;0 pick 3;0 play y4");
    play_all("dealer card 2 b1;dealer card 2 b3;dealer card 2 b4;1 larry b3 b4");
    refuse("1 raise p9", "J4.1"); /* but needs a token */
    plan_larry("raise=off", 0, 2, "Y-");
    until_larry();
    play("1 larry g1 g2");
    refuse("1 raise p4", "J4.1"); /* raising must be played */
    plan_larry("", 0, 2, "P- P- P- P- P- Y- B-");
    larry_tricks(6);
    sees(GM_SPECTATOR, "leader", "0");
    until_larry();
    play("1 larry g7 g8");
    refuse("1 raise p10", "J4.3"); /* a revealed player may not raise */
}

static void who_hears_of_larrys_cards(void **unused) { /* J10.4 */
    (void)unused;
    plan_larry("", 0, 2, "G- B- Y- B-");
    play_all("dealer mission 1;dealer mission 2;0 pick 1;0 play y4");
    for (int i = 0; i < 3; i++) {
        static const char *const cards[] = {"g1", "b1", "b2"};
        char line[32];
        snprintf(line, sizeof line, "dealer card 2 %s", cards[i]);
        play(line);
        heard(1, line + 7); /* the controller alone */
        heard(0, "card 2 ?");
        heard(GM_SPECTATOR, "card 2 ?");
    }
    play("1 larry g1 b1"); /* all see the card that is played */
    heard(1, "larry g1 b1");
    heard(0, "larry g1 ?");
    heard(GM_SPECTATOR, "larry g1 ?");
    play("1 play p4");
    sees(GM_SPECTATOR, "winner", "2"); /* control passes to seat 0 */
    play_all("dealer mission 3;dealer mission 4;1 pick 3;1 play p5");
    play("dealer card 2 b1");
    heard(0, "card 2 b1");
    heard(1, "card 2 b1"); /* seat 1 put it back, and knows it */
    heard(GM_SPECTATOR, "card 2 ?");
    play("dealer card 2 g2");
    heard(0, "card 2 g2");
    heard(1, "card 2 ?");
    heard(GM_SPECTATOR, "card 2 ?");
    play("dealer card 2 g3");
    heard(0, "card 2 g3");
    heard(1, "card 2 ?");
    heard(GM_SPECTATOR, "card 2 ?");
    play("0 larry g2 b1"); /* the same card goes back on top, but seat 1 cannot know that */
    heard(0, "larry g2 b1");
    heard(1, "larry g2 ?");
    heard(GM_SPECTATOR, "larry g2 ?");
    play("0 play y5");
    sees(GM_SPECTATOR, "leader", "1"); /* control stays with seat 0 */
    play_all("dealer mission 5;dealer mission 6;1 pick 5;1 play p6");
    play("dealer card 2 b1");
    heard(0, "card 2 b1");
    heard(1, "card 2 ?");
    heard(GM_SPECTATOR, "card 2 ?");
    play_all("dealer card 2 g4;dealer card 2 g5;0 larry g4 g5;0 play y6");
    sees(GM_SPECTATOR, "winner", "0"); /* control passes back to seat 1 */
    play_all("dealer mission 7;dealer mission 8;0 pick 7;0 play y7");
    play("dealer card 2 g5");
    heard(1, "card 2 g5");
    heard(0, "card 2 g5");
    heard(GM_SPECTATOR, "card 2 ?");
}

#define REST7 "\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\"]"
#define PAIRS7                                                                                               \
    "[\"-\",\"-\"],[\"-\",\"-\"],[\"-\",\"-\"],[\"-\",\"-\"],[\"-\",\"-\"],[\"-\",\"-\"],[\"-\",\"-\"]]"

static void the_controller_keeps_what_was_seen(void **unused) { /* J10.4 */
    (void)unused;
    plan_larry("", 0, 2, "G- B-");
    play_all("dealer mission 1;dealer mission 2;0 pick 1;0 play y4");
    play_all("dealer card 2 g1;dealer card 2 b1;dealer card 2 b2");
    sees(1, "top", "[\"g1\",\"-\",\"-\"," REST7);
    sees(1, "next", "[[\"b1\",\"b2\"],[\"-\",\"-\"]," PAIRS7);
    sees(0, "top", "[null,\"-\",\"-\"," REST7);
    sees(0, "next", "[null,[\"-\",\"-\"]," PAIRS7);
    sees(GM_SPECTATOR, "top", "[null,\"-\",\"-\"," REST7);
    sees(GM_SPECTATOR, "next", "[null,[\"-\",\"-\"]," PAIRS7);
    play("1 larry g1 b1");
    for (gm_seat q = 0; q < 2; q++)
        sees(q, "lent", "[\"g1\",\"-\"," REST7);
    sees(GM_SPECTATOR, "lent", "[\"g1\",\"-\"," REST7);
    sees(1, "top", "[\"g1\",\"b1\",\"-\"," REST7); /* b1 went back, so b2 went away */
    sees(0, "top", "[null,null,\"-\"," REST7);
    sees(GM_SPECTATOR, "top", "[null,null,\"-\"," REST7);
    play("1 play p4");
    play_all("dealer mission 3;dealer mission 4;1 pick 3;1 play p5"); /* control has passed */
    play_all("dealer card 2 b1;dealer card 2 g2;dealer card 2 g3");
    sees(1, "top", "[\"g1\",\"b1\",\"-\"," REST7); /* seat 1 keeps that, and learns no more */
    sees(1, "next", "[[\"b1\",\"b2\"],null," PAIRS7);
    sees(0, "top", "[null,\"b1\",\"-\"," REST7); /* seat 0 learns what is there now, and no more */
    sees(0, "next", "[null,[\"g2\",\"g3\"]," PAIRS7);
    sees(GM_SPECTATOR, "top", "[null,null,\"-\"," REST7);
    sees(GM_SPECTATOR, "next", "[null,null," PAIRS7);
    play("0 larry g3 g2");
    sees(1, "top", "[\"g1\",\"b1\",null," REST7);
    sees(1, "next", "[[\"b1\",\"b2\"],null," PAIRS7);
    sees(0, "top", "[null,\"b1\",\"g2\"," REST7);
    sees(0, "next", "[null,[\"g2\",\"g3\"]," PAIRS7);
    sees(GM_SPECTATOR, "top", "[null,null,null," REST7);
    sees(GM_SPECTATOR, "lent", "[\"g1\",\"g3\"," REST7);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ten_cards_each),
        cmocka_unit_test(nine_tricks_leave_one_card),
        cmocka_unit_test(two_missions_for_each_trick),
        cmocka_unit_test(seven_missions_win),
        cmocka_unit_test(the_last_trick_can_win_too),
        cmocka_unit_test(one_token_each_and_three_for_larry),
        cmocka_unit_test(not_for_two),
        cmocka_unit_test(one_leads_and_the_other_controls),
        cmocka_unit_test(two_agents_and_an_insider),
        cmocka_unit_test(nobody_sees_larrys_role),
        cmocka_unit_test(leader_larry_controller),
        cmocka_unit_test(what_is_drawn_for_larry),
        cmocka_unit_test(one_played_one_back_one_away),
        cmocka_unit_test(what_is_no_move_for_larry),
        cmocka_unit_test(larry_follows_if_one_of_three_can),
        cmocka_unit_test(the_card_put_back_may_follow),
        cmocka_unit_test(the_controllers_own_card_follows_the_leader),
        cmocka_unit_test(who_may_raise),
        cmocka_unit_test(who_hears_of_larrys_cards),
        cmocka_unit_test(the_controller_keeps_what_was_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
