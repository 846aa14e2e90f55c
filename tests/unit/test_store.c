/* The store in an SQLite file: what was put can be read again, in order, or the store says why not. */
#define _XOPEN_SOURCE 700 /* mkdtemp, nftw, nanosleep */
#include "tests/unit/store.h"

#include "base/text.h"
#include "words/words.h"
#include <ftw.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static void choose_place(const char *name) { snprintf(place, sizeof place, "%s/%s", folder, name); }

static void open_store(void) {
    s = engine->open(place, &(store_user){.wake = wake, .to = &wakes}, &why);
    if (!s) fail_msg("%s: %s", why.say, why.with[0]);
}

static void run_sql(const char *sql) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open(place, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* ---- checkpoints ---------------------------------------------------------------------------------- */

/* Checks that lines come in order. */
static void check_number(void *to, const store_line *line) {
    int64_t *next = to;
    assert_int_equal(line->n, *next);
    ++*next;
}

/* The checkpoint sequence number in the header of SQLite's WAL, which grows each time the WAL starts again. */
static unsigned wal_sequence(void) {
    char name[sizeof place + 4];
    uint8_t head[16] = {0};
    snprintf(name, sizeof name, "%s-wal", place);
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
    put_tables(TABLES);
    unsigned first = 0;
    int n = 0;
    for (; n < MANY || (wal_sequence() < first + 2 && n < MOST); n += 5) {
        uint64_t last = 0;
        for (int k = 0; k < 5 * TABLES; k++)
            last = put_line(1 + k % TABLES, n + k / TABLES, "words that make a line as long as others are");
        assert_true(wait_for(last));
        if (!n) first = wal_sequence();
        int64_t next = 0;
        assert_true(read_lines(1 + n / 5 % TABLES, 0, check_number, &next));
        assert_int_equal(next, n + 5);
    }
    assert_true(n < MOST); /* or the WAL would grow for ever */
    reopen();
    for (int k = 1; k <= TABLES; k++) {
        int64_t next = 0;
        assert_true(read_lines(k, 0, check_number, &next));
        assert_int_equal(next, n);
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
    put_tables(2);
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
    assert_true(read_lines(1, 0, check_line, &e));
    assert_true((uint64_t)e.next >= durable - 1 && e.next < n[1]);
    assert_null(engine->broken(s));
    assert_true(wait_for(put_line(1, e.next, "goes on")));
    engine->close(s);
}

/* ---- other files ------------------------------------------------------------------------------------------------ */

static void write_file(const char *words) {
    FILE *f = fopen(place, "w");
    assert_non_null(f);
    assert_true(fputs(words, f) >= 0 && !fclose(f));
}

static size_t read_file(char *out, size_t size) {
    FILE *f = fopen(place, "r");
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
    s = engine->open(place, &(store_user){.wake = wake, .to = &wakes}, &why);
    assert_null(s);
    assert_string_equal(why.say, say);
    for (int lang = 0; lang < WORDS_LANGS; lang++) {
        t.used = 0;
        words_fault(&t, (words_lang)lang, &why);
        assert_non_null(strstr(sentence, place));
        assert_null(strchr(sentence, '{'));
        assert_null(strstr(sentence, "store."));
    }
    assert_int_equal(read_file(after, sizeof after), n);
    assert_memory_equal(before, after, n);
}

/* A file that was a house's, with a header that is whole and a first page that is not. */
static void a_damaged_file_is_refused(void **unused) {
    char rubbish[400];
    (void)unused;
    choose_place("damaged.db");
    s = engine->open(place, &(store_user){.wake = wake, .to = &wakes}, &why);
    assert_non_null(s);
    engine->close(s);
    FILE *f = fopen(place, "r+");
    memset(rubbish, 'x', sizeof rubbish);
    assert_true(f && !fseek(f, 100, SEEK_SET) && fwrite(rubbish, 1, sizeof rubbish, f) == sizeof rubbish);
    fclose(f);
    assert_open_refused("store.damaged");
}

static void other_files_are_refused(void **unused) {
    (void)unused;
    choose_place("notes.txt");
    write_file("This text is longer than the header of an SQLite place, which has a hundred bytes, so that "
               "it cannot "
               "be taken for the beginning of one.\n");
    assert_open_refused("store.open");
    choose_place("folder");
    assert_int_equal(mkdir(place, 0700), 0);
    assert_open_refused("file.folder");
    choose_place("nowhere/house.db");
    assert_open_refused("file.missing");
}

static void other_editions_are_refused(void **unused) {
    (void)unused;
    choose_place("edition.db");
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
    choose_place("photos.db");
    run_sql("create table photos (n integer); insert into photos values (1);");
    assert_open_refused("store.no-house");
    choose_place("empty-photos.db");
    run_sql("pragma application_id = 7; pragma user_version = 2");
    assert_open_refused("store.no-house");
}

/* ---- damage ------------------------------------------------------------------------------------------------------ */

/* A crash in the middle of a merge leaves the same lines in both places. */
static void lines_in_both_places_are_one(void **unused) {
    (void)unused;
    open_new("both.db");
    put_tables(1);
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
    put_tables(3);
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
    read_last(&person, &table);
    assert_int_equal(person, 3);
    assert_int_equal(table, 5);
    assert_open_tables("5 |");
    assert_tables_of(3, 9, "5 |");
    assert_int_equal(find_table("bbbbbbbbbbbbbbbb", 0, &row), STORE_UNREADABLE);
    assert_int_equal(find_table(NULL, INT64_MAX, &row), STORE_UNREADABLE);
    engine->close(s);
}

/* The house never puts a line twice.  If it did, that would be noticed. */
static void a_line_put_twice_is_noticed(void **unused) {
    (void)unused;
    store_sqlite_pace before = store_pace;
    store_pace.merge_lines = 4, store_pace.merge_step = 2;
    open_new("again-the-same.db");
    put_tables(1);
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

/* ---- backup ---------------------------------------------------------------------------------------------------------- */

static void a_backup_while_the_store_is_in_use(void **unused) {
    char copy[200], used[sizeof place];
    store_row row;
    (void)unused;
    open_new("used.db");
    put_everything();
    assert_true(wait_for(put_line(1, 1, "last")));
    snprintf(copy, sizeof copy, "%s.copy", place);
    memcpy(used, place, sizeof used);
    assert_true(engine->backup(place, copy, &why));
    assert_false(engine->backup(place, copy, &why));
    assert_string_equal(why.say, "store.exists");
    assert_true(wait_for(put_table(4, "dddddddddddddddd", 4)));
    engine->close(s);
    memcpy(place, copy, sizeof place);
    open_store();
    assert_everything_stored(); /* up to the backup */
    assert_false(finds_table(NULL, 4, &row));
    engine->close(s);
}

static void a_backup_of_no_store_is_refused(void **unused) {
    char copy[160];
    (void)unused;
    choose_place("missing.db");
    snprintf(copy, sizeof copy, "%s/new.copy", folder);
    assert_false(engine->backup(place, copy, &why));
    assert_string_equal(why.say, "store.no-house");
    assert_int_equal(access(place, F_OK), -1);
    choose_place("text");
    write_file("text");
    assert_false(engine->backup(place, copy, &why));
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
    engine = &store_sqlite;
    const struct CMUnitTest tests[] = {
        STORE_TESTS,
        cmocka_unit_test(lines_are_read_during_checkpoints),
        cmocka_unit_test(deletions_and_merges_do_not_meet),
        cmocka_unit_test(a_merge_outlives_a_deletion),
        cmocka_unit_test(a_full_disk_is_reported),
        cmocka_unit_test(a_damaged_file_is_refused),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(other_editions_are_refused),
        cmocka_unit_test(lines_in_both_places_are_one),
        cmocka_unit_test(contradicting_lines_are_kept),
        cmocka_unit_test(a_line_put_twice_is_noticed),
        cmocka_unit_test(damaged_numbers_are_ignored),
        cmocka_unit_test(other_programs_are_refused),
        cmocka_unit_test(a_backup_while_the_store_is_in_use),
        cmocka_unit_test(a_backup_of_no_store_is_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
