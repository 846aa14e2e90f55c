/* script.h - rules are tested by telling games in notation.
 *
 *   start(&g, &dead_drop_game, 3, "rounds=1");
 *   play("dealer role 0 agent");          legal, and is played
 *   refuse("0 drop 8", "D3.5");           not legal, because of this rule
 *   may_say("1 suspect 0");               a statement, which all hear
 *   may_not_say("1 suspect 1", "J8.1");   not now, because of this rule
 *   sees(1, "role", "[\"agent\",null,null,\"-\"]");   a field of seat 1's view
 *
 * One game at a time; a line that does not hold fails the test with the line. */
#ifndef RULES_SCRIPT_H
#define RULES_SCRIPT_H
/* cmocka wants these before itself */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* clang-format keeps the order */
#include <cmocka.h>

#include "base/bits.h"
#include "kit/json.h"
#include "kit/notation.h"
#include "kit/record.h"
#include <stdio.h>
#include <string.h>

static record the; /* the game that is told */

/* Opens a game; settings are "key=value" with spaces between. */
static inline bool open_with(const gm_game *g, int seats, const char *settings, const gm_file *deck,
                             fault *why) {
    static char words[256];
    gm_order order = {.seats = seats};
    int n = 0;
    snprintf(words, sizeof words, "%s", settings);
    for (char *w = strtok(words, " "); w; w = strtok(NULL, " ")) {
        char *equals = strchr(w, '=');
        *equals = 0;
        order.settings[n++] = (gm_setting){w, equals + 1};
    }
    if (deck) order.files[0] = *deck;
    return record_start(&the, g, &order, why);
}

static inline void start(const gm_game *g, int seats, const char *settings) {
    fault why;
    if (!open_with(g, seats, settings, NULL, &why)) fail_msg("%s", why.say);
}

/* The seat and the move of a line such as "1 drop 7". */
static inline gm_seat told(const char *line, gm_move *m) {
    fault why;
    const char *space = strchr(line, ' ');
    gm_seat who = *line == 'd' ? GM_DEALER : (gm_seat)(*line - '0');
    if (!gm_read_move(the.match.game, the.box, space + 1, strlen(space + 1), m, &why))
        fail_msg("%s: %s", line, why.say);
    return who;
}

static inline void play(const char *line) {
    gm_move m;
    gm_seat who = told(line, &m);
    const gm_reason *why = the.match.game->why_not(the.box, the.st, who, m);
    if (why) fail_msg("%s: refused by %s", line, why->rule);
    gm_match_play(&the.match, who, m);
    const char *odd = the.match.game->check_invariants(the.box, the.st);
    if (odd) fail_msg("%s: not sound: %s", line, odd);
}

/* The same, made like printf does. */
__attribute__((format(printf, 1, 2))) static inline void playf(const char *format, ...) {
    char line[64];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    play(line);
}

/* Several lines, separated by ';'. */
static inline void play_all(const char *lines) {
    char line[128];
    for (const char *s = lines, *end; *s; s = *end ? end + 1 : end) {
        end = strchr(s, ';') ? strchr(s, ';') : s + strlen(s);
        while (*s == ' ')
            s++;
        snprintf(line, sizeof line, "%.*s", (int)(end - s), s);
        play(line);
    }
}

/* The first legal move of whoever is asked first. */
static inline void play_first(void) {
    gm_move moves[GM_MAX_MOVES];
    gm_seat who = (gm_seat)bits_first(the.match.game->to_act(the.box, the.st));
    assert_true(the.match.game->moves(the.box, the.st, who, moves) > 0);
    gm_match_play(&the.match, who, moves[0]);
    assert_null(the.match.game->check_invariants(the.box, the.st));
}

/* The dealer turns over what is left to turn over. */
static inline void turn_over(void) {
    while (the.match.game->to_act(the.box, the.st) == BIT(GM_DEALER))
        play_first();
}

static inline void refuse(const char *line, const char *rule) {
    gm_move m;
    gm_seat who = told(line, &m);
    const gm_reason *why = the.match.game->why_not(the.box, the.st, who, m);
    if (!why)
        fail_msg("%s: not refused", line);
    else if (strcmp(why->rule, rule))
        fail_msg("%s: refused by %s, not %s", line, why->rule, rule);
}

/* Why this may not be stated, which is judged by what the room has heard; NULL if it may. */
static inline const gm_reason *why_not_state(const char *line, gm_move *m) {
    static gm_move room[GM_MAX_PLIES];
    gm_seat who = (gm_seat)(*line - '0');
    int n = the.match.n;
    fault why;
    if (!gm_read_statement(the.match.game, the.box, line + 2, strlen(line + 2), m, &why))
        fail_msg("%s: %s", line, why.say);
    the.match.game->setup(the.box, the.st);
    for (int i = 0; i < n; i++) {
        room[i] = gm_heard(the.match.game, the.box, the.st, the.by[i], the.move[i], GM_SPECTATOR);
        the.match.game->apply(the.box, the.st, the.by[i], the.move[i]);
    }
    return the.match.game->why_not_state(the.box, &(gm_story){n, the.by, room}, who, *m);
}

static inline void may_say(const char *line) {
    gm_move m;
    const gm_reason *why = why_not_state(line, &m);
    if (why) fail_msg("%s: refused by %s", line, why->rule);
}

static inline void may_not_say(const char *line, const char *rule) {
    gm_move m;
    const gm_reason *why = why_not_state(line, &m);
    if (!why)
        fail_msg("%s: not refused", line);
    else if (strcmp(why->rule, rule))
        fail_msg("%s: refused by %s, not %s", line, why->rule, rule);
}

/* All legal moves of a seat, in notation, with ", " between. */
static inline void can(gm_seat who, const char *moves) {
    static char line[4096];
    text t = text_on(line, sizeof line);
    gm_move legal[GM_MAX_MOVES];
    int n = the.match.game->moves(the.box, the.st, who, legal);
    for (int i = 0; i < n; i++) {
        if (i) text_put(&t, ", ");
        gm_write_move(&t, the.match.game, the.box, legal[i]);
    }
    assert_string_equal(line, moves);
}

/* An object has this field. */
static inline void has(const char *all, const char *field, const char *json) {
    static char found[4096], name[64];
    snprintf(name, sizeof name, "\"%s\":", field);
    const char *at = strstr(all, name);
    if (!at) fail_msg("no field %s", field);
    at += strlen(name);
    int depth = 0, n = 0;
    for (; at[n] && (depth || (at[n] != ',' && at[n] != '}')); n++)
        depth += at[n] == '[' ? 1 : at[n] == ']' ? -1 : 0;
    snprintf(found, sizeof found, "%.*s", n, at);
    assert_string_equal(found, json);
}

/* A field of a view (GM_DEALER: of the state), as JSON. */
static inline void sees(gm_seat who, const char *field, const char *json) {
    static char all[GM_JSON_VIEW_SIZE];
    text t = text_on(all, sizeof all);
    jsonw w = jsonw_on(&t);
    gm_view v = {the.match.game, the.box, who, {0}};
    if (who == GM_DEALER)
        memcpy(v.st, the.st, sizeof the.st);
    else
        gm_make_view(the.match.game, the.box, the.st, who, &v);
    gm_json_view(&w, &v);
    has(all, field, json);
}

/* One of the figures, as JSON. */
static inline void figure(const char *field, const char *json) {
    static char all[8192];
    text t = text_on(all, sizeof all);
    jsonw w = jsonw_on(&t);
    gm_json_figures(&w, the.match.game, the.box, the.st);
    has(all, field, json);
}

/* The last move of the game as a listener heard it. */
static inline void heard(gm_seat who, const char *notation) {
    char line[GM_NOTATION_SIZE];
    text t = text_on(line, sizeof line);
    int n = the.match.n;
    gm_move m = the.move[n - 1];
    gm_seat by = the.by[n - 1];
    gm_match_rewind(&the.match, n - 1);
    gm_write_move(&t, the.match.game, the.box, gm_heard(the.match.game, the.box, the.st, by, m, who));
    gm_match_play(&the.match, by, m);
    assert_string_equal(line, notation);
}

static inline void result(gm_seats winners, const char *points) {
    char line[128];
    text t = text_on(line, sizeof line);
    gm_result r;
    assert_int_equal(the.match.game->to_act(the.box, the.st), 0);
    the.match.game->result(the.box, the.st, &r);
    for (int q = 0; q < gm_players(the.box); q++) {
        if (q) text_char(&t, ' ');
        text_int(&t, r.points[q]);
    }
    assert_int_equal(r.winners, winners);
    assert_string_equal(line, points);
}
#endif
