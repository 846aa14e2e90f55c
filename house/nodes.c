/* nodes.c - several houses on one store: what the nodes tell each other, and tables that move from one to another.
 *
 * Map: time - lost tables - leaving - the lobbies of other nodes - news - budgets - with each tick.
 *
 * With a store that is not shared there is one node, and nothing here does anything. */
#include "house/internal.h"
#include <stdlib.h>
#include <string.h>

/* ---- time ------------------------------------------------------------------------------------------------ */

/* While nothing becomes durable, time stands still, so that nobody loses by it. */
static void follow_store(house *h, store_state now) {
    int64_t clock = h->terms.env.clock(h->terms.env.to);
    if (now != STORE_WORKS && !h->stands) {
        h->stands = true;
        h->stood_at = clock;
    } else if (now == STORE_WORKS && h->stands) {
        h->opened -= clock - h->stood_at;
        h->stands = false;
    }
    if (now == STORE_AWAY && h->state != STORE_AWAY)
        house_disconnect_all(h, 1012, "the house cannot reach its database");
    h->state = now;
}

bool house_is_ready(const house *h) { return h->state != STORE_AWAY && !h->handed_over; }

void house_hand_over(house *h) {
    if (!h->terms.engine->shared || h->handed_over) return;
    h->handed_over = true;
    h->terms.engine->hand_over(h->store);
}

void house_guest_wants(house *h, house_guest *g, const char *node) {
    text t = text_on(g->missed, sizeof g->missed);
    if (h->terms.node && strcmp(node, h->terms.node) != 0) text_put(&t, node);
}

/* ---- lost tables ------------------------------------------------------------------------------------------ */

static void empty_table(house *h, house_table *p) {
    while (!LIST_EMPTY(&p->guests)) {
        house_guest *g = LIST_FIRST(&p->guests);
        LIST_REMOVE(g, at_table);
        g->at = NULL;
        g->who = GM_SPECTATOR;
    }
    house_table_unload(h, p, true);
}

/* Another node runs the table, and some lines that were done here were refused.  Whoever waits to be told of them comes
 * again, to that node, and hears what is true there. */
static void lose_table(house *h, int64_t number) {
    house_table *p = house_table_in_memory(h, number);
    house_guest *g;
    LIST_FOREACH (g, &h->guests, in_house) {
        bool told = g->at && g->at->number == number;
        for (const house_message *m = g->waiting; m && !told; m = TAILQ_NEXT(m, in_queue))
            told = m->table == number;
        if (told) house_disconnect(h, g, 1012, "the table has moved");
    }
    house_log(h, "lost", number, 0, NULL);
    h->lost++;
    if (!p) return;
    empty_table(h, p);
}

void house_lose_tables(house *h) {
    const store_engine *engine = h->terms.engine;
    if (!engine->shared) return;
    for (int64_t number; (number = engine->lost(h->store));)
        lose_table(h, number);
}

static void doubt_tables(house *h);

/* Those that this node runs are without doubt again; the others are lost. */
static void take_own_tables(void *of, store_answer *a) {
    house *h = of;
    bool known = a->found == STORE_FOUND;
    for (size_t i = 0; i < a->numbers; i++) {
        house_table *p = house_table_in_memory(h, a->number[i]);
        if (p) p->doubtful = false;
    }
    for (house_table *p = LIST_FIRST(&h->tables), *next; p; p = next) {
        next = LIST_NEXT(p, in_house);
        if (known && p->doubtful) lose_table(h, p->number);
    }
    store_answer_free(a);
    if (!known) doubt_tables(h);
}

/* The lease had run out, so other nodes may run some tables that are in memory here. */
static void doubt_tables(house *h) {
    house_table *p;
    LIST_FOREACH (p, &h->tables, in_house)
        p->doubtful = !p->damage && p->t.phase != TABLE_OVER;
    h->terms.engine->ask(h->store, &(store_question){.what = STORE_OWN}, take_own_tables, h);
}

/* ---- leaving ------------------------------------------------------------------------------------------------ */

/* In milliseconds. */
enum {
    LEAVE_NOTICE = 600, /* until a proxy has noticed and sends people to other nodes */
    LEAVE_TABLE = 8,    /* from one table to the next */
    LEAVE_MOST = 4000,  /* for all tables, however many there are */
    LEAVE_LATE = 8000   /* after this the rest is handed over at once */
};

/* Once it is durable that the table was released, and its people have been told everything, they can come to another node.
 * False: not yet. */
static bool leave_table(house *h, house_table *p) {
    if (!p->given_up || p->given_up > h->durable || p->rematching) return false;
    house_guest *g;
    LIST_FOREACH (g, &p->guests, at_table)
        if (g->waiting || g->task) return false;
    LIST_FOREACH (g, &p->guests, at_table)
        house_disconnect(h, g, 1001, "the house closes");
    empty_table(h, p);
    return true;
}

/* How many of the tables that it had the node should still run. */
static int64_t still_to_run(const house *h, int64_t now) {
    int64_t all = (int64_t)h->to_leave * LEAVE_TABLE, lasts = all < LEAVE_MOST ? all : LEAVE_MOST;
    int64_t left = h->leave_from + lasts - now;
    return left <= 0 || !lasts ? 0 : h->to_leave * left / lasts;
}

bool house_leave_tables(house *h) {
    int64_t now = h->terms.env.clock(h->terms.env.to);
    house_table *p, *next;
    if (!h->terms.engine->shared) return true;
    if (!h->leave_from) {
        h->leave_from = now + LEAVE_NOTICE;
        LIST_FOREACH (p, &h->tables, in_house)
            h->to_leave += p->box != NULL;
    }
    if (!h->n_guests || now > h->leave_from + LEAVE_LATE) return true;
    if (now < h->leave_next) return false;
    h->leave_next = now + HOUSE_LEAVE_STEP;
    int64_t left = 0, keep = still_to_run(h, now);
    for (p = LIST_FIRST(&h->tables); p; p = next) {
        next = LIST_NEXT(p, in_house);
        if (!p->box || leave_table(h, p)) continue;
        if (++left <= keep || p->given_up || house_is_asked_for(h, p)) continue;
        bool over = p->t.phase == TABLE_OVER;
        p->given_up = house_put(
            h, &(store_entry){.kind = STORE_RELEASE, .number = p->number, .n = !over, .epoch = p->epoch});
    }
    return !left;
}

/* ---- the lobbies of other nodes ----------------------------------------------------------------------------- */

/* A table that another node lists. */
struct house_listing {
    LIST_ENTRY(house_listing) in_house;
    char key[STORE_KEY + 1];
    char summary[]; /* JSON */
};

static struct house_listing *find_listing(const house *h, const char *key) {
    struct house_listing *l;
    LIST_FOREACH (l, &h->listings, in_house)
        if (!strcmp(l->key, key)) break;
    return l;
}

void house_drop_listing(house *h, const char *key) {
    struct house_listing *l = find_listing(h, key);
    if (!l) return;
    LIST_REMOVE(l, in_house);
    free(l);
}

void house_drop_listings(house *h) {
    while (!LIST_EMPTY(&h->listings))
        house_drop_listing(h, LIST_FIRST(&h->listings)->key);
}

int house_put_listings(const house *h, jsonw *w, int most) {
    const struct house_listing *l;
    int n = 0;
    LIST_FOREACH (l, &h->listings, in_house)
        if (n < most) jsonw_raw(w, l->summary), n++;
    return n;
}

static void take_listing(house *h, const store_entry *e) {
    const house_table *own = house_table_in_memory(h, e->number);
    if (own && own->box) return;
    house_drop_listing(h, e->key);
    if (e->size) {
        struct house_listing *l = malloc(sizeof *l + e->size + 1);
        if (!l) abort();
        memcpy(l->key, e->key, sizeof l->key);
        memcpy(l->summary, e->text, e->size);
        l->summary[e->size] = 0;
        LIST_INSERT_HEAD(&h->listings, l, in_house);
    }
    house_tell_listing(h, e->key, e->size ? LIST_FIRST(&h->listings)->summary : NULL);
}

void house_publish_listing(house *h, house_table *p, const char *summary, size_t size) {
    store_entry e = {.kind = STORE_LISTED, .number = p->number, .text = summary, .size = size};
    if (!h->terms.engine->shared || (!size && !p->listed)) return;
    memcpy(e.key, p->key, sizeof e.key);
    house_put(h, &e);
    p->listed = size;
}

/* ---- news ---------------------------------------------------------------------------------------------------- */

void house_tell_nodes(house *h, house_news kind, int64_t person, const char *words) {
    if (h->terms.engine->shared)
        house_put(h,
                  &(store_entry){
                      .kind = STORE_NEWS, .n = kind, .number = person, .text = words, .size = strlen(words)});
}

void house_tell_nodes_number(house *h, house_news kind, int64_t person, int64_t number) {
    char digits[24];
    text t = text_on(digits, sizeof digits);
    text_int(&t, number);
    house_tell_nodes(h, kind, person, digits);
}

static void take_budgets(house *h, char *words);

/* What a person did at another node holds for their connections here. */
static void take_person(house *h, house_news kind, table_person who, const char *words) {
    int64_t number = strtoll(words, NULL, 10);
    house_guest *g;
    LIST_FOREACH (g, &h->guests, in_house) {
        if (g->person != who) continue;
        if ((kind == HOUSE_NEWS_SIGN_OUT && g->device == number) ||
            (kind == HOUSE_NEWS_SIGN_OUT_OTHERS && g->device != number))
            house_disconnect(h, g, HOUSE_SIGNED_OUT, "signed out");
        if (kind == HOUSE_NEWS_NAME) {
            text name = text_on(g->name, sizeof g->name);
            text_put(&name, words);
        }
        if (kind == HOUSE_NEWS_MUTE) house_mute(g, (table_person)number);
        if (kind == HOUSE_NEWS_UNMUTE) house_unmute(g, (table_person)number);
    }
}

void house_take_news(void *of, const store_entry *e) {
    house *h = of;
    if (e->kind == STORE_LISTED) {
        take_listing(h, e);
        return;
    }
    char *words = malloc(e->size + 1);
    if (!words) abort();
    memcpy(words, e->text, e->size);
    words[e->size] = 0;
    if (e->n == HOUSE_NEWS_SPENT)
        take_budgets(h, words);
    else
        take_person(h, (house_news)e->n, (table_person)e->number, words);
    free(words);
}

/* ---- budgets --------------------------------------------------------------------------------------------------
 *
 * A person or an address has the same budgets however many nodes they use: each node tells the others every second what
 * was spent at it.  Little spending is told when it has added up. */

enum { TELL_INTERVAL = 1000 };

static bool is_worth_telling(const house *h, const house_account *a) {
    int64_t limit = h->terms.limits[a->name[0] == '#' ? LIMIT_PERSON_TIME : LIMIT_ADDRESS_TIME];
    return a->untold.time > limit * TELL_INTERVAL / 20 || a->untold.talk || a->untold.bytes || a->untold.made;
}

/* Lines of a name and four numbers. */
static void tell_budgets(house *h, int64_t now) {
    if (!h->terms.engine->shared || now < h->told_at + TELL_INTERVAL) return;
    enum { SIZE = 1 << 16, LONGEST = 160 };
    static char words[SIZE];
    text t = text_on(words, SIZE);
    h->told_at = now;
    for (int i = 0; i < HOUSE_CHAINS; i++) {
        house_account *a;
        LIST_FOREACH (a, &h->accounts[i], in_chain) {
            if (!is_worth_telling(h, a) || t.used > SIZE - LONGEST) continue;
            const int64_t numbers[] = {a->untold.time, a->untold.talk, a->untold.bytes, a->untold.made};
            text_put(&t, a->name);
            for (int k = 0; k < 4; k++)
                text_char(&t, ' '), text_int(&t, numbers[k]);
            text_char(&t, '\n');
            a->untold = (house_spending){0};
        }
    }
    text_char(&t, 0);
    if (t.used > 1) house_tell_nodes(h, HOUSE_NEWS_SPENT, 0, words);
}

/* The next number; one that nobody can have spent counts as nothing, so that sums do not overflow. */
static int64_t read_spending(char **at) {
    int64_t n = strtoll(*at, at, 10);
    return n > 0 && n < (int64_t)1 << 50 ? n : 0;
}

static void take_budgets(house *h, char *words) {
    for (char *next, *line = strtok_r(words, "\n", &next); line; line = strtok_r(NULL, "\n", &next)) {
        char *at = strchr(line, ' ');
        if (!at) return;
        *at++ = 0;
        house_spending spent;
        spent.time = read_spending(&at);
        spent.talk = read_spending(&at);
        spent.bytes = read_spending(&at);
        spent.made = read_spending(&at);
        house_account_charge(h, line, &spent);
    }
}

/* ---- with each tick --------------------------------------------------------------------------------------------- */

/* Nobody can come to a table here before a proxy has seen that this node is up, and nobody shall when it ends. */
static bool can_take_tables(const house *h) {
    enum { SEEN_AFTER = 1000 };
    return h->state == STORE_WORKS && !h->leave_from &&
           h->terms.env.clock(h->terms.env.to) >= h->opened_clock + SEEN_AFTER;
}

void house_follow_store(house *h) {
    const store_engine *engine = h->terms.engine;
    if (engine->deliver) engine->deliver(h->store);
    if (!engine->shared || h->handed_over) return;
    follow_store(h, engine->state(h->store));
    if (engine->lapsed(h->store)) doubt_tables(h);
    if (can_take_tables(h) && engine->orphans(h->store)) house_take_orphans(h);
    tell_budgets(h, house_now(h));
}
