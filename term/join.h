/* join.h - a table of a house in the terminal: text in, text out, as at a table of one's own. */
#ifndef TERM_JOIN_H
#define TERM_JOIN_H
#include "words/words.h"
#include <stdio.h>

enum { JOIN_ANY = -1, JOIN_LOOK = -2 };

typedef struct {
    const char *url;  /* of a house, or of a table there */
    const char *name; /* NULL: as before, or it is asked for */
    int seat;         /* on which to sit down, JOIN_ANY or JOIN_LOOK */
    words_lang lang;
    int in;
    FILE *out, *err;
} join_terms;

/* Plays until somebody quits or the input ends.  False after saying on err what is wrong. */
bool join_run(const join_terms *terms);
#endif
