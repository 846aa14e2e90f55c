/* exact_copy.h - input without one byte to spare. */
#ifndef UNIT_EXACT_COPY_H
#define UNIT_EXACT_COPY_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* clang-format keeps the order */
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

/* A copy in a block of exactly its size, so that the sanitizer sees every read past its end.  Free it. */
static inline char *exact_copy(const char *s, size_t n) {
    char *copy = malloc(n);
    assert_true(copy || !n);
    if (n) memcpy(copy, s, n);
    return copy;
}
#endif
