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
    IJ_LAST = 9,      /* a place in the trick: the last card, whatever the number of players */
    IJ_ROLES_MOST = 16,
    IJ_LARRY = 2,        /* the dummy of two players, J10 */
    IJ_LARRY_TRICKS = 9, /* for them */
    IJ_HANDOUTS = 120,   /* ways to hand the role cards out: 5 players with 5 roles */
};

enum { IJ_AGENT, IJ_INSIDER };                               /* the first two roles of the printed ones */
enum { IJ_NOBODY, IJ_AGENTS, IJ_INSIDERS };                  /* sides; a neutral role is on nobody's */
enum { IJ_SIDE, IJ_VOTES, IJ_PARTNER_WINS, IJ_RIGHT_LOSES }; /* goals */

/* What a role can, or must (doc/roles.md). */
enum {
    IJ_FREE = 1 << 0,  /* need not follow */
    IJ_OPEN = 1 << 1,  /* revealed at the start */
    IJ_RISKY = 1 << 2, /* brings the risky missions in */
    IJ_TWO_VOTES = 1 << 3,
    IJ_QUIET = 1 << 4, /* does not vote once revealed */
    IJ_NO_VOTE = 1 << 5,
    IJ_NO_INTEL = 1 << 6, /* holds none */
    IJ_MOST = 1 << 7,     /* holding more than `most` loses the game for the Agents */
    IJ_WINS = 1 << 8,     /* revealed by intel: its side wins ... */
    IJ_LOSES = 1 << 9,    /* ... or loses ... */
    IJ_TURNS = 1 << 10,   /* ... or it changes sides ... */
    IJ_TAKES = 1 << 11,   /* ... or takes an intel token from the right */
    IJ_HUNTER = 1 << 12,  /* wins when all others are revealed; nobody revealed votes */
    IJ_LIMIT = 1 << 13,   /* another number of intel reveals everybody */
};

typedef struct {
    char name[GM_CODE_SIZE];
    uint16_t can;
    uint8_t side, goal, most, limit[2], pad; /* limit: with four and with five players */
} ij_role;

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
    gm_box_head head;
    uint8_t players;                   /* players: both, all who have a role */
    uint8_t hand, tricks, need, limit; /* J1 */
    uint8_t raise, risk, open_log;     /* options */
    uint8_t first;                     /* who leads, or GM_NONE: random */
    uint8_t n_missions, n_roles;
    uint8_t n_cards, card[IJ_SEATS]; /* the role cards that are dealt, ascending */
    uint8_t given, given_role;       /* a seat, or GM_NONE, and the role it gets besides, J9.7 */
    uint8_t hunted;                  /* a hunter is among the roles */
    uint16_t roles;                  /* a set: the roles of this game */
    uint8_t start, pad[7];           /* start: an open role is among them */
    uint64_t cards;                  /* in this game */
    uint32_t missions, risky;        /* sets: those in this game, and the risky ones of them */
    ij_mission mission[IJ_MISSIONS];
    ij_role role[IJ_ROLES_MOST];
    uint64_t choose[IJ_CARDS + 1][IJ_CARDS / 2 + 1]; /* binomials, for counting worlds */
} ij_box;

enum {
    IJ_LEADER,
    IJ_ROLES,
    IJ_START, /* an open role is turned over, J9.W, J9.A */
    IJ_DEAL,
    IJ_PARTNER, /* the Accomplice picks one ... */
    IJ_LOOK,    /* ... and is shown the role */
    IJ_DRAW,
    IJ_PICK,
    IJ_PLAY,
    IJ_DRAW_LARRY, /* the controller draws Larry's cards, J10.3 ... */
    IJ_PLAY_LARRY, /* ... and plays for him */
    IJ_REVEAL,
    IJ_VOTE,
    IJ_SHOW,
    IJ_EXPOSE,
    IJ_CLOSE,
    IJ_OVER,
};

/* Why the game ended. */
enum {
    IJ_BY_NOTHING,
    IJ_BY_MISSIONS,
    IJ_BY_INTEL,
    IJ_BY_VOTE,
    IJ_BY_WRONG_VOTE,
    IJ_BY_TIE,
    IJ_BY_WIRE,   /* a role held too much intel, J5.3 */
    IJ_BY_CAUGHT, /* a traitor that must not be revealed was, J5.4 */
    IJ_BY_HUNT,   /* all others are revealed, J5.5 */
    IJ_BY_DARE,   /* a role that wins by being revealed was, J5.6 */
    IJ_BY_DECOY,  /* alone the most votes, J6.3 */
};

typedef struct {
    uint64_t hand[IJ_SEATS], deck, played; /* deck: what leaves the game unseen, J2.2, or Larry's */
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
    uint8_t vote[IJ_SEATS], second[IJ_SEATS], vote_seen[IJ_SEATS]; /* second: of one who has two */
    uint8_t revealed, by_intel, voters, voted; /* sets of seats; by_intel: of the revealed */
    uint8_t partner;                           /* of the Accomplice */
    uint8_t phase, at;                         /* at: whom or what the dealer serves */
    uint8_t leader, starter;                   /* starter: who led the trick that lies there */
    uint8_t n, tricks;                         /* cards in the trick; tricks before it */
    uint8_t winner;                            /* of the last trick */
    uint8_t side, cause;
    /* Larry's cards by trick: on top before it, drawn besides it, played, and the colour that all
     * three lacked.  What went back is on top before the next; what went away is the third. */
    uint8_t top[IJ_LARRY_TRICKS + 1], top_seen[IJ_LARRY_TRICKS + 1];
    uint8_t next[IJ_LARRY_TRICKS][2], next_seen[IJ_LARRY_TRICKS];
    uint8_t lent[IJ_LARRY_TRICKS], lent_lacks[IJ_LARRY_TRICKS];
    uint8_t pad[6];
} ij_state;

/* What one may read off the table. */
enum { IJ_UNDECIDED, IJ_LOST, IJ_FAILED, IJ_COMPLETED }; /* lost: whatever is played */
typedef struct {
    uint16_t specials;                           /* the special roles of this game */
    uint16_t agents, insiders;                   /* roles by side, in this game or not */
    uint8_t tricks, need, limit;                 /* J1 */
    uint8_t places[IJ_SEATS], colours[IJ_SEATS]; /* of the trick: whose they are; as what cards count */
    uint8_t mission, verdict;                    /* what the trick is played for */
    uint8_t ahead;                               /* whose card wins, or would now */
    uint8_t controls;                            /* who plays Larry's cards */
    uint8_t turned;                              /* seats that changed sides */
    uint8_t accused;                             /* alone with the most votes, when all is over */
    uint8_t pad[1];
} ij_figures;

/* What study() writes down: ways to deal, by how the roles were handed out.  A bot
 * may weigh them before fill(). */
typedef struct {
    double ways[IJ_HANDOUTS];
    uint8_t role[IJ_HANDOUTS][IJ_SEATS];
    uint64_t n;
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
    IJ_M_SHOW,
    IJ_M_BALLOT, /* two votes; others hear a hidden IJ_M_VOTE */
    IJ_M_SHOWS,
    IJ_M_PARTNER,
    IJ_M_LOOK,
    IJ_M_LARRY,
};

/* Statements, J8. */
enum {
    IJ_S_SUSPECT = GM_STATEMENT,
    IJ_S_TRUST,
    IJ_S_GUESS,
    IJ_S_ASK,
    IJ_S_CLAIM,
    IJ_S_ANSWER,
};

static inline int ij_colour(int card) { return card / IJ_VALUES; }
static inline int ij_value(int card) { return card % IJ_VALUES + 1; }
static inline uint64_t ij_suit(int colour) { return (BIT(IJ_VALUES) - 1) << IJ_VALUES * colour; }

/* The role that a seat is known or supposed to have; any if that is a hole. */
static inline const ij_role *ij_role_of(const ij_box *b, const ij_state *s, int q) {
    return &b->role[s->role[q] % IJ_ROLES_MOST];
}

/* Has this player, whose role all know then, changed sides?  J9.U. */
static inline bool ij_turned(const ij_box *b, const ij_state *s, int q) {
    return s->by_intel >> q & 1 && ij_role_of(b, s, q)->can & IJ_TURNS;
}

/* Whose card is the one at this place of the trick: clockwise, but Larry is always
 * the second of three, J10.3. */
static inline gm_seat ij_seat_at(const ij_box *b, const ij_state *s, int place) {
    int q = s->starter + place;
    if (b->head.dummies && place) return (gm_seat)(place == 1 ? IJ_LARRY : 1 - s->starter);
    return (gm_seat)(q >= b->players ? q - b->players : q);
}

/* Who plays Larry's cards when this player leads; and in the trick that lies there. */
static inline gm_seat ij_controls(gm_seat leader) { return (gm_seat)(1 - leader); }
static inline gm_seat ij_controller(const ij_state *s) { return ij_controls(s->starter); }

/* The three cards of which Larry's is played, as a set. */
static inline uint64_t ij_larry_choices(const ij_state *s) {
    return BIT(s->top[s->tricks] & 63) | BIT(s->next[s->tricks][0] & 63) | BIT(s->next[s->tricks][1] & 63);
}

/* Of some cards, those that follow the printed colour of the led one, J4.6; all if
 * none does, J3.4. */
static inline uint64_t ij_follow(const ij_state *s, uint64_t cards) {
    uint64_t follow = cards & ij_suit(ij_colour(s->trick[0]));
    return follow ? follow : cards;
}

/* What a seat may play.  Asks for the own role and hand only. */
static inline uint64_t ij_playable(const ij_box *b, const ij_state *s, gm_seat who) {
    if (!s->n || ij_role_of(b, s, who)->can & IJ_FREE) return s->hand[who]; /* J3.3, J3.5 */
    return ij_follow(s, s->hand[who]);
}

/* For whom a seat may vote, J6.2. */
static inline gm_seats ij_targets(const ij_box *b, const ij_state *s, gm_seat who) {
    return (gm_seats)((BIT(b->players) - 1) & ~BIT(who) & ~(uint64_t)s->revealed);
}

/* Has this seat, with its role, two votes to give?  J9.P. */
static inline bool ij_votes_twice(const ij_box *b, const ij_state *s, gm_seat who) {
    bool revealed = s->revealed >> who & 1;
    return ij_role_of(b, s, who)->can & IJ_TWO_VOTES && (revealed || bits_count(ij_targets(b, s, who)) > 1);
}

/* The player before this one in turn order, who sits to the right, J9.S. */
static inline int ij_right_of(const ij_box *b, int q) { return (q + b->players - 1) % b->players; }

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

/* Can the mission still be completed after so many of n cards?  J11. */
static inline bool ij_can_complete(const ij_mission *m, const ij_state *s, int played, int n) {
    for (int i = 0; i < played; i++)
        if (!ij_does_part(m, s, i, n)) return false;
    return true;
}

/* Is the mission fulfilled by the whole trick of n cards? */
static inline bool ij_fulfilled(const ij_mission *m, const ij_state *s, int n) {
    return ij_can_complete(m, s, n, n);
}
#endif
