/* The sentences and previews of The Agents. */
#include "tests/rules/agents.h"

#define INERT "revive neighbour"
#define NEVER "free=99 0"

static const gm_lines *told_now(gm_seat who) {
    static gm_lines lines;
    gm_view v;
    gm_make_view(g, the.box, the.st, who, &v);
    lines.n = -1;
    g->tell(the.box, v.st, who, &lines);
    assert_in_range(lines.n, 1, GM_MAX_LINES - 1);
    return &lines;
}

/* The nth line with this key, from 0; NULL: there is none. */
static const gm_line *line_of(const gm_lines *l, const char *say, int nth) {
    for (int i = 0; i < l->n; i++)
        if (!strcmp(l->line[i].say, say) && !nth--) return &l->line[i];
    return NULL;
}

/* The arguments of a line as text: "3 agent 7 {x y} word". */
static const char *args_of(const gm_line *l) {
    static char line[256];
    text t = text_on(line, sizeof line);
    for (int i = 0; i < GM_LINE_ARGS && l->arg[i].kind != GM_ARG_NONE; i++) {
        const gm_arg *a = &l->arg[i];
        if (i) text_char(&t, ' ');
        switch (a->kind) {
        case GM_ARG_NUMBER: text_int(&t, a->n); break;
        case GM_ARG_THING:
            text_put(&t, a->of);
            text_char(&t, ' ');
            gm_write_code(&t, g, the.box, a->of, (int)a->n);
            break;
        case GM_ARG_THINGS:
            text_char(&t, '{');
            for (uint64_t left = (uint64_t)a->n; left; left &= left - 1) {
                gm_write_code(&t, g, the.box, a->of, bits_first(left));
                if (left & (left - 1)) text_char(&t, ' ');
            }
            text_char(&t, '}');
            break;
        default: text_put(&t, a->of);
        }
    }
    return line;
}

/* A line that is told, by its key and arguments, "agents.tell.score 3 2 1"; where it is.  After
 * " ..." come arguments that its sentence does not use. */
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

/* Nothing with such a key is told. */
static void silent(const gm_lines *l, const char *say) { assert_null(line_of(l, say, 0)); }

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

/* What the arrows of a row are worth, A6.1: both halves of every joint face one way, so they can be
 * read off the drawing, from either side of the table. */
static int joints(const gm_line *l) {
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

/* The drawing of the nth front that a reader is told of: towards the other, the cards,
 * towards the reader, with " / " between. */
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
        assert_int_equal(row->arg[3].n, joints(row));
        row++;
        assert_string_equal(row->say, "agents.tell.cards");
        put_cells(&t, row);
        text_put(&t, " / ");
        row++;
        assert_string_equal(row->say, own ? "agents.tell.near-you" : "agents.tell.far");
        assert_int_equal(row->arg[2].n, front->arg[0].n);
        assert_int_equal(row->arg[3].n, joints(row));
        put_cells(&t, row);
    }
    assert_string_equal(found, picture);
}

static void a_front_from_both_sides(void **unused) { /* A6.2, A8.1 */
    (void)unused;
    begin(2, "goal=99", INERT " bw|" INERT " wb|" INERT " bb|" INERT " ww|neutralise any *0|" INERT " ww",
          "2*" NEVER);
    deal_out(0, "1 2 5 1|3 4 6 2");
    drawing_is(0, 0, "");
    drawing_is(GM_SPECTATOR, 1, "");
    in_time(
        "0 play 1 left-only-pts; 0 play 2 left-right-cmd; 1 play 3 right-left-cmd; 1 play 4 right-left-pts");
    front_is(0, "1:1 2:0 3:1 4:0");
    drawing_is(0, 0, "! #o ! oo / 1 2 3 4 / #o ! ## !");
    drawing_is(1, 1, "! ## ! o# / 4 3 2 1 / oo ! o# !");
    drawing_is(GM_SPECTATOR, 0, "! #o ! oo / 1 2 3 4 / #o ! ## !"); /* as the left-hand player sees it */
    soon("0 send 5 1-scores");
    go("0 neutralise 2");
    drawing_is(0, 0, "! x ! oo / 1 2 3 4 / #o x! ## !"); /* it keeps its facing */
    drawing_is(1, 1, "! ## x! o# / 4 3 2 1 / oo ! x !");
    drawing_is(GM_SPECTATOR, 0, "! x ! oo / 1 2 3 4 / #o x! ## !");
    says(told_now(0), "agents.tell.down agent 2 command 2 seat 0");
    says(told_now(1), "agents.tell.down agent 2 command 2 seat 0");
    silent(told_now(GM_SPECTATOR), "agents.tell.down");
    says(told_now(0), "agents.tell.works-you agent 4 command 4 seat 0");
    assert_null(line_of(told_now(0), "agents.tell.works-you", 1));
    in_time("1 play 6 left-only-cmd"); /* front 1, seat 1's left */
    drawing_is(1, 0, "oo / 6 / !");
    drawing_is(0, 1, "! / 6 / oo");
    drawing_is(GM_SPECTATOR, 1, "oo / 6 / !");
}

/* For each side by itself; seat 2 does not sit there. */
static void what_rows_are_worth(void **unused) { /* A6.1, A6.2, A8.1 */
    static const gm_seat others[] = {2, GM_SPECTATOR};
    (void)unused;
    begin(3, "goal=99",
          INERT " bw|" INERT " wb|" INERT " bb|" INERT " ww|" INERT " wb|neutralise any *0|3*" INERT " ww",
          "3*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3");
    go("0 play 1 left-only-pts");
    says(told_now(0), "agents.tell.near-you edge edge seat 0 0"); /* one half is no arrow */
    go("0 play 2 left-right-pts");
    says(told_now(0), "agents.tell.near-you edge edge seat 0 2"); /* white and white */
    says(told_now(0), "agents.tell.far edge edge seat 1 0");
    in_time("1 play 4 right-left-pts; 1 play 5 right-left-pts; 0 play 3 left-left-pts");
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
        silent(told_now(others[i]), "agents.tell.near-you");
    }
    soon("1 send 6 0-scores");
    go("1 neutralise 1");
    drawing_is(0, 1, "! x! ! oo #o / 3 1 2 4 5 / ## x o# ! !");
    drawing_is(1, 2, "! ! #o x ## / 5 4 2 1 3 / o# oo ! x! !");
    drawing_is(2, 0, "! x! ! oo #o / 3 1 2 4 5 / ## x o# ! !");
    says(told_now(0), "agents.tell.near-you edge edge seat 0 0"); /* the row is broken */
    says(told_now(1), "agents.tell.far edge edge seat 0 0");
    says(told_now(0), "agents.tell.down agent 1 command 1 seat 1");
    says(told_now(1), "agents.tell.down agent 1 command 1 seat 1");
    silent(told_now(2), "agents.tell.down"); /* others' fronts are drawn only */
}

static void safe_houses_from_both_sides(void **unused) { /* A11.1, A6.2 */
    (void)unused;
    begin(2, "goal=99 safe-houses=on", "3*" INERT " bw|4*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    drawing_is(0, 0, "oo / [] / ##"); /* black to its left-hand player, white to the other */
    drawing_is(0, 1, "## / [] / oo");
    drawing_is(1, 0, "oo / [] / ##");
    drawing_is(1, 1, "## / [] / oo");
    drawing_is(GM_SPECTATOR, 0, "oo / [] / ##");
    go("0 play 1 left-left-pts");
    drawing_is(0, 0, "! oo / 1 [] / #o ##");
    drawing_is(1, 1, "## o# / [] 1 / oo !");
    in_time("0 play 2 left-left-cmd; 0 play 3 left-right-pts");
    drawing_is(0, 0, "o# ! oo ! / 2 1 [] 3 / ! #o ## #o");
    drawing_is(1, 1, "o# ## o# ! / 3 [] 1 2 / ! oo ! #o");
    drawing_is(GM_SPECTATOR, 0, "o# ! oo ! / 2 1 [] 3 / ! #o ## #o");
    in_time("1 play 4 right-left-cmd; 1 play 5 right-left-cmd; 1 play 6 right-left-cmd; 0 buy agent");
    drawn("7");
    go("0 play 7 left-right-cmd"); /* seven, and the house makes eight */
    drawing_is(0, 0, "o# ! oo ! ! ! ! oo / 2 1 [] 3 4 5 6 7 / ! #o ## #o oo oo oo !");
    drawing_is(1, 1, "! oo oo oo o# ## o# ! / 7 6 5 4 3 [] 1 2 / oo ! ! ! ! oo ! #o");
}

static void only_one_side_of_a_safe_house(void **unused) { /* A11.1 */
    (void)unused;
    begin(2, "safe-houses=on", "6*" INERT " bw", "2*" NEVER);
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
    begin(4, "", INERT " bw|11*" INERT " ww", "4*" NEVER);
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
    drawing_is(1, 1, "! / 2 / oo"); /* of others: as the left-hand player sees it, seat 3 */
    drawing_is(1, 3, "o# / 1 / !");
    assert_string_equal(args_of(line_of(l, "agents.tell.works-you", 0)), "agent 1 command 1 seat 1");
    assert_null(line_of(l, "agents.tell.works-you", 1));
    assert_null(line_of(l, "agents.tell.works", 0)); /* others' fronts are drawn only */
    l = told_now(0);
    assert_string_equal(args_of(line_of(l, "agents.tell.front-left", 0)), "seat 0 seat 1 1 5 {2} {}");
    assert_string_equal(args_of(line_of(l, "agents.tell.front-right", 0)), "seat 0 seat 3 1 5 {} {1}");
    assert_string_equal(args_of(line_of(l, "agents.tell.works", 0)), "agent 1 command 1 seat 1");
    assert_string_equal(args_of(line_of(l, "agents.tell.works-you", 0)), "agent 2 command 2 seat 0");
    says(l, "agents.tell.theirs situation 2 seat 1 0 {1} agents.no");
    for (gm_seat who = 1; who < 3; who++) /* 1 lies between seats 0 and 3, 2 between 0 and 1 */
        silent(told_now(who), "agents.tell.theirs");
    says(told_now(3), "agents.tell.theirs situation 1 seat 0 0 {1} agents.no");
    assert_null(line_of(told_now(3), "agents.tell.theirs", 1));
    l = told_now(GM_SPECTATOR);
    silent(l, "agents.tell.theirs");
    for (int f = 0; f < 4; f++)
        assert_int_equal(line_of(l, "agents.tell.front", f)->arg[0].n, f);
    assert_string_equal(args_of(line_of(l, "agents.tell.front", 0)), "seat 0 seat 1 1 5 {2} {}");
    assert_string_equal(args_of(line_of(l, "agents.tell.front", 3)), "seat 3 seat 0 1 5 {1} {}");
    assert_null(line_of(l, "agents.tell.front-left", 0));
    assert_null(line_of(l, "agents.tell.works", 0));
    assert_null(line_of(l, "agents.tell.hand", 0));
    silent(l, "agents.tell.score");
    silent(l, "agents.tell.worth");
    begin(2, "", "6*" INERT " ww", "2*" NEVER);
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
    drawn("1 2 3 1|4 5 6 2");
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
    silent(l, "agents.tell.score");
    says(l, "agents.tell.action seat 1 1");
    says(told_now(1), "agents.tell.score 0 0 0");
    silent(told_now(1), "agents.tell.worth");
    says(told_now(1), "agents.tell.ordinary agent 5 command 5 o#");
    says(told_now(1), "agents.tell.ordinary agent 6 command 6 oo");
    go("1 play 5 left-only-cmd");
    says(told_now(GM_SPECTATOR), "agents.tell.action seat 1 2");
    go("1 play 6 left-left-cmd");
    says(told_now(GM_SPECTATOR), "agents.tell.done seat 1 3");
    silent(told_now(GM_SPECTATOR), "agents.tell.action");
    says(told_now(0), "agents.tell.worth 1 1 0"); /* black of 5 and white of 6 */
    says(told_now(1), "agents.tell.score 0 0 0");
    go("1 end");
    says(told_now(1), "agents.tell.round 1 seat 0 50");
    says(told_now(0), "agents.tell.score 1 1 0");
    says(told_now(1), "agents.tell.worth 0 0 0");
}

static const gm_seat two_and_the_room[] = {0, 1, GM_SPECTATOR};

/* Decks, and what lies on top of the discards, for all to see. */
static void decks_in_sentences(void **unused) { /* A4.4, A12.1 */
    (void)unused;
    begin(2, "goal=99", "draw 1 *30|6*" INERT " ww|draw 2 *4|draw 1 *1",
          "agents>=1,free<=6 3|agents=7 2|free=1 4");
    deal_out(0, "1 2 9 1|4 5 8 2");
    for (int i = 0; i < 3; i++) {
        const gm_lines *l = told_now(two_and_the_room[i]);
        says(l, "agents.tell.deck 3 0"); /* nothing is on top */
        says(l, "agents.tell.situation-deck 1 0");
        silent(l, "agents.tell.deck-top");
        silent(l, "agents.tell.situation-top");
    }
    go("0 send 1 1-acts");
    drawn("3");
    says(told_now(0), "agents.tell.deck-top 2 1 agent 1 command 1");
    says(told_now(0), "agents.tell.situation-deck 1 0");
    go("0 send 9 1-acts");
    drawn("6");
    go("0 end; 1 replace 2");
    drawn("3");
    for (int i = 0; i < 3; i++) {
        const gm_lines *l = told_now(two_and_the_room[i]);
        says(l, "agents.tell.deck-top 1 2 agent 9 command 9");
        says(l, "agents.tell.situation-top 0 1 situation 2 2 {3}"); /* worth 2 */
        silent(l, "agents.tell.deck");
        silent(l, "agents.tell.situation-deck");
    }
    go("1 play 4 left-only-cmd; 1 end; 0 replace 1");
    drawn("2"); /* of the new deck */
    says(told_now(1), "agents.tell.situation-deck 1 0");
    go("0 buy situation");
    drawn("1");
    go("0 end; 1 replace 3");
    drawn("3");
    says(told_now(1), "agents.tell.situation-deck 0 0");
}

/* A situation of one's own lies on a front, and holds there or not. */
static void situations_in_sentences(void **unused) { /* A6.3, A10 */
    const gm_lines *l;
    (void)unused;
    begin(2, "", "8*" INERT " wb", "agents>=1,free<=6 3|agents=7 2|free=6 1|free=1 2|free=2 2");
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 buy situation");
    drawn("3");
    silent(told_now(1), "agents.tell.theirs"); /* in hand */
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
    silent(l, "agents.tell.situation");
    silent(l, "agents.tell.theirs");
    l = told_now(1);
    says(l, "agents.tell.player seat 1 5 3 1");
    silent(l, "agents.tell.laid-left");
    silent(l, "agents.tell.laid-right");
    says(l, "agents.tell.worth 0 0 0");
    /* seat 0's right is seat 1's left, which comes first */
    int left = says(l, "agents.tell.front-left seat 1 seat 0 0 7 {3} {}"),
        on_left = says(l, "agents.tell.theirs situation 3 seat 0 1 {4} agents.no"),
        right = says(l, "agents.tell.front-right seat 1 seat 0 1 7 {1} {}"),
        on_right = says(l, "agents.tell.theirs situation 1 seat 0 3 {1 2} agents.yes");
    assert_true(left < on_left && on_left < right && right < on_right);
    silent(told_now(GM_SPECTATOR), "agents.tell.theirs");
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
            finish();
            go("1 lay 1 right"); /* its points face seat 0, not seat 1 */
            says(told_now(1), "agents.tell.laid-right situation 1 seat 1 3 {1 2} agents.no");
            says(told_now(0), "agents.tell.theirs situation 1 seat 1 3 {1 2} agents.no");
            go("1 lay 1 left"); /* nobody is there */
            says(told_now(1), "agents.tell.laid-left situation 1 seat 1 3 {1 2} agents.no");
        } else {
            go("0 lay 1 left");
            says(told_now(0), "agents.tell.laid-left situation 1 seat 0 3 {1 2} agents.yes");
            says(told_now(1), "agents.tell.theirs situation 1 seat 0 3 {1 2} agents.yes");
        }
    }
}

/* Each of the two at a front is told of the other's, nobody of those further away. */
static void situations_of_the_player_opposite(void **unused) { /* A5.1, A10 */
    (void)unused;
    begin(4, "", "12*" INERT " ww", "agents=1 1|agents=0 2|commands=1 3|" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3|10 11 12 4");
    go("0 lay 1 left; 0 play 1 left-only-cmd");
    finish();
    go("1 lay 2 right; 1 play 4 left-only-pts");
    finish();
    go("2 lay 3 right"); /* opposite seat 1, where 4 works for seat 2 */
    says(told_now(0), "agents.tell.laid-left situation 1 seat 0 1 {1} agents.yes");
    says(told_now(0), "agents.tell.theirs situation 2 seat 1 2 {2} agents.no");
    assert_null(line_of(told_now(0), "agents.tell.theirs", 1));
    says(told_now(1), "agents.tell.theirs situation 1 seat 0 1 {1} agents.yes");
    says(told_now(1), "agents.tell.theirs situation 3 seat 2 3 {3} agents.yes");
    says(told_now(1), "agents.tell.laid-right situation 2 seat 1 2 {2} agents.no");
    says(told_now(2), "agents.tell.laid-right situation 3 seat 2 3 {3} agents.yes");
    silent(told_now(2), "agents.tell.theirs");
    silent(told_now(3), "agents.tell.theirs");
    says(told_now(3), "agents.tell.front seat 0 seat 1 1 5 {2} {1}");
    says(told_now(3), "agents.tell.front seat 1 seat 2 1 5 {3} {}");
}

static void what_is_to_be_performed(void **unused) { /* A4.1 */
    (void)unused;
    begin(2, "", "turn any ww|5*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 2 left-only-cmd; 0 play 1 left-left-pts");
    for (gm_seat who = 0; who < 2; who++) {
        says(told_now(who), "agents.tell.perform seat 1 agent 1 command 1");
        assert_null(line_of(told_now(who), "agents.tell.action", 0));
        assert_null(line_of(told_now(who), "agents.tell.done", 0));
    }
    go("1 turn 2");
    assert_null(line_of(told_now(0), "agents.tell.perform", 0));
    says(told_now(0), "agents.tell.works agent 2 command 2 seat 1");
}

static void large_and_empty_hands(void **unused) {
    const gm_lines *l;
    (void)unused;
    begin(2, "hand=1", "draw 20 *0|20*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 1|2 2");
    go("0 send 1 1-scores");
    drawn("3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21");
    l = told_now(0);
    for (int i = 0; i < 6; i++) /* six get a line each */
        assert_int_equal(line_of(l, "agents.tell.ordinary", i)->arg[0].n, i + 2);
    assert_null(line_of(l, "agents.tell.ordinary", 6));
    says(l, "agents.tell.more {9 10 11 12 13 14 15 16 17 18 19 20 21}");
    assert_non_null(line_of(l, "agents.tell.hand", 0));
    says(l, "agents.tell.deck-top 0 1 agent 1 command 1");
    finish();
    go("1 play 2 left-only-cmd");
    assert_non_null(line_of(told_now(1), "agents.tell.hand-empty", 0));
    silent(told_now(1), "agents.tell.hand");
    begin(2, "hand=2", "draw 5 *0|10*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 3 1|2 4 2");
    go("0 send 1 1-scores");
    drawn("5 6 7 8 9"); /* just six */
    assert_int_equal(line_of(told_now(0), "agents.tell.ordinary", 5)->arg[0].n, 8);
    silent(told_now(0), "agents.tell.more");
    silent(told_now(0), "agents.tell.hand-empty");
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
    drawn("7");
    buy_situations(6, &next);
    assert_non_null(line_of(told_now(0), "agents.tell.situation", 5));
    silent(told_now(0), "agents.tell.more");
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
    begin(2, "goal=6 finish-round=on", "draw 1 *1|6*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    says(told_now(0), "agents.tell.round 1 seat 0 6");
    go("0 send 1 1-scores");
    drawn("7");
    for (int i = 0; i < 3; i++) {
        says(told_now(two_and_the_room[i]), "agents.tell.last-round 1 seat 0 6");
        silent(told_now(two_and_the_room[i]), "agents.tell.round");
    }
    finish();
    says(told_now(0), "agents.tell.last-round 1 seat 1 6");
}

/* ---- news ---- */

static gm_view was[GM_LISTENERS]; /* what all saw before the last line */

static const gm_lines *news_to(gm_seat who) {
    static gm_lines lines;
    gm_view v;
    gm_make_view(g, the.box, the.st, who, &v);
    lines.n = -1;
    g->news(the.box, was[who].st, v.st, who, &lines);
    assert_in_range(lines.n, 0, GM_MAX_LINES - 1);
    return &lines;
}

static void look_round(void) {
    for (gm_seat who = 0; who < GM_LISTENERS; who++)
        if (who < in_the_box()->head.seats || who == GM_SPECTATOR)
            gm_make_view(g, the.box, the.st, who, &was[who]);
}

/* What a reader hears the last line to have brought about, "robbed seat 0 2; ...", or only the first
 * of it. */
static void hears_so_much(gm_seat who, int most, const char *news) {
    char found[512] = "";
    const gm_lines *l = news_to(who);
    for (int i = 0; i < l->n && i < most; i++)
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s %s", i ? "; " : "",
                 l->line[i].say + strlen("agents.news."), args_of(&l->line[i]));
    assert_string_equal(found, news);
}
static void hears(gm_seat who, const char *news) { hears_so_much(who, GM_MAX_LINES, news); }
static void hears_first(gm_seat who, const char *news) { hears_so_much(who, 1, news); }

/* A line, and what the room hears of it. */
static void news_is(const char *line, const char *news) {
    look_round();
    go(line);
    hears(GM_SPECTATOR, news);
}

/* A line after which an agent lies somewhere else: what every reader hears first of it, seat by
 * seat and then the room, with '|' between.  Short for "lies agent 1 agents.front.left agents.at.right
 * seat 0" is "1 left right 0", and for "lies-between agent 1 seat 0 seat 1 seat 0" "1 0-1 0". */
static void lies(const char *line, const char *told) {
    char full[128], front[8], at[8];
    int card, a, b, works;
    look_round();
    go(line);
    for (gm_seat who = 0; told;
         who = (gm_seat)(who + 1 < in_the_box()->head.seats ? who + 1 : GM_SPECTATOR)) {
        if (sscanf(told, "%d %d-%d %d", &card, &a, &b, &works) == 4)
            snprintf(full, sizeof full, "lies-between agent %d seat %d seat %d seat %d", card, a, b, works);
        else {
            assert_int_equal(sscanf(told, "%d %7s %7s %d", &card, front, at, &works), 4);
            snprintf(full, sizeof full, "lies agent %d agents.front.%s agents.at.%s seat %d", card, front, at,
                     works);
        }
        hears_first(who, full);
        told = strchr(told, '|');
        if (told) told++;
        assert_true(!told == (who == GM_SPECTATOR)); /* all have been asked */
    }
}

static void where_agents_lie_of_two(void **unused) { /* A2.2, A4.1, A8.4 */
    (void)unused;
    begin(2, "", "3*" INERT " ww|move own ww|7*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 4 1|3 5 6 2");
    lies("0 play 1 left-only-cmd", "1 left only 0|1 right only 0|1 0-1 0");
    hears(0, "lies agent 1 agents.front.left agents.at.only seat 0; nothing agent 1");
    hears(1, "lies agent 1 agents.front.right agents.at.only seat 0; nothing agent 1");
    lies("0 play 2 left-left-pts", "2 left left 1|2 right right 1|2 0-1 1");
    finish();
    lies("1 play 3 right-left-cmd", "3 left right 1|3 right left 1|3 0-1 1");
    lies("1 play 5 left-only-pts", "5 right only 0|5 left only 0|5 1-0 0"); /* front 1 */
    finish();
    front_is(0, "2:1 1:0 3:1");
    front_is(1, "5:0");
    lies("0 play 4 right-left-cmd", "4 right left 0|4 left right 0|4 1-0 0");
    hears(0, "lies agent 4 agents.front.right agents.at.left seat 0"); /* and it asks */
    lies("0 move 2 right", "2 right right 1|2 left left 1|2 1-0 1");
    hears(0, "lies agent 2 agents.front.right agents.at.right seat 1"); /* there is no command to it */
    finish();
    lies("1 play 6 left-right-cmd", "6 right left 1|6 left right 1|6 1-0 1");
    finish();
    go("0 repeat 4");
    lies("0 move 5 left", "5 left left 0|5 right right 0|5 0-1 0");
}

static void where_agents_lie_of_four(void **unused) { /* A2.2, A4.1, A8.4 */
    (void)unused;
    begin(4, "", "move own ww|12*" INERT " ww", IDLE_4);
    deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3|10 11 12 4");
    lies("0 play 2 left-only-cmd", "2 left only 0|2 right only 0|2 0-1 0|2 0-1 0|2 0-1 0");
    lies("0 play 3 left-right-pts", "3 left right 1|3 right left 1|3 0-1 1|3 0-1 1|3 0-1 1");
    finish();
    lies("1 play 4 right-right-pts", "4 left left 0|4 right right 0|4 0-1 0|4 0-1 0|4 0-1 0");
    lies("1 play 5 left-only-cmd", "5 1-2 1|5 left only 1|5 right only 1|5 1-2 1|5 1-2 1");
    finish();
    lies("2 play 7 left-only-pts", "7 2-3 3|7 2-3 3|7 left only 3|7 right only 3|7 2-3 3");
    finish();
    lies("3 play 10 left-only-pts", "10 right only 0|10 3-0 0|10 3-0 0|10 left only 0|10 3-0 0");
    finish();
    lies("0 play 1 right-left-cmd", "1 right left 0|1 3-0 0|1 3-0 0|1 left right 0|1 3-0 0");
    lies("0 move 3 left",
         "3 right left 3|3 3-0 3|3 3-0 3|3 left right 3|3 3-0 3"); /* seat 3 is opposite now */
    go("0 repeat 1");
    lies("0 move 10 right", "10 left right 0|10 right left 0|10 0-1 0|10 0-1 0|10 0-1 0");
}

/* With a safe house in the row its ends are the ends. */
static void where_agents_lie_at_safe_houses(void **unused) { /* A11.1 */
    (void)unused;
    begin(2, "safe-houses=on", "6*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 1 left-right-cmd");
    lies("0 play 2 left-right-cmd", "2 left right 0|2 right left 0|2 0-1 0");
    finish();
    lies("1 play 4 right-right-cmd", "4 left left 1|4 right right 1|4 0-1 1");
}

static void where_situations_lie(void **unused) { /* A2.2, A5.1 */
    (void)unused;
    begin(2, "", "6*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    news_is("0 lay 1 left", "beside-between seat 0 seat 1");
    hears(0, "beside agents.front.left seat 1");
    hears(1, "beside agents.front.right seat 1");
    news_is("0 lay 1 right", "beside-between seat 1 seat 0");
    hears(0, "beside agents.front.right seat 0");
    hears(1, "beside agents.front.left seat 0");
    finish();
    news_is("1 lay 2 left", "beside-between seat 1 seat 0");
    hears(0, "beside agents.front.right seat 0");
    hears(1, "beside agents.front.left seat 0");
    news_is("1 lay 2 hand", ""); /* the move says it all */
    hears(0, "");
    hears(1, "");
    begin(4, "", "12*" INERT " ww", "4*" NEVER);
    deal_out(3, "1 2 3 1|4 5 6 2|7 8 9 3|10 11 12 4");
    news_is("3 lay 4 left", "beside-between seat 3 seat 0");
    hears(3, "beside agents.front.left seat 0");
    hears(0, "beside agents.front.right seat 0");
    hears(1, "beside-between seat 3 seat 0");
    hears(2, "beside-between seat 3 seat 0");
    news_is("3 lay 4 right", "beside-between seat 2 seat 3");
    hears(3, "beside agents.front.right seat 3");
    hears(2, "beside agents.front.left seat 3");
    hears(1, "beside-between seat 2 seat 3");
    hears(0, "beside-between seat 2 seat 3");
}

/* A side as the player opposite sees it. */
static const char *flip(const char *side) {
    if (!side) return NULL;
    return !strcmp(side, "left") ? "right" : !strcmp(side, "right") ? "left" : side;
}

/* The mover's agent (situation: no end) has come to lie in the front on that side: what a reader
 * hears.  The mover's left is the right of the player opposite; works is -1 for that one. */
static void check_place(gm_seat who, int mover, const char *side, const char *end, int card, int works) {
    char expected[128];
    int n = in_the_box()->head.seats, left = !strcmp(side, "left"),
        first = left ? mover : (mover + n - 1) % n, second = (first + 1) % n,
        opposite = left ? second : first;
    const char *near = who == mover ? side : flip(side), *at = who == mover ? end : flip(end);
    bool sits = who == mover || who == opposite;
    if (end && sits)
        snprintf(expected, sizeof expected, "lies agent %d agents.front.%s agents.at.%s seat %d", card, near,
                 at, works < 0 ? opposite : works);
    else if (end)
        snprintf(expected, sizeof expected, "lies-between agent %d seat %d seat %d seat %d", card, first,
                 second, works < 0 ? opposite : works);
    else if (sits)
        snprintf(expected, sizeof expected, "beside agents.front.%s seat %d", near, second);
    else
        snprintf(expected, sizeof expected, "beside-between seat %d seat %d", first, second);
    hears_first(who, expected);
}

/* From the words of a move: where it puts what it is about, as its player sees it. */
static void check_places(const ag_state *before, gm_seat mover, const char *move, gm_seat who) {
    char side[8], end[8], facing[8];
    int card;
    if (sscanf(move, "play %d %7[a-z]-%7[a-z]-%7[a-z]", &card, side, end, facing) == 4)
        check_place(who, mover, side, end, card, strcmp(facing, "cmd") ? -1 : mover);
    else if (sscanf(move, "lay %d %7[a-z]", &card, side) == 2 && strcmp(side, "hand"))
        check_place(who, mover, side, NULL, card, 0);
    else if (sscanf(move, "move %d %7[a-z]", &card, end) == 2) {
        bool from_left = before->in[mover] >> (card - 1) & 1; /* what worked for the mover still does */
        bool mine = from_left == (before->works >> (card - 1) & 1);
        check_place(who, mover, from_left ? "right" : "left", end, card, mine ? mover : -1);
    } else
        for (int i = 0; i < news_to(who)->n; i++)
            assert_null(strstr(news_to(who)->line[i].say, "lies"));
}

static void places_are_told_to_all(void **unused) { /* A2.2, A4.1, A5.1, A8.4 */
    rng r = {11};
    int checked = 0;
    (void)unused;
    for (int i = 0; i < 12; i++) {
        start(g, 2 + i % 4, "goal=99");
        while (now()->phase != AG_P_OVER && the.match.n < 300) {
            gm_move m[GM_MAX_MOVES];
            char move[GM_NOTATION_SIZE];
            text t = text_on(move, sizeof move);
            ag_state before = *now();
            gm_seat by = (gm_seat)bits_first(g->to_act(the.box, the.st));
            int k = (int)rng_below(&r, (uint32_t)g->moves(the.box, the.st, by, m));
            gm_write_move(&t, g, the.box, m[k]);
            look_round();
            gm_match_play(&the.match, by, m[k]);
            for (gm_seat who = 0; who < GM_LISTENERS && by != GM_DEALER; who++) {
                if (who >= in_the_box()->head.seats && who < GM_MAX_SEATS) continue;
                check_places(&before, by, move, who);
                told_now(who); /* in not too many lines */
                checked++;
            }
        }
    }
    assert_true(checked > 5000);
}

/* What is bought from the discards was seen by all, what comes from a deck by nobody. */
static void news_of_buying(void **unused) { /* A4.4, A12.1 */
    (void)unused;
    begin(2, "goal=99", "draw 1 *30|10*" INERT " ww|draw 1 *1", "4*" NEVER);
    deal_out(0, "1 2 12 1|4 5 6 2");
    go("0 send 1 1-acts");
    drawn("7");
    go("0 send 12 1-acts");
    drawn("8");
    go("0 end; 1 replace 2");
    drawn("3");
    go("1 buy agent");
    drawn("9");
    go("1 end");
    discards_are(AG_AGENT, "1 12");
    news_is("0 buy old-agent", "bought agent 12");
    hears(0, "bought agent 12");
    hears(1, "bought agent 12");
    news_is("0 buy old-situation", "bought situation 2");
    hears(0, "bought situation 2");
    hears(1, "bought situation 2");
    go("0 end");
    news_is("1 buy agent", "");
    news_is("dealer agent 1 10", "");
    hears(1, "");
    go("1 play 4 left-only-cmd; 1 end");
    news_is("0 buy situation", "");
    hears(0, "");
    news_is("dealer situation 0 4", "");
    news_is("0 buy old-agent", "bought agent 1");
}

static void news_of_commands(void **unused) { /* A4.7, A9.6, A9.8 */
    (void)unused;
    begin(2, "goal=99", "rob 2 ww|salvage ww|dismiss any ww|salvage *3|rob 9 *4|" INERT " ww|6*" INERT " ww",
          "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    news_is("0 play 1 left-only-cmd", "lies-between agent 1 seat 0 seat 1 seat 0; robbed seat 0 2");
    hears(0, "lies agent 1 agents.front.left agents.at.only seat 0; robbed seat 0 2");
    hears(1, "lies agent 1 agents.front.right agents.at.only seat 0; robbed seat 0 2");
    news_is("0 play 2 left-right-cmd", "lies-between agent 2 seat 0 seat 1 seat 0; nothing agent 2");
    news_is("0 end", "scored seat 0 0 0 0 7");
    news_is("1 play 6 left-only-cmd", "lies-between agent 6 seat 1 seat 0 seat 1; nothing agent 6");
    news_is("1 send 5 0-scores", "special seat 0 4; robbed seat 1 7");
    news_is("1 end", "scored seat 1 2 2 0 12");
    news_is("0 play 3 left-left-cmd", "lies-between agent 3 seat 0 seat 1 seat 0");
    news_is("0 dismiss 6", "");               /* the move says it all */
    news_is("0 repeat 2", "salvage agent 6"); /* and not where it lies */
    finish();
    news_is("1 send 4 0-acts", "salvage agent 5; special seat 1 3");
    news_is("1 lay 2 left", "beside-between seat 1 seat 0");
    news_is("1 buy agent", "");
    news_is("dealer agent 1 7", "");
    news_is("1 end", "scored seat 1 4 4 0 18");
    discards_are(AG_AGENT, "4");
    news_is("0 repeat 1", "robbed seat 0 2");
}

static void news_of_one_point(void **unused) { /* A9.8 */
    (void)unused;
    begin(2, "", "rob 1 ww|draw 1 *1|5*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    news_is("0 play 1 left-only-cmd", "lies-between agent 1 seat 0 seat 1 seat 0; robbed seat 0 1");
    news_is("0 send 2 1-scores", ""); /* the card is drawn first */
    news_is("dealer agent 0 7", "special seat 1 1");
}

static void news_of_nothing_to_rob(void **unused) { /* A4.7, A9.8 */
    (void)unused;
    begin(2, "points=0", "rob 2 ww|draw 1 ww|4*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    news_is("0 play 1 left-only-cmd", "lies-between agent 1 seat 0 seat 1 seat 0; nothing agent 1");
    news_is("0 play 2 left-left-cmd",
            "lies-between agent 2 seat 0 seat 1 seat 0; nothing agent 2"); /* nor to draw */
}

/* A winning robbery: where the robber lies and what it brought, and no more. */
static void news_of_the_last_robbery(void **unused) { /* A7.1 */
    (void)unused;
    begin(2, "goal=6", "rob 1 ww|5*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    news_is("0 play 1 right-only-pts", "lies-between agent 1 seat 1 seat 0 seat 1; robbed seat 1 1");
    hears(0, "lies agent 1 agents.front.right agents.at.only seat 1; robbed seat 1 1");
    hears(1, "lies agent 1 agents.front.left agents.at.only seat 1; robbed seat 1 1");
    phase_is("over");
}

static void news_of_scores(void **unused) { /* A6.1, A6.3 */
    (void)unused;
    begin(2, "", "6*" INERT " wb", "agents=2 3|" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 1 left-only-pts; 0 play 2 left-left-pts; 0 lay 1 left");
    news_is("0 end", "scored seat 0 4 1 3 9");
}

static void news_of_shuffles(void **unused) { /* A4.6, A11.2 */
    (void)unused;
    begin(2, "goal=6 finish-round=on hand=1", "draw 1 *1|draw 3 *0|draw 1 *0|2*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 1|2 2");
    go("0 send 1 1-scores");
    news_is("dealer agent 0 3", "special seat 1 1; reached 6");
    news_is("0 send 3 1-scores", "");
    news_is("dealer agent 0 4", "");
    news_is("0 end", "scored seat 0 0 0 0 5");
    news_is("1 replace 2", "shuffled-situations ");
    news_is("dealer situation 1 2", "");
    news_is("1 send 2 0-scores", "");
    news_is("dealer agent 1 5", "shuffled ");
    news_is("dealer agent 1 1", "");
    news_is("dealer agent 1 3", "");
    news_is("1 end", "scored seat 1 0 0 0 6");
    result(2, "5 6");
}

static void news_of_a_deck_of_one(void **unused) { /* A4.6 */
    (void)unused;
    begin(2, "hand=1", "draw 1 *0|draw 2 *0|" INERT " ww|" INERT " ww", "2*" NEVER);
    news_is("dealer first 0", "");
    news_is("dealer agent 0 1", ""); /* dealing is no shuffling */
    news_is("dealer situation 0 1", "");
    news_is("dealer agent 1 2", "");
    news_is("dealer situation 1 2", "");
    go("0 send 1 1-scores");
    news_is("dealer agent 0 3", "");
    finish();
    go("1 send 2 0-scores");
    news_is("dealer agent 1 4", "shuffled "); /* one card was left, and one is again */
    news_is("dealer agent 1 1", "");
    phase_is("turn");
}

/* ---- previews ---- */

static const gm_lines *previewed(gm_seat who, gm_move m) {
    static gm_lines lines;
    gm_view v;
    gm_make_view(g, the.box, the.st, who, &v);
    lines.n = -1;
    g->preview(the.box, v.st, who, m, &lines);
    return &lines;
}

/* The sentences that a move shows, "best 3 1 seat 1 0 0 agent 2; ...": what the table is then worth to
 * the mover, and is now, to whom else, and what the move is about.  Who wins or loses is told no more
 * than the last. */
static void shows(const char *line, const char *preview) {
    char found[512] = "";
    gm_move m;
    gm_seat who = told(whole(line), &m);
    assert_null(g->why_not(the.box, the.st, who, m));
    gm_lines l = *previewed(who, m);
    for (int i = 0; i < l.n; i++) {
        const char *say = l.line[i].say + strlen("agents.preview");
        gm_line about = {l.line[i].say, {l.line[i].arg[5]}};
        bool over = !strcmp(say, ".wins") || !strcmp(say, ".loses");
        if (!strcmp(say, ".same")) say = ""; /* the numbers tell */
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s%s%s", i ? "; " : "",
                 say + (*say == '.'), *say ? " " : "", args_of(over ? &about : &l.line[i]));
    }
    if (strcmp(found, preview)) fail_msg("%s: %s, not %s", line, found, preview);
}

static void previews_of_own_and_others_choices(void **unused) { /* A4.1, A6.1, A6.3 */
    (void)unused;
    begin(2, "goal=99", INERT " ww|" INERT " bb|turn front ww|" INERT " ww|dismiss front ww|3*" INERT " ww",
          "agents=2 5|2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    shows("0 play 1 left-only-pts", "0 0 seat 1 0 0 agent 1");
    go("0 play 1 left-only-pts");
    shows("0 play 2 left-left-pts", "1 0 seat 1 0 0 agent 2"); /* of two colours */
    shows("0 play 2 left-left-cmd", "0 0 seat 1 0 0 agent 2");
    shows("0 play 3 left-left-pts", "theirs 0 0 seat 1 0 0 agent 3"); /* there is but one to turn */
    shows("0 play 3 left-left-cmd", "best 0 0 seat 1 2 0 agent 3");   /* and it opens an arrow */
    shows("0 lay 1 left", "0 0 seat 1 0 0 situation 1");
    shows("0 buy agent", "-1 0 seat 1 0 0 goods agent"); /* what is paid counts */
    shows("0 buy situation", "-3 0 seat 1 0 0 goods situation");
    shows("0 replace 1", "0 0 seat 1 0 0 situation 1");
    go("0 play 2 left-left-pts");
    shows("0 end", "end 1 6"); /* what is scored, and the points with that */
    shows("0 lay 1 left", "6 1 seat 1 0 0 situation 1");
    go("0 lay 1 left");
    shows("0 lay 1 hand", "1 6 seat 1 0 0 situation 1");
    shows("0 end", "end 6 11");
    go("0 end");
    points_are("11 5");
    shows("1 play 5 right-left-cmd", "best 0 0 seat 0 6 6 agent 5"); /* dismisses 1, not 2 */
    shows("1 play 5 right-left-pts", "theirs 0 0 seat 0 5 6 agent 5");
    shows("1 play 4 right-left-cmd", "0 0 seat 0 3 6 agent 4"); /* three agents: the situation is gone */
    shows("1 buy agent", "-1 0 seat 0 6 6 goods agent");
    go("1 play 5 right-left-cmd");
    shows("1 dismiss 2", "0 0 seat 0 7 3 agent 2"); /* the answer itself */
    shows("1 dismiss 1", "0 0 seat 0 6 3 agent 1");
    go("1 dismiss 1; 1 buy agent");
    drawn("7");
    shows("1 end", "end 0 4");
}

static void previews_of_special_agents(void **unused) { /* A4.2 */
    (void)unused;
    begin(4, "goal=99", "rob 2 *3|draw 1 *2|neutralise any *4|10*" INERT " ww", "4*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3|10 11 12 4");
    shows("0 send 1 1-scores", "2 0 seat 1 1 0 agent 1"); /* whom it touches */
    shows("0 send 1 1-acts", "1 0 seat 1 2 0 agent 1");
    shows("0 send 1 3-scores", "2 0 seat 3 1 0 agent 1");
    shows("0 send 1 2-scores", "2 0 seat 2 1 0 agent 1"); /* across the table, too */
    shows("0 send 2 1-scores", "0 0 seat 1 2 0 agent 2"); /* before the card is drawn */
    for (int q = 1; q < 4; q++) {                         /* none is touched: whom it is sent to */
        char line[32], preview[32];
        snprintf(line, sizeof line, "0 send 2 %d-acts", q);
        snprintf(preview, sizeof preview, "2 0 seat %d 0 0 agent 2", q);
        shows(line, preview);
    }
    in_time("1 play 4 right-only-cmd; 1 play 5 right-left-cmd"); /* two whites towards seat 0 */
    while (now()->turn)
        finish();
    shows("0 send 3 1-scores", "best 0 2 seat 1 4 0 agent 3");
    shows("0 send 3 1-acts", "theirs 4 2 seat 1 0 0 agent 3");
    shows("0 send 3 3-scores", "best 0 2 seat 3 4 0 agent 3");
    shows("0 send 3 2-acts", "theirs 4 2 seat 2 0 0 agent 3");
    go("0 send 3 1-acts");
    shows("1 neutralise 4", "0 0 seat 0 4 6 agent 4");
}

/* Where nobody else is touched: whom a move concerns. */
static void previews_of_what_touches_nobody(void **unused) { /* A2.2, A9.9 */
    (void)unused;
    begin(4, "goal=99", "pickpocket ww|12*" INERT " ww", "4*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3|10 11 12 4");
    shows("0 play 2 left-only-cmd", "0 0 seat 1 0 0 agent 2"); /* who sits opposite there */
    shows("0 play 2 right-only-pts", "0 0 seat 3 0 0 agent 2");
    shows("0 buy agent", "-1 0 seat 1 0 0 goods agent"); /* or whose turn is next */
    go("0 play 1 left-only-cmd");
    for (int q = 1; q < 4; q++) { /* whose hand */
        char line[32], preview[32];
        snprintf(line, sizeof line, "0 pickpocket %d", q);
        snprintf(preview, sizeof preview, "0 0 seat %d 0 0 seat %d", q, q);
        shows(line, preview);
    }
    go("0 pickpocket 2; dealer take b7 7");
    finish();
    shows("1 play 4 left-only-cmd", "0 0 seat 2 0 0 agent 4");
    shows("1 play 4 right-left-cmd", "0 0 seat 0 0 0 agent 4");
    finish();
    finish();
    shows("3 play 10 left-only-cmd", "0 0 seat 0 0 0 agent 10"); /* round the table */
    shows("3 play 10 right-only-cmd", "0 0 seat 2 0 0 agent 10");
    shows("3 buy agent", "-1 0 seat 0 0 0 goods agent");
}

static void previews_of_several_others(void **unused) { /* A9.10 */
    (void)unused;
    for (int points = 1; points < 4; points += 2) {
        char agents[64];
        snprintf(agents, sizeof agents, "burn situation *%d|11*" INERT " ww", points);
        begin(4, "goal=99", agents, "4*agents<=9 3");
        deal_out(1, "1 2 3 1|4 5 6 2|7 8 9 3|10 11 12 4");
        go("1 lay 2 left");
        finish();
        go("2 lay 3 left");
        finish();
        finish();
        if (points == 3) { /* both as much: whom it is sent to first, though not the first seat */
            shows("0 send 1 2-scores", "best 0 0 seat 2 6 3 agent 1; best 0 0 seat 1 0 3 agent 1");
            shows("0 send 1 3-scores", "best 0 0 seat 3 3 0 agent 1; best 0 0 seat 1 0 3 agent 1");
            continue;
        }
        shows("0 send 1 2-scores",
              "best 0 0 seat 1 0 3 agent 1; best 0 0 seat 2 4 3 agent 1"); /* most first */
        shows("0 send 1 1-scores", "best 0 0 seat 1 1 3 agent 1");
        go("0 send 1 2-scores");
        shows("0 burn 2", "0 0 seat 1 0 3 situation 2");
        shows("0 burn 3", "0 0 seat 2 1 4 situation 3");
    }
}

static void previews_of_robbing_and_repeating(void **unused) { /* A4.3, A9.8 */
    (void)unused;
    begin(2, "goal=99", "rob 2 ww|" INERT " ww|4*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    shows("0 play 1 left-only-cmd", "2 0 seat 1 -2 0 agent 1");
    shows("0 play 1 left-only-pts", "-2 0 seat 1 2 0 agent 1");
    go("0 play 1 left-only-cmd");
    shows("0 repeat 1", "2 0 seat 1 -2 0 agent 1");
    go("0 repeat 1");
    points_are("9 1");
    finish();
    while (now()->turn)
        finish();
    shows("0 repeat 1", "1 0 seat 1 -1 0 agent 1"); /* what is there */
}

static void previews_of_a_briefing(void **unused) { /* A9.7 */
    (void)unused;
    begin(2, "goal=99", "brief ww|brief *2|4*" INERT " ww", "agents=1 5|" NEVER);
    deal_out(0, "1 2 3 2|4 5 6 1");
    shows("0 play 1 left-only-pts", "theirs 0 0 seat 1 0 0 agent 1"); /* with what seat 0 cannot see */
    shows("0 play 1 left-only-cmd", "best 0 0 seat 1 0 0 agent 1");
    shows("0 send 2 1-acts", "theirs 2 0 seat 1 0 0 agent 2");
    finish();
    go("1 lay 1 left; 1 play 4 left-only-cmd");
    shows("1 replace 1", "0 5 seat 0 0 0 situation 1");
    finish();
    shows("0 play 1 left-only-pts", "theirs 0 0 seat 1 5 5 agent 1");
    go("0 play 1 left-only-pts");
    shows("1 brief 1", "0 5 seat 0 0 0 situation 1");
}

/* Moves that will end the game when something unseen has been drawn, taken or replaced. */
static void previews_of_winning_soon(void **unused) { /* A4.2, A7.1 */
    (void)unused;
    begin(2, "goal=6", "draw 1 *3|pickpocket *3|brief *3|6*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    for (int card = 1; card <= 3; card++) {
        char line[32], told[32];
        snprintf(line, sizeof line, "0 send %d 1-acts", card);
        snprintf(told, sizeof told, "wins agent %d", card);
        shows(line, told);
        snprintf(line, sizeof line, "0 send %d 1-scores", card);
        snprintf(told, sizeof told, "loses agent %d", card);
        shows(line, told);
    }
}

/* With a safe house an agent lies on one side of it, even alone. */
static void news_of_an_agent_beside_a_safe_house(void **unused) { /* A11.1 */
    (void)unused;
    begin(2, "safe-houses=on", "8*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    lies("0 play 1 left-right-cmd", "1 left right 0|1 right left 0|1 0-1 0");
    lies("0 play 2 left-left-cmd", "2 left left 0|2 right right 0|2 0-1 0");
}

/* Moves that end the game. */
static void previews_of_winning_and_losing(void **unused) { /* A7.1, A11.2 */
    (void)unused;
    for (int finish_round = 0; finish_round < 2; finish_round++) {
        begin(3, finish_round ? "goal=6 finish-round=on" : "goal=6",
              "rob 1 ww|neutralise any *1|rob 2 *0|neutralise any *0|8*" INERT " ww", "3*" NEVER);
        deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3");
        if (finish_round) { /* the round is played out */
            shows("0 play 1 left-only-cmd", "1 0 seat 1 -1 0 agent 1");
            shows("0 send 3 2-acts", "-2 0 seat 2 2 0 agent 3");
            go("0 play 1 left-only-cmd");
            shows("0 send 2 1-acts", "theirs 1 0 seat 1 0 0 agent 2");
            continue;
        }
        shows("0 play 1 left-only-cmd", "wins agent 1"); /* to just the goal */
        shows("0 play 1 left-only-pts", "loses agent 1");
        shows("0 play 1 right-only-pts", "loses agent 1");
        shows("0 send 3 2-acts", "loses agent 3");
        shows("0 send 3 2-scores", "wins agent 3");
        shows("0 buy agent", "-1 0 seat 1 0 0 goods agent");
        go("0 buy agent");
        drawn("10");
        shows("0 play 1 left-only-cmd", "1 0 seat 1 -1 0 agent 1"); /* one is missing */
        shows("0 play 1 left-only-pts", "loses agent 1");
        go("0 play 1 left-only-cmd");
        finish();
        points_are("5 4 5");
        finish();
        finish();
        shows("0 send 2 1-acts", "wins agent 2"); /* when the command has been performed */
        shows("0 send 2 1-scores", "best 0 0 seat 1 1 0 agent 2");
        shows("0 send 2 2-scores", "loses agent 2"); /* seat 2 has 5 */
        go("0 send 2 1-acts");
        shows("1 neutralise 1", "loses agent 1"); /* what it does for the other of the two */
        go("1 neutralise 1");
        phase_is("over");
        result(1, "6 4 5");
    }
}

static void previews_of_the_end(void **unused) { /* A6, A7.1, A11.2 */
    static const struct {
        const char *settings, *halves, *first, *then;
    } rows[] = {
        {"goal=6", "bw", "end 0 5", "end-wins 1 6"}, /* just the goal */
        {"goal=7", "bw", "end 0 5", "end 1 6"},
        {"goal=7", "ww", "end 0 5", "end-wins 2 7"},
        {"goal=6", "ww", "end 0 5", "end-wins 2 7"},
        {"goal=6 finish-round=on", "bw", "end 0 5", "end 1 6"}, /* who wins is still open */
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char agents[64];
        snprintf(agents, sizeof agents, "6*" INERT " %s", rows[i].halves);
        begin(2, rows[i].settings, agents, IDLE_2);
        deal_out(0, "1 2 3 1|4 5 6 2");
        go("0 play 1 left-only-pts");
        idle();
        shows("0 end", rows[i].first);
        go("0 end; 1 play 4 left-only-cmd");
        finish();
        go("0 play 2 left-left-pts");
        idle();
        shows("0 end", rows[i].then);
        bool wins = strncmp(rows[i].then, "end-wins", 8) == 0;
        go("0 end");
        assert_int_equal(now()->phase == AG_P_OVER, wins);
    }
    begin(2, "hand=1 situations=0 points=0", "2*revive any *0|" INERT " ww", "");
    deal_out(0, "1|2");
    shows("0 forgo", ""); /* that is plain */
}

/* What a seat's points would have changed by at the end of a turn of its own, with what a
 * special agent brings that waits for its performer. */
static int at_the_end(const ag_state *from, int seat) {
    ag_state s = *from;
    int pays = s.phase == AG_P_COMMAND && s.other == seat ? in_the_box()->agent[s.acting].points : 0;
    while (s.phase != AG_P_OVER && g->to_act(the.box, &s) == BIT(GM_DEALER))
        g->apply(the.box, &s, GM_DEALER, g->deal(the.box, &s, 0));
    s.phase = AG_P_TURN;
    s.turn = (uint8_t)seat;
    s.actions = 2;
    g->apply(the.box, &s, (gm_seat)seat, GM_MOVE(AG_M_END, 0, 0, 0));
    return s.points[seat] - now()->points[seat] + pays;
}

/* The performer picks the most for itself, and less for those at its fronts. */
static void answer_well(ag_state *s) {
    gm_move m[GM_MAX_MOVES];
    ag_state best = *s;
    int who = s->performer, most = -10000, n = g->moves(the.box, s, (gm_seat)who, m);
    assert_true(n > 0);
    for (int i = 0; i < n; i++) {
        ag_state then = *s;
        g->apply(the.box, &then, (gm_seat)who, m[i]);
        int value = 4 * at_the_end(&then, who);
        for (int side = 0; side < 2; side++)
            value -= at_the_end(&then, ag_opposite(in_the_box(), ag_front(in_the_box(), who, side), who));
        if (value > most) most = value, best = then;
    }
    *s = best;
}

/* Whom a move of these words concerns: who sits opposite, is sent to or robbed; or nobody in particular. */
static int concerns(gm_seat who, const char *move) {
    int seats = in_the_box()->head.seats, card, q;
    char side[8];
    if (sscanf(move, "play %d %7[a-z]-", &card, side) == 2)
        return (who + (strcmp(side, "left") ? seats - 1 : 1)) % seats;
    return sscanf(move, "send %d %d-", &card, &q) == 2 || sscanf(move, "pickpocket %d", &q) == 1 ? q : -1;
}

static int seen_ends, seen_wins, seen_losses; /* so that none of them goes untested */

static void check_preview_of_end(gm_seat who, const gm_lines *l) {
    int score = at_the_end(now(), who), all = now()->points[who] + score;
    bool wins = all >= in_the_box()->goal;
    assert_int_equal(l->n, 1);
    assert_string_equal(l->line[0].say, wins ? "agents.preview.end-wins" : "agents.preview.end");
    assert_int_equal(l->line[0].arg[0].n, score);
    assert_int_equal(l->line[0].arg[1].n, all);
    seen_ends += wins;
}

/* Does a special agent's command go on, and will its points be enough? */
static bool will_win(const ag_state *s) {
    return s->acting != GM_NONE && in_the_box()->agent[s->acting].special && s->phase != AG_P_TURN &&
           s->points[s->other] + in_the_box()->agent[s->acting].points >= in_the_box()->goal;
}

static void check_preview(gm_seat who, gm_move m) {
    ag_state s = *now();
    int seats = in_the_box()->head.seats;
    char move[GM_NOTATION_SIZE], about[GM_NOTATION_SIZE], found[GM_NOTATION_SIZE];
    text t = text_on(move, sizeof move);
    gm_write_move(&t, g, the.box, m);
    gm_lines l = *previewed(who, m);
    if (GM_KIND(m) == AG_M_END) {
        check_preview_of_end(who, &l);
        return;
    }
    if (GM_KIND(m) == AG_M_FORGO) {
        assert_int_equal(l.n, 0);
        return;
    }
    g->apply(the.box, &s, who, m);
    bool asked = s.phase == AG_P_COMMAND;
    gm_seat performer = asked ? s.performer : GM_NONE;
    bool unknown = asked && performer != who && in_the_box()->agent[s.acting].command == AG_BRIEF;
    if (asked && !unknown) answer_well(&s); /* of another's situations one knows nothing */
    assert_in_range(l.n, 1, seats - 1);
    for (int i = 0; i < l.n; i++) { /* what it is about */
        t = text_on(found, sizeof found);
        gm_write_code(&t, g, the.box, l.line[i].arg[5].of, (int)l.line[i].arg[5].n);
        sscanf(move, "%*s %63s", about);
        assert_string_equal(found, about);
    }
    if (s.phase == AG_P_OVER) {
        bool wins = s.points[who] >= in_the_box()->goal;
        assert_int_equal(l.n, 1);
        assert_string_equal(l.line[0].say, wins ? "agents.preview.wins" : "agents.preview.loses");
        seen_wins += wins;
        seen_losses += !wins;
        return;
    }
    if (will_win(&s)) return; /* a card is yet to be drawn or taken, and then it is over */
    gm_seats told_of = 0;
    int last = 1 << 20, concerned = concerns(who, move);
    for (int i = 0; i < l.n; i++) {
        const gm_arg *a = l.line[i].arg;
        int q = (int)a[2].n, change = abs((int)(a[3].n - a[4].n));
        assert_string_equal(l.line[i].say,
                            asked ? performer == who ? "agents.preview.best" : "agents.preview.theirs"
                            : change || a[0].n != a[1].n ? "agents.preview"
                                                         : "agents.preview.same");
        assert_int_equal(a[0].n, at_the_end(&s, who));
        assert_int_equal(a[1].n, at_the_end(now(), who));
        assert_in_range(q, 0, seats - 1);
        assert_true(q != who && !(told_of & BIT(q)));
        assert_int_equal(a[3].n, at_the_end(&s, q));
        assert_int_equal(a[4].n, at_the_end(now(), q));
        assert_true(change <= last && (change || l.n == 1)); /* whom it touches most first */
        if (!change && concerned >= 0) assert_int_equal(q, concerned);
        if (change == last) assert_true(q != concerned); /* of those touched alike whom it concerns first */
        last = change;
        told_of |= (gm_seats)BIT(q);
    }
    for (int q = 0; q < seats; q++)
        if (q != who && !(told_of & BIT(q))) assert_int_equal(at_the_end(&s, q), at_the_end(now(), q));
}

static void previews_come_true(void **unused) { /* A6.1, A6.3, A4.2, A7.1 */
    static const char *const settings[] = {"goal=99", "goal=99 safe-houses=on", "goal=8"};
    rng r = {7};
    int checked = 0;
    (void)unused;
    seen_ends = seen_wins = seen_losses = 0;
    for (int i = 0; i < 32; i++) {
        start(g, 2 + i % 4, settings[i < 8 ? i / 4 : 2]);
        while (now()->phase != AG_P_OVER && the.match.n < 250) {
            gm_move m[GM_MAX_MOVES];
            gm_seat who = (gm_seat)bits_first(g->to_act(the.box, the.st));
            int n = g->moves(the.box, the.st, who, m);
            for (int k = 0; who != GM_DEALER && k < n; k++) {
                check_preview(who, m[k]);
                checked++;
            }
            gm_match_play(&the.match, who, m[rng_below(&r, (uint32_t)n)]);
        }
    }
    assert_true(checked > 5000);
    assert_true(seen_ends > 3 && seen_wins > 3 && seen_losses > 3);
}

/* ---- names ---- */

static void name_is(const char *of, int i, const char *code, const char *name) {
    char found[256];
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
        begin(2, "", cards, "2*" NEVER);
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
        snprintf(name, sizeof name, "agents.amount.%s %d", i ? amounts[i % 3] : "none", i);
        name_is("amount", 0, "1", name);
    }
}

static void names_of_things(void **unused) { /* A1.2, A2.2 */
    gm_thing t;
    (void)unused;
    start(g, 3, "");
    name_is("agent", 0, "1", "agents.card 1 agents.name.enforcer"); /* shipped: in the catalogs */
    name_is("agent", 35, "36", "agents.card 36 agents.name.recruiter");
    name_is("situation", 19, "20", "agents.card 20 agents.name.twins");
    assert_false(g->thing(the.box, "agent", 36, &t));
    assert_false(g->thing(the.box, "situation", 20, &t));
    assert_false(g->thing(the.box, "agent", -1, &t));
    begin(3, "", "Enforcer: " INERT " ww|Eve: brief *1|7*" INERT " ww", "Eve: free=0 1|2*" NEVER);
    name_is("agent", 0, "1", "agents.card 1 agents.name.enforcer");
    name_is("agent", 1, "2", "agents.card 2 Eve"); /* others as their file says */
    name_is("situation", 0, "1", "agents.card 1 Eve");
    name_is("back", 8, "b9", "- ");
    name_is("sheet", 2, "s3", "- ");
    name_is("front", 2, "2", "- ");
    assert_false(g->thing(the.box, "front", 3, &t));
    assert_false(g->thing(the.box, "back", 9, &t));
    name_is("cell", 8, "9", "agents.card 9 n9");
    name_is("cell", 128, "[]", "- ");
    assert_false(g->thing(the.box, "nobody", 0, &t));
    for (int i = 0; i < 12; i++) { /* news say where it lies, from the reader's side */
        static const char *const ends[] = {"left", "right", "only"};
        char code[32];
        snprintf(code, sizeof code, "%s-%s-%s", i / 6 ? "right" : "left", ends[i / 2 % 3],
                 i % 2 ? "pts" : "cmd");
        name_is("place", i, code, "- ");
    }
    assert_false(g->thing(the.box, "place", 12, &t));
    assert_false(g->thing(the.box, "place", -1, &t));
    name_is("end", 0, "left", "- ");
    name_is("end", 1, "right", "- ");
    name_is("end", 2, "only", "- ");
    name_is("spot", 0, "hand", "agents.spot.hand ");
    name_is("spot", 1, "left", "agents.spot.front ");
    name_is("spot", 2, "right", "agents.spot.front ");
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
        cmocka_unit_test(where_agents_lie_of_two),
        cmocka_unit_test(where_agents_lie_of_four),
        cmocka_unit_test(where_agents_lie_at_safe_houses),
        cmocka_unit_test(where_situations_lie),
        cmocka_unit_test(places_are_told_to_all),
        cmocka_unit_test(news_of_buying),
        cmocka_unit_test(news_of_commands),
        cmocka_unit_test(news_of_one_point),
        cmocka_unit_test(news_of_nothing_to_rob),
        cmocka_unit_test(news_of_the_last_robbery),
        cmocka_unit_test(news_of_scores),
        cmocka_unit_test(news_of_shuffles),
        cmocka_unit_test(news_of_a_deck_of_one),
        cmocka_unit_test(previews_of_own_and_others_choices),
        cmocka_unit_test(previews_of_special_agents),
        cmocka_unit_test(previews_of_what_touches_nobody),
        cmocka_unit_test(previews_of_several_others),
        cmocka_unit_test(previews_of_robbing_and_repeating),
        cmocka_unit_test(previews_of_a_briefing),
        cmocka_unit_test(previews_of_winning_soon),
        cmocka_unit_test(news_of_an_agent_beside_a_safe_house),
        cmocka_unit_test(previews_of_winning_and_losing),
        cmocka_unit_test(previews_of_the_end),
        cmocka_unit_test(previews_come_true),
        cmocka_unit_test(names_of_commands),
        cmocka_unit_test(names_of_conditions),
        cmocka_unit_test(names_of_things),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
