/* tokens.h - by which houses know us: $XDG_STATE_HOME/safehouse/tokens, or ~/.local/state/safehouse/tokens.
 *
 * A line for each house and name: `http://localhost:7447 TOKEN Ada`.  Whoever has a token has its seats, so the
 * file is for its owner alone.  Lines are only ever added, in one write, so that several programs can; the last
 * one that fits counts. */
#ifndef TERM_TOKENS_H
#define TERM_TOKENS_H
#include "base/fault.h"
#include <stddef.h>

enum { TOKEN_SIZE = 128 };

/* The token for a house, under this name or, if it is NULL, the latest.  False: there is none. */
bool token_find(const char *house, const char *name, char token[TOKEN_SIZE]);

/* Keeps a token.  False: why it could not. */
bool token_keep(const char *house, const char *name, const char *token, fault *why);
#endif
