/* The sensible bot plays better than the random one.  The games are seeded, so the counts are always the same;
 * `safehouse arena` measures strength. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* clang-format keeps the order */
#include <cmocka.h>

#include "bots/bots.h"
#include "games/inside_job/inside_job.h"
#include "kit/registry.h"
#include <string.h>

static record r;
static gm_heard_by heard;

static void start(const char *game, int seats) {
    fault why;
    assert_true(record_start(&r, gm_game_named(game, strlen(game)), &(gm_order){.seats = seats}, &why));
}

static const uint8_t seed[DEAL_SECRET] = {1, 2, 3};

/* ---- the sensible bot at Inside Job --------------------------------------------------- */

static const gm_bot *bot(const char *name) { return bots_find(name, gm_game_named("inside-job", 10)); }

/* How often the Insider wins in so many deals, with one bot as Insider and another in all other seats. */
static int insider_wins(const gm_bot *insider, const gm_bot *agents, int deals) {
    int wins = 0;
    for (int i = 0; i < deals; i++) {
        const gm_bot *who[GM_MAX_SEATS];
        gm_result res;
        int traitor = 0;
        for (int q = 0; q < 4; q++)
            who[q] = agents;
        bots_play(&r, &heard, who, seed, i); /* to find out who is the Insider */
        while (((const ij_state *)(const void *)r.st)->role[traitor] != IJ_INSIDER)
            traitor++;
        who[traitor] = insider;
        assert_null(bots_play(&r, &heard, who, seed, i));
        r.match.game->result(r.box, r.st, &res);
        wins += res.winners >> traitor & 1;
    }
    return wins;
}

static void the_sensible_bot_beats_the_random_one_as_either_side(void **unused) {
    enum { DEALS = 100 };
    (void)unused;
    start("inside-job", 4);
    int random = insider_wins(bot("random"), bot("random"), DEALS);
    assert_true(insider_wins(bot("sensible"), bot("random"), DEALS) > random);
    assert_true(insider_wins(bot("random"), bot("sensible"), DEALS) < random / 3);
}

/* Cards that the Insider played off colour while it could have followed. */
static int revokes(const record *game) {
    static record again;
    fault why;
    int n = 0;
    assert_true(record_start(&again, game->match.game, &game->order, &why));
    for (int i = 0; i < game->match.n; i++) {
        const ij_state *s = (const ij_state *)(const void *)again.st;
        bool plays = GM_KIND(game->move[i]) == IJ_M_PLAY || GM_KIND(game->move[i]) == IJ_M_RAISE;
        if (plays && s->n) {
            int led = ij_colour(s->trick[0]);
            n += ij_colour(GM_A(game->move[i])) != led && (s->hand[game->by[i]] & ij_suit(led));
        }
        gm_match_play(&again.match, game->by[i], game->move[i]);
    }
    return n;
}

static void a_sensible_insider_revokes_seldom(void **unused) {
    enum { DEALS = 60 };
    int sum[2] = {0, 0};
    (void)unused;
    start("inside-job", 4);
    for (int sensible = 0; sensible < 2; sensible++)
        for (int i = 0; i < DEALS; i++) {
            const gm_bot *b = bot(sensible ? "sensible" : "random"), *who[GM_MAX_SEATS] = {b, b, b, b};
            assert_null(bots_play(&r, &heard, who, seed, i));
            sum[sensible] += revokes(&r);
        }
    assert_true(sum[1] > 0);         /* it revokes if that pays ... */
    assert_true(sum[1] < DEALS);     /* ... but less than once a game ... */
    assert_true(sum[0] > 3 * DEALS); /* ... while the random bot does so three times */
}

/* ---- its special roles ------------------------------------------------------------------- */

typedef struct {
    int wins, tricks, votes; /* of the seat with the role: won, won, and received */
} conduct;

static int seat_with(const record *game, int role) {
    const ij_state *s = (const ij_state *)(const void *)game->st;
    int q = 0;
    while (s->role[q] != role)
        q++;
    return q;
}

static void tally(const record *game, int q, conduct *c) {
    const ij_state *s = (const ij_state *)(const void *)game->st;
    static record again;
    gm_result res;
    fault why;
    game->match.game->result(game->box, game->st, &res);
    c->wins += res.winners >> q & 1;
    for (int k = 0; k < game->order.seats; k++)
        c->votes += (s->voters >> k & 1) && (s->vote[k] == q || s->second[k] == q);
    assert_true(record_start(&again, game->match.game, &game->order, &why));
    for (int i = 0; i < game->match.n; i++) {
        const ij_state *t = (const ij_state *)(const void *)again.st;
        int before = t->tricks;
        gm_match_play(&again.match, game->by[i], game->move[i]);
        c->tricks += t->tricks != before && t->winner == q;
    }
}

/* Plays so many deals with one bot in the seat that has the role and another bot in all other seats. */
static conduct role_played(const char *role, const char *by, const char *others, int deals) {
    conduct c = {0};
    gm_order order = {.seats = 4, .settings = {{"roles", role}}};
    fault why;
    int number = 0;
    assert_true(record_start(&r, gm_game_named("inside-job", 10), &order, &why));
    while (strcmp(((const ij_box *)(const void *)r.box)->role[number].name, role))
        number++;
    for (int i = 0; i < deals; i++) {
        const gm_bot *who[GM_MAX_SEATS];
        for (int q = 0; q < 4; q++)
            who[q] = bot("random");
        bots_play(&r, &heard, who, seed, i); /* to find out who has the role */
        int q = seat_with(&r, number);
        for (int k = 0; k < 4; k++)
            who[k] = bot(k == q ? by : others);
        assert_null(bots_play(&r, &heard, who, seed, i));
        tally(&r, q, &c);
    }
    return c;
}

static void the_sensible_bot_plays_every_role_for_its_goal(void **unused) {
    enum { DEALS = 150 };
    static const struct {
        const char *role, *others; /* the bots against which it shows */
    } played[] = {
        {"wired", "random"},   {"paranoid", "random"},     {"daredevil", "random"},
        {"decoy", "sensible"}, {"accomplice", "sensible"}, {"shady", "random"},
        {"sleeper", "random"}, {"professor-no", "random"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof played / sizeof *played; i++) {
        conduct random = role_played(played[i].role, "random", played[i].others, DEALS),
                sensible = role_played(played[i].role, "sensible", played[i].others, DEALS);
        if (sensible.wins <= random.wins)
            fail_msg("%s: %d wins, random %d", played[i].role, sensible.wins, random.wins);
    }
}

static void it_takes_tricks_where_intel_helps_and_not_where_it_hurts(void **unused) {
    enum { DEALS = 60 };
    (void)unused;
    conduct random = role_played("wired", "random", "random", DEALS);
    assert_true(10 * role_played("wired", "sensible", "random", DEALS).tricks < 9 * random.tricks);
    random = role_played("professor-no", "random", "random", DEALS);
    assert_true(3 * role_played("professor-no", "sensible", "random", DEALS).tricks < 2 * random.tricks);
    random = role_played("daredevil", "random", "sensible", DEALS);
    assert_true(2 * role_played("daredevil", "sensible", "sensible", DEALS).tricks > 3 * random.tricks);
}

static void a_sensible_decoy_draws_votes(void **unused) {
    enum { DEALS = 100 };
    (void)unused;
    int random = role_played("decoy", "random", "sensible", DEALS).votes;
    assert_true(2 * role_played("decoy", "sensible", "sensible", DEALS).votes > 3 * random);
}

static void the_sensible_bot_plays_with_larry(void **unused) {
    enum { DEALS = 100 };
    int wins[2] = {0, 0};
    (void)unused;
    start("inside-job", 2);
    for (int i = 0; i < DEALS; i++)
        for (int q = 0; q < 2; q++) {
            const gm_bot *who[GM_MAX_SEATS] = {bot("random"), bot("random")};
            gm_result res;
            for (int sensible = 0; sensible < 2; sensible++) {
                if (sensible) who[q] = bot("sensible");
                assert_null(bots_play(&r, &heard, who, seed, i));
                r.match.game->result(r.box, r.st, &res);
                wins[sensible] += res.winners >> q & 1;
            }
        }
    assert_true(4 * wins[1] > 5 * wins[0]);
}

/* ---- the sensible bot at Sentient and The Agents --------------------------------------------- */

static void the_sensible_bot_wins(const char *game) {
    enum { DEALS = 50 };
    int wins = 0;
    start(game, 2);
    for (int i = 0; i < DEALS; i++)
        for (int q = 0; q < 2; q++) {
            const gm_bot *who[GM_MAX_SEATS];
            gm_result res;
            who[q] = bots_find("sensible", r.match.game);
            who[1 - q] = bots_find("random", r.match.game);
            assert_null(bots_play(&r, &heard, who, seed, i));
            r.match.game->result(r.box, r.st, &res);
            wins += res.winners == 1u << q;
        }
    assert_true(wins >= 2 * DEALS * 95 / 100);
}

static void it_wins_sentient(void **unused) {
    (void)unused;
    the_sensible_bot_wins("sentient");
}

static void it_wins_the_agents(void **unused) {
    (void)unused;
    the_sensible_bot_wins("agents");
}

/* With the smallest deck the bot can hope for hardly any other card. */
static void it_plays_with_the_smallest_decks(void **unused) {
    char deck[4096];
    fault why;
    (void)unused;
    for (int seats = 2; seats <= 4; seats++) {
        text t = text_on(deck, sizeof deck);
        text_put(&t, "number,type,condition,points,left,right\n");
        for (int i = 1; i <= 12 * seats + 4; i++) {
            text_int(&t, i);
            text_put(&t, i % 2 ? ",military,sum=7,5,+,-\n" : ",service,sum-6,?,=,+\n");
        }
        gm_order order = {.seats = seats, .files = {{"small.csv", deck, t.used}}};
        assert_true(record_start(&r, gm_game_named("sentient", 8), &order, &why));
        const gm_bot *b = bots_find("sensible", r.match.game), *who[GM_MAX_SEATS] = {b, b, b, b};
        for (int i = 0; i < 5; i++)
            assert_null(bots_play(&r, &heard, who, seed, i));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sensible_bot_beats_the_random_one_as_either_side),
        cmocka_unit_test(a_sensible_insider_revokes_seldom),
        cmocka_unit_test(the_sensible_bot_plays_every_role_for_its_goal),
        cmocka_unit_test(it_takes_tricks_where_intel_helps_and_not_where_it_hurts),
        cmocka_unit_test(a_sensible_decoy_draws_votes),
        cmocka_unit_test(the_sensible_bot_plays_with_larry),
        cmocka_unit_test(it_wins_sentient),
        cmocka_unit_test(it_wins_the_agents),
        cmocka_unit_test(it_plays_with_the_smallest_decks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
