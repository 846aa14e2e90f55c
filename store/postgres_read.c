/* postgres_read.c - the reader, which answers questions; and what reads a whole house.
 *
 * Map: statements - asking - answers - one connection that only reads - the thread - examining - copying.
 *
 * A question waits until all that was put before it is durable.  All questions that are ready are sent at once, each
 * with a sync of its own, so that one that fails does not end the others. */
#include "base/text.h"
#include "store/postgres.h"
#include <sodium.h>
#include <stdio.h>
#include <time.h>

/* ---- statements ----------------------------------------------------------------------------------------------- */

/* Has the owner not renewed its lease for long?  $3: what is left of one then. */
#define DYING                                                                                                \
    "exists (select from node where id = owner and id <> $1 and until between now() and"                     \
    " now() + $3 * interval '1 millisecond')"

const pg_statement store_pg_questions[] = {
    {"owner",
     "select p.number, t.number, used, name, hash, array(select other from mute where person = p.number)"
     " from token t join person p on p.number = person where hash = $1"},
    {"devices",
     "select number, label, made, used from token where person = $1 order by used desc, number desc"
     " limit $2"},
    {"tables of",
     "select tbl from sits join tables on number = tbl where person = $1 and ($3::int8 = 0 or tbl < $3)"
     " order by tbl desc limit $2"},
    /* a quotation mark within a text has a backslash before it, so this is found only as a key */
    {"rematch",
     "select " PG_ROW ", " PG_OWNED_BY_OTHER " from sits join tables on number = tbl where person = $3"
     " and tbl > $2 and agreed ~ ('\"before\": ?' || $2 || '[,}]') order by number limit 1"},
    {"row by key", "select " PG_ROW ", " PG_OWNED_BY_OTHER ", " DYING " from tables where key = $2"},
    {"row by number", "select " PG_ROW ", " PG_OWNED_BY_OTHER ", " DYING " from tables where number = $2"},
    {"lines by key",
     "select tbl, n, text, sum from line where tbl = (select number from tables where key = $1)"
     " order by n"},
    {"lines by number", "select tbl, n, text, sum from line where tbl = $1 order by n"},
    {"lines of all", "select tbl, n, text, sum from line where tbl = any($1) order by tbl, n"},
    {"old", "select number from tables where over <> 0 and over <= extract(epoch from now())::int8 - 86400 * "
            "$1::int8"
            " order by over limit $2"},
    {"all", "select number from tables order by number"},
    {"own", "select number from tables where owner = $1 and over = 0 order by number"},
    {"last", "select case when is_called then last_value else 0 end from person_number union all"
             " select case when is_called then last_value else 0 end from table_number"},
    {"new person", "select nextval('person_number')"},
    {"new table", "select nextval('table_number')"},
    {0},
};

/* ---- asking --------------------------------------------------------------------------------------------------- */

static bool is_about_table(const pg_asked *k) {
    return k->rows || k->q.what == STORE_LOOK || k->q.what == STORE_RUN;
}

/* Are the lines of the table read with its row?  If this node is to run the table, they are read when it does. */
static bool wants_lines(const store *s, const pg_asked *k) {
    return k->q.what == STORE_LOOK || (k->q.what == STORE_RUN && s->read_only);
}

static void send_lines_of(pg_link *l, const PGresult *rows) {
    pg_array numbers = {0};
    store_pg_array_begin(&numbers, PG_INT8);
    for (int i = 0; i < PQntuples(rows); i++)
        store_pg_array_add_int(&numbers, store_pg_int(rows, i, 0));
    PG_SEND(l, "lines of all", PG_BYTES(numbers.at, numbers.used));
    free(numbers.at);
}

static void send_question(store *s, const pg_asked *k) {
    const store_question *q = &k->q;
    pg_link *l = &s->read;
    pg_value me = PG_INT(s->node), number = PG_INT(q->number), n = PG_INT(q->n), most = PG_INT(q->most);
    pg_value key = PG_BYTES(q->key, strlen(q->key));
    if (k->rows) {
        send_lines_of(l, k->rows);
        store_pg_sync(l);
        return;
    }
    switch (q->what) {
    case STORE_OWNER: PG_SEND(l, "owner", PG_BYTES(q->bytes, STORE_HASH)); break;
    case STORE_DEVICES: PG_SEND(l, "devices", number, most); break;
    case STORE_TABLES_OF: PG_SEND(l, "tables of", number, most, n); break;
    case STORE_REMATCH: PG_SEND(l, "rematch", me, number, n); break;
    case STORE_LOOK:
    case STORE_RUN:
        PG_SEND(l, q->key[0] ? "row by key" : "row by number", me, q->key[0] ? key : number,
                PG_INT(s->lease * 3 / 5));
        if (wants_lines(s, k))
            PG_SEND(l, q->key[0] ? "lines by key" : "lines by number", q->key[0] ? key : number);
        break;
    case STORE_OLD: PG_SEND(l, "old", n, most); break;
    case STORE_ALL: store_pg_send(l, "all", NULL, 0); break;
    case STORE_OWN: PG_SEND(l, "own", me); break;
    case STORE_LAST: store_pg_send(l, "last", NULL, 0); break;
    case STORE_NEW_PERSON: store_pg_send(l, "new person", NULL, 0); break;
    case STORE_NEW_TABLE: store_pg_send(l, "new table", NULL, 0); break;
    case STORE_USE_CODE:
    case STORE_RUN_SOME: abort(); /* the writer's */
    }
    store_pg_sync(l);
}

/* ---- answers -------------------------------------------------------------------------------------------------- */

static bool is_number(int64_t n, int64_t most) { return n >= 1 && n <= most; }

static bool fill_row(const PGresult *r, int i, store_row *row) {
    size_t key, secret;
    const char *letters = store_pg_text(r, i, 3, &key), *bytes = store_pg_text(r, i, 2, &secret);
    *row = (store_row){.number = store_pg_int(r, i, 0),
                       .made = STORE_NO_TIME,
                       .over = store_pg_int(r, i, 1),
                       .epoch = store_pg_int(r, i, 5)};
    row->text = store_pg_text(r, i, 4, &row->size);
    if (PQnfields(r) > 6) snprintf(row->node, sizeof row->node, "%s", PQgetvalue(r, i, 6));
    if (!is_number(row->number, INT64_C(1) << 52) || key != STORE_KEY || secret != STORE_SECRET) return false;
    memcpy(row->secret, bytes, STORE_SECRET);
    memcpy(row->key, letters, STORE_KEY);
    return true;
}

/* The first line of a table, or of a later one. */
static int first_line(const PGresult *lines, int64_t table) {
    int low = 0, high = PQntuples(lines);
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (store_pg_int(lines, middle, 0) < table)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void fill_lines(const PGresult *lines, int64_t table, store_answer *a) {
    for (int i = first_line(lines, table); i < PQntuples(lines) && store_pg_int(lines, i, 0) == table; i++) {
        store_line line = {.n = store_pg_int(lines, i, 1)};
        line.text = store_pg_text(lines, i, 2, &line.size);
        if (!PQgetisnull(lines, i, 3)) line.sum = (const uint8_t *)PQgetvalue(lines, i, 3);
        if (!store_add_line(a, &line)) return;
    }
}

void store_pg_fill_tables(const PGresult *rows, const PGresult *lines, store_answer *a) {
    a->found = PQntuples(rows) ? STORE_FOUND : STORE_MISSING;
    for (int i = 0; i < PQntuples(rows); i++) {
        store_row row;
        bool good = fill_row(rows, i, &row);
        store_journal *j = store_add_journal(a, &row);
        if (good && lines) fill_lines(lines, row.number, a);
        if (good) continue;
        j->found = STORE_UNREADABLE;
        fault_at(&j->why, "store.row", NULL, 0, 0);
    }
}

/* The hash is found by an index and then compared in constant time, so that timing tells nothing about tokens. */
void store_pg_fill_owner(const PGresult *r, const uint8_t hash[STORE_HASH], store_answer *a) {
    a->found = STORE_MISSING;
    if (!PQntuples(r) || PQgetlength(r, 0, 4) != STORE_HASH ||
        sodium_memcmp(PQgetvalue(r, 0, 4), hash, STORE_HASH))
        return;
    a->found = STORE_FOUND;
    a->owner.person = store_pg_int(r, 0, 0);
    a->owner.device = store_pg_int(r, 0, 1);
    a->owner.used = store_pg_int(r, 0, 2);
    size_t size;
    const char *name = store_pg_text(r, 0, 3, &size), *muted = PQgetvalue(r, 0, 5);
    memcpy(a->owner.name, name, size < STORE_NAME ? size : STORE_NAME - 1);
    for (int at = 20; at + 12 <= PQgetlength(r, 0, 5);
         at += 12) /* after the header; each has its length before it */
        store_add_number(a, store_pg_int_at(muted + at + 4, 8));
}

static void fill_devices(const PGresult *r, store_answer *a) {
    for (int i = 0; i < PQntuples(r); i++) {
        store_device d = {
            .number = store_pg_int(r, i, 0), .made = store_pg_int(r, i, 2), .used = store_pg_int(r, i, 3)};
        d.label = store_pg_text(r, i, 1, &d.size);
        store_add_device(a, &d);
    }
}

static void fill_answer(const pg_asked *k, const PGresult *r, const PGresult *lines, store_answer *a) {
    if (is_about_table(k))
        store_pg_fill_tables(k->rows ? k->rows : r, k->rows ? r : lines, a);
    else if (k->q.what == STORE_REMATCH)
        store_pg_fill_tables(r, NULL, a);
    else if (k->q.what == STORE_OWNER)
        store_pg_fill_owner(r, k->q.bytes, a);
    else if (k->q.what == STORE_DEVICES)
        fill_devices(r, a);
    else
        for (int i = 0; i < PQntuples(r); i++)
            store_add_number(a, store_pg_int(r, i, 0));
}

/* False: it failed, and there is no connection any more. */
static bool take_answer(store *s, pg_asked *k, int64_t deadline) {
    pg_link *l = &s->read;
    PGresult *r = store_pg_result(l, deadline), *lines = NULL;
    if (r && !k->rows && wants_lines(s, k)) lines = store_pg_result(l, deadline);
    bool good = l->c && store_pg_synced(l, deadline);
    if (good) {
        k->dying = k->q.what == STORE_RUN && !k->rows && PQntuples(r) && store_pg_int(r, 0, 7);
        k->answer = store_answer_new();
        fill_answer(k, r, lines, k->answer);
    }
    PQclear(r);
    PQclear(lines);
    return good;
}

void store_pg_give(store *s, pg_asked *k) { STAILQ_INSERT_TAIL(&s->answered, k, next); }

static store_answer *no_answer(const char *words) {
    store_answer *a = store_answer_new();
    a->found = STORE_UNREADABLE;
    fault_at(&a->why, "store.unreachable", NULL, 0, 0);
    fault_with(&a->why, 0, words, strlen(words));
    return a;
}

void store_pg_refuse(store *s, pg_asked *k, const char *words) {
    k->answer = no_answer(words);
    store_pg_give(s, k);
}

/* ---- one connection that only reads -------------------------------------------------------------------------- */

void store_pg_ask_now(store *s, const store_question *q, store_take_answer *take, void *to) {
    pg_asked k = {.q = *q};
    send_question(s, &k);
    take(to, take_answer(s, &k, INT64_MAX) ? k.answer : no_answer(s->read.why));
}

/* ---- the thread ------------------------------------------------------------------------------------------------ */

enum { AT_ONCE = 64 }; /* questions */

/* Takes those that are ready.  The caller holds the lock. */
static int take_ready(store *s, struct pg_list *ready) {
    int n = 0;
    pg_asked *k;
    while (n < AT_ONCE && (k = STAILQ_FIRST(&s->asked)) && k->after <= s->durable) {
        STAILQ_REMOVE_HEAD(&s->asked, next);
        STAILQ_INSERT_TAIL(ready, k, next);
        n++;
    }
    return n;
}

/* Questions that have waited for too long are answered.  The caller holds the lock. */
static bool expire(store *s, struct pg_list *list) {
    bool some = false;
    pg_asked *k, *next;
    for (k = STAILQ_FIRST(list); k; k = next) {
        next = STAILQ_NEXT(k, next);
        if (!s->broken && store_pg_now() <= k->since + PG_PATIENCE) continue;
        STAILQ_REMOVE(list, k, pg_asked, next);
        bool unwritten = k->after > s->durable; /* that is what it has waited for */
        store_pg_refuse(s, k, s->broken ? s->broken : unwritten ? s->trouble : s->read.why);
        some = true;
    }
    return some;
}

/* Most guests who ask for a table that is not here are sent to another node, so the table is looked at before it is
 * claimed, which takes a transaction.  If that node seems to be dying, or could not be reached, they wait until it is
 * known who runs the table: they would be sent back and forth meanwhile.  False: it can be answered.  The caller holds
 * the lock. */
static bool pass_on(store *s, pg_asked *k) {
    const char *node = k->answer->journals ? k->answer->journal->row.node : NULL;
    bool nobodys = node && !node[0], missed = node && node[0] && !strcmp(node, k->q.not_at);
    /* by then a node that is dead seems to be dying; the other lives, whatever the proxy has said */
    if (store_pg_now() > k->since + s->lease / 2) missed = false;
    if (!nobodys && !missed && !k->dying) return false;
    if (nobodys) k->q.number = k->answer->journal->row.number; /* by which it is claimed */
    store_answer_free(k->answer);
    k->answer = NULL;
    k->not_before = store_pg_now() + s->beat / 2;
    if (nobodys) {
        STAILQ_INSERT_TAIL(&s->claims, k, next);
        pthread_cond_signal(&s->to_write);
    } else
        STAILQ_INSERT_TAIL(&s->later, k, next);
    return true;
}

/* Sends all, and takes the answers as they come.  Those that are left did not get one. */
static void answer_ready(store *s, struct pg_list *ready) {
    int64_t deadline = store_pg_now() + PG_PATIENCE;
    pg_asked *k;
    STAILQ_FOREACH(k, ready, next)
    send_question(s, k);
    while (s->read.c && (k = STAILQ_FIRST(ready))) {
        bool good = take_answer(s, k, deadline);
        if (!good && !s->read.wrong) return;
        STAILQ_REMOVE_HEAD(ready, next);
        pthread_mutex_lock(&s->lock);
        if (!good)
            store_pg_refuse(s, k, s->read.why);
        else if (k->q.what != STORE_RUN || k->rows || s->read_only || !pass_on(s, k))
            store_pg_give(s, k);
        pthread_mutex_unlock(&s->lock);
    }
}

static void read_ready(store *s, struct pg_list *ready) {
    for (int tries = 0; !STAILQ_EMPTY(ready); tries++) {
        if (tries) store_pg_pause(s, tries);
        pthread_mutex_lock(&s->lock);
        bool old = s->read.c && s->read.timeline < s->timeline;
        pthread_mutex_unlock(&s->lock);
        if (old) store_pg_disconnect(&s->read);
        if (s->read.c || store_pg_connect(s, &s->read, "reader", store_pg_questions)) answer_ready(s, ready);
        pthread_mutex_lock(&s->lock);
        bool stops = s->stopped_at;
        expire(s, ready);
        pthread_mutex_unlock(&s->lock);
        s->user.wake(s->user.to);
        if (stops) return;
    }
}

void *store_pg_reader(void *of) {
    store *s = of;
    struct pg_list ready = STAILQ_HEAD_INITIALIZER(ready);
    pthread_mutex_lock(&s->lock);
    while (!s->stopped_at) {
        for (pg_asked *k; (k = STAILQ_FIRST(&s->later)) && store_pg_now() >= k->not_before;) {
            STAILQ_REMOVE_HEAD(&s->later, next);
            STAILQ_INSERT_TAIL(&s->asked, k, next);
        }
        if (take_ready(s, &ready)) {
            pthread_mutex_unlock(&s->lock);
            read_ready(s, &ready);
            pthread_mutex_lock(&s->lock);
            continue;
        }
        if (expire(s, &s->asked)) s->user.wake(s->user.to);
        bool wait = STAILQ_EMPTY(&s->later) && STAILQ_EMPTY(&s->asked);
        int64_t until = store_pg_now() + s->beat / 2;
        struct timespec t = {until / 1000, until % 1000 * 1000000};
        if (wait)
            pthread_cond_wait(&s->to_read, &s->lock);
        else
            pthread_cond_timedwait(&s->to_read, &s->lock, &t);
    }
    STAILQ_CONCAT(&s->asked, &ready); /* close() frees them */
    pthread_mutex_unlock(&s->lock);
    store_pg_disconnect(&s->read);
    return NULL;
}

/* ---- examining ------------------------------------------------------------------------------------------------- */

/* Each row is something that is wrong: a table's number or 0, and a number for the sentence.  What the schema does not
 * allow need not be looked for. */
static const struct {
    const char *sql, *say;
} examinations[] = {
    {"select tbl, count(*) from line where not exists (select from tables where number = tbl) group by tbl"
     " order by tbl",
     "store.lines-of-none"},
    {"select 0::int8, n from (select count(*) n from token t where not exists (select from person p"
     " where p.number = t.person)) x where n > 0",
     "store.tokens"},
    {"select 0::int8, n from (select count(*) n from sits s where not exists (select from person p"
     " where p.number = s.person)) x where n > 0",
     "store.sits"},
};

void store_pg_examine(store *s, store_take_fault *take, void *to) {
    for (size_t i = 0; i < sizeof examinations / sizeof *examinations; i++) {
        fault what;
        PGresult *r = store_pg_run(&s->read, examinations[i].sql, INT64_MAX);
        if (!r) {
            store_pg_fault(&s->read, &what, "store.unreachable", NULL);
            take(to, 0, &what);
            return;
        }
        for (int k = 0; k < PQntuples(r); k++) {
            char digits[24];
            text t = text_on(digits, sizeof digits);
            text_int(&t, store_pg_int(r, k, 1));
            fault_at(&what, examinations[i].say, NULL, 0, 0);
            fault_with(&what, 0, digits, t.used);
            take(to, store_pg_int(r, k, 0), &what);
        }
        PQclear(r);
    }
}

/* ---- copying --------------------------------------------------------------------------------------------------- */

/* Everything in the order of store.h: how a row becomes an entry.  The columns are, as far as there are any: number, n,
 * text, bytes, key, day. */
static const struct {
    const char *sql;
    enum store_kind kind;
} copies[] = {
    {"select number, 0::int8, name from person order by number", STORE_PERSON},
    {"select person, number, label, hash, '', made from token order by person, number, hash", STORE_TOKEN},
    {"select person, number, '', ''::bytea, '', used from token where used <> made order by person, number",
     STORE_USED},
    {"select person, other from mute order by person, other", STORE_MUTE},
    {"select number, 0::int8, agreed, secret, key from tables order by number", STORE_TABLE},
    {"select tbl, n, text, sum from line order by tbl, n", STORE_LINE},
    {"select number, over from tables where over <> 0 order by number", STORE_OVER},
    {"select tbl, person from sits order by tbl, person", STORE_SIT},
    {"select tbl, by, text from report order by number", STORE_REPORT},
};

static void give_entry(const PGresult *r, int i, enum store_kind kind, store_take_entry *take, void *to) {
    store_entry e = {.number = store_pg_int(r, i, 0), .n = store_pg_int(r, i, 1), .text = ""};
    int columns = PQnfields(r);
    e.kind = kind;
    if (columns > 2) e.text = store_pg_text(r, i, 2, &e.size);
    if (columns > 3) memcpy(e.bytes, PQgetvalue(r, i, 3), (size_t)PQgetlength(r, i, 3));
    if (columns > 4) snprintf(e.key, sizeof e.key, "%s", PQgetvalue(r, i, 4));
    if (columns > 5) e.day = store_pg_int(r, i, 5);
    if (kind == STORE_TABLE) e.n = STORE_NO_TIME;
    if (kind == STORE_LINE) e.no_sum = PQgetisnull(r, i, 3);
    take(to, &e);
}

bool store_pg_copy(store *s, store_take_entry *take, void *to, fault *why) {
    pg_link *l = &s->read;
    for (size_t i = 0; i < sizeof copies / sizeof *copies; i++) {
        char sql[256];
        snprintf(sql, sizeof sql, "declare all_rows no scroll cursor for %s", copies[i].sql);
        bool good = store_pg_do(l, sql, INT64_MAX), more = good;
        while (more) {
            PGresult *r = store_pg_run(l, "fetch 1000 from all_rows", INT64_MAX);
            good = r;
            more = good && PQntuples(r);
            for (int k = 0; more && k < PQntuples(r); k++)
                give_entry(r, k, copies[i].kind, take, to);
            PQclear(r);
        }
        if (!good || !store_pg_do(l, "close all_rows", INT64_MAX))
            return store_pg_fault(l, why, "store.unreachable", NULL);
    }
    return true;
}
