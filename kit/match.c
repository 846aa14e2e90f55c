/* match.c - a game in progress. */
#include "kit/match.h"
#include "base/bits.h"
#include "kit/notation.h"
#include <assert.h>
#include <string.h>

void gm_match_start(gm_match *m) {
    m->n = 0;
    m->dealt = 0;
    memset(m->st, 0, m->game->state_size);
    m->game->setup(m->box, m->st);
}

bool gm_match_play(gm_match *m, gm_seat who, gm_move move) {
    if (m->n == m->capacity) return false;
    assert(!m->game->why_not(m->box, m->st, who, move));
    if (m->heard)
        BITS_EACH (q, gm_listeners(m->box))
            (*m->heard)[q][m->n] = gm_heard(m->game, m->box, m->st, who, move, (gm_seat)q);
    m->by[m->n] = who;
    m->move[m->n++] = move;
    m->dealt += who == GM_DEALER;
    m->game->apply(m->box, m->st, who, move);
    return true;
}

gm_move gm_match_deal(const gm_match *m, const uint8_t key[32]) {
    return m->game->deal(m->box, m->st, deal_pick(key, m->dealt, m->game->chances(m->box, m->st)));
}

int gm_match_undoable(const gm_match *m, gm_seat who) {
    int n = 0;
    while (n < m->n && m->by[m->n - 1 - n] == who && gm_verb_of(m->game, m->move[m->n - 1 - n])->undoable)
        n++;
    return n;
}

int gm_match_asked_for(const gm_match *m, int n) {
    _Alignas(8) uint8_t st[GM_MAX_STATE] = {0};
    int since = -1; /* not asked */
    m->game->setup(m->box, st);
    for (int i = 0; i <= n; i++) {
        bool asked = m->game->to_act(m->box, st) >> m->by[n] & 1, again = i && m->by[i - 1] == m->by[n];
        if (!asked || since < 0 || again) since = asked ? i : -1;
        m->game->apply(m->box, st, m->by[i], m->move[i]);
    }
    return since;
}

void gm_match_rewind(gm_match *m, int n) {
    assert(n <= m->n);
    for (gm_match_start(m); m->n < n; m->n++) {
        m->dealt += m->by[m->n] == GM_DEALER;
        m->game->apply(m->box, m->st, m->by[m->n], m->move[m->n]);
    }
}

gm_story gm_match_story(const gm_match *m, gm_seat who) {
    assert(m->heard);
    return (gm_story){m->n, m->by, (*m->heard)[who]};
}

void gm_match_replay_story(const gm_match *m, gm_seat who, gm_move *out) {
    _Alignas(8) uint8_t st[GM_MAX_STATE] = {0};
    m->game->setup(m->box, st);
    for (int i = 0; i < m->n; i++) {
        out[i] = gm_heard(m->game, m->box, st, m->by[i], m->move[i], who);
        m->game->apply(m->box, st, m->by[i], m->move[i]);
    }
}
