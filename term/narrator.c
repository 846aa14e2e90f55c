/* narrator.c - tells a game in sentences to one reader.
 *
 * Map: sentences - moves - the state - the game and its end. */
#include "term/narrator.h"
#include "kit/notation.h"
#include <stdlib.h>
#include <string.h>

/* The colours of Inside Job's cards, and of its trumps. */
static void colour_suits(const narrator *t) {
    static const struct {
        const char *key;
        int colour;
    } known[] = {{"inside-job.yellow", 3},      {"inside-job.pink", 5},         {"inside-job.green", 2},
                 {"inside-job.blue", 4},        {"inside-job.trump.yellow", 3}, {"inside-job.trump.pink", 5},
                 {"inside-job.trump.green", 2}, {"inside-job.trump.blue", 4}};
    static say_suit suits[sizeof known / sizeof *known];
    int n = 0;
    for (size_t i = 0; i < sizeof known / sizeof *known && !strcmp(t->w.game->name, "inside-job"); i++)
        suits[n++] = (say_suit){words_get(t->w.lang, known[i].key, 0), known[i].colour};
    say_set_suits(suits, n);
}

void narrator_start(narrator *t, FILE *out, words_lang lang, const gm_game *g, const void *box) {
    memset(t, 0, sizeof *t);
    t->out = out;
    t->w = (words_for){lang, g, box, t->names};
    t->reader = t->listener = GM_SPECTATOR;
    colour_suits(t);
    for (int q = 0; q < gm_players(box); q++) {
        gm_thing thing;
        gm_thing_of(g, box, "seat", q, &thing);
        t->names[q] = thing.name.say ? words_get(lang, thing.name.say, 0) : "";
    }
}

/* ---- sentences ------------------------------------------------------------------------------ */

void narrator_flush(narrator *t) {
    if (t->n_listed > 1) {
        gm_line line;
        gm_say_list(t->w.game, t->listed, t->list, &line);
        say_line(t->out, &t->w, line);
        t->repeats = 0;
    }
    if (t->repeats == 1) say_text(t->out, t->pending);
    if (t->repeats > 1)
        say_line(t->out, &t->w, (gm_line){"play.times", {SAY_NUMBER(t->repeats), SAY_TEXT(t->pending)}});
    t->repeats = t->n_listed = 0;
}

void narrator_say_counted(narrator *t, const gm_line *line) {
    char buffer[NARRATOR_LINE];
    text s = text_on(buffer, sizeof buffer);
    words_line(&s, &t->w, line);
    if (t->repeats && (t->n_listed > 1 || strcmp(buffer, t->pending))) narrator_flush(t);
    memcpy(t->pending, buffer, sizeof buffer);
    t->repeats++;
}

void narrator_say(narrator *t, gm_line line) {
    narrator_flush(t);
    say_line(t->out, &t->w, line);
}

void narrator_say_text(narrator *t, const char *s) {
    narrator_flush(t);
    say_text(t->out, s);
}

void narrator_say_error(narrator *t, gm_line line) {
    char buffer[NARRATOR_STATE_LINE];
    text s = text_on(buffer, sizeof buffer);
    words_line(&s, &t->w, &line);
    narrator_flush(t);
    say_error(t->out, buffer);
}

void narrator_say_reason(narrator *t, const gm_reason *why) {
    narrator_say_error(t, (gm_line){"play.rule", {SAY_WORD(why->say), SAY_TEXT(why->rule)}});
}

void narrator_say_fault(narrator *t, const fault *why) {
    char buffer[NARRATOR_LINE];
    text s = text_on(buffer, sizeof buffer);
    words_fault(&s, t->w.lang, why);
    narrator_flush(t);
    say_error(t->out, buffer);
}

/* ---- moves ---------------------------------------------------------------------------------- */

/* Adds the last argument of a move to the list. */
static void add_to_list(narrator *t, gm_move m) {
    size_t used = t->n_listed ? strlen(t->list) : 0;
    text s = text_on(t->list + used, sizeof t->list - used);
    if (t->n_listed++) text_put(&s, ", ");
    gm_line line = gm_say_listed(t->w.game, m);
    words_line(&s, &t->w, &line);
}

void narrator_tell_move(narrator *t, int i) {
    gm_move m = t->story.heard[i];
    bool listable = gm_is_listable(t->w.game, t->story.by[i], m);
    if (!listable || !t->n_listed || !gm_same_list(t->w.game, m, t->listed)) {
        gm_line line;
        if (t->n_listed) narrator_flush(t);
        gm_say_move(t->w.game, t->story.by[i], m, &line);
        narrator_say_counted(t, &line);
        t->listed = m;
    }
    if (listable) add_to_list(t, m);
}

void narrator_tell_news(narrator *t, const gm_view *before, const gm_view *after) {
    gm_lines lines = {0};
    const gm_game *g = t->w.game;
    if (g->news) g->news(t->w.box, before->st, after->st, after->who, &lines);
    for (int i = 0; i < lines.n; i++)
        narrator_say_counted(t, &lines.line[i]);
}

bool narrator_parse_undo(narrator *t, const char *typed, int *moves, int *n) {
    int own = 0, left;
    for (int i = 0; i < t->story.n; i++)
        own += t->story.by[i] == t->reader;
    *moves = 1;
    *n = -1;
    if (*typed && !text_number(typed, strlen(typed), 1, own, moves)) {
        narrator_say_error(t, (gm_line){"play.undo-most", {SAY_NUMBER(own)}});
        return false;
    }
    left = own - *moves;
    for (int i = 0; i < t->story.n && left >= 0 && *n < 0; i++)
        if (t->story.by[i] == t->reader && !left--) *n = i;
    return true;
}

/* Follows the story again from its start, because news needs the views before and after each move. */
void narrator_tell_log(narrator *t) {
    const gm_game *g = t->w.game;
    const gm_story *s = &t->story;
    int from = gm_log_from(g, t->w.box, t->st, s->heard, s->n);
    _Alignas(8) uint8_t st[GM_MAX_STATE] = {0};
    gm_view v;
    if (!s->n) narrator_say(t, (gm_line){"play.log-empty", {{0}}});
    if (from) narrator_say(t, (gm_line){"play.log-short", {{0}}});
    g->setup(t->w.box, st);
    gm_make_view(g, t->w.box, st, t->listener, &v);
    for (int i = 0; i < s->n; i++) {
        gm_view before = v;
        gm_view_step(&v, s->by[i], s->heard[i]);
        if (i < from) continue;
        narrator_tell_move(t, i);
        narrator_tell_news(t, &before, &v);
    }
    narrator_flush(t);
}

/* ---- the state ------------------------------------------------------------------------------ */

/* Where a group of lines ends: a line that begins with a blank belongs to the line before it. */
static int find_group_end(char lines[][NARRATOR_STATE_LINE], int n, int from) {
    int end = from + 1;
    while (end < n && lines[end][0] == ' ')
        end++;
    return end;
}

/* Was this very group told last time? */
static bool was_shown(narrator *t, char lines[][NARRATOR_STATE_LINE], int n) {
    for (int i = 0, end; i < t->shown.n; i = end) {
        end = find_group_end(t->shown.line, t->shown.n, i);
        int k = 0;
        while (k < n && end - i == n && !strcmp(t->shown.line[i + k], lines[k]))
            k++;
        if (k == n) return true;
    }
    return false;
}

bool narrator_state_is_recent(const narrator *t) {
    if (t->shown.to != t->reader || !t->shown.n || t->story.n < t->shown.at) return false;
    for (int i = t->shown.at; i < t->story.n; i++)
        if (t->story.by[i] != t->reader && t->story.by[i] != GM_DEALER) return false;
    return true;
}

void narrator_tell_state(narrator *t, bool all) {
    static char now[GM_MAX_LINES][NARRATOR_STATE_LINE];
    gm_view v;
    gm_lines lines;
    narrator_flush(t);
    gm_make_view(t->w.game, t->w.box, t->st, t->reader, &v);
    t->w.game->tell(t->w.box, v.st, t->reader, &lines);
    for (int i = 0; i < lines.n; i++) {
        text s = text_on(now[i], NARRATOR_STATE_LINE);
        words_line(&s, &t->w, &lines.line[i]);
    }
    for (int i = 0, end; i < lines.n; i = end) {
        end = find_group_end(now, lines.n, i);
        bool changed = all || !was_shown(t, now + i, end - i);
        for (int k = i; k < end && changed; k++)
            say_text(t->out, now[k]);
    }
    memcpy(t->shown.line, now, sizeof now);
    t->shown.n = lines.n;
    t->shown.to = t->reader;
    t->shown.at = t->story.n;
}

void narrator_forget_state(narrator *t) { t->shown.n = 0; }

void narrator_tell_discards(narrator *t) {
    gm_view v;
    gm_lines lines = {0};
    gm_make_view(t->w.game, t->w.box, t->st, t->reader, &v);
    if (t->w.game->discards)
        t->w.game->discards(t->w.box, v.st, &lines);
    else
        gm_add_line(&lines, "play.no-discards");
    for (int i = 0; i < lines.n; i++)
        narrator_say(t, lines.line[i]);
}

void narrator_help_discards(narrator *t) {
    if (t->w.game->discards) narrator_say(t, (gm_line){"play.help-discards", {{0}}});
}

/* ---- the game and its end ------------------------------------------------------------------- */

void narrator_tell_seats(narrator *t, gm_seats bots) {
    int seats = gm_seat_count(t->w.box);
    for (int q = 0; q < gm_players(t->w.box); q++) {
        const char *what = q >= seats ? "play.seat.dummy" : bots >> q & 1 ? "play.seat.bot" : "play.seat";
        narrator_say(t, (gm_line){what, {SAY_SEAT(q), SAY_NUMBER(q + 1)}});
    }
}

void narrator_tell_brief(narrator *t) {
    gm_lines lines = {0};
    if (t->w.game->brief) t->w.game->brief(t->w.box, &lines);
    for (int i = 0; i < lines.n; i++)
        narrator_say(t, lines.line[i]);
}

void narrator_tell_rules(narrator *t) {
    narrator_say(t, (gm_line){t->w.game->rules, {{0}}});
    narrator_tell_brief(t);
}

static void print_score(FILE *out, const words_for *w, const gm_score *s, bool scored) {
    if (!scored)
        say_line_after(out, w, s->line, "  ");
    else if (s->points)
        say_line_after(out, w, s->line, s->points < 0 ? "  −%d: " : "  +%d: ", abs(s->points));
    else
        say_line_after(out, w, s->line, "  –: ");
}

void narrator_print_result(FILE *out, const words_for *w, const void *st) {
    gm_result res;
    gm_score lines[GM_MAX_SCORES];
    w->game->result(w->box, st, &res);
    int n = w->game->scores(w->box, st, lines);
    bool scored = false; /* points say more than who has won */
    for (int q = 0; q < gm_players(w->box); q++)
        scored |= res.points[q] != (res.winners >> q & 1);
    say_line(out, w, (gm_line){"play.over", {{0}}});
    for (int q = 0; q < gm_players(w->box); q++) {
        const char *won = res.winners >> q & 1 ? "play.won" : "play.lost";
        say_line(out, w, (gm_line){scored ? "play.points" : won, {SAY_SEAT(q), SAY_NUMBER(res.points[q])}});
        for (int i = 0; i < n; i++)
            if (lines[i].seat == q) print_score(out, w, &lines[i], scored);
    }
    say_line(out, w,
             (gm_line){res.winners & (res.winners - 1) ? "play.winners" : "play.winner",
                       {{GM_ARG_THINGS, "seat", res.winners}}});
}

void narrator_tell_end(narrator *t, bool personal) {
    gm_result res;
    narrator_flush(t);
    narrator_print_result(t->out, &t->w, t->st);
    t->w.game->result(t->w.box, t->st, &res);
    if (personal)
        narrator_say(t, (gm_line){res.winners >> t->reader & 1 ? "play.you-win" : "play.you-lose", {{0}}});
}
