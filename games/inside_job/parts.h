/* parts.h - what the files of Inside Job share among themselves. */
#ifndef INSIDE_JOB_PARTS_H
#define INSIDE_JOB_PARTS_H
#include "games/inside_job/inside_job.h"

typedef ij_box box_t;
typedef ij_state state;

/* A condition of missions as deck files write it, and its name. */
typedef struct {
    const char *text;
    uint8_t kind, a;
    const char *say;
} ij_condition;
extern const ij_condition inside_job_conditions[];
extern const char *const inside_job_colours[];

void inside_job_study(const void *box, const void *view, gm_seat who, void *notes);
void inside_job_fill(const void *box, const void *view, gm_seat who, const void *notes, rng *r, void *world);
void inside_job_relive(const void *box, const void *world, gm_seat who, gm_move *story, const gm_seat *by,
                       int n);
bool inside_job_thing(const void *box, const char *of, int i, gm_thing *out);
int inside_job_chapters(const void *box, const void *st);
void inside_job_news(const void *box, const void *before, const void *after, gm_seat who, gm_lines *out);
void inside_job_tell(const void *box, const void *view, gm_seat who, gm_lines *out);
#endif
