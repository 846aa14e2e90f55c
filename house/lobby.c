/* lobby.c - coming to a table, what a guest sees there, and the list of tables. */
#include "base/bits.h"
#include "house/parts.h"
#include "kit/json.h"
#include <stdlib.h>
#include <string.h>

/* How much of each is told; LATELY: lines of a journal in which talk is looked for, as many as a long game has. */
enum { TALK = 50, TABLES = 200, OWN = 50, LATELY = 2000 };

/* ---- at a table ---------------------------------------------------------------------------------------- */

gm_seat place_seat(const place *p, table_person who) {
    gm_seats seats = table_seats_of(&p->t, who);
    return seats ? (gm_seat)bits_first(seats) : GM_SPECTATOR;
}

static void put_flag(text *out, const char *key, bool flag) {
    text_put(out, key);
    text_put(out, flag ? "true" : "false");
}

/* "here":[true,false],"onlookers":2 */
static void put_here(text *out, const place *p) {
    int seats = gm_seat_count(p->t.box), others = 0;
    bool here[GM_LISTENERS] = {0};
    for (const guest *g = p->guests; g; g = g->behind) {
        here[g->who] = true;
        others += g->who == GM_SPECTATOR;
    }
    for (int q = 0; q < seats; q++)
        put_flag(out, q ? "," : "\"here\":[", here[q]);
    text_put(out, "],\"onlookers\":");
    text_int(out, others);
}

static void begin_here(house *h, const place *p) {
    text_char(say_begin(h), '{');
    put_here(&h->out, p);
    text_char(&h->out, '}');
}

void tell_here(house *h, place *p, const guest *but) {
    begin_here(h, p);
    for (guest *g = p->guests; g; g = g->behind)
        if (g != but) say_to(h, g);
}

/* The first to come and the last to go: whether a game can be looked at changes. */
static void lobby_cares(house *h, place *p) {
    if (!p->open || !p->onlookers || p->t.phase != TABLE_PLAYING) return;
    p->dirty = true;
    place_wake(h, p, 0); /* the next tick sees to it */
}

/* Before the start whoever has the key may come and sit down. */
bool place_enter(house *h, place *p, guest *g, fault *why) {
    gm_seat who = place_seat(p, g->person);
    if (who == GM_SPECTATOR && !p->onlookers && p->t.phase != TABLE_WAITING)
        return fault_at(why, "house.closed", NULL, 0, 0);
    if (g->at == p) return true;
    place_leave(h, g);
    lobby_leave(h, g);
    g->at = p;
    g->who = who;
    g->before = NULL;
    g->behind = p->guests;
    if (p->guests)
        p->guests->before = g;
    else
        lobby_cares(h, p);
    p->guests = g;
    tell_here(h, p, g);
    return true;
}

void place_know(house *h, guest *g) {
    place *p = g->at;
    if (!p || place_seat(p, g->person) == g->who) return;
    g->who = place_seat(p, g->person);
    say_view(h, g, NULL);
    tell_here(h, p, g);
}

void place_leave(house *h, guest *g) {
    place *p = g->at;
    if (!p) return;
    *(g->before ? &g->before->behind : &p->guests) = g->behind;
    if (g->behind) g->behind->before = g->before;
    g->at = NULL;
    g->who = GM_SPECTATOR;
    p->used = house_now(h);
    if (!p->guests) lobby_cares(h, p);
    tell_here(h, p, NULL);
    place_tick(h, p);
}

static bool is_muted(const guest *g, const table_event *e) {
    for (int i = 0; i < g->n_muted && e->kind == TABLE_E_SAY; i++)
        if (g->muted[i] == e->person) return true;
    return false;
}

/* What one line brought about, as the guest may know it: {"update":13,"events":[...] */
static void put_update(house *h, const guest *g, const table *t, const table_events *events, int64_t number,
                       const json_t *re) {
    text *out = say_begin(h);
    bool first = true;
    text_char(out, '{');
    say_re(h, re);
    text_put(out, "\"update\":");
    text_int(out, number);
    text_put(out, ",\"events\":[");
    for (int i = 0; i < events->n; i++) {
        if (is_muted(g, &events->event[i])) continue;
        if (!first) text_char(out, ',');
        first = false;
        table_put_event(out, t, &events->event[i], g->who);
    }
    text_char(out, ']');
}

void say_update(house *h, guest *g, const table *t, const table_events *events, int64_t number,
                const json_t *re) {
    put_update(h, g, t, events, number, re);
    table_put_now(&h->out, t, g->who);
    text_char(&h->out, '}');
    say_to(h, g);
}

/* What was said lately: a first reading of the journal counts, a second one tells. */
typedef struct {
    const guest *g;
    text *out; /* NULL: counts */
    int n, told;
} talk;

static void take_talk(void *to, int64_t number, const char *s, size_t n) {
    talk *k = to;
    table_event e;
    (void)number;
    if (!table_said(&k->g->at->t, s, n, &e) || is_muted(k->g, &e)) return;
    if (!k->out) {
        k->n++;
        return;
    }
    if (k->n-- > TALK) return;
    if (k->told++) text_char(k->out, ',');
    table_put_event(k->out, &k->g->at->t, &e, k->g->who);
}

static void put_talk(house *h, const guest *g) {
    talk k = {.g = g};
    int64_t from = g->at->lines > LATELY ? g->at->lines - LATELY : 0;
    if (g->at->talked) h->terms.kind->lines(h->store, g->at->number, from, take_talk, &k);
    k.out = &h->out;
    text_put(k.out, ",\"talk\":[");
    if (k.n) h->terms.kind->lines(h->store, g->at->number, from, take_talk, &k);
    text_char(k.out, ']');
}

/* The tables at which somebody has sat, the latest first. */
typedef struct {
    int64_t number[OWN];
    int n;
} own;

static void take_own(void *to, int64_t number, const char *s, size_t n) {
    own *o = to;
    (void)s, (void)n;
    if (o->n < OWN) o->number[o->n++] = number;
}

static own own_tables(house *h, table_person who) {
    own o = {.n = 0};
    h->terms.kind->tables_of(h->store, who, OWN, take_own, &o);
    return o;
}

/* Where those who sat here play their next game, which nobody else is told afterwards. */
static void put_again(house *h, const guest *g) {
    if (g->at->t.phase != TABLE_OVER || g->who == GM_SPECTATOR) return;
    own o = own_tables(h, g->person);
    for (int i = 0; i < o.n && o.number[i] > g->at->number; i++) {
        const place *p = place_numbered(h, o.number[i]);
        if (!p || p->before != g->at->number || place_seat(p, g->person) == GM_SPECTATOR) continue;
        text_put(&h->out, ",\"again\":");
        text_json(&h->out, p->key);
        return;
    }
}

void say_view(house *h, guest *g, const json_t *re) {
    const place *p = g->at;
    text *out = say_begin(h);
    text_char(out, '{');
    say_re(h, re);
    text_put(out, "\"table\":");
    text_json(out, p->key);
    text_put(out, ",\"link\":\"");
    text_put(out, h->terms.url);
    text_put(out, "/t/");
    text_put(out, p->key);
    text_put(out, "\",\"update\":");
    text_int(out, p->lines);
    put_flag(out, ",\"host\":", g->person && g->person == p->t.terms.host);
    if (table_is_removed(&p->t, g->person)) put_flag(out, ",\"removed\":", true);
    text_put(out, ",\"agreed\":");
    text_put(out, p->agreed);
    text_char(out, ',');
    put_here(out, p);
    put_talk(h, g);
    put_again(h, g);
    text_put(out, ",\"view\":");
    table_put_view(out, &p->t, g->who);
    text_char(out, '}');
    say_to(h, g);
}

/* Lives through the journal once more, for what the guest has missed: first to see how much that is, then to tell. */
typedef struct {
    house *h;
    guest *g;
    table t;
    table_events events;
    int64_t after;
    size_t size;
    bool tells;
} missed;

static void take_missed(void *to, int64_t number, const char *s, size_t n) {
    missed *m = to;
    fault why;
    if (!table_do(&m->t, s, n, &m->events, &why) || number < m->after) return;
    put_update(m->h, m->g, &m->t, &m->events, number + 1, NULL);
    text_char(&m->h->out, '}'); /* what was to be done then is past, and would be most of the bytes */
    m->size += m->h->out.used;
    if (m->tells) say_to(m->h, m->g);
}

static void live_again(missed *m, const place *p) {
    table_open(&m->t, p->t.game, p->t.box, &p->t.terms, p->t.secret);
    m->t.pick = p->t.pick;
    m->h->terms.kind->lines(m->h->store, p->number, 0, take_missed, m);
    table_close(&m->t);
}

bool say_since(house *h, guest *g, int64_t number, const json_t *re) {
    static missed m;
    const place *p = g->at;
    if (number < 0 || number > p->lines) return false;
    m = (missed){.h = h, .g = g, .after = number};
    if (number < p->lines) {
        g->tokens -= p->lines; /* it is as much work as a message for each thousand */
        live_again(&m, p);
        if (m.size > (size_t)h->terms.limits[LIMIT_QUEUE] / 2) return false; /* it would be taken for slow */
        m.tells = true;
        live_again(&m, p);
    }
    m.events.n = 0;
    put_update(h, g, &p->t, &m.events, p->lines, re);
    table_put_now(&h->out, &p->t, g->who);
    put_again(h, g);
    text_char(&h->out, '}');
    say_to(h, g);
    begin_here(h, p); /* who came and went meanwhile is in no journal */
    say_to(h, g);
    return true;
}

/* ---- the list of tables ------------------------------------------------------------------------------------ */

static void put_seats(text *out, const table *t) {
    for (int q = 0; q < gm_seat_count(t->box); q++) {
        const table_seat *s = &t->seat[q];
        text_put(out, q ? ",{\"name\":" : ",\"seats\":[{\"name\":");
        text_json(out, s->name);
        text_put(out, ",\"bot\":");
        text_json(out, s->bot);
        put_flag(out, ",\"person\":", s->person);
        text_char(out, '}');
    }
    text_char(out, ']');
}

static void put_summary(house *h, const place *p, table_person whose) {
    text *out = &h->out;
    gm_seat seat = place_seat(p, whose);
    text_put(out, "{\"table\":");
    text_json(out, p->key);
    text_put(out, ",\"phase\":");
    text_json(out, table_phases[p->t.phase]);
    put_flag(out, ",\"onlookers\":", p->onlookers);
    text_put(out, ",\"game\":");
    text_json(out, p->t.game->name);
    text_put(out, ",\"clock\":");
    text_json(out, table_clocks[p->t.terms.clock]);
    if (p->t.terms.clock != TABLE_NO_CLOCK) text_put(out, ",\"time\":"), text_int(out, p->t.terms.time);
    put_seats(out, &p->t);
    if (seat != GM_SPECTATOR) {
        text_put(out, ",\"you\":");
        text_int(out, seat);
        put_flag(out, ",\"asked\":",
                 p->t.phase == TABLE_PLAYING && p->t.game->to_act(p->t.box, p->t.st) >> seat & 1);
    }
    text_char(out, '}');
}

/* Tables that one can sit down at, or look on. */
static bool listed(const place *p) {
    return p->box && p->open &&
           (p->t.phase == TABLE_WAITING || (p->t.phase == TABLE_PLAYING && p->onlookers && p->guests));
}

void lobby_enter(house *h, guest *g) {
    if (g->lobby) return;
    g->lobby = true;
    g->left = NULL;
    g->right = h->lobby;
    if (g->right) g->right->left = g;
    h->lobby = g;
}

void lobby_leave(house *h, guest *g) {
    if (!g->lobby) return;
    g->lobby = false;
    *(g->left ? &g->left->right : &h->lobby) = g->right;
    if (g->right) g->right->left = g->left;
}

void say_lobby(house *h, guest *g, const json_t *re) {
    text *out = say_begin(h);
    int n = 0;
    text_char(out, '{');
    say_re(h, re);
    text_put(out, "\"lobby\":[");
    for (const place *p = h->places; p && n < TABLES; p = p->next) {
        if (!listed(p)) continue;
        if (n++) text_char(out, ',');
        put_summary(h, p, 0);
    }
    text_put(out, "]}");
    say_to(h, g);
}

void tell_lobby(house *h, place *p) {
    text *out = say_begin(h);
    if (!p->open || !h->lobby) return;
    if (listed(p)) {
        text_put(out, "{\"open\":");
        put_summary(h, p, 0);
    } else {
        text_put(out, "{\"shut\":");
        text_json(out, p->key);
    }
    text_char(out, '}');
    for (guest *g = h->lobby; g; g = g->right)
        say_to(h, g);
}

void say_mine(house *h, guest *g, const json_t *re) {
    own o = own_tables(h, g->person);
    int told = 0;
    text *out = say_begin(h);
    text_char(out, '{');
    say_re(h, re);
    text_put(out, "\"mine\":[");
    for (int i = 0; i < o.n; i++) {
        place *p = place_numbered(h, o.number[i]);
        if (!p || place_seat(p, g->person) == GM_SPECTATOR) continue; /* it is gone, or the seat was left */
        if (told++) text_char(out, ',');
        put_summary(h, p, g->person);
    }
    text_put(out, "]}");
    say_to(h, g);
}
