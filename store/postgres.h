/* postgres.h - what the parts of the PostgreSQL store share: postgres.c (opening, the schema), postgres_link.c
 * (connections), postgres_write.c, postgres_read.c and postgres_keep.c (one thread each).
 *
 * Three threads have a connection each, on which they wait; the house's thread never does:
 *
 *   writer  commits groups of entries, and claims tables, because a claim must come after all that was put before it
 *   reader  answers all other questions, many at once
 *   keeper  renews the node's lease, and looks for dead nodes and for news
 *
 * What they hand to each other and to the house is protected by one lock. */
#ifndef STORE_POSTGRES_H
#define STORE_POSTGRES_H
#include "store/queue.h"
#include "store/store.h"
#include <libpq-fe.h>
#include <pthread.h>
#include <sys/queue.h>

/* Milliseconds. */
enum {
    PG_LEASE = 2000,   /* how long a lease lasts, unless the user says something else */
    PG_BEAT = 400,     /* after which it is renewed, and news are asked for; at most a fifth of a lease */
    PG_CONNECT = 2000, /* for connecting to all hosts of a URL */
    PG_PATIENCE =
        10000, /* for an answer of the database; a question's for a connection; close()'s for the last group */
    PG_PAUSE = 1000, /* before trying again, at most */
    PG_COMMIT = 8,   /* from one group to the next, at least */
    PG_WAITS = 1000, /* an entry that is older makes the house's time stand still */
};

typedef struct {
    const char *name, *sql;
} pg_statement;

/* A connection, in pipeline mode. */
typedef struct {
    PGconn *c; /* NULL: there is none */
    int64_t timeline;
    bool wrong;      /* the latest failure would be the same another time */
    char why[128];   /* the latest failure, in the words of PostgreSQL */
    const char *say; /* or the key of a sentence; NULL: those are enough */
} pg_link;

/* A question on its way. */
typedef struct pg_asked {
    STAILQ_ENTRY(pg_asked) next;
    store_question q;
    store_take_answer *take;
    void *to;
    uint64_t after; /* entries that must be durable first */
    int64_t since, not_before;
    bool dying;     /* the node that runs the table may be dead */
    PGresult *rows; /* of tables that this node runs from now on, whose lines are still to be read; or NULL */
    store_answer *answer;
} pg_asked;

STAILQ_HEAD(pg_list, pg_asked);

/* A table of which a line was refused. */
typedef struct {
    int64_t table, epoch;
} pg_lost;

struct store {
    PQconninfoOption *options; /* of the URL */
    int64_t node;              /* number of this process in the table `node`; 0: it only reads */
    store_user user;
    char name[STORE_NODE + 1];
    int64_t lease, beat; /* milliseconds */
    bool read_only;
    pg_link write, read, keep;
    int64_t turn;   /* for the writer alone: the number of its latest transaction */
    char *snapshot; /* for the keeper alone: up to which it has seen the news; NULL: nothing yet */

    pthread_t writer_thread, reader_thread, keeper_thread;
    int alarm[2];         /* a pipe that ends the keeper's sleep */
    pthread_mutex_t lock; /* protects all that follows */
    pthread_cond_t to_write, to_read, stop;
    queue pending, committing;
    uint64_t put_count, durable;
    int64_t pending_since;                  /* when the oldest entry that is not durable was put */
    struct pg_list claims, asked, answered; /* for the writer, for the reader, for deliver() */
    struct pg_list later;                   /* for the reader, in a moment */
    queue news;                             /* for deliver() */
    pg_lost *lost; /* every table of which a line was refused, with the latest epoch */
    size_t losts, lost_capacity, lost_told; /* the first `lost_told` were told */
    int64_t timeline;                       /* the highest that was seen */
    int64_t renewed, here_since;            /* when the lease was renewed; since when without a gap */
    int64_t stopped_at;                     /* 0: the store is open */
    bool orphans, lapsed, handed_over, keeper_stops;
    char trouble[128]; /* why nothing was written when that last failed */
    char *broken;
};

/* ---- postgres_link.c ------------------------------------------------------------------------------------ */

int64_t store_pg_now(void); /* milliseconds of the monotonic clock */

/* Connects to the primary of the highest timeline and prepares statements, up to one without a name, if there are any.
 * False: l->why says why not. */
bool store_pg_connect(store *s, pg_link *l, const char *role, const pg_statement *statements);
bool store_pg_prepare(pg_link *l, const pg_statement *statements, int64_t deadline);
void store_pg_disconnect(pg_link *l);

/* A parameter of a statement: bytes, which are a text, a bytea or an array; or a number. */
typedef struct {
    const void *at; /* NULL: a number */
    size_t size;
    int64_t number;
} pg_value;

#define PG_INT(n) ((pg_value){NULL, 0, n})
#define PG_BYTES(at, size) ((pg_value){at, size, 0})
#define PG_SEND(link, statement, ...)                                                                        \
    store_pg_send(link, statement, (const pg_value[]){__VA_ARGS__},                                          \
                  (int)(sizeof((const pg_value[]){__VA_ARGS__}) / sizeof(pg_value)))

void store_pg_send(pg_link *l, const char *statement, const pg_value *values, int n);
void store_pg_send_sql(pg_link *l, const char *sql); /* one that is not prepared */
void store_pg_sync(pg_link *l);                      /* ends what is answered together */

/* The next result, to be cleared.  NULL: it failed, l->why says why, and there is no connection any more. */
PGresult *store_pg_result(pg_link *l, int64_t deadline);

/* After the last result before a sync.  False as above. */
bool store_pg_synced(pg_link *l, int64_t deadline);

/* Runs SQL without parameters, or a statement that was sent, to its end. */
PGresult *store_pg_run(pg_link *l, const char *sql, int64_t deadline);
bool store_pg_do(pg_link *l, const char *sql, int64_t deadline);

/* Several statements without parameters, with semicolons between them, in one transaction. */
bool store_pg_do_all(pg_link *l, const char *sql, int64_t deadline);

int64_t store_pg_int_at(const char *bytes, int size);
int64_t store_pg_int(const PGresult *r, int row, int column); /* null: 0 */
const char *store_pg_text(const PGresult *r, int row, int column, size_t *size);

/* Waits until a moment, or until the store closes; the wait grows from try to try. */
void store_pg_pause(store *s, int tries);

/* Nothing can be written any more. */
void store_pg_break(store *s, const char *why);

/* A fault in the words of a link. */
bool store_pg_fault(const pg_link *l, fault *why, const char *say, const char *where);

/* An array of PostgreSQL's in binary form. */
typedef struct {
    char *at;
    size_t used, capacity;
    int32_t n;
} pg_array;

enum { PG_INT8 = 20, PG_TEXT = 25, PG_BYTEA = 17 };
void store_pg_array_begin(pg_array *a, uint32_t type);
void store_pg_array_add(pg_array *a, const void *bytes, size_t size); /* NULL: null */
void store_pg_array_add_int(pg_array *a, int64_t n);

/* ---- the threads ---------------------------------------------------------------------------------------- */

void *store_pg_writer(void *of);
void *store_pg_reader(void *of);
void *store_pg_keeper(void *of);

/* May this node say that others are dead?  Not if it was away itself until a moment ago.  The caller holds the lock. */
bool store_pg_may_declare(const store *s);

/* ---- postgres_read.c ------------------------------------------------------------------------------------ */

/* Columns of a table's row; $1 is this node's number. */
#define PG_ROW "number, over, secret, key, agreed, epoch"
#define PG_OWNED_BY_OTHER                                                                                    \
    "coalesce((select name from node where id = owner and id <> $1 and until > now()), '')"

extern const pg_statement store_pg_questions[];

/* Answers at once, on a connection that only reads. */
void store_pg_ask_now(store *s, const store_question *q, store_take_answer *take, void *to);
void store_pg_examine(store *s, store_take_fault *take, void *to);
bool store_pg_copy(store *s, store_take_entry *take, void *to, fault *why);

/* Answers from results: tables with their lines, which are sorted, or without; whose a token or a code is. */
void store_pg_fill_tables(const PGresult *rows, const PGresult *lines, store_answer *a);
void store_pg_fill_owner(const PGresult *r, const uint8_t hash[STORE_HASH], store_answer *a);

/* Makes an answer that says why there is none, and gives it to deliver().  The caller holds the lock. */
void store_pg_refuse(store *s, pg_asked *k, const char *words);
void store_pg_give(store *s, pg_asked *k); /* the same with an answer that is made */
#endif
