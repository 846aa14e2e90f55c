/* statements.c - what players may state in Inside Job, J8.
 *
 *   suspect SEAT              trust SEAT
 *   guess SEAT AMOUNT COLOUR  another player's hand has many, few or none
 *   ask SEAT CARD             why did you play it?
 *   claim CARD REASON         why I played it, true or not
 *   answer ANSWER
 *
 * No statement tells about the speaker's hand or about a mission that was put away.  A card
 * can be named only after it was played, and "I had no other card" is not among the reasons. */
#include "games/inside_job/internal.h"

const gm_verb inside_job_statements[] = {
    {.kind = IJ_S_SUSPECT, .name = "suspect", .of = {"seat"}, .say = "inside-job.suspect"},
    {.kind = IJ_S_TRUST, .name = "trust", .of = {"seat"}, .say = "inside-job.trust"},
    {.kind = IJ_S_GUESS, .name = "guess", .of = {"seat", "amount", "colour"}, .say = "inside-job.guess"},
    {.kind = IJ_S_ASK, .name = "ask", .of = {"seat", "card"}, .say = "inside-job.ask"},
    {.kind = IJ_S_CLAIM, .name = "claim", .of = {"card", "reason"}, .say = "inside-job.claim"},
    {.kind = IJ_S_ANSWER, .name = "answer", .of = {"answer"}, .say = "inside-job.answer"},
    {0},
};

/* Has this seat played the card, from its hand or for Larry?  Everybody has seen that. */
static bool has_played(const gm_story *spectators, gm_seat who, int card) {
    for (int i = 0; i < spectators->n; i++) {
        int kind = GM_KIND(spectators->heard[i]);
        bool plays = kind == IJ_M_PLAY || kind == IJ_M_RAISE || kind == IJ_M_LARRY;
        if (plays && spectators->by[i] == who && GM_A(spectators->heard[i]) == card) return true;
    }
    return false;
}

const gm_reason *inside_job_why_not_state(const void *box, const gm_story *spectators, gm_seat who,
                                          gm_move m) {
    static const gm_reason none = {"J8.2", "inside-job.why.talk-none"},
                           self = {"J8.2", "inside-job.why.talk-self"},
                           own = {"J8.1", "inside-job.why.talk-own"},
                           larry = {"J8.2", "inside-job.why.talk-larry"},
                           mine = {"J8.1", "inside-job.why.talk-mine"},
                           theirs = {"J8.1", "inside-job.why.talk-theirs"};
    const ij_box *b = box;
    int kind = GM_KIND(m), a = GM_A(m);
    if (a == GM_NONE || GM_B(m) == GM_NONE || GM_C(m) == GM_NONE) return &none;
    if (kind == IJ_S_ANSWER) return NULL;
    if (kind == IJ_S_CLAIM) return has_played(spectators, who, a) ? NULL : &mine;
    if (a == who) return kind == IJ_S_GUESS ? &own : &self;
    if (kind == IJ_S_SUSPECT || kind == IJ_S_TRUST) return NULL;
    if (a >= b->head.seats) return &larry;
    return kind == IJ_S_GUESS || has_played(spectators, (gm_seat)a, GM_B(m)) ? NULL : &theirs;
}
