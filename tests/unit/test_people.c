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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_normalized),
        cmocka_unit_test(names_that_cannot_be_seen_are_refused),
        cmocka_unit_test(names_that_look_alike),
        cmocka_unit_test(no_two_sit_under_one_name),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
