/* agents.h - the box and the state of The Agents, for its bots and previews.
 *
 * Hands are rows of backs (A12): a card that somebody holds lies in a numbered
 * place, which keeps who has seen it and after which shuffle it was drawn.  Such a
 * place is a *back*; agents have theirs and situations theirs, those on the table
 * too.  All see which back is taken, so whoever knew the card still knows it. */
#ifndef AGENTS_H
#define AGENTS_H
#include "base/bits.h"
#include "games/game.h"

enum {
    AG_SEATS = 5,
    AG_ROW = 7,         /* agents in a front at most, with two players */
    AG_AGENTS = 48,     /* 8 ways to play each, 3 things to do with a situation, 19 others: 499 moves */
    AG_SITUATIONS = 32, /* of AG_BACKS */
    AG_BACKS = 48,
    AG_NAME = 48,
    AG_TESTS = 64, /* different comparisons in a deck */
    AG_START = 5,  /* points, A1.1 */
    AG_ROUNDS = 60,
    AG_ACTIONS = 2, /* in a turn, A3.1 */
};

enum { AG_BLACK, AG_WHITE };
enum { AG_LEFT, AG_RIGHT, AG_ONLY }; /* ends as seen by a player; the only place of an empty front */
enum { AG_AGENT, AG_SITUATION };     /* the two stocks of cards */

/* Commands, A9. */
enum {
    AG_NEUTRALISE,
    AG_REVIVE,
    AG_TURN,
    AG_SWAP,
    AG_SWAP_SELF,
    AG_RECALL,
    AG_DISMISS,
    AG_MOVE,
    AG_DRAW,
    AG_SALVAGE,
    AG_BRIEF,
    AG_ROB,
    AG_PICKPOCKET,
    AG_STEAL,
    AG_BURN,
    AG_COMMANDS,
};
enum { AG_NEIGHBOUR, AG_END, AG_FRONT, AG_OWN, AG_ANY, AG_TARGETS };

/* What must be there so that an agent can be played, A4.2: ordinary ones need a place, special
 * ones something that their command can be applied to.  Those with a target `own` have the need
 * that is named here, with `any` the next one. */
enum {
    AG_NEED_ROOM,
    AG_NEED_UP,
    AG_NEED_DOWN = 3,
    AG_NEED_TWO = 5,
    AG_NEED_ONE = 7,
    AG_NEED_MOVABLE = 9,
    AG_NEED_CARD,
    AG_NEED_DISCARD,
    AG_NEED_SITUATION,
    AG_NEED_POINTS,
    AG_NEED_HAND,
    AG_NEED_OPEN,
    AG_NEEDS, /* 16, the bits of `lacks` */
};

typedef struct {
    uint8_t special, command, target, n; /* n: of draw and rob */
    uint8_t points, half[2];             /* half arrows, left and right, as seen by whom the points face */
    uint8_t need;
    uint64_t alike; /* the agents of this name, this one too */
} ag_agent;

/* What a condition compares, A10. */
enum {
    AG_N_AGENTS,
    AG_N_FREE,
    AG_N_NEUTRALISED,
    AG_N_COMMANDS,
    AG_N_POINTS,
    AG_N_PLAIN,
    AG_N_MIXED,
    AG_N_ARROWS,
    AG_N_RIVAL,
    AG_N_ALTERNATING,
    AG_N_TWINS,
    AG_MEASURES,
};
enum { AG_IS, AG_LEAST, AG_MOST };

typedef struct {
    uint8_t measure, is, n, pad;
} ag_test;

typedef struct {
    uint64_t tests; /* a set of them: all must hold */
    uint64_t alike; /* the situations of this name, this one too */
    uint8_t points, pad[7];
} ag_situation;

typedef struct {
    gm_box_head head;
    uint8_t row;               /* row: how many agents a front holds, A2.3 */
    uint8_t houses, finish;    /* the options of A11 */
    uint8_t rounds, start;     /* at most, A7.3; points, A1.1 */
    uint8_t dealt[2];          /* cards to everyone at first, by stock, A2.1 */
    uint8_t hand[2][AG_SEATS]; /* the fronts on a seat's left and right hand, A2.2 */
    uint8_t n_cards[2], n_tests;
    uint16_t goal;
    uint64_t cards[2], special;
    ag_test test[AG_TESTS];
    ag_agent agent[AG_AGENTS];
    ag_situation situation[AG_SITUATIONS];
    uint8_t known[2][AG_BACKS]; /* cards whose names are in the catalogs: which */
    char agent_name[AG_AGENTS][AG_NAME], situation_name[AG_SITUATIONS][AG_NAME];
} ag_box;

enum {
    AG_P_FIRST, /* the dealer picks who begins */
    AG_P_DEAL,
    AG_P_TURN,
    AG_P_COMMAND, /* the performer picks targets */
    AG_P_TAKE,    /* the dealer takes a back out of a hand: pickpocket */
    AG_P_AGENT,   /* an agent is drawn */
    AG_P_SITUATION,
    AG_P_OVER,
};

/* The cards of one kind: a deck, discards, and what players hold, by back.  After a
 * shuffle a hidden back holds a card that was in the deck then. */
typedef struct {
    uint64_t deck, held[AG_SEATS]; /* held: sets of backs */
    uint8_t card[AG_BACKS], card_seen[AG_BACKS];
    uint8_t origin[AG_BACKS];   /* of a back: the shuffle after which its card was drawn */
    uint8_t shuffle[AG_BACKS];  /* of a card: the shuffle that it was last in */
    uint8_t discards[AG_BACKS]; /* from below */
} ag_stock;

enum { AG_T_ARROWS, AG_T_SITUATIONS, AG_T_SPECIALS, AG_T_ROBBED, AG_T_SPENT, AG_TALLIES };

typedef struct {
    ag_stock stock[2];
    uint64_t in[AG_SEATS];    /* agents by front */
    uint64_t works, down;     /* agents in fronts: the command faces the left-hand player; face down */
    uint64_t laid[2];         /* backs of situations that lie on their owner's left and right front */
    uint64_t moved[2];        /* those that moved once, and twice, since the last action, A5.2 */
    uint16_t lacks[AG_BACKS]; /* needs that an agent's back was shown not to have, A4.8 */
    int16_t points[AG_SEATS];
    int16_t tally[AG_SEATS][AG_TALLIES]; /* where points came from and went */
    uint8_t front[AG_SEATS][AG_ROW];     /* from the left, as seen by the left-hand player */
    uint8_t count[AG_SEATS];             /* agents in a front ... */
    uint8_t before[AG_SEATS];            /* ... and those before its safe house */
    uint8_t n_deck[2], n_discards[2];    /* by stock */
    uint8_t n_shuffle[2];                /* the number of the deck's last shuffle */
    uint8_t phase, first, turn, round;   /* round: from 1 */
    uint8_t actions, at;                 /* done in this turn; the dealer's place in setting up */
    uint8_t acting, where;               /* the agent whose command is performed, and its front */
    uint8_t performer, other, victim;    /* who does, the other of the two, whose hand is searched */
    uint8_t to_draw, reached;            /* cards; somebody reached the goal (finish-round) */
    uint8_t latest[4];                   /* the latest move of a player: kind and arguments */
} ag_state;

enum {
    AG_M_FIRST = 1,
    AG_M_AGENT, /* seat, card */
    AG_M_SITUATION,
    AG_M_TAKE, /* back, card */
    AG_M_PLAY, /* back, place, card */
    AG_M_SEND, /* back, between, card */
    AG_M_REPEAT,
    AG_M_BUY,
    AG_M_REPLACE, /* sheet, situation */
    AG_M_LAY,     /* sheet, spot, situation */
    AG_M_END,
    AG_M_FORGO,
    AG_M_NEUTRALISE,
    AG_M_REVIVE,
    AG_M_TURN,
    AG_M_SWAP,
    AG_M_RECALL,
    AG_M_DISMISS,
    AG_M_MOVE, /* card, end */
    AG_M_BRIEF,
    AG_M_PICKPOCKET,
    AG_M_STEAL,
    AG_M_BURN,
};

/* Arguments: a place is front (left, right), end, and which edge faces the player
 * (command, points); between is the other player and the same. */
#define AG_PLACE(side, end, points) (6 * (side) + 2 * (end) + (points))
#define AG_SIDE_OF(place) ((place) / 6)
#define AG_END_OF(place) ((place) / 2 % 3)
enum { AG_PLACES = 12 };
#define AG_BETWEEN(seat, points) (2 * (seat) + (points))
#define AG_SEAT_OF(between) ((between) / 2)
#define AG_POINTS_OF(arg) ((arg) % 2)                /* the points edge faces the player */
enum { AG_HAND, AG_ON_LEFT, AG_ON_RIGHT, AG_SPOTS }; /* where a situation can be */
enum { AG_BUY_AGENT, AG_BUY_DISCARD, AG_BUY_SITUATION, AG_BUY_OLD_SITUATION, AG_BUYS };
#define AG_PRICE(goods) ((goods) + 1) /* A4.4 */

/* What one may read off the table. */
typedef struct {
    uint64_t met;             /* situations on fronts whose condition holds */
    uint16_t worth[AG_SEATS]; /* what a seat would score if its turn ended now */
    uint16_t goal;
    /* Of every front, towards the left-hand player and towards the other: what each arrow brings, by
     * the position to its left as the left-hand player sees it (the safe house is one); and all. */
    uint8_t arrows[AG_SEATS][2][AG_ROW], sums[AG_SEATS][2];
    uint8_t prices[AG_BUYS], room, actions; /* room: agents in a front; actions: that are left */
    uint8_t houses;                         /* are there safe houses? */
    uint8_t pad[5];
} ag_figures;

/* ---- fronts -------------------------------------------------------------------------- */

/* The front on a seat's left or right hand, and who sits opposite there. */
static inline int ag_front(const ag_box *b, int seat, int side) { return b->hand[side][seat]; }
static inline int ag_next(const ag_box *b, int seat) { return seat + 1 < b->head.seats ? seat + 1 : 0; }
static inline int ag_opposite(const ag_box *b, int front, int seat) {
    return seat == front ? ag_next(b, front) : front;
}

/* For whom an agent in a front works: whom its command faces. */
static inline int ag_works_for(const ag_box *b, const ag_state *s, int front, int card) {
    return s->works >> card & 1 ? front : ag_next(b, front);
}

/* Where a situation is. */
static inline int ag_spot_of(const ag_state *s, int sheet) {
    return s->laid[0] >> sheet & 1 ? AG_ON_LEFT : s->laid[1] >> sheet & 1 ? AG_ON_RIGHT : AG_HAND;
}

/* The cards in a set of backs; at says by card in which. */
static inline uint64_t ag_cards_in(const ag_stock *k, uint64_t backs, uint8_t at[AG_BACKS]) {
    uint64_t cards = 0;
    BITS_EACH(back, backs) {
        at[k->card[back]] = (uint8_t)back;
        cards |= BIT(k->card[back]);
    }
    return cards;
}

/* ---- what a front is worth (table.c) ---------------------------------------------------- */

typedef struct {
    int n[AG_MEASURES];
} ag_measures;

/* All that conditions can ask of a front, seen by one of its two players. */
void agents_measure(const ag_box *b, const ag_state *s, int front, int seat, ag_measures *out);

/* Does the condition of a situation hold? */
bool agents_met(const ag_box *b, int situation, const ag_measures *m);

/* What a seat would score if its turn ended now, A6: arrows, and situations that lie
 * on its fronts. */
void agents_score(const ag_box *b, const ag_state *s, int seat, int *arrows, int *situations);

#endif
