/* Records: the header, the box, statements, practice games, what is reserved, and format 1. */
#include "tests/rules/script.h"

#include "kit/order.h"
#include "kit/registry.h"

extern const gm_game dead_drop_game;
static char page[RECORD_TEXT], again[RECORD_TEXT];
static record other;

static const gm_game *game_named(const char *name) { return gm_game_named(name, strlen(name)); }

/* A game that is dealt from a seed and has so many moves. */
static void begin(const char *game, gm_order order, uint8_t seed, int moves) {
    fault why;
    if (!record_start(&the, game_named(game), &order, &why)) fail_msg("%s", why.say);
    record_seed(&the, (uint8_t[DEAL_SECRET]){seed});
    play_on(&the, seed, moves);
}

static size_t write_page(const record *r) {
    text t = text_on(page, sizeof page);
    assert_true(record_write(r, &t));
    return t.used;
}

/* The page reads, and is written in the same way again. */
static void assert_reads(bool whole) {
    fault why;
    text t = text_on(again, sizeof again);
    if (!record_read(&other, NULL, "x", page, strlen(page), whole, &why))
        fail_msg("line %d: %s", why.line, why.say);
    assert_true(record_write(&other, &t));
    assert_string_equal(again, page);
}

/* The page is refused at this line, because of this. */
static void assert_refused(int line, const char *say) {
    fault why;
    if (record_read(&other, NULL, "x", page, strlen(page), false, &why)) fail_msg("it was read");
    assert_string_equal(why.say, say);
    assert_int_equal(why.line, line);
    if (!strcmp(say, "record.want")) assert_null(strchr(why.with[0], ' ')); /* “seat”, not “seat ” */
}

/* Puts `by` in the place of the first `what` of the page.  Returns its line. */
static int replace(const char *what, const char *by) {
    char *at = strstr(page, what);
    int line = 1;
    if (!at) fail_msg("there is no %s", what);
    for (const char *c = page; c < at; c++)
        line += *c == '\n';
    memmove(at + strlen(by), at + strlen(what), strlen(at + strlen(what)) + 1);
    memcpy(at, by, strlen(by));
    return line;
}

/* ---- the header ---------------------------------------------------------------------------- */

static void a_header_names_every_setting_and_deck(void **unused) {
    (void)unused;
    begin("inside-job", (gm_order){.seats = 4, .settings = {{"roles", "sleeper"}, {"raise", "on"}}}, 1, 0);
    write_page(&the);
    assert_non_null(strstr(page, "safehouse record 2\ngame inside-job\nedition 1\nseats 4\n"
                                 "option given=none\noption leader=random\noption mini=0\n"
                                 "option more-roles=off\noption open-log=off\noption raise=on\n"
                                 "option risk=off\noption roles=sleeper\n"
                                 "deck inside-job.csv\ndeck inside-job-roles.csv\nbox "));
    assert_non_null(strstr(page, "\nhints off\nseat 0 human\nseat 1 human\nseat 2 human\nseat 3 human\n"));
    assert_reads(false);
    assert_true(other.box_checked);
    assert_int_equal(other.format, RECORD_FORMAT);
}

static void settings_are_named_in_one_way_only(void **unused) {
    gm_order order = {.seats = 3};
    (void)unused;
    begin("dead-drop", order, 1, 0);
    write_page(&the);
    assert_int_equal(replace("option search=on\n", ""), 6);
    assert_refused(6, "record.options"); /* one is missing */
    write_page(&the);
    replace("option search=on\noption spare=1\n", "option spare=1\noption search=on\n");
    assert_refused(6, "record.options"); /* not sorted */
    write_page(&the);
    replace("option search=on\n", "option search=on\noption search=on\n");
    assert_refused(4, "order.twice");
    write_page(&the);
    replace("option search=on\n", "option seek=on\n");
    assert_refused(4, "order.option");
}

static void decks_are_named_in_one_way_only(void **unused) {
    (void)unused;
    begin("agents", (gm_order){.seats = 2}, 1, 0);
    write_page(&the);
    int line = replace("deck agents.csv\n", "");
    assert_refused(line, "record.decks");
    write_page(&the);
    replace("deck agents.csv\ndeck agents-situations.csv\n", "deck agents-situations.csv\ndeck agents.csv\n");
    assert_refused(line, "record.decks");
    write_page(&the);
    replace("deck agents-situations.csv\n", "");
    assert_refused(line + 1, "record.decks");
    write_page(&the);
    replace("deck agents.csv\n", "deck agents.csv\ndeck agents.csv\n");
    assert_refused(line + 1, "record.decks");
    begin("dead-drop", (gm_order){.seats = 3}, 1, 0);
    write_page(&the);
    line = replace("deck dead-drop-2.csv\n", "deck dead-drop.csv\n"); /* of the first edition */
    assert_refused(line, "record.decks");
    write_page(&the);
    const gm_file *f = gm_shipped_deck(dead_drop_game.decks, 2);
    text t = text_on(again, sizeof again);
    text_put(&t, "deck mine.csv 26\n");
    const char *row;
    size_t n;
    for (size_t at = 0; gm_deck_line(f, &at, &row, &n);) {
        text_char(&t, '|');
        text_bytes(&t, row, n);
        text_char(&t, '\n');
    }
    replace("deck dead-drop-2.csv\n", again); /* the shipped one, but written out */
    assert_refused(line, "record.decks");
}

static void bots_say_how_they_played(void **unused) {
    (void)unused;
    begin("dead-drop", (gm_order){.seats = 3}, 1, 12);
    strcpy(the.seat[0].name, "Ada");
    strcpy(the.seat[1].bot, "random");
    strcpy(the.seat[2].bot, "sensible");
    strcpy(the.seat[2].name, "Ola Żak");
    the.seat[2].level = 3;
    the.seat[2].budget = 20000;
    the.seat[2].has_net = true;
    the.seat[2].net[0] = 0xAB;
    write_page(&the);
    assert_non_null(strstr(page, "\nseat 0 human Ada\nseat 1 bot\nbot random\nseat 2 bot Ola Żak\n"
                                 "bot sensible level=3 budget=20000 net=ab00"));
    assert_reads(false);
    assert_string_equal(other.seat[1].bot, "random");
    assert_string_equal(other.seat[2].name, "Ola Żak");
    assert_int_equal(other.seat[2].level, 3);
    assert_int_equal(other.seat[2].budget, 20000);
    assert_true(other.seat[2].has_net && other.seat[2].net[0] == 0xAB);
    static const char *const bad[][2] = {
        {"level=3 budget", "budget"}, {"level=3", "level=03"},
        {"level=3", "level=0"},       {"level=3", "level=100"},
        {"budget=20000", "budget=0"}, {"net=ab", "net=AB"},
        {"net=ab00", "net=ab"},       {"sensible level", "sensible  level"},
        {"bot sensible", "bot "},     {"bot random\n", "bot random \n"},
        {" net=", " speed=1 net="},   {"budget=20000", "budget=20000 budget=20000"},
    };
    for (size_t i = 1; i < sizeof bad / sizeof *bad; i++) {
        write_page(&the);
        assert_refused(replace(bad[i][0], bad[i][1]), "record.bot");
    }
    write_page(&the);
    replace(bad[0][0], bad[0][1]); /* none of them is needed */
    assert_reads(false);
    write_page(&the);
    assert_refused(replace("bot random\n", ""), "record.want");
    write_page(&the);
    assert_refused(replace("seat 1 bot", "seat 1 random"), "record.seat");
}

static void hints_are_on_or_off(void **unused) {
    (void)unused;
    begin("dead-drop", (gm_order){.seats = 3}, 1, 3);
    the.hints = true;
    write_page(&the);
    assert_reads(false);
    assert_true(other.hints);
    assert_refused(replace("hints on", "hints maybe"), "record.hints");
    write_page(&the);
    assert_refused(replace("hints on", "hints on off"), "record.hints");
    write_page(&the);
    assert_refused(replace("hints on\n", ""), "record.want");
}

static void what_is_reserved_is_refused_in_a_sentence(void **unused) {
    (void)unused;
    begin("dead-drop", (gm_order){.seats = 3}, 1, 3);
    write_page(&the);
    assert_refused(replace("deal seed", "start 1\n|x\ndeal seed"), "record.start");
    write_page(&the);
    assert_refused(replace("deal seed", "deal shared 1\n|x\ndeal seed"), "record.shared");
    write_page(&the);
    assert_refused(replace("record 2", "record 3"), "record.newer");
    write_page(&the);
    assert_refused(replace("record 2", "record 02"), "record.version");
    write_page(&the);
    assert_refused(replace("edition 2", "edition 3"), "record.edition");
}

/* ---- the box ---------------------------------------------------------------------------------- */

static void box_of(gm_order order, const char *game, char hex[65]) {
    uint8_t hash[SHA256_SIZE];
    text t = text_on(hex, 65);
    begin(game, order, 1, 0);
    record_box_hash(&the, hash);
    text_hex(&t, hash, sizeof hash);
}

/* The text of doc/records.md. */
static void the_box_follows_the_specification(void **unused) {
    static const char words[] = "safehouse box 1\ngame dead-drop\nedition 2\nseats 3\noption rounds=1\n"
                                "option search=on\noption spare=0\ndeck 4\n|number,name\n|1,Blueprint\n"
                                "|2,Codebook\n|3,Passport\n";
    static const char deck[] = "\xEF\xBB\xBFnumber,name\r\n1,Blueprint\r\n2,Codebook\n3,Passport";
    gm_order order = {.seats = 3,
                      .settings = {{"spare", "0"}, {"rounds", "1"}},
                      .files = {{"a.csv", deck, sizeof deck - 1}}};
    char hex[65], expected[65];
    uint8_t hash[SHA256_SIZE];
    text t = text_on(expected, sizeof expected);
    (void)unused;
    sha256_of(words, sizeof words - 1, hash);
    text_hex(&t, hash, sizeof hash);
    box_of(order, "dead-drop", hex);
    assert_string_equal(hex, expected);
    order.files[0].name = "b.csv";                    /* how it is called does not matter, */
    order.settings[2] = (gm_setting){"search", "on"}; /* nor whether a default is given */
    box_of(order, "dead-drop", hex);
    assert_string_equal(hex, expected);
}

static void the_box_changes_with_what_is_settled(void **unused) {
    static const char deck[] = "number,name\n1,a\n2,b\n3,c\n4,d\n5,e\n6,f\n7,g\n8,h\n9,i\n10,j\n11,k\n12,l\n";
    gm_order orders[] = {{.seats = 3},
                         {.seats = 3, .edition = 1},
                         {.seats = 4},
                         {.seats = 3, .settings = {{"search", "off"}}},
                         {.seats = 3, .files = {{"a.csv", deck, sizeof deck - 1}}},
                         {.seats = 3, .files = {{"a.csv", deck, sizeof deck - 1 - 5}}}};
    enum { N = sizeof orders / sizeof *orders };
    char hex[N][65];
    (void)unused;
    orders[N - 1].settings[0] = orders[N - 2].settings[0] = (gm_setting){"spare", "0"};
    for (int i = 0; i < N; i++) {
        box_of(orders[i], "dead-drop", hex[i]);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(hex[i], hex[k]);
    }
}

static void another_box_is_refused(void **unused) {
    (void)unused;
    begin("dead-drop", (gm_order){.seats = 3}, 1, 3);
    write_page(&the);
    strstr(page, "\nbox ")[5] ^= 1;
    assert_refused(9, "record.box");
}

/* ---- statements ----------------------------------------------------------------------------------- */

static gm_move statement(const char *words) {
    gm_move m;
    fault why;
    if (!gm_read_statement(the.match.game, the.box, words, strlen(words), &m, &why)) fail_msg("%s", why.say);
    return m;
}

static void statements_stand_among_the_moves(void **unused) {
    (void)unused;
    begin("inside-job", (gm_order){.seats = 3}, 1, 0);
    assert_true(record_state(&the, 2, statement("trust 0"))); /* before the first move */
    play_on(&the, 1, 60);
    assert_true(record_state(&the, 0, statement("suspect 1")));
    assert_true(record_state(&the, 1, statement("trust 2")));
    assert_false(record_state(&the, 1, statement("suspect 1"))); /* J8.2 */
    play_on(&the, 2, GM_MAX_PLIES);
    assert_false(record_state(&the, 0, statement("suspect 1"))); /* the game is over */
    assert_int_equal(the.n_statements, 3);
    write_page(&the);
    assert_non_null(strstr(page, "begin\n2 state trust 0\ndealer "));
    assert_non_null(strstr(page, "\n0 state suspect 1\n1 state trust 2\n"));
    assert_reads(true);
    assert_int_equal(other.n_statements, 3);
    assert_int_equal(other.statement[1].at, 60);
    assert_int_equal(other.match.n, the.match.n);
}

static void statements_in_a_record_are_checked(void **unused) {
    fault why;
    (void)unused;
    begin("inside-job", (gm_order){.seats = 3}, 1, 60);
    record_state(&the, 0, statement("suspect 1"));
    play_on(&the, 2, GM_MAX_PLIES);
    write_page(&the);
    int line = replace("0 state suspect 1", "1 state suspect 1");
    assert_refused(line, "inside-job.why.talk-self");
    assert_false(record_read(&other, NULL, "x", page, strlen(page), false, &why));
    assert_string_equal(why.rule, "J8.2");
    write_page(&the);
    assert_refused(replace("0 state suspect 1", "0 state suspect  1"), "record.spaces");
    write_page(&the);
    assert_refused(replace("0 state suspect 1", "0 state expect 1"), "talk.verb");
    write_page(&the);
    assert_refused(replace("0 state suspect 1", "dealer state suspect 1"), "move.verb");
    write_page(&the);
    assert_refused(replace("end\n", "0 state suspect 1\nend\n"), "record.want"); /* the game is over */
    begin("dead-drop", (gm_order){.seats = 3}, 1, 3);
    size_t n = write_page(&the);
    strcpy(page + n, "0 state suspect 1\n");
    assert_refused(replace("0 state", "0 state"), "talk.verb"); /* nothing can be stated there */
}

static void statements_after_a_move_that_was_taken_back_are_gone(void **unused) {
    (void)unused;
    begin("inside-job", (gm_order){.seats = 3}, 1, 60);
    record_state(&the, 0, statement("suspect 1"));
    play_on(&the, 2, 1);
    record_state(&the, 0, statement("suspect 2"));
    record_take_back(&the, 60);
    assert_int_equal(the.match.n, 60);
    assert_int_equal(the.n_statements, 1);
    write_page(&the);
    assert_reads(false);
}

static void a_record_holds_only_so_many(void **unused) {
    (void)unused;
    begin("inside-job", (gm_order){.seats = 3}, 1, 1);
    for (int i = 0; i < RECORD_STATEMENTS; i++)
        assert_true(record_state(&the, 0, statement("suspect 1")));
    assert_false(record_state(&the, 0, statement("suspect 1")));
    size_t n = write_page(&the);
    assert_reads(false);
    strcpy(page + n, "0 state suspect 1\n");
    assert_refused(replace("0 state suspect 1", "0 state suspect 1") + RECORD_STATEMENTS, "record.many");
}

/* ---- practice games -------------------------------------------------------------------------------- */

static void deals_come_again_as_they_came_in_practice(void **unused) {
    (void)unused;
    for (int commit = 0; commit < 2; commit++) {
        gm_move dealt[GM_MAX_PLIES];
        begin("dead-drop", (gm_order){.seats = 3}, 1, 0);
        the.practice = true;
        if (commit) record_commit(&the, (uint8_t[DEAL_SECRET]){7}, (deal_nonce[GM_MAX_SEATS]){{2, {1, 2}}});
        play_on(&the, 1, 26);
        memcpy(dealt, the.move, sizeof dealt);
        record_take_back(&the, 5); /* in the middle of the deal */
        play_on(&the, 2, 26 - 5);
        for (int i = 0; i < 16; i++) /* roles, documents, the first signal */
            assert_int_equal(the.move[i], dealt[i]);
        play_on(&the, 3, GM_MAX_PLIES);
        write_page(&the);
        assert_non_null(strstr(page, "\npractice\nhints "));
        assert_reads(true);
        assert_true(other.practice);
    }
}

/* ---- format 1 ------------------------------------------------------------------------------------------ */

static void load(const char *path) {
    FILE *f = fopen(path, "rb");
    if (!f) fail_msg("cannot read %s", path);
    page[fread(page, 1, sizeof page - 1, f)] = 0;
    fclose(f);
}

/* Reads a record of format 1, and what is then written in format 2: it is the same game. */
static void assert_upgrades(bool whole, bool checked) {
    static gm_move moves[GM_MAX_PLIES];
    fault why;
    if (!record_read(&the, NULL, "x", page, strlen(page), whole, &why))
        fail_msg("line %d: %s", why.line, why.say);
    assert_int_equal(the.format, 1);
    assert_int_equal(the.box_checked, checked);
    memcpy(moves, the.move, sizeof moves);
    write_page(&the);
    assert_memory_equal(page, "safehouse record 2\n", 19);
    assert_reads(whole);
    assert_true(other.box_checked);
    assert_int_equal(other.match.n, the.match.n);
    assert_memory_equal(other.move, moves, (size_t)the.match.n * sizeof *moves);
    assert_memory_equal(other.st, the.st, the.match.game->state_size);
    assert_memory_equal(other.seat, the.seat, sizeof the.seat);
    assert_int_equal(other.order.edition, 1);
}

static void records_of_format_1_are_read(void **unused) {
    (void)unused;
    load("tests/kept/records/dead-drop-3.record");
    assert_upgrades(true, true);
    load("tests/kept/records/inside-job-4-sleeper.record");
    assert_upgrades(true, true);
    load("tests/kept/records/agents-all-options.record");
    assert_upgrades(true, true);
    load("tests/kept/records/house-closed-finished-sentient-3.record");
    assert_upgrades(true, true);
    load("tests/kept/records/sentient-own-deck.record");
    assert_upgrades(true, false);
}

static void the_box_of_format_1_is_checked_if_it_is_known(void **unused) {
    (void)unused;
    load("tests/kept/records/dead-drop-3.record");
    char *box = strstr(page, "\nbox ") + 5;
    box[15] = box[15] == '0' ? '1' : '0'; /* the table has 8 bytes */
    assert_refused(5, "record.box");
    load("tests/kept/records/dead-drop-3.record");
    replace("seats 3\n", "seats 3\noption search=off\n"); /* another order, which is in the table, too */
    assert_refused(6, "record.box");
    load("tests/kept/records/sentient-own-deck.record");
    box = strstr(page, "\nbox ") + 5;
    box[15] = box[15] == '0' ? '1' : '0';
    fault why; /* nobody knows better, until the hash of the whole record is compared */
    assert_true(
        record_read(&other, NULL, "x", page, (size_t)(strstr(page, "\nend\n") + 1 - page), false, &why));
    assert_false(other.box_checked);
    assert_false(record_read(&other, NULL, "x", page, strlen(page), true, &why));
    assert_string_equal(why.say, "record.hash");
}

static void format_1_has_nothing_of_format_2(void **unused) {
    static const char *const bad[][3] = {
        {"seat 0", "hints off\nseat 0", "record.want"},
        {"seat 0", "practice\nseat 0", "record.want"},
        {"deal seed", "start 1\ndeal seed", "record.want"},
        {"begin\n", "begin\n0 state suspect 1\n", "move.verb"},
        {"begin\n", "begin\ndealt 3\n", "record.move"},
        {"\nbox ", "\ndeck dead-drop.csv\nbox ", "record.deck"},
        {"edition 1", "edition 2", "record.edition"},
    };
    fault why;
    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        load("tests/kept/records/dead-drop-3.record");
        replace(bad[i][0], bad[i][1]);
        assert_false(record_read(&other, NULL, "x", page, strlen(page), false, &why));
        assert_string_equal(why.say, bad[i][2]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_header_names_every_setting_and_deck),
        cmocka_unit_test(settings_are_named_in_one_way_only),
        cmocka_unit_test(decks_are_named_in_one_way_only),
        cmocka_unit_test(bots_say_how_they_played),
        cmocka_unit_test(hints_are_on_or_off),
        cmocka_unit_test(what_is_reserved_is_refused_in_a_sentence),
        cmocka_unit_test(the_box_follows_the_specification),
        cmocka_unit_test(the_box_changes_with_what_is_settled),
        cmocka_unit_test(another_box_is_refused),
        cmocka_unit_test(statements_stand_among_the_moves),
        cmocka_unit_test(statements_in_a_record_are_checked),
        cmocka_unit_test(statements_after_a_move_that_was_taken_back_are_gone),
        cmocka_unit_test(a_record_holds_only_so_many),
        cmocka_unit_test(deals_come_again_as_they_came_in_practice),
        cmocka_unit_test(records_of_format_1_are_read),
        cmocka_unit_test(the_box_of_format_1_is_checked_if_it_is_known),
        cmocka_unit_test(format_1_has_nothing_of_format_2),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
