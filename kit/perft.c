/* perft.c - numbers that pin a game's behaviour. */
#include "kit/perft.h"
#include "base/bits.h"
#include "base/sha256.h"
#include "base/text.h"
#include "kit/order.h"
#include "kit/view.h"
#include <string.h>

uint64_t gm_perft(const gm_game *g, const void *box, const void *st, int depth) {
    gm_seats act = g->to_act(box, st);
    if (!depth || !act) return 1;
    gm_move moves[GM_MAX_MOVES];
    gm_seat who = (gm_seat)bits_first(act);
    int n = g->moves(box, st, who, moves);
    if (depth == 1) return (uint64_t)n;
    uint64_t sum = 0;
    for (int i = 0; i < n; i++) {
        _Alignas(8) uint8_t next[GM_MAX_STATE];
        memcpy(next, st, g->state_size);
        g->apply(box, next, who, moves[i]);
        sum += gm_perft(g, box, next, depth - 1);
    }
    return sum;
}

/* The seat and move that come next in a random game; 0 if it is over. */
static gm_move random_move(const gm_game *g, const void *box, const void *st, rng *r, gm_seat *who) {
    gm_seats act = g->to_act(box, st);
    if (!act) return 0;
    *who = (gm_seat)bits_first(act);
    if (*who == GM_DEALER) return g->deal(box, st, rng_below(r, g->chances(box, st)));
    gm_move moves[GM_MAX_MOVES];
    int n = g->moves(box, st, *who, moves);
    return moves[n > 1 ? rng_below(r, (uint32_t)n) : 0];
}

bool gm_random_ply(const gm_game *g, const void *box, void *st, rng *r) {
    gm_seat who;
    gm_move m = random_move(g, box, st, r, &who);
    if (m) g->apply(box, st, who, m);
    return m;
}

static void sign_moves(sha256 *s, const gm_move *moves, int n) {
    for (int i = 0; i < n; i++) {
        uint8_t bytes[4] = {GM_KIND(moves[i]), GM_A(moves[i]), GM_B(moves[i]), GM_C(moves[i])};
        sha256_add(s, bytes, sizeof bytes);
    }
}

static void sign_number(sha256 *s, int64_t n) {
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)((uint64_t)n >> 8 * i);
    sha256_add(s, bytes, sizeof bytes);
}

static void sign_result(sha256 *s, const gm_game *g, const void *box, const void *st) {
    gm_result res;
    gm_score lines[GM_MAX_SCORES];
    g->result(box, st, &res);
    sign_number(s, res.winners);
    for (int n = g->scores(box, st, lines), i = 0; i < n; i++) {
        sign_number(s, lines[i].seat);
        sign_number(s, lines[i].points);
    }
}

/* A world that the seat holds possible. */
static void sign_world(sha256 *s, const gm_game *g, const void *box, const void *st, gm_seat who, rng *r) {
    _Alignas(8) uint8_t notes[GM_MAX_NOTES], world[GM_MAX_STATE] = {0};
    gm_view v;
    gm_make_view(g, box, st, who, &v);
    gm_study(g, box, v.st, who, notes);
    gm_fill(g, box, v.st, who, notes, r, world);
    sha256_add(s, world, g->state_size);
}

static void sign(sha256 *s, const gm_game *g, const void *box, rng *r) {
    _Alignas(8) uint8_t st[GM_MAX_STATE] = {0};
    gm_move moves[GM_MAX_MOVES];
    gm_seat who;
    g->setup(box, st);
    for (gm_move m; (m = random_move(g, box, st, r, &who));) {
        if (who == GM_DEALER)
            sign_number(s, g->chances(box, st));
        else
            sign_world(s, g, box, st, who, r);
        sign_moves(s, moves, g->moves(box, st, who, moves));
        BITS_EACH (q, gm_listeners(box)) {
            gm_move h = gm_heard(g, box, st, who, m, (gm_seat)q);
            sign_moves(s, &h, 1);
        }
        g->apply(box, st, who, m);
        sha256_add(s, st, g->state_size);
    }
    sign_result(s, g, box, st);
}

static void sign_order(sha256 *s, const gm_game *g, const gm_order *order, int games) {
    _Alignas(8) uint8_t box[GM_MAX_BOX];
    fault why;
    if (!gm_open_box(g, order, box, &why)) return;
    sha256_add(s, box, g->box_size);
    for (int i = 0; i < games; i++)
        sign(s, g, box, &(rng){(uint64_t)i});
}

void gm_signature(const gm_game *g, int games, char out[65]) {
    uint8_t hash[SHA256_SIZE];
    sha256 s;
    sha256_start(&s);
    for (int seats = g->min_seats; seats <= g->max_seats; seats++) {
        sign_order(&s, g, &(gm_order){.seats = seats}, games);
        for (const gm_setting *more = g->extra_settings; more && more->key; more++)
            sign_order(&s, g, &(gm_order){.seats = seats, .settings = {*more}}, games / 8 + 1);
    }
    for (const gm_mini *mini = g->minis; mini->order.seats; mini++)
        sign_order(&s, g, &mini->order, games);
    sha256_end(&s, hash);
    text t = text_on(out, 65);
    text_hex(&t, hash, sizeof hash);
}
