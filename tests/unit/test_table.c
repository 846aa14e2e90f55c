/* A table of the house, told in the lines of its journal. */
/* cmocka wants these before itself */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* clang-format keeps the order */
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

static table the;
static table_events events;
static fault why;
static _Alignas(8) uint8_t box[GM_MAX_BOX];
static char journal[1 << 20];
static size_t written;
static int64_t now;
static const uint8_t secret[DEAL_SECRET] = {7, 7, 7};

static void begin(const char *game, int seats, table_terms terms) {
    if (the.match.st) table_close(&the);
    assert_true(gm_open_box(gm_game_named(game, strlen(game)), &(gm_order){.seats = seats}, box, &why));
    if (!terms.bot) terms.bot = "random";
    if (!terms.host) terms.host = 5;
    table_open(&the, gm_game_named(game, strlen(game)), box, &terms, secret);
    written = 0;
    now = 1000;
}

/* A line without its time. */
static bool say_line(const char *line) {
    static char full[TABLE_LINE + 32]; /* events point into it */
    int n = snprintf(full, sizeof full, "%lld %s", (long long)now, line);
    if (!table_do(&the, full, (size_t)n, &events, &why)) return false;
    written += (size_t)snprintf(journal + written, sizeof journal - written, "%s\n", full);
    return true;
}

static void does(const char *line) {
    if (!say_line(line)) fail_msg("%s: %s", line, why.say);
}

/* Not taken, and nothing has changed. */
static void refused(const char *line, const char *say) {
    table before = the;
    uint8_t st[GM_MAX_STATE];
    memcpy(st, the.match.st, the.match.game->state_size);
    if (say_line(line)) fail_msg("%s: taken", line);
    assert_string_equal(why.say, say);
    before.match.by = the.match.by, before.match.move = the.match.move, before.match.room = the.match.room;
    assert_memory_equal(&before, &the, sizeof the);
    assert_memory_equal(st, the.match.st, the.match.game->state_size);
    assert_int_equal(events.n, 0);
}

static int told(int kind) {
    int n = 0;
    for (int i = 0; i < events.n; i++)
        n += (int)events.event[i].kind == kind;
    return n;
}

static void move_bots(void) {
    while (table_bots(&the)) {
        char line[TABLE_LINE], code[GM_NOTATION_SIZE];
        gm_seat q = (gm_seat)bits_first(table_bots(&the));
        gm_move moves[GM_MAX_MOVES];
        text t = text_on(code, sizeof code);
        assert_true(the.match.game->moves(the.match.box, the.match.st, q, moves) > 0);
        gm_write_move(&t, the.match.game, the.match.box, moves[0]);
        snprintf(line, sizeof line, "bot move %d %s", q, code);
        does(line);
    }
}

/* The journal read again makes the same table. */
static void reads_back(void) {
    table again;
    table_open(&again, the.match.game, the.match.box, &the.terms, secret);
    for (char *s = journal, *end; s < journal + written; s = end + 1) {
        end = strchr(s, '\n');
        assert_true(table_do(&again, s, (size_t)(end - s), &events, &why));
    }
    assert_int_equal(again.match.n, the.match.n);
    assert_memory_equal(again.match.st, the.match.st, the.match.game->state_size);
    if (the.match.n)
        assert_memory_equal(again.match.move, the.match.move, (size_t)the.match.n * sizeof *the.match.move);
    table flat = again, own = the; /* but for where things lie */
    flat.match.by = own.match.by, flat.match.move = own.match.move, flat.match.st = own.match.st,
    flat.match.room = own.match.room;
    assert_memory_equal(&flat, &own, sizeof own);
    table_close(&again);
}

static int leave_the_room(void **unused) {
    (void)unused;
    table_close(&the);
    return 0;
}

/* ---- sitting down ----------------------------------------------------------------------------- */

static void people_sit_down(void **unused) {
    (void)unused;
    begin("dead-drop", 3, (table_terms){0});
    does("5 sit 0 Ada");
    assert_int_equal(told(TABLE_E_SEAT), 1);
    refused("6 sit 0 Bruno", "table.taken");
    refused("6 sit 3 Bruno", "table.seat");
    refused("6 sit 1", "table.name");
    refused("6 sit 1 \x1b[2J", "table.name");
    does("6 sit 1 Bruno Maria");
    does("6 sit 2 Celina"); /* two at one screen */
    assert_int_equal(table_seats_of(&the, 6), 6);
    refused("6 rise 0", "table.not-yours");
    does("6 rise 2");
    refused("6 remove 1", "table.not-host");
    refused("5 remove 2", "table.free");
    does("5 remove 1");
    assert_int_equal(table_seats_of(&the, 6), 0);
    refused("6 bot 1 random", "table.not-host");
    refused("5 bot 1 genius", "table.bot");
    refused("5 bot 0 random", "table.taken");
    does("5 bot 1 random");
    assert_string_equal(the.seat[1].bot, "random");
    does("5 bot 1 -");
    assert_string_equal(the.seat[1].bot, "");
    refused("6 sit 1 Bruno", "table.removed"); /* for good */
    does("8 sit 1 Bruno");                     /* may take the place of a bot too */
    does("8 rise 1");                          /* who gets up may sit down again */
    does("8 sit 1 Bruno");
    refused("8 start", "table.not-host");
    refused("8 move 1 1 worth 1", "table.not-playing");
    refused("8 vote 1 end", "table.not-playing");
    does("8 nonce 1 ff");
    assert_int_equal(told(TABLE_E_SEAT), 1); /* all see that it is there */
    does("5 start");
    assert_string_equal(the.seat[2].bot, "random"); /* fills up */
    refused("7 sit 2 Dora", "table.started");
    refused("5 start", "table.started");
    reads_back();
}

static void nobody_cannot_start(void **unused) {
    (void)unused;
    begin("dead-drop", 3, (table_terms){0});
    refused("5 start", "table.nobody");
}

/* ---- playing -------------------------------------------------------------------------------------- */

/* The deals are those that doc/records.md promises for this secret and these nonces. */
static void deals_are_committed(void **unused) {
    static record r;
    deal_nonce nonces[GM_MAX_SEATS] = {{2, {0xAB, 0xCD}}};
    (void)unused;
    begin("inside-job", 4, (table_terms){0});
    does("5 sit 0 Ada");
    refused("5 nonce 0 xyz", "table.nonce");
    refused("5 nonce 0", "table.nonce");
    does("5 nonce 0 abcd");
    does("5 start");
    assert_true(record_start(&r, the.match.game, &(gm_order){.seats = 4}, &why));
    record_commit(&r, secret, nonces);
    for (int i = 0; i < the.match.n; i++) {
        assert_int_equal(the.match.by[i], GM_DEALER);
        assert_int_equal(the.match.move[i], gm_match_deal(&r.match, r.key));
        gm_match_play(&r.match, GM_DEALER, the.match.move[i]);
    }
    assert_true(the.match.n > 40);
    assert_int_equal(told(TABLE_E_MOVE), the.match.n);
    reads_back();
}

static void whole_games(void **unused) {
    (void)unused;
    for (const gm_game *const *g = gm_games; *g; g++)
        for (int seats = (*g)->min_seats; seats <= (*g)->max_seats; seats++) {
            begin((*g)->name, seats, (table_terms){0});
            does("5 sit 0 Ada");
            does("5 start");
            does("5 leave 0");
            move_bots();
            assert_int_equal(the.phase, TABLE_OVER);
            assert_int_equal(told(TABLE_E_OVER), 1);
            refused("5 back 0", "table.not-playing");
            reads_back();
        }
}

/* Everyone hears what a story read later says. */
static void hearing(void **unused) {
    gm_move story[1000];
    (void)unused;
    begin("inside-job", 3, (table_terms){0});
    does("5 sit 0 Ada");
    does("5 start");
    assert_int_equal(told(TABLE_E_MOVE), the.match.n);
    for (gm_seats l = gm_listeners(the.match.box); l; l &= (gm_seats)(l - 1)) {
        gm_seat q = (gm_seat)bits_first(l);
        gm_match_replay_story(&the.match, q, story);
        for (int i = 0, k = 0; i < events.n; i++)
            if (events.event[i].kind == TABLE_E_MOVE) assert_int_equal(events.event[i].heard[q], story[k++]);
        bool knows_all = true;
        for (int i = 0; i < the.match.n; i++)
            knows_all &= story[i] == the.match.move[i];
        assert_false(knows_all);
    }
}

static void moves_count_once(void **unused) {
    char line[TABLE_LINE], code[GM_NOTATION_SIZE];
    gm_move moves[GM_MAX_MOVES];
    (void)unused;
    begin("sentient", 2, (table_terms){.takebacks = true});
    does("5 sit 0 Ada");
    does("6 sit 1 Bruno");
    does("5 start");
    gm_seat q = (gm_seat)bits_first(the.match.game->to_act(the.match.box, the.match.st));
    text t = text_on(code, sizeof code);
    the.match.game->moves(the.match.box, the.match.st, q, moves);
    gm_write_move(&t, the.match.game, the.match.box, moves[0]);
    snprintf(line, sizeof line, "%d move %d 0 %s", 5 + q, q, code);
    refused(line, "table.id");
    snprintf(line, sizeof line, "%d move %d 1 %s", 6 - q, q, code);
    refused(line, "table.not-yours");
    snprintf(line, sizeof line, "%d move %d 1 %s", 6 - q, 1 - q, code);
    refused(line, "sentient.why.turn");
    assert_string_equal(why.rule, "S4.1");
    snprintf(line, sizeof line, "%d move %d 1 nonsense", 5 + q, q);
    refused(line, "move.verb");
    snprintf(line, sizeof line, "bot move %d %s", q, code);
    refused(line, "table.no-bot");
    snprintf(line, sizeof line, "%d move %d 1 %s", 5 + q, q, code);
    does(line);
    int n = the.match.n;
    assert_true(n > 0 && events.n > 0);
    does(line); /* the answer was lost on the way */
    assert_int_equal(the.match.n, n);
    assert_int_equal(events.n, 0);
    reads_back();
}

static void taking_back(void **unused) {
    (void)unused;
    for (int allowed = 0; allowed < 2; allowed++) {
        begin("dead-drop", 3, (table_terms){.takebacks = allowed});
        does("5 sit 0 Ada");
        does("6 sit 1 Bruno");
        does("7 sit 2 Celina");
        does("5 start");
        char line[64];
        gm_seat q = (gm_seat)bits_first(the.match.game->to_act(the.match.box, the.match.st));
        uint8_t st[GM_MAX_STATE];
        memcpy(st, the.match.st, the.match.game->state_size);
        int n = the.match.n;
        snprintf(line, sizeof line, "%d move %d 1 worth 2", 5 + q, q);
        does(line);
        snprintf(line, sizeof line, "%d back %d", 5 + q, q);
        if (!allowed) {
            refused(line, "table.no-backs");
            continue;
        }
        does(line);
        assert_int_equal(told(TABLE_E_BACK), 1);
        assert_int_equal(the.match.n, n);
        assert_memory_equal(st, the.match.st, the.match.game->state_size);
        refused(line, "table.no-back"); /* the dealer's are not one's own */
        reads_back();
    }
}

/* What a bot did for somebody is not his to take back. */
static void a_bot_does_not_take_back(void **unused) {
    (void)unused;
    begin("dead-drop", 3, (table_terms){.takebacks = true});
    does("5 sit 0 Ada");
    does("6 sit 1 Bruno");
    does("7 sit 2 Celina");
    does("5 start");
    char line[64];
    gm_seat q = (gm_seat)bits_first(the.match.game->to_act(the.match.box, the.match.st));
    snprintf(line, sizeof line, "%d leave %d", 5 + q, q);
    does(line);
    snprintf(line, sizeof line, "bot move %d worth 2", q);
    does(line);
    snprintf(line, sizeof line, "%d back %d", 5 + q, q);
    refused(line, "table.held");
}

/* ---- clocks, leaving, votes ---------------------------------------------------------------------------- */

static void a_clock_for_each_move(void **unused) {
    (void)unused;
    begin("sentient", 2, (table_terms){.clock = TABLE_PER_MOVE, .time = 30000});
    does("5 sit 0 Ada");
    does("6 sit 1 Bruno");
    assert_true(table_due(&the) == INT64_MAX);
    does("5 start");
    gm_seat q = (gm_seat)bits_first(the.match.game->to_act(the.match.box, the.match.st));
    assert_true(table_due(&the) == now + 30000);
    now += 29999;
    refused("clock", "table.early");
    now += 1;
    does("clock");
    assert_true(the.seat[q].held);
    assert_true(table_due(&the) == INT64_MAX);
    assert_int_equal(table_bots(&the), BIT(q));
    char line[64];
    snprintf(line, sizeof line, "%d move %d 1 pass", 5 + q, q);
    refused(line, "table.held");
    now += 500;
    snprintf(line, sizeof line, "%d return %d", 5 + q, q);
    does(line);
    assert_int_equal(table_bots(&the), 0);
    assert_true(table_due(&the) == now + 30000); /* afresh */
    refused(line, "table.not-held");
    reads_back();
}

static void a_clock_for_the_game(void **unused) {
    (void)unused;
    begin("sentient", 2, (table_terms){.clock = TABLE_PER_GAME, .time = 10000});
    does("5 sit 0 Ada");
    does("6 sit 1 Bruno");
    does("5 start");
    gm_seat q = (gm_seat)bits_first(the.match.game->to_act(the.match.box, the.match.st));
    char line[64];
    now += 4000;
    snprintf(line, sizeof line, "%d move %d 1 pass", 5 + q, q);
    does(line);
    assert_true(the.seat[q].left == 6000 && !the.seat[q].since);
    assert_true(the.seat[1 - q].since == now && the.seat[1 - q].left == 10000);
    now += 10000;
    does("clock");
    assert_true(the.seat[1 - q].held && the.seat[1 - q].left == 0);
    snprintf(line, sizeof line, "%d return %d", 6 - q, 1 - q);
    refused(line, "table.no-time");
    reads_back();
}

static void who_leaves_can_come_back(void **unused) {
    (void)unused;
    begin("sentient", 2, (table_terms){0});
    does("5 sit 0 Ada");
    does("6 sit 1 Bruno");
    refused("5 leave 0", "table.not-playing");
    does("5 start");
    does("5 leave 0");
    refused("5 leave 0", "table.held");
    refused("6 return 0", "table.not-yours");
    does("5 return 0");
    assert_false(the.seat[0].held);
    reads_back();
}

static void votes(void **unused) {
    (void)unused;
    begin("dead-drop", 4, (table_terms){0});
    does("5 sit 0 Ada");
    does("6 sit 1 Bruno");
    does("7 sit 2 Celina");
    does("5 start");
    refused("5 vote 0 again", "table.not-over");
    refused("5 vote 0 maybe", "table.vote");
    refused("5 vote 0 hold 0", "table.no-hold");
    refused("5 vote 0 hold 3", "table.no-hold");
    refused("5 vote 0 hold 9", "table.seat");
    refused("8 vote 0 end", "table.not-yours");
    does("5 vote 0 hold 2");
    assert_false(the.seat[2].held);
    does("6 vote 1 hold 2"); /* all but the one in question */
    assert_true(the.seat[2].held);
    assert_int_equal(the.seat[0].vote, TABLE_NOTHING);
    does("5 vote 0 end");
    does("5 vote 0 nothing");
    does("6 vote 1 end");
    assert_int_equal(the.phase, TABLE_PLAYING);
    does("5 vote 0 end"); /* Celina is not here */
    assert_int_equal(the.phase, TABLE_OVER);
    assert_true(the.ended_by_vote);
    refused("5 vote 0 end", "table.not-playing");
    does("5 vote 0 again");
    does("6 vote 1 again");
    assert_int_equal(told(TABLE_E_AGAIN), 1);
    reads_back();
}

static void talk(void **unused) {
    (void)unused;
    char line[TABLE_LINE];
    begin("dead-drop", 3, (table_terms){0});
    does("5 sit 0 Ada");
    does("5 say Cześć, kto jest kretem?");
    assert_int_equal(events.event[0].kind, TABLE_E_SAY);
    assert_int_equal(events.event[0].seat, 0);
    assert_int_equal(events.event[0].size, strlen("Cześć, kto jest kretem?"));
    does("9 say I only look on");
    assert_int_equal(events.event[0].seat, GM_SPECTATOR);
    refused("5 say", "table.talk");
    refused("5 say \x01", "table.talk");
    memset(line, 'a', sizeof line);
    memcpy(line, "5 say ", 6);
    line[6 + TABLE_TALK + 1] = 0;
    refused(line, "table.talk");
    line[6 + TABLE_TALK] = 0;
    does(line);
    does("9 call 9 Ola Nowak I only look on");
    assert_int_equal(events.event[0].seat, GM_SPECTATOR);
    assert_int_equal(events.event[0].name_size, 9);
    assert_memory_equal(events.event[0].name, "Ola Nowak", 9);
    assert_int_equal(events.event[0].size, strlen("I only look on"));
    refused("9 call 9 Ola", "table.name");
    refused("9 call 8 Ola Nowak hello", "table.name");
    refused("9 call 0  hello", "table.name");
    refused("9 call 2 \x1b[ hello", "table.name");
    refused("9 call 3 Ola ", "table.talk");
    reads_back();
}

/* What was said can be told again from the journal, also when the game is over. */
static void talk_is_told_again(void **unused) {
    static const struct {
        const char *line, *text;
    } lines[] = {
        {"7 5 say hello", "hello"},       {"7 9 call 3 Ola hello to all", "hello to all"},
        {"7 5 sit 0 Ada", NULL},          {"7 5 start", NULL},
        {"7 bot move 1 say hello", NULL}, {"7 5 state 0 suspect 1", ""},
    };
    (void)unused;
    begin("inside-job", 3, (table_terms){0});
    does("5 sit 0 Ada");
    does("5 start");
    does("5 leave 0");
    move_bots();
    assert_int_equal(the.phase, TABLE_OVER);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        table before = the;
        table_event e;
        bool said = table_read_talk(&the, lines[i].line, strlen(lines[i].line), &e);
        assert_memory_equal(&before, &the, sizeof the);
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
    begin("dead-drop", 3, (table_terms){0});
    the.pick = pick_last;
    does("5 sit 0 Ada");
    does("5 start");
    assert_true(the.match.n > 0);
    uint8_t st[GM_MAX_STATE] = {0};
    the.match.game->setup(the.match.box, st);
    for (int i = 0; i < the.match.n && the.match.by[i] == GM_DEALER; i++) {
        assert_int_equal(
            the.match.move[i],
            the.match.game->deal(the.match.box, st, the.match.game->chances(the.match.box, st) - 1));
        the.match.game->apply(the.match.box, st, the.match.by[i], the.match.move[i]);
    }
}

/* What is in a journal is data: `suspect 1`, whatever language it was picked in. */
static void statements(void **unused) {
    (void)unused;
    begin("inside-job", 3, (table_terms){.clock = TABLE_PER_MOVE, .time = 30000});
    does("5 sit 0 Ada");
    does("6 sit 1 Bruno");
    refused("5 state 0 suspect 1", "table.not-playing");
    does("5 start");
    refused("5 state", "table.seat");
    refused("6 state 0 suspect 1", "table.not-yours");
    refused("9 state 0 suspect 1", "table.not-yours");
    refused("5 state 0", "talk.verb");
    refused("5 state 0 vote 1", "talk.verb"); /* a move */
    refused("5 state 0 suspect 3", "talk.thing");
    refused("5 state 0 ask 1", "talk.short");
    refused("5 state 0 suspect 1 2", "move.long");
    refused("5 state 0 guess 0 many pink", "inside-job.why.talk-own");
    assert_string_equal(why.rule, "J8.1");
    refused("5 move 0 1 suspect 1", "move.verb");
    refused("bot state 2 suspect 1", "table.verb");
    int n = the.match.n;
    int64_t due = table_due(&the);
    uint8_t st[GM_MAX_STATE];
    memcpy(st, the.match.st, the.match.game->state_size);
    now += 10;
    does("5 state 0 suspect 1"); /* whoever's turn it is */
    does("6 state 1 guess 2 many pink");
    assert_int_equal(events.n, 1);
    assert_int_equal(events.event[0].kind, TABLE_E_STATE);
    assert_int_equal(events.event[0].seat, 1);
    assert_int_equal(the.match.n, n);
    assert_memory_equal(st, the.match.st,
                        the.match.game->state_size); /* nothing in the game, nor of its clocks */
    assert_true(table_due(&the) == due);
    reads_back();
    begin("dead-drop", 3, (table_terms){0});
    does("5 sit 0 Ada");
    does("5 start");
    refused("5 state 0 suspect 1", "table.no-talk");
}

static void statements_about_what_was_played(void **unused) {
    char line[TABLE_LINE], code[GM_NOTATION_SIZE];
    gm_move moves[GM_MAX_MOVES];
    (void)unused;
    begin("inside-job", 3, (table_terms){0});
    does("5 sit 0 Ada");
    does("6 sit 1 Bruno");
    does("5 start");
    does("5 leave 0");
    does("6 leave 1");
    for (bool played = false; !played;) { /* the bots play until seat 0 has played a card */
        gm_seat q = (gm_seat)bits_first(table_bots(&the));
        text t = text_on(code, sizeof code);
        the.match.game->moves(the.match.box, the.match.st, q, moves);
        gm_write_move(&t, the.match.game, the.match.box, moves[0]);
        snprintf(line, sizeof line, "5 state 0 claim %s win", code + 5);
        if (!q && !strncmp(code, "play ", 5)) refused(line, "inside-job.why.talk-mine"), played = true;
        snprintf(line, sizeof line, "bot move %d %s", q, code);
        does(line);
    }
    snprintf(line, sizeof line, "5 state 0 claim %s win", code + 5);
    does(line); /* though a bot plays there now */
    snprintf(line, sizeof line, "6 state 1 claim %s win", code + 5);
    refused(line, "inside-job.why.talk-mine");
    snprintf(line, sizeof line, "6 state 1 ask 0 %s", code + 5);
    does(line);
    move_bots();
    refused("5 state 0 suspect 1", "table.not-playing"); /* it is over */
    reads_back();
}

static void bad_lines(void **unused) {
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
    begin("dead-drop", 3, (table_terms){0});
    does("5 sit 0 Ada");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (table_do(&the, lines[i].line, strlen(lines[i].line), &events, &why))
            fail_msg("%s: taken", lines[i].line);
        assert_string_equal(why.say, lines[i].say);
    }
    memset(line, '1', sizeof line);
    assert_false(table_do(&the, line, TABLE_LINE + 1, &events, &why));
    assert_string_equal(why.say, "table.long");
}

/* ---- over the wire ------------------------------------------------------------------------------------- */

static void event_is(int i, gm_seat who, const char *json) {
    static char room[4096];
    text t = text_on(room, sizeof room);
    jsonw w = jsonw_on(&t);
    table_json_event(&w, &the, &events.event[i], who);
    assert_string_equal(room, json);
}

static void events_as_json(void **unused) {
    char line[TABLE_LINE];
    (void)unused;
    begin("dead-drop", 3, (table_terms){.takebacks = true});
    does("5 sit 0 Ada");
    event_is(0, 1,
             "{\"event\":\"seat\",\"seat\":0,\"name\":\"Ada\",\"person\":true,\"bot\":\"\",\"held\":false,"
             "\"nonce\":false}");
    does("6 sit 1 Bruno");
    does("5 bot 2 random");
    event_is(0, 1,
             "{\"event\":\"seat\",\"seat\":2,\"name\":\"\",\"person\":false,\"bot\":\"random\",\"held\":"
             "false,\"nonce\":false}");
    does("5 say \"Hi\" \\o/");
    event_is(0, 1, "{\"event\":\"say\",\"who\":0,\"person\":5,\"text\":\"\\\"Hi\\\" \\\\o/\"}");
    does("9 say I look on");
    event_is(0, 1, "{\"event\":\"say\",\"who\":\"room\",\"person\":9,\"text\":\"I look on\"}");
    does("5 start");
    assert_int_equal(events.event[0].kind, TABLE_E_SEAT); /* seat 2 is the bot's */
    event_is(1, GM_SPECTATOR, "{\"event\":\"start\"}");
    event_is(2, GM_SPECTATOR, "{\"event\":\"move\",\"n\":0,\"who\":\"dealer\",\"move\":\"role 0 ?\"}");
    does("5 vote 0 hold 1");
    event_is(0, 2, "{\"event\":\"vote\",\"who\":0,\"vote\":\"hold\",\"of\":1}");
    gm_seat q = (gm_seat)bits_first(the.match.game->to_act(the.match.box, the.match.st));
    assert_in_range(q, 0, 1);
    int n = the.match.n;
    if (the.seat[q].held) {
        snprintf(line, sizeof line, "%d return %d", 5 + q, q);
        does(line);
    }
    snprintf(line, sizeof line, "%d move %d 1 worth 2", 5 + q, q);
    does(line);
    snprintf(line, sizeof line, "{\"event\":\"move\",\"n\":%d,\"who\":%d,\"move\":\"worth 2\"}", n, q);
    event_is(0, GM_SPECTATOR, line);
    snprintf(line, sizeof line, "%d back %d", 5 + q, q);
    does(line);
    snprintf(line, sizeof line, "{\"event\":\"back\",\"n\":%d,\"who\":%d}", n, q);
    event_is(0, GM_SPECTATOR, line);
}

/* The same for every seat and for the room. */
static void statements_as_json(void **unused) {
    (void)unused;
    begin("inside-job", 2, (table_terms){0});
    does("5 sit 0 Ada");
    does("5 start");
    for (gm_seats l = gm_listeners(the.match.box); l; l &= (gm_seats)(l - 1)) {
        gm_seat q = (gm_seat)bits_first(l);
        does("5 state 0  suspect   2 "); /* Larry */
        event_is(0, q, "{\"event\":\"state\",\"who\":0,\"state\":\"suspect 2\"}");
        does("5 state 0 guess 1 none pink");
        event_is(0, q, "{\"event\":\"state\",\"who\":0,\"state\":\"guess 1 none pink\"}");
    }
}

/* The secret is told at the end, not before; a view is the game's own and no more. */
static void views_as_json(void **unused) {
    static char all[GM_JSON_VIEW_SIZE + 8192], own[GM_JSON_VIEW_SIZE];
    const char *hex = "0707070000000000000000000000000000000000000000000000000000000000";
    (void)unused;
    begin("inside-job", 4, (table_terms){.clock = TABLE_PER_MOVE, .time = 5000});
    does("5 sit 0 Ada");
    for (int step = 0; step < 3; step++) {
        for (gm_seats l = gm_listeners(the.match.box); l; l &= (gm_seats)(l - 1)) {
            gm_seat q = (gm_seat)bits_first(l);
            gm_view v;
            text t = text_on(all, sizeof all), o = text_on(own, sizeof own);
            jsonw to_all = jsonw_on(&t), to_own = jsonw_on(&o);
            table_json_view(&to_all, &the, q);
            gm_make_view(the.match.game, the.match.box, the.match.st, q, &v);
            gm_json_view(&to_own, &v);
            assert_false(t.cut);
            assert_non_null(strstr(all, own));
            assert_int_equal(strstr(all, hex) != NULL, step == 2);
            assert_non_null(strstr(all, "\"commitment\":\""));
            bool asked = step == 1 && the.match.game->to_act(the.match.box, the.match.st) >> q & 1;
            assert_int_equal(strstr(all, "\"moves\":[") != NULL, asked);
        }
        if (step == 0) does("5 start");
        if (step == 1) {
            does("5 leave 0");
            move_bots();
        }
    }
    assert_non_null(strstr(all, "\"phase\":\"over\""));
    assert_non_null(strstr(all, "\"winners\":["));
}

/* Whoever follows the story that a table tells sees what the table shows. */
static void stories_as_json(void **unused) {
    static char all[1 << 20];
    static gm_seat by[GM_MAX_PLIES];
    static gm_move heard[GM_MAX_PLIES];
    (void)unused;
    begin("inside-job", 4, (table_terms){.clock = TABLE_PER_MOVE, .time = 5000});
    does("5 sit 0 Ada");
    does("5 start");
    does("5 leave 0");
    move_bots();
    BITS_EACH (q, gm_listeners(the.match.box)) {
        gm_follower f = {.room = GM_MAX_PLIES, .by = by, .heard = heard};
        gm_view v;
        text t = text_on(all, sizeof all);
        jsonw w = jsonw_on(&t);
        table_json_story(&w, &the, (gm_seat)q);
        assert_false(t.cut);
        assert_null(strstr(all, "\"view\":"));
        assert_null(strstr(all, "\"moves\":"));
        assert_non_null(strstr(all, "\"left\":["));
        gm_follower_start(&f, the.match.game, the.match.box, (gm_seat)q);
        const char *at = strstr(all, "\"heard\":[") + strlen("\"heard\":[");
        while (*at == '"') {
            const char *line = at + 1, *end = strchr(line, '"');
            size_t n = (size_t)(end - line);
            gm_seat mover;
            gm_move m;
            assert_true(gm_read_mover(the.match.box, &line, &n, &mover));
            assert_true(gm_read_heard(the.match.game, the.match.box, line, n, &m, &why));
            assert_true(gm_follower_hear(&f, mover, m));
            at = end + 1 + (end[1] == ',');
        }
        assert_int_equal(f.n, the.match.n);
        gm_follower_goto(&f, f.n);
        gm_make_view(the.match.game, the.match.box, the.match.st, (gm_seat)q, &v);
        assert_memory_equal(f.view.st, v.st, the.match.game->state_size);
    }
}

/* However many moves the dealer makes after one line, every one of them is told. */
static void no_event_is_lost(void **unused) {
    enum { DEALT = 1000 };
    const long_box many = {.head = {2, 0}, .moves = DEALT};
    (void)unused;
    if (the.match.st) table_close(&the);
    table_open(&the, &long_game, &many, &(table_terms){.host = 5, .bot = "random"}, secret);
    written = 0;
    now = 1000;
    does("5 sit 0 Ada");
    does("5 start");
    assert_int_equal(told(TABLE_E_MOVE), DEALT);
    assert_int_equal(told(TABLE_E_OVER), 1);
    for (int i = 0, n = 0; i < events.n; i++)
        if (events.event[i].kind == TABLE_E_MOVE) assert_int_equal(events.event[i].n, n++);
    table_close(&the);
    the.match.st = NULL;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stories_as_json),
        cmocka_unit_test(no_event_is_lost),
        cmocka_unit_test(events_as_json),
        cmocka_unit_test(statements_as_json),
        cmocka_unit_test(views_as_json),
        cmocka_unit_test(people_sit_down),
        cmocka_unit_test(nobody_cannot_start),
        cmocka_unit_test(deals_are_committed),
        cmocka_unit_test(whole_games),
        cmocka_unit_test(hearing),
        cmocka_unit_test(moves_count_once),
        cmocka_unit_test(taking_back),
        cmocka_unit_test(a_bot_does_not_take_back),
        cmocka_unit_test(a_clock_for_each_move),
        cmocka_unit_test(a_clock_for_the_game),
        cmocka_unit_test(who_leaves_can_come_back),
        cmocka_unit_test(votes),
        cmocka_unit_test(talk),
        cmocka_unit_test(talk_is_told_again),
        cmocka_unit_test(deals_can_be_chosen),
        cmocka_unit_test(statements),
        cmocka_unit_test(statements_about_what_was_played),
        cmocka_unit_test(bad_lines),
    };
    return cmocka_run_group_tests(tests, NULL, leave_the_room);
}
