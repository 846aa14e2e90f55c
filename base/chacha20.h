/* chacha20.h - the ChaCha20 block function (RFC 8439, 2.3): deals that can be
 * recomputed. */
#ifndef BASE_CHACHA20_H
#define BASE_CHACHA20_H
#include <stdint.h>

/* 16 words of key stream, in the order in which they are serialised. */
void chacha20_block(const uint8_t key[32], uint32_t counter, const uint32_t nonce[3], uint32_t out[16]);
#endif
