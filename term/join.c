/* join.c - `safehouse join`: the connection to a house, the user's name there, and typed lines.
 *
 * Map: typed lines - entering the house - messages - the connection - running. */
#include "term/join.h"
#include "term/input.h"
#include "term/lobby.h"
#include "term/visit.h"
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum {
    PROTOCOL = 1,       /* the version of doc/protocol.md */
    LONGEST_PAUSE = 30, /* seconds before another attempt to connect */
};

/* Says what is wrong and ends the session. */
static void end_with_error(session *s, gm_line line) {
    session_output(s);
    fflush(s->out);
    say_line_after(s->terms->err, &s->w, line, "safehouse: ");
    s->done = s->failed = true;
}

/* ---- typed lines ---------------------------------------------------------------------------- */

/* Can a typed line be handled now? */
static bool accepts_input(const session *s) { return s->asking_name || (s->entered && !s->unanswered); }

static void send_enter(session *s);

static bool is_text(const char *s) {
    for (size_t n = strlen(s), k; n; s += k, n -= k)
        if (!(k = (size_t)text_utf8(s, n)) || text_control(s)) return false;
    return true;
}

/* signout NUMBER, signout others */
static void sign_out(session *s, const char *which) {
    int device;
    if (!strcmp(which, "others"))
        session_request(s, json_pack("{s:s,s:b}", "do", "signout", "others", 1));
    else if (text_number(which, strlen(which), 1, 1 << 30, &device))
        session_request(s, json_pack("{s:s,s:i}", "do", "signout", "device", device));
    else
        session_say(s, (gm_line){"join.signout-which", {{0}}});
}

/* Commands that work in the lobby and at a table. */
static bool session_wide_command(session *s, const char *line) {
    const char *rest;
    if (input_is(line, "code", &rest))
        session_request(s, json_pack("{s:s}", "do", "code"));
    else if (input_is(line, "devices", &rest))
        session_request(s, json_pack("{s:s}", "do", "devices"));
    else if (input_is(line, "signout", &rest))
        sign_out(s, rest);
    else if (input_is(line, "name", &rest))
        session_request(s, json_pack("{s:s,s:s}", "do", "name", "name", rest));
    else if (!input_is(line, "report", &rest))
        return false;
    else if (*rest)
        session_request_then(s, json_pack("{s:s,s:s}", "do", "report", "text", rest), "join.reported", "");
    else
        session_say(s, (gm_line){"join.report-what", {{0}}});
    return true;
}

static void carry_out_line(session *s, char *line) {
    s->prompted = false; /* the user has ended its line */
    input_normalize(line, s->w.lang);
    if (!is_text(line))
        session_say(s, (gm_line){"join.utf8", {{0}}});
    else if (session_wide_command(s, line))
        return;
    else if (s->where == SESSION_AT_TABLE)
        visit_command(s->visit, line);
    else
        lobby_command(s->lobby, line);
}

static void accept_name(session *s, const char *line) {
    s->prompted = false;
    text t = text_on(s->name, sizeof s->name);
    text_put(&t, line + strspn(line, " \t"));
    while (t.used && strchr(" \t\r", t.at[t.used - 1]))
        t.at[--t.used] = 0;
    if (t.cut || !is_text(s->name)) {
        session_say(s, (gm_line){"house.name", {{0}}});
        return;
    }
    s->asking_name = !t.used;
    if (t.used) send_enter(s);
}

/* Removes the first whole line from what was typed; false if there is none.  A line that is too long is cut. */
static bool next_typed_line(session *s, char line[INPUT_LINE]) {
    char *end = memchr(s->typed, '\n', s->n_typed);
    bool full = s->n_typed == sizeof s->typed;
    if (!end && !full && !(s->input_ended && s->n_typed)) return false;
    size_t n = end ? (size_t)(end - s->typed) : s->n_typed, take = n + (end != NULL);
    size_t keep = n < INPUT_LINE ? n : INPUT_LINE - 1;
    for (size_t i = 0; i < keep; i++) /* control characters become blanks */
        line[i] = (uint8_t)s->typed[i] < ' ' || s->typed[i] == 0x7F ? ' ' : s->typed[i];
    line[keep] = 0;
    s->n_typed -= take;
    memmove(s->typed, s->typed + take, s->n_typed);
    if (s->n_typed <= sizeof s->typed / 2) connection_read_input(s->connection, true);
    return true;
}

static bool expects_input(const session *s) {
    return s->asking_name ||
           (accepts_input(s) && (s->where != SESSION_AT_TABLE || visit_expects_input(s->visit)));
}

static void print_prompt(session *s) {
    if (!s->prompted && !s->done && expects_input(s)) {
        fputs("> ", s->out);
        s->prompted = true;
    }
    fflush(s->out);
}

/* Handles typed lines, as many as can be handled now. */
static void handle_typed_lines(session *s) {
    char line[INPUT_LINE];
    while (!s->done && accepts_input(s) && next_typed_line(s, line)) {
        if (s->asking_name)
            accept_name(s, line);
        else
            carry_out_line(s, line);
        if (s->n_typed || s->input_ended) continue; /* nobody is there to see a prompt */
        print_prompt(s);
    }
    if (s->input_ended && !s->n_typed && accepts_input(s) && !s->done) {
        session_output(s);
        s->done = true;
    }
    print_prompt(s);
}

/* Is the line that begins here, up to `end`, the command to quit? */
static bool is_quit(const session *s, const char *at, const char *end) {
    char line[INPUT_LINE];
    const char *rest;
    text t = text_on(line, sizeof line);
    text_bytes(&t, at, (size_t)(end - at));
    input_normalize(line, s->w.lang);
    return input_is(line, "quit", &rest) && !*rest;
}

/* Without a connection the user can only quit: was that typed, in a line that ends after this position? */
static bool wants_to_quit(const session *s, size_t from) {
    const char *at = s->typed, *end;
    if (s->entered || !s->retries) return false;
    for (; (end = memchr(at, '\n', s->n_typed - (size_t)(at - s->typed))); at = end + 1)
        if (end >= s->typed + from && is_quit(s, at, end)) return true;
    return s->input_ended;
}

static void on_typed(void *owner, const char *bytes, size_t n) {
    session *s = owner;
    size_t room = sizeof s->typed - s->n_typed;
    s->input_ended |= !n;
    if (n > room) n = room;
    memcpy(s->typed + s->n_typed, bytes, n);
    s->n_typed += n;
    if (s->n_typed > sizeof s->typed / 2)
        connection_read_input(s->connection, false); /* let a fast script wait */
    if (wants_to_quit(s, s->n_typed - n)) s->done = true;
    handle_typed_lines(s);
}

/* ---- entering the house --------------------------------------------------------------------- */

static void send_enter(session *s) {
    const char *device = words_get(s->w.lang, "join.device.terminal", 0);
    if (s->house.code[0])
        session_request(s,
                        json_pack("{s:s,s:s,s:s}", "do", "enter", "code", s->house.code, "device", device));
    else if (s->token[0])
        session_request(s, json_pack("{s:s,s:s}", "do", "enter", "token", s->token));
    else if (s->name[0])
        session_request(s, json_pack("{s:s,s:s,s:s}", "do", "enter", "name", s->name, "device", device));
    else {
        session_say(s, (gm_line){"join.name", {{0}}});
        s->asking_name = true;
    }
}

static void handle_greeting(session *s, const json_t *m) {
    if (json_integer_value(json_object_get(m, "protocol")) != PROTOCOL) {
        end_with_error(s, (gm_line){"join.protocol", {SAY_TEXT(s->house.origin)}});
        return;
    }
    session_send(s, json_pack("{s:s,s:s}", "do", "lang", "lang", words_lang_name(s->w.lang)));
    send_enter(s);
}

static void handle_token(session *s, const json_t *you) {
    fault why;
    session_get_text(you, "token", s->token, sizeof s->token);
    if (s->token[0] && !tokens_add(s->house.origin, s->name, s->token, &why)) session_say_fault(s, &why);
}

/* The same person has another name; under that, the token will be found. */
static void handle_new_name(session *s) {
    fault why;
    if (!tokens_add(s->house.origin, s->name, s->token, &why)) session_say_fault(s, &why);
    session_say(s, (gm_line){"join.renamed", {SAY_TEXT(s->name)}});
}

static void handle_you(session *s, const json_t *you) {
    session_get_text(you, "name", s->name, sizeof s->name);
    if (s->entered) {
        handle_new_name(s);
        return;
    }
    if (json_object_get(you, "token")) handle_token(s, you);
    s->house.code[0] = 0; /* it works only once */
    s->entered = true;
    bool moved = s->moving;
    if (s->retries) session_say(s, (gm_line){"join.back", {{0}}});
    s->retries = 0;
    s->moving = false;
    if (visit_catch_up(s->visit)) return;
    if (s->where == SESSION_ENTERING && s->house.table[0])
        visit_go_to(s->visit, s->house.table, s->terms->seat, "");
    else if (moved)
        lobby_catch_up(s->lobby);
    else {
        if (s->where == SESSION_ENTERING)
            session_say(s, (gm_line){"join.welcome", {SAY_TEXT(s->house.origin), SAY_TEXT(s->name)}});
        lobby_enter(s->lobby);
    }
}

/* ---- messages ------------------------------------------------------------------------------- */

/* If the house cannot read its data just when the user comes back, the user comes again a little later. */
static bool comes_again(session *s, const char *what, json_int_t request) {
    bool came_back = s->entered ? s->where == SESSION_AT_TABLE && visit_is_arriving(s->visit, request)
                                : s->retries || s->moving;
    if (!came_back || !what || strcmp(what, "house.unreadable")) return false;
    s->unanswered = (int)request; /* typed lines wait */
    s->node[0] = 0;
    connection_leave(s->connection);
    return true;
}

static void handle_error(session *s, const json_t *m) {
    char sentence[1024];
    const char *what = json_string_value(json_object_get(m, "error"));
    json_int_t re = json_integer_value(json_object_get(m, "re"));
    if (comes_again(s, what, re)) return;
    if (!s->entered && s->token[0] && what && !strcmp(what, "house.token")) {
        s->token[0] = 0; /* the house does not know it any more */
        send_enter(s);
        return;
    }
    say_error(session_output(s), session_get_text(m, "text", sentence, sizeof sentence));
    if (!s->entered) {
        s->name[0] = 0;
        if (s->terms->name || s->house.code[0]) /* there is no other name or code to try */
            s->done = s->failed = true;
        else
            send_enter(s);
    } else if (s->where == SESSION_ENTERING) /* the table of the URL cannot be visited */
        s->done = s->failed = true;
    else
        visit_request_failed(s->visit, re);
}

/* Another node of the house runs the table: connects to that one, and asks again. */
static void handle_elsewhere(session *s, const json_t *m) {
    const char *node = json_string_value(json_object_get(m, "elsewhere"));
    size_t n = node ? strspn(node, STORE_NODE_LETTERS) : 0;
    if (!visit_is_arriving(s->visit, json_integer_value(json_object_get(m, "re")))) return;
    if (!n || n >= sizeof s->node || node[n]) {
        end_with_error(s, (gm_line){"join.strange", {SAY_TEXT(s->house.origin)}});
        return;
    }
    memcpy(s->node, node, n + 1);
    s->entered = false; /* typed lines wait */
    s->moving = true;
    connection_leave(s->connection);
}

/* The house confirms a request. */
static void handle_done(session *s) {
    if (s->then) session_say(s, (gm_line){s->then, {SAY_TEXT(s->then_name)}});
    s->then = NULL;
}

static void handle_code(session *s, const json_t *m) {
    char link[256];
    session_say(s, (gm_line){"join.code", {SAY_TEXT(session_get_text(m, "link", link, sizeof link))}});
}

/* 3. Firefox, Linux, last used on 2026-11-17 */
static void tell_device(session *s, const json_t *d) {
    char label[RECORD_NAME], used[16], unnamed[64];
    text t = text_on(unnamed, sizeof unnamed);
    const char *how = json_is_true(json_object_get(d, "this")) ? "join.device.this"
                      : json_object_get(d, "used")             ? "join.device"
                                                               : "join.device.old";
    session_get_text(d, "label", label, sizeof label);
    session_get_text(d, "used", used, sizeof used);
    words_line(&t, &s->w, &(gm_line){"join.device.unnamed", {{0}}});
    session_say(s, (gm_line){how,
                             {SAY_NUMBER(json_integer_value(json_object_get(d, "device"))),
                              SAY_TEXT(*label ? label : unnamed), SAY_TEXT(used)}});
}

static void handle_devices(session *s, const json_t *all) {
    size_t i;
    json_t *d;
    session_say(s, (gm_line){"join.devices", {{0}}});
    json_array_foreach(all, i, d) { tell_device(s, d); }
    session_say(s, (gm_line){"join.devices.words", {{0}}});
}

static void handle_message(session *s, const json_t *m) {
    const json_t *re = json_object_get(m, "re"), *you = json_object_get(m, "you");
    if (json_is_integer(re) && json_integer_value(re) == s->unanswered) s->unanswered = 0;
    if (json_object_get(m, "house"))
        handle_greeting(s, m);
    else if (json_object_get(m, "error"))
        handle_error(s, m);
    else if (json_object_get(m, "elsewhere"))
        handle_elsewhere(s, m);
    else if (json_is_object(you))
        handle_you(s, you);
    else if (json_object_get(m, "code"))
        handle_code(s, m);
    else if (json_object_get(m, "devices"))
        handle_devices(s, json_object_get(m, "devices"));
    else if (json_object_get(m, "done") && re)
        handle_done(s);
    else if (json_object_get(m, "lobby") || json_object_get(m, "mine") || json_object_get(m, "open") ||
             json_object_get(m, "shut"))
        lobby_receive(s->lobby, m);
    else
        visit_receive(s->visit, m);
}

static void on_message(void *owner, const char *bytes, size_t n) {
    session *s = owner;
    if (s->done) return;
    json_t *m = json_loadb(bytes, n, 0, NULL);
    if (json_is_object(m))
        handle_message(s, m);
    else
        end_with_error(s, (gm_line){"join.strange", {SAY_TEXT(s->house.origin)}});
    json_decref(m);
    handle_typed_lines(s);
}

/* ---- the connection ------------------------------------------------------------------------- */

static const char *const failures[] = {
    [CONNECTION_UNREACHABLE] = "join.unreachable", [CONNECTION_NOT_A_HOUSE] = "join.strange",
    [CONNECTION_UNTRUSTED] = "join.untrusted",     [CONNECTION_HOUSE_FULL] = "join.full",
    [CONNECTION_EXPELLED] = "join.sent-away",      [CONNECTION_SIGNED_OUT] = "join.signed-out",
    [CONNECTION_LOST] = "join.unreachable",        [CONNECTION_MOVED] = "join.unreachable",
    [CONNECTION_CLOSING] = "join.unreachable",     [CONNECTION_LEFT] = "join.unreachable",
};

/* Twice at once, then ever more slowly: the table may be on its way, too. */
static int hop_pause(int hops) { return hops < 2 ? 0 : hops < 5 ? 300 << (hops - 2) : 2000; }

/* Another node of the house may be there already, but not everybody should come at the same moment. */
static int soon(void) {
    unsigned luck;
    if (getrandom(&luck, sizeof luck, 0) != sizeof luck) abort();
    return 100 + (int)(luck % 400);
}

/* Goes to another node, if there is reason to think that one is there and nothing of what the user typed is lost by
 * it.  Then the user need not notice. */
static bool move_on(session *s, connection_failure why, bool just_lost, bool asked) {
    bool left = why == CONNECTION_LEFT && s->moving;
    bool moved = (why == CONNECTION_MOVED || why == CONNECTION_CLOSING) && just_lost &&
                 (!asked || visit_repeats_request(s->visit));
    s->moving = left || moved;
    if (!left) s->node[0] = 0;
    if (s->moving)
        connection_set_timer(s->connection, CONNECTION_RETRY_TIMER,
                             why == CONNECTION_CLOSING ? soon() : hop_pause(s->hops++));
    return s->moving;
}

/* If there was a connection, tries again after 1, 2, 4, ... seconds. */
static void on_closed(void *owner, connection_failure why) {
    session *s = owner;
    bool just_lost = s->entered || s->moving, asked = s->unanswered;
    s->entered = s->asking_name = false;
    s->unanswered = 0;
    if (s->done || move_on(s, why, just_lost, asked)) return;
    if ((!just_lost && !s->retries) || why == CONNECTION_EXPELLED || why == CONNECTION_SIGNED_OUT) {
        end_with_error(s, (gm_line){failures[why], {SAY_TEXT(s->house.origin)}});
        return;
    }
    int seconds = s->retries < 5 ? 1 << s->retries : LONGEST_PAUSE;
    session_say(s,
                just_lost ? (gm_line){"join.lost", {{0}}} : (gm_line){"join.retry", {SAY_NUMBER(seconds)}});
    s->retries++;
    fflush(s->out);
    connection_set_timer(s->connection, CONNECTION_RETRY_TIMER, 1000 * seconds);
    const char *end = memchr(s->typed, '\n', s->n_typed);
    if (s->input_ended || (end && is_quit(s, s->typed, end))) s->done = true;
}

static void on_timer(void *owner, connection_timer which) {
    session *s = owner;
    if (which == CONNECTION_RETRY_TIMER)
        connection_open(s->connection, s->node);
    else if (s->where == SESSION_AT_TABLE && s->entered)
        visit_on_clock_timer(s->visit);
    print_prompt(s);
}

static void on_fetched(void *owner, bool good, const char *bytes, size_t n) {
    session *s = owner;
    s->unanswered = 0; /* the command that asked for it is done */
    visit_fetched(s->visit, good, bytes, n);
    handle_typed_lines(s);
}

/* ---- running -------------------------------------------------------------------------------- */

static void run_session(session *s) {
    static const connection_callbacks callbacks = {on_message, on_closed, on_typed, on_fetched, on_timer};
    const join_terms *t = s->terms;
    if (t->name) {
        text name = text_on(s->name, sizeof s->name);
        text_put(&name, t->name);
    }
    if (s->house.code[0] || !tokens_find(s->house.origin, t->name, s->token)) s->token[0] = 0;
    s->lobby = lobby_new(s);
    s->visit = visit_new(s);
    s->connection = connection_new(&s->house, t->in, &callbacks, s);
    connection_open(s->connection, "");
    connection_run(s->connection, &s->done);
}

bool join_run(const join_terms *terms) {
    fault why;
    session *s = calloc(1, sizeof *s);
    if (!s) abort();
    *s = (session){.terms = terms, .out = terms->out, .w = {.lang = terms->lang}};
    if (!address_parse(terms->url, &s->house, &why)) {
        say_fault(terms->err, terms->lang, &why);
        free(s);
        return false;
    }
    run_session(s);
    if (!s->failed && s->where == SESSION_AT_TABLE) visit_say_goodbye(s->visit);
    bool good = !s->failed;
    connection_free(s->connection);
    visit_free(s->visit);
    lobby_free(s->lobby);
    free(s);
    return good;
}
