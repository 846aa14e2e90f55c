/* postgres_keep.c - the keeper: this node's lease, and what other nodes do.
 *
 * Map: statements - news - a round - the thread.
 *
 * Twice a second the keeper renews the lease, looks for tables whose nodes are dead or have given them up, and asks for
 * news.  A house that ends its lease notifies the others, which then look at once; they would within half a second anyway.
 *
 * News without gaps: a row has the number of its transaction, and transactions do not become visible in the order of
 * their numbers.  So the keeper remembers the snapshot in which it last asked, and takes the rows that are visible now
 * and were not then. */
#include "store/postgres.h"
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

/* ---- statements ---------------------------------------------------------------------------------------------- */

/* Rows: the snapshot, or an entry.  $1: this node.  A table that is not listed any more has an empty text. */
#define NEWS(listed, news)                                                                                   \
    "select pg_current_snapshot()::text, 0::int8, 0::int8, '', '' union all"                                 \
    " select 'listed', tbl, 0, key, text from listing where node <> $1 and " listed " union all"             \
    " (select 'news', number, n, '', text from news where node <> $1 and " news " order by id)"
#define SINCE                                                                                                \
    " xid >= pg_snapshot_xmin($2::text::pg_snapshot) and not pg_visible_in_snapshot(xid, "                   \
    "$2::text::pg_snapshot)"

enum { CLEANUP = 20 }; /* rounds from one to the next */

static const pg_statement statements[] = {
    /* had it run out before? */
    {"renew", "with was as (select until from node where id = $1 and until > '-infinity' for update)"
              " update node set until = now() + $2::int8 * interval '1 millisecond' from was where id = $1"
              " returning was.until < now()"},
    {"end", "update node set until = '-infinity' where id = $1"},
    /* $2 is 1 if a lease that has run out means that a node is dead, not only one that was ended */
    {"orphans", "select exists (select from node where id <> $1"
                " and until <= case when $2::int8 = 1 then now() else '-infinity' end"
                " and exists (select from tables where owner = node.id and over = 0))"
                " or exists (select from tables where owner < 0 and over = 0)"},
    {"all news", NEWS("text <> ''", "false")},
    {"news", NEWS(SINCE, SINCE)},
    {"timeline", "update house set timeline = $1, system = c.system_identifier from pg_control_system() c"
                 " where system <> c.system_identifier or timeline < $1"},
    {"old news", "delete from news where id in (select id from news where at < now() - interval '1 minute'"
                 " for update skip locked)"},
    {"old listings", "delete from listing where tbl in (select tbl from listing where text = ''"
                     " and at < now() - interval '1 day' for update skip locked)"},
    {"old codes", "delete from code where person in (select person from code"
                  " where until < extract(epoch from now()) - 86400 for update skip locked)"},
    {"old nodes",
     "delete from node where id in (select id from node n where until < now() - interval '1 day'"
     " and not exists (select from tables where owner = n.id and over = 0) for update skip locked)"},
    {0},
};

/* ---- news ---------------------------------------------------------------------------------------------------- */

static void take_news(store *s, const PGresult *r) {
    pthread_mutex_lock(&s->lock);
    for (int i = 1; i < PQntuples(r); i++) {
        store_entry e = {.kind = PQgetvalue(r, i, 0)[0] == 'l' ? STORE_LISTED : STORE_NEWS,
                         .number = store_pg_int(r, i, 1),
                         .n = store_pg_int(r, i, 2)};
        snprintf(e.key, sizeof e.key, "%s", PQgetvalue(r, i, 3));
        e.text = store_pg_text(r, i, 4, &e.size);
        enqueue(&s->news, &e);
    }
    pthread_mutex_unlock(&s->lock);
    free(s->snapshot);
    s->snapshot = strdup(PQgetvalue(r, 0, 0));
    if (!s->snapshot) abort();
}

/* ---- a round --------------------------------------------------------------------------------------------------- */

bool store_pg_may_declare(const store *s) { return store_pg_now() >= s->here_since + PG_LEASE; }

static bool connect_keeper(store *s) {
    pg_link *l = &s->keep;
    pthread_mutex_lock(&s->lock);
    bool old = l->c && l->timeline < s->timeline;
    pthread_mutex_unlock(&s->lock);
    if (old) store_pg_disconnect(l);
    if (l->c) return true;
    if (!store_pg_connect(s, l, "keeper", statements)) return false;
    int64_t deadline = store_pg_now() + s->lease;
    PG_SEND(l, "timeline", PG_INT(l->timeline));
    store_pg_send_sql(l, "listen safehouse");
    /* only liveness hangs on a lease, so its renewal need not wait for a disk or a standby */
    store_pg_send_sql(l, "set synchronous_commit = off");
    store_pg_sync(l);
    for (int i = 0; i < 3; i++)
        PQclear(store_pg_result(l, deadline));
    return store_pg_synced(l, deadline);
}

/* It may have run out by the database's clock, which counts, or by ours, if a renewal was not answered.  The caller holds
 * the lock. */
static void note_renewal(store *s, int64_t sent, bool lapsed) {
    if (lapsed || sent > s->renewed + s->lease) {
        s->here_since = sent;
        s->lapsed = true;
    }
    s->renewed = sent;
}

/* False: the connection is gone. */
static bool renew(store *s, bool cleanup) {
    static const char *const old[] = {"old news", "old listings", "old codes", "old nodes"};
    enum { OLD = sizeof old / sizeof *old };
    pg_link *l = &s->keep;
    int64_t sent = store_pg_now(), deadline = sent + s->lease;
    pthread_mutex_lock(&s->lock);
    int64_t may = store_pg_may_declare(s);
    pthread_mutex_unlock(&s->lock);
    PG_SEND(l, "renew", PG_INT(s->node), PG_INT(s->lease));
    store_pg_sync(l);
    PG_SEND(l, "orphans", PG_INT(s->node), PG_INT(may));
    store_pg_sync(l);
    if (s->snapshot)
        PG_SEND(l, "news", PG_INT(s->node), PG_BYTES(s->snapshot, strlen(s->snapshot)));
    else
        PG_SEND(l, "all news", PG_INT(s->node));
    store_pg_sync(l);
    for (int i = 0; cleanup && i < OLD; i++) {
        store_pg_send(l, old[i], NULL, 0);
        store_pg_sync(l);
    }
    PGresult *r = store_pg_result(l, deadline);
    if (!r || !store_pg_synced(l, deadline)) return PQclear(r), false;
    bool replaced = !PQntuples(r), lapsed = !replaced && store_pg_int(r, 0, 0);
    PQclear(r);
    if (replaced) {
        store_pg_break(s, "another process has started as this node");
        return true;
    }
    PGresult *orphans = store_pg_result(l, deadline);
    if (orphans) store_pg_synced(l, deadline);
    PGresult *news = store_pg_result(l, deadline);
    if (news) store_pg_synced(l, deadline);
    if (l->c) {
        take_news(s, news);
        pthread_mutex_lock(&s->lock);
        note_renewal(s, sent, lapsed);
        s->orphans = store_pg_int(orphans, 0, 0);
        bool wake = s->orphans || s->lapsed || s->news.entries;
        pthread_mutex_unlock(&s->lock);
        if (wake) s->user.wake(s->user.to);
    }
    PQclear(orphans);
    PQclear(news);
    for (int i = 0; l->c && cleanup && i < OLD; i++) {
        PQclear(store_pg_result(l, deadline));
        if (l->c) store_pg_synced(l, deadline);
    }
    return l->c;
}

/* The tables are nobody's from now on. */
static void end_lease(store *s) {
    pg_link *l = &s->keep;
    int64_t deadline = store_pg_now() + s->lease;
    if (!connect_keeper(s)) return;
    store_pg_send_sql(l, "set synchronous_commit = on");
    PG_SEND(l, "end", PG_INT(s->node));
    store_pg_send_sql(l, "notify safehouse");
    store_pg_sync(l);
    for (int i = 0; i < 3; i++)
        PQclear(store_pg_result(l, deadline));
    if (l->c) store_pg_synced(l, deadline);
}

/* ---- the thread ------------------------------------------------------------------------------------------------ */

/* Until the next round, or until something has happened. */
static void sleep_until(store *s, int64_t until) {
    char some[64];
    int64_t left = until - store_pg_now();
    struct pollfd p[2] = {{s->alarm[0], POLLIN, 0}, {s->keep.c ? PQsocket(s->keep.c) : -1, POLLIN, 0}};
    if (left > 0) poll(p, 2, (int)left);
    if (p[0].revents && read(s->alarm[0], some, sizeof some) < 0) return;
    if (!s->keep.c || !p[1].revents) return;
    if (!PQconsumeInput(s->keep.c)) store_pg_disconnect(&s->keep);
    for (PGnotify *n; s->keep.c && (n = PQnotifies(s->keep.c));)
        PQfreemem(n);
}

void *store_pg_keeper(void *of) {
    store *s = of;
    bool ended = false;
    for (int round = 0;; round++) {
        int64_t began = store_pg_now();
        pthread_mutex_lock(&s->lock);
        bool stops = s->keeper_stops, hands_over = s->handed_over || stops, broken = s->broken;
        pthread_mutex_unlock(&s->lock);
        if (hands_over && !ended) {
            end_lease(s);
            ended = true;
        }
        if (stops) break;
        if (!hands_over && !broken && connect_keeper(s)) {
            if (!renew(s, round % CLEANUP == 0) && s->keep.wrong) store_pg_break(s, s->keep.why);
        }
        sleep_until(s, began + s->beat);
    }
    store_pg_disconnect(&s->keep);
    return NULL;
}
