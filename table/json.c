/* json.c - a table and what happens there, as JSON: what goes over the wire (doc/protocol.md). */
#include "kit/json.h"
#include "base/bits.h"
#include "kit/notation.h"
#include "table/table.h"
#include <string.h>

const char *const table_phases[] = {
    [TABLE_WAITING] = "waiting", [TABLE_PLAYING] = "playing", [TABLE_OVER] = "over"};
const char *const table_clocks[] = {
    [TABLE_NO_CLOCK] = "none", [TABLE_PER_MOVE] = "move", [TABLE_PER_GAME] = "game"};

static void put_who(jsonw *w, const char *key, gm_seat who) {
    jsonw_key(w, key);
    gm_json_seat(w, who);
}

/* Notation has nothing to escape. */
static void put_move(jsonw *w, const table *t, gm_move m) {
    char quoted[GM_NOTATION_SIZE + 2];
    text s = text_on(quoted, sizeof quoted);
    text_char(&s, '"');
    gm_write_move(&s, t->match.game, t->match.box, m);
    text_char(&s, '"');
    jsonw_raw(w, quoted);
}

static void put_vote(jsonw *w, table_vote vote, int hold) {
    jsonw_put_string(w, "vote", table_votes[vote]);
    if (vote == TABLE_HOLD) jsonw_put_int(w, "of", hold);
}

static void put_seat(jsonw *w, const table *t, gm_seat q) {
    const table_seat *s = &t->seat[q];
    jsonw_put_int(w, "seat", q);
    jsonw_put_string(w, "name", s->name);
    jsonw_put_bool(w, "person", s->person);
    jsonw_put_string(w, "bot", s->bot);
    jsonw_put_bool(w, "held", s->held);
    jsonw_put_bool(w, "nonce", s->nonce.size);
    uint8_t colour[GM_MAX_SEATS];
    gm_thing thing;
    bool other = table_colours(t, colour) && colour[q] != q;
    if (other && t->match.game->thing(t->match.box, "player-colour", colour[q], &thing))
        jsonw_put_string(w, "colour", thing.code);
}

/* The end: who won and why is in the view; the secret lets everybody check the deals. */
static void put_over(jsonw *w, const table *t) {
    jsonw_put_bool(w, "agreed", t->ended_by_vote);
    jsonw_put_hex(w, "secret", t->secret, sizeof t->secret);
    if (!t->ended_by_vote) gm_json_result(w, t->match.game, t->match.box, t->match.st);
}

void table_json_event(jsonw *w, const table *t, const table_event *e, gm_seat who) {
    static const char *const kinds[] = {[TABLE_E_SEAT] = "seat",
                                        [TABLE_E_START] = "start",
                                        [TABLE_E_MOVE] = "move",
                                        [TABLE_E_BACK] = "back",
                                        [TABLE_E_VOTE] = "vote",
                                        [TABLE_E_SAY] = "say",
                                        [TABLE_E_STATE] = "state",
                                        [TABLE_E_OVER] = "over",
                                        [TABLE_E_AGAIN] = "again",
                                        [TABLE_E_BAN] = "ban",
                                        [TABLE_E_SILENCE] = "silence",
                                        [TABLE_E_READY] = "ready",
                                        [TABLE_E_DISCUSSION] = "discussion"};
    jsonw_object(w);
    jsonw_put_string(w, "event", kinds[e->kind]);
    switch (e->kind) {
    case TABLE_E_SEAT: put_seat(w, t, e->seat); break;
    case TABLE_E_MOVE:
        jsonw_put_int(w, "n", e->n);
        put_who(w, "who", e->seat);
        jsonw_key(w, "move");
        put_move(w, t, e->heard[who]);
        break;
    case TABLE_E_BACK:
        jsonw_put_int(w, "n", e->n);
        put_who(w, "who", e->seat);
        if (e->on) jsonw_put_bool(w, "practice", true);
        break;
    case TABLE_E_VOTE:
        put_who(w, "who", e->seat);
        put_vote(w, e->vote, e->hold);
        break;
    case TABLE_E_BAN: jsonw_put_int(w, "person", e->person); break;
    case TABLE_E_READY: put_who(w, "who", e->seat); break;
    case TABLE_E_DISCUSSION:
    case TABLE_E_SILENCE: jsonw_put_bool(w, "on", e->on); break;
    case TABLE_E_SAY:
        put_who(w, "who", e->seat);
        jsonw_put_int(w, "person", e->person);
        if (e->name) jsonw_key(w, "name"), jsonw_bytes(w, e->name, e->name_size);
        jsonw_key(w, "text");
        jsonw_bytes(w, e->text, e->size);
        break;
    case TABLE_E_STATE:
        put_who(w, "who", e->seat);
        jsonw_key(w, "state");
        put_move(w, t, e->heard[who]);
        break;
    case TABLE_E_OVER: put_over(w, t); break;
    case TABLE_E_START:
    case TABLE_E_AGAIN: break;
    }
    jsonw_end_object(w);
}

/* What is left of a seat's time now. */
static int64_t time_left(const table *t, const table_seat *s) {
    int64_t left = s->left - (s->since ? t->now - s->since : 0);
    return left > 0 ? left : 0;
}

static void put_seats(jsonw *w, const table *t) {
    jsonw_key(w, "seats");
    jsonw_array(w);
    for (gm_seat q = 0; q < gm_seat_count(t->match.box); q++) {
        jsonw_object(w);
        put_seat(w, t, q);
        put_vote(w, t->seat[q].vote, t->seat[q].hold);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

static void put_moves(jsonw *w, const table *t, gm_seat who) {
    gm_move moves[GM_MAX_MOVES];
    int n = t->match.game->moves(t->match.box, t->match.st, who, moves);
    jsonw_key(w, "moves");
    jsonw_array(w);
    for (int i = 0; i < n; i++)
        put_move(w, t, moves[i]);
    jsonw_end_array(w);
}

static void put_seat_list(jsonw *w, const char *key, gm_seats seats) {
    jsonw_key(w, key);
    jsonw_array(w);
    BITS_EACH (q, seats)
        gm_json_seat(w, q);
    jsonw_end_array(w);
}

/* Who has nothing more to discuss, and the time that is left if it is limited. */
static void put_discussion(jsonw *w, const table *t) {
    int64_t due = t->discussing_since + t->terms.discussion_time;
    jsonw_key(w, "discussion");
    jsonw_object(w);
    put_seat_list(w, "ready", table_ready(t));
    if (t->terms.discussion_time) jsonw_put_int(w, "left", due > t->now ? due - t->now : 0);
    jsonw_end_object(w);
}

void table_json_now(jsonw *w, const table *t, gm_seat who, bool moves) {
    gm_seats asked = table_asked(t);
    jsonw_put_int(w, "n", t->match.n);
    put_seat_list(w, "asked", asked);
    if (t->discussion == TABLE_DISCUSSING) put_discussion(w, t);
    if (t->terms.clock != TABLE_NO_CLOCK) {
        jsonw_key(w, "left");
        jsonw_array(w);
        for (int q = 0; q < gm_seat_count(t->match.box); q++)
            jsonw_int(w, time_left(t, &t->seat[q]));
        jsonw_end_array(w);
    }
    if (moves && who < GM_MAX_SEATS && asked >> who & 1) put_moves(w, t, who);
}

/* What a view and a story have in common. */
static void put_table(jsonw *w, const table *t, gm_seat who) {
    uint8_t commitment[SHA256_SIZE];
    sha256_of(t->secret, sizeof t->secret, commitment);
    jsonw_put_string(w, "game", t->match.game->name);
    jsonw_put_string(w, "phase", table_phases[t->phase]);
    if (t->practice) jsonw_put_bool(w, "practice", true);
    put_who(w, "you", who);
    jsonw_put_hex(w, "commitment", commitment, sizeof commitment);
    put_seats(w, t);
    if (t->phase == TABLE_OVER) put_over(w, t);
}

void table_json_view(jsonw *w, const table *t, gm_seat who) {
    gm_view v;
    jsonw_object(w);
    put_table(w, t, who);
    gm_make_view(t->match.game, t->match.box, t->match.st, who, &v);
    jsonw_key(w, "view");
    gm_json_view(w, &v);
    table_json_now(w, t, who, true);
    jsonw_end_object(w);
}

void table_json_story(jsonw *w, const table *t, gm_seat who) {
    const gm_match *m = &t->match;
    char line[GM_NOTATION_SIZE + 8];
    _Alignas(8) uint8_t st[GM_MAX_STATE] = {0};
    jsonw_object(w);
    put_table(w, t, who);
    jsonw_key(w, "heard");
    jsonw_array(w);
    m->game->setup(m->box, st);
    for (int i = 0; i < m->n; i++) {
        text s = text_on(line, sizeof line);
        gm_write_ply(&s, m->game, m->box, m->by[i], gm_heard(m->game, m->box, st, m->by[i], m->move[i], who));
        jsonw_string(w, line);
        m->game->apply(m->box, st, m->by[i], m->move[i]);
    }
    jsonw_end_array(w);
    table_json_now(w, t, who, false);
    jsonw_end_object(w);
}
