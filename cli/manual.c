/* manual.c - what there is to know about the command, for man(1) and for completion in bash: both
 * come from the tables of commands, options, limits and games.
 *
 * Map: words in roff - the sections - the page - completion. */
#include "cli/cli.h"
#include "kit/registry.h"
#include <string.h>

enum { LONGEST = 2048 }; /* of a sentence; rules of games are not told here */

/* ---- words in roff ---------------------------------------------------------------------------------- */

/* A backslash begins what roff obeys, and so does a dot or an apostrophe at a line's beginning; a plain
 * hyphen may become another character, which nobody can copy into a command line. */
static void roff(const char *s) {
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

static void sentence(const cli_args *a, gm_line line) {
    char buffer[LONGEST];
    text t = text_on(buffer, sizeof buffer);
    words_line(&t, &a->w, &line);
    roff(buffer);
    putchar('\n');
}

static void paragraph(const cli_args *a, const char *key) {
    puts(".PP");
    sentence(a, (gm_line){key, {{0}}});
}

/* Something to be explained: in bold, and what follows it in italics. */
static void term(const char *dashes, const char *name, const char *value) {
    fputs(".TP\n\\fB", stdout);
    roff(dashes);
    roff(name);
    fputs("\\fR", stdout);
    if (value) {
        fputs(" \\fI", stdout);
        roff(value);
        fputs("\\fR", stdout);
    }
    putchar('\n');
}

static void explain(const cli_args *a, const char *name, const char *key) {
    term("", name, NULL);
    sentence(a, (gm_line){key, {{0}}});
}

static void example(const char *line) {
    puts(".PP\n.RS\n.nf");
    roff(line);
    puts("\n.fi\n.RE");
}

/* ---- the sections --------------------------------------------------------------------------------------- */

static void name(const cli_args *a) {
    fputs("safehouse \\- ", stdout);
    sentence(a, (gm_line){"manual.name", {{0}}});
}

static void synopsis(const cli_args *a) {
    (void)a;
    puts(".nf");
    for (const cli_command *c = cli_commands; c->name; c++) {
        fputs("\\fBsafehouse\\fR ", stdout);
        roff(c->use);
        putchar('\n');
    }
    puts(".fi");
}

static void description(const cli_args *a) {
    paragraph(a, "cli.about");
    paragraph(a, "manual.about");
}

static void commands(const cli_args *a) {
    for (const cli_command *c = cli_commands; c->name; c++) {
        char taken[LONGEST];
        text t = text_on(taken, sizeof taken);
        for (int o = 0; o < OPT_COUNT; o++)
            if (c->takes >> o & 1) {
                text_put(&t, t.used ? ", --" : "--");
                text_put(&t, cli_options[o].name);
            }
        explain(a, c->use, c->say);
        if (t.used) sentence(a, (gm_line){"manual.takes", {SAY_TEXT(taken)}});
    }
}

static void options(const cli_args *a) {
    for (int o = 0; o < OPT_COUNT; o++) {
        term("--", cli_options[o].name, cli_options[o].value);
        sentence(a, (gm_line){cli_options[o].say, {{0}}});
    }
}

static void limits(const cli_args *a) {
    paragraph(a, "cli.limits");
    for (int i = 0; i < LIMITS; i++) {
        char setting[64];
        text t = text_on(setting, sizeof setting);
        text_put(&t, house_limits[i].name);
        text_char(&t, '=');
        text_int(&t, house_limits[i].default_value);
        explain(a, setting, house_limits[i].say);
    }
}

static void games(const cli_args *a) {
    for (const gm_game *const *g = gm_games; *g; g++) {
        term("", (*g)->name, NULL);
        sentence(a, (gm_line){(*g)->about, {SAY_NUMBER((*g)->min_seats), SAY_NUMBER((*g)->max_seats)}});
    }
}

static void running(const cli_args *a) {
    paragraph(a, "manual.house.open");
    example("safehouse serve --address 0.0.0.0");
    paragraph(a, "manual.house.tls");
    example("safehouse serve --proxy --url https://play.example.org");
    paragraph(a, "manual.house.service");
    example("systemctl restart safehouse\njournalctl -u safehouse");
    paragraph(a, "manual.house.watch");
    paragraph(a, "manual.house.backup");
    example("safehouse backup copy.db --data /var/lib/safehouse/safehouse.db");
}

static void status(const cli_args *a) {
    explain(a, "0", "manual.exit.good");
    explain(a, "1", "manual.exit.input");
    explain(a, "2", "manual.exit.usage");
}

static void environment(const cli_args *a) {
    explain(a, "LC_ALL, LC_MESSAGES, LANG", "manual.environment.lang");
    explain(a, "NOTIFY_SOCKET, WATCHDOG_USEC", "manual.environment.notify");
}

static void files(const cli_args *a) {
    explain(a, "./safehouse.db", "manual.file.data");
    explain(a, "/etc/default/safehouse", "manual.file.options");
    explain(a, "/var/lib/safehouse/", "manual.file.state");
    explain(a, "/usr/share/doc/safehouse/", "manual.file.doc");
}

/* ---- the page ------------------------------------------------------------------------------------------------- */

static void page(const cli_args *a) {
    static const struct {
        const char *heading;
        void (*write)(const cli_args *a);
    } sections[] = {
        {"manual.heading.name", name},         {"manual.heading.synopsis", synopsis},
        {"manual.heading.about", description}, {"manual.heading.commands", commands},
        {"manual.heading.options", options},   {"manual.heading.games", games},
        {"manual.heading.house", running},     {"manual.heading.limits", limits},
        {"manual.heading.exit", status},       {"manual.heading.environment", environment},
        {"manual.heading.files", files},
    };
    puts(".\\\" -*- coding: UTF-8 -*-\n.TH SAFEHOUSE 1 \"\" Safehouse\n.nh\n.ad l");
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        fputs(".SH ", stdout);
        sentence(a, (gm_line){sections[i].heading, {{0}}});
        sections[i].write(a);
    }
}

/* ---- completion ----------------------------------------------------------------------------------------------- */

static void offer_games(void) {
    for (const gm_game *const *g = gm_games; *g; g++)
        printf(" %s", (*g)->name);
}

static void offer_commands(void) {
    for (const cli_command *c = cli_commands; c->name; c++)
        printf(" %s", c->name);
}

/* The words that can stand where a form has capitals, and its own small ones. */
static void offer(const char *form) {
    char word[256];
    snprintf(word, sizeof word, "%s", form);
    for (char *s = strtok(word, " []|"); s; s = strtok(NULL, " []|")) {
        if (!strcmp(s, "GAME") || !strcmp(s, "WORD")) offer_games();
        if (!strcmp(s, "WORD")) offer_commands();
        if (!strcmp(s, "NAME=N"))
            for (int i = 0; i < LIMITS; i++)
                printf(" %s=", house_limits[i].name);
        if (*s >= 'a' && *s <= 'z') printf(" %s", s);
    }
}

/* One case of bash: a pattern, its words, and whether files fit. */
static void fits(const char *dashes, const char *pattern, const char *form, unsigned takes) {
    printf("    %s%s) words='", dashes, pattern);
    offer(form);
    for (int o = 0; o < OPT_COUNT; o++)
        if (takes >> o & 1) printf(" --%s", cli_options[o].name);
    printf("'%s ;;\n", strstr(form, "FILE") ? " files=-f" : "");
}

static void completion(void) {
    puts("# Completion of bash for safehouse; made by `safehouse manual bash`.\n"
         "_safehouse() {\n"
         "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words= files=\n"
         "    [ \"$word\" != = ] || word=\n"
         "    [ \"$before\" != = ] || before=${COMP_WORDS[COMP_CWORD - 2]}\n"
         "    [ \"$COMP_CWORD\" -gt 1 ] || before=safehouse\n"
         "    case $before in");
    fputs("    safehouse) words='", stdout);
    offer_commands();
    puts(" --help' ;;");
    for (int o = 0; o < OPT_COUNT; o++)
        if (cli_options[o].value) fits("--", cli_options[o].name, cli_options[o].value, 0);
    puts("    *) case ${COMP_WORDS[1]} in");
    for (const cli_command *c = cli_commands; c->name; c++)
        fits("", c->name, c->use + strlen(c->name), c->takes | CLI_ALWAYS);
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
        page(a);
    else if (!strcmp(a->word[0], "bash"))
        completion();
    else
        return cli_bad(a, CLI_USAGE, (gm_line){"cli.many", {SAY_TEXT(a->word[0])}});
    return CLI_GOOD;
}
