/* The cards of Sentient and their deck files, doc/rules/sentient.md: S9. */
#include "tests/rules/sentient.h"

/* ---- S9 ---- */

/* Checks a card's score for every pair of dice l and r. */
#define SCORES(row, points)                                                                                  \
    do {                                                                                                     \
        sn_card bot = read_bot(row);                                                                         \
        for (int l = 1; l <= 6; l++)                                                                         \
            for (int r = 1; r <= 6; r++) {                                                                   \
                int want = (points), found = scored(&bot, l, r);                                             \
                if (found != want) fail_msg("%s on %d %d: %d, not %d", row, l, r, found, want);              \
            }                                                                                                \
    } while (0)

static int at_least_0(int n) { return n > 0 ? n : 0; }
static int lower(int l, int r) { return l < r ? l : r; }

static void information(void **unused) { /* S9.1 */
    (void)unused;
    for (int n = 1; n <= 6; n++) {
        char row[32];
        snprintf(row, sizeof row, "information,is %d,2/7,+,-", n);
        SCORES(row, l == n && r == n ? 7 : l == n || r == n ? 2 : 0);
    }
}

static void transport(void **unused) { /* S9.2 */
    (void)unused;
    SCORES("transport,<,4,+,-", l < r ? 4 : 0);
    SCORES("transport,<=,3,+,-", l <= r ? 3 : 0);
    SCORES("transport,=,5,+,-", l == r ? 5 : 0);
    SCORES("transport,>,4,+,-", l > r ? 4 : 0);
    SCORES("transport,>=,3,+,-", l >= r ? 3 : 0);
}

static void military(void **unused) { /* S9.3 */
    (void)unused;
    SCORES("military,sum<=5,4,+,-", l + r <= 5 ? 4 : 0);
    SCORES("military,sum>=9,4,+,-", l + r >= 9 ? 4 : 0);
    SCORES("military,sum=7,5,+,-", l + r == 7 ? 5 : 0);
    SCORES("military,sum<=4|>=10,3,+,-", l + r <= 4 || l + r >= 10 ? 3 : 0);
    SCORES("military,diff=1,4,+,-", abs(l - r) == 1 ? 4 : 0);
    SCORES("military,diff=2,4,+,-", abs(l - r) == 2 ? 4 : 0);
}

static void industry(void **unused) { /* S9.4 */
    (void)unused;
    SCORES("industry,\"odd,odd\",3,+,-", l % 2 && r % 2 ? 3 : 0);
    SCORES("industry,\"even,even\",3,+,-", l % 2 == 0 && r % 2 == 0 ? 3 : 0);
    SCORES("industry,\"even,odd\",4,+,-", l % 2 == 0 && r % 2 ? 4 : 0);
    SCORES("industry,\"odd,even\",4,+,-", l % 2 && r % 2 == 0 ? 4 : 0);
    SCORES("industry,sum odd,2,+,-", (l + r) % 2 ? 2 : 0);
    SCORES("industry,sum even,2,+,-", (l + r) % 2 ? 0 : 2);
}

static void service(void **unused) { /* S9.5 */
    (void)unused;
    SCORES("service,8-sum,?,+,-", at_least_0(8 - l - r));
    SCORES("service,5-lower,?,+,-", at_least_0(5 - lower(l, r)));
    SCORES("service,7-higher,?,+,-", 7 - higher(l, r));
    SCORES("service,sum-6,?,+,-", at_least_0(l + r - 6));
    SCORES("service,higher-2,?,+,-", at_least_0(higher(l, r) - 2));
    SCORES("service,lower-1,?,+,-", lower(l, r) - 1);
}

static void any_number_will_do(void **unused) { /* S9.6 */
    (void)unused;
    SCORES("military,sum>=11,4,+,-", l + r >= 11 ? 4 : 0);
    SCORES("military,diff=3,4,+,-", abs(l - r) == 3 ? 4 : 0);
    SCORES("military,diff=0,99,+,-", l == r ? 99 : 0);
    SCORES("military,sum=0,4,+,-", 0);
    SCORES("military,sum=12,4,+,-", l + r == 12 ? 4 : 0);
    SCORES("military,sum<=99,4,+,-", 4);
    SCORES("military,sum>=0,0,+,-", 0);
    SCORES("military,sum<=0|>=12,9,+,-", l + r == 12 ? 9 : 0);
    SCORES("military,sum<=2|>=99,9,+,-", l + r == 2 ? 9 : 0);
    SCORES("military,sum<=9|>=3,1,+,-", 1); /* odd, but legal */
    SCORES("service,12-sum,?,+,-", 12 - l - r);
    SCORES("service,99-sum,?,+,-", 99 - l - r);
    SCORES("service,0-sum,?,+,-", 0);
    SCORES("service,99-lower,?,+,-", 99 - lower(l, r));
    SCORES("service,3-higher,?,+,-", at_least_0(3 - higher(l, r)));
    SCORES("service,sum-0,?,+,-", l + r);
    SCORES("service,sum-99,?,+,-", 0);
    SCORES("service,higher-5,?,+,-", at_least_0(higher(l, r) - 5));
    SCORES("service,lower-3,?,+,-", at_least_0(lower(l, r) - 3));
    SCORES("information,is 0,2/7,+,-", 0);
    SCORES("information,is 99,2/7,+,-", 0);
}

/* The second of 28 cards is this.  It is wrong, in this column. */
static void bad_row(const char *row, const char *say, int column, const char *with) {
    fault why;
    size_t n;
    begin_deck();
    add_bot(blank);
    n = strlen(deck);
    snprintf(deck + n, sizeof deck - n, "%s\n", row);
    deck_size++;
    fill_deck(28);
    if (opens(2, &why)) fail_msg("%s is taken", row);
    assert_string_equal(why.say, say);
    assert_string_equal(why.file, "own.csv");
    assert_int_equal(why.line, 3);
    assert_int_equal(why.column, column);
    assert_string_equal(why.with[0], with);
}

static void bad_conditions(const char *type, const char *points, const char *conditions) {
    for (const char *c = conditions; *c; c += strcspn(c, ";"), c += *c == ';') {
        char name[48], row[96];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(c, ";"), c);
        snprintf(row, sizeof row, "2,%s,\"%s\",%s,+,-", type, name, points);
        bad_row(row, "sentient.deck.condition", 4 + (int)strlen(type), name);
    }
}

static void conditions_with_mistakes(void **unused) { /* S9.6 */
    (void)unused;
    bad_conditions("information", "2/7",
                   "is;is ;is x;is 100;is 07;is -1;is 4 ;is  4;Is 4;is4;isnt 4;is 4|5;<;sum=7;odd,odd;8-sum");
    bad_conditions("transport", "4", "<<;=<;=>;==;< ;!=;<>;is 4;sum<=5;sum odd;lower-1");
    bad_conditions(
        "military", "4",
        "sum;sum<5;sum<=;sum>=;sum=;sum<=100;sum>=100;sum=100;sum<=05;sum>5;sum<=4|;sum<=4|>=;"
        "sum<=4|>=100;sum<=100|>=4;sum<=4|10;sum>=10|<=4;sum <= 5;sum==7;diff;diff=;diff=100;diff=-1;"
        "diff<=2;diff>=1;diff=1|2;<;is 4;odd,odd;8-sum;sum-6;sum odd");
    bad_conditions(
        "industry", "3",
        "odd;even;odd, odd;odd,odd,odd;odd,;,odd;sum;sum  odd;sum 1;Odd,odd;odd,odd ;any,odd;is 4;<;"
        "sum=7;sum-6");
    bad_conditions(
        "service", "?",
        "sum;8-;-sum;8 - sum;100-sum;08-sum;8-sum-1;8+sum;sum-;sum-100;sum-x;lower;5-lower ;lower-;"
        "lower-100;higher-100;100-higher;100-lower;7-lowest;L-R;is 4;<;sum=7;odd,odd;sum odd");
    bad_row("2,service,,?,+,-", "csv.empty", 11, "");
}

static void other_mistakes_in_decks(void **unused) { /* S9.6 */
    static const char *const points[] = {"100", "-1", "x", "?", "2/7", "", "04", "4 ", "1.5"};
    (void)unused;
    bad_row("0,transport,<,4,+,-", "sentient.deck.number", 1, "0");
    bad_row("100,transport,<,4,+,-", "sentient.deck.number", 1, "100");
    bad_row("two,transport,<,4,+,-", "sentient.deck.number", 1, "two");
    bad_row(",transport,<,4,+,-", "csv.empty", 1, "");
    bad_row("02,transport,<,4,+,-", "sentient.deck.number", 1, "02");
    bad_row("1,transport,<,4,+,-", "sentient.deck.twice", 1, "1");
    bad_row("2,robots,<,4,+,-", "sentient.deck.type", 3, "robots");
    bad_row("2,Transport,<,4,+,-", "sentient.deck.type", 3, "Transport");
    bad_row("2, transport,<,4,+,-", "sentient.deck.type", 3, " transport"); /* compared exactly */
    bad_row("2,transport ,<,4,+,-", "sentient.deck.type", 3, "transport ");
    bad_row("2,transports,<,4,+,-", "sentient.deck.type", 3, "transports");
    bad_row("2,,<,4,+,-", "csv.empty", 3, "");
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        char row[64];
        snprintf(row, sizeof row, "2,transport,<=,%s,+,-", points[i]);
        bad_row(row, *points[i] ? "sentient.deck.points" : "csv.empty", 16, points[i]);
        snprintf(row, sizeof row, "2,military,diff=1,%s,+,-", points[i]);
        bad_row(row, *points[i] ? "sentient.deck.points" : "csv.empty", 19, points[i]);
        snprintf(row, sizeof row, "2,industry,sum odd,%s,+,-", points[i]);
        bad_row(row, *points[i] ? "sentient.deck.points" : "csv.empty", 20, points[i]);
    }
    bad_row("2,information,is 4,7/2,+,-", "sentient.deck.points", 20, "7/2");
    bad_row("2,information,is 4,3/7,+,-", "sentient.deck.points", 20, "3/7"); /* always 2/7 */
    bad_row("2,information,is 4,2/70,+,-", "sentient.deck.points", 20, "2/70");
    bad_row("2,information,is 4,2,+,-", "sentient.deck.points", 20, "2");
    bad_row("2,information,is 4,?,+,-", "sentient.deck.points", 20, "?");
    bad_row("2,service,8-sum,8,+,-", "sentient.deck.points", 17, "8");
    bad_row("2,service,8-sum,2/7,+,-", "sentient.deck.points", 17, "2/7");
    bad_row("2,service,8-sum,,+,-", "csv.empty", 17, "");
    bad_row("2,transport,<,4,x,-", "sentient.deck.sign", 17, "x");
    bad_row("2,transport,<,4,,-", "csv.empty", 17, "");
    bad_row("2,transport,<,4,++,-", "sentient.deck.sign", 17, "++");
    bad_row("2,transport,<,4,+,0", "sentient.deck.sign", 19, "0");
    bad_row("2,transport,<,4,+,", "csv.empty", 19, "");
    bad_row("2,transport,<,4,+,--", "sentient.deck.sign", 19, "--");
    bad_row("2,transport,<,4,+, =", "sentient.deck.sign", 19, " =");
    bad_row("2,transport,<,4,+", "csv.fields", 1, "5");
    bad_row(" # no comment", "csv.fields", 1, "1");
    bad_row("2,industry,odd,odd,3,+,-", "csv.fields", 1, "7"); /* a list with commas needs quotes */
}

static void forms_of_a_deck_file(void **unused) { /* S9.6 */
    fault why;
    (void)unused;
    snprintf(deck, sizeof deck,
             "# mine\n\nright,left,points,condition,type,number\n\n+,-,3,\"odd,odd\",industry,7\n"
             "#+,-,3,\"odd,odd\",industry,7\n=,+,\"4\",\"<\",transport,99\n-,=,0,sum=7,military,50\n");
    for (int i = 10; i < 35; i++)
        snprintf(deck + strlen(deck), 64, "=,=,?,0-sum,service,%d\r\n", i);
    assert_true(opens(2, &why));
    assert_int_equal(in_the_box()->n_cards, 28);
    assert_int_equal(in_the_box()->card[0].number, 7);
    assert_int_equal(in_the_box()->card[0].type, SN_INDUSTRY);
    assert_int_equal(in_the_box()->card[0].points, 3);
    assert_int_equal(in_the_box()->card[0].sign[0], SN_MINUS);
    assert_int_equal(in_the_box()->card[0].sign[1], SN_PLUS);
    assert_int_equal(in_the_box()->card[1].number, 99);
    assert_int_equal(in_the_box()->card[1].sign[0], SN_PLUS);
    assert_int_equal(in_the_box()->card[1].sign[1], SN_EQUAL);
    assert_int_equal(in_the_box()->card[2].number, 50);
    assert_int_equal(in_the_box()->card[2].points, 0);
    begin_deck();
    fill_deck(28);
    deck[0] = 'N'; /* it has other columns than the named ones */
    assert_false(opens(2, &why));
    begin_deck();
    deck[strlen(deck) - 1] = 0;
    strcat(deck, ",more\n");
    fill_deck(28);
    assert_false(opens(2, &why));
    snprintf(deck, sizeof deck, "number,type,condition,points,left\n");
    assert_false(opens(2, &why));
    begin_deck();
    fill_deck(28);
    strcat(deck, "29,service,0-sum,?,=,=\xFF\n"); /* UTF-8 */
    assert_false(opens(2, &why));
    assert_string_equal(why.say, "csv.utf8");
    assert_int_equal(why.line, 30);
    snprintf(deck, sizeof deck, "1,service,0-sum,?,=,=\n"); /* a header line */
    assert_false(opens(2, &why));
}

static void a_deck_of_the_right_size(void **unused) { /* S5.3, S9.6 */
    fault why;
    (void)unused;
    for (int seats = 2; seats <= 4; seats++) {
        int need = 12 * seats + 4;
        begin_deck();
        fill_deck(need - 1);
        assert_false(opens(seats, &why));
        assert_string_equal(why.say, "sentient.deck.few");
        assert_string_equal(why.file, "own.csv");
        assert_int_equal(why.line, need);
        assert_int_equal(why.column, 0);
        assert_int_equal(atoi(why.with[0]), need - 1);
        assert_int_equal(atoi(why.with[1]), need);
        fill_deck(need);
        assert_true(opens(seats, &why));
        fill_deck(64);
        assert_true(opens(seats, &why));
        assert_int_equal(in_the_box()->n_cards, 64);
        fill_deck(65);
        assert_false(opens(seats, &why));
        assert_string_equal(why.say, "sentient.deck.many");
        assert_string_equal(why.file, "own.csv");
        assert_string_equal(why.with[0], "64");
        assert_int_equal(why.line, 66);
        assert_int_equal(why.column, 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(information),
        cmocka_unit_test(transport),
        cmocka_unit_test(military),
        cmocka_unit_test(industry),
        cmocka_unit_test(service),
        cmocka_unit_test(any_number_will_do),
        cmocka_unit_test(conditions_with_mistakes),
        cmocka_unit_test(other_mistakes_in_decks),
        cmocka_unit_test(forms_of_a_deck_file),
        cmocka_unit_test(a_deck_of_the_right_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
