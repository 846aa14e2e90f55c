/* match.h - a game in progress: its true moves and the state after them.
 *
 * Whoever runs a game (a record, a table of the house, a simulation, the laws) has a match.  Whoever only
 * hears one has a follower (kit/follower.h).
 *
 * The caller owns the memory: box, state and the arrays of moves.  All of it must outlive the match. */
#ifndef KIT_MATCH_H
#define KIT_MATCH_H
#include "kit/deal.h"
#include "kit/view.h"

typedef gm_move gm_heard_by[GM_LISTENERS][GM_MAX_PLIES];

typedef struct {
    const gm_game *game;
    const void *box;
    int n, capacity; /* moves so far; how many fit into the arrays */
    gm_seat *by;
    gm_move *move;
    gm_heard_by *heard; /* the moves as each listener heard them; NULL: they are not kept */
    uint32_t dealt;     /* how many of the moves were the dealer's, and so the number of the next deal */
    uint8_t *st;        /* after the last move; game->state_size bytes, 8-byte aligned */
} gm_match;

/* Sets the game up, with no move yet.  The caller has set game, box, the arrays, capacity, heard and st. */
void gm_match_start(gm_match *m);

/* Plays a legal move.  False: there is no room for it. */
bool gm_match_play(gm_match *m, gm_seat who, gm_move move);

/* The dealer's next move, picked by the stream of this key (kit/deal.h).  It is the dealer's turn. */
gm_move gm_match_deal(const gm_match *m, const uint8_t key[32]);

/* How many moves `who` may take back now: its own latest ones, as long as all of them are undoable; never
 * past a move of the dealer's or of another seat. */
int gm_match_undoable(const gm_match *m, gm_seat who);

/* After how many moves the mover of move n was asked for it.  Where several seats choose at the same time, others may
 * have chosen in between. */
int gm_match_asked_for(const gm_match *m, int n);

/* Goes back to after the first n moves and forgets the rest. */
void gm_match_rewind(gm_match *m, int n);

/* What a listener has heard so far: from `heard`, which must be kept, or by replaying the game into `out`, which
 * takes n moves. */
gm_story gm_match_story(const gm_match *m, gm_seat who);
void gm_match_replay_story(const gm_match *m, gm_seat who, gm_move *out);
#endif
