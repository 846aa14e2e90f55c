/* laws.h - what must hold of every game, tried by machine.
 *
 *   open       the default order and every mini open a box, which begins with its seats
 *              and its edition
 *   editions   options and shipped decks belong to editions that there are, and the decks
 *              to the first; no edition has more options than an order can hold
 *   fields     every byte of the state is in exactly one field, and every byte of
 *              the figures in a public one; masks are public; hands of empty seats
 *              and padding are zero; a game that hides something has minis and the
 *              functions heard, fill and fill_story
 *   verbs      kinds and names are used once; moves and statements have different
 *              kinds; statements come with why_not_state; no move is called `state`,
 *              which begins a statement in records
 *   moves      sorted, unique, the same on the mover's view; to_act and discusses
 *              are the same on every view
 *   deals      all x of deal() give exactly the dealer's moves, ascending
 *   notation   written and read back it is the same move
 *   why_not    NULL exactly for the legal moves; the same on the mover's view
 *   commute    simultaneous moves give the same bytes in either order
 *   invariants cards, tokens and pawns add up after every move
 *   figures    they are the same on every view
 *   hearing    the move as heard, applied to a view, gives the next view
 *   fit        a world filled in from a view looks like that view
 *   silence    what is heard is no more than what is then seen: in another world
 *              of the listener's, a move after which the view is the same was heard
 *              the same
 *   back       an undoable move could have been heard in every world
 *   story      a story filled in from a world replays to that world and tells
 *              that story
 *   twins      two worlds that a seat cannot tell apart give it the same bytes,
 *              and a bot there the same move after the same work
 *   result     the scores of every seat add up to its points, and are the same on
 *              every view
 *   record     a game that is written, read and replayed is the same bytes
 * and on minis, over all histories.  Where these are too many, over those that fit one story
 * at a time: then no two stories meet in a view, and `fill` alone compares the worlds.
 *   enough     all stories that end in one view leave the same worlds equally
 *              often
 *   fill       draws just these worlds, as often (chi-square, fixed seeds) */
#ifndef KIT_LAWS_H
#define KIT_LAWS_H
#include "kit/view.h"

enum { LAWS_DETAIL = 200 };

/* Scratch memory for the laws: most of it for the histories of a mini. */
#define LAWS_MEMORY ((size_t)400 << 20)

typedef struct {
    const gm_bot *bots; /* who is asked by twins; ends with a NULL name */
    void *memory;       /* LAWS_MEMORY bytes, 8-byte aligned */
    int plies;          /* of full-size games, for each number of seats; a quarter for each option changed */
    int edition;        /* that is tried; 0: the newest */
} laws_plan;

typedef struct {
    const char *law;
    const gm_game *game;
    char order[LAWS_DETAIL];        /* "edition 2 seats 3 rounds=1", empty for fields */
    int game_number, ply, listener; /* -1 where they mean nothing */
    char detail[LAWS_DETAIL];       /* for a programmer */
} laws_breach;

typedef struct {
    long games, plies, worlds, histories, views;
} laws_count;

/* All laws: on full-size games for every number of seats with the default
 * options and with each option changed, and on all minis.  False: breach says
 * which law does not hold, and where.
 *
 * Story and twins replay the game from its start, so they are tried less and less
 * often as it grows; all others at every ply. */
bool laws_hold(const gm_game *g, const laws_plan *plan, laws_count *count, laws_breach *breach);

/* Parts of laws_hold(): the table of verbs; a mini, whose order names the edition. */
bool laws_verbs(const gm_game *g, laws_breach *breach);
bool laws_exact(const gm_game *g, const gm_mini *mini, const laws_plan *plan, laws_count *count,
                laws_breach *breach);

/* Draws another world: one that `who` cannot tell from the state st.  notes: GM_MAX_NOTES bytes, 8-byte aligned. */
void laws_world(const gm_game *g, const void *box, const void *st, gm_seat who, void *notes, rng *r,
                void *world);

/* Fills in a story that `who` heard from a world: `filled` gets the moves by which that world came about. */
void laws_fill_story(const gm_game *g, const void *box, const void *world, gm_seat who, const gm_story *heard,
                     gm_move *filled);

/* Starts a breach: fills in game and order (NULL: none). */
void laws_begin(laws_breach *breach, const gm_game *g, const gm_order *order);

/* Fills in law and detail; returns false. */
bool laws_broken(laws_breach *breach, const char *law, const char *detail);
#endif
