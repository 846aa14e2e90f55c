/* sentient.h - the box and the state of Sentient, for its own files and its bot.
 *
 * Nothing is hidden (S1.9): the deck is a public set, and only which card comes next is
 * unknown. */
#ifndef SENTIENT_H
#define SENTIENT_H
#include "base/bits.h"
#include "games/game.h"

enum {
    SN_SEATS = 4,
    SN_ROUNDS = 3,
    SN_SLOTS = 4, /* of the factory, and of a network */
    SN_DICE = 5,
    SN_TYPES = 5,
    SN_INVESTORS = 5, /* positions: between any two neighbouring slots, and at each end */
    SN_CARDS = 64,    /* a set of 8 bytes */
    SN_AGENTS = 4,
    SN_ASSISTANTS = 5,
};

enum { SN_INFORMATION, SN_INDUSTRY, SN_MILITARY, SN_TRANSPORT, SN_SERVICE };
enum { SN_MINUS, SN_EQUAL, SN_PLUS }; /* signs */

/* Conditions of cards, S9. */
enum {
    SN_IS,   /* one die shows a, or both */
    SN_LESS, /* L < R; the next ones likewise */
    SN_LESS_EQUAL,
    SN_SAME,
    SN_MORE,
    SN_MORE_EQUAL,
    SN_SUM_MOST, /* L+R <= a */
    SN_SUM_LEAST,
    SN_SUM_IS,
    SN_SUM_OUTSIDE, /* L+R <= a or >= b */
    SN_DIFF,
    SN_PARITY,     /* L and R are odd (1) or even (0): a and b */
    SN_SUM_PARITY, /* a */
    SN_MINUS_SUM,  /* a - (L+R) */
    SN_MINUS_LOWER,
    SN_MINUS_HIGHER,
    SN_SUM_MINUS, /* (L+R) - a */
    SN_LOWER_MINUS,
    SN_HIGHER_MINUS,
};

typedef struct {
    uint8_t number, type, kind, a, b, points; /* points: as printed, if that is a number */
    uint8_t sign[2];                          /* left, right */
    uint8_t score[6][6];                      /* by the left and right die, each minus 1 */
    uint8_t pad[4];
} sn_card;

typedef struct {
    gm_box_head head;
    uint8_t n_cards, pad[3];
    uint64_t cards;
    sn_card card[SN_CARDS];
} sn_box;

enum {
    SN_HALVES, /* the right halves are dealt, S3.6 */
    SN_STACK,
    SN_FACTORY,
    SN_TOKENS,
    SN_ROLL,
    SN_TURN,
    SN_REFILL, /* a card was taken; the slot gets a new one */
    SN_PLUG,
    SN_RENEW, /* all four cards were discarded and come anew */
    SN_OVER,
};

typedef struct {
    uint64_t deck, discards;
    int16_t points[SN_SEATS];
    uint8_t company[SN_SEATS];          /* the printed investor's type */
    uint8_t order[SN_ROUNDS][SN_SEATS]; /* the stack of each round, from the top */
    uint8_t next[SN_SEATS];             /* the stack of the next round, from the bottom */
    uint8_t factory[SN_SLOTS];
    uint8_t agents_at[SN_SLOTS][SN_SEATS], assistants_at[SN_SLOTS][SN_SEATS];
    uint8_t agents[SN_SEATS], assistants[SN_SEATS]; /* in hand */
    uint8_t dice[SN_SEATS][SN_DICE];                /* 0: not rolled yet */
    uint8_t blocks[SN_SEATS][SN_SLOTS];             /* assistants on cards: 1 left, 2 right */
    uint8_t investor[SN_ROUNDS][SN_INVESTORS];      /* types, by round and position */
    uint8_t token[SN_ROUNDS][SN_INVESTORS];         /* who won it */
    uint8_t chip[SN_ROUNDS][SN_INVESTORS];          /* who was second */
    uint8_t cards[SN_ROUNDS][SN_SEATS][SN_SLOTS];   /* plugged, by round */
    uint8_t scored[SN_ROUNDS][SN_SEATS][SN_DICE];   /* the dice at the end of a round */
    uint8_t passed;                                 /* the set of seats that passed */
    uint8_t n_next, phase, round, turn, at;         /* turn: an index into order; at: how far the dealer is */
    uint8_t slot, taken; /* where a card was taken, and which; it is to be plugged */
    uint8_t pad[3];
} sn_state;

/* The figures of the game (games/game.h). */
typedef struct {
    /* The points of a network's cards, in total and each, as scored or with the dice as they are now. */
    uint16_t network[SN_ROUNDS][SN_SEATS];
    uint8_t points[SN_ROUNDS][SN_SEATS][SN_SLOTS];
    uint8_t chips[SN_ROUNDS][SN_SEATS]; /* points for being second */
    uint8_t influence[SN_INVESTORS][SN_SEATS], first[SN_INVESTORS], second[SN_INVESTORS];
    /* What the token at a position would pay each seat that won it, as the cards stand; and what all investors would
     * bring a seat if the game ended now: those that it has, those that it leads, and its second places. */
    uint8_t pays[SN_INVESTORS][SN_SEATS], forecast[SN_SEATS];
    /* How many cards and investors a seat has by type, and what they are worth: by type, and in total. */
    uint8_t cards[SN_SEATS][SN_TYPES], investors[SN_SEATS][SN_TYPES];
    uint8_t worth[SN_SEATS][SN_TYPES], brings[SN_SEATS];
    uint8_t company[SN_SEATS];  /* which of the 20 that two halves can make */
    uint8_t plays, turn, turns; /* whose turn it is, which turn of the round, and of how many */
    uint8_t pad[1];
} sn_figures;

enum {
    SN_M_HALF = 1,
    SN_M_STACK,
    SN_M_CARD,
    SN_M_TOKEN,
    SN_M_DIE,
    SN_M_PROCURE,
    SN_M_PLUG,
    SN_M_PASS,
};

/* A die after a sign has turned it, S5.5, S5.6. */
static inline uint8_t sn_turned(uint8_t die, int sign) {
    static const uint8_t after[3][7] = {{0, 6, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5, 6}, {0, 2, 3, 4, 5, 6, 1}};
    return after[sign][die];
}

/* What a card scores in a network slot with these dice; 0 before they are rolled. */
static inline int sn_score(const sn_box *b, int card, const uint8_t dice[SN_DICE], int slot) {
    int l = dice[slot], r = dice[slot + 1];
    return l && r ? b->card[card].score[l - 1][r - 1] : 0;
}

/* Turns the dice as a card that is plugged does; blocked signs do nothing. */
static inline void sn_calibrate(const sn_box *b, int card, int slot, int blocks, uint8_t dice[SN_DICE]) {
    if (!(blocks & 1)) dice[slot] = sn_turned(dice[slot], b->card[card].sign[0]);
    if (!(blocks & 2)) dice[slot + 1] = sn_turned(dice[slot + 1], b->card[card].sign[1]);
}

/* The sides of a card (1 left, 2 right) whose sign turns nothing, so it cannot be blocked, S5.7. */
static inline int sn_unblockable(const sn_box *b, int card) {
    const uint8_t *signs = b->card[card].sign;
    return (signs[0] == SN_EQUAL) | (signs[1] == SN_EQUAL) << 1;
}

/* How many assistants these blocks take. */
static inline int sn_blockers(int blocks) { return (blocks & 1) + (blocks >> 1); }

/* How many cards of a type a seat has collected. */
static inline int sn_cards_of(const sn_box *b, const sn_state *s, int seat, int type) {
    int n = 0;
    for (int round = 0; round < SN_ROUNDS; round++)
        for (int k = 0; k < SN_SLOTS; k++) {
            int card = s->cards[round][seat][k];
            n += card != GM_NONE && b->card[card].type == type;
        }
    return n;
}

/* How many investors of a type a seat has, including the printed one. */
static inline int sn_investors_of(const sn_state *s, int seat, int type) {
    int n = s->company[seat] == type;
    for (int i = 0; i < SN_ROUNDS * SN_INVESTORS; i++)
        n += s->token[i / SN_INVESTORS][i % SN_INVESTORS] == seat &&
             s->investor[i / SN_INVESTORS][i % SN_INVESTORS] == type;
    return n;
}

/* What the investors of a seat bring, S8.1: each of them a point for every card of its type. */
static inline int sn_worth(const sn_box *b, const sn_state *s, int seat) {
    int cards[SN_TYPES] = {0}, sum = 0;
    for (int round = 0; round < SN_ROUNDS; round++)
        for (int k = 0; k < SN_SLOTS; k++)
            if (s->cards[round][seat][k] != GM_NONE) cards[b->card[s->cards[round][seat][k]].type]++;
    for (int round = 0; round < SN_ROUNDS; round++)
        for (int p = 0; p < SN_INVESTORS; p++)
            if (s->token[round][p] == seat) sum += cards[s->investor[round][p]];
    return sum + cards[s->company[seat]];
}

/* A seat's agents, and its influence, at an investor's position, S7.2. */
static inline int sn_agents(const sn_state *s, int position, int seat) {
    return (position ? s->agents_at[position - 1][seat] : 0) +
           (position < SN_SLOTS ? s->agents_at[position][seat] : 0);
}

static inline int sn_influence(const sn_state *s, int position, int seat) {
    return sn_agents(s, position, seat) + (position ? s->assistants_at[position - 1][seat] : 0) +
           (position < SN_SLOTS ? s->assistants_at[position][seat] : 0);
}

/* Who would now get the token and who the chip, S7.3 to S7.5; GM_NONE: nobody.  Goes down the
 * stack, so that the higher of equals stays first, S7.4. */
static inline void sn_standing(const sn_box *b, const sn_state *s, int position, gm_seat *first,
                               gm_seat *second) {
    int best = 0, next = 0;
    *first = *second = GM_NONE;
    for (int i = 0; i < b->head.seats; i++) {
        gm_seat q = s->order[s->round][i];
        int influence = sn_influence(s, position, q);
        int rank = 16 * influence + sn_agents(s, position, q); /* there are fewer than 16 agents */
        if (!influence) continue;
        if (rank > best) {
            *second = *first, next = best;
            *first = q, best = rank;
        } else if (rank > next)
            *second = q, next = rank;
    }
}
#endif
