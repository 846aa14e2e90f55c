/* queue.h - entries that wait for a writer, one after the other in one block of memory. */
#ifndef STORE_QUEUE_H
#define STORE_QUEUE_H
#include "store/store.h"
#include <stdlib.h>
#include <string.h>

/* An entry in the queue.  Its text follows it. */
typedef struct {
    store_entry e;
    size_t next; /* offset of the entry after it */
} queued_entry;

typedef struct {
    char *at;
    size_t used, capacity, entries;
} queue;

static inline void enqueue(queue *q, const store_entry *e) {
    size_t need = sizeof(queued_entry) + ((e->size + 7) & ~(size_t)7);
    while (!q->at || q->capacity - q->used < need) {
        q->capacity = q->capacity ? 2 * q->capacity : 1 << 16;
        q->at = realloc(q->at, q->capacity);
        if (!q->at) abort();
    }
    queued_entry *w = (queued_entry *)(void *)(q->at + q->used);
    memset(w, 0, need);
    w->e = *e;
    if (e->size) memcpy(w + 1, e->text, e->size);
    q->used += need;
    w->next = q->used;
    q->entries++;
}

/* Reads the entry at an offset, with its text.  Returns the offset of the next one. */
static inline size_t entry_at(const queue *q, size_t at, store_entry *e) {
    const queued_entry *w = (const queued_entry *)(const void *)(q->at + at);
    *e = w->e;
    e->text = (const char *)(w + 1);
    return w->next;
}
#endif
