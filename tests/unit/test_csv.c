/* test_csv.c - the CSV reader of base/: good files, faults with their places, and broken input. */
#include "tests/unit/exact_copy.h"

#include "base/csv.h"
#include "base/text.h"

/* Writes all rows as one text, the columns in the order in which they were asked for: a|b;c|d; */
static bool read_rows(csv *c, text *t, fault *why) {
    csv_field f[CSV_COLUMNS];
    while (csv_row(c, f, why)) {
        for (int i = 0; i < c->columns; i++) {
            if (i) text_char(t, '|');
            text_put(t, f[i].text);
            assert_int_equal(f[i].line, c->line);
        }
        text_char(t, ';');
    }
    assert_false(csv_row(c, f, why)); /* the end stays the end */
    return !c->bad;
}

static bool read_file(const char *s, size_t n, const char *columns, text *t, fault *why) {
    char *copy = exact_copy(s, n);
    csv c;
    bool good = csv_open(&c, "deck.csv", copy, n, columns, why);
    assert_int_equal(csv_has_columns(copy, n, columns), good);
    assert_int_equal(c.bad, !good);
    good = good && read_rows(&c, t, why);
    free(copy);
    return good;
}

static void expect_rows(const char *file, const char *want) {
    char buffer[256];
    text t = text_on(buffer, sizeof buffer);
    fault why;
    assert_true(read_file(file, strlen(file), "name,value", &t, &why));
    assert_string_equal(buffer, want);
}

static void csv_reads_rows(void **state) {
    (void)state;
    expect_rows("name,value\na,1\nb,2\n", "a|1;b|2;");
    expect_rows("name,value\na,1\nb,2", "a|1;b|2;");
    expect_rows("name,value\n,\n a , 1\n", "|; a | 1;");
    expect_rows("name,value", "");
}

static void csv_takes_columns_in_any_order(void **state) {
    (void)state;
    expect_rows("value,name\n1,a\n2,b\n", "a|1;b|2;");
    expect_rows("\"value\",\"name\"\n1,a\n", "a|1;");
}

static void csv_takes_quotes(void **state) {
    (void)state;
    expect_rows("name,value\n\"a,b\",\"\"\n", "a,b|;");
    expect_rows("name,value\n\"\"\"a\"\"\",\"x\"\"y\"", "\"a\"|x\"y;");
    expect_rows("name,value\n\"\"\"\",\"#\"\n", "\"|#;");
}

static void csv_takes_both_line_ends(void **state) {
    (void)state;
    expect_rows("name,value\r\na,1\r\n\"b\",\"2\"\r\n", "a|1;b|2;");
    expect_rows("name,value\r\na,1\nb,2\r\n", "a|1;b|2;");
}

static void csv_skips_the_byte_order_mark(void **state) {
    (void)state;
    expect_rows("\xEF\xBB\xBFname,value\na,1\n", "a|1;");
    expect_rows("\xEF\xBB\xBF# comment\nname,value\na,1\n", "a|1;");
}

static void csv_skips_comments_and_empty_lines(void **state) {
    (void)state;
    expect_rows("\n# \"one\n\r\nname,value\n#,,,\n\na,#1\n#", "a|#1;");
    expect_rows("name,value\n\"#a\",1\n", "#a|1;");
}

static void csv_takes_fields_up_to_their_bound(void **state) {
    (void)state;
    char file[100] = "name,value\n", want[100] = "";
    memset(file + 11, 'x', CSV_FIELD - 1);
    memset(want, 'x', CSV_FIELD - 1);
    strcat(file, ",1");
    strcat(want, "|1;");
    expect_rows(file, want);
}

static void csv_says_where_fields_begin(void **state) {
    (void)state;
    static const char file[] = "\xEF\xBB\xBF# c\nvalue,name\n\n\"\xC3\xBC,\xF0\x9F\x82\xA1\",a\n#\n";
    csv c;
    csv_field f[2];
    fault why;
    assert_true(csv_open(&c, "f", file, sizeof file - 1, "name,value", &why));
    assert_int_equal(c.line, 2);
    assert_true(csv_row(&c, f, &why));
    assert_int_equal(c.line, 4);
    assert_int_equal(f[1].line, 4);
    assert_int_equal(f[1].column, 1);
    assert_int_equal(f[0].column, 7);
    assert_false(csv_row(&c, f, &why));
    assert_false(c.bad);
    assert_int_equal(c.line, 5);
}

/* A file that should have the columns name,value has this fault, in its header or in a row. */
static void expect_fault(const char *file, size_t n, const char *say, int line, int column, const char *with0,
                         const char *with1) {
    char buffer[256];
    text t = text_on(buffer, sizeof buffer);
    fault why = {0};
    assert_false(read_file(file, n, "name,value", &t, &why));
    assert_string_equal(why.say, say);
    assert_string_equal(why.file, "deck.csv");
    assert_int_equal(why.line, line);
    assert_int_equal(why.column, column);
    assert_string_equal(why.with[0], with0);
    assert_string_equal(why.with[1], with1);
}

#define EXPECT_FAULT(file, ...) expect_fault(file, sizeof(file) - 1, __VA_ARGS__)

static void csv_refuses_what_is_not_utf8(void **state) {
    (void)state;
    EXPECT_FAULT("name,value\na,\xC3\xBC\xFF\n", "csv.utf8", 2, 4, "", "");
    EXPECT_FAULT("name,value\na,\xC3\n", "csv.utf8", 2, 3, "", "");
    EXPECT_FAULT("name,value\na,1\n# \xE2\x82", "csv.utf8", 3, 3, "", "");
    EXPECT_FAULT("\xEF\xBB", "csv.utf8", 1, 1, "", "");
    EXPECT_FAULT("#\xED\xA0\x80", "csv.utf8", 1, 2, "", "");
}

static void csv_refuses_control_characters(void **state) {
    (void)state;
    EXPECT_FAULT("name,value\na,\t1\n", "csv.control", 2, 3, "", "");
    EXPECT_FAULT("name,value\na,1\0\n", "csv.control", 2, 4, "", "");
    EXPECT_FAULT("name,value\na,1\r", "csv.control", 2, 4, "", "");
    EXPECT_FAULT("name,value\ra,1", "csv.control", 1, 11, "", "");
    EXPECT_FAULT("#\x7F\nname,value", "csv.control", 1, 2, "", "");
    EXPECT_FAULT("name,value\n\"\xC2\x9B\",1", "csv.control", 2, 2, "", "");
    expect_rows("name,value\n\xC2\xA0,1", "\xC2\xA0|1;");
}

static void csv_refuses_quotes_out_of_place(void **state) {
    (void)state;
    EXPECT_FAULT("name,value\na,\"b\n\"\n", "csv.quote", 2, 3, "", "");
    EXPECT_FAULT("name,value\n\"\xC3\xBC\"x,1\n", "csv.quote", 2, 4, "", "");
    EXPECT_FAULT("name,value\na,1\xC3\xBC\"\n", "csv.quote", 2, 5, "", "");
    EXPECT_FAULT("name,value\na,1,\"", "csv.quote", 2, 5, "", "");
    EXPECT_FAULT("name,value\na,\"\"\"", "csv.quote", 2, 3, "", "");
    EXPECT_FAULT("na\"me,value", "csv.quote", 1, 3, "", "");
}

static void csv_refuses_long_fields(void **state) {
    (void)state;
    char file[100] = "name,value\na,";
    memset(file + 13, 'x', CSV_FIELD);
    expect_fault(file, strlen(file), "csv.long", 2, 3, "63", "");
    file[13] = '"'; /* a missing quote is reported first */
    expect_fault(strcat(file, "x"), strlen(file), "csv.quote", 2, 3, "", "");
    expect_fault(file + 14, strlen(file + 14), "csv.long", 1, 1, "63", "");
}

static void csv_wants_a_header(void **state) {
    (void)state;
    EXPECT_FAULT("", "csv.header", 1, 1, "name,value", "");
    EXPECT_FAULT("\xEF\xBB\xBF", "csv.header", 1, 1, "name,value", "");
    EXPECT_FAULT("# a\n\n# b\n", "csv.header", 3, 1, "name,value", "");
}

static void csv_wants_just_its_columns(void **state) {
    (void)state;
    EXPECT_FAULT("name,val\n", "csv.column", 1, 6, "val", "name,value");
    EXPECT_FAULT("name,values\n", "csv.column", 1, 6, "values", "name,value");
    EXPECT_FAULT("#\nname,value,\n", "csv.column", 2, 12, "", "name,value");
    EXPECT_FAULT("\"name,value\"\n", "csv.column", 1, 1, "name,value", "name,value");
    EXPECT_FAULT("name,name\n", "csv.column-twice", 1, 6, "name", "");
    EXPECT_FAULT("value,name,name\n", "csv.column-twice", 1, 12, "name", "");
    EXPECT_FAULT("\nname\n", "csv.column-missing", 2, 1, "value", "");
    EXPECT_FAULT("value", "csv.column-missing", 1, 1, "name", "");
}

static void csv_wants_as_many_fields_as_columns(void **state) {
    (void)state;
    EXPECT_FAULT("name,value\na,1\na\n", "csv.fields", 3, 1, "1", "2");
    EXPECT_FAULT("name,value\na,1,\n", "csv.fields", 2, 1, "3", "2");
    EXPECT_FAULT("name,value\n,,,,,,,,,,,\n", "csv.fields", 2, 1, "12", "2");
    EXPECT_FAULT("name,value\n \n", "csv.fields", 2, 1, "1", "2");
}

static void csv_takes_all_eight_columns(void **state) {
    (void)state;
    static const char file[] = "h,g,f,e,d,c,b,a\n8,7,6,5,4,3,2,1\n";
    char buffer[64];
    text t = text_on(buffer, sizeof buffer);
    fault why;
    assert_true(read_file(file, sizeof file - 1, "a,b,c,d,e,f,g,h", &t, &why));
    assert_string_equal(buffer, "1|2|3|4|5|6|7|8;");
}

static void csv_tells_files_apart_by_their_headers(void **state) {
    (void)state;
    static const char file[] = "# a deck\nvalue,name\nwrong\xFF";
    assert_true(csv_has_columns(file, sizeof file - 1, "name,value"));
    assert_false(csv_has_columns(file, sizeof file - 1, "name"));
    assert_false(csv_has_columns(file, sizeof file - 1, "name,value,more"));
}

static const char sample[] = "\xEF\xBB\xBF# a \xC3\xBC\r\n\nvalue,name\r\n1,\"a,\"\"\xF0\x9F\x82\xA1\"\n"
                             "\"\",b\n#\"\n2,\xE2\x82\xAC";

/* The file may be good or bad, but a bad one must come with a reason. */
static void read_anything(const char *s, size_t n) {
    char buffer[256];
    text t = text_on(buffer, sizeof buffer);
    fault why = {0};
    if (read_file(s, n, "name,value", &t, &why)) return;
    assert_non_null(why.say);
    assert_true(why.line > 0 && why.column > 0);
}

static void csv_survives_every_prefix(void **state) {
    (void)state;
    expect_rows(sample, "a,\"\xF0\x9F\x82\xA1|1;b|;\xE2\x82\xAC|2;");
    for (size_t n = 0; n < sizeof sample; n++)
        read_anything(sample, n);
}

static void csv_survives_every_change_of_one_byte(void **state) {
    (void)state;
    char file[sizeof sample - 1];
    memcpy(file, sample, sizeof file);
    for (size_t i = 0; i < sizeof file; i++) {
        for (int c = 0; c < 256; c++) {
            file[i] = (char)c;
            read_anything(file, sizeof file);
        }
        file[i] = sample[i];
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(csv_reads_rows),
        cmocka_unit_test(csv_takes_columns_in_any_order),
        cmocka_unit_test(csv_takes_quotes),
        cmocka_unit_test(csv_takes_both_line_ends),
        cmocka_unit_test(csv_skips_the_byte_order_mark),
        cmocka_unit_test(csv_skips_comments_and_empty_lines),
        cmocka_unit_test(csv_takes_fields_up_to_their_bound),
        cmocka_unit_test(csv_says_where_fields_begin),
        cmocka_unit_test(csv_refuses_what_is_not_utf8),
        cmocka_unit_test(csv_refuses_control_characters),
        cmocka_unit_test(csv_refuses_quotes_out_of_place),
        cmocka_unit_test(csv_refuses_long_fields),
        cmocka_unit_test(csv_wants_a_header),
        cmocka_unit_test(csv_wants_just_its_columns),
        cmocka_unit_test(csv_wants_as_many_fields_as_columns),
        cmocka_unit_test(csv_takes_all_eight_columns),
        cmocka_unit_test(csv_tells_files_apart_by_their_headers),
        cmocka_unit_test(csv_survives_every_prefix),
        cmocka_unit_test(csv_survives_every_change_of_one_byte),
    };
    return cmocka_run_group_tests_name("csv", tests, NULL, NULL);
}
