/* tokens.h - the tokens by which houses recognise this user.
 *
 * They are in $XDG_STATE_HOME/safehouse/tokens, or ~/.local/state/safehouse/tokens, a line for each house and
 * name: `http://localhost:7447 TOKEN Ada`.  Whoever has a token has its seats, so only the owner can read the
 * file.  Lines are only appended, each with one write, so several programs can do it at once.  The last line that
 * matches counts. */
#ifndef TERM_TOKENS_H
#define TERM_TOKENS_H
#include "base/fault.h"
#include <stddef.h>

enum { TOKENS_SIZE = 128 }; /* bytes of a token, with the 0 at its end */

/* The token for a house and a name; for a NULL name, the latest token of that house.  False: there is none. */
bool tokens_find(const char *house, const char *name, char token[TOKENS_SIZE]);

/* Stores a token.  False: why it could not. */
bool tokens_add(const char *house, const char *name, const char *token, fault *why);
#endif
