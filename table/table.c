/* table.c - a table of the house.
 *
 * Map: events - words of a line - playing - discussions - clocks - colours - before the start - moves -
 * leaving and returning - votes - talk - sums - lines - the table. */
#include "table/table.h"
#include "base/bits.h"
#include "bots/bots.h"
#include "kit/notation.h"
#include <stdlib.h>
#include <string.h>

/* A line that is being done. */
typedef struct {
    table *t;
    const char *at;
    size_t size;
    int64_t time;
    enum { PERSON, BOT, CLOCK } who;
    table_person person;
    table_events *out;
    fault *why;
} request;

static bool bad(request *r, const char *say) { return fault_at(r->why, say, NULL, 0, 0); }

static bool bad_word(request *r, const char *say, const char *s, size_t n) {
    bad(r, say);
    return fault_with(r->why, 0, s, n);
}

/* ---- events -------------------------------------------------------------------------------- */

static table_event *add_event(request *r, table_kind kind, gm_seat seat) {
    table_events *out = r->out;
    if (out->n == out->capacity) {
        out->capacity = out->capacity ? 2 * out->capacity : 16;
        out->event = realloc(out->event, (size_t)out->capacity * sizeof *out->event);
        if (!out->event) abort();
    }
    table_event *e = &out->event[out->n++];
    *e = (table_event){.kind = kind, .seat = seat, .person = r->person};
    return e;
}

void table_events_free(table_events *e) { free(e->event); }

/* ---- words of a line -------------------------------------------------------------------------- */

/* Splits off the next word. */
static size_t next_word(request *r, const char **word) {
    size_t n = 0;
    *word = r->at;
    while (n < r->size && r->at[n] != ' ')
        n++;
    size_t skip = n + (n < r->size);
    r->at += skip;
    r->size -= skip;
    return n;
}

static bool equals(const char *s, size_t n, const char *word) {
    return strlen(word) == n && !memcmp(s, word, n);
}

static bool read_seat(request *r, gm_seat *seat) {
    const char *word;
    int q;
    size_t n = next_word(r, &word);
    if (!text_number(word, n, 0, gm_seat_count(r->t->match.box) - 1, &q))
        return bad_word(r, "table.seat", word, n);
    *seat = (gm_seat)q;
    return true;
}

/* A seat that belongs to the person of the line. */
static bool own_seat(request *r, gm_seat *seat) {
    return read_seat(r, seat) && (r->t->seat[*seat].person == r->person || bad(r, "table.not-yours"));
}

/* The line has no more words. */
static bool read_end(request *r) { return !r->size || bad_word(r, "table.more", r->at, r->size); }

static bool is_good_text(const char *s, size_t n) {
    for (int k; n; s += k, n -= (size_t)k)
        if (!(k = text_utf8(s, n)) || text_control(s)) return false;
    return true;
}

/* ---- playing ---------------------------------------------------------------------------- */

static gm_seats to_act(const table *t) {
    return t->phase == TABLE_PLAYING ? t->match.game->to_act(t->match.box, t->match.st) : 0;
}

gm_seats table_asked(const table *t) { return t->discussion == TABLE_DISCUSSING ? 0 : to_act(t); }

/* Does a bot play here now? */
static bool is_bot(const table_seat *s) { return !s->person || s->held; }

/* Makes space for one more move; false: the game is as long as a game can be. */
static bool reserve_move(table *t) {
    gm_match *m = &t->match;
    if (m->n < m->capacity) return true;
    if (m->n == GM_MAX_PLIES) return false;
    m->capacity = m->capacity ? 2 * m->capacity : 64;
    m->by = realloc(m->by, (size_t)m->capacity * sizeof *m->by);
    m->move = realloc(m->move, (size_t)m->capacity * sizeof *m->move);
    if (!m->by || !m->move) abort();
    return true;
}

static void play(request *r, gm_seat who, gm_move m) {
    table *t = r->t;
    table_event *e = add_event(r, TABLE_E_MOVE, who);
    e->n = t->match.n;
    BITS_EACH (q, gm_listeners(t->match.box))
        e->heard[q] = gm_heard(t->match.game, t->match.box, t->match.st, who, m, (gm_seat)q);
    gm_match_play(&t->match, who, m);
}

static void stop_clock(const table *t, table_seat *s) {
    if (s->since && t->terms.clock == TABLE_PER_GAME) s->left -= t->now - s->since;
    if (s->left < 0) s->left = 0;
    s->since = 0;
}

static void update_discussion(request *r);

/* The dealer deals as long as it is its turn; then the clocks of the seats that must act run. */
static void proceed(request *r) {
    table *t = r->t;
    while (to_act(t) == BIT(GM_DEALER) && reserve_move(t)) {
        const gm_match *m = &t->match;
        play(r, GM_DEALER,
             t->pick ? m->game->deal(m->box, m->st, t->pick(t, m->game->chances(m->box, m->st)))
                     : gm_match_deal(m, t->key));
    }
    update_discussion(r);
    for (int q = 0; q < gm_seat_count(t->match.box); q++) {
        table_seat *s = &t->seat[q];
        bool runs = table_asked(t) >> q & 1 && !is_bot(s) && t->terms.clock != TABLE_NO_CLOCK;
        if (runs == (s->since != 0)) continue;
        stop_clock(t, s);
        if (runs) s->since = t->now;
    }
    if (t->phase == TABLE_PLAYING && (!to_act(t) || t->match.n == GM_MAX_PLIES)) {
        t->phase = TABLE_OVER;
        add_event(r, TABLE_E_OVER, GM_SPECTATOR);
    }
}

/* ---- discussions ---------------------------------------------------------------------------- */

gm_seats table_ready(const table *t) {
    gm_seats ready = 0;
    for (int q = 0; q < gm_seat_count(t->match.box); q++)
        if (is_bot(&t->seat[q]) || t->seat[q].ready) ready |= (gm_seats)BIT(q);
    return ready;
}

/* Somebody alone with bots has nobody to talk to. */
static bool needs_discussion(const table *t) {
    int people = 0;
    for (int q = 0; q < gm_seat_count(t->match.box); q++)
        people += !is_bot(&t->seat[q]);
    return people > 1 && table_ready(t) != BIT(gm_seat_count(t->match.box)) - 1;
}

static void set_discussion(request *r, table_discussion now) {
    table *t = r->t;
    bool was = t->discussion == TABLE_DISCUSSING, on = now == TABLE_DISCUSSING;
    t->discussion = now;
    if (was == on) return;
    t->discussing_since = on ? t->now : 0;
    for (int q = 0; q < GM_MAX_SEATS; q++)
        t->seat[q].ready = false;
    add_event(r, TABLE_E_DISCUSSION, GM_SPECTATOR)->on = on;
}

/* Begins or ends a discussion, as the game, the people and the time want it.  One that has ended stays so as long as
 * those who were discussing choose, even if one of them takes a choice back. */
static void update_discussion(request *r) {
    const table *t = r->t;
    const gm_match *m = &t->match;
    if (!t->terms.discussion || !m->game->discusses) return;
    int64_t time = t->terms.discussion_time;
    bool late = t->discussion == TABLE_DISCUSSING && time && t->discussing_since + time <= t->now;
    if (t->phase != TABLE_PLAYING || !m->game->discusses(m->box, m->st))
        set_discussion(r, TABLE_NO_DISCUSSION);
    else if (t->discussion != TABLE_DISCUSSED)
        set_discussion(r, late || !needs_discussion(t) ? TABLE_DISCUSSED : TABLE_DISCUSSING);
}

static bool do_ready(request *r) {
    table *t = r->t;
    gm_seat q;
    if (!own_seat(r, &q) || !read_end(r)) return false;
    if (t->discussion != TABLE_DISCUSSING) return bad(r, "table.no-discussion");
    table_seat *s = &t->seat[q];
    if (s->held) return bad(r, "table.held");
    if (s->ready) return true; /* to say it twice counts once */
    s->ready = true;
    add_event(r, TABLE_E_READY, q);
    proceed(r);
    return true;
}

/* ---- clocks ------------------------------------------------------------------------------------------ */

int64_t table_due(const table *t) {
    int64_t due = INT64_MAX;
    if (t->discussion == TABLE_DISCUSSING && t->terms.discussion_time)
        due = t->discussing_since + t->terms.discussion_time;
    if (t->terms.clock == TABLE_NO_CLOCK) return due;
    for (int q = 0; q < gm_seat_count(t->match.box); q++) {
        const table_seat *s = &t->seat[q];
        if (s->since && s->since + s->left < due) due = s->since + s->left;
    }
    return due;
}

static void hold_seat(request *r, gm_seat seat) {
    table_seat *s = &r->t->seat[seat];
    s->held = true;
    s->ready = false;
    s->vote = TABLE_NOTHING;
    add_event(r, TABLE_E_SEAT, seat);
}

static bool do_clock(request *r) {
    table *t = r->t;
    if (table_due(t) > t->now) return bad(r, "table.early");
    for (gm_seat q = 0; q < gm_seat_count(t->match.box); q++)
        if (t->seat[q].since && t->seat[q].since + t->seat[q].left <= t->now) hold_seat(r, q);
    proceed(r);
    return true;
}

/* ---- colours ------------------------------------------------------------------------------------------ */

static bool colour_at(const table *t, int i, gm_thing *out) {
    return t->match.game->thing(t->match.box, "player-colour", i, out);
}

bool table_colours(const table *t, uint8_t colour[GM_MAX_SEATS]) {
    gm_thing thing;
    uint64_t chosen = 0, free;
    int seats = gm_seat_count(t->match.box);
    if (!colour_at(t, 0, &thing)) return false;
    for (int q = 0; q < seats; q++)
        if (t->seat[q].colour) chosen |= BIT(t->seat[q].colour - 1);
    free = ~chosen;
    for (int q = 0; q < seats; q++) {
        bool own = !t->seat[q].colour && !(chosen >> q & 1);
        colour[q] = t->seat[q].colour ? (uint8_t)(t->seat[q].colour - 1) : own ? (uint8_t)q : GM_NONE;
        if (own) free &= ~BIT(q);
    }
    for (int q = 0; q < seats; q++) {
        if (colour[q] != GM_NONE) continue;
        colour[q] = (uint8_t)bits_first(free);
        free &= free - 1;
    }
    return true;
}

/* Tells of the seats, but for one, whose colours are no longer what they were. */
static void tell_colours(request *r, gm_seat but, const uint8_t before[GM_MAX_SEATS]) {
    uint8_t now[GM_MAX_SEATS];
    if (!table_colours(r->t, now)) return;
    for (gm_seat q = 0; q < gm_seat_count(r->t->match.box); q++)
        if (q != but && now[q] != before[q]) add_event(r, TABLE_E_SEAT, q);
}

/* The number of the colour that the rest of the line names, plus 1; 0 for `-`; -1: there is no such colour. */
static int read_colour(const request *r) {
    gm_thing thing;
    int i = 0;
    if (equals(r->at, r->size, "-")) return 0;
    while (colour_at(r->t, i, &thing) && !equals(r->at, r->size, thing.code))
        i++;
    return colour_at(r->t, i, &thing) ? i + 1 : -1;
}

/* ---- before the start ------------------------------------------------------------------------------------ */

static bool is_waiting(request *r) { return r->t->phase == TABLE_WAITING || bad(r, "table.started"); }
static bool is_host(request *r) { return r->person == r->t->terms.host || bad(r, "table.not-host"); }

static bool do_sit(request *r) {
    gm_seat q;
    if (!is_waiting(r) || !read_seat(r, &q)) return false;
    table_seat *s = &r->t->seat[q];
    if (s->person) return bad(r, "table.taken");
    if (table_is_removed(r->t, r->person)) return bad(r, "table.removed");
    if (!r->size || r->size >= RECORD_NAME || !is_good_text(r->at, r->size))
        return bad_word(r, "table.name", r->at, r->size);
    s->person = r->person;
    memset(s->name, 0, sizeof s->name);
    memcpy(s->name, r->at, r->size);
    s->bot[0] = 0;
    add_event(r, TABLE_E_SEAT, q);
    return true;
}

static void clear_seat(request *r, gm_seat q) {
    uint8_t before[GM_MAX_SEATS] = {0};
    table_colours(r->t, before);
    r->t->seat[q] = (table_seat){0};
    add_event(r, TABLE_E_SEAT, q);
    tell_colours(r, q, before);
}

static bool do_rise(request *r) {
    gm_seat q;
    if (!is_waiting(r) || !own_seat(r, &q) || !read_end(r)) return false;
    clear_seat(r, q);
    return true;
}

static void add_removed(table *t, table_person who) {
    if (t->n_removed == t->removed_capacity) {
        t->removed_capacity = t->removed_capacity ? 2 * t->removed_capacity : TABLE_REMOVED;
        t->removed = realloc(t->removed, (size_t)t->removed_capacity * sizeof *t->removed);
        if (!t->removed) abort();
    }
    t->removed[t->n_removed++] = who;
}

/* What older programs wrote for a ban. */
static bool do_remove(request *r) {
    gm_seat q;
    if (!is_waiting(r) || !is_host(r) || !read_seat(r, &q) || !read_end(r)) return false;
    table_person who = r->t->seat[q].person;
    if (!who) return bad(r, "table.free");
    if (who != r->person && r->t->n_removed < TABLE_REMOVED) add_removed(r->t, who);
    clear_seat(r, q);
    return true;
}

/* It names the person and not the seat, because a rematch bans the same people before anybody sits there.  The list
 * needs no bound of its own: each ban is a line, and a journal has a bound. */
static bool do_ban(request *r) {
    table *t = r->t;
    const char *word;
    int who;
    size_t n = next_word(r, &word);
    if (!is_waiting(r) || !is_host(r)) return false;
    if (!text_number(word, n, 1, 1 << 30, &who) || (table_person)who == r->person)
        return bad_word(r, "table.who", word, n);
    if (!read_end(r)) return false;
    if (!table_is_removed(t, (table_person)who)) add_removed(t, (table_person)who);
    add_event(r, TABLE_E_BAN, GM_SPECTATOR)->person = (table_person)who;
    BITS_EACH (q, table_seats_of(t, (table_person)who))
        clear_seat(r, (gm_seat)q);
    return true;
}

static bool do_bot(request *r) {
    gm_seat q;
    if (!is_waiting(r) || !is_host(r) || !read_seat(r, &q)) return false;
    if (r->t->seat[q].person) return bad(r, "table.taken");
    char name[RECORD_BOT] = "";
    if (r->size < sizeof name) memcpy(name, r->at, r->size);
    bool nobody = equals(r->at, r->size, "-");
    if (!nobody && !bots_find(name, r->t->match.game)) return bad_word(r, "table.bot", r->at, r->size);
    clear_seat(r, q);
    if (!nobody) memcpy(r->t->seat[q].bot, name, sizeof name);
    return true;
}

/* Nobody gets a colour that somebody else has chosen. */
static bool do_colour(request *r) {
    gm_seat q;
    uint8_t before[GM_MAX_SEATS];
    if (!is_waiting(r) || !own_seat(r, &q)) return false;
    int colour = read_colour(r);
    if (colour < 0 || !table_colours(r->t, before)) return bad_word(r, "table.colour", r->at, r->size);
    for (int other = 0; colour && other < gm_seat_count(r->t->match.box); other++)
        if (other != q && r->t->seat[other].colour == colour) return bad(r, "table.colour-taken");
    r->t->seat[q].colour = (uint8_t)colour;
    add_event(r, TABLE_E_SEAT, q);
    tell_colours(r, q, before);
    return true;
}

static bool do_nonce(request *r) {
    gm_seat q;
    uint8_t bytes[DEAL_NONCE];
    if (!is_waiting(r) || !own_seat(r, &q)) return false;
    if (!r->size || r->size > 2 * DEAL_NONCE || r->size % 2 ||
        !text_unhex(r->at, r->size, bytes, r->size / 2))
        return bad_word(r, "table.nonce", r->at, r->size);
    deal_nonce *n = &r->t->seat[q].nonce;
    *n = (deal_nonce){.size = (uint8_t)(r->size / 2)};
    memcpy(n->bytes, bytes, n->size);
    add_event(r, TABLE_E_SEAT, q);
    return true;
}

static bool do_start(request *r) {
    table *t = r->t;
    deal_nonce nonces[GM_MAX_SEATS];
    int seats = gm_seat_count(t->match.box), people = 0;
    if (!is_waiting(r) || !is_host(r) || !read_end(r)) return false;
    for (int q = 0; q < seats; q++)
        people += t->seat[q].person != 0;
    if (!people) return bad(r, "table.nobody");
    for (gm_seat q = 0; q < seats; q++) {
        table_seat *s = &t->seat[q];
        if (!s->bot[0]) memcpy(s->bot, t->terms.bot, strlen(t->terms.bot) + 1);
        s->left = t->terms.time;
        nonces[q] = s->nonce;
        if (!s->person) add_event(r, TABLE_E_SEAT, q);
    }
    deal_key(t->secret, nonces, seats, t->key);
    t->phase = TABLE_PLAYING;
    add_event(r, TABLE_E_START, GM_SPECTATOR);
    proceed(r);
    return true;
}

/* ---- moves ------------------------------------------------------------------------------------------------- */

static void clear_votes(table *t) {
    for (int q = 0; q < GM_MAX_SEATS; q++)
        t->seat[q].vote = TABLE_NOTHING, t->seat[q].hold = 0;
}

static bool is_playing(request *r) { return r->t->phase == TABLE_PLAYING || bad(r, "table.not-playing"); }

/* Passes on what the rules say against it; NULL: nothing. */
static bool is_allowed(request *r, const gm_reason *no) {
    if (!no) return true;
    bad(r, no->say);
    r->why->rule = no->rule;
    return false;
}

static bool try_move(request *r, gm_seat q) {
    table *t = r->t;
    gm_move m;
    if (t->discussion == TABLE_DISCUSSING) return bad(r, "table.discussion");
    if (!gm_read_move(t->match.game, t->match.box, r->at, r->size, &m, r->why)) return false;
    if (!is_allowed(r, t->match.game->why_not(t->match.box, t->match.st, q, m))) return false;
    if (!reserve_move(t)) return bad(r, "table.full");
    play(r, q, m);
    stop_clock(t, &t->seat[q]); /* it starts again if the seat must act again */
    proceed(r);
    return true;
}

static bool do_move(request *r) {
    gm_seat q;
    const char *word;
    int id;
    if (!is_playing(r) || !own_seat(r, &q)) return false;
    size_t n = next_word(r, &word);
    if (!text_number(word, n, 1, 1 << 30, &id)) return bad_word(r, "table.id", word, n);
    table_seat *s = &r->t->seat[q];
    if ((uint32_t)id == s->last) return true; /* a move that is sent twice counts once */
    if (s->held) return bad(r, "table.held");
    if (!try_move(r, q)) return false;
    s->last = (uint32_t)id;
    return true;
}

static bool do_bot_move(request *r) {
    gm_seat q;
    const char *word;
    size_t n = next_word(r, &word);
    if (!equals(word, n, "move")) return bad_word(r, "table.verb", word, n);
    if (!is_playing(r) || !read_seat(r, &q)) return false;
    if (!is_bot(&r->t->seat[q])) return bad(r, "table.no-bot");
    return try_move(r, q);
}

/* Does nobody else sit here?  Nobody who has sat here during the game could have got up. */
static bool is_alone(const table *t, table_person who) {
    for (int q = 0; q < gm_seat_count(t->match.box); q++)
        if (t->seat[q].person && t->seat[q].person != who) return false;
    return true;
}

static void rewind_to(request *r, gm_seat q, int n) {
    gm_match_rewind(&r->t->match, n);
    add_event(r, TABLE_E_BACK, q)->n = n;
}

/* The person plays again, with all of the time, even if their clock has run out. */
static void resume_seat(request *r, gm_seat q) {
    table_seat *s = &r->t->seat[q];
    if (s->held) add_event(r, TABLE_E_SEAT, q);
    s->held = false;
    s->left = r->t->terms.time;
    s->since = 0;
}

/* Among bots people may go back to any of their moves; whether take-backs were agreed does not matter, because an
 * agreement is for other people.  The deals come again as they came, so nothing here is a fair game any more. */
static bool do_undo(request *r, gm_seat q) {
    table *t = r->t;
    const char *word;
    int n;
    size_t size = next_word(r, &word);
    if (t->phase == TABLE_WAITING) return bad(r, "table.not-playing");
    if (!is_alone(t, r->person)) return bad(r, "table.not-alone");
    if (!text_number(word, size, 0, t->match.n - 1, &n) || t->match.by[n] != q)
        return bad_word(r, "table.no-undo", word, size);
    if (!read_end(r)) return false;
    t->practice = true;
    t->phase = TABLE_PLAYING;
    t->ended_by_vote = false;
    clear_votes(t);
    resume_seat(r, q);
    rewind_to(r, q, gm_match_asked_for(&t->match, n));
    r->out->event[r->out->n - 1].on = true;
    proceed(r);
    return true;
}

static bool do_back(request *r) {
    table *t = r->t;
    gm_seat q;
    if (!own_seat(r, &q)) return false;
    if (r->size) return do_undo(r, q);
    if (!is_playing(r)) return false;
    if (!t->terms.takebacks) return bad(r, "table.no-backs");
    if (t->seat[q].held) return bad(r, "table.held");
    if (!gm_match_undoable(&t->match, q)) return bad(r, "table.no-back");
    rewind_to(r, q, t->match.n - 1);
    proceed(r);
    return true;
}

/* ---- leaving and returning --------------------------------------------------------------------------------------- */

static bool do_leave(request *r) {
    gm_seat q;
    if (!is_playing(r) || !own_seat(r, &q) || !read_end(r)) return false;
    if (r->t->seat[q].held) return bad(r, "table.held");
    hold_seat(r, q);
    proceed(r);
    return true;
}

static bool do_return(request *r) {
    gm_seat q;
    if (!is_playing(r) || !own_seat(r, &q) || !read_end(r)) return false;
    table_seat *s = &r->t->seat[q];
    if (!s->held) return bad(r, "table.not-held");
    if (r->t->terms.clock == TABLE_PER_GAME && !s->left) return bad(r, "table.no-time");
    s->held = false;
    add_event(r, TABLE_E_SEAT, q);
    proceed(r);
    return true;
}

/* ---- votes ------------------------------------------------------------------------------------------------------------ */

/* Do all people who have a say vote as `as` does?  Those have it who play, and about the end also those who are
 * `here` while a bot plays for them; who is to be held has none. */
static bool all_want(const table *t, const table_seat *as, gm_seats here) {
    for (int q = 0; q < gm_seat_count(t->match.box); q++) {
        const table_seat *s = &t->seat[q];
        bool counts = as->vote == TABLE_END ? s->person && (!s->held || here >> q & 1) : !is_bot(s);
        if (!counts || (as->vote == TABLE_HOLD && q == as->hold)) continue;
        if (s->vote != as->vote || s->hold != as->hold) return false;
    }
    return true;
}

const char *const table_votes[] = {
    [TABLE_NOTHING] = "nothing", [TABLE_END] = "end", [TABLE_HOLD] = "hold", [TABLE_AGAIN] = "again"};

/* `here` and the seats whose people are connected.  Older programs did not write it: then nobody counts as here. */
static bool read_here(request *r, gm_seats *here) {
    const char *word;
    gm_seat q;
    if (!r->size) return true;
    size_t n = next_word(r, &word);
    if (!equals(word, n, "here")) return bad_word(r, "table.more", word, n);
    for (; r->size; *here |= (gm_seats)BIT(q))
        if (!read_seat(r, &q)) return false;
    return true;
}

static bool read_vote(request *r, table_seat *s, gm_seats *here) {
    const char *word;
    size_t n = next_word(r, &word);
    gm_seat q = 0;
    table_vote vote = TABLE_NOTHING;
    while (vote < TABLE_VOTES && !equals(word, n, table_votes[vote]))
        vote++;
    if (vote == TABLE_VOTES) return bad_word(r, "table.vote", word, n);
    if ((vote == TABLE_AGAIN) != (r->t->phase == TABLE_OVER) && vote != TABLE_NOTHING)
        return bad(r, vote == TABLE_AGAIN ? "table.not-over" : "table.not-playing");
    if (vote == TABLE_HOLD && !read_seat(r, &q)) return false;
    if (vote == TABLE_HOLD && (is_bot(&r->t->seat[q]) || s == &r->t->seat[q])) return bad(r, "table.no-hold");
    if (!read_here(r, here)) return false;
    if (vote == TABLE_HOLD && *here >> q & 1) return bad(r, "table.present");
    s->vote = vote;
    s->hold = q;
    return true;
}

static bool do_vote(request *r) {
    table *t = r->t;
    gm_seat q;
    gm_seats here = 0;
    if (t->phase == TABLE_WAITING) return bad(r, "table.not-playing");
    if (!own_seat(r, &q) || !read_vote(r, &t->seat[q], &here)) return false;
    table_seat *s = &t->seat[q];
    table_event *e = add_event(r, TABLE_E_VOTE, q);
    e->vote = s->vote;
    e->hold = s->hold;
    if (s->vote == TABLE_NOTHING || !all_want(t, s, here)) return true;
    if (s->vote == TABLE_HOLD) {
        gm_seat whose = s->hold;
        clear_votes(t);
        hold_seat(r, whose);
        proceed(r);
    } else if (s->vote == TABLE_END) {
        clear_votes(t);
        t->phase = TABLE_OVER;
        t->ended_by_vote = true;
        proceed(r);
        add_event(r, TABLE_E_OVER, GM_SPECTATOR);
    } else {
        clear_votes(t);
        add_event(r, TABLE_E_AGAIN, GM_SPECTATOR);
    }
    return true;
}

/* ---- talk -------------------------------------------------------------------------------------------------------------- */

/* Old talk stays what it was, so this is not asked when talk is read again. */
static bool may_talk(request *r) {
    const table *t = r->t;
    bool speaks = !t->silenced || r->person == t->terms.host || table_seats_of(t, r->person);
    return speaks || bad(r, "table.silenced");
}

static bool do_silence(request *r) {
    bool on = equals(r->at, r->size, "on");
    if (!is_host(r)) return false;
    if (!on && !equals(r->at, r->size, "off")) return bad_word(r, "table.silence", r->at, r->size);
    r->t->silenced = on;
    add_event(r, TABLE_E_SILENCE, GM_SPECTATOR)->on = on;
    return true;
}

static bool tell_talk(request *r) {
    if (!r->size || r->size > TABLE_TALK || !is_good_text(r->at, r->size)) return bad(r, "table.talk");
    gm_seats seats = table_seats_of(r->t, r->person);
    table_event *e = add_event(r, TABLE_E_SAY, seats ? (gm_seat)bits_first(seats) : GM_SPECTATOR);
    e->text = r->at;
    e->size = r->size;
    return true;
}

static bool do_say(request *r) { return may_talk(r) && tell_talk(r); }

static bool tell_call(request *r) {
    const char *word;
    int size;
    size_t n = next_word(r, &word);
    if (!text_number(word, n, 1, RECORD_NAME - 1, &size) || r->size <= (size_t)size || r->at[size] != ' ' ||
        !is_good_text(r->at, (size_t)size))
        return bad_word(r, "table.name", word, n);
    const char *name = r->at;
    r->at += size + 1;
    r->size -= (size_t)size + 1;
    if (!tell_talk(r)) return false;
    r->out->event[0].name = name;
    r->out->event[0].name_size = (size_t)size;
    return true;
}

static bool do_call(request *r) { return may_talk(r) && tell_call(r); }

/* What may be stated depends on what the spectators have heard. */
static const gm_reason *why_not_statement(const table *t, gm_seat q, gm_move m) {
    gm_move *heard = malloc(((size_t)t->match.n + 1) * sizeof *heard);
    if (!heard) abort();
    gm_match_replay_story(&t->match, GM_SPECTATOR, heard);
    const gm_reason *no =
        t->match.game->why_not_state(t->match.box, &(gm_story){t->match.n, t->match.by, heard}, q, m);
    free(heard);
    return no;
}

static void tell_statement(request *r, gm_seat q, gm_move m) {
    table_event *e = add_event(r, TABLE_E_STATE, q);
    for (int l = 0; l < GM_LISTENERS; l++)
        e->heard[l] = m;
}

static bool do_state(request *r) {
    table *t = r->t;
    gm_seat q;
    gm_move m;
    if (!is_playing(r) || !own_seat(r, &q)) return false;
    if (!t->match.game->statements) return bad(r, "table.no-talk");
    if (!gm_read_statement(t->match.game, t->match.box, r->at, r->size, &m, r->why)) return false;
    if (!is_allowed(r, why_not_statement(t, q, m))) return false;
    tell_statement(r, q, m);
    return true;
}

/* A statement from the journal, which was judged when it was made. */
static bool reread_statement(request *r) {
    gm_seat q;
    gm_move m;
    const gm_game *g = r->t->match.game;
    if (!own_seat(r, &q) || !g->statements ||
        !gm_read_statement(g, r->t->match.box, r->at, r->size, &m, r->why))
        return false;
    tell_statement(r, q, m);
    return true;
}

/* ---- sums ------------------------------------------------------------------------------------------------------- */

/* The sum before the first line. */
static void start_sums(table *t, const char *agreed) {
    static const char version[] = "safehouse journal 2\n";
    uint8_t commitment[SHA256_SIZE];
    sha256 s;
    sha256_of(t->secret, sizeof t->secret, commitment);
    sha256_start(&s);
    sha256_add(&s, version, strlen(version));
    sha256_add(&s, agreed, strlen(agreed));
    sha256_add(&s, "\n", 1);
    sha256_add(&s, commitment, sizeof commitment);
    sha256_end(&s, t->sum);
}

/* The sum after a line that had these events. */
static void add_to_sum(table *t, const char *line, size_t size, const table_events *events) {
    const gm_match *m = &t->match;
    char ply[GM_NOTATION_SIZE + 16];
    sha256 s;
    sha256_start(&s);
    sha256_add(&s, t->sum, sizeof t->sum);
    sha256_add(&s, line, size);
    sha256_add(&s, "\n", 1);
    for (int i = 0; i < events->n; i++) {
        if (events->event[i].kind != TABLE_E_MOVE) continue;
        text w = text_on(ply, sizeof ply);
        gm_write_ply(&w, m->game, m->box, m->by[events->event[i].n], m->move[events->event[i].n]);
        text_char(&w, '\n');
        sha256_add(&s, ply, w.used);
    }
    sha256_end(&s, t->sum);
    t->summed = true;
}

/* ---- lines --------------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *verb;
    bool (*does)(request *r);
} verbs[] = {
    {"sit", do_sit},     {"rise", do_rise},     {"bot", do_bot},   {"remove", do_remove},
    {"nonce", do_nonce}, {"start", do_start},   {"move", do_move}, {"back", do_back},
    {"leave", do_leave}, {"return", do_return}, {"vote", do_vote}, {"say", do_say},
    {"state", do_state}, {"call", do_call},     {"ban", do_ban},   {"silence", do_silence},
    {"ready", do_ready}, {"colour", do_colour},
};

static bool read_time(request *r) {
    const char *word;
    size_t n = next_word(r, &word);
    int64_t time = 0;
    for (size_t i = 0; i < n; i++) {
        if (n > 15 || word[i] < '0' || word[i] > '9') return bad_word(r, "table.time", word, n);
        time = 10 * time + word[i] - '0';
    }
    if (!n || (n > 1 && word[0] == '0') || time < r->t->now || !time)
        return bad_word(r, "table.time", word, n);
    r->time = time;
    return true;
}

static bool read_who(request *r) {
    const char *word;
    size_t n = next_word(r, &word);
    int person = 0;
    r->who = equals(word, n, "bot") ? BOT : equals(word, n, "clock") ? CLOCK : PERSON;
    if (r->who == PERSON && !text_number(word, n, 1, 1 << 30, &person))
        return bad_word(r, "table.who", word, n);
    r->person = (table_person)person;
    return true;
}

static bool dispatch(request *r) {
    const char *word;
    if (r->who == BOT) return do_bot_move(r);
    if (r->who == CLOCK) return read_end(r) && do_clock(r);
    size_t n = next_word(r, &word);
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (equals(word, n, verbs[i].verb)) return verbs[i].does(r);
    return bad_word(r, "table.verb", word, n);
}

bool table_do(table *t, const char *line, size_t size, table_events *out, fault *why) {
    request r = {.t = t, .at = line, .size = size, .out = out, .why = why};
    int64_t before = t->now;
    out->n = 0;
    if (size > TABLE_LINE) return bad(&r, "table.long");
    if (!read_time(&r) || !read_who(&r)) return false;
    t->now = r.time;
    if (dispatch(&r)) {
        if (out->n) add_to_sum(t, line, size, out); /* a line without events does not belong in the journal */
        return true;
    }
    t->now = before;
    out->n = 0;
    return false;
}

/* Is this a line that only a newer program writes: `bot SEAT BOT SETTING...`? */
static bool is_newer(const char *line, size_t size) {
    request r = {.at = line, .size = size};
    const char *word;
    next_word(&r, &word); /* the time */
    next_word(&r, &word); /* who */
    size_t n = next_word(&r, &word);
    if (!equals(word, n, "bot")) return false;
    next_word(&r, &word); /* the seat */
    next_word(&r, &word); /* the bot */
    return r.size;
}

bool table_redo(table *t, const char *line, size_t size, const uint8_t *sum, table_events *out, fault *why) {
    if (!sum && t->summed) return fault_at(why, "table.no-sum", NULL, 0, 0);
    if (!table_do(t, line, size, out, why)) /* why not is not said: it may be about talk or a name */
        return fault_at(why, is_newer(line, size) ? "table.newer" : "table.refused", NULL, 0, 0);
    if (sum && (!out->n || memcmp(sum, t->sum, TABLE_SUM))) return fault_at(why, "table.sum", NULL, 0, 0);
    t->summed = sum;
    return true;
}

/* ---- the table ---------------------------------------------------------------------------------------------------------------- */

void table_open(table *t, const gm_game *g, const void *box, const table_terms *terms, const char *agreed,
                const uint8_t secret[DEAL_SECRET]) {
    *t = (table){.match = {.game = g, .box = box, .st = malloc(g->state_size)}, .terms = *terms};
    memcpy(t->secret, secret, DEAL_SECRET);
    if (!t->match.st) abort();
    gm_match_start(&t->match);
    start_sums(t, agreed);
}

void table_close(table *t) {
    free(t->match.by);
    free(t->match.move);
    free(t->match.st);
    free(t->removed);
}

gm_seats table_bots(const table *t) {
    gm_seats bots = table_asked(t);
    for (int q = 0; q < gm_seat_count(t->match.box); q++)
        if (!is_bot(&t->seat[q])) bots &= (gm_seats)~BIT(q);
    return bots;
}

gm_seats table_seats_of(const table *t, table_person who) {
    gm_seats seats = 0;
    for (int q = 0; q < gm_seat_count(t->match.box); q++)
        if (who && t->seat[q].person == who) seats |= (gm_seats)BIT(q);
    return seats;
}

bool table_is_removed(const table *t, table_person who) {
    for (int i = 0; i < t->n_removed; i++)
        if (t->removed[i] == who) return true;
    return false;
}

bool table_read_talk(const table *t, const char *line, size_t size, table_event *out) {
    table_events events = {0};
    fault why;
    const char *word;
    table then = *t; /* talk changes nothing */
    request r = {.t = &then, .at = line, .size = size, .out = &events, .why = &why};
    next_word(&r, &word); /* the time */
    if (!read_who(&r) || r.who != PERSON) return false;
    size_t n = next_word(&r, &word);
    bool good = equals(word, n, "say")    ? tell_talk(&r)
                : equals(word, n, "call") ? tell_call(&r)
                                          : equals(word, n, "state") && reread_statement(&r);
    if (good) *out = events.event[0];
    table_events_free(&events);
    return good;
}
