/* perft.c - numbers that pin a game's behaviour. */
#include "kit/perft.h"
#include "base/bits.h"
#include "base/sha256.h"
#include "base/text.h"
#include "kit/json.h"
#include "kit/notation.h"
#include "kit/order.h"
#include "kit/view.h"
#include <assert.h>
#include <string.h>

uint64_t gm_perft(const gm_game *g, const void *box, const void *st, int depth) {
    gm_seats act = g->to_act(box, st);
    if (!depth || !act) return 1;
    gm_move moves[GM_MAX_MOVES];
    gm_seat who = (gm_seat)bits_first(act);
    int n = g->moves(box, st, who, moves);
    if (depth == 1) return (uint64_t)n;
    uint64_t sum = 0;
    for (int i = 0; i < n; i++) {
        _Alignas(8) uint8_t next[GM_MAX_STATE];
        memcpy(next, st, g->state_size);
        g->apply(box, next, who, moves[i]);
        sum += gm_perft(g, box, next, depth - 1);
    }
    return sum;
}

/* The seat and move that come next in a random game; 0 if it is over. */
static gm_move random_move(const gm_game *g, const void *box, const void *st, rng *r, gm_seat *who) {
    gm_seats act = g->to_act(box, st);
    if (!act) return 0;
    *who = (gm_seat)bits_first(act);
    if (*who == GM_DEALER) return g->deal(box, st, rng_below(r, g->chances(box, st)));
    gm_move moves[GM_MAX_MOVES];
    int n = g->moves(box, st, *who, moves);
    return moves[n > 1 ? rng_below(r, (uint32_t)n) : 0];
}

bool gm_random_ply(const gm_game *g, const void *box, void *st, rng *r) {
    gm_seat who;
    gm_move m = random_move(g, box, st, r, &who);
    if (m) g->apply(box, st, who, m);
    return m;
}

/* ---- signatures ----------------------------------------------------------------
 *
 * Everything is hashed as text: moves in notation, states and views as JSON.  So neither the layout of a struct
 * nor the number of a card or a move has a part in it.  Text takes time; therefore all choices, the state, a view
 * and a world are written only at every few moves, and at other moves in each game. */

enum {
    SIGN_FIELDS = 64, /* Inside Job: 42 */
    SIGN_EVERY = 24,  /* of 100 games, four look at the same move */
};

typedef struct {
    sha256 hash;
    gm_game game; /* with its fields sorted by name, because their order is a matter of layout, too */
    gm_field fields[SIGN_FIELDS];
    char json[GM_JSON_VIEW_SIZE];
} signer;

static void sign_text(signer *s, const char *words, size_t n) {
    sha256_add(&s->hash, words, n);
    sha256_add(&s->hash, "\n", 1);
}

static void sign_number(signer *s, int64_t n) {
    char digits[24];
    text t = text_on(digits, sizeof digits);
    text_int(&t, n);
    sign_text(s, t.at, t.used);
}

static void sign_move(signer *s, const void *box, gm_move m) {
    char notation[GM_NOTATION_SIZE];
    text t = text_on(notation, sizeof notation);
    gm_write_move(&t, &s->game, box, m);
    sign_text(s, t.at, t.used);
}

/* What `who` sees; GM_DEALER sees everything. */
static void sign_view(signer *s, const void *box, const void *st, gm_seat who) {
    gm_view v = {.game = &s->game, .box = box, .who = who};
    text t = text_on(s->json, sizeof s->json);
    jsonw w = jsonw_on(&t);
    if (who == GM_DEALER)
        memcpy(v.st, st, s->game.state_size);
    else
        gm_make_view(&s->game, box, st, who, &v);
    gm_json_view(&w, &v);
    sign_text(s, t.at, t.used);
}

/* A world that the seat holds possible. */
static void sign_world(signer *s, const void *box, const void *st, gm_seat who, rng *r) {
    _Alignas(8) uint8_t notes[GM_MAX_NOTES], world[GM_MAX_STATE] = {0};
    gm_view v;
    gm_make_view(&s->game, box, st, who, &v);
    gm_study(&s->game, box, v.st, who, notes);
    gm_fill(&s->game, box, v.st, who, notes, r, world);
    sign_view(s, box, world, GM_DEALER);
}

static void sign_result(signer *s, const void *box, const void *st) {
    gm_result res;
    gm_score lines[GM_MAX_SCORES];
    s->game.result(box, st, &res);
    sign_number(s, res.winners);
    for (int n = s->game.scores(box, st, lines), i = 0; i < n; i++) {
        sign_number(s, lines[i].seat);
        sign_number(s, lines[i].points);
    }
}

/* Everything that can be seen: the state, and the view of one listener after the other. */
static void sign_state(signer *s, const void *box, const void *st, int turn) {
    gm_seats all = gm_listeners(box);
    sign_view(s, box, st, GM_DEALER);
    sign_view(s, box, st, (gm_seat)bits_nth(all, (uint32_t)(turn % bits_count(all))));
}

/* Game number `number` of a box. */
static void sign_game(signer *s, const void *box, int number) {
    _Alignas(8) uint8_t st[GM_MAX_STATE] = {0};
    const gm_game *g = &s->game;
    gm_move moves[GM_MAX_MOVES];
    rng r = {(uint64_t)number};
    gm_seat who;
    int i = number;
    g->setup(box, st);
    for (gm_move m; (m = random_move(g, box, st, &r, &who)); i++) {
        bool look = i % SIGN_EVERY == 0;
        if (who == GM_DEALER) sign_number(s, g->chances(box, st));
        if (look && who != GM_DEALER) sign_world(s, box, st, who, &r);
        int n = g->moves(box, st, who, moves);
        sign_number(s, n);
        for (int k = 0; look && k < n; k++)
            sign_move(s, box, moves[k]);
        BITS_EACH (q, gm_listeners(box))
            sign_move(s, box, gm_heard(g, box, st, who, m, (gm_seat)q));
        g->apply(box, st, who, m);
        if (look) sign_state(s, box, st, i / SIGN_EVERY);
    }
    sign_state(s, box, st, i);
    sign_result(s, box, st);
}

static void sign_order(signer *s, const gm_game *g, gm_order order, int edition, int games) {
    _Alignas(8) uint8_t box[GM_MAX_BOX];
    fault why;
    order.edition = edition;
    if (!gm_open_box(g, &order, box, &why)) return;
    for (int i = 0; i < games; i++)
        sign_game(s, box, i);
}

static void start_signer(signer *s, const gm_game *g) {
    int n = 0;
    sha256_start(&s->hash);
    memset(s->fields, 0, sizeof s->fields);
    for (const gm_field *f = g->fields; f->name; f++) {
        assert(n < SIGN_FIELDS - 1);
        int i = n++;
        for (; i && strcmp(s->fields[i - 1].name, f->name) > 0; i--)
            s->fields[i] = s->fields[i - 1];
        s->fields[i] = *f;
    }
    s->game = *g;
    s->game.fields = s->fields;
}

void gm_signature(const gm_game *g, int edition, int games, char out[65]) {
    signer s;
    uint8_t hash[SHA256_SIZE];
    start_signer(&s, g);
    for (int seats = g->min_seats; seats <= g->max_seats; seats++) {
        sign_order(&s, g, (gm_order){.seats = seats}, edition, games);
        for (const gm_setting *more = g->extra_settings; more && more->key; more++)
            sign_order(&s, g, (gm_order){.seats = seats, .settings = {*more}}, edition, games / 8 + 1);
    }
    for (const gm_mini *mini = g->minis; mini->order.seats; mini++)
        sign_order(&s, g, mini->order, edition, games);
    sha256_end(&s.hash, hash);
    text t = text_on(out, 65);
    text_hex(&t, hash, sizeof hash);
}
