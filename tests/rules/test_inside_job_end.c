/* The rules of Inside Job, doc/rules/inside-job.md: after a trick, the vote, risky missions, and what
 * stays hidden, J5 to J8. */
#include "tests/rules/inside_job.h"

/* ---- J5 ---- */

static void raised_cards_are_judged_as_trumps(void **unused) { /* J5.1 */
    (void)unused;
    meets("winner second", "p8 p2+ p10");
    fails("winner last", "p8 p2+ p10");
    meets("winner last", "p8 p2+ p3+");
    meets("all 2-10", "p8 p2+ p10"); /* values do not change */
}

static void intel_moves_before_anybody_is_revealed(void **unused) { /* J5.2 */
    (void)unused;
    trick_of("all even", "yellow", "p1 p5+ p7+ p3+ p9"); /* with five players 4 intel reveal */
    won_by(2);
    sees(GM_SPECTATOR, "intel", "[1,0,4,0,1]");
    phase_is("reveal");
    trick_of("all even", "yellow", "p1 p5+ p7+ p3 p9");
    sees(GM_SPECTATOR, "intel", "[1,0,3,1,1]");
    phase_is("draw");
}

static void an_agent_with_much_intel_is_revealed(void **unused) { /* J5.4 */
    (void)unused;
    plan_game(4, "", 3, "Y- Y- Y- Y- Y- P- G- G- P- P-");
    tricks(4);
    asks(GM_DEALER);
    can(GM_DEALER, "reveal 0 agent");
    refuse("dealer mission 9", "J2.6");
    refuse("0 pick 9", "J3.3");
    sees(1, "role", "[null,\"agent\",null,null,\"-\"]");
    play("dealer reveal 0 agent");
    heard(1, "reveal 0 agent");
    heard(GM_SPECTATOR, "reveal 0 agent");
    sees(1, "role", "[\"agent\",\"agent\",null,null,\"-\"]");
    sees(GM_SPECTATOR, "revealed", "[0]");
    tricks(1); /* seat 0 plays on, takes intel, and is not revealed again */
    sees(GM_SPECTATOR, "intel", "[6,1,1,1,0]");
    phase_is("draw");
    tricks(5);
    sees(GM_SPECTATOR, "intel", "[6,4,3,1,0]");
    phase_is("vote");
    assert_int_equal(acting(), 15); /* seat 0 votes, but nobody may vote for it */
    can(0, "vote 1, vote 2, vote 3");
    can(1, "vote 2, vote 3");
    refuse("1 vote 0", "J6.2");
}

static void the_insider_with_much_intel_wins(void **unused) { /* J5.4 */
    (void)unused;
    plan_game(4, "", 0, "Y- Y+ Y- Y-");
    tricks(4);
    can(GM_DEALER, "reveal 0 insider");
    play("dealer reveal 0 insider");
    sees(GM_SPECTATOR, "cause", "\"intel\"");
    turn_over();
    result(1, "1 0 0 0");
    refuse("0 pick 9", "J5.7"); /* it is over */
    refuse("dealer mission 9", "J5.7");
}

static void spent_tokens_no_longer_count(void **unused) { /* J5.4 */
    (void)unused;
    for (int spent = 0; spent < 2; spent++) {
        plan_game(3, "", 2, "Y- Y- Y- Y- P- G- Y-");
        tricks(4);
        sees(GM_SPECTATOR, "intel", "[5,1,1,0,0]");
        tricks(1);
        begin_trick();
        play_all("1 play p6;2 play g7");
        play(spent ? "0 raise y6" : "0 play y6");
        won_by(2);
        sees(GM_SPECTATOR, "intel", spent ? "[4,2,3,0,0]" : "[5,2,2,0,0]");
        tricks(1); /* lowest cards: seat 2 leads g6, seat 0 wins */
        won_by(0);
        phase_is(spent ? "draw" : "reveal");
    }
}

static void both_reach_it_in_one_trick_the_insider_wins(void **unused) { /* J5.7 */
    (void)unused;
    plan_game(3, "", 0, "P+ P+ G+ G+ Y+ Y+ Y+ Y+ Y+");
    tricks(9);
    assert_int_equal(bits_count(now()->completed), 9);
    sees(GM_SPECTATOR, "intel", "[6,3,3,0,0]");
    play("dealer reveal 0 insider");
    sees(GM_SPECTATOR, "side", "\"insider\"");
    sees(GM_SPECTATOR, "cause", "\"intel\"");
    turn_over();
    result(1, "1 0 0");
}

static void an_agent_revealed_by_the_last_mission(void **unused) { /* J5.7 */
    (void)unused;
    plan_game(3, "", 1, "P+ P+ G+ G+ Y+ Y+ Y+ Y+ Y+");
    tricks(9);
    phase_is("reveal"); /* first the role */
    sees(GM_SPECTATOR, "side", "\"nobody\"");
    play("dealer reveal 0 agent");
    sees(GM_SPECTATOR, "side", "\"agents\"");
    sees(GM_SPECTATOR, "cause", "\"missions\"");
    can(GM_DEALER, "reveal 1 insider"); /* the others turn over theirs */
    turn_over();
    sees(GM_SPECTATOR, "role", "[\"agent\",\"insider\",\"agent\",\"-\",\"-\"]");
    result(5, "1 0 1");
}

static void the_last_mission_of_the_last_trick(void **unused) { /* J5.7 */
    (void)unused;
    plan_game(5, "", 3, "Y- P+ G+ B+ Y+ P+ G- B- B+");
    tricks(8);
    phase_is("draw");
    tricks(1);
    sees(GM_SPECTATOR, "intel", "[3,3,3,4,1]");
    play("dealer reveal 3 insider"); /* also in the last trick */
    turn_over();
    result(8, "0 0 0 1 0");
    plan_game(5, "", 0, "Y- P+ G+ B+ Y+ P+ G- B- B+");
    tricks(9);
    play("dealer reveal 3 agent"); /* no vote comes after this */
    turn_over();
    result(30, "0 1 1 1 1");
}

static void the_winner_leads_and_at_last_they_vote(void **unused) { /* J5.8 */
    (void)unused;
    plan_game(4, "", 3, sizes[1].lose);
    for (int t = 0; t < 9; t++) {
        tricks(1);
        phase_is("draw");
        assert_int_equal(now()->leader, t % 4);
    }
    tricks(1);
    phase_is("vote");
    sees(GM_SPECTATOR, "side", "\"nobody\"");
}

/* ---- J6 ---- */

/* Four players without a winner in ten tricks; seat 2 is the Insider. */
static void come_to_vote(void) {
    plan_game(4, "", 2, sizes[1].lose);
    tricks(10);
}

static void all_vote_at_the_same_time(void **unused) { /* J6.1 */
    (void)unused;
    come_to_vote();
    assert_int_equal(acting(), 15); /* the Insider too */
    can(2, "vote 0, vote 1, vote 3");
    refuse("1 play p13", "J6.1");
    play_all("3 vote 2;2 vote 3");
    assert_int_equal(acting(), 3);
    play_all("0 vote 3;1 vote 3;dealer show 0 3;dealer show 1 3;dealer show 2 3;dealer show 3 2");
}

static void for_whom_one_may_vote(void **unused) { /* J6.2 */
    (void)unused;
    come_to_vote();
    can(0, "vote 1, vote 2, vote 3");
    refuse("0 vote 0", "J6.2");
    plan_game(4, "", 2, "Y- Y- Y- Y- P- P- B- B- P- B-");
    tricks(10);
    refuse("1 vote 0", "J6.2"); /* revealed */
    can(3, "vote 1, vote 2");
}

static void nobody_to_vote_for(void **unused) { /* J6.2, J6.5 */
    (void)unused;
    plan_game(3, "", 1, "Y- Y- Y- Y- Y- G- G- G- G- G- P-");
    tricks(11);
    sees(GM_SPECTATOR, "intel", "[6,2,6,0,0]");
    sees(GM_SPECTATOR, "revealed", "[0,2]");
    sees(GM_SPECTATOR, "voters", "[0,2]"); /* the Insider is not asked */
    assert_int_equal(acting(), 5);
    refuse("1 vote 0", "J6.2");
    can(0, "vote 1"); /* they are asked although there is only one choice */
    can(2, "vote 1");
    play_all("0 vote 1;2 vote 1;dealer show 0 1;dealer show 2 1;dealer reveal 1 insider");
    sees(GM_SPECTATOR, "cause", "\"vote\"");
    result(5, "1 0 1");
}

static void most_votes_find_the_insider(void **unused) { /* J6.3 */
    (void)unused;
    come_to_vote();
    play_all("0 vote 2;1 vote 2;2 vote 0;3 vote 1;"
             "dealer show 0 2;dealer show 1 2;dealer show 2 0;dealer show 3 1");
    can(GM_DEALER, "reveal 2 insider"); /* two of four are enough */
    play("dealer reveal 2 insider");
    sees(GM_SPECTATOR, "cause", "\"vote\"");
    turn_over();
    sees(GM_SPECTATOR, "role", "[\"agent\",\"agent\",\"insider\",\"agent\",\"-\"]");
    result(11, "1 1 0 1");
}

static void or_the_wrong_one(void **unused) { /* J6.3 */
    (void)unused;
    come_to_vote();
    play_all("0 vote 3;1 vote 3;2 vote 3;3 vote 2;"
             "dealer show 0 3;dealer show 1 3;dealer show 2 3;dealer show 3 2");
    can(GM_DEALER, "reveal 3 agent");
    play("dealer reveal 3 agent");
    sees(GM_SPECTATOR, "cause", "\"wrong-vote\"");
    turn_over();
    result(4, "0 0 1 0");
}

static void the_end_says_whether_anybody_voted(void **unused) { /* J6.3 */
    gm_lines news;
    (void)unused;
    come_to_vote();
    ij_state before = *now(), after = before;
    after.cause = IJ_BY_TIE;
    g->news(the.box, &before, &after, GM_SPECTATOR, &news);
    assert_non_null(line_of(&news, "inside-job.end.tie", 0));
    after.voters = 0;
    g->news(the.box, &before, &after, GM_SPECTATOR, &news);
    assert_non_null(line_of(&news, "inside-job.end.no-votes", 0));
}

static void a_tie_is_the_insiders(void **unused) { /* J6.3 */
    (void)unused;
    come_to_vote();
    play_all("0 vote 2;1 vote 2;2 vote 0;3 vote 0;"
             "dealer show 0 2;dealer show 1 2;dealer show 2 0;dealer show 3 0");
    sees(GM_SPECTATOR, "cause", "\"tie\"");
    sees(GM_SPECTATOR, "side", "\"insider\"");
    turn_over();
    result(4, "0 0 1 0");
    come_to_vote(); /* one each, and the Insider among them */
    play_all("0 vote 1;1 vote 2;2 vote 3;3 vote 0;"
             "dealer show 0 1;dealer show 1 2;dealer show 2 3;dealer show 3 0");
    sees(GM_SPECTATOR, "cause", "\"tie\"");
    turn_over();
    result(4, "0 0 1 0");
}

static void ballots_are_secret_until_all_are_cast(void **unused) { /* J6.5 */
    (void)unused;
    come_to_vote();
    play("1 vote 2");
    heard(1, "vote 2");
    heard(0, "vote ?");
    heard(GM_SPECTATOR, "vote ?");
    sees(1, "vote", "[\"-\",2,\"-\",\"-\",\"-\"]");
    sees(0, "vote", "[\"-\",null,\"-\",\"-\",\"-\"]");
    sees(GM_SPECTATOR, "voted", "[1]");
    refuse("1 vote 0", "J6.5"); /* one decision ... */
    assert_int_equal(gm_match_undoable(&the.match, 1),
                     1); /* ... that may be taken back while nobody else has voted */
    play_all("0 vote 2;3 vote 2");
    assert_int_equal(gm_match_undoable(&the.match, 1), 0);
    sees(3, "vote", "[null,null,\"-\",2,\"-\"]");
    assert_int_equal(acting(), 4); /* none is shown before the last */
    play("2 vote 1");
    can(GM_DEALER, "show 0 2");
    play("dealer show 0 2");
    heard(3, "show 0 2");
    sees(GM_SPECTATOR, "vote", "[2,null,null,null,\"-\"]");
    play_all("dealer show 1 2;dealer show 2 1;dealer show 3 2");
    sees(GM_SPECTATOR, "vote", "[2,2,1,2,\"-\"]");
}

/* ---- J7 ---- */

static void a_risky_mission_must_be_picked(void **unused) { /* J7.1 */
    fault why;
    (void)unused;
    deal(3, "risk=on", NULL, 0, 1, "||");
    play_all("dealer mission 1;dealer mission 26");
    assert_int_equal(acting(), 1); /* there is only one choice, but it is asked */
    can(0, "pick 26");
    refuse("0 pick 1", "J7.1");
    refuse("0 pick 2", "J3.1");
    play("0 pick 26");
    deal(3, "risk=on", NULL, 0, 1, "||");
    play_all("dealer mission 26;dealer mission 1");
    can(0, "pick 26"); /* whichever came first */
    deal(3, "risk=on", NULL, 0, 1, "||");
    play_all("dealer mission 28;dealer mission 25");
    can(0, "pick 25, pick 28"); /* both are risky, so either may be picked */
    deal(3, "risk=on", NULL, 0, 1, "||");
    play_all("dealer mission 2;dealer mission 1");
    can(0, "pick 1, pick 2");
    assert_false(open_with(g, 3, "risk=on raise=off", NULL, &why)); /* needs raising */
    assert_string_equal(why.say, "inside-job.risk");
    assert_true(open_with(g, 3, "risk=on raise=on", NULL, &why));
}

/* ---- J8 ---- */

static void the_mission_put_away_stays_hidden(void **unused) { /* J8.1, J3.1 */
    (void)unused;
    plan_game(4, "", 0, "Y- Y- P- Y- Y-");
    tricks(5);
    turn_over();
    assert_int_equal(acting(), 0);
    sees(0, "away", "[\"2\",\"4\",\"6\",null,\"10\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\"]");
    sees(1, "away", "[null,null,null,\"8\",null,\"-\",\"-\",\"-\",\"-\",\"-\",\"-\"]");
    sees(GM_SPECTATOR, "away", "[null,null,null,null,null,\"-\",\"-\",\"-\",\"-\",\"-\",\"-\"]");
    sees(1, "hand", "[null,[\"p6\",\"p7\",\"p8\",\"p9\",\"p10\",\"p11\",\"p13\"],null,null,[]]");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(raised_cards_are_judged_as_trumps),
        cmocka_unit_test(intel_moves_before_anybody_is_revealed),
        cmocka_unit_test(an_agent_with_much_intel_is_revealed),
        cmocka_unit_test(the_insider_with_much_intel_wins),
        cmocka_unit_test(spent_tokens_no_longer_count),
        cmocka_unit_test(both_reach_it_in_one_trick_the_insider_wins),
        cmocka_unit_test(an_agent_revealed_by_the_last_mission),
        cmocka_unit_test(the_last_mission_of_the_last_trick),
        cmocka_unit_test(the_winner_leads_and_at_last_they_vote),
        cmocka_unit_test(all_vote_at_the_same_time),
        cmocka_unit_test(for_whom_one_may_vote),
        cmocka_unit_test(nobody_to_vote_for),
        cmocka_unit_test(most_votes_find_the_insider),
        cmocka_unit_test(or_the_wrong_one),
        cmocka_unit_test(the_end_says_whether_anybody_voted),
        cmocka_unit_test(a_tie_is_the_insiders),
        cmocka_unit_test(ballots_are_secret_until_all_are_cast),
        cmocka_unit_test(a_risky_mission_must_be_picked),
        cmocka_unit_test(the_mission_put_away_stays_hidden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
