/* Role files of Inside Job, doc/rules/inside-job.md, J9.5, and doc/roles.md: the shipped file, which roles
 * can be played, and mistakes in a file. */
#include "games/inside_job/internal.h"
#include "tests/rules/inside_job_roles.h"

/* ---- the shipped file -------------------------------------------------------------------- */

static void the_printed_roles(void **unused) { /* J9.5, J9.W to J9.N */
    static const ij_role printed[] = {
        {"agent", 0, IJ_AGENTS, IJ_SIDE, 0, {0}, 0},
        {"insider", IJ_FREE | IJ_WINS, IJ_INSIDERS, IJ_SIDE, 0, {0}, 0},
        {"wired", IJ_OPEN | IJ_MOST, IJ_AGENTS, IJ_SIDE, 1, {0}, 0},
        {"paranoid", IJ_TWO_VOTES, IJ_AGENTS, IJ_SIDE, 0, {0}, 0},
        {"daredevil", IJ_RISKY | IJ_WINS, IJ_AGENTS, IJ_SIDE, 0, {0}, 0},
        {"decoy", 0, IJ_NOBODY, IJ_VOTES, 0, {0}, 0},
        {"accomplice", IJ_OPEN | IJ_NO_INTEL | IJ_NO_VOTE, IJ_NOBODY, IJ_PARTNER_WINS, 0, {0}, 0},
        {"shady", IJ_TAKES | IJ_QUIET, IJ_NOBODY, IJ_RIGHT_LOSES, 0, {0}, 0},
        {"sleeper", IJ_TURNS | IJ_QUIET, IJ_AGENTS, IJ_SIDE, 0, {0}, 0},
        {"professor-no", IJ_FREE | IJ_LOSES | IJ_HUNTER | IJ_LIMIT, IJ_INSIDERS, IJ_SIDE, 0, {4, 3}, 0},
    };
    (void)unused;
    start(g, 4, "");
    assert_int_equal(in_the_box()->n_roles, sizeof printed / sizeof *printed);
    for (int i = 0; i < in_the_box()->n_roles; i++)
        if (memcmp(&in_the_box()->role[i], &printed[i], sizeof *printed)) fail_msg("%s", printed[i].name);
}

/* A copy of a printed role under another name is the same role. */
static void a_copy_of_a_printed_role(void **unused) { /* J9.5 */
    (void)unused;
    for (int i = 2; i < 10; i++) {
        fault why;
        char own[256] = ROLE_COLUMNS;
        static const char *const sides[] = {"neutral", "agents", "insider"};
        static const char *const goals[] = {"side", "votes", "partner", "right"};
        start(g, 4, "");
        ij_role r = in_the_box()->role[i];
        text t = text_on(own + strlen(own), sizeof own - strlen(own));
        text_put(&t, "copy,");
        text_put(&t, sides[r.side]);
        text_char(&t, ',');
        text_put(&t, goals[r.goal]);
        text_char(&t, ',');
        bool first = true;
        for (const ij_ability *a = inside_job_abilities; a->text; a++) {
            if (!(r.can & a->can)) continue;
            if (!first) text_char(&t, ' ');
            first = false;
            text_put(&t, a->can == IJ_MOST ? "most-1" : a->can == IJ_LIMIT ? "limit-4-3" : a->text);
        }
        if (!open_roles(4, "roles=copy", own, &why)) fail_msg("%s: %s", own, why.say);
        assert_string_equal(in_the_box()->role[10].name, "copy");
        memcpy(r.name, in_the_box()->role[10].name, sizeof r.name);
        assert_memory_equal(&in_the_box()->role[10], &r, sizeof r);
    }
}

/* ---- which roles can be played ---------------------------------------------------------------- */

static const char many[] = ROLE_COLUMNS "fiend,insider,side,reveal-wins\nhound,insider,side,reveal-loses\n"
                                        "herald,agents,side,open\nfan,agents,partner,open\n"
                                        "envy,neutral,right,\nmole,agents,side,\n";

static void cannot_be_played(int seats, const char *settings, const char *say, const char *with) {
    fault why;
    if (open_roles(seats, settings, many, &why)) fail_msg("%s: opens", settings);
    if (strcmp(why.say, say)) fail_msg("%s: %s, not %s", settings, why.say, say);
    assert_string_equal(why.with[0], with);
    assert_null(why.file);
    assert_int_equal(why.line, 0);
    assert_int_equal(why.column, 0);
}

static void can_be_played(int seats, const char *settings) {
    fault why;
    if (!open_roles(seats, settings, many, &why)) fail_msg("%s: %s %s", settings, why.say, why.with[0]);
}

static void which_roles_can_be_played(void **unused) { /* J9.1, J9.2, J9.5, J9.7 */
    (void)unused;
    can_be_played(4, "roles=none");
    cannot_be_played(4, "roles=mle", "inside-job.roles.unknown", "mle");
    cannot_be_played(4, "roles=mole,x", "inside-job.roles.unknown", "x");
    cannot_be_played(4, "roles=mole,", "inside-job.roles.unknown", "");
    cannot_be_played(4, "roles=none,mole", "inside-job.roles.unknown", "none");
    cannot_be_played(4, "roles=agent", "inside-job.roles.plain", "agent");
    cannot_be_played(4, "roles=mole,insider", "inside-job.roles.plain", "insider");
    cannot_be_played(4, "roles=mole,mole", "inside-job.roles.again", "mole");
    cannot_be_played(3, "roles=mole", "inside-job.roles.players", "");
    cannot_be_played(2, "roles=mole", "inside-job.roles.players", "");
    can_be_played(2, "roles=none");
    can_be_played(3, "roles=none");
    can_be_played(4, "roles=mole,envy");
    cannot_be_played(4, "roles=mole,envy,sleeper", "inside-job.roles.two", ""); /* at most two */
    cannot_be_played(4, "roles=mole,envy,fiend", "inside-job.roles.two", "");   /* a traitor counts */
    can_be_played(4, "roles=mole,envy,sleeper more-roles=on");
    cannot_be_played(4, "roles=mole,envy,sleeper,paranoid more-roles=on", "inside-job.roles.too-many", "3");
    can_be_played(4, "roles=mole,envy,sleeper,fiend more-roles=on"); /* besides the traitor */
    can_be_played(5, "roles=mole,envy,sleeper,paranoid,hound more-roles=on");
    cannot_be_played(5, "roles=mole,envy,sleeper,paranoid,daredevil more-roles=on",
                     "inside-job.roles.too-many", "4");
    cannot_be_played(4, "roles=fiend,hound", "inside-job.roles.traitors", "");
    cannot_be_played(4, "roles=fiend,professor-no", "inside-job.roles.traitors", "");
    cannot_be_played(4, "roles=herald,fan", "inside-job.roles.open", "");
    cannot_be_played(4, "roles=herald,wired", "inside-job.roles.open", "");
    cannot_be_played(4, "roles=envy,decoy", "inside-job.roles.neutral", "");
    cannot_be_played(4, "roles=envy,accomplice", "inside-job.roles.neutral", "");
    cannot_be_played(5, "roles=envy,mole,sleeper,shady more-roles=on", "inside-job.roles.neutral", "");
    can_be_played(5, "roles=herald,envy,fiend more-roles=on");
    for (int seat = 0; seat < 4; seat++) {
        char settings[64];
        snprintf(settings, sizeof settings, "roles=herald given=herald:%d", seat);
        can_be_played(4, settings);
    }
    cannot_be_played(4, "roles=herald given=herald:4", "inside-job.roles.given",
                     "herald:5"); /* people count from 1 */
    cannot_be_played(4, "roles=herald given=herald", "inside-job.roles.given", "herald");
    cannot_be_played(4, "roles=herald given=herald:", "inside-job.roles.given", "herald:");
    cannot_be_played(4, "roles=herald given=herald:x", "inside-job.roles.given", "herald:x");
    cannot_be_played(4, "roles=mole given=mole:1", "inside-job.roles.given", "mole:2"); /* hidden */
    cannot_be_played(4, "roles=mole given=herald:1", "inside-job.roles.given", "herald:2");
    cannot_be_played(4, "roles=mole given=nobody:1", "inside-job.roles.given", "nobody:2");
}

static void the_cards_that_are_dealt(void **unused) { /* J9.1 */
    fault why;
    (void)unused;
    assert_true(open_roles(5, "roles=fiend,envy", many, &why));
    play("dealer lead 0");
    assert_int_equal(chances(), 5);
    can(GM_DEALER, "role 0 agent, role 0 fiend, role 0 envy"); /* no Insider besides another traitor */
    for (uint32_t x = 0; x < 5; x++)                           /* three Agents */
        assert_int_equal(GM_B(g->deal(the.box, the.st, x)), x < 3 ? 0 : x == 3 ? 10 : 14);
    assert_true(open_roles(4, "roles=mole,envy,sleeper,fiend more-roles=on", many, &why));
    play("dealer lead 0");
    can(GM_DEALER, "role 0 sleeper, role 0 fiend, role 0 envy, role 0 mole");
}

/* ---- mistakes in a file ------------------------------------------------------------------------- */

static void bad_file(const char *own, const char *say, int line, int column, const char *a, const char *b) {
    fault why;
    for (int seats = 2; seats <= 5; seats++) { /* also where no special role is played */
        if (open_roles(seats, "", own, &why)) fail_msg("%s: is read", own);
        if (strcmp(why.say, say)) fail_msg("%s: %s, not %s", own, why.say, say);
        assert_string_equal(why.file, "roles.csv");
        if (why.line != line || why.column != column) fail_msg("%s: %d:%d", own, why.line, why.column);
        assert_string_equal(why.with[0], a);
        assert_string_equal(why.with[1], b);
    }
}

/* The third line of a file is wrong; the one before is good. */
static void bad_row(const char *row, const char *say, int column, const char *a, const char *b) {
    char own[512];
    snprintf(own, sizeof own, ROLE_COLUMNS "mole,agents,side,\n%s\n", row);
    bad_file(own, say, 3, column, a, b);
}

static void good_row(const char *row) {
    fault why;
    char own[512];
    snprintf(own, sizeof own, ROLE_COLUMNS "%s\n", row);
    if (!open_roles(4, "", own, &why)) fail_msg("%s: %s %s %s", row, why.say, why.with[0], why.with[1]);
}

static void bad_names(void **unused) { /* J9.5 */
    static const char name[] = "inside-job.roles.name", twice[] = "inside-job.roles.twice";
    (void)unused;
    bad_row(",agents,side,", "csv.empty", 1, "", "");
    bad_row("Mole,agents,side,", name, 1, "Mole", "");
    bad_row("1mole,agents,side,", name, 1, "1mole", "");
    bad_row("-mole,agents,side,", name, 1, "-mole", "");
    bad_row("a mole,agents,side,", name, 1, "a mole", "");
    bad_row("mole_2,agents,side,", name, 1, "mole_2", "");
    bad_row("kr\xC4\x99t,agents,side,", name, 1, "kr\xC4\x99t", "");
    bad_row("none,agents,side,", twice, 1, "none", "");
    bad_row("a23456789012345-,agents,side,", name, 1, "a23456789012345-", "");
    good_row("a2345678901234-,agents,side,"); /* 15 letters */
    good_row("x,agents,side,");
    bad_row("mole,agents,side,", twice, 1, "mole", "");
    bad_row("insider,agents,side,", twice, 1, "insider", "");
    bad_row("professor-no,agents,side,", twice, 1, "professor-no", "");
    bad_row("bad-company,agents,side,", twice, 1, "bad-company", ""); /* the name of a pair */
    bad_file("abilities,goal,side,role\n,side,agents,x\n,side,agents,x\n", twice, 3, 14, "x", "");
}

static void bad_sides_and_goals(void **unused) { /* J9.5 */
    static const char side[] = "inside-job.roles.side", goal[] = "inside-job.roles.goal",
                      bars[] = "inside-job.roles.bars", needs[] = "inside-job.roles.needs";
    (void)unused;
    bad_row("x,agent,side,", side, 3, "agent", "");
    bad_row("x,,side,", "csv.empty", 3, "", "");
    bad_row("x,insiders,side,", side, 3, "insiders", "");
    bad_row("x,agents,vote,", goal, 10, "vote", "");
    bad_row("x,agents,,", "csv.empty", 10, "", "");
    bad_row("x,neutral,side,", bars, 11, "side", "neutral");
    bad_row("x,insider,votes,reveal-wins", bars, 11, "votes", "insider");
    bad_row("x,insider,partner,reveal-wins", bars, 11, "partner", "insider");
    bad_row("x,insider,right,reveal-wins", bars, 11, "right", "insider");
    bad_row("x,agents,partner,", needs, 18, "partner", "open");
    bad_row("x,neutral,partner,free quiet", needs, 19, "partner", "open");
    bad_row("x,insider,side,free", needs, 16, "insider", "reveal-wins / reveal-loses");
    good_row("x,neutral,votes,");
    good_row("x,neutral,right,");
    good_row("x,neutral,partner,open");
    good_row("x,agents,votes,");
    good_row("x,agents,right,");
    good_row("x,agents,partner,open");
    good_row("x,insider,side,reveal-wins");
    good_row("x,insider,side,reveal-loses");
}

static void bad_abilities(void **unused) { /* J9.5 */
    static const char say[] = "inside-job.roles.ability";
    (void)unused;
    bad_row("x,agents,side,fre", say, 15, "fre", "");
    bad_row("x,agents,side,Free", say, 15, "Free", "");
    bad_row("x,agents,side,free fly", say, 20, "fly", "");
    bad_row("x,agents,side,free quiet free", say, 26, "free", ""); /* twice */
    bad_row("x,agents,side,open most-2 most-3", say, 27, "most-3", "");
    bad_row("x,agents,side,free  quiet", say, 20, "", ""); /* one blank between them */
    bad_row("x,agents,side, free", say, 15, "", "");
    bad_row("x,agents,side,quiet free ", say, 21, "free", "");
    bad_row("x,agents,side,free;quiet", say, 15, "free;quiet", "");
    bad_row("x,agents,side,open most-N", say, 20, "most-N", ""); /* numbers, of one digit */
    bad_row("x,agents,side,open most-0", say, 20, "most-0", "");
    bad_row("x,agents,side,open most-10", say, 20, "most-10", "");
    bad_row("x,agents,side,open most-", say, 20, "most-", "");
    good_row("x,agents,side,open most-1");
    good_row("x,agents,side,open most-9");
    bad_row("x,insider,side,reveal-wins limit-A-B", say, 28, "limit-A-B", "");
    bad_row("x,insider,side,reveal-wins limit-1-3", say, 28, "limit-1-3", "");
    bad_row("x,insider,side,reveal-wins limit-4-1", say, 28, "limit-4-1", "");
    bad_row("x,insider,side,reveal-wins limit-4", say, 28, "limit-4", "");
    bad_row("x,insider,side,reveal-wins limit-4-10", say, 28, "limit-4-10", "");
    bad_row("x,insider,side,reveal-wins limit-4.3", say, 28, "limit-4.3", "");
    bad_row("x,insider,side,reveal-wins limit-2-2 limit-2-3", say, 38, "limit-2-3", "");
    good_row("x,insider,side,reveal-wins limit-2-9");
    good_row("x,insider,side,limit-9-2 reveal-wins"); /* in any order */
}

static void abilities_that_do_not_go_together(void **unused) { /* J9.5 */
    static const char bars[] = "inside-job.roles.bars", needs[] = "inside-job.roles.needs";
    (void)unused;
    bad_row("x,agents,side,open reveal-wins", bars, 15, "open", "reveal-wins");
    bad_row("x,agents,right,open reveal-takes", bars, 16, "open", "reveal-takes");
    bad_row("x,agents,side,open reveal-turns", bars, 15, "open", "reveal-turns");
    bad_row("x,insider,side,open reveal-loses", bars, 16, "open", "reveal-loses");
    bad_row("x,agents,side,no-vote", needs, 15, "no-vote", "open");
    bad_row("x,agents,side,open no-vote two-votes", bars, 15, "no-vote", "two-votes");
    bad_row("x,agents,side,no-intel", needs, 15, "no-intel", "open");
    bad_row("x,agents,side,open no-intel most-2", bars, 15, "no-intel", "most-N");
    bad_row("x,agents,side,most-2", needs, 15, "most-N", "open");
    bad_row("x,agents,side,reveal-wins reveal-turns", bars, 15, "reveal-wins", "reveal-turns");
    bad_row("x,agents,side,reveal-wins reveal-takes", bars, 15, "reveal-wins", "reveal-takes");
    bad_row("x,insider,side,reveal-wins reveal-loses", bars, 16, "reveal-wins", "reveal-loses");
    bad_row("x,insider,side,reveal-loses reveal-takes", bars, 16, "reveal-loses", "reveal-takes");
    bad_row("x,insider,side,reveal-loses reveal-turns", bars, 16, "reveal-loses", "reveal-turns");
    bad_row("x,agents,side,reveal-turns reveal-takes", bars, 15, "reveal-turns", "reveal-takes");
    bad_row("x,agents,right,reveal-turns", bars, 16, "reveal-turns", "right");
    bad_row("x,agents,votes,reveal-turns", bars, 16, "reveal-turns", "votes");
    bad_row("x,neutral,votes,reveal-wins", bars, 17, "reveal-wins", "neutral");
    bad_row("x,agents,side,reveal-loses", bars, 15, "reveal-loses", "agents");
    bad_row("x,neutral,right,reveal-loses", bars, 17, "reveal-loses", "neutral");
    bad_row("x,neutral,right,reveal-turns", bars, 17, "reveal-turns", "right");
    bad_row("x,agents,side,hunter", bars, 15, "hunter", "agents");
    bad_row("x,neutral,right,hunter", bars, 17, "hunter", "neutral");
    bad_row("x,agents,side,limit-3-3", bars, 15, "limit-A-B", "agents");
    bad_row("x,neutral,right,limit-3-3", bars, 17, "limit-A-B", "neutral");
    good_row("x,agents,side,free open risky two-votes quiet no-intel");
    good_row("x,neutral,partner,free open risky quiet no-vote most-3");
    good_row("x,neutral,right,free risky two-votes quiet reveal-takes");
    good_row("x,agents,side,free risky two-votes quiet reveal-wins");
    good_row("x,agents,side,free risky two-votes quiet reveal-turns");
    good_row("x,agents,votes,reveal-takes");
    good_row("x,insider,side,free risky two-votes quiet reveal-wins hunter limit-3-3");
    good_row("x,insider,side,free risky two-votes quiet reveal-loses hunter limit-3-3");
}

static void at_most_sixteen(void **unused) { /* J9.5 */
    char own[512] = ROLE_COLUMNS;
    fault why;
    (void)unused;
    for (int i = 0; i < 6; i++) {
        size_t n = strlen(own);
        snprintf(own + n, sizeof own - n, "role-%d,agents,side,\n", i);
    }
    assert_true(open_roles(4, "roles=role-5", own, &why)); /* ten printed ones and six */
    assert_int_equal(in_the_box()->n_roles, 16);
    play("dealer lead 0");
    can(GM_DEALER, "role 0 agent, role 0 insider, role 0 role-5");
    strcat(own, "one-more,agents,side,\n");
    bad_file(own, "inside-job.roles.many", 8, 1, "16", "");
}

static void the_form_of_the_file(void **unused) { /* J9.5 */
    fault why;
    gm_order order = {.seats = 4};
    (void)unused;
    assert_true(open_roles(4, "", ROLE_COLUMNS, &why)); /* a file without roles */
    assert_true(open_roles(4, "roles=x", "# ours\n\nabilities,role,goal,side\nopen,x,side,agents\n", &why));
    assert_int_equal(in_the_box()->role[10].can, IJ_OPEN);
    assert_int_equal(in_the_box()->role[10].side, IJ_AGENTS);
    bad_file(ROLE_COLUMNS "x,agents,side\n", "csv.fields", 2, 1, "3", "4");
    for (int i = 0; i < 2; i++) /* a game takes one role file */
        order.files[i] = (gm_file){"roles.csv", ROLE_COLUMNS, strlen(ROLE_COLUMNS)};
    assert_false(record_start(&the, g, &order, &why));
    assert_string_equal(why.say, "order.deck-twice");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_printed_roles),
        cmocka_unit_test(a_copy_of_a_printed_role),
        cmocka_unit_test(which_roles_can_be_played),
        cmocka_unit_test(the_cards_that_are_dealt),
        cmocka_unit_test(bad_names),
        cmocka_unit_test(bad_sides_and_goals),
        cmocka_unit_test(bad_abilities),
        cmocka_unit_test(abilities_that_do_not_go_together),
        cmocka_unit_test(at_most_sixteen),
        cmocka_unit_test(the_form_of_the_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
