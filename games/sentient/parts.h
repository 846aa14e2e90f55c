/* parts.h - what the files of Sentient share among themselves. */
#ifndef SENTIENT_PARTS_H
#define SENTIENT_PARTS_H
#include "games/sentient/sentient.h"

typedef sn_box box_t;
typedef sn_state state;

extern const gm_deck sentient_decks[];
extern const char *const sentient_types[];

bool sentient_read_deck(const gm_file *file, box_t *b, fault *why);
bool sentient_thing(const void *box, const char *of, int i, gm_thing *out);
void sentient_news(const void *box, const void *before, const void *after, gm_seat who, gm_lines *out);
void sentient_tell(const void *box, const void *view, gm_seat who, gm_lines *out);
void sentient_preview(const void *box, const void *view, gm_seat who, gm_move m, gm_lines *out);
#endif
