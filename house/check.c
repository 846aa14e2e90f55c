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
    int64_t *number; /* of all tables */
    int64_t n, capacity;
    record *record; /* to read records back */
} inspection;

static void report(inspection *i, house_flaw what) {
    i->out->flaws++;
    i->by->flaw(i->by->to, &what);
}

static void take_fault(void *to, int64_t number, const fault *what) {
    report(to, (house_flaw){.table = number, .line = -1, .why = *what});
}

static void take_number(void *to, int64_t number, const char *s, size_t n) {
    inspection *i = to;
    (void)s, (void)n;
    if (i->n == i->capacity) {
        i->capacity = 2 * i->capacity + 64;
        i->number = realloc(i->number, (size_t)i->capacity * sizeof *i->number);
        if (!i->number) abort();
    }
    i->number[i->n++] = number;
}

/* Writes the record of a game that is over, and reads it back.  A game that was ended by a vote has no end. */
static void check_record(inspection *i, const house_table *p) {
    size_t size;
    const gm_match *m = &p->t.match;
    bool whole = !m->game->to_act(m->box, m->st);
    fault why;
    char *s = house_record(i->h, p->key, &size, &why);
    if (s && record_read(i->record, NULL, NULL, s, size, whole, &why))
        i->out->records++;
    else
        report(i, (house_flaw){.table = p->number, .line = -1, .record = true, .why = why});
    free(s);
}

static void check_table(inspection *i, int64_t number) {
    fault why;
    house_table *p = house_table_by_number(i->h, number, &why);
    if (!p || p->damage)
        report(i, (house_flaw){.table = number, .line = p ? p->lines : -1, .why = why});
    else {
        i->out->tables++;
        i->out->lines += p->lines;
        if (p->t.phase == TABLE_OVER) check_record(i, p);
    }
    if (p) house_table_unload(i->h, p, true);
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
    bool good = engine->all_tables(h->store, take_number, &i, why);
    for (int64_t k = 0; good && k < i.n; k++) {
        check_table(&i, i.number[k]);
        by->progress(by->to, k + 1, i.n);
    }
    free(i.number);
    free(i.record);
    house_close(h);
    return good;
}
