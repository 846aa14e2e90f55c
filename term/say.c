/* say.c - prints sentences of the catalogs to a stream. */
#include "term/say.h"
#include <ctype.h>
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

/* ---- colour --------------------------------------------------------------------------------- */

static struct {
    bool set;
    say_colour when;
    const char *own_name;
    const say_suit *suits;
    int n_suits;
} style;

void say_set_colour(say_colour when) { style.set = true, style.when = when; }
void say_set_own_name(const char *name) { style.own_name = name; }
void say_set_suits(const say_suit *suits, int n) { style.suits = suits, style.n_suits = n; }

static bool has_colour(FILE *out) {
    const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if (!style.set || style.when != SAY_COLOUR_AUTO) return style.set && style.when == SAY_COLOUR_ALWAYS;
    return isatty(fileno(out)) && !(no && *no) && !(terminal && !strcmp(terminal, "dumb"));
}

static bool is_letter(char c) { return c & 0x80 || isalnum((unsigned char)c); }

/* The length of a blank at s, which may be one that does not break; 0 if something else stands there. */
static size_t blank_at(const char *s) { return *s == ' ' ? 1 : strncmp(s, "\u00a0", 2) ? 0 : 2; }

/* The same for this word. */
static size_t word_at(const char *s, const char *word) {
    size_t n = word ? strlen(word) : 0;
    return n && !strncmp(s, word, n) && (blank_at(s + n) || !is_letter(s[n])) ? n : 0;
}

/* The length of what begins at s and is printed in a style of its own, and the code of that; 0 if nothing does. */
static size_t styled_part(const char *s, int *code) {
    size_t n = word_at(s, style.own_name);
    *code = 1; /* bold */
    for (int i = 0; i < style.n_suits && !n; i++) {
        n = word_at(s, style.suits[i].word);
        *code = 30 + style.suits[i].colour;
        size_t blank = n ? blank_at(s + n) : 0, digits = strspn(s + n + blank, "0123456789");
        if (blank && digits) n += blank + digits;
    }
    return n;
}

/* ---- texts ---------------------------------------------------------------------------------- */

/* Prints a text and wraps it; with `styles`, names and suits in theirs. */
static void print_wrapped(FILE *out, const char *s, bool styles) {
    size_t width = columns(out), indent = strspn(s, " "), at = 0;
    const char *styled_until = NULL;
    for (bool inside = false; *s; inside = is_letter(*s), s++) {
        int code;
        size_t n = styles && !styled_until && !inside ? styled_part(s, &code) : 0;
        if (n) {
            fprintf(out, "\033[%dm", code);
            styled_until = s + n;
        } else if (s == styled_until) {
            fputs("\033[0m", out);
            styled_until = NULL;
        }
        if (*s == ' ' && width && at > indent && at + 1 + word_width(s + 1) >= width) {
            fprintf(out, "\n%*s", (int)indent, "");
            at = indent;
            continue;
        }
        fputc(*s, out);
        at = *s == '\n' ? 0 : at + ((*s & 0xC0) != 0x80);
        if (*s == '\n') indent = strspn(s + 1, " ");
    }
    if (styled_until) fputs("\033[0m", out);
}

void say_text(FILE *out, const char *s) {
    print_wrapped(out, s, has_colour(out));
    fputc('\n', out);
}

void say_error(FILE *out, const char *s) {
    bool colour = has_colour(out);
    if (colour) fputs("\033[31m", out);
    print_wrapped(out, s, false);
    fputs(colour ? "\033[0m\n" : "\n", out);
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
    say_error(out, buffer);
}
