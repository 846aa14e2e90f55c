/* steady.c - makes a command whose random bytes follow from the variable SAFEHOUSE_SEED, so that a test that looks at the page
 * of a game sees the same deal in every run. */
#include "base/rng.h"
#include <sodium.h>
#include <stdlib.h>

static rng luck;

static const char *name(void) { return "steady"; }
static uint32_t next(void) { return (uint32_t)rng_next(&luck); }

static void fill(void *out, size_t n) {
    for (size_t i = 0; i < n; i++)
        ((uint8_t *)out)[i] = (uint8_t)rng_next(&luck);
}

__attribute__((constructor)) static void use_seed(void) {
    static struct randombytes_implementation steady = {
        .implementation_name = name, .random = next, .buf = fill};
    const char *seed = getenv("SAFEHOUSE_SEED");
    luck.s = seed ? strtoull(seed, NULL, 10) : 0;
    randombytes_set_implementation(&steady);
}
