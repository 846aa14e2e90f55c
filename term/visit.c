/* visit.c - a user at a table of a house: the seats, the story, and the user's turn.
 *
 * Map: seats - the story - the user's turn. */
#include "base/bits.h"
#include "term/visit_internal.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <time.h>

enum { WARNING_TIME = 10000 }; /* milliseconds left on a clock when the user is told of it again */

visit *visit_new(session *s) {
    visit *v = calloc(1, sizeof *v);
    unsigned id;
    if (!v || getrandom(&id, sizeof id, 0) != sizeof id) abort();
    v->s = s;
    v->move_id = (int)(id >> 3); /* unlike those of an earlier session */
    return v;
}

void visit_free(visit *v) {
    say_set_own_name(NULL); /* it was ours */
    json_decref(v->talk);
    free(v);
}

narrator *visit_output(visit *v) {
    session_output(v->s);
    return &v->t;
}

void visit_say(visit *v, gm_line line) { narrator_say(visit_output(v), line); }

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- seats ---------------------------------------------------------------------------------- */

/* A house gives bots no names; here each gets one that nobody else at the table has. */
static const char *display_name(const visit *v, int q) {
    if (v->seat[q].name[0]) return v->seat[q].name;
    for (int k = 0; k < GM_MAX_SEATS; k++) {
        const char *name = say_default_name(v->s->w.lang, (q + k) % GM_MAX_SEATS);
        int other = 0;
        while (other < visit_seat_count(v) &&
               strcasecmp(other < q ? v->t.names[other] : v->seat[other].name, name))
            other++;
        if (other == visit_seat_count(v)) return name;
    }
    return "";
}

void visit_name_seats(visit *v) {
    for (int q = 0; q < visit_seat_count(v); q++)
        v->t.names[q] = display_name(v, q);
    say_set_own_name(visit_seated(v) ? v->t.names[visit_own_seat(v)] : NULL);
}

static bool played_by_bot(const visit_seat *s) { return !s->person || s->held; }

bool visit_is_alone(const visit *v) {
    int people = 0;
    for (int q = 0; q < visit_seat_count(v); q++)
        people += v->seat[q].person;
    return visit_seated(v) && people == 1;
}

int visit_count_free_seats(const visit *v) {
    int n = 0;
    for (int q = 0; q < visit_seat_count(v); q++)
        n += visit_seat_is_free(&v->seat[q]);
    return n;
}

int visit_find_colour(const visit *v, const char *word) {
    gm_thing thing;
    for (int i = 0; v->t.w.game->thing(v->box, "player-colour", i, &thing); i++) {
        char name[64];
        text t = text_on(name, sizeof name);
        words_line(&t, &v->t.w, &thing.name);
        if (!strcasecmp(word, thing.code) || !strcasecmp(word, name)) return i;
    }
    return -1;
}

void visit_say_colours(visit *v, const char *key) {
    gm_thing thing;
    int n = 0;
    while (v->t.w.game->thing(v->box, "player-colour", n, &thing))
        n++;
    visit_say(v, n ? (gm_line){key, {gm_set_arg("player-colour", BIT(n) - 1)}}
                   : (gm_line){"join.no-colours", {{0}}});
}

void visit_tell_seats(visit *v) {
    narrator *t = visit_output(v);
    for (int q = 0; q < gm_players(v->box); q++) {
        const visit_seat *s = &v->seat[q];
        const char *status = q >= visit_seat_count(v) ? "play.seat.dummy"
                             : visit_seat_is_free(s)  ? "join.seat.free"
                             : !s->person             ? "play.seat.bot"
                             : s->held                ? "join.seat.held"
                             : q == visit_own_seat(v) ? "join.seat.you"
                             : s->here                ? "play.seat"
                                                      : "join.seat.away";
        narrator_say(t, (gm_line){status, {SAY_SEAT(q), SAY_NUMBER(q + 1)}});
        if (q < visit_seat_count(v) && !visit_seat_is_free(s) && s->colour >= 0)
            narrator_say(t, (gm_line){"join.seat.colour", {gm_thing_arg("player-colour", s->colour)}});
        if (v->phase == TABLE_WAITING && q < visit_seat_count(v) && s->nonce)
            narrator_say(t, (gm_line){"join.seat.ready", {{0}}});
    }
    int others = v->spectators - !visit_seated(v);
    if (others > 0) narrator_say(t, (gm_line){"join.onlookers", {SAY_NUMBER(others)}});
    if (v->phase == TABLE_WAITING) {
        if (visit_count_free_seats(v))
            narrator_say(t, (gm_line){"join.free", {SAY_NUMBER(visit_count_free_seats(v))}});
        narrator_say(t, (gm_line){"join.link", {SAY_TEXT(v->link)}});
        if (v->host) narrator_say(t, (gm_line){"join.host", {{0}}});
        if (visit_should_get_ready(v)) narrator_say(t, (gm_line){"join.get-ready", {{0}}});
    }
}

static void make_nonce(char hex[33]) {
    uint8_t bytes[16];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) abort();
    text t = text_on(hex, 33);
    text_hex(&t, bytes, sizeof bytes);
}

int visit_first_free_seat(const visit *v) {
    int q = 0;
    while (q < visit_seat_count(v) && !visit_seat_is_free(&v->seat[q]))
        q++;
    return q < visit_seat_count(v) ? q : -1;
}

void visit_request_seat(visit *v, int seat, int colour) {
    gm_thing thing;
    if (seat == JOIN_ANY_SEAT) seat = visit_first_free_seat(v);
    if (seat < 0) {
        visit_say(v, (gm_line){"join.no-seat", {{0}}});
        return;
    }
    json_t *request = json_pack("{s:s,s:i}", "do", "sit", "seat", seat);
    if (colour >= 0 && v->t.w.game->thing(v->box, "player-colour", colour, &thing))
        json_object_set_new(request, "colour", json_string(thing.code));
    session_request(v->s, request);
}

bool visit_should_get_ready(const visit *v) {
    return v->phase == TABLE_WAITING && visit_seated(v) && !v->seat[visit_own_seat(v)].nonce;
}

static bool others_are_ready(const visit *v) {
    for (int q = 0; q < visit_seat_count(v); q++) {
        const visit_seat *s = &v->seat[q];
        if (q != visit_own_seat(v) && (s->person ? !s->nonce : !s->bot[0])) return false;
    }
    return true;
}

/* Whoever is ready adds to the deals; the house takes that for the sign. */
void visit_get_ready(visit *v) {
    char nonce[33];
    make_nonce(nonce);
    session_request(v->s, json_pack("{s:s,s:s}", "do", "nonce", "nonce", nonce));
}

/* The host who starts is ready, and if that makes everybody ready, the house starts by itself. */
void visit_start(visit *v) {
    bool ready = visit_should_get_ready(v);
    if (ready) visit_get_ready(v);
    if (!ready || !others_are_ready(v)) session_request(v->s, json_pack("{s:s}", "do", "start"));
}

/* ---- the story ------------------------------------------------------------------------------ */

void visit_start_story(visit *v, gm_seat who) {
    v->game.capacity = GM_MAX_PLIES;
    v->game.by = v->by;
    v->game.heard = v->heard;
    gm_follower_start(&v->game, v->t.w.game, v->box, who);
    v->t.st = v->game.view.st;
    v->t.reader = v->t.listener = who;
    v->t.story = gm_follower_story(&v->game);
    narrator_forget_state(&v->t);
    v->asked = false;
}

bool visit_add_move(visit *v, gm_seat who, const char *move) {
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

void visit_tell_latest_move(visit *v, const gm_view *before) {
    visit_output(v);
    narrator_tell_move(&v->t, v->game.n - 1);
    narrator_tell_news(&v->t, before, &v->game.view);
}

void visit_take_back(visit *v, int n) {
    gm_follower_forget(&v->game, n);
    v->t.story = gm_follower_story(&v->game);
    narrator_forget_state(&v->t);
    v->asked = false;
}

gm_seats visit_to_act(const visit *v) {
    return v->known && v->phase == TABLE_PLAYING ? v->t.w.game->to_act(v->box, v->game.view.st) : 0;
}

gm_seats visit_asked(const visit *v) { return v->discussing ? 0 : visit_to_act(v); }

/* ---- the user's turn ------------------------------------------------------------------------ */

static void read_discussion(visit *v, const json_t *m) {
    const json_t *left = json_object_get(m, "left");
    size_t i;
    json_t *seat;
    v->discussing = m;
    v->discussion_told &= v->discussing;
    v->discussion_left = left ? json_integer_value(left) : -1;
    v->ready = 0;
    json_array_foreach(json_object_get(m, "ready"), i, seat) {
        json_int_t q = json_integer_value(seat);
        if (q >= 0 && q < GM_MAX_SEATS) v->ready |= (gm_seats)BIT(q);
    }
}

void visit_read_now(visit *v, const json_t *m) {
    const json_t *left = json_object_get(m, "left");
    size_t q;
    json_t *one;
    if (!json_object_get(m, "asked")) return; /* missed updates say only what happened */
    read_discussion(v, json_object_get(m, "discussion"));
    v->clocks = left;
    v->left_at = now_ms();
    json_array_foreach(left, q, one) {
        if (q < GM_MAX_SEATS) v->left[q] = json_integer_value(one);
    }
}

static int64_t time_left(const visit *v, int q) {
    bool runs = visit_asked(v) >> q & 1 && !played_by_bot(&v->seat[q]);
    int64_t left = v->left[q] - (runs ? now_ms() - v->left_at : 0);
    return left > 0 ? left : 0;
}

static void tell_discussion_left(visit *v) {
    int64_t left = v->discussion_left - (now_ms() - v->left_at);
    if (v->discussing && v->discussion_left >= 0)
        visit_say(v, (gm_line){"join.discussion.left", {SAY_NUMBER(left > 0 ? (left + 500) / 1000 : 0)}});
}

void visit_tell_clocks(visit *v) {
    narrator *t = visit_output(v);
    tell_discussion_left(v);
    bool waits = v->phase == TABLE_WAITING; /* the clocks have not been set yet */
    if (!v->clocks || waits)
        narrator_say(t, (gm_line){v->clocks ? "join.not-begun" : "join.no-clock", {{0}}});
    for (int q = 0; q < visit_seat_count(v) && v->clocks && !waits; q++) {
        int64_t seconds = (time_left(v, q) + 500) / 1000;
        if (q == visit_own_seat(v))
            narrator_say(t, (gm_line){"join.left", {SAY_NUMBER(seconds)}});
        else if (v->seat[q].person)
            narrator_say(t, (gm_line){"join.time", {SAY_SEAT(q), SAY_NUMBER(seconds)}});
    }
}

static void tell_own_clock(visit *v) {
    int64_t left = time_left(v, visit_own_seat(v));
    visit_say(v, (gm_line){"join.left", {SAY_NUMBER((left + 500) / 1000)}});
    connection_set_timer(
        v->s->connection, CONNECTION_CLOCK_TIMER,
        left > WARNING_TIME ? (int)(left - WARNING_TIME < 1 << 30 ? left - WARNING_TIME : 1 << 30) : -1);
}

void visit_on_clock_timer(visit *v) {
    if (v->asked && v->clocks) tell_own_clock(v);
}

/* Says for which people everybody waits; bots are not mentioned. */
static void tell_awaited(visit *v) {
    gm_seats people = 0;
    BITS_EACH (q, visit_to_act(v))
        if (q < visit_seat_count(v) && !played_by_bot(&v->seat[q])) people |= (gm_seats)BIT(q);
    if (people && people != v->awaited)
        visit_say(v, (gm_line){"join.waits", {{GM_ARG_THINGS, "seat", people}}});
    v->awaited = people;
}

static bool must_be_ready(const visit *v) {
    return v->discussing && visit_seated(v) && !(v->ready >> visit_own_seat(v) & 1);
}

static void tell_discussion(visit *v) {
    if (v->discussion_told) return;
    v->discussion_told = true;
    visit_say(v, (gm_line){visit_seated(v) ? "join.discussion.begins" : "join.discussion.watched", {{0}}});
    tell_discussion_left(v);
}

static bool same_choices(const choice_set *a, const choice_set *b) {
    return a->n == b->n && !memcmp(a->move, b->move, (size_t)a->n * sizeof *a->move);
}

void visit_offer_moves(visit *v) {
    static choice_set c;
    gm_seat me = visit_own_seat(v);
    bool turn = visit_seated(v) && visit_asked(v) >> me & 1 && !v->seat[me].held;
    narrator_flush(&v->t);
    if (!turn) {
        v->asked = false;
        v->choices.n = 0;
        v->choices.who = me;
        connection_set_timer(v->s->connection, CONNECTION_CLOCK_TIMER, -1);
        if (v->discussing)
            tell_discussion(v);
        else
            tell_awaited(v);
        return;
    }
    choice_find_legal(&v->t, me, &c);
    if (v->asked && same_choices(&c, &v->choices)) return;
    v->choices = c;
    v->asked = true;
    v->awaited = 0;
    fprintf(session_output(v->s), "\n");
    narrator_tell_state(&v->t, !narrator_state_is_recent(&v->t));
    if (v->clocks) tell_own_clock(v);
    choice_print(&v->t, &v->choices);
}

bool visit_expects_input(const visit *v) { return v->phase != TABLE_PLAYING || v->asked || must_be_ready(v); }
