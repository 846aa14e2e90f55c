/* order.h - from what somebody wants to play to a box. */
#ifndef KIT_ORDER_H
#define KIT_ORDER_H
#include "games/game.h"

extern const gm_file gm_shipped[]; /* the files of decks/; the build embeds them; ends with a NULL name */

/* Checks an order (seats, edition, options, the columns of files) and leaves nothing in it open: it names its
 * edition, has a setting for every option of that edition, sorted by key, and a file for each of the game's
 * decks, in that order, then one that adds.  Files that say the same as shipped ones are replaced by them.
 * What is not in the order is in the program, so `full` is good as long as the order.  False: why says what is
 * wrong. */
bool gm_complete_order(const gm_game *g, const gm_order *order, gm_order *full, fault *why);

/* Completes the order and opens the box (GM_MAX_BOX bytes, 8-byte aligned), which keeps no pointer into the
 * order.  False: why says what is wrong. */
bool gm_open_box(const gm_game *g, const gm_order *order, void *box, fault *why);

/* The kind of deck of this game that the file's header fits, or NULL. */
const gm_deck *gm_deck_of(const gm_game *g, const gm_file *file);

/* The file that is shipped for a kind of deck in an edition. */
const gm_file *gm_shipped_deck(const gm_deck *d, int edition);

/* Is this file of a complete order a shipped one? */
bool gm_is_shipped(const gm_file *file);

/* The next line of a deck file, from *at on, as records write it: without a byte order mark and line ends.
 * False at the end. */
bool gm_deck_line(const gm_file *file, size_t *at, const char **line, size_t *n);

/* Is this value one of an option's values? */
bool gm_option_takes(const gm_option *o, const char *value);
#endif
