/* roles.c - reads role files (doc/roles.md) and decides which roles are played.
 *
 * The printed roles are such a file too; a group's own file is read after it.
 *
 * Map: tables - reading a role - which are played. */
#include "base/text.h"
#include "games/inside_job/internal.h"
#include <string.h>

static const char *const sides[] = {
    [IJ_NOBODY] = "neutral", [IJ_AGENTS] = "agents", [IJ_INSIDERS] = "insider"};
static const char *const goals[] = {
    [IJ_SIDE] = "side", [IJ_VOTES] = "votes", [IJ_PARTNER_WINS] = "partner", [IJ_RIGHT_LOSES] = "right"};

const ij_ability inside_job_abilities[] = {
    {"free", IJ_FREE, "inside-job.can.free"},
    {"open", IJ_OPEN, "inside-job.can.open"},
    {"risky", IJ_RISKY, "inside-job.can.risky"},
    {"two-votes", IJ_TWO_VOTES, "inside-job.can.two-votes"},
    {"quiet", IJ_QUIET, "inside-job.can.quiet"},
    {"no-vote", IJ_NO_VOTE, "inside-job.can.no-vote"},
    {"no-intel", IJ_NO_INTEL, "inside-job.can.no-intel"},
    {"most-N", IJ_MOST, "inside-job.can.most"},
    {"reveal-wins", IJ_WINS, "inside-job.can.reveal-wins"},
    {"reveal-loses", IJ_LOSES, "inside-job.can.reveal-loses"},
    {"reveal-turns", IJ_TURNS, "inside-job.can.reveal-turns"},
    {"reveal-takes", IJ_TAKES, "inside-job.can.reveal-takes"},
    {"hunter", IJ_HUNTER, "inside-job.can.hunter"},
    {"limit-A-B", IJ_LIMIT, "inside-job.can.limit"},
    {0},
};

/* Which other abilities an ability needs or excludes, and which sides can have it.  An ability
 * that changes what everybody sees needs `open`, because it would give a hidden role away. */
enum { ANY = 1 << IJ_NOBODY | 1 << IJ_AGENTS | 1 << IJ_INSIDERS, TRAITOR = 1 << IJ_INSIDERS };
static const struct {
    uint16_t can, needs, bars;
    int sides;
} ability_rules[] = {
    {IJ_OPEN, 0, IJ_WINS | IJ_LOSES | IJ_TURNS | IJ_TAKES, ANY},
    {IJ_NO_VOTE, IJ_OPEN, IJ_TWO_VOTES, ANY},
    {IJ_NO_INTEL, IJ_OPEN, IJ_MOST, ANY},
    {IJ_MOST, IJ_OPEN, 0, ANY},
    {IJ_WINS, 0, IJ_LOSES | IJ_TURNS | IJ_TAKES, 1 << IJ_AGENTS | TRAITOR},
    {IJ_LOSES, 0, IJ_TURNS | IJ_TAKES, TRAITOR},
    {IJ_TURNS, 0, IJ_TAKES, ANY},
    {IJ_HUNTER, 0, 0, TRAITOR},
    {IJ_LIMIT, 0, 0, TRAITOR},
};

/* The recommended pairs of J9.4; the names are ours. */
static const struct {
    const char *name, *roles;
} pairs[] = {
    {"sleeper-cell", "sleeper,paranoid"},
    {"high-stakes", "daredevil,shady"},
    {"inner-circle", "accomplice,professor-no"},
    {"bad-company", "shady,sleeper"},
};

static const char *pair_named(const char *name) {
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (!strcmp(name, pairs[i].name)) return pairs[i].roles;
    return NULL;
}

/* ---- reading a role ------------------------------------------------------ */

static int index_of(const char *const *words, int n, const char *word) {
    for (int i = 0; i < n; i++)
        if (!strcmp(words[i], word)) return i;
    return -1;
}

static bool is_valid_name(const char *s) {
    size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789-");
    return *s >= 'a' && *s <= 'z' && n < GM_CODE_SIZE && !s[n];
}

/* Reads one ability: a word of the table, or one of those with numbers. */
static bool read_ability(const char *s, size_t n, ij_role *r) {
    int a = 0, b = 0;
    if (n == 6 && !memcmp(s, "most-", 5) && text_number(s + 5, 1, 1, 9, &a)) {
        r->can |= IJ_MOST;
        r->most = (uint8_t)a;
        return true;
    }
    if (n == 9 && !memcmp(s, "limit-", 6) && s[7] == '-' && text_number(s + 6, 1, 2, 9, &a) &&
        text_number(s + 8, 1, 2, 9, &b)) {
        r->can |= IJ_LIMIT;
        r->limit[0] = (uint8_t)a;
        r->limit[1] = (uint8_t)b;
        return true;
    }
    for (const ij_ability *i = inside_job_abilities; i->text; i++)
        if (strlen(i->text) == n && !memcmp(i->text, s, n) && !(i->can & (IJ_MOST | IJ_LIMIT))) {
            r->can |= i->can;
            return true;
        }
    return false;
}

static bool read_abilities(const csv *file, const csv_field *f, ij_role *r, fault *why) {
    for (const char *s = f->text; *s;) {
        size_t n = strcspn(s, " ");
        uint16_t before = r->can;
        if (!read_ability(s, n, r) || r->can == before || (s[n] && !s[n + 1]))
            return csv_fault_part(file, f, s, n, "inside-job.roles.ability", why);
        s += n + (s[n] == ' ');
    }
    return true;
}

static const char *ability_text(uint16_t can) {
    const ij_ability *a = inside_job_abilities;
    while (!(a->can & can))
        a++;
    return a->text;
}

/* A fault with two arguments, such as "A needs B". */
static bool refuse_pair(fault *why, const char *say, const csv *file, const csv_field *f, const char *a,
                        const char *b) {
    fault_at(why, say, file->file, f->line, f->column);
    fault_with(why, 0, a, strlen(a));
    return fault_with(why, 1, b, strlen(b));
}

/* Do the side, the goal and the abilities fit together?  J9.5. */
static bool check_role(const csv *file, const csv_field f[4], const ij_role *r, fault *why) {
    static const char needs[] = "inside-job.roles.needs", bars[] = "inside-job.roles.bars";
    if ((r->side == IJ_NOBODY && r->goal == IJ_SIDE) || (r->side == IJ_INSIDERS && r->goal != IJ_SIDE))
        return refuse_pair(why, bars, file, &f[2], f[2].text, f[1].text);
    if (r->goal == IJ_PARTNER_WINS && !(r->can & IJ_OPEN))
        return refuse_pair(why, needs, file, &f[3], f[2].text, "open");
    if (r->side == IJ_INSIDERS && !(r->can & (IJ_WINS | IJ_LOSES)))
        return refuse_pair(why, needs, file, &f[3], f[1].text, "reveal-wins / reveal-loses");
    if (r->can & IJ_TURNS && r->goal != IJ_SIDE)
        return refuse_pair(why, bars, file, &f[3], "reveal-turns", f[2].text);
    for (size_t i = 0; i < sizeof ability_rules / sizeof *ability_rules; i++) {
        if (!(r->can & ability_rules[i].can)) continue;
        const char *a = ability_text(ability_rules[i].can);
        if (ability_rules[i].needs & ~r->can)
            return refuse_pair(why, needs, file, &f[3], a, ability_text(ability_rules[i].needs));
        if (ability_rules[i].bars & r->can)
            return refuse_pair(why, bars, file, &f[3], a, ability_text(ability_rules[i].bars & r->can));
        if (!(ability_rules[i].sides >> r->side & 1))
            return refuse_pair(why, bars, file, &f[3], a, f[1].text);
    }
    return true;
}

static int role_named(const ij_box *b, const char *s, size_t n) {
    for (int i = 0; i < b->n_roles; i++)
        if (strlen(b->role[i].name) == n && !memcmp(b->role[i].name, s, n)) return i;
    return -1;
}

static bool read_role(const csv *file, const csv_field f[4], ij_box *b, fault *why) {
    ij_role *r = &b->role[b->n_roles];
    int side = index_of(sides, 3, f[1].text), goal = index_of(goals, 4, f[2].text);
    if (b->n_roles == IJ_MAX_ROLES) {
        fault_at(why, "inside-job.roles.many", file->file, f[0].line, 1);
        return fault_number(why, 0, IJ_MAX_ROLES);
    }
    if (!is_valid_name(f[0].text)) return csv_fault(file, &f[0], "inside-job.roles.name", why);
    if (role_named(b, f[0].text, strlen(f[0].text)) >= 0 || pair_named(f[0].text) ||
        !strcmp(f[0].text, "none"))
        return csv_fault(file, &f[0], "inside-job.roles.twice", why);
    if (side < 0) return csv_fault(file, &f[1], "inside-job.roles.side", why);
    if (goal < 0) return csv_fault(file, &f[2], "inside-job.roles.goal", why);
    memcpy(r->name, f[0].text, strlen(f[0].text));
    r->side = (uint8_t)side;
    r->goal = (uint8_t)goal;
    if (!read_abilities(file, &f[3], r, why) || !check_role(file, f, r, why)) return false;
    b->n_roles++;
    return true;
}

static bool read_roles(const gm_file *file, ij_box *b, fault *why) {
    csv c;
    csv_field f[4];
    if (!csv_open(&c, file->name, file->text, file->size, inside_job_decks[1].columns, why)) return false;
    while (csv_row(&c, f, why))
        if (!read_role(&c, f, b, why)) return false;
    return !c.bad;
}

/* ---- which are played ---------------------------------------------------- */

static bool refuse(fault *why, const char *say, const char *s, size_t n) {
    fault_at(why, say, NULL, 0, 0);
    return fault_with(why, 0, s, n);
}

/* Adds a role to the game, and what it changes in the box. */
static void add_role(ij_box *b, int role) {
    const ij_role *r = &b->role[role];
    b->roles |= (uint16_t)BIT(role);
    if (r->can & IJ_RISKY) b->risk = 1;
    if (r->can & IJ_HUNTER) b->has_hunter = 1;
    if (r->can & IJ_OPEN) b->has_open_role = 1;
    if (r->can & IJ_LIMIT) b->limit = r->limit[b->players == 5];
}

/* Are there too many roles, or two of a kind of which only one is allowed?  J9.2. */
static bool check_role_set(const ij_box *b, bool more, fault *why) {
    int n = bits_count(b->roles), open_ones = 0, neutral = 0, traitors = 0;
    for (int i = 0; i < b->n_roles; i++)
        if (b->roles >> i & 1) {
            open_ones += !!(b->role[i].can & IJ_OPEN);
            neutral += b->role[i].side == IJ_NOBODY;
            traitors += b->role[i].side == IJ_INSIDERS;
        }
    if (n && (b->players < 4 || b->head.dummies))
        return fault_at(why, "inside-job.roles.players", NULL, 0, 0);
    if (n > 2 && !more) return fault_at(why, "inside-job.roles.two", NULL, 0, 0);
    if (n - traitors > b->players - 1) {
        fault_at(why, "inside-job.roles.too-many", NULL, 0, 0);
        return fault_number(why, 0, b->players - 1);
    }
    if (traitors > 1) return fault_at(why, "inside-job.roles.traitors", NULL, 0, 0);
    if (open_ones > 1) return fault_at(why, "inside-job.roles.open", NULL, 0, 0);
    return neutral < 2 || fault_at(why, "inside-job.roles.neutral", NULL, 0, 0);
}

static bool choose_roles(const char *list, bool more, ij_box *b, fault *why) {
    if (pair_named(list)) list = pair_named(list);
    for (const char *s = strcmp(list, "none") ? list : NULL; s;) {
        size_t n = strcspn(s, ",");
        int role = role_named(b, s, n);
        if (role < 0) return refuse(why, "inside-job.roles.unknown", s, n);
        if (role < IJ_SPECIAL) return refuse(why, "inside-job.roles.plain", s, n);
        if (b->roles >> role & 1) return refuse(why, "inside-job.roles.again", s, n);
        add_role(b, role);
        s = s[n] ? s + n + 1 : NULL;
    }
    return check_role_set(b, more, why);
}

/* People count seats from 1. */
static bool refuse_given(fault *why, const ij_box *b, const char *given) {
    char typed[FAULT_WITH];
    text t = text_on(typed, sizeof typed);
    gm_move_seats(&t, gm_option_of(inside_job_options, gm_edition(b), "given"), given, 1);
    return refuse(why, "inside-job.roles.given", typed, t.used);
}

/* Reads the option `given`, such as `wired:2`, J9.7. */
static bool give_role(const char *given, ij_box *b, fault *why) {
    size_t n = strcspn(given, ":");
    int role = role_named(b, given, n), seat;
    b->given = GM_NONE;
    if (!strcmp(given, "none")) return true;
    if (role < 0 || !(b->roles >> role & 1) || !(b->role[role].can & IJ_OPEN) || !given[n] ||
        !text_number(given + n + 1, strlen(given + n + 1), 0, b->head.seats - 1, &seat))
        return refuse_given(why, b, given);
    b->given = (uint8_t)seat;
    b->given_role = (uint8_t)role;
    return true;
}

/* The role cards to deal, J2.1, J9.1: the chosen roles, the Insider unless another traitor was
 * chosen, and Agents. */
static void build_role_deck(ij_box *b) {
    int left = b->players, agents;
    uint8_t special[IJ_SEATS], n = 0;
    bool traitor = false;
    for (int i = IJ_SPECIAL; i < b->n_roles; i++)
        if (b->roles >> i & 1) {
            left--;
            traitor |= b->role[i].side == IJ_INSIDERS;
            if (b->given == GM_NONE || b->given_role != i) special[n++] = (uint8_t)i;
        }
    agents = left - !traitor;
    memset(b->role_card, IJ_AGENT, (size_t)agents);
    b->n_role_cards = (uint8_t)agents;
    if (!traitor) b->role_card[b->n_role_cards++] = IJ_INSIDER;
    memcpy(b->role_card + b->n_role_cards, special, n);
    b->n_role_cards = (uint8_t)(b->n_role_cards + n);
    b->roles |= (uint16_t)((agents > 0) << IJ_AGENT | !traitor << IJ_INSIDER);
}

bool inside_job_open_roles(const gm_order *order, const char *roles, const char *given, bool more, ij_box *b,
                           fault *why) {
    if (!read_roles(&order->files[1], b, why)) return false;
    if (order->files[2].name && !read_roles(&order->files[2], b, why)) return false;
    if (!choose_roles(roles, more, b, why) || !give_role(given, b, why)) return false;
    build_role_deck(b);
    return true;
}
