/* The store, through its interface: what was put can be read again, in order, or the store says why not. */
#define _XOPEN_SOURCE 700 /* mkdtemp, nftw, nanosleep */
/* cmocka.h needs these headers before it */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* this comment keeps clang-format from sorting the headers */
#include <cmocka.h>

#include "base/rng.h"
#include "base/text.h"
#include "store/store.h"
#include "words/words.h"
#include <ftw.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const store_engine *const engine = &store_sqlite;
static char folder[64], file[128];
static store *s;
static atomic_int wakes;
static fault why;

static void wake(void *to) { atomic_fetch_add((atomic_int *)to, 1); }

/* Each test has its own file. */
static void choose_file(const char *name) { snprintf(file, sizeof file, "%s/%s", folder, name); }

static void open_store(void) {
    s = engine->open(file, wake, &wakes, &why);
    if (!s) fail_msg("%s: %s", why.say, why.with[0]);
}

static void open_new(const char *name) {
    choose_file(name);
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
    return put((store_entry){.kind = STORE_LINE, .number = table, .n = n, .text = words});
}

static uint64_t put_table(int64_t number, const char *key, uint8_t byte) {
    store_entry e = {
        .kind = STORE_TABLE, .number = number, .text = "{\"game\":\"x\"}", .bytes = {byte, 2, 3}};
    memcpy(e.key, key, STORE_KEY);
    return put(e);
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

static void clear_rows(void) { rows_size = 0, rows[0] = 0; }

static void assert_lines(int64_t table, int64_t n, const char *all) {
    clear_rows();
    assert_true(engine->lines(s, table, n, append_line, &rows, &why));
    assert_string_equal(rows, all);
}

static void assert_open_tables(const char *all) {
    clear_rows();
    assert_true(engine->open_tables(s, append_row, &rows, &why));
    assert_string_equal(rows, all);
}

static void assert_tables_of(int64_t person, int most, const char *all) {
    clear_rows();
    assert_true(engine->tables_of(s, person, most, append_row, &rows, &why));
    assert_string_equal(rows, all);
}

static void assert_muted(int64_t person, const char *all) {
    clear_rows();
    assert_true(engine->muted(s, person, append_row, &rows, &why));
    assert_string_equal(rows, all);
}

static void append_device(void *to, const store_device *d) {
    assert_ptr_equal(to, &rows);
    rows_size += (size_t)snprintf(rows + rows_size, sizeof rows - rows_size, "%d %.*s %d %d|", (int)d->number,
                                  (int)d->size, d->label, (int)d->made, (int)d->used);
}

/* The devices of a person: number, label, the days on which it was made and last used. */
static void assert_devices(int64_t person, int most, const char *all) {
    clear_rows();
    assert_true(engine->devices(s, person, most, append_device, &rows, &why));
    assert_string_equal(rows, all);
}

static void assert_token_of(uint8_t byte, const char *name) {
    uint8_t hash[STORE_HASH] = {byte};
    store_owner o;
    clear_rows();
    store_found found = engine->owner_of_token(s, hash, &o, &why);
    assert_int_equal(found, *name ? STORE_FOUND : STORE_MISSING);
    if (found == STORE_FOUND) append_row(&rows, o.person, o.name, strlen(o.name));
    assert_string_equal(rows, name);
}

static bool finds_table(const char *key, int64_t number, store_row *row) {
    store_found found = engine->find_table(s, key, number, row, &why);
    assert_int_not_equal(found, STORE_UNREADABLE);
    if (found == STORE_FOUND) free(row->text); /* the caller looks only at the other fields */
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
    put((store_entry){.kind = STORE_OVER, .number = 2});
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
    assert_true(engine->max_numbers(s, &person, &table, &why));
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
    assert_int_equal(engine->find_table(s, "bbbbbbbbbbbbbbbb", 0, &row, &why), STORE_FOUND);
    assert_int_equal(row.number, 2);
    assert_true(row.over);
    assert_int_equal(row.secret[0], 2);
    assert_int_equal(row.secret[2], 3);
    assert_string_equal(row.key, "bbbbbbbbbbbbbbbb");
    assert_string_equal(row.text, "{\"game\":\"x\"}");
    assert_int_equal(row.size, strlen(row.text));
    free(row.text);
    assert_true(finds_table(NULL, 3, &row));
    assert_string_equal(row.key, "cccccccccccccccc");
    assert_false(row.over);
    assert_false(finds_table("bbbbbbbbbbbbbbb", 0, &row));
    assert_false(finds_table(NULL, 4, &row));
    assert_open_tables("1 |3 |");
    assert_tables_of(1, 9, "3 |2 |1 |");
    assert_tables_of(1, 2, "3 |2 |");
    assert_tables_of(2, 9, "2 |");
    assert_tables_of(3, 9, "");
    assert_muted(1, "7 |");
    assert_muted(2, "1 |");
    assert_muted(3, "");
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
    assert_true(engine->max_numbers(s, &person, &table, &why));
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
    atomic_store(&wakes, 0);
    for (int i = 0; i < 3000; i++) {
        assert_int_equal(put_line(1, i, "line"), i + 1);
        now = engine->durable(s);
        assert_true(now >= last && now <= (uint64_t)i + 1);
        last = now;
    }
    assert_true(wait_for(3000));
    assert_int_equal(engine->durable(s), 3000);
    assert_true(atomic_load(&wakes) > 0 && atomic_load(&wakes) <= 3000);
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
    assert_true(engine->lines(s, table, from, check_line, &e, &why));
    if (e.next != put_so_far[table])
        fail_msg("%lld lines instead of %lld", (long long)e.next, (long long)put_so_far[table]);
}

/* Lines that are not written yet are read, too: each once and in order, whatever the writer does meanwhile. */
static void lines_are_read_while_they_are_written(void **unused) {
    enum { TABLES = 5, ALL = 20000 };
    int64_t n[TABLES] = {0};
    rng r = {1};
    char line[96];
    (void)unused;
    open_new("race.db");
    for (int i = 0; i < ALL; i++) {
        int64_t t = rng_below(&r, TABLES);
        format_line(line, t, n[t]);
        put_line(t, n[t]++, line);
        t = rng_below(&r, TABLES);
        if (i % 3 == 0) assert_all_lines(n, t, n[t] > 60 ? n[t] - (int64_t)rng_below(&r, 60) : 0);
        if (i % 500 == 0) assert_all_lines(n, t, 0);
        if (i % 50 == 0) /* so that reads meet every stage of the writer's work */
            nanosleep(&(struct timespec){0, (long)rng_below(&r, 300000)}, NULL);
    }
    for (int t = 0; t < TABLES; t++)
        assert_all_lines(n, t, 0);
    reopen();
    for (int t = 0; t < TABLES; t++)
        assert_all_lines(n, t, 0);
    engine->close(s);
}

/* Checks that lines come in order. */
static void check_number(void *to, const store_line *line) {
    int64_t *next = to;
    assert_int_equal(line->n, *next);
    ++*next;
}

/* The checkpoint sequence number in the header of SQLite's WAL, which grows each time the WAL starts again. */
static unsigned wal_sequence(void) {
    char name[sizeof file + 4];
    uint8_t head[16] = {0};
    snprintf(name, sizeof name, "%s-wal", file);
    FILE *f = fopen(name, "rb");
    assert_non_null(f);
    assert_int_equal(fread(head, 1, sizeof head, f), sizeof head);
    fclose(f);
    return (unsigned)head[12] << 24 | (unsigned)head[13] << 16 | (unsigned)head[14] << 8 | head[15];
}

/* Lines are read while the WAL is checkpointed: all of a table's lines, each once. */
static void lines_are_read_during_checkpoints(void **unused) {
    enum { TABLES = 40, MANY = 500, MOST = 5000 };
    (void)unused;
    open_new("folded.db");
    unsigned first = 0;
    int n = 0;
    for (; n < MANY || (wal_sequence() < first + 2 && n < MOST); n += 5) {
        uint64_t last = 0;
        for (int k = 0; k < 5 * TABLES; k++)
            last = put_line(1 + k % TABLES, n + k / TABLES, "words that make a line as long as others are");
        assert_true(wait_for(last));
        if (!n) first = wal_sequence();
        int64_t next = 0;
        assert_true(engine->lines(s, 1 + n / 5 % TABLES, 0, check_number, &next, &why));
        assert_int_equal(next, n + 5);
    }
    assert_true(n < MOST); /* or the WAL would grow for ever */
    reopen();
    for (int k = 1; k <= TABLES; k++) {
        int64_t next = 0;
        assert_true(engine->lines(s, k, 0, check_number, &next, &why));
        assert_int_equal(next, n);
    }
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
    for (int i = 0; i < 2000; i++) {
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
    assert_true(engine->max_numbers(s, &person, &table, &why)); /* its number is not used again */
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

/* Tables are deleted at any time, also while their lines are merged. */
static void deletions_and_merges_do_not_meet(void **unused) {
    enum { TABLES = 8, ALL = 6000 };
    int64_t n[TABLES] = {0};
    char line[96], key[STORE_KEY + 1];
    rng r = {1};
    (void)unused;
    store_sqlite_pace before = store_pace;
    store_pace = (store_sqlite_pace){.merge_lines = 16, .merge_step = 3, .checkpoint_pages = 1000};
    open_new("deleted.db");
    for (int i = 0; i < ALL; i++) {
        int64_t t = 1 + rng_below(&r, TABLES - 1);
        if (rng_below(&r, 60) == 0) {
            put((store_entry){.kind = STORE_GONE, .number = t});
            n[t] = 0; /* the house would not use the number again, but here it may */
            assert_true(wait_for(put((store_entry){.kind = STORE_SIT, .number = 1, .n = 1})));
        }
        if (!n[t]) snprintf(key, sizeof key, "aaaaaaaaaa%06d", i), put_table(t, key, 1);
        format_line(line, t, n[t]);
        put_line(t, n[t]++, line);
        if (i % 40 == 0) assert_all_lines(n, t, 0);
        if (i % 1000 == 999) reopen();
    }
    for (int t = 1; t < TABLES; t++)
        assert_all_lines(n, t, 0);
    reopen();
    for (int t = 1; t < TABLES; t++)
        assert_all_lines(n, t, 0);
    engine->close(s);
    store_pace = before;
}

/* The latest line that a merge takes is deleted; the line that comes next is not one that the merge took. */
static void a_merge_outlives_a_deletion(void **unused) {
    (void)unused;
    store_sqlite_pace before = store_pace;
    store_pace = (store_sqlite_pace){.merge_lines = 4, .merge_step = 1, .checkpoint_pages = 1000};
    open_new("outlived.db");
    for (int64_t n = 0; n < 3; n++)
        assert_true(wait_for(put_line(1, n, "before")));
    assert_true(wait_for(put_line(2, 0, "goes"))); /* a merge begins */
    assert_true(wait_for(put((store_entry){.kind = STORE_GONE, .number = 2})));
    assert_true(wait_for(put_line(1, 3, "after")));
    for (int64_t n = 1; n <= 10; n++) /* commits, until the merge has ended */
        assert_true(wait_for(put((store_entry){.kind = STORE_SIT, .number = 1, .n = n})));
    assert_lines(1, 0, "0 before|1 before|2 before|3 after|");
    assert_lines(2, 0, "");
    reopen();
    assert_lines(1, 0, "0 before|1 before|2 before|3 after|");
    assert_lines(2, 0, "");
    engine->close(s);
    store_pace = before;
}

/* ---- failures -------------------------------------------------------------------------------------------- */

static void limit_files(rlim_t size) {
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = size;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* When the disk is full the store reports it, and all that was durable can be read, without a gap. */
static void a_full_disk_is_reported(void **unused) {
    struct rlimit before;
    int64_t n[2] = {0};
    char line[96];
    (void)unused;
    open_new("full.db");
    getrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_IGN);
    put_table(1, "aaaaaaaaaaaaaaaa", 1);
    limit_files(512 << 10);
    while (!engine->broken(s) && n[1] < 200000) {
        format_line(line, 1, n[1]);
        put_line(1, n[1]++, line);
        if (n[1] % 64 == 0) nanosleep(&(struct timespec){0, 100000}, NULL);
    }
    limit_files(before.rlim_cur);
    assert_non_null(engine->broken(s));
    assert_true(strlen(engine->broken(s)) > 5);
    uint64_t durable = engine->durable(s);
    assert_true(durable > 1 && durable < (uint64_t)n[1]);
    put_line(1, n[1], "too late");
    assert_false(wait_for(durable + 1)); /* the store stays broken, though there is room again */
    assert_int_equal(engine->durable(s), durable);
    reopen();
    expected e = {1, 0};
    assert_true(engine->lines(s, 1, 0, check_line, &e, &why));
    assert_true((uint64_t)e.next >= durable - 1 && e.next < n[1]);
    assert_null(engine->broken(s));
    assert_true(wait_for(put_line(1, e.next, "goes on")));
    engine->close(s);
}

static void a_contradiction_breaks_the_store(void **unused) {
    (void)unused;
    open_new("twice.db");
    put_line(1, 0, "first");
    assert_true(wait_for(put_table(1, "aaaaaaaaaaaaaaaa", 1)));
    atomic_store(&wakes, 0);
    assert_false(wait_for(put_table(1, "bbbbbbbbbbbbbbbb", 2)));
    assert_non_null(engine->broken(s));
    assert_int_equal(atomic_load(&wakes), 1); /* the house is woken */
    assert_int_equal(engine->durable(s), 2);
    reopen();
    assert_lines(1, 0, "0 first|");
    engine->close(s);
}

/* ---- other files ------------------------------------------------------------------------------------------------ */

static void write_file(const char *words) {
    FILE *f = fopen(file, "w");
    assert_non_null(f);
    assert_true(fputs(words, f) >= 0 && !fclose(f));
}

static void run_sql(const char *sql) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static size_t read_file(char *out, size_t size) {
    FILE *f = fopen(file, "r");
    if (!f) return 0;
    size_t n = fread(out, 1, size, f);
    fclose(f);
    return n;
}

/* The store does not open; there is a sentence for the operator, and the file is as before. */
static void assert_open_refused(const char *say) {
    static char before[1 << 20], after[1 << 20];
    char sentence[512];
    size_t n = read_file(before, sizeof before);
    text t = text_on(sentence, sizeof sentence);
    s = engine->open(file, wake, &wakes, &why);
    assert_null(s);
    assert_string_equal(why.say, say);
    for (int lang = 0; lang < WORDS_LANGS; lang++) {
        t.used = 0;
        words_fault(&t, (words_lang)lang, &why);
        assert_non_null(strstr(sentence, file));
        assert_null(strchr(sentence, '{'));
        assert_null(strstr(sentence, "store."));
    }
    assert_int_equal(read_file(after, sizeof after), n);
    assert_memory_equal(before, after, n);
}

static void other_files_are_refused(void **unused) {
    (void)unused;
    choose_file("notes.txt");
    write_file(
        "This text is longer than the header of an SQLite file, which has a hundred bytes, so that it cannot "
        "be taken for the beginning of one.\n");
    assert_open_refused("store.open");
    choose_file("folder");
    assert_int_equal(mkdir(file, 0700), 0);
    assert_open_refused("store.open");
    choose_file("nowhere/house.db");
    assert_open_refused("store.open");
}

static void other_editions_are_refused(void **unused) {
    (void)unused;
    choose_file("edition.db");
    run_sql("create table edition (n integer); insert into edition values (2); create table line (x);");
    assert_open_refused("store.edition");
    open_new("newer.db");
    engine->close(s);
    run_sql("pragma user_version = 3");
    assert_open_refused("store.edition");
    run_sql("pragma user_version = 0");
    assert_open_refused("store.edition");
}

static void other_programs_are_refused(void **unused) {
    (void)unused;
    choose_file("photos.db");
    run_sql("create table photos (n integer); insert into photos values (1);");
    assert_open_refused("store.no-house");
    choose_file("empty-photos.db");
    run_sql("pragma application_id = 7; pragma user_version = 2");
    assert_open_refused("store.no-house");
}

/* ---- damage ------------------------------------------------------------------------------------------------------ */

static void assert_unreadable(int64_t table, const char *say) {
    clear_rows();
    assert_false(engine->lines(s, table, 0, append_line, &rows, &why));
    assert_string_equal(why.say, say);
}

/* A crash in the middle of a merge leaves the same lines in both places. */
static void lines_in_both_places_are_one(void **unused) {
    (void)unused;
    open_new("both.db");
    for (int64_t n = 0; n < 4; n++)
        put_line(1, n, n % 2 ? "odd" : "even");
    engine->close(s);
    run_sql("insert into line (tbl, n, text, sum) select tbl, n, text, sum from fresh where n < 2");
    open_store();
    assert_lines(1, 0, "0 even|1 odd|2 even|3 odd|");
    reopen();
    assert_lines(1, 0, "0 even|1 odd|2 even|3 odd|");
    engine->close(s);
}

/* Two different lines under one number: neither is dropped, and only that table cannot be read. */
static void contradicting_lines_are_kept(void **unused) {
    (void)unused;
    open_new("contradiction.db");
    put_line(1, 0, "mine");
    put_line(2, 0, "other");
    reopen(); /* they are merged */
    engine->close(s);
    run_sql("insert into fresh (tbl, n, text) values (1, 0, 'yours'), (3, 0, 'a'), (3, 0, 'b')");
    store_sqlite_pace before = store_pace;
    store_pace.merge_lines = 4;
    for (int i = 0; i < 3; i++) {
        open_store();
        assert_unreadable(1, "store.twice");
        assert_unreadable(3, "store.twice");
        for (int64_t n = 0; n < 20; n++) /* merges go on around them */
            assert_true(wait_for(put_line(2, 20 * i + n + 1, "more")));
        assert_null(engine->broken(s));
        engine->close(s);
    }
    store_pace = before;
    open_store();
    assert_true(wait_for(put((store_entry){.kind = STORE_GONE, .number = 1})));
    assert_lines(1, 0, "");
    engine->close(s);
}

/* The house never puts a line twice.  If it did, that would be noticed. */
static void a_line_put_twice_is_noticed(void **unused) {
    (void)unused;
    open_new("again-the-same.db");
    store_sqlite_pace before = store_pace;
    store_pace.merge_lines = 4, store_pace.merge_step = 2;
    put_line(1, 0, "first");
    reopen();
    put_line(1, 0, "second");
    put_line(1, 1, "x");
    put_line(1, 2, "x");
    for (int64_t n = 3; !engine->broken(s) && n < 100; n++)
        if (!wait_for(put_line(1, n, "x"))) break;
    assert_non_null(engine->broken(s));
    store_pace = before;
    reopen();
    assert_unreadable(1, "store.twice");
    engine->close(s);
}

static void a_gap_is_noticed(void **unused) {
    (void)unused;
    open_new("gap.db");
    for (int64_t n = 0; n < 4; n++)
        put_line(1, n, "x");
    reopen();
    engine->close(s);
    run_sql("delete from line where n = 2");
    open_store();
    assert_unreadable(1, "store.gap");
    assert_string_equal(why.with[0], "2");
    assert_string_equal(rows, "0 x|1 x|");
    assert_lines(1, 3, "3 x|");
    engine->close(s);
}

/* Numbers that no table and nobody can have are not counted from, and not listed. */
static void damaged_numbers_are_ignored(void **unused) {
    int64_t person, table;
    store_row row;
    (void)unused;
    open_new("numbers.db");
    put_table(5, "aaaaaaaaaaaaaaaa", 1);
    put((store_entry){.kind = STORE_PERSON, .number = 3, .text = "Ada"});
    engine->close(s);
    run_sql(
        "insert into tables select -3, 'bbbbbbbbbbbbbbbb', 0, secret, agreed, 0 from tables where number = 5;"
        "insert into tables select 9223372036854775807, 'cccccccccccccccc', 0, secret, agreed, 0 from tables"
        " where number = 5; insert into sits values (3, -3), (3, 9223372036854775807), (3, 5);"
        "insert into report values (1, 9223372036854775807, 3, 'x');"
        "insert into person values (-1, 'x'), (9223372036854775807, 'x')");
    open_store();
    assert_true(engine->max_numbers(s, &person, &table, &why));
    assert_int_equal(person, 3);
    assert_int_equal(table, 5);
    assert_open_tables("5 |");
    assert_tables_of(3, 9, "5 |");
    assert_int_equal(engine->find_table(s, "bbbbbbbbbbbbbbbb", 0, &row, &why), STORE_UNREADABLE);
    assert_int_equal(engine->find_table(s, NULL, INT64_MAX, &row, &why), STORE_UNREADABLE);
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
                          .bytes = {(uint8_t)(40 + i), [STORE_SUM - 1] = 7, [STORE_SUM] = 9}});
    assert_true(engine->lines(s, 1, 0, check_sum, &n, &why));
    reopen();
    assert_true(engine->lines(s, 1, 0, check_sum, &n, &why));
    reopen();
    assert_true(engine->lines(s, 1, 0, check_sum, &n, &why));
    assert_int_equal(n, 9);
    assert_int_equal(engine->find_table(s, NULL, 1, &row, &why), STORE_FOUND);
    assert_int_equal(row.made, 123456789012);
    free(row.text);
    engine->close(s);
}

/* ---- backup ---------------------------------------------------------------------------------------------------------- */

static void a_backup_while_the_store_is_in_use(void **unused) {
    char copy[160], used[128];
    store_row row;
    (void)unused;
    open_new("used.db");
    put_everything();
    assert_true(wait_for(put_line(1, 1, "last")));
    snprintf(copy, sizeof copy, "%s.copy", file);
    memcpy(used, file, sizeof used);
    assert_true(engine->backup(file, copy, &why));
    assert_false(engine->backup(file, copy, &why));
    assert_string_equal(why.say, "store.exists");
    assert_true(wait_for(put_table(4, "dddddddddddddddd", 4)));
    engine->close(s);
    memcpy(file, copy, sizeof file);
    open_store();
    assert_everything_stored(); /* up to the backup */
    assert_false(finds_table(NULL, 4, &row));
    engine->close(s);
}

static void a_backup_of_no_store_is_refused(void **unused) {
    char copy[160];
    (void)unused;
    choose_file("missing.db");
    snprintf(copy, sizeof copy, "%s/new.copy", folder);
    assert_false(engine->backup(file, copy, &why));
    assert_string_equal(why.say, "store.no-house");
    assert_int_equal(access(file, F_OK), -1);
    choose_file("text");
    write_file("text");
    assert_false(engine->backup(file, copy, &why));
    assert_string_equal(why.say, "store.open");
    assert_int_equal(access(copy, F_OK), -1);
}

/* ---- all of them -------------------------------------------------------------------------------------------------------- */

static int make_folder(void **unused) {
    const char *tmp = getenv("TMPDIR");
    (void)unused;
    snprintf(folder, sizeof folder, "%s/storeXXXXXX", tmp && strlen(tmp) < 40 ? tmp : "/tmp");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_one(const char *path, const struct stat *st, int flag, struct FTW *where) {
    (void)st, (void)flag, (void)where;
    return remove(path);
}

static int remove_folder(void **unused) {
    (void)unused;
    return nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_can_be_read_after_closing),
        cmocka_unit_test(everything_can_be_read_before_closing),
        cmocka_unit_test(an_empty_store),
        cmocka_unit_test(signing_out_is_seen_at_once),
        cmocka_unit_test(durable_grows_in_order),
        cmocka_unit_test(lines_are_read_while_they_are_written),
        cmocka_unit_test(lines_are_read_during_checkpoints),
        cmocka_unit_test(seats_are_read_while_they_are_written),
        cmocka_unit_test(tables_can_be_deleted),
        cmocka_unit_test(deleted_tables_cannot_be_found_at_once),
        cmocka_unit_test(deletions_and_merges_do_not_meet),
        cmocka_unit_test(a_merge_outlives_a_deletion),
        cmocka_unit_test(a_full_disk_is_reported),
        cmocka_unit_test(a_contradiction_breaks_the_store),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(other_editions_are_refused),
        cmocka_unit_test(lines_in_both_places_are_one),
        cmocka_unit_test(contradicting_lines_are_kept),
        cmocka_unit_test(a_line_put_twice_is_noticed),
        cmocka_unit_test(a_gap_is_noticed),
        cmocka_unit_test(damaged_numbers_are_ignored),
        cmocka_unit_test(sums_and_times_are_kept),
        cmocka_unit_test(other_programs_are_refused),
        cmocka_unit_test(a_backup_while_the_store_is_in_use),
        cmocka_unit_test(a_backup_of_no_store_is_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
