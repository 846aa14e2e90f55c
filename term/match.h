/* match.h - compares what people type with what is printed: in any order, in either case, with or without
 * diacritics. */
#ifndef TERM_MATCH_H
#define TERM_MATCH_H
#include <stdbool.h>
#include <stddef.h>

enum {
    MATCH_WORDS = 64,  /* a move in words has about 30; what does not fit is left out */
    MATCH_TEXT = 1024, /* bytes of all words; a typed line fits */
};

/* The words of a text, folded: letters in lower case without diacritics, and digits.  All else separates words,
 * except apostrophes. */
typedef struct {
    int n;
    size_t used;
    const char *word[MATCH_WORDS];
    char text[MATCH_TEXT];
} match_words;

/* The words of a text, and what adds those of another to them. */
void match_split(match_words *w, const char *s);
void match_add(match_words *w, const char *s);

/* How well typed words fit those of a sentence, the worst first. */
typedef enum {
    MATCH_NONE,
    MATCH_SIMILAR, /* each is a word of it, or the beginning or another form of one, with the same first 3 letters */
    MATCH_SIMILAR_IN_ORDER, /* and they have the same order */
    MATCH_ANY_ORDER,        /* each is a word of it */
    MATCH_IN_ORDER,         /* and they have the same order */
    MATCH_ALL,              /* they are the sentence */
} match_quality;

/* Numbers alone fit nothing.  The order matters in the first n words of the sentence only, and they alone are the sentence; a typed word may also
 * be one of the words after them. */
match_quality match_sentence(const match_words *typed, const match_words *said, int n);

/* How many bytes at the start of a line are this name, which may have several words; 0 if the line begins with
 * something else. */
size_t match_name(const char *line, const char *name);

/* Is this a word of the list, or similar to one? */
bool match_has(const match_words *said, const char *word);

/* Is one of the typed words one of the list, or similar to one? */
bool match_shares(const match_words *typed, const match_words *said);

/* Are all words of a list among those of another? */
bool match_within(const match_words *some, int n_some, const match_words *all, int n_all);
#endif
