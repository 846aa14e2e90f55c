/* statements.c - what players may state in Inside Job, J8.
 *
 *   suspect SEAT              trust SEAT
 *   guess SEAT AMOUNT COLOUR  another player's hand has many, few or none
 *   ask SEAT CARD             why did you play it?
 *   claim CARD REASON         why I played it, true or not
 *   answer ANSWER
 *
 * No statement names a card of the speaker's hand, or a mission that was put away.  A claim is
 * about a card that the speaker has played; that it could not follow suit, only about one that
 * did not.  A question can be about any card: if it were refused for a card that was not
 * played, everybody could look up all tricks, J3.7. */
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

/* Why this seat may not claim a reason for playing the card.  Everybody has seen how it was played. */
static const gm_reason *why_not_claim(const gm_story *spectators, gm_seat who, int card, int reason) {
    static const gm_reason mine = {"J8.1", "inside-job.why.talk-mine"},
                           followed = {"J8.2", "inside-job.why.talk-followed"};
    int led = GM_NONE;
    for (int i = 0; i < spectators->n; i++) {
        int kind = GM_KIND(spectators->heard[i]), played = GM_A(spectators->heard[i]);
        if (kind == IJ_M_PICK) led = GM_NONE;
        if (kind != IJ_M_PLAY && kind != IJ_M_RAISE && kind != IJ_M_LARRY) continue;
        if (led == GM_NONE) led = ij_colour(played);
        if (spectators->by[i] != who || played != card) continue;
        bool off_suit = kind != IJ_M_LARRY && ij_colour(card) != led;
        return reason == IJ_COULD_NOT_FOLLOW && !off_suit ? &followed : NULL;
    }
    return &mine;
}

const gm_reason *inside_job_why_not_state(const void *box, const gm_story *spectators, gm_seat who,
                                          gm_move m) {
    static const gm_reason none = {"J8.2", "inside-job.why.talk-none"},
                           self = {"J8.2", "inside-job.why.talk-self"},
                           own = {"J8.1", "inside-job.why.talk-own"},
                           larry = {"J8.2", "inside-job.why.talk-larry"};
    const ij_box *b = box;
    int kind = GM_KIND(m), a = GM_A(m);
    if (a == GM_NONE || GM_B(m) == GM_NONE || GM_C(m) == GM_NONE) return &none;
    if (kind == IJ_S_ANSWER) return NULL;
    if (kind == IJ_S_CLAIM) return why_not_claim(spectators, who, a, GM_B(m));
    if (a == who) return kind == IJ_S_GUESS ? &own : &self;
    if (kind == IJ_S_SUSPECT || kind == IJ_S_TRUST) return NULL;
    return a < b->head.seats ? NULL : &larry;
}
