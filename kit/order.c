/* order.c - from what somebody wants to play to a box. */
#include "kit/order.h"
#include "base/csv.h"
#include "base/text.h"
#include <assert.h>
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

static bool check_edition(const gm_game *g, int edition, fault *why) {
    if (edition >= g->oldest_edition && edition <= g->edition) return true;
    fault_at(why, "order.edition", NULL, 0, 0);
    fault_number(why, 0, g->oldest_edition);
    return fault_number(why, 1, g->edition);
}

static bool check_settings(const gm_game *g, const gm_order *order, int edition, fault *why) {
    for (const gm_setting *s = order->settings; s->key; s++) {
        const gm_option *o = gm_option_of(g->options, edition, s->key);
        if (!o) {
            complain(why, "order.option", NULL, s->key, "");
            why->word[1] = g->say;
            return false;
        }
        if (!gm_option_takes(o, s->value)) {
            char values[FAULT_WITH];
            text t = text_on(values, sizeof values);
            gm_move_seats(&t, o, o->values, 1);
            return complain(why, "order.value", NULL, s->key, values);
        }
        for (const gm_setting *t = order->settings; t < s; t++)
            if (!strcmp(t->key, s->key)) return complain(why, "order.twice", NULL, s->key, "");
    }
    return true;
}

/* A setting for every option of the edition, sorted by key. */
static void settle_options(const gm_game *g, gm_order *full, const gm_order *order) {
    gm_order given = *order;
    int n = 0;
    given.edition = full->edition;
    memset(full->settings, 0, sizeof full->settings);
    for (const gm_option *o = g->options; o->key; o++) {
        if (gm_option_of(g->options, full->edition, o->key) != o) continue; /* of another edition */
        assert(n < GM_MAX_SETTINGS);
        int i = n++;
        for (; i && strcmp(full->settings[i - 1].key, o->key) > 0; i--)
            full->settings[i] = full->settings[i - 1];
        full->settings[i] = (gm_setting){o->key, gm_setting_of(&given, g->options, o->key)};
    }
}

const gm_file *gm_shipped_deck(const gm_deck *d, int edition) {
    const gm_file *f = gm_shipped;
    const char *name = NULL;
    for (const gm_deck_file *s = d->shipped; s->file; s++)
        if (s->since <= edition) name = s->file;
    while (f->name && (!name || strcmp(f->name, name)))
        f++;
    return f;
}

bool gm_is_shipped(const gm_file *file) {
    for (const gm_file *f = gm_shipped; f->name; f++)
        if (f->text == file->text) return true;
    return false;
}

bool gm_deck_line(const gm_file *file, size_t *at, const char **line, size_t *n) {
    static const char mark[] = "\xEF\xBB\xBF";
    if (!*at && file->size >= 3 && !memcmp(file->text, mark, 3)) *at = 3;
    if (*at >= file->size) return false;
    const char *s = file->text + *at, *end = memchr(s, '\n', file->size - *at);
    size_t size = end ? (size_t)(end - s) : file->size - *at;
    *at += size + 1;
    *line = s;
    *n = size && s[size - 1] == '\r' ? size - 1 : size;
    return true;
}

/* Do two files have the same lines? */
static bool same_lines(const gm_file *a, const gm_file *b) {
    size_t at = 0, at_b = 0, n, n_b;
    const char *line, *line_b;
    while (gm_deck_line(a, &at, &line, &n))
        if (!gm_deck_line(b, &at_b, &line_b, &n_b) || n != n_b || memcmp(line, line_b, n)) return false;
    return !gm_deck_line(b, &at_b, &line_b, &n_b);
}

/* Puts the order's files into the places of the game's decks, and a file that adds after
 * them; shipped decks fill the places that are left.  No file fits two kinds of deck, so a
 * place that is taken means that the order brings two files of one kind. */
static bool place_files(const gm_game *g, const gm_order *order, gm_order *full, fault *why) {
    gm_file *places = full->files;
    int decks = 0;
    memset(places, 0, sizeof full->files);
    while (g->decks[decks].columns)
        decks++;
    for (const gm_file *f = order->files; f->name; f++) {
        bool no_newline = f->size && f->size <= GM_MAX_FILE && f->text[f->size - 1] != '\n';
        if (f->size + no_newline > GM_MAX_FILE) { /* a record adds a line end to the last line */
            fault_at(why, "order.large", f->name, 0, 0);
            return fault_number(why, 0, GM_MAX_FILE / 1024);
        }
        const gm_deck *d = gm_deck_of(g, f);
        if (!d) {
            fault_at(why, "order.columns", f->name, 0, 0);
            why->word[0] = g->say;
            return false;
        }
        const gm_file *own = gm_shipped_deck(d, full->edition);
        bool same = same_lines(f, own);
        if (d->adds && same) continue; /* the shipped file itself adds nothing */
        gm_file *place = &places[d->adds ? decks : d - g->decks];
        if (place->name) return complain(why, "order.deck-twice", f->name, d->columns, "");
        *place = same ? *own : *f;
    }
    for (const gm_deck *d = g->decks; d->columns; d++)
        if (!places[d - g->decks].name) places[d - g->decks] = *gm_shipped_deck(d, full->edition);
    return true;
}

bool gm_complete_order(const gm_game *g, const gm_order *order, gm_order *full, fault *why) {
    if (order->seats < g->min_seats || order->seats > g->max_seats) {
        fault_at(why, "order.seats", NULL, 0, 0);
        fault_number(why, 0, g->min_seats);
        return fault_number(why, 1, g->max_seats);
    }
    *full = (gm_order){.seats = order->seats, .edition = order->edition ? order->edition : g->edition};
    if (!check_edition(g, full->edition, why) || !check_settings(g, order, full->edition, why)) return false;
    settle_options(g, full, order);
    return place_files(g, order, full, why);
}

bool gm_open_box(const gm_game *g, const gm_order *order, void *box, fault *why) {
    gm_order full;
    if (!gm_complete_order(g, order, &full, why)) return false;
    memset(box, 0, GM_MAX_BOX);
    ((gm_box_head *)box)->edition = (uint16_t)full.edition;
    return g->open(&full, box, why);
}
