/* input.h - lines that people type, and the commands in them. */
#ifndef TERM_INPUT_H
#define TERM_INPUT_H
#include <stdbool.h>

enum { INPUT_LINE = 512 }; /* bytes of a typed line, with the 0 at its end; longer ones are cut */

/* Trims a line and puts it into lower case, as notation is.  Names of files and what is said keep their
 * capitals. */
void input_normalize(char *line);

/* Does the line begin with this word?  If so, *rest is what follows it. */
bool input_is(const char *line, const char *word, const char **rest);
#endif
