/* visit.c - a stay at a table of a house: what is known of it here, and being asked.
 *
 * Map: seats - the story - being asked.  What the house says is heard in visit_hear.c, what is typed in
 * visit_words.c. */
#include "term/visit.h"
#include "base/bits.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <time.h>

enum { HURRY = 10000 }; /* milliseconds before the end at which a clock is told */

visit *visit_new(session *s) {
    visit *v = calloc(1, sizeof *v);
    unsigned id;
    if (!v || getrandom(&id, sizeof id, 0) != sizeof id) abort();
    v->s = s;
    v->id = (int)(id >> 3); /* unlike those of another time */
    return v;
}

void visit_free(visit *v) {
    json_decref(v->talk);
    free(v);
}

teller *visit_aloud(visit *v) {
    session_aloud(v->s);
    return &v->t;
}

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- seats ------------------------------------------------------------------------------------------------------ */

/* Bots have no names at a house; here each gets one that nobody else has. */
static const char *name_for(const visit *v, int q) {
    static const char *const keys[GM_MAX_SEATS] = {"name.0", "name.1", "name.2", "name.3",
                                                   "name.4", "name.5", "name.6"};
    if (v->seat[q].name[0]) return v->seat[q].name;
    for (int k = 0; k < GM_MAX_SEATS; k++) {
        const char *name = words_get(v->s->w.lang, keys[(q + k) % GM_MAX_SEATS], 0);
        int other = 0;
        while (other < visit_seats(v) &&
               strcasecmp(other < q ? v->t.names[other] : v->seat[other].name, name))
            other++;
        if (other == visit_seats(v)) return name;
    }
    return "";
}

void visit_name_seats(visit *v) {
    for (int q = 0; q < visit_seats(v); q++)
        v->t.names[q] = name_for(v, q);
}

static bool is_bot(const visit_seat *s) { return !s->person || s->held; }

int visit_count_free(const visit *v) {
    int n = 0;
    for (int q = 0; q < visit_seats(v); q++)
        n += visit_is_free(&v->seat[q]);
    return n;
}

void visit_tell_seats(visit *v) {
    teller *t = visit_aloud(v);
    for (int q = 0; q < gm_players(v->box); q++) {
        const visit_seat *s = &v->seat[q];
        const char *how = q >= visit_seats(v) ? "play.seat.dummy"
                          : visit_is_free(s)  ? "join.seat.free"
                          : !s->person        ? "play.seat.bot"
                          : s->held           ? "join.seat.held"
                          : q == visit_me(v)  ? "join.seat.you"
                          : s->here           ? "play.seat"
                                              : "join.seat.away";
        tell(t, (gm_line){how, {SAY_SEAT(q), SAY_NUMBER(q)}});
    }
    int others = v->onlookers - !visit_seated(v);
    if (others > 0) tell(t, (gm_line){"join.onlookers", {SAY_NUMBER(others)}});
    if (v->phase == TABLE_WAITING) {
        if (visit_count_free(v)) tell(t, (gm_line){"join.free", {SAY_NUMBER(visit_count_free(v))}});
        tell(t, (gm_line){"join.link", {SAY_TEXT(v->link)}});
        if (v->host) tell(t, (gm_line){"join.host", {{0}}});
    }
}

static void put_nonce(char hex[33]) {
    uint8_t bytes[16];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) abort();
    text t = text_on(hex, 33);
    text_hex(&t, bytes, sizeof bytes);
}

int visit_first_free(const visit *v) {
    int q = 0;
    while (q < visit_seats(v) && !visit_is_free(&v->seat[q]))
        q++;
    return q < visit_seats(v) ? q : -1;
}

void visit_sit(visit *v, int seat) {
    char nonce[33];
    if (seat == JOIN_ANY) seat = visit_first_free(v);
    if (seat < 0) {
        tell(visit_aloud(v), (gm_line){"join.no-seat", {{0}}});
        return;
    }
    put_nonce(nonce);
    session_ask(v->s, json_pack("{s:s,s:i,s:s}", "do", "sit", "seat", seat, "nonce", nonce));
}

/* Who was seated by a vote for another game has not added to the deals yet. */
void visit_give_nonce(visit *v) {
    char nonce[33];
    put_nonce(nonce);
    session_ask(v->s, json_pack("{s:s,s:s}", "do", "nonce", "nonce", nonce));
}

/* ---- the story ---------------------------------------------------------------------------------------------------- */

void visit_begin(visit *v, gm_seat me) {
    v->game.room = GM_MAX_PLIES;
    v->game.by = v->by;
    v->game.heard = v->heard;
    gm_follower_start(&v->game, v->t.w.game, v->box, me);
    v->t.st = v->game.view.st;
    v->t.near = v->t.ears = me;
    v->t.story = gm_follower_story(&v->game);
    tell_forget(&v->t);
    v->asked = false;
}

bool visit_hear_move(visit *v, gm_seat who, const char *move) {
    gm_move m;
    fault why;
    const gm_view *view = &v->game.view;
    if (!gm_read_heard(view->game, v->box, move, strlen(move), &m, &why) ||
        !gm_could_hear(view, who, m, &v->chance) || !gm_follower_hear(&v->game, who, m))
        return false;
    gm_follower_step(&v->game);
    v->t.story = gm_follower_story(&v->game);
    return true;
}

void visit_tell_move(visit *v, const gm_view *before) {
    visit_aloud(v);
    tell_heard(&v->t, v->game.n - 1);
    tell_news(&v->t, before, &v->game.view);
}

void visit_take_back(visit *v, int n) {
    gm_follower_forget(&v->game, n);
    v->t.story = gm_follower_story(&v->game);
    tell_forget(&v->t);
    v->asked = false;
}

gm_seats visit_to_act(const visit *v) {
    return v->known && v->phase == TABLE_PLAYING ? v->t.w.game->to_act(v->box, v->game.view.st) : 0;
}

/* ---- being asked ----------------------------------------------------------------------------------------------------- */

void visit_read_clocks(visit *v, const json_t *m) {
    const json_t *left = json_object_get(m, "left");
    size_t q;
    json_t *one;
    if (!left) return;
    v->clocks = true;
    v->left_at = now_ms();
    json_array_foreach(left, q, one) {
        if (q < GM_MAX_SEATS) v->left[q] = json_integer_value(one);
    }
}

static int64_t time_left(const visit *v, int q) {
    bool runs = visit_to_act(v) >> q & 1 && !is_bot(&v->seat[q]);
    int64_t left = v->left[q] - (runs ? now_ms() - v->left_at : 0);
    return left > 0 ? left : 0;
}

void visit_tell_clocks(visit *v) {
    teller *t = visit_aloud(v);
    if (!v->clocks) tell(t, (gm_line){"join.no-clock", {{0}}});
    for (int q = 0; q < visit_seats(v) && v->clocks; q++)
        if (v->seat[q].person)
            tell(t, (gm_line){"join.time", {SAY_SEAT(q), SAY_NUMBER((time_left(v, q) + 500) / 1000)}});
}

static void tell_own_clock(visit *v) {
    int64_t left = time_left(v, visit_me(v));
    tell(visit_aloud(v), (gm_line){"join.left", {SAY_NUMBER((left + 500) / 1000)}});
    wire_set(v->s->wire, WIRE_CLOCK,
             left > HURRY ? (int)(left - HURRY < 1 << 30 ? left - HURRY : 1 << 30) : -1);
}

void visit_alarm(visit *v) {
    if (v->asked && v->clocks) tell_own_clock(v);
}

/* For whom all wait; bots are not worth a word. */
static void tell_waited(visit *v) {
    gm_seats people = 0;
    for (gm_seats act = visit_to_act(v); act; act &= (gm_seats)(act - 1)) {
        int q = bits_first(act);
        if (q < visit_seats(v) && !is_bot(&v->seat[q])) people |= (gm_seats)BIT(q);
    }
    if (people && people != v->waited)
        tell(visit_aloud(v), (gm_line){"join.waits", {{GM_ARG_THINGS, "seat", people}}});
    v->waited = people;
}

static bool same_choices(const choices *a, const choices *b) {
    return a->n == b->n && !memcmp(a->move, b->move, (size_t)a->n * sizeof *a->move);
}

void visit_ask(visit *v) {
    static choices c;
    gm_seat me = visit_me(v);
    bool turn = visit_seated(v) && visit_to_act(v) >> me & 1 && !v->seat[me].held;
    tell_flush(&v->t);
    if (!turn) {
        v->asked = false;
        v->c.n = 0;
        v->c.who = me;
        wire_set(v->s->wire, WIRE_CLOCK, -1);
        tell_waited(v);
        return;
    }
    choice_find(&v->t, me, &c);
    if (v->asked && same_choices(&c, &v->c)) return;
    v->c = c;
    v->asked = true;
    v->waited = 0;
    fprintf(session_aloud(v->s), "\n");
    tell_state(&v->t, !tell_still_there(&v->t));
    if (v->clocks) tell_own_clock(v);
    choice_offer(&v->t, &v->c);
}

bool visit_waits(const visit *v) { return v->phase != TABLE_PLAYING || v->asked; }
