/* lobby.c - the list of tables, and a person's own tables. */
#include "house/internal.h"
#include "kit/json.h"

enum { LISTED = 200 }; /* tables that the lobby shows */

static void put_seats(jsonw *w, const table *t) {
    jsonw_key(w, "seats");
    jsonw_array(w);
    for (int q = 0; q < gm_seat_count(t->match.box); q++) {
        const table_seat *s = &t->seat[q];
        jsonw_object(w);
        jsonw_put_string(w, "name", s->name);
        jsonw_put_string(w, "bot", s->bot);
        jsonw_put_bool(w, "person", s->person);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

/* How a game ended, and when. */
static void put_result(jsonw *w, const house_table *p) {
    const table *t = &p->t;
    jsonw_put_int(w, "over", p->over);
    jsonw_key(w, "result");
    jsonw_object(w);
    jsonw_put_bool(w, "agreed", t->ended_by_vote);
    if (t->practice) jsonw_put_bool(w, "practice", true);
    if (!t->ended_by_vote) gm_json_result(w, t->match.game, t->match.box, t->match.st);
    jsonw_end_object(w);
}

static void put_summary(jsonw *w, const house_table *p, table_person whose, bool results) {
    const table *t = &p->t;
    gm_seat seat = house_table_seat(p, whose);
    jsonw_object(w);
    jsonw_put_string(w, "table", p->key);
    jsonw_put_string(w, "phase", table_phases[t->phase]);
    jsonw_put_bool(w, "onlookers", p->spectators);
    jsonw_put_string(w, "game", t->match.game->name);
    jsonw_put_string(w, "clock", table_clocks[t->terms.clock]);
    if (t->terms.clock != TABLE_NO_CLOCK) jsonw_put_int(w, "time", t->terms.time);
    put_seats(w, t);
    if (seat != GM_SPECTATOR) {
        jsonw_put_int(w, "you", seat);
        gm_seats asked = t->discussion == TABLE_DISCUSSING ? (gm_seats)~table_ready(t) : table_asked(t);
        jsonw_put_bool(w, "asked", asked >> seat & 1);
    }
    if (results && t->phase == TABLE_OVER) put_result(w, p);
    jsonw_end_object(w);
}

static int count_people(const table *t) {
    int n = 0;
    for (int q = 0; q < gm_seat_count(t->match.box); q++)
        n += t->seat[q].person != 0;
    return n;
}

/* Tables at which one can sit down, or that one can watch; a game against bots alone is nobody else's business. */
static bool is_listed(const house_table *p) {
    return p->box && p->open &&
           (p->t.phase == TABLE_WAITING || (p->t.phase == TABLE_PLAYING && p->spectators &&
                                            !LIST_EMPTY(&p->guests) && count_people(&p->t) > 1));
}

void house_lobby_enter(house *h, house_guest *g) {
    if (g->lobby) return;
    g->lobby = true;
    LIST_INSERT_HEAD(&h->lobby, g, in_lobby);
}

void house_lobby_leave(house_guest *g) {
    if (!g->lobby) return;
    g->lobby = false;
    LIST_REMOVE(g, in_lobby);
}

void house_send_lobby(house *h, house_guest *g, const json_t *re) {
    jsonw *w = house_begin(h, re);
    const house_table *p;
    int n = 0;
    jsonw_key(w, "lobby");
    jsonw_array(w);
    LIST_FOREACH (p, &h->tables, in_house)
        if (n < LISTED && is_listed(p)) put_summary(w, p, 0, false), n++;
    house_put_listings(h, w, LISTED - n);
    jsonw_end_array(w);
    house_end(h);
    house_send(h, g);
}

static void send_to_lobby(house *h) {
    house_guest *g;
    house_end(h);
    LIST_FOREACH (g, &h->lobby, in_lobby)
        house_send(h, g);
}

/* What other nodes show of the table. */
static void publish(house *h, house_table *p) {
    char summary[4096];
    text t = text_on(summary, sizeof summary);
    jsonw w = jsonw_on(&t);
    if (is_listed(p)) put_summary(&w, p, 0, false);
    house_publish_listing(h, p, summary, t.cut ? 0 : t.used);
}

void house_tell_lobby(house *h, house_table *p) {
    if (!p->open) return;
    if (h->terms.engine->shared) publish(h, p);
    if (LIST_EMPTY(&h->lobby)) return;
    jsonw *w = house_begin(h, NULL);
    if (is_listed(p)) {
        jsonw_key(w, "open");
        put_summary(w, p, 0, false);
    } else
        jsonw_put_string(w, "shut", p->key);
    send_to_lobby(h);
}

void house_tell_listing(house *h, const char *key, const char *summary) {
    if (LIST_EMPTY(&h->lobby)) return;
    jsonw *w = house_begin(h, NULL);
    if (summary) {
        jsonw_key(w, "open");
        jsonw_raw(w, summary);
    } else
        jsonw_put_string(w, "shut", key);
    send_to_lobby(h);
}

/* A table at which the guest has sat; not if it is gone, or the seat was left. */
static void put_own(jsonw *w, const house_guest *g, const house_table *p, bool results) {
    if (p->damage && p->key[0]) {
        jsonw_object(w);
        house_json_damaged(w, p);
        jsonw_end_object(w);
    } else if (p->box && house_table_seat(p, g->person) != GM_SPECTATOR)
        put_summary(w, p, g->person, results);
}

bool house_send_own_tables(house *h, house_guest *g, int64_t before, bool results, const json_t *re,
                           fault *why) {
    enum { OWN = 50 };
    const store_answer *own = house_ask(
        h, &(store_question){.what = STORE_TABLES_OF, .number = g->person, .n = before, .most = OWN});
    const store_answer *looked[OWN] = {0};
    if (!own) return false;
    if (own->found == STORE_UNREADABLE) {
        house_log_fault(h, "unreadable", g->person, &own->why);
        return fault_at(why, "house.unreadable", NULL, 0, 0);
    }
    for (size_t i = 0; i < own->numbers; i++) {
        const house_table *p = house_table_in_memory(h, own->number[i]);
        if (!p || !p->box)
            looked[i] = house_ask(h, &(store_question){.what = STORE_LOOK, .number = own->number[i]});
    }
    if (h->task->waiting) return false;
    jsonw *w = house_begin(h, re);
    jsonw_key(w, "mine");
    jsonw_array(w);
    for (size_t i = 0; i < own->numbers; i++) {
        house_table *p = house_table_in_memory(h, own->number[i]);
        if (p && p->box)
            put_own(w, g, p, results);
        else if (looked[i] && (p = house_table_visit(h, own->number[i], looked[i], why))) {
            put_own(w, g, p, results);
            house_table_visit_end(p);
        }
    }
    jsonw_end_array(w);
    if (own->numbers == OWN) jsonw_put_int(w, "next", own->number[OWN - 1]);
    house_end(h);
    house_send(h, g);
    return true;
}
