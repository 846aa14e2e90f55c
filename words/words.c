/* words.c - looks up sentences and fills in their arguments.
 *
 * Map: the catalogs - arguments - faults and options. */
#include "words/words.h"
#include "base/bits.h"
#include "words/catalog.h"
#include <limits.h>
#include <string.h>

static const char *const lang_names[WORDS_LANGS] = {[WORDS_EN] = "en", [WORDS_PL] = "pl", [WORDS_RU] = "ru"};

const char *words_lang_name(words_lang lang) { return lang_names[lang]; }

bool words_lang_of(const char *name, words_lang *out) {
    static const struct {
        const char *name;
        words_lang lang;
    } known[] = {{"en", WORDS_EN}, {"pl", WORDS_PL}, {"ru", WORDS_RU}, {"C", WORDS_EN}, {"POSIX", WORDS_EN}};
    size_t n = strcspn(name, "_.@-"); /* language_COUNTRY.ENCODING@variant */
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].name) == n && memcmp(known[i].name, name, n) == 0) {
            *out = known[i].lang;
            return true;
        }
    return false;
}

/* ---- the catalogs --------------------------------------------------------------------------- */

static const words_entry *find_entry(const char *key) {
    size_t low = 0, high = words_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(key, words_entries[middle].key);
        if (order == 0) return &words_entries[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const char *words_get(words_lang lang, const char *key, int64_t n) {
    const words_entry *e = find_entry(key);
    if (!e || !e->form[lang][0]) return key;
    const char *form = e->form[lang][words_plural[lang](n < 0 ? 0 - (uint64_t)n : (uint64_t)n)];
    return form ? form : e->form[lang][0];
}

/* ---- arguments ------------------------------------------------------------------------------ */

static void write_line(text *out, const words_for *w, const gm_line *line, int depth);
static void write_sentence(text *out, const words_for *w, const char *s, const gm_arg *args, int depth);

static void write_seat(text *out, const words_for *w, int64_t n) {
    gm_thing t;
    if (n == GM_SPECTATOR)
        text_put(out, words_get(w->lang, "seat.room", 0));
    else if (n == GM_DEALER)
        text_put(out, words_get(w->lang, "seat.dealer", 0));
    else if (n >= 0 && n < GM_MAX_SEATS && w->names && w->names[n])
        text_put(out, w->names[n]);
    else if (w->game && n >= gm_seat_count(w->box) && w->game->thing(w->box, "seat", (int)n, &t))
        text_put(out, words_get(w->lang, t.name.say, 0));
    else
        write_sentence(out, w, words_get(w->lang, "seat.number", 0), &(gm_arg){GM_ARG_NUMBER, NULL, n + 1},
                       0);
}

/* A thing's name is a line, which may name other things, as a card names its colour.  Deeper than that, the code is
 * written instead of the name, so the recursion ends. */
static void write_thing(text *out, const words_for *w, const char *of, int64_t n, int depth) {
    gm_thing t;
    if (n == GM_NONE)
        text_put(out, words_get(w->lang, gm_is_kind(of, "seat") ? "seat.nobody" : "thing.none", 0));
    else if (n == GM_HIDDEN)
        text_put(out, words_get(w->lang, "thing.hidden", 0));
    else if (gm_is_kind(of, "seat"))
        write_seat(out, w, n);
    else if (!w->game || n < 0 || n > INT_MAX || !w->game->thing(w->box, of, (int)n, &t))
        text_int(out, n);
    else if (!t.name.say || depth > 1)
        text_put(out, t.code);
    else
        write_line(out, w, &t.name, depth + 1);
}

static void write_cell(text *out, const words_for *w, const char *of, uint8_t cell) {
    gm_thing thing;
    if (cell == GM_NONE || cell == GM_HIDDEN)
        text_char(out, cell == GM_NONE ? '.' : '?');
    else if (of && w->game && w->game->thing(w->box, of, cell, &thing))
        text_put(out, thing.code);
    else
        text_int(out, cell);
}

/* Each cell is four columns wide, so that rows below each other line up. */
static void write_row(text *out, const words_for *w, const gm_arg *a) {
    uint8_t cells[7];
    for (int i = 0, n = gm_row_cells(a->n, cells); i < n; i++) {
        char cell[GM_CODE_SIZE + 1];
        text t = text_on(cell, sizeof cell);
        write_cell(&t, w, a->of, cells[i]);
        text_char(out, ' ');
        for (size_t k = t.used; k < 3; k++)
            text_char(out, ' ');
        text_put(out, cell);
    }
}

static void write_list(text *out, const words_for *w, const gm_arg *a) {
    uint8_t cells[7];
    bool any = false;
    for (int i = 0, n = gm_row_cells(a->n, cells); i < n; i++) {
        if (cells[i] == GM_NONE) continue;
        if (any) text_put(out, ", ");
        write_cell(out, w, a->of, cells[i]);
        any = true;
    }
    if (!any) text_put(out, words_get(w->lang, "thing.nothing", 0));
}

static void write_set(text *out, const words_for *w, const gm_arg *a, int depth) {
    const char *between = "";
    if (a->n == 0) text_put(out, words_get(w->lang, "thing.nothing", 0));
    BITS_EACH (i, (uint64_t)a->n) {
        text_put(out, between);
        write_thing(out, w, a->of, i, depth);
        between = ", ";
    }
}

/* A negative number has a minus sign, not a hyphen. */
static void write_number(text *out, int64_t n) {
    char digits[24];
    text t = text_on(digits, sizeof digits);
    text_int(&t, n);
    if (n < 0) text_put(out, "\xe2\x88\x92");
    text_put(out, digits + (n < 0));
}

static void write_arg(text *out, const words_for *w, const gm_arg *a, int depth) {
    switch (a->kind) {
    case GM_ARG_NONE: break;
    case GM_ARG_NUMBER: write_number(out, a->n); break;
    case GM_ARG_THING: write_thing(out, w, a->of, a->n, depth); break;
    case GM_ARG_THINGS: write_set(out, w, a, depth); break;
    case GM_ARG_ROW: write_row(out, w, a); break;
    case GM_ARG_LIST: write_list(out, w, a); break;
    case GM_ARG_WORD: text_put(out, words_get(w->lang, a->of, 0)); break;
    case GM_ARG_TEXT: text_put(out, a->of); break;
    }
}

/* Is the full stop of a sentence there already, because the argument before it is a name such as "Ada L."?  Rows and
 * lists end with a point where a cell is empty. */
static bool has_full_stop(const text *out, size_t from, const gm_arg *a) {
    return a->kind != GM_ARG_ROW && a->kind != GM_ARG_LIST && out->used > from &&
           out->at[out->used - 1] == '.';
}

/* Writes the sentence with its arguments in the places {0} to {5}. */
static void write_sentence(text *out, const words_for *w, const char *s, const gm_arg *args, int depth) {
    for (; *s; s++) {
        if (s[0] == '{' && s[1] >= '0' && s[1] < '0' + GM_LINE_ARGS && s[2] == '}') {
            const gm_arg *a = &args[s[1] - '0'];
            size_t from = out->used;
            write_arg(out, w, a, depth);
            s += 2;
            if (s[1] == '.' && s[2] != '.' && has_full_stop(out, from, a)) s++;
        } else {
            text_char(out, *s);
        }
    }
}

static void write_line(text *out, const words_for *w, const gm_line *line, int depth) {
    int64_t n = 0;
    for (int i = 0; i < GM_LINE_ARGS; i++)
        if (line->arg[i].kind == GM_ARG_NUMBER) {
            n = line->arg[i].n;
            break;
        }
    write_sentence(out, w, words_get(w->lang, line->say, n), line->arg, depth);
}

void words_line(text *out, const words_for *w, const gm_line *line) { write_line(out, w, line, 0); }

/* ---- faults and options --------------------------------------------------------------------- */

void words_fault(text *out, words_lang lang, const fault *f) {
    if (f->file) {
        text_put(out, f->file);
        text_char(out, ':');
    }
    if (f->line) {
        text_int(out, f->line);
        text_char(out, ':');
        if (f->column) {
            text_int(out, f->column);
            text_char(out, ':');
        }
    }
    if (f->file || f->line) text_char(out, ' ');

    words_for w = {.lang = lang};
    gm_arg args[GM_LINE_ARGS] = {{0}};
    for (int i = 0; i < 2; i++)
        args[i] = f->word[i] ? (gm_arg){GM_ARG_WORD, f->word[i], 0} : (gm_arg){GM_ARG_TEXT, f->with[i], 0};
    int n = 0; /* the first argument that is a number picks the plural form */
    if (!text_number(f->with[0], strlen(f->with[0]), 0, INT_MAX, &n))
        text_number(f->with[1], strlen(f->with[1]), 0, INT_MAX, &n);
    write_sentence(out, &w, words_get(lang, f->say, n), args, 0);
    if (f->rule) {
        text_put(out, " (");
        text_put(out, f->rule);
        text_char(out, ')');
    }
}

void words_option(text *out, words_lang lang, const gm_option *o) {
    text_put(out, words_get(lang, o->say, 0));
    text_char(out, '.');
    if (!o->help) return;
    text_char(out, ' ');
    text_put(out, words_get(lang, o->help, 0));
}
