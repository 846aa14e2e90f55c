/* The rules of The Agents, doc/rules/agents.md: commands, A9. */
#include "tests/rules/agents.h"

/* ---- A9: the targets of commands ---- */

/* Three seats, and every kind of target around agent 1 in front 0, which is full:
 *     front 0: 2x 1 3 4x 5     front 1: 9x 8     front 2: 6 7x
 * Then the seat that agent 1 works for repeats its command. */
static void begin_crowd(const char *command, gm_seat performer) {
    char cards[128];
    snprintf(cards, sizeof cards, "%s wb|6*" INERT " ww|neutralise any ww|" INERT " ww", command);
    begin(3, "goal=99", cards, IDLE_3);
    deal_out(0, "1 2 3 1|4 5 9 2|6 7 8 3");
    go(performer ? "0 play 1 left-only-pts" : "0 play 1 left-only-cmd");
    in_turn("0 play 3 left-right-cmd; 1 play 4 right-left-pts; 1 play 5 right-left-cmd;"
            "2 play 6 left-only-cmd; 2 play 7 left-right-pts; 0 play 2 left-left-pts;"
            "1 play 9 left-only-cmd; 2 play 8 right-left-cmd");
    go("2 neutralise 2");
    for (const char *s = "479"; *s; s++) {
        in_turn("2 repeat 8");
        playf("2 neutralise %c", *s);
    }
    front_is(0, performer ? "2:1x 1:1 3:0 4:0x 5:1" : "2:1x 1:0 3:0 4:0x 5:1");
    front_is(1, "9:1x 8:2");
    front_is(2, "6:2 7:0x");
    in_turn(performer ? "1 repeat 1" : "0 repeat 1");
}

/* In that crowd the command can choose exactly these cards. */
static void targets_are(const char *verb, const char *targets, gm_seat performer, const char *cards) {
    char command[64];
    snprintf(command, sizeof command, "%s %s", verb, targets);
    begin_crowd(command, performer);
    must_choose(performer, verb, cards);
}

static void targets_of_neutralise_and_turn(void **unused) { /* A9.1, A9.12, A9.11 */
    static const char *const verbs[] = {"neutralise", "turn"};
    (void)unused;
    for (int i = 0; i < 2; i++) {
        targets_are(verbs[i], "neighbour", 0, "3");
        targets_are(verbs[i], "end", 0, "5");
        targets_are(verbs[i], "front", 0, "3 5");
        targets_are(verbs[i], "own", 0, "3 5 6");
        targets_are(verbs[i], "any", 0, "3 5 6 8");
        targets_are(verbs[i], "neighbour", 1, "3");
        targets_are(verbs[i], "end", 1, "5");
        targets_are(verbs[i], "front", 1, "3 5");
        targets_are(verbs[i], "own", 1, "3 5 8"); /* the performer's two fronts */
        targets_are(verbs[i], "any", 1, "3 5 6 8");
    }
}

static void targets_of_revive(void **unused) { /* A9.1, A9.12 */
    (void)unused;
    targets_are("revive", "neighbour", 0, "2");
    targets_are("revive", "end", 0, "2");
    targets_are("revive", "front", 0, "2 4");
    targets_are("revive", "own", 0, "2 4 7");
    targets_are("revive", "any", 0, "2 4 7 9");
    targets_are("revive", "own", 1, "2 4 9");
}

static void targets_of_recall_and_dismiss(void **unused) { /* A9.3, A9.12, A8.1 */
    static const char *const verbs[] = {"recall", "dismiss"};
    (void)unused;
    for (int i = 0; i < 2; i++) {
        targets_are(verbs[i], "neighbour", 0, "2 3");
        targets_are(verbs[i], "end", 0, "2 5");
        targets_are(verbs[i], "front", 0, "2 3 4 5");
        targets_are(verbs[i], "own", 0, "2 3 4 5 6 7");
        targets_are(verbs[i], "any", 0, "2 3 4 5 6 7 8 9");
        targets_are(verbs[i], "own", 1, "2 3 4 5 8 9");
    }
}

static void targets_of_swap(void **unused) { /* A9.2, A9.12, A8.1 */
    (void)unused;
    targets_are("swap", "neighbour", 0, "2 3");
    targets_are("swap", "end", 0, "2 5");
    targets_are("swap", "front", 0, "2 3 4 5");
    targets_are("swap", "own", 0, "2 3 4 5 6 7");
    targets_are("swap", "any", 0, "2 3 4 5 6 7 8 9");
    targets_are("swap", "own", 1, "2 3 4 5 8 9");
    cannot("1 swap 3 3", "A9.2"); /* it takes two different agents */
    cannot("1 swap 1 3", "A9.2"); /* it cannot swap itself */
    cannot("1 swap 3 6", "A9.2");
    cannot("1 turn 3", "A4.7"); /* another command */
}

static void targets_of_swap_self(void **unused) { /* A9.2 */
    (void)unused;
    begin_crowd("swap self neighbour", 0);
    can(0, "swap 1 2, swap 1 3");
    begin_crowd("swap self end", 0);
    can(0, "swap 1 2, swap 1 5");
    begin_crowd("swap self front", 1);
    can(1, "swap 1 2, swap 1 3, swap 1 4, swap 1 5");
    begin_crowd("swap self own", 1);
    can(1, "swap 1 2, swap 1 3, swap 1 4, swap 1 5, swap 1 8, swap 1 9");
    begin_crowd("swap self any", 0);
    can(0, "swap 1 2, swap 1 3, swap 1 4, swap 1 5, swap 1 6, swap 1 7, swap 1 8, swap 1 9");
    cannot("0 swap 2 3", "A9.2"); /* this agent and one other */
    go("0 swap 1 9");
    front_is(0, "2:1x 9:1x 3:0 4:0x 5:1");
    front_is(1, "1:2 8:2"); /* no longer at seat 0's fronts */
    begin(2, "", "2*" INERT " ww|swap self front ww|3*" INERT " ww", IDLE_2);
    deal_out(0, "1 3 5 1|2 4 6 2"); /* its neighbours have a lower and a higher number */
    in_turn("0 play 1 left-only-cmd; 1 play 4 right-left-cmd; 0 play 3 left-left-cmd");
    can(0, "swap 1 3, swap 3 4");
    go("0 swap 1 3");
    front_is(0, "1:0 3:0 4:1");
}

static void targets_of_move(void **unused) { /* A9.4, A8.4, A9.12, A8.1 */
    (void)unused;
    targets_are("move", "neighbour", 0, "2 3");
    targets_are("move", "end", 0, "2 5");
    targets_are("move", "front", 0, "2 3 4 5");
    targets_are("move", "own", 0, "2 3 4 5"); /* front 0 is full, so 6 and 7 stay where they are */
    cannot("0 move 6 left", "A9.4");
    cannot("0 move 8 left", "A9.4");
    cannot("0 move 1 left", "A9.4");
    cannot("0 move 2 only", "A9.4"); /* there are agents in the other front */
    targets_are("move", "neighbour", 1, "2 3");
    targets_are("move", "own", 1, "2 3 4 5");
    go("1 move 2 left"); /* now there is room for one */
    in_turn("1 repeat 1");
    must_choose(1, "move", "2 3 4 5 8 9");
}

static void ends_of_a_front(void **unused) { /* A9.11 */
    (void)unused;
    begin(2, "", "dismiss end ww|5*" INERT " ww", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 1 left-only-cmd"); /* alone, it has no target */
    assert_int_equal(now()->actions, 1);
    cannot("0 repeat 1", "A4.3");
    go("0 play 2 left-right-cmd; 0 end");
    in_turn("0 repeat 1"); /* it lies at one end, so only the other one */
    must_choose(0, "dismiss", "2");
    cannot("0 dismiss 1", "A9.3");
    begin(2, "", "dismiss end ww|5*" INERT " ww", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    in_turn("0 play 1 left-only-cmd; 0 play 2 left-right-cmd; 0 play 3 left-right-pts; 0 repeat 1");
    must_choose(0, "dismiss", "3"); /* at the left end */
    go("0 dismiss 3");
    in_turn("1 play 4 right-right-pts; 0 repeat 1"); /* it lies between, so both ends */
    must_choose(0, "dismiss", "2 4");
    begin(2, "", "dismiss end ww|5*" INERT " ww", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    in_turn("0 play 2 left-only-cmd; 0 play 3 left-right-pts; 0 play 1 left-right-cmd");
    must_choose(0, "dismiss", "2"); /* at the right end */
}

static void repeated_in_the_right_front(void **unused) { /* A9.1, A9.11 */
    static const char *const commands[] = {"turn neighbour", "turn end", "turn front"};
    (void)unused;
    for (int i = 0; i < 3; i++) {
        char cards[128];
        snprintf(cards, sizeof cards, "%s ww|8*" INERT " ww", commands[i]);
        begin(3, "goal=99", cards, IDLE_3);
        deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3");
        in_turn("0 play 1 right-only-cmd; 0 play 2 left-only-cmd; 2 play 7 left-right-pts; 0 repeat 1");
        must_choose(0, "turn", "7");
        go("0 turn 7");
        front_is(2, "1:0 7:2");
    }
}

/* ---- A9: each command ---- */

static void recalled_to_the_performers_hand(void **unused) { /* A9.3 */
    (void)unused;
    begin(2, "", "recall front ww|5*" INERT " ww", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 2 left-only-cmd; 0 play 1 left-right-pts");
    must_choose(1, "recall", "2");
    go("1 recall 2"); /* seat 1 performs, so it is seat 1's now */
    front_is(0, "1:1");
    hand_is(0, "3");
    hand_is(1, "2 4 5 6");
    holds_for(GM_SPECTATOR, AG_AGENT, 1, "2 ? ? ?"); /* all saw it */
    go("0 end; 1 play 2 right-right-cmd");
    front_is(0, "2:1 1:1");
}

static void dismissed_to_the_discards(void **unused) { /* A9.3 */
    (void)unused;
    begin(2, "", "dismiss front ww|5*" INERT " ww", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    in_turn("0 play 2 left-only-cmd; 0 play 3 left-right-cmd; 0 play 1 left-right-pts");
    go("1 dismiss 3");
    discards_are(AG_AGENT, "3");
    in_turn("1 repeat 1");
    go("1 dismiss 2");
    discards_are(AG_AGENT, "3 2"); /* on top */
    hand_is(0, "");
    front_is(0, "1:1");
}

static void draws_as_many_as_there_are(void **unused) { /* A9.5 */
    (void)unused;
    begin(2, "", "draw 2 ww|draw 9 ww|9*" INERT " ww", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    decks_are(5, 0);
    go("0 play 1 left-only-pts"); /* seat 1 draws two */
    phase_is("agent");
    draw("7");
    phase_is("agent");
    draw("8");
    phase_is("turn");
    hand_is(0, "2 3");
    hand_is(1, "7 4 5 6 8");
    decks_are(3, 0);
    assert_int_equal(now()->actions, 1);
    go("0 play 2 left-left-cmd");
    draw("9 10 11"); /* all three */
    phase_is("turn");
    decks_are(0, 0);
    assert_int_equal(bits_count(now()->stock[AG_AGENT].held[0]), 4);
    go("0 end; 1 play 4 left-only-cmd");
    cannot("1 repeat 1", "A4.3"); /* nothing to draw */
}

static void draws_from_a_rebuilt_deck(void **unused) { /* A9.5, A4.6 */
    (void)unused;
    begin(2, "points=0", "draw 3 ww|dismiss any *0|4*" INERT " ww|draw 5 *1", IDLE_2);
    deal_out(0, "2 3 7 1|4 5 1 2");
    decks_are(1, 0);
    go("0 play 3 left-only-cmd; 0 send 2 1-scores; 0 dismiss 3; 0 end");
    discards_are(AG_AGENT, "3 2");
    go("1 play 1 left-only-cmd"); /* one from the deck, then two of the discards */
    draw("6");
    discards_are(AG_AGENT, "");
    decks_are(2, 0);
    draw("2 3");
    decks_are(0, 0);
    phase_is("turn");
    go("1 play 3 left-right-cmd; 1 end");
    cannot("0 send 7 1-scores", "A4.2"); /* both decks are empty, and it cannot draw itself */
    begin(2, "points=0", "draw 3 ww|dismiss any *0|4*" INERT " ww|draw 5 *1", IDLE_2);
    deal_out(0, "2 3 1 1|4 5 6 2");
    go("0 play 3 left-only-cmd; 0 play 1 right-only-cmd");
    draw("7"); /* as far as it can be */
    phase_is("turn");
    go("0 end");
    in_turn("1 play 4 right-left-cmd; 0 send 2 1-scores");
    go("0 dismiss 3");
    discards_are(AG_AGENT, "3 2");
    go("0 send 7 1-scores");
    draw("3 2"); /* a third would be itself */
    phase_is("turn");
    discards_are(AG_AGENT, "7");
    points_are("0 1");
}

static void nothing_to_draw(void **unused) { /* A9.5, A4.7 */
    (void)unused;
    begin(2, "", "draw 1 ww|5*" INERT " ww", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 1 left-only-cmd");
    phase_is("turn");
    asks(0);
    assert_int_equal(now()->actions, 1);
    hand_is(0, "2 3");
}

static void salvages_the_top_of_the_discards(void **unused) { /* A9.6 */
    (void)unused;
    begin(2, "", "2*salvage ww|2*dismiss any *0|3*" INERT " ww|salvage *2", IDLE_2);
    deal_out(0, "1 3 5 1|2 4 6 2");
    decks_are(2, 0);
    go("0 play 1 left-only-cmd"); /* there are no discards, so nothing happens */
    phase_is("turn");
    assert_int_equal(now()->actions, 1);
    hand_is(0, "3 5");
    decks_are(2, 0);
    go("0 send 3 1-scores; 0 dismiss 1; 0 end");
    discards_are(AG_AGENT, "1 3");
    go("1 play 2 left-only-pts"); /* seat 0 performs it, and nobody is asked */
    phase_is("turn");
    discards_are(AG_AGENT, "1");
    hand_is(0, "3 5");
    decks_are(2, 0);
    go("1 replace 2; dealer situation 1 2; 1 end; 0 repeat 2");
    hand_is(0, "3 1 5");
    cannot("0 repeat 2", "A4.3");
    go("0 buy agent");
    draw("8");
    go("0 end");
    in_turn("0 play 5 right-left-cmd");
    cannot("0 send 8 1-scores", "A4.2"); /* it cannot salvage itself */
    go("0 play 1 left-only-cmd; 0 end");
    in_turn("1 send 4 0-scores");
    go("1 dismiss 5");
    in_turn("0 send 8 1-scores");
    discards_are(AG_AGENT, "5 8");
    hand_is(0, "3 4");
}

static void briefed_without_an_action(void **unused) { /* A9.7, A4.5 */
    (void)unused;
    begin(2, "", "brief ww|5*" INERT " ww", IDLE_4);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 lay 1 left; 0 play 1 left-only-cmd");
    can(0, "brief 1 s1");
    assert_int_equal(now()->actions, 0);
    go("0 brief 1");
    phase_is("situation");
    can(GM_DEALER, "situation 0 3, situation 0 4");
    draw("3");
    assert_int_equal(now()->actions, 1); /* playing it was the action */
    situations_are(0, "3");              /* it goes into the hand */
    discards_are(AG_SITUATION, "1");
    begin(2, "", "brief ww|5*" INERT " ww", IDLE_4);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 buy situation");
    draw("4");
    go("0 lay 4 right; 0 play 1 left-only-cmd");
    can(0, "brief 1 s1, brief 4 s3"); /* from hand or table */
    go("0 brief 4");
    draw("3");
    situations_are(0, "1 3");
    assert_int_equal(now()->actions, 2);
}

static void nobody_else_is_briefed(void **unused) { /* A9.7 */
    (void)unused;
    begin(2, "", "brief ww|5*" INERT " ww", IDLE_4);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 1 left-only-pts");
    can(1, "brief 2 s2"); /* seat 1 performs, with its own */
    cannot("1 brief 1 s1", "A9.7");
    cannot("1 replace 2", "A4.7");
    go("1 brief 2");
    draw("4");
    situations_are(0, "1");
    situations_are(1, "4");
    assert_int_equal(now()->actions, 1);
    begin(2, "", "brief ww|5*" INERT " ww", IDLE_2); /* a rebuilt deck may return it */
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 1 left-only-cmd; 0 brief 1");
    can(GM_DEALER, "situation 0 1");
    draw("1");
    situations_are(0, "1");
    begin(2, "situations=0", "brief ww|brief *1|4*" INERT " ww", IDLE_4);
    deal_out(0, "1 2 3|4 5 6"); /* seat 0 has none */
    go("0 play 1 left-only-cmd");
    phase_is("turn");
    assert_int_equal(now()->actions, 1);
    cannot("0 send 2 1-scores", "A4.2");
    cannot("0 send 2 1-acts", "A4.2");
}

static void robbed_of_what_is_there(void **unused) { /* A9.8 */
    (void)unused;
    begin(3, "", "rob 3 ww|rob 9 ww|rob 4 *2|6*" INERT " ww", IDLE_3);
    deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3");
    go("0 play 1 left-only-cmd"); /* the other player of this front is seat 1 */
    points_are("8 2 5");
    phase_is("turn");
    go("0 repeat 1; 0 end");
    points_are("10 0 5"); /* it takes no more than there is */
    in_turn("0 play 2 right-only-pts");
    points_are("1 0 14"); /* here seat 2 robs seat 0 */
    cannot("0 repeat 1", "A4.3");
    cannot("0 send 3 1-scores", "A4.2");
    assert_true(may("0 send 3 1-acts"));
    go("0 send 3 2-scores");
    points_are("5 0 12"); /* it robs seat 2, who then takes the points of the card */
    begin(2, "", "rob 9 ww|rob 2 ww|4*" INERT " ww", IDLE_2);
    deal_out(0, "1 3 4 1|2 5 6 2");
    go("0 play 1 left-only-cmd");
    points_are("10 0");
    finish_turn();
    go("1 play 2 right-left-cmd"); /* seat 1 has nothing, and robs */
    points_are("8 2");
    begin(2, "points=0", "rob 1 ww|5*" INERT " ww", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 1 left-only-cmd"); /* nobody has points, so nothing happens */
    points_are("0 0");
    phase_is("turn");
    assert_int_equal(now()->actions, 1);
}

static void pockets_picked_at_random(void **unused) { /* A9.9 */
    (void)unused;
    begin(3, "hand=2", "pickpocket ww|pickpocket *2|4*" INERT " ww", IDLE_3);
    deal_out(0, "1 2 1|3 4 2|5 6 3");
    go("0 play 1 left-only-cmd");
    can(0, "pickpocket 1, pickpocket 2");
    cannot("0 pickpocket 0", "A9.9");
    go("0 pickpocket 2");
    asks(GM_DEALER);
    assert_int_equal(chances(), 2);
    can(GM_DEALER, "take b5 5, take b6 6");
    go("dealer take b6 6");
    hand_is(0, "2 6");
    hand_is(2, "5");
    holds_for(0, AG_AGENT, 0, "2 6");
    holds_for(1, AG_AGENT, 0, "? ?");
    holds_for(2, AG_AGENT, 0, "? 6");
    phase_is("turn");
    assert_int_equal(now()->actions, 1);
    go("0 play 6 left-left-cmd; 0 end");
    in_turn("1 play 3 left-only-cmd; 1 play 4 left-left-cmd; 0 repeat 1");
    can(0, "pickpocket 2"); /* seat 1 has none */
    cannot("0 pickpocket 1", "A9.9");
    go("0 pickpocket 2; dealer take b5 5; 0 play 5 right-only-pts; 0 end");
    finish_turn();
    finish_turn();
    cannot("0 repeat 1", "A4.3"); /* seat 0 alone has one */
    cannot("0 send 2 1-acts", "A4.2");
}

static void no_pockets_to_pick(void **unused) { /* A9.9, A4.7 */
    (void)unused;
    begin(2, "hand=1", "pickpocket ww|pickpocket *2|4*" INERT " ww", IDLE_2);
    deal_out(0, "3 1|1 2");
    go("0 play 3 left-only-cmd; 0 replace 1; dealer situation 0 1; 0 end");
    go("1 play 1 left-only-cmd"); /* no other player holds a card */
    phase_is("turn");
    assert_int_equal(now()->actions, 1);
    hand_is(1, "");
    begin(2, "hand=1", "pickpocket ww|pickpocket *2|4*" INERT " ww", IDLE_2);
    deal_out(0, "2 1|3 2");
    cannot("0 send 2 1-acts", "A4.2"); /* laid out, it is no longer in seat 0's hand */
    go("0 send 2 1-scores; 0 pickpocket 1; dealer take b2 3");
    hand_is(0, "3");
    points_are("5 7");
}

/* Seats 1 and 2 have laid a situation open; seat 0 has one in hand. */
static void open_situations(const char *command) {
    char cards[128];
    snprintf(cards, sizeof cards, "%s ww|%s *1|7*" INERT " ww", command, command);
    begin(3, "", cards, "A: " NEVER "|B: " NEVER "|A: " NEVER "|C: " NEVER "|D: " NEVER);
    deal_out(1, "1 2 3 1|4 5 6 3|7 8 9 5");
    go("1 lay 3 right; 1 play 4 left-only-cmd; 1 play 5 right-only-cmd; 1 end");
    go("2 lay 5 left; 2 play 7 right-left-cmd; 2 play 8 left-only-cmd; 2 end");
    situations_are(0, "1");
    situations_are(1, "3right");
    situations_are(2, "5left");
}

static void stolen_into_the_hand(void **unused) { /* A9.10, A5.1 */
    (void)unused;
    open_situations("steal situation");
    go("0 play 1 left-left-cmd");
    can(0, "steal 3, steal 5");
    cannot("0 steal 1", "A9.10"); /* it is seat 0's, and in hand */
    cannot("0 steal 2", "A9.10"); /* in the deck */
    cannot("0 burn 3", "A4.7");
    go("0 steal 3");
    situations_are(0, "1 3"); /* in hand, not on the front */
    holds_for(2, AG_SITUATION, 0, "? 3");
    situations_are(1, "");
    discards_are(AG_SITUATION, "");
    go("0 lay 1 left");
    cannot("0 lay 3 left", "A5.1"); /* no two alike */
    go("0 lay 3 right; 0 repeat 1");
    can(0, "steal 5"); /* not its own ones, though they lie open */
    go("0 steal 5; 0 lay 5 left; 0 end");
    situations_are(0, "1left 3right 5left");
}

static void a_third_situation_stays_in_hand(void **unused) { /* A9.10, A5.1 */
    (void)unused;
    begin(2, "", "steal situation ww|5*" INERT " ww", IDLE_4);
    deal_out(1, "1 2 3 1|4 5 6 2");
    go("1 lay 2 left; 1 play 4 left-only-cmd; 1 play 5 right-only-cmd; 1 end");
    go("0 buy situation");
    draw("3");
    go("0 lay 1 left; 0 lay 3 left; 0 play 1 left-left-cmd; 0 steal 2");
    situations_are(0, "1left 2 3left");
    cannot("0 lay 2 left", "A5.1"); /* two there already */
    go("0 lay 2 right");
    situations_are(0, "1left 2right 3left");
}

static void burnt_to_the_discards(void **unused) { /* A9.10 */
    (void)unused;
    open_situations("burn situation");
    go("0 lay 1 left; 0 play 1 left-left-pts"); /* seat 1 performs */
    can(1, "burn 1, burn 5");
    cannot("1 burn 3", "A9.10");
    go("1 burn 5");
    discards_are(AG_SITUATION, "5");
    situations_are(2, "");
    situations_are(0, "1left");
    go("0 send 2 1-scores");
    can(0, "burn 3");
    go("0 burn 3");
    discards_are(AG_SITUATION, "5 3");
    points_are("5 6 5");
    go("0 end");
    begin(2, "", "burn situation ww|steal situation ww|burn situation *1|3*" INERT " ww", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 lay 1 left; 0 play 1 left-only-cmd"); /* nobody else has laid one open */
    phase_is("turn");
    cannot("0 send 3 1-scores", "A4.2");
    assert_true(may("0 send 3 1-acts")); /* seat 1 finds one */
    go("0 play 2 left-left-cmd");
    phase_is("turn");
    assert_int_equal(now()->actions, 2);
}

static void commands_without_a_target(void **unused) { /* A4.7, A9.1 to A9.4 */
    static const char *const verbs[] = {"neutralise", "revive", "turn",    "swap",
                                        "swap self",  "recall", "dismiss", "move"};
    static const char *const targets[] = {"neighbour", "end", "front", "own", "any"};
    (void)unused;
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 5; k++) {
            char cards[128];
            if (i == 7 && k == 4) continue;
            snprintf(cards, sizeof cards, "%s %s ww|5*" INERT " ww", verbs[i], targets[k]);
            begin(2, "", cards, IDLE_2);
            deal_out(0, "1 2 3 1|4 5 6 2");
            go("0 play 1 left-only-cmd"); /* it is alone there */
            phase_is("turn");
            asks(0);
            assert_int_equal(now()->actions, 1);
            cannot("0 repeat 1", "A4.3");
            front_is(0, "1:0");
        }
    begin(2, "", "swap front ww|5*" INERT " ww", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 2 left-only-cmd; 0 play 1 left-left-cmd"); /* one is too few to swap */
    phase_is("turn");
    assert_int_equal(now()->actions, 2);
    front_is(0, "1:0 2:0");
}

static void a_target_that_went_away(void **unused) { /* A4.7, A4.3, A9.1 */
    (void)unused;
    begin(2, "", "neutralise neighbour ww|dismiss any *0|4*" INERT " ww", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 3 left-only-cmd; 0 play 1 left-right-cmd; 0 neutralise 3; 0 end");
    finish_turn();
    cannot("0 repeat 1", "A4.3"); /* it is face down already */
    go("0 send 2 1-scores; 0 dismiss 3");
    cannot("0 repeat 1", "A4.3"); /* it is gone */
    finish_turn();
    go("1 play 4 right-left-cmd; 1 play 5 right-left-cmd; 1 end; 0 repeat 1");
    must_choose(0, "neutralise", "4"); /* another one */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(targets_of_neutralise_and_turn),
        cmocka_unit_test(targets_of_revive),
        cmocka_unit_test(targets_of_recall_and_dismiss),
        cmocka_unit_test(targets_of_swap),
        cmocka_unit_test(targets_of_swap_self),
        cmocka_unit_test(targets_of_move),
        cmocka_unit_test(ends_of_a_front),
        cmocka_unit_test(repeated_in_the_right_front),
        cmocka_unit_test(recalled_to_the_performers_hand),
        cmocka_unit_test(dismissed_to_the_discards),
        cmocka_unit_test(draws_as_many_as_there_are),
        cmocka_unit_test(draws_from_a_rebuilt_deck),
        cmocka_unit_test(nothing_to_draw),
        cmocka_unit_test(salvages_the_top_of_the_discards),
        cmocka_unit_test(briefed_without_an_action),
        cmocka_unit_test(nobody_else_is_briefed),
        cmocka_unit_test(robbed_of_what_is_there),
        cmocka_unit_test(pockets_picked_at_random),
        cmocka_unit_test(no_pockets_to_pick),
        cmocka_unit_test(stolen_into_the_hand),
        cmocka_unit_test(a_third_situation_stays_in_hand),
        cmocka_unit_test(burnt_to_the_discards),
        cmocka_unit_test(commands_without_a_target),
        cmocka_unit_test(a_target_that_went_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
