/* The rules of The Agents, doc/rules/agents.md: buying and replacing cards, empty decks, performing
 * commands, and forgoing an action, A4.4 to A4.8. */
#include "tests/rules/agents.h"

/* ---- A4.4 ---- */

/* Seat 1 begins and leaves one of everything to buy.  Then it is the turn of seat 0, with so many points. */
static void begin_shop(int points) {
    char settings[32];
    snprintf(settings, sizeof settings, "hand=1 points=%d", points);
    begin(2, settings, "draw 1 *0|5*" BLANK, IDLE_5);
    deal_out(1, "2 1|1 2");
    go("1 send 1 0-scores");
    draw("3");
    go("1 replace 2");
    draw("3");
    go("1 end");
    discards_are(AG_AGENT, "1");
    discards_are(AG_SITUATION, "2");
}

static void four_prices(void **unused) { /* A4.4 */
    static const char *const goods[] = {"agent", "old-agent", "situation", "old-situation"};
    (void)unused;
    for (int points = 0; points <= 5; points++)
        for (int k = 0; k < 4; k++) {
            char line[32], after[16];
            begin_shop(points);
            assert_int_equal(choices(0, AG_M_BUY), points < 4 ? points : 4);
            snprintf(line, sizeof line, "0 buy %s", goods[k]);
            if (points < k + 1) {
                cannot(line, "A4.4");
                continue;
            }
            go(line);
            if (k % 2 == 0) {
                asks(GM_DEALER);
                draw(k ? "5" : "4");
            }
            snprintf(after, sizeof after, "%d %d", points - k - 1, points);
            points_are(after);
            hand_is(0, k == 0 ? "2 4" : k == 1 ? "2 1" : "2");
            situations_are(0, k == 2 ? "1 5" : k == 3 ? "1 2" : "1");
            discards_are(AG_AGENT, k == 1 ? "" : "1");
            discards_are(AG_SITUATION, k == 3 ? "" : "2");
            decks_are(k == 0 ? 2 : 3, k == 2 ? 1 : 2);
            assert_int_equal(now()->actions, 1);
            asks(0);
        }
}

static void the_top_of_the_discards(void **unused) { /* A4.4 */
    (void)unused;
    begin(2, "hand=2", "2*draw 1 *0|6*" BLANK, "6*" NEVER);
    deal_out(0, "1 2 1|3 4 2");
    go("0 send 2 1-scores");
    draw("5");
    go("0 send 1 1-scores");
    draw("6");
    discards_are(AG_AGENT, "2 1");
    go("0 end; 1 replace 2");
    draw("4");
    go("1 replace 4");
    draw("3");
    discards_are(AG_SITUATION, "2 4");
    go("1 end; 0 buy old-agent");
    hand_is(0, "6 5 1");
    discards_are(AG_AGENT, "2");
    go("0 buy old-agent");
    points_are("1 5");
    discards_are(AG_AGENT, "");
    finish_turn();
    go("1 buy old-situation");
    situations_are(1, "3 4");
    discards_are(AG_SITUATION, "2");
    points_are("1 1");
}

static void bought_cards_can_be_used(void **unused) { /* A4.4 */
    (void)unused;
    begin_shop(5);
    go("0 buy agent");
    draw("6");
    go("0 play 6 left-only-cmd");
    front_is(0, "6:0");
}

/* ---- A4.5 ---- */

static void replaces_from_hand_or_table(void **unused) { /* A4.5 */
    (void)unused;
    begin(2, "hand=1", "2*" BLANK, IDLE_5);
    deal_out(0, "1 1|2 2");
    cannot("0 replace 2", "A4.5"); /* another player's */
    cannot("0 replace 3", "A4.5");
    go("0 replace 1");
    discards_are(AG_SITUATION, "1"); /* it is discarded before the draw */
    situations_are(0, "");
    can(GM_DEALER, "situation 0 3, situation 0 4, situation 0 5");
    draw("4");
    situations_are(0, "4");
    assert_int_equal(now()->actions, 1);
    go("0 lay 4 right; 0 replace 4"); /* from the table, into the hand */
    draw("3");
    situations_are(0, "3");
    discards_are(AG_SITUATION, "1 4");
    assert_int_equal(now()->actions, 2);
    points_are("5 5");
}

static void the_same_card_may_return(void **unused) { /* A4.5, A4.6 */
    (void)unused;
    begin(2, "hand=1", "2*" BLANK, IDLE_3);
    deal_out(0, "1 1|2 2");
    go("0 replace 1");
    draw("3");
    decks_are(0, 0);
    discards_are(AG_SITUATION, "1"); /* not rebuilt before a card must be drawn */
    go("0 replace 3");
    discards_are(AG_SITUATION, "");
    can(GM_DEALER, "situation 0 1, situation 0 3");
    draw("3");
    situations_are(0, "3");
    decks_are(0, 1);
}

/* ---- A4.6 ---- */

static void an_empty_agent_deck(void **unused) { /* A4.6 */
    (void)unused;
    begin(2, "hand=1", "draw 2 *0|3*" BLANK, IDLE_2);
    deal_out(0, "1 1|2 2");
    go("0 send 1 1-scores");
    draw("3 4");
    decks_are(0, 0);
    discards_are(AG_AGENT, "1"); /* they stay until a card must be drawn */
    assert_true(may("0 buy old-agent"));
    go("0 buy agent");
    discards_are(AG_AGENT, "");
    decks_are(1, 0);
    can(GM_DEALER, "agent 0 1");
    draw("1");
    points_are("4 5");
    go("0 end");
    cannot("1 buy agent", "A4.6"); /* both are empty */
    cannot("1 buy old-agent", "A4.6");
    points_are("4 5");
}

static void discards_bought_from_an_empty_deck(void **unused) { /* A4.6 */
    (void)unused;
    begin(2, "hand=1", "draw 2 *0|3*" BLANK, IDLE_2);
    deal_out(0, "1 1|2 2");
    go("0 send 1 1-scores");
    draw("3 4");
    go("0 buy old-agent");
    hand_is(0, "3 4 1");
    finish_turn();
    cannot("1 buy agent", "A4.6");
}

static void rebuilt_in_the_middle_of_a_draw(void **unused) { /* A4.6, A4.7 */
    (void)unused;
    begin(2, "hand=3", "draw 3 *0|draw 1 *0|draw 1 *0|6*" BLANK, IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 send 2 1-scores");
    draw("7");
    go("0 send 3 1-scores");
    draw("8");
    finish_turn();
    finish_turn();
    decks_are(1, 0);
    go("0 send 1 1-scores");
    can(GM_DEALER, "agent 0 9"); /* first what is left */
    discards_are(AG_AGENT, "2 3");
    draw("9");
    discards_are(AG_AGENT, "");
    can(GM_DEALER, "agent 0 2, agent 0 3"); /* without the agent that is performed */
    draw("3");
    can(GM_DEALER, "agent 0 2");
    draw("2");
    asks(0);
    discards_are(AG_AGENT, "1");
    decks_are(0, 0);
    hand_is(0, "9 7 8 3 2");
}

static void as_many_as_there_are(void **unused) { /* A4.6, A4.7 */
    (void)unused;
    begin(2, "hand=2", "draw 5 *3|draw 4 ww|4*" BLANK, IDLE_2);
    deal_out(0, "1 2 1|3 4 2");
    go("0 send 1 1-scores");
    draw("5 6"); /* two of five */
    asks(0);
    points_are("5 8");
    discards_are(AG_AGENT, "1");
    go("0 play 2 left-only-cmd");
    draw("1"); /* one of four */
    asks(0);
    can(0, "lay 1 left s1, lay 1 right s1, end");
    hand_is(0, "5 1 6");
    finish_turn();
    finish_turn();
    cannot("0 repeat 2", "A4.3");
}

static void an_empty_situation_deck(void **unused) { /* A4.6 */
    (void)unused;
    begin(2, "hand=1", "2*" BLANK, IDLE_3);
    deal_out(0, "1 1|2 2");
    go("0 replace 1");
    draw("3");
    assert_true(may("0 buy old-situation") && may("0 buy situation"));
    go("0 buy situation"); /* the discards */
    can(GM_DEALER, "situation 0 1");
    discards_are(AG_SITUATION, "");
    draw("1");
    situations_are(0, "3 1");
    points_are("2 5");
    go("0 end");
    cannot("1 buy situation", "A4.6");
    cannot("1 buy old-situation", "A4.6");
    go("1 replace 2"); /* the only one */
    can(GM_DEALER, "situation 1 2");
}

/* ---- A4.7 ---- */

static void some_commands_ask_nothing(void **unused) { /* A4.7 */
    (void)unused;
    begin(2, "hand=3", "salvage ww|rob 2 ww|draw 1 ww|draw 1 *0|6*" BLANK, IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 2 left-only-pts"); /* seat 1 performs, without a question */
    points_are("3 7");
    asks(0);
    go("0 play 3 left-left-pts");
    asks(GM_DEALER);
    can(GM_DEALER, "agent 1 7, agent 1 8, agent 1 9, agent 1 10");
    draw("7");
    asks(0);
    go("0 end; 1 send 4 0-scores");
    draw("8");
    finish_turn();
    go("0 play 1 left-left-pts");
    asks(0);
    hand_is(1, "4 7 8 5 6");
    discards_are(AG_AGENT, "");
}

static void asked_with_one_choice(void **unused) { /* A4.7 */
    static const struct {
        const char *command, *choice;
    } asked[] = {
        {"neutralise end", "neutralise 2"}, {"turn neighbour", "turn 2"},   {"swap self front", "swap 1 2"},
        {"recall front", "recall 2"},       {"dismiss own", "dismiss 2"},   {"brief", "brief 1 s1"},
        {"pickpocket", "pickpocket 1"},     {"steal situation", "steal 2"}, {"burn situation", "burn 2"},
        {"move end", "move 2 only"},
    };
    char deck[64];
    (void)unused;
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        snprintf(deck, sizeof deck, "%s ww|4*" BLANK, asked[i].command);
        begin(2, "hand=2", deck, IDLE_2);
        deal_out(1, "1 2 1|3 4 2");
        go("1 lay 2 left");
        finish_turn();
        go("0 play 2 left-only-cmd; 0 play 1 left-left-cmd");
        asks(0);
        can(0, asked[i].choice);
    }
}

static void as_far_as_it_can_be(void **unused) { /* A4.7 */
    (void)unused;
    begin(2, "hand=1", "rob 9 ww|rob 3 ww", IDLE_2);
    deal_out(0, "1 1|2 2");
    go("0 play 1 left-only-pts"); /* 5 of 9 */
    points_are("0 10");
    finish_turn();
    go("1 play 2 left-only-cmd"); /* 0 of 3 */
    points_are("0 10");
    asks(1);
}

static void no_command_without_an_agent(void **unused) { /* A4.7 */
    (void)unused;
    begin(2, "hand=1", "2*" BLANK, IDLE_2);
    deal_out(0, "1 1|2 2");
    go("0 play 1 left-only-cmd");
    cannot("0 neutralise 1", "A4.7");
    cannot("0 swap 1 2", "A4.7");
    cannot("0 pickpocket 1", "A4.7");
    cannot("0 brief 1", "A4.7");
}

/* ---- A4.8 ---- */

static void forgoing_when_there_is_nothing_to_do(void **unused) { /* A4.8 */
    (void)unused;
    begin(2, "hand=1 situations=0 points=0", "neutralise any *1|pickpocket *1", "");
    deal_out(0, "1|2");
    can(0, "forgo"); /* with a card that cannot be played */
    cannot("0 end", "A4.8");
    go("0 forgo");
    assert_int_equal(now()->actions, 1);
    can(0, "forgo");
    cannot("0 end", "A4.8");
    go("0 forgo");
    can(0, "end");
    cannot("0 forgo", "A3.1");
    go("0 end");
    cannot("1 forgo", "A4.8"); /* it has a pocket to pick */
    can(1, "send 2 0-scores b2");
    cannot("1 end", "A4.8");
}

static void any_action_must_be_done(void **unused) { /* A4.8 */
    static const struct {
        const char *settings, *deck, *situations, *can;
    } tables[] = {
        {"hand=1 situations=0 points=0", "rob 1 ww|rob 1 ww", "",
         "play 1 left-only-cmd b1, play 1 left-only-pts b1, play 1 right-only-cmd b1, "
         "play 1 right-only-pts b1"},
        {"hand=1 situations=0 points=1", "rob 1 *0|" BLANK, "", "send 1 1-scores b1, send 1 1-acts b1"},
        {"hand=1 situations=0 points=0", "rob 1 *0|" BLANK "|" BLANK, "",
         "forgo"}, /* it has no points to buy with */
        {"hand=1 situations=0 points=1", "brief *0|" BLANK "|" BLANK, "", "buy agent"},
        {"hand=1 situations=0 points=2", "brief *0|" BLANK, "agents=1 1", "forgo"}, /* too dear */
        {"hand=1 situations=0 points=3", "brief *0|" BLANK, "agents=1 1", "buy situation"},
        {"hand=1 situations=1 points=0", "neutralise any *0|" BLANK, IDLE_2,
         "replace 1 s1, lay 1 left s1, lay 1 right s1"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        begin(2, tables[i].settings, tables[i].deck, tables[i].situations);
        deal_out(0, in_the_box()->dealt[AG_SITUATION] ? "1 1|2 2" : "1|2");
        can(0, tables[i].can);
        if (strcmp(tables[i].can, "forgo")) cannot("0 forgo", "A4.8");
    }
}

static void a_repeat_must_be_done(void **unused) { /* A4.8 */
    (void)unused;
    begin(2, "hand=1 situations=0 points=0", "turn front ww|" BLANK, "");
    deal_out(0, "1|2");
    go("0 play 1 left-only-cmd; 0 forgo; 0 end; 1 play 2 right-left-cmd; 1 forgo; 1 end");
    can(0, "repeat 1");
    cannot("0 forgo", "A4.8");
    go("0 repeat 1; 0 turn 2");
    front_is(0, "1:0 2:0");
    can(0, "repeat 1");
}

static void forgoing_with_full_fronts(void **unused) { /* A4.8, A2.3 */
    (void)unused;
    begin(2, "hand=1 situations=0 points=0", "draw 40 *0|20*" BLANK, "");
    deal_out(0, "1|2");
    go("0 send 1 1-scores");
    draw("3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21");
    decks_are(0, 0);
    go("0 play 3 left-only-cmd; 0 end; 1 play 2 left-only-pts; 1 forgo; 1 end");
    for (int card = 4; card <= 15; card++) {
        char line[64];
        snprintf(line, sizeof line, "0 play %d %s-left-%s", card, card < 10 ? "left" : "right",
                 card % 2 ? "cmd" : "pts"); /* they face in turn, so there are no arrows */
        in_turn(line);
    }
    assert_int_equal(now()->count[0], 7);
    assert_int_equal(now()->count[1], 7);
    finish_turn();
    finish_turn();
    asks(0);
    hand_is(0, "16 17 18 19 20 21");
    can(0, "forgo"); /* seven ordinary agents, and no place */
    cannot("0 play 16 left-left-cmd", "A2.3");
    go("0 forgo; 0 forgo");
    can(0, "end");
}

static void who_has_a_situation_can_act(void **unused) { /* A4.8 */
    (void)unused;
    begin(2, "hand=1 situations=0 points=3", "neutralise any *0|steal situation *0", "agents=9 0");
    deal_out(0, "1|2");
    go("0 buy situation");
    draw("1");
    points_are("0 3");
    can(0, "replace 1 s1, lay 1 left s1, lay 1 right s1");
    cannot("0 forgo", "A4.8");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_prices),
        cmocka_unit_test(the_top_of_the_discards),
        cmocka_unit_test(bought_cards_can_be_used),
        cmocka_unit_test(replaces_from_hand_or_table),
        cmocka_unit_test(the_same_card_may_return),
        cmocka_unit_test(an_empty_agent_deck),
        cmocka_unit_test(discards_bought_from_an_empty_deck),
        cmocka_unit_test(rebuilt_in_the_middle_of_a_draw),
        cmocka_unit_test(as_many_as_there_are),
        cmocka_unit_test(an_empty_situation_deck),
        cmocka_unit_test(some_commands_ask_nothing),
        cmocka_unit_test(asked_with_one_choice),
        cmocka_unit_test(as_far_as_it_can_be),
        cmocka_unit_test(no_command_without_an_agent),
        cmocka_unit_test(forgoing_when_there_is_nothing_to_do),
        cmocka_unit_test(any_action_must_be_done),
        cmocka_unit_test(a_repeat_must_be_done),
        cmocka_unit_test(forgoing_with_full_fronts),
        cmocka_unit_test(who_has_a_situation_can_act),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
