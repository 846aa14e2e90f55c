/* The news of The Agents: what a move brought about. */
#include "tests/rules/agents.h"

static gm_view view_before[GM_LISTENERS]; /* what everybody saw before the last line */

static const gm_lines *news_to(gm_seat who) {
    static gm_lines lines;
    gm_view v;
    gm_make_view(g, the.box, the.st, who, &v);
    lines.n = -1;
    g->news(the.box, view_before[who].st, v.st, who, &lines);
    assert_in_range(lines.n, 0, GM_MAX_LINES - 1);
    return &lines;
}

static void remember_views(void) {
    for (gm_seat who = 0; who < GM_LISTENERS; who++)
        if (who < in_the_box()->head.seats || who == GM_SPECTATOR)
            gm_make_view(g, the.box, the.st, who, &view_before[who]);
}

/* What a reader is told that the last line brought about: "robbed seat 0 2; ...".  Only the first `most`
 * sentences count. */
static void hears_at_most(gm_seat who, int most, const char *news) {
    char found[512] = "";
    const gm_lines *l = news_to(who);
    for (int i = 0; i < l->n && i < most; i++)
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s %s", i ? "; " : "",
                 l->line[i].say + strlen("agents.news."), args_of(&l->line[i]));
    assert_string_equal(found, news);
}
static void hears(gm_seat who, const char *news) { hears_at_most(who, GM_MAX_LINES, news); }
static void hears_first(gm_seat who, const char *news) { hears_at_most(who, 1, news); }

/* Plays a line; the spectators are told this news. */
static void news_is(const char *line, const char *news) {
    remember_views();
    go(line);
    hears(GM_SPECTATOR, news);
}

/* Plays a line after which an agent lies somewhere else.  `told` is what every reader is told first, seat
 * by seat and then the spectators, with '|' between.  "1 left right 0" is short for "lies agent 1
 * agents.front.left agents.at.right seat 0", or "lies.you ..." if the reader is seat 0, and "1 0-1 0" for "lies-between agent 1 seat 0 seat 1 seat 0". */
static void place_is_told(const char *line, const char *told) {
    char full[128], front[8], at[8];
    int card, a, b, works;
    remember_views();
    go(line);
    for (gm_seat who = 0; told;
         who = (gm_seat)(who + 1 < in_the_box()->head.seats ? who + 1 : GM_SPECTATOR)) {
        if (sscanf(told, "%d %d-%d %d", &card, &a, &b, &works) == 4)
            snprintf(full, sizeof full, "lies-between agent %d seat %d seat %d seat %d", card, a, b, works);
        else {
            assert_int_equal(sscanf(told, "%d %7s %7s %d", &card, front, at, &works), 4);
            snprintf(full, sizeof full, "lies%s agent %d agents.front.%s agents.at.%s seat %d",
                     works == who ? ".you" : "", card, front, at, works);
        }
        hears_first(who, full);
        told = strchr(told, '|');
        if (told) told++;
        assert_true(!told == (who == GM_SPECTATOR)); /* every reader has been checked */
    }
}

static void where_agents_lie_of_two(void **unused) { /* A2.2, A4.1, A8.4 */
    (void)unused;
    begin(2, "", "3*" INERT " ww|move own ww|7*" INERT " ww", IDLE_2);
    deal_out(0, "1 2 4 1|3 5 6 2");
    place_is_told("0 play 1 left-only-cmd", "1 left only 0|1 right only 0|1 0-1 0");
    hears(0, "lies.you agent 1 agents.front.left agents.at.only seat 0; nothing agent 1");
    hears(1, "lies agent 1 agents.front.right agents.at.only seat 0; nothing agent 1");
    place_is_told("0 play 2 left-left-pts", "2 left left 1|2 right right 1|2 0-1 1");
    finish_turn();
    place_is_told("1 play 3 right-left-cmd", "3 left right 1|3 right left 1|3 0-1 1");
    place_is_told("1 play 5 left-only-pts", "5 right only 0|5 left only 0|5 1-0 0"); /* front 1 */
    finish_turn();
    front_is(0, "2:1 1:0 3:1");
    front_is(1, "5:0");
    place_is_told("0 play 4 right-left-cmd", "4 right left 0|4 left right 0|4 1-0 0");
    hears(0, "lies.you agent 4 agents.front.right agents.at.left seat 0"); /* the command asks for a choice */
    place_is_told("0 move 2 right", "2 right right 1|2 left left 1|2 1-0 1");
    hears(0, "lies agent 2 agents.front.right agents.at.right seat 1"); /* moving it performs no command */
    finish_turn();
    place_is_told("1 play 6 left-right-cmd", "6 right left 1|6 left right 1|6 1-0 1");
    finish_turn();
    go("0 repeat 4");
    place_is_told("0 move 5 left", "5 left left 0|5 right right 0|5 0-1 0");
}

static void where_agents_lie_of_four(void **unused) { /* A2.2, A4.1, A8.4 */
    (void)unused;
    begin(4, "", "move own ww|12*" INERT " ww", IDLE_4);
    deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3|10 11 12 4");
    place_is_told("0 play 2 left-only-cmd", "2 left only 0|2 right only 0|2 0-1 0|2 0-1 0|2 0-1 0");
    place_is_told("0 play 3 left-right-pts", "3 left right 1|3 right left 1|3 0-1 1|3 0-1 1|3 0-1 1");
    finish_turn();
    place_is_told("1 play 4 right-right-pts", "4 left left 0|4 right right 0|4 0-1 0|4 0-1 0|4 0-1 0");
    place_is_told("1 play 5 left-only-cmd", "5 1-2 1|5 left only 1|5 right only 1|5 1-2 1|5 1-2 1");
    finish_turn();
    place_is_told("2 play 7 left-only-pts", "7 2-3 3|7 2-3 3|7 left only 3|7 right only 3|7 2-3 3");
    finish_turn();
    place_is_told("3 play 10 left-only-pts", "10 right only 0|10 3-0 0|10 3-0 0|10 left only 0|10 3-0 0");
    finish_turn();
    place_is_told("0 play 1 right-left-cmd", "1 right left 0|1 3-0 0|1 3-0 0|1 left right 0|1 3-0 0");
    place_is_told("0 move 3 left",
                  "3 right left 3|3 3-0 3|3 3-0 3|3 left right 3|3 3-0 3"); /* seat 3 is opposite now */
    go("0 repeat 1");
    place_is_told("0 move 10 right", "10 left right 0|10 right left 0|10 0-1 0|10 0-1 0|10 0-1 0");
}

/* With a safe house in the row, the ends of the row are still its ends. */
static void where_agents_lie_at_safe_houses(void **unused) { /* A11.1 */
    (void)unused;
    begin(2, "safe-houses=on", "6*" INERT " ww", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    go("0 play 1 left-right-cmd");
    place_is_told("0 play 2 left-right-cmd", "2 left right 0|2 right left 0|2 0-1 0");
    finish_turn();
    place_is_told("1 play 4 right-right-cmd", "4 left left 1|4 right right 1|4 0-1 1");
}

static void where_situations_lie(void **unused) { /* A2.2, A5.1 */
    (void)unused;
    begin(2, "", "6*" INERT " ww", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    news_is("0 lay 1 left", "beside-between seat 0 seat 1");
    hears(0, "beside agents.front.left seat 1");
    hears(1, "beside agents.front.right seat 1");
    news_is("0 lay 1 right", "beside-between seat 1 seat 0");
    hears(0, "beside agents.front.right seat 0");
    hears(1, "beside agents.front.left seat 0");
    finish_turn();
    news_is("1 lay 2 left", "beside-between seat 1 seat 0");
    hears(0, "beside agents.front.right seat 0");
    hears(1, "beside agents.front.left seat 0");
    news_is("1 lay 2 hand", ""); /* the move says it all */
    hears(0, "");
    hears(1, "");
    begin(4, "", "12*" INERT " ww", IDLE_4);
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

/* The mover's agent, or situation if `end` is NULL, has come to lie in the front on that side: what a
 * reader is told of it.  The mover's left is the right of the player opposite.  The agent works for seat
 * `works`, or for the player opposite if that is -1. */
static void check_place(gm_seat who, int mover, const char *side, const char *end, int card, int works) {
    char expected[128];
    int n = in_the_box()->head.seats, left = !strcmp(side, "left"),
        first = left ? mover : (mover + n - 1) % n, second = (first + 1) % n,
        opposite = left ? second : first;
    const char *near = who == mover ? side : flip(side), *at = who == mover ? end : flip(end);
    bool sits = who == mover || who == opposite;
    if (works < 0) works = opposite;
    if (end && sits)
        snprintf(expected, sizeof expected, "lies%s agent %d agents.front.%s agents.at.%s seat %d",
                 works == who ? ".you" : "", card, near, at, works);
    else if (end)
        snprintf(expected, sizeof expected, "lies-between agent %d seat %d seat %d seat %d", card, first,
                 second, works);
    else if (sits)
        snprintf(expected, sizeof expected, "beside agents.front.%s seat %d", near, second);
    else
        snprintf(expected, sizeof expected, "beside-between seat %d seat %d", first, second);
    hears_first(who, expected);
}

/* Reads from the move where it puts its card, as the mover sees it, and checks what a reader is told. */
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
            remember_views();
            gm_match_play(&the.match, by, m[k]);
            for (gm_seat who = 0; who < GM_LISTENERS && by != GM_DEALER; who++) {
                if (who >= in_the_box()->head.seats && who < GM_MAX_SEATS) continue;
                check_places(&before, by, move, who);
                told_now(who); /* it must fit into its lines */
                checked++;
            }
        }
    }
    assert_true(checked > 5000);
}

/* All have seen a card that is bought from the discards; nobody has seen one from a deck. */
static void news_of_buying(void **unused) { /* A4.4, A12.1 */
    (void)unused;
    begin(2, "goal=99", "draw 1 *30|10*" INERT " ww|draw 1 *1", IDLE_4);
    deal_out(0, "1 2 12 1|4 5 6 2");
    go("0 send 1 1-acts");
    draw("7");
    go("0 send 12 1-acts");
    draw("8");
    go("0 end; 1 replace 2");
    draw("3");
    go("1 buy agent");
    draw("9");
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
          IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    news_is("0 play 1 left-only-cmd", "lies-between agent 1 seat 0 seat 1 seat 0; robbed seat 0 2 seat 1");
    hears(0, "lies.you agent 1 agents.front.left agents.at.only seat 0; robbed seat 0 2 seat 1");
    hears(1, "lies agent 1 agents.front.right agents.at.only seat 0; robbed.you seat 0 2 seat 1");
    news_is("0 play 2 left-right-cmd", "lies-between agent 2 seat 0 seat 1 seat 0; nothing agent 2");
    news_is("0 end", "scored seat 0 0 0 0 7");
    news_is("1 play 6 left-only-cmd", "lies-between agent 6 seat 1 seat 0 seat 1; nothing agent 6");
    news_is("1 send 5 0-scores", "special seat 0 4; robbed seat 1 7 seat 0");
    news_is("1 end", "scored seat 1 2 2 0 12");
    news_is("0 play 3 left-left-cmd", "lies-between agent 3 seat 0 seat 1 seat 0");
    news_is("0 dismiss 6", "");               /* the move says it all */
    news_is("0 repeat 2", "salvage agent 6"); /* it goes to a hand, so no place is told */
    finish_turn();
    news_is("1 send 4 0-acts", "salvage agent 5; special seat 1 3");
    news_is("1 lay 2 left", "beside-between seat 1 seat 0");
    news_is("1 buy agent", "");
    news_is("dealer agent 1 7", "");
    news_is("1 end", "scored seat 1 4 4 0 18");
    discards_are(AG_AGENT, "4");
    news_is("0 repeat 1", "robbed seat 0 2 seat 1");
}

static void news_of_one_point(void **unused) { /* A9.8 */
    (void)unused;
    begin(2, "", "rob 1 ww|draw 1 *1|5*" INERT " ww", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    news_is("0 play 1 left-only-cmd", "lies-between agent 1 seat 0 seat 1 seat 0; robbed seat 0 1 seat 1");
    news_is("0 send 2 1-scores", ""); /* the card is drawn first */
    news_is("dealer agent 0 7", "special seat 1 1");
}

static void news_of_nothing_to_rob(void **unused) { /* A4.7, A9.8 */
    (void)unused;
    begin(2, "points=0", "rob 2 ww|draw 1 ww|4*" INERT " ww", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    news_is("0 play 1 left-only-cmd", "lies-between agent 1 seat 0 seat 1 seat 0; nothing agent 1");
    news_is(
        "0 play 2 left-left-cmd",
        "lies-between agent 2 seat 0 seat 1 seat 0; nothing agent 2"); /* there is nothing to draw, either */
}

/* Who is robbed depends on the front; among three, everybody hears who it was. */
static void news_of_who_is_robbed(void **unused) { /* A9.8 */
    (void)unused;
    begin(3, "", "2*rob 1 ww|7*" INERT " ww", IDLE_3);
    deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3");
    news_is("0 play 1 left-only-cmd", "lies-between agent 1 seat 0 seat 1 seat 0; robbed seat 0 1 seat 1");
    hears(1, "lies agent 1 agents.front.right agents.at.only seat 0; robbed.you seat 0 1 seat 1");
    hears(2, "lies-between agent 1 seat 0 seat 1 seat 0; robbed seat 0 1 seat 1");
    news_is("0 play 2 right-only-cmd", "lies-between agent 2 seat 2 seat 0 seat 0; robbed seat 0 1 seat 2");
    hears(2, "lies agent 2 agents.front.left agents.at.only seat 0; robbed.you seat 0 1 seat 2");
}

/* A robbery that wins: the news say where the robber lies and what it brought, and no more. */
static void news_of_the_last_robbery(void **unused) { /* A7.1 */
    (void)unused;
    begin(2, "goal=6", "rob 1 ww|5*" INERT " ww", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    news_is("0 play 1 right-only-pts", "lies-between agent 1 seat 1 seat 0 seat 1; robbed seat 1 1 seat 0");
    hears(0, "lies agent 1 agents.front.right agents.at.only seat 1; robbed.you seat 1 1 seat 0");
    hears(1, "lies.you agent 1 agents.front.left agents.at.only seat 1; robbed seat 1 1 seat 0");
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
    begin(2, "goal=6 finish-round=on hand=1", "draw 1 *1|draw 3 *0|draw 1 *0|2*" INERT " ww", IDLE_2);
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
    begin(2, "hand=1", "draw 1 *0|draw 2 *0|" INERT " ww|" INERT " ww", IDLE_2);
    news_is("dealer first 0", "");
    news_is("dealer agent 0 1", ""); /* dealing does not shuffle */
    news_is("dealer situation 0 1", "");
    news_is("dealer agent 1 2", "");
    news_is("dealer situation 1 2", "");
    go("0 send 1 1-scores");
    news_is("dealer agent 0 3", "");
    finish_turn();
    go("1 send 2 0-scores");
    news_is("dealer agent 1 4", "shuffled "); /* one card was left, and after the shuffle one is left again */
    news_is("dealer agent 1 1", "");
    phase_is("turn");
}

/* With a safe house an agent lies on one side of it, even alone. */
static void news_of_an_agent_beside_a_safe_house(void **unused) { /* A11.1 */
    (void)unused;
    begin(2, "safe-houses=on", "8*" INERT " ww", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    place_is_told("0 play 1 left-right-cmd", "1 left right 0|1 right left 0|1 0-1 0");
    place_is_told("0 play 2 left-left-cmd", "2 left left 0|2 right right 0|2 0-1 0");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(where_agents_lie_of_two),
        cmocka_unit_test(where_agents_lie_of_four),
        cmocka_unit_test(where_agents_lie_at_safe_houses),
        cmocka_unit_test(where_situations_lie),
        cmocka_unit_test(places_are_told_to_all),
        cmocka_unit_test(news_of_buying),
        cmocka_unit_test(news_of_commands),
        cmocka_unit_test(news_of_one_point),
        cmocka_unit_test(news_of_nothing_to_rob),
        cmocka_unit_test(news_of_who_is_robbed),
        cmocka_unit_test(news_of_the_last_robbery),
        cmocka_unit_test(news_of_scores),
        cmocka_unit_test(news_of_shuffles),
        cmocka_unit_test(news_of_a_deck_of_one),
        cmocka_unit_test(news_of_an_agent_beside_a_safe_house),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
