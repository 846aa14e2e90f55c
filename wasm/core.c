/* core.c - the core as a WebAssembly module.  Strings that it returns stand in
 * the module's memory until the next call. */
#include "base/text.h"
#include "kit/perft.h"
#include "kit/registry.h"
#include "wasm/export.h"
#include <stdint.h>

/* How many games there are. */
uint32_t EXPORT(sh_games)(void);

/* "name hash\n" of game number `game`, as `safehouse signature` prints it; empty
 * if there is no such game. */
const char *EXPORT(sh_signature)(uint32_t game);

uint32_t sh_games(void) {
    uint32_t n = 0;
    while (gm_games[n])
        n++;
    return n;
}

const char *sh_signature(uint32_t game) {
    static char line[128];
    char hash[65];
    text out = text_on(line, sizeof line);
    if (game < sh_games()) {
        gm_signature(gm_games[game], GM_SIGNATURE_GAMES, hash);
        text_put(&out, gm_games[game]->name);
        text_char(&out, ' ');
        text_put(&out, hash);
        text_char(&out, '\n');
    }
    return line;
}
