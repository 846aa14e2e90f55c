/* view.h - the only way from a state to what a seat may know, and what a bot is.
 *
 * A view starts from "knows nothing" and copies what the table of fields allows,
 * so a field that was forgotten is hidden, not shown. */
#ifndef KIT_VIEW_H
#define KIT_VIEW_H
#include "games/game.h"

/* What `who` (a seat or GM_SPECTATOR) sees.  Holes are all ones. */
void gm_make_view(const gm_game *g, const void *box, const void *st, gm_seat who, gm_view *out);

/* A move, as the view's owner heard it, makes the next view. */
void gm_view_step(gm_view *v, gm_seat by, gm_move heard);

/* May `who` see this row of this field?  Asks only public bytes, so it says the
 * same on a state and on a view. */
bool gm_may_see(const gm_field *f, const void *box, const void *st, gm_seat who, int row);

/* What a game's functions of the same names give, or, in a game that hides nothing and so
 * leaves them out, the move itself, the view as the only world, the story as it is.
 * notes: GM_MAX_NOTES bytes, 8-byte aligned. */
gm_move gm_heard(const gm_game *g, const void *box, const void *st, gm_seat who, gm_move m, gm_seat listener);
void gm_study(const gm_game *g, const void *box, const void *view, gm_seat who, void *notes);
void gm_fill(const gm_game *g, const void *box, const void *view, gm_seat who, const void *notes, rng *r,
             void *world);
void gm_fill_story(const gm_game *g, const void *box, const void *world, gm_seat who, gm_move *story,
                   const gm_seat *by, int n);

/* Everybody who listens at a table: its seats and GM_SPECTATOR. */
gm_seats gm_listeners(const void *box);

/* Could the view's owner hear this move now, in some world that it holds possible?  Draws worlds until one fits; with
 * as many as it tries, a move that was made is missed less than once in all games that will ever be played.  What is
 * not possible must not be applied: it comes from somebody who is wrong, or lies. */
bool gm_could_hear(const gm_view *v, gm_seat by, gm_move heard, rng *r);

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
