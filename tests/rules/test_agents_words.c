/* The sentences and previews of The Agents. */
#include "tests/rules/agents.h"

#define INERT "revive neighbour"
#define NEVER "free=99 0"

static const gm_lines *told_now(gm_seat who) {
    static gm_lines lines;
    gm_view v;
    gm_look(g, the.box, the.st, who, &v);
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
            gm_code(&t, g, the.box, a->of, (int)a->n);
            break;
        case GM_ARG_THINGS:
            text_char(&t, '{');
            for (uint64_t left = (uint64_t)a->n; left; left &= left - 1) {
                gm_code(&t, g, the.box, a->of, bits_first(left));
                if (left & (left - 1)) text_char(&t, ' ');
            }
            text_char(&t, '}');
            break;
        default: text_put(&t, a->of);
        }
    }
    return line;
}

/* A line that is told, by its key and arguments, "agents.tell.score 3 2 1". */
static void says(const gm_lines *l, const char *line) {
    char found[384];
    for (int i = 0; i < l->n; i++) {
        snprintf(found, sizeof found, "%s %s", l->line[i].say, args_of(&l->line[i]));
        if (!strcmp(found, line)) return;
    }
    for (int i = 0; i < l->n; i++)
        if (!strncmp(l->line[i].say, line, strcspn(line, " ")))
            print_message("%s %s\n", l->line[i].say, args_of(&l->line[i]));
    fail_msg("not said: %s", line);
}

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
        row++;
        assert_string_equal(row->say, "agents.tell.cards");
        put_cells(&t, row);
        text_put(&t, " / ");
        row++;
        assert_string_equal(row->say, own ? "agents.tell.near-you" : "agents.tell.far");
        assert_int_equal(row->arg[2].n, front->arg[0].n);
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
    drawing_is(GM_ROOM, 1, "");
    in_time(
        "0 play 1 left-only-pts; 0 play 2 left-right-cmd; 1 play 3 right-left-cmd; 1 play 4 right-left-pts");
    front_is(0, "1:1 2:0 3:1 4:0");
    drawing_is(0, 0, "! #o ! oo / 1 2 3 4 / #o ! ## !");
    drawing_is(1, 1, "! ## ! o# / 4 3 2 1 / oo ! o# !");
    drawing_is(GM_ROOM, 0, "! #o ! oo / 1 2 3 4 / #o ! ## !"); /* as the left-hand player sees it */
    soon("0 send 5 1-scores");
    go("0 neutralise 2");
    drawing_is(0, 0, "! x ! oo / 1 2 3 4 / #o x ## !");
    drawing_is(1, 1, "! ## x o# / 4 3 2 1 / oo ! x !");
    in_time("1 play 6 left-only-cmd"); /* front 1, seat 1's left */
    drawing_is(1, 0, "oo / 6 / !");
    drawing_is(0, 1, "! / 6 / oo");
    drawing_is(GM_ROOM, 1, "oo / 6 / !");
}

static void safe_houses_from_both_sides(void **unused) { /* A11.1, A6.2 */
    (void)unused;
    begin(2, "goal=99 safe-houses=on", "3*" INERT " bw|4*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    drawing_is(0, 0, "oo / [] / ##"); /* black to its left-hand player, white to the other */
    drawing_is(0, 1, "## / [] / oo");
    drawing_is(1, 0, "oo / [] / ##");
    drawing_is(1, 1, "## / [] / oo");
    drawing_is(GM_ROOM, 0, "oo / [] / ##");
    go("0 play 1 left-left-pts");
    drawing_is(0, 0, "! oo / 1 [] / #o ##");
    drawing_is(1, 1, "## o# / [] 1 / oo !");
    in_time("0 play 2 left-left-cmd; 0 play 3 left-right-pts");
    drawing_is(0, 0, "o# ! oo ! / 2 1 [] 3 / ! #o ## #o");
    drawing_is(1, 1, "o# ## o# ! / 3 [] 1 2 / ! oo ! #o");
    drawing_is(GM_ROOM, 0, "o# ! oo ! / 2 1 [] 3 / ! #o ## #o");
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
    l = told_now(GM_ROOM);
    for (int f = 0; f < 4; f++)
        assert_int_equal(line_of(l, "agents.tell.front", f)->arg[0].n, f);
    assert_string_equal(args_of(line_of(l, "agents.tell.front", 0)), "seat 0 seat 1 1 5 {2} {}");
    assert_string_equal(args_of(line_of(l, "agents.tell.front", 3)), "seat 3 seat 0 1 5 {1} {}");
    assert_null(line_of(l, "agents.tell.front-left", 0));
    assert_null(line_of(l, "agents.tell.works", 0));
    assert_null(line_of(l, "agents.tell.hand", 0));
    assert_null(line_of(l, "agents.tell.score", 0));
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
    assert_string_equal(told_now(GM_ROOM)->line[0].say, "agents.tell.setup");
    drawn("1 2 3 1|4 5 6 2");
    l = told_now(0);
    assert_string_equal(l->line[0].say, "agents.tell.round");
    says(l, "agents.tell.round 1 seat 1 50");
    says(l, "agents.tell.player seat 0 5 3 1");
    says(l, "agents.tell.player seat 1 5 3 1");
    says(l, "agents.tell.decks 4 0 agent -");
    says(l, "agents.tell.situation-decks 3 0 situation -");
    says(l, "agents.tell.ordinary agent 1 command 1 #o");
    says(l, "agents.tell.ordinary agent 3 command 3 ##");
    says(l, "agents.tell.special agent 2 command 2 4");
    assert_null(line_of(l, "agents.tell.ordinary", 2));
    says(l, "agents.tell.situation situation 1 spot hand 3 {1 2} agents.no");
    says(l, "agents.tell.score 0 0 0");
    says(l, "agents.tell.action seat 1 1");
    says(told_now(1), "agents.tell.ordinary agent 5 command 5 o#");
    says(told_now(1), "agents.tell.ordinary agent 6 command 6 oo");
    go("1 play 5 left-only-cmd");
    says(told_now(GM_ROOM), "agents.tell.action seat 1 2");
    go("1 play 6 left-left-cmd");
    says(told_now(GM_ROOM), "agents.tell.done seat 1 3");
    assert_null(line_of(told_now(GM_ROOM), "agents.tell.action", 0));
    go("1 end");
    says(told_now(1), "agents.tell.round 1 seat 0 50");
    says(told_now(0), "agents.tell.score 1 1 0"); /* black of 5 and white of 6 */
}

/* A situation of one's own lies on a front, and holds there or not. */
static void situations_in_sentences(void **unused) { /* A6.3, A10 */
    const gm_lines *l;
    (void)unused;
    begin(2, "", "8*" INERT " wb", "agents>=1,free<=6 3|agents=7 2|free=6 1|free=1 2|free=2 2");
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 buy situation");
    drawn("3");
    go("0 lay 1 left");
    says(told_now(0), "agents.tell.laid situation 1 spot left 3 {1 2} agents.no");
    says(told_now(0), "agents.tell.situation situation 3 spot hand 1 {4} agents.no");
    go("0 lay 3 right; 0 play 1 left-only-pts");
    l = told_now(0);
    says(l, "agents.tell.laid situation 1 spot left 3 {1 2} agents.yes");
    says(l, "agents.tell.laid situation 3 spot right 1 {4} agents.no");
    says(l, "agents.tell.score 3 0 3");
    says(l, "agents.tell.player seat 0 2 2 0"); /* situations in hand only */
    says(told_now(1), "agents.tell.player seat 1 5 3 1");
    assert_null(line_of(told_now(1), "agents.tell.laid", 0));
    go("0 lay 3 left");
    says(told_now(0), "agents.tell.score 4 0 4");
    says(told_now(0), "agents.tell.front-left seat 0 seat 1 1 7 {} {1 3}");
    says(told_now(1), "agents.tell.front-right seat 1 seat 0 1 7 {1 3} {}");
    go("0 end; 1 replace 2");
    drawn("4");
    says(told_now(0), "agents.tell.situation-decks 1 1 situation 2");
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
            says(told_now(1), "agents.tell.laid situation 1 spot right 3 {1 2} agents.no");
        } else {
            go("0 lay 1 left");
            says(told_now(0), "agents.tell.laid situation 1 spot left 3 {1 2} agents.yes");
        }
    }
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
    for (int i = 0; i < 8; i++) /* eight get a line each */
        assert_int_equal(line_of(l, "agents.tell.ordinary", i)->arg[0].n, i + 2);
    assert_null(line_of(l, "agents.tell.ordinary", 8));
    says(l, "agents.tell.more {11 12 13 14 15 16 17 18 19 20 21}");
    assert_non_null(line_of(l, "agents.tell.hand", 0));
    says(l, "agents.tell.decks 0 1 agent 1");
    finish();
    go("1 play 2 left-only-cmd");
    assert_non_null(line_of(told_now(1), "agents.tell.hand-empty", 0));
    assert_null(line_of(told_now(1), "agents.tell.hand", 0));
    begin(2, "hand=2", "draw 7 *0|10*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 3 1|2 4 2");
    go("0 send 1 1-scores");
    drawn("5 6 7 8 9 10 11"); /* just eight */
    assert_int_equal(line_of(told_now(0), "agents.tell.ordinary", 7)->arg[0].n, 10);
    assert_null(line_of(told_now(0), "agents.tell.more", 0));
}

static void many_situations(void **unused) {
    const gm_lines *l;
    (void)unused;
    begin(2, "goal=99", "draw 1 *90|6*" INERT " ww", "32*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 send 1 1-acts");
    drawn("7");
    for (int next = 3; bits_count(now()->stock[AG_SITUATION].held[0]) < 10;) {
        if (now()->actions == 2)
            playf("%d end", now()->turn);
        else if (now()->turn)
            playf("1 replace %d s2", now()->stock[AG_SITUATION].card[1] + 1);
        else
            play("0 buy situation");
        if (now()->phase == AG_P_SITUATION) playf("dealer situation %d %d", now()->performer, next++);
    }
    situations_are(0, "1 3 6 7 10 11 14 15 18 19");
    l = told_now(0);
    for (int i = 0; i < 8; i++)
        assert_non_null(line_of(l, "agents.tell.situation", i));
    assert_null(line_of(l, "agents.tell.situation", 8));
    says(l, "agents.tell.more {18 19}");
}

/* What the last line played brought about. */
static const gm_lines *news_of(const char *line) {
    static gm_lines lines;
    ag_state before = *now();
    go(line);
    lines.n = -1;
    g->news(the.box, &before, now(), GM_ROOM, &lines);
    return &lines;
}

static void news_is(const char *line, const char *news) {
    char found[512] = "";
    const gm_lines *l = news_of(line);
    for (int i = 0; i < l->n; i++)
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s %s", i ? "; " : "",
                 l->line[i].say + strlen("agents.news."), args_of(&l->line[i]));
    assert_string_equal(found, news);
}

static void news_of_commands(void **unused) { /* A4.7, A9.6, A9.8 */
    (void)unused;
    begin(2, "goal=99", "rob 2 ww|salvage ww|dismiss any ww|salvage *3|rob 9 *4|" INERT " ww|6*" INERT " ww",
          "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    news_is("0 play 1 left-only-cmd", "robbed seat 0 2");
    news_is("0 play 2 left-right-cmd", "nothing agent 2");
    news_is("0 end", "scored seat 0 0 0 0 7");
    news_is("1 play 6 left-only-cmd", "nothing agent 6");
    news_is("1 send 5 0-scores", "special seat 0 4; robbed seat 1 7");
    news_is("1 end", "scored seat 1 2 2 0 12");
    news_is("0 play 3 left-left-cmd", "");
    news_is("0 dismiss 6", ""); /* the move says it all */
    news_is("0 repeat 2", "salvage agent 6");
    finish();
    news_is("1 send 4 0-acts", "salvage agent 5; special seat 1 3");
    news_is("1 lay 2 left", "");
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
    news_is("0 play 1 left-only-cmd", "robbed seat 0 1");
    go("0 send 2 1-scores");
    news_is("dealer agent 0 7", "special seat 1 1");
}

static void news_of_nothing_to_rob(void **unused) { /* A4.7, A9.8 */
    (void)unused;
    begin(2, "points=0", "rob 2 ww|draw 1 ww|4*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    news_is("0 play 1 left-only-cmd", "nothing agent 1");
    news_is("0 play 2 left-left-cmd", "nothing agent 2"); /* nor to draw */
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
    gm_look(g, the.box, the.st, who, &v);
    lines.n = -1;
    g->preview(the.box, v.st, who, m, &lines);
    return &lines;
}

/* The sentences that a move shows, "best 3 1 seat 1 0 0; ...". */
static void shows(const char *line, const char *preview) {
    char found[512] = "";
    gm_move m;
    gm_seat who = told(whole(line), &m);
    assert_null(g->why_not(the.box, the.st, who, m));
    gm_lines l = *previewed(who, m);
    for (int i = 0; i < l.n; i++) {
        const char *say = l.line[i].say + strlen("agents.preview");
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s%s%s", i ? "; " : "",
                 say + (*say == '.'), *say ? " " : "", args_of(&l.line[i]));
    }
    if (strcmp(found, preview)) fail_msg("%s: %s, not %s", line, found, preview);
}

static void previews_of_own_and_others_choices(void **unused) { /* A4.1, A6.1, A6.3 */
    (void)unused;
    begin(2, "goal=99", INERT " ww|" INERT " bb|turn front ww|" INERT " ww|dismiss front ww|3*" INERT " ww",
          "agents=2 5|2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    shows("0 play 1 left-only-pts", "0 0 seat 1 0 0 seat -");
    go("0 play 1 left-only-pts");
    shows("0 play 2 left-left-pts", "1 0 seat 1 0 0 seat -"); /* of two colours */
    shows("0 play 2 left-left-cmd", "0 0 seat 1 0 0 seat -");
    shows("0 play 3 left-left-pts", "theirs 0 0 seat 1 0 0 seat 1"); /* there is but one to turn */
    shows("0 play 3 left-left-cmd", "best 0 0 seat 1 2 0 seat 0");   /* and it opens an arrow */
    shows("0 lay 1 left", "0 0 seat 1 0 0 seat -");
    shows("0 buy agent", "-1 0 seat 1 0 0 seat -"); /* what is paid counts */
    shows("0 buy situation", "-3 0 seat 1 0 0 seat -");
    shows("0 replace 1", "0 0 seat 1 0 0 seat -");
    go("0 play 2 left-left-pts");
    shows("0 lay 1 left", "6 1 seat 1 0 0 seat -");
    go("0 lay 1 left");
    shows("0 lay 1 hand", "1 6 seat 1 0 0 seat -");
    shows("0 end", ""); /* that is plain */
    go("0 end");
    points_are("11 5");
    shows("1 play 5 right-left-cmd", "best 0 0 seat 0 6 6 seat 1"); /* dismisses 1, not 2 */
    shows("1 play 5 right-left-pts", "theirs 0 0 seat 0 5 6 seat 0");
    shows("1 play 4 right-left-cmd", "0 0 seat 0 3 6 seat -"); /* three agents: the situation is gone */
    shows("1 buy agent", "-1 0 seat 0 6 6 seat -");
    go("1 play 5 right-left-cmd");
    shows("1 dismiss 2", "0 0 seat 0 7 3 seat -"); /* the answer itself */
    shows("1 dismiss 1", "0 0 seat 0 6 3 seat -");
}

static void previews_of_special_agents(void **unused) { /* A4.2 */
    (void)unused;
    begin(4, "goal=99", "rob 2 *3|draw 1 *2|neutralise any *4|10*" INERT " ww", "4*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3|10 11 12 4");
    shows("0 send 1 1-scores", "2 0 seat 1 1 0 seat -"); /* whom it touches */
    shows("0 send 1 1-acts", "1 0 seat 1 2 0 seat -");
    shows("0 send 1 3-scores", "2 0 seat 3 1 0 seat -");
    shows("0 send 1 2-scores", "2 0 seat 2 1 0 seat -");            /* across the table, too */
    shows("0 send 2 1-scores", "0 0 seat 1 2 0 seat -");            /* before the card is drawn */
    shows("0 send 2 1-acts", "2 0 seat 1 0 0 seat -");            /* nobody: one at least */
    in_time("1 play 4 right-only-cmd; 1 play 5 right-left-cmd"); /* two whites towards seat 0 */
    while (now()->turn)
        finish();
    shows("0 send 3 1-scores", "best 0 2 seat 1 4 0 seat 0");
    shows("0 send 3 1-acts", "theirs 4 2 seat 1 0 0 seat 1");
    shows("0 send 3 3-scores", "best 0 2 seat 3 4 0 seat 0");
    shows("0 send 3 2-acts", "theirs 4 2 seat 1 0 0 seat 2");
    go("0 send 3 1-acts");
    shows("1 neutralise 4", "0 0 seat 0 4 6 seat -");
}

static void previews_of_several_others(void **unused) { /* A9.10 */
    (void)unused;
    begin(4, "goal=99", "burn situation *1|11*" INERT " ww", "4*agents<=9 3");
    deal_out(1, "1 2 3 1|4 5 6 2|7 8 9 3|10 11 12 4");
    go("1 lay 2 left");
    finish();
    go("2 lay 3 left");
    finish();
    finish();
    shows("0 send 1 2-scores", "best 0 0 seat 1 0 3 seat 0; best 0 0 seat 2 4 3 seat 0"); /* most first */
    shows("0 send 1 1-scores", "best 0 0 seat 1 1 3 seat 0");
    go("0 send 1 2-scores");
    shows("0 burn 2", "0 0 seat 1 0 3 seat -");
    shows("0 burn 3", "0 0 seat 2 1 4 seat -");
}

static void previews_of_robbing_and_repeating(void **unused) { /* A4.3, A9.8 */
    (void)unused;
    begin(2, "goal=99", "rob 2 ww|" INERT " ww|4*" INERT " ww", "2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    shows("0 play 1 left-only-cmd", "2 0 seat 1 -2 0 seat -");
    shows("0 play 1 left-only-pts", "-2 0 seat 1 2 0 seat -");
    go("0 play 1 left-only-cmd");
    shows("0 repeat 1", "2 0 seat 1 -2 0 seat -");
    go("0 repeat 1");
    points_are("9 1");
    finish();
    while (now()->turn)
        finish();
    shows("0 repeat 1", "1 0 seat 1 -1 0 seat -"); /* what is there */
}

static void previews_of_a_briefing(void **unused) { /* A9.7 */
    (void)unused;
    begin(2, "goal=99", "brief ww|brief *2|4*" INERT " ww", "agents=1 5|" NEVER);
    deal_out(0, "1 2 3 2|4 5 6 1");
    shows("0 play 1 left-only-pts", "theirs 0 0 seat 1 0 0 seat 1"); /* with what seat 0 cannot see */
    shows("0 play 1 left-only-cmd", "best 0 0 seat 1 0 0 seat 0");
    shows("0 send 2 1-acts", "theirs 2 0 seat 1 0 0 seat 1");
    finish();
    go("1 lay 1 left; 1 play 4 left-only-cmd");
    shows("1 replace 1", "0 5 seat 0 0 0 seat -");
    finish();
    shows("0 play 1 left-only-pts", "theirs 0 0 seat 1 5 5 seat 1");
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

static void check_preview(gm_seat who, gm_move m) {
    ag_state s = *now();
    int seats = in_the_box()->seats;
    gm_lines l = *previewed(who, m);
    if (GM_KIND(m) == AG_M_END) {
        assert_int_equal(l.n, 0);
        return;
    }
    g->apply(the.box, &s, who, m);
    bool asked = s.phase == AG_P_COMMAND;
    gm_seat performer = asked ? s.performer : GM_NONE;
    bool unknown = asked && performer != who && in_the_box()->agent[s.acting].command == AG_BRIEF;
    if (asked && !unknown) answer_well(&s); /* of another's situations one knows nothing */
    gm_seats told_of = 0;
    int last = 1 << 20;
    assert_in_range(l.n, 1, seats - 1);
    for (int i = 0; i < l.n; i++) {
        const gm_arg *a = l.line[i].arg;
        int q = (int)a[2].n, change = abs((int)(a[3].n - a[4].n));
        assert_string_equal(l.line[i].say, !asked             ? "agents.preview"
                                           : performer == who ? "agents.preview.best"
                                                              : "agents.preview.theirs");
        assert_int_equal(a[0].n, at_the_end(&s, who));
        assert_int_equal(a[1].n, at_the_end(now(), who));
        assert_in_range(q, 0, seats - 1);
        assert_true(q != who && !(told_of & BIT(q)));
        assert_int_equal(a[3].n, at_the_end(&s, q));
        assert_int_equal(a[4].n, at_the_end(now(), q));
        assert_int_equal(a[5].n, performer);
        assert_true(change <= last && (change || l.n == 1)); /* whom it touches most first */
        last = change;
        told_of |= (gm_seats)BIT(q);
    }
    for (int q = 0; q < seats; q++)
        if (q != who && !(told_of & BIT(q))) assert_int_equal(at_the_end(&s, q), at_the_end(now(), q));
}

static void previews_come_true(void **unused) { /* A6.1, A6.3, A4.2 */
    rng r = {7};
    int checked = 0;
    (void)unused;
    for (int i = 0; i < 8; i++) {
        start(g, 2 + i % 4, i < 4 ? "goal=99" : "goal=99 safe-houses=on");
        while (now()->phase != AG_P_OVER && the.n < 250) {
            gm_move m[GM_MAX_MOVES];
            gm_seat who = (gm_seat)bits_first(g->to_act(the.box, the.st));
            int n = g->moves(the.box, the.st, who, m);
            for (int k = 0; who != GM_DEALER && k < n; k++) {
                check_preview(who, m[k]);
                checked++;
            }
            record_play(&the, who, m[rng_below(&r, (uint32_t)n)]);
        }
    }
    assert_true(checked > 5000);
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
    static const char *const signs[] = {"=", ">=", "<="};
    (void)unused;
    for (int i = 0; i < 33; i++) {
        char cards[64], name[64];
        snprintf(cards, sizeof cards, "%s%s%d 1|" NEVER, measures[i / 3], signs[i % 3], i);
        begin(2, "", "6*" INERT " ww", cards);
        snprintf(name, sizeof name, "agents.test.%s %s %d", measures[i / 3], signs[i % 3], i);
        name_is("test", 0, "1", name);
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
    for (int i = 0; i < 12; i++) {
        static const char *const ends[] = {"left", "right", "only"};
        char code[32], name[96];
        const char *side = i / 6 ? "right" : "left", *end = ends[i / 2 % 3];
        snprintf(code, sizeof code, "%s-%s-%s", side, end, i % 2 ? "pts" : "cmd");
        snprintf(name, sizeof name, "agents.place.%s-%s agents.faces.%s", side, end,
                 i % 2 ? "points" : "command");
        name_is("place", i, code, name);
    }
    assert_false(g->thing(the.box, "place", 12, &t));
    name_is("between", 2, "1-scores", "agents.between.command seat 1");
    name_is("between", 5, "2-acts", "agents.between.points seat 2");
    assert_false(g->thing(the.box, "between", 6, &t));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_front_from_both_sides),
        cmocka_unit_test(safe_houses_from_both_sides),
        cmocka_unit_test(only_one_side_of_a_safe_house),
        cmocka_unit_test(whose_fronts_come_last),
        cmocka_unit_test(the_table_in_sentences),
        cmocka_unit_test(situations_in_sentences),
        cmocka_unit_test(situations_by_their_owner),
        cmocka_unit_test(what_is_to_be_performed),
        cmocka_unit_test(large_and_empty_hands),
        cmocka_unit_test(many_situations),
        cmocka_unit_test(news_of_commands),
        cmocka_unit_test(news_of_one_point),
        cmocka_unit_test(news_of_nothing_to_rob),
        cmocka_unit_test(news_of_scores),
        cmocka_unit_test(news_of_shuffles),
        cmocka_unit_test(news_of_a_deck_of_one),
        cmocka_unit_test(previews_of_own_and_others_choices),
        cmocka_unit_test(previews_of_special_agents),
        cmocka_unit_test(previews_of_several_others),
        cmocka_unit_test(previews_of_robbing_and_repeating),
        cmocka_unit_test(previews_of_a_briefing),
        cmocka_unit_test(previews_come_true),
        cmocka_unit_test(names_of_commands),
        cmocka_unit_test(names_of_conditions),
        cmocka_unit_test(names_of_things),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
