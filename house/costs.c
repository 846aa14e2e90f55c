/* costs.c - accounts of addresses and people, and the budgets in them.
 *
 * Map: budgets - accounts - paying - connections that are not guests - what is made and said. */
#include "house/costs.h"
#include "house/internal.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* ---- budgets -------------------------------------------------------------------------------------- */

/* Adds what has come in since; the sum is never more than `most`.  A new budget is all zeroes, and full. */
static void refill(house_budget *b, int64_t now, int64_t rate, int64_t most) {
    b->left = b->at ? b->left + (now - b->at) * rate : most;
    if (b->left > most) b->left = most;
    b->at = now;
}

/* The most that a budget of time can hold. */
static int64_t most_time(const house *h, house_limit which) {
    return h->terms.limits[which] * (which == LIMIT_ADDRESS_TIME ? HOUSE_ADDRESS_SAVINGS : HOUSE_SAVINGS);
}

static void refill_time(const house *h, house_budget *b, house_limit which, int64_t now) {
    refill(b, now, h->terms.limits[which], most_time(h, which));
}

/* All spectators of a table together may say as much as a few people. */
static void refill_talk(const house *h, house_budget *b, int people, int64_t now) {
    int64_t rate = people * h->terms.limits[LIMIT_TALK];
    refill(b, now, rate, rate * HOUSE_TALK_SAVINGS);
}

static void refill_bytes(const house *h, house_budget *b, int64_t now) {
    int64_t rate = h->terms.limits[LIMIT_ADDRESS_BYTES];
    refill(b, now, rate, rate * HOUSE_HOUR);
}

/* Seconds until it is above zero. */
static int seconds_of(const house_budget *b, int64_t rate) {
    return b->left > 0 ? 0 : (int)(-b->left / rate / 1000 + 1);
}

/* ---- accounts ------------------------------------------------------------------------------------- */

static house_limit time_limit(const house_account *a) {
    return a->name[0] == '#' ? LIMIT_PERSON_TIME : LIMIT_ADDRESS_TIME;
}

static struct house_chain *chain_of(house *h, const char *name) {
    uint8_t hash[crypto_shorthash_BYTES];
    uint32_t n;
    crypto_shorthash(hash, (const uint8_t *)name, strlen(name), h->accounts_key);
    memcpy(&n, hash, sizeof n);
    return &h->accounts[n % HOUSE_CHAINS];
}

static void free_account(house *h, house_account *a) {
    TAILQ_REMOVE(&h->idle, a, in_idle);
    h->n_idle--;
    LIST_REMOVE(a, in_chain);
    free(a);
}

house_account *house_account_use(house *h, const char *name) {
    struct house_chain *chain = chain_of(h, name);
    house_account *a;
    LIST_FOREACH (a, chain, in_chain)
        if (!strcmp(a->name, name)) break;
    if (!a) {
        a = calloc(1, sizeof *a);
        if (!a) abort();
        text t = text_on(a->name, sizeof a->name);
        text_put(&t, name);
        LIST_INSERT_HEAD(chain, a, in_chain);
    } else if (!a->uses) {
        TAILQ_REMOVE(&h->idle, a, in_idle);
        h->n_idle--;
    }
    a->uses++;
    return a;
}

void house_account_release(house *h, house_account *a) {
    if (--a->uses) return;
    TAILQ_INSERT_TAIL(&h->idle, a, in_idle);
    if (++h->n_idle > HOUSE_IDLE_ACCOUNTS) free_account(h, TAILQ_FIRST(&h->idle));
}

static bool is_full(const house *h, house_account *a, int64_t now) {
    refill_time(h, &a->time, time_limit(a), now);
    refill_talk(h, &a->talk, 1, now);
    refill_bytes(h, &a->bytes, now);
    return a->time.left == most_time(h, time_limit(a)) &&
           a->talk.left == h->terms.limits[LIMIT_TALK] * HOUSE_TALK_SAVINGS &&
           a->bytes.left == h->terms.limits[LIMIT_ADDRESS_BYTES] * HOUSE_HOUR &&
           (!a->made || now - a->since >= HOUSE_HOUR);
}

void house_forget_accounts(house *h, int64_t now) {
    for (house_account *a = TAILQ_FIRST(&h->idle), *next; a; a = next) {
        next = TAILQ_NEXT(a, in_idle);
        if (is_full(h, a, now)) free_account(h, a);
    }
}

void house_open_accounts(house *h) {
    h->accounts = calloc(HOUSE_CHAINS, sizeof *h->accounts);
    if (!h->accounts) abort();
    TAILQ_INIT(&h->idle);
    h->terms.env.random(h->terms.env.to, h->accounts_key, sizeof h->accounts_key);
}

void house_close_accounts(house *h) {
    while (!TAILQ_EMPTY(&h->idle))
        free_account(h, TAILQ_FIRST(&h->idle));
    free(h->accounts);
}

/* ---- paying -------------------------------------------------------------------------------------------- */

/* The budget of the guest's person, on all devices together; a stranger has one for each connection. */
static house_budget *own_time(house_guest *g) { return g->self ? &g->self->time : &g->time; }

void house_guest_identified(house *h, house_guest *g) {
    char name[16];
    text t = text_on(name, sizeof name);
    text_char(&t, '#');
    text_int(&t, g->person);
    g->self = house_account_use(h, name);
}

bool house_can_pay(const house *h, house_guest *g, int64_t now, int *seconds) {
    house_budget *own = own_time(g), *all = &g->from->time;
    refill_time(h, own, LIMIT_PERSON_TIME, now);
    refill_time(h, all, LIMIT_ADDRESS_TIME, now);
    if (own->left > 0 && all->left > 0) return true;
    int a = seconds_of(own, h->terms.limits[LIMIT_PERSON_TIME]);
    int b = seconds_of(all, h->terms.limits[LIMIT_ADDRESS_TIME]);
    *seconds = a > b ? a : b;
    return false;
}

bool house_can_borrow(const house *h, house_guest *g) {
    return own_time(g)->left > -most_time(h, LIMIT_PERSON_TIME) &&
           g->from->time.left > -most_time(h, LIMIT_ADDRESS_TIME);
}

void house_pay(house_guest *g, int64_t price) {
    if (g->self)
        house_account_pay(g->self, price);
    else
        g->time.left -= price;
    house_account_pay(g->from, price);
}

void house_account_pay(house_account *a, int64_t price) {
    a->time.left -= price;
    a->untold.time += price;
}

void house_account_charge(house *h, const char *name, const house_spending *spent) {
    house_account *a = house_account_use(h, name);
    int64_t now = house_now(h);
    refill_time(h, &a->time, time_limit(a), now);
    refill_talk(h, &a->talk, 1, now);
    refill_bytes(h, &a->bytes, now);
    if (now - a->since >= HOUSE_HOUR) a->since = now, a->made = 0;
    a->time.left -= spent->time;
    a->talk.left -= spent->talk;
    a->bytes.left -= spent->bytes;
    a->made += spent->made;
    house_account_release(h, a);
}

/* ---- connections that are not guests --------------------------------------------------------------------- */

bool house_address_can_pay(house *h, house_account *a, fault *why) {
    refill_time(h, &a->time, LIMIT_ADDRESS_TIME, house_now(h));
    if (a->time.left > 0) return true;
    fault_at(why, "house.busy", NULL, 0, 0);
    return fault_number(why, 0, seconds_of(&a->time, h->terms.limits[LIMIT_ADDRESS_TIME]));
}

house_account *house_visit(house *h, const char *address, bool tls, fault *why) {
    house_account *a = house_account_use(h, address);
    bool many = a->visits >= h->terms.limits[LIMIT_ADDRESS_HTTP];
    if (many) fault_at(why, "house.many-sockets", NULL, 0, 0);
    if (many || !house_address_can_pay(h, a, why)) {
        house_account_release(h, a);
        h->turned_away++;
        return NULL;
    }
    a->visits++;
    house_account_pay(a, COST_CONNECTION + (tls ? COST_TLS : 0));
    return a;
}

void house_visit_end(house *h, house_account *a) {
    a->visits--;
    house_account_release(h, a);
}

house_account *house_http_begin(house *h, const char *address, fault *why) {
    house_account *a = house_account_use(h, address);
    h->cost = COST_HTTP;
    if (house_address_can_pay(h, a, why)) return a;
    house_account_release(h, a);
    h->turned_away++;
    return NULL;
}

void house_http_end(house *h, house_account *a, size_t bytes) {
    house_account_pay(a, h->cost + (int64_t)bytes / COST_SENT_BYTES);
    house_account_release(h, a);
}

/* ---- what is made and said -------------------------------------------------------------------------------- */

/* Takes bytes from what may be stored from the guest's address. */
static bool take_bytes(house *h, house_guest *g, size_t bytes, int64_t now, fault *why) {
    house_budget *b = &g->from->bytes;
    refill_bytes(h, b, now);
    if (b->left <= 0) return fault_at(why, "house.many-bytes", NULL, 0, 0);
    int64_t price = (int64_t)(bytes + COST_STORED_ENTRY) * HOUSE_BYTE;
    b->left -= price;
    g->from->untold.bytes += price;
    return true;
}

bool house_charge_new(house *h, house_guest *g, size_t bytes, fault *why) {
    house_account *a = g->from;
    int64_t now = house_now(h);
    if (now - a->since >= HOUSE_HOUR) a->since = now, a->made = 0;
    if (a->made >= h->terms.limits[LIMIT_ADDRESS_NEW]) return fault_at(why, "house.many-new", NULL, 0, 0);
    if (!take_bytes(h, g, bytes, now, why)) return false;
    a->made++;
    a->untold.made++;
    return true;
}

/* What is said at a table takes half of its lines of talk for spectators, and the other half in equal parts for the seats:
 * nobody can use up what belongs to others. */
static bool has_lines_of_talk(const house *h, const house_guest *g) {
    const house_table *p = g->at;
    int64_t most = h->terms.limits[LIMIT_LINES] / 2;
    if (g->who != GM_SPECTATOR) most /= gm_seat_count(p->t.match.box);
    return p->said[g->who] < most;
}

bool house_charge_talk(house *h, house_guest *g, size_t bytes, fault *why) {
    enum { SPECTATORS = 3 }; /* all of them together may say as much as so many people */
    int64_t now = house_now(h), rate = h->terms.limits[LIMIT_TALK];
    house_budget *own = &g->self->talk, *all = g->who == GM_SPECTATOR ? &g->at->spectators_talk : NULL;
    if (!has_lines_of_talk(h, g)) return fault_at(why, "house.many-lines", NULL, 0, 0);
    refill_talk(h, own, 1, now);
    if (all) refill_talk(h, all, SPECTATORS, now);
    int64_t wait = HOUSE_SAYING - own->left;
    if (all && (HOUSE_SAYING - all->left) / SPECTATORS > wait) wait = (HOUSE_SAYING - all->left) / SPECTATORS;
    if (wait > 0) {
        fault_at(why, "house.many-sayings", NULL, 0, 0);
        return fault_number(why, 0, (int)(wait / rate / 1000 + 1));
    }
    if (!take_bytes(h, g, bytes, now, why)) return false;
    own->left -= HOUSE_SAYING;
    g->self->untold.talk += HOUSE_SAYING;
    if (all) all->left -= HOUSE_SAYING;
    return true;
}
