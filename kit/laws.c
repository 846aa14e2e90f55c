/* laws.c - the laws that need no enumeration, at every ply of random games.
 *
 * Map: breaches - fields and verbs - one ply: what can be done - one ply: what is seen and
 * heard - one game - all orders. */
#include "kit/laws.h"
#include "base/bits.h"
#include "kit/json.h"
#include "kit/notation.h"
#include "kit/order.h"
#include "kit/record.h"
#include <string.h>

enum {
    LAWS_CANDIDATES = 8192,      /* moves, legal or not, that are kept to be tried */
    LAWS_CANDIDATES_A_PLY = 200, /* of them are tried at a ply, others at the next */
    LAWS_STORIES = 50,           /* for due_now(): how often stories are filled in */
    LAWS_TWINS = 2,              /* for due_now(): how often twins are compared */
};

typedef union {
    uint64_t align;
    uint8_t b[GM_MAX_STATE];
} state;

/* What a walk needs, laid out in the plan's memory. */
typedef struct {
    const gm_game *g;
    const laws_plan *plan;
    laws_count *count;
    laws_breach *breach;
    rng r;
    gm_match match; /* the game that is being played, with its moves and what everybody heard */
    gm_seat by[GM_MAX_PLIES];
    gm_move move[GM_MAX_PLIES];
    gm_heard_by heard;
    state st;
    gm_move filled[GM_MAX_PLIES]; /* a story with its holes filled in */
    gm_order order;               /* the order that is tried */
    gm_move
        candidates[LAWS_CANDIDATES]; /* moves that have a notation; if there are too many, evenly chosen */
    int n_candidates;
    _Alignas(8) uint8_t box[GM_MAX_BOX];
    _Alignas(8) uint8_t notes[GM_MAX_NOTES];
    char json[GM_JSON_VIEW_SIZE];
    record record, again;
    char text[RECORD_TEXT];
} walk;
_Static_assert(sizeof(walk) < LAWS_MEMORY, "the scratch memory holds a walk");

/* ---- breaches ------------------------------------------------------------------- */

void laws_begin(laws_breach *breach, const gm_game *g, const gm_order *order) {
    *breach = (laws_breach){.game = g, .game_number = -1, .ply = -1, .listener = -1};
    text t = text_on(breach->order, sizeof breach->order);
    if (!order) return;
    text_put(&t, "edition ");
    text_int(&t, order->edition ? order->edition : g->edition);
    text_put(&t, " seats ");
    text_int(&t, order->seats);
    for (const gm_setting *s = order->settings; s->key; s++) {
        text_char(&t, ' ');
        text_put(&t, s->key);
        text_char(&t, '=');
        text_put(&t, s->value);
    }
}

bool laws_broken(laws_breach *breach, const char *law, const char *detail) {
    text t = text_on(breach->detail, sizeof breach->detail);
    breach->law = law;
    text_put(&t, detail);
    return false;
}

static bool broken(walk *w, const char *law, int listener, const char *detail, gm_move m) {
    laws_broken(w->breach, law, detail);
    w->breach->ply = w->match.n;
    w->breach->listener = listener;
    if (m) {
        text t = text_on(w->breach->detail, sizeof w->breach->detail);
        text_put(&t, detail);
        text_put(&t, ": ");
        gm_write_move(&t, w->g, w->box, m);
    }
    return false;
}

/* Names the first field in which two states differ. */
static bool differs(walk *w, const char *law, int listener, const void *a, const void *b, gm_move m) {
    const uint8_t *x = a, *y = b;
    for (const gm_field *f = w->g->fields; f->name; f++)
        if (memcmp(x + f->at, y + f->at, (size_t)f->rows * f->size))
            return broken(w, law, listener, f->name, m);
    return broken(w, law, listener, "a byte in no field", m);
}

/* ---- fields and verbs ------------------------------------------------------------ */

/* Is each of `size` bytes in exactly one field?  Marks the public ones, and says whether there are secret ones. */
static bool check_fields(const gm_game *g, const gm_field *fields, int size, uint8_t open[GM_MAX_STATE],
                         bool *secrets, laws_breach *breach) {
    uint8_t covered[GM_MAX_STATE] = {0};
    static const uint8_t sizes[] = {
        [GM_U8] = 1, [GM_I8] = 1, [GM_U16] = 2, [GM_I16] = 2, [GM_U32] = 4, [GM_SET] = 1};
    for (const gm_field *f = fields; f->name; f++) {
        int end = f->at + f->rows * f->size;
        if (end > size || !f->rows || !f->size || f->size % sizes[f->type] ||
            (f->type == GM_SET && f->size > 8) || (f->visibility == GM_OWNER && f->rows < g->max_seats))
            return laws_broken(breach, "fields", f->name);
        for (int i = f->at; i < end; i++) {
            if (covered[i]++) return laws_broken(breach, "fields", f->name);
            open[i] = f->visibility == GM_PUBLIC;
        }
    }
    *secrets = false;
    for (int i = 0; i < size; i++) {
        if (!covered[i]) return laws_broken(breach, "fields", "a byte in no field");
        *secrets |= !open[i];
    }
    return true;
}

static bool check_field_tables(const gm_game *g, laws_breach *breach) {
    uint8_t open[GM_MAX_STATE] = {0};
    bool secrets;
    laws_begin(breach, g, NULL);
    if (g->state_size % 8 || g->state_size > GM_MAX_STATE || g->box_size > GM_MAX_BOX ||
        g->notes_size > GM_MAX_NOTES || (g->figures && g->figures->size > GM_MAX_FIGURES))
        return laws_broken(breach, "fields", "the size of state, box, notes or figures");
    if (g->figures && !check_fields(g, g->figures->fields, g->figures->size, open, &secrets, breach))
        return false;
    if (g->figures && secrets) return laws_broken(breach, "fields", "figures that are not public");
    if (!check_fields(g, g->fields, g->state_size, open, &secrets, breach)) return false;
    if (secrets && !g->minis->order.seats) return laws_broken(breach, "fields", "secrets, but no mini");
    if (secrets && (!g->heard || !g->fill || !g->fill_story))
        return laws_broken(breach, "fields", "secrets, but heard, fill or fill_story is missing");
    if (!g->study != !g->notes_size)
        return laws_broken(breach, "fields", "study without notes, or notes without study");
    for (const gm_field *f = g->fields; f->name; f++)
        for (int i = 0; i < f->rows && f->visibility == GM_MASKED; i++)
            if (f->mask_at + i >= g->state_size || !open[f->mask_at + i])
                return laws_broken(breach, "fields", "a mask that is not public");
    return true;
}

/* How many verbs of a table have the kind or the name of this one. */
static int count_same(const gm_verb *v, const gm_verb *one) {
    int n = 0;
    for (; v && v->name; v++)
        n += v->kind == one->kind || !strcmp(v->name, one->name);
    return n;
}

bool laws_verbs(const gm_game *g, laws_breach *breach) {
    laws_begin(breach, g, NULL);
    if (!g->statements != !g->why_not_state)
        return laws_broken(breach, "verbs", "statements without why_not_state, or the reverse");
    for (int statements = 0; statements < 2; statements++)
        for (const gm_verb *v = statements ? g->statements : g->verbs; v && v->name; v++)
            if (!v->kind || (v->kind >= GM_STATEMENT) != statements || !strcmp(v->name, "state") ||
                count_same(g->verbs, v) + count_same(g->statements, v) != 1)
                return laws_broken(breach, "verbs", v->name);
    return true;
}

/* Are the editions of a shipped deck in order, and are the files there? */
static bool check_deck_files(const gm_game *g, const gm_deck *d) {
    for (const gm_deck_file *f = d->shipped; f == d->shipped || f->file; f++)
        if (!f->file || f->since > g->edition ||
            (f == d->shipped ? f->since != 1 : f->since <= f[-1].since) ||
            !gm_shipped_deck(d, f->since)->name)
            return false;
    return true;
}

static bool check_editions(const gm_game *g, laws_breach *breach) {
    laws_begin(breach, g, NULL);
    if (!g->oldest_edition || g->oldest_edition > g->edition)
        return laws_broken(breach, "editions", "the oldest edition");
    for (const gm_option *o = g->options; o->key; o++)
        if (o->since < 1 || o->since > g->edition) return laws_broken(breach, "editions", o->key);
    for (int edition = g->oldest_edition; edition <= g->edition; edition++) {
        int n = 0;
        for (const gm_option *o = g->options; o->key; o++)
            n += gm_option_of(g->options, edition, o->key) == o;
        if (n > GM_MAX_SETTINGS) return laws_broken(breach, "editions", "too many options");
    }
    for (const gm_deck *d = g->decks; d->columns; d++)
        if (!check_deck_files(g, d)) return laws_broken(breach, "editions", d->columns);
    return true;
}

/* Rows of seats that this table does not have, and padding, are zero. */
static bool check_unused_rows(walk *w, const state *s) {
    for (const gm_field *f = w->g->fields; f->name; f++) {
        int from = !strcmp(f->name, "pad")     ? 0
                   : f->visibility == GM_OWNER ? w->order.seats * f->size
                                               : f->rows * f->size;
        for (int i = from; i < f->rows * f->size; i++)
            if (s->b[f->at + i]) return broken(w, "fields", -1, f->name, 0);
    }
    return true;
}

/* ---- one ply: what can be done ---------------------------------------------------- */

/* Is m one of the n moves, which are sorted? */
static bool contains(const gm_move *moves, int n, gm_move m) {
    int low = 0;
    while (low < n) {
        int mid = (low + n) / 2;
        if (moves[mid] == m) return true;
        if (moves[mid] < m)
            low = mid + 1;
        else
            n = mid;
    }
    return false;
}

/* The outcomes of deal() are the dealer's n moves. */
static bool check_deals(walk *w, const state *s, const gm_move *moves, int n) {
    const gm_game *g = w->g;
    uint32_t chances = g->chances(w->box, s);
    int k = 0;
    gm_move last = 0;
    for (uint32_t x = 0; x < chances; x++) {
        gm_move m = g->deal(w->box, s, x);
        if (m < last || !contains(moves, n, m))
            return broken(w, "deals", GM_DEALER, "not ascending or not a move", m);
        k += m != last;
        last = m;
    }
    return k == n || broken(w, "deals", GM_DEALER, "moves that are never dealt", 0);
}

static bool check_moves(walk *w, const state *s, gm_seat who, const gm_move *moves, int n) {
    const gm_game *g = w->g;
    if (n <= 0 || n > GM_MAX_MOVES) return broken(w, "moves", who, "none, or too many", 0);
    for (int i = 0; i < n; i++) {
        char line[GM_NOTATION_SIZE];
        text t = text_on(line, sizeof line);
        gm_move back;
        fault why;
        if (i && moves[i] <= moves[i - 1]) return broken(w, "moves", who, "not sorted and unique", moves[i]);
        gm_write_move(&t, g, w->box, moves[i]);
        if (t.cut || !gm_read_move(g, w->box, line, t.used, &back, &why) || back != moves[i])
            return broken(w, "notation", who, line, 0);
    }
    gm_move none[GM_MAX_MOVES];
    for (gm_seat q = 0; q <= GM_DEALER; q++)
        if (q != GM_SPECTATOR && !(g->to_act(w->box, s) >> q & 1) && (q < w->order.seats || q == GM_DEALER) &&
            g->moves(w->box, s, q, none))
            return broken(w, "moves", q, "is not asked, but has some", none[0]);
    return who != GM_DEALER || check_deals(w, s, moves, n);
}

/* The moves that have a notation, every step-th of them so that they fit. */
static void list_candidates(walk *w) {
    long all = 0, i = 0;
    for (gm_move m = 0; (m = gm_next_move(w->g, w->box, m));)
        all++;
    long step = all / LAWS_CANDIDATES + 1;
    w->n_candidates = 0;
    for (gm_move m = 0; (m = gm_next_move(w->g, w->box, m)); i++)
        if (i % step == 0) w->candidates[w->n_candidates++] = m;
}

static bool check_why_not(walk *w, const state *s, gm_seat who, const gm_move *moves, int n) {
    const gm_game *g = w->g;
    gm_view v;
    gm_make_view(g, w->box, s, who < GM_MAX_SEATS ? who : GM_SPECTATOR, &v);
    int step = w->n_candidates / LAWS_CANDIDATES_A_PLY + 1;
    for (int i = (int)rng_below(&w->r, (uint32_t)step); i < w->n_candidates; i += step) {
        gm_move m = w->candidates[i];
        const gm_reason *why = g->why_not(w->box, s, who, m);
        if (!why != contains(moves, n, m) || (why && (!why->rule || !why->say)))
            return broken(w, "why_not", who, why ? "legal, but has a reason" : "illegal without a reason", m);
        if (who != GM_DEALER && g->why_not(w->box, v.st, who, m) != why)
            return broken(w, "why_not", who, "says something else on the view", m);
    }
    for (int i = 0; i < n; i++)
        if (g->why_not(w->box, s, who, moves[i]))
            return broken(w, "why_not", who, "legal, but has a reason", moves[i]);
    return true;
}

/* Another seat that acts at the same time chooses too, once before and once after this one. */
static bool check_commute(walk *w, const state *s, gm_seat who, gm_move m, gm_seats act) {
    const gm_game *g = w->g;
    BITS_EACH (q, act & ~BIT(who)) {
        gm_seat other = (gm_seat)q;
        gm_move moves[GM_MAX_MOVES];
        int n = g->moves(w->box, s, other, moves);
        if (n <= 0) return broken(w, "commute", other, "is asked but has no move", 0);
        gm_move k = moves[rng_below(&w->r, (uint32_t)n)];
        state a = *s, b = *s;
        g->apply(w->box, &a, who, m);
        g->apply(w->box, &b, other, k);
        if (!(g->to_act(w->box, &a) >> other & 1) || !(g->to_act(w->box, &b) >> who & 1))
            return broken(w, "commute", other, "is no longer asked", 0);
        g->apply(w->box, &a, other, k);
        g->apply(w->box, &b, who, m);
        if (memcmp(&a, &b, g->state_size)) return differs(w, "commute", other, &a, &b, m);
    }
    return true;
}

/* ---- one ply: what is seen and heard ------------------------------------------------ */

/* For checks whose cost grows with the length of the game: true at every ply at first, then more and more
 * rarely, so that over a game they cost as much as at this many plies. */
static bool due_now(walk *w, int plies) {
    return rng_below(&w->r, (uint32_t)w->match.n + 1) < (uint32_t)plies;
}

void laws_world(const gm_game *g, const void *box, const void *st, gm_seat who, void *notes, rng *r,
                void *world) {
    gm_view v;
    gm_make_view(g, box, st, who, &v);
    memset(world, 0, g->state_size);
    gm_study(g, box, v.st, who, notes);
    gm_fill(g, box, v.st, who, notes, r, world);
}

void laws_fill_story(const gm_game *g, const void *box, const void *world, gm_seat who, const gm_story *heard,
                     gm_move *filled) {
    memcpy(filled, heard->heard, (size_t)heard->n * sizeof *filled);
    gm_fill_story(g, box, world, who, filled, heard->by, heard->n);
}

/* Fills in q's story so far from a world; `filled` becomes the true moves in that world. */
static bool check_fill_story(walk *w, gm_seat q, const state *world) {
    const gm_game *g = w->g;
    int n = w->match.n;
    state s = {0};
    gm_story heard = gm_match_story(&w->match, q);
    laws_fill_story(g, w->box, world, q, &heard, w->filled);
    g->setup(w->box, &s);
    for (int i = 0; i < n; i++) {
        gm_seat by = w->by[i];
        gm_move m = w->filled[i];
        if (g->why_not(w->box, &s, by, m)) return broken(w, "story", q, "an illegal move", m);
        if (gm_heard(g, w->box, &s, by, m, q) != w->heard[q][i])
            return broken(w, "story", q, "another story", m);
        g->apply(w->box, &s, by, m);
    }
    return !memcmp(&s, world, g->state_size) || differs(w, "story", q, &s, world, 0);
}

/* What anybody may read off the table does not depend on who reads it. */
static bool check_figures(walk *w, gm_seat q, const state *s, const gm_view *v) {
    const gm_figures *f = w->g->figures;
    _Alignas(8) uint8_t all[GM_MAX_FIGURES] = {0}, seen[GM_MAX_FIGURES] = {0};
    if (!f) return true;
    f->compute(w->box, s, all);
    f->compute(w->box, v->st, seen);
    return !memcmp(all, seen, f->size) || broken(w, "figures", q, "others on a view", 0);
}

/* Checks the laws fit, story, silence and back in another world that the listener q holds possible now.  Seat `who`
 * made move m, which q heard as h; `before` and `after` are q's views. */
static bool check_other_world(walk *w, const gm_view *before, const gm_view *after, gm_seat who, gm_move m,
                              gm_move h) {
    const gm_game *g = w->g;
    gm_seat q = before->who;
    gm_view x;
    gm_move moves[GM_MAX_MOVES];
    state world = {0};
    laws_world(g, w->box, before->st, q, w->notes, &w->r, &world); /* a view of a view is the same view */
    w->count->worlds++;
    gm_make_view(g, w->box, &world, q, &x);
    if (memcmp(x.st, before->st, g->state_size)) return differs(w, "fit", q, x.st, before->st, m);
    const char *odd = g->check_invariants(w->box, &world);
    if (odd) return broken(w, "fit", q, odd, m);
    if (due_now(w, LAWS_STORIES) && !check_fill_story(w, q, &world)) return false;

    int n = g->moves(w->box, &world, who, moves);
    bool possible = q == who || !gm_verb_of(g, m)->undoable;
    for (int i = 0; i < n; i++) {
        state next = world;
        gm_move k = gm_heard(g, w->box, &world, who, moves[i], q);
        possible |= k == h;
        g->apply(w->box, &next, who, moves[i]);
        gm_make_view(g, w->box, &next, q, &x);
        if (k != h && !memcmp(x.st, after->st, g->state_size))
            return broken(w, "silence", q, "heard, not seen", m);
    }
    return possible || broken(w, "back", q, "could not be heard in every world", m);
}

/* s is the state before who's move m, t the state after it. */
static bool check_listener(walk *w, gm_seat q, const state *s, const state *t, gm_seat who, gm_move m) {
    const gm_game *g = w->g;
    gm_view v, after, x;
    gm_move h = gm_heard(g, w->box, s, who, m, q);
    gm_make_view(g, w->box, s, q, &v);
    gm_make_view(g, w->box, t, q, &after);
    if (g->to_act(w->box, v.st) != g->to_act(w->box, s))
        return broken(w, "moves", q, "to_act on the view", m);
    if (g->discusses && g->discusses(w->box, v.st) != g->discusses(w->box, s))
        return broken(w, "moves", q, "discusses on the view", m);
    if (!check_figures(w, q, s, &v) || !check_figures(w, q, t, &after)) return false;
    if (q == who) {
        gm_move moves[GM_MAX_MOVES], mine[GM_MAX_MOVES];
        int n = g->moves(w->box, s, q, moves);
        if (g->moves(w->box, v.st, q, mine) != n || memcmp(mine, moves, (size_t)n * sizeof *moves))
            return broken(w, "moves", q, "others on the mover's view", m);
        if (h != m) return broken(w, "hearing", q, "the mover hears another move", m);
    }
    state heard;
    memcpy(&heard, v.st, sizeof heard);
    g->apply(w->box, &heard, who, h);
    gm_make_view(g, w->box, &heard, q, &x);
    if (memcmp(x.st, after.st, g->state_size)) return differs(w, "hearing", q, x.st, after.st, m);
    return check_other_world(w, &v, &after, who, m, h);
}

/* ---- one game ------------------------------------------------------------------------- */

static void put_result(walk *w, const void *st, text *t) {
    gm_result res;
    gm_score lines[GM_MAX_SCORES];
    w->g->result(w->box, st, &res);
    text_int(t, res.winners);
    for (int q = 0; q < GM_MAX_SEATS; q++)
        text_char(t, ' '), text_int(t, res.points[q]);
    for (int n = w->g->scores(w->box, st, lines), i = 0; i < n; i++) {
        text_char(t, ' '), text_int(t, lines[i].seat);
        text_char(t, ' '), text_int(t, lines[i].points);
        text_put(t, lines[i].line.say);
        for (int a = 0; a < GM_LINE_ARGS; a++)
            text_char(t, ' '), text_int(t, lines[i].line.arg[a].n);
    }
}

static void put_lines(const gm_lines *lines, text *t) {
    for (int k = 0; k < lines->n; k++) {
        text_put(t, lines->line[k].say);
        for (int a = 0; a < GM_LINE_ARGS; a++) {
            const gm_arg *arg = &lines->line[k].arg[a];
            text_char(t, (char)('0' + arg->kind));
            text_put(t, arg->of ? arg->of : "");
            text_int(t, arg->n), text_char(t, ' ');
        }
    }
}

/* All bytes that seat q gets at this ply: the view, sentences, choices with notation and what one
 * of them would bring, errors, the result.  False if a buffer was too small for some of it. */
static bool put_ply(walk *w, const state *s, int ply, gm_seat q, text *t) {
    const gm_game *g = w->g;
    gm_view v;
    gm_lines told, discards = {0}, ahead = {0};
    gm_make_view(g, w->box, s, q, &v);
    jsonw json = jsonw_on(t);
    gm_json_view(&json, &v);
    g->tell(w->box, v.st, q, &told);
    put_lines(&told, t);
    if (g->discards) g->discards(w->box, v.st, &discards);
    put_lines(&discards, t);
    if (g->to_act(w->box, s) >> q & 1) {
        gm_move mine[GM_MAX_MOVES];
        int n = g->moves(w->box, s, q, mine);
        for (int k = 0; k < n; k++)
            gm_write_move(t, g, w->box, mine[k]);
        if (g->preview) g->preview(w->box, v.st, q, mine[ply % n], &ahead);
        put_lines(&ahead, t);
    }
    for (int k = 0; q < GM_MAX_SEATS && k < w->n_candidates;
         k += w->n_candidates / LAWS_CANDIDATES_A_PLY + 1) {
        const gm_reason *why = g->why_not(w->box, s, q, w->candidates[k]);
        text_put(t, why ? why->say : "-");
    }
    if (!g->to_act(w->box, s)) put_result(w, v.st, t);
    return !t->cut && told.n < GM_MAX_LINES && discards.n < GM_MAX_LINES && ahead.n < GM_MAX_LINES;
}

/* What q is told that a move brought about. */
static void put_news(walk *w, const state *before, const state *after, gm_seat q, text *t) {
    gm_view s, v;
    gm_lines news = {0};
    if (!w->g->news) return;
    gm_make_view(w->g, w->box, before, q, &s);
    gm_make_view(w->g, w->box, after, q, &v);
    w->g->news(w->box, s.st, v.st, q, &news);
    put_lines(&news, t);
}

/* Replays the game as it was (into a) and as it would have been (into b); q must get the same bytes. */
static bool check_streams(walk *w, gm_seat q, state *a, state *b) {
    const gm_game *g = w->g;
    state before[2] = {0};
    memset(a, 0, sizeof *a);
    memset(b, 0, sizeof *b);
    g->setup(w->box, a);
    g->setup(w->box, b);
    for (int i = 0;; i++) {
        text real = text_on(w->json, sizeof w->json), other = text_on(w->text, sizeof w->text);
        if (i) put_news(w, &before[0], a, q, &real), put_news(w, &before[1], b, q, &other);
        if (!put_ply(w, a, i, q, &real) || !put_ply(w, b, i, q, &other))
            return broken(w, "twins", q, "a view or its sentences are too long", 0);
        if (real.used != other.used || memcmp(real.at, other.at, real.used))
            return broken(w, "twins", q, "the streams differ", 0);
        if (i == w->match.n) return true;
        gm_seat by = w->by[i];
        if (gm_heard(g, w->box, a, by, w->move[i], q) != gm_heard(g, w->box, b, by, w->filled[i], q))
            return broken(w, "twins", q, "the streams differ", w->move[i]);
        before[0] = *a, before[1] = *b;
        g->apply(w->box, a, by, w->move[i]);
        g->apply(w->box, b, by, w->filled[i]);
    }
}

/* At one ply: draws another world of q's and replays it from the start. */
static bool check_twins(walk *w, const state *s, gm_seat q) {
    const gm_game *g = w->g;
    gm_view v, twin;
    state world = {0}, a, b;
    gm_make_view(g, w->box, s, q, &v);
    laws_world(g, w->box, s, q, w->notes, &w->r, &world);
    if (!check_fill_story(w, q, &world) || !check_streams(w, q, &a, &b)) return false;
    if (!(g->to_act(w->box, s) >> q & 1) || q == GM_SPECTATOR) return true;
    gm_make_view(g, w->box, &b, q, &twin);
    gm_story story = gm_match_story(&w->match, q);
    for (const gm_bot *bot = w->plan->bots; bot->name; bot++) {
        if (bot->game && strcmp(bot->game, g->name)) continue;
        rng ra = {w->r.s}, rb = ra;
        uint64_t wa = 0, wb = 0;
        gm_move m = bot->choose(&v, &story, &ra, &wa), k = bot->choose(&twin, &story, &rb, &wb);
        if (m != k || wa != wb) return broken(w, "twins", q, bot->name, m);
        if (g->why_not(w->box, s, q, m)) return broken(w, "twins", q, "a bot's move is not legal", m);
    }
    return true;
}

/* Everybody can see who won, and why. */
static bool check_result(walk *w, const state *s) {
    const gm_game *g = w->g;
    gm_result res;
    gm_score lines[GM_MAX_SCORES];
    int32_t sum[GM_MAX_SEATS] = {0};
    g->result(w->box, s, &res);
    for (int n = g->scores(w->box, s, lines), i = 0; i < n; i++)
        sum[lines[i].seat] += lines[i].points;
    if (memcmp(sum, res.points, sizeof sum))
        return broken(w, "result", -1, "the scores do not add up to the points", 0);
    if (res.winners & ~(BIT(gm_players(w->box)) - 1))
        return broken(w, "result", -1, "a winner who is not there", 0);
    text all = text_on(w->text, sizeof w->text), seen = text_on(w->json, sizeof w->json);
    put_result(w, s, &all);
    BITS_EACH (q, gm_listeners(w->box)) {
        gm_view v;
        gm_make_view(g, w->box, s, (gm_seat)q, &v);
        seen.used = 0;
        put_result(w, v.st, &seen);
        if (seen.cut || strcmp(w->json, w->text))
            return broken(w, "result", v.who, "is another one on a view", 0);
    }
    return true;
}

static bool check_record(walk *w, const state *s) {
    const gm_game *g = w->g;
    fault why;
    text t = text_on(w->text, sizeof w->text);
    if (!record_start(&w->record, g, &w->order, &why)) return broken(w, "record", -1, why.say, 0);
    for (int i = 0; i < w->match.n; i++)
        gm_match_play(&w->record.match, w->by[i], w->move[i]);
    if (!record_write(&w->record, &t)) return broken(w, "record", -1, "too long", 0);
    if (!record_read(&w->again, g, "record", w->text, t.used, true, &why))
        return broken(w, "record", -1, why.say, 0);
    if (w->again.match.n != w->match.n ||
        memcmp(w->again.move, w->move, (size_t)w->match.n * sizeof *w->move) ||
        memcmp(w->again.by, w->by, (size_t)w->match.n))
        return broken(w, "record", -1, "other moves", 0);
    return !memcmp(w->again.st, s, g->state_size) || differs(w, "record", -1, w->again.st, s, 0);
}

/* One of the seats that act, at random. */
static gm_seat random_seat(walk *w, gm_seats act) {
    return (gm_seat)bits_nth(act, rng_below(&w->r, (uint32_t)bits_count(act)));
}

static bool walk_game(walk *w) {
    const gm_game *g = w->g;
    state s;
    gm_match_start(&w->match);
    s = w->st;
    if (gm_seat_count(w->box) != w->order.seats || gm_edition(w->box) != w->order.edition)
        return broken(w, "open", -1, "the box does not begin with the seats and the edition", 0);
    const char *odd = g->check_invariants(w->box, &s);
    if (odd) return broken(w, "invariants", -1, odd, 0);
    for (gm_seats act; (act = g->to_act(w->box, &s));) {
        if (w->match.n == GM_MAX_PLIES) return broken(w, "moves", -1, "the game does not end", 0);
        gm_seat who = random_seat(w, act);
        gm_move moves[GM_MAX_MOVES];
        int n = g->moves(w->box, &s, who, moves);
        if (!check_moves(w, &s, who, moves, n) || !check_why_not(w, &s, who, moves, n)) return false;
        gm_move m = who == GM_DEALER ? g->deal(w->box, &s, rng_below(&w->r, g->chances(w->box, &s)))
                                     : moves[rng_below(&w->r, (uint32_t)n)];
        if (!check_commute(w, &s, who, m, act)) return false;
        state t = s;
        g->apply(w->box, &t, who, m);
        odd = g->check_invariants(w->box, &t);
        if (odd) return broken(w, "invariants", -1, odd, m);
        if (!check_unused_rows(w, &t)) return false;
        BITS_EACH (q, gm_listeners(w->box))
            if (!check_listener(w, (gm_seat)q, &s, &t, who, m)) return false;
        gm_match_play(&w->match, who, m);
        s = w->st;
        w->count->plies++;
        if (due_now(w, LAWS_TWINS) && !check_twins(w, &s, random_seat(w, gm_listeners(w->box)))) return false;
    }
    w->count->games++;
    return check_result(w, &s) && check_record(w, &s);
}

/* Plays random games of an order until the plan's plies are reached. */
static bool walk_games(const gm_game *g, const gm_order *order, const laws_plan *plan, laws_count *count,
                       laws_breach *breach) {
    walk *w = plan->memory;
    fault why;
    w->g = g;
    w->plan = plan;
    w->count = count;
    w->breach = breach;
    w->order = *order;
    laws_begin(breach, g, order);
    if (!gm_open_box(g, order, w->box, &why)) return laws_broken(breach, "open", why.say);
    w->match = (gm_match){.game = g,
                          .box = w->box,
                          .capacity = GM_MAX_PLIES,
                          .by = w->by,
                          .move = w->move,
                          .heard = &w->heard,
                          .st = w->st.b};
    memset(&w->st, 0, sizeof w->st);
    list_candidates(w);
    long until = count->plies + plan->plies;
    for (int i = 0; count->plies < until; i++) {
        w->r.s = (uint64_t)i;
        breach->game_number = i;
        if (!walk_game(w)) return false;
    }
    return true;
}

/* ---- all orders -------------------------------------------------------------------------- */

enum { VALUE_SIZE = 16 };

/* Value number i of an option: all of a|b|c, both ends of a range; NULL if there
 * are no more.  It may stand in `out`. */
static const char *value_of(const gm_option *o, int i, char out[VALUE_SIZE]) {
    const char *v = o->values, *dots = strchr(v, '|') ? NULL : strstr(v, "..");
    if (dots && i > 1) return NULL;
    if (dots && i) return dots + 2;
    for (; i; i--)
        if (!(v = strchr(v, '|')))
            return NULL;
        else
            v++;
    size_t n = dots ? (size_t)(dots - v) : strchr(v, '|') ? (size_t)(strchr(v, '|') - v) : strlen(v);
    if (n >= VALUE_SIZE || (n == 3 && !memcmp(v, "...", n))) return NULL;
    memcpy(out, v, n);
    out[n] = 0;
    return out;
}

/* The order with something changed, unless the game refuses the combination. */
static bool walk_changed(const gm_game *g, const gm_order *order, const laws_plan *plan, laws_count *count,
                         laws_breach *breach) {
    fault why;
    return !gm_open_box(g, order, ((walk *)plan->memory)->box, &why) ||
           walk_games(g, order, plan, count, breach);
}

/* With each value of each option of the edition that is not the default, and with the extra settings. */
static bool walk_options(const gm_game *g, gm_order order, const laws_plan *plan, laws_count *count,
                         laws_breach *breach) {
    for (const gm_option *o = g->options; o->key && o->say; o++) { /* those for minis come last */
        char buffer[VALUE_SIZE];
        if (gm_option_of(g->options, order.edition, o->key) != o) continue; /* of another edition */
        for (int i = 0; (order.settings[0].value = value_of(o, i, buffer)); i++) {
            order.settings[0].key = o->key;
            if (strcmp(order.settings[0].value, o->default_value) &&
                !walk_changed(g, &order, plan, count, breach))
                return false;
        }
    }
    for (const gm_setting *more = g->extra_settings; more && more->key; more++) {
        order.settings[0] = *more;
        if (!walk_changed(g, &order, plan, count, breach)) return false;
    }
    return true;
}

/* A mini that an older edition refuses is about something newer. */
static bool walk_mini(const gm_game *g, gm_mini mini, const laws_plan *plan, laws_count *count,
                      laws_breach *breach) {
    fault why;
    if (mini.order.edition < g->edition && !gm_open_box(g, &mini.order, ((walk *)plan->memory)->box, &why))
        return true;
    return walk_games(g, &mini.order, plan, count, breach) && laws_exact(g, &mini, plan, count, breach);
}

bool laws_hold(const gm_game *g, const laws_plan *plan, laws_count *count, laws_breach *breach) {
    int edition = plan->edition ? plan->edition : g->edition;
    memset(count, 0, sizeof *count);
    if (!check_field_tables(g, breach) || !laws_verbs(g, breach) || !check_editions(g, breach)) return false;
    laws_plan some = *plan; /* a quarter of the plies for each changed option */
    some.plies = plan->plies / 4;
    for (int seats = g->min_seats; seats <= g->max_seats; seats++) {
        gm_order order = {.seats = seats, .edition = edition};
        if (!walk_games(g, &order, plan, count, breach) || !walk_options(g, order, &some, count, breach))
            return false;
    }
    for (const gm_mini *i = g->minis; i->order.seats; i++) {
        gm_mini mini = *i;
        mini.order.edition = edition;
        if (!walk_mini(g, mini, plan, count, breach)) return false;
    }
    return true;
}
