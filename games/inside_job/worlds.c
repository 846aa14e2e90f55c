/* worlds.c - draws possible worlds of Inside Job, exactly, by counting.
 *
 * A hypothesis is a way in which the role cards can have been dealt.  Under a hypothesis, a
 * seat whose role must follow suit does not hold a colour that it did not follow.  Seats
 * that lack the same colours form a group, whose cards are divided afterwards.  Seats that
 * lack nothing, and the deck, share what is left.  So it is enough to count by how many
 * cards of each colour the few groups hold.
 *
 * Map: groups - hypotheses - filling in - filling in a story.  Larry's cards are in larry.c. */
#include "games/inside_job/internal.h"
#include <string.h>

/* Seats that lack the same colours, under a hypothesis. */
typedef struct {
    int cards, colours; /* how many they hold in total; which colours they lack */
    gm_seats seats;
} holder_group;

typedef struct {
    int n, left[IJ_COLOURS];   /* unseen cards by colour */
    holder_group of[IJ_SEATS]; /* the largest comes last, because the last one need not be enumerated */
} holder_groups;

static double binomial(const ij_box *b, int n, int k) {
    if (k < 0 || k > n) return 0;
    return (double)b->choose[n][2 * k > n ? n - k : k];
}

/* The cards that `who` has not seen. */
static uint64_t unseen_cards(const ij_box *b, const state *s, gm_seat who) {
    uint64_t seen = s->played | (who < b->head.seats ? s->hand[who] : 0);
    return b->cards & ~seen & ~(b->head.dummies ? inside_job_larry_known(s, who) : 0);
}

static void count_colours(uint64_t cards, int left[IJ_COLOURS]) {
    for (int c = 0; c < IJ_COLOURS; c++)
        left[c] = bits_count(cards & ij_suit(c));
}

/* ---- groups -------------------------------------------------------------- */

static void group_holders(const ij_box *b, const state *s, gm_seat who, gm_seats freed,
                          const int left[IJ_COLOURS], holder_groups *h) {
    h->n = 0;
    memcpy(h->left, left, sizeof h->left);
    for (int q = 0; q < b->head.seats; q++) {
        if (q == who || freed >> q & 1 || !s->lacks[q] || !s->count[q]) continue;
        int i = 0;
        while (i < h->n && h->of[i].colours != s->lacks[q])
            i++;
        if (i == h->n) h->of[h->n++] = (holder_group){0, s->lacks[q], 0};
        h->of[i].cards += s->count[q];
        h->of[i].seats |= (gm_seats)BIT(q);
    }
    for (int i = 0; i + 1 < h->n; i++)
        if (h->of[i].cards > h->of[h->n - 1].cards) {
            holder_group t = h->of[i];
            h->of[i] = h->of[h->n - 1];
            h->of[h->n - 1] = t;
        }
}

static double ways_from(const ij_box *b, holder_groups *h, int i);

/* Enumerates what group i can hold, by colour, and adds up the ways.  Stops as soon as there
 * are more than `stop`; x is then the last such holding. */
static double ways_of(const ij_box *b, holder_groups *h, int i, double stop, int x[IJ_COLOURS]) {
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
                    w *= binomial(b, left[c], y[c]), left[c] -= y[c];
                w *= ways_from(b, h, i + 1);
                for (int c = 0; c < IJ_COLOURS; c++)
                    left[c] += y[c];
                if (w > 0) memcpy(x, y, sizeof y); /* so that rounding cannot leave it unset */
                if ((sum += w) > stop) return sum;
            }
    return sum;
}

/* Ways to deal to the groups from i on. */
static double ways_from(const ij_box *b, holder_groups *h, int i) {
    int x[IJ_COLOURS], may = 0;
    if (i == h->n) return 1;
    if (i < h->n - 1) return ways_of(b, h, i, IJ_COUNT_ALL, x);
    for (int c = 0; c < IJ_COLOURS; c++)
        if (!(h->of[i].colours >> c & 1)) may += h->left[c];
    return binomial(b, may, h->of[i].cards);
}

double inside_job_ways(const ij_box *b, const state *s, gm_seat who, gm_seats freed,
                       const int cards[IJ_COLOURS]) {
    holder_groups h;
    group_holders(b, s, who, freed, cards, &h);
    double w = ways_from(b, &h, 0);
    int left = cards[0] + cards[1] + cards[2] + cards[3];
    for (int i = 0; i < h.n; i++) { /* divide the cards of each group among its seats */
        int rest = h.of[i].cards;
        left -= rest;
        BITS_EACH (q, h.of[i].seats) {
            w *= binomial(b, rest, s->count[q]);
            rest -= s->count[q];
        }
    }
    for (int q = 0; q < b->head.seats; q++) /* the others share what is left */
        if (q != who && (freed >> q & 1 || !s->lacks[q])) {
            w *= binomial(b, left, s->count[q]);
            left -= s->count[q];
        }
    return w;
}

/* ---- hypotheses ---------------------------------------------------------- */

typedef struct {
    const ij_box *b;
    const state *s;
    gm_seat who;
    ij_notes *notes;
    uint8_t left[IJ_MAX_ROLES]; /* role cards that are not dealt, by role */
    double ways[1 << IJ_SEATS]; /* by the set of seats that need not follow; negative: not counted yet */
} hypotheses;

static bool knows_role(const state *s, gm_seat who, int q) {
    return s->role[q] != GM_NONE && s->role_seen[q] & (BIT(who) | BIT(GM_SPECTATOR));
}

/* In how many ways the ballots that `who` has not seen can have been cast, with these roles.  0 if
 * a ballot that was seen does not fit its voter's role, J9.P. */
static double ballot_ways(const ij_box *b, const state *st, gm_seat who) {
    double w = 1;
    state s = *st;
    for (int q = 0; q < b->players; q++) /* those revealed by the vote were still hidden during it */
        if (!(s.by_intel >> q & 1 || ij_role_of(b, &s, q)->can & IJ_OPEN)) s.revealed &= (uint8_t)~BIT(q);
    BITS_EACH (q, s.voted) {
        bool twice = ij_votes_twice(b, &s, (gm_seat)q);
        int n = bits_count(ij_targets(b, &s, (gm_seat)q));
        if (s.vote_seen[q] & (BIT(who) | BIT(GM_SPECTATOR)))
            w *= twice == (s.second[q] != GM_NONE);
        else
            w *= !twice ? n : s.revealed >> q & 1 ? n * (n + 1) / 2 : n * (n - 1) / 2;
    }
    return w;
}

/* In how many ways the hands and ballots that `who` has not seen can have come about, with these
 * roles. */
static double hypothesis_ways(hypotheses *h, const uint8_t role[IJ_SEATS]) {
    const ij_box *b = h->b;
    state s = *h->s;
    gm_seats freed = 0;
    memcpy(s.role, role, sizeof s.role);
    for (int q = 0; q < b->players; q++)
        if (ij_role_of(b, &s, q)->can & IJ_FREE) freed |= (gm_seats)BIT(q);
    if (s.liars & ~freed) return 0;
    double *ways = &h->ways[freed];
    if (*ways < 0) {
        uint64_t cards = unseen_cards(b, &s, h->who);
        int left[IJ_COLOURS];
        count_colours(cards, left);
        *ways = b->head.dummies ? inside_job_larry_ways(b, &s, h->who, freed, left)
                                : inside_job_ways(b, &s, h->who, freed, left);
    }
    return *ways * ballot_ways(b, &s, h->who);
}

/* Enumerates all ways to deal role cards from seat q on. */
static void enumerate_roles(hypotheses *h, int q, uint8_t role[IJ_SEATS]) {
    const ij_box *b = h->b;
    ij_notes *n = h->notes;
    if (q == b->players) {
        memcpy(n->role[n->n], role, IJ_SEATS);
        n->ways[n->n++] = hypothesis_ways(h, role);
        return;
    }
    for (uint8_t i = 0; i < b->n_roles; i++) {
        if (!h->left[i] || (q == b->given) != (b->given != GM_NONE && i == b->given_role)) continue;
        if (knows_role(h->s, h->who, q) && h->s->role[q] != i) continue;
        h->left[i]--;
        role[q] = i;
        enumerate_roles(h, q + 1, role);
        h->left[i]++;
    }
}

void inside_job_study(const void *box, const void *view, gm_seat who, void *notes) {
    const ij_box *b = box;
    hypotheses h = {.b = b, .s = view, .who = who, .notes = notes};
    uint8_t role[IJ_SEATS] = {0};
    for (int i = 0; i < 1 << IJ_SEATS; i++)
        h.ways[i] = -1;
    for (int i = 0; i < b->n_role_cards; i++)
        h.left[b->role_card[i]]++;
    if (b->given != GM_NONE) h.left[b->given_role]++;
    h.notes->n = 0;
    enumerate_roles(&h, 0, role);
}

/* ---- filling in ---------------------------------------------------------- */

static void fill_hands(const ij_box *b, state *s, gm_seat who, gm_seats freed, rng *r) {
    uint64_t left = unseen_cards(b, s, who);
    holder_groups h;
    ij_larry_cards lent;
    int colours[IJ_COLOURS];
    if (b->head.dummies) inside_job_larry_draw(b, s, who, freed, r, &left, &lent);
    count_colours(left, colours);
    group_holders(b, s, who, freed, colours, &h);
    for (int i = 0; i < h.n; i++) {
        uint64_t cards = 0;
        if (i < h.n - 1) {
            int x[IJ_COLOURS] = {0};
            ways_of(b, &h, i, rng_uniform(r) * ways_from(b, &h, i), x);
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
        BITS_EACH (q, h.of[i].seats)
            s->hand[q] = bits_take(&cards, ~0ull, s->count[q], r);
    }
    for (int q = 0; q < b->head.seats; q++)
        if (q != who && (freed >> q & 1 || !s->lacks[q] || !s->count[q]))
            s->hand[q] = bits_take(&left, ~0ull, s->count[q], r);
    if (b->head.dummies) inside_job_larry_fill(s, who, &lent, &left, r);
    s->deck = left;
}

/* If the picked mission is not risky, the one that was put away is not risky either, J7.1.  Those
 * are filled first; the others may be anything that is left. */
static void fill_missions(const ij_box *b, state *s, gm_seat who, rng *r) {
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

/* A ballot that was cast but not seen: any that the role may cast, with equal chances, J9.P. */
static void fill_ballot(const ij_box *b, state *s, gm_seat q, rng *r) {
    uint64_t t = ij_targets(b, s, q);
    uint64_t first = bits_take(&t, ~0ull, 1, r), second = 0;
    if (ij_votes_twice(b, s, q) && s->revealed >> q & 1) { /* for any two players, or both for one */
        int n = bits_count(t) + 1;
        bool same = (int)rng_below(r, (uint32_t)(n * (n + 1) / 2)) < n;
        second = same ? first : bits_take(&t, ~0ull, 1, r);
    } else if (ij_votes_twice(b, s, q)) {
        second = bits_take(&t, ~0ull, 1, r);
    }
    s->vote[q] = (uint8_t)bits_first(second && second < first ? second : first);
    s->second[q] = second ? (uint8_t)bits_first(second < first ? first : second) : GM_NONE;
}

void inside_job_fill(const void *box, const void *view, gm_seat who, const void *notes, rng *r, void *world) {
    const ij_box *b = box;
    const ij_notes *note = notes;
    state *s = world;
    memcpy(s, view, sizeof *s);
    double sum = 0;
    int chosen = 0;
    gm_seats freed = 0;
    for (int i = 0; i < (int)note->n; i++)
        sum += note->ways[i];
    double x = rng_uniform(r) * sum;
    for (int i = 0; i < (int)note->n && x >= 0; i++)
        if (note->ways[i] > 0) {
            chosen = i;
            x -= note->ways[i];
        }
    for (int q = 0; q < b->players; q++) {
        if (s->role_seen[q] != IJ_ALL) s->role[q] = note->role[chosen][q];
        if (b->role[note->role[chosen][q]].can & IJ_FREE) freed |= (gm_seats)BIT(q);
    }
    fill_hands(b, s, who, freed, r);
    fill_missions(b, s, who, r);
    for (int q = 0; q < b->head.seats; q++)
        if (!(s->vote_seen[q] & (BIT(who) | BIT(GM_SPECTATOR)))) fill_ballot(b, s, (gm_seat)q, r);
}

/* ---- filling in a story -------------------------------------------------- */

void inside_job_fill_story(const void *box, const void *world, gm_seat who, gm_move *story, const gm_seat *by,
                           int n) {
    const ij_box *b = box;
    const state *w = world;
    uint64_t dealt[IJ_SEATS];
    int trick = 0, drawn = 0, lent = 0;
    (void)who;
    for (int q = 0; q < b->head.seats; q++)
        dealt[q] = w->hand[q];
    for (int i = 0; i < n; i++)
        if (GM_KIND(story[i]) == IJ_M_PLAY || GM_KIND(story[i]) == IJ_M_RAISE)
            dealt[by[i]] |= BIT(GM_A(story[i]));
    for (int i = 0; i < n; i++) {
        int a = GM_A(story[i]);
        switch (GM_KIND(story[i])) {
        case IJ_M_ROLE: story[i] = GM_MOVE(IJ_M_ROLE, a, w->role[a], 0); break;
        case IJ_M_LOOK: story[i] = GM_MOVE(IJ_M_LOOK, a, w->role[a], 0); break;
        case IJ_M_CARD:
            if (a >= b->head.seats) {
                int card = lent ? w->next[trick - 1][lent - 1] : w->top[trick - 1];
                story[i] = GM_MOVE(IJ_M_CARD, a, card, 0);
                lent++;
                break;
            }
            if (GM_B(story[i]) == GM_HIDDEN) story[i] = GM_MOVE(IJ_M_CARD, a, bits_first(dealt[a]), 0);
            dealt[a] &= ~BIT(GM_B(story[i]));
            break;
        case IJ_M_MISSION: /* nobody else can tell in which order the two came */
            if (a == GM_HIDDEN) {
                bool picked = w->picked[trick] != GM_NONE;
                a = picked ? (drawn ? w->away[trick] : w->picked[trick]) : w->drawn[drawn];
                story[i] = GM_MOVE(IJ_M_MISSION, a, 0, 0);
            }
            drawn++;
            break;
        case IJ_M_PICK:
            trick++;
            drawn = lent = 0;
            break;
        case IJ_M_LARRY: story[i] = GM_MOVE(IJ_M_LARRY, a, w->top[trick], 0); break;
        case IJ_M_VOTE:
            a = w->second[by[i]];
            story[i] = a == GM_NONE ? GM_MOVE(IJ_M_VOTE, w->vote[by[i]], 0, 0)
                                    : GM_MOVE(IJ_M_BALLOT, w->vote[by[i]], a, 0);
            break;
        }
    }
}
