/* internal.h - what the files of the house share. */
#ifndef HOUSE_INTERNAL_H
#define HOUSE_INTERNAL_H
#include "base/jsonw.h"
#include "bots/bots.h"
#include "house/costs.h"
#include "house/house.h"
#include "table/agreement.h"
#include "words/words.h"
#include <sys/queue.h>

typedef struct house_table house_table;
typedef struct house_talk house_talk;
typedef struct house_asked house_asked;

TAILQ_HEAD(house_queue, house_message);

enum { HOUSE_MUTED = 32 }; /* people whom one person can mute */

/* Something that is being done, and may wait for answers of the store (tasks.c). */
typedef void house_run(house *h, house_task *t);

struct house_task {
    LIST_ENTRY(house_task) in_house; /* if it waits */
    house_run *run;
    const char *bytes; /* what it is about; a 0 follows them if the task waits */
    size_t size;
    int64_t time;       /* when it began, in seconds since 1970: the same however often it is called */
    house_guest *guest; /* who asked for it; NULL: nobody, or somebody over HTTP, who */
    house_account *by;  /* pays, */
    house_done *done;   /* and gets what was asked for */
    void *to;
    int waiting; /* for so many answers */
    bool parked; /* it goes on when they have come */
    SLIST_HEAD(, house_asked) asked;
};

struct house_guest {
    void *socket;
    house_account *from, *self; /* the accounts of the address, and of the person; NULL: a stranger */
    house_budget time;          /* of a stranger */
    int refusals;               /* requests in a row that were refused because a budget was used up */
    LIST_ENTRY(house_guest) in_house, at_table, in_lobby;
    SLIST_ENTRY(house_guest) in_pending;
    table_person person; /* 0: has not said who they are */
    int64_t device;      /* whose token they have */
    char name[RECORD_NAME];
    words_lang lang;
    bool lobby;        /* is in the lobby */
    bool pending;      /* some of its messages wait for the store */
    bool disconnected; /* is being closed: nothing more is sent */
    bool story;        /* wants tables as stories, not as views */
    house_table *at;   /* the table, and as whom; NULL: at none */
    gm_seat who;
    struct house_queue messages;
    const house_message *waiting; /* the first of them that waits for the store; NULL: none does */
    size_t queued_bytes, waiting_bytes;
    int64_t slow_since;          /* since when the guest has read too little; 0: it reads */
    int64_t credit, credited_at; /* thousandths of messages that may come now; when that was computed */
    table_person muted[HOUSE_MUTED];
    int n_muted;
    char again[STORE_KEY +
               1]; /* the key of the table that was made from the one where they are; empty: none */
    char missed[STORE_NODE + 1]; /* the node to which they wanted to connect, if another one got them */
    house_task *task;            /* a message whose answer waits for the store; NULL: none does */
    STAILQ_HEAD(, house_letter) letters; /* messages that came after it */
    size_t letter_bytes;
};

/* A box that tables of the same order share. */
typedef struct house_box {
    LIST_ENTRY(house_box) in_house;
    const gm_game *game;
    int uses;
    _Alignas(8) uint8_t bytes[];
} house_box;

/* A table of the house.  One at which nobody is and that waits for somebody is only in the store; if its
 * clock runs, the time at which it runs out is kept here.  A table that could not be read, or does not read back,
 * is *damaged*: it stays in the store as it is, and nobody can do anything there. */
struct house_table {
    int64_t number;
    int64_t epoch; /* since this node runs it; 0: the store is not shared */
    LIST_ENTRY(house_table) in_house, in_bucket, in_keys;
    bool visiting; /* it stands in none of these lists: the table was read only to be looked at */
    char key[STORE_KEY + 1];
    const char *damage;  /* what guests are told about a damaged table; NULL: it is not damaged */
    const gm_game *game; /* of a damaged table, if that much could be read */
    int64_t retry_at;    /* a damaged table is read again, if somebody wants it then */
    bool resumed;        /* it was read from the store, and goes on with the next tick */
    bool loading;        /* the store was asked for it */
    bool doubtful;       /* the store was asked whether this node still runs it */
    int64_t made;        /* the house's time from which the times in its journal count */
    int64_t over;        /* since when it has been over, in seconds since 1970; 0: it is not */
    int64_t before;      /* the number of the table whose players wanted another game; 0: none */
    bool open;           /* is in the lobby's list */
    bool spectators;     /* may be watched by people who do not play */
    bool dirty;          /* the lobby has not been told yet */
    bool listed;         /* in the lobbies of other nodes */
    int64_t used, told;  /* when somebody last did something; when the lobby was last told */
    int64_t due;         /* when something happens by itself, */
    int64_t wake;        /* and when the table is looked at, which may be earlier */
    int slot;            /* in the heap of tables by `wake` */
    LIST_HEAD(, house_guest) guests;
    house_box *box; /* NULL: the members below are not loaded */
    char *agreed;   /* the agreement as JSON */
    table t;
    int64_t lines;                   /* of its journal */
    house_talk *talk;                /* the latest that are talk; NULL: there are none */
    int64_t said[GM_LISTENERS];      /* how many each seat has said, and how many the spectators */
    house_budget spectators_talk;    /* what all spectators together may say */
    uint64_t stored;                 /* the store's number of the latest */
    uint64_t given_up;               /* the store's number of its release; 0: this node runs it */
    bool rematching;                 /* the next table is being made */
    unsigned generation;             /* raised when thoughts on their way become void */
    gm_seats thinking;               /* bots that were asked */
    int64_t answer_at[GM_MAX_SEATS]; /* when each bot will answer, */
    gm_move chosen[GM_MAX_SEATS];    /* and what; 0: not known yet */
};

/* A bot's thought.  Its story is in the same block of memory. */
struct house_thought {
    int64_t table;
    unsigned generation;
    house_box *box; /* to which the view points */
    gm_seat seat;
    const gm_bot *bot;
    rng luck;
    gm_move chosen;
    gm_view view;
    gm_story story;
};

enum {
    HOUSE_CREDIT = 1000, /* what a message takes from a guest's credit */
    HOUSE_MINUTE = 60 * 1000,
    HOUSE_HOUR = 60 * HOUSE_MINUTE,
    HOUSE_LEAVE_STEP = 20, /* milliseconds from some tables that a node gives up to the next */
    HOUSE_CODE_LIFE = 600, /* seconds for which a code is valid */
    HOUSE_DEVICES = 100,   /* of a person, that are listed */
    HOUSE_SIGNED_OUT =
        4001, /* the code with which connections of a device are closed; RFC 6455 leaves it to us */
};

typedef enum { HOUSE_SPACE_ENOUGH, HOUSE_SPACE_LITTLE, HOUSE_SPACE_NONE } house_space;

struct house {
    house_terms terms;
    store *store;
    int64_t opened, opened_clock;    /* the house's time when it opened, and the clock then */
    int64_t last_person, last_table; /* greatest numbers so far, as far as this node knows */
    int n_guests, n_tables;
    LIST_HEAD(, house_guest) guests;
    LIST_HEAD(, house_guest) lobby;
    SLIST_HEAD(house_pending, house_guest) pending; /* guests whose messages wait for the store */
    struct house_chain *accounts;                   /* of addresses and people, by hash */
    uint8_t accounts_key[16];
    struct house_idle idle; /* those that nobody uses, the oldest first */
    int n_idle;
    int64_t cost; /* of what is being done, so far */
    LIST_HEAD(, house_box) boxes;
    LIST_HEAD(, house_table) tables; /* the n_tables in memory; a table without a box is not loaded */
    house_table **heap;              /* the same; the one that wakes first stands first */
    LIST_HEAD(house_bucket, house_table) * bucket; /* the same by number, modulo `capacity`, */
    LIST_HEAD(house_keys, house_table) * keys;     /* and by key */
    int capacity;                                  /* of the heap; how many buckets there are */
    unsigned generations;                          /* of thoughts, of all tables together */
    int64_t swept;                                 /* when old addresses and tables were last forgotten */
    house_space space;                             /* on the disk, */
    int64_t space_free;                            /* in bytes, */
    int64_t space_asked;                           /* when it was last asked; 0: never */
    uint64_t put, durable;          /* number of what was put last, and of what was durable when last asked */
    house_task *task;               /* that is being done; NULL: none */
    LIST_HEAD(, house_task) tasks;  /* those that wait */
    LIST_HEAD(, house_asked) asked; /* all questions */
    bool opening, taking;           /* tables that nobody runs are being read: at first, or now */
    size_t taken;                   /* how many there were */
    int none_taken;                 /* how often there were none, one time after the other */
    int64_t none_at;                /* what the clock showed when they were last asked for */
    fault unreadable;               /* why they could not be read; say NULL: they could */
    char elsewhere[STORE_NODE + 1]; /* the node that runs the table which was asked for last */
    store_state state;
    bool stands;                    /* time does, */
    int64_t stood_at;               /* since the clock showed this */
    int64_t leave_from, leave_next; /* by the clock: when it begins to give up its tables; when it goes on */
    int to_leave;                   /* how many it had then */
    bool handed_over;               /* this node runs nothing any more */
    int64_t told_at;                /* when other nodes were told what was spent */
    LIST_HEAD(, house_listing) listings; /* tables of other nodes, for the lobby */
    uint64_t moves, lines, received, sent, sent_bytes, refused, slow, busy, large, turned_away,
        lost;                 /* for metrics */
    table_events events;      /* of the latest line */
    record *record;           /* room to write records; made when it is needed */
    text out;                 /* the message that is being written, */
    jsonw json;               /* and its writer */
    struct house_queue spare; /* blocks for messages that are not in use */
    int n_spare;
};

/* ---- house.c: guests and messages --------------------------------------------------------------- */

/* Milliseconds of the house's own time, which stands still while it is closed. */
int64_t house_now(const house *h);
int64_t house_time(const house *h);  /* seconds since 1970 */
int64_t house_today(const house *h); /* days since 1970, in UTC */

/* Begins a message, an object with "re" if it answers a request that has one; house_end() ends it.  Then it can
 * be sent, to several guests too. */
jsonw *house_begin(house *h, const json_t *re);
void house_end(house *h);
void house_send(house *h, house_guest *g);

/* Copies what was written into a message, to be sent or given to house_message_free(). */
house_message *house_message_new(house *h);

/* Queues the message, which the house then owns. */
void house_send_message(house *h, house_guest *g, house_message *m);

void house_send_error(house *h, house_guest *g, const json_t *re, const fault *why);

/* Closes a guest's connection; nothing more is sent to it. */
void house_disconnect(house *h, house_guest *g, int code, const char *why);

uint64_t house_put(house *h, const store_entry *e); /* into the store */
void house_log(house *h, const char *what, int64_t number, int64_t person, const char *word);
void house_log_fault(house *h, const char *what, int64_t person, const fault *of); /* as a sentence */

/* Finds out who the guest is.  False: why says why not, or the answer has not come. */
bool house_identify(house *h, house_guest *g, const char *token, fault *why);

/* The guest is this person from now on. */
void house_set_person(house *h, house_guest *g, const store_answer *a);

/* Handles a message. */
void house_read_message(house *h, house_guest *g, const char *s, size_t n);

/* ---- tasks.c: what waits for the store --------------------------------------------------------------------- */

/* Asks the store within a task.  NULL: the answer has not come yet; the task must return without having changed
 * anything, and will be called again.  Outside of a task nobody waits for the answer. */
const store_answer *house_ask(house *h, const store_question *q);
bool house_is_asked_for(const house *h, const house_table *p); /* by somebody who would run the table here */
void house_forget_asked(house *h);

/* Does something for a guest, at once or when the store has answered. */
void house_guest_do(house *h, house_guest *g, house_run *run, const char *bytes, size_t size);

/* If the guest's last message waits for the store, then this one is kept until that has been answered. */
bool house_guest_waits(house *h, house_guest *g, const char *bytes, size_t size);
void house_guest_forget(house *h, house_guest *g);

/* Does something for somebody else; see house_record(). */
house_task *house_do(house *h, house_account *by, house_run *run, const char *words, house_done *done,
                     void *to);

/* "you":..., with a new token or NULL. */
void house_json_you(jsonw *w, const house_guest *g, const char *token);

/* Is there space on the disk for one more table?  False: why. */
bool house_has_space(house *h, fault *why);

/* A secret of 32 bytes as letters, and the hash of such letters that is stored. */
void house_encode_secret(const uint8_t secret[32], char out[HOUSE_TOKEN + 1]);
void house_hash_token(const char *letters, uint8_t hash[STORE_HASH]);

/* ---- tables.c: tables ----------------------------------------------------------------------------------- */

house_table *house_table_create(house *h, const agreement *a, int64_t number, fault *why);

/* A table that this node runs, or runs from now on.  It may be damaged; then it has no box.  NULL: there is none, or
 * that cannot be said, and why says which; or another node runs it, see h->elsewhere; or the answer has not come. */
house_table *house_table_by_key(house *h, const char *key, fault *why);

/* A table as it is in the store, whoever runs it: the answer to STORE_LOOK.  If it is damaged, why says how.  NULL:
 * there is none.  The caller gives it back. */
house_table *house_table_visit(house *h, int64_t number, const store_answer *a, fault *why);
void house_table_visit_end(house_table *p);

house_table *house_table_in_memory(const house *h, int64_t number); /* NULL: it is not */

/* The answer to STORE_RUN has come: this node runs the table from now on, unless another does. */
void house_take_table(house *h, const store_question *q, const store_answer *a);
void house_take_orphans(house *h);               /* asks for tables that nobody runs */
bool house_table_load_all(house *h, fault *why); /* when the house opens; false: the list cannot be read */
void house_table_tick(house *h, house_table *p); /* does what is due */
void house_table_schedule(house *h, house_table *p, int64_t at); /* house_table_tick() will be called then */
void house_table_unload(house *h, house_table *p, bool all);     /* all: even if something is due */

/* Keeps the line for newcomers if it is talk, and counts it. */
void house_talk_add(house_table *p, const table_events *events, const char *line, size_t size);
void house_talk_free(house_table *p);

/* The record of a game, from the answer to STORE_LOOK, to be freed.  NULL: why. */
char *house_record_of(house *h, int64_t number, const store_answer *a, size_t *size, fault *why);

/* Does what a line says ("5 start") at a table that is loaded, stores it, tells everybody.  False: why. */
bool house_table_do(house *h, house_table *p, const char *line, house_guest *from, const json_t *re,
                    fault *why);

/* ---- join.c: coming to a table, and what a guest is told there --------------------------------------------- */

bool house_table_join(house *h, house_table *p, house_guest *g, fault *why);
void house_table_leave(house *h, house_guest *g);
gm_seat house_table_seat(const house_table *p, table_person who);           /* GM_SPECTATOR: none */
gm_seats house_table_present(const house_table *p);                         /* seats whose people are here */
void house_tell_presence(house *h, house_table *p, const house_guest *but); /* who is here, to all but one */

/* The guest has just said who they are, and may have a seat at the table where they are. */
void house_table_identify(house *h, house_guest *g);

/* What one line brought about, as a guest may know it, and what is to be done now. */
void house_send_update(house *h, house_guest *g, const table *t, const table_events *events, int64_t number,
                       const json_t *re);

/* All of the table at which the guest is, as a view or as a story. */
void house_send_table(house *h, house_guest *g, const json_t *re);

/* That a table is damaged, and all that is known of it. */
void house_send_damaged(house *h, house_guest *g, const house_table *p, const json_t *re);
void house_json_damaged(jsonw *w, const house_table *p);

/* The updates after this one, from the table's journal, if that is needed.  False: there are too many, and nothing was
 * sent. */
bool house_send_missed(house *h, house_guest *g, int64_t number, const store_answer *a, const json_t *re);

/* ---- lobby.c: the list of tables --------------------------------------------------------------------------- */

void house_lobby_enter(house *h, house_guest *g);
void house_lobby_leave(house_guest *g);
void house_send_lobby(house *h, house_guest *g, const json_t *re);

/* The guest's own tables, the latest first: those with a lower number than `before`, 0: all; with results if they are
 * wanted.  False: why, or the answer has not come. */
bool house_send_own_tables(house *h, house_guest *g, int64_t before, bool results, const json_t *re,
                           fault *why);
void house_tell_lobby(house *h, house_table *p);

/* What other nodes' lobby shows: a table (JSON), or NULL if that is no longer listed. */
void house_tell_listing(house *h, const char *key, const char *summary);

/* ---- nodes.c: several houses on one store --------------------------------------------------------------------- */

/* What is told to other nodes: of a person, or what was spent. */
typedef enum {
    HOUSE_NEWS_SIGN_OUT = 1,    /* a device */
    HOUSE_NEWS_SIGN_OUT_OTHERS, /* all devices but one */
    HOUSE_NEWS_NAME,
    HOUSE_NEWS_MUTE, /* a person */
    HOUSE_NEWS_UNMUTE,
    HOUSE_NEWS_SPENT,
} house_news;

void house_follow_store(house *h); /* with each tick */
void house_lose_tables(house *h);  /* those that other nodes run now */
void house_tell_nodes(house *h, house_news kind, int64_t person, const char *words);
void house_tell_nodes_number(house *h, house_news kind, int64_t person, int64_t number);
void house_take_news(void *of, const store_entry *e);

/* Tells other nodes what their lobbies shall show of a table; size 0: nothing. */
void house_publish_listing(house *h, house_table *p, const char *summary, size_t size);
void house_drop_listing(house *h, const char *key); /* of another node */
void house_drop_listings(house *h);
int house_put_listings(const house *h, jsonw *w, int most); /* returns how many */

/* ---- requests.c -------------------------------------------------------------------------------------------- */

void house_request(house *h, house_guest *g, const char *s, size_t n);
bool house_mute(house_guest *g, table_person other); /* false: they have muted too many */
void house_unmute(house_guest *g, table_person other);
#endif
