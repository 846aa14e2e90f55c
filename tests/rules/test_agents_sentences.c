/* The Agents in sentences: the fronts, the rest of the view, and the names of things. */
#include "tests/rules/agents.h"

/* One of the lines has this key and these arguments: "agents.tell.score 3 2 1".  Returns its number.  After
 * " ..." any arguments may follow. */
static int says(const gm_lines *l, const char *line) {
    char found[384];
    const char *dots = strstr(line, " ...");
    for (int i = 0; i < l->n; i++) {
        snprintf(found, sizeof found, "%s %s", l->line[i].say, args_of(&l->line[i]));
        if (dots ? !strncmp(found, line, (size_t)(dots - line) + 1) : !strcmp(found, line)) return i;
    }
    for (int i = 0; i < l->n; i++)
        if (!strncmp(l->line[i].say, line, strcspn(line, " ")))
            print_message("%s %s\n", l->line[i].say, args_of(&l->line[i]));
    fail_msg("not said: %s", line);
    return -1;
}

/* No line has this key. */
static void does_not_say(const gm_lines *l, const char *say) { assert_null(line_of(l, say, 0)); }

/* ---- fronts ---- */

static void put_cells(text *t, const gm_line *l) {
    uint8_t cells[7];
    gm_thing thing;
    for (int a = 0; a < 2; a++)
        for (int i = 0, n = gm_row_cells(l->arg[a].n, cells); i < n; i++) {
            assert_true(g->thing(the.box, l->arg[a].of, cells[i], &thing));
            if (i || a) text_char(t, ' ');
            text_put(t, thing.code);
        }
}

/* What the arrows of a row are worth, A6.1.  Both halves of every arrow face the same way, so they can be
 * read off the drawing from either side of the table. */
static int row_worth(const gm_line *l) {
    char row[128], last = 0;
    int worth = 0;
    text t = text_on(row, sizeof row);
    put_cells(&t, l);
    for (const char *w = strtok(row, " "); w; w = strtok(NULL, " ")) {
        bool halves = *w == '#' || *w == 'o';
        if (halves && last) worth += last == *w ? 2 : 1;
        last = halves ? w[1] : 0;
    }
    return worth;
}

/* The drawing of the nth front that a reader is told of: the row towards the player opposite, the cards,
 * and the row towards the reader, with " / " between. */
static void drawing_is(gm_seat who, int nth, const char *picture) {
    char found[256] = "";
    text t = text_on(found, sizeof found);
    const gm_lines *l = told_now(who);
    int i = 0;
    for (; i < l->n; i++)
        if (!strncmp(l->line[i].say, "agents.tell.front", 17) && !nth--) break;
    assert_true(i < l->n);
    bool own = strcmp(l->line[i].say, "agents.tell.front") != 0;
    if (i + 1 < l->n && !strcmp(l->line[i + 1].say, "agents.tell.far")) {
        const gm_line *front = &l->line[i], *row = front + 1;
        put_cells(&t, row);
        text_put(&t, " / ");
        assert_int_equal(row->arg[2].n, front->arg[1].n); /* towards the player opposite */
        assert_int_equal(row->arg[3].n, row_worth(row));
        row++;
        assert_string_equal(row->say, "agents.tell.cards");
        put_cells(&t, row);
        text_put(&t, " / ");
        row++;
        assert_string_equal(row->say, own ? "agents.tell.near-you" : "agents.tell.far");
        assert_int_equal(row->arg[2].n, front->arg[0].n);
        assert_int_equal(row->arg[3].n, row_worth(row));
        put_cells(&t, row);
    }
    assert_string_equal(found, picture);
}

static void a_front_from_both_sides(void **unused) { /* A6.2, A8.1 */
    (void)unused;
    begin(2, "goal=99", INERT " bw|" INERT " wb|" INERT " bb|" INERT " ww|neutralise any *0|" INERT " ww",
          IDLE_2);
    deal_out(0, "1 2 5 1|3 4 6 2");
    drawing_is(0, 0, "");
    drawing_is(GM_SPECTATOR, 1, "");
    in_turn(
        "0 play 1 left-only-pts; 0 play 2 left-right-cmd; 1 play 3 right-left-cmd; 1 play 4 right-left-pts");
    front_is(0, "1:1 2:0 3:1 4:0");
    drawing_is(0, 0, "! #o ! oo / 1 2 3 4 / #o ! ## !");
    drawing_is(1, 1, "! ## ! o# / 4 3 2 1 / oo ! o# !");
    drawing_is(GM_SPECTATOR, 0, "! #o ! oo / 1 2 3 4 / #o ! ## !"); /* as the left-hand player sees it */
    in_turn("0 send 5 1-scores");
    go("0 neutralise 2");
    drawing_is(0, 0, "! x ! oo / 1 2 3 4 / #o x! ## !"); /* it keeps its facing */
    drawing_is(1, 1, "! ## x! o# / 4 3 2 1 / oo ! x !");
    drawing_is(GM_SPECTATOR, 0, "! x ! oo / 1 2 3 4 / #o x! ## !");
    says(told_now(0), "agents.tell.down-you agent 2 command 2 seat 0");
    says(told_now(1), "agents.tell.down agent 2 command 2 seat 0");
    does_not_say(told_now(GM_SPECTATOR), "agents.tell.down");
    says(told_now(0), "agents.tell.works-you agent 4 command 4 seat 0");
    assert_null(line_of(told_now(0), "agents.tell.works-you", 1));
    in_turn("1 play 6 left-only-cmd"); /* front 1, seat 1's left */
    drawing_is(1, 0, "oo / 6 / !");
    drawing_is(0, 1, "! / 6 / oo");
    drawing_is(GM_SPECTATOR, 1, "oo / 6 / !");
}

/* Each side is worth something by itself.  Seat 2 does not sit at this front. */
static void what_rows_are_worth(void **unused) { /* A6.1, A6.2, A8.1 */
    static const gm_seat others[] = {2, GM_SPECTATOR};
    (void)unused;
    begin(3, "goal=99",
          INERT " bw|" INERT " wb|" INERT " bb|" INERT " ww|" INERT " wb|neutralise any *0|3*" INERT " ww",
          IDLE_3);
    deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3");
    go("0 play 1 left-only-pts");
    says(told_now(0), "agents.tell.near-you edge edge seat 0 0"); /* one half is no arrow */
    go("0 play 2 left-right-pts");
    says(told_now(0), "agents.tell.near-you edge edge seat 0 2"); /* white and white */
    says(told_now(0), "agents.tell.far edge edge seat 1 0");
    in_turn("1 play 4 right-left-pts; 1 play 5 right-left-pts; 0 play 3 left-left-pts");
    drawing_is(0, 1, "! ! ! oo #o / 3 1 2 4 5 / ## #o o# ! !");
    drawing_is(1, 2, "! ! #o o# ## / 5 4 2 1 3 / o# oo ! ! !");
    says(told_now(0), "agents.tell.near-you edge edge seat 0 4");
    says(told_now(0), "agents.tell.far edge edge seat 1 1"); /* black and white */
    says(told_now(1), "agents.tell.near-you edge edge seat 1 1");
    says(told_now(1), "agents.tell.far edge edge seat 0 4");
    for (int i = 0; i < 2; i++) { /* as the left-hand player sees it */
        drawing_is(others[i], 0, "! ! ! oo #o / 3 1 2 4 5 / ## #o o# ! !");
        says(told_now(others[i]), "agents.tell.far edge edge seat 0 4");
        says(told_now(others[i]), "agents.tell.far edge edge seat 1 1");
        does_not_say(told_now(others[i]), "agents.tell.near-you");
    }
    in_turn("1 send 6 0-scores");
    go("1 neutralise 1");
    drawing_is(0, 1, "! x! ! oo #o / 3 1 2 4 5 / ## x o# ! !");
    drawing_is(1, 2, "! ! #o x ## / 5 4 2 1 3 / o# oo ! x! !");
    drawing_is(2, 0, "! x! ! oo #o / 3 1 2 4 5 / ## x o# ! !");
    says(told_now(0), "agents.tell.near-you edge edge seat 0 0"); /* the row is broken */
    says(told_now(1), "agents.tell.far edge edge seat 0 0");
    says(told_now(0), "agents.tell.down agent 1 command 1 seat 1");
    says(told_now(1), "agents.tell.down-you agent 1 command 1 seat 1");
    does_not_say(told_now(2), "agents.tell.down"); /* fronts of others are only drawn */
}

static void safe_houses_from_both_sides(void **unused) { /* A11.1, A6.2 */
    (void)unused;
    begin(2, "goal=99 safe-houses=on", "3*" INERT " bw|4*" INERT " ww", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    drawing_is(0, 0, "oo / [] / ##"); /* black to its left-hand player, white to the other */
    drawing_is(0, 1, "## / [] / oo");
    drawing_is(1, 0, "oo / [] / ##");
    drawing_is(1, 1, "## / [] / oo");
    drawing_is(GM_SPECTATOR, 0, "oo / [] / ##");
    go("0 play 1 left-left-pts");
    drawing_is(0, 0, "! oo / 1 [] / #o ##");
    drawing_is(1, 1, "## o# / [] 1 / oo !");
    in_turn("0 play 2 left-left-cmd; 0 play 3 left-right-pts");
    drawing_is(0, 0, "o# ! oo ! / 2 1 [] 3 / ! #o ## #o");
    drawing_is(1, 1, "o# ## o# ! / 3 [] 1 2 / ! oo ! #o");
    drawing_is(GM_SPECTATOR, 0, "o# ! oo ! / 2 1 [] 3 / ! #o ## #o");
    in_turn("1 play 4 right-left-cmd; 1 play 5 right-left-cmd; 1 play 6 right-left-cmd; 0 buy agent");
    draw("7");
    go("0 play 7 left-right-cmd"); /* seven, and the house makes eight */
    drawing_is(0, 0, "o# ! oo ! ! ! ! oo / 2 1 [] 3 4 5 6 7 / ! #o ## #o oo oo oo !");
    drawing_is(1, 1, "! oo oo oo o# ## o# ! / 7 6 5 4 3 [] 1 2 / oo ! ! ! ! oo ! #o");
}

static void only_one_side_of_a_safe_house(void **unused) { /* A11.1 */
    (void)unused;
    begin(2, "safe-houses=on", "6*" INERT " bw", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 1 left-right-cmd; 0 play 2 right-right-cmd");
    drawing_is(0, 0, "oo o# / [] 1 / ## !");
    drawing_is(1, 1, "! ## / 1 [] / #o oo");
    drawing_is(0, 1, "## o# / [] 2 / oo !");
    drawing_is(1, 0, "! oo / 2 [] / #o ##");
}

static void whose_fronts_come_last(void **unused) { /* A2.2 */
    const gm_lines *l;
    (void)unused;
    begin(4, "", INERT " bw|11*" INERT " ww", IDLE_4);
    deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3|10 11 12 4");
    go("0 lay 1 right; 0 play 1 left-only-pts; 0 play 2 right-only-cmd; 0 end");
    go("1 lay 2 right");
    l = told_now(1);
    assert_string_equal(args_of(line_of(l, "agents.tell.front", 0)), "seat 2 seat 3 0 5 {} {}");
    assert_string_equal(args_of(line_of(l, "agents.tell.front", 1)), "seat 3 seat 0 1 5 {1} {}");
    assert_null(line_of(l, "agents.tell.front", 2));
    assert_string_equal(args_of(line_of(l, "agents.tell.front-left", 0)), "seat 1 seat 2 0 5 {} {}");
    assert_string_equal(args_of(line_of(l, "agents.tell.front-right", 0)), "seat 1 seat 0 1 5 {} {2}");
    assert_true(line_of(l, "agents.tell.front-left", 0) > line_of(l, "agents.tell.front", 1));
    assert_true(line_of(l, "agents.tell.front-left", 0) < line_of(l, "agents.tell.front-right", 0));
    drawing_is(1, 1, "! / 2 / oo"); /* a front of others is drawn as its left-hand player sees it */
    drawing_is(1, 3, "o# / 1 / !");
    assert_string_equal(args_of(line_of(l, "agents.tell.works-you", 0)), "agent 1 command 1 seat 1");
    assert_null(line_of(l, "agents.tell.works-you", 1));
    assert_null(line_of(l, "agents.tell.works", 0)); /* fronts of others are only drawn */
    l = told_now(0);
    assert_string_equal(args_of(line_of(l, "agents.tell.front-left", 0)), "seat 0 seat 1 1 5 {2} {}");
    assert_string_equal(args_of(line_of(l, "agents.tell.front-right", 0)), "seat 0 seat 3 1 5 {} {1}");
    assert_string_equal(args_of(line_of(l, "agents.tell.works", 0)), "agent 1 command 1 seat 1");
    assert_string_equal(args_of(line_of(l, "agents.tell.works-you", 0)), "agent 2 command 2 seat 0");
    says(l, "agents.tell.theirs situation 2 seat 1 0 {1} agents.no");
    for (gm_seat who = 1; who < 3; who++) /* 1 lies between seats 0 and 3, 2 between 0 and 1 */
        does_not_say(told_now(who), "agents.tell.theirs");
    says(told_now(3), "agents.tell.theirs situation 1 seat 0 0 {1} agents.no");
    assert_null(line_of(told_now(3), "agents.tell.theirs", 1));
    l = told_now(GM_SPECTATOR);
    does_not_say(l, "agents.tell.theirs");
    for (int f = 0; f < 4; f++)
        assert_int_equal(line_of(l, "agents.tell.front", f)->arg[0].n, f);
    assert_string_equal(args_of(line_of(l, "agents.tell.front", 0)), "seat 0 seat 1 1 5 {2} {}");
    assert_string_equal(args_of(line_of(l, "agents.tell.front", 3)), "seat 3 seat 0 1 5 {1} {}");
    assert_null(line_of(l, "agents.tell.front-left", 0));
    assert_null(line_of(l, "agents.tell.works", 0));
    assert_null(line_of(l, "agents.tell.hand", 0));
    does_not_say(l, "agents.tell.score");
    does_not_say(l, "agents.tell.worth");
    begin(2, "", "6*" INERT " ww", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 lay 1 left");
    l = told_now(1);
    assert_null(line_of(l, "agents.tell.front", 0));
    assert_string_equal(args_of(line_of(l, "agents.tell.front-left", 0)), "seat 1 seat 0 0 7 {} {}");
    assert_string_equal(args_of(line_of(l, "agents.tell.front-right", 0)), "seat 1 seat 0 0 7 {1} {}");
}

/* ---- the rest of the view ---- */

static void the_table_in_sentences(void **unused) {
    const gm_lines *l;
    (void)unused;
    begin(2, "goal=50", INERT " bw|draw 2 *4|" INERT " bb|neutralise any *0|" INERT " wb|5*" INERT " ww",
          "agents>=1,free<=6 3|agents=7 2|plain=1 1|free=0 2|free=1 2");
    assert_string_equal(told_now(0)->line[0].say, "agents.tell.setup");
    assert_int_equal(told_now(0)->n, 1);
    go("dealer first 1");
    assert_string_equal(told_now(GM_SPECTATOR)->line[0].say, "agents.tell.setup");
    draw("1 2 3 1|4 5 6 2");
    l = told_now(0);
    assert_string_equal(l->line[0].say, "agents.tell.round");
    says(l, "agents.tell.round 1 seat 1 50");
    says(l, "agents.tell.player seat 0 5 3 1");
    says(l, "agents.tell.player seat 1 5 3 1");
    says(l, "agents.tell.ordinary agent 1 command 1 #o");
    says(l, "agents.tell.ordinary agent 3 command 3 ##");
    says(l, "agents.tell.special agent 2 command 2 4");
    assert_null(line_of(l, "agents.tell.ordinary", 2));
    says(l, "agents.tell.situation situation 1 seat 0 3 {1 2} ...");
    says(l, "agents.tell.worth 0 0 0"); /* it is not one's turn */
    does_not_say(l, "agents.tell.score");
    says(l, "agents.tell.action seat 1 1");
    says(told_now(1), "agents.tell.score 0 0 0");
    does_not_say(told_now(1), "agents.tell.worth");
    says(told_now(1), "agents.tell.ordinary agent 5 command 5 o#");
    says(told_now(1), "agents.tell.ordinary agent 6 command 6 oo");
    go("1 play 5 left-only-cmd");
    says(told_now(GM_SPECTATOR), "agents.tell.action seat 1 2");
    go("1 play 6 left-left-cmd");
    says(told_now(GM_SPECTATOR), "agents.tell.done seat 1 3");
    says(told_now(0), "agents.tell.done seat 1 3");
    says(told_now(1), "agents.tell.done.you seat 1 3");
    does_not_say(told_now(1), "agents.tell.done");
    does_not_say(told_now(GM_SPECTATOR), "agents.tell.action");
    says(told_now(0), "agents.tell.worth 1 1 0"); /* black of 5 and white of 6 */
    says(told_now(1), "agents.tell.score 0 0 0");
    go("1 end");
    says(told_now(1), "agents.tell.round 1 seat 0 50");
    says(told_now(0), "agents.tell.score 1 1 0");
    says(told_now(1), "agents.tell.worth 0 0 0");
}

static const gm_seat readers_of_two[] = {0, 1, GM_SPECTATOR};

/* Decks, and what lies on top of the discards, for all to see. */
static void decks_in_sentences(void **unused) { /* A4.4, A12.1 */
    (void)unused;
    begin(2, "goal=99", "draw 1 *30|6*" INERT " ww|draw 2 *4|draw 1 *1",
          "agents>=1,free<=6 3|agents=7 2|free=1 4");
    deal_out(0, "1 2 9 1|4 5 8 2");
    for (int i = 0; i < 3; i++) {
        const gm_lines *l = told_now(readers_of_two[i]);
        says(l, "agents.tell.deck 3 0"); /* nothing is on top */
        says(l, "agents.tell.situation-deck 1 0");
        does_not_say(l, "agents.tell.deck-top");
        does_not_say(l, "agents.tell.situation-top");
    }
    go("0 send 1 1-acts");
    draw("3");
    says(told_now(0), "agents.tell.deck-top 2 1 agent 1 command 1");
    says(told_now(0), "agents.tell.situation-deck 1 0");
    go("0 send 9 1-acts");
    draw("6");
    go("0 end; 1 replace 2");
    draw("3");
    for (int i = 0; i < 3; i++) {
        const gm_lines *l = told_now(readers_of_two[i]);
        says(l, "agents.tell.deck-top 1 2 agent 9 command 9");
        says(l, "agents.tell.situation-top 0 1 situation 2 2 {3}"); /* worth 2 */
        does_not_say(l, "agents.tell.deck");
        does_not_say(l, "agents.tell.situation-deck");
        l = discards_now(readers_of_two[i]);
        assert_int_equal(l->n, 5);
        assert_int_equal(says(l, "agents.discards.agents 2"), 0);
        assert_int_equal(says(l, "agents.tell.special agent 9 command 9 1"), 1); /* the top one first */
        assert_int_equal(says(l, "agents.tell.special agent 1 command 1 30"), 2);
        assert_int_equal(says(l, "agents.discards.situations 1"), 3);
        assert_int_equal(says(l, "agents.discards.situation 2 situation 2 {3}"), 4);
    }
    go("1 play 4 left-only-cmd; 1 end; 0 replace 1");
    draw("2"); /* from the rebuilt deck */
    says(told_now(1), "agents.tell.situation-deck 1 0");
    go("0 buy situation");
    draw("1");
    go("0 end; 1 replace 3");
    draw("3");
    says(told_now(1), "agents.tell.situation-deck 0 0");
}

/* The view says of each situation on a front whether it holds there. */
static void situations_in_sentences(void **unused) { /* A6.3, A10 */
    const gm_lines *l;
    (void)unused;
    begin(2, "", "8*" INERT " wb", "agents>=1,free<=6 3|agents=7 2|free=6 1|free=1 2|free=2 2");
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 buy situation");
    draw("3");
    does_not_say(told_now(1), "agents.tell.theirs"); /* in hand */
    go("0 lay 1 left");
    says(told_now(0), "agents.tell.laid-left situation 1 seat 0 3 {1 2} agents.no");
    says(told_now(0), "agents.tell.situation situation 3 seat 0 1 {4} ...");
    says(told_now(1), "agents.tell.theirs situation 1 seat 0 3 {1 2} agents.no");
    assert_null(line_of(told_now(1), "agents.tell.theirs", 1));
    go("0 lay 3 right; 0 play 1 left-only-pts");
    l = told_now(0);
    says(l, "agents.tell.laid-left situation 1 seat 0 3 {1 2} agents.yes");
    says(l, "agents.tell.laid-right situation 3 seat 0 1 {4} agents.no");
    says(l, "agents.tell.score 3 0 3");
    says(l, "agents.tell.player seat 0 2 2 0"); /* situations in hand only */
    does_not_say(l, "agents.tell.situation");
    does_not_say(l, "agents.tell.theirs");
    l = told_now(1);
    says(l, "agents.tell.player seat 1 5 3 1");
    does_not_say(l, "agents.tell.laid-left");
    does_not_say(l, "agents.tell.laid-right");
    says(l, "agents.tell.worth 0 0 0");
    /* seat 0's right is seat 1's left, which comes first */
    int left = says(l, "agents.tell.front-left seat 1 seat 0 0 7 {3} {}"),
        on_left = says(l, "agents.tell.theirs situation 3 seat 0 1 {4} agents.no"),
        right = says(l, "agents.tell.front-right seat 1 seat 0 1 7 {1} {}"),
        on_right = says(l, "agents.tell.theirs situation 1 seat 0 3 {1 2} agents.yes");
    assert_true(left < on_left && on_left < right && right < on_right);
    does_not_say(told_now(GM_SPECTATOR), "agents.tell.theirs");
    go("0 lay 3 left");
    says(told_now(0), "agents.tell.score 4 0 4");
    says(told_now(0), "agents.tell.front-left seat 0 seat 1 1 7 {} {1 3}");
    l = told_now(1);
    says(l, "agents.tell.front-right seat 1 seat 0 1 7 {1 3} {}");
    says(l, "agents.tell.theirs situation 1 seat 0 3 {1 2} agents.yes");
    says(l, "agents.tell.theirs situation 3 seat 0 1 {4} agents.yes");
    assert_null(line_of(l, "agents.tell.theirs", 2));
}

static void situations_by_their_owner(void **unused) { /* A10 */
    (void)unused;
    for (int seat = 0; seat < 2; seat++) {
        begin(2, "", "8*" INERT " wb", "points=1,commands=0 3|" NEVER);
        deal_out(0, seat ? "1 2 3 2|4 5 6 1" : "1 2 3 1|4 5 6 2");
        go("0 play 1 left-only-pts");
        if (seat) {
            finish_turn();
            go("1 lay 1 right"); /* its points face seat 0, not seat 1 */
            says(told_now(1), "agents.tell.laid-right situation 1 seat 1 3 {1 2} agents.no");
            says(told_now(0), "agents.tell.theirs situation 1 seat 1 3 {1 2} agents.no");
            go("1 lay 1 left"); /* nobody is there */
            says(told_now(1), "agents.tell.laid-left situation 1 seat 1 3 {1 2} agents.no");
        } else {
            go("0 lay 1 left");
            says(told_now(0), "agents.tell.laid-left situation 1 seat 0 3 {1 2} agents.yes");
            assert_string_equal(line_of(told_now(0), "agents.tell.laid-left", 0)->arg[3].of, "own-test");
            says(told_now(1), "agents.tell.theirs situation 1 seat 0 3 {1 2} agents.yes");
            assert_string_equal(line_of(told_now(1), "agents.tell.theirs", 0)->arg[3].of, "test");
        }
    }
}

/* The two players at a front are told of each other's situations; nobody else is. */
static void situations_of_the_player_opposite(void **unused) { /* A5.1, A10 */
    (void)unused;
    begin(4, "", "12*" INERT " ww", "agents=1 1|agents=0 2|commands=1 3|" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3|10 11 12 4");
    go("0 lay 1 left; 0 play 1 left-only-cmd");
    finish_turn();
    go("1 lay 2 right; 1 play 4 left-only-pts");
    finish_turn();
    go("2 lay 3 right"); /* opposite seat 1, where 4 works for seat 2 */
    says(told_now(0), "agents.tell.laid-left situation 1 seat 0 1 {1} agents.yes");
    says(told_now(0), "agents.tell.theirs situation 2 seat 1 2 {2} agents.no");
    assert_null(line_of(told_now(0), "agents.tell.theirs", 1));
    says(told_now(1), "agents.tell.theirs situation 1 seat 0 1 {1} agents.yes");
    says(told_now(1), "agents.tell.theirs situation 3 seat 2 3 {3} agents.yes");
    says(told_now(1), "agents.tell.laid-right situation 2 seat 1 2 {2} agents.no");
    says(told_now(2), "agents.tell.laid-right situation 3 seat 2 3 {3} agents.yes");
    does_not_say(told_now(2), "agents.tell.theirs");
    does_not_say(told_now(3), "agents.tell.theirs");
    says(told_now(3), "agents.tell.front seat 0 seat 1 1 5 {2} {1}");
    says(told_now(3), "agents.tell.front seat 1 seat 2 1 5 {3} {}");
}

static void what_is_to_be_performed(void **unused) { /* A4.1 */
    (void)unused;
    begin(2, "", "turn any ww|5*" INERT " ww", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 2 left-only-cmd; 0 play 1 left-left-pts");
    for (gm_seat who = 0; who < 2; who++) {
        says(told_now(who), who ? "agents.tell.perform.you seat 1 agent 1 command 1"
                                : "agents.tell.perform seat 1 agent 1 command 1");
        assert_null(line_of(told_now(who), "agents.tell.action", 0));
        assert_null(line_of(told_now(who), "agents.tell.done", 0));
        assert_null(line_of(told_now(who), "agents.tell.done.you", 0));
    }
    go("1 turn 2");
    assert_null(line_of(told_now(0), "agents.tell.perform", 0));
    says(told_now(0), "agents.tell.works agent 2 command 2 seat 1");
}

static void large_and_empty_hands(void **unused) {
    const gm_lines *l;
    (void)unused;
    begin(2, "hand=1", "draw 20 *0|20*" INERT " ww", IDLE_2);
    deal_out(0, "1 1|2 2");
    go("0 send 1 1-scores");
    draw("3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21");
    l = told_now(0);
    for (int i = 0; i < 6; i++) /* six get a line each */
        assert_int_equal(line_of(l, "agents.tell.ordinary", i)->arg[0].n, i + 2);
    assert_null(line_of(l, "agents.tell.ordinary", 6));
    says(l, "agents.tell.more {9 10 11 12 13 14 15 16 17 18 19 20 21}");
    assert_non_null(line_of(l, "agents.tell.hand", 0));
    says(l, "agents.tell.deck-top 0 1 agent 1 command 1");
    finish_turn();
    go("1 play 2 left-only-cmd");
    assert_non_null(line_of(told_now(1), "agents.tell.hand-empty", 0));
    does_not_say(told_now(1), "agents.tell.hand");
    begin(2, "hand=2", "draw 5 *0|10*" INERT " ww", IDLE_2);
    deal_out(0, "1 3 1|2 4 2");
    go("0 send 1 1-scores");
    draw("5 6 7 8 9"); /* exactly six */
    assert_int_equal(line_of(told_now(0), "agents.tell.ordinary", 5)->arg[0].n, 8);
    does_not_say(told_now(0), "agents.tell.more");
    does_not_say(told_now(0), "agents.tell.hand-empty");
}

/* Seat 0 buys situations until it has so many. */
static void buy_situations(int n, int *next) {
    while (bits_count(now()->stock[AG_SITUATION].held[0]) < n) {
        if (now()->actions == 2)
            playf("%d end", now()->turn);
        else if (now()->turn)
            playf("1 replace %d s2", now()->stock[AG_SITUATION].card[1] + 1);
        else
            play("0 buy situation");
        if (now()->phase == AG_P_SITUATION) playf("dealer situation %d %d", now()->performer, (*next)++);
    }
}

static void many_situations(void **unused) {
    const gm_lines *l;
    int next = 3;
    (void)unused;
    begin(2, "goal=99", "draw 1 *90|6*" INERT " ww", "32*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 send 1 1-acts");
    draw("7");
    buy_situations(6, &next);
    assert_non_null(line_of(told_now(0), "agents.tell.situation", 5));
    does_not_say(told_now(0), "agents.tell.more");
    buy_situations(10, &next);
    situations_are(0, "1 3 6 7 10 11 14 15 18 19");
    l = told_now(0);
    for (int i = 0; i < 6; i++)
        assert_non_null(line_of(l, "agents.tell.situation", i));
    assert_null(line_of(l, "agents.tell.situation", 6));
    says(l, "agents.tell.more {14 15 18 19}");
}

static void the_last_round(void **unused) { /* A11.2 */
    (void)unused;
    begin(2, "goal=6 finish-round=on", "draw 1 *1|6*" INERT " ww", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    says(told_now(0), "agents.tell.round 1 seat 0 6");
    go("0 send 1 1-scores");
    draw("7");
    for (int i = 0; i < 3; i++) {
        says(told_now(readers_of_two[i]), "agents.tell.last-round 1 seat 0 6");
        does_not_say(told_now(readers_of_two[i]), "agents.tell.round");
    }
    finish_turn();
    says(told_now(0), "agents.tell.last-round 1 seat 1 6");
}

/* ---- names ---- */

static void name_is(const char *of, int i, const char *code, const char *name) {
    char found[300];
    gm_thing t;
    assert_true(g->thing(the.box, of, i, &t));
    assert_string_equal(t.code, code);
    snprintf(found, sizeof found, "%s %s", t.name.say ? t.name.say : "-", t.name.say ? args_of(&t.name) : "");
    assert_string_equal(found, name);
}

static void names_of_commands(void **unused) { /* A9.1 to A9.10 */
    static const struct {
        const char *command, *name;
    } rows[] = {
        {"neutralise neighbour", "agents.does.neutralise agents.target.neighbour 0"},
        {"revive end", "agents.does.revive agents.target.end 0"},
        {"turn front", "agents.does.turn agents.target.front 0"},
        {"swap own", "agents.does.swap agents.target.own 0"},
        {"swap self any", "agents.does.swap-self agents.target.any 0"},
        {"recall any", "agents.does.recall agents.target.any 0"},
        {"dismiss end", "agents.does.dismiss agents.target.end 0"},
        {"move own", "agents.does.move agents.target.own 0"},
        {"draw 3", "agents.does.draw agents.target.neighbour 3"},
        {"salvage", "agents.does.salvage agents.target.neighbour 0"},
        {"brief", "agents.does.brief agents.target.neighbour 0"},
        {"rob 2", "agents.does.rob agents.target.neighbour 2"},
        {"pickpocket", "agents.does.pickpocket agents.target.neighbour 0"},
        {"steal situation", "agents.does.steal agents.target.neighbour 0"},
        {"burn situation", "agents.does.burn agents.target.neighbour 0"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char cards[128];
        snprintf(cards, sizeof cards, "%s ww|5*" INERT " ww", rows[i].command);
        begin(2, "", cards, IDLE_2);
        name_is("command", 0, "1", rows[i].name);
    }
}

static void names_of_conditions(void **unused) { /* A10 */
    static const char *const measures[] = {"agents", "free",        "neutralised", "commands",
                                           "points", "plain",       "mixed",       "arrows",
                                           "rival",  "alternating", "twins"};
    static const char *const signs[] = {"=", ">=", "<="}, *const amounts[] = {"is", "least", "most"};
    (void)unused;
    for (int i = 0; i < 33; i++) {
        char cards[64], name[64];
        snprintf(cards, sizeof cards, "%s%s%d 1|" NEVER, measures[i / 3], signs[i % 3], i);
        begin(2, "", "6*" INERT " ww", cards);
        snprintf(name, sizeof name, "agents.test.%s amount 1 %d", measures[i / 3], i);
        name_is("test", 0, "1", name);
        bool names_owner = i / 3 >= 3 && i / 3 < 9; /* from commands to rival */
        snprintf(name, sizeof name, "agents.test.%s%s amount 1 %d", measures[i / 3],
                 names_owner ? ".you" : "", i);
        name_is("own-test", 0, "1", name);
        snprintf(name, sizeof name, "agents.amount.%s %d", i ? amounts[i % 3] : "none", i);
        name_is("amount", 0, "1", name);
    }
}

static void names_of_things(void **unused) { /* A1.2, A2.2 */
    gm_thing t;
    (void)unused;
    start(g, 3, "");
    name_is("agent", 0, "1",
            "agents.card 1 agents.name.enforcer"); /* names of shipped cards are in the catalogs */
    name_is("agent", 35, "36", "agents.card 36 agents.name.recruiter");
    name_is("situation", 19, "20", "agents.card 20 agents.name.twins");
    assert_false(g->thing(the.box, "agent", 36, &t));
    assert_false(g->thing(the.box, "situation", 20, &t));
    assert_false(g->thing(the.box, "agent", -1, &t));
    begin(3, "", "Enforcer: " INERT " ww|Eve: brief *1|7*" INERT " ww", "Eve: free=0 1|2*" NEVER);
    name_is("agent", 0, "1", "agents.card 1 agents.name.enforcer");
    name_is("agent", 1, "2", "agents.card 2 Eve"); /* others are called as in their file */
    name_is("situation", 0, "1", "agents.card 1 Eve");
    name_is("back", 8, "b9", "- ");
    name_is("sheet", 2, "s3", "- ");
    name_is("front", 2, "2", "- ");
    assert_false(g->thing(the.box, "front", 3, &t));
    assert_false(g->thing(the.box, "back", 9, &t));
    name_is("cell", 8, "9", "agents.card 9 n9");
    name_is("cell", 128, "[]", "- ");
    assert_false(g->thing(the.box, "nobody", 0, &t));
    for (int i = 0; i < 12; i++) { /* a front, an end and a facing */
        static const char *const ends[] = {"left", "right", "only"};
        char code[32], name[128];
        snprintf(code, sizeof code, "%s-%s-%s", i / 6 ? "right" : "left", ends[i / 2 % 3],
                 i % 2 ? "pts" : "cmd");
        snprintf(name, sizeof name, "{0}, {1}, {2} agents.spot.%s agents.at.%s agents.facing.%s",
                 i / 6 ? "right" : "left", ends[i / 2 % 3], i % 2 ? "points" : "command");
        name_is("place", i, code, name);
    }
    assert_false(g->thing(the.box, "place", 12, &t));
    assert_false(g->thing(the.box, "place", -1, &t));
    name_is("end", 0, "left", "agents.at.left ");
    name_is("end", 1, "right", "agents.at.right ");
    name_is("end", 2, "only", "agents.at.only ");
    name_is("spot", 0, "hand", "agents.spot.hand ");
    name_is("spot", 1, "left", "agents.spot.left ");
    name_is("spot", 2, "right", "agents.spot.right ");
    name_is("goods", 0, "agent", "agents.goods.agent ");
    name_is("goods", 1, "old-agent", "agents.goods.old-agent ");
    name_is("goods", 2, "situation", "agents.goods.situation ");
    name_is("goods", 3, "old-situation", "agents.goods.old-situation ");
    name_is("edge", 5, "x", "- ");
    name_is("edge", 6, "x!", "- ");
    assert_false(g->thing(the.box, "edge", 7, &t));
    name_is("between", 2, "1-scores", "agents.between.command seat 1"); /* the sender performs */
    name_is("between", 3, "1-acts", "agents.between.points seat 1");
    name_is("between", 4, "2-scores", "agents.between.command seat 2");
    name_is("between", 5, "2-acts", "agents.between.points seat 2");
    assert_false(g->thing(the.box, "between", 6, &t));
    assert_false(g->thing(the.box, "between", -1, &t));
    name_is("own-between", 2, "1-scores", "agents.between.command.you seat 1");
    name_is("own-between", 3, "1-acts", "agents.between.points.you seat 1");
    assert_false(g->thing(the.box, "own-between", 6, &t));
}

/* Who chooses to send a special agent is called "you", and in the log by their name. */
static void the_sender_is_the_reader(void **unused) {
    gm_line line;
    gm_move m;
    fault why;
    (void)unused;
    begin(3, "", "Eve: brief *1|8*" INERT " ww", "Eve: free=0 1|2*" NEVER);
    assert_true(gm_read_move(g, the.box, "send 1 1-acts b1", 16, &m, &why));
    gm_say_choice(g, the.box, the.st, 0, m, &line);
    assert_string_equal(line.arg[2].of, "own-between");
    gm_say_move(g, 0, m, &line);
    assert_string_equal(line.arg[2].of, "between");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_front_from_both_sides),
        cmocka_unit_test(what_rows_are_worth),
        cmocka_unit_test(safe_houses_from_both_sides),
        cmocka_unit_test(only_one_side_of_a_safe_house),
        cmocka_unit_test(whose_fronts_come_last),
        cmocka_unit_test(the_table_in_sentences),
        cmocka_unit_test(decks_in_sentences),
        cmocka_unit_test(situations_in_sentences),
        cmocka_unit_test(situations_by_their_owner),
        cmocka_unit_test(situations_of_the_player_opposite),
        cmocka_unit_test(what_is_to_be_performed),
        cmocka_unit_test(large_and_empty_hands),
        cmocka_unit_test(many_situations),
        cmocka_unit_test(the_last_round),
        cmocka_unit_test(names_of_commands),
        cmocka_unit_test(names_of_conditions),
        cmocka_unit_test(names_of_things),
        cmocka_unit_test(the_sender_is_the_reader),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
