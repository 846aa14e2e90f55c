/* internal.h - what only the files of The Agents share. */
#ifndef AGENTS_INTERNAL_H
#define AGENTS_INTERNAL_H
#include "games/agents/agents.h"

typedef ag_state state;

extern const gm_deck agents_decks[];
extern const gm_mini agents_minis[];
extern const gm_figures agents_figures;

bool agents_read_agents(const gm_file *file, ag_box *b, fault *why);
bool agents_read_situations(const gm_file *file, ag_box *b, fault *why);

/* Can anything of an agent's command be done, A4.2?  `other` is the player opposite the
 * performer; `where` is the agent's front, or GM_NONE for a special agent.  A special agent
 * may still be in its sender's hand. */
bool agents_can_perform(const ag_box *b, const state *s, int card, int where, int performer, int other);

/* The needs that are met now: a seat could play an agent that has one of them, A4.8. */
uint16_t agents_needs_met(const ag_box *b, const state *s, gm_seat who);

/* A mask: the players and the spectators. */
enum { AG_ALL = 0xFF };

/* How many cards each player is dealt. */
static inline int cards_dealt(const ag_box *b) { return b->dealt[AG_AGENT] + b->dealt[AG_SITUATION]; }

static inline int front_of(const state *s, int card) {
    int f = 0;
    while (!(s->in[f] >> card & 1))
        f++;
    return f;
}

/* The performer's other front, to which an agent can be moved, A8.4. */
static inline int other_front(const ag_box *b, gm_seat performer, int front) {
    return ag_front(b, performer, front == ag_front(b, performer, AG_LEFT) ? AG_RIGHT : AG_LEFT);
}

/* The sheet of an open situation, and whose it is. */
static inline int find_open_situation(const state *s, int situation, gm_seat *owner) {
    const ag_stock *k = &s->stock[AG_SITUATION];
    uint64_t left = s->laid[0] | s->laid[1];
    while (k->card[bits_first(left)] != situation)
        left &= left - 1;
    *owner = 0;
    while (!(k->held[*owner] >> bits_first(left) & 1))
        ++*owner;
    return bits_first(left);
}

/* The back that the next card of a stock will get. */
int agents_free_back(const ag_stock *k);

uint32_t agents_chances(const void *box, const void *st);
gm_move agents_deal(const void *box, const void *st, uint32_t x);
int agents_moves(const void *box, const void *st, gm_seat who, gm_move out[GM_MAX_MOVES]);
const gm_reason *agents_why_not(const void *box, const void *st, gm_seat who, gm_move m);
gm_move agents_heard(const void *box, const void *st, gm_seat who, gm_move m, gm_seat listener);
void agents_apply(const void *box, void *st, gm_seat who, gm_move m);
void agents_setup(const void *box, void *st);
gm_seats agents_to_act(const void *box, const void *st);

void agents_fill(const void *box, const void *view, gm_seat who, const void *notes, rng *r, void *world);
void agents_fill_story(const void *box, const void *world, gm_seat who, gm_move *story, const gm_seat *by,
                       int n);

/* ---- words --------------------------------------------------------------- */

static inline gm_arg agent_arg(int card) { return gm_thing_arg("agent", card); }
static inline gm_arg command_arg(int card) { return gm_thing_arg("command", card); }
static inline gm_arg situation_arg(int card) { return gm_thing_arg("situation", card); }
static inline gm_arg situations_arg(uint64_t cards) { return gm_set_arg("situation", cards); }

/* Cells of a front drawn as text: an agent's number or the safe house; the edges of agents. */
enum { CELL_HOUSE = 0x80 };
enum { EDGE_COMMAND, EDGE_BB, EDGE_BW, EDGE_WB, EDGE_WW, EDGE_DOWN, EDGE_DOWN_COMMAND };

/* The number of a card's name among those that the catalogs have; a higher one if they do not
 * have it. */
uint8_t agents_catalog_name(const char *name);
bool agents_thing(const void *box, const char *of, int i, gm_thing *out);
void agents_news(const void *box, const void *before, const void *after, gm_seat who, gm_lines *out);
void agents_tell(const void *box, const void *view, gm_seat who, gm_lines *out);
void agents_discards(const void *box, const void *view, gm_lines *out);
void agents_choice(const void *box, const void *view, gm_move m, gm_line *line);
void agents_preview(const void *box, const void *view, gm_seat who, gm_move m, gm_lines *out);
#endif
