/* bench.c - measures speed: the median of five runs on one core. */
#include "base/bits.h"
#include "cli/cli.h"
#include "kit/order.h"
#include "kit/perft.h"
#include "kit/registry.h"
#include "kit/view.h"
#include <stdlib.h>
#include <time.h>

enum { RUNS = 5 };
static const double run_seconds = 0.3; /* at least, for each run */

static double seconds_of(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double wall_time(void) { return seconds_of(CLOCK_MONOTONIC); }

/* The time that this program alone has used, so that other work on the machine does not count. */
static double cpu_time(void) { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double v[RUNS]) {
    qsort(v, RUNS, sizeof *v, compare_doubles);
    return v[RUNS / 2];
}

typedef struct {
    double games, plies; /* in a second */
    double fill, worst;  /* seconds for study() and one fill(), on average and at worst */
} speeds;

/* Plays whole random games; the dealer's moves count too. */
static void run_games(const gm_game *g, const void *box, int run, double *games, double *plies) {
    _Alignas(8) uint8_t st[GM_MAX_STATE];
    rng r = {(uint64_t)run};
    long n = 0, k = 0;
    double start = cpu_time(), t;
    do {
        for (int i = 0; i < 100; i++, n++)
            for (g->setup(box, st); gm_random_ply(g, box, st, &r);)
                k++;
    } while ((t = cpu_time() - start) < run_seconds);
    *games = (double)n / t;
    *plies = (double)k / t;
}

/* The time for study() and one fill(): the best of three, because only other work on the machine makes them
 * differ. */
static double time_fill(const gm_view *v, rng *r) {
    _Alignas(8) uint8_t world[GM_MAX_STATE], notes[GM_MAX_NOTES];
    double best = 1;
    for (int i = 0; i < 3; i++) {
        double start = wall_time();
        gm_study(v->game, v->box, v->st, v->who, notes);
        gm_fill(v->game, v->box, v->st, v->who, notes, r, world);
        double t = wall_time() - start;
        if (t < best) best = t;
    }
    return best;
}

/* Times fills on the views of everybody who is asked, in 200 games. */
static void run_fills(const gm_game *g, const void *box, speeds *s) {
    _Alignas(8) uint8_t st[GM_MAX_STATE];
    rng r = {1};
    double sum = 0;
    long n = 0;
    for (int i = 0; i < 200; i++)
        for (g->setup(box, st); gm_random_ply(g, box, st, &r);)
            BITS_EACH (q, g->to_act(box, st) & ~BIT(GM_DEALER)) {
                gm_view v;
                gm_make_view(g, box, st, (gm_seat)q, &v);
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

static void report_json(const gm_game *g, int seats, const speeds *s, bool first) {
    char room[512];
    text t = text_on(room, sizeof room);
    jsonw w = jsonw_on(&t);
    jsonw_object(&w);
    jsonw_put_string(&w, "game", g->name);
    jsonw_put_int(&w, "seats", seats);
    jsonw_key(&w, "games_per_s"), cli_write_decimal(&w, 0, s->games);
    jsonw_key(&w, "plies_per_s"), cli_write_decimal(&w, 0, s->plies);
    jsonw_key(&w, "fill_us"), cli_write_decimal(&w, 3, s->fill * 1e6);
    jsonw_key(&w, "fill_worst_us"), cli_write_decimal(&w, 1, s->worst * 1e6);
    jsonw_put_int(&w, "state_bytes", g->state_size);
    jsonw_end_object(&w);
    printf("%s%s", first ? "" : ",", room); /* it takes long: each is printed as soon as it is known */
}

static void report(const cli_args *a, const gm_game *g, int seats, const speeds *s) {
    static const int decimals[4] = {0, 1, 2, 0};
    const double numbers[4] = {s->games, s->plies / 1e6, s->fill * 1e6, s->worst * 1e6};
    char per[4][32];
    for (int i = 0; i < 4; i++) {
        text t = text_on(per[i], sizeof per[i]);
        cli_put_decimal(a, &t, decimals[i], numbers[i]);
    }
    say_line_after(stdout, &a->w,
                   (gm_line){"bench.seats", {SAY_NUMBER(seats), SAY_TEXT(per[0]), SAY_TEXT(per[1])}}, "%s, ",
                   words_get(a->w.lang, g->say, 0));
    say_line(stdout, &a->w, (gm_line){"bench.fill", {SAY_TEXT(per[2]), SAY_TEXT(per[3])}});
}

int cli_bench(cli_args *a) {
    _Alignas(8) static uint8_t box[GM_MAX_BOX];
    const gm_game *only = NULL;
    bool first = true;
    if (a->word[0] && !(only = cli_game(a))) return CLI_USAGE;
    if (a->json) printf("[");
    for (const gm_game *const *i = gm_games; *i; i++) {
        const gm_game *g = *i;
        if (only && g != only) continue;
        for (int seats = g->min_seats; seats <= g->max_seats; seats++) {
            fault why;
            gm_order order = a->order;
            order.seats = seats;
            if (a->order.seats && seats != a->order.seats) continue;
            if (!gm_open_box(g, &order, box, &why)) {
                if (order.settings[0].key && !a->order.seats)
                    continue; /* the settings are not for so many seats */
                return cli_fault(a, &why);
            }
            speeds s = measure(g, box);
            if (a->json)
                report_json(g, seats, &s, first);
            else
                report(a, g, seats, &s);
            first = false;
        }
    }
    if (a->json) printf("]\n");
    return CLI_GOOD;
}
