/* replay.c - records: replay, verify, and what can be done where one ends. */
#include "base/bits.h"
#include "cli/cli.h"
#include "kit/json.h"
#include "kit/notation.h"
#include "kit/record.h"
#include "term/file.h"
#include "term/teller.h"
#include <stdlib.h>
#include <string.h>

static record game; /* that is replayed or verified */

/* Reads the record in a file; false after saying what is wrong. */
static bool load(const cli_args *a, bool whole) {
    size_t size;
    fault why;
    char *s = file_read(a->word[0], RECORD_TEXT, &size, &why);
    bool good = s && record_read(&game, NULL, a->word[0], s, size, whole, &why);
    free(s);
    if (!good) cli_fault(a, &why);
    return good;
}

/* From now on sentences are about this record, with the names in it. */
static void speak_of(cli_args *a, const record *r) {
    static const char *names[GM_MAX_SEATS];
    for (int q = 0; q < GM_MAX_SEATS; q++)
        names[q] = r->seat[q].name[0] ? r->seat[q].name : NULL;
    a->w.game = r->game;
    a->w.box = r->box;
    a->w.names = names;
}

static void say_lines(const cli_args *a, const gm_lines *lines) {
    for (int i = 0; i < lines->n; i++)
        say(stdout, &a->w, lines->line[i]);
}

/* One legal move of a seat: in words with all that it would bring, or as JSON. */
static void put_move(const cli_args *a, const record *r, const gm_view *v, gm_move m, bool first) {
    static char room[32768];
    char code[GM_NOTATION_SIZE];
    gm_lines ahead = {0};
    text t = text_on(room, sizeof room), n = text_on(code, sizeof code);
    gm_write_move(&n, r->game, r->box, m);
    if (r->game->preview) r->game->preview(r->box, v->st, v->who, m, &ahead);
    if (!a->json) {
        printf("%d %s\n", v->who, code);
        for (int i = 0; i < ahead.n; i++) {
            fputs("  ", stdout);
            say(stdout, &a->w, ahead.line[i]);
        }
        return;
    }
    text_put(&t, first ? "{\"who\":" : ",\n{\"who\":");
    gm_json_seat(&t, v->who);
    text_put(&t, ",\"move\":");
    text_json(&t, code);
    text_put(&t, ",\"brings\":[");
    for (int i = 0; i < ahead.n; i++) {
        if (i) text_char(&t, ',');
        gm_json_line(&t, r->game, r->box, &ahead.line[i]);
    }
    printf("%s]}", room);
}

int cli_moves(cli_args *a) {
    const record *r = &game;
    if (!load(a, false)) return CLI_INPUT;
    speak_of(a, r);
    bool first = true;
    if (a->json) printf("[");
    for (gm_seats act = r->game->to_act(r->box, r->st) & (gm_seats)~BIT(GM_DEALER); act;
         act &= (gm_seats)(act - 1)) {
        gm_view v;
        gm_move moves[GM_MAX_MOVES];
        gm_make_view(r->game, r->box, r->st, (gm_seat)bits_first(act), &v);
        for (int i = 0, n = r->game->moves(r->box, v.st, v.who, moves); i < n; i++, first = false)
            put_move(a, r, &v, moves[i], first);
    }
    if (a->json) printf("]\n");
    return CLI_GOOD;
}

int cli_verify(cli_args *a) {
    record *r = &game;
    if (!load(a, true)) return CLI_INPUT;
    static const char *const dealt[] = {"verify.seed", "verify.commitment", "verify.hand"};
    say(stdout, &a->w,
        (gm_line){"verify.good", {SAY_NUMBER(r->n), SAY_WORD(r->game->say), SAY_WORD(dealt[r->deal])}});
    return CLI_GOOD;
}

/* One line of JSON: what was done before this state (null at the start), as the
 * reader heard it, and what he sees now. */
static void put_json(const record *r, int ply, gm_seat by, gm_move heard, int seat) {
    static char room[GM_JSON_VIEW_SIZE + 1024];
    char code[GM_NOTATION_SIZE];
    text t = text_on(room, sizeof room), n = text_on(code, sizeof code);
    text_put(&t, "{\"ply\":");
    text_int(&t, ply);
    text_put(&t, ",\"who\":");
    if (heard)
        gm_json_seat(&t, by);
    else
        text_put(&t, "null");
    text_put(&t, ",\"move\":");
    gm_write_move(&n, r->game, r->box, heard);
    if (heard)
        text_json(&t, code);
    else
        text_put(&t, "null");
    text_put(&t, ",\"heard\":");
    if (heard)
        gm_json_move(&t, r->game, r->box, heard);
    else
        text_put(&t, "null");
    text_put(&t, ",\"view\":");
    if (seat == GM_DEALER)
        gm_json_state(&t, r->game, r->box, r->st);
    else {
        gm_view v;
        gm_make_view(r->game, r->box, r->st, (gm_seat)seat, &v);
        gm_json_view(&t, &v);
    }
    printf("%s}\n", room);
}

/* In sentences: what was heard, and what it brought about. */
static void put_text(const cli_args *a, const record *r, gm_seat by, gm_move heard, const gm_view *before) {
    gm_line line;
    gm_lines lines = {0};
    gm_view after;
    gm_say_move(r->game, by, heard, &line);
    printf("%d ", r->n);
    say(stdout, &a->w, line);
    gm_make_view(r->game, r->box, r->st, before->who, &after);
    if (r->game->news) r->game->news(r->box, before->st, after.st, before->who, &lines);
    say_lines(a, &lines);
}

/* A reader's number: a seat, GM_SPECTATOR, or GM_DEALER who sees everything; -1 after
 * saying that there is none such. */
static int reader(const cli_args *a, int seats) {
    int q;
    if (!a->seat) return GM_DEALER;
    if (!strcmp(a->seat, "room")) return GM_SPECTATOR;
    if (text_number(a->seat, strlen(a->seat), 0, seats - 1, &q)) return q;
    cli_bad(a, CLI_USAGE, (gm_line){"replay.seat", {SAY_TEXT(a->seat), SAY_NUMBER(seats - 1)}});
    return -1;
}

int cli_replay(cli_args *a) {
    record *r = &game;
    if (!load(a, false)) return CLI_INPUT;
    int seat = reader(a, r->order.seats), n = r->n;
    if (seat < 0) return CLI_USAGE;
    gm_seat eyes = seat == GM_DEALER ? GM_SPECTATOR : (gm_seat)seat;
    speak_of(a, r);
    record_rewind(r, 0);
    if (a->json) put_json(r, 0, 0, 0, seat);
    while (r->n < n) {
        gm_seat by = r->by[r->n];
        gm_move m = r->move[r->n];
        gm_move heard = seat == GM_DEALER ? m : gm_heard(r->game, r->box, r->st, by, m, (gm_seat)seat);
        gm_view before;
        gm_make_view(r->game, r->box, r->st, eyes, &before);
        record_play(r, by, m);
        if (a->json)
            put_json(r, r->n, by, heard, seat);
        else
            put_text(a, r, by, heard, &before);
    }
    if (a->json) return CLI_GOOD;
    gm_view v;
    gm_lines lines;
    gm_make_view(r->game, r->box, r->st, eyes, &v);
    r->game->tell(r->box, v.st, v.who, &lines);
    say_lines(a, &lines);
    if (!r->game->to_act(r->box, r->st)) tell_result(stdout, &a->w, r->st);
    return CLI_GOOD;
}
