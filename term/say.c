/* say.c - sentences to a stream. */
#include "term/say.h"

enum { LONGEST = 8192 }; /* the rules of a game are one entry of the catalogs */

void say(FILE *out, const words_for *w, gm_line line) {
    char buffer[LONGEST];
    text t = text_on(buffer, sizeof buffer);
    words_line(&t, w, &line);
    fprintf(out, "%s\n", buffer);
}

void say_fault(FILE *out, words_lang lang, const fault *f) {
    char buffer[LONGEST];
    text t = text_on(buffer, sizeof buffer);
    words_fault(&t, lang, f);
    fprintf(out, "safehouse: %s\n", buffer);
}
