/* The rules of The Agents, doc/rules/agents.md: the terms of commands, A8. */
#include "tests/rules/agents.h"

/* ---- A8.1 ---- */

/* Two seats.  Agents 1, 2, 3 and 4 lie in front 0 with their points towards seat 0, so that each forms an
 * arrow with the next; 5 has the command; 6 is a special agent that neutralises. */
static void row_of_four(const char *command) {
    char cards[128];
    snprintf(cards, sizeof cards, "4*" INERT " ww|%s ww|3*neutralise any *0", command);
    begin(2, "goal=99", cards, IDLE_2);
    deal_out(0, "1 2 6 1|3 4 5 2");
    in_turn(
        "0 play 1 left-only-pts; 0 play 2 left-right-pts; 1 play 3 right-left-cmd; 1 play 4 right-left-cmd");
    front_is(0, "1:1 2:1 3:1 4:1");
    in_turn("0 send 6 1-scores");
}

static void a_face_down_agent_breaks_the_row(void **unused) { /* A8.1 */
    (void)unused;
    row_of_four(INERT);
    assert_int_equal(score_now(0), 6);
    points_are("7 5"); /* seat 0's first turn brought 2 */
    go("0 neutralise 2");
    front_is(0, "1:1 2:1x 3:1 4:1"); /* it stays */
    assert_int_equal(score_now(0), 2);
    idle();
    go("0 end");
    points_are("9 5");
    row_of_four(INERT);
    go("0 neutralise 4");
    assert_int_equal(score_now(0), 4);
}

static void a_face_down_agent_has_no_command(void **unused) { /* A8.1 */
    (void)unused;
    begin(2, "", "rob 1 ww|" INERT " ww|3*neutralise any *0|3*" INERT " ww", IDLE_2);
    deal_out(0, "1 3 2 1|4 5 6 2");
    go("0 play 1 left-only-cmd");
    assert_true(may("0 repeat 1"));
    go("0 send 3 1-scores; 0 neutralise 1; 0 end");
    in_turn("0 play 2 right-only-cmd");
    cannot("0 repeat 1", "A8.1");
    assert_int_equal(choices(0, AG_M_REPEAT), 0);
    points_are("6 4");
}

static void face_down_agents_count_for_the_limit(void **unused) { /* A8.1, A2.3 */
    (void)unused;
    begin(3, "", "8*" INERT " ww|neutralise any *0", IDLE_3);
    deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3");
    in_turn(
        "0 play 1 left-only-cmd; 0 play 2 left-left-cmd; 1 play 4 right-left-cmd; 1 play 5 right-left-cmd;"
        "2 send 9 0-scores");
    go("2 neutralise 1");
    in_turn("0 play 3 left-left-cmd");
    front_is(0, "3:0 2:0 1:0x 4:1 5:1");
    cannot("1 play 6 right-left-cmd", "A3.1");
    in_turn("1 play 6 left-only-cmd");
    begin(3, "", "8*" INERT " ww|neutralise any *0", IDLE_3);
    deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3");
    in_turn(
        "0 play 1 left-only-cmd; 0 play 2 left-left-cmd; 1 play 4 right-left-cmd; 1 play 5 right-left-cmd;"
        "2 send 9 0-scores");
    go("2 neutralise 1");
    in_turn("0 play 3 left-left-cmd; 1 replace 2");
    draw("2");
    cannot("1 play 6 right-left-cmd", "A2.3");
    assert_true(may("1 play 6 left-only-cmd"));
}

static void what_cannot_be_done_to_a_face_down_agent(void **unused) { /* A8.1, A9.12 */
    static const char *const commands[] = {"neutralise any", "turn any"};
    (void)unused;
    for (int i = 0; i < 2; i++) {
        row_of_four(commands[i]);
        go("0 neutralise 2");
        in_turn("1 play 5 left-only-cmd");
        must_choose(1, i ? "turn" : "neutralise", "1 3 4");
        cannot(i ? "1 turn 2" : "1 neutralise 2", "A9.1");
    }
}

static void what_can_be_done_to_a_face_down_agent(void **unused) { /* A8.1, A9.12 */
    (void)unused;
    row_of_four("swap any");
    go("0 neutralise 2");
    in_turn("1 play 5 left-only-cmd");
    go("1 swap 2 4");
    front_is(0, "1:1 4:1 3:1 2:1x"); /* it stays face down */
    in_turn("1 repeat 5");
    go("1 swap 1 2"); /* the other way round as well */
    front_is(0, "2:1x 4:1 3:1 1:1");
    begin(2, "goal=99", "4*" INERT " ww|move own ww|2*neutralise any *0", IDLE_2);
    deal_out(0, "1 2 6 1|3 5 7 2");
    in_turn("0 play 1 left-only-pts; 0 play 2 left-right-pts; 1 play 3 right-left-cmd; 0 send 6 1-scores");
    go("0 neutralise 2");
    in_turn("1 send 7 0-scores");
    go("1 neutralise 3");
    in_turn("1 play 5 left-only-cmd");
    go("1 move 2 left");
    front_is(0, "1:1 3:1x");
    front_is(1, "2:1x 5:1");
    row_of_four("dismiss any");
    go("0 neutralise 2");
    in_turn("1 play 5 left-only-cmd");
    go("1 dismiss 2");
    front_is(0, "1:1 3:1 4:1");
    discards_are(AG_AGENT, "6 2");
    row_of_four("recall any");
    go("0 neutralise 2");
    in_turn("1 play 5 left-only-cmd");
    go("1 recall 2; 1 play 2 left-left-pts"); /* from a hand it is played face up */
    front_is(0, "1:1 3:1 4:1");
    front_is(1, "2:0 5:1");
}

static void a_face_down_agent_is_known(void **unused) { /* A8.1 */
    gm_lines lines;
    gm_view v;
    int seen = 0;
    (void)unused;
    row_of_four(INERT);
    go("0 neutralise 2");
    sees(GM_SPECTATOR, "front",
         "[[\"1\",\"2\",\"3\",\"4\",\"-\",\"-\",\"-\"],[\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\"],"
         "[\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\"],[\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\"],"
         "[\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\"]]");
    gm_make_view(g, the.box, the.st, 1, &v);
    g->tell(the.box, v.st, 1, &lines);
    for (int i = 0; i < lines.n; i++)
        if (!strcmp(lines.line[i].say, "agents.tell.down-you")) {
            assert_int_equal(lines.line[i].arg[0].n, 1);
            seen++;
        }
    assert_int_equal(seen, 1);
}

static void revived_it_faces_the_same_way(void **unused) { /* A8.1, A9.1 */
    (void)unused;
    row_of_four("revive any");
    go("0 neutralise 2");
    in_turn("1 play 5 left-only-cmd");
    must_choose(1, "revive", "2");
    cannot("1 revive 3", "A9.1");
    go("1 revive 2");
    front_is(0, "1:1 2:1 3:1 4:1");
    assert_int_equal(score_now(0), 6);
    begin(3, "", "2*" INERT " ww|neutralise any *0|swap any *0|revive any *0|4*" INERT " ww", IDLE_3);
    deal_out(0, "1 3 5 1|2 4 6 2|7 8 9 3"); /* in another front than where it was neutralised */
    in_turn("0 play 1 left-only-cmd; 0 send 3 1-scores");
    go("0 neutralise 1");
    in_turn("1 play 2 left-only-cmd; 1 send 4 0-scores");
    go("1 swap 1 2");
    front_is(0, "2:1");
    front_is(1, "1:2x");
    in_turn("0 send 5 1-scores");
    go("0 revive 1");
    front_is(1, "1:2");
    begin(3, "", INERT " ww|neutralise any *0|move own *0|revive any *0|5*" INERT " ww", IDLE_3);
    deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3"); /* and after a move */
    in_turn("0 play 1 left-only-pts; 0 send 2 1-scores");
    go("0 neutralise 1");
    in_turn("0 send 3 1-scores");
    go("0 move 1 only");
    front_is(2, "1:2x");
    in_turn("1 send 4 0-scores");
    go("1 revive 1");
    front_is(2, "1:2");
}

/* ---- A8.2 ---- */

/* Swaps agent 1 in front f with agent 2 in front h.  Each shows this edge to the left-hand player of its
 * front. */
static void swap_agents(int seats, int f, const char *facing_1, int h, const char *facing_2) {
    char cards[128], deal[128] = "";
    snprintf(cards, sizeof cards, "2*" INERT " bw|swap any *0|%d*" INERT " ww", 2 * seats);
    begin(seats, "hand=2", cards, idle_for(seats));
    for (int q = 0, next = 4; q < seats; q++) { /* 1 goes to seat f, 2 to seat h, 3 to the seat after f */
        int hand[2], n = 0;
        if (q == f) hand[n++] = 1;
        if (q == h) hand[n++] = 2;
        if (q == (f + 1) % seats) hand[n++] = 3;
        while (n < 2)
            hand[n++] = next++;
        assert_int_equal(n, 2);
        snprintf(deal + strlen(deal), 32, "%d %d %d ", hand[0], hand[1], q + 1);
    }
    deal_out(f, deal);
    playf("%d play 1 left-only-%s b%d", f, facing_1, back_of(AG_AGENT, f, 0) + 1);
    char line[64];
    snprintf(line, sizeof line, "%d play 2 left-%s-%s", h, f == h ? "right" : "only", facing_2);
    in_turn(line);
    snprintf(line, sizeof line, "%d send 3 %d-scores", (f + 1) % seats, f);
    in_turn(line);
    playf("%d swap 1 2", (f + 1) % seats);
}

/* The seat that a command faces after a swap from front f to h if it faced this seat before, A8.2. */
static int faces_after_swap(int seats, int f, int h, int seat) {
    int f2 = (f + 1) % seats, h2 = (h + 1) % seats;
    if (seat == h || seat == h2) return seat; /* this seat is at both fronts */
    int fellow = seat == f ? f2 : f;          /* the seat that the points faced */
    if (fellow == h) return h2;
    if (fellow == h2) return h;
    return seat == f ? h : h2; /* nobody sits at both fronts */
}

static void swaps_between_all_fronts(void **unused) { /* A8.2, A9.2 */
    (void)unused;
    for (int seats = 2; seats <= 5; seats++)
        for (int f = 0; f < seats; f++)
            for (int h = 0; h < seats; h++)
                for (int facing = 0; facing < 4; facing++) {
                    char want[32];
                    int faced_1 = facing & 1 ? (f + 1) % seats : f,
                        faced_2 = facing & 2 ? (h + 1) % seats : h;
                    swap_agents(seats, f, facing & 1 ? "pts" : "cmd", h, facing & 2 ? "pts" : "cmd");
                    int then_1 = faces_after_swap(seats, f, h, faced_1),
                        then_2 = faces_after_swap(seats, h, f, faced_2);
                    if (f == h) {
                        snprintf(want, sizeof want, "2:%d 1:%d", then_2, then_1);
                        front_is(f, want);
                        continue;
                    }
                    snprintf(want, sizeof want, "1:%d", then_1);
                    front_is(h, want);
                    snprintf(want, sizeof want, "2:%d", then_2);
                    front_is(f, want);
                }
}

static void swaps_of_the_rule_text(void **unused) { /* A8.2 */
    (void)unused;
    swap_agents(4, 0, "pts", 1, "cmd");
    front_is(1, "1:1");
    swap_agents(4, 0, "pts", 3, "cmd");
    front_is(3, "1:3"); /* the points still face 0 */
    swap_agents(4, 0, "pts", 2, "cmd");
    front_is(2, "1:3");
    swap_agents(4, 0, "pts", 0, "cmd");
    front_is(0, "2:0 1:1");
    swap_agents(2, 0, "pts", 1, "cmd"); /* nothing turns */
    front_is(1, "1:1");
    front_is(0, "2:1");
}

/* ---- A8.3 to A8.6 ---- */

static void turned_it_works_for_the_other(void **unused) { /* A8.3, A9.1 */
    (void)unused;
    begin(2, "", "rob 1 bw|turn any *0|turn any *0|3*" INERT " ww", IDLE_2);
    deal_out(0, "1 2 4 1|3 5 6 2");
    go("0 play 1 left-only-cmd");
    points_are("6 4");
    assert_true(may("0 repeat 1"));
    go("0 send 2 1-scores");
    must_choose(0, "turn", "1");
    go("0 turn 1");
    front_is(0, "1:1");
    cannot("0 repeat 1", "A3.1");
    go("0 end; 1 repeat 1");
    points_are("5 5");
    go("1 send 3 0-scores; 1 turn 1; 1 end");
    front_is(0, "1:0");
    go("0 repeat 1");
    points_are("6 4");
}

/* Seat 0 plays agent 1 to this place, and moves it to this end of the other front. */
static void move_agent(int seats, const char *place, const char *end, bool company) {
    char line[64];
    begin(seats, "goal=99", "5*" INERT " ww|move own *0|9*" INERT " ww", idle_for(seats));
    if (seats == 2)
        deal_out(0, "1 2 6 1|3 4 5 2");
    else
        deal_out(0, seats == 3 ? "1 2 6 1|3 4 5 2|7 8 9 3" : "1 2 6 1|3 4 5 2|7 8 9 3|10 11 12 4");
    snprintf(line, sizeof line, "0 play 1 %s", place);
    go(line);
    bool left = place[0] == 'l';
    if (company) {
        snprintf(line, sizeof line, "0 play 2 %s-only-cmd", left ? "right" : "left");
        go(line);
    }
    in_turn("0 send 6 1-scores");
    snprintf(line, sizeof line, "0 move 1 %s", end);
    go(line);
    front_is(left ? 0 : seats - 1, "");
}

static void moves_to_the_other_front(void **unused) { /* A8.4, A9.4 */
    (void)unused;
    for (int seats = 2; seats <= 4; seats++) {
        char want[32];
        int last = seats - 1; /* its front is on seat 0's right */
        move_agent(seats, "left-only-cmd", "only", false);
        front_is(last, "1:0"); /* the command still faces the performer */
        move_agent(seats, "left-only-pts", "only", false);
        snprintf(want, sizeof want, "1:%d", last);
        front_is(last, want);
        move_agent(seats, "right-only-cmd", "only", false);
        front_is(0, "1:0");
        move_agent(seats, "right-only-pts", "only", false);
        front_is(0, "1:1");
        move_agent(seats, "left-only-cmd", "left", true); /* seat 0's left is the other's right */
        front_is(last, "2:0 1:0");
        move_agent(seats, "left-only-cmd", "right", true);
        front_is(last, "1:0 2:0");
        move_agent(seats, "right-only-pts", "left", true);
        front_is(0, "1:1 2:0");
        move_agent(seats, "right-only-pts", "right", true);
        front_is(0, "2:0 1:1");
    }
}

static void moves_by_another_player(void **unused) { /* A8.4 */
    (void)unused;
    begin(3, "", "move neighbour ww|8*" INERT " ww", IDLE_3);
    deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3");
    go("0 play 2 left-only-cmd; 0 play 1 left-right-pts"); /* seat 1's command, in seat 0's turn */
    can(1, "move 2 only");
    cannot("1 move 2 left", "A9.4");
    go("1 move 2 only");
    front_is(0, "1:1");
    front_is(1, "2:2"); /* its points face seat 1 as before */
    front_is(2, "");
}

static void no_move_into_a_full_front(void **unused) { /* A8.4, A2.3, A4.7 */
    (void)unused;
    begin(3, "goal=99", "6*" INERT " ww|move neighbour ww|2*" INERT " ww", IDLE_3);
    deal_out(0, "1 2 7 1|4 5 6 2|3 8 9 3");
    in_turn("0 play 1 left-only-cmd; 0 play 2 right-only-cmd; 2 play 3 left-left-cmd; 2 play 8 left-left-cmd;"
            "1 play 4 right-left-cmd; 2 play 9 left-left-cmd");
    in_turn("0 play 7 left-left-cmd"); /* four lie there, and one more fits */
    must_choose(0, "move", "1");
    go("0 move 1 left");
    front_is(2, "9:2 8:2 3:2 2:0 1:0");
    front_is(0, "7:0 4:1");
    cannot("0 repeat 7", "A4.3"); /* that front is full now, so 4 stays */
    front_is(0, "7:0 4:1");
}

static void no_move_from_the_right_into_a_full_front(void **unused) { /* A8.4, A4.7 */
    (void)unused;
    begin(3, "goal=99", "6*" INERT " ww|move neighbour ww|2*" INERT " ww", IDLE_3);
    deal_out(0, "1 2 7 1|3 4 5 2|6 8 9 3");
    in_turn(
        "0 play 1 right-only-cmd; 0 play 2 left-only-cmd; 1 play 3 right-left-cmd; 1 play 4 right-left-cmd;"
        "1 play 5 right-left-cmd");
    assert_int_equal(now()->count[0], 4);
    in_turn("0 play 7 right-left-cmd");
    must_choose(0, "move", "1");
    go("0 move 1 right");
    front_is(0, "2:0 3:1 4:1 5:1 1:0");
    front_is(2, "7:0");
    in_turn("2 play 6 left-left-cmd");
    in_turn("0 replace 1");
    draw("1");
    cannot("0 repeat 7", "A4.3");
    begin(2, "goal=99", "8*" INERT " ww|move neighbour ww|" INERT " ww", IDLE_2);
    deal_out(0, "1 2 9 1|4 5 6 2"); /* with two players it holds seven, and is full already */
    in_turn(
        "0 play 1 right-only-cmd; 0 play 2 left-only-cmd; 1 play 4 right-left-cmd; 1 play 5 right-left-cmd;"
        "1 play 6 right-left-cmd");
    for (const char *s = "378"; *s; s++) {
        char line[32];
        in_turn("1 buy agent");
        snprintf(line, sizeof line, "%c", *s);
        draw(line);
        snprintf(line, sizeof line, "1 play %c right-left-cmd", *s);
        in_turn(line);
    }
    assert_int_equal(now()->count[0], 7);
    in_turn("0 play 9 right-left-cmd");
    phase_is("turn"); /* nothing happens */
    front_is(1, "1:0 9:0");
}

static void the_row_closes_up(void **unused) { /* A8.5 */
    static const char *const commands[] = {"recall front", "dismiss front", "move front"};
    (void)unused;
    for (int i = 0; i < 3; i++) {
        char cards[128];
        snprintf(cards, sizeof cards, INERT " wb|" INERT " bb|" INERT " ww|%s ww|2*" INERT " ww",
                 commands[i]);
        begin(2, "goal=99", cards, IDLE_2);
        deal_out(0, "1 2 5 1|3 4 6 2");
        in_turn("0 play 1 left-only-pts; 0 play 2 left-right-pts; 1 play 3 right-left-cmd;"
                "0 play 5 left-left-cmd; 1 play 4 right-right-cmd");
        front_is(0, "4:1 5:0 1:1 2:1 3:1");
        assert_int_equal(score_now(0), 3); /* black and black, black and white */
        go(i == 0 ? "1 recall 2" : i == 1 ? "1 dismiss 2" : "1 move 2 only");
        front_is(0, "4:1 5:0 1:1 3:1");
        assert_int_equal(score_now(0), 1); /* black and white: neighbours now */
        in_turn("1 repeat 4");
        go(i == 0 ? "1 recall 5" : i == 1 ? "1 dismiss 5" : "1 move 5 left");
        front_is(0, "4:1 1:1 3:1");
        assert_int_equal(score_now(0), 3); /* white and white as well */
        in_turn("1 repeat 4");
        go(i == 0 ? "1 recall 3" : i == 1 ? "1 dismiss 3" : "1 move 3 left"); /* this one lies at an end */
        front_is(0, "4:1 1:1");
        if (i == 2) front_is(1, "3:1 5:0 2:1"); /* seat 1's left end each time */
        assert_int_equal(now()->count[0], 2);
    }
}

static void neighbours_after_one_has_left(void **unused) { /* A8.5 */
    (void)unused;
    begin(2, "goal=99", "turn neighbour ww|3*" INERT " ww|2*dismiss any *0", IDLE_2);
    deal_out(0, "1 2 5 1|3 4 6 2");
    in_turn("0 play 1 left-only-cmd; 0 play 2 left-right-cmd; 1 play 3 right-left-cmd; 0 repeat 1");
    must_choose(0, "turn", "2");
    go("0 turn 2; 0 send 5 1-scores; 0 dismiss 2; 0 end");
    in_turn("0 repeat 1");
    must_choose(0, "turn", "3");
    go("0 turn 3");
    in_turn("1 send 6 0-scores");
    go("1 dismiss 3");
    finish_turn();
    cannot("0 repeat 1", "A4.3"); /* its target has gone */
}

static void nothing_is_triggered(void **unused) { /* A8.6 */
    static const char *const commands[] = {"turn any", "swap any", "move own", "revive any"};
    (void)unused;
    for (int i = 0; i < 4; i++) {
        char cards[128];
        snprintf(cards, sizeof cards, "rob 1 ww|draw 1 ww|2*%s *0|neutralise any *0|2*" INERT " ww",
                 commands[i]);
        begin(2, "goal=99", cards, IDLE_2);
        deal_out(0, "1 3 6 1|2 4 5 2");
        go("0 play 1 left-only-cmd; 0 replace 1; dealer situation 0 1; 0 end; 1 play 2 left-only-cmd");
        draw("7");
        go("1 send 5 0-scores; 1 neutralise 2; 1 end");
        points_are("6 4");
        in_turn("0 send 3 1-scores");
        go(i == 0 ? "0 turn 1" : i == 1 ? "0 swap 1 2" : i == 2 ? "0 move 1 left" : "0 revive 2");
        phase_is("turn");
        asks(0);
        assert_int_equal(now()->actions, 1);
        points_are("6 4");
        decks_are(0, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_face_down_agent_breaks_the_row),
        cmocka_unit_test(a_face_down_agent_has_no_command),
        cmocka_unit_test(face_down_agents_count_for_the_limit),
        cmocka_unit_test(what_cannot_be_done_to_a_face_down_agent),
        cmocka_unit_test(what_can_be_done_to_a_face_down_agent),
        cmocka_unit_test(a_face_down_agent_is_known),
        cmocka_unit_test(revived_it_faces_the_same_way),
        cmocka_unit_test(swaps_between_all_fronts),
        cmocka_unit_test(swaps_of_the_rule_text),
        cmocka_unit_test(turned_it_works_for_the_other),
        cmocka_unit_test(moves_to_the_other_front),
        cmocka_unit_test(moves_by_another_player),
        cmocka_unit_test(no_move_into_a_full_front),
        cmocka_unit_test(no_move_from_the_right_into_a_full_front),
        cmocka_unit_test(the_row_closes_up),
        cmocka_unit_test(neighbours_after_one_has_left),
        cmocka_unit_test(nothing_is_triggered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
