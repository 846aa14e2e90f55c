/* figures.c - the figures of Inside Job: what its rules compute for whoever displays a table. */
#include "games/inside_job/internal.h"
#include <string.h>

typedef ij_figures figures;

static const gm_field fields[] = {
    GM_FIELD(figures, specials, 1, GM_PUBLIC, GM_SET, "role"),
    GM_FIELD(figures, agents, 1, GM_PUBLIC, GM_SET, "role"),
    GM_FIELD(figures, insiders, 1, GM_PUBLIC, GM_SET, "role"),
    GM_FIELD(figures, tricks, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(figures, need, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(figures, limit, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(figures, places, IJ_SEATS, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(figures, colours, IJ_SEATS, GM_PUBLIC, GM_U8, "colour"),
    GM_FIELD(figures, mission, 1, GM_PUBLIC, GM_U8, "mission"),
    GM_FIELD(figures, verdict, 1, GM_PUBLIC, GM_U8, "verdict"),
    GM_FIELD(figures, ahead, 1, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(figures, broke, 1, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(figures, controls, 1, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(figures, turned, 1, GM_PUBLIC, GM_SET, "seat"),
    GM_FIELD(figures, accused, 1, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(figures, log_open, 1, GM_PUBLIC, GM_U8, NULL),
    {0},
};

/* The trick on the table: the current one, or the last one until the next mission is picked. */
static void compute_trick(const ij_box *b, const state *s, figures *f) {
    bool whole = s->n == b->players;
    memset(f->places, GM_NONE, sizeof f->places);
    memset(f->colours, GM_NONE, sizeof f->colours);
    f->ahead = f->broke = GM_NONE;
    f->mission = s->tricks - whole < IJ_TRICKS ? s->picked[s->tricks - whole] : GM_NONE;
    if (f->mission == GM_NONE) return;
    const ij_mission *m = &b->mission[f->mission];
    for (int i = 0; i < b->players; i++)
        f->places[i] = ij_seat_at(b, s, i);
    for (int i = 0; i < s->n; i++)
        f->colours[i] = (uint8_t)ij_shown_colour(s, i, m->trump);
    if (s->n) f->ahead = ij_seat_at(b, s, ij_winner(s, s->n, m->trump));
    bool hope = true;
    for (int i = 0; i < s->n && hope; i++)
        if (!(hope = ij_does_part(m, s, i, b->players)))
            f->broke = m->kind == IJ_WINNER ? f->ahead : f->places[i];
    f->verdict = whole ? hope ? IJ_COMPLETED : IJ_FAILED : hope ? IJ_UNDECIDED : IJ_LOST;
}

static void compute_figures(const void *box, const void *st, void *out) {
    const ij_box *b = box;
    const state *s = st;
    figures *f = out;
    f->specials = (uint16_t)(b->roles & ~(BIT(IJ_AGENT) | BIT(IJ_INSIDER)));
    for (int i = 0; i < b->n_roles; i++) {
        if (b->role[i].side == IJ_AGENTS) f->agents |= (uint16_t)BIT(i);
        if (b->role[i].side == IJ_INSIDERS) f->insiders |= (uint16_t)BIT(i);
    }
    f->tricks = b->tricks;
    f->need = b->need;
    f->limit = b->limit;
    compute_trick(b, s, f);
    f->controls = b->head.dummies && s->leader != GM_NONE ? ij_opponent(s->leader) : GM_NONE;
    for (int q = 0; q < b->players; q++)
        if (ij_turned(b, s, q)) f->turned |= (uint16_t)BIT(q);
    gm_seats top = s->cause == IJ_BY_NOTHING ? 0 : inside_job_most_voted(b, s);
    f->log_open = !inside_job_chapters(b, s); /* J3.7 */
    f->accused = top && !(top & (top - 1)) ? (uint8_t)bits_first(top) : GM_NONE;
}

const gm_figures inside_job_figures = {sizeof(figures), fields, compute_figures};
