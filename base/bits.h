/* bits.h - sets of up to 64 things as one word: bit i is thing i. */
#ifndef BASE_BITS_H
#define BASE_BITS_H
#include "base/rng.h"
#include <stdint.h>

#define BIT(i) (1ull << (i))

#define BITS_ONES 0x0101010101010101u

/* Byte i of the result counts the members in the bytes 0 to i.  (The compilers'
 * own popcount is a call unless the machine is named.) */
static inline uint64_t bits_sums(uint64_t m) {
    uint64_t s = m - (m >> 1 & 0x5555555555555555u);
    s = (s & 0x3333333333333333u) + (s >> 2 & 0x3333333333333333u);
    return ((s + (s >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * BITS_ONES;
}

static inline int bits_count(uint64_t m) { return (int)(bits_sums(m) >> 56); }

/* 1 if i is a member, else 0. */
static inline int bits_has(uint64_t m, int i) { return (int)(m >> i & 1); }

/* The lowest member; m is not empty. */
static inline int bits_first(uint64_t m) {
    assert(m);
    return __builtin_ctzll(m);
}

/* Runs the statement for every member of a set, ascending; break and continue work.
 *
 *     BITS_EACH(q, seats) points[q]++; */
#define BITS_EACH(i, set)                                                                                    \
    for (uint64_t rest_##i = (set); rest_##i; rest_##i = 0)                                                  \
        for (int i; rest_##i && (i = bits_first(rest_##i), 1); rest_##i &= rest_##i - 1)

/* How many bytes of sums are at most k: of sums that never fall, these are the first ones. */
static inline unsigned bits_below(uint64_t sums, unsigned k) {
    uint64_t tops = BITS_ONES << 7;
    return (unsigned)(((((k * BITS_ONES | tops) - sums) & tops) >> 7) * BITS_ONES >> 56);
}

/* The k-th member, counting from 0; m has more than k.  Finds the byte by prefix sums (Vigna's broadword
 * select), then the bit in it in the same way: a loop would be mispredicted. */
static inline int bits_nth(uint64_t m, unsigned k) {
    assert(k < (unsigned)bits_count(m));
    uint64_t sums = bits_sums(m);
    unsigned at = 8 * bits_below(sums, k);
    uint64_t spread = (m >> at & 0xFF) * BITS_ONES & 0x8040201008040201u; /* bit i is now in byte i */
    uint64_t ones = (spread + 0x7F * BITS_ONES) >> 7 & BITS_ONES;
    return (int)(at + bits_below(ones * BITS_ONES, k - (unsigned)(sums << 8 >> at & 0xFF)));
}

/* Takes n random members of *from that are also in `of` out of *from, and returns
 * them; there are at least n. */
static inline uint64_t bits_take(uint64_t *from, uint64_t of, int n, rng *r) {
    uint64_t left = *from & of, out = 0;
    for (int size = bits_count(left); n--; size--) {
        uint64_t c = BIT(bits_nth(left, rng_below(r, (uint32_t)size)));
        left &= ~c;
        out |= c;
    }
    *from &= ~out;
    return out;
}
#endif
