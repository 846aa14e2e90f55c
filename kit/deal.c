/* deal.c - the dealer's choices as numbers that anybody can recompute. */
#include "kit/deal.h"
#include "base/chacha20.h"
#include "base/sha256.h"
#include <assert.h>

void deal_key(const uint8_t secret[DEAL_SECRET], const deal_nonce *nonces, int seats, uint8_t key[32]) {
    sha256 s;
    sha256_start(&s);
    sha256_add(&s, "safehouse deal 1", 16);
    sha256_add(&s, secret, DEAL_SECRET);
    for (int q = 0; q < seats; q++) {
        sha256_add(&s, &nonces[q].size, 1);
        sha256_add(&s, nonces[q].bytes, nonces[q].size);
    }
    sha256_end(&s, key);
}

uint32_t deal_pick(const uint8_t key[32], uint32_t k, uint32_t n) {
    assert(n);
    uint32_t words[16], reject = -n % n; /* 2^32 mod n: the lowest words are one too many */
    for (uint32_t nonce[3] = {0, 0, 0};; nonce[0]++) {
        chacha20_block(key, k, nonce, words);
        for (int i = 0; i < 16; i++)
            if (words[i] >= reject) return words[i] % n;
    }
}
