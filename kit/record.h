/* record.h - a whole game as text that a person can read and anybody can check
 * (doc/records.md), and as a thing to play on.
 *
 * A record is large (about 300 kB): make it static or on the heap.  It points into
 * itself, so do not copy it. */
#ifndef KIT_RECORD_H
#define KIT_RECORD_H
#include "base/sha256.h"
#include "base/text.h"
#include "kit/match.h"

enum {
    RECORD_NAME = 40,
    RECORD_BOT = 16,
    RECORD_LINE = 1024, /* the longest line: CSV_LINE and a bar */
    /* the strings of an order: files, their names, settings */
    RECORD_STRINGS = GM_MAX_FILES * (GM_MAX_FILE + RECORD_NAME) + GM_MAX_SETTINGS * RECORD_LINE,
    /* a file of text: the order, the seats, GM_MAX_PLIES moves of 32 bytes on average */
    RECORD_TEXT = 2 * RECORD_STRINGS + 32 * GM_MAX_PLIES,
};

typedef struct {
    gm_match match; /* the game itself */
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

/* Where the deals come from; before the first move. */
void record_seed(record *r, const uint8_t seed[DEAL_SECRET]);
void record_commit(record *r, const uint8_t secret[DEAL_SECRET], const deal_nonce nonces[GM_MAX_SEATS]);

/* Writes the record.  A finished game gets its end; if it was dealt by commitment and
 * the secret is not known, the text stops where the secret would stand.  False: it did
 * not fit (RECORD_TEXT bytes are enough). */
bool record_write(const record *r, text *out);

/* Reads and checks everything: the order, the box, that every move is legal and
 * every deal is the one that the seed or secret gives.  A text that stops after
 * any line of the moves is a game to go on with; `whole` wants the end too.
 * only: the game that it must be of, or NULL for any that is registered.
 * False: why has the line, and r is not to be used. */
bool record_read(record *r, const gm_game *only, const char *file, const char *s, size_t n, bool whole,
                 fault *why);
#endif
