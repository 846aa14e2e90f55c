/* move.h - copies a whole house from one store to another, of the same engine or another. */
#ifndef STORE_MOVE_H
#define STORE_MOVE_H
#include "store/store.h"

typedef struct {
    int64_t people, tables, lines, others; /* that were copied, and compared afterwards */
} store_moved;

/* So many tables of all are done; comparing: are compared with what was read. */
typedef void store_move_progress(void *to, bool comparing, int64_t tables, int64_t all);

/* The place to which it moves must have nothing in it, and nobody may use it.  What is put into the old place meanwhile
 * is not moved.  False: why says what went wrong; if *begun, what is in the new place is incomplete. */
bool store_move(const char *from, const char *to, store_move_progress *progress, void *progress_to,
                store_moved *out, bool *begun, fault *why);
#endif
