/* figures.c - the figures of Sentient: what its rules compute for whoever displays a table. */
#include "games/sentient/internal.h"

typedef sn_figures figures;

enum { ROUND_SEATS = SN_ROUNDS * SN_SEATS };
static const gm_field fields[] = {
    GM_FIELD(figures, network, SN_ROUNDS, GM_PUBLIC, GM_U16, NULL),
    GM_FIELD(figures, points, ROUND_SEATS, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(figures, chips, SN_ROUNDS, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(figures, influence, SN_INVESTORS, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(figures, first, SN_INVESTORS, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(figures, second, SN_INVESTORS, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(figures, pays, SN_INVESTORS, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(figures, forecast, SN_SEATS, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(figures, cards, SN_SEATS, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(figures, investors, SN_SEATS, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(figures, worth, SN_SEATS, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(figures, brings, SN_SEATS, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(figures, company, SN_SEATS, GM_PUBLIC, GM_U8, "company"),
    GM_FIELD(figures, plays, 1, GM_PUBLIC, GM_U8, "seat"),
    GM_FIELD(figures, turn, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(figures, turns, 1, GM_PUBLIC, GM_U8, NULL),
    GM_FIELD(figures, pad, 1, GM_PUBLIC, GM_U8, NULL),
    {0},
};

int sentient_cards_of(const sn_box *b, const state *s, int seat, int type) {
    bool takes = s->taken != GM_NONE && s->order[s->round][s->turn] == seat;
    return sn_cards_of(b, s, seat, type) + (takes && b->card[s->taken].type == type);
}

int sentient_stake(const sn_box *b, const state *s, int position, int seat) {
    gm_seat first, second;
    sn_standing(b, s, position, &first, &second);
    return first == seat ? sentient_cards_of(b, s, seat, s->investor[s->round][position]) : second == seat;
}

int sentient_forecast(const sn_box *b, const state *s, int seat) {
    int sum = 0;
    for (int t = 0; t < SN_TYPES; t++)
        sum += sentient_cards_of(b, s, seat, t) * sn_investors_of(s, seat, t);
    if (s->phase < SN_TURN || s->phase == SN_OVER)
        return sum; /* there are none yet, or they were given out */
    for (int p = 0; p < SN_INVESTORS; p++)
        sum += sentient_stake(b, s, p, seat);
    return sum;
}

static void compute_networks(const sn_box *b, const state *s, figures *f) {
    for (int round = 0; round < SN_ROUNDS; round++) {
        bool over = round < s->round || s->phase == SN_OVER;
        for (int q = 0; q < b->head.seats; q++) {
            uint8_t *points = f->points[round][q];
            f->network[round][q] = (uint16_t)sentient_network(
                b, s->cards[round][q], over ? s->scored[round][q] : s->dice[q], points);
            for (int k = 0; k < SN_SLOTS; k++)
                if (points[k] == GM_NONE) points[k] = 0; /* that there is no card is in the view */
        }
        for (int p = 0; p < SN_INVESTORS; p++)
            if (s->chip[round][p] != GM_NONE) f->chips[round][s->chip[round][p]]++;
    }
}

static void compute_investors(const sn_box *b, const state *s, figures *f) {
    for (int p = 0; p < SN_INVESTORS; p++) {
        f->first[p] = f->second[p] = GM_NONE;
        if (s->phase < SN_FACTORY) continue; /* the turn order is not known yet */
        sn_standing(b, s, p, &f->first[p], &f->second[p]);
        for (int q = 0; q < SN_SEATS; q++) { /* an empty seat has none */
            f->influence[p][q] = (uint8_t)sn_influence(s, p, q);
            f->pays[p][q] = (uint8_t)sentient_cards_of(b, s, q, s->investor[s->round][p]);
        }
    }
}

static void compute_companies(const state *s, figures *f) {
    for (int q = 0; q < SN_SEATS; q++) /* an empty seat has none */
        f->company[q] = (uint8_t)sentient_company(s, q);
}

static void compute_collections(const sn_box *b, const state *s, figures *f) {
    for (int q = 0; q < b->head.seats; q++) {
        f->forecast[q] = (uint8_t)sentient_forecast(b, s, q);
        for (int t = 0; t < SN_TYPES; t++) {
            f->cards[q][t] = (uint8_t)sentient_cards_of(b, s, q, t);
            f->investors[q][t] = (uint8_t)sn_investors_of(s, q, t);
            f->worth[q][t] = (uint8_t)(f->cards[q][t] * f->investors[q][t]);
            f->brings[q] = (uint8_t)(f->brings[q] + f->worth[q][t]);
        }
    }
}

/* Which turn of the round this is.  A turn uses up an agent or the marker, S4.2; if the turn
 * has begun, it is already used up. */
static void compute_turn(const state *s, figures *f) {
    f->turns = SN_AGENTS + 1;
    f->plays = GM_NONE;
    if (s->phase < SN_TURN || s->phase == SN_OVER) return;
    int q = f->plays = s->order[s->round][s->turn], left = s->agents[q] + !(s->passed >> q & 1);
    f->turn = (uint8_t)(f->turns - left + (s->phase == SN_TURN));
}

static void compute_figures(const void *box, const void *st, void *out) {
    compute_networks(box, st, out);
    compute_investors(box, st, out);
    compute_collections(box, st, out);
    compute_companies(st, out);
    compute_turn(st, out);
}

const gm_figures sentient_figures = {sizeof(figures), fields, compute_figures};
