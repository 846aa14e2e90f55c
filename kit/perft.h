/* perft.h - numbers that pin a game's behaviour. */
#ifndef KIT_PERFT_H
#define KIT_PERFT_H
#include "games/game.h"

/* How many lines of play of `depth` moves there are from st: moves of
 * the seats and of the dealer alike.  Seats that act at the same time move in one order
 * only, the lowest first. */
uint64_t gm_perft(const gm_game *g, const void *box, const void *st, int depth);

/* Plays one random move; false if the game is over. */
bool gm_random_ply(const gm_game *g, const void *box, void *st, rng *r);

enum { GM_SIGNATURE_GAMES = 100 };

/* A SHA-256 in hex over what happens in seeded games of an edition, so many for every number of seats and every
 * mini: the dealer's chances, how many choices there are, what everybody heard, results, and at some moves the
 * choices, states, views and possible worlds.  All of it is hashed as text, in notation and JSON.  The same on every machine until a rule changes. */
void gm_signature(const gm_game *g, int edition, int games, char out[65]);
#endif
