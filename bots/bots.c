/* bots.c - the bots there are. */
#include "bots/bots.h"
#include <string.h>

/* Any legal move, all equally likely: the least that every other bot must beat. */
static gm_move choose_random(const gm_view *v, const gm_story *story, rng *r, uint64_t *work) {
    gm_move moves[GM_MAX_MOVES];
    int n = v->game->moves(v->box, v->st, v->who, moves);
    (void)story;
    *work = 1;
    return moves[rng_below(r, (uint32_t)n)];
}

const gm_bot bots[] = {
    {"random", "bot.random", choose_random},
    {0},
};

const gm_bot *bot_named(const char *name) {
    for (const gm_bot *b = bots; b->name; b++)
        if (!strcmp(b->name, name)) return b;
    return NULL;
}
