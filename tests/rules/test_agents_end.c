/* The rules of The Agents, doc/rules/agents.md: the end, A7, A11.2, A11.3; who
 * knows what, A12; random games. */
#include "tests/rules/agents.h"

/* ---- A7 ---- */

/* The game is over, and nobody has a move. */
static void game_is_over(gm_seats winners, const char *points) {
    phase_is("over");
    result(winners, points);
    for (int q = 0; q < in_the_box()->head.seats; q++) {
        char line[16];
        can((gm_seat)q, "");
        snprintf(line, sizeof line, "%d end", q);
        cannot(line, "A7.1");
    }
    can(GM_DEALER, "");
}

static void forty_points_win(void **unused) { /* A7.1 */
    (void)unused;
    begin(2, "hand=1", "2*" BLANK, "agents=1 34|agents=1 35");
    deal_out(0, "1 1|2 2");
    go("0 play 1 left-only-cmd; 0 lay 1 left");
    finish_turn();
    points_are("39 5");
    asks(1); /* 39 do not win */
    go("1 lay 2 right");
    finish_turn();
    game_is_over(BIT(1), "39 40");
}

static void arrows_and_situations_are_one_sum(void **unused) { /* A7.1 */
    (void)unused;
    begin(2, "hand=2 goal=6", "4*" BLANK, "agents=2 1|" NEVER);
    deal_out(0, "1 2 1|3 4 2");
    go("0 play 1 left-only-pts; 0 lay 1 left; 0 play 2 left-right-pts; 0 end");
    game_is_over(BIT(0), "8 5"); /* the arrows alone would have sufficed */
    sees(GM_SPECTATOR, "tally", "[[2,1,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0]]");
    gm_score lines[GM_MAX_SCORES];
    assert_int_equal(g->scores(the.box, the.st, lines),
                     5); /* for seat 0: why it wins, start, arrows, situations; for seat 1: start */
    assert_string_equal(lines[0].line.say, "agents.account.goal");
    assert_int_equal(lines[0].points, 0);
    assert_int_equal(lines[1].points, 5);
    assert_int_equal(lines[2].points, 2);
    assert_int_equal(lines[3].points, 1);
    assert_int_equal(lines[4].points, 5);
    assert_int_equal(lines[4].seat, 1);
}

static void a_rob_wins_on_another_players_turn(void **unused) { /* A7.1 */
    (void)unused;
    begin(3, "hand=1 goal=6", "rob 1 ww|2*" BLANK, IDLE_3);
    deal_out(0, "1 1|2 2|3 3");
    go("0 play 1 left-only-pts");
    game_is_over(BIT(1), "4 6 5"); /* the rest of the turn does not happen */
    sees(GM_SPECTATOR, "actions", "0");
    begin(3, "hand=1 goal=6", "rob 1 ww|2*" BLANK, IDLE_3);
    deal_out(0, "1 1|2 2|3 3");
    go("0 play 1 right-only-pts");
    game_is_over(BIT(2), "4 5 6");
    begin(3, "hand=1 goal=7", "rob 1 ww|2*" BLANK, IDLE_3);
    deal_out(0, "1 1|2 2|3 3");
    go("0 play 1 right-only-pts");
    asks(0);
    points_are("4 5 6");
}

static void a_repeated_rob_wins(void **unused) { /* A7.1 */
    (void)unused;
    begin(2, "hand=1 goal=7", "rob 1 ww|" BLANK, IDLE_2);
    deal_out(0, "1 1|2 2");
    go("0 play 1 left-only-cmd; 0 repeat 1");
    game_is_over(BIT(0), "7 3");
}

static void a_special_agents_points_win(void **unused) { /* A7.1 */
    (void)unused;
    for (int faces = 0; faces < 2; faces++) {
        begin(3, "hand=1 goal=8", "draw 1 *3|5*" BLANK, IDLE_3);
        deal_out(0, "1 1|2 2|3 3");
        go(faces ? "0 send 1 2-acts" : "0 send 1 2-scores"); /* they need not be neighbours */
        points_are("5 5 5");                                 /* the command comes first */
        draw("4");
        game_is_over(faces ? BIT(0) : BIT(2), faces ? "8 5 5" : "5 5 8");
        hand_is(faces ? 2 : 0, faces ? "4 3" : "4");
        discards_are(AG_AGENT, ""); /* it stays laid out */
        sees(GM_SPECTATOR, "acting", "\"1\"");
    }
}

static void the_performer_of_a_rob_wins_first(void **unused) { /* A7.1, A4.2 */
    (void)unused;
    begin(2, "hand=1 goal=6", "rob 1 *9|" BLANK, IDLE_2);
    deal_out(0, "1 1|2 2");
    go("0 send 1 1-scores");
    game_is_over(BIT(0), "6 4"); /* the other would have got 9 */
    discards_are(AG_AGENT, "");
    sees(GM_SPECTATOR, "acting", "\"1\"");
    sees(GM_SPECTATOR, "tally", "[[0,0,0,1,0],[0,0,0,-1,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0]]");
}

static void a_rob_of_two_before_the_points(void **unused) { /* A7.1: after the rob too few, then enough */
    (void)unused;
    begin(2, "hand=1 goal=8", "rob 1 *4|" BLANK, IDLE_2);
    deal_out(0, "1 1|2 2");
    go("0 send 1 1-scores");
    game_is_over(BIT(1), "6 8");
}

static void points_do_not_fall_below_0(void **unused) { /* A7.2 */
    (void)unused;
    begin(2, "hand=1", "rob 9 ww|rob 3 ww", IDLE_2);
    deal_out(0, "1 1|2 2");
    go("0 play 1 left-only-cmd");
    points_are("10 0");
    cannot("0 repeat 1", "A4.3");
    finish_turn();
    cannot("1 buy agent", "A4.6");
    go("1 play 2 left-only-pts"); /* seat 0 performs, but there is nothing to rob */
    points_are("10 0");
    asks(1);
}

static void most_points_after_60_rounds(void **unused) { /* A7.3 */
    (void)unused;
    begin(2, "hand=1 situations=0 points=0", "2*neutralise any *1", "");
    deal_out(1, "1|2");
    for (int turn = 0; turn < 120; turn++) {
        asks(turn % 2 ? 0 : 1);
        assert_int_equal(now()->round, 1 + turn / 2);
        finish_turn();
    }
    game_is_over(BIT(0) | BIT(1), "0 0");
}

static void a_tie_is_shared(void **unused) { /* A7.3 */
    (void)unused;
    begin(4, "hand=1 rounds=2", "rob 1 ww|rob 1 ww|2*" BLANK, IDLE_4);
    deal_out(2, "1 1|2 2|3 3|4 4");
    in_turn("0 play 1 left-only-cmd; 1 play 2 left-only-cmd"); /* 6 5 4 5 */
    points_are("6 5 4 5");
    while (now()->turn != 2)
        finish_turn();
    assert_int_equal(now()->round, 2);
    in_turn("1 repeat 2"); /* 6 6 3 5 */
    finish_turn();
    game_is_over(BIT(0) | BIT(1), "6 6 3 5");
    begin(2, "hand=1 rounds=1", "rob 1 ww|" BLANK, IDLE_2);
    deal_out(0, "1 1|2 2");
    go("0 play 1 left-only-pts");
    finish_turn();
    finish_turn();
    game_is_over(BIT(1), "4 6");
}

/* ---- A11 ---- */

static void the_goal_can_be_another(void **unused) { /* A11.3 */
    static const struct {
        const char *goal;
        bool good;
    } goals[] = {{"goal=6", true}, {"goal=5", false}, {"goal=50", true}, {"goal=0", false}};
    fault why;
    (void)unused;
    for (int i = 0; i < 4; i++)
        assert_int_equal(open_with(g, 2, goals[i].goal, NULL, &why), goals[i].good);
    begin(2, "hand=1 goal=50", "2*" BLANK, "agents=1 44|agents=1 45");
    deal_out(0, "1 1|2 2");
    go("0 play 1 left-only-cmd; 0 lay 1 left");
    finish_turn();
    points_are("49 5");
    go("1 lay 2 right");
    finish_turn();
    game_is_over(BIT(1), "49 50");
    begin(2, "hand=1", "2*" BLANK, IDLE_2);
    assert_int_equal(in_the_box()->goal, 40);
}

static void the_round_is_played_out(void **unused) { /* A11.2 */
    (void)unused;
    begin(3, "hand=1 goal=6 finish-round=on", "rob 1 ww|2*" BLANK, NEVER "|agents=1 7|" NEVER);
    deal_out(0, "1 1|2 2|3 3");
    go("0 play 1 left-only-cmd");
    points_are("6 4 5");
    asks(0); /* the turn goes on, too */
    sees(GM_SPECTATOR, "reached", "1");
    finish_turn();
    asks(1);
    go("1 lay 2 right");
    finish_turn();
    points_are("6 11 5");
    asks(2);
    finish_turn();
    game_is_over(BIT(1), "6 11 5"); /* most points */
}

static void a_round_is_one_turn_of_every_seat(void **unused) { /* A11.2 */
    (void)unused;
    for (int first = 0; first < 3; first++) {
        int turns = 0;
        begin(3, "hand=1 goal=6 finish-round=on", "rob 1 ww|2*" BLANK, IDLE_3);
        deal_out(first, "1 1|2 2|3 3");
        while (now()->turn)
            finish_turn(), turns++;
        go("0 play 1 left-only-cmd");
        while (now()->phase != AG_P_OVER)
            finish_turn(), turns++;
        assert_int_equal(turns, 3);
        game_is_over(BIT(0), "6 4 5");
    }
}

static void reached_stays_reached(void **unused) { /* A11.2 */
    (void)unused;
    begin(2, "hand=2 goal=6 finish-round=on", "rob 1 ww|rob 2 ww|2*" BLANK, IDLE_2);
    deal_out(0, "1 2 1|3 4 2");
    go("0 play 1 left-only-cmd; 0 play 2 left-left-pts"); /* 6 4, then 4 6 */
    points_are("4 6");
    finish_turn();
    finish_turn();
    game_is_over(BIT(1), "4 6");
}

static void reached_and_lost_again(void **unused) { /* A11.2 */
    (void)unused;
    begin(2, "hand=2 goal=6 finish-round=on", "rob 1 ww|3*" BLANK "|" BLANK, IDLE_2);
    deal_out(0, "1 2 1|3 4 2");
    go("0 play 1 left-only-cmd");
    points_are("6 4");
    go("0 buy agent");
    draw("5");
    points_are("5 4"); /* nobody has 6 any more */
    go("0 end");
    finish_turn();
    game_is_over(BIT(0), "5 4");
}

static void finishing_by_a_special_agent(void **unused) { /* A11.2 */
    (void)unused;
    begin(3, "hand=1 goal=6 finish-round=on", "rob 1 *9|2*" BLANK, IDLE_3);
    deal_out(1, "2 2|1 1|3 3");
    go("1 send 1 0-scores"); /* seat 1 reaches 6 and goes on: seat 0 gets the points */
    points_are("13 6 5");
    discards_are(AG_AGENT, "1"); /* the card goes to the discards */
    asks(1);
    finish_turn();
    finish_turn();
    asks(0); /* all have had equally many turns */
    finish_turn();
    game_is_over(BIT(0), "13 6 5");
}

static void a_shared_win_of_a_finished_round(void **unused) { /* A11.2 */
    (void)unused;
    begin(2, "hand=1 goal=8 finish-round=on", "2*" BLANK, "agents=1 4|agents=1 4");
    deal_out(0, "1 1|2 2");
    go("0 play 1 left-only-cmd; 0 lay 1 left");
    finish_turn();
    points_are("9 5");
    asks(1);
    go("1 lay 2 right");
    finish_turn();
    game_is_over(BIT(0) | BIT(1), "9 9");
    begin(2, "hand=1 goal=8 finish-round=on", "2*" BLANK, "agents=1 4|agents=1 4");
    deal_out(1, "1 1|2 2"); /* in the last turn of a round it is over at once */
    finish_turn();
    go("0 play 1 left-only-cmd; 0 lay 1 left");
    finish_turn();
    game_is_over(BIT(0), "9 5");
}

static void reaching_on_another_players_turn(void **unused) { /* A11.2 */
    (void)unused;
    begin(3, "hand=2 goal=6 finish-round=on", "rob 1 ww|neutralise end ww|4*" BLANK, IDLE_3);
    deal_out(1, "3 4 1|1 2 2|5 6 3");
    go("1 play 1 left-only-pts"); /* seat 2 robs on seat 1's turn */
    points_are("5 4 6");
    asks(1);
    go("1 play 2 left-left-pts");
    asks(2); /* seat 2 still performs */
    go("2 neutralise 1");
    asks(1);
    go("1 end");
    finish_turn();
    asks(0);
    finish_turn();
    game_is_over(BIT(2), "5 4 6");
}

/* ---- A12 ---- */

/* The last move as seats 0 to 2 and the spectators heard it. */
static void all_heard(const char *zero, const char *one, const char *two, const char *spectators) {
    heard(0, zero);
    heard(1, one);
    heard(2, two);
    heard(GM_SPECTATOR, spectators);
}

/* The cards of a seat as seats 0 to 2 and the spectators see them. */
static void all_see(int kind, int seat, const char *zero, const char *one, const char *two,
                    const char *spectators) {
    holds_for(0, kind, seat, zero);
    holds_for(1, kind, seat, one);
    holds_for(2, kind, seat, two);
    holds_for(GM_SPECTATOR, kind, seat, spectators);
}

static void hands_are_secret(void **unused) { /* A12.1, A2.1 */
    (void)unused;
    begin(3, "hand=2", "6*" BLANK, IDLE_3);
    play("dealer first 1");
    play("dealer agent 0 4");
    all_heard("agent 0 4", "agent 0 ?", "agent 0 ?", "agent 0 ?");
    play("dealer agent 0 2");
    play("dealer situation 0 3");
    all_heard("situation 0 3", "situation 0 ?", "situation 0 ?", "situation 0 ?");
    draw("1 3 1|5 6 2");
    all_see(AG_AGENT, 0, "4 2", "? ?", "? ?", "? ?"); /* all see how many there are */
    all_see(AG_AGENT, 1, "? ?", "1 3", "? ?", "? ?");
    all_see(AG_AGENT, 2, "? ?", "? ?", "5 6", "? ?");
    all_see(AG_SITUATION, 0, "3", "?", "?", "?");
    sees(0, "agent_deck", "null");
    go("1 play 3 left-only-cmd");
    all_heard("play 3 left-only-cmd b4", "play 3 left-only-cmd b4", "play 3 left-only-cmd b4",
              "play 3 left-only-cmd b4");
    all_see(AG_AGENT, 1, "?", "1", "?", "?");
}

static void drawn_cards_are_the_drawers(void **unused) { /* A12.1 */
    (void)unused;
    begin(3, "hand=1", "draw 2 *0|9*" BLANK, "6*" NEVER);
    deal_out(0, "1 1|2 2|3 3");
    go("0 send 1 1-acts"); /* seat 1 draws on seat 0's turn */
    draw("7");
    all_heard("agent 1 ?", "agent 1 7", "agent 1 ?", "agent 1 ?");
    draw("8");
    all_see(AG_AGENT, 1, "? ? ?", "7 2 8", "? ? ?", "? ? ?");
    go("0 buy agent");
    draw("6");
    all_heard("agent 0 6", "agent 0 ?", "agent 0 ?", "agent 0 ?");
    all_see(AG_AGENT, 0, "6", "?", "?", "?");
    go("0 end; 1 buy situation");
    draw("4");
    all_heard("situation 1 ?", "situation 1 4", "situation 1 ?", "situation 1 ?");
    all_see(AG_SITUATION, 1, "? ?", "2 4", "? ?", "? ?");
    go("1 replace 2");
    all_heard("replace 2 s2", "replace 2 s2", "replace 2 s2",
              "replace 2 s2"); /* it lies open on the discards */
    draw("5");
    all_heard("situation 1 ?", "situation 1 5", "situation 1 ?", "situation 1 ?");
    all_see(AG_SITUATION, 1, "? ?", "5 4", "? ?", "? ?");
}

static void drawn_on_another_players_turn(void **unused) { /* A12.1 */
    (void)unused;
    begin(3, "hand=1", "brief ww|2*" BLANK, IDLE_5);
    deal_out(0, "1 1|2 2|3 3");
    go("0 play 1 right-only-pts; 2 brief 3"); /* seat 2 performs */
    all_heard("brief 3 s3", "brief 3 s3", "brief 3 s3", "brief 3 s3");
    draw("5");
    all_heard("situation 2 ?", "situation 2 ?", "situation 2 5", "situation 2 ?");
    all_see(AG_SITUATION, 2, "?", "?", "5", "?");
    discards_are(AG_SITUATION, "3");
    asks(0);
}

static void recalled_cards_were_seen(void **unused) { /* A12.1 */
    (void)unused;
    begin(3, "hand=2", "recall front ww|7*" BLANK, IDLE_3);
    deal_out(0, "1 2 1|3 4 2|5 6 3");
    go("0 play 2 left-only-cmd; 0 play 1 left-left-pts; 1 recall 2");
    all_see(AG_AGENT, 1, "2 ? ?", "2 3 4", "2 ? ?", "2 ? ?");
    go("0 end; 1 play 2 right-left-cmd; 1 buy agent");
    draw("7"); /* it comes to where the known card was */
    all_see(AG_AGENT, 1, "? ? ?", "7 3 4", "? ? ?", "? ? ?");
}

static void discards_were_seen(void **unused) { /* A12.1 */
    (void)unused;
    begin(3, "hand=2", "draw 1 *0|salvage *0|7*" BLANK, "6*" NEVER);
    deal_out(0, "1 2 1|3 4 2|5 6 3");
    go("0 send 1 2-scores");
    draw("7");
    for (gm_seat who = 0; who < 4; who++) { /* all discards lie face up */
        gm_view v;
        gm_make_view(g, the.box, the.st, who == 3 ? GM_SPECTATOR : who, &v);
        const ag_state *s = (const ag_state *)(const void *)v.st;
        assert_int_equal(s->stock[AG_AGENT].discards[0], 0);
        assert_int_equal(s->n_discards[AG_AGENT], 1);
        assert_int_equal(s->n_deck[AG_AGENT], 2);
    }
    go("0 send 2 1-acts"); /* seat 1 salvages */
    all_see(AG_AGENT, 1, "1 ? ?", "1 3 4", "1 ? ?", "1 ? ?");
    go("0 end; 1 replace 2");
    draw("4");
    go("1 buy old-agent");
    all_see(AG_AGENT, 1, "1 ? ? 2", "1 3 4 2", "1 ? ? 2", "1 ? ? 2");
    go("1 end; 2 buy old-situation");
    all_see(AG_SITUATION, 2, "? 2", "? 2", "3 2", "? 2");
}

static void stolen_situations_were_seen(void **unused) { /* A12.1 */
    (void)unused;
    begin(3, "hand=1", "steal situation *0|2*" BLANK, IDLE_3);
    deal_out(1, "1 1|2 2|3 3");
    go("1 lay 2 left");
    all_see(AG_SITUATION, 1, "2left", "2left", "2left", "2left"); /* open */
    finish_turn();
    finish_turn();
    go("0 send 1 2-scores; 0 steal 2");
    all_see(AG_SITUATION, 0, "1 2", "? 2", "? 2", "? 2");
    all_see(AG_SITUATION, 1, "", "", "", "");
}

static void back_in_hand_it_stays_known(void **unused) { /* A12.1 */
    (void)unused;
    begin(3, "hand=1", "3*" BLANK, IDLE_3);
    deal_out(0, "1 1|2 2|3 3");
    all_see(AG_SITUATION, 0, "1", "?", "?", "?");
    go("0 lay 1 left; 0 lay 1 hand");
    all_see(AG_SITUATION, 0, "1", "1", "1", "1");
    go("0 replace 1");
    draw("1"); /* it comes to the same place, but it was drawn */
    all_heard("situation 0 1", "situation 0 ?", "situation 0 ?", "situation 0 ?");
    all_see(AG_SITUATION, 0, "1", "?", "?", "?");
}

static void a_pickpocketed_card_is_the_twos(void **unused) { /* A12.1 */
    (void)unused;
    begin(4, "hand=2", "2*pickpocket *0|pickpocket ww|9*" BLANK, IDLE_4);
    deal_out(0, "1 4 1|5 6 2|2 3 3|7 8 4");
    go("0 send 1 2-scores; 0 pickpocket 1");
    all_heard("pickpocket 1", "pickpocket 1", "pickpocket 1", "pickpocket 1");
    asks(GM_DEALER);
    assert_int_equal(chances(), 2);
    can(GM_DEALER, "take b3 5, take b4 6");
    play("dealer take b4 6");
    all_heard("take b4 6", "take b4 6", "take b4 ?", "take b4 ?");
    heard(3, "take b4 ?");
    all_see(AG_AGENT, 0, "4 6", "? 6", "? ?", "? ?");
    all_see(AG_AGENT, 1, "?", "5", "?", "?");
    finish_turn();
    finish_turn();
    go("2 send 2 1-scores; 2 pickpocket 0; dealer take b4 6"); /* seat 1 still knows the card */
    all_heard("take b4 6", "take b4 6", "take b4 6", "take b4 ?");
    heard(3, "take b4 ?");
    all_see(AG_AGENT, 2, "6 ?", "6 ?", "6 3", "? ?");
    holds_for(3, AG_AGENT, 2, "? ?");
    go("2 play 3 left-only-pts"); /* seat 3 performs on seat 2's turn */
    asks(3);
    go("3 pickpocket 0; dealer take b2 4");
    all_heard("take b2 4", "take b2 ?", "take b2 ?", "take b2 ?");
    heard(3, "take b2 4");
    all_see(AG_AGENT, 3, "4 ? ?", "? ? ?", "? ? ?", "? ? ?");
}

static void known_to_all_it_stays_known(void **unused) { /* A12.1 */
    (void)unused;
    begin(3, "hand=2", "recall front ww|pickpocket *0|6*" BLANK, IDLE_3);
    deal_out(0, "1 3 1|4 5 2|2 6 3");
    go("0 play 3 left-only-cmd; 0 play 1 left-left-cmd; 0 recall 3; 0 end");
    all_see(AG_AGENT, 0, "3", "3", "3", "3");
    finish_turn();
    go("2 send 2 1-acts");
    can(1, "pickpocket 0, pickpocket 2");
    go("1 pickpocket 0; dealer take b1 3");
    all_heard("take b1 3", "take b1 3", "take b1 3", "take b1 3");
    all_see(AG_AGENT, 1, "3 ? ?", "3 4 5", "3 ? ?", "3 ? ?");
}

/* ---- random games ---- */

/* A6 once more: what the arrow between the agents at i and i + 1 of a front brings to one of its players. */
static int arrow(const ag_box *b, const ag_state *s, int front, int i, int seat) {
    int first = s->front[front][i], second = s->front[front][i + 1];
    if (((s->down >> first) | (s->down >> second)) & 1) return 0;
    if (ag_works_for(b, s, front, first) == seat || ag_works_for(b, s, front, second) == seat) return 0;
    int left = seat == front ? first : second, right = seat == front ? second : first;
    return b->agent[left].half[1] == b->agent[right].half[0] ? 2 : 1;
}

static int arrows_now(int seat) {
    const ag_box *b = in_the_box();
    const ag_state *s = now();
    int sum = 0, fronts[2] = {seat, (seat + b->head.seats - 1) % b->head.seats};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i + 1 < s->count[fronts[k]]; i++)
            sum += arrow(b, s, fronts[k], i, seat);
    return sum;
}

/* In how many ways an ordinary agent can be played into a front: places times facings, A2.2, A2.3. */
static int ways_into(int front) {
    int count = now()->count[front], most = in_the_box()->head.seats == 2 ? 7 : 5;
    return count == most ? 0 : count ? 4 : 2;
}

/* A4: the player has the right actions, and always either an action, forgoing it, or the end of the turn. */
static void check_actions(gm_seat who) {
    const ag_state *s = now();
    const ag_stock *agents = &s->stock[AG_AGENT], *situations = &s->stock[AG_SITUATION];
    int plays = 0, buys = 0, acts = 0, seats = in_the_box()->head.seats;
    BITS_EACH (back, agents->held[who]) {
        bool special = in_the_box()->agent[agents->card[back]].special;
        if (!special) plays += ways_into(who) + ways_into((who + seats - 1) % seats);
    }
    buys += s->points[who] >= 1 && s->n_deck[AG_AGENT] + s->n_discards[AG_AGENT];
    buys += s->points[who] >= 2 && s->n_discards[AG_AGENT];
    buys += s->points[who] >= 3 && s->n_deck[AG_SITUATION] + s->n_discards[AG_SITUATION];
    buys += s->points[who] >= 4 && s->n_discards[AG_SITUATION];
    for (int kind = AG_M_PLAY; kind <= AG_M_REPLACE; kind++)
        acts += choices(who, kind);
    if (s->actions < 2) {
        assert_int_equal(choices(who, AG_M_PLAY), plays);
        assert_int_equal(choices(who, AG_M_BUY), buys);
        assert_int_equal(choices(who, AG_M_REPLACE), bits_count(situations->held[who]));
    } else
        assert_int_equal(acts, 0);
    assert_int_equal(choices(who, AG_M_FORGO), s->actions < 2 && !acts); /* A4.8 */
    assert_int_equal(choices(who, AG_M_END), s->actions == 2);           /* A5.3 */
}

/* A12.1: the right players know each card in a hand after a move. */
static void check_seen(const ag_state *before, gm_move m) {
    for (int kind = 0; kind < 2; kind++)
        for (int q = 0; q < in_the_box()->head.seats; q++)
            BITS_EACH (back, now()->stock[kind].held[q]) {
                const ag_stock *was = &before->stock[kind], *is = &now()->stock[kind];
                int seen = was->card_seen[back], verb = GM_KIND(m);
                bool dealt = verb == (kind == AG_AGENT ? AG_M_AGENT : AG_M_SITUATION);
                if (is->card[back] != was->card[back])
                    seen = dealt ? 1 << GM_A(m) : 0xFF;
                else if (verb == AG_M_TAKE && kind == AG_AGENT && back == GM_A(m))
                    seen |= 1 << before->performer;
                else if (verb == AG_M_LAY && kind == AG_SITUATION && back == GM_A(m))
                    seen = 0xFF;
                assert_int_equal(is->card_seen[back], seen);
                assert_true(seen >> q & 1); /* a player knows the cards in hand */
            }
}

/* A5.1: at most two, and no two alike. */
static void check_situations(void) {
    const ag_stock *k = &now()->stock[AG_SITUATION];
    for (int q = 0; q < in_the_box()->head.seats; q++)
        for (int side = 0; side < 2; side++) {
            uint64_t there = k->held[q] & now()->laid[side];
            assert_in_range(bits_count(there), 0, 2);
            if (bits_count(there) < 2) continue;
            int first = k->card[bits_first(there)], second = k->card[bits_first(there & (there - 1))];
            assert_string_not_equal(in_the_box()->situation_name[first],
                                    in_the_box()->situation_name[second]);
        }
}

/* The end of a turn, A6, A7.1. */
static void check_end(const ag_state *before, int arrows) {
    int who = before->turn, seats = in_the_box()->head.seats;
    assert_int_equal(before->actions, 2); /* A3.1 */
    assert_int_equal(now()->tally[who][AG_T_ARROWS] - before->tally[who][AG_T_ARROWS], arrows);
    for (int q = 0; q < seats; q++)
        if (q != who) assert_int_equal(now()->points[q], before->points[q]); /* nobody else scores */
    if (now()->phase != AG_P_OVER) {
        assert_true(in_the_box()->finish || now()->points[who] < in_the_box()->goal);
        asks((gm_seat)((who + 1) % seats));
    }
}

/* Plays a random move and checks whatever must hold after any move. */
static void random_step(rng *r) {
    gm_move m[GM_MAX_MOVES];
    ag_state before = *now();
    gm_seat who = (gm_seat)bits_first(g->to_act(the.box, the.st));
    int n = g->moves(the.box, the.st, who, m);
    assert_true(n > 0);
    if (before.phase == AG_P_TURN) check_actions(who);
    gm_move chosen = m[rng_below(r, (uint32_t)n)];
    if (GM_KIND(m[n - 1]) == AG_M_END && rng_below(r, 2))
        chosen = m[n - 1]; /* there are many ways to lay situations */
    int arrows = GM_KIND(chosen) == AG_M_END ? arrows_now(who) : 0;
    ag_figures f = {0};
    g->figures->compute(the.box, the.st, &f);
    gm_match_play(&the.match, who, chosen);
    assert_null(g->check_invariants(the.box, the.st));
    for (int q = 0; q < in_the_box()->head.seats; q++) {
        assert_in_range(now()->count[q], 0, in_the_box()->head.seats == 2 ? 7 : 5); /* A2.3 */
        assert_in_range(now()->points[q], 0, 1000);                                 /* A7.2 */
    }
    check_seen(&before, chosen);
    check_situations();
    if (GM_KIND(chosen) != AG_M_END) return;
    check_end(&before, arrows);
    assert_int_equal(now()->points[who] - before.points[who], f.worth[who]);
}

static void random_games(void **unused) { /* A2.3, A4.8, A5.1, A6.1, A7.1, A7.2, A11.2, A12.1 */
    static const char *const settings[] = {"goal=30", "goal=20 finish-round=on", "goal=99 points=0 rounds=20",
                                           "hand=1 situations=0 points=0"};
    rng r = {7};
    (void)unused;
    for (int game = 0; game < 48; game++) {
        int seats = 2 + game % 4, best = 0;
        gm_result end;
        start(g, seats, settings[game / 4 % 4]);
        while (g->to_act(the.box, the.st))
            random_step(&r);
        g->result(the.box, the.st, &end);
        for (int q = 0; q < seats; q++)
            best = end.points[q] > best ? end.points[q] : best;
        for (int q = 0; q < seats; q++)
            assert_int_equal(end.winners >> q & 1, end.points[q] == best);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forty_points_win),
        cmocka_unit_test(arrows_and_situations_are_one_sum),
        cmocka_unit_test(a_rob_wins_on_another_players_turn),
        cmocka_unit_test(a_repeated_rob_wins),
        cmocka_unit_test(a_special_agents_points_win),
        cmocka_unit_test(the_performer_of_a_rob_wins_first),
        cmocka_unit_test(a_rob_of_two_before_the_points),
        cmocka_unit_test(points_do_not_fall_below_0),
        cmocka_unit_test(most_points_after_60_rounds),
        cmocka_unit_test(a_tie_is_shared),
        cmocka_unit_test(the_goal_can_be_another),
        cmocka_unit_test(the_round_is_played_out),
        cmocka_unit_test(a_round_is_one_turn_of_every_seat),
        cmocka_unit_test(reached_stays_reached),
        cmocka_unit_test(reached_and_lost_again),
        cmocka_unit_test(finishing_by_a_special_agent),
        cmocka_unit_test(a_shared_win_of_a_finished_round),
        cmocka_unit_test(reaching_on_another_players_turn),
        cmocka_unit_test(hands_are_secret),
        cmocka_unit_test(drawn_cards_are_the_drawers),
        cmocka_unit_test(drawn_on_another_players_turn),
        cmocka_unit_test(recalled_cards_were_seen),
        cmocka_unit_test(discards_were_seen),
        cmocka_unit_test(stolen_situations_were_seen),
        cmocka_unit_test(back_in_hand_it_stays_known),
        cmocka_unit_test(a_pickpocketed_card_is_the_twos),
        cmocka_unit_test(known_to_all_it_stays_known),
        cmocka_unit_test(random_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
