/* Bots: their luck tells them nothing, and the sensible one is worth its name.  The
 * games are seeded, so the counts are always the same; the arena measures strength. */
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
static gm_ears ears;

static void start(const char *game, int seats) {
    fault why;
    assert_true(record_start(&r, gm_game_named(game, strlen(game)), &(gm_order){.seats = seats}, &why));
}

static const uint8_t seed[DEAL_SECRET] = {1, 2, 3};

/* ---- luck -------------------------------------------------------------------------- */

static uint64_t met; /* what a bot found in its generator */

static gm_move choose_by_luck(const gm_view *v, const gm_story *story, rng *luck, uint64_t *work) {
    gm_move moves[GM_MAX_MOVES];
    (void)story, (void)work;
    met = luck->s;
    v->game->moves(v->box, v->st, v->who, moves);
    return moves[0];
}

static void luck_is_no_part_of_the_secret(void **unused) {
    const gm_bot nosy = {"nosy", NULL, NULL, choose_by_luck};
    (void)unused;
    start("dead-drop", 3);
    record_seed(&r, seed);
    while (r.game->to_act(r.box, r.st) == 1u << GM_DEALER)
        record_play(&r, GM_DEALER, record_deal(&r));
    bot_move(&nosy, &r, &ears, 0);
    uint64_t first = met;
    for (int i = 0; i + 8 <= DEAL_SECRET; i++) { /* as bytes of the secret, in either order */
        uint64_t big = 0, little = 0;
        for (int k = 0; k < 8; k++) {
            big = big << 8 | r.secret[i + k];
            little = little << 8 | r.secret[i + 7 - k];
        }
        assert_true(first != big && first != little);
    }
    bot_move(&nosy, &r, &ears, 0);
    assert_true(met == first); /* the same again for the same seat and move ... */
    bot_move(&nosy, &r, &ears, 1);
    assert_true(met != first); /* ... and another for another */
}

/* ---- the sensible bot at Inside Job --------------------------------------------------- */

static const gm_bot *bot(const char *name) { return bot_named(name, gm_game_named("inside-job", 10)); }

/* How often the Insider wins so many deals, with this bot as Insider and that one
 * in all other seats. */
static int insider_wins(const gm_bot *insider, const gm_bot *agents, int deals) {
    int wins = 0;
    for (int i = 0; i < deals; i++) {
        const gm_bot *who[GM_ROOM];
        gm_result res;
        int traitor = 0;
        for (int q = 0; q < 4; q++)
            who[q] = agents;
        bots_play(&r, &ears, who, seed, i); /* to see who it is */
        while (((const ij_state *)(const void *)r.st)->role[traitor] != IJ_INSIDER)
            traitor++;
        who[traitor] = insider;
        assert_null(bots_play(&r, &ears, who, seed, i));
        r.game->result(r.box, r.st, &res);
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
    assert_true(record_start(&again, game->game, &game->order, &why));
    for (int i = 0; i < game->n; i++) {
        const ij_state *s = (const ij_state *)(const void *)again.st;
        bool plays = GM_KIND(game->move[i]) == IJ_M_PLAY || GM_KIND(game->move[i]) == IJ_M_RAISE;
        if (plays && s->n) {
            int led = ij_colour(s->trick[0]);
            n += ij_colour(GM_A(game->move[i])) != led && (s->hand[game->by[i]] & ij_suit(led));
        }
        record_play(&again, game->by[i], game->move[i]);
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
            const gm_bot *b = bot(sensible ? "sensible" : "random"), *who[GM_ROOM] = {b, b, b, b};
            assert_null(bots_play(&r, &ears, who, seed, i));
            sum[sensible] += revokes(&r);
        }
    assert_true(sum[1] > 0);         /* it does where it pays ... */
    assert_true(sum[1] < DEALS);     /* ... but less than once a game ... */
    assert_true(sum[0] > 3 * DEALS); /* ... where one who does not mind does so three times */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(luck_is_no_part_of_the_secret),
        cmocka_unit_test(the_sensible_bot_beats_the_random_one_as_either_side),
        cmocka_unit_test(a_sensible_insider_revokes_seldom),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
