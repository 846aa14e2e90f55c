/* house.h - a house in a test: people who send messages and read answers, tables, and a store in a file.
 *
 * Map: asking and hearing - people and tables - opening and closing - the folder of the files. */
#ifndef TESTS_UNIT_HOUSE_H
#define TESTS_UNIT_HOUSE_H
#define _XOPEN_SOURCE 700 /* mkdtemp */
/* cmocka wants these before itself */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* clang-format keeps the order */
#include <cmocka.h>

#include "house/internal.h"
#include "tests/fake.h"
#include <unistd.h>

static char folder[64], file[96];
static int files;

/* Somebody, and the key of the table that everybody is at. */
typedef struct {
    fake_socket *s;
    char name[RECORD_NAME], token[HOUSE_TOKEN + 1];
    int person, id;
} person;
static char key[STORE_KEY + 1];

/* ---- asking and hearing ----------------------------------------------------------------------------- */

static json_t *answer; /* the latest */
static int re;

static inline void forget_answer(void) {
    json_decref(answer);
    answer = NULL;
}

static inline json_t *read_json(const char *s) {
    json_t *j = json_loads(s, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(j)) fail_msg("no JSON: %s", s);
    return j;
}

/* A message in which ' stands for ", with a number if it has none; returns that. */
static inline int tell_v(fake_socket *s, const char *format, va_list more) {
    static char body[1 << 17], full[1 << 17];
    vsnprintf(body, sizeof body, format, more);
    for (char *c = body; *c; c++)
        if (*c == '\'') *c = '"';
    int n = snprintf(full, sizeof full, "{\"re\":%d,%s", ++re, body + 1);
    fake_say(s, full, (size_t)n);
    return re;
}

static inline void tell(fake_socket *s, const char *format, ...) {
    va_list more;
    va_start(more, format);
    tell_v(s, format, more);
    va_end(more);
}

/* The message with this number; NULL: none. */
static inline json_t *find_answer(const fake_socket *s, int number) {
    char head[32];
    int n = snprintf(head, sizeof head, "{\"re\":%d,", number);
    forget_answer();
    for (int i = s->n - 1; i >= 0 && !answer; i--)
        if (!strncmp(s->got[i], head, (size_t)n)) answer = read_json(s->got[i]);
    return answer;
}

static inline json_t *ask(fake_socket *s, const char *format, ...) {
    va_list more;
    va_start(more, format);
    int number = tell_v(s, format, more);
    va_end(more);
    if (!find_answer(s, number)) fail_msg("%s: no answer", format);
    const json_t *wrong = json_object_get(answer, "error");
    if (wrong) fail_msg("%s: %s", format, json_string_value(wrong));
    return answer;
}

static inline void refused(fake_socket *s, const char *why, const char *format, ...) {
    va_list more;
    va_start(more, format);
    int number = tell_v(s, format, more);
    va_end(more);
    if (!find_answer(s, number)) fail_msg("%s: no answer", format);
    const char *said = json_string_value(json_object_get(answer, "error"));
    if (!said || strcmp(said, why)) fail_msg("%s: %s", format, said ? said : "done");
    assert_true(json_string_length(json_object_get(answer, "text")) > 5);
}

/* The latest message with such a field; NULL: none. */
static inline json_t *heard(const fake_socket *s, const char *field) {
    forget_answer();
    for (int i = s->n - 1; i >= 0; i--) {
        answer = read_json(s->got[i]);
        if (json_object_get(answer, field)) return json_object_get(answer, field);
        forget_answer();
    }
    return NULL;
}

static const char *text_in(const json_t *j, const char *field) {
    const char *s = json_string_value(json_object_get(j, field));
    return s ? s : "";
}

static inline int64_t number_in(const json_t *j, const char *field) {
    return json_integer_value(json_object_get(j, field));
}

/* How many of an update's events are of this kind; all: of every update that came. */
static inline int told(const fake_socket *s, const char *kind, bool all) {
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

static inline fake_socket *come_from(const char *from, const char *token) {
    fault why;
    fake_socket *s = fake_come(from, token, &why);
    if (!s) fail_msg("%s", why.say);
    fake_settle();
    return s;
}

static inline fake_socket *come(const char *token) { return come_from("192.0.2.1", token); }

static inline person enters(const char *name) {
    person p = {.s = come(NULL)};
    const json_t *you = json_object_get(ask(p.s, "{'do':'enter','name':'%s'}", name), "you");
    snprintf(p.name, sizeof p.name, "%s", text_in(you, "name"));
    snprintf(p.token, sizeof p.token, "%s", text_in(you, "token"));
    p.person = (int)number_in(you, "person");
    return p;
}

static inline void goes(person *p) {
    fake_go(p->s);
    p->s = NULL;
    fake_settle();
}

static inline void makes(const person *p, const char *fields) {
    const json_t *t = ask(p->s, "{'do':'make',%s}", fields);
    assert_int_equal(strlen(text_in(t, "table")), STORE_KEY);
    memcpy(key, text_in(t, "table"), sizeof key);
}

static inline json_t *watches(const person *p) { return ask(p->s, "{'do':'watch','table':'%s'}", key); }

static inline void sits(const person *p, int seat, const char *nonce) {
    if (!p->s->g || !heard(p->s, "table")) watches(p);
    if (nonce)
        ask(p->s, "{'do':'sit','seat':%d,'nonce':'%s'}", seat, nonce);
    else
        ask(p->s, "{'do':'sit','seat':%d}", seat);
}

/* Makes the i-th of the moves that it may make; false: it is not asked. */
static inline bool moves(person *p, size_t i) {
    const json_t *all = json_object_get(json_object_get(watches(p), "view"), "moves");
    char move[96];
    if (!json_is_array(all)) return false;
    snprintf(move, sizeof move, "%s", json_string_value(json_array_get(all, i % json_array_size(all))));
    ask(p->s, "{'do':'move','id':%d,'move':'%s'}", ++p->id, move);
    return true;
}

static const house_table *the_table(void) {
    const house_table *p;
    LIST_FOREACH (p, &fake.h->loaded, in_house)
        if (!strcmp(p->key, key)) return p;
    return NULL;
}

/* All that somebody sees at the table, as it came. */
static char *picture(const person *p) {
    int number = re;
    re = 1000000; /* always the same */
    watches(p);
    re = number;
    for (int i = p->s->n - 1;; i--)
        if (strstr(p->s->got[i], "\"table\":")) return strdup(p->s->got[i]);
}

static inline void is_picture(const person *p, char *before) {
    char *now = picture(p);
    assert_string_equal(now, before);
    free(now);
    free(before);
}

/* ---- opening and closing ------------------------------------------------------------------------------------ */

static inline void prepare(const store_engine *kind) {
    snprintf(file, sizeof file, "%s/%d.db", folder, ++files);
    fake_wipe();
    fake_terms(kind, file);
    fake.terms.limits[LIMIT_RATE] = 100000; /* but where a test is about it */
    fake.terms.limits[LIMIT_ADDRESS_NEW] = 1000000;
}

static inline void begin_with(const store_engine *kind) {
    prepare(kind);
    assert_true(fake_open_house());
}

static inline void begin(void) { begin_with(&store_sqlite); }

static inline void end(void) {
    forget_answer();
    fake_close_house();
}

static inline void comes_back(person *p) { p->s = come(p->token); }

static inline void open_again(void) {
    end();
    fake.now += 987654321; /* while nobody is there */
    assert_true(fake_open_house());
}

/* A table at which only bots are asked for a while: Ada has left. */
static inline person with_bots(const char *game, const char *fields) {
    person ada = enters("Ada");
    char all[256];
    snprintf(all, sizeof all, "'game':'%s',%s", game, fields);
    makes(&ada, all);
    sits(&ada, 0, NULL);
    ask(ada.s, "{'do':'start'}");
    ask(ada.s, "{'do':'leave'}");
    return ada;
}

static inline void has_metric(const char *line) {
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
