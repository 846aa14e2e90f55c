/* view.c - views and stories. */
#include "kit/view.h"
#include "base/bits.h"
#include <string.h>

bool gm_may_see(const gm_field *f, const void *box, const void *st, gm_seat who, int row) {
    switch (f->visibility) {
    case GM_PUBLIC: return true;
    case GM_OWNER: return row == who || row >= gm_seat_count(box);
    case GM_MASKED: return ((const uint8_t *)st)[f->mask_at + row] & (BIT(who) | BIT(GM_SPECTATOR));
    default: return false;
    }
}

void gm_make_view(const gm_game *g, const void *box, const void *st, gm_seat who, gm_view *out) {
    const uint8_t *s = st;
    out->game = g;
    out->box = box;
    out->who = who;
    memset(out->st, GM_HIDDEN, g->state_size);
    for (const gm_field *f = g->fields; f->name; f++)
        if (f->visibility == GM_PUBLIC)
            memcpy(out->st + f->at, s + f->at, (size_t)f->rows * f->size);
        else if (f->visibility != GM_SECRET)
            for (int row = 0, at = f->at; row < f->rows; row++, at += f->size)
                if (gm_may_see(f, box, st, who, row)) memcpy(out->st + at, s + at, f->size);
}

void gm_view_step(gm_view *v, gm_seat by, gm_move heard) {
    gm_view next;
    v->game->apply(v->box, v->st, by, heard);
    gm_make_view(v->game, v->box, v->st, v->who, &next); /* clears what apply() wrote into holes */
    memcpy(v->st, next.st, v->game->state_size);
}

gm_seats gm_listeners(const void *box) {
    return (gm_seats)((BIT(gm_seat_count(box)) - 1) | BIT(GM_SPECTATOR));
}

gm_move gm_heard(const gm_game *g, const void *box, const void *st, gm_seat who, gm_move m,
                 gm_seat listener) {
    return g->heard ? g->heard(box, st, who, m, listener) : m;
}

void gm_study(const gm_game *g, const void *box, const void *view, gm_seat who, void *notes) {
    if (g->study) g->study(box, view, who, notes);
}

void gm_fill(const gm_game *g, const void *box, const void *view, gm_seat who, const void *notes, rng *r,
             void *world) {
    if (g->fill)
        g->fill(box, view, who, notes, r, world);
    else
        memcpy(world, view, g->state_size);
}

void gm_fill_story(const gm_game *g, const void *box, const void *world, gm_seat who, gm_move *story,
                   const gm_seat *by, int n) {
    if (g->fill_story) g->fill_story(box, world, who, story, by, n);
}

enum { WORLDS = 4000 }; /* the rarest move needs a certain card, of about 40, in a certain place */

bool gm_could_hear(const gm_view *v, gm_seat by, gm_move heard, rng *r) {
    const gm_game *g = v->game;
    _Alignas(8) uint8_t notes[GM_MAX_NOTES], world[GM_MAX_STATE] = {0};
    gm_move moves[GM_MAX_MOVES];
    if (!(g->to_act(v->box, v->st) >> by & 1)) return false;
    gm_study(g, v->box, v->st, v->who, notes);
    for (int k = 0; k < WORLDS; k++) {
        gm_fill(g, v->box, v->st, v->who, notes, r, world);
        for (int i = g->moves(v->box, world, by, moves); i--;)
            if (gm_heard(g, v->box, world, by, moves[i], v->who) == heard) return true;
    }
    return false;
}
