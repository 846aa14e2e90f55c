/* lobby.c - the lobby of a house: lists its tables, goes to one, makes one.
 *
 * Map: the list - going to a table - making a table - commands. */
#include "term/lobby.h"
#include "bots/bots.h"
#include "kit/order.h"
#include "kit/registry.h"
#include "term/input.h"
#include "term/match.h"
#include "term/narrator.h"
#include "term/visit.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_TABLES = 250 };

/* A table keeps its number in the list as long as the user is in the lobby. */
struct lobby {
    session *s;
    int n;
    int n_own;      /* how many of the tables listed are the user's own */
    bool list_told; /* the whole list, so that only new tables are left to tell */
    struct {
        char key[ADDRESS_KEY];
        bool listed; /* it has been told, and is still there */
    } table[MAX_TABLES];
};

lobby *lobby_new(session *s) {
    lobby *l = calloc(1, sizeof *l);
    if (!l) abort();
    l->s = s;
    return l;
}

void lobby_free(lobby *l) { free(l); }

/* ---- the list ------------------------------------------------------------------------------- */

/* The table's number, from 0; -1 if it has none. */
static int find(const lobby *l, const char *key) {
    int i = 0;
    while (i < l->n && strcmp(l->table[i].key, key))
        i++;
    return i < l->n ? i : -1;
}

/* The same, but a new table gets the next number; -1 if the list is full. */
static int find_or_add(lobby *l, const char *key) {
    int i = find(l, key);
    if (i >= 0 || l->n == MAX_TABLES) return i;
    i = l->n++;
    text t = text_on(l->table[i].key, ADDRESS_KEY);
    text_put(&t, key);
    l->table[i].listed = false;
    return i;
}

static void write_phrase(text *out, const session *s, const char *between, gm_line line) {
    text_put(out, between);
    words_line(out, &s->w, &line);
}

/* Ada, a bot, 2 free seats */
static void write_seats(text *out, const session *s, const json_t *seats) {
    size_t i;
    json_t *seat;
    int free_seats = 0;
    const char *between = "";
    json_array_foreach(seats, i, seat) {
        char name[RECORD_NAME], bot[RECORD_BOT];
        session_get_text(seat, "name", name, sizeof name);
        session_get_text(seat, "bot", bot, sizeof bot);
        if (json_is_true(json_object_get(seat, "person")))
            write_phrase(out, s, between, (gm_line){"join.person", {SAY_TEXT(name)}});
        else if (bot[0])
            write_phrase(out, s, between, (gm_line){"join.bot", {{0}}});
        else {
            free_seats++;
            continue;
        }
        between = ", ";
    }
    if (free_seats) write_phrase(out, s, between, (gm_line){"join.free-seats", {SAY_NUMBER(free_seats)}});
}

/* 1. Inside Job, waiting for players: Ada, 2 free seats. */
static void tell_table(lobby *l, int number, const json_t *about) {
    session *s = l->s;
    char game[64], phase[16], seats[NARRATOR_LINE];
    const json_t *time = json_object_get(about, "time");
    const gm_game *g;
    if (!*session_get_text(about, "game", game, sizeof game)) /* of a damaged table it may not be known */
        session_get_text(about, "table", game, sizeof game);
    session_get_text(about, "phase", phase, sizeof phase);
    g = gm_game_named(game, strlen(game));
    const char *how = json_object_get(about, "damaged") ? "join.table.damaged"
                      : !strcmp(phase, "playing")       ? "join.table.playing"
                      : !strcmp(phase, "over")          ? "join.table.over"
                                                        : "join.table.waiting";
    text t = text_on(seats, sizeof seats);
    write_seats(&t, s, json_object_get(about, "seats"));
    if (time) {
        session_get_text(about, "clock", phase, sizeof phase);
        write_phrase(&t, s, "; ",
                     (gm_line){!strcmp(phase, "game") ? "join.clock.game" : "join.clock.move",
                               {SAY_NUMBER(json_integer_value(time) / 1000)}});
    }
    if (json_is_true(json_object_get(about, "asked")))
        write_phrase(&t, s, "; ", (gm_line){"join.your-turn", {{0}}});
    session_say(s, (gm_line){how,
                             {SAY_NUMBER(number + 1),
                              {g ? GM_ARG_WORD : GM_ARG_TEXT, g ? g->say : game, 0},
                              SAY_TEXT(seats)}});
}

static int tell_new_tables(lobby *l, const json_t *list, const char *head) {
    size_t i;
    json_t *about;
    int told = 0;
    json_array_foreach(list, i, about) {
        char key[ADDRESS_KEY], phase[16];
        if (!strcmp(session_get_text(about, "phase", phase, sizeof phase), "over")) continue;
        int k = find_or_add(l, session_get_text(about, "table", key, sizeof key));
        if (k < 0 || l->table[k].listed) continue; /* the user's own tables are in both lists */
        if (!told++) session_say(l->s, (gm_line){head, {{0}}});
        l->table[k].listed = true;
        tell_table(l, k, about);
    }
    return told;
}

void lobby_enter(lobby *l) {
    l->s->where = SESSION_IN_LOBBY;
    l->n = 0;
    l->list_told = false;
    session_request(l->s, json_pack("{s:s}", "do", "mine"));
}

void lobby_catch_up(lobby *l) { session_request(l->s, json_pack("{s:s}", "do", "lobby")); }

static void handle_open(lobby *l, const json_t *about) {
    char key[ADDRESS_KEY];
    int k = find_or_add(l, session_get_text(about, "table", key, sizeof key));
    if (k < 0 || l->table[k].listed || !l->list_told) return; /* it is not news */
    l->table[k].listed = true;
    if (!l->s->unanswered) tell_table(l, k, about); /* the user may have just made it */
}

/* Every table that is not listed in it has gone. */
static void handle_new_list(lobby *l, const json_t *all) {
    size_t i;
    json_t *about;
    bool told[MAX_TABLES] = {false};
    for (int k = 0; k < l->n; k++)
        told[k] = l->table[k].listed, l->table[k].listed = false;
    json_array_foreach(all, i, about) {
        char key[ADDRESS_KEY];
        int k = find(l, session_get_text(about, "table", key, sizeof key));
        if (k >= 0 && told[k])
            l->table[k].listed = true;
        else
            handle_open(l, about);
    }
}

static void handle_shut(lobby *l, const json_t *m) {
    char key[ADDRESS_KEY];
    int k = find(l, session_get_text(m, "shut", key, sizeof key));
    if (k >= 0) l->table[k].listed = false;
}

void lobby_receive(lobby *l, const json_t *m) {
    const json_t *mine = json_object_get(m, "mine"), *all = json_object_get(m, "lobby"),
                 *open = json_object_get(m, "open");
    if (l->s->where != SESSION_IN_LOBBY) return;
    l->s->hops = 0;
    if (mine) {
        l->n_own = tell_new_tables(l, mine, "join.mine");
        session_request(l->s, json_pack("{s:s}", "do", "lobby"));
    } else if (all && l->list_told)
        handle_new_list(l, all);
    else if (all) {
        if (!tell_new_tables(l, all, "join.open"))
            session_say(l->s, (gm_line){l->n_own ? "join.none-else" : "join.none", {{0}}});
        session_say(l->s, (gm_line){"join.lobby-words", {{0}}});
        l->list_told = true;
    } else if (open)
        handle_open(l, open);
    else
        handle_shut(l, m);
}

/* ---- going to a table ----------------------------------------------------------------------- */

/* TABLE [COLOUR]: the table is a number of the list, a key, or a link. */
static void go_to_table(lobby *l, const char *rest, int seat) {
    char where[INPUT_LINE];
    size_t word = strcspn(rest, " ");
    text t = text_on(where, sizeof where);
    text_bytes(&t, rest, word);
    const char *colour = rest + word + strspn(rest + word, " ");
    address_url link;
    fault why;
    int k;
    bool link_good = address_parse(where, &link, &why) && link.table[0];
    size_t n = strspn(where, "abcdefghijklmnopqrstuvwxyz0123456789");
    if (text_number(where, strlen(where), 1, l->n, &k))
        visit_go_to(l->s->visit, l->table[k - 1].key, seat, colour);
    else if (link_good) /* its host may differ: a house can have several addresses */
        visit_go_to(l->s->visit, link.table, seat, colour);
    else if (n >= 8 && n < ADDRESS_KEY && !where[n])
        visit_go_to(l->s->visit, where, seat, colour);
    else
        session_say(l->s, (gm_line){"join.which", {{0}}});
}

/* ---- making a table ------------------------------------------------------------------------- */

/* The names of the bots that play a game, as people read them: sensible|random */
static void write_bot_names(text *out, words_lang lang, const gm_game *g) {
    const char *last = "";
    for (const gm_bot *b = bots_all; b->name; b++) {
        if (bots_find(b->name, g) != b) continue;
        text_put(out, last), text_put(out, bots_shown(lang, b->name));
        last = "|";
    }
}

/* The settings of a table, besides the options of its game.  The values of `bot` depend on the game. */
static const gm_option table_settings[] = {{.key = "public", .values = "on|off"},
                                           {.key = "onlookers", .values = "on|off"},
                                           {.key = "backs", .values = "on|off"},
                                           {.key = "clock", .values = "none|move|game"},
                                           {.key = "time", .values = "1..1000000"}, /* seconds */
                                           {.key = "discussion", .values = "0..86400"},
                                           {.key = "bot"},
                                           {.key = NULL}};

static json_t *setting_value(const gm_option *o, const char *value) {
    if (!strcmp(o->key, "time") || !strcmp(o->key, "discussion"))
        return json_integer((json_int_t)strtol(value, NULL, 10) * 1000);
    return strcmp(o->values, "on|off") ? json_string(value) : json_boolean(!strcmp(value, "on"));
}

/* The house counts seats from 0, people from 1. */
static bool add_game_option(json_t *request, const gm_game *g, const char *key, const char *value) {
    char moved[INPUT_LINE];
    text t = text_on(moved, sizeof moved);
    const gm_option *o = gm_option_of(g->options, g->edition, key);
    if (o) gm_move_seats(&t, o, value, -1);
    return !json_object_set_new(json_object_get(request, "options"), key, json_string(o ? moved : value));
}

/* Adds a setting of the table or an option of the game to a request.  The house checks the game's options.  False
 * after saying what is wrong. */
static bool add_option(lobby *l, json_t *request, const gm_game *g, const char *key, const char *value) {
    char names[128];
    text t = text_on(names, sizeof names);
    gm_option o;
    int i = 0;
    while (table_settings[i].key && strcmp(table_settings[i].key, key))
        i++;
    o = table_settings[i];
    if (!o.key) return add_game_option(request, g, key, value);
    if (!o.values) { /* of `bot` */
        const char *bot = bots_typed(l->s->w.lang, value);
        if (bots_find(bot, g)) return !json_object_set_new(request, key, json_string(bot));
        write_bot_names(&t, l->s->w.lang, g);
        o.values = names;
    } else if (gm_option_takes(&o, value))
        return !json_object_set_new(request, key, setting_value(&o, value));
    session_say(l->s, (gm_line){"order.value", {SAY_TEXT(key), SAY_TEXT(o.values)}});
    return false;
}

/* Adds a word that follows the game: SEATS or OPTION=VALUE.  False after saying what is wrong. */
static bool add_argument(lobby *l, json_t *request, const gm_game *g, char *word) {
    char *equals = strchr(word, '=');
    int n;
    if (equals) {
        *equals = 0;
        return add_option(l, request, g, word, equals + 1);
    }
    if (!text_number(word, strlen(word), 0, 99, &n) || json_object_get(request, "seats")) {
        session_say(l->s, (gm_line){"join.make-what", {{0}}});
        return false;
    }
    if (n >= g->min_seats && n <= g->max_seats)
        return !json_object_set_new(request, "seats", json_integer(n));
    session_say(l->s, (gm_line){"order.seats", {SAY_NUMBER(g->min_seats), SAY_NUMBER(g->max_seats)}});
    return false;
}

/* The game with which a line begins, by its English name or the one in the user's language; *size is the length of
 * that.  NULL if there is none. */
static const gm_game *find_game(const lobby *l, const char *line, size_t *size) {
    for (const gm_game *const *g = gm_games; *g; g++)
        if ((*size = match_name(line, (*g)->name)) ||
            (*size = match_name(line, words_get(l->s->w.lang, (*g)->say, 0))))
            return *g;
    return NULL;
}

/* make GAME [SEATS] [OPTION=VALUE...] */
static void make_table(lobby *l, const char *rest) {
    char words[INPUT_LINE];
    size_t size;
    const gm_game *g = find_game(l, rest, &size);
    if (!g) {
        session_say(l->s,
                    *rest ? (gm_line){"join.no-game", {SAY_TEXT(rest)}} : (gm_line){"join.make-what", {{0}}});
        return;
    }
    json_t *request =
        json_pack("{s:s,s:s,s:s,s:{}}", "do", "make", "want", "story", "game", g->name, "options");
    memcpy(words, rest + size, strlen(rest + size) + 1);
    bool good = true;
    for (char *word = strtok(words, " "); good && word; word = strtok(NULL, " "))
        good = add_argument(l, request, g, word);
    if (!good) {
        json_decref(request);
        return;
    }
    visit_go_to(l->s->visit, "", l->s->terms->seat, "");
    session_request(l->s, request);
}

/* ---- commands ------------------------------------------------------------------------------- */

static void tell_games(lobby *l) {
    FILE *out = session_output(l->s);
    for (const gm_game *const *i = gm_games; *i; i++) {
        const gm_game *g = *i;
        say_line_after(out, &l->s->w,
                       (gm_line){g->about, {SAY_NUMBER(g->min_seats), SAY_NUMBER(g->max_seats)}},
                       "%s: ", g->name);
        for (const gm_option *o = g->options; o->key && o->say; o++) {
            char about[1024], values[256];
            text t = text_on(about, sizeof about), v = text_on(values, sizeof values);
            words_option(&t, l->s->w.lang, o);
            gm_move_seats(&v, o, o->values, 1);
            say_line_after(out, &l->s->w,
                           (gm_line){"cli.usual", {SAY_TEXT(about), SAY_TEXT(o->default_value)}},
                           "  %s=%s: ", o->key, values);
        }
    }
}

void lobby_command(lobby *l, const char *line) {
    const char *rest;
    if (input_is(line, "sit", &rest))
        go_to_table(l, rest, l->s->terms->seat == JOIN_AS_SPECTATOR ? JOIN_ANY_SEAT : l->s->terms->seat);
    else if (input_is(line, "watch", &rest))
        go_to_table(l, rest, JOIN_AS_SPECTATOR);
    else if (input_is(line, "make", &rest))
        make_table(l, rest);
    else if (input_is(line, "games", &rest))
        tell_games(l);
    else if (input_is(line, "list", &rest) || input_is(line, "lobby", &rest))
        lobby_enter(l);
    else if (input_is(line, "help", &rest)) {
        session_say(l->s, (gm_line){"join.lobby-help", {{0}}});
        session_say(l->s, (gm_line){"join.lobby-help.colour", {{0}}});
        session_say(l->s, (gm_line){"join.lobby-help.discussion", {{0}}});
        input_say_commands(l->s->out, l->s->w.lang, true);
    } else if (input_is(line, "quit", &rest))
        l->s->done = true;
    else if (*line)
        session_say(l->s, (gm_line){"join.lobby-word", {SAY_TEXT(line)}});
}
