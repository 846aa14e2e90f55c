/* deck.c - checks a deck file: is it valid, and for which game? */
#include "cli/cli.h"
#include "kit/order.h"
#include "kit/registry.h"
#include "term/file.h"
#include <stdlib.h>
#include <string.h>

/* A deck is valid if a game can be opened with it.  Says for how many players. */
int cli_deck(cli_args *a) {
    size_t size;
    fault why;
    if (strcmp(a->word[0], "check")) return cli_missing(a, "deck check FILE");
    char *s = file_read(a->word[1], GM_MAX_FILE, &size, &why);
    if (!s) return cli_fault(a, &why);
    gm_file file = {a->word[1], s, size};
    _Alignas(8) static uint8_t box[GM_MAX_BOX];
    for (const gm_game *const *i = gm_games; *i; i++) {
        const gm_game *g = *i;
        int most = 0;
        if (!gm_deck_of(g, &file)) continue;
        for (int seats = g->min_seats; seats <= g->max_seats; seats++)
            if (gm_open_box(g, &(gm_order){.seats = seats, .files = {file}}, box, &why)) most = seats;
        if (!most) {
            free(s);
            return cli_fault(a, &why);
        }
        bool adds = gm_deck_of(g, &file)->adds;
        free(s);
        say_line(stdout, &a->w,
                 (gm_line){adds ? "deck.good-adds" : "deck.good", {SAY_WORD(g->say), SAY_NUMBER(most)}});
        return CLI_GOOD;
    }
    free(s);
    fault_at(&why, "deck.unknown", a->word[1], 1, 0);
    return cli_fault(a, &why);
}
