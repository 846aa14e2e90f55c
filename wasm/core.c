/* core.c - the core as a WebAssembly module.  Strings that it returns stand in
 * the module's memory until the next call. */
#include "base/text.h"
#include "kit/perft.h"
#include "kit/registry.h"
#include "wasm/export.h"
#include <stdint.h>

/* How many games there are. */
uint32_t EXPORT(sh_games)(void);

/* "name edition hash\n" for each edition of game number `game`, as `safehouse signature`
 * prints them; empty if there is no such game. */
const char *EXPORT(sh_signature)(uint32_t game);

uint32_t sh_games(void) {
    uint32_t n = 0;
    while (gm_games[n])
        n++;
    return n;
}

const char *sh_signature(uint32_t game) {
    static char lines[4096];
    text out = text_on(lines, sizeof lines);
    const gm_game *g = game < sh_games() ? gm_games[game] : NULL;
    for (int edition = g ? g->oldest_edition : 1; g && edition <= g->edition; edition++) {
        char hash[65];
        gm_signature(g, edition, GM_SIGNATURE_GAMES, hash);
        text_put(&out, g->name);
        text_char(&out, ' ');
        text_int(&out, edition);
        text_char(&out, ' ');
        text_put(&out, hash);
        text_char(&out, '\n');
    }
    return lines;
}
