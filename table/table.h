/* table.h - a table: who sits there, what is played, clocks, take-backs, discussions, talk and votes.
 *
 * No sockets, no files, no clock of its own.  What somebody does is a line of text with the time; the table
 * accepts it or says why not.  The accepted lines are the table's *journal*, and a table is what its journal
 * says: replayed from the start, the lines make the same table again.  A line has events as its result, and
 * everybody is told of them as much as they may know.
 *
 *     TIME WHO VERB ...        TIME: milliseconds since the table was made, never less than in the line before
 *                              WHO: the house's number of a person, `bot`, or `clock`
 *
 *     5 sit SEAT NAME          takes a free seat, or one that has a bot            before the start
 *     5 rise SEAT              leaves it again                                     before the start
 *     5 bot SEAT BOT           puts a bot there; `-`: nobody                       the host, before the start
 *     5 ban PERSON             sends somebody away for good                        the host, before the start
 *     5 silence on             spectators may not talk; off: they may again        the host
 *     5 colour SEAT COLOUR     chooses one of the game's colours; `-`: no longer   before the start
 *     5 nonce SEAT HEX         is ready, and adds to the deals (doc/records.md)    before the start
 *     5 start                  begins; free seats get the bots that were agreed    the host
 *     5 move SEAT ID MOVE...   ID: the client's number for it; a move that is
 *                              sent twice counts once
 *     5 back SEAT              takes back the seat's latest move, while it has told nobody anything
 *     5 back SEAT N            goes back to when the seat was asked for its move   without other people,
 *                              N, from 0; from then on the table is practice       also after the end
 *     5 ready SEAT             has nothing more to discuss                         during a discussion
 *     5 leave SEAT             lets a bot play on
 *     5 return SEAT            takes the seat back from the bot
 *     5 vote SEAT WHAT here SEAT...
 *                              end | hold N | again | nothing, and the seats whose people
 *                              are connected
 *     5 say TEXT...            to everybody at the table
 *     5 call SIZE NAME TEXT... the same from a spectator, whose name has SIZE bytes
 *     5 state SEAT WHAT...     one of the game's statements, in its notation       during play
 *     bot move SEAT MOVE...    from a bot that was asked
 *     clock                    time has passed: clocks run out, or a discussion ends
 *
 * The dealer's moves are in no line: they follow from the secret, the nonces and the moves.  So that they cannot
 * come out differently one day without anybody noticing, each line is stored with a sum, which covers everything up
 * to there: the agreement, the lines, and all moves that they brought about.  doc/journal.md describes it.
 *
 * Journals of older programs also have these two lines, with the rules of their time:
 *
 *     5 remove SEAT            as ban, but only the first TABLE_REMOVED people stay away
 *     5 vote SEAT WHAT         anybody can be held, and who is held never counts for `end` */
#ifndef TABLE_H
#define TABLE_H
#include "base/jsonw.h"
#include "kit/record.h"

typedef uint32_t table_person; /* 0: nobody */

enum {
    TABLE_LINE = 768,  /* bytes of a line at most */
    TABLE_TALK = 500,  /* bytes of what is said */
    TABLE_REMOVED = 8, /* people whom `remove` sends away for good */
    TABLE_SUM = 8,     /* bytes of a line's sum */
};

typedef enum { TABLE_NO_CLOCK, TABLE_PER_MOVE, TABLE_PER_GAME } table_clock;

/* What was agreed when the table was made. */
typedef struct {
    table_person host;
    bool takebacks; /* moves may be taken back */
    table_clock clock;
    int64_t time;            /* milliseconds, for a move or for all moves of a seat */
    bool discussion;         /* where the game has a discussion, nobody moves before it is over */
    int64_t discussion_time; /* milliseconds; 0: until everybody is ready */
    const char *bot;         /* fills free seats, and plays for people who leave */
} table_terms;

typedef enum { TABLE_WAITING, TABLE_PLAYING, TABLE_OVER } table_phase;
typedef enum { TABLE_NO_DISCUSSION, TABLE_DISCUSSING, TABLE_DISCUSSED } table_discussion;
typedef enum { TABLE_NOTHING, TABLE_END, TABLE_HOLD, TABLE_AGAIN, TABLE_VOTES } table_vote;
extern const char *const table_votes[],
    *const table_phases[], *const table_clocks[]; /* as they are written in lines and messages */

typedef struct {
    table_person person;
    char name[RECORD_NAME], bot[RECORD_BOT]; /* bot: plays when no person does */
    bool held;                               /* the bot plays for the person */
    bool ready;                              /* the person has nothing more to discuss */
    uint32_t last;                           /* ID of the latest move that was accepted */
    deal_nonce nonce;
    int64_t left, since; /* time left on the clock; when it began to run, 0: it stands */
    table_vote vote;
    uint8_t hold;   /* the seat that a vote to hold is about */
    uint8_t colour; /* the number of the colour that the person has chosen, plus 1; 0: none */
} table_seat;

typedef struct table table;
struct table {
    gm_match match; /* the game */
    table_terms terms;
    table_phase phase;
    bool ended_by_vote; /* everybody wanted to stop before the end */
    bool practice;      /* somebody went back past what they may take back among people */
    table_discussion discussion;
    int64_t discussing_since;
    int64_t now;
    table_seat seat[GM_MAX_SEATS];
    uint8_t secret[DEAL_SECRET], key[32];
    table_person *removed; /* they may not sit down again; as many as the host sends away */
    int n_removed, removed_capacity;
    bool silenced;            /* spectators may not talk */
    uint8_t sum[SHA256_SIZE]; /* of all lines so far; the latest is stored with the first TABLE_SUM bytes */
    bool summed;              /* that line has a sum; those of older programs have none */

    /* Picks the dealer's outcomes instead of secret and nonces, for tests that need certain deals. */
    uint32_t (*pick)(const table *t, uint32_t chances);
};

typedef enum {
    TABLE_E_SEAT, /* another person or bot sits or plays on `seat`, or it has another colour */
    TABLE_E_START,
    TABLE_E_MOVE,       /* by `seat`; `heard` has it for each listener */
    TABLE_E_BACK,       /* by `seat`: the moves from n on are taken back; if the game was over, it goes on */
    TABLE_E_READY,      /* `seat` has nothing more to discuss */
    TABLE_E_DISCUSSION, /* it begins or ends */
    TABLE_E_VOTE,
    TABLE_E_BAN,     /* `person` is sent away */
    TABLE_E_SILENCE, /* spectators may not talk any more, or may again */
    TABLE_E_SAY,     /* by `person`: text, size */
    TABLE_E_STATE,   /* by `seat`, heard by all alike */
    TABLE_E_OVER,
    TABLE_E_AGAIN, /* everybody wants another game: the house makes a table for it */
} table_kind;

/* What came of a line. */
typedef struct {
    table_kind kind;
    gm_seat seat;
    table_person person;
    int n; /* of a move: its number, from 0; of a take-back: how many moves are left */
    table_vote vote;
    uint8_t hold;                /* of a vote to hold: about whose seat */
    bool on;                     /* of a silence or a discussion: it begins; of a take-back: it is practice */
    gm_move heard[GM_LISTENERS]; /* by listener */
    const char *text, *name;     /* within the line; name: of a spectator who speaks */
    size_t size, name_size;
} table_event;

/* All events of a line.  Begin with zeroes; table_do() grows the array. */
typedef struct {
    int n, capacity;
    table_event *event;
} table_events;

void table_events_free(table_events *e);

/* A new table.  The box must outlive it.  agreed: the agreement, as it is stored.  secret: 32 random bytes to which
 * the house has committed. */
void table_open(table *t, const gm_game *g, const void *box, const table_terms *terms, const char *agreed,
                const uint8_t secret[DEAL_SECRET]);
void table_close(table *t);

/* Does what a line says.  False: why says what is wrong, nothing has changed, and the line does not belong in
 * the journal.  A move that was accepted before (by its ID) is accepted again and has no event. */
bool table_do(table *t, const char *line, size_t size, table_events *out, fault *why);

/* Does a line of the journal again.  sum: TABLE_SUM bytes that were stored with it; NULL: there were none.  False:
 * why says what is wrong, without a word of the line, for the operator's log; the table does not read back from this
 * line on, and is no longer to be used.  why->say is table.newer if only a newer program can read the line. */
bool table_redo(table *t, const char *line, size_t size, const uint8_t *sum, table_events *out, fault *why);

/* Who must move now: nobody before the start, after the end, and during a discussion. */
gm_seats table_asked(const table *t);

/* Those of them for whom bots play. */
gm_seats table_bots(const table *t);

/* The seats that have nothing more to discuss; bots never have. */
gm_seats table_ready(const table *t);

/* When a clock or the time of a discussion runs out next; INT64_MAX: never. */
int64_t table_due(const table *t);

/* If a line of the journal is talk: true, and the event as it was told. */
bool table_read_talk(const table *t, const char *line, size_t size, table_event *out);

/* An event as JSON for a listener, who learns no more from it than they may know. */
void table_json_event(jsonw *w, const table *t, const table_event *e, gm_seat who);

/* What is to be done now, as members of an object: how many moves there were, who is asked, the clocks and the
 * discussion if there are any, and with `moves` the legal ones of this listener, if it is a seat that is asked. */
void table_json_now(jsonw *w, const table *t, gm_seat who, bool moves);

/* All of the table as a listener knows it, for somebody who joins: its view and its legal moves; or its
 * story, from which a client that knows the rules makes both. */
void table_json_view(jsonw *w, const table *t, gm_seat who);
void table_json_story(jsonw *w, const table *t, gm_seat who);

/* The colours of the seats, by their numbers: those that people have chosen; the other seats have their own, or one that
 * is left.  False: the players of this game have none. */
bool table_colours(const table *t, uint8_t colour[GM_MAX_SEATS]);

/* The seats of a person. */
gm_seats table_seats_of(const table *t, table_person who);

/* Has the host sent this person away? */
bool table_is_removed(const table *t, table_person who);
#endif
