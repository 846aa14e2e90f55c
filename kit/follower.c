/* follower.c - a game as it is heard. */
#include "kit/follower.h"
#include <assert.h>
#include <string.h>

static bool told_everything(const gm_view *v) { return v->who == GM_DEALER; }

static void go_to_start(gm_follower *f) {
    _Alignas(8) uint8_t st[GM_MAX_STATE] = {0};
    const gm_game *g = f->view.game;
    const void *box = f->view.box;
    g->setup(box, st);
    if (told_everything(&f->view))
        memcpy(f->view.st, st, g->state_size);
    else
        gm_make_view(g, box, st, f->view.who, &f->view);
    f->at = 0;
}

void gm_follower_start(gm_follower *f, const gm_game *g, const void *box, gm_seat who) {
    f->view.game = g;
    f->view.box = box;
    f->view.who = who;
    f->n = 0;
    go_to_start(f);
}

bool gm_follower_hear(gm_follower *f, gm_seat by, gm_move heard) {
    if (f->n == f->capacity) return false;
    f->by[f->n] = by;
    f->heard[f->n++] = heard;
    return true;
}

void gm_follower_hear_match(gm_follower *f, const gm_match *m) {
    assert(m->n <= f->capacity);
    f->n = m->n;
    memcpy(f->by, m->by, (size_t)m->n * sizeof *f->by);
    if (told_everything(&f->view))
        memcpy(f->heard, m->move, (size_t)m->n * sizeof *f->heard);
    else
        gm_match_replay_story(m, f->view.who, f->heard);
    go_to_start(f);
}

/* A move as it was heard, on what is known of the state. */
static void apply(gm_view *v, gm_seat by, gm_move heard) {
    if (told_everything(v))
        v->game->apply(v->box, v->st, by, heard);
    else
        gm_view_step(v, by, heard);
}

void gm_follower_step(gm_follower *f) {
    assert(f->at < f->n);
    apply(&f->view, f->by[f->at], f->heard[f->at]);
    f->at++;
}

void gm_follower_goto(gm_follower *f, int to) {
    if (to < f->at) go_to_start(f);
    while (f->at < to && f->at < f->n)
        gm_follower_step(f);
}

void gm_follower_forget(gm_follower *f, int n) {
    if (n >= f->n) return;
    f->n = n;
    if (f->at > n) gm_follower_goto(f, n);
}

void gm_follower_try(const gm_follower *f, gm_seat by, gm_move heard, gm_view *after) {
    *after = f->view;
    apply(after, by, heard);
}

gm_story gm_follower_story(const gm_follower *f) { return (gm_story){f->at, f->by, f->heard}; }

gm_seat gm_follower_reader(const gm_follower *f) {
    return told_everything(&f->view) ? GM_SPECTATOR : f->view.who;
}
