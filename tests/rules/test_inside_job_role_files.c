/* Role files of Inside Job: doc/rules/inside-job.md, J9.5, and doc/roles.md.
 *
 * Map: opening with a role file - games from a plan - the shipped file - the examples of
 * doc/roles.md - abilities - goals - which roles can be played - mistakes in a file. */
#include "games/inside_job/parts.h"
#include "tests/rules/script.h"

extern const gm_game inside_job_game;
static const gm_game *const g = &inside_job_game;

static const ij_state *now(void) { return (const ij_state *)(const void *)the.st; }
static const ij_box *box(void) { return (const ij_box *)(const void *)the.box; }
static int chances(void) { return (int)g->chances(the.box, the.st); }
static void phase_is(const char *phase) { sees(GM_SPECTATOR, "phase", phase); }

/* ---- opening with a role file ---------------------------------------------------------- */

#define HEAD "role,side,goal,abilities\n"

static char missions[4096]; /* of the test's own */

static void add_mission(int number, const char *condition, const char *trump, bool risky) {
    size_t n = strlen(missions);
    snprintf(missions + n, sizeof missions - n, "%d,%s,%s,%s\n", number, condition, trump,
             risky ? "yes" : "no");
}

/* Settings as for start(); own: the text of the role file, or NULL; with the missions
 * above, if there are any. */
static bool open_roles(int seats, const char *settings, const char *own, fault *why) {
    static char words[256];
    gm_order order = {.seats = seats};
    int n = 0, files = 0;
    snprintf(words, sizeof words, "%s", settings);
    for (char *w = strtok(words, " "); w; w = strtok(NULL, " ")) {
        char *equals = strchr(w, '=');
        *equals = 0;
        order.settings[n++] = (gm_setting){w, equals + 1};
    }
    if (own) order.files[files++] = (gm_file){"roles.csv", own, strlen(own)};
    if (*missions) order.files[files++] = (gm_file){"missions.csv", missions, strlen(missions)};
    return record_start(&the, g, &order, why);
}

/* ---- games from a plan ------------------------------------------------------------------
 *
 * Seat 0 has yellow cards, seat 1 pink ones, 2 green, 3 blue, so that the trump decides
 * who wins; a fifth seat has low cards.  The plan says of each trick the trump and
 * whether the mission will be completed: "Y+ P- B+".  With `mixed`, seat 1 has a yellow
 * card too. */

static void plan_missions(const char *plan) {
    static const char *const names[] = {"yellow", "pink", "green", "blue"};
    snprintf(missions, sizeof missions, "number,condition,trump,risky\n");
    for (int t = 0; t < IJ_TRICKS; t++) {
        bool planned = strlen(plan) >= (size_t)(3 * t + 2);
        size_t trump = planned ? strcspn("YPGB", (char[]){plan[3 * t], 0}) : 0;
        bool done = planned && plan[3 * t + 1] == '+';
        add_mission(2 * t + 1, done ? "all 1-13" : "all 13-13", names[trump], false);
        add_mission(2 * t + 2, "all 1-13", "blue", false);
    }
    add_mission(31, "raised last", "pink", true);
    add_mission(32, "raised third", "pink", true);
}

static void deal_card(int seat, char colour, int value) {
    char line[64];
    snprintf(line, sizeof line, "dealer card %d %c%d", seat, colour, value);
    play(line);
}

static void deal_hands(int seats, bool mixed) {
    for (int q = 0; q < 4; q++)
        for (int i = 0; i < (seats == 4 ? 12 : 10); i++)
            if (mixed && q == 1 && !i)
                deal_card(1, 'y', seats == 4 ? 13 : 1);
            else
                deal_card(q, "ypgb"[q], i + (seats == 4 ? 1 : 4));
    for (int i = 0; i < 10 && seats == 5; i++) /* without yellow ones if mixed */
        deal_card(4, "pgby"[mixed ? i % 3 : i % 4], 1 + (mixed ? i / 3 : i / 4));
}

/* Opens a game, and deals the roles, with blanks between them. */
static void deal_roles(const char *settings, const char *own, const char *roles, const char *plan) {
    fault why;
    char list[128], line[64];
    int seats = 1, q = 0;
    for (const char *c = roles; *c; c++)
        seats += *c == ' ';
    plan_missions(plan);
    if (!open_roles(seats, settings, own, &why)) fail_msg("%s", why.say);
    play("dealer lead 0");
    snprintf(list, sizeof list, "%s", roles);
    for (char *w = strtok(list, " "); w; w = strtok(NULL, " ")) {
        snprintf(line, sizeof line, "dealer role %d %s", q++, w);
        play(line);
    }
}

static void plan_game(const char *settings, const char *own, const char *roles, const char *plan) {
    deal_roles(settings, own, roles, plan);
    if (now()->phase == IJ_START) play_first();
    deal_hands(the.order.seats, false);
}

/* Seat 0 leads yellow, which seat 1 could follow. */
static void plan_mixed(const char *settings, const char *own, const char *roles) {
    deal_roles(settings, own, roles, "");
    if (now()->phase == IJ_START) play_first();
    deal_hands(the.order.seats, true);
    play_all("dealer mission 1;dealer mission 2;0 pick 1;0 play y5");
}

/* Tricks with the planned missions, in which everybody plays the lowest card; then
 * nobody is revealed yet. */
static void tricks(int n) {
    while (n--) {
        char lines[96];
        if (now()->phase == IJ_REVEAL) play_first();
        int t = now()->tricks;
        snprintf(lines, sizeof lines, "dealer mission %d;dealer mission %d;%d pick %d", 2 * t + 1, 2 * t + 2,
                 now()->leader, 2 * t + 1);
        play_all(lines);
        for (int i = 0; i < the.order.seats; i++)
            play_first();
    }
}

static void ended_by(const char *cause) {
    turn_over();
    sees(GM_SPECTATOR, "cause", cause);
    phase_is("\"over\"");
}

static const char nobody_wins[] = "Y- P- P- P- G- G- G- B- B- B-"; /* 2, 4, 4 and 4 intel */
static const char all_missions[] = "Y+ P+ G+ B+ Y+ P+ G+";         /* which win for the Agents */

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
    assert_int_equal(box()->n_roles, sizeof printed / sizeof *printed);
    for (int i = 0; i < box()->n_roles; i++)
        if (memcmp(&box()->role[i], &printed[i], sizeof *printed)) fail_msg("%s", printed[i].name);
}

/* A copy of a printed role under another name is the same role. */
static void a_copy_of_a_printed_role(void **unused) { /* J9.5 */
    (void)unused;
    for (int i = 2; i < 10; i++) {
        fault why;
        char own[256] = HEAD;
        static const char *const sides[] = {"neutral", "agents", "insider"};
        static const char *const goals[] = {"side", "votes", "partner", "right"};
        *missions = 0;
        start(g, 4, "");
        ij_role r = box()->role[i];
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
        assert_string_equal(box()->role[10].name, "copy");
        memcpy(r.name, box()->role[10].name, sizeof r.name);
        assert_memory_equal(&box()->role[10], &r, sizeof r);
    }
}

/* ---- the examples of doc/roles.md ----------------------------------------------------------- */

#define BODYGUARD                                                                                            \
    "# One role of our own.\n"                                                                               \
    "role,side,goal,abilities\n"                                                                             \
    "bodyguard,agents,side,open most-2 two-votes\n"
#define PLOT                                                                                                 \
    "# A traitor, and one who is nobody's friend.\n"                                                         \
    "role,side,goal,abilities\n"                                                                             \
    "mastermind,insider,side,free two-votes reveal-loses limit-6-5\n"                                        \
    "rival,agents,right,reveal-takes\n"

/* The lines of a text, each indented, one under the other. */
static bool doc_shows(const char *doc, const char *lines) {
    char shown[512];
    text t = text_on(shown, sizeof shown);
    text_char(&t, '\n');
    for (const char *c = lines; *c; c++) {
        if (c == lines || c[-1] == '\n') text_put(&t, "    ");
        text_char(&t, *c);
    }
    text_char(&t, '\n');
    return strstr(doc, shown);
}

static void the_doc_shows_them(void **unused) {
    static char doc[32768];
    FILE *f = fopen("doc/roles.md", "rb"); /* tests run from the project's root */
    (void)unused;
    assert_non_null(f);
    doc[fread(doc, 1, sizeof doc - 1, f)] = 0;
    fclose(f);
    assert_true(doc_shows(doc, BODYGUARD));
    assert_true(doc_shows(doc, PLOT));
    for (const ij_ability *a = inside_job_abilities; a->text; a++) { /* and every ability */
        char row[64];
        snprintf(row, sizeof row, "\n| `%s` | ", a->text);
        if (!strstr(doc, row)) fail_msg("%s is not in the table", a->text);
    }
}

static void the_bodyguard_is_dealt_beside_a_printed_role(void **unused) { /* J9.5, J9.1 */
    (void)unused;
    plan_missions("");
    fault why;
    assert_true(open_roles(4, "roles=bodyguard,sleeper", BODYGUARD, &why));
    play("dealer lead 0");
    assert_int_equal(chances(), 4); /* in the place of two Agents */
    can(GM_DEALER, "role 0 agent, role 0 insider, role 0 sleeper, role 0 bodyguard");
    play_all("dealer role 0 agent;dealer role 1 bodyguard");
    heard(1, "role 1 bodyguard");
    heard(0, "role 1 ?");
    can(GM_DEALER, "role 2 insider, role 2 sleeper");
    play_all("dealer role 2 sleeper;dealer role 3 insider");
    can(GM_DEALER, "reveal 1 bodyguard"); /* open */
    play("dealer reveal 1 bodyguard");
    heard(GM_SPECTATOR, "reveal 1 bodyguard");
    sees(0, "role", "[\"agent\",\"bodyguard\",null,null,\"-\"]");
    plan_missions("");
    assert_true(open_roles(4, "roles=sleeper", BODYGUARD, &why)); /* and only if chosen */
    play("dealer lead 0");
    can(GM_DEALER, "role 0 agent, role 0 insider, role 0 sleeper");
}

static void the_bodyguard_may_hold_two(void **unused) { /* J9.5: most-N, J5.3 */
    (void)unused;
    plan_game("roles=bodyguard,sleeper", BODYGUARD, "bodyguard sleeper agent insider", "Y- Y-");
    tricks(1);
    sees(GM_SPECTATOR, "intel", "[2,1,1,1,0]");
    phase_is("\"draw\"");
    tricks(1);
    sees(GM_SPECTATOR, "intel", "[3,1,1,1,0]");
    sees(GM_SPECTATOR, "side", "\"insider\"");
    ended_by("\"wire\"");
    result(BIT(3), "0 0 0 1");
    plan_game("roles=bodyguard,sleeper", BODYGUARD, "bodyguard sleeper agent insider",
              "Y+ P+ G+ B+ P+ G+ Y+");
    tricks(7); /* before the missions count, J5.3 */
    assert_int_equal(bits_count(now()->completed), 7);
    ended_by("\"wire\"");
    plan_game("roles=bodyguard,sleeper", BODYGUARD, "agent sleeper bodyguard insider",
              "Y+ P+ G+ B+ Y+ P+ P+");
    tricks(7);
    ended_by("\"missions\"");
    result(BIT(0) | BIT(1) | BIT(2), "1 1 1 0"); /* wins with its side */
}

static void the_bodyguard_votes_twice(void **unused) { /* J9.5: open, two-votes */
    (void)unused;
    plan_game("roles=bodyguard,sleeper", BODYGUARD, "bodyguard sleeper agent insider", nobody_wins);
    tricks(10);
    can(0, "ballot 1 1, ballot 1 2, ballot 1 3, ballot 2 2, ballot 2 3, ballot 3 3");
    refuse("0 vote 3", "J9.P");
    refuse("1 vote 0", "J6.2"); /* nobody votes for whoever is open */
    can(1, "vote 2, vote 3");
    play_all("0 ballot 3 3;1 vote 3;2 vote 1;3 vote 1"); /* three against two */
    ended_by("\"vote\"");
    result(BIT(0) | BIT(1) | BIT(2), "1 1 1 0");
}

static void the_mastermind_must_not_be_revealed(void **unused) { /* J9.5: reveal-loses, limit */
    (void)unused;
    plan_game("roles=mastermind,rival", PLOT, "agent mastermind rival agent", "P- P- P- P- P-");
    tricks(4);
    sees(GM_SPECTATOR, "intel", "[1,5,1,1,0]"); /* five are not enough */
    phase_is("\"draw\"");
    tricks(1);
    can(GM_DEALER, "reveal 1 mastermind");
    play_first();
    sees(GM_SPECTATOR, "side", "\"agents\"");
    ended_by("\"caught\"");
    result(BIT(0) | BIT(2) | BIT(3), "1 0 1 1"); /* the rival, because the mastermind lost */
    plan_game("roles=mastermind,rival", PLOT, "agent mastermind agent rival agent", "P- P- P- P-");
    tricks(3);
    sees(GM_SPECTATOR, "intel", "[1,4,1,1,1]");
    phase_is("\"draw\"");
    tricks(1); /* of five players five */
    can(GM_DEALER, "reveal 1 mastermind");
    ended_by("\"caught\"");
    result(BIT(0) | BIT(2) | BIT(4), "1 0 1 0 1"); /* and the rival, whose right won, loses */
}

static void the_mastermind_votes_twice_and_need_not_follow(void **unused) { /* J9.5: free, two-votes */
    (void)unused;
    plan_mixed("roles=mastermind,rival", PLOT, "agent mastermind rival agent");
    play("1 play p5");
    plan_game("roles=mastermind,rival", PLOT, "agent mastermind rival agent", nobody_wins);
    tricks(10);
    can(1, "ballot 0 2, ballot 0 3, ballot 2 3"); /* for different players */
    refuse("1 ballot 0 0", "J9.P");
    refuse("1 vote 0", "J9.P");
    play_all("0 vote 1;1 ballot 0 3;2 vote 0;3 vote 1"); /* two, two and one */
    ended_by("\"tie\"");
    result(BIT(1), "0 1 0 0"); /* the rival's right won */
    plan_game("roles=mastermind,rival", PLOT, "agent mastermind rival agent", nobody_wins);
    tricks(10);
    play_all("0 vote 1;1 ballot 0 2;2 vote 1;3 vote 1");
    ended_by("\"vote\"");
    result(BIT(0) | BIT(2) | BIT(3), "1 0 1 1");
}

static void the_rival_takes_a_token(void **unused) { /* J9.5: reveal-takes */
    (void)unused;
    plan_game("roles=mastermind,rival", PLOT, "agent mastermind rival agent", "P- G- G- G- G- G-");
    tricks(6);
    sees(GM_SPECTATOR, "intel", "[1,2,6,1,0]");
    play("dealer reveal 2 rival");
    sees(GM_SPECTATOR, "intel", "[1,1,7,1,0]"); /* from the player before in turn order */
    phase_is("\"draw\"");
    tricks(4);
    assert_true(now()->voters >> 2 & 1); /* is not quiet */
    plan_game("roles=rival", PLOT, "rival insider agent agent", "B- Y- Y- Y- Y-");
    tricks(5);
    play("dealer reveal 0 rival");
    sees(GM_SPECTATOR, "intel", "[6,1,1,1,0]"); /* from the last seat, if it is seat 0 */
}

/* ---- abilities ---------------------------------------------------------------------------- */

static void free_need_not_follow(void **unused) { /* J9.5, J3.5 */
    static const char own[] = HEAD "scout,agents,side,free\nstickler,agents,side,\n";
    (void)unused;
    for (int seats = 4; seats <= 5; seats++) {
        plan_mixed("roles=scout,stickler", own,
                   seats == 4 ? "stickler scout agent insider" : "agent scout insider stickler agent");
        play("1 play p5");
        plan_mixed("roles=scout,stickler", own,
                   seats == 4 ? "scout stickler agent insider" : "agent stickler insider scout agent");
        refuse("1 play p5", "J3.4");
        can(1, seats == 4 ? "play y13, raise y13" : "play y1, raise y1");
    }
}

static void open_lies_open(void **unused) { /* J9.5, J9.7, J4.3, J6.2 */
    static const char own[] = HEAD "herald,agents,side,open\nmole,agents,side,\n";
    fault why;
    (void)unused;
    plan_missions("");
    assert_true(open_roles(4, "roles=herald given=herald:2", own, &why)); /* may be given to a player */
    play_all("dealer lead 0;dealer role 0 agent;dealer role 1 insider");
    assert_int_equal(chances(), 1);
    can(GM_DEALER, "role 2 herald");
    assert_false(open_roles(4, "roles=mole given=mole:2", own, &why)); /* who is hidden may not */
    assert_string_equal(why.say, "inside-job.roles.given");
    plan_mixed("roles=herald", own, "agent herald agent insider");
    assert_int_equal(now()->revealed, BIT(1));
    assert_int_equal(now()->by_intel, 0);
    can(1, "play y13");
    refuse("1 raise y13", "J4.3");
    plan_game("roles=herald,mole", own, "mole herald agent insider", nobody_wins);
    tricks(10);
    refuse("0 vote 1", "J6.2");
    can(1, "vote 0, vote 2, vote 3");           /* but votes */
    sees(GM_SPECTATOR, "intel", "[2,4,4,4,0]"); /* and holds intel */
}

static void risky_brings_risky_missions(void **unused) { /* J9.5, J7.1 */
    static const char own[] = HEAD "gambler,agents,side,risky\nmole,agents,side,\n";
    fault why;
    (void)unused;
    plan_game("roles=gambler", own, "gambler agent agent insider", "");
    assert_int_equal(chances(), 24);
    play_all("dealer mission 31;dealer mission 1");
    refuse("0 pick 1", "J7.1");
    plan_game("roles=mole", own, "mole agent agent insider", "");
    assert_int_equal(chances(), 22);
    assert_false(open_roles(4, "roles=gambler raise=off", own, &why));
    assert_string_equal(why.say, "inside-job.risk");
    assert_true(open_roles(4, "roles=mole raise=off", own, &why));
}

static void two_votes_for_an_agent(void **unused) { /* J9.5, J9.P */
    static const char own[] = HEAD "deputy,agents,side,two-votes\n";
    (void)unused;
    plan_game("roles=deputy", own, "deputy agent agent insider", nobody_wins);
    tricks(10);
    can(0, "ballot 1 2, ballot 1 3, ballot 2 3");
    play_all("0 ballot 2 3;1 vote 3;2 vote 1;3 vote 1"); /* two and two */
    ended_by("\"tie\"");
    plan_game("roles=deputy", own, "agent deputy agent insider", "P- P- P- P- Y- Y- G- G- B- B-");
    tricks(10); /* revealed: both may go to one */
    can(1, "ballot 0 0, ballot 0 2, ballot 0 3, ballot 2 2, ballot 2 3, ballot 3 3");
}

static void quiet_once_revealed(void **unused) { /* J9.5 */
    static const char own[] = HEAD "monk,agents,side,quiet\nmole,agents,side,\n";
    (void)unused;
    plan_game("roles=monk,mole", own, "mole monk agent insider", nobody_wins);
    tricks(10);
    assert_int_equal(now()->voters, 15);
    plan_game("roles=monk,mole", own, "mole monk agent insider", "P- P- P- P- Y- Y- G- G- B- B-");
    tricks(10);
    assert_int_equal(now()->voters, 13);
    refuse("1 vote 3", "J6.5");
    plan_game("roles=monk,mole", own, "monk mole agent insider", "P- P- P- P- Y- Y- G- G- B- B-");
    tricks(10); /* others vote on when revealed */
    assert_int_equal(now()->voters, 15);
}

static void no_vote_at_all(void **unused) { /* J9.5 */
    static const char own[] = HEAD "diplomat,agents,side,open no-vote\n";
    (void)unused;
    plan_game("roles=diplomat", own, "agent diplomat agent insider", nobody_wins);
    tricks(10);
    assert_int_equal(now()->voters, 13);
    refuse("1 vote 3", "J6.5");
}

static void no_intel_without_a_partner(void **unused) { /* J9.5, J9.A */
    static const char own[] = HEAD "ghost,agents,side,open no-intel\n";
    (void)unused;
    plan_game("roles=ghost", own, "agent ghost agent insider", "P- P- P- P- P- P- P- P- P- P-");
    sees(GM_SPECTATOR, "intel", "[1,0,1,1,0]"); /* the starting token went back */
    sees(GM_SPECTATOR, "pool", "11");
    tricks(1);
    sees(GM_SPECTATOR, "winner", "1");
    sees(GM_SPECTATOR, "intel", "[1,0,1,1,0]");
    sees(GM_SPECTATOR, "pool", "11");
    play_all("dealer mission 3;dealer mission 4;1 pick 3;1 play p12;2 raise g2;3 play b2;0 play y2");
    sees(GM_SPECTATOR, "winner", "1"); /* raised tokens go to the pool */
    sees(GM_SPECTATOR, "intel", "[1,0,0,1,0]");
    sees(GM_SPECTATOR, "pool", "12");
    tricks(8);
    phase_is("\"vote\""); /* and no number of tricks reveals or loses */
    assert_int_equal(now()->voters, 15);
}

static void no_intel_costs_the_partner(void **unused) { /* J9.5, J9.A */
    static const char own[] = HEAD "leech,agents,partner,open no-intel\n";
    (void)unused;
    plan_game("roles=leech", own, "agent leech agent insider", "P- P- G- P-");
    play_all("1 partner 2;dealer look 2 agent");
    tricks(1);
    sees(GM_SPECTATOR, "intel", "[1,0,0,1,0]");
    sees(GM_SPECTATOR, "pool", "12");
    tricks(1); /* if there is one to lose */
    sees(GM_SPECTATOR, "intel", "[1,0,0,1,0]");
    sees(GM_SPECTATOR, "pool", "12");
    tricks(2);
    sees(GM_SPECTATOR, "intel", "[1,0,0,1,0]");
    sees(GM_SPECTATOR, "pool", "12");
}

static void most_of_any_number(void **unused) { /* J9.5, J5.3 */
    static const char own[] = HEAD "purse,neutral,votes,open most-4\n";
    (void)unused;
    plan_game("roles=purse", own, "agent purse agent insider", "P- P- P- P-");
    tricks(3);
    sees(GM_SPECTATOR, "intel", "[1,4,1,1,0]");
    phase_is("\"draw\"");
    tricks(1);
    ended_by("\"wire\"");
    result(BIT(3), "0 0 0 1");
}

static void reveal_wins_for_its_side(void **unused) { /* J9.5, J5.4, J5.6 */
    static const char own[] =
        HEAD "hero,agents,side,reveal-wins\nfiend,insider,side,reveal-wins\nstar,agents,right,reveal-wins\n";
    (void)unused;
    plan_game("roles=hero", own, "agent hero agent insider", "P- P- P- P-");
    tricks(4);
    play("dealer reveal 1 hero");
    sees(GM_SPECTATOR, "side", "\"agents\"");
    ended_by("\"dare\"");
    result(BIT(0) | BIT(1) | BIT(2), "1 1 1 0");
    plan_game("roles=fiend", own, "agent fiend agent agent", "P- P- P- P-");
    tricks(4);
    play("dealer reveal 1 fiend");
    sees(GM_SPECTATOR, "side", "\"insider\"");
    ended_by("\"intel\"");
    result(BIT(1), "0 1 0 0");
    plan_mixed("roles=fiend", own, "agent fiend agent agent");
    refuse("1 play p5", "J3.4"); /* a traitor without `free` must follow */
    plan_game("roles=star", own, "insider star agent agent", "P- P- P- P-");
    tricks(4);
    ended_by("\"dare\"");
    result(BIT(1) | BIT(2) | BIT(3), "0 1 1 1"); /* its side, and here its own goal too */
    plan_game("roles=star", own, "agent star agent insider", "P- P- P- P-");
    tricks(4);
    ended_by("\"dare\"");
    result(BIT(0) | BIT(2), "1 0 1 0");
}

static void reveal_turns(void **unused) { /* J9.5, J9.U */
    static const char own[] = HEAD "turncoat,agents,side,reveal-turns\n";
    (void)unused;
    plan_game("roles=turncoat", own, "agent turncoat agent insider", "P- P- P- P- Y- Y- G- G- B- B-");
    tricks(10);
    play_all("0 vote 2;1 vote 2;2 vote 0;3 vote 2"); /* is not quiet */
    ended_by("\"wrong-vote\"");
    result(BIT(1) | BIT(3), "0 1 0 1");
    plan_game("roles=turncoat", own, "agent turncoat agent insider", "P+ P+ P+ P+ Y+ Y+ G+");
    tricks(7);
    ended_by("\"missions\"");
    result(BIT(0) | BIT(2), "1 0 1 0");
    plan_game("roles=turncoat", own, "agent turncoat agent insider", all_missions);
    tricks(7);
    ended_by("\"missions\"");
    result(BIT(0) | BIT(1) | BIT(2), "1 1 1 0"); /* not if not revealed */
}

static void reveal_takes_for_a_neutral_one(void **unused) { /* J9.5, J9.S */
    static const char own[] = HEAD "magpie,neutral,votes,reveal-takes\n";
    (void)unused;
    plan_game("roles=magpie", own, "agent magpie agent insider", "P- P- P- P-");
    tricks(4);
    play("dealer reveal 1 magpie");
    sees(GM_SPECTATOR, "intel", "[0,6,1,1,0]");
}

static void hunter_wins_when_all_are_revealed(void **unused) { /* J9.5, J5.5, J9.N */
    static const char own[] = HEAD "hound,insider,side,hunter reveal-wins limit-2-2\n"
                                   "tracker,insider,side,hunter reveal-loses\nherald,agents,side,open\n";
    (void)unused;
    plan_game("roles=hound", own, "agent hound agent agent", "Y- G- B-");
    tricks(2);
    play_first();
    phase_is("\"draw\"");
    tricks(1);
    play_first();
    sees(GM_SPECTATOR, "side", "\"insider\"");
    ended_by("\"hunt\"");
    result(BIT(1), "0 1 0 0");
    plan_game("roles=hound,herald", own, "agent hound herald agent", "Y- B-");
    tricks(2); /* who is open is revealed */
    ended_by("\"hunt\"");
    plan_game("roles=hound", own, "agent hound agent agent", "P-");
    tricks(1);
    ended_by("\"intel\"");
    plan_game("roles=tracker,herald", own, "agent tracker herald agent", "Y- Y- Y- Y- P- P- P- G- B- B-");
    tricks(10);
    assert_int_equal(now()->voters, BIT(1) | BIT(3)); /* nobody who is revealed votes */
}

static void limit_for_everyone(void **unused) { /* J9.5, J9.N */
    static const char own[] = HEAD "leak,insider,side,reveal-wins limit-3-2\nmole,agents,side,\n";
    (void)unused;
    plan_game("roles=leak,mole", own, "agent leak mole agent", "Y- Y-");
    tricks(1);
    phase_is("\"draw\"");
    tricks(1);
    phase_is("\"reveal\"");
    plan_game("roles=leak,mole", own, "agent leak mole agent agent", "Y-");
    tricks(1);
    phase_is("\"reveal\"");
    plan_game("roles=mole", own, "agent insider mole agent", "Y- Y- Y- Y-"); /* only if it is played */
    tricks(3);
    phase_is("\"draw\"");
    tricks(1);
    phase_is("\"reveal\"");
}

/* ---- goals ---------------------------------------------------------------------------------- */

static void goal_votes(void **unused) { /* J9.5, J6.3, J9.Y */
    static const char own[] = HEAD "idol,agents,votes,\n";
    (void)unused;
    plan_game("roles=idol", own, "agent idol agent insider", nobody_wins);
    tricks(10);
    play_all("0 vote 1;1 vote 3;2 vote 1;3 vote 1");
    sees(GM_SPECTATOR, "side", "\"nobody\"");
    ended_by("\"decoy\"");
    result(BIT(1), "0 1 0 0");
    plan_game("roles=idol", own, "agent idol agent insider", nobody_wins);
    tricks(10);
    play_all("0 vote 1;1 vote 3;2 vote 3;3 vote 1"); /* tied with the traitor */
    ended_by("\"tie\"");
    result(BIT(1) | BIT(3), "0 1 0 1");
    plan_game("roles=idol", own, "agent idol agent insider", nobody_wins);
    tricks(10);
    play_all("0 vote 1;1 vote 0;2 vote 0;3 vote 1"); /* tied with another */
    ended_by("\"tie\"");
    result(BIT(3), "0 0 0 1");
    plan_game("roles=idol", own, "agent idol agent insider", all_missions);
    tricks(7); /* the Agents' win is not its own, whatever the side */
    ended_by("\"missions\"");
    result(BIT(0) | BIT(2), "1 0 1 0");
    plan_game("roles=idol,decoy", own, "decoy idol agent insider", nobody_wins);
    tricks(10); /* and not neutral, so beside one who is; tied, neither wins */
    play_all("0 vote 1;1 vote 0;2 vote 0;3 vote 1");
    ended_by("\"tie\"");
    result(BIT(3), "0 0 0 1");
}

static void goal_partner(void **unused) { /* J9.5, J9.A */
    static const char own[] = HEAD "fan,agents,partner,open two-votes\n";
    (void)unused;
    plan_game("roles=fan,decoy", own, "agent fan decoy insider", all_missions);
    can(1, "partner 0, partner 2, partner 3");
    refuse("1 partner 1", "J9.A");
    play("1 partner 3");
    heard(0, "partner 3"); /* openly, */
    play("dealer look 3 insider");
    heard(1, "look 3 insider"); /* and sees that role alone */
    heard(0, "look 3 ?");
    heard(GM_SPECTATOR, "look 3 ?");
    sees(1, "role", "[null,\"fan\",null,\"insider\",\"-\"]");
    sees(0, "role", "[\"agent\",\"fan\",null,null,\"-\"]");
    tricks(7);
    ended_by("\"missions\"");
    result(BIT(0), "1 0 0 0"); /* loses with the partner, on whatever side */
    plan_game("roles=fan,decoy", own, "agent fan decoy insider", all_missions);
    play_all("1 partner 0;dealer look 0 agent");
    tricks(7);
    ended_by("\"missions\"");
    result(BIT(0) | BIT(1), "1 1 0 0");
    plan_game("roles=fan,decoy", own, "agent fan decoy insider", nobody_wins);
    play_all("1 partner 2;dealer look 2 decoy");
    sees(GM_SPECTATOR, "intel", "[1,1,1,1,0]"); /* without no-intel and no-vote, holds intel and votes */
    tricks(10);
    play_all("0 vote 2;1 ballot 2 2;2 vote 0;3 vote 0");
    ended_by("\"decoy\"");
    result(BIT(1) | BIT(2), "0 1 1 0");
}

static void goal_right(void **unused) { /* J9.5, J9.S */
    static const char own[] = HEAD "envy,neutral,right,\nspite,agents,right,\n";
    (void)unused;
    plan_game("roles=envy,spite", own, "agent envy spite insider", all_missions);
    tricks(7);
    ended_by("\"missions\"");
    result(BIT(0) | BIT(2), "1 0 1 0"); /* envy looks at an Agent, spite at envy */
    plan_game("roles=envy,spite", own, "envy spite agent insider", all_missions);
    tricks(7);
    ended_by("\"missions\"");
    result(BIT(0) | BIT(2), "1 0 1 0"); /* round the table: envy at the Insider */
    plan_game("roles=envy,spite", own, "spite insider agent envy", all_missions);
    tricks(7);
    ended_by("\"missions\"");
    result(BIT(0) | BIT(2), "1 0 1 0"); /* a goal may wait for one that is dealt later */
}

static void goals_in_a_circle_are_lost(void **unused) { /* J9.5 */
    static const char own[] = HEAD "fan,neutral,partner,open\nspite,agents,right,\nenvy,agents,right,\n";
    static const char sets[] = "roles=fan,spite", three[] = "roles=fan,spite,envy more-roles=on";
    (void)unused;
    plan_game(sets, own, "fan spite agent insider", all_missions);
    play_all("0 partner 1;dealer look 1 spite"); /* spite wins if fan loses, fan if spite wins */
    tricks(7);
    ended_by("\"missions\"");
    result(BIT(2), "0 0 1 0");
    plan_game(sets, own, "fan spite agent insider", nobody_wins);
    play_all("0 partner 1;dealer look 1 spite");
    tricks(10);
    play_all("0 vote 1;1 vote 2;2 vote 1;3 vote 2");
    ended_by("\"tie\"");
    result(BIT(3), "0 0 0 1"); /* whoever wins */
    plan_game(three, own, "spite envy insider fan", all_missions);
    play_all("3 partner 1;dealer look 1 envy"); /* a circle of three */
    tricks(7);
    ended_by("\"missions\"");
    result(0, "0 0 0 0");
    plan_game(three, own, "spite envy insider fan", all_missions);
    play_all("3 partner 2;dealer look 2 insider"); /* no circle: one after the other */
    tricks(7);
    ended_by("\"missions\"");
    result(BIT(0), "1 0 0 0"); /* fan loses with the Insider, so spite wins, so envy loses */
}

static void who_only_looks_at_a_circle_is_not_in_it(void **unused) { /* J9.5 */
    static const char own[] = HEAD "fan,neutral,partner,open\nspite,agents,right,\nenvy,agents,right,\n";
    (void)unused;
    plan_game("roles=fan,spite,envy more-roles=on", own, "fan spite envy insider agent", all_missions);
    play_all("0 partner 1;dealer look 1 spite"); /* fan and spite lose, so envy, left of spite, wins */
    tricks(6);
    ended_by("\"missions\"");
    result(BIT(2) | BIT(4), "0 0 1 0 1");
}

/* ---- which roles can be played ---------------------------------------------------------------- */

static const char many[] = HEAD "fiend,insider,side,reveal-wins\nhound,insider,side,reveal-loses\n"
                                "herald,agents,side,open\nfan,agents,partner,open\n"
                                "envy,neutral,right,\nmole,agents,side,\n";

static void not_so(int seats, const char *settings, const char *say, const char *with) {
    fault why;
    *missions = 0;
    if (open_roles(seats, settings, many, &why)) fail_msg("%s: opens", settings);
    if (strcmp(why.say, say)) fail_msg("%s: %s, not %s", settings, why.say, say);
    assert_string_equal(why.with[0], with);
    assert_null(why.file);
    assert_int_equal(why.line, 0);
    assert_int_equal(why.column, 0);
}

static void well(int seats, const char *settings) {
    fault why;
    *missions = 0;
    if (!open_roles(seats, settings, many, &why)) fail_msg("%s: %s %s", settings, why.say, why.with[0]);
}

static void which_roles_can_be_played(void **unused) { /* J9.1, J9.2, J9.5, J9.7 */
    (void)unused;
    well(4, "roles=none");
    not_so(4, "roles=mle", "inside-job.roles.unknown", "mle");
    not_so(4, "roles=mole,x", "inside-job.roles.unknown", "x");
    not_so(4, "roles=mole,", "inside-job.roles.unknown", "");
    not_so(4, "roles=none,mole", "inside-job.roles.unknown", "none");
    not_so(4, "roles=agent", "inside-job.roles.plain", "agent");
    not_so(4, "roles=mole,insider", "inside-job.roles.plain", "insider");
    not_so(4, "roles=mole,mole", "inside-job.roles.again", "mole");
    not_so(3, "roles=mole", "inside-job.roles.players", "");
    not_so(2, "roles=mole", "inside-job.roles.players", "");
    well(2, "roles=none");
    well(3, "roles=none");
    well(4, "roles=mole,envy");
    not_so(4, "roles=mole,envy,sleeper", "inside-job.roles.two", ""); /* at most two */
    not_so(4, "roles=mole,envy,fiend", "inside-job.roles.two", "");   /* a traitor counts */
    well(4, "roles=mole,envy,sleeper more-roles=on");
    not_so(4, "roles=mole,envy,sleeper,paranoid more-roles=on", "inside-job.roles.too-many", "3");
    well(4, "roles=mole,envy,sleeper,fiend more-roles=on"); /* besides the traitor */
    well(5, "roles=mole,envy,sleeper,paranoid,hound more-roles=on");
    not_so(5, "roles=mole,envy,sleeper,paranoid,daredevil more-roles=on", "inside-job.roles.too-many", "4");
    not_so(4, "roles=fiend,hound", "inside-job.roles.traitors", "");
    not_so(4, "roles=fiend,professor-no", "inside-job.roles.traitors", "");
    not_so(4, "roles=herald,fan", "inside-job.roles.open", "");
    not_so(4, "roles=herald,wired", "inside-job.roles.open", "");
    not_so(4, "roles=envy,decoy", "inside-job.roles.neutral", "");
    not_so(4, "roles=envy,accomplice", "inside-job.roles.neutral", "");
    not_so(5, "roles=envy,mole,sleeper,shady more-roles=on", "inside-job.roles.neutral", "");
    well(5, "roles=herald,envy,fiend more-roles=on");
    for (int seat = 0; seat < 4; seat++) {
        char settings[64];
        snprintf(settings, sizeof settings, "roles=herald given=herald:%d", seat);
        well(4, settings);
    }
    not_so(4, "roles=herald given=herald:4", "inside-job.roles.given", "herald:4");
    not_so(4, "roles=herald given=herald", "inside-job.roles.given", "herald");
    not_so(4, "roles=herald given=herald:", "inside-job.roles.given", "herald:");
    not_so(4, "roles=herald given=herald:x", "inside-job.roles.given", "herald:x");
    not_so(4, "roles=mole given=mole:1", "inside-job.roles.given", "mole:1"); /* hidden */
    not_so(4, "roles=mole given=herald:1", "inside-job.roles.given", "herald:1");
    not_so(4, "roles=mole given=nobody:1", "inside-job.roles.given", "nobody:1");
}

static void the_cards_that_are_dealt(void **unused) { /* J9.1 */
    fault why;
    (void)unused;
    *missions = 0;
    assert_true(open_roles(5, "roles=fiend,envy", many, &why));
    play("dealer lead 0");
    assert_int_equal(chances(), 5);
    can(GM_DEALER, "role 0 agent, role 0 fiend, role 0 envy"); /* no Insider beside another traitor */
    for (uint32_t x = 0; x < 5; x++)                           /* three Agents */
        assert_int_equal(GM_B(g->deal(the.box, the.st, x)), x < 3 ? 0 : x == 3 ? 10 : 14);
    assert_true(open_roles(4, "roles=mole,envy,sleeper,fiend more-roles=on", many, &why));
    play("dealer lead 0");
    can(GM_DEALER, "role 0 sleeper, role 0 fiend, role 0 envy, role 0 mole");
}

/* The record of a game carries the role file. */
static void a_record_carries_it(void **unused) { /* J9.5 */
    static char buffer[RECORD_TEXT];
    static record again;
    fault why;
    text t = text_on(buffer, sizeof buffer);
    (void)unused;
    plan_game("roles=bodyguard,sleeper", BODYGUARD, "bodyguard sleeper agent insider", "Y- Y-");
    tricks(2);
    turn_over();
    assert_true(record_write(&the, &t));
    assert_non_null(strstr(buffer, "bodyguard,agents,side,open most-2 two-votes\n"));
    if (!record_read(&again, NULL, "game", buffer, strlen(buffer), true, &why)) fail_msg("%s", why.say);
    assert_memory_equal(again.box, the.box, g->box_size);
    assert_memory_equal(again.st, the.st, g->state_size);
}

/* ---- mistakes in a file ------------------------------------------------------------------------- */

static void wrong(const char *own, const char *say, int line, int column, const char *a, const char *b) {
    fault why;
    *missions = 0;
    for (int seats = 2; seats <= 5; seats++) { /* also where no special role is played */
        if (open_roles(seats, "", own, &why)) fail_msg("%s: is read", own);
        if (strcmp(why.say, say)) fail_msg("%s: %s, not %s", own, why.say, say);
        assert_string_equal(why.file, "roles.csv");
        if (why.line != line || why.column != column) fail_msg("%s: %d:%d", own, why.line, why.column);
        assert_string_equal(why.with[0], a);
        assert_string_equal(why.with[1], b);
    }
}

/* In a file's third line, after a good one. */
static void bad_row(const char *row, const char *say, int column, const char *a, const char *b) {
    char own[512];
    snprintf(own, sizeof own, HEAD "mole,agents,side,\n%s\n", row);
    wrong(own, say, 3, column, a, b);
}

static void good_row(const char *row) {
    fault why;
    char own[512];
    *missions = 0;
    snprintf(own, sizeof own, HEAD "%s\n", row);
    if (!open_roles(4, "", own, &why)) fail_msg("%s: %s %s %s", row, why.say, why.with[0], why.with[1]);
}

static void bad_names(void **unused) { /* J9.5 */
    static const char name[] = "inside-job.roles.name", twice[] = "inside-job.roles.twice";
    (void)unused;
    bad_row(",agents,side,", name, 1, "", "");
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
    bad_row("bad-company,agents,side,", twice, 1, "bad-company", ""); /* a pair */
    wrong("abilities,goal,side,role\n,side,agents,x\n,side,agents,x\n", twice, 3, 14, "x", "");
}

static void bad_sides_and_goals(void **unused) { /* J9.5 */
    static const char side[] = "inside-job.roles.side", goal[] = "inside-job.roles.goal",
                      bars[] = "inside-job.roles.bars", needs[] = "inside-job.roles.needs";
    (void)unused;
    bad_row("x,agent,side,", side, 3, "agent", "");
    bad_row("x,,side,", side, 3, "", "");
    bad_row("x,insiders,side,", side, 3, "insiders", "");
    bad_row("x,agents,vote,", goal, 10, "vote", "");
    bad_row("x,agents,,", goal, 10, "", "");
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
    char own[512] = HEAD;
    fault why;
    (void)unused;
    for (int i = 0; i < 6; i++) {
        size_t n = strlen(own);
        snprintf(own + n, sizeof own - n, "role-%d,agents,side,\n", i);
    }
    *missions = 0;
    assert_true(open_roles(4, "roles=role-5", own, &why)); /* ten printed ones and six */
    assert_int_equal(box()->n_roles, 16);
    play("dealer lead 0");
    can(GM_DEALER, "role 0 agent, role 0 insider, role 0 role-5");
    strcat(own, "one-more,agents,side,\n");
    wrong(own, "inside-job.roles.many", 8, 1, "16", "");
}

static void the_form_of_the_file(void **unused) { /* J9.5 */
    fault why;
    gm_order order = {.seats = 4};
    (void)unused;
    *missions = 0;
    assert_true(open_roles(4, "", HEAD, &why)); /* no role at all */
    assert_true(open_roles(4, "roles=x", "# ours\n\nabilities,role,goal,side\nopen,x,side,agents\n", &why));
    assert_int_equal(box()->role[10].can, IJ_OPEN);
    assert_int_equal(box()->role[10].side, IJ_AGENTS);
    wrong(HEAD "x,agents,side\n", "csv.fields", 2, 1, "3", "4");
    for (int i = 0; i < 2; i++) /* one file of the own */
        order.files[i] = (gm_file){"roles.csv", BODYGUARD, strlen(BODYGUARD)};
    assert_false(record_start(&the, g, &order, &why));
    assert_string_equal(why.say, "order.deck-twice");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_printed_roles),
        cmocka_unit_test(a_copy_of_a_printed_role),
        cmocka_unit_test(the_doc_shows_them),
        cmocka_unit_test(the_bodyguard_is_dealt_beside_a_printed_role),
        cmocka_unit_test(the_bodyguard_may_hold_two),
        cmocka_unit_test(the_bodyguard_votes_twice),
        cmocka_unit_test(the_mastermind_must_not_be_revealed),
        cmocka_unit_test(the_mastermind_votes_twice_and_need_not_follow),
        cmocka_unit_test(the_rival_takes_a_token),
        cmocka_unit_test(free_need_not_follow),
        cmocka_unit_test(open_lies_open),
        cmocka_unit_test(risky_brings_risky_missions),
        cmocka_unit_test(two_votes_for_an_agent),
        cmocka_unit_test(quiet_once_revealed),
        cmocka_unit_test(no_vote_at_all),
        cmocka_unit_test(no_intel_without_a_partner),
        cmocka_unit_test(no_intel_costs_the_partner),
        cmocka_unit_test(most_of_any_number),
        cmocka_unit_test(reveal_wins_for_its_side),
        cmocka_unit_test(reveal_turns),
        cmocka_unit_test(reveal_takes_for_a_neutral_one),
        cmocka_unit_test(hunter_wins_when_all_are_revealed),
        cmocka_unit_test(limit_for_everyone),
        cmocka_unit_test(goal_votes),
        cmocka_unit_test(goal_partner),
        cmocka_unit_test(goal_right),
        cmocka_unit_test(goals_in_a_circle_are_lost),
        cmocka_unit_test(who_only_looks_at_a_circle_is_not_in_it),
        cmocka_unit_test(which_roles_can_be_played),
        cmocka_unit_test(the_cards_that_are_dealt),
        cmocka_unit_test(a_record_carries_it),
        cmocka_unit_test(bad_names),
        cmocka_unit_test(bad_sides_and_goals),
        cmocka_unit_test(bad_abilities),
        cmocka_unit_test(abilities_that_do_not_go_together),
        cmocka_unit_test(at_most_sixteen),
        cmocka_unit_test(the_form_of_the_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
