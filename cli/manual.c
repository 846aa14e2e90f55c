/* manual.c - writes the manual page and the completion for bash, from the tables of commands, options, limits and
 * games.
 *
 * Map: roff - the sections - the page - completion. */
#include "cli/cli.h"
#include "kit/registry.h"
#include <string.h>

enum { LONGEST_SENTENCE = 2048 }; /* bytes; the rules of games are not in the manual */

/* ---- roff ----------------------------------------------------------------------------------- */

/* Escapes a text.  A backslash starts a request of roff, and so does a dot or an apostrophe at the start of a line.
 * A plain hyphen could become another character, which does not work when copied into a command line. */
static void write_roff(const char *s) {
    for (char before = '\n'; *s; before = *s++) {
        if (before == '\n' && (*s == '.' || *s == '\'')) fputs("\\&", stdout);
        if (*s == '\\')
            fputs("\\e", stdout);
        else if (*s == '-')
            fputs("\\-", stdout);
        else
            putchar(*s);
    }
}

static void write_sentence(const cli_args *a, gm_line line) {
    char buffer[LONGEST_SENTENCE];
    text t = text_on(buffer, sizeof buffer);
    words_line(&t, &a->w, &line);
    write_roff(buffer);
    putchar('\n');
}

static void write_paragraph(const cli_args *a, const char *key) {
    puts(".PP");
    write_sentence(a, (gm_line){key, {{0}}});
}

/* A term that is explained in the next paragraph: in bold, with its value in italics. */
static void write_term(const char *dashes, const char *name, const char *value) {
    fputs(".TP\n\\fB", stdout);
    write_roff(dashes);
    write_roff(name);
    fputs("\\fR", stdout);
    if (value) {
        fputs(" \\fI", stdout);
        write_roff(value);
        fputs("\\fR", stdout);
    }
    putchar('\n');
}

static void write_explained(const cli_args *a, const char *name, const char *key) {
    write_term("", name, NULL);
    write_sentence(a, (gm_line){key, {{0}}});
}

static void write_example(const char *line) {
    puts(".PP\n.RS\n.nf");
    write_roff(line);
    puts("\n.fi\n.RE");
}

/* ---- the sections --------------------------------------------------------------------------- */

static void write_name(const cli_args *a) {
    fputs("safehouse \\- ", stdout);
    write_sentence(a, (gm_line){"manual.name", {{0}}});
}

static void write_synopsis(const cli_args *a) {
    puts(".nf");
    for (const cli_command *c = cli_commands; c->name; c++) {
        fputs("\\fBsafehouse\\fR ", stdout);
        write_roff(cli_form(a, c->use));
        putchar('\n');
    }
    puts(".fi");
}

static void write_description(const cli_args *a) {
    write_paragraph(a, "cli.about");
    write_paragraph(a, "manual.about");
}

static void write_commands(const cli_args *a) {
    for (const cli_command *c = cli_commands; c->name; c++) {
        char taken[LONGEST_SENTENCE];
        text t = text_on(taken, sizeof taken);
        for (int o = 0; o < CLI_OPTION_COUNT; o++)
            if (c->takes >> o & 1) {
                text_put(&t, t.used ? ", --" : "--");
                text_put(&t, cli_options[o].name);
            }
        write_explained(a, cli_form(a, c->use), c->say);
        if (t.used) write_sentence(a, (gm_line){"manual.takes", {SAY_TEXT(taken)}});
    }
}

static void write_options(const cli_args *a) {
    for (int o = 0; o < CLI_OPTION_COUNT; o++) {
        const char *value = cli_options[o].value;
        write_term("--", cli_options[o].name, value ? cli_form(a, value) : NULL);
        write_sentence(a, (gm_line){cli_options[o].say, {{0}}});
    }
}

static void write_limits(const cli_args *a) {
    write_paragraph(a, "cli.limits");
    for (int i = 0; i < LIMITS; i++) {
        char setting[64];
        text t = text_on(setting, sizeof setting);
        text_put(&t, house_limits[i].name);
        text_char(&t, '=');
        text_int(&t, house_limits[i].default_value);
        write_explained(a, setting, house_limits[i].say);
    }
}

static void write_games(const cli_args *a) {
    for (const gm_game *const *g = gm_games; *g; g++) {
        write_term("", (*g)->name, NULL);
        write_sentence(a, (gm_line){(*g)->about, {SAY_NUMBER((*g)->min_seats), SAY_NUMBER((*g)->max_seats)}});
    }
}

static void write_running(const cli_args *a) {
    write_paragraph(a, "manual.house.open");
    write_example("safehouse serve --address 0.0.0.0");
    write_paragraph(a, "manual.house.tls");
    write_example("safehouse serve --proxy --url https://play.example.org");
    write_paragraph(a, "manual.house.service");
    write_example("systemctl restart safehouse\njournalctl -u safehouse");
    write_paragraph(a, "manual.house.watch");
    write_paragraph(a, "manual.house.backup");
    write_example("safehouse backup copy.db --data /var/lib/safehouse/safehouse.db");
}

static void write_status(const cli_args *a) {
    write_explained(a, "0", "manual.exit.good");
    write_explained(a, "1", "manual.exit.input");
    write_explained(a, "2", "manual.exit.usage");
}

static void write_environment(const cli_args *a) {
    write_explained(a, "LC_ALL, LC_MESSAGES, LANG", "manual.environment.lang");
    write_explained(a, "NOTIFY_SOCKET, WATCHDOG_USEC", "manual.environment.notify");
}

static void write_files(const cli_args *a) {
    write_explained(a, "./safehouse.db", "manual.file.data");
    write_explained(a, "/etc/default/safehouse", "manual.file.options");
    write_explained(a, "/var/lib/safehouse/", "manual.file.state");
    write_explained(a, "/usr/share/doc/safehouse/", "manual.file.doc");
}

/* ---- the page ------------------------------------------------------------------------------- */

static void write_page(const cli_args *a) {
    static const struct {
        const char *heading;
        void (*write)(const cli_args *a);
    } sections[] = {
        {"manual.heading.name", write_name},         {"manual.heading.synopsis", write_synopsis},
        {"manual.heading.about", write_description}, {"manual.heading.commands", write_commands},
        {"manual.heading.options", write_options},   {"manual.heading.games", write_games},
        {"manual.heading.house", write_running},     {"manual.heading.limits", write_limits},
        {"manual.heading.exit", write_status},       {"manual.heading.environment", write_environment},
        {"manual.heading.files", write_files},
    };
    puts(".\\\" -*- coding: UTF-8 -*-\n.TH SAFEHOUSE 1 \"\" Safehouse\n.nh\n.ad l");
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        fputs(".SH ", stdout);
        write_sentence(a, (gm_line){sections[i].heading, {{0}}});
        sections[i].write(a);
    }
}

/* ---- completion ----------------------------------------------------------------------------- */

static void write_game_names(void) {
    for (const gm_game *const *g = gm_games; *g; g++)
        printf(" %s", (*g)->name);
}

static void write_command_names(void) {
    for (const cli_command *c = cli_commands; c->name; c++)
        printf(" %s", c->name);
}

/* Completions for a form such as `GAME [check]`: what its capitals stand for, and its words in lower case. */
static void write_completions(const char *form) {
    char word[256];
    snprintf(word, sizeof word, "%s", form);
    for (char *s = strtok(word, " []|"); s; s = strtok(NULL, " []|")) {
        if (!strcmp(s, "GAME") || !strcmp(s, "WORD")) write_game_names();
        if (!strcmp(s, "WORD")) write_command_names();
        if (!strcmp(s, "NAME=N"))
            for (int i = 0; i < LIMITS; i++)
                printf(" %s=", house_limits[i].name);
        if (*s >= 'a' && *s <= 'z') printf(" %s", s);
    }
}

/* One branch of a case statement: a pattern, the words to offer, and whether to offer files. */
static void write_case(const char *dashes, const char *pattern, const char *form, unsigned takes) {
    printf("    %s%s) words='", dashes, pattern);
    write_completions(form);
    for (int o = 0; o < CLI_OPTION_COUNT; o++)
        if (takes >> o & 1) printf(" --%s", cli_options[o].name);
    printf("'%s ;;\n", strstr(form, "FILE") ? " files=-f" : "");
}

static void write_completion(void) {
    puts("# Completion of bash for safehouse; made by `safehouse manual bash`.\n"
         "_safehouse() {\n"
         "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words= files=\n"
         "    [ \"$word\" != = ] || word=\n"
         "    [ \"$before\" != = ] || before=${COMP_WORDS[COMP_CWORD - 2]}\n"
         "    [ \"$COMP_CWORD\" -gt 1 ] || before=safehouse\n"
         "    case $before in");
    fputs("    safehouse) words='", stdout);
    write_command_names();
    puts(" --help --version' ;;");
    for (int o = 0; o < CLI_OPTION_COUNT; o++)
        if (cli_options[o].value) write_case("--", cli_options[o].name, cli_options[o].value, 0);
    puts("    *) case ${COMP_WORDS[1]} in");
    for (const cli_command *c = cli_commands; c->name; c++)
        write_case("", c->name, c->use + strlen(c->name), c->takes | CLI_ALWAYS);
    puts("    esac ;;\n"
         "    esac\n"
         "    mapfile -t COMPREPLY < <(compgen $files -W \"$words\" -- \"$word\")\n"
         "    [ -z \"$files\" ] || compopt -o filenames 2>/dev/null\n"
         "    [[ ${COMPREPLY-} != *= ]] || compopt -o nospace 2>/dev/null\n"
         "}\n"
         "complete -F _safehouse safehouse");
}

int cli_manual(cli_args *a) {
    if (!a->word[0])
        write_page(a);
    else if (!strcmp(a->word[0], "bash"))
        write_completion();
    else
        return cli_error(a, CLI_USAGE, (gm_line){"cli.many", {SAY_TEXT(a->word[0])}});
    return CLI_GOOD;
}
