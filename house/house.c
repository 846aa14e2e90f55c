/* house.c - the house: opening it, guests, messages, time.
 *
 * Map: limits - time and the store - the disk - messages - guests - time - opening and closing - metrics. */
#include "house/house.h"
#include "base/bits.h"
#include "house/internal.h"
#include "kit/json.h"
#include "kit/notation.h"
#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* ---- limits --------------------------------------------------------------------------------------- */

const struct house_limit_entry house_limits[LIMITS] = {
    [LIMIT_SOCKETS] = {"sockets", 20000, 1, 1000000, "house.limit.sockets"},
    [LIMIT_ADDRESS_SOCKETS] = {"address-sockets", 100, 1, 1000000, "house.limit.address-sockets"},
    [LIMIT_ADDRESS_HTTP] = {"address-http", 200, 1, 1000000, "house.limit.address-http"},
    [LIMIT_ADDRESS_NEW] = {"address-new", 300, 1, 1000000, "house.limit.address-new"},
    [LIMIT_ADDRESS_BYTES] = {"address-bytes", 8 << 20, 1 << 10, 1 << 30, "house.limit.address-bytes"},
    [LIMIT_ADDRESS_TIME] = {"address-time", 100, 1, 1000000, "house.limit.address-time"},
    [LIMIT_PERSON_TIME] = {"person-time", 20, 1, 1000000, "house.limit.person-time"},
    [LIMIT_MESSAGE] = {"message", 128 << 10, 1 << 10, 1 << 20, "house.limit.message"},
    [LIMIT_RATE] = {"rate", 10, 1, 100000, "house.limit.rate"},
    [LIMIT_REQUEST] = {"request", 10, 1, 3600, "house.limit.request"},
    [LIMIT_QUEUE] = {"queue", 1 << 20, 256 << 10, 64 << 20, "house.limit.queue"},
    [LIMIT_TALK] = {"talk", 40, 2, 1000000, "house.limit.talk"},
    [LIMIT_LINES] = {"lines", 20000, 1000, 1000000, "house.limit.lines"},
    [LIMIT_IDLE] = {"idle", 48, 1, 100000, "house.limit.idle"},
    [LIMIT_DELAY] = {"delay", 600, 0, 60000, "house.limit.delay"},
    [LIMIT_DISK_WARN] = {"disk-warn", 1000, 0, 1000000000, "house.limit.disk-warn"},
    [LIMIT_DISK_FULL] = {"disk-full", 200, 0, 1000000000, "house.limit.disk-full"},
    [LIMIT_LEASE] = {"lease", 2000, 500, 600000, "house.limit.lease"},
    [LIMIT_KEEP] = {"keep", 0, 0, 100000, "house.limit.keep"},
};

/* ---- time and the store ------------------------------------------------------------------------------ */

int64_t house_now(const house *h) {
    int64_t clock = h->stands ? h->stood_at : h->terms.env.clock(h->terms.env.to);
    return h->opened + clock - h->opened_clock;
}

int64_t house_time(const house *h) { return h->terms.env.time(h->terms.env.to); }

int64_t house_today(const house *h) { return house_time(h) / 86400; }

uint64_t house_put(house *h, const store_entry *e) {
    h->cost += (int64_t)(e->size + COST_STORED_ENTRY) * COST_STORED_BYTE;
    return h->put = h->terms.engine->put(h->store, e);
}

/* The log is for the operator: it has numbers of people and tables, but no names, no keys of tables and no talk. */
void house_log(house *h, const char *what, int64_t number, int64_t person, const char *word) {
    char line[512];
    text t = text_on(line, sizeof line);
    jsonw w = jsonw_on(&t);
    jsonw_object(&w);
    jsonw_put_int(&w, "at", house_now(h));
    jsonw_put_string(&w, "what", what);
    if (number) jsonw_put_int(&w, "table", number);
    if (person) jsonw_put_int(&w, "person", person);
    if (word) jsonw_put_string(&w, "word", word);
    jsonw_end_object(&w);
    text_char(&t, '\n');
    h->terms.env.log(h->terms.env.to, line, t.used);
}

void house_log_fault(house *h, const char *what, int64_t person, const fault *of) {
    char sentence[400];
    text t = text_on(sentence, sizeof sentence);
    words_fault(&t, WORDS_EN, of);
    house_log(h, what, 0, person, sentence);
}

/* ---- the disk ----------------------------------------------------------------------------------------- */

enum {
    SPACE_INTERVAL = 5000, /* milliseconds; the disk is asked at most so often */
    MEGABYTE = 1000000,
    OLD_TABLES = 100, /* that are deleted at a time */
};

/* One sentence in the log each time that there is less, or enough again. */
static void log_space(house *h, house_space now) {
    static const char *const say[] = {"house.disk-enough", "house.disk-warn", "house.disk-full"};
    fault what;
    fault_at(&what, say[now], NULL, 0, 0);
    fault_number(&what, 0, (int)(h->space_free / MEGABYTE));
    house_log_fault(h, "disk", 0, &what);
}

static void look_at_disk(house *h) {
    int64_t now = house_now(h);
    if (!h->terms.env.space || (h->space_asked && now < h->space_asked + SPACE_INTERVAL)) return;
    h->space_asked = now;
    h->space_free = h->terms.env.space(h->terms.env.to);
    house_space space = HOUSE_SPACE_ENOUGH;
    if (h->space_free >= 0 && h->space_free < h->terms.limits[LIMIT_DISK_WARN] * MEGABYTE)
        space = HOUSE_SPACE_LITTLE;
    if (h->space_free >= 0 && h->space_free < h->terms.limits[LIMIT_DISK_FULL] * MEGABYTE)
        space = HOUSE_SPACE_NONE;
    if (space != h->space) log_space(h, space);
    h->space = space;
}

bool house_has_space(house *h, fault *why) {
    look_at_disk(h);
    return h->space != HOUSE_SPACE_NONE || fault_at(why, "house.no-space", NULL, 0, 0);
}

/* A table that is damaged stays, and so does one at which somebody looks. */
static void delete_old_table(house *h, int64_t number, const store_answer *a) {
    house_table *p = house_table_in_memory(h, number), *v = NULL;
    fault why;
    if (!p || !p->box) v = house_table_visit(h, number, a, &why);
    bool gone = v && !v->damage;
    if (v) house_table_visit_end(v);
    if (p && p->box) gone = LIST_EMPTY(&p->guests);
    if (!gone) return;
    house_put(h, &(store_entry){.kind = STORE_GONE, .number = number});
    house_log(h, "forgotten", number, 0, NULL);
    if (p) house_table_unload(h, p, true);
}

static void delete_old_tables(house *h, house_task *t) {
    const store_answer *old = house_ask(
        h, &(store_question){.what = STORE_OLD, .n = h->terms.limits[LIMIT_KEEP], .most = OLD_TABLES});
    if (!old) return;
    if (old->found == STORE_UNREADABLE) house_log_fault(h, "unreadable", 0, &old->why);
    const store_answer *looked[OLD_TABLES];
    for (size_t i = 0; i < old->numbers; i++)
        looked[i] = house_ask(h, &(store_question){.what = STORE_LOOK, .number = old->number[i]});
    if (t->waiting) return;
    for (size_t i = 0; i < old->numbers; i++)
        delete_old_table(h, old->number[i], looked[i]);
}

/* ---- messages ------------------------------------------------------------------------------------------ */

jsonw *house_begin(house *h, const json_t *re) {
    h->out.used = 0;
    h->out.cut = false;
    h->json = jsonw_on(&h->out);
    jsonw_object(&h->json);
    if (json_is_integer(re)) jsonw_put_int(&h->json, "re", json_integer_value(re));
    return &h->json;
}

void house_end(house *h) {
    jsonw_end_object(&h->json);
    assert(!h->out.cut);
}

/* Hundreds of messages wait for one commit and are then sent at once, and malloc() is slow with that.  So some blocks,
 * which are large enough for most messages, are kept. */
enum {
    SPARE_BYTES = 512,
    SPARES = 2048,
};

house_message *house_message_new(house *h) {
    bool small = h->out.used <= SPARE_BYTES;
    house_message *m = small ? TAILQ_FIRST(&h->spare) : NULL;
    if (m) {
        TAILQ_REMOVE(&h->spare, m, in_queue);
        h->n_spare--;
    } else if (!(m = malloc(sizeof *m + (small ? SPARE_BYTES : h->out.used))))
        abort();
    m->size = h->out.used;
    memcpy(m->bytes, h->out.at, m->size);
    return m;
}

void house_message_free(house *h, house_message *m) {
    if (m->size > SPARE_BYTES || h->n_spare == SPARES) {
        free(m);
        return;
    }
    TAILQ_INSERT_HEAD(&h->spare, m, in_queue);
    h->n_spare++;
}

static void drop_messages(house *h, house_guest *g) {
    for (house_message *m; (m = TAILQ_FIRST(&g->messages));) {
        TAILQ_REMOVE(&g->messages, m, in_queue);
        house_message_free(h, m);
    }
    g->queued_bytes = g->waiting_bytes = 0;
    g->waiting = NULL;
}

void house_disconnect(house *h, house_guest *g, int code, const char *why) {
    if (g->disconnected) return;
    g->disconnected = true;
    drop_messages(h, g);
    h->terms.env.disconnect(g->socket, code, why);
}

/* Some of the guest's messages wait until more is durable. */
static void add_pending(house *h, house_guest *g) {
    g->pending = true;
    SLIST_INSERT_HEAD(&h->pending, g, in_pending);
}

/* Has the guest left too much unread for too long?  What waits for the store does not count.  A burst may be larger than
 * the limit, because a guest who reads needs a moment for it. */
static bool is_slow(const house *h, house_guest *g) {
    enum { BURST = 4, GRACE = 2000 }; /* times the limit; milliseconds */
    size_t unread = g->queued_bytes - g->waiting_bytes, most = (size_t)h->terms.limits[LIMIT_QUEUE];
    if (unread <= most) {
        g->slow_since = 0;
        return false;
    }
    int64_t now = house_now(h);
    if (!g->slow_since) g->slow_since = now;
    return unread > BURST * most || now - g->slow_since >= GRACE;
}

void house_send_message(house *h, house_guest *g, house_message *m) {
    h->cost += COST_SEND + (int64_t)m->size / COST_SENT_BYTES;
    if (is_slow(h, g)) {
        h->slow += !g->disconnected;
        house_disconnect(h, g, 1008, "too slow");
    }
    if (g->disconnected) {
        house_message_free(h, m);
        return;
    }
    m->after = h->put;
    m->table = g->at ? g->at->number : 0;
    TAILQ_INSERT_TAIL(&g->messages, m, in_queue);
    g->queued_bytes += m->size;
    if (m->after <= h->durable) {
        h->terms.env.ready(g->socket);
        return;
    }
    g->waiting_bytes += m->size;
    if (!g->waiting) g->waiting = m;
    if (!g->pending) add_pending(h, g);
}

void house_send(house *h, house_guest *g) { house_send_message(h, g, house_message_new(h)); }

bool house_has_message(const house *h, const house_guest *g) {
    const house_message *first = TAILQ_FIRST(&g->messages);
    return first && first->after <= h->durable;
}

/* Sends messages that waited until more was durable. */
static void release_pending(house *h) {
    struct house_pending pending;
    uint64_t durable = h->terms.engine->durable(h->store);
    if (durable == h->durable) return;
    house_lose_tables(h); /* before anybody is told of what was refused */
    pending = h->pending;
    h->durable = durable;
    SLIST_INIT(&h->pending);
    for (house_guest *g; (g = SLIST_FIRST(&pending));) {
        SLIST_REMOVE_HEAD(&pending, in_pending);
        for (; g->waiting && g->waiting->after <= durable; g->waiting = TAILQ_NEXT(g->waiting, in_queue))
            g->waiting_bytes -= g->waiting->size;
        g->pending = false;
        if (g->waiting) add_pending(h, g);
        if (house_has_message(h, g)) h->terms.env.ready(g->socket);
    }
}

house_message *house_next_message(house *h, house_guest *g) {
    house_message *m = TAILQ_FIRST(&g->messages);
    if (!house_has_message(h, g)) return NULL;
    TAILQ_REMOVE(&g->messages, m, in_queue);
    g->queued_bytes -= m->size;
    h->sent++;
    h->sent_bytes += m->size;
    return m;
}

void house_send_error(house *h, house_guest *g, const json_t *re, const fault *why) {
    char sentence[1024];
    text s = text_on(sentence, sizeof sentence);
    words_fault(&s, g->lang, why);
    jsonw *w = house_begin(h, re);
    jsonw_put_string(w, "error", why->say);
    if (why->rule) jsonw_put_string(w, "rule", why->rule);
    jsonw_put_string(w, "text", sentence);
    house_end(h);
    h->refused++;
    house_send(h, g);
}

void house_encode_secret(const uint8_t secret[32], char out[HOUSE_TOKEN + 1]) {
    sodium_bin2base64(out, HOUSE_TOKEN + 1, secret, 32, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void house_hash_token(const char *letters, uint8_t hash[STORE_HASH]) {
    crypto_generichash(hash, STORE_HASH, (const unsigned char *)letters, strlen(letters), NULL, 0);
}

/* ---- guests -------------------------------------------------------------------------------------------- */

static bool good_token(const char *token) { return token && strlen(token) == HOUSE_TOKEN; }

/* The person and the device whose token this is.  NULL: why, or the answer has not come. */
static const store_answer *find_owner(house *h, const char *token, fault *why) {
    store_question q = {.what = STORE_OWNER};
    fault_at(why, "house.token", NULL, 0, 0);
    if (!good_token(token)) return NULL;
    house_hash_token(token, q.bytes);
    const store_answer *a = house_ask(h, &q);
    if (!a || a->found == STORE_FOUND) return a;
    if (a->found == STORE_UNREADABLE) {
        house_log_fault(h, "unreadable", 0, &a->why);
        fault_at(why, "house.unreadable", NULL, 0, 0);
    }
    return NULL;
}

static void run_knows(house *h, house_task *t) {
    fault why;
    const store_answer *a = find_owner(h, t->bytes, &why);
    if (!t->waiting) t->done(t->to, NULL, 0, a ? NULL : &why);
}

house_task *house_knows(house *h, house_account *by, const char *token, house_done *done, void *to) {
    return house_do(h, by, run_knows, token, done, to);
}

void house_set_person(house *h, house_guest *g, const store_answer *a) {
    text name = text_on(g->name, sizeof g->name);
    text_put(&name, a->owner.name);
    g->n_muted = 0;
    for (size_t i = 0; i < a->numbers && g->n_muted < HOUSE_MUTED; i++)
        g->muted[g->n_muted++] = (table_person)a->number[i];
    g->person = (table_person)a->owner.person;
    g->device = a->owner.device;
    house_guest_identified(h, g);
}

bool house_identify(house *h, house_guest *g, const char *token, fault *why) {
    const store_answer *a = find_owner(h, token, why);
    int64_t today = house_today(h);
    if (!a) return false;
    house_set_person(h, g, a);
    if (a->owner.used != today) /* once a day */
        house_put(h, &(store_entry){.kind = STORE_USED, .number = g->person, .n = g->device, .day = today});
    return true;
}

void house_json_you(jsonw *w, const house_guest *g, const char *token) {
    jsonw_key(w, "you");
    if (!g->person) {
        jsonw_null(w);
        return;
    }
    jsonw_object(w);
    jsonw_put_int(w, "person", g->person);
    jsonw_put_string(w, "name", g->name);
    if (token) jsonw_put_string(w, "token", token);
    jsonw_end_object(w);
}

/* A guest can save up ten seconds of messages. */
static int64_t most_credit(const house *h) { return 10 * HOUSE_CREDIT * h->terms.limits[LIMIT_RATE]; }

/* The first message, when it is known who the guest is. */
static void greet(house *h, house_task *t) {
    house_guest *g = t->guest;
    char token[HOUSE_TOKEN + 1];
    fault why;
    h->cost = 0;
    if (t->size == HOUSE_TOKEN) {
        memcpy(token, t->bytes, t->size);
        token[t->size] = 0;
        if (!house_identify(h, g, token, &why)) {
            if (t->waiting) return;
            if (strcmp(why.say, "house.token")) { /* they must not be told that they are nobody */
                house_disconnect(h, g, 1013, "the house cannot read its data");
                return;
            }
        }
    }
    jsonw *w = house_begin(h, NULL);
    jsonw_put_string(w, "house", "safehouse");
    jsonw_put_int(w, "protocol", 1);
    house_json_you(w, g, NULL);
    house_end(h);
    house_send(h, g);
    house_account_pay(g->from, h->cost);
}

house_guest *house_connect(house *h, void *socket, const char *from, const char *token, fault *why) {
    house_account *a = house_account_use(h, from);
    const char *many = h->n_guests >= h->terms.limits[LIMIT_SOCKETS]          ? "house.full"
                       : a->sockets >= h->terms.limits[LIMIT_ADDRESS_SOCKETS] ? "house.many-sockets"
                                                                              : NULL;
    if (!house_is_ready(h)) many = "house.unreadable";
    if (many) fault_at(why, many, NULL, 0, 0);
    if (many || !house_address_can_pay(h, a, why)) {
        house_account_release(h, a);
        return NULL;
    }
    house_guest *g = calloc(1, sizeof *g);
    if (!g) abort();
    g->socket = socket;
    g->from = a;
    a->sockets++;
    h->n_guests++;
    TAILQ_INIT(&g->messages);
    STAILQ_INIT(&g->letters);
    LIST_INSERT_HEAD(&h->guests, g, in_house);
    g->who = GM_SPECTATOR;
    g->credit = most_credit(h);
    g->credited_at = house_now(h);
    house_guest_do(h, g, greet, token ? token : "", token ? strlen(token) : 0);
    if (!g->disconnected) return g;
    fault_at(why, "house.unreadable", NULL, 0, 0);
    house_gone(h, g);
    return NULL;
}

void house_gone(house *h, house_guest *g) {
    h->cost = 0;
    house_guest_forget(h, g);
    house_table_leave(h, g);
    house_lobby_leave(g);
    drop_messages(h, g);
    if (g->pending) SLIST_REMOVE(&h->pending, g, house_guest, in_pending);
    LIST_REMOVE(g, in_house);
    g->from->sockets--;
    house_account_pay(g->from, h->cost);
    house_account_release(h, g->from);
    if (g->self) house_account_release(h, g->self);
    h->n_guests--;
    free(g);
}

/* Takes the credit of n messages from the guest.  False: there is not as much, and the connection is closed. */
static bool take_credit(house *h, house_guest *g, int64_t n, int64_t now) {
    /* a message a second is a thousandth of a message a millisecond */
    g->credit += (now - g->credited_at) * h->terms.limits[LIMIT_RATE];
    if (g->credit > most_credit(h)) g->credit = most_credit(h);
    g->credited_at = now;
    g->credit -= n * HOUSE_CREDIT;
    if (g->credit >= 0) return true;
    h->busy++;
    house_disconnect(h, g, 1008, "too many messages");
    return false;
}

/* Says when the guest's budget will be above zero.  Whoever goes on all the same is closed; then a message costs nothing. */
static void refuse_busy(house *h, house_guest *g, const char *s, size_t n, int seconds) {
    enum { LONGEST = 4096 }; /* of a message that is read only because it may have a number */
    fault why;
    house_pay(g, COST_REFUSAL + (int64_t)n / COST_RECEIVED_BYTES);
    if (++g->refusals > HOUSE_PATIENCE) {
        h->busy++;
        house_disconnect(h, g, 1008, "too many requests while your budget was used up");
        return;
    }
    json_t *in = n <= LONGEST ? json_loadb(s, n, 0, NULL) : NULL;
    fault_at(&why, "house.busy", NULL, 0, 0);
    fault_number(&why, 0, seconds);
    house_send_error(h, g, json_object_get(in, "re"), &why);
    json_decref(in);
}

/* Others may wait for these, so a used-up budget does not refuse them until it has been used up twice. */
static bool must_be_done(const house *h, house_guest *g, const char *s, size_t n) {
    static const char *const verbs[] = {"start", "return", "vote", "leave", "ready"};
    enum { LONGEST = 256 };
    bool found = false;
    if (n > LONGEST || !house_can_borrow(h, g)) return false;
    json_t *in = json_loadb(s, n, 0, NULL);
    const char *what = json_string_value(json_object_get(in, "do"));
    for (size_t i = 0; what && i < sizeof verbs / sizeof *verbs; i++)
        found |= !strcmp(what, verbs[i]);
    json_decref(in);
    return found;
}

static void run_request(house *h, house_task *t) {
    h->cost = COST_MESSAGE + (int64_t)t->size / COST_RECEIVED_BYTES;
    house_request(h, t->guest, t->bytes, t->size);
    house_pay(t->guest, h->cost);
}

void house_read_message(house *h, house_guest *g, const char *s, size_t n) {
    int seconds;
    if (!house_can_pay(h, g, house_now(h), &seconds) && !must_be_done(h, g, s, n)) {
        refuse_busy(h, g, s, n, seconds);
        return;
    }
    g->refusals = 0;
    house_guest_do(h, g, run_request, s, n);
}

void house_receive(house *h, house_guest *g, const char *s, size_t n) {
    int64_t now = house_now(h);
    if (g->disconnected) return;
    h->received++;
    if (!take_credit(h, g, 1, now)) return;
    if (n > (size_t)h->terms.limits[LIMIT_MESSAGE]) {
        h->large++;
        house_disconnect(h, g, 1009, "too large");
        return;
    }
    if (!house_guest_waits(h, g, s, n)) house_read_message(h, g, s, n);
}

void house_receive_noise(house *h, house_guest *g, size_t bytes) {
    int64_t now = house_now(h), n = 1 + (int64_t)bytes / HOUSE_NOISE;
    int seconds;
    house_can_pay(h, g, now, &seconds); /* only for the time that has passed */
    house_pay(g, n * COST_FRAGMENT);
    if (!g->disconnected) take_credit(h, g, n, now);
}

/* ---- time -------------------------------------------------------------------------------------------- */

const char *house_broken(const house *h) { return h->terms.engine->broken(h->store); }

void house_disconnect_all(house *h, int code, const char *why) {
    house_guest *g;
    LIST_FOREACH (g, &h->guests, in_house)
        house_disconnect(h, g, code, why);
}

bool house_all_durable(const house *h) { return h->terms.engine->durable(h->store) >= h->put; }

bool house_drained(const house *h) {
    if (!house_all_durable(h)) return false;
    const house_guest *g;
    LIST_FOREACH (g, &h->guests, in_house)
        if (!TAILQ_EMPTY(&g->messages)) return false;
    return true;
}

enum { SHARED_INTERVAL = 250 }; /* milliseconds; a shared store is looked at at least so often */

int64_t house_tick(house *h) {
    if (house_broken(h)) return -1;
    house_follow_store(h);
    look_at_disk(h);
    int64_t now = house_now(h);
    int64_t next = h->swept + HOUSE_MINUTE;
    if (next <= now) {
        house_forget_accounts(h, now);
        /* games that are over are deleted only if the operator has said after how many days */
        if (h->terms.limits[LIMIT_KEEP]) house_do(h, NULL, delete_old_tables, "", NULL, NULL);
        h->swept = now;
        next = now + HOUSE_MINUTE;
    }
    while (!h->handed_over && h->n_tables && h->heap[0]->wake <= now)
        house_table_tick(h, h->heap[0]);
    if (!h->handed_over && h->n_tables && h->heap[0]->wake < next) next = h->heap[0]->wake;
    release_pending(h);
    int64_t most = h->leave_from ? HOUSE_LEAVE_STEP : SHARED_INTERVAL;
    if (h->terms.engine->shared && next > now + most) next = now + most;
    return next - now;
}

/* ---- opening and closing --------------------------------------------------------------------------------------- */

/* The longest message has the story of the longest game (which is longer than any view), the agreement with decks
 * of which each byte may take two, and what was said lately. */
enum { OUT = GM_MAX_PLIES * (GM_NOTATION_SIZE + 16) + 2 * GM_MAX_FILES * GM_MAX_FILE + (128 << 10) };
_Static_assert(GM_JSON_VIEW_SIZE < GM_MAX_PLIES * GM_NOTATION_SIZE, "a view is shorter than a story can be");

void house_close(house *h) {
    while (!LIST_EMPTY(&h->tables))
        house_table_unload(h, LIST_FIRST(&h->tables), true);
    house_drop_listings(h);
    while (!LIST_EMPTY(&h->tasks))
        house_cancel(h, LIST_FIRST(&h->tasks));
    house_close_accounts(h);
    h->terms.engine->close(h->store);
    house_forget_asked(h);
    for (house_message *m; (m = TAILQ_FIRST(&h->spare));) {
        TAILQ_REMOVE(&h->spare, m, in_queue);
        free(m);
    }
    free(h->bucket);
    free(h->keys);
    free(h->heap);
    free(h->record);
    free(h->out.at);
    table_events_free(&h->events);
    free(h);
}

static void take_last_numbers(void *of, store_answer *a) {
    house *h = of;
    if (a->numbers == 2) {
        if (a->number[0] > h->last_person) h->last_person = a->number[0];
        if (a->number[1] > h->last_table) h->last_table = a->number[1];
    }
    store_answer_free(a);
}

house *house_open(const house_terms *terms, void (*wake)(void *to), void *to, fault *why) {
    if (sodium_init() < 0) abort();
    house *h = calloc(1, sizeof *h);
    if (!h) abort();
    store_user user = {.node = terms->node,
                       .lease = terms->limits[LIMIT_LEASE],
                       .wake = wake,
                       .to = to,
                       .news = house_take_news,
                       .news_to = h};
    store *s = terms->engine->open(terms->data, &user, why);
    if (!s) {
        free(h);
        return NULL;
    }
    char *out = malloc(OUT);
    if (!out) abort();
    h->terms = *terms;
    h->store = s;
    h->out = text_on(out, OUT);
    TAILQ_INIT(&h->spare);
    house_open_accounts(h);
    h->opened = 1; /* until a stored table has a later line; a time of 0 is no time */
    h->opened_clock = terms->env.clock(terms->env.to);
    if (why->say) house_log_fault(h, "store", 0, why);
    terms->engine->ask(s, &(store_question){.what = STORE_LAST}, take_last_numbers, h);
    if (house_table_load_all(h, why)) {
        h->swept = house_now(h) - HOUSE_MINUTE;
        return h;
    }
    house_close(h);
    return NULL;
}

/* ---- metrics --------------------------------------------------------------------------------------- */

static void put_metric(text *out, const char *name, const char *type, const char *help, uint64_t value) {
    text_put(out, "# HELP safehouse_");
    text_put(out, name);
    text_char(out, ' ');
    text_put(out, help);
    text_put(out, "\n# TYPE safehouse_");
    text_put(out, name);
    text_char(out, ' ');
    text_put(out, type);
    text_put(out, "\nsafehouse_");
    text_put(out, name);
    text_char(out, ' ');
    text_int(out, (int64_t)value);
    text_char(out, '\n');
}

void house_metrics(const house *h, text *out) {
    uint64_t durable = h->terms.engine->durable(h->store), loaded = 0, damaged = 0;
    const house_table *p;
    LIST_FOREACH (p, &h->tables, in_house)
        loaded += p->box != NULL, damaged += p->damage != NULL;
    put_metric(out, "guests", "gauge", "Open connections.", (uint64_t)h->n_guests);
    put_metric(out, "tables_loaded", "gauge", "Tables in memory.", loaded);
    put_metric(out, "tables_timed", "gauge", "Tables in the store whose clocks run.",
               (uint64_t)h->n_tables - loaded - damaged);
    put_metric(out, "tables_damaged", "gauge", "Tables that could not be read, or do not read back.",
               damaged);
    if (h->terms.engine->shared) {
        put_metric(out, "store_state", "gauge", "0: it works; 1: nothing becomes durable; 2: no lease.",
                   (uint64_t)h->state);
        put_metric(out, "tables_lost_total", "counter", "Tables that another node has taken over.", h->lost);
    }
    put_metric(out, "tables", "gauge", "Tables ever made.", (uint64_t)h->last_table);
    put_metric(out, "people", "gauge", "People ever seen.", (uint64_t)h->last_person);
    put_metric(out, "moves_total", "counter", "Moves taken, of people and bots.", h->moves);
    put_metric(out, "lines_total", "counter", "Lines added to journals.", h->lines);
    put_metric(out, "messages_in_total", "counter", "Messages received.", h->received);
    put_metric(out, "messages_out_total", "counter", "Messages sent.", h->sent);
    put_metric(out, "bytes_out_total", "counter", "Bytes of messages sent.", h->sent_bytes);
    put_metric(out, "refused_total", "counter", "Requests answered with an error.", h->refused);
    put_metric(out, "closed_slow_total", "counter", "Connections closed because they read too slowly.",
               h->slow);
    put_metric(out, "closed_busy_total", "counter", "Connections closed because they sent too much.",
               h->busy);
    put_metric(out, "closed_large_total", "counter", "Connections closed because of too large a message.",
               h->large);
    put_metric(out, "turned_away_total", "counter",
               "Connections and HTTP requests refused because of what their addresses used.", h->turned_away);
    if (h->space_asked && h->space_free >= 0)
        put_metric(out, "disk_free_bytes", "gauge", "Bytes free where the data is.", (uint64_t)h->space_free);
    put_metric(out, "store_waiting", "gauge", "Entries that are not durable yet.", h->put - durable);
    put_metric(out, "store_written_total", "counter", "Entries made durable.", durable);
}
