/* choice.c - the moves that a person can choose.
 *
 * Map: reading a choice - a move that is not allowed - listing - explaining - words that people type. */
#include "term/choice.h"
#include "kit/notation.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

enum {
    FEW = 8,        /* choices that are worth a line each ... */
    PREVIEWED = 16, /* ... if what they bring is told too */
};

void choice_find(const teller *t, gm_seat who, choices *out) {
    out->who = who;
    out->n = t->w.game->moves(t->w.box, t->st, who, out->move);
}

static void put_notation(const teller *t, gm_move m, char out[GM_NOTATION_SIZE]) {
    text s = text_on(out, GM_NOTATION_SIZE);
    gm_write_move(&s, t->w.game, t->w.box, m);
}

/* ---- reading a choice --------------------------------------------------------------------------------- */

/* Are the words of a line among those of a notation, in whatever order? */
static bool among(const char *code, const char *line) {
    unsigned used = 0;
    for (size_t n; *line; line += n + strspn(line + n, " ")) {
        const char *word = code;
        int i = 0;
        n = strcspn(line, " ");
        for (size_t k; *word; word += k + strspn(word + k, " "), i++) {
            k = strcspn(word, " ");
            if (k == n && !memcmp(word, line, n) && !(used >> i & 1)) break;
        }
        if (!*word) return false;
        used |= 1u << i;
    }
    return true;
}

/* How well a line fits a notation: 3 it is that, 2 its end, 1 words of it, 0 not at all. */
static int fits(const char *code, const char *line) {
    size_t length = strlen(code), size = strlen(line);
    if (!strcmp(code, line)) return 3;
    if (length > size && code[length - size - 1] == ' ' && !strcmp(code + length - size, line)) return 2;
    return strchr(line, ' ') && among(code, line); /* one word in the middle says too little */
}

gm_move choice_meant(const teller *t, const choices *c, const char *line) {
    gm_move found = 0;
    int best = 0;
    bool several_fit = false;
    for (int i = 0; i < c->n; i++) {
        char code[GM_NOTATION_SIZE];
        put_notation(t, c->move[i], code);
        int fit = *line ? fits(code, line) : 0;
        if (!fit || fit < best) continue;
        several_fit = fit == best;
        if (fit > best) found = c->move[i];
        best = fit;
    }
    return several_fit ? 0 : found;
}

void choice_number_names(const teller *t, const char *typed, char line[TELL_LINE]) {
    memcpy(line, typed, strlen(typed) + 1);
    for (int q = 0; q < gm_players(t->w.box); q++) {
        const char *name = t->names[q];
        size_t n = strlen(name);
        for (char *at = line; n && *at; at++)
            if ((at == line || at[-1] == ' ') && !strncasecmp(at, name, n) && (!at[n] || at[n] == ' ')) {
                *at = (char)('0' + q);
                memmove(at + 1, at + n, strlen(at + n) + 1);
            }
    }
}

/* ---- a move that is not allowed -------------------------------------------------------------------------- */

/* The verb with which a line begins and all but the last of whose arguments follow, or NULL. */
static const gm_verb *nearly(const gm_game *g, const char *line, int *args) {
    const gm_verb *v = g->verbs;
    int words = 0;
    for (const char *s = line; *s; s += strspn(s, " "), words++)
        s += strcspn(s, " ");
    for (; v->name; v++) {
        size_t n = strlen(v->name);
        *args = gm_arg_count(v);
        if (!strncmp(line, v->name, n) && (!line[n] || line[n] == ' ')) return words == *args ? v : NULL;
    }
    return NULL;
}

/* A notation without its last argument that is not allowed whatever that is, completed to be
 * explained: by the value for which the game says what it says for the fewest others, which is the
 * place where a card lies rather than one where it does not. */
static bool complete(const teller *t, gm_seat who, const char *line, gm_move *m) {
    enum { MOST = 256 };
    const words_for *w = &t->w;
    const gm_reason *why[MOST];
    gm_move found[MOST];
    gm_thing thing;
    fault other;
    int args, n = 0, fewest = MOST;
    const gm_verb *v = nearly(w->game, line, &args);
    for (; v && n < MOST && gm_thing_of(w->game, w->box, v->of[gm_written_arg(v, args - 1)], n, &thing);
         n++) {
        char full[TELL_LINE + GM_CODE_SIZE];
        text s = text_on(full, sizeof full);
        text_put(&s, line), text_char(&s, ' '), text_put(&s, thing.code);
        if (!gm_read_move(w->game, w->box, full, s.used, &found[n], &other)) return false;
        if (!(why[n] = w->game->why_not(w->box, t->st, who, found[n]))) return false;
    }
    for (int i = 0; i < n; i++) {
        int same = 0;
        for (int k = 0; k < n; k++)
            same += why[k] == why[i];
        if (same < fewest) fewest = same, *m = found[i];
    }
    return n > 0;
}

bool choice_read(const teller *t, const choices *c, const char *line, gm_move *m, fault *why) {
    const words_for *w = &t->w;
    char numbered[TELL_LINE];
    fault other;
    int k;
    if (c->who != GM_DEALER && text_number(line, strlen(line), 1, c->n, &k)) {
        *m = c->move[k - 1];
        return true;
    }
    choice_number_names(t, line, numbered);
    return (*m = choice_meant(t, c, line)) || (*m = choice_meant(t, c, numbered)) ||
           gm_read_move(w->game, w->box, line, strlen(line), m, why) ||
           gm_read_move(w->game, w->box, numbered, strlen(numbered), m, &other) ||
           (!strcmp(why->say, "move.short") && complete(t, c->who, numbered, m));
}

bool choice_take(teller *t, const choices *c, const char *line, gm_move *m) {
    fault why;
    if (!choice_read(t, c, line, m, &why)) {
        tell_fault(t, &why);
        return false;
    }
    const gm_reason *reason = t->w.game->why_not(t->w.box, t->st, c->who, *m);
    if (reason) tell_reason(t, reason);
    return !reason;
}

/* ---- listing -------------------------------------------------------------------------------------------- */

/* What a legal move would bring, if the game can tell. */
static void look_ahead(const teller *t, gm_seat who, gm_move m, gm_lines *out) {
    const gm_game *g = t->w.game;
    gm_view v;
    out->n = 0;
    if (!g->preview || who >= GM_MAX_SEATS) return;
    gm_make_view(g, t->w.box, t->st, who, &v);
    g->preview(t->w.box, v.st, who, m, out);
}

/* A choice as it is listed: without a last argument, of another kind than the first, that need
 * not be typed. */
static void put_choice(const teller *t, const choices *c, gm_move m, char out[GM_NOTATION_SIZE]) {
    const gm_verb *v = gm_verb_of(t->w.game, m);
    put_notation(t, m, out);
    char *last = strrchr(out, ' ');
    if (c->who == GM_DEALER || !v->of[1] || !strcmp(v->of[0], v->of[gm_arg_count(v) - 1])) return;
    *last = 0;
    if (choice_meant(t, c, out) != m) *last = ' ';
}

void choice_list(teller *t, const choices *c) {
    tell(t, (gm_line){c->who == GM_DEALER ? "play.outcomes" : "play.choices", {SAY_SEAT(c->who)}});
    for (int i = 0; i < c->n; i++) {
        char code[GM_NOTATION_SIZE], sentence[TELL_LINE];
        text s = text_on(sentence, sizeof sentence);
        gm_line line;
        gm_lines ahead;
        put_choice(t, c, c->move[i], code);
        if (c->who != GM_DEALER) text_int(&s, i + 1), text_put(&s, ". ");
        text_put(&s, code);
        text_put(&s, ": ");
        look_ahead(t, c->who, c->move[i], &ahead);
        gm_say_move(t->w.game, c->who, c->move[i], &line);
        words_line(&s, &t->w, ahead.n ? &ahead.line[0] : &line);
        say_text(t->out, sentence);
    }
}

/* Many choices in short: a line for each verb, `play: 1) y3, 2) y4`, or several if they are long. */
static void list_short(teller *t, const choices *c) {
    const gm_game *g = t->w.game;
    char line[4 * TELL_LINE];
    tell(t, (gm_line){"play.short", {SAY_SEAT(c->who)}});
    for (int i = 0; i < c->n;) {
        const gm_verb *v = gm_verb_of(g, c->move[i]);
        text s = text_on(line, sizeof line);
        text_put(&s, v->name);
        for (const char *between = ": ";
             i < c->n && gm_verb_of(g, c->move[i]) == v && s.used + GM_NOTATION_SIZE + 16 < sizeof line;
             i++, between = ", ") {
            char code[GM_NOTATION_SIZE];
            put_choice(t, c, c->move[i], code);
            text_put(&s, between);
            text_int(&s, i + 1);
            text_char(&s, ')');
            text_put(&s, code + strlen(v->name));
        }
        say_text(t->out, line);
    }
}

void choice_offer(teller *t, const choices *c) {
    (c->n > (t->w.game->preview ? PREVIEWED : FEW) ? list_short : choice_list)(t, c);
}

/* ---- explaining -------------------------------------------------------------------------------------------- */

void choice_explain(teller *t, const choices *c, const char *line, bool all) {
    gm_move m;
    fault why;
    gm_lines ahead;
    if (!*line) {
        tell(t, (gm_line){all ? "play.try-what" : "play.why-what", {{0}}});
        return;
    }
    if (!choice_read(t, c, line, &m, &why)) {
        tell_fault(t, &why);
        return;
    }
    const gm_reason *reason = t->w.game->why_not(t->w.box, t->st, c->who, m);
    if (reason) {
        tell_reason(t, reason);
        return;
    }
    look_ahead(t, c->who, m, &ahead);
    for (int i = 0; i < ahead.n && all; i++)
        tell(t, ahead.line[i]);
    if (!all || !ahead.n) tell(t, (gm_line){"play.legal", {{0}}});
}

/* ---- words that people type ---------------------------------------------------------------------------------- */

void word_tidy(char *line) {
    size_t n = strlen(line);
    while (n && isspace((unsigned char)line[n - 1]))
        line[--n] = 0;
    char *s = line;
    while (isspace((unsigned char)*s))
        s++;
    memmove(line, s, strlen(s) + 1);
    if (!strncasecmp(line, "save ", 5) || !strncasecmp(line, "say ", 4) || !strncasecmp(line, "report ", 7))
        n = strcspn(line, " ");
    for (s = line; *s && s < line + n; s++)
        *s = (char)tolower((unsigned char)*s);
}

bool word_is(const char *line, const char *word, const char **rest) {
    size_t n = strlen(word);
    if (strncmp(line, word, n) || (line[n] && line[n] != ' ')) return false;
    for (*rest = line + n; **rest == ' ';)
        ++*rest;
    return true;
}

bool word_answer(teller *t, const choices *c, const char *line) {
    const char *rest;
    if (word_is(line, "rules", &rest))
        tell_rules(t);
    else if (word_is(line, "state", &rest))
        tell_state(t, true);
    else if (word_is(line, "moves", &rest))
        choice_list(t, c);
    else if (word_is(line, "log", &rest))
        tell_log(t);
    else if (word_is(line, "why", &rest))
        choice_explain(t, c, rest, false);
    else if (word_is(line, "try", &rest))
        choice_explain(t, c, rest, true);
    else
        return false;
    return true;
}
