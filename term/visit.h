/* visit.h - a user at a table of a house: what happens there is told, and what is typed is carried out.
 *
 * visit.c has the seats, the story and the user's turn; visit_messages.c what the house says; visit_commands.c
 * what the user types. */
#ifndef TERM_VISIT_H
#define TERM_VISIT_H
#include "term/session.h"

typedef struct visit visit;

visit *visit_new(session *s);
void visit_free(visit *v);

/* Goes to a table, to take a seat (see join_terms) or to watch.  With an empty key it goes to the table that the
 * house is about to make.  A colour is a word of the user's, or empty. */
void visit_go_to(visit *v, const char *key, int seat, const char *colour);

/* After a reconnection: goes on to the table to which the user was going, or asks for everything that happened at
 * this one.  False if there is neither. */
bool visit_catch_up(visit *v);

/* Is this the request to go to a table, or to catch up there, that the house has not answered? */
bool visit_is_arriving(const visit *v, json_int_t request);

/* Will visit_catch_up see to the request that the house has not answered? */
bool visit_repeats_request(const visit *v);

void visit_receive(visit *v, const json_t *m);                    /* a message about the table */
void visit_fetched(visit *v, bool good, const char *s, size_t n); /* the record that was asked for */
void visit_request_failed(visit *v, json_int_t request);          /* the user has been told why */
void visit_on_clock_timer(visit *v);

/* Does the table wait for something that the user types? */
bool visit_expects_input(const visit *v);

/* Carries out a line that was typed at the table. */
void visit_command(visit *v, const char *line);

/* Says how to come back to a game that is not over. */
void visit_say_goodbye(visit *v);
#endif
