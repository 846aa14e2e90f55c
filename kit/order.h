/* order.h - from what somebody wants to play to a box. */
#ifndef KIT_ORDER_H
#define KIT_ORDER_H
#include "games/game.h"

extern const gm_file gm_shipped[]; /* the files of decks/; the build embeds them; ends with a NULL name */

/* Checks seats, options and the columns of files, adds the shipped decks where
 * the order brings none, and opens the box (GM_MAX_BOX bytes, 8-byte aligned), which
 * keeps no pointer into the order.  False: why says what is wrong. */
bool gm_open_box(const gm_game *g, const gm_order *order, void *box, fault *why);

/* The kind of deck of this game that the file's header fits, or NULL. */
const gm_deck *gm_deck_of(const gm_game *g, const gm_file *file);

/* Is this value one of an option's values? */
bool gm_option_takes(const gm_option *o, const char *value);
#endif
