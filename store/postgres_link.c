/* postgres_link.c - connections to PostgreSQL.
 *
 * Map: time - failures - waiting for results - statements - choosing a host - connecting - arrays and columns.
 *
 * A URL may name several hosts.  After a standby was promoted and the old primary was started again, two of them take
 * writes, and what is written to the old one is lost.  So all hosts are asked at once, and the one with the highest
 * timeline is taken, never one with a lower timeline than this process has seen.
 *
 * Each wait has a deadline, and each failure ends the connection: the next one begins from the start. */
#include "store/postgres.h"
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <time.h>

/* ---- time ----------------------------------------------------------------------------------------------- */

int64_t store_pg_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void store_pg_pause(store *s, int tries) {
    int64_t wait = tries < 6 ? 20 << tries : PG_PAUSE, until = store_pg_now() + wait;
    struct timespec t = {until / 1000, until % 1000 * 1000000};
    pthread_mutex_lock(&s->lock);
    bool stops = s->stopped_at;
    while (s->stopped_at == 0 && store_pg_now() < until)
        pthread_cond_timedwait(&s->stop, &s->lock, &t);
    pthread_mutex_unlock(&s->lock);
    if (stops) nanosleep(&(struct timespec){0, 20000000}, NULL); /* it closes, and has some tries left */
}

/* ---- failures --------------------------------------------------------------------------------------------- */

void store_pg_break(store *s, const char *why) {
    pthread_mutex_lock(&s->lock);
    if (!s->broken && !(s->broken = strdup(why))) abort();
    pthread_cond_broadcast(&s->to_write);
    pthread_cond_broadcast(&s->to_read);
    s->user.wake(s->user.to); /* before anybody can see that it is broken */
    pthread_mutex_unlock(&s->lock);
}

/* What libpq says about a connection is long; the end of its first line is enough. */
static void note(pg_link *l, const char *message) {
    const char *after = strstr(message, "failed: ");
    if (after) message = after + strlen("failed: ");
    size_t n = strcspn(message, "\n");
    snprintf(l->why, sizeof l->why, "%.*s", (int)n, message);
}

bool store_pg_fault(const pg_link *l, fault *why, const char *say, const char *where) {
    fault_at(why, l->say ? l->say : say, where, 0, 0);
    return fault_with(why, 0, l->why, strlen(l->why));
}

void store_pg_disconnect(pg_link *l) {
    PQfinish(l->c);
    l->c = NULL;
}

static void *fail_link(pg_link *l, const char *message) {
    note(l, message);
    store_pg_disconnect(l);
    return NULL;
}

/* Would the same work another time?  Classes of SQLSTATE: connection, serialization and deadlock, resources, operator
 * intervention; a server that has just become a standby; a turn that was taken already (postgres_write.c). */
static bool is_passing(const char *state) {
    return !state || !strncmp(state, "08", 2) || !strncmp(state, "40", 2) || !strncmp(state, "53", 2) ||
           !strncmp(state, "57", 2) || !strcmp(state, "25006") || !strcmp(state, "22012");
}

/* ---- waiting for results ------------------------------------------------------------------------------------ */

/* Sends what is still to be sent and waits until there is something to read. */
static bool wait_for_input(pg_link *l, int64_t deadline) {
    int unsent = PQflush(l->c);
    int64_t left = deadline - store_pg_now();
    if (unsent < 0) return false;
    if (left <= 0) {
        note(l, "timeout");
        return false;
    }
    struct pollfd p = {PQsocket(l->c), (short)(POLLIN | (unsent ? POLLOUT : 0)), 0};
    if (poll(&p, 1, left > PG_PATIENCE ? PG_PATIENCE : (int)left) < 0 && errno != EINTR) return false;
    return !(p.revents & (POLLIN | POLLHUP | POLLERR)) || PQconsumeInput(l->c);
}

/* NULL: the end of a statement's results, or a failure, after which there is no connection. */
static PGresult *get_result(pg_link *l, int64_t deadline) {
    while (PQflush(l->c) > 0 || PQisBusy(l->c)) {
        l->why[0] = 0;
        if (!wait_for_input(l, deadline)) return fail_link(l, l->why[0] ? "timeout" : PQerrorMessage(l->c));
    }
    return PQgetResult(l->c);
}

/* A result that is no error.  NULL: there is no connection any more. */
static PGresult *take_result(pg_link *l, ExecStatusType other, int64_t deadline) {
    PGresult *r = l->c ? get_result(l, deadline) : NULL;
    if (!r && l->c) r = get_result(l, deadline); /* the end of the statement before */
    if (!r) return l->c ? fail_link(l, "no result") : NULL;
    ExecStatusType status = PQresultStatus(r);
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK || status == other) return r;
    const char *primary = PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY);
    l->wrong = !is_passing(PQresultErrorField(r, PG_DIAG_SQLSTATE));
    fail_link(l, primary ? primary : PQresultErrorMessage(r));
    PQclear(r);
    return NULL;
}

PGresult *store_pg_result(pg_link *l, int64_t deadline) { return take_result(l, PGRES_TUPLES_OK, deadline); }

bool store_pg_synced(pg_link *l, int64_t deadline) {
    PGresult *r = take_result(l, PGRES_PIPELINE_SYNC, deadline);
    bool good = r && PQresultStatus(r) == PGRES_PIPELINE_SYNC;
    PQclear(r);
    return good;
}

/* ---- statements ---------------------------------------------------------------------------------------------- */

static void put_int64(char out[8], int64_t n) {
    for (int i = 0; i < 8; i++)
        out[i] = (char)((uint64_t)n >> (56 - 8 * i));
}

void store_pg_send(pg_link *l, const char *statement, const pg_value *values, int n) {
    enum { MOST = 8 };
    const char *at[MOST];
    int size[MOST], binary[MOST];
    char number[MOST][8];
    if (!l->c) return;
    for (int i = 0; i < n; i++) {
        put_int64(number[i], values[i].number);
        at[i] = values[i].at ? values[i].at : number[i];
        size[i] = values[i].at ? (int)values[i].size : 8;
        binary[i] = 1;
    }
    if (!PQsendQueryPrepared(l->c, statement, n, at, size, binary, 1)) fail_link(l, PQerrorMessage(l->c));
}

void store_pg_send_sql(pg_link *l, const char *sql) {
    if (l->c && !PQsendQueryParams(l->c, sql, 0, NULL, NULL, NULL, NULL, 1))
        fail_link(l, PQerrorMessage(l->c));
}

void store_pg_sync(pg_link *l) {
    if (l->c && !PQpipelineSync(l->c)) fail_link(l, PQerrorMessage(l->c));
}

PGresult *store_pg_run(pg_link *l, const char *sql, int64_t deadline) {
    if (sql) store_pg_send_sql(l, sql);
    store_pg_sync(l);
    PGresult *r = store_pg_result(l, deadline);
    if (r && store_pg_synced(l, deadline)) return r;
    PQclear(r);
    return NULL;
}

bool store_pg_do(pg_link *l, const char *sql, int64_t deadline) {
    PGresult *r = store_pg_run(l, sql, deadline);
    PQclear(r);
    return r;
}

/* ---- choosing a host -------------------------------------------------------------------------------------- */

enum { HOSTS = 8, SETTINGS = 64 };

typedef struct {
    pg_link l;
    PostgresPollingStatusType state;
    bool usable;   /* a primary */
    int64_t since; /* when it said what it is; 0: it has not */
} attempt;

static const char *option(const store *s, const char *keyword) {
    for (const PQconninfoOption *o = s->options; o->keyword; o++)
        if (!strcmp(o->keyword, keyword)) return o->val;
    return NULL;
}

/* The i-th part of a list, or its only one. */
static const char *part(const char *list, int i, char out[256]) {
    if (!list) return NULL;
    for (const char *comma; i-- && (comma = strchr(list, ','));)
        list = comma + 1;
    snprintf(out, 256, "%.*s", (int)strcspn(list, ","), list);
    return out;
}

static int count_hosts(const store *s) {
    const char *hosts = option(s, "hostaddr") ? option(s, "hostaddr") : option(s, "host");
    int n = 1;
    for (; hosts && (hosts = strchr(hosts, ',')) && n < HOSTS; n++)
        hosts++;
    return n;
}

/* What the server only mentions is for its own log. */
static void ignore(void *unused, const char *message) { (void)unused, (void)message; }

/* A cut network is noticed within two seconds or so, by us and by the server. */
static void start_attempt(const store *s, attempt *t, int i, const char *role) {
    static const char *const ours[][2] = {
        {"keepalives_idle", "1"},     {"keepalives_interval", "1"},    {"keepalives_count", "2"},
        {"tcp_user_timeout", "2000"}, {"target_session_attrs", "any"}, {"client_encoding", "UTF8"},
    };
    const char *keyword[SETTINGS], *value[SETTINGS];
    char host[256], address[256], port[256], name[96];
    int n = 0;
    for (const PQconninfoOption *o = s->options; o->keyword && n < SETTINGS - 12; o++)
        if (o->val) keyword[n] = o->keyword, value[n++] = o->val;
    for (size_t k = 0; k < sizeof ours / sizeof *ours; k++)
        keyword[n] = ours[k][0], value[n++] = ours[k][1];
    snprintf(name, sizeof name, "safehouse %lld %s", (long long)s->node, role);
    keyword[n] = "application_name", value[n++] = name;
    keyword[n] = "host", value[n++] = part(option(s, "host"), i, host);
    keyword[n] = "hostaddr", value[n++] = part(option(s, "hostaddr"), i, address);
    keyword[n] = "port", value[n++] = part(option(s, "port"), i, port);
    keyword[n] = NULL, value[n] = NULL;
    t->l.c = PQconnectStartParams(keyword, value, 0);
    if (!t->l.c) abort();
    PQsetNoticeProcessor(t->l.c, ignore, NULL);
    t->state = PQstatus(t->l.c) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING;
    if (t->state == PGRES_POLLING_FAILED) fail_link(&t->l, PQerrorMessage(t->l.c));
}

/* Is it a primary, of which timeline, and has its database seen a higher one?  A standby may know of that, too. */
static void identify(attempt *t, int64_t *seen, int64_t deadline) {
    static const char who[] = "select case when pg_is_in_recovery() then 0 else"
                              " ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int8 end,"
                              " to_regclass('safehouse.house') is not null",
                      before[] = "select timeline from safehouse.house, pg_control_system() c"
                                 " where system = c.system_identifier";
    if (PQsetnonblocking(t->l.c, 1) || !PQenterPipelineMode(t->l.c)) {
        fail_link(&t->l, PQerrorMessage(t->l.c));
        return;
    }
    PGresult *r = store_pg_run(&t->l, who, deadline);
    if (!r) return;
    t->l.timeline = store_pg_int(r, 0, 0);
    t->usable = t->l.timeline;
    t->since = store_pg_now();
    bool known = store_pg_int(r, 0, 1);
    PQclear(r);
    if (t->l.timeline > *seen) *seen = t->l.timeline;
    if (!known || !(r = store_pg_run(&t->l, before, deadline))) return;
    if (PQntuples(r) && store_pg_int(r, 0, 0) > *seen) *seen = store_pg_int(r, 0, 0);
    PQclear(r);
}

/* Goes on with those attempts that can.  Returns how many have neither failed nor ended. */
static int advance_attempts(attempt *t, int n, int64_t *seen, int64_t deadline) {
    struct pollfd p[HOSTS];
    int which[HOSTS], open = 0;
    for (int i = 0; i < n; i++) {
        if (t[i].state != PGRES_POLLING_READING && t[i].state != PGRES_POLLING_WRITING) continue;
        which[open] = i;
        p[open++] =
            (struct pollfd){PQsocket(t[i].l.c), t[i].state == PGRES_POLLING_READING ? POLLIN : POLLOUT, 0};
    }
    int64_t left = deadline - store_pg_now();
    if (!open || left <= 0 || poll(p, (nfds_t)open, (int)left) < 0) return open;
    for (int i = 0; i < open; i++) {
        attempt *at = &t[which[i]];
        if (!p[i].revents) continue;
        at->state = PQconnectPoll(at->l.c);
        if (at->state == PGRES_POLLING_OK)
            identify(at, seen, deadline);
        else if (at->state == PGRES_POLLING_FAILED)
            fail_link(&at->l, PQerrorMessage(at->l.c));
    }
    return open;
}

/* Has one been found?  Then hosts that do not answer hold it up for half a lease, not more. */
static void shorten(const attempt *t, int n, int64_t *deadline) {
    for (int i = 0; i < n; i++)
        if (t[i].usable && *deadline > t[i].since + PG_LEASE / 2) *deadline = t[i].since + PG_LEASE / 2;
}

/* Whoever only reads may read from a standby. */
static bool choose_host(store *s, pg_link *l, const char *role) {
    attempt t[HOSTS] = {0};
    int n = count_hosts(s), best = -1;
    bool standby = false;
    int64_t deadline = store_pg_now() + PG_CONNECT, seen = 0;
    for (int i = 0; i < n; i++)
        start_attempt(s, &t[i], i, role);
    while (advance_attempts(t, n, &seen, deadline) && store_pg_now() < deadline)
        shorten(t, n, &deadline);
    pthread_mutex_lock(&s->lock);
    if (seen > s->timeline) s->timeline = seen;
    seen = s->timeline;
    pthread_mutex_unlock(&s->lock);
    for (int i = 0; i < n; i++) {
        standby |= t[i].l.c && t[i].since;
        bool good = t[i].l.c && t[i].since && (s->read_only || (t[i].usable && t[i].l.timeline >= seen));
        if (good && (best < 0 || t[i].l.timeline > t[best].l.timeline)) best = i;
    }
    if (best >= 0)
        *l = t[best].l;
    else if (standby)
        l->say = "store.no-primary";
    else
        note(l, t[0].l.c ? "timeout" : t[0].l.why);
    for (int i = 0; i < n; i++)
        if (i != best) store_pg_disconnect(&t[i].l);
    return best >= 0;
}

/* ---- connecting -------------------------------------------------------------------------------------------- */

/* Names are found in our schema alone.  What the house reports as durable is durable on the standbys, too, that the
 * operator has made synchronous.  The server ends what a lost connection has left behind. */
static const char session_sql[] =
    "set search_path = safehouse, pg_catalog; set synchronous_commit = on; set tcp_keepalives_idle = 1;"
    "set tcp_keepalives_interval = 1; set tcp_keepalives_count = 2; set tcp_user_timeout = 2000;"
    "set idle_in_transaction_session_timeout = 0; set statement_timeout = 0; set lock_timeout = 0;"
    "set default_transaction_isolation = 'read committed'";

bool store_pg_do_all(pg_link *l, const char *sql, int64_t deadline) {
    int n = 0;
    for (const char *at = sql, *end; l->c && *at; at = *end ? end + 1 : end, n++) {
        end = at + strcspn(at, ";");
        char *one = strndup(at, (size_t)(end - at));
        if (!one) abort();
        store_pg_send_sql(l, one);
        free(one);
    }
    store_pg_sync(l);
    while (l->c && n--)
        PQclear(store_pg_result(l, deadline));
    return l->c && store_pg_synced(l, deadline);
}

bool store_pg_prepare(pg_link *l, const pg_statement *statements, int64_t deadline) {
    int n = 0, i = 0;
    for (; l->c && statements[n].name; n++)
        if (!PQsendPrepare(l->c, statements[n].name, statements[n].sql, 0, NULL))
            fail_link(l, PQerrorMessage(l->c));
    store_pg_sync(l);
    for (; l->c && i < n; i++)
        PQclear(store_pg_result(l, deadline));
    return l->c && store_pg_synced(l, deadline);
}

bool store_pg_connect(store *s, pg_link *l, const char *role, const pg_statement *statements) {
    store_pg_disconnect(l);
    *l = (pg_link){0};
    if (!choose_host(s, l, role)) return false;
    const char *encoding = PQparameterStatus(l->c, "server_encoding");
    if (PQserverVersion(l->c) < 150000 || !encoding || strcmp(encoding, "UTF8")) {
        l->say = "store.database";
        l->wrong = true;
        store_pg_disconnect(l);
        return false;
    }
    int64_t deadline = store_pg_now() + PG_PATIENCE;
    return store_pg_do_all(l, session_sql, deadline) &&
           (!statements || store_pg_prepare(l, statements, deadline));
}

/* ---- arrays and columns ----------------------------------------------------------------------------------- */

static void array_bytes(pg_array *a, const void *bytes, size_t size) {
    while (a->capacity - a->used < size) {
        a->capacity = 2 * a->capacity + 4096;
        a->at = realloc(a->at, a->capacity);
        if (!a->at) abort();
    }
    if (size) memcpy(a->at + a->used, bytes, size);
    a->used += size;
}

static void put_int32(char out[4], int32_t n) {
    for (int i = 0; i < 4; i++)
        out[i] = (char)((uint32_t)n >> (24 - 8 * i));
}

/* The header: dimensions, whether there are nulls, the type, then the length and the first index. */
enum { HEADER = 20 };

void store_pg_array_begin(pg_array *a, uint32_t type) {
    static const char none[HEADER];
    a->used = 0;
    a->n = 0;
    array_bytes(a, none, HEADER);
    put_int32(a->at, 1);
    put_int32(a->at + 8, (int32_t)type);
    put_int32(a->at + 16, 1);
}

void store_pg_array_add(pg_array *a, const void *bytes, size_t size) {
    char length[4];
    put_int32(length, bytes ? (int32_t)size : -1);
    array_bytes(a, length, 4);
    if (bytes)
        array_bytes(a, bytes, size);
    else
        put_int32(a->at + 4, 1);
    put_int32(a->at + 12, ++a->n);
}

void store_pg_array_add_int(pg_array *a, int64_t n) {
    char bytes[8];
    put_int64(bytes, n);
    store_pg_array_add(a, bytes, 8);
}

int64_t store_pg_int_at(const char *bytes, int size) {
    uint64_t n = size && (bytes[0] & 0x80) ? UINT64_MAX : 0;
    for (int i = 0; i < size; i++)
        n = n << 8 | (uint8_t)bytes[i];
    return (int64_t)n;
}

int64_t store_pg_int(const PGresult *r, int row, int column) {
    return store_pg_int_at(PQgetvalue(r, row, column), PQgetlength(r, row, column));
}

const char *store_pg_text(const PGresult *r, int row, int column, size_t *size) {
    *size = (size_t)PQgetlength(r, row, column);
    return PQgetvalue(r, row, column);
}
