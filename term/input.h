/* input.h - lines that people type, and the commands in them.
 *
 * Commands have an English word, which the code uses, and words in each language (play.word.* in the catalogs). */
#ifndef TERM_INPUT_H
#define TERM_INPUT_H
#include "words/words.h"
#include <stdio.h>

enum { INPUT_LINE = 512 }; /* bytes of a typed line, with the 0 at its end; longer ones are cut */

/* Trims a line, replaces the words of a command by its English ones, and puts the rest into lower case, as notation
 * is.  Names of files and what is said keep their capitals. */
void input_normalize(char line[INPUT_LINE], words_lang lang);

/* Does the line begin with this word?  If so, *rest is what follows it. */
bool input_is(const char *line, const char *word, const char **rest);

/* Command i, from 0: its English word, and those in a language, with blanks between.  NULL after the last. */
const char *input_command(int i, words_lang lang, const char **words);

/* Prints the words of commands in a language other than English, with the English ones: of all, or of those that a
 * table on this computer has, too. */
void input_say_commands(FILE *out, words_lang lang, bool all);
#endif
