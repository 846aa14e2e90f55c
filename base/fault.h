/* fault.h - what is wrong with bytes that came from outside, for a person.
 *
 * `say` is a key of the catalogs; its sentence has places {0} and {1} for the
 * two `with` texts, or for the sentences of the keys in `word`.  file is NULL and line and column are 0 where they mean
 * nothing; they count from 1, columns in characters.  rule is the id of a game's
 * rule that was broken, or NULL.  A fault owns only its `with` texts: the other
 * strings are constants, or were given to the reader that filled it in. */
#ifndef BASE_FAULT_H
#define BASE_FAULT_H
#include <stdbool.h>
#include <stddef.h>

enum { FAULT_WITH = 64 }; /* a field of a deck file fits: CSV_FIELD */

typedef struct {
    const char *say, *file;
    int line, column;
    char with[2][FAULT_WITH];
    const char *rule, *word[2];
} fault;

/* Fills in f with empty `with`s; returns false, so that a reader can end with
 * `return fault_at(...)`. */
bool fault_at(fault *f, const char *say, const char *file, int line, int column);

/* Puts n bytes of text into with[i], cut at a character's end and with
 * unprintable bytes as '?', because it may be anything; returns false too. */
bool fault_with(fault *f, int i, const char *s, size_t n);
bool fault_number(fault *f, int i, int n);

/* The sentence for an error of the system, an errno, that a person can do
 * something about; `otherwise` for any other.  The system's own words are not in
 * the reader's language. */
const char *fault_system(int error, const char *otherwise);
#endif
