/* script.h - rules are tested by telling games in notation.
 *
 *   start(&dead_drop_game, 3, "rounds=1");
 *   play("dealer role 0 agent");          legal, and is played
 *   refuse("0 drop 8", "D3.5");           not legal, because of this rule
 *   may_say("1 suspect 0");               a statement that may be made now
 *   may_not_say("1 suspect 1", "J8.1");   one that may not, because of this rule
 *   sees(1, "role", "[\"agent\",null,null,\"-\"]");   a field of seat 1's view
 *
 * There is one game at a time.  A line that does not hold fails the test, and the failure shows the line.
 *
 * Map: opening - moves - statements - what is legal, seen and heard - sentences. */
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

/* ---- opening ---------------------------------------------------------------------- */

/* Opens a game; settings are "key=value" with spaces between.  A deck that is NULL is the shipped one. */
static inline bool open_with_two(const gm_game *g, int edition, int seats, const char *settings,
                                 const gm_file *deck, const gm_file *second, fault *why) {
    static char words[256];
    gm_order order = {.seats = seats, .edition = edition};
    int n = 0, files = 0;
    snprintf(words, sizeof words, "%s", settings);
    for (char *w = strtok(words, " "); w; w = strtok(NULL, " ")) {
        char *equals = strchr(w, '=');
        *equals = 0;
        order.settings[n++] = (gm_setting){w, equals + 1};
    }
    if (deck) order.files[files++] = *deck;
    if (second) order.files[files] = *second;
    return record_start(&the, g, &order, why);
}

static inline bool open_with(const gm_game *g, int seats, const char *settings, const gm_file *deck,
                             fault *why) {
    return open_with_two(g, 0, seats, settings, deck, NULL, why);
}

static inline void start_edition(const gm_game *g, int edition, int seats, const char *settings) {
    fault why;
    if (!open_with_two(g, edition, seats, settings, NULL, NULL, &why)) fail_msg("%s", why.say);
}

/* The newest edition. */
static inline void start(const gm_game *g, int seats, const char *settings) {
    start_edition(g, 0, seats, settings);
}

/* ---- moves ------------------------------------------------------------------------- */

/* The seat and the move of a line such as "1 drop 7". */
static inline gm_seat read_line(const char *line, gm_move *m) {
    fault why;
    const char *space = strchr(line, ' ');
    gm_seat who = *line == 'd' ? GM_DEALER : (gm_seat)(*line - '0');
    if (!gm_read_move(the.match.game, the.box, space + 1, strlen(space + 1), m, &why))
        fail_msg("%s: %s", line, why.say);
    return who;
}

static inline void play(const char *line) {
    gm_move m;
    gm_seat who = read_line(line, &m);
    const gm_reason *why = the.match.game->why_not(the.box, the.st, who, m);
    if (why) fail_msg("%s: refused by %s", line, why->rule);
    gm_match_play(&the.match, who, m);
    const char *broken = the.match.game->check_invariants(the.box, the.st);
    if (broken) fail_msg("%s: %s", line, broken);
}

/* The same, with the arguments of printf. */
__attribute__((format(printf, 1, 2))) static inline void playf(const char *format, ...) {
    char line[64];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    play(line);
}

/* Calls f with each of several lines, separated by ';'. */
static inline void each_line(const char *lines, void (*f)(const char *line)) {
    char line[128];
    for (const char *s = lines, *end; s && *s; s = end ? end + 1 : NULL) {
        s += strspn(s, " ");
        end = strchr(s, ';');
        snprintf(line, sizeof line, "%.*s", (int)(end ? (size_t)(end - s) : strlen(s)), s);
        f(line);
    }
}

static inline void play_all(const char *lines) { each_line(lines, play); }

/* The first legal move of the first seat that is to act. */
static inline void play_first(void) {
    gm_move moves[GM_MAX_MOVES];
    gm_seat who = (gm_seat)bits_first(the.match.game->to_act(the.box, the.st));
    assert_true(the.match.game->moves(the.box, the.st, who, moves) > 0);
    gm_match_play(&the.match, who, moves[0]);
    assert_null(the.match.game->check_invariants(the.box, the.st));
}

/* The dealer turns over whatever is left to turn over. */
static inline void turn_over(void) {
    while (the.match.game->to_act(the.box, the.st) == BIT(GM_DEALER))
        play_first();
}

static inline void refuse(const char *line, const char *rule) {
    gm_move m;
    gm_seat who = read_line(line, &m);
    const gm_reason *why = the.match.game->why_not(the.box, the.st, who, m);
    if (!why)
        fail_msg("%s: not refused", line);
    else if (strcmp(why->rule, rule))
        fail_msg("%s: refused by %s, not %s", line, why->rule, rule);
}

/* Plays so many random moves of any record, dealt from its seed or secret. */
static inline void play_on(record *r, uint64_t seed, int moves) {
    const gm_game *g = r->match.game;
    gm_move legal[GM_MAX_MOVES];
    rng luck = {seed};
    for (gm_seats act; moves-- && (act = g->to_act(r->box, r->st));) {
        gm_seat who = (gm_seat)bits_first(act);
        int n = g->moves(r->box, r->st, who, legal);
        gm_match_play(&r->match, who,
                      who == GM_DEALER ? gm_match_deal(&r->match, r->key)
                                       : legal[rng_below(&luck, (uint32_t)n)]);
    }
}

/* ---- statements ---------------------------------------------------------------------- */

/* Why this may not be stated, as far as the spectators have heard; NULL if it may. */
static inline const gm_reason *why_not_state(const char *line, gm_move *m) {
    static gm_move heard_by_all[GM_MAX_PLIES];
    gm_seat who = (gm_seat)(*line - '0');
    int n = the.match.n;
    fault why;
    if (!gm_read_statement(the.match.game, the.box, line + 2, strlen(line + 2), m, &why))
        fail_msg("%s: %s", line, why.say);
    the.match.game->setup(the.box, the.st);
    for (int i = 0; i < n; i++) {
        heard_by_all[i] = gm_heard(the.match.game, the.box, the.st, the.by[i], the.move[i], GM_SPECTATOR);
        the.match.game->apply(the.box, the.st, the.by[i], the.move[i]);
    }
    return the.match.game->why_not_state(the.box, &(gm_story){n, the.by, heard_by_all}, who, *m);
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

/* ---- what is legal, seen and heard ------------------------------------------------------ */

/* This seat, and no other, is to act. */
static inline void asks(gm_seat who) { assert_int_equal(the.match.game->to_act(the.box, the.st), BIT(who)); }

/* How many equally likely outcomes the dealer has. */
static inline int chances(void) { return (int)the.match.game->chances(the.box, the.st); }

/* These are all legal moves of a seat, in notation, with ", " between. */
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

/* A JSON object has this field, with this value. */
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

/* The name of the phase that the game is in. */
static inline void phase_is(const char *phase) {
    char quoted[32];
    snprintf(quoted, sizeof quoted, "\"%s\"", phase);
    sees(GM_SPECTATOR, "phase", quoted);
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

/* The game is over; these seats have won, with these points by player: "1 0 1". */
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

/* ---- sentences ------------------------------------------------------------------------- */

/* The view of a seat, in sentences. */
static inline const gm_lines *told_now(gm_seat who) {
    static gm_lines lines;
    gm_view v;
    gm_make_view(the.match.game, the.box, the.st, who, &v);
    lines.n = -1;
    the.match.game->tell(the.box, v.st, who, &lines);
    assert_in_range(lines.n, 1, GM_MAX_LINES - 1);
    return &lines;
}

/* The discards as a seat sees them, in sentences. */
static inline const gm_lines *discards_now(gm_seat who) {
    static gm_lines lines;
    gm_view v;
    gm_make_view(the.match.game, the.box, the.st, who, &v);
    lines.n = -1;
    the.match.game->discards(the.box, v.st, &lines);
    assert_in_range(lines.n, 1, GM_MAX_LINES - 1);
    return &lines;
}

/* What a move would bring, in sentences. */
static inline const gm_lines *previewed(gm_seat who, gm_move m) {
    static gm_lines lines;
    gm_view v;
    gm_make_view(the.match.game, the.box, the.st, who, &v);
    lines.n = -1;
    the.match.game->preview(the.box, v.st, who, m, &lines);
    assert_in_range(lines.n, 0, GM_MAX_LINES - 1);
    return &lines;
}

/* The nth line with this key, from 0; NULL: there is none. */
static inline const gm_line *line_of(const gm_lines *l, const char *say, int nth) {
    for (int i = 0; i < l->n; i++)
        if (!strcmp(l->line[i].say, say) && !nth--) return &l->line[i];
    return NULL;
}
#endif
