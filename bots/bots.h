/* bots.h - the bots, and games between them.  A bot sees a view and a story, nothing else. */
#ifndef BOTS_H
#define BOTS_H
#include "base/jsonw.h"
#include "kit/record.h"
#include "words/words.h"

extern const gm_bot bots_all[]; /* ends with a NULL name; the best bot of a game comes first */

/* The bot of this name that plays this game, or NULL. */
const gm_bot *bots_find(const char *name, const gm_game *g);

/* Programs and records call a bot by its English name; people read its name in their language, and may type either.
 * bots_shown() translates the English name.  bots_typed() translates back; it returns any other word as it was typed.
 * Both also know `human`, the word for a seat without a bot. */
const char *bots_shown(words_lang lang, const char *name);
const char *bots_typed(words_lang lang, const char *typed);

/* The move that a bot chooses in this seat now.  Its random numbers depend on the secret that
 * deals (or on what was dealt by hand), the seat and the number of moves so far, so a resumed
 * game continues as it would have.  They come from a hash, so they tell the bot nothing about
 * the deals.  The record's match must write down what everybody hears (kit/match.h). */
gm_move bots_move(const gm_bot *b, const record *r, gm_seat who);

/* The generator of a bot in this seat after n moves, as above. */
rng bots_luck(const uint8_t secret[DEAL_SECRET], gm_seat who, int n);

/* Plays a whole game between bots, one for each seat: game number i of a seed.  Game 0 is dealt from the
 * seed itself, so that its record names the seed; the others from a hash of the seed and i.  What
 * everybody hears goes to `heard`.  Returns NULL, or what is wrong with the game, for a
 * programmer. */
const char *bots_play(record *r, gm_heard_by *heard, const gm_bot *const *bot,
                      const uint8_t seed[DEAL_SECRET], int i);

/* All games as JSON: seats, options, decks, statements, and which bots play them. */
enum { BOTS_GAMES_SIZE = 1 << 18 }; /* bytes that are enough for it */
void bots_games(jsonw *w, words_lang lang);

/* Bots that play one game each. */
gm_move bots_agents(const gm_view *view, const gm_story *story, rng *r, uint64_t *work);
gm_move bots_inside_job(const gm_view *view, const gm_story *story, rng *r, uint64_t *work);
gm_move bots_sentient(const gm_view *view, const gm_story *story, rng *r, uint64_t *work);
#endif
