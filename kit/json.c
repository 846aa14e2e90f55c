/* json.c - views, figures and moves as JSON. */
#include "kit/json.h"
#include "base/bits.h"
#include "kit/notation.h"
#include "kit/view.h"
#include <string.h>

static const struct {
    int size; /* 0: as wide as the row */
    int64_t low, high;
} types[] = {
    [GM_U8] = {1, 0, UINT8_MAX},          [GM_I8] = {1, INT8_MIN, INT8_MAX}, [GM_U16] = {2, 0, UINT16_MAX},
    [GM_I16] = {2, INT16_MIN, INT16_MAX}, [GM_U32] = {4, 0, UINT32_MAX},     [GM_SET] = {0, 0, 63},
};

static int width(const gm_field *f) { return types[f->type].size ? types[f->type].size : f->size; }

static bool is_padding(const gm_field *f) { return !strcmp(f->name, "pad"); }

/* Little-endian, whatever the machine. */
static uint64_t load(const uint8_t *p, int n) {
    uint64_t x = 0;
    while (n--)
        x = x << 8 | p[n];
    return x;
}

void gm_json_seat(jsonw *w, int seat) {
    if (seat < GM_MAX_SEATS)
        jsonw_int(w, seat);
    else
        jsonw_string(w, seat == GM_SPECTATOR ? "room" : seat == GM_DEALER ? "dealer" : "-");
}

/* Thing i of a kind, or the number i if `of` is NULL. */
static void put_thing(jsonw *w, const gm_game *g, const void *box, const char *of, int i) {
    char code[GM_CODE_SIZE + 1];
    text t = text_on(code, sizeof code);
    if (!of)
        jsonw_int(w, i);
    else if (gm_is_kind(of, "seat"))
        gm_json_seat(w, i);
    else {
        gm_write_code(&t, g, box, of, i == GM_HIDDEN ? GM_NONE : i); /* 0xFF in a field is not a hole */
        jsonw_string(w, code);
    }
}

static void put_things(jsonw *w, const gm_game *g, const void *box, const char *of, uint64_t set) {
    jsonw_array(w);
    BITS_EACH (i, set)
        put_thing(w, g, box, of, i);
    jsonw_end_array(w);
}

static void put_value(jsonw *w, const gm_game *g, const void *box, const gm_field *f, const uint8_t *p) {
    uint64_t x = load(p, width(f));
    if (f->type == GM_SET)
        put_things(w, g, box, f->of, x);
    else if (f->of)
        put_thing(w, g, box, f->of, (int)x);
    else
        jsonw_int(w, f->type == GM_I8 ? (int8_t)x : f->type == GM_I16 ? (int16_t)x : (int64_t)x);
}

static void put_row(jsonw *w, const gm_game *g, const void *box, const gm_field *f, const uint8_t *p) {
    bool list = f->size != width(f);
    if (list) jsonw_array(w);
    for (int i = 0; i < f->size; i += width(f))
        put_value(w, g, box, f, p + i);
    if (list) jsonw_end_array(w);
}

/* who is a seat, GM_SPECTATOR, or GM_DEALER, which sees all. */
static void put_fields(jsonw *w, const gm_game *g, const void *box, const gm_field *f, const uint8_t *st,
                       gm_seat who) {
    jsonw_object(w);
    for (; f->name; f++) {
        if (is_padding(f)) continue;
        jsonw_key(w, f->name);
        if (f->rows > 1) jsonw_array(w);
        for (int row = 0; row < f->rows; row++)
            if (who == GM_DEALER || gm_may_see(f, box, st, who, row))
                put_row(w, g, box, f, st + f->at + row * f->size);
            else
                jsonw_null(w);
        if (f->rows > 1) jsonw_end_array(w);
    }
    jsonw_end_object(w);
}

void gm_json_view(jsonw *w, const gm_view *v) {
    put_fields(w, v->game, v->box, v->game->fields, v->st, v->who);
}

void gm_json_figures(jsonw *w, const gm_game *g, const void *box, const void *st) {
    _Alignas(8) uint8_t figures[GM_MAX_FIGURES] = {0};
    if (!g->figures) {
        jsonw_null(w);
        return;
    }
    g->figures->compute(box, st, figures);
    put_fields(w, g, box, g->figures->fields, figures, GM_SPECTATOR);
}

void gm_json_move(jsonw *w, const gm_game *g, const void *box, gm_move m) {
    const gm_verb *v = gm_verb_of(g, m);
    jsonw_object(w);
    jsonw_put_string(w, "verb", v->name);
    jsonw_key(w, "with");
    jsonw_array(w);
    for (int i = 0; i < gm_arg_count(v); i++) {
        int k = gm_written_arg(v, i);
        if (GM_ARG(m, k) == GM_HIDDEN)
            jsonw_null(w);
        else
            put_thing(w, g, box, v->of[k], GM_ARG(m, k));
    }
    jsonw_end_array(w);
    jsonw_end_object(w);
}

static void put_cells(jsonw *w, const gm_game *g, const void *box, const gm_arg *a) {
    uint8_t cells[7];
    jsonw_array(w);
    for (int i = 0, n = gm_row_cells(a->n, cells); i < n; i++)
        if (cells[i] == GM_NONE || cells[i] == GM_HIDDEN)
            jsonw_null(w);
        else
            put_thing(w, g, box, a->of, cells[i]);
    jsonw_end_array(w);
}

static void put_arg(jsonw *w, const gm_game *g, const void *box, const gm_arg *a) {
    switch (a->kind) {
    case GM_ARG_NONE: return;
    case GM_ARG_NUMBER: jsonw_int(w, a->n); return;
    case GM_ARG_THING: put_thing(w, g, box, a->of, (int)a->n); return;
    case GM_ARG_THINGS: put_things(w, g, box, a->of, (uint64_t)a->n); return;
    case GM_ARG_ROW:
    case GM_ARG_LIST: put_cells(w, g, box, a); return;
    case GM_ARG_TEXT: jsonw_string(w, a->of); return;
    case GM_ARG_WORD:
        jsonw_object(w);
        jsonw_put_string(w, "say", a->of);
        jsonw_end_object(w);
        return;
    }
}

void gm_json_line(jsonw *w, const gm_game *g, const void *box, const gm_line *line) {
    jsonw_object(w);
    jsonw_put_string(w, "say", line->say);
    jsonw_key(w, "with");
    jsonw_array(w);
    for (int i = 0; i < GM_LINE_ARGS && line->arg[i].kind; i++)
        put_arg(w, g, box, &line->arg[i]);
    jsonw_end_array(w);
    jsonw_end_object(w);
}

void gm_json_result(jsonw *w, const gm_game *g, const void *box, const void *st) {
    gm_result res;
    g->result(box, st, &res);
    jsonw_key(w, "winners");
    jsonw_array(w);
    BITS_EACH (q, res.winners)
        jsonw_int(w, q);
    jsonw_end_array(w);
    jsonw_key(w, "points");
    jsonw_array(w);
    for (int q = 0; q < gm_players(box); q++)
        jsonw_int(w, res.points[q]);
    jsonw_end_array(w);
}

/* ---- the schema ---------------------------------------------------------------- */

static void put_thing_type(jsonw *w, const char *of) {
    jsonw_object(w);
    if (gm_is_kind(of, "seat"))
        jsonw_put_string(w, "$ref", "#/$defs/seat");
    else
        jsonw_put_string(w, "type", "string");
    jsonw_put_string(w, "title", of);
    jsonw_end_object(w);
}

static void put_number_type(jsonw *w, gm_type type) {
    jsonw_object(w);
    jsonw_put_string(w, "type", "integer");
    jsonw_put_int(w, "minimum", types[type].low);
    jsonw_put_int(w, "maximum", types[type].high);
    jsonw_end_object(w);
}

static void put_value_type(jsonw *w, const gm_field *f) {
    if (f->type == GM_SET) {
        jsonw_object(w);
        jsonw_put_string(w, "type", "array");
        jsonw_put_bool(w, "uniqueItems", true);
        jsonw_key(w, "items");
    }
    if (f->of)
        put_thing_type(w, f->of);
    else
        put_number_type(w, f->type);
    if (f->type == GM_SET) jsonw_end_object(w);
}

/* {"type":"array","minItems":n,"maxItems":n */
static void begin_list_type(jsonw *w, int n) {
    jsonw_object(w);
    jsonw_put_string(w, "type", "array");
    jsonw_put_int(w, "minItems", n);
    jsonw_put_int(w, "maxItems", n);
}

/* {"anyOf":[{"type":"null"}: what comes next, or a hole. */
static void begin_nullable(jsonw *w) {
    jsonw_object(w);
    jsonw_key(w, "anyOf");
    jsonw_array(w);
    jsonw_raw(w, "{\"type\":\"null\"}");
}

static void end_nullable(jsonw *w) {
    jsonw_end_array(w);
    jsonw_end_object(w);
}

static void put_field_type(jsonw *w, const gm_field *f) {
    bool hole = f->visibility != GM_PUBLIC, list = f->size != width(f);
    if (f->rows > 1) begin_list_type(w, f->rows), jsonw_key(w, "items");
    if (hole) begin_nullable(w);
    if (list) begin_list_type(w, f->size / width(f)), jsonw_key(w, "items");
    put_value_type(w, f);
    if (list) jsonw_end_object(w);
    if (hole) end_nullable(w);
    if (f->rows > 1) jsonw_end_object(w);
}

static void put_fields_type(jsonw *w, const gm_field *fields) {
    jsonw_object(w);
    jsonw_put_string(w, "type", "object");
    jsonw_put_bool(w, "additionalProperties", false);
    jsonw_key(w, "properties");
    jsonw_object(w);
    for (const gm_field *f = fields; f->name; f++)
        if (!is_padding(f)) jsonw_key(w, f->name), put_field_type(w, f);
    jsonw_end_object(w);
    jsonw_key(w, "required");
    jsonw_array(w);
    for (const gm_field *f = fields; f->name; f++)
        if (!is_padding(f)) jsonw_string(w, f->name);
    jsonw_end_array(w);
    jsonw_end_object(w);
}

static void put_verb_type(jsonw *w, const gm_verb *v) {
    int n = gm_arg_count(v);
    jsonw_object(w);
    jsonw_put_string(w, "type", "object");
    jsonw_put_bool(w, "additionalProperties", false);
    jsonw_key(w, "required");
    jsonw_raw(w, "[\"verb\",\"with\"]");
    jsonw_key(w, "properties");
    jsonw_object(w);
    jsonw_key(w, "verb");
    jsonw_object(w);
    jsonw_put_string(w, "const", v->name);
    jsonw_end_object(w);
    jsonw_key(w, "with");
    begin_list_type(w, n);
    if (n) {
        jsonw_key(w, "prefixItems");
        jsonw_array(w);
        for (int i = 0; i < n; i++) {
            begin_nullable(w);
            put_thing_type(w, v->of[gm_written_arg(v, i)]);
            end_nullable(w);
        }
        jsonw_end_array(w);
    }
    jsonw_end_object(w);
    jsonw_end_object(w);
    jsonw_end_object(w);
}

void gm_json_schema(jsonw *w, const gm_game *g) {
    jsonw_object(w);
    jsonw_put_string(w, "$schema", "https://json-schema.org/draft/2020-12/schema");
    jsonw_put_string(w, "title", g->name);
    jsonw_put_string(w, "type", "object");
    jsonw_put_bool(w, "additionalProperties", false);
    jsonw_key(w, "required");
    jsonw_raw(w, "[\"ply\",\"who\",\"move\",\"heard\",\"view\"]");
    jsonw_key(w, "properties");
    jsonw_raw(w, "{\"ply\":{\"type\":\"integer\",\"minimum\":0},"
                 "\"who\":{\"anyOf\":[{\"type\":\"null\"},{\"$ref\":\"#/$defs/seat\"}]},"
                 "\"move\":{\"type\":[\"string\",\"null\"]},"
                 "\"heard\":{\"anyOf\":[{\"type\":\"null\"},{\"$ref\":\"#/$defs/move\"}]},"
                 "\"view\":{\"$ref\":\"#/$defs/view\"}}");
    jsonw_key(w, "$defs");
    jsonw_object(w);
    jsonw_key(w, "seat");
    jsonw_raw(w, "{\"enum\":[0,1,2,3,4,5,6,\"room\",\"dealer\",\"-\"]}");
    jsonw_key(w, "view");
    put_fields_type(w, g->fields);
    if (g->figures) {
        jsonw_key(w, "figures");
        put_fields_type(w, g->figures->fields);
    }
    jsonw_key(w, "move");
    jsonw_object(w);
    jsonw_key(w, "oneOf");
    jsonw_array(w);
    for (const gm_verb *v = g->verbs; v->name; v++)
        put_verb_type(w, v);
    jsonw_end_array(w);
    jsonw_end_object(w);
    jsonw_end_object(w);
    jsonw_end_object(w);
}
