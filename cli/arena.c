/* arena.c - how strong a bot is against another.
 *
 * Every deal is played with one A among Bs and with one B among As, in each seat in
 * turn, and with As and with Bs alone, so that all meet the same deals in the same
 * seats.  Where a game gives out roles, each is counted by itself: the field `role`
 * of the last state tells.  Intervals are Wilson's, 95 %, as if games were independent;
 * those of one deal are not quite. */
#include "bots/bots.h"
#include "cli/cli.h"
#include "kit/notation.h"
#include <math.h>
#include <string.h>

enum { ONE_A, ONE_B, ALL_A, ALL_B, TABLES, PARTS = 16 };

typedef struct {
    char code[GM_CODE_SIZE]; /* of the role; empty if the game has none */
    long games[TABLES], wins[TABLES];
} part;

typedef struct {
    part of[PARTS];
    int n;
} tally;

/* The code of the role that a seat had, or nothing. */
static void role_of(const record *r, int q, char code[GM_CODE_SIZE]) {
    gm_thing t;
    memset(code, 0, GM_CODE_SIZE);
    for (const gm_field *f = r->match.game->fields; f->name; f++)
        if (!strcmp(f->name, "role") &&
            gm_thing_of(r->match.game, r->box, f->of, r->st[f->at + q * f->size], &t))
            memcpy(code, t.code, GM_CODE_SIZE);
}

/* The number of the role that seat q had; adds it to the tally if it is new. */
static int part_of(tally *t, const record *r, int q) {
    char code[GM_CODE_SIZE];
    int i = 0;
    role_of(r, q, code);
    while (i < t->n && strcmp(t->of[i].code, code))
        i++;
    if (i == t->n && i < PARTS - 1) memcpy(t->of[t->n++].code, code, sizeof code);
    return i; /* more roles than any game has would share the last place */
}

static void count(tally *t, const record *r, int q, int kind) {
    gm_result res;
    part *p = &t->of[part_of(t, r, q)];
    r->match.game->result(r->box, r->st, &res);
    p->games[kind]++;
    p->wins[kind] += res.winners >> q & 1;
}

/* Of a table of one kind of bot each role counts once, because those of one role win
 * and lose together; the seat with which to begin changes from deal to deal. */
static void count_all(tally *t, const record *r, int first, int kind) {
    unsigned seen = 0;
    for (int k = 0; k < r->order.seats; k++) {
        int q = (first + k) % r->order.seats, i = part_of(t, r, q);
        if (!(seen >> i & 1)) count(t, r, q, kind);
        seen |= 1u << i;
    }
}

/* Wilson's interval of a share, as low and high. */
static void interval(long wins, long games, double *low, double *high) {
    double n = (double)games, p = (double)wins / n, z = 1.96;
    double middle = p + z * z / (2 * n), off = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)),
           all = 1 + z * z / n;
    *low = wins ? (middle - off) / all : 0; /* not a rounding below it */
    *high = wins < games ? (middle + off) / all : 1;
}

/* Plays deal i with one bot in seat q and the other elsewhere; all seats if q < 0. */
static const char *play(record *r, const uint8_t *seed, int i, const gm_bot *one, const gm_bot *rest, int q,
                        tally *t, int kind) {
    static gm_heard_by heard;
    const gm_bot *who[GM_MAX_SEATS];
    for (int k = 0; k < r->order.seats; k++)
        who[k] = k == q ? one : rest;
    const char *odd = bots_play(r, &heard, who, seed, i);
    if (odd) return odd;
    if (q < 0)
        count_all(t, r, i % r->order.seats, kind);
    else
        count(t, r, q, kind);
    return NULL;
}

static void report(const cli_args *a, const gm_bot *const pair[2], const tally *t) {
    static const char *const keys[TABLES] = {"arena.one", "arena.one", "arena.all", "arena.all"};
    static const char *const tables[TABLES] = {"one-a", "one-b", "all-a", "all-b"};
    if (a->json) printf("[");
    for (int i = 0; i < t->n; i++)
        for (int k = 0; k < TABLES; k++) {
            const part *p = &t->of[i];
            double low, high, share = (double)p->wins[k] / (double)p->games[k];
            char line[64];
            interval(p->wins[k], p->games[k], &low, &high);
            if (a->json) {
                printf("%s{\"role\":\"%s\",\"table\":\"%s\",\"games\":%ld,\"wins\":%ld,\"share\":%.4f,"
                       "\"low\":%.4f,\"high\":%.4f}",
                       i || k ? "," : "", p->code, tables[k], p->games[k], p->wins[k], share, low, high);
                continue;
            }
            snprintf(line, sizeof line, "%.1f%% (%.1f-%.1f)", 100 * share, 100 * low, 100 * high);
            printf("%s%s", p->code, p->code[0] ? ": " : "");
            say(stdout, &a->w,
                (gm_line){keys[k],
                          {SAY_TEXT(pair[k % 2]->name), SAY_TEXT(pair[1 - k % 2]->name), SAY_TEXT(line),
                           SAY_NUMBER(p->games[k])}});
        }
    if (a->json) printf("]\n");
}

int cli_arena(cli_args *a) {
    static record r;
    static tally t;
    const gm_game *g = cli_game(a);
    const gm_bot *pair[2] = {NULL, NULL};
    const char *comma = a->bots ? strchr(a->bots, ',') : NULL, *odd = NULL;
    char first[RECORD_BOT];
    fault why;
    if (!g) return CLI_USAGE;
    if (!a->order.seats) a->order.seats = g->default_seats;
    if (comma && comma - a->bots < RECORD_BOT) {
        snprintf(first, sizeof first, "%.*s", (int)(comma - a->bots), a->bots);
        pair[0] = bots_find(first, g);
        pair[1] = bots_find(comma + 1, g);
    }
    if (!pair[0] || !pair[1]) return cli_bad(a, CLI_USAGE, (gm_line){"arena.two", {SAY_TEXT(g->name)}});
    if (!record_start(&r, g, &a->order, &why)) return cli_fault(a, &why);
    for (int i = 0, n = a->games ? a->games : 200; i < n && !odd; i++) {
        for (int q = 0; q < a->order.seats && !odd; q++) {
            odd = play(&r, a->seed, i, pair[0], pair[1], q, &t, ONE_A);
            if (!odd) odd = play(&r, a->seed, i, pair[1], pair[0], q, &t, ONE_B);
        }
        if (!odd) odd = play(&r, a->seed, i, NULL, pair[0], -1, &t, ALL_A);
        if (!odd) odd = play(&r, a->seed, i, NULL, pair[1], -1, &t, ALL_B);
        if (odd) return cli_bad(a, CLI_INPUT, (gm_line){"simulate.broken", {SAY_NUMBER(i), SAY_TEXT(odd)}});
    }
    report(a, pair, &t);
    return CLI_GOOD;
}
