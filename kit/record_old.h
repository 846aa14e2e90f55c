/* record_old.h - the hashes of boxes that stand in records of format 1.
 *
 * Each was the SHA-256 of a C struct of the program that wrote the record, so nobody can compute it any more.
 * The table has those of common orders with the shipped decks (record_old.c says which). */
#ifndef KIT_RECORD_OLD_H
#define KIT_RECORD_OLD_H
#include "base/sha256.h"
#include <stdbool.h>

/* box: the first 8 bytes of the old hash of the order that now has this one (record_box_hash()), the first
 * byte highest.  False: it is not in the table. */
bool record_old_box(const uint8_t hash[SHA256_SIZE], uint64_t *box);
#endif
