/* teller.h - a game told in sentences to one reader.
 *
 * The same at a table of one's own and at a house: what is told comes from the state, or from the reader's
 * view of it, which gives the same sentences, and from the story, the moves as the reader heard them.
 * Made to be used with a screen reader too: nothing is drawn, moved or coloured. */
#ifndef TERM_TELLER_H
#define TERM_TELLER_H
#include "kit/view.h"
#include "term/say.h"

enum {
    TELL_LINE = 512,  /* bytes of a line that is typed, or of a move in words */
    TELL_STATE = 2048 /* of a line of a state: a large hand has many names */
};

typedef struct {
    FILE *out;
    words_for w; /* with game and box; names are those below */
    const char *names[GM_MAX_SEATS];
    const void *st; /* the state, or near's view of it */
    gm_seat near;   /* who sits at the screen */
    gm_seat ears;   /* whose story it is: near's, or the room's where people share a screen */
    gm_story story;
    char last[TELL_LINE]; /* the sentence that waits to be told, and how often */
    int times;
    struct { /* the state as it was told last: to whom, and after how many moves */
        char line[GM_MAX_LINES][TELL_STATE];
        int n, at;
        gm_seat to;
    } shown;
} teller;

/* Takes game, box and names of dummies from w; the caller gives the others' names, state and story. */
void teller_open(teller *t, FILE *out, words_lang lang, const gm_game *g, const void *box);

/* Tells a line; the same one again and again is told once, with how often, when another line comes or at
 * tell_flush. */
void tell_often(teller *t, const gm_line *line);
void tell_flush(teller *t);

void tell(teller *t, gm_line line);
void tell_text(teller *t, const char *s);
void tell_fault(teller *t, const fault *why);
void tell_reason(teller *t, const gm_reason *why);

void tell_seats(teller *t, gm_seats bots); /* who sits where */
void tell_brief(teller *t);                /* what is particular to this box */
void tell_rules(teller *t);
void tell_log(teller *t);

/* Move i of the story, and what it brought about, from the ears' views before and after it. */
void tell_heard(teller *t, int i);
void tell_news(teller *t, const gm_view *before, const gm_view *after);

/* The state: all of it, or the groups of lines that have changed since it was told.  Has nobody but the
 * dealer and this seat moved since then? */
void tell_state(teller *t, bool all);
bool tell_still_there(const teller *t);
void tell_forget(teller *t); /* that it was told */

/* Everybody's points of a game that is over, what they were for, and who wins. */
void tell_result(FILE *out, const words_for *w, const void *st);
void tell_end(teller *t, bool own); /* the same, and whether near has won, if `own` */
#endif
