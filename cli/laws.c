/* laws.c - the laws, and decks. */
#include "kit/laws.h"
#include "bots/bots.h"
#include "cli/cli.h"
#include "kit/order.h"
#include "kit/registry.h"
#include "term/file.h"
#include <stdlib.h>
#include <string.h>

enum { PLIES = 3000 }; /* for every order */

static void put_breach(const cli_args *a, const laws_breach *b) {
    cli_bad(a, CLI_INPUT,
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
    laws_plan plan = {bots, malloc(LAWS_MEMORY), PLIES};
    if (!plan.memory) abort();
    int status = CLI_GOOD;
    for (const gm_game *const *g = gm_games; *g; g++) {
        laws_count n;
        laws_breach b;
        if (only && *g != only) continue;
        if (!laws_hold(*g, &plan, &n, &b)) {
            put_breach(a, &b);
            status = CLI_INPUT;
            continue;
        }
        printf("%s: ", (*g)->name);
        say(stdout, &a->w,
            (gm_line){"laws.hold", {SAY_NUMBER(n.plies), SAY_NUMBER(n.worlds), SAY_NUMBER(n.histories)}});
    }
    free(plan.memory);
    return status;
}

/* A deck is good if a game can be opened with it; says for how many players. */
int cli_deck(cli_args *a) {
    size_t size;
    fault why;
    if (strcmp(a->word[0], "check"))
        return cli_bad(a, CLI_USAGE, (gm_line){"cli.few", {SAY_TEXT("deck check FILE")}});
    char *s = file_read(a->word[1], GM_MAX_FILE, &size, &why);
    if (!s) return cli_fault(a, &why);
    gm_file file = {a->word[1], s, size};
    _Alignas(8) static uint8_t box[GM_MAX_BOX];
    for (const gm_game *const *i = gm_games; *i; i++) {
        const gm_game *g = *i;
        int most = 0;
        if (!gm_deck_of(g, &file)) continue;
        for (int seats = g->min_seats; seats <= g->max_seats; seats++)
            if (gm_open(g, &(gm_order){.seats = seats, .files = {file}}, box, &why)) most = seats;
        free(s);
        if (!most) return cli_fault(a, &why);
        say(stdout, &a->w, (gm_line){"deck.good", {SAY_WORD(g->say), SAY_NUMBER(most)}});
        return CLI_GOOD;
    }
    free(s);
    fault_at(&why, "deck.unknown", a->word[1], 1, 0);
    return cli_fault(a, &why);
}
