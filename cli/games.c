/* games.c - lists the games, their schemas, signatures and editions. */
#include "bots/bots.h"
#include "cli/cli.h"
#include "kit/json.h"
#include "kit/order.h"
#include "kit/perft.h"
#include "kit/registry.h"
#include <stdlib.h>

/* Prints a text as a line, frees it, and returns CLI_GOOD. */
static int print_text(text *t) {
    puts(t->at);
    free(t->at);
    return CLI_GOOD;
}

/* A text with room for all games as JSON; a schema is shorter. */
static text new_text(void) {
    char *s = malloc(BOTS_GAMES_SIZE);
    if (!s) abort();
    return text_on(s, BOTS_GAMES_SIZE);
}

static int games_json(const cli_args *a) {
    text t = new_text();
    jsonw w = jsonw_on(&t);
    bots_games(&w, a->w.lang);
    return print_text(&t);
}

int cli_games(cli_args *a) {
    if (a->json) return games_json(a);
    for (const gm_game *const *i = gm_games; *i; i++) {
        const gm_game *g = *i;
        printf("%s\n", g->name);
        say_line_after(stdout, &a->w,
                       (gm_line){g->about, {SAY_NUMBER(g->min_seats), SAY_NUMBER(g->max_seats)}}, "  ");
        if (g->oldest_edition < g->edition)
            say_line_after(stdout, &a->w,
                           (gm_line){"cli.editions", {SAY_NUMBER(g->oldest_edition), SAY_NUMBER(g->edition)}},
                           "  ");
        for (const gm_option *o = g->options; o->key && o->say; o++) {
            if (gm_option_of(g->options, g->edition, o->key) != o) continue; /* of an older edition */
            char about[1024], values[256];
            text t = text_on(about, sizeof about), v = text_on(values, sizeof values);
            words_option(&t, a->w.lang, o);
            gm_move_seats(&v, o, o->values, 1);
            say_line_after(stdout, &a->w,
                           (gm_line){"cli.usual", {SAY_TEXT(about), SAY_TEXT(o->default_value)}},
                           "  --option %s=%s  ", o->key, values);
        }
        for (const gm_deck *d = g->decks; d->columns; d++)
            say_line(stdout, &a->w,
                     (gm_line){"cli.columns",
                               {SAY_TEXT(d->columns), SAY_TEXT(gm_shipped_deck(d, g->edition)->name)}});
    }
    return CLI_GOOD;
}

int cli_schema(cli_args *a) {
    const gm_game *g = cli_game(a);
    if (!g) return CLI_USAGE;
    text t = new_text();
    jsonw w = jsonw_on(&t);
    gm_json_schema(&w, g);
    return print_text(&t);
}

int cli_signature(cli_args *a) {
    const gm_game *only = NULL;
    if (a->word[0] && !(only = cli_game(a))) return CLI_USAGE;
    for (const gm_game *const *g = gm_games; *g; g++) {
        char hex[65];
        if (only && *g != only) continue;
        for (int edition = (*g)->oldest_edition; edition <= (*g)->edition; edition++) {
            gm_signature(*g, edition, GM_SIGNATURE_GAMES, hex);
            printf("%s %d %s\n", (*g)->name, edition, hex);
        }
    }
    return CLI_GOOD;
}

/* For programs and bug reports: the same in every language. */
int cli_version(cli_args *a) {
    printf("safehouse %s\n", a->version);
    if (*a->commit) printf("commit %s\n", a->commit);
    for (const gm_game *const *g = gm_games; *g; g++)
        for (int edition = (*g)->oldest_edition; edition <= (*g)->edition; edition++)
            printf("%s edition %d\n", (*g)->name, edition);
    return CLI_GOOD;
}
