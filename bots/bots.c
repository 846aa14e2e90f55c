/* bots.c - the list of bots, and playing with them. */
#include "bots/bots.h"
#include "base/bits.h"
#include <string.h>

/* Any legal move, with equal chances: the baseline that every other bot must beat. */
static gm_move choose_random(const gm_view *v, const gm_story *story, rng *r, uint64_t *work) {
    gm_move moves[GM_MAX_MOVES];
    int n = v->game->moves(v->box, v->st, v->who, moves);
    (void)story;
    *work = 1;
    return moves[rng_below(r, (uint32_t)n)];
}

const gm_bot bots_all[] = {
    {"sensible", "agents", "bot.sensible", bots_agents},
    {"sensible", "inside-job", "bot.sensible", bots_inside_job},
    {"sensible", "sentient", "bot.sensible", bots_sentient},
    {"random", NULL, "bot.random", choose_random},
    {0},
};

static bool plays(const gm_bot *b, const gm_game *g) { return !b->game || !strcmp(b->game, g->name); }

const gm_bot *bots_find(const char *name, const gm_game *g) {
    for (const gm_bot *b = bots_all; b->name; b++)
        if (!strcmp(b->name, name) && plays(b, g)) return b;
    return NULL;
}

static const struct {
    const char *name, *say;
} names[] = {{"sensible", "bot.name.sensible"}, {"random", "bot.name.random"}, {"human", "bot.name.human"}};

const char *bots_shown(words_lang lang, const char *name) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i].name, name)) return words_get(lang, names[i].say, 0);
    return name;
}

const char *bots_typed(words_lang lang, const char *typed) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(words_get(lang, names[i].say, 0), typed)) return names[i].name;
    return typed;
}

/* The generator of a bot.  If real cards are dealt by hand there is no secret, and the dealer's moves so
 * far take its place. */
static rng derive_luck(const uint8_t secret[DEAL_SECRET], const record *by_hand, gm_seat who, int n) {
    uint8_t at[3] = {who, (uint8_t)(n >> 8), (uint8_t)n}, hash[SHA256_SIZE];
    rng luck = {0};
    sha256 s;
    sha256_start(&s);
    sha256_add(&s, "safehouse bot 1", 15);
    sha256_add(&s, secret, DEAL_SECRET);
    for (int i = 0; by_hand && i < n; i++) {
        gm_move m = by_hand->move[i];
        uint8_t bytes[4] = {(uint8_t)m, (uint8_t)(m >> 8), (uint8_t)(m >> 16), (uint8_t)(m >> 24)};
        if (by_hand->by[i] == GM_DEALER) sha256_add(&s, bytes, sizeof bytes);
    }
    sha256_add(&s, at, sizeof at);
    sha256_end(&s, hash);
    for (int i = 0; i < 8; i++)
        luck.s = luck.s << 8 | hash[i];
    return luck;
}

rng bots_luck(const uint8_t secret[DEAL_SECRET], gm_seat who, int n) {
    return derive_luck(secret, NULL, who, n);
}

gm_move bots_move(const gm_bot *b, const record *r, gm_seat who) {
    gm_view v;
    gm_story story = gm_match_story(&r->match, who);
    rng luck = derive_luck(r->secret, r->deal == DEAL_BY_HAND ? r : NULL, who, r->match.n);
    uint64_t work;
    gm_make_view(r->match.game, r->box, r->st, who, &v);
    return b->choose(&v, &story, &luck, &work);
}

static void derive_seed(const uint8_t seed[DEAL_SECRET], int i, uint8_t out[DEAL_SECRET]) {
    uint8_t number[4] = {(uint8_t)(i >> 24), (uint8_t)(i >> 16), (uint8_t)(i >> 8), (uint8_t)i};
    sha256 s;
    memcpy(out, seed, DEAL_SECRET);
    if (!i) return;
    sha256_start(&s);
    sha256_add(&s, seed, DEAL_SECRET);
    sha256_add(&s, number, sizeof number);
    sha256_end(&s, out);
}

/* Does the score sheet of every seat add up to its points? */
static const char *check_scores(const record *r) {
    gm_result res;
    gm_score lines[GM_MAX_SCORES];
    r->match.game->result(r->box, r->st, &res);
    for (int i = r->match.game->scores(r->box, r->st, lines); i--;)
        res.points[lines[i].seat] -= lines[i].points;
    for (int q = 0; q < GM_MAX_SEATS; q++)
        if (res.points[q]) return "the scores do not add up to the points";
    return NULL;
}

const char *bots_play(record *r, gm_heard_by *heard, const gm_bot *const *bot,
                      const uint8_t seed[DEAL_SECRET], int i) {
    const gm_game *g = r->match.game;
    const char *wrong = NULL;
    uint8_t own_seed[DEAL_SECRET];
    derive_seed(seed, i, own_seed);
    gm_match_rewind(&r->match, 0);
    record_seed(r, own_seed);
    r->match.heard = heard;
    for (gm_seats act; !wrong && (act = g->to_act(r->box, r->st));) {
        gm_seat q = (gm_seat)bits_first(act);
        gm_move m = q == GM_DEALER ? gm_match_deal(&r->match, r->key) : bots_move(bot[q], r, q);
        if (q != GM_DEALER && g->why_not(r->box, r->st, q, m)) return "a bot's move is not legal";
        if (!gm_match_play(&r->match, q, m)) return "the game does not end";
        wrong = g->check_invariants(r->box, r->st);
    }
    return wrong ? wrong : check_scores(r);
}
