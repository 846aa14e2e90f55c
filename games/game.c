/* game.c - functions that all games share (game.h describes them). */
#include "games/game.h"
#include <assert.h>
#include <limits.h>
#include <string.h>

const gm_option *gm_option_of(const gm_option *options, int edition, const char *key) {
    const gm_option *last = NULL;
    for (; options->key; options++)
        if (options->since <= edition && !strcmp(options->key, key)) last = options;
    return last;
}

void gm_move_seats(text *out, const gm_option *o, const char *value, int by) {
    bool range = !strchr(o->values, '|');
    while (*value) {
        size_t n = strcspn(value, "|:,");
        int seat;
        bool zero = n == 2 && !memcmp(value, "-1", 2); /* a 0 that somebody typed */
        if (!range && (zero || text_number(value, n, 0, INT_MAX / 2, &seat)))
            text_int(out, (zero ? -1 : seat) + by);
        else
            text_bytes(out, value, n);
        value += n;
        if (*value) text_char(out, *value++);
    }
}

const char *gm_setting_of(const gm_order *order, const gm_option *options, const char *key) {
    for (const gm_setting *s = order->settings; s->key; s++)
        if (!strcmp(s->key, key)) return s->value;
    const gm_option *o = gm_option_of(options, order->edition, key);
    return o ? o->default_value : NULL;
}

bool gm_option_on(const gm_order *order, const gm_option *options, const char *key) {
    return !strcmp(gm_setting_of(order, options, key), "on");
}

int gm_option_number(const gm_order *order, const gm_option *options, const char *key) {
    const char *value = gm_setting_of(order, options, key);
    int n = 0;
    text_number(value, strlen(value), 0, INT_MAX, &n);
    return n;
}

int gm_outcomes(const void *box, const void *st, uint32_t (*chances)(const void *, const void *),
                gm_move (*deal)(const void *, const void *, uint32_t), gm_move out[GM_MAX_MOVES]) {
    int n = 0;
    for (uint32_t x = 0, k = chances(box, st); x < k; x++) {
        gm_move m = deal(box, st, x);
        if (!n || out[n - 1] != m) out[n++] = m;
    }
    return n;
}

bool gm_has_move(const gm_move *moves, int n, gm_move m) {
    while (n--)
        if (moves[n] == m) return true;
    return false;
}

/* memset() for a few bytes; the fields of a state are short, and every game begins here. */
static void fill_bytes(void *st, int at, int value, int n) {
    for (uint8_t *p = (uint8_t *)st + at, *end = p + n; p < end; p++)
        *p = (uint8_t)value;
}

void gm_blank(const gm_field *fields, size_t size, void *st) {
    memset(st, 0, size);
    for (const gm_field *f = fields; f->name; f++) {
        if (f->of && f->type != GM_SET) fill_bytes(st, f->at, GM_NONE, f->rows * f->size);
        if (f->visibility == GM_MASKED) fill_bytes(st, f->mask_at, 0xFF, f->rows);
    }
}

bool gm_word_thing(const gm_word *words, const char *of, int i, gm_thing *out) {
    memset(out, 0, sizeof *out);
    for (; words->of; words++)
        if (gm_is_kind(of, words->of) && !i--) {
            memcpy(out->code, words->code, strlen(words->code));
            out->name.say = words->say;
            return true;
        }
    return false;
}

gm_arg gm_row(const char *of, const uint8_t *cells, int n) {
    uint64_t row = (uint64_t)n << 56;
    for (int i = 0; i < n; i++)
        row |= (uint64_t)cells[i] << 8 * i;
    return (gm_arg){GM_ARG_ROW, of, (int64_t)row};
}

gm_arg gm_list(const char *of, const uint8_t *cells, int n) {
    gm_arg row = gm_row(of, cells, n);
    row.kind = GM_ARG_LIST;
    return row;
}

int gm_row_cells(int64_t row, uint8_t cells[7]) {
    int n = (int)((uint64_t)row >> 56);
    for (int i = 0; i < n; i++)
        cells[i] = (uint8_t)((uint64_t)row >> 8 * i);
    return n;
}

gm_line *gm_add_line(gm_lines *out, const char *say) {
    assert(out->n < GM_MAX_LINES);
    gm_line *l = &out->line[out->n < GM_MAX_LINES ? out->n++ : GM_MAX_LINES - 1];
    memset(l, 0, sizeof *l);
    l->say = say;
    return l;
}
