/* tasks.c - what guests ask for, and what it needs from the store.
 *
 * Map: questions - tasks - guests' messages - HTTP.
 *
 * A task is done by one function, which asks the store for what it needs.  As long as an answer has not come, the function
 * returns without having changed anything, and it is called again from its beginning when the answer is there.  So what
 * a request does is written in one piece, whether the store answers at once or later. */
#include "house/internal.h"
#include <stdlib.h>
#include <string.h>

/* ---- questions ------------------------------------------------------------------------------------------ */

struct house_asked {
    LIST_ENTRY(house_asked) in_house;
    SLIST_ENTRY(house_asked) in_task;
    house *h;
    house_task *task; /* NULL: nobody waits for the answer */
    store_question q;
    store_answer *answer; /* NULL: it has not come */
};

static bool same_question(const store_question *a, const store_question *b) {
    return a->what == b->what && a->number == b->number && a->n == b->n && a->most == b->most &&
           !memcmp(a->bytes, b->bytes, sizeof a->bytes) && !strcmp(a->key, b->key) &&
           !strcmp(a->not_at, b->not_at);
}

static void free_asked(house_asked *k) {
    LIST_REMOVE(k, in_house);
    store_answer_free(k->answer);
    free(k);
}

static void resume_task(house *h, house_task *t);

/* A table that this node runs from now on is taken even if whoever asked for it is gone. */
static void take_answer(void *to, store_answer *a) {
    house_asked *k = to;
    house *h = k->h;
    house_task *t = k->task;
    k->answer = a;
    if (k->q.what == STORE_RUN) house_take_table(h, &k->q, a);
    if (!t) {
        free_asked(k);
        return;
    }
    if (!--t->waiting && t->parked) resume_task(h, t);
}

const store_answer *house_ask(house *h, const store_question *q) {
    house_task *t = h->task;
    house_asked *k;
    if (t)
        SLIST_FOREACH (k, &t->asked, in_task)
            if (same_question(&k->q, q)) return k->answer;
    k = calloc(1, sizeof *k);
    if (!k) abort();
    k->h = h;
    k->task = t;
    k->q = *q;
    LIST_INSERT_HEAD(&h->asked, k, in_house);
    h->cost += COST_LOOKUP;
    if (t) {
        t->waiting++;
        SLIST_INSERT_HEAD(&t->asked, k, in_task);
    }
    h->terms.engine->ask(h->store, q, take_answer, k);
    return t ? k->answer : NULL;
}

bool house_is_asked_for(const house *h, const house_table *p) {
    const house_asked *k;
    LIST_FOREACH (k, &h->asked, in_house)
        if (k->q.what == STORE_RUN && (k->q.key[0] ? !strcmp(k->q.key, p->key) : k->q.number == p->number))
            return true;
    return false;
}

void house_forget_asked(house *h) {
    for (house_asked *k = LIST_FIRST(&h->asked), *next; k; k = next) {
        next = LIST_NEXT(k, in_house);
        free_asked(k);
    }
}

/* ---- tasks ----------------------------------------------------------------------------------------------- */

/* Nobody waits any more for what the task has asked. */
static void drop_asked(house_task *t) {
    for (house_asked *k; (k = SLIST_FIRST(&t->asked));) {
        SLIST_REMOVE_HEAD(&t->asked, in_task);
        k->task = NULL;
        if (k->answer) free_asked(k);
    }
}

/* False: it waits for answers. */
static bool run_task(house *h, house_task *t) {
    h->task = t;
    t->run(h, t);
    h->task = NULL;
    if (t->waiting) return false;
    drop_asked(t);
    return true;
}

/* A copy of a task that waits, with its bytes. */
static house_task *park(house *h, const house_task *t) {
    house_task *kept = malloc(sizeof *kept + t->size + 1);
    house_asked *k;
    if (!kept) abort();
    *kept = *t;
    kept->parked = true;
    char *bytes = (char *)(kept + 1);
    if (t->size) memcpy(bytes, t->bytes, t->size);
    bytes[t->size] = 0;
    kept->bytes = bytes;
    LIST_INSERT_HEAD(&h->tasks, kept, in_house);
    SLIST_FOREACH (k, &kept->asked, in_task)
        k->task = kept;
    return kept;
}

static void free_task(house *h, house_task *t) {
    drop_asked(t);
    LIST_REMOVE(t, in_house);
    if (t->by) house_account_release(h, t->by);
    free(t);
}

void house_cancel(house *h, house_task *t) {
    if (t->guest) t->guest->task = NULL;
    free_task(h, t);
}

static void take_next_message(house *h, house_guest *g);

static void resume_task(house *h, house_task *t) {
    house_guest *g = t->guest;
    if (!g) h->cost = 0;
    bool done = (g && g->disconnected) || run_task(h, t);
    if (t->by) house_account_pay(t->by, h->cost);
    if (!done) return;
    if (g) g->task = NULL;
    free_task(h, t);
    if (g) take_next_message(h, g);
}

/* ---- guests' messages ------------------------------------------------------------------------------------- */

/* A message that waits until the one before it has been answered. */
typedef struct house_letter {
    STAILQ_ENTRY(house_letter) in_box;
    size_t size;
    char bytes[];
} house_letter;

void house_guest_do(house *h, house_guest *g, house_run *run, const char *bytes, size_t size) {
    house_task t = {.run = run, .guest = g, .bytes = bytes, .size = size, .time = house_time(h)};
    if (!run_task(h, &t)) g->task = park(h, &t);
}

bool house_guest_waits(house *h, house_guest *g, const char *bytes, size_t size) {
    if (!g->task) return false;
    g->letter_bytes += size;
    if (g->letter_bytes > (size_t)h->terms.limits[LIMIT_QUEUE]) {
        h->busy++;
        house_disconnect(h, g, 1008, "too many messages");
        return true;
    }
    house_letter *l = malloc(sizeof *l + size);
    if (!l) abort();
    l->size = size;
    memcpy(l->bytes, bytes, size);
    STAILQ_INSERT_TAIL(&g->letters, l, in_box);
    return true;
}

static void take_next_message(house *h, house_guest *g) {
    for (house_letter *l; !g->task && !g->disconnected && (l = STAILQ_FIRST(&g->letters));) {
        STAILQ_REMOVE_HEAD(&g->letters, in_box);
        g->letter_bytes -= l->size;
        house_read_message(h, g, l->bytes, l->size);
        free(l);
    }
}

void house_guest_forget(house *h, house_guest *g) {
    if (g->task) house_cancel(h, g->task);
    for (house_letter *l; (l = STAILQ_FIRST(&g->letters));) {
        STAILQ_REMOVE_HEAD(&g->letters, in_box);
        free(l);
    }
}

/* ---- HTTP -------------------------------------------------------------------------------------------------- */

/* What is done later is paid by the same address. */
house_task *house_do(house *h, house_account *by, house_run *run, const char *words, house_done *done,
                     void *to) {
    house_task t = {
        .run = run, .bytes = words, .size = strlen(words), .time = house_time(h), .done = done, .to = to};
    if (run_task(h, &t)) return NULL;
    if (by) t.by = house_account_use(h, by->name);
    return park(h, &t);
}
