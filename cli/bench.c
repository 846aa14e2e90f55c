/* bench.c - speed, measured: the median of five runs on one core. */
#include "base/bits.h"
#include "cli/cli.h"
#include "kit/order.h"
#include "kit/perft.h"
#include "kit/registry.h"
#include "kit/view.h"
#include <stdlib.h>
#include <time.h>

enum { RUNS = 5 };
static const double enough = 0.3; /* seconds for a run */

static double clock_of(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double now(void) { return clock_of(CLOCK_MONOTONIC); }

/* Of this program alone, so that other work on the machine does not count. */
static double busy(void) { return clock_of(CLOCK_PROCESS_CPUTIME_ID); }

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double v[RUNS]) {
    qsort(v, RUNS, sizeof *v, compare);
    return v[RUNS / 2];
}

typedef struct {
    double games, plies; /* a second */
    double fill, worst;  /* seconds for study() and one fill(), on average and at worst */
} speeds;

/* Whole random games, all dealer's moves included. */
static void run_games(const gm_game *g, const void *box, int run, double *games, double *plies) {
    _Alignas(8) uint8_t st[GM_MAX_STATE];
    rng r = {(uint64_t)run};
    long n = 0, k = 0;
    double start = busy(), t;
    do {
        for (int i = 0; i < 100; i++, n++)
            for (g->setup(box, st); gm_random_ply(g, box, st, &r);)
                k++;
    } while ((t = busy() - start) < enough);
    *games = (double)n / t;
    *plies = (double)k / t;
}

/* study() and one fill(): the best of three times, because only disturbance makes
 * them differ. */
static double time_fill(const gm_view *v, rng *r) {
    _Alignas(8) uint8_t world[GM_MAX_STATE], notes[GM_MAX_NOTES];
    double best = 1;
    for (int i = 0; i < 3; i++) {
        double start = now();
        gm_study(v->game, v->box, v->st, v->who, notes);
        gm_fill(v->game, v->box, v->st, v->who, notes, r, world);
        double t = now() - start;
        if (t < best) best = t;
    }
    return best;
}

/* On the view of everyone who is asked, in 200 games. */
static void run_fills(const gm_game *g, const void *box, speeds *s) {
    _Alignas(8) uint8_t st[GM_MAX_STATE];
    rng r = {1};
    double sum = 0;
    long n = 0;
    for (int i = 0; i < 200; i++)
        for (g->setup(box, st); gm_random_ply(g, box, st, &r);)
            for (gm_seats act = g->to_act(box, st) & (gm_seats)~BIT(GM_DEALER); act;
                 act &= (gm_seats)(act - 1)) {
                gm_view v;
                gm_make_view(g, box, st, (gm_seat)bits_first(act), &v);
                double t = time_fill(&v, &r);
                sum += t;
                n++;
                if (t > s->worst) s->worst = t;
            }
    s->fill = sum / (double)n;
}

static speeds measure(const gm_game *g, const void *box) {
    speeds s = {0};
    double games[RUNS], plies[RUNS];
    for (int i = 0; i < RUNS; i++)
        run_games(g, box, i, &games[i], &plies[i]);
    run_fills(g, box, &s);
    s.games = median(games);
    s.plies = median(plies);
    return s;
}

int cli_bench(cli_args *a) {
    const gm_game *only = NULL;
    bool first = true;
    if (a->word[0] && !(only = cli_game(a))) return CLI_USAGE;
    if (a->json) printf("[");
    for (const gm_game *const *i = gm_games; *i; i++) {
        const gm_game *g = *i;
        if (only && g != only) continue;
        for (int seats = g->min_seats; seats <= g->max_seats; seats++) {
            _Alignas(8) static uint8_t box[GM_MAX_BOX];
            fault why;
            gm_order order = a->order;
            order.seats = seats;
            if (a->order.seats && seats != a->order.seats) continue;
            if (!gm_open_box(g, &order, box, &why)) {
                if (order.settings[0].key && !a->order.seats) continue; /* not for so many */
                return cli_fault(a, &why);
            }
            speeds s = measure(g, box);
            if (a->json)
                printf("%s{\"game\":\"%s\",\"seats\":%d,\"games_per_s\":%.0f,\"plies_per_s\":%.0f,\"fill_"
                       "us\":%.3f,"
                       "\"fill_worst_us\":%.1f,\"state_bytes\":%d}",
                       first ? "" : ",", g->name, seats, s.games, s.plies, s.fill * 1e6, s.worst * 1e6,
                       g->state_size);
            else {
                char per[4][32];
                snprintf(per[0], sizeof per[0], "%.0f", s.games);
                snprintf(per[1], sizeof per[1], "%.1f", s.plies / 1e6);
                snprintf(per[2], sizeof per[2], "%.2f", s.fill * 1e6);
                snprintf(per[3], sizeof per[3], "%.0f", s.worst * 1e6);
                printf("%s, ", g->name);
                say(stdout, &a->w,
                    (gm_line){"bench.seats", {SAY_NUMBER(seats), SAY_TEXT(per[0]), SAY_TEXT(per[1])}});
                say(stdout, &a->w, (gm_line){"bench.fill", {SAY_TEXT(per[2]), SAY_TEXT(per[3])}});
            }
            first = false;
        }
    }
    if (a->json) printf("]\n");
    return CLI_GOOD;
}
