/* say.c - prints sentences of the catalogs to a stream. */
#include "term/say.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LONGEST_LINE = 8192 }; /* the rules of a game are one entry of the catalogs */

/* How many columns the terminal has; 0 if the stream is not a terminal. */
static size_t columns(FILE *out) {
    struct winsize size;
    if (!isatty(fileno(out))) return 0;
    if (ioctl(fileno(out), TIOCGWINSZ, &size) || size.ws_col < 20) return 80;
    return size.ws_col;
}

/* How many columns the word at s takes, at one for each character. */
static size_t word_width(const char *s) {
    size_t n = 0;
    for (; *s && *s != ' ' && *s != '\n'; s++)
        n += (*s & 0xC0) != 0x80;
    return n;
}

void say_text(FILE *out, const char *s) {
    size_t width = columns(out), indent = strspn(s, " "), at = 0;
    for (; *s; s++) {
        if (*s == ' ' && width && at > indent && at + 1 + word_width(s + 1) >= width) {
            fprintf(out, "\n%*s", (int)indent, "");
            at = indent;
            continue;
        }
        fputc(*s, out);
        at = *s == '\n' ? 0 : at + ((*s & 0xC0) != 0x80);
        if (*s == '\n') indent = strspn(s + 1, " ");
    }
    fputc('\n', out);
}

void say_line(FILE *out, const words_for *w, gm_line line) {
    char buffer[LONGEST_LINE];
    text t = text_on(buffer, sizeof buffer);
    words_line(&t, w, &line);
    say_text(out, buffer);
}

void say_line_after(FILE *out, const words_for *w, gm_line line, const char *format, ...) {
    char buffer[LONGEST_LINE];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(buffer, sizeof buffer, format, args);
    va_end(args);
    if (n < 0 || n >= LONGEST_LINE) abort(); /* callers give names and numbers, which are short */
    text t = text_on(buffer + n, sizeof buffer - (size_t)n);
    words_line(&t, w, &line);
    say_text(out, buffer);
}

const char *say_default_name(words_lang lang, int seat) {
    static const char *const keys[GM_MAX_SEATS] = {"name.0", "name.1", "name.2", "name.3",
                                                   "name.4", "name.5", "name.6"};
    return words_get(lang, keys[seat], 0);
}

void say_fault(FILE *out, words_lang lang, const fault *f) {
    char buffer[LONGEST_LINE];
    text t = text_on(buffer, sizeof buffer);
    text_put(&t, "safehouse: ");
    words_fault(&t, lang, f);
    say_text(out, buffer);
}
