/* jsonw.c - a writer of JSON with a stack of commas; see jsonw.h. */
#include "base/jsonw.h"
#include <assert.h>
#include <string.h>

jsonw jsonw_on(text *out) { return (jsonw){.out = out}; }

/* A value or a key is about to be written. */
static void separate(jsonw *w) {
    uint64_t bit = 1ull << w->depth;
    if (w->keyed)
        w->keyed = false;
    else if (w->comma & bit)
        text_char(w->out, ',');
    w->comma |= bit;
}

static void begin(jsonw *w, char bracket) {
    separate(w);
    text_char(w->out, bracket);
    assert(w->depth < JSONW_DEPTH);
    w->comma &= ~(1ull << ++w->depth);
}

static void end(jsonw *w, char bracket) {
    assert(w->depth && !w->keyed);
    w->depth--;
    text_char(w->out, bracket);
}

void jsonw_object(jsonw *w) { begin(w, '{'); }
void jsonw_end_object(jsonw *w) { end(w, '}'); }
void jsonw_array(jsonw *w) { begin(w, '['); }
void jsonw_end_array(jsonw *w) { end(w, ']'); }

void jsonw_key(jsonw *w, const char *key) {
    assert(!w->keyed);
    separate(w);
    text_char(w->out, '"');
    text_put(w->out, key); /* ours, with nothing to escape */
    text_put(w->out, "\":");
    w->keyed = true;
}

void jsonw_string(jsonw *w, const char *s) {
    if (s)
        jsonw_bytes(w, s, strlen(s));
    else
        jsonw_null(w);
}

void jsonw_bytes(jsonw *w, const char *s, size_t n) {
    separate(w);
    text_json(w->out, s, n);
}

void jsonw_int(jsonw *w, int64_t n) {
    separate(w);
    text_int(w->out, n);
}

void jsonw_bool(jsonw *w, bool b) { jsonw_raw(w, b ? "true" : "false"); }

void jsonw_null(jsonw *w) { jsonw_raw(w, "null"); }

void jsonw_hex(jsonw *w, const uint8_t *bytes, size_t n) {
    separate(w);
    text_char(w->out, '"');
    text_hex(w->out, bytes, n);
    text_char(w->out, '"');
}

void jsonw_raw(jsonw *w, const char *json) {
    separate(w);
    text_put(w->out, json);
}

void jsonw_put_string(jsonw *w, const char *key, const char *s) {
    jsonw_key(w, key);
    jsonw_string(w, s);
}

void jsonw_put_int(jsonw *w, const char *key, int64_t n) {
    jsonw_key(w, key);
    jsonw_int(w, n);
}

void jsonw_put_bool(jsonw *w, const char *key, bool b) {
    jsonw_key(w, key);
    jsonw_bool(w, b);
}

void jsonw_put_hex(jsonw *w, const char *key, const uint8_t *bytes, size_t n) {
    jsonw_key(w, key);
    jsonw_hex(w, bytes, n);
}
