/* notation.h - moves and statements as text, the same for all games: the verb and the
 * codes of its arguments with one space between, `show 2 14`.  GM_NONE is written -,
 * and GM_HIDDEN is ?, which nobody can play, so that only gm_read_heard reads it. */
#ifndef KIT_NOTATION_H
#define KIT_NOTATION_H
#include "base/text.h"
#include "games/game.h"

enum { GM_NOTATION_SIZE = 96 }; /* a verb of 24 and three codes of GM_CODE_SIZE fit */

const gm_verb *gm_verb_of(const gm_game *g, gm_move m); /* NULL if this game has no such move or statement */

/* How many arguments the verb has, and which of them is written as number i, from 0. */
int gm_arg_count(const gm_verb *v);
int gm_written_arg(const gm_verb *v, int i);

/* The thing with number i; "seat" is the box's seats.  False if there is none. */
bool gm_thing_of(const gm_game *g, const void *box, const char *of, int i, gm_thing *out);

/* The code that stands for argument or value i: a thing's, "-" or "?". */
void gm_write_code(text *out, const gm_game *g, const void *box, const char *of, int i);

void gm_write_move(text *out, const gm_game *g, const void *box, gm_move m);

/* A move with who made it, as records and stories have it: `dealer card 0 y7`, `1 play y3`. */
void gm_write_ply(text *out, const gm_game *g, const void *box, gm_seat by, gm_move m);

/* Takes the mover and the space after it off the start of such a line; the move is left.  False if it does not
 * begin with a seat of this box or the dealer. */
bool gm_read_mover(const void *box, const char **s, size_t *n, gm_seat *by);

/* Reads any move that has a notation, legal or not.  False: why says what is
 * wrong (no file, line or column). */
bool gm_read_move(const gm_game *g, const void *box, const char *s, size_t n, gm_move *out, fault *why);

/* The same for a move as somebody heard it, parts of which may be hidden: `card 2 ?`. */
bool gm_read_heard(const gm_game *g, const void *box, const char *s, size_t n, gm_move *out, fault *why);

/* The same for statements.  Neither reads what the other does. */
bool gm_read_statement(const gm_game *g, const void *box, const char *s, size_t n, gm_move *out, fault *why);

/* The move or statement as a sentence; m is what the reader heard. */
void gm_say_move(const gm_game *g, gm_seat by, gm_move m, gm_line *out);

/* Several moves of the dealer's in a row can be one sentence, with a list of their last arguments.  Is m such a move; is
 * it in one list with another; its own part of the list; and the sentence with a list, as text, in its place? */
bool gm_is_listable(const gm_game *g, gm_seat by, gm_move m);
bool gm_same_list(const gm_game *g, gm_move m, gm_move other);
gm_line gm_say_listed(const gm_game *g, gm_move m);
void gm_say_list(const gm_game *g, gm_move m, const char *list, gm_line *out);

/* A legal move as its player can choose it, without a capital and a full stop: `play blue 2`.  The player's view, or the
 * state, which says the same. */
void gm_say_choice(const gm_game *g, const void *box, const void *view, gm_seat by, gm_move m, gm_line *out);

/* The number of the first of n moves that the log shows now (see gm_game's `chapters`). */
int gm_log_from(const gm_game *g, const void *box, const void *st, const gm_move *moves, int n);

/* The next of all moves that have a notation, legal or not; statements are left out.  Begins with m = 0; returns 0
 * after the last. */
gm_move gm_next_move(const gm_game *g, const void *box, gm_move m);
#endif
