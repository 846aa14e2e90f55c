/* replay.c - replays and verifies records, and lists the legal moves where one ends. */
#include "base/bits.h"
#include "cli/cli.h"
#include "kit/follower.h"
#include "kit/json.h"
#include "kit/notation.h"
#include "kit/record.h"
#include "term/file.h"
#include "term/narrator.h"
#include <stdlib.h>
#include <string.h>

static record game; /* the one that was loaded */

/* Reads the record of a file; false after saying what is wrong. */
static bool load_record(const cli_args *a, bool whole) {
    size_t size;
    fault why;
    char *s = file_read(a->word[0], RECORD_TEXT, &size, &why);
    bool good = s && record_read(&game, NULL, a->word[0], s, size, whole, &why);
    free(s);
    if (!good) cli_fault(a, &why);
    return good;
}

/* From now on sentences are about this game, with the names in its record. */
static void set_sentence_context(cli_args *a, const record *r) {
    static const char *names[GM_MAX_SEATS];
    for (int q = 0; q < GM_MAX_SEATS; q++)
        names[q] = r->seat[q].name[0] ? r->seat[q].name : NULL;
    a->w.game = r->match.game;
    a->w.box = r->box;
    a->w.names = names;
}

static void print_lines(const cli_args *a, const gm_lines *lines) {
    for (int i = 0; i < lines->n; i++)
        say_line(stdout, &a->w, lines->line[i]);
}

/* Prints a legal move and everything that it would bring. */
static void print_move(const cli_args *a, const record *r, const gm_view *v, gm_move m, int number) {
    gm_lines ahead = {0};
    gm_line line;
    gm_say_choice(r->match.game, r->box, v->st, v->who, m, &line);
    say_line_after(stdout, &a->w, line, "%d. ", number);
    if (r->match.game->preview) r->match.game->preview(r->box, v->st, v->who, m, &ahead);
    for (int i = 0; i < ahead.n; i++)
        say_line_after(stdout, &a->w, ahead.line[i], "  ");
}

static void print_move_json(const record *r, const gm_view *v, gm_move m, bool first) {
    static char room[32768];
    char code[GM_NOTATION_SIZE];
    gm_lines ahead = {0};
    text t = text_on(room, sizeof room), n = text_on(code, sizeof code);
    gm_write_move(&n, r->match.game, r->box, m);
    if (r->match.game->preview) r->match.game->preview(r->box, v->st, v->who, m, &ahead);
    jsonw w = jsonw_on(&t);
    jsonw_object(&w);
    jsonw_key(&w, "who");
    gm_json_seat(&w, v->who);
    jsonw_put_string(&w, "move", code);
    jsonw_key(&w, "brings");
    jsonw_array(&w);
    for (int i = 0; i < ahead.n; i++)
        gm_json_line(&w, r->match.game, r->box, &ahead.line[i]);
    jsonw_end_array(&w);
    jsonw_end_object(&w);
    printf("%s%s", first ? "" : ",\n", room);
}

int cli_moves(cli_args *a) {
    const record *r = &game;
    if (!load_record(a, false)) return CLI_INPUT;
    set_sentence_context(a, r);
    bool first = true;
    if (a->json) printf("[");
    BITS_EACH (q, r->match.game->to_act(r->box, r->st) & ~BIT(GM_DEALER)) {
        gm_view v;
        gm_move moves[GM_MAX_MOVES];
        gm_make_view(r->match.game, r->box, r->st, (gm_seat)q, &v);
        if (!a->json) say_line(stdout, &a->w, (gm_line){"play.choices", {SAY_SEAT(q)}});
        for (int i = 0, n = r->match.game->moves(r->box, v.st, v.who, moves); i < n; i++, first = false)
            if (a->json)
                print_move_json(r, &v, moves[i], first);
            else
                print_move(a, r, &v, moves[i], i + 1);
    }
    if (a->json) printf("]\n");
    return CLI_GOOD;
}

int cli_verify(cli_args *a) {
    record *r = &game;
    if (!load_record(a, true)) return CLI_INPUT;
    static const char *const dealt[] = {"verify.seed", "verify.commitment", "verify.hand"};
    say_line(stdout, &a->w,
             (gm_line){"verify.good",
                       {SAY_NUMBER(r->match.n), SAY_WORD(r->match.game->say), SAY_WORD(dealt[r->deal])}});
    if (r->practice) say_line(stdout, &a->w, (gm_line){"verify.practice", {{0}}});
    if (!r->box_checked) say_line(stdout, &a->w, (gm_line){"verify.no-box", {{0}}});
    return CLI_GOOD;
}

/* Prints a line of JSON: the latest move (null at the start) as the reader heard it, and what the reader sees
 * now. */
static void print_json(const gm_follower *f) {
    static char room[GM_JSON_VIEW_SIZE + 1024];
    char notation[GM_NOTATION_SIZE];
    const gm_game *g = f->view.game;
    text t = text_on(room, sizeof room), n = text_on(notation, sizeof notation);
    jsonw w = jsonw_on(&t);
    jsonw_object(&w);
    jsonw_put_int(&w, "ply", f->at);
    if (f->at) {
        gm_move heard = f->heard[f->at - 1];
        gm_write_move(&n, g, f->view.box, heard);
        jsonw_key(&w, "who");
        gm_json_seat(&w, f->by[f->at - 1]);
        jsonw_put_string(&w, "move", notation);
        jsonw_key(&w, "heard");
        gm_json_move(&w, g, f->view.box, heard);
    } else {
        jsonw_put_string(&w, "who", NULL);
        jsonw_put_string(&w, "move", NULL);
        jsonw_put_string(&w, "heard", NULL);
    }
    jsonw_key(&w, "view");
    gm_json_view(&w, &f->view);
    jsonw_end_object(&w);
    puts(room);
}

/* Prints the statements that were made after the moves so far; *next: the first that was not printed. */
static void print_statements(const cli_args *a, const record *r, int at, int *next) {
    for (; *next < r->n_statements && r->statement[*next].at == at; ++*next) {
        gm_line line;
        gm_say_move(r->match.game, r->statement[*next].by, r->statement[*next].move, &line);
        say_line(stdout, &a->w, line);
    }
}

/* Prints the latest move as the reader heard it, and what it brought about. */
static void print_text(const cli_args *a, const gm_follower *f, const gm_view *before) {
    const gm_game *g = f->view.game;
    gm_line line;
    gm_lines lines = {0};
    gm_say_move(g, f->by[f->at - 1], f->heard[f->at - 1], &line);
    say_line_after(stdout, &a->w, line, "%d ", f->at);
    if (g->news) g->news(f->view.box, before->st, f->view.st, gm_follower_reader(f), &lines);
    print_lines(a, &lines);
}

/* The reader: a seat, GM_SPECTATOR, or GM_DEALER, who sees everything.  -1 after saying that there is no such
 * seat. */
static int parse_reader(const cli_args *a, int seats) {
    int q;
    if (!a->seat) return GM_DEALER;
    if (!strcmp(a->seat, "room")) return GM_SPECTATOR;
    if (text_number(a->seat, strlen(a->seat), 1, seats, &q)) return q - 1;
    cli_error(a, CLI_USAGE, (gm_line){"replay.seat", {SAY_TEXT(a->seat), SAY_NUMBER(seats)}});
    return -1;
}

int cli_replay(cli_args *a) {
    static gm_seat by[GM_MAX_PLIES];
    static gm_move heard[GM_MAX_PLIES];
    static gm_follower f = {.capacity = GM_MAX_PLIES, .by = by, .heard = heard};
    const record *r = &game;
    if (!load_record(a, false)) return CLI_INPUT;
    int seat = parse_reader(a, r->order.seats);
    if (seat < 0) return CLI_USAGE;
    const gm_game *g = r->match.game;
    set_sentence_context(a, r);
    gm_follower_start(&f, g, r->box, (gm_seat)seat);
    gm_follower_hear_match(&f, &r->match);
    int statement = 0;
    if (a->json)
        print_json(&f);
    else
        print_statements(a, r, 0, &statement);
    while (f.at < f.n) {
        gm_view before = f.view;
        gm_follower_step(&f);
        if (a->json)
            print_json(&f);
        else {
            print_text(a, &f, &before);
            print_statements(a, r, f.at, &statement);
        }
    }
    if (a->json) return CLI_GOOD;
    gm_lines lines = {0};
    g->tell(r->box, f.view.st, gm_follower_reader(&f), &lines);
    print_lines(a, &lines);
    if (!g->to_act(r->box, f.view.st)) narrator_print_result(stdout, &a->w, f.view.st);
    return CLI_GOOD;
}
