/* parts.h - what the files of The Agents share among themselves. */
#ifndef AGENTS_PARTS_H
#define AGENTS_PARTS_H
#include "games/agents/agents.h"

typedef ag_box box_t;
typedef ag_state state;

extern const gm_deck agents_decks[];
extern const gm_mini agents_minis[];

bool agents_read_agents(const gm_file *file, box_t *b, fault *why);
bool agents_read_situations(const gm_file *file, box_t *b, fault *why);

/* Can anything of a command be done, A4.2?  The other is the other of the two whom the
 * agent lies between; a special agent that is still in hand is its sender's. */
bool agents_possible(const box_t *b, const state *s, int card, int where, int performer, int other);

/* The set of needs that a seat could play now, A4.8. */
uint16_t agents_needs_met(const box_t *b, const state *s, gm_seat who);

/* Where the next card of a stock that somebody gets will lie. */
int agents_free_back(const ag_stock *k);

void agents_apply(const void *box, void *st, gm_seat who, gm_move m);
void agents_setup(const void *box, void *st);
gm_seats agents_to_act(const void *box, const void *st);

void agents_study(const void *box, const void *view, gm_seat who, void *notes);
void agents_fill(const void *box, const void *view, gm_seat who, const void *notes, rng *r, void *world);
void agents_relive(const void *box, const void *world, gm_seat who, gm_move *story, const gm_seat *by, int n);

uint8_t agents_known(const char *name); /* the number of a shipped card's name, for the box */
bool agents_thing(const void *box, const char *of, int i, gm_thing *out);
void agents_news(const void *box, const void *before, const void *after, gm_seat who, gm_lines *out);
void agents_tell(const void *box, const void *view, gm_seat who, gm_lines *out);
void agents_preview(const void *box, const void *view, gm_seat who, gm_move m, gm_lines *out);
#endif
