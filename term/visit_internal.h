/* visit_internal.h - what visit.c, visit_messages.c and visit_commands.c share. */
#ifndef TERM_VISIT_INTERNAL_H
#define TERM_VISIT_INTERNAL_H
#include "kit/follower.h"
#include "kit/notation.h"
#include "table/agreement.h"
#include "term/choice.h"
#include "term/visit.h"

enum { VISIT_SPEAKERS = 16 }; /* spectators whom the user may want to mute */

typedef struct {
    char name[RECORD_NAME], bot[RECORD_BOT]; /* as the house says them */
    bool person, held, nonce, here;          /* held: a bot plays for the person */
    int colour;                              /* its number, or -1 */
} visit_seat;

/* The client has the games' code.  It makes the box from the agreement and follows the story on a view, so a
 * narrator tells it just as it tells a local game. */
struct visit {
    session *s;
    char key[ADDRESS_KEY], link[256];
    char going_to[ADDRESS_KEY];     /* the table to which the house has been asked to let us, or empty; */
    int going;                      /* the number of that request */
    int wanted_seat;                /* a seat, JOIN_ANY_SEAT or JOIN_AS_SPECTATOR, */
    char wanted_colour[INPUT_LINE]; /* and the colour to sit down with, as it was typed, or empty */
    bool seat_requested;            /* on arrival; nothing is told before the house has answered */
    bool known;                     /* there is a box */
    _Alignas(8) uint8_t box[GM_MAX_BOX];
    narrator t;
    gm_follower game;
    gm_seat by[GM_MAX_PLIES];
    gm_move heard[GM_MAX_PLIES];
    rng chance;      /* for checking whether what the house says is possible */
    int64_t update;  /* the number of the latest update, */
    int catching_up; /* and of the request for those after it, or 0 */
    table_phase phase;
    bool host, removed, agreed; /* removed: by the host; agreed: the game ended by a vote */
    bool silenced;              /* spectators may not talk */
    bool takebacks;             /* moves may be taken back */
    bool practice;              /* somebody went back past that, among bots */
    bool rematch;               /* the players of another table wanted this game */
    visit_seat seat[GM_MAX_SEATS];
    int spectators;
    json_t *talk; /* from before the user came */
    struct {      /* spectators who have said something, the latest last */
        char name[RECORD_NAME];
        int64_t person;
    } speaker[VISIT_SPEAKERS];
    int n_speakers;
    bool asked;                  /* the user was told that it is their turn, */
    choice_set choices;          /* and that these are their legal moves */
    gm_seats awaited;            /* the players for whom everybody waits, as the user was told */
    int move_id;                 /* of our latest move */
    char sent[GM_NOTATION_SIZE]; /* our move that the house has not answered, or empty; */
    int sent_at;                 /* its number in the story */
    bool clocks;
    int64_t left[GM_MAX_SEATS], left_at; /* milliseconds left, and when that was so */
    bool discussing, discussion_told;    /* nobody may move yet; the user was told so */
    gm_seats ready;                      /* the seats that have nothing more to discuss */
    int64_t discussion_left;             /* milliseconds, at `left_at`; -1: not limited */
    char path[INPUT_LINE];               /* where to write the record, or where a file was in the way */
};

/* The narrator; a line on which a prompt waits is ended first. */
narrator *visit_output(visit *v);
void visit_say(visit *v, gm_line line);

static inline gm_seat visit_own_seat(const visit *v) { return v->game.view.who; }
static inline bool visit_seated(const visit *v) { return v->game.view.who < GM_MAX_SEATS; }

static inline int visit_seat_count(const visit *v) { return gm_seat_count(v->box); }
static inline bool visit_seat_is_free(const visit_seat *s) { return !s->person && !s->bot[0]; }

void visit_name_seats(visit *v); /* bots get names too */
int visit_count_free_seats(const visit *v);
int visit_first_free_seat(const visit *v); /* -1 if there is none */
void visit_request_seat(visit *v, int seat,
                        int colour);         /* a seat, or JOIN_ANY_SEAT; a colour's number, or -1 */
bool visit_should_get_ready(const visit *v); /* the table waits, and the user has not said "ready" */
void visit_get_ready(visit *v);
void visit_start(visit *v); /* for the host, who is then ready */
void visit_tell_seats(visit *v);
bool visit_is_alone(const visit *v); /* does the user play, and nobody else but bots? */

/* The number of a colour of the game by its code or, in the user's language, its name; -1 if there is no such colour. */
int visit_find_colour(const visit *v, const char *word);
void visit_say_colours(visit *v, const char *key); /* those that there are, in this sentence */

void visit_start_story(visit *v, gm_seat who);                /* as this seat or the spectators hear it */
bool visit_add_move(visit *v, gm_seat who, const char *move); /* false: no house would say that */
void visit_tell_latest_move(visit *v, const gm_view *before); /* and what it brought about */
void visit_take_back(visit *v, int n);                        /* leaves the first n moves */
gm_seats visit_to_act(const visit *v);                        /* nobody, unless a game is being played */
gm_seats visit_asked(const visit *v);                         /* nobody during a discussion, either */

void visit_read_now(visit *v, const json_t *m); /* the clocks and the discussion */
void visit_tell_clocks(visit *v);
/* If it is the user's turn, tells the state and the legal moves, but not twice.  Otherwise says for whom everybody
 * waits, or that there is a discussion. */
void visit_offer_moves(visit *v);
#endif
