/* inside_job_roles.h - telling games of Inside Job with special roles: a rigged table, whole games in a line,
 * and games with role files.
 *
 *   rig(5, "IW.P.", "0-1+");                seat 0 is the Insider and wins a trick, then seat 1 wins one
 *   both("IW...", "1-", "", "wire", "0");   with four and with five players, seat 0 wins for this cause
 *   plan_roles("roles=mole", file, "agent mole agent insider", "Y+ P-");   with the test's own role file */
#ifndef RULES_INSIDE_JOB_ROLES_H
#define RULES_INSIDE_JOB_ROLES_H
#include "tests/rules/inside_job.h"

/* ---- a rigged table ------------------------------------------------------------------
 *
 * Roles stand by seat, one letter each, that of the rule; I is the Insider, a dot an Agent: "IW.P.".  After
 * a space comes the Accomplice's partner: "IA... 0".
 *
 * Seats 0 to 3 have yellow, pink, green and blue cards only, so that the trump decides who wins; the fifth
 * seat has middle cards of all colours.  Seat 0 leads.  A course says who wins the tricks: a digit is the
 * winner of those that follow,
 *   +    a trick that completes its mission
 *   -    one that does not
 *   ^    one with the risky mission `raised last`, in which the last player raises if that is allowed
 *   r2   seat 2 raises in the trick before
 *   !    as many - as reveal a player who has only the starting intel
 *   *    more tricks like the one before, up to the end of the game
 *
 * What differs between four and five players stands in two parts: "four|five". */

static struct {
    int winner, raisers, trump, fifth; /* fifth: the colour that the fifth seat plays */
    char kind;
} rigged[IJ_TRICKS];
static int n_rigged;

/* The part of a text that is for so many players. */
static inline const char *part_for(int seats, const char *s) {
    static char parts[4][256];
    static int i;
    const char *bar = strchr(s, '|');
    char *p = parts[i++ % 4];
    if (seats == 5 && bar)
        snprintf(p, sizeof *parts, "%s", bar + 1);
    else
        snprintf(p, sizeof *parts, "%.*s", (int)strcspn(s, "|"), s);
    return p;
}

static inline void rig_tricks(int winner, char kind, int n) {
    for (int i = 0; i < n && n_rigged < IJ_TRICKS; i++) {
        rigged[n_rigged].winner = winner;
        rigged[n_rigged].raisers = 0;
        rigged[n_rigged++].kind = kind;
    }
}

/* The trump is the winner's colour, or the colour of the card that the fifth seat has to play: the led one,
 * or else the one of which it has most. */
static inline void rig_colours(void) {
    int left[IJ_COLOURS] = {3, 3, 2, 2};
    for (int t = 0; t < n_rigged; t++) {
        int leader = t ? rigged[t - 1].winner : 0, colour = leader;
        if (leader == 4 || !left[leader])
            for (int c = colour = 0; c < IJ_COLOURS; c++)
                if (left[c] > left[colour]) colour = c;
        left[colour]--;
        rigged[t].fifth = colour;
        rigged[t].trump = rigged[t].winner == 4 ? colour : rigged[t].winner;
    }
}

static inline void read_course(int seats, const char *roles, const char *s) {
    bool hunted = memchr(roles, 'N', (size_t)seats); /* with Professor No less intel reveals, J9.N */
    int winner = 0, reveals = sizes[seats - 3].limit - 1 - hunted;
    for (n_rigged = 0; *s; s++)
        switch (*s) {
        case '!': rig_tricks(winner, '-', reveals); break;
        case '*': rig_tricks(winner, rigged[n_rigged - 1].kind, sizes[seats - 3].tricks - n_rigged); break;
        case 'r': rigged[n_rigged - 1].raisers |= 1 << (*++s - '0'); break;
        case '+':
        case '-':
        case '^': rig_tricks(winner, *s, 1); break;
        default: winner = *s - '0';
        }
    rig_colours();
}

static inline const char *role_name(char letter) {
    static const char *const names[] = {"wired",      "paranoid", "daredevil", "decoy",
                                        "accomplice", "shady",    "sleeper",   "professor-no"};
    static const char letters[] = "WPDYASUN";
    const char *at = strchr(letters, letter);
    return letter == 'I' ? "insider" : at ? names[at - letters] : "agent";
}

/* Two missions for each trick, then the risky ones, one of each colour. */
static inline gm_file rigged_missions(void) {
    static const char *const colours[] = {"yellow", "pink", "green", "blue"};
    begin_deck();
    for (int i = 0; i < 20; i++) {
        bool known = i / 2 < n_rigged, met = known && rigged[i / 2].kind != '-';
        add_mission(i + 1, met ? "all 1-13" : "all 13-13", colours[known ? rigged[i / 2].trump : 0], false);
    }
    for (int i = 0; i < 4; i++)
        add_mission(21 + i, "raised last", colours[i], true);
    return own_deck();
}

static inline void open_rigged(int seats, const char *roles) {
    char settings[256] = "roles=";
    int special = 0;
    fault why;
    for (int q = 0; q < seats; q++)
        if (roles[q] != '.' && roles[q] != 'I') {
            size_t n = strlen(settings);
            snprintf(settings + n, sizeof settings - n, "%s%s", special++ ? "," : "", role_name(roles[q]));
        }
    if (!special) strcat(settings, "none");
    if (special > 2) strcat(settings, " more-roles=on");
    gm_file own = rigged_missions();
    if (!open_with(g, seats, settings, &own, &why)) fail_msg("%s: %s", settings, why.say);
}

static inline uint64_t rigged_hand(int seats, int q) {
    if (q == 4) return BIT(5) * 7 | BIT(18) * 7 | BIT(31) * 3 | BIT(44) * 3; /* y6 y7 y8 ... b6 b7 */
    return ij_suit(q) & ~(BIT(IJ_VALUES * q + 5) * (seats == 4 ? 1 : 7));
}

/* The dealer's only move. */
static inline void turn_one_over(void) {
    gm_move moves[GM_MAX_MOVES];
    asks(GM_DEALER);
    assert_int_equal(g->moves(the.box, the.st, GM_DEALER, moves), 1);
    play_first();
}

/* A game up to its first missions. */
static inline void rig(int seats, const char *roles, const char *course) {
    const char *partner = strchr(roles, ' ');
    read_course(seats, roles, part_for(seats, course));
    open_rigged(seats, roles);
    play("dealer lead 0");
    for (int q = 0; q < seats; q++)
        playf("dealer role %d %s", q, role_name(roles[q]));
    if (now()->phase == IJ_START) turn_one_over();
    for (int q = 0; q < seats; q++)
        BITS_EACH (c, rigged_hand(seats, q))
            playf("dealer card %d %s", q, code_of(c));
    if (now()->phase == IJ_PARTNER && partner) {
        playf("%d partner %c", bits_first(acting()), partner[1]);
        turn_one_over();
    }
}

static inline void begin_rigged_trick(void) {
    int t = now()->tricks, other = 2 * t + 1;
    char line[64];
    if (t >= n_rigged) fail_msg("the game goes on after its course");
    if (rigged[t].kind != '^') {
        begin_trick();
        return;
    }
    playf("dealer mission %d", other);
    playf("dealer mission %d", 21 + rigged[t].trump);
    snprintf(line, sizeof line, "%d pick %d", now()->leader, other);
    refuse(line, "J7.1");
    playf("%d pick %d", now()->leader, 21 + rigged[t].trump);
}

/* The winner plays the highest card.  A player who raises plays the lowest, and so does one who has the
 * trump while somebody else is to win; the others play one from the middle. */
static inline void play_rigged_card(void) {
    int t = now()->tricks, q = bits_first(acting());
    uint64_t cards = now()->hand[q] & (q == 4 ? ij_suit(rigged[t].fifth) : ij_suit(q));
    bool last = now()->n == the.order.seats - 1, raise = rigged[t].raisers >> q & 1;
    unsigned n = (unsigned)bits_count(cards);
    if (rigged[t].kind == '^' && last)
        raise = !g->why_not(the.box, the.st, (gm_seat)q, GM_MOVE(IJ_M_RAISE, bits_first(cards), 0, 0));
    unsigned at = q == rigged[t].winner ? n - 1 : raise || q == rigged[t].trump ? 0 : n / 2;
    playf("%d %s %s", q, raise ? "raise" : "play", code_of(bits_nth(cards, at)));
}

/* The next n tricks of the course, with the roles that are revealed between them. */
static inline void rigged_tricks(int n) {
    while (n--) {
        if (now()->phase == IJ_REVEAL) turn_one_over();
        if (now()->phase != IJ_DRAW)
            fail_msg("the game ends within its course, after trick %d", now()->tricks);
        int t = now()->tricks;
        begin_rigged_trick();
        for (int i = 0; i < the.order.seats; i++)
            play_rigged_card();
        if (now()->winner != rigged[t].winner) fail_msg("trick %d is won by %d", t + 1, now()->winner);
    }
}

static inline void all_rigged_tricks(void) {
    rigged_tricks(n_rigged);
    if (now()->phase == IJ_REVEAL) turn_one_over();
}

/* ---- whole games in a line ---------------------------------------------------------------
 *
 * Ballots are words by seat: "2", "13" for two votes, "-" for a seat that is not asked. */

static inline void cast(const char *ballots) {
    const char *s = ballots;
    phase_is("vote");
    for (int q = 0; q < the.order.seats; q++, s += strcspn(s, " "), s += *s == ' ') {
        if (*s == '-')
            assert_false(now()->voters >> q & 1);
        else if (s[1] && s[1] != ' ')
            playf("%d ballot %c %c", q, s[0], s[1]);
        else
            playf("%d vote %c", q, *s);
    }
}

/* The score sheet names the role of each player, then says why the player has won or not. */
static inline void check_scores(const char *cause, gm_seats won) {
    static gm_score e[GM_MAX_SCORES];
    static const char *const own[][2] = {[IJ_VOTES] = {"few-votes", "votes"},
                                         [IJ_PARTNER_WINS] = {"partner-lost", "partner"},
                                         [IJ_RIGHT_LOSES] = {"right-won", "right"}};
    assert_int_equal(g->scores(the.box, the.st, e), 2 * the.order.seats);
    for (int q = 0; q < the.order.seats; q++) {
        const gm_score *role = &e[2 * q], *why = role + 1;
        int goal = ij_role_of(in_the_box(), now(), q)->goal;
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
static inline void ends(const char *cause, const char *winners) {
    gm_seats won = 0;
    gm_result r;
    while (acting() == BIT(GM_DEALER) && now()->phase != IJ_DRAW)
        turn_one_over();
    ended_by(cause);
    for (const char *s = winners; *s; s++)
        if (*s - '0' < the.order.seats) won |= (gm_seats)BIT(*s - '0');
    g->result(the.box, the.st, &r);
    assert_int_equal(r.winners, won);
    for (int q = 0; q < the.order.seats; q++)
        assert_int_equal(r.points[q], won >> q & 1);
    check_scores(cause, won);
}

/* `refused` is a line that is refused before the vote, with its rule: "1 vote 2:J6.2". */
static inline void game_refusing(int seats, const char *roles, const char *course, const char *refused,
                                 const char *ballots, const char *cause, const char *winners) {
    char line[64];
    rig(seats, roles, course);
    all_rigged_tricks();
    if (*refused) {
        snprintf(line, sizeof line, "%.*s", (int)strcspn(refused, ":"), refused);
        refuse(line, strchr(refused, ':') + 1);
    }
    if (*ballots) cast(part_for(seats, ballots));
    ends(part_for(seats, cause), part_for(seats, winners));
}

static inline void game(int seats, const char *roles, const char *course, const char *ballots,
                        const char *cause, const char *winners) {
    game_refusing(seats, roles, course, "", ballots, cause, winners);
}

/* With four players, and with a fifth. */
static inline void both(const char *roles, const char *course, const char *ballots, const char *cause,
                        const char *winners) {
    for (int seats = 4; seats <= 5; seats++)
        game(seats, roles, course, ballots, cause, winners);
}

/* Courses in which nobody is revealed, and in which one player wins all missions that are needed. */
#define EVEN "0---1---2---3-|0--1--2--3--4-"
#define MISSIONS(q) #q "+++++++|" #q "++++++"

/* A game cannot be opened with these settings, for this reason. */
static inline void does_not_open(int seats, const char *settings, const char *say) {
    fault why;
    if (open_with(g, seats, settings, NULL, &why)) fail_msg("%s is accepted", settings);
    assert_string_equal(why.say, say);
}

/* ---- games with role files ------------------------------------------------------------------ */

#define ROLE_COLUMNS "role,side,goal,abilities\n"

/* Settings as for start(), and the text of a role file. */
static inline bool open_roles(int seats, const char *settings, const char *own, fault *why) {
    gm_file roles = {"roles.csv", own, strlen(own)};
    return open_with(g, seats, settings, &roles, why);
}

/* Opens a game with planned missions, and deals the roles, with blanks between them. */
static inline void deal_own_roles(const char *settings, const char *own, const char *roles,
                                  const char *plan) {
    gm_file role_file = {"roles.csv", own, strlen(own)}, missions = plan_missions(plan);
    fault why;
    char list[128];
    int seats = 1, q = 0;
    for (const char *c = roles; *c; c++)
        seats += *c == ' ';
    if (!open_with_two(g, 0, seats, settings, &role_file, &missions, &why)) fail_msg("%s", why.say);
    play("dealer lead 0");
    snprintf(list, sizeof list, "%s", roles);
    for (char *w = strtok(list, " "); w; w = strtok(NULL, " "))
        playf("dealer role %d %s", q++, w);
    if (now()->phase == IJ_START) turn_one_over();
}

/* Every seat has cards of its own colour only; a fifth has low cards. */
static inline void plan_roles(const char *settings, const char *own, const char *roles, const char *plan) {
    deal_own_roles(settings, own, roles, plan);
    deal_hands(the.order.seats == 4 ? "-p -g -b|-y -g -b|-y -p -b|-y -p -g" : HANDS_OF_FIVE);
}

/* Seat 0 leads yellow.  Seat 1 has one yellow card, and could follow. */
static inline void plan_mixed(const char *settings, const char *own, const char *roles) {
    deal_own_roles(settings, own, roles, "");
    deal_hands(the.order.seats == 4 ? "-p -g -b|y13 -g -b -y|-y -p -b|-y -p -g"
                                    : YELLOW "|y1 p5 p6 p7 p8 p9 p10 p11 p12 p13|"
                                             "g4 g5 g6 g7 g8 g9 g10 g11 g12 g13|"
                                             "b4 b5 b6 b7 b8 b9 b10 b11 b12 b13|-y");
    play_all("dealer mission 1;dealer mission 2;0 pick 1;0 play y5");
}

#define NOBODY_WINS "Y- P- P- P- G- G- G- B- B- B-" /* 2, 4, 4 and 4 intel */
#define ALL_MISSIONS "Y+ P+ G+ B+ Y+ P+ G+"         /* the Agents win */
#endif
