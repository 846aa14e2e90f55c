/* sentient.c - the bot "sensible" for Sentient.
 *
 * It plugs a card where its network is then expected to score most; dice beside empty slots
 * may still turn.  It takes the card that brings most in points, in collections and at the
 * investors that its pawns reach.  It passes when new cards are likely to be better than
 * those on the table.  The guesses have names below; judge them with `safehouse arena`.
 *
 * Map: a network - collections and investors - choosing. */
#include "games/sentient/sentient.h"
#include "bots/bots.h"
#include <string.h>

enum { DRAWS = 12 }; /* how many sets of four cards are drawn to see what a pass may bring */

static const double block_chance = 0.2;      /* that a sign of a later card is blocked */
static const double assistant_value = 0.75;  /* of an assistant, for each agent still to be placed */
static const double agent_value = 2.8;       /* what an agent will bring at investors, on average */
static const double first_choice_cost = 0.8; /* of letting a rival choose from new cards first */
static const double denial_value = 0.3;      /* share of what a rival loses, with two players */

/* What the bot has in mind while it chooses a move. */
typedef struct {
    const sn_box *b;
    const sn_state *s; /* a view; nothing is hidden in Sentient */
    gm_seat me;
    double turn[2][3]; /* the chance that a later card turns the die to its left, or right, by each sign */
    rng *r;
    uint64_t *work;
} mind;

/* ---- a network ----------------------------------------------------------- */

/* Estimates turn[][] from the signs of the cards that nobody has taken. */
static void estimate_turns(mind *m) {
    uint64_t cards = m->s->deck | m->s->discards;
    int n = bits_count(cards);
    for (int side = 0; side < 2; side++) {
        BITS_EACH (card, cards)
            m->turn[side][m->b->card[card].sign[side]] += (1 - block_chance) / n;
        m->turn[side][SN_EQUAL] += n ? block_chance : 1;
    }
}

/* What a card is expected to score; dice beside empty slots may still turn by one. */
static double expected_score(const mind *m, const uint8_t cards[SN_SLOTS], const uint8_t dice[SN_DICE],
                             int slot) {
    bool open_left = slot && cards[slot - 1] == GM_NONE,
         open_right = slot < SN_SLOTS - 1 && cards[slot + 1] == GM_NONE;
    const sn_card *c = &m->b->card[cards[slot]];
    double sum = 0;
    for (int l = SN_MINUS; l <= SN_PLUS; l++)
        for (int r = SN_MINUS; r <= SN_PLUS; r++) {
            double p = open_left ? m->turn[1][l] : l == SN_EQUAL; /* by the right sign of a later card */
            p *= open_right ? m->turn[0][r] : r == SN_EQUAL;
            if (p > 0) sum += p * c->score[sn_turned(dice[slot], l) - 1][sn_turned(dice[slot + 1], r) - 1];
        }
    return sum;
}

static double network_value(const mind *m, const uint8_t cards[SN_SLOTS], const uint8_t dice[SN_DICE]) {
    double sum = 0;
    for (int k = 0; k < SN_SLOTS; k++)
        if (cards[k] != GM_NONE) sum += expected_score(m, cards, dice, k);
    ++*m->work;
    return sum;
}

/* The value of the network with one more card, less what the blocking assistants are worth
 * elsewhere. */
static double value_after_plug(const mind *m, int card, int slot, int blocks, int agents) {
    uint8_t cards[SN_SLOTS], dice[SN_DICE];
    memcpy(cards, m->s->cards[m->s->round][m->me], sizeof cards);
    memcpy(dice, m->s->dice[m->me], sizeof dice);
    cards[slot] = (uint8_t)card;
    sn_calibrate(m->b, card, slot, blocks, dice);
    return network_value(m, cards, dice) - assistant_value * agents * sn_blockers(blocks);
}

/* The best value of the network with one more card, with so many assistants left. */
static double best_plug(const mind *m, int card, int assistants, int agents) {
    double best = -99;
    for (int slot = 0; slot < SN_SLOTS; slot++)
        for (int blocks = 0; blocks < 4 && m->s->cards[m->s->round][m->me][slot] == GM_NONE; blocks++) {
            if (blocks & sn_unblockable(m->b, card) || sn_blockers(blocks) > assistants) continue;
            double value = value_after_plug(m, card, slot, blocks, agents);
            if (value > best) best = value;
        }
    return best;
}

/* ---- collections and investors ------------------------------------------- */

/* How many cards a player will still take. */
static int cards_to_come(const mind *m, int seat) {
    return SN_SLOTS * (SN_ROUNDS - 1 - m->s->round) + m->s->agents[seat];
}

/* The value of an investor: a point for each card of its type; a later card counts as a fifth of
 * each type. */
static double token_value(const mind *m, int seat, int type) {
    return sn_cards_of(m->b, m->s, seat, type) + cards_to_come(m, seat) / (double)SN_TYPES;
}

/* What a card's type is worth at the end: a point for each investor of the type, and a share of
 * those still to be won. */
static double type_value(const mind *m, int type) {
    double n = m->s->company[m->me] == type;
    for (int round = 0; round <= m->s->round; round++)
        for (int p = 0; p < SN_INVESTORS; p++) {
            bool here = m->s->investor[round][p] == type;
            if (round < m->s->round)
                n += here && m->s->token[round][p] == m->me;
            else if (here) /* at stake now */
                n += 1.0 / m->b->head.seats;
        }
    return n + (double)(SN_ROUNDS - 1 - m->s->round) / m->b->head.seats;
}

/* The chance that I win the investor at a position, as things stand. */
static double chance_at(const mind *m, const sn_state *s, int position) {
    double mine = 0, best = 0;
    /* Of equals, the seat with more agents is ahead, then the one higher in the stack. */
    for (int i = 0; i < m->b->head.seats; i++) {
        gm_seat q = s->order[s->round][i];
        double weight = sn_influence(s, position, q) + 0.1 * sn_agents(s, position, q) - 0.02 * i;
        if (!sn_influence(s, position, q)) continue;
        if (q == m->me)
            mine = weight;
        else if (weight > best)
            best = weight;
    }
    double lead = mine - best, size = lead < 0 ? -lead : lead;
    if (!sn_influence(s, position, m->me)) return 0;
    return 0.5 + 0.5 * lead / (1 + size);
}

/* Am I the last to place an agent in this round?  Then the standings are final. */
static bool is_last_to_place(const mind *m) {
    for (int q = 0; q < m->b->head.seats; q++)
        if (m->s->agents[q] > (q == m->me)) return false;
    return true;
}

/* What I can expect from an investor that is worth so much to me; `settled`: what I get there. */
static double investor_value(const mind *m, const sn_state *s, int position, double worth, bool settled) {
    gm_seat first, second;
    if (!settled) return worth * chance_at(m, s, position);
    sn_standing(m->b, s, position, &first, &second);
    return first == m->me ? worth : second == m->me;
}

/* What an agent and assistants at a slot bring at the two investors that it touches. */
static double influence_value(const mind *m, int slot, int assistants) {
    sn_state t = *m->s;
    double sum = 0;
    bool settled = is_last_to_place(m);
    t.agents_at[slot][m->me]++;
    t.assistants_at[slot][m->me] = (uint8_t)(t.assistants_at[slot][m->me] + assistants);
    for (int p = slot; p <= slot + 1; p++) {
        int type = m->s->investor[m->s->round][p];
        double worth = token_value(m, m->me, type), theirs = 0;
        for (int q = 0; q < m->b->head.seats; q++)
            if (q != m->me && sn_influence(m->s, p, q) && token_value(m, q, type) > theirs)
                theirs = token_value(m, q, type);
        worth += denial_value * theirs / ((m->b->head.seats - 1) * (m->b->head.seats - 1));
        sum += investor_value(m, &t, p, worth, settled) - investor_value(m, m->s, p, worth, settled);
    }
    return sum;
}

/* ---- choosing ------------------------------------------------------------ */

/* The value of a card, apart from where it is taken. */
static double card_value(const mind *m, int card, int assistants, int agents) {
    return best_plug(m, card, assistants, agents) + type_value(m, m->b->card[card].type);
}

static double try_procure(const mind *m, int slot, int assistants) {
    int left = m->s->assistants[m->me] - assistants, agents = m->s->agents[m->me] - 1;
    return card_value(m, m->s->factory[slot], left, agents) + influence_value(m, slot, assistants) -
           assistant_value * agents * assistants;
}

/* What the next card may bring after a pass: the average of the best of four random cards. */
static double try_pass(const mind *m) {
    const sn_state *s = m->s;
    uint64_t pile = s->deck, factory = 0;
    double sum = 0;
    if (!s->agents[m->me]) return 0;
    for (int k = 0; k < SN_SLOTS; k++)
        factory |= BIT(s->factory[k]);
    if (bits_count(pile) < SN_SLOTS) pile |= s->discards | factory; /* S5.3: these are discarded first */
    for (int i = 0; i < DRAWS; i++) {
        uint64_t left = pile;
        double best = -99;
        BITS_EACH (card, bits_take(&left, ~0ull, SN_SLOTS, m->r)) {
            double value = card_value(m, card, s->assistants[m->me], s->agents[m->me] - 1);
            if (value > best) best = value;
        }
        sum += best;
    }
    double value = sum / (double)DRAWS + agent_value;
    for (int q = 0; q < m->b->head.seats; q++)
        if (q != m->me && s->agents[q]) value -= first_choice_cost;
    return value;
}

static double try_move(const mind *m, gm_move move) {
    switch (GM_KIND(move)) {
    case SN_M_PROCURE: return try_procure(m, GM_A(move), GM_B(move));
    case SN_M_PASS: return try_pass(m);
    default: return value_after_plug(m, m->s->taken, GM_A(move), GM_B(move), m->s->agents[m->me]);
    }
}

gm_move bots_sentient(const gm_view *v, const gm_story *story, rng *r, uint64_t *work) {
    mind m = {.b = v->box, .s = (const sn_state *)(const void *)v->st, .me = v->who, .r = r, .work = work};
    gm_move moves[GM_MAX_MOVES], best = 0;
    int n = v->game->moves(v->box, v->st, v->who, moves);
    double most = 0;
    (void)story;
    *work = 0;
    estimate_turns(&m);
    for (int i = 0; i < n; i++) {
        double value = try_move(&m, moves[i]);
        if (!best || value > most) best = moves[i], most = value;
    }
    return best;
}
