/* registry.c - finding a game. */
#include "kit/registry.h"
#include <string.h>

const gm_game *gm_game_named(const char *name, size_t n) {
    for (const gm_game *const *g = gm_games; *g; g++)
        if (strlen((*g)->name) == n && !memcmp((*g)->name, name, n)) return *g;
    return NULL;
}
