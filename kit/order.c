/* order.c - from what somebody wants to play to a box. */
#include "kit/order.h"
#include "base/csv.h"
#include "base/text.h"
#include <string.h>

static bool complain(fault *why, const char *say, const char *file, const char *a, const char *b) {
    fault_at(why, say, file, 0, 0);
    fault_with(why, 0, a, strlen(a));
    return fault_with(why, 1, b, strlen(b));
}

bool gm_option_takes(const gm_option *o, const char *value) {
    const char *dots = strchr(o->values, '|') ? NULL : strstr(o->values, "..");
    int low, high, n;
    if (dots)
        return text_number(o->values, (size_t)(dots - o->values), 0, 1 << 20, &low) &&
               text_number(dots + 2, strlen(dots + 2), 0, 1 << 20, &high) &&
               text_number(value, strlen(value), low, high, &n);
    for (const char *v = o->values; v; v = strchr(v, '|') ? strchr(v, '|') + 1 : NULL) {
        size_t size = strchr(v, '|') ? (size_t)(strchr(v, '|') - v) : strlen(v);
        if (size == 3 && !memcmp(v, "...", size)) return true;
        if (strlen(value) == size && !memcmp(v, value, size)) return true;
    }
    return false;
}

const gm_deck *gm_deck_of(const gm_game *g, const gm_file *file) {
    for (const gm_deck *d = g->decks; d->columns; d++)
        if (csv_has_columns(file->text, file->size, d->columns)) return d;
    return NULL;
}

static bool check_settings(const gm_game *g, const gm_order *order, fault *why) {
    for (const gm_setting *s = order->settings; s->key; s++) {
        const gm_option *o = g->options;
        while (o->key && strcmp(o->key, s->key))
            o++;
        if (!o->key) return complain(why, "order.option", NULL, s->key, g->name);
        if (!gm_option_takes(o, s->value)) return complain(why, "order.value", NULL, s->key, o->values);
        for (const gm_setting *t = order->settings; t < s; t++)
            if (!strcmp(t->key, s->key)) return complain(why, "order.twice", NULL, s->key, "");
    }
    return true;
}

/* The shipped file of a kind of deck. */
static const gm_file *shipped(const gm_deck *d) {
    const gm_file *f = gm_shipped;
    while (f->name && strcmp(f->name, d->file))
        f++;
    return f;
}

static bool is_shipped(const gm_deck *d, const gm_file *file) {
    const gm_file *own = shipped(d);
    return file->size == own->size && !memcmp(file->text, own->text, own->size);
}

/* Puts the order's files into the places of the game's decks, and a file that adds after
 * them; shipped decks fill the places that are left.  No file fits two kinds of deck, so a
 * place that is taken means that the order brings two files of one kind. */
static bool place_files(const gm_game *g, const gm_order *order, gm_file *places, fault *why) {
    int decks = 0;
    while (g->decks[decks].columns)
        decks++;
    for (const gm_file *f = order->files; f->name; f++) {
        bool no_newline = f->size && f->size <= GM_MAX_FILE && f->text[f->size - 1] != '\n';
        if (f->size + no_newline > GM_MAX_FILE) { /* a record adds a line end to the last line */
            fault_at(why, "order.large", f->name, 0, 0);
            return fault_number(why, 0, GM_MAX_FILE);
        }
        const gm_deck *d = gm_deck_of(g, f);
        if (!d) return complain(why, "order.columns", f->name, g->name, "");
        if (d->adds && is_shipped(d, f)) continue; /* the shipped file itself adds nothing */
        gm_file *place = &places[d->adds ? decks : d - g->decks];
        if (place->name) return complain(why, "order.deck-twice", f->name, d->columns, "");
        *place = *f;
    }
    for (const gm_deck *d = g->decks; d->columns; d++)
        if (!places[d - g->decks].name) places[d - g->decks] = *shipped(d);
    return true;
}

bool gm_open_box(const gm_game *g, const gm_order *order, void *box, fault *why) {
    if (order->seats < g->min_seats || order->seats > g->max_seats) {
        fault_at(why, "order.seats", NULL, 0, 0);
        fault_number(why, 0, g->min_seats);
        return fault_number(why, 1, g->max_seats);
    }
    gm_order full = *order;
    memset(full.files, 0, sizeof full.files);
    if (!check_settings(g, order, why) || !place_files(g, order, full.files, why)) return false;
    memset(box, 0, GM_MAX_BOX);
    return g->open(&full, box, why);
}
