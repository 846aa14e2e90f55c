/* csv.c - the reader of deck files; see csv.h.
 *
 * A line is checked whole (UTF-8, no control characters) before its fields are
 * cut off, so that cutting need only look for ASCII and can count characters by
 * their first bytes.  Lines are checked as they are reached: what is wrong first
 * is reported first, and csv_has_columns looks no further than the header. */
#include "base/csv.h"
#include "base/text.h"
#include <string.h>

/* What is left of a line that was checked. */
typedef struct {
    const char *at, *end;
    int column;
} rest;

enum { END = -1 };

static int peek(const rest *l) { return l->at < l->end ? (uint8_t)*l->at : END; }

static void next_char(rest *l) {
    l->column += (*l->at & 0xC0) != 0x80;
    l->at++;
}

static bool comma(rest *l) {
    if (peek(l) != ',') return false;
    next_char(l);
    return true;
}

static bool wrong(csv *c, const char *say, int column, fault *why) {
    c->bad = true;
    return fault_at(why, say, c->file, c->line, column);
}

/* The next line that is neither empty nor a comment; false at the end, or when
 * c is bad. */
static bool next_line(csv *c, rest *l, fault *why) {
    while (c->at < c->size) {
        const char *s = c->text + c->at;
        size_t left = c->size - c->at, n = 0, over = 0; /* over: bytes of the line end */
        c->line++;
        for (int column = 1; n < left; column++) {
            if (s[n] == '\n') over = 1;
            if (s[n] == '\r' && left - n > 1 && s[n + 1] == '\n') over = 2;
            if (over) break;
            int bytes = text_utf8(s + n, left - n);
            if (!bytes) return wrong(c, "csv.utf8", column, why);
            if (text_control(s + n)) return wrong(c, "csv.control", column, why);
            n += (size_t)bytes;
            if (n > CSV_LINE) {
                wrong(c, "csv.line", column, why);
                return fault_number(why, 0, CSV_LINE);
            }
        }
        c->at += n + over;
        if (n && *s != '#') {
            *l = (rest){s, s + n, 1};
            return true;
        }
    }
    return false;
}

/* Cuts a field off; leaves l at the comma after it, or at the end.  Length is
 * judged last, because a quote that was forgotten makes a field long too. */
static bool cut_field(csv *c, rest *l, csv_field *f, fault *why) {
    text t = text_on(f->text, CSV_FIELD);
    f->line = c->line;
    f->column = l->column;
    bool quoted = f->quoted = peek(l) == '"', closed = !quoted;
    if (quoted) next_char(l);
    for (int ch; (ch = peek(l)) != END && (quoted || ch != ','); next_char(l)) {
        if (ch == '"') {
            if (!quoted) return wrong(c, "csv.quote", l->column, why);
            next_char(l);
            closed = peek(l) == END || peek(l) == ',';
            if (closed) break;
            if (peek(l) != '"') return wrong(c, "csv.quote", l->column, why);
        }
        text_char(&t, (char)ch);
    }
    if (!closed) return wrong(c, "csv.quote", f->column, why);
    if (!t.cut) return true;
    wrong(c, "csv.long", f->column, why);
    return fault_number(why, 0, CSV_FIELD - 1);
}

/* The i-th of the names, which have commas between them, and its length; NULL
 * after the last. */
static const char *nth_name(const char *names, int i, size_t *length) {
    *length = 0;
    for (; i; i--) {
        names = strchr(names, ',');
        if (!names) return NULL;
        names++;
    }
    const char *end = strchr(names, ',');
    *length = end ? (size_t)(end - names) : strlen(names);
    return names;
}

/* Which of the wanted columns it is, or -1. */
static int find_name(const csv *c, const char *columns, const char *name) {
    for (int i = 0; i < c->columns; i++) {
        size_t n;
        const char *s = nth_name(columns, i, &n);
        if (n == strlen(name) && !memcmp(s, name, n)) return i;
    }
    return -1;
}

static bool read_header(csv *c, rest *l, const char *columns, fault *why) {
    unsigned seen = 0;
    int places = 0; /* stays in bounds: each wanted column is let in once */
    do {
        csv_field f;
        if (!cut_field(c, l, &f, why)) return false;
        int i = find_name(c, columns, f.text);
        if (i < 0) {
            wrong(c, "csv.column", f.column, why);
            fault_with(why, 0, f.text, strlen(f.text));
            return fault_with(why, 1, columns, strlen(columns));
        }
        if (seen >> i & 1) {
            wrong(c, "csv.column-twice", f.column, why);
            return fault_with(why, 0, f.text, strlen(f.text));
        }
        seen |= 1u << i;
        c->place[places++] = (uint8_t)i;
    } while (comma(l));
    for (int i = 0; i < c->columns; i++)
        if (!(seen >> i & 1)) {
            size_t n;
            const char *s = nth_name(columns, i, &n);
            wrong(c, "csv.column-missing", 1, why);
            return fault_with(why, 0, s, n);
        }
    return true;
}

bool csv_open(csv *c, const char *file, const char *bytes, size_t size, const char *columns, fault *why) {
    *c = (csv){.file = file, .text = bytes, .size = size};
    size_t n;
    while (c->columns < CSV_COLUMNS && nth_name(columns, c->columns, &n))
        c->columns++;
    if (size >= 3 && !memcmp(bytes, "\xEF\xBB\xBF", 3)) c->at = 3;
    rest l;
    if (next_line(c, &l, why)) return read_header(c, &l, columns, why);
    if (c->bad) return false;
    if (!c->line) c->line = 1; /* of an empty file */
    wrong(c, "csv.header", 1, why);
    return fault_with(why, 0, columns, strlen(columns));
}

bool csv_row(csv *c, csv_field *row, fault *why) {
    rest l;
    if (c->bad || !next_line(c, &l, why)) return false;
    int n = 0;
    do {
        csv_field extra; /* read too, to count them */
        if (!cut_field(c, &l, n < c->columns ? &row[c->place[n]] : &extra, why)) return false;
        n++;
    } while (comma(&l));
    if (n == c->columns) return true;
    wrong(c, "csv.fields", 1, why);
    fault_number(why, 0, n);
    return fault_number(why, 1, c->columns);
}

bool csv_has_columns(const char *bytes, size_t size, const char *columns) {
    csv c;
    fault why;
    return csv_open(&c, NULL, bytes, size, columns, &why);
}

bool csv_fault(const csv *c, const csv_field *f, const char *say, fault *why) {
    fault_at(why, *f->text ? say : "csv.empty", c->file, f->line, f->column);
    return fault_with(why, 0, f->text, strlen(f->text));
}

bool csv_fault_part(const csv *c, const csv_field *f, const char *s, size_t n, const char *say, fault *why) {
    int column = f->column + f->quoted;
    for (const char *at = f->text; at < s; at++) /* in characters; a quote in quotes stands there twice */
        column += (*at & 0xC0) != 0x80 ? 1 + (f->quoted && *at == '"') : 0;
    if (!*f->text) return csv_fault(c, f, say, why);
    fault_at(why, say, c->file, f->line, column);
    return fault_with(why, 0, s, n);
}
