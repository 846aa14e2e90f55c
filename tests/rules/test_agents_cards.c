/* The cards of The Agents and their deck files, doc/rules/agents.md: A9, A10. */
#include "tests/rules/agents.h"

/* ---- agents ---- */

/* The first card of a deck that begins with this row. */
static const ag_agent *read_agent(const char *row) {
    fault why;
    gm_file own = own_file(AG_AGENT, "6*" INERT " ww");
    snprintf(agent_file, sizeof agent_file,
             AGENT_COLUMNS "%s\na,ordinary," INERT ",,white,white\nb,ordinary," INERT
                           ",,white,white\nc,ordinary," INERT ",,white,white\nd,ordinary," INERT
                           ",,white,white\ne,ordinary," INERT ",,white,white\n",
             row);
    own.size = strlen(agent_file);
    if (!open_files(2, "", &own, NULL, &why)) fail_msg("%s: %s", row, why.say);
    return &in_the_box()->agent[0];
}

static const char *const target_words[] = {"neighbour", "end", "front", "own", "any"};

static void commands_with_targets(void **unused) { /* A9.1 to A9.4, A9.13 */
    static const char *const verbs[] = {"neutralise", "revive", "turn",    "swap",
                                        "swap self",  "recall", "dismiss", "move"};
    static const int commands[] = {AG_NEUTRALISE, AG_REVIVE, AG_TURN,    AG_SWAP,
                                   AG_SWAP_SELF,  AG_RECALL, AG_DISMISS, AG_MOVE};
    char row[64];
    (void)unused;
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 5; k++)
            for (int special = 0; special < 2; special++) {
                bool never = (i == 7 && k == 4) || (special && (i == 4 || k < 3));
                if (never) continue;
                snprintf(row, sizeof row, special ? "x,special,%s %s,7,," : "x,ordinary,%s %s,,black,white",
                         verbs[i], target_words[k]);
                const ag_agent *a = read_agent(row);
                assert_int_equal(a->command, commands[i]);
                assert_int_equal(a->target, k);
                assert_int_equal(a->special, special);
                assert_int_equal(a->points, special ? 7 : 0);
                assert_int_equal(in_the_box()->special, special);
            }
}

static void commands_without_targets(void **unused) { /* A9.5 to A9.10, A9.13 */
    static const struct {
        const char *words;
        int command, n;
    } rows[] = {
        {"draw 1", AG_DRAW, 1},         {"draw 99", AG_DRAW, 99},         {"rob 1", AG_ROB, 1},
        {"rob 12", AG_ROB, 12},         {"rob 99", AG_ROB, 99},           {"salvage", AG_SALVAGE, 0},
        {"brief", AG_BRIEF, 0},         {"pickpocket", AG_PICKPOCKET, 0}, {"steal situation", AG_STEAL, 0},
        {"burn situation", AG_BURN, 0},
    };
    char row[64];
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int special = 0; special < 2; special++) {
            snprintf(row, sizeof row, special ? "x,special,%s,0,," : "x,ordinary,%s,,white,black",
                     rows[i].words);
            const ag_agent *a = read_agent(row);
            assert_int_equal(a->command, rows[i].command);
            assert_int_equal(a->n, rows[i].n);
            assert_int_equal(a->special, special);
        }
}

static void halves_and_points(void **unused) { /* A9.13, A1.3, A1.4 */
    static const char *const colours[] = {"black", "white"};
    char row[64];
    (void)unused;
    for (int i = 0; i < 4; i++) {
        snprintf(row, sizeof row, "x,ordinary,brief,,%s,%s", colours[i / 2], colours[i % 2]);
        const ag_agent *a = read_agent(row);
        assert_int_equal(a->half[0], i / 2 ? AG_WHITE : AG_BLACK);
        assert_int_equal(a->half[1], i % 2 ? AG_WHITE : AG_BLACK);
    }
    assert_int_equal(read_agent("x,special,brief,0,,")->points, 0);
    assert_int_equal(read_agent("x,special,brief,99,,")->points, 99);
}

/* The second of six cards is this.  It is wrong, in this column. */
static void bad_agent(const char *row, const char *say, int column, const char *with) {
    fault why;
    gm_file own = own_file(AG_AGENT, INERT " ww");
    size_t n = strlen(agent_file);
    snprintf(agent_file + n, sizeof agent_file - n, "%s\n", row);
    for (int i = 0; i < 4; i++)
        strcat(agent_file, "y,ordinary,brief,,white,black\n");
    own.size = strlen(agent_file);
    if (open_files(2, "", &own, NULL, &why)) fail_msg("%s is taken", row);
    if (strcmp(why.say, say)) fail_msg("%s: %s", row, why.say);
    assert_string_equal(why.file, "own.csv");
    assert_int_equal(why.line, 3);
    assert_int_equal(why.column, column);
    assert_string_equal(why.with[0], with);
}

static void bad_commands(bool special, const char *say, const char *commands) {
    for (const char *c = commands; *c; c += strcspn(c, ";"), c += *c == ';') {
        char command[64], row[128];
        snprintf(command, sizeof command, "%.*s", (int)strcspn(c, ";"), c);
        snprintf(row, sizeof row, special ? "x,special,\"%s\",3,," : "x,ordinary,\"%s\",,black,white",
                 command);
        bad_agent(row, say, special ? 11 : 12, command);
    }
}

static void commands_with_mistakes(void **unused) { /* A9.13 */
    static const char never[] =
        "neutralise;neutralise ;neutralise all;neutralise  any;neutralise any ;Neutralise any;neutralise Any;"
        " neutralise any;neutralise any own;neutralise self any;neutralise 1;neutralize any;neutraliseany;"
        "revive;revive self;turn;turn neighbours;turn,any;swap;swap ;swap self;swap self ;swap self self;"
        "swap  self own;swap selfown;swap own self;recall;recall ends;dismiss;dismiss fronts;move;move all;"
        "draw;draw ;draw 0;draw 100;draw 01;draw -1;draw +1;draw 1 ;draw  1;draw x;draw any;draw1;draw 1 "
        "2;draw 1.5;"
        "rob;rob 0;rob 100;rob any;rob 1 2;rob 03;salvage 1;salvage ;salvages;Salvage;brief 1;brief "
        "any;brief ;"
        "pickpocket any;pickpocket 1;pickpocket ;steal;steal ;steal situations;steal  situation;steal "
        "situation ;"
        "steal agent;steal any;burn;burn any;burn situation any;burnsituation;end;any;nothing;situation";
    (void)unused;
    bad_commands(false, "agents.deck.command", never);
    bad_commands(true, "agents.deck.command", never);
    bad_agent("x,ordinary,,,black,white", "csv.empty", 12, "");
    bad_agent("x,special,,3,,", "csv.empty", 11, "");
}

static void commands_that_no_agent_can_have(void **unused) { /* A9.13 */
    static const char *const verbs[] = {"neutralise", "revive", "turn", "swap", "recall", "dismiss", "move"};
    (void)unused;
    bad_commands(false, "agents.deck.move-any", "move any"); /* for anyone */
    bad_commands(true, "agents.deck.move-any", "move any");
    bad_commands(true, "agents.deck.self",
                 "swap self neighbour;swap self end;swap self front;swap self own;swap self any");
    for (int i = 0; i < 7; i++)
        for (int k = 0; k < 3; k++) {
            char command[32];
            snprintf(command, sizeof command, "%s %s", verbs[i], target_words[k]);
            bad_commands(true, "agents.deck.special-target", command); /* own or any only */
        }
}

static void other_mistakes_in_agents(void **unused) { /* A9.13 */
    static const char *const points[] = {"", "100", "-1", "x", "04", "4 ", " 4", "1.5", "+3", "00"};
    static const char *const halves[] = {"",  "grey",       "Black", "black ", " white",
                                         "b", "blackwhite", "whit",  "whites"};
    char row[128], name[64];
    (void)unused;
    bad_agent("x,normal,brief,,black,white", "agents.deck.kind", 3, "normal");
    bad_agent("x,,brief,,black,white", "csv.empty", 3, "");
    bad_agent("x,Special,brief,3,,", "agents.deck.kind", 3, "Special");
    bad_agent("x,special ,brief,3,,", "agents.deck.kind", 3, "special ");
    bad_agent("x, ordinary,brief,,black,white", "agents.deck.kind", 3, " ordinary");
    bad_agent("x,ordinarys,brief,,black,white", "agents.deck.kind", 3, "ordinarys");
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        snprintf(row, sizeof row, "x,special,brief,%s,,", points[i]);
        bad_agent(row, *points[i] ? "agents.deck.points" : "csv.empty", 17, points[i]);
    }
    bad_agent("x,ordinary,brief,3,black,white", "agents.deck.no-points", 18, "3"); /* special only */
    bad_agent("x,ordinary,brief,0,black,white", "agents.deck.no-points", 18, "0");
    for (size_t i = 0; i < sizeof halves / sizeof *halves; i++) {
        snprintf(row, sizeof row, "x,ordinary,brief,,%s,white", halves[i]);
        bad_agent(row, *halves[i] ? "agents.deck.half" : "csv.empty", 19, halves[i]);
        snprintf(row, sizeof row, "x,ordinary,brief,,black,%s", halves[i]);
        bad_agent(row, *halves[i] ? "agents.deck.half" : "csv.empty", 25, halves[i]);
    }
    bad_agent("x,special,brief,3,black,", "agents.deck.no-half", 19, "black"); /* ordinary only */
    bad_agent("x,special,brief,3,,white", "agents.deck.no-half", 20, "white");
    bad_agent("x,special,brief,3, ,", "agents.deck.no-half", 19, " ");
    bad_agent(",ordinary,brief,,black,white", "csv.empty", 1, "");
    memset(name, 'n', sizeof name);
    name[48] = 0; /* 47 bytes at most */
    snprintf(row, sizeof row, "%s,ordinary,brief,,black,white", name);
    bad_agent(row, "agents.deck.name", 1, name);
    name[47] = 0;
    snprintf(row, sizeof row, "%s,ordinary,brief,,black,white", name);
    read_agent(row);
    assert_string_equal(in_the_box()->agent_name[0], name);
    bad_agent("x,ordinary,brief,,black", "csv.fields", 1, "5");
    bad_agent("x,ordinary,draw,1,,black,white", "csv.fields", 1, "7");
}

static void names_that_cards_share(void **unused) { /* A9.13, A1.2, A10.1 */
    fault why;
    gm_file own = own_file(AG_AGENT, "2*Ann: brief ww|ann: brief ww|Ann: salvage *3|2*Bob: draw 1 bw");
    (void)unused;
    if (!open_files(2, "", &own, NULL, &why)) fail_msg("%s", why.say);
    static const uint64_t alike[] = {11, 11, 4, 11, 48, 48}; /* sets */
    for (int i = 0; i < 6; i++)
        assert_int_equal(in_the_box()->agent[i].alike, alike[i]);
    own = own_file(AG_SITUATION, "A: free=0 1|B: free=0 1|A: agents>=1 4");
    if (!open_files(2, "", NULL, &own, &why)) fail_msg("%s", why.say);
    assert_int_equal(in_the_box()->situation[0].alike, 5);
    assert_int_equal(in_the_box()->situation[1].alike, 2);
    assert_int_equal(in_the_box()->situation[2].alike, 5);
    assert_int_equal(in_the_box()->situation[2].points, 4);
}

/* ---- sizes ---- */

static void decks_of_the_right_size(void **unused) { /* A9.13 */
    fault why;
    char cards[32];
    (void)unused;
    for (int seats = 2; seats <= 5; seats++) {
        snprintf(cards, sizeof cards, "%d*" INERT " ww", 3 * seats - 1);
        gm_file own = own_file(AG_AGENT, cards);
        assert_false(open_files(seats, "", &own, NULL, &why)); /* three for each */
        assert_string_equal(why.say, "agents.deck.few");
        assert_string_equal(why.file, "own.csv");
        assert_int_equal(why.line, 3 * seats);
        assert_int_equal(why.column, 0);
        assert_int_equal(atoi(why.with[0]), 3 * seats - 1);
        assert_int_equal(atoi(why.with[1]), 3 * seats);
        assert_true(open_files(seats, "hand=2", &own, NULL, &why));
        snprintf(cards, sizeof cards, "%d*" INERT " ww", 3 * seats);
        own = own_file(AG_AGENT, cards);
        assert_true(open_files(seats, "", &own, NULL, &why));
        assert_int_equal(in_the_box()->n_cards[AG_AGENT], 3 * seats);
        snprintf(cards, sizeof cards, "%d*free=0 1", seats - 1);
        own = own_file(AG_SITUATION, cards);
        assert_false(open_files(seats, "", NULL, &own, &why)); /* one for each */
        assert_string_equal(why.say, "agents.deck.few");
        assert_string_equal(why.file, "own-situations.csv");
        assert_int_equal(why.line, seats);
        assert_int_equal(atoi(why.with[0]), seats - 1);
        assert_int_equal(atoi(why.with[1]), seats);
        assert_true(open_files(seats, "situations=0", NULL, &own, &why));
        snprintf(cards, sizeof cards, "%d*free=0 1", seats);
        own = own_file(AG_SITUATION, cards);
        assert_true(open_files(seats, "", NULL, &own, &why));
        assert_int_equal(in_the_box()->n_cards[AG_SITUATION], seats);
    }
}

static void decks_of_the_largest_size(void **unused) { /* A9.13 */
    fault why;
    gm_file own = own_file(AG_AGENT, "48*" INERT " ww");
    (void)unused;
    assert_true(open_files(5, "", &own, NULL, &why));
    assert_int_equal(in_the_box()->n_cards[AG_AGENT], 48);
    assert_int_equal(in_the_box()->cards[AG_AGENT], BIT(48) - 1);
    own = own_file(AG_AGENT, "49*" INERT " ww");
    assert_false(open_files(5, "", &own, NULL, &why));
    assert_string_equal(why.say, "agents.deck.many");
    assert_string_equal(why.file, "own.csv");
    assert_int_equal(why.line, 50);
    assert_int_equal(why.column, 1);
    assert_string_equal(why.with[0], "48");
    own = own_file(AG_SITUATION, "32*free=0 1");
    assert_true(open_files(5, "", NULL, &own, &why));
    assert_int_equal(in_the_box()->n_cards[AG_SITUATION], 32);
    own = own_file(AG_SITUATION, "33*free=0 1");
    assert_false(open_files(5, "", NULL, &own, &why));
    assert_string_equal(why.say, "agents.deck.many");
    assert_string_equal(why.file, "own-situations.csv");
    assert_int_equal(why.line, 34);
    assert_string_equal(why.with[0], "32");
}

static void different_comparisons(void **unused) { /* A10 */
    fault why;
    char cards[2048] = "";
    (void)unused;
    for (int i = 0; i < 32; i++) /* two each: 64, and the first ones again */
        snprintf(cards + strlen(cards), 64, "%sagents=%d,free=%d 1", i ? "|" : "", i, i);
    gm_file own = own_file(AG_SITUATION, cards);
    assert_true(open_files(2, "", NULL, &own, &why));
    assert_int_equal(in_the_box()->n_tests, 64);
    assert_int_equal(in_the_box()->situation[31].tests, BIT(62) | BIT(63));
    char *last = strstr(situation_file, "agents=31,free=31");
    memcpy(last, "agents=30,free=31", 17);
    assert_true(open_files(2, "", NULL, &own, &why)); /* one of them twice */
    assert_int_equal(in_the_box()->n_tests, 63);
    strcpy(last, "agents=31,free=31,free=31,plain=0\",1\n");
    own.size = strlen(situation_file);
    assert_false(open_files(2, "", NULL, &own, &why));
    assert_string_equal(why.say, "agents.deck.tests");
    assert_int_equal(why.line, 33);
    assert_string_equal(why.with[0], "plain=0");
    assert_int_equal(why.column, 32); /* n32,"agents=31,free=31,free=31,plain=0" */
}

/* ---- conditions ---- */

static const char *const measure_words[] = {"agents", "free",        "neutralised", "commands",
                                            "points", "plain",       "mixed",       "arrows",
                                            "rival",  "alternating", "twins"};

static void every_comparison_is_read(void **unused) { /* A10 */
    static const char *const signs[] = {"=", ">=", "<="};
    static const int numbers[] = {0, 1, 9, 10, 99};
    (void)unused;
    for (int m = 0; m < AG_MEASURES; m++)
        for (int is = 0; is < 3; is++)
            for (int i = 0; i < 5; i++) {
                fault why;
                char cards[64];
                snprintf(cards, sizeof cards, "%s%s%d 99|free=0 0", measure_words[m], signs[is], numbers[i]);
                gm_file own = own_file(AG_SITUATION, cards);
                if (!open_files(2, "", NULL, &own, &why)) fail_msg("%s: %s", cards, why.say);
                const ag_test *t = &in_the_box()->test[0];
                assert_int_equal(in_the_box()->situation[0].tests, 1);
                assert_int_equal(in_the_box()->situation[0].points, 99);
                assert_int_equal(in_the_box()->situation[1].points, 0);
                assert_int_equal(t->measure, m);
                assert_int_equal(t->is, is);
                assert_int_equal(t->n, numbers[i]);
                for (int n = 0; n < 100; n++) {
                    ag_measures all = {{0}};
                    all.n[m] = (uint8_t)n;
                    bool want = is == AG_IS      ? n == numbers[i]
                                : is == AG_LEAST ? n >= numbers[i]
                                                 : n <= numbers[i];
                    assert_int_equal(agents_met(in_the_box(), 0, &all), want);
                }
            }
}

/* The second of two situations is this.  It is wrong, in this column. */
static void bad_situation(const char *row, const char *say, int column, const char *with) {
    fault why;
    gm_file own = own_file(AG_SITUATION, "free=0 1");
    strcat(situation_file, row);
    strcat(situation_file, "\nz,free=0,1\n");
    own.size = strlen(situation_file);
    if (open_files(2, "", NULL, &own, &why)) fail_msg("%s is taken", row);
    if (strcmp(why.say, say)) fail_msg("%s: %s", row, why.say);
    assert_string_equal(why.file, "own-situations.csv");
    assert_int_equal(why.line, 3);
    if (why.column != column) fail_msg("%s: column %d", row, why.column);
    assert_string_equal(why.with[0], with);
}

static void conditions_with_mistakes(void **unused) { /* A10 */
    static const char never[] =
        "agents;agents=;agents>;agents>=;agents==1;agents=>1;agents=<1;agents<1;agents>1;agents<>1;agents!=1;"
        "agents=100;agents>=100;agents=01;agents=-1;agents=x;agents= 1;agents =1;agents = 1; "
        "agents=1;agents=1 ;"
        "Agents=1;agent=1;agents1;=1;>=1;1;1=agents;agents=1=1;agents=1.5;agents=free;twin=2;alternate=2;"
        "neutralized=1;command=1;point=1;hand=1;x";
    (void)unused;
    for (const char *c = never; *c; c += strcspn(c, ";"), c += *c == ';') {
        char word[32], row[64];
        snprintf(word, sizeof word, "%.*s", (int)strcspn(c, ";"), c);
        snprintf(row, sizeof row, "x,%s,1", word);
        bad_situation(row, "agents.deck.test", 3, word);
    }
    bad_situation("x,,1", "csv.empty", 3, "");
}

/* A condition in quotes whose comparison at `at` is wrong. */
static void bad_list(const char *condition, const char *with, int at) {
    char row[64];
    snprintf(row, sizeof row, "x,\"%s\",1", condition);
    bad_situation(row, "agents.deck.test", 4 + at, with);
}

static void lists_of_comparisons_with_mistakes(void **unused) { /* A10 */
    (void)unused;
    bad_list("agents=1,free", "free", 9);
    bad_list("agents=1, free=1", " free=1", 9);
    bad_list("agents=1,", "", 9);
    bad_list(",agents=1", "", 0);
    bad_list("agents=1,,free=1", "", 9);
    bad_list("agents,free=1", "agents", 0);
    bad_list("agents=,free=1", "agents=", 0);
    bad_list("agents=1;free=1", "agents=1;free=1", 0);
    bad_list("free=0,agents=1,twins", "twins", 16);
}

static void other_mistakes_in_situations(void **unused) { /* A10, A9.13 */
    static const char *const points[] = {"", "100", "-1", "x", "04", "4 ", " 4", "1.5"};
    char row[128], name[64];
    (void)unused;
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        snprintf(row, sizeof row, "x,agents=1,%s", points[i]);
        bad_situation(row, *points[i] ? "agents.deck.points" : "csv.empty", 12, points[i]);
    }
    bad_situation(",agents=1,1", "csv.empty", 1, "");
    memset(name, 'n', sizeof name);
    name[48] = 0;
    snprintf(row, sizeof row, "%s,agents=1,1", name);
    bad_situation(row, "agents.deck.name", 1, name);
    bad_situation("x,agents=1", "csv.fields", 1, "2");
    bad_situation("x,agents=1,free=1,1", "csv.fields", 1, "4"); /* a list with commas needs quotes */
}

/* ---- what conditions measure ---- */

/* Seat 0 sees this front on its left, seat 1 sees it the other way round, and 6 is face down:
 *
 *   towards 1   !   !   !   ww  wb  x     (seat 1 sees 6 5 4 3 2 1, and 5 as bw)
 *   agent       1   2   3   4   5   6
 *   towards 0   ww  ww  bw  !   !   x
 *
 * The first situation of the deck has this condition.  It is the turn of its owner, `seat`. */
static void six_agents(const char *condition, int seat) {
    char situations[128];
    snprintf(situations, sizeof situations, "%s 7|" NEVER, condition);
    begin(2, "goal=99",
          "Ann: " INERT " ww|" INERT " ww|" INERT " bw|Ann: " INERT " ww|Dan: " INERT " bw|Dan: " INERT
          " ww|neutralise any *0",
          situations);
    deal_out(0, seat ? "1 2 3 2|4 5 6 1" : "1 2 3 1|4 5 6 2");
    in_turn(
        "0 play 1 left-only-pts; 0 play 2 left-right-pts; 0 play 3 left-right-pts; 1 play 4 right-left-pts;"
        "1 play 5 right-left-pts; 1 play 6 right-left-cmd; 0 buy agent");
    draw("7");
    go("0 send 7 1-scores; 0 neutralise 6; 0 end");
    front_is(0, "1:1 2:1 3:1 4:0 5:0 6:1x");
    while (now()->turn != seat || now()->actions == 2)
        finish_turn();
}

/* Does it bring its points when the turn ends? */
static bool scores(int seat) {
    int before = now()->tally[seat][AG_T_SITUATIONS];
    go(seat ? "1 lay 1 right" : "0 lay 1 left");
    finish_turn();
    int got = now()->tally[seat][AG_T_SITUATIONS] - before;
    assert_true(got == 0 || got == 7);
    return got == 7;
}

static void measures_of_a_front(void **unused) { /* A10, A10.1, A6.3 */
    static const int values[2][AG_MEASURES] = {
        {6, 1, 1, 2, 3, 1, 1, 2, 1, 2, 4}, {6, 1, 1, 3, 2, 1, 0, 1, 2, 2, 4}, /* seen by the other owner */
    };
    (void)unused;
    for (int seat = 0; seat < 2; seat++)
        for (int m = 0; m < AG_MEASURES; m++)
            for (int more = -1; more <= 1; more++) {
                char condition[32];
                int n = values[seat][m] + more;
                if (n < 0) continue;
                snprintf(condition, sizeof condition, "%s=%d", measure_words[m], n);
                six_agents(condition, seat);
                if (scores(seat) != (more == 0)) fail_msg("seat %d: %s", seat, condition);
                snprintf(condition, sizeof condition, "%s>=%d", measure_words[m], n);
                six_agents(condition, seat);
                if (scores(seat) != (more <= 0)) fail_msg("seat %d: %s", seat, condition);
                snprintf(condition, sizeof condition, "%s<=%d", measure_words[m], n);
                six_agents(condition, seat);
                if (scores(seat) != (more >= 0)) fail_msg("seat %d: %s", seat, condition);
            }
}

static void all_comparisons_must_hold(void **unused) { /* A10 */
    (void)unused;
    six_agents("agents=6,free=1", 0);
    assert_true(scores(0));
    six_agents("agents=6,free=2", 0);
    assert_false(scores(0));
    six_agents("agents=5,free=1", 0);
    assert_false(scores(0));
    six_agents("plain>=1,mixed<=1,rival=1,twins>=4,agents<=6", 0);
    assert_true(scores(0));
    six_agents("plain>=1,mixed<=1,rival=1,twins>=5,agents<=6", 0);
    assert_false(scores(0));
    six_agents("agents>=6,agents<=6", 1);
    assert_true(scores(1));
}

static void only_situations_on_the_front_score(void **unused) { /* A10.1, A6.3 */
    (void)unused;
    six_agents("agents=6", 0);
    int before = now()->points[0];
    finish_turn(); /* in hand */
    assert_int_equal(now()->points[0], before + 3);
    finish_turn();
    go("0 lay 1 right"); /* on the other front, where nobody is */
    finish_turn();
    assert_int_equal(now()->points[0], before + 6);
    finish_turn();
    go("0 lay 1 left");
    finish_turn();
    assert_int_equal(now()->points[0], before + 9 + 7);
    finish_turn();
    six_agents("agents=0", 0);
    before = now()->points[0];
    go("0 lay 1 right");
    finish_turn();
    assert_int_equal(now()->points[0], before + 3 + 7);
}

/* The longest run of agents that face in turn, in a row such as "01x1": 0 and 1 are the seats that they
 * work for, x lies face down.  At most one does. */
static void run_is(const char *row, int n) {
    char line[64];
    int down = 0;
    begin(2, "goal=99", "12*" INERT " ww|neutralise any *0", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    for (int i = 0; row[i]; i++) {
        int card = i < 3 ? i + 1 : i + 4;
        while (now()->turn || now()->actions == 2 || (i >= 3 && now()->actions))
            finish_turn();
        if (i >= 3) {
            go("0 buy agent");
            snprintf(line, sizeof line, "%d", card);
            draw(line);
        }
        snprintf(line, sizeof line, "0 play %d left-%s-%s", card, i ? "right" : "only",
                 row[i] == '1' ? "pts" : "cmd");
        go(line);
        if (row[i] == 'x') down = card;
    }
    if (down) {
        in_turn("1 buy agent");
        draw("13");
        go("1 send 13 0-scores");
        playf("1 neutralise %d", down);
    }
    for (int seat = 0; seat < 2; seat++) {
        ag_measures m;
        agents_measure(in_the_box(), now(), 0, seat, &m);
        if (m.n[AG_N_ALTERNATING] != n) fail_msg("%s: %d", row, m.n[AG_N_ALTERNATING]);
    }
}

static void runs_that_face_in_turn(void **unused) { /* A10, A10.1 */
    (void)unused;
    run_is("", 0);
    run_is("0", 1);
    run_is("1", 1);
    run_is("x", 0);
    run_is("00", 1);
    run_is("01", 2);
    run_is("10", 2);
    run_is("0101", 4);
    run_is("1010", 4);
    run_is("0110", 2);
    run_is("01101", 3);
    run_is("01011", 4);
    run_is("00101", 4);
    run_is("0x1", 1);
    run_is("01x01", 2);
    run_is("1x010", 3);
    run_is("010x1", 3);
    run_is("101001", 4);
    run_is("110110", 3);
}

static void agents_that_share_a_name(void **unused) { /* A10, A10.1 */
    static const struct {
        const char *names[5];
        int twins;
    } rows[] = {
        {{"A", "B", "C", "D", "E"}, 0}, {{"A", "A", "C", "D", "E"}, 2}, {{"A", "B", "C", "B", "A"}, 4},
        {{"A", "B", "A", "C", "A"}, 3}, {{"A", "A", "A", "A", "A"}, 5}, {{"a", "A", "C", "D", "E"}, 0},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char cards[256] = "";
        ag_measures m;
        for (int k = 0; k < 5; k++)
            snprintf(cards + strlen(cards), 64, "%s: " INERT " ww|", rows[i].names[k]);
        strcat(cards, "A: " INERT " ww|B: " INERT " ww");
        begin(2, "goal=99", cards, IDLE_2);
        deal_out(0, "1 2 3 1|4 5 6 2");
        in_turn("0 play 1 left-only-cmd; 0 play 2 left-left-pts; 1 play 4 right-left-cmd; 1 play 5 "
                "right-right-pts;"
                "0 play 3 left-left-cmd; 1 play 6 left-only-cmd"); /* an A in the other front */
        agents_measure(in_the_box(), now(), 0, 0, &m);
        assert_int_equal(m.n[AG_N_TWINS], rows[i].twins);
        agents_measure(in_the_box(), now(), 1, 0, &m);
        assert_int_equal(m.n[AG_N_TWINS], 0);
    }
}

static void free_places_by_players(void **unused) { /* A10, A2.3 */
    ag_measures m;
    (void)unused;
    for (int seats = 2; seats <= 5; seats++) {
        begin(seats, "", "15*" INERT " ww", IDLE_5);
        agents_measure(in_the_box(), now(), seats - 1, 0, &m);
        assert_int_equal(m.n[AG_N_FREE], seats == 2 ? 7 : 5);
        assert_int_equal(m.n[AG_N_AGENTS], 0);
    }
}

/* ---- files ---- */

static void forms_of_deck_files(void **unused) { /* A9.13, A10 */
    fault why;
    gm_file agents = {"mine.csv", agent_file, 0}, situations = {"rows.csv", situation_file, 0};
    (void)unused;
    snprintf(agent_file, sizeof agent_file,
             "# mine\n\nright,left,points,command,kind,name\n\nblack,white,,\"draw 3\",ordinary,\"Ann, B\"\n"
             "# no,,9,brief,special,No\n,,0,swap own,special,Zo\xC3\xAB\r\n");
    for (int i = 0; i < 4; i++)
        strcat(agent_file, "white,white,,brief,ordinary,x\n");
    snprintf(situation_file, sizeof situation_file,
             "points,name,condition\n3,One,\"agents>=1\"\n12,Two,\"free=0,agents=7\"\n");
    agents.size = strlen(agent_file);
    situations.size = strlen(situation_file);
    for (int turned = 0; turned < 2; turned++) { /* told apart by their columns */
        if (!open_files(2, "", turned ? &situations : &agents, turned ? &agents : &situations, &why))
            fail_msg("%s", why.say);
        const ag_box *b = in_the_box();
        assert_int_equal(b->n_cards[AG_AGENT], 6);
        assert_string_equal(b->agent_name[0], "Ann, B");
        assert_int_equal(b->agent[0].command, AG_DRAW);
        assert_int_equal(b->agent[0].n, 3);
        assert_int_equal(b->agent[0].half[0], AG_WHITE);
        assert_int_equal(b->agent[0].half[1], AG_BLACK);
        assert_string_equal(b->agent_name[1], "Zo\xC3\xAB");
        assert_true(b->agent[1].special);
        assert_int_equal(b->n_cards[AG_SITUATION], 2);
        assert_string_equal(b->situation_name[1], "Two");
        assert_int_equal(b->situation[1].points, 12);
        assert_int_equal(bits_count(b->situation[1].tests), 2);
    }
    assert_true(open_files(2, "", &agents, NULL, &why)); /* the shipped situations */
    assert_int_equal(in_the_box()->n_cards[AG_SITUATION], 20);
    assert_true(open_files(2, "", NULL, &situations, &why));
    assert_int_equal(in_the_box()->n_cards[AG_AGENT], 36);
    agents = own_file(AG_AGENT, "6*" INERT " ww");
    assert_false(open_files(2, "", &agents, &agents, &why));
    assert_string_equal(why.say, "order.deck-twice");
    agent_file[0] = 'N'; /* it has other columns than the named ones */
    assert_false(open_files(2, "", &agents, NULL, &why));
    assert_string_equal(why.say, "order.columns");
    agents = own_file(AG_AGENT, "6*" INERT " ww");
    strcat(agent_file, "x\xFF,ordinary,brief,,white,white\n");
    agents.size = strlen(agent_file);
    assert_false(open_files(2, "", &agents, NULL, &why));
    assert_string_equal(why.say, "csv.utf8");
    assert_int_equal(why.line, 8);
}

static void the_shipped_decks(void **unused) { /* A1.2, A9.13, A10 */
    (void)unused;
    for (int seats = 2; seats <= 5; seats++) {
        start(g, seats, "");
        const ag_box *b = in_the_box();
        assert_int_equal(b->n_cards[AG_AGENT], 36);
        assert_int_equal(b->n_cards[AG_SITUATION], 20);
        assert_int_equal(bits_count(b->special), 9);
        assert_int_equal(b->special, (BIT(9) - 1) << 27);
        assert_int_equal(b->agent[10].command, AG_SWAP_SELF);
        assert_int_equal(b->agent[10].target, AG_OWN);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_with_targets),
        cmocka_unit_test(commands_without_targets),
        cmocka_unit_test(halves_and_points),
        cmocka_unit_test(commands_with_mistakes),
        cmocka_unit_test(commands_that_no_agent_can_have),
        cmocka_unit_test(other_mistakes_in_agents),
        cmocka_unit_test(names_that_cards_share),
        cmocka_unit_test(decks_of_the_right_size),
        cmocka_unit_test(decks_of_the_largest_size),
        cmocka_unit_test(different_comparisons),
        cmocka_unit_test(every_comparison_is_read),
        cmocka_unit_test(conditions_with_mistakes),
        cmocka_unit_test(lists_of_comparisons_with_mistakes),
        cmocka_unit_test(other_mistakes_in_situations),
        cmocka_unit_test(measures_of_a_front),
        cmocka_unit_test(all_comparisons_must_hold),
        cmocka_unit_test(only_situations_on_the_front_score),
        cmocka_unit_test(runs_that_face_in_turn),
        cmocka_unit_test(agents_that_share_a_name),
        cmocka_unit_test(free_places_by_players),
        cmocka_unit_test(forms_of_deck_files),
        cmocka_unit_test(the_shipped_decks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
