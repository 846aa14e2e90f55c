/* fuzz_deck.c - any bytes as a deck of every game, for every number of seats and,
 * depending on its size, an option: it is refused with a place and a reason, or it
 * can be recorded and played with.  For libFuzzer. */
#include "base/bits.h"
#include "kit/notation.h"
#include "kit/order.h"
#include "kit/perft.h"
#include "kit/record.h"
#include "kit/registry.h"
#include "kit/view.h"
#include "tests/fuzz/fuzz.h"

/* The codes of things come from the deck.  No code stands for two things. */
static void check_notation(const gm_game *g, const void *box, gm_move m) {
    char s[GM_NOTATION_SIZE];
    text t = text_on(s, sizeof s);
    gm_move back = 0;
    fault why;
    gm_write_move(&t, g, box, m);
    must(!t.cut && gm_read_move(g, box, s, t.used, &back, &why) && back == m);
}

/* What the mover is told, and the previews of a few moves, fit into their lines. */
static void check_words(const gm_game *g, const void *box, const void *st, gm_seat who, const gm_move *moves,
                        int n) {
    gm_view v;
    gm_lines lines;
    gm_make_view(g, box, st, who, &v);
    g->tell(box, v.st, who, &lines);
    must(lines.n > 0 && lines.n < GM_MAX_LINES);
    if (g->discards) g->discards(box, v.st, &lines);
    must(lines.n > 0 && lines.n < GM_MAX_LINES);
    for (int i = 0; i < n && g->preview; i += n / 8 + 1) {
        g->preview(box, v.st, who, moves[i], &lines);
        must(lines.n < GM_MAX_LINES);
    }
}

static void check_ply(const gm_game *g, const void *box, const void *st) {
    gm_seats act = g->to_act(box, st);
    gm_move moves[GM_MAX_MOVES];
    must(!g->check_invariants(box, st));
    if (!act) return;
    gm_seat who = (gm_seat)bits_first(act);
    int n = g->moves(box, st, who, moves);
    must(n > 0);
    check_notation(g, box, moves[0]);
    check_notation(g, box, moves[n - 1]);
    if (who != GM_DEALER) check_words(g, box, st, who, moves, n);
}

/* A world filled in from what a seat sees keeps the invariants and looks the same to that seat. */
static void check_world(const gm_game *g, const void *box, const void *st, gm_seat who, rng *luck) {
    static _Alignas(8) uint8_t notes[GM_MAX_NOTES];
    gm_view real, imagined;
    gm_make_view(g, box, st, who, &real);
    uint8_t *world = malloc(g->state_size);
    must(world);
    gm_study(g, box, real.st, who, notes);
    gm_fill(g, box, real.st, who, notes, luck, world);
    must(!g->check_invariants(box, world));
    gm_make_view(g, box, world, who, &imagined);
    must(!memcmp(real.st, imagined.st, g->state_size));
    free(world);
}

static void play(const gm_game *g, const void *box, rng luck) {
    uint8_t *st = malloc(g->state_size); /* exactly its size, so that the sanitizer sees every overrun */
    int plies = 0;
    must(st);
    g->setup(box, st);
    do {
        check_ply(g, box, st);
        must(plies++ <= GM_MAX_PLIES);
        if (plies % 8 == 0) check_world(g, box, st, (gm_seat)(plies / 8 % gm_seat_count(box)), &luck);
    } while (gm_random_ply(g, box, st, &luck));

    gm_result res;
    gm_score lines[GM_MAX_SCORES];
    g->result(box, st, &res);
    for (int n = g->scores(box, st, lines); n--;)
        res.points[lines[n].seat] -= lines[n].points;
    for (int q = 0; q < GM_MAX_SEATS; q++)
        must(!res.points[q]);
    free(st);
}

/* The record contains a deck that is not shipped, and loses nothing of it. */
static void check_record(const gm_game *g, const gm_order *order, const void *box) {
    static record r;
    static char s[RECORD_TEXT];
    text t = text_on(s, sizeof s);
    fault why;
    must(record_start(&r, g, order, &why) && record_write(&r, &t));
    must(record_read(&r, NULL, "fuzz.record", s, t.used, false, &why));
    must(!memcmp(r.box, box, g->box_size));
}

/* The setting that plays the role in the last line of a role file. */
static gm_setting last_role(const gm_file *file, char value[FUZZ_VALUE]) {
    size_t end = file->size, at;
    while (end && file->text[end - 1] == '\n')
        end--;
    for (at = end; at && file->text[at - 1] != '\n';)
        at--;
    size_t n = 0;
    for (; at + n < end && n < FUZZ_VALUE - 1 && file->text[at + n] != ','; n++)
        value[n] = file->text[at + n];
    value[n] = 0;
    return (gm_setting){"roles", value};
}

static void check_deck(const gm_game *g, int seats, const gm_file *file) {
    static _Alignas(8) uint8_t room[GM_MAX_BOX];
    char value[FUZZ_VALUE];
    const gm_deck *kind = gm_deck_of(g, file);
    gm_order order = {.seats = seats, .files = {*file}};
    order.settings[0] = kind && kind->adds && file->size % 2 ? last_role(file, value)
                                                             : nth_setting(g, file->size % 32, value);
    fault why = {0};
    if (!gm_open_box(g, &order, room, &why)) {
        must(why.say && (why.file ? why.file == file->name : !!order.settings[0].key));
        must(!why.file || why.line > 0 || !gm_deck_of(g, file) || file->size > GM_MAX_FILE);
        check_text(why.with[0], FAULT_WITH);
        check_text(why.with[1], FAULT_WITH);
        return;
    }
    must(gm_deck_of(g, file) && !why.say);
    uint8_t *box = malloc(g->box_size);
    must(box);
    memcpy(box, room, g->box_size);
    must(box[0] == seats);
    check_record(g, &order, box);
    play(g, box, (rng){file->size});
    free(box);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    gm_file file = {"fuzz.csv", (const char *)data, size};
    for (const gm_game *const *g = gm_games; *g; g++)
        for (int seats = (*g)->min_seats; seats <= (*g)->max_seats; seats++)
            check_deck(*g, seats, &file);
    return 0;
}
