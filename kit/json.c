/* json.c - views, figures and moves as JSON. */
#include "kit/json.h"
#include "base/bits.h"
#include "kit/notation.h"
#include "kit/view.h"
#include <string.h>

static const struct {
    int size; /* 0: as wide as the row */
    const char *low, *high;
} types[] = {
    [GM_U8] = {1, "0", "255"},         [GM_I8] = {1, "-128", "127"},      [GM_U16] = {2, "0", "65535"},
    [GM_I16] = {2, "-32768", "32767"}, [GM_U32] = {4, "0", "4294967295"}, [GM_SET] = {0, NULL, NULL},
};

static int width(const gm_field *f) { return types[f->type].size ? types[f->type].size : f->size; }

/* Little-endian, whatever the machine. */
static uint64_t load(const uint8_t *p, int n) {
    uint64_t x = 0;
    while (n--)
        x = x << 8 | p[n];
    return x;
}

void gm_json_seat(text *out, int seat) {
    if (seat < GM_MAX_SEATS)
        text_int(out, seat);
    else
        text_json(out, seat == GM_SPECTATOR ? "room" : seat == GM_DEALER ? "dealer" : "-");
}

static void put_thing(text *out, const gm_game *g, const void *box, const char *of, int i) {
    char code[GM_CODE_SIZE + 1];
    text t = text_on(code, sizeof code);
    if (!strcmp(of, "seat")) {
        gm_json_seat(out, i);
        return;
    }
    gm_write_code(&t, g, box, of, i == GM_HIDDEN ? GM_NONE : i); /* 0xFF in a field is no hole */
    text_json(out, code);
}

static void put_value(text *out, const gm_game *g, const void *box, const gm_field *f, const uint8_t *p) {
    uint64_t x = load(p, width(f));
    if (f->type == GM_SET) {
        text_char(out, '[');
        for (uint64_t m = x; m; m &= m - 1) {
            if (m != x) text_char(out, ',');
            if (f->of)
                put_thing(out, g, box, f->of, bits_first(m));
            else
                text_int(out, bits_first(m));
        }
        text_char(out, ']');
    } else if (f->of)
        put_thing(out, g, box, f->of, (int)x);
    else
        text_int(out, f->type == GM_I8 ? (int8_t)x : f->type == GM_I16 ? (int16_t)x : (int64_t)x);
}

static void put_row(text *out, const gm_game *g, const void *box, const gm_field *f, const uint8_t *p) {
    int w = width(f);
    if (f->size != w) text_char(out, '[');
    for (int i = 0; i < f->size; i += w) {
        if (i) text_char(out, ',');
        put_value(out, g, box, f, p + i);
    }
    if (f->size != w) text_char(out, ']');
}

/* who is a seat, GM_SPECTATOR, or GM_DEALER who sees all. */
static void put_fields(text *out, const gm_game *g, const void *box, const gm_field *f, const uint8_t *st,
                       gm_seat who) {
    bool first = true;
    text_char(out, '{');
    for (; f->name; f++) {
        if (!strcmp(f->name, "pad")) continue;
        if (!first) text_char(out, ',');
        first = false;
        text_json(out, f->name);
        text_char(out, ':');
        if (f->rows > 1) text_char(out, '[');
        for (int row = 0; row < f->rows; row++) {
            if (row) text_char(out, ',');
            if (who == GM_DEALER || gm_may_see(f, box, st, who, row))
                put_row(out, g, box, f, st + f->at + row * f->size);
            else
                text_put(out, "null");
        }
        if (f->rows > 1) text_char(out, ']');
    }
    text_char(out, '}');
}

void gm_json_view(text *out, const gm_view *v) {
    put_fields(out, v->game, v->box, v->game->fields, v->st, v->who);
}

void gm_json_state(text *out, const gm_game *g, const void *box, const void *st) {
    put_fields(out, g, box, g->fields, st, GM_DEALER);
}

void gm_json_figures(text *out, const gm_game *g, const void *box, const void *st) {
    _Alignas(8) uint8_t figures[GM_MAX_FIGURES] = {0};
    if (!g->figures) return;
    g->figures->compute(box, st, figures);
    put_fields(out, g, box, g->figures->fields, figures, GM_SPECTATOR);
}

void gm_json_move(text *out, const gm_game *g, const void *box, gm_move m) {
    const gm_verb *v = gm_verb_of(g, m);
    text_put(out, "{\"verb\":");
    text_json(out, v->name);
    text_put(out, ",\"with\":[");
    for (int i = 0; i < gm_arg_count(v); i++) {
        int k = gm_written_arg(v, i);
        if (i) text_char(out, ',');
        if (GM_ARG(m, k) == GM_HIDDEN)
            text_put(out, "null");
        else
            put_thing(out, g, box, v->of[k], GM_ARG(m, k));
    }
    text_put(out, "]}");
}

static void put_row_cells(text *out, const gm_game *g, const void *box, const gm_arg *a) {
    uint8_t cells[7];
    text_char(out, '[');
    for (int i = 0, n = gm_row_cells(a->n, cells); i < n; i++) {
        if (i) text_char(out, ',');
        if (cells[i] == GM_NONE || cells[i] == GM_HIDDEN)
            text_put(out, "null");
        else if (a->of)
            put_thing(out, g, box, a->of, cells[i]);
        else
            text_int(out, cells[i]);
    }
    text_char(out, ']');
}

static void put_arg(text *out, const gm_game *g, const void *box, const gm_arg *a) {
    switch (a->kind) {
    case GM_ARG_NONE: return;
    case GM_ARG_NUMBER: text_int(out, a->n); return;
    case GM_ARG_THING: put_thing(out, g, box, a->of, (int)a->n); return;
    case GM_ARG_ROW:
    case GM_ARG_LIST: put_row_cells(out, g, box, a); return;
    case GM_ARG_TEXT: text_json(out, a->of); return;
    case GM_ARG_WORD:
        text_put(out, "{\"say\":");
        text_json(out, a->of);
        text_char(out, '}');
        return;
    case GM_ARG_THINGS:
        text_char(out, '[');
        for (uint64_t rest = (uint64_t)a->n; rest; rest &= rest - 1) {
            put_thing(out, g, box, a->of, bits_first(rest));
            if (rest & (rest - 1)) text_char(out, ',');
        }
        text_char(out, ']');
        return;
    }
}

void gm_json_line(text *out, const gm_game *g, const void *box, const gm_line *line) {
    text_put(out, "{\"say\":");
    text_json(out, line->say);
    text_put(out, ",\"with\":[");
    for (int i = 0; i < GM_LINE_ARGS && line->arg[i].kind; i++) {
        if (i) text_char(out, ',');
        put_arg(out, g, box, &line->arg[i]);
    }
    text_put(out, "]}");
}

/* ---- the schema ---------------------------------------------------------------- */

static void put_thing_type(text *out, const char *of) {
    bool seat = !strcmp(of, "seat");
    text_put(out, seat ? "{\"$ref\":\"#/$defs/seat\",\"title\":" : "{\"type\":\"string\",\"title\":");
    text_json(out, of);
    text_char(out, '}');
}

static void put_value_type(text *out, const gm_field *f) {
    if (f->type == GM_SET) text_put(out, "{\"type\":\"array\",\"uniqueItems\":true,\"items\":");
    if (f->of)
        put_thing_type(out, f->of);
    else {
        text_put(out, "{\"type\":\"integer\",\"minimum\":");
        text_put(out, f->type == GM_SET ? "0" : types[f->type].low);
        text_put(out, ",\"maximum\":");
        text_put(out, f->type == GM_SET ? "63" : types[f->type].high);
        text_char(out, '}');
    }
    if (f->type == GM_SET) text_char(out, '}');
}

/* {"type":"array","minItems":n,"maxItems":n,"items": ... */
static void open_list(text *out, int n) {
    text_put(out, "{\"type\":\"array\",\"minItems\":");
    text_int(out, n);
    text_put(out, ",\"maxItems\":");
    text_int(out, n);
    text_put(out, ",\"items\":");
}

static void put_field_type(text *out, const gm_field *f) {
    bool hole = f->visibility != GM_PUBLIC, list = f->size != width(f);
    if (f->rows > 1) open_list(out, f->rows);
    if (hole) text_put(out, "{\"anyOf\":[{\"type\":\"null\"},");
    if (list) open_list(out, f->size / width(f));
    put_value_type(out, f);
    if (list) text_char(out, '}');
    if (hole) text_put(out, "]}");
    if (f->rows > 1) text_char(out, '}');
}

static void put_fields_type(text *out, const gm_field *fields) {
    text_put(out, "{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{");
    for (int pass = 0; pass < 2; pass++) {
        bool first = true;
        for (const gm_field *f = fields; f->name; f++) {
            if (!strcmp(f->name, "pad")) continue;
            if (!first) text_char(out, ',');
            first = false;
            text_json(out, f->name);
            if (!pass) text_char(out, ':'), put_field_type(out, f);
        }
        text_put(out, pass ? "]}" : "},\"required\":[");
    }
}

static void put_verb_type(text *out, const gm_verb *v) {
    int n = gm_arg_count(v);
    text_put(out, "{\"type\":\"object\",\"additionalProperties\":false,\"required\":[\"verb\",\"with\"],"
                  "\"properties\":{\"verb\":{\"const\":");
    text_json(out, v->name);
    text_put(out, "},\"with\":{\"type\":\"array\",\"minItems\":");
    text_int(out, n);
    text_put(out, ",\"maxItems\":");
    text_int(out, n);
    for (int i = 0; i < n; i++) {
        text_put(out, i ? "," : ",\"prefixItems\":[");
        text_put(out, "{\"anyOf\":[{\"type\":\"null\"},");
        put_thing_type(out, v->of[gm_written_arg(v, i)]);
        text_put(out, "]}");
    }
    text_put(out, n ? "]}}}" : "}}}");
}

void gm_json_schema(text *out, const gm_game *g) {
    text_put(out, "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"title\":");
    text_json(out, g->name);
    text_put(out, ",\"type\":\"object\",\"additionalProperties\":false,\"required\":[\"ply\",\"who\","
                  "\"move\",\"heard\","
                  "\"view\"],\"properties\":{\"ply\":{\"type\":\"integer\",\"minimum\":0},"
                  "\"who\":{\"anyOf\":[{\"type\":\"null\"},{\"$ref\":\"#/$defs/seat\"}]},"
                  "\"move\":{\"type\":[\"string\",\"null\"]},"
                  "\"heard\":{\"anyOf\":[{\"type\":\"null\"},{\"$ref\":\"#/$defs/move\"}]},"
                  "\"view\":{\"$ref\":\"#/$defs/view\"}},"
                  "\"$defs\":{\"seat\":{\"enum\":[0,1,2,3,4,5,6,\"room\",\"dealer\",\"-\"]},\"view\":");
    put_fields_type(out, g->fields);
    if (g->figures) {
        text_put(out, ",\"figures\":");
        put_fields_type(out, g->figures->fields);
    }
    text_put(out, ",\"move\":{\"oneOf\":[");
    for (const gm_verb *v = g->verbs; v->name; v++) {
        if (v != g->verbs) text_char(out, ',');
        put_verb_type(out, v);
    }
    text_put(out, "]}}}\n");
}
