/* local.c - a game on this computer, in the terminal, as plain text.
 *
 * In a game that is dealt by hand, a person types the dealer's moves, the outcomes of cards and dice.
 *
 * Map: who sits at the screen - commands - asking a person - asking the dealer - the game. */
#include "term/local.h"
#include "base/bits.h"
#include "bots/bots.h"
#include "kit/notation.h"
#include "term/choice.h"
#include "term/file.h"
#include "term/match.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MAX_LISTED = 12,   /* up to so many outcomes are listed */
    MAX_WORDS = 16,    /* of one outcome; a mission has about 10 */
    SCREEN_LINES = 60, /* of a tall screen */
};

typedef struct {
    const local_terms *terms;
    record *record;
    narrator *narrator;
    gm_seats people;
    char dealt[INPUT_LINE];  /* typed ahead for the outcomes to come */
    bool saved, quit_warned; /* quit_warned: somebody has typed quit, and was told to save */
    char path[INPUT_LINE];   /* of the file that was saved, or that somebody was told is there already */
} local_game;

/* What a typed line led to. */
typedef enum { ASK_AGAIN, MOVED, TAKEN_BACK, STOP } turn_result;

/* ---- who sits at the screen ----------------------------------------------------------------- */

static bool has_several_people(const local_game *g) { return g->people & (g->people - 1); }

static bool has_secrets(const gm_game *g) {
    for (const gm_field *f = g->fields; f->name; f++)
        if (f->visibility != GM_PUBLIC) return true;
    return false;
}

/* Do people share a screen in a game with secrets? */
static bool is_shared(const local_game *g) {
    return has_several_people(g) && has_secrets(g->record->match.game);
}

/* Somebody sits down at the screen.  On a shared screen the log is what spectators hear. */
static void set_reader(local_game *g, gm_seat who) {
    g->narrator->reader = who;
    g->narrator->listener = is_shared(g) ? GM_SPECTATOR : who;
    g->narrator->story = gm_match_story(&g->record->match, g->narrator->listener);
    say_set_own_name(who < GM_MAX_SEATS ? g->narrator->names[who] : NULL);
}

/* ---- commands ------------------------------------------------------------------------------- */

/* Reads a line; false at the end of the input. */
static bool read_line(local_game *g, char line[INPUT_LINE]) {
    fflush(g->terms->out);
    if (!fgets(line, INPUT_LINE, g->terms->in)) return false;
    size_t n = strlen(line);
    if (n == INPUT_LINE - 1 && line[n - 1] != '\n') /* skip the rest of a long line */
        for (int c; (c = fgetc(g->terms->in)) != EOF && c != '\n';)
            ;
    input_normalize(line, g->terms->lang);
    return true;
}

static bool save(local_game *g, const char *path) {
    fault why;
    bool good = file_write_record(path, g->record, &why);
    g->saved |= good;
    if (good)
        narrator_say(g->narrator, (gm_line){"play.saved", {SAY_TEXT(path)}});
    else
        narrator_say_fault(g->narrator, &why);
    return good;
}

/* Saves the game; a file that is there already only if the command comes twice. */
static void save_as(local_game *g, const char *path) {
    bool again = !strcmp(g->path, path);
    memcpy(g->path, path, strlen(path) + 1);
    if (again || !file_exists(path))
        save(g, path);
    else
        narrator_say(g->narrator, (gm_line){"play.exists", {SAY_TEXT(path)}});
}

/* Corrects a typing error of the person who deals: goes back to the last outcome that was not the only one, even
 * if bots have acted on it since. */
static bool rewind_to_outcome(local_game *g) {
    record *r = g->record;
    gm_move moves[GM_MAX_MOVES];
    int n = r->match.n;
    for (int at = n; at && (r->by[at - 1] == GM_DEALER || !(g->people >> r->by[at - 1] & 1));) {
        bool dealt = r->by[--at] == GM_DEALER;
        gm_match_rewind(&r->match, at);
        if (!dealt || r->match.game->moves(r->box, r->st, GM_DEALER, moves) <= 1) continue;
        record_take_back(r, at);
        return true;
    }
    while (r->match.n < n)
        gm_match_play(&r->match, r->by[r->match.n], r->move[r->match.n]);
    return false;
}

/* Somebody alone with bots may go back to any of their moves, if the deals can come again as they came. */
static bool may_practise(const local_game *g) {
    return g->people && !has_several_people(g) && g->record->deal != DEAL_BY_HAND;
}

/* Takes back so many of the reader's moves, of which n is the first.  NULL: that cannot be; otherwise what to say. */
static const char *rewind_moves(local_game *g, int moves, int n) {
    record *r = g->record;
    if (moves <= gm_match_undoable(&r->match, g->narrator->reader)) {
        record_take_back(r, r->match.n - moves);
        return "play.undone";
    }
    if (n >= 0 && may_practise(g)) {
        r->practice = true;
        record_take_back(r, gm_match_asked_for(&r->match, n));
        return "play.went-back";
    }
    return moves == 1 && r->deal == DEAL_BY_HAND && rewind_to_outcome(g) ? "play.undone" : NULL;
}

/* typed: how many moves, or nothing for one. */
static turn_result take_back(local_game *g, const char *typed) {
    const record *r = g->record;
    int moves, n;
    g->dealt[0] = 0;
    if (!narrator_parse_undo(g->narrator, typed, &moves, &n)) return ASK_AGAIN;
    const char *say = rewind_moves(g, moves, n);
    narrator_say(g->narrator, (gm_line){say ? say : "play.no-undo", {{0}}});
    if (!say) return ASK_AGAIN;
    g->narrator->story.n = r->match.n;
    narrator_forget_state(g->narrator);
    g->saved = false;
    return TAKEN_BACK;
}

/* The commands that everybody can type; false if the line is none of them. */
static bool carry_out_command(local_game *g, const choice_set *c, const char *line, turn_result *a) {
    const char *rest;
    *a = ASK_AGAIN;
    if (input_is(line, "help", &rest)) {
        narrator_say(g->narrator, (gm_line){"play.help", {{0}}});
        narrator_help_discards(g->narrator);
        input_say_commands(g->terms->out, g->terms->lang, false);
    } else if (input_is(line, "save", &rest)) {
        if (*rest)
            save_as(g, rest);
        else
            narrator_say(g->narrator, (gm_line){"play.save-where", {{0}}});
    } else if (input_is(line, "undo", &rest))
        *a = take_back(g, rest);
    else if (input_is(line, "quit", &rest)) {
        *a = g->saved || g->quit_warned || g->terms->path ? STOP : ASK_AGAIN;
        g->quit_warned = true;
        if (*a != STOP) narrator_say(g->narrator, (gm_line){"play.unsaved", {{0}}});
    } else
        return choice_answer_query(g->narrator, c, line);
    return true;
}

/* ---- asking a person ------------------------------------------------------------------------ */

static turn_result play_move(local_game *g, gm_seat who, gm_move m) {
    record *r = g->record;
    gm_view before, after;
    gm_make_view(r->match.game, r->box, r->st, g->narrator->listener, &before);
    gm_match_play(&r->match, who, m);
    g->narrator->story.n = r->match.n;
    narrator_tell_move(g->narrator, r->match.n - 1);
    gm_make_view(r->match.game, r->box, r->st, g->narrator->listener, &after);
    narrator_tell_news(g->narrator, &before, &after);
    g->saved = g->quit_warned = false;
    return MOVED;
}

/* Passes a shared screen to the next person: what the last one saw scrolls away first. */
static bool pass_screen(local_game *g, gm_seat who) {
    char line[INPUT_LINE];
    if (g->narrator->reader == who) return true;
    set_reader(g, who);
    if (!is_shared(g)) return true;
    narrator_flush(g->narrator);
    for (int i = 0; i < SCREEN_LINES; i++)
        fprintf(g->terms->out, "\n");
    narrator_say(g->narrator, (gm_line){"play.pass", {SAY_SEAT(who)}});
    return read_line(g, line);
}

static turn_result ask_person(local_game *g, gm_seat who) {
    choice_set c;
    gm_move m;
    choice_find_legal(g->narrator, who, &c);
    if (!pass_screen(g, who)) return STOP;
    narrator_flush(g->narrator);
    fprintf(g->terms->out, "\n");
    narrator_tell_state(g->narrator, !narrator_state_is_recent(g->narrator));
    choice_print(g->narrator, &c);
    for (char line[INPUT_LINE];;) {
        turn_result a;
        fprintf(g->terms->out, "> ");
        if (!read_line(g, line)) return STOP;
        if (!*line) continue;
        if (carry_out_command(g, &c, line, &a)) {
            if (a != ASK_AGAIN) return a;
        } else if (choice_parse_legal(g->narrator, &c, line, &m))
            return play_move(g, who, m);
    }
}

/* ---- asking the dealer ---------------------------------------------------------------------- */

/* Several outcomes can be typed at once, `6 5 3 4 1` or `blue 2 green 5`: the first is for now, and the rest is kept.
 * As few words as mean one outcome are the first, or all words of its name.  A line that begins with a verb is one
 * move. */
static gm_move parse_outcome(local_game *g, const choice_set *c, const char *line) {
    char start[INPUT_LINE];
    const char *rest;
    gm_move m = 0;
    size_t size = 0;
    if (input_is(line, gm_verb_of(g->record->match.game, c->move[0])->name, &rest))
        return choice_match(g->narrator, c, line);
    for (int i = 0; line[size] && !m && i < MAX_WORDS; i++) {
        size += strcspn(line + size, " ");
        memcpy(start, line, size);
        start[size] = 0;
        m = choice_match(g->narrator, c, start);
        size += strspn(line + size, " ");
    }
    if (!m) return 0;
    text name = text_on(start, sizeof start);
    choice_write_outcome(g->narrator, m, &name);
    size_t all = match_name(line, start);
    all += strspn(line + all, " ");
    if (all > size) size = all;
    memmove(g->dealt, line + size, strlen(line + size) + 1);
    return m;
}

/* Says what is dealt next, in the words for a listener who may not know the card. */
static void tell_expected_card(local_game *g, gm_move m) {
    const gm_verb *v = gm_verb_of(g->record->match.game, m);
    int last = gm_written_arg(v, gm_arg_count(v) - 1);
    gm_line line;
    if (!v->say_hidden) return;
    gm_say_move(g->record->match.game, GM_DEALER, m | (gm_move)GM_HIDDEN << (16 - 8 * last), &line);
    char expected[NARRATOR_LINE];
    text s = text_on(expected, sizeof expected);
    words_line(&s, &g->narrator->w, &line);
    narrator_say(g->narrator, (gm_line){"play.due", {SAY_TEXT(expected)}});
}

static void ask_for_outcome(local_game *g, gm_move m) {
    char first[NARRATOR_LINE];
    text s = text_on(first, sizeof first);
    choice_write_outcome(g->narrator, m, &s);
    tell_expected_card(g, m);
    narrator_say(g->narrator, (gm_line){"play.dealer", {SAY_TEXT(first)}});
}

static turn_result take_outcome(local_game *g) {
    choice_set c;
    gm_move m;
    choice_find_legal(g->narrator, GM_DEALER, &c);
    if (g->dealt[0] && (m = parse_outcome(g, &c, g->dealt))) return play_move(g, GM_DEALER, m);
    if (c.n == 1) return play_move(g, GM_DEALER, c.move[0]);
    if (g->dealt[0]) choice_explain(g->narrator, &c, g->dealt, false);
    g->dealt[0] = 0;
    narrator_flush(g->narrator);
    if (c.n <= MAX_LISTED) choice_print_all(g->narrator, &c, "");
    for (char line[INPUT_LINE];;) {
        turn_result a;
        ask_for_outcome(g, c.move[0]);
        fprintf(g->terms->out, "> ");
        if (!read_line(g, line)) return STOP;
        if (!*line) continue;
        if (carry_out_command(g, &c, line, &a)) {
            if (a != ASK_AGAIN) return a;
            continue;
        }
        if ((m = parse_outcome(g, &c, line))) return play_move(g, GM_DEALER, m);
        choice_explain(g->narrator, &c, line, false);
    }
}

/* On a shared screen nobody's secrets are told while somebody deals. */
static turn_result ask_dealer(local_game *g) {
    gm_seat reader = g->narrator->reader;
    if (is_shared(g)) g->narrator->reader = GM_SPECTATOR;
    turn_result a = take_outcome(g);
    g->narrator->reader = reader;
    return a;
}

/* ---- the game ------------------------------------------------------------------------------- */

static turn_result ask_bot(local_game *g, gm_seat who) {
    const record *r = g->record;
    return play_move(g, who, bots_move(bots_find(r->seat[who].bot, r->match.game), r, who));
}

static void introduce_game(local_game *g) {
    const record *r = g->record;
    int seats = r->order.seats;
    narrator_say(g->narrator, (gm_line){"play.game", {SAY_WORD(r->match.game->say), SAY_NUMBER(seats)}});
    narrator_tell_seats(g->narrator, (gm_seats)(~(unsigned)g->people & (BIT(seats) - 1)));
    narrator_say(g->narrator, (gm_line){"play.words", {{0}}});
    fprintf(g->terms->out, "\n");
    narrator_tell_brief(g->narrator);
}

/* Begins to record what everybody hears; in a game that was read from a file, from its start. */
static void record_stories(gm_match *m) {
    int n = m->n;
    m->heard = malloc(sizeof *m->heard);
    if (!m->heard) abort();
    for (gm_match_rewind(m, 0); m->n < n;)
        gm_match_play(m, m->by[m->n], m->move[m->n]);
}

static void start_game(local_game *g) {
    static narrator told; /* too large for the stack, and there is one screen */
    const record *r = g->record;
    g->narrator = &told;
    narrator_start(g->narrator, g->terms->out, g->terms->lang, r->match.game, r->box);
    g->narrator->st = r->st;
    for (int q = 0; q < r->order.seats; q++) {
        g->narrator->names[q] = r->seat[q].name;
        if (!r->seat[q].bot[0]) g->people |= (gm_seats)BIT(q);
    }
    record_stories(&g->record->match);
    set_reader(g, g->people && !is_shared(g) ? (gm_seat)bits_first(g->people) : GM_SPECTATOR);
}

/* Asks one of those who are to move: people first, so that they do not wait for bots. */
static turn_result ask_next(local_game *g, gm_seats act) {
    const record *r = g->record;
    gm_seats here = act & g->people;
    gm_seat who = (gm_seat)bits_first(here ? here : act);
    if (who != GM_DEALER && g->dealt[0]) {
        narrator_say(g->narrator, (gm_line){"play.unused", {SAY_TEXT(g->dealt)}});
        g->dealt[0] = 0;
    }
    if (r->match.n == GM_MAX_PLIES) return STOP; /* the record is full */
    if (who == GM_DEALER)
        return r->deal == DEAL_BY_HAND ? ask_dealer(g) : play_move(g, who, gm_match_deal(&r->match, r->key));
    return here ? ask_person(g, who) : ask_bot(g, who);
}

/* Somebody who sits at a terminal may have forgotten that there is such a file.  False: they do not want to play. */
static bool confirm_record(local_game *g) {
    char line[INPUT_LINE];
    const char *rest, *path = g->terms->path;
    if (!path || !file_exists(path) || !isatty(fileno(g->terms->in))) return true;
    narrator_say(g->narrator, (gm_line){"play.record-exists", {SAY_TEXT(path)}});
    return read_line(g, line) && !input_is(line, "quit", &rest);
}

static turn_result play_on(local_game *g, turn_result a) {
    const record *r = g->record;
    for (gm_seats act; a != STOP && (act = r->match.game->to_act(r->box, r->st));)
        a = ask_next(g, act);
    return a;
}

/* At the end, somebody at a terminal can still go back or save.  False: they do neither. */
static bool continue_after_end(local_game *g) {
    char line[INPUT_LINE];
    const char *rest;
    turn_result a = ASK_AGAIN;
    if (!may_practise(g) || !isatty(fileno(g->terms->in))) return false;
    narrator_say(g->narrator, (gm_line){"play.afterwards", {{0}}});
    while (a == ASK_AGAIN) {
        fprintf(g->terms->out, "> ");
        if (!read_line(g, line) || !(input_is(line, "undo", &rest) || input_is(line, "save", &rest)))
            return false;
        carry_out_command(g, NULL, line, &a);
    }
    return true;
}

bool local_play(const local_terms *terms) {
    local_game g = {.terms = terms, .record = terms->game};
    record *r = terms->game;
    start_game(&g);
    introduce_game(&g);
    if (r->match.n) narrator_tell_log(g.narrator);
    bool confirmed = confirm_record(&g);
    turn_result a = confirmed ? MOVED : STOP;
    do {
        a = play_on(&g, a);
        if (a == STOP)
            narrator_say(g.narrator, (gm_line){"play.stopped", {{0}}});
        else
            narrator_tell_end(g.narrator, g.narrator->reader < GM_MAX_SEATS && !has_several_people(&g));
    } while (a != STOP && continue_after_end(&g));
    bool good = !terms->path || !confirmed || save(&g, terms->path);
    free(r->match.heard);
    r->match.heard = NULL;
    return good;
}
