/* The previews of The Agents: what a move would bring. */
#include "tests/rules/agents.h"

/* The sentences of a move's preview: "best 3 1 seat 1 0 0 agent 2; ...".  The numbers are what the mover
 * would score then and would score now, and the same for another seat; the last words are the card that the
 * move is about.  Of a move that wins or loses the game only those last words are shown. */
static void shows(const char *line, const char *preview) {
    char found[512] = "";
    gm_move m;
    gm_seat who = read_line(with_back(line), &m);
    assert_null(g->why_not(the.box, the.st, who, m));
    gm_lines l = *previewed(who, m);
    for (int i = 0; i < l.n; i++) {
        const char *say = l.line[i].say + strlen("agents.preview");
        gm_line about = {l.line[i].say, {l.line[i].arg[5]}};
        bool over = !strcmp(say, ".wins") || !strcmp(say, ".loses");
        if (!strcmp(say, ".same")) say = ""; /* the numbers say that */
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s%s%s", i ? "; " : "",
                 say + (*say == '.'), *say ? " " : "", args_of(over ? &about : &l.line[i]));
    }
    if (strcmp(found, preview)) fail_msg("%s: %s, not %s", line, found, preview);
}

static void previews_of_own_and_others_choices(void **unused) { /* A4.1, A6.1, A6.3 */
    (void)unused;
    begin(2, "goal=99", INERT " ww|" INERT " bb|turn front ww|" INERT " ww|dismiss front ww|3*" INERT " ww",
          "agents=2 5|2*" NEVER);
    deal_out(0, "1 2 3 1|4 5 6 2");
    shows("0 play 1 left-only-pts", "0 0 seat 1 0 0 agent 1");
    go("0 play 1 left-only-pts");
    shows("0 play 2 left-left-pts", "1 0 seat 1 0 0 agent 2"); /* of two colours */
    shows("0 play 2 left-left-cmd", "0 0 seat 1 0 0 agent 2");
    shows("0 play 3 left-left-pts", "theirs 0 0 seat 1 0 0 agent 3"); /* only one can be turned */
    shows("0 play 3 left-left-cmd", "best 0 0 seat 1 2 0 agent 3");   /* and it opens an arrow */
    shows("0 lay 1 left", "0 0 seat 1 0 0 situation 1");
    shows("0 buy agent", "-1 0 seat 1 0 0 goods agent"); /* the price counts */
    shows("0 buy situation", "-3 0 seat 1 0 0 goods situation");
    shows("0 replace 1", "0 0 seat 1 0 0 situation 1");
    go("0 play 2 left-left-pts");
    shows("0 end", "end 1 6"); /* the score, and the points after it */
    shows("0 lay 1 left", "6 1 seat 1 0 0 situation 1");
    go("0 lay 1 left");
    shows("0 lay 1 hand", "1 6 seat 1 0 0 situation 1");
    shows("0 end", "end 6 11");
    go("0 end");
    points_are("11 5");
    shows("1 play 5 right-left-cmd", "best 0 0 seat 0 6 6 agent 5"); /* dismisses 1, not 2 */
    shows("1 play 5 right-left-pts", "theirs 0 0 seat 0 5 6 agent 5");
    shows("1 play 4 right-left-cmd", "0 0 seat 0 3 6 agent 4"); /* three agents: the situation is gone */
    shows("1 buy agent", "-1 0 seat 0 6 6 goods agent");
    go("1 play 5 right-left-cmd");
    shows("1 dismiss 2", "0 0 seat 0 7 3 agent 2"); /* a preview of the choice itself */
    shows("1 dismiss 1", "0 0 seat 0 6 3 agent 1");
    go("1 dismiss 1; 1 buy agent");
    draw("7");
    shows("1 end", "end 0 4");
}

static void previews_of_special_agents(void **unused) { /* A4.2 */
    (void)unused;
    begin(4, "goal=99", "rob 2 *3|draw 1 *2|neutralise any *4|10*" INERT " ww", IDLE_4);
    deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3|10 11 12 4");
    shows("0 send 1 1-scores", "2 0 seat 1 1 0 agent 1"); /* seat 1 is affected */
    shows("0 send 1 1-acts", "1 0 seat 1 2 0 agent 1");
    shows("0 send 1 3-scores", "2 0 seat 3 1 0 agent 1");
    shows("0 send 1 2-scores", "2 0 seat 2 1 0 agent 1"); /* across the table, too */
    shows("0 send 2 1-scores", "0 0 seat 1 2 0 agent 2"); /* before the card is drawn */
    for (int q = 1; q < 4; q++) { /* nobody is affected, so it names the seat that it is sent to */
        char line[32], preview[32];
        snprintf(line, sizeof line, "0 send 2 %d-acts", q);
        snprintf(preview, sizeof preview, "2 0 seat %d 0 0 agent 2", q);
        shows(line, preview);
    }
    in_turn("1 play 4 right-only-cmd; 1 play 5 right-left-cmd"); /* two whites towards seat 0 */
    while (now()->turn)
        finish_turn();
    shows("0 send 3 1-scores", "best 0 2 seat 1 4 0 agent 3");
    shows("0 send 3 1-acts", "theirs 4 2 seat 1 0 0 agent 3");
    shows("0 send 3 3-scores", "best 0 2 seat 3 4 0 agent 3");
    shows("0 send 3 2-acts", "theirs 4 2 seat 2 0 0 agent 3");
    go("0 send 3 1-acts");
    shows("1 neutralise 4", "0 0 seat 0 4 6 agent 4");
}

/* If a move affects nobody else's score, its preview names the seat that it concerns. */
static void previews_of_what_touches_nobody(void **unused) { /* A2.2, A9.9 */
    (void)unused;
    begin(4, "goal=99", "pickpocket ww|12*" INERT " ww", IDLE_4);
    deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3|10 11 12 4");
    shows("0 play 2 left-only-cmd", "0 0 seat 1 0 0 agent 2"); /* the player opposite */
    shows("0 play 2 right-only-pts", "0 0 seat 3 0 0 agent 2");
    shows("0 buy agent", "-1 0 seat 1 0 0 goods agent"); /* or the player whose turn is next */
    go("0 play 1 left-only-cmd");
    for (int q = 1; q < 4; q++) { /* the player whose hand it is */
        char line[32], preview[32];
        snprintf(line, sizeof line, "0 pickpocket %d", q);
        snprintf(preview, sizeof preview, "0 0 seat %d 0 0 seat %d", q, q);
        shows(line, preview);
    }
    go("0 pickpocket 2; dealer take b7 7");
    finish_turn();
    shows("1 play 4 left-only-cmd", "0 0 seat 2 0 0 agent 4");
    shows("1 play 4 right-left-cmd", "0 0 seat 0 0 0 agent 4");
    finish_turn();
    finish_turn();
    shows("3 play 10 left-only-cmd", "0 0 seat 0 0 0 agent 10"); /* round the table */
    shows("3 play 10 right-only-cmd", "0 0 seat 2 0 0 agent 10");
    shows("3 buy agent", "-1 0 seat 0 0 0 goods agent");
}

static void previews_of_several_others(void **unused) { /* A9.10 */
    (void)unused;
    for (int points = 1; points < 4; points += 2) {
        char agents[64];
        snprintf(agents, sizeof agents, "burn situation *%d|11*" INERT " ww", points);
        begin(4, "goal=99", agents, "4*agents<=9 3");
        deal_out(1, "1 2 3 1|4 5 6 2|7 8 9 3|10 11 12 4");
        go("1 lay 2 left");
        finish_turn();
        go("2 lay 3 left");
        finish_turn();
        finish_turn();
        if (points == 3) { /* equally affected: the seat that it is sent to comes first */
            shows("0 send 1 2-scores", "best 0 0 seat 2 6 3 agent 1; best 0 0 seat 1 0 3 agent 1");
            shows("0 send 1 3-scores", "best 0 0 seat 3 3 0 agent 1; best 0 0 seat 1 0 3 agent 1");
            continue;
        }
        shows(
            "0 send 1 2-scores",
            "best 0 0 seat 1 0 3 agent 1; best 0 0 seat 2 4 3 agent 1"); /* the most affected seat comes first */
        shows("0 send 1 1-scores", "best 0 0 seat 1 1 3 agent 1");
        go("0 send 1 2-scores");
        shows("0 burn 2", "0 0 seat 1 0 3 situation 2");
        shows("0 burn 3", "0 0 seat 2 1 4 situation 3");
    }
}

static void previews_of_robbing_and_repeating(void **unused) { /* A4.3, A9.8 */
    (void)unused;
    begin(2, "goal=99", "rob 2 ww|" INERT " ww|4*" INERT " ww", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    shows("0 play 1 left-only-cmd", "2 0 seat 1 -2 0 agent 1");
    shows("0 play 1 left-only-pts", "-2 0 seat 1 2 0 agent 1");
    go("0 play 1 left-only-cmd");
    shows("0 repeat 1", "2 0 seat 1 -2 0 agent 1");
    go("0 repeat 1");
    points_are("9 1");
    finish_turn();
    while (now()->turn)
        finish_turn();
    shows("0 repeat 1", "1 0 seat 1 -1 0 agent 1"); /* it takes what is there */
}

static void previews_of_a_briefing(void **unused) { /* A9.7 */
    (void)unused;
    begin(2, "goal=99", "brief ww|brief *2|4*" INERT " ww", "agents=1 5|" NEVER);
    deal_out(0, "1 2 3 2|4 5 6 1");
    shows("0 play 1 left-only-pts",
          "theirs 0 0 seat 1 0 0 agent 1"); /* seat 0 cannot see what seat 1 would replace */
    shows("0 play 1 left-only-cmd", "best 0 0 seat 1 0 0 agent 1");
    shows("0 send 2 1-acts", "theirs 2 0 seat 1 0 0 agent 2");
    finish_turn();
    go("1 lay 1 left; 1 play 4 left-only-cmd");
    shows("1 replace 1", "0 5 seat 0 0 0 situation 1");
    finish_turn();
    shows("0 play 1 left-only-pts", "theirs 0 0 seat 1 5 5 agent 1");
    go("0 play 1 left-only-pts");
    shows("1 brief 1", "0 5 seat 0 0 0 situation 1");
}

/* Moves that will end the game when something unseen has been drawn, taken or replaced. */
static void previews_of_winning_soon(void **unused) { /* A4.2, A7.1 */
    (void)unused;
    begin(2, "goal=6", "draw 1 *3|pickpocket *3|brief *3|6*" INERT " ww", IDLE_2);
    deal_out(0, "1 2 3 1|4 5 6 2");
    for (int card = 1; card <= 3; card++) {
        char line[32], told[32];
        snprintf(line, sizeof line, "0 send %d 1-acts", card);
        snprintf(told, sizeof told, "wins agent %d", card);
        shows(line, told);
        snprintf(line, sizeof line, "0 send %d 1-scores", card);
        snprintf(told, sizeof told, "loses agent %d", card);
        shows(line, told);
    }
}

/* Moves that end the game. */
static void previews_of_winning_and_losing(void **unused) { /* A7.1, A11.2 */
    (void)unused;
    for (int finish_round = 0; finish_round < 2; finish_round++) {
        begin(3, finish_round ? "goal=6 finish-round=on" : "goal=6",
              "rob 1 ww|neutralise any *1|rob 2 *0|neutralise any *0|8*" INERT " ww", IDLE_3);
        deal_out(0, "1 2 3 1|4 5 6 2|7 8 9 3");
        if (finish_round) { /* the round is played out */
            shows("0 play 1 left-only-cmd", "1 0 seat 1 -1 0 agent 1");
            shows("0 send 3 2-acts", "-2 0 seat 2 2 0 agent 3");
            go("0 play 1 left-only-cmd");
            shows("0 send 2 1-acts", "theirs 1 0 seat 1 0 0 agent 2");
            continue;
        }
        shows("0 play 1 left-only-cmd", "wins agent 1"); /* this reaches the goal exactly */
        shows("0 play 1 left-only-pts", "loses agent 1");
        shows("0 play 1 right-only-pts", "loses agent 1");
        shows("0 send 3 2-acts", "loses agent 3");
        shows("0 send 3 2-scores", "wins agent 3");
        shows("0 buy agent", "-1 0 seat 1 0 0 goods agent");
        go("0 buy agent");
        draw("10");
        shows("0 play 1 left-only-cmd", "1 0 seat 1 -1 0 agent 1"); /* one point is missing */
        shows("0 play 1 left-only-pts", "loses agent 1");
        go("0 play 1 left-only-cmd");
        finish_turn();
        points_are("5 4 5");
        finish_turn();
        finish_turn();
        shows("0 send 2 1-acts", "wins agent 2"); /* the game ends when the command has been performed */
        shows("0 send 2 1-scores", "best 0 0 seat 1 1 0 agent 2");
        shows("0 send 2 2-scores", "loses agent 2"); /* seat 2 has 5 */
        go("0 send 2 1-acts");
        shows("1 neutralise 1", "loses agent 1"); /* seat 0 gets the points for it */
        go("1 neutralise 1");
        phase_is("over");
        result(1, "6 4 5");
    }
}

static void previews_of_the_end(void **unused) { /* A6, A7.1, A11.2 */
    static const struct {
        const char *settings, *halves, *first, *then;
    } rows[] = {
        {"goal=6", "bw", "end 0 5", "end-wins 1 6"}, /* exactly the goal */
        {"goal=7", "bw", "end 0 5", "end 1 6"},
        {"goal=7", "ww", "end 0 5", "end-wins 2 7"},
        {"goal=6", "ww", "end 0 5", "end-wins 2 7"},
        {"goal=6 finish-round=on", "bw", "end 0 5", "end 1 6"}, /* who wins is still open */
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char agents[64];
        snprintf(agents, sizeof agents, "6*" INERT " %s", rows[i].halves);
        begin(2, rows[i].settings, agents, IDLE_2);
        deal_out(0, "1 2 3 1|4 5 6 2");
        go("0 play 1 left-only-pts");
        idle();
        shows("0 end", rows[i].first);
        go("0 end; 1 play 4 left-only-cmd");
        finish_turn();
        go("0 play 2 left-left-pts");
        idle();
        shows("0 end", rows[i].then);
        bool wins = strncmp(rows[i].then, "end-wins", 8) == 0;
        go("0 end");
        assert_int_equal(now()->phase == AG_P_OVER, wins);
    }
    begin(2, "hand=1 situations=0 points=0", "2*revive any *0|" INERT " ww", "");
    deal_out(0, "1|2");
    shows("0 forgo", ""); /* nothing needs to be said */
}

/* By how much a seat's points would have changed if its turn ended now, with the points of a special agent
 * whose command is still to be performed. */
static int gain_at_end(const ag_state *from, int seat) {
    ag_state s = *from;
    int pays = s.phase == AG_P_COMMAND && s.other == seat ? in_the_box()->agent[s.acting].points : 0;
    while (s.phase != AG_P_OVER && g->to_act(the.box, &s) == BIT(GM_DEALER))
        g->apply(the.box, &s, GM_DEALER, g->deal(the.box, &s, 0));
    s.phase = AG_P_TURN;
    s.turn = (uint8_t)seat;
    s.actions = 2;
    g->apply(the.box, &s, (gm_seat)seat, GM_MOVE(AG_M_END, 0, 0, 0));
    return s.points[seat] - now()->points[seat] + pays;
}

/* The performer picks what brings itself most, and then what brings the players at its fronts least. */
static void answer_well(ag_state *s) {
    gm_move m[GM_MAX_MOVES];
    ag_state best = *s;
    int who = s->performer, most = -10000, n = g->moves(the.box, s, (gm_seat)who, m);
    assert_true(n > 0);
    for (int i = 0; i < n; i++) {
        ag_state then = *s;
        g->apply(the.box, &then, (gm_seat)who, m[i]);
        int value = 4 * gain_at_end(&then, who);
        for (int side = 0; side < 2; side++)
            value -= gain_at_end(&then, ag_opposite(in_the_box(), ag_front(in_the_box(), who, side), who));
        if (value > most) most = value, best = then;
    }
    *s = best;
}

/* The seat that a move concerns: the one opposite, the one that it is sent to, or the one whose pocket is
 * picked; -1: none in particular. */
static int concerns(gm_seat who, const char *move) {
    int seats = in_the_box()->head.seats, card, q;
    char side[8];
    if (sscanf(move, "play %d %7[a-z]-", &card, side) == 2)
        return (who + (strcmp(side, "left") ? seats - 1 : 1)) % seats;
    return sscanf(move, "send %d %d-", &card, &q) == 2 || sscanf(move, "pickpocket %d", &q) == 1 ? q : -1;
}

static int seen_ends, seen_wins, seen_losses; /* so that none of them goes untested */

static void check_preview_of_end(gm_seat who, const gm_lines *l) {
    int score = gain_at_end(now(), who), all = now()->points[who] + score;
    bool wins = all >= in_the_box()->goal;
    assert_int_equal(l->n, 1);
    assert_string_equal(l->line[0].say, wins ? "agents.preview.end-wins" : "agents.preview.end");
    assert_int_equal(l->line[0].arg[0].n, score);
    assert_int_equal(l->line[0].arg[1].n, all);
    seen_ends += wins;
}

/* Does a special agent's command go on, and will its points be enough? */
static bool will_win(const ag_state *s) {
    return s->acting != GM_NONE && in_the_box()->agent[s->acting].special && s->phase != AG_P_TURN &&
           s->points[s->other] + in_the_box()->agent[s->acting].points >= in_the_box()->goal;
}

static void check_preview(gm_seat who, gm_move m) {
    ag_state s = *now();
    int seats = in_the_box()->head.seats;
    char move[GM_NOTATION_SIZE], about[GM_NOTATION_SIZE], found[GM_NOTATION_SIZE];
    text t = text_on(move, sizeof move);
    gm_write_move(&t, g, the.box, m);
    gm_lines l = *previewed(who, m);
    if (GM_KIND(m) == AG_M_END) {
        check_preview_of_end(who, &l);
        return;
    }
    if (GM_KIND(m) == AG_M_FORGO) {
        assert_int_equal(l.n, 0);
        return;
    }
    g->apply(the.box, &s, who, m);
    bool asked = s.phase == AG_P_COMMAND;
    gm_seat performer = asked ? s.performer : GM_NONE;
    bool unknown = asked && performer != who && in_the_box()->agent[s.acting].command == AG_BRIEF;
    if (asked && !unknown) answer_well(&s); /* a player does not know the situations of others */
    assert_in_range(l.n, 1, seats - 1);
    for (int i = 0; i < l.n; i++) { /* what it is about */
        t = text_on(found, sizeof found);
        gm_write_code(&t, g, the.box, l.line[i].arg[5].of, (int)l.line[i].arg[5].n);
        sscanf(move, "%*s %63s", about);
        assert_string_equal(found, about);
    }
    if (s.phase == AG_P_OVER) {
        bool wins = s.points[who] >= in_the_box()->goal;
        assert_int_equal(l.n, 1);
        assert_string_equal(l.line[0].say, wins ? "agents.preview.wins" : "agents.preview.loses");
        seen_wins += wins;
        seen_losses += !wins;
        return;
    }
    if (will_win(&s)) return; /* a card is yet to be drawn or taken, and then it is over */
    gm_seats told_of = 0;
    int last = 1 << 20, concerned = concerns(who, move);
    for (int i = 0; i < l.n; i++) {
        const gm_arg *a = l.line[i].arg;
        int q = (int)a[2].n, change = abs((int)(a[3].n - a[4].n));
        assert_string_equal(l.line[i].say,
                            asked ? performer == who ? "agents.preview.best" : "agents.preview.theirs"
                            : change || a[0].n != a[1].n ? "agents.preview"
                                                         : "agents.preview.same");
        assert_int_equal(a[0].n, gain_at_end(&s, who));
        assert_int_equal(a[1].n, gain_at_end(now(), who));
        assert_in_range(q, 0, seats - 1);
        assert_true(q != who && !(told_of & BIT(q)));
        assert_int_equal(a[3].n, gain_at_end(&s, q));
        assert_int_equal(a[4].n, gain_at_end(now(), q));
        assert_true(change <= last && (change || l.n == 1)); /* the most affected seat comes first */
        if (!change && concerned >= 0) assert_int_equal(q, concerned);
        if (change == last)
            assert_true(q != concerned); /* of seats affected alike the one that it concerns comes first */
        last = change;
        told_of |= (gm_seats)BIT(q);
    }
    for (int q = 0; q < seats; q++)
        if (q != who && !(told_of & BIT(q))) assert_int_equal(gain_at_end(&s, q), gain_at_end(now(), q));
}

static void previews_come_true(void **unused) { /* A6.1, A6.3, A4.2, A7.1 */
    static const char *const settings[] = {"goal=99", "goal=99 safe-houses=on", "goal=8"};
    rng r = {7};
    int checked = 0;
    (void)unused;
    seen_ends = seen_wins = seen_losses = 0;
    for (int i = 0; i < 32; i++) {
        start(g, 2 + i % 4, settings[i < 8 ? i / 4 : 2]);
        while (now()->phase != AG_P_OVER && the.match.n < 250) {
            gm_move m[GM_MAX_MOVES];
            gm_seat who = (gm_seat)bits_first(g->to_act(the.box, the.st));
            int n = g->moves(the.box, the.st, who, m);
            for (int k = 0; who != GM_DEALER && k < n; k++) {
                check_preview(who, m[k]);
                checked++;
            }
            gm_match_play(&the.match, who, m[rng_below(&r, (uint32_t)n)]);
        }
    }
    assert_true(checked > 5000);
    assert_true(seen_ends > 3 && seen_wins > 3 && seen_losses > 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(previews_of_own_and_others_choices),
        cmocka_unit_test(previews_of_special_agents),
        cmocka_unit_test(previews_of_what_touches_nobody),
        cmocka_unit_test(previews_of_several_others),
        cmocka_unit_test(previews_of_robbing_and_repeating),
        cmocka_unit_test(previews_of_a_briefing),
        cmocka_unit_test(previews_of_winning_soon),
        cmocka_unit_test(previews_of_winning_and_losing),
        cmocka_unit_test(previews_of_the_end),
        cmocka_unit_test(previews_come_true),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
