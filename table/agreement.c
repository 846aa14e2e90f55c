/* agreement.c - reads agreements from JSON, as requests have them and as they are stored:
 *
 *     {"game":"inside-job","edition":1,"seats":4,"options":{"roles":"none"},
 *      "decks":[{"name":"my.csv","text":"..."}],"public":true,"onlookers":true,"clock":"move","time":60000,
 *      "discussion":180000,"backs":true,"bot":"sensible"} */
#include "table/agreement.h"
#include "base/bits.h"
#include "bots/bots.h"
#include "kit/registry.h"
#include <stdio.h>
#include <string.h>

static const char *const fields[] = {"game",       "edition",   "seats", "options", "decks",
                                     "public",     "onlookers", "clock", "time",    "backs",
                                     "discussion", "bot",       "host",  "before",  NULL};

/* Fields of newer programs (doc/journal.md). */
static const char *const newer_fields[] = {"practice", "hints", "start", "dealer", NULL};

static bool bad(fault *why, const char *field) {
    fault_at(why, "house.field", NULL, 0, 0);
    return fault_with(why, 0, field, strlen(field));
}

/* Optional fields: a whole number, true or false, or a string. */
static bool read_number(const json_t *in, const char *field, int64_t low, int64_t high, int64_t *out,
                        fault *why) {
    const json_t *x = json_object_get(in, field);
    if (!x) return true;
    if (!json_is_integer(x) || json_integer_value(x) < low || json_integer_value(x) > high)
        return bad(why, field);
    *out = json_integer_value(x);
    return true;
}

static bool read_flag(const json_t *in, const char *field, bool *out, fault *why) {
    const json_t *x = json_object_get(in, field);
    if (x && !json_is_boolean(x)) return bad(why, field);
    if (x) *out = json_is_true(x);
    return true;
}

static bool read_text(const json_t *in, const char *field, const char **out, fault *why) {
    const json_t *x = json_object_get(in, field);
    if (x && !json_is_string(x)) return bad(why, field);
    if (x) *out = json_string_value(x);
    return true;
}

static bool read_options(agreement *a, fault *why) {
    json_t *options = json_object_get(a->json, "options"), *value;
    const char *key;
    int n = 0;
    if (options && !json_is_object(options)) return bad(why, "options");
    json_object_foreach(options, key, value) {
        if (n == GM_MAX_SETTINGS || (!json_is_string(value) && !json_is_integer(value))) return bad(why, key);
        if (json_is_integer(value))
            snprintf(a->number[n], sizeof a->number[n], "%lld", (long long)json_integer_value(value));
        a->order.settings[n] =
            (gm_setting){key, json_is_string(value) ? json_string_value(value) : a->number[n]};
        n++;
    }
    return true;
}

static bool read_decks(agreement *a, fault *why) {
    json_t *decks = json_object_get(a->json, "decks"), *deck;
    size_t i;
    if (decks && (!json_is_array(decks) || json_array_size(decks) > GM_MAX_FILES)) return bad(why, "decks");
    json_array_foreach(decks, i, deck) {
        const json_t *name = json_object_get(deck, "name"), *file = json_object_get(deck, "text");
        if (json_object_size(deck) != 2 || !json_is_string(name) || !json_is_string(file) ||
            json_string_length(file) > GM_MAX_FILE || json_string_length(name) >= RECORD_NAME)
            return bad(why, "decks");
        a->order.files[i] =
            (gm_file){json_string_value(name), json_string_value(file), json_string_length(file)};
    }
    return true;
}

static bool read_clock(agreement *a, fault *why) {
    const char *clock = "none";
    if (!read_text(a->json, "clock", &clock, why)) return false;
    a->terms.clock = TABLE_NO_CLOCK;
    while (a->terms.clock <= TABLE_PER_GAME && strcmp(clock, table_clocks[a->terms.clock]))
        a->terms.clock++;
    if (a->terms.clock > TABLE_PER_GAME) return bad(why, "clock");
    a->terms.time = a->terms.clock == TABLE_PER_GAME ? 20 * 60 * 1000 : 60 * 1000;
    return read_number(a->json, "time", 1000, (int64_t)30 * 24 * 3600 * 1000, &a->terms.time, why);
}

/* How long players discuss where the game says that they do.  Stored agreements of older programs do not say; at
 * their tables there was no discussion. */
static bool read_discussion(agreement *a, bool request, fault *why) {
    int64_t time = a->terms.clock == TABLE_NO_CLOCK ? 0 : 3 * 60 * 1000;
    if (request && a->game->discusses && !json_object_get(a->json, "discussion"))
        json_object_set_new(a->json, "discussion", json_integer(time));
    a->terms.discussion = json_object_get(a->json, "discussion");
    if (!read_number(a->json, "discussion", 0, (int64_t)24 * 3600 * 1000, &time, why)) return false;
    a->terms.discussion_time = time;
    return true;
}

/* Whether a stored edition is still known is for gm_open_box() to say. */
static bool read_edition(agreement *a, bool request, fault *why) {
    const gm_game *g = a->game;
    int64_t edition = request ? g->edition : 1;
    if (!read_number(a->json, "edition", request ? g->oldest_edition : 1, request ? g->edition : UINT16_MAX,
                     &edition, why))
        return false;
    a->order.edition = (int)edition;
    if (request) json_object_set_new(a->json, "edition", json_integer(edition));
    return true;
}

static bool read_fields(agreement *a, bool request, fault *why) {
    const char *name = "", *bot = NULL;
    int64_t seats, host = 0;
    if (!read_text(a->json, "game", &name, why)) return false;
    if (!(a->game = gm_game_named(name, strlen(name)))) return bad(why, "game");
    seats = a->game->default_seats;
    if (!read_edition(a, request, why) ||
        !read_number(a->json, "seats", a->game->min_seats, a->game->max_seats, &seats, why) ||
        !read_number(a->json, "host", 1, 1 << 30, &host, why) || !read_options(a, why) ||
        !read_decks(a, why) || !read_clock(a, why) || !read_discussion(a, request, why) ||
        !read_flag(a->json, "public", &a->open, why) ||
        !read_flag(a->json, "onlookers", &a->spectators, why) ||
        !read_flag(a->json, "backs", &a->terms.takebacks, why) || !read_text(a->json, "bot", &bot, why))
        return false;
    a->order.seats = (int)seats;
    a->terms.host = (table_person)host;
    const gm_bot *b = bot ? bots_find(bot, a->game) : NULL;
    for (const gm_bot *first = bots_all; !bot && !b; first++) /* the best one comes first */
        b = bots_find(first->name, a->game);
    if (!b) return bad(why, "bot");
    a->terms.bot = b->name; /* not the string in `json`, which the agreement's end frees */
    return true;
}

static bool is_among(const char *const *names, const char *name) {
    while (*names && strcmp(*names, name))
        names++;
    return *names;
}

bool agreement_read(agreement *a, json_t *from, table_person host, fault *why) {
    const char *key;
    json_t *value;
    bool good = true;
    *a = (agreement){.json = json_object(), .open = true, .spectators = true, .terms.takebacks = true};
    json_object_foreach(from, key, value) {
        if (is_among(fields, key))
            json_object_set(a->json, key, value);
        else if (!host && is_among(newer_fields, key))
            good = fault_at(why, "table.newer", NULL, 0, 0);
        else if (strcmp(key, "do") &&
                 strcmp(key, "re")) /* a field that is not understood would be silently ignored */
            good = bad(why, key);
    }
    if (host) { /* fields that only the house sets */
        json_object_set_new(a->json, "host", json_integer(host));
        json_object_del(a->json, "before");
    }
    if (good && read_fields(a, host, why)) return true;
    agreement_free(a);
    return false;
}

void agreement_free(agreement *a) { json_decref(a->json); }
