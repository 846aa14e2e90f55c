/* fuzz_table.c - any bytes as lines from several people at a table: each is accepted, or refused
 * without a change, and the journal read again, with its sums, makes the same table.  Read again
 * with one byte changed, it does not.  For libFuzzer.
 *
 * The first byte picks the game and the seats, the second the terms.  Lines follow, up to \n.  The
 * first byte of a line is the time that passes, the rest is what somebody says.  If the rest is
 * one byte, a seat that is to act makes that legal move; if it is empty, a clock runs out. */
#include "base/bits.h"
#include "kit/notation.h"
#include "kit/order.h"
#include "kit/registry.h"
#include "table/table.h"
#include "tests/fuzz/fuzz.h"
#include <stdio.h>

enum { LINES = 1 << 16 };

static char journal[1 << 20];
static uint8_t sums[LINES][TABLE_SUM]; /* of the lines of the journal */
static size_t written, lines;
static int64_t now;
static const char agreed[] = "{}";

/* A table as bytes that can be compared; returns how many. */
static size_t flatten(const table *t, uint8_t *out) {
    table flat = *t;
    flat.match.by = NULL, flat.match.move = NULL, flat.match.st = NULL, flat.match.capacity = 0;
    flat.removed = NULL;
    memcpy(out, &flat, sizeof flat);
    memcpy(out + sizeof flat, t->match.st, t->match.game->state_size);
    return sizeof flat + t->match.game->state_size;
}

static void do_line(table *t, const char *line, size_t n) {
    static char full[TABLE_LINE + 64];
    static uint8_t before[sizeof(table) + GM_MAX_STATE], after[sizeof before];
    static table_events events;
    fault why;
    int size = snprintf(full, sizeof full, "%lld %.*s", (long long)now,
                        (int)(n > TABLE_LINE ? TABLE_LINE : n), line);
    size_t was = flatten(t, before);
    if (table_do(t, full, (size_t)size, &events, &why)) {
        must(events.n <= events.capacity);
        if (!events.n) return; /* a move that was sent twice */
        must(written + (size_t)size + 1 < sizeof journal && lines < LINES);
        memcpy(sums[lines++], t->sum, TABLE_SUM);
        memcpy(journal + written, full, (size_t)size);
        written += (size_t)size;
        journal[written++] = '\n';
        return;
    }
    must(!events.n && why.say);
    for (int i = 0; i < 2; i++)
        check_text(why.with[i], sizeof why.with[i]);
    must(flatten(t, after) == was && !memcmp(before, after, was));
}

/* A seat that is to act makes legal move number x. */
static void some_move(table *t, unsigned x) {
    gm_seats act = t->phase == TABLE_PLAYING ? t->match.game->to_act(t->match.box, t->match.st) : 0;
    gm_move moves[GM_MAX_MOVES];
    char line[TABLE_LINE], code[GM_NOTATION_SIZE];
    if (!act) return;
    gm_seat q = (gm_seat)bits_nth(act, x % (unsigned)bits_count(act));
    text c = text_on(code, sizeof code);
    gm_write_move(&c, t->match.game, t->match.box,
                  moves[x % (unsigned)t->match.game->moves(t->match.box, t->match.st, q, moves)]);
    bool bot = table_bots(t) >> q & 1;
    int n = bot ? snprintf(line, sizeof line, "bot move %d %s", q, code)
                : snprintf(line, sizeof line, "%u move %d %u %s", t->seat[q].person, q, t->seat[q].last + 1,
                           code);
    do_line(t, line, (size_t)n);
}

/* Reads the journal; false: it does not read back. */
static bool read_journal(table *again, const table *t, const uint8_t secret[DEAL_SECRET]) {
    static table_events events;
    size_t n = 0;
    fault why;
    table_open(again, t->match.game, t->match.box, &t->terms, agreed, secret);
    for (char *s = journal, *end; s < journal + written; s = end + 1) {
        end = memchr(s, '\n', (size_t)(journal + written - s));
        if (!table_redo(again, s, (size_t)(end - s), sums[n++], &events, &why)) return false;
    }
    return true;
}

static void read_changed(const table *t, const uint8_t secret[DEAL_SECRET], size_t at) {
    table again;
    if (!written || journal[at %= written] == '\n') return;
    journal[at] ^= 1;
    must(journal[at] == '\n' || !read_journal(&again, t, secret));
    if (journal[at] != '\n') table_close(&again);
}

static void read_again(const table *t, const uint8_t secret[DEAL_SECRET]) {
    static uint8_t one[sizeof(table) + GM_MAX_STATE], other[sizeof one];
    table again;
    must(read_journal(&again, t, secret));
    again.now = t->now; /* refused lines move the table's clock, too */
    must(again.match.n == t->match.n && flatten(t, one) == flatten(&again, other) &&
         !memcmp(one, other, flatten(t, one)));
    for (int i = 0; i < t->n_removed; i++)
        must(table_is_removed(&again, t->removed[i]));
    table_close(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static _Alignas(8) uint8_t box[GM_MAX_BOX];
    static const uint8_t secret[DEAL_SECRET] = {1};
    int games = 0;
    fault why;
    table t;
    if (size < 3) return 0;
    while (gm_games[games])
        games++;
    const gm_game *g = gm_games[data[0] % games];
    int seats = g->min_seats + data[0] / games % (g->max_seats - g->min_seats + 1);
    table_terms terms = {.host = 5,
                         .takebacks = data[1] & 1,
                         .clock = (table_clock)(data[1] / 2 % 3),
                         .time = 1000,
                         .discussion = data[1] / 6 % 3,
                         .discussion_time = data[1] / 18 % 2 * 1000,
                         .bot = "random"};
    must(gm_open_box(g, &(gm_order){.seats = seats}, box, &why));
    table_open(&t, g, box, &terms, agreed, secret);
    written = lines = 0;
    now = 1;
    for (const uint8_t *s = data + 2, *stop = data + size, *end; s < stop; s = end + 1) {
        end = memchr(s, '\n', (size_t)(stop - s));
        if (!end) end = stop;
        if (end == s) continue;
        now += *s;
        if (end == s + 1)
            do_line(&t, "clock", 5);
        else if (end == s + 2)
            some_move(&t, s[1]);
        else
            do_line(&t, (const char *)s + 1, (size_t)(end - s - 1));
    }
    read_again(&t, secret);
    read_changed(&t, secret, data[size - 1] * (size_t)257 + data[size / 2]);
    table_close(&t);
    return 0;
}
