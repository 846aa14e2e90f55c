/* deal.h - the dealer's choices as numbers that anybody can recompute.
 *
 * All of it hangs on a secret of 32 bytes: a seed that is known from the start,
 * or one to which a house commits by its SHA-256 and that it publishes at the
 * end.  doc/records.md has it byte by byte. */
#ifndef KIT_DEAL_H
#define KIT_DEAL_H
#include "games/game.h"

enum { DEAL_SECRET = 32, DEAL_NONCE = 32 };

/* What a seat adds, so that the house alone does not settle the deals; a missing
 * one has size 0. */
typedef struct {
    uint8_t size, bytes[DEAL_NONCE];
} deal_nonce;

/* The key of a table's stream. */
void deal_key(const uint8_t secret[DEAL_SECRET], const deal_nonce *nonces, int seats, uint8_t key[32]);

/* The choice of the k-th dealer's move, counting from 0: one of 0..n-1, exactly
 * uniform. */
uint32_t deal_pick(const uint8_t key[32], uint32_t k, uint32_t n);
#endif
