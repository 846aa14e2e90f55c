/* plain.c - a table in the terminal: text in, text out.
 *
 * Map: the table and its ears - telling - words that people type - asking a
 * person - asking the dealer - the game. */
#include "term/plain.h"
#include "base/bits.h"
#include "bots/bots.h"
#include "kit/notation.h"
#include "term/file.h"
#include "term/say.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    LINE = 512,
    TOLD = 2048,    /* a line of a state: a large hand has many names */
    LISTED = 12,    /* dealer's outcomes that are worth a list */
    FEW = 8,        /* choices that are worth a line each ... */
    PREVIEWED = 16, /* ... if what they bring is told too */
    SCREEN = 60,    /* lines of a tall screen */
};

typedef struct {
    plain *p;
    record *r;
    FILE *out;
    words_for w;
    const char *names[GM_ROOM];
    gm_ears *ears;
    gm_seats people;
    gm_seat near;    /* who sits at the screen: what is told is what this seat hears */
    char last[LINE]; /* the sentence that waits to be told, and how often */
    int times;
    char typed[LINE];    /* by the dealer, for the outcomes to come */
    bool saved, leaving; /* is there something to lose?  has somebody said quit? */
} table;

/* The state as it was told last: to whom, and when. */
static struct {
    char line[GM_MAX_LINES][TOLD];
    int n, at;
    gm_seat to;
} shown;

/* What became of a line that somebody typed. */
typedef enum { ASK_AGAIN, MOVED, TAKEN_BACK, STOP } answer;

/* ---- the table and its ears ----------------------------------------------------- */

/* Hears everything again, after a rewind or a read. */
static void hear_again(table *t) {
    record *r = t->r;
    int n = r->n;
    t->ears->n = 0;
    for (record_rewind(r, 0); r->n < n; record_play(r, r->by[r->n], r->move[r->n]))
        gm_hear(t->ears, r->game, r->box, r->st, r->by[r->n], r->move[r->n]);
}

/* ---- telling ---------------------------------------------------------------------- */

/* Tells what waits. */
static void flush(table *t) {
    if (t->times == 1) say_text(t->out, t->last);
    if (t->times > 1) say(t->out, &t->w, (gm_line){"play.times", {SAY_NUMBER(t->times), SAY_TEXT(t->last)}});
    t->times = 0;
}

/* Tells a line; the same one again and again is told once. */
static void tell_line(table *t, const gm_line *line) {
    char buffer[LINE];
    text s = text_on(buffer, sizeof buffer);
    words_line(&s, &t->w, line);
    if (t->times && strcmp(buffer, t->last)) flush(t);
    memcpy(t->last, buffer, sizeof buffer);
    t->times++;
}

static void tell(table *t, gm_line line) {
    flush(t);
    say(t->out, &t->w, line);
}

static bool several(const table *t) { return t->people & (t->people - 1); }

static bool has_secrets(const gm_game *g) {
    for (const gm_field *f = g->fields; f->name; f++)
        if (f->sight != GM_PUBLIC) return true;
    return false;
}

/* A screen that people share, and at which somebody has something to hide. */
static bool shared(const table *t) { return several(t) && has_secrets(t->r->game); }

/* On a screen that people share the log is what onlookers hear. */
static gm_seat ears_of(const table *t) { return shared(t) ? GM_ROOM : t->near; }

static void tell_heard(table *t, int i) {
    gm_line line;
    gm_say_move(t->r->game, t->ears->by[i], t->ears->heard[ears_of(t)][i], &line);
    tell_line(t, &line);
}

static void tell_news(table *t, const gm_view *before, const gm_view *after) {
    gm_lines lines = {0};
    const gm_game *g = t->r->game;
    if (g->news) g->news(t->r->box, before->st, after->st, after->who, &lines);
    for (int i = 0; i < lines.n; i++)
        tell_line(t, &lines.line[i]);
}

/* Where a group of lines ends: one that begins with a blank belongs to the one before. */
static int group_end(char lines[][TOLD], int n, int from) {
    int end = from + 1;
    while (end < n && lines[end][0] == ' ')
        end++;
    return end;
}

/* Was just this group told last time? */
static bool was_shown(char lines[][TOLD], int n) {
    for (int i = 0, end; i < shown.n; i = end) {
        end = group_end(shown.line, shown.n, i);
        int k = 0;
        while (k < n && end - i == n && !strcmp(shown.line[i + k], lines[k]))
            k++;
        if (k == n) return true;
    }
    return false;
}

/* Has nobody but the dealer and this seat moved since the state was told to it? */
static bool still_there(const table *t) {
    if (shown.to != t->near || !shown.n || t->r->n < shown.at) return false;
    for (int i = shown.at; i < t->r->n; i++)
        if (t->r->by[i] != t->near && t->r->by[i] != GM_DEALER) return false;
    return true;
}

/* The state in sentences: all of it, or the groups of lines that have changed. */
static void tell_state(table *t, bool all) {
    static char now[GM_MAX_LINES][TOLD];
    gm_view v;
    gm_lines lines;
    flush(t);
    gm_look(t->r->game, t->r->box, t->r->st, t->near, &v);
    t->r->game->tell(t->r->box, v.st, t->near, &lines);
    for (int i = 0; i < lines.n; i++) {
        text s = text_on(now[i], TOLD);
        words_line(&s, &t->w, &lines.line[i]);
    }
    for (int i = 0, end; i < lines.n; i = end) {
        end = group_end(now, lines.n, i);
        for (int k = i; k < end && (all || !was_shown(now + i, end - i)); k++)
            say_text(t->out, now[k]);
    }
    memcpy(shown.line, now, sizeof now);
    shown.n = lines.n;
    shown.to = t->near;
    shown.at = t->r->n;
}

static void tell_brief(table *t) {
    gm_lines lines = {0};
    const gm_game *g = t->r->game;
    if (g->brief) g->brief(t->r->box, &lines);
    for (int i = 0; i < lines.n; i++)
        say(t->out, &t->w, lines.line[i]);
}

static void put_notation(table *t, gm_move m, char out[GM_TEXT]) {
    text s = text_on(out, GM_TEXT);
    gm_notate(&s, t->r->game, t->r->box, m);
}

/* What a legal move would bring, if the game can tell. */
static void look_ahead(table *t, gm_seat who, gm_move m, gm_lines *out) {
    const gm_game *g = t->r->game;
    gm_view v;
    out->n = 0;
    if (!g->preview || who >= GM_ROOM) return;
    gm_look(g, t->r->box, t->r->st, who, &v);
    g->preview(t->r->box, v.st, who, m, out);
}

static gm_move meant(table *t, const char *line, const gm_move *moves, int n);

/* A choice as it is listed: without a last argument, of another kind than the first, that need
 * not be typed. */
static void put_choice(table *t, gm_seat who, gm_move m, const gm_move *moves, int n, char out[GM_TEXT]) {
    const gm_verb *v = gm_verb_of(t->r->game, m);
    put_notation(t, m, out);
    char *last = strrchr(out, ' ');
    if (who == GM_DEALER || !v->of[1] || !strcmp(v->of[0], v->of[gm_args(v) - 1])) return;
    *last = 0;
    if (meant(t, out, moves, n) != m) *last = ' ';
}

/* Every choice in words.  Numbered for a player; the dealer's cards and dice have
 * numbers of their own. */
static void tell_choices(table *t, gm_seat who, const gm_move *moves, int n) {
    tell(t, (gm_line){who == GM_DEALER ? "play.outcomes" : "play.choices", {SAY_SEAT(who)}});
    for (int i = 0; i < n; i++) {
        char code[GM_TEXT], sentence[LINE];
        text s = text_on(sentence, sizeof sentence);
        gm_line line;
        gm_lines ahead;
        put_choice(t, who, moves[i], moves, n, code);
        if (who != GM_DEALER) text_int(&s, i + 1), text_put(&s, ". ");
        text_put(&s, code);
        text_put(&s, ": ");
        look_ahead(t, who, moves[i], &ahead);
        gm_say_move(t->r->game, who, moves[i], &line);
        words_line(&s, &t->w, ahead.n ? &ahead.line[0] : &line);
        say_text(t->out, sentence);
    }
}

/* Many choices in short: a line for each verb, `play: 1) y3, 2) y4`, or several if they are long. */
static void tell_short(table *t, gm_seat who, const gm_move *moves, int n) {
    char line[4 * LINE];
    tell(t, (gm_line){"play.short", {SAY_SEAT(who)}});
    for (int i = 0; i < n;) {
        const gm_verb *v = gm_verb_of(t->r->game, moves[i]);
        text s = text_on(line, sizeof line);
        text_put(&s, v->name);
        for (const char *between = ": ";
             i < n && gm_verb_of(t->r->game, moves[i]) == v && s.used + GM_TEXT + 16 < sizeof line;
             i++, between = ", ") {
            char code[GM_TEXT];
            put_choice(t, who, moves[i], moves, n, code);
            text_put(&s, between);
            text_int(&s, i + 1);
            text_char(&s, ')');
            text_put(&s, code + strlen(v->name));
        }
        say_text(t->out, line);
    }
}

static void tell_reason(table *t, const gm_reason *why) {
    tell(t, (gm_line){"play.rule", {SAY_WORD(why->say), SAY_TEXT(why->rule)}});
}

static void tell_fault(table *t, const fault *why) {
    char buffer[LINE];
    text s = text_on(buffer, sizeof buffer);
    words_fault(&s, t->w.lang, why);
    flush(t);
    say_text(t->out, buffer);
}

/* Lives through the game once more, for what moves brought about. */
static void tell_log(table *t) {
    record *r = t->r;
    int n = r->n, from = gm_log_from(r->game, r->box, r->st, r->move, n);
    if (!n) tell(t, (gm_line){"play.log-empty", {{0}}});
    if (from) tell(t, (gm_line){"play.log-short", {{0}}});
    for (record_rewind(r, 0); r->n < n;) {
        gm_view before, after;
        int i = r->n;
        gm_look(r->game, r->box, r->st, ears_of(t), &before);
        record_play(r, r->by[i], r->move[i]);
        gm_look(r->game, r->box, r->st, ears_of(t), &after);
        if (i < from) continue;
        tell_heard(t, i);
        tell_news(t, &before, &after);
    }
    flush(t);
}

void plain_result(FILE *out, const words_for *w, const record *r) {
    gm_result res;
    gm_entry lines[GM_MAX_ENTRIES];
    r->game->result(r->box, r->st, &res);
    int n = r->game->account(r->box, r->st, lines);
    say(out, w, (gm_line){"play.over", {{0}}});
    for (int q = 0; q < gm_places(r->box); q++) {
        say(out, w, (gm_line){"play.points", {SAY_SEAT(q), SAY_NUMBER(res.points[q])}});
        for (int i = 0; i < n; i++)
            if (lines[i].seat == q) {
                fprintf(out, "  %+d: ", lines[i].points);
                say(out, w, lines[i].line);
            }
    }
    say(out, w,
        (gm_line){res.winners & (res.winners - 1) ? "play.winners" : "play.winner",
                  {{GM_ARG_THINGS, "seat", res.winners}}});
}

static void tell_end(table *t) {
    const record *r = t->r;
    gm_result res;
    flush(t);
    plain_result(t->out, &t->w, r);
    r->game->result(r->box, r->st, &res);
    if (t->near < GM_ROOM && !several(t))
        tell(t, (gm_line){res.winners >> t->near & 1 ? "play.you-win" : "play.you-lose", {{0}}});
}

/* ---- words that people type --------------------------------------------------------- */

/* A line without blanks at its ends; false at the end of the input. */
static bool read_line(table *t, char line[LINE]) {
    fflush(t->out);
    if (!fgets(line, LINE, t->p->in)) return false;
    size_t n = strlen(line);
    if (n == LINE - 1 && line[n - 1] != '\n') /* swallow the rest of a long one */
        for (int c; (c = fgetc(t->p->in)) != EOF && c != '\n';)
            ;
    while (n && isspace((unsigned char)line[n - 1]))
        line[--n] = 0;
    char *s = line;
    while (isspace((unsigned char)*s))
        s++;
    memmove(line, s, strlen(s) + 1);
    for (s = line; *s && strncmp(line, "save ", 5); s++) /* notation is lower case; names of files are not */
        *s = (char)tolower((unsigned char)*s);
    return true;
}

static bool save(table *t, const char *path) {
    fault why;
    bool good = file_record(path, t->r, &why);
    t->saved |= good;
    if (good)
        tell(t, (gm_line){"play.saved", {SAY_TEXT(path)}});
    else
        tell_fault(t, &why);
    return good;
}

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

/* The move that somebody meant by a notation or a part of it: `14` for `card 2 14`, `y3` for
 * `play y3`, `play 17 left-left-cmd` without the back, `swap 5 3` for `swap 3 5`.  0 if none
 * fits, or several do. */
static gm_move meant(table *t, const char *line, const gm_move *moves, int n) {
    gm_move found = 0;
    int best = 0;
    bool several_fit = false;
    for (int i = 0; i < n; i++) {
        char code[GM_TEXT];
        put_notation(t, moves[i], code);
        int fit = *line ? fits(code, line) : 0;
        if (!fit || fit < best) continue;
        several_fit = fit == best;
        if (fit > best) found = moves[i];
        best = fit;
    }
    return several_fit ? 0 : found;
}

/* The line with seats' numbers in the place of their names, `vote Celina`. */
static void number_names(const table *t, const char *typed, char line[LINE]) {
    memcpy(line, typed, strlen(typed) + 1);
    for (int q = 0; q < gm_places(t->r->box); q++) {
        const char *name = t->names[q];
        size_t n = strlen(name);
        for (char *at = line; n && *at; at++)
            if ((at == line || at[-1] == ' ') && !strncasecmp(at, name, n) && (!at[n] || at[n] == ' ')) {
                *at = (char)('0' + q);
                memmove(at + 1, at + n, strlen(at + n) + 1);
            }
    }
}

/* The verb with which a line begins and all but the last of whose arguments follow, or NULL. */
static const gm_verb *nearly(const gm_game *g, const char *line, int *args) {
    const gm_verb *v = g->verbs;
    int words = 0;
    for (const char *s = line; *s; s += strspn(s, " "), words++)
        s += strcspn(s, " ");
    for (; v->name; v++) {
        size_t n = strlen(v->name);
        *args = gm_args(v);
        if (!strncmp(line, v->name, n) && (!line[n] || line[n] == ' ')) return words == *args ? v : NULL;
    }
    return NULL;
}

/* A notation without its last argument that is not allowed whatever that is, completed to be
 * explained: by the value for which the game says what it says for the fewest others, which is the
 * place where a card lies rather than one where it does not. */
static bool complete(table *t, gm_seat who, const char *line, gm_move *m) {
    enum { MOST = 256 };
    const record *r = t->r;
    const gm_reason *why[MOST];
    gm_move found[MOST];
    gm_thing thing;
    fault other;
    int args, n = 0, fewest = MOST;
    const gm_verb *v = nearly(r->game, line, &args);
    for (; v && n < MOST && gm_thing_of(r->game, r->box, v->of[gm_written(v, args - 1)], n, &thing); n++) {
        char full[LINE + GM_CODE];
        text s = text_on(full, sizeof full);
        text_put(&s, line), text_char(&s, ' '), text_put(&s, thing.code);
        if (!gm_read_move(r->game, r->box, full, s.used, &found[n], &other)) return false;
        if (!(why[n] = r->game->why_not(r->box, r->st, who, found[n]))) return false;
    }
    for (int i = 0; i < n; i++) {
        int same = 0;
        for (int k = 0; k < n; k++)
            same += why[k] == why[i];
        if (same < fewest) fewest = same, *m = found[i];
    }
    return n > 0;
}

/* The move that a line names, allowed or not: its number in the list, its notation or just
 * the end of that, with seats by number or name. */
static bool read_choice(table *t, gm_seat who, const char *line, const gm_move *moves, int n, gm_move *m,
                        fault *why) {
    const record *r = t->r;
    char numbered[LINE];
    fault other;
    int k;
    if (who != GM_DEALER && text_number(line, strlen(line), 1, n, &k)) {
        *m = moves[k - 1];
        return true;
    }
    number_names(t, line, numbered);
    return (*m = meant(t, line, moves, n)) || (*m = meant(t, numbered, moves, n)) ||
           gm_read_move(r->game, r->box, line, strlen(line), m, why) ||
           gm_read_move(r->game, r->box, numbered, strlen(numbered), m, &other) ||
           (!strcmp(why->say, "move.short") && complete(t, who, numbered, m));
}

/* Says whether a move is allowed; of one that is, `all` tells what it would bring. */
static void explain(table *t, gm_seat who, const char *line, const gm_move *moves, int n, bool all) {
    gm_move m;
    fault why;
    gm_lines ahead;
    if (!*line) {
        tell(t, (gm_line){all ? "play.try-what" : "play.why-what", {{0}}});
        return;
    }
    if (!read_choice(t, who, line, moves, n, &m, &why)) {
        tell_fault(t, &why);
        return;
    }
    const gm_reason *reason = t->r->game->why_not(t->r->box, t->r->st, who, m);
    if (reason) {
        tell_reason(t, reason);
        return;
    }
    look_ahead(t, who, m, &ahead);
    for (int i = 0; i < ahead.n && all; i++)
        say(t->out, &t->w, ahead.line[i]);
    if (!all || !ahead.n) tell(t, (gm_line){"play.legal", {{0}}});
}

/* Who deals by hand may have mistyped: back to the last outcome that was not the only one,
 * also if bots have acted on it since. */
static bool retype(table *t) {
    record *r = t->r;
    gm_move moves[GM_MAX_MOVES];
    int n = r->n;
    for (int at = n; at && (r->by[at - 1] == GM_DEALER || !(t->people >> r->by[at - 1] & 1));) {
        bool dealt = r->by[--at] == GM_DEALER;
        record_rewind(r, at);
        if (dealt && r->game->moves(r->box, r->st, GM_DEALER, moves) > 1) return true;
    }
    while (r->n < n)
        record_play(r, r->by[r->n], r->move[r->n]);
    return false;
}

static answer take_back(table *t) {
    const record *r = t->r;
    bool own = record_backs(r, t->near);
    t->typed[0] = 0;
    if (!own && !(r->deal == DEAL_BY_HAND && retype(t))) {
        tell(t, (gm_line){"play.no-undo", {{0}}});
        return ASK_AGAIN;
    }
    if (own) record_rewind(t->r, r->n - 1);
    hear_again(t);
    shown.n = 0;
    t->saved = false;
    tell(t, (gm_line){"play.undone", {{0}}});
    return TAKEN_BACK;
}

/* Does the line begin with this word?  Then *rest is what follows. */
static bool is_word(const char *line, const char *word, const char **rest) {
    size_t n = strlen(word);
    if (strncmp(line, word, n) || (line[n] && line[n] != ' ')) return false;
    for (*rest = line + n; **rest == ' ';)
        ++*rest;
    return true;
}

/* The words that everybody can say; false if it is none of them. */
static bool obey(table *t, gm_seat who, const char *line, const gm_move *moves, int n, answer *a) {
    const char *rest;
    *a = ASK_AGAIN;
    if (is_word(line, "help", &rest))
        tell(t, (gm_line){"play.help", {{0}}});
    else if (is_word(line, "rules", &rest)) {
        tell(t, (gm_line){t->r->game->rules, {{0}}});
        tell_brief(t);
    } else if (is_word(line, "state", &rest))
        tell_state(t, true);
    else if (is_word(line, "moves", &rest))
        tell_choices(t, who, moves, n);
    else if (is_word(line, "log", &rest))
        tell_log(t);
    else if (is_word(line, "why", &rest))
        explain(t, who, rest, moves, n, false);
    else if (is_word(line, "try", &rest))
        explain(t, who, rest, moves, n, true);
    else if (is_word(line, "save", &rest)) {
        if (*rest)
            save(t, rest);
        else
            tell(t, (gm_line){"play.save-where", {{0}}});
    } else if (is_word(line, "undo", &rest))
        *a = take_back(t);
    else if (is_word(line, "quit", &rest)) {
        *a = t->saved || t->leaving || t->p->path ? STOP : ASK_AGAIN;
        t->leaving = true;
        if (*a != STOP) tell(t, (gm_line){"play.unsaved", {{0}}});
    } else
        return false;
    return true;
}

/* ---- asking a person ------------------------------------------------------------------ */

static answer play(table *t, gm_seat who, gm_move m) {
    record *r = t->r;
    gm_view before, after;
    gm_look(r->game, r->box, r->st, ears_of(t), &before);
    gm_hear(t->ears, r->game, r->box, r->st, who, m);
    record_play(r, who, m);
    tell_heard(t, t->ears->n - 1);
    gm_look(r->game, r->box, r->st, ears_of(t), &after);
    tell_news(t, &before, &after);
    t->saved = t->leaving = false;
    return MOVED;
}

/* More than one person at one screen: what the last one saw scrolls away before
 * the next one takes the seat. */
static bool change_seats(table *t, gm_seat who) {
    char line[LINE];
    if (t->near == who) return true;
    t->near = who;
    if (!shared(t)) return true;
    flush(t);
    for (int i = 0; i < SCREEN; i++)
        fprintf(t->out, "\n");
    tell(t, (gm_line){"play.pass", {SAY_SEAT(who)}});
    return read_line(t, line);
}

static answer ask_person(table *t, gm_seat who) {
    gm_move moves[GM_MAX_MOVES], m;
    int n = t->r->game->moves(t->r->box, t->r->st, who, moves);
    if (!change_seats(t, who)) return STOP;
    flush(t);
    fprintf(t->out, "\n");
    tell_state(t, !still_there(t));
    (n > (t->r->game->preview ? PREVIEWED : FEW) ? tell_short : tell_choices)(t, who, moves, n);
    for (char line[LINE];;) {
        answer a;
        fault why;
        fprintf(t->out, "> ");
        if (!read_line(t, line)) return STOP;
        if (!*line) continue;
        if (obey(t, who, line, moves, n, &a)) {
            if (a != ASK_AGAIN) return a;
        } else if (!read_choice(t, who, line, moves, n, &m, &why)) {
            tell_fault(t, &why);
        } else {
            const gm_reason *reason = t->r->game->why_not(t->r->box, t->r->st, who, m);
            if (!reason) return play(t, who, m);
            tell_reason(t, reason);
        }
    }
}

/* ---- asking the dealer ------------------------------------------------------------------ */

/* Of several words typed at once, `6 5 3 4 1`, the first is for now and the others for the
 * outcomes to come.  A line that begins with a verb is one move, and so is one whose first
 * word alone means nothing. */
static gm_move dealt(table *t, const char *line, const gm_move *moves, int n) {
    char word[LINE];
    size_t size = strcspn(line, " ");
    gm_move m = 0;
    memcpy(word, line, size);
    word[size] = 0;
    if (strcmp(word, gm_verb_of(t->r->game, moves[0])->name)) m = meant(t, word, moves, n);
    if (!m) return meant(t, line, moves, n);
    while (line[size] == ' ')
        size++;
    memmove(t->typed, line + size, strlen(line + size) + 1);
    return m;
}

/* What the dealer is to deal now, as one hears it who may not know the card. */
static void tell_due(table *t, gm_move m) {
    const gm_verb *v = gm_verb_of(t->r->game, m);
    int last = gm_written(v, gm_args(v) - 1);
    gm_line line;
    if (!v->veil) return;
    gm_say_move(t->r->game, GM_DEALER, m | (gm_move)GM_HIDDEN << (16 - 8 * last), &line);
    char due[LINE];
    text s = text_on(due, sizeof due);
    words_line(&s, &t->w, &line);
    tell(t, (gm_line){"play.due", {SAY_TEXT(due)}});
}

static answer ask_outcome(table *t) {
    gm_move moves[GM_MAX_MOVES], m;
    int n = t->r->game->moves(t->r->box, t->r->st, GM_DEALER, moves);
    if (t->typed[0] && (m = dealt(t, t->typed, moves, n))) return play(t, GM_DEALER, m);
    if (n == 1) return play(t, GM_DEALER, moves[0]);
    if (t->typed[0]) explain(t, GM_DEALER, t->typed, moves, n, false);
    t->typed[0] = 0;
    flush(t);
    if (n <= LISTED) tell_choices(t, GM_DEALER, moves, n);
    for (char line[LINE];;) {
        answer a;
        char first[GM_TEXT];
        put_notation(t, moves[0], first);
        tell_due(t, moves[0]);
        tell(t, (gm_line){"play.dealer", {SAY_TEXT(first)}});
        fprintf(t->out, "> ");
        if (!read_line(t, line)) return STOP;
        if (!*line) continue;
        if (obey(t, GM_DEALER, line, moves, n, &a)) {
            if (a != ASK_AGAIN) return a;
            continue;
        }
        if ((m = dealt(t, line, moves, n))) return play(t, GM_DEALER, m);
        explain(t, GM_DEALER, line, moves, n, false);
    }
}

/* On a screen that people share nobody's secrets are told meanwhile. */
static answer ask_dealer(table *t) {
    gm_seat near = t->near;
    if (shared(t)) t->near = GM_ROOM;
    answer a = ask_outcome(t);
    t->near = near;
    return a;
}

/* ---- the game ------------------------------------------------------------------------------ */

static answer ask_bot(table *t, gm_seat who) {
    const record *r = t->r;
    return play(t, who, bot_move(bot_named(r->seat[who].bot, r->game), r, t->ears, who));
}

static void greet(table *t) {
    const record *r = t->r;
    tell(t, (gm_line){"play.game", {SAY_WORD(r->game->say), SAY_NUMBER(r->order.seats)}});
    for (int q = 0; q < r->order.seats; q++)
        tell(t, (gm_line){r->seat[q].bot[0] ? "play.seat.bot" : "play.seat", {SAY_SEAT(q), SAY_NUMBER(q)}});
    for (int q = r->order.seats; q < gm_places(r->box); q++)
        tell(t, (gm_line){"play.seat.dummy", {SAY_SEAT(q), SAY_NUMBER(q)}});
    tell(t, (gm_line){"play.words", {{0}}});
    fprintf(t->out, "\n");
    tell_brief(t);
}

bool plain_play(plain *p) {
    table t = {.p = p, .r = p->game, .out = p->out, .near = GM_ROOM};
    const record *r = p->game;
    t.ears = malloc(sizeof *t.ears);
    if (!t.ears) abort();
    for (int q = 0; q < r->order.seats; q++) {
        t.names[q] = r->seat[q].name;
        if (!r->seat[q].bot[0]) t.people |= (gm_seats)BIT(q);
    }
    for (int q = r->order.seats; q < gm_places(r->box); q++) {
        gm_thing dummy;
        gm_thing_of(r->game, r->box, "seat", q, &dummy);
        t.names[q] = words_get(p->lang, dummy.name.say, 0);
    }
    t.w = (words_for){p->lang, r->game, r->box, t.names};
    if (t.people && !shared(&t)) t.near = (gm_seat)bits_first(t.people);
    hear_again(&t);
    greet(&t);
    if (r->n) tell_log(&t);
    answer a = MOVED;
    for (gm_seats act; a != STOP && (act = r->game->to_act(r->box, r->st));) {
        gm_seats here = act & t.people; /* people first, so that they do not wait for bots in vain */
        gm_seat who = (gm_seat)bits_first(here ? here : act);
        if (who != GM_DEALER && t.typed[0]) {
            tell(&t, (gm_line){"play.unused", {SAY_TEXT(t.typed)}});
            t.typed[0] = 0;
        }
        if (r->n == GM_MAX_PLIES)
            a = STOP; /* the record is full */
        else if (who == GM_DEALER && r->deal != DEAL_BY_HAND)
            a = play(&t, who, record_deal(r));
        else if (who == GM_DEALER)
            a = ask_dealer(&t);
        else
            a = here ? ask_person(&t, who) : ask_bot(&t, who);
    }
    flush(&t);
    if (a == STOP)
        tell(&t, (gm_line){"play.stopped", {{0}}});
    else
        tell_end(&t);
    bool good = !p->path || save(&t, p->path);
    free(t.ears);
    return good;
}
