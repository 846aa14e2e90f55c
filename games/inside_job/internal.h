/* internal.h - what only the files of Inside Job share. */
#ifndef INSIDE_JOB_INTERNAL_H
#define INSIDE_JOB_INTERNAL_H
#include "base/csv.h"
#include "games/inside_job/inside_job.h"

typedef ij_state state;

/* A mission's condition as deck files write it, and its key in the catalogs. */
typedef struct {
    const char *text;
    uint8_t kind, a;
    const char *say;
} ij_condition;
extern const ij_condition inside_job_conditions[];
extern const char *const inside_job_colours[];

/* An ability as role files write it, and its key in the catalogs. */
typedef struct {
    const char *text;
    uint16_t can;
    const char *say;
} ij_ability;
extern const ij_ability inside_job_abilities[];

enum { IJ_COULD_NOT_FOLLOW = 8 }; /* among the reasons of claims */
extern const gm_deck inside_job_decks[];
extern const gm_option inside_job_options[];
extern const gm_mini inside_job_minis[];
extern const gm_setting inside_job_extra_settings[];
extern const gm_verb inside_job_statements[];
extern const gm_figures inside_job_figures;

gm_seats inside_job_most_voted(const ij_box *b, const state *s);
gm_arg inside_job_traitor(const ij_box *b);
bool inside_job_open(const gm_order *order, void *box, fault *why);
bool inside_job_open_roles(const gm_order *order, const char *roles, const char *given, bool more, ij_box *b,
                           fault *why);
int inside_job_next_settings(const void *box, const gm_story *spectators,
                             gm_next_setting out[GM_MAX_SETTINGS]);
bool inside_job_thing(const void *box, const char *of, int i, gm_thing *out);
const gm_reason *inside_job_why_not_state(const void *box, const gm_story *spectators, gm_seat who,
                                          gm_move m);
void inside_job_brief(const void *box, gm_lines *out);
int inside_job_chapters(const void *box, const void *st);
void inside_job_news(const void *box, const void *before, const void *after, gm_seat who, gm_lines *out);
void inside_job_tell(const void *box, const void *view, gm_seat who, gm_lines *out);

void inside_job_study(const void *box, const void *view, gm_seat who, void *notes);
void inside_job_fill(const void *box, const void *view, gm_seat who, const void *notes, rng *r, void *world);
void inside_job_fill_story(const void *box, const void *world, gm_seat who, gm_move *story, const gm_seat *by,
                           int n);

/* In how many ways the hands can be dealt from these cards, by colour.  The seats in `freed` need
 * not follow suit. */
double inside_job_ways(const ij_box *b, const state *s, gm_seat who, gm_seats freed,
                       const int cards[IJ_COLOURS]);

/* As the limit of a count that is not to stop early: there are never so many ways. */
#define IJ_COUNT_ALL 1e300

/* Larry's cards that a seat has not seen, as variables.  Cells of his rows that hold the same
 * card have the same variable. */
enum { IJ_LARRY_UNSEEN = 2 * IJ_LARRY_TRICKS + 4 };
typedef struct {
    int n;
    uint8_t card[IJ_LARRY_UNSEEN]; /* by variable; GM_NONE: any card that is left */
    uint8_t top[IJ_LARRY_TRICKS + 1], next[IJ_LARRY_TRICKS][2];
} ij_larry_cards;

/* The cards drawn for Larry that `who` has seen. */
uint64_t inside_job_larry_known(const state *s, gm_seat who);

/* In how many ways hands and Larry's cards can be dealt from these cards, by colour. */
double inside_job_larry_ways(const ij_box *b, const state *s, gm_seat who, gm_seats freed,
                             const int cards[IJ_COLOURS]);

/* inside_job_larry_draw() draws one of these ways: which of Larry's cards was played, put back and
 * dropped, and the cards that are constrained, which it takes out of *left.  After the hands
 * are dealt, inside_job_larry_fill() fills in the rest. */
void inside_job_larry_draw(const ij_box *b, const state *s, gm_seat who, gm_seats freed, rng *r,
                           uint64_t *left, ij_larry_cards *out);
void inside_job_larry_fill(state *s, gm_seat who, ij_larry_cards *cards, uint64_t *left, rng *r);
#endif
