/* answer.c - answers of a store: copies in blocks of memory that are freed together; and which engine a place needs. */
#include "base/text.h"
#include "store/store.h"
#include <stdlib.h>
#include <string.h>

/* What answers point to.  Blocks do not move, so pointers into them stay good. */
typedef struct block {
    struct block *before;
    size_t used, capacity;
    _Alignas(16) char bytes[];
} block;

/* The arrays are what the answer points to, as those who fill it see them. */
typedef struct {
    store_answer a;
    block *blocks;
    int64_t *number;
    store_device *device;
    store_journal *journal;
    store_line *line;                         /* of the latest journal */
    size_t numbers, devices, journals, lines; /* for how many there is room */
} filled;

static void *grow(void *array, size_t n, size_t *room, size_t size) {
    if (n < *room) return array;
    *room = 2 * *room + 16;
    array = realloc(array, *room * size);
    if (!array) abort();
    return array;
}

/* A copy with a 0 after it. */
static char *keep(filled *f, const void *bytes, size_t n) {
    size_t need = (n + 1 + 15) & ~(size_t)15;
    if (!f->blocks || f->blocks->capacity - f->blocks->used < need) {
        size_t capacity = need > 4096 ? need : 4096;
        block *b = malloc(sizeof *b + capacity);
        if (!b) abort();
        *b = (block){.before = f->blocks, .capacity = capacity};
        f->blocks = b;
    }
    char *at = f->blocks->bytes + f->blocks->used;
    if (n) memcpy(at, bytes, n);
    at[n] = 0;
    f->blocks->used += need;
    return at;
}

store_answer *store_answer_new(void) {
    filled *f = calloc(1, sizeof *f);
    if (!f) abort();
    return &f->a;
}

void store_answer_free(store_answer *a) {
    filled *f = (filled *)a;
    if (!f) return;
    for (block *b = f->blocks, *before; b; b = before) {
        before = b->before;
        free(b);
    }
    for (size_t i = 0; i < a->journals; i++)
        free((void *)(uintptr_t)f->journal[i].line);
    free(f->number);
    free(f->device);
    free(f->journal);
    free(f);
}

void store_add_number(store_answer *a, int64_t number) {
    filled *f = (filled *)a;
    a->number = f->number = grow(f->number, a->numbers, &f->numbers, sizeof number);
    f->number[a->numbers++] = number;
}

void store_add_device(store_answer *a, const store_device *d) {
    filled *f = (filled *)a;
    a->device = f->device = grow(f->device, a->devices, &f->devices, sizeof *d);
    f->device[a->devices] = *d;
    f->device[a->devices++].label = keep(f, d->label, d->size);
}

store_journal *store_add_journal(store_answer *a, const store_row *row) {
    filled *f = (filled *)a;
    a->journal = f->journal = grow(f->journal, a->journals, &f->journals, sizeof *f->journal);
    store_journal *j = &f->journal[a->journals++];
    *j = (store_journal){.row = *row};
    j->row.text = keep(f, row->text, row->size);
    f->line = NULL;
    f->lines = 0;
    return j;
}

/* Why a line does not come next: one is missing, or one is there twice. */
static bool refuse_line(store_journal *j, int64_t n) {
    int64_t next = (int64_t)j->lines;
    char digits[24];
    text t = text_on(digits, sizeof digits);
    text_int(&t, n > next ? next : n);
    j->found = STORE_UNREADABLE;
    fault_at(&j->why, n > next ? "store.gap" : "store.twice", NULL, 0, 0);
    return fault_with(&j->why, 0, digits, t.used);
}

bool store_add_line(store_answer *a, const store_line *line) {
    filled *f = (filled *)a;
    store_journal *j = &f->journal[a->journals - 1];
    if (line->n != (int64_t)j->lines) return refuse_line(j, line->n);
    j->line = f->line = grow(f->line, j->lines, &f->lines, sizeof *line);
    store_line *copy = &f->line[j->lines++];
    *copy = *line;
    copy->text = keep(f, line->text, line->size);
    if (line->sum) copy->sum = (const uint8_t *)keep(f, line->sum, STORE_SUM);
    return true;
}

static bool is_url(const char *where) {
    return !strncmp(where, "postgres://", 11) || !strncmp(where, "postgresql://", 13);
}

const store_engine *store_engine_for(const char *where) {
    return is_url(where) ? &store_postgres : &store_sqlite;
}

/* Is it a number, up to the next host or the end? */
static bool is_port(const char *s, const char *end) {
    s += strspn(s, "0123456789");
    return s == end || *s == ',';
}

const char *store_url_hosts(const char *url) {
    const char *hosts = strstr(url, "://") + 3, *end = hosts + strcspn(hosts, "/?"), *at = strchr(hosts, '@');
    bool bracket = false; /* an IPv6 address */
    if (at && (at > end || strchr(at + 1, '@'))) return NULL;
    if (at) hosts = at + 1;
    for (const char *s = hosts; s < end; s++) {
        bracket = *s == '[' || (bracket && *s != ']');
        if (*s == ':' && !bracket && !is_port(s + 1, end)) return NULL;
    }
    return hosts;
}

const char *store_place(const char *where) {
    static _Thread_local char shown[256];
    if (!is_url(where)) return where;
    const char *hosts = store_url_hosts(where);
    text t = text_on(shown, sizeof shown);
    text_bytes(&t, where, strcspn(where, "/") + 2);
    if (hosts) text_bytes(&t, hosts, strcspn(hosts, "?"));
    return shown;
}
