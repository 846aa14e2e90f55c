/* The store behind its interface: what is put is there again, in order, or the store says why not. */
#define _XOPEN_SOURCE 700 /* mkdtemp, nftw, nanosleep */
/* cmocka wants these before itself */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* clang-format keeps the order */
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

static const store_engine *const kind = &store_sqlite;
static char folder[64], file[128];
static store *s;
static atomic_int woken;
static fault why;

static void wake(void *to) { atomic_fetch_add((atomic_int *)to, 1); }

/* A file of its own for each test. */
static void place_at(const char *name) { snprintf(file, sizeof file, "%s/%s", folder, name); }

static void open_it(void) {
    s = kind->open(file, wake, &woken, &why);
    if (!s) fail_msg("%s: %s", why.say, why.with[0]);
}

static void begin(const char *name) {
    place_at(name);
    open_it();
}

static void open_again(void) {
    kind->close(s);
    open_it();
}

static uint64_t put(store_entry e) {
    if (e.text && !e.size) e.size = strlen(e.text);
    return kind->put(s, &e);
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

/* Until that much is durable, or nothing will ever be. */
static bool wait_for(uint64_t n) {
    for (int i = 0; i < 20000 && !kind->broken(s); i++) {
        if (kind->durable(s) >= n) return true;
        nanosleep(&(struct timespec){0, 500000}, NULL);
    }
    return false;
}

/* What was read: numbers and texts with a bar after each. */
static char got[1 << 16];
static size_t got_size;

static void take(void *to, int64_t number, const char *words, size_t size) {
    assert_ptr_equal(to, &got);
    got_size += (size_t)snprintf(got + got_size, sizeof got - got_size, "%lld %.*s|", (long long)number,
                                 (int)size, words);
}

static void nothing_yet(void) { got_size = 0, got[0] = 0; }

static void reads_lines(int64_t table, int64_t n, const char *all) {
    nothing_yet();
    kind->lines(s, table, n, take, &got);
    assert_string_equal(got, all);
}

static void has_open(const char *all) {
    nothing_yet();
    kind->open_tables(s, take, &got);
    assert_string_equal(got, all);
}

static void has_sat(int64_t person, int most, const char *all) {
    nothing_yet();
    kind->tables_of(s, person, most, take, &got);
    assert_string_equal(got, all);
}

static void has_muted(int64_t person, const char *all) {
    nothing_yet();
    kind->muted(s, person, take, &got);
    assert_string_equal(got, all);
}

static void is_token_of(uint8_t byte, int64_t person, const char *name) {
    uint8_t hash[STORE_HASH] = {byte};
    nothing_yet();
    assert_int_equal(kind->person_by_token(s, hash, take, &got), person);
    assert_string_equal(got, name);
}

static bool finds(const char *key, int64_t number, store_row *row) {
    bool found = kind->find_table(s, key, number, row);
    if (found) free(row->text); /* the rest stays to be looked at */
    return found;
}

/* ---- what is put is there again --------------------------------------------------------------- */

static void put_everything(void) {
    put((store_entry){.kind = STORE_PERSON, .number = 1, .text = "Ada"});
    put((store_entry){.kind = STORE_PERSON, .number = 2, .text = "Zażółć"});
    put((store_entry){.kind = STORE_TOKEN, .number = 1, .bytes = {11}});
    put((store_entry){.kind = STORE_TOKEN, .number = 1, .bytes = {12}}); /* another device */
    put((store_entry){.kind = STORE_TOKEN, .number = 2, .bytes = {21}});
    put((store_entry){.kind = STORE_TOKEN, .number = 2, .bytes = {11}}); /* is somebody's */
    put_table(1, "aaaaaaaaaaaaaaaa", 1);
    put_table(2, "bbbbbbbbbbbbbbbb", 2);
    put_table(3, "cccccccccccccccc", 3);
    put_line(2, 0, "zero");
    put_line(1, 0, "other");
    put_line(2, 1, "one two");
    put_line(2, 2, "двa | три");
    for (int64_t n = 1; n <= 3; n++)
        put((store_entry){.kind = STORE_SIT, .number = n, .n = 1});
    put((store_entry){.kind = STORE_SIT, .number = 2, .n = 1}); /* again */
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

static void everything_is_there(void) {
    int64_t person, table;
    store_row row;
    kind->max_numbers(s, &person, &table);
    assert_int_equal(person, 2);
    assert_int_equal(table, 3);
    is_token_of(11, 1, "1 Ada L.|");
    is_token_of(12, 1, "1 Ada L.|");
    is_token_of(21, 2, "2 Zażółć|");
    is_token_of(13, 0, "");
    assert_true(kind->find_table(s, "bbbbbbbbbbbbbbbb", 0, &row));
    assert_int_equal(row.number, 2);
    assert_true(row.over);
    assert_int_equal(row.secret[0], 2);
    assert_int_equal(row.secret[2], 3);
    assert_string_equal(row.key, "bbbbbbbbbbbbbbbb");
    assert_string_equal(row.text, "{\"game\":\"x\"}");
    assert_int_equal(row.size, strlen(row.text));
    free(row.text);
    assert_true(finds(NULL, 3, &row));
    assert_string_equal(row.key, "cccccccccccccccc");
    assert_false(row.over);
    assert_false(finds("bbbbbbbbbbbbbbb", 0, &row));
    assert_false(finds(NULL, 4, &row));
    has_open("1 |3 |");
    has_sat(1, 9, "3 |2 |1 |");
    has_sat(1, 2, "3 |2 |");
    has_sat(2, 9, "2 |");
    has_sat(3, 9, "");
    has_muted(1, "7 |");
    has_muted(2, "1 |");
    has_muted(3, "");
    reads_lines(2, 0, "0 zero|1 one two|2 двa | три|");
    reads_lines(2, 2, "2 двa | три|");
    reads_lines(2, 3, "");
    reads_lines(3, 0, "");
}

static void what_is_put_is_there_again(void **unused) {
    (void)unused;
    begin("again.db");
    put_everything();
    open_again(); /* without waiting: closing writes all */
    everything_is_there();
    open_again();
    everything_is_there();
    assert_null(kind->broken(s));
    assert_int_equal(kind->durable(s), 0); /* of what was put since */
    kind->close(s);
}

static void and_before_it_is_closed(void **unused) {
    (void)unused;
    begin("before.db");
    put_everything();
    assert_true(wait_for(put_line(1, 1, "last")));
    everything_is_there();
    kind->close(s);
}

static void an_empty_one(void **unused) {
    int64_t person = 7, table = 7;
    store_row row;
    (void)unused;
    begin("empty.db");
    kind->max_numbers(s, &person, &table);
    assert_int_equal(person + table, 0);
    has_open("");
    is_token_of(1, 0, "");
    assert_false(finds(NULL, 1, &row));
    kind->close(s);
}

/* ---- what is durable ------------------------------------------------------------------------------ */

static void durable_grows_in_order(void **unused) {
    uint64_t last = 0, now;
    (void)unused;
    begin("order.db");
    atomic_store(&woken, 0);
    for (int i = 0; i < 3000; i++) {
        assert_int_equal(put_line(1, i, "line"), i + 1);
        now = kind->durable(s);
        assert_true(now >= last && now <= (uint64_t)i + 1);
        last = now;
    }
    assert_true(wait_for(3000));
    assert_int_equal(kind->durable(s), 3000);
    assert_true(atomic_load(&woken) > 0 && atomic_load(&woken) <= 3000);
    int before = atomic_load(&woken);
    assert_true(wait_for(put_line(1, 3000, "one more")));
    assert_int_equal(atomic_load(&woken), before + 1);
    kind->close(s);
}

/* Lines that wait are read too, each once and in order, whatever the writer does meanwhile. */
typedef struct {
    int64_t table, next;
} expected;

static void make_line(char out[96], int64_t table, int64_t n) {
    snprintf(out, 96, "line %lld of %lld %.*s", (long long)n, (long long)table, (int)(n * 7 % 40),
             "........................................");
}

static void take_next(void *to, int64_t number, const char *words, size_t size) {
    expected *e = to;
    char line[96];
    if (number != e->next) fail_msg("%lld instead of %lld", (long long)number, (long long)e->next);
    make_line(line, e->table, number);
    if (strlen(line) != size || memcmp(line, words, size))
        fail_msg("%.*s instead of %s", (int)size, words, line);
    e->next++;
}

static void reads_all(const int64_t *put_so_far, int64_t table, int64_t from) {
    expected e = {table, from};
    kind->lines(s, table, from, take_next, &e);
    if (e.next != put_so_far[table])
        fail_msg("%lld lines instead of %lld", (long long)e.next, (long long)put_so_far[table]);
}

static void lines_while_they_are_written(void **unused) {
    enum { TABLES = 5, ALL = 20000 };
    int64_t n[TABLES] = {0};
    rng r = {1};
    char line[96];
    (void)unused;
    begin("race.db");
    for (int i = 0; i < ALL; i++) {
        int64_t t = rng_below(&r, TABLES);
        make_line(line, t, n[t]);
        put_line(t, n[t]++, line);
        t = rng_below(&r, TABLES);
        if (i % 3 == 0) reads_all(n, t, n[t] > 60 ? n[t] - (int64_t)rng_below(&r, 60) : 0);
        if (i % 500 == 0) reads_all(n, t, 0);
        if (i % 50 == 0) /* so that all that happens between two groups is met */
            nanosleep(&(struct timespec){0, (long)rng_below(&r, 300000)}, NULL);
    }
    for (int t = 0; t < TABLES; t++)
        reads_all(n, t, 0);
    open_again();
    for (int t = 0; t < TABLES; t++)
        reads_all(n, t, 0);
    kind->close(s);
}

/* Seats that wait are found too, each once, the latest first. */
/* Lines come one after the other. */
static void count_up(void *to, int64_t number, const char *words, size_t size) {
    int64_t *next = to;
    (void)words, (void)size;
    assert_int_equal(number, *next);
    ++*next;
}

/* How often SQLite's log has begun anew. */
static unsigned log_began(void) {
    char name[sizeof file + 4];
    uint8_t head[16] = {0};
    snprintf(name, sizeof name, "%s-wal", file);
    FILE *f = fopen(name, "rb");
    assert_non_null(f);
    assert_int_equal(fread(head, 1, sizeof head, f), sizeof head);
    fclose(f);
    return (unsigned)head[12] << 24 | (unsigned)head[13] << 16 | (unsigned)head[14] << 8 | head[15];
}

/* A table's lines, however far they are on their way to where they stay: all of them, each once. */
static void lines_while_they_are_folded(void **unused) {
    enum { TABLES = 40, MANY = 500, MOST = 5000 };
    (void)unused;
    begin("folded.db");
    unsigned began = 0;
    int n = 0;
    for (; n < MANY || (log_began() < began + 2 && n < MOST); n += 5) {
        uint64_t last = 0;
        for (int k = 0; k < 5 * TABLES; k++)
            last = put_line(1 + k % TABLES, n + k / TABLES, "words that make a line as long as others are");
        assert_true(wait_for(last));
        if (!n) began = log_began();
        int64_t next = 0;
        kind->lines(s, 1 + n / 5 % TABLES, 0, count_up, &next);
        assert_int_equal(next, n + 5);
    }
    assert_true(n < MOST); /* or the log would grow for ever */
    open_again();
    for (int k = 1; k <= TABLES; k++) {
        int64_t next = 0;
        kind->lines(s, k, 0, count_up, &next);
        assert_int_equal(next, n);
    }
    kind->close(s);
}

static void seats_while_they_are_written(void **unused) {
    enum { ALL = 300 };
    bool sits[ALL + 1] = {false};
    rng r = {1};
    (void)unused;
    begin("seats.db");
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
        has_sat(7, 3, all);
        if (i % 50 == 0) nanosleep(&(struct timespec){0, (long)rng_below(&r, 300000)}, NULL);
    }
    kind->close(s);
}

/* ---- forgetting -------------------------------------------------------------------------------------- */

static void tables_can_be_forgotten(void **unused) {
    int64_t person, table;
    store_row row;
    (void)unused;
    begin("gone.db");
    put_table(1, "aaaaaaaaaaaaaaaa", 1);
    put_table(2, "bbbbbbbbbbbbbbbb", 1);
    put_line(1, 0, "stays");
    put_line(2, 0, "goes");
    put((store_entry){.kind = STORE_SIT, .number = 2, .n = 5});
    assert_true(wait_for(put((store_entry){.kind = STORE_GONE, .number = 2})));
    assert_false(finds(NULL, 2, &row));
    assert_false(finds("bbbbbbbbbbbbbbbb", 0, &row));
    reads_lines(2, 0, "");
    reads_lines(1, 0, "0 stays|");
    has_open("1 |");
    kind->max_numbers(s, &person, &table); /* its number is not given again, because people remember it */
    assert_int_equal(table, 2);
    has_sat(5, 9, "");
    kind->close(s);
}

/* A table that is to be forgotten is found no more at once: lines that it would get now would be lost. */
static void forgotten_at_once(void **unused) {
    store_row row;
    (void)unused;
    begin("goes.db");
    for (int64_t i = 1; i <= 50; i++) {
        char key[STORE_KEY + 1];
        snprintf(key, sizeof key, "aaaaaaaaaaaaaa%02d", (int)i);
        assert_true(wait_for(put_table(i, key, 1)));
        assert_true(finds(NULL, i, &row) && finds(key, 0, &row));
        uint64_t gone = put((store_entry){.kind = STORE_GONE, .number = i});
        do
            assert_false(finds(NULL, i, &row) || finds(key, 0, &row));
        while (kind->durable(s) < gone);
    }
    kind->close(s);
}

/* ---- when it cannot be written ---------------------------------------------------------------------------- */

static void limit_files(rlim_t size) {
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = size;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* The disk is full: it says so, and what was durable is there, without a gap. */
static void a_full_disk(void **unused) {
    struct rlimit before;
    int64_t n[2] = {0};
    char line[96];
    (void)unused;
    begin("full.db");
    getrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_IGN);
    put_table(1, "aaaaaaaaaaaaaaaa", 1);
    limit_files(512 << 10);
    while (!kind->broken(s) && n[1] < 200000) {
        make_line(line, 1, n[1]);
        put_line(1, n[1]++, line);
        if (n[1] % 64 == 0) nanosleep(&(struct timespec){0, 100000}, NULL);
    }
    limit_files(before.rlim_cur);
    assert_non_null(kind->broken(s));
    assert_true(strlen(kind->broken(s)) > 5);
    uint64_t durable = kind->durable(s);
    assert_true(durable > 1 && durable < (uint64_t)n[1]);
    put_line(1, n[1], "too late");
    assert_false(wait_for(durable + 1)); /* it stays broken, though there is room again */
    assert_int_equal(kind->durable(s), durable);
    open_again();
    expected e = {1, 0};
    kind->lines(s, 1, 0, take_next, &e);
    assert_true((uint64_t)e.next >= durable - 1 && e.next < n[1]);
    assert_null(kind->broken(s));
    assert_true(wait_for(put_line(1, e.next, "goes on")));
    kind->close(s);
}

static void what_contradicts_breaks_it(void **unused) {
    (void)unused;
    begin("twice.db");
    put_line(1, 0, "first");
    assert_true(wait_for(put_table(1, "aaaaaaaaaaaaaaaa", 1)));
    atomic_store(&woken, 0);
    assert_false(wait_for(put_table(1, "bbbbbbbbbbbbbbbb", 2)));
    assert_non_null(kind->broken(s));
    assert_int_equal(atomic_load(&woken), 1); /* the house hears of it */
    assert_int_equal(kind->durable(s), 2);
    open_again();
    reads_lines(1, 0, "0 first|");
    kind->close(s);
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

/* A sentence for the operator, and the file is as it was. */
static void is_refused(const char *say) {
    static char before[1 << 20], after[1 << 20];
    char sentence[512];
    size_t n = read_file(before, sizeof before);
    text t = text_on(sentence, sizeof sentence);
    s = kind->open(file, wake, &woken, &why);
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
    place_at("notes.txt");
    write_file("This is a text that is long enough not to be taken for the beginning of a file of SQLite, "
               "of which the first hundred bytes are the head.\n");
    is_refused("store.open");
    place_at("folder");
    assert_int_equal(mkdir(file, 0700), 0);
    is_refused("store.open");
    place_at("nowhere/house.db");
    is_refused("store.open");
}

static void other_editions_are_refused(void **unused) {
    (void)unused;
    place_at("edition.db");
    run_sql("create table edition (n integer); insert into edition values (2); create table line (x);");
    is_refused("store.edition");
}

static void other_programs_are_refused(void **unused) {
    (void)unused;
    place_at("photos.db");
    run_sql("create table photos (n integer); insert into photos values (1);");
    is_refused("store.no-house");
}

/* ---- a copy ---------------------------------------------------------------------------------------------------------- */

static void a_copy_while_it_is_in_use(void **unused) {
    char copy[160], used[128];
    store_row row;
    (void)unused;
    begin("used.db");
    put_everything();
    assert_true(wait_for(put_line(1, 1, "last")));
    snprintf(copy, sizeof copy, "%s.copy", file);
    memcpy(used, file, sizeof used);
    assert_true(kind->backup(file, copy, &why));
    assert_false(kind->backup(file, copy, &why));
    assert_string_equal(why.say, "store.exists");
    assert_true(wait_for(put_table(4, "dddddddddddddddd", 4)));
    kind->close(s);
    memcpy(file, copy, sizeof file);
    open_it();
    everything_is_there(); /* but what came later */
    assert_false(finds(NULL, 4, &row));
    kind->close(s);
}

static void there_is_nothing_to_copy(void **unused) {
    char copy[160];
    (void)unused;
    place_at("missing.db");
    snprintf(copy, sizeof copy, "%s/new.copy", folder);
    assert_false(kind->backup(file, copy, &why));
    assert_string_equal(why.say, "store.no-house");
    assert_int_equal(access(file, F_OK), -1);
    place_at("text");
    write_file("text");
    assert_false(kind->backup(file, copy, &why));
    assert_string_equal(why.say, "store.no-house");
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
        cmocka_unit_test(what_is_put_is_there_again),
        cmocka_unit_test(and_before_it_is_closed),
        cmocka_unit_test(an_empty_one),
        cmocka_unit_test(durable_grows_in_order),
        cmocka_unit_test(lines_while_they_are_written),
        cmocka_unit_test(lines_while_they_are_folded),
        cmocka_unit_test(seats_while_they_are_written),
        cmocka_unit_test(tables_can_be_forgotten),
        cmocka_unit_test(forgotten_at_once),
        cmocka_unit_test(a_full_disk),
        cmocka_unit_test(what_contradicts_breaks_it),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(other_editions_are_refused),
        cmocka_unit_test(other_programs_are_refused),
        cmocka_unit_test(a_copy_while_it_is_in_use),
        cmocka_unit_test(there_is_nothing_to_copy),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
