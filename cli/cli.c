/* cli.c - the table of commands, the table of options, and reading a command line. */
#include "cli/cli.h"
#include "bots/bots.h"
#include "kit/record.h"
#include "kit/registry.h"
#include "term/file.h"
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#define B(o) (1u << OPT_##o)

const struct cli_option_entry cli_options[OPT_COUNT] = {
    [OPT_SEATS] = {"seats", "N", "cli.option.seats"},
    [OPT_OPTION] = {"option", "K=V", "cli.option.option"},
    [OPT_DECK] = {"deck", "FILE", "cli.option.deck"},
    [OPT_ROLES] = {"roles", "FILE", "cli.option.roles"},
    [OPT_SEED] = {"seed", "HEX", "cli.option.seed"},
    [OPT_GAMES] = {"games", "N", "cli.option.games"},
    [OPT_BOTS] = {"bots", "A,B,...", "cli.option.bots"},
    [OPT_NAME] = {"name", "NAME", "cli.option.name"},
    [OPT_DEALER] = {"dealer", "human", "cli.option.dealer"},
    [OPT_RECORD] = {"record", "FILE", "cli.option.record"},
    [OPT_RESUME] = {"resume", "FILE", "cli.option.resume"},
    [OPT_SEAT] = {"seat", "K|room", "cli.option.seat"},
    [OPT_SIT] = {"seat", "K|room", "cli.option.sit"},
    [OPT_ADDRESS] = {"address", "ADDRESS", "cli.option.address"},
    [OPT_PORT] = {"port", "N", "cli.option.port"},
    [OPT_DATA] = {"data", "FILE", "cli.option.data"},
    [OPT_URL] = {"url", "URL", "cli.option.url"},
    [OPT_CERT] = {"cert", "FILE", "cli.option.cert"},
    [OPT_KEY] = {"key", "FILE", "cli.option.key"},
    [OPT_PROXY] = {"proxy", NULL, "cli.option.proxy"},
    [OPT_LIMIT] = {"limit", "NAME=N", "cli.option.limit"},
    [OPT_JSON] = {"json", NULL, "cli.option.json"},
    [OPT_LANG] = {"lang", "en|pl|ru", "cli.option.lang"},
    [OPT_HELP] = {"help", NULL, "cli.option.help"},
};

const cli_command cli_commands[] = {
    {"games", {0, 0}, B(JSON), "games [--json]", "cli.games", cli_games},
    {"play",
     {0, 1},
     B(SEATS) | B(OPTION) | B(DECK) | B(ROLES) | B(SEED) | B(BOTS) | B(NAME) | B(DEALER) | B(RECORD) |
         B(RESUME),
     "play GAME [OPTION...]",
     "cli.play",
     cli_play},
    {"join", {1, 1}, B(NAME) | B(SIT), "join URL [OPTION...]", "cli.join", cli_join},
    {"serve",
     {0, 0},
     B(ADDRESS) | B(PORT) | B(DATA) | B(URL) | B(CERT) | B(KEY) | B(PROXY) | B(LIMIT),
     "serve [OPTION...]",
     "cli.serve",
     cli_serve},
    {"backup", {1, 1}, B(DATA), "backup FILE [--data FILE]", "cli.backup", cli_backup},
    {"simulate",
     {1, 1},
     B(SEATS) | B(OPTION) | B(DECK) | B(ROLES) | B(SEED) | B(GAMES) | B(BOTS) | B(RECORD) | B(JSON),
     "simulate GAME [OPTION...]",
     "cli.simulate",
     cli_simulate},
    {"arena",
     {1, 1},
     B(SEATS) | B(OPTION) | B(DECK) | B(ROLES) | B(SEED) | B(GAMES) | B(BOTS) | B(JSON),
     "arena GAME --bots A,B [OPTION...]",
     "cli.arena",
     cli_arena},
    {"replay", {1, 1}, B(SEAT) | B(JSON), "replay FILE [OPTION...]", "cli.replay", cli_replay},
    {"moves", {1, 1}, B(JSON), "moves FILE [--json]", "cli.moves", cli_moves},
    {"verify", {1, 1}, 0, "verify FILE", "cli.verify", cli_verify},
    {"deck", {2, 2}, 0, "deck check FILE", "cli.deck", cli_deck},
    {"laws", {0, 1}, 0, "laws [GAME]", "cli.laws", cli_laws},
    {"bench",
     {0, 1},
     B(SEATS) | B(OPTION) | B(DECK) | B(ROLES) | B(JSON),
     "bench [GAME] [OPTION...]",
     "cli.bench",
     cli_bench},
    {"signature", {0, 1}, 0, "signature [GAME]", "cli.signature", cli_signature},
    {"schema", {1, 1}, 0, "schema GAME", "cli.schema", cli_schema},
    {"manual", {0, 1}, 0, "manual [bash]", "cli.manual", cli_manual},
    {"help", {0, 1}, 0, "help [WORD]", "cli.help", cli_show_help},
    {0},
};

/* ---- saying what is wrong ---------------------------------------------------------- */

int cli_bad(const cli_args *a, int status, gm_line line) {
    fputs("safehouse: ", stderr);
    say(stderr, &a->w, line);
    return status;
}

int cli_fault(const cli_args *a, const fault *why) {
    say_fault(stderr, a->w.lang, why);
    return why->file ? CLI_INPUT : CLI_USAGE;
}

static bool usage(const cli_args *a, gm_line line) {
    cli_bad(a, CLI_USAGE, line);
    return false;
}

const gm_game *cli_game(const cli_args *a) {
    const gm_game *g = gm_game_named(a->word[0], strlen(a->word[0]));
    if (!g) usage(a, (gm_line){"cli.no-game", {SAY_TEXT(a->word[0])}});
    return g;
}

bool cli_bots(const cli_args *a, const gm_game *g, int people, const gm_bot *who[GM_MAX_SEATS]) {
    char names[256];
    const char *given[GM_MAX_SEATS], *usual = people && bots_find("sensible", g) ? "sensible" : "random";
    int n = 0, seats = a->order.seats;
    snprintf(names, sizeof names, "%s", a->bots ? a->bots : usual);
    for (char *s = strtok(names, ","); s; s = strtok(NULL, ",")) {
        if (n == seats) return usage(a, (gm_line){"cli.bots", {SAY_NUMBER(seats)}});
        given[n++] = s;
    }
    if (n != 1 && n != seats && n != seats - people)
        return usage(a, (gm_line){"cli.bots", {SAY_NUMBER(seats)}});
    for (int q = 0; q < seats; q++) {
        const char *name = n == seats ? given[q] : q < people ? "human" : given[n == 1 ? 0 : q - people];
        who[q] = bots_find(name, g);
        if (!who[q] && (!people || strcmp(name, "human")))
            return usage(a, (gm_line){"cli.no-bot", {SAY_TEXT(name)}});
    }
    return true;
}

/* ---- reading a command line --------------------------------------------------------- */

words_lang cli_lang(void) {
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    words_lang lang = WORDS_EN;
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(variables[i]);
        if (value && *value) {
            words_lang_of(value, &lang);
            break;
        }
    }
    return lang;
}

static bool add_setting(cli_args *a, char *value) {
    int n = 0;
    char *equals = strchr(value, '=');
    while (a->order.settings[n].key)
        n++;
    if (!equals || equals == value || n == GM_MAX_SETTINGS) return false;
    *equals = 0;
    a->order.settings[n] = (gm_setting){value, equals + 1};
    return true;
}

/* Deck files are small and stay in memory as long as the program runs. */
static bool add_deck(cli_args *a, const char *path, int *status) {
    int n = 0;
    size_t size;
    fault why;
    while (a->order.files[n].name)
        n++;
    if (n == GM_MAX_FILES) return false;
    char *s = file_read(path, GM_MAX_FILE, &size, &why);
    if (!s)
        *status = cli_fault(a, &why);
    else
        a->order.files[n] = (gm_file){path, s, size};
    return true;
}

/* A seed of 1 to 64 hex digits is a number of 256 bits. */
static bool read_seed(const char *s, uint8_t seed[DEAL_SECRET]) {
    char digits[2 * DEAL_SECRET];
    size_t n = strlen(s);
    if (!n || n > sizeof digits) return false;
    memset(digits, '0', sizeof digits - n);
    memcpy(digits + sizeof digits - n, s, n);
    return text_unhex(digits, sizeof digits, seed, DEAL_SECRET);
}

/* A name is some text that fits into a record. */
static bool good_name(const char *s) {
    size_t n = strlen(s), i = 0, k = 1;
    for (; i < n && k; i += k)
        if ((k = (size_t)text_utf8(s + i, n - i)) && text_control(s + i)) return false;
    return n && k && n < RECORD_NAME;
}

/* http or https, a name, no path: what a browser calls an origin. */
static bool good_url(const char *s) {
    const char *name = !strncmp(s, "http://", 7) ? s + 7 : !strncmp(s, "https://", 8) ? s + 8 : "";
    return *name && strlen(s) < 100 && !name[strcspn(name, "/?#\"\\ ")];
}

/* The limit that NAME=N is about, or LIMITS. */
static int limit_named(const char *value) {
    size_t n = strcspn(value, "=");
    int i = 0;
    while (i < LIMITS && (strlen(house_limits[i].name) != n || strncmp(house_limits[i].name, value, n)))
        i++;
    return i;
}

static bool read_limit(cli_args *a, const char *value) {
    int i = limit_named(value), n;
    const char *number = value + strcspn(value, "=");
    if (i == LIMITS || !*number++) return false;
    if (!text_number(number, strlen(number), (int)house_limits[i].least, (int)house_limits[i].most, &n))
        return false;
    a->server.limits[i] = n;
    return true;
}

/* Says which limits there are, or how far this one goes. */
static int bad_limit(const cli_args *a, const char *value) {
    char names[256];
    text t = text_on(names, sizeof names);
    int which = limit_named(value);
    for (int i = 0; i < LIMITS; i++) {
        if (i) text_put(&t, ", ");
        text_put(&t, house_limits[i].name);
    }
    if (which == LIMITS) return cli_bad(a, CLI_USAGE, (gm_line){"cli.limit-name", {SAY_TEXT(names)}});
    const struct house_limit_entry *l = &house_limits[which];
    return cli_bad(
        a, CLI_USAGE,
        (gm_line){"cli.limit-value", {SAY_TEXT(l->name), SAY_NUMBER(l->least), SAY_NUMBER(l->most)}});
}

/* Takes one option; false if its value is not one it takes. */
static bool take(cli_args *a, cli_option o, char *value, int *status) {
    switch (o) {
    case OPT_SEATS: return text_number(value, strlen(value), 1, 99, &a->order.seats);
    case OPT_OPTION: return add_setting(a, value);
    case OPT_DECK:
    case OPT_ROLES: return add_deck(a, value, status);
    case OPT_SEED: return a->seeded = read_seed(value, a->seed);
    case OPT_GAMES: return text_number(value, strlen(value), 1, 100000000, &a->games);
    case OPT_BOTS: a->bots = value; return true;
    case OPT_NAME: a->name = value; return good_name(value);
    case OPT_DEALER: return a->human_dealer = !strcmp(value, "human");
    case OPT_RECORD: a->record = value; return true;
    case OPT_RESUME: a->resume = value; return true;
    case OPT_SEAT:
    case OPT_SIT: a->seat = value; return true;
    case OPT_ADDRESS: a->server.address = value; return true;
    case OPT_PORT: return text_number(value, strlen(value), 0, 65535, &a->server.port);
    case OPT_DATA: a->server.data = value; return true;
    case OPT_URL: a->server.url = value; return good_url(value);
    case OPT_CERT: a->server.cert = value; return true;
    case OPT_KEY: a->server.key = value; return true;
    case OPT_PROXY: return a->server.proxy = true;
    case OPT_LIMIT: return read_limit(a, value);
    case OPT_LANG: return words_lang_of(value, &a->w.lang);
    case OPT_JSON: return a->json = true;
    case OPT_HELP: return a->help = true;
    case OPT_COUNT: break;
    }
    return false;
}

/* 0, or the exit status after saying what is wrong. */
static int read_line(const cli_command *c, int argc, char **argv, cli_args *a) {
    struct option longs[OPT_COUNT + 1] = {{0}};
    int n = 0, found, words = 0, status = 0;
    for (int o = 0; o < OPT_COUNT; o++)
        if ((c->takes | CLI_ALWAYS) >> o & 1)
            longs[n++] = (struct option){cli_options[o].name,
                                         cli_options[o].value ? required_argument : no_argument, NULL, o};
    opterr = 0;
    optind = 1;
    while ((found = getopt_long(argc, argv, ":", longs, NULL)) != -1) {
        if (found == '?') {
            char letter[3] = {'-', (char)optopt, 0}; /* one of -xyz, or a whole --word */
            return cli_bad(a, CLI_USAGE,
                           (gm_line){"cli.unknown",
                                     {SAY_TEXT(optopt > 0 ? letter : argv[optind - 1]), SAY_TEXT(c->name)}});
        }
        if (found == ':')
            return cli_bad(a, CLI_USAGE, (gm_line){"cli.no-value", {SAY_TEXT(argv[optind - 1])}});
        bool good = take(a, (cli_option)found, optarg, &status);
        if (!good && found == OPT_LIMIT) return bad_limit(a, optarg);
        if (!good)
            return cli_bad(
                a, CLI_USAGE,
                (gm_line){"cli.value",
                          {SAY_TEXT(cli_options[found].name), SAY_TEXT(cli_options[found].value)}});
        if (status) return status;
    }
    for (; optind < argc; optind++) {
        if (words == c->words[1])
            return cli_bad(a, CLI_USAGE, (gm_line){"cli.many", {SAY_TEXT(argv[optind])}});
        a->word[words++] = argv[optind];
    }
    if (words < c->words[0] && !a->help)
        return cli_bad(a, CLI_USAGE, (gm_line){"cli.few", {SAY_TEXT(c->use)}});
    return 0;
}

/* ---- help ------------------------------------------------------------------------------ */

static void help_limits(const cli_args *a) {
    say(stdout, &a->w, (gm_line){"cli.limits", {{0}}});
    for (int i = 0; i < LIMITS; i++) {
        printf("  %s=%lld\n      ", house_limits[i].name, (long long)house_limits[i].default_value);
        say(stdout, &a->w, (gm_line){house_limits[i].say, {{0}}});
    }
}

void cli_help(const cli_command *c, const cli_args *a) {
    say(stdout, &a->w, (gm_line){"cli.use", {SAY_TEXT(c->use), SAY_WORD(c->say)}});
    for (int o = 0; o < OPT_COUNT; o++)
        if ((c->takes | CLI_ALWAYS) >> o & 1) {
            printf("  --%s%s%s\n      ", cli_options[o].name, cli_options[o].value ? " " : "",
                   cli_options[o].value ? cli_options[o].value : "");
            say(stdout, &a->w, (gm_line){cli_options[o].say, {{0}}});
        }
    if (c->takes & B(LIMIT)) help_limits(a);
}

static const cli_command *command_named(const char *name) {
    for (const cli_command *c = cli_commands; c->name; c++)
        if (!strcmp(c->name, name)) return c;
    return NULL;
}

int cli_show_help(cli_args *a) {
    const char *word = a->word[0];
    const cli_command *c = word ? command_named(word) : NULL;
    const gm_game *g = word ? gm_game_named(word, strlen(word)) : NULL;
    if (c)
        cli_help(c, a);
    else if (g)
        say(stdout, &a->w, (gm_line){g->rules, {{0}}});
    else if (word)
        return cli_bad(a, CLI_USAGE, (gm_line){"cli.no-help", {SAY_TEXT(word)}});
    else {
        say(stdout, &a->w, (gm_line){"cli.about", {{0}}});
        for (c = cli_commands; c->name; c++) {
            printf("  safehouse %s\n      ", c->use);
            say(stdout, &a->w, (gm_line){c->say, {{0}}});
        }
    }
    return CLI_GOOD;
}

/* Carries out a command line; its exit status. */
static int run(int argc, char **argv, cli_args *a) {
    if (argc < 2) return cli_bad(a, CLI_USAGE, (gm_line){"cli.nothing", {{0}}});
    const cli_command *c = command_named(strcmp(argv[1], "--help") ? argv[1] : "help");
    if (!c) return cli_bad(a, CLI_USAGE, (gm_line){"cli.no-command", {SAY_TEXT(argv[1])}});
    int status = read_line(c, argc - 1, argv + 1, a);
    if (status) return status;
    if (a->help) return cli_help(c, a), CLI_GOOD;
    return c->run(a);
}

int cli_main(int argc, char **argv) {
    cli_args a = {.w = {.lang = cli_lang()},
                  .server = {.address = "127.0.0.1", .port = 7447, .data = "./safehouse.db"}};
    for (int i = 0; i < LIMITS; i++)
        a.server.limits[i] = house_limits[i].default_value;
    int status = run(argc, argv, &a);
    for (int i = 0; a.order.files[i].name; i++)
        free((void *)(uintptr_t)a.order.files[i].text); /* add_deck read it */
    if (fflush(stdout) || ferror(stdout)) return cli_bad(&a, CLI_INPUT, (gm_line){"cli.output", {{0}}});
    return status;
}
