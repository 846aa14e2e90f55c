/* words.c - the sentences of the lens: it has only their keys, and the page brings them in the languages that it speaks.
 *
 * tools/po.py writes both, in the same order: the sentences of a language end with \2 each, and plural forms stand
 * apart with \1. */
#include "wasm/export.h"
#include "words/catalog.h"
#include <string.h>

enum { BYTES = 1 << 17 }; /* of a language; tools/po.py knows it too */

extern words_entry lens_entries[]; /* made by tools/po.py; words_entries without const */

char *EXPORT(sh_words)(int lang);
void EXPORT(sh_words_read)(int lang);

static char sentences[WORDS_LANGS][BYTES];

/* Where the page writes the sentences of a language, as a C string. */
char *sh_words(int lang) { return sentences[lang]; }

/* Finds each sentence in what the page has written. */
void sh_words_read(int lang) {
    char *at = sentences[lang];
    for (size_t i = 0; i < words_count; i++)
        for (int form = 0; form < WORDS_FORMS; form++) {
            lens_entries[i].form[lang][form] = at;
            at += strcspn(at, "\1\2");
            char end = *at;
            if (!end) return;
            *at++ = '\0';
            if (end == '\2') break;
        }
}
