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

/* ---- colour ---------------------------------------------------------------------------------
 *
 * Until say_set_colour() is called nothing is coloured.  Colour never says anything that the words do not. */

typedef enum { SAY_COLOUR_AUTO, SAY_COLOUR_ALWAYS, SAY_COLOUR_NEVER } say_colour;

/* auto: on a terminal, unless NO_COLOR is set or the terminal is a dumb one. */
void say_set_colour(say_colour when);

/* From now on this name is bold; NULL: none.  The caller keeps it. */
void say_set_own_name(const char *name);

/* From now on the names of these colours, and a number after one, are printed in it.  NULL: none. */
typedef struct {
    const char *word;
    int colour; /* of the terminal: 1 red, 2 green, 3 yellow, 4 blue, 5 magenta */
} say_suit;
void say_set_suits(const say_suit *suits, int n); /* the caller keeps them */

/* ---- texts ---------------------------------------------------------------------------------- */

/* Prints a text and a newline.  On a terminal it wraps lines between words; what is wrapped is indented like the
 * start of its line. */
void say_text(FILE *out, const char *s);

/* The same for what is wrong, in red. */
void say_error(FILE *out, const char *s);

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
