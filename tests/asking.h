/* asking.h - asks a store and waits for the answer, for tests. */
#ifndef TESTS_ASKING_H
#define TESTS_ASKING_H
#include "store/store.h"
#include <sched.h>

static inline void asking_take(void *to, store_answer *a) { *(store_answer **)to = a; }

/* The answer, to be given to store_answer_free(). */
static inline store_answer *asking(const store_engine *engine, store *s, store_question q) {
    store_answer *a = NULL;
    engine->ask(s, &q, asking_take, &a);
    while (!a) {
        sched_yield();
        engine->deliver(s);
    }
    return a;
}
#endif
