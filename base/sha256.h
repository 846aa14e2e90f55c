/* sha256.h - SHA-256 (FIPS 180-4): hashes of boxes and records, commitments. */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H
#include <stddef.h>
#include <stdint.h>

enum { SHA256_SIZE = 32 };

typedef struct {
    uint32_t h[8];
    uint64_t length; /* bytes so far */
    uint8_t block[64];
} sha256;

void sha256_start(sha256 *s);
void sha256_add(sha256 *s, const void *bytes, size_t n);
void sha256_end(sha256 *s, uint8_t out[SHA256_SIZE]);
void sha256_of(const void *bytes, size_t n, uint8_t out[SHA256_SIZE]);
#endif
