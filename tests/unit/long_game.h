/* long_game.h - a game of as many dealer's moves as a test wants, each with the longest possible notation. */
#ifndef TESTS_UNIT_LONG_GAME_H
#define TESTS_UNIT_LONG_GAME_H
#include "games/game.h"
#include <string.h>

typedef struct {
    gm_box_head head;
    uint32_t moves; /* how many moves the dealer makes before the game is over */
} long_box;

typedef struct {
    uint32_t n, pad;
} long_state;

static inline gm_seats long_to_act(const void *box, const void *st) {
    return ((const long_state *)st)->n < ((const long_box *)box)->moves ? 1u << GM_DEALER : 0;
}

static inline gm_move long_deal(const void *box, const void *st, uint32_t x) {
    (void)box, (void)st, (void)x;
    return GM_MOVE(1, 0, 0, 0);
}

static inline uint32_t long_chances(const void *box, const void *st) {
    (void)box, (void)st;
    return 1;
}

static inline int long_moves(const void *box, const void *st, gm_seat who, gm_move out[GM_MAX_MOVES]) {
    out[0] = long_deal(box, st, 0);
    return who == GM_DEALER;
}

static inline const gm_reason *long_why_not(const void *box, const void *st, gm_seat who, gm_move m) {
    static const gm_reason no = {"L1", "long"};
    (void)box, (void)st;
    return who == GM_DEALER && m == GM_MOVE(1, 0, 0, 0) ? NULL : &no;
}

static inline void long_setup(const void *box, void *st) {
    (void)box;
    memset(st, 0, sizeof(long_state));
}

static inline void long_apply(const void *box, void *st, gm_seat who, gm_move m) {
    (void)box, (void)who, (void)m;
    ((long_state *)st)->n++;
}

static inline void long_result(const void *box, const void *st, gm_result *r) {
    (void)box, (void)st;
    *r = (gm_result){0};
}

static inline bool long_thing(const void *box, const char *of, int i, gm_thing *out) {
    (void)box, (void)of;
    *out = (gm_thing){.code = "a-code-as-long."};
    return !i;
}

static const gm_field long_fields[] = {GM_FIELD(long_state, n, 1, GM_PUBLIC, GM_U32, NULL),
                                       GM_FIELD(long_state, pad, 1, GM_PUBLIC, GM_U32, NULL),
                                       {0}};
static const gm_verb long_verbs[] = {
    {.kind = 1, .name = "deal-something-very-long", .of = {"thing", "thing", "thing"}, .say = "long"}, {0}};

static const gm_game long_game = {
    .name = "long",
    .edition = 1,
    .oldest_edition = 1,
    .min_seats = 2,
    .max_seats = 2,
    .state_size = sizeof(long_state),
    .box_size = sizeof(long_box),
    .fields = long_fields,
    .verbs = long_verbs,
    .setup = long_setup,
    .to_act = long_to_act,
    .moves = long_moves,
    .chances = long_chances,
    .deal = long_deal,
    .apply = long_apply,
    .why_not = long_why_not,
    .result = long_result,
    .thing = long_thing,
};
#endif
