/* follower.h - a game for somebody who only hears it: a player at a house, a spectator, the reader of a
 * record.
 *
 * A follower has heard n moves and stands after the first `at` of them; its view is the one that the listener
 * had then.  Clients stand after the last move; a replay goes to and fro.
 *
 * As GM_DEALER, a follower is told everything, as the reader of a finished record is: its "view" is the state.
 * Nobody who plays is given that.  The caller owns the arrays, which must outlive the follower. */
#ifndef KIT_FOLLOWER_H
#define KIT_FOLLOWER_H
#include "kit/match.h"

typedef struct {
    int n, at, capacity; /* moves heard; where it stands; how many fit into the arrays */
    gm_seat *by;
    gm_move *heard;
    gm_view view; /* after the first `at` moves */
} gm_follower;

/* Begins to follow as `who`, with nothing heard.  The caller has set the arrays and their capacity. */
void gm_follower_start(gm_follower *f, const gm_game *g, const void *box, gm_seat who);

/* Adds a move, which the listener could hear now (gm_could_hear); it is not looked at yet.  False: there is
 * no room. */
bool gm_follower_hear(gm_follower *f, gm_seat by, gm_move heard);

/* Follows all of a match, from its start. */
void gm_follower_hear_match(gm_follower *f, const gm_match *m);

/* Goes one move on.  The follower must not stand after the last. */
void gm_follower_step(gm_follower *f);

/* Goes to after the first `to` moves, or after the last if there are fewer. */
void gm_follower_goto(gm_follower *f, int to);

/* Forgets the moves after the first n, which were taken back. */
void gm_follower_forget(gm_follower *f, int n);

/* A move that is only tried: the view right after it, before anybody answers. */
void gm_follower_try(const gm_follower *f, gm_seat by, gm_move heard, gm_view *after);

/* The story up to where the follower stands. */
gm_story gm_follower_story(const gm_follower *f);

/* Whom sentences about the view address: the listener, or a spectator if the follower is told everything. */
gm_seat gm_follower_reader(const gm_follower *f);
#endif
