/* choice.c - the legal moves of a person who is asked.
 *
 * Map: moves in words - matching - moves that are not legal - printing - parsing and explaining - statements -
 * queries. */
#include "term/choice.h"
#include "term/match.h"
#include <string.h>

enum {
    MAX_LISTED = 8,     /* up to so many moves get a line each, */
    MAX_PREVIEWED = 16, /* or up to so many, if what they would bring differs */
};

/* Some of the moves of a choice_set, by their places in it. */
typedef struct {
    int n;
    int at[GM_MAX_MOVES];
} picked;

void choice_find_legal(const narrator *t, gm_seat who, choice_set *out) {
    out->who = who;
    out->n = t->w.game->moves(t->w.box, t->st, who, out->move);
}

static void pick_all(const choice_set *c, picked *p) {
    for (p->n = 0; p->n < c->n; p->n++)
        p->at[p->n] = p->n;
}

/* ---- moves in words ------------------------------------------------------------------------- */

static void write_words(const narrator *t, gm_seat who, gm_move m, text *out) {
    gm_line line;
    gm_say_choice(t->w.game, t->w.box, t->st, who, m, &line);
    if (GM_KIND(m) >= GM_STATEMENT) line.arg[0] = (gm_arg)SAY_TEXT(""); /* nobody types their own name */
    words_line(out, &t->w, &line);
}

/* Does the code of an argument begin with a seat?  It is one digit: `1`, and `1-acts` of The Agents. */
static bool begins_with_seat(const gm_verb *v, int arg) {
    return gm_is_kind(v->of[arg], "seat") || gm_is_kind(v->of[arg], "between");
}

static void write_typed_arg(const narrator *t, const gm_verb *v, gm_move m, int arg, text *out) {
    size_t from = out->used;
    gm_write_code(out, t->w.game, t->w.box, v->of[arg], GM_ARG(m, arg));
    char *first = out->at + from;
    if (begins_with_seat(v, arg) && *first >= '0' && *first <= '9') ++*first;
}

/* A move in notation as it is typed: seats count from 1. */
static void write_typed(const narrator *t, gm_move m, text *out) {
    const gm_verb *v = gm_verb_of(t->w.game, m);
    text_put(out, v->name);
    for (int i = 0; i < gm_arg_count(v); i++) {
        text_char(out, ' ');
        write_typed_arg(t, v, m, gm_written_arg(v, i), out);
    }
}

void choice_write_outcome(const narrator *t, gm_move m, text *out) {
    gm_line line;
    gm_say_move(t->w.game, GM_DEALER, m, &line);
    words_line(out, &t->w, &(gm_line){"{0}", {line.arg[gm_arg_count(gm_verb_of(t->w.game, m))]}});
}

static void add_code(match_words *w, int said, const char *code) {
    match_words one;
    match_split(&one, code);
    if (!match_within(&one, one.n, w, said)) match_add(w, code);
}

/* The words by which a move can be typed: first those that say it, of which it returns the number; then its verb.  The
 * codes of its arguments count only if what was typed names the verb, by its name or the first word: in `worth 3` the 3
 * is no seat to search. */
static int collect_words(const narrator *t, gm_seat who, gm_move m, const match_words *typed,
                         match_words *w) {
    char buffer[NARRATOR_LINE];
    text s = text_on(buffer, sizeof buffer);
    const gm_verb *v = gm_verb_of(t->w.game, m);
    match_words verb;
    write_words(t, who, m, &s);
    match_split(w, buffer);
    int said = w->n;
    add_code(w, said, v->name);
    match_split(&verb, v->name);
    if (said) match_add(&verb, w->word[0]);
    for (int i = 0; i < gm_arg_count(v) && match_shares(typed, &verb); i++) {
        s = text_on(buffer, sizeof buffer);
        write_typed_arg(t, v, m, i, &s);
        add_code(w, said, buffer);
    }
    return said;
}

/* ---- matching ------------------------------------------------------------------------------- */

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

/* How well a line fits a move, the worst first: up to MATCH_ALL its words, then its notation. */
enum { CODES = MATCH_ALL + 1, END_OF_NOTATION, NOTATION };

static int match_move(const narrator *t, gm_seat who, gm_move m, const char *line, const match_words *typed) {
    char code[GM_NOTATION_SIZE];
    text s = text_on(code, sizeof code);
    match_words words;
    size_t size = strlen(line);
    write_typed(t, m, &s);
    if (!strcmp(code, line)) return NOTATION;
    if (size && s.used > size && code[s.used - size - 1] == ' ' && !strcmp(code + s.used - size, line))
        return END_OF_NOTATION;
    if (strchr(line, ' ') && has_words(code, line)) return CODES; /* one word in the middle is too vague */
    int said = collect_words(t, who, m, typed, &words);
    return (int)match_sentence(typed, &words, said);
}

/* If the words of one move are among those of all others, that one is meant: `blue 2` is `play blue 2`, not `play blue
 * 2 and raise it`. */
static void prefer_plain(const narrator *t, const choice_set *c, const match_words *typed, picked *p) {
    match_words plain, other;
    int least = MATCH_WORDS + 1, best = 0;
    for (int i = 0; i < p->n; i++) {
        int n = collect_words(t, c->who, c->move[p->at[i]], typed, &other);
        if (n < least) least = n, best = i;
    }
    if (p->n < 2) return;
    collect_words(t, c->who, c->move[p->at[best]], typed, &plain);
    for (int i = 0; i < p->n; i++) {
        int n = collect_words(t, c->who, c->move[p->at[i]], typed, &other);
        if (!match_within(&plain, least, &other, n)) return;
    }
    p->at[0] = p->at[best];
    p->n = 1;
}

/* The moves that fit a line best; returns how well. */
static int find_matches(const narrator *t, const choice_set *c, const char *line, picked *p) {
    match_words typed;
    int best = MATCH_NONE;
    match_split(&typed, line);
    p->n = 0;
    for (int i = 0; i < c->n; i++) {
        int quality = match_move(t, c->who, c->move[i], line, &typed);
        if (quality > best) best = quality, p->n = 0;
        if (quality && quality == best) p->at[p->n++] = i;
    }
    if (best <= MATCH_ALL) prefer_plain(t, c, &typed, p);
    return best;
}

gm_move choice_match(const narrator *t, const choice_set *c, const char *line) {
    picked p;
    find_matches(t, c, line, &p);
    return p.n == 1 ? c->move[p.at[0]] : 0;
}

void choice_replace_names(const narrator *t, const char *typed, char line[INPUT_LINE]) {
    memcpy(line, typed, strlen(typed) + 1);
    for (char *at = line; *at; at += strspn(at, " ")) {
        size_t size = 0;
        int q = 0;
        while (q < gm_players(t->w.box) && !(size = match_name(at, t->names[q])))
            q++;
        if (size) {
            *at = (char)('1' + q);
            memmove(at + 1, at + size, strlen(at + size) + 1);
        }
        at += strcspn(at, " ");
    }
}

/* ---- moves that are not legal --------------------------------------------------------------- */

/* The verb with which a line begins, or NULL; *rest is what follows. */
static const gm_verb *verb_of_line(const gm_verb *verbs, const char *line, const char **rest) {
    const gm_verb *v = verbs;
    while (v && v->name && !input_is(line, v->name, rest))
        v++;
    return v && v->name ? v : NULL;
}

/* Turns what was typed, with names and with seats that count from 1, into notation.  False if a seat is not one. */
static bool to_notation(const narrator *t, const gm_verb *verbs, const char *typed, char line[INPUT_LINE],
                        fault *why) {
    char numbered[INPUT_LINE];
    const char *rest = "";
    const gm_verb *v = verb_of_line(verbs, typed, &rest);
    text s = text_on(line, INPUT_LINE);
    text_put(&s, v ? v->name : typed);
    choice_replace_names(t, rest, numbered); /* somebody may be called like a verb */
    rest = numbered;
    for (int i = 0; *rest; i++) {
        size_t n = strcspn(rest, " ");
        bool seat = v && i < gm_arg_count(v) && begins_with_seat(v, gm_written_arg(v, i)) && *rest != '-';
        bool good = *rest >= '1' && *rest <= '0' + gm_players(t->w.box) && (n == 1 || rest[1] == '-');
        if (seat && !good) {
            fault_at(why, "move.thing", NULL, 0, 0);
            return fault_with(why, 0, rest, n);
        }
        text_char(&s, ' ');
        text_char(&s, (char)(*rest - seat));
        text_bytes(&s, rest + 1, n - 1);
        rest += n + strspn(rest + n, " ");
    }
    return true;
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
    const char *rest;
    int n = 0, words = 0, fewest = MOST;
    const gm_verb *v = verb_of_line(w->game->verbs, line, &rest);
    for (; v && *rest; rest += strspn(rest, " "), words++)
        rest += strcspn(rest, " ");
    if (!v || words + 1 != gm_arg_count(v)) return false;
    for (; n < MOST && gm_thing_of(w->game, w->box, v->of[gm_written_arg(v, words)], n, &thing); n++) {
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

/* Finds a move by its words among those with one argument at most, which are few: `blue 7`.  False if none matches, or
 * several that are forbidden for different reasons. */
static bool find_illegal(const narrator *t, gm_seat who, const char *line, gm_move *m) {
    const gm_game *g = t->w.game;
    const gm_reason *why = NULL;
    match_words typed, words;
    gm_thing thing;
    match_split(&typed, line);
    for (const gm_verb *v = g->verbs; v->name; v++) {
        bool bare = !v->of[0];
        if (!v->say_choice || v->of[1]) continue;
        for (int i = 0; bare ? !i : gm_thing_of(g, t->w.box, v->of[0], i, &thing) || !i; i++) {
            gm_move x = GM_MOVE(v->kind, i, 0, 0);
            if (!bare && !gm_thing_of(g, t->w.box, v->of[0], i, &thing)) continue; /* they begin at 1 */
            int said = collect_words(t, who, x, &typed, &words);
            if (match_sentence(&typed, &words, said) < MATCH_ANY_ORDER) continue;
            const gm_reason *reason = g->why_not(t->w.box, t->st, who, x);
            if (why && reason != why) return false;
            why = reason;
            *m = x;
        }
    }
    return why != NULL;
}

/* The typed word with this number, from 0, as it was typed.  What is between blanks may fold into several words. */
static size_t find_typed(const char *line, int number, const char **word) {
    size_t n = 0;
    for (int before = 0; *line && before <= number; line += n + strspn(line + n, " ")) {
        char one[INPUT_LINE];
        text s = text_on(one, sizeof one);
        match_words folded;
        n = strcspn(*word = line, " ");
        text_bytes(&s, line, n);
        match_split(&folded, one);
        before += folded.n;
    }
    return n;
}

/* Says which word no move has, or that no move has all of them. */
static void say_unknown(narrator *t, const choice_set *c, const char *line) {
    match_words typed, words;
    const char *word = line;
    fault why;
    uint64_t known = 0;
    int i = 0;
    match_split(&typed, line);
    for (int k = 0; k < c->n; k++) {
        collect_words(t, c->who, c->move[k], &typed, &words);
        for (int j = 0; j < typed.n; j++)
            if (!(known >> j & 1) && match_has(&words, typed.word[j])) known |= (uint64_t)1 << j;
    }
    while (i < typed.n && known >> i & 1)
        i++;
    fault_at(&why, i < typed.n ? "play.no-word" : "play.no-move", NULL, 0, 0);
    size_t n = i < typed.n ? find_typed(line, i, &word) : strlen(line);
    fault_with(&why, 0, word, n);
    narrator_say_fault(t, &why);
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

/* Says what a move would bring.  What stands beside a move in a list is no sentence of its own. */
static void say_preview(narrator *t, const gm_line *line) {
    char words[NARRATOR_LINE];
    text s = text_on(words, sizeof words);
    words_line(&s, &t->w, line);
    bool whole = s.used && words[s.used - 1] == '.';
    narrator_say(t, whole ? *line : (gm_line){"play.brings", {SAY_TEXT(words)}});
}

/* Writes a move, and what it would bring if the game can say. */
static void write_with_preview(const narrator *t, gm_seat who, gm_move m, const char *words, text *out) {
    gm_lines ahead;
    preview_move(t, who, m, &ahead);
    text_put(out, words);
    if (!ahead.n) return;
    text_put(out, ": ");
    words_line(out, &t->w, &ahead.line[0]);
}

static void print_each(narrator *t, const choice_set *c, const picked *p) {
    for (int i = 0; i < p->n; i++) {
        char sentence[2 * NARRATOR_LINE], words[NARRATOR_LINE];
        text s = text_on(sentence, sizeof sentence), w = text_on(words, sizeof words);
        gm_move m = c->move[p->at[i]];
        if (c->who != GM_DEALER) text_int(&s, p->at[i] + 1), text_put(&s, ". ");
        write_words(t, c->who, m, &w);
        write_with_preview(t, c->who, m, words, &s);
        narrator_say_text(t, sentence);
    }
}

/* Where a group of moves ends: they have the same verb and, if that has several arguments, the same first one. */
static int find_group_end(const narrator *t, const choice_set *c, const picked *p, int from) {
    gm_move first = c->move[p->at[from]];
    const gm_verb *v = gm_verb_of(t->w.game, first);
    int arg = gm_written_arg(v, 0), end = from + 1;
    for (; end < p->n; end++) {
        gm_move m = c->move[p->at[end]];
        if (GM_KIND(m) != GM_KIND(first) || (v->of[1] && GM_ARG(m, arg) != GM_ARG(first, arg))) break;
    }
    return end;
}

/* The written argument in which all moves of a group differ; -1 if there is none, or several. */
static int find_difference(const narrator *t, const choice_set *c, const picked *p, int from, int end) {
    const gm_verb *v = gm_verb_of(t->w.game, c->move[p->at[from]]);
    int found = -1;
    for (int i = 0; i < gm_arg_count(v); i++) {
        int arg = gm_written_arg(v, i);
        bool differs = false;
        for (int k = from + 1; k < end; k++)
            differs |= GM_ARG(c->move[p->at[k]], arg) != GM_ARG(c->move[p->at[from]], arg);
        if (differs && found >= 0) return -1;
        if (differs) found = i;
    }
    return found;
}

/* Does a name consist of several words of the catalogs? */
static bool has_parts(const gm_line *name) {
    int n = 0;
    while (n < GM_LINE_ARGS && name->arg[n].kind == GM_ARG_WORD)
        n++;
    return n > 1 && (n == GM_LINE_ARGS || name->arg[n].kind == GM_ARG_NONE);
}

/* The names of things that have several parts, such as a front, an end and a facing, are written part by part: left
 * front / right front, left end / right end.  False if they have no parts. */
static bool write_parts(const narrator *t, const choice_set *c, const picked *p, int from, int end, int arg,
                        text *out) {
    const gm_verb *v = gm_verb_of(t->w.game, c->move[p->at[from]]);
    char part[GM_LINE_ARGS][NARRATOR_LINE];
    text parts[GM_LINE_ARGS];
    gm_line all = {0};
    for (int k = 0; k < GM_LINE_ARGS; k++)
        parts[k] = text_on(part[k], sizeof part[k]);
    for (int i = from; i < end; i++) {
        gm_thing thing;
        if (!gm_thing_of(t->w.game, t->w.box, v->of[arg], GM_ARG(c->move[p->at[i]], arg), &thing))
            return false;
        const gm_line *name = &thing.name;
        if (!name->say || !has_parts(name) || (all.say && strcmp(all.say, name->say))) return false;
        all.say = name->say;
        for (int k = 0; k < GM_LINE_ARGS && name->arg[k].kind != GM_ARG_NONE; k++) {
            char one[NARRATOR_LINE];
            text s = text_on(one, sizeof one);
            words_line(&s, &t->w, &(gm_line){"{0}", {name->arg[k]}});
            if (strstr(part[k], one)) continue;
            if (parts[k].used) text_put(&parts[k], " / ");
            text_put(&parts[k], one);
            all.arg[k] = (gm_arg)SAY_TEXT(part[k]);
        }
    }
    words_line(out, &t->w, &all);
    return true;
}

/* [1] blue 2, [2] blue 5 */
static void write_numbered(const narrator *t, const choice_set *c, const picked *p, int from, int end,
                           int written, text *out) {
    for (int i = from; i < end; i++) {
        gm_line line;
        gm_say_choice(t->w.game, t->w.box, t->st, c->who, c->move[p->at[i]], &line);
        if (i > from) text_put(out, ", ");
        text_char(out, '['); /* a card may have a number, too: (28) */
        text_int(out, p->at[i] + 1);
        text_put(out, "]\u00a0"); /* a line is not wrapped there */
        words_line(out, &t->w, &(gm_line){"{0}", {line.arg[written + 1]}});
    }
}

/* Would all moves of a group bring the same?  Then it is written, or nothing if the game does not say. */
static bool write_same_preview(const narrator *t, const choice_set *c, const picked *p, int from, int end,
                               char out[NARRATOR_LINE]) {
    for (int i = from; i < end; i++) {
        char one[NARRATOR_LINE];
        text s = text_on(one, sizeof one);
        write_with_preview(t, c->who, c->move[p->at[i]], "", &s);
        if (i > from && strcmp(one, out)) return false;
        memcpy(out, one, sizeof one);
    }
    return true;
}

static void print_group(narrator *t, const choice_set *c, const picked *p, int from, int end, int written) {
    char sentence[4 * NARRATOR_LINE], several[2 * NARRATOR_LINE], same[NARRATOR_LINE];
    text s = text_on(sentence, sizeof sentence), all = text_on(several, sizeof several);
    gm_move first = c->move[p->at[from]];
    gm_line line;
    int arg = gm_written_arg(gm_verb_of(t->w.game, first), written);
    if (write_parts(t, c, p, from, end, arg, &all)) {
        text_int(&s, p->at[from] + 1), text_put(&s, "–"), text_int(&s, p->at[end - 1] + 1),
            text_put(&s, ". ");
    } else
        write_numbered(t, c, p, from, end, written, &all);
    gm_say_choice(t->w.game, t->w.box, t->st, c->who, first, &line);
    line.arg[written + 1] = (gm_arg)SAY_TEXT(several);
    words_line(&s, &t->w, &line);
    if (write_same_preview(t, c, p, from, end, same)) text_put(&s, same);
    narrator_say_text(t, sentence);
}

/* Where those moves of a group end that would bring the same as the first. */
static int find_run_end(const narrator *t, const choice_set *c, const picked *p, int from) {
    char same[NARRATOR_LINE];
    int group = find_group_end(t, c, p, from), end = from + 1;
    while (end < group && write_same_preview(t, c, p, end - 1, end + 1, same))
        end++;
    return end;
}

/* Moves that would bring the same share a line, unless there are too many lines then: then those of a group do. */
static void print_groups(narrator *t, const choice_set *c, const picked *p) {
    int runs = 0;
    for (int i = 0; i < p->n; i = find_run_end(t, c, p, i))
        runs++;
    for (int i = 0, end; i < p->n; i = end) {
        end = (runs <= MAX_PREVIEWED ? find_run_end : find_group_end)(t, c, p, i);
        int written = find_difference(t, c, p, i, end);
        if (written >= 0)
            print_group(t, c, p, i, end, written);
        else {
            picked one = {.n = 0};
            for (int k = i; k < end; k++)
                one.at[one.n++] = p->at[k];
            print_each(t, c, &one);
        }
    }
}

/* Would a list in groups say less about what the moves would bring? */
static bool previews_differ(const narrator *t, const choice_set *c, const picked *p) {
    char same[NARRATOR_LINE];
    for (int i = 0, end; i < p->n; i = end) {
        end = find_group_end(t, c, p, i);
        if (!write_same_preview(t, c, p, i, end, same)) return true;
    }
    return false;
}

static bool fits_on_lines(const narrator *t, const choice_set *c, const picked *p) {
    return p->n <= MAX_LISTED || (p->n <= MAX_PREVIEWED && previews_differ(t, c, p));
}

void choice_print_all(narrator *t, const choice_set *c, const char *words) {
    picked p = {.n = 0};
    if (!*words)
        pick_all(c, &p);
    else {
        match_words typed, said;
        match_split(&typed, words);
        for (int i = 0; i < c->n; i++) {
            int n = collect_words(t, c->who, c->move[i], &typed, &said);
            if (match_sentence(&typed, &said, n)) p.at[p.n++] = i;
        }
    }
    if (!p.n) {
        say_unknown(t, c, words);
        return;
    }
    narrator_say(t, (gm_line){c->who == GM_DEALER ? "play.outcomes" : "play.choices", {SAY_SEAT(c->who)}});
    print_each(t, c, &p);
}

void choice_print(narrator *t, const choice_set *c) {
    picked p;
    pick_all(c, &p);
    bool each = fits_on_lines(t, c, &p);
    narrator_say(t, (gm_line){each ? "play.choices" : "play.groups", {SAY_SEAT(c->who)}});
    (each ? print_each : print_groups)(t, c, &p);
}

/* ---- parsing and explaining ----------------------------------------------------------------- */

/* Says which moves a line may mean. */
static void say_several(narrator *t, const choice_set *c, const picked *p, const char *line) {
    fault shown; /* it has room for what may be anything */
    fault_at(&shown, "play.several", NULL, 0, 0);
    fault_with(&shown, 0, line, strlen(line));
    narrator_say(t, (gm_line){shown.say, {SAY_TEXT(shown.with[0])}});
    (p->n > MAX_PREVIEWED ? print_groups : print_each)(t, c, p);
}

/* Reads the notation of a move that is not legal.  False: why says what is wrong. */
static bool read_notation(const narrator *t, gm_seat who, const char *line, gm_move *m, fault *why) {
    char notation[INPUT_LINE];
    return to_notation(t, t->w.game->verbs, line, notation, why) &&
           (gm_read_move(t->w.game, t->w.box, notation, strlen(notation), m, why) ||
            (!strcmp(why->say, "move.short") && complete_move(t, who, notation, m)));
}

/* The move that a line names, legal or not: its number in the list, its notation, or its words.  A line that is the
 * notation of a move means that one, even if words of others are in it.  False after saying what is wrong. */
static bool parse_move(narrator *t, const choice_set *c, const char *line, gm_move *m) {
    const char *rest;
    fault why = {0};
    picked p;
    int k;
    if (c->who != GM_DEALER && text_number(line, strlen(line), 1, c->n, &k)) {
        *m = c->move[k - 1];
        return true;
    }
    bool by_notation = find_matches(t, c, line, &p) > MATCH_ALL;
    if (!by_notation && read_notation(t, c->who, line, m, &why)) return true;
    if (p.n == 1) {
        *m = c->move[p.at[0]];
        return true;
    }
    if (p.n)
        say_several(t, c, &p, line);
    else if (c->who != GM_DEALER && find_illegal(t, c->who, line, m))
        return true;
    else if (verb_of_line(t->w.game->verbs, line, &rest)) {
        narrator_say_fault(t, &why);
        narrator_say(t, (gm_line){"play.moves-help", {{0}}});
    } else
        say_unknown(t, c, line);
    return false;
}

bool choice_parse_legal(narrator *t, const choice_set *c, const char *line, gm_move *m) {
    if (!parse_move(t, c, line, m)) return false;
    const gm_reason *reason = t->w.game->why_not(t->w.box, t->st, c->who, *m);
    if (reason) narrator_say_reason(t, reason);
    return !reason;
}

void choice_explain(narrator *t, const choice_set *c, const char *line, bool preview) {
    gm_move m;
    gm_lines ahead;
    if (!*line) {
        narrator_say(t, (gm_line){preview ? "play.try-what" : "play.why-what", {{0}}});
        return;
    }
    if (!parse_move(t, c, line, &m)) return;
    const gm_reason *reason = t->w.game->why_not(t->w.box, t->st, c->who, m);
    if (reason) {
        narrator_say_reason(t, reason);
        return;
    }
    preview_move(t, c->who, m, &ahead);
    for (int i = 0; preview && i < ahead.n; i++)
        say_preview(t, &ahead.line[i]);
    if (!preview || !ahead.n) narrator_say(t, (gm_line){"play.legal", {{0}}});
}

/* ---- statements ----------------------------------------------------------------------------- */

/* The number of things of a kind, after those that do not exist at its beginning; 1 if there is no kind. */
static int count_things(const narrator *t, const char *of) {
    gm_thing thing;
    int n = 1;
    while (of && gm_thing_of(t->w.game, t->w.box, of, n, &thing))
        n++;
    return n;
}

/* The statement that a line says in words; 0 if it is none, or several. */
static gm_move match_statement(const narrator *t, const char *line) {
    match_words typed;
    gm_move found = 0;
    int best = MATCH_NONE;
    match_split(&typed, line);
    for (const gm_verb *v = t->w.game->statements; v && v->name; v++) {
        int n[3] = {count_things(t, v->of[0]), count_things(t, v->of[1]), count_things(t, v->of[2])};
        for (int i = 0; i < n[0] * n[1] * n[2]; i++) {
            gm_move m = GM_MOVE(v->kind, i / n[2] / n[1], i / n[2] % n[1], i % n[2]);
            int quality = match_move(t, t->reader, m, line, &typed);
            if (quality && quality == best) found = 0;
            if (quality > best) best = quality, found = m;
        }
    }
    return found;
}

/* All things of a kind that a statement can name, or the first of many. */
static void write_things(const narrator *t, const char *of, text *out) {
    enum { MOST = 12 };
    gm_thing thing;
    int n = count_things(t, of);
    for (int i = 0; i < n; i++) {
        bool self = gm_is_kind(of, "seat") && i == t->reader;
        if (self || !gm_thing_of(t->w.game, t->w.box, of, i, &thing)) continue;
        if (out->used) text_put(out, " / ");
        words_line(out, &t->w, &(gm_line){"{0}", {{GM_ARG_THING, of, i}}});
        if (n <= MOST) continue;
        text_put(out, " / …");
        return;
    }
}

void choice_print_statements(narrator *t) {
    for (const gm_verb *v = t->w.game->statements; v && v->name; v++) {
        char sentence[4 * NARRATOR_LINE], things[3][2 * NARRATOR_LINE];
        text s = text_on(sentence, sizeof sentence);
        gm_line line;
        gm_say_move(t->w.game, t->reader, GM_MOVE(v->kind, 0, 0, 0), &line);
        line.arg[0] = (gm_arg)SAY_TEXT("");
        for (int i = 0; i < gm_arg_count(v); i++) {
            text all = text_on(things[i], sizeof things[i]);
            write_things(t, v->of[gm_written_arg(v, i)], &all);
            line.arg[i + 1] = (gm_arg)SAY_TEXT(things[i]);
        }
        text_char(&s, ' '); /* the player's name stood before the second */
        words_line(&s, &t->w, &line);
        if (s.used && sentence[s.used - 1] == '.') sentence[s.used - 1] = 0;
        narrator_say_text(t, sentence);
    }
}

bool choice_parse_statement(narrator *t, const char *line, char notation[GM_NOTATION_SIZE]) {
    char typed[INPUT_LINE];
    fault why;
    gm_move m;
    text s = text_on(notation, GM_NOTATION_SIZE);
    if ((!to_notation(t, t->w.game->statements, line, typed, &why) ||
         !gm_read_statement(t->w.game, t->w.box, typed, strlen(typed), &m, &why)) &&
        !(m = match_statement(t, line))) {
        narrator_say_fault(t, &why);
        return false;
    }
    gm_write_move(&s, t->w.game, t->w.box, m);
    return true;
}

/* ---- queries -------------------------------------------------------------------------------- */

bool choice_answer_query(narrator *t, const choice_set *c, const char *line) {
    const char *rest;
    if (input_is(line, "rules", &rest))
        narrator_tell_rules(t);
    else if (input_is(line, "state", &rest))
        narrator_tell_state(t, true);
    else if (input_is(line, "discards", &rest) && !*rest)
        narrator_tell_discards(t);
    else if (input_is(line, "moves", &rest))
        choice_print_all(t, c, rest);
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
