/* record.h - a whole game as text that a person can read and anybody can check
 * (doc/records.md), and as a thing to play on.
 *
 * A record is large (about 400 kB): make it static or on the heap.  It points into
 * itself, so do not copy it. */
#ifndef KIT_RECORD_H
#define KIT_RECORD_H
#include "base/sha256.h"
#include "base/text.h"
#include "kit/match.h"

enum {
    RECORD_FORMAT = 2, /* the newest; format 1 is read, too */
    RECORD_NAME = 40,
    RECORD_BOT = 16,
    RECORD_LINE = 1024, /* the longest line: CSV_LINE and a bar */
    RECORD_MAX_LEVEL = 99,
    RECORD_MAX_BUDGET = 1000000000,
    RECORD_STATEMENTS = 8192, /* five players who speak after each of 300 moves make 1500 statements */
    /* the strings of an order: files, their names, settings */
    RECORD_STRINGS = GM_MAX_FILES * (GM_MAX_FILE + RECORD_NAME) + GM_MAX_SETTINGS * RECORD_LINE,
    /* a file of text: the order, the seats, moves and statements of 32 bytes on average */
    RECORD_TEXT = 2 * RECORD_STRINGS + 32 * (GM_MAX_PLIES + RECORD_STATEMENTS),
};

typedef struct {
    char bot[RECORD_BOT];     /* which bot sits there; empty for a person */
    char name[RECORD_NAME];   /* may be empty */
    int level, budget;        /* at which the bot played; 0: not said */
    bool has_net;             /* did the bot use a net? */
    uint8_t net[SHA256_SIZE]; /* the SHA-256 of its file */
} record_seat;

/* What somebody stated between the moves. */
typedef struct {
    int at; /* after so many moves */
    gm_seat by;
    gm_move move; /* the statement */
} record_statement;

typedef struct {
    gm_match match; /* the game itself */
    gm_order order; /* as it was given, with its edition */
    record_seat seat[GM_MAX_SEATS];
    bool practice; /* moves past a deal may be taken back */
    bool hints;    /* they were allowed */
    int n_statements;
    record_statement statement[RECORD_STATEMENTS]; /* in the order of the moves */

    int format; /* of the text that was read; record_write() always writes RECORD_FORMAT */
    bool
        box_checked; /* false: the text has format 1 and an order whose box we cannot check (doc/records.md) */

    enum { DEAL_BY_SEED, DEAL_BY_COMMITMENT, DEAL_BY_HAND } deal;
    bool secret_known;
    uint8_t secret[DEAL_SECRET]; /* the seed, or what was committed to */
    uint8_t commitment[SHA256_SIZE];
    deal_nonce nonce[GM_MAX_SEATS];
    uint8_t key[32]; /* of the stream, if the secret is known */

    /* What the match and the order point to. */
    _Alignas(8) uint8_t box[GM_MAX_BOX];
    _Alignas(8) uint8_t st[GM_MAX_STATE];
    gm_seat by[GM_MAX_PLIES];
    gm_move move[GM_MAX_PLIES];
    char strings[RECORD_STRINGS];
    size_t strings_used;
} record;

/* A new game, nobody seated, deals by hand.  Copies the order.  False: why says what is
 * wrong, and r is not to be used. */
bool record_start(record *r, const gm_game *g, const gm_order *order, fault *why);

/* The hash that stands for everything that was settled before the first move (doc/records.md). */
void record_box_hash(const record *r, uint8_t hash[SHA256_SIZE]);

/* Adds a statement of a seat's, after the moves so far.  False: it may not be made now, or there is no room. */
bool record_state(record *r, gm_seat who, gm_move statement);

/* Goes back to after the first n moves.  Statements that were made after later moves are forgotten; deals come
 * again as they came. */
void record_take_back(record *r, int n);

/* Where the deals come from; before the first move. */
void record_seed(record *r, const uint8_t seed[DEAL_SECRET]);
void record_commit(record *r, const uint8_t secret[DEAL_SECRET], const deal_nonce nonces[GM_MAX_SEATS]);

/* Writes the record, in format RECORD_FORMAT.  A finished game gets its end; if it was dealt by commitment and
 * the secret is not known, the text stops where the secret would stand.  False: it did
 * not fit (RECORD_TEXT bytes are enough). */
bool record_write(const record *r, text *out);

/* Reads and checks everything, in any format: the order, the box, that every move is legal and
 * every deal is the one that the seed or secret gives.  A text that stops after
 * any line of the moves is a game to go on with; `whole` wants the end too.
 * only: the game that it must be of, or NULL for any that is registered.
 * False: why has the line, and r is not to be used. */
bool record_read(record *r, const gm_game *only, const char *file, const char *s, size_t n, bool whole,
                 fault *why);
#endif
