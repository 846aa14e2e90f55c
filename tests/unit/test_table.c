/* A table of the house, driven by the lines of its journal. */
/* cmocka.h needs these headers before it */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* this comment keeps clang-format from sorting the headers */
#include <cmocka.h>

#include "base/bits.h"
#include "bots/bots.h"
#include "kit/follower.h"
#include "kit/json.h"
#include "kit/notation.h"
#include "kit/order.h"
#include "kit/registry.h"
#include "table/table.h"
#include "tests/unit/long_game.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static table tbl; /* of the test that runs */
static table_events events;
static fault why;
static _Alignas(8) uint8_t box[GM_MAX_BOX];
static char journal[1 << 20]; /* all lines that the table has accepted */
static size_t journal_size;
static uint8_t sums[1 << 12][TABLE_SUM]; /* the sums of these lines */
static int journal_lines;
static int64_t now;
static const uint8_t secret[DEAL_SECRET] = {7, 7, 7};
static const char agreed[] = "{\"game\":\"dead-drop\"}";

static void open_table(const char *game, int seats, table_terms terms) {
    if (tbl.match.st) table_close(&tbl);
    assert_true(gm_open_box(gm_game_named(game, strlen(game)), &(gm_order){.seats = seats}, box, &why));
    if (!terms.bot) terms.bot = "random";
    if (!terms.host) terms.host = 5;
    table_open(&tbl, gm_game_named(game, strlen(game)), box, &terms, agreed, secret);
    journal_size = 0;
    journal_lines = 0;
    now = 1000;
}

/* Gives the table a line that lacks its time; false: the table refuses it. */
static bool apply_line(const char *line) {
    static char full[TABLE_LINE + 32]; /* events point into it */
    int n = snprintf(full, sizeof full, "%lld %s", (long long)now, line);
    if (!table_do(&tbl, full, (size_t)n, &events, &why)) return false;
    if (!events.n) return true; /* sent twice: it does not belong in the journal */
    journal_size += (size_t)snprintf(journal + journal_size, sizeof journal - journal_size, "%s\n", full);
    memcpy(sums[journal_lines++], tbl.sum, TABLE_SUM);
    return true;
}

/* The table accepts the line. */
static void assert_done(const char *line) {
    if (!apply_line(line)) fail_msg("%s: %s", line, why.say);
}

/* The table refuses the line for this reason, and nothing changes. */
static void assert_refused(const char *line, const char *say) {
    table before = tbl;
    uint8_t st[GM_MAX_STATE];
    memcpy(st, tbl.match.st, tbl.match.game->state_size);
    if (apply_line(line)) fail_msg("%s: accepted", line);
    assert_string_equal(why.say, say);
    before.match.by = tbl.match.by, before.match.move = tbl.match.move,
    before.match.capacity = tbl.match.capacity;
    assert_memory_equal(&before, &tbl, sizeof tbl);
    assert_memory_equal(st, tbl.match.st, tbl.match.game->state_size);
    assert_int_equal(events.n, 0);
}

/* How many events of this kind the latest line caused. */
static int count_events(int kind) {
    int n = 0;
    for (int i = 0; i < events.n; i++)
        n += (int)events.event[i].kind == kind;
    return n;
}

/* Bots make their first legal moves until no bot is asked. */
static void play_bots(void) {
    while (table_bots(&tbl)) {
        char line[TABLE_LINE], code[GM_NOTATION_SIZE];
        gm_seat q = (gm_seat)bits_first(table_bots(&tbl));
        gm_move moves[GM_MAX_MOVES];
        text t = text_on(code, sizeof code);
        assert_true(tbl.match.game->moves(tbl.match.box, tbl.match.st, q, moves) > 0);
        gm_write_move(&t, tbl.match.game, tbl.match.box, moves[0]);
        snprintf(line, sizeof line, "bot move %d %s", q, code);
        assert_done(line);
    }
}

/* A table that reads the journal from the start becomes the same. */
static void assert_journal_replays(void) {
    table again;
    int n = 0;
    table_open(&again, tbl.match.game, tbl.match.box, &tbl.terms, agreed, secret);
    for (char *s = journal, *end; s < journal + journal_size; s = end + 1) {
        end = strchr(s, '\n');
        assert_true(table_redo(&again, s, (size_t)(end - s), sums[n++], &events, &why));
    }
    assert_int_equal(n, journal_lines);
    assert_int_equal(again.match.n, tbl.match.n);
    assert_memory_equal(again.match.st, tbl.match.st, tbl.match.game->state_size);
    if (tbl.match.n)
        assert_memory_equal(again.match.move, tbl.match.move, (size_t)tbl.match.n * sizeof *tbl.match.move);
    assert_int_equal(again.n_removed, tbl.n_removed);
    if (tbl.n_removed)
        assert_memory_equal(again.removed, tbl.removed, (size_t)tbl.n_removed * sizeof *tbl.removed);
    table copy = again; /* the arrays lie elsewhere */
    copy.match.by = tbl.match.by, copy.match.move = tbl.match.move, copy.match.st = tbl.match.st,
    copy.match.capacity = tbl.match.capacity, copy.removed = tbl.removed;
    assert_memory_equal(&copy, &tbl, sizeof tbl);
    table_close(&again);
}

static void assert_event_json(int i, gm_seat who, const char *json) {
    static char room[4096];
    text t = text_on(room, sizeof room);
    jsonw w = jsonw_on(&t);
    table_json_event(&w, &tbl, &events.event[i], who);
    assert_string_equal(room, json);
}

/* The first `people` of persons 5, 6 and 7 sit in seats 0, 1 and 2, and the game starts. */
static void start_game(const char *game, int seats, table_terms terms, int people) {
    static const char *const sit[] = {"5 sit 0 Ada", "6 sit 1 Bruno", "7 sit 2 Celina"};
    open_table(game, seats, terms);
    for (int i = 0; i < people; i++)
        assert_done(sit[i]);
    assert_done("5 start");
}

static gm_seat first_to_act(void) {
    return (gm_seat)bits_first(tbl.match.game->to_act(tbl.match.box, tbl.match.st));
}

static int close_table(void **unused) {
    (void)unused;
    table_close(&tbl);
    return 0;
}

/* ---- sitting down ----------------------------------------------------------------------------- */

static void sitting_and_rising(void **unused) {
    (void)unused;
    open_table("dead-drop", 3, (table_terms){0});
    assert_done("5 sit 0 Ada");
    assert_int_equal(count_events(TABLE_E_SEAT), 1);
    assert_refused("6 sit 0 Bruno", "table.taken");
    assert_refused("6 sit 3 Bruno", "table.seat");
    assert_refused("6 sit 1", "table.name");
    assert_refused("6 sit 1 \x1b[2J", "table.name");
    assert_done("6 sit 1 Bruno Maria");
    assert_done("6 sit 2 Celina"); /* one person may have two seats */
    assert_int_equal(table_seats_of(&tbl, 6), 6);
    assert_refused("6 rise 0", "table.not-yours");
    assert_done("6 rise 2");
    assert_refused("6 remove 1", "table.not-host");
    assert_refused("5 remove 2", "table.free");
    assert_done("5 remove 1");
    assert_int_equal(table_seats_of(&tbl, 6), 0);
    assert_refused("6 bot 1 random", "table.not-host");
    assert_refused("5 bot 1 genius", "table.bot");
    assert_refused("5 bot 0 random", "table.taken");
    assert_done("5 bot 1 random");
    assert_string_equal(tbl.seat[1].bot, "random");
    assert_done("5 bot 1 -");
    assert_string_equal(tbl.seat[1].bot, "");
    assert_refused("6 sit 1 Bruno", "table.removed");
    assert_done("8 sit 1 Bruno"); /* somebody else may sit there */
    assert_done("8 rise 1");      /* a person who rises may sit down again */
    assert_done("8 sit 1 Bruno");
    assert_refused("8 start", "table.not-host");
    assert_refused("8 move 1 1 worth 1", "table.not-playing");
    assert_refused("8 vote 1 end", "table.not-playing");
    assert_done("8 nonce 1 ff");
    assert_int_equal(count_events(TABLE_E_SEAT), 1); /* everybody sees that there is a nonce */
    assert_done("5 start");
    assert_string_equal(tbl.seat[2].bot, "random"); /* bots fill the free seats */
    assert_refused("7 sit 2 Dora", "table.started");
    assert_refused("5 start", "table.started");
    assert_journal_replays();
}

static void the_host_bans_as_many_as_come(void **unused) {
    char line[TABLE_LINE];
    (void)unused;
    open_table("dead-drop", 3, (table_terms){0});
    assert_done("5 sit 0 Ada");
    assert_refused("6 ban 7", "table.not-host");
    for (const char *const *bad = (const char *const[]){"", "0", "x", "5", "1073741825", NULL}; *bad; bad++) {
        snprintf(line, sizeof line, "5 ban %s", *bad);
        assert_refused(line, "table.who"); /* the host stays, too */
    }
    assert_refused("5 ban 6 7", "table.more");
    for (int who = 100; who < 150; who++) {
        snprintf(line, sizeof line, "%d sit 1 Bruno", who);
        assert_done(line);
        snprintf(line, sizeof line, "%d sit 2 Bruno", who);
        assert_done(line);
        snprintf(line, sizeof line, "5 ban %d", who);
        assert_done(line);
        assert_int_equal(count_events(TABLE_E_BAN), 1);
        assert_int_equal(count_events(TABLE_E_SEAT), 2);
    }
    assert_done("5 ban 200"); /* somebody who does not sit here */
    assert_done("5 ban 200");
    assert_int_equal(tbl.n_removed, 51);
    for (int who = 100; who < 150; who++) {
        snprintf(line, sizeof line, "%d sit 1 Bruno", who);
        assert_refused(line, "table.removed");
    }
    assert_refused("200 sit 1 Bruno", "table.removed");
    assert_done("201 sit 1 Bruno");
    assert_done("5 start");
    assert_refused("5 ban 201", "table.started");
    assert_journal_replays();
}

/* A journal of an older program, in which only eight people stayed away. */
static void old_removals_replay(void **unused) {
    char line[TABLE_LINE];
    (void)unused;
    open_table("dead-drop", 3, (table_terms){0});
    for (int who = 10; who < 20; who++) {
        snprintf(line, sizeof line, "%d sit 1 Bruno", who);
        assert_done(line);
        assert_done("5 remove 1");
    }
    assert_refused("17 sit 1 Bruno", "table.removed");
    assert_done("18 sit 1 Bruno");
    assert_done("17 call 5 Bruno I am still here");
    assert_journal_replays();
}

static void an_empty_table_cannot_start(void **unused) {
    (void)unused;
    open_table("dead-drop", 3, (table_terms){0});
    assert_refused("5 start", "table.nobody");
}

/* ---- playing -------------------------------------------------------------------------------------- */

/* The deals follow from the secret and the nonces as doc/records.md says. */
static void deals_follow_from_secret_and_nonces(void **unused) {
    static record r;
    deal_nonce nonces[GM_MAX_SEATS] = {{2, {0xAB, 0xCD}}};
    (void)unused;
    open_table("inside-job", 4, (table_terms){0});
    assert_done("5 sit 0 Ada");
    assert_refused("5 nonce 0 xyz", "table.nonce");
    assert_refused("5 nonce 0", "table.nonce");
    assert_done("5 nonce 0 abcd");
    assert_done("5 start");
    assert_true(record_start(&r, tbl.match.game, &(gm_order){.seats = 4}, &why));
    record_commit(&r, secret, nonces);
    for (int i = 0; i < tbl.match.n; i++) {
        assert_int_equal(tbl.match.by[i], GM_DEALER);
        assert_int_equal(tbl.match.move[i], gm_match_deal(&r.match, r.key));
        gm_match_play(&r.match, GM_DEALER, tbl.match.move[i]);
    }
    assert_true(tbl.match.n > 40);
    assert_int_equal(count_events(TABLE_E_MOVE), tbl.match.n);
    assert_journal_replays();
}

static void whole_games(void **unused) {
    (void)unused;
    for (const gm_game *const *g = gm_games; *g; g++)
        for (int seats = (*g)->min_seats; seats <= (*g)->max_seats; seats++) {
            start_game((*g)->name, seats, (table_terms){0}, 1);
            assert_done("5 leave 0");
            play_bots();
            assert_int_equal(tbl.phase, TABLE_OVER);
            assert_int_equal(count_events(TABLE_E_OVER), 1);
            assert_refused("5 back 0", "table.not-playing");
            assert_journal_replays();
        }
}

/* Each listener hears in events the same moves as in the story of the game. */
static void events_tell_what_stories_tell(void **unused) {
    gm_move story[1000];
    (void)unused;
    start_game("inside-job", 3, (table_terms){0}, 1);
    assert_int_equal(count_events(TABLE_E_MOVE), tbl.match.n);
    BITS_EACH (listener, gm_listeners(tbl.match.box)) {
        gm_seat q = (gm_seat)listener;
        gm_match_replay_story(&tbl.match, q, story);
        for (int i = 0, k = 0; i < events.n; i++)
            if (events.event[i].kind == TABLE_E_MOVE) assert_int_equal(events.event[i].heard[q], story[k++]);
        bool knows_all = true;
        for (int i = 0; i < tbl.match.n; i++)
            knows_all &= story[i] == tbl.match.move[i];
        assert_false(knows_all);
    }
}

static void repeated_moves_count_once(void **unused) {
    char line[TABLE_LINE], code[GM_NOTATION_SIZE];
    gm_move moves[GM_MAX_MOVES];
    (void)unused;
    start_game("sentient", 2, (table_terms){.takebacks = true}, 2);
    gm_seat q = first_to_act();
    text t = text_on(code, sizeof code);
    tbl.match.game->moves(tbl.match.box, tbl.match.st, q, moves);
    gm_write_move(&t, tbl.match.game, tbl.match.box, moves[0]);
    snprintf(line, sizeof line, "%d move %d 0 %s", 5 + q, q, code);
    assert_refused(line, "table.id");
    snprintf(line, sizeof line, "%d move %d 1 %s", 6 - q, q, code);
    assert_refused(line, "table.not-yours");
    snprintf(line, sizeof line, "%d move %d 1 %s", 6 - q, 1 - q, code);
    assert_refused(line, "sentient.why.turn");
    assert_string_equal(why.rule, "S4.1");
    snprintf(line, sizeof line, "%d move %d 1 nonsense", 5 + q, q);
    assert_refused(line, "move.verb");
    snprintf(line, sizeof line, "bot move %d %s", q, code);
    assert_refused(line, "table.no-bot");
    snprintf(line, sizeof line, "%d move %d 1 %s", 5 + q, q, code);
    assert_done(line);
    int n = tbl.match.n;
    assert_true(n > 0 && events.n > 0);
    assert_done(line); /* sent again because the answer was lost */
    assert_int_equal(tbl.match.n, n);
    assert_int_equal(events.n, 0);
    assert_journal_replays();
}

static void taking_back(void **unused) {
    (void)unused;
    for (int allowed = 0; allowed < 2; allowed++) {
        start_game("dead-drop", 3, (table_terms){.takebacks = allowed}, 3);
        char line[64];
        gm_seat q = first_to_act();
        uint8_t st[GM_MAX_STATE];
        memcpy(st, tbl.match.st, tbl.match.game->state_size);
        int n = tbl.match.n;
        snprintf(line, sizeof line, "%d move %d 1 worth 2", 5 + q, q);
        assert_done(line);
        snprintf(line, sizeof line, "%d back %d", 5 + q, q);
        if (!allowed) {
            assert_refused(line, "table.no-backs");
            continue;
        }
        assert_done(line);
        assert_int_equal(count_events(TABLE_E_BACK), 1);
        assert_int_equal(tbl.match.n, n);
        assert_memory_equal(st, tbl.match.st, tbl.match.game->state_size);
        assert_refused(line, "table.no-back"); /* the move before is the dealer's */
        assert_journal_replays();
    }
}

/* A person cannot take back a move that a bot made for them. */
static void bots_moves_cannot_be_taken_back(void **unused) {
    (void)unused;
    start_game("dead-drop", 3, (table_terms){.takebacks = true}, 3);
    char line[64];
    gm_seat q = first_to_act();
    snprintf(line, sizeof line, "%d leave %d", 5 + q, q);
    assert_done(line);
    snprintf(line, sizeof line, "bot move %d worth 2", q);
    assert_done(line);
    snprintf(line, sizeof line, "%d back %d", 5 + q, q);
    assert_refused(line, "table.held");
}

/* ---- clocks, leaving, votes ---------------------------------------------------------------------------- */

static void a_clock_per_move(void **unused) {
    (void)unused;
    open_table("sentient", 2, (table_terms){.clock = TABLE_PER_MOVE, .time = 30000});
    assert_done("5 sit 0 Ada");
    assert_done("6 sit 1 Bruno");
    assert_true(table_due(&tbl) == INT64_MAX);
    assert_done("5 start");
    gm_seat q = first_to_act();
    assert_true(table_due(&tbl) == now + 30000);
    now += 29999;
    assert_refused("clock", "table.early");
    now += 1;
    assert_done("clock");
    assert_true(tbl.seat[q].held);
    assert_true(table_due(&tbl) == INT64_MAX);
    assert_int_equal(table_bots(&tbl), BIT(q));
    char line[64];
    snprintf(line, sizeof line, "%d move %d 1 pass", 5 + q, q);
    assert_refused(line, "table.held");
    now += 500;
    snprintf(line, sizeof line, "%d return %d", 5 + q, q);
    assert_done(line);
    assert_int_equal(table_bots(&tbl), 0);
    assert_true(table_due(&tbl) == now + 30000); /* the time starts again */
    assert_refused(line, "table.not-held");
    assert_journal_replays();
}

static void a_clock_per_game(void **unused) {
    (void)unused;
    start_game("sentient", 2, (table_terms){.clock = TABLE_PER_GAME, .time = 10000}, 2);
    gm_seat q = first_to_act();
    char line[64];
    now += 4000;
    snprintf(line, sizeof line, "%d move %d 1 pass", 5 + q, q);
    assert_done(line);
    assert_true(tbl.seat[q].left == 6000 && !tbl.seat[q].since);
    assert_true(tbl.seat[1 - q].since == now && tbl.seat[1 - q].left == 10000);
    now += 10000;
    assert_done("clock");
    assert_true(tbl.seat[1 - q].held && tbl.seat[1 - q].left == 0);
    snprintf(line, sizeof line, "%d return %d", 6 - q, 1 - q);
    assert_refused(line, "table.no-time");
    assert_journal_replays();
}

/* Makes a legal move of this seat, as the person or as the bot. */
static bool make_move(gm_seat q, uint32_t x) {
    static int id;
    char line[TABLE_LINE], code[GM_NOTATION_SIZE];
    gm_move moves[GM_MAX_MOVES];
    text t = text_on(code, sizeof code);
    int n = tbl.match.game->moves(tbl.match.box, tbl.match.st, q, moves);
    gm_write_move(&t, tbl.match.game, tbl.match.box, moves[x % (uint32_t)n]);
    if (table_bots(&tbl) >> q & 1)
        snprintf(line, sizeof line, "bot move %d %s", q, code);
    else
        snprintf(line, sizeof line, "%u move %d %d %s", tbl.seat[q].person, q, ++id, code);
    return apply_line(line);
}

static bool is_time_to_vote(void) { return tbl.match.game->discusses(tbl.match.box, tbl.match.st); }

/* A game of Inside Job that has come to the vote. */
static void play_to_the_vote(table_terms terms, int people) {
    for (uint32_t seed = 1; seed < 100; seed++) {
        rng r = {seed};
        start_game("inside-job", 3, terms, people);
        while (tbl.phase == TABLE_PLAYING && !is_time_to_vote())
            assert_true(make_move(first_to_act(), rng_below(&r, 1000)));
        if (tbl.phase == TABLE_PLAYING) return;
    }
    fail_msg("no game came to the vote");
}

/* What is to be done now, as a listener is told. */
static void assert_now(const char *part) {
    static char json[8192];
    text t = text_on(json, sizeof json);
    jsonw w = jsonw_on(&t);
    jsonw_object(&w);
    table_json_now(&w, &tbl, 0, true);
    jsonw_end_object(&w);
    if (!strstr(json, part)) fail_msg("no %s in %s", part, json);
}

/* Nobody votes before everybody is ready, and no clock runs meanwhile. */
static void a_discussion(void **unused) {
    (void)unused;
    play_to_the_vote(
        (table_terms){.takebacks = true, .clock = TABLE_PER_MOVE, .time = 30000, .discussion = true}, 3);
    assert_int_equal(tbl.discussion, TABLE_DISCUSSING);
    assert_int_equal(count_events(TABLE_E_DISCUSSION), 1);
    assert_int_equal(table_asked(&tbl), 0);
    assert_now("\"asked\":[],\"discussion\":{\"ready\":[]},\"left\":[30000,30000,30000]}");
    assert_true(table_due(&tbl) == INT64_MAX); /* neither a clock nor the discussion has an end */
    assert_false(make_move(first_to_act(), 0));
    assert_string_equal(why.say, "table.discussion");
    now += 1000000;
    assert_refused("clock", "table.early");
    assert_done("6 say I could not follow");
    assert_done("6 state 1 suspect 0");
    assert_refused("6 ready 0", "table.not-yours");
    assert_refused("6 ready 1 0", "table.more");
    assert_done("6 ready 1");
    assert_event_json(0, GM_SPECTATOR, "{\"event\":\"ready\",\"who\":1}");
    assert_now("\"asked\":[],\"discussion\":{\"ready\":[1]},");
    int lines = journal_lines;
    assert_done("6 ready 1"); /* once is enough */
    assert_int_equal(journal_lines, lines);
    assert_done("5 ready 0");
    assert_int_equal(count_events(TABLE_E_DISCUSSION), 0);
    assert_done("7 ready 2");
    assert_int_equal(events.n, 2);
    assert_event_json(1, GM_SPECTATOR, "{\"event\":\"discussion\",\"on\":false}");
    assert_refused("7 ready 2", "table.no-discussion");
    assert_true(table_asked(&tbl) && table_due(&tbl) == now + 30000); /* now the clocks run */

    /* A ballot that is taken back does not begin it again. */
    char line[64];
    gm_seat q = first_to_act();
    assert_true(make_move(q, 0));
    snprintf(line, sizeof line, "%d back %d", 5 + q, q);
    assert_done(line);
    assert_true(is_time_to_vote());
    assert_int_equal(tbl.discussion, TABLE_DISCUSSED);
    while (tbl.phase == TABLE_PLAYING)
        assert_true(make_move(first_to_act(), 0));
    assert_int_equal(tbl.discussion, TABLE_NO_DISCUSSION);
    assert_journal_replays();
}

static void the_time_of_a_discussion(void **unused) {
    (void)unused;
    for (int clock = TABLE_NO_CLOCK; clock <= TABLE_PER_GAME; clock++) {
        play_to_the_vote(
            (table_terms){
                .clock = (table_clock)clock, .time = 30000, .discussion = true, .discussion_time = 5000},
            3);
        int64_t left[3] = {tbl.seat[0].left, tbl.seat[1].left, tbl.seat[2].left};
        assert_true(table_due(&tbl) == now + 5000);
        assert_done("5 ready 0");
        now += 4000;
        assert_done("5 say Wait");
        assert_now("\"discussion\":{\"ready\":[0],\"left\":1000}");
        now += 999;
        assert_refused("clock", "table.early");
        now += 1;
        assert_done("clock");
        assert_event_json(0, 1, "{\"event\":\"discussion\",\"on\":false}");
        assert_true(table_asked(&tbl) && !tbl.seat[0].held && !tbl.seat[1].held);
        for (int q = 0; q < 3; q++) /* nobody has lost time */
            assert_true(tbl.seat[q].left == left[q]);
        assert_true(table_due(&tbl) == (clock ? now + 30000 : INT64_MAX));
        assert_journal_replays();
    }
}

/* Bots are ready; so is whoever lets one play.  A person alone has nobody to talk to. */
static void who_must_be_ready(void **unused) {
    (void)unused;
    play_to_the_vote((table_terms){.discussion = true}, 1);
    assert_int_equal(tbl.discussion, TABLE_DISCUSSED);
    assert_int_equal(count_events(TABLE_E_DISCUSSION), 0);
    play_to_the_vote((table_terms){.discussion = true}, 2);
    assert_int_equal(tbl.discussion, TABLE_DISCUSSING);
    assert_int_equal(table_ready(&tbl), BIT(2));
    assert_int_equal(table_bots(&tbl), 0); /* no bot votes before the others may */
    assert_done("5 ready 0");
    assert_done("6 ready 1");
    assert_int_equal(tbl.discussion, TABLE_DISCUSSED);
    play_bots();
    play_to_the_vote((table_terms){.discussion = true}, 3);
    assert_done("5 ready 0");
    assert_done("5 leave 0");
    assert_done("5 return 0"); /* and has to be ready again */
    assert_int_equal(table_ready(&tbl), 0);
    assert_done("6 ready 1");
    assert_refused("6 ready 2", "table.not-yours");
    assert_done("7 leave 2");
    assert_refused("7 ready 2", "table.held");
    assert_done("5 ready 0");
    assert_int_equal(tbl.discussion, TABLE_DISCUSSED);
    assert_done("7 return 2"); /* too late to talk */
    assert_int_equal(tbl.discussion, TABLE_DISCUSSED);
    play_to_the_vote((table_terms){.discussion = true}, 3);
    assert_done("6 vote 1 hold 2 here 0 1");
    assert_done("5 vote 0 hold 2 here 0 1");
    assert_int_equal(table_ready(&tbl), BIT(2));
    assert_done("6 vote 1 end here 0 1");
    assert_done("5 vote 0 end here 0 1");
    assert_int_equal(tbl.phase, TABLE_OVER);
    assert_int_equal(tbl.discussion, TABLE_NO_DISCUSSION);
    assert_journal_replays();
}

/* At tables of older programs, and in games that have none, there is no discussion. */
static void tables_without_discussion(void **unused) {
    (void)unused;
    play_to_the_vote((table_terms){0}, 3);
    assert_int_equal(tbl.discussion, TABLE_NO_DISCUSSION);
    assert_refused("5 ready 0", "table.no-discussion");
    assert_true(make_move(first_to_act(), 0));
    assert_journal_replays();
    start_game("dead-drop", 3, (table_terms){.discussion = true}, 3);
    assert_refused("5 ready 0", "table.no-discussion");
}

static void leaving_and_returning(void **unused) {
    (void)unused;
    open_table("sentient", 2, (table_terms){0});
    assert_done("5 sit 0 Ada");
    assert_done("6 sit 1 Bruno");
    assert_refused("5 leave 0", "table.not-playing");
    assert_done("5 start");
    assert_done("5 leave 0");
    assert_refused("5 leave 0", "table.held");
    assert_refused("6 return 0", "table.not-yours");
    assert_done("5 return 0");
    assert_false(tbl.seat[0].held);
    assert_journal_replays();
}

/* With two players, one of them would otherwise decide alone. */
static void only_who_is_away_is_held(void **unused) {
    (void)unused;
    start_game("sentient", 2, (table_terms){0}, 2);
    for (int i = 0; i < 20; i++)
        assert_refused("5 vote 0 hold 1 here 0 1", "table.present");
    assert_refused("5 vote 0 hold 1 there", "table.more");
    assert_refused("5 vote 0 hold 1 here 2", "table.seat");
    assert_refused("5 vote 0 hold 1 here 0 here 1", "table.seat"); /* no request can bring its own `here` */
    assert_done("5 vote 0 hold 1 here 0");
    assert_true(tbl.seat[1].held);
    assert_done("5 vote 0 end here 0 1"); /* Bruno is back, and reads what the bot does for him */
    assert_int_equal(tbl.phase, TABLE_PLAYING);
    assert_done("6 vote 1 nothing here 0 1");
    assert_int_equal(tbl.phase, TABLE_PLAYING);
    assert_done("6 vote 1 end here 0 1");
    assert_int_equal(tbl.phase, TABLE_OVER);
    assert_journal_replays();
    start_game("sentient", 2, (table_terms){0}, 2);
    assert_done("5 vote 0 hold 1 here 0");
    assert_done("5 vote 0 end here 0"); /* he is still away */
    assert_int_equal(tbl.phase, TABLE_OVER);
    assert_done("5 vote 0 again here 0");
    assert_int_equal(count_events(TABLE_E_AGAIN), 1);
    assert_journal_replays();
}

/* A journal of an older program, which held people who were there and did not ask them about the end. */
static void old_votes_replay(void **unused) {
    (void)unused;
    start_game("sentient", 2, (table_terms){0}, 2);
    assert_done("5 vote 0 hold 1");
    assert_true(tbl.seat[1].held);
    assert_done("5 vote 0 end");
    assert_int_equal(tbl.phase, TABLE_OVER);
    assert_journal_replays();
}

static void votes_are_counted(void **unused) {
    (void)unused;
    start_game("dead-drop", 4, (table_terms){0}, 3);
    assert_refused("5 vote 0 again", "table.not-over");
    assert_refused("5 vote 0 maybe", "table.vote");
    assert_refused("5 vote 0 hold 0", "table.no-hold");
    assert_refused("5 vote 0 hold 3", "table.no-hold");
    assert_refused("5 vote 0 hold 9", "table.seat");
    assert_refused("8 vote 0 end", "table.not-yours");
    assert_done("5 vote 0 hold 2");
    assert_false(tbl.seat[2].held);
    assert_done("6 vote 1 hold 2"); /* all but the player in question agree */
    assert_true(tbl.seat[2].held);
    assert_int_equal(tbl.seat[0].vote, TABLE_NOTHING);
    assert_done("5 vote 0 end");
    assert_done("5 vote 0 nothing");
    assert_done("6 vote 1 end");
    assert_int_equal(tbl.phase, TABLE_PLAYING);
    assert_done("5 vote 0 end"); /* a bot plays for Celina, so two votes are enough */
    assert_int_equal(tbl.phase, TABLE_OVER);
    assert_true(tbl.ended_by_vote);
    assert_refused("5 vote 0 end", "table.not-playing");
    assert_done("5 vote 0 again");
    assert_done("6 vote 1 again");
    assert_int_equal(count_events(TABLE_E_AGAIN), 1);
    assert_journal_replays();
}

static void talk_is_checked(void **unused) {
    (void)unused;
    char line[TABLE_LINE];
    open_table("dead-drop", 3, (table_terms){0});
    assert_done("5 sit 0 Ada");
    assert_done("5 say Cześć, kto jest kretem?");
    assert_int_equal(events.event[0].kind, TABLE_E_SAY);
    assert_int_equal(events.event[0].seat, 0);
    assert_int_equal(events.event[0].size, strlen("Cześć, kto jest kretem?"));
    assert_done("9 say I only watch");
    assert_int_equal(events.event[0].seat, GM_SPECTATOR);
    assert_refused("5 say", "table.talk");
    assert_refused("5 say \x01", "table.talk");
    memset(line, 'a', sizeof line);
    memcpy(line, "5 say ", 6);
    line[6 + TABLE_TALK + 1] = 0;
    assert_refused(line, "table.talk");
    line[6 + TABLE_TALK] = 0;
    assert_done(line);
    assert_done("9 call 9 Ola Nowak I only watch");
    assert_int_equal(events.event[0].seat, GM_SPECTATOR);
    assert_int_equal(events.event[0].name_size, 9);
    assert_memory_equal(events.event[0].name, "Ola Nowak", 9);
    assert_int_equal(events.event[0].size, strlen("I only watch"));
    assert_refused("9 call 9 Ola", "table.name");
    assert_refused("9 call 8 Ola Nowak hello", "table.name");
    assert_refused("9 call 0  hello", "table.name");
    assert_refused("9 call 2 \x1b[ hello", "table.name");
    assert_refused("9 call 3 Ola ", "table.talk");
    assert_journal_replays();
}

/* Talk can be read from the lines of the journal, also when the game is over. */
static void the_host_silences_spectators(void **unused) {
    (void)unused;
    open_table("inside-job", 3, (table_terms){.host = 9}); /* the host only watches */
    assert_done("5 sit 0 Ada");
    assert_refused("5 silence on", "table.not-host");
    assert_refused("9 silence", "table.silence");
    assert_refused("9 silence maybe", "table.silence");
    assert_done("8 call 3 Ola hello");
    assert_done("9 silence on");
    assert_int_equal(count_events(TABLE_E_SILENCE), 1);
    assert_refused("8 call 3 Ola hello", "table.silenced");
    assert_refused("8 say hello", "table.silenced");
    assert_done("9 call 4 Host hello");
    assert_done("5 call 3 Ada hello");
    assert_done("9 start");
    assert_done("5 say hello");
    table_event e;
    assert_true(table_read_talk(&tbl, "7 8 call 3 Ola hello", 20, &e)); /* what was said stays said */
    assert_done("9 silence off");
    assert_done("8 call 3 Ola hello");
    assert_journal_replays();
}

static void assert_colours(const char *codes) {
    char found[128] = "";
    uint8_t colour[GM_MAX_SEATS];
    text t = text_on(found, sizeof found);
    assert_true(table_colours(&tbl, colour));
    for (int q = 0; q < gm_seat_count(box); q++) {
        gm_thing thing;
        assert_true(tbl.match.game->thing(box, "player-colour", colour[q], &thing));
        if (q) text_char(&t, ' ');
        text_put(&t, thing.code);
    }
    assert_string_equal(found, codes);
}

static void assert_event_json(int i, gm_seat who, const char *json);

static void people_choose_their_colours(void **unused) { /* S2.1 */
    (void)unused;
    open_table("sentient", 3, (table_terms){0});
    assert_done("5 sit 0 Ada");
    assert_done("6 sit 1 Bruno");
    assert_colours("white red yellow");
    assert_refused("7 colour 0 red", "table.not-yours");
    assert_refused("5 colour 3 red", "table.seat");
    assert_refused("5 colour 0", "table.colour");
    assert_refused("5 colour 0 pink", "table.colour");
    assert_refused("5 colour 0 red now", "table.colour");
    assert_done("5 colour 0 red"); /* whoever had it without choosing it gets another */
    assert_colours("red white yellow");
    assert_int_equal(count_events(TABLE_E_SEAT), 2);
    assert_event_json(
        1, 0,
        "{\"event\":\"seat\",\"seat\":1,\"name\":\"Bruno\",\"person\":true,\"bot\":\"\",\"held\":false,"
        "\"nonce\":false,\"colour\":\"white\"}");
    assert_refused("6 colour 1 red", "table.colour-taken");
    assert_done("6 colour 1 grey");
    assert_int_equal(count_events(TABLE_E_SEAT), 1);
    assert_colours("red grey yellow");
    assert_done("6 colour 1 grey"); /* the same again */
    assert_done("5 colour 0 -");
    assert_colours("white grey yellow");
    assert_done("5 colour 0 yellow");
    assert_colours("yellow grey white");
    assert_done("5 rise 0"); /* the colour is free again */
    assert_int_equal(count_events(TABLE_E_SEAT), 2);
    assert_colours("white grey yellow");
    assert_done("5 sit 0 Ada");
    assert_done("5 bot 2 random");
    assert_done("5 colour 0 yellow");
    assert_done("5 start");
    assert_refused("5 colour 0 red", "table.started");
    assert_colours("yellow grey white");
    assert_journal_replays();
    open_table("agents", 5, (table_terms){0});
    assert_colours("green red blue purple brown");
    open_table("inside-job", 3, (table_terms){0});
    assert_done("5 sit 0 Ada");
    assert_refused("5 colour 0 red", "table.colour");
    assert_refused("5 colour 0 -", "table.colour");
}

static void talk_is_read_from_the_journal(void **unused) {
    static const struct {
        const char *line, *text;
    } lines[] = {
        {"7 5 say hello", "hello"},       {"7 9 call 3 Ola hello to all", "hello to all"},
        {"7 5 sit 0 Ada", NULL},          {"7 5 start", NULL},
        {"7 bot move 1 say hello", NULL}, {"7 5 state 0 suspect 1", ""},
    };
    (void)unused;
    start_game("inside-job", 3, (table_terms){0}, 1);
    assert_done("5 leave 0");
    play_bots();
    assert_int_equal(tbl.phase, TABLE_OVER);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        table before = tbl;
        table_event e;
        bool said = table_read_talk(&tbl, lines[i].line, strlen(lines[i].line), &e);
        assert_memory_equal(&before, &tbl, sizeof tbl);
        assert_int_equal(said, lines[i].text != NULL);
        if (said && *lines[i].text) assert_memory_equal(e.text, lines[i].text, e.size);
        if (said && !*lines[i].text) assert_int_equal(e.kind, TABLE_E_STATE);
    }
}

static uint32_t pick_last(const table *t, uint32_t chances) {
    (void)t;
    return chances - 1;
}

static void deals_can_be_chosen(void **unused) {
    (void)unused;
    open_table("dead-drop", 3, (table_terms){0});
    tbl.pick = pick_last;
    assert_done("5 sit 0 Ada");
    assert_done("5 start");
    assert_true(tbl.match.n > 0);
    uint8_t st[GM_MAX_STATE] = {0};
    tbl.match.game->setup(tbl.match.box, st);
    for (int i = 0; i < tbl.match.n && tbl.match.by[i] == GM_DEALER; i++) {
        assert_int_equal(
            tbl.match.move[i],
            tbl.match.game->deal(tbl.match.box, st, tbl.match.game->chances(tbl.match.box, st) - 1));
        tbl.match.game->apply(tbl.match.box, st, tbl.match.by[i], tbl.match.move[i]);
    }
}

/* A statement in the journal is data, such as `suspect 1`, whatever the speaker's language is. */
static void statements_are_checked(void **unused) {
    (void)unused;
    open_table("inside-job", 3, (table_terms){.clock = TABLE_PER_MOVE, .time = 30000});
    assert_done("5 sit 0 Ada");
    assert_done("6 sit 1 Bruno");
    assert_refused("5 state 0 suspect 1", "table.not-playing");
    assert_done("5 start");
    assert_refused("5 state", "table.seat");
    assert_refused("6 state 0 suspect 1", "table.not-yours");
    assert_refused("9 state 0 suspect 1", "table.not-yours");
    assert_refused("5 state 0", "talk.verb");
    assert_refused("5 state 0 vote 1", "talk.verb"); /* this is a move */
    assert_refused("5 state 0 suspect 3", "talk.thing");
    assert_refused("5 state 0 ask 1", "talk.short");
    assert_refused("5 state 0 suspect 1 2", "move.long");
    assert_refused("5 state 0 guess 0 many pink", "inside-job.why.talk-own");
    assert_string_equal(why.rule, "J8.1");
    assert_refused("5 move 0 1 suspect 1", "move.verb");
    assert_refused("bot state 2 suspect 1", "table.verb");
    int n = tbl.match.n;
    int64_t due = table_due(&tbl);
    uint8_t st[GM_MAX_STATE];
    memcpy(st, tbl.match.st, tbl.match.game->state_size);
    now += 10;
    assert_done("5 state 0 suspect 1"); /* it may be anybody's turn */
    assert_done("6 state 1 guess 2 many pink");
    assert_int_equal(events.n, 1);
    assert_int_equal(events.event[0].kind, TABLE_E_STATE);
    assert_int_equal(events.event[0].seat, 1);
    assert_int_equal(tbl.match.n, n);
    /* Neither the game nor its clocks have changed. */
    assert_memory_equal(st, tbl.match.st, tbl.match.game->state_size);
    assert_true(table_due(&tbl) == due);
    assert_journal_replays();
    start_game("dead-drop", 3, (table_terms){0}, 1);
    assert_refused("5 state 0 suspect 1", "table.no-talk");
}

static void statements_about_what_was_played(void **unused) {
    char line[TABLE_LINE], code[GM_NOTATION_SIZE];
    gm_move moves[GM_MAX_MOVES];
    (void)unused;
    start_game("inside-job", 3, (table_terms){0}, 2);
    assert_done("5 leave 0");
    assert_done("6 leave 1");
    for (bool played = false; !played;) { /* until seat 0 has played a card */
        gm_seat q = (gm_seat)bits_first(table_bots(&tbl));
        text t = text_on(code, sizeof code);
        tbl.match.game->moves(tbl.match.box, tbl.match.st, q, moves);
        gm_write_move(&t, tbl.match.game, tbl.match.box, moves[0]);
        snprintf(line, sizeof line, "5 state 0 claim %s win", code + 5);
        if (!q && !strncmp(code, "play ", 5)) assert_refused(line, "inside-job.why.talk-mine"), played = true;
        snprintf(line, sizeof line, "bot move %d %s", q, code);
        assert_done(line);
    }
    snprintf(line, sizeof line, "5 state 0 claim %s win", code + 5);
    assert_done(line); /* though a bot plays for seat 0 */
    snprintf(line, sizeof line, "6 state 1 claim %s win", code + 5);
    assert_refused(line, "inside-job.why.talk-mine");
    snprintf(line, sizeof line, "6 state 1 ask 0 %s", code + 5);
    assert_done(line);
    play_bots();
    assert_refused("5 state 0 suspect 1", "table.not-playing"); /* the game is over */
    assert_journal_replays();
}

static void bad_lines_are_refused(void **unused) {
    static const struct {
        const char *line, *say;
    } lines[] = {
        {"", "table.time"},
        {"x 5 start", "table.time"},
        {"0 5 start", "table.time"},
        {"999 5 start", "table.time"},
        {"01000 5 start", "table.time"},
        {"9999999999999999 5 start", "table.time"},
        {"1000", "table.who"},
        {"1000 0 start", "table.who"},
        {"1000 me start", "table.who"},
        {"1000 5", "table.verb"},
        {"1000 5 dance", "table.verb"},
        {"1000 5 start now", "table.more"},
        {"1000 bot dance", "table.verb"},
        {"1000 clock now", "table.more"},
        {"1000 clock", "table.early"},
    };
    char line[TABLE_LINE + 2];
    (void)unused;
    open_table("dead-drop", 3, (table_terms){0});
    assert_done("5 sit 0 Ada");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (table_do(&tbl, lines[i].line, strlen(lines[i].line), &events, &why))
            fail_msg("%s: accepted", lines[i].line);
        assert_string_equal(why.say, lines[i].say);
    }
    memset(line, '1', sizeof line);
    assert_false(table_do(&tbl, line, TABLE_LINE + 1, &events, &why));
    assert_string_equal(why.say, "table.long");
}

/* ---- sums ------------------------------------------------------------------------------------------------ */

/* How a journal is read back; what a test changes is different from what the table was written with. */
typedef struct {
    const gm_game *game;
    const char *agreed;
    const uint8_t *secret;
    uint32_t (*pick)(const table *t, uint32_t chances);
    int skip;     /* the line that is left out; -1: none */
    int unsummed; /* the line from which on there are no sums */
} reading;

static const reading as_written = {.agreed = agreed, .secret = secret, .skip = -1, .unsummed = INT32_MAX};

/* Reads the journal back and returns the number of the first line that is refused, or -1.  `why` says why. */
static int read_back(const reading *as) {
    table again;
    int n = 0, refused = -1;
    table_open(&again, as->game ? as->game : tbl.match.game, tbl.match.box, &tbl.terms, as->agreed,
               as->secret);
    again.pick = as->pick;
    for (char *s = journal, *end; s < journal + journal_size && refused < 0; s = end + 1, n++) {
        end = strchr(s, '\n');
        if (n == as->skip) continue;
        const uint8_t *sum = n < as->unsummed ? sums[n] : NULL;
        if (!table_redo(&again, s, (size_t)(end - s), sum, &events, &why)) refused = n;
    }
    table_close(&again);
    return refused;
}

/* The number of the line that contains these words. */
static int line_with(const char *words) {
    int n = 0;
    const char *at = strstr(journal, words);
    assert_non_null(at);
    for (const char *s = journal; s < at; s++)
        n += *s == '\n';
    return n;
}

/* A game of three people who talk, take a move back, leave the rest to bots, and talk again. */
static void play_a_game(void) {
    char line[64];
    start_game("dead-drop", 3, (table_terms){.takebacks = true}, 3);
    gm_seat q = first_to_act();
    assert_done("5 say Hello");
    snprintf(line, sizeof line, "%d move %d 17 worth 2", 5 + q, q);
    assert_done(line);
    snprintf(line, sizeof line, "%d back %d", 5 + q, q);
    assert_done(line);
    snprintf(line, sizeof line, "%d move %d 18 worth 1", 5 + q, q);
    assert_done(line);
    for (int i = 0; i < 3; i++) {
        snprintf(line, sizeof line, "%d leave %d", 5 + i, i);
        assert_done(line);
    }
    play_bots();
    assert_int_equal(tbl.phase, TABLE_OVER);
    assert_done("6 say Well played");
}

/* The sums are what doc/journal.md says. */
static void sums_are_as_documented(void **unused) {
    uint8_t value[SHA256_SIZE], commitment[SHA256_SIZE];
    char bytes[8192];
    (void)unused;
    start_game("dead-drop", 3, (table_terms){0}, 1);
    sha256_of(secret, sizeof secret, commitment);
    text t = text_on(bytes, sizeof bytes);
    text_put(&t, "safehouse journal 2\n");
    text_put(&t, agreed);
    text_put(&t, "\n");
    memcpy(bytes + t.used, commitment, sizeof commitment);
    sha256_of(bytes, t.used + sizeof commitment, value);
    memcpy(bytes, value, sizeof value);
    size_t n = sizeof value + (size_t)snprintf(bytes + sizeof value, 64, "1000 5 sit 0 Ada\n");
    sha256_of(bytes, n, value);
    assert_memory_equal(sums[0], value, TABLE_SUM);
    memcpy(bytes, value, sizeof value);
    t = text_on(bytes + sizeof value, sizeof bytes - sizeof value);
    text_put(&t, "1000 5 start\n");
    for (int i = 0; i < tbl.match.n; i++) {
        text_put(&t, "dealer ");
        gm_write_move(&t, tbl.match.game, tbl.match.box, tbl.match.move[i]);
        text_put(&t, "\n");
    }
    sha256_of(bytes, sizeof value + t.used, value);
    assert_memory_equal(sums[1], value, TABLE_SUM);
    assert_memory_equal(tbl.sum, value, sizeof value);
    assert_int_equal(journal_lines, 2);
}

/* Whatever changes in a journal, it is noticed at the first line that it concerns. */
static void changed_lines_are_noticed(void **unused) {
    static const struct {
        const char *words, *changed;
    } changes[] = {
        {"Hello", "Jello"},       {" 17 worth", " 16 worth"},     {" 18 worth 1", " 18 worth 3"},
        {"1000 5 s", "1001 5 s"}, {"sit 1 Bruno", "sit 1 Brunp"}, {"Well played", "Well plaxed"},
    };
    (void)unused;
    play_a_game();
    assert_int_equal(read_back(&as_written), -1);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        int n = line_with(changes[i].words);
        char *at = strstr(journal, changes[i].words);
        memcpy(at, changes[i].changed, strlen(changes[i].changed));
        assert_int_equal(read_back(&as_written), n);
        memcpy(at, changes[i].words, strlen(changes[i].words));
    }
    for (int n = 0; n < journal_lines; n++)
        for (int bit = 0; bit < 8 * TABLE_SUM; bit += 7) {
            sums[n][bit / 8] ^= (uint8_t)(1 << bit % 8);
            assert_int_equal(read_back(&as_written), n);
            assert_string_equal(why.say, "table.sum");
            sums[n][bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
    assert_int_equal(read_back(&as_written), -1);
}

static void lost_lines_are_noticed(void **unused) {
    (void)unused;
    play_a_game();
    for (int n = 0; n < journal_lines - 1; n++) {
        reading as = as_written;
        as.skip = n;
        assert_int_equal(read_back(&as), n + 1);
    }
}

/* A line that stands twice, with its sum, has no events the second time. */
static void repeated_lines_are_noticed(void **unused) {
    (void)unused;
    play_a_game();
    const char *at = strstr(journal, "18 worth 1"), *end = strchr(at, '\n') + 1;
    int n = line_with("18 worth 1");
    while (at > journal && at[-1] != '\n')
        at--;
    size_t size = (size_t)(end - at);
    memmove(journal + (at - journal) + size, at, journal_size - (size_t)(at - journal));
    memmove(sums[n + 1], sums[n], (size_t)(journal_lines - n) * TABLE_SUM);
    journal_size += size;
    assert_int_equal(read_back(&as_written), n + 1);
}

static void other_tables_are_noticed(void **unused) {
    static const uint8_t other[DEAL_SECRET] = {7, 7, 6};
    reading as = as_written;
    (void)unused;
    play_a_game();
    as.agreed = "{\"game\":\"dead-dro\"}";
    assert_int_equal(read_back(&as), 0);
    as = as_written;
    as.secret = other;
    assert_int_equal(read_back(&as), 0);
    /* A line of another table, with that table's sum. */
    open_table("dead-drop", 3, (table_terms){0});
    assert_done("5 sit 0 Ada");
    assert_done("5 say Hello");
    table_close(&tbl);
    table_open(&tbl, gm_game_named("dead-drop", 9), box, &(table_terms){.host = 5, .bot = "random"}, agreed,
               secret);
    assert_int_equal(journal_lines, 2);
    journal_size = 0, journal_lines = 0;
    assert_done("5 sit 1 Ada");
    memcpy(strchr(journal, '\n') + 1, "1000 5 say Hello\n", 18);
    journal_size += 17;
    assert_int_equal(read_back(&as_written), 1);
}

static gm_move deal_backwards(const void *in, const void *st, uint32_t x) {
    const gm_game *g = gm_game_named("dead-drop", 9);
    return g->deal(in, st, g->chances(in, st) - 1 - x);
}

/* A dealer who would now deal something else is noticed when the game starts. */
static void changed_deals_are_noticed(void **unused) {
    reading as = as_written;
    (void)unused;
    play_a_game();
    int start = line_with("5 start");
    as.pick = pick_last;
    assert_int_equal(read_back(&as), start);
    assert_string_equal(why.say, "table.sum");
    gm_game swapped = *tbl.match.game;
    swapped.deal = deal_backwards;
    as = as_written;
    as.game = &swapped;
    assert_int_equal(read_back(&as), start);
    assert_string_equal(why.say, "table.sum");
}

/* Older programs wrote no sums.  Their lines are read as they are; after a line with a sum, all have one. */
static void lines_without_sums(void **unused) {
    reading as = as_written;
    (void)unused;
    play_a_game();
    as.unsummed = 0;
    assert_int_equal(read_back(&as), -1);
    for (int n = 1; n < journal_lines; n++) {
        as.unsummed = n;
        assert_int_equal(read_back(&as), n);
        assert_string_equal(why.say, "table.no-sum");
    }
    table again; /* a table of an older program goes on with sums, which cover its old lines too */
    int n = 0;
    table_open(&again, tbl.match.game, tbl.match.box, &tbl.terms, agreed, secret);
    for (char *s = journal, *end; n < journal_lines; s = end + 1, n++) {
        end = strchr(s, '\n');
        assert_true(
            table_redo(&again, s, (size_t)(end - s), n < journal_lines / 2 ? NULL : sums[n], &events, &why));
        assert_memory_equal(again.sum, sums[n], TABLE_SUM);
    }
    assert_memory_equal(again.sum, tbl.sum, sizeof tbl.sum);
    table_close(&again);
}

/* Lines of programs that are still to be written are told from damaged ones. */
static void lines_of_newer_programs(void **unused) {
    static const struct {
        const char *line, *say;
    } lines[] = {
        {"1000 5 bot 1 sensible level=3", "table.newer"},
        {"1000 5 bot 1 random net=00ff", "table.newer"},
        {"1000 5 back 0 12", "table.refused"}, /* version 3 took it for newer; now there is no such move */
        {"1000 5 bot 1 genius", "table.refused"},
        {"1000 5 back 0", "table.refused"},
        {"1000 5 dance 0 12", "table.refused"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        open_table("dead-drop", 3, (table_terms){0});
        assert_done("5 sit 0 Ada");
        assert_false(table_redo(&tbl, lines[i].line, strlen(lines[i].line), sums[0], &events, &why));
        assert_string_equal(why.say, lines[i].say);
        assert_string_equal(why.with[0], ""); /* a key would be no sentence */
    }
}

/* ---- practice ------------------------------------------------------------------------------------------ */

/* What each listener has made of the events so far, with nothing else to go by. */
static struct {
    gm_follower f;
    gm_seat by[GM_MAX_PLIES];
    gm_move heard[GM_MAX_PLIES];
} follower[GM_LISTENERS];

static void start_followers(void) {
    BITS_EACH (q, gm_listeners(tbl.match.box)) {
        follower[q].f =
            (gm_follower){.capacity = GM_MAX_PLIES, .by = follower[q].by, .heard = follower[q].heard};
        gm_follower_start(&follower[q].f, tbl.match.game, tbl.match.box, (gm_seat)q);
        gm_follower_hear_match(&follower[q].f, &tbl.match);
    }
}

/* Tells them of the latest line.  Then they see what somebody sees who comes only now, and know the same story. */
static void tell_followers(void) {
    BITS_EACH (q, gm_listeners(tbl.match.box)) {
        static gm_move story[GM_MAX_PLIES];
        gm_follower *f = &follower[q].f;
        gm_view v;
        for (int i = 0; i < events.n; i++) {
            const table_event *e = &events.event[i];
            if (e->kind == TABLE_E_BACK) gm_follower_forget(f, e->n);
            if (e->kind != TABLE_E_MOVE) continue;
            assert_int_equal(e->n, f->n);
            assert_true(gm_follower_hear(f, e->seat, e->heard[q]));
        }
        gm_follower_goto(f, f->n);
        gm_make_view(tbl.match.game, tbl.match.box, tbl.match.st, (gm_seat)q, &v);
        assert_memory_equal(f->view.st, v.st, tbl.match.game->state_size);
        assert_int_equal(f->n, tbl.match.n);
        gm_match_replay_story(&tbl.match, (gm_seat)q, story);
        assert_memory_equal(f->heard, story, (size_t)f->n * sizeof *story);
    }
}

/* Seat 0 is a person's.  Everybody chooses by the number of the move alone, so the same moves come again. */
static void play_to_the_end(void) {
    while (tbl.phase == TABLE_PLAYING) {
        gm_seats asked = table_asked(&tbl);
        assert_true(make_move((gm_seat)bits_first(asked), (uint32_t)tbl.match.n * 2654435761u >> 7));
        tell_followers();
    }
}

static int count_own_moves(void) {
    int n = 0;
    for (int i = 0; i < tbl.match.n; i++)
        n += tbl.match.by[i] == 0;
    return n;
}

/* The number of the k-th move of seat 0. */
static int own_move(int k) {
    int i = 0;
    while (tbl.match.by[i] != 0 || k--)
        i++;
    return i;
}

static void go_back(int n) {
    char line[64];
    snprintf(line, sizeof line, "5 back 0 %d", n);
    assert_done(line);
    tell_followers();
}

/* Whoever goes back and chooses as before gets the same game again: all deals come as they came. */
static void going_back_among_bots(void **unused) {
    static gm_move first[GM_MAX_PLIES];
    (void)unused;
    for (const gm_game *const *g = gm_games; *g; g++) {
        start_game((*g)->name, (*g)->max_seats, (table_terms){0}, 1);
        start_followers();
        play_to_the_end();
        int n = tbl.match.n, own = count_own_moves();
        memcpy(first, tbl.match.move, (size_t)n * sizeof *first);
        assert_false(tbl.practice);
        for (int k = 0; k < own; k += 1 + own / 5) {
            int at = own_move(k);
            go_back(at);
            assert_int_equal(tbl.phase, TABLE_PLAYING);
            assert_true(tbl.practice && tbl.match.n <= at && table_asked(&tbl) & 1);
            if (k % 2) go_back(own_move(k - 1)); /* and once more, during the game */
            play_to_the_end();
            assert_int_equal(tbl.match.n, n);
            assert_memory_equal(tbl.match.move, first, (size_t)n * sizeof *first);
        }
        go_back(own_move(0)); /* other choices make another game */
        assert_true(make_move(0, 1000003));
        tell_followers();
        play_to_the_end();
        assert_journal_replays();
    }
}

/* Where several choose at the same time, one goes back to when all of them were asked. */
static void going_back_to_a_choice_of_several(void **unused) {
    (void)unused;
    start_game("dead-drop", 3, (table_terms){0}, 1);
    while (bits_first(table_asked(&tbl)) != 0 || !(table_asked(&tbl) & (table_asked(&tbl) - 1)))
        assert_true(make_move(first_to_act(), 0));
    int n = tbl.match.n;
    gm_seats asked = table_asked(&tbl);
    for (gm_seats others = asked & (gm_seats)~1u; others; others &= others - 1)
        assert_true(make_move((gm_seat)bits_first(others), 0)); /* the bots are faster */
    int at = tbl.match.n;
    assert_true(at > n && make_move(0, 0));
    assert_int_equal(tbl.match.by[at], 0);
    start_followers();
    go_back(at);
    assert_int_equal(tbl.match.n, n);
    assert_int_equal(table_asked(&tbl), asked);
    assert_journal_replays();
}

static void who_may_go_back(void **unused) {
    char line[64];
    (void)unused;
    open_table("dead-drop", 3, (table_terms){.takebacks = true});
    assert_done("5 sit 0 Ada");
    assert_refused("5 back 0 0", "table.not-playing");
    assert_done("5 start");
    assert_refused("5 back 0 0", "table.no-undo"); /* the dealer's */
    assert_refused("5 back 0 999", "table.no-undo");
    assert_refused("5 back 0 x", "table.no-undo");
    while (!count_own_moves())
        assert_true(make_move(first_to_act(), 0));
    int at = own_move(0);
    snprintf(line, sizeof line, "5 back 0 %d 1", at);
    assert_refused(line, "table.more");
    snprintf(line, sizeof line, "6 back 0 %d", at);
    assert_refused(line, "table.not-yours");
    snprintf(line, sizeof line, "5 back 1 %d", at);
    assert_refused(line, "table.not-yours");
    start_game("dead-drop", 3, (table_terms){.takebacks = true}, 2); /* somebody else sits here, */
    while (!count_own_moves())
        assert_true(make_move(first_to_act(), 0));
    snprintf(line, sizeof line, "5 back 0 %d", own_move(0));
    assert_refused(line, "table.not-alone");
    assert_done("6 leave 1"); /* and still does if a bot plays for them */
    assert_refused(line, "table.not-alone");
    assert_false(tbl.practice);
}

/* A take-back of the usual kind does not make practice of a game. */
static void taking_back_is_not_practice(void **unused) {
    (void)unused;
    start_game("dead-drop", 3, (table_terms){.takebacks = true}, 1);
    while (first_to_act() != 0)
        assert_true(make_move(first_to_act(), 0));
    assert_true(make_move(0, 0));
    assert_done("5 back 0");
    assert_false(tbl.practice);
    assert_journal_replays();
}

/* Whoever goes back plays again and has all of the time, even if a bot played to the end for them. */
static void going_back_after_the_clock_has_run_out(void **unused) {
    (void)unused;
    start_game("sentient", 2, (table_terms){.clock = TABLE_PER_GAME, .time = 10000}, 1);
    while (!(table_asked(&tbl) & 1))
        assert_true(make_move(first_to_act(), 0));
    now += 10000;
    assert_done("clock");
    play_bots();
    assert_int_equal(tbl.phase, TABLE_OVER);
    now += 500;
    char line[64];
    snprintf(line, sizeof line, "5 back 0 %d", own_move(0));
    assert_done(line);
    assert_true(!tbl.seat[0].held && tbl.seat[0].left == 10000 && tbl.seat[0].since == now);
    assert_int_equal(count_events(TABLE_E_SEAT), 1);
    snprintf(line, sizeof line, "{\"event\":\"back\",\"n\":%d,\"who\":0,\"practice\":true}", tbl.match.n);
    assert_event_json(1, GM_SPECTATOR, line);
    assert_true(table_due(&tbl) == now + 10000);
    assert_journal_replays();
}

/* ---- as JSON ------------------------------------------------------------------------------------------- */

static void events_as_json(void **unused) {
    char line[TABLE_LINE];
    (void)unused;
    open_table("dead-drop", 3, (table_terms){.takebacks = true});
    assert_done("5 sit 0 Ada");
    assert_event_json(
        0, 1,
        "{\"event\":\"seat\",\"seat\":0,\"name\":\"Ada\",\"person\":true,\"bot\":\"\",\"held\":false,"
        "\"nonce\":false}");
    assert_done("6 sit 1 Bruno");
    assert_done("5 bot 2 random");
    assert_event_json(
        0, 1,
        "{\"event\":\"seat\",\"seat\":2,\"name\":\"\",\"person\":false,\"bot\":\"random\",\"held\":"
        "false,\"nonce\":false}");
    assert_done("5 say \"Hi\" \\o/");
    assert_event_json(0, 1, "{\"event\":\"say\",\"who\":0,\"person\":5,\"text\":\"\\\"Hi\\\" \\\\o/\"}");
    assert_done("5 silence on");
    assert_event_json(0, 1, "{\"event\":\"silence\",\"on\":true}");
    assert_done("5 silence off");
    assert_event_json(0, 1, "{\"event\":\"silence\",\"on\":false}");
    assert_done("9 say I watch");
    assert_event_json(0, 1, "{\"event\":\"say\",\"who\":\"room\",\"person\":9,\"text\":\"I watch\"}");
    assert_done("5 start");
    assert_int_equal(events.event[0].kind, TABLE_E_SEAT); /* seat 2, for the bot */
    assert_event_json(1, GM_SPECTATOR, "{\"event\":\"start\"}");
    assert_event_json(2, GM_SPECTATOR,
                      "{\"event\":\"move\",\"n\":0,\"who\":\"dealer\",\"move\":\"role 0 ?\"}");
    assert_done("5 vote 0 hold 1");
    assert_event_json(0, 2, "{\"event\":\"vote\",\"who\":0,\"vote\":\"hold\",\"of\":1}");
    gm_seat q = first_to_act();
    assert_in_range(q, 0, 1);
    int n = tbl.match.n;
    if (tbl.seat[q].held) {
        snprintf(line, sizeof line, "%d return %d", 5 + q, q);
        assert_done(line);
    }
    snprintf(line, sizeof line, "%d move %d 1 worth 2", 5 + q, q);
    assert_done(line);
    snprintf(line, sizeof line, "{\"event\":\"move\",\"n\":%d,\"who\":%d,\"move\":\"worth 2\"}", n, q);
    assert_event_json(0, GM_SPECTATOR, line);
    snprintf(line, sizeof line, "%d back %d", 5 + q, q);
    assert_done(line);
    snprintf(line, sizeof line, "{\"event\":\"back\",\"n\":%d,\"who\":%d}", n, q);
    assert_event_json(0, GM_SPECTATOR, line);
}

/* Statements are the same for every seat and for spectators. */
static void statements_as_json(void **unused) {
    (void)unused;
    start_game("inside-job", 2, (table_terms){0}, 1);
    BITS_EACH (listener, gm_listeners(tbl.match.box)) {
        gm_seat q = (gm_seat)listener;
        assert_done("5 state 0  suspect   2 "); /* Larry */
        assert_event_json(0, q, "{\"event\":\"state\",\"who\":0,\"state\":\"suspect 2\"}");
        assert_done("5 state 0 guess 1 none pink");
        assert_event_json(0, q, "{\"event\":\"state\",\"who\":0,\"state\":\"guess 1 none pink\"}");
    }
}

/* The table's JSON contains the game's view for the listener, and the secret only when the game is over. */
static void views_as_json(void **unused) {
    static char all[GM_JSON_VIEW_SIZE + 8192], own[GM_JSON_VIEW_SIZE];
    const char *hex = "0707070000000000000000000000000000000000000000000000000000000000";
    (void)unused;
    open_table("inside-job", 4, (table_terms){.clock = TABLE_PER_MOVE, .time = 5000});
    assert_done("5 sit 0 Ada");
    for (int step = 0; step < 3; step++) {
        BITS_EACH (listener, gm_listeners(tbl.match.box)) {
            gm_seat q = (gm_seat)listener;
            gm_view v;
            text t = text_on(all, sizeof all), o = text_on(own, sizeof own);
            jsonw to_all = jsonw_on(&t), to_own = jsonw_on(&o);
            table_json_view(&to_all, &tbl, q);
            gm_make_view(tbl.match.game, tbl.match.box, tbl.match.st, q, &v);
            gm_json_view(&to_own, &v);
            assert_false(t.cut);
            assert_non_null(strstr(all, own));
            assert_int_equal(strstr(all, hex) != NULL, step == 2);
            assert_non_null(strstr(all, "\"commitment\":\""));
            bool asked = step == 1 && tbl.match.game->to_act(tbl.match.box, tbl.match.st) >> q & 1;
            assert_int_equal(strstr(all, "\"moves\":[") != NULL, asked);
        }
        if (step == 0) assert_done("5 start");
        if (step == 1) {
            assert_done("5 leave 0");
            play_bots();
        }
    }
    assert_non_null(strstr(all, "\"phase\":\"over\""));
    assert_non_null(strstr(all, "\"winners\":["));
}

/* A follower of the story in JSON has the listener's view. */
static void stories_as_json(void **unused) {
    static char all[1 << 20];
    static gm_seat by[GM_MAX_PLIES];
    static gm_move heard[GM_MAX_PLIES];
    (void)unused;
    start_game("inside-job", 4, (table_terms){.clock = TABLE_PER_MOVE, .time = 5000}, 1);
    assert_done("5 leave 0");
    play_bots();
    BITS_EACH (q, gm_listeners(tbl.match.box)) {
        gm_follower f = {.capacity = GM_MAX_PLIES, .by = by, .heard = heard};
        gm_view v;
        text t = text_on(all, sizeof all);
        jsonw w = jsonw_on(&t);
        table_json_story(&w, &tbl, (gm_seat)q);
        assert_false(t.cut);
        assert_null(strstr(all, "\"view\":"));
        assert_null(strstr(all, "\"moves\":"));
        assert_non_null(strstr(all, "\"left\":["));
        gm_follower_start(&f, tbl.match.game, tbl.match.box, (gm_seat)q);
        const char *at = strstr(all, "\"heard\":[") + strlen("\"heard\":[");
        while (*at == '"') {
            const char *line = at + 1, *end = strchr(line, '"');
            size_t n = (size_t)(end - line);
            gm_seat mover;
            gm_move m;
            assert_true(gm_read_mover(tbl.match.box, &line, &n, &mover));
            assert_true(gm_read_heard(tbl.match.game, tbl.match.box, line, n, &m, &why));
            assert_true(gm_follower_hear(&f, mover, m));
            at = end + 1 + (end[1] == ',');
        }
        assert_int_equal(f.n, tbl.match.n);
        gm_follower_goto(&f, f.n);
        gm_make_view(tbl.match.game, tbl.match.box, tbl.match.st, (gm_seat)q, &v);
        assert_memory_equal(f.view.st, v.st, tbl.match.game->state_size);
    }
}

/* However many moves the dealer makes after one line, there is an event for each. */
static void no_event_is_lost(void **unused) {
    enum { DEALT = 1000 };
    const long_box many = {.head = {.seats = 2}, .moves = DEALT};
    (void)unused;
    if (tbl.match.st) table_close(&tbl);
    table_open(&tbl, &long_game, &many, &(table_terms){.host = 5, .bot = "random"}, agreed, secret);
    journal_size = 0;
    journal_lines = 0;
    now = 1000;
    assert_done("5 sit 0 Ada");
    assert_done("5 start");
    assert_int_equal(count_events(TABLE_E_MOVE), DEALT);
    assert_int_equal(count_events(TABLE_E_OVER), 1);
    for (int i = 0, n = 0; i < events.n; i++)
        if (events.event[i].kind == TABLE_E_MOVE) assert_int_equal(events.event[i].n, n++);
    table_close(&tbl);
    tbl.match.st = NULL;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stories_as_json),
        cmocka_unit_test(no_event_is_lost),
        cmocka_unit_test(events_as_json),
        cmocka_unit_test(statements_as_json),
        cmocka_unit_test(views_as_json),
        cmocka_unit_test(sitting_and_rising),
        cmocka_unit_test(the_host_bans_as_many_as_come),
        cmocka_unit_test(old_removals_replay),
        cmocka_unit_test(an_empty_table_cannot_start),
        cmocka_unit_test(deals_follow_from_secret_and_nonces),
        cmocka_unit_test(whole_games),
        cmocka_unit_test(events_tell_what_stories_tell),
        cmocka_unit_test(repeated_moves_count_once),
        cmocka_unit_test(taking_back),
        cmocka_unit_test(bots_moves_cannot_be_taken_back),
        cmocka_unit_test(a_clock_per_move),
        cmocka_unit_test(a_clock_per_game),
        cmocka_unit_test(a_discussion),
        cmocka_unit_test(the_time_of_a_discussion),
        cmocka_unit_test(who_must_be_ready),
        cmocka_unit_test(tables_without_discussion),
        cmocka_unit_test(leaving_and_returning),
        cmocka_unit_test(only_who_is_away_is_held),
        cmocka_unit_test(old_votes_replay),
        cmocka_unit_test(votes_are_counted),
        cmocka_unit_test(talk_is_checked),
        cmocka_unit_test(the_host_silences_spectators),
        cmocka_unit_test(people_choose_their_colours),
        cmocka_unit_test(talk_is_read_from_the_journal),
        cmocka_unit_test(deals_can_be_chosen),
        cmocka_unit_test(statements_are_checked),
        cmocka_unit_test(statements_about_what_was_played),
        cmocka_unit_test(bad_lines_are_refused),
        cmocka_unit_test(sums_are_as_documented),
        cmocka_unit_test(changed_lines_are_noticed),
        cmocka_unit_test(lost_lines_are_noticed),
        cmocka_unit_test(repeated_lines_are_noticed),
        cmocka_unit_test(other_tables_are_noticed),
        cmocka_unit_test(changed_deals_are_noticed),
        cmocka_unit_test(lines_without_sums),
        cmocka_unit_test(lines_of_newer_programs),
        cmocka_unit_test(going_back_among_bots),
        cmocka_unit_test(going_back_to_a_choice_of_several),
        cmocka_unit_test(who_may_go_back),
        cmocka_unit_test(taking_back_is_not_practice),
        cmocka_unit_test(going_back_after_the_clock_has_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, close_table);
}
