/* plain.c - a table in the terminal: text in, text out.
 *
  * Map: the table - words that people type - asking a person - asking the dealer - the game. */
#include "term/plain.h"
#include "base/bits.h"
#include "bots/bots.h"
#include "kit/notation.h"
#include "term/choice.h"
#include "term/file.h"
#include <stdlib.h>
#include <string.h>

enum {
    LISTED = 12, /* dealer's outcomes that are worth a list */
    SCREEN = 60, /* lines of a tall screen */
};

typedef struct {
    plain *p;
    record *r;
    teller *t;
    gm_seats people;
    char typed[TELL_LINE]; /* by the dealer, for the outcomes to come */
    bool saved, leaving;   /* is there something to lose?  has somebody said quit? */
} table;

/* What became of a line that somebody typed. */
typedef enum { ASK_AGAIN, MOVED, TAKEN_BACK, STOP } answer;

/* ---- the table ----------------------------------------------------- */

static bool several(const table *t) { return t->people & (t->people - 1); }

static bool has_secrets(const gm_game *g) {
    for (const gm_field *f = g->fields; f->name; f++)
        if (f->visibility != GM_PUBLIC) return true;
    return false;
}

/* A screen that people share, and at which somebody has something to hide. */
static bool shared(const table *t) { return several(t) && has_secrets(t->r->match.game); }

/* Who sits at the screen now.  On one that people share the log is what onlookers hear. */
static void sit_near(table *t, gm_seat who) {
    t->t->near = who;
    t->t->ears = shared(t) ? GM_SPECTATOR : who;
    t->t->story = gm_match_story(&t->r->match, t->t->ears);
}

/* ---- words that people type --------------------------------------------------------- */

/* A line without blanks at its ends; false at the end of the input. */
static bool read_line(table *t, char line[TELL_LINE]) {
    fflush(t->p->out);
    if (!fgets(line, TELL_LINE, t->p->in)) return false;
    size_t n = strlen(line);
    if (n == TELL_LINE - 1 && line[n - 1] != '\n') /* swallow the rest of a long one */
        for (int c; (c = fgetc(t->p->in)) != EOF && c != '\n';)
            ;
    word_tidy(line);
    return true;
}

static bool save(table *t, const char *path) {
    fault why;
    bool good = file_record(path, t->r, &why);
    t->saved |= good;
    if (good)
        tell(t->t, (gm_line){"play.saved", {SAY_TEXT(path)}});
    else
        tell_fault(t->t, &why);
    return good;
}

/* Who deals by hand may have mistyped: back to the last outcome that was not the only one,
 * also if bots have acted on it since. */
static bool retype(table *t) {
    record *r = t->r;
    gm_move moves[GM_MAX_MOVES];
    int n = r->match.n;
    for (int at = n; at && (r->by[at - 1] == GM_DEALER || !(t->people >> r->by[at - 1] & 1));) {
        bool dealt = r->by[--at] == GM_DEALER;
        gm_match_rewind(&r->match, at);
        if (dealt && r->match.game->moves(r->box, r->st, GM_DEALER, moves) > 1) return true;
    }
    while (r->match.n < n)
        gm_match_play(&r->match, r->by[r->match.n], r->move[r->match.n]);
    return false;
}

static answer take_back(table *t) {
    const record *r = t->r;
    bool own = gm_match_undoable(&r->match, t->t->near);
    t->typed[0] = 0;
    if (!own && !(r->deal == DEAL_BY_HAND && retype(t))) {
        tell(t->t, (gm_line){"play.no-undo", {{0}}});
        return ASK_AGAIN;
    }
    if (own) gm_match_rewind(&t->r->match, r->match.n - 1);
    t->t->story.n = r->match.n;
    tell_forget(t->t);
    t->saved = false;
    tell(t->t, (gm_line){"play.undone", {{0}}});
    return TAKEN_BACK;
}

/* The words that everybody can say; false if it is none of them. */
static bool obey(table *t, const choices *c, const char *line, answer *a) {
    const char *rest;
    *a = ASK_AGAIN;
    if (word_is(line, "help", &rest))
        tell(t->t, (gm_line){"play.help", {{0}}});
    else if (word_is(line, "save", &rest)) {
        if (*rest)
            save(t, rest);
        else
            tell(t->t, (gm_line){"play.save-where", {{0}}});
    } else if (word_is(line, "undo", &rest))
        *a = take_back(t);
    else if (word_is(line, "quit", &rest)) {
        *a = t->saved || t->leaving || t->p->path ? STOP : ASK_AGAIN;
        t->leaving = true;
        if (*a != STOP) tell(t->t, (gm_line){"play.unsaved", {{0}}});
    } else
        return word_answer(t->t, c, line);
    return true;
}

/* ---- asking a person ------------------------------------------------------------------ */

static answer play(table *t, gm_seat who, gm_move m) {
    record *r = t->r;
    gm_view before, after;
    gm_make_view(r->match.game, r->box, r->st, t->t->ears, &before);
    gm_match_play(&r->match, who, m);
    t->t->story.n = r->match.n;
    tell_heard(t->t, r->match.n - 1);
    gm_make_view(r->match.game, r->box, r->st, t->t->ears, &after);
    tell_news(t->t, &before, &after);
    t->saved = t->leaving = false;
    return MOVED;
}

/* More than one person at one screen: what the last one saw scrolls away before
 * the next one takes the seat. */
static bool change_seats(table *t, gm_seat who) {
    char line[TELL_LINE];
    if (t->t->near == who) return true;
    sit_near(t, who);
    if (!shared(t)) return true;
    tell_flush(t->t);
    for (int i = 0; i < SCREEN; i++)
        fprintf(t->p->out, "\n");
    tell(t->t, (gm_line){"play.pass", {SAY_SEAT(who)}});
    return read_line(t, line);
}

static answer ask_person(table *t, gm_seat who) {
    choices c;
    gm_move m;
    choice_find(t->t, who, &c);
    if (!change_seats(t, who)) return STOP;
    tell_flush(t->t);
    fprintf(t->p->out, "\n");
    tell_state(t->t, !tell_still_there(t->t));
    choice_offer(t->t, &c);
    for (char line[TELL_LINE];;) {
        answer a;
        fprintf(t->p->out, "> ");
        if (!read_line(t, line)) return STOP;
        if (!*line) continue;
        if (obey(t, &c, line, &a)) {
            if (a != ASK_AGAIN) return a;
        } else if (choice_take(t->t, &c, line, &m))
            return play(t, who, m);
    }
}

/* ---- asking the dealer ------------------------------------------------------------------ */

/* Of several words typed at once, `6 5 3 4 1`, the first is for now and the others for the
 * outcomes to come.  A line that begins with a verb is one move, and so is one whose first
 * word alone means nothing. */
static gm_move dealt(table *t, const choices *c, const char *line) {
    char word[TELL_LINE];
    size_t size = strcspn(line, " ");
    gm_move m = 0;
    memcpy(word, line, size);
    word[size] = 0;
    if (strcmp(word, gm_verb_of(t->r->match.game, c->move[0])->name)) m = choice_meant(t->t, c, word);
    if (!m) return choice_meant(t->t, c, line);
    while (line[size] == ' ')
        size++;
    memmove(t->typed, line + size, strlen(line + size) + 1);
    return m;
}

/* What the dealer is to deal now, as one hears it who may not know the card. */
static void tell_due(table *t, gm_move m) {
    const gm_verb *v = gm_verb_of(t->r->match.game, m);
    int last = gm_written_arg(v, gm_arg_count(v) - 1);
    gm_line line;
    if (!v->say_hidden) return;
    gm_say_move(t->r->match.game, GM_DEALER, m | (gm_move)GM_HIDDEN << (16 - 8 * last), &line);
    char due[TELL_LINE];
    text s = text_on(due, sizeof due);
    words_line(&s, &t->t->w, &line);
    tell(t->t, (gm_line){"play.due", {SAY_TEXT(due)}});
}

static void tell_example(table *t, gm_move m) {
    char first[GM_NOTATION_SIZE];
    text s = text_on(first, sizeof first);
    gm_write_move(&s, t->r->match.game, t->r->box, m);
    tell_due(t, m);
    tell(t->t, (gm_line){"play.dealer", {SAY_TEXT(first)}});
}

static answer ask_outcome(table *t) {
    choices c;
    gm_move m;
    choice_find(t->t, GM_DEALER, &c);
    if (t->typed[0] && (m = dealt(t, &c, t->typed))) return play(t, GM_DEALER, m);
    if (c.n == 1) return play(t, GM_DEALER, c.move[0]);
    if (t->typed[0]) choice_explain(t->t, &c, t->typed, false);
    t->typed[0] = 0;
    tell_flush(t->t);
    if (c.n <= LISTED) choice_list(t->t, &c);
    for (char line[TELL_LINE];;) {
        answer a;
        tell_example(t, c.move[0]);
        fprintf(t->p->out, "> ");
        if (!read_line(t, line)) return STOP;
        if (!*line) continue;
        if (obey(t, &c, line, &a)) {
            if (a != ASK_AGAIN) return a;
            continue;
        }
        if ((m = dealt(t, &c, line))) return play(t, GM_DEALER, m);
        choice_explain(t->t, &c, line, false);
    }
}

/* On a screen that people share nobody's secrets are told meanwhile. */
static answer ask_dealer(table *t) {
    gm_seat near = t->t->near;
    if (shared(t)) t->t->near = GM_SPECTATOR;
    answer a = ask_outcome(t);
    t->t->near = near;
    return a;
}

/* ---- the game ------------------------------------------------------------------------------ */

static answer ask_bot(table *t, gm_seat who) {
    const record *r = t->r;
    return play(t, who, bots_move(bots_find(r->seat[who].bot, r->match.game), r, who));
}

static void greet(table *t) {
    const record *r = t->r;
    int seats = r->order.seats;
    tell(t->t, (gm_line){"play.game", {SAY_WORD(r->match.game->say), SAY_NUMBER(seats)}});
    tell_seats(t->t, (gm_seats)(~t->people & (BIT(seats) - 1)));
    tell(t->t, (gm_line){"play.words", {{0}}});
    fprintf(t->p->out, "\n");
    tell_brief(t->t);
}

/* Begins to write down what everybody hears; of a game that was read, from its start. */
static void hear_from_start(gm_match *m) {
    int n = m->n;
    m->heard = malloc(sizeof *m->heard);
    if (!m->heard) abort();
    for (gm_match_rewind(m, 0); m->n < n;)
        gm_match_play(m, m->by[m->n], m->move[m->n]);
}

static void open_table(table *t) {
    static teller told; /* large, and there is one screen */
    const record *r = t->r;
    t->t = &told;
    teller_open(t->t, t->p->out, t->p->lang, r->match.game, r->box);
    t->t->st = r->st;
    for (int q = 0; q < r->order.seats; q++) {
        t->t->names[q] = r->seat[q].name;
        if (!r->seat[q].bot[0]) t->people |= (gm_seats)BIT(q);
    }
    hear_from_start(&t->r->match);
    sit_near(t, t->people && !shared(t) ? (gm_seat)bits_first(t->people) : GM_SPECTATOR);
}

/* Asks who is to move, people first, so that they do not wait for bots in vain. */
static answer ask(table *t, gm_seats act) {
    const record *r = t->r;
    gm_seats here = act & t->people;
    gm_seat who = (gm_seat)bits_first(here ? here : act);
    if (who != GM_DEALER && t->typed[0]) {
        tell(t->t, (gm_line){"play.unused", {SAY_TEXT(t->typed)}});
        t->typed[0] = 0;
    }
    if (r->match.n == GM_MAX_PLIES) return STOP; /* the record is full */
    if (who == GM_DEALER)
        return r->deal == DEAL_BY_HAND ? ask_dealer(t) : play(t, who, gm_match_deal(&r->match, r->key));
    return here ? ask_person(t, who) : ask_bot(t, who);
}

bool plain_play(plain *p) {
    table t = {.p = p, .r = p->game};
    const record *r = p->game;
    open_table(&t);
    greet(&t);
    if (r->match.n) tell_log(t.t);
    answer a = MOVED;
    for (gm_seats act; a != STOP && (act = r->match.game->to_act(r->box, r->st));)
        a = ask(&t, act);
    if (a == STOP)
        tell(t.t, (gm_line){"play.stopped", {{0}}});
    else
        tell_end(t.t, t.t->near < GM_MAX_SEATS && !several(&t));
    bool good = !p->path || save(&t, p->path);
    free(t.r->match.heard);
    t.r->match.heard = NULL;
    return good;
}
