/* tables.c - the lobby of a house in the terminal: which tables there are, going to one, making one. */
#include "bots/bots.h"
#include "kit/order.h"
#include "kit/registry.h"
#include "term/session.h"
#include <stdlib.h>
#include <string.h>

enum { TABLES = 250 };

/* Tables keep the number under which they were told first. */
struct tables {
    session *s;
    int n;
    int own;   /* how many are one's own */
    bool told; /* the list, once */
    struct {
        char key[ADDRESS_KEY];
        bool open; /* still listed */
    } table[TABLES];
};

tables *tables_new(session *s) {
    tables *l = calloc(1, sizeof *l);
    if (!l) abort();
    l->s = s;
    return l;
}

void tables_free(tables *l) { free(l); }

/* ---- the list ------------------------------------------------------------------------------------------------ */

/* The table's number, from 0; -1 if it has none and there is no room for one. */
static int number_of(tables *l, const char *key) {
    int i = 0;
    while (i < l->n && strcmp(l->table[i].key, key))
        i++;
    if (i < l->n || i == TABLES) return i < l->n ? i : -1;
    text t = text_on(l->table[i].key, ADDRESS_KEY);
    text_put(&t, key);
    l->table[i].open = false;
    return l->n++;
}

static void put_word(text *out, const session *s, const char *between, gm_line line) {
    text_put(out, between);
    words_line(out, &s->w, &line);
}

/* Ada, a bot, 2 free seats */
static void put_seats(text *out, const session *s, const json_t *seats) {
    size_t i;
    json_t *seat;
    int free_seats = 0;
    const char *between = "";
    json_array_foreach(seats, i, seat) {
        char name[RECORD_NAME], bot[RECORD_BOT];
        session_text(seat, "name", name, sizeof name);
        session_text(seat, "bot", bot, sizeof bot);
        if (json_is_true(json_object_get(seat, "person")))
            put_word(out, s, between, (gm_line){"join.person", {SAY_TEXT(name)}});
        else if (bot[0])
            put_word(out, s, between, (gm_line){"join.bot", {{0}}});
        else {
            free_seats++;
            continue;
        }
        between = ", ";
    }
    if (free_seats) put_word(out, s, between, (gm_line){"join.free-seats", {SAY_NUMBER(free_seats)}});
}

/* 1. Inside Job, waiting for players: Ada, 2 free seats. */
static void tell_table(tables *l, int number, const json_t *about) {
    session *s = l->s;
    char game[64], phase[16], seats[TELL_LINE];
    const json_t *time = json_object_get(about, "time");
    const gm_game *g;
    session_text(about, "game", game, sizeof game);
    session_text(about, "phase", phase, sizeof phase);
    g = gm_game_named(game, strlen(game));
    const char *how = !strcmp(phase, "playing") ? "join.table.playing"
                      : !strcmp(phase, "over")  ? "join.table.over"
                                                : "join.table.waiting";
    text t = text_on(seats, sizeof seats);
    put_seats(&t, s, json_object_get(about, "seats"));
    if (time) {
        session_text(about, "clock", phase, sizeof phase);
        put_word(&t, s, "; ",
                 (gm_line){!strcmp(phase, "game") ? "join.clock.game" : "join.clock.move",
                           {SAY_NUMBER(json_integer_value(time) / 1000)}});
    }
    if (json_is_true(json_object_get(about, "asked")))
        put_word(&t, s, "; ", (gm_line){"join.your-turn", {{0}}});
    session_say(s, (gm_line){how,
                             {SAY_NUMBER(number + 1),
                              {g ? GM_ARG_WORD : GM_ARG_TEXT, g ? g->say : game, 0},
                              SAY_TEXT(seats)}});
}

static int tell_list(tables *l, const json_t *list, const char *head) {
    size_t i;
    json_t *about;
    int told = 0;
    json_array_foreach(list, i, about) {
        char key[ADDRESS_KEY], phase[16];
        if (!strcmp(session_text(about, "phase", phase, sizeof phase), "over")) continue;
        int k = number_of(l, session_text(about, "table", key, sizeof key));
        if (k < 0 || l->table[k].open) continue; /* one's own are told once */
        if (!told++) session_say(l->s, (gm_line){head, {{0}}});
        l->table[k].open = true;
        tell_table(l, k, about);
    }
    return told;
}

void tables_enter(tables *l) {
    l->s->where = IN_LOBBY;
    l->n = 0;
    l->told = false;
    session_ask(l->s, json_pack("{s:s}", "do", "mine"));
}

static void take_open(tables *l, const json_t *about) {
    char key[ADDRESS_KEY];
    int k = number_of(l, session_text(about, "table", key, sizeof key));
    if (k < 0 || l->table[k].open || !l->told) return; /* only what is new is worth a word, */
    l->table[k].open = true;
    if (!l->s->awaited) tell_table(l, k, about); /* and not to who has just made it */
}

static void take_shut(tables *l, const json_t *m) {
    char key[ADDRESS_KEY];
    int k = number_of(l, session_text(m, "shut", key, sizeof key));
    if (k >= 0) l->table[k].open = false;
}

void tables_hear(tables *l, const json_t *m) {
    const json_t *mine = json_object_get(m, "mine"), *all = json_object_get(m, "lobby"),
                 *open = json_object_get(m, "open");
    if (l->s->where != IN_LOBBY) return;
    if (mine) {
        l->own = tell_list(l, mine, "join.mine");
        session_ask(l->s, json_pack("{s:s}", "do", "lobby"));
    } else if (all) {
        if (!tell_list(l, all, "join.open"))
            session_say(l->s, (gm_line){l->own ? "join.none-else" : "join.none", {{0}}});
        session_say(l->s, (gm_line){"join.lobby-words", {{0}}});
        l->told = true;
    } else if (open)
        take_open(l, open);
    else
        take_shut(l, m);
}

/* ---- going to a table, and making one ------------------------------------------------------------------------ */

/* A number of the list, a key, or a link. */
static void go(tables *l, const char *where, int seat) {
    address link;
    fault why;
    int k;
    bool link_good = address_read(where, &link, &why) && link.table[0];
    size_t n = strspn(where, "abcdefghijklmnopqrstuvwxyz0123456789");
    if (text_number(where, strlen(where), 1, l->n, &k))
        visit_come(l->s->visit, l->table[k - 1].key, seat);
    else if (link_good) /* a house has several addresses */
        visit_come(l->s->visit, link.table, seat);
    else if (n >= 8 && n < ADDRESS_KEY && !where[n])
        visit_come(l->s->visit, where, seat);
    else
        session_say(l->s, (gm_line){"join.which", {{0}}});
}

/* The names of the bots that play a game: sensible|random */
static void put_bots(text *out, const gm_game *g) {
    for (const gm_bot *b = bots_all; b->name; b++) {
        if (!bots_find(b->name, g)) continue;
        if (out->used) text_char(out, '|');
        text_put(out, b->name);
    }
}

/* Terms of a table, which stand beside a game's own options; the bots are those of the game. */
static const gm_option terms[] = {{.key = "public", .values = "on|off"},
                                  {.key = "onlookers", .values = "on|off"},
                                  {.key = "backs", .values = "on|off"},
                                  {.key = "clock", .values = "none|move|game"},
                                  {.key = "time", .values = "1..1000000"}, /* seconds */
                                  {.key = "bot"},
                                  {.key = NULL}};

static json_t *term_value(const gm_option *o, const char *value) {
    if (!strcmp(o->key, "time")) return json_integer((json_int_t)strtol(value, NULL, 10) * 1000);
    return strcmp(o->values, "on|off") ? json_string(value) : json_boolean(!strcmp(value, "on"));
}

/* OPTION=VALUE, a term or an option of the game, which the house reads; false after saying what is wrong. */
static bool add_option(tables *l, json_t *request, const gm_game *g, const char *key, const char *value) {
    char names[64];
    text t = text_on(names, sizeof names);
    gm_option o;
    int i = 0;
    while (terms[i].key && strcmp(terms[i].key, key))
        i++;
    o = terms[i];
    if (!o.key) return !json_object_set_new(json_object_get(request, "options"), key, json_string(value));
    put_bots(&t, g);
    if (!o.values) o.values = names;
    if (gm_option_takes(&o, value)) return !json_object_set_new(request, key, term_value(&o, value));
    session_say(l->s, (gm_line){"order.value", {SAY_TEXT(key), SAY_TEXT(o.values)}});
    return false;
}

/* One word of make after the game; false after saying what is wrong. */
static bool add_word(tables *l, json_t *request, const gm_game *g, char *word) {
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

/* make GAME [SEATS] [OPTION=VALUE...] */
static void make(tables *l, const char *rest) {
    char words[TELL_LINE];
    memcpy(words, rest, strlen(rest) + 1);
    char *word = strtok(words, " ");
    const gm_game *g = word ? gm_game_named(word, strlen(word)) : NULL;
    if (!g) {
        session_say(l->s,
                    word ? (gm_line){"join.no-game", {SAY_TEXT(word)}} : (gm_line){"join.make-what", {{0}}});
        return;
    }
    json_t *request = json_pack("{s:s,s:s,s:s,s:{}}", "do", "make", "want", "story", "game", word, "options");
    bool good = true;
    while (good && (word = strtok(NULL, " ")))
        good = add_word(l, request, g, word);
    if (!good) {
        json_decref(request);
        return;
    }
    visit_come(l->s->visit, "", l->s->terms->seat);
    session_ask(l->s, request);
}

/* ---- words ------------------------------------------------------------------------------------------------------ */

static void tell_games(tables *l) {
    for (const gm_game *const *g = gm_games; *g; g++) {
        fprintf(session_aloud(l->s), "%s: ", (*g)->name);
        session_say(l->s, (gm_line){(*g)->about, {SAY_NUMBER((*g)->min_seats), SAY_NUMBER((*g)->max_seats)}});
        for (const gm_option *o = (*g)->options; o->key && o->say; o++) {
            fprintf(l->s->out, "  %s=%s: ", o->key, o->values);
            session_say(l->s, (gm_line){"cli.usual", {SAY_WORD(o->say), SAY_TEXT(o->default_value)}});
        }
    }
}

void tables_line(tables *l, const char *line) {
    const char *rest;
    if (word_is(line, "sit", &rest))
        go(l, rest, l->s->terms->seat == JOIN_LOOK ? JOIN_ANY : l->s->terms->seat);
    else if (word_is(line, "watch", &rest))
        go(l, rest, JOIN_LOOK);
    else if (word_is(line, "make", &rest))
        make(l, rest);
    else if (word_is(line, "games", &rest))
        tell_games(l);
    else if (word_is(line, "list", &rest) || word_is(line, "lobby", &rest))
        tables_enter(l);
    else if (word_is(line, "help", &rest))
        session_say(l->s, (gm_line){"join.lobby-help", {{0}}});
    else if (word_is(line, "quit", &rest))
        l->s->done = true;
    else if (*line)
        session_say(l->s, (gm_line){"join.lobby-word", {SAY_TEXT(line)}});
}
