/* names.c - names of people as others see them. */
#include "house/names.h"
#include <string.h>
#include <utf8proc.h>

enum {
    LONGEST = 3 * RECORD_NAME, /* of what is read: composed, it can be shorter */
    FORMS = 6 * LONGEST,       /* code points: U+FDFA, of three bytes, stands for eighteen characters */
};

/* Writes the code points of a normal form; less than 0: it is not UTF-8. */
static utf8proc_ssize_t decompose(const char *s, int32_t *out, int options) {
    utf8proc_ssize_t n = utf8proc_decompose((const uint8_t *)s, (utf8proc_ssize_t)strlen(s), out, FORMS,
                                            (utf8proc_option_t)options);
    return n > FORMS ? -1 : n < 0 ? n : utf8proc_normalize_utf32(out, n, (utf8proc_option_t)options);
}

static bool is_mark(utf8proc_category_t c) {
    return c == UTF8PROC_CATEGORY_MN || c == UTF8PROC_CATEGORY_MC || c == UTF8PROC_CATEGORY_ME;
}

/* May this stand in a name, after something of category `before`?  (CN: at the beginning.) */
static bool is_allowed(int32_t c, utf8proc_category_t category, utf8proc_category_t before) {
    enum { BRAILLE_BLANK = 0x2800, EMOJI_STYLE = 0xFE0F };
    switch (category) {
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP: return false;
    default: break;
    }
    if (utf8proc_get_property(c)->ignorable) /* it shows nothing, except in an emoji such as a red heart */
        return c == EMOJI_STYLE && before == UTF8PROC_CATEGORY_SO;
    bool alone = before == UTF8PROC_CATEGORY_CN || before == UTF8PROC_CATEGORY_ZS;
    return c != BRAILLE_BLANK && !(is_mark(category) && alone);
}

/* Makes all blanks spaces, and several in a row one.  Returns the new length; less than 0: this is no name. */
static utf8proc_ssize_t clean(int32_t *at, utf8proc_ssize_t n) {
    utf8proc_category_t before = UTF8PROC_CATEGORY_CN;
    utf8proc_ssize_t kept = 0;
    for (utf8proc_ssize_t i = 0; i < n; i++) {
        utf8proc_category_t category = utf8proc_category(at[i]);
        bool blank = category == UTF8PROC_CATEGORY_ZS;
        if (!is_allowed(at[i], category, before) || (blank && !kept)) return -1;
        if (!blank || before != UTF8PROC_CATEGORY_ZS) at[kept++] = blank ? ' ' : at[i];
        before = category;
    }
    return before == UTF8PROC_CATEGORY_ZS ? -1 : kept;
}

bool house_read_name(const char *s, char out[RECORD_NAME]) {
    int32_t form[FORMS + 1]; /* utf8proc_reencode() writes a 0 at the end */
    if (strlen(s) > LONGEST) return false;
    utf8proc_ssize_t n = decompose(s, form, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
    n = n > 0 ? clean(form, n) : -1;
    if (n > 0) n = utf8proc_reencode(form, n, (utf8proc_option_t)(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
    if (n <= 0 || n >= RECORD_NAME) return false;
    memset(out, 0, RECORD_NAME);
    memcpy(out, form, (size_t)n);
    return true;
}

bool house_names_alike(const char *a, const char *b) {
    enum {
        SAME = UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE
    };
    int32_t form[2][FORMS];
    utf8proc_ssize_t n = decompose(a, form[0], SAME), m = decompose(b, form[1], SAME);
    return n >= 0 && n == m && !memcmp(form[0], form[1], (size_t)n * sizeof **form);
}
