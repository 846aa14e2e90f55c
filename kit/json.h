/* json.h - views, figures and moves as JSON, and the schema of them, from the tables
 * of fields and verbs.
 *
 * Things are their codes, as in notation; seats are numbers, the spectators are
 * "room" and the dealer is "dealer"; an empty slot is "-"; what the reader may not
 * know is null.  Fields named pad are left out. */
#ifndef KIT_JSON_H
#define KIT_JSON_H
#include "base/jsonw.h"
#include "games/game.h"

/* Room for any view.  The widest byte is one of a set: 8 things, each a code, two
 * quotes and a comma; the names of fields come on top. */
enum { GM_JSON_VIEW_SIZE = GM_MAX_STATE * 8 * (GM_CODE_SIZE + 3) + 8192 };

void gm_json_view(jsonw *w, const gm_view *v); /* as GM_DEALER, nothing is null */

/* The figures of a state or a view; null if the game has none. */
void gm_json_figures(jsonw *w, const gm_game *g, const void *box, const void *st);

/* {"verb":"show","with":[2,"14"]} */
void gm_json_move(jsonw *w, const gm_game *g, const void *box, gm_move m);

/* {"say":"sentient.preview.plug","with":[[6,5,3,4,1],[4,null,null,null],7,3,4,3]}: a key of
 * the catalogs and its arguments; an empty cell of a row is null. */
void gm_json_line(jsonw *w, const gm_game *g, const void *box, const gm_line *line);

/* "winners":[2],"points":[5,7,9]: two members of an object, of a finished game. */
void gm_json_result(jsonw *w, const gm_game *g, const void *box, const void *st);

/* 0, "room" or "dealer" */
void gm_json_seat(jsonw *w, int seat);

/* A JSON Schema (2020-12) of what `safehouse replay --json` writes a line of; the
 * figures are among its definitions. */
void gm_json_schema(jsonw *w, const gm_game *g);
#endif
