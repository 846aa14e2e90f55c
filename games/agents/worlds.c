/* worlds.c - possible worlds of The Agents.
 *
 * A back that one has not seen holds any card that was in the deck when it was drawn and
 * has not turned up since: one whose last shuffle is the back's origin.  All are equally
 * likely, but for the backs of somebody who forwent an action: none of the cards there
 * could have been played (A4.8).  These are drawn first, by counting.
 *
 * Map: what is unseen - backs that lack something - filling in - reliving. */
#include "games/agents/parts.h"
#include <string.h>

/* ---- what is unseen ------------------------------------------------------------------------ */

static bool hidden(const ag_stock *k, int back, gm_seat who) {
    return !(k->card_seen[back] & (BIT(who) | BIT(GM_ROOM)));
}

/* The cards of a stock that `who` cannot place. */
static uint64_t unseen(const box_t *b, const state *s, int kind, gm_seat who) {
    const ag_stock *k = &s->stock[kind];
    uint64_t seen = 0;
    for (int q = 0; q < b->seats; q++) {
        for (uint64_t left = k->held[q]; left; left &= left - 1)
            if (!hidden(k, bits_first(left), who)) seen |= BIT(k->card[bits_first(left)]);
        if (kind == AG_AGENT) seen |= s->in[q];
    }
    for (int i = 0; i < s->n_discards[kind]; i++)
        seen |= BIT(k->discards[i]);
    if (kind == AG_AGENT && s->acting != GM_NONE) seen |= BIT(s->acting);
    return b->cards[kind] & ~seen;
}

/* ---- backs that lack something ---------------------------------------------------------------- */

typedef struct {
    int n, left[AG_NEEDS];  /* unseen cards by need */
    uint8_t back[AG_BACKS]; /* of one origin, those that lack more first */
    uint16_t lacks[AG_BACKS];
} bound;

/* Ways to fill the backs from i on.  As a rule each lacks all that those after it lack: then what
 * one takes is a card less for every later one, whichever it is. */
static double ways(bound *d, int i) {
    double product = 1, sum = 0;
    bool nested = true;
    for (int k = i; k < d->n && nested; k++) {
        int cards = 0;
        for (int need = 0; need < AG_NEEDS; need++)
            if (!(d->lacks[k] >> need & 1)) cards += d->left[need];
        product *= cards - (k - i);
        nested = k + 1 == d->n || !(d->lacks[k + 1] & ~d->lacks[k]);
    }
    if (nested) return product > 0 ? product : 0;
    for (int need = 0; need < AG_NEEDS; need++) {
        if (d->lacks[i] >> need & 1 || !d->left[need]) continue;
        d->left[need]--;
        sum += (d->left[need] + 1) * ways(d, i + 1);
        d->left[need]++;
    }
    return sum;
}

/* Draws the need of back i's card. */
static int draw_need(bound *d, int i, rng *r) {
    double x = (double)(rng_next(r) >> 11) * 0x1p-53 * ways(d, i);
    int found = 0;
    for (int need = 0; need < AG_NEEDS && x >= 0; need++) {
        if (d->lacks[i] >> need & 1 || !d->left[need]) continue;
        d->left[need]--;
        double w = (d->left[need] + 1) * ways(d, i + 1);
        d->left[need]++;
        if (w > 0) found = need;
        x -= w;
    }
    d->left[found]--;
    return found;
}

static void add_bound(bound *d, int back, uint16_t lacks) {
    int at = d->n++;
    for (; at && bits_count(d->lacks[at - 1]) < bits_count(lacks); at--) {
        d->back[at] = d->back[at - 1];
        d->lacks[at] = d->lacks[at - 1];
    }
    d->back[at] = (uint8_t)back;
    d->lacks[at] = lacks;
}

/* Fills the backs of a set that lack something out of a pool. */
static void fill_bound(const box_t *b, ag_stock *k, const uint16_t *lacks, uint64_t backs, uint64_t *pool,
                       rng *r) {
    bound d = {0};
    uint64_t of[AG_NEEDS] = {0};
    for (; backs; backs &= backs - 1)
        add_bound(&d, bits_first(backs), lacks[bits_first(backs)]);
    for (uint64_t left = *pool; left; left &= left - 1)
        of[b->agent[bits_first(left)].need] |= BIT(bits_first(left));
    for (int need = 0; need < AG_NEEDS; need++)
        d.left[need] = bits_count(of[need]);
    for (int i = 0; i < d.n; i++)
        k->card[d.back[i]] = (uint8_t)bits_first(bits_take(pool, of[draw_need(&d, i, r)], 1, r));
}

/* ---- filling in ------------------------------------------------------------------------------------ */

void agents_study(const void *box, const void *view, gm_seat who, void *notes) {
    (void)box, (void)view, (void)who, (void)notes;
}

static void fill_stock(const box_t *b, state *s, int kind, gm_seat who, rng *r) {
    ag_stock *k = &s->stock[kind];
    uint64_t backs = 0, pool[AG_BACKS + 1] = {0};
    for (uint64_t left = unseen(b, s, kind, who); left; left &= left - 1)
        pool[k->shuffle[bits_first(left)]] |= BIT(bits_first(left));
    for (int q = 0; q < b->seats; q++)
        for (uint64_t left = k->held[q]; left; left &= left - 1)
            if (hidden(k, bits_first(left), who)) backs |= BIT(bits_first(left));
    while (backs) {
        int origin = k->origin[bits_first(backs)];
        uint64_t all = 0, some = 0;
        for (uint64_t left = backs; left; left &= left - 1) {
            int back = bits_first(left);
            if (k->origin[back] != origin) continue;
            all |= BIT(back);
            if (kind == AG_AGENT && s->lacks[back]) some |= BIT(back);
        }
        if (some) fill_bound(b, k, s->lacks, some, &pool[origin], r);
        for (uint64_t left = all & ~some; left; left &= left - 1)
            k->card[bits_first(left)] = (uint8_t)bits_first(bits_take(&pool[origin], ~0ull, 1, r));
        backs &= ~all;
    }
    k->deck = s->n_deck[kind] ? pool[s->n_shuffle[kind]] : 0;
}

void agents_fill(const void *box, const void *view, gm_seat who, const void *notes, rng *r, void *world) {
    (void)notes;
    memcpy(world, view, sizeof(state));
    fill_stock(box, world, AG_AGENT, who, r);
    fill_stock(box, world, AG_SITUATION, who, r);
}

/* ---- reliving ----------------------------------------------------------------------------------------- */

/* Forwards, to see into which back each hidden card went; then backwards, knowing what
 * every back holds at the end and what is taken out of it. */
void agents_relive(const void *box, const void *world, gm_seat who, gm_move *story, const gm_seat *by,
                   int n) {
    const state *w = world;
    state s;
    uint8_t now[2][AG_BACKS];
    agents_setup(box, &s);
    for (int i = 0; i < n; i++) {
        gm_move m = story[i];
        int kind = GM_KIND(m) == AG_M_AGENT ? AG_AGENT : AG_SITUATION;
        if ((GM_KIND(m) == AG_M_AGENT || GM_KIND(m) == AG_M_SITUATION) && GM_A(m) != who)
            story[i] = GM_MOVE(GM_KIND(m), GM_A(m), agents_free_back(&s.stock[kind]), 0);
        agents_apply(box, &s, by[i], m);
    }
    for (int kind = 0; kind < 2; kind++)
        memcpy(now[kind], w->stock[kind].card, sizeof now[kind]);
    while (n--) {
        gm_move m = story[n];
        int a = GM_A(m);
        switch (GM_KIND(m)) {
        case AG_M_AGENT:
        case AG_M_SITUATION:
            if (a != who) story[n] = GM_MOVE(GM_KIND(m), a, now[GM_KIND(m) == AG_M_SITUATION][GM_B(m)], 0);
            break;
        case AG_M_TAKE: story[n] = GM_MOVE(AG_M_TAKE, a, now[AG_AGENT][a], 0); break;
        case AG_M_PLAY:
        case AG_M_SEND: now[AG_AGENT][GM_C(m)] = (uint8_t)a; break;
        case AG_M_REPLACE:
        case AG_M_BRIEF: now[AG_SITUATION][GM_B(m)] = (uint8_t)a; break;
        case AG_M_LAY: now[AG_SITUATION][GM_C(m)] = (uint8_t)a; break;
        }
    }
}
