/* laws_exact.c - the laws over all histories of a mini, or over all that fit some
 * stories: enough and fill.
 *
 * Ply by ply, histories that led to the same world with the same story are one.
 * For one listener, each leaves a line: the view in which it ends, the story that
 * was heard, the world that is true, and the dealer's chance of it.  Sorted, the
 * lines of a view stand together, and in them those of a story.  Enough: every
 * story of a view has the same worlds in the same proportions.  Fill: draws from
 * some views of every ply meet just these worlds, as often.
 *
 * Seats that act at the same time are taken lowest first, and for the spectators
 * once more highest first. */
#include "base/bits.h"
#include "kit/laws.h"
#include "kit/order.h"
#include <string.h>

typedef struct {
    uint64_t view, story, world;
    double chance;
} line;

enum {
    VIEWS = 8,              /* on which fill is tried at each ply for each listener, at most */
    PLIES = 256,            /* that are told apart for that; later ones count as the last */
    WORLDS = 3000,          /* in a view, if they are to be counted; where there are more, so many are drawn
                               only to see that each can be */
    EXPECTED = 20,          /* draws that the rarest world of a view should get ... */
    DRAWS = 150000,         /* ... but no more draws than this in total */
    SIGMAS = 6,             /* how far chi-square may deviate */
    LINES = 4 << 20,        /* with SLOTS and twice NODE_BYTES it fills LAWS_MEMORY */
    SLOTS = 4 << 20,        /* a power of two */
    NODE_BYTES = 112 << 20, /* 600000 nodes of Inside Job */
};

/* The views of a ply on which fill is tried. */
typedef struct {
    int n;
    uint64_t hash[VIEWS];
    gm_view view[VIEWS];
} targets;

typedef struct {
    const gm_game *g;
    laws_count *count;
    laws_breach *breach;
    gm_seat listener;
    bool highest_first;
    int plies;        /* how far to go; 0: to the end */
    int story_length; /* moves of the one story that is followed; 0: all histories */
    gm_seat by[GM_MAX_PLIES];
    gm_move story_moves[GM_MAX_PLIES];
    rng r;
    double chi, freedom;
    targets targets[PLIES];
    long drawn[WORLDS]; /* how often each world of the view was drawn */
    size_t n_lines;
    size_t width, n_nodes[2]; /* bytes of a node; numbers of nodes at this ply and the next */
    _Alignas(8) uint8_t box[GM_MAX_BOX];
    _Alignas(8) uint8_t notes[GM_MAX_NOTES];
    uint32_t slot[SLOTS]; /* hash table: 1 + number of a node of the next ply */
    uint8_t nodes[2][NODE_BYTES];
    line lines[LINES];
} exact;
_Static_assert(sizeof(exact) < LAWS_MEMORY, "the scratch memory holds it");

/* Histories that led to one world with one story. */
typedef struct {
    uint64_t story, slot; /* slot: its place in the hash table */
    double chance;
    uint8_t st[]; /* state_size bytes */
} node;

static uint64_t mix(uint64_t h, uint64_t x) {
    h = (h ^ x) * 0xFF51AFD7ED558CCDu;
    return h ^ h >> 32;
}

static uint64_t hash(const void *st, size_t n, uint64_t h) {
    uint64_t x;
    for (const uint8_t *p = st; n; n -= 8, p += 8) {
        memcpy(&x, p, 8);
        h = mix(h, x);
    }
    return h;
}

static uint64_t world_hash(const exact *e, const void *st) { return hash(st, e->g->state_size, 2); }

static bool broken(exact *e, const char *law, const char *detail) {
    e->breach->listener = e->listener;
    return laws_broken(e->breach, law, detail);
}

/* ---- going through all histories ----------------------------------------------------- */

/* Keeps an even sample of the views of a ply: those with the smallest hashes. */
static void add_target(targets *t, const gm_view *v, uint64_t view) {
    int at = 0;
    for (int i = 0; i < t->n; i++) {
        if (t->hash[i] == view) return;
        if (t->hash[i] > t->hash[at]) at = i;
    }
    if (t->n < VIEWS)
        at = t->n++;
    else if (view > t->hash[at])
        return;
    t->hash[at] = view;
    t->view[at] = *v;
}

static node *node_at(exact *e, int side, size_t i) { return (node *)(void *)(e->nodes[side] + i * e->width); }

/* Adds a node to the next ply, or its chance to an equal node. */
static bool add_node(exact *e, int side, const void *st, uint64_t story, double chance) {
    size_t size = e->g->state_size, at = mix(world_hash(e, st), story) % SLOTS;
    for (; e->slot[at]; at = (at + 1) % SLOTS) {
        node *old = node_at(e, side, e->slot[at] - 1);
        if (old->story == story && !memcmp(old->st, st, size)) {
            old->chance += chance;
            return true;
        }
    }
    if ((e->n_nodes[side] + 1) * e->width > NODE_BYTES || e->n_nodes[side] > SLOTS / 2) return false;
    node *new = node_at(e, side, e->n_nodes[side]++);
    new->story = story;
    new->slot = at;
    new->chance = chance;
    memcpy(new->st, st, size);
    e->slot[at] = (uint32_t)e->n_nodes[side];
    return true;
}

static gm_seat first_to_act(const exact *e, gm_seats act) {
    return (gm_seat)(e->highest_first ? 63 - __builtin_clzll(act) : bits_first(act));
}

/* Plays a random game; its story is the one to enumerate. */
static void draw_story(exact *e) {
    const gm_game *g = e->g;
    _Alignas(8) uint8_t st[GM_MAX_STATE] = {0};
    g->setup(e->box, st);
    e->story_length = 0;
    for (gm_seats act; (act = g->to_act(e->box, st)) && e->story_length < GM_MAX_PLIES; e->story_length++) {
        gm_seat who = first_to_act(e, act);
        gm_move moves[GM_MAX_MOVES];
        int n = g->moves(e->box, st, who, moves);
        gm_move m = who == GM_DEALER ? g->deal(e->box, st, rng_below(&e->r, g->chances(e->box, st)))
                                     : moves[rng_below(&e->r, (uint32_t)n)];
        e->by[e->story_length] = who;
        e->story_moves[e->story_length] = gm_heard(g, e->box, st, who, m, e->listener);
        g->apply(e->box, st, who, m);
    }
}

static bool expand(exact *e, const node *from, int ply, int side) {
    const gm_game *g = e->g;
    gm_seats act = g->to_act(e->box, from->st);
    if (!act) return true;
    gm_seat who = first_to_act(e, act);
    gm_move moves[GM_MAX_MOVES];
    int n = g->moves(e->box, from->st, who, moves);
    uint32_t chances = who == GM_DEALER ? g->chances(e->box, from->st) : 1, x = 0;
    for (int i = 0; i < n; i++) {
        uint32_t same = who != GM_DEALER; /* a player's choice weighs 1, however many moves there were */
        for (; who == GM_DEALER && x < chances && g->deal(e->box, from->st, x) == moves[i]; x++)
            same++;
        _Alignas(8) uint8_t next[GM_MAX_STATE];
        memcpy(next, from->st, g->state_size);
        gm_move h = gm_heard(g, e->box, from->st, who, moves[i], e->listener);
        if (e->story_length && (e->by[ply] != who || e->story_moves[ply] != h)) continue;
        uint64_t told = mix(mix(from->story, who), h);
        g->apply(e->box, next, who, moves[i]);
        if (!add_node(e, side, next, told, from->chance * same / chances)) return false;
    }
    return true;
}

/* Writes a line for every node of every ply. */
static bool collect(exact *e) {
    const gm_game *g = e->g;
    _Alignas(8) uint8_t st[GM_MAX_STATE] = {0};
    int side = 0;
    e->width = sizeof(node) + g->state_size;
    e->n_nodes[0] = 0;
    g->setup(e->box, st);
    add_node(e, 0, st, 1, 1);
    for (int ply = 0; e->n_nodes[side]; side = !side, ply++) {
        bool last = e->plies && ply == e->plies;
        e->n_nodes[!side] = 0;
        for (size_t i = 0; i < e->n_nodes[side]; i++)
            e->slot[node_at(e, side, i)->slot] = 0;
        for (size_t i = 0; i < e->n_nodes[side]; i++) {
            const node *from = node_at(e, side, i);
            gm_view v;
            gm_make_view(g, e->box, from->st, e->listener, &v);
            uint64_t view = hash(v.st, g->state_size, 1);
            if (e->n_lines == LINES || (!last && !expand(e, from, ply, !side)))
                return broken(e, "enough", "the mini is too large");
            e->lines[e->n_lines++] = (line){view, from->story, world_hash(e, from->st), from->chance};
            add_target(&e->targets[ply < PLIES ? ply : PLIES - 1], &v, view);
        }
    }
    return true;
}

/* ---- sorting --------------------------------------------------------------------------- */

static int compare(const line *a, const line *b) {
    if (a->view != b->view) return a->view < b->view ? -1 : 1;
    if (a->story != b->story) return a->story < b->story ? -1 : 1;
    return a->world < b->world ? -1 : a->world > b->world;
}

/* Quicksort in three parts; the keys are hashes, so the middle is a fair pivot. */
static void sort(line *l, size_t n) {
    while (n > 1) {
        line pivot = l[n / 2];
        size_t low = 0, i = 0, high = n;
        while (i < high) {
            int c = compare(&l[i], &pivot);
            line t = l[i];
            if (c < 0)
                l[i++] = l[low], l[low++] = t;
            else if (c > 0)
                l[i] = l[--high], l[high] = t;
            else
                i++;
        }
        sort(l, low);
        l += high;
        n -= high;
    }
}

/* ---- enough ------------------------------------------------------------------------------ */

/* Merges a story's lines of the same world, in place, and makes their chances add
 * up to 1; returns how many worlds there are. */
static size_t merge_worlds(line *l, size_t n) {
    size_t worlds = 0;
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += l[i].chance;
        if (worlds && l[worlds - 1].world == l[i].world)
            l[worlds - 1].chance += l[i].chance;
        else
            l[worlds++] = l[i];
    }
    for (size_t i = 0; i < worlds; i++)
        l[i].chance /= sum;
    return worlds;
}

static bool same_worlds(const line *a, size_t n, const line *b, size_t m) {
    if (n != m) return false;
    for (size_t i = 0; i < n; i++) {
        double off = a[i].chance - b[i].chance;
        if (a[i].world != b[i].world || off > 1e-9 || off < -1e-9) return false;
    }
    return true;
}

static bool check_enough(exact *e) {
    for (size_t i = 0; i < e->n_lines; e->count->views++) {
        size_t first = i, worlds = 0;
        while (i < e->n_lines && e->lines[i].view == e->lines[first].view) {
            size_t from = i;
            while (i < e->n_lines && e->lines[i].view == e->lines[from].view &&
                   e->lines[i].story == e->lines[from].story)
                i++;
            size_t n = merge_worlds(e->lines + from, i - from);
            if (from == first)
                worlds = n;
            else if (!same_worlds(e->lines + first, worlds, e->lines + from, n))
                return broken(e, "enough", "two stories that end in one view leave other worlds");
        }
    }
    return true;
}

/* ---- fill --------------------------------------------------------------------------------- */

/* The first line whose view, or with by_world whose world, is not below key; n if there is none.
 * The n lines are sorted by it. */
static size_t lower_bound(const line *l, size_t n, uint64_t key, bool by_world) {
    size_t low = 0;
    while (low < n) {
        size_t mid = (low + n) / 2;
        if ((by_world ? l[mid].world : l[mid].view) < key)
            low = mid + 1;
        else
            n = mid;
    }
    return low;
}

/* Draws worlds from a view and adds to the chi-square of the listener. */
static bool check_fill(exact *e, const gm_view *view, uint64_t hash_of_view) {
    const gm_game *g = e->g;
    const line *worlds = e->lines + lower_bound(e->lines, e->n_lines, hash_of_view, false);
    size_t n = 0; /* merged lines of the view's first story, ascending by world */
    double rarest = 1;
    while (worlds + n < e->lines + e->n_lines && worlds[n].view == hash_of_view &&
           worlds[n].story == worlds->story && (!n || worlds[n].world > worlds[n - 1].world)) {
        if (worlds[n].chance < rarest) rarest = worlds[n].chance;
        n++;
    }
    bool counted = n <= WORLDS;
    long draws = !counted                                    ? WORLDS
                 : rarest * (double)DRAWS > (double)EXPECTED ? (long)((double)EXPECTED / rarest)
                                                             : DRAWS;
    memset(e->drawn, 0, sizeof e->drawn);
    gm_study(g, e->box, view->st, e->listener, e->notes);
    _Alignas(8) uint8_t world[GM_MAX_STATE] = {0};
    for (long i = 0; i < draws; i++) {
        gm_fill(g, e->box, view->st, e->listener, e->notes, &e->r, world);
        uint64_t key = world_hash(e, world);
        size_t at = lower_bound(worlds, n, key, true);
        if (at == n || worlds[at].world != key) return broken(e, "fill", "draws a world that cannot be");
        if (counted) e->drawn[at]++;
    }
    e->count->worlds += draws;
    if (!counted) return true;
    for (size_t i = 0; i < n; i++) {
        double expected = worlds[i].chance * (double)draws, off = (double)e->drawn[i] - expected;
        if (!e->drawn[i] && expected >= EXPECTED - 1) return broken(e, "fill", "misses a world");
        e->chi += off * off / expected;
    }
    e->freedom += (double)n - 1;
    return true;
}

/* Over all histories, or over those that fit the story that was drawn. */
static bool check_histories(exact *e) {
    e->n_lines = 0;
    for (int ply = 0; ply < PLIES; ply++)
        e->targets[ply].n = 0;
    e->chi = e->freedom = 0;
    if (!collect(e)) return false;
    e->count->histories += (long)e->n_lines;
    sort(e->lines, e->n_lines);
    if (!check_enough(e)) return false;
    for (int ply = 0; ply < PLIES; ply++)
        for (int i = 0; i < e->targets[ply].n; i++)
            if (!check_fill(e, &e->targets[ply].view[i], e->targets[ply].hash[i])) return false;
    if (!(e->freedom > 0)) return broken(e, "fill", "no view of this mini leaves several worlds");
    double off = e->chi - e->freedom; /* mean freedom, variance twice that */
    return off < 0 || off * off <= SIGMAS * SIGMAS * 2 * e->freedom ||
           broken(e, "fill", "draws worlds unequally");
}

static bool check_listener(exact *e, const gm_mini *mini) {
    if (!mini->stories) return check_histories(e);
    for (int i = 0; i < mini->stories; i++) {
        draw_story(e);
        if (!check_histories(e)) return false;
    }
    return true;
}

bool laws_exact(const gm_game *g, const gm_mini *mini, const laws_plan *plan, laws_count *count,
                laws_breach *breach) {
    exact *e = plan->memory;
    fault why;
    e->g = g;
    e->count = count;
    e->breach = breach;
    e->highest_first = false;
    e->plies = mini->plies;
    e->story_length = 0;
    e->r.s = 1;
    memset(e->slot, 0, sizeof e->slot); /* collect() leaves it zeroed */
    laws_begin(breach, g, &mini->order);
    if (!gm_open_box(g, &mini->order, e->box, &why)) return laws_broken(breach, "open", why.say);
    BITS_EACH (q, gm_listeners(e->box)) {
        if (mini->players && q == GM_SPECTATOR) continue;
        e->listener = (gm_seat)q;
        if (!check_listener(e, mini)) return false;
    }
    e->highest_first = true; /* the listener is GM_SPECTATOR now */
    return mini->players || check_listener(e, mini);
}
