/* fuzz_move.c - any bytes as a move or a statement, read in the middle of a random game, for
 * every seat.  The first byte picks the number of seats, an option and the random
 * numbers, the second one how many plies are played first.  For libFuzzer. */
#include "kit/notation.h"
#include "kit/order.h"
#include "kit/perft.h"
#include "kit/registry.h"
#include "kit/view.h"
#include "tests/fuzz/fuzz.h"

/* why_not() allows exactly what moves() lists, and says the same on the mover's view. */
static void check_legal(const gm_game *g, const void *box, const void *st, gm_seat who, gm_move m) {
    gm_move moves[GM_MAX_MOVES];
    bool legal = false;
    const gm_reason *reason = g->why_not(box, st, who, m);
    for (int n = g->moves(box, st, who, moves); n--;)
        legal |= moves[n] == m;
    must(legal == !reason);
    must(!reason || (reason->rule && reason->say));
    if (who == GM_DEALER) return;
    gm_view v;
    gm_make_view(g, box, st, who, &v);
    must(g->why_not(box, v.st, who, m) == reason);
}

typedef bool reader(const gm_game *g, const void *box, const char *s, size_t n, gm_move *out, fault *why);

/* Can it be read by this reader?  Then it reads back as it is written, and the other reader refuses it. */
static bool check_read(reader *read, reader *other, const gm_game *g, const void *box, const char *s,
                       size_t size, gm_move *m) {
    char again[GM_NOTATION_SIZE];
    text t = text_on(again, sizeof again);
    gm_move back = 0;
    fault why = {0};
    if (!read(g, box, s, size, m, &why)) {
        must(why.say && !why.file && !why.line && !why.column);
        check_text(why.with[0], FAULT_WITH);
        check_text(why.with[1], FAULT_WITH);
        return false;
    }
    must(!why.say && gm_verb_of(g, *m));
    gm_write_move(&t, g, box, *m);
    must(!t.cut && read(g, box, again, t.used, &back, &why) && back == *m);
    must(!other(g, box, s, size, &back, &why));
    return true;
}

static void check_move(const gm_game *g, const void *box, const void *st, const char *s, size_t size) {
    gm_move m = 0;
    if (check_read(gm_read_move, gm_read_statement, g, box, s, size, &m)) {
        must(GM_KIND(m) < GM_STATEMENT);
        for (int q = 0; q < gm_seat_count(box); q++)
            check_legal(g, box, st, (gm_seat)q, m);
        check_legal(g, box, st, GM_DEALER, m);
    }
    if (check_read(gm_read_statement, gm_read_move, g, box, s, size, &m)) {
        must(GM_KIND(m) >= GM_STATEMENT);
        for (int q = 0; q < gm_seat_count(box); q++) {
            const gm_reason *reason = g->why_not_state(box, &(gm_story){0}, (gm_seat)q, m);
            must(!reason || (reason->rule && reason->say));
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static _Alignas(8) uint8_t box[GM_MAX_BOX], st[GM_MAX_STATE];
    if (size < 2) return 0;
    for (const gm_game *const *g = gm_games; *g; g++) {
        gm_order order = {.seats = (*g)->min_seats + data[0] % ((*g)->max_seats - (*g)->min_seats + 1)};
        char value[FUZZ_VALUE];
        order.settings[0] = nth_setting(*g, data[0] % 32, value);
        rng luck = {data[0]};
        fault why;
        if (!gm_open_box(*g, &order, box, &why)) continue;
        (*g)->setup(box, st);
        for (int plies = data[1]; plies && gm_random_ply(*g, box, st, &luck);)
            plies--;
        check_move(*g, box, st, (const char *)data + 2, size - 2);
    }
    return 0;
}
