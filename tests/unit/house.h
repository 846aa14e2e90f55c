/* house.h - helpers for tests of a house: people who send messages and read the answers, tables, and a store in a
 * file.
 *
 * Map: requests and messages - people and tables - opening and closing - the folder of the files. */
#ifndef TESTS_UNIT_HOUSE_H
#define TESTS_UNIT_HOUSE_H
#define _XOPEN_SOURCE 700 /* mkdtemp */
/* cmocka.h needs these headers before it */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* this comment keeps clang-format from sorting the headers */
#include <cmocka.h>

#include "house/internal.h"
#include "tests/fake.h"
#include <unistd.h>

static char folder[64], file[96];
static int files; /* how many databases the tests have made */

typedef struct {
    fake_socket *s; /* NULL: not connected */
    char name[RECORD_NAME], token[HOUSE_TOKEN + 1];
    int person; /* the person's number in the house */
    int id;     /* of the latest move */
} person;

static char key[STORE_KEY + 1]; /* of the table that the test is about */

/* ---- requests and messages -------------------------------------------------------------------------- */

static json_t *answer; /* the message that was looked at last */
static int re;         /* the number of the latest request */

static inline void forget_answer(void) {
    json_decref(answer);
    answer = NULL;
}

static inline json_t *read_json(const char *s) {
    json_t *j = json_loads(s, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(j)) fail_msg("not JSON: %s", s);
    return j;
}

/* Sends a request in which ' stands for ", with the next number; returns the number. */
static inline int send_request_v(fake_socket *s, const char *format, va_list more) {
    static char body[1 << 17], full[1 << 17];
    vsnprintf(body, sizeof body, format, more);
    for (char *c = body; *c; c++)
        if (*c == '\'') *c = '"';
    int n = snprintf(full, sizeof full, "{\"re\":%d,%s", ++re, body + 1);
    fake_send(s, full, (size_t)n);
    return re;
}

static inline void send_request(fake_socket *s, const char *format, ...) {
    va_list more;
    va_start(more, format);
    send_request_v(s, format, more);
    va_end(more);
}

/* The answer to the request with this number; NULL: there is none. */
static inline json_t *find_answer(const fake_socket *s, int number) {
    char head[32];
    int n = snprintf(head, sizeof head, "{\"re\":%d,", number);
    forget_answer();
    for (int i = s->n - 1; i >= 0 && !answer; i--)
        if (!strncmp(s->got[i], head, (size_t)n)) answer = read_json(s->got[i]);
    return answer;
}

/* Sends a request that must succeed; returns the answer. */
static inline json_t *ask(fake_socket *s, const char *format, ...) {
    va_list more;
    va_start(more, format);
    int number = send_request_v(s, format, more);
    va_end(more);
    if (!find_answer(s, number)) fail_msg("%s: no answer", format);
    const json_t *wrong = json_object_get(answer, "error");
    if (wrong) fail_msg("%s: %s", format, json_string_value(wrong));
    return answer;
}

/* Sends a request that must fail with the error `why`. */
static inline void assert_refused(fake_socket *s, const char *why, const char *format, ...) {
    va_list more;
    va_start(more, format);
    int number = send_request_v(s, format, more);
    va_end(more);
    if (!find_answer(s, number)) fail_msg("%s: no answer", format);
    const char *said = json_string_value(json_object_get(answer, "error"));
    if (!said || strcmp(said, why)) fail_msg("%s: %s", format, said ? said : "done");
    assert_true(json_string_length(json_object_get(answer, "text")) > 5);
}

/* The latest message that has this field; NULL: there is none. */
static inline json_t *latest_with(const fake_socket *s, const char *field) {
    forget_answer();
    for (int i = s->n - 1; i >= 0; i--) {
        answer = read_json(s->got[i]);
        if (json_object_get(answer, field)) return answer;
        forget_answer();
    }
    return NULL;
}

/* The field in the latest message that has it; NULL: there is none. */
static inline json_t *latest_field(const fake_socket *s, const char *field) {
    return json_object_get(latest_with(s, field), field);
}

static const char *text_in(const json_t *j, const char *field) {
    const char *s = json_string_value(json_object_get(j, field));
    return s ? s : "";
}

static inline int64_t number_in(const json_t *j, const char *field) {
    return json_integer_value(json_object_get(j, field));
}

/* How many events of this kind came in the latest update, or in all updates. */
static inline int count_events(const fake_socket *s, const char *kind, bool all) {
    int n = 0;
    for (int i = s->n - 1; i >= 0; i--) {
        json_t *j = read_json(s->got[i]), *events = json_object_get(j, "events"), *e;
        size_t k;
        bool update = events;
        json_array_foreach(events, k, e) n += !strcmp(text_in(e, "event"), kind);
        json_decref(j);
        if (update && !all) break;
    }
    return n;
}

/* ---- people and tables --------------------------------------------------------------------------------- */

static inline fake_socket *connect_from(const char *from, const char *token) {
    fault why;
    fake_socket *s = fake_connect(from, token, &why);
    if (!s) fail_msg("%s", why.say);
    fake_settle();
    return s;
}

static inline fake_socket *connect_with(const char *token) { return connect_from("192.0.2.1", token); }

/* A new person, connected under this name. */
static inline person enter(const char *name) {
    person p = {.s = connect_with(NULL)};
    const json_t *you = json_object_get(ask(p.s, "{'do':'enter','name':'%s'}", name), "you");
    snprintf(p.name, sizeof p.name, "%s", text_in(you, "name"));
    snprintf(p.token, sizeof p.token, "%s", text_in(you, "token"));
    p.person = (int)number_in(you, "person");
    return p;
}

static inline void disconnect(person *p) {
    fake_close_socket(p->s);
    p->s = NULL;
    fake_settle();
}

/* Makes a table with these fields, and sets `key`. */
static inline void make_table(const person *p, const char *fields) {
    const json_t *t = ask(p->s, "{'do':'make',%s}", fields);
    assert_int_equal(strlen(text_in(t, "table")), STORE_KEY);
    memcpy(key, text_in(t, "table"), sizeof key);
}

static inline json_t *watch(const person *p) { return ask(p->s, "{'do':'watch','table':'%s'}", key); }

static inline void sit(const person *p, int seat, const char *nonce) {
    if (!p->s->g || !latest_field(p->s, "table")) watch(p);
    if (nonce)
        ask(p->s, "{'do':'sit','seat':%d,'nonce':'%s'}", seat, nonce);
    else
        ask(p->s, "{'do':'sit','seat':%d}", seat);
}

/* Makes the i-th of the person's legal moves, or ends the person's part of a discussion; false: nobody waits for the
 * person. */
static inline bool try_move(person *p, size_t i) {
    const json_t *view = json_object_get(watch(p), "view"), *all = json_object_get(view, "moves"), *ready, *q;
    size_t k;
    char move[96];
    if ((ready = json_object_get(json_object_get(view, "discussion"), "ready"))) {
        json_array_foreach(ready, k, q) {
            if (json_integer_value(q) == number_in(view, "you")) return false;
        }
        ask(p->s, "{'do':'ready'}");
        return true;
    }
    if (!json_is_array(all)) return false;
    snprintf(move, sizeof move, "%s", json_string_value(json_array_get(all, i % json_array_size(all))));
    ask(p->s, "{'do':'move','id':%d,'move':'%s'}", ++p->id, move);
    return true;
}

/* The table with the key, if it is in memory; NULL: it is not. */
static inline const house_table *loaded_table(void) {
    const house_table *p;
    LIST_FOREACH (p, &fake.h->tables, in_house)
        if (!strcmp(p->key, key)) return p;
    return NULL;
}

/* The whole table as the person sees it: the text of the message. */
static inline char *snapshot(const person *p) {
    int number = re;
    re = 1000000; /* the same number in every snapshot, so that only the table can differ */
    watch(p);
    re = number;
    for (int i = p->s->n - 1;; i--)
        if (strstr(p->s->got[i], "\"table\":")) return strdup(p->s->got[i]);
}

/* The person sees the same table as before.  Frees `before`. */
static inline void assert_snapshot(const person *p, char *before) {
    char *now = snapshot(p);
    assert_string_equal(now, before);
    free(now);
    free(before);
}

/* ---- opening and closing ------------------------------------------------------------------------------------ */

/* Terms for a house with a new database; then a test changes what it is about, and opens the house. */
static inline void prepare_house(const store_engine *kind) {
    snprintf(file, sizeof file, "%s/%d.db", folder, ++files);
    fake_wipe();
    fake_terms(kind, file);
    static const house_limit free[] = {LIMIT_RATE,         LIMIT_ADDRESS_NEW, LIMIT_ADDRESS_BYTES,
                                       LIMIT_ADDRESS_TIME, LIMIT_PERSON_TIME, LIMIT_TALK};
    for (size_t i = 0; i < sizeof free / sizeof *free; i++) /* tests of these limits set them */
        fake.terms.limits[free[i]] = house_limits[free[i]].most;
}

static inline void open_house_with(const store_engine *kind) {
    prepare_house(kind);
    assert_true(fake_open_house());
}

/* A house with a store in memory and this limit. */
static inline void open_house_limited(int limit, int64_t value) {
    prepare_house(&fake_store);
    fake.terms.limits[limit] = value;
    assert_true(fake_open_house());
}

/* A house with a store in memory and the limits that a house has by default. */
static inline void open_house_default(void) {
    prepare_house(&fake_store);
    for (int i = 0; i < LIMITS; i++)
        fake.terms.limits[i] = house_limits[i].default_value;
    assert_true(fake_open_house());
}

static inline void open_house(void) { open_house_with(&store_sqlite); }

static inline void close_house(void) {
    forget_answer();
    fake_close_house();
}

static inline void reconnect(person *p) { p->s = connect_with(p->token); }

/* Closes the house and opens it much later.  Nobody is connected then. */
static inline void reopen_house(void) {
    close_house();
    fake.now += 987654321; /* the house was closed for so long */
    assert_true(fake_open_house());
}

/* Ada makes a table, sits in seat 0 and starts the game with bots in the other seats. */
static inline person start_alone(const char *fields) {
    person ada = enter("Ada");
    make_table(&ada, fields);
    sit(&ada, 0, NULL);
    ask(ada.s, "{'do':'start'}");
    return ada;
}

/* Ada and Bruno sit in seats 0 and 1 of a new table, and the game starts. */
static inline void start_two(person *ada, person *bruno, const char *fields) {
    *ada = enter("Ada");
    *bruno = enter("Bruno");
    make_table(ada, fields);
    sit(ada, 0, NULL);
    sit(bruno, 1, NULL);
    ask(ada->s, "{'do':'start'}");
}

/* A game in which only bots play: Ada has started it and left. */
static inline person start_bots_only(const char *fields) {
    person ada = start_alone(fields);
    ask(ada.s, "{'do':'leave'}");
    return ada;
}

/* The metrics contain this line. */
static inline void assert_metric(const char *line) {
    static char words[16384];
    char whole[64];
    text t = text_on(words, sizeof words);
    house_metrics(fake.h, &t);
    snprintf(whole, sizeof whole, "\nsafehouse_%s\n", line);
    if (t.cut || !strstr(words, whole)) fail_msg("no %s in %s", line, words);
}

/* ---- the folder of the files --------------------------------------------------------------- */

static inline int make_folder(void **unused) {
    const char *tmp = getenv("TMPDIR");
    (void)unused;
    snprintf(folder, sizeof folder, "%s/houseXXXXXX", tmp && strlen(tmp) < 40 ? tmp : "/tmp");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **unused) {
    static const char *const ends[] = {"", "-wal", "-shm"};
    char path[128];
    (void)unused;
    forget_answer();
    fake_wipe();
    for (int i = 1; i <= files; i++)
        for (int k = 0; k < 3; k++) {
            snprintf(path, sizeof path, "%s/%d.db%s", folder, i, ends[k]);
            unlink(path);
        }
    return rmdir(folder);
}

#endif
