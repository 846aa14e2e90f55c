/* The special roles of Inside Job, doc/rules/inside-job.md: which roles are played, J9.1 to J9.7; what they
 * change after a trick and in the vote, J5 and J6. */
#include "tests/rules/inside_job_roles.h"

/* ---- J9.1 to J9.7: which roles are played ---- */

/* The role cards that are dealt, such as "agent agent insider decoy". */
static void cards_are(int seats, const char *settings, const char *cards) {
    char line[128] = "";
    gm_thing t;
    start(g, seats, settings);
    play("dealer lead 0");
    for (int x = 0; x < chances(); x++) {
        size_t n = strlen(line);
        assert_true(g->thing(the.box, "role", GM_B(g->deal(the.box, the.st, (uint32_t)x)), &t));
        snprintf(line + n, sizeof line - n, "%s%s", x ? " " : "", t.code);
    }
    assert_string_equal(line, cards);
}

static void chosen_roles_replace_agents(void **unused) { /* J9.1 */
    (void)unused;
    cards_are(4, "", "agent agent agent insider");
    cards_are(4, "roles=sleeper,paranoid", "agent insider paranoid sleeper");
    cards_are(5, "roles=sleeper,paranoid", "agent agent insider paranoid sleeper");
    cards_are(4, "roles=decoy", "agent agent insider decoy");
    cards_are(4, "roles=professor-no", "agent agent agent professor-no"); /* instead of the Insider */
    cards_are(5, "roles=daredevil,professor-no", "agent agent agent daredevil professor-no");
    play("dealer role 0 daredevil");
    can(GM_DEALER, "role 1 agent, role 1 professor-no"); /* each card once */
    assert_int_equal(chances(), 4);
    heard(0, "role 0 daredevil");
    heard(1, "role 0 ?");
    heard(GM_SPECTATOR, "role 0 ?");
}

static void everyone_knows_which_roles_there_are(void **unused) { /* J9.1 */
    static gm_lines lines;
    static gm_view v;
    (void)unused;
    rig(5, "I.P.U", "");
    for (gm_seat q = 0; q < GM_LISTENERS; q++) {
        uint64_t roles = 0;
        if (q >= 5 && q < GM_MAX_SEATS) continue;
        gm_make_view(g, the.box, the.st, q, &v);
        g->tell(the.box, v.st, q, &lines);
        for (int i = 0; i < lines.n; i++)
            if (!strcmp(lines.line[i].say, "inside-job.roles")) {
                roles = (uint64_t)lines.line[i].arg[0].n;
                assert_int_equal(lines.line[i].arg[1].n, 2); /* Agents */
            }
        assert_int_equal(bits_count(roles), 3); /* nothing says who has them */
        for (int i = 0; i < in_the_box()->n_roles; i++) {
            const char *name = in_the_box()->role[i].name;
            assert_int_equal(roles >> i & 1, !strcmp(name, "insider") || !strcmp(name, "paranoid") ||
                                                 !strcmp(name, "sleeper"));
        }
    }
    sees(4, "role", "[null,null,null,null,\"sleeper\"]");
    sees(GM_SPECTATOR, "role", "[null,null,null,null,null]");
}

static void at_most_two_roles(void **unused) { /* J9.2 */
    static const char two[] = "inside-job.roles.two", many[] = "inside-job.roles.too-many";
    fault why;
    (void)unused;
    does_not_open(5, "roles=wired,paranoid,sleeper", two);
    does_not_open(5, "roles=wired,paranoid,professor-no", two); /* Professor No counts, too */
    cards_are(4, "roles=wired,professor-no", "agent agent wired professor-no");
    cards_are(4, "roles=wired,paranoid,sleeper more-roles=on", "insider wired paranoid sleeper");
    cards_are(4, "roles=wired,paranoid,sleeper,professor-no more-roles=on",
              "wired paranoid sleeper professor-no");
    does_not_open(4, "roles=wired,paranoid,daredevil,sleeper more-roles=on", many);
    does_not_open(4, "roles=wired,paranoid,daredevil,sleeper,professor-no more-roles=on", many);
    cards_are(5, "roles=wired,paranoid,daredevil,sleeper,professor-no more-roles=on",
              "wired paranoid daredevil sleeper professor-no");
    does_not_open(5, "roles=wired,paranoid,daredevil,sleeper,decoy more-roles=on", many);
    assert_false(open_with(g, 4, "roles=wired,paranoid,daredevil,sleeper more-roles=on", NULL, &why));
    assert_string_equal(why.with[0], "3");
}

static void each_role_once_and_for_four_or_five(void **unused) { /* J9.2 */
    fault why;
    (void)unused;
    does_not_open(4, "roles=wired,wired", "inside-job.roles.again");
    does_not_open(5, "roles=decoy,paranoid,decoy more-roles=on", "inside-job.roles.again");
    does_not_open(4, "roles=insider", "inside-job.roles.plain");
    does_not_open(4, "roles=agent,decoy", "inside-job.roles.plain");
    does_not_open(4, "roles=mole", "inside-job.roles.unknown");
    does_not_open(4, "roles=decoy,", "inside-job.roles.unknown");
    for (int seats = 2; seats <= 3; seats++) {
        does_not_open(seats, "roles=sleeper", "inside-job.roles.players");
        does_not_open(seats, "roles=professor-no", "inside-job.roles.players");
        assert_true(open_with(g, seats, "roles=none", NULL, &why));
    }
}

static void one_open_and_one_neutral_role(void **unused) { /* J9.2, J9.9 */
    static const char *const sets[][2] = {
        {"wired,accomplice", "inside-job.roles.open"},
        {"decoy,accomplice", "inside-job.roles.neutral"},
        {"decoy,shady", "inside-job.roles.neutral"},
        {"accomplice,shady", "inside-job.roles.neutral"},
    };
    (void)unused;
    for (int i = 0; i < 4; i++)
        for (int seats = 4; seats <= 5; seats++) {
            char settings[96];
            snprintf(settings, sizeof settings, "roles=%s", sets[i][0]);
            does_not_open(seats, settings, sets[i][1]);
            snprintf(settings, sizeof settings, "roles=%s more-roles=on", sets[i][0]);
            does_not_open(seats, settings, sets[i][1]);
        }
}

static void the_role_wins_over_the_general_rules(void **unused) { /* J9.3 */
    (void)unused;
    rig(4, "IU..", "1-*"); /* J5.4: who is revealed votes */
    all_rigged_tricks();
    sees(GM_SPECTATOR, "voters", "[0,2,3]");
    rig(4, "IA.. 2", "1-"); /* J3.7: the winner takes intel */
    all_rigged_tricks();
    sees(GM_SPECTATOR, "intel", "[1,0,0,1,0]");
    rig(4, "N...", "0!"); /* J1.5: 5 intel reveal a player; J5.4: and the traitor wins */
    all_rigged_tricks();
    sees(GM_SPECTATOR, "intel", "[4,1,1,1,0]");
    sees(GM_SPECTATOR, "side", "\"agents\"");
}

static void recommended_pairs_have_names(void **unused) { /* J9.4 */
    (void)unused;
    cards_are(4, "roles=sleeper-cell", "agent insider paranoid sleeper");
    cards_are(4, "roles=high-stakes", "agent insider daredevil shady");
    cards_are(4, "roles=inner-circle", "agent agent accomplice professor-no");
    cards_are(4, "roles=bad-company", "agent insider shady sleeper");
    cards_are(5, "roles=sleeper-cell", "agent agent insider paranoid sleeper");
    cards_are(5, "roles=high-stakes", "agent agent insider daredevil shady");
    cards_are(5, "roles=inner-circle", "agent agent agent accomplice professor-no");
    cards_are(5, "roles=bad-company", "agent agent insider shady sleeper");
}

static void the_insider_reads_professor_no(void **unused) { /* J9.6 */
    (void)unused;
    both("NW...", "1-", "", "wire", "0");                     /* J5.3 */
    both("N....", "3-*", "1 0 0 - 0", "vote", "1234");        /* J6.3 */
    both("N....", "3-*", "1 2 1 - 1", "wrong-vote", "0");     /* J6.3 */
    both("N....", "3-*", "1 2 0 - 0|1 0 1 - 0", "tie", "0");  /* J6.3 */
    both("NU...", "1!2!3!|1!2!3!4!", "", "hunt", "01");       /* J9.U */
    both("NY...", "3-*", "2 0 1 - -|1 0 1 - 0", "tie", "01"); /* J9.Y */
    both("NA... 0", "2!3!|2!3!4!", "", "hunt", "01");         /* J9.A */
    both("N....", "0!", "", "caught", "1234");                /* but not in J5.4 */
    game(4, "N...", "1---2---0---", "", "caught", "123");     /* however late it happens */
    game(5, "N....", "1--2--3--0--", "", "caught", "1234");
}

static void open_roles_may_be_given(void **unused) { /* J9.7 */
    (void)unused;
    cards_are(4, "roles=wired given=wired:2", "agent agent insider");
    can(GM_DEALER, "role 0 agent, role 0 insider");
    play_all("dealer role 0 agent;dealer role 1 agent");
    can(GM_DEALER, "role 2 wired");
    assert_int_equal(chances(), 1);
    play("dealer role 2 wired");
    can(GM_DEALER, "role 3 insider");
    play("dealer role 3 insider");
    can(GM_DEALER, "reveal 2 wired");
    cards_are(5, "roles=accomplice,sleeper given=accomplice:0", "accomplice");
    play("dealer role 0 accomplice"); /* the others at random */
    can(GM_DEALER, "role 1 agent, role 1 insider, role 1 sleeper");
    assert_int_equal(chances(), 4);
    play_all("dealer role 1 sleeper;dealer role 2 agent;dealer role 3 insider;dealer role 4 agent");
    can(GM_DEALER, "reveal 0 accomplice");
}

static void other_roles_may_not_be_given(void **unused) { /* J9.7 */
    static const char *const settings[] = {
        "roles=sleeper given=sleeper:1",
        "roles=decoy given=decoy:0",
        "roles=professor-no given=professor-no:0",
        "roles=wired given=insider:0",
        "roles=wired given=agent:0",
        "roles=wired given=accomplice:0", /* not played */
        "given=wired:0",
        "roles=wired given=wired:4", /* nobody sits there */
        "roles=wired given=wired",
        "roles=wired given=wired:",
        "roles=wired given=wired:x",
        "roles=wired given=mole:0",
    };
    fault why;
    (void)unused;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        does_not_open(4, settings[i], "inside-job.roles.given");
    assert_true(open_with(g, 5, "roles=wired given=wired:4", NULL, &why));
    assert_true(open_with(g, 5, "roles=wired given=none", NULL, &why));
}

/* ---- J5: after the trick ---- */

static void the_wired_agents_second_token(void **unused) { /* J5.3 */
    (void)unused;
    both("IW...", "1-", "", "wire", "0");
    both("I..W.", "0-3-", "", "wire", "0");
    both("IW...", "2-1-r3", "", "wire", "0"); /* or the third token */
    sees(GM_SPECTATOR, "intel", "[1,3,2,0,1]");
    sees(GM_SPECTATOR, "side", "\"insider\"");
    rig(4, "IWS.", "2!1-"); /* one token is allowed, also a token that was won */
    all_rigged_tricks();
    sees(GM_SPECTATOR, "intel", "[1,1,6,1,0]");
    phase_is("draw");
}

static void all_others_are_revealed(void **unused) { /* J5.5 */
    (void)unused;
    both("N....", "1!2!3!|1!2!3!4!", "", "hunt", "0");
    both("NW...", "2!3!|2!3!4!", "", "hunt", "0"); /* those revealed at the start count */
    both("NA... 2", "2!3!|2!3!4!", "", "hunt", "0");
    sees(GM_SPECTATOR, "side", "\"insider\"");
    for (int seats = 4; seats <= 5; seats++) { /* all but one are not all */
        rig(seats, "N....", "1!2!|1!2!3!");
        all_rigged_tricks();
        phase_is("draw");
    }
    rig(4, "IW..", "2!3!--"); /* nor is it enough without Professor No */
    all_rigged_tricks();
    phase_is("vote");
}

static void the_daredevil_was_revealed(void **unused) { /* J5.6 */
    (void)unused;
    both("ID...", "1!", "", "dare", "1234");
    both("ID...", "0-1!", "", "dare", "1234");
    both("ID...", "2+++1++++|2+++1+++", "", "dare", "1234"); /* before J5.7 */
    sees(GM_SPECTATOR, "side", "\"agents\"");
    for (int seats = 4; seats <= 5; seats++) {
        rig(seats, "ID...", "1---|1--");
        all_rigged_tricks();
        phase_is("draw");
    }
}

static void a_sleeper_revealed_by_the_last_mission(void **unused) { /* J5.9 */
    (void)unused;
    both("IU...", "2+++1++++|2+++1+++", "", "missions", "234");
}

static void a_wired_agent_wins_the_last_mission(void **unused) { /* J5.9 */
    (void)unused;
    both("IW...", "2+++3+++1+|2++3+++1+", "", "wire", "0");
    assert_int_equal(bits_count(now()->completed), 6); /* as many as are needed */
}

static void professor_no_revealed_by_the_last_mission(void **unused) { /* J5.9 */
    (void)unused;
    both("N....", "1++2++0+++|1++2+3+0++", "", "caught", "1234");
    assert_int_equal(bits_count(now()->completed), 6);
}

static void the_last_other_revealed_by_the_last_mission(void **unused) { /* J5.9 */
    (void)unused;
    both("N....", "1+++2+++3--+|1++2++4+-3-+", "", "hunt", "0");
    assert_int_equal(bits_count(now()->completed), 6);
}

static void a_daredevil_who_is_that_last_one(void **unused) { /* J5.9 */
    (void)unused;
    both("N..D.", "1+++2+++3--+|1++2++4+-3-+", "", "hunt", "0");
    assert_int_equal(bits_count(now()->completed), 6);
}

static void a_sleeper_who_is_that_last_one(void **unused) { /* J5.9 */
    (void)unused;
    both("N..U.", "1+++2+++3--+|1++2++4+-3-+", "", "hunt", "03");
    assert_int_equal(bits_count(now()->completed), 6);
}

/* ---- J6: the vote ---- */

static void the_vote_changes_no_side(void **unused) { /* J6.4 */
    (void)unused;
    both("IU...", EVEN, "1 0 1 1 1", "wrong-vote",
         "0"); /* a Sleeper revealed by the vote loses with the Agents */
    both("IU...", EVEN, "1 0 0 0 0", "vote", "1234");
    both("IU...", "1-*", "3 - 0 0 0", "vote", "234"); /* one revealed before is on the Insider's side */
    both("IU...", "1-*", "3 - 3 0 3", "wrong-vote", "01");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chosen_roles_replace_agents),
        cmocka_unit_test(everyone_knows_which_roles_there_are),
        cmocka_unit_test(at_most_two_roles),
        cmocka_unit_test(each_role_once_and_for_four_or_five),
        cmocka_unit_test(one_open_and_one_neutral_role),
        cmocka_unit_test(the_role_wins_over_the_general_rules),
        cmocka_unit_test(recommended_pairs_have_names),
        cmocka_unit_test(the_insider_reads_professor_no),
        cmocka_unit_test(open_roles_may_be_given),
        cmocka_unit_test(other_roles_may_not_be_given),
        cmocka_unit_test(the_wired_agents_second_token),
        cmocka_unit_test(all_others_are_revealed),
        cmocka_unit_test(the_daredevil_was_revealed),
        cmocka_unit_test(a_sleeper_revealed_by_the_last_mission),
        cmocka_unit_test(a_wired_agent_wins_the_last_mission),
        cmocka_unit_test(professor_no_revealed_by_the_last_mission),
        cmocka_unit_test(the_last_other_revealed_by_the_last_mission),
        cmocka_unit_test(a_daredevil_who_is_that_last_one),
        cmocka_unit_test(a_sleeper_who_is_that_last_one),
        cmocka_unit_test(the_vote_changes_no_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
