/* csv.h - the reader of deck files.
 *
 * A file is UTF-8 (a leading byte order mark is skipped).  Lines end with LF or
 * CR LF.  Empty lines and lines that begin with # are skipped.  The first other
 * line names the columns: exactly the wanted ones, in any order.  Then rows with
 * as many fields.  A field in double quotes may hold commas, and "" for a quote;
 * it may not hold a line end.  No control characters; fields are taken as they
 * stand, no blanks are trimmed.
 *
 *   csv c;
 *   csv_field f[2];
 *   if (!csv_open(&c, file, text, size, "name,value", why)) return false;
 *   while (csv_row(&c, f, why))
 *       ... f[0] is the name, f[1] the value, whatever their order in the file
 *   if (c.bad) return false;
 */
#ifndef BASE_CSV_H
#define BASE_CSV_H
#include "base/fault.h"
#include <stdint.h>

enum {
    CSV_COLUMNS = 8, /* The Agents' deck has 6 */
    CSV_FIELD = 64,  /* the longest command or condition is under 40 */
    CSV_LINE = 1000, /* bytes of a line, so that it fits into a record; CSV_COLUMNS fields do */
};

typedef struct {
    char text[CSV_FIELD];
    int line, column; /* where it begins */
    bool quoted;
} csv_field;

typedef struct {
    const char *file, *text;
    size_t size, at;
    int line;                   /* of the row last read; after the last row, of the file's last line */
    int columns;                /* how many are wanted */
    uint8_t place[CSV_COLUMNS]; /* file's column i is wanted column place[i] */
    bool bad;
} csv;

/* Reads up to the header.  `columns` names the wanted ones with commas between, at most
 * CSV_COLUMNS.  Both file and text must outlive the reader, and faults point to file.
 * False: why says what is wrong. */
bool csv_open(csv *c, const char *file, const char *text, size_t size, const char *columns, fault *why);

/* The next row, a field for each wanted column; false at the end, or with c->bad set and why filled in. */
bool csv_row(csv *c, csv_field *row, fault *why);

/* Says what is wrong with a field: a key whose {0} is its text.  Of an empty field it says that it is empty.  Returns
 * false. */
bool csv_fault(const csv *c, const csv_field *f, const char *say, fault *why);

/* The same of n bytes of its text, from s on. */
bool csv_fault_part(const csv *c, const csv_field *f, const char *s, size_t n, const char *say, fault *why);

/* Does the header of this text name just these columns?  For telling deck files
 * apart. */
bool csv_has_columns(const char *text, size_t size, const char *columns);
#endif
