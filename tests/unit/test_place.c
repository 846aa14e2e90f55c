/* test_place.c - the place of a store as people may see it: never with a password. */
#include "store/store.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static void places_are_shown(void **unused) {
    static const char *const places[][2] = {
        {"./safehouse.db", "./safehouse.db"},
        {"odd@name?.db", "odd@name?.db"},
        {"postgres://db.lan/house", "postgres://db.lan/house"},
        {"postgres://ada@db.lan/house", "postgres://db.lan/house"},
        {"postgres://ada:secret@db.lan:5432/house", "postgres://db.lan:5432/house"},
        {"postgresql://ada:secret@one,two:5433/house?target_session_attrs=primary",
         "postgresql://one,two:5433/house"},
        {"postgres:///house?host=/run/postgresql", "postgres:///house"},
        {"postgres://ada:secret@[::1]:5432,[fe80::a]/house", "postgres://[::1]:5432,[fe80::a]/house"},
        {"postgres://ada:se%40cret@db.lan", "postgres://db.lan"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        assert_string_equal(store_place(places[i][0]), places[i][1]);
}

/* Wherever the password stands, and whatever is in it that should have been escaped. */
static void passwords_are_not_shown(void **unused) {
    static const char *const places[] = {
        "postgres://ada:secret@db.lan/house",
        "postgres://ada:not@secret@db.lan/house",
        "postgres://ada:not/secret@db.lan/house",
        "postgres://ada:not?secret@db.lan/house",
        "postgres://ada:not#secret@db.lan/house",
        "postgres://ada:not?secret@and@secret@db.lan/house?x=y",
        "postgres://db.lan/house?password=secret",
        "postgres://db.lan/house?password=not@secret",
        "postgres://ada@db.lan/house?user=x&password=not@secret&sslpassword=secret",
        "postgresql:///house?sslpassword=secret",
        "postgres://:secret@",
        "postgres://ada:secret",
        "postgres://ada:5secret/house",
        "postgres://ada:secret,db.lan/house",
    };
    (void)unused;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        assert_null(strstr(store_place(places[i]), "secret"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_shown),
        cmocka_unit_test(passwords_are_not_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
