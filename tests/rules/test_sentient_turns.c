/* The rules of Sentient, doc/rules/sentient.md: procuring, plugging and passing, S5 and S6. */
#include "tests/rules/sentient.h"

/* ---- S5 ---- */

static void an_agent_and_any_assistants(void **unused) { /* S5.1 */
    (void)unused;
    begin_blank(2, "01");
    refuse("0 procure - 0", "S5.1");
    refuse("0 procure 1 -", "S5.1");
    procure_and_plug(0, 3, 2, 1, "none");
    sees(GM_SPECTATOR, "agents", "[3,4,0,0]");
    sees(GM_SPECTATOR, "assistants", "[3,5,0,0]");
    sees(GM_SPECTATOR, "agents_at", "[[0,0,0,0],[0,0,0,0],[1,0,0,0],[0,0,0,0]]");
    sees(GM_SPECTATOR, "assistants_at", "[[0,0,0,0],[0,0,0,0],[2,0,0,0],[0,0,0,0]]");
    procure_and_plug(1, 3, 5, 1, "none"); /* a slot holds any number of pawns, of any player */
    refuse("0 procure 3 4", "S5.1");
    procure_and_plug(0, 3, 3, 2, "none");
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
    refuse("dealer card 1 9", "S3.6"); /* it must go into that slot */
    refuse("dealer card 2 2", "S3.6"); /* it must come from the deck */
    equally_likely(60);
    play("dealer card 2 9");
    sees(0, "factory", "[\"1\",\"9\",\"3\",\"4\"]"); /* the new card is seen before the plug */
    asks(0);
    phase_is("plug");
    play("0 plug 4 none");
    sees(GM_SPECTATOR, "taken", "\"-\"");
    assert_int_equal(now()->cards[0][0][3], 1); /* card 2 */
    begin_blank(2, "01");                       /* on the last turn of a round too */
    pass(0);
    pass(1);
    for (int turn = 1; turn <= 4; turn++) {
        procure_and_plug(0, 1, 0, turn, "none");
        if (turn < 4) procure_and_plug(1, 1, 0, turn, "none");
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
    assert_int_equal(cards_left(), 0); /* nothing is shuffled before a card must be drawn */
    assert_int_equal(cards_discarded(), 16);
    play("0 procure 3 0");
    assert_int_equal(cards_left(), 0);
    assert_int_equal(cards_discarded(), 16);
    equally_likely(16);
    snprintf(line, sizeof line, "dealer card 3 %d", now()->taken + 1);
    refuse(line, "S3.6"); /* a card just taken is not among them */
    play_first();
    assert_int_equal(cards_left(), 15);
    assert_int_equal(cards_discarded(), 0);
    play("0 plug 1 none");
    procure_and_plug(1, 1, 0, 1, "none"); /* the game goes on with the new deck */
    assert_int_equal(cards_left(), 14);
    assert_int_equal(cards_discarded(), 0);
}

static void four_are_discarded_then_drawn_one_by_one(void **unused) { /* S5.3, S6.2 */
    char line[32];
    uint8_t gone;
    (void)unused;
    second_round_of_a_small_deck();
    procure_and_plug(1, 1, 0, 1, "none");
    procure_and_plug(0, 1, 0, 1, "none");
    assert_int_equal(cards_left(), 2);
    gone = now()->factory[3];
    play("1 pass");
    assert_int_equal(cards_discarded(), 16);
    equally_likely(2);
    play_first();
    equally_likely(1);
    snprintf(line, sizeof line, "dealer card 2 %d", gone + 1);
    refuse(line, "S3.6");
    play_first();
    assert_int_equal(cards_left(), 0);
    assert_int_equal(cards_discarded(), 16);
    equally_likely(16);
    snprintf(line, sizeof line, "dealer card 3 %d", gone + 1); /* a discarded card may come back at once */
    play(line);
    assert_int_equal(cards_left(), 15);
    assert_int_equal(cards_discarded(), 0);
    equally_likely(15);
    play_first();
    asks(0);
    second_round_of_a_small_deck(); /* with an empty deck, all discards are shuffled */
    pass(1);
    play("0 pass");
    assert_int_equal(cards_left(), 0);
    equally_likely(20);
    play_first();
    assert_int_equal(cards_left(), 19);
    assert_int_equal(cards_discarded(), 0);
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
    procure_and_plug(1, 1, 0, 3, "none"); /* each player has a network */
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
    can(1, "plug 1 none, plug 2 none, plug 3 none, plug 4 none"); /* a slot takes one card in each round */
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
    procure_and_plug(0, 1, 0, place, block);
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

/* Seat 0 is about to plug a card with these signs, with so many assistants left. */
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
    while (deck_size < SN_CARDS)
        add_bot("service,0-sum,?,+,-");
    begin_with(2, "01", ONES);
    procure_and_plug(0, 1, 3, 1, "both");
    sees(GM_SPECTATOR, "assistants", "[0,5,0,0]");
    procure_and_plug(1, 1, 2, 1, "left");
    refuse("0 procure 1 1", "S5.1"); /* the assistants are on the card */
    procure_and_plug(0, 1, 0, 2, "none");
    procure_and_plug(1, 1, 0, 2, "both");
    for (int turn = 3; turn <= 4; turn++) {
        procure_and_plug(0, 1, 0, turn, "none");
        procure_and_plug(1, 4, 0, turn, "none");
    }
    sees(GM_SPECTATOR, "assistants", "[0,0,0,0]");
    pass(0);
    pass(1);
    /* 4+3 against 2+2 at slot 1: assistants that block have no influence */
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
    procure_and_plug(2, 1, 0, 1, "none");
    pass(0);
    pass(3);
    procure_and_plug(1, 1, 0, 1, "none");
    pass(2);
    procure_and_plug(0, 1, 0, 1, "none");
    procure_and_plug(3, 1, 0, 1, "none");
    pass(1);
    sees(GM_SPECTATOR, "next", "[0,3,2,1]");
    for (int turn = 2; turn <= 4; turn++)
        for (int i = 0; i < 4; i++)
            procure_and_plug("2031"[i] - '0', 1, 0, turn, "none");
    assert_int_equal(now()->round, 1);
    sees(GM_SPECTATOR, "order", "[[2,0,3,1],[1,2,3,0],[\"-\",\"-\",\"-\",\"-\"]]");
    sees(GM_SPECTATOR, "next", "[\"-\",\"-\",\"-\",\"-\"]");
    next_round(TYPES);
    asks(1);
    pass(1); /* with the marker, which was taken back */
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
    procure_and_plug(1, 1, 0, 1, "none");
    for (int turn = 1; turn <= 3; turn++) {
        procure_and_plug(0, 1, 0, turn, "none");
        if (turn < 3) procure_and_plug(1, 1, 0, turn + 1, "none");
    }
    play("1 pass"); /* with one agent left */
    phase_is("renew");
    assert_int_equal(cards_discarded(), 8);
}

static void passing_without_agents_does_not(void **unused) { /* S6.3 */
    uint8_t factory[SN_SLOTS];
    (void)unused;
    begin_blank(2, "01");
    for (int turn = 1; turn <= 4; turn++) {
        procure_and_plug(0, 1, 0, turn, "none");
        procure_and_plug(1, 1, 0, turn, "none");
    }
    memcpy(factory, now()->factory, sizeof factory);
    play("0 pass");
    assert_memory_equal(now()->factory, factory, sizeof factory);
    assert_int_equal(cards_discarded(), 0);
    asks(1);
}

static void passing_on_any_turn(void **unused) { /* S6.4 */
    (void)unused;
    for (int when = 0; when <= 4; when++) {
        begin_blank(2, "01");
        for (int turn = 1; turn <= when; turn++) {
            procure_and_plug(0, 1, 0, turn, "none");
            procure_and_plug(1, 1, 0, turn, "none");
        }
        pass(0);
        sees(GM_SPECTATOR, "passed", "[0]");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
