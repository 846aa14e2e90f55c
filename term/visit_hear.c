/* visit_hear.c - what the house says of a table: coming there, what happens, and coming back.
 *
 * Map: coming - events - messages. */
#include "kit/notation.h"
#include "kit/order.h"
#include "term/file.h"
#include "term/visit.h"
#include <string.h>

enum { LATELY = 5 }; /* things said before we came that are told */

/* ---- coming ------------------------------------------------------------------------------------------------------------ */

static json_t *as_json(gm_seat who) { return who < GM_MAX_SEATS ? json_integer(who) : json_string("room"); }

void visit_come(visit *v, const char *key, int seat) {
    v->want = seat;
    if (*key) session_ask(v->s, json_pack("{s:s,s:s,s:s}", "do", "watch", "table", key, "want", "story"));
}

/* Asks for what happened after the latest update that we have. */
void visit_catch_up(visit *v) {
    session_ask(v->s, json_pack("{s:s,s:s,s:s,s:I,s:o}", "do", "watch", "table", v->key, "want", "story",
                                "after", (json_int_t)v->update, "as", as_json(visit_me(v))));
    v->catching_up = v->s->re;
}

static void read_seat(visit *v, const json_t *from) {
    json_int_t q = json_integer_value(json_object_get(from, "seat"));
    if (q < 0 || q >= visit_seats(v)) return;
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
        if (q < GM_MAX_SEATS) v->seat[q].here = json_is_true(here);
    }
    v->onlookers = (int)json_integer_value(json_object_get(m, "onlookers"));
}

static table_phase read_phase(const json_t *view) {
    char phase[16];
    session_text(view, "phase", phase, sizeof phase);
    return !strcmp(phase, "waiting") ? TABLE_WAITING : !strcmp(phase, "playing") ? TABLE_PLAYING : TABLE_OVER;
}

/* No house would say that. */
static void protocol_error(visit *v) {
    session_say(v->s, (gm_line){"join.strange", {SAY_TEXT(v->s->house.origin)}});
    v->s->done = v->s->failed = true;
}

/* Makes the box that all have agreed on. */
static bool make_box(visit *v, json_t *agreed) {
    agreement a;
    fault why;
    char sentence[TELL_LINE];
    bool read = agreement_read(&a, agreed, 0, &why),
         good = read && gm_open_box(a.game, &a.order, v->box, &why);
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

static void tell_looking_on(visit *v) {
    if (v->removed) tell(visit_aloud(v), (gm_line){"table.removed", {{0}}});
    tell(visit_aloud(v), (gm_line){"join.look-on", {{0}}});
}

/* All is known: who comes hears what there is. */
static void arrived(visit *v) {
    teller *t = visit_aloud(v);
    tell(t, (gm_line){"play.game", {SAY_WORD(t->w.game->say), SAY_NUMBER(visit_seats(v))}});
    visit_tell_seats(v);
    if (!visit_seated(v)) tell_looking_on(v);
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
    bool sits = v->phase == TABLE_WAITING && !visit_seated(v) && !v->removed && v->want != JOIN_LOOK &&
                (v->want >= 0 || visit_first_free(v) >= 0);
    v->sitting = sits;
    if (sits)
        visit_sit(v, v->want);
    else {
        arrived(v);
        if (v->phase == TABLE_WAITING && visit_seated(v) && !v->seat[visit_me(v)].nonce) visit_give_nonce(v);
    }
    v->want = JOIN_LOOK; /* once is enough */
}

void visit_refused(visit *v) {
    if (v->sitting) arrived(v);
    v->sitting = false;
    v->sent[0] = 0;
}

static void read_table(visit *v, const json_t *m, const json_t *story) {
    size_t i;
    json_t *seat;
    session_text(m, "table", v->key, sizeof v->key);
    session_text(m, "link", v->link, sizeof v->link);
    v->update = json_integer_value(json_object_get(m, "update"));
    json_decref(v->talk);
    v->talk = json_incref(json_object_get(m, "talk"));
    memset(v->seat, 0, sizeof v->seat);
    v->agreed = json_is_true(json_object_get(story, "agreed"));
    v->clocks = false;
    v->waited = 0;
    visit_read_clocks(v, story);
    json_array_foreach(json_object_get(story, "seats"), i, seat) { read_seat(v, seat); }
    read_here(v, m);
    v->sent[0] = 0;
    visit_name_seats(v);
}

/* The moves so far; false: no house would say that. */
static bool read_story(visit *v, const json_t *story) {
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(story, "heard"), i, one) {
        const char *line = json_string_value(one);
        size_t n = line ? strlen(line) : 0;
        gm_seat by;
        if (!n || !gm_read_mover(v->box, &line, &n, &by) || !visit_hear_move(v, by, line)) return false;
    }
    return true;
}

/* A whole table has come: because we did, because we sat down or got up, or because too much has happened since the
 * connection was lost.  sat: while all else stays as it was. */
static void begin(visit *v, const json_t *m, const json_t *story, gm_seat me, bool sat) {
    const char *next = json_string_value(json_object_get(m, "again"));
    v->s->where = AT_TABLE;
    visit_begin(v, me);
    read_table(v, m, story);
    if (!read_story(v, story)) {
        protocol_error(v);
        return;
    }
    v->phase = read_phase(story);
    if (sat && v->sitting)
        arrived(v); /* the nonce is on its way */
    else if (sat && visit_seated(v))
        tell(visit_aloud(v), (gm_line){"join.you-sit", {SAY_NUMBER(me)}});
    else if (sat)
        tell_looking_on(v);
    else
        settle(v);
    if (sat) v->sitting = false;
    if (next) tell(visit_aloud(v), (gm_line){"join.next", {SAY_TEXT(next)}});
    if (v->phase == TABLE_PLAYING) visit_ask(v);
}

static void take_table(visit *v, const json_t *m) {
    const json_t *story = json_object_get(m, "story"), *you = json_object_get(story, "you");
    char key[ADDRESS_KEY];
    json_int_t q = json_integer_value(you);
    gm_seat me = json_is_integer(you) && q >= 0 && q < GM_MAX_SEATS ? (gm_seat)q : GM_SPECTATOR;
    session_text(m, "table", key, sizeof key);
    bool same = v->known && v->s->where == AT_TABLE && !strcmp(v->key, key);
    bool sat = same && v->phase == TABLE_WAITING && me != visit_me(v); /* or got up */
    v->catching_up = 0;
    v->host = json_is_true(json_object_get(m, "host"));
    v->removed = json_is_true(json_object_get(m, "removed"));
    if (!same && !make_box(v, json_object_get(m, "agreed")))
        tables_enter(v->s->tables);
    else if (json_is_integer(you) && (me == GM_SPECTATOR || me >= visit_seats(v)))
        protocol_error(v);
    else
        begin(v, m, story, me, sat);
}

/* ---- events ------------------------------------------------------------------------------------------------------------- */

static bool read_who(const visit *v, const json_t *e, const char *field, gm_seat *out) {
    const json_t *who = json_object_get(e, field);
    const char *word = json_string_value(who);
    json_int_t q = json_integer_value(who);
    *out = word && !strcmp(word, "dealer") ? GM_DEALER : GM_SPECTATOR;
    if (!json_is_integer(who)) return word != NULL;
    *out = (gm_seat)q;
    return q >= 0 && q < visit_seats(v);
}

static void on_seat(visit *v, const json_t *e) {
    gm_seat q;
    if (!read_who(v, e, "seat", &q) || q >= GM_MAX_SEATS) return;
    visit_seat was = v->seat[q], *s = &v->seat[q];
    read_seat(v, e);
    visit_name_seats(v);
    if (was.person != s->person && v->phase == TABLE_WAITING) { /* who sits down or gets up is there */
        s->here = s->person;
        v->onlookers += was.person ? 1 : -(v->onlookers > 0);
    }
    const char *how = was.person && !s->person                ? (s->bot[0] ? "join.bot-sits" : "join.rises")
                      : !was.person && s->person              ? "join.sits"
                      : strcmp(was.bot, s->bot) && !s->person ? (s->bot[0] ? "join.bot-sits" : "join.rises")
                      : was.held != s->held && q == visit_me(v)
                          ? (s->held ? "join.you-held" : "join.you-back")
                      : was.held != s->held ? (s->held ? "join.held" : "join.returns")
                                            : NULL;
    if (how) tell(visit_aloud(v), (gm_line){how, {SAY_SEAT(q), SAY_NUMBER(q)}});
    if (v->phase == TABLE_WAITING && !was.person && s->person && q != visit_me(v) && visit_count_free(v))
        tell(visit_aloud(v), (gm_line){"join.free", {SAY_NUMBER(visit_count_free(v))}});
}

static void on_start(visit *v, const json_t *e) {
    (void)e;
    v->phase = TABLE_PLAYING;
    teller *t = visit_aloud(v);
    fprintf(v->s->out, "\n");
    tell(t, (gm_line){"join.begins", {{0}}});
    tell_brief(t);
}

static void on_move(visit *v, const json_t *e) {
    const char *move = json_string_value(json_object_get(e, "move"));
    const json_t *n = json_object_get(e, "n");
    gm_view before = v->game.view;
    gm_seat who;
    if (!move || !read_who(v, e, "who", &who) || json_integer_value(n) != v->game.n || !visit_to_act(v) ||
        !visit_hear_move(v, who, move)) {
        protocol_error(v);
        return;
    }
    if (who == visit_me(v)) v->sent[0] = 0;
    visit_tell_move(v, &before);
}

static void on_back(visit *v, const json_t *e) {
    json_int_t n = json_integer_value(json_object_get(e, "n"));
    gm_seat who;
    if (n < 0 || n >= v->game.n || !read_who(v, e, "who", &who)) return;
    visit_take_back(v, (int)n);
    tell(visit_aloud(v), who == visit_me(v) ? (gm_line){"play.undone", {{0}}}
                                            : (gm_line){"join.takes-back", {SAY_SEAT(who)}});
}

static void on_vote(visit *v, const json_t *e) {
    char vote[16];
    gm_seat who, of = 0;
    if (!read_who(v, e, "who", &who)) return;
    session_text(e, "vote", vote, sizeof vote);
    if (!strcmp(vote, "hold") && !read_who(v, e, "of", &of)) return;
    const char *how = !strcmp(vote, "end")     ? "join.vote.end"
                      : !strcmp(vote, "hold")  ? "join.vote.hold"
                      : !strcmp(vote, "again") ? "join.vote.again"
                                               : "join.vote.nothing";
    tell(visit_aloud(v), (gm_line){how, {SAY_SEAT(who), SAY_SEAT(of)}});
}

/* Remembers who spoke, who has nothing else by which to be muted. */
static void keep_voice(visit *v, const json_t *e, const char *name) {
    int64_t person = json_integer_value(json_object_get(e, "person"));
    int i = 0;
    if (!*name || person <= 0) return;
    while (i < v->n_voices && v->voice[i].person != person)
        i++;
    if (i == VOICES) i = 0; /* the oldest goes */
    int last = i < v->n_voices ? v->n_voices - 1 : v->n_voices++;
    memmove(&v->voice[i], &v->voice[i + 1], (size_t)(last - i) * sizeof *v->voice);
    text t = text_on(v->voice[last].name, RECORD_NAME);
    text_put(&t, name);
    v->voice[last].person = person;
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
        if (!v->t.w.game->statements ||
            !gm_read_statement(v->t.w.game, v->box, state, strlen(state), &m, &why))
            return;
        gm_say_move(v->t.w.game, who, m, &line);
        tell(visit_aloud(v), line);
        return;
    }
    session_text(e, "text", words, sizeof words);
    session_text(e, "name", name, sizeof name);
    keep_voice(v, e, name);
    if (who == GM_SPECTATOR)
        tell(visit_aloud(v), (gm_line){"join.onlooker-says", {SAY_TEXT(name), SAY_TEXT(words)}});
    else
        tell(visit_aloud(v), (gm_line){"join.says", {SAY_SEAT(who), SAY_TEXT(words)}});
}

static void on_said(visit *v, const json_t *e) { tell_said(v, e); }

static void tell_over(visit *v) {
    teller *t = visit_aloud(v);
    tell_flush(t);
    fprintf(v->s->out, "\n");
    if (v->agreed || t->w.game->to_act(v->box, v->game.view.st))
        tell(t, (gm_line){"join.ended", {{0}}});
    else
        tell_end(t, visit_seated(v));
    tell(t, (gm_line){visit_seated(v) ? "join.afterwards" : "join.afterwards-room", {{0}}});
}

static void on_over(visit *v, const json_t *e) {
    v->phase = TABLE_OVER;
    v->agreed = json_is_true(json_object_get(e, "agreed"));
    v->sent[0] = 0;
    tell_over(v);
}

static void on_again(visit *v, const json_t *e) {
    (void)e;
    tell(visit_aloud(v), (gm_line){"join.again", {{0}}});
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
    if (v->game.n == v->sent_at && visit_to_act(v) >> visit_me(v) & 1)
        session_ask(v->s, json_pack("{s:s,s:i,s:s}", "do", "move", "id", v->id, "move", v->sent));
    else
        v->sent[0] = 0;
}

/* All that was missed has come. */
static void caught_up(visit *v, const json_t *m) {
    const char *next = json_string_value(json_object_get(m, "again"));
    v->catching_up = 0;
    if (next) tell(visit_aloud(v), (gm_line){"join.next", {SAY_TEXT(next)}});
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
        visit_catch_up(v);
    if (v->s->done) return;
    visit_read_clocks(v, m);
    if (v->catching_up && json_is_integer(re) && json_integer_value(re) == v->catching_up) caught_up(v, m);
    if (!v->catching_up) visit_ask(v);
}

static void take_here(visit *v, const json_t *m) {
    visit_seat was[GM_MAX_SEATS];
    int others = v->onlookers;
    memcpy(was, v->seat, sizeof was);
    read_here(v, m);
    for (int q = 0; q < visit_seats(v); q++) {
        if (q == visit_me(v) || was[q].here == v->seat[q].here || !v->seat[q].person) continue;
        tell(visit_aloud(v), (gm_line){v->seat[q].here ? "join.comes" : "join.goes", {SAY_SEAT(q)}});
    }
    int now = v->onlookers - !visit_seated(v);
    if (v->onlookers > others && now > 0)
        tell(visit_aloud(v), (gm_line){"join.onlookers", {SAY_NUMBER(now)}});
}

void visit_hear(visit *v, const json_t *m) {
    if (json_object_get(m, "story"))
        take_table(v, m);
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
