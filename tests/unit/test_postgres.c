/* The store in PostgreSQL: what holds for every store, and what several nodes on one database need.  Without a database
 * the program starts itself again with a server of its own (tools/postgres). */
#define _XOPEN_SOURCE 700 /* nanosleep */
#include "tests/unit/store.h"

#include "base/text.h"
#include "words/words.h"
#include <libpq-fe.h>
#include <pthread.h>
#include <unistd.h>

/* Milliseconds. */
enum {
    LONG = 60000, /* after which something that should happen has not; no lease runs out by itself before */
    SHORT = 5000, /* the lease of a node that will be away */
};

static void pause_a_little(void) { nanosleep(&(struct timespec){0, 2000000}, NULL); }

/* Repeats something until it is so. */
#define WAIT_UNTIL(condition)                                                                                \
    do {                                                                                                     \
        int tries = 0;                                                                                       \
        while (!(condition) && tries++ < LONG / 2)                                                           \
            pause_a_little();                                                                                \
        if (tries > LONG / 2) fail_msg("never: %s", #condition);                                             \
    } while (0)

/* ---- databases ------------------------------------------------------------------------------------------------- */

static void ignore(void *unused, const char *message) { (void)unused, (void)message; }

static PGconn *connect_to(const char *url) {
    PGconn *c = PQconnectdb(url);
    PQsetNoticeProcessor(c, ignore, NULL);
    if (PQstatus(c) != CONNECTION_OK) fail_msg("%s", PQerrorMessage(c));
    return c;
}

/* Runs SQL; the first column of the first row, or "". */
static const char *sql_on(PGconn *c, const char *sql) {
    static char first[256];
    PGresult *r = PQexec(c, sql);
    ExecStatusType status = PQresultStatus(r);
    if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK)
        fail_msg("%s: %s", sql, PQresultErrorMessage(r));
    snprintf(first, sizeof first, "%s", PQntuples(r) ? PQgetvalue(r, 0, 0) : "");
    PQclear(r);
    return first;
}

/* A connection of our own, whose commits wait for no standby. */
static PGconn *other_connection(void) {
    PGconn *c = connect_to(place);
    sql_on(c, "set search_path = safehouse; set synchronous_commit = local");
    return c;
}

static const char *run(const char *sql) {
    static char first[256];
    PGconn *c = other_connection();
    snprintf(first, sizeof first, "%s", sql_on(c, sql));
    PQfinish(c);
    return first;
}

static void run_sql(const char *sql) { run(sql); }

static void choose_place(const char *name) {
    char sql[128];
    PGconn *c = connect_to(getenv("SAFEHOUSE_DATABASE"));
    snprintf(sql, sizeof sql, "create database \"%s\"", name);
    sql_on(c, sql);
    PQfinish(c);
    snprintf(place, sizeof place, "postgres://safehouse@/%s?host=%s", name, getenv("SAFEHOUSE_SERVER"));
}

/* ---- nodes -------------------------------------------------------------------------------------------------------- */

static void open_store(void) {
    s = engine->open(place, &(store_user){.node = "n1", .lease = LONG, .wake = wake, .to = &wakes}, &why);
    if (!s) fail_msg("%s: %s", why.say, why.with[0]);
}

/* What a node has heard of others. */
typedef struct {
    char text[512];
} heard;

static void hear(void *to, const store_entry *e) {
    heard *h = to;
    size_t used = strlen(h->text);
    snprintf(h->text + used, sizeof h->text - used, "%s %d %d %s %.*s|",
             e->kind == STORE_NEWS ? "news" : "listed", (int)e->number, (int)e->n, e->key, (int)e->size,
             e->text);
}

static store *open_node_for(const char *name, int64_t lease, heard *h) {
    store_user user = {
        .node = name, .lease = lease, .wake = wake, .to = &wakes, .news = h ? hear : NULL, .news_to = h};
    store *node = engine->open(place, &user, &why);
    if (!node) fail_msg("%s: %s", why.say, why.with[0]);
    return node;
}

static store *open_node(const char *name, heard *h) { return open_node_for(name, LONG, h); }

static uint64_t put_on(store *node, store_entry e) {
    if (e.text && !e.size) e.size = strlen(e.text);
    return engine->put(node, &e);
}

static uint64_t put_line_on(store *node, int64_t table, int64_t n, int64_t epoch) {
    char words[96];
    format_line(words, table, n);
    return put_on(node,
                  (store_entry){.kind = STORE_LINE, .number = table, .n = n, .text = words, .epoch = epoch});
}

static void wait_durable(store *node, uint64_t n) {
    WAIT_UNTIL(engine->durable(node) >= n || engine->broken(node));
    assert_null(engine->broken(node));
}

/* All lines of a table are there, each once. */
static void assert_journal(store *node, int64_t table, int64_t lines) {
    store_answer *a = asking(engine, node, (store_question){.what = STORE_LOOK, .number = table});
    if (a->found != STORE_FOUND) fail_msg("%d %s", a->found, a->why.with[0]);
    assert_int_equal(a->journal->found, STORE_FOUND);
    assert_int_equal(a->journal->lines, lines);
    expected e = {table, 0};
    for (size_t i = 0; i < a->journal->lines; i++)
        check_line(&e, &a->journal->line[i]);
    store_answer_free(a);
}

/* The answer of a node that wants to run a table: its epoch, or 0 and the name of the other that does. */
static int64_t run_table(store *node, int64_t table, int64_t *lines, char other[STORE_NODE + 1]) {
    store_answer *a = asking(engine, node, (store_question){.what = STORE_RUN, .number = table});
    assert_int_equal(a->found, STORE_FOUND);
    int64_t epoch = a->journal->row.node[0] ? 0 : a->journal->row.epoch;
    if (lines) *lines = (int64_t)a->journal->lines;
    if (other) memcpy(other, a->journal->row.node, STORE_NODE + 1);
    store_answer_free(a);
    return epoch;
}

/* Does a writer wait for this kind of event; or for a lock, in a statement that begins so? */
static bool writer_waits(PGconn *c, const char *kind) {
    char sql[256];
    snprintf(sql, sizeof sql,
             "select count(*) from pg_stat_activity where application_name like '%%writer' and "
             "wait_event_type = '%s'"
             " and datname = current_database() and state <> 'idle'",
             kind);
    return strcmp(sql_on(c, sql), "0") != 0;
}

static bool writer_waits_in(PGconn *c, const char *statement) {
    char sql[256];
    snprintf(sql, sizeof sql,
             "select count(*) from pg_stat_activity where application_name like '%%writer' and "
             "wait_event_type = 'Lock'"
             " and datname = current_database() and query like '%s%%'",
             statement);
    return strcmp(sql_on(c, sql), "0") != 0;
}

static void end_writers(PGconn *c) {
    sql_on(c, "select pg_terminate_backend(pid) from pg_stat_activity where application_name like '%writer'"
              " and datname = current_database()");
}

/* A node whose keeper cannot renew the lease: its row is locked.  That is what a process that was stopped looks like
 * to the others. */
static PGconn *hold_lease(const char *name) {
    char sql[128];
    PGconn *c = other_connection();
    snprintf(sql, sizeof sql, "begin; select 1 from node where name = '%s' for update", name);
    sql_on(c, sql);
    return c;
}

static void let_go(PGconn *c) {
    sql_on(c, "commit");
    PQfinish(c);
}

/* Keeps the writer of the only node that has put anything busy until it is let go, so that what is put meanwhile is
 * written in one group. */
static PGconn *hold_writer(store *node, PGconn *watch) {
    const store_entry person = {.kind = STORE_PERSON, .number = 1, .text = "Ada", .size = 3};
    wait_durable(node, engine->put(node, &person));
    PGconn *c = other_connection();
    sql_on(c, "begin; select 1 from person where number = 1 for update");
    engine->put(node, &person);
    WAIT_UNTIL(writer_waits(watch, "Lock"));
    return c;
}

/* ---- fencing ------------------------------------------------------------------------------------------------------ */

static void a_table_is_run_by_one_node(void **unused) {
    char other[STORE_NODE + 1];
    int64_t lines;
    (void)unused;
    choose_place("one-node");
    store *a = open_node("n1", NULL), *b = open_node("n2", NULL);
    s = a;
    put_tables(1);
    wait_durable(a, put_line_on(a, 1, 0, 1));
    assert_int_equal(run_table(b, 1, &lines, other), 0);
    assert_string_equal(other, "n1");
    assert_int_equal(run_table(a, 1, &lines, NULL), 1); /* it does already */
    assert_int_equal(lines, 1);
    put_on(a, (store_entry){.kind = STORE_RELEASE, .number = 1, .epoch = 1});
    assert_int_equal(run_table(a, 1, NULL, NULL), 2); /* it was nobody's */
    wait_durable(a, put_on(a, (store_entry){.kind = STORE_RELEASE, .number = 1, .epoch = 2}));
    assert_int_equal(run_table(b, 1, &lines, other), 3);
    assert_int_equal(lines, 1);
    assert_int_equal(run_table(a, 1, NULL, other), 0);
    assert_string_equal(other, "n2");
    wait_durable(a, put_line_on(a, 1, 1, 2));
    assert_int_equal(engine->lost(a), 1);
    wait_durable(a, put_line_on(a, 1, 1, 2));
    assert_int_equal(engine->lost(a), 0); /* it was told */
    wait_durable(b, put_line_on(b, 1, 1, 3));
    assert_int_equal(engine->lost(b), 0);
    assert_journal(a, 1, 2);
    engine->close(a);
    engine->close(b);
}

/* A node that cannot renew its lease is away; others take its tables over; what it still writes is refused. */
static void a_node_that_was_away_cannot_write(void **unused) {
    (void)unused;
    choose_place("away");
    store *a = open_node_for("n1", SHORT, NULL), *b = open_node("n2", NULL);
    s = a;
    put_tables(2);
    put_line_on(a, 1, 0, 1);
    wait_durable(a, put_line_on(a, 2, 0, 1));
    WAIT_UNTIL(engine->state(a) == STORE_WORKS);
    PGconn *hold = hold_lease("n1");
    WAIT_UNTIL(engine->orphans(b));
    assert_int_equal(engine->state(a), STORE_AWAY);
    assert_int_equal(engine->state(b), STORE_WORKS);
    store_answer *took = asking(engine, b, (store_question){.what = STORE_RUN_SOME, .most = 1});
    assert_int_equal(took->journals, 1);
    assert_int_equal(took->journal->row.number, 1);
    assert_int_equal(took->journal->row.epoch, 2);
    assert_int_equal(took->journal->lines, 1);
    store_answer_free(took);
    put_line_on(a, 1, 1, 1);
    wait_durable(a, put_line_on(a, 2, 1, 1)); /* nobody has taken this one */
    assert_int_equal(engine->lost(a), 1);
    assert_int_equal(engine->lost(a), 0);
    wait_durable(b, put_line_on(b, 1, 1, 2));
    let_go(hold);
    WAIT_UNTIL(engine->state(a) == STORE_WORKS);
    assert_journal(b, 1, 2);
    assert_journal(b, 2, 2);
    assert_null(engine->broken(a));
    engine->close(a);
    engine->close(b);
}

/* Another node takes the table over after the writer's statement has begun, and before it can lock the row. */
static void a_takeover_before_the_lock_is_noticed(void **unused) {
    (void)unused;
    choose_place("race");
    store *a = open_node("n1", NULL);
    s = a;
    put_tables(2);
    wait_durable(a, put_line_on(a, 1, 0, 1));
    PGconn *other = other_connection(), *watch = other_connection();
    sql_on(other, "begin; select 1 from tables where number = 1 for update");
    put_line_on(a, 1, 1, 1);
    uint64_t last = put_line_on(a, 2, 0, 1);
    WAIT_UNTIL(writer_waits(watch, "Lock"));
    sql_on(other, "update tables set owner = 99, epoch = 2 where number = 1");
    let_go(other);
    wait_durable(a, last);
    assert_int_equal(engine->lost(a), 1);
    assert_int_equal(engine->lost(a), 0);
    assert_journal(a, 1, 1);
    assert_journal(a, 2, 1);
    PQfinish(watch);
    engine->close(a);
}

/* A group has written its lines and is not committed.  Whoever takes the table over waits for it, and reads them. */
static void a_takeover_after_the_lock_waits(void **unused) {
    int64_t lines;
    (void)unused;
    choose_place("wait");
    store *a = open_node_for("n1", SHORT, NULL), *b = open_node("n2", NULL);
    s = a;
    put_tables(2);
    wait_durable(a, put_line_on(a, 1, 0, 1));
    PGconn *lease = hold_lease("n1"), *other = other_connection(), *watch = other_connection();
    WAIT_UNTIL(engine->orphans(b));
    PGconn *busy = hold_writer(a, watch);
    sql_on(other, "begin; select 1 from tables where number = 2 for update");
    put_line_on(a, 1, 1, 1);
    uint64_t last = put_on(a, (store_entry){.kind = STORE_RELEASE, .number = 2, .epoch = 1});
    let_go(busy);
    WAIT_UNTIL(writer_waits_in(watch, "update tables set owner"));
    store_answer *took = NULL;
    engine->ask(b, &(store_question){.what = STORE_RUN, .number = 1}, asking_take, &took);
    WAIT_UNTIL(!strcmp(sql_on(watch, "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
                                     " and application_name like '%writer' and datname = current_database()"),
                       "2"));
    engine->deliver(b);
    assert_null(took);
    let_go(other);
    wait_durable(a, last);
    assert_int_equal(engine->lost(a), 0);
    WAIT_UNTIL((engine->deliver(b), took));
    assert_int_equal(took->journal->row.epoch, 2);
    lines = (int64_t)took->journal->lines;
    assert_int_equal(lines, 2);
    store_answer_free(took);
    let_go(lease);
    PQfinish(watch);
    engine->close(a);
    engine->close(b);
}

/* ---- nobody knows whether it was committed ------------------------------------------------------------------------ */

/* Does a commit wait for a standby now?  The server tells nobody when it has read its settings, so we try. */
static bool commits_wait(PGconn *c) {
    char sql[128];
    bool waits = false;
    PGconn *probe = connect_to(place);
    assert_true(PQsendQuery(probe, "update safehouse.house set version = version"));
    snprintf(sql, sizeof sql, "select wait_event = 'SyncRep' from pg_stat_activity where pid = %d",
             PQbackendPID(probe));
    for (bool busy = true; busy && !waits; busy = PQconsumeInput(probe) && PQisBusy(probe))
        waits = !strcmp(sql_on(c, sql), "t");
    snprintf(sql, sizeof sql, "select pg_terminate_backend(%d, 10000)", PQbackendPID(probe));
    sql_on(c, sql);
    PQfinish(probe);
    return waits;
}

static void synchronous_standby(PGconn *c, const char *name) {
    char sql[96];
    snprintf(sql, sizeof sql, "alter system set synchronous_standby_names = '%s'", name);
    sql_on(c, sql);
    sql_on(c, "select pg_reload_conf()");
    WAIT_UNTIL(commits_wait(c) == (*name != 0));
}

/* The connection breaks before, while and after the lines are written. */
static void no_entry_is_doubled_or_lost(void **unused) {
    (void)unused;
    choose_place("breaks");
    store *a = open_node("n1", NULL);
    s = a;
    put_tables(3);
    wait_durable(a, put_line_on(a, 1, 0, 1));
    PGconn *c = other_connection(), *hold = other_connection();

    end_writers(c); /* idle */
    wait_durable(a, put_line_on(a, 1, 1, 1));

    sql_on(hold, "begin; select 1 from tables where number = 1 for update"); /* before the lines */
    uint64_t last = put_line_on(a, 1, 2, 1);
    WAIT_UNTIL(writer_waits(c, "Lock"));
    end_writers(c);
    sql_on(hold, "commit");
    wait_durable(a, last);

    PGconn *busy = hold_writer(a, c); /* after the lines */
    sql_on(hold, "begin; select 1 from tables where number = 2 for update");
    put_line_on(a, 1, 3, 1);
    last = put_on(a, (store_entry){.kind = STORE_RELEASE, .number = 2, .epoch = 1});
    let_go(busy);
    WAIT_UNTIL(writer_waits_in(c, "update tables set owner"));
    end_writers(c);
    sql_on(hold, "commit");
    wait_durable(a, last);

    synchronous_standby(c, "nobody"); /* after the commit, before its answer */
    uint64_t before = engine->durable(a);
    last = put_line_on(a, 1, 4, 1);
    WAIT_UNTIL(writer_waits(c, "IPC"));
    end_writers(c);
    WAIT_UNTIL(engine->state(a) == STORE_WAITS);
    assert_int_equal(engine->durable(a), before); /* the standby does not have it */
    synchronous_standby(c, "");
    wait_durable(a, last);

    synchronous_standby(c, "nobody"); /* the same, and then another node takes the table over */
    put_line_on(a, 1, 5, 1);
    last = put_line_on(a, 3, 0, 1);
    WAIT_UNTIL(writer_waits(c, "IPC"));
    end_writers(c);
    WAIT_UNTIL(!strcmp(sql_on(hold, "select count(*) from line where tbl = 1 and n = 5"), "1"));
    sql_on(hold, "update tables set owner = 99, epoch = 2 where number = 1");
    synchronous_standby(c, "");
    wait_durable(a, last);
    assert_int_equal(engine->lost(a), 1);
    assert_int_equal(engine->lost(a), 0);

    assert_null(engine->broken(a));
    assert_journal(a, 1, 6);
    assert_journal(a, 3, 1);
    PQfinish(c);
    PQfinish(hold);
    engine->close(a);
}

/* Tables that were claimed are answered, and once, though the answer of the database did not come. */
static void no_claim_is_lost(void **unused) {
    (void)unused;
    choose_place("claims");
    store *a = open_node("n1", NULL);
    s = a;
    put_tables(5);
    engine->close(a);
    store *b = open_node("n2", NULL);
    PGconn *c = other_connection();
    synchronous_standby(c, "nobody");
    store_answer *took = NULL, *one = NULL;
    engine->ask(b, &(store_question){.what = STORE_RUN_SOME, .most = 3}, asking_take, &took);
    WAIT_UNTIL(writer_waits(c, "IPC"));
    end_writers(c);
    WAIT_UNTIL(!strcmp(sql_on(c, "select count(*) from tables where epoch = 2"), "3"));
    synchronous_standby(c, "");
    WAIT_UNTIL((engine->deliver(b), took));
    assert_int_equal(took->journals, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(took->journal[i].row.number, i + 1);
        assert_int_equal(took->journal[i].row.epoch, 2);
    }
    store_answer_free(took);
    synchronous_standby(c, "nobody");
    engine->ask(b, &(store_question){.what = STORE_RUN, .number = 5}, asking_take, &one);
    WAIT_UNTIL(writer_waits(c, "IPC"));
    end_writers(c);
    synchronous_standby(c, "");
    WAIT_UNTIL((engine->deliver(b), one));
    assert_int_equal(one->journal->row.epoch, 2);
    assert_string_equal(one->journal->row.node, "");
    store_answer_free(one);
    wait_durable(b, put_line_on(b, 5, 0, 2));
    assert_int_equal(engine->lost(b), 0);
    PQfinish(c);
    engine->close(b);
}

/* Connections are ended at random under load.  SAFEHOUSE_BREAKS is the number of times. */
static void connections_end_at_random(void **unused) {
    const char *rounds = getenv("SAFEHOUSE_BREAKS");
    int n_rounds = rounds ? atoi(rounds) : 15;
    enum { TABLES = 4 };
    int64_t n[TABLES + 1] = {0};
    rng r = {7};
    (void)unused;
    choose_place("random");
    store *a = open_node("n1", NULL);
    s = a;
    put_tables(TABLES);
    PGconn *c = other_connection();
    uint64_t last = 0;
    for (int i = 0; i < n_rounds; i++) {
        int lines = 1 + (int)rng_below(&r, 40);
        for (int k = 0; k < lines; k++) {
            int64_t t = 1 + rng_below(&r, TABLES);
            last = put_line_on(a, t, n[t]++, 1);
            nanosleep(&(struct timespec){0, (long)rng_below(&r, 1000000)}, NULL);
        }
        sql_on(
            c,
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'safehouse%'"
            " and datname = current_database()");
        if (i % 5 == 0) assert_journal(a, 1, n[1]);
    }
    wait_durable(a, last);
    assert_null(engine->broken(a));
    assert_int_equal(engine->lost(a), 0);
    for (int64_t t = 1; t <= TABLES; t++)
        assert_journal(a, t, n[t]);
    PQfinish(c);
    engine->close(a);
}

/* The server ends and starts again.  What was put meanwhile is written, and what was asked is answered, or at least there
 * is an answer that says why not. */
static void a_server_that_was_away(void **unused) {
    (void)unused;
    choose_place("restart");
    store *a = open_node_for("n1", SHORT, NULL);
    s = a;
    put_tables(1);
    wait_durable(a, put_line_on(a, 1, 0, 1));
    assert_int_equal(system("tools/postgres --stop"), 0);
    uint64_t last = put_line_on(a, 1, 1, 1);
    WAIT_UNTIL(engine->state(a) == STORE_AWAY);
    store_answer *none[2] = {NULL, NULL};
    for (int i = 0; i < 2; i++)
        engine->ask(a, &(store_question){.what = i ? STORE_LOOK : STORE_RUN, .number = 1}, asking_take,
                    &none[i]);
    WAIT_UNTIL((engine->deliver(a), none[0] && none[1]));
    for (int i = 0; i < 2; i++) {
        assert_int_equal(none[i]->found, STORE_UNREADABLE);
        assert_string_equal(none[i]->why.say, "store.unreachable");
        assert_true(strlen(none[i]->why.with[0]) > 5);
        store_answer_free(none[i]);
    }
    assert_null(engine->broken(a));
    assert_int_equal(engine->durable(a), last - 1);
    assert_false(engine->lapsed(a));
    store_answer *late = NULL;
    engine->ask(a, &(store_question){.what = STORE_LOOK, .number = 1}, asking_take, &late);
    assert_int_equal(system("tools/postgres --start"), 0);
    wait_durable(a, last);
    WAIT_UNTIL((engine->deliver(a), late));
    assert_int_equal(late->found, STORE_FOUND);
    store_answer_free(late);
    WAIT_UNTIL(engine->state(a) == STORE_WORKS);
    assert_true(engine->lapsed(a));
    assert_false(engine->lapsed(a));
    assert_journal(a, 1, 2);
    assert_int_equal(run_table(a, 1, NULL, NULL), 1);
    store_answer *own = asking(engine, a, (store_question){.what = STORE_OWN});
    assert_int_equal(own->numbers, 1);
    store_answer_free(own);
    engine->close(a);
}

/* ---- taking over ---------------------------------------------------------------------------------------------------- */

/* Takes tables and counts them. */
static int take_over(store *node, int most, bool share, bool taken[]) {
    store_question q = {.what = STORE_RUN_SOME, .most = most, .n = share};
    store_answer *a = asking(engine, node, q);
    int n = (int)a->journals;
    for (int i = 0; i < n; i++) {
        int64_t number = a->journal[i].row.number;
        assert_false(taken[number]);
        taken[number] = true;
        assert_int_equal(a->journal[i].lines, number % 3);
    }
    store_answer_free(a);
    return n;
}

static void tables_of_a_dead_node_are_shared_out(void **unused) {
    enum { TABLES = 40 };
    bool taken[TABLES + 1] = {false};
    int by[2] = {0};
    (void)unused;
    choose_place("shared-out");
    store *a = open_node_for("n1", SHORT, NULL), *b = open_node("n2", NULL), *c = open_node("n3", NULL);
    s = a;
    put_tables(TABLES);
    for (int64_t t = 1; t <= TABLES; t++)
        for (int64_t n = 0; n < t % 3; n++)
            put_line_on(a, t, n, 1);
    wait_durable(a, put_on(a, (store_entry){.kind = STORE_OVER, .number = TABLES, .epoch = 1}));
    assert_int_equal(take_over(b, 5, false, taken), 0);
    PGconn *hold = hold_lease("n1");
    WAIT_UNTIL(engine->orphans(b) && engine->orphans(c));
    for (int n = 1; n;) {
        int took[2] = {take_over(b, 5, false, taken), take_over(c, 5, false, taken)};
        n = took[0] + took[1];
        by[0] += took[0];
        by[1] += took[1];
    }
    assert_int_equal(by[0] + by[1], TABLES - 1); /* one is over */
    assert_true(by[0] >= 10 && by[1] >= 10);
    assert_false(engine->orphans(b));
    let_go(hold);
    engine->close(a);
    engine->close(b);
    engine->close(c);
}

static void nodes_take_over_their_shares(void **unused) {
    enum { TABLES = 40 };
    bool taken[TABLES + 1] = {false};
    (void)unused;
    choose_place("shares");
    store *a = open_node("n1", NULL), *b = open_node("n2", NULL), *c = open_node("n3", NULL);
    s = a;
    put_tables(TABLES);
    for (int64_t t = 1; t <= TABLES; t++)
        for (int64_t n = 0; n < t % 3; n++)
            put_line_on(a, t, n, 1);
    wait_durable(a, put_on(a, (store_entry){.kind = STORE_OVER, .number = TABLES, .epoch = 1}));
    run("update tables set owner = (select id from node where name = 'n2') where number <= 12");
    run("update tables set owner = (select id from node where name = 'n3') where number between 13 and 15");
    engine->hand_over(a);
    WAIT_UNTIL(engine->orphans(b) && engine->orphans(c));
    assert_int_equal(take_over(c, 5, true, taken), 5);
    assert_int_equal(take_over(c, 99, true, taken), 20 - 3 - 5);
    assert_int_equal(take_over(c, 99, true, taken), 0);
    assert_int_equal(take_over(b, 3, false, taken), 3);
    assert_int_equal(take_over(b, 99, true, taken), 39 - 20 - 12 - 3);
    engine->close(a);
    engine->close(b);
    engine->close(c);
}

/* Tables that a node gives up one by one, although somebody must run them, are taken over like those of a dead one. */
static void released_tables_are_taken_over(void **unused) {
    bool taken[5] = {false};
    int64_t lines;
    (void)unused;
    choose_place("released");
    store *a = open_node("n1", NULL), *b = open_node("n2", NULL);
    s = a;
    put_tables(4);
    put_line_on(a, 1, 0, 1);
    put_line_on(a, 2, 0, 1);
    put_line_on(a, 2, 1, 1);
    put_on(a, (store_entry){.kind = STORE_RELEASE, .number = 1, .n = 1, .epoch = 1});
    put_on(a, (store_entry){.kind = STORE_RELEASE, .number = 2, .n = 1, .epoch = 1});
    wait_durable(a, put_on(a, (store_entry){.kind = STORE_RELEASE, .number = 3, .epoch = 1}));
    assert_int_equal(run_table(b, 1, &lines, NULL), 2);
    assert_int_equal(lines, 1);
    WAIT_UNTIL(engine->orphans(b));
    assert_int_equal(take_over(b, 9, false, taken), 1); /* nobody need run the third, and the fourth is run */
    assert_true(taken[2]);
    wait_durable(a, put_line_on(a, 2, 2, 1));
    assert_int_equal(engine->lost(a), 2);
    engine->close(a);
    engine->close(b);
}

static void a_clean_end_hands_over_at_once(void **unused) {
    bool taken[4] = {false};
    (void)unused;
    choose_place("hand-over");
    store *a = open_node("n1", NULL), *b = open_node("n2", NULL);
    s = a;
    put_tables(2);
    wait_durable(a, put_line_on(a, 2, 0, 1));
    put_line_on(a, 1, 0, 1);
    wait_durable(a, put_line_on(a, 2, 1, 1));
    engine->hand_over(a);
    WAIT_UNTIL(engine->orphans(b));
    assert_string_equal(run("select until from node where name = 'n1'"), "-infinity");
    assert_int_equal(take_over(b, 9, false, taken), 2);
    assert_null(engine->broken(a));
    engine->close(a);
    put_on(b, (store_entry){.kind = STORE_SIT, .number = 1, .n = 5}); /* closing writes it */
    engine->close(b);
    assert_string_equal(run("select count(*) from sits"), "1");
    assert_string_equal(run("select count(*) from node where until > '-infinity'"), "0");
}

static void a_second_process_of_a_name_replaces_the_first(void **unused) {
    bool taken[4] = {false};
    (void)unused;
    choose_place("same-name");
    store *a = open_node("n1", NULL);
    s = a;
    put_tables(3);
    put_line_on(a, 1, 0, 1);
    put_line_on(a, 2, 0, 1);
    wait_durable(a, put_line_on(a, 2, 1, 1));
    store *again = open_node("n1", NULL);
    WAIT_UNTIL(engine->orphans(again));
    assert_int_equal(take_over(again, 9, false, taken), 3);
    WAIT_UNTIL(engine->broken(a));
    engine->close(a);
    assert_null(engine->broken(again));
    assert_int_equal(engine->state(again), STORE_WORKS);
    engine->close(again);
}

/* ---- what nodes tell each other ------------------------------------------------------------------------------------ */

static void news_come_once_and_none_is_missed(void **unused) {
    heard by_a = {""}, by_b = {""}, by_c = {""};
    (void)unused;
    choose_place("news");
    store *a = open_node("n1", &by_a), *b = open_node("n2", &by_b);
    PGconn *late = other_connection();
    WAIT_UNTIL(!strcmp(run("select count(*) from pg_stat_activity where application_name like '%keeper'"
                           " and query <> '' and datname = current_database()"),
                       "2"));
    sql_on(late, "begin; insert into news (number, n, text, node) values (7, 8, 'late', 0);"
                 "insert into listing (tbl, key, text, node) values (5, 'late', 'late', 0)");
    put_on(a, (store_entry){.kind = STORE_NEWS, .number = 1, .n = 2, .text = "soon"});
    put_on(a, (store_entry){.kind = STORE_LISTED, .number = 3, .key = "aaaaaaaaaaaaaaaa", .text = "open"});
    WAIT_UNTIL((engine->deliver(b), strstr(by_b.text, "soon") && strstr(by_b.text, "open")));
    assert_null(strstr(by_b.text, "late"));
    let_go(late);
    WAIT_UNTIL((engine->deliver(b),
                strstr(by_b.text, "news 7 8  late|") && strstr(by_b.text, "listed 5 0 late late|")));
    put_on(a, (store_entry){.kind = STORE_LISTED, .number = 3, .key = "aaaaaaaaaaaaaaaa"});
    put_on(a, (store_entry){.kind = STORE_LISTED, .number = 4, .key = "bbbbbbbbbbbbbbbb", .text = "other"});
    WAIT_UNTIL((engine->deliver(b), strstr(by_b.text, "other")));
    const char *words[] = {
        "news 1 2  soon|",       "listed 3 0 aaaaaaaaaaaaaaaa open|", "news 7 8  late|",
        "listed 5 0 late late|", "listed 3 0 aaaaaaaaaaaaaaaa |",     "listed 4 0 bbbbbbbbbbbbbbbb other|"};
    size_t all = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        assert_non_null(strstr(by_b.text, words[i]));
        all += strlen(words[i]);
    }
    assert_int_equal(strlen(by_b.text), all); /* each once */
    engine->deliver(a);
    assert_null(strstr(by_a.text, "soon")); /* one's own are no news */
    store *c = open_node("n3", &by_c);
    WAIT_UNTIL((engine->deliver(c), strlen(by_c.text) > 50));
    assert_non_null(strstr(by_c.text, "listed 4 0 bbbbbbbbbbbbbbbb other|"));
    assert_non_null(strstr(by_c.text, "listed 5 0 late late|"));
    assert_null(strstr(by_c.text, "news"));
    assert_null(strstr(by_c.text, "listed 3"));
    engine->close(a);
    engine->close(b);
    engine->close(c);
}

/* A node that no longer runs a table does not list it. */
static void listings_are_fenced(void **unused) {
    (void)unused;
    choose_place("fenced");
    store *a = open_node("n1", NULL);
    s = a;
    put_tables(1);
    put_on(a, (store_entry){.kind = STORE_LISTED, .number = 1, .key = "a", .text = "mine", .epoch = 1});
    wait_durable(a, put_on(a, (store_entry){.kind = STORE_RELEASE, .number = 1, .epoch = 1}));
    assert_int_equal(run_table(a, 1, NULL, NULL), 2);
    wait_durable(a, put_on(a, (store_entry){
                                  .kind = STORE_LISTED, .number = 1, .key = "a", .text = "old", .epoch = 1}));
    assert_string_equal(run("select text from listing"), "mine");
    engine->close(a);
}

static int64_t new_number(store *node, bool person) {
    store_answer *a =
        asking(engine, node, (store_question){.what = person ? STORE_NEW_PERSON : STORE_NEW_TABLE});
    assert_int_equal(a->numbers, 1);
    int64_t n = a->number[0];
    store_answer_free(a);
    return n;
}

static void numbers_ascend_across_nodes(void **unused) {
    (void)unused;
    choose_place("numbers");
    store *a = open_node("n1", NULL), *b = open_node("n2", NULL);
    s = a;
    for (int64_t i = 1; i <= 20; i++)
        assert_int_equal(new_number(i % 3 ? a : b, i <= 10), i <= 10 ? i : i - 10);
    put_table(50, "aaaaaaaaaaaaaaaa", 1); /* a number that was given elsewhere, as when a house is moved */
    put((store_entry){.kind = STORE_PERSON, .number = 60, .text = "Ada"});
    assert_int_equal(new_number(a, false), 51);
    assert_int_equal(new_number(b, true), 61);
    put((store_entry){.kind = STORE_SIT, .number = 70, .n = 60}); /* of a table that is gone */
    assert_int_equal(new_number(a, false), 71);
    engine->close(a);
    engine->close(b);
}

static void codes_work_once(void **unused) {
    const int64_t now = time(NULL);
    (void)unused;
    choose_place("codes");
    store *a = open_node("n1", NULL), *b = open_node("n2", NULL);
    put_on(a, (store_entry){.kind = STORE_PERSON, .number = 1, .text = "Ada"});
    put_on(a, (store_entry){.kind = STORE_TOKEN, .number = 1, .n = 4, .bytes = {4}});
    put_on(a, (store_entry){.kind = STORE_MUTE, .number = 1, .n = 9});
    put_on(a, (store_entry){.kind = STORE_CODE, .number = 1, .n = now + 100, .bytes = {1}});
    wait_durable(a, put_on(a, (store_entry){.kind = STORE_CODE, .number = 1, .n = now + 200, .bytes = {2}}));
    const struct {
        uint8_t byte;
        int64_t later;
        store_found found;
    } tries[] = {
        {1, 50, STORE_MISSING}, {2, 200, STORE_MISSING}, {2, 199, STORE_FOUND}, {2, 199, STORE_MISSING}};
    for (int i = 0; i < 4; i++) {
        store_question q = {.what = STORE_USE_CODE, .n = now + tries[i].later, .bytes = {tries[i].byte}};
        store_answer *got = asking(engine, b, q);
        assert_int_equal(got->found, tries[i].found);
        if (got->found == STORE_FOUND) {
            assert_int_equal(got->owner.person, 1);
            assert_int_equal(got->owner.device, 5);
            assert_string_equal(got->owner.name, "Ada");
            assert_int_equal(got->numbers, 1);
            assert_int_equal(got->number[0], 9);
        }
        store_answer_free(got);
    }
    engine->close(a);
    engine->close(b);
}

static void a_rematch_is_found(void **unused) {
    (void)unused;
    choose_place("rematch");
    store *a = open_node("n1", NULL);
    s = a;
    put_tables(2);
    const char *agreed[] = {"{\"name\":\"\\\"before\\\":1}\"}", "{\"before\":12}", "{\"before\": 1}"};
    for (int i = 0; i < 3; i++) {
        store_entry e = {.kind = STORE_TABLE, .number = 3 + i, .text = agreed[i]};
        snprintf(e.key, sizeof e.key, "bbbbbbbbbbbbbbb%d", i);
        put(e);
        put((store_entry){.kind = STORE_SIT, .number = 3 + i, .n = 7});
    }
    for (int64_t person = 7; person <= 8; person++) {
        store_answer *got =
            asking(engine, a, (store_question){.what = STORE_REMATCH, .number = 1, .n = person});
        assert_int_equal(got->found, person == 7 ? STORE_FOUND : STORE_MISSING);
        if (person == 7) assert_int_equal(got->journal->row.number, 5);
        store_answer_free(got);
    }
    engine->close(a);
}

/* ---- what does not open --------------------------------------------------------------------------------------------- */

static void assert_open_refused(const store_user *user, const char *say) {
    char sentence[512];
    assert_null(engine->open(place, user, &why));
    assert_string_equal(why.say, say);
    for (int lang = 0; lang < WORDS_LANGS; lang++) {
        text t = text_on(sentence, sizeof sentence);
        words_fault(&t, (words_lang)lang, &why);
        assert_null(strchr(sentence, '{'));
        assert_null(strstr(sentence, "store."));
        assert_null(strstr(sentence, "secret"));
    }
}

static void other_databases_are_refused(void **unused) {
    const store_user user = {.node = "n1", .lease = LONG, .wake = wake, .to = &wakes};
    (void)unused;
    snprintf(place, sizeof place, "postgres://user:secret@127.0.0.1:1/none?password=secret");
    assert_open_refused(&user, "store.connect");
    snprintf(place, sizeof place, "postgres://user:secret@127.0.0.1:1/none?what=secret");
    assert_open_refused(&user, "store.url");
    choose_place("other-program");
    run("create schema safehouse; create table safehouse.photos (n int)");
    assert_open_refused(&user, "store.no-house");
    choose_place("no-node");
    assert_open_refused(&(store_user){.wake = wake, .to = &wakes}, "store.node");
    assert_null(engine->open_to_read(place, &why));
    assert_string_equal(why.say, "store.no-house");
    open_store();
    engine->close(s);
    run("update house set version = 99");
    assert_open_refused(&user, "store.other-version");
    run("update house set version = 1, timeline = 99, system = (select system_identifier from "
        "pg_control_system())");
    assert_open_refused(&user, "store.no-primary"); /* a newer primary was seen */
    run("update house set system = 1");
    open_store();
    engine->close(s);
}

static void *open_in_thread(void *name) {
    fault ignored;
    return engine->open(place, &(store_user){.node = name, .lease = LONG, .wake = wake, .to = &wakes},
                        &ignored);
}

/* Two nodes open an empty database at the same time: one makes the tables, the other finds them. */
static void two_nodes_open_at_once(void **unused) {
    char names[2][4] = {"n1", "n2"};
    pthread_t thread[2];
    void *opened[2];
    (void)unused;
    choose_place("at-once");
    PGconn *c = connect_to(place);
    sql_on(c, "begin; select pg_advisory_xact_lock(1398104677)");
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, open_in_thread, names[i]), 0);
    WAIT_UNTIL(
        !strcmp(sql_on(c, "select count(*) from pg_locks where locktype = 'advisory' and not granted"
                          " and database = (select oid from pg_database where datname = current_database())"),
                "2"));
    let_go(c);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(pthread_join(thread[i], &opened[i]), 0);
        assert_non_null(opened[i]);
    }
    for (int i = 0; i < 2; i++)
        engine->close(opened[i]);
}

static void who_wants_to_be_alone_is_alone(void **unused) {
    const store_user user = {.node = "n2", .lease = LONG, .wake = wake, .to = &wakes};
    const store_user alone = {.node = "n3", .lease = LONG, .wake = wake, .to = &wakes, .alone = true};
    (void)unused;
    choose_place("alone");
    open_store();
    assert_open_refused(&alone, "store.in-use");
    engine->close(s);
    s = engine->open(place, &alone, &why);
    assert_non_null(s);
    assert_open_refused(&user, "store.in-use");
    engine->close(s);
    open_store();
    engine->close(s);
}

int main(int argc, char **argv) {
    (void)argc;
    if (!getenv("SAFEHOUSE_DATABASE")) {
        execlp("tools/postgres", "tools/postgres", argv[0], (char *)NULL);
        return 1;
    }
    engine = &store_postgres;
    const struct CMUnitTest tests[] = {
        STORE_TESTS,
        cmocka_unit_test(a_table_is_run_by_one_node),
        cmocka_unit_test(a_node_that_was_away_cannot_write),
        cmocka_unit_test(a_takeover_before_the_lock_is_noticed),
        cmocka_unit_test(a_takeover_after_the_lock_waits),
        cmocka_unit_test(no_entry_is_doubled_or_lost),
        cmocka_unit_test(no_claim_is_lost),
        cmocka_unit_test(connections_end_at_random),
        cmocka_unit_test(a_server_that_was_away),
        cmocka_unit_test(tables_of_a_dead_node_are_shared_out),
        cmocka_unit_test(nodes_take_over_their_shares),
        cmocka_unit_test(released_tables_are_taken_over),
        cmocka_unit_test(a_clean_end_hands_over_at_once),
        cmocka_unit_test(a_second_process_of_a_name_replaces_the_first),
        cmocka_unit_test(news_come_once_and_none_is_missed),
        cmocka_unit_test(listings_are_fenced),
        cmocka_unit_test(numbers_ascend_across_nodes),
        cmocka_unit_test(codes_work_once),
        cmocka_unit_test(a_rematch_is_found),
        cmocka_unit_test(other_databases_are_refused),
        cmocka_unit_test(two_nodes_open_at_once),
        cmocka_unit_test(who_wants_to_be_alone_is_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
