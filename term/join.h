/* join.h - `safehouse join`: a house's tables in the terminal, as plain text. */
#ifndef TERM_JOIN_H
#define TERM_JOIN_H
#include "words/words.h"
#include <stdio.h>

enum { JOIN_ANY_SEAT = -1, JOIN_AS_SPECTATOR = -2 };

typedef struct {
    const char *url;  /* of a house, or of a table there */
    const char *name; /* NULL: the name used last at this house; without one, the user is asked */
    int seat;         /* the seat to take, JOIN_ANY_SEAT or JOIN_AS_SPECTATOR */
    words_lang lang;
    int in;
    FILE *out, *err;
} join_terms;

/* Plays until the user quits or the input ends.  False after saying on err what is wrong. */
bool join_run(const join_terms *terms);
#endif
