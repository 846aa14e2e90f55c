/* The house without a network: who one is, tables, talk, the lobby, records.  Everything goes through messages, and
 * time is the test's. */
#include "tests/unit/house.h"

#include "house/http_headers.h"
#include "kit/order.h"
#include "kit/record.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entering),
        cmocka_unit_test(codes_are_good_once),
        cmocka_unit_test(what_is_agreed),
        cmocka_unit_test(tables_start_by_themselves),
        cmocka_unit_test(sitting_and_rising),
        cmocka_unit_test(words_do_not_slip_in),
        cmocka_unit_test(onlookers_may_be_unwelcome),
        cmocka_unit_test(what_is_said),
        cmocka_unit_test(who_has_got_up_has_a_name),
        cmocka_unit_test(a_code_brings_the_muted_along),
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
