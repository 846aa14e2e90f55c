/* requests.c - what guests ask for: one JSON object a message, whose "do" says what.
 *
 * Map: fields - identity - tables - actions at a table - reading. */
#include "base/bits.h"
#include "house/internal.h"
#include "house/names.h"
#include <ctype.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A request that is being handled. */
typedef struct {
    house *h;
    house_guest *g;
    json_t *in;
    const json_t *re;
    size_t size; /* of the message */
    bool again;  /* it has been begun before, and has waited for the store */
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

static bool send_done(request *r) {
    jsonw_put_bool(house_begin(r->h, r->re), "done", true);
    house_end(r->h);
    house_send(r->h, r->g);
    return true;
}

/* ---- identity ---------------------------------------------------------------------------------------- */

static bool read_name(request *r, char name[RECORD_NAME]) {
    const char *s = text_of(r, "name");
    return s && (house_read_name(s, name) || bad(r, "house.name"));
}

static void store_name(house *h, const house_guest *g) {
    house_put(h, &(store_entry){
                     .kind = STORE_PERSON, .number = g->person, .text = g->name, .size = strlen(g->name)});
}

static void send_you(request *r, const char *token) {
    house_json_you(house_begin(r->h, r->re), r->g, token);
    house_end(r->h);
    house_send(r->h, r->g);
}

/* Asks the store.  NULL: why, or the answer has not come. */
static const store_answer *ask(request *r, store_question q) {
    const store_answer *a = house_ask(r->h, &q);
    if (!a || a->found != STORE_UNREADABLE) return a;
    house_log_fault(r->h, "unreadable", r->g->person, &a->why);
    bad(r, "house.unreadable");
    return NULL;
}

/* A new number for a person or a table; 0: why, or the answer has not come. */
static int64_t new_number(request *r, enum store_what what, int64_t *last) {
    const store_answer *a = ask(r, (store_question){.what = what});
    if (!a) return 0;
    if (a->number[0] > *last) *last = a->number[0];
    return a->number[0];
}

/* Gives the guest's device a token for its person.  Only the hash is stored. */
static void give_token(request *r, const char *label) {
    uint8_t secret[32];
    char token[HOUSE_TOKEN + 1];
    house *h = r->h;
    store_entry e = {.kind = STORE_TOKEN,
                     .number = r->g->person,
                     .n = r->g->device,
                     .day = house_today(h),
                     .text = label,
                     .size = strlen(label)};
    h->terms.env.random(h->terms.env.to, secret, sizeof secret);
    house_encode_secret(secret, token);
    house_hash_token(token, e.bytes);
    house_put(h, &e);
    send_you(r, token);
}

/* A code as it was made, from one that somebody has typed: small letters are as good as large ones, and only letters and
 * digits count. */
static void read_code(const char *typed, char code[HOUSE_CODE + 1]) {
    text t = text_on(code, HOUSE_CODE + 1);
    for (; *typed; typed++) {
        if (!isalnum((unsigned char)*typed)) continue;
        if (t.used == 4 || t.used == 9) text_char(&t, '-');
        text_char(&t, (char)toupper((unsigned char)*typed));
    }
    if (t.cut) code[0] = 0;
}

/* A code works once.  Trying one is charged before the store is asked, so that nobody can try many. */
static bool enter_by_code(request *r, const char *typed, const char *label) {
    house *h = r->h;
    char code[HOUSE_CODE + 1];
    read_code(typed, code);
    if (!r->again && !house_charge_new(h, r->g, 0, r->why)) return false;
    store_question q = {.what = STORE_USE_CODE, .n = h->task->time};
    house_hash_token(code, q.bytes);
    const store_answer *a = ask(r, q);
    if (!a) return false;
    if (a->found != STORE_FOUND) return bad(r, "house.code");
    house_set_person(h, r->g, a);
    give_token(r, label);
    house_table_identify(h, r->g);
    return true;
}

static bool do_enter(request *r) {
    house_guest *g = r->g;
    json_t *token = json_object_get(r->in, "token"), *code = json_object_get(r->in, "code");
    const json_t *device = json_object_get(r->in, "device");
    char label[RECORD_NAME] = "";
    if (g->person) return bad(r, "house.entered");
    if (device && (!json_is_string(device) || !house_read_name(json_string_value(device), label)))
        return bad_field(r, "device");
    if (json_is_string(code)) return enter_by_code(r, json_string_value(code), label);
    if (token) {
        if (!json_is_string(token)) return bad(r, "house.token");
        if (!house_identify(r->h, g, json_string_value(token), r->why)) return false;
        send_you(r, NULL);
        house_table_identify(r->h, g);
        return true;
    }
    char name[RECORD_NAME];
    if (!read_name(r, name)) return false;
    if (!r->again && !house_charge_new(r->h, g, sizeof name, r->why)) return false;
    int64_t number = new_number(r, STORE_NEW_PERSON, &r->h->last_person);
    if (!number) return false;
    memcpy(g->name, name, sizeof name);
    g->person = (table_person)number;
    g->device = 1;
    house_guest_identified(r->h, g);
    store_name(r->h, g);
    give_token(r, label);
    house_table_identify(r->h, g);
    return true;
}

static bool do_name(request *r) {
    char name[RECORD_NAME];
    if (!read_name(r, name)) return false;
    memcpy(r->g->name, name, sizeof name);
    store_name(r->h, r->g);
    house_guest *g;
    LIST_FOREACH (g, &r->h->guests, in_house) /* the person's other devices */
        if (g->person == r->g->person) memcpy(g->name, name, sizeof name);
    house_tell_nodes(r->h, HOUSE_NEWS_NAME, r->g->person, name);
    send_you(r, NULL);
    if (r->g->at && r->g->who == GM_SPECTATOR) house_tell_presence(r->h, r->g->at, NULL);
    return true;
}

static bool do_lang(request *r) {
    const char *lang = text_of(r, "lang");
    if (!lang) return false;
    if (!words_lang_of(lang, &r->g->lang)) return bad_field(r, "lang");
    return send_done(r);
}

/* For another device: twelve letters that work once, within ten minutes, and until the person asks for others. */
static bool do_code(request *r) {
    static const char letters[] = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    house *h = r->h;
    uint8_t bytes[12];
    char code[HOUSE_CODE + 1];
    store_entry e = {.kind = STORE_CODE, .number = r->g->person, .n = h->task->time + HOUSE_CODE_LIFE};
    if (!house_charge_new(h, r->g, 0, r->why)) return false;
    h->terms.env.random(h->terms.env.to, bytes, sizeof bytes);
    text t = text_on(code, sizeof code);
    for (int i = 0; i < 12; i++) {
        if (i && i % 4 == 0) text_char(&t, '-');
        text_char(&t, letters[bytes[i] % 32]);
    }
    house_hash_token(code, e.bytes);
    house_put(h, &e);
    char link[256];
    text l = text_on(link, sizeof link);
    text_put(&l, h->terms.url);
    text_put(&l, "/#code=");
    text_put(&l, code);
    jsonw *w = house_begin(h, r->re);
    jsonw_put_string(w, "code", code);
    jsonw_put_string(w, "link", link);
    house_end(h);
    house_send(h, r->g);
    return true;
}

/* "made":"2026-11-17", if the day is known. */
static void put_day(jsonw *w, const char *key, int64_t day) {
    enum { LAST = 2932896 }; /* of the year 9999 */
    char date[32];
    time_t at = (time_t)(day * 86400);
    struct tm utc;
    if (day < 1 || day > LAST || !gmtime_r(&at, &utc) || !strftime(date, sizeof date, "%Y-%m-%d", &utc))
        return;
    jsonw_put_string(w, key, date);
}

static void put_device(const request *r, const store_device *d) {
    jsonw *w = &r->h->json;
    jsonw_object(w);
    jsonw_put_int(w, "device", d->number);
    jsonw_key(w, "label");
    jsonw_bytes(w, d->label, d->size);
    put_day(w, "made", d->made);
    put_day(w, "used", d->used);
    jsonw_put_bool(w, "this", d->number == r->g->device);
    jsonw_end_object(w);
}

static bool do_devices(request *r) {
    house *h = r->h;
    const store_answer *a =
        ask(r, (store_question){.what = STORE_DEVICES, .number = r->g->person, .most = HOUSE_DEVICES});
    if (!a) return false;
    jsonw *w = house_begin(h, r->re);
    jsonw_key(w, "devices");
    jsonw_array(w);
    for (size_t i = 0; i < a->devices; i++)
        put_device(r, &a->device[i]);
    jsonw_end_array(w);
    house_end(h);
    house_send(h, r->g);
    return true;
}

/* One device of the person, or all but this.  A code that one of them asked for is void, too. */
static bool do_signout(request *r) {
    house *h = r->h;
    const house_guest *me = r->g;
    house_guest *g;
    bool others = json_is_true(json_object_get(r->in, "others"));
    int64_t device = me->device;
    if (!others && !number_of(r, "device", &device)) return false;
    if (r->again) return do_devices(r); /* they have been signed out */
    house_put(h, &(store_entry){.kind = others ? STORE_SIGN_OUT_OTHERS : STORE_SIGN_OUT,
                                .number = me->person,
                                .n = device});
    house_put(h, &(store_entry){.kind = STORE_NO_CODE, .number = me->person});
    house_tell_nodes_number(h, others ? HOUSE_NEWS_SIGN_OUT_OTHERS : HOUSE_NEWS_SIGN_OUT, me->person, device);
    LIST_FOREACH (g, &h->guests, in_house)
        if (g->person == me->person && (g->device == device) != others)
            house_disconnect(h, g, HOUSE_SIGNED_OUT, "signed out");
    return me->disconnected || do_devices(r);
}

/* Mutes and unmutes hold on all devices of the person. */
static void share_muted(const request *r) {
    const house_guest *from = r->g;
    house_guest *g;
    LIST_FOREACH (g, &r->h->guests, in_house)
        if (g != from && g->person == from->person) {
            memcpy(g->muted, from->muted, sizeof g->muted);
            g->n_muted = from->n_muted;
        }
}

/* A person by number, or by the seat they have. */
static bool read_person(request *r, int64_t *out) {
    const json_t *seat = json_object_get(r->in, "seat");
    const house_table *p = r->g->at;
    json_int_t q = json_integer_value(seat);
    if (!seat) return number_of(r, "person", out);
    if (!p) return bad(r, "house.no-table-yet");
    if (!json_is_integer(seat) || q < 0 || q >= gm_seat_count(p->t.match.box)) return bad_field(r, "seat");
    *out = p->t.seat[q].person;
    return *out || bad(r, "table.free");
}

bool house_mute(house_guest *g, table_person other) {
    int i = 0;
    while (i < g->n_muted && g->muted[i] != other)
        i++;
    if (i == HOUSE_MUTED) return false;
    if (i == g->n_muted) g->muted[g->n_muted++] = other;
    return true;
}

void house_unmute(house_guest *g, table_person other) {
    for (int i = 0; i < g->n_muted; i++)
        if (g->muted[i] == other) g->muted[i--] = g->muted[--g->n_muted];
}

static bool do_mute(request *r) {
    house_guest *g = r->g;
    int64_t other = 0;
    if (!read_person(r, &other)) return false;
    if (!house_mute(g, (table_person)other)) return bad(r, "house.many-muted");
    share_muted(r);
    house_tell_nodes_number(r->h, HOUSE_NEWS_MUTE, g->person, other);
    house_put(r->h, &(store_entry){.kind = STORE_MUTE, .number = g->person, .n = other});
    return send_done(r);
}

static bool do_unmute(request *r) {
    house_guest *g = r->g;
    int64_t other = 0;
    if (!read_person(r, &other)) return false;
    house_unmute(g, (table_person)other);
    share_muted(r);
    house_tell_nodes_number(r->h, HOUSE_NEWS_UNMUTE, g->person, other);
    house_put(r->h, &(store_entry){.kind = STORE_UNMUTE, .number = g->person, .n = other});
    return send_done(r);
}

/* ---- tables ------------------------------------------------------------------------------------------------- */

/* "want": how the guest wants to be told of a table, here and from now on. */
static bool read_want(request *r) {
    const json_t *want = json_object_get(r->in, "want");
    const char *word = want ? json_string_value(want) : "view";
    bool story = word && !strcmp(word, "story");
    if (!story && (!word || strcmp(word, "view"))) return bad_field(r, "want");
    r->g->story = story;
    return true;
}

static bool do_make(request *r) {
    agreement a;
    if (!read_want(r)) return false;
    json_object_del(r->in, "want");
    if (!agreement_read(&a, r->in, r->g->person, r->why)) return false;
    house_table *p = NULL;
    int64_t number = 0;
    if (house_has_space(r->h, r->why)) number = new_number(r, STORE_NEW_TABLE, &r->h->last_table);
    if (number && house_charge_new(r->h, r->g, r->size, r->why))
        p = house_table_create(r->h, &a, number, r->why);
    agreement_free(&a);
    if (!p || !house_table_join(r->h, p, r->g, r->why)) return false;
    house_send_table(r->h, r->g, r->re);
    return true;
}

/* Another node runs the table; the guest connects to that node and asks again. */
static bool send_elsewhere(request *r) {
    jsonw_put_string(house_begin(r->h, r->re), "elsewhere", r->h->elsewhere);
    house_end(r->h);
    house_send(r->h, r->g);
    return true;
}

/* The next game, which those who sat at this table and have sat at the next are told; nobody else is.  If it cannot be
 * read they go without. */
static const store_answer *find_rematch(request *r, const house_table *p, table_person who) {
    if (p->t.phase != TABLE_OVER || house_table_seat(p, who) == GM_SPECTATOR) return NULL;
    return house_ask(r->h, &(store_question){.what = STORE_REMATCH, .number = p->number, .n = who});
}

static void note_rematch(house_guest *g, const store_answer *a) {
    if (a && a->journals) memcpy(g->again, a->journal->row.key, sizeof g->again);
}

static bool do_watch(request *r) {
    const char *key = text_of(r, "table");
    const json_t *after = json_object_get(r->in, "after"), *as = json_object_get(r->in, "as");
    if (!key || !read_want(r)) return false;
    r->h->elsewhere[0] = 0;
    house_table *p = house_table_by_key(r->h, key, r->why);
    if (!p) return r->h->elsewhere[0] && send_elsewhere(r);
    if (p->damage) {
        house_send_damaged(r->h, r->g, p, r->re);
        return true;
    }
    gm_seat who = house_table_seat(p, r->g->person);
    bool same = json_is_integer(as) ? json_integer_value(as) == who : who == GM_SPECTATOR;
    bool some = same && json_is_integer(after) && json_integer_value(after) < p->lines;
    const store_answer *journal = NULL, *again = find_rematch(r, p, r->g->person);
    if (some) journal = house_ask(r->h, &(store_question){.what = STORE_LOOK, .number = p->number});
    if (r->h->task->waiting || !house_table_join(r->h, p, r->g, r->why)) return false;
    note_rematch(r->g, again);
    if (!json_is_integer(after) || !same ||
        !house_send_missed(r->h, r->g, json_integer_value(after), journal, r->re))
        house_send_table(r->h, r->g, r->re);
    return true;
}

static bool do_lobby(request *r) {
    house_table_leave(r->h, r->g);
    house_lobby_enter(r->h, r->g);
    house_send_lobby(r->h, r->g, r->re);
    return true;
}

static bool do_mine(request *r) {
    const json_t *results = json_object_get(r->in, "results");
    int64_t before = 0;
    if (results && !json_is_boolean(results)) return bad_field(r, "results");
    if (json_object_get(r->in, "before") && !number_of(r, "before", &before)) return false;
    return house_send_own_tables(r->h, r->g, before, json_is_true(results), r->re, r->why);
}

static bool do_report(request *r) {
    const char *s = text_of(r, "text");
    if (!s) return false;
    if (!*s || strlen(s) > TABLE_TALK) return bad(r, "table.talk");
    if (!house_charge_new(r->h, r->g, strlen(s), r->why)) return false;
    house_put(r->h, &(store_entry){.kind = STORE_REPORT,
                                   .number = r->g->at ? r->g->at->number : 0,
                                   .n = r->g->person,
                                   .text = s,
                                   .size = strlen(s)});
    house_log(r->h, "report", r->g->at ? r->g->at->number : 0, r->g->person, NULL);
    return send_done(r);
}

/* ---- actions at a table ------------------------------------------------------------------------------------ */

/* Requests that become lines of the journal: the verb, the guest's own seat if `own`, then these fields; `n` may be
 * missing. */
static const struct action {
    const char *verb;
    bool own, talk;
    const char *field[3];
} actions[] = {
    {"rise", true, false, {NULL}},         {"bot", false, false, {"seat", "bot"}},
    {"nonce", true, false, {"nonce"}},     {"start", false, false, {NULL}},
    {"move", true, false, {"id", "move"}}, {"back", true, false, {"n"}},
    {"leave", true, false, {NULL}},        {"return", true, false, {NULL}},
    {"vote", true, false, {"vote"}},       {"silence", false, false, {"on"}},
    {"say", false, true, {"text"}},        {"state", true, true, {"state"}},
    {"ready", true, false, {NULL}},        {"colour", true, false, {"colour"}},
};

/* Adds a field to a line.  A seat, an id or an `n` must be a number, so that it cannot bring more words with it; `on` is true
 * or false; the other fields come last in their lines and may have spaces. */
static bool add_field(request *r, text *line, const char *field) {
    const json_t *x = json_object_get(r->in, field);
    bool optional = !strcmp(field, "n"), flag = !strcmp(field, "on");
    bool number = optional || !strcmp(field, "seat") || !strcmp(field, "id");
    if (optional && !x) return true;
    text_char(line, ' ');
    if (json_is_boolean(x) && flag)
        text_put(line, json_is_true(x) ? "on" : "off");
    else if (json_is_integer(x) && !flag)
        text_int(line, json_integer_value(x));
    else if (json_is_string(x) && !number && !flag)
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

/* Moves are bounded by the game.  Any other line is dearer the longer the journal is, because it will be read again: so it
 * can grow, but ever more slowly.  Each move that is taken back counts as a line, because another can take its place. */
static void charge_line(request *r) {
    const house_table *p = r->g->at;
    const json_t *to = json_object_get(r->in, "n");
    int64_t n = json_integer_value(to), moves = p->t.match.n;
    bool back = json_is_integer(to) && n >= 0 && n < moves;
    r->h->cost += COST_LINE_AGAIN * p->lines * (back ? moves - n : 1);
}

static bool do_line(request *r, const text *line) {
    if (line->cut) return bad(r, "table.long");
    return house_table_do(r->h, r->g->at, line->at, r->g, r->re, r->why);
}

/* A spectator has no seat that tells the name, so the line has it; before the start the same is done for everybody,
 * because somebody else may have the seat later.  It is the name under which they sit, if they do. */
static bool do_call(request *r) {
    char buffer[TABLE_LINE];
    text line = text_on(buffer, sizeof buffer);
    const house_guest *g = r->g;
    const char *name = g->who == GM_SPECTATOR ? g->name : g->at->t.seat[g->who].name;
    begin_line(r, &line, "call ");
    text_int(&line, (int64_t)strlen(name));
    text_char(&line, ' ');
    text_put(&line, name);
    return add_field(r, &line, "text") && do_line(r, &line);
}

/* A vote for another game makes a table if everybody else wants one already. */
static bool makes_rematch(request *r) {
    const char *vote = json_string_value(json_object_get(r->in, "vote"));
    const table *t = &r->g->at->t;
    for (int q = 0; q < gm_seat_count(t->match.box); q++) {
        const table_seat *s = &t->seat[q];
        if (q != r->g->who && s->person && !s->held && s->vote != TABLE_AGAIN) return false;
    }
    return vote && !strcmp(vote, table_votes[TABLE_AGAIN]);
}

/* The line of a vote says who is here, so that replaying the journal gives the same result. */
static void add_present(const request *r, text *line) {
    text_put(line, " here");
    BITS_EACH (q, house_table_present(r->g->at))
        text_char(line, ' '), text_int(line, q);
}

static bool do_action(request *r, const struct action *d) {
    char buffer[TABLE_LINE];
    text line = text_on(buffer, sizeof buffer);
    house_guest *g = r->g;
    if (!g->at) return bad(r, "house.no-table-yet");
    if (d->own && g->who == GM_SPECTATOR) return bad(r, "table.not-yours");
    if (!strcmp(d->verb, "vote") && makes_rematch(r) &&
        !(house_has_space(r->h, r->why) && house_charge_new(r->h, g, strlen(g->at->agreed), r->why)))
        return false;
    if (!strcmp(d->verb, "say") && table_is_removed(&g->at->t, g->person)) return bad(r, "table.removed");
    if (d->talk && !house_charge_talk(r->h, g, r->size, r->why)) return false;
    if (strcmp(d->verb, "move")) charge_line(r);
    if (!strcmp(d->verb, "say") && (g->who == GM_SPECTATOR || g->at->t.phase == TABLE_WAITING))
        return do_call(r);
    begin_line(r, &line, d->verb);
    if (d->own) text_char(&line, ' '), text_int(&line, g->who);
    for (int i = 0; d->field[i]; i++)
        if (!add_field(r, &line, d->field[i])) return false;
    if (!strcmp(d->verb, "vote")) add_present(r, &line);
    return do_line(r, &line);
}

/* A seat is named in the request, a person in the line, who is to stay away.  The host only gets up. */
static bool do_remove(request *r) {
    char buffer[TABLE_LINE];
    text line = text_on(buffer, sizeof buffer);
    const house_table *p = r->g->at;
    int64_t who;
    if (!p) return bad(r, "house.no-table-yet");
    if (!json_object_get(r->in, "seat")) return bad_field(r, "seat");
    if (!read_person(r, &who)) return false;
    bool rises = who == r->g->person && who == p->t.terms.host;
    charge_line(r);
    begin_line(r, &line, rises ? "rise " : "ban ");
    text_int(&line, rises ? r->g->who : who);
    return do_line(r, &line);
}

/* Does somebody who sits here have a name that people would take for the guest's?  The house asks and not the table,
 * because the journals of older programs have such people. */
static bool name_is_taken(const house_guest *g) {
    const table *t = &g->at->t;
    for (int q = 0; q < gm_seat_count(t->match.box); q++)
        if (t->seat[q].person && house_names_alike(t->seat[q].name, g->name)) return true;
    return false;
}

/* Chooses a colour for a guest who has just sat down.  If somebody else has it, the seat keeps its own. */
static void choose_colour(request *r) {
    char buffer[TABLE_LINE];
    text line = text_on(buffer, sizeof buffer);
    begin_line(r, &line, "colour ");
    text_int(&line, r->g->who);
    if (add_field(r, &line, "colour")) do_line(r, &line);
}

/* Sits down under the guest's name; a person has one seat at most.  A colour in the request is chosen, and a nonce added
 * at once, so that the game can begin. */
static bool do_sit(request *r) {
    char buffer[TABLE_LINE];
    text line = text_on(buffer, sizeof buffer);
    house_guest *g = r->g;
    if (!g->at) return bad(r, "house.no-table-yet");
    if (g->who != GM_SPECTATOR) return bad(r, "house.seated");
    if (name_is_taken(g)) return bad(r, "house.same-name");
    charge_line(r);
    begin_line(r, &line, "sit");
    if (!add_field(r, &line, "seat")) return false;
    text_char(&line, ' ');
    text_put(&line, g->name);
    if (!do_line(r, &line)) return false;
    r->re = NULL; /* the request has been answered */
    if (json_object_get(r->in, "colour")) choose_colour(r);
    if (!json_object_get(r->in, "nonce")) return true;
    line = text_on(buffer, sizeof buffer);
    begin_line(r, &line, "nonce ");
    text_int(&line, g->who);
    return add_field(r, &line, "nonce") && do_line(r, &line);
}

/* ---- reading --------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    bool (*does)(request *r);
    bool stranger; /* also for guests who have not said who they are */
} verbs[] = {
    {"enter", do_enter, true},    {"lang", do_lang, true},        {"lobby", do_lobby, true},
    {"watch", do_watch, true},    {"name", do_name, false},       {"code", do_code, false},
    {"mute", do_mute, false},     {"unmute", do_unmute, false},   {"make", do_make, false},
    {"mine", do_mine, false},     {"sit", do_sit, false},         {"report", do_report, false},
    {"remove", do_remove, false}, {"devices", do_devices, false}, {"signout", do_signout, false},
};

static bool dispatch(request *r) {
    const char *what = text_of(r, "do");
    if (!what) return false;
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (!strcmp(what, verbs[i].name))
            return r->g->person || verbs[i].stranger ? verbs[i].does(r) : bad(r, "house.stranger");
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (!strcmp(what, actions[i].verb))
            return r->g->person ? do_action(r, &actions[i]) : bad(r, "house.stranger");
    return bad_field(r, "do");
}

void house_request(house *h, house_guest *g, const char *s, size_t n) {
    fault why;
    json_error_t where;
    request r = {.h = h, .g = g, .size = n, .again = h->task->parked, .why = &why};
    r.in = json_loadb(s, n, JSON_REJECT_DUPLICATES, &where);
    r.re = json_object_get(r.in, "re");
    if (!json_is_object(r.in)) {
        fault_at(&why, "house.json", NULL, r.in ? 1 : where.line, r.in ? 1 : where.column);
        house_send_error(h, g, NULL, &why);
    } else if (!dispatch(&r) && !h->task->waiting)
        house_send_error(h, g, r.re, &why);
    json_decref(r.in);
}
