/* agreement.h - what was agreed about a table: the game and its edition, options, decks, clocks, who may watch.
 *
 * As JSON it comes from a request to make a table, from the store, or from a house. */
#ifndef TABLE_AGREEMENT_H
#define TABLE_AGREEMENT_H
#include "table/table.h"
#include <jansson.h>

typedef struct {
    json_t *json; /* owns the strings below */
    const gm_game *game;
    gm_order order;
    table_terms terms;
    bool open, spectators;            /* listed in the lobby; people who do not play may watch */
    char number[GM_MAX_SETTINGS][24]; /* settings that were given as numbers */
} agreement;

/* Reads a request to make a table by this host, or a stored agreement (host 0).  A request that names no edition is
 * for the newest; a stored agreement without one is of edition 1.  On success the caller frees it with
 * agreement_free(); `terms` may be used after that.  False: why says what is wrong, and nothing is to be freed.
 * why->say is table.newer if only a newer program understands a stored agreement. */
bool agreement_read(agreement *a, json_t *from, table_person host, fault *why);
void agreement_free(agreement *a);
#endif
