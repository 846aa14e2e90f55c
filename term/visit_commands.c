/* visit_commands.c - what the user can type at a table of a house: commands and moves. */
#include "base/bits.h"
#include "bots/bots.h"
#include "kit/notation.h"
#include "term/file.h"
#include "term/lobby.h"
#include "term/visit_internal.h"
#include <string.h>
#include <strings.h>

static void say_key(visit *v, const char *key) { visit_say(v, (gm_line){key, {{0}}}); }

/* Commands without arguments that become requests. */
static bool bare_command(visit *v, const char *line) {
    static const char *const words[][2] = {
        {"rise", "rise"}, {"leave", "leave"}, {"return", "return"}, {"ready", "ready"}};
    const char *rest;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (input_is(line, words[i][0], &rest)) {
            session_request(v->s, json_pack("{s:s}", "do", words[i][1]));
            return true;
        }
    return false;
}

/* undo, undo NUMBER: takes back the latest move if it may be; among bots any of the user's moves. */
static bool undo_command(visit *v, const char *line) {
    const char *rest;
    int moves, n, last = v->game.n - 1;
    if (!input_is(line, "undo", &rest)) return false;
    if (!narrator_parse_undo(visit_output(v), rest, &moves, &n)) return true;
    bool plain = v->takebacks && v->phase == TABLE_PLAYING && moves == 1 && n >= 0 && n == last &&
                 gm_verb_of(v->t.w.game, v->heard[n])->undoable && !v->seat[visit_own_seat(v)].held;
    if (moves > 1 && !visit_is_alone(v))
        say_key(v, "table.not-alone");
    else if (plain || n < 0 || !visit_is_alone(v))
        session_request(v->s, json_pack("{s:s}", "do", "back"));
    else
        session_request(v->s, json_pack("{s:s,s:i}", "do", "back", "n", n));
    return true;
}

/* Parses a seat, by number or name; *rest is what follows it.  -1 if there is none.  Names become the seats' own
 * numbers, from 0; people count from 1. */
static int parse_seat(visit *v, const char *typed, char rest[INPUT_LINE]) {
    choice_replace_names(&v->t, typed, rest);
    size_t n = strcspn(rest, " ");
    int q;
    if (!text_number(rest, n, 1, visit_seat_count(v), &q)) return -1;
    n += strspn(rest + n, " ");
    memmove(rest, rest + n, strlen(rest + n) + 1);
    return q - 1;
}

/* The same, but says so if there is none. */
static int expect_seat(visit *v, const char *typed, char rest[INPUT_LINE]) {
    int q = parse_seat(v, typed, rest);
    if (q < 0) visit_say(v, (gm_line){"table.seat", {SAY_TEXT(typed)}});
    return q;
}

/* sit [SEAT] [COLOUR] */
static bool sit_command(visit *v, const char *line) {
    const char *rest;
    char name[INPUT_LINE];
    if (!input_is(line, "sit", &rest)) return false;
    int q = parse_seat(v, rest, name), colour = visit_find_colour(v, name);
    bool has_colours = v->seat[0].colour >= 0;
    if (!*name || colour >= 0)
        visit_request_seat(v, q < 0 ? JOIN_ANY_SEAT : q, colour);
    else if (q < 0 && (!has_colours || strspn(name, "0123456789")))
        visit_say(v, (gm_line){"table.seat", {SAY_TEXT(rest)}});
    else
        visit_say_colours(v, "join.sit-what");
    return true;
}

/* Commands of the host, at a table that waits for players. */
static bool seat_command(visit *v, const char *line) {
    const char *rest;
    char more[INPUT_LINE];
    int q;
    if (input_is(line, "bot", &rest)) {
        if ((q = expect_seat(v, rest, more)) >= 0)
            session_request(v->s, json_pack("{s:s,s:i,s:s}", "do", "bot", "seat", q, "bot",
                                            *more ? bots_typed(v->s->w.lang, more) : "sensible"));
    } else if (input_is(line, "ready", &rest) && v->phase == TABLE_WAITING) {
        if (visit_should_get_ready(v))
            visit_get_ready(v);
        else
            say_key(v, "join.you-start-ready");
    } else if (input_is(line, "start", &rest)) {
        visit_start(v);
    } else if (input_is(line, "remove", &rest)) {
        if ((q = expect_seat(v, rest, more)) >= 0)
            session_request(v->s, json_pack("{s:s,s:i}", "do", "remove", "seat", q));
    } else
        return false;
    return true;
}

/* colour NAME: for games whose players have colours. */
static bool colour_command(visit *v, const char *line) {
    const char *name;
    gm_thing thing;
    if (!input_is(line, "colour", &name)) return false;
    int i = visit_find_colour(v, name);
    if (i < 0 && v->asked) return false; /* it is a word of a move */
    if (i >= 0 && v->t.w.game->thing(v->box, "player-colour", i, &thing))
        session_request(v->s, json_pack("{s:s,s:s}", "do", "colour", "colour", thing.code));
    else
        visit_say_colours(v, "join.colour-what");
    return true;
}

/* `vote` is also a move of some games.  A vote of the table has one of these words after it. */
static bool vote_command(visit *v, const char *line) {
    static const char *const votes[] = {"end", "hold", "again", "nothing"};
    const char *rest, *more = "";
    char after[INPUT_LINE], hold[16];
    const gm_verb *verb = v->t.w.game->verbs;
    if (!input_is(line, "vote", &rest)) return false;
    size_t i = 0;
    while (i < 4 && !input_is(rest, votes[i], &more))
        i++;
    while (verb->name && strcmp(verb->name, "vote"))
        verb++;
    if (i == 4 && verb->name) return false;
    text t = text_on(hold, sizeof hold);
    if (i < 4 && !strcmp(votes[i], "hold")) {
        int q = expect_seat(v, more, after);
        if (q < 0) return true;
        text_put(&t, "hold "), text_int(&t, q);
    }
    session_request(v->s, json_pack("{s:s,s:s}", "do", "vote", "vote", t.used ? hold : rest));
    return true;
}

/* mute NAME, unmute NAME: a player, or a spectator who has said something. */
static void mute(visit *v, const char *what, const char *say, const char *name) {
    char rest[INPUT_LINE];
    int q = parse_seat(v, name, rest), i = v->n_speakers - 1;
    while (i >= 0 && strcasecmp(v->speaker[i].name, name))
        i--;
    if (q >= 0 && q != visit_own_seat(v) && v->seat[q].person && !*rest)
        session_request_then(v->s, json_pack("{s:s,s:i}", "do", what, "seat", q), say, v->seat[q].name);
    else if (i >= 0 && strcasecmp(name, v->s->name))
        session_request_then(v->s,
                             json_pack("{s:s,s:I}", "do", what, "person", (json_int_t)v->speaker[i].person),
                             say, v->speaker[i].name);
    else
        say_key(v, "join.mute-whom");
}

static bool mute_command(visit *v, const char *line) {
    const char *name;
    if (input_is(line, "mute", &name))
        mute(v, "mute", "join.muted", name);
    else if (input_is(line, "unmute", &name))
        mute(v, "unmute", "join.unmuted", name);
    else
        return false;
    return true;
}

static bool talk_command(visit *v, const char *line) {
    const char *rest;
    char statement[GM_NOTATION_SIZE];
    if (input_is(line, "say", &rest)) {
        if (*rest)
            session_request(v->s, json_pack("{s:s,s:s}", "do", "say", "text", rest));
        else
            say_key(v, "join.say-what");
    } else if (input_is(line, "silence", &rest)) {
        if (!strcmp(rest, "on") || !strcmp(rest, "off"))
            session_request(v->s, json_pack("{s:s,s:b}", "do", "silence", "on", !strcmp(rest, "on")));
        else
            say_key(v, "join.silence-what");
    } else if (input_is(line, "state", &rest) && *rest) {
        if (choice_parse_statement(visit_output(v), rest, statement))
            session_request(v->s, json_pack("{s:s,s:s}", "do", "state", "state", statement));
    } else
        return false;
    return true;
}

static void save(visit *v, const char *path) {
    char from[ADDRESS_KEY + 16];
    if (v->phase != TABLE_OVER)
        say_key(v, "join.save-later");
    else if (!*path)
        say_key(v, "play.save-where");
    else if (strcmp(v->path, path) && file_exists(path)) {
        memcpy(v->path, path, strlen(path) + 1); /* the same command once more replaces it */
        visit_say(v, (gm_line){"play.exists", {SAY_TEXT(path)}});
    } else {
        text t = text_on(from, sizeof from);
        text_put(&t, "/record/");
        text_put(&t, v->key);
        memcpy(v->path, path, strlen(path) + 1);
        v->s->unanswered = ++v->s->request; /* until the record has come */
        connection_fetch(v->s->connection, from);
    }
}

/* Says which commands there are, and which statements if the game has any. */
static void tell_help(visit *v) {
    say_key(v, "join.help");
    narrator_help_discards(&v->t);
    input_say_commands(v->s->out, v->s->w.lang, true);
    if (v->t.w.game->statements) {
        say_key(v, "join.statements");
        choice_print_statements(visit_output(v));
    }
    if (v->t.w.game->discusses) say_key(v, "join.help-ready");
    if (v->phase == TABLE_WAITING) {
        say_key(v, v->host ? "join.help-host" : "join.help-waiting");
        if (v->seat[0].colour >= 0) say_key(v, "join.help-colour");
    }
}

/* Commands that are carried out here, without the house, and `lobby`. */
static bool table_command(visit *v, const char *line) {
    const char *rest;
    if (input_is(line, "help", &rest))
        tell_help(v);
    else if (input_is(line, "seats", &rest) || (v->phase == TABLE_WAITING && input_is(line, "state", &rest)))
        visit_tell_seats(v);
    else if (input_is(line, "clock", &rest))
        visit_tell_clocks(v);
    else if (input_is(line, "save", &rest))
        save(v, rest);
    else if (input_is(line, "lobby", &rest))
        lobby_enter(v->s->lobby);
    else if (input_is(line, "quit", &rest))
        v->s->done = true;
    else
        return false;
    return true;
}

/* Queries about moves are only for the player whose turn it is; others are for everybody. */
static bool may_query(const visit *v, const char *line) {
    const char *rest;
    bool about_moves =
        input_is(line, "moves", &rest) || input_is(line, "why", &rest) || input_is(line, "try", &rest);
    return v->asked || !about_moves;
}

static void say_not_now(visit *v) {
    gm_seats act = visit_to_act(v) & (gm_seats)(BIT(visit_seat_count(v)) - 1);
    if (!visit_seated(v))
        say_key(v, "join.not-seated");
    else if (v->phase == TABLE_WAITING)
        say_key(v, "join.not-begun");
    else if (v->phase == TABLE_OVER)
        say_key(v, "join.is-over");
    else if (v->seat[visit_own_seat(v)].held)
        say_key(v, "join.you-held");
    else if (v->discussing)
        say_key(v, "table.discussion");
    else
        visit_say(v, (gm_line){"join.not-asked", {{GM_ARG_THINGS, "seat", act}}});
}

static void send_move(visit *v, const char *line) {
    gm_move m;
    if (!v->asked) {
        say_not_now(v);
        return;
    }
    if (!choice_parse_legal(visit_output(v), &v->choices, line, &m)) return;
    text t = text_on(v->sent, sizeof v->sent);
    gm_write_move(&t, v->t.w.game, v->box, m);
    v->sent_at = v->game.n;
    v->move_id = v->move_id % (1 << 29) + 1;
    session_request(v->s, json_pack("{s:s,s:i,s:s}", "do", "move", "id", v->move_id, "move", v->sent));
}

/* Does a spectator ask for what only players can do? */
static bool needs_seat(const visit *v, const char *line) {
    static const char *const words[] = {"rise", "leave", "return", "undo", "vote", "ready", "colour"};
    const char *rest;
    bool found = input_is(line, "state", &rest) && *rest;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        found |= input_is(line, words[i], &rest);
    return found && !visit_seated(v);
}

void visit_command(visit *v, const char *line) {
    if (!*line) return;
    if (needs_seat(v, line)) {
        say_key(v, "join.not-seated");
        return;
    }
    if (talk_command(v, line) || mute_command(v, line) || table_command(v, line) || sit_command(v, line) ||
        seat_command(v, line) || undo_command(v, line) || bare_command(v, line) || colour_command(v, line) ||
        vote_command(v, line))
        return;
    if (may_query(v, line) && choice_answer_query(visit_output(v), &v->choices, line)) return;
    send_move(v, line);
}
