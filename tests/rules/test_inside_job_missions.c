/* The rules of Inside Job, doc/rules/inside-job.md: missions and their deck files, J11; the examples, J12. */
#include "tests/rules/inside_job.h"

/* What can be said of the mission after each card: u undecided, l lost, c completed, f failed. */
static void verdicts(const char *condition, const char *cards, const char *after) {
    char found[IJ_SEATS + 1] = "";
    trick_of(condition, "yellow", cards);
    int plies = the.match.n, n = the.order.seats;
    for (int i = n; i--;) { /* backwards, because a rewound match forgets what came after */
        ij_figures f = {0};
        gm_match_rewind(&the.match, plies - n + 1 + i);
        g->figures->compute(the.box, the.st, &f);
        found[i] = "ulfc"[f.verdict];
    }
    assert_string_equal(found, after);
}

/* ---- J11 ---- */

static void all_in_a_range(void **unused) { /* J11.1 */
    (void)unused;
    meets("all 7-13", "p7 p13 p10");
    fails("all 7-13", "p7 p13 p6");
    fails("all 7-13", "p6 p13 p7");
    meets("all 1-7", "p1 p7 y3 g5");
    fails("all 1-7", "p1 p8 y3 g5");
    meets("all 5-5", "p5 y5 g5");
    fails("all 5-5", "p5 y5 g4");
    meets("all 9-11", "p9 p10 p11"); /* the numbers are values, not places in the trick */
    fails("all 9-11", "p8 p10 p11");
}

static void all_even_or_odd(void **unused) { /* J11.2 */
    (void)unused;
    meets("all even", "p2 p12 y4 p6 p8");
    fails("all even", "p2 p12 y4 p6 p1");
    fails("all even", "p13 p12 y4");
    meets("all odd", "p1 p13 y3 g5");
    fails("all odd", "p1 p13 y3 g6");
    fails("all odd", "p2 p13 y3");
}

static void in_order(void **unused) { /* J11.3 */
    (void)unused;
    meets("ascending", "p1 p2 g9 p13");
    fails("ascending", "p1 p2 g2 p13"); /* strictly */
    fails("ascending", "p1 p3 p2 p13");
    fails("ascending", "p1 p3 p4 p5 p2");
    meets("descending", "p13 g9 p2 p1");
    fails("descending", "p13 g9 b9 p1");
    fails("descending", "p13 p9 p10 p1");
    fails("descending", "p2 p3 p1");
}

static void that_card_wins(void **unused) { /* J11.4 */
    static const char *const winner[5] = {"p9 p2 p3 p4 p5", "p2 p9 p3 p4 p5", "p2 p3 p9 p4 p5",
                                          "p2 p3 p4 p9 p5", "p2 p3 p4 p5 p9"};
    static const char *const condition[] = {"winner first", "winner second", "winner third", "winner last"};
    (void)unused;
    for (int seats = 3; seats <= 5; seats++)
        for (int place = 0; place < seats; place++)
            for (int i = 0; i < 4; i++) {
                char cards[32];
                bool meant = i == 3 ? place == seats - 1 : i == place;
                snprintf(cards, sizeof cards, "%.*s", 3 * seats - 1, winner[place]);
                meant ? meets(condition[i], cards) : fails(condition[i], cards);
            }
    meets("winner third", "p13 p12 y1"); /* with a trump */
    fails("winner first", "p13 p12 y1");
    meets("winner second", "p13 p2+ p12"); /* or a raised card */
    fails("winner second", "p13 p2+ p12+");
}

static void all_of_one_colour(void **unused) { /* J11.5 */
    (void)unused;
    meets("same colour", "p1 p2 p3 p4 p5");
    fails("same colour", "p1 p2 p3 p4 y5");
    fails("same colour", "p1 y2 p3");
    fails("same colour", "p1 p2+ p3");  /* a raised one is yellow */
    meets("same colour", "y1 p2+ b3+"); /* so all are yellow */
    fails("same colour", "p1 p2+ p3+");
    meets("same colour", "y1 y2+ y3");
}

static void first_and_last_of_one_colour(void **unused) { /* J11.6 */
    (void)unused;
    meets("first and last same colour", "p1 g2 p3");
    fails("first and last same colour", "p1 p2 g3");
    meets("first and last same colour", "p1 g2 y3 p4");
    fails("first and last same colour", "p1 p2 p3 p4 y5");
    meets("first and last same colour", "p1 y2 g3 b4 p5");
    fails("first and last same colour", "p1 p2 p3+"); /* the last one is yellow by now */
    meets("first and last same colour", "y1 p2 p3+");
    meets("first and last same colour", "p1 p2+ p3");
}

static void the_last_is_lowest(void **unused) { /* J11.7 */
    (void)unused;
    meets("last lowest", "p3 p2 p1");
    meets("last lowest", "p3 y9 g13 p2");
    fails("last lowest", "p3 p2 p4");
    fails("last lowest", "p3 p1 p2");
    fails("last lowest", "p3 p9 g13 b3"); /* strictly */
    fails("last lowest", "p9 p3 g13 b3");
    meets("last lowest", "p3 p9 y9 g13 b2+");
    fails("last lowest", "p1 p9 y9 g13 b2");
}

static void those_carry_intel(void **unused) { /* J11.8 */
    (void)unused;
    meets("raised second", "p3 p2+ p1");
    fails("raised second", "p3 p2 p1+");
    fails("raised second", "p3 p2 p1");
    meets("raised second", "p3 p2+ p1+ p4+ p5"); /* others may too */
    meets("raised third", "p3 p2 p1+");
    fails("raised third", "p3 p2+ p1");
    meets("raised third", "p3 p2 y1+ p4");
    fails("raised third", "p3 p2 p1 p4+");
    meets("raised third", "p3 p2 p1+ p4 p5");
    meets("raised last", "p3 p2 p1+");
    fails("raised last", "p3 p2+ p1");
    meets("raised last", "p3 p2 p1 p4+");
    fails("raised last", "p3 p2 p1+ p4");
    meets("raised last", "p3 p2 p1 p4 g5+");
    fails("raised last", "p3 p2 p1 p4+ g5");
    meets("raised at least 2", "p3 p2+ p1+");
    meets("raised at least 2", "p3 p2+ p1+ p4+ p5");
    meets("raised at least 2", "p3 p2 p1+ p4 p5+");
    fails("raised at least 2", "p3 p2+ p1");
    fails("raised at least 2", "p3 p2 p1 p4 p5");
}

static bool opens(const char *settings, int seats, fault *why) {
    gm_file own = own_deck();
    return open_with(g, seats, settings, &own, why);
}

/* The second of 22 missions is this.  It is wrong, in this column. */
static void bad_row(const char *row, const char *say, int column, const char *with) {
    fault why;
    size_t n;
    begin_deck();
    add_mission(1, "ascending", "pink", false);
    n = strlen(deck);
    snprintf(deck + n, sizeof deck - n, "%s\n", row);
    for (int i = 3; i <= 22; i++)
        add_mission(i, "ascending", "pink", false);
    if (opens("", 3, &why)) fail_msg("%s is taken", row);
    assert_string_equal(why.say, say);
    assert_string_equal(why.file, "own.csv");
    assert_int_equal(why.line, 3);
    assert_int_equal(why.column, column);
    assert_string_equal(why.with[0], with);
}

static void deck_files_with_mistakes(void **unused) { /* J11.9 */
    static const char unknown[] =
        "all 0-5|all 9-3|all 7-14|all 7|all 07-13|all -7|all 1-|all 1 - 7|all|all A-B|all odd-even|"
        "winner fourth|winner|raised first|raised fourth|raised|raised at least 3|same color|"
        "Ascending|ascending |first lowest|last highest|first same colour";
    int tried = 0;
    (void)unused;
    for (const char *w = unknown; *w; w += strcspn(w, "|"), w += *w == '|', tried++) {
        char name[64], row[96];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(w, "|"), w);
        snprintf(row, sizeof row, "2,%s,pink,no", name);
        bad_row(row, "inside-job.deck.condition", 3, name);
    }
    assert_int_equal(tried, 23);
    bad_row("2,,pink,no", "csv.empty", 3, "");
    bad_row("2,ascending,red,no", "inside-job.deck.trump", 13, "red");
    bad_row("2,ascending,,no", "csv.empty", 13, "");
    bad_row("2,all odd,pink,maybe", "inside-job.deck.risky", 16, "maybe");
    bad_row("1,all odd,pink,no", "inside-job.deck.twice", 1, "1");
    bad_row("0,all odd,pink,no", "inside-job.deck.number", 1, "0");
    bad_row("100,all odd,pink,no", "inside-job.deck.number", 1, "100");
    bad_row("two,all odd,pink,no", "inside-job.deck.number", 1, "two");
}

static void every_condition_can_be_in_a_deck(void **unused) { /* J11.9 */
    char known[] = "all 1-1|all 13-13|all 1-13|all even|all odd|ascending|descending|winner first|"
                   "winner second|winner third|winner last|same colour|first and last same colour|"
                   "last lowest|raised second|raised third|raised last|raised at least 2";
    fault why;
    int n = 99;
    (void)unused;
    begin_deck();
    for (char *w = strtok(known, "|"); w; w = strtok(NULL, "|"))
        add_mission(n--, w, "green", false);
    assert_int_equal(n, 99 - 18);
    assert_true(opens("", 5, &why));
}

static void a_deck_of_the_right_size(void **unused) { /* J11.9 */
    static const int need[] = {22, 20, 18};
    fault why;
    (void)unused;
    for (int seats = 3; seats <= 5; seats++) {
        begin_deck();
        for (int i = 1; i < need[seats - 3]; i++)
            add_mission(i, "all odd", "blue", false);
        for (int i = 40; i < 44; i++) /* risky ones do not count, whether they are played or not */
            add_mission(i, "raised last", "blue", true);
        for (int risk = 0; risk < 2; risk++) {
            assert_false(opens(risk ? "risk=on" : "", seats, &why));
            assert_string_equal(why.say, "inside-job.deck.few");
            assert_int_equal(why.line, need[seats - 3] + 4);
            assert_int_equal(atoi(why.with[0]), need[seats - 3] - 1);
            assert_int_equal(atoi(why.with[1]), need[seats - 3]);
        }
        add_mission(99, "all odd", "blue", false);
        assert_true(opens("", seats, &why));
        assert_true(opens("risk=on", seats, &why));
    }
    begin_deck();
    for (int i = 1; i <= 32; i++)
        add_mission(i, "all odd", "blue", i > 28);
    assert_true(opens("", 3, &why));
    add_mission(33, "all odd", "blue", false);
    assert_false(opens("", 3, &why));
    assert_string_equal(why.say, "inside-job.deck.many");
    assert_string_equal(why.with[0], "32");
    assert_int_equal(why.line, 34);
    assert_int_equal(why.column, 1);
}

static void who_cannot_raise_fails_such_a_mission(void **unused) { /* J11.9 */
    (void)unused;
    trick_with("raise=off", "raised second", "yellow", "p3 p2 p1");
    assert_int_equal(now()->completed, 0);
    trick_with("raise=off", "raised at least 2", "yellow", "p3 p2 p1 p4 p5");
    assert_int_equal(now()->completed, 0);
}

/* ---- figures: what one may read off the table ---- */

static void whether_there_is_hope(void **unused) { /* J3.8, J11.1 to J11.8 */
    (void)unused;
    verdicts("all 3-9", "p3 p9 p5", "uuc");
    verdicts("all 3-9", "p3 p10 p5", "ulf");
    verdicts("all even", "p2 p3 p4", "ulf");
    verdicts("all odd", "p1 p3 p5", "uuc");
    verdicts("ascending", "p4 p3 p5", "ulf");
    verdicts("descending", "p4 p3 p2", "uuc");
    verdicts("same colour", "p4 g3 p2", "ulf");
    verdicts("same colour", "p4 p3 p2", "uuc");
    verdicts("first and last same colour", "p4 g3 g2", "uuf");
    verdicts("winner first", "p4 p5 p3", "uuf"); /* a trump might still come */
    verdicts("last lowest", "p4 p1 p3", "uuf");
    verdicts("raised second", "p4 p5 p3", "ulf");
    verdicts("raised last", "p4 p5 p3+", "uuc");
    verdicts("raised at least 2", "p4 p5 p3 p2+", "uuuf");
}

static void figures_of_a_trick(void **unused) { /* J1, J3.3, J3.6, J4.2, J4.5 */
    (void)unused;
    deal(4, "", NULL, 2, 1, "p13|p5|p8|y2 -p");
    figure("tricks", "10");
    figure("need", "7");
    figure("limit", "5");
    figure("specials", "[]");
    figure("controls", "\"-\"");
    figure("mission", "\"-\"");
    figure("ahead", "\"-\"");
    figure("places", "[\"-\",\"-\",\"-\",\"-\",\"-\"]");
    play_all("dealer mission 1;dealer mission 2;2 pick 1"); /* all 7-13, yellow */
    figure("mission", "\"1\"");
    figure("places", "[2,3,0,1,\"-\"]");
    figure("verdict", "\"undecided\"");
    play_all("2 play p8");
    figure("ahead", "2");
    play_all("3 play y2");
    figure("ahead", "3");
    figure("verdict", "\"lost\"");
    figure("broke", "3");
    play_all("0 raise p13");
    figure("ahead", "0");
    figure("colours", "[\"pink\",\"yellow\",\"yellow\",\"-\",\"-\"]");
    play_all("1 play p5");
    figure("ahead", "0");
    figure("broke", "3");
    figure("verdict", "\"failed\""); /* it lies there until the next one is picked */
    figure("mission", "\"1\"");
    play_all("dealer mission 3;dealer mission 4");
    figure("mission", "\"1\"");
    play_all("0 pick 3");
    figure("mission", "\"3\"");
    figure("ahead", "\"-\"");
    figure("broke", "\"-\"");
    figure("places", "[0,1,2,3,\"-\"]");
    trick_of("winner first", "yellow", "p4 p5 p3");
    figure("broke", "1"); /* the card that won, not the last one */
}

static void past_tricks_are_shown_if_agreed(void **unused) { /* J3.7 */
    (void)unused;
    deal(4, "", NULL, 2, 1, "p13|p5|p8|y2 -p");
    figure("log_open", "0");
    deal(4, "open-log=on", NULL, 2, 1, "p13|p5|p8|y2 -p");
    figure("log_open", "1");
}

/* ---- J12 ---- */

static void first_example(void **unused) { /* J12.1 */
    (void)unused;
    deal(4, "", NULL, 0, 1, "p8|p10|y7 -p|p12");
    play_all("dealer mission 1;dealer mission 2;0 pick 1"); /* all 7-13, yellow */
    play_all("0 play p8;1 play p10;2 play y7;3 play p12");
    won_by(2);
    figure("ahead", "2");
    figure("verdict", "\"completed\"");
    sees(GM_SPECTATOR, "intel", "[1,1,2,1,0]");
    sees(GM_SPECTATOR, "completed", "[0]");
    asks(GM_DEALER); /* and the game goes on */
    play_all("dealer mission 3;dealer mission 4");
    can(2, "pick 3, pick 4");
}

static void second_example(void **unused) { /* J12.2 */
    (void)unused;
    deal(4, "", NULL, 0, 1, "g13|g5|y5 -g|g4");
    play_all("dealer mission 7;dealer mission 8;0 pick 7"); /* trump yellow */
    play_all("0 play g13;1 raise g5;2 play y5;3 play g4");
    won_by(2);
    sees(GM_SPECTATOR, "intel", "[1,0,3,1,0]");
    sees(GM_SPECTATOR, "pool", "9");
}

/* ---- options for the laws ---- */

static void a_mini_is_for_three_with_missions_enough(void **unused) {
    fault why;
    (void)unused;
    assert_true(open_with(g, 3, "mini=1", NULL, &why));
    for (int seats = 4; seats <= 5; seats++) /* there are too few cards */
        assert_false(open_with(g, seats, "mini=1", NULL, &why));
    begin_deck();
    add_mission(1, "all odd", "blue", false);
    assert_false(opens("mini=2", 3, &why)); /* and too few missions */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_in_a_range),
        cmocka_unit_test(all_even_or_odd),
        cmocka_unit_test(in_order),
        cmocka_unit_test(that_card_wins),
        cmocka_unit_test(all_of_one_colour),
        cmocka_unit_test(first_and_last_of_one_colour),
        cmocka_unit_test(the_last_is_lowest),
        cmocka_unit_test(those_carry_intel),
        cmocka_unit_test(deck_files_with_mistakes),
        cmocka_unit_test(every_condition_can_be_in_a_deck),
        cmocka_unit_test(a_deck_of_the_right_size),
        cmocka_unit_test(who_cannot_raise_fails_such_a_mission),
        cmocka_unit_test(whether_there_is_hope),
        cmocka_unit_test(figures_of_a_trick),
        cmocka_unit_test(past_tricks_are_shown_if_agreed),
        cmocka_unit_test(first_example),
        cmocka_unit_test(second_example),
        cmocka_unit_test(a_mini_is_for_three_with_missions_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
