/* cards.c - reads the deck files of Sentient (doc/decks.md).  Conditions may have any numbers, S9.6.
 *
 * Map: conditions - what a card scores - reading. */
#include "base/csv.h"
#include "base/text.h"
#include "games/sentient/internal.h"
#include <string.h>

const gm_deck sentient_decks[] = {{"number,type,condition,points,left,right", false, {{1, "sentient.csv"}}},
                                  {0}};
const char *const sentient_types[] = {"information", "industry", "military", "transport", "service"};

/* How conditions are written, by type; each # stands for a number from 0 to 99. */
static const struct {
    const char *text;
    uint8_t type, kind, a, b;
} conditions[] = {
    {"is #", SN_INFORMATION, SN_IS, 0, 0},
    {"<", SN_TRANSPORT, SN_LESS, 0, 0},
    {"<=", SN_TRANSPORT, SN_LESS_EQUAL, 0, 0},
    {"=", SN_TRANSPORT, SN_SAME, 0, 0},
    {">", SN_TRANSPORT, SN_MORE, 0, 0},
    {">=", SN_TRANSPORT, SN_MORE_EQUAL, 0, 0},
    {"sum<=#", SN_MILITARY, SN_SUM_MOST, 0, 0},
    {"sum>=#", SN_MILITARY, SN_SUM_LEAST, 0, 0},
    {"sum=#", SN_MILITARY, SN_SUM_IS, 0, 0},
    {"sum<=#|>=#", SN_MILITARY, SN_SUM_OUTSIDE, 0, 0},
    {"diff=#", SN_MILITARY, SN_DIFF, 0, 0},
    {"odd,odd", SN_INDUSTRY, SN_PARITY, 1, 1},
    {"even,even", SN_INDUSTRY, SN_PARITY, 0, 0},
    {"even,odd", SN_INDUSTRY, SN_PARITY, 0, 1},
    {"odd,even", SN_INDUSTRY, SN_PARITY, 1, 0},
    {"sum odd", SN_INDUSTRY, SN_SUM_PARITY, 1, 0},
    {"sum even", SN_INDUSTRY, SN_SUM_PARITY, 0, 0},
    {"#-sum", SN_SERVICE, SN_MINUS_SUM, 0, 0},
    {"#-lower", SN_SERVICE, SN_MINUS_LOWER, 0, 0},
    {"#-higher", SN_SERVICE, SN_MINUS_HIGHER, 0, 0},
    {"sum-#", SN_SERVICE, SN_SUM_MINUS, 0, 0},
    {"lower-#", SN_SERVICE, SN_LOWER_MINUS, 0, 0},
    {"higher-#", SN_SERVICE, SN_HIGHER_MINUS, 0, 0},
};
enum { CONDITIONS = sizeof conditions / sizeof *conditions };

/* Does s match the pattern?  Then n gets its numbers. */
static bool match_pattern(const char *pattern, const char *s, int n[2]) {
    int k = 0;
    for (; *pattern; pattern++) {
        if (*pattern != '#') {
            if (*s++ != *pattern) return false;
            continue;
        }
        size_t digits = strspn(s, "0123456789");
        if (!text_number(s, digits, 0, 99, &n[k++])) return false;
        s += digits;
    }
    return !*s;
}

/* ---- what a card scores -------------------------------------------------- */

static int service_points(const sn_card *c, int l, int r) {
    int low = l < r ? l : r, high = l < r ? r : l, a = c->a;
    switch (c->kind) {
    case SN_MINUS_SUM: return a - (l + r);
    case SN_MINUS_LOWER: return a - low;
    case SN_MINUS_HIGHER: return a - high;
    case SN_SUM_MINUS: return l + r - a;
    case SN_LOWER_MINUS: return low - a;
    default: return high - a;
    }
}

static bool condition_holds(const sn_card *c, int l, int r) {
    int sum = l + r, diff = l < r ? r - l : l - r;
    switch (c->kind) {
    case SN_LESS: return l < r;
    case SN_LESS_EQUAL: return l <= r;
    case SN_SAME: return l == r;
    case SN_MORE: return l > r;
    case SN_MORE_EQUAL: return l >= r;
    case SN_SUM_MOST: return sum <= c->a;
    case SN_SUM_LEAST: return sum >= c->a;
    case SN_SUM_IS: return sum == c->a;
    case SN_SUM_OUTSIDE: return sum <= c->a || sum >= c->b;
    case SN_DIFF: return diff == c->a;
    case SN_PARITY: return l % 2 == c->a && r % 2 == c->b;
    default: return sum % 2 == c->a;
    }
}

/* What a card scores between a left and a right die, S9.1 to S9.5. */
static int card_points(const sn_card *c, int l, int r) {
    int points = 0, hits = (l == c->a) + (r == c->a);
    if (c->type == SN_INFORMATION)
        points = hits == 2 ? 7 : hits ? 2 : 0;
    else if (c->type == SN_SERVICE)
        points = service_points(c, l, r);
    else if (condition_holds(c, l, r))
        points = c->points;
    return points < 0 ? 0 : points;
}

/* ---- reading ------------------------------------------------------------- */

static bool read_points(const char *s, sn_card *c) {
    int points = 0;
    if (c->type == SN_INFORMATION) return !strcmp(s, "2/7");
    if (c->type == SN_SERVICE) return !strcmp(s, "?");
    if (!text_number(s, strlen(s), 0, 99, &points)) return false;
    c->points = (uint8_t)points;
    return true;
}

static bool read_sign(const char *s, uint8_t *out) {
    const char *signs = "-=+", *at = *s && !s[1] ? strchr(signs, *s) : NULL;
    if (at) *out = (uint8_t)(at - signs);
    return at;
}

static bool read_card(const csv *file, const csv_field f[6], sn_box *b, fault *why) {
    sn_card *c = &b->card[b->n_cards];
    int number, type = 0, row = 0, n[2] = {0, 0};
    if (b->n_cards == SN_CARDS) {
        fault_at(why, "sentient.deck.many", file->file, f[0].line, 1);
        return fault_number(why, 0, SN_CARDS);
    }
    if (!text_number(f[0].text, strlen(f[0].text), 1, 99, &number))
        return csv_fault(file, &f[0], "sentient.deck.number", why);
    for (int i = 0; i < b->n_cards; i++)
        if (b->card[i].number == number) return csv_fault(file, &f[0], "sentient.deck.twice", why);
    while (type < SN_TYPES && strcmp(f[1].text, sentient_types[type]))
        type++;
    if (type == SN_TYPES) return csv_fault(file, &f[1], "sentient.deck.type", why);
    while (row < CONDITIONS &&
           !(conditions[row].type == type && match_pattern(conditions[row].text, f[2].text, n)))
        row++;
    if (row == CONDITIONS) return csv_fault(file, &f[2], "sentient.deck.condition", why);
    *c = (sn_card){.number = (uint8_t)number, .type = (uint8_t)type, .kind = conditions[row].kind};
    c->a = strchr(conditions[row].text, '#') ? (uint8_t)n[0] : conditions[row].a;
    c->b = strchr(conditions[row].text, '#') ? (uint8_t)n[1] : conditions[row].b;
    if (!read_points(f[3].text, c)) return csv_fault(file, &f[3], "sentient.deck.points", why);
    for (int i = 0; i < 2; i++)
        if (!read_sign(f[4 + i].text, &c->sign[i]))
            return csv_fault(file, &f[4 + i], "sentient.deck.sign", why);
    for (int l = 0; l < 6; l++)
        for (int r = 0; r < 6; r++)
            c->score[l][r] = (uint8_t)card_points(c, l + 1, r + 1);
    b->cards |= BIT(b->n_cards);
    b->n_cards++;
    return true;
}

bool sentient_read_deck(const gm_file *file, sn_box *b, fault *why) {
    csv c;
    csv_field f[6];
    if (!csv_open(&c, file->name, file->text, file->size, sentient_decks[0].columns, why)) return false;
    while (csv_row(&c, f, why))
        if (!read_card(&c, f, b, why)) return false;
    if (c.bad) return false;
    int need = SN_ROUNDS * SN_SLOTS * b->head.seats + SN_SLOTS; /* S5.3 */
    if (b->n_cards >= need) return true;
    fault_at(why, "sentient.deck.few", file->name, c.line, 0);
    fault_number(why, 0, b->n_cards);
    return fault_number(why, 1, need);
}
