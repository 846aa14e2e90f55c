/* The rules of The Agents, doc/rules/agents.md: its options, A11. */
#include "tests/rules/agents.h"

/* ---- A11.1 ---- */

/* So many agents lie left and right of the house, as the left-hand player sees them. */
static void house_is(int front, int before, int behind) {
    assert_int_equal(now()->before[front], before);
    assert_int_equal(now()->count[front], before + behind);
}

static void places_beside_the_safe_house(void **unused) { /* A11.1 */
    (void)unused;
    begin(3, "safe-houses=on hand=1", "3*" INERT " ww", IDLE_3);
    deal_out(0, "1 1|2 2|3 3");
    can(0, "play 1 left-left-cmd b1, play 1 left-left-pts b1, play 1 left-right-cmd b1, play 1 "
           "left-right-pts b1, "
           "play 1 right-left-cmd b1, play 1 right-left-pts b1, play 1 right-right-cmd b1, "
           "play 1 right-right-pts b1, replace 1 s1, lay 1 left s1, lay 1 right s1");
    cannot("0 play 1 left-only-cmd", "A2.2");
}

static void both_sides_of_the_safe_house(void **unused) { /* A11.1 */
    (void)unused;
    begin(3, "safe-houses=on goal=99", "9*" INERT " ww", IDLE_3);
    deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3");
    in_turn("0 play 1 left-right-cmd; 0 play 2 left-left-cmd");
    front_is(0, "2:0 1:0");
    house_is(0, 1, 1);
    in_turn("1 play 4 right-left-pts; 1 play 5 right-right-pts"); /* at the outer ends, as seat 1 sees them */
    front_is(0, "5:0 2:0 1:0 4:0");
    house_is(0, 2, 2);
    in_turn("0 play 3 left-right-cmd"); /* it is the fifth: the house takes up no place */
    house_is(0, 2, 3);
    in_turn("1 replace 2");
    draw("2");
    cannot("1 play 6 right-left-cmd", "A2.3");
}

/* Two agents with these halves lie on the two sides of a house, as `player` sees them, with their points
 * towards that player: what that player scores. */
static void house_arrows(int seats, int player, const char *left, const char *right, int points) {
    char cards[128];
    int front = 0, other = 1 - player;
    snprintf(cards, sizeof cards, INERT " %s|" INERT " %s|%d*" INERT " ww", left, right, 3 * seats - 2);
    begin(seats, "safe-houses=on hand=2", cards, idle_for(seats));
    deal_out(player, player ? (seats == 2 ? "3 4 1|1 2 2" : "3 4 1|1 2 2|5 6 3")
                            : (seats == 2 ? "1 2 1|3 4 2" : "1 2 1|3 4 2|5 6 3"));
    go(player ? "1 play 1 right-left-pts; 1 play 2 right-right-pts"
              : "0 play 1 left-left-pts; 0 play 2 left-right-pts");
    house_is(front, 1, 1);
    assert_int_equal(score_now(player), points);
    assert_int_equal(score_now(other), 0);
    finish_turn();
    assert_int_equal(now()->points[player], 5 + points);
}

static void arrows_with_the_safe_house(void **unused) { /* A11.1, A6.1 */
    static const char *const halves[] = {"bb", "bw", "wb", "ww"};
    (void)unused;
    for (int seats = 2; seats <= 3; seats++)
        for (int player = 0; player < 2; player++)
            for (int i = 0; i < 16; i++) {
                const char *left = halves[i / 4], *right = halves[i % 4];
                char house = player ? 'w' : 'b'; /* front 0 lies on seat 0's left hand */
                house_arrows(seats, player, left, right,
                             (left[1] == house ? 2 : 1) + (right[0] == house ? 2 : 1));
            }
}

static void the_safe_house_of_the_right_front(void **unused) { /* A11.1 */
    (void)unused;
    begin(3, "safe-houses=on", "9*" INERT " bb", IDLE_3);
    deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3");
    go("0 play 1 right-left-pts");
    assert_int_equal(score_now(0), 1); /* the house shows white to seat 0, its right-hand player */
    go("0 play 2 right-left-cmd");     /* towards seat 2, and not beside the house */
    assert_int_equal(score_now(2), 0);
    go("0 end");
    assert_int_equal(score_now(1), 0); /* an empty front has no arrow */
    in_turn("2 play 7 left-left-pts"); /* the other side */
    assert_int_equal(score_now(2), 2); /* the house shows black to seat 2 */
}

static void the_safe_house_parts_neighbours(void **unused) { /* A11.1 */
    (void)unused;
    begin(2, "safe-houses=on goal=99", "turn neighbour ww|turn front ww|4*" INERT " ww", IDLE_2);
    deal_out(0, "1 3 4 1|2 5 6 2");
    go("0 play 3 left-right-cmd; 0 play 1 left-left-cmd"); /* 3 is beyond the house */
    phase_is("turn");
    go("0 end; 1 play 2 right-right-pts"); /* seat 0 performs, and reaches both sides */
    must_choose(0, "turn", "1 3");
    go("0 turn 3; 1 play 5 right-left-pts; 1 end");
    front_is(0, "2:0 1:0 3:1 5:0");
    house_is(0, 2, 2);
    go("0 repeat 1");
    must_choose(0, "turn", "2");
    go("0 turn 2; 0 play 4 left-left-cmd; 0 end");
    in_turn("0 repeat 1");
    must_choose(0, "turn", "2");
    begin(2, "safe-houses=on goal=99", "turn neighbour ww|5*" INERT " ww", IDLE_2);
    deal_out(0, "1 3 4 1|2 5 6 2");
    in_turn("0 play 1 left-right-cmd; 0 play 3 left-left-cmd; 0 play 4 left-right-cmd; 0 repeat 1");
    must_choose(0, "turn", "4"); /* the same on the other side of the house */
}

static void ends_beside_the_safe_house(void **unused) { /* A11.1, A9.11 */
    (void)unused;
    begin(2, "safe-houses=on goal=99", "dismiss end ww|5*" INERT " ww", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 2 left-left-cmd; 0 play 1 left-left-cmd"); /* the empty side has no end */
    phase_is("turn");
    front_is(0, "1:0 2:0");
    go("0 end; 1 play 4 right-left-cmd; 1 play 5 right-left-cmd; 1 end; 0 repeat 1");
    must_choose(0, "dismiss", "5"); /* the end of the other side */
    go("0 dismiss 5");
    in_turn("1 play 6 right-right-cmd; 0 repeat 1");
    front_is(0, "6:1 1:0 2:0 4:1");
    must_choose(0, "dismiss", "4 6");
}

static void one_side_of_the_safe_house(void **unused) { /* A11.1, A9.11 */
    (void)unused;
    for (int right = 0; right < 2; right++) {
        begin(2, "safe-houses=on goal=99", "dismiss end ww|5*" INERT " ww", IDLE_2);
        deal_out(0, "1 2 3 1|4 5 6 2");
        go(right ? "0 play 1 left-right-cmd; 0 play 2 left-right-cmd; 0 end"
                 : "0 play 1 left-left-cmd; 0 play 2 left-left-cmd; 0 end");
        front_is(0, right ? "1:0 2:0" : "2:0 1:0");
        house_is(0, right ? 0 : 2, right ? 2 : 0);
        in_turn("0 repeat 1"); /* the house beside it is no end and no target */
        must_choose(0, "dismiss", "2");
        go("0 dismiss 2");
        cannot("0 repeat 1", "A4.3"); /* alone */
        go(right ? "0 play 3 left-left-cmd" : "0 play 3 left-right-cmd");
        finish_turn();
        in_turn("0 repeat 1"); /* a single agent is the end of its side */
        must_choose(0, "dismiss", "3");
    }
}

/* What the arrows of a front are worth to a seat. */
static int arrows_in(int front, int seat) {
    ag_measures m;
    agents_measure(in_the_box(), now(), front, seat, &m);
    return 2 * m.n[AG_N_PLAIN] + m.n[AG_N_MIXED];
}

static void rows_close_up_towards_the_safe_house(void **unused) { /* A11.1, A8.5 */
    (void)unused;
    begin(2, "safe-houses=on goal=99",
          INERT " ww|" INERT " bb|" INERT " ww|" INERT " bb|dismiss any ww|" INERT " ww", IDLE_2);
    deal_out(0, "1 2 6 1|3 4 5 2");
    in_turn(
        "0 play 1 left-left-pts; 0 play 2 left-left-pts; 1 play 3 right-left-cmd; 1 play 4 right-left-cmd;"
        "1 play 5 left-left-cmd");
    front_is(0, "2:1 1:1 3:1 4:1");
    house_is(0, 2, 2);
    assert_int_equal(arrows_in(0, 0),
                     4); /* 2 with 1, 1 with the house, the house with 3, 3 with 4: all mixed */
    go("1 dismiss 1");
    front_is(0, "2:1 3:1 4:1");
    house_is(0, 1, 2);
    assert_int_equal(arrows_in(0, 0), 4); /* 2 with the house is of one colour */
    in_turn("1 repeat 5");
    go("1 dismiss 3");
    house_is(0, 1, 1);
    assert_int_equal(arrows_in(0, 0), 4);
    in_turn("1 repeat 5");
    go("1 dismiss 2"); /* the side is empty now */
    house_is(0, 0, 1);
    assert_int_equal(arrows_in(0, 0), 2);
    in_turn("1 repeat 5");
    go("1 dismiss 4");
    house_is(0, 0, 0);
    assert_int_equal(arrows_in(0, 0), 0);
}

static void swaps_and_moves_beside_safe_houses(void **unused) { /* A11.1, A8.2, A8.4 */
    (void)unused;
    begin(2, "safe-houses=on goal=99", "swap any *0|move own *0|4*" INERT " ww", IDLE_2);
    deal_out(0, "1 3 4 1|2 5 6 2");
    in_turn("0 play 3 left-left-cmd; 0 play 4 left-left-cmd; 1 play 5 right-left-cmd; 0 send 1 1-scores");
    must_choose(0, "swap", "3 4 5");
    go("0 swap 4 5");
    front_is(0, "5:1 3:0 4:0");
    house_is(0, 2, 1); /* it stays where it is */
    in_turn("1 send 2 0-scores");
    must_choose(1, "move", "3 4 5"); /* an empty front has two places */
    cannot("1 move 3 only", "A9.4");
    go("1 move 3 right");
    front_is(0, "5:1 4:0");
    house_is(0, 1, 1);
    front_is(1, "3:0");
    house_is(1, 0, 1);
    begin(2, "safe-houses=on goal=99", "swap any *0|move own *0|4*" INERT " ww", IDLE_2);
    deal_out(0, "2 3 4 1|1 5 6 2");
    in_turn("0 play 3 left-left-cmd; 0 play 4 left-left-cmd; 0 send 2 1-scores");
    go("0 move 3 right"); /* seat 0's right is left of the house for seat 1 */
    front_is(1, "3:0");
    house_is(1, 1, 0);
    house_is(0, 1, 0);
}

/* Does this situation of seat 0's hold on its left front, where these agents lie? */
static void holds_beside_the_house(const char *condition, const char *plays, bool holds) {
    char situations[64];
    snprintf(situations, sizeof situations, "%s 3|" NEVER, condition);
    begin(2, "safe-houses=on goal=99", "2*Same: " INERT " wb|4*" INERT " wb", situations);
    deal_out(0, "1 3 5 1|2 4 6 2");
    in_turn(plays);
    while (now()->turn || now()->actions == 2)
        finish_turn();
    go("0 lay 1 left");
    int before = now()->tally[0][AG_T_SITUATIONS];
    finish_turn();
    if (now()->tally[0][AG_T_SITUATIONS] - before != (holds ? 3 : 0)) fail_msg("%s", condition);
}

static void conditions_beside_the_safe_house(void **unused) { /* A11.1, A10.1 */
    /* Seat 0 sees 3:1 1:1 [] 2:0 4:1.  Towards seat 0, 3 and 1 form a mixed arrow, 1 and the house a plain
     * one; towards seat 1, 2 and the house form a plain one. */
    static const char row[] = "0 play 1 left-left-pts; 0 play 3 left-left-pts; 1 play 2 right-left-pts;"
                              "1 play 4 right-left-cmd";
    (void)unused;
    holds_beside_the_house("agents=4", row, true);
    holds_beside_the_house("free=3", row, true);
    holds_beside_the_house("commands=1", row, true);
    holds_beside_the_house("points=3", row, true);
    holds_beside_the_house("plain=1", row, true);
    holds_beside_the_house("mixed=1", row, true);
    holds_beside_the_house("arrows=2", row, true);
    holds_beside_the_house("rival=1", row, true);
    holds_beside_the_house("twins=2", row, true);       /* on both sides */
    holds_beside_the_house("alternating=2", row, true); /* 2 and 4; the house separates 1 and 2 */
    holds_beside_the_house("alternating=3", row, false);
    holds_beside_the_house("arrows=0,rival=0,agents=0,alternating=0", "0 play 1 right-left-pts", true);
}

/* ---- A11.2, A11.3 ---- */

static void the_round_is_played_out(void **unused) { /* A11.2, A7.1 */
    (void)unused;
    begin(2, "goal=6", "2*rob 1 ww|4*" INERT " ww", IDLE_2);
    deal_out(0, "1 3 4 1|2 5 6 2");
    go("0 play 1 left-only-cmd");
    result(1, "6 4"); /* without the option it ends at once */
    begin(2, "goal=6 finish-round=on", "2*rob 1 ww|4*" INERT " ww", IDLE_2);
    deal_out(0, "1 3 4 1|2 5 6 2");
    go("0 play 1 left-only-cmd");
    phase_is("turn");
    asks(0); /* the turn goes on, too */
    go("0 play 3 right-only-cmd; 0 end; 1 play 2 right-left-cmd");
    points_are("5 5"); /* seat 0 is below the goal again, but has reached it */
    asks(1);
    finish_turn();
    result(3, "5 5"); /* a tie is shared */
    begin(2, "goal=6 finish-round=on", "2*rob 1 ww|4*" INERT " ww", IDLE_2);
    deal_out(0, "1 3 4 1|2 5 6 2");
    go("0 play 1 left-only-cmd; 0 play 3 right-only-cmd; 0 end; 1 play 2 right-left-cmd; 1 repeat 2; 1 end");
    result(2, "4 6"); /* the most points win, not the first to reach the goal */
}

static void the_last_seat_of_a_round_reaches_the_goal(void **unused) { /* A11.2 */
    (void)unused;
    begin(3, "goal=6 finish-round=on", "2*rob 1 ww|7*" INERT " ww", IDLE_3);
    deal_out(1, "1 3 4 1|2 5 6 2|7 8 9 3"); /* seat 1 begins, so seat 0 is the last */
    finish_turn();
    finish_turn();
    go("0 play 1 left-only-cmd");
    asks(0);
    finish_turn();
    result(1, "6 4 5");
    begin(3, "goal=6 finish-round=on", "2*rob 1 ww|7*" INERT " ww", IDLE_3);
    deal_out(1, "1 3 4 1|2 5 6 2|7 8 9 3");
    finish_turn();
    finish_turn();
    finish_turn();
    assert_int_equal(now()->round, 2);
    go("1 play 2 left-only-cmd"); /* it is the first of the round, so two turns follow */
    finish_turn();
    asks(2);
    finish_turn();
    asks(0);
    finish_turn();
    result(2, "5 6 4");
}

static void reached_by_a_special_agent_or_by_scoring(void **unused) { /* A11.2 */
    (void)unused;
    begin(2, "goal=6 finish-round=on", "draw 1 *3|5*" INERT " ww|2*" INERT " ww", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 send 1 1-scores");
    draw("7");
    points_are("5 8");
    asks(0);
    discards_are(AG_AGENT, "1"); /* it does not stay laid out */
    finish_turn();
    finish_turn();
    result(2, "5 8");
    begin(2, "goal=6 finish-round=on", "8*" INERT " ww", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 1 left-only-pts; 0 play 2 left-left-pts; 0 end");
    points_are("7 5");
    asks(1);
    finish_turn();
    result(1, "7 5");
    begin(2, "goal=6 finish-round=on", "8*" INERT " ww", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 1 left-only-pts; 0 play 2 left-left-pts; 0 end");
    go("1 play 4 left-only-pts; 1 play 5 left-left-pts; 1 end");
    result(3, "7 7");
}

static void another_goal(void **unused) { /* A11.3, A7.1 */
    static const char *const settings[] = {"", "goal=40", "goal=41", "goal=46", "goal=50", "goal=999"};
    fault why;
    (void)unused;
    for (int i = 0; i < 6; i++) { /* 5 points and 40 or 41 more */
        begin(2, settings[i], "draw 1 *40|2*draw 1 *1|5*" INERT " ww", IDLE_2);
        deal_out(0, "1 2 3 1|4 5 6 2");
        go("0 send 1 1-acts");
        draw("7");
        if (i < 3) {
            result(1, "45 5");
            continue;
        }
        asks(0);
        go("0 send 2 1-acts");
        draw("8");
        if (i == 3)
            result(1, "46 5");
        else
            asks(0);
    }
    assert_true(open_files(2, "goal=6", NULL, NULL, &why));
    assert_int_equal(in_the_box()->goal, 6);
    assert_false(open_files(2, "goal=5", NULL, NULL, &why));
    assert_string_equal(why.say, "order.value");
    assert_false(open_files(2, "goal=1000", NULL, NULL, &why));
    assert_true(open_files(2, "", NULL, NULL, &why));
    assert_int_equal(in_the_box()->goal, 40);
    assert_false(in_the_box()->finish);
    assert_false(in_the_box()->houses);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_beside_the_safe_house),
        cmocka_unit_test(both_sides_of_the_safe_house),
        cmocka_unit_test(arrows_with_the_safe_house),
        cmocka_unit_test(the_safe_house_of_the_right_front),
        cmocka_unit_test(the_safe_house_parts_neighbours),
        cmocka_unit_test(ends_beside_the_safe_house),
        cmocka_unit_test(one_side_of_the_safe_house),
        cmocka_unit_test(rows_close_up_towards_the_safe_house),
        cmocka_unit_test(swaps_and_moves_beside_safe_houses),
        cmocka_unit_test(conditions_beside_the_safe_house),
        cmocka_unit_test(the_round_is_played_out),
        cmocka_unit_test(the_last_seat_of_a_round_reaches_the_goal),
        cmocka_unit_test(reached_by_a_special_agent_or_by_scoring),
        cmocka_unit_test(another_goal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
