/* inside_job.h - the box and the state of Inside Job, for its own files and its bot.
 *
 * A bot gets a view, which is a state with holes.  Where the holes are follows from the
 * table of fields and the masks, never from the bytes found there. */
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
    IJ_MISSIONS = 32,    /* a set of 4 bytes; the shipped deck has 28 */
    IJ_INTEL = 14,       /* J1.7 */
    IJ_ALL = 0xFF,       /* a mask: the players and the spectators */
    IJ_LAST = 9,         /* a position in the trick: the last one, whatever the number of players */
    IJ_MAX_ROLES = 16,   /* a set of 2 bytes; 10 are printed */
    IJ_LARRY = 2,        /* the dummy of two players, J10 */
    IJ_LARRY_TRICKS = 9, /* tricks in a game for two */
    IJ_HANDOUTS = 120,   /* the most ways to deal the role cards: 5 roles to 5 players */
};

enum { IJ_AGENT, IJ_INSIDER, IJ_SPECIAL };  /* the first two of the printed roles; special roles follow */
enum { IJ_NOBODY, IJ_AGENTS, IJ_INSIDERS }; /* sides; a neutral role is on no side */
enum { IJ_SIDE, IJ_VOTES, IJ_PARTNER_WINS, IJ_RIGHT_LOSES }; /* goals */

/* Abilities of roles (doc/roles.md). */
enum {
    IJ_FREE = 1 << 0,  /* need not follow suit */
    IJ_OPEN = 1 << 1,  /* revealed at the start */
    IJ_RISKY = 1 << 2, /* adds the risky missions to the game */
    IJ_TWO_VOTES = 1 << 3,
    IJ_QUIET = 1 << 4, /* does not vote once revealed */
    IJ_NO_VOTE = 1 << 5,
    IJ_NO_INTEL = 1 << 6, /* holds no intel */
    IJ_MOST = 1 << 7,     /* if it holds more than `most`, the Agents lose */
    IJ_WINS = 1 << 8,     /* if revealed by intel: its side wins ... */
    IJ_LOSES = 1 << 9,    /* ... or loses ... */
    IJ_TURNS = 1 << 10,   /* ... or it changes sides ... */
    IJ_TAKES = 1 << 11,   /* ... or takes an intel token from the player to the right */
    IJ_HUNTER = 1 << 12,  /* wins when all others are revealed; revealed players do not vote */
    IJ_LIMIT = 1 << 13,   /* changes how much intel reveals a player */
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
    IJ_WINNER, /* the card at position a wins */
    IJ_SAME,
    IJ_ENDS,
    IJ_LOWEST,
    IJ_RAISED, /* the card at position a carries intel */
    IJ_RAISED_TWO,
};

typedef struct {
    uint8_t number, kind, a, b, trump, risky, row, pad; /* row: in inside_job_conditions */
} ij_mission;

enum {
    IJ_LEADER,
    IJ_ROLES,
    IJ_START, /* an open role is revealed, J9.W, J9.A */
    IJ_DEAL,
    IJ_PARTNER, /* the Accomplice picks a partner ... */
    IJ_LOOK,    /* ... and sees that role */
    IJ_DRAW,
    IJ_PICK,
    IJ_PLAY,
    IJ_DRAW_LARRY, /* the controller draws Larry's cards, J10.3 ... */
    IJ_PLAY_LARRY, /* ... and plays one of them */
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
    IJ_BY_CAUGHT, /* a traitor who must not be revealed was revealed, J5.4 */
    IJ_BY_HUNT,   /* all others are revealed, J5.5 */
    IJ_BY_DARE,   /* a role that wins by being revealed was revealed, J5.6 */
    IJ_BY_DECOY,  /* the Decoy alone got the most votes, J6.3 */
};

typedef struct {
    uint64_t hand[IJ_SEATS], deck, played; /* deck: Larry's, or the cards that nobody gets, J2.2 */
    uint32_t missions;                     /* not drawn yet */
    uint16_t completed;                    /* the tricks whose mission was completed */
    uint8_t role[IJ_SEATS], role_seen[IJ_SEATS];
    uint8_t drawn[2], drawn_seen[2]; /* missions, until the leader picks */
    uint8_t picked[IJ_TRICKS];       /* the active mission of each trick */
    uint8_t away[IJ_TRICKS], away_seen[IJ_TRICKS];
    uint8_t trick[IJ_SEATS]; /* cards in the order played; they stay until the next pick */
    uint8_t raised;          /* its positions that carry intel */
    uint8_t intel[IJ_SEATS], pool;
    uint8_t count[IJ_SEATS]; /* cards in hand */
    uint8_t lacks[IJ_SEATS]; /* colours that a seat did not follow */
    uint8_t liars;           /* seats that played a colour that they had seemed to lack */
    uint8_t vote[IJ_SEATS], second[IJ_SEATS], vote_seen[IJ_SEATS]; /* second: of a ballot of two votes */
    uint8_t revealed, by_intel, voters, voted; /* sets of seats; by_intel: those who were revealed by intel */
    uint8_t partner;                           /* the Accomplice's */
    uint8_t phase, at;                         /* at: whom or what the dealer serves */
    uint8_t leader, starter;                   /* starter: who led the trick on the table */
    uint8_t n, tricks;                         /* cards in the trick; tricks before it */
    uint8_t winner;                            /* of the last trick */
    uint8_t side, cause;
    /* Larry's cards by trick: the one on top before it, the next two, the one that was lent to the
     * trick, and the colour that all three lacked.  The card that was put back is on top before the
     * next trick; the third left the game. */
    uint8_t top[IJ_LARRY_TRICKS + 1], top_seen[IJ_LARRY_TRICKS + 1];
    uint8_t next[IJ_LARRY_TRICKS][2], next_seen[IJ_LARRY_TRICKS];
    uint8_t lent[IJ_LARRY_TRICKS], lent_lacks[IJ_LARRY_TRICKS];
    uint8_t pad[6];
} ij_state;

typedef struct {
    gm_box_head head;
    uint8_t players; /* seats and dummies: everybody who has a role */
    /* J1: cards in a hand, tricks, completed missions that win, intel that reveals a player. */
    uint8_t hand, tricks, need, limit;
    uint8_t raise, risk, open_log; /* options */
    uint8_t first;                 /* who leads the first trick, or GM_NONE: random */
    uint8_t n_missions, n_roles;
    uint8_t n_role_cards, role_card[IJ_SEATS]; /* to deal, ascending */
    uint8_t given, given_role; /* a seat that gets a chosen role, or GM_NONE, and that role, J9.7 */
    uint8_t has_hunter;        /* is a hunter among the roles? */
    uint16_t roles;            /* the set of roles in this game */
    uint8_t has_open_role, pad[5];
    uint64_t cards;           /* the cards in this game */
    uint32_t missions, risky; /* sets: the missions in this game, and the risky ones among them */
    ij_mission mission[IJ_MISSIONS];
    ij_role role[IJ_MAX_ROLES];
    ij_state start;                                  /* the state before the first move */
    uint64_t choose[IJ_CARDS + 1][IJ_CARDS / 2 + 1]; /* binomials, for counting worlds */
} ij_box;

/* The figures of the game (games/game.h). */
enum { IJ_UNDECIDED, IJ_LOST, IJ_FAILED, IJ_COMPLETED }; /* lost: whatever is still played */
typedef struct {
    uint16_t specials;           /* the special roles of this game */
    uint16_t agents, insiders;   /* the roles of each side, whether or not in this game */
    uint16_t turned;             /* seats that changed sides */
    uint8_t tricks, need, limit; /* J1 */
    /* Of the trick: whose card each is, and the colour that it counts as. */
    uint8_t places[IJ_SEATS], colours[IJ_SEATS];
    uint8_t mission, verdict; /* what the trick is played for */
    uint8_t ahead;            /* whose card wins, or would win now */
    uint8_t broke;            /* whose card made the mission fail */
    uint8_t controls;         /* who plays Larry's cards */
    uint8_t accused;          /* the player with the most votes, once the game has ended */
    uint8_t log_open;         /* past tricks may be looked at: by the option, or after the end */
} ij_figures;

/* The notes of study(): for each way to deal the roles, in how many ways the cards can have been
 * dealt.  A bot may change the weights before fill(). */
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
    IJ_M_BALLOT, /* two votes; others hear it as a hidden IJ_M_VOTE */
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

/* A player's role.  In a view in which it is hidden, some role: the result means nothing. */
static inline const ij_role *ij_role_of(const ij_box *b, const ij_state *s, int q) {
    return &b->role[s->role[q] % IJ_MAX_ROLES];
}

/* Has this player changed sides?  Then everybody knows the role.  J9.U. */
static inline bool ij_turned(const ij_box *b, const ij_state *s, int q) {
    return s->by_intel >> q & 1 && ij_role_of(b, s, q)->can & IJ_TURNS;
}

/* The other one of two players, J10. */
static inline gm_seat ij_opponent(gm_seat q) { return (gm_seat)(1 - q); }

/* The player whose card has this position in the trick: clockwise from the starter, but Larry
 * always plays second of three, J10.3. */
static inline gm_seat ij_seat_at(const ij_box *b, const ij_state *s, int position) {
    int q = s->starter + position;
    if (b->head.dummies && position) return position == 1 ? IJ_LARRY : ij_opponent(s->starter);
    return (gm_seat)(q >= b->players ? q - b->players : q);
}

/* Who plays Larry's cards in the trick on the table: the player who does not lead. */
static inline gm_seat ij_controller(const ij_state *s) { return ij_opponent(s->starter); }

/* The three cards of which one is played for Larry. */
static inline uint64_t ij_larry_choices(const ij_state *s) {
    return BIT(s->top[s->tricks] & 63) | BIT(s->next[s->tricks][0] & 63) | BIT(s->next[s->tricks][1] & 63);
}

/* The cards of a set that follow the printed colour of the led card, J4.6; all if none does,
 * J3.4. */
static inline uint64_t ij_follow(const ij_state *s, uint64_t cards) {
    uint64_t follow = cards & ij_suit(ij_colour(s->trick[0]));
    return follow ? follow : cards;
}

/* What a seat may play.  Reads only that seat's own role and hand. */
static inline uint64_t ij_playable(const ij_box *b, const ij_state *s, gm_seat who) {
    if (!s->n || ij_role_of(b, s, who)->can & IJ_FREE) return s->hand[who]; /* J3.3, J3.5 */
    return ij_follow(s, s->hand[who]);
}

/* Puts a card from a seat's hand, or one of Larry's, into the trick. */
static inline void ij_add_to_trick(ij_state *s, gm_seat who, int card, bool raise) {
    if (raise) {
        s->raised |= (uint8_t)BIT(s->n);
        s->intel[who]--;
    }
    s->hand[who] &= ~BIT(card);
    s->trick[s->n++] = (uint8_t)card;
}

/* The players for whom a seat may vote, J6.2. */
static inline gm_seats ij_targets(const ij_box *b, const ij_state *s, gm_seat who) {
    return (gm_seats)((BIT(b->players) - 1) & ~BIT(who) & ~(uint64_t)s->revealed);
}

/* Does the seat's role give it a ballot of two votes now?  J9.P. */
static inline bool ij_votes_twice(const ij_box *b, const ij_state *s, gm_seat who) {
    bool revealed = s->revealed >> who & 1;
    return ij_role_of(b, s, who)->can & IJ_TWO_VOTES && (revealed || bits_count(ij_targets(b, s, who)) > 1);
}

/* The player to the right of this one: the one before in turn order, J9.S. */
static inline int ij_right_of(const ij_box *b, int q) { return (q + b->players - 1) % b->players; }

/* The colour that a card of the trick counts as, J4.2. */
static inline int ij_shown_colour(const ij_state *s, int position, int trump) {
    return s->raised >> position & 1 ? trump : ij_colour(s->trick[position]);
}

/* The position that wins a trick of n cards, J3.6.  Trumps rank above all values; of equal trumps
 * the last one wins, J4.5. */
static inline int ij_winner(const ij_state *s, int n, int trump) {
    int led = ij_colour(s->trick[0]), best = -1, win = 0;
    for (int i = 0; i < n; i++) {
        int colour = ij_shown_colour(s, i, trump), value = ij_value(s->trick[i]);
        int rank = colour == trump ? IJ_VALUES + value : colour == led ? value : -1;
        if (rank > best || (rank == best && rank > IJ_VALUES)) best = rank, win = i;
    }
    return win;
}

/* The position that a mission names, in a trick of n cards. */
static inline int ij_wanted(const ij_mission *m, int n) { return m->a == IJ_LAST ? n - 1 : m->a; }

/* Does the card at this position do its part for the mission?  The trick will have n cards;
 * those up to this position have been played.  J11. */
static inline bool ij_does_part(const ij_mission *m, const ij_state *s, int position, int n) {
    int value = ij_value(s->trick[position]);
    bool last = position == n - 1;
    switch (m->kind) {
    case IJ_RANGE: return value >= m->a && value <= m->b;
    case IJ_EVEN: return value % 2 == 0;
    case IJ_ODD: return value % 2;
    case IJ_ASCENDING: return !position || value > ij_value(s->trick[position - 1]);
    case IJ_DESCENDING: return !position || value < ij_value(s->trick[position - 1]);
    case IJ_SAME: return ij_shown_colour(s, position, m->trump) == ij_shown_colour(s, 0, m->trump);
    case IJ_ENDS: return !last || ij_shown_colour(s, position, m->trump) == ij_shown_colour(s, 0, m->trump);
    case IJ_LOWEST:
        for (int i = 0; i < position && last; i++)
            if (ij_value(s->trick[i]) <= value) return false;
        return true;
    case IJ_WINNER: return !last || ij_winner(s, n, m->trump) == ij_wanted(m, n);
    case IJ_RAISED: return position != ij_wanted(m, n) || s->raised >> position & 1;
    default: return !last || bits_count(s->raised) >= 2;
    }
}

/* Can the mission still be completed, when `played` of n cards have been played?  J11. */
static inline bool ij_can_complete(const ij_mission *m, const ij_state *s, int played, int n) {
    for (int i = 0; i < played; i++)
        if (!ij_does_part(m, s, i, n)) return false;
    return true;
}

/* Does the whole trick of n cards fulfil the mission? */
static inline bool ij_fulfilled(const ij_mission *m, const ij_state *s, int n) {
    return ij_can_complete(m, s, n, n);
}
#endif
