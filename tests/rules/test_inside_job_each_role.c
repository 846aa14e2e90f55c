/* The special roles of Inside Job, doc/rules/inside-job.md: each role by itself, J9.W to J9.N. */
#include "tests/rules/inside_job_roles.h"

/* ---- J9: each role ---- */

static void the_wired_agent_is_revealed_at_the_start(void **unused) { /* J9.W */
    (void)unused;
    start(g, 4, "roles=wired");
    play_all("dealer lead 0;dealer role 0 insider;dealer role 1 wired;dealer role 2 agent");
    sees(GM_SPECTATOR, "revealed", "[]");
    play("dealer role 3 agent");
    phase_is("start");
    can(GM_DEALER, "reveal 1 wired");
    refuse("dealer card 0 y1", "J2.6");
    refuse("dealer reveal 0 insider", "J2.6");
    play("dealer reveal 1 wired");
    heard(0, "reveal 1 wired");
    heard(GM_SPECTATOR, "reveal 1 wired");
    sees(GM_SPECTATOR, "role", "[null,\"wired\",null,null,\"-\"]");
    sees(2, "role", "[null,\"wired\",\"agent\",null,\"-\"]");
    sees(GM_SPECTATOR, "revealed", "[1]");
    sees(GM_SPECTATOR, "intel", "[1,1,1,1,0]"); /* with the starting token */
    phase_is("deal");
}

static void the_wired_agent_never_holds_two(void **unused) { /* J9.W */
    (void)unused;
    rig(4, "IW..", "2-1-");
    rigged_tricks(1);
    begin_rigged_trick();
    play_rigged_card();
    play_rigged_card();
    play_rigged_card();
    refuse("1 raise p13", "J4.3"); /* a revealed player may not raise */
    play("1 play p13");
    ends("wire", "0");
    both("IW...", MISSIONS(2), "", "missions", "1234"); /* on the Agents' side */
    both("IW...", "0!", "", "intel", "0");
}

static void the_wired_agent_votes(void **unused) { /* J9.W, J6.2 */
    (void)unused;
    rig(4, "IW..", "2-*");
    all_rigged_tricks();
    can(1, "vote 0, vote 3");
    refuse("0 vote 1", "J6.2"); /* the Wired Agent is cleared */
    cast("3 0 0 0");
    ends("vote", "123");
}

static void the_paranoid_agent_has_two_votes(void **unused) { /* J9.P */
    (void)unused;
    rig(4, "IP..", EVEN);
    all_rigged_tricks();
    can(1, "ballot 0 2, ballot 0 3, ballot 2 3");
    refuse("1 vote 0", "J9.P");     /* both must be given ... */
    refuse("1 ballot 0 0", "J9.P"); /* ... to different players ... */
    refuse("1 ballot 2 0", "J9.P"); /* ... and there is one way to say it */
    refuse("1 ballot 0 1", "J6.2"); /* no vote for oneself, as for everyone */
    refuse("0 ballot 2 3", "J6.1"); /* others have one vote */
    play("1 ballot 0 2");
    heard(1, "ballot 0 2");
    heard(0, "vote ?"); /* it sounds like any ballot */
    heard(GM_SPECTATOR, "vote ?");
    refuse("1 ballot 0 3", "J6.5"); /* one ballot, one decision */
    sees(1, "vote", "[\"-\",0,\"-\",\"-\",\"-\"]");
    sees(1, "second", "[\"-\",2,\"-\",\"-\",\"-\"]");
    sees(0, "vote", "[\"-\",null,\"-\",\"-\",\"-\"]");
    sees(0, "second", "[\"-\",null,\"-\",\"-\",\"-\"]");
    sees(GM_SPECTATOR, "second", "[\"-\",null,\"-\",\"-\",\"-\"]");
    play("0 vote 2");
    heard(1, "vote ?");
    play_all("2 vote 0;3 vote 1;dealer show 0 2");
    can(GM_DEALER, "shows 1 0 2");
    play("dealer shows 1 0 2");
    heard(3, "shows 1 0 2");
    sees(GM_SPECTATOR, "vote", "[2,0,null,null,\"-\"]");
    sees(GM_SPECTATOR, "second", "[\"-\",2,null,null,\"-\"]");
    ends("tie", "0"); /* two each for 0 and 2 */
}

static void both_votes_of_the_paranoid_count(void **unused) { /* J9.P */
    (void)unused;
    both("IP...", EVEN, "2 03 0 2|2 03 0 2 3", "tie", "0");
    both("IP...", EVEN, "1 03 3 2|1 03 4 2 3", "wrong-vote", "0"); /* the second one decides */
    both("IP...", EVEN, "3 02 1 2|3 02 1 1 2", "wrong-vote|tie", "0");
    both("IP...", EVEN, "2 03 1 0|2 03 1 0 0", "vote", "1234");
}

static void a_revealed_paranoid_may_give_both_to_one(void **unused) { /* J9.P */
    (void)unused;
    rig(4, "IP..", "1-*");
    all_rigged_tricks();
    can(1, "ballot 0 0, ballot 0 2, ballot 0 3, ballot 2 2, ballot 2 3, ballot 3 3");
    refuse("1 vote 0", "J9.P");
    refuse("1 ballot 3 2", "J9.P");
    refuse("1 ballot 0 1", "J6.2");
    cast("2 00 3 2");
    ends("tie", "0");
    both("IP...", "1-*", "2 00 0 2|2 00 0 2 3", "vote", "1234");
    rig(4, "IPW.", "1!3!--"); /* also if there is only one target */
    all_rigged_tricks();
    can(1, "ballot 0 0");
}

static void a_paranoid_with_one_target_has_one_vote(void **unused) { /* J9.P */
    (void)unused;
    rig(4, "IPW.", "3-*");
    all_rigged_tricks();
    can(1, "vote 0");
    cast("1 0 0 0");
    ends("vote", "123");
}

static void the_daredevil_brings_risky_missions(void **unused) { /* J9.D, J7.1 */
    (void)unused;
    start(g, 4, "roles=daredevil");
    assert_int_equal(bits_count(now()->missions), 28);
    start(g, 4, "roles=decoy");
    assert_int_equal(bits_count(now()->missions), 24);
    does_not_open(4, "roles=daredevil raise=off", "inside-job.risk"); /* needs J4 */
    for (int seats = 4; seats <= 5; seats++) {
        rig(seats, "ID...", "2^"); /* begin_rigged_trick() checks that it must be picked */
        all_rigged_tricks();
        sees(GM_SPECTATOR, "completed", "[0]");
    }
    rig(4, "ID..", "2-");
    play_all("dealer mission 22;dealer mission 24");
    can(0, "pick 22, pick 24"); /* both are risky, so either may be picked */
}

static void the_revealed_daredevil_wins_for_the_agents(void **unused) { /* J9.D */
    (void)unused;
    both("ID...", "1!", "", "dare", "1234");
    both("ID...", EVEN, "1 0 1 1 1", "wrong-vote", "0"); /* but not by the vote */
    both("ID...", "0!", "", "intel", "0");
    both("ID...", MISSIONS(2), "", "missions", "1234");
}

static void the_decoy_wants_the_most_votes(void **unused) { /* J9.Y, J6.3 */
    (void)unused;
    both("IY...", EVEN, "1 0 1 1 1", "decoy", "1");        /* then all others lose */
    both("IY...", EVEN, "1 0 1 2 3", "decoy", "1");        /* most need not be many */
    both("IY...", EVEN, "1 0 0 1 2", "tie", "01");         /* tied with the Insider: both win */
    both("IY...", EVEN, "3 0 1 2|4 0 1 2 3", "tie", "01"); /* with others, too */
    both("IY...", EVEN, "1 2 1 2 3", "tie", "0");          /* without the Insider */
}

static void the_decoy_wins_by_nothing_else(void **unused) { /* J9.Y */
    (void)unused;
    both("IY...", EVEN, "2 0 0 0 0", "vote", "234");
    both("IY...", EVEN, "2 2 1 2 2", "wrong-vote", "0");
    both("IY...", MISSIONS(2), "", "missions", "234");
    both("IY...", "0!", "", "intel", "0");
}

static void a_revealed_decoy_votes_in_vain(void **unused) { /* J9.Y */
    (void)unused;
    rig(4, "IY..", "1-*");
    all_rigged_tricks();
    refuse("0 vote 1", "J6.2");
    can(1, "vote 0, vote 2, vote 3");
    cast("2 0 0 2");
    ends("tie", "0");
    both("IY...", "1-*", "2 0 0 0 0", "vote", "234");
    both("IY...", "1-*", "2 2 0 2 2", "wrong-vote", "0");
}

static void the_accomplice_picks_a_partner(void **unused) { /* J9.A */
    (void)unused;
    rig(4, "IA..", "");
    sees(GM_SPECTATOR, "role", "[null,\"accomplice\",null,null,\"-\"]"); /* revealed at the start */
    sees(GM_SPECTATOR, "intel", "[1,0,1,1,0]");                          /* the token goes back before that */
    sees(GM_SPECTATOR, "pool", "11");
    phase_is("partner");
    asks(1);
    can(1, "partner 0, partner 2, partner 3");
    refuse("1 partner 1", "J9.A");
    refuse("1 play p1", "J9.A");
    refuse("0 partner 2", "J3.3");
    refuse("dealer mission 1", "J3.3"); /* before the first missions */
    play("1 partner 0");
    heard(0, "partner 0"); /* openly */
    heard(GM_SPECTATOR, "partner 0");
    sees(3, "partner", "0");
    sees(1, "role", "[null,\"accomplice\",null,null,\"-\"]");
    can(GM_DEALER, "look 0 insider");
    play("dealer look 0 insider");
    heard(1, "look 0 insider"); /* only the Accomplice and its owner see that role */
    heard(0, "look 0 insider");
    heard(2, "look 0 ?");
    heard(GM_SPECTATOR, "look 0 ?");
    sees(1, "role", "[\"insider\",\"accomplice\",null,null,\"-\"]");
    sees(2, "role", "[null,\"accomplice\",\"agent\",null,\"-\"]");
    sees(GM_SPECTATOR, "role", "[null,\"accomplice\",null,null,\"-\"]");
    phase_is("draw");
}

static void the_accomplice_holds_no_intel(void **unused) { /* J9.A, J5.2 */
    (void)unused;
    rig(4, "IA.. 2", "2-1--r0r3-");
    rigged_tricks(2);
    sees(GM_SPECTATOR, "intel", "[1,0,1,1,0]"); /* the partner had 2 and loses 1 ... */
    sees(GM_SPECTATOR, "pool", "11");           /* ... to the pool, and nothing is taken from it */
    assert_int_equal(now()->leader, 1);
    rigged_tricks(1);
    sees(GM_SPECTATOR, "intel", "[0,0,0,0,0]"); /* raised tokens go there, too */
    sees(GM_SPECTATOR, "pool", "14");
    rigged_tricks(1);
    sees(GM_SPECTATOR, "intel", "[0,0,0,0,0]"); /* if any */
    sees(GM_SPECTATOR, "pool", "14");
}

static void the_accomplice_does_not_raise_or_vote(void **unused) { /* J9.A */
    (void)unused;
    rig(4, "IA.. 2", "3-1-*");
    rigged_tricks(1);
    begin_rigged_trick();
    play_rigged_card();
    play_rigged_card();
    refuse("1 raise p1", "J4.3");
    rig(4, "IA.. 2", "1-*");
    all_rigged_tricks();
    sees(GM_SPECTATOR, "voters", "[0,2,3]");
    refuse("1 vote 0", "J6.5");
    refuse("0 vote 1", "J6.2"); /* cannot be voted for */
    cast("2 - 0 0");
    ends("vote", "123");
}

static void the_accomplice_wins_with_the_partner(void **unused) { /* J9.A */
    (void)unused;
    both("IA... 0", "0!", "", "intel", "01"); /* whoever the partner is */
    both("IA... 0", MISSIONS(2), "", "missions", "234");
    both("IA... 2", "0!", "", "intel", "0");
    both("IA... 2", MISSIONS(2), "", "missions", "1234");
    both("IA... 0", "1-*", "2 - 0 0 0", "vote", "234");
}

static void the_shady_character_looks_to_the_right(void **unused) { /* J9.S */
    (void)unused;
    both("IS...", MISSIONS(2), "", "missions", "1234"); /* the Insider on the right lost */
    both("IS...", "0!", "", "intel", "0");
    both(".SI..", MISSIONS(0), "", "missions", "034"); /* an Agent sits on the right */
    both(".SI..", "2!", "", "intel", "12");
    game(4, "S..I", MISSIONS(1), "", "missions", "012"); /* all around the table */
    game(5, "S...I", MISSIONS(1), "", "missions", "0123");
    game(5, "S..I.", MISSIONS(1), "", "missions", "124");
}

static void the_revealed_shady_character_takes_one(void **unused) { /* J9.S, J5.4 */
    (void)unused;
    rig(4, ".SI.", "0-1!1-*");
    rigged_tricks(5);
    sees(GM_SPECTATOR, "intel", "[2,5,1,1,0]");
    turn_one_over();
    sees(GM_SPECTATOR, "intel", "[1,6,1,1,0]"); /* at once, from the right */
    sees(GM_SPECTATOR, "pool", "5");
    rigged_tricks(1);
    sees(GM_SPECTATOR, "intel", "[1,7,1,1,0]"); /* once */
    rigged_tricks(4);
    sees(GM_SPECTATOR, "voters", "[0,2,3]"); /* no vote from then on */
    refuse("1 vote 2", "J6.5");
    cast("2 - 0 2");
    ends("vote", "03");
    both(".SI..", EVEN, "2 0 1 2|2 2 1 0 2", "vote", "034"); /* until then it has a vote */
}

static void the_shady_character_takes_if_there_is_any(void **unused) { /* J9.S */
    (void)unused;
    rig(4, ".SI.", "1--r0--");
    rigged_tricks(3);
    sees(GM_SPECTATOR, "intel", "[0,5,1,1,0]");
    turn_one_over();
    sees(GM_SPECTATOR, "intel", "[0,5,1,1,0]");
    phase_is("draw");
}

static void who_is_revealed_stays_so_with_fewer_tokens(void **unused) { /* J9.S */
    (void)unused;
    rig(4, ".SI.", "0!1!0--");
    rigged_tricks(8);
    turn_one_over();
    sees(GM_SPECTATOR, "intel", "[4,6,1,1,0]");
    sees(GM_SPECTATOR, "revealed", "[0,1]");
    rigged_tricks(1);
    phase_is("draw"); /* seat 0 is not revealed again */
    rigged_tricks(1);
    phase_is("vote");
    can(3, "vote 2");
}

static void a_sleeper_sleeps_with_the_agents(void **unused) { /* J9.U */
    (void)unused;
    both("IU...", MISSIONS(2), "", "missions", "1234");
    both("IU...", EVEN, "1 0 0 0 0", "vote", "1234"); /* and votes */
    both("IU...", "0!", "", "intel", "0");
}

static void a_revealed_sleeper_changes_sides(void **unused) { /* J9.U */
    (void)unused;
    rig(4, "IU..", "1-*");
    all_rigged_tricks();
    sees(GM_SPECTATOR, "voters", "[0,2,3]"); /* no vote */
    figure("turned", "[1]");
    figure("specials", "[\"sleeper\"]");
    figure("limit", "5");
    figure("insiders", "[\"insider\",\"professor-no\"]");
    refuse("1 vote 0", "J6.5");
    refuse("0 vote 1", "J6.2");
    cast("2 - 3 2");
    figure("accused", "\"-\""); /* nothing before all ballots lie open */
    ends("wrong-vote", "01");
    figure("accused", "2");
    both("IU...", "1-*", "2 - 0 0 0", "vote", "234");
    both("IU...", MISSIONS(1), "", "missions", "234");
    both("IU...", "1!0!", "", "intel", "01");
}

static void professor_no_need_not_follow(void **unused) { /* J9.N */
    (void)unused;
    for (int sleeper = 0; sleeper < 2; sleeper++) {
        rig(5, sleeper ? "N...U" : "....N", "0-");
        figure("limit", "3");
        begin_rigged_trick();
        for (int i = 0; i < 4; i++)
            play_rigged_card();
        can(4, sleeper ? "play y6, play y7, play y8, raise y6, raise y7, raise y8"
                       : "play y6, play y7, play y8, play p6, play p7, play p8, play g6, play g7, play b6, "
                         "play b7, raise y6, raise y7, raise y8, raise p6, raise p7, raise p8, raise g6, "
                         "raise g7, raise b6, raise b7");
    }
}

static void with_professor_no_less_intel_reveals(void **unused) { /* J9.N */
    (void)unused;
    for (int seats = 4; seats <= 5; seats++)
        for (int q = 0; q < 2; q++) { /* for everyone */
            rig(seats, "N....", q ? "1---|1--" : "0---|0--");
            rigged_tricks(n_rigged - 1);
            phase_is("draw");
            rigged_tricks(1);
            assert_int_equal(now()->intel[q], seats == 4 ? 4 : 3);
            phase_is("reveal");
        }
}

static void with_professor_no_the_revealed_do_not_vote(void **unused) { /* J9.N */
    (void)unused;
    rig(5, "N....", "1!2-*");
    all_rigged_tricks();
    sees(GM_SPECTATOR, "voters", "[0,3,4]");
    refuse("1 vote 0", "J6.5");
    rig(5, "NW...", "2-*"); /* nor do those who were revealed at the start */
    all_rigged_tricks();
    sees(GM_SPECTATOR, "voters", "[0,3,4]");
    refuse("1 vote 0", "J6.5");
    rig(5, "N..P.", "3-*"); /* whatever the role */
    all_rigged_tricks();
    sees(GM_SPECTATOR, "voters", "[0,1,2,4]");
    refuse("3 ballot 0 0", "J6.5");
    rig(5, "I....", "1!2-*"); /* with the Insider they vote */
    all_rigged_tricks();
    sees(GM_SPECTATOR, "voters", "[0,1,2,3,4]");
}

static void how_a_game_with_professor_no_ends(void **unused) { /* J9.N */
    (void)unused;
    both("N....", "1!2!3!|1!2!3!4!", "", "hunt", "0"); /* at once */
    both("N....", "0!", "", "caught", "1234");
    both("N....", MISSIONS(2), "", "missions", "1234");
    both("N....", "3-*", "1 0 0 - 0", "vote", "1234");
    both("N....", "3-*", "1 2 1 - 1", "wrong-vote", "0");
    both("N....", "3-*", "1 2 0 - 0|1 0 1 - 0", "tie", "0");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_wired_agent_is_revealed_at_the_start),
        cmocka_unit_test(the_wired_agent_never_holds_two),
        cmocka_unit_test(the_wired_agent_votes),
        cmocka_unit_test(the_paranoid_agent_has_two_votes),
        cmocka_unit_test(both_votes_of_the_paranoid_count),
        cmocka_unit_test(a_revealed_paranoid_may_give_both_to_one),
        cmocka_unit_test(a_paranoid_with_one_target_has_one_vote),
        cmocka_unit_test(the_daredevil_brings_risky_missions),
        cmocka_unit_test(the_revealed_daredevil_wins_for_the_agents),
        cmocka_unit_test(the_decoy_wants_the_most_votes),
        cmocka_unit_test(the_decoy_wins_by_nothing_else),
        cmocka_unit_test(a_revealed_decoy_votes_in_vain),
        cmocka_unit_test(the_accomplice_picks_a_partner),
        cmocka_unit_test(the_accomplice_holds_no_intel),
        cmocka_unit_test(the_accomplice_does_not_raise_or_vote),
        cmocka_unit_test(the_accomplice_wins_with_the_partner),
        cmocka_unit_test(the_shady_character_looks_to_the_right),
        cmocka_unit_test(the_revealed_shady_character_takes_one),
        cmocka_unit_test(the_shady_character_takes_if_there_is_any),
        cmocka_unit_test(who_is_revealed_stays_so_with_fewer_tokens),
        cmocka_unit_test(a_sleeper_sleeps_with_the_agents),
        cmocka_unit_test(a_revealed_sleeper_changes_sides),
        cmocka_unit_test(professor_no_need_not_follow),
        cmocka_unit_test(with_professor_no_less_intel_reveals),
        cmocka_unit_test(with_professor_no_the_revealed_do_not_vote),
        cmocka_unit_test(how_a_game_with_professor_no_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
