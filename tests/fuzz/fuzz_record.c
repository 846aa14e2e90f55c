/* fuzz_record.c - any bytes as a record: it is refused with a line and a reason,
 * or it is a valid game that stays the same when it is written and read again.
 *
 * There is one way to write a record of format 2 (doc/records.md), so what was read
 * is what is written, or its beginning.
 *
 * Hashes and deals would stop nearly every mutation at the door, so the mutator
 * mends the line that record_read complains about.  For libFuzzer. */
#include "base/rng.h"
#include "kit/notation.h"
#include "kit/record.h"
#include "kit/record_old.h"
#include "tests/fuzz/fuzz.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

static const char file[] = "fuzz.record";

/* ---- the check ------------------------------------------------------------------ */

static record first, second;

static bool same_game(const record *a, const record *b) {
    size_t n = (size_t)a->match.n;
    return a->match.game == b->match.game && a->order.seats == b->order.seats && a->match.n == b->match.n &&
           a->match.dealt == b->match.dealt && a->deal == b->deal && a->secret_known == b->secret_known &&
           a->practice == b->practice && a->hints == b->hints && a->n_statements == b->n_statements &&
           !memcmp(a->statement, b->statement, (size_t)a->n_statements * sizeof *a->statement) &&
           !memcmp(a->by, b->by, n * sizeof *a->by) && !memcmp(a->move, b->move, n * sizeof *a->move) &&
           !memcmp(a->seat, b->seat, sizeof a->seat) && !memcmp(a->box, b->box, sizeof a->box) &&
           !memcmp(a->st, b->st, sizeof a->st);
}

/* A record that stops after any line of its moves is a game that can be continued.
 * One such line is tried. */
static void check_part(const char *s, size_t size) {
    const char *begin = strstr(s, "\nbegin\n");
    must(begin);
    size_t at = (size_t)(begin + 7 - s);
    at += size % (size - at + 1);
    while (s[at - 1] != '\n')
        at--;
    fault why;
    must(record_read(&second, NULL, file, s, at, false, &why));
}

/* Every seat that is to act has a move. */
static void check_moves(const record *r) {
    gm_move moves[GM_MAX_MOVES];
    for (gm_seats act = r->match.game->to_act(r->box, r->st), q = 0; act >> q; q++)
        must(!(act >> q & 1) || r->match.game->moves(r->box, r->st, (gm_seat)q, moves));
}

/* A game that went back to its middle can be written and read, too. */
static void check_take_back(record *r) {
    static char s[RECORD_TEXT];
    text t = text_on(s, sizeof s);
    fault why;
    record_take_back(r, r->match.n / 2);
    must(!r->match.game->check_invariants(r->box, r->st));
    must(record_write(r, &t));
    must(record_read(&second, NULL, file, s, t.used, false, &why));
    must(second.match.n == r->match.n && second.match.dealt == r->match.dealt);
}

static void check_record(const char *s, size_t size, bool whole) {
    static char written[RECORD_TEXT], again[RECORD_TEXT];
    fault why = {0};
    if (!record_read(&first, NULL, file, s, size, whole, &why)) {
        must(why.say && why.file == file && why.line > 0);
        check_text(why.with[0], FAULT_WITH);
        check_text(why.with[1], FAULT_WITH);
        return;
    }
    bool over = !first.match.game->to_act(first.box, first.st);
    bool closed = over && (first.deal != DEAL_BY_COMMITMENT || first.secret_known);
    must(closed || !whole);
    must(!first.match.game->check_invariants(first.box, first.st));
    check_moves(&first);

    text t = text_on(written, sizeof written), u = text_on(again, sizeof again);
    must(record_write(&first, &t));
    check_lines(written, sizeof written);
    if (first.format == RECORD_FORMAT) { /* a record of format 1 is written in format 2 */
        must(whole ? size == t.used : size <= t.used);
        must(!memcmp(s, written, size));
        must(first.box_checked);
    }
    must(record_read(&second, NULL, file, written, t.used, closed, &why) && same_game(&first, &second));
    must(record_write(&second, &u) && t.used == u.used && !memcmp(written, again, t.used));
    check_part(written, t.used);
    check_take_back(&first);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    check_record((const char *)data, size, false);
    check_record((const char *)data, size, true);
    return 0;
}

/* ---- the mutator ------------------------------------------------------------------ */

typedef struct {
    uint8_t *data;
    size_t size, max;
} bytes;

/* Where line number i begins, counting from 1. */
static size_t line_at(const bytes *b, int i) {
    size_t at = 0;
    for (; i > 1 && at < b->size; at++)
        i -= b->data[at] == '\n';
    return at;
}

/* Puts s in the place of a line; false if it does not fit. */
static bool put_line(bytes *b, int line, const text *s) {
    size_t at = line_at(b, line), end = line_at(b, line + 1), size = b->size - (end - at) + s->used;
    if (s->cut || size > b->max) return false;
    memmove(b->data + at + s->used, b->data + end, b->size - end);
    memcpy(b->data + at, s->at, s->used);
    b->size = size;
    return true;
}

static void put_hash(text *out, const char *word, const void *of, size_t n) {
    uint8_t hash[SHA256_SIZE];
    sha256_of(of, n, hash);
    text_put(out, word);
    text_hex(out, hash, sizeof hash);
}

/* Something that seat 0 of Inside Job states. */
static void put_statement(text *out, rng *luck) {
    static const char *const words[] = {"suspect 1", "trust 2", "guess 1 many y", "answer yes"};
    text_put(out, "0 state ");
    text_put(out, words[rng_below(luck, sizeof words / sizeof *words)]);
}

/* Any legal move of any seat, or a statement. */
static void put_move(text *out, const record *r, rng *luck) {
    gm_move moves[GM_MAX_MOVES];
    if (r->match.game->statements && r->format > 1 && !rng_below(luck, 4)) {
        put_statement(out, luck);
        return;
    }
    for (gm_seat q = 0; q <= GM_DEALER; q++) {
        int n =
            r->match.game->to_act(r->box, r->st) >> q & 1 ? r->match.game->moves(r->box, r->st, q, moves) : 0;
        if (!n) continue;
        bool known = q == GM_DEALER && r->secret_known;
        gm_move m = known ? gm_match_deal(&r->match, r->key) : moves[rng_below(luck, (uint32_t)n)];
        text_put(out, q == GM_DEALER ? "dealer" : (char[]){(char)('0' + q), 0});
        text_char(out, ' ');
        gm_write_move(out, r->match.game, r->box, m);
        return;
    }
    text_put(out, "end");
}

/* The box that the record should have; in format 1 only the bytes that are compared. */
static void put_box(text *out, const record *r) {
    uint8_t hash[SHA256_SIZE];
    uint64_t box;
    record_box_hash(r, hash);
    if (r->format == 1 && record_old_box(hash, &box))
        for (int i = 0; i < 8; i++)
            hash[i] = (uint8_t)(box >> (56 - 8 * i));
    text_put(out, "box ");
    text_hex(out, hash, sizeof hash);
}

/* Mends one line; false if it cannot.  It looks into a record that was not read to
 * its end; only a fuzzer may do that. */
static bool mend(bytes *b, rng *luck) {
    static record r;
    char line[RECORD_LINE];
    text t = text_on(line, sizeof line);
    fault why;
    if (record_read(&r, NULL, file, (const char *)b->data, b->size, true, &why)) return false;
    if (!strcmp(why.say, "record.box"))
        put_box(&t, &r);
    else if (!strcmp(why.say, "record.hash"))
        put_hash(&t, "hash ", b->data, line_at(b, why.line));
    else if (!strcmp(why.say, "record.result"))
        text_put(&t, why.with[0]);
    else if (why.rule || !strncmp(why.say, "move.", 5) || !strcmp(why.say, "record.move") ||
             !strcmp(why.say, "record.dealt") || !strcmp(why.say, "record.early"))
        put_move(&t, &r, luck);
    else
        return false;
    text_char(&t, '\n');
    return put_line(b, why.line, &t);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
    bytes b = {data, LLVMFuzzerMutate(data, size, max), max};
    rng luck = {seed};
    for (uint32_t tries = rng_below(&luck, 16); tries && mend(&b, &luck);)
        tries--;
    return b.size;
}
