/* lobby.h - the lobby of a house: lists its tables, goes to one, makes one. */
#ifndef TERM_LOBBY_H
#define TERM_LOBBY_H
#include "term/session.h"

typedef struct lobby lobby;

lobby *lobby_new(session *s);
void lobby_free(lobby *l);

/* Goes to the lobby and asks the house for the list. */
void lobby_enter(lobby *l);

/* The same after a reconnection that the user has not noticed: only tables that are new are told. */
void lobby_catch_up(lobby *l);

/* Handles a message about the list. */
void lobby_receive(lobby *l, const json_t *m);

/* Carries out a line that was typed in the lobby. */
void lobby_command(lobby *l, const char *line);
#endif
