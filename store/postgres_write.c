/* postgres_write.c - the writer: groups of entries, and claims.
 *
 * Map: entries - lines - turns - groups - claims - the thread.
 *
 * A group is one transaction, sent in one piece and answered in one piece.  First come all entries but those that
 * depend on who runs a table; then all lines in one statement, which locks the rows of their tables FOR SHARE, so that
 * no other node can begin to run one of them before the commit, and inserts the lines whose epoch is the row's; then
 * the ends of tables.  Lines of other epochs are refused, and their tables are lost.
 *
 * Turns: if the connection breaks, nobody knows whether the transaction was committed; the server may even begin with
 * it later.  So each transaction has a number, its *turn*, and first raises the number in the node's row of `turn` from
 * the one before; if it cannot, it fails.  After a break, the row tells what has happened.  The writer touches it in a
 * transaction of its own: that waits for one that is still under way, and when it is durable, also on a synchronous
 * standby, so is everything before it.
 *
 * Claims are transactions with a turn, too.  A table that a node begins to run keeps the turn in which that was, so it
 * can be found if the answer did not come. */
#include "store/postgres.h"
#include <stdio.h>
#include <time.h>

/* ---- entries ------------------------------------------------------------------------------------------------- */

/* A number that was given by hand, when a house was moved here, is not given again. */
#define RAISE(sequence)                                                                                      \
    " select setval('" sequence "', $1) from " sequence " where last_value < $1 or not is_called"

/* For each kind: the fields of the entry that are its parameters (n number, m n, t text, h hash or secret, k key, d day,
 * e epoch, o this node), and the statement. */
static const struct {
    const char *fields, *sql;
} kinds[STORE_ENTRIES] = {
    [STORE_PERSON] = {"nt",
                      "with new as (insert into person (number, name) values ($1, $2)"
                      " on conflict (number) do update set name = excluded.name)" RAISE("person_number")},
    [STORE_TOKEN] = {"nmthd", "insert into token (person, number, label, hash, made, used)"
                              " values ($1, $2, $3, $4, $5, $5) on conflict (hash) do nothing"},
    [STORE_USED] = {"nmd", "update token set used = $3 where person = $1 and number = $2"},
    [STORE_SIGN_OUT] = {"nm", "delete from token where person = $1 and number = $2"},
    [STORE_SIGN_OUT_OTHERS] = {"nm", "delete from token where person = $1 and number <> $2"},
    [STORE_CODE] = {"nmh",
                    "insert into code (person, until, hash) values ($1, $2, $3)"
                    " on conflict (person) do update set until = excluded.until, hash = excluded.hash"},
    [STORE_NO_CODE] = {"n", "delete from code where person = $1"},
    [STORE_TABLE] = {"nthko", "with new as (insert into tables (number, agreed, secret, key, owner)"
                              " values ($1, $2, $3, $4, $5))" RAISE("table_number")},
    [STORE_SIT] = {"nm", "with new as (insert into sits (tbl, person) values ($1, $2)"
                         " on conflict do nothing)" RAISE("table_number")},
    [STORE_OVER] = {"nme",
                    "update tables set over = case when $2::int8 = 0 then extract(epoch from now())::int8"
                    " else $2 end where number = $1 and over = 0 and epoch = $3"},
    [STORE_RESUMED] = {"ne", "update tables set over = 0 where number = $1 and epoch = $2"},
    [STORE_RELEASE] = {"neom", "update tables set owner = case when $4::int8 = 1 then -owner end"
                               " where number = $1 and epoch = $2 and owner = $3"},
    [STORE_GONE] = {"no",
                    "with gone as (delete from tables t where number = $1 and (owner is null or owner = $2"
                    " or not exists (select from node where id = t.owner and until > now()))"
                    " returning number) delete from line where tbl = (select number from gone)"},
    [STORE_MUTE] = {"nm", "insert into mute (person, other) values ($1, $2) on conflict do nothing"},
    [STORE_UNMUTE] = {"nm", "delete from mute where person = $1 and other = $2"},
    [STORE_REPORT] = {"nmt", "with new as (insert into report (tbl, by, text) values ($1, $2, $3))" RAISE(
                                 "table_number")},
    [STORE_LISTED] = {"nktoe",
                      "insert into listing (tbl, key, text, node) select $1, $2, $3, $4"
                      " where $5::int8 = 0 or exists (select from tables where number = $1 and epoch = $5)"
                      " on conflict (tbl) do update set key = excluded.key, text = excluded.text,"
                      " node = excluded.node, xid = excluded.xid, at = excluded.at"},
    [STORE_NEWS] = {"mnto", "insert into news (n, number, text, node) values ($1, $2, $3, $4)"},
};

static bool is_late(const store_entry *e) {
    return e->kind == STORE_OVER || e->kind == STORE_RESUMED || e->kind == STORE_RELEASE ||
           e->kind == STORE_GONE;
}

static void name_kind(char out[8], int kind) { snprintf(out, 8, "e%d", kind); }

static void send_entry(store *s, const store_entry *e) {
    pg_value v[5];
    char name[8];
    int n = 0;
    for (const char *f = kinds[e->kind].fields; *f; f++, n++)
        switch (*f) {
        case 'n': v[n] = PG_INT(e->number); break;
        case 'm': v[n] = PG_INT(e->n); break;
        case 'd': v[n] = PG_INT(e->day); break;
        case 'e': v[n] = PG_INT(e->epoch); break;
        case 'o': v[n] = PG_INT(s->node); break;
        case 't': v[n] = PG_BYTES(e->text, e->size); break;
        case 'h': v[n] = PG_BYTES(e->bytes, sizeof e->bytes); break;
        case 'k': v[n] = PG_BYTES(e->key, strlen(e->key)); break;
        }
    name_kind(name, (int)e->kind);
    store_pg_send(&s->write, name, v, n);
}

/* ---- lines --------------------------------------------------------------------------------------------------- */

/* Columns of all lines of a group. */
typedef struct {
    pg_array tbl, n, text, sum, epoch;
} columns;

/* The rows are locked before the epochs are compared, so a row that another node has just changed counts as it is now.
 * The answer: the tables whose lines were refused. */
static const char lines_sql[] =
    "with mine as materialized (select number, epoch from tables where number = any($1) order by number for "
    "share),"
    " given as materialized (select * from unnest($1::int8[], $2::int8[], $3::text[], $4::bytea[], "
    "$5::int8[])"
    " as l (tbl, n, text, sum, epoch)),"
    " written as (insert into line (tbl, n, text, sum) select tbl, n, text, sum from given"
    " join mine on number = tbl and mine.epoch = given.epoch)"
    " select tbl, max(given.epoch) from given left join mine on number = tbl and mine.epoch = given.epoch"
    " where number is null group by tbl";

/* The same after nobody knows: a table that this node no longer runs is lost, whether its lines were written or not. */
static const char still_mine_sql[] =
    "select tbl, max(l.epoch) from unnest($1::int8[], $2::int8[]) as l (tbl, epoch)"
    " left join tables t on number = tbl and t.epoch = l.epoch where number is null group by tbl";

static pg_value value_of(const pg_array *a) { return PG_BYTES(a->at, a->used); }

static void collect_lines(const queue *q, columns *c) {
    store_pg_array_begin(&c->tbl, PG_INT8);
    store_pg_array_begin(&c->n, PG_INT8);
    store_pg_array_begin(&c->text, PG_TEXT);
    store_pg_array_begin(&c->sum, PG_BYTEA);
    store_pg_array_begin(&c->epoch, PG_INT8);
    for (size_t at = 0; at < q->used;) {
        store_entry e;
        at = entry_at(q, at, &e);
        if (e.kind != STORE_LINE) continue;
        store_pg_array_add_int(&c->tbl, e.number);
        store_pg_array_add_int(&c->n, e.n);
        store_pg_array_add(&c->text, e.text, e.size);
        store_pg_array_add(&c->sum, e.no_sum ? NULL : e.bytes, STORE_SUM);
        store_pg_array_add_int(&c->epoch, e.epoch);
    }
}

static void free_columns(columns *c) {
    free(c->tbl.at);
    free(c->n.at);
    free(c->text.at);
    free(c->sum.at);
    free(c->epoch.at);
}

/* A table is told once for each time it was lost.  The caller holds the lock. */
static void lose(store *s, int64_t table, int64_t epoch) {
    size_t i = 0;
    while (i < s->losts && s->lost[i].table != table)
        i++;
    if (i < s->losts && s->lost[i].epoch >= epoch) return;
    if (i < s->lost_told) { /* that was another time */
        s->lost[i] = s->lost[--s->lost_told];
        s->lost[s->lost_told] = s->lost[--s->losts];
    } else if (i < s->losts)
        s->lost[i] = s->lost[--s->losts];
    if (s->losts == s->lost_capacity) {
        s->lost_capacity = 2 * s->lost_capacity + 16;
        s->lost = realloc(s->lost, s->lost_capacity * sizeof *s->lost);
        if (!s->lost) abort();
    }
    s->lost[s->losts++] = (pg_lost){table, epoch};
}

/* ---- turns --------------------------------------------------------------------------------------------------- */

/* The store is broken, or has been closing for too long. */
static bool must_give_up(store *s) {
    pthread_mutex_lock(&s->lock);
    bool so = s->broken || (s->stopped_at && store_pg_now() > s->stopped_at + PG_PATIENCE);
    pthread_mutex_unlock(&s->lock);
    return so;
}

/* What is done in a turn.  `take` takes the results of what `send` has sent; false: one was an error.  `recover` is
 * called instead if it was done and the results did not come. */
typedef struct {
    void (*send)(store *s, void *work);
    bool (*take)(store *s, void *work, int64_t deadline);
    bool (*recover)(store *s, void *work, int64_t deadline);
} turn_kind;

/* $1: this node, $2: the turn.  Dividing by 0 is how a statement makes its transaction fail. */
static const char
    turn_sql[] =
        "with next as (update turn set n = $2::int8 where node = $1 and n = $2::int8 - 1 returning n)"
        " select 1 / count(*) from next",
    touch_sql[] = "update turn set n = n where node = $1 returning n",
    end_others_sql[] =
        "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"
        " and application_name = current_setting('application_name') and usename = current_user";

/* Tables that nobody runs, or this node, or one that is dead: $3 is 1 if a lease that has run out means that,
 * otherwise only one that was ended does.  A negative owner has released a table that somebody must run. */
#define DEAD "until <= case when $3::int8 = 1 then now() else '-infinity' end"
#define RUN(which)                                                                                           \
    "update tables t set owner = $1, epoch = case when owner = $1 then epoch else epoch + 1 end,"            \
    " turn = case when owner = $1 then turn else $2 end where " which " and (owner is null or owner = $1"    \
    " or not exists (select from node where id = t.owner and not (" DEAD "))) returning " PG_ROW
#define LOOK(which)                                                                                          \
    "select " PG_ROW ", coalesce((select name from node where id = owner and id <> $1), '') from tables"     \
    " where " which

/* What this node lacks, if every node that lives and does not give up its tables runs as many. */
#define SHARE                                                                                                \
    "(select greatest(0, ceil(count(*) / (select count(*)::float8 from node where id = $1 or not (" DEAD     \
    ") and not exists (select from tables where owner = -node.id and over = 0))) - count(*) filter (where "  \
    "owner = $1))::int8 from tables where over = 0 and owner is not null)"

static const char run_some_sql[] =
    "with mine as (update tables set owner = $1, epoch = epoch + 1, turn = $2"
    " where number = any(array(select number from tables where over = 0 and owner not in ($1, -$1::int8)"
    " and (owner < 0 or owner = any(array(select id from node where " DEAD ")))"
    " order by number limit least($4::int8, case when $5::int8 = 1 then " SHARE " end)"
    " for update skip locked)) returning " PG_ROW ")"
    " select * from mine order by number",
                  were_run_sql[] = "select " PG_ROW
                                   " from tables where owner = $1 and turn = $2 and over = 0 order by number",
                  /* $1: the hash, $2: now */
    use_code_sql[] = "with used as (delete from code where hash = $1 and until > $2 returning person, hash),"
                     " who as (update person set devices = 1 + greatest(devices,"
                     " (select max(number) from token where person = (select person from used)))"
                     " where number = (select person from used) returning number, devices, name)"
                     " select number, devices, 0::int8, name, (select hash from used),"
                     " array(select other from mute where person = who.number) from who";

static bool connect_writer(store *s) {
    static const pg_statement others[] = {
        {"lines", lines_sql},          {"still mine", still_mine_sql}, {"turn", turn_sql},
        {"touch", touch_sql},          {"end others", end_others_sql}, {"run", RUN("number = $4")},
        {"look", LOOK("number = $2")}, {"run some", run_some_sql},     {"were run", were_run_sql},
        {"use code", use_code_sql},
    };
    enum { OTHERS = sizeof others / sizeof *others };
    pg_statement all[STORE_ENTRIES + OTHERS + 1] = {{0}};
    char name[STORE_ENTRIES][8];
    int n = 0;
    for (int k = 0; k < STORE_ENTRIES; k++)
        if (kinds[k].sql) {
            name_kind(name[k], k);
            all[n++] = (pg_statement){name[k], kinds[k].sql};
        }
    memcpy(all + n, others, sizeof others);
    pg_link *l = &s->write;
    if (!store_pg_connect(s, l, "writer", all)) return false;
    int64_t deadline = store_pg_now() + PG_PATIENCE;
    store_pg_send_sql(l,
                      "set enable_nestloop = off"); /* `lines` joins what it was given, which may be much */
    store_pg_send(l, "end others", NULL, 0);
    store_pg_sync(l);
    for (int i = 0; i < 2; i++)
        PQclear(store_pg_result(l, deadline));
    return store_pg_synced(l, deadline);
}

/* Questions for which there was no connection in time are answered.  They can wait for those that are being asked. */
static void expire_claims(store *s) {
    pg_asked *k;
    pthread_mutex_lock(&s->lock);
    memcpy(s->trouble, s->write.why, sizeof s->trouble);
    while ((k = STAILQ_FIRST(&s->claims)) && store_pg_now() > k->since + PG_PATIENCE) {
        STAILQ_REMOVE_HEAD(&s->claims, next);
        store_pg_refuse(s, k, s->write.why);
    }
    pthread_mutex_unlock(&s->lock);
}

/* A connection to the primary, as far as we know. */
static bool have_connection(store *s) {
    pthread_mutex_lock(&s->lock);
    bool old = s->write.c && s->write.timeline < s->timeline;
    pthread_mutex_unlock(&s->lock);
    if (old) store_pg_disconnect(&s->write);
    return s->write.c || connect_writer(s);
}

static bool send_turn(store *s, const turn_kind *kind, void *work) {
    pg_link *l = &s->write;
    int64_t deadline = store_pg_now() + PG_PATIENCE;
    store_pg_send_sql(l, "begin");
    PG_SEND(l, "turn", PG_INT(s->node), PG_INT(s->turn + 1));
    kind->send(s, work);
    store_pg_send_sql(l, "commit");
    store_pg_sync(l);
    for (int i = 0; i < 2; i++)
        PQclear(store_pg_result(l, deadline));
    if (!l->c || !kind->take(s, work, deadline)) return false;
    PQclear(store_pg_result(l, deadline)); /* of the commit */
    return store_pg_synced(l, deadline);
}

/* The turn up to which everything is durable; -1: that cannot be said now; -2: this node is not known any more. */
static int64_t touch_turn(store *s) {
    pg_link *l = &s->write;
    PG_SEND(l, "touch", PG_INT(s->node));
    PGresult *r = store_pg_run(l, NULL, store_pg_now() + PG_PATIENCE);
    int64_t n = !r ? -1 : PQntuples(r) ? store_pg_int(r, 0, 0) : -2;
    PQclear(r);
    return n;
}

/* Does the work exactly once, however often the connection breaks.  False: the store is broken or must give up. */
static bool do_turn(store *s, const turn_kind *kind, void *work) {
    pg_link *l = &s->write;
    bool unknown = false;
    for (int tries = 0; !must_give_up(s); tries++) {
        if (tries) {
            expire_claims(s);
            store_pg_pause(s, tries);
        }
        if (!have_connection(s)) {
            if (l->wrong) break;
            continue;
        }
        int64_t turn = unknown ? touch_turn(s) : s->turn;
        if (turn == -1) continue;
        if (turn == s->turn + 1 && kind->recover(s, work, store_pg_now() + PG_PATIENCE))
            return s->turn++, true;
        if (turn == s->turn + 1) continue;
        if (turn != s->turn) {
            snprintf(l->why, sizeof l->why, "this node is not known any more");
            break;
        }
        unknown = true;
        if (send_turn(s, kind, work)) return s->turn++, true;
        if (l->wrong) break;
    }
    if (!must_give_up(s)) store_pg_break(s, l->why);
    return false;
}

/* ---- groups ---------------------------------------------------------------------------------------------------- */

typedef struct {
    const queue *q;
    columns c;
    PGresult *refused; /* tables */
} group;

static void send_some(store *s, const queue *q, bool late) {
    for (size_t at = 0; at < q->used;) {
        store_entry e;
        at = entry_at(q, at, &e);
        if (e.kind != STORE_LINE && is_late(&e) == late) send_entry(s, &e);
    }
}

static void send_group(store *s, void *work) {
    group *g = work;
    const columns *c = &g->c;
    send_some(s, g->q, false);
    if (c->tbl.n)
        PG_SEND(&s->write, "lines", value_of(&c->tbl), value_of(&c->n), value_of(&c->text), value_of(&c->sum),
                value_of(&c->epoch));
    send_some(s, g->q, true);
}

static bool take_some(store *s, const queue *q, bool late, int64_t deadline) {
    for (size_t at = 0; s->write.c && at < q->used;) {
        store_entry e;
        at = entry_at(q, at, &e);
        if (e.kind != STORE_LINE && is_late(&e) == late) PQclear(store_pg_result(&s->write, deadline));
    }
    return s->write.c;
}

static bool take_group(store *s, void *work, int64_t deadline) {
    group *g = work;
    if (!take_some(s, g->q, false, deadline)) return false;
    PQclear(g->refused);
    g->refused = NULL;
    if (g->c.tbl.n && !(g->refused = store_pg_result(&s->write, deadline))) return false;
    return take_some(s, g->q, true, deadline);
}

static bool recover_group(store *s, void *work, int64_t deadline) {
    group *g = work;
    PQclear(g->refused);
    g->refused = NULL;
    if (!g->c.tbl.n) return true;
    PG_SEND(&s->write, "still mine", value_of(&g->c.tbl), value_of(&g->c.epoch));
    return (g->refused = store_pg_run(&s->write, NULL, deadline));
}

static const turn_kind group_turn = {send_group, take_group, recover_group};

/* What is durable and what was lost become known together. */
static void finish_group(store *s, const group *g, int64_t began) {
    pthread_mutex_lock(&s->lock);
    s->durable += g->q->entries;
    for (int i = 0; g->refused && i < PQntuples(g->refused); i++)
        lose(s, store_pg_int(g->refused, i, 0), store_pg_int(g->refused, i, 1));
    s->pending_since = began;
    pthread_cond_signal(&s->to_read);
    s->user.wake(s->user.to);
    pthread_mutex_unlock(&s->lock);
}

/* The writer alone changes `committing`. */
static bool write_group(store *s, columns *c) {
    pthread_mutex_lock(&s->lock);
    queue q = s->pending; /* swap the two */
    s->pending = s->committing;
    s->committing = q;
    pthread_mutex_unlock(&s->lock);
    int64_t began = store_pg_now();
    group g = {&s->committing, *c, NULL};
    collect_lines(g.q, &g.c);
    bool good = do_turn(s, &group_turn, &g);
    if (good) finish_group(s, &g, began);
    s->committing.used = s->committing.entries = 0;
    *c = g.c;
    PQclear(g.refused);
    return good;
}

/* ---- claims ----------------------------------------------------------------------------------------------------
 *
 * When a node is gone, its guests come to the others, each with a claim of a table, so one transaction has many.  They lock
 * rows in the order of their numbers, as lines do.  What is late in a group does not: then PostgreSQL may find that two
 * transactions wait for each other and end one, which is done again. */

enum { CLAIMS = 64 };

typedef struct {
    pg_asked *k;
    PGresult *rows, *look; /* what this node runs from now on, or what was claimed; the table as it is then */
    bool unanswered;       /* it was done, but the answer did not come */
} claim;

typedef struct {
    claim c[CLAIMS];
    int n;
    int64_t may_declare;
} claims;

static void send_claims(store *s, void *work) {
    const claims *all = work;
    pg_link *l = &s->write;
    pg_value me = PG_INT(s->node), turn = PG_INT(s->turn + 1), may = PG_INT(all->may_declare);
    for (int i = 0; i < all->n; i++) {
        const store_question *q = &all->c[i].k->q;
        if (q->what == STORE_USE_CODE)
            PG_SEND(l, "use code", PG_BYTES(q->bytes, STORE_HASH), PG_INT(q->n));
        else if (q->what == STORE_RUN_SOME)
            PG_SEND(l, "run some", me, turn, may, PG_INT(q->most), PG_INT(q->n));
        else {
            PG_SEND(l, "run", me, turn, may, PG_INT(q->number));
            PG_SEND(l, "look", me, PG_INT(q->number));
        }
    }
}

static void clear_claim(claim *c) {
    PQclear(c->rows);
    PQclear(c->look);
    c->rows = c->look = NULL;
}

static bool take_claims(store *s, void *work, int64_t deadline) {
    claims *all = work;
    for (int i = 0; i < all->n; i++) {
        claim *c = &all->c[i];
        clear_claim(c);
        c->rows = store_pg_result(&s->write, deadline);
        if (c->k->q.what == STORE_RUN) c->look = store_pg_result(&s->write, deadline);
    }
    return s->write.c;
}

/* A code that is used up stays so.  A table can be claimed again: it is this node's already. */
static bool recover_claims(store *s, void *work, int64_t deadline) {
    claims *all = work;
    for (int i = 0; i < all->n; i++) {
        claim *c = &all->c[i];
        clear_claim(c);
        c->unanswered = c->k->q.what != STORE_RUN_SOME;
        if (c->unanswered) continue;
        PG_SEND(&s->write, "were run", PG_INT(s->node), PG_INT(s->turn + 1));
        if (!(c->rows = store_pg_run(&s->write, NULL, deadline))) return false;
    }
    return true;
}

static const turn_kind claim_turn = {send_claims, take_claims, recover_claims};

/* Somebody else runs the table or there is none, and so it says.  False: it was nobody's a moment later. */
static bool is_settled(const claim *c) {
    if (c->k->q.what != STORE_RUN) return true;
    if (c->unanswered) return false;
    return PQntuples(c->rows) || !PQntuples(c->look) || PQgetlength(c->look, 0, 6);
}

/* The reader reads the lines.  The caller holds the lock. */
static void pass_on(store *s, claim *c) {
    pg_asked *k = c->k;
    if (k->q.what == STORE_RUN_SOME && PQntuples(c->rows) < k->q.most) s->orphans = false;
    if (c->rows && PQntuples(c->rows) && k->q.what != STORE_USE_CODE) {
        k->rows = c->rows;
        c->rows = NULL;
        k->after = 0;
        STAILQ_INSERT_TAIL(&s->asked, k, next);
        pthread_cond_signal(&s->to_read);
        return;
    }
    k->answer = store_answer_new();
    if (c->unanswered)
        store_pg_fault(&s->write, &k->answer->why, "store.unreachable", NULL),
            k->answer->found = STORE_UNREADABLE;
    else if (k->q.what == STORE_USE_CODE)
        store_pg_fill_owner(c->rows, k->q.bytes, k->answer);
    else if (k->q.what == STORE_RUN)
        store_pg_fill_tables(c->look, NULL, k->answer);
    store_pg_give(s, k);
}

static int by_number(const void *a, const void *b) {
    int64_t m = ((const claim *)a)->k->q.number, n = ((const claim *)b)->k->q.number;
    return (m > n) - (m < n);
}

/* The next claims, if everything that was put before them is durable: many of single tables, or one of another kind.  False:
 * there is none. */
static bool next_claims(store *s, claims *all) {
    pg_asked *k;
    all->n = 0;
    pthread_mutex_lock(&s->lock);
    all->may_declare = store_pg_may_declare(s);
    while (all->n < CLAIMS && (k = STAILQ_FIRST(&s->claims)) && k->after <= s->durable) {
        if (all->n && (k->q.what != STORE_RUN || all->c[0].k->q.what != STORE_RUN)) break;
        STAILQ_REMOVE_HEAD(&s->claims, next);
        all->c[all->n++] = (claim){.k = k};
    }
    pthread_mutex_unlock(&s->lock);
    qsort(all->c, (size_t)all->n, sizeof *all->c, by_number);
    return all->n;
}

/* For as long as a group may wait. */
static bool make_claims(store *s) {
    int64_t began = store_pg_now();
    claims all;
    bool good = true;
    while (good && store_pg_now() < began + PG_COMMIT && next_claims(s, &all)) {
        good = do_turn(s, &claim_turn, &all);
        pthread_mutex_lock(&s->lock);
        for (int i = 0; i < all.n; i++)
            if (!good)
                store_pg_refuse(s, all.c[i].k, s->write.why);
            else if (is_settled(&all.c[i]))
                pass_on(s, &all.c[i]);
            else
                STAILQ_INSERT_HEAD(&s->claims, all.c[i].k, next);
        pthread_mutex_unlock(&s->lock);
        s->user.wake(s->user.to);
        for (int i = 0; i < all.n; i++)
            clear_claim(&all.c[i]);
    }
    return good;
}

/* ---- the thread ------------------------------------------------------------------------------------------------ */

static void throttle(int64_t since) {
    int64_t left = since + PG_COMMIT - store_pg_now();
    if (left > 0) nanosleep(&(struct timespec){0, (long)left * 1000000}, NULL);
}

void *store_pg_writer(void *of) {
    store *s = of;
    columns c = {0};
    int64_t last = 0;
    bool good = true;
    while (good) {
        pthread_mutex_lock(&s->lock);
        while (!s->pending.entries && STAILQ_EMPTY(&s->claims) && !s->stopped_at && !s->broken)
            pthread_cond_wait(&s->to_write, &s->lock);
        bool entries = s->pending.entries, end = s->broken || (s->stopped_at && !entries);
        pthread_mutex_unlock(&s->lock);
        if (end) break;
        if (entries) {
            throttle(last);
            last = store_pg_now();
            good = write_group(s, &c);
        }
        good = good && make_claims(s);
    }
    pthread_mutex_lock(&s->lock);
    for (pg_asked *k; !s->stopped_at && (k = STAILQ_FIRST(&s->claims));) {
        STAILQ_REMOVE_HEAD(&s->claims, next);
        store_pg_refuse(s, k, s->broken);
    }
    pthread_mutex_unlock(&s->lock);
    store_pg_disconnect(&s->write);
    free_columns(&c);
    return NULL;
}
