/* notation.c - moves and statements as text. */
#include "kit/notation.h"
#include <string.h>

const gm_verb *gm_verb_of(const gm_game *g, gm_move m) {
    for (const gm_verb *v = GM_KIND(m) < GM_STATEMENT ? g->verbs : g->statements; v && v->name; v++)
        if (v->kind == GM_KIND(m)) return v;
    return NULL;
}

bool gm_thing_of(const gm_game *g, const void *box, const char *of, int i, gm_thing *out) {
    if (!gm_is_kind(of, "seat")) return g->thing(box, of, i, out);
    if (i < 0 || i >= gm_players(box)) return false;
    memset(out, 0, sizeof *out);
    if (i >= gm_seat_count(box)) g->thing(box, of, i, out);
    out->code[0] = (char)('0' + i);
    return true;
}

void gm_write_code(text *out, const gm_game *g, const void *box, const char *of, int i) {
    gm_thing t;
    if (i == GM_HIDDEN)
        text_char(out, '?');
    else
        text_put(out, gm_thing_of(g, box, of, i, &t) ? t.code : "-");
}

int gm_arg_count(const gm_verb *v) { return v->of[2] ? 3 : v->of[1] ? 2 : v->of[0] ? 1 : 0; }

int gm_written_arg(const gm_verb *v, int i) { return v->args_reversed ? gm_arg_count(v) - 1 - i : i; }

void gm_write_move(text *out, const gm_game *g, const void *box, gm_move m) {
    const gm_verb *v = gm_verb_of(g, m);
    if (!v) return;
    text_put(out, v->name);
    for (int i = 0; i < gm_arg_count(v); i++) {
        int k = gm_written_arg(v, i);
        text_char(out, ' ');
        gm_write_code(out, g, box, v->of[k], GM_ARG(m, k));
    }
}

void gm_write_ply(text *out, const gm_game *g, const void *box, gm_seat by, gm_move m) {
    if (by == GM_DEALER)
        text_put(out, "dealer");
    else
        text_int(out, by);
    text_char(out, ' ');
    gm_write_move(out, g, box, m);
}

bool gm_read_mover(const void *box, const char **s, size_t *n, gm_seat *by) {
    static const char dealer[] = "dealer ";
    size_t size = sizeof dealer - 1;
    int seats = gm_seat_count(box);
    if (*n >= size && !memcmp(*s, dealer, size))
        *by = GM_DEALER;
    else if (*n >= 2 && (*s)[0] >= '0' && (*s)[0] < '0' + seats && (*s)[1] == ' ') {
        *by = (gm_seat)((*s)[0] - '0');
        size = 2;
    } else
        return false;
    *s += size;
    *n -= size;
    return true;
}

/* The next value of an argument after i: things in order, which start at 0 or 1,
 * then GM_NONE, then -1. */
static int next_arg(const gm_game *g, const void *box, const char *of, int i, gm_thing *t) {
    if (i == GM_NONE) return -1;
    if (gm_thing_of(g, box, of, ++i, t) || (!i && gm_thing_of(g, box, of, ++i, t))) return i;
    memcpy(t->code, "-", 2);
    return GM_NONE;
}

/* The number of the thing with this code, GM_NONE for "-", or -1. */
static int thing_by_code(const gm_game *g, const void *box, const char *of, const char *s, size_t n) {
    gm_thing t;
    for (int i = -1; (i = next_arg(g, box, of, i, &t)) >= 0;)
        if (strlen(t.code) == n && !memcmp(t.code, s, n)) return i;
    return -1;
}

/* Splits off the next word; an empty one means that there is none. */
static size_t next_word(const char **s, size_t *n, const char **word) {
    while (*n && **s == ' ')
        (*s)++, (*n)--;
    size_t k = 0;
    while (k < *n && (*s)[k] != ' ')
        k++;
    *word = *s;
    *s += k;
    *n -= k;
    return k;
}

/* How to read: the keys of the faults, and whether an argument may be hidden. */
typedef struct {
    const char *unknown_verb, *unknown_thing, *too_few, *too_many;
    bool hidden_args;
} read_mode;

/* The argument that a word is, or -1. */
static int read_arg(const gm_game *g, const void *box, const char *of, const read_mode *mode,
                    const char *word, size_t k) {
    if (mode->hidden_args && k == 1 && *word == '?') return GM_HIDDEN;
    return k ? thing_by_code(g, box, of, word, k) : -1;
}

/* v: the table of verbs. */
static bool read_any(const gm_game *g, const void *box, const gm_verb *v, const read_mode *mode,
                     const char *s, size_t n, gm_move *out, fault *why) {
    const char *word;
    size_t k = next_word(&s, &n, &word);
    while (v && v->name && (strlen(v->name) != k || memcmp(v->name, word, k)))
        v++;
    if (!v || !v->name) {
        fault_at(why, mode->unknown_verb, NULL, 0, 0);
        return fault_with(why, 0, word, k);
    }
    gm_move m = GM_MOVE(v->kind, 0, 0, 0);
    for (int i = 0; i < gm_arg_count(v); i++) {
        k = next_word(&s, &n, &word);
        int a = read_arg(g, box, v->of[gm_written_arg(v, i)], mode, word, k);
        if (a < 0) {
            fault_at(why, k ? mode->unknown_thing : mode->too_few, NULL, 0, 0);
            return fault_with(why, 0, k ? word : v->name, k ? k : strlen(v->name));
        }
        m |= (gm_move)a << (16 - 8 * gm_written_arg(v, i));
    }
    if ((k = next_word(&s, &n, &word))) {
        fault_at(why, mode->too_many, NULL, 0, 0);
        return fault_with(why, 0, word, k);
    }
    *out = m;
    return true;
}

bool gm_read_move(const gm_game *g, const void *box, const char *s, size_t n, gm_move *out, fault *why) {
    static const read_mode mode = {"move.verb", "move.thing", "move.short", "move.long", false};
    return read_any(g, box, g->verbs, &mode, s, n, out, why);
}

bool gm_read_heard(const gm_game *g, const void *box, const char *s, size_t n, gm_move *out, fault *why) {
    static const read_mode mode = {"move.verb", "move.thing", "move.short", "move.long", true};
    return read_any(g, box, g->verbs, &mode, s, n, out, why);
}

bool gm_read_statement(const gm_game *g, const void *box, const char *s, size_t n, gm_move *out, fault *why) {
    static const read_mode mode = {"talk.verb", "talk.thing", "talk.short", "move.long", false};
    return read_any(g, box, g->statements, &mode, s, n, out, why);
}

void gm_say_move(const gm_game *g, gm_seat by, gm_move m, gm_line *out) {
    const gm_verb *v = gm_verb_of(g, m);
    memset(out, 0, sizeof *out);
    out->say = v->say;
    out->arg[0] = (gm_arg){GM_ARG_THING, "seat", by};
    for (int i = 0; i < gm_arg_count(v); i++) {
        int k = gm_written_arg(v, i);
        out->arg[i + 1] = (gm_arg){GM_ARG_THING, v->of[k], GM_ARG(m, k)};
        if (GM_ARG(m, k) == GM_HIDDEN && v->say_hidden) out->say = v->say_hidden;
    }
}

bool gm_is_listable(const gm_game *g, gm_seat by, gm_move m) {
    const gm_verb *v = gm_verb_of(g, m);
    bool whole = v->say_several && by == GM_DEALER;
    for (int k = 0; k < gm_arg_count(v); k++)
        whole &= GM_ARG(m, k) != GM_HIDDEN;
    return whole;
}

bool gm_same_list(const gm_game *g, gm_move m, gm_move other) {
    const gm_verb *v = gm_verb_of(g, m);
    bool whose = v->of[1] && gm_is_kind(v->of[0], "seat");
    return GM_KIND(m) == GM_KIND(other) && (!whose || GM_A(m) == GM_A(other));
}

gm_line gm_say_listed(const gm_game *g, gm_move m) {
    const gm_verb *v = gm_verb_of(g, m);
    int last = gm_arg_count(v) - 1;
    return (gm_line){"{0}", {{GM_ARG_THING, v->of[last], GM_ARG(m, last)}}};
}

void gm_say_list(const gm_game *g, gm_move m, const char *list, gm_line *out) {
    gm_say_move(g, GM_DEALER, m, out);
    out->say = gm_verb_of(g, m)->say_several;
    out->arg[2] = gm_text_arg(list);
}

void gm_say_choice(const gm_game *g, const void *box, const void *view, gm_seat by, gm_move m, gm_line *out) {
    const gm_verb *v = gm_verb_of(g, m);
    gm_say_move(g, by, m, out);
    if (!v->say_choice) return;
    out->say = v->say_choice;
    if (g->choice) g->choice(box, view, m, out);
}

int gm_log_from(const gm_game *g, const void *box, const void *st, const gm_move *moves, int n) {
    int chapters = g->chapters ? g->chapters(box, st) : 0, from = n;
    if (!chapters) return 0;
    while (from && chapters) {
        bool begins = gm_verb_of(g, moves[--from])->chapter;
        if (begins && (!from || !gm_verb_of(g, moves[from - 1])->chapter)) chapters--;
    }
    return from;
}

gm_move gm_next_move(const gm_game *g, const void *box, gm_move m) {
    const gm_verb *v = g->verbs;
    gm_thing t;
    int up = -1; /* the argument that counts up; -1: the next verb begins */
    if (m) {     /* like an odometer: the last argument first */
        v = gm_verb_of(g, m);
        for (up = 2; up >= 0; up--) {
            int a = v->of[up] ? next_arg(g, box, v->of[up], GM_ARG(m, up), &t) : -1;
            m &= ~(0xFFu << (16 - 8 * up));
            if (a < 0) continue;
            m |= (gm_move)a << (16 - 8 * up);
            break;
        }
        if (up < 0) v++;
    }
    if (up < 0) {
        if (!v->name) return 0;
        m = GM_MOVE(v->kind, 0, 0, 0);
    }
    for (int i = up + 1; i < 3 && v->of[i]; i++) /* the arguments after it start again */
        m |= (gm_move)next_arg(g, box, v->of[i], -1, &t) << (16 - 8 * i);
    return m;
}
