/* The rules of Sentient, doc/rules/sentient.md: scoring, the end, and the examples, S7, S8 and S10. */
#include "tests/rules/sentient.h"

/* ---- S7 ---- */

static void cards_score_on_the_dice_at_the_end(void **unused) { /* S7.1 */
    (void)unused;
    begin_deck();
    add_bot("transport,<,9,=,=");
    add_bot("information,is 3,2/7,+,+");
    add_bot("military,sum=7,5,=,=");
    add_bot("service,sum-6,?,=,-");
    fill_deck(SN_CARDS);
    begin_with(2, "01", "22245 11111");
    procure_and_plug(0, 1, 1, 1, "none"); /* 2 < 2 does not score yet */
    procure_and_plug(1, 1, 0, 1, "none");
    procure_and_plug(0, 2, 1, 2, "none"); /* makes 2 3 3 4 5 */
    procure_and_plug(1, 2, 0, 2, "none");
    procure_and_plug(0, 3, 1, 3, "none");
    procure_and_plug(1, 3, 0, 3, "none");
    points_are("[0,0,0,0]");
    procure_and_plug(0, 4, 1, 4, "none"); /* 2 3 3 4 4: 9 + 7 + 5 + 2 */
    procure_and_plug(1, 4, 0, 4, "none");
    pass(0);
    points_are("[0,0,0,0]");
    pass(1);
    points_are("[23,5,0,0]");
    for (int k = 0; k < 4; k++) /* the cards are kept, and are nowhere else */
        assert_int_equal(now()->cards[0][0][k], k);
    assert_int_equal((now()->deck | now()->discards) & 15, 0);
    for (int i = 0; i < 5; i++)
        assert_int_equal(now()->scored[0][0][i], "23344"[i] - '0');
}

static void influence_is_agents_and_assistants(void **unused) { /* S7.2 */
    (void)unused;
    round_gives(2, "01", "1+0 3+0 - -|1+1 - 3+0 -", "1/0 0/1 0/1 1/- -/-");
    round_gives(2, "01", "3+0 - - 1+0|1+3 3+1 - -", "1/0 1/0 1/- 0/- 0/-");
    round_gives(2, "01", "1+0 1+0 1+0 1+5|1+1 1+1 1+1 1+1", "1/0 1/0 1/0 0/1 0/1");
    round_gives(2, "10", "2+0 2+0 - -|1+0 1+1 2+0 -", "0/1 0/1 1/0 1/- -/-");
}

static void first_token_second_chip(void **unused) { /* S7.3 */
    (void)unused;
    round_gives(4, "0123", "4+0 - - -|4+1 - - -|4+2 - - -|4+3 - - -", "3/2 3/2 -/- -/- -/-");
    points_are("[0,0,2,0]");
    round_gives(4, "0123", "- 4+3 - -|- 4+1 - -|- 4+2 - -|- 4+0 - -", "-/- 0/2 0/2 -/- -/-");
    round_gives(4, "0123", "- - 4+1 -|- - 4+3 -|- - 4+0 -|- - 4+2 -", "-/- -/- 1/3 1/3 -/-");
    round_gives(3, "012", "- - - 4+2|- - - 4+1|- - - 4+3", "-/- -/- -/- 2/0 2/0");
}

static void ties_go_by_agents_then_by_stack(void **unused) { /* S7.4 */
    (void)unused;
    /* 5 each at slot 1: 1+4, 2+3, 3+2 */
    round_gives(3, "012", "1+4 - - 3+0|2+3 - - 2+0|3+2 - - 1+0", "2/1 2/1 -/- 0/1 0/1");
    round_gives(3, "210", "1+4 - - 3+0|2+3 - - 2+0|3+2 - - 1+0", "2/1 2/1 -/- 0/1 0/1");
    round_gives(3, "102", "3+2 - - 1+0|1+4 - - 3+0|2+3 - - 2+0", "0/2 0/2 -/- 1/2 1/2");
    /* all alike: the stack, from the top */
    round_gives(4, "0123", "4+0 - - -|4+0 - - -|4+0 - - -|4+0 - - -", "0/1 0/1 -/- -/- -/-");
    round_gives(4, "3120", "4+0 - - -|4+0 - - -|4+0 - - -|4+0 - - -", "3/1 3/1 -/- -/- -/-");
    round_gives(4, "2310", "- - 4+5 -|- - 4+5 -|- - 4+5 -|- - 4+5 -", "-/- -/- 2/3 2/3 -/-");
    /* a tie for second */
    round_gives(3, "201", "4+0 - - -|4+0 - - -|4+1 - - -", "2/0 2/0 -/- -/- -/-");
    round_gives(3, "210", "4+0 - - -|4+0 - - -|4+1 - - -", "2/1 2/1 -/- -/- -/-");
    round_gives(3, "102", "4+0 - - -|4+0 - - -|4+1 - - -", "2/1 2/1 -/- -/- -/-");
    round_gives(3, "012", "3+1 - - 1+0|4+0 - - -|4+5 - - -", "2/1 2/1 -/- 0/- 0/-"); /* by agents */
    /* a tie for first: the loser of the tie is second */
    round_gives(3, "012", "4+1 - - -|4+1 - - -|4+0 - - -", "0/1 0/1 -/- -/- -/-");
    round_gives(3, "210", "4+1 - - -|4+1 - - -|4+0 - - -", "1/0 1/0 -/- -/- -/-");
    round_gives(3, "012", "3+2 - - 1+0|4+1 - - -|4+0 - - -", "1/0 1/0 -/- 0/- 0/-");
    /* influence comes before agents, agents at both slots count, and agents come before the stack */
    round_gives(2, "01", "4+0 - - -|2+3 - - 2+0", "1/0 1/0 -/- 1/- 1/-");
    round_gives(2, "01", "1+2 1+1 2+0 -|2+0 2+1 - -", "0/1 1/0 0/1 0/- -/-");
    round_gives(2, "01", "2+1 - - 2+0|3+0 - - 1+1", "1/0 1/0 -/- 0/1 0/1");
}

static void the_stack_of_this_round_counts(void **unused) { /* S7.4 */
    (void)unused;
    begin_blank(2, "01");
    round_of("4+0 - - -|4+0 - - -"); /* seat 1 will start the next round */
    investors_are(0, "0/1 0/1 -/- -/- -/-");
    next_round(TYPES);
    round_of("4+0 - - -|4+0 - - -");
    investors_are(1, "1/0 1/0 -/- -/- -/-");
    next_round(TYPES);
    round_of("4+0 - - -|4+0 - - -");
    investors_are(2, "0/1 0/1 -/- -/- -/-");
}

static void nothing_without_influence(void **unused) { /* S7.5 */
    (void)unused;
    round_gives(2, "01", "4+5 - - -|- - - 4+5", "0/- 0/- -/- 1/- 1/-");
    points_are("[0,0,0,0]"); /* the chips are discarded */
    round_gives(3, "012", "1+0 3+0 - -|- - - 4+0|- - - 4+0", "0/- 0/- 0/- 1/2 1/2");
    points_are("[0,0,2,0]");
}

static void clearing_up_between_rounds(void **unused) { /* S7.6, S3.5 */
    uint64_t deck_before, discards_before, kept = 0;
    (void)unused;
    begin_blank(2, "01");
    pass(0);
    pass(1);
    for (int turn = 1; turn <= 4; turn++) {
        procure_and_plug(0, turn, 1, turn, "none");
        if (turn < 4) procure_and_plug(1, 1, 1, turn, "none");
    }
    play("1 procure 1 1");
    play_first();
    deck_before = now()->deck;
    discards_before = now()->discards;
    for (int k = 0; k < 4; k++)
        discards_before |= BIT(now()->factory[k]);
    play("1 plug 4 none");
    sees(GM_SPECTATOR, "factory", "[\"-\",\"-\",\"-\",\"-\"]");
    assert_true(now()->deck == deck_before); /* the deck carries over unshuffled */
    assert_true(now()->discards == discards_before);
    assert_int_equal(cards_discarded(), 12);
    sees(GM_SPECTATOR, "agents", "[4,4,0,0]");
    sees(GM_SPECTATOR, "assistants", "[5,5,0,0]");
    sees(GM_SPECTATOR, "agents_at", "[[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]");
    sees(GM_SPECTATOR, "assistants_at", "[[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]");
    for (int q = 0; q < 2; q++)
        for (int k = 0; k < 4; k++)
            kept |= BIT(now()->cards[0][q][k]);
    assert_int_equal(bits_count(kept), 8);
    next_round(TYPES);
    round_of("4+0 - - -|- - - 4+0");
    next_round(TYPES);
    assert_true(!((now()->deck | now()->discards) & kept)); /* kept cards never return */
    assert_int_equal(cards_left() + cards_discarded(), SN_CARDS - 16 - 4);
}

static void nothing_is_cleared_after_round_3(void **unused) { /* S7.6 */
    (void)unused;
    begin_blank(2, "01");
    round_of("4+0 - - -|- - - 4+0");
    next_round(TYPES);
    round_of("4+0 - - -|- - - 4+0");
    next_round(TYPES);
    round_of("3+2 1+0 - -|- 1+1 - 3+0");
    phase_is("over");
    assert_int_equal(g->to_act(the.box, the.st), 0);
    sees(GM_SPECTATOR, "round", "2");
    sees(GM_SPECTATOR, "agents", "[0,0,0,0]");
    sees(GM_SPECTATOR, "assistants", "[3,4,0,0]");
    sees(GM_SPECTATOR, "agents_at", "[[3,0,0,0],[1,1,0,0],[0,0,0,0],[0,3,0,0]]");
    sees(GM_SPECTATOR, "assistants_at", "[[2,0,0,0],[0,1,0,0],[0,0,0,0],[0,0,0,0]]");
    sees(GM_SPECTATOR, "dice", "[[1,1,1,1,1],[1,1,1,1,1],[0,0,0,0,0],[0,0,0,0,0]]");
    for (int k = 0; k < 4; k++)
        assert_int_not_equal(now()->factory[k], GM_NONE);
    assert_int_equal(cards_discarded(), 8);
    investors_are(2, "0/- 0/1 1/0 1/- 1/-"); /* but investors are given out */
    assert_null(g->check_invariants(the.box, the.st));
}

/* ---- a second reading of S5.5 and S7, for random games ---- */

static int cards_of(const sn_state *s, int q, int type) {
    int n = 0;
    for (int i = 0; i < 12; i++)
        n += in_the_box()->card[s->cards[i / 4][q][i % 4]].type == type;
    return n;
}

/* Checks the points of a round that ended between these two states. */
static void round_adds_up(const sn_state *before, const sn_state *after) {
    int round = before->round, seats = in_the_box()->head.seats;
    int points[SN_SEATS];
    for (int q = 0; q < seats; q++) {
        points[q] = before->points[q];
        for (int k = 0; k < 4; k++) {
            const sn_card *c = &in_the_box()->card[after->cards[round][q][k]];
            points[q] += c->score[after->scored[round][q][k] - 1][after->scored[round][q][k + 1] - 1];
        }
    }
    for (int p = 1; p <= 5; p++) {
        int second = ranked(before, seats, p, 1);
        assert_int_equal(after->token[round][p - 1], ranked(before, seats, p, 0));
        assert_int_equal(after->chip[round][p - 1], second);
        if (second != GM_NONE) points[second]++;
    }
    if (round == 2)
        for (int q = 0; q < seats; q++) {
            points[q] += cards_of(after, q, after->company[q]);
            for (int i = 0; i < 15; i++)
                if (after->token[i / 5][i % 5] == q)
                    points[q] += cards_of(after, q, after->investor[i / 5][i % 5]);
        }
    for (int q = 0; q < seats; q++)
        assert_int_equal(after->points[q], points[q]);
}

static int sign_of(int card, int side) { return "-=+"[in_the_box()->card[card].sign[side]]; }

/* Checks that a plug turned the dice as its signs say. */
static void plug_turns_dice(const sn_state *before, const sn_state *after, gm_seat who, gm_move m) {
    bool same = after->round == before->round && after->phase != SN_OVER;
    const uint8_t *dice = same ? after->dice[who] : after->scored[before->round][who];
    int k = GM_A(m);
    for (int i = 0; i < 5; i++) {
        int die = before->dice[who][i];
        if (i == k && !(GM_B(m) & 1)) die = turned(die, (char)sign_of(before->taken, 0));
        if (i == k + 1 && !(GM_B(m) & 2)) die = turned(die, (char)sign_of(before->taken, 1));
        assert_int_equal(dice[i], die);
    }
}

static void random_games_add_up(void **unused) { /* S5.5, S5.7, S7.1, S7.3, S7.4, S7.5, S8.1 */
    rng r = {75};
    (void)unused;
    for (int game = 0; game < 60; game++) {
        int seats = 2 + game % 3;
        start(g, seats, "");
        while (now()->phase != SN_OVER) {
            sn_state before = *now();
            random_step(&r);
            if (GM_KIND(the.move[the.match.n - 1]) == SN_M_PLUG)
                plug_turns_dice(&before, now(), the.by[the.match.n - 1], the.move[the.match.n - 1]);
            if (now()->round != before.round || now()->phase == SN_OVER) round_adds_up(&before, now());
        }
        sn_figures f = {0};
        g->figures->compute(the.box, the.st, &f);
        for (int q = 0; q < seats; q++) {
            int sum = f.brings[q];
            for (int round = 0; round < SN_ROUNDS; round++)
                sum += f.network[round][q] + f.chips[round][q];
            assert_int_equal(now()->points[q], sum);
        }
    }
}

/* Checks the scores of one round, from entry n.  Returns where they end. */
static int check_round_scores(const gm_score *e, int n, int round) {
    for (int i = 0; i < in_the_box()->head.seats; i++) /* down the stack */
        for (int k = 0; k < 4; k++, n++) {             /* from left to right */
            int q = now()->order[round][i];
            const uint8_t *dice = now()->scored[round][q];
            assert_string_equal(e[n].line.say, "sentient.account.card");
            assert_int_equal(e[n].seat, q);
            assert_int_equal(e[n].line.arg[4].n, now()->cards[round][q][k]);
            assert_int_equal(e[n].line.arg[1].n, dice[k]);
            assert_int_equal(e[n].line.arg[2].n, dice[k + 1]);
        }
    for (int p = 0; p < 5; p++) {
        if (now()->chip[round][p] == GM_NONE) continue;
        assert_string_equal(e[n].line.say, "sentient.account.chip");
        assert_int_equal(e[n].seat, now()->chip[round][p]);
        assert_int_equal(e[n].points, 1);
        assert_int_equal(e[n].line.arg[0].n, round + 1);
        assert_int_equal(e[n].line.arg[1].n, now()->investor[round][p]);
        n++;
    }
    return n;
}

/* Checks a player's scores for investors, from entry n: the printed one, then the tokens in the order in
 * which they were won.  Returns how many. */
static int check_investor_scores(const gm_score *e, int n, int end, int q) {
    int mine = 0, token = 0;
    for (; n < end; n++) {
        int type = (int)e[n].line.arg[1].n;
        if (e[n].seat != q) continue;
        assert_int_equal(e[n].points, cards_of(now(), q, type));
        assert_int_equal(e[n].line.arg[0].n, e[n].points);
        if (!mine++) {
            assert_string_equal(e[n].line.say, "sentient.account.company");
            assert_int_equal(type, now()->company[q]);
            continue;
        }
        while (token < 15 && now()->token[token / 5][token % 5] != q)
            token++;
        assert_true(token < 15);
        assert_string_equal(e[n].line.say, "sentient.account.token");
        assert_int_equal(type, now()->investor[token / 5][token % 5]);
        assert_int_equal(e[n].line.arg[2].n, token / 5 + 1);
        token++;
    }
    return mine;
}

static void the_account_and_its_order(void **unused) { /* S7.7 */
    static gm_score e[GM_MAX_SCORES];
    rng r = {77};
    (void)unused;
    for (int game = 0; game < 12; game++) {
        int seats = 2 + game % 3, tokens = 0, found = 0, n = 0, end, sum[SN_SEATS] = {0};
        gm_result res;
        start(g, seats, "");
        play_out(&r);
        end = g->scores(the.box, the.st, e);
        while (strstr(e[n].line.say, ".tie-")) /* S8.2 comes first */
            n++;
        for (int round = 0; round < 3; round++)
            n = check_round_scores(e, n, round);
        for (int i = 0; i < 15; i++)
            tokens += now()->token[i / 5][i % 5] != GM_NONE;
        for (int q = 0; q < seats; q++)
            found += check_investor_scores(e, n, end, q);
        assert_int_equal(found, seats + tokens); /* all of them */
        assert_int_equal(end - n, found);
        for (int i = 0; i < end; i++)
            sum[e[i].seat] += e[i].points;
        g->result(the.box, the.st, &res);
        for (int q = 0; q < seats; q++) {
            assert_int_equal(res.points[q], sum[q]);
            assert_int_equal(now()->points[q], sum[q]);
        }
    }
}

/* ---- S8 ---- */

#define SERVICE_3 "information industry service transport military" /* service in the middle */
#define SERVICE_1 "service information industry military transport"

static void play_three(int seats, const char *const types[3], const char *const plans[3]) {
    begin_deck();
    fill_deck(SN_CARDS);
    fault why;
    assert_true(opens(seats, &why));
    set_up(seats, seats == 2 ? "01" : "012");
    for (int round = 0; round < 3; round++) {
        next_round(types[round]);
        round_of(plans[round]);
    }
}

static void investors_score_cards_of_their_type(void **unused) { /* S8.1 */
    static const char *const usual[] = {SERVICE_3, SERVICE_3, SERVICE_3};
    static const char *const once[] = {SERVICE_1, SERVICE_3, SERVICE_3};
    static const char *const plans[] = {"4+0 - - -|- - - 4+0", "4+0 - - -|- - - 4+0", "4+0 - - -|- - - 4+0"};
    fault why;
    (void)unused;
    play_three(2, usual, plans); /* they have no cards of their tokens' types */
    result(3, "0 0");
    play_three(2, once, plans); /* a token of the first round scores the cards of all three rounds */
    result(1, "12 0");
    begin_deck();
    fill_deck(SN_CARDS);
    assert_true(opens(2, &why)); /* a printed investor */
    play_all("dealer half 0 military;dealer half 1 service;dealer stack 0;dealer stack 1");
    for (int round = 0; round < 3; round++) {
        next_round(SERVICE_3);
        points_are("[0,0,0,0]"); /* not before the end */
        round_of(plans[round]);
    }
    result(2, "0 12");
}

/* What the scores say about a tie, by seat: the key, and how many investors. */
static void tie_is(const char *want) {
    static gm_score e[GM_MAX_SCORES];
    char found[128] = "";
    text t = text_on(found, sizeof found);
    g->scores(the.box, the.st, e);
    for (int i = 0; strstr(e[i].line.say, ".tie-"); i++) {
        assert_int_equal(e[i].points, 0);
        text_put(&t, e[i].line.say + strlen("sentient.account."));
        text_char(&t, ' ');
        text_int(&t, e[i].line.arg[0].n);
        text_put(&t, ", ");
    }
    assert_string_equal(found, want);
}

static void most_points_then_most_investors(void **unused) { /* S8.2 */
    static const char *const in_the_middle[] = {SERVICE_3, SERVICE_3, SERVICE_3};
    static const char *const one_each[] = {SERVICE_1, TYPES, SERVICE_3};
    static const char *const alike[] = {"4+0 - - -|- - - 4+0", "4+0 - - -|- - - 4+0", "4+0 - - -|- - - 4+0"};
    static const char *const chips[] = {"4+0 - - -|4+1 - - -", "4+0 - - -|- - - 4+0", "4+0 - - -|- - - 4+0"};
    static const char *const more[] = {"4+0 - - -|- - 1+0 3+0", "4+0 - - -|- - - 4+0", "4+0 - - -|- - - 4+0"};
    (void)unused;
    play_three(2, in_the_middle, alike); /* two investors each in a round */
    result(3, "0 0");
    play_three(2, one_each, alike);
    result(3, "12 12");
    tie_is("tie-shared 7, tie-shared 7, "); /* the printed investor counts */
    play_three(2, one_each, more);
    investors_are(0, "0/- 0/- 1/- 1/- 1/-");
    result(2, "12 12"); /* six investors against seven */
    tie_is("tie-lost 7, tie-won 8, ");
    play_three(2, in_the_middle, chips);
    investors_are(0, "1/0 1/0 -/- -/- -/-");
    result(1, "2 0"); /* four against six, but more points */
    tie_is("");
}

static void three_players_with_equal_points(void **unused) { /* S8.2 */
    /* in each round one player is second at 1 and 2, the next is first there, and the third has 4 and 5 */
    static const char *const in_the_middle[] = {SERVICE_3, SERVICE_3, SERVICE_3};
    static const char *const alike[] = {"4+0 - - -|4+1 - - -|- - - 4+0", "- - - 4+0|4+0 - - -|4+1 - - -",
                                        "4+1 - - -|- - - 4+0|4+0 - - -"};
    /* the second takes the middle, too; Service brings 12 points, to seat 2, then 1, then 0 */
    static const char *const more[] = {"3+0 1+0 - -|4+1 - - -|- - - 4+0", "- - - 4+0|3+0 1+0 - -|4+1 - - -",
                                       "4+1 - - -|- - - 4+0|4+0 - - -"};
    static const char *const one_each[] = {"information industry military transport service", SERVICE_3,
                                           SERVICE_1};
    (void)unused;
    play_three(3, in_the_middle, alike);
    result(7, "2 2 2");
    play_three(3, one_each, more);
    investors_are(0, "1/0 1/0 0/- 2/- 2/-");
    investors_are(1, "2/1 2/1 1/- 0/- 0/-");
    investors_are(2, "0/2 0/2 -/- 1/- 1/-");
    result(3, "14 14 14"); /* 5, 5 and 4 investors */
}

/* ---- figures: what one may read off the table ---- */

static void figures_before_the_first_turn(void **unused) {
    (void)unused;
    start(g, 3, "");
    figure("first", "[\"-\",\"-\",\"-\",\"-\",\"-\"]"); /* there is no stack yet */
    figure("plays", "\"-\"");
    figure("turn", "0");
    set_up(3, "102");
    figure("second", "[\"-\",\"-\",\"-\",\"-\",\"-\"]");
    figure("investors", "[[1,0,0,0,0],[0,1,0,0,0],[0,0,1,0,0],[0,0,0,0,0]]"); /* the printed ones */
    figure("network", "[[0,0,0,0],[0,0,0,0],[0,0,0,0]]");
}

static void figures_of_a_turn(void **unused) { /* S4.2, S4.3, S5.1, S7.2, S7.4 */
    (void)unused;
    begin_deck();
    add_bot("transport,>,4,=,=");
    fill_deck(28);
    begin_with(2, "10", "21111 11111");
    figure("plays", "1");
    figure("turn", "1");
    figure("turns", "5");
    procure_and_plug(1, 2, 0, 1, "none");
    play("0 procure 1 1");
    figure("influence", "[[2,0,0,0],[2,1,0,0],[0,1,0,0],[0,0,0,0],[0,0,0,0]]");
    figure("first", "[0,0,1,\"-\",\"-\"]");
    figure("second", "[\"-\",1,\"-\",\"-\",\"-\"]");
    figure("plays", "0");
    figure("turn", "1"); /* it goes on */
    play_first();
    figure("network", "[[0,0,0,0],[0,0,0,0],[0,0,0,0]]");
    play("0 plug 1 none");
    figure("points", "[[4,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0],"
                     "[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]");
    figure("network", "[[4,0,0,0],[0,0,0,0],[0,0,0,0]]");
    figure("cards", "[[0,0,0,1,0],[0,0,0,0,1],[0,0,0,0,0],[0,0,0,0,0]]");
    pass(1);
    while (now()->phase == SN_RENEW)
        play_first();
    procure_and_plug(0, 2, 0, 2, "none");
    figure("turn", "3"); /* it is seat 1's turn, who has passed and placed an agent */
}

/* ---- S10 ---- */

/* A line of a preview, with the numbers and things in its first places. */
static void line_is(const gm_lines *l, int i, const char *say, const int arg[]) {
    assert_string_equal(l->line[i].say, say);
    for (int k = 0; k < GM_LINE_ARGS && l->line[i].arg[k].kind != GM_ARG_NONE; k++)
        assert_int_equal(l->line[i].arg[k].n, arg[k]);
}

static void cards_of_the_first_example(void **unused) { /* S10.1 */
    static const int points[] = {5, 3, 2, 4};
    static gm_score e[GM_MAX_SCORES];
    (void)unused;
    begin_deck();
    add_bot("service,sum-6,?,=,=");
    add_bot("industry,\"odd,odd\",3,=,=");
    add_bot("information,is 4,2/7,=,=");
    add_bot("transport,>,4,=,=");
    fill_deck(28);
    begin_with(2, "01", "65341 11111");
    for (int k = 1; k <= 4; k++) {
        procure_and_plug(0, k, 1, k, "none"); /* first at all investors, so that there are no chips */
        procure_and_plug(1, k, 0, k, "none");
    }
    pass(0);
    pass(1);
    points_are("[14,5,0,0]");
    figure("points", "[[5,3,2,4],[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0],"
                     "[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]");
    figure("network", "[[14,0,0,0],[0,0,0,0],[0,0,0,0]]");
    figure("chips", "[[0,5,0,0],[0,0,0,0],[0,0,0,0]]");
    next_round(TYPES);
    round_of("4+0 - - -|- - - 4+0");
    next_round(TYPES);
    round_of("4+0 - - -|- - - 4+0");
    g->scores(the.box, the.st, e);
    for (int k = 0; k < 4; k++) {
        assert_int_equal(e[k].seat, 0);
        assert_int_equal(e[k].points, points[k]);
    }
}

static void investors_of_the_second_example(void **unused) { /* S10.2 */
    (void)unused;
    begin_deck(); /* White 0, Red 1, Yellow 2 */
    fill_deck(SN_CARDS);
    fault why;
    assert_true(opens(3, &why));
    set_up(3, "102");
    lay_out("1 2 3 4", "information industry military service transport", ONES);
    round_of("1+1 1+1 - 2+1|1+2 1+0 1+1 1+0|2+2 - 1+1 1+2");
    investors_are(0, "2/1 1/0 1/0 2/1 0/2");
    points_are("[2,2,1,0]");
    figure("chips", "[[2,2,1,0],[0,0,0,0],[0,0,0,0]]");
    gm_match_rewind(&the.match, the.match.n - 1); /* before the last pass; all cards are Service */
    figure("influence", "[[2,3,4,0],[4,4,4,0],[2,3,2,0],[3,3,5,0],[3,1,3,0]]");
    figure("first", "[2,1,1,2,0]");
    figure("second", "[1,0,0,1,2]");
    figure("pays", "[[0,0,0,0],[0,0,0,0],[0,0,0,0],[4,4,4,0],[0,0,0,0]]");
    figure("forecast", "[2,2,5,0]");
    gm_match_rewind(&the.match, the.match.n - 5); /* before Yellow's last turn */
    figure("forecast", "[3,6,0,0]");              /* Red still leads Service and is second twice */
}

static void previews_of_the_second_example(void **unused) { /* S10.2, S7.4 */
    (void)unused;
    begin_deck(); /* White 0, Red 1, Yellow 2, as above */
    fill_deck(SN_CARDS);
    fault why;
    assert_true(opens(3, &why));
    set_up(3, "102");
    lay_out("1 2 3 4", "information industry military service transport", ONES);
    round_of("1+1 1+1 - 2+1|1+2 1+0 1+1 1+0|2+2 - 1+1 1+2");
    gm_match_rewind(&the.match, the.match.n - 6); /* before Yellow's last turn */
    /* with 2 assistants, as in the example, or with 1: ahead of Red's 3 and White's 3, second behind White */
    for (int k = 1; k <= 2; k++) {
        const gm_lines *l = previewed(2, GM_MOVE(SN_M_PROCURE, 3, k, 0));
        assert_int_equal(l->n, k + 2);
        line_is(l, 0, "sentient.preview.procure", (const int[]){5, 0, 0, 5});
        line_is(l, 1, "sentient.preview.lead-from", (const int[]){4, SN_SERVICE, 1});
        line_is(l, 2, "sentient.preview.second", (const int[]){1, SN_TRANSPORT, 0});
        if (k == 2) line_is(l, 3, "sentient.preview.tie-lost-agents", (const int[]){0}); /* 3 each */
    }
    /* alone: 3 each at the fourth, where Yellow is the lowest in the stack; 1 like Red at the fifth */
    const gm_lines *l = previewed(2, GM_MOVE(SN_M_PROCURE, 3, 0, 0));
    assert_int_equal(l->n, 5);
    line_is(l, 0, "sentient.preview.procure", (const int[]){0, 0, 0, 0});
    line_is(l, 1, "sentient.preview.behind", (const int[]){3, SN_SERVICE, 1, 3});
    line_is(l, 2, "sentient.preview.tie-lost-order", (const int[]){0});
    line_is(l, 3, "sentient.preview.behind", (const int[]){1, SN_TRANSPORT, 0, 3});
    line_is(l, 4, "sentient.preview.tie-lost-order", (const int[]){1});
}

/* Seat 0 procures four times at slot 1, which is refilled with these cards; seat 1 procures at another
 * slot. Then both pass. */
static void turns_at_slot_1(const char *refills, int other_slot, int other_assistants) {
    int round = now()->round;
    char *rest;
    for (int turn = 1; turn <= 4; turn++)
        for (int i = 0; i < 2; i++)
            if (now()->order[round][i]) {
                playf("1 procure %d %d", other_slot, turn == 1 ? other_assistants : 0);
                playf("dealer card %d %d", other_slot, SN_CARDS - 4 * round - turn + 1);
                playf("1 plug %d none", turn);
            } else {
                play("0 procure 1 0");
                playf("dealer card 1 %d", (int)strtol(refills, &rest, 10));
                refills = rest;
                playf("0 plug %d none", turn);
            }
    for (int i = 0; i < 2; i++)
        pass(now()->order[round][i]);
}

static void investors_of_the_third_example(void **unused) { /* S10.3 */
    static const char *const rows[] = {
        "industry,sum odd,0,=,=", "information,is 9,2/7,=,=", "military,sum=0,0,=,=", "transport,<,0,=,="};
    static const int count[] = {4, 2, 3, 3};
    static gm_score e[GM_MAX_SCORES];
    fault why;
    int end, last = 0, industries = 0;
    (void)unused;
    begin_deck(); /* 1-4 Industry, 5 6 Information, 7-9 Military, 10-12 Transport */
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < count[i]; k++)
            add_bot(rows[i]);
    fill_deck(SN_CARDS);
    assert_true(opens(2, &why));
    play_all("dealer half 0 information;dealer half 1 transport;dealer stack 0;dealer stack 1");
    deal_cards("1 13 14 15");
    deal_tokens("industry service information military transport");
    roll(ONES);
    turns_at_slot_1(" 5 7 10 16", 4, 0); /* alone at positions 1 and 2 */
    investors_are(0, "0/- 0/- -/- 1/- 1/-");
    deal_cards("2 17 18 19");
    deal_tokens("military industry information service transport");
    roll(ONES);
    turns_at_slot_1(" 6 8 11 20", 4, 0);
    investors_are(1, "0/- 0/- -/- 1/- 1/-");
    deal_cards("3 21 22 23");
    deal_tokens("industry transport military information service");
    roll(ONES);
    turns_at_slot_1(" 4 9 12 24", 2, 5); /* second at position 2: a chip */
    investors_are(2, "0/- 1/0 1/- -/- -/-");
    end = g->scores(the.box, the.st, e);
    for (int i = 0; i < end; i++) {
        if (e[i].seat || !strcmp(e[i].line.say, "sentient.account.card")) continue;
        if (!strcmp(e[i].line.say, "sentient.account.chip")) continue;
        int type = (int)e[i].line.arg[1].n;
        assert_int_equal(e[i].points, type == SN_INDUSTRY      ? 4
                                      : type == SN_INFORMATION ? 2
                                      : type == SN_MILITARY    ? 3
                                                               : 0);
        assert_int_not_equal(type, SN_TRANSPORT);
        industries += type == SN_INDUSTRY ? e[i].points : 0;
        last += e[i].points;
    }
    assert_int_equal(industries, 12);
    assert_int_equal(last, 17);
    assert_int_equal(now()->points[0], 17 + 1);
    figure("worth", "[[2,12,3,0,0],[0,0,0,0,12],[0,0,0,0,0],[0,0,0,0,0]]");
    figure("brings", "[17,12,0,0]");
    figure("forecast", "[17,12,0,0]");
    gm_match_rewind(&the.match,
                    the.match.n - 1); /* an Industry investor is led, and the chip is not counted yet */
    figure("brings", "[13,12,0,0]");
    figure("pays", "[[4,0,0,0],[3,0,0,0],[3,0,0,0],[2,0,0,0],[0,12,0,0]]");
    figure("forecast", "[18,12,0,0]");
    gm_match_rewind(&the.match,
                    the.match.n - 19); /* before the second turn of the round: the fourth Industry card */
    const gm_lines *l = previewed(0, GM_MOVE(SN_M_PROCURE, 0, 0, 0));
    assert_int_equal(l->n, 4);
    line_is(l, 0, "sentient.preview.procure", (const int[]){17, 14, 0, 17});
    line_is(l, 1, "sentient.preview.keep", (const int[]){4, SN_INDUSTRY, 0});
    line_is(l, 2, "sentient.preview.second", (const int[]){1, SN_TRANSPORT, 1});
    line_is(l, 3, "sentient.preview.held", (const int[]){2, SN_INDUSTRY});
    figure("pays", "[[3,0,0,0],[2,0,0,0],[2,0,0,0],[2,0,0,0],[0,9,0,0]]");
    play("0 procure 1 0"); /* a card that is taken is collected */
    figure("pays", "[[4,0,0,0],[2,0,0,0],[2,0,0,0],[2,0,0,0],[0,9,0,0]]");
    figure("forecast", "[17,9,0,0]");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_score_on_the_dice_at_the_end),
        cmocka_unit_test(influence_is_agents_and_assistants),
        cmocka_unit_test(first_token_second_chip),
        cmocka_unit_test(ties_go_by_agents_then_by_stack),
        cmocka_unit_test(the_stack_of_this_round_counts),
        cmocka_unit_test(nothing_without_influence),
        cmocka_unit_test(clearing_up_between_rounds),
        cmocka_unit_test(nothing_is_cleared_after_round_3),
        cmocka_unit_test(random_games_add_up),
        cmocka_unit_test(the_account_and_its_order),
        cmocka_unit_test(investors_score_cards_of_their_type),
        cmocka_unit_test(most_points_then_most_investors),
        cmocka_unit_test(three_players_with_equal_points),
        cmocka_unit_test(figures_before_the_first_turn),
        cmocka_unit_test(figures_of_a_turn),
        cmocka_unit_test(cards_of_the_first_example),
        cmocka_unit_test(investors_of_the_second_example),
        cmocka_unit_test(previews_of_the_second_example),
        cmocka_unit_test(investors_of_the_third_example),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
