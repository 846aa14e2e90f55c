/* say.h - prints sentences of the catalogs to a stream. */
#ifndef TERM_SAY_H
#define TERM_SAY_H
#include "words/words.h"
#include <stdio.h>

/* Arguments for a line that is written in place:
 *   say_line(out, w, (gm_line){"play.turn", {SAY_SEAT(2)}}); */
#define SAY_TEXT(s)                                                                                          \
    { GM_ARG_TEXT, s, 0 }
#define SAY_NUMBER(x)                                                                                        \
    { GM_ARG_NUMBER, NULL, x }
#define SAY_SEAT(q)                                                                                          \
    { GM_ARG_THING, "seat", q }
#define SAY_WORD(key)                                                                                        \
    { GM_ARG_WORD, key, 0 }

/* Prints a text and a newline.  On a terminal it wraps lines between words; what is wrapped is indented like the
 * start of its line. */
void say_text(FILE *out, const char *s);

/* Prints a line of the catalogs. */
void say_line(FILE *out, const words_for *w, gm_line line);

/* The same with something before it, such as "safehouse: ", in the way of printf.  It is one text for wrapping. */
void say_line_after(FILE *out, const words_for *w, gm_line line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The name of a seat to which nobody has given one. */
const char *say_default_name(words_lang lang, int seat);

/* Prints "safehouse: " and what is wrong. */
void say_fault(FILE *out, words_lang lang, const fault *f);
#endif
