/* teller.c - a game told in sentences to one reader.
 *
 * Map: lines - moves - the state - the game and its end. */
#include "term/teller.h"
#include "kit/notation.h"
#include <string.h>

void teller_open(teller *t, FILE *out, words_lang lang, const gm_game *g, const void *box) {
    memset(t, 0, sizeof *t);
    t->out = out;
    t->w = (words_for){lang, g, box, t->names};
    t->near = t->ears = GM_SPECTATOR;
    for (int q = 0; q < gm_players(box); q++) {
        gm_thing thing;
        gm_thing_of(g, box, "seat", q, &thing);
        t->names[q] = thing.name.say ? words_get(lang, thing.name.say, 0) : "";
    }
}

/* ---- lines ------------------------------------------------------------------------------------------ */

void tell_flush(teller *t) {
    if (t->times == 1) say_text(t->out, t->last);
    if (t->times > 1) say(t->out, &t->w, (gm_line){"play.times", {SAY_NUMBER(t->times), SAY_TEXT(t->last)}});
    t->times = 0;
}

void tell_often(teller *t, const gm_line *line) {
    char buffer[TELL_LINE];
    text s = text_on(buffer, sizeof buffer);
    words_line(&s, &t->w, line);
    if (t->times && strcmp(buffer, t->last)) tell_flush(t);
    memcpy(t->last, buffer, sizeof buffer);
    t->times++;
}

void tell(teller *t, gm_line line) {
    tell_flush(t);
    say(t->out, &t->w, line);
}

void tell_text(teller *t, const char *s) {
    tell_flush(t);
    say_text(t->out, s);
}

void tell_reason(teller *t, const gm_reason *why) {
    tell(t, (gm_line){"play.rule", {SAY_WORD(why->say), SAY_TEXT(why->rule)}});
}

void tell_fault(teller *t, const fault *why) {
    char buffer[TELL_LINE];
    text s = text_on(buffer, sizeof buffer);
    words_fault(&s, t->w.lang, why);
    tell_text(t, buffer);
}

/* ---- moves -------------------------------------------------------------------------------------------- */

void tell_heard(teller *t, int i) {
    gm_line line;
    gm_say_move(t->w.game, t->story.by[i], t->story.heard[i], &line);
    tell_often(t, &line);
}

void tell_news(teller *t, const gm_view *before, const gm_view *after) {
    gm_lines lines = {0};
    const gm_game *g = t->w.game;
    if (g->news) g->news(t->w.box, before->st, after->st, after->who, &lines);
    for (int i = 0; i < lines.n; i++)
        tell_often(t, &lines.line[i]);
}

/* Lives through the story once more, for what moves brought about. */
void tell_log(teller *t) {
    const gm_game *g = t->w.game;
    const gm_story *s = &t->story;
    int from = gm_log_from(g, t->w.box, t->st, s->heard, s->n);
    _Alignas(8) uint8_t st[GM_MAX_STATE] = {0};
    gm_view v;
    if (!s->n) tell(t, (gm_line){"play.log-empty", {{0}}});
    if (from) tell(t, (gm_line){"play.log-short", {{0}}});
    g->setup(t->w.box, st);
    gm_make_view(g, t->w.box, st, t->ears, &v);
    for (int i = 0; i < s->n; i++) {
        gm_view before = v;
        gm_view_step(&v, s->by[i], s->heard[i]);
        if (i < from) continue;
        tell_heard(t, i);
        tell_news(t, &before, &v);
    }
    tell_flush(t);
}

/* ---- the state ------------------------------------------------------------------------------------------ */

/* Where a group of lines ends: one that begins with a blank belongs to the one before. */
static int group_end(char lines[][TELL_STATE], int n, int from) {
    int end = from + 1;
    while (end < n && lines[end][0] == ' ')
        end++;
    return end;
}

/* Was just this group told last time? */
static bool was_shown(teller *t, char lines[][TELL_STATE], int n) {
    for (int i = 0, end; i < t->shown.n; i = end) {
        end = group_end(t->shown.line, t->shown.n, i);
        int k = 0;
        while (k < n && end - i == n && !strcmp(t->shown.line[i + k], lines[k]))
            k++;
        if (k == n) return true;
    }
    return false;
}

bool tell_still_there(const teller *t) {
    if (t->shown.to != t->near || !t->shown.n || t->story.n < t->shown.at) return false;
    for (int i = t->shown.at; i < t->story.n; i++)
        if (t->story.by[i] != t->near && t->story.by[i] != GM_DEALER) return false;
    return true;
}

void tell_state(teller *t, bool all) {
    static char now[GM_MAX_LINES][TELL_STATE];
    gm_view v;
    gm_lines lines;
    tell_flush(t);
    gm_make_view(t->w.game, t->w.box, t->st, t->near, &v);
    t->w.game->tell(t->w.box, v.st, t->near, &lines);
    for (int i = 0; i < lines.n; i++) {
        text s = text_on(now[i], TELL_STATE);
        words_line(&s, &t->w, &lines.line[i]);
    }
    for (int i = 0, end; i < lines.n; i = end) {
        end = group_end(now, lines.n, i);
        bool again = all || !was_shown(t, now + i, end - i);
        for (int k = i; k < end && again; k++)
            say_text(t->out, now[k]);
    }
    memcpy(t->shown.line, now, sizeof now);
    t->shown.n = lines.n;
    t->shown.to = t->near;
    t->shown.at = t->story.n;
}

void tell_forget(teller *t) { t->shown.n = 0; }

/* ---- the game and its end ----------------------------------------------------------------------------------- */

void tell_seats(teller *t, gm_seats bots) {
    int seats = gm_seat_count(t->w.box);
    for (int q = 0; q < gm_players(t->w.box); q++) {
        const char *what = q >= seats ? "play.seat.dummy" : bots >> q & 1 ? "play.seat.bot" : "play.seat";
        tell(t, (gm_line){what, {SAY_SEAT(q), SAY_NUMBER(q)}});
    }
}

void tell_brief(teller *t) {
    gm_lines lines = {0};
    if (t->w.game->brief) t->w.game->brief(t->w.box, &lines);
    for (int i = 0; i < lines.n; i++)
        tell(t, lines.line[i]);
}

void tell_rules(teller *t) {
    tell(t, (gm_line){t->w.game->rules, {{0}}});
    tell_brief(t);
}

void tell_result(FILE *out, const words_for *w, const void *st) {
    gm_result res;
    gm_score lines[GM_MAX_SCORES];
    w->game->result(w->box, st, &res);
    int n = w->game->scores(w->box, st, lines);
    bool scores = false; /* more than who has won */
    for (int q = 0; q < gm_players(w->box); q++)
        scores |= res.points[q] != (res.winners >> q & 1);
    say(out, w, (gm_line){"play.over", {{0}}});
    for (int q = 0; q < gm_players(w->box); q++) {
        const char *won = res.winners >> q & 1 ? "play.won" : "play.lost";
        say(out, w, (gm_line){scores ? "play.points" : won, {SAY_SEAT(q), SAY_NUMBER(res.points[q])}});
        for (int i = 0; i < n; i++)
            if (lines[i].seat == q) {
                if (!scores)
                    fputs("  ", out);
                else if (lines[i].points)
                    fprintf(out, "  %+d: ", lines[i].points);
                else
                    fputs("  –: ", out);
                say(out, w, lines[i].line);
            }
    }
    say(out, w,
        (gm_line){res.winners & (res.winners - 1) ? "play.winners" : "play.winner",
                  {{GM_ARG_THINGS, "seat", res.winners}}});
}

void tell_end(teller *t, bool own) {
    gm_result res;
    tell_flush(t);
    tell_result(t->out, &t->w, t->st);
    t->w.game->result(t->w.box, t->st, &res);
    if (own) tell(t, (gm_line){res.winners >> t->near & 1 ? "play.you-win" : "play.you-lose", {{0}}});
}
