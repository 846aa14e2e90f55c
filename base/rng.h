/* rng.h - a fast generator for simulation, bots and laws (splitmix64).
 *
 * Deals that somebody may want to check do not come from here but from
 * kit/deal.h. */
#ifndef BASE_RNG_H
#define BASE_RNG_H
#include <assert.h>
#include <stdint.h>

typedef struct {
    uint64_t s;
} rng;

static inline uint64_t rng_next(rng *r) {
    uint64_t z = r->s += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

/* From 0 up to, but not including, 1. */
static inline double rng_uniform(rng *r) { return (double)(rng_next(r) >> 11) * 0x1p-53; }

/* One of 0..n-1, exactly uniform (Lemire's method); n is at least 1. */
static inline uint32_t rng_below(rng *r, uint32_t n) {
    assert(n);
    uint64_t m = (rng_next(r) >> 32) * (uint64_t)n;
    if ((uint32_t)m < n) {
        uint32_t reject = -n % n;
        while ((uint32_t)m < reject)
            m = (rng_next(r) >> 32) * (uint64_t)n;
    }
    return (uint32_t)(m >> 32);
}

/* One of 0..n-1 for n up to 2^63, exactly uniform (masks and rejects). */
static inline uint64_t rng_below64(rng *r, uint64_t n) {
    assert(n);
    uint64_t mask = ~0ull >> (n > 1 ? __builtin_clzll(n - 1) : 63), x;
    do
        x = rng_next(r) & mask;
    while (x >= n);
    return x;
}
#endif
