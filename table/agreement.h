/* agreement.h - what was agreed about a table, as JSON: from a request to make one, from the store, or from a house. */
#ifndef TABLE_AGREEMENT_H
#define TABLE_AGREEMENT_H
#include "table/table.h"
#include <jansson.h>

typedef struct {
    json_t *json; /* holds the strings; to be decref'd */
    const gm_game *game;
    gm_order order;
    table_terms terms;
    bool open, spectators;
    char number[GM_MAX_SETTINGS][24]; /* settings that were given as numbers */
} agreement;

/* Reads a request to make a table, or what was kept of one; keeps a part of it.  False: why. */
bool agreement_read(agreement *a, json_t *from, table_person host, fault *why);
void agreement_free(agreement *a);
#endif
