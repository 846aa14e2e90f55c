/* games.c - the games there are, as JSON: what they are called, how many play, what can be agreed, which
 * bots play them. */
#include "bots/bots.h"
#include "kit/notation.h"
#include "kit/order.h"
#include "kit/registry.h"
#include <string.h>

static void put_pair(text *t, const char *key, const char *value) {
    text_json(t, key);
    text_char(t, ':');
    if (value)
        text_json(t, value);
    else
        text_put(t, "null");
}

/* ,"things":{"mission":"for the mission", ...}: by code, as they are in the usual box. */
static void put_things(text *t, const words_for *w, const char *of) {
    gm_thing thing;
    int first = gm_thing_of(w->game, w->box, of, 0, &thing) ? 0 : 1;
    text_put(t, ",\"things\":{");
    for (int i = first; gm_thing_of(w->game, w->box, of, i, &thing); i++) {
        char name[128];
        text n = text_on(name, sizeof name);
        words_line(&n, w, &(gm_line){"{0}", {{GM_ARG_THING, of, i}}});
        if (i > first) text_put(t, ",");
        put_pair(t, thing.code, name);
    }
    text_put(t, "}");
}

/* What can be stated, with all that can be named there; seats are numbers. */
static void put_talk(text *t, words_lang lang, const gm_game *g) {
    static _Alignas(8) uint8_t box[GM_MAX_BOX];
    words_for w = {lang, g, box, NULL};
    fault why;
    if (!g->statements || !gm_open_box(g, &(gm_order){.seats = g->default_seats}, box, &why)) return;
    for (const gm_verb *v = g->statements; v->name; v++) {
        text_put(t, v == g->statements ? "{" : ",{");
        put_pair(t, "state", v->name);
        text_put(t, ",");
        put_pair(t, "says", words_get(w.lang, v->say, 0));
        text_put(t, ",\"with\":[");
        for (int i = 0; i < gm_arg_count(v); i++) {
            const char *of = v->of[gm_written_arg(v, i)];
            text_put(t, i ? ",{" : "{");
            put_pair(t, "of", of);
            if (strcmp(of, "seat")) put_things(t, &w, of);
            text_put(t, "}");
        }
        text_put(t, "]}");
    }
}

static void put_game(text *t, words_lang lang, const gm_game *g) {
    put_pair(t, "game", g->name);
    text_put(t, ",");
    put_pair(t, "name", words_get(lang, g->say, 0));
    text_put(t, ",\"edition\":");
    text_int(t, g->edition);
    text_put(t, ",\"seats\":[");
    text_int(t, g->min_seats);
    text_put(t, ",");
    text_int(t, g->max_seats);
    text_put(t, "],\"options\":[");
    for (const gm_option *o = g->options; o->key && o->say; o++) {
        text_put(t, o == g->options ? "{" : ",{");
        put_pair(t, "key", o->key);
        text_put(t, ",");
        put_pair(t, "values", o->values);
        text_put(t, ",");
        put_pair(t, "usual", o->default_value);
        text_put(t, ",");
        put_pair(t, "about", words_get(lang, o->say, 0));
        text_put(t, "}");
    }
    text_put(t, "],\"further\":[");
    for (const gm_setting *s = g->extra_settings; s && s->key; s++) {
        text_put(t, s == g->extra_settings ? "{" : ",{");
        put_pair(t, s->key, s->value);
        text_put(t, "}");
    }
    text_put(t, "],\"decks\":[");
    for (const gm_deck *d = g->decks; d->columns; d++) {
        text_put(t, d == g->decks ? "{" : ",{");
        put_pair(t, "columns", d->columns);
        text_put(t, ",");
        put_pair(t, "file", d->file);
        text_put(t, "}");
    }
    text_put(t, "],\"talk\":[");
    put_talk(t, lang, g);
    text_put(t, "],\"bots\":[");
    bool first = true;
    for (const gm_bot *b = bots_all; b->name; b++)
        if (bots_find(b->name, g) == b) {
            if (!first) text_put(t, ",");
            first = false;
            text_json(t, b->name);
        }
    text_put(t, "]");
}

void bots_games(text *t, words_lang lang) {
    text_put(t, "[");
    for (const gm_game *const *g = gm_games; *g; g++) {
        text_put(t, g == gm_games ? "{" : ",{");
        put_game(t, lang, *g);
        text_put(t, "}");
    }
    text_put(t, "]\n");
}
