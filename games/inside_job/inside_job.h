/* inside_job.h - the box and the state of Inside Job, for its bots.
 *
 * A bot gets a view: the same bytes with holes.  Only the table of fields and the
 * masks say where the holes are. */
#ifndef INSIDE_JOB_H
#define INSIDE_JOB_H
#include "base/bits.h"
#include "games/game.h"

enum {
    IJ_SEATS = 5,
    IJ_TRICKS = 11, /* J1.2 */
    IJ_COLOURS = 4,
    IJ_VALUES = 13,
    IJ_CARDS = 52,
    IJ_MISSIONS = 32, /* a set of 4 bytes; the box has 28 */
    IJ_INTEL = 14,    /* J1.7 */
    IJ_ALL = 0xFF,    /* a mask: everybody and the room */
    IJ_LAST = 9,      /* a place in the trick: the last card, whatever the number of seats */
};

enum { IJ_AGENT, IJ_INSIDER };
enum { IJ_NOBODY, IJ_AGENTS, IJ_INSIDERS }; /* sides that have won */

/* Conditions of missions, J11. */
enum {
    IJ_RANGE, /* all values a to b */
    IJ_EVEN,
    IJ_ODD,
    IJ_ASCENDING,
    IJ_DESCENDING,
    IJ_WINNER, /* the card at place a wins */
    IJ_SAME,
    IJ_ENDS,
    IJ_LOWEST,
    IJ_RAISED, /* the card at place a carries intel */
    IJ_RAISED_TWO,
};

typedef struct {
    uint8_t number, kind, a, b, trump, risky, row, pad; /* row: of the table of conditions */
} ij_mission;

typedef struct {
    uint8_t seats, hand, tricks, need, limit; /* J1 */
    uint8_t raise, risk, open_log;            /* options */
    uint8_t first;                            /* who leads, or GM_NONE: random */
    uint8_t n_missions, pad[6];
    uint64_t cards;           /* in this game */
    uint32_t missions, risky; /* sets: those in this game, and the risky ones of them */
    ij_mission mission[IJ_MISSIONS];
    uint64_t choose[IJ_CARDS + 1][IJ_CARDS / 2 + 1]; /* binomials, for counting worlds */
} ij_box;

enum {
    IJ_LEADER,
    IJ_ROLES,
    IJ_DEAL,
    IJ_DRAW,
    IJ_PICK,
    IJ_PLAY,
    IJ_REVEAL,
    IJ_VOTE,
    IJ_SHOW,
    IJ_EXPOSE,
    IJ_CLOSE,
    IJ_OVER,
};

/* Why the game ended. */
enum { IJ_BY_NOTHING, IJ_BY_MISSIONS, IJ_BY_INTEL, IJ_BY_VOTE, IJ_BY_WRONG_VOTE, IJ_BY_TIE };

typedef struct {
    uint64_t hand[IJ_SEATS], deck, played; /* deck: what leaves the game unseen, J2.2 */
    uint32_t missions;                     /* not drawn yet */
    uint16_t completed;                    /* the tricks whose mission was completed */
    uint8_t role[IJ_SEATS], role_seen[IJ_SEATS];
    uint8_t drawn[2], drawn_seen[2]; /* missions, until the leader picks */
    uint8_t picked[IJ_TRICKS];       /* the active mission of each trick */
    uint8_t away[IJ_TRICKS], away_seen[IJ_TRICKS];
    uint8_t trick[IJ_SEATS]; /* cards in the order played; they stay until the next pick */
    uint8_t raised;          /* the places in it that carry intel */
    uint8_t intel[IJ_SEATS], pool;
    uint8_t count[IJ_SEATS]; /* cards in hand */
    uint8_t lacks[IJ_SEATS]; /* colours that a seat did not follow */
    uint8_t liars;           /* seats that played what they had shown to lack */
    uint8_t vote[IJ_SEATS], vote_seen[IJ_SEATS];
    uint8_t revealed, voters, voted; /* sets of seats */
    uint8_t phase, at;               /* at: whom or what the dealer serves */
    uint8_t leader, starter;         /* starter: who led the trick that lies there */
    uint8_t n, tricks;               /* cards in the trick; tricks before it */
    uint8_t side, cause;
    uint8_t pad[7];
} ij_state;

/* What study() writes down: ways to deal, by who the Insider is.  A bot may weigh
 * them before fill(). */
typedef struct {
    double ways[IJ_SEATS];
} ij_notes;

enum {
    IJ_M_LEAD = 1,
    IJ_M_ROLE,
    IJ_M_CARD,
    IJ_M_MISSION,
    IJ_M_PICK,
    IJ_M_PLAY,
    IJ_M_RAISE,
    IJ_M_REVEAL,
    IJ_M_VOTE,
    IJ_M_SHOW
};

static inline int ij_colour(int card) { return card / IJ_VALUES; }
static inline int ij_value(int card) { return card % IJ_VALUES + 1; }
static inline uint64_t ij_suit(int colour) { return (BIT(IJ_VALUES) - 1) << IJ_VALUES * colour; }

/* Whose turn it is while a trick is played. */
static inline gm_seat ij_turn(const ij_box *b, const ij_state *s) {
    int q = s->starter + s->n;
    return (gm_seat)(q >= b->seats ? q - b->seats : q);
}

/* What a seat may play.  Asks for the own role and hand only. */
static inline uint64_t ij_playable(const ij_state *s, gm_seat who) {
    uint64_t hand = s->hand[who];
    if (!s->n || s->role[who] == IJ_INSIDER) return hand;     /* J3.3, J3.5 */
    uint64_t follow = hand & ij_suit(ij_colour(s->trick[0])); /* J4.6: the printed colour */
    return follow ? follow : hand;                            /* J3.4 */
}

/* For whom a seat may vote, J6.2. */
static inline gm_seats ij_targets(const ij_box *b, const ij_state *s, gm_seat who) {
    return (gm_seats)((BIT(b->seats) - 1) & ~BIT(who) & ~(uint64_t)s->revealed);
}

/* The place in the trick that wins it, of n cards, J3.6, J4.2, J4.5. */
static inline int ij_winner(const ij_state *s, int n, int trump) {
    int led = ij_colour(s->trick[0]), best = -1, win = 0;
    for (int i = 0; i < n; i++) {
        int card = s->trick[i], colour = s->raised >> i & 1 ? trump : ij_colour(card);
        int rank = colour == trump ? 32 + ij_value(card) : colour == led ? ij_value(card) : -1;
        if (rank > best || (rank == best && rank >= 32)) best = rank, win = i;
    }
    return win;
}

static inline int ij_shown_colour(const ij_state *s, int place, int trump) { /* J4.2 */
    return s->raised >> place & 1 ? trump : ij_colour(s->trick[place]);
}

/* Does the card at this place do its part for the mission, in a trick of n cards of
 * which those up to this place are there?  J11. */
static inline bool ij_does_part(const ij_mission *m, const ij_state *s, int place, int n) {
    int value = ij_value(s->trick[place]), wanted = m->a == IJ_LAST ? n - 1 : m->a;
    bool last = place == n - 1;
    switch (m->kind) {
    case IJ_RANGE: return value >= m->a && value <= m->b;
    case IJ_EVEN: return value % 2 == 0;
    case IJ_ODD: return value % 2;
    case IJ_ASCENDING: return !place || value > ij_value(s->trick[place - 1]);
    case IJ_DESCENDING: return !place || value < ij_value(s->trick[place - 1]);
    case IJ_SAME: return ij_shown_colour(s, place, m->trump) == ij_shown_colour(s, 0, m->trump);
    case IJ_ENDS: return !last || ij_shown_colour(s, place, m->trump) == ij_shown_colour(s, 0, m->trump);
    case IJ_LOWEST:
        for (int i = 0; i < place && last; i++)
            if (ij_value(s->trick[i]) <= value) return false;
        return true;
    case IJ_WINNER: return !last || ij_winner(s, n, m->trump) == wanted;
    case IJ_RAISED: return place != wanted || s->raised >> place & 1;
    default: return !last || bits_count(s->raised) >= 2;
    }
}

/* Is the mission fulfilled by the whole trick of n cards? */
static inline bool ij_fulfilled(const ij_mission *m, const ij_state *s, int n) {
    for (int i = 0; i < n; i++)
        if (!ij_does_part(m, s, i, n)) return false;
    return true;
}
#endif
