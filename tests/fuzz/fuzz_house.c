/* fuzz_house.c - any bytes as four guests who come, send messages, let time pass and go.  The house never breaks, sends
 * only good JSON, tells every guest exactly what the journal of a table says, and shows the same tables after it was
 * opened again.  For libFuzzer.
 *
 * The input is lines; the first byte of each says what happens:
 *
 *   A..D     guest 0..3 comes (with the token it was given last), or goes
 *   a..d     guest 0..3 sends the rest; in it %K is the key of the latest table, %T the guest's token, %C the
 *            latest code
 *   0..3     guest 0..3, if asked, makes legal move number (second byte)
 *   p..s     guest 0..3 sends pings or parts of messages: 2 to the power of (second byte % 13) bytes of them
 *   +        time passes: 2 to the power of (second byte % 21) milliseconds
 *   !        everybody goes, and the house is closed and opened again */
#include "base/bits.h"
#include "house/internal.h"
#include "kit/json.h"
#include "kit/notation.h"
#include "kit/order.h"
#include "tests/asking.h"
#include "tests/fake.h"
#include "tests/fuzz/fuzz.h"

enum { GUESTS = 4, STEPS = 300 };

static fake_socket *guests[GUESTS];
static char tokens[GUESTS][HOUSE_TOKEN + 1], key[STORE_KEY + 1], code[HOUSE_CODE + 1];

/* ---- what a table's journal says ---------------------------------------------------------------------- */

/* A table that is replayed from the store, independently of the house. */
static struct {
    int64_t number, lines;
    table t;
    table_events events;
    char line[TABLE_LINE + 1]; /* events point into it */
    _Alignas(8) uint8_t box[GM_MAX_BOX];
} shadow;

static void drop_shadow(void) {
    if (shadow.number) table_close(&shadow.t);
    shadow.number = 0;
}

static void open_shadow(const house_table *p) {
    fault why;
    agreement a;
    drop_shadow();
    const store_entry *row = fake_find_table(&fake_disk, NULL, p->number);
    must(row);
    json_t *agreed = json_loads(row->text, 0, NULL);
    must(agreement_read(&a, agreed, 0, &why));
    memset(shadow.box, 0, sizeof shadow.box);
    must(gm_open_box(a.game, &a.order, shadow.box, &why));
    table_open(&shadow.t, a.game, shadow.box, &a.terms, row->text, row->bytes);
    agreement_free(&a);
    json_decref(agreed);
    shadow.number = p->number;
    shadow.lines = 0;
}

static void take_line(void *to, const store_line *line) {
    fault why;
    if (line->n >= *(int64_t *)to) return;
    must(line->n == shadow.lines++ && line->size < sizeof shadow.line);
    memcpy(shadow.line, line->text, line->size);
    must(table_redo(&shadow.t, shadow.line, line->size, line->sum, &shadow.events, &why) && shadow.events.n);
}

/* Replays the first so many lines. */
static void replay_to(const house_table *p, int64_t lines) {
    if (shadow.number != p->number || shadow.lines > lines) open_shadow(p);
    if (shadow.lines == lines) return;
    store_answer *a =
        asking(&fake_store, &fake_disk, (store_question){.what = STORE_LOOK, .number = p->number});
    for (size_t i = (size_t)shadow.lines; i < a->journal->lines; i++)
        take_line(&lines, &a->journal->line[i]);
    store_answer_free(a);
    must(shadow.lines == lines);
}

/* ---- what guests hear ------------------------------------------------------------------------------------ */

static char expected[GM_JSON_VIEW_SIZE + (64 << 10)];

/* The message is the update that the journal gives.  An update that was missed does not say what is to be done now. */
static void check_update(const house_table *p, const house_guest *g, const char *m, int64_t number,
                         bool empty, bool missed) {
    text t = text_on(expected, sizeof expected);
    replay_to(p, number);
    if (empty && number == p->lines)
        shadow.t.now = p->t.now; /* a move sent twice lets time pass, but is in no line */
    jsonw w = jsonw_on(&t);
    jsonw_object(&w);
    jsonw_put_int(&w, "update", number);
    jsonw_key(&w, "events");
    jsonw_array(&w);
    for (int i = 0; i < shadow.events.n && !empty; i++)
        table_json_event(&w, &shadow.t, &shadow.events.event[i], g->who);
    jsonw_end_array(&w);
    if (!missed) table_json_now(&w, &shadow.t, g->who, true);
    jsonw_end_object(&w);
    must(!strcmp(strstr(m, "\"update\":"), expected + 1));
    if (empty) drop_shadow();
}

/* The view or the story at the end of a message. */
static void check_table(const house_table *p, const house_guest *g, const char *m, int64_t number) {
    text t = text_on(expected, sizeof expected);
    replay_to(p, number);
    if (number == p->lines) shadow.t.now = p->t.now;
    jsonw w = jsonw_on(&t);
    text_put(&t, g->story ? ",\"story\":" : ",\"view\":");
    if (g->story)
        table_json_story(&w, &shadow.t, g->who);
    else
        table_json_view(&w, &shadow.t, g->who);
    text_char(&t, '}');
    size_t n = strlen(m);
    must(n > t.used && !strcmp(m + n - t.used, expected));
    drop_shadow();
}

static void copy_string(char *to, size_t size, const json_t *from) {
    if (json_string_length(from) == size - 1) memcpy(to, json_string_value(from), size);
}

static void hears(fake_socket *s, const char *m, size_t n) {
    json_t *j = json_loadb(m, n, JSON_REJECT_DUPLICATES, NULL);
    must(json_is_object(j));
    const json_t *update = json_object_get(j, "update"), *events = json_object_get(j, "events");
    const house_table *p = s->g->at;
    if (p && p->box && (json_object_get(j, "view") || json_object_get(j, "story")))
        check_table(p, s->g, m, json_integer_value(update));
    else if (p && p->box && update && !s->g->n_muted)
        check_update(p, s->g, m, json_integer_value(update), !json_array_size(events),
                     !json_object_get(j, "asked"));
    copy_string(key, sizeof key, json_object_get(j, "table"));
    copy_string(key, sizeof key, json_object_get(j, "again"));
    copy_string(code, sizeof code, json_object_get(j, "code"));
    for (int i = 0; i < GUESTS; i++)
        if (guests[i] == s)
            copy_string(tokens[i], sizeof tokens[i], json_object_get(json_object_get(j, "you"), "token"));
    json_decref(j);
}

/* ---- what happens --------------------------------------------------------------------------------------------- */

static void come_or_go(int i) {
    fault why;
    if (guests[i]) {
        fake_close_socket(guests[i]);
        guests[i] = NULL;
    } else
        guests[i] = fake_connect("192.0.2.1", tokens[i][0] ? tokens[i] : NULL, &why);
}

static void send_message(int i, const char *m, size_t n) {
    static char full[1 << 16];
    text t = text_on(full, sizeof full);
    for (size_t k = 0; k < n; k++) {
        const char *put = NULL;
        if (m[k] == '%' && k + 1 < n)
            put = m[k + 1] == 'K' ? key : m[k + 1] == 'T' ? tokens[i] : m[k + 1] == 'C' ? code : NULL;
        if (put)
            text_put(&t, put), k++;
        else
            text_bytes(&t, m + k, 1);
    }
    house_receive(fake.h, guests[i]->g, full, t.used);
}

static void make_move(int i, unsigned x) {
    static int id;
    const house_guest *g = guests[i]->g;
    gm_move moves[GM_MAX_MOVES];
    char m[256], notation[GM_NOTATION_SIZE];
    if (!g->at || g->who == GM_SPECTATOR) return;
    const table *t = &g->at->t;
    if (!(table_asked(t) >> g->who & 1)) return;
    text c = text_on(notation, sizeof notation);
    gm_write_move(&c, t->match.game, t->match.box,
                  moves[x % (unsigned)t->match.game->moves(t->match.box, t->match.st, g->who, moves)]);
    int n =
        snprintf(m, sizeof m, "{\"do\":\"move\",\"id\":%d,\"move\":\"%s\"}", 1 + (id++ & 0xFFFF), notation);
    house_receive(fake.h, guests[i]->g, m, (size_t)n);
}

/* All bots are random, because that is quick. */
static void think(void *to, house_thought *t) {
    t->bot = bots_find("random", t->view.game);
    fake_queue_thought(to, t);
}

/* A checksum of everything that anybody can see of a table. */
static uint64_t checksum(int64_t number) {
    uint64_t sum = 0;
    fault why;
    house_table *in_memory = house_table_in_memory(fake.h, number), *p = in_memory;
    store_answer *a = asking(&fake_store, &fake_disk, (store_question){.what = STORE_LOOK, .number = number});
    if (!p || !p->box) p = house_table_visit(fake.h, number, a, &why);
    store_answer_free(a);
    if (!p) return 0;
    int64_t now = p->t.now;
    p->t.now = 0; /* lines alone do not settle this */
    BITS_EACH (l, gm_listeners(p->t.match.box)) {
        text t = text_on(expected, sizeof expected);
        jsonw w = jsonw_on(&t);
        table_json_view(&w, &p->t, (gm_seat)l);
        must(!t.cut);
        for (size_t i = 0; i < t.used; i++)
            sum = (sum ^ (uint8_t)expected[i]) * 0x100000001B3u;
    }
    p->t.now = now;
    sum += (uint64_t)p->lines;
    if (p != in_memory) house_table_visit_end(p);
    return sum;
}

static void reopen_house(void) {
    enum { TABLES = 64 };
    uint64_t before[TABLES] = {0};
    for (int i = 0; i < GUESTS; i++)
        if (guests[i]) come_or_go(i);
    fake_settle();
    for (int k = 1; k < TABLES && k <= fake.h->last_table; k++)
        before[k] = checksum(k);
    int64_t people = fake.h->last_person;
    fake_close_house();
    drop_shadow();
    fake.now += 12345;
    must(fake_open_house());
    must(fake.h->last_person == people);
    for (int k = 1; k < TABLES && k <= fake.h->last_table; k++)
        must(checksum(k) == before[k]);
    must(!strstr(fake.log, "\"what\":\"damaged\""));
}

static void run_line(const char *s, size_t n) {
    int i = s[0] & 3;
    if (s[0] >= 'A' && s[0] <= 'D') come_or_go((s[0] - 'A') & 3);
    if (s[0] >= 'a' && s[0] <= 'd' && guests[(s[0] - 'a') & 3]) send_message((s[0] - 'a') & 3, s + 1, n - 1);
    if (s[0] >= '0' && s[0] <= '3' && n > 1 && guests[i]) make_move(i, (uint8_t)s[1]);
    if (s[0] >= 'p' && s[0] <= 's' && n > 1 && guests[(s[0] - 'p') & 3])
        house_receive_noise(fake.h, guests[(s[0] - 'p') & 3]->g, (size_t)1 << (uint8_t)s[1] % 13);
    if (s[0] == '+' && n > 1) fake_advance((int64_t)1 << (uint8_t)s[1] % 21);
    if (s[0] == '!') reopen_house();
    fake_settle();
    for (int k = 0; k < GUESTS; k++)
        if (guests[k] && guests[k]->code) come_or_go(k);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    int steps = 0;
    fake_wipe();
    fake_terms(&fake_store, "");
    fake.terms.limits[LIMIT_RATE] = 1000;
    fake.terms.limits[LIMIT_LINES] = 1000;
    fake.terms.limits[LIMIT_IDLE] = 1;
    fake.terms.limits[LIMIT_ADDRESS_NEW] = 30;
    fake.terms.limits[LIMIT_QUEUE] = 256 << 10;
    fake.terms.env.think = think;
    fake.on_message = hears;
    memset(tokens, 0, sizeof tokens);
    memset(key, 0, sizeof key);
    memset(code, 0, sizeof code);
    must(fake_open_house());
    for (const char *s = (const char *)data, *stop = s + size, *end; s < stop && steps < STEPS; s = end + 1) {
        end = memchr(s, '\n', (size_t)(stop - s));
        if (!end) end = stop;
        if (end > s) run_line(s, (size_t)(end - s)), steps++;
    }
    reopen_house();
    fake_close_house();
    drop_shadow();
    return 0;
}
