/* local.h - `safehouse play`: a game on this computer, in the terminal, as plain text.
 *
 * It works with a screen reader: states are told in sentences, nothing is drawn or moved, and colour only
 * repeats what the words say. */
#ifndef TERM_LOCAL_H
#define TERM_LOCAL_H
#include "kit/record.h"
#include "words/words.h"
#include <stdio.h>

typedef struct {
    record *game; /* started or read; people play the seats that have no bot */
    words_lang lang;
    const char *path; /* where the record is written at the end, or NULL */
    FILE *in, *out;
} local_terms;

/* Plays until the game is over, somebody quits or the input ends.  False if the record could not be
 * written. */
bool local_play(const local_terms *terms);
#endif
