/* arena.c - measures how strong a bot is against another.
 *
 * Every deal is played with one A among Bs and with one B among As, in each seat in turn, and with As and with Bs
 * alone, so that all of them get the same deals in the same seats.  In games with roles, each role is counted
 * separately, by the field `role` of the last state.  Intervals are Wilson's, 95 %, as if games were independent;
 * those of one deal are not quite. */
#include "bots/bots.h"
#include "cli/cli.h"
#include "kit/notation.h"
#include <math.h>
#include <string.h>

enum { ONE_A, ONE_B, ALL_A, ALL_B, TABLE_KINDS, MAX_ROLES = 16 };

typedef struct {
    gm_thing role; /* as read_role gives it */
    long games[TABLE_KINDS], wins[TABLE_KINDS];
} role_tally;

typedef struct {
    role_tally of[MAX_ROLES];
    int n;
} tally;

/* The role of a seat; without a code if the game has none. */
static gm_thing read_role(const record *r, int q) {
    gm_thing role = {0}, t;
    for (const gm_field *f = r->match.game->fields; f->name; f++)
        if (!strcmp(f->name, "role") &&
            gm_thing_of(r->match.game, r->box, f->of, r->st[f->at + q * f->size], &t))
            role = t;
    return role;
}

/* The number of seat q's role in the tally; a new role is added. */
static int find_role(tally *t, const record *r, int q) {
    gm_thing role = read_role(r, q);
    int i = 0;
    while (i < t->n && strcmp(t->of[i].role.code, role.code))
        i++;
    if (i == t->n && i < MAX_ROLES - 1) t->of[t->n++].role = role;
    return i; /* no game has so many roles; any more would share an entry that is not reported */
}

static void count_seat(tally *t, const record *r, int q, int kind) {
    gm_result res;
    role_tally *p = &t->of[find_role(t, r, q)];
    r->match.game->result(r->box, r->st, &res);
    p->games[kind]++;
    p->wins[kind] += res.winners >> q & 1;
}

/* At a table of equal bots each role counts once, because seats of one role win and lose together.  The first seat
 * changes from deal to deal. */
static void count_roles(tally *t, const record *r, int first, int kind) {
    unsigned seen = 0;
    for (int k = 0; k < r->order.seats; k++) {
        int q = (first + k) % r->order.seats, i = find_role(t, r, q);
        if (!(seen >> i & 1)) count_seat(t, r, q, kind);
        seen |= 1u << i;
    }
}

/* Wilson's score interval of a share. */
static void wilson_interval(long wins, long games, double *low, double *high) {
    double n = (double)games, p = (double)wins / n, z = 1.96;
    double middle = p + z * z / (2 * n), off = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)),
           all = 1 + z * z / n;
    *low = wins ? (middle - off) / all : 0; /* not a little below it by rounding */
    *high = wins < games ? (middle + off) / all : 1;
}

/* Plays deal i with one bot in seat q and the rest elsewhere; if q < 0, everywhere.  NULL, or what is wrong with the
 * game. */
static const char *play_deal(record *r, const uint8_t *seed, int i, const gm_bot *one, const gm_bot *rest,
                             int q, tally *t, int kind) {
    static gm_heard_by heard;
    const gm_bot *bot[GM_MAX_SEATS];
    for (int k = 0; k < r->order.seats; k++)
        bot[k] = k == q ? one : rest;
    const char *wrong = bots_play(r, &heard, bot, seed, i);
    if (wrong) return wrong;
    if (q < 0)
        count_roles(t, r, i % r->order.seats, kind);
    else
        count_seat(t, r, q, kind);
    return NULL;
}

static void report_json(const tally *t) {
    static const char *const kinds[TABLE_KINDS] = {"one-a", "one-b", "all-a", "all-b"};
    static char room[256 * MAX_ROLES * TABLE_KINDS];
    text out = text_on(room, sizeof room);
    jsonw w = jsonw_on(&out);
    jsonw_array(&w);
    for (int i = 0; i < t->n; i++)
        for (int k = 0; k < TABLE_KINDS; k++) {
            const role_tally *p = &t->of[i];
            double low, high;
            wilson_interval(p->wins[k], p->games[k], &low, &high);
            jsonw_object(&w);
            jsonw_put_string(&w, "role", p->role.code);
            jsonw_put_string(&w, "table", kinds[k]);
            jsonw_put_int(&w, "games", p->games[k]);
            jsonw_put_int(&w, "wins", p->wins[k]);
            jsonw_key(&w, "share"), cli_write_decimal(&w, 4, (double)p->wins[k] / (double)p->games[k]);
            jsonw_key(&w, "low"), cli_write_decimal(&w, 4, low);
            jsonw_key(&w, "high"), cli_write_decimal(&w, 4, high);
            jsonw_end_object(&w);
        }
    jsonw_end_array(&w);
    puts(room);
}

/* 62.5% (45.0–77.1) */
static void write_shares(const cli_args *a, long wins, long games, text *out) {
    double low, high;
    wilson_interval(wins, games, &low, &high);
    cli_put_decimal(a, out, 1, 100 * (double)wins / (double)games);
    text_put(out, "% (");
    cli_put_decimal(a, out, 1, 100 * low);
    text_put(out, "–");
    cli_put_decimal(a, out, 1, 100 * high);
    text_char(out, ')');
}

static void report(const cli_args *a, const gm_bot *const pair[2], const tally *t) {
    static const char *const keys[TABLE_KINDS] = {"arena.one", "arena.one", "arena.all", "arena.all"};
    for (int i = 0; i < t->n; i++)
        for (int k = 0; k < TABLE_KINDS; k++) {
            const role_tally *p = &t->of[i];
            char role[128], line[64];
            text name = text_on(role, sizeof role), shares = text_on(line, sizeof line);
            if (p->role.code[0]) words_line(&name, &a->w, &p->role.name), text_put(&name, ": ");
            write_shares(a, p->wins[k], p->games[k], &shares);
            say_line_after(stdout, &a->w,
                           (gm_line){keys[k],
                                     {SAY_TEXT(bots_shown(a->w.lang, pair[k % 2]->name)),
                                      SAY_TEXT(bots_shown(a->w.lang, pair[1 - k % 2]->name)), SAY_TEXT(line),
                                      SAY_NUMBER(p->games[k])}},
                           "%s", role);
        }
}

int cli_arena(cli_args *a) {
    static record r;
    static tally t;
    const gm_game *g = cli_game(a);
    const gm_bot *pair[2] = {NULL, NULL};
    const char *comma = a->bots ? strchr(a->bots, ',') : NULL, *wrong = NULL;
    char first[64];
    fault why;
    if (!g) return CLI_USAGE;
    if (!a->order.seats) a->order.seats = g->default_seats;
    if (comma && comma - a->bots < (int)sizeof first) {
        snprintf(first, sizeof first, "%.*s", (int)(comma - a->bots), a->bots);
        pair[0] = bots_find(bots_typed(a->w.lang, first), g);
        pair[1] = bots_find(bots_typed(a->w.lang, comma + 1), g);
    }
    if (!pair[0] || !pair[1]) return cli_error(a, CLI_USAGE, (gm_line){"arena.two", {SAY_WORD(g->say)}});
    if (!record_start(&r, g, &a->order, &why)) return cli_fault(a, &why);
    a->w.game = g;
    a->w.box = r.box;
    for (int i = 0, n = a->games ? a->games : 200; i < n; i++) {
        for (int q = 0; q < a->order.seats && !wrong; q++) {
            wrong = play_deal(&r, a->seed, i, pair[0], pair[1], q, &t, ONE_A);
            if (!wrong) wrong = play_deal(&r, a->seed, i, pair[1], pair[0], q, &t, ONE_B);
        }
        if (!wrong) wrong = play_deal(&r, a->seed, i, NULL, pair[0], -1, &t, ALL_A);
        if (!wrong) wrong = play_deal(&r, a->seed, i, NULL, pair[1], -1, &t, ALL_B);
        if (wrong)
            return cli_error(a, CLI_INPUT, (gm_line){"simulate.broken", {SAY_NUMBER(i), SAY_TEXT(wrong)}});
    }
    if (a->json)
        report_json(&t);
    else
        report(a, pair, &t);
    return CLI_GOOD;
}
