/* store.h - tests that hold for every engine of the store, and what they need.  A program that includes this defines
 * choose_place(), open_store() and run_sql(), which know the engine. */
#ifndef TESTS_STORE_H
#define TESTS_STORE_H
/* cmocka.h needs these headers before it */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* this comment keeps clang-format from sorting the headers */
#include <cmocka.h>

#include "base/rng.h"
#include "tests/asking.h"
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const store_engine *engine;
static char place[160]; /* of the store */
static store *s;
static atomic_int wakes;
static fault why;

static void wake(void *to) { atomic_fetch_add((atomic_int *)to, 1); }

/* Each test has a store of its own, which has nothing in it. */
static void choose_place(const char *name);
static void open_store(void);
static void run_sql(const char *sql); /* on the database of a store that is closed */

static void open_new(const char *name) {
    choose_place(name);
    open_store();
}

static void reopen(void) {
    engine->close(s);
    open_store();
}

static uint64_t put(store_entry e) {
    if (e.text && !e.size) e.size = strlen(e.text);
    return engine->put(s, &e);
}

static uint64_t put_line(int64_t table, int64_t n, const char *words) {
    return put((store_entry){
        .kind = STORE_LINE, .number = table, .n = n, .text = words, .epoch = engine->shared ? 1 : 0});
}

static uint64_t put_table(int64_t number, const char *key, uint8_t byte) {
    store_entry e = {
        .kind = STORE_TABLE, .number = number, .text = "{\"game\":\"x\"}", .bytes = {byte, 2, 3}};
    memcpy(e.key, key, STORE_KEY);
    return put(e);
}

/* Tables number 1 to n. */
static void put_tables(int64_t n) {
    for (int64_t i = 1; i <= n; i++) {
        char key[STORE_KEY + 1];
        snprintf(key, sizeof key, "zzzzzzzzzz%06d", (int)i);
        put_table(i, key, 1);
    }
}

/* Waits until n entries are durable; false: the store is broken, or it takes too long. */
static bool wait_for(uint64_t n) {
    for (int i = 0; i < 20000 && !engine->broken(s); i++) {
        if (engine->durable(s) >= n) return true;
        nanosleep(&(struct timespec){0, 500000}, NULL);
    }
    return false;
}

/* The rows that were read: each a number and a text with a bar after it. */
static char rows[1 << 16];
static size_t rows_size;

static void append_row(void *to, int64_t number, const char *words, size_t size) {
    assert_ptr_equal(to, &rows);
    rows_size += (size_t)snprintf(rows + rows_size, sizeof rows - rows_size, "%lld %.*s|", (long long)number,
                                  (int)size, words);
}

static void append_line(void *to, const store_line *line) { append_row(to, line->n, line->text, line->size); }

/* ---- questions: each function asks one, and waits for the answer */

static void give_numbers(store_answer *a) {
    for (size_t i = 0; i < a->numbers; i++)
        append_row(&rows, a->number[i], "", 0);
    store_answer_free(a);
}

typedef void take_line(void *to, const store_line *line);

/* The lines of a table from n on.  False: why. */
static bool read_lines(int64_t table, int64_t n, take_line *take, void *to) {
    store_answer *a = asking(engine, s, (store_question){.what = STORE_LOOK, .number = table});
    bool good = a->found == STORE_MISSING || (a->journals && a->journal->found == STORE_FOUND);
    if (!good) why = a->journals ? a->journal->why : a->why;
    for (size_t i = (size_t)n; a->journals && i < a->journal->lines; i++)
        take(to, &a->journal->line[i]);
    store_answer_free(a);
    return good;
}

static void read_last(int64_t *person, int64_t *table) {
    store_answer *a = asking(engine, s, (store_question){.what = STORE_LAST});
    assert_int_equal(a->numbers, 2);
    *person = a->number[0];
    *table = a->number[1];
    store_answer_free(a);
}

/* The row without its text. */
static store_found find_table(const char *key, int64_t number, store_row *row) {
    store_question q = {.what = STORE_LOOK, .number = number};
    if (key) snprintf(q.key, sizeof q.key, "%s", key);
    store_answer *a = asking(engine, s, q);
    store_found found = a->found;
    if (a->journals) *row = a->journal->row;
    row->text = NULL;
    why = a->why;
    store_answer_free(a);
    return found;
}

static void clear_rows(void) { rows_size = 0, rows[0] = 0; }

static void assert_lines(int64_t table, int64_t n, const char *all) {
    clear_rows();
    assert_true(read_lines(table, n, append_line, &rows));
    assert_string_equal(rows, all);
}

/* The tables that somebody must run, after the one who ran them has gone. */
static void assert_open_tables(const char *all) {
    reopen();
    clear_rows();
    store_answer *a = asking(engine, s, (store_question){.what = STORE_RUN_SOME, .most = 99});
    for (size_t i = 0; i < a->journals; i++)
        append_row(&rows, a->journal[i].row.number, "", 0);
    store_answer_free(a);
    assert_string_equal(rows, all);
}

static void assert_tables_before(int64_t person, int64_t before, int most, const char *all) {
    clear_rows();
    give_numbers(asking(
        engine, s, (store_question){.what = STORE_TABLES_OF, .number = person, .n = before, .most = most}));
    assert_string_equal(rows, all);
}

static void assert_tables_of(int64_t person, int most, const char *all) {
    assert_tables_before(person, 0, most, all);
}

/* Whom the owner of a token has muted. */
static void assert_muted(uint8_t byte, const char *all) {
    clear_rows();
    give_numbers(asking(engine, s, (store_question){.what = STORE_OWNER, .bytes = {byte}}));
    assert_string_equal(rows, all);
}

static void append_device(const store_device *d) {
    rows_size += (size_t)snprintf(rows + rows_size, sizeof rows - rows_size, "%d %.*s %d %d|", (int)d->number,
                                  (int)d->size, d->label, (int)d->made, (int)d->used);
}

/* The devices of a person: number, label, the days on which it was made and last used. */
static void assert_devices(int64_t person, int most, const char *all) {
    clear_rows();
    store_answer *a =
        asking(engine, s, (store_question){.what = STORE_DEVICES, .number = person, .most = most});
    for (size_t i = 0; i < a->devices; i++)
        append_device(&a->device[i]);
    store_answer_free(a);
    assert_string_equal(rows, all);
}

static void assert_token_of(uint8_t byte, const char *name) {
    clear_rows();
    store_answer *a = asking(engine, s, (store_question){.what = STORE_OWNER, .bytes = {byte}});
    assert_int_equal(a->found, *name ? STORE_FOUND : STORE_MISSING);
    if (*name) append_row(&rows, a->owner.person, a->owner.name, strlen(a->owner.name));
    store_answer_free(a);
    assert_string_equal(rows, name);
}

static bool finds_table(const char *key, int64_t number, store_row *row) {
    store_found found = find_table(key, number, row);
    assert_int_not_equal(found, STORE_UNREADABLE);
    return found == STORE_FOUND;
}

/* ---- what was put can be read ----------------------------------------------------------------- */

static void put_everything(void) {
    put((store_entry){.kind = STORE_PERSON, .number = 1, .text = "Ada"});
    put((store_entry){.kind = STORE_PERSON, .number = 2, .text = "Zażółć"});
    put((store_entry){.kind = STORE_TOKEN, .number = 1, .n = 1, .bytes = {11}, .text = "Łódź", .day = 7});
    put((store_entry){
        .kind = STORE_TOKEN, .number = 1, .n = 2, .bytes = {12}, .day = 8}); /* another device */
    put((store_entry){.kind = STORE_TOKEN, .number = 2, .n = 3, .bytes = {21}, .day = 8});
    put((store_entry){
        .kind = STORE_TOKEN, .number = 2, .n = 4, .bytes = {11}}); /* this token is already Ada's */
    put((store_entry){.kind = STORE_USED, .number = 1, .n = 1, .day = 9});
    put((store_entry){.kind = STORE_TOKEN, .number = 1, .n = 5, .bytes = {14}, .day = 8});
    put((store_entry){.kind = STORE_SIGN_OUT, .number = 1, .n = 5});
    put((store_entry){.kind = STORE_SIGN_OUT, .number = 1, .n = 3}); /* this device is not Ada's */
    put_table(1, "aaaaaaaaaaaaaaaa", 1);
    put_table(2, "bbbbbbbbbbbbbbbb", 2);
    put_table(3, "cccccccccccccccc", 3);
    put_line(2, 0, "zero");
    put_line(1, 0, "other");
    put_line(2, 1, "one two");
    put_line(2, 2, "двa | три");
    for (int64_t n = 1; n <= 3; n++)
        put((store_entry){.kind = STORE_SIT, .number = n, .n = 1});
    put((store_entry){.kind = STORE_SIT, .number = 2, .n = 1}); /* a second time */
    put((store_entry){.kind = STORE_SIT, .number = 2, .n = 2});
    for (int64_t n = 2; n <= 3; n++) { /* both are over, and go on; one is over again */
        static const enum store_kind kinds[] = {STORE_OVER, STORE_RESUMED, STORE_OVER};
        for (int i = 0; i < 5 - n; i++)
            put((store_entry){.kind = kinds[i], .number = n, .epoch = engine->shared ? 1 : 0});
    }
    put((store_entry){.kind = STORE_MUTE, .number = 1, .n = 9});
    put((store_entry){.kind = STORE_MUTE, .number = 1, .n = 7});
    put((store_entry){.kind = STORE_MUTE, .number = 1, .n = 7});
    put((store_entry){.kind = STORE_MUTE, .number = 2, .n = 1});
    put((store_entry){.kind = STORE_UNMUTE, .number = 1, .n = 9});
    put((store_entry){.kind = STORE_REPORT, .number = 2, .n = 1, .text = "rude"});
    put((store_entry){.kind = STORE_PERSON, .number = 1, .text = "Ada L."});
}

static void assert_everything_stored(void) {
    int64_t person, table;
    store_row row;
    read_last(&person, &table);
    assert_int_equal(person, 2);
    assert_int_equal(table, 3);
    assert_devices(1, 9, "1 Łódź 7 9|2  8 8|");
    assert_devices(1, 1, "1 Łódź 7 9|");
    assert_devices(2, 9, "3  8 8|");
    assert_devices(9, 9, "");
    assert_token_of(14, "");
    assert_token_of(11, "1 Ada L.|");
    assert_token_of(12, "1 Ada L.|");
    assert_token_of(21, "2 Zażółć|");
    assert_token_of(13, "");
    assert_int_equal(find_table("bbbbbbbbbbbbbbbb", 0, &row), STORE_FOUND);
    assert_int_equal(row.number, 2);
    assert_true(row.over);
    assert_int_equal(row.secret[0], 2);
    assert_int_equal(row.secret[2], 3);
    assert_string_equal(row.key, "bbbbbbbbbbbbbbbb");
    assert_int_equal(row.size, strlen("{\"game\":\"x\"}"));
    assert_true(finds_table(NULL, 3, &row));
    assert_string_equal(row.key, "cccccccccccccccc");
    assert_false(row.over);
    assert_false(finds_table("bbbbbbbbbbbbbbb", 0, &row));
    assert_false(finds_table(NULL, 4, &row));
    assert_open_tables("1 |3 |");
    assert_tables_of(1, 9, "3 |2 |1 |");
    assert_tables_of(1, 2, "3 |2 |");
    assert_tables_before(1, 3, 9, "2 |1 |");
    assert_tables_before(1, 2, 9, "1 |");
    assert_tables_before(1, 1, 9, "");
    assert_tables_of(2, 9, "2 |");
    assert_tables_of(3, 9, "");
    assert_muted(11, "7 |");
    assert_muted(21, "1 |");
    assert_muted(13, "");
    assert_lines(2, 0, "0 zero|1 one two|2 двa | три|");
    assert_lines(2, 2, "2 двa | три|");
    assert_lines(2, 3, "");
    assert_lines(3, 0, "");
}

static void everything_can_be_read_after_closing(void **unused) {
    (void)unused;
    open_new("again.db");
    put_everything();
    reopen(); /* without waiting: closing the store writes everything */
    assert_everything_stored();
    reopen();
    assert_everything_stored();
    assert_null(engine->broken(s));
    assert_int_equal(engine->durable(s), 0); /* it counts the entries since the opening */
    engine->close(s);
}

static void everything_can_be_read_before_closing(void **unused) {
    (void)unused;
    open_new("before.db");
    put_everything();
    assert_true(wait_for(put_line(1, 1, "last")));
    assert_everything_stored();
    engine->close(s);
}

static void an_empty_store(void **unused) {
    int64_t person = 7, table = 7;
    store_row row;
    (void)unused;
    open_new("empty.db");
    read_last(&person, &table);
    assert_int_equal(person + table, 0);
    assert_open_tables("");
    assert_token_of(1, "");
    assert_false(finds_table(NULL, 1, &row));
    engine->close(s);
}

/* A token is void from the moment at which its device is signed out, not when that is durable. */
static void signing_out_is_seen_at_once(void **unused) {
    (void)unused;
    open_new("devices.db");
    put((store_entry){.kind = STORE_PERSON, .number = 1, .text = "Ada"});
    for (uint8_t n = 1; n <= 40; n++)
        put((store_entry){.kind = STORE_TOKEN, .number = 1, .n = n, .bytes = {n}, .day = n});
    put((store_entry){.kind = STORE_PERSON, .number = 2, .text = "Bruno"});
    assert_true(wait_for(put((store_entry){.kind = STORE_TOKEN, .number = 2, .n = 50, .bytes = {50}})));
    for (uint8_t n = 1; n <= 30; n++) {
        assert_token_of(n, "1 Ada|");
        put((store_entry){.kind = STORE_SIGN_OUT, .number = 1, .n = n});
        assert_token_of(n, "");
    }
    put((store_entry){.kind = STORE_SIGN_OUT_OTHERS, .number = 1, .n = 33});
    for (uint8_t n = 1; n <= 40; n++)
        assert_token_of(n, n == 33 ? "1 Ada|" : "");
    assert_devices(1, 99, "33  33 33|");
    assert_token_of(50, "2 Bruno|");
    reopen();
    assert_devices(1, 99, "33  33 33|");
    assert_token_of(40, "");
    assert_token_of(50, "2 Bruno|");
    engine->close(s);
}

/* ---- what is durable ------------------------------------------------------------------------------ */

static void durable_grows_in_order(void **unused) {
    uint64_t last = 0, now;
    (void)unused;
    open_new("order.db");
    put_tables(1);
    atomic_store(&wakes, 0);
    for (int i = 0; i < 3000; i++) {
        assert_int_equal(put_line(1, i, "line"), i + 2);
        now = engine->durable(s);
        assert_true(now >= last && now <= (uint64_t)i + 2);
        last = now;
    }
    assert_true(wait_for(3001));
    assert_int_equal(engine->durable(s), 3001);
    assert_true(atomic_load(&wakes) > 0 && atomic_load(&wakes) <= 3001);
    int before = atomic_load(&wakes);
    assert_true(wait_for(put_line(1, 3000, "one more")));
    assert_int_equal(atomic_load(&wakes), before + 1);
    engine->close(s);
}

/* The line of a table that should be read next. */
typedef struct {
    int64_t table, next;
} expected;

static void format_line(char out[96], int64_t table, int64_t n) {
    snprintf(out, 96, "line %lld of %lld %.*s", (long long)n, (long long)table, (int)(n * 7 % 40),
             "........................................");
}

static void check_line(void *to, const store_line *got) {
    expected *e = to;
    char line[96];
    if (got->n != e->next) fail_msg("%lld instead of %lld", (long long)got->n, (long long)e->next);
    format_line(line, e->table, got->n);
    if (strlen(line) != got->size || memcmp(line, got->text, got->size))
        fail_msg("%.*s instead of %s", (int)got->size, got->text, line);
    e->next++;
}

static void assert_all_lines(const int64_t *put_so_far, int64_t table, int64_t from) {
    expected e = {table, from};
    assert_true(read_lines(table, from, check_line, &e));
    if (e.next != put_so_far[table])
        fail_msg("%lld lines instead of %lld", (long long)e.next, (long long)put_so_far[table]);
}

/* Lines that are not written yet are read, too: each once and in order, whatever the writer does meanwhile. */
static void lines_are_read_while_they_are_written(void **unused) {
    enum { TABLES = 5 };
    const int all = engine->shared ? 4000 : 20000; /* there each question waits for a commit */
    int64_t n[TABLES + 1] = {0};
    rng r = {1};
    char line[96];
    (void)unused;
    open_new("race.db");
    put_tables(TABLES);
    for (int i = 0; i < all; i++) {
        int64_t t = 1 + rng_below(&r, TABLES);
        format_line(line, t, n[t]);
        put_line(t, n[t]++, line);
        t = 1 + rng_below(&r, TABLES);
        if (i % 20 == 0) assert_all_lines(n, t, 0);
        if (i % 50 == 0) /* so that reads meet every stage of the writer's work */
            nanosleep(&(struct timespec){0, (long)rng_below(&r, 300000)}, NULL);
    }
    for (int t = 1; t <= TABLES; t++)
        assert_all_lines(n, t, 0);
    reopen();
    for (int t = 1; t <= TABLES; t++)
        assert_all_lines(n, t, 0);
    engine->close(s);
}

/* Seats that are not written yet are found, too: each once, the latest first. */
static void seats_are_read_while_they_are_written(void **unused) {
    enum { ALL = 300 };
    bool sits[ALL + 1] = {false};
    rng r = {1};
    (void)unused;
    open_new("seats.db");
    for (int64_t i = 1; i <= ALL; i++) {
        char key[STORE_KEY + 1];
        snprintf(key, sizeof key, "aaaaaaaaaaaaa%03d", (int)i);
        put_table(i, key, 1);
    }
    for (int i = 0; i < (engine->shared ? 200 : 2000); i++) {
        char all[64] = "";
        int64_t t = 1 + rng_below(&r, ALL);
        put((store_entry){.kind = STORE_SIT, .number = t, .n = 7});
        put((store_entry){.kind = STORE_SIT, .number = ALL, .n = 8});
        sits[t] = true;
        for (int k = ALL, n = 0; k && n < 3; k--)
            if (sits[k]) n++, snprintf(all + strlen(all), sizeof all - strlen(all), "%d |", k);
        assert_tables_of(7, 3, all);
        if (i % 50 == 0) nanosleep(&(struct timespec){0, (long)rng_below(&r, 300000)}, NULL);
    }
    engine->close(s);
}

/* ---- deleting ---------------------------------------------------------------------------------------- */

static void tables_can_be_deleted(void **unused) {
    int64_t person, table;
    store_row row;
    (void)unused;
    open_new("gone.db");
    put_table(1, "aaaaaaaaaaaaaaaa", 1);
    put_table(2, "bbbbbbbbbbbbbbbb", 1);
    put_line(1, 0, "stays");
    put_line(2, 0, "goes");
    put((store_entry){.kind = STORE_SIT, .number = 2, .n = 5});
    assert_true(wait_for(put((store_entry){.kind = STORE_GONE, .number = 2})));
    assert_false(finds_table(NULL, 2, &row));
    assert_false(finds_table("bbbbbbbbbbbbbbbb", 0, &row));
    assert_lines(2, 0, "");
    assert_lines(1, 0, "0 stays|");
    assert_open_tables("1 |");
    read_last(&person, &table); /* its number is not used again */
    assert_int_equal(table, 2);
    assert_tables_of(5, 9, "");
    engine->close(s);
}

/* A table cannot be found from the moment its deletion is put: lines that it got after that would be lost. */
static void deleted_tables_cannot_be_found_at_once(void **unused) {
    store_row row;
    (void)unused;
    open_new("goes.db");
    for (int64_t i = 1; i <= 50; i++) {
        char key[STORE_KEY + 1];
        snprintf(key, sizeof key, "aaaaaaaaaaaaaa%02d", (int)i);
        assert_true(wait_for(put_table(i, key, 1)));
        assert_true(finds_table(NULL, i, &row) && finds_table(key, 0, &row));
        uint64_t gone = put((store_entry){.kind = STORE_GONE, .number = i});
        do
            assert_false(finds_table(NULL, i, &row) || finds_table(key, 0, &row));
        while (engine->durable(s) < gone);
    }
    engine->close(s);
}

/* ---- failures and damage ---------------------------------------------------------------------------------- */

static void a_contradiction_breaks_the_store(void **unused) {
    (void)unused;
    open_new("twice.db");
    put_table(1, "aaaaaaaaaaaaaaaa", 1);
    assert_true(wait_for(put_line(1, 0, "first")));
    atomic_store(&wakes, 0);
    assert_false(wait_for(put_table(1, "bbbbbbbbbbbbbbbb", 2)));
    assert_non_null(engine->broken(s));
    assert_true(atomic_load(&wakes) > 0); /* the house is woken; it may be for other reasons, too */
    assert_int_equal(engine->durable(s), 2);
    reopen();
    assert_lines(1, 0, "0 first|");
    engine->close(s);
}

static void assert_unreadable(int64_t table, const char *say) {
    clear_rows();
    assert_false(read_lines(table, 0, append_line, &rows));
    assert_string_equal(why.say, say);
}

static void a_gap_is_noticed(void **unused) {
    (void)unused;
    open_new("gap.db");
    put_tables(1);
    for (int64_t n = 0; n < 4; n++)
        put_line(1, n, "x");
    reopen();
    engine->close(s);
    run_sql("delete from line where n = 2");
    open_store();
    assert_unreadable(1, "store.gap");
    assert_string_equal(why.with[0], "2");
    assert_string_equal(rows, "0 x|1 x|");
    engine->close(s);
}

/* Sums and times come back as they were put. */
static void check_sum(void *to, const store_line *line) {
    int *n = to;
    assert_int_equal(line->sum[0], 40 + line->n);
    assert_int_equal(line->sum[STORE_SUM - 1], 7);
    ++*n;
}

static void sums_and_times_are_kept(void **unused) {
    store_row row;
    int n = 0;
    (void)unused;
    open_new("sums.db");
    store_entry e = {.kind = STORE_TABLE, .number = 1, .n = 123456789012, .text = "{}", .size = 2};
    memcpy(e.key, "aaaaaaaaaaaaaaaa", STORE_KEY);
    put(e);
    for (uint8_t i = 0; i < 3; i++)
        put((store_entry){.kind = STORE_LINE,
                          .number = 1,
                          .n = i,
                          .text = "x",
                          .epoch = engine->shared ? 1 : 0,
                          .bytes = {(uint8_t)(40 + i), [STORE_SUM - 1] = 7, [STORE_SUM] = 9}});
    assert_true(read_lines(1, 0, check_sum, &n));
    reopen();
    assert_true(read_lines(1, 0, check_sum, &n));
    reopen();
    assert_true(read_lines(1, 0, check_sum, &n));
    assert_int_equal(n, 9);
    assert_int_equal(find_table(NULL, 1, &row), STORE_FOUND);
    assert_int_equal(row.made, engine->shared ? STORE_NO_TIME : 123456789012);
    engine->close(s);
}

/* ---- copying ----------------------------------------------------------------------------------------------- */

static void append_entry(void *to, const store_entry *e) {
    assert_ptr_equal(to, &rows);
    rows_size += (size_t)snprintf(
        rows + rows_size, sizeof rows - rows_size, "%d %d %d %.*s %d %s %d %s|", (int)e->kind, (int)e->number,
        e->kind == STORE_TABLE || e->kind == STORE_OVER ? 0 : (int)e->n, (int)e->size, e->text, e->bytes[0],
        e->key, (int)e->day, e->no_sum ? "none" : "");
}

/* Everything can be read as entries, in the same order whatever the engine; times are not compared. */
static void a_store_can_be_copied(void **unused) {
    static const char all[] =
        "0 1 0 Ada L. 0  0 |0 2 0 Zażółć 0  0 |1 1 1 Łódź 11  7 |1 1 2  12  8 |1 2 3  21  8 |2 1 1  0  9 |"
        "13 1 7  0  0 |13 2 1  0  0 |7 1 0 {\"game\":\"x\"} 1 aaaaaaaaaaaaaaaa 0 |"
        "7 2 0 {\"game\":\"x\"} 2 bbbbbbbbbbbbbbbb 0 |7 3 0 {\"game\":\"x\"} 3 cccccccccccccccc 0 |"
        "8 1 0 other 0  0 |8 1 1 old 0  0 none|8 2 0 zero 0  0 |8 2 1 one two 0  0 |8 2 2 двa | три 0  0 |"
        "10 2 0  0  0 |9 1 1  0  0 |9 2 1  0  0 |9 2 2  0  0 |9 3 1  0  0 |15 2 1 rude 0  0 |";
    (void)unused;
    open_new("copied.db");
    put_everything();
    put((store_entry){.kind = STORE_LINE,
                      .number = 1,
                      .n = 1,
                      .text = "old",
                      .no_sum = true,
                      .epoch = engine->shared ? 1 : 0});
    engine->close(s);
    s = engine->open_to_read(place, &why);
    assert_non_null(s);
    clear_rows();
    assert_true(engine->copy(s, append_entry, &rows, &why));
    assert_string_equal(rows, all);
    assert_lines(1, 0, "0 other|1 old|");
    engine->close(s);
}

#define STORE_TESTS                                                                                          \
    cmocka_unit_test(everything_can_be_read_after_closing),                                                  \
        cmocka_unit_test(everything_can_be_read_before_closing), cmocka_unit_test(an_empty_store),           \
        cmocka_unit_test(signing_out_is_seen_at_once), cmocka_unit_test(durable_grows_in_order),             \
        cmocka_unit_test(lines_are_read_while_they_are_written),                                             \
        cmocka_unit_test(seats_are_read_while_they_are_written), cmocka_unit_test(tables_can_be_deleted),    \
        cmocka_unit_test(deleted_tables_cannot_be_found_at_once),                                            \
        cmocka_unit_test(a_contradiction_breaks_the_store), cmocka_unit_test(a_gap_is_noticed),              \
        cmocka_unit_test(sums_and_times_are_kept), cmocka_unit_test(a_store_can_be_copied)
#endif
