/* The rules of Inside Job, doc/rules/inside-job.md.
 *
 * Map: decks - dealing - one trick from its cards - whole games from a plan - J1
 * to J12. */
#include "games/inside_job/inside_job.h"
#include "tests/rules/script.h"
#include <stdlib.h>

extern const gm_game inside_job_game;
static const gm_game *const g = &inside_job_game;

static const ij_state *now(void) { return (const ij_state *)(const void *)the.st; }

/* ---- decks ----------------------------------------------------------------------- */

static char deck[4096]; /* of the test's own */

static void begin_deck(void) { snprintf(deck, sizeof deck, "number,condition,trump,risky\n"); }

static void add_mission(int number, const char *condition, const char *trump, bool risky) {
    size_t n = strlen(deck);
    snprintf(deck + n, sizeof deck - n, "%d,%s,%s,%s\n", number, condition, trump, risky ? "yes" : "no");
}

static gm_file own_deck(void) { return (gm_file){"own.csv", deck, strlen(deck)}; }

/* ---- dealing --------------------------------------------------------------------- */

static int colour_of(char letter) {
    static const char letters[] = "ypgb";
    return (int)(strchr(letters, letter) - letters);
}

static int card_of(const char *code) { return colour_of(*code) * IJ_VALUES + atoi(code + 1) - 1; }

static const char *code_of(int card) {
    static char code[8];
    snprintf(code, sizeof code, "%c%d", "ypgb"[ij_colour(card)], ij_value(card));
    return code;
}

/* Opens a game, says who leads and deals the roles. */
static void deal_roles(int seats, const char *settings, const gm_file *file, int leader, int insider) {
    fault why;
    char line[64];
    if (!open_with(g, seats, settings, file, &why)) fail_msg("%s", why.say);
    snprintf(line, sizeof line, "dealer lead %d", leader);
    play(line);
    for (int q = 0; q < seats; q++) {
        snprintf(line, sizeof line, "dealer role %d %s", q, q == insider ? "insider" : "agent");
        play(line);
    }
}

/* Makes hands full: seats that must lack most colours first, each with the lowest
 * cards that are left. */
static void fill_hands(int seats, int size, uint64_t hands[], const int lacks[]) {
    uint64_t left = BIT(IJ_CARDS) - 1;
    for (int q = 0; q < seats; q++)
        left &= ~hands[q];
    for (int colours = IJ_COLOURS; colours >= 0; colours--)
        for (int q = 0; q < seats; q++) {
            if (bits_count((uint64_t)lacks[q]) != colours) continue;
            for (int c = 0; c < IJ_CARDS && bits_count(hands[q]) < size; c++)
                if (left >> c & 1 && !(lacks[q] >> ij_colour(c) & 1)) {
                    hands[q] |= BIT(c);
                    left &= ~BIT(c);
                }
            if (bits_count(hands[q]) != size) fail_msg("a test that cannot be dealt");
        }
}

/* A game up to its first missions.  Hands are "p8 y7 -g|p10|...": seat by seat some
 * cards, and colours of which there are no others; the rest is filled up. */
static void deal(int seats, const char *settings, const gm_file *file, int leader, int insider,
                 const char *hands) {
    static const int sizes[] = {13, 12, 10};
    uint64_t cards[IJ_SEATS] = {0};
    int lacks[IJ_SEATS] = {0}, q = 0;
    for (const char *s = hands; *s; s++)
        if (*s == '|')
            q++;
        else if (*s == '-')
            lacks[q] |= 1 << colour_of(*++s);
        else if (*s != ' ') {
            cards[q] |= BIT(card_of(s));
            s += strspn(s + 1, "0123456789");
        }
    fill_hands(seats, sizes[seats - 3], cards, lacks);
    deal_roles(seats, settings, file, leader, insider);
    for (q = 0; q < seats; q++)
        for (uint64_t left = cards[q]; left; left &= left - 1) {
            char line[64];
            snprintf(line, sizeof line, "dealer card %d %s", q, code_of(bits_first(left)));
            play(line);
        }
}

/* ---- one trick from its cards ------------------------------------------------------- */

/* The first trick of a game with this mission, led by seat 0; cards such as "p8 p10+
 * y7", where + is a raise.  Who does not follow lacks that colour; if the cards do
 * not suffice for that, the first of them is the Insider and need not. */
static void trick_with(const char *settings, const char *condition, const char *trump, const char *cards) {
    char line[64], hands[128] = "", list[64], *word[IJ_SEATS];
    int seats = 0, insider = 1;
    gm_file own;
    snprintf(list, sizeof list, "%s", cards);
    for (char *w = strtok(list, " "); w; w = strtok(NULL, " "))
        word[seats++] = w;
    for (int i = seats; i-- > 1;)
        if (*word[i] != *word[0]) insider = i;
    for (int i = 0; i < seats; i++) {
        size_t n = strlen(hands);
        snprintf(hands + n, sizeof hands - n, "%s%.*s", i ? "|" : "", (int)strcspn(word[i], "+"), word[i]);
        n += strlen(hands + n);
        if (*word[i] != *word[0] && i != insider) snprintf(hands + n, sizeof hands - n, " -%c", *word[0]);
    }
    begin_deck();
    for (int i = 1; i <= 22; i++)
        add_mission(i, condition, trump, false);
    own = own_deck();
    deal(seats, settings, &own, 0, insider, hands);
    play_all("dealer mission 1;dealer mission 2;0 pick 1");
    for (int i = 0; i < seats; i++) {
        int n = (int)strcspn(word[i], "+");
        snprintf(line, sizeof line, "%d %s %.*s", i, word[i][n] ? "raise" : "play", n, word[i]);
        play(line);
    }
}

static void trick_of(const char *condition, const char *trump, const char *cards) {
    trick_with("", condition, trump, cards);
}

/* What can be said of the mission after each card: u undecided, l lost, c completed, f failed. */
static void verdicts(const char *condition, const char *cards, const char *after) {
    char found[IJ_SEATS + 1] = "";
    trick_of(condition, "yellow", cards);
    int plies = the.match.n, n = the.order.seats;
    for (int i = 0; i < n; i++) {
        ij_figures f = {0};
        gm_match_rewind(&the.match, plies - n + 1 + i);
        g->figures->compute(the.box, the.st, &f);
        found[i] = "ulfc"[f.verdict];
    }
    assert_string_equal(found, after);
}

/* Yellow is trump unless it matters. */
static void meets(const char *condition, const char *cards) {
    trick_of(condition, "yellow", cards);
    if (now()->completed != 1) fail_msg("%s does not meet %s", cards, condition);
}

static void fails(const char *condition, const char *cards) {
    trick_of(condition, "yellow", cards);
    if (now()->completed) fail_msg("%s meets %s", cards, condition);
}

static void won_by(int seat) { assert_int_equal(now()->leader, seat); }

/* ---- whole games from a plan ----------------------------------------------------------
 *
 * Seat 0 has the highest yellow cards, seat 1 pink ones, 2 green, 3 blue, so that the
 * trump decides who wins; a fifth seat has low cards.  The plan says of each trick the
 * trump and whether the mission will be completed: "Y+ P- B+". */

static void plan_game(int seats, const char *settings, int insider, const char *plan) {
    static const char *const names[] = {"yellow", "pink", "green", "blue"};
    static const char *const hands[] = {
        "-p -g -b|-y -g -b|-y -p -b",
        "y13 -p -g -b|p13 -y -g -b|g13 -y -p -b|b13 -y -p -g",
        ("y4 y5 y6 y7 y8 y9 y10 y11 y12 y13|p4 p5 p6 p7 p8 p9 p10 p11 p12 p13|"
         "g4 g5 g6 g7 g8 g9 g10 g11 g12 g13|b4 b5 b6 b7 b8 b9 b10 b11 b12 b13|"),
    };
    gm_file own;
    begin_deck();
    for (int t = 0; t < IJ_TRICKS; t++) {
        bool planned = strlen(plan) >= (size_t)(3 * t + 2);
        int trump = planned ? (int)(strchr("YPGB", plan[3 * t]) - &"YPGB"[0]) : 0;
        bool done = planned && plan[3 * t + 1] == '+';
        add_mission(2 * t + 1, done ? "all 1-13" : "all 13-13", names[trump], false);
        add_mission(2 * t + 2, "all 1-13", "blue", false);
    }
    own = own_deck();
    deal(seats, settings, &own, 0, insider, hands[seats - 3]);
}

/* The leader gets the planned mission of the next trick. */
static void begin_trick(void) {
    char lines[96];
    int t = now()->tricks, q = now()->leader;
    snprintf(lines, sizeof lines, "dealer mission %d;dealer mission %d;%d pick %d", 2 * t + 1, 2 * t + 2, q,
             2 * t + 1);
    play_all(lines);
}

/* Tricks in which everybody plays the lowest card; then nobody is revealed yet. */
static void tricks(int n) {
    while (n--) {
        if (now()->phase == IJ_REVEAL) play_first();
        begin_trick();
        for (int i = 0; i < the.order.seats; i++)
            play_first();
        assert_null(g->check_invariants(the.box, the.st));
    }
}

static void phase_is(const char *phase) { sees(GM_SPECTATOR, "phase", phase); }

/* ---- J1 ---- */

static const struct {
    int hand, tricks, left, need, limit;
    const char *lose, *win; /* plans: no mission in all tricks, and as many as are needed */
} sizes[] = {
    {13, 11, 2, 9, 6, "Y- P- G- Y- P- G- Y- P- G- Y- P-", "Y+ P- P+ G+ Y+ P+ G+ Y+ P+ G- G+"},
    {12, 10, 2, 7, 5, "Y- P- G- B- Y- P- G- B- Y- P-", "Y+ P+ G- G+ B+ Y+ P- P+ B+"},
    {10, 9, 1, 6, 4, "Y- P- G- B- Y- P- G- B- Y-", "Y+ P+ G+ B- Y+ P+ G+"},
};

static void two_to_five_players(void **unused) { /* J1.1 */
    fault why;
    (void)unused;
    for (int seats = 0; seats < 8; seats++)
        assert_int_equal(open_with(g, seats, "", NULL, &why), seats >= 2 && seats <= 5);
}

static void so_many_cards_are_dealt(void **unused) { /* J1.1 */
    (void)unused;
    for (int seats = 3; seats <= 5; seats++) {
        deal_roles(seats, "", NULL, 0, 0);
        for (int i = 0; i < seats * sizes[seats - 3].hand; i++) {
            phase_is("\"deal\"");
            assert_int_equal(now()->at, i / sizes[seats - 3].hand);
            play_first();
        }
        phase_is("\"draw\"");
        for (int q = 0; q < seats; q++)
            assert_int_equal(now()->count[q], sizes[seats - 3].hand);
    }
}

static void so_many_tricks_leave_cards_in_hand(void **unused) { /* J1.2, J1.3 */
    (void)unused;
    for (int seats = 3; seats <= 5; seats++) {
        plan_game(seats, "", 2, sizes[seats - 3].lose);
        tricks(sizes[seats - 3].tricks - 1);
        phase_is("\"draw\"");
        tricks(1);
        if (seats == 5) play("dealer reveal 0 agent"); /* won three of nine */
        phase_is("\"vote\"");
        for (int q = 0; q < seats; q++)
            assert_int_equal(now()->count[q], sizes[seats - 3].left);
    }
}

static void so_many_missions_win(void **unused) { /* J1.4 */
    (void)unused;
    for (int seats = 3; seats <= 5; seats++) {
        int planned = (int)(strlen(sizes[seats - 3].win) + 1) / 3;
        plan_game(seats, "", 2, sizes[seats - 3].win);
        tricks(planned - 1);
        assert_int_equal(bits_count(now()->completed), sizes[seats - 3].need - 1);
        phase_is("\"draw\"");
        tricks(1);
        assert_int_equal(bits_count(now()->completed), sizes[seats - 3].need);
        phase_is("\"close\"");
        sees(GM_SPECTATOR, "cause", "\"missions\"");
        sees(GM_SPECTATOR, "side", "\"agents\"");
    }
}

static void so_much_intel_reveals(void **unused) { /* J1.5 */
    (void)unused;
    for (int seats = 3; seats <= 5; seats++)
        for (int insider = 0; insider < 2; insider++) {
            plan_game(seats, "", insider, "Y- Y- Y- Y- Y-");
            tricks(sizes[seats - 3].limit - 2);
            assert_int_equal(now()->intel[0], sizes[seats - 3].limit - 1);
            phase_is("\"draw\"");
            tricks(1);
            phase_is("\"reveal\"");
            play_first();
            phase_is(insider ? "\"draw\"" : "\"close\"");
        }
}

static void all_start_with_one_of_14(void **unused) { /* J1.6, J1.7 */
    (void)unused;
    start(g, 3, "");
    sees(GM_SPECTATOR, "intel", "[1,1,1,0,0]");
    sees(GM_SPECTATOR, "pool", "11");
    start(g, 4, "");
    sees(GM_SPECTATOR, "intel", "[1,1,1,1,0]");
    sees(GM_SPECTATOR, "pool", "10");
    start(g, 5, "");
    sees(GM_SPECTATOR, "intel", "[1,1,1,1,1]");
    sees(GM_SPECTATOR, "pool", "9");
    for (int seats = 3; seats <= 5; seats++) { /* one for each trick, and then no more */
        plan_game(seats, "", 2, sizes[seats - 3].lose);
        tricks(sizes[seats - 3].tricks - 1);
        sees(GM_SPECTATOR, "pool", "1");
        tricks(1);
        sees(GM_SPECTATOR, "pool", "0");
    }
}

static void what_is_in_the_box(void **unused) { /* J1.8 */
    gm_thing t;
    (void)unused;
    start(g, 3, "");
    for (int c = 0; c < 52; c++) {
        assert_true(g->thing(the.box, "card", c, &t));
        assert_string_equal(t.code, code_of(c));
        assert_int_equal(t.name.arg[1].n, c % 13 + 1);
    }
    assert_false(g->thing(the.box, "card", 52, &t));
    assert_int_equal(bits_count(now()->deck), 52);
    assert_int_equal(bits_count(now()->missions), 24);
    start(g, 3, "risk=on");
    assert_int_equal(bits_count(now()->missions), 28);
    deal_roles(5, "", NULL, 0, 4); /* four Agents, one Insider */
    sees(GM_DEALER, "role", "[\"agent\",\"agent\",\"agent\",\"agent\",\"insider\"]");
}

/* ---- J2 ---- */

static void one_insider_and_agents_for_all_others(void **unused) { /* J2.1 */
    (void)unused;
    start(g, 4, "");
    play("dealer lead 0");
    assert_int_equal(g->chances(the.box, the.st), 4); /* the Insider is one card of four */
    assert_int_equal(GM_B(g->deal(the.box, the.st, 2)), IJ_AGENT);
    assert_int_equal(GM_B(g->deal(the.box, the.st, 3)), IJ_INSIDER);
    can(GM_DEALER, "role 0 agent, role 0 insider");
    play("dealer role 0 agent");
    assert_int_equal(g->chances(the.box, the.st), 3);
    play("dealer role 1 insider");
    assert_int_equal(g->chances(the.box, the.st), 2);
    can(GM_DEALER, "role 2 agent");
    heard(1, "role 1 insider");
    heard(0, "role 1 ?");
    heard(GM_SPECTATOR, "role 1 ?");
    play_all("dealer role 2 agent;dealer role 3 agent");
    sees(0, "role", "[\"agent\",null,null,null,\"-\"]");
    sees(1, "role", "[null,\"insider\",null,null,\"-\"]");
    sees(GM_SPECTATOR, "role", "[null,null,null,null,\"-\"]");
    start(g, 3, "");
    play_all("dealer lead 0;dealer role 0 agent;dealer role 1 agent");
    can(GM_DEALER, "role 2 insider");
}

static void the_rest_leaves_the_game_unseen(void **unused) { /* J2.2 */
    (void)unused;
    deal_roles(4, "", NULL, 0, 0);
    play("dealer card 0 p8");
    heard(0, "card 0 p8");
    heard(1, "card 0 ?");
    heard(GM_SPECTATOR, "card 0 ?");
    plan_game(4, "", 2, "");
    sees(0, "hand",
         "[[\"y1\",\"y2\",\"y3\",\"y4\",\"y5\",\"y6\",\"y7\",\"y8\",\"y9\",\"y10\",\"y11\",\"y13\"],"
         "null,null,null,[]]");
    sees(GM_SPECTATOR, "hand", "[null,null,null,null,[]]");
    sees(0, "deck", "null");
    sees(GM_SPECTATOR, "deck", "null");
    sees(GM_DEALER, "deck", "[\"y12\",\"p12\",\"g12\",\"b12\"]");
}

static void intel_lies_open(void **unused) { /* J2.3 */
    (void)unused;
    plan_game(3, "", 2, "Y-");
    tricks(1);
    for (gm_seat q = 0; q < 3; q++)
        sees(q, "intel", "[2,1,1,0,0]");
    sees(GM_SPECTATOR, "intel", "[2,1,1,0,0]");
}

static void risky_missions_stay_out(void **unused) { /* J2.4 */
    (void)unused;
    deal(3, "", NULL, 0, 1, "||");
    assert_int_equal(g->chances(the.box, the.st), 24); /* any of them next */
    play("dealer mission 24");
    assert_int_equal(g->chances(the.box, the.st), 23);
    refuse("dealer mission 24", "J2.6");
    for (int n = 25; n <= 28; n++) {
        char line[32];
        snprintf(line, sizeof line, "dealer mission %d", n);
        refuse(line, "J2.6");
    }
    deal(3, "risk=on", NULL, 0, 1, "||");
    assert_int_equal(g->chances(the.box, the.st), 28);
    play("dealer mission 28");
    sees(1, "missions", "null"); /* what is still to come nobody knows */
}

static void who_leads(void **unused) { /* J2.5 */
    fault why;
    (void)unused;
    start(g, 5, "");
    assert_int_equal(g->chances(the.box, the.st), 5);
    can(GM_DEALER, "lead 0, lead 1, lead 2, lead 3, lead 4");
    start(g, 3, "leader=2");
    assert_int_equal(g->chances(the.box, the.st), 1);
    can(GM_DEALER, "lead 2");
    assert_false(open_with(g, 3, "leader=3", NULL, &why));
    assert_string_equal(why.say, "inside-job.leader");
    assert_true(open_with(g, 4, "leader=3", NULL, &why));
    deal(4, "", NULL, 3, 1, "|||");
    play_all("dealer mission 1;dealer mission 2");
    assert_int_equal(g->to_act(the.box, the.st), BIT(3));
    plan_game(4, "", 2, "P- B-"); /* afterwards the winner */
    assert_int_equal(now()->leader, 0);
    tricks(1);
    assert_int_equal(now()->leader, 1);
    begin_trick();
    assert_int_equal(g->to_act(the.box, the.st), BIT(1));
}

static void the_dealer_deals_in_order(void **unused) { /* J2.6 */
    (void)unused;
    start(g, 3, "");
    refuse("dealer role 0 agent", "J2.6");
    play("dealer lead 1");
    refuse("dealer lead 1", "J2.6");
    refuse("dealer role 1 agent", "J2.6");
    refuse("dealer card 0 y1", "J2.6");
    play_all("dealer role 0 agent;dealer role 1 insider;dealer role 2 agent;dealer card 0 y1");
    refuse("dealer card 1 y2", "J2.6");
    refuse("dealer card 0 y1", "J2.6");
    refuse("dealer mission 1", "J2.6");
    deal(3, "", NULL, 1, 0, "||");
    refuse("dealer card 0 y1", "J2.6");
    play("dealer mission 9");
    assert_int_equal(g->to_act(the.box, the.st), BIT(GM_DEALER)); /* two of them */
    play("dealer mission 3");
    assert_int_equal(g->to_act(the.box, the.st), BIT(1));
}

/* ---- J3 ---- */

static void the_leader_picks_one_of_two_missions(void **unused) { /* J3.1 */
    (void)unused;
    deal(3, "", NULL, 1, 0, "||");
    play("dealer mission 9");
    heard(1, "mission 9");
    heard(0, "mission ?");
    heard(GM_SPECTATOR, "mission ?");
    play("dealer mission 3");
    sees(1, "drawn", "[\"9\",\"3\"]");
    sees(0, "drawn", "[null,null]");
    sees(GM_SPECTATOR, "drawn", "[null,null]");
    can(1, "pick 3, pick 9");
    refuse("0 pick 3", "J3.3");
    refuse("1 pick 4", "J3.1");
    refuse("1 play y1", "J3.1");
    play("1 pick 9");
    heard(GM_SPECTATOR, "pick 9");
    sees(0, "picked", "[\"9\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\"]");
    sees(1, "away", "[\"3\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\"]");
    sees(0, "away", "[null,\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\"]");
    sees(GM_SPECTATOR, "away", "[null,\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\"]");
    sees(1, "drawn", "[\"-\",\"-\"]");
    refuse("1 pick 3", "J3.3"); /* one, once */
}

static void condition_and_trump_are_independent(void **unused) { /* J3.2 */
    (void)unused;
    trick_of("all 7-13", "yellow", "p8 p10 y7 p12");
    won_by(2);
    assert_int_equal(now()->completed, 1);
    trick_of("all 7-13", "green", "p8 p10 y7 p12"); /* another winner, completed too */
    won_by(3);
    assert_int_equal(now()->completed, 1);
    trick_of("all odd", "yellow", "p8 p10 y7 p12"); /* the same winner, not completed */
    won_by(2);
    assert_int_equal(now()->completed, 0);
}

static void the_leader_plays_any_card_then_clockwise(void **unused) { /* J3.3 */
    (void)unused;
    deal(3, "", NULL, 2, 0, "||y1 y2 y3 y4 p1 p2 p3 g1 g2 g3 b1 b2 b3");
    play_all("dealer mission 1;dealer mission 2;2 pick 1");
    can(2, "play y1, play y2, play y3, play y4, play p1, play p2, play p3, play g1, play g2, play g3, "
           "play b1, play b2, play b3");
    refuse("0 play y5", "J3.3");
    refuse("1 play y5", "J3.3");
    refuse("2 play y5", "J3.3"); /* somebody else's */
    refuse("2 pick 1", "J3.3");
    refuse("2 vote 1", "J3.3");
    play("2 play p2");
    assert_int_equal(g->to_act(the.box, the.st), BIT(0));
    play_first();
    assert_int_equal(g->to_act(the.box, the.st), BIT(1));
    refuse("2 play y1", "J3.3"); /* one card each */
}

static void follow_if_you_can(void **unused) { /* J3.4 */
    (void)unused;
    deal(3, "raise=off", NULL, 0, 0, "p1|p5 p9 y1 y2 y3 y4 y5 y6 g1 g2 g3 g4 g5|y7 -p");
    play_all("dealer mission 1;dealer mission 2;0 pick 1;0 play p1"); /* yellow is trump, and pink led */
    can(1, "play p5, play p9");
    refuse("1 play y1", "J3.4");
    refuse("1 play g1", "J3.4");
    play("1 play p9");
    refuse("2 play p2", "J3.3"); /* has no pink */
    play("2 play y7");
    deal(3, "raise=off", NULL, 0, 0, "p1|y1 y2 y3 y4 y5 y6 g1 g2 g3 g4 g5 b1 b2|");
    play_all("dealer mission 1;dealer mission 2;0 pick 1;0 play p1"); /* void: anything goes */
    can(1, "play y1, play y2, play y3, play y4, play y5, play y6, play g1, play g2, play g3, play g4, "
           "play g5, play b1, play b2");
}

static void the_insider_need_not_follow(void **unused) { /* J3.5 */
    (void)unused;
    deal(3, "raise=off", NULL, 0, 1, "p1|p5 p9 y1 y2 y3 y4 y5 y6 g1 g2 g3 g4 g5|");
    play_all("dealer mission 1;dealer mission 2;0 pick 1;0 play p1");
    can(1, "play y1, play y2, play y3, play y4, play y5, play y6, play p5, play p9, play g1, play g2, "
           "play g3, play g4, play g5");
    play("1 play g1");
    heard(0, "play g1"); /* and that is all that is heard */
    heard(2, "play g1");
    sees(0, "role", "[\"agent\",null,null,\"-\",\"-\"]");
    sees(GM_SPECTATOR, "role", "[null,null,null,\"-\",\"-\"]");
    sees(2, "liars", "[]");
}

static void highest_trump_or_highest_of_the_led_colour(void **unused) { /* J3.6 */
    (void)unused;
    trick_of("all even", "yellow", "p8 p10 p12");
    won_by(2);
    trick_of("all even", "yellow", "p12 p8 p10");
    won_by(0);
    trick_of("all even", "yellow", "p2 g13 b13"); /* higher, but not led */
    won_by(0);
    trick_of("all even", "yellow", "p13 y1 p12");
    won_by(1);
    trick_of("all even", "yellow", "p13 y1 y3 y2");
    won_by(2);
    trick_of("all even", "yellow", "y5 y9 y7 g13 b13");
    won_by(1);
    trick_of("all even", "yellow", "g5 b9 y2 g13 y1");
    won_by(2);
}

static void the_winner_takes_intel_and_leads(void **unused) { /* J3.7 */
    (void)unused;
    plan_game(4, "", 3, "B+ G-");
    tricks(1);
    sees(GM_SPECTATOR, "intel", "[1,1,1,2,0]"); /* completed */
    sees(GM_SPECTATOR, "pool", "9");
    tricks(1);
    sees(GM_SPECTATOR, "intel", "[1,1,2,2,0]"); /* or not */
    sees(GM_SPECTATOR, "pool", "8");
    begin_trick();
    assert_int_equal(g->to_act(the.box, the.st), BIT(2));
    refuse("2 play g1", "J3.3"); /* played cards are gone */
}

/* Which trick's missions are the first thing in the log; -1 if it shows everything. */
static int log_begins(void) {
    int from = gm_log_from(g, the.box, the.st, the.move, the.match.n), drawn = 0;
    if (!from) return -1;
    assert_int_equal(GM_KIND(the.move[from]), IJ_M_MISSION);
    for (int i = 0; i < from; i++)
        drawn += GM_KIND(the.move[i]) == IJ_M_MISSION;
    assert_int_equal(drawn % 2, 0); /* the first of the two */
    return drawn / 2;
}

static void the_log_shows_two_tricks(void **unused) { /* J3.7, J8.1 */
    (void)unused;
    plan_game(3, "", 2, sizes[0].lose);
    tricks(1);
    begin_trick();
    play_first();
    assert_int_equal(log_begins(), 0); /* without the deal */
    play_first();
    play_first();
    begin_trick();
    assert_int_equal(log_begins(), 1);
    for (int t = 2; t < 11; t++) {
        for (int i = 0; i < 3; i++) {
            assert_int_equal(log_begins(), t - 1);
            play_first();
        }
        if (t < 10) begin_trick();
    }
    play("1 vote 2"); /* now the vote, and the last trick */
    assert_int_equal(log_begins(), 10);
    play_all("0 vote 2;2 vote 0;dealer show 0 2;dealer show 1 2;dealer show 2 0");
    assert_int_equal(log_begins(), 10);
    turn_over();
    assert_int_equal(log_begins(), -1); /* the end: everything */
}

static void a_mission_counts_or_leaves(void **unused) { /* J3.8 */
    (void)unused;
    plan_game(4, "", 3, "Y+ P- G+ B-");
    tricks(1);
    sees(GM_SPECTATOR, "completed", "[0]");
    tricks(1);
    sees(GM_SPECTATOR, "completed", "[0]");
    tricks(2);
    sees(GM_SPECTATOR, "completed", "[0,2]");
    for (int n = 1; n <= 8; n++) { /* none comes back */
        char line[32];
        snprintf(line, sizeof line, "dealer mission %d", n);
        refuse(line, "J2.6");
    }
}

/* ---- J4 ---- */

static void card_and_raise_are_one_decision(void **unused) { /* J4.1 */
    (void)unused;
    deal(3, "", NULL, 0, 0, "p1|p5 p9 y1 y2 y3 y4 y5 y6 g1 g2 g3 g4 g5|");
    play_all("dealer mission 1;dealer mission 2;0 pick 1;0 play p1");
    can(1, "play p5, play p9, raise p5, raise p9"); /* by the rules, then raised */
    refuse("1 raise y1", "J3.4");
    play("1 raise p9");
    heard(GM_SPECTATOR, "raise p9");
    sees(GM_SPECTATOR, "intel", "[1,0,1,0,0]");
    sees(GM_SPECTATOR, "raised", "[1]");
    deal(3, "", NULL, 0, 0, "p1|p5 p9 y1 y2 y3 y4 y5 y6 g1 g2 g3 g4 g5|");
    play_all("dealer mission 1;dealer mission 2;0 pick 1;0 play p1;1 play p9");
    refuse("1 raise p9", "J3.3"); /* too late */
    deal(3, "raise=off", NULL, 0, 0, "p1|p5 p9 y1 y2 y3 y4 y5 y6 g1 g2 g3 g4 g5|");
    play_all("dealer mission 1;dealer mission 2;0 pick 1;0 play p1");
    can(1, "play p5, play p9");
    refuse("1 raise p5", "J4.1");
    plan_game(3, "", 2, "Y- P- Y- Y-"); /* without a token */
    begin_trick();
    play_all("0 play y2;1 raise p1;2 play g1");
    sees(GM_SPECTATOR, "intel", "[3,0,1,0,0]");
    begin_trick();
    play("0 play y3");
    refuse("1 raise p5", "J4.1");
    can(1, "play p2, play p3, play p4, play p5, play p6, play p7, play p8, play p9, play p10, play p11, "
           "play p12, play p13");
}

static void a_raised_card_is_a_trump(void **unused) { /* J4.2 */
    (void)unused;
    trick_of("all even", "yellow", "p8 p2+ p10");
    won_by(1); /* a yellow 2 */
    trick_of("all even", "yellow", "p8 p2+ y3 p10");
    won_by(2); /* with its own value */
    trick_of("all even", "yellow", "p8 g2+ b3+ p10");
    won_by(2);
    meets("same colour", "y8 g3+ y5"); /* for the mission too */
    fails("same colour", "p8 p3+ p5");
    meets("first and last same colour", "y8 g3 b5+");
}

static void who_may_raise(void **unused) { /* J4.3 */
    (void)unused;
    deal(3, "", NULL, 0, 0, "p1|y9 -p|");
    play_all("dealer mission 1;dealer mission 2;0 pick 1");
    refuse("0 raise p1", "J4.3"); /* the leader */
    play("0 play p1");
    play("1 raise y9"); /* trump already */
    sees(GM_SPECTATOR, "intel", "[1,0,1,0,0]");
    trick_of("all even", "yellow", "p1 p5+ p7+ p3+ p9+"); /* any number of players, one token each */
    sees(GM_SPECTATOR, "raised", "[1,2,3,4]");
    sees(GM_SPECTATOR, "intel", "[1,0,0,0,5]");
    plan_game(4, "", 3, "Y- Y- Y- Y- P- B-"); /* a player whose role is revealed */
    tricks(4);
    play("dealer reveal 0 agent");
    tricks(1);
    begin_trick();
    play_all("1 play p8;2 raise g8;3 play b8");
    refuse("0 raise y8", "J4.3");
    can(0, "play y6, play y7, play y8, play y9, play y10, play y11, play y13");
}

static void the_winner_takes_raised_tokens(void **unused) { /* J4.4 */
    (void)unused;
    trick_of("all even", "yellow", "p8 p2 y7 p12");
    sees(GM_SPECTATOR, "intel", "[1,1,2,1,0]");
    trick_of("all even", "yellow", "p8 p2+ y7 p12+");
    sees(GM_SPECTATOR, "intel", "[1,0,1,3,0]"); /* the own one comes back */
    trick_of("all even", "yellow", "p8 p2+ y7 p12");
    sees(GM_SPECTATOR, "intel", "[1,0,3,1,0]");
    sees(GM_SPECTATOR, "pool", "9");
}

static void of_equal_trumps_the_later_wins(void **unused) { /* J4.5 */
    (void)unused;
    trick_of("all even", "yellow", "p8 p5+ y5");
    won_by(2);
    trick_of("all even", "yellow", "p8 y5 p5+");
    won_by(2);
    trick_of("all even", "yellow", "p8 b5+ p5+ g5+ y4");
    won_by(3);
    trick_of("all even", "yellow", "y5 y4 g5+ y3");
    won_by(2);
    trick_of("all even", "yellow", "p8 b8 p3 g8"); /* equal, but not trumps */
    won_by(0);
}

static void the_printed_colour_is_followed(void **unused) { /* J4.6 */
    (void)unused;
    deal(4, "", NULL, 0, 0, "g13|g5|g2 g7 y1 y2 y3 y4 y5 y6 y7 y8 y9 y10|y11 y12 -g");
    play_all("dealer mission 1;dealer mission 2;0 pick 1;0 play g13;1 raise g5");
    can(2, "play g2, play g7, raise g2, raise g7"); /* green was led, whatever is trump by now */
    refuse("2 play y9", "J3.4");
    refuse("2 raise y9", "J3.4");
    play("2 raise g7"); /* follows, by its printed colour */
    sees(GM_SPECTATOR, "lacks", "[[],[],[],[],[]]");
    play("3 raise y11"); /* does not follow */
    sees(GM_SPECTATOR, "lacks", "[[],[],[],[\"green\"],[]]");
    deal(4, "", NULL, 0, 0, "y13|g5 -y|y2 g7|"); /* a raised green is no yellow to follow with */
    play_all("dealer mission 1;dealer mission 2;0 pick 1;0 play y13;1 raise g5");
    sees(GM_SPECTATOR, "lacks", "[[],[\"yellow\"],[],[],[]]");
    refuse("2 raise g7", "J3.4");
}

/* ---- J5 ---- */

static void raised_cards_are_judged_as_trumps(void **unused) { /* J5.1 */
    (void)unused;
    meets("winner second", "p8 p2+ p10");
    fails("winner last", "p8 p2+ p10");
    meets("winner last", "p8 p2+ p3+");
    meets("all 2-10", "p8 p2+ p10"); /* values do not change */
}

static void intel_moves_before_anybody_is_revealed(void **unused) { /* J5.2 */
    (void)unused;
    trick_of("all even", "yellow", "p1 p5+ p7+ p3+ p9"); /* five seats: 4 reveal */
    won_by(2);
    sees(GM_SPECTATOR, "intel", "[1,0,4,0,1]");
    phase_is("\"reveal\"");
    trick_of("all even", "yellow", "p1 p5+ p7+ p3 p9");
    sees(GM_SPECTATOR, "intel", "[1,0,3,1,1]");
    phase_is("\"draw\"");
}

static void an_agent_with_much_intel_is_revealed(void **unused) { /* J5.4 */
    (void)unused;
    plan_game(4, "", 3, "Y- Y- Y- Y- Y- P- G- G- P- P-");
    tricks(4);
    assert_int_equal(g->to_act(the.box, the.st), BIT(GM_DEALER));
    can(GM_DEALER, "reveal 0 agent");
    refuse("dealer mission 9", "J2.6");
    refuse("0 pick 9", "J3.3");
    sees(1, "role", "[null,\"agent\",null,null,\"-\"]");
    play("dealer reveal 0 agent");
    heard(1, "reveal 0 agent");
    heard(GM_SPECTATOR, "reveal 0 agent");
    sees(1, "role", "[\"agent\",\"agent\",null,null,\"-\"]");
    sees(GM_SPECTATOR, "revealed", "[0]");
    tricks(1); /* plays on, takes intel, and is not revealed again */
    sees(GM_SPECTATOR, "intel", "[6,1,1,1,0]");
    phase_is("\"draw\"");
    tricks(5);
    sees(GM_SPECTATOR, "intel", "[6,4,3,1,0]");
    phase_is("\"vote\"");
    assert_int_equal(g->to_act(the.box, the.st), 15); /* votes, and cannot be voted for */
    can(0, "vote 1, vote 2, vote 3");
    can(1, "vote 2, vote 3");
    refuse("1 vote 0", "J6.2");
}

static void the_insider_with_much_intel_wins(void **unused) { /* J5.4 */
    (void)unused;
    plan_game(4, "", 0, "Y- Y+ Y- Y-");
    tricks(4);
    can(GM_DEALER, "reveal 0 insider");
    play("dealer reveal 0 insider");
    sees(GM_SPECTATOR, "cause", "\"intel\"");
    turn_over();
    result(1, "1 0 0 0");
    refuse("0 pick 9", "J5.7"); /* it is over */
    refuse("dealer mission 9", "J5.7");
}

static void spent_tokens_no_longer_count(void **unused) { /* J5.4 */
    (void)unused;
    for (int spent = 0; spent < 2; spent++) {
        plan_game(3, "", 2, "Y- Y- Y- Y- P- G- Y-");
        tricks(4);
        sees(GM_SPECTATOR, "intel", "[5,1,1,0,0]");
        tricks(1);
        begin_trick();
        play_all("1 play p6;2 play g7");
        play(spent ? "0 raise y6" : "0 play y6");
        won_by(2);
        sees(GM_SPECTATOR, "intel", spent ? "[4,2,3,0,0]" : "[5,2,2,0,0]");
        tricks(1); /* lowest cards: seat 2 leads g6, seat 0 wins */
        won_by(0);
        phase_is(spent ? "\"draw\"" : "\"reveal\"");
    }
}

static void both_reach_it_in_one_trick_the_insider_wins(void **unused) { /* J5.7 */
    (void)unused;
    plan_game(3, "", 0, "P+ P+ G+ G+ Y+ Y+ Y+ Y+ Y+");
    tricks(9);
    assert_int_equal(bits_count(now()->completed), 9);
    sees(GM_SPECTATOR, "intel", "[6,3,3,0,0]");
    play("dealer reveal 0 insider");
    sees(GM_SPECTATOR, "side", "\"insider\"");
    sees(GM_SPECTATOR, "cause", "\"intel\"");
    turn_over();
    result(1, "1 0 0");
}

static void an_agent_revealed_by_the_last_mission(void **unused) { /* J5.7 */
    (void)unused;
    plan_game(3, "", 1, "P+ P+ G+ G+ Y+ Y+ Y+ Y+ Y+");
    tricks(9);
    phase_is("\"reveal\""); /* first the role */
    sees(GM_SPECTATOR, "side", "\"nobody\"");
    play("dealer reveal 0 agent");
    sees(GM_SPECTATOR, "side", "\"agents\"");
    sees(GM_SPECTATOR, "cause", "\"missions\"");
    can(GM_DEALER, "reveal 1 insider"); /* the others turn over theirs */
    turn_over();
    sees(GM_SPECTATOR, "role", "[\"agent\",\"insider\",\"agent\",\"-\",\"-\"]");
    result(5, "1 0 1");
}

static void the_last_mission_of_the_last_trick(void **unused) { /* J5.7 */
    (void)unused;
    plan_game(5, "", 3, "Y- P+ G+ B+ Y+ P+ G- B- B+");
    tricks(8);
    phase_is("\"draw\"");
    tricks(1);
    sees(GM_SPECTATOR, "intel", "[3,3,3,4,1]");
    play("dealer reveal 3 insider"); /* there, too */
    turn_over();
    result(8, "0 0 0 1 0");
    plan_game(5, "", 0, "Y- P+ G+ B+ Y+ P+ G- B- B+");
    tricks(9);
    play("dealer reveal 3 agent"); /* and no vote comes after */
    turn_over();
    result(30, "0 1 1 1 1");
}

static void the_winner_leads_and_at_last_they_vote(void **unused) { /* J5.8 */
    (void)unused;
    plan_game(4, "", 3, sizes[1].lose);
    for (int t = 0; t < 9; t++) {
        tricks(1);
        phase_is("\"draw\"");
        assert_int_equal(now()->leader, t % 4);
    }
    tricks(1);
    phase_is("\"vote\"");
    sees(GM_SPECTATOR, "side", "\"nobody\"");
}

/* ---- J6 ---- */

/* Four players without a winner in ten tricks; seat 2 is the Insider. */
static void come_to_vote(void) {
    plan_game(4, "", 2, sizes[1].lose);
    tricks(10);
}

static void all_vote_at_the_same_time(void **unused) { /* J6.1 */
    (void)unused;
    come_to_vote();
    assert_int_equal(g->to_act(the.box, the.st), 15); /* the Insider too */
    can(2, "vote 0, vote 1, vote 3");
    refuse("1 play p13", "J6.1");
    play_all("3 vote 2;2 vote 3");
    assert_int_equal(g->to_act(the.box, the.st), 3);
    play_all("0 vote 3;1 vote 3;dealer show 0 3;dealer show 1 3;dealer show 2 3;dealer show 3 2");
}

static void for_whom_one_may_vote(void **unused) { /* J6.2 */
    (void)unused;
    come_to_vote();
    can(0, "vote 1, vote 2, vote 3");
    refuse("0 vote 0", "J6.2");
    plan_game(4, "", 2, "Y- Y- Y- Y- P- P- B- B- P- B-");
    tricks(10);
    refuse("1 vote 0", "J6.2"); /* revealed */
    can(3, "vote 1, vote 2");
}

static void nobody_to_vote_for(void **unused) { /* J6.2, J6.5 */
    (void)unused;
    plan_game(3, "", 1, "Y- Y- Y- Y- Y- G- G- G- G- G- P-");
    tricks(11);
    sees(GM_SPECTATOR, "intel", "[6,2,6,0,0]");
    sees(GM_SPECTATOR, "revealed", "[0,2]");
    sees(GM_SPECTATOR, "voters", "[0,2]"); /* the Insider is not asked */
    assert_int_equal(g->to_act(the.box, the.st), 5);
    refuse("1 vote 0", "J6.2");
    can(0, "vote 1"); /* one choice is a choice: they are asked */
    can(2, "vote 1");
    play_all("0 vote 1;2 vote 1;dealer show 0 1;dealer show 2 1;dealer reveal 1 insider");
    sees(GM_SPECTATOR, "cause", "\"vote\"");
    result(5, "1 0 1");
}

static void most_votes_find_the_insider(void **unused) { /* J6.3 */
    (void)unused;
    come_to_vote();
    play_all("0 vote 2;1 vote 2;2 vote 0;3 vote 1;"
             "dealer show 0 2;dealer show 1 2;dealer show 2 0;dealer show 3 1");
    can(GM_DEALER, "reveal 2 insider"); /* two of four are enough */
    play("dealer reveal 2 insider");
    sees(GM_SPECTATOR, "cause", "\"vote\"");
    turn_over();
    sees(GM_SPECTATOR, "role", "[\"agent\",\"agent\",\"insider\",\"agent\",\"-\"]");
    result(11, "1 1 0 1");
}

static void or_the_wrong_one(void **unused) { /* J6.3 */
    (void)unused;
    come_to_vote();
    play_all("0 vote 3;1 vote 3;2 vote 3;3 vote 2;"
             "dealer show 0 3;dealer show 1 3;dealer show 2 3;dealer show 3 2");
    can(GM_DEALER, "reveal 3 agent");
    play("dealer reveal 3 agent");
    sees(GM_SPECTATOR, "cause", "\"wrong-vote\"");
    turn_over();
    result(4, "0 0 1 0");
}

static void a_tie_is_the_insiders(void **unused) { /* J6.3 */
    (void)unused;
    come_to_vote();
    play_all("0 vote 2;1 vote 2;2 vote 0;3 vote 0;"
             "dealer show 0 2;dealer show 1 2;dealer show 2 0;dealer show 3 0");
    sees(GM_SPECTATOR, "cause", "\"tie\"");
    sees(GM_SPECTATOR, "side", "\"insider\"");
    turn_over();
    result(4, "0 0 1 0");
    come_to_vote(); /* one each, and the Insider among them */
    play_all("0 vote 1;1 vote 2;2 vote 3;3 vote 0;"
             "dealer show 0 1;dealer show 1 2;dealer show 2 3;dealer show 3 0");
    sees(GM_SPECTATOR, "cause", "\"tie\"");
    turn_over();
    result(4, "0 0 1 0");
}

static void ballots_are_secret_until_all_are_cast(void **unused) { /* J6.5 */
    (void)unused;
    come_to_vote();
    play("1 vote 2");
    heard(1, "vote 2");
    heard(0, "vote ?");
    heard(GM_SPECTATOR, "vote ?");
    sees(1, "vote", "[\"-\",2,\"-\",\"-\",\"-\"]");
    sees(0, "vote", "[\"-\",null,\"-\",\"-\",\"-\"]");
    sees(GM_SPECTATOR, "voted", "[1]");
    refuse("1 vote 0", "J6.5"); /* one decision ... */
    assert_int_equal(gm_match_undoable(&the.match, 1),
                     1); /* ... that may be taken back while nobody followed */
    play_all("0 vote 2;3 vote 2");
    assert_int_equal(gm_match_undoable(&the.match, 1), 0);
    sees(3, "vote", "[null,null,\"-\",2,\"-\"]");
    assert_int_equal(g->to_act(the.box, the.st), 4); /* none is shown before the last */
    play("2 vote 1");
    can(GM_DEALER, "show 0 2");
    play("dealer show 0 2");
    heard(3, "show 0 2");
    sees(GM_SPECTATOR, "vote", "[2,null,null,null,\"-\"]");
    play_all("dealer show 1 2;dealer show 2 1;dealer show 3 2");
    sees(GM_SPECTATOR, "vote", "[2,2,1,2,\"-\"]");
}

/* ---- J7 ---- */

static void a_risky_mission_must_be_picked(void **unused) { /* J7.1 */
    fault why;
    (void)unused;
    deal(3, "risk=on", NULL, 0, 1, "||");
    play_all("dealer mission 1;dealer mission 26");
    assert_int_equal(g->to_act(the.box, the.st), 1); /* forced, but asked */
    can(0, "pick 26");
    refuse("0 pick 1", "J7.1");
    refuse("0 pick 2", "J3.1");
    play("0 pick 26");
    deal(3, "risk=on", NULL, 0, 1, "||");
    play_all("dealer mission 26;dealer mission 1");
    can(0, "pick 26"); /* whichever came first */
    deal(3, "risk=on", NULL, 0, 1, "||");
    play_all("dealer mission 28;dealer mission 25");
    can(0, "pick 25, pick 28"); /* both: either */
    deal(3, "risk=on", NULL, 0, 1, "||");
    play_all("dealer mission 2;dealer mission 1");
    can(0, "pick 1, pick 2");
    assert_false(open_with(g, 3, "risk=on raise=off", NULL, &why)); /* needs raising */
    assert_string_equal(why.say, "inside-job.risk");
    assert_true(open_with(g, 3, "risk=on raise=on", NULL, &why));
}

/* ---- J8 ---- */

static void an_open_log_shows_all_tricks(void **unused) { /* J8.1, J3.7 */
    (void)unused;
    plan_game(3, "open-log=on", 2, sizes[0].lose);
    for (int t = 0; t < 11; t++) {
        tricks(1);
        assert_int_equal(log_begins(), -1);
    }
    play("1 vote 2");
    assert_int_equal(log_begins(), -1);
}

static void the_mission_put_away_stays_hidden(void **unused) { /* J8.1, J3.1 */
    (void)unused;
    plan_game(4, "", 0, "Y- Y- P- Y- Y-");
    tricks(5);
    turn_over();
    assert_int_equal(g->to_act(the.box, the.st), 0);
    sees(0, "away", "[\"2\",\"4\",\"6\",null,\"10\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\"]");
    sees(1, "away", "[null,null,null,\"8\",null,\"-\",\"-\",\"-\",\"-\",\"-\",\"-\"]");
    sees(GM_SPECTATOR, "away", "[null,null,null,null,null,\"-\",\"-\",\"-\",\"-\",\"-\",\"-\"]");
    sees(1, "hand", "[null,[\"p6\",\"p7\",\"p8\",\"p9\",\"p10\",\"p11\",\"p13\"],null,null,[]]");
}

/* ---- J11 ---- */

static void all_in_a_range(void **unused) { /* J11.1 */
    (void)unused;
    meets("all 7-13", "p7 p13 p10");
    fails("all 7-13", "p7 p13 p6");
    fails("all 7-13", "p6 p13 p7");
    meets("all 1-7", "p1 p7 y3 g5");
    fails("all 1-7", "p1 p8 y3 g5");
    meets("all 5-5", "p5 y5 g5");
    fails("all 5-5", "p5 y5 g4");
    meets("all 9-11", "p9 p10 p11"); /* 9 is no place */
    fails("all 9-11", "p8 p10 p11");
}

static void all_even_or_odd(void **unused) { /* J11.2 */
    (void)unused;
    meets("all even", "p2 p12 y4 p6 p8");
    fails("all even", "p2 p12 y4 p6 p1");
    fails("all even", "p13 p12 y4");
    meets("all odd", "p1 p13 y3 g5");
    fails("all odd", "p1 p13 y3 g6");
    fails("all odd", "p2 p13 y3");
}

static void in_order(void **unused) { /* J11.3 */
    (void)unused;
    meets("ascending", "p1 p2 g9 p13");
    fails("ascending", "p1 p2 g2 p13"); /* strictly */
    fails("ascending", "p1 p3 p2 p13");
    fails("ascending", "p1 p3 p4 p5 p2");
    meets("descending", "p13 g9 p2 p1");
    fails("descending", "p13 g9 b9 p1");
    fails("descending", "p13 p9 p10 p1");
    fails("descending", "p2 p3 p1");
}

static void that_card_wins(void **unused) { /* J11.4 */
    static const char *const winner[5] = {"p9 p2 p3 p4 p5", "p2 p9 p3 p4 p5", "p2 p3 p9 p4 p5",
                                          "p2 p3 p4 p9 p5", "p2 p3 p4 p5 p9"};
    static const char *const condition[] = {"winner first", "winner second", "winner third", "winner last"};
    (void)unused;
    for (int seats = 3; seats <= 5; seats++)
        for (int place = 0; place < seats; place++)
            for (int i = 0; i < 4; i++) {
                char cards[32];
                bool meant = i == 3 ? place == seats - 1 : i == place;
                snprintf(cards, sizeof cards, "%.*s", 3 * seats - 1, winner[place]);
                meant ? meets(condition[i], cards) : fails(condition[i], cards);
            }
    meets("winner third", "p13 p12 y1"); /* with a trump */
    fails("winner first", "p13 p12 y1");
    meets("winner second", "p13 p2+ p12"); /* or a raised card */
    fails("winner second", "p13 p2+ p12+");
}

static void all_of_one_colour(void **unused) { /* J11.5 */
    (void)unused;
    meets("same colour", "p1 p2 p3 p4 p5");
    fails("same colour", "p1 p2 p3 p4 y5");
    fails("same colour", "p1 y2 p3");
    fails("same colour", "p1 p2+ p3");  /* a raised one is yellow */
    meets("same colour", "y1 p2+ b3+"); /* and so all are */
    fails("same colour", "p1 p2+ p3+");
    meets("same colour", "y1 y2+ y3");
}

static void first_and_last_of_one_colour(void **unused) { /* J11.6 */
    (void)unused;
    meets("first and last same colour", "p1 g2 p3");
    fails("first and last same colour", "p1 p2 g3");
    meets("first and last same colour", "p1 g2 y3 p4");
    fails("first and last same colour", "p1 p2 p3 p4 y5");
    meets("first and last same colour", "p1 y2 g3 b4 p5");
    fails("first and last same colour", "p1 p2 p3+"); /* the last one is yellow by now */
    meets("first and last same colour", "y1 p2 p3+");
    meets("first and last same colour", "p1 p2+ p3");
}

static void the_last_is_lowest(void **unused) { /* J11.7 */
    (void)unused;
    meets("last lowest", "p3 p2 p1");
    meets("last lowest", "p3 y9 g13 p2");
    fails("last lowest", "p3 p2 p4");
    fails("last lowest", "p3 p1 p2");
    fails("last lowest", "p3 p9 g13 b3"); /* strictly */
    fails("last lowest", "p9 p3 g13 b3");
    meets("last lowest", "p3 p9 y9 g13 b2+");
    fails("last lowest", "p1 p9 y9 g13 b2");
}

static void those_carry_intel(void **unused) { /* J11.8 */
    (void)unused;
    meets("raised second", "p3 p2+ p1");
    fails("raised second", "p3 p2 p1+");
    fails("raised second", "p3 p2 p1");
    meets("raised second", "p3 p2+ p1+ p4+ p5"); /* others may too */
    meets("raised third", "p3 p2 p1+");
    fails("raised third", "p3 p2+ p1");
    meets("raised third", "p3 p2 y1+ p4");
    fails("raised third", "p3 p2 p1 p4+");
    meets("raised third", "p3 p2 p1+ p4 p5");
    meets("raised last", "p3 p2 p1+");
    fails("raised last", "p3 p2+ p1");
    meets("raised last", "p3 p2 p1 p4+");
    fails("raised last", "p3 p2 p1+ p4");
    meets("raised last", "p3 p2 p1 p4 g5+");
    fails("raised last", "p3 p2 p1 p4+ g5");
    meets("raised at least 2", "p3 p2+ p1+");
    meets("raised at least 2", "p3 p2+ p1+ p4+ p5");
    meets("raised at least 2", "p3 p2 p1+ p4 p5+");
    fails("raised at least 2", "p3 p2+ p1");
    fails("raised at least 2", "p3 p2 p1 p4 p5");
}

static bool opens(const char *settings, int seats, fault *why) {
    gm_file own = own_deck();
    return open_with(g, seats, settings, &own, why);
}

/* 22 missions, of which the second is this; it is wrong, there. */
static void bad_row(const char *row, const char *say, int column, const char *with) {
    fault why;
    size_t n;
    begin_deck();
    add_mission(1, "ascending", "pink", false);
    n = strlen(deck);
    snprintf(deck + n, sizeof deck - n, "%s\n", row);
    for (int i = 3; i <= 22; i++)
        add_mission(i, "ascending", "pink", false);
    if (opens("", 3, &why)) fail_msg("%s is taken", row);
    assert_string_equal(why.say, say);
    assert_string_equal(why.file, "own.csv");
    assert_int_equal(why.line, 3);
    assert_int_equal(why.column, column);
    assert_string_equal(why.with[0], with);
}

static void deck_files_with_mistakes(void **unused) { /* J11.9 */
    static const char unknown[] =
        "all 0-5|all 9-3|all 7-14|all 7|all 07-13|all -7|all 1-|all 1 - 7|all|all A-B|all odd-even|"
        "winner fourth|winner|raised first|raised fourth|raised|raised at least 3|same color|"
        "Ascending|ascending |first lowest|last highest|first same colour";
    int tried = 0;
    (void)unused;
    for (const char *w = unknown; *w; w += strcspn(w, "|"), w += *w == '|', tried++) {
        char name[64], row[96];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(w, "|"), w);
        snprintf(row, sizeof row, "2,%s,pink,no", name);
        bad_row(row, "inside-job.deck.condition", 3, name);
    }
    assert_int_equal(tried, 23);
    bad_row("2,,pink,no", "inside-job.deck.condition", 3, "");
    bad_row("2,ascending,red,no", "inside-job.deck.trump", 13, "red");
    bad_row("2,ascending,,no", "inside-job.deck.trump", 13, "");
    bad_row("2,all odd,pink,maybe", "inside-job.deck.risky", 16, "maybe");
    bad_row("1,all odd,pink,no", "inside-job.deck.twice", 1, "1");
    bad_row("0,all odd,pink,no", "inside-job.deck.number", 1, "0");
    bad_row("100,all odd,pink,no", "inside-job.deck.number", 1, "100");
    bad_row("two,all odd,pink,no", "inside-job.deck.number", 1, "two");
}

static void every_condition_can_be_in_a_deck(void **unused) { /* J11.9 */
    char known[] = "all 1-1|all 13-13|all 1-13|all even|all odd|ascending|descending|winner first|"
                   "winner second|winner third|winner last|same colour|first and last same colour|"
                   "last lowest|raised second|raised third|raised last|raised at least 2";
    fault why;
    int n = 99;
    (void)unused;
    begin_deck();
    for (char *w = strtok(known, "|"); w; w = strtok(NULL, "|"))
        add_mission(n--, w, "green", false);
    assert_int_equal(n, 99 - 18);
    assert_true(opens("", 5, &why));
}

static void a_deck_of_the_right_size(void **unused) { /* J11.9 */
    static const int need[] = {22, 20, 18};
    fault why;
    (void)unused;
    for (int seats = 3; seats <= 5; seats++) {
        begin_deck();
        for (int i = 1; i < need[seats - 3]; i++)
            add_mission(i, "all odd", "blue", false);
        for (int i = 40; i < 44; i++) /* these do not count, in the game or not */
            add_mission(i, "raised last", "blue", true);
        for (int risk = 0; risk < 2; risk++) {
            assert_false(opens(risk ? "risk=on" : "", seats, &why));
            assert_string_equal(why.say, "inside-job.deck.few");
            assert_int_equal(why.line, need[seats - 3] + 4);
            assert_int_equal(atoi(why.with[0]), need[seats - 3] - 1);
            assert_int_equal(atoi(why.with[1]), need[seats - 3]);
        }
        add_mission(99, "all odd", "blue", false);
        assert_true(opens("", seats, &why));
        assert_true(opens("risk=on", seats, &why));
    }
    begin_deck();
    for (int i = 1; i <= 32; i++)
        add_mission(i, "all odd", "blue", i > 28);
    assert_true(opens("", 3, &why));
    add_mission(33, "all odd", "blue", false);
    assert_false(opens("", 3, &why));
    assert_string_equal(why.say, "inside-job.deck.many");
    assert_string_equal(why.with[0], "32");
    assert_int_equal(why.line, 34);
    assert_int_equal(why.column, 1);
}

static void who_cannot_raise_fails_such_a_mission(void **unused) { /* J11.9 */
    (void)unused;
    trick_with("raise=off", "raised second", "yellow", "p3 p2 p1");
    assert_int_equal(now()->completed, 0);
    trick_with("raise=off", "raised at least 2", "yellow", "p3 p2 p1 p4 p5");
    assert_int_equal(now()->completed, 0);
}

/* ---- figures: what one may read off the table ---- */

static void whether_there_is_hope(void **unused) { /* J3.8, J11.1 to J11.8 */
    (void)unused;
    verdicts("all 3-9", "p3 p9 p5", "uuc");
    verdicts("all 3-9", "p3 p10 p5", "ulf");
    verdicts("all even", "p2 p3 p4", "ulf");
    verdicts("all odd", "p1 p3 p5", "uuc");
    verdicts("ascending", "p4 p3 p5", "ulf");
    verdicts("descending", "p4 p3 p2", "uuc");
    verdicts("same colour", "p4 g3 p2", "ulf");
    verdicts("same colour", "p4 p3 p2", "uuc");
    verdicts("first and last same colour", "p4 g3 g2", "uuf");
    verdicts("winner first", "p4 p5 p3", "uuf"); /* a trump might still come */
    verdicts("last lowest", "p4 p1 p3", "uuf");
    verdicts("raised second", "p4 p5 p3", "ulf");
    verdicts("raised last", "p4 p5 p3+", "uuc");
    verdicts("raised at least 2", "p4 p5 p3 p2+", "uuuf");
}

static void figures_of_a_trick(void **unused) { /* J1, J3.3, J3.6, J4.2, J4.5 */
    (void)unused;
    deal(4, "", NULL, 2, 1, "p13|p5|p8|y2 -p");
    figure("tricks", "10");
    figure("need", "7");
    figure("limit", "5");
    figure("specials", "[]");
    figure("controls", "\"-\"");
    figure("mission", "\"-\"");
    figure("ahead", "\"-\"");
    figure("places", "[\"-\",\"-\",\"-\",\"-\",\"-\"]");
    play_all("dealer mission 1;dealer mission 2;2 pick 1"); /* all 7-13, yellow */
    figure("mission", "\"1\"");
    figure("places", "[2,3,0,1,\"-\"]");
    figure("verdict", "\"undecided\"");
    play_all("2 play p8");
    figure("ahead", "2");
    play_all("3 play y2");
    figure("ahead", "3");
    figure("verdict", "\"lost\"");
    play_all("0 raise p13");
    figure("ahead", "0");
    figure("colours", "[\"pink\",\"yellow\",\"yellow\",\"-\",\"-\"]");
    play_all("1 play p5");
    figure("ahead", "0");
    figure("verdict", "\"failed\""); /* and it lies there until the next is picked */
    figure("mission", "\"1\"");
    play_all("dealer mission 3;dealer mission 4");
    figure("mission", "\"1\"");
    play_all("0 pick 3");
    figure("mission", "\"3\"");
    figure("ahead", "\"-\"");
    figure("places", "[0,1,2,3,\"-\"]");
}

/* ---- J12 ---- */

static void first_example(void **unused) { /* J12.1 */
    (void)unused;
    deal(4, "", NULL, 0, 1, "p8|p10|y7 -p|p12");
    play_all("dealer mission 1;dealer mission 2;0 pick 1"); /* all 7-13, yellow */
    play_all("0 play p8;1 play p10;2 play y7;3 play p12");
    won_by(2);
    figure("ahead", "2");
    figure("verdict", "\"completed\"");
    sees(GM_SPECTATOR, "intel", "[1,1,2,1,0]");
    sees(GM_SPECTATOR, "completed", "[0]");
    assert_int_equal(g->to_act(the.box, the.st), BIT(GM_DEALER)); /* and the game goes on */
    play_all("dealer mission 3;dealer mission 4");
    can(2, "pick 3, pick 4");
}

static void second_example(void **unused) { /* J12.2 */
    (void)unused;
    deal(4, "", NULL, 0, 1, "g13|g5|y5 -g|g4");
    play_all("dealer mission 7;dealer mission 8;0 pick 7"); /* trump yellow */
    play_all("0 play g13;1 raise g5;2 play y5;3 play g4");
    won_by(2);
    sees(GM_SPECTATOR, "intel", "[1,0,3,1,0]");
    sees(GM_SPECTATOR, "pool", "9");
}

/* ---- options for the laws ---- */

static void a_mini_is_for_three_with_missions_enough(void **unused) {
    fault why;
    (void)unused;
    assert_true(open_with(g, 3, "mini=1", NULL, &why));
    for (int seats = 4; seats <= 5; seats++) /* there are not cards enough */
        assert_false(open_with(g, seats, "mini=1", NULL, &why));
    begin_deck();
    add_mission(1, "all odd", "blue", false);
    assert_false(opens("mini=2", 3, &why)); /* nor missions */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_to_five_players),
        cmocka_unit_test(so_many_cards_are_dealt),
        cmocka_unit_test(so_many_tricks_leave_cards_in_hand),
        cmocka_unit_test(so_many_missions_win),
        cmocka_unit_test(so_much_intel_reveals),
        cmocka_unit_test(all_start_with_one_of_14),
        cmocka_unit_test(what_is_in_the_box),
        cmocka_unit_test(one_insider_and_agents_for_all_others),
        cmocka_unit_test(the_rest_leaves_the_game_unseen),
        cmocka_unit_test(intel_lies_open),
        cmocka_unit_test(risky_missions_stay_out),
        cmocka_unit_test(who_leads),
        cmocka_unit_test(the_dealer_deals_in_order),
        cmocka_unit_test(the_leader_picks_one_of_two_missions),
        cmocka_unit_test(condition_and_trump_are_independent),
        cmocka_unit_test(the_leader_plays_any_card_then_clockwise),
        cmocka_unit_test(follow_if_you_can),
        cmocka_unit_test(the_insider_need_not_follow),
        cmocka_unit_test(highest_trump_or_highest_of_the_led_colour),
        cmocka_unit_test(the_winner_takes_intel_and_leads),
        cmocka_unit_test(the_log_shows_two_tricks),
        cmocka_unit_test(a_mission_counts_or_leaves),
        cmocka_unit_test(card_and_raise_are_one_decision),
        cmocka_unit_test(a_raised_card_is_a_trump),
        cmocka_unit_test(who_may_raise),
        cmocka_unit_test(the_winner_takes_raised_tokens),
        cmocka_unit_test(of_equal_trumps_the_later_wins),
        cmocka_unit_test(the_printed_colour_is_followed),
        cmocka_unit_test(raised_cards_are_judged_as_trumps),
        cmocka_unit_test(intel_moves_before_anybody_is_revealed),
        cmocka_unit_test(an_agent_with_much_intel_is_revealed),
        cmocka_unit_test(the_insider_with_much_intel_wins),
        cmocka_unit_test(spent_tokens_no_longer_count),
        cmocka_unit_test(both_reach_it_in_one_trick_the_insider_wins),
        cmocka_unit_test(an_agent_revealed_by_the_last_mission),
        cmocka_unit_test(the_last_mission_of_the_last_trick),
        cmocka_unit_test(the_winner_leads_and_at_last_they_vote),
        cmocka_unit_test(all_vote_at_the_same_time),
        cmocka_unit_test(for_whom_one_may_vote),
        cmocka_unit_test(nobody_to_vote_for),
        cmocka_unit_test(most_votes_find_the_insider),
        cmocka_unit_test(or_the_wrong_one),
        cmocka_unit_test(a_tie_is_the_insiders),
        cmocka_unit_test(ballots_are_secret_until_all_are_cast),
        cmocka_unit_test(a_risky_mission_must_be_picked),
        cmocka_unit_test(an_open_log_shows_all_tricks),
        cmocka_unit_test(the_mission_put_away_stays_hidden),
        cmocka_unit_test(all_in_a_range),
        cmocka_unit_test(all_even_or_odd),
        cmocka_unit_test(in_order),
        cmocka_unit_test(that_card_wins),
        cmocka_unit_test(all_of_one_colour),
        cmocka_unit_test(first_and_last_of_one_colour),
        cmocka_unit_test(the_last_is_lowest),
        cmocka_unit_test(those_carry_intel),
        cmocka_unit_test(deck_files_with_mistakes),
        cmocka_unit_test(every_condition_can_be_in_a_deck),
        cmocka_unit_test(a_deck_of_the_right_size),
        cmocka_unit_test(who_cannot_raise_fails_such_a_mission),
        cmocka_unit_test(whether_there_is_hope),
        cmocka_unit_test(figures_of_a_trick),
        cmocka_unit_test(first_example),
        cmocka_unit_test(second_example),
        cmocka_unit_test(a_mini_is_for_three_with_missions_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
