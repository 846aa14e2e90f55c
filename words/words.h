/* words.h - sentences for people, in their language.
 *
 * The code names a sentence by its key; the catalogs (po/) hold it in every language, with places {0} to {5} for
 * arguments.  Nothing here allocates, and there is no global language: it is an argument, so a house can speak a
 * different one on each connection. */
#ifndef WORDS_WORDS_H
#define WORDS_WORDS_H
#include "base/fault.h"
#include "base/text.h"
#include "games/game.h"
#include <stdbool.h>
#include <stdint.h>

typedef enum { WORDS_EN, WORDS_PL, WORDS_RU, WORDS_LANGS } words_lang;

/* The language of a locale: "pl", "pl_PL.UTF-8", "ru_RU"; "C" and "POSIX" are English.  False if there is no catalog
 * for it. */
bool words_lang_of(const char *name, words_lang *out);

/* The code of a language: "en" */
const char *words_lang_name(words_lang lang);

/* The sentence of a key, with its places not filled in; if it has plural forms, the one for n.  Never NULL: an
 * unknown key gives the key itself. */
const char *words_get(words_lang lang, const char *key, int64_t n);

/* What a line needs besides the catalog: the language, the game and box that know its things (NULL if it names
 * none), and the seats' names.  A seat without a name is "Player 1": people count seats from 1. */
typedef struct {
    words_lang lang;
    const gm_game *game;
    const void *box;
    const char *const *names;
} words_for;

/* Writes a line: its sentence, with its arguments. */
void words_line(text *out, const words_for *w, const gm_line *line);

/* Writes what an option is: its label and its help as sentences. */
void words_option(text *out, words_lang lang, const gm_option *o);

/* Writes what is wrong: "deck.csv:3:7: sentence (rule)".  File, line, column and rule are left out if the fault does
 * not have them. */
void words_fault(text *out, words_lang lang, const fault *f);
#endif
