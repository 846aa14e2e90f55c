/* join.c - a table of a house in the terminal: the connection, who one is, and what is typed.
 *
 * Map: telling - requests - what is typed - who one is - messages - the connection - running. */
#include "term/join.h"
#include "term/session.h"
#include <stdlib.h>
#include <string.h>

enum { PROTOCOL = 1, LONGEST_PAUSE = 30 };

/* ---- telling ------------------------------------------------------------------------------------------------ */

FILE *session_aloud(session *s) {
    if (s->prompted) fputc('\n', s->out);
    s->prompted = false;
    return s->out;
}

void session_say(session *s, gm_line line) { say(session_aloud(s), &s->w, line); }

const char *session_text(const json_t *from, const char *field, char *out, size_t size) {
    const char *in = json_string_value(json_object_get(from, field));
    text t = text_on(out, size);
    for (size_t n = in ? strlen(in) : 0, k; n; in += k, n -= k) {
        k = (size_t)text_utf8(in, n);
        if (!k || t.used + k >= size) break;
        if (text_control(in))
            text_char(&t, '?');
        else
            text_bytes(&t, in, k);
    }
    return out;
}

/* One sentence, and the end. */
static void fail(session *s, gm_line line) {
    session_aloud(s);
    fflush(s->out);
    fputs("safehouse: ", s->terms->err);
    say(s->terms->err, &s->w, line);
    s->done = s->failed = true;
}

/* ---- requests ------------------------------------------------------------------------------------------------- */

static void send_json(session *s, json_t *request) {
    char *line = json_dumps(request, JSON_COMPACT);
    if (!line) abort();
    wire_send(s->wire, line, strlen(line));
    free(line);
    json_decref(request);
}

void session_ask(session *s, json_t *request) {
    if (!request) abort(); /* what is typed was looked at, and the rest is ours */
    json_object_set_new(request, "re", json_integer(++s->re));
    s->awaited = s->re;
    send_json(s, request);
}

void session_ask_then(session *s, json_t *request, const char *say, const char *name) {
    text t = text_on(s->about, sizeof s->about);
    text_put(&t, name);
    s->then = say;
    session_ask(s, request);
}

/* ---- what is typed ---------------------------------------------------------------------------------------------- */

/* Is there room for what one types now? */
static bool listens(const session *s) { return s->naming || (s->entered && !s->awaited); }

static void enter(session *s);

static bool is_text(const char *s) {
    for (size_t n = strlen(s), k; n; s += k, n -= k)
        if (!(k = (size_t)text_utf8(s, n)) || text_control(s)) return false;
    return true;
}

/* Words that mean the same everywhere. */
static bool own_word(session *s, const char *line) {
    const char *rest;
    if (word_is(line, "code", &rest))
        session_ask(s, json_pack("{s:s}", "do", "code"));
    else if (!word_is(line, "report", &rest))
        return false;
    else if (*rest)
        session_ask_then(s, json_pack("{s:s,s:s}", "do", "report", "text", rest), "join.reported", "");
    else
        session_say(s, (gm_line){"join.report-what", {{0}}});
    return true;
}

static void take_line(session *s, char *line) {
    s->prompted = false; /* its line has ended */
    word_tidy(line);
    if (!is_text(line))
        session_say(s, (gm_line){"join.utf8", {{0}}});
    else if (own_word(s, line))
        return;
    else if (s->where == AT_TABLE)
        visit_line(s->visit, line);
    else
        tables_line(s->tables, line);
}

static void take_name(session *s, const char *line) {
    s->prompted = false;
    text t = text_on(s->name, sizeof s->name);
    text_put(&t, line + strspn(line, " \t"));
    while (t.used && strchr(" \t\r", t.at[t.used - 1]))
        t.at[--t.used] = 0;
    if (t.cut || !is_text(s->name)) {
        session_say(s, (gm_line){"house.name", {{0}}});
        return;
    }
    s->naming = !t.used;
    if (t.used) enter(s);
}

/* Takes a whole line off the front of what was typed; false if there is none.  Of one that is too long the rest is
 * dropped. */
static bool next_line(session *s, char line[TELL_LINE]) {
    char *end = memchr(s->typed, '\n', s->n_typed);
    bool full = s->n_typed == sizeof s->typed;
    if (!end && !full && !(s->ended && s->n_typed)) return false;
    size_t n = end ? (size_t)(end - s->typed) : s->n_typed, take = n + (end != NULL);
    size_t keep = n < TELL_LINE ? n : TELL_LINE - 1;
    for (size_t i = 0; i < keep; i++) /* a key that means nothing here is a blank */
        line[i] = (uint8_t)s->typed[i] < ' ' || s->typed[i] == 0x7F ? ' ' : s->typed[i];
    line[keep] = 0;
    s->n_typed -= take;
    memmove(s->typed, s->typed + take, s->n_typed);
    if (s->n_typed <= sizeof s->typed / 2) wire_listen(s->wire, true);
    return true;
}

static bool expects(const session *s) {
    return s->naming || (listens(s) && (s->where != AT_TABLE || visit_waits(s->visit)));
}

static void prompt(session *s) {
    if (!s->prompted && !s->done && expects(s)) {
        fputs("> ", s->out);
        s->prompted = true;
    }
    fflush(s->out);
}

/* Does what was typed, as far as it can be done now. */
static void go_on(session *s) {
    char line[TELL_LINE];
    while (!s->done && listens(s) && next_line(s, line)) {
        if (s->naming)
            take_name(s, line);
        else
            take_line(s, line);
        if (s->n_typed || s->ended) continue; /* nobody looks at a prompt */
        prompt(s);
    }
    if (s->ended && !s->n_typed && listens(s) && !s->done) {
        session_aloud(s);
        s->done = true;
    }
    prompt(s);
}

/* While there is no connection only leaving can be done: is that what was typed from here on? */
static bool wants_to_quit(const session *s, size_t from) {
    if (s->entered || !s->tries) return false;
    for (const char *at = s->typed + from, *end = s->typed + s->n_typed; end - at >= 5; at++)
        if ((at == s->typed || at[-1] == '\n') && !memcmp(at, "quit\n", 5)) return true;
    return s->ended;
}

static void typed(void *to, const char *bytes, size_t n) {
    session *s = to;
    size_t room = sizeof s->typed - s->n_typed;
    s->ended |= !n;
    if (n > room) n = room;
    memcpy(s->typed + s->n_typed, bytes, n);
    s->n_typed += n;
    if (s->n_typed > sizeof s->typed / 2) wire_listen(s->wire, false); /* a script that runs ahead waits */
    if (wants_to_quit(s, s->n_typed - n)) s->done = true;
    go_on(s);
}

/* ---- who one is --------------------------------------------------------------------------------------------------- */

static void enter(session *s) {
    if (s->house.code[0])
        session_ask(s, json_pack("{s:s,s:s}", "do", "enter", "code", s->house.code));
    else if (s->token[0])
        session_ask(s, json_pack("{s:s,s:s}", "do", "enter", "token", s->token));
    else if (s->name[0])
        session_ask(s, json_pack("{s:s,s:s}", "do", "enter", "name", s->name));
    else {
        session_say(s, (gm_line){"join.name", {{0}}});
        s->naming = true;
    }
}

static void take_greeting(session *s, const json_t *m) {
    if (json_integer_value(json_object_get(m, "protocol")) != PROTOCOL) {
        fail(s, (gm_line){"join.protocol", {SAY_TEXT(s->house.origin)}});
        return;
    }
    send_json(s, json_pack("{s:s,s:s}", "do", "lang", "lang", words_lang_name(s->w.lang)));
    enter(s);
}

static void take_token(session *s, const json_t *you) {
    fault why;
    session_text(you, "token", s->token, sizeof s->token);
    if (!s->token[0] || token_keep(s->house.origin, s->name, s->token, &why)) return;
    char sentence[TELL_LINE];
    text t = text_on(sentence, sizeof sentence);
    words_fault(&t, s->w.lang, &why);
    say_text(session_aloud(s), sentence);
}

static void take_you(session *s, const json_t *you) {
    session_text(you, "name", s->name, sizeof s->name);
    if (json_object_get(you, "token")) take_token(s, you);
    s->house.code[0] = 0; /* good once */
    s->entered = true;
    if (s->tries) session_say(s, (gm_line){"join.back", {{0}}});
    s->tries = 0;
    if (s->where == AT_TABLE)
        visit_catch_up(s->visit);
    else if (s->where == AT_DOOR && s->house.table[0])
        visit_come(s->visit, s->house.table, s->terms->seat);
    else {
        if (s->where == AT_DOOR)
            session_say(s, (gm_line){"join.welcome", {SAY_TEXT(s->house.origin), SAY_TEXT(s->name)}});
        tables_enter(s->tables);
    }
}

/* ---- messages -------------------------------------------------------------------------------------------------------- */

static void take_error(session *s, const json_t *m) {
    char sentence[2 * TELL_LINE];
    const char *what = json_string_value(json_object_get(m, "error"));
    if (!s->entered && s->token[0] && what && !strcmp(what, "house.token")) {
        s->token[0] = 0; /* the house has forgotten us */
        enter(s);
        return;
    }
    say_text(session_aloud(s), session_text(m, "text", sentence, sizeof sentence));
    if (!s->entered) {
        s->name[0] = 0;
        if (s->terms->name || s->house.code[0]) /* it cannot be asked for again */
            s->done = s->failed = true;
        else
            enter(s);
    } else if (s->where == AT_DOOR) /* that table is not for us */
        s->done = s->failed = true;
    else if (s->where == AT_TABLE)
        visit_refused(s->visit);
}

/* The house has done what was asked. */
static void take_done(session *s) {
    if (s->then) session_say(s, (gm_line){s->then, {SAY_TEXT(s->about)}});
    s->then = NULL;
}

static void take_code(session *s, const json_t *m) {
    char link[256];
    session_say(s, (gm_line){"join.code", {SAY_TEXT(session_text(m, "link", link, sizeof link))}});
}

static void take_message(session *s, const json_t *m) {
    const json_t *re = json_object_get(m, "re"), *you = json_object_get(m, "you");
    if (json_is_integer(re) && json_integer_value(re) == s->awaited) s->awaited = 0;
    if (json_object_get(m, "house"))
        take_greeting(s, m);
    else if (json_object_get(m, "error"))
        take_error(s, m);
    else if (json_is_object(you))
        take_you(s, you);
    else if (json_object_get(m, "code"))
        take_code(s, m);
    else if (json_object_get(m, "done") && re)
        take_done(s);
    else if (json_object_get(m, "lobby") || json_object_get(m, "mine") || json_object_get(m, "open") ||
             json_object_get(m, "shut"))
        tables_hear(s->tables, m);
    else
        visit_hear(s->visit, m);
}

static void heard(void *to, const char *bytes, size_t n) {
    session *s = to;
    if (s->done) return;
    json_t *m = json_loadb(bytes, n, 0, NULL);
    if (json_is_object(m))
        take_message(s, m);
    else
        fail(s, (gm_line){"join.strange", {SAY_TEXT(s->house.origin)}});
    json_decref(m);
    go_on(s);
}

/* ---- the connection ----------------------------------------------------------------------------------------------------- */

static void opened(void *to) { (void)to; } /* the house speaks first */

static const char *const ends[] = {
    [WIRE_UNREACHABLE] = "join.unreachable", [WIRE_STRANGE] = "join.strange",
    [WIRE_UNTRUSTED] = "join.untrusted",     [WIRE_FULL] = "join.full",
    [WIRE_SENT_AWAY] = "join.sent-away",     [WIRE_LOST] = "join.unreachable",
};

/* Tries again after 1, 2, 4, ... seconds, if there was a connection. */
static void parted(void *to, wire_end why) {
    session *s = to;
    bool first = s->entered;
    s->entered = s->naming = false;
    s->awaited = 0;
    if (s->done) return;
    if ((!first && !s->tries) || why == WIRE_SENT_AWAY) {
        fail(s, (gm_line){ends[why], {SAY_TEXT(s->house.origin)}});
        return;
    }
    int pause = s->tries < 5 ? 1 << s->tries : LONGEST_PAUSE;
    session_say(s, first ? (gm_line){"join.lost", {{0}}} : (gm_line){"join.retry", {SAY_NUMBER(pause)}});
    s->tries++;
    fflush(s->out);
    wire_set(s->wire, WIRE_RETRY, 1000 * pause);
    if (s->ended || (s->n_typed >= 5 && !memcmp(s->typed, "quit\n", 5))) s->done = true;
}

static void alarmed(void *to, wire_alarm which) {
    session *s = to;
    if (which == WIRE_RETRY)
        wire_connect(s->wire);
    else if (s->where == AT_TABLE && s->entered)
        visit_alarm(s->visit);
    prompt(s);
}

static void fetched(void *to, bool good, const char *bytes, size_t n) {
    session *s = to;
    s->awaited = 0; /* the line that asked for it */
    visit_fetched(s->visit, good, bytes, n);
    go_on(s);
}

/* ---- running ---------------------------------------------------------------------------------------------------------------- */

static void start(session *s) {
    static const wire_ears ears = {opened, heard, parted, typed, fetched, alarmed};
    const join_terms *t = s->terms;
    if (t->name) {
        text name = text_on(s->name, sizeof s->name);
        text_put(&name, t->name);
    }
    if (s->house.code[0] || !token_find(s->house.origin, t->name, s->token)) s->token[0] = 0;
    s->tables = tables_new(s);
    s->visit = visit_new(s);
    s->wire = wire_new(&s->house, t->in, &ears, s);
    wire_connect(s->wire);
    wire_run(s->wire, &s->done);
}

bool join_run(const join_terms *terms) {
    fault why;
    session *s = calloc(1, sizeof *s);
    if (!s) abort();
    *s = (session){.terms = terms, .out = terms->out, .w = {.lang = terms->lang}};
    if (!address_read(terms->url, &s->house, &why)) {
        say_fault(terms->err, terms->lang, &why);
        free(s);
        return false;
    }
    start(s);
    if (!s->failed && s->where == AT_TABLE) visit_part(s->visit);
    bool good = !s->failed;
    wire_free(s->wire);
    visit_free(s->visit);
    tables_free(s->tables);
    free(s);
    return good;
}
