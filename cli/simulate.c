/* simulate.c - whole games between bots. */
#include "base/bits.h"
#include "bots/bots.h"
#include "cli/cli.h"
#include "kit/record.h"
#include "term/file.h"
#include <string.h>

typedef struct {
    long wins[GM_ROOM], points[GM_ROOM], plies;
} sums;

/* Game 0 is dealt by the seed itself, so that its record names it; game i by a
 * hash of both. */
static void seed_of(const uint8_t seed[DEAL_SECRET], int i, uint8_t out[DEAL_SECRET]) {
    uint8_t number[4] = {(uint8_t)(i >> 24), (uint8_t)(i >> 16), (uint8_t)(i >> 8), (uint8_t)i};
    sha256 s;
    memcpy(out, seed, DEAL_SECRET);
    if (!i) return;
    sha256_start(&s);
    sha256_add(&s, seed, DEAL_SECRET);
    sha256_add(&s, number, sizeof number);
    sha256_end(&s, out);
}

/* Plays one game; NULL, or what is wrong with it. */
static const char *play_game(record *r, gm_ears *ears, const gm_bot *const *who, rng *luck) {
    const gm_game *g = r->game;
    const char *odd = NULL;
    ears->n = 0;
    for (gm_seats act; !odd && (act = g->to_act(r->box, r->st));) {
        gm_seat q = (gm_seat)bits_first(act);
        gm_move m;
        if (q == GM_DEALER)
            m = record_deal(r);
        else {
            gm_view v;
            uint64_t work;
            gm_story story = gm_story_of(ears, q);
            gm_look(g, r->box, r->st, q, &v);
            m = who[q]->choose(&v, &story, luck, &work);
            if (g->why_not(r->box, r->st, q, m)) return "a bot's move is not legal";
        }
        if (r->n == GM_MAX_PLIES) return "the game does not end";
        gm_hear(ears, g, r->box, r->st, q, m);
        record_play(r, q, m);
        odd = g->sound(r->box, r->st);
    }
    return odd;
}

static int report(const cli_args *a, const record *r, const sums *s, int games) {
    char hex[2 * DEAL_SECRET + 1];
    text t = text_on(hex, sizeof hex);
    text_hex(&t, a->seed, sizeof a->seed);
    if (a->json) {
        printf("{\"game\":\"%s\",\"seats\":%d,\"games\":%d,\"seed\":\"%s\",\"plies\":%.2f,\"bots\":[",
               r->game->name, r->order.seats, games, hex, (double)s->plies / games);
        for (int q = 0; q < r->order.seats; q++)
            printf("%s\"%s\"", q ? "," : "", r->seat[q].bot);
        printf("],\"wins\":[");
        for (int q = 0; q < r->order.seats; q++)
            printf("%s%ld", q ? "," : "", s->wins[q]);
        printf("],\"points\":[");
        for (int q = 0; q < r->order.seats; q++)
            printf("%s%.3f", q ? "," : "", (double)s->points[q] / games);
        printf("]}\n");
        return CLI_GOOD;
    }
    say(stdout, &a->w,
        (gm_line){"simulate.games", {SAY_NUMBER(games), SAY_WORD(r->game->say), SAY_TEXT(hex)}});
    for (int q = 0; q < r->order.seats; q++) {
        char share[16], mean[24];
        snprintf(share, sizeof share, "%.1f%%", 100.0 * (double)s->wins[q] / games);
        snprintf(mean, sizeof mean, "%.2f", (double)s->points[q] / games);
        printf("%d %s: ", q, r->seat[q].bot);
        say(stdout, &a->w,
            (gm_line){"simulate.seat", {SAY_NUMBER(s->wins[q]), SAY_TEXT(share), SAY_TEXT(mean)}});
    }
    return CLI_GOOD;
}

int cli_simulate(cli_args *a) {
    const gm_game *g = cli_game(a);
    const char *names[GM_ROOM];
    const gm_bot *who[GM_ROOM];
    fault why;
    sums s = {0};
    if (!g) return CLI_USAGE;
    if (!a->order.seats) a->order.seats = g->min_seats;
    int games = a->games ? a->games : a->record ? 1 : 1000;
    if (a->record && games != 1) return cli_bad(a, CLI_USAGE, (gm_line){"simulate.one-record", {{0}}});
    static record game;
    static gm_ears ears;
    record *r = &game;
    if (!record_start(r, g, &a->order, &why)) return cli_fault(a, &why);
    if (!cli_bots(a, a->order.seats, 0, names)) return CLI_USAGE;
    for (int q = 0; q < a->order.seats; q++) {
        who[q] = bot_named(names[q]);
        memcpy(r->seat[q].bot, names[q], strlen(names[q]) + 1);
    }
    for (int i = 0; i < games; i++) {
        uint8_t seed[DEAL_SECRET];
        gm_result res;
        seed_of(a->seed, i, seed);
        rng luck = {cli_luck(seed)};
        record_rewind(r, 0);
        record_seed(r, seed);
        const char *odd = play_game(r, &ears, who, &luck);
        if (odd) return cli_bad(a, CLI_INPUT, (gm_line){"simulate.broken", {SAY_NUMBER(i), SAY_TEXT(odd)}});
        g->result(r->box, r->st, &res);
        s.plies += r->n;
        for (int q = 0; q < a->order.seats; q++) {
            s.wins[q] += res.winners >> q & 1;
            s.points[q] += res.points[q];
        }
    }
    if (a->record) {
        static char room[RECORD_TEXT];
        text t = text_on(room, sizeof room);
        record_write(r, &t);
        if (!file_write(a->record, t.at, t.used, &why)) return cli_fault(a, &why);
    }
    return report(a, r, &s, games);
}
