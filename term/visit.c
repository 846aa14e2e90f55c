/* visit.c - a stay at a table of a house: coming, what happens there, being asked.
 *
 * Map: seats - the story - being asked - coming - events - messages. */
#include "term/visit.h"
#include "base/bits.h"
#include "kit/notation.h"
#include "kit/order.h"
#include "term/file.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <time.h>

enum {
    LATELY = 5,   /* things said before we came that are told */
    HURRY = 10000 /* milliseconds before the end at which a clock is told */
};

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

static int seats_of(const visit *v) { return v->box[0]; }

/* ---- seats ------------------------------------------------------------------------------------------------------ */

/* Bots have no names at a house; here each gets one that nobody else has. */
static const char *name_for(const visit *v, int q) {
    static const char *const keys[GM_ROOM] = {"name.0", "name.1", "name.2", "name.3",
                                              "name.4", "name.5", "name.6"};
    if (v->seat[q].name[0]) return v->seat[q].name;
    for (int k = 0; k < GM_ROOM; k++) {
        const char *name = words_get(v->s->w.lang, keys[(q + k) % GM_ROOM], 0);
        int other = 0;
        while (other < seats_of(v) && strcasecmp(other < q ? v->t.names[other] : v->seat[other].name, name))
            other++;
        if (other == seats_of(v)) return name;
    }
    return "";
}

static void name_seats(visit *v) {
    for (int q = 0; q < seats_of(v); q++)
        v->t.names[q] = name_for(v, q);
}

static bool is_free(const visit_seat *s) { return !s->person && !s->bot[0]; }
static bool is_bot(const visit_seat *s) { return !s->person || s->held; }

static int count_free(const visit *v) {
    int n = 0;
    for (int q = 0; q < seats_of(v); q++)
        n += is_free(&v->seat[q]);
    return n;
}

void visit_tell_seats(visit *v) {
    teller *t = visit_aloud(v);
    for (int q = 0; q < gm_places(v->box); q++) {
        const visit_seat *s = &v->seat[q];
        const char *how = q >= seats_of(v)   ? "play.seat.dummy"
                          : is_free(s)       ? "join.seat.free"
                          : !s->person       ? "play.seat.bot"
                          : s->held          ? "join.seat.held"
                          : q == visit_me(v) ? "join.seat.you"
                          : s->here          ? "play.seat"
                                             : "join.seat.away";
        tell(t, (gm_line){how, {SAY_SEAT(q), SAY_NUMBER(q)}});
    }
    int others = v->onlookers - !visit_seated(v);
    if (others > 0) tell(t, (gm_line){"join.onlookers", {SAY_NUMBER(others)}});
    if (v->phase == TABLE_WAITING) {
        if (count_free(v)) tell(t, (gm_line){"join.free", {SAY_NUMBER(count_free(v))}});
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

/* The seat that one gets who does not care, or -1. */
static int first_free(const visit *v) {
    int q = 0;
    while (q < seats_of(v) && !is_free(&v->seat[q]))
        q++;
    return q < seats_of(v) ? q : -1;
}

void visit_sit(visit *v, int seat) {
    char nonce[33];
    if (seat == JOIN_ANY) seat = first_free(v);
    if (seat < 0) {
        tell(visit_aloud(v), (gm_line){"join.no-seat", {{0}}});
        return;
    }
    put_nonce(nonce);
    session_ask(v->s, json_pack("{s:s,s:i,s:s}", "do", "sit", "seat", seat, "nonce", nonce));
}

/* Who was seated by a vote for another game has not added to the deals yet. */
static void give_nonce(visit *v) {
    char nonce[33];
    put_nonce(nonce);
    session_ask(v->s, json_pack("{s:s,s:s}", "do", "nonce", "nonce", nonce));
}

/* ---- the story ---------------------------------------------------------------------------------------------------- */

static void begin_story(visit *v, gm_seat me) {
    _Alignas(8) uint8_t st[GM_MAX_STATE] = {0};
    const gm_game *g = v->t.w.game;
    g->setup(v->box, st);
    gm_look(g, v->box, st, me, &v->view);
    v->n = 0;
    v->t.st = v->view.st;
    v->t.near = v->t.ears = me;
    v->t.story = (gm_story){0, v->by, v->heard};
    tell_forget(&v->t);
    v->asked = false;
}

static void hear_move(visit *v, gm_seat who, gm_move m) {
    gm_view before = v->view;
    teller_step(&v->view, who, m);
    v->by[v->n] = who;
    v->heard[v->n++] = m;
    v->t.story.n = v->n;
    if (v->silent) return;
    visit_aloud(v);
    tell_heard(&v->t, v->n - 1);
    tell_news(&v->t, &before, &v->view);
}

static void take_back(visit *v, int n) {
    begin_story(v, visit_me(v));
    for (; v->n < n; v->n++)
        teller_step(&v->view, v->by[v->n], v->heard[v->n]);
    v->t.story.n = n;
}

gm_seats visit_to_act(const visit *v) {
    return v->known && v->phase == TABLE_PLAYING ? v->t.w.game->to_act(v->box, v->view.st) : 0;
}

/* ---- being asked ----------------------------------------------------------------------------------------------------- */

static int64_t time_left(const visit *v, int q) {
    bool runs = visit_to_act(v) >> q & 1 && !is_bot(&v->seat[q]);
    int64_t left = v->left[q] - (runs ? now_ms() - v->left_at : 0);
    return left > 0 ? left : 0;
}

void visit_tell_clocks(visit *v) {
    teller *t = visit_aloud(v);
    if (!v->clocks) tell(t, (gm_line){"join.no-clock", {{0}}});
    for (int q = 0; q < seats_of(v) && v->clocks; q++)
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
        if (q < seats_of(v) && !is_bot(&v->seat[q])) people |= (gm_seats)BIT(q);
    }
    if (people && people != v->waited)
        tell(visit_aloud(v), (gm_line){"join.waits", {{GM_ARG_THINGS, "seat", people}}});
    v->waited = people;
}

static bool same_choices(const choices *a, const choices *b) {
    return a->n == b->n && !memcmp(a->move, b->move, (size_t)a->n * sizeof *a->move);
}

/* Says what can be done, if we are asked and it has not been said. */
static void ask(visit *v) {
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

/* ---- coming ------------------------------------------------------------------------------------------------------------ */

static json_t *as_json(gm_seat who) { return who < GM_ROOM ? json_integer(who) : json_string("room"); }

void visit_come(visit *v, const char *key, int seat) {
    v->want = seat;
    if (*key) session_ask(v->s, json_pack("{s:s,s:s}", "do", "watch", "table", key));
}

void visit_again(visit *v) {
    if (v->silent) v->known = false; /* before we knew all: from the start */
    v->catching_up = 0;
    session_ask(v->s, json_pack("{s:s,s:s}", "do", "watch", "table", v->key));
}

/* Asks for what happened after the latest update that we have. */
static void catch_up(visit *v) {
    session_ask(v->s, json_pack("{s:s,s:s,s:I,s:o}", "do", "watch", "table", v->key, "after",
                                (json_int_t)v->update, "as", as_json(visit_me(v))));
    v->catching_up = v->s->re;
}

static void read_seat(visit *v, const json_t *from) {
    json_int_t q = json_integer_value(json_object_get(from, "seat"));
    if (q < 0 || q >= seats_of(v)) return;
    visit_seat *s = &v->seat[q];
    session_text(from, "name", s->name, sizeof s->name);
    session_text(from, "bot", s->bot, sizeof s->bot);
    s->person = json_is_true(json_object_get(from, "person"));
    s->held = json_is_true(json_object_get(from, "held"));
    s->nonce = json_is_true(json_object_get(from, "nonce"));
}

static void read_here(visit *v, const json_t *m) {
    size_t q;
    json_t *here;
    json_array_foreach(json_object_get(m, "here"), q, here) {
        if (q < GM_ROOM) v->seat[q].here = json_is_true(here);
    }
    v->onlookers = (int)json_integer_value(json_object_get(m, "onlookers"));
}

static void read_clocks(visit *v, const json_t *m) {
    const json_t *left = json_object_get(m, "left");
    size_t q;
    json_t *one;
    if (!left) return;
    v->clocks = true;
    v->left_at = now_ms();
    json_array_foreach(left, q, one) {
        if (q < GM_ROOM) v->left[q] = json_integer_value(one);
    }
}

static table_phase read_phase(const json_t *view) {
    char phase[16];
    session_text(view, "phase", phase, sizeof phase);
    return !strcmp(phase, "waiting") ? TABLE_WAITING : !strcmp(phase, "playing") ? TABLE_PLAYING : TABLE_OVER;
}

/* Makes the box that all have agreed on. */
static bool make_box(visit *v, json_t *agreed) {
    agreement a;
    fault why;
    char sentence[TELL_LINE];
    bool read = agreement_read(&a, agreed, 0, &why), good = read && gm_open(a.game, &a.order, v->box, &why);
    if (good) {
        teller_open(&v->t, v->s->out, v->s->w.lang, a.game, v->box);
        v->known = true;
    } else {
        text t = text_on(sentence, sizeof sentence);
        words_fault(&t, v->s->w.lang, &why);
        session_say(v->s, (gm_line){"join.unknown-game", {{0}}});
        say_text(v->s->out, sentence);
    }
    if (read) agreement_free(&a);
    return good;
}

static void tell_said(visit *v, const json_t *e);

/* What was said before we came. */
static void tell_talk(visit *v) {
    const json_t *talk = v->talk;
    size_t n = json_array_size(talk), i = n > LATELY ? n - LATELY : 0;
    if (n) tell(visit_aloud(v), (gm_line){"join.said-lately", {{0}}});
    for (; i < n; i++)
        tell_said(v, json_array_get(talk, i));
}

static void tell_over(visit *v);
static void send_again(visit *v);

/* All is known: who comes hears what there is. */
static void arrived(visit *v) {
    teller *t = visit_aloud(v);
    v->silent = false;
    tell(t, (gm_line){"play.game", {SAY_WORD(t->w.game->say), SAY_NUMBER(seats_of(v))}});
    visit_tell_seats(v);
    if (!visit_seated(v)) tell(t, (gm_line){"join.look-on", {{0}}});
    tell(t, (gm_line){"join.words", {{0}}});
    if (v->phase != TABLE_WAITING) {
        fprintf(v->s->out, "\n");
        tell_brief(t);
        tell_log(t);
    }
    tell_talk(v);
    if (v->phase == TABLE_OVER) tell_over(v);
}

/* A table that waits for players: who wants to sit down does so first, and then looks around. */
static void settle(visit *v) {
    bool sits = v->phase == TABLE_WAITING && !visit_seated(v) && v->want != JOIN_LOOK &&
                (v->want >= 0 || first_free(v) >= 0);
    v->sitting = sits;
    if (sits)
        visit_sit(v, v->want);
    else {
        arrived(v);
        if (v->phase == TABLE_WAITING && visit_seated(v) && !v->seat[visit_me(v)].nonce) give_nonce(v);
    }
    v->want = JOIN_LOOK; /* once is enough */
}

void visit_refused(visit *v) {
    if (v->sitting) arrived(v);
    v->sitting = false;
    v->sent[0] = 0;
}

static void read_table(visit *v, const json_t *m) {
    const json_t *view = json_object_get(m, "view");
    size_t i;
    json_t *seat;
    memset(v->seat, 0, sizeof v->seat);
    v->phase = read_phase(view);
    v->agreed = json_is_true(json_object_get(view, "agreed"));
    v->clocks = false;
    v->waited = 0;
    read_clocks(v, view);
    json_array_foreach(json_object_get(view, "seats"), i, seat) { read_seat(v, seat); }
    session_text(m, "link", v->link, sizeof v->link);
    json_decref(v->talk);
    v->talk = json_incref(json_object_get(m, "talk"));
    v->sent[0] = 0;
    name_seats(v);
}

/* The whole of a table: for who comes, sits down or gets up, or comes back. */
static void take_view(visit *v, const json_t *m) {
    const json_t *view = json_object_get(m, "view"), *you = json_object_get(view, "you");
    int64_t update = json_integer_value(json_object_get(m, "update"));
    char key[ADDRESS_KEY];
    gm_seat me = json_is_integer(you) && json_integer_value(you) < GM_ROOM ? (gm_seat)json_integer_value(you)
                                                                           : GM_ROOM;
    session_text(m, "table", key, sizeof key);
    bool same = v->known && v->s->where == AT_TABLE && !strcmp(v->key, key), vain = v->catching_up && same;
    bool sat = same && v->phase == TABLE_WAITING && me != visit_me(v);
    v->catching_up = 0;
    v->host = json_is_true(json_object_get(m, "host"));
    if (same && me == visit_me(v) && !vain) { /* back again, after the connection was lost */
        read_here(v, m);
        if (update > v->update)
            catch_up(v);
        else
            send_again(v);
        return;
    }
    if (vain && me == visit_me(v)) { /* the house does not tell the story */
        session_say(v->s, (gm_line){"join.too-long", {{0}}});
        tables_enter(v->s->tables);
        return;
    }
    if (!same && !make_box(v, json_object_get(m, "agreed"))) {
        tables_enter(v->s->tables);
        return;
    }
    memcpy(v->key, key, sizeof key);
    v->s->where = AT_TABLE;
    read_table(v, m);
    read_here(v, m);
    begin_story(v, me);
    v->update = 0;
    v->silent = true;
    if (json_integer_value(json_object_get(view, "n"))) {
        v->phase = TABLE_WAITING; /* where the story begins */
        catch_up(v);
        return;
    }
    v->update = update;
    v->silent = false;
    if (sat && v->sitting)
        arrived(v); /* the nonce is on its way */
    else if (sat)
        tell(visit_aloud(v), visit_seated(v) ? (gm_line){"join.you-sit", {SAY_NUMBER(me)}}
                                             : (gm_line){"join.look-on", {{0}}});
    else
        settle(v);
    if (sat) v->sitting = false;
}

/* ---- events ------------------------------------------------------------------------------------------------------------- */

static bool read_who(const visit *v, const json_t *e, const char *field, gm_seat *out) {
    const json_t *who = json_object_get(e, field);
    const char *word = json_string_value(who);
    json_int_t q = json_integer_value(who);
    *out = word && !strcmp(word, "dealer") ? GM_DEALER : GM_ROOM;
    if (!json_is_integer(who)) return word != NULL;
    *out = (gm_seat)q;
    return q >= 0 && q < seats_of(v);
}

static void on_seat(visit *v, const json_t *e) {
    gm_seat q;
    if (!read_who(v, e, "seat", &q) || q >= GM_ROOM) return;
    visit_seat was = v->seat[q], *s = &v->seat[q];
    read_seat(v, e);
    name_seats(v);
    if (was.person != s->person && v->phase == TABLE_WAITING) { /* who sits down or gets up is there */
        s->here = s->person;
        v->onlookers += was.person ? 1 : -(v->onlookers > 0);
    }
    if (v->silent) return;
    const char *how = was.person && !s->person                ? (s->bot[0] ? "join.bot-sits" : "join.rises")
                      : !was.person && s->person              ? "join.sits"
                      : strcmp(was.bot, s->bot) && !s->person ? (s->bot[0] ? "join.bot-sits" : "join.rises")
                      : was.held != s->held && q == visit_me(v)
                          ? (s->held ? "join.you-held" : "join.you-back")
                      : was.held != s->held ? (s->held ? "join.held" : "join.returns")
                                            : NULL;
    if (how) tell(visit_aloud(v), (gm_line){how, {SAY_SEAT(q), SAY_NUMBER(q)}});
    if (v->phase == TABLE_WAITING && !was.person && s->person && q != visit_me(v) && count_free(v))
        tell(visit_aloud(v), (gm_line){"join.free", {SAY_NUMBER(count_free(v))}});
}

static void on_start(visit *v, const json_t *e) {
    (void)e;
    v->phase = TABLE_PLAYING;
    if (v->silent) return;
    teller *t = visit_aloud(v);
    fprintf(v->s->out, "\n");
    tell(t, (gm_line){"join.begins", {{0}}});
    tell_brief(t);
}

static void on_move(visit *v, const json_t *e) {
    const char *move = json_string_value(json_object_get(e, "move"));
    const json_t *n = json_object_get(e, "n");
    gm_seat who;
    gm_move m;
    fault why;
    if (!move || !read_who(v, e, "who", &who) || json_integer_value(n) != v->n || v->n == GM_MAX_PLIES ||
        !visit_to_act(v) || !gm_read_heard(v->t.w.game, v->box, move, strlen(move), &m, &why) ||
        !gm_could_hear(&v->view, who, m, &v->chance)) {
        session_say(v->s, (gm_line){"join.strange", {SAY_TEXT(v->s->house.origin)}});
        v->s->done = v->s->failed = true;
        return;
    }
    if (who == visit_me(v)) v->sent[0] = 0;
    hear_move(v, who, m);
}

static void on_back(visit *v, const json_t *e) {
    json_int_t n = json_integer_value(json_object_get(e, "n"));
    gm_seat who;
    if (n < 0 || n >= v->n || !read_who(v, e, "who", &who)) return;
    take_back(v, (int)n);
    if (v->silent) return;
    tell(visit_aloud(v), who == visit_me(v) ? (gm_line){"play.undone", {{0}}}
                                            : (gm_line){"join.takes-back", {SAY_SEAT(who)}});
}

static void on_vote(visit *v, const json_t *e) {
    char vote[16];
    gm_seat who, of = 0;
    if (v->silent || !read_who(v, e, "who", &who)) return;
    session_text(e, "vote", vote, sizeof vote);
    if (!strcmp(vote, "hold") && !read_who(v, e, "of", &of)) return;
    const char *how = !strcmp(vote, "end")     ? "join.vote.end"
                      : !strcmp(vote, "hold")  ? "join.vote.hold"
                      : !strcmp(vote, "again") ? "join.vote.again"
                                               : "join.vote.nothing";
    tell(visit_aloud(v), (gm_line){how, {SAY_SEAT(who), SAY_SEAT(of)}});
}

/* Talk and statements, each under the name of who said it. */
static void tell_said(visit *v, const json_t *e) {
    char words[2 * TELL_LINE], name[RECORD_NAME];
    const char *state = json_string_value(json_object_get(e, "state"));
    gm_seat who;
    gm_move m;
    fault why;
    gm_line line;
    if (!read_who(v, e, "who", &who)) return;
    if (state) {
        if (!v->t.w.game->talk || !gm_read_talk(v->t.w.game, v->box, state, strlen(state), &m, &why)) return;
        gm_say_move(v->t.w.game, who, m, &line);
        tell(visit_aloud(v), line);
        return;
    }
    session_text(e, "text", words, sizeof words);
    session_text(e, "name", name, sizeof name);
    if (who == GM_ROOM)
        tell(visit_aloud(v), (gm_line){"join.onlooker-says", {SAY_TEXT(name), SAY_TEXT(words)}});
    else
        tell(visit_aloud(v), (gm_line){"join.says", {SAY_SEAT(who), SAY_TEXT(words)}});
}

static void on_said(visit *v, const json_t *e) {
    if (!v->silent) tell_said(v, e);
}

static void tell_over(visit *v) {
    teller *t = visit_aloud(v);
    tell_flush(t);
    fprintf(v->s->out, "\n");
    if (v->agreed || t->w.game->to_act(v->box, v->view.st))
        tell(t, (gm_line){"join.ended", {{0}}});
    else
        tell_end(t, visit_seated(v));
    tell(t, (gm_line){visit_seated(v) ? "join.afterwards" : "join.afterwards-room", {{0}}});
}

static void on_over(visit *v, const json_t *e) {
    v->phase = TABLE_OVER;
    v->agreed = json_is_true(json_object_get(e, "agreed"));
    v->sent[0] = 0;
    if (!v->silent) tell_over(v);
}

static void on_again(visit *v, const json_t *e) {
    (void)e;
    if (!v->silent) tell(visit_aloud(v), (gm_line){"join.again", {{0}}});
}

static void take_event(visit *v, const json_t *e) {
    static const struct {
        const char *name;
        void (*does)(visit *v, const json_t *e);
    } kinds[] = {{"seat", on_seat},  {"start", on_start}, {"move", on_move},
                 {"back", on_back},  {"vote", on_vote},   {"say", on_said},
                 {"state", on_said}, {"over", on_over},   {"again", on_again}};
    const char *name = json_string_value(json_object_get(e, "event"));
    for (size_t i = 0; name && i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(name, kinds[i].name)) kinds[i].does(v, e);
}

/* ---- messages ------------------------------------------------------------------------------------------------------------ */

/* A move that was on its way when the connection was lost goes again under its number, so that it counts once. */
static void send_again(visit *v) {
    if (!v->sent[0]) return;
    if (v->n == v->sent_at && visit_to_act(v) >> visit_me(v) & 1)
        session_ask(v->s, json_pack("{s:s,s:i,s:s}", "do", "move", "id", v->id, "move", v->sent));
    else
        v->sent[0] = 0;
}

/* All that was missed has come. */
static void caught_up(visit *v) {
    bool fresh = v->silent;
    v->catching_up = 0;
    if (fresh) arrived(v);
    send_again(v);
}

static void take_update(visit *v, const json_t *m) {
    int64_t number = json_integer_value(json_object_get(m, "update"));
    const json_t *re = json_object_get(m, "re");
    size_t i;
    json_t *e;
    if (number == v->update + 1) {
        v->update = number;
        json_array_foreach(json_object_get(m, "events"), i, e) {
            if (!v->s->done) take_event(v, e);
        }
    } else if (number > v->update && !v->catching_up)
        catch_up(v);
    if (v->s->done) return;
    read_clocks(v, m);
    if (v->catching_up && json_is_integer(re) && json_integer_value(re) == v->catching_up) caught_up(v);
    if (!v->catching_up) ask(v);
}

static void take_here(visit *v, const json_t *m) {
    visit_seat was[GM_ROOM];
    int others = v->onlookers;
    memcpy(was, v->seat, sizeof was);
    read_here(v, m);
    for (int q = 0; q < seats_of(v); q++) {
        if (q == visit_me(v) || was[q].here == v->seat[q].here || !v->seat[q].person) continue;
        tell(visit_aloud(v), (gm_line){v->seat[q].here ? "join.comes" : "join.goes", {SAY_SEAT(q)}});
    }
    int now = v->onlookers - !visit_seated(v);
    if (v->onlookers > others && now > 0)
        tell(visit_aloud(v), (gm_line){"join.onlookers", {SAY_NUMBER(now)}});
}

void visit_hear(visit *v, const json_t *m) {
    if (json_object_get(m, "view"))
        take_view(v, m);
    else if (!v->known || v->s->where != AT_TABLE)
        return;
    else if (json_object_get(m, "update"))
        take_update(v, m);
    else if (json_object_get(m, "here"))
        take_here(v, m);
    else if (json_object_get(m, "again")) {
        char key[ADDRESS_KEY];
        visit_come(v, session_text(m, "again", key, sizeof key), visit_seated(v) ? JOIN_ANY : JOIN_LOOK);
    } else if (json_object_get(m, "gone")) {
        session_say(v->s, (gm_line){"join.gone", {{0}}});
        tables_enter(v->s->tables);
    }
}

void visit_fetched(visit *v, bool good, const char *s, size_t n) {
    fault why;
    if (!good)
        tell(visit_aloud(v), (gm_line){"join.not-fetched", {{0}}});
    else if (file_write(v->path, s, n, &why))
        tell(visit_aloud(v), (gm_line){"join.saved", {SAY_TEXT(v->path)}});
    else
        tell_fault(visit_aloud(v), &why);
}

void visit_part(visit *v) {
    char back[sizeof v->s->house.origin + ADDRESS_KEY +
              4]; /* as we came: under this address our token is kept */
    text t = text_on(back, sizeof back);
    text_put(&t, v->s->house.origin);
    text_put(&t, "/t/");
    text_put(&t, v->key);
    if (visit_seated(v) && v->phase != TABLE_OVER)
        tell(visit_aloud(v), (gm_line){"join.bye", {SAY_TEXT(back)}});
}
