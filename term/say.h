/* say.h - sentences to a stream. */
#ifndef TERM_SAY_H
#define TERM_SAY_H
#include "words/words.h"
#include <stdio.h>

/* The arguments of a line, for writing one in place:
 *   say(out, w, (gm_line){"play.turn", {SAY_SEAT(2)}}); */
#define SAY_TEXT(s)                                                                                          \
    { GM_ARG_TEXT, s, 0 }
#define SAY_NUMBER(x)                                                                                        \
    { GM_ARG_NUMBER, NULL, x }
#define SAY_SEAT(q)                                                                                          \
    { GM_ARG_THING, "seat", q }
#define SAY_WORD(key)                                                                                        \
    { GM_ARG_WORD, key, 0 }

/* A text and a line end.  On a terminal lines break between words. */
void say_text(FILE *out, const char *s);

/* A line of the catalogs. */
void say(FILE *out, const words_for *w, gm_line line);

/* What is wrong, after "safehouse: ". */
void say_fault(FILE *out, words_lang lang, const fault *f);
#endif
