/* requests.c - what guests ask for: one JSON object a message, whose "do" says what.
 *
 * Map: fields - who one is - tables - what is done at a table - reading. */
#include "base/bits.h"
#include "house/parts.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* A request on its way. */
typedef struct {
    house *h;
    guest *g;
    json_t *in;
    const json_t *re;
    fault *why;
} request;

static bool bad(request *r, const char *say) { return fault_at(r->why, say, NULL, 0, 0); }

static bool bad_field(request *r, const char *field) {
    bad(r, "house.field");
    return fault_with(r->why, 0, field, strlen(field));
}

/* ---- fields ----------------------------------------------------------------------------------------- */

static const char *text_of(request *r, const char *field) {
    const json_t *x = json_object_get(r->in, field);
    if (!json_is_string(x)) bad_field(r, field);
    return json_string_value(x);
}

static bool number_of(request *r, const char *field, int64_t *out) {
    const json_t *x = json_object_get(r->in, field);
    *out = json_integer_value(x);
    return (json_is_integer(x) && *out > 0 && *out < 1 << 30) || bad_field(r, field);
}

static void say_done(request *r, const char *what) {
    text *out = say_begin(r->h);
    text_char(out, '{');
    say_re(r->h, r->re);
    text_put(out, what);
    text_char(out, '}');
    say_to(r->h, r->g);
}

/* ---- who one is ---------------------------------------------------------------------------------------- */

/* A name of one line, neither empty nor longer than a record takes. */
static bool read_name(request *r, char name[RECORD_NAME]) {
    const char *s = text_of(r, "name");
    if (!s) return false;
    size_t n = strlen(s);
    bool good = n && n < RECORD_NAME && s[0] != ' ' && s[n - 1] != ' ';
    for (size_t i = 0; good && i < n; i += (size_t)text_utf8(s + i, n - i))
        good = text_utf8(s + i, n - i) && !text_control(s + i);
    if (!good) return bad(r, "house.name");
    memset(name, 0, RECORD_NAME);
    memcpy(name, s, n);
    return true;
}

static void keep_name(house *h, const guest *g) {
    keep(h,
         &(store_entry){.kind = STORE_PERSON, .number = g->person, .text = g->name, .size = strlen(g->name)});
}

static void say_who(request *r, const char *token) {
    text *out = say_begin(r->h);
    text_char(out, '{');
    say_re(r->h, r->re);
    say_you(r->h, r->g, token);
    text_char(out, '}');
    say_to(r->h, r->g);
}

/* A token for the person that the guest is; only its hash is kept. */
static void give_token(request *r) {
    uint8_t secret[32];
    char token[HOUSE_TOKEN + 1];
    house *h = r->h;
    store_entry e = {.kind = STORE_TOKEN, .number = r->g->person};
    h->terms.world.random(h->terms.world.to, secret, sizeof secret);
    secret_letters(secret, token);
    hash_of(token, e.bytes);
    keep(h, &e);
    say_who(r, token);
}

/* A code is good once. */
static bool enter_by_code(request *r, const char *code) {
    house *h = r->h;
    uint8_t hash[STORE_HASH];
    int found = -1;
    if (!may_make(h, r->g, r->why)) return false;
    hash_of(code, hash);
    for (int i = 0; i < CODES; i++)
        if (!sodium_memcmp(hash, h->code[i].hash, sizeof hash) && h->code[i].until > house_now(h)) found = i;
    if (found < 0) return bad(r, "house.code");
    memcpy(r->g->name, h->code[found].name, RECORD_NAME);
    guest_becomes(h, r->g, h->code[found].person);
    h->code[found].until = 0;
    give_token(r);
    place_know(h, r->g);
    return true;
}

static bool do_enter(request *r) {
    guest *g = r->g;
    json_t *token = json_object_get(r->in, "token"), *code = json_object_get(r->in, "code");
    if (g->person) return bad(r, "house.entered");
    if (json_is_string(code)) return enter_by_code(r, json_string_value(code));
    if (token) {
        if (!json_is_string(token) || !guest_is(r->h, g, json_string_value(token)))
            return bad(r, "house.token");
        say_who(r, NULL);
        place_know(r->h, g);
        return true;
    }
    char name[RECORD_NAME];
    if (!read_name(r, name) || !may_make(r->h, g, r->why)) return false;
    memcpy(g->name, name, sizeof name);
    g->person = (table_person)++r->h->people;
    keep_name(r->h, g);
    give_token(r);
    return true;
}

static bool do_name(request *r) {
    char name[RECORD_NAME];
    if (!read_name(r, name)) return false;
    memcpy(r->g->name, name, sizeof name);
    keep_name(r->h, r->g);
    for (guest *g = r->h->guests; g; g = g->next) /* the person's other devices, */
        if (g->person == r->g->person) memcpy(g->name, name, sizeof name);
    for (int i = 0; i < CODES; i++) /* and those to come */
        if (r->h->code[i].person == r->g->person) memcpy(r->h->code[i].name, name, sizeof name);
    say_who(r, NULL);
    return true;
}

static bool do_lang(request *r) {
    const char *lang = text_of(r, "lang");
    if (!lang) return false;
    if (!words_lang_of(lang, &r->g->lang)) return bad_field(r, "lang");
    say_done(r, "\"done\":true");
    return true;
}

/* For another device: twelve letters, good once and for ten minutes. */
static bool do_code(request *r) {
    static const char letters[] = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    house *h = r->h;
    uint8_t bytes[12];
    char code[HOUSE_CODE + 1];
    int oldest = 0;
    if (!may_make(h, r->g, r->why)) return false;
    h->terms.world.random(h->terms.world.to, bytes, sizeof bytes);
    text t = text_on(code, sizeof code);
    for (int i = 0; i < 12; i++) {
        if (i && i % 4 == 0) text_char(&t, '-');
        text_char(&t, letters[bytes[i] % 32]);
    }
    for (int i = 1; i < CODES; i++)
        if (h->code[i].until < h->code[oldest].until) oldest = i;
    hash_of(code, h->code[oldest].hash);
    h->code[oldest].person = r->g->person;
    memcpy(h->code[oldest].name, r->g->name, RECORD_NAME);
    h->code[oldest].until = house_now(h) + CODE_LIFE;
    text *out = say_begin(h);
    text_char(out, '{');
    say_re(h, r->re);
    text_put(out, "\"code\":");
    text_json(out, code);
    text_put(out, ",\"link\":\"");
    text_put(out, h->terms.url);
    text_put(out, "/#code=");
    text_put(out, code);
    text_put(out, "\"}");
    say_to(h, r->g);
    return true;
}

/* On all devices of the person. */
static void share_muted(const request *r) {
    const guest *from = r->g;
    for (guest *g = r->h->guests; g; g = g->next)
        if (g != from && g->person == from->person) {
            memcpy(g->muted, from->muted, sizeof g->muted);
            g->n_muted = from->n_muted;
        }
}

/* Somebody by number, or who sits on a seat. */
static bool read_person(request *r, int64_t *out) {
    const json_t *seat = json_object_get(r->in, "seat");
    const place *p = r->g->at;
    json_int_t q = json_integer_value(seat);
    if (!seat) return number_of(r, "person", out);
    if (!p) return bad(r, "house.no-table-yet");
    if (!json_is_integer(seat) || q < 0 || q >= gm_seat_count(p->t.box)) return bad_field(r, "seat");
    *out = p->t.seat[q].person;
    return *out || bad(r, "table.free");
}

static bool do_mute(request *r) {
    guest *g = r->g;
    int64_t other;
    int i = 0;
    if (!read_person(r, &other)) return false;
    while (i < g->n_muted && g->muted[i] != (table_person)other)
        i++;
    if (i == MUTED) return bad(r, "house.many-muted");
    if (i == g->n_muted) g->muted[g->n_muted++] = (table_person)other;
    share_muted(r);
    keep(r->h, &(store_entry){.kind = STORE_MUTE, .number = g->person, .n = other});
    say_done(r, "\"done\":true");
    return true;
}

static bool do_unmute(request *r) {
    guest *g = r->g;
    int64_t other;
    if (!read_person(r, &other)) return false;
    for (int i = 0; i < g->n_muted; i++)
        if (g->muted[i] == (table_person)other) g->muted[i--] = g->muted[--g->n_muted];
    share_muted(r);
    keep(r->h, &(store_entry){.kind = STORE_UNMUTE, .number = g->person, .n = other});
    say_done(r, "\"done\":true");
    return true;
}

/* ---- tables ------------------------------------------------------------------------------------------------- */

static bool do_make(request *r) {
    agreement a;
    if (!agreement_read(&a, r->in, r->g->person, r->why)) return false;
    place *p = may_make(r->h, r->g, r->why) ? place_make(r->h, &a, r->why) : NULL;
    agreement_free(&a);
    if (!p || !place_enter(r->h, p, r->g, r->why)) return false;
    say_view(r->h, r->g, r->re);
    return true;
}

static bool do_watch(request *r) {
    const char *key = text_of(r, "table");
    const json_t *after = json_object_get(r->in, "after"), *as = json_object_get(r->in, "as");
    if (!key) return false;
    place *p = place_with_key(r->h, key);
    if (!p) return bad(r, "house.no-table");
    if (!place_enter(r->h, p, r->g, r->why)) return false;
    bool same = json_is_integer(as) ? json_integer_value(as) == r->g->who : r->g->who == GM_SPECTATOR;
    if (!json_is_integer(after) || !same || !say_since(r->h, r->g, json_integer_value(after), r->re))
        say_view(r->h, r->g, r->re);
    return true;
}

static bool do_lobby(request *r) {
    place_leave(r->h, r->g);
    lobby_enter(r->h, r->g);
    say_lobby(r->h, r->g, r->re);
    return true;
}

static bool do_mine(request *r) {
    say_mine(r->h, r->g, r->re);
    return true;
}

static bool do_report(request *r) {
    const char *s = text_of(r, "text");
    if (!s) return false;
    if (!*s || strlen(s) > TABLE_TALK) return bad(r, "table.talk");
    if (!may_make(r->h, r->g, r->why)) return false;
    keep(r->h, &(store_entry){.kind = STORE_REPORT,
                              .number = r->g->at ? r->g->at->number : 0,
                              .n = r->g->person,
                              .text = s,
                              .size = strlen(s)});
    house_log(r->h, "report", r->g->at ? r->g->at->number : 0, r->g->person, NULL);
    say_done(r, "\"done\":true");
    return true;
}

/* ---- what is done at a table ------------------------------------------------------------------------------------ */

/* Requests that become lines of the journal: the verb, one's own seat if `own`, then these fields. */
static const struct deed {
    const char *verb;
    bool own;
    const char *field[3];
} deeds[] = {
    {"rise", true, {NULL}},     {"bot", false, {"seat", "bot"}}, {"remove", false, {"seat"}},
    {"nonce", true, {"nonce"}}, {"start", false, {NULL}},        {"move", true, {"id", "move"}},
    {"back", true, {NULL}},     {"leave", true, {NULL}},         {"return", true, {NULL}},
    {"vote", true, {"vote"}},   {"say", false, {"text"}},        {"state", true, {"state"}},
};

/* Adds a field to a line: a seat or an id as a number, so that no more words get in; others may be the
 * rest of the line. */
static bool add_field(request *r, text *line, const char *field) {
    const json_t *x = json_object_get(r->in, field);
    bool number = !strcmp(field, "seat") || !strcmp(field, "id");
    text_char(line, ' ');
    if (json_is_integer(x))
        text_int(line, json_integer_value(x));
    else if (json_is_string(x) && !number)
        text_put(line, json_string_value(x));
    else
        return bad_field(r, field);
    return true;
}

static void begin_line(request *r, text *line, const char *verb) {
    text_int(line, r->g->person);
    text_char(line, ' ');
    text_put(line, verb);
}

static bool do_line(request *r, const text *line) {
    if (line->cut) return bad(r, "table.long");
    return place_do(r->h, r->g->at, line->at, r->g, r->re, r->why);
}

/* An onlooker's words go under the name, because no seat tells it; before the start anybody's, because
 * the seat may be another's tomorrow. */
static bool do_call(request *r) {
    char buffer[TABLE_LINE];
    text line = text_on(buffer, sizeof buffer);
    begin_line(r, &line, "call ");
    text_int(&line, (int64_t)strlen(r->g->name));
    text_char(&line, ' ');
    text_put(&line, r->g->name);
    return add_field(r, &line, "text") && do_line(r, &line);
}

/* Who wants another game may make a table by it. */
static bool wants_again(request *r) {
    const char *vote = json_string_value(json_object_get(r->in, "vote"));
    return vote && !strcmp(vote, table_votes[TABLE_AGAIN]);
}

static bool do_deed(request *r, const struct deed *d) {
    char buffer[TABLE_LINE];
    text line = text_on(buffer, sizeof buffer);
    guest *g = r->g;
    if (!g->at) return bad(r, "house.no-table-yet");
    if (strcmp(d->verb, "move") && g->at->lines >= r->h->terms.limits[LIMIT_LINES])
        return bad(r, "house.many-lines");
    if (d->own && g->who == GM_SPECTATOR) return bad(r, "table.not-yours");
    if (!strcmp(d->verb, "vote") && wants_again(r) && !may_make(r->h, g, r->why)) return false;
    if (!strcmp(d->verb, "say") && (g->who == GM_SPECTATOR || g->at->t.phase == TABLE_WAITING))
        return do_call(r);
    begin_line(r, &line, d->verb);
    if (d->own) text_char(&line, ' '), text_int(&line, g->who);
    for (int i = 0; d->field[i]; i++)
        if (!add_field(r, &line, d->field[i])) return false;
    return do_line(r, &line);
}

/* Sits down under the name that one has, one seat a person; with a nonce, so that the game can begin. */
static bool do_sit(request *r) {
    char buffer[TABLE_LINE];
    text line = text_on(buffer, sizeof buffer);
    guest *g = r->g;
    if (!g->at) return bad(r, "house.no-table-yet");
    if (g->who != GM_SPECTATOR) return bad(r, "house.seated");
    begin_line(r, &line, "sit");
    if (!add_field(r, &line, "seat")) return false;
    text_char(&line, ' ');
    text_put(&line, g->name);
    if (!do_line(r, &line)) return false;
    if (!json_object_get(r->in, "nonce")) return true;
    line = text_on(buffer, sizeof buffer);
    begin_line(r, &line, "nonce ");
    text_int(&line, g->who);
    r->re = NULL; /* it was answered */
    return add_field(r, &line, "nonce") && do_line(r, &line);
}

/* ---- reading --------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    bool (*does)(request *r);
    bool stranger; /* also for who has not said who he is */
} verbs[] = {
    {"enter", do_enter, true}, {"lang", do_lang, true},      {"lobby", do_lobby, true},
    {"watch", do_watch, true}, {"name", do_name, false},     {"code", do_code, false},
    {"mute", do_mute, false},  {"unmute", do_unmute, false}, {"make", do_make, false},
    {"mine", do_mine, false},  {"sit", do_sit, false},       {"report", do_report, false},
};

static bool obey(request *r) {
    const char *what = text_of(r, "do");
    if (!what) return false;
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (!strcmp(what, verbs[i].name))
            return r->g->person || verbs[i].stranger ? verbs[i].does(r) : bad(r, "house.stranger");
    for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++)
        if (!strcmp(what, deeds[i].verb))
            return r->g->person ? do_deed(r, &deeds[i]) : bad(r, "house.stranger");
    return bad_field(r, "do");
}

void request_read(house *h, guest *g, const char *s, size_t n) {
    fault why;
    json_error_t where;
    request r = {.h = h, .g = g, .why = &why};
    r.in = json_loadb(s, n, JSON_REJECT_DUPLICATES, &where);
    r.re = json_object_get(r.in, "re");
    if (!json_is_object(r.in)) {
        fault_at(&why, "house.json", NULL, r.in ? 1 : where.line, r.in ? 1 : where.column);
        say_error(h, g, NULL, &why);
    } else if (!obey(&r))
        say_error(h, g, r.re, &why);
    json_decref(r.in);
}
