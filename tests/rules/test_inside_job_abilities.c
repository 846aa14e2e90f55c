/* Role files of Inside Job, doc/rules/inside-job.md, J9.5, and doc/roles.md: the examples, abilities and goals. */
#include "games/inside_job/internal.h"
#include "tests/rules/inside_job_roles.h"

/* ---- the examples of doc/roles.md ----------------------------------------------------------- */

#define BODYGUARD                                                                                            \
    "# One role of our own.\n"                                                                               \
    "role,side,goal,abilities\n"                                                                             \
    "bodyguard,agents,side,open most-2 two-votes\n"
#define PLOT                                                                                                 \
    "# A traitor, and one who is nobody's friend.\n"                                                         \
    "role,side,goal,abilities\n"                                                                             \
    "mastermind,insider,side,free two-votes reveal-loses limit-6-5\n"                                        \
    "rival,agents,right,reveal-takes\n"

/* Does the page show these lines, indented, one under the other? */
static bool doc_shows(const char *doc, const char *lines) {
    char shown[512];
    text t = text_on(shown, sizeof shown);
    text_char(&t, '\n');
    for (const char *c = lines; *c; c++) {
        if (c == lines || c[-1] == '\n') text_put(&t, "    ");
        text_char(&t, *c);
    }
    text_char(&t, '\n');
    return strstr(doc, shown);
}

static void the_doc_shows_them(void **unused) {
    static char doc[32768];
    FILE *f = fopen("doc/roles.md", "rb"); /* tests run from the project's root */
    (void)unused;
    assert_non_null(f);
    doc[fread(doc, 1, sizeof doc - 1, f)] = 0;
    fclose(f);
    assert_true(doc_shows(doc, BODYGUARD));
    assert_true(doc_shows(doc, PLOT));
    for (const ij_ability *a = inside_job_abilities; a->text; a++) { /* it shows every ability, too */
        char row[64];
        snprintf(row, sizeof row, "\n| `%s` | ", a->text);
        if (!strstr(doc, row)) fail_msg("%s is not in the table", a->text);
    }
}

static void the_bodyguard_is_dealt_beside_a_printed_role(void **unused) { /* J9.5, J9.1 */
    (void)unused;
    fault why;
    assert_true(open_roles(4, "roles=bodyguard,sleeper", BODYGUARD, &why));
    play("dealer lead 0");
    assert_int_equal(chances(), 4); /* they replace two Agents */
    can(GM_DEALER, "role 0 agent, role 0 insider, role 0 sleeper, role 0 bodyguard");
    play_all("dealer role 0 agent;dealer role 1 bodyguard");
    heard(1, "role 1 bodyguard");
    heard(0, "role 1 ?");
    can(GM_DEALER, "role 2 insider, role 2 sleeper");
    play_all("dealer role 2 sleeper;dealer role 3 insider");
    can(GM_DEALER, "reveal 1 bodyguard"); /* open */
    play("dealer reveal 1 bodyguard");
    heard(GM_SPECTATOR, "reveal 1 bodyguard");
    sees(0, "role", "[\"agent\",\"bodyguard\",null,null,\"-\"]");
    assert_true(open_roles(4, "roles=sleeper", BODYGUARD, &why)); /* it is dealt only if it was chosen */
    play("dealer lead 0");
    can(GM_DEALER, "role 0 agent, role 0 insider, role 0 sleeper");
}

static void the_bodyguard_may_hold_two(void **unused) { /* J9.5: most-N, J5.3 */
    (void)unused;
    plan_roles("roles=bodyguard,sleeper", BODYGUARD, "bodyguard sleeper agent insider", "Y- Y-");
    tricks(1);
    sees(GM_SPECTATOR, "intel", "[2,1,1,1,0]");
    phase_is("draw");
    tricks(1);
    sees(GM_SPECTATOR, "intel", "[3,1,1,1,0]");
    sees(GM_SPECTATOR, "side", "\"insider\"");
    ended_by("wire");
    result(BIT(3), "0 0 0 1");
    plan_roles("roles=bodyguard,sleeper", BODYGUARD, "bodyguard sleeper agent insider",
               "Y+ P+ G+ B+ P+ G+ Y+");
    tricks(7); /* this comes before the missions, J5.3 */
    assert_int_equal(bits_count(now()->completed), 7);
    ended_by("wire");
    plan_roles("roles=bodyguard,sleeper", BODYGUARD, "agent sleeper bodyguard insider",
               "Y+ P+ G+ B+ Y+ P+ P+");
    tricks(7);
    ended_by("missions");
    result(BIT(0) | BIT(1) | BIT(2), "1 1 1 0"); /* the bodyguard wins with its side */
}

static void the_bodyguard_votes_twice(void **unused) { /* J9.5: open, two-votes */
    (void)unused;
    plan_roles("roles=bodyguard,sleeper", BODYGUARD, "bodyguard sleeper agent insider", NOBODY_WINS);
    tricks(10);
    can(0, "ballot 1 1, ballot 1 2, ballot 1 3, ballot 2 2, ballot 2 3, ballot 3 3");
    refuse("0 vote 3", "J9.P");
    refuse("1 vote 0", "J6.2"); /* nobody may vote for an open role */
    can(1, "vote 2, vote 3");
    play_all("0 ballot 3 3;1 vote 3;2 vote 1;3 vote 1"); /* three against two */
    ended_by("vote");
    result(BIT(0) | BIT(1) | BIT(2), "1 1 1 0");
}

static void the_mastermind_must_not_be_revealed(void **unused) { /* J9.5: reveal-loses, limit */
    (void)unused;
    plan_roles("roles=mastermind,rival", PLOT, "agent mastermind rival agent", "P- P- P- P- P-");
    tricks(4);
    sees(GM_SPECTATOR, "intel", "[1,5,1,1,0]"); /* five are not enough */
    phase_is("draw");
    tricks(1);
    can(GM_DEALER, "reveal 1 mastermind");
    play_first();
    sees(GM_SPECTATOR, "side", "\"agents\"");
    ended_by("caught");
    result(BIT(0) | BIT(2) | BIT(3), "1 0 1 1"); /* the rival wins because the mastermind lost */
    plan_roles("roles=mastermind,rival", PLOT, "agent mastermind agent rival agent", "P- P- P- P-");
    tricks(3);
    sees(GM_SPECTATOR, "intel", "[1,4,1,1,1]");
    phase_is("draw");
    tricks(1); /* with five players five are enough */
    can(GM_DEALER, "reveal 1 mastermind");
    ended_by("caught");
    result(BIT(0) | BIT(2) | BIT(4), "1 0 1 0 1"); /* the rival loses, because the player on its right won */
}

static void the_mastermind_votes_twice_and_need_not_follow(void **unused) { /* J9.5: free, two-votes */
    (void)unused;
    plan_mixed("roles=mastermind,rival", PLOT, "agent mastermind rival agent");
    play("1 play p5");
    plan_roles("roles=mastermind,rival", PLOT, "agent mastermind rival agent", NOBODY_WINS);
    tricks(10);
    can(1, "ballot 0 2, ballot 0 3, ballot 2 3"); /* for different players */
    refuse("1 ballot 0 0", "J9.P");
    refuse("1 vote 0", "J9.P");
    play_all("0 vote 1;1 ballot 0 3;2 vote 0;3 vote 1"); /* two, two and one */
    ended_by("tie");
    result(BIT(1), "0 1 0 0"); /* the player on the rival's right won */
    plan_roles("roles=mastermind,rival", PLOT, "agent mastermind rival agent", NOBODY_WINS);
    tricks(10);
    play_all("0 vote 1;1 ballot 0 2;2 vote 1;3 vote 1");
    ended_by("vote");
    result(BIT(0) | BIT(2) | BIT(3), "1 0 1 1");
}

static void the_rival_takes_a_token(void **unused) { /* J9.5: reveal-takes */
    (void)unused;
    plan_roles("roles=mastermind,rival", PLOT, "agent mastermind rival agent", "P- G- G- G- G- G-");
    tricks(6);
    sees(GM_SPECTATOR, "intel", "[1,2,6,1,0]");
    play("dealer reveal 2 rival");
    sees(GM_SPECTATOR, "intel", "[1,1,7,1,0]"); /* from the player before in turn order */
    phase_is("draw");
    tricks(4);
    assert_true(now()->voters >> 2 & 1); /* the role is not quiet */
    plan_roles("roles=rival", PLOT, "rival insider agent agent", "B- Y- Y- Y- Y-");
    tricks(5);
    play("dealer reveal 0 rival");
    sees(GM_SPECTATOR, "intel", "[6,1,1,1,0]"); /* for seat 0 that is the last seat */
}

/* ---- abilities ---------------------------------------------------------------------------- */

static void free_need_not_follow(void **unused) { /* J9.5, J3.5 */
    static const char own[] = ROLE_COLUMNS "scout,agents,side,free\nstickler,agents,side,\n";
    (void)unused;
    for (int seats = 4; seats <= 5; seats++) {
        plan_mixed("roles=scout,stickler", own,
                   seats == 4 ? "stickler scout agent insider" : "agent scout insider stickler agent");
        play("1 play p5");
        plan_mixed("roles=scout,stickler", own,
                   seats == 4 ? "scout stickler agent insider" : "agent stickler insider scout agent");
        refuse("1 play p5", "J3.4");
        can(1, seats == 4 ? "play y13, raise y13" : "play y1, raise y1");
    }
}

static void open_lies_open(void **unused) { /* J9.5, J9.7, J4.3, J6.2 */
    static const char own[] = ROLE_COLUMNS "herald,agents,side,open\nmole,agents,side,\n";
    fault why;
    (void)unused;
    assert_true(open_roles(4, "roles=herald given=herald:2", own, &why)); /* may be given to a player */
    play_all("dealer lead 0;dealer role 0 agent;dealer role 1 insider");
    assert_int_equal(chances(), 1);
    can(GM_DEALER, "role 2 herald");
    assert_false(open_roles(4, "roles=mole given=mole:2", own, &why)); /* a hidden role may not */
    assert_string_equal(why.say, "inside-job.roles.given");
    plan_mixed("roles=herald", own, "agent herald agent insider");
    assert_int_equal(now()->revealed, BIT(1));
    assert_int_equal(now()->by_intel, 0);
    can(1, "play y13");
    refuse("1 raise y13", "J4.3");
    plan_roles("roles=herald,mole", own, "mole herald agent insider", NOBODY_WINS);
    tricks(10);
    refuse("0 vote 1", "J6.2");
    can(1, "vote 0, vote 2, vote 3");           /* but an open role votes */
    sees(GM_SPECTATOR, "intel", "[2,4,4,4,0]"); /* and holds intel */
}

static void risky_brings_risky_missions(void **unused) { /* J9.5, J7.1 */
    static const char own[] = ROLE_COLUMNS "gambler,agents,side,risky\nmole,agents,side,\n";
    fault why;
    (void)unused;
    plan_roles("roles=gambler", own, "gambler agent agent insider", "");
    assert_int_equal(chances(), 24);
    play_all("dealer mission 31;dealer mission 1");
    refuse("0 pick 1", "J7.1");
    plan_roles("roles=mole", own, "mole agent agent insider", "");
    assert_int_equal(chances(), 22);
    assert_false(open_roles(4, "roles=gambler raise=off", own, &why));
    assert_string_equal(why.say, "inside-job.risk");
    assert_true(open_roles(4, "roles=mole raise=off", own, &why));
}

static void two_votes_for_an_agent(void **unused) { /* J9.5, J9.P */
    static const char own[] = ROLE_COLUMNS "deputy,agents,side,two-votes\n";
    (void)unused;
    plan_roles("roles=deputy", own, "deputy agent agent insider", NOBODY_WINS);
    tricks(10);
    can(0, "ballot 1 2, ballot 1 3, ballot 2 3");
    play_all("0 ballot 2 3;1 vote 3;2 vote 1;3 vote 1"); /* two and two */
    ended_by("tie");
    plan_roles("roles=deputy", own, "agent deputy agent insider", "P- P- P- P- Y- Y- G- G- B- B-");
    tricks(10); /* revealed: both may go to one */
    can(1, "ballot 0 0, ballot 0 2, ballot 0 3, ballot 2 2, ballot 2 3, ballot 3 3");
}

static void quiet_once_revealed(void **unused) { /* J9.5 */
    static const char own[] = ROLE_COLUMNS "monk,agents,side,quiet\nmole,agents,side,\n";
    (void)unused;
    plan_roles("roles=monk,mole", own, "mole monk agent insider", NOBODY_WINS);
    tricks(10);
    assert_int_equal(now()->voters, 15);
    plan_roles("roles=monk,mole", own, "mole monk agent insider", "P- P- P- P- Y- Y- G- G- B- B-");
    tricks(10);
    assert_int_equal(now()->voters, 13);
    refuse("1 vote 3", "J6.5");
    plan_roles("roles=monk,mole", own, "monk mole agent insider", "P- P- P- P- Y- Y- G- G- B- B-");
    tricks(10); /* other roles still vote when revealed */
    assert_int_equal(now()->voters, 15);
}

static void no_vote_at_all(void **unused) { /* J9.5 */
    static const char own[] = ROLE_COLUMNS "diplomat,agents,side,open no-vote\n";
    (void)unused;
    plan_roles("roles=diplomat", own, "agent diplomat agent insider", NOBODY_WINS);
    tricks(10);
    assert_int_equal(now()->voters, 13);
    refuse("1 vote 3", "J6.5");
}

static void no_intel_without_a_partner(void **unused) { /* J9.5, J9.A */
    static const char own[] = ROLE_COLUMNS "ghost,agents,side,open no-intel\n";
    (void)unused;
    plan_roles("roles=ghost", own, "agent ghost agent insider", "P- P- P- P- P- P- P- P- P- P-");
    sees(GM_SPECTATOR, "intel", "[1,0,1,1,0]"); /* the starting token went back */
    sees(GM_SPECTATOR, "pool", "11");
    tricks(1);
    sees(GM_SPECTATOR, "winner", "1");
    sees(GM_SPECTATOR, "intel", "[1,0,1,1,0]");
    sees(GM_SPECTATOR, "pool", "11");
    play_all("dealer mission 3;dealer mission 4;1 pick 3;1 play p12;2 raise g2;3 play b2;0 play y2");
    sees(GM_SPECTATOR, "winner", "1"); /* raised tokens go to the pool */
    sees(GM_SPECTATOR, "intel", "[1,0,0,1,0]");
    sees(GM_SPECTATOR, "pool", "12");
    tricks(8);
    phase_is("vote"); /* no number of tricks reveals the ghost or loses the game */
    assert_int_equal(now()->voters, 15);
}

static void no_intel_costs_the_partner(void **unused) { /* J9.5, J9.A */
    static const char own[] = ROLE_COLUMNS "leech,agents,partner,open no-intel\n";
    (void)unused;
    plan_roles("roles=leech", own, "agent leech agent insider", "P- P- G- P-");
    play_all("1 partner 2;dealer look 2 agent");
    tricks(1);
    sees(GM_SPECTATOR, "intel", "[1,0,0,1,0]");
    sees(GM_SPECTATOR, "pool", "12");
    tricks(1); /* if there is one to lose */
    sees(GM_SPECTATOR, "intel", "[1,0,0,1,0]");
    sees(GM_SPECTATOR, "pool", "12");
    tricks(2);
    sees(GM_SPECTATOR, "intel", "[1,0,0,1,0]");
    sees(GM_SPECTATOR, "pool", "12");
}

static void most_of_any_number(void **unused) { /* J9.5, J5.3 */
    static const char own[] = ROLE_COLUMNS "purse,neutral,votes,open most-4\n";
    (void)unused;
    plan_roles("roles=purse", own, "agent purse agent insider", "P- P- P- P-");
    tricks(3);
    sees(GM_SPECTATOR, "intel", "[1,4,1,1,0]");
    phase_is("draw");
    tricks(1);
    ended_by("wire");
    result(BIT(3), "0 0 0 1");
}

static void reveal_wins_for_its_side(void **unused) { /* J9.5, J5.4, J5.6 */
    static const char own[] = ROLE_COLUMNS
        "hero,agents,side,reveal-wins\nfiend,insider,side,reveal-wins\nstar,agents,right,reveal-wins\n";
    (void)unused;
    plan_roles("roles=hero", own, "agent hero agent insider", "P- P- P- P-");
    tricks(4);
    play("dealer reveal 1 hero");
    sees(GM_SPECTATOR, "side", "\"agents\"");
    ended_by("dare");
    result(BIT(0) | BIT(1) | BIT(2), "1 1 1 0");
    plan_roles("roles=fiend", own, "agent fiend agent agent", "P- P- P- P-");
    tricks(4);
    play("dealer reveal 1 fiend");
    sees(GM_SPECTATOR, "side", "\"insider\"");
    ended_by("intel");
    result(BIT(1), "0 1 0 0");
    plan_mixed("roles=fiend", own, "agent fiend agent agent");
    refuse("1 play p5", "J3.4"); /* a traitor without `free` must follow */
    plan_roles("roles=star", own, "insider star agent agent", "P- P- P- P-");
    tricks(4);
    ended_by("dare");
    result(BIT(1) | BIT(2) | BIT(3), "0 1 1 1"); /* its side wins, and here its own goal is met, too */
    plan_roles("roles=star", own, "agent star agent insider", "P- P- P- P-");
    tricks(4);
    ended_by("dare");
    result(BIT(0) | BIT(2), "1 0 1 0");
}

static void reveal_turns(void **unused) { /* J9.5, J9.U */
    static const char own[] = ROLE_COLUMNS "turncoat,agents,side,reveal-turns\n";
    (void)unused;
    plan_roles("roles=turncoat", own, "agent turncoat agent insider", "P- P- P- P- Y- Y- G- G- B- B-");
    tricks(10);
    play_all("0 vote 2;1 vote 2;2 vote 0;3 vote 2"); /* the role is not quiet */
    ended_by("wrong-vote");
    result(BIT(1) | BIT(3), "0 1 0 1");
    plan_roles("roles=turncoat", own, "agent turncoat agent insider", "P+ P+ P+ P+ Y+ Y+ G+");
    tricks(7);
    ended_by("missions");
    result(BIT(0) | BIT(2), "1 0 1 0");
    plan_roles("roles=turncoat", own, "agent turncoat agent insider", ALL_MISSIONS);
    tricks(7);
    ended_by("missions");
    result(BIT(0) | BIT(1) | BIT(2), "1 1 1 0"); /* it does not turn unless it is revealed */
}

static void reveal_takes_for_a_neutral_one(void **unused) { /* J9.5, J9.S */
    static const char own[] = ROLE_COLUMNS "magpie,neutral,votes,reveal-takes\n";
    (void)unused;
    plan_roles("roles=magpie", own, "agent magpie agent insider", "P- P- P- P-");
    tricks(4);
    play("dealer reveal 1 magpie");
    sees(GM_SPECTATOR, "intel", "[0,6,1,1,0]");
}

static void hunter_wins_when_all_are_revealed(void **unused) { /* J9.5, J5.5, J9.N */
    static const char own[] =
        ROLE_COLUMNS "hound,insider,side,hunter reveal-wins limit-2-2\n"
                     "tracker,insider,side,hunter reveal-loses\nherald,agents,side,open\n";
    (void)unused;
    plan_roles("roles=hound", own, "agent hound agent agent", "Y- G- B-");
    tricks(2);
    play_first();
    phase_is("draw");
    tricks(1);
    play_first();
    sees(GM_SPECTATOR, "side", "\"insider\"");
    ended_by("hunt");
    result(BIT(1), "0 1 0 0");
    plan_roles("roles=hound,herald", own, "agent hound herald agent", "Y- B-");
    tricks(2); /* an open role counts as revealed */
    ended_by("hunt");
    plan_roles("roles=hound", own, "agent hound agent agent", "P-");
    tricks(1);
    ended_by("intel");
    plan_roles("roles=tracker,herald", own, "agent tracker herald agent", "Y- Y- Y- Y- P- P- P- G- B- B-");
    tricks(10);
    assert_int_equal(now()->voters, BIT(1) | BIT(3)); /* revealed players do not vote */
}

static void limit_for_everyone(void **unused) { /* J9.5, J9.N */
    static const char own[] = ROLE_COLUMNS "leak,insider,side,reveal-wins limit-3-2\nmole,agents,side,\n";
    (void)unused;
    plan_roles("roles=leak,mole", own, "agent leak mole agent", "Y- Y-");
    tricks(1);
    phase_is("draw");
    tricks(1);
    phase_is("reveal");
    plan_roles("roles=leak,mole", own, "agent leak mole agent agent", "Y-");
    tricks(1);
    phase_is("reveal");
    plan_roles("roles=mole", own, "agent insider mole agent",
               "Y- Y- Y- Y-"); /* the limit counts only if the role is played */
    tricks(3);
    phase_is("draw");
    tricks(1);
    phase_is("reveal");
}

/* ---- goals ---------------------------------------------------------------------------------- */

static void goal_votes(void **unused) { /* J9.5, J6.3, J9.Y */
    static const char own[] = ROLE_COLUMNS "idol,agents,votes,\n";
    (void)unused;
    plan_roles("roles=idol", own, "agent idol agent insider", NOBODY_WINS);
    tricks(10);
    play_all("0 vote 1;1 vote 3;2 vote 1;3 vote 1");
    sees(GM_SPECTATOR, "side", "\"nobody\"");
    ended_by("decoy");
    result(BIT(1), "0 1 0 0");
    plan_roles("roles=idol", own, "agent idol agent insider", NOBODY_WINS);
    tricks(10);
    play_all("0 vote 1;1 vote 3;2 vote 3;3 vote 1"); /* tied with the traitor */
    ended_by("tie");
    result(BIT(1) | BIT(3), "0 1 0 1");
    plan_roles("roles=idol", own, "agent idol agent insider", NOBODY_WINS);
    tricks(10);
    play_all("0 vote 1;1 vote 0;2 vote 0;3 vote 1"); /* tied with another */
    ended_by("tie");
    result(BIT(3), "0 0 0 1");
    plan_roles("roles=idol", own, "agent idol agent insider", ALL_MISSIONS);
    tricks(7); /* the Agents' win is not the idol's, whatever its side */
    ended_by("missions");
    result(BIT(0) | BIT(2), "1 0 1 0");
    plan_roles("roles=idol,decoy", own, "decoy idol agent insider", NOBODY_WINS);
    tricks(10); /* the idol is not neutral, so a neutral role may be played, too; tied, neither wins */
    play_all("0 vote 1;1 vote 0;2 vote 0;3 vote 1");
    ended_by("tie");
    result(BIT(3), "0 0 0 1");
}

static void goal_partner(void **unused) { /* J9.5, J9.A */
    static const char own[] = ROLE_COLUMNS "fan,agents,partner,open two-votes\n";
    (void)unused;
    plan_roles("roles=fan,decoy", own, "agent fan decoy insider", ALL_MISSIONS);
    can(1, "partner 0, partner 2, partner 3");
    refuse("1 partner 1", "J9.A");
    play("1 partner 3");
    heard(0, "partner 3"); /* the partner is named openly */
    play("dealer look 3 insider");
    heard(1, "look 3 insider"); /* only the fan sees the role */
    heard(0, "look 3 ?");
    heard(GM_SPECTATOR, "look 3 ?");
    sees(1, "role", "[null,\"fan\",null,\"insider\",\"-\"]");
    sees(0, "role", "[\"agent\",\"fan\",null,null,\"-\"]");
    tricks(7);
    ended_by("missions");
    result(BIT(0), "1 0 0 0"); /* the fan loses with the partner, whatever its own side */
    plan_roles("roles=fan,decoy", own, "agent fan decoy insider", ALL_MISSIONS);
    play_all("1 partner 0;dealer look 0 agent");
    tricks(7);
    ended_by("missions");
    result(BIT(0) | BIT(1), "1 1 0 0");
    plan_roles("roles=fan,decoy", own, "agent fan decoy insider", NOBODY_WINS);
    play_all("1 partner 2;dealer look 2 decoy");
    sees(GM_SPECTATOR, "intel",
         "[1,1,1,1,0]"); /* without no-intel and no-vote the fan holds intel and votes */
    tricks(10);
    play_all("0 vote 2;1 ballot 2 2;2 vote 0;3 vote 0");
    ended_by("decoy");
    result(BIT(1) | BIT(2), "0 1 1 0");
}

static void goal_right(void **unused) { /* J9.5, J9.S */
    static const char own[] = ROLE_COLUMNS "envy,neutral,right,\nspite,agents,right,\n";
    (void)unused;
    plan_roles("roles=envy,spite", own, "agent envy spite insider", ALL_MISSIONS);
    tricks(7);
    ended_by("missions");
    result(BIT(0) | BIT(2), "1 0 1 0"); /* envy looks at an Agent, spite at envy */
    plan_roles("roles=envy,spite", own, "envy spite agent insider", ALL_MISSIONS);
    tricks(7);
    ended_by("missions");
    result(BIT(0) | BIT(2), "1 0 1 0"); /* round the table, envy looks at the Insider */
    plan_roles("roles=envy,spite", own, "spite insider agent envy", ALL_MISSIONS);
    tricks(7);
    ended_by("missions");
    result(BIT(0) | BIT(2), "1 0 1 0"); /* a goal may depend on a role that is dealt later */
}

static void goals_in_a_circle_are_lost(void **unused) { /* J9.5 */
    static const char own[] =
        ROLE_COLUMNS "fan,neutral,partner,open\nspite,agents,right,\nenvy,agents,right,\n";
    static const char sets[] = "roles=fan,spite", three[] = "roles=fan,spite,envy more-roles=on";
    (void)unused;
    plan_roles(sets, own, "fan spite agent insider", ALL_MISSIONS);
    play_all("0 partner 1;dealer look 1 spite"); /* spite wins if the fan loses, the fan if spite wins */
    tricks(7);
    ended_by("missions");
    result(BIT(2), "0 0 1 0");
    plan_roles(sets, own, "fan spite agent insider", NOBODY_WINS);
    play_all("0 partner 1;dealer look 1 spite");
    tricks(10);
    play_all("0 vote 1;1 vote 2;2 vote 1;3 vote 2");
    ended_by("tie");
    result(BIT(3), "0 0 0 1"); /* whoever wins */
    plan_roles(three, own, "spite envy insider fan", ALL_MISSIONS);
    play_all("3 partner 1;dealer look 1 envy"); /* a circle of three */
    tricks(7);
    ended_by("missions");
    result(0, "0 0 0 0");
    plan_roles(three, own, "spite envy insider fan", ALL_MISSIONS);
    play_all("3 partner 2;dealer look 2 insider"); /* no circle: one after the other */
    tricks(7);
    ended_by("missions");
    result(BIT(0), "1 0 0 0"); /* the fan loses with the Insider, so spite wins, so envy loses */
}

static void who_only_looks_at_a_circle_is_not_in_it(void **unused) { /* J9.5 */
    static const char own[] =
        ROLE_COLUMNS "fan,neutral,partner,open\nspite,agents,right,\nenvy,agents,right,\n";
    (void)unused;
    plan_roles("roles=fan,spite,envy more-roles=on", own, "fan spite envy insider agent", ALL_MISSIONS);
    play_all("0 partner 1;dealer look 1 spite"); /* the fan and spite lose, so envy, left of spite, wins */
    tricks(6);
    ended_by("missions");
    result(BIT(2) | BIT(4), "0 0 1 0 1");
}

/* The record of a game carries the role file. */
static void a_record_carries_it(void **unused) { /* J9.5 */
    static char buffer[RECORD_TEXT];
    static record again;
    fault why;
    text t = text_on(buffer, sizeof buffer);
    (void)unused;
    plan_roles("roles=bodyguard,sleeper", BODYGUARD, "bodyguard sleeper agent insider", "Y- Y-");
    tricks(2);
    turn_over();
    assert_true(record_write(&the, &t));
    assert_non_null(strstr(buffer, "bodyguard,agents,side,open most-2 two-votes\n"));
    if (!record_read(&again, NULL, "game", buffer, strlen(buffer), true, &why)) fail_msg("%s", why.say);
    assert_memory_equal(again.box, the.box, g->box_size);
    assert_memory_equal(again.st, the.st, g->state_size);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_doc_shows_them),
        cmocka_unit_test(the_bodyguard_is_dealt_beside_a_printed_role),
        cmocka_unit_test(the_bodyguard_may_hold_two),
        cmocka_unit_test(the_bodyguard_votes_twice),
        cmocka_unit_test(the_mastermind_must_not_be_revealed),
        cmocka_unit_test(the_mastermind_votes_twice_and_need_not_follow),
        cmocka_unit_test(the_rival_takes_a_token),
        cmocka_unit_test(free_need_not_follow),
        cmocka_unit_test(open_lies_open),
        cmocka_unit_test(risky_brings_risky_missions),
        cmocka_unit_test(two_votes_for_an_agent),
        cmocka_unit_test(quiet_once_revealed),
        cmocka_unit_test(no_vote_at_all),
        cmocka_unit_test(no_intel_without_a_partner),
        cmocka_unit_test(no_intel_costs_the_partner),
        cmocka_unit_test(most_of_any_number),
        cmocka_unit_test(reveal_wins_for_its_side),
        cmocka_unit_test(reveal_turns),
        cmocka_unit_test(reveal_takes_for_a_neutral_one),
        cmocka_unit_test(hunter_wins_when_all_are_revealed),
        cmocka_unit_test(limit_for_everyone),
        cmocka_unit_test(goal_votes),
        cmocka_unit_test(goal_partner),
        cmocka_unit_test(goal_right),
        cmocka_unit_test(goals_in_a_circle_are_lost),
        cmocka_unit_test(who_only_looks_at_a_circle_is_not_in_it),
        cmocka_unit_test(a_record_carries_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
