/* check.c - reads everything that a house keeps; see check.h.
 *
 * A house is opened to which nobody comes, so that tables and records are read by the same code as always. */
#include "house/check.h"
#include "house/internal.h"
#include <stdlib.h>

typedef struct {
    house *h;
    const house_inspector *by;
    house_findings *out;
    record *record; /* to read records back */
} inspection;

static void report(inspection *i, house_flaw what) {
    i->out->flaws++;
    i->by->flaw(i->by->to, &what);
}

static void take_fault(void *to, int64_t number, const fault *what) {
    report(to, (house_flaw){.table = number, .line = -1, .why = *what});
}

/* Writes the record of a game that is over, and reads it back.  A game that was ended by a vote has no end. */
static void check_record(inspection *i, const house_table *p, const store_answer *a) {
    size_t size;
    const gm_match *m = &p->t.match;
    bool whole = !m->game->to_act(m->box, m->st);
    fault why;
    char *s = house_record_of(i->h, p->number, a, &size, &why);
    if (s && record_read(i->record, NULL, NULL, s, size, whole, &why))
        i->out->records++;
    else
        report(i, (house_flaw){.table = p->number, .line = -1, .record = true, .why = why});
    free(s);
}

static void check_table(inspection *i, int64_t number, const store_answer *a) {
    fault why;
    house_table *p = house_table_visit(i->h, number, a, &why);
    if (!p) return; /* it was deleted meanwhile */
    if (p->damage)
        report(i, (house_flaw){.table = number, .line = p->lines, .why = why});
    else {
        i->out->tables++;
        i->out->lines += p->lines;
        if (p->t.phase == TABLE_OVER) check_record(i, p, a);
    }
    house_table_visit_end(p);
}

static void take_answer(void *to, store_answer *a) { *(store_answer **)to = a; }

/* A store that was opened to be read answers at once. */
static store_answer *ask(const inspection *i, store_question q) {
    store_answer *a = NULL;
    i->h->terms.engine->ask(i->h->store, &q, take_answer, &a);
    return a;
}

static void drop_line(void *to, const char *line, size_t n) { (void)to, (void)line, (void)n; }

static int64_t no_time(void *to) {
    (void)to;
    return 0;
}

/* A house that only reads. */
static house *open_house(const store_engine *engine, const char *where, fault *why) {
    store *s = engine->open_to_read(where, why);
    if (!s) return NULL;
    house *h = calloc(1, sizeof *h);
    if (!h) abort();
    h->terms = (house_terms){.env = {.clock = no_time, .log = drop_line}, .engine = engine, .data = where};
    h->store = s;
    h->opened = 1;
    return h;
}

bool house_check(const store_engine *engine, const char *where, const house_inspector *by,
                 house_findings *out, fault *why) {
    *out = (house_findings){0};
    house *h = open_house(engine, where, why);
    if (!h) return false;
    inspection i = {.h = h, .by = by, .out = out, .record = malloc(sizeof *i.record)};
    if (!i.record) abort();
    engine->examine(h->store, take_fault, &i);
    store_answer *all = ask(&i, (store_question){.what = STORE_ALL});
    bool good = all->found == STORE_FOUND;
    if (!good) *why = all->why;
    for (size_t k = 0; good && k < all->numbers; k++) {
        store_answer *a = ask(&i, (store_question){.what = STORE_LOOK, .number = all->number[k]});
        check_table(&i, all->number[k], a);
        store_answer_free(a);
        by->progress(by->to, (int64_t)k + 1, (int64_t)all->numbers);
    }
    store_answer_free(all);
    free(i.record);
    house_close(h);
    return good;
}
