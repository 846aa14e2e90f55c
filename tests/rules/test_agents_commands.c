/* The terms and commands of The Agents, and its options: doc/rules/agents.md, A8, A9, A11. */
#include "tests/rules/agents.h"

#define INERT "revive neighbour" /* nothing is face down where it is laid */
#define NEVER "free=99 0"

static int action(void) { return now()->actions; }
static int to_score(int seat) {
    int arrows, situations;
    agents_score(in_the_box(), now(), seat, &arrows, &situations);
    return arrows + situations;
}

/* Is a seat asked just this, "neutralise" of "3 5"?  Of `swap` all pairs of them, of `move`
 * both ends. */
static void asked(gm_seat who, const char *verb, const char *cards) {
    char list[2048] = "";
    int card[16], n = 0;
    asks(who);
    phase_is("command");
    for (const char *s = cards; *s; s += strcspn(s, " "), s += *s == ' ')
        card[n++] = atoi(s);
    for (int i = 0; i < n; i++)
        for (int k = !strcmp(verb, "swap") ? i + 1 : n - 1; k < n; k++)
            for (int end = 0; end < (!strcmp(verb, "move") ? 2 : 1); end++) {
                size_t at = strlen(list);
                char second[16] = "";
                if (!strcmp(verb, "swap")) snprintf(second, sizeof second, " %d", card[k]);
                if (!strcmp(verb, "move")) snprintf(second, sizeof second, " %s", end ? "right" : "left");
                snprintf(list + at, sizeof list - at, "%s%s %d%s", at ? ", " : "", verb, card[i], second);
            }
    can(who, list);
}

/* ---- whom commands reach ---- */

/* Three seats, and every kind of target around agent 1 in front 0, which is full:
 *     front 0: 2x 1 3 4x 5     front 1: 9x 8     front 2: 6 7x
 * Then whom it works for repeats it. */
static void crowd(const char *command, gm_seat performer) {
    char cards[128];
    snprintf(cards, sizeof cards, "%s wb|6*" INERT " ww|neutralise any ww|" INERT " ww", command);
    begin(3, "goal=99", cards, "3*" NEVER);
    deal_out(0, "1 2 3 1|4 5 9 2|6 7 8 3");
    go(performer ? "0 play 1 left-only-pts" : "0 play 1 left-only-cmd");
    in_time("0 play 3 left-right-cmd; 1 play 4 right-left-pts; 1 play 5 right-left-cmd;"
            "2 play 6 left-only-cmd; 2 play 7 left-right-pts; 0 play 2 left-left-pts;"
            "1 play 9 left-only-cmd; 2 play 8 right-left-cmd");
    go("2 neutralise 2");
    for (const char *s = "479"; *s; s++) {
        soon("2 repeat 8");
        playf("2 neutralise %c", *s);
    }
    front_is(0, performer ? "2:1x 1:1 3:0 4:0x 5:1" : "2:1x 1:0 3:0 4:0x 5:1");
    front_is(1, "9:1x 8:2");
    front_is(2, "6:2 7:0x");
    soon(performer ? "1 repeat 1" : "0 repeat 1");
}

static void reach(const char *verb, const char *targets, gm_seat performer, const char *cards) {
    char command[64];
    snprintf(command, sizeof command, "%s %s", verb, targets);
    crowd(command, performer);
    asked(performer, verb, cards);
}

static void targets_of_neutralise_and_turn(void **unused) { /* A9.1, A9.12, A9.11 */
    static const char *const verbs[] = {"neutralise", "turn"};
    (void)unused;
    for (int i = 0; i < 2; i++) {
        reach(verbs[i], "neighbour", 0, "3");
        reach(verbs[i], "end", 0, "5");
        reach(verbs[i], "front", 0, "3 5");
        reach(verbs[i], "own", 0, "3 5 6");
        reach(verbs[i], "any", 0, "3 5 6 8");
        reach(verbs[i], "neighbour", 1, "3");
        reach(verbs[i], "end", 1, "5");
        reach(verbs[i], "front", 1, "3 5");
        reach(verbs[i], "own", 1, "3 5 8"); /* the performer's two fronts */
        reach(verbs[i], "any", 1, "3 5 6 8");
    }
}

static void targets_of_revive(void **unused) { /* A9.1, A9.12 */
    (void)unused;
    reach("revive", "neighbour", 0, "2");
    reach("revive", "end", 0, "2");
    reach("revive", "front", 0, "2 4");
    reach("revive", "own", 0, "2 4 7");
    reach("revive", "any", 0, "2 4 7 9");
    reach("revive", "own", 1, "2 4 9");
}

static void targets_of_recall_and_dismiss(void **unused) { /* A9.3, A9.12, A8.1 */
    static const char *const verbs[] = {"recall", "dismiss"};
    (void)unused;
    for (int i = 0; i < 2; i++) {
        reach(verbs[i], "neighbour", 0, "2 3");
        reach(verbs[i], "end", 0, "2 5");
        reach(verbs[i], "front", 0, "2 3 4 5");
        reach(verbs[i], "own", 0, "2 3 4 5 6 7");
        reach(verbs[i], "any", 0, "2 3 4 5 6 7 8 9");
        reach(verbs[i], "own", 1, "2 3 4 5 8 9");
    }
}

static void targets_of_swap(void **unused) { /* A9.2, A9.12, A8.1 */
    (void)unused;
    reach("swap", "neighbour", 0, "2 3");
    reach("swap", "end", 0, "2 5");
    reach("swap", "front", 0, "2 3 4 5");
    reach("swap", "own", 0, "2 3 4 5 6 7");
    reach("swap", "any", 0, "2 3 4 5 6 7 8 9");
    reach("swap", "own", 1, "2 3 4 5 8 9");
    cannot("1 swap 3 3", "A9.2"); /* two different ones */
    cannot("1 swap 1 3", "A9.2"); /* not itself */
    cannot("1 swap 3 6", "A9.2");
    cannot("1 turn 3", "A4.7"); /* another command */
}

static void targets_of_swap_self(void **unused) { /* A9.2 */
    (void)unused;
    crowd("swap self neighbour", 0);
    can(0, "swap 1 2, swap 1 3");
    crowd("swap self end", 0);
    can(0, "swap 1 2, swap 1 5");
    crowd("swap self front", 1);
    can(1, "swap 1 2, swap 1 3, swap 1 4, swap 1 5");
    crowd("swap self own", 1);
    can(1, "swap 1 2, swap 1 3, swap 1 4, swap 1 5, swap 1 8, swap 1 9");
    crowd("swap self any", 0);
    can(0, "swap 1 2, swap 1 3, swap 1 4, swap 1 5, swap 1 6, swap 1 7, swap 1 8, swap 1 9");
    cannot("0 swap 2 3", "A9.2"); /* this agent and one other */
    go("0 swap 1 9");
    front_is(0, "2:1x 9:1x 3:0 4:0x 5:1");
    front_is(1, "1:2 8:2"); /* no longer at seat 0's fronts */
    begin(2, "", "2*" INERT " ww|swap self front ww|3*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 3 5 1|2 4 6 2"); /* one of a higher number, and of a lower */
    in_time("0 play 1 left-only-cmd; 1 play 4 right-left-cmd; 0 play 3 left-left-cmd");
    can(0, "swap 1 3, swap 3 4");
    go("0 swap 1 3");
    front_is(0, "1:0 3:0 4:1");
}

static void targets_of_move(void **unused) { /* A9.4, A8.4, A9.12, A8.1 */
    (void)unused;
    reach("move", "neighbour", 0, "2 3");
    reach("move", "end", 0, "2 5");
    reach("move", "front", 0, "2 3 4 5");
    reach("move", "own", 0, "2 3 4 5"); /* front 0 is full, so 6 and 7 stay where they are */
    cannot("0 move 6 left", "A9.4");
    cannot("0 move 8 left", "A9.4");
    cannot("0 move 1 left", "A9.4");
    cannot("0 move 2 only", "A9.4"); /* there are agents in the other front */
    reach("move", "neighbour", 1, "2 3");
    reach("move", "own", 1, "2 3 4 5");
    go("1 move 2 left"); /* now there is room for one */
    soon("1 repeat 1");
    asked(1, "move", "2 3 4 5 8 9");
}

static void ends_of_a_front(void **unused) { /* A9.11 */
    (void)unused;
    begin(2, "", "dismiss end ww|5*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 1 left-only-cmd"); /* alone it has no target */
    assert_int_equal(action(), 1);
    cannot("0 repeat 1", "A4.3");
    go("0 play 2 left-right-cmd; 0 end");
    soon("0 repeat 1"); /* at an end: only the other one */
    asked(0, "dismiss", "2");
    cannot("0 dismiss 1", "A9.3");
    begin(2, "", "dismiss end ww|5*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    in_time("0 play 1 left-only-cmd; 0 play 2 left-right-cmd; 0 play 3 left-right-pts; 0 repeat 1");
    asked(0, "dismiss", "3"); /* at the left end */
    go("0 dismiss 3");
    in_time("1 play 4 right-right-pts; 0 repeat 1"); /* between: both */
    asked(0, "dismiss", "2 4");
    begin(2, "", "dismiss end ww|5*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    in_time("0 play 2 left-only-cmd; 0 play 3 left-right-pts; 0 play 1 left-right-cmd");
    asked(0, "dismiss", "2"); /* at the right end */
}

/* ---- A8.1 ---- */

/* Two seats; 1, 2, 3 and 4 lie in front 0, with points towards seat 0, so that each joins the
 * next in an arrow; 5 has a command; 6 is a special one that neutralises. */
static void row_of_four(const char *command) {
    char cards[128];
    snprintf(cards, sizeof cards, "4*" INERT " ww|%s ww|3*neutralise any *0", command);
    begin(2, "goal=99", cards, "2*" NEVER);
    deal_out(0, "1 2 6 1|3 4 5 2");
    in_time(
        "0 play 1 left-only-pts; 0 play 2 left-right-pts; 1 play 3 right-left-cmd; 1 play 4 right-left-cmd");
    front_is(0, "1:1 2:1 3:1 4:1");
    soon("0 send 6 1-scores");
}

static void a_face_down_agent_breaks_the_row(void **unused) { /* A8.1 */
    (void)unused;
    row_of_four(INERT);
    assert_int_equal(to_score(0), 6);
    points_are("7 5"); /* seat 0's first turn brought 2 */
    go("0 neutralise 2");
    front_is(0, "1:1 2:1x 3:1 4:1"); /* it stays */
    assert_int_equal(to_score(0), 2);
    idle();
    go("0 end");
    points_are("9 5");
    row_of_four(INERT);
    go("0 neutralise 4");
    assert_int_equal(to_score(0), 4);
}

static void a_face_down_agent_has_no_command(void **unused) { /* A8.1 */
    (void)unused;
    begin(2, "", "rob 1 ww|" INERT " ww|3*neutralise any *0|3*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 3 2 1|4 5 6 2");
    go("0 play 1 left-only-cmd");
    assert_true(may("0 repeat 1"));
    go("0 send 3 1-scores; 0 neutralise 1; 0 end");
    soon("0 play 2 right-only-cmd");
    cannot("0 repeat 1", "A8.1");
    assert_int_equal(choices(0, AG_M_REPEAT), 0);
    points_are("6 4");
}

static void face_down_agents_count_for_the_limit(void **unused) { /* A8.1, A2.3 */
    (void)unused;
    begin(3, "", "8*" INERT " ww|neutralise any *0", "3*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3");
    in_time(
        "0 play 1 left-only-cmd; 0 play 2 left-left-cmd; 1 play 4 right-left-cmd; 1 play 5 right-left-cmd;"
        "2 send 9 0-scores");
    go("2 neutralise 1");
    in_time("0 play 3 left-left-cmd");
    front_is(0, "3:0 2:0 1:0x 4:1 5:1");
    cannot("1 play 6 right-left-cmd", "A3.1");
    soon("1 play 6 left-only-cmd");
    begin(3, "", "8*" INERT " ww|neutralise any *0", "3*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3");
    in_time(
        "0 play 1 left-only-cmd; 0 play 2 left-left-cmd; 1 play 4 right-left-cmd; 1 play 5 right-left-cmd;"
        "2 send 9 0-scores");
    go("2 neutralise 1");
    in_time("0 play 3 left-left-cmd; 1 replace 2");
    drawn("2");
    cannot("1 play 6 right-left-cmd", "A2.3");
    assert_true(may("1 play 6 left-only-cmd"));
}

static void what_cannot_be_done_to_a_face_down_agent(void **unused) { /* A8.1, A9.12 */
    static const char *const commands[] = {"neutralise any", "turn any"};
    (void)unused;
    for (int i = 0; i < 2; i++) {
        row_of_four(commands[i]);
        go("0 neutralise 2");
        soon("1 play 5 left-only-cmd");
        asked(1, i ? "turn" : "neutralise", "1 3 4");
        cannot(i ? "1 turn 2" : "1 neutralise 2", "A9.1");
    }
}

static void what_can_be_done_to_a_face_down_agent(void **unused) { /* A8.1, A9.12 */
    (void)unused;
    row_of_four("swap any");
    go("0 neutralise 2");
    soon("1 play 5 left-only-cmd");
    go("1 swap 2 4");
    front_is(0, "1:1 4:1 3:1 2:1x"); /* it stays face down */
    soon("1 repeat 5");
    go("1 swap 1 2"); /* the other way round as well */
    front_is(0, "2:1x 4:1 3:1 1:1");
    begin(2, "goal=99", "4*" INERT " ww|move own ww|2*neutralise any *0", "2*" NEVER);
    deal_out(0, "1 2 6 1|3 5 7 2");
    in_time("0 play 1 left-only-pts; 0 play 2 left-right-pts; 1 play 3 right-left-cmd; 0 send 6 1-scores");
    go("0 neutralise 2");
    soon("1 send 7 0-scores");
    go("1 neutralise 3");
    soon("1 play 5 left-only-cmd");
    go("1 move 2 left");
    front_is(0, "1:1 3:1x");
    front_is(1, "2:1x 5:1");
    row_of_four("dismiss any");
    go("0 neutralise 2");
    soon("1 play 5 left-only-cmd");
    go("1 dismiss 2");
    front_is(0, "1:1 3:1 4:1");
    discards_are(AG_AGENT, "6 2");
    row_of_four("recall any");
    go("0 neutralise 2");
    soon("1 play 5 left-only-cmd");
    go("1 recall 2; 1 play 2 left-left-pts"); /* and out of a hand it comes face up */
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
        if (!strcmp(lines.line[i].say, "agents.tell.down")) {
            assert_int_equal(lines.line[i].arg[0].n, 1);
            seen++;
        }
    assert_int_equal(seen, 1);
}

static void revived_it_faces_the_same_way(void **unused) { /* A8.1, A9.1 */
    (void)unused;
    row_of_four("revive any");
    go("0 neutralise 2");
    soon("1 play 5 left-only-cmd");
    asked(1, "revive", "2");
    cannot("1 revive 3", "A9.1");
    go("1 revive 2");
    front_is(0, "1:1 2:1 3:1 4:1");
    assert_int_equal(to_score(0), 6);
    begin(3, "", "2*" INERT " ww|neutralise any *0|swap any *0|revive any *0|4*" INERT " ww", "3*" NEVER);
    deal_out(0, "1 3 5 1|2 4 6 2|7 8 9 3"); /* away from where it was neutralised */
    in_time("0 play 1 left-only-cmd; 0 send 3 1-scores");
    go("0 neutralise 1");
    in_time("1 play 2 left-only-cmd; 1 send 4 0-scores");
    go("1 swap 1 2");
    front_is(0, "2:1");
    front_is(1, "1:2x");
    soon("0 send 5 1-scores");
    go("0 revive 1");
    front_is(1, "1:2");
    begin(3, "", INERT " ww|neutralise any *0|move own *0|revive any *0|5*" INERT " ww", "3*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3"); /* and after a move */
    in_time("0 play 1 left-only-pts; 0 send 2 1-scores");
    go("0 neutralise 1");
    soon("0 send 3 1-scores");
    go("0 move 1 only");
    front_is(2, "1:2x");
    soon("1 send 4 0-scores");
    go("1 revive 1");
    front_is(2, "1:2");
}

/* ---- A8.2 ---- */

/* Swaps agents 1 and 2, which lie in two fronts and face their players like this, as the
 * left-hand player of the front sees it. */
static void swapped(int seats, int f, const char *facing_1, int h, const char *facing_2) {
    char cards[128], situations[32], deal[128] = "";
    snprintf(cards, sizeof cards, "2*" INERT " bw|swap any *0|%d*" INERT " ww", 2 * seats);
    snprintf(situations, sizeof situations, "%d*" NEVER, seats);
    begin(seats, "hand=2", cards, situations);
    for (int q = 0, next = 4; q < seats; q++) { /* 1 to seat f, 2 to seat h, 3 to the one after f */
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
    soon(line);
    snprintf(line, sizeof line, "%d send 3 %d-scores", (f + 1) % seats, f);
    soon(line);
    playf("%d swap 1 2", (f + 1) % seats);
}

/* Whom a command faces after a swap from front f to h if it faced that seat, A8.2. */
static int faces_then(int seats, int f, int h, int seat) {
    int f2 = (f + 1) % seats, h2 = (h + 1) % seats;
    if (seat == h || seat == h2) return seat; /* sits there too */
    int fellow = seat == f ? f2 : f;          /* whom the points faced */
    if (fellow == h) return h2;
    if (fellow == h2) return h;
    return seat == f ? h : h2; /* nobody sits at both */
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
                    swapped(seats, f, facing & 1 ? "pts" : "cmd", h, facing & 2 ? "pts" : "cmd");
                    int then_1 = faces_then(seats, f, h, faced_1), then_2 = faces_then(seats, h, f, faced_2);
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
    swapped(4, 0, "pts", 1, "cmd");
    front_is(1, "1:1");
    swapped(4, 0, "pts", 3, "cmd");
    front_is(3, "1:3"); /* the points still face 0 */
    swapped(4, 0, "pts", 2, "cmd");
    front_is(2, "1:3");
    swapped(4, 0, "pts", 0, "cmd");
    front_is(0, "2:0 1:1");
    swapped(2, 0, "pts", 1, "cmd"); /* nothing turns */
    front_is(1, "1:1");
    front_is(0, "2:1");
}

/* ---- A8.3 to A8.6 ---- */

static void turned_it_works_for_the_other(void **unused) { /* A8.3, A9.1 */
    (void)unused;
    begin(2, "", "rob 1 bw|turn any *0|turn any *0|3*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 4 1|3 5 6 2");
    go("0 play 1 left-only-cmd");
    points_are("6 4");
    assert_true(may("0 repeat 1"));
    go("0 send 2 1-scores");
    asked(0, "turn", "1");
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

/* Seat 0 moves agent 1, which lies in its left or right front like this. */
static void moves_over(int seats, const char *place, const char *end, bool company) {
    char line[64];
    begin(seats, "goal=99", "5*" INERT " ww|move own *0|9*" INERT " ww",
          seats == 2   ? "2*" NEVER
          : seats == 3 ? "3*" NEVER
                       : "4*" NEVER);
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
    soon("0 send 6 1-scores");
    snprintf(line, sizeof line, "0 move 1 %s", end);
    go(line);
    front_is(left ? 0 : seats - 1, "");
}

static void moves_to_the_other_front(void **unused) { /* A8.4, A9.4 */
    (void)unused;
    for (int seats = 2; seats <= 4; seats++) {
        char want[32];
        int last = seats - 1; /* whose front is on seat 0's right */
        moves_over(seats, "left-only-cmd", "only", false);
        front_is(last, "1:0"); /* what faced the performer still does */
        moves_over(seats, "left-only-pts", "only", false);
        snprintf(want, sizeof want, "1:%d", last);
        front_is(last, want);
        moves_over(seats, "right-only-cmd", "only", false);
        front_is(0, "1:0");
        moves_over(seats, "right-only-pts", "only", false);
        front_is(0, "1:1");
        moves_over(seats, "left-only-cmd", "left", true); /* seat 0's left is the other's right */
        front_is(last, "2:0 1:0");
        moves_over(seats, "left-only-cmd", "right", true);
        front_is(last, "1:0 2:0");
        moves_over(seats, "right-only-pts", "left", true);
        front_is(0, "1:1 2:0");
        moves_over(seats, "right-only-pts", "right", true);
        front_is(0, "2:0 1:1");
    }
}

static void moves_by_another_player(void **unused) { /* A8.4 */
    (void)unused;
    begin(3, "", "move neighbour ww|8*" INERT " ww", "3*" NEVER);
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
    begin(3, "goal=99", "6*" INERT " ww|move neighbour ww|2*" INERT " ww", "3*" NEVER);
    deal_out(0, "1 2 7 1|4 5 6 2|3 8 9 3");
    in_time("0 play 1 left-only-cmd; 0 play 2 right-only-cmd; 2 play 3 left-left-cmd; 2 play 8 left-left-cmd;"
            "1 play 4 right-left-cmd; 2 play 9 left-left-cmd");
    soon("0 play 7 left-left-cmd"); /* four there: one more goes */
    asked(0, "move", "1");
    go("0 move 1 left");
    front_is(2, "9:2 8:2 3:2 2:0 1:0");
    front_is(0, "7:0 4:1");
    cannot("0 repeat 7", "A4.3"); /* full: 4 stays */
    front_is(0, "7:0 4:1");
}

static void no_move_from_the_right_into_a_full_front(void **unused) { /* A8.4, A4.7 */
    (void)unused;
    begin(3, "goal=99", "6*" INERT " ww|move neighbour ww|2*" INERT " ww", "3*" NEVER);
    deal_out(0, "1 2 7 1|3 4 5 2|6 8 9 3");
    in_time(
        "0 play 1 right-only-cmd; 0 play 2 left-only-cmd; 1 play 3 right-left-cmd; 1 play 4 right-left-cmd;"
        "1 play 5 right-left-cmd");
    assert_int_equal(now()->count[0], 4);
    soon("0 play 7 right-left-cmd");
    asked(0, "move", "1");
    go("0 move 1 right");
    front_is(0, "2:0 3:1 4:1 5:1 1:0");
    front_is(2, "7:0");
    in_time("2 play 6 left-left-cmd");
    soon("0 replace 1");
    drawn("1");
    cannot("0 repeat 7", "A4.3");
    begin(2, "goal=99", "8*" INERT " ww|move neighbour ww|" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 9 1|4 5 6 2"); /* seven with two players, and full before it comes */
    in_time(
        "0 play 1 right-only-cmd; 0 play 2 left-only-cmd; 1 play 4 right-left-cmd; 1 play 5 right-left-cmd;"
        "1 play 6 right-left-cmd");
    for (const char *s = "378"; *s; s++) {
        char line[32];
        soon("1 buy agent");
        snprintf(line, sizeof line, "%c", *s);
        drawn(line);
        snprintf(line, sizeof line, "1 play %c right-left-cmd", *s);
        soon(line);
    }
    assert_int_equal(now()->count[0], 7);
    soon("0 play 9 right-left-cmd");
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
        begin(2, "goal=99", cards, "2*" NEVER);
        deal_out(0, "1 2 5 1|3 4 6 2");
        in_time("0 play 1 left-only-pts; 0 play 2 left-right-pts; 1 play 3 right-left-cmd;"
                "0 play 5 left-left-cmd; 1 play 4 right-right-cmd");
        front_is(0, "4:1 5:0 1:1 2:1 3:1");
        assert_int_equal(to_score(0), 3); /* black and black, black and white */
        go(i == 0 ? "1 recall 2" : i == 1 ? "1 dismiss 2" : "1 move 2 only");
        front_is(0, "4:1 5:0 1:1 3:1");
        assert_int_equal(to_score(0), 1); /* black and white: neighbours now */
        soon("1 repeat 4");
        go(i == 0 ? "1 recall 5" : i == 1 ? "1 dismiss 5" : "1 move 5 left");
        front_is(0, "4:1 1:1 3:1");
        assert_int_equal(to_score(0), 3); /* white and white as well */
        soon("1 repeat 4");
        go(i == 0 ? "1 recall 3" : i == 1 ? "1 dismiss 3" : "1 move 3 left"); /* of an end */
        front_is(0, "4:1 1:1");
        if (i == 2) front_is(1, "3:1 5:0 2:1"); /* seat 1's left end each time */
        assert_int_equal(now()->count[0], 2);
    }
}

static void neighbours_after_one_has_left(void **unused) { /* A8.5 */
    (void)unused;
    begin(2, "goal=99", "turn neighbour ww|3*" INERT " ww|2*dismiss any *0", "2*" NEVER);
    deal_out(0, "1 2 5 1|3 4 6 2");
    in_time("0 play 1 left-only-cmd; 0 play 2 left-right-cmd; 1 play 3 right-left-cmd; 0 repeat 1");
    asked(0, "turn", "2");
    go("0 turn 2; 0 send 5 1-scores; 0 dismiss 2; 0 end");
    soon("0 repeat 1");
    asked(0, "turn", "3");
    go("0 turn 3");
    soon("1 send 6 0-scores");
    go("1 dismiss 3");
    finish();
    cannot("0 repeat 1", "A4.3"); /* its target has gone */
}

static void repeated_in_the_right_front(void **unused) { /* A9.1, A9.11 */
    static const char *const commands[] = {"turn neighbour", "turn end", "turn front"};
    (void)unused;
    for (int i = 0; i < 3; i++) {
        char cards[128];
        snprintf(cards, sizeof cards, "%s ww|8*" INERT " ww", commands[i]);
        begin(3, "goal=99", cards, "3*" NEVER);
        deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3");
        in_time("0 play 1 right-only-cmd; 0 play 2 left-only-cmd; 2 play 7 left-right-pts; 0 repeat 1");
        asked(0, "turn", "7");
        go("0 turn 7");
        front_is(2, "1:0 7:2");
    }
}

static void nothing_is_triggered(void **unused) { /* A8.6 */
    static const char *const commands[] = {"turn any", "swap any", "move own", "revive any"};
    (void)unused;
    for (int i = 0; i < 4; i++) {
        char cards[128];
        snprintf(cards, sizeof cards, "rob 1 ww|draw 1 ww|2*%s *0|neutralise any *0|2*" INERT " ww",
                 commands[i]);
        begin(2, "goal=99", cards, "2*" NEVER);
        deal_out(0, "1 3 6 1|2 4 5 2");
        go("0 play 1 left-only-cmd; 0 replace 1; dealer situation 0 1; 0 end; 1 play 2 left-only-cmd");
        drawn("7");
        go("1 send 5 0-scores; 1 neutralise 2; 1 end");
        points_are("6 4");
        soon("0 send 3 1-scores");
        go(i == 0 ? "0 turn 1" : i == 1 ? "0 swap 1 2" : i == 2 ? "0 move 1 left" : "0 revive 2");
        phase_is("turn");
        asks(0);
        assert_int_equal(action(), 1);
        points_are("6 4");
        decks_are(0, 0);
    }
}

/* ---- A9: each command ---- */

static void recalled_to_the_performers_hand(void **unused) { /* A9.3 */
    (void)unused;
    begin(2, "", "recall front ww|5*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 2 left-only-cmd; 0 play 1 left-right-pts");
    asked(1, "recall", "2");
    go("1 recall 2"); /* seat 1 performs, so it is seat 1's now */
    front_is(0, "1:1");
    hand_is(0, "3");
    hand_is(1, "2 4 5 6");
    holds_for(GM_SPECTATOR, AG_AGENT, 1, "2 ? ? ?"); /* all saw it */
    go("0 end; 1 play 2 right-right-cmd");
    front_is(0, "2:1 1:1");
}

static void dismissed_to_the_discards(void **unused) { /* A9.3 */
    (void)unused;
    begin(2, "", "dismiss front ww|5*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    in_time("0 play 2 left-only-cmd; 0 play 3 left-right-cmd; 0 play 1 left-right-pts");
    go("1 dismiss 3");
    discards_are(AG_AGENT, "3");
    soon("1 repeat 1");
    go("1 dismiss 2");
    discards_are(AG_AGENT, "3 2"); /* on top */
    hand_is(0, "");
    front_is(0, "1:1");
}

static void draws_as_many_as_there_are(void **unused) { /* A9.5 */
    (void)unused;
    begin(2, "", "draw 2 ww|draw 9 ww|9*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    decks_are(5, 0);
    go("0 play 1 left-only-pts"); /* seat 1 draws two */
    phase_is("agent");
    drawn("7");
    phase_is("agent");
    drawn("8");
    phase_is("turn");
    hand_is(0, "2 3");
    hand_is(1, "7 4 5 6 8");
    decks_are(3, 0);
    assert_int_equal(action(), 1);
    go("0 play 2 left-left-cmd");
    drawn("9 10 11"); /* all three */
    phase_is("turn");
    decks_are(0, 0);
    assert_int_equal(bits_count(now()->stock[AG_AGENT].held[0]), 4);
    go("0 end; 1 play 4 left-only-cmd");
    cannot("1 repeat 1", "A4.3"); /* nothing to draw */
}

static void draws_from_a_rebuilt_deck(void **unused) { /* A9.5, A4.6 */
    (void)unused;
    begin(2, "points=0", "draw 3 ww|dismiss any *0|4*" INERT " ww|draw 5 *1", "2*" NEVER);
    deal_out(0, "2 3 7 1|4 5 1 2");
    decks_are(1, 0);
    go("0 play 3 left-only-cmd; 0 send 2 1-scores; 0 dismiss 3; 0 end");
    discards_are(AG_AGENT, "3 2");
    go("1 play 1 left-only-cmd"); /* one from the deck, then two of the discards */
    drawn("6");
    discards_are(AG_AGENT, "");
    decks_are(2, 0);
    drawn("2 3");
    decks_are(0, 0);
    phase_is("turn");
    go("1 play 3 left-right-cmd; 1 end");
    cannot("0 send 7 1-scores", "A4.2"); /* both are empty, and it is not there for itself */
    begin(2, "points=0", "draw 3 ww|dismiss any *0|4*" INERT " ww|draw 5 *1", "2*" NEVER);
    deal_out(0, "2 3 1 1|4 5 6 2");
    go("0 play 3 left-only-cmd; 0 play 1 right-only-cmd");
    drawn("7"); /* as far as it can be */
    phase_is("turn");
    go("0 end");
    in_time("1 play 4 right-left-cmd; 0 send 2 1-scores");
    go("0 dismiss 3");
    discards_are(AG_AGENT, "3 2");
    go("0 send 7 1-scores");
    drawn("3 2"); /* and no third, which would be itself */
    phase_is("turn");
    discards_are(AG_AGENT, "7");
    points_are("0 1");
}

static void nothing_to_draw(void **unused) { /* A9.5, A4.7 */
    (void)unused;
    begin(2, "", "draw 1 ww|5*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 1 left-only-cmd");
    phase_is("turn");
    asks(0);
    assert_int_equal(action(), 1);
    hand_is(0, "2 3");
}

static void salvages_the_top_of_the_discards(void **unused) { /* A9.6 */
    (void)unused;
    begin(2, "", "2*salvage ww|2*dismiss any *0|3*" INERT " ww|salvage *2", "2*" NEVER);
    deal_out(0, "1 3 5 1|2 4 6 2");
    decks_are(2, 0);
    go("0 play 1 left-only-cmd"); /* no discards: nothing happens */
    phase_is("turn");
    assert_int_equal(action(), 1);
    hand_is(0, "3 5");
    decks_are(2, 0);
    go("0 send 3 1-scores; 0 dismiss 1; 0 end");
    discards_are(AG_AGENT, "1 3");
    go("1 play 2 left-only-pts"); /* seat 0 performs it, and nobody is asked */
    phase_is("turn");
    discards_are(AG_AGENT, "1");
    hand_is(0, "3 5");
    decks_are(2, 0);
    go("1 replace 2; dealer situation 1 2; 1 end; 0 repeat 2");
    hand_is(0, "3 1 5");
    cannot("0 repeat 2", "A4.3");
    go("0 buy agent");
    drawn("8");
    go("0 end");
    soon("0 play 5 right-left-cmd");
    cannot("0 send 8 1-scores", "A4.2"); /* itself is not among them */
    go("0 play 1 left-only-cmd; 0 end");
    soon("1 send 4 0-scores");
    go("1 dismiss 5");
    soon("0 send 8 1-scores");
    discards_are(AG_AGENT, "5 8");
    hand_is(0, "3 4");
}

static void briefed_without_an_action(void **unused) { /* A9.7, A4.5 */
    (void)unused;
    begin(2, "", "brief ww|5*" INERT " ww", "4*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 lay 1 left; 0 play 1 left-only-cmd");
    can(0, "brief 1 s1");
    assert_int_equal(action(), 0);
    go("0 brief 1");
    phase_is("situation");
    can(GM_DEALER, "situation 0 3, situation 0 4");
    drawn("3");
    assert_int_equal(action(), 1); /* that of playing it */
    situations_are(0, "3");        /* into the hand */
    discards_are(AG_SITUATION, "1");
    begin(2, "", "brief ww|5*" INERT " ww", "4*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 buy situation");
    drawn("4");
    go("0 lay 4 right; 0 play 1 left-only-cmd");
    can(0, "brief 1 s1, brief 4 s3"); /* from hand or table */
    go("0 brief 4");
    drawn("3");
    situations_are(0, "1 3");
    assert_int_equal(action(), 2);
}

static void nobody_else_is_briefed(void **unused) { /* A9.7 */
    (void)unused;
    begin(2, "", "brief ww|5*" INERT " ww", "4*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 1 left-only-pts");
    can(1, "brief 2 s2"); /* seat 1 performs, with its own */
    cannot("1 brief 1 s1", "A9.7");
    cannot("1 replace 2", "A4.7");
    go("1 brief 2");
    drawn("4");
    situations_are(0, "1");
    situations_are(1, "4");
    assert_int_equal(action(), 1);
    begin(2, "", "brief ww|5*" INERT " ww", "2*" NEVER); /* a rebuilt deck may return it */
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 1 left-only-cmd; 0 brief 1");
    can(GM_DEALER, "situation 0 1");
    drawn("1");
    situations_are(0, "1");
    begin(2, "situations=0", "brief ww|brief *1|4*" INERT " ww", "4*" NEVER);
    deal_out(0, "1 2 3|4 5 6"); /* without one of the own */
    go("0 play 1 left-only-cmd");
    phase_is("turn");
    assert_int_equal(action(), 1);
    cannot("0 send 2 1-scores", "A4.2");
    cannot("0 send 2 1-acts", "A4.2");
}

static void robbed_of_what_is_there(void **unused) { /* A9.8 */
    (void)unused;
    begin(3, "", "rob 3 ww|rob 9 ww|rob 4 *2|6*" INERT " ww", "3*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3");
    go("0 play 1 left-only-cmd"); /* the other of this front is seat 1 */
    points_are("8 2 5");
    phase_is("turn");
    go("0 repeat 1; 0 end");
    points_are("10 0 5"); /* or what is there */
    soon("0 play 2 right-only-pts");
    points_are("1 0 14"); /* here it is seat 2, who robs seat 0 */
    cannot("0 repeat 1", "A4.3");
    cannot("0 send 3 1-scores", "A4.2");
    assert_true(may("0 send 3 1-acts"));
    go("0 send 3 2-scores");
    points_are("5 0 12"); /* the other of the two, who then takes the points of the card */
    begin(2, "", "rob 9 ww|rob 2 ww|4*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 3 4 1|2 5 6 2");
    go("0 play 1 left-only-cmd");
    points_are("10 0");
    finish();
    go("1 play 2 right-left-cmd"); /* by one who has nothing */
    points_are("8 2");
    begin(2, "points=0", "rob 1 ww|5*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 1 left-only-cmd"); /* there is nothing: nothing happens */
    points_are("0 0");
    phase_is("turn");
    assert_int_equal(action(), 1);
}

static void pockets_picked_at_random(void **unused) { /* A9.9 */
    (void)unused;
    begin(3, "hand=2", "pickpocket ww|pickpocket *2|4*" INERT " ww", "3*" NEVER);
    deal_out(0, "1 2 1|3 4 2|5 6 3");
    go("0 play 1 left-only-cmd");
    can(0, "pickpocket 1, pickpocket 2");
    cannot("0 pickpocket 0", "A9.9");
    go("0 pickpocket 2");
    asks(GM_DEALER);
    assert_int_equal(g->chances(the.box, the.st), 2);
    can(GM_DEALER, "take b5 5, take b6 6");
    go("dealer take b6 6");
    hand_is(0, "2 6");
    hand_is(2, "5");
    holds_for(0, AG_AGENT, 0, "2 6");
    holds_for(1, AG_AGENT, 0, "? ?");
    holds_for(2, AG_AGENT, 0, "? 6");
    phase_is("turn");
    assert_int_equal(action(), 1);
    go("0 play 6 left-left-cmd; 0 end");
    in_time("1 play 3 left-only-cmd; 1 play 4 left-left-cmd; 0 repeat 1");
    can(0, "pickpocket 2"); /* seat 1 has none */
    cannot("0 pickpocket 1", "A9.9");
    go("0 pickpocket 2; dealer take b5 5; 0 play 5 right-only-pts; 0 end");
    finish();
    finish();
    cannot("0 repeat 1", "A4.3"); /* seat 0 alone has one */
    cannot("0 send 2 1-acts", "A4.2");
}

static void no_pockets_to_pick(void **unused) { /* A9.9, A4.7 */
    (void)unused;
    begin(2, "hand=1", "pickpocket ww|pickpocket *2|4*" INERT " ww", "2*" NEVER);
    deal_out(0, "3 1|1 2");
    go("0 play 3 left-only-cmd; 0 replace 1; dealer situation 0 1; 0 end");
    go("1 play 1 left-only-cmd"); /* no other player holds a card */
    phase_is("turn");
    assert_int_equal(action(), 1);
    hand_is(1, "");
    begin(2, "hand=1", "pickpocket ww|pickpocket *2|4*" INERT " ww", "2*" NEVER);
    deal_out(0, "2 1|3 2");
    cannot("0 send 2 1-acts", "A4.2"); /* laid out, it is no longer in seat 0's hand */
    go("0 send 2 1-scores; 0 pickpocket 1; dealer take b2 3");
    hand_is(0, "3");
    points_are("5 7");
}

/* Seats 1 and 2 have laid a situation open, and 0 two. */
static void open_situations(const char *command) {
    char cards[128];
    snprintf(cards, sizeof cards, "%s ww|%s *1|7*" INERT " ww", command, command);
    begin(3, "", cards, "A: " NEVER "|B: " NEVER "|A: " NEVER "|C: " NEVER "|D: " NEVER);
    deal_out(1, "1 2 3 1|4 5 6 3|7 8 9 5");
    go("1 lay 3 right; 1 play 4 left-only-cmd; 1 play 5 right-only-cmd; 1 end");
    go("2 lay 5 left; 2 play 7 right-left-cmd; 2 play 8 left-only-cmd; 2 end");
    situations_are(0, "1");
    situations_are(1, "3right");
    situations_are(2, "5left");
}

static void stolen_into_the_hand(void **unused) { /* A9.10, A5.1 */
    (void)unused;
    open_situations("steal situation");
    go("0 play 1 left-left-cmd");
    can(0, "steal 3, steal 5");
    cannot("0 steal 1", "A9.10"); /* the own, and in hand */
    cannot("0 steal 2", "A9.10"); /* in the deck */
    cannot("0 burn 3", "A4.7");
    go("0 steal 3");
    situations_are(0, "1 3"); /* in hand, not on the front */
    holds_for(2, AG_SITUATION, 0, "? 3");
    situations_are(1, "");
    discards_are(AG_SITUATION, "");
    go("0 lay 1 left");
    cannot("0 lay 3 left", "A5.1"); /* alike */
    go("0 lay 3 right; 0 repeat 1");
    can(0, "steal 5"); /* not the own ones, open as they are */
    go("0 steal 5; 0 lay 5 left; 0 end");
    situations_are(0, "1left 3right 5left");
}

static void a_third_situation_stays_in_hand(void **unused) { /* A9.10, A5.1 */
    (void)unused;
    begin(2, "", "steal situation ww|5*" INERT " ww", "4*" NEVER);
    deal_out(1, "1 2 3 1|4 5 6 2");
    go("1 lay 2 left; 1 play 4 left-only-cmd; 1 play 5 right-only-cmd; 1 end");
    go("0 buy situation");
    drawn("3");
    go("0 lay 1 left; 0 lay 3 left; 0 play 1 left-left-cmd; 0 steal 2");
    situations_are(0, "1left 2 3left");
    cannot("0 lay 2 left", "A5.1"); /* two there already */
    go("0 lay 2 right");
    situations_are(0, "1left 2right 3left");
}

static void burnt_to_the_discards(void **unused) { /* A9.10 */
    (void)unused;
    open_situations("burn situation");
    go("0 lay 1 left; 0 play 1 left-left-pts"); /* seat 1 performs */
    can(1, "burn 1, burn 5");
    cannot("1 burn 3", "A9.10");
    go("1 burn 5");
    discards_are(AG_SITUATION, "5");
    situations_are(2, "");
    situations_are(0, "1left");
    go("0 send 2 1-scores");
    can(0, "burn 3");
    go("0 burn 3");
    discards_are(AG_SITUATION, "5 3");
    points_are("5 6 5");
    go("0 end");
    begin(2, "", "burn situation ww|steal situation ww|burn situation *1|3*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 lay 1 left; 0 play 1 left-only-cmd"); /* no open one of another player */
    phase_is("turn");
    cannot("0 send 3 1-scores", "A4.2");
    assert_true(may("0 send 3 1-acts")); /* seat 1 finds one */
    go("0 play 2 left-left-cmd");
    phase_is("turn");
    assert_int_equal(action(), 2);
}

static void commands_without_a_target(void **unused) { /* A4.7, A9.1 to A9.4 */
    static const char *const verbs[] = {"neutralise", "revive", "turn",    "swap",
                                        "swap self",  "recall", "dismiss", "move"};
    static const char *const targets[] = {"neighbour", "end", "front", "own", "any"};
    (void)unused;
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 5; k++) {
            char cards[128];
            if (i == 7 && k == 4) continue;
            snprintf(cards, sizeof cards, "%s %s ww|5*" INERT " ww", verbs[i], targets[k]);
            begin(2, "", cards, "2*" NEVER);
            deal_out(0, "1 2 3 1|4 5 6 2");
            go("0 play 1 left-only-cmd"); /* nobody but itself is there */
            phase_is("turn");
            asks(0);
            assert_int_equal(action(), 1);
            cannot("0 repeat 1", "A4.3");
            front_is(0, "1:0");
        }
    begin(2, "", "swap front ww|5*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 2 left-only-cmd; 0 play 1 left-left-cmd"); /* one is too few to swap */
    phase_is("turn");
    assert_int_equal(action(), 2);
    front_is(0, "1:0 2:0");
}

static void a_target_that_went_away(void **unused) { /* A4.7, A4.3, A9.1 */
    (void)unused;
    begin(2, "", "neutralise neighbour ww|dismiss any *0|4*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 3 left-only-cmd; 0 play 1 left-right-cmd; 0 neutralise 3; 0 end");
    finish();
    cannot("0 repeat 1", "A4.3"); /* it is face down already */
    go("0 send 2 1-scores; 0 dismiss 3");
    cannot("0 repeat 1", "A4.3"); /* it is gone */
    finish();
    go("1 play 4 right-left-cmd; 1 play 5 right-left-cmd; 1 end; 0 repeat 1");
    asked(0, "neutralise", "4"); /* another one */
}

/* ---- A11.1 ---- */

/* Agents before and behind the house, as the left-hand player sees them. */
static void house_is(int front, int before, int behind) {
    assert_int_equal(now()->before[front], before);
    assert_int_equal(now()->count[front], before + behind);
}

static void places_beside_the_safe_house(void **unused) { /* A11.1 */
    (void)unused;
    begin(3, "safe-houses=on hand=1", "3*" INERT " ww", "3*" NEVER);
    deal_out(0, "1 1|2 2|3 3");
    can(0, "play 1 left-left-cmd b1, play 1 left-left-pts b1, play 1 left-right-cmd b1, play 1 "
           "left-right-pts b1, "
           "play 1 right-left-cmd b1, play 1 right-left-pts b1, play 1 right-right-cmd b1, "
           "play 1 right-right-pts b1, replace 1 s1, lay 1 left s1, lay 1 right s1");
    cannot("0 play 1 left-only-cmd", "A2.2");
}

static void both_sides_of_the_safe_house(void **unused) { /* A11.1 */
    (void)unused;
    begin(3, "safe-houses=on goal=99", "9*" INERT " ww", "3*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3");
    in_time("0 play 1 left-right-cmd; 0 play 2 left-left-cmd");
    front_is(0, "2:0 1:0");
    house_is(0, 1, 1);
    in_time("1 play 4 right-left-pts; 1 play 5 right-right-pts"); /* outward, seen from the other side */
    front_is(0, "5:0 2:0 1:0 4:0");
    house_is(0, 2, 2);
    in_time("0 play 3 left-right-cmd"); /* a fifth: the house takes up no place */
    house_is(0, 2, 3);
    soon("1 replace 2");
    drawn("2");
    cannot("1 play 6 right-left-cmd", "A2.3");
}

/* What two seats score for two agents with these halves on the two sides of the house of a
 * front, if both face that one of its players, as that one sees them. */
static void house_arrows(int seats, int player, const char *left, const char *right, int points) {
    char cards[128];
    int front = 0, other = 1 - player;
    snprintf(cards, sizeof cards, INERT " %s|" INERT " %s|%d*" INERT " ww", left, right, 3 * seats - 2);
    begin(seats, "safe-houses=on hand=2", cards, seats == 2 ? "2*" NEVER : "3*" NEVER);
    deal_out(player, player ? (seats == 2 ? "3 4 1|1 2 2" : "3 4 1|1 2 2|5 6 3")
                            : (seats == 2 ? "1 2 1|3 4 2" : "1 2 1|3 4 2|5 6 3"));
    go(player ? "1 play 1 right-left-pts; 1 play 2 right-right-pts"
              : "0 play 1 left-left-pts; 0 play 2 left-right-pts");
    house_is(front, 1, 1);
    assert_int_equal(to_score(player), points);
    assert_int_equal(to_score(other), 0);
    finish();
    assert_int_equal(now()->points[player], 5 + points);
}

static void arrows_with_the_safe_house(void **unused) { /* A11.1, A6.1 */
    static const char *const halves[] = {"bb", "bw", "wb", "ww"};
    (void)unused;
    for (int seats = 2; seats <= 3; seats++)
        for (int player = 0; player < 2; player++)
            for (int i = 0; i < 16; i++) {
                const char *left = halves[i / 4], *right = halves[i % 4];
                char house = player ? 'w' : 'b'; /* front 0 lies on seat 0's left hand */
                house_arrows(seats, player, left, right,
                             (left[1] == house ? 2 : 1) + (right[0] == house ? 2 : 1));
            }
}

static void the_safe_house_of_the_right_front(void **unused) { /* A11.1 */
    (void)unused;
    begin(3, "safe-houses=on", "9*" INERT " bb", "3*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3");
    go("0 play 1 right-left-pts");
    assert_int_equal(to_score(0), 1); /* white to seat 0, who is not its left-hand player */
    go("0 play 2 right-left-cmd");    /* towards seat 2, and not beside the house */
    assert_int_equal(to_score(2), 0);
    go("0 end");
    assert_int_equal(to_score(1), 0); /* an empty front has no arrow */
    soon("2 play 7 left-left-pts");   /* the other side */
    assert_int_equal(to_score(2), 2); /* black to seat 2 */
}

static void the_safe_house_parts_neighbours(void **unused) { /* A11.1 */
    (void)unused;
    begin(2, "safe-houses=on goal=99", "turn neighbour ww|turn front ww|4*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 3 4 1|2 5 6 2");
    go("0 play 3 left-right-cmd; 0 play 1 left-left-cmd"); /* 3 is beyond the house */
    phase_is("turn");
    go("0 end; 1 play 2 right-right-pts"); /* by seat 0, who reaches both sides */
    asked(0, "turn", "1 3");
    go("0 turn 3; 1 play 5 right-left-pts; 1 end");
    front_is(0, "2:0 1:0 3:1 5:0");
    house_is(0, 2, 2);
    go("0 repeat 1");
    asked(0, "turn", "2");
    go("0 turn 2; 0 play 4 left-left-cmd; 0 end");
    soon("0 repeat 1");
    asked(0, "turn", "2");
    begin(2, "safe-houses=on goal=99", "turn neighbour ww|5*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 3 4 1|2 5 6 2");
    in_time("0 play 1 left-right-cmd; 0 play 3 left-left-cmd; 0 play 4 left-right-cmd; 0 repeat 1");
    asked(0, "turn", "4"); /* the other side of the house likewise */
}

static void ends_beside_the_safe_house(void **unused) { /* A11.1, A9.11 */
    (void)unused;
    begin(2, "safe-houses=on goal=99", "dismiss end ww|5*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 2 left-left-cmd; 0 play 1 left-left-cmd"); /* the empty side has no end */
    phase_is("turn");
    front_is(0, "1:0 2:0");
    go("0 end; 1 play 4 right-left-cmd; 1 play 5 right-left-cmd; 1 end; 0 repeat 1");
    asked(0, "dismiss", "5"); /* that of the other side */
    go("0 dismiss 5");
    in_time("1 play 6 right-right-cmd; 0 repeat 1");
    front_is(0, "6:1 1:0 2:0 4:1");
    asked(0, "dismiss", "4 6");
}

static void one_side_of_the_safe_house(void **unused) { /* A11.1, A9.11 */
    (void)unused;
    for (int right = 0; right < 2; right++) {
        begin(2, "safe-houses=on goal=99", "dismiss end ww|5*" INERT " ww", "2*" NEVER);
        deal_out(0, "1 2 3 1|4 5 6 2");
        go(right ? "0 play 1 left-right-cmd; 0 play 2 left-right-cmd; 0 end"
                 : "0 play 1 left-left-cmd; 0 play 2 left-left-cmd; 0 end");
        front_is(0, right ? "1:0 2:0" : "2:0 1:0");
        house_is(0, right ? 0 : 2, right ? 2 : 0);
        soon("0 repeat 1"); /* beside the house, which is no end and no target */
        asked(0, "dismiss", "2");
        go("0 dismiss 2");
        cannot("0 repeat 1", "A4.3"); /* alone */
        go(right ? "0 play 3 left-left-cmd" : "0 play 3 left-right-cmd");
        finish();
        soon("0 repeat 1"); /* a single agent is the end of its side */
        asked(0, "dismiss", "3");
    }
}

/* What the arrows of a front are worth to a seat. */
static int arrows_in(int front, int seat) {
    ag_measures m;
    agents_measure(in_the_box(), now(), front, seat, &m);
    return 2 * m.n[AG_N_PLAIN] + m.n[AG_N_MIXED];
}

static void rows_close_up_towards_the_safe_house(void **unused) { /* A11.1, A8.5 */
    (void)unused;
    begin(2, "safe-houses=on goal=99",
          INERT " ww|" INERT " bb|" INERT " ww|" INERT " bb|dismiss any ww|" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 6 1|3 4 5 2");
    in_time(
        "0 play 1 left-left-pts; 0 play 2 left-left-pts; 1 play 3 right-left-cmd; 1 play 4 right-left-cmd;"
        "1 play 5 left-left-cmd");
    front_is(0, "2:1 1:1 3:1 4:1");
    house_is(0, 2, 2);
    assert_int_equal(arrows_in(0, 0),
                     4); /* 2 with 1, 1 with the house, the house with 3, 3 with 4: all mixed */
    go("1 dismiss 1");
    front_is(0, "2:1 3:1 4:1");
    house_is(0, 1, 2);
    assert_int_equal(arrows_in(0, 0), 4); /* 2 with the house is of one colour */
    soon("1 repeat 5");
    go("1 dismiss 3");
    house_is(0, 1, 1);
    assert_int_equal(arrows_in(0, 0), 4);
    soon("1 repeat 5");
    go("1 dismiss 2"); /* the side is empty now */
    house_is(0, 0, 1);
    assert_int_equal(arrows_in(0, 0), 2);
    soon("1 repeat 5");
    go("1 dismiss 4");
    house_is(0, 0, 0);
    assert_int_equal(arrows_in(0, 0), 0);
}

static void swaps_and_moves_beside_safe_houses(void **unused) { /* A11.1, A8.2, A8.4 */
    (void)unused;
    begin(2, "safe-houses=on goal=99", "swap any *0|move own *0|4*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 3 4 1|2 5 6 2");
    in_time("0 play 3 left-left-cmd; 0 play 4 left-left-cmd; 1 play 5 right-left-cmd; 0 send 1 1-scores");
    asked(0, "swap", "3 4 5");
    go("0 swap 4 5");
    front_is(0, "5:1 3:0 4:0");
    house_is(0, 2, 1); /* it stays where it is */
    soon("1 send 2 0-scores");
    asked(1, "move", "3 4 5"); /* an empty front has two places */
    cannot("1 move 3 only", "A9.4");
    go("1 move 3 right");
    front_is(0, "5:1 4:0");
    house_is(0, 1, 1);
    front_is(1, "3:0");
    house_is(1, 0, 1);
    begin(2, "safe-houses=on goal=99", "swap any *0|move own *0|4*" INERT " ww", "2*" NEVER);
    deal_out(0, "2 3 4 1|1 5 6 2");
    in_time("0 play 3 left-left-cmd; 0 play 4 left-left-cmd; 0 send 2 1-scores");
    go("0 move 3 right"); /* seat 0's right is before the house of front 1 */
    front_is(1, "3:0");
    house_is(1, 1, 0);
    house_is(0, 1, 0);
}

/* Does this situation of seat 0's hold on its left front, where these agents lie? */
static void holds_beside_the_house(const char *condition, const char *plays, bool holds) {
    char situations[64];
    snprintf(situations, sizeof situations, "%s 3|" NEVER, condition);
    begin(2, "safe-houses=on goal=99", "2*Same: " INERT " wb|4*" INERT " wb", situations);
    deal_out(0, "1 3 5 1|2 4 6 2");
    in_time(plays);
    while (now()->turn || now()->actions == 2)
        finish();
    go("0 lay 1 left");
    int before = now()->tally[0][AG_T_SITUATIONS];
    finish();
    if (now()->tally[0][AG_T_SITUATIONS] - before != (holds ? 3 : 0)) fail_msg("%s", condition);
}

static void conditions_beside_the_safe_house(void **unused) { /* A11.1, A10.1 */
    /* seat 0 sees  3:1 1:1 [] 2:0 4:1;  arrows towards 0: 3 with 1 mixed, 1 with the house plain;
     * towards 1: 2 with the house, whose left half it has towards it from there: plain */
    static const char row[] = "0 play 1 left-left-pts; 0 play 3 left-left-pts; 1 play 2 right-left-pts;"
                              "1 play 4 right-left-cmd";
    (void)unused;
    holds_beside_the_house("agents=4", row, true);
    holds_beside_the_house("free=3", row, true);
    holds_beside_the_house("commands=1", row, true);
    holds_beside_the_house("points=3", row, true);
    holds_beside_the_house("plain=1", row, true);
    holds_beside_the_house("mixed=1", row, true);
    holds_beside_the_house("arrows=2", row, true);
    holds_beside_the_house("rival=1", row, true);
    holds_beside_the_house("twins=2", row, true);       /* on both sides */
    holds_beside_the_house("alternating=2", row, true); /* 2 and 4; the house breaks 1 and 2 */
    holds_beside_the_house("alternating=3", row, false);
    holds_beside_the_house("arrows=0,rival=0,agents=0,alternating=0", "0 play 1 right-left-pts", true);
}

/* ---- A11.2, A11.3 ---- */

static void the_round_is_played_out(void **unused) { /* A11.2, A7.1 */
    (void)unused;
    begin(2, "goal=6", "2*rob 1 ww|4*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 3 4 1|2 5 6 2");
    go("0 play 1 left-only-cmd");
    result(1, "6 4"); /* without the option, at once */
    begin(2, "goal=6 finish-round=on", "2*rob 1 ww|4*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 3 4 1|2 5 6 2");
    go("0 play 1 left-only-cmd");
    phase_is("turn");
    asks(0); /* the turn goes on, too */
    go("0 play 3 right-only-cmd; 0 end; 1 play 2 right-left-cmd");
    points_are("5 5"); /* below the goal again, but it was reached */
    asks(1);
    finish();
    result(3, "5 5"); /* a tie is shared */
    begin(2, "goal=6 finish-round=on", "2*rob 1 ww|4*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 3 4 1|2 5 6 2");
    go("0 play 1 left-only-cmd; 0 play 3 right-only-cmd; 0 end; 1 play 2 right-left-cmd; 1 repeat 2; 1 end");
    result(2, "4 6"); /* most points win, not who was first */
}

static void the_last_seat_of_a_round_reaches_the_goal(void **unused) { /* A11.2 */
    (void)unused;
    begin(3, "goal=6 finish-round=on", "2*rob 1 ww|7*" INERT " ww", "3*" NEVER);
    deal_out(1, "1 3 4 1|2 5 6 2|7 8 9 3"); /* seat 1 begins, so seat 0 is the last */
    finish();
    finish();
    go("0 play 1 left-only-cmd");
    asks(0);
    finish();
    result(1, "6 4 5");
    begin(3, "goal=6 finish-round=on", "2*rob 1 ww|7*" INERT " ww", "3*" NEVER);
    deal_out(1, "1 3 4 1|2 5 6 2|7 8 9 3");
    finish();
    finish();
    finish();
    assert_int_equal(now()->round, 2);
    go("1 play 2 left-only-cmd"); /* the first: two more turns */
    finish();
    asks(2);
    finish();
    asks(0);
    finish();
    result(2, "5 6 4");
}

static void reached_by_a_special_agent_or_by_scoring(void **unused) { /* A11.2 */
    (void)unused;
    begin(2, "goal=6 finish-round=on", "draw 1 *3|5*" INERT " ww|2*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 send 1 1-scores");
    drawn("7");
    points_are("5 8");
    asks(0);
    discards_are(AG_AGENT, "1"); /* it does not stay laid out */
    finish();
    finish();
    result(2, "5 8");
    begin(2, "goal=6 finish-round=on", "8*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 1 left-only-pts; 0 play 2 left-left-pts; 0 end");
    points_are("7 5");
    asks(1);
    finish();
    result(1, "7 5");
    begin(2, "goal=6 finish-round=on", "8*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 1 left-only-pts; 0 play 2 left-left-pts; 0 end");
    go("1 play 4 left-only-pts; 1 play 5 left-left-pts; 1 end");
    result(3, "7 7");
}

static void another_goal(void **unused) { /* A11.3, A7.1 */
    static const char *const settings[] = {"", "goal=40", "goal=41", "goal=46", "goal=50", "goal=999"};
    fault why;
    (void)unused;
    for (int i = 0; i < 6; i++) { /* 5 and 40, or 41, points */
        begin(2, settings[i], "draw 1 *40|2*draw 1 *1|5*" INERT " ww", "2*" NEVER);
        deal_out(0, "1 2 3 1|4 5 6 2");
        go("0 send 1 1-acts");
        drawn("7");
        if (i < 3) {
            result(1, "45 5");
            continue;
        }
        asks(0);
        go("0 send 2 1-acts");
        drawn("8");
        if (i == 3)
            result(1, "46 5");
        else
            asks(0);
    }
    assert_true(open_files(2, "goal=6", NULL, NULL, &why));
    assert_int_equal(in_the_box()->goal, 6);
    assert_false(open_files(2, "goal=5", NULL, NULL, &why));
    assert_string_equal(why.say, "order.value");
    assert_false(open_files(2, "goal=1000", NULL, NULL, &why));
    assert_true(open_files(2, "", NULL, NULL, &why));
    assert_int_equal(in_the_box()->goal, 40);
    assert_false(in_the_box()->finish);
    assert_false(in_the_box()->houses);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(targets_of_neutralise_and_turn),
        cmocka_unit_test(targets_of_revive),
        cmocka_unit_test(targets_of_recall_and_dismiss),
        cmocka_unit_test(targets_of_swap),
        cmocka_unit_test(targets_of_swap_self),
        cmocka_unit_test(targets_of_move),
        cmocka_unit_test(ends_of_a_front),
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
        cmocka_unit_test(repeated_in_the_right_front),
        cmocka_unit_test(nothing_is_triggered),
        cmocka_unit_test(recalled_to_the_performers_hand),
        cmocka_unit_test(dismissed_to_the_discards),
        cmocka_unit_test(draws_as_many_as_there_are),
        cmocka_unit_test(draws_from_a_rebuilt_deck),
        cmocka_unit_test(nothing_to_draw),
        cmocka_unit_test(salvages_the_top_of_the_discards),
        cmocka_unit_test(briefed_without_an_action),
        cmocka_unit_test(nobody_else_is_briefed),
        cmocka_unit_test(robbed_of_what_is_there),
        cmocka_unit_test(pockets_picked_at_random),
        cmocka_unit_test(no_pockets_to_pick),
        cmocka_unit_test(stolen_into_the_hand),
        cmocka_unit_test(a_third_situation_stays_in_hand),
        cmocka_unit_test(burnt_to_the_discards),
        cmocka_unit_test(commands_without_a_target),
        cmocka_unit_test(a_target_that_went_away),
        cmocka_unit_test(places_beside_the_safe_house),
        cmocka_unit_test(both_sides_of_the_safe_house),
        cmocka_unit_test(arrows_with_the_safe_house),
        cmocka_unit_test(the_safe_house_of_the_right_front),
        cmocka_unit_test(the_safe_house_parts_neighbours),
        cmocka_unit_test(ends_beside_the_safe_house),
        cmocka_unit_test(one_side_of_the_safe_house),
        cmocka_unit_test(rows_close_up_towards_the_safe_house),
        cmocka_unit_test(swaps_and_moves_beside_safe_houses),
        cmocka_unit_test(conditions_beside_the_safe_house),
        cmocka_unit_test(the_round_is_played_out),
        cmocka_unit_test(the_last_seat_of_a_round_reaches_the_goal),
        cmocka_unit_test(reached_by_a_special_agent_or_by_scoring),
        cmocka_unit_test(another_goal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
