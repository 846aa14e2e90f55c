/* session.h - a user at a house: what join.c, lobby.c and visit*.c share.
 *
 * A user first enters the house under a name, then is in the lobby (lobby.h) or at a table (visit.h).  A typed
 * line waits until the request before it is answered, so that it means what the user saw on the screen. */
#ifndef TERM_SESSION_H
#define TERM_SESSION_H
#include "kit/record.h"
#include "store/store.h"
#include "term/connection.h"
#include "term/join.h"
#include "term/say.h"
#include "term/tokens.h"
#include <jansson.h>

typedef struct session {
    const join_terms *terms;
    address_url house;
    connection *connection;
    FILE *out;
    words_for w; /* without a game */
    char name[RECORD_NAME], token[TOKENS_SIZE];
    enum { SESSION_ENTERING, SESSION_IN_LOBBY, SESSION_AT_TABLE } where;
    struct lobby *lobby;
    struct visit *visit;
    bool entered;     /* the house knows who we are */
    bool asking_name; /* the user was asked for a name */
    bool prompted;    /* a "> " waits at the end of the output */
    bool done, failed;
    int request,
        unanswered; /* numbers of requests: the latest, and the one that waits for its answer, or 0 */
    int retries;    /* attempts to get a lost connection back */
    bool moving;    /* to another node of the house, which the user need not notice */
    char node[STORE_NODE + 1];   /* to which to connect next; empty: any */
    int hops;                    /* from node to node, in a row */
    const char *then;            /* the sentence to say when the house confirms that request, or NULL; */
    char then_name[RECORD_NAME]; /* its argument */
    char typed[1 << 16];         /* not handled yet */
    size_t n_typed;
    bool input_ended;
} session;

/* Sends a request, whose answer nobody waits for.  Takes ownership of it. */
void session_send(session *s, json_t *request);

/* Sends a request and waits for its answer: until then, no typed line is carried out.  Takes ownership of it. */
void session_request(session *s, json_t *request);

/* The same; when the house confirms it, the session says this sentence about this name. */
void session_request_then(session *s, json_t *request, const char *say, const char *name);

/* The stream for output.  If a prompt waits there, its line is ended first. */
FILE *session_output(session *s);
void session_say(session *s, gm_line line);
void session_say_fault(session *s, const fault *why);

/* Copies a string of a message into `out`, cut to size bytes, and returns it; "" if there is none.  Control
 * characters and those that change the direction of a text become question marks, so that neither a house nor a
 * name can control the terminal. */
const char *session_get_text(const json_t *from, const char *field, char *out, size_t size);
#endif
