/* words.c - the names and sentences of Inside Job.
 *
 * Map: names - what the log may show - roles - news - the view. */
#include "base/text.h"
#include "games/inside_job/internal.h"
#include <string.h>

static const char *const colour_names[] = {"inside-job.yellow", "inside-job.pink", "inside-job.green",
                                           "inside-job.blue"};

/* A colour by itself, such as trumps.  In some languages the word has another form than in the
 * name of a card. */
static const char *const trump_names[] = {"inside-job.trump.yellow", "inside-job.trump.pink",
                                          "inside-job.trump.green", "inside-job.trump.blue"};

/* ---- names --------------------------------------------------------------- */

/* What a mission asks of the trick's cards. */
static void name_condition(const ij_mission *m, gm_thing *out) {
    text code = text_on(out->code, sizeof out->code);
    text_int(&code, m->number);
    out->name.say = inside_job_conditions[m->row].say;
    if (m->kind == IJ_RANGE) {
        out->name.arg[0] = gm_number(m->a);
        out->name.arg[1] = gm_number(m->b);
    }
}

static void name_mission(const ij_mission *m, int i, gm_thing *out) {
    text code = text_on(out->code, sizeof out->code);
    text_int(&code, m->number);
    out->name.say = m->kind == IJ_RAISED || m->kind == IJ_RAISED_TWO ? "inside-job.mission.risky"
                                                                     : "inside-job.mission.plain";
    out->name.arg[0] = gm_thing_arg("condition", i);
    out->name.arg[1] = gm_word_arg(trump_names[m->trump]);
}

/* The printed roles have names in the catalogs; a group's own role is called what its file says. */
static void name_role(const ij_role *r, gm_thing *out) {
    static const struct {
        const char *name, *say;
    } printed[] = {
        {"agent", "inside-job.role.agent"},           {"insider", "inside-job.role.insider"},
        {"wired", "inside-job.role.wired"},           {"paranoid", "inside-job.role.paranoid"},
        {"daredevil", "inside-job.role.daredevil"},   {"decoy", "inside-job.role.decoy"},
        {"accomplice", "inside-job.role.accomplice"}, {"shady", "inside-job.role.shady"},
        {"sleeper", "inside-job.role.sleeper"},       {"professor-no", "inside-job.role.professor-no"},
    };
    memcpy(out->code, r->name, sizeof out->code);
    for (size_t i = 0; i < sizeof printed / sizeof *printed; i++)
        if (!strcmp(printed[i].name, r->name)) out->name.say = printed[i].say;
}

/* Things that are just a word. */
static const gm_word named[] = {
    {"colour", "yellow", "inside-job.trump.yellow"},
    {"colour", "pink", "inside-job.trump.pink"},
    {"colour", "green", "inside-job.trump.green"},
    {"colour", "blue", "inside-job.trump.blue"},
    {"amount", "none", "inside-job.amount.none"},
    {"amount", "few", "inside-job.amount.few"},
    {"amount", "many", "inside-job.amount.many"},
    {"reason", "mission", "inside-job.reason.mission"},
    {"reason", "spoil", "inside-job.reason.spoil"},
    {"reason", "win", "inside-job.reason.win"},
    {"reason", "below", "inside-job.reason.below"},
    {"reason", "deny", "inside-job.reason.deny"},
    {"reason", "probe", "inside-job.reason.probe"},
    {"reason", "mistake", "inside-job.reason.mistake"},
    {"reason", "whim", "inside-job.reason.whim"},
    {"reason", "void", "inside-job.reason.void"}, /* IJ_COULD_NOT_FOLLOW */
    {"answer", "yes", "inside-job.answer.yes"},
    {"answer", "no", "inside-job.answer.no"},
    {"answer", "perhaps", "inside-job.answer.perhaps"},
    {"answer", "unsure", "inside-job.answer.unsure"},
    {"answer", "later", "inside-job.answer.later"},
    {"answer", "secret", "inside-job.answer.secret"},
    {"side", "nobody", NULL},
    {"side", "agents", NULL},
    {"side", "insider", NULL},
    {"cause", "nothing", NULL},
    {"cause", "missions", NULL},
    {"cause", "intel", NULL},
    {"cause", "vote", NULL},
    {"cause", "wrong-vote", NULL},
    {"cause", "tie", NULL},
    {"cause", "wire", NULL},
    {"cause", "caught", NULL},
    {"cause", "hunt", NULL},
    {"cause", "dare", NULL},
    {"cause", "decoy", NULL},
    {"verdict", "undecided", NULL},
    {"verdict", "lost", NULL},
    {"verdict", "failed", NULL},
    {"verdict", "completed", NULL},
    {"phase", "leader", NULL},
    {"phase", "roles", NULL},
    {"phase", "start", NULL},
    {"phase", "deal", NULL},
    {"phase", "partner", NULL},
    {"phase", "look", NULL},
    {"phase", "draw", NULL},
    {"phase", "pick", NULL},
    {"phase", "play", NULL},
    {"phase", "lend", NULL},
    {"phase", "lent", NULL},
    {"phase", "reveal", NULL},
    {"phase", "vote", NULL},
    {"phase", "show", NULL},
    {"phase", "expose", NULL},
    {"phase", "close", NULL},
    {"phase", "over", NULL},
    {0},
};

bool inside_job_thing(const void *box, const char *of, int i, gm_thing *out) {
    const ij_box *b = box;
    memset(out, 0, sizeof *out);
    if (gm_is_kind(of, "card")) { /* such as p8 */
        if (i < 0 || i >= IJ_CARDS) return false;
        text code = text_on(out->code, sizeof out->code);
        text_char(&code, inside_job_colours[ij_colour(i)][0]);
        text_int(&code, ij_value(i));
        out->name =
            (gm_line){"inside-job.card", {gm_word_arg(colour_names[ij_colour(i)]), gm_number(ij_value(i))}};
        return true;
    }
    if (gm_is_kind(of, "mission") || gm_is_kind(of, "condition")) {
        if (i < 0 || i >= b->n_missions) return false;
        if (*of == 'm')
            name_mission(&b->mission[i], i, out);
        else
            name_condition(&b->mission[i], out);
        return true;
    }
    if (gm_is_kind(of, "role")) {
        if (i < 0 || i >= b->n_roles) return false;
        name_role(&b->role[i], out);
        return true;
    }
    if (gm_is_kind(of, "seat")) {
        if (i != IJ_LARRY || !b->head.dummies) return false;
        out->name.say = "inside-job.larry-name";
        return true;
    }
    return gm_word_thing(named, of, i, out);
}

/* ---- what the log may show ----------------------------------------------- */

/* J3.7: during the game the log shows the trick on the table.  The last one lies there until the next mission is
 * picked, when missions have been drawn already. */
int inside_job_chapters(const void *box, const void *st) {
    const ij_box *b = box;
    const state *s = st;
    bool drawn = s->phase == IJ_PICK || (s->phase == IJ_DRAW && s->at);
    return b->open_log || s->phase == IJ_OVER ? 0 : 1 + drawn;
}

/* ---- roles --------------------------------------------------------------- */

static gm_arg role_arg(int role) { return gm_thing_arg("role", role); }

/* The traitor whom the Agents must find, as the subject of a sentence. */
gm_arg inside_job_traitor(const ij_box *b) {
    for (int i = IJ_SPECIAL; i < b->n_roles; i++)
        if (b->roles >> i & 1 && b->role[i].side == IJ_INSIDERS) return role_arg(i);
    return gm_word_arg("inside-job.the-insider");
}

/* The goal and the abilities of a role.  They come from its file, so a group's own role is
 * described too. */
static void tell_role(const ij_box *b, int role, gm_lines *out) {
    static const char *const goals[] = {
        [IJ_VOTES] = "inside-job.goal.votes",
        [IJ_PARTNER_WINS] = "inside-job.goal.partner",
        [IJ_RIGHT_LOSES] = "inside-job.goal.right",
    };
    const ij_role *r = &b->role[role];
    const char *side = r->side == IJ_AGENTS ? "inside-job.goal.agents" : "inside-job.goal.traitor";
    gm_add_line(out, r->goal == IJ_SIDE ? side : goals[r->goal])->arg[0] = role_arg(role);
    for (const ij_ability *a = inside_job_abilities; a->text; a++)
        if (r->can & a->can) {
            bool agents = a->can == IJ_WINS && r->side == IJ_AGENTS;
            gm_line *l = gm_add_line(out, agents ? "inside-job.can.reveal-wins.agents" : a->say);
            l->arg[0] = role_arg(role);
            l->arg[1] = gm_number(a->can == IJ_MOST ? r->most : b->limit);
            l->arg[2] = inside_job_traitor(b);
        }
}

/* The roles of this game, which everybody knows, J9.1. */
static void tell_roles(const ij_box *b, gm_lines *out) {
    int agents = 0;
    if (!(b->roles >> IJ_SPECIAL)) return;
    while (agents < b->n_role_cards && b->role_card[agents] == IJ_AGENT)
        agents++;
    gm_line *l = gm_add_line(out, "inside-job.roles");
    l->arg[0] = gm_set_arg("role", b->roles & ~BIT(IJ_AGENT));
    l->arg[1] = gm_number(agents);
}

void inside_job_brief(const void *box, gm_lines *out) {
    const ij_box *b = box;
    out->n = 0;
    tell_roles(b, out);
    for (int i = IJ_SPECIAL; i < b->n_roles; i++)
        if (b->roles >> i & 1) tell_role(b, i, out);
}

/* ---- news ---------------------------------------------------------------- */

/* Who won a trick, and whether the mission was completed. */
static void tell_trick_won(const ij_box *b, const state *s, const state *t, gm_lines *out) {
    static const char *const keys[3][2] = {
        {"inside-job.won-failed", "inside-job.won-completed"},
        {"inside-job.took-failed", "inside-job.took-completed"},
        {"inside-job.took-failed.partner", "inside-job.took-completed.partner"},
    };
    int w = t->winner, p = t->partner;
    bool no_intel = t->revealed >> w & 1 && ij_role_of(b, t, w)->can & IJ_NO_INTEL;
    bool lost = no_intel && p != GM_NONE && t->intel[p] < s->intel[p];
    gm_line *l = gm_add_line(out, keys[no_intel + lost][t->completed != s->completed]);
    l->arg[0] = gm_seat_arg(w);
    l->arg[1] = no_intel ? gm_seat_arg(p) : gm_number(1 + bits_count(t->raised));
}

/* The effect of being revealed by intel. */
static void tell_reveal_effect(const ij_box *b, const state *s, const state *t, int q, gm_lines *out) {
    int can = ij_role_of(b, t, q)->can, right = ij_right_of(b, q);
    bool took = can & IJ_TAKES && t->intel[right] < s->intel[right];
    if (!took && !(can & IJ_TURNS)) return;
    gm_line *l = gm_add_line(out, took ? "inside-job.takes" : "inside-job.turns");
    l->arg[0] = gm_seat_arg(q);
    l->arg[1] = took ? gm_seat_arg(right) : inside_job_traitor(b);
}

void inside_job_news(const void *box, const void *before, const void *after, gm_seat who, gm_lines *out) {
    static const char *const ends[] = {
        [IJ_BY_MISSIONS] = "inside-job.end.missions", [IJ_BY_INTEL] = "inside-job.end.intel",
        [IJ_BY_VOTE] = "inside-job.end.vote",         [IJ_BY_WRONG_VOTE] = "inside-job.end.wrong-vote",
        [IJ_BY_TIE] = "inside-job.end.tie",           [IJ_BY_WIRE] = "inside-job.end.wire",
        [IJ_BY_CAUGHT] = "inside-job.end.caught",     [IJ_BY_HUNT] = "inside-job.end.hunt",
        [IJ_BY_DARE] = "inside-job.end.dare",         [IJ_BY_DECOY] = "inside-job.end.decoy",
    };
    const ij_box *b = box;
    const state *s = before, *t = after;
    (void)who;
    out->n = 0;
    if (t->tricks != s->tricks) tell_trick_won(b, s, t, out);
    if (t->by_intel != s->by_intel) tell_reveal_effect(b, s, t, t->winner, out);
    if (b->head.dummies && t->phase == IJ_DRAW && s->phase != IJ_DRAW) {
        gm_line *l = gm_add_line(out, "inside-job.larry-goes");
        l->arg[0] = gm_seat_arg(t->leader);
        l->arg[1] = gm_seat_arg(ij_opponent(t->leader));
    }
    if (t->phase == IJ_VOTE && s->phase != IJ_VOTE) gm_add_line(out, "inside-job.vote-begins");
    if (s->phase == IJ_SHOW && t->phase != IJ_SHOW && !b->head.dummies)
        gm_add_line(out, "inside-job.most")->arg[0] = gm_set_arg("seat", inside_job_most_voted(b, t));
    if (t->cause != s->cause) {
        bool two = b->head.dummies && t->cause == IJ_BY_WRONG_VOTE;
        bool no_votes = t->cause == IJ_BY_TIE && !t->voters;
        gm_line *l = gm_add_line(out, two        ? "inside-job.end.wrong-vote-two"
                                      : no_votes ? "inside-job.end.no-votes"
                                                 : ends[t->cause]);
        l->arg[0] = gm_seat_arg(t->cause == IJ_BY_DECOY ? s->at : t->winner);
        l->arg[1] = inside_job_traitor(b);
    }
}

/* ---- the view ------------------------------------------------------------ */

/* The current trick. */
static void tell_trick(const ij_box *b, const state *s, gm_lines *out) {
    const ij_mission *m = &b->mission[s->picked[s->tricks]];
    bool lost = false;
    gm_line *l = gm_add_line(out, "inside-job.tell.mission");
    l->arg[0] = gm_thing_arg("mission", s->picked[s->tricks]);
    for (int i = 0; i < s->n; i++) {
        bool trump = ij_colour(s->trick[i]) == m->trump;
        l = gm_add_line(out, !(s->raised >> i & 1) ? "inside-job.tell.played"
                             : trump               ? "inside-job.tell.raised-trump"
                                                   : "inside-job.tell.raised");
        l->arg[0] = gm_seat_arg(ij_seat_at(b, s, i));
        l->arg[1] = gm_thing_arg("card", s->trick[i]);
        l->arg[2] = gm_word_arg(colour_names[m->trump]);
        lost |= !ij_does_part(m, s, i, b->players);
    }
    if (lost) gm_add_line(out, "inside-job.tell.lost");
}

/* The players' intel and revealed roles. */
static void tell_players(const ij_box *b, const state *s, gm_lines *out) {
    for (int q = 0; q < b->players; q++) {
        bool open_role = s->revealed >> q & 1;
        gm_line *l = gm_add_line(out, ij_turned(b, s, q) ? "inside-job.tell.intel-turned"
                                      : open_role        ? "inside-job.tell.intel-role"
                                                         : "inside-job.tell.intel");
        l->arg[0] = gm_seat_arg(q);
        l->arg[1] = gm_number(s->intel[q]);
        l->arg[2] = open_role ? role_arg(s->role[q]) : gm_number(b->limit);
    }
    if (s->partner != GM_NONE) {
        gm_line *l = gm_add_line(out, "inside-job.tell.partner");
        for (int q = 0; q < b->players; q++)
            if (s->revealed >> q & 1 && ij_role_of(b, s, q)->goal == IJ_PARTNER_WINS)
                l->arg[0] = gm_seat_arg(q);
        l->arg[1] = gm_seat_arg(s->partner);
    }
}

/* Larry's cards, as far as `who` knows them. */
static void tell_larry(const state *s, gm_seat who, gm_lines *out) {
    int t = s->tricks + (s->phase == IJ_PLAY && s->n == 2);
    if (s->phase == IJ_PLAY_LARRY && who == ij_controller(s))
        gm_add_line(out, "inside-job.tell.lent")->arg[0] = gm_set_arg("card", ij_larry_choices(s));
    else if (s->phase <= IJ_PLAY && t <= IJ_LARRY_TRICKS && s->top[t] != GM_NONE && s->top_seen[t] >> who & 1)
        gm_add_line(out, "inside-job.tell.top")->arg[0] = gm_thing_arg("card", s->top[t]);
}

/* The reader's role and hand, and what else only the reader knows. */
static void tell_private(const ij_box *b, const state *s, gm_seat who, gm_lines *out) {
    if (s->phase == IJ_PICK && who == s->leader)
        for (int i = 0; i < 2; i++)
            gm_add_line(out, "inside-job.tell.drawn")->arg[0] = gm_thing_arg("mission", s->drawn[i]);
    if (b->head.dummies) tell_larry(s, who, out);
    if (s->partner != GM_NONE && s->role_seen[s->partner] != IJ_ALL && s->role_seen[s->partner] >> who & 1 &&
        s->partner != who) {
        gm_line *l = gm_add_line(out, "inside-job.tell.looked");
        l->arg[0] = gm_seat_arg(s->partner);
        l->arg[1] = role_arg(s->role[s->partner]);
    }
    gm_add_line(out, "inside-job.tell.role")->arg[0] = role_arg(s->role[who]);
    if (ij_turned(b, s, who))
        gm_add_line(out, "inside-job.tell.turned")->arg[0] = inside_job_traitor(b);
    else if (s->by_intel >> who & 1 && ij_role_of(b, s, who)->goal == IJ_VOTES)
        gm_add_line(out, "inside-job.tell.vain");
    else if (s->role[who] != IJ_AGENT)
        tell_role(b, s->role[who], out);
    if (ij_role_of(b, s, who)->goal == IJ_RIGHT_LOSES)
        gm_add_line(out, "inside-job.tell.right")->arg[0] = gm_seat_arg(ij_right_of(b, who));
    gm_add_line(out, "inside-job.tell.hand")->arg[0] = gm_set_arg("card", s->hand[who]);
}

void inside_job_tell(const void *box, const void *view, gm_seat who, gm_lines *out) {
    const ij_box *b = box;
    const state *s = view;
    gm_line *l;
    out->n = 0;
    if (s->phase < IJ_DRAW) {
        gm_add_line(out, s->phase == IJ_PARTNER ? "inside-job.tell.choose" : "inside-job.tell.dealing");
    } else {
        l = gm_add_line(out, s->phase >= IJ_VOTE ? "inside-job.tell.after" : "inside-job.tell.trick");
        l->arg[0] = gm_number(s->tricks + (s->phase <= IJ_PLAY_LARRY));
        l->arg[1] = gm_number(b->tricks);
        l = gm_add_line(out, "inside-job.tell.missions");
        l->arg[0] = gm_number(bits_count(s->completed));
        l->arg[1] = gm_number(b->need);
        if (s->phase >= IJ_PLAY && s->phase <= IJ_PLAY_LARRY) tell_trick(b, s, out);
        if (s->phase == IJ_VOTE)
            gm_add_line(out, b->head.dummies ? "inside-job.tell.vote-two" : "inside-job.tell.vote");
    }
    tell_players(b, s, out);
    tell_roles(b, out);
    if (who < b->head.seats && s->role[who] != GM_NONE) tell_private(b, s, who, out);
}
