/* house.c - the house: opening it, guests who come and go, messages, time.
 *
 * Map: limits - time and the store - messages - who comes - time passes - opening and closing -
 * numbers for an operator. */
#include "house/house.h"
#include "base/bits.h"
#include "house/parts.h"
#include "kit/json.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* ---- limits --------------------------------------------------------------------------------------- */

const struct house_limit_entry house_limits[LIMITS] = {
    [LIMIT_SOCKETS] = {"sockets", 20000, 1, 1000000, "house.limit.sockets"},
    [LIMIT_ADDRESS_SOCKETS] = {"address-sockets", 50, 1, 1000000, "house.limit.address-sockets"},
    [LIMIT_ADDRESS_NEW] = {"address-new", 100, 1, 1000000, "house.limit.address-new"},
    [LIMIT_MESSAGE] = {"message", 128 << 10, 1 << 10, 1 << 20, "house.limit.message"},
    [LIMIT_RATE] = {"rate", 10, 1, 100000, "house.limit.rate"},
    [LIMIT_QUEUE] = {"queue", 1 << 20, 256 << 10, 64 << 20, "house.limit.queue"},
    [LIMIT_LINES] = {"lines", 20000, 1000, 1000000, "house.limit.lines"},
    [LIMIT_IDLE] = {"idle", 48, 1, 100000, "house.limit.idle"},
    [LIMIT_DELAY] = {"delay", 600, 0, 60000, "house.limit.delay"},
};

/* ---- time and the store ------------------------------------------------------------------------------ */

int64_t house_now(const house *h) { return h->start + h->terms.world.clock(h->terms.world.to) - h->began; }

uint64_t keep(house *h, const store_entry *e) { return h->put = h->terms.kind->put(h->store, e); }

/* What is told here is for the operator: numbers of people and tables, no names, no addresses of
 * tables, no words that were said. */
void house_log(house *h, const char *what, int64_t number, int64_t person, const char *word) {
    char line[512];
    text t = text_on(line, sizeof line);
    text_put(&t, "{\"at\":");
    text_int(&t, house_now(h));
    text_put(&t, ",\"what\":");
    text_json(&t, what);
    if (number) text_put(&t, ",\"table\":"), text_int(&t, number);
    if (person) text_put(&t, ",\"person\":"), text_int(&t, person);
    if (word) text_put(&t, ",\"word\":"), text_json(&t, word);
    text_put(&t, "}\n");
    h->terms.world.log(h->terms.world.to, line, t.used);
}

/* ---- messages ------------------------------------------------------------------------------------------ */

text *say_begin(house *h) {
    h->out.used = 0;
    h->out.cut = false;
    return &h->out;
}

static void drop_messages(guest *g) {
    while (g->first) {
        house_message *m = g->first;
        g->first = m->next;
        free(m);
    }
    g->last = NULL;
    g->waiting = 0;
}

void part(house *h, guest *g, int code, const char *why) {
    if (g->parted) return;
    g->parted = true;
    drop_messages(g);
    h->terms.world.part(g->socket, code, why);
}

void say_to(house *h, guest *g) {
    if (g->parted) return;
    if (g->waiting + h->out.used > (size_t)h->terms.limits[LIMIT_QUEUE]) {
        h->slow++;
        part(h, g, 1008, "too slow");
        return;
    }
    house_message *m = malloc(sizeof *m + h->out.used);
    if (!m) abort();
    m->next = NULL;
    m->when = h->put;
    m->size = h->out.used;
    memcpy(m->bytes, h->out.at, m->size);
    *(g->last ? &g->last->next : &g->first) = m;
    g->last = m;
    g->waiting += m->size;
    if (m->when <= h->durable)
        h->terms.world.ready(g->socket);
    else if (!g->held) {
        g->held = true;
        g->also_held = h->held;
        h->held = g;
    }
}

/* More is durable: those who waited for it can be told. */
static void release(house *h) {
    guest *g = h->held;
    uint64_t durable = h->terms.kind->durable(h->store);
    if (durable == h->durable) return;
    h->durable = durable;
    h->held = NULL;
    while (g) {
        guest *next = g->also_held;
        if (g->first && g->first->when <= h->durable) h->terms.world.ready(g->socket);
        g->held = g->last && g->last->when > h->durable;
        if (g->held) {
            g->also_held = h->held;
            h->held = g;
        }
        g = next;
    }
}

bool house_has_next(const house *h, const guest *g) { return g->first && g->first->when <= h->durable; }

house_message *house_next(house *h, guest *g) {
    house_message *m = g->first;
    if (!house_has_next(h, g)) return NULL;
    g->first = m->next;
    if (!g->first) g->last = NULL;
    g->waiting -= m->size;
    h->said++;
    h->said_bytes += m->size;
    return m;
}

void say_re(house *h, const json_t *re) {
    if (!json_is_integer(re)) return;
    text_put(&h->out, "\"re\":");
    text_int(&h->out, json_integer_value(re));
    text_char(&h->out, ',');
}

void say_error(house *h, guest *g, const json_t *re, const fault *why) {
    char sentence[1024];
    text s = text_on(sentence, sizeof sentence);
    words_fault(&s, g->lang, why);
    say_begin(h);
    text_char(&h->out, '{');
    say_re(h, re);
    text_put(&h->out, "\"error\":");
    text_json(&h->out, why->say);
    if (why->rule) text_put(&h->out, ",\"rule\":"), text_json(&h->out, why->rule);
    text_put(&h->out, ",\"text\":");
    text_json(&h->out, sentence);
    text_char(&h->out, '}');
    h->refused++;
    say_to(h, g);
}

void secret_letters(const uint8_t secret[32], char out[HOUSE_TOKEN + 1]) {
    sodium_bin2base64(out, HOUSE_TOKEN + 1, secret, 32, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void hash_of(const char *letters, uint8_t hash[STORE_HASH]) {
    crypto_generichash(hash, STORE_HASH, (const unsigned char *)letters, strlen(letters), NULL, 0);
}

/* ---- who comes -------------------------------------------------------------------------------------------- */

static address *address_named(house *h, const char *name) {
    for (address *a = h->addresses; a; a = a->next)
        if (!strcmp(a->name, name)) return a;
    address *a = calloc(1, sizeof *a);
    if (!a) abort();
    text t = text_on(a->name, sizeof a->name);
    text_put(&t, name);
    a->next = h->addresses;
    h->addresses = a;
    return a;
}

/* Forgets addresses from which nobody is here and nothing was made for an hour. */
static void forget_addresses(house *h, int64_t now) {
    for (address **at = &h->addresses; *at;) {
        address *a = *at;
        if (a->sockets || now - a->since < HOUR)
            at = &a->next;
        else {
            *at = a->next;
            free(a);
        }
    }
}

bool may_make(house *h, guest *g, fault *why) {
    address *a = g->from;
    int64_t now = house_now(h);
    if (now - a->since >= HOUR) a->since = now, a->made = 0;
    if (a->made >= h->terms.limits[LIMIT_ADDRESS_NEW]) return fault_at(why, "house.many-new", NULL, 0, 0);
    a->made++;
    return true;
}

typedef struct {
    char *name;
    size_t size;
} name_place;

static void take_name(void *to, int64_t number, const char *s, size_t n) {
    name_place *at = to;
    (void)number;
    if (n >= at->size) n = at->size - 1;
    memcpy(at->name, s, n);
    at->name[n] = 0;
}

static bool good_token(const char *token) { return token && strlen(token) == HOUSE_TOKEN; }

/* The person whose token this is, and the name; 0: nobody. */
static table_person person_of(house *h, const char *token, char name[RECORD_NAME]) {
    uint8_t hash[STORE_HASH];
    if (!good_token(token)) return 0;
    hash_of(token, hash);
    return (table_person)h->terms.kind->whose(h->store, hash, take_name, &(name_place){name, RECORD_NAME});
}

bool house_knows(house *h, const char *token) {
    char name[RECORD_NAME];
    return person_of(h, token, name) != 0;
}

static void take_muted(void *to, int64_t number, const char *s, size_t n) {
    guest *g = to;
    (void)s, (void)n;
    if (g->n_muted < MUTED) g->muted[g->n_muted++] = (table_person)number;
}

void guest_becomes(house *h, guest *g, table_person who) {
    g->person = who;
    g->n_muted = 0;
    h->terms.kind->muted(h->store, who, take_muted, g);
}

bool guest_is(house *h, guest *g, const char *token) {
    table_person person = person_of(h, token, g->name);
    if (person) guest_becomes(h, g, person);
    return person;
}

void say_you(house *h, const guest *g, const char *token) {
    text_put(&h->out, "\"you\":");
    if (!g->person) {
        text_put(&h->out, "null");
        return;
    }
    text_put(&h->out, "{\"person\":");
    text_int(&h->out, g->person);
    text_put(&h->out, ",\"name\":");
    text_json(&h->out, g->name);
    if (token) text_put(&h->out, ",\"token\":"), text_json(&h->out, token);
    text_char(&h->out, '}');
}

guest *house_come(house *h, void *socket, const char *from, const char *token, fault *why) {
    address *a = address_named(h, from);
    const char *many = h->n_guests >= h->terms.limits[LIMIT_SOCKETS]          ? "house.full"
                       : a->sockets >= h->terms.limits[LIMIT_ADDRESS_SOCKETS] ? "house.many-sockets"
                                                                              : NULL;
    if (many) {
        fault_at(why, many, NULL, 0, 0);
        return NULL;
    }
    guest *g = calloc(1, sizeof *g);
    if (!g) abort();
    g->socket = socket;
    g->from = a;
    a->sockets++;
    h->n_guests++;
    g->next = h->guests;
    if (g->next) g->next->prev = g;
    h->guests = g;
    g->who = GM_SPECTATOR;
    g->tokens = 10000 * h->terms.limits[LIMIT_RATE];
    g->filled = house_now(h);
    if (token) guest_is(h, g, token);
    text_put(say_begin(h), "{\"house\":\"safehouse\",\"protocol\":1,");
    say_you(h, g, NULL);
    text_char(&h->out, '}');
    say_to(h, g);
    return g;
}

void house_go(house *h, guest *g) {
    place_leave(h, g);
    lobby_leave(h, g);
    drop_messages(g);
    if (g->held)
        for (guest **at = &h->held; *at; at = &(*at)->also_held)
            if (*at == g) {
                *at = g->also_held;
                break;
            }
    *(g->prev ? &g->prev->next : &h->guests) = g->next;
    if (g->next) g->next->prev = g->prev;
    g->from->sockets--;
    h->n_guests--;
    free(g);
}

void house_hear(house *h, guest *g, const char *s, size_t n) {
    int64_t now = house_now(h), rate = h->terms.limits[LIMIT_RATE];
    if (g->parted) return;
    h->heard++;
    g->tokens += (now - g->filled) * rate;
    if (g->tokens > 10000 * rate) g->tokens = 10000 * rate;
    g->filled = now;
    if (g->tokens < 1000) {
        h->busy++;
        part(h, g, 1008, "too many messages");
        return;
    }
    g->tokens -= 1000;
    if (n > (size_t)h->terms.limits[LIMIT_MESSAGE]) {
        h->large++;
        part(h, g, 1009, "too large");
        return;
    }
    request_read(h, g, s, n);
}

/* ---- time passes -------------------------------------------------------------------------------------------- */

const char *house_broken(const house *h) { return h->terms.kind->broken(h->store); }

void house_part_all(house *h, int code, const char *why) {
    for (guest *g = h->guests; g; g = g->next)
        part(h, g, code, why);
}

bool house_quiet(const house *h) {
    if (h->terms.kind->durable(h->store) < h->put) return false;
    for (const guest *g = h->guests; g; g = g->next)
        if (g->first) return false;
    return true;
}

int64_t house_tick(house *h) {
    if (house_broken(h)) return -1;
    int64_t now = house_now(h);
    int64_t next = h->swept + MINUTE;
    if (next <= now) {
        forget_addresses(h, now);
        h->swept = now;
        next = now + MINUTE;
    }
    while (h->n_places && h->queue[0]->wake <= now)
        place_tick(h, h->queue[0]);
    if (h->n_places && h->queue[0]->wake < next) next = h->queue[0]->wake;
    release(h);
    return next - now;
}

/* ---- opening and closing --------------------------------------------------------------------------------------- */

/* A view, what was agreed, with decks of which each byte may take two, and all that was said lately. */
enum { OUT = GM_JSON_VIEW_SIZE + 2 * GM_MAX_FILES * GM_MAX_FILE + (128 << 10) };

house *house_open(const house_terms *terms, void (*wake)(void *to), void *to, fault *why) {
    if (sodium_init() < 0) abort();
    store *s = terms->kind->open(terms->data, wake, to, why);
    if (!s) return NULL;
    house *h = calloc(1, sizeof *h);
    char *out = malloc(OUT);
    if (!h || !out) abort();
    h->terms = *terms;
    h->store = s;
    h->out = text_on(out, OUT);
    h->began = terms->world.clock(terms->world.to);
    h->start = 1;
    terms->kind->greatest(s, &h->people, &h->tables);
    place_read_all(h);
    return h;
}

void house_close(house *h) {
    while (h->places)
        place_forget(h, h->places, true);
    while (h->addresses) {
        address *a = h->addresses;
        h->addresses = a->next;
        free(a);
    }
    h->terms.kind->close(h->store);
    free(h->numbered);
    free(h->queue);
    free(h->record);
    free(h->out.at);
    free(h);
}

/* ---- numbers for an operator --------------------------------------------------------------------------------------- */

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
    uint64_t durable = h->terms.kind->durable(h->store), loaded = 0;
    for (const place *p = h->places; p; p = p->next)
        loaded += p->box != NULL;
    put_metric(out, "guests", "gauge", "Open connections.", (uint64_t)h->n_guests);
    put_metric(out, "tables_loaded", "gauge", "Tables in memory.", loaded);
    put_metric(out, "tables_timed", "gauge", "Tables in the store whose clocks run.",
               (uint64_t)h->n_places - loaded);
    put_metric(out, "tables", "gauge", "Tables ever made.", (uint64_t)h->tables);
    put_metric(out, "people", "gauge", "People ever seen.", (uint64_t)h->people);
    put_metric(out, "moves_total", "counter", "Moves taken, of people and bots.", h->moves);
    put_metric(out, "lines_total", "counter", "Lines added to journals.", h->lines);
    put_metric(out, "messages_in_total", "counter", "Messages received.", h->heard);
    put_metric(out, "messages_out_total", "counter", "Messages sent.", h->said);
    put_metric(out, "bytes_out_total", "counter", "Bytes of messages sent.", h->said_bytes);
    put_metric(out, "refused_total", "counter", "Requests answered with an error.", h->refused);
    put_metric(out, "closed_slow_total", "counter", "Connections closed because they read too slowly.",
               h->slow);
    put_metric(out, "closed_busy_total", "counter", "Connections closed because they sent too much.",
               h->busy);
    put_metric(out, "closed_large_total", "counter", "Connections closed because of too large a message.",
               h->large);
    put_metric(out, "store_waiting", "gauge", "Entries that are not durable yet.", h->put - durable);
    put_metric(out, "store_written_total", "counter", "Entries made durable.", durable);
}
