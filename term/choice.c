/* choice.c - the legal moves of a person who is asked.
 *
 * Map: parsing - incomplete moves that are not legal - printing - explaining - queries. */
#include "term/choice.h"
#include "kit/notation.h"
#include <string.h>
#include <strings.h>

enum {
    MAX_LISTED = 8,     /* up to so many moves get a line each, */
    MAX_PREVIEWED = 16, /* or up to so many, if the game can say what they would bring */
};

void choice_find_legal(const narrator *t, gm_seat who, choice_set *out) {
    out->who = who;
    out->n = t->w.game->moves(t->w.box, t->st, who, out->move);
}

static void write_notation(const narrator *t, gm_move m, char out[GM_NOTATION_SIZE]) {
    text s = text_on(out, GM_NOTATION_SIZE);
    gm_write_move(&s, t->w.game, t->w.box, m);
}

/* ---- parsing -------------------------------------------------------------------------------- */

/* Are all words of a line words of a notation, in any order? */
static bool has_words(const char *code, const char *line) {
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

/* How well a line matches a notation: 3 it is the notation, 2 its end, 1 words of it, 0 not at all. */
static int match_quality(const char *code, const char *line) {
    size_t length = strlen(code), size = strlen(line);
    if (!strcmp(code, line)) return 3;
    if (length > size && code[length - size - 1] == ' ' && !strcmp(code + length - size, line)) return 2;
    return strchr(line, ' ') && has_words(code, line); /* one word in the middle is too vague */
}

gm_move choice_match(const narrator *t, const choice_set *c, const char *line) {
    gm_move found = 0;
    int best = 0;
    bool ambiguous = false;
    for (int i = 0; i < c->n; i++) {
        char code[GM_NOTATION_SIZE];
        write_notation(t, c->move[i], code);
        int quality = *line ? match_quality(code, line) : 0;
        if (!quality || quality < best) continue;
        ambiguous = quality == best;
        if (quality > best) found = c->move[i];
        best = quality;
    }
    return ambiguous ? 0 : found;
}

void choice_replace_names(const narrator *t, const char *typed, char line[INPUT_LINE]) {
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

/* ---- incomplete moves that are not legal ---------------------------------------------------- */

/* The verb with which a line begins, if all its arguments but the last follow; else NULL. */
static const gm_verb *verb_without_last_arg(const gm_game *g, const char *line, int *args) {
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

/* Completes a notation without its last argument, if no value of that makes a legal move, so that the game can
 * explain why.  It takes the value with the rarest reason: that is the place where a card lies, rather than one
 * of the many where it does not. */
static bool complete_move(const narrator *t, gm_seat who, const char *line, gm_move *m) {
    enum { MOST = 256 };
    const words_for *w = &t->w;
    const gm_reason *why[MOST];
    gm_move found[MOST];
    gm_thing thing;
    fault other;
    int args, n = 0, fewest = MOST;
    const gm_verb *v = verb_without_last_arg(w->game, line, &args);
    for (; v && n < MOST && gm_thing_of(w->game, w->box, v->of[gm_written_arg(v, args - 1)], n, &thing);
         n++) {
        char full[INPUT_LINE + GM_CODE_SIZE];
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

bool choice_parse(const narrator *t, const choice_set *c, const char *line, gm_move *m, fault *why) {
    const words_for *w = &t->w;
    char numbered[INPUT_LINE];
    fault other;
    int k;
    if (c->who != GM_DEALER && text_number(line, strlen(line), 1, c->n, &k)) {
        *m = c->move[k - 1];
        return true;
    }
    choice_replace_names(t, line, numbered);
    return (*m = choice_match(t, c, line)) || (*m = choice_match(t, c, numbered)) ||
           gm_read_move(w->game, w->box, line, strlen(line), m, why) ||
           gm_read_move(w->game, w->box, numbered, strlen(numbered), m, &other) ||
           (!strcmp(why->say, "move.short") && complete_move(t, c->who, numbered, m));
}

bool choice_parse_legal(narrator *t, const choice_set *c, const char *line, gm_move *m) {
    fault why;
    if (!choice_parse(t, c, line, m, &why)) {
        narrator_say_fault(t, &why);
        return false;
    }
    const gm_reason *reason = t->w.game->why_not(t->w.box, t->st, c->who, *m);
    if (reason) narrator_say_reason(t, reason);
    return !reason;
}

/* ---- printing ------------------------------------------------------------------------------- */

/* What a legal move would bring, if the game can say. */
static void preview_move(const narrator *t, gm_seat who, gm_move m, gm_lines *out) {
    const gm_game *g = t->w.game;
    gm_view v;
    out->n = 0;
    if (!g->preview || who >= GM_MAX_SEATS) return;
    gm_make_view(g, t->w.box, t->st, who, &v);
    g->preview(t->w.box, v.st, who, m, out);
}

/* Writes a move as it is listed.  A last argument that is of another kind than the first is left out if the move
 * can be typed without it. */
static void write_choice(const narrator *t, const choice_set *c, gm_move m, char out[GM_NOTATION_SIZE]) {
    const gm_verb *v = gm_verb_of(t->w.game, m);
    write_notation(t, m, out);
    char *last = strrchr(out, ' ');
    if (c->who == GM_DEALER || !v->of[1] || !strcmp(v->of[0], v->of[gm_arg_count(v) - 1])) return;
    *last = 0;
    if (choice_match(t, c, out) != m) *last = ' ';
}

void choice_print_all(narrator *t, const choice_set *c) {
    narrator_say(t, (gm_line){c->who == GM_DEALER ? "play.outcomes" : "play.choices", {SAY_SEAT(c->who)}});
    for (int i = 0; i < c->n; i++) {
        char code[GM_NOTATION_SIZE], sentence[NARRATOR_LINE];
        text s = text_on(sentence, sizeof sentence);
        gm_line line;
        gm_lines ahead;
        write_choice(t, c, c->move[i], code);
        if (c->who != GM_DEALER) text_int(&s, i + 1), text_put(&s, ". ");
        text_put(&s, code);
        text_put(&s, ": ");
        preview_move(t, c->who, c->move[i], &ahead);
        gm_say_move(t->w.game, c->who, c->move[i], &line);
        words_line(&s, &t->w, ahead.n ? &ahead.line[0] : &line);
        say_text(t->out, sentence);
    }
}

/* Prints a line for each verb, `play: 1) y3, 2) y4`, or several if they are long. */
static void print_compact(narrator *t, const choice_set *c) {
    const gm_game *g = t->w.game;
    char line[4 * NARRATOR_LINE];
    narrator_say(t, (gm_line){"play.short", {SAY_SEAT(c->who)}});
    for (int i = 0; i < c->n;) {
        const gm_verb *v = gm_verb_of(g, c->move[i]);
        text s = text_on(line, sizeof line);
        text_put(&s, v->name);
        for (const char *between = ": ";
             i < c->n && gm_verb_of(g, c->move[i]) == v && s.used + GM_NOTATION_SIZE + 16 < sizeof line;
             i++, between = ", ") {
            char code[GM_NOTATION_SIZE];
            write_choice(t, c, c->move[i], code);
            text_put(&s, between);
            text_int(&s, i + 1);
            text_char(&s, ')');
            text_put(&s, code + strlen(v->name));
        }
        say_text(t->out, line);
    }
}

void choice_print(narrator *t, const choice_set *c) {
    (c->n > (t->w.game->preview ? MAX_PREVIEWED : MAX_LISTED) ? print_compact : choice_print_all)(t, c);
}

/* ---- explaining ----------------------------------------------------------------------------- */

void choice_explain(narrator *t, const choice_set *c, const char *line, bool preview) {
    gm_move m;
    fault why;
    gm_lines ahead;
    if (!*line) {
        narrator_say(t, (gm_line){preview ? "play.try-what" : "play.why-what", {{0}}});
        return;
    }
    if (!choice_parse(t, c, line, &m, &why)) {
        narrator_say_fault(t, &why);
        return;
    }
    const gm_reason *reason = t->w.game->why_not(t->w.box, t->st, c->who, m);
    if (reason) {
        narrator_say_reason(t, reason);
        return;
    }
    preview_move(t, c->who, m, &ahead);
    for (int i = 0; preview && i < ahead.n; i++)
        narrator_say(t, ahead.line[i]);
    if (!preview || !ahead.n) narrator_say(t, (gm_line){"play.legal", {{0}}});
}

/* ---- queries -------------------------------------------------------------------------------- */

bool choice_answer_query(narrator *t, const choice_set *c, const char *line) {
    const char *rest;
    if (input_is(line, "rules", &rest))
        narrator_tell_rules(t);
    else if (input_is(line, "state", &rest))
        narrator_tell_state(t, true);
    else if (input_is(line, "moves", &rest))
        choice_print_all(t, c);
    else if (input_is(line, "log", &rest))
        narrator_tell_log(t);
    else if (input_is(line, "why", &rest))
        choice_explain(t, c, rest, false);
    else if (input_is(line, "try", &rest))
        choice_explain(t, c, rest, true);
    else
        return false;
    return true;
}
