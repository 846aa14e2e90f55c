/* The rules of Inside Job for two players and Larry, doc/rules/inside-job.md: winning a trick, reveals and
 * the vote, J10.5 to J10.7. */
#include "tests/rules/inside_job.h"

static void completes(bool wanted, const char *condition, const char *trump, const char *led,
                      const char *larry, const char *last) {
    larry_trick(0, condition, trump, led, larry, last);
    if (now()->completed != wanted) fail_msg("%s: %s %s %s", condition, led, larry, last);
}

/* ---- J10.5 ---- */

static void who_gets_larry(void **unused) { /* J10.5 */
    (void)unused;
    for (int leader = 0; leader < 2; leader++) {
        static const char *const names[] = {"0", "1"};
        const char *same = names[leader], *other = names[1 - leader];
        plan_larry("", leader, 2, "B- B-"); /* the leader won: Larry stays */
        larry_tricks(1);
        sees(GM_SPECTATOR, "winner", same);
        sees(GM_SPECTATOR, "leader", same);
        until_larry();
        asks((gm_seat)(1 - leader));
        plan_larry("", leader, 2, "G- B-"); /* Larry won: he goes to the other player */
        larry_tricks(1);
        sees(GM_SPECTATOR, "winner", "2");
        sees(GM_SPECTATOR, "leader", other); /* the player who does not control him leads */
        sees(GM_SPECTATOR, "intel", "[1,1,4,0,0]");
        play_all("dealer mission 3;dealer mission 4");
        asks((gm_seat)(1 - leader));
        plan_larry("", leader, 2, "G- B-");
        larry_tricks(1);
        until_larry();
        asks((gm_seat)leader);
        plan_larry("", leader, 2, leader ? "Y- B-" : "P- B-"); /* he also does if the controller won */
        larry_tricks(1);
        sees(GM_SPECTATOR, "winner", other);
        sees(GM_SPECTATOR, "leader", other);
        until_larry();
        asks((gm_seat)leader);
    }
    plan_larry("", 0, 2, "G- G- Y- P- Y- B-");
    static const int leads[] = {1, 0, 0, 1, 0, 0}; /* after each trick */
    for (int i = 0; i < 6; i++) {
        larry_tricks(1);
        assert_int_equal(now()->leader, leads[i]);
    }
}

static void larry_keeps_what_he_wins(void **unused) { /* J10.5, J4.4 */
    (void)unused;
    larry_trick(0, "all 13-13", "green", "y4", "g9", "play p4");
    sees(GM_SPECTATOR, "intel", "[1,1,4,0,0]"); /* also without a completed mission */
    larry_trick(0, "all 13-13", "green", "y4", "g9", "raise p4");
    sees(GM_SPECTATOR, "intel", "[1,0,5,0,0]"); /* raised tokens too */
    sees(GM_SPECTATOR, "pool", "8");
    larry_trick(1, "all 13-13", "green", "y4", "g9", "raise p4");
    sees(GM_SPECTATOR, "intel", "[0,1,5,0,0]");
    larry_trick(0, "all 13-13", "green", "y4", "g9", "raise p10"); /* the raised card is a higher trump */
    sees(GM_SPECTATOR, "intel", "[1,2,3,0,0]");
    larry_trick(0, "all 13-13", "green", "y4", "g9", "raise p9"); /* J4.5: or as high, and later */
    sees(GM_SPECTATOR, "intel", "[1,2,3,0,0]");
    larry_trick(0, "all 13-13", "yellow", "y9", "g9", "raise p8");
    sees(GM_SPECTATOR, "intel", "[3,0,3,0,0]");
    plan_larry("", 0, 2, "G- P-"); /* he keeps it */
    larry_tricks(2);
    sees(GM_SPECTATOR, "intel", "[1,2,4,0,0]");
}

static void places_in_the_trick(void **unused) { /* J10.5 */
    (void)unused;
    completes(true, "winner first", "blue", "y5", "g9", "play p6");
    completes(false, "winner first", "green", "y5", "g9", "play p6");
    completes(true, "winner second", "green", "y5", "g9", "play p6");
    completes(false, "winner second", "pink", "y5", "g9", "play p6");
    completes(true, "winner third", "pink", "y5", "g9", "play p6");
    completes(false, "winner third", "green", "y5", "g9", "play p6");
    completes(true, "winner last", "pink", "y5", "g9", "play p6");
    completes(false, "winner last", "green", "y5", "g9", "play p6");
    completes(true, "raised third", "blue", "y5", "g9", "raise p6");
    completes(true, "raised last", "blue", "y5", "g9", "raise p6");
    completes(false, "raised last", "blue", "y5", "g9", "play p6");
    completes(false, "raised second", "blue", "y5", "g9", "raise p6"); /* J7: never */
    completes(false, "raised at least 2", "blue", "y5", "g9", "raise p6");
    completes(true, "ascending", "blue", "y5", "g9", "play p10");
    completes(false, "ascending", "blue", "y5", "g9", "play p6");
    completes(true, "last lowest", "blue", "y5", "g9", "play p4");
    completes(false, "last lowest", "blue", "y5", "g3", "play p4");
    completes(true, "first and last same colour", "yellow", "y5", "g9", "raise p4");
    completes(true, "all 4-9", "yellow", "y5", "g9", "play p4"); /* Larry's card counts */
    completes(false, "all 4-8", "yellow", "y5", "g9", "play p4");
}

/* ---- J10.6 ---- */

static void six_tokens_reveal_anyone(void **unused) { /* J10.6, J1.5, J5.4 */
    static const struct {
        const char *plan, *shown;
        int tricks;
    } cases[] = {
        {"Y- Y- Y- Y- Y- Y-", "reveal 0 ", 5},
        {"P- P- P- P- P- P-", "reveal 1 ", 5},
        {"G- G- G- G-", "reveal 2 ", 3},
    };
    static const char *const points[] = {"1 0 0", "0 1 0", "0 0 1"};
    (void)unused;
    for (int who = 0; who < 3; who++)
        for (int insider = 0; insider < 3; insider++) {
            char shown[32];
            snprintf(shown, sizeof shown, "%s%s", cases[who].shown, insider == who ? "insider" : "agent");
            plan_larry("", 0, insider, cases[who].plan);
            larry_tricks(cases[who].tricks - 1);
            assert_int_equal(now()->intel[who], 5);
            phase_is("draw");
            larry_tricks(1);
            assert_int_equal(now()->intel[who], 6);
            phase_is("reveal");
            assert_int_equal(chances(), 1);
            can(GM_DEALER, shown);
            play_first();
            for (gm_seat q = 0; q < 2; q++)
                heard(q, shown); /* all see the role */
            heard(GM_SPECTATOR, shown);
            assert_int_equal(now()->revealed, BIT(who));
            if (insider == who) { /* the Insider wins at once */
                phase_is("close");
                sees(GM_SPECTATOR, "side", "\"insider\"");
                ended_by("intel");
                result((gm_seats)BIT(who), points[who]);
            } else { /* an Agent: the game goes on */
                phase_is("draw");
                sees(GM_SPECTATOR, "cause", "\"nothing\"");
                larry_tricks(1); /* the player takes intel, but is not revealed again */
                assert_int_equal(now()->intel[who], 7);
                phase_is("draw");
            }
        }
}

static void raised_tokens_reveal_larry(void **unused) { /* J10.6, J10.5 */
    (void)unused;
    plan_larry("", 0, 0, "G- G-");
    larry_tricks(1);
    until_larry();
    play_all("0 larry g2 g3;0 raise y5"); /* green 5, higher than Larry's 2 */
    sees(GM_SPECTATOR, "winner", "0");
    plan_larry("", 0, 0, "G- G-");
    larry_tricks(1);
    play_all("dealer mission 3;dealer mission 4;1 pick 3;1 play p5");
    play_all("dealer card 2 g2;dealer card 2 g13;dealer card 2 b2;0 larry g13 g2;0 raise y5");
    sees(GM_SPECTATOR, "intel", "[0,1,6,0,0]");
    can(GM_DEALER, "reveal 2 agent");
}

static void intel_comes_before_missions(void **unused) { /* J10.6, J5.4, J5.7 */
    (void)unused;
    plan_larry("", 0, 2, "Y+ Y+ P+ P+ G+ G+ G+"); /* both at once: the Insider wins */
    larry_tricks(7);
    play("dealer reveal 2 insider");
    assert_int_equal(bits_count(now()->completed), 7);
    ended_by("intel");
    result(BIT(2), "0 0 1");
    plan_larry("", 0, 1, "Y+ Y+ P+ P+ G+ G+ G+");
    larry_tricks(7);
    phase_is("reveal");
    play("dealer reveal 2 agent");
    ended_by("missions");
    result(BIT(0) | BIT(2), "1 0 1");
    plan_larry("", 0, 0, "G- Y+ Y+ Y+ Y- Y+"); /* before the last trick as well */
    larry_tricks(6);
    play("dealer reveal 0 insider");
    ended_by("intel");
    result(BIT(0), "1 0 0");
}

static void revealed_in_the_last_trick(void **unused) { /* J10.6, J5.8 */
    (void)unused;
    plan_larry("", 0, 0, "Y- P- G- Y- P- G- Y- P- G-");
    larry_tricks(9);
    phase_is("reveal");
    play("dealer reveal 2 agent");
    phase_is("vote");
    can(0, "vote 1");
    can(1, "vote 0");
}

/* ---- J10.7 ---- */

static void come_to_vote(int insider) {
    plan_larry("", 0, insider, LARRY_NOBODY_WINS);
    larry_tricks(9);
    phase_is("vote");
}

static void for_the_other_or_for_larry(void **unused) { /* J10.7, J6.2, J6.5 */
    (void)unused;
    come_to_vote(2);
    assert_int_equal(acting(), BIT(0) | BIT(1)); /* both players vote, Larry does not */
    can(0, "vote 1, vote 2");
    can(1, "vote 0, vote 2");
    refuse("0 vote 0", "J6.2"); /* not for oneself */
    refuse("1 vote 1", "J6.2");
    play("1 vote 2");
    heard(1, "vote 2");
    heard(0, "vote ?"); /* secret until both are cast */
    heard(GM_SPECTATOR, "vote ?");
    sees(0, "vote", "[\"-\",null,\"-\",\"-\",\"-\"]");
    refuse("1 vote 0", "J6.5");
    play("0 vote 1");
    can(GM_DEALER, "show 0 1");
    play("dealer show 0 1");
    can(GM_DEALER, "show 1 2");
    play("dealer show 1 2");
    sees(GM_SPECTATOR, "vote", "[1,2,\"-\",\"-\",\"-\"]");
    phase_is("expose");
}

static void all_roles_are_shown(void **unused) { /* J10.7 */
    (void)unused;
    for (int insider = 0; insider < 3; insider++)
        for (int vote = 0; vote < 2; vote++) { /* whoever was voted for */
            come_to_vote(insider);
            play_all(vote ? "0 vote 1;1 vote 0" : "0 vote 2;1 vote 2");
            play_all(vote ? "dealer show 0 1;dealer show 1 0" : "dealer show 0 2;dealer show 1 2");
            for (int q = 0; q < 3; q++) {
                char line[32];
                phase_is("expose");
                snprintf(line, sizeof line, "reveal %d %s", q, q == insider ? "insider" : "agent");
                can(GM_DEALER, line);
                play_first();
            }
            phase_is("over");
            assert_int_equal(now()->revealed, 7);
            sees(GM_SPECTATOR, "role",
                 insider == 0   ? "[\"insider\",\"agent\",\"agent\",\"-\",\"-\"]"
                 : insider == 1 ? "[\"agent\",\"insider\",\"agent\",\"-\",\"-\"]"
                                : "[\"agent\",\"agent\",\"insider\",\"-\",\"-\"]");
        }
}

/* Seat 0 and seat 1 vote; the Agents win or the Insider does. */
static void vote_ends(int insider, int a, int b, bool agents_win) {
    static const char *const lost[] = {"1 0 0", "0 1 0", "0 0 1"}, *const won[] = {"0 1 1", "1 0 1", "1 1 0"};
    char lines[64];
    come_to_vote(insider);
    snprintf(lines, sizeof lines, "0 vote %d;1 vote %d", a, b);
    play_all(lines);
    turn_over();
    sees(GM_SPECTATOR, "side", agents_win ? "\"agents\"" : "\"insider\"");
    ended_by(agents_win ? "vote" : "wrong-vote");
    result((gm_seats)(agents_win ? 7 & ~BIT(insider) : BIT(insider)), (agents_win ? won : lost)[insider]);
}

static void an_agent_who_votes_for_an_agent(void **unused) { /* J10.7 */
    (void)unused;
    vote_ends(2, 2, 2, true);  /* no Agent voted for an Agent: the Agents win, Larry loses */
    vote_ends(2, 1, 2, false); /* one did */
    vote_ends(2, 2, 0, false);
    vote_ends(2, 1, 0, false); /* both did */
    vote_ends(0, 1, 0, true);  /* one vote each: ties have no meaning */
    vote_ends(0, 2, 0, true);  /* the Insider's vote has no meaning, either */
    vote_ends(0, 1, 2, false); /* an Agent voted for Larry, who is an Agent; */
    vote_ends(0, 2, 2, false); /* here, too */
    vote_ends(1, 1, 0, true);
    vote_ends(1, 1, 2, true);
    vote_ends(1, 2, 0, false);
    vote_ends(1, 2, 2, false);
}

static void larry_revealed_is_no_target(void **unused) { /* J10.7, J6.2 */
    (void)unused;
    for (int insider = 0; insider < 2; insider++) {
        plan_larry("", 0, insider, "G- G- G- Y- Y- P- P- Y- P-");
        larry_tricks(9);
        phase_is("vote");
        can(0, "vote 1");
        can(1, "vote 0");
        refuse("0 vote 2", "J6.2");
        refuse("1 vote 2", "J6.2");
        play_all("0 vote 1;1 vote 0;dealer show 0 1;dealer show 1 0");
        can(GM_DEALER, insider ? "reveal 0 agent" : "reveal 0 insider");
        play_first();
        can(GM_DEALER, insider ? "reveal 1 insider" : "reveal 1 agent");
        play_first();
        phase_is("over");
        ended_by("vote");
        if (insider)
            result(BIT(0) | BIT(2), "1 0 1");
        else
            result(BIT(1) | BIT(2), "0 1 1");
    }
}

static void a_revealed_player_votes_but_is_no_target(void **unused) { /* J10.7, J6.2, J5.4 */
    (void)unused;
    for (int vote = 1; vote < 3; vote++) {
        char line[16];
        plan_larry("", 0, 2, "Y- Y- Y- Y- Y- P- P- P- G-");
        larry_tricks(9);
        can(0, "vote 1, vote 2");
        can(1, "vote 2");
        refuse("1 vote 0", "J6.2");
        snprintf(line, sizeof line, "0 vote %d", vote);
        play_all("1 vote 2");
        play(line);
        ended_by(vote == 2 ? "vote" : "wrong-vote");
        result(vote == 2 ? BIT(0) | BIT(1) : BIT(2), vote == 2 ? "1 1 0" : "0 0 1");
    }
}

static void without_a_target_one_abstains(void **unused) { /* J10.7, J6.2, J6.5 */
    (void)unused;
    plan_larry("", 0, 1, "Y- Y- Y- Y- Y- G- G- G- P-"); /* seat 0 and Larry are revealed */
    larry_tricks(9);
    asks(0);
    can(0, "vote 1");
    can(1, "");
    refuse("1 vote 0", "J6.2");
    play_all("0 vote 1;dealer show 0 1;dealer reveal 1 insider");
    ended_by("vote");
    result(BIT(0) | BIT(2), "1 0 1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_gets_larry),
        cmocka_unit_test(larry_keeps_what_he_wins),
        cmocka_unit_test(places_in_the_trick),
        cmocka_unit_test(six_tokens_reveal_anyone),
        cmocka_unit_test(raised_tokens_reveal_larry),
        cmocka_unit_test(intel_comes_before_missions),
        cmocka_unit_test(revealed_in_the_last_trick),
        cmocka_unit_test(for_the_other_or_for_larry),
        cmocka_unit_test(all_roles_are_shown),
        cmocka_unit_test(an_agent_who_votes_for_an_agent),
        cmocka_unit_test(larry_revealed_is_no_target),
        cmocka_unit_test(a_revealed_player_votes_but_is_no_target),
        cmocka_unit_test(without_a_target_one_abstains),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
