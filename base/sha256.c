/* sha256.c - SHA-256, as FIPS 180-4 writes it down; the names are its names. */
#include "base/sha256.h"
#include <string.h>

/* 4.2.2: the first 32 bits of the fractions of the cube roots of the first 64 primes. */
static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotr(uint32_t x, int n) { return x >> n | x << (32 - n); }

/* 6.2.2 */
static void compress_anywhere(uint32_t H[8], const uint8_t block[64]) {
    uint32_t W[64];
    for (int t = 0; t < 16; t++, block += 4)
        W[t] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 | (uint32_t)block[2] << 8 | block[3];
    for (int t = 16; t < 64; t++) {
        uint32_t s0 = rotr(W[t - 15], 7) ^ rotr(W[t - 15], 18) ^ W[t - 15] >> 3;
        uint32_t s1 = rotr(W[t - 2], 17) ^ rotr(W[t - 2], 19) ^ W[t - 2] >> 10;
        W[t] = s1 + W[t - 7] + s0 + W[t - 16];
    }
    uint32_t a = H[0], b = H[1], c = H[2], d = H[3], e = H[4], f = H[5], g = H[6], h = H[7];
    for (int t = 0; t < 64; t++) {
        uint32_t S1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25), ch = (e & f) ^ (~e & g);
        uint32_t S0 = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22), maj = (a & b) ^ (a & c) ^ (b & c);
        uint32_t T1 = h + S1 + ch + K[t] + W[t], T2 = S0 + maj;
        h = g, g = f, f = e, e = d + T1;
        d = c, c = b, b = a, a = T1 + T2;
    }
    H[0] += a, H[1] += b, H[2] += c, H[3] += d;
    H[4] += e, H[5] += f, H[6] += g, H[7] += h;
}

#ifdef __x86_64__
#include <cpuid.h>
#include <immintrin.h>

/* The same with the instructions that x86 processors have for it, in less than half the time: every line of a journal
 * is hashed.  They hold a, b, e, f in one register and c, d, g, h in another, and take four words of W at once. */
__attribute__((target("sha,sse4.1"))) static void compress_x86(uint32_t H[8], const uint8_t block[64]) {
    const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    __m128i low = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(const void *)H), 0xB1);
    __m128i high = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(const void *)(H + 4)), 0x1B);
    __m128i abef = _mm_alignr_epi8(low, high, 8), cdgh = _mm_blend_epi16(high, low, 0xF0);
    __m128i abef_before = abef, cdgh_before = cdgh, W[4];
    for (int i = 0; i < 4; i++)
        W[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)(block + 16 * i)), big_endian);
    for (int t = 0; t < 16; t++) {
        __m128i *w = &W[t & 3], w1 = W[(t + 1) & 3], w2 = W[(t + 2) & 3], w3 = W[(t + 3) & 3];
        __m128i KW = _mm_add_epi32(*w, _mm_loadu_si128((const __m128i *)(const void *)(K + 4 * t)));
        cdgh = _mm_sha256rnds2_epu32(cdgh, abef, KW);
        abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(KW, 0x0E));
        *w = _mm_add_epi32(_mm_sha256msg1_epu32(*w, w1), _mm_alignr_epi8(w3, w2, 4));
        *w = _mm_sha256msg2_epu32(*w, w3);
    }
    abef = _mm_shuffle_epi32(_mm_add_epi32(abef, abef_before), 0x1B);
    cdgh = _mm_shuffle_epi32(_mm_add_epi32(cdgh, cdgh_before), 0xB1);
    _mm_storeu_si128((__m128i *)(void *)H, _mm_blend_epi16(abef, cdgh, 0xF0));
    _mm_storeu_si128((__m128i *)(void *)(H + 4), _mm_alignr_epi8(cdgh, abef, 8));
}

static void (*compress)(uint32_t H[8], const uint8_t block[64]) = compress_anywhere;

/* Before main(): does this processor have them? */
__attribute__((constructor)) static void choose_compress(void) {
    unsigned a, b, c, d;
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d) && b & bit_SHA) compress = compress_x86;
}
#else
#define compress compress_anywhere
#endif

void sha256_start(sha256 *s) {
    *s = (sha256){.h = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab,
                        0x5be0cd19}};
}

void sha256_add(sha256 *s, const void *bytes, size_t n) {
    const uint8_t *from = bytes;
    while (n) {
        size_t held = s->length % 64, take = 64 - held < n ? 64 - held : n;
        memcpy(s->block + held, from, take);
        s->length += take;
        from += take;
        n -= take;
        if (held + take == 64) compress(s->h, s->block);
    }
}

void sha256_end(sha256 *s, uint8_t out[SHA256_SIZE]) {
    static const uint8_t pad[64] = {0x80};
    uint8_t bits[8];
    for (int i = 0; i < 8; i++)
        bits[i] = (uint8_t)(s->length * 8 >> (56 - 8 * i));
    size_t held = s->length % 64;
    sha256_add(s, pad, held < 56 ? 56 - held : 120 - held); /* the length then ends a block */
    sha256_add(s, bits, sizeof bits);
    for (int i = 0; i < SHA256_SIZE; i++)
        out[i] = (uint8_t)(s->h[i / 4] >> (24 - 8 * (i % 4)));
}

void sha256_of(const void *bytes, size_t n, uint8_t out[SHA256_SIZE]) {
    sha256 s;
    sha256_start(&s);
    sha256_add(&s, bytes, n);
    sha256_end(&s, out);
}
