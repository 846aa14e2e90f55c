/* text.c - bounded writing, and the few checks that every reader of bytes
 * needs; see text.h. */
#include "base/text.h"
#include <string.h>

static const char digits[] = "0123456789abcdef";

text text_on(char *buffer, size_t size) {
    buffer[0] = 0;
    return (text){.at = buffer, .size = size};
}

/* What is kept is always the beginning of what was put. */
void text_bytes(text *t, const char *s, size_t n) {
    size_t room = t->size - 1 - t->used;
    if (n > room) {
        n = room;
        t->cut = true;
    }
    if (n) memcpy(t->at + t->used, s, n); /* s may be NULL with no bytes */
    t->used += n;
    t->at[t->used] = 0;
}

void text_char(text *t, char c) {
    if (t->used + 1 == t->size) {
        t->cut = true;
        return;
    }
    t->at[t->used++] = c;
    t->at[t->used] = 0;
}

void text_put(text *t, const char *s) { text_bytes(t, s, strlen(s)); }

void text_int(text *t, int64_t n) {
    if (n >= 0 && n < 10) { /* most are seats, dice and the like */
        text_char(t, digits[n]);
        return;
    }
    char s[20]; /* 2^63 has 19 digits, and the sign */
    size_t i = sizeof s;
    uint64_t u = n < 0 ? 0 - (uint64_t)n : (uint64_t)n; /* INT64_MIN has no positive */
    do
        s[--i] = digits[u % 10];
    while (u /= 10);
    if (n < 0) s[--i] = '-';
    text_bytes(t, s + i, sizeof s - i);
}

void text_hex(text *t, const uint8_t *bytes, size_t n) {
    for (size_t i = 0; i < n; i++) {
        text_char(t, digits[bytes[i] >> 4]);
        text_char(t, digits[bytes[i] & 15]);
    }
}

/* Bytes that are not UTF-8 become U+FFFD, so that the result is JSON whatever
 * came in. */
void text_json(text *t, const char *s, size_t left) {
    static const char plain[] = "\b\t\n\f\r\"\\", escaped[] = "btnfr\"\\";
    text_char(t, '"');
    for (size_t n; left; s += n, left -= n) {
        for (n = 0; n < left && s[n] >= ' ' && s[n] < 0x7F && s[n] != '"' && s[n] != '\\'; n++)
            ; /* most of it needs no thought */
        text_bytes(t, s, n);
        if (n) continue;
        n = (size_t)text_utf8(s, left);
        const char *at = *s ? strchr(plain, *s) : NULL;
        if (!n) {
            text_put(t, "\\ufffd");
            n = 1;
        } else if (at) {
            text_char(t, '\\');
            text_char(t, escaped[at - plain]);
        } else if ((uint8_t)*s < ' ') {
            text_put(t, "\\u00");
            text_hex(t, &(uint8_t){(uint8_t)*s}, 1);
        } else
            text_bytes(t, s, n);
    }
    text_char(t, '"');
}

int text_utf8(const char *s, size_t n) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000}; /* below it a form is overlong */
    if (!n) return 0;
    uint8_t first = (uint8_t)*s;
    if (first < 0x80) return 1;
    int length = first < 0xC0 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF8 ? 4 : 0;
    if (!length || (size_t)length > n) return 0;
    uint32_t code = first & 0x7Fu >> length;
    for (int i = 1; i < length; i++) {
        uint8_t next = (uint8_t)s[i];
        if ((next & 0xC0) != 0x80) return 0;
        code = code << 6 | (next & 0x3F);
    }
    bool surrogate = code >> 11 == 0xD800 >> 11;
    return code < least[length] || surrogate || code > 0x10FFFF ? 0 : length;
}

/* -1 if it is none. */
static int hex_value(char c) {
    if (c >= 'A' && c <= 'F') c = (char)(c - 'A' + 'a');
    const char *at = c ? strchr(digits, c) : NULL; /* strchr would find the NUL */
    return at ? (int)(at - digits) : -1;
}

bool text_unhex(const char *s, size_t length, uint8_t *out, size_t n) {
    if (length % 2 || length / 2 != n) return false;
    for (size_t i = 0; i < n; i++) {
        int high = hex_value(s[2 * i]), low = hex_value(s[2 * i + 1]);
        if (high < 0 || low < 0) return false;
        out[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

bool text_number(const char *s, size_t length, int low, int high, int *out) {
    if (!length || (length > 1 && *s == '0')) return false;
    int64_t n = 0;
    for (size_t i = 0; i < length; i++) {
        if (s[i] < '0' || s[i] > '9') return false;
        n = n * 10 + (s[i] - '0');
        if (n > high) return false; /* here, so that n stays small */
    }
    if (n < low) return false;
    *out = (int)n;
    return true;
}

bool text_control(const char *s) {
    uint8_t first = (uint8_t)s[0];
    return first < ' ' || first == 0x7F || (first == 0xC2 && (uint8_t)s[1] < 0xA0);
}
