/* wire.c - a table and what happens there, as JSON: what goes over the wire. */
#include "base/bits.h"
#include "kit/json.h"
#include "kit/notation.h"
#include "table/table.h"
#include <string.h>

const char *const table_phases[] = {
    [TABLE_WAITING] = "waiting", [TABLE_PLAYING] = "playing", [TABLE_OVER] = "over"};
const char *const table_clocks[] = {
    [TABLE_NO_CLOCK] = "none", [TABLE_PER_MOVE] = "move", [TABLE_PER_GAME] = "game"};

static void put_key(text *out, const char *key) {
    text_char(out, ',');
    text_json(out, key);
    text_char(out, ':');
}

static void put_text(text *out, const char *key, const char *s) {
    put_key(out, key);
    text_json(out, s);
}

static void put_flag(text *out, const char *key, bool flag) {
    put_key(out, key);
    text_put(out, flag ? "true" : "false");
}

static void put_number(text *out, const char *key, int64_t n) {
    put_key(out, key);
    text_int(out, n);
}

static void put_hex(text *out, const char *key, const uint8_t *bytes, size_t n) {
    put_key(out, key);
    text_char(out, '"');
    text_hex(out, bytes, n);
    text_char(out, '"');
}

static void put_who(text *out, const char *key, gm_seat seat) {
    put_key(out, key);
    gm_json_seat(out, seat);
}

static void put_move(text *out, const table *t, const char *key, gm_move m) {
    char code[GM_NOTATION_SIZE];
    text s = text_on(code, sizeof code);
    gm_write_move(&s, t->game, t->box, m);
    put_text(out, key, code);
}

static void put_vote(text *out, table_vote vote, int hold) {
    put_text(out, "vote", table_votes[vote]);
    if (vote == TABLE_HOLD) put_number(out, "of", hold);
}

static void put_seat(text *out, const table *t, gm_seat q) {
    const table_seat *s = &t->seat[q];
    put_text(out, "name", s->name);
    put_flag(out, "person", s->person);
    put_text(out, "bot", s->bot);
    put_flag(out, "held", s->held);
    put_flag(out, "nonce", s->nonce.size);
}

/* The end: who won and why is in the view; the secret lets everybody check the deals. */
static void put_over(text *out, const table *t) {
    put_flag(out, "agreed", t->agreed);
    put_hex(out, "secret", t->secret, sizeof t->secret);
    if (t->agreed) return;
    gm_result res;
    t->game->result(t->box, t->st, &res);
    put_key(out, "winners");
    text_char(out, '[');
    for (gm_seats w = res.winners; w; w &= (gm_seats)(w - 1)) {
        text_int(out, bits_first(w));
        if (w & (w - 1)) text_char(out, ',');
    }
    text_char(out, ']');
    put_key(out, "points");
    for (int q = 0; q < gm_players(t->box); q++) {
        text_char(out, q ? ',' : '[');
        text_int(out, res.points[q]);
    }
    text_char(out, ']');
}

/* Text from a line, which was checked when it was taken. */
static void put_part(text *out, const char *key, const char *s, size_t n) {
    char part[TABLE_TALK + 1];
    memcpy(part, s, n);
    part[n] = 0;
    put_text(out, key, part);
}

void table_put_event(text *out, const table *t, const table_event *e, gm_seat who) {
    static const char *const kinds[] = {
        [TABLE_E_SEAT] = "seat",   [TABLE_E_START] = "start", [TABLE_E_MOVE] = "move",
        [TABLE_E_BACK] = "back",   [TABLE_E_VOTE] = "vote",   [TABLE_E_SAY] = "say",
        [TABLE_E_STATE] = "state", [TABLE_E_OVER] = "over",   [TABLE_E_AGAIN] = "again"};
    text_put(out, "{\"event\":");
    text_json(out, kinds[e->kind]);
    switch (e->kind) {
    case TABLE_E_SEAT:
        put_number(out, "seat", e->seat);
        put_seat(out, t, e->seat);
        break;
    case TABLE_E_MOVE:
        put_number(out, "n", e->n);
        put_who(out, "who", e->seat);
        put_move(out, t, "move", e->heard[who]);
        break;
    case TABLE_E_BACK:
        put_number(out, "n", e->n);
        put_who(out, "who", e->seat);
        break;
    case TABLE_E_VOTE:
        put_who(out, "who", e->seat);
        put_vote(out, e->vote, e->hold);
        break;
    case TABLE_E_SAY:
        put_who(out, "who", e->seat);
        put_number(out, "person", e->person);
        if (e->name) put_part(out, "name", e->name, e->name_size);
        put_part(out, "text", e->text, e->size);
        break;
    case TABLE_E_STATE:
        put_who(out, "who", e->seat);
        put_move(out, t, "state", e->heard[who]);
        break;
    case TABLE_E_OVER: put_over(out, t); break;
    case TABLE_E_START:
    case TABLE_E_AGAIN: break;
    }
    text_char(out, '}');
}

/* What is left of a seat's time now. */
static int64_t time_left(const table *t, const table_seat *s) {
    int64_t left = s->left - (s->since ? t->now - s->since : 0);
    return left > 0 ? left : 0;
}

static gm_seats asked(const table *t) {
    return t->phase == TABLE_PLAYING ? t->game->to_act(t->box, t->st) : 0;
}

static void put_seats(text *out, const table *t) {
    put_key(out, "seats");
    for (gm_seat q = 0; q < gm_seat_count(t->box); q++) {
        text_put(out, q ? ",{\"seat\":" : "[{\"seat\":");
        text_int(out, q);
        put_seat(out, t, q);
        put_vote(out, t->seat[q].vote, t->seat[q].hold);
        text_char(out, '}');
    }
    text_char(out, ']');
}

static void put_choices(text *out, const table *t, gm_seat who) {
    gm_move moves[GM_MAX_MOVES];
    int n = t->game->moves(t->box, t->st, who, moves);
    put_key(out, "moves");
    for (int i = 0; i < n; i++) {
        char code[GM_NOTATION_SIZE];
        text s = text_on(code, sizeof code);
        gm_write_move(&s, t->game, t->box, moves[i]);
        text_char(out, i ? ',' : '[');
        text_json(out, code);
    }
    text_char(out, ']');
}

void table_put_now(text *out, const table *t, gm_seat who) {
    gm_seats act = asked(t);
    int seats = gm_seat_count(t->box);
    put_number(out, "n", t->n);
    put_key(out, "asked");
    text_char(out, '[');
    for (gm_seats a = act; a; a &= (gm_seats)(a - 1)) {
        gm_json_seat(out, bits_first(a));
        if (a & (a - 1)) text_char(out, ',');
    }
    text_char(out, ']');
    if (t->terms.clock != TABLE_NO_CLOCK) {
        put_key(out, "left");
        for (int q = 0; q < seats; q++) {
            text_char(out, q ? ',' : '[');
            text_int(out, time_left(t, &t->seat[q]));
        }
        text_char(out, ']');
    }
    if (who < GM_MAX_SEATS && act >> who & 1) put_choices(out, t, who);
}

void table_put_view(text *out, const table *t, gm_seat who) {
    uint8_t commitment[SHA256_SIZE];
    gm_view v;
    sha256_of(t->secret, sizeof t->secret, commitment);
    text_put(out, "{\"game\":");
    text_json(out, t->game->name);
    put_text(out, "phase", table_phases[t->phase]);
    put_who(out, "you", who);
    put_hex(out, "commitment", commitment, sizeof commitment);
    put_seats(out, t);
    if (t->phase == TABLE_OVER) put_over(out, t);
    gm_make_view(t->game, t->box, t->st, who, &v);
    put_key(out, "view");
    gm_json_view(out, &v);
    table_put_now(out, t, who);
    text_char(out, '}');
}
