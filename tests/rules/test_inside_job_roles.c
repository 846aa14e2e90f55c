/* The special roles of Inside Job, J9 and what J5 and J6 say of them (doc/rules/inside-job.md).
 *
 * Map: a rigged table - whole games in a line - which roles are played - after the
 * trick - the vote - each role - who wins - the pairs. */
#include "games/inside_job/inside_job.h"
#include "tests/rules/script.h"
#include <stdlib.h>

extern const gm_game inside_job_game;
static const gm_game *const g = &inside_job_game;

static const ij_state *now(void) { return (const ij_state *)(const void *)the.st; }
static const ij_box *box(void) { return (const ij_box *)(const void *)the.box; }
static void phase_is(const char *phase) { sees(GM_SPECTATOR, "phase", phase); }
static gm_seats acting(void) { return g->to_act(the.box, the.st); }

/* ---- a rigged table ------------------------------------------------------------------
 *
 * Roles stand by seat, one letter each, that of the rule; I is the Insider, a dot an
 * Agent: "IW.P.".  After a space comes the Accomplice's partner: "IA... 0".
 *
 * Seats 0 to 3 have yellow, pink, green and blue cards only, so that the trump decides
 * who wins; the fifth seat has middle cards of all colours.  Seat 0 leads.  A plan says
 * who wins the tricks: a digit is the winner of those that follow,
 *   +    one that completes its mission
 *   -    one that does not
 *   ^    one with the risky mission `raised last`, in which the last player raises who may
 *   r2   seat 2 raised in the last one
 *   !    as many of - as reveal a player who has but the starting intel
 *   *    such as the last one, up to the end of the game
 *
 * What differs between four and five players stands in two parts: "four|five". */

static const struct {
    int tricks, need, limit, hunted; /* J1.2, J1.4, J1.5, J9.N */
} sizes[] = {{10, 7, 5, 4}, {9, 6, 4, 3}};

static struct {
    int winner, raisers, trump, fifth; /* fifth: the colour that the fifth seat plays */
    char kind;
} plan[IJ_TRICKS];
static int planned;

static const char *part(const char *s, int seats) {
    static char parts[4][256];
    static int i;
    const char *bar = strchr(s, '|');
    char *p = parts[i++ % 4];
    if (seats == 5 && bar)
        snprintf(p, sizeof *parts, "%s", bar + 1);
    else
        snprintf(p, sizeof *parts, "%.*s", (int)(bar ? bar - s : (int)strlen(s)), s);
    return p;
}

static void plan_tricks(int winner, char kind, int n) {
    for (int i = 0; i < n && planned < IJ_TRICKS; i++) {
        plan[planned].winner = winner;
        plan[planned].raisers = 0;
        plan[planned++].kind = kind;
    }
}

/* The trump is the winner's colour, and the fifth seat's that of the card that it has to
 * play: the led one, or else the one of which it has most. */
static void plan_colours(void) {
    int left[IJ_COLOURS] = {3, 3, 2, 2};
    for (int t = 0; t < planned; t++) {
        int leader = t ? plan[t - 1].winner : 0, colour = leader;
        if (leader == 4 || !left[leader])
            for (int c = colour = 0; c < IJ_COLOURS; c++)
                if (left[c] > left[colour]) colour = c;
        left[colour]--;
        plan[t].fifth = colour;
        plan[t].trump = plan[t].winner == 4 ? colour : plan[t].winner;
    }
}

static void read_plan(int seats, const char *roles, const char *s) {
    bool hunted = memchr(roles, 'N', (size_t)seats);
    int winner = 0, reveals = hunted ? sizes[seats - 4].hunted - 1 : sizes[seats - 4].limit - 1;
    for (planned = 0; *s; s++)
        switch (*s) {
        case '!': plan_tricks(winner, '-', reveals); break;
        case '*': plan_tricks(winner, plan[planned - 1].kind, sizes[seats - 4].tricks - planned); break;
        case 'r': plan[planned - 1].raisers |= 1 << (*++s - '0'); break;
        case '+':
        case '-':
        case '^': plan_tricks(winner, *s, 1); break;
        default: winner = *s - '0';
        }
    plan_colours();
}

static const char *name_of(char letter) {
    static const char *const names[] = {"wired",      "paranoid", "daredevil", "decoy",
                                        "accomplice", "shady",    "sleeper",   "professor-no"};
    static const char letters[] = "WPDYASUN";
    const char *at = strchr(letters, letter);
    return letter == 'I' ? "insider" : at ? names[at - letters] : "agent";
}

static void open_table(int seats, const char *roles) {
    static const char *const colours[] = {"yellow", "pink", "green", "blue"};
    char deck[1600] = "number,condition,trump,risky\n", settings[256] = "roles=";
    int special = 0;
    fault why;
    for (int q = 0; q < seats; q++)
        if (roles[q] != '.' && roles[q] != 'I') {
            size_t n = strlen(settings);
            snprintf(settings + n, sizeof settings - n, "%s%s", special++ ? "," : "", name_of(roles[q]));
        }
    if (!special) strcat(settings, "none");
    if (special > 2) strcat(settings, " more-roles=on");
    for (int i = 0; i < 24; i++) { /* two for each trick, then the risky ones */
        size_t n = strlen(deck);
        bool met = i / 2 < planned && plan[i / 2].kind != '-';
        int trump = i >= 20 ? i - 20 : i / 2 < planned ? plan[i / 2].trump : 0;
        snprintf(deck + n, sizeof deck - n, "%d,%s,%s,%s\n", i + 1,
                 i >= 20 ? "raised last"
                 : met   ? "all 1-13"
                         : "all 13-13",
                 colours[trump], i >= 20 ? "yes" : "no");
    }
    gm_file own = {"own.csv", deck, strlen(deck)};
    if (!open_with(g, seats, settings, &own, &why)) fail_msg("%s: %s", settings, why.say);
}

static const char *code_of(int card) {
    static char code[8];
    snprintf(code, sizeof code, "%c%d", "ypgb"[ij_colour(card)], ij_value(card));
    return code;
}

static uint64_t hand_of(int seats, int q) {
    if (q == 4) return BIT(5) * 7 | BIT(18) * 7 | BIT(31) * 3 | BIT(44) * 3; /* y6 y7 y8 ... b6 b7 */
    return ij_suit(q) & ~(BIT(IJ_VALUES * q + 5) * (seats == 4 ? 1 : 7));
}

/* The dealer's only move. */
static void turn(void) {
    gm_move moves[GM_MAX_MOVES];
    assert_int_equal(acting(), BIT(GM_DEALER));
    assert_int_equal(g->moves(the.box, the.st, GM_DEALER, moves), 1);
    gm_match_play(&the.match, GM_DEALER, moves[0]);
    assert_null(g->check_invariants(the.box, the.st));
}

/* A game up to its first missions. */
static void rig(int seats, const char *roles, const char *course) {
    const char *partner = strchr(roles, ' ');
    read_plan(seats, roles, part(course, seats));
    open_table(seats, roles);
    play("dealer lead 0");
    for (int q = 0; q < seats; q++)
        playf("dealer role %d %s", q, name_of(roles[q]));
    if (now()->phase == IJ_START) turn();
    for (int q = 0; q < seats; q++)
        for (uint64_t left = hand_of(seats, q); left; left &= left - 1)
            playf("dealer card %d %s", q, code_of(bits_first(left)));
    if (now()->phase == IJ_PARTNER && partner) {
        playf("%d partner %c", bits_first(acting()), partner[1]);
        turn();
    }
}

static void begin_trick(void) {
    int t = now()->tricks, q = now()->leader, mission = 2 * t + 1;
    char line[64];
    if (t >= planned) fail_msg("the game goes on after the plan");
    if (plan[t].kind == '^') {
        mission = 21 + plan[t].trump;
        playf("dealer mission %d", 2 * t + 1);
        playf("dealer mission %d", mission);
        snprintf(line, sizeof line, "%d pick %d", q, 2 * t + 1);
        refuse(line, "J7.1");
    } else {
        playf("dealer mission %d", mission);
        playf("dealer mission %d", mission + 1);
    }
    playf("%d pick %d", q, mission);
}

/* The winner plays the highest card; who raises, or has the trump for somebody else to
 * win, the lowest; others one from the middle. */
static void play_card(void) {
    int t = now()->tricks, q = bits_first(acting());
    uint64_t cards = now()->hand[q] & (q == 4 ? ij_suit(plan[t].fifth) : ij_suit(q));
    bool last = now()->n == the.order.seats - 1, raise = plan[t].raisers >> q & 1;
    unsigned n = (unsigned)bits_count(cards);
    if (plan[t].kind == '^' && last)
        raise = !g->why_not(the.box, the.st, (gm_seat)q, GM_MOVE(IJ_M_RAISE, bits_first(cards), 0, 0));
    unsigned at = q == plan[t].winner ? n - 1 : raise || q == plan[t].trump ? 0 : n / 2;
    playf("%d %s %s", q, raise ? "raise" : "play", code_of(bits_nth(cards, at)));
}

/* The next n tricks of the plan, with what is revealed between them. */
static void tricks(int n) {
    while (n--) {
        if (now()->phase == IJ_REVEAL) turn();
        if (now()->phase != IJ_DRAW) fail_msg("the game ends within the plan, after trick %d", now()->tricks);
        int t = now()->tricks;
        begin_trick();
        for (int i = 0; i < the.order.seats; i++)
            play_card();
        if (now()->winner != plan[t].winner) fail_msg("trick %d is won by %d", t + 1, now()->winner);
    }
}

static void all_tricks(void) {
    tricks(planned);
    if (now()->phase == IJ_REVEAL) turn();
}

/* ---- whole games in a line ---------------------------------------------------------------
 *
 * Ballots are words by seat: "2", "13" for two votes, "-" for who is not asked. */

static void cast(const char *ballots) {
    const char *s = ballots;
    phase_is("\"vote\"");
    for (int q = 0; q < the.order.seats; q++, s += strcspn(s, " "), s += *s == ' ') {
        if (*s == '-')
            assert_false(now()->voters >> q & 1);
        else if (s[1] && s[1] != ' ')
            playf("%d ballot %c %c", q, s[0], s[1]);
        else
            playf("%d vote %c", q, *s);
    }
}

/* The account says of each player the role, then why that has won or not. */
static void account_tells(const char *cause, gm_seats won) {
    static gm_score e[GM_MAX_SCORES];
    static const char *const own[][2] = {[IJ_VOTES] = {"few-votes", "votes"},
                                         [IJ_PARTNER_WINS] = {"partner-lost", "partner"},
                                         [IJ_RIGHT_LOSES] = {"right-won", "right"}};
    assert_int_equal(g->scores(the.box, the.st, e), 2 * the.order.seats);
    for (int q = 0; q < the.order.seats; q++) {
        const gm_score *role = &e[2 * q], *why = role + 1;
        int goal = ij_role_of((const void *)the.box, now(), q)->goal;
        const char *say = why->line.say + strlen("inside-job.account.");
        assert_true(role->seat == q && why->seat == q && role->points == 0);
        assert_int_equal(role->line.arg[0].n, now()->role[q]);
        assert_int_equal(why->points, won >> q & 1);
        if (goal != IJ_SIDE)
            assert_string_equal(say, strcmp(say, "circle") ? own[goal][won >> q & 1] : "circle");
        else if (strcmp(say, "no-vote")) /* a tie of nobody */
            assert_string_equal(say, cause);
        else
            assert_string_equal(cause, "tie");
    }
}

/* The game is over because of this, and these seats have won. */
static void ends(const char *cause, const char *winners) {
    char json[32];
    gm_seats won = 0;
    gm_result r;
    while (acting() == BIT(GM_DEALER) && now()->phase != IJ_DRAW)
        turn();
    snprintf(json, sizeof json, "\"%s\"", cause);
    sees(GM_SPECTATOR, "cause", json);
    assert_int_equal(acting(), 0);
    for (const char *s = winners; *s; s++)
        if (*s - '0' < the.order.seats) won |= (gm_seats)BIT(*s - '0');
    g->result(the.box, the.st, &r);
    assert_int_equal(r.winners, won);
    for (int q = 0; q < the.order.seats; q++)
        assert_int_equal(r.points[q], won >> q & 1);
    account_tells(cause, won);
}

/* `barred` is a line that is refused before the vote, and by which rule: "1 vote 2:J6.2". */
static void game_not(int seats, const char *roles, const char *course, const char *barred,
                     const char *ballots, const char *cause, const char *winners) {
    char line[64];
    rig(seats, roles, course);
    all_tricks();
    if (*barred) {
        snprintf(line, sizeof line, "%.*s", (int)strcspn(barred, ":"), barred);
        refuse(line, strchr(barred, ':') + 1);
    }
    if (*ballots) cast(part(ballots, seats));
    ends(part(cause, seats), part(winners, seats));
}

static void game(int seats, const char *roles, const char *course, const char *ballots, const char *cause,
                 const char *winners) {
    game_not(seats, roles, course, "", ballots, cause, winners);
}

/* With four players, and with a fifth. */
static void both(const char *roles, const char *course, const char *ballots, const char *cause,
                 const char *winners) {
    for (int seats = 4; seats <= 5; seats++)
        game(seats, roles, course, ballots, cause, winners);
}

/* Plans: nobody is revealed; one player wins all missions that are needed. */
#define EVEN "0---1---2---3-|0--1--2--3--4-"
#define MISSIONS(q) #q "+++++++|" #q "++++++"

/* ---- J9.1 to J9.7: which roles are played ---- */

/* The role cards that are dealt, such as "agent agent insider decoy". */
static void cards_are(int seats, const char *settings, const char *cards) {
    char line[128] = "";
    gm_thing t;
    start(g, seats, settings);
    play("dealer lead 0");
    for (uint32_t x = 0; x < g->chances(the.box, the.st); x++) {
        size_t n = strlen(line);
        assert_true(g->thing(the.box, "role", GM_B(g->deal(the.box, the.st, x)), &t));
        snprintf(line + n, sizeof line - n, "%s%s", x ? " " : "", t.code);
    }
    assert_string_equal(line, cards);
}

static void opens_not(int seats, const char *settings, const char *say) {
    fault why;
    if (open_with(g, seats, settings, NULL, &why)) fail_msg("%s is taken", settings);
    assert_string_equal(why.say, say);
}

static void chosen_roles_replace_agents(void **unused) { /* J9.1 */
    (void)unused;
    cards_are(4, "", "agent agent agent insider");
    cards_are(4, "roles=sleeper,paranoid", "agent insider paranoid sleeper");
    cards_are(5, "roles=sleeper,paranoid", "agent agent insider paranoid sleeper");
    cards_are(4, "roles=decoy", "agent agent insider decoy");
    cards_are(4, "roles=professor-no", "agent agent agent professor-no"); /* instead of the Insider */
    cards_are(5, "roles=daredevil,professor-no", "agent agent agent daredevil professor-no");
    play("dealer role 0 daredevil");
    can(GM_DEALER, "role 1 agent, role 1 professor-no"); /* each card once */
    assert_int_equal(g->chances(the.box, the.st), 4);
    heard(0, "role 0 daredevil");
    heard(1, "role 0 ?");
    heard(GM_SPECTATOR, "role 0 ?");
}

static void everyone_knows_which_roles_there_are(void **unused) { /* J9.1 */
    static gm_lines lines;
    static gm_view v;
    (void)unused;
    rig(5, "I.P.U", "");
    for (gm_seat q = 0; q < GM_LISTENERS; q++) {
        uint64_t roles = 0;
        if (q >= 5 && q < GM_MAX_SEATS) continue;
        gm_make_view(g, the.box, the.st, q, &v);
        g->tell(the.box, v.st, q, &lines);
        for (int i = 0; i < lines.n; i++)
            if (!strcmp(lines.line[i].say, "inside-job.roles")) {
                roles = (uint64_t)lines.line[i].arg[0].n;
                assert_int_equal(lines.line[i].arg[1].n, 2); /* Agents */
            }
        assert_int_equal(bits_count(roles), 3); /* but not who has them */
        for (int i = 0; i < box()->n_roles; i++) {
            const char *name = box()->role[i].name;
            assert_int_equal(roles >> i & 1, !strcmp(name, "insider") || !strcmp(name, "paranoid") ||
                                                 !strcmp(name, "sleeper"));
        }
    }
    sees(4, "role", "[null,null,null,null,\"sleeper\"]");
    sees(GM_SPECTATOR, "role", "[null,null,null,null,null]");
}

static void at_most_two_roles(void **unused) { /* J9.2 */
    static const char two[] = "inside-job.roles.two", many[] = "inside-job.roles.too-many";
    fault why;
    (void)unused;
    opens_not(5, "roles=wired,paranoid,sleeper", two);
    opens_not(5, "roles=wired,paranoid,professor-no", two); /* who counts */
    cards_are(4, "roles=wired,professor-no", "agent agent wired professor-no");
    cards_are(4, "roles=wired,paranoid,sleeper more-roles=on", "insider wired paranoid sleeper");
    cards_are(4, "roles=wired,paranoid,sleeper,professor-no more-roles=on",
              "wired paranoid sleeper professor-no");
    opens_not(4, "roles=wired,paranoid,daredevil,sleeper more-roles=on", many);
    opens_not(4, "roles=wired,paranoid,daredevil,sleeper,professor-no more-roles=on", many);
    cards_are(5, "roles=wired,paranoid,daredevil,sleeper,professor-no more-roles=on",
              "wired paranoid daredevil sleeper professor-no");
    opens_not(5, "roles=wired,paranoid,daredevil,sleeper,decoy more-roles=on", many);
    assert_false(open_with(g, 4, "roles=wired,paranoid,daredevil,sleeper more-roles=on", NULL, &why));
    assert_string_equal(why.with[0], "3");
}

static void each_role_once_and_for_four_or_five(void **unused) { /* J9.2 */
    fault why;
    (void)unused;
    opens_not(4, "roles=wired,wired", "inside-job.roles.again");
    opens_not(5, "roles=decoy,paranoid,decoy more-roles=on", "inside-job.roles.again");
    opens_not(4, "roles=insider", "inside-job.roles.plain");
    opens_not(4, "roles=agent,decoy", "inside-job.roles.plain");
    opens_not(4, "roles=mole", "inside-job.roles.unknown");
    opens_not(4, "roles=decoy,", "inside-job.roles.unknown");
    for (int seats = 2; seats <= 3; seats++) {
        opens_not(seats, "roles=sleeper", "inside-job.roles.players");
        opens_not(seats, "roles=professor-no", "inside-job.roles.players");
        assert_true(open_with(g, seats, "roles=none", NULL, &why));
    }
}

static void one_open_and_one_neutral_role(void **unused) { /* J9.2, J9.9 */
    static const char *const sets[][2] = {
        {"wired,accomplice", "inside-job.roles.open"},
        {"decoy,accomplice", "inside-job.roles.neutral"},
        {"decoy,shady", "inside-job.roles.neutral"},
        {"accomplice,shady", "inside-job.roles.neutral"},
    };
    (void)unused;
    for (int i = 0; i < 4; i++)
        for (int seats = 4; seats <= 5; seats++) {
            char settings[96];
            snprintf(settings, sizeof settings, "roles=%s", sets[i][0]);
            opens_not(seats, settings, sets[i][1]);
            snprintf(settings, sizeof settings, "roles=%s more-roles=on", sets[i][0]);
            opens_not(seats, settings, sets[i][1]);
        }
}

static void the_role_wins_over_the_general_rules(void **unused) { /* J9.3 */
    (void)unused;
    rig(4, "IU..", "1-*"); /* J5.4: who is revealed votes */
    all_tricks();
    sees(GM_SPECTATOR, "voters", "[0,2,3]");
    rig(4, "IA.. 2", "1-"); /* J3.7: the winner takes intel */
    all_tricks();
    sees(GM_SPECTATOR, "intel", "[1,0,0,1,0]");
    rig(4, "N...", "0!"); /* J1.5: 5 intel reveal a player; J5.4: and the traitor wins */
    all_tricks();
    sees(GM_SPECTATOR, "intel", "[4,1,1,1,0]");
    sees(GM_SPECTATOR, "side", "\"agents\"");
}

static void recommended_pairs_have_names(void **unused) { /* J9.4 */
    (void)unused;
    cards_are(4, "roles=sleeper-cell", "agent insider paranoid sleeper");
    cards_are(4, "roles=high-stakes", "agent insider daredevil shady");
    cards_are(4, "roles=inner-circle", "agent agent accomplice professor-no");
    cards_are(4, "roles=bad-company", "agent insider shady sleeper");
    cards_are(5, "roles=sleeper-cell", "agent agent insider paranoid sleeper");
    cards_are(5, "roles=high-stakes", "agent agent insider daredevil shady");
    cards_are(5, "roles=inner-circle", "agent agent agent accomplice professor-no");
    cards_are(5, "roles=bad-company", "agent agent insider shady sleeper");
}

static void the_insider_reads_professor_no(void **unused) { /* J9.6 */
    (void)unused;
    both("NW...", "1-", "", "wire", "0");                     /* J5.3 */
    both("N....", "3-*", "1 0 0 - 0", "vote", "1234");        /* J6.3 */
    both("N....", "3-*", "1 2 1 - 1", "wrong-vote", "0");     /* J6.3 */
    both("N....", "3-*", "1 2 0 - 0|1 0 1 - 0", "tie", "0");  /* J6.3 */
    both("NU...", "1!2!3!|1!2!3!4!", "", "hunt", "01");       /* J9.U */
    both("NY...", "3-*", "2 0 1 - -|1 0 1 - 0", "tie", "01"); /* J9.Y */
    both("NA... 0", "2!3!|2!3!4!", "", "hunt", "01");         /* J9.A */
    both("N....", "0!", "", "caught", "1234");                /* but not in J5.4 */
    game(4, "N...", "1---2---0---", "", "caught", "123");     /* however late */
    game(5, "N....", "1--2--3--0--", "", "caught", "1234");
}

static void open_roles_may_be_given(void **unused) { /* J9.7 */
    (void)unused;
    cards_are(4, "roles=wired given=wired:2", "agent agent insider");
    can(GM_DEALER, "role 0 agent, role 0 insider");
    play_all("dealer role 0 agent;dealer role 1 agent");
    can(GM_DEALER, "role 2 wired");
    assert_int_equal(g->chances(the.box, the.st), 1);
    play("dealer role 2 wired");
    can(GM_DEALER, "role 3 insider");
    play("dealer role 3 insider");
    can(GM_DEALER, "reveal 2 wired");
    cards_are(5, "roles=accomplice,sleeper given=accomplice:0", "accomplice");
    play("dealer role 0 accomplice"); /* the others at random */
    can(GM_DEALER, "role 1 agent, role 1 insider, role 1 sleeper");
    assert_int_equal(g->chances(the.box, the.st), 4);
    play_all("dealer role 1 sleeper;dealer role 2 agent;dealer role 3 insider;dealer role 4 agent");
    can(GM_DEALER, "reveal 0 accomplice");
}

static void other_roles_may_not_be_given(void **unused) { /* J9.7 */
    static const char *const settings[] = {
        "roles=sleeper given=sleeper:1",
        "roles=decoy given=decoy:0",
        "roles=professor-no given=professor-no:0",
        "roles=wired given=insider:0",
        "roles=wired given=agent:0",
        "roles=wired given=accomplice:0", /* not played */
        "given=wired:0",
        "roles=wired given=wired:4", /* nobody sits there */
        "roles=wired given=wired",
        "roles=wired given=wired:",
        "roles=wired given=wired:x",
        "roles=wired given=mole:0",
    };
    fault why;
    (void)unused;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        opens_not(4, settings[i], "inside-job.roles.given");
    assert_true(open_with(g, 5, "roles=wired given=wired:4", NULL, &why));
    assert_true(open_with(g, 5, "roles=wired given=none", NULL, &why));
}

/* ---- J5: after the trick ---- */

static void the_wired_agents_second_token(void **unused) { /* J5.3 */
    (void)unused;
    both("IW...", "1-", "", "wire", "0");
    both("I..W.", "0-3-", "", "wire", "0");
    both("IW...", "2-1-r3", "", "wire", "0"); /* or the third */
    sees(GM_SPECTATOR, "intel", "[1,3,2,0,1]");
    sees(GM_SPECTATOR, "side", "\"insider\"");
    rig(4, "IWS.", "2!1-"); /* one is allowed, also if it is won */
    all_tricks();
    sees(GM_SPECTATOR, "intel", "[1,1,6,1,0]");
    phase_is("\"draw\"");
}

static void all_others_are_revealed(void **unused) { /* J5.5 */
    (void)unused;
    both("N....", "1!2!3!|1!2!3!4!", "", "hunt", "0");
    both("NW...", "2!3!|2!3!4!", "", "hunt", "0"); /* those revealed at the start count */
    both("NA... 2", "2!3!|2!3!4!", "", "hunt", "0");
    sees(GM_SPECTATOR, "side", "\"insider\"");
    for (int seats = 4; seats <= 5; seats++) { /* all but one are not all */
        rig(seats, "N....", "1!2!|1!2!3!");
        all_tricks();
        phase_is("\"draw\"");
    }
    rig(4, "IW..", "2!3!--"); /* nor is it enough without Professor No */
    all_tricks();
    phase_is("\"vote\"");
}

static void the_daredevil_was_revealed(void **unused) { /* J5.6 */
    (void)unused;
    both("ID...", "1!", "", "dare", "1234");
    both("ID...", "0-1!", "", "dare", "1234");
    both("ID...", "2+++1++++|2+++1+++", "", "dare", "1234"); /* before J5.7 */
    sees(GM_SPECTATOR, "side", "\"agents\"");
    for (int seats = 4; seats <= 5; seats++) {
        rig(seats, "ID...", "1---|1--");
        all_tricks();
        phase_is("\"draw\"");
    }
}

static void a_sleeper_revealed_by_the_last_mission(void **unused) { /* J5.9 */
    (void)unused;
    both("IU...", "2+++1++++|2+++1+++", "", "missions", "234");
}

static void a_wired_agent_wins_the_last_mission(void **unused) { /* J5.9 */
    (void)unused;
    both("IW...", "2+++3+++1+|2++3+++1+", "", "wire", "0");
    assert_int_equal(bits_count(now()->completed), 6); /* all that are needed */
}

static void professor_no_revealed_by_the_last_mission(void **unused) { /* J5.9 */
    (void)unused;
    both("N....", "1++2++0+++|1++2+3+0++", "", "caught", "1234");
    assert_int_equal(bits_count(now()->completed), 6);
}

static void the_last_other_revealed_by_the_last_mission(void **unused) { /* J5.9 */
    (void)unused;
    both("N....", "1+++2+++3--+|1++2++4+-3-+", "", "hunt", "0");
    assert_int_equal(bits_count(now()->completed), 6);
}

static void a_daredevil_who_is_that_last_one(void **unused) { /* J5.9 */
    (void)unused;
    both("N..D.", "1+++2+++3--+|1++2++4+-3-+", "", "hunt", "0");
    assert_int_equal(bits_count(now()->completed), 6);
}

static void a_sleeper_who_is_that_last_one(void **unused) { /* J5.9 */
    (void)unused;
    both("N..U.", "1+++2+++3--+|1++2++4+-3-+", "", "hunt", "03");
    assert_int_equal(bits_count(now()->completed), 6);
}

/* ---- J6: the vote ---- */

static void the_vote_changes_no_side(void **unused) { /* J6.4 */
    (void)unused;
    both("IU...", EVEN, "1 0 1 1 1", "wrong-vote", "0"); /* revealed by the vote: loses with them */
    both("IU...", EVEN, "1 0 0 0 0", "vote", "1234");
    both("IU...", "1-*", "3 - 0 0 0", "vote", "234"); /* revealed before */
    both("IU...", "1-*", "3 - 3 0 3", "wrong-vote", "01");
}

/* ---- J9: each role ---- */

static void the_wired_agent_is_revealed_at_the_start(void **unused) { /* J9.W */
    (void)unused;
    start(g, 4, "roles=wired");
    play_all("dealer lead 0;dealer role 0 insider;dealer role 1 wired;dealer role 2 agent");
    sees(GM_SPECTATOR, "revealed", "[]");
    play("dealer role 3 agent");
    phase_is("\"start\"");
    can(GM_DEALER, "reveal 1 wired");
    refuse("dealer card 0 y1", "J2.6");
    refuse("dealer reveal 0 insider", "J2.6");
    play("dealer reveal 1 wired");
    heard(0, "reveal 1 wired");
    heard(GM_SPECTATOR, "reveal 1 wired");
    sees(GM_SPECTATOR, "role", "[null,\"wired\",null,null,\"-\"]");
    sees(2, "role", "[null,\"wired\",\"agent\",null,\"-\"]");
    sees(GM_SPECTATOR, "revealed", "[1]");
    sees(GM_SPECTATOR, "intel", "[1,1,1,1,0]"); /* with the starting token */
    phase_is("\"deal\"");
}

static void the_wired_agent_never_holds_two(void **unused) { /* J9.W */
    (void)unused;
    rig(4, "IW..", "2-1-");
    tricks(1);
    begin_trick();
    play_card();
    play_card();
    play_card();
    refuse("1 raise p13", "J4.3"); /* being revealed */
    play("1 play p13");
    ends("wire", "0");
    both("IW...", MISSIONS(2), "", "missions", "1234"); /* on the Agents' side */
    both("IW...", "0!", "", "intel", "0");
}

static void the_wired_agent_votes(void **unused) { /* J9.W, J6.2 */
    (void)unused;
    rig(4, "IW..", "2-*");
    all_tricks();
    can(1, "vote 0, vote 3");
    refuse("0 vote 1", "J6.2"); /* cleared */
    cast("3 0 0 0");
    ends("vote", "123");
}

static void the_paranoid_agent_has_two_votes(void **unused) { /* J9.P */
    (void)unused;
    rig(4, "IP..", EVEN);
    all_tricks();
    can(1, "ballot 0 2, ballot 0 3, ballot 2 3");
    refuse("1 vote 0", "J9.P");     /* both must be given ... */
    refuse("1 ballot 0 0", "J9.P"); /* ... to different players ... */
    refuse("1 ballot 2 0", "J9.P"); /* ... and there is one way to say it */
    refuse("1 ballot 0 1", "J6.2"); /* as for everyone */
    refuse("0 ballot 2 3", "J6.1"); /* others have one */
    play("1 ballot 0 2");
    heard(1, "ballot 0 2");
    heard(0, "vote ?"); /* as any ballot */
    heard(GM_SPECTATOR, "vote ?");
    refuse("1 ballot 0 3", "J6.5"); /* one ballot, one decision */
    sees(1, "vote", "[\"-\",0,\"-\",\"-\",\"-\"]");
    sees(1, "second", "[\"-\",2,\"-\",\"-\",\"-\"]");
    sees(0, "vote", "[\"-\",null,\"-\",\"-\",\"-\"]");
    sees(0, "second", "[\"-\",null,\"-\",\"-\",\"-\"]");
    sees(GM_SPECTATOR, "second", "[\"-\",null,\"-\",\"-\",\"-\"]");
    play("0 vote 2");
    heard(1, "vote ?");
    play_all("2 vote 0;3 vote 1;dealer show 0 2");
    can(GM_DEALER, "shows 1 0 2");
    play("dealer shows 1 0 2");
    heard(3, "shows 1 0 2");
    sees(GM_SPECTATOR, "vote", "[2,0,null,null,\"-\"]");
    sees(GM_SPECTATOR, "second", "[\"-\",2,null,null,\"-\"]");
    ends("tie", "0"); /* two each for 0 and 2 */
}

static void both_votes_of_the_paranoid_count(void **unused) { /* J9.P */
    (void)unused;
    both("IP...", EVEN, "2 03 0 2|2 03 0 2 3", "tie", "0");
    both("IP...", EVEN, "1 03 3 2|1 03 4 2 3", "wrong-vote", "0"); /* the second one decides */
    both("IP...", EVEN, "3 02 1 2|3 02 1 1 2", "wrong-vote|tie", "0");
    both("IP...", EVEN, "2 03 1 0|2 03 1 0 0", "vote", "1234");
}

static void a_revealed_paranoid_may_give_both_to_one(void **unused) { /* J9.P */
    (void)unused;
    rig(4, "IP..", "1-*");
    all_tricks();
    can(1, "ballot 0 0, ballot 0 2, ballot 0 3, ballot 2 2, ballot 2 3, ballot 3 3");
    refuse("1 vote 0", "J9.P");
    refuse("1 ballot 3 2", "J9.P");
    refuse("1 ballot 0 1", "J6.2");
    cast("2 00 3 2");
    ends("tie", "0");
    both("IP...", "1-*", "2 00 0 2|2 00 0 2 3", "vote", "1234");
    rig(4, "IPW.", "1!3!--"); /* also if there is but one */
    all_tricks();
    can(1, "ballot 0 0");
}

static void a_paranoid_with_one_target_has_one_vote(void **unused) { /* J9.P */
    (void)unused;
    rig(4, "IPW.", "3-*");
    all_tricks();
    can(1, "vote 0");
    cast("1 0 0 0");
    ends("vote", "123");
}

static void the_daredevil_brings_risky_missions(void **unused) { /* J9.D, J7.1 */
    (void)unused;
    start(g, 4, "roles=daredevil");
    assert_int_equal(bits_count(now()->missions), 28);
    start(g, 4, "roles=decoy");
    assert_int_equal(bits_count(now()->missions), 24);
    opens_not(4, "roles=daredevil raise=off", "inside-job.risk"); /* needs J4 */
    for (int seats = 4; seats <= 5; seats++) {
        rig(seats, "ID...", "2^"); /* which must be picked, as begin_trick() looks */
        all_tricks();
        sees(GM_SPECTATOR, "completed", "[0]");
    }
    rig(4, "ID..", "2-");
    play_all("dealer mission 22;dealer mission 24");
    can(0, "pick 22, pick 24"); /* both: either */
}

static void the_revealed_daredevil_wins_for_the_agents(void **unused) { /* J9.D */
    (void)unused;
    both("ID...", "1!", "", "dare", "1234");
    both("ID...", EVEN, "1 0 1 1 1", "wrong-vote", "0"); /* but not by the vote */
    both("ID...", "0!", "", "intel", "0");
    both("ID...", MISSIONS(2), "", "missions", "1234");
}

static void the_decoy_wants_the_most_votes(void **unused) { /* J9.Y, J6.3 */
    (void)unused;
    both("IY...", EVEN, "1 0 1 1 1", "decoy", "1");        /* then all others lose */
    both("IY...", EVEN, "1 0 1 2 3", "decoy", "1");        /* most need not be many */
    both("IY...", EVEN, "1 0 0 1 2", "tie", "01");         /* tied with the Insider: both win */
    both("IY...", EVEN, "3 0 1 2|4 0 1 2 3", "tie", "01"); /* with others, too */
    both("IY...", EVEN, "1 2 1 2 3", "tie", "0");          /* without the Insider */
}

static void the_decoy_wins_by_nothing_else(void **unused) { /* J9.Y */
    (void)unused;
    both("IY...", EVEN, "2 0 0 0 0", "vote", "234");
    both("IY...", EVEN, "2 2 1 2 2", "wrong-vote", "0");
    both("IY...", MISSIONS(2), "", "missions", "234");
    both("IY...", "0!", "", "intel", "0");
}

static void a_revealed_decoy_votes_in_vain(void **unused) { /* J9.Y */
    (void)unused;
    rig(4, "IY..", "1-*");
    all_tricks();
    refuse("0 vote 1", "J6.2");
    can(1, "vote 0, vote 2, vote 3");
    cast("2 0 0 2");
    ends("tie", "0");
    both("IY...", "1-*", "2 0 0 0 0", "vote", "234");
    both("IY...", "1-*", "2 2 0 2 2", "wrong-vote", "0");
}

static void the_accomplice_picks_a_partner(void **unused) { /* J9.A */
    (void)unused;
    rig(4, "IA..", "");
    sees(GM_SPECTATOR, "role", "[null,\"accomplice\",null,null,\"-\"]"); /* revealed at the start */
    sees(GM_SPECTATOR, "intel", "[1,0,1,1,0]");                          /* the token goes back before that */
    sees(GM_SPECTATOR, "pool", "11");
    phase_is("\"partner\"");
    assert_int_equal(acting(), BIT(1));
    can(1, "partner 0, partner 2, partner 3");
    refuse("1 partner 1", "J9.A");
    refuse("1 play p1", "J9.A");
    refuse("0 partner 2", "J3.3");
    refuse("dealer mission 1", "J3.3"); /* before the first missions */
    play("1 partner 0");
    heard(0, "partner 0"); /* openly */
    heard(GM_SPECTATOR, "partner 0");
    sees(3, "partner", "0");
    sees(1, "role", "[null,\"accomplice\",null,null,\"-\"]");
    can(GM_DEALER, "look 0 insider");
    play("dealer look 0 insider");
    heard(1, "look 0 insider"); /* alone sees that role */
    heard(0, "look 0 insider");
    heard(2, "look 0 ?");
    heard(GM_SPECTATOR, "look 0 ?");
    sees(1, "role", "[\"insider\",\"accomplice\",null,null,\"-\"]");
    sees(2, "role", "[null,\"accomplice\",\"agent\",null,\"-\"]");
    sees(GM_SPECTATOR, "role", "[null,\"accomplice\",null,null,\"-\"]");
    phase_is("\"draw\"");
}

static void the_accomplice_holds_no_intel(void **unused) { /* J9.A, J5.2 */
    (void)unused;
    rig(4, "IA.. 2", "2-1--r0r3-");
    tricks(2);
    sees(GM_SPECTATOR, "intel", "[1,0,1,1,0]"); /* the partner had 2 and loses 1 ... */
    sees(GM_SPECTATOR, "pool", "11");           /* ... to the pool, of which nothing is taken */
    assert_int_equal(now()->leader, 1);
    tricks(1);
    sees(GM_SPECTATOR, "intel", "[0,0,0,0,0]"); /* raised tokens go there, too */
    sees(GM_SPECTATOR, "pool", "14");
    tricks(1);
    sees(GM_SPECTATOR, "intel", "[0,0,0,0,0]"); /* if any */
    sees(GM_SPECTATOR, "pool", "14");
}

static void the_accomplice_does_not_raise_or_vote(void **unused) { /* J9.A */
    (void)unused;
    rig(4, "IA.. 2", "3-1-*");
    tricks(1);
    begin_trick();
    play_card();
    play_card();
    refuse("1 raise p1", "J4.3");
    rig(4, "IA.. 2", "1-*");
    all_tricks();
    sees(GM_SPECTATOR, "voters", "[0,2,3]");
    refuse("1 vote 0", "J6.5");
    refuse("0 vote 1", "J6.2"); /* cannot be voted for */
    cast("2 - 0 0");
    ends("vote", "123");
}

static void the_accomplice_wins_with_the_partner(void **unused) { /* J9.A */
    (void)unused;
    both("IA... 0", "0!", "", "intel", "01"); /* whoever it is */
    both("IA... 0", MISSIONS(2), "", "missions", "234");
    both("IA... 2", "0!", "", "intel", "0");
    both("IA... 2", MISSIONS(2), "", "missions", "1234");
    both("IA... 0", "1-*", "2 - 0 0 0", "vote", "234");
}

static void the_shady_character_looks_to_the_right(void **unused) { /* J9.S */
    (void)unused;
    both("IS...", MISSIONS(2), "", "missions", "1234"); /* the Insider, who lost */
    both("IS...", "0!", "", "intel", "0");
    both(".SI..", MISSIONS(0), "", "missions", "034"); /* an Agent */
    both(".SI..", "2!", "", "intel", "12");
    game(4, "S..I", MISSIONS(1), "", "missions", "012"); /* all around the table */
    game(5, "S...I", MISSIONS(1), "", "missions", "0123");
    game(5, "S..I.", MISSIONS(1), "", "missions", "124");
}

static void the_revealed_shady_character_takes_one(void **unused) { /* J9.S, J5.4 */
    (void)unused;
    rig(4, ".SI.", "0-1!1-*");
    tricks(5);
    sees(GM_SPECTATOR, "intel", "[2,5,1,1,0]");
    turn();
    sees(GM_SPECTATOR, "intel", "[1,6,1,1,0]"); /* at once, from the right */
    sees(GM_SPECTATOR, "pool", "5");
    tricks(1);
    sees(GM_SPECTATOR, "intel", "[1,7,1,1,0]"); /* once */
    tricks(4);
    sees(GM_SPECTATOR, "voters", "[0,2,3]"); /* no vote from then on */
    refuse("1 vote 2", "J6.5");
    cast("2 - 0 2");
    ends("vote", "03");
    both(".SI..", EVEN, "2 0 1 2|2 2 1 0 2", "vote", "034"); /* until then there is one */
}

static void the_shady_character_takes_if_there_is_any(void **unused) { /* J9.S */
    (void)unused;
    rig(4, ".SI.", "1--r0--");
    tricks(3);
    sees(GM_SPECTATOR, "intel", "[0,5,1,1,0]");
    turn();
    sees(GM_SPECTATOR, "intel", "[0,5,1,1,0]");
    phase_is("\"draw\"");
}

static void who_is_revealed_stays_so_with_fewer_tokens(void **unused) { /* J9.S */
    (void)unused;
    rig(4, ".SI.", "0!1!0--");
    tricks(8);
    turn();
    sees(GM_SPECTATOR, "intel", "[4,6,1,1,0]");
    sees(GM_SPECTATOR, "revealed", "[0,1]");
    tricks(1);
    phase_is("\"draw\""); /* and is not revealed again */
    tricks(1);
    phase_is("\"vote\"");
    can(3, "vote 2");
}

static void a_sleeper_sleeps_with_the_agents(void **unused) { /* J9.U */
    (void)unused;
    both("IU...", MISSIONS(2), "", "missions", "1234");
    both("IU...", EVEN, "1 0 0 0 0", "vote", "1234"); /* and votes */
    both("IU...", "0!", "", "intel", "0");
}

static void a_revealed_sleeper_changes_sides(void **unused) { /* J9.U */
    (void)unused;
    rig(4, "IU..", "1-*");
    all_tricks();
    sees(GM_SPECTATOR, "voters", "[0,2,3]"); /* no vote */
    figure("turned", "[1]");
    figure("specials", "[\"sleeper\"]");
    figure("limit", "5");
    figure("insiders", "[\"insider\",\"professor-no\"]");
    refuse("1 vote 0", "J6.5");
    refuse("0 vote 1", "J6.2");
    cast("2 - 3 2");
    figure("accused", "\"-\""); /* nothing before all ballots lie open */
    ends("wrong-vote", "01");
    figure("accused", "2");
    both("IU...", "1-*", "2 - 0 0 0", "vote", "234");
    both("IU...", MISSIONS(1), "", "missions", "234");
    both("IU...", "1!0!", "", "intel", "01");
}

static void professor_no_need_not_follow(void **unused) { /* J9.N */
    (void)unused;
    for (int sleeper = 0; sleeper < 2; sleeper++) {
        rig(5, sleeper ? "N...U" : "....N", "0-");
        figure("limit", "3");
        begin_trick();
        for (int i = 0; i < 4; i++)
            play_card();
        can(4, sleeper ? "play y6, play y7, play y8, raise y6, raise y7, raise y8"
                       : "play y6, play y7, play y8, play p6, play p7, play p8, play g6, play g7, play b6, "
                         "play b7, raise y6, raise y7, raise y8, raise p6, raise p7, raise p8, raise g6, "
                         "raise g7, raise b6, raise b7");
    }
}

static void with_professor_no_less_intel_reveals(void **unused) { /* J9.N */
    (void)unused;
    for (int seats = 4; seats <= 5; seats++)
        for (int q = 0; q < 2; q++) { /* for everyone */
            rig(seats, "N....", q ? "1---|1--" : "0---|0--");
            tricks(planned - 1);
            phase_is("\"draw\"");
            tricks(1);
            assert_int_equal(now()->intel[q], seats == 4 ? 4 : 3);
            phase_is("\"reveal\"");
        }
}

static void with_professor_no_the_revealed_do_not_vote(void **unused) { /* J9.N */
    (void)unused;
    rig(5, "N....", "1!2-*");
    all_tricks();
    sees(GM_SPECTATOR, "voters", "[0,3,4]");
    refuse("1 vote 0", "J6.5");
    rig(5, "NW...", "2-*"); /* those revealed at the start neither */
    all_tricks();
    sees(GM_SPECTATOR, "voters", "[0,3,4]");
    refuse("1 vote 0", "J6.5");
    rig(5, "N..P.", "3-*"); /* whatever the role */
    all_tricks();
    sees(GM_SPECTATOR, "voters", "[0,1,2,4]");
    refuse("3 ballot 0 0", "J6.5");
    rig(5, "I....", "1!2-*"); /* with the Insider they do */
    all_tricks();
    sees(GM_SPECTATOR, "voters", "[0,1,2,3,4]");
}

static void how_a_game_with_professor_no_ends(void **unused) { /* J9.N */
    (void)unused;
    both("N....", "1!2!3!|1!2!3!4!", "", "hunt", "0"); /* at once */
    both("N....", "0!", "", "caught", "1234");
    both("N....", MISSIONS(2), "", "missions", "1234");
    both("N....", "3-*", "1 0 0 - 0", "vote", "1234");
    both("N....", "3-*", "1 2 1 - 1", "wrong-vote", "0");
    both("N....", "3-*", "1 2 0 - 0|1 0 1 - 0", "tie", "0");
}

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
    both("IUY..", EVEN, "2 3 3 2|2 3 3 2 1", "tie", "0"); /* with another */
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
    const char *pair, *roles, *plan, *barred, *ballots, *cause, *winners;
} games[] = {
    /* The revealed Paranoid gives both to one, but the Wired Agent is cleared. */
    {"W+P", "IPW..", "1-*", "1 ballot 0 2:J6.2", "3 00 3 0|3 00 4 0 3", "vote", "1234"},
    /* The Wired Agent cannot raise for a risky mission; the next last player can. */
    {"W+D", "IDW..", "1+++3+++0^3^|1++4+3++0^3^", "", "", "missions", "1234"},
    /* The Wired Agent votes for the Decoy, who cannot answer that. */
    {"W+Y", "IYW..", "3-*", "1 vote 2:J6.2", "1 0 1 0 1", "tie|decoy", "01|1"},
    /* The Shady Character takes the only token; then one trick is free, ... */
    {"W+S", "IWS..", "2!1--", "", "", "wire", "02"},
    {"W+S", "IWS..", "2!1-r3", "", "", "wire", "02"}, /* ... without raised tokens. */
    /* The second token decides; the Sleeper wins if already revealed. */
    {"W+U", "IWU..", "2!1-", "", "", "wire", "02"},
    {"W+U", "IWU..", "1-", "", "", "wire", "0"},
    {"W+N", "NW...", "2!1-", "", "", "wire", "0"},
    {"W+N", "NW...", "2!3!|2!3!4!", "", "", "hunt", "0"}, /* was revealed at the start */
    /* The revealed Paranoid could not raise for the last mission, but has two votes for it. */
    {"P+D", "IPD..", "1++++2++1^1-*|1+++2++1^1-*", "", "3 00 3 0|3 00 4 0 3", "vote", "1234"},
    /* The two votes make the tie of Decoy and Insider. */
    {"P+Y", "IPY..", EVEN, "", "2 02 0 1 3", "tie", "02"},
    /* The Accomplice keeps the Paranoid from being revealed, and from giving both to one. */
    {"P+A", "IPA.. 1", "1---2-1-2-*|1--2-1-2-*", "1 ballot 0 0:J9.P", "1 03 - 0 0", "vote", "1234"},
    /* The Paranoid gives a token and remains revealed. */
    {"P+S", "IPS..", "1!2!2-*", "2 vote 0:J6.5", "3 00 - 0 3", "vote", "134"},
    /* A revealed Sleeper is nobody to vote for: the Paranoid has to make a tie. */
    {"P+U", "IPU..", "2-*", "1 ballot 0 2:J6.2", "3 03 - 0 1", "tie", "02"},
    /* A revealed Paranoid has no vote; one who is not, two. */
    {"P+N", "NP...", "1-*", "1 ballot 0 0:J6.5", "2 - 0 0 0", "vote", "1234"},
    {"P+N", "NP...", "2-*", "2 vote 0:J6.5", "3 03 - 0 1", "tie", "0"},
    /* A revealed Decoy plays on, and the Daredevil's reveal is not the Decoy's win. */
    {"D+Y", "IYD..", "1!2!", "", "", "dare", "234"},
    /* The Accomplice's trick puts the Daredevil's reveal off; then both win. */
    {"D+A", "IDA.. 1", "1---2-1--|1--2-1--", "", "", "dare", "1234"},
    /* On the Daredevil's reveal the Shady Character wins if the Insider is to the right. */
    {"D+S", "ISD..", "2!", "", "", "dare", "1234"},
    {"D+S", ".SDI.", "2!", "", "", "dare", "024"},
    /* On it a revealed Sleeper loses. */
    {"D+U", "IUD..", "1!2!", "", "", "dare", "234"},
    {"D+U", "IUD..", "2!", "", "", "dare", "1234"},
    /* The Daredevil's reveal wins, unless nobody else is left. */
    {"D+N", "ND...", "2!1!", "", "", "dare", "1234"},
    {"D+N", "ND...", "2!3!1!|2!3!4!1!", "", "", "hunt", "0"},
    /* A tie of Decoy and Insider also wins for a revealed Sleeper. */
    {"Y+U", "IYU..", "2-*", "2 vote 0:J6.5", "3 0 - 1|1 0 - 0 1", "tie", "012"},
    /* Tied with Professor No, both win. */
    {"Y+N", "NY...", "2-*", "2 vote 0:J6.5", "3 0 - 1|1 0 - 0 1", "tie", "01"},
    /* The Accomplice puts the Sleeper's reveal off; they win together, with either side. */
    {"A+U", "IUA.. 1", "1---2-1--2-*|1--2-1--2-*", "1 vote 0:J6.5", "3 - - 0|3 - - 4 0", "tie", "012"},
    {"A+U", "IUA.. 1", "1---2-1-2-*|1--2-1-2-*", "2 vote 0:J6.5", "3 0 - 0 0", "vote", "1234"},
    /* The Accomplice's trick keeps Professor No hidden; they win and lose together. */
    {"A+N", "NA... 0", "0--1-0-2!3!|0-1-0-2!3!4!", "", "", "hunt", "01"},
    {"A+N", "NA... 0", "0!", "", "", "caught", "234"},
    /* A revealed Sleeper loses with the Insider, also with fewer tokens; one who is not, wins. */
    {"S+U", "IUS..", "1++++2-+++|1+++2+++", "", "", "missions", "234"},
    {"S+U", "IUS..", "1+++2++3++|1++2++3++", "", "", "missions", "134"},
    /* The Shady Character has to take a token from Professor No, ... */
    {"S+N", "NS...", "1!0----|1!0---", "", "", "caught", "1234"},
    {"S+N", ".SN..", "0!1!3!|0!1!3!4!", "", "", "hunt", "12"}, /* wins with Professor No, ... */
    {"S+N", "NS...", "1!2!3!|1!2!3!4!", "", "", "hunt", "0"},  /* ... but not from there. */
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
            game_not(p->seats, games[i].roles, games[i].plan, games[i].barred, games[i].ballots,
                     games[i].cause, games[i].winners);
}

/* A test for each pair and number of players; there are no others. */
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
            snprintf(settings, sizeof settings, "roles=%s,%s", name_of(letters[a]), name_of(letters[b]));
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
        cmocka_unit_test(chosen_roles_replace_agents),
        cmocka_unit_test(everyone_knows_which_roles_there_are),
        cmocka_unit_test(at_most_two_roles),
        cmocka_unit_test(each_role_once_and_for_four_or_five),
        cmocka_unit_test(one_open_and_one_neutral_role),
        cmocka_unit_test(the_role_wins_over_the_general_rules),
        cmocka_unit_test(recommended_pairs_have_names),
        cmocka_unit_test(the_insider_reads_professor_no),
        cmocka_unit_test(open_roles_may_be_given),
        cmocka_unit_test(other_roles_may_not_be_given),
        cmocka_unit_test(the_wired_agents_second_token),
        cmocka_unit_test(all_others_are_revealed),
        cmocka_unit_test(the_daredevil_was_revealed),
        cmocka_unit_test(a_sleeper_revealed_by_the_last_mission),
        cmocka_unit_test(a_wired_agent_wins_the_last_mission),
        cmocka_unit_test(professor_no_revealed_by_the_last_mission),
        cmocka_unit_test(the_last_other_revealed_by_the_last_mission),
        cmocka_unit_test(a_daredevil_who_is_that_last_one),
        cmocka_unit_test(a_sleeper_who_is_that_last_one),
        cmocka_unit_test(the_vote_changes_no_side),
        cmocka_unit_test(the_wired_agent_is_revealed_at_the_start),
        cmocka_unit_test(the_wired_agent_never_holds_two),
        cmocka_unit_test(the_wired_agent_votes),
        cmocka_unit_test(the_paranoid_agent_has_two_votes),
        cmocka_unit_test(both_votes_of_the_paranoid_count),
        cmocka_unit_test(a_revealed_paranoid_may_give_both_to_one),
        cmocka_unit_test(a_paranoid_with_one_target_has_one_vote),
        cmocka_unit_test(the_daredevil_brings_risky_missions),
        cmocka_unit_test(the_revealed_daredevil_wins_for_the_agents),
        cmocka_unit_test(the_decoy_wants_the_most_votes),
        cmocka_unit_test(the_decoy_wins_by_nothing_else),
        cmocka_unit_test(a_revealed_decoy_votes_in_vain),
        cmocka_unit_test(the_accomplice_picks_a_partner),
        cmocka_unit_test(the_accomplice_holds_no_intel),
        cmocka_unit_test(the_accomplice_does_not_raise_or_vote),
        cmocka_unit_test(the_accomplice_wins_with_the_partner),
        cmocka_unit_test(the_shady_character_looks_to_the_right),
        cmocka_unit_test(the_revealed_shady_character_takes_one),
        cmocka_unit_test(the_shady_character_takes_if_there_is_any),
        cmocka_unit_test(who_is_revealed_stays_so_with_fewer_tokens),
        cmocka_unit_test(a_sleeper_sleeps_with_the_agents),
        cmocka_unit_test(a_revealed_sleeper_changes_sides),
        cmocka_unit_test(professor_no_need_not_follow),
        cmocka_unit_test(with_professor_no_less_intel_reveals),
        cmocka_unit_test(with_professor_no_the_revealed_do_not_vote),
        cmocka_unit_test(how_a_game_with_professor_no_ends),
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
