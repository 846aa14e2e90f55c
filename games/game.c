/* game.c - the little that all games share. */
#include "games/game.h"
#include <string.h>

const char *gm_setting_of(const gm_order *order, const gm_option *options, const char *key) {
    for (const gm_setting *s = order->settings; s->key; s++)
        if (!strcmp(s->key, key)) return s->value;
    for (; options->key; options++)
        if (!strcmp(options->key, key)) return options->usual;
    return NULL;
}
