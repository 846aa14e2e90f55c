/* narrator.h - tells a game in sentences to one reader, on this computer and at a house alike.
 *
 * Sentences come from the state, or from the reader's view of it, which gives the same sentences; and from the
 * story, the moves as they were heard.  It works with a screen reader: nothing is drawn or moved, and colour only
 * repeats what the words say. */
#ifndef TERM_NARRATOR_H
#define TERM_NARRATOR_H
#include "kit/view.h"
#include "term/say.h"

enum {
    NARRATOR_LINE = 512,       /* bytes of a move in words */
    NARRATOR_STATE_LINE = 2048 /* bytes of a line about a state: a large hand has many names */
};

typedef struct {
    FILE *out;
    words_for w; /* with game and box; its names are those below */
    const char *names[GM_MAX_SEATS];
    const void *st;   /* the state, or the reader's view of it */
    gm_seat reader;   /* who sits at the screen */
    gm_seat listener; /* whose story it is: the reader's, or the spectators' where people share a screen */
    gm_story story;
    char pending[NARRATOR_LINE]; /* a sentence that has not been printed yet, */
    int repeats;                 /* and how often it was said */
    gm_move listed; /* or the first of several moves of the dealer's that are told in one sentence, */
    int n_listed;   /* their number, */
    char list[NARRATOR_STATE_LINE]; /* and what was dealt */
    struct {                        /* the state as it was told last: to whom, and after how many moves */
        char line[GM_MAX_LINES][NARRATOR_STATE_LINE];
        int n, at;
        gm_seat to;
    } shown;
} narrator;

/* Takes the game, the box and the names of dummies.  The caller sets the other names, the state and the
 * story. */
void narrator_start(narrator *t, FILE *out, words_lang lang, const gm_game *g, const void *box);

/* ---- sentences ------------------------------------------------------------------------------ */

void narrator_say(narrator *t, gm_line line);
void narrator_say_text(narrator *t, const char *s);
void narrator_say_error(narrator *t, gm_line line); /* the same, as what is wrong with what was typed */
void narrator_say_fault(narrator *t, const fault *why);
void narrator_say_reason(narrator *t, const gm_reason *why);

/* Says a line that may come several times in a row; then it is printed once, with a count, as soon as another
 * line comes or at narrator_flush. */
void narrator_say_counted(narrator *t, const gm_line *line);
void narrator_flush(narrator *t);

/* ---- the game ------------------------------------------------------------------------------- */

void narrator_tell_seats(narrator *t, gm_seats bots); /* who sits where */
void narrator_tell_brief(narrator *t);                /* what is particular to this box */
void narrator_tell_rules(narrator *t);
void narrator_tell_log(narrator *t);

/* Move i of the story; and what a move brought about, from the listener's views before and after it. */
void narrator_tell_move(narrator *t, int i);
void narrator_tell_news(narrator *t, const gm_view *before, const gm_view *after);

/* What follows the command undo: how many of the reader's moves, *moves, or nothing for one.  *n is the number of the
 * first of them, or -1 if the reader has not moved.  False after saying that there are not so many. */
bool narrator_parse_undo(narrator *t, const char *typed, int *moves, int *n);

/* The state: all of it, or only the groups of lines that have changed since it was told. */
void narrator_tell_state(narrator *t, bool all);

/* The discards that lie open; and, if the game has such, a line of help about them. */
void narrator_tell_discards(narrator *t);
void narrator_help_discards(narrator *t);

/* Was the state told to this reader, and has nobody else but the dealer moved since? */
bool narrator_state_is_recent(const narrator *t);
void narrator_forget_state(narrator *t);

/* Everybody's points at the end of a game, what they were for, and who wins.  With `personal`, also whether the
 * reader has won. */
void narrator_print_result(FILE *out, const words_for *w, const void *st);
void narrator_tell_end(narrator *t, bool personal);
#endif
