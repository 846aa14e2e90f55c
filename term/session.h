/* session.h - what the files of `safehouse join` share.
 *
 * A session is one person's stay at a house: at the door, in the lobby, or at a table (a visit).  What is typed
 * waits until the request before it is answered, so that it means what it meant on the screen. */
#ifndef TERM_SESSION_H
#define TERM_SESSION_H
#include "table/agreement.h"
#include "term/choice.h"
#include "term/join.h"
#include "term/socket.h"
#include "term/tokens.h"

typedef struct session session;
typedef struct visit visit;
typedef struct tables tables;

struct session {
    const join_terms *terms;
    address house;
    wire *wire;
    FILE *out;
    words_for w; /* without a game */
    char name[RECORD_NAME], token[TOKEN_SIZE];
    enum { AT_DOOR, IN_LOBBY, AT_TABLE } where;
    tables *tables;
    visit *visit;
    bool entered;  /* the house knows who we are */
    bool naming;   /* it was asked under what name */
    bool prompted; /* "> " stands there and waits */
    bool done, failed;
    int re, awaited;  /* numbers of requests: the latest, and the one whose answer is waited for, or 0 */
    int tries;        /* to get back a connection that was lost */
    const char *then; /* what is told when the house has done what was asked, */
    char about[RECORD_NAME]; /* and of whom; NULL: nothing */
    char typed[1 << 16];
    size_t n_typed;
    bool ended; /* nothing more will be typed */
};

/* ---- join.c -------------------------------------------------------------------------------------------------- */

/* Sends a request, of which it takes care, and waits for its answer. */
void session_ask(session *s, json_t *request);

/* The same of what the house only says to have done: then this sentence is told, of this name. */
void session_ask_then(session *s, json_t *request, const char *say, const char *name);

/* Something is about to be told: ends the line on which a prompt stands. */
FILE *session_aloud(session *s);
void session_say(session *s, gm_line line);

/* A string of a message, "" if there is none, without what a terminal would obey; for at most size bytes. */
const char *session_text(const json_t *from, const char *field, char *out, size_t size);

/* ---- tables.c: the list of tables --------------------------------------------------------------------------------- */

tables *tables_new(session *s);
void tables_free(tables *l);
void tables_enter(tables *l);                  /* asks for the list */
void tables_hear(tables *l, const json_t *m);  /* takes what is about the list */
void tables_line(tables *l, const char *line); /* what was typed there */

/* ---- visit.c, visit_hear.c, visit_words.c: at a table ---------------------------------------------------------- */

visit *visit_new(session *s);
void visit_free(visit *v);
void visit_come(visit *v, const char *key, int seat); /* goes to a table, to sit there or to look on */
void visit_catch_up(visit *v);                        /* after the connection was lost */
void visit_hear(visit *v, const json_t *m);
void visit_fetched(visit *v, bool good, const char *s, size_t n);
void visit_refused(visit *v); /* the house has answered with an error, which was told */
void visit_alarm(visit *v);
bool visit_waits(const visit *v); /* is something expected of the person? */
void visit_line(visit *v, const char *line);
void visit_part(visit *v); /* a word at leaving */
#endif
