/* check.h - reads everything that a house keeps, as the house itself would, and says what is wrong with it.  Nothing is
 * written; a house may use the store meanwhile. */
#ifndef HOUSE_CHECK_H
#define HOUSE_CHECK_H
#include "store/store.h"

/* Something that is wrong. */
typedef struct {
    int64_t table; /* 0: it does not concern one table */
    int64_t line;  /* the table's journal is good only up to this line; -1: that is not what is wrong */
    bool record;   /* the journal is good, but not the record that is made of it */
    fault why;
} house_flaw;

typedef struct {
    int64_t tables, lines, records; /* that are good */
    int64_t flaws;
} house_findings;

typedef struct {
    void *to;
    void (*flaw)(void *to, const house_flaw *what);
    void (*progress)(void *to, int64_t tables, int64_t all); /* after each table */
} house_inspector;

/* False: the store cannot be opened, or not even the list of its tables can be read; why says why. */
bool house_check(const store_engine *engine, const char *where, const house_inspector *by,
                 house_findings *out, fault *why);
#endif
