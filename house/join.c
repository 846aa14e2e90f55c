/* join.c - coming to a table, and what a guest is told there.
 *
 * Map: coming and going - updates - talk - the whole table - what was missed. */
#include "base/bits.h"
#include "house/internal.h"
#include <stdlib.h>
#include <string.h>

/* ---- coming and going ---------------------------------------------------------------------------------- */

gm_seat house_table_seat(const house_table *p, table_person who) {
    gm_seats seats = table_seats_of(&p->t, who);
    return seats ? (gm_seat)bits_first(seats) : GM_SPECTATOR;
}

gm_seats house_table_present(const house_table *p) {
    gm_seats here = 0;
    const house_guest *g;
    LIST_FOREACH (g, &p->guests, at_table)
        if (g->who != GM_SPECTATOR) here |= (gm_seats)BIT(g->who);
    return here;
}

enum { WATCHERS = 20 }; /* names of spectators that are told at most */

/* "watching":["Eve"]: the spectators who have a name, each once however many connections they have. */
static void put_watchers(jsonw *w, const house_table *p) {
    table_person told[WATCHERS];
    int n = 0, i;
    const house_guest *g;
    LIST_FOREACH (g, &p->guests, at_table) {
        if (g->who != GM_SPECTATOR || !g->person || n == WATCHERS) continue;
        for (i = 0; i < n && told[i] != g->person;)
            i++;
        if (i < n) continue;
        if (!n) jsonw_key(w, "watching"), jsonw_array(w);
        told[n++] = g->person;
        jsonw_string(w, g->name);
    }
    if (n) jsonw_end_array(w);
}

/* "here":[true,false],"onlookers":2,"watching":["Eve"] */
static void put_presence(jsonw *w, const house_table *p) {
    int spectators = 0;
    gm_seats here = house_table_present(p);
    const house_guest *g;
    LIST_FOREACH (g, &p->guests, at_table)
        spectators += g->who == GM_SPECTATOR;
    jsonw_key(w, "here");
    jsonw_array(w);
    for (int q = 0; q < gm_seat_count(p->t.match.box); q++)
        jsonw_bool(w, here >> q & 1);
    jsonw_end_array(w);
    jsonw_put_int(w, "onlookers", spectators);
    put_watchers(w, p);
}

static void write_presence(house *h, const house_table *p) {
    put_presence(house_begin(h, NULL), p);
    house_end(h);
}

void house_tell_presence(house *h, house_table *p, const house_guest *but) {
    house_guest *g;
    write_presence(h, p);
    LIST_FOREACH (g, &p->guests, at_table)
        if (g != but) house_send(h, g);
}

/* The first guest has come or the last one gone, so the lobby may list the table now, or no longer. */
static void update_listing(house *h, house_table *p) {
    if (!p->open || !p->spectators || p->t.phase != TABLE_PLAYING) return;
    p->dirty = true;
    house_table_schedule(h, p, 0); /* the next tick tells the lobby */
}

/* Before the start, whoever has the key may come and sit down. */
bool house_table_join(house *h, house_table *p, house_guest *g, fault *why) {
    gm_seat who = house_table_seat(p, g->person);
    if (who == GM_SPECTATOR && !p->spectators && p->t.phase != TABLE_WAITING)
        return fault_at(why, "house.closed", NULL, 0, 0);
    if (g->at == p) return true;
    house_table_leave(h, g);
    house_lobby_leave(g);
    g->at = p;
    g->who = who;
    if (LIST_EMPTY(&p->guests)) update_listing(h, p);
    LIST_INSERT_HEAD(&p->guests, g, at_table);
    house_tell_presence(h, p, g);
    return true;
}

void house_table_identify(house *h, house_guest *g) {
    house_table *p = g->at;
    if (!p) return;
    if (house_table_seat(p, g->person) == g->who) {
        if (g->who == GM_SPECTATOR) house_tell_presence(h, p, NULL); /* with the name */
        return;
    }
    g->who = house_table_seat(p, g->person);
    house_send_table(h, g, NULL);
    house_tell_presence(h, p, g);
}

void house_table_leave(house *h, house_guest *g) {
    house_table *p = g->at;
    if (!p) return;
    LIST_REMOVE(g, at_table);
    g->at = NULL;
    g->again[0] = 0;
    g->who = GM_SPECTATOR;
    p->used = house_now(h);
    if (LIST_EMPTY(&p->guests)) update_listing(h, p);
    house_tell_presence(h, p, NULL);
    house_table_tick(h, p);
}

/* ---- updates ----------------------------------------------------------------------------------------------- */

static bool is_muted(const house_guest *g, const table_event *e) {
    for (int i = 0; i < g->n_muted && e->kind == TABLE_E_SAY; i++)
        if (g->muted[i] == e->person) return true;
    return false;
}

/* Begins the message {"update":13,"events":[...]. */
static jsonw *begin_update(house *h, const house_guest *g, const table *t, const table_events *events,
                           int64_t number, const json_t *re) {
    jsonw *w = house_begin(h, re);
    jsonw_put_int(w, "update", number);
    jsonw_key(w, "events");
    jsonw_array(w);
    for (int i = 0; i < events->n; i++)
        if (!is_muted(g, &events->event[i])) table_json_event(w, t, &events->event[i], g->who);
    jsonw_end_array(w);
    return w;
}

void house_send_update(house *h, house_guest *g, const table *t, const table_events *events, int64_t number,
                       const json_t *re) {
    table_json_now(begin_update(h, g, t, events, number, re), t, g->who, true);
    house_end(h);
    house_send(h, g);
}

/* ---- talk ---------------------------------------------------------------------------------------------------- */

enum {
    TOLD = 50, /* remarks that somebody who comes is told */
    KEPT =
        200, /* and how many are kept for that, because some of them may be from people whom they have muted */
};

/* The latest lines of talk, in a ring: the next one goes to n % KEPT. */
struct house_talk {
    int64_t n;
    struct {
        char *line;
        size_t size;
    } kept[KEPT];
};

void house_talk_add(house_table *p, const table_events *events, const char *line, size_t size) {
    const table_event *e = events->event; /* talk is a line's only event */
    if (events->n != 1 || (e->kind != TABLE_E_SAY && e->kind != TABLE_E_STATE)) return;
    if (!p->talk) p->talk = calloc(1, sizeof *p->talk);
    if (!p->talk) abort();
    int64_t slot = p->talk->n++ % KEPT;
    char *copy = realloc(p->talk->kept[slot].line, size);
    if (!copy) abort();
    memcpy(copy, line, size);
    p->talk->kept[slot].line = copy;
    p->talk->kept[slot].size = size;
    p->said[e->seat]++;
}

void house_talk_free(house_table *p) {
    for (int i = 0; p->talk && i < KEPT; i++)
        free(p->talk->kept[i].line);
    free(p->talk);
    p->talk = NULL;
    memset(p->said, 0, sizeof p->said);
}

/* One of the kept lines as an event; false: the guest does not want to hear it. */
static bool read_kept(const house_guest *g, int64_t i, table_event *e) {
    const house_talk *talk = g->at->talk;
    return table_read_talk(&g->at->t, talk->kept[i % KEPT].line, talk->kept[i % KEPT].size, e) &&
           !is_muted(g, e);
}

static void put_talk(jsonw *w, const house_guest *g) {
    const house_talk *talk = g->at->talk;
    table_event e;
    int64_t first = talk ? talk->n : 0, oldest = first > KEPT ? first - KEPT : 0;
    for (int told = 0; first > oldest && told < TOLD; first--)
        told += read_kept(g, first - 1, &e);
    jsonw_key(w, "talk");
    jsonw_array(w);
    for (; talk && first < talk->n; first++)
        if (read_kept(g, first, &e)) table_json_event(w, &g->at->t, &e, g->who);
    jsonw_end_array(w);
}

/* ---- the whole table ----------------------------------------------------------------------------------------- */

static void put_again(jsonw *w, const house_guest *g) {
    if (g->again[0]) jsonw_put_string(w, "again", g->again);
}

static void put_link(jsonw *w, const house *h, const house_table *p) {
    char link[256]; /* an address of a house has under 100 bytes */
    text t = text_on(link, sizeof link);
    text_put(&t, h->terms.url);
    text_put(&t, "/t/");
    text_put(&t, p->key);
    jsonw_put_string(w, "link", link);
}

void house_send_table(house *h, house_guest *g, const json_t *re) {
    const house_table *p = g->at;
    jsonw *w = house_begin(h, re);
    jsonw_put_string(w, "table", p->key);
    put_link(w, h, p);
    jsonw_put_int(w, "update", p->lines);
    jsonw_put_bool(w, "host", g->person && g->person == p->t.terms.host);
    if (table_is_removed(&p->t, g->person)) jsonw_put_bool(w, "removed", true);
    if (p->t.silenced) jsonw_put_bool(w, "silence", true);
    jsonw_key(w, "agreed");
    jsonw_raw(w, p->agreed);
    put_presence(w, p);
    put_talk(w, g);
    put_again(w, g);
    jsonw_key(w, g->story ? "story" : "view");
    h->cost += COST_VIEW + (g->story ? COST_MOVE * p->t.match.n : 0);
    if (g->story)
        table_json_story(w, &p->t, g->who);
    else
        table_json_view(w, &p->t, g->who);
    house_end(h);
    house_send(h, g);
}

void house_json_damaged(jsonw *w, const house_table *p) {
    jsonw_put_bool(w, "damaged", true);
    jsonw_put_string(w, "table", p->key);
    if (p->game) jsonw_put_string(w, "game", p->game->name);
}

void house_send_damaged(house *h, house_guest *g, const house_table *p, const json_t *re) {
    jsonw *w = house_begin(h, re);
    house_json_damaged(w, p);
    jsonw_put_string(w, "error", p->damage);
    jsonw_put_string(w, "text", words_get(g->lang, p->damage, 0));
    house_end(h);
    h->refused++;
    house_send(h, g);
}

/* ---- what was missed ------------------------------------------------------------------------------------------- */

/* Replays the journal on a table of its own and collects the updates after a line. */
typedef struct {
    house *h;
    const house_guest *g;
    table t;
    table_events events;
    int64_t after, lines; /* after this line; how many were read */
    size_t size, most;
    struct house_queue messages;
} missed;

/* False: it cannot be read. */
static bool take_missed(missed *m, const store_line *line) {
    fault why;
    if (!table_redo(&m->t, line->text, line->size, line->sum, &m->events, &why)) return false;
    if (m->lines++ < m->after) return true;
    begin_update(m->h, m->g, &m->t, &m->events, m->lines, NULL); /* what was to be done then is past */
    house_end(m->h);
    house_message *message = house_message_new(m->h);
    TAILQ_INSERT_TAIL(&m->messages, message, in_queue);
    m->size += message->size;
    return m->size <= m->most; /* more would make the guest look slow */
}

/* False: there are too many, or the journal could not be read up to its end. */
static bool collect_missed(missed *m, const house_table *p, const store_answer *a) {
    if (!a->journals || a->journal->lines != (size_t)p->lines) return false;
    table_open(&m->t, p->t.match.game, p->t.match.box, &p->t.terms, p->agreed, p->t.secret);
    m->t.pick = p->t.pick;
    bool good = true;
    for (size_t i = 0; good && i < a->journal->lines; i++)
        good = take_missed(m, &a->journal->line[i]);
    table_close(&m->t);
    table_events_free(&m->events);
    return good;
}

bool house_send_missed(house *h, house_guest *g, int64_t number, const store_answer *a, const json_t *re) {
    static const table_events nothing;
    const house_table *p = g->at;
    if (number < 0 || number > p->lines) return false;
    missed m = {.h = h, .g = g, .after = number, .most = (size_t)h->terms.limits[LIMIT_QUEUE] / 2};
    TAILQ_INIT(&m.messages);
    bool good = true;
    if (number < p->lines) {
        h->cost += COST_LINE * p->lines;
        good = collect_missed(&m, p, a);
    }
    for (house_message *message; (message = TAILQ_FIRST(&m.messages));) {
        TAILQ_REMOVE(&m.messages, message, in_queue);
        if (good)
            house_send_message(h, g, message);
        else
            house_message_free(h, message);
    }
    if (!good) return false;
    jsonw *w = begin_update(h, g, &p->t, &nothing, p->lines, re);
    table_json_now(w, &p->t, g->who, true);
    put_again(w, g);
    house_end(h);
    house_send(h, g);
    write_presence(h, p); /* who came and went meanwhile is in no journal */
    house_send(h, g);
    return true;
}
