/* visit.h - a stay at a table of a house: what its three files share. */
#ifndef TERM_VISIT_H
#define TERM_VISIT_H
#include "kit/follower.h"
#include "kit/notation.h"
#include "term/session.h"

enum { VOICES = 16 }; /* onlookers whom one may want to mute */

typedef struct {
    char name[RECORD_NAME], bot[RECORD_BOT]; /* as the house has them */
    bool person, held, nonce, here;
} visit_seat;

/* The client has the games' code: it makes the box from what was agreed, and lives through the story as heard, on
 * a view.  So all that is told here is told by the same functions as at a local table. */
struct visit {
    session *s;
    char key[ADDRESS_KEY], link[256];
    int want;     /* the seat to sit down on, JOIN_ANY or JOIN_LOOK */
    bool sitting; /* it was asked for, and until then nothing is told */
    bool known;   /* there is a box */
    _Alignas(8) uint8_t box[GM_MAX_BOX];
    teller t;
    gm_follower game;
    gm_seat by[GM_MAX_PLIES];
    gm_move heard[GM_MAX_PLIES];
    rng chance;      /* to look whether what is heard is possible */
    int64_t update;  /* the latest that was taken, */
    int catching_up; /* and the request that asked for those after it, or 0 */
    table_phase phase;
    bool host, removed, agreed; /* removed: by the host; agreed: it ended by a vote */
    visit_seat seat[GM_MAX_SEATS];
    int onlookers;
    json_t *talk; /* what was said before we came */
    struct {      /* who spoke under a name that no seat has, the latest last */
        char name[RECORD_NAME];
        int64_t person;
    } voice[VOICES];
    int n_voices;
    bool asked; /* it was said that it is our turn, and what can be done: */
    choices c;
    gm_seats waited;             /* for whom it was said that all wait */
    int id;                      /* of our latest move */
    char sent[GM_NOTATION_SIZE]; /* a move on its way, empty if there is none; */
    int sent_at;                 /* it would be this one */
    bool clocks;
    int64_t left[GM_MAX_SEATS], left_at; /* milliseconds, and when that was so */
    char path[TELL_LINE];                /* where the record goes that is being fetched */
};

/* The teller, when something is to be told. */
teller *visit_aloud(visit *v);

static inline gm_seat visit_me(const visit *v) { return v->game.view.who; }
static inline bool visit_seated(const visit *v) { return v->game.view.who < GM_MAX_SEATS; }

static inline int visit_seats(const visit *v) { return gm_seat_count(v->box); }
static inline bool visit_is_free(const visit_seat *s) { return !s->person && !s->bot[0]; }

/* ---- visit.c: seats, the story, being asked ------------------------------------------------------------------- */

void visit_name_seats(visit *v); /* bots get names too */
int visit_count_free(const visit *v);
int visit_first_free(const visit *v); /* the seat that one gets who does not care, or -1 */
void visit_sit(visit *v, int seat);   /* asks for a seat, or for any that is free */
void visit_give_nonce(visit *v);
void visit_tell_seats(visit *v);

void visit_begin(visit *v, gm_seat me); /* the story, as this seat or the spectators hear it */
bool visit_hear_move(visit *v, gm_seat who, const char *move); /* false: no house would say that */
void visit_tell_move(visit *v, const gm_view *before);         /* the latest, and what it brought about */
void visit_take_back(visit *v, int n);                         /* to so many moves */
gm_seats visit_to_act(const visit *v);                         /* nobody, unless a game is being played */

void visit_read_clocks(visit *v, const json_t *m);
void visit_tell_clocks(visit *v);
void visit_ask(visit *v); /* says what can be done, if we are asked and it has not been said */
#endif
