/* chacha20.c - the ChaCha20 block function, as RFC 8439 writes it down. */
#include "base/chacha20.h"
#include <string.h>

static uint32_t rotl(uint32_t x, int n) { return x << n | x >> (32 - n); }

/* 2.1 */
static void quarter_round(uint32_t s[16], int a, int b, int c, int d) {
    s[a] += s[b], s[d] = rotl(s[d] ^ s[a], 16);
    s[c] += s[d], s[b] = rotl(s[b] ^ s[c], 12);
    s[a] += s[b], s[d] = rotl(s[d] ^ s[a], 8);
    s[c] += s[d], s[b] = rotl(s[b] ^ s[c], 7);
}

void chacha20_block(const uint8_t key[32], uint32_t counter, const uint32_t nonce[3], uint32_t out[16]) {
    uint32_t start[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}; /* "expand 32-byte k" */
    for (int i = 0; i < 8; i++, key += 4)
        start[4 + i] = key[0] | (uint32_t)key[1] << 8 | (uint32_t)key[2] << 16 | (uint32_t)key[3] << 24;
    start[12] = counter;
    memcpy(start + 13, nonce, 3 * sizeof *nonce);
    uint32_t s[16];
    memcpy(s, start, sizeof s);
    for (int i = 0; i < 10; i++) { /* each a round of columns and one of diagonals */
        for (int k = 0; k < 4; k++)
            quarter_round(s, k, 4 + k, 8 + k, 12 + k);
        for (int k = 0; k < 4; k++)
            quarter_round(s, k, 4 + (k + 1) % 4, 8 + (k + 2) % 4, 12 + (k + 3) % 4);
    }
    for (int i = 0; i < 16; i++)
        out[i] = s[i] + start[i];
}
