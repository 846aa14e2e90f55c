/* worlds.c - draws possible worlds of The Agents.
 *
 * An unseen back holds a card that was in the deck when it was drawn and has not been seen
 * since: one whose last shuffle is the back's origin.  All such cards are equally likely,
 * except in the hand of a player who forwent an action: none of the cards there could have
 * been played (A4.8).  Those backs are filled first.
 *
 * Map: what is unseen - constrained backs - filling in - filling in a story. */
#include "games/agents/internal.h"
#include <string.h>

/* ---- what is unseen ------------------------------------------------------ */

static bool is_hidden(const ag_stock *k, int back, gm_seat who) {
    return !(k->card_seen[back] & (BIT(who) | BIT(GM_SPECTATOR)));
}

/* The cards of a stock of which `who` does not know where they are. */
static uint64_t unseen_cards(const ag_box *b, const state *s, int kind, gm_seat who) {
    const ag_stock *k = &s->stock[kind];
    uint64_t seen = 0;
    for (int q = 0; q < b->head.seats; q++) {
        BITS_EACH (back, k->held[q])
            if (!is_hidden(k, back, who)) seen |= BIT(k->card[back]);
        if (kind == AG_AGENT) seen |= s->in[q];
    }
    for (int i = 0; i < s->n_discards[kind]; i++)
        seen |= BIT(k->discards[i]);
    if (kind == AG_AGENT && s->acting != GM_NONE) seen |= BIT(s->acting);
    return b->cards[kind] & ~seen;
}

/* ---- constrained backs --------------------------------------------------- */

/* Backs of one origin of which A4.8 tells something, and the cards that each may hold.  The back
 * with the fewest such cards comes first. */
typedef struct {
    int n;
    uint8_t back[AG_BACKS];
    uint64_t may[AG_BACKS];
} constrained;

static uint64_t cards_lacking(const ag_box *b, uint64_t pool, uint16_t lacks) {
    uint64_t may = 0;
    BITS_EACH (card, pool)
        if (!(lacks >> b->agent[card].need & 1)) may |= BIT(card);
    return may;
}

static void add_constrained(constrained *d, int back, uint64_t may) {
    int at = d->n++;
    for (; at && bits_count(d->may[at - 1]) > bits_count(may); at--) {
        d->back[at] = d->back[at - 1];
        d->may[at] = d->may[at - 1];
    }
    d->back[at] = (uint8_t)back;
    d->may[at] = may;
}

/* Deals a card to each constrained back so that all ways are equally likely.  A plain draw would
 * prefer ways in which few cards were left to choose from, so a draw is rejected with the
 * complementary probability; false means that it was.  Usually each back may hold everything that
 * the backs before it may, and then nothing is rejected. */
static bool deal_constrained(const constrained *d, ag_stock *k, uint64_t *pool, rng *r) {
    uint64_t left = *pool;
    for (int i = 0; i < d->n; i++) {
        int most = bits_count(d->may[i]), there = bits_count(d->may[i] & left);
        for (int j = 0; j < i; j++)
            most -= !(d->may[j] & ~d->may[i]);
        if (rng_below(r, (uint32_t)most) >= (uint32_t)there) return false;
        k->card[d->back[i]] = (uint8_t)bits_first(bits_take(&left, d->may[i], 1, r));
    }
    *pool = left;
    return true;
}

/* Fills a set of constrained backs from a pool of cards. */
static void fill_constrained(const ag_box *b, ag_stock *k, const uint16_t *lacks, uint64_t backs,
                             uint64_t *pool, rng *r) {
    constrained d = {0};
    BITS_EACH (back, backs)
        add_constrained(&d, back, cards_lacking(b, *pool, lacks[back]));
    while (!deal_constrained(&d, k, pool, r))
        ;
}

/* ---- filling in ---------------------------------------------------------- */

static void fill_stock(const ag_box *b, state *s, int kind, gm_seat who, rng *r) {
    ag_stock *k = &s->stock[kind];
    uint64_t backs = 0, pool[AG_BACKS + 1] = {0};
    BITS_EACH (card, unseen_cards(b, s, kind, who))
        pool[k->shuffle[card]] |= BIT(card);
    for (int q = 0; q < b->head.seats; q++)
        BITS_EACH (back, k->held[q])
            if (is_hidden(k, back, who)) backs |= BIT(back);
    while (backs) {
        int origin = k->origin[bits_first(backs)];
        uint64_t all = 0, some = 0;
        BITS_EACH (back, backs) {
            if (k->origin[back] != origin) continue;
            all |= BIT(back);
            if (kind == AG_AGENT && s->lacks[back]) some |= BIT(back);
        }
        if (some) fill_constrained(b, k, s->lacks, some, &pool[origin], r);
        BITS_EACH (back, all & ~some)
            k->card[back] = (uint8_t)bits_first(bits_take(&pool[origin], ~0ull, 1, r));
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

/* ---- filling in a story -------------------------------------------------- */

/* A first pass goes forwards and notes into which back each hidden card went.  A second goes
 * backwards: it knows what every back holds at the end and what is taken out of it. */
void agents_fill_story(const void *box, const void *world, gm_seat who, gm_move *story, const gm_seat *by,
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
        case AG_M_SEND: now[AG_AGENT][a] = GM_C(m); break;
        case AG_M_REPLACE:
        case AG_M_BRIEF: now[AG_SITUATION][a] = GM_B(m); break;
        case AG_M_LAY: now[AG_SITUATION][a] = GM_C(m); break;
        }
    }
}
