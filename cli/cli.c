/* cli.c - the table of commands, the table of options, and the parser of command lines.
 *
 * Map: commands and options - error messages - what commands share - parsing - help - running. */
#include "cli/cli.h"
#include "bots/bots.h"
#include "kit/record.h"
#include "kit/registry.h"
#include "term/file.h"
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

/* A set of options: B(SEATS) | B(JSON) */
#define B(o) (1u << CLI_OPTION_##o)

const struct cli_option_entry cli_options[CLI_OPTION_COUNT] = {
    [CLI_OPTION_EDITION] = {"edition", "N", "cli.option.edition"},
    [CLI_OPTION_SEATS] = {"seats", "N", "cli.option.seats"},
    [CLI_OPTION_OPTION] = {"option", "NAME=VALUE", "cli.option.option"},
    [CLI_OPTION_DECK] = {"deck", "FILE", "cli.option.deck"},
    [CLI_OPTION_ROLES] = {"roles", "FILE", "cli.option.roles"},
    [CLI_OPTION_SEED] = {"seed", "HEX", "cli.option.seed"},
    [CLI_OPTION_GAMES] = {"games", "N", "cli.option.games"},
    [CLI_OPTION_BOTS] = {"bots", "BOT,...", "cli.option.bots"},
    [CLI_OPTION_NAME] = {"name", "PERSON", "cli.option.name"},
    [CLI_OPTION_DEALER] = {"dealer", "human", "cli.option.dealer"},
    [CLI_OPTION_RECORD] = {"record", "FILE", "cli.option.record"},
    [CLI_OPTION_RESUME] = {"resume", "FILE", "cli.option.resume"},
    [CLI_OPTION_SEAT] = {"seat", "SEAT|room", "cli.option.seat"},
    [CLI_OPTION_SIT] = {"seat", "SEAT|room", "cli.option.sit"},
    [CLI_OPTION_COLOR] = {"color", "always|never|auto", "cli.option.color"},
    [CLI_OPTION_ADDRESS] = {"address", "ADDRESS", "cli.option.address"},
    [CLI_OPTION_PORT] = {"port", "N", "cli.option.port"},
    [CLI_OPTION_DATA] = {"data", "FILE|URL", "cli.option.data"},
    [CLI_OPTION_NODE] = {"node", "NAME", "cli.option.node"},
    [CLI_OPTION_URL] = {"url", "URL", "cli.option.url"},
    [CLI_OPTION_CERT] = {"cert", "FILE", "cli.option.cert"},
    [CLI_OPTION_KEY] = {"key", "FILE", "cli.option.key"},
    [CLI_OPTION_PROXY] = {"proxy", NULL, "cli.option.proxy"},
    [CLI_OPTION_METRICS_TOKEN] = {"metrics-token", "FILE", "cli.option.metrics-token"},
    [CLI_OPTION_HSTS] = {"hsts", "SECONDS", "cli.option.hsts"},
    [CLI_OPTION_LIMIT] = {"limit", "NAME=N", "cli.option.limit"},
    [CLI_OPTION_JSON] = {"json", NULL, "cli.option.json"},
    [CLI_OPTION_LANG] = {"lang", "en|pl|ru", "cli.option.lang"},
    [CLI_OPTION_HELP] = {"help", NULL, "cli.option.help"},
};

/* Of arguments that are numbers: the least and the greatest. */
static const int ranges[CLI_OPTION_COUNT][2] = {
    [CLI_OPTION_EDITION] = {1, 999},          [CLI_OPTION_SEATS] = {1, 99},
    [CLI_OPTION_GAMES] = {1, 100000000},      [CLI_OPTION_PORT] = {0, 65535},
    [CLI_OPTION_HSTS] = {0, 2 * 366 * 86400},
};

/* Of other arguments that can be wrong: what is allowed. */
static const char *const allowed[CLI_OPTION_COUNT] = {
    [CLI_OPTION_OPTION] = "cli.takes.option", [CLI_OPTION_SEED] = "cli.takes.seed",
    [CLI_OPTION_NAME] = "cli.takes.name",     [CLI_OPTION_DEALER] = "cli.takes.dealer",
    [CLI_OPTION_SIT] = "cli.takes.seat",      [CLI_OPTION_NODE] = "cli.takes.node",
    [CLI_OPTION_URL] = "cli.takes.url",       [CLI_OPTION_METRICS_TOKEN] = "cli.takes.metrics-token",
    [CLI_OPTION_LANG] = "cli.takes.lang",     [CLI_OPTION_COLOR] = "cli.takes.color",
};

/* The words in capitals that the command lines of help use. */
static const struct {
    const char *word, *say;
} form_words[] = {
    {"ADDRESS", "cli.word.address"}, {"BOT", "cli.word.bot"},         {"FILE", "cli.word.file"},
    {"FROM", "cli.word.from"},       {"GAME", "cli.word.game"},       {"HEX", "cli.word.hex"},
    {"NAME", "cli.word.name"},       {"OPTION", "cli.word.option"},   {"PERSON", "cli.word.person"},
    {"SEAT", "cli.word.seat"},       {"SECONDS", "cli.word.seconds"}, {"TO", "cli.word.to"},
    {"VALUE", "cli.word.value"},     {"WORD", "cli.word.word"},
};

const cli_command cli_commands[] = {
    {"games", {0, 0}, B(JSON), "games [--json]", "cli.games", cli_games},
    {"play",
     {0, 1},
     B(EDITION) | B(SEATS) | B(OPTION) | B(DECK) | B(ROLES) | B(SEED) | B(BOTS) | B(NAME) | B(DEALER) |
         B(RECORD) | B(RESUME) | B(COLOR),
     "play GAME [OPTION...]",
     "cli.play",
     cli_play},
    {"join", {1, 1}, B(NAME) | B(SIT) | B(COLOR), "join URL [OPTION...]", "cli.join", cli_join},
    {"serve",
     {0, 0},
     B(ADDRESS) | B(PORT) | B(DATA) | B(NODE) | B(URL) | B(CERT) | B(KEY) | B(PROXY) | B(METRICS_TOKEN) |
         B(HSTS) | B(LIMIT),
     "serve [OPTION...]",
     "cli.serve",
     cli_serve},
    {"backup", {1, 1}, B(DATA), "backup FILE [--data FILE]", "cli.backup", cli_backup},
    {"check", {1, 1}, B(JSON), "check FILE [--json]", "cli.check", cli_check},
    {"move-house", {2, 2}, 0, "move-house FROM TO", "cli.move-house", cli_move_house},
    {"simulate",
     {1, 1},
     B(EDITION) | B(SEATS) | B(OPTION) | B(DECK) | B(ROLES) | B(SEED) | B(GAMES) | B(BOTS) | B(RECORD) |
         B(JSON),
     "simulate GAME [OPTION...]",
     "cli.simulate",
     cli_simulate},
    {"arena",
     {1, 1},
     B(EDITION) | B(SEATS) | B(OPTION) | B(DECK) | B(ROLES) | B(SEED) | B(GAMES) | B(BOTS) | B(JSON),
     "arena GAME --bots BOT,BOT [OPTION...]",
     "cli.arena",
     cli_arena},
    {"replay", {1, 1}, B(SEAT) | B(JSON), "replay FILE [OPTION...]", "cli.replay", cli_replay},
    {"moves", {1, 1}, B(JSON), "moves FILE [--json]", "cli.moves", cli_moves},
    {"verify", {1, 1}, 0, "verify FILE", "cli.verify", cli_verify},
    {"deck", {2, 2}, 0, "deck check FILE", "cli.deck", cli_deck},
    {"laws", {0, 1}, 0, "laws [GAME]", "cli.laws", cli_laws},
    {"bench",
     {0, 1},
     B(EDITION) | B(SEATS) | B(OPTION) | B(DECK) | B(ROLES) | B(JSON),
     "bench [GAME] [OPTION...]",
     "cli.bench",
     cli_bench},
    {"signature", {0, 1}, 0, "signature [GAME]", "cli.signature", cli_signature},
    {"schema", {1, 1}, 0, "schema GAME", "cli.schema", cli_schema},
    {"manual", {0, 1}, 0, "manual [bash]", "cli.manual", cli_manual},
    {"version", {0, 0}, 0, "version", "cli.version", cli_version},
    {"help", {0, 1}, 0, "help [WORD]", "cli.help", cli_help},
    {0},
};

/* ---- error messages ------------------------------------------------------------------------- */

int cli_error(const cli_args *a, int status, gm_line line) {
    say_line_after(stderr, &a->w, line, "safehouse: ");
    return status;
}

int cli_fault(const cli_args *a, const fault *why) {
    say_fault(stderr, a->w.lang, why);
    return why->file ? CLI_INPUT : CLI_USAGE;
}

const char *cli_form(const cli_args *a, const char *form) {
    static char room[256];
    text t = text_on(room, sizeof room);
    while (*form) {
        size_t n = strspn(form, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"), i = 0,
               all = sizeof form_words / sizeof *form_words;
        while (i < all && (strlen(form_words[i].word) != n || memcmp(form_words[i].word, form, n)))
            i++;
        if (i < all)
            text_put(&t, words_get(a->w.lang, form_words[i].say, 0));
        else
            text_bytes(&t, form, n ? n : (n = 1));
        form += n;
    }
    return room;
}

int cli_missing(const cli_args *a, const char *form) {
    return cli_error(a, CLI_USAGE, (gm_line){"cli.few", {SAY_TEXT(cli_form(a, form))}});
}

static bool usage_error(const cli_args *a, gm_line line) {
    cli_error(a, CLI_USAGE, line);
    return false;
}

/* ---- what commands share -------------------------------------------------------------------- */

/* People count seats from 1, settings from 0. */
static void read_seats(cli_args *a, const gm_game *g) {
    static char values[GM_MAX_SETTINGS][RECORD_LINE];
    int edition = a->order.edition ? a->order.edition : g->edition;
    for (int i = 0; a->order.settings[i].key; i++) {
        gm_setting *s = &a->order.settings[i];
        const gm_option *o = gm_option_of(g->options, edition, s->key);
        text t = text_on(values[i], sizeof values[i]);
        if (!o) continue;
        gm_move_seats(&t, o, s->value, -1);
        s->value = values[i];
    }
}

const gm_game *cli_game(cli_args *a) {
    const gm_game *g = gm_game_named(a->word[0], strlen(a->word[0]));
    if (g)
        read_seats(a, g);
    else
        usage_error(a, (gm_line){"cli.no-game", {SAY_TEXT(a->word[0])}});
    return g;
}

bool cli_bots(const cli_args *a, const gm_game *g, int people, const gm_bot *bot[GM_MAX_SEATS]) {
    char names[256];
    const char *given[GM_MAX_SEATS],
        *default_bot = people && bots_find("sensible", g) ? "sensible" : "random";
    int n = 0, seats = a->order.seats;
    snprintf(names, sizeof names, "%s", a->bots ? a->bots : default_bot);
    for (char *s = strtok(names, ","); s; s = strtok(NULL, ",")) {
        if (n == seats) return usage_error(a, (gm_line){"cli.bots", {SAY_NUMBER(seats)}});
        given[n++] = bots_typed(a->w.lang, s);
    }
    if (n != 1 && n != seats && n != seats - people)
        return usage_error(a, (gm_line){"cli.bots", {SAY_NUMBER(seats)}});
    for (int q = 0; q < seats; q++) {
        const char *name = n == seats ? given[q] : q < people ? "human" : given[n == 1 ? 0 : q - people];
        bot[q] = bots_find(name, g);
        if (!bot[q] && (!people || strcmp(name, "human")))
            return usage_error(a, (gm_line){"cli.no-bot", {SAY_TEXT(name)}});
    }
    return true;
}

void cli_write_decimal(jsonw *w, int decimals, double x) {
    char digits[64];
    snprintf(digits, sizeof digits, "%.*f", decimals, x);
    jsonw_raw(w, digits);
}

void cli_put_decimal(const cli_args *a, text *out, int decimals, double x) {
    char digits[64];
    snprintf(digits, sizeof digits, "%.*f", decimals, x);
    char *point = strchr(digits, '.');
    if (point) *point = 0;
    text_put(out, digits);
    if (!point) return;
    text_put(out, words_get(a->w.lang, "number.point", 0));
    text_put(out, point + 1);
}

/* ---- parsing -------------------------------------------------------------------------------- */

/* The language that the environment variables ask for. */
static words_lang environment_lang(void) {
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

/* Says that an option can be given only so often.  True, because its value is not what is wrong. */
static bool repeat_error(const cli_args *a, cli_option o, int most, int *status) {
    *status =
        cli_error(a, CLI_USAGE, (gm_line){"cli.repeated", {SAY_TEXT(cli_options[o].name), SAY_NUMBER(most)}});
    return true;
}

static bool add_setting(cli_args *a, char *value, int *status) {
    int n = 0;
    char *equals = strchr(value, '=');
    if (!equals || equals == value) return false;
    while (a->order.settings[n].key)
        n++;
    if (n == GM_MAX_SETTINGS) return repeat_error(a, CLI_OPTION_OPTION, n, status);
    *equals = 0;
    a->order.settings[n] = (gm_setting){value, equals + 1};
    return true;
}

/* Deck files are small; cli_main frees them. */
static bool add_deck(cli_args *a, cli_option o, const char *path, int *status) {
    int n = 0;
    size_t size;
    fault why;
    while (a->order.files[n].name)
        n++;
    if (n == GM_MAX_FILES) return repeat_error(a, o, n, status);
    char *s = file_read(path, GM_MAX_FILE, &size, &why);
    if (!s)
        *status = cli_fault(a, &why);
    else
        a->order.files[n] = (gm_file){path, s, size};
    return true;
}

/* A seed is a number of 256 bits, in 1 to 64 hex digits. */
static bool parse_seed(const char *s, uint8_t seed[DEAL_SECRET]) {
    char digits[2 * DEAL_SECRET];
    size_t n = strlen(s);
    if (!n || n > sizeof digits) return false;
    memset(digits, '0', sizeof digits - n);
    memcpy(digits + sizeof digits - n, s, n);
    return text_unhex(digits, sizeof digits, seed, DEAL_SECRET);
}

/* A name is a text that fits into a record. */
static bool is_name(const char *s) {
    size_t n = strlen(s), i = 0, k = 1;
    for (; i < n && k; i += k)
        if ((k = (size_t)text_utf8(s + i, n - i)) && text_control(s + i)) return false;
    return n && k && n < RECORD_NAME;
}

static bool is_node(const char *s) {
    size_t n = strlen(s);
    return n && n <= STORE_NODE && n == strspn(s, STORE_NODE_LETTERS);
}

/* An origin is http or https and a host, without a path. */
static bool is_origin(const char *s) {
    const char *name = !strncmp(s, "http://", 7) ? s + 7 : !strncmp(s, "https://", 8) ? s + 8 : "";
    return *name && strlen(s) < 100 && !name[strcspn(name, "/?#\"\\ ")];
}

static bool add_url(cli_args *a, const char *url, int *status) {
    int n = 0;
    if (!is_origin(url)) return false;
    while (a->server.urls[n])
        n++;
    if (n == SERVER_URLS) return repeat_error(a, CLI_OPTION_URL, n, status);
    a->server.urls[n] = url;
    return true;
}

/* The first line of a file, which other users of the machine should not be able to read.  cli_main frees it. */
static bool read_metrics_token(cli_args *a, const char *path, int *status) {
    enum { LONGEST = 200 }; /* the server reads headers of up to 255 bytes */
    size_t size;
    fault why;
    free(a->metrics_token);
    a->metrics_token = file_read(path, LONGEST, &size, &why);
    a->server.metrics_token = a->metrics_token;
    if (!a->metrics_token) {
        *status = cli_fault(a, &why);
        return true;
    }
    a->metrics_token[size] = 0;
    a->metrics_token[strcspn(a->metrics_token, "\r\n")] = 0;
    return strlen(a->metrics_token) >= SERVER_SECRET;
}

/* The limit that NAME=N sets, or LIMITS if there is none of that name. */
static int find_limit(const char *value) {
    size_t n = strcspn(value, "=");
    int i = 0;
    while (i < LIMITS && (strlen(house_limits[i].name) != n || strncmp(house_limits[i].name, value, n)))
        i++;
    return i;
}

static bool parse_limit(cli_args *a, const char *value) {
    int i = find_limit(value), n;
    const char *number = value + strcspn(value, "=");
    if (i == LIMITS || !*number++) return false;
    if (!text_number(number, strlen(number), (int)house_limits[i].least, (int)house_limits[i].most, &n))
        return false;
    a->server.limits[i] = n;
    return true;
}

/* Says which limits there are, or which values this one takes. */
static int limit_error(const cli_args *a, const char *value) {
    char names[256];
    text t = text_on(names, sizeof names);
    int which = find_limit(value);
    for (int i = 0; i < LIMITS; i++) {
        if (i) text_put(&t, ", ");
        text_put(&t, house_limits[i].name);
    }
    if (which == LIMITS) return cli_error(a, CLI_USAGE, (gm_line){"cli.limit-name", {SAY_TEXT(names)}});
    const struct house_limit_entry *l = &house_limits[which];
    return cli_error(
        a, CLI_USAGE,
        (gm_line){"cli.limit-value", {SAY_TEXT(l->name), SAY_NUMBER(l->least), SAY_NUMBER(l->most)}});
}

int cli_value_error(const cli_args *a, cli_option o) {
    gm_arg name = SAY_TEXT(cli_options[o].name);
    if (o < CLI_OPTION_COUNT && allowed[o])
        return cli_error(a, CLI_USAGE, (gm_line){"cli.value", {name, SAY_WORD(allowed[o])}});
    return cli_error(a, CLI_USAGE,
                     (gm_line){"cli.number", {name, SAY_NUMBER(ranges[o][0]), SAY_NUMBER(ranges[o][1])}});
}

static bool parse_colour(const char *value, say_colour *when) {
    static const char *const values[] = {
        [SAY_COLOUR_AUTO] = "auto", [SAY_COLOUR_ALWAYS] = "always", [SAY_COLOUR_NEVER] = "never"};
    for (int i = 0; i < 3; i++)
        if (!strcmp(value, values[i])) {
            *when = (say_colour)i;
            return true;
        }
    return false;
}

static bool apply_number(cli_option o, const char *value, int *n) {
    return text_number(value, strlen(value), ranges[o][0], ranges[o][1], n);
}

/* Applies an option; false if it does not take this value. */
static bool apply_option(cli_args *a, cli_option o, char *value, int *status) {
    switch (o) {
    case CLI_OPTION_EDITION: return apply_number(o, value, &a->order.edition);
    case CLI_OPTION_SEATS: return apply_number(o, value, &a->order.seats);
    case CLI_OPTION_OPTION: return add_setting(a, value, status);
    case CLI_OPTION_DECK:
    case CLI_OPTION_ROLES: return add_deck(a, o, value, status);
    case CLI_OPTION_SEED: return a->seeded = parse_seed(value, a->seed);
    case CLI_OPTION_GAMES: return apply_number(o, value, &a->games);
    case CLI_OPTION_BOTS: a->bots = value; return true;
    case CLI_OPTION_NAME: a->name = value; return is_name(value);
    case CLI_OPTION_DEALER: return a->human_dealer = !strcmp(value, "human");
    case CLI_OPTION_RECORD: a->record = value; return true;
    case CLI_OPTION_RESUME: a->resume = value; return true;
    case CLI_OPTION_SEAT:
    case CLI_OPTION_SIT: a->seat = value; return true;
    case CLI_OPTION_COLOR: return parse_colour(value, &a->colour);
    case CLI_OPTION_ADDRESS: a->server.address = value; return true;
    case CLI_OPTION_PORT: return apply_number(o, value, &a->server.port);
    case CLI_OPTION_DATA: a->server.data = value; return true;
    case CLI_OPTION_NODE: a->server.node = value; return is_node(value);
    case CLI_OPTION_URL: return add_url(a, value, status);
    case CLI_OPTION_CERT: a->server.cert = value; return true;
    case CLI_OPTION_KEY: a->server.key = value; return true;
    case CLI_OPTION_PROXY: return a->server.proxy = true;
    case CLI_OPTION_METRICS_TOKEN: return read_metrics_token(a, value, status);
    case CLI_OPTION_HSTS: return apply_number(o, value, &a->server.hsts);
    case CLI_OPTION_LIMIT: return parse_limit(a, value);
    case CLI_OPTION_LANG: return words_lang_of(value, &a->w.lang);
    case CLI_OPTION_JSON: return a->json = true;
    case CLI_OPTION_HELP: return a->help = true;
    case CLI_OPTION_COUNT: break;
    }
    return false;
}

/* The options that a command takes, for getopt_long(). */
static void list_options(unsigned takes, struct option longs[CLI_OPTION_COUNT + 1]) {
    int n = 0;
    for (int o = 0; o < CLI_OPTION_COUNT; o++)
        if ((takes | CLI_ALWAYS) >> o & 1)
            longs[n++] = (struct option){cli_options[o].name,
                                         cli_options[o].value ? required_argument : no_argument, NULL, o};
    longs[n] = (struct option){0};
    opterr = 0;
    optind = 0; /* from the start, even if another command line was parsed before */
}

/* Is an option followed by what looks like another one, where its value should stand?  A number below 0 does not, nor
 * does a - alone, and --seats=--lang is clear. */
static bool lacks_value(char **argv) {
    const char *value = optarg;
    return value && value == argv[optind - 1] && value[0] == '-' && value[1] &&
           !(value[1] >= '0' && value[1] <= '9');
}

/* Looks for --lang first, so that what is wrong with the rest is said in that language. */
static void find_lang(unsigned takes, int argc, char **argv, cli_args *a) {
    struct option longs[CLI_OPTION_COUNT + 1];
    list_options(takes, longs);
    for (int found;
         (found = getopt_long(argc, argv, "-:", longs, NULL)) != -1;) { /* -: leaves argv in its order */
        if (lacks_value(argv))
            optind--;
        else if (found == CLI_OPTION_LANG)
            words_lang_of(optarg, &a->w.lang);
    }
}

/* Puts a --lang that comes before the command after it, where options belong.  False if there is no command. */
static bool put_command_first(int argc, char **argv) {
    int n = argc < 2 ? 0 : !strncmp(argv[1], "--lang=", 7) ? 1 : !strcmp(argv[1], "--lang") ? 2 : 0;
    if (argc < 2 + n) return false;
    char *command = argv[1 + n];
    memmove(argv + 2, argv + 1, (size_t)n * sizeof *argv);
    argv[1] = command;
    return true;
}

/* 0, or the exit status after saying what is wrong. */
static int parse_command_line(const cli_command *c, int argc, char **argv, cli_args *a) {
    struct option longs[CLI_OPTION_COUNT + 1];
    int found, words = 0, status = 0;
    list_options(c->takes, longs);
    while ((found = getopt_long(argc, argv, ":", longs, NULL)) != -1) {
        if (found == '?') {
            char letter[3] = {'-', (char)optopt, 0}; /* one letter of -xyz, or a whole --word */
            return cli_error(
                a, CLI_USAGE,
                (gm_line){"cli.unknown",
                          {SAY_TEXT(optopt > 0 ? letter : argv[optind - 1]), SAY_TEXT(c->name)}});
        }
        if (found == ':')
            return cli_error(a, CLI_USAGE, (gm_line){"cli.no-value", {SAY_TEXT(argv[optind - 1])}});
        if (lacks_value(argv)) {
            gm_arg name = SAY_TEXT(cli_options[found].name), value = SAY_TEXT(optarg);
            return cli_error(a, CLI_USAGE, (gm_line){"cli.option-value", {name, value}});
        }
        bool good = apply_option(a, (cli_option)found, optarg, &status);
        if (!good && found == CLI_OPTION_LIMIT) return limit_error(a, optarg);
        if (!good) return cli_value_error(a, (cli_option)found);
        if (status) return status;
    }
    for (; optind < argc; optind++) {
        if (words == c->words[1])
            return cli_error(a, CLI_USAGE, (gm_line){"cli.many", {SAY_TEXT(argv[optind])}});
        a->word[words++] = argv[optind];
    }
    if (words < c->words[0] && !a->help) return cli_missing(a, c->use);
    return 0;
}

/* ---- help ----------------------------------------------------------------------------------- */

static void print_limits(const cli_args *a) {
    say_line(stdout, &a->w, (gm_line){"cli.limits", {{0}}});
    for (int i = 0; i < LIMITS; i++) {
        printf("  %s=%lld\n", house_limits[i].name, (long long)house_limits[i].default_value);
        say_line_after(stdout, &a->w, (gm_line){house_limits[i].say, {{0}}}, "      ");
    }
}

/* Prints what a command does and which options it takes. */
static void print_command_help(const cli_command *c, const cli_args *a) {
    say_line(stdout, &a->w, (gm_line){"cli.use", {SAY_TEXT(cli_form(a, c->use)), SAY_WORD(c->say)}});
    for (int o = 0; o < CLI_OPTION_COUNT; o++)
        if ((c->takes | CLI_ALWAYS) >> o & 1) {
            const char *value = cli_options[o].value;
            printf("  --%s%s%s\n", cli_options[o].name, value ? " " : "", value ? cli_form(a, value) : "");
            say_line_after(stdout, &a->w, (gm_line){cli_options[o].say, {{0}}}, "      ");
        }
    if (c->takes & B(LIMIT)) print_limits(a);
}

static const cli_command *find_command(const char *name) {
    for (const cli_command *c = cli_commands; c->name; c++)
        if (!strcmp(c->name, name)) return c;
    return NULL;
}

int cli_help(cli_args *a) {
    const char *word = a->word[0];
    const cli_command *c = word ? find_command(word) : NULL;
    const gm_game *g = word ? gm_game_named(word, strlen(word)) : NULL;
    if (c)
        print_command_help(c, a);
    else if (g)
        say_line(stdout, &a->w, (gm_line){g->rules, {{0}}});
    else if (word)
        return cli_error(a, CLI_USAGE, (gm_line){"cli.no-help", {SAY_TEXT(word)}});
    else {
        say_line(stdout, &a->w, (gm_line){"cli.about", {{0}}});
        for (c = cli_commands; c->name; c++) {
            printf("  safehouse %s\n", cli_form(a, c->use));
            say_line_after(stdout, &a->w, (gm_line){c->say, {{0}}}, "      ");
        }
    }
    return CLI_GOOD;
}

/* ---- running -------------------------------------------------------------------------------- */

/* Carries out a command line; returns its exit status. */
static int run_command(int argc, char **argv, cli_args *a) {
    bool named = put_command_first(argc, argv);
    bool dashed = named && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "--version"));
    const cli_command *c = named ? find_command(argv[1] + (dashed ? 2 : 0)) : NULL;
    find_lang(c ? c->takes : 0, argc, argv, a);
    if (!named) return cli_error(a, CLI_USAGE, (gm_line){"cli.nothing", {{0}}});
    if (!c) return cli_error(a, CLI_USAGE, (gm_line){"cli.no-command", {SAY_TEXT(argv[1])}});
    int status = parse_command_line(c, argc - 1, argv + 1, a);
    if (status) return status;
    if (a->help) return print_command_help(c, a), CLI_GOOD;
    return c->run(a);
}

int cli_main(int argc, char **argv, const char *version, const char *commit) {
    cli_args a = {.w = {.lang = environment_lang()},
                  .version = version,
                  .commit = commit,
                  .server = {.address = "127.0.0.1", .port = 7447, .data = "./safehouse.db"}};
    for (int i = 0; i < LIMITS; i++)
        a.server.limits[i] = house_limits[i].default_value;
    int status = run_command(argc, argv, &a);
    for (int i = 0; a.order.files[i].name; i++)
        free((void *)(uintptr_t)a.order.files[i].text); /* add_deck read it */
    free(a.metrics_token);
    if (fflush(stdout) || ferror(stdout)) return cli_error(&a, CLI_INPUT, (gm_line){"cli.output", {{0}}});
    return status;
}
