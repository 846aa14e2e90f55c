/* simulate.c - whole games between bots. */
#include "bots/bots.h"
#include "cli/cli.h"
#include "kit/notation.h"
#include "term/file.h"
#include <string.h>

typedef struct {
    long wins[GM_MAX_SEATS], points[GM_MAX_SEATS], nobody, plies; /* nobody: games without a winner */
} sums;

static int report(const cli_args *a, const record *r, const sums *s, int games) {
    char hex[2 * DEAL_SECRET + 1];
    text t = text_on(hex, sizeof hex);
    text_hex(&t, a->seed, sizeof a->seed);
    if (a->json) {
        printf("{\"game\":\"%s\",\"seats\":%d,\"games\":%d,\"seed\":\"%s\",\"plies\":%.2f,\"bots\":[",
               r->match.game->name, r->order.seats, games, hex, (double)s->plies / games);
        for (int q = 0; q < r->order.seats; q++)
            printf("%s\"%s\"", q ? "," : "", r->seat[q].bot);
        printf("],\"wins\":[");
        for (int q = 0; q < gm_players(r->box); q++)
            printf("%s%ld", q ? "," : "", s->wins[q]);
        printf("],\"nobody\":%ld,\"points\":[", s->nobody);
        for (int q = 0; q < gm_players(r->box); q++)
            printf("%s%.3f", q ? "," : "", (double)s->points[q] / games);
        printf("]}\n");
        return CLI_GOOD;
    }
    say(stdout, &a->w,
        (gm_line){"simulate.games", {SAY_NUMBER(games), SAY_WORD(r->match.game->say), SAY_TEXT(hex)}});
    for (int q = 0; q < gm_players(r->box); q++) {
        char share[16], mean[24];
        snprintf(share, sizeof share, "%.1f%%", 100.0 * (double)s->wins[q] / games);
        snprintf(mean, sizeof mean, "%.2f", (double)s->points[q] / games);
        gm_thing dummy = {0};
        if (q >= r->order.seats) gm_thing_of(r->match.game, r->box, "seat", q, &dummy);
        printf("%d %s: ", q, dummy.name.say ? words_get(a->w.lang, dummy.name.say, 0) : r->seat[q].bot);
        say(stdout, &a->w,
            (gm_line){"simulate.seat", {SAY_NUMBER(s->wins[q]), SAY_TEXT(share), SAY_TEXT(mean)}});
    }
    return CLI_GOOD;
}

int cli_simulate(cli_args *a) {
    static record r;
    static gm_heard_by heard;
    const gm_game *g = cli_game(a);
    const gm_bot *who[GM_MAX_SEATS];
    fault why;
    sums s = {0};
    if (!g) return CLI_USAGE;
    if (!a->order.seats) a->order.seats = g->default_seats;
    int games = a->games ? a->games : a->record ? 1 : 1000;
    if (a->record && games != 1) return cli_bad(a, CLI_USAGE, (gm_line){"simulate.one-record", {{0}}});
    if (!record_start(&r, g, &a->order, &why)) return cli_fault(a, &why);
    if (!cli_bots(a, g, 0, who)) return CLI_USAGE;
    for (int q = 0; q < a->order.seats; q++)
        memcpy(r.seat[q].bot, who[q]->name, strlen(who[q]->name) + 1);
    for (int i = 0; i < games; i++) {
        gm_result res;
        const char *odd = bots_play(&r, &heard, who, a->seed, i);
        if (odd) return cli_bad(a, CLI_INPUT, (gm_line){"simulate.broken", {SAY_NUMBER(i), SAY_TEXT(odd)}});
        g->result(r.box, r.st, &res);
        s.plies += r.match.n;
        s.nobody += !res.winners;
        for (int q = 0; q < gm_players(r.box); q++) {
            s.wins[q] += res.winners >> q & 1;
            s.points[q] += res.points[q];
        }
    }
    if (a->record && !file_record(a->record, &r, &why)) return cli_fault(a, &why);
    return report(a, &r, &s, games);
}
