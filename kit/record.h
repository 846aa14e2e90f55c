/* record.h - a whole game as text that a person can read and anybody can check
 * (doc/records.md), and as a thing to play on.
 *
 * A record is flat and large (about 300 kB): make it static or on the heap.  Its
 * order points into itself, so do not copy it. */
#ifndef KIT_RECORD_H
#define KIT_RECORD_H
#include "base/sha256.h"
#include "base/text.h"
#include "kit/deal.h"
#include "kit/view.h"

enum {
    RECORD_NAME = 40,
    RECORD_BOT = 16,
    RECORD_LINE = 1024, /* the longest line: CSV_LINE and a bar */
    /* strings of an order: files, their names, settings */
    RECORD_STORE = GM_MAX_FILES * (GM_MAX_FILE + RECORD_NAME) + GM_MAX_SETTINGS * RECORD_LINE,
    /* a file of text: the order, the seats, GM_MAX_PLIES moves of 32 bytes on average */
    RECORD_TEXT = 2 * RECORD_STORE + 32 * GM_MAX_PLIES,
};

typedef struct {
    const gm_game *game;
    gm_order order;
    struct {
        char bot[RECORD_BOT];   /* which bot sits there; empty for a person */
        char name[RECORD_NAME]; /* may be empty */
    } seat[GM_MAX_SEATS];

    enum { DEAL_BY_SEED, DEAL_BY_COMMITMENT, DEAL_BY_HAND } deal;
    bool secret_known;
    uint8_t secret[DEAL_SECRET]; /* the seed, or what was committed to */
    uint8_t commitment[SHA256_SIZE];
    deal_nonce nonce[GM_MAX_SEATS];
    uint8_t key[32]; /* of the stream, if the secret is known */

    int n; /* moves so far */
    gm_seat by[GM_MAX_PLIES];
    gm_move move[GM_MAX_PLIES];
    uint32_t dealt; /* how many of them were the dealer's */

    _Alignas(8) uint8_t box[GM_MAX_BOX];
    _Alignas(8) uint8_t st[GM_MAX_STATE]; /* after the last move */

    char store[RECORD_STORE]; /* the order's strings */
    size_t stored;
} record;

/* A new game, nobody seated, deals by hand.  Copies the order. */
bool record_start(record *r, const gm_game *g, const gm_order *order, fault *why);

/* From where the deals come; before the first move. */
void record_seed(record *r, const uint8_t seed[DEAL_SECRET]);
void record_commit(record *r, const uint8_t secret[DEAL_SECRET], const deal_nonce nonces[GM_MAX_SEATS]);

/* Plays m, which is legal.  False if the record is full (GM_MAX_PLIES). */
bool record_play(record *r, gm_seat who, gm_move m);

/* The dealer's move that seed or secret say comes next; it is the dealer's turn. */
gm_move record_deal(const record *r);

/* How many moves `who` may take back now: its own latest ones, while all of them
 * go back; never past a move of the dealer's or of another seat. */
int record_undoable(const record *r, gm_seat who);

/* Plays the first n moves again and forgets the rest. */
void record_rewind(record *r, int n);

/* The text; a finished game's has its end, as far as it is known: without
 * the secret that was committed to it stops there.  False if it did not fit. */
bool record_write(const record *r, text *out);

/* Reads and checks everything: the order, the box, that every move is legal and
 * every deal is the one that the seed or secret gives.  A text that stops after
 * any line of the moves is a game to go on with; `whole` wants the end too.
 * only: the game that it must be of, or NULL for any that is registered.
 * False: why has the line, and r is not to be used. */
bool record_read(record *r, const gm_game *only, const char *file, const char *s, size_t n, bool whole,
                 fault *why);
#endif
