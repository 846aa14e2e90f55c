/* The rules of Inside Job for two players and Larry, doc/rules/inside-job.md, J10
 * and the numbers of J1.
 *
 * Map: dealing - one trick from its cards - whole games from a plan - J1, J7, J10. */
#include "games/inside_job/inside_job.h"
#include "tests/rules/script.h"

extern const gm_game inside_job_game;
static const gm_game *const g = &inside_job_game;

static const ij_state *now(void) { return (const ij_state *)(const void *)the.st; }
static int chances(void) { return (int)g->chances(the.box, the.st); }
static void phase_is(const char *phase) { sees(GM_SPECTATOR, "phase", phase); }
static void turn_of(gm_seat who) { assert_int_equal(g->to_act(the.box, the.st), BIT(who)); }

/* ---- dealing --------------------------------------------------------------------- */

static char deck[4096]; /* of the test's own */

static void begin_deck(void) { snprintf(deck, sizeof deck, "number,condition,trump,risky\n"); }

static void add_mission(int number, const char *condition, const char *trump) {
    size_t n = strlen(deck);
    snprintf(deck + n, sizeof deck - n, "%d,%s,%s,no\n", number, condition, trump);
}

static void deal_roles(const char *settings, int leader, int insider) {
    fault why;
    char line[64];
    gm_file own = {"own.csv", deck, strlen(deck)};
    if (!open_with(g, 2, settings, *deck ? &own : NULL, &why)) fail_msg("%s", why.say);
    snprintf(line, sizeof line, "dealer lead %d", leader);
    play(line);
    for (int q = 0; q < 3; q++) {
        snprintf(line, sizeof line, "dealer role %d %s", q, q == insider ? "insider" : "agent");
        play(line);
    }
}

/* A game up to its first missions; the hands as codes with blanks between, ten each. */
static void deal(const char *settings, int leader, int insider, const char *hand0, const char *hand1) {
    const char *const hands[] = {hand0, hand1};
    deal_roles(settings, leader, insider);
    for (int q = 0; q < 2; q++) {
        char line[64], cards[64];
        snprintf(cards, sizeof cards, "%s", hands[q]);
        for (char *w = strtok(cards, " "); w; w = strtok(NULL, " ")) {
            snprintf(line, sizeof line, "dealer card %d %s", q, w);
            play(line);
        }
    }
    phase_is("\"draw\"");
}

#define YELLOW "y4 y5 y6 y7 y8 y9 y10 y11 y12 y13"
#define PINK "p4 p5 p6 p7 p8 p9 p10 p11 p12 p13"
#define MIXED "y1 y2 y3 p1 p2 p3 p4 g2 b2 b3"

/* The shipped missions, seat 0 leads, seat 1 has Larry and `insider` is it. */
static void first_trick(int insider) {
    *deck = 0;
    deal("", 0, insider, YELLOW, MIXED);
    play_all("dealer mission 7;dealer mission 8;0 pick 7");
}

/* ---- one trick from its cards ------------------------------------------------------- */

/* The first trick with this mission and trump, led by `leader` whose cards are all
 * yellow, while the controller's are all pink: the leader's card, the one that Larry
 * plays (of three that are neither), the controller's; with "raise p4" or "play p4". */
static void trick_with(int leader, const char *condition, const char *trump, const char *led,
                       const char *larry, const char *last) {
    char lines[256];
    begin_deck();
    for (int i = 1; i <= 18; i++)
        add_mission(i, condition, trump);
    deal("", leader, 1 - leader, leader ? PINK : YELLOW, leader ? YELLOW : PINK);
    snprintf(lines, sizeof lines,
             "dealer mission 1;dealer mission 2;%d pick 1;%d play %s;"
             "dealer card 2 %s;dealer card 2 b1;dealer card 2 b2;%d larry %s b1;%d %s",
             leader, leader, led, larry, 1 - leader, larry, 1 - leader, last);
    play_all(lines);
}

static void completes(bool wanted, const char *condition, const char *trump, const char *led,
                      const char *larry, const char *last) {
    trick_with(0, condition, trump, led, larry, last);
    if (now()->completed != wanted) fail_msg("%s: %s %s %s", condition, led, larry, last);
}

/* ---- whole games from a plan ----------------------------------------------------------
 *
 * Seat 0 has the yellow cards, seat 1 the pink ones, Larry draws green ones and a blue
 * one in each trick and plays green.  So the trump says who wins: Y seat 0, P seat 1,
 * G Larry, B (which nobody plays) whoever leads.  + is a mission that will be completed:
 * "Y+ G- P+". */

static void plan_game(const char *settings, int leader, int insider, const char *plan) {
    static const char *const names[] = {"yellow", "pink", "green", "blue"};
    begin_deck();
    for (size_t t = 0; t < IJ_LARRY_TRICKS; t++) {
        bool planned = strlen(plan) >= 3 * t + 2;
        size_t trump = planned ? strcspn("YPGB", (char[]){plan[3 * t], 0}) : 0;
        bool done = planned && plan[3 * t + 1] == '+';
        add_mission((int)(2 * t + 1), done ? "all 1-13" : "all 13-13", names[trump]);
        add_mission((int)(2 * t + 2), "all 1-13", "blue");
    }
    deal(settings, leader, insider, YELLOW, PINK);
}

/* The planned mission, the leader's lowest card, and Larry's three cards. */
static void until_larry(void) {
    char lines[192];
    int t = now()->tricks, q = now()->leader;
    snprintf(lines, sizeof lines, "dealer mission %d;dealer mission %d;%d pick %d", 2 * t + 1, 2 * t + 2, q,
             2 * t + 1);
    play_all(lines);
    play_first();
    snprintf(lines, sizeof lines, "dealer card 2 g%d;dealer card 2 g%d;dealer card 2 b%d", t + 1, t + 2,
             t + 1);
    play_all(lines);
}

/* In each trick the green card put back in the one before is played. */
static void tricks(int n) {
    while (n--) {
        if (now()->phase == IJ_REVEAL) play_first();
        until_larry();
        play_first();
        play_first();
    }
}

static void ended_by(const char *cause) {
    turn_over();
    sees(GM_SPECTATOR, "cause", cause);
    phase_is("\"over\"");
}

static const char nobody_wins[] = "Y- P- G- Y- P- G- Y- P- Y-"; /* 5, 4 and 5 intel */

/* ---- J1 ---- */

static void ten_cards_each(void **unused) { /* J1.1, J10.2 */
    (void)unused;
    *deck = 0;
    deal_roles("", 0, 0);
    for (int i = 0; i < 20; i++) {
        phase_is("\"deal\"");
        assert_int_equal(now()->at, i / 10); /* first those of seat 0 */
        assert_int_equal(chances(), 52 - i);
        play_first();
    }
    phase_is("\"draw\"");
    sees(GM_SPECTATOR, "count", "[10,10,0,0,0]"); /* Larry has no hand */
    sees(GM_DEALER, "hand",
         "[[\"y1\",\"y2\",\"y3\",\"y4\",\"y5\",\"y6\",\"y7\",\"y8\",\"y9\",\"y10\"],"
         "[\"y11\",\"y12\",\"y13\",\"p1\",\"p2\",\"p3\",\"p4\",\"p5\",\"p6\",\"p7\"],[],[],[]]");
    assert_int_equal(bits_count(now()->deck), 32); /* his deck, which nobody sees */
    for (gm_seat q = 0; q < 2; q++)
        sees(q, "deck", "null");
    sees(GM_SPECTATOR, "deck", "null");
}

static void nine_tricks_leave_one_card(void **unused) { /* J1.2, J1.3, J5.8 */
    (void)unused;
    plan_game("", 0, 2, nobody_wins);
    tricks(8);
    phase_is("\"draw\"");
    tricks(1);
    phase_is("\"vote\"");
    sees(GM_SPECTATOR, "count", "[1,1,0,0,0]");
}

static void two_missions_for_each_trick(void **unused) { /* J11.9 */
    fault why;
    gm_file own = {"own.csv", deck, 0};
    (void)unused;
    for (int n = 17; n <= 18; n++) {
        begin_deck();
        for (int i = 1; i <= n; i++)
            add_mission(i, "all odd", "green");
        own.size = strlen(deck);
        assert_int_equal(open_with(g, 2, "", &own, &why), n == 18);
    }
}

static void seven_missions_win(void **unused) { /* J1.4, J5.7, J10.6 */
    (void)unused;
    plan_game("", 0, 1, "Y+ G+ P- Y+ P+ G+ Y+ P+"); /* seat 1 is the Insider */
    tricks(7);
    assert_int_equal(bits_count(now()->completed), 6);
    phase_is("\"draw\"");
    tricks(1);
    assert_int_equal(bits_count(now()->completed), 7);
    sees(GM_SPECTATOR, "side", "\"agents\"");
    ended_by("\"missions\"");
    result(BIT(0) | BIT(2), "1 0 1"); /* Larry wins with his role */
    plan_game("", 0, 2, "Y+ G+ Y+ P+ G+ Y+ P+");
    tricks(7);
    ended_by("\"missions\"");
    result(BIT(0) | BIT(1), "1 1 0"); /* or loses with it */
}

static void the_last_trick_can_win_too(void **unused) { /* J5.7 before J5.8 */
    (void)unused;
    plan_game("", 0, 0, "Y+ G+ P- Y+ P+ G+ Y+ P- P+");
    tricks(9);
    ended_by("\"missions\"");
    result(BIT(1) | BIT(2), "0 1 1");
}

static void one_token_each_and_three_for_larry(void **unused) { /* J1.6, J1.7 */
    (void)unused;
    start(g, 2, "");
    sees(GM_SPECTATOR, "intel", "[1,1,3,0,0]");
    sees(GM_SPECTATOR, "pool", "9");
    plan_game("", 0, 2, nobody_wins);
    tricks(8);
    sees(GM_SPECTATOR, "pool", "1");
    tricks(1);
    sees(GM_SPECTATOR, "pool", "0");
    sees(GM_SPECTATOR, "intel", "[5,4,5,0,0]");
}

/* ---- J7 ---- */

static void not_for_two(void **unused) { /* J7.1, J10.7, J9.1 */
    static const char *const sets[] = {"wired",        "paranoid",    "daredevil",    "decoy",
                                       "accomplice",   "shady",       "sleeper",      "professor-no",
                                       "sleeper-cell", "high-stakes", "inner-circle", "bad-company",
                                       "wired,decoy",  "shady,wired"};
    fault why;
    (void)unused;
    assert_false(open_with(g, 2, "risk=on", NULL, &why));
    assert_string_equal(why.say, "inside-job.risk-two");
    assert_true(open_with(g, 2, "risk=off roles=none", NULL, &why));
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        char settings[64];
        snprintf(settings, sizeof settings, "roles=%s", sets[i]);
        assert_false(open_with(g, 2, settings, NULL, &why));
        assert_string_equal(why.say, "inside-job.roles.players");
        assert_true(open_with(g, 4, settings, NULL, &why));
    }
    *deck = 0;
    deal("", 0, 0, YELLOW, PINK);
    assert_int_equal(chances(), 24); /* J2.4: without the risky ones */
}

/* ---- J10.1 ---- */

static void one_leads_and_the_other_controls(void **unused) { /* J10.1 */
    fault why;
    (void)unused;
    start(g, 2, "");
    assert_int_equal(chances(), 2);
    can(GM_DEALER, "lead 0, lead 1"); /* never Larry */
    for (int leader = 0; leader < 2; leader++) {
        char settings[16], only[16], lines[128];
        snprintf(settings, sizeof settings, "leader=%d", leader);
        snprintf(only, sizeof only, "lead %d", leader);
        start(g, 2, settings); /* for the next game, J2.5 */
        assert_int_equal(chances(), 1);
        can(GM_DEALER, only);
        *deck = 0;
        deal("", leader, 0, YELLOW, PINK);
        play_all("dealer mission 7;dealer mission 8");
        turn_of((gm_seat)leader);
        figure("controls", leader ? "0" : "1");
        snprintf(lines, sizeof lines,
                 "%d pick 7;%d play %s;dealer card 2 g1;dealer card 2 g2;dealer card 2 g3", leader, leader,
                 leader ? "p4" : "y4");
        play_all(lines);
        turn_of((gm_seat)(1 - leader));
        figure("places", leader ? "[1,2,0,\"-\",\"-\"]" : "[0,2,1,\"-\",\"-\"]");
        assert_int_equal(g->moves(the.box, the.st, (gm_seat)(1 - leader), (gm_move[GM_MAX_MOVES]){0}), 6);
    }
    for (int leader = 2; leader < 5; leader++) {
        char settings[16];
        snprintf(settings, sizeof settings, "leader=%d", leader);
        assert_false(open_with(g, 2, settings, NULL, &why));
        assert_string_equal(why.say, "inside-job.leader");
    }
}

static void two_agents_and_an_insider(void **unused) { /* J10.1, J2.6 */
    (void)unused;
    start(g, 2, "");
    play("dealer lead 0");
    assert_int_equal(chances(), 3); /* the Insider is one card of three */
    assert_int_equal(GM_B(g->deal(the.box, the.st, 1)), IJ_AGENT);
    assert_int_equal(GM_B(g->deal(the.box, the.st, 2)), IJ_INSIDER);
    can(GM_DEALER, "role 0 agent, role 0 insider");
    play("dealer role 0 agent");
    assert_int_equal(chances(), 2);
    can(GM_DEALER, "role 1 agent, role 1 insider");
    play("dealer role 1 agent");
    can(GM_DEALER, "role 2 insider"); /* Larry's comes last */
    play("dealer role 2 insider");
    phase_is("\"deal\"");
    sees(GM_DEALER, "role", "[\"agent\",\"agent\",\"insider\",\"-\",\"-\"]");
    start(g, 2, "");
    play_all("dealer lead 0;dealer role 0 agent;dealer role 1 insider");
    can(GM_DEALER, "role 2 agent");
    start(g, 2, "");
    play_all("dealer lead 0;dealer role 0 insider");
    can(GM_DEALER, "role 1 agent");
}

static void nobody_sees_larrys_role(void **unused) { /* J10.1 */
    (void)unused;
    for (int insider = 0; insider < 3; insider++) {
        *deck = 0;
        deal_roles("", 0, insider);
        for (gm_seat q = 0; q < 2; q++)
            heard(q, "role 2 ?");
        heard(GM_SPECTATOR, "role 2 ?");
        sees(0, "role",
             insider ? "[\"agent\",null,null,\"-\",\"-\"]" : "[\"insider\",null,null,\"-\",\"-\"]");
        sees(1, "role",
             insider == 1 ? "[null,\"insider\",null,\"-\",\"-\"]" : "[null,\"agent\",null,\"-\",\"-\"]");
        sees(GM_SPECTATOR, "role", "[null,null,null,\"-\",\"-\"]");
    }
    start(g, 2, ""); /* but each the own */
    play_all("dealer lead 0;dealer role 0 agent");
    heard(0, "role 0 agent");
    heard(1, "role 0 ?");
    heard(GM_SPECTATOR, "role 0 ?");
}

/* ---- J10.3 ---- */

static void leader_larry_controller(void **unused) { /* J10.3 */
    (void)unused;
    first_trick(2);
    turn_of(0);
    refuse("1 play y1", "J3.3");
    play("0 play y4");
    for (int i = 0; i < 3; i++) { /* the controller draws three */
        phase_is("\"lend\"");
        turn_of(GM_DEALER);
        assert_int_equal(chances(), 32 - i); /* any of Larry's deck */
        play_first();
    }
    turn_of(1);
    refuse("0 play y5", "J3.3");
    play("1 larry p5 p6");
    turn_of(1);
    play("1 play y1");
    assert_int_equal(now()->tricks, 1);
    sees(GM_SPECTATOR, "trick", "[\"y4\",\"p5\",\"y1\",\"-\",\"-\"]");
}

static void what_is_drawn_for_larry(void **unused) { /* J10.3, J10.2 */
    (void)unused;
    first_trick(2);
    play_all("0 play y4;dealer card 2 g4");
    refuse("dealer card 2 g4", "J2.6"); /* each card once, */
    refuse("dealer card 2 y5", "J2.6"); /* none of those that the players have, */
    refuse("dealer card 2 b2", "J2.6");
    refuse("dealer card 2 y4", "J2.6"); /* nor one that was played; */
    refuse("dealer card 0 g3", "J2.6"); /* and it is Larry's */
    play_all("dealer card 2 g3;dealer card 2 b1");
}

static void one_played_one_back_one_away(void **unused) { /* J10.3 */
    (void)unused;
    first_trick(2);
    play_all("0 play y4;dealer card 2 g4;dealer card 2 p9;dealer card 2 b7");
    play_all("1 larry p9 b7;1 play y1");
    sees(GM_DEALER, "played", "[\"y1\",\"y4\",\"p9\"]"); /* g4 went away face down, */
    assert_int_equal(bits_count(now()->deck), 29);
    play_all("dealer mission 1;dealer mission 2;0 pick 1;0 play y5");
    assert_int_equal(chances(), 1);
    can(GM_DEALER, "card 2 b7"); /* and b7 is one of the next three */
    refuse("dealer card 2 g5", "J2.6");
    play("dealer card 2 b7");
    assert_int_equal(chances(), 29);
    refuse("dealer card 2 g4", "J2.6");
    refuse("dealer card 2 b7", "J2.6");
    play("dealer card 2 g5");
    assert_int_equal(chances(), 28);
    play("dealer card 2 g6");
    can(1, "larry g5 g6, larry g5 b7, larry g6 g5, larry g6 b7, larry b7 g5, larry b7 g6");
    play_all("1 larry g6 b7;1 play y2"); /* the same one goes back again */
    play_all("dealer mission 3;dealer mission 4;0 pick 3;0 play y6");
    can(GM_DEALER, "card 2 b7");
}

static void what_is_no_move_for_larry(void **unused) { /* J10.3, J10.4 */
    (void)unused;
    first_trick(2);
    refuse("0 larry g1 g3", "J3.3"); /* before the leader's card */
    refuse("1 larry g1 g3", "J3.3");
    play_all("0 play y4;dealer card 2 g1");
    refuse("1 larry g1 g3", "J3.3"); /* before all three are drawn */
    play_all("dealer card 2 g3;dealer card 2 b1");
    refuse("0 larry g1 g3", "J3.3"); /* the controller alone */
    refuse("1 play y1", "J10.3");    /* before the own card */
    refuse("1 play g1", "J10.3");
    refuse("1 raise y1", "J10.3");
    refuse("1 raise g1", "J10.3"); /* Larry never raises */
    refuse("1 pick 7", "J10.3");
    refuse("1 larry g1 g1", "J10.3"); /* another card goes back */
    refuse("1 larry g4 g1", "J10.3"); /* one of the three */
    refuse("1 larry g1 g4", "J10.3");
    refuse("1 larry y1 g1", "J10.3"); /* and none of the own hand */
    refuse("1 larry g1 y1", "J10.3");
    refuse("1 larry g1 -", "J10.3"); /* one must go back */
    refuse("1 larry - g1", "J10.3");
    play("1 larry g1 b1");
    refuse("1 larry g3 b1", "J3.3"); /* it is one decision */
    refuse("1 play g3", "J3.3");     /* the own card is from the own hand */
    refuse("0 larry g3 b1", "J3.3");
    play("1 play y1");
    play_all("dealer mission 1;dealer mission 2");
    refuse("0 larry g3 b1", "J3.1");
    plan_game("", 1, 2, "");
    play_all("dealer mission 1;dealer mission 2;1 pick 1;1 play p4");
    play_all("dealer card 2 y1;dealer card 2 g1;dealer card 2 b1");
    refuse("0 play g1", "J10.3"); /* whatever the three are */
}

/* ---- J10.4 ---- */

/* Seat 0 leads this card; those are Larry's. */
static void larry_has(int insider, const char *led, const char *a, const char *b, const char *c) {
    char lines[128];
    *deck = 0;
    deal("", 0, insider, "y4 y5 y6 y7 y8 y9 y10 y11 y12 g13", MIXED);
    snprintf(lines, sizeof lines,
             "dealer mission 7;dealer mission 8;0 pick 7;0 play %s;"
             "dealer card 2 %s;dealer card 2 %s;dealer card 2 %s",
             led, a, b, c);
    play_all(lines);
}

static void larry_follows_if_one_of_three_can(void **unused) { /* J10.4 */
    (void)unused;
    for (int insider = 0; insider < 3; insider++) { /* whoever that is */
        larry_has(insider, "g13", "g5", "y13", "b7");
        can(1, "larry g5 y13, larry g5 b7"); /* which of the other two goes back is free */
        refuse("1 larry y13 g5", "J10.4");
        refuse("1 larry b7 y13", "J10.4");
        play("1 larry g5 y13");
        larry_has(insider, "y4", "g5", "p9", "y13"); /* wherever it lies */
        can(1, "larry y13 p9, larry y13 g5");
        larry_has(insider, "g13", "y13", "g5", "g7"); /* two can */
        can(1, "larry g5 y13, larry g5 g7, larry g7 y13, larry g7 g5");
        refuse("1 larry y13 g5", "J10.4");
        larry_has(insider, "g13", "g5", "g7", "g1"); /* all can */
        can(1, "larry g1 g5, larry g1 g7, larry g5 g1, larry g5 g7, larry g7 g1, larry g7 g5");
        larry_has(insider, "y4", "g5", "p9", "b7"); /* none can */
        can(1, "larry p9 g5, larry p9 b7, larry g5 p9, larry g5 b7, larry b7 p9, larry b7 g5");
    }
}

static void the_card_put_back_may_follow(void **unused) { /* J10.3, J10.4 */
    (void)unused;
    larry_has(2, "g13", "g5", "y13", "b7");
    play_all("1 larry g5 y13;1 play g2");
    play_all("dealer mission 1;dealer mission 2;0 pick 1;0 play y5");
    play_all("dealer card 2 y13;dealer card 2 b8;dealer card 2 p9");
    can(1, "larry y13 p9, larry y13 b8");
}

static void the_controllers_own_card_follows_the_leader(void **unused) { /* J10.4, J3.4, J3.5 */
    (void)unused;
    larry_has(2, "y4", "g5", "p9", "b7");
    play("1 larry g5 p9");
    can(1, "play y1, play y2, play y3, raise y1, raise y2, raise y3");
    refuse("1 play g2", "J3.4");
    larry_has(1, "y4", "g5", "p9", "b7"); /* the Insider need not */
    play_all("1 larry g5 p9;1 play g2");
}

static void who_may_raise(void **unused) { /* J10.4, J4.1, J4.3 */
    (void)unused;
    first_trick(2);
    refuse("0 raise y4", "J4.3"); /* not the leader */
    plan_game("", 0, 2, "Y-");
    until_larry();
    refuse("1 raise g1", "J10.3");                                /* not Larry */
    trick_with(0, "all 13-13", "yellow", "y9", "g9", "raise p8"); /* the controller the own card, */
    sees(GM_SPECTATOR, "intel", "[3,0,3,0,0]");
    play_all("dealer mission 3;dealer mission 4;0 pick 3;0 play y4");
    play_all("dealer card 2 b1;dealer card 2 b3;dealer card 2 b4;1 larry b3 b4");
    refuse("1 raise p9", "J4.1"); /* with a token, */
    plan_game("raise=off", 0, 2, "Y-");
    until_larry();
    play("1 larry g1 g2");
    refuse("1 raise p4", "J4.1"); /* if there is raising, */
    plan_game("", 0, 2, "P- P- P- P- P- Y- B-");
    tricks(6);
    sees(GM_SPECTATOR, "leader", "0");
    until_larry();
    play("1 larry g7 g8");
    refuse("1 raise p10", "J4.3"); /* and if not revealed */
}

static void who_hears_of_larrys_cards(void **unused) { /* J10.4 */
    (void)unused;
    plan_game("", 0, 2, "G- B- Y- B-");
    play_all("dealer mission 1;dealer mission 2;0 pick 1;0 play y4");
    for (int i = 0; i < 3; i++) {
        static const char *const cards[] = {"g1", "b1", "b2"};
        char line[32];
        snprintf(line, sizeof line, "dealer card 2 %s", cards[i]);
        play(line);
        heard(1, line + 7); /* the controller alone */
        heard(0, "card 2 ?");
        heard(GM_SPECTATOR, "card 2 ?");
    }
    play("1 larry g1 b1"); /* all see the card that is played */
    heard(1, "larry g1 b1");
    heard(0, "larry g1 ?");
    heard(GM_SPECTATOR, "larry g1 ?");
    play("1 play p4");
    sees(GM_SPECTATOR, "winner", "2"); /* and control passes to seat 0 */
    play_all("dealer mission 3;dealer mission 4;1 pick 3;1 play p5");
    play("dealer card 2 b1");
    heard(0, "card 2 b1");
    heard(1, "card 2 b1"); /* who put it back knows it */
    heard(GM_SPECTATOR, "card 2 ?");
    play("dealer card 2 g2");
    heard(0, "card 2 g2");
    heard(1, "card 2 ?");
    heard(GM_SPECTATOR, "card 2 ?");
    play("dealer card 2 g3");
    heard(0, "card 2 g3");
    heard(1, "card 2 ?");
    heard(GM_SPECTATOR, "card 2 ?");
    play("0 larry g2 b1"); /* the same card back on top, but seat 1 cannot know that */
    heard(0, "larry g2 b1");
    heard(1, "larry g2 ?");
    heard(GM_SPECTATOR, "larry g2 ?");
    play("0 play y5");
    sees(GM_SPECTATOR, "leader", "1"); /* control stays with seat 0 */
    play_all("dealer mission 5;dealer mission 6;1 pick 5;1 play p6");
    play("dealer card 2 b1");
    heard(0, "card 2 b1");
    heard(1, "card 2 ?");
    heard(GM_SPECTATOR, "card 2 ?");
    play_all("dealer card 2 g4;dealer card 2 g5;0 larry g4 g5;0 play y6");
    sees(GM_SPECTATOR, "winner", "0"); /* and passes back to seat 1 */
    play_all("dealer mission 7;dealer mission 8;0 pick 7;0 play y7");
    play("dealer card 2 g5");
    heard(1, "card 2 g5");
    heard(0, "card 2 g5");
    heard(GM_SPECTATOR, "card 2 ?");
}

#define REST7 "\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\"]"
#define PAIRS7                                                                                               \
    "[\"-\",\"-\"],[\"-\",\"-\"],[\"-\",\"-\"],[\"-\",\"-\"],[\"-\",\"-\"],[\"-\",\"-\"],[\"-\",\"-\"]]"

static void the_controller_keeps_what_was_seen(void **unused) { /* J10.4 */
    (void)unused;
    plan_game("", 0, 2, "G- B-");
    play_all("dealer mission 1;dealer mission 2;0 pick 1;0 play y4");
    play_all("dealer card 2 g1;dealer card 2 b1;dealer card 2 b2");
    sees(1, "top", "[\"g1\",\"-\",\"-\"," REST7);
    sees(1, "next", "[[\"b1\",\"b2\"],[\"-\",\"-\"]," PAIRS7);
    sees(0, "top", "[null,\"-\",\"-\"," REST7);
    sees(0, "next", "[null,[\"-\",\"-\"]," PAIRS7);
    sees(GM_SPECTATOR, "top", "[null,\"-\",\"-\"," REST7);
    sees(GM_SPECTATOR, "next", "[null,[\"-\",\"-\"]," PAIRS7);
    play("1 larry g1 b1");
    for (gm_seat q = 0; q < 2; q++)
        sees(q, "lent", "[\"g1\",\"-\"," REST7);
    sees(GM_SPECTATOR, "lent", "[\"g1\",\"-\"," REST7);
    sees(1, "top", "[\"g1\",\"b1\",\"-\"," REST7); /* b1 went back, so b2 went away */
    sees(0, "top", "[null,null,\"-\"," REST7);
    sees(GM_SPECTATOR, "top", "[null,null,\"-\"," REST7);
    play("1 play p4");
    play_all("dealer mission 3;dealer mission 4;1 pick 3;1 play p5"); /* control has passed */
    play_all("dealer card 2 b1;dealer card 2 g2;dealer card 2 g3");
    sees(1, "top", "[\"g1\",\"b1\",\"-\"," REST7); /* seat 1 keeps that, and learns no more */
    sees(1, "next", "[[\"b1\",\"b2\"],null," PAIRS7);
    sees(0, "top", "[null,\"b1\",\"-\"," REST7); /* seat 0 learns what is there now, no more */
    sees(0, "next", "[null,[\"g2\",\"g3\"]," PAIRS7);
    sees(GM_SPECTATOR, "top", "[null,null,\"-\"," REST7);
    sees(GM_SPECTATOR, "next", "[null,null," PAIRS7);
    play("0 larry g3 g2");
    sees(1, "top", "[\"g1\",\"b1\",null," REST7);
    sees(1, "next", "[[\"b1\",\"b2\"],null," PAIRS7);
    sees(0, "top", "[null,\"b1\",\"g2\"," REST7);
    sees(0, "next", "[null,[\"g2\",\"g3\"]," PAIRS7);
    sees(GM_SPECTATOR, "top", "[null,null,null," REST7);
    sees(GM_SPECTATOR, "lent", "[\"g1\",\"g3\"," REST7);
}

/* ---- J10.5 ---- */

static void who_gets_larry(void **unused) { /* J10.5 */
    (void)unused;
    for (int leader = 0; leader < 2; leader++) {
        static const char *const names[] = {"0", "1"};
        const char *same = names[leader], *other = names[1 - leader];
        plan_game("", leader, 2, "B- B-"); /* the leader won: Larry stays */
        tricks(1);
        sees(GM_SPECTATOR, "winner", same);
        sees(GM_SPECTATOR, "leader", same);
        until_larry();
        turn_of((gm_seat)(1 - leader));
        plan_game("", leader, 2, "G- B-"); /* Larry won: he goes to the other, */
        tricks(1);
        sees(GM_SPECTATOR, "winner", "2");
        sees(GM_SPECTATOR, "leader", other); /* and whoever does not control him leads, never Larry */
        sees(GM_SPECTATOR, "intel", "[1,1,4,0,0]");
        play_all("dealer mission 3;dealer mission 4");
        turn_of((gm_seat)(1 - leader));
        plan_game("", leader, 2, "G- B-");
        tricks(1);
        until_larry();
        turn_of((gm_seat)leader);
        plan_game("", leader, 2, leader ? "Y- B-" : "P- B-"); /* so also if the controller won */
        tricks(1);
        sees(GM_SPECTATOR, "winner", other);
        sees(GM_SPECTATOR, "leader", other);
        until_larry();
        turn_of((gm_seat)leader);
    }
    plan_game("", 0, 2, "G- G- Y- P- Y- B-");
    static const int leads[] = {1, 0, 0, 1, 0, 0}; /* after each trick */
    for (int i = 0; i < 6; i++) {
        tricks(1);
        assert_int_equal(now()->leader, leads[i]);
    }
}

static void larry_keeps_what_he_wins(void **unused) { /* J10.5, J4.4 */
    (void)unused;
    trick_with(0, "all 13-13", "green", "y4", "g9", "play p4");
    sees(GM_SPECTATOR, "intel", "[1,1,4,0,0]"); /* also without a completed mission */
    trick_with(0, "all 13-13", "green", "y4", "g9", "raise p4");
    sees(GM_SPECTATOR, "intel", "[1,0,5,0,0]"); /* raised tokens too */
    sees(GM_SPECTATOR, "pool", "8");
    trick_with(1, "all 13-13", "green", "y4", "g9", "raise p4");
    sees(GM_SPECTATOR, "intel", "[0,1,5,0,0]");
    trick_with(0, "all 13-13", "green", "y4", "g9", "raise p10"); /* now a higher trump */
    sees(GM_SPECTATOR, "intel", "[1,2,3,0,0]");
    trick_with(0, "all 13-13", "green", "y4", "g9", "raise p9"); /* J4.5: or as high, and later */
    sees(GM_SPECTATOR, "intel", "[1,2,3,0,0]");
    trick_with(0, "all 13-13", "yellow", "y9", "g9", "raise p8");
    sees(GM_SPECTATOR, "intel", "[3,0,3,0,0]");
    plan_game("", 0, 2, "G- P-"); /* he keeps it */
    tricks(2);
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
            plan_game("", 0, insider, cases[who].plan);
            tricks(cases[who].tricks - 1);
            assert_int_equal(now()->intel[who], 5);
            phase_is("\"draw\"");
            tricks(1);
            assert_int_equal(now()->intel[who], 6);
            phase_is("\"reveal\"");
            assert_int_equal(chances(), 1);
            can(GM_DEALER, shown);
            play_first();
            for (gm_seat q = 0; q < 2; q++)
                heard(q, shown); /* all see the role */
            heard(GM_SPECTATOR, shown);
            assert_int_equal(now()->revealed, BIT(who));
            if (insider == who) { /* wins at once */
                phase_is("\"close\"");
                sees(GM_SPECTATOR, "side", "\"insider\"");
                ended_by("\"intel\"");
                result((gm_seats)BIT(who), points[who]);
            } else { /* goes on */
                phase_is("\"draw\"");
                sees(GM_SPECTATOR, "cause", "\"nothing\"");
                tricks(1); /* and takes intel, but is not revealed again */
                assert_int_equal(now()->intel[who], 7);
                phase_is("\"draw\"");
            }
        }
}

static void raised_tokens_reveal_larry(void **unused) { /* J10.6, J10.5 */
    (void)unused;
    plan_game("", 0, 0, "G- G-");
    tricks(1);
    until_larry();
    play_all("0 larry g2 g3;0 raise y5"); /* green 5, higher than Larry's 2 */
    sees(GM_SPECTATOR, "winner", "0");
    plan_game("", 0, 0, "G- G-");
    tricks(1);
    play_all("dealer mission 3;dealer mission 4;1 pick 3;1 play p5");
    play_all("dealer card 2 g2;dealer card 2 g13;dealer card 2 b2;0 larry g13 g2;0 raise y5");
    sees(GM_SPECTATOR, "intel", "[0,1,6,0,0]");
    can(GM_DEALER, "reveal 2 agent");
}

static void intel_comes_before_missions(void **unused) { /* J10.6, J5.4, J5.7 */
    (void)unused;
    plan_game("", 0, 2, "Y+ Y+ P+ P+ G+ G+ G+"); /* both at once: the Insider wins */
    tricks(7);
    play("dealer reveal 2 insider");
    assert_int_equal(bits_count(now()->completed), 7);
    ended_by("\"intel\"");
    result(BIT(2), "0 0 1");
    plan_game("", 0, 1, "Y+ Y+ P+ P+ G+ G+ G+");
    tricks(7);
    phase_is("\"reveal\"");
    play("dealer reveal 2 agent");
    ended_by("\"missions\"");
    result(BIT(0) | BIT(2), "1 0 1");
    plan_game("", 0, 0, "G- Y+ Y+ Y+ Y- Y+"); /* before the last trick as well */
    tricks(6);
    play("dealer reveal 0 insider");
    ended_by("\"intel\"");
    result(BIT(0), "1 0 0");
}

static void revealed_in_the_last_trick(void **unused) { /* J10.6, J5.8 */
    (void)unused;
    plan_game("", 0, 0, "Y- P- G- Y- P- G- Y- P- G-");
    tricks(9);
    phase_is("\"reveal\"");
    play("dealer reveal 2 agent");
    phase_is("\"vote\"");
    can(0, "vote 1");
    can(1, "vote 0");
}

/* ---- J10.7 ---- */

static void come_to_vote(int insider) {
    plan_game("", 0, insider, nobody_wins);
    tricks(9);
    phase_is("\"vote\"");
}

static void for_the_other_or_for_larry(void **unused) { /* J10.7, J6.2, J6.5 */
    (void)unused;
    come_to_vote(2);
    assert_int_equal(g->to_act(the.box, the.st), BIT(0) | BIT(1)); /* both, and Larry does not */
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
    phase_is("\"expose\"");
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
                phase_is("\"expose\"");
                snprintf(line, sizeof line, "reveal %d %s", q, q == insider ? "insider" : "agent");
                can(GM_DEALER, line);
                play_first();
            }
            phase_is("\"over\"");
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
    ended_by(agents_win ? "\"vote\"" : "\"wrong-vote\"");
    result((gm_seats)(agents_win ? 7 & ~BIT(insider) : BIT(insider)), (agents_win ? won : lost)[insider]);
}

static void an_agent_who_votes_for_an_agent(void **unused) { /* J10.7 */
    (void)unused;
    vote_ends(2, 2, 2, true);  /* no Agent voted for an Agent: the Agents win, Larry loses */
    vote_ends(2, 1, 2, false); /* one did */
    vote_ends(2, 2, 0, false);
    vote_ends(2, 1, 0, false); /* both did */
    vote_ends(0, 1, 0, true);  /* one vote each: ties have no meaning */
    vote_ends(0, 2, 0, true);  /* the Insider's vote has none either, */
    vote_ends(0, 1, 2, false); /* nor that; */
    vote_ends(0, 2, 2, false); /* an Agent voted for Larry, an Agent */
    vote_ends(1, 1, 0, true);
    vote_ends(1, 1, 2, true);
    vote_ends(1, 2, 0, false);
    vote_ends(1, 2, 2, false);
}

static void larry_revealed_is_no_target(void **unused) { /* J10.7, J6.2 */
    (void)unused;
    for (int insider = 0; insider < 2; insider++) {
        plan_game("", 0, insider, "G- G- G- Y- Y- P- P- Y- P-");
        tricks(9);
        phase_is("\"vote\"");
        can(0, "vote 1");
        can(1, "vote 0");
        refuse("0 vote 2", "J6.2");
        refuse("1 vote 2", "J6.2");
        play_all("0 vote 1;1 vote 0;dealer show 0 1;dealer show 1 0");
        can(GM_DEALER, insider ? "reveal 0 agent" : "reveal 0 insider");
        play_first();
        can(GM_DEALER, insider ? "reveal 1 insider" : "reveal 1 agent");
        play_first();
        phase_is("\"over\"");
        ended_by("\"vote\"");
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
        plan_game("", 0, 2, "Y- Y- Y- Y- Y- P- P- P- G-");
        tricks(9);
        can(0, "vote 1, vote 2");
        can(1, "vote 2");
        refuse("1 vote 0", "J6.2");
        snprintf(line, sizeof line, "0 vote %d", vote);
        play_all("1 vote 2");
        play(line);
        ended_by(vote == 2 ? "\"vote\"" : "\"wrong-vote\"");
        result(vote == 2 ? BIT(0) | BIT(1) : BIT(2), vote == 2 ? "1 1 0" : "0 0 1");
    }
}

static void without_a_target_one_abstains(void **unused) { /* J10.7, J6.2, J6.5 */
    (void)unused;
    plan_game("", 0, 1, "Y- Y- Y- Y- Y- G- G- G- P-"); /* seat 0 and Larry are revealed */
    tricks(9);
    turn_of(0);
    can(0, "vote 1");
    can(1, "");
    refuse("1 vote 0", "J6.2");
    play_all("0 vote 1;dealer show 0 1;dealer reveal 1 insider");
    ended_by("\"vote\"");
    result(BIT(0) | BIT(2), "1 0 1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ten_cards_each),
        cmocka_unit_test(nine_tricks_leave_one_card),
        cmocka_unit_test(two_missions_for_each_trick),
        cmocka_unit_test(seven_missions_win),
        cmocka_unit_test(the_last_trick_can_win_too),
        cmocka_unit_test(one_token_each_and_three_for_larry),
        cmocka_unit_test(not_for_two),
        cmocka_unit_test(one_leads_and_the_other_controls),
        cmocka_unit_test(two_agents_and_an_insider),
        cmocka_unit_test(nobody_sees_larrys_role),
        cmocka_unit_test(leader_larry_controller),
        cmocka_unit_test(what_is_drawn_for_larry),
        cmocka_unit_test(one_played_one_back_one_away),
        cmocka_unit_test(what_is_no_move_for_larry),
        cmocka_unit_test(larry_follows_if_one_of_three_can),
        cmocka_unit_test(the_card_put_back_may_follow),
        cmocka_unit_test(the_controllers_own_card_follows_the_leader),
        cmocka_unit_test(who_may_raise),
        cmocka_unit_test(who_hears_of_larrys_cards),
        cmocka_unit_test(the_controller_keeps_what_was_seen),
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
