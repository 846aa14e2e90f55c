/* postgres.c - the house's store in a PostgreSQL database, which several houses can share (postgres.h).
 *
 * Map: the schema - opening - closing - what the house calls.  doc/database.md describes the tables. */
#include "store/postgres.h"
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

enum { VERSION = 1 };

/* ---- the schema ---------------------------------------------------------------------------------------------- */

/* steps[n]: from version n to the next.  Version 0 is an empty schema. */
static const char *const steps[VERSION] = {
    "create table house (version integer not null, timeline bigint not null, system bigint not null);"
    "insert into house values (0, 0, 0);"
    "create table node (id bigint generated always as identity primary key, name text not null,"
    " until timestamptz not null, alone boolean not null);"
    "create index node_name on node (name);"
    "create table turn (node bigint primary key references node on delete cascade, n bigint not null)"
    " with (fillfactor = 50);"
    "create sequence person_number maxvalue 2147483647;"
    "create sequence table_number maxvalue 4503599627370496;"
    "create table person (number bigint primary key check (number between 1 and 2147483647), name text not "
    "null,"
    " devices bigint not null default 0);"
    "create table token (hash bytea primary key check (length(hash) = 32), person bigint not null,"
    " number bigint not null, label text not null, made bigint not null, used bigint not null);"
    "create index token_person on token (person, number);"
    "create table code (person bigint primary key, hash bytea not null check (length(hash) = 32),"
    " until bigint not null);"
    "create index code_hash on code (hash);"
    "create table tables (number bigint primary key check (number between 1 and 4503599627370496),"
    " key text collate \"C\" not null unique check (length(key) = 16), over bigint not null default 0,"
    " secret bytea not null check (length(secret) = 32), agreed text not null, owner bigint,"
    " epoch bigint not null default 1, turn bigint not null default 0);"
    "create index tables_owner on tables (owner, number) where over = 0 and owner is not null;"
    "create index tables_over on tables (over) where over <> 0;"
    "create table line (tbl bigint not null, n bigint not null, text text not null,"
    " sum bytea check (length(sum) = 8), primary key (tbl, n));"
    "create table sits (person bigint not null, tbl bigint not null, primary key (person, tbl));"
    "create table mute (person bigint not null, other bigint not null, primary key (person, other));"
    "create table report (number bigint generated always as identity primary key, tbl bigint not null,"
    " by bigint not null, text text not null);"
    "create table listing (tbl bigint primary key, key text not null, text text not null, node bigint not "
    "null,"
    " xid xid8 not null default pg_current_xact_id(), at timestamptz not null default now());"
    "create index listing_xid on listing (xid);"
    "create table news (id bigint generated always as identity primary key, number bigint not null,"
    " n bigint not null, text text not null, node bigint not null, xid xid8 not null default "
    "pg_current_xact_id(),"
    " at timestamptz not null default now());"
    "create index news_xid on news (xid)",
};

/* A number from the database. */
static bool read_int(pg_link *l, const char *sql, int64_t *n) {
    PGresult *r = store_pg_run(l, sql, store_pg_now() + PG_PATIENCE);
    if (r) *n = PQntuples(r) ? store_pg_int(r, 0, 0) : 0;
    PQclear(r);
    return r;
}

/* What was made while this transaction waited is seen only by reading the catalogs themselves, not by to_regclass(). */
#define SCHEMA "(select oid from pg_namespace where nspname = 'safehouse')"

/* 0: the schema is empty, or there is none.  False: it is not a house's, or of another version than this program's. */
static bool read_version(pg_link *l, const char *where, int64_t *version, fault *why) {
    int64_t house, others;
    if (!read_int(l, "select count(*) from pg_class where relname = 'house' and relnamespace = " SCHEMA,
                  &house) ||
        !read_int(l, "select count(*) from pg_class where relnamespace = " SCHEMA, &others))
        return store_pg_fault(l, why, "store.connect", where);
    *version = 0;
    if (!house) return !others || fault_at(why, "store.no-house", where, 0, 0);
    if (!read_int(l, "select version from safehouse.house", version))
        return store_pg_fault(l, why, "store.connect", where);
    return (*version >= 1 && *version <= VERSION) || fault_at(why, "store.other-version", where, 0, 0);
}

static bool take_steps(pg_link *l, int64_t version) {
    char mark[64];
    int64_t schema, deadline = store_pg_now() + 6 * PG_PATIENCE;
    if (!read_int(l, "select count(*) from pg_namespace where nspname = 'safehouse'", &schema) ||
        (!schema && !store_pg_do(l, "create schema safehouse", deadline)))
        return false;
    for (; version < VERSION; version++)
        if (!store_pg_do_all(l, steps[version], deadline)) return false;
    snprintf(mark, sizeof mark, "update house set version = %d", VERSION);
    return store_pg_do(l, mark, deadline);
}

/* ---- opening --------------------------------------------------------------------------------------------------- */

static const pg_statement registration[] = {
    {"in use", "select exists (select from node where until > now() and (alone or $1::int8 = 1))"},
    {"end older", "update node set until = '-infinity' where name = $1 and until > '-infinity'"},
    {"register",
     "with new as (insert into node (name, until, alone) values ($1, now() + $2::int8 * interval '1 ms',"
     " $3::int8 = 1) returning id) insert into turn (node, n) select id, 0 from new returning node"},
    {0},
};

/* A process that runs under the same name is over: it will notice, and its tables can be taken over at once. */
static bool register_node(store *s, const char *where, fault *why) {
    pg_link *l = &s->write;
    int64_t deadline = store_pg_now() + PG_PATIENCE;
    pg_value name = PG_BYTES(s->name, strlen(s->name)), alone = PG_INT(s->user.alone);
    if (!store_pg_prepare(l, registration, deadline)) return store_pg_fault(l, why, "store.connect", where);
    PG_SEND(l, "in use", alone);
    PGresult *r = store_pg_run(l, NULL, deadline);
    bool used = r && store_pg_int(r, 0, 0);
    PQclear(r);
    if (used) return fault_at(why, "store.in-use", where, 0, 0);
    PG_SEND(l, "end older", name);
    PQclear(store_pg_run(l, NULL, deadline));
    PG_SEND(l, "register", name, PG_INT(s->lease), alone);
    r = store_pg_run(l, NULL, deadline);
    if (r) s->node = store_pg_int(r, 0, 0);
    PQclear(r);
    s->renewed = s->here_since = store_pg_now();
    return r || store_pg_fault(l, why, "store.connect", where);
}

/* All in one transaction; who opens at the same time waits. */
static bool open_all(store *s, const char *where, fault *why) {
    pg_link *l = &s->write;
    int64_t version = 0, deadline = store_pg_now() + 6 * PG_PATIENCE;
    if (!store_pg_connect(s, l, "opener", NULL) || !store_pg_do(l, "begin", deadline) ||
        !store_pg_do(l, "select pg_advisory_xact_lock(1398104677)", deadline)) /* "Safe" */
        return store_pg_fault(l, why, "store.connect", where);
    if (!read_version(l, where, &version, why)) return false;
    if (version < VERSION && !take_steps(l, version)) return store_pg_fault(l, why, "store.connect", where);
    return register_node(s, where, why) &&
           (store_pg_do(l, "commit", deadline) || store_pg_fault(l, why, "store.connect", where));
}

static void free_list(struct pg_list *list) {
    for (pg_asked *k; (k = STAILQ_FIRST(list));) {
        STAILQ_REMOVE_HEAD(list, next);
        PQclear(k->rows);
        store_answer_free(k->answer);
        free(k);
    }
}

static void destroy(store *s) {
    store_pg_disconnect(&s->write);
    store_pg_disconnect(&s->read);
    store_pg_disconnect(&s->keep);
    free_list(&s->claims);
    free_list(&s->asked);
    free_list(&s->later);
    free_list(&s->answered);
    PQconninfoFree(s->options);
    for (int i = 0; i < 2; i++)
        if (s->alarm[i] >= 0) close(s->alarm[i]);
    free(s->pending.at);
    free(s->committing.at);
    free(s->news.at);
    free(s->lost);
    free(s->snapshot);
    free(s->broken);
    free(s);
}

static void init_condition(pthread_cond_t *c) {
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(c, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

static store *new_store(const char *where, fault *why) {
    store *s = calloc(1, sizeof *s);
    char *error = NULL;
    if (!s) abort();
    *why = (fault){0};
    STAILQ_INIT(&s->claims);
    STAILQ_INIT(&s->asked);
    STAILQ_INIT(&s->later);
    STAILQ_INIT(&s->answered);
    pthread_mutex_init(&s->lock, NULL);
    init_condition(&s->to_write);
    init_condition(&s->to_read);
    init_condition(&s->stop);
    s->alarm[0] = s->alarm[1] = -1;
    if (store_url_hosts(where))
        s->options = PQconninfoParse(where, &error); /* its errors quote what is wrong */
    if (s->options) return s;
    fault_at(why, "store.url", store_place(where), 0, 0);
    PQfreemem(error);
    destroy(s);
    return NULL;
}

static bool set_user(store *s, const store_user *user, const char *where, fault *why) {
    size_t n = user->node ? strlen(user->node) : 0;
    s->user = *user;
    s->lease = user->lease ? user->lease : PG_LEASE;
    s->beat = s->lease / 5 < PG_BEAT ? s->lease / 5 : PG_BEAT;
    if (!n || n > STORE_NODE) return fault_at(why, "store.node", where, 0, 0);
    memcpy(s->name, user->node, n);
    return !pipe(s->alarm) || fault_at(why, "store.connect", where, 0, 0);
}

static store *open_store(const char *where, const store_user *user, fault *why) {
    const char *place = store_place(where);
    store *s = new_store(where, why);
    if (!s) return NULL;
    if (!set_user(s, user, place, why) || !open_all(s, place, why)) {
        destroy(s);
        return NULL;
    }
    store_pg_disconnect(&s->write);
    for (int i = 0; i < 2; i++)
        fcntl(s->alarm[i], F_SETFD, FD_CLOEXEC);
    if (pthread_create(&s->writer_thread, NULL, store_pg_writer, s) ||
        pthread_create(&s->reader_thread, NULL, store_pg_reader, s) ||
        pthread_create(&s->keeper_thread, NULL, store_pg_keeper, s))
        abort();
    return s;
}

/* The transaction makes it read the same until it is closed. */
static store *open_to_read(const char *where, fault *why) {
    const char *place = store_place(where);
    store *s = new_store(where, why);
    int64_t version = 0, deadline = store_pg_now() + PG_PATIENCE;
    if (!s) return NULL;
    s->read_only = true;
    pg_link *l = &s->read;
    if (!store_pg_connect(s, l, "reader", NULL) ||
        !store_pg_do(l, "begin isolation level repeatable read read only", deadline))
        store_pg_fault(l, why, "store.connect", place);
    else if (read_version(l, place, &version, why)) {
        if (!version)
            fault_at(why, "store.no-house", place, 0, 0);
        else if (store_pg_prepare(l, store_pg_questions, deadline))
            return s;
        else
            store_pg_fault(l, why, "store.connect", place);
    }
    destroy(s);
    return NULL;
}

/* ---- closing --------------------------------------------------------------------------------------------------- */

static void sound_alarm(store *s) {
    while (write(s->alarm[1], "", 1) < 0)
        ;
}

/* The keeper goes on until everything is written. */
static void close_store(store *s) {
    if (!s->read_only) {
        pthread_mutex_lock(&s->lock);
        s->stopped_at = store_pg_now();
        pthread_cond_broadcast(&s->to_write);
        pthread_cond_broadcast(&s->to_read);
        pthread_cond_broadcast(&s->stop);
        pthread_mutex_unlock(&s->lock);
        pthread_join(s->writer_thread, NULL);
        pthread_join(s->reader_thread, NULL);
        pthread_mutex_lock(&s->lock);
        s->keeper_stops = true;
        pthread_mutex_unlock(&s->lock);
        sound_alarm(s);
        pthread_join(s->keeper_thread, NULL);
    }
    destroy(s);
}

static void hand_over(store *s) {
    pthread_mutex_lock(&s->lock);
    s->handed_over = true;
    pthread_mutex_unlock(&s->lock);
    sound_alarm(s);
}

/* ---- what the house calls ----------------------------------------------------------------------------------------- */

static uint64_t put(store *s, const store_entry *e) {
    pthread_mutex_lock(&s->lock);
    enqueue(&s->pending, e);
    if (s->put_count == s->durable) s->pending_since = store_pg_now();
    uint64_t number = ++s->put_count;
    pthread_cond_signal(&s->to_write);
    pthread_mutex_unlock(&s->lock);
    return number;
}

static uint64_t durable(store *s) {
    pthread_mutex_lock(&s->lock);
    uint64_t n = s->durable;
    pthread_mutex_unlock(&s->lock);
    return n;
}

static const char *broken(store *s) {
    pthread_mutex_lock(&s->lock);
    const char *why = s->broken;
    pthread_mutex_unlock(&s->lock);
    return why;
}

static void ask(store *s, const store_question *q, store_take_answer *take, void *to) {
    if (s->read_only) {
        store_pg_ask_now(s, q, take, to);
        return;
    }
    bool claim = q->what == STORE_RUN_SOME || q->what == STORE_USE_CODE; /* STORE_RUN may become one */
    pg_asked *k = calloc(1, sizeof *k);
    if (!k) abort();
    *k = (pg_asked){.q = *q, .take = take, .to = to, .since = store_pg_now()};
    pthread_mutex_lock(&s->lock);
    k->after = s->put_count;
    if (claim && s->broken)
        store_pg_refuse(s, k, s->broken), s->user.wake(s->user.to);
    else if (claim)
        STAILQ_INSERT_TAIL(&s->claims, k, next);
    else
        STAILQ_INSERT_TAIL(&s->asked, k, next);
    pthread_cond_signal(claim ? &s->to_write : &s->to_read);
    pthread_mutex_unlock(&s->lock);
}

static void deliver(store *s) {
    struct pg_list answered = STAILQ_HEAD_INITIALIZER(answered);
    pthread_mutex_lock(&s->lock);
    STAILQ_CONCAT(&answered, &s->answered);
    queue news = s->news;
    s->news = (queue){0};
    pthread_mutex_unlock(&s->lock);
    for (size_t at = 0; s->user.news && at < news.used;) {
        store_entry e;
        at = entry_at(&news, at, &e);
        s->user.news(s->user.news_to, &e);
    }
    free(news.at);
    for (pg_asked *k; (k = STAILQ_FIRST(&answered));) {
        STAILQ_REMOVE_HEAD(&answered, next);
        k->take(k->to, k->answer);
        PQclear(k->rows);
        free(k);
    }
}

static int64_t lost(store *s) {
    pthread_mutex_lock(&s->lock);
    int64_t table = s->lost_told < s->losts ? s->lost[s->lost_told++].table : 0;
    pthread_mutex_unlock(&s->lock);
    return table;
}

static store_state state(store *s) {
    pthread_mutex_lock(&s->lock);
    int64_t now = store_pg_now();
    bool away = now > s->renewed + s->lease;
    bool waits = s->durable < s->put_count && now > s->pending_since + PG_WAITS;
    pthread_mutex_unlock(&s->lock);
    return away ? STORE_AWAY : waits ? STORE_WAITS : STORE_WORKS;
}

static bool orphans(store *s) {
    pthread_mutex_lock(&s->lock);
    bool some = s->orphans;
    pthread_mutex_unlock(&s->lock);
    return some;
}

static bool lapsed(store *s) {
    pthread_mutex_lock(&s->lock);
    bool so = s->lapsed;
    s->lapsed = false;
    pthread_mutex_unlock(&s->lock);
    return so;
}

const store_engine store_postgres = {
    .shared = true,
    .open = open_store,
    .close = close_store,
    .put = put,
    .durable = durable,
    .broken = broken,
    .ask = ask,
    .open_to_read = open_to_read,
    .examine = store_pg_examine,
    .copy = store_pg_copy,
    .deliver = deliver,
    .lost = lost,
    .state = state,
    .orphans = orphans,
    .lapsed = lapsed,
    .hand_over = hand_over,
};
