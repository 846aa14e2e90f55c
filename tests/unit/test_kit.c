/* The kit: orders, notation, deals, take-backs, records, JSON, perft. */
#include "tests/rules/script.h"

#include "base/bits.h"
#include "kit/order.h"
#include "kit/perft.h"
#include "kit/registry.h"

extern const gm_game dead_drop_game;
static const gm_game *const g = &dead_drop_game;
static _Alignas(8) uint8_t box[GM_MAX_BOX];
static char page[RECORD_TEXT];
static record other;

/* Plays a random game to its end, but at most so many moves. */
static void play_edition(record *r, int edition, int seats, uint8_t seed, int moves) {
    fault why;
    uint8_t secret[DEAL_SECRET] = {seed};
    gm_move legal[GM_MAX_MOVES];
    rng luck = {seed};
    assert_true(record_start(r, g, &(gm_order){.seats = seats, .edition = edition}, &why));
    record_seed(r, secret);
    for (gm_seats act; r->match.n < moves && (act = g->to_act(r->box, r->st));) {
        gm_seat who = (gm_seat)bits_first(act);
        int n = g->moves(r->box, r->st, who, legal);
        gm_match_play(&r->match, who,
                      who == GM_DEALER ? gm_match_deal(&r->match, r->key)
                                       : legal[rng_below(&luck, (uint32_t)n)]);
    }
}

static void play_out(record *r, int seats, uint8_t seed, int moves) {
    play_edition(r, 0, seats, seed, moves);
}

static size_t write_page(const record *r) {
    text t = text_on(page, sizeof page);
    assert_true(record_write(r, &t));
    return t.used;
}

/* ---- orders ------------------------------------------------------------------------ */

static void orders_are_checked(void **unused) {
    static const struct {
        gm_order order;
        const char *say;
    } bad[] = {
        {{.seats = 2}, "order.seats"},
        {{.seats = 5}, "order.seats"},
        {{.seats = 3, .edition = 3}, "order.edition"},
        {{.seats = 3, .edition = -1}, "order.edition"},
        {{3, {{"round", "3"}}, {{0}}, 0}, "order.option"},
        {{3, {{"rounds", "5"}}, {{0}}, 0}, "order.value"},
        {{3, {{"rounds", "03"}}, {{0}}, 0}, "order.value"},
        {{3, {{"rounds", ""}}, {{0}}, 0}, "order.value"},
        {{3, {{"search", "o"}}, {{0}}, 0}, "order.value"},
        {{3, {{"search", "on|off"}}, {{0}}, 0}, "order.value"},
        {{3, {{"search", "on"}, {"search", "on"}}, {{0}}, 0}, "order.twice"},
        {{3, {{0}}, {{"a.csv", "name,value\n", 11}}, 0}, "order.columns"},
        {{3, {{0}}, {{"a.csv", "number,name\n", 12}, {"b.csv", "name,number\n", 12}}, 0}, "order.deck-twice"},
        {{3, {{0}}, {{"a.csv", "number,name\n", GM_MAX_FILE + 1}}, 0}, "order.large"},
    };
    fault why;
    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(gm_open_box(g, &bad[i].order, box, &why));
        assert_string_equal(why.say, bad[i].say);
    }
    assert_true(gm_open_box(g, &(gm_order){.seats = 4}, box, &why));
    assert_int_equal(gm_seat_count(box), 4);
    assert_int_equal(gm_edition(box), g->edition);
}

static void people_count_seats_from_1(void **unused) {
    static const struct {
        const char *values, *setting, *shown;
    } moved[] = {
        {"random|0|1|2", "random|0|1|2", "random|1|2|3"},
        {"random|0|1|2", "2", "3"},
        {"random|0|1|2", "random", "random"},
        {"none|...", "wired:0", "wired:1"},
        {"none|...", "wired,x2:9", "wired,x2:10"},
        {"none|...", "", ""},
        {"1..4", "2", "2"}, /* how many, not which */
        {"1..4", "1..4", "1..4"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof moved / sizeof *moved; i++) {
        gm_option o = {.key = "x", .values = moved[i].values};
        char room[64];
        text t = text_on(room, sizeof room);
        gm_move_seats(&t, &o, moved[i].setting, 1);
        assert_string_equal(room, moved[i].shown);
        t = text_on(room, sizeof room);
        gm_move_seats(&t, &o, moved[i].shown, -1);
        assert_string_equal(room, moved[i].setting);
    }
    gm_option leader = {.key = "x", .values = "random|0|1|2"};
    char room[64];
    text t = text_on(room, sizeof room);
    gm_move_seats(&t, &leader, "0", -1);
    assert_false(gm_option_takes(&leader, room)); /* there is no seat before the first */
}

/* A game with an option that the second edition brought, and one whose default the third changed. */
static const gm_option options_by_edition[] = {
    {"rounds", "1..4", "3", "x", NULL, 1},
    {"storm", "on|off", "off", "x", NULL, 2},
    {"rounds", "1..5", "4", "x", NULL, 3},
    {0},
};

static void each_edition_has_its_options(void **unused) {
    gm_game game = *g;
    gm_order full;
    fault why;
    (void)unused;
    game.options = options_by_edition;
    game.edition = 3;
    assert_true(gm_complete_order(&game, &(gm_order){.seats = 3, .edition = 1}, &full, &why));
    assert_string_equal(full.settings[0].key, "rounds");
    assert_string_equal(full.settings[0].value, "3");
    assert_null(full.settings[1].key);
    assert_true(gm_complete_order(&game, &(gm_order){.seats = 3}, &full, &why));
    assert_int_equal(full.edition, 3);
    assert_string_equal(full.settings[0].value, "4");
    assert_string_equal(full.settings[1].key, "storm");
    assert_string_equal(full.settings[1].value, "off");
    gm_order storm = {.seats = 3, .edition = 1, .settings = {{"storm", "on"}}};
    assert_false(gm_complete_order(&game, &storm, &full, &why));
    assert_string_equal(why.say, "order.option"); /* as if there were none of that name */
    storm.edition = 2;
    assert_true(gm_complete_order(&game, &storm, &full, &why));
    assert_string_equal(full.settings[1].value, "on");
    gm_order five = {.seats = 3, .edition = 2, .settings = {{"rounds", "5"}}};
    assert_false(gm_complete_order(&game, &five, &full, &why));
    assert_string_equal(why.say, "order.value");
    five.edition = 3;
    assert_true(gm_complete_order(&game, &five, &full, &why));
}

static void each_edition_has_its_decks(void **unused) {
    gm_order full, order = {.seats = 3, .edition = 1};
    fault why;
    (void)unused;
    assert_true(gm_complete_order(g, &order, &full, &why));
    assert_string_equal(full.files[0].name, "dead-drop.csv");
    assert_true(gm_is_shipped(&full.files[0]));
    const gm_file first = full.files[0];
    order.edition = 2;
    assert_true(gm_complete_order(g, &order, &full, &why));
    assert_string_equal(full.files[0].name, "dead-drop-2.csv");
    assert_null(full.files[1].name);
    static char copy[GM_MAX_FILE];
    memcpy(copy, first.text, first.size); /* the deck of the first edition is one's own in the second */
    order.files[0] = (gm_file){"mine.csv", copy, first.size - 1};
    assert_true(gm_complete_order(g, &order, &full, &why));
    assert_false(gm_is_shipped(&full.files[0]));
    order.edition = 1; /* and in the first it is the shipped one, even if its last line end is missing */
    assert_true(gm_complete_order(g, &order, &full, &why));
    assert_true(gm_is_shipped(&full.files[0]));
}

static void the_registry_knows_its_games(void **unused) {
    (void)unused;
    assert_ptr_equal(gm_game_named("dead-drop", 9), g);
    assert_null(gm_game_named("dead-drop", 8));
    assert_null(gm_game_named("", 0));
}

/* ---- notation -------------------------------------------------------------------------- */

static void notation_reads_illegal_moves_too(void **unused) {
    gm_move m;
    fault why;
    (void)unused;
    start(g, 3, "");
    assert_true(gm_read_move(g, the.box, "show 2 14", 9, &m, &why));
    assert_int_equal(m, GM_MOVE(8, 2, 13, 0)); /* document 14 is the 14th row */
    assert_true(gm_read_move(g, the.box, "  accuse   -  ", 14, &m, &why));
    assert_int_equal(GM_A(m), GM_NONE);
    static const char *const bad[][2] = {
        {"", "move.verb"},          {"sho 2 14", "move.verb"},    {"show", "move.short"},
        {"show 2", "move.short"},   {"show 3 14", "move.thing"},  {"show 2 25", "move.thing"},
        {"show 2 ?", "move.thing"}, {"show 2 14 1", "move.long"}, {"drop 07", "move.thing"},
        {"worth 0", "move.thing"},  {"worth 3", "move.thing"},    {"drop\t7", "move.verb"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(gm_read_move(g, the.box, bad[i][0], strlen(bad[i][0]), &m, &why));
        assert_string_equal(why.say, bad[i][1]);
    }
}

static void all_moves_with_a_notation_are_met_once(void **unused) {
    int n = 0;
    gm_move last = 0;
    (void)unused;
    start(g, 3, "");
    for (gm_move m = 0; (m = gm_next_move(g, the.box, m)); last = m, n++)
        assert_true(m > last);
    /* role card signal worth search look drop show accuse turn; - counts as a thing */
    assert_int_equal(n, 4 * 3 + 4 * 25 + 4 + 3 + 4 + 4 * 3 + 25 + 4 * 25 + 4 + 4 * 3);
}

/* Statements are written and read like moves, but a statement is never read as a move. */
static void statements_have_a_notation_of_their_own(void **unused) {
    static const gm_verb statements[] = {
        {.kind = GM_STATEMENT, .name = "suspect", .of = {"seat"}, .say = "dead-drop.name"},
        {.kind = GM_STATEMENT + 1, .name = "blame", .of = {"seat", "card"}, .say = "dead-drop.about"},
        {0}};
    static const char *const bad[][2] = {{"", "talk.verb"},           {"drop 7", "talk.verb"},
                                         {"suspect", "talk.short"},   {"blame 2", "talk.short"},
                                         {"suspect 9", "talk.thing"}, {"suspect 2 1", "move.long"}};
    gm_game talking = *g;
    gm_move m;
    gm_line line;
    fault why;
    char written[GM_NOTATION_SIZE];
    text t = text_on(written, sizeof written);
    (void)unused;
    start(g, 3, "");
    talking.statements = statements;
    assert_true(gm_read_statement(&talking, the.box, " blame  2 14 ", 13, &m, &why));
    assert_int_equal(m, GM_MOVE(GM_STATEMENT + 1, 2, 13, 0));
    gm_write_move(&t, &talking, the.box, m);
    assert_string_equal(written, "blame 2 14");
    gm_say_move(&talking, 1, m, &line);
    assert_string_equal(line.say, "dead-drop.about");
    assert_int_equal(line.arg[0].n, 1);
    assert_int_equal(line.arg[2].n, 13);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(gm_read_statement(&talking, the.box, bad[i][0], strlen(bad[i][0]), &m, &why));
        assert_string_equal(why.say, bad[i][1]);
    }
    assert_false(gm_read_move(&talking, the.box, "blame 2 14", 10, &m, &why));
    assert_string_equal(why.say, "move.verb");
    for (m = 0; (m = gm_next_move(&talking, the.box, m));)
        assert_true(GM_KIND(m) < GM_STATEMENT);
    assert_false(gm_read_statement(g, the.box, "suspect 1", 9, &m, &why)); /* this game has no statements */
    assert_null(gm_verb_of(g, GM_MOVE(GM_STATEMENT, 1, 0, 0)));
}

/* ---- deals ---------------------------------------------------------------------------------- */

static void deals_follow_the_specification(void **unused) {
    /* doc/records.md gives these numbers as an example. */
    uint8_t secret[DEAL_SECRET] = {0}, key[32];
    deal_nonce nonces[GM_MAX_SEATS] = {{0}};
    char hex[65];
    text t = text_on(hex, sizeof hex);
    (void)unused;
    secret[31] = 1;
    deal_key(secret, nonces, 3, key);
    text_hex(&t, key, sizeof key);
    assert_string_equal(hex, "f69a10550aa5a62f6d3dd666b5de39b32059f24588fcbc1a7d3b7d98fa45471e");
    static const uint32_t picks[8] = {4, 3, 4, 43, 27, 51, 16, 43};
    for (uint32_t k = 0; k < 8; k++)
        assert_int_equal(deal_pick(key, k, 52), picks[k]);
    nonces[1] = (deal_nonce){2, {0xAB, 0xCD}};
    uint8_t second[32];
    deal_key(secret, nonces, 3, second);
    assert_memory_not_equal(key, second, sizeof key);
}

static void deals_are_uniform_and_below_n(void **unused) {
    uint8_t key[32] = {7};
    long count[5] = {0};
    (void)unused;
    for (uint32_t k = 0; k < 50000; k++)
        count[deal_pick(key, k, 5)]++;
    for (int i = 0; i < 5; i++)
        assert_in_range(count[i], 9600, 10400); /* 4.5 sigma */
    for (uint32_t n = 1; n < 300; n++)
        assert_true(deal_pick(key, n, n) < n);
    assert_true(deal_pick(key, 1, 0x80000001u) < 0x80000001u); /* here half of the words are rejected */
}

/* ---- take-backs -------------------------------------------------------------------------------- */

static void only_ones_own_latest_moves_go_back(void **unused) {
    (void)unused;
    start(g, 3, "rounds=1 spare=0");
    play_all("dealer role 0 agent;dealer role 1 mole;dealer role 2 agent;dealer card 0 1;dealer card 1 "
             "2;dealer card 2 3");
    play("dealer signal any");
    assert_int_equal(gm_match_undoable(&the.match, 0), 0);
    assert_int_equal(gm_match_undoable(&the.match, GM_DEALER), 0);
    play("0 worth 1");
    assert_int_equal(gm_match_undoable(&the.match, 0), 1);
    assert_int_equal(gm_match_undoable(&the.match, 1), 0);
    play("0 drop 1");
    assert_int_equal(gm_match_undoable(&the.match, 0), 2);
    play("2 drop 3"); /* now somebody else has moved */
    assert_int_equal(gm_match_undoable(&the.match, 0), 0);
    assert_int_equal(gm_match_undoable(&the.match, 2), 1);
    gm_match_rewind(&the.match, the.match.n - 1);
    assert_int_equal(gm_match_undoable(&the.match, 0), 2);
    gm_match_rewind(&the.match, the.match.n - 2);
    sees(GM_SPECTATOR, "worth", "0");
    play_all("0 worth 2;2 drop 3;0 drop 1;1 drop 2");
    assert_int_equal(gm_match_undoable(&the.match, 1), 1); /* the dealer has not turned anything over yet */
    play("dealer show 0 1");
    assert_int_equal(gm_match_undoable(&the.match, 1), 0);
}

/* ---- records -------------------------------------------------------------------------------------- */

static void a_record_reads_back(void **unused) {
    fault why;
    (void)unused;
    for (uint8_t seed = 0; seed < 20; seed++) {
        play_out(&the, 3 + seed % 2, seed, GM_MAX_PLIES);
        memcpy(the.seat[1].bot, "random", 7);
        memcpy(the.seat[2].name, "Ola Żak", 9);
        size_t n = write_page(&the);
        assert_true(record_read(&other, NULL, "x", page, n, true, &why));
        assert_int_equal(other.match.n, the.match.n);
        assert_memory_equal(other.st, the.st, g->state_size);
        assert_string_equal(other.seat[1].bot, "random");
        assert_string_equal(other.seat[2].name, "Ola Żak");
    }
}

static void own_decks_stand_in_the_record(void **unused) {
    static const char deck[] = "\xEF\xBB\xBF# mine\r\nname,number\r\n\"a, \"\"b\"\"\",1\r\nx,2\r\ny,3";
    fault why;
    (void)unused;
    assert_true(
        open_with(g, 3, "rounds=1 spare=0", &(gm_file){"/some/where/mine.csv", deck, sizeof deck - 1}, &why));
    play_all("dealer role 0 agent;dealer role 1 mole;dealer role 2 agent;dealer card 0 1;dealer card 1 "
             "2;dealer card 2 3");
    size_t n = write_page(&the);
    assert_non_null(strstr(
        page, "option rounds=1\noption search=on\noption spare=0\ndeck mine.csv 5\n|# mine\n|name,number\n"));
    assert_true(record_read(&other, NULL, "x", page, n, false, &why));
    assert_memory_equal(other.box, the.box, g->box_size);
    char *row = strstr(page, "|x,2");
    row[3] = '1'; /* the number 1 stands twice: the fault names the line of the record */
    assert_false(record_read(&other, NULL, "x", page, n, false, &why));
    assert_string_equal(why.say, "dead-drop.deck.twice");
    assert_string_equal(why.file, "x");
    assert_int_equal(why.line, 12);
}

static void the_largest_deck_fits_into_a_record(void **unused) {
    static char deck[GM_MAX_FILE];
    fault why;
    (void)unused;
    memset(deck, '#', sizeof deck); /* a comment, in lines of 100 */
    for (size_t i = 99; i < sizeof deck; i += 100)
        deck[i] = '\n';
    memcpy(deck, "number,name\n1,a\n2,b\n3,c\n", 24);
    assert_false(open_with(g, 3, "rounds=1 spare=0", &(gm_file){"x.csv", deck, sizeof deck}, &why));
    assert_string_equal(why.say, "order.large"); /* the line end that is missing would be added */
    assert_string_equal(why.with[0], "32");      /* kB */
    deck[sizeof deck - 1] = '\n';
    assert_true(open_with(g, 3, "rounds=1 spare=0", &(gm_file){"x.csv", deck, sizeof deck}, &why));
    size_t n = write_page(&the);
    assert_true(record_read(&other, NULL, "x", page, n, false, &why));
}

static void commitments_are_kept(void **unused) {
    fault why;
    uint8_t secret[DEAL_SECRET] = {1, 2, 3};
    deal_nonce nonces[GM_MAX_SEATS] = {{3, {9, 9, 9}}, {0}, {32, {1}}};
    gm_move legal[GM_MAX_MOVES];
    (void)unused;
    assert_true(record_start(&the, g, &(gm_order){.seats = 3}, &why));
    record_commit(&the, secret, nonces);
    for (gm_seats act; (act = g->to_act(the.box, the.st));) {
        gm_seat who = (gm_seat)bits_first(act);
        g->moves(the.box, the.st, who, legal);
        gm_match_play(&the.match, who, who == GM_DEALER ? gm_match_deal(&the.match, the.key) : legal[0]);
    }
    size_t n = write_page(&the);
    assert_true(record_read(&other, NULL, "x", page, n, true, &why));
    assert_true(other.secret_known);
    char *line = strstr(page, "secret ") + 7;
    line[0] ^= 1; /* another secret */
    assert_false(record_read(&other, NULL, "x", page, n, true, &why));
    assert_string_equal(why.say, "record.commitment");
    line[0] ^= 1;
    strstr(page, "nonce 0 ")[8] ^= 1; /* another nonce: it deals something else */
    assert_false(record_read(&other, NULL, "x", page, n, true, &why));
    assert_string_equal(why.say, "record.dealt");
    *strstr(page, "secret ") = 0; /* before the end a record is good without its secret */
    assert_true(record_read(&other, NULL, "x", page, strlen(page), false, &why));
    assert_false(other.secret_known);
}

static void any_prefix_of_lines_is_a_game(void **unused) {
    fault why;
    (void)unused;
    play_out(&the, 3, 5, GM_MAX_PLIES);
    size_t n = write_page(&the), begin = (size_t)(strstr(page, "begin\n") + 6 - page);
    for (size_t cut = 0; cut <= n; cut++) {
        bool line = cut >= begin && page[cut - 1] == '\n';
        assert_int_equal(record_read(&other, NULL, "x", page, cut, false, &why), line);
        assert_int_equal(record_read(&other, NULL, "x", page, cut, true, &why), cut == n);
        if (cut < n) assert_true(why.line > 0);
    }
}

static void every_change_is_found(void **unused) {
    fault why;
    (void)unused;
    play_out(&the, 3, 6, GM_MAX_PLIES);
    size_t n = write_page(&the);
    for (size_t i = 0; i < n; i++)
        for (int bit = 0; bit < 8; bit++) {
            page[i] = (char)(page[i] ^ 1 << bit);
            assert_false(record_read(&other, NULL, "x", page, n, true, &why));
            assert_true(why.say && why.line > 0);
            page[i] = (char)(page[i] ^ 1 << bit);
        }
    page[n] = '\n'; /* a line too many */
    assert_false(record_read(&other, NULL, "x", page, n + 1, true, &why));
    assert_string_equal(why.say, "record.more");
}

static void illegal_moves_in_a_record_name_the_rule(void **unused) {
    fault why;
    (void)unused;
    start(g, 3, "rounds=1 spare=0");
    size_t n = write_page(&the);
    memcpy(page + n, "dealer role 1 agent\n", 21);
    assert_false(record_read(&other, NULL, "x", page, n + 20, false, &why));
    assert_string_equal(why.rule, "D2.4");
    assert_int_equal(why.line, 16);
}

static void a_full_record_takes_no_more(void **unused) {
    (void)unused;
    start(g, 3, "");
    the.match.n = GM_MAX_PLIES;
    assert_false(gm_match_play(&the.match, GM_DEALER, GM_MOVE(1, 0, 0, 0)));
}

/* ---- JSON and perft ------------------------------------------------------------------------------------ */

static void views_read_as_json(void **unused) {
    char line[512];
    text t = text_on(line, sizeof line);
    (void)unused;
    start(g, 3, "");
    play("dealer role 0 agent");
    sees(0, "role_seen", "[[0],[0,1,2,3,4,5,6,\"room\"],[0,1,2,3,4,5,6,\"room\"],[0,1,2,3,4,5,6,\"room\"]]");
    sees(0, "signal", "\"-\"");
    sees(0, "gain", "[0,0,0,0]");
    jsonw w = jsonw_on(&t);
    gm_json_move(&w, g, the.box, GM_MOVE(1, 0, GM_HIDDEN, 0));
    assert_string_equal(line, "{\"verb\":\"role\",\"with\":[0,null]}");
}

static void perft_counts(void **unused) {
    static const struct {
        int edition, seats;
        uint64_t golden[6];
    } positions[] = {
        {1, 3, {3, 12, 22, 68, 260, 416}},
        {1, 4, {3, 15, 25, 88, 288, 928}},
        {2, 3, {3, 12, 22, 60, 220, 352}},
        {2, 4, {3, 15, 25, 88, 288, 928}},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        int seats = positions[i].seats;
        play_edition(&the, positions[i].edition, seats, 1,
                     4 * seats + seats); /* dealt, before the first signal */
        for (int depth = 1; depth <= 6; depth++)
            assert_int_equal(gm_perft(g, the.box, the.st, depth), positions[i].golden[depth - 1]);
    }
}

/* Positions of random games after so many plies, when all cards are dealt. */
static void perft_counts_of_other_games(void **unused) {
    static const struct {
        const char *game, *roles;
        int seats, plies;
        uint64_t golden[4];
    } positions[] = {
        {"agents", NULL, 2, 140, {25, 175, 1400, 11125}},
        {"agents", NULL, 5, 100, {7, 21, 294, 4200}},
        {"inside-job", "none", 2, 26, {2, 20, 640, 19840}},
        {"inside-job", "none", 4, 55, {2, 24, 120, 712}},
        {"inside-job", "inner-circle", 5, 58, {1, 24, 552, 1104}},
        {"sentient", NULL, 2, 23, {25, 1400, 18984, 563920}},
        {"sentient", NULL, 4, 37, {25, 1400, 16968, 513520}},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        const gm_game *game = gm_game_named(positions[i].game, strlen(positions[i].game));
        gm_order order = {.seats = positions[i].seats, .settings = {{"roles", positions[i].roles}}};
        rng r = {1};
        fault why;
        if (!positions[i].roles) order.settings[0] = (gm_setting){0};
        assert_true(record_start(&the, game, &order, &why));
        for (int ply = 0; ply < positions[i].plies; ply++)
            gm_random_ply(game, the.box, the.st, &r);
        for (int depth = 1; depth <= 4; depth++)
            assert_int_equal(gm_perft(game, the.box, the.st, depth), positions[i].golden[depth - 1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_are_checked),
        cmocka_unit_test(each_edition_has_its_options),
        cmocka_unit_test(each_edition_has_its_decks),
        cmocka_unit_test(the_registry_knows_its_games),
        cmocka_unit_test(notation_reads_illegal_moves_too),
        cmocka_unit_test(all_moves_with_a_notation_are_met_once),
        cmocka_unit_test(statements_have_a_notation_of_their_own),
        cmocka_unit_test(deals_follow_the_specification),
        cmocka_unit_test(deals_are_uniform_and_below_n),
        cmocka_unit_test(people_count_seats_from_1),
        cmocka_unit_test(only_ones_own_latest_moves_go_back),
        cmocka_unit_test(a_record_reads_back),
        cmocka_unit_test(own_decks_stand_in_the_record),
        cmocka_unit_test(the_largest_deck_fits_into_a_record),
        cmocka_unit_test(commitments_are_kept),
        cmocka_unit_test(any_prefix_of_lines_is_a_game),
        cmocka_unit_test(every_change_is_found),
        cmocka_unit_test(illegal_moves_in_a_record_name_the_rule),
        cmocka_unit_test(a_full_record_takes_no_more),
        cmocka_unit_test(views_read_as_json),
        cmocka_unit_test(perft_counts),
        cmocka_unit_test(perft_counts_of_other_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
