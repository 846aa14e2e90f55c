/* fuzz.h - what all fuzzers share. */
#ifndef FUZZ_H
#define FUZZ_H
#include "base/text.h"
#include "games/game.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Like assert, but NDEBUG does not remove it. */
static inline void must(bool holds) {
    if (!holds) abort();
}

/* A C string of whole UTF-8 characters within size bytes. */
static inline void check_text(const char *s, size_t size) {
    const char *end = memchr(s, 0, size);
    must(end);
    for (int n; s < end; s += n)
        must((n = text_utf8(s, (size_t)(end - s))) > 0);
}

/* Lines of such text, without control codes for a terminal. */
static inline void check_lines(const char *s, size_t size) {
    check_text(s, size);
    for (; *s; s++) {
        must(*s == '\n' || ((uint8_t)*s >= ' ' && *s != 0x7F));
        must((uint8_t)s[0] != 0xC2 || (uint8_t)s[1] >= 0xA0);
    }
}

enum { FUZZ_VALUE = 32 };

/* Setting number n of a game, counting each value of each option, and both ends of
 * a range; without a key if there are fewer. */
static inline gm_setting nth_setting(const gm_game *g, size_t n, char value[FUZZ_VALUE]) {
    for (const gm_option *o = g->options; o->key; o++) {
        const char *between = strchr(o->values, '|') ? "|" : "..";
        for (const char *s = o->values, *end; s; s = end ? end + strlen(between) : NULL) {
            end = strstr(s, between);
            if (n--) continue;
            text t = text_on(value, FUZZ_VALUE);
            text_bytes(&t, s, end ? (size_t)(end - s) : strlen(s));
            return (gm_setting){o->key, value};
        }
    }
    return (gm_setting){0};
}
#endif
