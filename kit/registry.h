/* registry.h - the games there are: every folder in games/, by name.  The build
 * writes the list. */
#ifndef KIT_REGISTRY_H
#define KIT_REGISTRY_H
#include "games/game.h"

extern const gm_game *const gm_games[]; /* ends with NULL */

/* NULL if there is none of this name. */
const gm_game *gm_game_named(const char *name, size_t n);
#endif
