/* visit_messages.c - what the house says about a table: the table itself, its events, and what was missed while the
 * connection was lost.
 *
 * Map: arriving - events - messages. */
#include "kit/notation.h"
#include "kit/order.h"
#include "term/file.h"
#include "term/lobby.h"
#include "term/visit_internal.h"
#include <string.h>

enum { MAX_OLD_TALK = 5 }; /* how many lines of talk from before the user came are told */

/* ---- arriving ------------------------------------------------------------------------------- */

static json_t *seat_as_json(gm_seat who) {
    return who < GM_MAX_SEATS ? json_integer(who) : json_string("room");
}

static void request_table(visit *v) {
    session_request(v->s, json_pack("{s:s,s:s,s:s}", "do", "watch", "table", v->going_to, "want", "story"));
    v->going = v->s->request;
}

void visit_go_to(visit *v, const char *key, int seat, const char *colour) {
    text t = text_on(v->going_to, sizeof v->going_to), c = text_on(v->wanted_colour, sizeof v->wanted_colour);
    text_put(&t, key), text_put(&c, colour);
    v->wanted_seat = seat;
    if (*key) request_table(v);
}

static void request_missed(visit *v) {
    session_request(v->s, json_pack("{s:s,s:s,s:s,s:I,s:o}", "do", "watch", "table", v->key, "want", "story",
                                    "after", (json_int_t)v->update, "as", seat_as_json(visit_own_seat(v))));
    v->catching_up = v->s->request;
}

bool visit_catch_up(visit *v) {
    if (v->going_to[0])
        request_table(v);
    else if (v->s->where == SESSION_AT_TABLE)
        request_missed(v);
    else
        return false;
    return true;
}

bool visit_is_arriving(const visit *v, json_int_t request) {
    return v->going_to[0] ? request == v->going : v->catching_up && request == v->catching_up;
}

bool visit_repeats_request(const visit *v) { return v->going_to[0] || v->catching_up || v->sent[0]; }

/* The house has let us to the table. */
static void end_arriving(visit *v) {
    v->going_to[0] = 0;
    v->catching_up = 0;
    v->s->hops = 0;
}

static void read_seat(visit *v, const json_t *from) {
    json_int_t q = json_integer_value(json_object_get(from, "seat"));
    if (q < 0 || q >= visit_seat_count(v)) return;
    visit_seat *s = &v->seat[q];
    session_get_text(from, "name", s->name, sizeof s->name);
    session_get_text(from, "bot", s->bot, sizeof s->bot);
    s->person = json_is_true(json_object_get(from, "person"));
    s->held = json_is_true(json_object_get(from, "held"));
    s->nonce = json_is_true(json_object_get(from, "nonce"));
    char colour[GM_CODE_SIZE];
    gm_thing thing;
    if (*session_get_text(from, "colour", colour, sizeof colour))
        s->colour = visit_find_colour(v, colour);
    else
        s->colour = v->t.w.game->thing(v->box, "player-colour", (int)q, &thing) ? (int)q : -1;
}

static void read_here(visit *v, const json_t *m) {
    size_t q;
    json_t *here;
    json_array_foreach(json_object_get(m, "here"), q, here) {
        if (q < GM_MAX_SEATS) v->seat[q].here = json_is_true(here);
    }
    v->spectators = (int)json_integer_value(json_object_get(m, "onlookers"));
}

static table_phase read_phase(const json_t *story) {
    char phase[16];
    session_get_text(story, "phase", phase, sizeof phase);
    return !strcmp(phase, "waiting") ? TABLE_WAITING : !strcmp(phase, "playing") ? TABLE_PLAYING : TABLE_OVER;
}

/* The house has said what no house would say: gives up. */
static void protocol_error(visit *v) {
    session_say(v->s, (gm_line){"join.strange", {SAY_TEXT(v->s->house.origin)}});
    v->s->done = v->s->failed = true;
}

/* Makes the box from the agreement.  False after saying why it cannot. */
static bool make_box(visit *v, json_t *agreed) {
    agreement a;
    fault why;
    bool read = agreement_read(&a, agreed, 0, &why),
         good = read && gm_open_box(a.game, &a.order, v->box, &why);
    if (good) {
        narrator_start(&v->t, v->s->out, v->s->w.lang, a.game, v->box);
        v->known = true;
        v->takebacks = a.terms.takebacks;
    } else {
        session_say(v->s, (gm_line){"join.unknown-game", {{0}}});
        session_say_fault(v->s, &why);
    }
    if (read) agreement_free(&a);
    return good;
}

static void tell_talk(visit *v, const json_t *e);

/* Tells the latest talk from before the user came. */
static void tell_old_talk(visit *v) {
    const json_t *talk = v->talk;
    size_t n = json_array_size(talk), i = n > MAX_OLD_TALK ? n - MAX_OLD_TALK : 0;
    if (n) visit_say(v, (gm_line){"join.said-lately", {{0}}});
    for (; i < n; i++)
        tell_talk(v, json_array_get(talk, i));
}

static void tell_over(visit *v);

static void tell_spectating(visit *v) {
    if (v->removed) visit_say(v, (gm_line){"table.removed", {{0}}});
    visit_say(v, (gm_line){"join.look-on", {{0}}});
    if (v->silenced && !v->host) visit_say(v, (gm_line){"join.silence.on", {{0}}});
}

/* Tells a user who has just arrived everything about the table. */
static void tell_arrival(visit *v) {
    narrator *t = visit_output(v);
    narrator_say(t, (gm_line){"play.game", {SAY_WORD(t->w.game->say), SAY_NUMBER(visit_seat_count(v))}});
    visit_tell_seats(v);
    if (!visit_seated(v)) tell_spectating(v);
    if (v->practice) narrator_say(t, (gm_line){"join.practice", {{0}}});
    narrator_say(t, (gm_line){"join.words", {{0}}});
    if (v->phase != TABLE_WAITING) {
        fprintf(v->s->out, "\n");
        narrator_tell_brief(t);
        narrator_tell_log(t);
    }
    tell_old_talk(v);
    if (v->phase == TABLE_OVER) tell_over(v);
}

/* At a table that waits for players, a user who wants a seat asks for it first; the table is told after the house
 * has answered. */
static void take_seat_or_arrive(visit *v) {
    int colour = visit_find_colour(v, v->wanted_colour);
    bool wants = v->phase == TABLE_WAITING && !visit_seated(v) && !v->removed &&
                 v->wanted_seat != JOIN_AS_SPECTATOR &&
                 (v->wanted_seat >= 0 || visit_first_free_seat(v) >= 0),
         sits = wants && (!v->wanted_colour[0] || colour >= 0);
    v->seat_requested = sits;
    if (sits)
        visit_request_seat(v, v->wanted_seat, colour);
    else {
        tell_arrival(v);
        if (wants) visit_say_colours(v, "join.sit-what");
        /* nobody else has to be ready for a rematch with bots */
        if (v->rematch && visit_should_get_ready(v) && visit_is_alone(v)) visit_get_ready(v);
    }
    v->wanted_seat = JOIN_AS_SPECTATOR; /* do not ask for a seat again */
}

void visit_request_failed(visit *v, json_int_t request) {
    if (visit_is_arriving(v, request)) end_arriving(v);
    if (v->seat_requested) tell_arrival(v);
    v->seat_requested = false;
    v->sent[0] = 0;
}

static void read_table(visit *v, const json_t *m, const json_t *story) {
    size_t i;
    json_t *seat;
    session_get_text(m, "table", v->key, sizeof v->key);
    session_get_text(m, "link", v->link, sizeof v->link);
    v->update = json_integer_value(json_object_get(m, "update"));
    json_decref(v->talk);
    v->talk = json_incref(json_object_get(m, "talk"));
    memset(v->seat, 0, sizeof v->seat);
    v->agreed = json_is_true(json_object_get(story, "agreed"));
    v->practice = json_is_true(json_object_get(story, "practice"));
    v->awaited = 0;
    v->discussion_told = false;
    visit_read_now(v, story);
    json_array_foreach(json_object_get(story, "seats"), i, seat) { read_seat(v, seat); }
    read_here(v, m);
    v->sent[0] = 0;
    visit_name_seats(v);
}

/* Follows the moves so far; false: no house would say that. */
static bool read_story(visit *v, const json_t *story) {
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(story, "heard"), i, one) {
        const char *line = json_string_value(one);
        size_t n = line ? strlen(line) : 0;
        gm_seat by;
        if (!n || !gm_read_mover(v->box, &line, &n, &by) || !visit_add_move(v, by, line)) return false;
    }
    return true;
}

/* If the players have agreed on another game, says at which table it is. */
static void tell_next_table(visit *v, const json_t *m) {
    char next[ADDRESS_KEY];
    session_get_text(m, "again", next, sizeof next);
    if (*next) visit_say(v, (gm_line){"join.next", {SAY_TEXT(next)}});
}

/* The house has sent a whole table, because the user arrived, sat down or got up, or because too much happened while
 * the connection was lost.  seat_changed: the user sat down or got up. */
static void enter_table(visit *v, const json_t *m, const json_t *story, gm_seat who, bool seat_changed) {
    v->s->where = SESSION_AT_TABLE;
    visit_start_story(v, who);
    read_table(v, m, story);
    if (!read_story(v, story)) {
        protocol_error(v);
        return;
    }
    v->phase = read_phase(story);
    if (seat_changed && v->seat_requested)
        tell_arrival(v);
    else if (seat_changed && visit_seated(v)) {
        visit_say(v, (gm_line){"join.you-sit", {SAY_NUMBER(who + 1)}});
        visit_say(v, (gm_line){"join.get-ready", {{0}}});
    } else if (seat_changed)
        tell_spectating(v);
    else
        take_seat_or_arrive(v);
    if (seat_changed) v->seat_requested = false;
    tell_next_table(v, m);
    if (v->phase == TABLE_PLAYING) visit_offer_moves(v);
}

static void handle_table(visit *v, const json_t *m) {
    const json_t *story = json_object_get(m, "story"), *you = json_object_get(story, "you");
    char key[ADDRESS_KEY];
    json_int_t q = json_integer_value(you);
    gm_seat who = json_is_integer(you) && q >= 0 && q < GM_MAX_SEATS ? (gm_seat)q : GM_SPECTATOR;
    session_get_text(m, "table", key, sizeof key);
    bool same = v->known && v->s->where == SESSION_AT_TABLE && !strcmp(v->key, key);
    bool seat_changed = same && v->phase == TABLE_WAITING && who != visit_own_seat(v);
    end_arriving(v);
    v->host = json_is_true(json_object_get(m, "host"));
    v->removed = json_is_true(json_object_get(m, "removed"));
    v->silenced = json_is_true(json_object_get(m, "silence"));
    v->rematch = json_object_get(json_object_get(m, "agreed"), "before");
    if (!same && !make_box(v, json_object_get(m, "agreed")))
        lobby_enter(v->s->lobby);
    else if (json_is_integer(you) && (who == GM_SPECTATOR || who >= visit_seat_count(v)))
        protocol_error(v);
    else
        enter_table(v, m, story, who, seat_changed);
}

/* ---- events --------------------------------------------------------------------------------- */

/* A seat, "dealer" or "room", the spectators; false if it is something else. */
static bool read_actor(const visit *v, const json_t *e, const char *field, gm_seat *out) {
    const json_t *who = json_object_get(e, field);
    const char *word = json_string_value(who);
    json_int_t q = json_integer_value(who);
    *out = word && !strcmp(word, "dealer") ? GM_DEALER : GM_SPECTATOR;
    if (!json_is_integer(who)) return word != NULL;
    *out = (gm_seat)q;
    return q >= 0 && q < visit_seat_count(v);
}

/* The sentence for what has changed at a seat, or NULL; own: it is the user's. */
static const char *seat_change(const visit_seat *was, const visit_seat *now, bool own) {
    if (!now->person && (was->person || strcmp(was->bot, now->bot)))
        return now->bot[0] ? "join.bot-sits" : "join.rises";
    if (!was->person && now->person) return "join.sits";
    if (!was->nonce && now->nonce) return own ? "join.you-start-ready" : "join.start-ready";
    if (was->held == now->held) return NULL;
    if (own) return now->held ? "join.you-held" : "join.you-back";
    return now->held ? "join.held" : "join.returns";
}

static void on_seat(visit *v, const json_t *e) {
    gm_seat q;
    if (!read_actor(v, e, "seat", &q) || q >= GM_MAX_SEATS) return;
    visit_seat was = v->seat[q], *s = &v->seat[q];
    read_seat(v, e);
    visit_name_seats(v);
    if (was.person != s->person && v->phase == TABLE_WAITING) { /* whoever sits down or gets up is present */
        s->here = s->person;
        v->spectators += was.person ? 1 : -(v->spectators > 0);
    }
    const char *key = seat_change(&was, s, q == visit_own_seat(v));
    if (key)
        visit_say(v, (gm_line){key, {SAY_SEAT(q), SAY_NUMBER(q + 1)}});
    else if (was.colour != s->colour && s->colour >= 0)
        visit_say(v, (gm_line){q == visit_own_seat(v) ? "join.colour.you" : "join.colour",
                               {SAY_SEAT(q), gm_thing_arg("player-colour", s->colour)}});
    if (v->phase == TABLE_WAITING && !was.person && s->person && q != visit_own_seat(v) &&
        visit_count_free_seats(v))
        visit_say(v, (gm_line){"join.free", {SAY_NUMBER(visit_count_free_seats(v))}});
}

static void on_start(visit *v, const json_t *e) {
    (void)e;
    v->phase = TABLE_PLAYING;
    narrator *t = visit_output(v);
    fprintf(v->s->out, "\n");
    narrator_say(t, (gm_line){"join.begins", {{0}}});
    narrator_tell_brief(t);
}

static void on_move(visit *v, const json_t *e) {
    const char *move = json_string_value(json_object_get(e, "move"));
    const json_t *n = json_object_get(e, "n");
    gm_view before = v->game.view;
    gm_seat who;
    if (!move || !read_actor(v, e, "who", &who) || json_integer_value(n) != v->game.n || !visit_to_act(v) ||
        !visit_add_move(v, who, move)) {
        protocol_error(v);
        return;
    }
    if (who == visit_own_seat(v)) v->sent[0] = 0;
    visit_tell_latest_move(v, &before);
}

static void on_back(visit *v, const json_t *e) {
    json_int_t n = json_integer_value(json_object_get(e, "n"));
    gm_seat who;
    if (n < 0 || n >= v->game.n || !read_actor(v, e, "who", &who)) return;
    visit_take_back(v, (int)n);
    bool own = who == visit_own_seat(v), practice = json_is_true(json_object_get(e, "practice"));
    if (practice) {
        v->practice = true;
        v->phase = TABLE_PLAYING; /* also if the game was over */
    }
    const char *key = practice ? own ? "play.went-back" : "join.goes-back"
                      : own    ? "play.undone"
                               : "join.takes-back";
    visit_say(v, (gm_line){key, {SAY_SEAT(who)}});
}

static void on_ready(visit *v, const json_t *e) {
    gm_seat who;
    if (!read_actor(v, e, "who", &who)) return;
    visit_say(v, (gm_line){who == visit_own_seat(v) ? "join.you-ready" : "join.ready", {SAY_SEAT(who)}});
}

/* That it begins is told with the time that it may take. */
static void on_discussion(visit *v, const json_t *e) {
    if (json_is_false(json_object_get(e, "on"))) visit_say(v, (gm_line){"join.discussion.ends", {{0}}});
}

static void on_vote(visit *v, const json_t *e) {
    char vote[16];
    gm_seat who, of = 0;
    if (!read_actor(v, e, "who", &who)) return;
    session_get_text(e, "vote", vote, sizeof vote);
    if (!strcmp(vote, "hold") && !read_actor(v, e, "of", &of)) return;
    const char *key = !strcmp(vote, "end")     ? "join.vote.end"
                      : !strcmp(vote, "hold")  ? "join.vote.hold"
                      : !strcmp(vote, "again") ? "join.vote.again"
                                               : "join.vote.nothing";
    visit_say(v, (gm_line){key, {SAY_SEAT(who), SAY_SEAT(of)}});
}

/* Remembers who spoke, so that the user can mute them by name. */
static void remember_speaker(visit *v, const json_t *e, const char *name) {
    int64_t person = json_integer_value(json_object_get(e, "person"));
    int i = 0;
    if (!*name || person <= 0) return;
    while (i < v->n_speakers && v->speaker[i].person != person)
        i++;
    if (i == VISIT_SPEAKERS) i = 0; /* forget the one that has been silent for the longest time */
    int last = i < v->n_speakers ? v->n_speakers - 1 : v->n_speakers++;
    memmove(&v->speaker[i], &v->speaker[i + 1], (size_t)(last - i) * sizeof *v->speaker);
    text t = text_on(v->speaker[last].name, RECORD_NAME);
    text_put(&t, name);
    v->speaker[last].person = person;
}

/* Tells talk or a statement, with the name of the person who said it. */
static void tell_talk(visit *v, const json_t *e) {
    char words[2 * NARRATOR_LINE], name[RECORD_NAME];
    const char *state = json_string_value(json_object_get(e, "state"));
    gm_seat who;
    gm_move m;
    fault why;
    gm_line line;
    if (!read_actor(v, e, "who", &who)) return;
    if (state) {
        if (!v->t.w.game->statements ||
            !gm_read_statement(v->t.w.game, v->box, state, strlen(state), &m, &why))
            return;
        gm_say_move(v->t.w.game, who, m, &line);
        visit_say(v, line);
        return;
    }
    session_get_text(e, "text", words, sizeof words);
    session_get_text(e, "name", name, sizeof name);
    remember_speaker(v, e, name);
    if (who == GM_SPECTATOR)
        visit_say(v, (gm_line){"join.onlooker-says", {SAY_TEXT(name), SAY_TEXT(words)}});
    else
        visit_say(v, (gm_line){"join.says", {SAY_SEAT(who), SAY_TEXT(words)}});
}

static void tell_over(visit *v) {
    narrator *t = visit_output(v);
    narrator_flush(t);
    fprintf(v->s->out, "\n");
    if (v->agreed || t->w.game->to_act(v->box, v->game.view.st))
        narrator_say(t, (gm_line){"join.ended", {{0}}});
    else
        narrator_tell_end(t, visit_seated(v));
    narrator_say(t, (gm_line){visit_seated(v) ? "join.afterwards" : "join.afterwards-room", {{0}}});
    if (visit_is_alone(v)) narrator_say(t, (gm_line){"join.afterwards-undo", {{0}}});
}

static void on_over(visit *v, const json_t *e) {
    v->phase = TABLE_OVER;
    v->agreed = json_is_true(json_object_get(e, "agreed"));
    v->sent[0] = 0;
    tell_over(v);
}

static void on_again(visit *v, const json_t *e) {
    (void)e;
    visit_say(v, (gm_line){"join.again", {{0}}});
}

static void on_silence(visit *v, const json_t *e) {
    v->silenced = json_is_true(json_object_get(e, "on"));
    visit_say(v, (gm_line){v->silenced ? "join.silence.on" : "join.silence.off", {{0}}});
}

static void handle_event(visit *v, const json_t *e) {
    static const struct {
        const char *name;
        void (*handle)(visit *v, const json_t *e);
    } kinds[] = {{"seat", on_seat},       {"start", on_start}, {"move", on_move},
                 {"back", on_back},       {"vote", on_vote},   {"say", tell_talk},
                 {"state", tell_talk},    {"over", on_over},   {"again", on_again},
                 {"silence", on_silence}, {"ready", on_ready}, {"discussion", on_discussion}};
    const char *name = json_string_value(json_object_get(e, "event"));
    for (size_t i = 0; name && i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(name, kinds[i].name)) kinds[i].handle(v, e);
}

/* ---- messages ------------------------------------------------------------------------------- */

/* Sends a move again that had no answer when the connection was lost.  It has the same id, so it counts once. */
static void resend_move(visit *v) {
    if (!v->sent[0]) return;
    if (v->game.n == v->sent_at && visit_to_act(v) >> visit_own_seat(v) & 1)
        session_request(v->s, json_pack("{s:s,s:i,s:s}", "do", "move", "id", v->move_id, "move", v->sent));
    else
        v->sent[0] = 0;
}

/* Everything that was missed has come. */
static void finish_catching_up(visit *v, const json_t *m) {
    end_arriving(v);
    tell_next_table(v, m);
    resend_move(v);
}

static void handle_update(visit *v, const json_t *m) {
    int64_t number = json_integer_value(json_object_get(m, "update"));
    const json_t *re = json_object_get(m, "re");
    size_t i;
    json_t *e;
    if (number == v->update + 1) {
        v->update = number;
        json_array_foreach(json_object_get(m, "events"), i, e) {
            if (!v->s->done) handle_event(v, e);
        }
    } else if (number > v->update && !v->catching_up)
        request_missed(v);
    if (v->s->done) return;
    visit_read_now(v, m);
    if (v->catching_up && json_is_integer(re) && json_integer_value(re) == v->catching_up)
        finish_catching_up(v, m);
    if (!v->catching_up) visit_offer_moves(v);
}

static void handle_here(visit *v, const json_t *m) {
    visit_seat was[GM_MAX_SEATS];
    int spectators = v->spectators;
    memcpy(was, v->seat, sizeof was);
    read_here(v, m);
    for (int q = 0; q < visit_seat_count(v); q++) {
        if (q == visit_own_seat(v) || was[q].here == v->seat[q].here || !v->seat[q].person) continue;
        visit_say(v, (gm_line){v->seat[q].here ? "join.comes" : "join.goes", {SAY_SEAT(q)}});
    }
    int others = v->spectators - !visit_seated(v);
    if (v->spectators > spectators && others > 0)
        visit_say(v, (gm_line){"join.onlookers", {SAY_NUMBER(others)}});
}

void visit_receive(visit *v, const json_t *m) {
    if (json_object_get(m, "story"))
        handle_table(v, m);
    else if (!v->known || v->s->where != SESSION_AT_TABLE)
        return;
    else if (json_object_get(m, "update"))
        handle_update(v, m);
    else if (json_object_get(m, "here"))
        handle_here(v, m);
    else if (json_object_get(m, "again")) {
        char key[ADDRESS_KEY];
        visit_go_to(v, session_get_text(m, "again", key, sizeof key),
                    visit_seated(v) ? JOIN_ANY_SEAT : JOIN_AS_SPECTATOR, "");
    } else if (json_object_get(m, "gone")) {
        session_say(v->s, (gm_line){"join.gone", {{0}}});
        lobby_enter(v->s->lobby);
    }
}

void visit_fetched(visit *v, bool good, const char *s, size_t n) {
    fault why;
    if (!good)
        visit_say(v, (gm_line){"join.not-fetched", {{0}}});
    else if (file_write(v->path, s, n, &why))
        visit_say(v, (gm_line){"join.saved", {SAY_TEXT(v->path)}});
    else
        narrator_say_fault(visit_output(v), &why);
}

void visit_say_goodbye(visit *v) {
    /* Under the address that the user typed, our token is known. */
    char url[sizeof v->s->house.origin + ADDRESS_KEY + 4];
    text t = text_on(url, sizeof url);
    text_put(&t, v->s->house.origin);
    text_put(&t, "/t/");
    text_put(&t, v->key);
    if (visit_seated(v) && v->phase != TABLE_OVER) visit_say(v, (gm_line){"join.bye", {SAY_TEXT(url)}});
}
