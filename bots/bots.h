/* bots.h - the bots there are.  A bot sees a view and a story, nothing else. */
#ifndef BOTS_H
#define BOTS_H
#include "base/jsonw.h"
#include "kit/record.h"
#include "words/words.h"

extern const gm_bot bots_all[]; /* ends with a NULL name; for any game the best come first */

/* NULL if there is none of this name that plays this game. */
const gm_bot *bots_find(const char *name, const gm_game *g);

/* What a bot does in this seat now.  Its luck depends on the secret that deals (or what
 * was dealt by hand), its seat and how far the game is, so that a game that is resumed
 * goes on as it would have; by a hash, so that its luck tells a bot nothing about the deals.
 * The record's match must write down what everybody hears (kit/match.h). */
gm_move bots_move(const gm_bot *b, const record *r, gm_seat who);

/* A bot's luck in this seat after n moves, from the secret that deals; as above. */
rng bots_luck(const uint8_t secret[DEAL_SECRET], gm_seat who, int n);

/* A whole game between bots: number i of those that hang on a seed.  Number 0 is
 * dealt by the seed itself, so that its record names it, the others by a hash of
 * both.  What everybody hears goes to `heard`.  Returns NULL, or what is wrong with the game,
 * for a programmer. */
const char *bots_play(record *r, gm_heard_by *heard, const gm_bot *const *who,
                      const uint8_t seed[DEAL_SECRET], int i);

/* All games as JSON: seats, options, decks, statements, and which bots play them. */
enum { BOTS_GAMES = 1 << 18 }; /* room for it */
void bots_games(jsonw *w, words_lang lang);

/* The bots of single games. */
gm_move bots_agents(const gm_view *view, const gm_story *story, rng *r, uint64_t *work);
gm_move bots_inside_job(const gm_view *view, const gm_story *story, rng *r, uint64_t *work);
gm_move bots_sentient(const gm_view *view, const gm_story *story, rng *r, uint64_t *work);
#endif
