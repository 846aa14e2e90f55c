/* The rules of Sentient, doc/rules/sentient.md: S1 to S8, S10. */
#include "tests/rules/sentient.h"

/* ---- S1 ---- */

static void two_to_four_players(void **unused) { /* S1.1 */
    fault why;
    (void)unused;
    for (int seats = 0; seats < 8; seats++)
        assert_int_equal(open_with(g, seats, "", NULL, &why), seats >= 2 && seats <= 4);
}

static bool bot_is(const sn_card *c, const char *row) {
    sn_card wanted = read_bot(row);
    wanted.number = c->number;
    return !memcmp(c, &wanted, sizeof wanted);
}

static void sixty_bots_of_five_types(void **unused) { /* S1.2 */
    static const char *const codes[] = {"information", "industry", "military", "transport", "service"};
    static sn_card shipped[60];
    int types[SN_TYPES] = {0}, fours = 0, fives = 0;
    gm_thing t;
    (void)unused;
    start(g, 2, "");
    assert_int_equal(in_the_box()->n_cards, 60);
    assert_int_equal(bits_count(now()->deck), 60);
    for (int c = 0; c < 60; c++) {
        assert_true(g->thing(the.box, "card", c, &t));
        assert_int_equal(atoi(t.code), c + 1);
        assert_in_range(in_the_box()->card[c].type, 0, 4);
        types[in_the_box()->card[c].type]++;
    }
    assert_false(g->thing(the.box, "card", 60, &t));
    for (int i = 0; i < SN_TYPES; i++) {
        assert_true(types[i] > 0);
        assert_true(g->thing(the.box, "type", i, &t));
        assert_string_equal(t.code, codes[i]);
    }
    assert_false(g->thing(the.box, "type", 5, &t));
    memcpy(shipped, in_the_box()->card, sizeof shipped);
    for (int c = 0; c < 60; c++) {
        if (shipped[c].kind == SN_MORE) assert_int_equal(shipped[c].points, 4);
        if (shipped[c].kind == SN_PARITY && shipped[c].a && shipped[c].b)
            assert_int_equal(shipped[c].points, 3);
        fours += shipped[c].kind == SN_IS && shipped[c].a == 4;
        fives += shipped[c].kind == SN_SAME && bot_is(&shipped[c], "transport,=,5,-,=");
    }
    assert_true(fours && fives);
    assert_int_equal(shipped[41].type, SN_TRANSPORT);
    assert_int_equal(shipped[41].points, 3);
    assert_true(shipped[41].sign[0] == SN_EQUAL || shipped[41].sign[1] == SN_EQUAL);
    assert_true(bot_is(&shipped[49], "service,lower-1,?,+,-") ||
                bot_is(&shipped[49], "service,lower-1,?,-,+"));
}

static void five_dice_each(void **unused) { /* S1.3 */
    gm_thing t;
    (void)unused;
    begin_deck();
    fill_deck(SN_CARDS);
    begin_with(3, "012", "12345 65432 22446");
    sees(GM_SPECTATOR, "dice", "[[1,2,3,4,5],[6,5,4,3,2],[2,2,4,4,6],[0,0,0,0,0]]");
    assert_true(g->thing(the.box, "place", 4, &t));
    assert_false(g->thing(the.box, "place", 5, &t));
    assert_true(g->thing(the.box, "face", 6, &t));
    assert_false(g->thing(the.box, "face", 7, &t));
    assert_false(g->thing(the.box, "face", 0, &t));
}

static void each_round_one_token_of_each_type(void **unused) { /* S1.4 */
    rng r = {14};
    (void)unused;
    start(g, 2, "");
    while (now()->phase != SN_OVER) {
        if (now()->phase == SN_TOKENS && !now()->at)
            can(GM_DEALER,
                "token 1 information, token 1 industry, token 1 military, token 1 transport, token 1 "
                "service");
        step(&r);
    }
    for (int round = 0; round < 3; round++) {
        int seen = 0;
        for (int p = 0; p < 5; p++)
            seen |= 1 << now()->investor[round][p];
        assert_int_equal(seen, 31);
    }
}

static void pawns_of_a_player(void **unused) { /* S1.5, S2.1 */
    (void)unused;
    start(g, 3, "");
    sees(GM_SPECTATOR, "agents", "[4,4,4,0]");
    sees(GM_SPECTATOR, "assistants", "[5,5,5,0]");
    begin_blank(2, "01");
    can(0, "procure 1 0, procure 1 1, procure 1 2, procure 1 3, procure 1 4, procure 1 5, "
           "procure 2 0, procure 2 1, procure 2 2, procure 2 3, procure 2 4, procure 2 5, "
           "procure 3 0, procure 3 1, procure 3 2, procure 3 3, procure 3 4, procure 3 5, "
           "procure 4 0, procure 4 1, procure 4 2, procure 4 3, procure 4 4, procure 4 5, pass");
}

static void two_markers_each(void **unused) { /* S1.6, S2.1, S3.5 */
    (void)unused;
    begin_blank(3, "120"); /* one of each in the stack, one in hand */
    sees(GM_SPECTATOR, "order", "[[1,2,0,\"-\"],[\"-\",\"-\",\"-\",\"-\"],[\"-\",\"-\",\"-\",\"-\"]]");
    sees(GM_SPECTATOR, "next", "[\"-\",\"-\",\"-\",\"-\"]");
    pass(1);
    sees(GM_SPECTATOR, "next", "[1,\"-\",\"-\",\"-\"]");
    sees(GM_SPECTATOR, "passed", "[1]");
    take(2, 1, 0, 1, "none");
    take(0, 1, 0, 1, "none");
    refuse("1 pass", "S4.2"); /* it is on the stack */
    begin_blank(3, "120");
    for (int round = 0; round < 3; round++) {
        sees(GM_SPECTATOR, "passed", "[]");
        sees(GM_SPECTATOR, "next", "[\"-\",\"-\",\"-\",\"-\"]");
        round_of("4+0 - - -|- 4+0 - -|- - 4+0 -");
        if (round < 2) next_round(TYPES);
    }
    sees(GM_SPECTATOR, "order", "[[1,2,0,\"-\"],[0,2,1,\"-\"],[1,2,0,\"-\"]]");
    sees(GM_SPECTATOR, "next", "[1,2,0,\"-\"]"); /* on the last space */
}

static void five_right_halves(void **unused) { /* S1.7, S2.2 */
    (void)unused;
    start(g, 4, "");
    assert_int_equal(g->chances(the.box, the.st), 5);
    can(GM_DEALER, "half 0 information, half 0 industry, half 0 military, half 0 transport, half 0 service");
    play("dealer half 0 military");
    assert_int_equal(g->chances(the.box, the.st), 4);
    can(GM_DEALER, "half 1 information, half 1 industry, half 1 transport, half 1 service");
    refuse("dealer half 1 military", "S3.6"); /* a different one */
    play_all("dealer half 1 service;dealer half 2 information");
    can(GM_DEALER, "half 3 industry, half 3 transport");
    play("dealer half 3 transport");
    phase_is("stack");
    sees(GM_SPECTATOR, "company", "[\"military\",\"service\",\"information\",\"transport\"]");
    start(g, 2, "");
    play_all("dealer half 0 service;dealer half 1 military");
    sees(GM_SPECTATOR, "company", "[\"service\",\"military\",\"-\",\"-\"]");
}

static void chips_never_run_out(void **unused) { /* S1.8, S3.3 */
    (void)unused;
    begin_blank(2, "01");
    for (int round = 0; round < 3; round++) { /* all 15, and 12 cards for three tokens of one type */
        round_of("1+2 1+1 1+1 1+1|1+0 1+0 1+0 1+0");
        investors_are(round, "0/1 0/1 0/1 0/1 0/1");
        assert_int_equal(now()->points[1], 5 * (round + 1)); /* a point each */
        if (round < 2) next_round(TYPES);
    }
    result(1, "36 15");
}

static void everything_is_open(void **unused) { /* S1.9 */
    rng r = {19};
    (void)unused;
    start(g, 3, "");
    while (now()->phase != SN_OVER) {
        gm_view v;
        gm_seat who = (gm_seat)bits_first(g->to_act(the.box, the.st));
        gm_move m = some_move(&r);
        for (gm_seat q = 0; q < GM_LISTENERS; q++) {
            if (q >= 3 && q != GM_SPECTATOR) continue;
            gm_make_view(g, the.box, the.st, q, &v);
            assert_memory_equal(v.st, the.st, sizeof(sn_state));
            assert_int_equal(gm_heard(g, the.box, the.st, who, m, q), m);
        }
        gm_match_play(&the.match, who, m);
    }
}

/* ---- S2 ---- */

/* All outcomes that the dealer can have now are different, and so many. */
static void equally_likely(uint32_t n) {
    gm_move moves[GM_MAX_MOVES];
    assert_int_equal(g->chances(the.box, the.st), n);
    assert_int_equal(g->moves(the.box, the.st, GM_DEALER, moves), n);
}

static void any_card_may_come_first(void **unused) { /* S2.3 */
    (void)unused;
    start(g, 2, "");
    set_up(2, "01");
    equally_likely(60);
    play("dealer card 1 60");
    equally_likely(59);
    refuse("dealer card 2 60", "S3.6");
    play("dealer card 2 1");
    sees(GM_SPECTATOR, "factory", "[\"60\",\"1\",\"-\",\"-\"]");
    equally_likely(58);
}

static void the_top_of_the_stack_moves_first(void **unused) { /* S2.4, S4.1 */
    (void)unused;
    start(g, 4, "");
    set_up(4, "");
    equally_likely(4);
    can(GM_DEALER, "stack 0, stack 1, stack 2, stack 3");
    play("dealer stack 2");
    can(GM_DEALER, "stack 0, stack 1, stack 3");
    refuse("dealer stack 2", "S3.6");
    play_all("dealer stack 0;dealer stack 3");
    can(GM_DEALER, "stack 1");
    begin_blank(4, "2031");
    for (int turn = 1; turn <= 4; turn++)
        for (int i = 0; i < 4; i++) {
            int q = "2031"[i] - '0';
            asks((gm_seat)q);
            take(q, 1, 0, turn, "none");
        }
    asks(2);
}

/* ---- S3 ---- */

static void four_cards_into_the_factory(void **unused) { /* S3.1 */
    (void)unused;
    start(g, 2, "");
    set_up(2, "01");
    for (int k = 1; k <= 4; k++) {
        phase_is("factory");
        playf("dealer card %d %d", k, 10 * k);
    }
    phase_is("tokens");
    sees(GM_SPECTATOR, "factory", "[\"10\",\"20\",\"30\",\"40\"]");
    assert_int_equal(left(), 56);
}

static void tokens_touch_the_slots_beside_them(void **unused) { /* S3.2, S7.2 */
    static const char *const plans[] = {"4+0 - - -", "- 4+0 - -", "- - 4+0 -", "- - - 4+0"};
    (void)unused;
    for (int a = 1; a <= 4; a++)
        for (int b = 1; b <= 4; b++) {
            char plan[64], takers[32] = "";
            snprintf(plan, sizeof plan, "%s|%s", plans[a - 1], plans[b - 1]);
            for (int p = 1; p <= 5; p++) { /* slots p-1 and p */
                bool x = a == p - 1 || a == p, y = b == p - 1 || b == p;
                strcat(takers, x ? y ? "0/1" : "0/-" : y ? "1/-" : "-/-");
                if (p < 5) strcat(takers, " ");
            }
            ranks(2, "01", plan, takers);
        }
    start(g, 2, "");
    set_up(2, "01");
    deal_cards("1 2 3 4");
    equally_likely(5);
    play("dealer token 1 service");
    equally_likely(4);
    refuse("dealer token 2 service", "S3.6");
    play_all("dealer token 2 military;dealer token 3 industry;dealer token 4 information;dealer token 5 "
             "transport");
    for (int p = 0; p < 5; p++)
        assert_int_equal(now()->investor[0][p], "42103"[p] - '0');
}

static void a_chip_under_each_token(void **unused) { /* S3.3 */
    (void)unused;
    ranks(2, "01", "1+0 1+0 1+0 1+0|1+1 1+1 1+1 1+1", "1/0 1/0 1/0 1/0 1/0");
    points_are("[5,0,0,0]");
}

static void dice_are_rolled_each_round(void **unused) { /* S3.4 */
    (void)unused;
    begin_blank(2, "10");
    round_of("4+0 - - -|- - - 4+0"); /* from the end of a round they show nothing */
    sees(GM_SPECTATOR, "dice", "[[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0]]");
    while (now()->phase != SN_ROLL) {
        play_first();
        sees(GM_SPECTATOR, "dice", "[[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0]]");
    }
    equally_likely(6);
    can(GM_DEALER, "die 0 1 1, die 0 1 2, die 0 1 3, die 0 1 4, die 0 1 5, die 0 1 6");
    play("dealer die 0 1 4");
    sees(GM_SPECTATOR, "dice", "[[4,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0]]");
    roll("3216 65432");
    sees(GM_SPECTATOR, "dice", "[[4,3,2,1,6],[6,5,4,3,2],[0,0,0,0,0],[0,0,0,0,0]]");
    asks(0); /* who passed last */
}

static void the_dealer_deals_in_order(void **unused) { /* S3.6 */
    (void)unused;
    start(g, 2, "");
    refuse("dealer half 1 service", "S3.6");
    refuse("dealer stack 0", "S3.6");
    refuse("dealer card 1 1", "S3.6");
    play("dealer half 0 service");
    refuse("dealer half 0 military", "S3.6");
    play("dealer half 1 military");
    refuse("dealer card 1 1", "S3.6");
    play_all("dealer stack 0;dealer stack 1");
    refuse("dealer stack 1", "S3.6");
    refuse("dealer card 2 1", "S3.6");
    refuse("dealer token 1 service", "S3.6");
    play("dealer card 1 1");
    refuse("dealer card 1 2", "S3.6");
    deal_cards("2 3 4");
    refuse("dealer card 1 5", "S3.6");
    refuse("dealer die 0 1 1", "S3.6");
    refuse("dealer token 2 service", "S3.6");
    deal_tokens(TYPES);
    refuse("dealer die 1 1 1", "S3.6");
    refuse("dealer die 0 2 1", "S3.6");
    roll("11111");
    refuse("dealer die 0 1 1", "S3.6");
    roll("11111");
    refuse("dealer die 0 1 1", "S4.1");
    begin_blank(2, "01"); /* halves and stack are dealt once */
    round_of("4+0 - - -|- - - 4+0");
    phase_is("factory");
    asks(GM_DEALER);
    refuse("dealer stack 0", "S3.6");
    refuse("dealer half 0 service", "S3.6");
    next_round(TYPES);
    phase_is("turn");
}

/* ---- S4 ---- */

static void in_stack_order_again_and_again(void **unused) { /* S4.1 */
    (void)unused;
    begin_blank(3, "201");
    refuse("0 procure 1 0", "S4.1");
    refuse("1 pass", "S4.1");
    play("2 procure 1 0");
    refuse("2 plug 1 none", "S4.1"); /* the dealer first */
    refuse("0 pass", "S4.1");
    play_first();
    refuse("0 plug 1 none", "S4.1");
    play("2 plug 1 none");
    pass(0); /* which does not change this round's order */
    take(1, 1, 0, 1, "none");
    asks(2);
    take(2, 1, 0, 2, "none");
    asks(0);
    take(0, 1, 0, 2, "none");
    asks(1);
}

static void procure_or_pass_once(void **unused) { /* S4.2 */
    (void)unused;
    begin_blank(2, "01");
    refuse("0 plug 1 none", "S4.2");
    pass(0);
    take(1, 1, 0, 1, "none");
    refuse("0 pass", "S4.2");
    refuse("0 plug 1 none", "S4.2");
    take(0, 1, 0, 1, "none"); /* one thing a turn */
    asks(1);
}

static void five_turns_each(void **unused) { /* S4.3 */
    rng r = {43};
    (void)unused;
    for (int seats = 2; seats <= 4; seats++) {
        int procured[SN_ROUNDS][SN_SEATS] = {{0}}, passes[SN_ROUNDS][SN_SEATS] = {{0}};
        start(g, seats, "");
        while (now()->phase != SN_OVER) {
            int round = now()->round;
            step(&r);
            procured[round][the.by[the.match.n - 1] % SN_SEATS] +=
                GM_KIND(the.move[the.match.n - 1]) == SN_M_PROCURE;
            passes[round][the.by[the.match.n - 1] % SN_SEATS] +=
                GM_KIND(the.move[the.match.n - 1]) == SN_M_PASS;
        }
        for (int round = 0; round < SN_ROUNDS; round++)
            for (int q = 0; q < seats; q++) {
                assert_int_equal(procured[round][q], 4);
                assert_int_equal(passes[round][q], 1);
            }
        refuse("0 pass", "S4.3");
        refuse("0 procure 1 0", "S4.3");
        refuse("dealer card 1 1", "S4.3");
    }
    begin_blank(2, "01"); /* whoever is done waits for the others */
    for (int turn = 1; turn <= 4; turn++) {
        take(0, 1, 0, turn, "none");
        take(1, 1, 0, turn, "none");
    }
    pass(0);
    assert_int_equal(now()->round, 0);
    asks(1);
    pass(1);
    assert_int_equal(now()->round, 1);
}

static void only_one_thing_left_to_do(void **unused) { /* S4.4 */
    (void)unused;
    begin_blank(2, "01");
    pass(0);
    take(1, 1, 0, 1, "none");
    refuse("0 pass", "S4.2"); /* passed, and has agents */
    take(0, 1, 5, 1, "none");
    take(1, 2, 0, 2, "none");
    can(0, "procure 1 0, procure 2 0, procure 3 0, procure 4 0");
    for (int turn = 2; turn <= 4; turn++) {
        take(0, 1, 0, turn, "none");
        if (turn < 4) take(1, 1, 0, turn + 1, "none");
    }
    refuse("1 procure 1 0", "S4.4"); /* no agents, but a marker */
    can(1, "pass");
    pass(1);
    assert_int_equal(now()->round, 1);
}

/* ---- S5 ---- */

static void an_agent_and_any_assistants(void **unused) { /* S5.1 */
    (void)unused;
    begin_blank(2, "01");
    refuse("0 procure - 0", "S5.1");
    refuse("0 procure 1 -", "S5.1");
    take(0, 3, 2, 1, "none");
    sees(GM_SPECTATOR, "agents", "[3,4,0,0]");
    sees(GM_SPECTATOR, "assistants", "[3,5,0,0]");
    sees(GM_SPECTATOR, "agents_at", "[[0,0,0,0],[0,0,0,0],[1,0,0,0],[0,0,0,0]]");
    sees(GM_SPECTATOR, "assistants_at", "[[0,0,0,0],[0,0,0,0],[2,0,0,0],[0,0,0,0]]");
    take(1, 3, 5, 1, "none"); /* as many pawns as they like, of anyone */
    refuse("0 procure 3 4", "S5.1");
    take(0, 3, 3, 2, "none");
    sees(GM_SPECTATOR, "agents_at", "[[0,0,0,0],[0,0,0,0],[2,1,0,0],[0,0,0,0]]");
    sees(GM_SPECTATOR, "assistants_at", "[[0,0,0,0],[0,0,0,0],[5,5,0,0],[0,0,0,0]]");
    refuse("1 procure 1 1", "S5.1");
    can(1, "procure 1 0, procure 2 0, procure 3 0, procure 4 0, pass");
    pass(1); /* pawns stay when all cards are replaced */
    sees(GM_SPECTATOR, "agents_at", "[[0,0,0,0],[0,0,0,0],[2,1,0,0],[0,0,0,0]]");
    sees(GM_SPECTATOR, "assistants_at", "[[0,0,0,0],[0,0,0,0],[5,5,0,0],[0,0,0,0]]");
}

static void the_slot_is_refilled_before_plugging(void **unused) { /* S5.2 */
    (void)unused;
    begin_blank(2, "01");
    play("0 procure 2 1");
    phase_is("refill");
    sees(0, "taken", "\"2\"");
    sees(GM_SPECTATOR, "factory", "[\"1\",\"-\",\"3\",\"4\"]");
    asks(GM_DEALER);
    refuse("dealer card 1 9", "S3.6"); /* into that slot */
    refuse("dealer card 2 2", "S3.6"); /* from the deck */
    equally_likely(60);
    play("dealer card 2 9");
    sees(0, "factory", "[\"1\",\"9\",\"3\",\"4\"]"); /* seen before it is plugged */
    asks(0);
    phase_is("plug");
    play("0 plug 4 none");
    sees(GM_SPECTATOR, "taken", "\"-\"");
    assert_int_equal(now()->cards[0][0][3], 1); /* card 2 */
    begin_blank(2, "01");                       /* on the last turn of a round too */
    pass(0);
    pass(1);
    for (int turn = 1; turn <= 4; turn++) {
        take(0, 1, 0, turn, "none");
        if (turn < 4) take(1, 1, 0, turn, "none");
    }
    play("1 procure 1 0");
    asks(GM_DEALER);
    phase_is("refill");
    equally_likely(SN_CARDS - 12 - 7);
    play_first();
    phase_is("plug");
    play("1 plug 4 none");
    assert_int_equal(now()->round, 1);
}

static void discards_when_a_card_must_be_drawn(void **unused) { /* S5.3 */
    char line[32];
    (void)unused;
    second_round_of_a_small_deck();
    pass(1);
    assert_int_equal(left(), 0); /* not before */
    assert_int_equal(discarded(), 16);
    play("0 procure 3 0");
    assert_int_equal(left(), 0);
    assert_int_equal(discarded(), 16);
    equally_likely(16);
    snprintf(line, sizeof line, "dealer card 3 %d", now()->taken + 1);
    refuse(line, "S3.6"); /* a card just taken is not among them */
    play_first();
    assert_int_equal(left(), 15);
    assert_int_equal(discarded(), 0);
    play("0 plug 1 none");
    take(1, 1, 0, 1, "none"); /* and goes on with the new deck */
    assert_int_equal(left(), 14);
    assert_int_equal(discarded(), 0);
}

static void four_are_discarded_then_drawn_one_by_one(void **unused) { /* S5.3, S6.2 */
    char line[32];
    uint8_t gone;
    (void)unused;
    second_round_of_a_small_deck();
    take(1, 1, 0, 1, "none");
    take(0, 1, 0, 1, "none");
    assert_int_equal(left(), 2);
    gone = now()->factory[3];
    play("1 pass");
    assert_int_equal(discarded(), 16);
    equally_likely(2);
    play_first();
    equally_likely(1);
    snprintf(line, sizeof line, "dealer card 2 %d", gone + 1);
    refuse(line, "S3.6");
    play_first();
    assert_int_equal(left(), 0);
    assert_int_equal(discarded(), 16);
    equally_likely(16);
    snprintf(line, sizeof line, "dealer card 3 %d", gone + 1); /* may come back at once */
    play(line);
    assert_int_equal(left(), 15);
    assert_int_equal(discarded(), 0);
    equally_likely(15);
    play_first();
    asks(0);
    second_round_of_a_small_deck(); /* with an empty deck: all that was discarded is shuffled */
    pass(1);
    play("0 pass");
    assert_int_equal(left(), 0);
    equally_likely(20);
    play_first();
    assert_int_equal(left(), 19);
    assert_int_equal(discarded(), 0);
}

static void the_smallest_deck_suffices(void **unused) { /* S5.3 */
    rng r = {53};
    (void)unused;
    for (int seats = 2; seats <= 4; seats++)
        for (int game = 0; game < 20; game++) {
            fault why;
            begin_deck();
            fill_deck(12 * seats + 4);
            assert_true(opens(seats, &why));
            play_out(&r);
        }
}

static void an_empty_slot_of_the_network(void **unused) { /* S5.4 */
    (void)unused;
    begin_blank(2, "01");
    play("0 procure 1 0");
    play_first();
    can(0, "plug 1 none, plug 2 none, plug 3 none, plug 4 none");
    refuse("0 plug - none", "S5.4");
    refuse("0 plug 1 -", "S5.4");
    refuse("0 pass", "S5.4");
    refuse("0 procure 1 0", "S5.4");
    play("0 plug 3 none");
    assert_int_equal(now()->cards[0][0][2], 0);
    take(1, 1, 0, 3, "none"); /* each has an own network */
    play("0 procure 1 0");
    play_first();
    can(0, "plug 1 none, plug 2 none, plug 4 none");
    refuse("0 plug 3 none", "S5.4");
    play("0 plug 1 none");
    begin_blank(2, "01");
    round_of("4+0 - - -|- - - 4+0");
    next_round(TYPES);
    play("1 procure 1 0");
    play_first();
    can(1, "plug 1 none, plug 2 none, plug 3 none, plug 4 none"); /* one card a round */
}

/* Seat 0 plugs a card with these signs, between dice that all show the same. */
static void calibrate(char a, char b, int die, int place, const char *block) {
    char row[32], dice[] = "11111 33333";
    snprintf(row, sizeof row, "service,0-sum,?,%c,%c", a, b);
    memset(dice, '0' + die, 5);
    begin_deck();
    add_bot(row);
    fill_deck(SN_CARDS);
    begin_with(2, "01", dice);
    take(0, 1, 0, place, block);
}

static int turned(int die, char sign) {
    if (sign == '+') return die == 6 ? 1 : die + 1;
    if (sign == '-') return die == 1 ? 6 : die - 1;
    return die;
}

static void signs_turn_the_dice_beside_the_card(void **unused) { /* S5.4, S5.5, S5.6 */
    (void)unused;
    for (const char *a = "+-="; *a; a++)
        for (const char *b = "+-="; *b; b++)
            for (int die = 1; die <= 6; die++)
                for (int place = 1; place <= 4; place++) {
                    calibrate(*a, *b, die, place, "none");
                    for (int i = 1; i <= 5; i++) {
                        int now_it_shows = i == place       ? turned(die, *a)
                                           : i == place + 1 ? turned(die, *b)
                                                            : die;
                        assert_int_equal(now()->dice[0][i - 1], now_it_shows);
                        assert_int_equal(now()->dice[1][i - 1], 3);
                    }
                }
    calibrate('+', '-', 6, 1, "none");
    sees(GM_SPECTATOR, "dice", "[[1,5,6,6,6],[3,3,3,3,3],[0,0,0,0,0],[0,0,0,0,0]]");
    calibrate('+', '-', 1, 4, "none");
    sees(GM_SPECTATOR, "dice", "[[1,1,1,2,6],[3,3,3,3,3],[0,0,0,0,0],[0,0,0,0,0]]");
}

static void assistants_block_signs(void **unused) { /* S5.7, S5.8 */
    (void)unused;
    calibrate('+', '-', 4, 2, "left");
    sees(GM_SPECTATOR, "dice", "[[4,4,3,4,4],[3,3,3,3,3],[0,0,0,0,0],[0,0,0,0,0]]");
    sees(GM_SPECTATOR, "assistants", "[4,5,0,0]");
    sees(GM_SPECTATOR, "blocks",
         "[[\"none\",\"left\",\"none\",\"none\"],[\"none\",\"none\",\"none\",\"none\"],"
         "[\"none\",\"none\",\"none\",\"none\"],[\"none\",\"none\",\"none\",\"none\"]]");
    calibrate('+', '-', 4, 2, "right");
    sees(GM_SPECTATOR, "dice", "[[4,5,4,4,4],[3,3,3,3,3],[0,0,0,0,0],[0,0,0,0,0]]");
    sees(GM_SPECTATOR, "assistants", "[4,5,0,0]");
    calibrate('-', '+', 4, 2, "both");
    sees(GM_SPECTATOR, "dice", "[[4,4,4,4,4],[3,3,3,3,3],[0,0,0,0,0],[0,0,0,0,0]]");
    sees(GM_SPECTATOR, "assistants", "[3,5,0,0]");
    calibrate('-', '+', 4, 2, "none");
    sees(GM_SPECTATOR, "assistants", "[5,5,0,0]");
    sees(GM_SPECTATOR, "assistants_at", "[[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]");
}

/* Seat 0 is to plug a card with these signs and has so many assistants left. */
static void about_to_plug(const char *signs, int assistants) {
    char row[32];
    snprintf(row, sizeof row, "service,0-sum,?,%s", signs);
    begin_deck();
    add_bot(row);
    fill_deck(SN_CARDS);
    begin_with(2, "01", ONES);
    playf("0 procure 1 %d", 5 - assistants);
    play_first();
}

static void which_blocks_there_are(void **unused) { /* S5.7 */
    (void)unused;
    about_to_plug("+,-", 2);
    can(0, "plug 1 none, plug 1 left, plug 1 right, plug 1 both, plug 2 none, plug 2 left, plug 2 right, "
           "plug 2 both, plug 3 none, plug 3 left, plug 3 right, plug 3 both, plug 4 none, plug 4 left, "
           "plug 4 right, plug 4 both");
    refuse("0 procure 2 1", "S5.4"); /* that is fixed now */
    about_to_plug("-,+", 1);
    can(0, "plug 1 none, plug 1 left, plug 1 right, plug 2 none, plug 2 left, plug 2 right, plug 3 none, "
           "plug 3 left, plug 3 right, plug 4 none, plug 4 left, plug 4 right");
    refuse("0 plug 1 both", "S5.7");
    about_to_plug("+,+", 0);
    can(0, "plug 1 none, plug 2 none, plug 3 none, plug 4 none");
    refuse("0 plug 1 left", "S5.7");
    refuse("0 plug 1 right", "S5.7");
    refuse("0 plug 1 both", "S5.7");
    about_to_plug("=,-", 5);
    can(0, "plug 1 none, plug 1 right, plug 2 none, plug 2 right, plug 3 none, plug 3 right, plug 4 none, "
           "plug 4 right");
    refuse("0 plug 1 left", "S5.7");
    refuse("0 plug 1 both", "S5.7");
    about_to_plug("+,=", 5);
    refuse("0 plug 1 right", "S5.7");
    refuse("0 plug 1 both", "S5.7");
    play("0 plug 1 left");
    about_to_plug("=,=", 5);
    can(0, "plug 1 none, plug 2 none, plug 3 none, plug 4 none");
}

static void assistants_on_cards_stay_until_the_round_ends(void **unused) { /* S5.8, S7.2, S7.6 */
    (void)unused;
    begin_deck();
    while (bots < SN_CARDS)
        add_bot("service,0-sum,?,+,-");
    begin_with(2, "01", ONES);
    take(0, 1, 3, 1, "both");
    sees(GM_SPECTATOR, "assistants", "[0,5,0,0]");
    take(1, 1, 2, 1, "left");
    refuse("0 procure 1 1", "S5.1"); /* they are on the card */
    take(0, 1, 0, 2, "none");
    take(1, 1, 0, 2, "both");
    for (int turn = 3; turn <= 4; turn++) {
        take(0, 1, 0, turn, "none");
        take(1, 4, 0, turn, "none");
    }
    sees(GM_SPECTATOR, "assistants", "[0,0,0,0]");
    pass(0);
    pass(1);
    /* 4+3 against 2+2 at slot 1; what blocks has no influence */
    investors_are(0, "0/1 0/1 -/- 1/- 1/-");
    sees(GM_SPECTATOR, "assistants", "[5,5,0,0]");
    sees(GM_SPECTATOR, "blocks",
         "[[\"none\",\"none\",\"none\",\"none\"],[\"none\",\"none\",\"none\",\"none\"],"
         "[\"none\",\"none\",\"none\",\"none\"],[\"none\",\"none\",\"none\",\"none\"]]");
}

/* ---- S6 ---- */

static void who_passes_last_starts_the_next_round(void **unused) { /* S6.1, S3.5 */
    (void)unused;
    begin_blank(4, "2031");
    take(2, 1, 0, 1, "none");
    pass(0);
    pass(3);
    take(1, 1, 0, 1, "none");
    pass(2);
    take(0, 1, 0, 1, "none");
    take(3, 1, 0, 1, "none");
    pass(1);
    sees(GM_SPECTATOR, "next", "[0,3,2,1]");
    for (int turn = 2; turn <= 4; turn++)
        for (int i = 0; i < 4; i++)
            take("2031"[i] - '0', 1, 0, turn, "none");
    assert_int_equal(now()->round, 1);
    sees(GM_SPECTATOR, "order", "[[2,0,3,1],[1,2,3,0],[\"-\",\"-\",\"-\",\"-\"]]");
    sees(GM_SPECTATOR, "next", "[\"-\",\"-\",\"-\",\"-\"]");
    next_round(TYPES);
    asks(1);
    pass(1); /* with the marker that was taken back */
    asks(2);
}

static void passing_with_agents_renews_the_factory(void **unused) { /* S6.2 */
    (void)unused;
    begin_blank(2, "01");
    play("0 pass");
    phase_is("renew");
    asks(GM_DEALER);
    sees(GM_SPECTATOR, "discards", "[\"1\",\"2\",\"3\",\"4\"]");
    sees(GM_SPECTATOR, "factory", "[\"-\",\"-\",\"-\",\"-\"]");
    refuse("dealer card 2 5", "S3.6");
    refuse("dealer card 1 1", "S3.6");
    deal_cards("11 12 13");
    asks(GM_DEALER);
    deal_cards("14");
    sees(GM_SPECTATOR, "factory", "[\"11\",\"12\",\"13\",\"14\"]");
    asks(1);
    take(1, 1, 0, 1, "none");
    for (int turn = 1; turn <= 3; turn++) {
        take(0, 1, 0, turn, "none");
        if (turn < 3) take(1, 1, 0, turn + 1, "none");
    }
    play("1 pass"); /* with one agent left */
    phase_is("renew");
    assert_int_equal(discarded(), 8);
}

static void passing_without_agents_does_not(void **unused) { /* S6.3 */
    uint8_t factory[SN_SLOTS];
    (void)unused;
    begin_blank(2, "01");
    for (int turn = 1; turn <= 4; turn++) {
        take(0, 1, 0, turn, "none");
        take(1, 1, 0, turn, "none");
    }
    memcpy(factory, now()->factory, sizeof factory);
    play("0 pass");
    assert_memory_equal(now()->factory, factory, sizeof factory);
    assert_int_equal(discarded(), 0);
    asks(1);
}

static void passing_on_any_turn(void **unused) { /* S6.4 */
    (void)unused;
    for (int when = 0; when <= 4; when++) {
        begin_blank(2, "01");
        for (int turn = 1; turn <= when; turn++) {
            take(0, 1, 0, turn, "none");
            take(1, 1, 0, turn, "none");
        }
        pass(0);
        sees(GM_SPECTATOR, "passed", "[0]");
    }
}

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
    take(0, 1, 1, 1, "none"); /* 2 < 2 as yet */
    take(1, 1, 0, 1, "none");
    take(0, 2, 1, 2, "none"); /* makes 2 3 3 4 5 */
    take(1, 2, 0, 2, "none");
    take(0, 3, 1, 3, "none");
    take(1, 3, 0, 3, "none");
    points_are("[0,0,0,0]");
    take(0, 4, 1, 4, "none"); /* 2 3 3 4 4: 9 + 7 + 5 + 2 */
    take(1, 4, 0, 4, "none");
    pass(0);
    points_are("[0,0,0,0]");
    pass(1);
    points_are("[23,5,0,0]");
    for (int k = 0; k < 4; k++) /* kept, and nowhere else */
        assert_int_equal(now()->cards[0][0][k], k);
    assert_int_equal((now()->deck | now()->discards) & 15, 0);
    for (int i = 0; i < 5; i++)
        assert_int_equal(now()->scored[0][0][i], "23344"[i] - '0');
}

static void influence_is_agents_and_assistants(void **unused) { /* S7.2 */
    (void)unused;
    ranks(2, "01", "1+0 3+0 - -|1+1 - 3+0 -", "1/0 0/1 0/1 1/- -/-");
    ranks(2, "01", "3+0 - - 1+0|1+3 3+1 - -", "1/0 1/0 1/- 0/- 0/-");
    ranks(2, "01", "1+0 1+0 1+0 1+5|1+1 1+1 1+1 1+1", "1/0 1/0 1/0 0/1 0/1");
    ranks(2, "10", "2+0 2+0 - -|1+0 1+1 2+0 -", "0/1 0/1 1/0 1/- -/-");
}

static void first_token_second_chip(void **unused) { /* S7.3 */
    (void)unused;
    ranks(4, "0123", "4+0 - - -|4+1 - - -|4+2 - - -|4+3 - - -", "3/2 3/2 -/- -/- -/-");
    points_are("[0,0,2,0]");
    ranks(4, "0123", "- 4+3 - -|- 4+1 - -|- 4+2 - -|- 4+0 - -", "-/- 0/2 0/2 -/- -/-");
    ranks(4, "0123", "- - 4+1 -|- - 4+3 -|- - 4+0 -|- - 4+2 -", "-/- -/- 1/3 1/3 -/-");
    ranks(3, "012", "- - - 4+2|- - - 4+1|- - - 4+3", "-/- -/- -/- 2/0 2/0");
}

static void ties_go_by_agents_then_by_stack(void **unused) { /* S7.4 */
    (void)unused;
    /* 5 each at slot 1: 1+4, 2+3, 3+2 */
    ranks(3, "012", "1+4 - - 3+0|2+3 - - 2+0|3+2 - - 1+0", "2/1 2/1 -/- 0/1 0/1");
    ranks(3, "210", "1+4 - - 3+0|2+3 - - 2+0|3+2 - - 1+0", "2/1 2/1 -/- 0/1 0/1");
    ranks(3, "102", "3+2 - - 1+0|1+4 - - 3+0|2+3 - - 2+0", "0/2 0/2 -/- 1/2 1/2");
    /* all alike: the stack, from the top */
    ranks(4, "0123", "4+0 - - -|4+0 - - -|4+0 - - -|4+0 - - -", "0/1 0/1 -/- -/- -/-");
    ranks(4, "3120", "4+0 - - -|4+0 - - -|4+0 - - -|4+0 - - -", "3/1 3/1 -/- -/- -/-");
    ranks(4, "2310", "- - 4+5 -|- - 4+5 -|- - 4+5 -|- - 4+5 -", "-/- -/- 2/3 2/3 -/-");
    /* a tie for second */
    ranks(3, "201", "4+0 - - -|4+0 - - -|4+1 - - -", "2/0 2/0 -/- -/- -/-");
    ranks(3, "210", "4+0 - - -|4+0 - - -|4+1 - - -", "2/1 2/1 -/- -/- -/-");
    ranks(3, "102", "4+0 - - -|4+0 - - -|4+1 - - -", "2/1 2/1 -/- -/- -/-");
    ranks(3, "012", "3+1 - - 1+0|4+0 - - -|4+5 - - -", "2/1 2/1 -/- 0/- 0/-"); /* by agents */
    /* a tie for first: who loses it is second, whoever else is there */
    ranks(3, "012", "4+1 - - -|4+1 - - -|4+0 - - -", "0/1 0/1 -/- -/- -/-");
    ranks(3, "210", "4+1 - - -|4+1 - - -|4+0 - - -", "1/0 1/0 -/- -/- -/-");
    ranks(3, "012", "3+2 - - 1+0|4+1 - - -|4+0 - - -", "1/0 1/0 -/- 0/- 0/-");
    /* influence goes before agents, agents at both slots count, and agents before the stack */
    ranks(2, "01", "4+0 - - -|2+3 - - 2+0", "1/0 1/0 -/- 1/- 1/-");
    ranks(2, "01", "1+2 1+1 2+0 -|2+0 2+1 - -", "0/1 1/0 0/1 0/- -/-");
    ranks(2, "01", "2+1 - - 2+0|3+0 - - 1+1", "1/0 1/0 -/- 0/1 0/1");
}

static void the_stack_of_this_round_counts(void **unused) { /* S7.4 */
    (void)unused;
    begin_blank(2, "01");
    round_of("4+0 - - -|4+0 - - -"); /* 1 will start the next */
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
    ranks(2, "01", "4+5 - - -|- - - 4+5", "0/- 0/- -/- 1/- 1/-");
    points_are("[0,0,0,0]"); /* the chips are discarded */
    ranks(3, "012", "1+0 3+0 - -|- - - 4+0|- - - 4+0", "0/- 0/- 0/- 1/2 1/2");
    points_are("[0,0,2,0]");
}

static void clearing_up_between_rounds(void **unused) { /* S7.6, S3.5 */
    uint64_t deck_before, discards_before, kept = 0;
    (void)unused;
    begin_blank(2, "01");
    pass(0);
    pass(1);
    for (int turn = 1; turn <= 4; turn++) {
        take(0, turn, 1, turn, "none");
        if (turn < 4) take(1, 1, 1, turn, "none");
    }
    play("1 procure 1 1");
    play_first();
    deck_before = now()->deck;
    discards_before = now()->discards;
    for (int k = 0; k < 4; k++)
        discards_before |= BIT(now()->factory[k]);
    play("1 plug 4 none");
    sees(GM_SPECTATOR, "factory", "[\"-\",\"-\",\"-\",\"-\"]");
    assert_true(now()->deck == deck_before); /* carries over unshuffled */
    assert_true(now()->discards == discards_before);
    assert_int_equal(discarded(), 12);
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
    assert_int_equal(left() + discarded(), SN_CARDS - 16 - 4);
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
    assert_int_equal(discarded(), 8);
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

/* A round has ended between these states. */
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

/* A plug turned the dice as it should. */
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
            step(&r);
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

/* The account of one round begins at entry n: where does it end? */
static int round_in_account(const gm_score *e, int n, int round) {
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

/* The end of the account, from entry n, as one player reads it: the printed investor,
 * then the tokens as they were won. */
static int end_in_account(const gm_score *e, int n, int end, int q) {
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
            n = round_in_account(e, n, round);
        for (int i = 0; i < 15; i++)
            tokens += now()->token[i / 5][i % 5] != GM_NONE;
        for (int q = 0; q < seats; q++)
            found += end_in_account(e, n, end, q);
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
    play_three(2, usual, plans); /* no token of theirs fits */
    result(3, "0 0");
    play_three(2, once, plans); /* one of the first round, for the cards of all three */
    result(1, "12 0");
    begin_deck();
    fill_deck(SN_CARDS);
    assert_true(opens(2, &why)); /* a printed one */
    play_all("dealer half 0 military;dealer half 1 service;dealer stack 0;dealer stack 1");
    for (int round = 0; round < 3; round++) {
        next_round(SERVICE_3);
        points_are("[0,0,0,0]"); /* not before the end */
        round_of(plans[round]);
    }
    result(2, "0 12");
}

/* What the account says of a tie, by seat: the key, and how many investors. */
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
    tie_is("tie-shared 7, tie-shared 7, "); /* with the printed one */
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
    /* in each round one is second at 1 and 2, which the next wins; the third has 4 and 5 */
    static const char *const in_the_middle[] = {SERVICE_3, SERVICE_3, SERVICE_3};
    static const char *const alike[] = {"4+0 - - -|4+1 - - -|- - - 4+0", "- - - 4+0|4+0 - - -|4+1 - - -",
                                        "4+1 - - -|- - - 4+0|4+0 - - -"};
    /* the second takes the middle too; whoever gets Service has 12 points for it: seat 2,
     * then 1, then 0 */
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
    take(1, 2, 0, 1, "none");
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
    take(0, 2, 0, 2, "none");
    figure("turn", "3"); /* of seat 1, who has passed and placed an agent */
}

/* ---- S10 ---- */

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
        take(0, k, 1, k, "none"); /* first at all investors, so that there are no chips */
        take(1, k, 0, k, "none");
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
}

/* Procures at slot 1 until its four cards are there, with these as the next ones. */
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
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_to_four_players),
        cmocka_unit_test(sixty_bots_of_five_types),
        cmocka_unit_test(five_dice_each),
        cmocka_unit_test(each_round_one_token_of_each_type),
        cmocka_unit_test(pawns_of_a_player),
        cmocka_unit_test(two_markers_each),
        cmocka_unit_test(five_right_halves),
        cmocka_unit_test(chips_never_run_out),
        cmocka_unit_test(everything_is_open),
        cmocka_unit_test(any_card_may_come_first),
        cmocka_unit_test(the_top_of_the_stack_moves_first),
        cmocka_unit_test(four_cards_into_the_factory),
        cmocka_unit_test(tokens_touch_the_slots_beside_them),
        cmocka_unit_test(a_chip_under_each_token),
        cmocka_unit_test(dice_are_rolled_each_round),
        cmocka_unit_test(the_dealer_deals_in_order),
        cmocka_unit_test(in_stack_order_again_and_again),
        cmocka_unit_test(procure_or_pass_once),
        cmocka_unit_test(five_turns_each),
        cmocka_unit_test(only_one_thing_left_to_do),
        cmocka_unit_test(an_agent_and_any_assistants),
        cmocka_unit_test(the_slot_is_refilled_before_plugging),
        cmocka_unit_test(discards_when_a_card_must_be_drawn),
        cmocka_unit_test(four_are_discarded_then_drawn_one_by_one),
        cmocka_unit_test(the_smallest_deck_suffices),
        cmocka_unit_test(an_empty_slot_of_the_network),
        cmocka_unit_test(signs_turn_the_dice_beside_the_card),
        cmocka_unit_test(assistants_block_signs),
        cmocka_unit_test(which_blocks_there_are),
        cmocka_unit_test(assistants_on_cards_stay_until_the_round_ends),
        cmocka_unit_test(who_passes_last_starts_the_next_round),
        cmocka_unit_test(passing_with_agents_renews_the_factory),
        cmocka_unit_test(passing_without_agents_does_not),
        cmocka_unit_test(passing_on_any_turn),
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
        cmocka_unit_test(investors_of_the_third_example),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
