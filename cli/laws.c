/* laws.c - tests the laws of every game. */
#include "kit/laws.h"
#include "bots/bots.h"
#include "cli/cli.h"
#include "kit/registry.h"
#include <stdlib.h>

enum { PLIES = 1000 }; /* played for each number of seats; see laws_plan */

static void report_breach(const cli_args *a, const laws_breach *b) {
    cli_error(a, CLI_INPUT,
              (gm_line){"laws.broken", {SAY_TEXT(b->law), SAY_TEXT(b->game->name), SAY_TEXT(b->detail)}});
    fprintf(stderr, "  %s", b->order);
    if (b->game_number >= 0) fprintf(stderr, ", game %d", b->game_number);
    if (b->ply >= 0) fprintf(stderr, ", ply %d", b->ply);
    if (b->listener >= 0) fprintf(stderr, ", listener %d", b->listener);
    fputc('\n', stderr);
}

int cli_laws(cli_args *a) {
    const gm_game *only = NULL;
    if (a->word[0] && !(only = cli_game(a))) return CLI_USAGE;
    laws_plan plan = {.bots = bots_all, .memory = malloc(LAWS_MEMORY), .plies = PLIES};
    if (!plan.memory) abort();
    int status = CLI_GOOD;
    for (const gm_game *const *g = gm_games; *g; g++)
        for (plan.edition = (*g)->oldest_edition; plan.edition <= (*g)->edition; plan.edition++) {
            laws_count n;
            laws_breach b;
            if (only && *g != only) continue;
            if (!laws_hold(*g, &plan, &n, &b)) {
                report_breach(a, &b);
                status = CLI_INPUT;
                continue;
            }
            say_line_after(
                stdout, &a->w,
                (gm_line){"laws.hold", {SAY_NUMBER(n.plies), SAY_NUMBER(n.worlds), SAY_NUMBER(n.histories)}},
                "%s edition %d: ", (*g)->name, plan.edition);
        }
    free(plan.memory);
    return status;
}
