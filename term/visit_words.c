/* visit_words.c - what can be typed at a table of a house. */
#include "base/bits.h"
#include "kit/notation.h"
#include "term/visit.h"
#include <string.h>
#include <strings.h>

static void ask(visit *v, json_t *request) { session_ask(v->s, request); }

static void say_key(visit *v, const char *key) { tell(visit_aloud(v), (gm_line){key, {{0}}}); }

/* Requests that are the word alone. */
static bool bare_word(visit *v, const char *line) {
    static const char *const words[][2] = {
        {"start", "start"}, {"rise", "rise"}, {"leave", "leave"}, {"return", "return"}, {"undo", "back"}};
    const char *rest;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (word_is(line, words[i][0], &rest)) {
            ask(v, json_pack("{s:s}", "do", words[i][1]));
            return true;
        }
    return false;
}

/* A seat by number or name, and what follows it; -1 if there is none. */
static int find_seat(visit *v, const char *typed, char rest[TELL_LINE]) {
    choice_number_names(&v->t, typed, rest);
    size_t n = strcspn(rest, " ");
    int q;
    if (!text_number(rest, n, 0, visit_seats(v) - 1, &q)) return -1;
    n += strspn(rest + n, " ");
    memmove(rest, rest + n, strlen(rest + n) + 1);
    return q;
}

/* The same; says so if there is none. */
static int read_seat(visit *v, const char *typed, char rest[TELL_LINE]) {
    int q = find_seat(v, typed, rest);
    if (q < 0) tell(visit_aloud(v), (gm_line){"table.seat", {SAY_TEXT(typed)}});
    return q;
}

/* The words of who waits for others to sit down. */
static bool seat_word(visit *v, const char *line) {
    const char *rest;
    char more[TELL_LINE];
    int q;
    if (word_is(line, "sit", &rest)) {
        q = *rest ? read_seat(v, rest, more) : JOIN_ANY;
        if (q != -1 || !*rest) visit_sit(v, q);
    } else if (word_is(line, "bot", &rest)) {
        if ((q = read_seat(v, rest, more)) >= 0)
            ask(v, json_pack("{s:s,s:i,s:s}", "do", "bot", "seat", q, "bot", *more ? more : "sensible"));
    } else if (word_is(line, "remove", &rest)) {
        if ((q = read_seat(v, rest, more)) >= 0) ask(v, json_pack("{s:s,s:i}", "do", "remove", "seat", q));
    } else
        return false;
    return true;
}

/* `vote` is a move of some games too; the table's votes have words of their own. */
static bool vote_word(visit *v, const char *line) {
    static const char *const votes[] = {"end", "hold", "again", "nothing"};
    const char *rest, *more;
    char numbered[TELL_LINE];
    const gm_verb *verb = v->t.w.game->verbs;
    if (!word_is(line, "vote", &rest)) return false;
    size_t i = 0;
    while (i < 4 && !word_is(rest, votes[i], &more))
        i++;
    while (verb->name && strcmp(verb->name, "vote"))
        verb++;
    if (i == 4 && verb->name) return false;
    choice_number_names(&v->t, rest, numbered);
    ask(v, json_pack("{s:s,s:s}", "do", "vote", "vote", numbered));
    return true;
}

/* mute NAME, unmute NAME: of who sits here, or has said something while looking on. */
static void mute(visit *v, const char *what, const char *say, const char *name) {
    char rest[TELL_LINE];
    int q = find_seat(v, name, rest), i = v->n_voices - 1;
    while (i >= 0 && strcasecmp(v->voice[i].name, name))
        i--;
    if (q >= 0 && q != visit_me(v) && v->seat[q].person && !*rest)
        session_ask_then(v->s, json_pack("{s:s,s:i}", "do", what, "seat", q), say, v->seat[q].name);
    else if (i >= 0 && strcasecmp(name, v->s->name))
        session_ask_then(v->s, json_pack("{s:s,s:I}", "do", what, "person", (json_int_t)v->voice[i].person),
                         say, v->voice[i].name);
    else
        say_key(v, "join.mute-whom");
}

static bool mute_word(visit *v, const char *line) {
    const char *name;
    if (word_is(line, "mute", &name))
        mute(v, "mute", "join.muted", name);
    else if (word_is(line, "unmute", &name))
        mute(v, "unmute", "join.unmuted", name);
    else
        return false;
    return true;
}

static bool talk_word(visit *v, const char *line) {
    const char *rest;
    char numbered[TELL_LINE];
    if (word_is(line, "say", &rest)) {
        if (*rest)
            ask(v, json_pack("{s:s,s:s}", "do", "say", "text", rest));
        else
            say_key(v, "join.say-what");
    } else if (word_is(line, "state", &rest) && *rest) {
        choice_number_names(&v->t, rest, numbered);
        ask(v, json_pack("{s:s,s:s}", "do", "state", "state", numbered));
    } else
        return false;
    return true;
}

static void save(visit *v, const char *path) {
    char from[ADDRESS_KEY + 16];
    if (v->phase != TABLE_OVER)
        say_key(v, "join.save-later");
    else if (!*path)
        say_key(v, "play.save-where");
    else {
        text t = text_on(from, sizeof from);
        text_put(&t, "/record/");
        text_put(&t, v->key);
        memcpy(v->path, path, strlen(path) + 1);
        v->s->awaited = ++v->s->re; /* until it has come */
        wire_fetch(v->s->wire, from);
    }
}

/* What the game's statements are, of a game that has some. */
static void tell_help(visit *v) {
    char line[TELL_LINE];
    text t = text_on(line, sizeof line);
    const gm_verb *talk = v->t.w.game->statements;
    say_key(v, "join.help");
    for (const gm_verb *s = talk; s && s->name; s++) {
        if (s != talk) text_put(&t, ", ");
        text_put(&t, s->name);
        for (int i = 0; i < gm_arg_count(s); i++)
            text_char(&t, ' '), text_put(&t, s->of[gm_written_arg(s, i)]);
    }
    if (t.used) tell(&v->t, (gm_line){"join.statements", {SAY_TEXT(line)}});
    if (v->phase == TABLE_WAITING) say_key(v, v->host ? "join.help-host" : "join.help-waiting");
}

/* Words about the table that are answered here. */
static bool table_word(visit *v, const char *line) {
    const char *rest;
    if (word_is(line, "help", &rest))
        tell_help(v);
    else if (word_is(line, "seats", &rest) || (v->phase == TABLE_WAITING && word_is(line, "state", &rest)))
        visit_tell_seats(v);
    else if (word_is(line, "clock", &rest))
        visit_tell_clocks(v);
    else if (word_is(line, "save", &rest))
        save(v, rest);
    else if (word_is(line, "lobby", &rest))
        tables_enter(v->s->tables);
    else if (word_is(line, "quit", &rest))
        v->s->done = true;
    else
        return false;
    return true;
}

/* Who is not asked, or does not sit here, can still ask for some things. */
static bool may_answer(const visit *v, const char *line) {
    const char *rest;
    bool about_moves =
        word_is(line, "moves", &rest) || word_is(line, "why", &rest) || word_is(line, "try", &rest);
    return v->asked || !about_moves;
}

static void say_not_now(visit *v) {
    gm_seats act = visit_to_act(v) & (gm_seats)(BIT(v->box[0]) - 1);
    if (!visit_seated(v))
        say_key(v, "join.not-seated");
    else if (v->phase == TABLE_WAITING)
        say_key(v, "join.not-begun");
    else if (v->phase == TABLE_OVER)
        say_key(v, "join.is-over");
    else if (v->seat[visit_me(v)].held)
        say_key(v, "join.you-held");
    else
        tell(visit_aloud(v), (gm_line){"join.not-asked", {{GM_ARG_THINGS, "seat", act}}});
}

static void play(visit *v, const char *line) {
    gm_move m;
    if (!v->asked) {
        say_not_now(v);
        return;
    }
    if (!choice_take(visit_aloud(v), &v->c, line, &m)) return;
    text t = text_on(v->sent, sizeof v->sent);
    gm_write_move(&t, v->t.w.game, v->box, m);
    v->sent_at = v->game.n;
    v->id = v->id % (1 << 29) + 1;
    ask(v, json_pack("{s:s,s:i,s:s}", "do", "move", "id", v->id, "move", v->sent));
}

/* Does an onlooker ask for what only players can do? */
static bool needs_seat(const visit *v, const char *line) {
    static const char *const words[] = {"rise", "leave", "return", "undo", "vote"};
    const char *rest;
    bool found = word_is(line, "state", &rest) && *rest;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        found |= word_is(line, words[i], &rest);
    return found && !visit_seated(v);
}

void visit_line(visit *v, const char *line) {
    if (!*line) return;
    if (needs_seat(v, line)) {
        say_key(v, "join.not-seated");
        return;
    }
    if (talk_word(v, line) || mute_word(v, line) || table_word(v, line) || bare_word(v, line) ||
        seat_word(v, line) || vote_word(v, line))
        return;
    if (may_answer(v, line) && word_answer(visit_aloud(v), &v->c, line)) return;
    play(v, line);
}
