/* worlds.c - possible worlds of Inside Job.
 *
 * Exact, by counting.  A hypothesis is who the Insider is.  Under it every other
 * seat is an Agent, who does not hold a colour that was not followed.  Seats that
 * lack the same colours are one holder whose cards are divided afterwards; seats
 * that lack nothing, and the deck, share what is left.  So ways are counted by how
 * many cards of each colour the few bound holders have. */
#include "games/inside_job/parts.h"
#include <string.h>

/* Seats that lack the same colours, under a hypothesis. */
typedef struct {
    int cards, colours; /* how many they hold together; which they lack */
    gm_seats seats;
} holder;

typedef struct {
    int n, left[IJ_COLOURS]; /* unseen cards by colour */
    holder of[IJ_SEATS];     /* the largest is the last, because the last needs no enumeration */
} holders;

static double choose(const box_t *b, int n, int k) {
    if (k < 0 || k > n) return 0;
    return (double)b->choose[n][2 * k > n ? n - k : k];
}

/* The cards that `who` has not seen. */
static uint64_t unseen(const box_t *b, const state *s, gm_seat who) {
    return b->cards & ~s->played & ~(who < b->seats ? s->hand[who] : 0);
}

static void bind(const box_t *b, const state *s, gm_seat who, int insider, uint64_t cards, holders *h) {
    h->n = 0;
    for (int c = 0; c < IJ_COLOURS; c++)
        h->left[c] = bits_count(cards & ij_suit(c));
    for (int q = 0; q < b->seats; q++) {
        if (q == who || q == insider || !s->lacks[q] || !s->count[q]) continue;
        int i = 0;
        while (i < h->n && h->of[i].colours != s->lacks[q])
            i++;
        if (i == h->n) h->of[h->n++] = (holder){0, s->lacks[q], 0};
        h->of[i].cards += s->count[q];
        h->of[i].seats |= (gm_seats)BIT(q);
    }
    for (int i = 0; i + 1 < h->n; i++)
        if (h->of[i].cards > h->of[h->n - 1].cards) {
            holder t = h->of[i];
            h->of[i] = h->of[h->n - 1];
            h->of[h->n - 1] = t;
        }
}

static double ways_from(const box_t *b, holders *h, int i);

/* Goes through what holder i can have, by colour, and adds up the ways; stops when
 * they are more than `stop`, with that in x. */
static double ways_of(const box_t *b, holders *h, int i, double stop, int x[IJ_COLOURS]) {
    int *left = h->left, most[IJ_COLOURS], y[IJ_COLOURS], cards = h->of[i].cards;
    double sum = 0;
    for (int c = 0; c < IJ_COLOURS; c++)
        most[c] = h->of[i].colours >> c & 1 ? 0 : left[c];
    for (y[0] = 0; y[0] <= most[0] && y[0] <= cards; y[0]++)
        for (y[1] = 0; y[1] <= most[1] && y[0] + y[1] <= cards; y[1]++)
            for (y[2] = 0; y[2] <= most[2] && y[0] + y[1] + y[2] <= cards; y[2]++) {
                y[3] = cards - y[0] - y[1] - y[2];
                if (y[3] > most[3]) continue;
                double w = 1;
                for (int c = 0; c < IJ_COLOURS; c++)
                    w *= choose(b, left[c], y[c]), left[c] -= y[c];
                w *= ways_from(b, h, i + 1);
                for (int c = 0; c < IJ_COLOURS; c++)
                    left[c] += y[c];
                if (w > 0) memcpy(x, y, sizeof y); /* rounding must not leave it without one */
                if ((sum += w) > stop) return sum;
            }
    return sum;
}

/* Ways for the holders from i on to get their cards. */
static double ways_from(const box_t *b, holders *h, int i) {
    int x[IJ_COLOURS], may = 0;
    if (i == h->n) return 1;
    if (i < h->n - 1) return ways_of(b, h, i, 1e300, x);
    for (int c = 0; c < IJ_COLOURS; c++)
        if (!(h->of[i].colours >> c & 1)) may += h->left[c];
    return choose(b, may, h->of[i].cards);
}

/* Ways to deal what `who` has not seen if this seat is the Insider. */
static double ways_if(const box_t *b, const state *s, gm_seat who, int insider, uint64_t cards) {
    holders h;
    bind(b, s, who, insider, cards, &h);
    double w = ways_from(b, &h, 0);
    int left = bits_count(cards);
    for (int i = 0; i < h.n; i++) { /* dividing what each holder has */
        int rest = h.of[i].cards;
        left -= rest;
        for (gm_seats m = h.of[i].seats; m; m &= (gm_seats)(m - 1)) {
            w *= choose(b, rest, s->count[bits_first(m)]);
            rest -= s->count[bits_first(m)];
        }
    }
    for (int q = 0; q < b->seats; q++) /* the others share what is left */
        if (q != who && (q == insider || !s->lacks[q])) {
            w *= choose(b, left, s->count[q]);
            left -= s->count[q];
        }
    return w;
}

void inside_job_study(const void *box, const void *view, gm_seat who, void *notes) {
    const box_t *b = box;
    const state *s = view;
    ij_notes *n = notes;
    uint64_t cards = unseen(b, s, who);
    for (int insider = 0; insider < b->seats; insider++) {
        bool can = !(s->liars & ~BIT(insider));
        for (int q = 0; q < b->seats; q++)
            if (s->role[q] != GM_NONE && s->role_seen[q] & (BIT(who) | BIT(GM_ROOM)))
                can &= s->role[q] == (q == insider ? IJ_INSIDER : IJ_AGENT);
        n->ways[insider] = can ? ways_if(b, s, who, insider, cards) : 0;
    }
}

static double uniform(rng *r) { return (double)(rng_next(r) >> 11) * 0x1p-53; }

static void fill_hands(const box_t *b, state *s, gm_seat who, int insider, rng *r) {
    uint64_t left = unseen(b, s, who);
    holders h;
    bind(b, s, who, insider, left, &h);
    for (int i = 0; i < h.n; i++) {
        uint64_t cards = 0;
        if (i < h.n - 1) {
            int x[IJ_COLOURS] = {0};
            ways_of(b, &h, i, uniform(r) * ways_from(b, &h, i), x);
            for (int c = 0; c < IJ_COLOURS; c++) {
                cards |= bits_take(&left, ij_suit(c), x[c], r);
                h.left[c] -= x[c];
            }
        } else {
            uint64_t may = 0;
            for (int c = 0; c < IJ_COLOURS; c++)
                if (!(h.of[i].colours >> c & 1)) may |= ij_suit(c);
            cards = bits_take(&left, may, h.of[i].cards, r);
        }
        for (gm_seats m = h.of[i].seats; m; m &= (gm_seats)(m - 1))
            s->hand[bits_first(m)] = bits_take(&cards, ~0ull, s->count[bits_first(m)], r);
    }
    for (int q = 0; q < b->seats; q++)
        if (q != who && (q == insider || !s->lacks[q] || !s->count[q]))
            s->hand[q] = bits_take(&left, ~0ull, s->count[q], r);
    s->deck = left;
}

/* A mission that was put away is not risky if the one picked was not, J7.1; so
 * these come first, and any other may be anything that is left. */
static void fill_missions(const box_t *b, state *s, gm_seat who, rng *r) {
    uint64_t left = b->missions;
    for (int t = 0; t < IJ_TRICKS; t++) {
        if (s->picked[t] != GM_NONE) left &= ~BIT(s->picked[t]);
        if (s->away_seen[t] != IJ_ALL && s->away_seen[t] >> who & 1) left &= ~BIT(s->away[t]);
    }
    for (int i = 0; i < 2; i++)
        if (s->drawn_seen[i] != IJ_ALL && s->drawn_seen[i] >> who & 1) left &= ~BIT(s->drawn[i]);
    for (int risky = 0; risky < 2; risky++)
        for (int t = 0; t < IJ_TRICKS; t++)
            if (!(s->away_seen[t] >> who & 1) && (int)(b->risky >> s->picked[t] & 1) == risky)
                s->away[t] = (uint8_t)bits_first(bits_take(&left, risky ? ~0ull : ~(uint64_t)b->risky, 1, r));
    for (int i = 0; i < 2; i++)
        if (!(s->drawn_seen[i] >> who & 1)) s->drawn[i] = (uint8_t)bits_first(bits_take(&left, ~0ull, 1, r));
    s->missions = (uint32_t)left;
}

void inside_job_fill(const void *box, const void *view, gm_seat who, const void *notes, rng *r, void *world) {
    const box_t *b = box;
    const ij_notes *note = notes;
    state *s = world;
    memcpy(s, view, sizeof *s);
    double sum = 0;
    int insider = 0;
    for (int q = 0; q < b->seats; q++)
        sum += note->ways[q];
    double x = uniform(r) * sum;
    for (int q = 0; q < b->seats && x >= 0; q++)
        if (note->ways[q] > 0) {
            insider = q;
            x -= note->ways[q];
        }
    for (int q = 0; q < b->seats; q++)
        if (s->role_seen[q] != IJ_ALL) s->role[q] = q == insider ? IJ_INSIDER : IJ_AGENT;
    fill_hands(b, s, who, insider, r);
    fill_missions(b, s, who, r);
    for (int q = 0; q < b->seats; q++)
        if (!(s->vote_seen[q] & (BIT(who) | BIT(GM_ROOM)))) {
            uint64_t t = ij_targets(b, s, (gm_seat)q);
            s->vote[q] = (uint8_t)bits_first(bits_take(&t, ~0ull, 1, r));
        }
}

void inside_job_relive(const void *box, const void *world, gm_seat who, gm_move *story, const gm_seat *by,
                       int n) {
    const box_t *b = box;
    const state *w = world;
    uint64_t dealt[IJ_SEATS];
    int trick = 0, drawn = 0;
    (void)who;
    for (int q = 0; q < b->seats; q++)
        dealt[q] = w->hand[q];
    for (int i = 0; i < n; i++)
        if (GM_KIND(story[i]) == IJ_M_PLAY || GM_KIND(story[i]) == IJ_M_RAISE)
            dealt[by[i]] |= BIT(GM_A(story[i]));
    for (int i = 0; i < n; i++) {
        int a = GM_A(story[i]);
        switch (GM_KIND(story[i])) {
        case IJ_M_ROLE: story[i] = GM_MOVE(IJ_M_ROLE, a, w->role[a], 0); break;
        case IJ_M_CARD:
            if (GM_B(story[i]) == GM_HIDDEN) story[i] = GM_MOVE(IJ_M_CARD, a, bits_first(dealt[a]), 0);
            dealt[a] &= ~BIT(GM_B(story[i]));
            break;
        case IJ_M_MISSION: /* in which order the two came nobody else can tell */
            if (a == GM_HIDDEN) {
                bool picked = w->picked[trick] != GM_NONE;
                a = picked ? (drawn ? w->away[trick] : w->picked[trick]) : w->drawn[drawn];
                story[i] = GM_MOVE(IJ_M_MISSION, a, 0, 0);
            }
            drawn++;
            break;
        case IJ_M_PICK:
            trick++;
            drawn = 0;
            break;
        case IJ_M_VOTE: story[i] = GM_MOVE(IJ_M_VOTE, w->vote[by[i]], 0, 0); break;
        }
    }
}
