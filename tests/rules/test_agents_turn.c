/* The rules of The Agents, doc/rules/agents.md: playing, sending and repeating agents, A4.1 to A4.3. */
#include "tests/rules/agents.h"

/* How a seat can send a special agent now: "1-scores 2-acts". */
static void ways_to_send_are(gm_seat seat, int card, const char *ways) {
    char found[128] = "", line[32];
    for (int q = 0; q < in_the_box()->head.seats; q++)
        for (int points = 0; points < 2; points++) {
            snprintf(line, sizeof line, "%d send %d %d-%s", seat, card, q, points ? "acts" : "scores");
            if (may(line))
                snprintf(found + strlen(found), sizeof found - strlen(found), "%s%d-%s", *found ? " " : "", q,
                         points ? "acts" : "scores");
            else
                cannot(line, "A4.2");
        }
    assert_string_equal(found, ways);
}

/* ---- A4.1 ---- */

static void at_either_end_and_either_way(void **unused) { /* A4.1 */
    (void)unused;
    begin(2, "hand=3 points=0", "6*" BLANK, IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 1 left-only-cmd; 0 play 2 left-left-pts; 0 end");
    front_is(0, "2:1 1:0");
    go("1 play 4 right-left-cmd; 1 play 5 right-right-pts; 1 end"); /* left and right as seat 1 sees them */
    front_is(0, "5:0 2:1 1:0 4:1");
    go("0 play 3 left-right-cmd");
    front_is(0, "5:0 2:1 1:0 4:1 3:0");
    front_is(1, "");
    hand_is(0, "");
    finish_turn();
    assert_int_equal(choices(1, AG_M_PLAY), 6);
    go("1 play 6 left-only-pts");
    front_is(1, "6:0");
}

static void only_ordinary_agents_from_hand(void **unused) { /* A4.1, A4.2 */
    (void)unused;
    begin(2, "hand=2", "draw 1 *0|5*" BLANK, IDLE_2);
    deal_out(0, "1 2 1|3 4 2");
    cannot("0 play 3 left-only-cmd", "A4.1"); /* another player's */
    cannot("0 play 5 left-only-cmd", "A4.1"); /* in the deck */
    cannot("0 play 2 left-only-cmd b1", "A4.1");
    cannot("0 play 1 left-only-cmd", "A4.2");
    cannot("0 send 2 1-scores", "A4.1");
    cannot("0 send 3 1-scores", "A4.1");
    cannot("0 send 1 0-scores", "A4.2"); /* it goes to somebody else */
    go("0 play 2 left-only-cmd");
    cannot("0 play 2 left-left-cmd", "A4.1"); /* no longer there */
}

/* Three players.  2 lies in front 0, 3 in front 1, 5 in front 2.  It is seat 0's turn, with card 7 and card
 * 1, which has this command. */
static void begin_three(const char *command) {
    char deck[96];
    snprintf(deck, sizeof deck, "%s|8*" BLANK, command);
    begin(3, "points=5", deck, IDLE_3);
    deal_out(0, "1 2 7 1|3 4 8 2|5 6 9 3");
    in_turn("0 play 2 left-only-cmd; 1 play 3 left-only-cmd; 2 play 5 left-only-pts");
    finish_turn();
    asks(0);
}

static void the_one_it_faces_performs(void **unused) { /* A4.1, A4.7 */
    (void)unused;
    begin_three("neutralise any ww");
    go("0 play 1 left-left-cmd");
    asks(0);
    can(0, "neutralise 2, neutralise 3, neutralise 5");
    begin_three("neutralise any ww");
    go("0 play 1 left-left-pts"); /* to seat 1 */
    asks(1);
    can(1, "neutralise 2, neutralise 3, neutralise 5"); /* all that seat 1 may choose */
    can(0, "");
    cannot("0 play 7 left-left-cmd", "A3.1"); /* before the turn goes on */
    cannot("0 neutralise 2", "A3.1");
    cannot("2 neutralise 2", "A3.1");
    cannot("1 play 4 left-left-cmd", "A4.7");
    cannot("1 end", "A4.7");
    cannot("1 forgo", "A4.7");
    cannot("1 turn 2", "A4.7");
    assert_int_equal(now()->actions, 0);
    go("1 neutralise 2");
    front_is(0, "1:1 2:0x");
    asks(0); /* the turn goes on */
    assert_int_equal(now()->actions, 1);
    assert_int_equal(now()->turn, 0);
    begin_three("neutralise any ww");
    go("0 play 1 right-right-pts"); /* front 2, to seat 2 */
    asks(2);
    go("2 neutralise 5");
    front_is(2, "1:2 5:0x");
    asks(0);
}

static void own_is_the_performers(void **unused) { /* A4.1, A4.2 */
    (void)unused;
    begin_three("dismiss own ww");
    go("0 play 1 left-left-pts");
    can(1, "dismiss 2, dismiss 3"); /* fronts 0 and 1 */
    begin_three("dismiss own ww");
    go("0 play 1 right-left-pts");
    can(2, "dismiss 3, dismiss 5"); /* 1 and 2 */
    begin_three("dismiss own ww");
    go("0 play 1 right-left-cmd");
    can(0, "dismiss 2, dismiss 5"); /* 0 and 2 */
    begin_three("dismiss own *1");
    go("0 send 1 2-acts");
    asks(2);
    can(2, "dismiss 3, dismiss 5");
    begin_three("dismiss own *1");
    go("0 send 1 2-scores");
    asks(0);
    can(0, "dismiss 2, dismiss 5");
}

static void compulsory_to_the_own_harm(void **unused) { /* A4.1, A4.7 */
    (void)unused;
    begin(2, "hand=2", "dismiss neighbour ww|3*" BLANK, IDLE_2);
    deal_out(0, "1 2 1|3 4 2");
    go("0 play 2 left-only-pts"); /* works for seat 1 */
    go("0 play 1 left-left-pts");
    asks(1);
    can(1, "dismiss 2"); /* there is only one, but it is asked */
    go("1 dismiss 2");
    discards_are(AG_AGENT, "2");
    front_is(0, "1:1");
    can(0, "lay 1 left s1, lay 1 right s1, end");
}

/* ---- A4.2 ---- */

static void between_you_and_anyone(void **unused) { /* A4.2 */
    (void)unused;
    begin(5, "hand=1", "draw 1 *2|9*" BLANK, IDLE_5);
    deal_out(1, "2 1|1 2|3 3|4 4|5 5");
    ways_to_send_are(1, 1, "0-scores 0-acts 2-scores 2-acts 3-scores 3-acts 4-scores 4-acts");
    go("1 send 1 4-acts");
    can(GM_DEALER, "agent 4 6, agent 4 7, agent 4 8, agent 4 9, agent 4 10");
    draw("8");
    hand_is(4, "8 5");
    hand_is(1, "");
    points_are("5 7 5 5 5"); /* the other takes the points */
    discards_are(AG_AGENT, "1");
    asks(1);
    assert_int_equal(now()->actions, 1);
    begin(5, "hand=1", "draw 1 *2|9*" BLANK, IDLE_5);
    deal_out(1, "2 1|1 2|3 3|4 4|5 5");
    go("1 send 1 3-scores");
    draw("8");
    hand_is(1, "8");
    points_are("5 5 5 7 5");
    for (int f = 0; f < 5; f++)
        front_is(f, ""); /* in the middle of the table, in no front */
}

static void laid_out_performed_paid_discarded(void **unused) { /* A4.2 */
    (void)unused;
    begin_three("turn any *3");
    points_are("5 5 5");
    go("0 send 1 1-acts");
    asks(1); /* the performer */
    can(1, "turn 2, turn 3, turn 5");
    hand_is(0, "7"); /* laid out */
    discards_are(AG_AGENT, "");
    points_are("5 5 5"); /* not yet */
    go("1 turn 2");
    points_are("8 5 5");
    discards_are(AG_AGENT, "1");
    asks(0);
}

static void it_is_not_there_for_its_own_command(void **unused) { /* A4.2 */
    (void)unused;
    begin(2, "hand=2", "salvage *3|draw 9 *2|2*" BLANK, IDLE_2);
    deal_out(0, "1 2 1|3 4 2");
    ways_to_send_are(0, 1, ""); /* there are no other discards */
    ways_to_send_are(0, 2, ""); /* the deck is empty */
    begin(2, "hand=3", "salvage *3|draw 9 *2|2*draw 1 *0|4*" BLANK, IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 send 3 1-scores");
    draw("7");
    go("0 send 1 1-scores"); /* asks nothing */
    hand_is(0, "3 2 7");
    discards_are(AG_AGENT, "1");
    points_are("5 8");
    go("0 end; 1 send 4 0-scores");
    draw("8");
    decks_are(0, 0);
    finish_turn();
    discards_are(AG_AGENT, "1 4");
    go("0 send 2 1-scores"); /* it draws the two discards, but not itself */
    decks_are(2, 0);
    can(GM_DEALER, "agent 0 1, agent 0 4");
    draw("4 1");
    discards_are(AG_AGENT, "2");
    points_are("5 10");
}

static void robbed_then_paid(void **unused) { /* A4.2 */
    (void)unused;
    begin(2, "hand=1", "rob 9 *3|" BLANK, IDLE_2);
    deal_out(0, "1 1|2 2");
    go("0 send 1 1-scores");
    points_are("10 3");
    begin(3, "hand=1", "rob 2 *4|2*" BLANK, IDLE_3);
    deal_out(0, "1 1|2 2|3 3");
    go("0 send 1 2-acts"); /* seat 2 robs seat 0 */
    points_are("7 5 7");
}

static void not_without_agents(void **unused) { /* A4.2 */
    static const char *const commands[] = {"neutralise", "revive", "turn", "swap", "recall", "dismiss"};
    static const bool none[] = {false, true, false, true, false, false};
    char deck[128];
    (void)unused;
    for (int i = 0; i < 6; i++) {
        snprintf(deck, sizeof deck, "%s any *0|%s own *0|neutralise any *0|6*" BLANK, commands[i],
                 commands[i]);
        begin(3, "hand=3 points=0", deck, IDLE_3);
        deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3");
        ways_to_send_are(0, 1, "");
        ways_to_send_are(0, 2, "");
        finish_turn();
        go("1 play 4 left-only-cmd"); /* front 1 */
        finish_turn();
        finish_turn();
        ways_to_send_are(0, 1, none[i] ? "" : "1-scores 1-acts 2-scores 2-acts");
        ways_to_send_are(0, 2, none[i] ? "" : "1-acts 2-acts"); /* for those who sit there */
        go("0 send 3 1-scores; 0 neutralise 4");
        bool down = i < 3 ? i == 1 : i > 3; /* all but neutralise and turn may choose a face-down agent */
        ways_to_send_are(0, 1, down ? "1-scores 1-acts 2-scores 2-acts" : "");
        ways_to_send_are(0, 2, down ? "1-acts 2-acts" : "");
    }
}

static void not_with_one_to_swap(void **unused) { /* A4.2 */
    (void)unused;
    begin(3, "hand=3 points=0", "swap any *0|swap own *0|7*" BLANK, IDLE_3);
    deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3");
    in_turn("0 play 3 left-only-cmd; 1 play 4 left-only-cmd");
    finish_turn();
    finish_turn();
    asks(0);
    ways_to_send_are(0, 1, "1-scores 1-acts 2-scores 2-acts");
    ways_to_send_are(0, 2, "1-acts"); /* only seat 1 has two */
    go("0 send 2 1-acts");
    asks(1);
    can(1, "swap 3 4");
}

static void not_without_cards_to_draw(void **unused) { /* A4.2, A4.6 */
    (void)unused;
    begin(2, "hand=2", "draw 1 *0|draw 1 *0|salvage *0|" BLANK "|" BLANK, IDLE_2);
    deal_out(0, "1 2 1|3 4 2");
    ways_to_send_are(0, 1, "1-scores 1-acts");
    finish_turn();
    ways_to_send_are(1, 3, "");
    finish_turn();
    go("0 send 1 1-scores");
    draw("5");
    ways_to_send_are(0, 2, "1-scores 1-acts"); /* discards are enough */
    decks_are(0, 0);
    finish_turn();
    ways_to_send_are(1, 3, "0-scores 0-acts");
    go("1 send 3 0-acts");
    hand_is(0, "5 2 1");
}

static void not_with_empty_pockets(void **unused) { /* A4.2 */
    (void)unused;
    begin(2, "hand=1 points=0 situations=0", "2*pickpocket *0", "");
    deal_out(0, "1|2");
    ways_to_send_are(0, 1, "1-scores"); /* once it is laid out, seat 0 has no card left */
    go("0 send 1 1-scores");
    can(0, "pickpocket 1");
    go("0 pickpocket 1; dealer take b2 2");
    hand_is(0, "2");
    ways_to_send_are(0, 2, ""); /* nobody else has a card */
    can(0, "forgo");
    begin(3, "hand=1 points=0 situations=0", "pickpocket *0|2*" BLANK, "");
    deal_out(2, "2|3|1");
    ways_to_send_are(2, 1, "0-scores 0-acts 1-scores 1-acts"); /* each of them can rob the third */
    go("2 send 1 0-acts");
    can(0, "pickpocket 1");
}

static void not_without_open_situations(void **unused) { /* A4.2 */
    (void)unused;
    for (int burn = 0; burn < 2; burn++) {
        begin(3, "hand=1 points=0", burn ? "burn situation *0|2*" BLANK : "steal situation *0|2*" BLANK,
              IDLE_3);
        deal_out(0, "1 1|2 2|3 3");
        ways_to_send_are(0, 1, "");
        go("0 lay 1 left"); /* a player's own ones do not count */
        ways_to_send_are(0, 1, "1-acts 2-acts");
        go("0 lay 1 hand");
        finish_turn();
        go("1 lay 2 right");
        finish_turn();
        finish_turn();
        ways_to_send_are(0, 1, "1-scores 2-scores 2-acts");
        go("0 lay 1 right");
        ways_to_send_are(0, 1, "1-scores 1-acts 2-scores 2-acts");
        go("0 send 1 1-scores");
        can(0, burn ? "burn 2" : "steal 2"); /* its own one is not offered */
    }
}

static void not_without_a_situation_to_replace(void **unused) { /* A4.2 */
    (void)unused;
    begin(2, "hand=1 situations=0 points=3", "brief *0|" BLANK, "agents=9 1");
    deal_out(0, "1|2");
    ways_to_send_are(0, 1, "");
    go("0 buy situation");
    draw("1");
    ways_to_send_are(0, 1, "1-scores");
    go("0 lay 1 left"); /* on the table it is still seat 0's */
    ways_to_send_are(0, 1, "1-scores");
    go("0 send 1 1-scores; 0 brief 1");
    draw("1");
    situations_are(0, "1");
}

static void not_without_points_to_rob(void **unused) { /* A4.2 */
    (void)unused;
    begin(3, "hand=2", "rob 9 *0|rob 9 *1|4*" BLANK, IDLE_3);
    deal_out(0, "1 2 1|3 4 2|5 6 3");
    go("0 send 1 1-scores");
    points_are("10 0 5");
    ways_to_send_are(0, 2, "1-acts 2-scores 2-acts"); /* whoever performs it, the other must have some */
    begin(2, "hand=1 points=0 situations=0", "rob 1 *5|" BLANK, "");
    deal_out(0, "1|2");
    can(0, "forgo");
}

static void not_with_nowhere_to_move(void **unused) { /* A4.2 */
    (void)unused;
    begin(3, "points=0", "move own *0|draw 15 *0|30*" BLANK, IDLE_3);
    deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3");
    ways_to_send_are(0, 1, "");
    go("0 send 2 1-scores");
    draw("10 11 12 13 14 15 16 17 18 19 20 21 22 23 24");
    go("0 play 10 left-only-cmd; 0 end"); /* front 0 */
    finish_turn();
    finish_turn();
    ways_to_send_are(0, 1, "1-scores 1-acts 2-scores"); /* seat 2 has none */
    in_turn("0 play 11 left-left-cmd; 0 play 12 left-left-cmd; 0 play 13 left-left-cmd");
    in_turn("0 play 14 left-left-cmd; 0 play 15 right-only-cmd; 0 play 16 right-left-cmd");
    in_turn("0 play 17 right-left-cmd; 0 play 18 right-left-cmd");
    finish_turn();
    finish_turn();
    finish_turn();
    ways_to_send_are(0, 1, "1-scores 1-acts 2-scores 2-acts"); /* front 2 has a free place */
    go("0 play 19 right-left-cmd");
    ways_to_send_are(0, 1, "1-acts 2-acts"); /* both are full */
    go("0 send 1 1-acts");
    assert_int_equal(choices(1, AG_M_MOVE), 5);
}

/* ---- A4.3 ---- */

static void repeats_what_works_for_you(void **unused) { /* A4.3 */
    (void)unused;
    begin(4, "hand=2 points=5", "4*rob 1 ww|4*" BLANK, IDLE_4);
    deal_out(0, "1 2 1|3 5 2|4 6 3|7 8 4");
    go("0 play 1 left-only-cmd; 0 play 2 right-only-pts; 0 end"); /* 1 works for seat 0, 2 for seat 3 */
    points_are("5 4 5 6");
    go("1 play 3 right-right-cmd"); /* in front 0 too, for seat 1 */
    finish_turn();
    go("2 play 4 right-only-cmd"); /* front 1 */
    finish_turn();
    finish_turn();
    points_are("4 4 6 6");
    asks(0);
    assert_int_equal(choices(0, AG_M_REPEAT), 1);
    cannot_because("0 repeat 2", "A4.3", "agents.why.not-yours"); /* works for seat 3 */
    cannot("0 repeat 3", "A4.3");                                 /* for seat 1 */
    cannot("0 repeat 4", "A4.3");                                 /* in a front of others */
    cannot("0 repeat 7", "A4.3");                                 /* in a hand */
    go("0 repeat 1");
    points_are("5 3 6 6");
    go("0 repeat 1"); /* the same again */
    points_are("6 2 6 6");
    go("0 end; 1 repeat 3");
    points_are("5 3 6 6");
    cannot("1 repeat 1", "A4.3");
    cannot("1 repeat 4", "A4.3");
}

static void the_one_opposite_is_robbed(void **unused) { /* A4.3 */
    (void)unused;
    begin(3, "hand=2", "rob 5 ww|rob 1 ww|4*" BLANK, IDLE_3);
    deal_out(0, "1 2 1|3 4 2|5 6 3");
    go("0 play 1 left-only-cmd; 0 play 2 right-only-cmd; 0 end"); /* they rob seat 1 and seat 2 */
    points_are("11 0 4");
    finish_turn();
    finish_turn();
    cannot("0 repeat 1", "A4.3"); /* seat 1 has no points left; seat 2's do not help */
    assert_true(may("0 repeat 2"));
    begin(3, "hand=2", "rob 5 ww|rob 1 ww|4*" BLANK, IDLE_3);
    deal_out(0, "1 2 1|3 4 2|5 6 3");
    go("0 play 1 right-only-cmd; 0 play 2 left-only-cmd; 0 end");
    points_are("11 4 0");
    finish_turn();
    finish_turn();
    cannot("0 repeat 1", "A4.3");
    go("0 repeat 2");
    points_are("12 3 0");
}

static void repeating_asks_the_player(void **unused) { /* A4.3 */
    (void)unused;
    begin(2, "hand=3", "neutralise front ww|5*" BLANK, IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 1 left-only-cmd; 0 play 2 left-left-cmd; 0 end");
    go("1 play 4 right-left-cmd; 1 play 5 right-right-cmd; 1 end; 0 repeat 1");
    asks(0);
    can(0, "neutralise 2, neutralise 4, neutralise 5");
    go("0 neutralise 4; 0 repeat 1; 0 neutralise 2");
    front_is(0, "5:1 2:0x 1:0 4:1x");
}

static void face_down_is_not_repeated(void **unused) { /* A4.3 */
    (void)unused;
    begin(2, "hand=2", "rob 1 ww|neutralise front ww|2*" BLANK, IDLE_2);
    deal_out(0, "1 2 1|3 4 2");
    go("0 play 1 left-only-cmd; 0 play 2 left-left-cmd; 0 neutralise 1; 0 end");
    finish_turn();
    cannot("0 repeat 1", "A8.1");
    cannot("0 repeat 2", "A4.3"); /* nothing left to neutralise */
    assert_int_equal(choices(0, AG_M_REPEAT), 0);
}

static void nothing_to_be_done(void **unused) { /* A4.3, A4.7 */
    static const char *const commands[] = {
        "neutralise any",  "revive any",     "turn any",       "swap any",   "swap self any", "recall any",
        "dismiss any",     "move own",       "draw 1",         "salvage",    "brief",         "rob 1",
        "steal situation", "burn situation", "neutralise end", "turn front", "swap front"};
    char deck[96];
    (void)unused;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        snprintf(deck, sizeof deck, "%s ww|salvage *0", commands[i]);
        begin(2, "hand=1 situations=0 points=0", deck, "");
        deal_out(0, "1|2");
        go("0 play 1 left-only-cmd"); /* allowed, and does nothing */
        asks(0);
        assert_int_equal(now()->actions, 1);
        can(0, "forgo");
        cannot_because("0 repeat 1", "A4.3", "agents.why.nothing");
    }
    begin(2, "hand=1 situations=0 points=0", "pickpocket ww|" BLANK, "");
    deal_out(1, "1|2");
    go("1 play 2 left-only-cmd; 1 forgo; 1 end; 0 play 1 left-only-cmd");
    can(0, "forgo");
    cannot("0 repeat 1", "A4.3");
}

static void swapping_takes_two(void **unused) { /* A4.3, A4.7 */
    (void)unused;
    begin(2, "hand=2 points=0", "swap front ww|3*" BLANK, IDLE_2);
    deal_out(0, "2 1 1|3 4 2");
    go("0 play 2 left-only-cmd; 0 play 1 left-left-cmd"); /* only one besides itself */
    can(0, "lay 1 left s1, lay 1 right s1, end");
    go("0 end; 1 play 3 left-only-cmd");
    finish_turn();
    cannot("0 repeat 1", "A4.3");
    finish_turn();
    go("1 play 4 right-left-cmd");
    finish_turn();
    go("0 repeat 1");
    can(0, "swap 2 4");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_either_end_and_either_way),
        cmocka_unit_test(only_ordinary_agents_from_hand),
        cmocka_unit_test(the_one_it_faces_performs),
        cmocka_unit_test(own_is_the_performers),
        cmocka_unit_test(compulsory_to_the_own_harm),
        cmocka_unit_test(between_you_and_anyone),
        cmocka_unit_test(laid_out_performed_paid_discarded),
        cmocka_unit_test(it_is_not_there_for_its_own_command),
        cmocka_unit_test(robbed_then_paid),
        cmocka_unit_test(not_without_agents),
        cmocka_unit_test(not_with_one_to_swap),
        cmocka_unit_test(not_without_cards_to_draw),
        cmocka_unit_test(not_with_empty_pockets),
        cmocka_unit_test(not_without_open_situations),
        cmocka_unit_test(not_without_a_situation_to_replace),
        cmocka_unit_test(not_without_points_to_rob),
        cmocka_unit_test(not_with_nowhere_to_move),
        cmocka_unit_test(repeats_what_works_for_you),
        cmocka_unit_test(the_one_opposite_is_robbed),
        cmocka_unit_test(repeating_asks_the_player),
        cmocka_unit_test(face_down_is_not_repeated),
        cmocka_unit_test(nothing_to_be_done),
        cmocka_unit_test(swapping_takes_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
