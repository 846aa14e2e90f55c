/* catalog.h - the catalogs as C tables, which tools/po.py generates from po/.  Only words.c uses them. */
#ifndef WORDS_CATALOG_H
#define WORDS_CATALOG_H
#include "words/words.h"

enum { WORDS_FORMS = 4 }; /* Polish and Russian have 3, Slovene 4 */

/* A sentence without plural forms has only form 0; the others are NULL. */
typedef struct {
    const char *key;
    const char *form[WORDS_LANGS][WORDS_FORMS];
} words_entry;

/* Sorted by key, in the order of strcmp(). */
extern const words_entry *const words_entries;
extern const size_t words_count;

/* Which plural form a number takes. */
extern int (*const words_plural[WORDS_LANGS])(uint64_t n);
#endif
