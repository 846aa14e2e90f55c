/* games.c - the games there are, as JSON: what they are called, how many play, what can be agreed, which
 * bots play them. */
#include "bots/bots.h"
#include "kit/notation.h"
#include "kit/order.h"
#include "kit/registry.h"
#include <string.h>

/* "things":{"mission":"for the mission", ...}: by code, as they are in the default box. */
static void put_things(jsonw *w, const words_for *words, const char *of) {
    gm_thing thing;
    int first = gm_thing_of(words->game, words->box, of, 0, &thing) ? 0 : 1;
    jsonw_key(w, "things");
    jsonw_object(w);
    for (int i = first; gm_thing_of(words->game, words->box, of, i, &thing); i++) {
        char name[128];
        text n = text_on(name, sizeof name);
        words_line(&n, words, &(gm_line){"{0}", {{GM_ARG_THING, of, i}}});
        jsonw_put_string(w, thing.code, name);
    }
    jsonw_end_object(w);
}

/* What can be stated, with everything that can be named there; seats are numbers. */
static void put_statements(jsonw *w, words_lang lang, const gm_game *g) {
    _Alignas(8) uint8_t box[GM_MAX_BOX];
    words_for words = {lang, g, box, NULL};
    fault why;
    if (!g->statements || !gm_open_box(g, &(gm_order){.seats = g->default_seats}, box, &why)) return;
    for (const gm_verb *v = g->statements; v->name; v++) {
        jsonw_object(w);
        jsonw_put_string(w, "state", v->name);
        jsonw_put_string(w, "says", words_get(lang, v->say, 0));
        jsonw_key(w, "with");
        jsonw_array(w);
        for (int i = 0; i < gm_arg_count(v); i++) {
            const char *of = v->of[gm_written_arg(v, i)];
            jsonw_object(w);
            jsonw_put_string(w, "of", of);
            if (!gm_is_kind(of, "seat")) put_things(w, &words, of);
            jsonw_end_object(w);
        }
        jsonw_end_array(w);
        jsonw_end_object(w);
    }
}

static void put_options(jsonw *w, words_lang lang, const gm_game *g) {
    for (const gm_option *o = g->options; o->key && o->say; o++) {
        if (gm_option_of(g->options, g->edition, o->key) != o) continue; /* of an older edition */
        char about[1024];
        text t = text_on(about, sizeof about);
        words_option(&t, lang, o);
        jsonw_object(w);
        jsonw_put_string(w, "key", o->key);
        jsonw_put_string(w, "values", o->values);
        jsonw_put_string(w, "usual", o->default_value);
        jsonw_put_string(w, "about", about);
        jsonw_put_string(w, "label", words_get(lang, o->say, 0));
        jsonw_put_string(w, "help", o->help ? words_get(lang, o->help, 0) : NULL);
        jsonw_end_object(w);
    }
}

static void put_decks(jsonw *w, const gm_game *g) {
    for (const gm_deck *d = g->decks; d->columns; d++) {
        jsonw_object(w);
        jsonw_put_string(w, "columns", d->columns);
        jsonw_put_string(w, "file", gm_shipped_deck(d, g->edition)->name);
        jsonw_end_object(w);
    }
}

static void begin_list(jsonw *w, const char *key) {
    jsonw_key(w, key);
    jsonw_array(w);
}

static void put_game(jsonw *w, words_lang lang, const gm_game *g) {
    jsonw_object(w);
    jsonw_put_string(w, "game", g->name);
    jsonw_put_string(w, "name", words_get(lang, g->say, 0));
    jsonw_put_int(w, "edition", g->edition);
    jsonw_put_int(w, "oldest", g->oldest_edition);
    begin_list(w, "seats");
    jsonw_int(w, g->min_seats);
    jsonw_int(w, g->max_seats);
    jsonw_end_array(w);
    begin_list(w, "options");
    put_options(w, lang, g);
    jsonw_end_array(w);
    begin_list(w, "further");
    for (const gm_setting *s = g->extra_settings; s && s->key; s++) {
        jsonw_object(w);
        jsonw_put_string(w, s->key, s->value);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
    begin_list(w, "decks");
    put_decks(w, g);
    jsonw_end_array(w);
    begin_list(w, "talk");
    put_statements(w, lang, g);
    jsonw_end_array(w);
    jsonw_put_bool(w, "discusses", g->discusses);
    begin_list(w, "bots");
    for (const gm_bot *b = bots_all; b->name; b++)
        if (bots_find(b->name, g) == b) jsonw_string(w, b->name);
    jsonw_end_array(w);
    jsonw_end_object(w);
}

void bots_games(jsonw *w, words_lang lang) {
    jsonw_array(w);
    for (const gm_game *const *g = gm_games; *g; g++)
        put_game(w, lang, *g);
    jsonw_end_array(w);
}
