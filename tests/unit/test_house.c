/* The house, without a network: everything goes through messages, and time is the test's. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
/* cmocka wants these before itself */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* clang-format keeps the order */
#include <cmocka.h>

#include "house/http_headers.h"
#include "house/internal.h"
#include "kit/order.h"
#include "kit/record.h"
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

static void forget_answer(void) {
    json_decref(answer);
    answer = NULL;
}

static json_t *read_json(const char *s) {
    json_t *j = json_loads(s, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(j)) fail_msg("no JSON: %s", s);
    return j;
}

/* A message in which ' stands for ", with a number if it has none; returns that. */
static int tell_v(fake_socket *s, const char *format, va_list more) {
    static char body[1 << 17], full[1 << 17];
    vsnprintf(body, sizeof body, format, more);
    for (char *c = body; *c; c++)
        if (*c == '\'') *c = '"';
    int n = snprintf(full, sizeof full, "{\"re\":%d,%s", ++re, body + 1);
    fake_say(s, full, (size_t)n);
    return re;
}

static void tell(fake_socket *s, const char *format, ...) {
    va_list more;
    va_start(more, format);
    tell_v(s, format, more);
    va_end(more);
}

/* The message with this number; NULL: none. */
static json_t *find_answer(const fake_socket *s, int number) {
    char head[32];
    int n = snprintf(head, sizeof head, "{\"re\":%d,", number);
    forget_answer();
    for (int i = s->n - 1; i >= 0 && !answer; i--)
        if (!strncmp(s->got[i], head, (size_t)n)) answer = read_json(s->got[i]);
    return answer;
}

static json_t *ask(fake_socket *s, const char *format, ...) {
    va_list more;
    va_start(more, format);
    int number = tell_v(s, format, more);
    va_end(more);
    if (!find_answer(s, number)) fail_msg("%s: no answer", format);
    const json_t *wrong = json_object_get(answer, "error");
    if (wrong) fail_msg("%s: %s", format, json_string_value(wrong));
    return answer;
}

static void refused(fake_socket *s, const char *why, const char *format, ...) {
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
static json_t *heard(const fake_socket *s, const char *field) {
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

static int64_t number_in(const json_t *j, const char *field) {
    return json_integer_value(json_object_get(j, field));
}

/* How many of an update's events are of this kind; all: of every update that came. */
static int told(const fake_socket *s, const char *kind, bool all) {
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

static fake_socket *come_from(const char *from, const char *token) {
    fault why;
    fake_socket *s = fake_come(from, token, &why);
    if (!s) fail_msg("%s", why.say);
    fake_settle();
    return s;
}

static fake_socket *come(const char *token) { return come_from("192.0.2.1", token); }

static person enters(const char *name) {
    person p = {.s = come(NULL)};
    const json_t *you = json_object_get(ask(p.s, "{'do':'enter','name':'%s'}", name), "you");
    snprintf(p.name, sizeof p.name, "%s", text_in(you, "name"));
    snprintf(p.token, sizeof p.token, "%s", text_in(you, "token"));
    p.person = (int)number_in(you, "person");
    return p;
}

static void goes(person *p) {
    fake_go(p->s);
    p->s = NULL;
    fake_settle();
}

static void makes(const person *p, const char *fields) {
    const json_t *t = ask(p->s, "{'do':'make',%s}", fields);
    assert_int_equal(strlen(text_in(t, "table")), STORE_KEY);
    memcpy(key, text_in(t, "table"), sizeof key);
}

static json_t *watches(const person *p) { return ask(p->s, "{'do':'watch','table':'%s'}", key); }

static void sits(const person *p, int seat, const char *nonce) {
    if (!p->s->g || !heard(p->s, "table")) watches(p);
    if (nonce)
        ask(p->s, "{'do':'sit','seat':%d,'nonce':'%s'}", seat, nonce);
    else
        ask(p->s, "{'do':'sit','seat':%d}", seat);
}

/* Makes the i-th of the moves that it may make; false: it is not asked. */
static bool moves(person *p, size_t i) {
    const json_t *all = json_object_get(json_object_get(watches(p), "view"), "moves");
    char move[96];
    if (!json_is_array(all)) return false;
    snprintf(move, sizeof move, "%s", json_string_value(json_array_get(all, i % json_array_size(all))));
    ask(p->s, "{'do':'move','id':%d,'move':'%s'}", ++p->id, move);
    return true;
}

static const house_table *the_table(void) {
    const house_table *p;
    LIST_FOREACH(p, &fake.h->loaded, in_house)
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

static void is_picture(const person *p, char *before) {
    char *now = picture(p);
    assert_string_equal(now, before);
    free(now);
    free(before);
}

/* ---- opening and closing ------------------------------------------------------------------------------------ */

static void prepare(const store_engine *kind) {
    snprintf(file, sizeof file, "%s/%d.db", folder, ++files);
    fake_wipe();
    fake_terms(kind, file);
    fake.terms.limits[LIMIT_RATE] = 100000; /* but where a test is about it */
    fake.terms.limits[LIMIT_ADDRESS_NEW] = 1000000;
}

static void begin_with(const store_engine *kind) {
    prepare(kind);
    assert_true(fake_open_house());
}

static void begin(void) { begin_with(&store_sqlite); }

static void end(void) {
    forget_answer();
    fake_close_house();
}

static void comes_back(person *p) { p->s = come(p->token); }

static void open_again(void) {
    end();
    fake.now += 987654321; /* while nobody is there */
    assert_true(fake_open_house());
}

/* ---- who one is ------------------------------------------------------------------------------------------------ */

static void entering(void **unused) {
    (void)unused;
    begin();
    fake_socket *s = come(NULL);
    assert_string_equal(s->got[0], "{\"house\":\"safehouse\",\"protocol\":1,\"you\":null}");
    refused(s, "house.stranger", "{'do':'make','game':'sentient'}");
    refused(s, "house.stranger", "{'do':'move','id':1,'move':'x'}");
    refused(s, "house.stranger", "{'do':'mine'}");
    refused(s, "house.field", "{'do':'dance'}");
    refused(s, "house.field", "{'done':1}");
    refused(s, "house.field", "{'do':'enter'}");
    refused(s, "house.name", "{'do':'enter','name':''}");
    refused(s, "house.name", "{'do':'enter','name':' Ada'}");
    refused(s, "house.name", "{'do':'enter','name':'Ada '}");
    refused(s, "house.name", "{'do':'enter','name':'A\\u001bda'}");
    refused(s, "house.name", "{'do':'enter','name':'A\\u0085da'}");
    refused(s, "house.name", "{'do':'enter','name':'1234567890123456789012345678901234567890'}");
    refused(s, "house.token", "{'do':'enter','token':'bgbPUOKI'}");
    refused(s, "house.token", "{'do':'enter','token':'0123456789012345678901234567890123456789012'}");
    refused(s, "house.code", "{'do':'enter','code':'K7PA-9QXM-2BTC'}");
    ask(s, "{'do':'lang','lang':'pl'}");
    refused(s, "house.field", "{'do':'lang','lang':'tlh'}");
    fake_say(s, "[1]", 3);
    assert_string_equal(json_string_value(heard(s, "error")), "house.json");
    fake_say(s, "{\"do\":", 6);
    fake_say(s, "{\"do\":1,\"do\":2}", 15);
    fake_say(s, "\xff", 1);
    fake_say(s, "", 0);
    assert_string_equal(json_string_value(heard(s, "error")), "house.json");
    assert_int_equal(s->code, 0);

    person ada = enters("Ada"), bruno = enters("Brunhilde-Ż \\u2660 {0} % \\u0022\\\\");
    assert_int_equal(ada.person, 1);
    assert_int_equal(bruno.person, 2);
    assert_int_equal(strlen(ada.token), HOUSE_TOKEN);
    refused(ada.s, "house.entered", "{'do':'enter','name':'Eve'}");
    const json_t *you = json_object_get(ask(s, "{'do':'enter','token':'%s'}", bruno.token), "you");
    assert_string_equal(text_in(you, "name"), bruno.name);
    assert_null(json_object_get(you, "token"));
    ask(ada.s, "{'do':'name','name':'Ada L.'}");
    goes(&ada);
    comes_back(&ada);
    assert_string_equal(
        ada.s->got[0], "{\"house\":\"safehouse\",\"protocol\":1,\"you\":{\"person\":1,\"name\":\"Ada L.\"}}");
    assert_true(house_knows(fake.h, ada.token));
    assert_false(house_knows(fake.h, "0123456789012345678901234567890123456789012"));
    assert_false(house_knows(fake.h, ""));
    open_again();
    comes_back(&ada);
    assert_int_equal(number_in(heard(ada.s, "you"), "person"), 1);
    assert_int_equal(enters("Celina").person, 3);
    end();
}

static void codes_are_good_once(void **unused) {
    (void)unused;
    begin();
    person ada = enters("Ada");
    char code[32];
    const json_t *c = ask(ada.s, "{'do':'code'}");
    snprintf(code, sizeof code, "%s", text_in(c, "code"));
    assert_int_equal(strlen(code), HOUSE_CODE);
    assert_non_null(strstr(text_in(c, "link"), code));
    fake_socket *s = come(NULL), *t = come(NULL);
    const json_t *you = json_object_get(ask(s, "{'do':'enter','code':'%s'}", code), "you");
    assert_int_equal(number_in(you, "person"), ada.person);
    assert_int_equal(json_string_length(json_object_get(you, "token")), HOUSE_TOKEN);
    assert_string_not_equal(text_in(you, "token"), ada.token);
    refused(t, "house.code", "{'do':'enter','code':'%s'}", code);
    snprintf(code, sizeof code, "%s", text_in(ask(ada.s, "{'do':'code'}"), "code"));
    fake_pass(HOUSE_CODE_LIFE - 1);
    fake.now++;
    refused(t, "house.code", "{'do':'enter','code':'%s'}", code);
    snprintf(code, sizeof code, "%s", text_in(ask(ada.s, "{'do':'code'}"), "code"));
    fake_pass(HOUSE_CODE_LIFE - 1);
    ask(t, "{'do':'enter','code':'%s'}", code);
    end();
}

/* ---- limits ---------------------------------------------------------------------------------------------------------- */

static void so_many_messages(void **unused) {
    (void)unused;
    prepare(&fake_store);
    fake.terms.limits[LIMIT_RATE] = 10;
    assert_true(fake_open_house());
    fake_socket *s = come(NULL), *t = come(NULL);
    for (int i = 0; i < 100; i++)
        ask(s, "{'do':'lang','lang':'en'}");
    fake.now += 500; /* five more */
    for (int i = 0; i < 5; i++)
        ask(s, "{'do':'lang','lang':'en'}");
    assert_int_equal(s->code, 0);
    int before = s->n;
    tell(s, "{'do':'lang','lang':'en'}");
    assert_int_equal(s->code, 1008);
    tell(s, "{'do':'lang','lang':'en'}"); /* nobody listens any more */
    assert_int_equal(s->n, before);
    assert_int_equal(t->code, 0);
    ask(t, "{'do':'lang','lang':'en'}");
    end();
}

static void so_large_messages(void **unused) {
    (void)unused;
    prepare(&fake_store);
    fake.terms.limits[LIMIT_MESSAGE] = 2000;
    assert_true(fake_open_house());
    static char large[2001];
    fake_socket *s = come(NULL);
    memset(large, ' ', sizeof large);
    memcpy(large, "{\"do\":\"lang\",\"lang\":\"en\",\"re\":1}", 32);
    fake_say(s, large, 2000);
    assert_int_equal(s->code, 0);
    assert_non_null(find_answer(s, 1));
    fake_say(s, large, 2001);
    assert_int_equal(s->code, 1009);
    end();
}

static void so_many_guests(void **unused) {
    fault why;
    (void)unused;
    prepare(&fake_store);
    fake.terms.limits[LIMIT_SOCKETS] = 5;
    fake.terms.limits[LIMIT_ADDRESS_SOCKETS] = 3;
    assert_true(fake_open_house());
    fake_socket *a = come_from("a", NULL);
    come_from("a", NULL), come_from("a", NULL);
    assert_null(fake_come("a", NULL, &why));
    assert_string_equal(why.say, "house.many-sockets");
    come_from("b", NULL), come_from("c", NULL);
    assert_null(fake_come("d", NULL, &why));
    assert_string_equal(why.say, "house.full");
    fake_go(a);
    come_from("a", NULL);
    end();
}

static void so_many_new_things(void **unused) {
    (void)unused;
    prepare(&fake_store);
    fake.terms.limits[LIMIT_ADDRESS_NEW] = 4;
    assert_true(fake_open_house());
    person ada = enters("Ada");
    makes(&ada, "'game':'sentient'");
    refused(ada.s, "house.field", "{'do':'make','game':'chess'}"); /* which makes nothing */
    ask(ada.s, "{'do':'code'}");
    ask(ada.s, "{'do':'report','text':'rude'}");
    refused(ada.s, "house.many-new", "{'do':'make','game':'sentient'}");
    refused(ada.s, "house.many-new", "{'do':'code'}");
    refused(come(NULL), "house.many-new", "{'do':'enter','name':'Eve'}");
    refused(come(NULL), "house.many-new", "{'do':'enter','code':'AAAA-BBBB-CCCC'}"); /* guessing is one */
    ask(come_from("192.0.2.2", NULL), "{'do':'enter','name':'Eve'}");
    fake_pass(3600 * 1000);
    ask(ada.s, "{'do':'code'}");
    end();
}

/* One who plays against bots could make any number of tables. */
static void so_many_rematches(void **unused) {
    (void)unused;
    prepare(&fake_store);
    fake.terms.limits[LIMIT_ADDRESS_NEW] = 5;
    assert_true(fake_open_house());
    person ada = enters("Ada");
    makes(&ada, "'game':'sentient'");
    sits(&ada, 0, NULL);
    ask(ada.s, "{'do':'start'}");
    ask(ada.s, "{'do':'vote','vote':'end'}");
    for (int i = 0; i < 3; i++)
        ask(ada.s, "{'do':'vote','vote':'again'}");
    refused(ada.s, "house.many-new", "{'do':'vote','vote':'again'}");
    assert_int_equal(fake.h->tables, 4);
    end();
}

static void so_much_unread(void **unused) {
    (void)unused;
    prepare(&fake_store);
    fake.terms.limits[LIMIT_QUEUE] = 256 << 10;
    assert_true(fake_open_house());
    person ada = enters("Ada"), bruno = enters("Bruno");
    makes(&ada, "'game':'sentient'");
    watches(&bruno);
    bruno.s->deaf = true;
    int said = 0;
    for (; said < 2000 && !bruno.s->code; said++)
        tell(ada.s, "{'do':'say','text':'%0400d'}", said);
    assert_int_equal(bruno.s->code, 1008);
    assert_true(said > 400 && said < 700);
    assert_int_equal(ada.s->code, 0);
    bruno.s->deaf = false;
    int before = bruno.s->n;
    fake_settle();
    assert_int_equal(bruno.s->n, before); /* what waited is gone */
    end();
}

static void so_many_lines(void **unused) {
    (void)unused;
    prepare(&fake_store);
    fake.terms.limits[LIMIT_LINES] = 1000;
    assert_true(fake_open_house());
    person ada = enters("Ada");
    makes(&ada, "'game':'dead-drop','seats':3");
    sits(&ada, 0, NULL);
    ask(ada.s, "{'do':'start'}");
    while (the_table()->lines < 1000)
        ask(ada.s, "{'do':'say','text':'more'}");
    refused(ada.s, "house.many-lines", "{'do':'say','text':'more'}");
    refused(ada.s, "house.many-lines", "{'do':'leave'}");
    for (int i = 0; i < 40; i++) { /* but the game goes on */
        moves(&ada, 0);
        fake_pass(600);
    }
    assert_int_equal(the_table()->t.phase, TABLE_OVER);
    end();
}

/* ---- tables --------------------------------------------------------------------------------------------------------------- */

static void what_is_agreed(void **unused) {
    (void)unused;
    begin();
    person ada = enters("Ada");
    refused(ada.s, "house.field", "{'do':'make'}");
    refused(ada.s, "house.field", "{'do':'make','game':'sentient','seat':3}");
    refused(ada.s, "house.field", "{'do':'make','game':'sentient','seats':9}");
    refused(ada.s, "house.field", "{'do':'make','game':'sentient','clock':'sand'}");
    refused(ada.s, "house.field", "{'do':'make','game':'sentient','clock':'move','time':999}");
    refused(ada.s, "house.field", "{'do':'make','game':'sentient','bot':'genius'}");
    refused(ada.s, "house.field", "{'do':'make','game':'sentient','public':1}");
    refused(ada.s, "house.field", "{'do':'make','game':'inside-job','options':[1]}");
    refused(ada.s, "house.field", "{'do':'make','game':'inside-job','options':{'risk':true}}");
    refused(ada.s, "house.field", "{'do':'make','game':'inside-job','decks':[{'name':'x'}]}");
    refused(ada.s, "house.field", "{'do':'make','game':'inside-job','decks':[1,2,3,4]}");
    refused(ada.s, "house.field",
            "{'do':'make','game':'inside-job','decks':[{'name':'x','text':'','more':'of what is kept'}]}");
    makes(&ada, "'game':'dead-drop','seats':3,'options':{'rounds':2},'clock':'game','host':77");
    const json_t *agreed = json_object_get(watches(&ada), "agreed");
    assert_int_equal(number_in(agreed, "host"), ada.person); /* whatever one says */
    assert_null(json_object_get(agreed, "before"));
    assert_true(json_is_true(json_object_get(answer, "host")));
    assert_string_equal(text_in(answer, "table"), key);
    char link[64];
    snprintf(link, sizeof link, "https://house.example/t/%s", key);
    assert_string_equal(text_in(answer, "link"), link);
    refused(ada.s, "house.no-table", "{'do':'watch','table':'aaaaaaaaaaaaaaaa'}");
    refused(ada.s, "house.no-table", "{'do':'watch','table':'%%'}");
    end();
}

static void tables_start_by_themselves(void **unused) {
    (void)unused;
    begin();
    person ada = enters("Ada"), bruno = enters("Bruno");
    refused(ada.s, "house.no-table-yet", "{'do':'sit','seat':0}");
    refused(ada.s, "house.no-table-yet", "{'do':'start'}");
    makes(&ada, "'game':'dead-drop','seats':3");
    sits(&ada, 0, "aa");
    refused(ada.s, "house.seated", "{'do':'sit','seat':1}");
    watches(&bruno);
    refused(bruno.s, "table.taken", "{'do':'sit','seat':0}");
    refused(bruno.s, "table.not-yours", "{'do':'nonce','nonce':'bb'}");
    refused(bruno.s, "table.not-host", "{'do':'bot','seat':2,'bot':'random'}");
    ask(ada.s, "{'do':'bot','seat':2,'bot':'random'}");
    sits(&bruno, 1, NULL);
    assert_int_equal(the_table()->t.phase, TABLE_WAITING);
    assert_int_equal(told(bruno.s, "start", true), 0);
    ask(bruno.s, "{'do':'nonce','nonce':'bb'}");
    assert_int_equal(the_table()->t.phase, TABLE_PLAYING);
    assert_int_equal(told(bruno.s, "start", true), 1);
    assert_int_equal(told(ada.s, "start", true), 1);
    end();
}

/* Who sits down or gets up sees the table anew. */
static void sitting_and_rising(void **unused) {
    (void)unused;
    begin();
    person ada = enters("Ada"), bruno = enters("Bruno");
    makes(&ada, "'game':'dead-drop','seats':3");
    watches(&bruno);
    assert_string_equal(text_in(json_object_get(answer, "view"), "you"), "room");
    const json_t *t = ask(bruno.s, "{'do':'sit','seat':1}");
    assert_int_equal(number_in(json_object_get(t, "view"), "you"), 1);
    assert_string_equal(text_in(ask(bruno.s, "{'do':'mine'}"), "x"), "");
    assert_int_equal(json_array_size(json_object_get(answer, "mine")), 1);
    assert_int_equal(told(ada.s, "seat", false), 1);
    t = ask(bruno.s, "{'do':'rise'}");
    assert_string_equal(text_in(json_object_get(t, "view"), "you"), "room");
    ask(bruno.s, "{'do':'sit','seat':2}");
    ask(ada.s, "{'do':'remove','seat':2}");
    assert_string_equal(text_in(json_object_get(heard(bruno.s, "table") ? answer : NULL, "view"), "you"),
                        "room");
    refused(bruno.s, "table.removed", "{'do':'sit','seat':2}");
    assert_int_equal(json_array_size(json_object_get(ask(bruno.s, "{'do':'mine'}"), "mine")), 0);
    end();
}

/* A seat is a number: nothing else gets into a line that way. */
static void words_do_not_slip_in(void **unused) {
    (void)unused;
    begin();
    person ada = enters("Ada");
    makes(&ada, "'game':'dead-drop','seats':3");
    refused(ada.s, "house.field", "{'do':'sit','seat':'0 Bruno and'}");
    refused(ada.s, "house.field", "{'do':'sit','seat':'0 '}");
    refused(ada.s, "house.field", "{'do':'bot','seat':'1 random','bot':''}");
    sits(&ada, 0, NULL);
    ask(ada.s, "{'do':'start'}");
    refused(ada.s, "house.field", "{'do':'move','id':'1 drop','move':'7'}");
    refused(ada.s, "table.talk", "{'do':'say','text':'one\\n2 3 start'}");
    end();
}

static void onlookers_may_be_unwelcome(void **unused) {
    (void)unused;
    begin();
    person ada = enters("Ada"), bruno = enters("Bruno"), cleo = enters("Cleo");
    makes(&ada, "'game':'dead-drop','seats':3,'onlookers':false");
    watches(&bruno), watches(&cleo);
    sits(&ada, 0, NULL);
    sits(&cleo, 1, NULL);
    ask(ada.s, "{'do':'start'}");
    assert_non_null(heard(bruno.s, "gone"));
    assert_null(heard(cleo.s, "gone"));
    refused(bruno.s, "house.no-table-yet", "{'do':'say','text':'hello'}");
    refused(bruno.s, "house.closed", "{'do':'watch','table':'%s'}", key);
    int before = bruno.s->n;
    ask(ada.s, "{'do':'say','text':'hello'}");
    assert_int_equal(bruno.s->n, before);
    watches(&cleo);
    end();
}

/* ---- talk ------------------------------------------------------------------------------------------------------------------- */

static void what_is_said(void **unused) {
    (void)unused;
    begin();
    person ada = enters("Ada"), bruno = enters("Bruno");
    makes(&ada, "'game':'dead-drop','seats':3");
    sits(&ada, 0, NULL);
    watches(&bruno);
    ask(bruno.s, "{'do':'say','text':'hello \\u0022you\\u0022'}");
    const json_t *e = json_array_get(heard(ada.s, "events"), 0);
    assert_string_equal(text_in(e, "text"), "hello \"you\"");
    assert_string_equal(text_in(e, "name"), "Bruno");
    assert_string_equal(text_in(e, "who"), "room");
    ask(ada.s, "{'do':'mute','person':%d}", bruno.person);
    int before = told(ada.s, "say", true), others = told(bruno.s, "say", true);
    ask(bruno.s, "{'do':'say','text':'hello?'}");
    assert_int_equal(told(ada.s, "say", true), before);
    assert_int_equal(told(bruno.s, "say", true), others + 1);
    assert_int_equal(json_array_size(json_object_get(watches(&ada), "talk")), 0);
    assert_int_equal(json_array_size(json_object_get(watches(&bruno), "talk")), 2);
    goes(&ada);
    comes_back(&ada); /* it is kept */
    assert_int_equal(json_array_size(json_object_get(watches(&ada), "talk")), 0);
    ask(ada.s, "{'do':'unmute','person':%d}", bruno.person);
    assert_int_equal(json_array_size(json_object_get(watches(&ada), "talk")), 2);
    for (int i = 0; i < 60; i++)
        ask(ada.s, "{'do':'say','text':'%d'}", i);
    const json_t *talk = json_object_get(watches(&bruno), "talk");
    assert_int_equal(json_array_size(talk), 50);
    assert_string_equal(text_in(json_array_get(talk, 49), "text"), "59");
    assert_string_equal(text_in(json_array_get(talk, 0), "text"), "10");
    refused(ada.s, "house.field", "{'do':'mute','person':0}");
    refused(ada.s, "table.talk", "{'do':'report','text':''}");
    ask(ada.s, "{'do':'report','text':'rude'}");
    assert_non_null(strstr(fake.log, "\"what\":\"report\""));
    end();
}

/* What somebody said who then got up was still said by somebody. */
static void who_has_got_up_has_a_name(void **unused) {
    (void)unused;
    begin();
    person ada = enters("Ada"), bruno = enters("Bruno");
    makes(&ada, "'game':'dead-drop','seats':3");
    sits(&bruno, 1, NULL);
    ask(bruno.s, "{'do':'say','text':'bye'}");
    ask(bruno.s, "{'do':'rise'}");
    const json_t *e = json_array_get(json_object_get(watches(&ada), "talk"), 0);
    assert_string_equal(text_in(e, "text"), "bye");
    assert_string_equal(text_in(e, "who"), "room");
    assert_string_equal(text_in(e, "name"), "Bruno");
    end();
}

/* On another device one has muted the same people. */
static void a_code_brings_the_muted_along(void **unused) {
    char code[32];
    (void)unused;
    begin();
    person ada = enters("Ada"), bruno = enters("Bruno");
    makes(&ada, "'game':'dead-drop','seats':3");
    watches(&bruno);
    ask(ada.s, "{'do':'mute','person':%d}", bruno.person);
    ask(bruno.s, "{'do':'say','text':'hello?'}");
    snprintf(code, sizeof code, "%s", text_in(ask(ada.s, "{'do':'code'}"), "code"));
    fake_socket *s = come(NULL);
    ask(s, "{'do':'enter','code':'%s'}", code);
    assert_int_equal(json_array_size(json_object_get(ask(s, "{'do':'watch','table':'%s'}", key), "talk")), 0);
    end();
}

/* ---- clocks --------------------------------------------------------------------------------------------------------------------- */

static void clocks_run_out(void **unused) {
    (void)unused;
    begin();
    person ada = enters("Ada"), bruno = enters("Bruno");
    makes(&ada, "'game':'sentient','seats':2,'clock':'move','time':30000,'bot':'random'");
    sits(&ada, 0, "aa");
    sits(&bruno, 1, "bb");
    const table *t = &the_table()->t;
    assert_int_equal(t->phase, TABLE_PLAYING);
    gm_seat q = t->seat[0].since ? 0 : 1;
    fake_pass(29999);
    assert_false(t->seat[q].held);
    fake_pass(1);
    assert_true(t->seat[q].held);
    int n = t->match.n;
    fake_pass(599);
    assert_int_equal(t->match.n, n);
    fake_pass(1);
    assert_true(t->match.n > n);
    person *late = q ? &bruno : &ada;
    refused(late->s, "table.held", "{'do':'move','id':1,'move':'pass'}");
    ask(late->s, "{'do':'return'}");
    assert_false(t->seat[q].held);
    end();
}

static void has_metric(const char *line) {
    static char words[16384];
    char whole[64];
    text t = text_on(words, sizeof words);
    house_metrics(fake.h, &t);
    snprintf(whole, sizeof whole, "\nsafehouse_%s\n", line);
    if (t.cut || !strstr(words, whole)) fail_msg("no %s in %s", line, words);
}

/* A table that nobody looks at is dropped, but its clock runs. */
static void clocks_run_out_where_nobody_looks(void **unused) {
    (void)unused;
    begin();
    person ada = enters("Ada"), bruno = enters("Bruno");
    makes(&ada, "'game':'sentient','seats':2,'clock':'move','time':3600000,'bot':'random'");
    sits(&ada, 0, "aa");
    sits(&bruno, 1, "bb");
    int n = the_table()->t.match.n;
    goes(&ada);
    goes(&bruno);
    fake_pass(120 * 1000);
    assert_non_null(the_table());
    assert_null(the_table()->box); /* but a note of when it is due */
    has_metric("tables_loaded 0");
    has_metric("tables_timed 1");
    fake_pass(3480 * 1000 - 1);
    assert_null(the_table()->box);
    fake_pass(1);
    assert_non_null(the_table()->box);
    fake_pass(600); /* the bot has played; now the other one's clock runs */
    assert_true(the_table()->t.match.n > n);
    comes_back(&ada);
    assert_true(the_table()->t.seat[0].held != the_table()->t.seat[1].held);
    end();
}

/* Read for somebody's list, with nobody there: dropped again after a while. */
static void tables_read_in_passing_go_again(void **unused) {
    (void)unused;
    begin();
    person ada = enters("Ada"), bruno = enters("Bruno");
    makes(&ada, "'game':'sentient','seats':2");
    sits(&ada, 0, "aa");
    sits(&bruno, 1, "bb");
    goes(&ada);
    goes(&bruno);
    fake_pass(120 * 1000);
    has_metric("tables_loaded 0");
    comes_back(&ada);
    ask(ada.s, "{'do':'mine'}");
    has_metric("tables_loaded 1");
    fake_pass(61 * 1000);
    has_metric("tables_loaded 0");
    end();
}

/* ---- bots ---------------------------------------------------------------------------------------------------------------------------- */

/* A table at which only bots are asked for a while: Ada has left. */
static person with_bots(const char *game, const char *fields) {
    person ada = enters("Ada");
    char all[256];
    snprintf(all, sizeof all, "'game':'%s',%s", game, fields);
    makes(&ada, all);
    sits(&ada, 0, NULL);
    ask(ada.s, "{'do':'start'}");
    ask(ada.s, "{'do':'leave'}");
    return ada;
}

static void bots_answer_after_a_while(void **unused) {
    static const int delays[] = {0, 1, 600};
    (void)unused;
    for (int i = 0; i < 3; i++) {
        prepare(&fake_store);
        fake.terms.limits[LIMIT_DELAY] = delays[i];
        assert_true(fake_open_house());
        with_bots("sentient", "'seats':3,'bot':'sensible'");
        for (int k = 0; k < 20; k++) {
            int64_t n = the_table()->lines;
            if (delays[i]) fake_pass(delays[i] - 1);
            if (delays[i]) assert_int_equal(the_table()->lines, n);
            fake_pass(delays[i] ? 1 : 2);
            if (delays[i])
                assert_int_equal(the_table()->lines, n + 1);
            else
                assert_true(the_table()->lines > n);
        }
        end();
    }
}

/* However long they think. */
static void slow_thoughts(void **unused) {
    static const struct {
        int64_t thinks, answers;
    } cases[] = {{0, 600}, {1, 600}, {599, 600}, {601, 1201}, {1200, 1201}, {1202, 1802}, {6000, 6009}};
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin_with(&fake_store);
        fake.slow = true;
        with_bots("sentient", "'seats':2,'bot':'random'");
        int64_t n = the_table()->lines;
        fake_pass(cases[i].thinks);
        assert_int_equal(the_table()->lines, n);
        fake_think_all();
        fake_settle();
        fake_pass(cases[i].answers - cases[i].thinks - 1);
        assert_int_equal(the_table()->lines, n);
        fake_pass(1);
        assert_int_equal(the_table()->lines, n + 1);
        end();
    }
}

/* The same game by the same bots, whether they think fast or slowly. */
static void thinking_changes_nothing(void **unused) {
    uint8_t st[GM_MAX_STATE];
    (void)unused;
    for (int slow = 0; slow < 2; slow++) {
        begin_with(&fake_store);
        with_bots("inside-job", "'seats':4,'bot':'sensible'");
        for (int i = 0; i < 2000 && the_table()->t.phase == TABLE_PLAYING; i++) {
            fake.slow = slow && i % 5;
            fake_pass(200);
        }
        assert_int_equal(the_table()->t.phase, TABLE_OVER);
        if (slow)
            assert_memory_equal(st, the_table()->t.match.st, the_table()->t.match.game->state_size);
        else
            memcpy(st, the_table()->t.match.st, the_table()->t.match.game->state_size);
        assert_null(strstr(fake.log, "\"what\":\"bot\""));
        end();
    }
}

/* A move is taken back: what bots thought since is void, and their time begins anew. */
static void taking_back_voids_thoughts(void **unused) {
    (void)unused;
    begin_with(&fake_store);
    person ada = enters("Ada");
    makes(&ada, "'game':'sentient','seats':2,'bot':'random'");
    sits(&ada, 0, NULL);
    ask(ada.s, "{'do':'start'}");
    const table *t = &the_table()->t;
    bool done = false;
    for (int i = 0; i < 200 && !done; i++) {
        fake_settle();
        fake.slow = true;
        if (!moves(&ada, (size_t)i)) {
            fake.slow = false;
            fake_pass(600);
            continue;
        }
        fake_pass(300);
        int n = t->match.n;
        if (table_bots(t)) {
            tell(ada.s, "{'do':'back'}");
            done = t->match.n < n;
        }
        fake.slow = false;
    }
    assert_true(done);
    assert_int_equal(table_bots(t), 0); /* Ada is asked again */
    int64_t lines = the_table()->lines;
    fake_pass(5000);
    assert_int_equal(the_table()->lines, lines);
    assert_true(moves(&ada, 1));
    assert_null(strstr(fake.log, "\"what\":\"bot\""));
    end();
}

/* All want to end the game while a bot thinks: it says nothing any more. */
static void thoughts_after_the_end(void **unused) {
    (void)unused;
    begin_with(&fake_store);
    person ada = enters("Ada");
    makes(&ada, "'game':'sentient','seats':2,'bot':'random'");
    sits(&ada, 0, NULL);
    ask(ada.s, "{'do':'start'}");
    while (!table_bots(&the_table()->t))
        moves(&ada, 0);
    ask(ada.s, "{'do':'vote','vote':'end'}");
    assert_int_equal(the_table()->t.phase, TABLE_OVER);
    int64_t lines = the_table()->lines;
    fake_pass(5000);
    assert_int_equal(the_table()->lines, lines);
    assert_null(strstr(fake.log, "\"what\":\"bot\""));
    end();
}

/* ---- a rematch ------------------------------------------------------------------------------------------------------------------- */

static void once_more(void **unused) {
    char old[STORE_KEY + 1];
    (void)unused;
    begin();
    person ada = enters("Ada"), bruno = enters("Bruno"), cleo = enters("Cleo");
    makes(&ada, "'game':'dead-drop','seats':3,'options':{'rounds':1}");
    watches(&cleo);
    sits(&ada, 0, NULL);
    sits(&bruno, 1, NULL);
    ask(ada.s, "{'do':'start'}");
    refused(ada.s, "table.not-over", "{'do':'vote','vote':'again'}");
    for (int i = 0; i < 30 && the_table()->t.phase == TABLE_PLAYING; i++)
        if (!moves(&ada, 0) && !moves(&bruno, 0)) fake_pass(600);
    assert_int_equal(the_table()->t.phase, TABLE_OVER);
    assert_int_equal(told(cleo.s, "over", true), 1);
    ask(ada.s, "{'do':'vote','vote':'again'}");
    assert_null(heard(ada.s, "again"));
    ask(bruno.s, "{'do':'vote','vote':'again'}");
    memcpy(old, key, sizeof old);
    const char *next = json_string_value(heard(cleo.s, "again"));
    assert_non_null(next);
    memcpy(key, next, sizeof key);
    assert_non_null(heard(ada.s, "again"));
    const table *t = &the_table()->t;
    assert_int_equal(t->seat[1].person, ada.person); /* each a seat further on */
    assert_int_equal(t->seat[2].person, bruno.person);
    assert_string_equal(t->seat[0].bot, "random");
    assert_int_equal(t->phase, TABLE_WAITING);
    watches(&bruno), watches(&ada);
    ask(ada.s, "{'do':'nonce','nonce':'aa'}");
    ask(bruno.s, "{'do':'nonce','nonce':'bb'}");
    assert_int_equal(t->phase, TABLE_PLAYING);
    assert_int_equal(json_array_size(json_object_get(ask(ada.s, "{'do':'mine'}"), "mine")), 2);
    assert_string_equal(text_in(json_array_get(json_object_get(answer, "mine"), 1), "table"), old);

    char again[STORE_KEY + 1]; /* who comes back to the old table later finds it too, if he sat there */
    memcpy(again, key, sizeof again);
    memcpy(key, old, sizeof key);
    for (int i = 0; i < 2; i++) {
        assert_string_equal(text_in(watches(&ada), "again"), again);
        ask(bruno.s, "{'do':'watch','table':'%s','after':0,'as':1}", key);
        assert_string_equal(text_in(answer, "again"), again);
        assert_null(json_object_get(watches(&cleo), "again"));
        ask(cleo.s, "{'do':'watch','table':'%s','after':0,'as':'room'}", key);
        assert_null(json_object_get(answer, "again"));
        open_again();
        comes_back(&ada), comes_back(&bruno), comes_back(&cleo);
    }
    end();
}

/* ---- from memory to the store and back ------------------------------------------------------------------------------------------- */

static void tables_are_dropped_and_come_back(void **unused) {
    (void)unused;
    begin();
    person ada = enters("Ada"), bruno = enters("Bruno");
    makes(&ada, "'game':'inside-job','seats':2");
    sits(&ada, 0, NULL);
    sits(&bruno, 1, NULL);
    ask(ada.s, "{'do':'start'}");
    for (int i = 0; i < 12; i++)
        if (!moves(&ada, (size_t)i)) moves(&bruno, (size_t)i);
    ask(ada.s, "{'do':'say','text':'brb'}");
    char *a = picture(&ada), *b = picture(&bruno);
    fake_pass(300 * 1000);
    assert_non_null(the_table()); /* somebody is there */
    goes(&bruno);
    goes(&ada);
    fake_pass(59999);
    assert_non_null(the_table());
    fake_pass(120 * 1000);
    assert_null(the_table());
    assert_int_equal(fake.h->n_tables, 0);
    assert_true(LIST_EMPTY(&fake.h->boxes));
    comes_back(&ada), comes_back(&bruno);
    const json_t *mine = json_object_get(ask(bruno.s, "{'do':'mine'}"), "mine");
    assert_int_equal(json_array_size(mine), 1);
    assert_int_equal(number_in(json_array_get(mine, 0), "you"), 1);
    watches(&bruno), watches(&ada);
    is_picture(&ada, a);
    is_picture(&bruno, b);
    while (moves(&ada, 0) || moves(&bruno, 0)) /* and it goes on */
        ;
    assert_int_equal(the_table()->t.phase, TABLE_OVER);
    end();
}

static void tables_that_wait_are_forgotten(void **unused) {
    (void)unused;
    begin();
    person ada = enters("Ada");
    makes(&ada, "'game':'dead-drop','seats':3");
    sits(&ada, 0, NULL);
    fake_socket *s = come(NULL);
    ask(s, "{'do':'lobby'}");
    fake_pass((int64_t)100 * 3600 * 1000); /* somebody waits */
    watches(&ada);
    goes(&ada);
    fake_pass((int64_t)48 * 3600 * 1000 - 1);
    comes_back(&ada);
    assert_int_equal(json_array_size(json_object_get(ask(ada.s, "{'do':'mine'}"), "mine")), 1);
    fake_pass(1);
    assert_int_equal(json_array_size(json_object_get(ask(ada.s, "{'do':'mine'}"), "mine")), 0);
    refused(ada.s, "house.no-table", "{'do':'watch','table':'%s'}", key);
    assert_string_equal(json_string_value(heard(s, "shut")), key);
    assert_int_equal(fake.h->n_tables, 0);
    open_again();
    comes_back(&ada);
    refused(ada.s, "house.no-table", "{'do':'watch','table':'%s'}", key);
    end();
}

/* A table at which nobody has done anything is not older than the house. */
static void new_tables_outlive_an_old_house(void **unused) {
    char other[STORE_KEY + 1];
    (void)unused;
    begin();
    person ada = enters("Ada");
    fake_pass((int64_t)50 * 3600 * 1000);
    makes(&ada, "'game':'sentient'");
    memcpy(other, key, sizeof other);
    makes(&ada, "'game':'dead-drop'");
    sits(&ada, 0, NULL); /* so that the house knows what time it is */
    open_again();
    memcpy(key, other, sizeof key);
    comes_back(&ada);
    watches(&ada);
    end();
}

/* Who waited when the house closed has time to come back. */
static void waiting_outlives_an_opening(void **unused) {
    char other[STORE_KEY + 1];
    (void)unused;
    begin();
    person ada = enters("Ada"), bruno = enters("Bruno");
    makes(&ada, "'game':'sentient'");
    sits(&ada, 0, NULL);
    memcpy(other, key, sizeof other);
    fake_pass((int64_t)100 * HOUSE_HOUR); /* Ada is there */
    makes(&bruno, "'game':'dead-drop'");
    sits(&bruno, 0, NULL);
    open_again();
    memcpy(key, other, sizeof key);
    fake_pass(HOUSE_HOUR - 1);
    assert_non_null(the_table());
    fake_pass(1);
    assert_null(the_table());
    end();
}

static void everything_is_as_before(void **unused) {
    static const char *const games[] = {"dead-drop", "inside-job", "sentient", "agents"};
    (void)unused;
    begin();
    for (int g = 0; g < 4; g++) {
        person all[3] = {enters("Ada"), enters("Bruno"), enters("Cleo")};
        char fields[128];
        snprintf(fields, sizeof fields, "'game':'%s','seats':3,'clock':'game','time':900000,'bot':'random'",
                 games[g]);
        makes(&all[0], fields);
        sits(&all[0], 0, "aa");
        sits(&all[1], 2, "bb");
        watches(&all[2]);
        ask(all[0].s, "{'do':'start'}");
        for (int i = 0; i < 25; i++) {
            fake_pass(137);
            if (!moves(&all[0], (size_t)i)) moves(&all[1], (size_t)i);
            if (i == 12) ask(all[1].s, "{'do':'say','text':'Zażółć'}");
        }
        fake_pass(5000); /* bots have answered */
        ask(all[0].s, "{'do':'say','text':'it is this late'}");
        if (g) ask(all[1].s, "{'do':'vote','vote':'end'}"); /* Dead Drop is over already */
        char *before[3] = {picture(&all[0]), picture(&all[1]), picture(&all[2])};
        int64_t due = table_due(&the_table()->t) - house_now(fake.h);
        fake_pass(1000); /* of which nothing is kept */
        open_again();
        if (g) assert_int_equal(the_table()->due - house_now(fake.h), due); /* time stood still */
        for (int i = 0; i < 3; i++)
            comes_back(&all[i]), watches(&all[i]);
        for (int i = 0; i < 3; i++)
            is_picture(&all[i], before[i]);
        for (int i = 0; i < 3; i++)
            goes(&all[i]);
    }
    end();
}

/* Bots that were asked when the house closed are asked again, and do the same. */
static void bots_think_again(void **unused) {
    (void)unused;
    begin();
    person ada = with_bots("inside-job", "'seats':3,'bot':'sensible'");
    while (the_table()->t.phase == TABLE_PLAYING) {
        int64_t n = the_table()->lines;
        fake_pass(300);
        open_again();
        fake_pass(599);
        assert_int_equal(the_table()->lines, n);
        fake_pass(1);
        assert_true(the_table()->lines > n);
    }
    comes_back(&ada);
    watches(&ada);
    assert_string_equal(text_in(json_object_get(answer, "view"), "phase"), "over");
    end();
}

/* ---- coming back ------------------------------------------------------------------------------------------------------------------ */

static void what_was_missed(void **unused) {
    (void)unused;
    begin();
    person ada = enters("Ada"), bruno = enters("Bruno");
    makes(&ada, "'game':'inside-job','seats':2");
    sits(&ada, 0, NULL);
    sits(&bruno, 1, NULL);
    ask(ada.s, "{'do':'start'}");
    int64_t after = number_in(watches(&bruno), "update");
    person twin = bruno; /* another device, which stays */
    twin.s = come(bruno.token);
    watches(&twin);
    goes(&bruno);
    int from = twin.s->n;
    for (int i = 0; i < 20; i++) {
        if (!moves(&ada, 0)) moves(&twin, 0);
        tell(ada.s, "{'do':'say','text':'%d'}", i);
    }
    comes_back(&bruno);
    int first = bruno.s->n;
    ask(bruno.s, "{'do':'watch','table':'%s','after':%d,'as':1}", key, (int)after);
    assert_int_equal(json_array_size(json_object_get(answer, "events")), 0);
    int k = first;
    for (int i = from; i < twin.s->n; i++) { /* byte for byte the events that the other one got */
        const char *m = twin.s->got[i], *update = strstr(m, "\"update\":"), *now = strstr(m, ",\"n\":");
        if (!update || strstr(m, "\"table\":")) continue;
        while (strstr(now + 1, "],\"n\":")) /* moves have a number too */
            now = strstr(now + 1, "],\"n\":") + 1;
        const char *got = bruno.s->got[k++];
        assert_int_equal(strlen(got), 1 + (size_t)(now - update) + 1);
        assert_memory_equal(got + 1, update, (size_t)(now - update));
    }
    assert_int_equal(k, bruno.s->n - 2); /* how things stand, and who is there */
    assert_memory_equal(bruno.s->got[k + 1], "{\"here\":[true,true]", 19);
    ask(bruno.s, "{'do':'watch','table':'%s','after':%d,'as':0}", key, (int)after);
    assert_non_null(json_object_get(answer, "view")); /* is somebody else */
    ask(bruno.s, "{'do':'watch','table':'%s','after':100000,'as':1}", key);
    assert_non_null(json_object_get(answer, "view"));
    ask(bruno.s, "{'do':'watch','table':'%s','after':-1,'as':1}", key);
    assert_non_null(json_object_get(answer, "view"));
    fake_socket *s = come(NULL);
    ask(s, "{'do':'watch','table':'%s','after':3,'as':'room'}", key);
    assert_null(json_object_get(answer, "view"));
    ask(s, "{'do':'watch','table':'%s','after':3,'as':1}", key);
    assert_non_null(json_object_get(answer, "view"));
    end();
}

/* What was missed may be more than a guest can be sent at once. */
static void much_was_missed(void **unused) {
    (void)unused;
    prepare(&fake_store);
    fake.terms.limits[LIMIT_QUEUE] = 256 << 10;
    assert_true(fake_open_house());
    person ada = enters("Ada"), bruno = enters("Bruno");
    makes(&ada, "'game':'agents','seats':2");
    sits(&ada, 0, NULL);
    sits(&bruno, 1, NULL);
    ask(ada.s, "{'do':'start'}");
    for (int i = 0; i < 490; i++)
        tell(ada.s, "{'do':'say','text':'%0490d'}", i);
    goes(&bruno);
    comes_back(&bruno);
    ask(bruno.s, "{'do':'watch','table':'%s','after':1,'as':1}", key);
    assert_int_equal(bruno.s->code, 0);
    end();
}

/* ---- nothing is told before it is durable ---------------------------------------------------------------------------------------- */

static void made_durable(size_t n) {
    fake_disk.durable += n;
    fake_must(fake_disk.durable <= fake_disk.n);
    fake_settle();
}

static void nothing_is_told_early(void **unused) {
    fault why;
    (void)unused;
    begin_with(&fake_store);
    person ada = enters("Ada"), bruno = enters("Bruno");
    makes(&ada, "'game':'dead-drop','seats':3,'options':{'rounds':1}");
    watches(&bruno);
    sits(&ada, 0, NULL);
    fake_disk.at_once = false;
    fake.by_hand = true;
    int a = ada.s->n, b = bruno.s->n, ready = bruno.s->ready;
    tell(ada.s, "{'do':'say','text':'one'}");
    tell(ada.s, "{'do':'say','text':'two'}");
    tell(bruno.s, "{'do':'lang','lang':'pl'}"); /* comes after them */
    assert_int_equal(ada.s->n, a);
    assert_int_equal(bruno.s->n, b);
    assert_int_equal(bruno.s->ready, ready);
    assert_false(house_has_message(fake.h, bruno.s->g));
    assert_false(house_drained(fake.h));
    made_durable(1);
    assert_int_equal(ada.s->n, a + 1);
    assert_int_equal(bruno.s->n, b + 1);
    assert_true(bruno.s->ready > ready);
    made_durable(1);
    assert_int_equal(ada.s->n, a + 2);
    assert_int_equal(bruno.s->n, b + 3);
    assert_true(house_drained(fake.h));
    fake_socket *s = fake_come("x", NULL, &why);
    fake_settle();
    tell(s, "{'do':'enter','name':'Eve'}"); /* a person and a token */
    made_durable(1);
    assert_null(find_answer(s, re));
    made_durable(1);
    assert_non_null(find_answer(s, re));
    tell(bruno.s, "{'do':'say','text':'three'}");
    fake_go(s); /* while others wait */
    bruno.s->g = (house_gone(fake.h, bruno.s->g), NULL);
    fake_settle();
    made_durable(1);
    end();
}

/* No secret of a game that may not be over after a crash. */
static void no_record_is_told_early(void **unused) {
    size_t size;
    fault why;
    (void)unused;
    begin_with(&fake_store);
    person ada = enters("Ada");
    makes(&ada, "'game':'dead-drop','seats':3,'options':{'rounds':1}");
    sits(&ada, 0, NULL);
    ask(ada.s, "{'do':'start'}");
    ask(ada.s, "{'do':'leave'}");
    fake_disk.at_once = false;
    fake.by_hand = true;
    for (int i = 0; i < 50 && the_table()->t.phase == TABLE_PLAYING; i++) {
        made_durable(fake_disk.n - fake_disk.durable);
        fake_pass(600);
        assert_null(house_record(fake.h, key, &size, &why));
        assert_string_equal(why.say, "table.not-over");
    }
    assert_int_equal(the_table()->t.phase, TABLE_OVER);
    made_durable(fake_disk.n - fake_disk.durable);
    char *words = house_record(fake.h, key, &size, &why);
    assert_non_null(words);
    free(words);
    end();
}

static void a_broken_store(void **unused) {
    (void)unused;
    begin_with(&fake_store);
    person ada = enters("Ada");
    assert_true(house_tick(fake.h) >= 0);
    assert_null(house_broken(fake.h));
    fake_disk.broken = "the disk is full";
    assert_true(house_tick(fake.h) < 0);
    assert_string_equal(house_broken(fake.h), "the disk is full");
    house_disconnect_all(fake.h, 1001, "the house closes");
    assert_int_equal(ada.s->code, 1001);
    end();
}

/* ---- a crash at any moment -------------------------------------------------------------------------------------------------------- */

/* All that a house kept of some games, up to any entry: it opens, and whatever had begun goes on. */
static void a_crash_at_any_moment(void **unused) {
    (void)unused;
    begin_with(&fake_store);
    person ada = enters("Ada"), bruno = enters("Bruno");
    makes(&ada, "'game':'dead-drop','seats':3,'options':{'rounds':1}");
    ask(ada.s, "{'do':'bot','seat':2,'bot':'random'}");
    sits(&ada, 0, "aa");
    sits(&bruno, 1, "bb");
    for (int i = 0; i < 30 && the_table()->t.phase == TABLE_PLAYING; i++)
        if (!moves(&ada, 0) && !moves(&bruno, 0)) fake_pass(600);
    ask(ada.s, "{'do':'vote','vote':'again'}");
    ask(bruno.s, "{'do':'vote','vote':'again'}");
    makes(&ada, "'game':'sentient','seats':2,'clock':'move'");
    sits(&ada, 0, NULL);
    ask(ada.s, "{'do':'start'}");
    fake_pass(200000);
    end();
    fake_disk.at_once = false;
    for (size_t k = fake_disk.n;; k--) {
        fake_cut(k);
        fake_disk.durable = k;
        fake.by_hand = true;
        fake.logged = 0, fake.log[0] = 0;
        assert_true(fake_open_house());
        fake_pass(1000);
        assert_null(strstr(fake.log, "damaged"));
        const house_table *p;
        LIST_FOREACH(p, &fake.h->loaded, in_house) {
            if (!p->box) continue;
            bool all = true;
            for (int q = 0; q < p->box->bytes[0]; q++)
                all &= p->t.seat[q].person ? p->t.seat[q].nonce.size > 0 : p->t.seat[q].bot[0] != 0;
            assert_false(all && p->t.phase == TABLE_WAITING); /* it starts by itself */
            assert_true(!table_bots(&p->t) || p->thinking);   /* bots are asked */
            if (p->t.phase != TABLE_OVER) continue;           /* then the store knows that, or will */
            bool known = false;
            for (size_t i = 0; i < fake_disk.n; i++)
                known |= fake_disk.entry[i].e.kind == STORE_OVER && fake_disk.entry[i].e.number == p->number;
            assert_true(known);
        }
        if (house_knows(fake.h, ada.token)) { /* every seat that she has is among hers */
            fault why;
            fake_socket *s = fake_come("x", ada.token, &why);
            tell(s, "{'do':'mine'}");
            fake_disk.durable = fake_disk.n;
            fake_settle();
            size_t mine = json_array_size(json_object_get(find_answer(s, re), "mine")), seats = 0;
            LIST_FOREACH(p, &fake.h->loaded, in_house)
            seats += p->box && table_seats_of(&p->t, (table_person)ada.person);
            assert_int_equal(mine, seats);
        }
        fake_disk.durable = k; /* the rest is lost again */
        end();
        if (!k) break;
    }
}

/* ---- the lobby --------------------------------------------------------------------------------------------------------------------- */

static size_t listed(fake_socket *s) {
    return json_array_size(json_object_get(ask(s, "{'do':'lobby'}"), "lobby"));
}

/* The news that came to the lobby since message n: "open" or "shut" of the table, the last of them. */
static const char *lobby_news(const fake_socket *s, int n) {
    const char *last = "";
    for (int i = n; i < s->n; i++) {
        if (!strncmp(s->got[i], "{\"open\":", 8) && strstr(s->got[i], key)) last = "open";
        if (!strncmp(s->got[i], "{\"shut\":", 8) && strstr(s->got[i], key)) last = "shut";
    }
    return last;
}

static void the_lobby(void **unused) {
    (void)unused;
    begin();
    person ada = enters("Ada"), bruno = enters("Bruno");
    fake_socket *s = come(NULL);
    assert_int_equal(listed(s), 0);
    int n = s->n;
    makes(&ada, "'game':'dead-drop','seats':3,'public':false");
    fake_pass(1000);
    assert_int_equal(s->n, n); /* nobody's business */
    makes(&ada, "'game':'dead-drop','seats':3,'clock':'move','time':60000");
    fake_pass(200);
    assert_string_equal(lobby_news(s, n), "open");
    const json_t *open = heard(s, "open");
    assert_string_equal(text_in(open, "game"), "dead-drop");
    assert_string_equal(text_in(open, "phase"), "waiting");
    assert_int_equal(number_in(open, "time"), 60000);
    assert_null(json_object_get(open, "you"));
    assert_int_equal(listed(s), 1);
    n = s->n;
    sits(&ada, 0, NULL);
    fake_pass(199);
    fake_pass(1);
    assert_string_equal(lobby_news(s, n), "open");
    n = s->n;
    ask(ada.s, "{'do':'start'}"); /* can be looked on */
    fake_pass(200);
    assert_string_equal(lobby_news(s, n), "open");
    assert_string_equal(text_in(heard(s, "open"), "phase"), "playing");
    assert_int_equal(listed(s), 1);
    n = s->n;
    goes(&ada); /* nobody is there any more */
    fake_pass(200);
    assert_int_equal(listed(s), 0);
    assert_string_equal(lobby_news(s, n), "shut");
    n = s->n;
    comes_back(&ada);
    watches(&ada);
    fake_pass(200);
    assert_string_equal(lobby_news(s, n), "open");
    n = s->n;
    ask(ada.s, "{'do':'vote','vote':'end'}");
    fake_pass(200);
    assert_string_equal(lobby_news(s, n), "shut");
    assert_int_equal(listed(s), 0);
    ask(s, "{'do':'watch','table':'%s'}", key); /* who is at a table is not in the lobby */
    n = s->n;
    makes(&bruno, "'game':'sentient'");
    fake_pass(1000);
    assert_string_equal(lobby_news(s, n), "");
    open_again();
    assert_int_equal(listed(come(NULL)), 1);
    end();
}

static void who_is_here(void **unused) {
    (void)unused;
    begin();
    person ada = enters("Ada"), bruno = enters("Bruno");
    makes(&ada, "'game':'dead-drop','seats':3");
    sits(&ada, 2, NULL);
    watches(&bruno);
    assert_int_equal(number_in(heard(ada.s, "here") ? answer : NULL, "onlookers"), 1);
    assert_true(json_is_true(json_array_get(heard(ada.s, "here"), 2)));
    assert_true(json_is_false(json_array_get(heard(ada.s, "here"), 0)));
    goes(&bruno);
    assert_int_equal(number_in(heard(ada.s, "here") ? answer : NULL, "onlookers"), 0);
    end();
}

/* Somebody looks on, and only then says who he is. */
static void entering_at_a_table(void **unused) {
    (void)unused;
    begin();
    person ada = enters("Ada");
    makes(&ada, "'game':'dead-drop','seats':3");
    sits(&ada, 1, NULL);
    fake_socket *s = come(NULL);
    ask(s, "{'do':'watch','table':'%s'}", key);
    ask(s, "{'do':'enter','token':'%s'}", ada.token);
    ask(s, "{'do':'nonce','nonce':'aa'}"); /* sits there */
    end();
}

/* ---- records ------------------------------------------------------------------------------------------------------------------------ */

static void records_can_be_read(void **unused) {
    static record r;
    fault why;
    size_t size;
    (void)unused;
    begin();
    person ada = with_bots("dead-drop", "'seats':3,'options':{'rounds':1},'bot':'random'");
    assert_null(house_record(fake.h, key, &size, &why));
    assert_string_equal(why.say, "table.not-over");
    assert_null(house_record(fake.h, "aaaaaaaaaaaaaaaa", &size, &why));
    assert_string_equal(why.say, "house.no-table");
    assert_null(house_record(fake.h, "../../etc/passwd", &size, &why));
    for (int i = 0; i < 50; i++)
        fake_pass(600);
    goes(&ada);
    fake_pass(300 * 1000); /* it is not in memory */
    assert_null(the_table());
    char *words = house_record(fake.h, key, &size, &why);
    assert_non_null(words);
    assert_true(record_read(&r, NULL, "x", words, size, true, &why));
    assert_string_equal(r.seat[0].name, "Ada");
    free(words);
    end();
}

/* A deck as the text of a JSON string. */
static const char *deck_named(const char *name) {
    static char out[2 * GM_MAX_FILE];
    const gm_file *f = gm_shipped;
    text t = text_on(out, sizeof out);
    while (strcmp(f->name, name))
        f++;
    for (size_t i = 0; i < f->size; i++)
        if (f->text[i] == '\n')
            text_put(&t, "\\n");
        else if (f->text[i] != '\'')
            text_char(&t, f->text[i]);
    return out;
}

/* Whatever a deck is called, its game has a record that can be read. */
static void records_with_odd_names(void **unused) {
    static record r;
    static const char *const names[] = {"my deck.csv", "Zażółć.csv", "",  " ",
                                        "a\\nb",       "a\\u0022b",  "-", "..."};
    fault why;
    size_t size;
    (void)unused;
    begin_with(&fake_store);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        person ada = enters("Ada");
        ask(ada.s,
            "{'do':'make','game':'dead-drop','seats':3,'options':{'rounds':1},"
            "'decks':[{'name':'%s','text':'%s'}]}",
            names[i], deck_named("dead-drop.csv"));
        memcpy(key, text_in(answer, "table"), sizeof key);
        sits(&ada, 0, NULL);
        ask(ada.s, "{'do':'start'}");
        ask(ada.s, "{'do':'leave'}");
        for (int t = 0; t < 50; t++)
            fake_pass(600);
        char *words = house_record(fake.h, key, &size, &why);
        assert_non_null(words);
        if (!record_read(&r, NULL, "x", words, size, true, &why))
            fail_msg("%s: %s in line %d", names[i], why.say, why.line);
        free(words);
    }
    end();
}

/* ---- headers ------------------------------------------------------------------------------------------------------------------------ */

#define TOKEN "0123456789012345678901234567890123456789012"

static void tokens_in_headers(void **unused) {
    char out[HOUSE_TOKEN + 1];
    (void)unused;
    assert_null(http_token(NULL, NULL, out));
    assert_string_equal(http_token("Bearer " TOKEN, NULL, out), TOKEN);
    assert_string_equal(http_token(NULL, "safehouse=" TOKEN, out), TOKEN);
    assert_string_equal(http_token("Basic x", "a=b; safehouse=" TOKEN "; c=d", out), TOKEN);
    assert_string_equal(http_token(NULL, "notsafehouse=x;safehouse=" TOKEN, out), TOKEN);
    assert_null(http_token(NULL, "notsafehouse=" TOKEN, out));
    assert_null(http_token("Bearer " TOKEN "3", NULL, out));
    assert_null(http_token("Bearer x", "safehouse=" TOKEN, out)); /* who says who it is means it */
    assert_null(http_token(NULL, "safehouse=; x=" TOKEN, out));
    assert_null(http_token("", "", out));
}

static void origins_and_addresses(void **unused) {
    char out[HTTP_ADDRESS_SIZE];
    (void)unused;
    assert_true(http_accepts_coding("br", "br"));
    assert_true(http_accepts_coding("gzip, deflate,br , zstd", "br"));
    assert_false(http_accepts_coding(NULL, "br"));
    assert_false(http_accepts_coding("", "br"));
    assert_false(http_accepts_coding("gzip, brr, b, br;q=0,", "br"));
    assert_true(http_origin_allowed(NULL, NULL, "https://x.org"));
    assert_true(http_origin_allowed("https://x.org", NULL, "https://x.org"));
    assert_true(http_origin_allowed("http://127.0.0.1:7447", "127.0.0.1:7447", "https://x.org"));
    assert_false(http_origin_allowed("https://evil.org", "x.org", "https://x.org"));
    assert_false(http_origin_allowed("https://x.org.evil.org", "x.org", "https://x.org"));
    assert_false(http_origin_allowed("null", "null", "https://x.org"));
    assert_false(http_origin_allowed("https://x.org", NULL, "https://x.orgy"));
    http_client_address(NULL, "192.0.2.7", out);
    assert_string_equal(out, "192.0.2.7");
    http_client_address("10.0.0.1, 192.0.2.8", "127.0.0.1", out);
    assert_string_equal(out, "192.0.2.8");
    http_client_address("192.0.2.9", "127.0.0.1", out);
    assert_string_equal(out, "192.0.2.9");
    http_client_address(NULL, "2001:db8:1:2:3:4:5:6", out);
    assert_string_equal(out, "2001:db8:1:2::");
    http_client_address(NULL, "::ffff:192.0.2.7", out);
    assert_string_equal(out, "::ffff:192.0.2.7");
}

static void numbers_for_an_operator(void **unused) {
    static char words[16384];
    (void)unused;
    begin();
    person ada = enters("Ada");
    makes(&ada, "'game':'dead-drop','seats':3");
    has_metric("guests 1");
    has_metric("tables_loaded 1");
    has_metric("tables_timed 0");
    has_metric("people 1");
    has_metric("store_waiting 0");
    text t = text_on(words, sizeof words);
    house_metrics(fake.h, &t);
    assert_null(strstr(words, key));
    assert_null(strstr(fake.log, key)); /* who has it may sit down */
    assert_null(strstr(fake.log, "Ada"));
    end();
}

/* ---- all of them ---------------------------------------------------------------------------------------------------------------------- */

static int make_folder(void **unused) {
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entering),
        cmocka_unit_test(codes_are_good_once),
        cmocka_unit_test(so_many_messages),
        cmocka_unit_test(so_large_messages),
        cmocka_unit_test(so_many_guests),
        cmocka_unit_test(so_many_new_things),
        cmocka_unit_test(so_many_rematches),
        cmocka_unit_test(so_much_unread),
        cmocka_unit_test(so_many_lines),
        cmocka_unit_test(what_is_agreed),
        cmocka_unit_test(tables_start_by_themselves),
        cmocka_unit_test(sitting_and_rising),
        cmocka_unit_test(words_do_not_slip_in),
        cmocka_unit_test(onlookers_may_be_unwelcome),
        cmocka_unit_test(what_is_said),
        cmocka_unit_test(who_has_got_up_has_a_name),
        cmocka_unit_test(a_code_brings_the_muted_along),
        cmocka_unit_test(clocks_run_out),
        cmocka_unit_test(clocks_run_out_where_nobody_looks),
        cmocka_unit_test(tables_read_in_passing_go_again),
        cmocka_unit_test(bots_answer_after_a_while),
        cmocka_unit_test(slow_thoughts),
        cmocka_unit_test(thinking_changes_nothing),
        cmocka_unit_test(taking_back_voids_thoughts),
        cmocka_unit_test(thoughts_after_the_end),
        cmocka_unit_test(once_more),
        cmocka_unit_test(tables_are_dropped_and_come_back),
        cmocka_unit_test(tables_that_wait_are_forgotten),
        cmocka_unit_test(new_tables_outlive_an_old_house),
        cmocka_unit_test(waiting_outlives_an_opening),
        cmocka_unit_test(everything_is_as_before),
        cmocka_unit_test(bots_think_again),
        cmocka_unit_test(what_was_missed),
        cmocka_unit_test(much_was_missed),
        cmocka_unit_test(nothing_is_told_early),
        cmocka_unit_test(no_record_is_told_early),
        cmocka_unit_test(a_broken_store),
        cmocka_unit_test(a_crash_at_any_moment),
        cmocka_unit_test(the_lobby),
        cmocka_unit_test(who_is_here),
        cmocka_unit_test(entering_at_a_table),
        cmocka_unit_test(records_can_be_read),
        cmocka_unit_test(records_with_odd_names),
        cmocka_unit_test(tokens_in_headers),
        cmocka_unit_test(origins_and_addresses),
        cmocka_unit_test(numbers_for_an_operator),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
