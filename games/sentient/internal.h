/* internal.h - what only the files of Sentient share. */
#ifndef SENTIENT_INTERNAL_H
#define SENTIENT_INTERNAL_H
#include "games/sentient/sentient.h"

typedef sn_state state;

extern const gm_deck sentient_decks[];
extern const char *const sentient_types[];

extern const gm_figures sentient_figures;

/* How many cards of a type a seat has, with one that it has taken: that will be plugged, S5.4. */
int sentient_cards_of(const sn_box *b, const state *s, int seat, int type);

/* What the investor at a position would bring a seat if the round ended now, S7.3, S8.1. */
int sentient_stake(const sn_box *b, const state *s, int position, int seat);

/* What all investors would bring a seat if the game ended now: those that it has, and those of this round. */
int sentient_forecast(const sn_box *b, const state *s, int seat);

/* The company of a seat, S2.2: its left half is that of the seat, its right half was dealt.  GM_NONE before that. */
static inline int sentient_company(const state *s, int seat) {
    return s->company[seat] == GM_NONE ? GM_NONE : SN_TYPES * seat + s->company[seat];
}

/* The points of a network's cards with these dice, by slot (GM_NONE where there is no card);
 * returns their sum. */
static inline int sentient_network(const sn_box *b, const uint8_t cards[SN_SLOTS],
                                   const uint8_t dice[SN_DICE], uint8_t points[SN_SLOTS]) {
    int sum = 0;
    for (int k = 0; k < SN_SLOTS; k++) {
        points[k] = GM_NONE;
        if (cards[k] == GM_NONE) continue;
        points[k] = (uint8_t)sn_score(b, cards[k], dice, k);
        sum += points[k];
    }
    return sum;
}

bool sentient_read_deck(const gm_file *file, sn_box *b, fault *why);
bool sentient_thing(const void *box, const char *of, int i, gm_thing *out);
void sentient_news(const void *box, const void *before, const void *after, gm_seat who, gm_lines *out);
void sentient_tell(const void *box, const void *view, gm_seat who, gm_lines *out);
void sentient_discards(const void *box, const void *view, gm_lines *out);
void sentient_choice(const void *box, const void *view, gm_move m, gm_line *line);
void sentient_preview(const void *box, const void *view, gm_seat who, gm_move m, gm_lines *out);
#endif
