/* The special roles of Inside Job, doc/rules/inside-job.md: who wins, J9.8, and all pairs of roles, J9.9. */
#include "tests/rules/inside_job_roles.h"

/* ---- J9.8: who wins, row by row and column by column ---- */

static void who_wins_with_the_agents(void **unused) { /* J9.8 */
    (void)unused;
    both("IWPD.", MISSIONS(2), "", "missions", "1234");
    both("NWPD.", MISSIONS(2), "", "missions", "1234");
    both("IUY..", MISSIONS(3), "", "missions", "134");
    both("NUY..", MISSIONS(3), "", "missions", "134");
    both("IUY..", MISSIONS(1), "", "missions", "34"); /* the Sleeper revealed by intel */
    both("NUY..", MISSIONS(1), "", "missions", "34");
    both("IUY..", "3-*", "2 0 0 0 0", "vote", "134"); /* however they win */
    both("IUD..", "2!", "", "dare", "1234");
    both("NUY..", "0!", "", "caught", "134");
}

static void who_wins_with_the_traitor(void **unused) { /* J9.8 */
    (void)unused;
    both("IWPD.", "0!", "", "intel", "0");
    both("NWPD.", "1-", "", "wire", "0");
    both("IUY..", "0!", "", "intel", "0");
    both("IUY..", "1!0!", "", "intel", "01");
    both("NUY..", "1!2!3!|1!2!3!4!", "", "hunt", "01");
    both("IUY..", EVEN, "2 0 1 1 1", "wrong-vote", "0");
    both("IUY..", EVEN, "2 0 0 2 3", "tie", "02"); /* the Decoy tied for most with the Insider */
    both("NUY..", "3-*", "1 2 0 -|2 2 0 - 0", "tie", "02");
    both("IUY..", EVEN, "2 3 3 2|2 3 3 2 1", "tie", "0"); /* tied with another player */
    both("IUY..", EVEN, "3 3 0 0|3 3 0 0 2", "tie", "0"); /* the Decoy not among them */
}

static void who_wins_with_the_decoy(void **unused) { /* J9.8 */
    (void)unused;
    both("IWYP.", "3-*", "2 2 0 02 2", "decoy", "2");
    both("IDY..", EVEN, "2 2 0 2 2", "decoy", "2");
    both("NPY..", "3-*", "2 02 1 - 2", "decoy", "2");
    both("IUY..", EVEN, "2 2 0 2 2", "decoy", "2");
    both("IUY..", "1-*", "2 - 0 2 2", "decoy", "2"); /* a revealed Sleeper */
}

static void then_the_accomplice_and_the_shady_character(void **unused) { /* J9.8 */
    (void)unused;
    both("IAP.. 2", MISSIONS(3), "", "missions", "1234");
    both("IAD.. 2", "0!", "", "intel", "0");
    both("IAU.. 2", MISSIONS(2), "", "missions", "34");
    both("IAU.. 2", "2!0!", "", "intel", "012");
    both("NA... 0", "0!", "", "caught", "234");
    both("IUS..", MISSIONS(1), "", "missions", "234");
    both("IUS..", MISSIONS(3), "", "missions", "134");
    both("IUS..", "1!0!", "", "intel", "01");
    both("IUS..", "0!", "", "intel", "02");
    both("NS...", "0!", "", "caught", "1234");
}

/* ---- J9.9: the pairs ----
 *
 * Games that both roles of the pair decide. */

static const struct {
    const char *pair, *roles, *plan, *refused, *ballots, *cause, *winners;
} games[] = {
    /* The revealed Paranoid gives both to one, but the Wired Agent is cleared. */
    {"W+P", "IPW..", "1-*", "1 ballot 0 2:J6.2", "3 00 3 0|3 00 4 0 3", "vote", "1234"},
    /* The Wired Agent cannot raise for a risky mission; the last player of the next trick can. */
    {"W+D", "IDW..", "1+++3+++0^3^|1++4+3++0^3^", "", "", "missions", "1234"},
    /* The Wired Agent votes for the Decoy, who cannot vote back. */
    {"W+Y", "IYW..", "3-*", "1 vote 2:J6.2", "1 0 1 0 1", "tie|decoy", "01|1"},
    /* The Shady Character takes the only token; then one trick is free, ... */
    {"W+S", "IWS..", "2!1--", "", "", "wire", "02"},
    {"W+S", "IWS..", "2!1-r3", "", "", "wire", "02"}, /* ... without raised tokens. */
    /* The second token decides; the Sleeper wins if already revealed. */
    {"W+U", "IWU..", "2!1-", "", "", "wire", "02"},
    {"W+U", "IWU..", "1-", "", "", "wire", "0"},
    {"W+N", "NW...", "2!1-", "", "", "wire", "0"},
    {"W+N", "NW...", "2!3!|2!3!4!", "", "", "hunt", "0"}, /* the Wired Agent was revealed at the start */
    /* The revealed Paranoid could not raise for the last mission, but has two votes for it. */
    {"P+D", "IPD..", "1++++2++1^1-*|1+++2++1^1-*", "", "3 00 3 0|3 00 4 0 3", "vote", "1234"},
    /* The two votes make the tie of Decoy and Insider. */
    {"P+Y", "IPY..", EVEN, "", "2 02 0 1 3", "tie", "02"},
    /* The Accomplice keeps the Paranoid from being revealed, and from giving both to one. */
    {"P+A", "IPA.. 1", "1---2-1-2-*|1--2-1-2-*", "1 ballot 0 0:J9.P", "1 03 - 0 0", "vote", "1234"},
    /* The Paranoid gives a token and remains revealed. */
    {"P+S", "IPS..", "1!2!2-*", "2 vote 0:J6.5", "3 00 - 0 3", "vote", "134"},
    /* Nobody may vote for a revealed Sleeper: the Paranoid has to make a tie. */
    {"P+U", "IPU..", "2-*", "1 ballot 0 2:J6.2", "3 03 - 0 1", "tie", "02"},
    /* A revealed Paranoid has no vote; one who is hidden has two. */
    {"P+N", "NP...", "1-*", "1 ballot 0 0:J6.5", "2 - 0 0 0", "vote", "1234"},
    {"P+N", "NP...", "2-*", "2 vote 0:J6.5", "3 03 - 0 1", "tie", "0"},
    /* A revealed Decoy plays on, and the Daredevil's reveal is not the Decoy's win. */
    {"D+Y", "IYD..", "1!2!", "", "", "dare", "234"},
    /* The Accomplice's trick puts the Daredevil's reveal off; then both win. */
    {"D+A", "IDA.. 1", "1---2-1--|1--2-1--", "", "", "dare", "1234"},
    /* On the Daredevil's reveal the Shady Character wins if the Insider is to the right. */
    {"D+S", "ISD..", "2!", "", "", "dare", "1234"},
    {"D+S", ".SDI.", "2!", "", "", "dare", "024"},
    /* A revealed Sleeper loses on it. */
    {"D+U", "IUD..", "1!2!", "", "", "dare", "234"},
    {"D+U", "IUD..", "2!", "", "", "dare", "1234"},
    /* The Daredevil's reveal wins, unless nobody else is left. */
    {"D+N", "ND...", "2!1!", "", "", "dare", "1234"},
    {"D+N", "ND...", "2!3!1!|2!3!4!1!", "", "", "hunt", "0"},
    /* A tie of Decoy and Insider also wins for a revealed Sleeper. */
    {"Y+U", "IYU..", "2-*", "2 vote 0:J6.5", "3 0 - 1|1 0 - 0 1", "tie", "012"},
    /* Tied with Professor No, both win. */
    {"Y+N", "NY...", "2-*", "2 vote 0:J6.5", "3 0 - 1|1 0 - 0 1", "tie", "01"},
    /* The Accomplice puts the Sleeper's reveal off.  Both win, with either side. */
    {"A+U", "IUA.. 1", "1---2-1--2-*|1--2-1--2-*", "1 vote 0:J6.5", "3 - - 0|3 - - 4 0", "tie", "012"},
    {"A+U", "IUA.. 1", "1---2-1-2-*|1--2-1-2-*", "2 vote 0:J6.5", "3 0 - 0 0", "vote", "1234"},
    /* The Accomplice's trick keeps Professor No hidden.  Both win, or both lose. */
    {"A+N", "NA... 0", "0--1-0-2!3!|0-1-0-2!3!4!", "", "", "hunt", "01"},
    {"A+N", "NA... 0", "0!", "", "", "caught", "234"},
    /* A revealed Sleeper loses with the Insider, also with fewer tokens; a hidden one wins. */
    {"S+U", "IUS..", "1++++2-+++|1+++2+++", "", "", "missions", "234"},
    {"S+U", "IUS..", "1+++2++3++|1++2++3++", "", "", "missions", "134"},
    /* The Shady Character has to take a token from Professor No, and wins with Professor No on the left, but
     * not with Professor No on the right. */
    {"S+N", "NS...", "1!0----|1!0---", "", "", "caught", "1234"},
    {"S+N", ".SN..", "0!1!3!|0!1!3!4!", "", "", "hunt", "12"},
    {"S+N", "NS...", "1!2!3!|1!2!3!4!", "", "", "hunt", "0"},
    /* A revealed Sleeper is on Professor No's side, without a vote. */
    {"U+N", "NU...", "1-*", "1 vote 2:J6.5", "2 - 3 2 2", "wrong-vote", "01"},
    {"U+N", "NU...", "1!2!3!|1!2!3!4!", "", "", "hunt", "01"},
    {"U+N", "NU...", "1!0!", "", "", "caught", "234"},
};
enum { GAMES = sizeof games / sizeof *games, PAIRS = 24 };

typedef struct {
    char name[32], pair[4];
    int seats;
} pair_test;

static void a_pair(void **given) { /* J9.9 */
    const pair_test *p = *given;
    for (int i = 0; i < GAMES; i++)
        if (!strcmp(games[i].pair, p->pair))
            game_refusing(p->seats, games[i].roles, games[i].plan, games[i].refused, games[i].ballots,
                          games[i].cause, games[i].winners);
}

/* A test for each pair and number of players.  Returns how many, or more than there is room for. */
static int tests_of_pairs(pair_test tests[2 * PAIRS]) {
    int n = 0;
    for (int i = 0; i < GAMES; i++)
        for (int seats = 4; seats <= 5 && (!i || strcmp(games[i].pair, games[i - 1].pair)); seats++) {
            if (n == 2 * PAIRS) return n + 1;
            snprintf(tests[n].name, sizeof tests->name, "%s, %d players", games[i].pair, seats);
            snprintf(tests[n].pair, sizeof tests->pair, "%s", games[i].pair);
            tests[n++].seats = seats;
        }
    return n;
}

static void every_allowed_pair_has_a_test(void **unused) { /* J9.9 */
    static const char letters[] = "WPDYASUN";
    int allowed = 0;
    (void)unused;
    for (int a = 0; a < 8; a++)
        for (int b = a + 1; b < 8; b++) {
            char settings[64];
            int tested = 0;
            fault why;
            snprintf(settings, sizeof settings, "roles=%s,%s", role_name(letters[a]), role_name(letters[b]));
            for (int i = 0; i < GAMES; i++)
                if (games[i].pair[0] == letters[a] && games[i].pair[2] == letters[b]) {
                    tested = 1;
                    assert_non_null(strchr(games[i].roles, letters[a])); /* both are in its games */
                    assert_non_null(strchr(games[i].roles, letters[b]));
                }
            for (int seats = 4; seats <= 5; seats++)
                assert_int_equal(open_with(g, seats, settings, NULL, &why), tested);
            allowed += tested;
        }
    assert_int_equal(allowed, PAIRS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_wins_with_the_agents),
        cmocka_unit_test(who_wins_with_the_traitor),
        cmocka_unit_test(who_wins_with_the_decoy),
        cmocka_unit_test(then_the_accomplice_and_the_shady_character),
        cmocka_unit_test(every_allowed_pair_has_a_test),
    };
    static pair_test pairs[2 * PAIRS];
    struct CMUnitTest of_pairs[2 * PAIRS];
    int n = tests_of_pairs(pairs);
    if (n != 2 * PAIRS) return 1;
    for (int i = 0; i < n; i++)
        of_pairs[i] = (struct CMUnitTest){pairs[i].name, a_pair, NULL, NULL, &pairs[i]};
    int failed = cmocka_run_group_tests_name("special roles", tests, NULL, NULL);
    return failed + cmocka_run_group_tests_name("pairs of roles", of_pairs, NULL, NULL);
}
