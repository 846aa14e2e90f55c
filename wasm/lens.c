/* lens.c - one story, as the page looks at it: the same code that plays at a house and in a terminal, in the
 * browser.
 *
 * The page writes what it gives to sh_in(), a C string unless it says otherwise, and reads what it gets as a C
 * string that stands until the next call: JSON, or a sentence.  Sentences are in the language that sh_lang set.
 *
 * Map: the story - what can be asked about where one stands - things - opening, from an order or a record. */
#include "base/bits.h"
#include "kit/json.h"
#include "kit/notation.h"
#include "kit/order.h"
#include "kit/record.h"
#include "kit/registry.h"
#include "kit/view.h"
#include "wasm/export.h"
#include "words/words.h"
#include <stdlib.h>
#include <string.h>

enum {
    OPEN = 9, /* a listener from whom nothing is hidden, for records */
    SENTENCE = 2048,
};

static record rec; /* the order, the box; of a record also its moves */
static char in[RECORD_TEXT], out_bytes[GM_JSON_VIEW_SIZE + (512 << 10)];
static text out;
static char name[GM_MAX_SEATS][RECORD_NAME];
static const char *names[GM_MAX_SEATS];
static words_for words = {WORDS_EN, NULL, rec.box, names};

/* The story so far, as `who` heard it, and the view after `at` of its moves. */
static gm_seat who, by[GM_MAX_PLIES];
static gm_move heard[GM_MAX_PLIES];
static int n, at;
static gm_view view;

const char *EXPORT(sh_in)(void);
int EXPORT(sh_in_size)(void);
void EXPORT(sh_lang)(int lang);
const char *EXPORT(sh_open)(int size);
const char *EXPORT(sh_record)(int size);
void EXPORT(sh_name)(int seat);
void EXPORT(sh_sit)(int seat);
const char *EXPORT(sh_hear)(int seat);
void EXPORT(sh_back)(int to);
const char *EXPORT(sh_step)(void);
int EXPORT(sh_goto)(int to);
int EXPORT(sh_from)(void);
const char *EXPORT(sh_view)(void);
const char *EXPORT(sh_figures)(void);
const char *EXPORT(sh_tell)(void);
const char *EXPORT(sh_brief)(void);
const char *EXPORT(sh_choices)(int seat);
const char *EXPORT(sh_why)(int seat);
const char *EXPORT(sh_try)(int seat);
const char *EXPORT(sh_said)(int seat);
const char *EXPORT(sh_result)(void);
const char *EXPORT(sh_things)(void);
const char *EXPORT(sh_deck)(int kind);
const char *EXPORT(sh_schema)(int game);

static void begin(void) { out = text_on(out_bytes, sizeof out_bytes); }

static const char *end(void) { return out.at; }

const char *sh_in(void) { return in; }
int sh_in_size(void) { return sizeof in; }

/* A dummy's name is a word of the language. */
static void name_dummies(void) {
    gm_thing thing;
    for (int q = rec.box[0]; q < gm_players(rec.box); q++)
        if (gm_thing_of(rec.game, rec.box, "seat", q, &thing) && thing.name.say)
            names[q] = words_get(words.lang, thing.name.say, 0);
}

void sh_lang(int lang) {
    words.lang = lang >= 0 && lang < WORDS_LANGS ? (words_lang)lang : WORDS_EN;
    if (rec.game) name_dummies();
}

static void put_sentence(const gm_line *line) {
    char sentence[SENTENCE];
    text t = text_on(sentence, sizeof sentence);
    words_line(&t, &words, line);
    text_json(&out, sentence);
}

static void put_sentences(const gm_lines *lines) {
    text_char(&out, '[');
    for (int i = 0; i < lines->n; i++) {
        if (i) text_char(&out, ',');
        put_sentence(&lines->line[i]);
    }
    text_char(&out, ']');
}

static const char *fault_said(const fault *why) {
    begin();
    words_fault(&out, words.lang, why);
    return end();
}

/* ---- the story -------------------------------------------------------------------------------------- */

static bool everything(void) { return who == OPEN; }

/* What a seat may do shows only in its own view. */
static bool knows_moves_of(int seat) {
    return rec.game && (everything() || seat == who) && seat < rec.box[0];
}

/* Nothing has happened yet. */
static void go_to_start(void) {
    _Alignas(8) uint8_t st[GM_MAX_STATE] = {0};
    at = 0;
    rec.game->setup(rec.box, st);
    gm_make_view(rec.game, rec.box, st, everything() ? GM_SPECTATOR : who, &view);
    if (everything()) memcpy(view.st, st, rec.game->state_size);
}

/* A move as one hears it changes what one sees. */
static void apply(gm_view *v, gm_seat mover, gm_move m) {
    gm_view next;
    rec.game->apply(rec.box, v->st, mover, m);
    if (everything()) return;
    gm_make_view(rec.game, rec.box, v->st, who, &next); /* what it wrote into holes is nothing */
    memcpy(v->st, next.st, rec.game->state_size);
}

static void step(void) {
    apply(&view, by[at], heard[at]);
    at++;
}

int sh_goto(int to) {
    if (!rec.game) return 0;
    if (to < at) go_to_start();
    while (at < to && at < n)
        step();
    return at;
}

/* {"by":2,"move":"play y7","say":"Ada plays ...","chapter":false,"back":true,"news":[...]}: the move at which one stands, and
 * what it brought about.  One stands after it then. */
const char *sh_step(void) {
    static gm_view before;
    gm_lines news = {0};
    gm_line line;
    begin();
    if (!rec.game || at == n) return end();
    before = view;
    step();
    gm_say_move(rec.game, by[at - 1], heard[at - 1], &line);
    if (rec.game->news) rec.game->news(rec.box, before.st, view.st, everything() ? GM_SPECTATOR : who, &news);
    text_put(&out, "{\"by\":");
    gm_json_seat(&out, by[at - 1]);
    text_put(&out, ",\"move\":\"");
    gm_write_move(&out, rec.game, rec.box, heard[at - 1]);
    text_put(&out, "\",\"say\":");
    put_sentence(&line);
    const gm_verb *verb = gm_verb_of(rec.game, heard[at - 1]);
    text_put(&out, verb->chapter ? ",\"chapter\":true" : ",\"chapter\":false");
    text_put(&out, verb->undoable ? ",\"back\":true" : ",\"back\":false");
    text_put(&out, ",\"news\":");
    put_sentences(&news);
    text_char(&out, '}');
    return end();
}

/* Sits down to listen: a seat, the room, or for a record OPEN; at the start, with the record's story or none. */
void sh_sit(int seat) {
    _Alignas(8) uint8_t st[GM_MAX_STATE] = {0};
    if (!rec.game) return;
    who = (gm_seat)seat;
    rec.game->setup(rec.box, st);
    for (n = 0; n < rec.n; n++) {
        by[n] = rec.by[n];
        heard[n] = everything() ? rec.move[n] : gm_heard(rec.game, rec.box, st, by[n], rec.move[n], who);
        rec.game->apply(rec.box, st, by[n], rec.move[n]);
    }
    go_to_start();
}

/* Adds a move as it was heard; empty, or what is wrong with it. */
const char *sh_hear(int seat) {
    fault why;
    begin();
    if (!rec.game || n == GM_MAX_PLIES) return end();
    if (!gm_read_heard(rec.game, rec.box, in, strlen(in), &heard[n], &why)) return fault_said(&why);
    by[n++] = (gm_seat)seat;
    return end();
}

/* The moves after `to` were taken back. */
void sh_back(int to) {
    if (!rec.game || to < 0 || to > n) return;
    n = to;
    if (at > n) sh_goto(n);
}

/* The first move that the log may show. */
int sh_from(void) {
    return rec.game && !everything() ? gm_log_from(rec.game, rec.box, view.st, heard, at) : 0;
}

/* ---- where one stands ------------------------------------------------------------------------------------ */

static void put_view(const gm_view *v) {
    if (everything())
        gm_json_state(&out, rec.game, rec.box, v->st);
    else
        gm_json_view(&out, v);
}

const char *sh_view(void) {
    begin();
    if (rec.game) put_view(&view);
    return end();
}

const char *sh_figures(void) {
    begin();
    if (rec.game) gm_json_figures(&out, rec.game, rec.box, view.st);
    return end();
}

/* The table in sentences. */
const char *sh_tell(void) {
    gm_lines lines = {0};
    begin();
    if (!rec.game) return end();
    rec.game->tell(rec.box, view.st, everything() ? GM_SPECTATOR : who, &lines);
    put_sentences(&lines);
    return end();
}

/* What is particular to this box. */
const char *sh_brief(void) {
    gm_lines lines = {0};
    begin();
    if (rec.game && rec.game->brief) rec.game->brief(rec.box, &lines);
    put_sentences(&lines);
    return end();
}

/* [{"move":"play y7","say":"...","preview":[...],"brings":[{"say":"key","with":[...]}]}]: what a seat may do. */
const char *sh_choices(int seat) {
    static gm_move moves[GM_MAX_MOVES];
    begin();
    text_char(&out, '[');
    int count = knows_moves_of(seat) && rec.game->to_act(rec.box, view.st) >> seat & 1
                    ? rec.game->moves(rec.box, view.st, (gm_seat)seat, moves)
                    : 0;
    for (int i = 0; i < count; i++) {
        gm_lines ahead = {0};
        gm_line line;
        gm_say_move(rec.game, (gm_seat)seat, moves[i], &line);
        if (rec.game->preview && seat < GM_MAX_SEATS)
            rec.game->preview(rec.box, view.st, (gm_seat)seat, moves[i], &ahead);
        text_put(&out, i ? ",{\"move\":\"" : "{\"move\":\"");
        gm_write_move(&out, rec.game, rec.box, moves[i]);
        text_put(&out, "\",\"say\":");
        put_sentence(&line);
        text_put(&out, ",\"preview\":");
        put_sentences(&ahead);
        text_put(&out, ",\"brings\":[");
        for (int k = 0; k < ahead.n; k++) {
            if (k) text_char(&out, ',');
            gm_json_line(&out, rec.game, rec.box, &ahead.line[k]);
        }
        text_put(&out, "]}");
    }
    text_char(&out, ']');
    return end();
}

/* Why a seat may not do this now: {"rule":"J3.4","text":"..."}; empty if it may. */
const char *sh_why(int seat) {
    gm_move m;
    fault why;
    begin();
    if (!knows_moves_of(seat)) return end();
    bool read = gm_read_move(rec.game, rec.box, in, strlen(in), &m, &why);
    const gm_reason *no = read ? rec.game->why_not(rec.box, view.st, (gm_seat)seat, m) : NULL;
    if (read && !no) return end();
    char sentence[SENTENCE];
    text t = text_on(sentence, sizeof sentence);
    if (read)
        text_put(&t, words_get(words.lang, no->say, 0));
    else
        words_fault(&t, words.lang, &why);
    text_put(&out, "{\"rule\":");
    text_json(&out, read ? no->rule : "");
    text_put(&out, ",\"text\":");
    text_json(&out, sentence);
    text_char(&out, '}');
    return end();
}

/* {"view":{...},"figures":{...}}: right after a legal move of this seat, before anybody answers it; empty if it is not legal. */
const char *sh_try(int seat) {
    gm_move m;
    fault why;
    gm_view then = view;
    begin();
    if (!knows_moves_of(seat) || !gm_read_move(rec.game, rec.box, in, strlen(in), &m, &why) ||
        rec.game->why_not(rec.box, view.st, (gm_seat)seat, m))
        return end();
    apply(&then, (gm_seat)seat, m);
    text_put(&out, "{\"view\":");
    put_view(&then);
    text_put(&out, ",\"figures\":");
    if (rec.game->figures)
        gm_json_figures(&out, rec.game, rec.box, then.st);
    else
        text_put(&out, "null");
    text_char(&out, '}');
    return end();
}

/* A statement of a seat's as a sentence. */
const char *sh_said(int seat) {
    gm_move m;
    fault why;
    gm_line line;
    begin();
    if (!rec.game) return end();
    if (!gm_read_statement(rec.game, rec.box, in, strlen(in), &m, &why)) return fault_said(&why);
    gm_say_move(rec.game, (gm_seat)seat, m, &line);
    words_line(&out, &words, &line);
    return end();
}

/* {"winners":[2],"points":[...],"account":[{"seat":0,"points":3,"say":"..."}]}; empty while the game goes on. */
const char *sh_result(void) {
    static gm_score lines[GM_MAX_SCORES];
    gm_result res;
    bool first = true;
    begin();
    if (!rec.game || rec.game->to_act(rec.box, view.st)) return end();
    rec.game->result(rec.box, view.st, &res);
    int count = rec.game->scores(rec.box, view.st, lines);
    text_put(&out, "{\"winners\":[");
    for (gm_seats rest = res.winners; rest; rest &= (gm_seats)(rest - 1), first = false) {
        if (!first) text_char(&out, ',');
        text_int(&out, bits_first(rest));
    }
    text_put(&out, "],\"points\":[");
    for (int q = 0; q < gm_players(rec.box); q++) {
        if (q) text_char(&out, ',');
        text_int(&out, res.points[q]);
    }
    text_put(&out, "],\"account\":[");
    for (int i = 0; i < count; i++) {
        text_put(&out, i ? ",{\"seat\":" : "{\"seat\":");
        text_int(&out, lines[i].seat);
        text_put(&out, ",\"points\":");
        text_int(&out, lines[i].points);
        text_put(&out, ",\"say\":");
        put_sentence(&lines[i].line);
        text_char(&out, '}');
    }
    text_put(&out, "]}");
    return end();
}

/* ---- things ------------------------------------------------------------------------------------------------- */

/* {"y7":"yellow 7",...}: the things of the kind in sh_in(), by their codes. */
const char *sh_things(void) {
    gm_thing thing;
    bool first = true;
    begin();
    text_char(&out, '{');
    for (int i = 0; rec.game && i < GM_NONE; i++) {
        if (!gm_thing_of(rec.game, rec.box, in, i, &thing)) {
            if (i) break;
            continue; /* some are numbered from 1 */
        }
        if (!first) text_char(&out, ',');
        first = false;
        text_json(&out, thing.code);
        text_char(&out, ':');
        put_sentence(&(gm_line){"{0}", {{GM_ARG_THING, in, i}}});
    }
    text_char(&out, '}');
    return end();
}

/* The deck file of this kind that is played with. */
const char *sh_deck(int kind) {
    begin();
    if (!rec.game) return end();
    const gm_deck *d = rec.game->decks;
    while (d->columns && kind--)
        d++;
    if (!d->columns) return end();
    for (const gm_file *f = rec.order.files; f->name; f++)
        if (gm_deck_of(rec.game, f) == d) {
            text_bytes(&out, f->text, f->size);
            return end();
        }
    for (const gm_file *f = gm_shipped; f->name; f++)
        if (!strcmp(f->name, d->file)) text_bytes(&out, f->text, f->size);
    return end();
}

const char *sh_schema(int game) {
    int i = 0;
    begin();
    while (gm_games[i] && i < game)
        i++;
    if (gm_games[i]) gm_json_schema(&out, gm_games[i]);
    return end();
}

/* ---- opening -------------------------------------------------------------------------------------------------- */

static void opened(void) {
    words.game = rec.game;
    for (int q = 0; q < GM_MAX_SEATS; q++) {
        memcpy(name[q], rec.seat[q].name, RECORD_NAME);
        names[q] = name[q];
    }
    name_dummies();
    sh_sit(GM_SPECTATOR);
}

/* What a seat is called. */
void sh_name(int seat) {
    if (seat < 0 || seat >= GM_MAX_SEATS) return;
    text t = text_on(name[seat], RECORD_NAME);
    text_put(&t, in);
}

/* Takes the next line of what was given, up to the end or a line end, which becomes a NUL. */
static char *cut(char **rest, const char *stop) {
    char *line = *rest, *last = memchr(line, '\n', (size_t)(stop - line));
    *rest = last ? last + 1 : (char *)(uintptr_t)stop;
    if (last) *last = 0;
    return line;
}

/* What was agreed, in `size` bytes: lines "game inside-job", "seats 4", "option larry=on", "deck my.csv 1234" with so many
 * bytes after it.  Empty, or what is wrong. */
const char *sh_open(int size) {
    gm_order order = {0};
    const gm_game *game = NULL;
    int settings = 0, files = 0;
    char *rest = in, *stop = in + (size < 0 || (size_t)size >= sizeof in ? 0 : size);
    fault why;
    *stop = 0;
    begin();
    while (rest < stop) {
        char *line = cut(&rest, stop), *value = strchr(line, ' ');
        if (!value) continue;
        *value++ = 0;
        if (!strcmp(line, "game")) game = gm_game_named(value, strlen(value));
        if (!strcmp(line, "seats")) order.seats = atoi(value);
        if (!strcmp(line, "option") && settings < GM_MAX_SETTINGS && strchr(value, '=')) {
            char *is = strchr(value, '=');
            *is = 0;
            order.settings[settings++] = (gm_setting){value, is + 1};
        }
        if (!strcmp(line, "deck") && files < GM_MAX_FILES && strrchr(value, ' ')) {
            char *length = strrchr(value, ' ');
            *length = 0;
            size_t bytes = (size_t)atoi(length + 1);
            if (bytes > (size_t)(stop - rest)) bytes = (size_t)(stop - rest);
            order.files[files++] = (gm_file){value, rest, bytes};
            rest += bytes;
        }
    }
    if (!game || !record_start(&rec, game, &order, &why)) {
        rec.game = NULL;
        if (game) return fault_said(&why);
        text_put(&out, words_get(words.lang, "record.game", 0));
        return end();
    }
    opened();
    return end();
}

static void put_pair(const char *key, const char *value) {
    text_json(&out, key);
    text_char(&out, ':');
    text_json(&out, value);
}

/* A record in `size` bytes: {"error":"..."}, or {"game":"sentient","seats":[{"name":"Ada","bot":""}],"moves":120,
 * "whole":true,"deal":"commit"}.  `whole`: it has its end, and every deal was checked. */
const char *sh_record(int size) {
    static const char *const deals[] = {
        [DEAL_BY_SEED] = "seed", [DEAL_BY_COMMITMENT] = "commit", [DEAL_BY_HAND] = "hand"};
    fault why, unfinished;
    size_t bytes = size < 0 || (size_t)size >= sizeof in ? 0 : (size_t)size;
    bool whole = record_read(&rec, NULL, NULL, in, bytes, true, &unfinished);
    if (!whole && !record_read(&rec, NULL, NULL, in, bytes, false, &why)) {
        char sentence[SENTENCE];
        text t = text_on(sentence, sizeof sentence);
        words_fault(&t, words.lang, &why);
        rec.game = NULL;
        begin();
        text_char(&out, '{');
        put_pair("error", sentence);
        text_char(&out, '}');
        return end();
    }
    opened();
    begin();
    text_char(&out, '{');
    put_pair("game", rec.game->name);
    text_put(&out, ",\"seats\":[");
    for (int q = 0; q < rec.box[0]; q++) {
        text_put(&out, q ? ",{" : "{");
        put_pair("name", rec.seat[q].name);
        text_char(&out, ',');
        put_pair("bot", rec.seat[q].bot);
        text_char(&out, '}');
    }
    text_put(&out, "],\"moves\":");
    text_int(&out, rec.n);
    text_put(&out, whole ? ",\"whole\":true," : ",\"whole\":false,");
    put_pair("deal", deals[rec.deal]);
    text_char(&out, '}');
    return end();
}
