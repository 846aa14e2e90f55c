/* The house without a network: people, tables, talk, the lobby, records.  The tests act
 * only through messages, and they move the clock themselves. */
#include "tests/unit/house.h"

#include "house/http_headers.h"
#include "kit/order.h"
#include "kit/record.h"

/* ---- people ---------------------------------------------------------------------------------------------------- */

static void entering_by_name_and_token(void **unused) {
    (void)unused;
    open_house();
    fake_socket *s = connect_with(NULL);
    assert_string_equal(s->got[0], "{\"house\":\"safehouse\",\"protocol\":1,\"you\":null}");
    assert_refused(s, "house.stranger", "{'do':'make','game':'sentient'}");
    assert_refused(s, "house.stranger", "{'do':'move','id':1,'move':'x'}");
    assert_refused(s, "house.stranger", "{'do':'mine'}");
    assert_refused(s, "house.field", "{'do':'dance'}");
    assert_refused(s, "house.field", "{'done':1}");
    assert_refused(s, "house.field", "{'do':'enter'}");
    assert_refused(s, "house.name", "{'do':'enter','name':''}");
    assert_refused(s, "house.name", "{'do':'enter','name':' Ada'}");
    assert_refused(s, "house.name", "{'do':'enter','name':'Ada '}");
    assert_refused(s, "house.name", "{'do':'enter','name':'A\\u001bda'}");
    assert_refused(s, "house.name", "{'do':'enter','name':'A\\u0085da'}");
    assert_refused(s, "house.name", "{'do':'enter','name':'1234567890123456789012345678901234567890'}");
    assert_refused(s, "house.token", "{'do':'enter','token':'bgbPUOKI'}");
    assert_refused(s, "house.token", "{'do':'enter','token':'0123456789012345678901234567890123456789012'}");
    assert_refused(s, "house.code", "{'do':'enter','code':'K7PA-9QXM-2BTC'}");
    ask(s, "{'do':'lang','lang':'pl'}");
    assert_refused(s, "house.field", "{'do':'lang','lang':'tlh'}");
    fake_send(s, "[1]", 3);
    assert_string_equal(json_string_value(latest_field(s, "error")), "house.json");
    fake_send(s, "{\"do\":", 6);
    fake_send(s, "{\"do\":1,\"do\":2}", 15);
    fake_send(s, "\xff", 1);
    fake_send(s, "", 0);
    assert_string_equal(json_string_value(latest_field(s, "error")), "house.json");
    assert_int_equal(s->code, 0);

    person ada = enter("Ada"), bruno = enter("Brunhilde-Ż \\u2660 {0} % \\u0022\\\\");
    assert_int_equal(ada.person, 1);
    assert_int_equal(bruno.person, 2);
    assert_int_equal(strlen(ada.token), HOUSE_TOKEN);
    assert_refused(ada.s, "house.entered", "{'do':'enter','name':'Eve'}");
    const json_t *you = json_object_get(ask(s, "{'do':'enter','token':'%s'}", bruno.token), "you");
    assert_string_equal(text_in(you, "name"), bruno.name);
    assert_null(json_object_get(you, "token"));
    ask(ada.s, "{'do':'name','name':'Ada L.'}");
    disconnect(&ada);
    reconnect(&ada);
    assert_string_equal(
        ada.s->got[0], "{\"house\":\"safehouse\",\"protocol\":1,\"you\":{\"person\":1,\"name\":\"Ada L.\"}}");
    assert_true(fake_knows(ada.token, &(fault){0}));
    assert_false(fake_knows("0123456789012345678901234567890123456789012", &(fault){0}));
    assert_false(fake_knows("", &(fault){0}));
    reopen_house();
    reconnect(&ada);
    assert_int_equal(number_in(latest_field(ada.s, "you"), "person"), 1);
    assert_int_equal(enter("Celina").person, 3);
    close_house();
}

static void codes_are_valid_once(void **unused) {
    (void)unused;
    open_house();
    person ada = enter("Ada");
    char code[32];
    const json_t *c = ask(ada.s, "{'do':'code'}");
    snprintf(code, sizeof code, "%s", text_in(c, "code"));
    assert_int_equal(strlen(code), HOUSE_CODE);
    assert_non_null(strstr(text_in(c, "link"), code));
    fake_socket *s = connect_with(NULL), *t = connect_with(NULL);
    const json_t *you = json_object_get(ask(s, "{'do':'enter','code':'%s'}", code), "you");
    assert_int_equal(number_in(you, "person"), ada.person);
    assert_int_equal(json_string_length(json_object_get(you, "token")), HOUSE_TOKEN);
    assert_string_not_equal(text_in(you, "token"), ada.token);
    assert_refused(t, "house.code", "{'do':'enter','code':'%s'}", code);
    snprintf(code, sizeof code, "%s", text_in(ask(ada.s, "{'do':'code'}"), "code"));
    fake_advance(HOUSE_CODE_LIFE * 1000);
    assert_refused(t, "house.code", "{'do':'enter','code':'%s'}", code);
    snprintf(code, sizeof code, "%s", text_in(ask(ada.s, "{'do':'code'}"), "code"));
    fake_advance(HOUSE_CODE_LIFE * 1000 - 1000);
    ask(t, "{'do':'enter','code':'%s'}", code);
    close_house();
}

/* ---- tables --------------------------------------------------------------------------------------------------------------- */

static void fields_of_a_new_table(void **unused) {
    (void)unused;
    open_house();
    person ada = enter("Ada");
    assert_refused(ada.s, "house.field", "{'do':'make'}");
    assert_refused(ada.s, "house.field", "{'do':'make','game':'sentient','seat':3}");
    assert_refused(ada.s, "house.field", "{'do':'make','game':'sentient','seats':9}");
    assert_refused(ada.s, "house.field", "{'do':'make','game':'sentient','clock':'sand'}");
    assert_refused(ada.s, "house.field", "{'do':'make','game':'sentient','clock':'move','time':999}");
    assert_refused(ada.s, "house.field", "{'do':'make','game':'sentient','bot':'genius'}");
    assert_refused(ada.s, "house.field", "{'do':'make','game':'sentient','public':1}");
    assert_refused(ada.s, "house.field", "{'do':'make','game':'inside-job','options':[1]}");
    assert_refused(ada.s, "house.field", "{'do':'make','game':'inside-job','options':{'risk':true}}");
    assert_refused(ada.s, "house.field", "{'do':'make','game':'inside-job','decks':[{'name':'x'}]}");
    assert_refused(ada.s, "house.field", "{'do':'make','game':'inside-job','decks':[1,2,3,4]}");
    assert_refused(
        ada.s, "house.field",
        "{'do':'make','game':'inside-job','decks':[{'name':'x','text':'','more':'than is allowed'}]}");
    make_table(&ada, "'game':'dead-drop','seats':3,'options':{'rounds':2},'clock':'game','host':77");
    const json_t *agreed = json_object_get(watch(&ada), "agreed");
    assert_int_equal(number_in(agreed, "host"), ada.person); /* whatever the request says */
    assert_null(json_object_get(agreed, "before"));
    assert_true(json_is_true(json_object_get(answer, "host")));
    assert_string_equal(text_in(answer, "table"), key);
    char link[64];
    snprintf(link, sizeof link, "https://house.example/t/%s", key);
    assert_string_equal(text_in(answer, "link"), link);
    assert_refused(ada.s, "house.no-table", "{'do':'watch','table':'aaaaaaaaaaaaaaaa'}");
    assert_refused(ada.s, "house.no-table", "{'do':'watch','table':'%%'}");
    close_house();
}

static void tables_start_by_themselves(void **unused) {
    (void)unused;
    open_house();
    person ada = enter("Ada"), bruno = enter("Bruno");
    assert_refused(ada.s, "house.no-table-yet", "{'do':'sit','seat':0}");
    assert_refused(ada.s, "house.no-table-yet", "{'do':'start'}");
    make_table(&ada, "'game':'dead-drop','seats':3");
    sit(&ada, 0, "aa");
    assert_refused(ada.s, "house.seated", "{'do':'sit','seat':1}");
    watch(&bruno);
    assert_refused(bruno.s, "table.taken", "{'do':'sit','seat':0}");
    assert_refused(bruno.s, "table.not-yours", "{'do':'nonce','nonce':'bb'}");
    assert_refused(bruno.s, "table.not-host", "{'do':'bot','seat':2,'bot':'random'}");
    ask(ada.s, "{'do':'bot','seat':2,'bot':'random'}");
    sit(&bruno, 1, NULL);
    assert_int_equal(loaded_table()->t.phase, TABLE_WAITING);
    assert_int_equal(count_events(bruno.s, "start", true), 0);
    ask(bruno.s, "{'do':'nonce','nonce':'bb'}");
    assert_int_equal(loaded_table()->t.phase, TABLE_PLAYING);
    assert_int_equal(count_events(bruno.s, "start", true), 1);
    assert_int_equal(count_events(ada.s, "start", true), 1);
    close_house();
}

/* A person who sits down or rises is sent the whole table again, from the new place. */
static void sitting_and_rising_send_the_table(void **unused) {
    (void)unused;
    open_house();
    person ada = enter("Ada"), bruno = enter("Bruno");
    make_table(&ada, "'game':'dead-drop','seats':3");
    watch(&bruno);
    assert_string_equal(text_in(json_object_get(answer, "view"), "you"), "room");
    const json_t *t = ask(bruno.s, "{'do':'sit','seat':1}");
    assert_int_equal(number_in(json_object_get(t, "view"), "you"), 1);
    assert_string_equal(text_in(ask(bruno.s, "{'do':'mine'}"), "x"), "");
    assert_int_equal(json_array_size(json_object_get(answer, "mine")), 1);
    assert_int_equal(count_events(ada.s, "seat", false), 1);
    t = ask(bruno.s, "{'do':'rise'}");
    assert_string_equal(text_in(json_object_get(t, "view"), "you"), "room");
    ask(bruno.s, "{'do':'sit','seat':2}");
    ask(ada.s, "{'do':'remove','seat':2}");
    assert_string_equal(text_in(json_object_get(latest_with(bruno.s, "table"), "view"), "you"), "room");
    assert_refused(bruno.s, "table.removed", "{'do':'sit','seat':2}");
    assert_int_equal(json_array_size(json_object_get(ask(bruno.s, "{'do':'mine'}"), "mine")), 0);
    close_house();
}

/* No field of a request can bring extra words into a line of the journal. */
static void requests_cannot_inject_words(void **unused) {
    (void)unused;
    open_house();
    person ada = enter("Ada");
    make_table(&ada, "'game':'dead-drop','seats':3");
    assert_refused(ada.s, "house.field", "{'do':'sit','seat':'0 Bruno and'}");
    assert_refused(ada.s, "house.field", "{'do':'sit','seat':'0 '}");
    assert_refused(ada.s, "house.field", "{'do':'bot','seat':'1 random','bot':''}");
    sit(&ada, 0, NULL);
    ask(ada.s, "{'do':'start'}");
    assert_refused(ada.s, "house.field", "{'do':'move','id':'1 drop','move':'7'}");
    assert_refused(ada.s, "table.talk", "{'do':'say','text':'one\\n2 3 start'}");
    close_house();
}

static void spectators_are_sent_away_at_the_start(void **unused) {
    (void)unused;
    open_house();
    person ada = enter("Ada"), bruno = enter("Bruno"), cleo = enter("Cleo");
    make_table(&ada, "'game':'dead-drop','seats':3,'onlookers':false");
    watch(&bruno), watch(&cleo);
    sit(&ada, 0, NULL);
    sit(&cleo, 1, NULL);
    ask(ada.s, "{'do':'start'}");
    assert_non_null(latest_field(bruno.s, "gone"));
    assert_null(latest_field(cleo.s, "gone"));
    assert_refused(bruno.s, "house.no-table-yet", "{'do':'say','text':'hello'}");
    assert_refused(bruno.s, "house.closed", "{'do':'watch','table':'%s'}", key);
    int before = bruno.s->n;
    ask(ada.s, "{'do':'say','text':'hello'}");
    assert_int_equal(bruno.s->n, before);
    watch(&cleo);
    close_house();
}

/* ---- talk ------------------------------------------------------------------------------------------------------------------- */

static void talk_and_muting(void **unused) {
    (void)unused;
    open_house();
    person ada = enter("Ada"), bruno = enter("Bruno");
    make_table(&ada, "'game':'dead-drop','seats':3");
    sit(&ada, 0, NULL);
    watch(&bruno);
    ask(bruno.s, "{'do':'say','text':'hello \\u0022you\\u0022'}");
    const json_t *e = json_array_get(latest_field(ada.s, "events"), 0);
    assert_string_equal(text_in(e, "text"), "hello \"you\"");
    assert_string_equal(text_in(e, "name"), "Bruno");
    assert_string_equal(text_in(e, "who"), "room");
    ask(ada.s, "{'do':'mute','person':%d}", bruno.person);
    int before = count_events(ada.s, "say", true), others = count_events(bruno.s, "say", true);
    ask(bruno.s, "{'do':'say','text':'hello?'}");
    assert_int_equal(count_events(ada.s, "say", true), before);
    assert_int_equal(count_events(bruno.s, "say", true), others + 1);
    assert_int_equal(json_array_size(json_object_get(watch(&ada), "talk")), 0);
    assert_int_equal(json_array_size(json_object_get(watch(&bruno), "talk")), 2);
    disconnect(&ada);
    reconnect(&ada); /* the mute is kept */
    assert_int_equal(json_array_size(json_object_get(watch(&ada), "talk")), 0);
    ask(ada.s, "{'do':'unmute','person':%d}", bruno.person);
    assert_int_equal(json_array_size(json_object_get(watch(&ada), "talk")), 2);
    for (int i = 0; i < 60; i++)
        ask(ada.s, "{'do':'say','text':'%d'}", i);
    const json_t *talk = json_object_get(watch(&bruno), "talk");
    assert_int_equal(json_array_size(talk), 50);
    assert_string_equal(text_in(json_array_get(talk, 49), "text"), "59");
    assert_string_equal(text_in(json_array_get(talk, 0), "text"), "10");
    assert_refused(ada.s, "house.field", "{'do':'mute','person':0}");
    assert_refused(ada.s, "table.talk", "{'do':'report','text':''}");
    ask(ada.s, "{'do':'report','text':'rude'}");
    assert_non_null(strstr(fake.log, "\"what\":\"report\""));
    close_house();
}

/* Talk keeps the name of its speaker after the speaker has risen. */
static void talk_keeps_the_speakers_name(void **unused) {
    (void)unused;
    open_house();
    person ada = enter("Ada"), bruno = enter("Bruno");
    make_table(&ada, "'game':'dead-drop','seats':3");
    sit(&bruno, 1, NULL);
    ask(bruno.s, "{'do':'say','text':'bye'}");
    ask(bruno.s, "{'do':'rise'}");
    const json_t *e = json_array_get(json_object_get(watch(&ada), "talk"), 0);
    assert_string_equal(text_in(e, "text"), "bye");
    assert_string_equal(text_in(e, "who"), "room");
    assert_string_equal(text_in(e, "name"), "Bruno");
    close_house();
}

/* A person has muted the same people on all devices. */
static void a_code_brings_the_mutes_along(void **unused) {
    char code[32];
    (void)unused;
    open_house();
    person ada = enter("Ada"), bruno = enter("Bruno");
    make_table(&ada, "'game':'dead-drop','seats':3");
    watch(&bruno);
    ask(ada.s, "{'do':'mute','person':%d}", bruno.person);
    ask(bruno.s, "{'do':'say','text':'hello?'}");
    snprintf(code, sizeof code, "%s", text_in(ask(ada.s, "{'do':'code'}"), "code"));
    fake_socket *s = connect_with(NULL);
    ask(s, "{'do':'enter','code':'%s'}", code);
    assert_int_equal(json_array_size(json_object_get(ask(s, "{'do':'watch','table':'%s'}", key), "talk")), 0);
    close_house();
}

/* ---- the lobby --------------------------------------------------------------------------------------------------------------------- */

static size_t count_listed(fake_socket *s) {
    return json_array_size(json_object_get(ask(s, "{'do':'lobby'}"), "lobby"));
}

/* The latest news in the lobby about the table since message n: "open", "shut", or "" if there was none. */
static const char *lobby_news(const fake_socket *s, int n) {
    const char *last = "";
    for (int i = n; i < s->n; i++) {
        if (!strncmp(s->got[i], "{\"open\":", 8) && strstr(s->got[i], key)) last = "open";
        if (!strncmp(s->got[i], "{\"shut\":", 8) && strstr(s->got[i], key)) last = "shut";
    }
    return last;
}

static void the_lobby_lists_public_tables(void **unused) {
    (void)unused;
    open_house();
    person ada = enter("Ada"), bruno = enter("Bruno");
    fake_socket *s = connect_with(NULL);
    assert_int_equal(count_listed(s), 0);
    int n = s->n;
    make_table(&ada, "'game':'dead-drop','seats':3,'public':false");
    fake_advance(1000);
    assert_int_equal(s->n, n); /* private tables are not listed */
    make_table(&ada, "'game':'dead-drop','seats':3,'clock':'move','time':60000");
    fake_advance(200);
    assert_string_equal(lobby_news(s, n), "open");
    const json_t *open = latest_field(s, "open");
    assert_string_equal(text_in(open, "game"), "dead-drop");
    assert_string_equal(text_in(open, "phase"), "waiting");
    assert_int_equal(number_in(open, "time"), 60000);
    assert_null(json_object_get(open, "you"));
    assert_int_equal(count_listed(s), 1);
    n = s->n;
    sit(&ada, 0, NULL);
    fake_advance(199);
    fake_advance(1);
    assert_string_equal(lobby_news(s, n), "open");
    n = s->n;
    watch(&bruno);
    sit(&bruno, 1, NULL);
    ask(ada.s, "{'do':'start'}"); /* the table stays listed, for spectators */
    fake_advance(200);
    assert_string_equal(lobby_news(s, n), "open");
    assert_string_equal(text_in(latest_field(s, "open"), "phase"), "playing");
    assert_int_equal(count_listed(s), 1);
    n = s->n;
    disconnect(&bruno);
    disconnect(&ada); /* now nobody is at the table */
    fake_advance(200);
    assert_int_equal(count_listed(s), 0);
    assert_string_equal(lobby_news(s, n), "shut");
    n = s->n;
    reconnect(&ada);
    watch(&ada);
    fake_advance(200);
    assert_string_equal(lobby_news(s, n), "open");
    n = s->n;
    reconnect(&bruno);
    watch(&bruno);
    ask(bruno.s, "{'do':'vote','vote':'end'}");
    ask(ada.s, "{'do':'vote','vote':'end'}");
    fake_advance(200);
    assert_string_equal(lobby_news(s, n), "shut");
    assert_int_equal(count_listed(s), 0);
    n = s->n;
    make_table(&ada, "'game':'dead-drop','seats':3");
    sit(&ada, 0, NULL);
    fake_advance(200);
    assert_string_equal(lobby_news(s, n), "open");
    ask(ada.s, "{'do':'start'}"); /* against bots alone: nobody else is told */
    fake_advance(200);
    assert_string_equal(lobby_news(s, n), "shut");
    assert_int_equal(count_listed(s), 0);
    ask(s, "{'do':'watch','table':'%s'}", key); /* a guest at a table hears no news of the lobby */
    n = s->n;
    make_table(&bruno, "'game':'sentient'");
    fake_advance(1000);
    assert_string_equal(lobby_news(s, n), "");
    reopen_house();
    assert_int_equal(count_listed(connect_with(NULL)), 1);
    close_house();
}

static void presence_and_spectators(void **unused) {
    (void)unused;
    open_house();
    person ada = enter("Ada"), bruno = enter("Bruno");
    make_table(&ada, "'game':'dead-drop','seats':3");
    sit(&ada, 2, NULL);
    watch(&bruno);
    assert_int_equal(number_in(latest_with(ada.s, "here"), "onlookers"), 1);
    assert_true(json_is_true(json_array_get(latest_field(ada.s, "here"), 2)));
    assert_true(json_is_false(json_array_get(latest_field(ada.s, "here"), 0)));
    disconnect(&bruno);
    assert_int_equal(number_in(latest_with(ada.s, "here"), "onlookers"), 0);
    close_house();
}

/* A spectator who enters with the token of a player has the player's seat. */
static void entering_at_a_table(void **unused) {
    (void)unused;
    open_house();
    person ada = enter("Ada");
    make_table(&ada, "'game':'dead-drop','seats':3");
    sit(&ada, 1, NULL);
    fake_socket *s = connect_with(NULL);
    ask(s, "{'do':'watch','table':'%s'}", key);
    ask(s, "{'do':'enter','token':'%s'}", ada.token);
    ask(s, "{'do':'nonce','nonce':'aa'}"); /* only a seated player may do this */
    close_house();
}

/* ---- records ------------------------------------------------------------------------------------------------------------------------ */

static void records_can_be_read(void **unused) {
    static record r;
    fault why;
    size_t size;
    (void)unused;
    open_house();
    person ada = start_bots_only("'game':'dead-drop','seats':3,'options':{'rounds':1},'bot':'random'");
    assert_null(fake_record(key, &size, &why));
    assert_string_equal(why.say, "table.not-over");
    assert_null(fake_record("aaaaaaaaaaaaaaaa", &size, &why));
    assert_string_equal(why.say, "house.no-table");
    assert_null(fake_record("../../etc/passwd", &size, &why));
    for (int i = 0; i < 50; i++)
        fake_advance(600);
    disconnect(&ada);
    fake_advance(300 * 1000); /* the table is dropped from memory */
    assert_null(loaded_table());
    char *record_text = fake_record(key, &size, &why);
    assert_non_null(record_text);
    assert_true(record_read(&r, NULL, "x", record_text, size, true, &why));
    assert_string_equal(r.seat[0].name, "Ada");
    free(record_text);
    close_house();
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

/* Whatever name a deck has, the record of its game can be read. */
static void records_with_odd_names(void **unused) {
    static record r;
    static const char *const names[] = {"my deck.csv", "Zażółć.csv", "",  " ",
                                        "a\\nb",       "a\\u0022b",  "-", "..."};
    fault why;
    size_t size;
    (void)unused;
    open_house_with(&fake_store);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        person ada = enter("Ada");
        ask(ada.s,
            "{'do':'make','game':'dead-drop','seats':3,'options':{'rounds':1},"
            "'decks':[{'name':'%s','text':'%s'}]}",
            names[i], deck_named("dead-drop.csv"));
        memcpy(key, text_in(answer, "table"), sizeof key);
        sit(&ada, 0, NULL);
        ask(ada.s, "{'do':'start'}");
        ask(ada.s, "{'do':'leave'}");
        for (int t = 0; t < 50; t++)
            fake_advance(600);
        char *record_text = fake_record(key, &size, &why);
        assert_non_null(record_text);
        if (!record_read(&r, NULL, "x", record_text, size, true, &why))
            fail_msg("%s: %s in line %d", names[i], why.say, why.line);
        free(record_text);
    }
    close_house();
}

/* ---- headers ------------------------------------------------------------------------------------------------------------------------ */

#define TOKEN "0123456789012345678901234567890123456789012"

static void tokens_in_http_headers(void **unused) {
    char out[HOUSE_TOKEN + 1];
    (void)unused;
    assert_null(http_token(NULL, NULL, out));
    assert_string_equal(http_token("Bearer " TOKEN, NULL, out), TOKEN);
    assert_string_equal(http_token(NULL, "safehouse=" TOKEN, out), TOKEN);
    assert_string_equal(http_token("Basic x", "a=b; safehouse=" TOKEN "; c=d", out), TOKEN);
    assert_string_equal(http_token(NULL, "notsafehouse=x;safehouse=" TOKEN, out), TOKEN);
    assert_null(http_token(NULL, "notsafehouse=" TOKEN, out));
    assert_null(http_token("Bearer " TOKEN "3", NULL, out));
    /* A bad token in the header is not replaced by the cookie. */
    assert_null(http_token("Bearer x", "safehouse=" TOKEN, out));
    assert_null(http_token(NULL, "safehouse=; x=" TOKEN, out));
    assert_null(http_token("", "", out));
}

static const char *const none[] = {"http://localhost:7447", NULL}, *const urls[] = {
                                                                       "https://play.example.org",
                                                                       "http://Den.lan:7447", NULL};

static void hosts_that_are_known(void **unused) {
    static const char *const good[] = {"localhost",      "localhost:7447", "LOCALHOST:1", "a.localhost:7447",
                                       "192.168.1.7",    "10.0.0.1:7447",  "[::1]:7447",  "[fe80::1]",
                                       "127.0.0.1:7447", "pi.local:7447"},
                             *const bad[] = {"evil.example",
                                             "evil.example:7447",
                                             "notlocalhost",
                                             "notlocal",
                                             "pi.local.evil.example",
                                             "localhost.evil.example",
                                             "127.0.0.1.evil.example",
                                             "1.2.3.4.5",
                                             "",
                                             "[::1",
                                             "::1",
                                             "0x7f.1",
                                             "2130706433"};
    (void)unused;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!http_host_known(good[i], none)) fail_msg("%s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (http_host_known(bad[i], none)) fail_msg("%s", bad[i]);
    assert_true(http_host_known("play.example.org", urls));
    assert_true(http_host_known("den.lan:7447", urls));
    assert_false(http_host_known("den.lan", urls));
    assert_false(http_host_known("play.example.org", none));
    assert_false(http_host_known(NULL, urls));
}

static void origins_that_are_allowed(void **unused) {
    (void)unused;
    assert_true(http_origin_allowed(NULL, "evil.example", none)); /* a program */
    assert_true(http_origin_allowed("http://localhost:7447", "localhost:7447", none));
    assert_true(
        http_origin_allowed("http://192.168.1.7:7447", "192.168.1.7:7447", none)); /* a phone nearby */
    assert_true(http_origin_allowed("http://192.168.1.7:7447", "192.168.1.7:7447", urls));
    assert_false(http_origin_allowed("http://192.168.1.7:7447", "192.168.1.8:7447", none));
    assert_false(
        http_origin_allowed("http://evil.example:7447", "evil.example:7447", none)); /* its DNS leads here */
    assert_false(http_origin_allowed("http://evil.example:7447", "evil.example:7447", urls));
    assert_false(http_origin_allowed("http://evil.example", "localhost:7447", none));
    assert_false(http_origin_allowed("null", "localhost:7447", none));
    assert_true(
        http_origin_allowed("https://play.example.org", "127.0.0.1:7447", urls)); /* a proxy names itself */
    assert_true(http_origin_allowed("http://den.lan:7447", "den.lan:7447", urls));
    assert_false(http_origin_allowed("https://play.example.org", "127.0.0.1:7447", none));
}

static void metrics_are_not_for_everybody(void **unused) {
    (void)unused;
    assert_true(http_is_trusted(NULL, NULL, "127.0.0.1", "localhost:7447", false, none));
    assert_true(http_is_trusted(NULL, NULL, "::1", "[::1]:7447", false, none));
    assert_true(http_is_trusted(NULL, NULL, "::ffff:127.0.0.1", "127.0.0.1", false, none));
    assert_false(http_is_trusted(NULL, NULL, "192.168.1.7", "192.168.1.8:7447", false, none));
    assert_false(http_is_trusted(NULL, NULL, "127.0.0.1", "localhost:7447", true, none)); /* a proxy */
    assert_false(http_is_trusted(NULL, NULL, "127.0.0.1", "evil.example", false, none));
    assert_false(http_is_trusted(NULL, NULL, "127.0.0.1", NULL, false, none));
    assert_true(
        http_is_trusted("0123456789abcdef", "Bearer 0123456789abcdef", "192.0.2.7", NULL, true, urls));
    assert_false(http_is_trusted("0123456789abcdef", "Bearer 0123456789abcdee", "127.0.0.1", "localhost",
                                 false, urls));
    assert_false(http_is_trusted("0123456789abcdef", NULL, "127.0.0.1", "localhost", false, urls));
}

static void codings_origins_and_addresses(void **unused) {
    static const char *const one[] = {"https://x.org", NULL};
    char out[HTTP_ADDRESS_SIZE];
    (void)unused;
    assert_true(http_accepts_coding("br", "br"));
    assert_true(http_accepts_coding("gzip, deflate,br , zstd", "br"));
    assert_false(http_accepts_coding(NULL, "br"));
    assert_false(http_accepts_coding("", "br"));
    assert_false(http_accepts_coding("gzip, brr, b, br;q=0,", "br"));
    assert_true(http_origin_allowed(NULL, NULL, one));
    assert_true(http_origin_allowed("https://x.org", NULL, one));
    assert_true(http_origin_allowed("http://127.0.0.1:7447", "127.0.0.1:7447", one));
    assert_false(http_origin_allowed("https://evil.org", "x.org", one));
    assert_false(http_origin_allowed("https://x.org.evil.org", "x.org", one));
    assert_false(http_origin_allowed("null", "null", one));
    assert_false(http_origin_allowed("https://x.or", NULL, one));
    assert_false(http_origin_allowed("https://x.orgy", NULL, one));
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

static void metrics_and_log(void **unused) {
    static char metrics[16384];
    (void)unused;
    open_house();
    person ada = enter("Ada");
    make_table(&ada, "'game':'dead-drop','seats':3");
    assert_metric("guests 1");
    assert_metric("tables_loaded 1");
    assert_metric("tables_timed 0");
    assert_metric("people 1");
    assert_metric("store_waiting 0");
    text t = text_on(metrics, sizeof metrics);
    house_metrics(fake.h, &t);
    assert_null(strstr(metrics, key));
    assert_null(strstr(fake.log, key)); /* anybody who knows the key may sit down */
    assert_null(strstr(fake.log, "Ada"));
    close_house();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entering_by_name_and_token),
        cmocka_unit_test(codes_are_valid_once),
        cmocka_unit_test(fields_of_a_new_table),
        cmocka_unit_test(tables_start_by_themselves),
        cmocka_unit_test(sitting_and_rising_send_the_table),
        cmocka_unit_test(requests_cannot_inject_words),
        cmocka_unit_test(spectators_are_sent_away_at_the_start),
        cmocka_unit_test(talk_and_muting),
        cmocka_unit_test(talk_keeps_the_speakers_name),
        cmocka_unit_test(a_code_brings_the_mutes_along),
        cmocka_unit_test(the_lobby_lists_public_tables),
        cmocka_unit_test(presence_and_spectators),
        cmocka_unit_test(entering_at_a_table),
        cmocka_unit_test(records_can_be_read),
        cmocka_unit_test(records_with_odd_names),
        cmocka_unit_test(tokens_in_http_headers),
        cmocka_unit_test(codings_origins_and_addresses),
        cmocka_unit_test(hosts_that_are_known),
        cmocka_unit_test(origins_that_are_allowed),
        cmocka_unit_test(metrics_are_not_for_everybody),
        cmocka_unit_test(metrics_and_log),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
