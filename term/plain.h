/* plain.h - a table in the terminal: text in, text out.
 *
 * Made to be used with a screen reader too: states are told in sentences, nothing
 * is drawn, moved or coloured. */
#ifndef TERM_PLAIN_H
#define TERM_PLAIN_H
#include "kit/record.h"
#include "words/words.h"
#include <stdio.h>

typedef struct {
    record *game; /* started or read; seats without a bot are people here */
    words_lang lang;
    const char *path; /* where the record goes at the end, or NULL */
    FILE *in, *out;
} plain;

/* Plays until the game is over, or until somebody quits or the input ends.
 * Returns false if the record could not be written. */
bool plain_play(plain *p);
#endif
