/* view.h - the only way from a state to what a seat may know, and what a bot is.
 *
 * A view starts from "knows nothing" and copies what the table of fields allows,
 * so a field that was forgotten is hidden, not shown. */
#ifndef KIT_VIEW_H
#define KIT_VIEW_H
#include "games/game.h"

/* What `who` (a seat or GM_ROOM) sees.  Holes are all ones. */
void gm_look(const gm_game *g, const void *box, const void *st, gm_seat who, gm_view *out);

/* May `who` see this row of this field?  Asks only public bytes, so it says the
 * same on a state and on a view. */
bool gm_sees(const gm_field *f, const void *box, const void *st, gm_seat who, int row);

/* Everything that listens at a table: its seats and the room. */
gm_seats gm_listeners(const void *box);

/* Could the view's owner hear this move now, in some world that it holds possible?  Draws worlds until one fits; with
 * as many as it tries, a move that was made is missed less than once in all games that will ever be played.  What is
 * not possible must not be applied: it comes from somebody who is wrong, or lies. */
bool gm_could_hear(const gm_view *v, gm_seat by, gm_move heard, rng *r);

/* What every seat and the room have heard so far.  Too large for the stack. */
typedef struct {
    int n;
    gm_seat by[GM_MAX_PLIES];
    gm_move heard[GM_ROOM + 1][GM_MAX_PLIES];
} gm_ears;

/* A move is about to be played on st; all listeners hear it. */
void gm_hear(gm_ears *e, const gm_game *g, const void *box, const void *st, gm_seat who, gm_move m);
gm_story gm_story_of(const gm_ears *e, gm_seat who);

/* A player made of code.  choose() returns one of the legal moves of view->who;
 * it is a pure function of what it is given, and *work counts its iterations, so
 * that a law can see that neither depends on what the seat does not know. */
typedef struct {
    const char *name;
    const char *game; /* the only one that it plays, or NULL: all */
    const char *say;
    gm_move (*choose)(const gm_view *view, const gm_story *story, rng *r, uint64_t *work);
} gm_bot;
#endif
