/* text.h - writing text into a buffer that the caller owns.
 *
 * A text never overflows: what does not fit is dropped and `cut` is set, so a
 * writer checks once, at its end.  The buffer always holds a C string. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *at;
    size_t size, used; /* used does not count the closing NUL */
    bool cut;
} text;

/* An empty text over size bytes at buffer; size is at least 1. */
text text_on(char *buffer, size_t size);

void text_char(text *t, char c);
void text_put(text *t, const char *s);
void text_bytes(text *t, const char *s, size_t n);
void text_int(text *t, int64_t n);
void text_hex(text *t, const uint8_t *bytes, size_t n); /* lower case, two digits a byte */
void text_json(text *t, const char *s, size_t n); /* as a JSON string; bytes that are not UTF-8: U+FFFD */

/* How many bytes at s, of n, are one UTF-8 character: 1..4, or 0 if they are
 * none (overlong forms, surrogates and cut ones are none). */
int text_utf8(const char *s, size_t n);

/* Is this whole UTF-8 character a control: C0, DEL or, in two bytes, C1?  Terminals
 * obey them all. */
bool text_control(const char *s);

/* Reads n bytes written as 2n hex digits of either case; false if they are not
 * just that. */
bool text_unhex(const char *s, size_t length, uint8_t *out, size_t n);

/* Reads a whole decimal number in low..high without sign, spaces or leading
 * zeros; false if s is not just that. */
bool text_number(const char *s, size_t length, int low, int high, int *out);
#endif
