/* The rules of The Agents, doc/rules/agents.md: situations and scoring, A5 and A6. */
#include "tests/rules/agents.h"

/* ---- A5 ---- */

static void two_of_yours_a_front(void **unused) { /* A5.1 */
    (void)unused;
    begin_rich("2*A: " NEVER "|A: agents=0 0|B: " NEVER "|C: " NEVER);
    go("0 lay 1 left; 0 buy situation");
    draw("3");
    cannot_because("0 lay 3 left", "A5.1",
                   "agents.why.alike"); /* no two with one name, whatever their conditions */
    go("0 lay 3 right");                /* but on different fronts they may be alike */
    situations_are(0, "1left 3right");
    go("0 end; 1 play 4 right-only-cmd; 1 lay 2 right"); /* the limit is per player: it is the same front */
    situations_are(1, "2right");
    cannot("0 lay 1 hand", "A3.1"); /* only in one's own turn */
    cannot("1 lay 3 left", "A4.5"); /* only one's own */
    go("1 play 5 right-left-cmd; 1 end; 0 buy situation");
    draw("4");
    go("0 buy situation");
    draw("5");
    points_are("26 5");
    go("0 lay 4 left");
    cannot_because("0 lay 5 left", "A5.1", "agents.why.two");
    cannot("0 lay 3 left", "A5.1");
    cannot("0 lay 1 right", "A5.1");
    go("0 lay 4 right");
    cannot("0 lay 5 right", "A5.1");
    go("0 lay 5 left");
    situations_are(0, "1left 3right 4right 5left");
    points_are("26 5"); /* free */
    assert_int_equal(now()->actions, 2);
    holds_for(1, AG_SITUATION, 0, "1left 3right 4right 5left"); /* open */
    holds_for(GM_SPECTATOR, AG_SITUATION, 0, "1left 3right 4right 5left");
    go("0 lay 1 hand");
    situations_are(0, "1 3right 4right 5left");
    go("0 end; 1 play 6 left-only-cmd; 1 play 7 left-left-cmd; 1 end");
    situations_are(0, "1 3right 4right 5left"); /* they stay there */
    go("0 lay 1 left; 0 lay 3 hand; 0 lay 3 right");
    cannot("0 lay 4 left", "A5.1");
}

static void those_of_others_do_not_count(void **unused) { /* A5.1: per player */
    (void)unused;
    begin_rich("2*A: " NEVER "|B: " NEVER "|C: " NEVER);
    go("0 buy situation");
    draw("3");
    go("0 lay 1 left; 0 lay 3 left; 0 end; 1 lay 2 left; 1 lay 2 right"); /* beside two of seat 0's, one of them alike */
    go("1 play 4 right-only-cmd; 1 play 5 right-left-cmd; 1 lay 2 left; 1 end; 0 buy situation");
    draw("4");
    go("0 lay 1 right; 0 lay 3 right; 0 buy agent");
    draw("8");
    go("0 end; 1 lay 2 right; 1 lay 2 left; 1 play 6 left-only-cmd; 1 play 7 left-left-cmd; 1 end");
    situations_are(0, "1right 3right 4");
    go("0 lay 1 left; 0 lay 3 left");
    cannot("0 lay 4 left", "A5.1");
}

static void at_any_time_in_ones_turn(void **unused) { /* A5.1, A5.2 */
    (void)unused;
    begin(2, "hand=3 points=0", "6*" BLANK, IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    cannot("0 lay 1 hand", "A5.2"); /* that is where it is */
    go("0 lay 1 left");
    cannot("0 lay 1 left", "A5.2");
    can(0, "play 1 left-only-cmd b1, play 1 left-only-pts b1, play 1 right-only-cmd b1, play 1 "
           "right-only-pts b1, play 2 left-only-cmd b2, play 2 left-only-pts b2, play 2 right-only-cmd b2, "
           "play 2 right-only-pts b2, play 3 left-only-cmd b3, play 3 left-only-pts b3, play 3 "
           "right-only-cmd b3, play 3 right-only-pts b3, replace 1 s1, lay 1 hand s1, lay 1 right s1");
    go("0 lay 1 right"); /* going to the other front is one move */
    assert_int_equal(choices(0, AG_M_LAY), 0);
    cannot("0 lay 1 left", "A5.2");
    cannot("0 lay 1 hand", "A5.2");
    assert_int_equal(now()->actions, 0);
    go("0 play 1 left-only-cmd; 0 lay 1 hand; 0 lay 1 left"); /* between the actions */
    cannot("0 lay 1 hand", "A5.2");
    cannot("0 lay 1 right", "A5.2");
    go("0 play 2 left-left-cmd; 0 lay 1 hand; 0 lay 1 right"); /* after them */
    cannot("0 lay 1 hand", "A5.2");
    can(0, "end");
    go("0 end");
    cannot("0 lay 1 left", "A3.1");
    finish_turn();
    go("0 lay 1 left; 0 lay 1 hand"); /* a new turn */
    cannot("0 lay 1 left", "A5.2");
}

static void each_situation_moves_twice(void **unused) { /* A5.2 */
    (void)unused;
    begin_rich(IDLE_5);
    go("0 buy situation");
    draw("3");
    go("0 lay 1 left; 0 lay 1 right; 0 lay 3 left");
    cannot("0 lay 1 left", "A5.2");
    go("0 lay 3 hand");
    cannot("0 lay 3 left", "A5.2");
    can(0, "end");
    go("0 end; 1 play 4 right-only-cmd; 1 play 5 right-left-cmd; 1 end");
    go("0 lay 3 left; 0 lay 3 right; 0 lay 1 left"); /* 3 has moved twice, 1 only once and may move again */
    cannot("0 lay 3 hand", "A5.2");
    assert_true(may("0 lay 1 hand"));
    assert_int_equal(choices(0, AG_M_LAY), 2);
    go("0 lay 1 hand; 0 replace 3");
    draw("4"); /* it comes to the same place, but has not moved */
    go("0 lay 4 left; 0 lay 4 right");
    cannot("0 lay 4 hand", "A5.2");
    go("0 lay 1 right; 0 play 2 left-right-cmd; 0 lay 4 left; 0 lay 1 hand; 0 lay 1 right");
    cannot("0 lay 1 hand", "A5.2");
    go("0 lay 4 hand");
    cannot("0 lay 4 right", "A5.2");
}

static void none_moves_during_a_command(void **unused) { /* A5.2, A4.7 */
    (void)unused;
    begin(2, "hand=2", "turn end ww|3*" BLANK, IDLE_2);
    deal_out(0, "2 1 1|3 4 2");
    go("0 play 2 left-only-cmd; 0 play 1 left-left-cmd");
    phase_is("command");
    assert_false(may("0 lay 1 left"));
    assert_int_equal(choices(0, AG_M_LAY), 0);
    go("0 turn 2; 0 lay 1 left; 0 lay 1 right");
    cannot("0 lay 1 hand", "A5.2");
}

static void the_player_says_when_the_turn_ends(void **unused) { /* A5.3 */
    (void)unused;
    begin(2, "hand=2 points=0", "4*" BLANK, IDLE_2);
    deal_out(0, "1 2 1|3 4 2");
    go("0 play 1 left-only-pts; 0 play 2 left-left-pts");
    asks(0);
    points_are("0 0"); /* not yet */
    go("0 lay 1 left; 0 lay 1 hand");
    can(0, "end");
    go("0 end");
    points_are("2 0");
    asks(1);
}

/* ---- A6 ---- */

/* Seat 0 plays two agents into the front on its left, from left to right as it sees them, with their points
 * facing `seat`: what that seat scores. */
static int arrows_of(const char *agents, int seat) {
    char deck[128];
    snprintf(deck, sizeof deck, "%s|4*" BLANK, agents);
    begin(2, "hand=3 points=0", deck, IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go(seat ? "0 play 1 left-only-cmd; 0 play 2 left-right-cmd; 0 end"
            : "0 play 1 left-only-pts; 0 play 2 left-right-pts; 0 end");
    finish_turn();
    assert_int_equal(now()->points[1 - seat], 0);
    return now()->points[seat];
}

static void arrows_of_one_colour_and_two(void **unused) { /* A6.1, A6.2 */
    (void)unused;
    assert_int_equal(arrows_of("revive end bw|revive end wb", 0), 2);
    assert_int_equal(arrows_of("revive end wb|revive end bw", 0), 2);
    assert_int_equal(arrows_of("revive end wb|revive end wb", 0), 1);
    assert_int_equal(arrows_of("revive end bw|revive end bw", 0), 1);
    assert_int_equal(arrows_of("revive end ww|revive end bb", 0), 1);
}

static void halves_as_seen_from_the_player(void **unused) { /* A6.2 */
    (void)unused;
    /* the left card's right half and the right card's left half */
    assert_int_equal(arrows_of("revive end bw|revive end ww", 0), 2);
    assert_int_equal(arrows_of("revive end wb|revive end ww", 0), 1);
    assert_int_equal(arrows_of("revive end ww|revive end wb", 0), 2);
    assert_int_equal(arrows_of("revive end ww|revive end bw", 0), 1);
    /* and from the other side of the table, where the row runs the other way round */
    assert_int_equal(arrows_of("revive end bw|revive end ww", 1), 1);
    assert_int_equal(arrows_of("revive end wb|revive end ww", 1), 2);
    assert_int_equal(arrows_of("revive end ww|revive end wb", 1), 1);
    assert_int_equal(arrows_of("revive end ww|revive end bw", 1), 2);
}

static void every_pair_of_neighbours(void **unused) { /* A6.1 */
    (void)unused;
    begin(3, "hand=3 points=0", "revive end ww|revive end wb|revive end wb|6*revive end ww", IDLE_3);
    deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3");
    go("0 play 1 left-only-pts; 0 play 2 left-right-pts; 0 end");
    points_are("2 0 0"); /* w|w */
    finish_turn();
    points_are("2 0 0"); /* nobody else scores */
    finish_turn();
    points_are("2 0 0");
    go("0 play 3 left-right-pts"); /* b|w */
    finish_turn();
    points_are("5 0 0");
    go("1 play 4 right-left-cmd"); /* at the other end for seat 1: beside 3, points to seat 0 */
    finish_turn();
    points_are("5 0 0"); /* only the player who ends the turn scores */
    go("2 play 7 left-only-cmd; 2 play 8 left-left-cmd; 2 end"); /* front 2, points to seat 0 */
    points_are("5 0 0");
    finish_turn();
    points_are("11 0 0"); /* w|w b|w b|w on the left, w|w on the right */
}

#define NO_ARROW "[0,0,0,0,0,0,0]"
#define NO_ARROWS NO_ARROW "," NO_ARROW

static void figures_of_arrows(void **unused) { /* A2.3, A3.1, A4.4, A6.1, A6.2 */
    (void)unused;
    begin(2, "hand=3 points=0 goal=12", "revive end bw|revive end ww|revive end bb|3*revive end ww", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    figure("room", "7");
    figure("goal", "12");
    figure("prices", "[1,2,3,4]");
    figure("actions", "2");
    go("0 play 1 left-only-pts; 0 play 2 left-right-pts");
    figure("actions", "0");
    figure("arrows",
           "[[2,0,0,0,0,0,0]," NO_ARROW "," NO_ARROWS "," NO_ARROWS "," NO_ARROWS "," NO_ARROWS "]");
    figure("sums", "[[2,0],[0,0],[0,0],[0,0],[0,0]]");
    figure("worth", "[2,0,0,0,0]");
    play("0 end");
    go("1 play 4 right-left-pts; 1 play 5 right-left-pts"); /* 1 2 4 5; 4 and 5 face seat 1 */
    figure("arrows",
           "[[2,0,0,0,0,0,0],[0,0,2,0,0,0,0]," NO_ARROWS "," NO_ARROWS "," NO_ARROWS "," NO_ARROWS "]");
    figure("worth", "[2,2,0,0,0]");
    play("1 end");
    go("0 play 3 left-left-pts"); /* 3 1 2: b|b, and all others one further */
    figure("arrows",
           "[[2,2,0,0,0,0,0],[0,0,0,2,0,0,0]," NO_ARROWS "," NO_ARROWS "," NO_ARROWS "," NO_ARROWS "]");
    figure("sums", "[[4,2],[0,0],[0,0],[0,0],[0,0]]");
}

#define NO_COUNTS "[0,0,0,0,0,0,0,0,0,0,0]"
#define NOBODY NO_COUNTS "," NO_COUNTS

static void figures_of_situations(void **unused) { /* A6.3, A10 */
    (void)unused;
    begin(2, "hand=2 points=0", "2*revive end ww|revive end bb|revive end ww", "agents=2 5|free=7 2");
    deal_out(0, "1 2 1|3 4 2");
    go("0 play 1 left-only-pts; 0 play 2 left-right-pts");
    figure("laid", "[[0,0],[0,0],[0,0],[0,0],[0,0]]");
    /* agents, free, neutralised, commands, points, plain, mixed, arrows, rival, alternating, twins */
    figure("counts", "[[2,5,0,0,2,1,0,1,0,1,0],[2,5,0,2,0,0,0,0,1,1,0],"
                     "[0,7,0,0,0,0,0,0,0,0,0],[0,7,0,0,0,0,0,0,0,0,0]," NOBODY "," NOBODY "," NOBODY "]");
    go("0 lay 1 left");
    figure("laid", "[[5,0],[0,0],[0,0],[0,0],[0,0]]");
    figure("worth", "[7,0,0,0,0]");
    go("0 end; 1 lay 2 right"); /* the same front */
    figure("laid", "[[5,0],[0,0],[0,0],[0,0],[0,0]]");
    go("1 lay 2 left"); /* an empty one */
    figure("laid", "[[5,0],[2,0],[0,0],[0,0],[0,0]]");
    figure("worth", "[7,2,0,0,0]");
}

static void figures_of_a_safe_house(void **unused) { /* A11.1 */
    (void)unused;
    begin(3, "safe-houses=on hand=2", "2*revive end ww|4*revive end bb", IDLE_3);
    deal_out(0, "1 2 1|3 4 2|5 6 3");
    go("0 play 1 left-left-pts; 0 play 2 left-right-pts; 0 end"); /* w house b b house w */
    figure("arrows",
           "[[1,1,0,0,0,0,0]," NO_ARROW "," NO_ARROWS "," NO_ARROWS "," NO_ARROWS "," NO_ARROWS "]");
    figure("room", "5");
}

static void both_edges_must_face_the_player(void **unused) { /* A6.1 */
    (void)unused;
    begin(2, "hand=3 points=0", "6*revive end ww", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 1 left-only-pts; 0 play 2 left-right-cmd; 0 end");
    points_are("0 0");
    go("1 play 4 right-left-cmd; 1 play 5 right-left-cmd; 1 end"); /* 1 2 4 5, 2 faces seat 1 */
    front_is(0, "1:1 2:0 4:1 5:1");
    points_are("0 0");
    go("0 play 3 right-only-pts"); /* another front */
    finish_turn();
    points_are("2 0");
    go("1 play 6 right-right-pts"); /* 6 faces seat 1, beside 1 */
    finish_turn();
    front_is(0, "6:0 1:1 2:0 4:1 5:1");
    points_are("2 0");
}

static void a_row_of_two_fronts(void **unused) { /* A6.1, A6.2: both fronts of two players */
    (void)unused;
    begin(2, "hand=3 points=0", "revive end bw|revive end ww|revive end wb|3*revive end ww", IDLE_2);
    deal_out(1, "4 5 6 1|1 2 3 2");
    go("1 play 1 right-only-pts; 1 play 2 right-right-pts; 1 end"); /* front 0, 1 then 2 for seat 1 */
    front_is(0, "2:0 1:0");
    points_are("0 2"); /* w|w */
    go("0 play 4 right-only-cmd; 0 play 5 right-right-cmd; 0 end");
    points_are("0 2");
    go("1 play 3 left-left-pts"); /* front 1: 3 4 5 for seat 1 ... */
    front_is(1, "3:0 5:0 4:0");
    finish_turn();
    points_are("0 7"); /* ... b|w, w|w and again w|w in front 0 */
}

static void situations_score_where_they_lie(void **unused) { /* A6.3 */
    (void)unused;
    begin(3, "hand=2 points=0", "6*" BLANK, "agents=1 3|agents=0 5|agents=1 9");
    deal_out(0, "1 2 1|3 4 2|5 6 3");
    figure("met", "[]");
    go("0 play 1 left-only-cmd; 0 lay 1 left");
    figure("met", "[\"1\"]");
    figure("worth", "[3,0,0,0,0]");
    go("0 lay 1 right"); /* there it does not hold */
    figure("met", "[]");
    figure("worth", "[0,0,0,0,0]");
    finish_turn();
    points_are("0 0 0");
    go("1 lay 2 left"); /* front 1 is empty */
    finish_turn();
    points_are("0 5 0");
    finish_turn();       /* seat 2's situation is in hand */
    points_are("0 5 0"); /* seat 1 gets nothing in the turns of others */
    go("0 lay 1 left");
    finish_turn();
    points_are("3 5 0");
    go("1 lay 2 right"); /* front 0 has an agent */
    finish_turn();
    points_are("3 5 0");
    go("2 lay 3 left; 2 play 5 left-only-cmd");
    finish_turn();
    points_are("3 5 9");
    go("0 play 2 left-left-cmd"); /* no longer */
    finish_turn();
    points_are("3 5 9");
}

static void several_situations_on_a_front(void **unused) { /* A6.3 */
    (void)unused;
    begin_rich("agents=0 3|" NEVER "|agents=0 5|agents=1 9|agents=0 20");
    go("0 buy situation");
    draw("3");
    go("0 lay 1 left; 0 lay 3 left; 0 end");
    points_are("40 5");
    go("1 play 4 right-only-pts; 1 play 5 right-left-cmd; 1 end; 0 buy situation");
    draw("5");
    go("0 lay 1 right; 0 lay 3 right");
    go("0 buy agent");
    draw("8");
    go("0 end"); /* the situation in hand does not count */
    points_are("44 5");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_of_yours_a_front),
        cmocka_unit_test(those_of_others_do_not_count),
        cmocka_unit_test(at_any_time_in_ones_turn),
        cmocka_unit_test(each_situation_moves_twice),
        cmocka_unit_test(none_moves_during_a_command),
        cmocka_unit_test(the_player_says_when_the_turn_ends),
        cmocka_unit_test(arrows_of_one_colour_and_two),
        cmocka_unit_test(halves_as_seen_from_the_player),
        cmocka_unit_test(every_pair_of_neighbours),
        cmocka_unit_test(figures_of_arrows),
        cmocka_unit_test(figures_of_situations),
        cmocka_unit_test(figures_of_a_safe_house),
        cmocka_unit_test(both_edges_must_face_the_player),
        cmocka_unit_test(a_row_of_two_fronts),
        cmocka_unit_test(situations_score_where_they_lie),
        cmocka_unit_test(several_situations_on_a_front),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
