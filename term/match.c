/* match.c - compares what people type with what is printed.
 *
 * Map: folding - comparing. */
#include "term/match.h"
#include "base/text.h"
#include <stdint.h>
#include <string.h>

/* ---- folding -------------------------------------------------------------------------------- */

/* What a character becomes if not another one. */
enum { SEPARATOR = 0, DROPPED = -1, SAME = -2 };

/* The letters from U+00C0 to U+017F without diacritics. */
static const char latin[] = "aaaaaaaceeeeiiiidnooooo ouuuuyts"
                            "aaaaaaaceeeeiiiidnooooo ouuuuyty"
                            "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllll"
                            "nnnnnnnnnoooooooorrrrrrsssssssstttttt"
                            "uuuuuuuuuuuuwwyyyzzzzzzs";
_Static_assert(sizeof latin == 0x180 - 0xC0 + 1, "a letter for each");

static int fold_ascii(int c) {
    if (c >= 'A' && c <= 'Z') return c + 'a' - 'A';
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) return c;
    return c == '\'' ? DROPPED : SEPARATOR;
}

static int fold_character(uint32_t c) {
    enum { MODIFIER_APOSTROPHE = 0x2BC, APOSTROPHE = 0x2019, MINUS = 0x2212 };
    if (c < 0x80) return fold_ascii((int)c);
    if (c < 0xC0) return SEPARATOR; /* quotation marks, a blank that does not break */
    if (c < 0x180) return latin[c - 0xC0] == ' ' ? SEPARATOR : latin[c - 0xC0];
    if (c == MODIFIER_APOSTROPHE || c == APOSTROPHE || (c >= 0x300 && c < 0x370)) return DROPPED;
    if (c == 0x401 || c == 0x451) return 0x435;        /* yo is written as ye, */
    if (c == 0x419 || c == 0x439) return 0x438;        /* and short i may come in two parts */
    if (c >= 0x410 && c < 0x430) return (int)c + 0x20; /* Cyrillic capitals */
    if ((c >= 0x2000 && c < 0x2070) || c == MINUS) return SEPARATOR;
    return SAME;
}

static uint32_t decode(const char *s, int n) {
    uint32_t c = (uint8_t)*s & (n == 1 ? 0x7Fu : 0xFFu >> (n + 1));
    for (int i = 1; i < n; i++)
        c = c << 6 | ((uint8_t)s[i] & 0x3F);
    return c;
}

/* Ends the word that began at `from`, if it has any letters. */
static void end_word(match_words *w, size_t from) {
    if (w->used == from) return;
    w->word[w->n++] = w->text + from;
    w->text[w->used++] = 0;
}

static void add_character(match_words *w, int folded, const char *s, int n) {
    if (folded == SAME)
        memcpy(w->text + w->used, s, (size_t)n), w->used += (size_t)n;
    else if (folded < 0x80)
        w->text[w->used++] = (char)folded;
    else /* Cyrillic, two bytes */
        w->text[w->used++] = (char)(0xC0 | folded >> 6), w->text[w->used++] = (char)(0x80 | (folded & 0x3F));
}

void match_add(match_words *w, const char *s) {
    size_t from = w->used;
    for (size_t left = strlen(s); left && w->n < MATCH_WORDS && w->used + 6 < MATCH_TEXT;) {
        int n = text_utf8(s, left), folded = n ? fold_character(decode(s, n)) : SEPARATOR;
        if (!n) n = 1;
        if (folded == SEPARATOR)
            end_word(w, from), from = w->used;
        else if (folded != DROPPED)
            add_character(w, folded, s, n);
        s += n, left -= (size_t)n;
    }
    if (w->n < MATCH_WORDS) end_word(w, from);
}

void match_split(match_words *w, const char *s) {
    w->n = 0;
    w->used = 0;
    match_add(w, s);
}

/* ---- comparing ------------------------------------------------------------------------------ */

static size_t count_letters(const char *s, size_t n) {
    size_t letters = 0;
    for (size_t i = 0; i < n; i++)
        letters += (s[i] & 0xC0) != 0x80 && (s[i] < '0' || s[i] > '9');
    return letters;
}

/* Do two words begin alike, with at least 3 letters?  Then the typed one may be the beginning of the other, or another
 * form of it: what follows is short. */
static bool is_similar(const char *word, const char *typed) {
    enum { SHORT = 3 };
    size_t n = 0;
    while (word[n] && word[n] == typed[n])
        n++;
    if (n < 3) return false;
    size_t stem = count_letters(word, n), ending = count_letters(word + n, strlen(word + n)),
           other = count_letters(typed + n, strlen(typed + n));
    bool digits = strpbrk(word + n, "0123456789") || strpbrk(typed + n, "0123456789");
    return stem >= 3 && !digits && (!other || (other <= SHORT && ending <= SHORT && other < stem));
}

/* Which of the first n words a typed one is, or is similar to; -1 if it is none that is not used yet. */
static int find_word(const match_words *said, int n, const char *word, uint64_t used, bool similar) {
    for (int i = 0; i < n; i++)
        if (!(used >> i & 1) && (similar ? is_similar(said->word[i], word) : !strcmp(said->word[i], word)))
            return i;
    return -1;
}

/* The same, but a word that it is comes before one to which it is similar. */
static int find_any(const match_words *said, int n, const char *word, uint64_t used) {
    int i = find_word(said, n, word, used, false);
    return i < 0 ? find_word(said, n, word, used, true) : i;
}

/* Do the typed words come in this order among the first n of the sentence? */
static bool in_order(const match_words *typed, const match_words *said, int n, bool similar) {
    int k = 0;
    for (int i = 0; i < n && k < typed->n; i++)
        k += !strcmp(said->word[i], typed->word[k]) || (similar && is_similar(said->word[i], typed->word[k]));
    return k == typed->n;
}

static bool has_letter(const match_words *w) {
    size_t letters = 0;
    for (int i = 0; i < w->n; i++)
        letters += count_letters(w->word[i], strlen(w->word[i]));
    return letters > 0;
}

match_quality match_sentence(const match_words *typed, const match_words *said, int n) {
    uint64_t used = 0;
    bool exact = true;
    if (!has_letter(typed)) return MATCH_NONE;
    if (in_order(typed, said, n, false)) return typed->n == n ? MATCH_ALL : MATCH_IN_ORDER;
    for (int i = 0; i < typed->n; i++) {
        int k = find_any(said, said->n, typed->word[i], used);
        if (k < 0) return MATCH_NONE;
        exact &= !strcmp(said->word[k], typed->word[i]);
        used |= (uint64_t)1 << k;
    }
    return exact ? MATCH_ANY_ORDER : in_order(typed, said, n, true) ? MATCH_SIMILAR_IN_ORDER : MATCH_SIMILAR;
}

size_t match_name(const char *line, const char *name) {
    match_words there, wanted;
    char start[MATCH_TEXT];
    size_t n = 0;
    match_split(&wanted, name);
    for (const char *s = name; *s; s += strspn(s, " ")) { /* as many words as the name has */
        s += strcspn(s, " ");
        n += strspn(line + n, " ");
        n += strcspn(line + n, " ");
    }
    if (n >= sizeof start || !wanted.n) return 0;
    memcpy(start, line, n);
    start[n] = 0;
    match_split(&there, start);
    bool same = there.n == wanted.n;
    for (int i = 0; i < there.n && same; i++)
        same = !strcmp(there.word[i], wanted.word[i]);
    return same ? n : 0;
}

bool match_has(const match_words *said, const char *word) { return find_any(said, said->n, word, 0) >= 0; }

bool match_shares(const match_words *typed, const match_words *said) {
    int i = 0;
    while (i < typed->n && !match_has(said, typed->word[i]))
        i++;
    return i < typed->n;
}

bool match_within(const match_words *some, int n_some, const match_words *all, int n_all) {
    int i = 0;
    while (i < n_some && find_word(all, n_all, some->word[i], 0, false) >= 0)
        i++;
    return i == n_some;
}
