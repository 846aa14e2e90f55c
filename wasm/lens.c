/* lens.c - games as the page looks at them: the code that plays at a house and in a terminal, in the browser.
 *
 * A lens is one game that is followed, from a house or from a record; a page may have several.  sh_new() gives a
 * handle, the first argument of nearly all other functions; sh_free() takes it back.  A handle that is not in use,
 * or a lens with no game yet, gets empty answers.
 *
 * The page writes its argument to sh_in(), as a C string unless a size is passed, and reads the answer as a C string
 * that stands until the next call: JSON, or a sentence in the language that sh_lang() set.
 *
 * Map: lenses - sentences - the story - where one stands - things - opening. */
#include "base/bits.h"
#include "kit/follower.h"
#include "kit/json.h"
#include "kit/notation.h"
#include "kit/order.h"
#include "kit/record.h"
#include "kit/registry.h"
#include "wasm/export.h"
#include "words/words.h"
#include <stdlib.h>
#include <string.h>

enum {
    LENSES = 16, /* a page shows a few games at most; each takes 600 kB */
    SENTENCE = 2048,
};

typedef struct {
    record rec;    /* the order and the box; of a record also its moves */
    gm_follower f; /* rec.match.game is NULL until one is opened */
    gm_seat by[GM_MAX_PLIES];
    gm_move heard[GM_MAX_PLIES];
    char name[GM_MAX_SEATS][RECORD_NAME];
    const char *names[GM_MAX_SEATS];
} lens;

static lens *lenses[LENSES]; /* handle i + 1 is lens i */
static words_lang lang;
static char in[RECORD_TEXT], out_bytes[GM_JSON_VIEW_SIZE + (512 << 10)];
static text out;
static jsonw w;

int EXPORT(sh_new)(void);
void EXPORT(sh_free)(int handle);
const char *EXPORT(sh_in)(void);
int EXPORT(sh_in_size)(void);
void EXPORT(sh_lang)(int number);
const char *EXPORT(sh_open)(int handle, int size);
const char *EXPORT(sh_record)(int handle, int size);
void EXPORT(sh_name)(int handle, int seat);
void EXPORT(sh_sit)(int handle, int seat);
const char *EXPORT(sh_hear)(int handle, int seat);
const char *EXPORT(sh_story)(int handle, int size);
void EXPORT(sh_back)(int handle, int to);
const char *EXPORT(sh_step)(int handle);
int EXPORT(sh_goto)(int handle, int to);
int EXPORT(sh_from)(int handle);
const char *EXPORT(sh_view)(int handle);
const char *EXPORT(sh_figures)(int handle);
const char *EXPORT(sh_tell)(int handle);
const char *EXPORT(sh_brief)(int handle);
const char *EXPORT(sh_choices)(int handle, int seat);
const char *EXPORT(sh_why)(int handle, int seat);
const char *EXPORT(sh_try)(int handle, int seat);
const char *EXPORT(sh_said)(int handle, int seat);
const char *EXPORT(sh_result)(int handle);
const char *EXPORT(sh_things)(int handle);
const char *EXPORT(sh_deck)(int handle, int kind);
const char *EXPORT(sh_schema)(int game);

/* ---- lenses ------------------------------------------------------------------------------------------ */

/* A new lens; 0 if there are too many. */
int sh_new(void) {
    int i = 0;
    while (i < LENSES && lenses[i])
        i++;
    if (i == LENSES || !(lenses[i] = calloc(1, sizeof(lens)))) return 0;
    lens *l = lenses[i];
    l->f = (gm_follower){.capacity = GM_MAX_PLIES, .by = l->by, .heard = l->heard};
    return i + 1;
}

/* NULL: the handle is not in use. */
static lens *find(int handle) { return handle > 0 && handle <= LENSES ? lenses[handle - 1] : NULL; }

void sh_free(int handle) {
    lens *l = find(handle);
    free(l);
    if (l) lenses[handle - 1] = NULL;
}

static const gm_game *game_of(const lens *l) { return l->rec.match.game; }

/* The lens, if it has a game. */
static lens *open_lens(int handle) {
    lens *l = find(handle);
    return l && game_of(l) ? l : NULL;
}

const char *sh_in(void) { return in; }
int sh_in_size(void) { return sizeof in; }

/* The first `size` bytes of what was given; none if that cannot be. */
static size_t given(int size) { return size < 0 || (size_t)size >= sizeof in ? 0 : (size_t)size; }

/* Begins an answer. */
static void begin(void) {
    out = text_on(out_bytes, sizeof out_bytes);
    w = jsonw_on(&out);
}

static const char *answer(void) { return out.at; }

static const char *nothing(void) {
    begin();
    return answer();
}

/* ---- sentences ------------------------------------------------------------------------------------------ */

/* A dummy's name is a word of the language. */
static void name_dummies(lens *l) {
    gm_thing thing;
    for (int q = gm_seat_count(l->rec.box); q < gm_players(l->rec.box); q++)
        if (gm_thing_of(game_of(l), l->rec.box, "seat", q, &thing) && thing.name.say)
            l->names[q] = words_get(lang, thing.name.say, 0);
}

void sh_lang(int number) {
    lang = number >= 0 && number < WORDS_LANGS ? (words_lang)number : WORDS_EN;
    for (int h = 1; h <= LENSES; h++)
        if (open_lens(h)) name_dummies(open_lens(h));
}

static words_for words_of(const lens *l) { return (words_for){lang, game_of(l), l->rec.box, l->names}; }

static void put_sentence(const lens *l, const gm_line *line) {
    char sentence[SENTENCE];
    words_for words = words_of(l);
    text t = text_on(sentence, sizeof sentence);
    words_line(&t, &words, line);
    jsonw_string(&w, sentence);
}

static void put_sentences(const lens *l, const gm_lines *lines) {
    jsonw_array(&w);
    for (int i = 0; i < lines->n; i++)
        put_sentence(l, &lines->line[i]);
    jsonw_end_array(&w);
}

static const char *fault_said(const fault *why) {
    begin();
    words_fault(&out, lang, why);
    return answer();
}

static void put_fault(const char *key, const fault *why) {
    char sentence[SENTENCE];
    text t = text_on(sentence, sizeof sentence);
    words_fault(&t, lang, why);
    jsonw_put_string(&w, key, sentence);
}

/* ---- the story -------------------------------------------------------------------------------------- */

/* What a seat may do shows only in its own view, and to whoever is told everything. */
static bool knows_moves_of(const lens *l, int seat) {
    gm_seat who = l->f.view.who;
    return seat >= 0 && seat < gm_seat_count(l->rec.box) && (who == GM_DEALER || seat == who);
}

int sh_goto(int handle, int to) {
    lens *l = open_lens(handle);
    if (!l) return 0;
    gm_follower_goto(&l->f, to);
    return l->f.at;
}

/* "list":{"of":"Ada rolls {}.","item":"die 1"}: a deal that can be one sentence with others, which have the same `of`. */
static void put_list(const lens *l, gm_seat by, gm_move m) {
    gm_line line;
    if (!gm_is_listable(game_of(l), by, m)) return;
    jsonw_key(&w, "list");
    jsonw_object(&w);
    jsonw_key(&w, "of");
    gm_say_list(game_of(l), m, "{}", &line);
    put_sentence(l, &line);
    jsonw_key(&w, "item");
    line = gm_say_listed(game_of(l), m);
    put_sentence(l, &line);
    jsonw_end_object(&w);
}

/* {"by":2,"move":"play y7","say":"Ada plays ...","chapter":false,"back":true,"news":[...]}: goes one move on, and says
 * which it was and what it brought about. */
const char *sh_step(int handle) {
    static gm_view before;
    lens *l = open_lens(handle);
    gm_lines news = {0};
    gm_line line;
    if (!l || l->f.at == l->f.n) return nothing();
    const gm_game *g = game_of(l);
    gm_follower *f = &l->f;
    before = f->view;
    gm_follower_step(f);
    gm_seat by = f->by[f->at - 1];
    gm_move m = f->heard[f->at - 1];
    if (g->news) g->news(l->rec.box, before.st, f->view.st, gm_follower_reader(f), &news);
    gm_say_move(g, by, m, &line);
    char notation[GM_NOTATION_SIZE];
    text n = text_on(notation, sizeof notation);
    gm_write_move(&n, g, l->rec.box, m);
    begin();
    jsonw_object(&w);
    jsonw_key(&w, "by");
    gm_json_seat(&w, by);
    jsonw_put_string(&w, "move", notation);
    jsonw_key(&w, "say");
    put_sentence(l, &line);
    jsonw_put_bool(&w, "chapter", gm_verb_of(g, m)->chapter);
    jsonw_put_bool(&w, "back", gm_verb_of(g, m)->undoable);
    jsonw_key(&w, "news");
    put_sentences(l, &news);
    put_list(l, by, m);
    jsonw_end_object(&w);
    return answer();
}

/* Begins to follow as a seat, as the spectators (7), or of a record as somebody who is told everything (8); stands
 * at the start, with the record's story or none. */
void sh_sit(int handle, int seat) {
    lens *l = open_lens(handle);
    if (!l || seat < 0 || seat > GM_DEALER) return;
    gm_follower_start(&l->f, game_of(l), l->rec.box, (gm_seat)seat);
    gm_follower_hear_match(&l->f, &l->rec.match);
}

/* Adds a move as it was heard; empty, or what is wrong with it. */
static const char *hear(lens *l, gm_seat by, const char *s, size_t n) {
    gm_move m;
    fault why;
    if (!gm_read_heard(game_of(l), l->rec.box, s, n, &m, &why)) return fault_said(&why);
    if (!gm_follower_hear(&l->f, by, m)) {
        fault_at(&why, "table.full", NULL, 0, 0);
        return fault_said(&why);
    }
    return nothing();
}

const char *sh_hear(int handle, int seat) {
    lens *l = open_lens(handle);
    return l ? hear(l, (gm_seat)seat, in, strlen(in)) : nothing();
}

/* Takes the next line of what was given, up to the end or a line end, which becomes a NUL. */
static char *next_line(char **rest, const char *stop) {
    char *line = *rest, *last = memchr(line, '\n', (size_t)(stop - line));
    *rest = last ? last + 1 : (char *)(uintptr_t)stop;
    if (last) *last = 0;
    return line;
}

/* Adds a whole story in `size` bytes, a line for each move: "dealer card 0 y7", "1 play y3".  Empty, or what is wrong
 * with the first line that is. */
const char *sh_story(int handle, int size) {
    lens *l = open_lens(handle);
    char *rest = in, *stop = in + given(size);
    *stop = 0;
    while (l && rest < stop) {
        const char *line = next_line(&rest, stop);
        size_t n = strlen(line);
        gm_seat by;
        fault why;
        if (!gm_read_mover(l->rec.box, &line, &n, &by)) {
            fault_at(&why, "record.move", NULL, 0, 0);
            return fault_said(&why);
        }
        if (*hear(l, by, line, n)) return answer();
    }
    return nothing();
}

/* The moves after `to` were taken back. */
void sh_back(int handle, int to) {
    lens *l = open_lens(handle);
    if (l && to >= 0) gm_follower_forget(&l->f, to);
}

/* The number of the first move that the log may show. */
int sh_from(int handle) {
    const lens *l = open_lens(handle);
    if (!l || l->f.view.who == GM_DEALER) return 0;
    return gm_log_from(game_of(l), l->rec.box, l->f.view.st, l->heard, l->f.at);
}

/* ---- where one stands ------------------------------------------------------------------------------------ */

const char *sh_view(int handle) {
    const lens *l = open_lens(handle);
    begin();
    if (l) gm_json_view(&w, &l->f.view);
    return answer();
}

const char *sh_figures(int handle) {
    const lens *l = open_lens(handle);
    begin();
    if (l && game_of(l)->figures) gm_json_figures(&w, game_of(l), l->rec.box, l->f.view.st);
    return answer();
}

/* The table in sentences. */
const char *sh_tell(int handle) {
    const lens *l = open_lens(handle);
    gm_lines lines = {0};
    begin();
    if (!l) return answer();
    game_of(l)->tell(l->rec.box, l->f.view.st, gm_follower_reader(&l->f), &lines);
    put_sentences(l, &lines);
    return answer();
}

/* [{"text":"...","line":{"say":"key","with":[...]}}]: what is particular to this box. */
const char *sh_brief(int handle) {
    const lens *l = open_lens(handle);
    gm_lines lines = {0};
    begin();
    if (!l) return answer();
    if (game_of(l)->brief) game_of(l)->brief(l->rec.box, &lines);
    jsonw_array(&w);
    for (int i = 0; i < lines.n; i++) {
        jsonw_object(&w);
        jsonw_key(&w, "text");
        put_sentence(l, &lines.line[i]);
        jsonw_key(&w, "line");
        gm_json_line(&w, game_of(l), l->rec.box, &lines.line[i]);
        jsonw_end_object(&w);
    }
    jsonw_end_array(&w);
    return answer();
}

static void put_choice(const lens *l, gm_seat seat, gm_move m) {
    const gm_game *g = game_of(l);
    char notation[GM_NOTATION_SIZE];
    text n = text_on(notation, sizeof notation);
    gm_lines ahead = {0};
    gm_line line;
    gm_write_move(&n, g, l->rec.box, m);
    gm_say_choice(g, l->rec.box, l->f.view.st, seat, m, &line);
    if (g->preview) g->preview(l->rec.box, l->f.view.st, seat, m, &ahead);
    jsonw_object(&w);
    jsonw_put_string(&w, "move", notation);
    jsonw_key(&w, "parts");
    gm_json_move(&w, g, l->rec.box, m);
    jsonw_key(&w, "say");
    put_sentence(l, &line);
    jsonw_key(&w, "preview");
    put_sentences(l, &ahead);
    jsonw_key(&w, "brings");
    jsonw_array(&w);
    for (int i = 0; i < ahead.n; i++)
        gm_json_line(&w, g, l->rec.box, &ahead.line[i]);
    jsonw_end_array(&w);
    jsonw_end_object(&w);
}

/* [{"move":"play y7","parts":{"verb":"play","with":["y7"]},"say":"...","preview":[...],
 * "brings":[{"say":"key","with":[...]}]}]: what a seat may do. */
const char *sh_choices(int handle, int seat) {
    static gm_move moves[GM_MAX_MOVES];
    const lens *l = open_lens(handle);
    int n = 0;
    if (l && knows_moves_of(l, seat) && game_of(l)->to_act(l->rec.box, l->f.view.st) >> seat & 1)
        n = game_of(l)->moves(l->rec.box, l->f.view.st, (gm_seat)seat, moves);
    begin();
    jsonw_array(&w);
    for (int i = 0; i < n; i++)
        put_choice(l, (gm_seat)seat, moves[i]);
    jsonw_end_array(&w);
    return answer();
}

/* Why a seat may not do this now: {"rule":"J3.4","text":"..."}; empty if it may. */
const char *sh_why(int handle, int seat) {
    const lens *l = open_lens(handle);
    gm_move m;
    fault why;
    if (!l || !knows_moves_of(l, seat)) return nothing();
    if (gm_read_move(game_of(l), l->rec.box, in, strlen(in), &m, &why)) {
        const gm_reason *no = game_of(l)->why_not(l->rec.box, l->f.view.st, (gm_seat)seat, m);
        if (!no) return nothing();
        fault_at(&why, no->say, NULL, 0, 0);
        why.rule = no->rule;
    }
    const char *rule = why.rule ? why.rule : "";
    why.rule = NULL; /* it is told apart from the sentence */
    begin();
    jsonw_object(&w);
    jsonw_put_string(&w, "rule", rule);
    put_fault("text", &why);
    jsonw_end_object(&w);
    return answer();
}

/* {"view":{...},"figures":{...}}: right after a legal move of this seat, before anybody answers it; empty if it is not
 * legal. */
const char *sh_try(int handle, int seat) {
    const lens *l = open_lens(handle);
    gm_move m;
    fault why;
    gm_view after;
    if (!l || !knows_moves_of(l, seat) || !gm_read_move(game_of(l), l->rec.box, in, strlen(in), &m, &why) ||
        game_of(l)->why_not(l->rec.box, l->f.view.st, (gm_seat)seat, m))
        return nothing();
    gm_follower_try(&l->f, (gm_seat)seat, m, &after);
    begin();
    jsonw_object(&w);
    jsonw_key(&w, "view");
    gm_json_view(&w, &after);
    jsonw_key(&w, "figures");
    gm_json_figures(&w, game_of(l), l->rec.box, after.st);
    jsonw_end_object(&w);
    return answer();
}

/* A statement of a seat's as a sentence. */
const char *sh_said(int handle, int seat) {
    const lens *l = open_lens(handle);
    gm_move m;
    fault why;
    gm_line line;
    if (!l) return nothing();
    if (!gm_read_statement(game_of(l), l->rec.box, in, strlen(in), &m, &why)) return fault_said(&why);
    gm_say_move(game_of(l), (gm_seat)seat, m, &line);
    words_for words = words_of(l);
    begin();
    words_line(&out, &words, &line);
    return answer();
}

/* {"winners":[2],"points":[...],"scores":[{"seat":0,"points":3,"say":"..."}]}; empty while the game goes on. */
const char *sh_result(int handle) {
    static gm_score scores[GM_MAX_SCORES];
    const lens *l = open_lens(handle);
    begin();
    if (!l || game_of(l)->to_act(l->rec.box, l->f.view.st)) return answer();
    int n = game_of(l)->scores(l->rec.box, l->f.view.st, scores);
    jsonw_object(&w);
    gm_json_result(&w, game_of(l), l->rec.box, l->f.view.st);
    jsonw_key(&w, "scores");
    jsonw_array(&w);
    for (int i = 0; i < n; i++) {
        jsonw_object(&w);
        jsonw_put_int(&w, "seat", scores[i].seat);
        jsonw_put_int(&w, "points", scores[i].points);
        jsonw_key(&w, "say");
        put_sentence(l, &scores[i].line);
        jsonw_end_object(&w);
    }
    jsonw_end_array(&w);
    jsonw_end_object(&w);
    return answer();
}

/* ---- things ------------------------------------------------------------------------------------------------- */

/* {"y7":"yellow 7",...}: the things of the kind in sh_in(), by their codes. */
const char *sh_things(int handle) {
    const lens *l = open_lens(handle);
    gm_thing thing;
    begin();
    jsonw_object(&w);
    for (int i = 0; l && i < GM_NONE; i++) {
        if (!gm_thing_of(game_of(l), l->rec.box, in, i, &thing)) {
            if (i) break;
            continue; /* some are numbered from 1 */
        }
        jsonw_key(&w, thing.code);
        put_sentence(l, &(gm_line){"{0}", {{GM_ARG_THING, in, i}}});
    }
    jsonw_end_object(&w);
    return answer();
}

/* The deck file of this kind that is played with. */
const char *sh_deck(int handle, int kind) {
    const lens *l = open_lens(handle);
    begin();
    if (!l) return answer();
    const gm_deck *d = game_of(l)->decks;
    while (d->columns && kind--)
        d++;
    if (!d->columns) return answer();
    for (const gm_file *f = l->rec.order.files; f->name; f++)
        if (gm_deck_of(game_of(l), f) == d) {
            text_bytes(&out, f->text, f->size);
            return answer();
        }
    const gm_file *shipped = gm_shipped_deck(d, gm_edition(l->rec.box));
    text_bytes(&out, shipped->text, shipped->size);
    return answer();
}

const char *sh_schema(int game) {
    int i = 0;
    begin();
    while (gm_games[i] && i < game)
        i++;
    if (gm_games[i]) gm_json_schema(&w, gm_games[i]);
    return answer();
}

/* ---- opening -------------------------------------------------------------------------------------------------- */

/* After a game or a record was opened: takes its names, and follows it as the spectators. */
static void start_following(int handle) {
    lens *l = find(handle);
    for (int q = 0; q < GM_MAX_SEATS; q++) {
        memcpy(l->name[q], l->rec.seat[q].name, RECORD_NAME);
        l->names[q] = l->name[q];
    }
    name_dummies(l);
    sh_sit(handle, GM_SPECTATOR);
}

/* Sets the name of a seat, from sh_in(). */
void sh_name(int handle, int seat) {
    lens *l = find(handle);
    if (!l || seat < 0 || seat >= GM_MAX_SEATS) return;
    text t = text_on(l->name[seat], RECORD_NAME);
    text_put(&t, in);
}

/* Reads an agreement: lines "game inside-job", "edition 1", "seats 4", "option larry=on", "deck my.csv 1234" with so
 * many bytes after it.  Its strings stay where they are.  Returns the game, or NULL. */
static const gm_game *read_order(char *rest, const char *stop, gm_order *order) {
    const gm_game *game = NULL;
    int settings = 0, files = 0;
    while (rest < stop) {
        char *line = next_line(&rest, stop), *value = strchr(line, ' ');
        if (!value) continue;
        *value++ = 0;
        if (!strcmp(line, "game")) game = gm_game_named(value, strlen(value));
        if (!strcmp(line, "edition")) order->edition = atoi(value);
        if (!strcmp(line, "seats")) order->seats = atoi(value);
        if (!strcmp(line, "option") && settings < GM_MAX_SETTINGS && strchr(value, '=')) {
            char *is = strchr(value, '=');
            *is = 0;
            order->settings[settings++] = (gm_setting){value, is + 1};
        }
        if (!strcmp(line, "deck") && files < GM_MAX_FILES && strrchr(value, ' ')) {
            char *length = strrchr(value, ' ');
            *length = 0;
            size_t bytes = (size_t)atoi(length + 1);
            if (bytes > (size_t)(stop - rest)) bytes = (size_t)(stop - rest);
            order->files[files++] = (gm_file){value, rest, bytes};
            rest += bytes;
        }
    }
    return game;
}

/* A new game, of what was agreed in `size` bytes.  Empty, or what is wrong. */
const char *sh_open(int handle, int size) {
    lens *l = find(handle);
    gm_order order = {0};
    fault why;
    char *stop = in + given(size);
    if (!l) return nothing();
    *stop = 0;
    const gm_game *game = read_order(in, stop, &order);
    if (!game) fault_at(&why, "record.game", NULL, 0, 0);
    if (!game || !record_start(&l->rec, game, &order, &why)) {
        l->rec.match.game = NULL;
        return fault_said(&why);
    }
    start_following(handle);
    return nothing();
}

/* A record in `size` bytes: {"error":"...","line":12}, where line 0 is none in particular, or {"game":"sentient",
 * "edition":1,"seats":[{"name":"Ada","bot":""}],"moves":120,"whole":true,"deal":"commit","box":true}.  `whole`: it has
 * its end, and every deal was checked.  `box`: so were the settings and decks that the game was begun with. */
const char *sh_record(int handle, int size) {
    static const char *const deals[] = {
        [DEAL_BY_SEED] = "seed", [DEAL_BY_COMMITMENT] = "commit", [DEAL_BY_HAND] = "hand"};
    lens *l = find(handle);
    fault why;
    size_t bytes = given(size);
    if (!l) return nothing();
    record *r = &l->rec;
    bool whole = record_read(r, NULL, NULL, in, bytes, true, &why);
    if (!whole && !record_read(r, NULL, NULL, in, bytes, false, &why)) {
        r->match.game = NULL;
        int line = why.line;
        why.line = why.column = 0; /* the line is told apart from the sentence */
        begin();
        jsonw_object(&w);
        put_fault("error", &why);
        jsonw_put_int(&w, "line", line);
        jsonw_end_object(&w);
        return answer();
    }
    start_following(handle);
    begin();
    jsonw_object(&w);
    jsonw_put_string(&w, "game", r->match.game->name);
    jsonw_put_int(&w, "edition", r->order.edition);
    jsonw_key(&w, "seats");
    jsonw_array(&w);
    for (int q = 0; q < r->order.seats; q++) {
        jsonw_object(&w);
        jsonw_put_string(&w, "name", r->seat[q].name);
        jsonw_put_string(&w, "bot", r->seat[q].bot);
        jsonw_end_object(&w);
    }
    jsonw_end_array(&w);
    jsonw_put_int(&w, "moves", r->match.n);
    jsonw_put_bool(&w, "whole", whole);
    jsonw_put_string(&w, "deal", deals[r->deal]);
    jsonw_put_bool(&w, "practice", r->practice);
    jsonw_put_bool(&w, "box", r->box_checked);
    jsonw_end_object(&w);
    return answer();
}
