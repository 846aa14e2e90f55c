/* A house on a disk that fails: whatever was acknowledged is there when the disk works again, nothing is rolled back, and
 * what does not need the failed call goes on.
 *
 * A short visit to a house is repeated, and each time another call of SQLite's to the disk fails (tests/disk.h): once, or
 * from then on.  As a test only some of the calls fail; SAFEHOUSE_FAULTS=all makes every one of them fail in turn:
 *
 *     SAFEHOUSE_FAULTS=all build/release/tests/test_store_faults
 *
 * Map: asking on a bad disk - what was acknowledged - the visit - every call fails - every page is bad. */
#include "tests/unit/house.h"

#include "tests/disk.h"
#include <sys/stat.h>

/* Every so manieth call of a kind fails in turn, unless all do: those of which there are many, more rarely. */
static const int steps[DISK_KINDS] = {
    [DISK_READ] = 4,     [DISK_SHORT] = 12, [DISK_WRITE] = 4, [DISK_FULL] = 4, [DISK_SYNC] = 2,
    [DISK_TRUNCATE] = 1, [DISK_OPEN] = 1,   [DISK_SHARE] = 1, [DISK_LOCK] = 8};

/* ---- asking on a bad disk ---------------------------------------------------------------------------------- */

static fault why;

static bool open_here(void) {
    fake.h = house_open(&fake.terms, fake_wake, NULL, &why);
    return fake.h;
}

static bool is_broken(void) { return house_broken(fake.h) != NULL; }

/* The answer to a request that may fail; NULL: there is none, or it is an error. */
static json_t *try_ask(fake_socket *s, const char *format, ...) {
    va_list more;
    if (!s || is_broken()) return NULL;
    va_start(more, format);
    int number = send_request_v(s, format, more);
    va_end(more);
    if (!find_answer(s, number) || json_object_get(answer, "error")) return NULL;
    return answer;
}

/* NULL: the house could not find out who it is, or is broken. */
static fake_socket *try_connect(const char *token) {
    fake_socket *s = is_broken() ? NULL : fake_connect("192.0.2.1", token, &why);
    if (s) fake_settle();
    return s;
}

static void leave(fake_socket **s) {
    if (*s) fake_close_socket(*s);
    *s = NULL;
}

/* ---- what was acknowledged ------------------------------------------------------------------------------------ */

enum { TABLES = 3, UPDATES = 400 };

/* Ada's tables: the events of each update, as she heard them. */
typedef struct {
    char key[STORE_KEY + 1];
    int64_t latest;
    char *events[UPDATES];
} story;

static story heard[TABLES];

static person ada, bruno;

static void forget_stories(story all[TABLES]) {
    for (int t = 0; t < TABLES; t++)
        for (int i = 0; i < UPDATES; i++)
            free(all[t].events[i]);
    memset(all, 0, TABLES * sizeof *all);
}

static void copy_stories(story to[TABLES], const story from[TABLES]) {
    forget_stories(to);
    memcpy(to, from, TABLES * sizeof *to);
    for (int t = 0; t < TABLES; t++)
        for (int i = 0; i < UPDATES; i++)
            if (from[t].events[i]) to[t].events[i] = strdup(from[t].events[i]);
}

/* Takes the messages that came to Ada at this table since the last call: an update never says anything else than it said
 * before. */
static void listen_to(fake_socket *s, int t) {
    for (int i = 0; s && i < s->n; i++) {
        json_t *m = read_json(s->got[i]), *events = json_object_get(m, "events");
        int64_t n = number_in(m, "update");
        if (events && json_array_size(events)) {
            char *now = json_dumps(events, JSON_COMPACT);
            assert_true(n > 0 && n < UPDATES);
            if (heard[t].events[n]) {
                assert_string_equal(now, heard[t].events[n]);
                free(now);
            } else
                heard[t].events[n] = now;
            if (n > heard[t].latest) heard[t].latest = n;
        }
        json_decref(m);
    }
    if (s) fake_free_messages(s);
}

/* Everything that was acknowledged is there. */
static void assert_nothing_lost(void) {
    fake_socket *s = connect_with(ada.token);
    assert_int_equal(s->g->person, ada.person);
    for (int t = 0; t < TABLES; t++) {
        if (!heard[t].key[0]) continue;
        story before = heard[t];
        memset(heard[t].events, 0, sizeof heard[t].events);
        ask(s, "{'do':'watch','table':'%s'}", heard[t].key);
        bool sits = json_is_integer(json_object_get(json_object_get(answer, "view"), "you"));
        fake_free_messages(s);
        ask(s, "{'do':'watch','table':'%s','after':0%s}", heard[t].key, sits ? ",'as':0" : "");
        assert_null(json_object_get(answer, "view")); /* she got every update, one after the other */
        assert_true(number_in(answer, "update") >= before.latest);
        listen_to(s, t);
        for (int i = 0; i < UPDATES; i++) {
            if (before.events[i] && !heard[t].events[i])
                fail_msg("table %d: update %d is lost: %s", t, i, before.events[i]);
            if (before.events[i]) assert_string_equal(heard[t].events[i], before.events[i]);
            free(before.events[i]);
        }
    }
    fake_close_socket(s);
    s = connect_with(bruno.token);
    assert_int_equal(s->g->person, bruno.person);
    fake_close_socket(s);
}

/* Each table takes a line. */
static void assert_tables_go_on(void) {
    fake_socket *s = connect_with(ada.token);
    for (int t = 0; t < TABLES; t++) {
        if (!heard[t].key[0]) continue;
        ask(s, "{'do':'watch','table':'%s'}", heard[t].key);
        fake_free_messages(s);
        ask(s, "{'do':'say','text':'it goes on'}");
        listen_to(s, t);
    }
    fake_close_socket(s);
}

/* ---- the visit ----------------------------------------------------------------------------------------------------- */

/* A house with two tables at which Ada sits, and Bruno at the first.  It is closed. */
static void build_house(void) {
    static const char *const fields[] = {"'game':'inside-job','seats':2", "'game':'dead-drop','seats':3"};
    forget_stories(heard);
    prepare_house(&store_sqlite);
    assert_true(open_here());
    ada = enter("Ada"), bruno = enter("Bruno");
    for (int t = 0; t < 2; t++) {
        make_table(&ada, fields[t]);
        memcpy(heard[t].key, key, sizeof key);
        sit(&ada, 0, "aa");
        if (!t) sit(&bruno, 1, "bb"); /* then the game begins */
        if (t) ask(ada.s, "{'do':'start'}");
        for (int i = 0; i < 20; i++) {
            ask(ada.s, "{'do':'say','text':'%d, and a few more words than that'}", i);
            if (!try_move(&ada, (size_t)i) && !t) try_move(&bruno, (size_t)i);
        }
        listen_to(ada.s, t);
    }
    close_house();
}

/* Plays and talks at a table, if Ada gets there. */
static fake_socket *visit_table(int t, int lines) {
    fake_socket *s = try_connect(ada.token);
    if (!s || !try_ask(s, "{'do':'watch','table':'%s'}", heard[t].key)) return s;
    for (int i = 0; i < lines; i++) {
        try_ask(s, "{'do':'say','text':'%d, and a few more words than that'}", i);
        const json_t *view = json_object_get(try_ask(s, "{'do':'watch','table':'%s'}", heard[t].key), "view");
        const char *move = json_string_value(json_array_get(json_object_get(view, "moves"), 0));
        char words[96];
        snprintf(words, sizeof words, "%s", move ? move : "");
        if (move) try_ask(s, "{'do':'move','id':%d,'move':'%s'}", ++ada.id, words);
    }
    listen_to(s, t);
    return s;
}

static void come_again(int t) {
    fake_socket *s = try_connect(ada.token);
    if (try_ask(s, "{'do':'watch','table':'%s'}", heard[t].key)) {
        assert_true(number_in(answer, "update") >= heard[t].latest); /* nothing was rolled back */
        try_ask(s, "{'do':'say','text':'I am back'}");
    }
    listen_to(s, t);
    leave(&s);
}

/* Everything that people do; nothing here needs to succeed. */
static void visit(void) {
    fake_socket *at[2] = {visit_table(0, 8), visit_table(1, 8)};
    fake_socket *other = try_connect(bruno.token);
    if (try_ask(other, "{'do':'watch','table':'%s'}", heard[0].key))
        try_ask(other, "{'do':'say','text':'hello'}");
    try_ask(other, "{'do':'mute','person':%d}", ada.person);
    if (try_ask(at[1], "{'do':'make','game':'dead-drop','seats':3}")) {
        memcpy(heard[2].key, text_in(answer, "table"), sizeof key);
        try_ask(at[1], "{'do':'sit','seat':0}");
        listen_to(at[1], 2);
    }
    listen_to(at[0], 0);
    leave(&at[0]), leave(&at[1]), leave(&other);
    if (!is_broken()) fake_advance(3 * HOUSE_MINUTE); /* then tables are no longer in memory */
    come_again(0), come_again(1);
    fake_socket *s = try_connect(ada.token);
    try_ask(s, "{'do':'mine'}");
    leave(&s);
}

/* ---- every call fails ------------------------------------------------------------------------------------------------- */

/* The house before the visit. */
static struct {
    char *bytes;
    size_t size;
    person ada, bruno;
    story heard[TABLES];
} built;

static void keep_built(void) {
    FILE *f = fopen(file, "rb");
    struct stat st;
    assert_true(f && !fstat(fileno(f), &st));
    built.size = (size_t)st.st_size;
    built.bytes = malloc(built.size);
    assert_non_null(built.bytes);
    assert_int_equal(fread(built.bytes, 1, built.size, f), built.size);
    fclose(f);
    built.ada = ada, built.bruno = bruno;
    copy_stories(built.heard, heard);
}

static void restore_built(void) {
    static const char *const ends[] = {"-wal", "-shm"};
    char path[128];
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s%s", file, ends[i]);
        unlink(path);
    }
    FILE *f = fopen(file, "wb");
    assert_true(f && fwrite(built.bytes, 1, built.size, f) == built.size && !fclose(f));
    ada = built.ada, bruno = built.bruno;
    copy_stories(heard, built.heard);
}

/* The sentences that the operator may get if the house cannot open. */
static bool is_opening_fault(const char *say) {
    return !strcmp(say, "store.open") || !strcmp(say, "store.read") || !strcmp(say, "file.full");
}

typedef struct {
    int points, refused,
        broken; /* calls that failed; those after which the house did not open, or had to close */
} tally;

/* One visit with one fault.  False: the visit ends before that call. */
static bool survive(disk_fault f, tally *n) {
    restore_built();
    disk_fail(f);
    bool opened = open_here();
    if (opened) {
        visit();
        bool broken = is_broken();
        if (broken) assert_true(strlen(house_broken(fake.h)) > 5);
        n->broken += broken;
        disk_pause(true);
        if (!broken) { /* what failed concerned only some requests */
            fake_advance(15000);
            assert_tables_go_on();
        }
        disk_pause(false);
        close_house();
    } else {
        assert_true(is_opening_fault(why.say));
        n->refused++;
    }
    bool any = disk_failures();
    disk_mend();
    assert_true(open_here());
    assert_nothing_lost();
    assert_tables_go_on();
    close_house();
    n->points += any;
    return any;
}

static void every_call_fails(void **unused) {
    const char *all = getenv("SAFEHOUSE_FAULTS");
    tally sum = {0};
    (void)unused;
    build_house();
    keep_built();
    for (int kind = 0; kind < DISK_KINDS; kind++)
        for (int stays = 0; stays < 2; stays++) {
            tally n = {0};
            int step = all && !strcmp(all, "all") ? 1 : steps[kind];
            /* the store's threads do not make the same number of calls each time */
            for (int at = 1, missed = 0; missed < 3; at += step)
                missed = survive((disk_fault){(disk_kind)kind, at, stays, 0}, &n) ? 0 : missed + 1;
            print_message("%s%s: %d fault points; the house did not open after %d and closed after %d\n",
                          disk_names[kind], stays ? ", for good" : "", n.points, n.refused, n.broken);
            assert_true(n.points > 0);
            sum.points += n.points;
        }
    print_message("%d fault points, nothing lost\n", sum.points);
    free(built.bytes);
    forget_stories(built.heard);
    forget_stories(heard);
}

/* ---- every page is bad ----------------------------------------------------------------------------------------------- */

enum {
    SAYINGS = 2000,
    MORE = 20,
    OWN_PAGES = 7, /* of the house's own lists: numbers so far, open tables; it does not open without them */
};

/* Ada goes to a table and talks there.  Returns the latest update that was acknowledged, or 0 if she cannot get there; if she
 * can, it must be whole. */
static int64_t talk_at(fake_socket *s, const char *where, int64_t latest, int lines) {
    if (!try_ask(s, "{'do':'watch','table':'%s'}", where)) return 0;
    assert_int_equal(number_in(answer, "update"), latest);
    for (int i = 0; i < lines; i++)
        if (try_ask(s, "{'do':'say','text':'%d more'}", i)) latest = number_in(answer, "update");
    return latest;
}

/* One page of the file cannot be read.  Either a table is there to its last line, or the house says that it cannot be
 * read; the other table goes on, and what is said meanwhile is kept. */
static void a_journal_is_never_cut_short(void **unused) {
    char keys[3][STORE_KEY + 1];
    int64_t latest[3] = {0};
    int refused = 0, broken = 0, hidden[2] = {0}, pages;
    struct stat st;
    (void)unused;
    prepare_house(&store_sqlite);
    assert_true(open_here());
    ada = enter("Ada");
    for (int t = 0; t < 2; t++) {
        make_table(&ada, "'game':'dead-drop','seats':3");
        memcpy(keys[t], key, sizeof key);
        for (int i = 0; i < (t ? 50 : SAYINGS); i++)
            latest[t] = number_in(ask(ada.s, "{'do':'say','text':'%d, and a few more words than that'}", i),
                                  "update");
    }
    close_house();
    assert_int_equal(stat(file, &st), 0);
    pages = (int)(st.st_size / 4096);
    for (int page = 1; page <= pages; page++) {
        disk_fail((disk_fault){.page = page});
        bool opened = open_here();
        if (!opened) assert_true(is_opening_fault(why.say));
        refused += !opened;
        fake_socket *s = opened ? try_connect(ada.token) : NULL;
        for (int t = 0; t < 2 && s; t++) {
            int64_t n = talk_at(s, keys[t], latest[t], t ? MORE : 1); /* so many lines start a merge */
            assert_false(is_broken());
            hidden[t] += !n;
            if (n) latest[t] = n;
        }
        latest[2] = 0;
        if (try_ask(s,
                    "{'do':'make','game':'dead-drop','seats':3}")) { /* its lines meet those of the others */
            memcpy(keys[2], text_in(answer, "table"), sizeof key);
            latest[2] = talk_at(s, keys[2], 0, MORE);
        }
        if (opened) broken += is_broken(), close_house();
        disk_mend();
        assert_true(open_here());
        s = connect_with(ada.token);
        for (int t = 0; t < 3; t++) /* some lines are not merged when the house opens next */
            if (latest[t]) assert_int_not_equal(latest[t] = talk_at(s, keys[t], latest[t], 1), 0);
        close_house();
    }
    print_message("%d pages: the house did not open for %d; one table was hidden by %d, the other by %d\n",
                  pages, refused, hidden[0], hidden[1]);
    assert_true(refused <= OWN_PAGES && hidden[0] > pages / 2 && hidden[1] < pages / 4);
    assert_true(broken <= 1); /* no table can be made without the index of their keys */
}

/* ---- all of them -------------------------------------------------------------------------------------------------------- */

static int set_up(void **unused) {
    disk_install();
    store_pace = (store_sqlite_pace){.merge_lines = 8, .merge_step = 4, .checkpoint_pages = 4};
    return make_folder(unused);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_journal_is_never_cut_short),
        cmocka_unit_test(every_call_fails),
    };
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
