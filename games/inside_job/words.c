/* words.c - the names and sentences of Inside Job. */
#include "base/text.h"
#include "games/inside_job/parts.h"
#include <string.h>

static const char *const colour_names[] = {"inside-job.yellow", "inside-job.pink", "inside-job.green",
                                           "inside-job.blue"};

/* As a trump: in some languages another form of the word. */
static const char *const trump_names[] = {"inside-job.trump.yellow", "inside-job.trump.pink",
                                          "inside-job.trump.green", "inside-job.trump.blue"};

static void name_mission(const ij_mission *m, gm_thing *out) {
    gm_arg trump = {GM_ARG_WORD, trump_names[m->trump], 0};
    text code = text_on(out->code, sizeof out->code);
    text_int(&code, m->number);
    out->name.say = inside_job_conditions[m->row].say;
    out->name.arg[0] = trump;
    if (m->kind == IJ_RANGE) {
        out->name.arg[1] = (gm_arg){GM_ARG_NUMBER, NULL, m->a};
        out->name.arg[2] = (gm_arg){GM_ARG_NUMBER, NULL, m->b};
    }
}

bool inside_job_thing(const void *box, const char *of, int i, gm_thing *out) {
    static const gm_word named[] = {
        {"role", "agent", "inside-job.role.agent"},
        {"role", "insider", "inside-job.role.insider"},
        {"colour", "yellow", "inside-job.yellow"},
        {"colour", "pink", "inside-job.pink"},
        {"colour", "green", "inside-job.green"},
        {"colour", "blue", "inside-job.blue"},
        {"side", "nobody", NULL},
        {"side", "agents", NULL},
        {"side", "insider", NULL},
        {"cause", "nothing", NULL},
        {"cause", "missions", NULL},
        {"cause", "intel", NULL},
        {"cause", "vote", NULL},
        {"cause", "wrong-vote", NULL},
        {"cause", "tie", NULL},
        {"phase", "leader", NULL},
        {"phase", "roles", NULL},
        {"phase", "deal", NULL},
        {"phase", "draw", NULL},
        {"phase", "pick", NULL},
        {"phase", "play", NULL},
        {"phase", "reveal", NULL},
        {"phase", "vote", NULL},
        {"phase", "show", NULL},
        {"phase", "expose", NULL},
        {"phase", "close", NULL},
        {"phase", "over", NULL},
        {0},
    };
    const box_t *b = box;
    memset(out, 0, sizeof *out);
    if (!strcmp(of, "card")) { /* p8 */
        if (i < 0 || i >= IJ_CARDS) return false;
        text code = text_on(out->code, sizeof out->code);
        text_char(&code, inside_job_colours[ij_colour(i)][0]);
        text_int(&code, ij_value(i));
        out->name =
            (gm_line){"inside-job.card",
                      {{GM_ARG_WORD, colour_names[ij_colour(i)], 0}, {GM_ARG_NUMBER, NULL, ij_value(i)}}};
        return true;
    }
    if (!strcmp(of, "mission")) {
        if (i < 0 || i >= b->n_missions) return false;
        name_mission(&b->mission[i], out);
        return true;
    }
    return gm_word_thing(named, of, i, out);
}

/* J3.7: the last trick, and what has begun after it, until the end. */
int inside_job_chapters(const void *box, const void *st) {
    const box_t *b = box;
    const state *s = st;
    bool begun = s->phase == IJ_PICK || s->phase == IJ_PLAY || (s->phase == IJ_DRAW && s->at) || s->voted;
    return b->open_log || s->phase == IJ_OVER ? 0 : 1 + begun;
}

static gm_arg number(int64_t n) { return (gm_arg){GM_ARG_NUMBER, NULL, n}; }
static gm_arg seat(int q) { return (gm_arg){GM_ARG_THING, "seat", q}; }

/* The trick that is played. */
static void tell_trick(const box_t *b, const state *s, gm_lines *out) {
    const ij_mission *m = &b->mission[s->picked[s->tricks]];
    bool lost = false;
    gm_line *l = gm_add_line(out, "inside-job.tell.mission");
    l->arg[0] = (gm_arg){GM_ARG_THING, "mission", s->picked[s->tricks]};
    for (int i = 0; i < s->n; i++) {
        l = gm_add_line(out, s->raised >> i & 1 ? "inside-job.tell.raised" : "inside-job.tell.played");
        l->arg[0] = seat((s->starter + i) % b->seats);
        l->arg[1] = (gm_arg){GM_ARG_THING, "card", s->trick[i]};
        l->arg[2] = (gm_arg){GM_ARG_WORD, colour_names[m->trump], 0};
        lost |= !ij_does_part(m, s, i, b->seats);
    }
    if (lost) gm_add_line(out, "inside-job.tell.lost");
}

void inside_job_news(const void *box, const void *before, const void *after, gm_seat who, gm_lines *out) {
    static const char *const ends[] = {
        [IJ_BY_MISSIONS] = "inside-job.end.missions", [IJ_BY_INTEL] = "inside-job.end.intel",
        [IJ_BY_VOTE] = "inside-job.end.vote",         [IJ_BY_WRONG_VOTE] = "inside-job.end.wrong-vote",
        [IJ_BY_TIE] = "inside-job.end.tie",
    };
    const state *s = before, *t = after;
    gm_line *l;
    (void)box, (void)who;
    out->n = 0;
    if (t->tricks != s->tricks) {
        l = gm_add_line(out,
                        t->completed != s->completed ? "inside-job.won-completed" : "inside-job.won-failed");
        l->arg[0] = seat(t->leader);
        l->arg[1] = number(1 + bits_count(t->raised));
    }
    if (t->side != s->side) gm_add_line(out, ends[t->cause])->arg[0] = seat(t->leader);
}

void inside_job_tell(const void *box, const void *view, gm_seat who, gm_lines *out) {
    const box_t *b = box;
    const state *s = view;
    gm_line *l;
    out->n = 0;
    if (s->phase < IJ_DRAW) {
        gm_add_line(out, "inside-job.tell.dealing");
    } else {
        l = gm_add_line(out, s->phase >= IJ_VOTE ? "inside-job.tell.after" : "inside-job.tell.trick");
        l->arg[0] = number(s->tricks + (s->phase <= IJ_PLAY));
        l->arg[1] = number(b->tricks);
        l = gm_add_line(out, "inside-job.tell.missions");
        l->arg[0] = number(bits_count(s->completed));
        l->arg[1] = number(b->need);
        if (s->phase == IJ_PLAY) tell_trick(b, s, out);
        if (s->phase == IJ_VOTE) gm_add_line(out, "inside-job.tell.vote");
    }
    for (int q = 0; q < b->seats; q++) {
        bool open_role = s->revealed >> q & 1;
        l = gm_add_line(out, open_role ? "inside-job.tell.intel-role" : "inside-job.tell.intel");
        l->arg[0] = seat(q);
        l->arg[1] = number(s->intel[q]);
        l->arg[2] = open_role ? (gm_arg){GM_ARG_THING, "role", s->role[q]} : number(b->limit);
    }
    if (s->phase == IJ_PICK && who == s->leader)
        for (int i = 0; i < 2; i++)
            gm_add_line(out, "inside-job.tell.drawn")->arg[0] =
                (gm_arg){GM_ARG_THING, "mission", s->drawn[i]};
    if (who < b->seats && s->role[who] != GM_NONE) {
        gm_add_line(out, "inside-job.tell.role")->arg[0] = (gm_arg){GM_ARG_THING, "role", s->role[who]};
        gm_add_line(out, "inside-job.tell.hand")->arg[0] =
            (gm_arg){GM_ARG_THINGS, "card", (int64_t)s->hand[who]};
    }
}
