/* larry.c - counts and draws what Larry's cards can be (J10.3, J10.4).
 *
 * In each trick the controller has three cards: the one on top, which was put back in the
 * trick before, and two more.  One is played, one is put back, one leaves the game.  The
 * other player sees the card that is played and, if it did not follow suit, knows that all
 * three lacked the led colour.  So the card on top has a history: it is either the card
 * that `who` last saw on top, or an unseen card that lacks some colours.
 *
 * ways() counts all histories trick by trick, with the unseen cards by colour.  An unseen
 * card of which nothing is known is loose: it is dealt only after the hands, because it may
 * be any.
 *
 * Map: the search - what can have happened in a trick - counting - drawing. */
#include "games/inside_job/internal.h"
#include <string.h>

/* ---- the search ---------------------------------------------------------- */

/* The status of the card on top: a set of colours that it lacks, or TOP_SEEN: it is the card
 * that `who` last saw there. */
enum { TOP_SEEN = 16, MEMO_SLOTS = 4096 };

typedef struct {
    const ij_box *b;
    const state *s;
    gm_seat who;
    gm_seats freed;       /* seats that need not follow suit */
    int tricks;           /* that Larry has played in */
    bool on_top;          /* is there a card on top? */
    int drawn;            /* unseen cards drawn for the current trick */
    int left[IJ_COLOURS]; /* unseen cards by colour that are not assigned yet */
    int loose;            /* unseen cards of which nothing is known */
    struct {
        uint32_t key; /* 0: empty */
        double ways;
    } memo[MEMO_SLOTS];
} larry_search;

static bool sees_top(const state *s, gm_seat who, int t) { return s->top_seen[t] >> who & 1; }
static bool sees_next(const state *s, gm_seat who, int t) { return s->next_seen[t] >> who & 1; }

static int larry_tricks(const state *s) {
    int t = 0;
    while (t < IJ_LARRY_TRICKS && s->lent[t] != GM_NONE)
        t++;
    return t;
}

uint64_t inside_job_larry_known(const state *s, gm_seat who) {
    uint64_t known = 0;
    for (int t = 0; t <= IJ_LARRY_TRICKS; t++) {
        if (sees_top(s, who, t) && s->top[t] != GM_NONE) known |= BIT(s->top[t]);
        for (int i = 0; i < 2 && t < IJ_LARRY_TRICKS; i++)
            if (sees_next(s, who, t) && s->next[t][i] != GM_NONE) known |= BIT(s->next[t][i]);
    }
    return known;
}

static void start_search(larry_search *c, const ij_box *b, const state *s, gm_seat who, gm_seats freed,
                         const int left[IJ_COLOURS]) {
    memset(c, 0, sizeof *c);
    c->b = b;
    c->s = s;
    c->who = who;
    c->freed = freed;
    c->tricks = larry_tricks(s);
    c->on_top = c->tricks || (s->phase == IJ_DRAW_LARRY && s->at) || s->phase == IJ_PLAY_LARRY;
    if (!sees_next(s, who, c->tricks % IJ_LARRY_TRICKS) && c->tricks < IJ_LARRY_TRICKS)
        c->drawn = s->phase == IJ_PLAY_LARRY ? 2 : s->phase == IJ_DRAW_LARRY && s->at ? s->at - 1 : 0;
    memcpy(c->left, left, sizeof c->left);
}

/* ---- what can have happened in a trick ----------------------------------- */

/* Was the card on top played, or kept there?  Which colours does the card lack that left the
 * game (-1: it was the seen card)?  And what is the status of the card on top afterwards? */
typedef struct {
    bool plays, keeps;
    int lacks, status;
} outcome;

/* The card that `who` saw last on top before trick t, or GM_NONE. */
static int last_top_seen(const larry_search *c, int t) {
    while (t >= 0 && !(sees_top(c->s, c->who, t) && c->s->top[t] != GM_NONE))
        t--;
    return t < 0 ? GM_NONE : c->s->top[t];
}

static bool lacks_colour(int colours, int card) { return colours >> ij_colour(card) & 1; }

/* If `who` sees the card on top before trick t, does it agree with the status so far?  The
 * status is then TOP_SEEN. */
static bool check_top(const larry_search *c, int t, int *status) {
    if (!sees_top(c->s, c->who, t) || c->s->top[t] == GM_NONE) return true;
    int seen = c->s->top[t], x = last_top_seen(c, t - 1);
    bool can = *status == TOP_SEEN ? seen == x : seen != x && !lacks_colour(*status, seen);
    *status = TOP_SEEN;
    return can || (t && sees_next(c->s, c->who, t - 1)); /* `who` put it there */
}

/* What can have happened in trick t, by the status of the card on top; returns how many. */
static int list_outcomes(const larry_search *c, int t, int status, outcome out[3]) {
    const state *s = c->s;
    int n = 0, f = s->lent_lacks[t], played = s->lent[t], x = last_top_seen(c, t);
    if (status == TOP_SEEN ? played == x : played != x && !lacks_colour(status, played))
        out[n++] = (outcome){true, false, f, f};
    if (played == x || (status == TOP_SEEN && lacks_colour(f, x))) return n;
    int bound = status == TOP_SEEN ? TOP_SEEN : status | f;
    out[n++] = (outcome){false, true, f, bound};
    out[n++] = (outcome){false, false, status == TOP_SEEN ? -1 : bound, f};
    return n;
}

/* ---- counting ------------------------------------------------------------ */

static double ways(larry_search *c, int t, int status);

/* Ways to assign an unseen card that lacks these colours (-1: there is no such card), and then
 * from trick t on.  Stops as soon as there are more than `stop` ways: *colour is then the card's
 * colour, or -1 if the card may be any. */
static double ways_with_card(larry_search *c, int colours, int t, int status, double stop, int *colour) {
    double sum = 0;
    if (colours <= 0) {
        c->loose += !colours;
        sum = ways(c, t, status);
        c->loose -= !colours;
        *colour = -1;
        return sum;
    }
    for (int k = 0; k < IJ_COLOURS; k++) {
        if (colours >> k & 1 || !c->left[k]) continue;
        int n = c->left[k]--;
        double w = n * ways(c, t, status);
        c->left[k] = n;
        if (w > 0) *colour = k; /* so that rounding cannot leave it unset */
        if ((sum += w) > stop) return sum;
    }
    return sum;
}

/* After all tricks: ways to deal the hands, and then the cards that may be any. */
static double ways_for_hands(larry_search *c) {
    int all = 0;
    double w = inside_job_ways(c->b, c->s, c->who, c->freed, c->left);
    for (int k = 0; k < IJ_COLOURS; k++)
        all += c->left[k];
    for (int q = 0; q < c->b->head.seats; q++)
        if (q != c->who) all -= c->s->count[q];
    for (int i = 0; i < c->loose + c->drawn; i++)
        w *= all - i;
    return w;
}

static double count_ways(larry_search *c, int t, int status) {
    double sum = 0;
    int colour;
    outcome o[3];
    if (t > c->tricks) return ways_for_hands(c);
    if (!check_top(c, t, &status)) return 0;
    if (t == c->tricks)
        return c->on_top && status != TOP_SEEN ? ways_with_card(c, status, t + 1, 0, IJ_COUNT_ALL, &colour)
                                               : ways_for_hands(c);
    if (sees_next(c->s, c->who, t)) return ways(c, t + 1, TOP_SEEN);
    for (int i = 0, n = list_outcomes(c, t, status, o); i < n; i++)
        sum += ways_with_card(c, o[i].lacks, t + 1, o[i].status, IJ_COUNT_ALL, &colour);
    return 2 * sum; /* either of the two drawn cards */
}

/* Ways from trick t on, by the status of the card on top before it.  Remembers results by trick,
 * status (5 bits) and the unseen cards of each colour (4 bits); how many cards are loose follows
 * from these. */
static double ways(larry_search *c, int t, int status) {
    uint32_t key = (uint32_t)t + 1;
    const int parts[] = {status, c->left[0], c->left[1], c->left[2], c->left[3]};
    for (int i = 0; i < 5; i++)
        key = key << (i ? 4 : 5) | (uint32_t)parts[i];
    uint32_t at = key * 2654435761u >> 20; /* Knuth's multiplicative hash, 12 bits for MEMO_SLOTS */
    for (int i = 0; i < 8; i++, at = (at + 1) % MEMO_SLOTS) {
        if (c->memo[at].key == key) return c->memo[at].ways;
        if (c->memo[at].key) continue;
        double w = count_ways(c, t, status);
        if (!c->memo[at].key) {
            c->memo[at].key = key;
            c->memo[at].ways = w;
        }
        return w;
    }
    return count_ways(c, t, status);
}

double inside_job_larry_ways(const ij_box *b, const state *s, gm_seat who, gm_seats freed,
                             const int cards[IJ_COLOURS]) {
    larry_search c;
    start_search(&c, b, s, who, freed, cards);
    return ways(&c, 0, 0);
}

/* ---- drawing ------------------------------------------------------------- */

static uint8_t new_variable(ij_larry_cards *l, int card) {
    l->card[l->n] = (uint8_t)card;
    return (uint8_t)l->n++;
}

/* Takes a card of this colour for a variable; colour -1: leaves it for later. */
static void fix_card(larry_search *c, ij_larry_cards *l, int variable, int colour, uint64_t *left, rng *r) {
    if (colour < 0) {
        c->loose++;
        return;
    }
    c->left[colour]--;
    l->card[variable] = (uint8_t)bits_first(bits_take(left, ij_suit(colour), 1, r));
}

static void draw_trick(larry_search *c, int t, int *status, uint8_t *top, rng *r, uint64_t *left,
                       ij_larry_cards *l) {
    outcome o[3];
    int n = list_outcomes(c, t, *status, o), colour = -1, side = (int)rng_below(r, 2), k = 0;
    double sum = 0, w[3];
    for (int i = 0; i < n; i++)
        sum += w[i] = ways_with_card(c, o[i].lacks, t + 1, o[i].status, IJ_COUNT_ALL, &colour);
    double x = rng_uniform(r) * sum;
    for (int i = 0; i < n && x >= 0; i++)
        if (w[i] > 0) k = i, x -= w[i];
    ways_with_card(c, o[k].lacks, t + 1, o[k].status, rng_uniform(r) * w[k], &colour);
    uint8_t other = new_variable(l, GM_NONE), gone = o[k].keeps ? other : *top;
    if (o[k].plays) {
        l->card[*top] = c->s->lent[t];
        gone = l->next[t][side] = new_variable(l, GM_NONE);
    } else
        l->next[t][side] = new_variable(l, c->s->lent[t]);
    l->next[t][1 - side] = other;
    if (!o[k].keeps) *top = other;
    if (o[k].lacks >= 0) fix_card(c, l, gone, colour, left, r);
    *status = o[k].status;
}

void inside_job_larry_draw(const ij_box *b, const state *s, gm_seat who, gm_seats freed, rng *r,
                           uint64_t *left, ij_larry_cards *l) {
    larry_search c;
    int cards[IJ_COLOURS], status = 0, colour = -1;
    for (int k = 0; k < IJ_COLOURS; k++)
        cards[k] = bits_count(*left & ij_suit(k));
    start_search(&c, b, s, who, freed, cards);
    memset(l, GM_NONE, sizeof *l);
    l->n = 0;
    uint8_t top = new_variable(l, GM_NONE);
    for (int t = 0; t <= c.tricks; t++) {
        if (sees_top(s, who, t) && s->top[t] != GM_NONE) l->card[top] = s->top[t];
        check_top(&c, t, &status);
        l->top[t] = top;
        if (t == c.tricks) break;
        if (sees_next(s, who, t))
            top = new_variable(l, GM_NONE), status = TOP_SEEN;
        else
            draw_trick(&c, t, &status, &top, r, left, l);
    }
    if (c.on_top && status != TOP_SEEN) {
        ways_with_card(&c, status, c.tricks + 1, 0, rng_uniform(r) * ways(&c, c.tricks, status), &colour);
        fix_card(&c, l, top, colour, left, r);
    }
    for (int i = 0; i < c.drawn; i++)
        l->next[c.tricks][i] = new_variable(l, GM_NONE);
    if (!c.on_top) l->top[0] = GM_NONE;
}

void inside_job_larry_fill(state *s, gm_seat who, ij_larry_cards *l, uint64_t *left, rng *r) {
    for (int i = 0; i < l->n; i++) {
        bool placed = !!memchr(l->top, i, sizeof l->top) || !!memchr(l->next, i, sizeof l->next);
        if (placed && l->card[i] == GM_NONE) l->card[i] = (uint8_t)bits_first(bits_take(left, ~0ull, 1, r));
    }
    for (int t = 0; t <= IJ_LARRY_TRICKS; t++) {
        if (!sees_top(s, who, t)) s->top[t] = l->card[l->top[t]];
        for (int i = 0; i < 2 && t < IJ_LARRY_TRICKS; i++)
            if (!sees_next(s, who, t))
                s->next[t][i] = l->next[t][i] == GM_NONE ? GM_NONE : l->card[l->next[t][i]];
    }
}
