/* bots.h - the bots there are.  A bot sees a view and a story, nothing else. */
#ifndef BOTS_H
#define BOTS_H
#include "kit/view.h"

extern const gm_bot bots[]; /* ends with a NULL name */

const gm_bot *bot_named(const char *name); /* NULL if there is none */
#endif
