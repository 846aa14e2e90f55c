/* lobby.c - the list of tables, and a person's own tables. */
#include "house/internal.h"

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

static void put_summary(jsonw *w, const house_table *p, table_person whose) {
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
        jsonw_put_bool(w, "asked",
                       t->phase == TABLE_PLAYING &&
                           t->match.game->to_act(t->match.box, t->match.st) >> seat & 1);
    }
    jsonw_end_object(w);
}

/* Tables at which one can sit down, or that one can watch. */
static bool is_listed(const house_table *p) {
    return p->box && p->open &&
           (p->t.phase == TABLE_WAITING ||
            (p->t.phase == TABLE_PLAYING && p->spectators && !LIST_EMPTY(&p->guests)));
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
        if (n < LISTED && is_listed(p)) put_summary(w, p, 0), n++;
    jsonw_end_array(w);
    house_end(h);
    house_send(h, g);
}

void house_tell_lobby(house *h, house_table *p) {
    house_guest *g;
    if (!p->open || LIST_EMPTY(&h->lobby)) return;
    jsonw *w = house_begin(h, NULL);
    if (is_listed(p)) {
        jsonw_key(w, "open");
        put_summary(w, p, 0);
    } else
        jsonw_put_string(w, "shut", p->key);
    house_end(h);
    LIST_FOREACH (g, &h->lobby, in_lobby)
        house_send(h, g);
}

typedef struct {
    int64_t *number;
    int n;
} own;

static void take_own(void *to, int64_t number, const char *s, size_t n) {
    own *o = to;
    (void)s, (void)n;
    if (o->n < HOUSE_OWN_TABLES) o->number[o->n++] = number;
}

int house_own_tables(house *h, table_person who, int64_t numbers[HOUSE_OWN_TABLES]) {
    own o = {.number = numbers};
    fault why;
    if (h->terms.engine->tables_of(h->store, who, HOUSE_OWN_TABLES, take_own, &o, &why)) return o.n;
    house_log_fault(h, "unreadable", who, &why);
    return -1;
}

void house_send_own_tables(house *h, house_guest *g, const json_t *re) {
    int64_t numbers[HOUSE_OWN_TABLES];
    int n = house_own_tables(h, g->person, numbers);
    if (n < 0) {
        fault why;
        fault_at(&why, "house.unreadable", NULL, 0, 0);
        house_send_error(h, g, re, &why);
        return;
    }
    jsonw *w = house_begin(h, re);
    jsonw_key(w, "mine");
    jsonw_array(w);
    for (int i = 0; i < n; i++) {
        fault why;
        const house_table *p = house_table_by_number(h, numbers[i], &why);
        if (p && p->damage && p->key[0]) {
            jsonw_object(w);
            house_json_damaged(w, p);
            jsonw_end_object(w);
        } else if (p && p->box && house_table_seat(p, g->person) != GM_SPECTATOR)
            put_summary(w, p, g->person); /* else it is gone, or the seat was left */
    }
    jsonw_end_array(w);
    house_end(h);
    house_send(h, g);
}
