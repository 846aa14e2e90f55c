/* cards.c - reads the deck files of The Agents (doc/decks.md).  Commands and conditions are
 * written in this language:
 *
 *   command    = deed target | "swap" ["self"] target | ("draw" | "rob") number | "salvage"
 *              | "brief" | "pickpocket" | ("steal" | "burn") "situation"
 *   deed       = "neutralise" | "revive" | "turn" | "recall" | "dismiss" | "move"
 *   target     = "neighbour" | "end" | "front" | "own" | "any"
 *   condition  = test {"," test}
 *   test       = measure ("=" | ">=" | "<=") number
 *   measure    = "agents" | "free" | "neutralised" | "commands" | "points" | "plain" | "mixed"
 *              | "arrows" | "rival" | "alternating" | "twins"
 *
 * Words are separated by one space; a condition has no spaces.  Numbers go up to 99; in
 * commands they start at 1.  There is no `move any`; special agents can only have the
 * targets `own` and `any`, and not `swap self`, A9.13. */
#include "base/csv.h"
#include "base/text.h"
#include "games/agents/internal.h"
#include <string.h>

const gm_deck agents_decks[] = {
    {"name,kind,command,points,left,right", false, {{1, "agents.csv"}}},
    {"name,condition,points", false, {{1, "agents-situations.csv"}}},
    {0},
};

static const char *const targets[] = {"neighbour", "end", "front", "own", "any"};
static const char *const measures[] = {"agents", "free",   "neutralised", "commands",    "points", "plain",
                                       "mixed",  "arrows", "rival",       "alternating", "twins"};

/* The words of a command, what argument it takes, and what a special agent needs for it. */
enum { TAKES_NOTHING, TAKES_TARGET, TAKES_NUMBER };
static const struct {
    const char *text;
    uint8_t command, takes, need;
} commands[] = {
    {"neutralise", AG_NEUTRALISE, TAKES_TARGET, AG_NEED_UP},
    {"revive", AG_REVIVE, TAKES_TARGET, AG_NEED_DOWN},
    {"turn", AG_TURN, TAKES_TARGET, AG_NEED_UP},
    {"swap self", AG_SWAP_SELF, TAKES_TARGET, AG_NEED_ROOM},
    {"swap", AG_SWAP, TAKES_TARGET, AG_NEED_TWO},
    {"recall", AG_RECALL, TAKES_TARGET, AG_NEED_ONE},
    {"dismiss", AG_DISMISS, TAKES_TARGET, AG_NEED_ONE},
    {"move", AG_MOVE, TAKES_TARGET, AG_NEED_MOVABLE},
    {"draw", AG_DRAW, TAKES_NUMBER, AG_NEED_CARD},
    {"salvage", AG_SALVAGE, TAKES_NOTHING, AG_NEED_DISCARD},
    {"brief", AG_BRIEF, TAKES_NOTHING, AG_NEED_SITUATION},
    {"rob", AG_ROB, TAKES_NUMBER, AG_NEED_POINTS},
    {"pickpocket", AG_PICKPOCKET, TAKES_NOTHING, AG_NEED_HAND},
    {"steal situation", AG_STEAL, TAKES_NOTHING, AG_NEED_OPEN},
    {"burn situation", AG_BURN, TAKES_NOTHING, AG_NEED_OPEN},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static int index_of(const char *const *words, int n, const char *s, size_t length) {
    for (int i = 0; i < n; i++)
        if (strlen(words[i]) == length && !memcmp(words[i], s, length)) return i;
    return -1;
}

/* ---- agents -------------------------------------------------------------- */

/* Reads a command's argument: a space and its target or number, or nothing. */
static bool read_command_argument(const char *s, int takes, ag_agent *a) {
    int n;
    if (takes == TAKES_NOTHING) return !*s;
    if (*s++ != ' ') return false;
    if (takes == TAKES_NUMBER) {
        if (!text_number(s, strlen(s), 1, 99, &n)) return false;
        a->n = (uint8_t)n;
        return true;
    }
    if ((n = index_of(targets, AG_TARGETS, s, strlen(s))) < 0) return false;
    a->target = (uint8_t)n;
    return true;
}

static bool read_command(const char *s, ag_agent *a) {
    for (int i = 0; i < COMMANDS; i++) {
        size_t n = strlen(commands[i].text);
        if (strncmp(s, commands[i].text, n) || !read_command_argument(s + n, commands[i].takes, a)) continue;
        a->command = commands[i].command;
        if (a->special) a->need = (uint8_t)(commands[i].need + (a->target == AG_ANY));
        return true;
    }
    return false;
}

/* A9.13: NULL if this kind of agent can have the command, else a key of the catalogs. */
static const char *why_not_command(const ag_agent *a) {
    if (a->command == AG_MOVE && a->target == AG_ANY) return "agents.deck.move-any";
    if (a->special && a->command == AG_SWAP_SELF) return "agents.deck.self";
    bool targeted = a->command <= AG_MOVE;
    return a->special && targeted && a->target < AG_OWN ? "agents.deck.special-target" : NULL;
}

static bool read_colour(const char *s, uint8_t *out) {
    static const char *const colours[] = {"black", "white"};
    int i = index_of(colours, 2, s, strlen(s));
    *out = i > 0;
    return i >= 0;
}

/* Reads a card's name, if there is room for one more card. */
static bool read_name(const csv *file, const csv_field *name, int n, int most, char out[AG_NAME],
                      fault *why) {
    size_t length = strlen(name->text);
    if (n == most) {
        fault_at(why, "agents.deck.many", file->file, name->line, 1);
        return fault_number(why, 0, most);
    }
    if (!length || length >= AG_NAME) return csv_fault(file, name, "agents.deck.name", why);
    memcpy(out, name->text, length + 1);
    return true;
}

static bool read_agent(const csv *file, const csv_field f[6], ag_box *b, fault *why) {
    int i = b->n_cards[AG_AGENT], points;
    ag_agent *a = &b->agent[i];
    if (!read_name(file, &f[0], i, AG_AGENTS, b->agent_name[i], why)) return false;
    a->special = !strcmp(f[1].text, "special");
    if (!a->special && strcmp(f[1].text, "ordinary")) return csv_fault(file, &f[1], "agents.deck.kind", why);
    if (!read_command(f[2].text, a)) return csv_fault(file, &f[2], "agents.deck.command", why);
    const char *wrong = why_not_command(a);
    if (wrong) return csv_fault(file, &f[2], wrong, why);
    if (a->special) {
        if (!text_number(f[3].text, strlen(f[3].text), 0, 99, &points))
            return csv_fault(file, &f[3], "agents.deck.points", why);
        a->points = (uint8_t)points;
        b->special |= BIT(i);
    } else if (*f[3].text)
        return csv_fault(file, &f[3], "agents.deck.no-points", why);
    for (int k = 0; k < 2; k++) {
        const csv_field *h = &f[4 + k];
        if (a->special ? *h->text != 0 : !read_colour(h->text, &a->half[k]))
            return csv_fault(file, h, a->special ? "agents.deck.no-half" : "agents.deck.half", why);
    }
    b->catalog_name[AG_AGENT][i] = agents_catalog_name(f[0].text);
    b->cards[AG_AGENT] |= BIT(i);
    b->n_cards[AG_AGENT]++;
    for (int k = 0; k <= i; k++)
        if (!strcmp(b->agent_name[k], f[0].text)) a->alike |= BIT(k), b->agent[k].alike |= BIT(i);
    return true;
}

/* ---- situations ---------------------------------------------------------- */

static bool read_test(const char *s, size_t n, ag_test *t) {
    static const char *const signs[] = {"=", ">=", "<="};
    size_t word = strcspn(s, "<=>"), sign = strspn(s + word, "<=>");
    if (word + sign >= n) return false;
    int measure = index_of(measures, AG_MEASURES, s, word), is = index_of(signs, 3, s + word, sign), number;
    if (measure < 0 || is < 0 || !text_number(s + word + sign, n - word - sign, 0, 99, &number)) return false;
    *t = (ag_test){(uint8_t)measure, (uint8_t)is, (uint8_t)number, 0};
    return true;
}

/* The number of a test among those of the deck; adds it if it is new.  AG_TESTS: no room. */
static int intern_test(ag_box *b, ag_test t) {
    int i = 0;
    while (i < b->n_tests && memcmp(&b->test[i], &t, sizeof t))
        i++;
    if (i == b->n_tests && i < AG_TESTS) b->test[b->n_tests++] = t;
    return i;
}

static bool read_condition(const csv *file, const csv_field *f, ag_box *b, uint64_t *tests, fault *why) {
    for (const char *s = f->text;; s++) {
        size_t n = strcspn(s, ",");
        ag_test t;
        bool good = read_test(s, n, &t);
        int i = good ? intern_test(b, t) : 0;
        if (!good) return csv_fault_part(file, f, s, n, "agents.deck.test", why);
        if (i == AG_TESTS) return csv_fault_part(file, f, s, n, "agents.deck.tests", why);
        *tests |= BIT(i);
        if (!*(s += n)) return true;
    }
}

static bool read_situation(const csv *file, const csv_field f[3], ag_box *b, fault *why) {
    int i = b->n_cards[AG_SITUATION], points;
    ag_situation *x = &b->situation[i];
    if (!read_name(file, &f[0], i, AG_SITUATIONS, b->situation_name[i], why)) return false;
    if (!read_condition(file, &f[1], b, &x->tests, why)) return false;
    if (!text_number(f[2].text, strlen(f[2].text), 0, 99, &points))
        return csv_fault(file, &f[2], "agents.deck.points", why);
    x->points = (uint8_t)points;
    b->catalog_name[AG_SITUATION][i] = agents_catalog_name(f[0].text);
    b->cards[AG_SITUATION] |= BIT(i);
    b->n_cards[AG_SITUATION]++;
    for (int k = 0; k <= i; k++)
        if (!strcmp(b->situation_name[k], f[0].text)) x->alike |= BIT(k), b->situation[k].alike |= BIT(i);
    return true;
}

/* ---- files --------------------------------------------------------------- */

typedef bool reader(const csv *file, const csv_field *f, ag_box *b, fault *why);

static bool read_deck(const gm_file *file, int kind, reader *read, ag_box *b, fault *why) {
    csv c;
    csv_field f[6];
    if (!csv_open(&c, file->name, file->text, file->size, agents_decks[kind].columns, why)) return false;
    while (csv_row(&c, f, why))
        if (!read(&c, f, b, why)) return false;
    if (c.bad) return false;
    int need = b->dealt[kind] * b->head.seats;
    if (b->n_cards[kind] >= need) return true;
    fault_at(why, "agents.deck.few", file->name, c.line, 0);
    fault_number(why, 0, b->n_cards[kind]);
    return fault_number(why, 1, need);
}

bool agents_read_agents(const gm_file *file, ag_box *b, fault *why) {
    return read_deck(file, AG_AGENT, read_agent, b, why);
}

bool agents_read_situations(const gm_file *file, ag_box *b, fault *why) {
    return read_deck(file, AG_SITUATION, read_situation, b, why);
}
