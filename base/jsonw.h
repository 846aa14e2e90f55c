/* jsonw.h - writes JSON into a text.  It knows where commas go, so a caller names values only.
 *
 *     jsonw w = jsonw_on(&out);
 *     jsonw_object(&w);
 *     jsonw_put_int(&w, "n", 3);                  "n":3
 *     jsonw_key(&w, "asked"), jsonw_array(&w);
 *     BITS_EACH(q, seats) jsonw_int(&w, q);       "asked":[0,2]
 *     jsonw_end_array(&w);
 *     jsonw_end_object(&w);
 *
 * Every object and array that is begun must be ended.  Nesting deeper than JSONW_DEPTH is a mistake of
 * the caller's.  If the text is too small, its `cut` is set (base/text.h). */
#ifndef BASE_JSONW_H
#define BASE_JSONW_H
#include "base/text.h"

enum { JSONW_DEPTH = 63 };

typedef struct {
    text *out;
    uint64_t comma; /* bit d: at depth d something has been written, so a comma comes before the next */
    int depth;
    bool keyed; /* a key has just been written, and its value comes next */
} jsonw;

jsonw jsonw_on(text *out);

void jsonw_object(jsonw *w);
void jsonw_end_object(jsonw *w);
void jsonw_array(jsonw *w);
void jsonw_end_array(jsonw *w);
void jsonw_key(jsonw *w, const char *key);

/* Values: elements of an array, what comes after a key, or the whole text. */
void jsonw_string(jsonw *w, const char *s);          /* NULL: null */
void jsonw_bytes(jsonw *w, const char *s, size_t n); /* the same of n bytes */
void jsonw_int(jsonw *w, int64_t n);
void jsonw_bool(jsonw *w, bool b);
void jsonw_null(jsonw *w);
void jsonw_hex(jsonw *w, const uint8_t *bytes, size_t n); /* as a string of hex digits */
void jsonw_raw(jsonw *w, const char *json);               /* a value that is JSON already */

/* Members of an object: a key and its value. */
void jsonw_put_string(jsonw *w, const char *key, const char *s);
void jsonw_put_int(jsonw *w, const char *key, int64_t n);
void jsonw_put_bool(jsonw *w, const char *key, bool b);
void jsonw_put_hex(jsonw *w, const char *key, const uint8_t *bytes, size_t n);
#endif
