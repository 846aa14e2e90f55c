/* say.c - sentences to a stream. */
#include "term/say.h"
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LONGEST = 8192 }; /* the rules of a game are one entry of the catalogs */

/* Columns of the terminal that the stream goes to; 0 if it is none. */
static size_t columns(FILE *out) {
    struct winsize size;
    if (!isatty(fileno(out))) return 0;
    if (ioctl(fileno(out), TIOCGWINSZ, &size) || size.ws_col < 20) return 80;
    return size.ws_col;
}

/* Width of the word at s, up to a blank or an end: a column a character. */
static size_t word_width(const char *s) {
    size_t n = 0;
    for (; *s && *s != ' ' && *s != '\n'; s++)
        n += (*s & 0xC0) != 0x80;
    return n;
}

void say_text(FILE *out, const char *s) {
    size_t width = columns(out), at = 0;
    for (; *s; s++) {
        if (*s == ' ' && width && at + 1 + word_width(s + 1) >= width) {
            fputc('\n', out);
            at = 0;
            continue;
        }
        fputc(*s, out);
        at = *s == '\n' ? 0 : at + ((*s & 0xC0) != 0x80);
    }
    fputc('\n', out);
}

void say(FILE *out, const words_for *w, gm_line line) {
    char buffer[LONGEST];
    text t = text_on(buffer, sizeof buffer);
    words_line(&t, w, &line);
    say_text(out, buffer);
}

void say_fault(FILE *out, words_lang lang, const fault *f) {
    char buffer[LONGEST];
    text t = text_on(buffer, sizeof buffer);
    text_put(&t, "safehouse: ");
    words_fault(&t, lang, f);
    say_text(out, buffer);
}
