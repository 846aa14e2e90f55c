/* The JSON writer: commas, nesting, values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/jsonw.h"

static char buffer[256];
static text out;
static jsonw w;

static void begin(void) {
    out = text_on(buffer, sizeof buffer);
    w = jsonw_on(&out);
}

static void commas_go_between_values(void **unused) {
    (void)unused;
    begin();
    jsonw_array(&w);
    for (int i = 0; i < 3; i++)
        jsonw_int(&w, i);
    jsonw_end_array(&w);
    assert_string_equal(buffer, "[0,1,2]");
    begin();
    jsonw_object(&w);
    jsonw_put_int(&w, "n", -3);
    jsonw_put_bool(&w, "yes", true);
    jsonw_put_string(&w, "s", "a\"b");
    jsonw_put_string(&w, "none", NULL);
    jsonw_put_hex(&w, "hex", (const uint8_t[]){0xAB, 0x01}, 2);
    jsonw_end_object(&w);
    assert_string_equal(buffer, "{\"n\":-3,\"yes\":true,\"s\":\"a\\\"b\",\"none\":null,\"hex\":\"ab01\"}");
}

static void nesting_keeps_its_commas_apart(void **unused) {
    (void)unused;
    begin();
    jsonw_object(&w);
    jsonw_key(&w, "a");
    jsonw_array(&w);
    jsonw_object(&w);
    jsonw_end_object(&w);
    jsonw_array(&w);
    jsonw_end_array(&w);
    jsonw_object(&w);
    jsonw_put_int(&w, "x", 1);
    jsonw_put_int(&w, "y", 2);
    jsonw_end_object(&w);
    jsonw_end_array(&w);
    jsonw_key(&w, "b");
    jsonw_object(&w);
    jsonw_end_object(&w);
    jsonw_put_bool(&w, "c", false);
    jsonw_end_object(&w);
    assert_string_equal(buffer, "{\"a\":[{},[],{\"x\":1,\"y\":2}],\"b\":{},\"c\":false}");
}

static void raw_json_and_parts_of_strings(void **unused) {
    (void)unused;
    begin();
    jsonw_array(&w);
    jsonw_raw(&w, "{\"a\":[1,2]}");
    jsonw_bytes(&w, "abcdef", 3);
    jsonw_bytes(&w, "a\0b", 3); /* a NUL inside is written as a character */
    jsonw_bytes(&w, "\xFF", 1); /* invalid UTF-8 is replaced */
    jsonw_end_array(&w);
    assert_string_equal(buffer, "[{\"a\":[1,2]},\"abc\",\"a\\u0000b\",\"\\ufffd\"]");
}

static void the_deepest_nesting(void **unused) {
    (void)unused;
    begin();
    for (int i = 0; i < JSONW_DEPTH; i++)
        jsonw_array(&w);
    jsonw_int(&w, 7);
    jsonw_int(&w, 8);
    for (int i = 0; i < JSONW_DEPTH; i++)
        jsonw_end_array(&w);
    assert_int_equal(out.used, 2 * JSONW_DEPTH + 3);
    assert_memory_equal(buffer + JSONW_DEPTH - 1, "[7,8]", 5);
}

static void output_that_does_not_fit_is_reported(void **unused) {
    (void)unused;
    out = text_on(buffer, 8);
    w = jsonw_on(&out);
    jsonw_array(&w);
    jsonw_string(&w, "more than eight");
    jsonw_end_array(&w);
    assert_true(out.cut);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commas_go_between_values),
        cmocka_unit_test(nesting_keeps_its_commas_apart),
        cmocka_unit_test(raw_json_and_parts_of_strings),
        cmocka_unit_test(the_deepest_nesting),
        cmocka_unit_test(output_that_does_not_fit_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
