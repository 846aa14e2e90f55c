/* agents.h - the box and the state of The Agents, for its own files and its bot.
 *
 * A player's cards lie as a row of backs (A12).  A back is a numbered slot that holds
 * one card and remembers who has seen that card and after which shuffle it was drawn.
 * Everybody sees which back is taken, so whoever knew the card still knows it.  Agents
 * and situations have separate backs; a situation's back is called a sheet, and it
 * stays the same when the situation is laid on a front. */
#ifndef AGENTS_H
#define AGENTS_H
#include "base/bits.h"
#include "games/game.h"

enum {
    AG_SEATS = 5,
    AG_ROW = 7,         /* the most agents in a front, with two players */
    AG_AGENTS = 48,     /* see GM_MAX_MOVES: 8 ways to play each ... */
    AG_SITUATIONS = 32, /* ... 3 ways to move each, and 19 other moves are 499 */
    AG_BACKS = 48,      /* of either stock: all its cards may be in hands */
    AG_NAME = 48,
    AG_TESTS = 64, /* different comparisons in a deck */
    AG_START = 5,  /* points, A1.1 */
    AG_ROUNDS = 60,
    AG_ACTIONS = 2, /* in a turn, A3.1 */
};

enum { AG_BLACK, AG_WHITE };

/* Sides of a player, and ends of a front as a player sees them; AG_ONLY: the one place of an empty
 * front. */
enum { AG_LEFT, AG_RIGHT, AG_ONLY };

enum { AG_AGENT, AG_SITUATION }; /* the two stocks of cards */

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

/* What an agent needs so that it can be played, A4.2.  An ordinary agent needs room in a front, a
 * special one something that its command can be applied to.  Where a command has a target, the need
 * named here is that of `own`, and the next number is that of `any`. */
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
    AG_NEEDS, /* 16: `lacks` has a bit for each */
};

typedef struct {
    uint8_t special, command, target;
    uint8_t n;       /* how many to draw or rob */
    uint8_t points;  /* of a special agent */
    uint8_t half[2]; /* half arrows, left and right, as the player sees them whom the points face */
    uint8_t need;
    uint64_t alike; /* the agents with this name, including this one */
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
    uint64_t tests; /* a set of tests; all must hold */
    uint64_t alike; /* the situations with this name, including this one */
    uint8_t points, pad[7];
} ag_situation;

typedef struct {
    gm_box_head head;
    uint8_t row;                /* how many agents a front holds, A2.3 */
    uint8_t houses, finish;     /* the options of A11 */
    uint8_t rounds, start;      /* the most rounds, A7.3; points at the start, A1.1 */
    uint8_t dealt[2];           /* cards that each player is dealt, by stock, A2.1 */
    uint8_t front[2][AG_SEATS]; /* the front on each seat's left and right hand, A2.2 */
    uint8_t n_cards[2], n_tests;
    uint16_t goal;
    uint8_t pad[6];
    uint64_t cards[2], special; /* sets: all cards, by stock; the special agents */
    ag_test test[AG_TESTS];
    ag_agent agent[AG_AGENTS];
    ag_situation situation[AG_SITUATIONS];
    uint8_t catalog_name[2][AG_BACKS]; /* agents_catalog_name() of each card, by stock */
    char agent_name[AG_AGENTS][AG_NAME], situation_name[AG_SITUATIONS][AG_NAME];
} ag_box;

enum {
    AG_P_FIRST, /* the dealer picks the first player */
    AG_P_DEAL,
    AG_P_TURN,
    AG_P_COMMAND, /* the performer picks targets */
    AG_P_TAKE,    /* pickpocket: the dealer takes a back out of a hand */
    AG_P_AGENT,   /* an agent is drawn */
    AG_P_SITUATION,
    AG_P_OVER,
};

/* The cards of one kind: a deck, discards, and what players hold, by back. */
typedef struct {
    uint64_t deck, held[AG_SEATS]; /* held: sets of backs */
    uint8_t card[AG_BACKS], card_seen[AG_BACKS];
    uint8_t origin[AG_BACKS];   /* by back: the shuffle after which its card was drawn */
    uint8_t shuffle[AG_BACKS];  /* by card: the shuffle that it was last in */
    uint8_t discards[AG_BACKS]; /* the top is the last */
} ag_stock;

enum { AG_T_ARROWS, AG_T_SITUATIONS, AG_T_SPECIALS, AG_T_ROBBED, AG_T_SPENT, AG_TALLIES };

typedef struct {
    ag_stock stock[2];
    uint64_t in[AG_SEATS];    /* agents by front */
    uint64_t works;           /* agents in fronts whose command faces the left-hand player */
    uint64_t down;            /* agents in fronts that lie face down */
    uint64_t laid[2];         /* sheets that lie on their owner's left and right front */
    uint64_t moved[2];        /* sheets that moved once, and twice, since the last action, A5.2 */
    uint16_t lacks[AG_BACKS]; /* by back: needs that its agent is known not to have, A4.8 */
    int16_t points[AG_SEATS];
    int16_t tally[AG_SEATS][AG_TALLIES]; /* where points came from and went */
    uint8_t front[AG_SEATS][AG_ROW];     /* from the left, as the left-hand player sees it */
    uint8_t count[AG_SEATS];             /* agents in a front ... */
    uint8_t before[AG_SEATS];            /* ... and those before its safe house */
    uint8_t n_deck[2], n_discards[2];    /* by stock */
    uint8_t n_shuffle[2];                /* the number of the deck's last shuffle */
    uint8_t phase, first, turn, round;   /* round: from 1 */
    uint8_t actions, at;                 /* actions done in this turn; how far the dealer is in dealing */
    uint8_t acting, where;               /* the agent whose command is performed, and its front */
    uint8_t performer, other, victim; /* who performs it, the other player there, and whose hand is picked */
    uint8_t to_draw, reached;         /* cards still to draw; has somebody reached the goal (finish-round)? */
    uint8_t latest[4];                /* the latest move of a player: its kind and arguments */
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

/* Arguments of moves.  A place is a front (left, right), an end, and which edge faces the
 * player (command, points).  `between` is the other player, and which edge faces the mover. */
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

/* The figures of the game (games/game.h). */
typedef struct {
    uint64_t met;             /* the situations on fronts whose condition holds */
    uint16_t worth[AG_SEATS]; /* what a seat would score if its turn ended now */
    uint16_t goal;
    /* By front, and there towards the left-hand player and towards the other: the points of each
     * arrow, by the position to its left as the left-hand player sees it (the safe house is a
     * position too); and their sum. */
    uint8_t arrows[AG_SEATS][2][AG_ROW], sums[AG_SEATS][2];
    /* What conditions count there, as each of the two players sees it. */
    uint8_t counts[AG_SEATS][2][AG_MEASURES];
    uint8_t laid[AG_SEATS][2]; /* by seat: what its situations on its left and right front score */
    uint8_t prices[AG_BUYS];
    uint8_t room;    /* how many agents a front holds */
    uint8_t actions; /* how many are left in this turn */
    uint8_t houses;  /* are there safe houses? */
    uint8_t pad[5];
} ag_figures;

/* ---- fronts -------------------------------------------------------------- */

/* The front on a seat's left or right hand, and who sits opposite there. */
static inline int ag_front(const ag_box *b, int seat, int side) { return b->front[side][seat]; }
static inline int ag_next(const ag_box *b, int seat) { return seat + 1 < b->head.seats ? seat + 1 : 0; }
static inline int ag_opposite(const ag_box *b, int front, int seat) {
    return seat == front ? ag_next(b, front) : front;
}

/* The player for whom an agent in a front works: the one whom its command faces. */
static inline int ag_works_for(const ag_box *b, const ag_state *s, int front, int card) {
    return s->works >> card & 1 ? front : ag_next(b, front);
}

/* The points that a special agent will bring s->other once its command is done, A4.2; else 0. */
static inline int ag_special_points(const ag_box *b, const ag_state *s) {
    return s->acting != GM_NONE && b->special >> s->acting & 1 ? b->agent[s->acting].points : 0;
}

/* Where a situation lies: AG_HAND, AG_ON_LEFT or AG_ON_RIGHT. */
static inline int ag_spot_of(const ag_state *s, int sheet) {
    return s->laid[0] >> sheet & 1 ? AG_ON_LEFT : s->laid[1] >> sheet & 1 ? AG_ON_RIGHT : AG_HAND;
}

/* The cards in a set of backs; at[card] is the back that holds it. */
static inline uint64_t ag_cards_in(const ag_stock *k, uint64_t backs, uint8_t at[AG_BACKS]) {
    uint64_t cards = 0;
    BITS_EACH (back, backs) {
        at[k->card[back]] = (uint8_t)back;
        cards |= BIT(k->card[back]);
    }
    return cards;
}

/* ---- what a front is worth (scoring.c) ----------------------------------- */

typedef struct {
    int n[AG_MEASURES];
} ag_measures;

/* Everything that conditions can ask about a front, as one of its two players sees it. */
void agents_measure(const ag_box *b, const ag_state *s, int front, int seat, ag_measures *out);

/* Does the condition of a situation hold? */
bool agents_met(const ag_box *b, int situation, const ag_measures *m);

/* What a seat would score if its turn ended now, A6: arrows, and situations that lie
 * on its fronts. */
void agents_score(const ag_box *b, const ag_state *s, int seat, int *arrows, int *situations);

#endif
