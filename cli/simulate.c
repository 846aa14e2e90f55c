/* simulate.c - plays whole games between bots. */
#include "bots/bots.h"
#include "cli/cli.h"
#include "kit/notation.h"
#include "term/file.h"
#include <string.h>

typedef struct {
    long wins[GM_MAX_SEATS], points[GM_MAX_SEATS], plies;
    long nobody; /* games without a winner */
} sums;

static void report_json(const cli_args *a, const record *r, const sums *s, int games) {
    char room[2048];
    text t = text_on(room, sizeof room);
    jsonw w = jsonw_on(&t);
    jsonw_object(&w);
    jsonw_put_string(&w, "game", r->match.game->name);
    jsonw_put_int(&w, "seats", r->order.seats);
    jsonw_put_int(&w, "games", games);
    jsonw_put_hex(&w, "seed", a->seed, sizeof a->seed);
    jsonw_key(&w, "plies"), cli_write_decimal(&w, 2, (double)s->plies / games);
    jsonw_key(&w, "bots"), jsonw_array(&w);
    for (int q = 0; q < r->order.seats; q++)
        jsonw_string(&w, r->seat[q].bot);
    jsonw_end_array(&w);
    jsonw_key(&w, "wins"), jsonw_array(&w);
    for (int q = 0; q < gm_players(r->box); q++)
        jsonw_int(&w, s->wins[q]);
    jsonw_end_array(&w);
    jsonw_put_int(&w, "nobody", s->nobody);
    jsonw_key(&w, "points"), jsonw_array(&w);
    for (int q = 0; q < gm_players(r->box); q++)
        cli_write_decimal(&w, 3, (double)s->points[q] / games);
    jsonw_end_array(&w);
    jsonw_end_object(&w);
    puts(room);
}

static void report(const cli_args *a, const record *r, const sums *s, int games) {
    char hex[2 * DEAL_SECRET + 1];
    text t = text_on(hex, sizeof hex);
    text_hex(&t, a->seed, sizeof a->seed);
    say_line(stdout, &a->w,
             (gm_line){"simulate.games", {SAY_NUMBER(games), SAY_WORD(r->match.game->say), SAY_TEXT(hex)}});
    for (int q = 0; q < gm_players(r->box); q++) {
        char share[16], mean[24];
        text won = text_on(share, sizeof share), scored = text_on(mean, sizeof mean);
        cli_put_decimal(a, &won, 1, 100.0 * (double)s->wins[q] / games);
        text_char(&won, '%');
        cli_put_decimal(a, &scored, 2, (double)s->points[q] / games);
        gm_thing dummy = {0};
        if (q >= r->order.seats) gm_thing_of(r->match.game, r->box, "seat", q, &dummy);
        say_line_after(stdout, &a->w,
                       (gm_line){"simulate.seat", {SAY_NUMBER(s->wins[q]), SAY_TEXT(share), SAY_TEXT(mean)}},
                       "%d %s: ", q + 1,
                       dummy.name.say ? words_get(a->w.lang, dummy.name.say, 0)
                                      : bots_shown(a->w.lang, r->seat[q].bot));
    }
}

int cli_simulate(cli_args *a) {
    static record r;
    static gm_heard_by heard;
    const gm_game *g = cli_game(a);
    const gm_bot *bot[GM_MAX_SEATS];
    fault why;
    sums s = {0};
    if (!g) return CLI_USAGE;
    if (!a->order.seats) a->order.seats = g->default_seats;
    int games = a->games ? a->games : a->record ? 1 : 1000;
    if (a->record && games != 1) return cli_error(a, CLI_USAGE, (gm_line){"simulate.one-record", {{0}}});
    if (!record_start(&r, g, &a->order, &why)) return cli_fault(a, &why);
    if (!cli_bots(a, g, 0, bot)) return CLI_USAGE;
    for (int q = 0; q < a->order.seats; q++)
        memcpy(r.seat[q].bot, bot[q]->name, strlen(bot[q]->name) + 1);
    for (int i = 0; i < games; i++) {
        gm_result res;
        const char *wrong = bots_play(&r, &heard, bot, a->seed, i);
        if (wrong)
            return cli_error(a, CLI_INPUT, (gm_line){"simulate.broken", {SAY_NUMBER(i), SAY_TEXT(wrong)}});
        g->result(r.box, r.st, &res);
        s.plies += r.match.n;
        s.nobody += !res.winners;
        for (int q = 0; q < gm_players(r.box); q++) {
            s.wins[q] += res.winners >> q & 1;
            s.points[q] += res.points[q];
        }
    }
    if (a->record && !file_write_record(a->record, &r, &why)) return cli_fault(a, &why);
    (a->json ? report_json : report)(a, &r, &s, games);
    return CLI_GOOD;
}
