/* box.c - makes a box of Inside Job: options, the numbers of J1, missions.  roles.c reads
 * the roles.
 *
 * Map: options, and the numbers of J1 - missions - opening - the next game. */
#include "base/text.h"
#include "games/inside_job/internal.h"
#include <string.h>

/* ---- options, and the numbers of J1 -------------------------------------- */

const gm_option inside_job_options[] = {
    {"raise", "on|off", "on", "inside-job.option.raise", NULL, 1},
    {"risk", "on|off", "off", "inside-job.option.risk", "inside-job.option.risk.help", 1},
    {"open-log", "on|off", "off", "inside-job.option.open-log", NULL, 1},
    {"leader", "random|0|1|2|3|4", "random", "inside-job.option.leader", NULL, 1},
    {"roles", "none|sleeper-cell|high-stakes|inner-circle|bad-company|...", "none", "inside-job.option.roles",
     "inside-job.option.roles.help", 1},
    {"given", "none|...", "none", "inside-job.option.given", "inside-job.option.given.help", 1},
    {"more-roles", "on|off", "off", "inside-job.option.more-roles", NULL, 1},
    {"mini", "0..6", "0", NULL, NULL, 1},
    {0},
};
const gm_deck inside_job_decks[] = {
    {"number,condition,trump,risky", false, {{1, "inside-job.csv"}}},
    {"role,side,goal,abilities", true, {{1, "inside-job-roles.csv"}}},
    {0},
};

/* Every allowed set of special roles that no value of the option names, J9.2, J9.9. */
#define ROLES(set)                                                                                           \
    { "roles", set }
const gm_setting inside_job_extra_settings[] = {
    ROLES("wired"),
    ROLES("paranoid"),
    ROLES("daredevil"),
    ROLES("decoy"),
    ROLES("accomplice"),
    ROLES("shady"),
    ROLES("sleeper"),
    ROLES("professor-no"),
    ROLES("wired,paranoid"),
    ROLES("wired,daredevil"),
    ROLES("wired,decoy"),
    ROLES("wired,shady"),
    ROLES("wired,sleeper"),
    ROLES("wired,professor-no"),
    ROLES("paranoid,daredevil"),
    ROLES("paranoid,decoy"),
    ROLES("paranoid,accomplice"),
    ROLES("paranoid,shady"),
    ROLES("paranoid,professor-no"),
    ROLES("daredevil,decoy"),
    ROLES("daredevil,accomplice"),
    ROLES("daredevil,sleeper"),
    ROLES("daredevil,professor-no"),
    ROLES("decoy,sleeper"),
    ROLES("decoy,professor-no"),
    ROLES("accomplice,sleeper"),
    ROLES("shady,professor-no"),
    ROLES("sleeper,professor-no"),
    {0},
};

/* Tiny games.  The first three are for three players with 2 of 6 cards each.  One has two
 * tricks, so that a seat can be caught lying; one has raising; one has a risky mission and
 * early reveals.  The next three are for four players with special roles and one trick.
 * The last two are for two players with Larry, with two and three tricks. */
#define ROWS "number,condition,trump,risky\n1,all 1-2,yellow,no\n2,winner last,pink,no\n"
#define FOUR ROWS "3,ascending,pink,no\n4,same colour,yellow,no\n"
#define DECK(rows)                                                                                           \
    { "mini", rows, sizeof rows - 1 }
#define SIX FOUR "5,winner first,green,no\n6,all odd,yellow,no\n"
#define RISK ROWS "3,raised last,pink,yes\n"
const gm_mini inside_job_minis[] = {
    {{3, {{"mini", "1"}, {"leader", "0"}, {"raise", "off"}}, {DECK(FOUR)}, 0}, 0, 0, false},
    {{3, {{"mini", "2"}, {"leader", "0"}}, {DECK(ROWS)}, 0}, 0, 0, false},
    {{3, {{"mini", "3"}, {"leader", "0"}, {"risk", "on"}}, {DECK(RISK)}, 0}, 0, 0, false},
    {{4, {{"mini", "4"}, {"leader", "0"}, ROLES("paranoid,sleeper")}, {DECK(ROWS)}, 0}, 0, 6, false},
    {{4, {{"mini", "4"}, {"leader", "0"}, ROLES("inner-circle")}, {DECK(ROWS)}, 0}, 0, 6, false},
    {{4, {{"mini", "4"}, {"leader", "0"}, ROLES("decoy,wired")}, {DECK(ROWS)}, 0}, 0, 6, false},
    {{2, {{"mini", "5"}, {"leader", "0"}}, {DECK(FOUR)}, 0}, 0, 2, false},
    {{2, {{"mini", "6"}, {"leader", "0"}}, {DECK(SIX)}, 0}, 0, 8, true},
    {{0}, 0, 0, false},
};
static const struct {
    uint8_t hand, tricks, need, limit;
    uint64_t cards;
} sizes[] = {
    /* J1.1, J1.2, J1.4, J1.5 for 2 to 5 seats, then the minis */
    {10, 9, 7, 6, BIT(IJ_CARDS) - 1},
    {13, 11, 9, 6, BIT(IJ_CARDS) - 1},
    {12, 10, 7, 5, BIT(IJ_CARDS) - 1},
    {10, 9, 6, 4, BIT(IJ_CARDS) - 1},
    {2, 2, 1, 2, 7 | 7 << 13},
    {2, 1, 1, 3, 7 | 7 << 13},
    {2, 1, 1, 2, 7 | 7 << 13},
    {1, 1, 1, 2, 7 | 7 << 13},
    {2, 2, 2, 6, 7 | 7 << 13 | 7ull << 26},
    {3, 3, 3, 6, 31 | 15 << 13 | 15ull << 26},
};

/* ---- missions ---------------------------------------------------------------
 *
 * A condition is one of this table, or `all A-B` with 1 <= A <= B <= 13. */

const ij_condition inside_job_conditions[] = {
    {"all A-B", IJ_RANGE, 0, "inside-job.mission.range"},
    {"all even", IJ_EVEN, 0, "inside-job.mission.even"},
    {"all odd", IJ_ODD, 0, "inside-job.mission.odd"},
    {"ascending", IJ_ASCENDING, 0, "inside-job.mission.ascending"},
    {"descending", IJ_DESCENDING, 0, "inside-job.mission.descending"},
    {"winner first", IJ_WINNER, 0, "inside-job.mission.winner-first"},
    {"winner second", IJ_WINNER, 1, "inside-job.mission.winner-second"},
    {"winner third", IJ_WINNER, 2, "inside-job.mission.winner-third"},
    {"winner last", IJ_WINNER, IJ_LAST, "inside-job.mission.winner-last"},
    {"same colour", IJ_SAME, 0, "inside-job.mission.same"},
    {"first and last same colour", IJ_ENDS, 0, "inside-job.mission.ends"},
    {"last lowest", IJ_LOWEST, 0, "inside-job.mission.lowest"},
    {"raised second", IJ_RAISED, 1, "inside-job.mission.raised-second"},
    {"raised third", IJ_RAISED, 2, "inside-job.mission.raised-third"},
    {"raised last", IJ_RAISED, IJ_LAST, "inside-job.mission.raised-last"},
    {"raised at least 2", IJ_RAISED_TWO, 0, "inside-job.mission.raised-two"},
};
enum { CONDITIONS = sizeof inside_job_conditions / sizeof *inside_job_conditions };

const char *const inside_job_colours[] = {"yellow", "pink", "green", "blue"};

static bool read_range(const char *s, ij_mission *m) {
    const char *dash = strchr(s, '-');
    int a, b;
    if (strncmp(s, "all ", 4) || !dash || !text_number(s + 4, (size_t)(dash - s - 4), 1, 13, &a) ||
        !text_number(dash + 1, strlen(dash + 1), a, 13, &b))
        return false;
    m->a = (uint8_t)a;
    m->b = (uint8_t)b;
    return true;
}

static bool read_condition(const char *s, ij_mission *m) {
    int row = 0;
    if (!read_range(s, m))
        for (row = 1; row < CONDITIONS && strcmp(s, inside_job_conditions[row].text);)
            row++;
    if (row == CONDITIONS) return false;
    m->row = (uint8_t)row;
    m->kind = inside_job_conditions[row].kind;
    if (row) m->a = inside_job_conditions[row].a;
    return true;
}

static bool read_mission(const csv *file, const csv_field f[4], ij_box *b, fault *why) {
    ij_mission *m = &b->mission[b->n_missions];
    int number, trump = 0;
    if (b->n_missions == IJ_MISSIONS) {
        fault_at(why, "inside-job.deck.many", file->file, f[0].line, 1);
        return fault_number(why, 0, IJ_MISSIONS);
    }
    if (!text_number(f[0].text, strlen(f[0].text), 1, 99, &number))
        return csv_fault(file, &f[0], "inside-job.deck.number", why);
    for (int i = 0; i < b->n_missions; i++)
        if (b->mission[i].number == number) return csv_fault(file, &f[0], "inside-job.deck.twice", why);
    if (!read_condition(f[1].text, m)) return csv_fault(file, &f[1], "inside-job.deck.condition", why);
    while (trump < IJ_COLOURS && strcmp(f[2].text, inside_job_colours[trump]))
        trump++;
    if (trump == IJ_COLOURS) return csv_fault(file, &f[2], "inside-job.deck.trump", why);
    if (strcmp(f[3].text, "yes") && strcmp(f[3].text, "no"))
        return csv_fault(file, &f[3], "inside-job.deck.risky", why);
    m->number = (uint8_t)number;
    m->trump = (uint8_t)trump;
    m->risky = f[3].text[0] == 'y';
    if (!m->risky || b->risk) b->missions |= (uint32_t)BIT(b->n_missions); /* J2.4, J7.1 */
    if (m->risky && b->risk) b->risky |= (uint32_t)BIT(b->n_missions);
    b->n_missions++;
    return true;
}

static bool read_missions(const gm_file *file, ij_box *b, fault *why) {
    csv c;
    csv_field f[4];
    if (!csv_open(&c, file->name, file->text, file->size, inside_job_decks[0].columns, why)) return false;
    while (csv_row(&c, f, why))
        if (!read_mission(&c, f, b, why)) return false;
    if (c.bad) return false;
    bool mini = b->cards != BIT(IJ_CARDS) - 1; /* a mini may need its risky mission */
    int regular = bits_count(mini ? b->missions : b->missions & ~b->risky), need = 2 * b->tricks; /* J11.9 */
    if (regular >= need) return true;
    fault_at(why, "inside-job.deck.few", file->name, c.line, 0);
    fault_number(why, 0, regular);
    return fault_number(why, 1, need);
}

/* ---- opening ------------------------------------------------------------- */

bool inside_job_open(const gm_order *order, void *box, fault *why) {
    ij_box *b = box;
    const char *leader = gm_setting_of(order, inside_job_options, "leader");
    int mini = gm_option_number(order, inside_job_options, "mini"), size = mini ? 3 + mini : order->seats - 2;
    static const uint8_t mini_seats[] = {0, 3, 3, 3, 4, 2, 2};
    if (mini && order->seats != mini_seats[mini]) return fault_at(why, "inside-job.mini", NULL, 0, 0);
    b->head.seats = (uint8_t)order->seats;
    b->head.dummies = order->seats == 2; /* J10.1 */
    b->players = (uint8_t)(b->head.seats + b->head.dummies);
    b->hand = sizes[size].hand;
    b->tricks = sizes[size].tricks;
    b->need = sizes[size].need;
    b->limit = sizes[size].limit;
    b->cards = sizes[size].cards;
    b->raise = gm_option_on(order, inside_job_options, "raise");
    b->risk = gm_option_on(order, inside_job_options, "risk");
    b->open_log = gm_option_on(order, inside_job_options, "open-log");
    b->first = *leader == 'r' ? GM_NONE : (uint8_t)(*leader - '0');
    if (b->risk && b->head.dummies) return fault_at(why, "inside-job.risk-two", NULL, 0, 0); /* J7 */
    if (!inside_job_open_roles(order, gm_setting_of(order, inside_job_options, "roles"),
                               gm_setting_of(order, inside_job_options, "given"),
                               gm_option_on(order, inside_job_options, "more-roles"), b, why))
        return false;
    if (b->risk && !b->raise) return fault_at(why, "inside-job.risk", NULL, 0, 0); /* J7.1 */
    if (b->first != GM_NONE && b->first >= b->head.seats)
        return fault_at(why, "inside-job.leader", NULL, 0, 0);
    for (int n = 0; n <= IJ_CARDS; n++)
        for (int k = 0; k <= IJ_CARDS / 2; k++)
            b->choose[n][k] = !k ? 1 : !n ? 0 : b->choose[n - 1][k - 1] + b->choose[n - 1][k];
    return read_missions(&order->files[0], b, why);
}

/* ---- the next game ------------------------------------------------------- */

static void write_next(gm_next_setting *out, const char *key, const char *role, int seat) {
    out->key = key;
    text t = text_on(out->value, sizeof out->value);
    text_put(&t, role);
    if (*role) text_char(&t, ':');
    text_int(&t, seat);
}

/* Whoever led the first trick deals and the player to their left leads, J2.5; the dealer has moved on by one seat
 * already.  A role that was given to somebody stays theirs, J9.7. */
int inside_job_next_settings(const void *box, const gm_story *spectators,
                             gm_next_setting out[GM_MAX_SETTINGS]) {
    const ij_box *b = box;
    int n = 0, seats = b->head.seats;
    for (int i = 0; i < spectators->n && !n; i++)
        if (GM_KIND(spectators->heard[i]) == IJ_M_LEAD)
            write_next(&out[n++], "leader", "", (GM_A(spectators->heard[i]) + 2) % seats);
    if (b->given != GM_NONE)
        write_next(&out[n++], "given", b->role[b->given_role].name, (b->given + 1) % seats);
    return n;
}
