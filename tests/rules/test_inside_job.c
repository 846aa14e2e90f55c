/* The rules of Inside Job, doc/rules/inside-job.md: setting up, tricks and raising, J1 to J4; the log, J8. */
#include "tests/rules/inside_job.h"

/* ---- J1 ---- */

static void two_to_five_players(void **unused) { /* J1.1 */
    fault why;
    (void)unused;
    for (int seats = 0; seats < 8; seats++)
        assert_int_equal(open_with(g, seats, "", NULL, &why), seats >= 2 && seats <= 5);
}

static void so_many_cards_are_dealt(void **unused) { /* J1.1 */
    (void)unused;
    for (int seats = 3; seats <= 5; seats++) {
        deal_roles(seats, "", NULL, 0, 0);
        for (int i = 0; i < seats * sizes[seats - 3].hand; i++) {
            phase_is("deal");
            assert_int_equal(now()->at, i / sizes[seats - 3].hand);
            play_first();
        }
        phase_is("draw");
        for (int q = 0; q < seats; q++)
            assert_int_equal(now()->count[q], sizes[seats - 3].hand);
    }
}

static void so_many_tricks_leave_cards_in_hand(void **unused) { /* J1.2, J1.3 */
    (void)unused;
    for (int seats = 3; seats <= 5; seats++) {
        plan_game(seats, "", 2, sizes[seats - 3].lose);
        tricks(sizes[seats - 3].tricks - 1);
        phase_is("draw");
        tricks(1);
        if (seats == 5) play("dealer reveal 0 agent"); /* seat 0 has won three tricks, and has 4 intel */
        phase_is("vote");
        for (int q = 0; q < seats; q++)
            assert_int_equal(now()->count[q], sizes[seats - 3].left);
    }
}

static void so_many_missions_win(void **unused) { /* J1.4 */
    (void)unused;
    for (int seats = 3; seats <= 5; seats++) {
        int planned = (int)(strlen(sizes[seats - 3].win) + 1) / 3;
        plan_game(seats, "", 2, sizes[seats - 3].win);
        tricks(planned - 1);
        assert_int_equal(bits_count(now()->completed), sizes[seats - 3].need - 1);
        phase_is("draw");
        tricks(1);
        assert_int_equal(bits_count(now()->completed), sizes[seats - 3].need);
        phase_is("close");
        sees(GM_SPECTATOR, "cause", "\"missions\"");
        sees(GM_SPECTATOR, "side", "\"agents\"");
    }
}

static void so_much_intel_reveals(void **unused) { /* J1.5 */
    (void)unused;
    for (int seats = 3; seats <= 5; seats++)
        for (int insider = 0; insider < 2; insider++) {
            plan_game(seats, "", insider, "Y- Y- Y- Y- Y-");
            tricks(sizes[seats - 3].limit - 2);
            assert_int_equal(now()->intel[0], sizes[seats - 3].limit - 1);
            phase_is("draw");
            tricks(1);
            phase_is("reveal");
            play_first();
            phase_is(insider ? "draw" : "close");
        }
}

static void all_start_with_one_of_14(void **unused) { /* J1.6, J1.7 */
    (void)unused;
    start(g, 3, "");
    sees(GM_SPECTATOR, "intel", "[1,1,1,0,0]");
    sees(GM_SPECTATOR, "pool", "11");
    start(g, 4, "");
    sees(GM_SPECTATOR, "intel", "[1,1,1,1,0]");
    sees(GM_SPECTATOR, "pool", "10");
    start(g, 5, "");
    sees(GM_SPECTATOR, "intel", "[1,1,1,1,1]");
    sees(GM_SPECTATOR, "pool", "9");
    for (int seats = 3; seats <= 5; seats++) { /* one for each trick, and none left over */
        plan_game(seats, "", 2, sizes[seats - 3].lose);
        tricks(sizes[seats - 3].tricks - 1);
        sees(GM_SPECTATOR, "pool", "1");
        tricks(1);
        sees(GM_SPECTATOR, "pool", "0");
    }
}

static void what_is_in_the_box(void **unused) { /* J1.8 */
    gm_thing t;
    (void)unused;
    start(g, 3, "");
    for (int c = 0; c < 52; c++) {
        assert_true(g->thing(the.box, "card", c, &t));
        assert_string_equal(t.code, code_of(c));
        assert_int_equal(t.name.arg[1].n, c % 13 + 1);
    }
    assert_false(g->thing(the.box, "card", 52, &t));
    assert_int_equal(bits_count(now()->deck), 52);
    assert_int_equal(bits_count(now()->missions), 24);
    start(g, 3, "risk=on");
    assert_int_equal(bits_count(now()->missions), 28);
    deal_roles(5, "", NULL, 0, 4); /* four Agents, one Insider */
    sees(GM_DEALER, "role", "[\"agent\",\"agent\",\"agent\",\"agent\",\"insider\"]");
}

/* ---- J2 ---- */

static void one_insider_and_agents_for_all_others(void **unused) { /* J2.1 */
    (void)unused;
    start(g, 4, "");
    play("dealer lead 0");
    assert_int_equal(chances(), 4); /* the Insider is one card of four */
    assert_int_equal(GM_B(g->deal(the.box, the.st, 2)), IJ_AGENT);
    assert_int_equal(GM_B(g->deal(the.box, the.st, 3)), IJ_INSIDER);
    can(GM_DEALER, "role 0 agent, role 0 insider");
    play("dealer role 0 agent");
    assert_int_equal(chances(), 3);
    play("dealer role 1 insider");
    assert_int_equal(chances(), 2);
    can(GM_DEALER, "role 2 agent");
    heard(1, "role 1 insider");
    heard(0, "role 1 ?");
    heard(GM_SPECTATOR, "role 1 ?");
    play_all("dealer role 2 agent;dealer role 3 agent");
    sees(0, "role", "[\"agent\",null,null,null,\"-\"]");
    sees(1, "role", "[null,\"insider\",null,null,\"-\"]");
    sees(GM_SPECTATOR, "role", "[null,null,null,null,\"-\"]");
    start(g, 3, "");
    play_all("dealer lead 0;dealer role 0 agent;dealer role 1 agent");
    can(GM_DEALER, "role 2 insider");
}

static void the_rest_leaves_the_game_unseen(void **unused) { /* J2.2 */
    (void)unused;
    deal_roles(4, "", NULL, 0, 0);
    play("dealer card 0 p8");
    heard(0, "card 0 p8");
    heard(1, "card 0 ?");
    heard(GM_SPECTATOR, "card 0 ?");
    plan_game(4, "", 2, "");
    sees(0, "hand",
         "[[\"y1\",\"y2\",\"y3\",\"y4\",\"y5\",\"y6\",\"y7\",\"y8\",\"y9\",\"y10\",\"y11\",\"y13\"],"
         "null,null,null,[]]");
    sees(GM_SPECTATOR, "hand", "[null,null,null,null,[]]");
    sees(0, "deck", "null");
    sees(GM_SPECTATOR, "deck", "null");
    sees(GM_DEALER, "deck", "[\"y12\",\"p12\",\"g12\",\"b12\"]");
}

static void intel_lies_open(void **unused) { /* J2.3 */
    (void)unused;
    plan_game(3, "", 2, "Y-");
    tricks(1);
    for (gm_seat q = 0; q < 3; q++)
        sees(q, "intel", "[2,1,1,0,0]");
    sees(GM_SPECTATOR, "intel", "[2,1,1,0,0]");
}

static void risky_missions_stay_out(void **unused) { /* J2.4 */
    (void)unused;
    deal(3, "", NULL, 0, 1, "||");
    assert_int_equal(chances(), 24); /* any of them may be next */
    play("dealer mission 24");
    assert_int_equal(chances(), 23);
    refuse("dealer mission 24", "J2.6");
    for (int n = 25; n <= 28; n++) {
        char line[32];
        snprintf(line, sizeof line, "dealer mission %d", n);
        refuse(line, "J2.6");
    }
    deal(3, "risk=on", NULL, 0, 1, "||");
    assert_int_equal(chances(), 28);
    play("dealer mission 28");
    sees(1, "missions", "null"); /* nobody knows what is still to come */
}

static void who_leads(void **unused) { /* J2.5 */
    fault why;
    (void)unused;
    start(g, 5, "");
    assert_int_equal(chances(), 5);
    can(GM_DEALER, "lead 0, lead 1, lead 2, lead 3, lead 4");
    start(g, 3, "leader=2");
    assert_int_equal(chances(), 1);
    can(GM_DEALER, "lead 2");
    assert_false(open_with(g, 3, "leader=3", NULL, &why));
    assert_string_equal(why.say, "inside-job.leader");
    assert_true(open_with(g, 4, "leader=3", NULL, &why));
    deal(4, "", NULL, 3, 1, "|||");
    play_all("dealer mission 1;dealer mission 2");
    asks(3);
    plan_game(4, "", 2, "P- B-"); /* in later tricks the winner leads */
    assert_int_equal(now()->leader, 0);
    tricks(1);
    assert_int_equal(now()->leader, 1);
    begin_trick();
    asks(1);
}

/* What the next game has instead of this game's settings: "leader=2 given=wired:1". */
static void next_is(const char *settings) {
    gm_next_setting next[GM_MAX_SETTINGS];
    char words[128] = "";
    int n = g->next_settings(the.box, &(gm_story){the.match.n, the.by, the.move}, next);
    for (int i = 0; i < n; i++)
        snprintf(words + strlen(words), sizeof words - strlen(words), "%s%s=%s", i ? " " : "", next[i].key,
                 next[i].value);
    assert_string_equal(words, settings);
}

/* Everybody moves on by one seat.  So whoever led from seat L deals from L + 1, and L + 2 leads. */
static void who_leads_the_next_game(void **unused) { /* J2.5, J10.1, J9.7 */
    (void)unused;
    deal(4, "", NULL, 3, 1, "|||");
    next_is("leader=1");
    deal(4, "", NULL, 0, 1, "|||");
    next_is("leader=2");
    plan_game(4, "", 2, "P- B-"); /* who leads later does not matter */
    tricks(1);
    assert_int_equal(now()->leader, 1);
    next_is("leader=2");
    start(g, 3, "leader=2"); /* what was agreed was about the first game */
    play("dealer lead 2");
    next_is("leader=1");
    start(g, 5, "roles=professor-no,wired given=wired:4 leader=4"); /* the role stays with the person */
    play("dealer lead 4");
    next_is("leader=1 given=wired:0");
    start(g, 2, "leader=1"); /* the other one */
    play("dealer lead 1");
    next_is("leader=1");
}

static void the_dealer_deals_in_order(void **unused) { /* J2.6 */
    (void)unused;
    start(g, 3, "");
    refuse("dealer role 0 agent", "J2.6");
    play("dealer lead 1");
    refuse("dealer lead 1", "J2.6");
    refuse("dealer role 1 agent", "J2.6");
    refuse("dealer card 0 y1", "J2.6");
    play_all("dealer role 0 agent;dealer role 1 insider;dealer role 2 agent;dealer card 0 y1");
    refuse("dealer card 1 y2", "J2.6");
    refuse("dealer card 0 y1", "J2.6");
    refuse("dealer mission 1", "J2.6");
    deal(3, "", NULL, 1, 0, "||");
    refuse("dealer card 0 y1", "J2.6");
    play("dealer mission 9");
    asks(GM_DEALER); /* the leader gets two */
    play("dealer mission 3");
    asks(1);
}

/* ---- J3 ---- */

static void the_leader_picks_one_of_two_missions(void **unused) { /* J3.1 */
    (void)unused;
    deal(3, "", NULL, 1, 0, "||");
    play("dealer mission 9");
    heard(1, "mission 9");
    heard(0, "mission ?");
    heard(GM_SPECTATOR, "mission ?");
    play("dealer mission 3");
    sees(1, "drawn", "[\"9\",\"3\"]");
    sees(0, "drawn", "[null,null]");
    sees(GM_SPECTATOR, "drawn", "[null,null]");
    can(1, "pick 3, pick 9");
    refuse("0 pick 3", "J3.3");
    refuse("1 pick 4", "J3.1");
    refuse("1 play y1", "J3.1");
    play("1 pick 9");
    heard(GM_SPECTATOR, "pick 9");
    sees(0, "picked", "[\"9\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\"]");
    sees(1, "away", "[\"3\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\"]");
    sees(0, "away", "[null,\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\"]");
    sees(GM_SPECTATOR, "away", "[null,\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\"]");
    sees(1, "drawn", "[\"-\",\"-\"]");
    refuse("1 pick 3", "J3.3"); /* one mission, and once */
}

static void condition_and_trump_are_independent(void **unused) { /* J3.2 */
    (void)unused;
    trick_of("all 7-13", "yellow", "p8 p10 y7 p12");
    won_by(2);
    assert_int_equal(now()->completed, 1);
    trick_of("all 7-13", "green", "p8 p10 y7 p12"); /* another winner, completed too */
    won_by(3);
    assert_int_equal(now()->completed, 1);
    trick_of("all odd", "yellow", "p8 p10 y7 p12"); /* the same winner, not completed */
    won_by(2);
    assert_int_equal(now()->completed, 0);
}

static void the_leader_plays_any_card_then_clockwise(void **unused) { /* J3.3 */
    (void)unused;
    deal(3, "", NULL, 2, 0, "||y1 y2 y3 y4 p1 p2 p3 g1 g2 g3 b1 b2 b3");
    play_all("dealer mission 1;dealer mission 2;2 pick 1");
    can(2, "play y1, play y2, play y3, play y4, play p1, play p2, play p3, play g1, play g2, play g3, "
           "play b1, play b2, play b3");
    refuse("0 play y5", "J3.3");
    refuse("1 play y5", "J3.3");
    refuse("2 play y5", "J3.3"); /* somebody else's */
    refuse("2 pick 1", "J3.3");
    refuse("2 vote 1", "J3.3");
    play("2 play p2");
    asks(0);
    play_first();
    asks(1);
    refuse("2 play y1", "J3.3"); /* one card each */
}

static void follow_if_you_can(void **unused) { /* J3.4 */
    (void)unused;
    deal(3, "raise=off", NULL, 0, 0, "p1|p5 p9 y1 y2 y3 y4 y5 y6 g1 g2 g3 g4 g5|y7 -p");
    play_all("dealer mission 1;dealer mission 2;0 pick 1;0 play p1"); /* yellow is trump, and pink is led */
    can(1, "play p5, play p9");
    refuse("1 play y1", "J3.4");
    refuse("1 play g1", "J3.4");
    play("1 play p9");
    refuse("2 play p2", "J3.3"); /* seat 2 has no pink card */
    play("2 play y7");
    deal(3, "raise=off", NULL, 0, 0, "p1|y1 y2 y3 y4 y5 y6 g1 g2 g3 g4 g5 b1 b2|");
    play_all(
        "dealer mission 1;dealer mission 2;0 pick 1;0 play p1"); /* seat 1 has no pink card, so anything goes */
    can(1, "play y1, play y2, play y3, play y4, play y5, play y6, play g1, play g2, play g3, play g4, "
           "play g5, play b1, play b2");
}

static void the_insider_need_not_follow(void **unused) { /* J3.5 */
    (void)unused;
    deal(3, "raise=off", NULL, 0, 1, "p1|p5 p9 y1 y2 y3 y4 y5 y6 g1 g2 g3 g4 g5|");
    play_all("dealer mission 1;dealer mission 2;0 pick 1;0 play p1");
    can(1, "play y1, play y2, play y3, play y4, play y5, play y6, play p5, play p9, play g1, play g2, "
           "play g3, play g4, play g5");
    play("1 play g1");
    heard(0, "play g1"); /* nothing else is heard */
    heard(2, "play g1");
    sees(0, "role", "[\"agent\",null,null,\"-\",\"-\"]");
    sees(GM_SPECTATOR, "role", "[null,null,null,\"-\",\"-\"]");
    sees(2, "liars", "[]");
}

static void highest_trump_or_highest_of_the_led_colour(void **unused) { /* J3.6 */
    (void)unused;
    trick_of("all even", "yellow", "p8 p10 p12");
    won_by(2);
    trick_of("all even", "yellow", "p12 p8 p10");
    won_by(0);
    trick_of("all even", "yellow", "p2 g13 b13"); /* higher, but not led */
    won_by(0);
    trick_of("all even", "yellow", "p13 y1 p12");
    won_by(1);
    trick_of("all even", "yellow", "p13 y1 y3 y2");
    won_by(2);
    trick_of("all even", "yellow", "y5 y9 y7 g13 b13");
    won_by(1);
    trick_of("all even", "yellow", "g5 b9 y2 g13 y1");
    won_by(2);
}

static void the_winner_takes_intel_and_leads(void **unused) { /* J3.7 */
    (void)unused;
    plan_game(4, "", 3, "B+ G-");
    tricks(1);
    sees(GM_SPECTATOR, "intel", "[1,1,1,2,0]"); /* for a completed mission */
    sees(GM_SPECTATOR, "pool", "9");
    tricks(1);
    sees(GM_SPECTATOR, "intel", "[1,1,2,2,0]"); /* and for a failed one */
    sees(GM_SPECTATOR, "pool", "8");
    begin_trick();
    asks(2);
    refuse("2 play g1", "J3.3"); /* played cards are gone */
}

/* The trick whose missions are the first thing that the log shows; -1 if it shows everything. */
static int log_begins(void) {
    int from = gm_log_from(g, the.box, the.st, the.move, the.match.n), drawn = 0;
    if (!from) return -1;
    assert_int_equal(GM_KIND(the.move[from]), IJ_M_MISSION);
    for (int i = 0; i < from; i++)
        drawn += GM_KIND(the.move[i]) == IJ_M_MISSION;
    assert_int_equal(drawn % 2, 0); /* the first of the two */
    return drawn / 2;
}

static void the_log_shows_the_trick_on_the_table(void **unused) { /* J3.7, J8.1 */
    (void)unused;
    plan_game(3, "", 2, sizes[0].lose);
    tricks(1);
    assert_int_equal(log_begins(), 0); /* the deal is not shown */
    for (int t = 1; t < 11; t++) {
        playf("dealer mission %d", 2 * t + 1);
        assert_int_equal(log_begins(), t - 1); /* the last trick still lies there */
        playf("dealer mission %d", 2 * t + 2);
        assert_int_equal(log_begins(), t - 1);
        play_first();
        phase_is("play");
        for (int i = 0; i < 3; i++) {
            assert_int_equal(log_begins(), t); /* now it is put away */
            play_first();
        }
        assert_int_equal(log_begins(), t);
    }
    phase_is("vote"); /* the last trick lies there while they talk */
    assert_int_equal(log_begins(), 10);
    int ballot = the.match.n;
    play("1 vote 2"); /* from now on only the vote */
    assert_int_equal(gm_log_from(g, the.box, the.st, the.move, the.match.n), ballot);
    play_all("0 vote 2;2 vote 0;dealer show 0 2;dealer show 1 2;dealer show 2 0");
    assert_int_equal(gm_log_from(g, the.box, the.st, the.move, the.match.n), ballot);
    turn_over();
    assert_int_equal(log_begins(), -1); /* the end: everything */
}

static void an_open_log_shows_all_tricks(void **unused) { /* J8.1, J3.7 */
    (void)unused;
    plan_game(3, "open-log=on", 2, sizes[0].lose);
    for (int t = 0; t < 11; t++) {
        tricks(1);
        assert_int_equal(log_begins(), -1);
    }
    play("1 vote 2");
    assert_int_equal(log_begins(), -1);
}

static void a_mission_counts_or_leaves(void **unused) { /* J3.8 */
    (void)unused;
    plan_game(4, "", 3, "Y+ P- G+ B-");
    tricks(1);
    sees(GM_SPECTATOR, "completed", "[0]");
    tricks(1);
    sees(GM_SPECTATOR, "completed", "[0]");
    tricks(2);
    sees(GM_SPECTATOR, "completed", "[0,2]");
    for (int n = 1; n <= 8; n++) { /* none comes back */
        char line[32];
        snprintf(line, sizeof line, "dealer mission %d", n);
        refuse(line, "J2.6");
    }
}

/* ---- J4 ---- */

static void card_and_raise_are_one_decision(void **unused) { /* J4.1 */
    (void)unused;
    deal(3, "", NULL, 0, 0, "p1|p5 p9 y1 y2 y3 y4 y5 y6 g1 g2 g3 g4 g5|");
    play_all("dealer mission 1;dealer mission 2;0 pick 1;0 play p1");
    can(1, "play p5, play p9, raise p5, raise p9"); /* cards that may be played may also be raised */
    refuse("1 raise y1", "J3.4");
    play("1 raise p9");
    assert_non_null(line_of(told_now(2), "inside-job.tell.raised", 0));
    heard(GM_SPECTATOR, "raise p9");
    sees(GM_SPECTATOR, "intel", "[1,0,1,0,0]");
    sees(GM_SPECTATOR, "raised", "[1]");
    deal(3, "", NULL, 0, 0, "p1|p5 p9 y1 y2 y3 y4 y5 y6 g1 g2 g3 g4 g5|");
    play_all("dealer mission 1;dealer mission 2;0 pick 1;0 play p1;1 play p9");
    refuse("1 raise p9", "J3.3"); /* too late */
    deal(3, "raise=off", NULL, 0, 0, "p1|p5 p9 y1 y2 y3 y4 y5 y6 g1 g2 g3 g4 g5|");
    play_all("dealer mission 1;dealer mission 2;0 pick 1;0 play p1");
    can(1, "play p5, play p9");
    refuse("1 raise p5", "J4.1");
    plan_game(3, "", 2, "Y- P- Y- Y-"); /* without a token */
    begin_trick();
    play_all("0 play y2;1 raise p1;2 play g1");
    sees(GM_SPECTATOR, "intel", "[3,0,1,0,0]");
    begin_trick();
    play("0 play y3");
    refuse("1 raise p5", "J4.1");
    can(1, "play p2, play p3, play p4, play p5, play p6, play p7, play p8, play p9, play p10, play p11, "
           "play p12, play p13");
}

static void a_raised_card_is_a_trump(void **unused) { /* J4.2 */
    (void)unused;
    trick_of("all even", "yellow", "p8 p2+ p10");
    won_by(1); /* it counts as a yellow 2 */
    trick_of("all even", "yellow", "p8 p2+ y3 p10");
    won_by(2); /* it keeps its value */
    trick_of("all even", "yellow", "p8 g2+ b3+ p10");
    won_by(2);
    meets("same colour", "y8 g3+ y5"); /* for the mission too */
    fails("same colour", "p8 p3+ p5");
    meets("first and last same colour", "y8 g3 b5+");
}

static void who_may_raise(void **unused) { /* J4.3 */
    (void)unused;
    deal(3, "", NULL, 0, 0, "p1|y9 -p|");
    play_all("dealer mission 1;dealer mission 2;0 pick 1");
    refuse("0 raise p1", "J4.3"); /* the leader may not */
    play("0 play p1");
    play("1 raise y9");                                                       /* a trump may be raised, too */
    assert_non_null(line_of(told_now(2), "inside-job.tell.raised-trump", 0)); /* it is what it was */
    assert_null(line_of(told_now(2), "inside-job.tell.raised", 0));
    sees(GM_SPECTATOR, "intel", "[1,0,1,0,0]");
    trick_of("all even", "yellow", "p1 p5+ p7+ p3+ p9+"); /* any number of players, one token each */
    sees(GM_SPECTATOR, "raised", "[1,2,3,4]");
    sees(GM_SPECTATOR, "intel", "[1,0,0,0,5]");
    plan_game(4, "", 3, "Y- Y- Y- Y- P- B-"); /* a player whose role is revealed */
    tricks(4);
    play("dealer reveal 0 agent");
    tricks(1);
    begin_trick();
    play_all("1 play p8;2 raise g8;3 play b8");
    refuse("0 raise y8", "J4.3");
    can(0, "play y6, play y7, play y8, play y9, play y10, play y11, play y13");
}

static void the_winner_takes_raised_tokens(void **unused) { /* J4.4 */
    (void)unused;
    trick_of("all even", "yellow", "p8 p2 y7 p12");
    sees(GM_SPECTATOR, "intel", "[1,1,2,1,0]");
    trick_of("all even", "yellow", "p8 p2+ y7 p12+");
    sees(GM_SPECTATOR, "intel", "[1,0,1,3,0]"); /* the winner's own token comes back */
    trick_of("all even", "yellow", "p8 p2+ y7 p12");
    sees(GM_SPECTATOR, "intel", "[1,0,3,1,0]");
    sees(GM_SPECTATOR, "pool", "9");
}

static void of_equal_trumps_the_later_wins(void **unused) { /* J4.5 */
    (void)unused;
    trick_of("all even", "yellow", "p8 p5+ y5");
    won_by(2);
    trick_of("all even", "yellow", "p8 y5 p5+");
    won_by(2);
    trick_of("all even", "yellow", "p8 b5+ p5+ g5+ y4");
    won_by(3);
    trick_of("all even", "yellow", "y5 y4 g5+ y3");
    won_by(2);
    trick_of("all even", "yellow", "p8 b8 p3 g8"); /* equal, but not trumps */
    won_by(0);
}

static void the_printed_colour_is_followed(void **unused) { /* J4.6 */
    (void)unused;
    deal(4, "", NULL, 0, 0, "g13|g5|g2 g7 y1 y2 y3 y4 y5 y6 y7 y8 y9 y10|y11 y12 -g");
    play_all("dealer mission 1;dealer mission 2;0 pick 1;0 play g13;1 raise g5");
    can(2, "play g2, play g7, raise g2, raise g7"); /* green was led; the raise does not change that */
    refuse("2 play y9", "J3.4");
    refuse("2 raise y9", "J3.4");
    play("2 raise g7"); /* it follows by its printed colour */
    sees(GM_SPECTATOR, "lacks", "[[],[],[],[],[]]");
    play("3 raise y11"); /* seat 3 does not follow */
    sees(GM_SPECTATOR, "lacks", "[[],[],[],[\"green\"],[]]");
    deal(4, "", NULL, 0, 0, "y13|g5 -y|y2 g7|"); /* a raised green is no yellow to follow with */
    play_all("dealer mission 1;dealer mission 2;0 pick 1;0 play y13;1 raise g5");
    sees(GM_SPECTATOR, "lacks", "[[],[\"yellow\"],[],[],[]]");
    refuse("2 raise g7", "J3.4");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_to_five_players),
        cmocka_unit_test(so_many_cards_are_dealt),
        cmocka_unit_test(so_many_tricks_leave_cards_in_hand),
        cmocka_unit_test(so_many_missions_win),
        cmocka_unit_test(so_much_intel_reveals),
        cmocka_unit_test(all_start_with_one_of_14),
        cmocka_unit_test(what_is_in_the_box),
        cmocka_unit_test(one_insider_and_agents_for_all_others),
        cmocka_unit_test(the_rest_leaves_the_game_unseen),
        cmocka_unit_test(intel_lies_open),
        cmocka_unit_test(risky_missions_stay_out),
        cmocka_unit_test(who_leads),
        cmocka_unit_test(who_leads_the_next_game),
        cmocka_unit_test(the_dealer_deals_in_order),
        cmocka_unit_test(the_leader_picks_one_of_two_missions),
        cmocka_unit_test(condition_and_trump_are_independent),
        cmocka_unit_test(the_leader_plays_any_card_then_clockwise),
        cmocka_unit_test(follow_if_you_can),
        cmocka_unit_test(the_insider_need_not_follow),
        cmocka_unit_test(highest_trump_or_highest_of_the_led_colour),
        cmocka_unit_test(the_winner_takes_intel_and_leads),
        cmocka_unit_test(the_log_shows_the_trick_on_the_table),
        cmocka_unit_test(a_mission_counts_or_leaves),
        cmocka_unit_test(card_and_raise_are_one_decision),
        cmocka_unit_test(a_raised_card_is_a_trump),
        cmocka_unit_test(who_may_raise),
        cmocka_unit_test(the_winner_takes_raised_tokens),
        cmocka_unit_test(of_equal_trumps_the_later_wins),
        cmocka_unit_test(the_printed_colour_is_followed),
        cmocka_unit_test(an_open_log_shows_all_tricks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
