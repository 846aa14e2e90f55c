/* People in a house: their names, votes about each other, who may talk, codes and devices. */
#include "tests/unit/house.h"

#include "house/names.h"

/* ---- names ---------------------------------------------------------------------------------------------------- */

static void assert_name(const char *given, const char *read) {
    char name[RECORD_NAME];
    if (!house_read_name(given, name)) fail_msg("%s is no name", given);
    assert_string_equal(name, read);
    assert_true(house_names_alike(name, read));
    char again[RECORD_NAME]; /* it is what it will be */
    assert_true(house_read_name(name, again));
    assert_string_equal(again, name);
}

static void names_are_normalized(void **unused) {
    (void)unused;
    assert_name("Ada", "Ada");
    assert_name("Zoe\u0308", "Zo\u00eb");
    assert_name("\u1112\u1161\u11ab", "\ud55c"); /* Hangul, from its letters */
    assert_name("Ada \u00a0\u3000 L.", "Ada L.");
    assert_name("Ольга", "Ольга");
    assert_name("שרה", "שרה");
    assert_name("مريم", "مريم");
    assert_name("さくら", "さくら");
    assert_name("\u2764\ufe0f", "\u2764\ufe0f"); /* a red heart */
    assert_name("\U0001f1f5\U0001f1f1", "\U0001f1f5\U0001f1f1");
    assert_name("R2-D2 <b>{0}%", "R2-D2 <b>{0}%");
    assert_name("123456789012345678901234567890123456789", "123456789012345678901234567890123456789");
}

static void names_that_cannot_be_seen_are_refused(void **unused) {
    static const char *const bad[] = {
        "",
        " ",
        " Ada",
        "Ada ",
        "\u3000Ada",
        "A\nda",
        "A\xc2\x85",
        "A\u2028da",
        "A\u2029da",
        "Ada\u202egpj",  /* the rest from right to left */
        "\u2066Ada",     /* the rest apart */
        "Ada\u200b",     /* a space without width */
        "A\u00adda",     /* a hyphen that is not shown */
        "\ufeffAda",     /* a byte order mark */
        "\u3164",        /* blanks that count as letters */
        "A\u115f\u1160", /* the same */
        "\uffa0",        /* the same */
        "\u2800",        /* a Braille cell without dots */
        "\u0301",        /* a mark without a letter */
        "Ada \u0301",    /* the same */
        "Ada\u034f",     /* a mark that is not shown */
        "Ada\ufe0f",     /* the same, not in an emoji */
        "\ue000",        /* private use */
        "\U0010fffe",    /* never assigned */
        "\u0378",        /* not assigned yet */
        "\U000e0041",    /* a tag */
        "A\xff",
        "A\xed\xa0\x80",
        "A\xc3",
        "1234567890123456789012345678901234567890",
    };
    char name[RECORD_NAME];
    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (house_read_name(bad[i], name)) fail_msg("%zu is a name: %s", i, bad[i]);
}

static void names_that_look_alike(void **unused) {
    static const char *const same[][2] = {
        {"Ada", "ADA"},
        {"Zo\u00eb", "zoe\u0308"},
        {"Stra\u00dfe", "STRASSE"},
        {"\uff21\uff44\uff41", "Ada"},
        {"\ufb01ne", "fine"},
        {"Ada\u200b", "Ada"}, /* of an older program */
        {"\u2764", "\u2764\ufe0f"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (!house_names_alike(same[i][0], same[i][1])) fail_msg("%s, %s", same[i][0], same[i][1]);
    assert_false(house_names_alike("Ada", "Adam"));
    assert_false(house_names_alike("Ada", "Ad\u00e0"));
    assert_false(house_names_alike("A\xff", "A\xff")); /* no text at all */
}

/* Two people at a table are never shown under one name; elsewhere they may have it. */
static void no_two_sit_under_one_name(void **unused) {
    (void)unused;
    open_house();
    person ada = enter("Ada"), other = enter("ADA"), bruno = enter("Bruno");
    assert_refused(ada.s, "house.name", "{'do':'name','name':'Ada\\u202e'}");
    make_table(&ada, "'game':'dead-drop','seats':3");
    sit(&ada, 0, NULL);
    watch(&other), watch(&bruno);
    assert_refused(other.s, "house.same-name", "{'do':'sit','seat':1}");
    sit(&bruno, 1, NULL);
    ask(bruno.s, "{'do':'name','name':'\\u0041da'}"); /* for other tables: here he sits as Bruno */
    ask(bruno.s, "{'do':'say','text':'hello'}");
    const json_t *e = json_array_get(latest_field(ada.s, "events"), 0);
    assert_string_equal(text_in(e, "name"), "Bruno");
    assert_int_equal(number_in(e, "who"), 1);
    ask(other.s, "{'do':'say','text':'I am the host'}"); /* but everybody sees that this is a spectator */
    e = json_array_get(latest_field(ada.s, "events"), 0);
    assert_string_equal(text_in(e, "who"), "room");
    ask(other.s, "{'do':'name','name':'Ola'}");
    sit(&other, 2, NULL);
    close_house();
}

/* ---- votes ------------------------------------------------------------------------------------------------------ */

static void nobody_who_is_here_is_held(void **unused) {
    person ada, bruno;
    (void)unused;
    open_house();
    for (int i = 0; i < 20; i++) {
        start_two(&ada, &bruno, "'game':'sentient','seats':2");
        assert_refused(ada.s, "table.present", "{'do':'vote','vote':'hold 1'}");
        assert_refused(ada.s, "table.seat", "{'do':'vote','vote':'hold 1 here 0'}");
        ask(ada.s, "{'do':'vote','vote':'end'}");
        assert_int_equal(loaded_table()->t.phase, TABLE_PLAYING);
    }
    disconnect(&bruno);
    ask(ada.s, "{'do':'vote','vote':'hold 1'}");
    assert_true(loaded_table()->t.seat[1].held);
    reconnect(&bruno);
    watch(&bruno);
    ask(ada.s, "{'do':'vote','vote':'end'}"); /* he watches the bot, and nobody has asked him */
    assert_int_equal(loaded_table()->t.phase, TABLE_PLAYING);
    ask(bruno.s, "{'do':'return'}");
    char *before = snapshot(&bruno);
    reopen_house();
    reconnect(&ada), reconnect(&bruno);
    watch(&ada);
    assert_snapshot(&bruno, before);
    ask(ada.s, "{'do':'vote','vote':'end'}");
    ask(bruno.s, "{'do':'vote','vote':'end'}");
    assert_int_equal(loaded_table()->t.phase, TABLE_OVER);
    close_house();
}

/* ---- colours ------------------------------------------------------------------------------------------------------- */

/* The colours of the seats, as this person is told them; `-` is the seat's own. */
static void assert_colours(person *p, const char *codes) {
    char found[128] = "";
    text t = text_on(found, sizeof found);
    size_t q;
    json_t *seat;
    json_array_foreach(json_object_get(json_object_get(watch(p), "view"), "seats"), q, seat) {
        if (q) text_char(&t, ' ');
        text_put(&t, json_object_get(seat, "colour") ? text_in(seat, "colour") : "-");
    }
    assert_string_equal(found, codes);
}

static void people_keep_their_colours(void **unused) { /* S2.1 */
    (void)unused;
    open_house();
    person ada = enter("Ada"), bruno = enter("Bruno");
    make_table(&ada, "'game':'sentient','seats':3");
    sit(&ada, 0, NULL);
    watch(&bruno);
    assert_refused(bruno.s, "table.not-yours", "{'do':'colour','colour':'red'}");
    ask(bruno.s, "{'do':'sit','seat':1,'colour':'grey'}"); /* it is chosen at once */
    assert_colours(&ada, "- grey -");
    assert_refused(ada.s, "table.colour-taken", "{'do':'colour','colour':'grey'}");
    assert_refused(ada.s, "house.field", "{'do':'colour'}");
    ask(ada.s, "{'do':'colour','colour':'yellow'}");
    assert_colours(&ada, "yellow grey white");
    ask(bruno.s, "{'do':'rise'}");
    ask(bruno.s, "{'do':'sit','seat':1,'colour':'yellow'}"); /* taken: the seat keeps its own */
    assert_colours(&bruno, "yellow - white");
    reopen_house();
    reconnect(&ada), reconnect(&bruno);
    assert_colours(&ada, "yellow - white");
    watch(&bruno);
    ask(ada.s, "{'do':'start'}");
    ask(ada.s, "{'do':'vote','vote':'end'}"), ask(bruno.s, "{'do':'vote','vote':'end'}");
    ask(ada.s, "{'do':'vote','vote':'again'}"), ask(bruno.s, "{'do':'vote','vote':'again'}");
    memcpy(key, json_string_value(latest_field(bruno.s, "again")), sizeof key);
    assert_colours(&ada, "- yellow red"); /* everybody sits one seat further on */
    close_house();
}

/* ---- talk ---------------------------------------------------------------------------------------------------------- */

static void spectators_can_be_silenced(void **unused) {
    (void)unused;
    open_house();
    person ada = enter("Ada"), bruno = enter("Bruno"), ola = enter("Ola");
    make_table(&ada, "'game':'dead-drop','seats':3");
    sit(&ada, 0, NULL), sit(&bruno, 1, NULL);
    assert_null(json_object_get(watch(&ola), "silence"));
    assert_refused(bruno.s, "table.not-host", "{'do':'silence','on':true}");
    assert_refused(ada.s, "house.field", "{'do':'silence','on':'on'}");
    assert_refused(ada.s, "house.field", "{'do':'silence'}");
    ask(ola.s, "{'do':'say','text':'hello'}");
    ask(ada.s, "{'do':'silence','on':true}");
    assert_true(json_is_true(json_object_get(json_array_get(latest_field(ola.s, "events"), 0), "on")));
    assert_refused(ola.s, "table.silenced", "{'do':'say','text':'hello'}");
    ask(bruno.s, "{'do':'say','text':'hello'}");
    assert_true(json_is_true(json_object_get(watch(&ola), "silence")));
    assert_int_equal(json_array_size(json_object_get(answer, "talk")), 2); /* what was said stays */
    reopen_house();
    reconnect(&ada), reconnect(&ola), reconnect(&bruno);
    watch(&ada), watch(&ola), watch(&bruno);
    assert_refused(ola.s, "table.silenced", "{'do':'say','text':'hello'}");
    ask(ada.s, "{'do':'start'}");
    ask(ada.s, "{'do':'vote','vote':'end'}"), ask(bruno.s, "{'do':'vote','vote':'end'}");
    ask(ada.s, "{'do':'vote','vote':'again'}"), ask(bruno.s, "{'do':'vote','vote':'again'}");
    memcpy(key, json_string_value(latest_field(ola.s, "again")), sizeof key);
    assert_true(json_is_true(json_object_get(watch(&ola), "silence"))); /* at the rematch, too */
    assert_refused(ola.s, "table.silenced", "{'do':'say','text':'hello'}");
    watch(&ada);
    ask(ada.s, "{'do':'silence','on':false}");
    ask(ola.s, "{'do':'say','text':'hello'}");
    close_house();
}

/* More people than an old table remembered; at the rematch, too. */
static void whoever_is_removed_stays_away(void **unused) {
    enum { MANY = 12 };
    person away[MANY];
    char name[16], first[STORE_KEY + 1];
    (void)unused;
    open_house();
    person ada = enter("Ada"), bruno = enter("Bruno");
    make_table(&ada, "'game':'dead-drop','seats':3");
    memcpy(first, key, sizeof first);
    sit(&ada, 0, NULL), sit(&bruno, 1, NULL);
    for (int i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "Eve %d", i);
        away[i] = enter(name);
        sit(&away[i], 2, NULL);
        ask(away[i].s, "{'do':'say','text':'hello'}");
        assert_refused(bruno.s, "table.not-host", "{'do':'remove','seat':2}");
        ask(ada.s, "{'do':'remove','seat':2}");
        assert_true(json_is_true(json_object_get(latest_with(away[i].s, "table"), "removed")));
    }
    assert_refused(ada.s, "table.free", "{'do':'remove','seat':2}");
    assert_refused(ada.s, "house.field", "{'do':'remove'}");
    assert_refused(ada.s, "house.field", "{'do':'remove','person':%d}", bruno.person);
    for (int i = 0; i < MANY; i++) {
        assert_refused(away[i].s, "table.removed", "{'do':'sit','seat':2}");
        assert_refused(away[i].s, "table.removed", "{'do':'say','text':'hello'}");
    }
    ask(ada.s, "{'do':'start'}");
    ask(ada.s, "{'do':'vote','vote':'end'}"), ask(bruno.s, "{'do':'vote','vote':'end'}");
    ask(ada.s, "{'do':'vote','vote':'again'}"), ask(bruno.s, "{'do':'vote','vote':'again'}");
    memcpy(key, json_string_value(latest_field(ada.s, "again")), sizeof key);
    for (int i = 0; i < MANY; i++) {
        assert_null(latest_field(away[i].s, "again"));
        assert_true(
            json_is_true(json_object_get(watch(&away[i]), "removed"))); /* by a key that somebody gave away */
        assert_refused(away[i].s, "table.removed", "{'do':'sit','seat':0}");
        assert_refused(away[i].s, "table.removed", "{'do':'say','text':'hello'}");
        assert_null(json_object_get(ask(away[i].s, "{'do':'watch','table':'%s'}", first), "again"));
    }
    reopen_house();
    reconnect(&away[MANY - 1]);
    watch(&away[MANY - 1]);
    assert_refused(away[MANY - 1].s, "table.removed", "{'do':'sit','seat':0}");
    close_house();
}

/* The host gets up, and may sit down again. */
static void hosts_cannot_remove_themselves(void **unused) {
    (void)unused;
    open_house();
    person ada = enter("Ada");
    make_table(&ada, "'game':'dead-drop','seats':3");
    sit(&ada, 0, NULL);
    ask(ada.s, "{'do':'remove','seat':0}");
    sit(&ada, 1, NULL);
    close_house();
}

/* ---- codes and devices ------------------------------------------------------------------------------------------- */

/* Copies a new code of the person. */
static void ask_code(const person *p, char code[HOUSE_CODE + 1]) {
    snprintf(code, HOUSE_CODE + 1, "%s", text_in(ask(p->s, "{'do':'code'}"), "code"));
}

static void nobody_voids_the_codes_of_others(void **unused) {
    char code[HOUSE_CODE + 1], other[HOUSE_CODE + 1];
    (void)unused;
    open_house();
    person ada = enter("Ada");
    ask_code(&ada, code);
    for (int i = 0; i < 200; i++) {
        person eve = enter("Eve");
        ask_code(&eve, other);
        ask_code(&eve, other);
        disconnect(&eve);
    }
    fake_socket *s = connect_with(NULL);
    assert_int_equal(number_in(json_object_get(ask(s, "{'do':'enter','code':'%s'}", code), "you"), "person"),
                     ada.person);
    ask_code(&ada, code);
    ask_code(&ada, other); /* a person has one */
    s = connect_with(NULL);
    assert_refused(s, "house.code", "{'do':'enter','code':'%s'}", code);
    ask(s, "{'do':'enter','code':'%s'}", other);
    close_house();
}

/* Another device of the person. */
static person add_device(const person *of, const char *label) {
    char code[HOUSE_CODE + 1];
    ask_code(of, code);
    person p = {.s = connect_with(NULL), .person = of->person};
    const json_t *you =
        json_object_get(ask(p.s, "{'do':'enter','code':'%s','device':'%s'}", code, label), "you");
    snprintf(p.token, sizeof p.token, "%s", text_in(you, "token"));
    return p;
}

/* The person's device with this label in the latest list; NULL: there is none. */
static const json_t *device_labelled(const char *label) {
    const json_t *d;
    size_t i;
    json_array_foreach(json_object_get(answer, "devices"), i,
                       d) if (!strcmp(text_in(d, "label"), label)) return d;
    return NULL;
}

static void devices_are_listed_and_signed_out(void **unused) {
    (void)unused;
    open_house();
    person ada = enter("Ada"), bruno = enter("Bruno");
    fake_socket *stranger = connect_with(NULL);
    assert_refused(stranger, "house.stranger", "{'do':'devices'}");
    assert_refused(stranger, "house.field", "{'do':'enter','name':'Eve','device':'\\u202e'}");
    assert_refused(stranger, "house.field", "{'do':'enter','name':'Eve','device':7}");
    person phone = add_device(&ada, "Safari, iOS"), tablet = add_device(&ada, "Chrome");
    fake_socket *second = connect_with(phone.token); /* another tab of it */
    assert_int_equal(json_array_size(json_object_get(ask(ada.s, "{'do':'devices'}"), "devices")), 3);
    const json_t *d = device_labelled("Safari, iOS");
    assert_string_equal(text_in(d, "made"), "2024-10-04");
    assert_string_equal(text_in(d, "used"), "2024-10-04");
    assert_true(json_is_false(json_object_get(d, "this")));
    assert_true(json_is_true(json_object_get(device_labelled(""), "this")));
    int64_t number = number_in(d, "device");
    fake.today++;
    fake_socket *third = connect_with(phone.token);
    d = (ask(ada.s, "{'do':'devices'}"), device_labelled("Safari, iOS"));
    assert_string_equal(text_in(d, "made"), "2024-10-04");
    assert_string_equal(text_in(d, "used"), "2024-10-05");
    assert_string_equal(text_in(device_labelled("Chrome"), "used"), "2024-10-04");

    assert_refused(ada.s, "house.field", "{'do':'signout'}");
    ask(bruno.s, "{'do':'signout','device':%d}", (int)number); /* it is not his */
    assert_int_equal(phone.s->code, 0);
    char code[HOUSE_CODE + 1];
    ask_code(&phone, code);
    ask(ada.s, "{'do':'signout','device':%d}", (int)number);
    assert_null(device_labelled("Safari, iOS"));
    assert_int_equal(phone.s->code, HOUSE_SIGNED_OUT);
    assert_int_equal(second->code, HOUSE_SIGNED_OUT);
    assert_int_equal(third->code, HOUSE_SIGNED_OUT);
    assert_int_equal(tablet.s->code, 0);
    assert_int_equal(bruno.s->code, 0);
    assert_false(fake_knows(phone.token, &(fault){0}));
    assert_true(fake_knows(tablet.token, &(fault){0}));
    assert_refused(stranger, "house.token", "{'do':'enter','token':'%s'}", phone.token);
    assert_refused(stranger, "house.code", "{'do':'enter','code':'%s'}",
                   code); /* the phone could come back by it */
    reopen_house();
    assert_false(fake_knows(phone.token, &(fault){0}));
    reconnect(&ada), reconnect(&tablet);
    person laptop = add_device(&tablet, "Firefox");
    ask(tablet.s, "{'do':'signout','others':true}");
    assert_int_equal(json_array_size(json_object_get(answer, "devices")), 1);
    assert_int_equal(ada.s->code, HOUSE_SIGNED_OUT);
    assert_int_equal(laptop.s->code, HOUSE_SIGNED_OUT);
    number = number_in(device_labelled("Chrome"), "device");
    send_request(tablet.s, "{'do':'signout','device':%d}", (int)number); /* this one itself */
    assert_int_equal(tablet.s->code, HOUSE_SIGNED_OUT);
    assert_false(fake_knows(tablet.token, &(fault){0}));
    close_house();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_normalized),
        cmocka_unit_test(names_that_cannot_be_seen_are_refused),
        cmocka_unit_test(names_that_look_alike),
        cmocka_unit_test(no_two_sit_under_one_name),
        cmocka_unit_test(nobody_who_is_here_is_held),
        cmocka_unit_test(people_keep_their_colours),
        cmocka_unit_test(spectators_can_be_silenced),
        cmocka_unit_test(whoever_is_removed_stays_away),
        cmocka_unit_test(hosts_cannot_remove_themselves),
        cmocka_unit_test(nobody_voids_the_codes_of_others),
        cmocka_unit_test(devices_are_listed_and_signed_out),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
