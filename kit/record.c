/* record.c - a whole game as text.
 *
 * Map: a new game - between the moves - writing - reading: lines, the order, the rest of the header, the moves,
 * the end. */
#include "kit/record.h"
#include "base/bits.h"
#include "kit/notation.h"
#include "kit/order.h"
#include "kit/record_old.h"
#include "kit/registry.h"
#include <assert.h>
#include <string.h>

/* ---- a new game ---------------------------------------------------------------- */

/* Begins the match; the box is open. */
static void begin_match(record *r, const gm_game *g) {
    r->match = (gm_match){
        .game = g, .box = r->box, .capacity = GM_MAX_PLIES, .by = r->by, .move = r->move, .st = r->st};
    gm_match_start(&r->match);
}

/* Copies n bytes as a string into the record's own memory; NULL: it is full.  The strings of an order that
 * opened a box always fit. */
static char *copy_string(record *r, const char *s, size_t n) {
    if (n >= sizeof r->strings - r->strings_used) return NULL;
    char *at = r->strings + r->strings_used;
    memcpy(at, s, n);
    at[n] = 0;
    r->strings_used += n + 1;
    return at;
}

/* The name of a deck in the record: without its path, and only with plain characters. */
static const char *plain_name(const char *name) {
    static const char good[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    for (const char *c = name; *c; c++)
        if (*c == '/') name = c + 1;
    size_t n = strlen(name), k = 0;
    while (k < n && strchr(good, name[k]))
        k++;
    return n && k == n && n < RECORD_NAME ? name : "own.csv";
}

bool record_start(record *r, const gm_game *g, const gm_order *order, fault *why) {
    memset(r, 0, sizeof *r);
    if (!gm_open_box(g, order, r->box, why)) return false;
    begin_match(r, g);
    r->order.seats = order->seats;
    r->order.edition = gm_edition(r->box);
    r->deal = DEAL_BY_HAND;
    r->format = RECORD_FORMAT;
    r->box_checked = true;
    for (int i = 0; order->settings[i].key; i++) {
        const gm_setting *s = &order->settings[i];
        r->order.settings[i] =
            (gm_setting){copy_string(r, s->key, strlen(s->key)), copy_string(r, s->value, strlen(s->value))};
    }
    for (int i = 0; order->files[i].name; i++) {
        const gm_file *f = &order->files[i];
        const char *name = plain_name(f->name);
        r->order.files[i] =
            (gm_file){copy_string(r, name, strlen(name)), copy_string(r, f->text, f->size), f->size};
    }
    return true;
}

void record_seed(record *r, const uint8_t seed[DEAL_SECRET]) {
    static const deal_nonce none[GM_MAX_SEATS];
    record_commit(r, seed, none);
    r->deal = DEAL_BY_SEED;
}

void record_commit(record *r, const uint8_t secret[DEAL_SECRET], const deal_nonce nonces[GM_MAX_SEATS]) {
    r->deal = DEAL_BY_COMMITMENT;
    r->secret_known = true;
    memcpy(r->secret, secret, DEAL_SECRET);
    memcpy(r->nonce, nonces, sizeof r->nonce);
    sha256_of(secret, DEAL_SECRET, r->commitment);
    deal_key(r->secret, r->nonce, r->order.seats, r->key);
}

/* ---- between the moves ---------------------------------------------------------- */

static bool add_statement(record *r, gm_seat by, gm_move m) {
    if (r->n_statements == RECORD_STATEMENTS) return false;
    r->statement[r->n_statements++] = (record_statement){r->match.n, by, m};
    return true;
}

/* NULL if this seat may state m now. */
static const gm_reason *why_not_state(const record *r, gm_seat who, gm_move m) {
    gm_move heard[GM_MAX_PLIES]; /* 128 kB */
    gm_match_replay_story(&r->match, GM_SPECTATOR, heard);
    return r->match.game->why_not_state(r->box, &(gm_story){r->match.n, r->by, heard}, who, m);
}

bool record_state(record *r, gm_seat who, gm_move statement) {
    bool playing = r->match.game->to_act(r->box, r->st);
    return playing && !why_not_state(r, who, statement) && add_statement(r, who, statement);
}

void record_take_back(record *r, int n) {
    gm_match_rewind(&r->match, n);
    while (r->n_statements && r->statement[r->n_statements - 1].at > n)
        r->n_statements--;
}

/* ---- writing ----------------------------------------------------------------- */

static void put_hex(text *out, const char *word, const uint8_t *bytes, size_t n) {
    text_put(out, word);
    text_hex(out, bytes, n);
    text_char(out, '\n');
}

static void put_number(text *out, const char *word, int n) {
    text_put(out, word);
    text_int(out, n);
}

/* The lines of a deck, each after a bar. */
static void put_lines(text *out, const gm_file *f) {
    const char *line;
    size_t n;
    for (size_t at = 0; gm_deck_line(f, &at, &line, &n);) {
        text_char(out, '|');
        text_bytes(out, line, n);
        text_char(out, '\n');
    }
}

static int count_lines(const gm_file *f) {
    const char *line;
    size_t n;
    int lines = 0;
    for (size_t at = 0; gm_deck_line(f, &at, &line, &n);)
        lines++;
    return lines;
}

/* Game, edition, seats and options. */
static void put_order(text *out, const gm_game *g, const gm_order *full) {
    text_put(out, "game ");
    text_put(out, g->name);
    put_number(out, "\nedition ", full->edition);
    put_number(out, "\nseats ", full->seats);
    text_char(out, '\n');
    for (const gm_setting *s = full->settings; s->key; s++) {
        text_put(out, "option ");
        text_put(out, s->key);
        text_char(out, '=');
        text_put(out, s->value);
        text_char(out, '\n');
    }
}

/* A deck that we ship by its name, any other with its lines. */
static void put_deck(text *out, const gm_file *f) {
    bool shipped = gm_is_shipped(f);
    text_put(out, "deck ");
    text_put(out, f->name);
    if (!shipped) put_number(out, " ", count_lines(f));
    text_char(out, '\n');
    if (!shipped) put_lines(out, f);
}

/* An order that opened a box can be completed. */
static void complete(const record *r, gm_order *full) {
    fault why;
    bool good = gm_complete_order(r->match.game, &r->order, full, &why);
    assert(good);
    (void)good;
}

static void add_text(sha256 *s, text *t) {
    sha256_add(s, t->at, t->used);
    *t = text_on(t->at, t->size);
}

void record_box_hash(const record *r, uint8_t hash[SHA256_SIZE]) {
    char room[GM_MAX_SETTINGS * RECORD_LINE];
    text t = text_on(room, sizeof room);
    gm_order full;
    sha256 s;
    sha256_start(&s);
    complete(r, &full);
    text_put(&t, "safehouse box 1\n");
    put_order(&t, r->match.game, &full);
    add_text(&s, &t);
    for (const gm_file *f = full.files; f->name; f++) {
        const char *line;
        size_t n;
        put_number(&t, "deck ", count_lines(f));
        text_char(&t, '\n');
        add_text(&s, &t);
        for (size_t at = 0; gm_deck_line(f, &at, &line, &n);) {
            sha256_add(&s, "|", 1);
            sha256_add(&s, line, n);
            sha256_add(&s, "\n", 1);
        }
    }
    sha256_end(&s, hash);
}

static void put_seat(text *out, const record_seat *s, int q) {
    put_number(out, "seat ", q);
    text_put(out, s->bot[0] ? " bot" : " human");
    if (s->name[0]) text_char(out, ' ');
    text_put(out, s->name);
    text_char(out, '\n');
    if (!s->bot[0]) return;
    text_put(out, "bot ");
    text_put(out, s->bot);
    if (s->level) put_number(out, " level=", s->level);
    if (s->budget) put_number(out, " budget=", s->budget);
    if (s->has_net) {
        text_put(out, " net=");
        text_hex(out, s->net, sizeof s->net);
    }
    text_char(out, '\n');
}

static void put_deals(const record *r, text *out) {
    if (r->deal == DEAL_BY_HAND) text_put(out, "deal hand\n");
    if (r->deal == DEAL_BY_SEED) put_hex(out, "deal seed ", r->secret, sizeof r->secret);
    if (r->deal != DEAL_BY_COMMITMENT) return;
    put_hex(out, "deal commit ", r->commitment, sizeof r->commitment);
    for (int q = 0; q < r->order.seats; q++)
        if (r->nonce[q].size) {
            put_number(out, "nonce ", q);
            put_hex(out, " ", r->nonce[q].bytes, r->nonce[q].size);
        }
}

static void put_header(const record *r, text *out) {
    uint8_t hash[SHA256_SIZE];
    gm_order full;
    complete(r, &full);
    put_number(out, "safehouse record ", RECORD_FORMAT);
    text_char(out, '\n');
    put_order(out, r->match.game, &full);
    for (const gm_file *f = full.files; f->name; f++)
        put_deck(out, f);
    record_box_hash(r, hash);
    put_hex(out, "box ", hash, sizeof hash);
    if (r->practice) text_put(out, "practice\n");
    text_put(out, r->hints ? "hints on\n" : "hints off\n");
    for (int q = 0; q < r->order.seats; q++)
        put_seat(out, &r->seat[q], q);
    put_deals(r, out);
    text_put(out, "begin\n");
}

/* The moves, with the statements between them. */
static void put_moves(const record *r, text *out) {
    for (int i = 0, k = 0; i <= r->match.n; i++) {
        for (; k < r->n_statements && r->statement[k].at == i; k++) {
            put_number(out, "", r->statement[k].by);
            text_put(out, " state ");
            gm_write_move(out, r->match.game, r->box, r->statement[k].move);
            text_char(out, '\n');
        }
        if (i == r->match.n) return;
        gm_write_ply(out, r->match.game, r->box, r->by[i], r->move[i]);
        text_char(out, '\n');
    }
}

/* The result, in two lines. */
static void put_result(const record *r, text *out) {
    gm_result res;
    r->match.game->result(r->box, r->st, &res);
    text_put(out, "winners");
    for (int q = 0; q < gm_players(r->box); q++)
        if (res.winners >> q & 1) put_number(out, " ", q);
    text_put(out, "\npoints");
    for (int q = 0; q < gm_players(r->box); q++)
        put_number(out, " ", res.points[q]);
    text_char(out, '\n');
}

bool record_write(const record *r, text *out) {
    size_t start = out->used;
    put_header(r, out);
    put_moves(r, out);
    if (r->match.game->to_act(r->box, r->st)) return !out->cut;
    text_put(out, "end\n");
    if (r->deal == DEAL_BY_COMMITMENT) {
        if (!r->secret_known) return !out->cut;
        put_hex(out, "secret ", r->secret, sizeof r->secret);
    }
    put_result(r, out);
    uint8_t hash[SHA256_SIZE];
    sha256_of(out->at + start, out->used - start, hash);
    put_hex(out, "hash ", hash, sizeof hash);
    return !out->cut;
}

/* ---- reading: lines ------------------------------------------------------------- */

typedef struct {
    const char *file, *text;
    size_t size, at; /* at: the next line */
    int number;      /* of the current line, or one more than the last at the end */
    int first_move;  /* the line after `begin` */
    const char *line;
    size_t length;
    fault *why;
} reader;

static bool bad(reader *in, const char *say) { return fault_at(in->why, say, in->file, in->number, 0); }

static bool bad_with(reader *in, const char *say, const char *with) {
    bad(in, say);
    return fault_with(in->why, 0, with, strlen(with));
}

/* The line does not begin with these words; the blank after them is not part of the sentence. */
static bool bad_start(reader *in, const char *words) {
    size_t n = strlen(words);
    bad(in, "record.want");
    return fault_with(in->why, 0, words, n - (words[n - 1] == ' '));
}

/* Takes the next line; false at the end of the text or with a fault. */
static bool next_line(reader *in) {
    in->number++;
    if (in->at == in->size) return bad(in, "record.ends");
    const char *s = in->text + in->at, *end = memchr(s, '\n', in->size - in->at);
    if (!end) return bad(in, "record.cut");
    in->line = s;
    in->length = (size_t)(end - s);
    if (in->length > RECORD_LINE) return bad(in, "record.long");
    for (size_t i = 0, k; i < in->length; i += k) {
        k = (size_t)text_utf8(s + i, in->length - i);
        if (!k || text_control(s + i)) return bad(in, "record.bytes");
    }
    in->at += in->length + 1;
    return true;
}

/* Takes the line back, to be read again. */
static void unread_line(reader *in) {
    in->at -= in->length + 1;
    in->number--;
}

/* Does the current line begin with these words?  Then skips them. */
static bool begins(reader *in, const char *words) {
    size_t n = strlen(words);
    if (in->length < n || memcmp(in->line, words, n)) return false;
    in->line += n;
    in->length -= n;
    return true;
}

/* The next line must begin with these words. */
static bool expect(reader *in, const char *words) {
    if (!next_line(in)) return false;
    return begins(in, words) || bad_start(in, words);
}

/* The next line must be exactly this one; `say` is the fault. */
static bool expect_line(reader *in, const char *line, const char *say) {
    if (!next_line(in)) return false;
    return (begins(in, line) && !in->length) || bad_with(in, say, line);
}

/* n bytes in hex.  Lower case only: a record is written in
 * one way, so that no changed byte goes unnoticed. */
static bool unhex(const char *s, size_t length, uint8_t *out, size_t n) {
    for (size_t i = 0; i < length; i++)
        if (s[i] >= 'A' && s[i] <= 'F') return false;
    return text_unhex(s, length, out, n);
}

static bool take_hex(reader *in, uint8_t *out, size_t n) {
    return unhex(in->line, in->length, out, n) || bad(in, "record.hex");
}

static bool expect_number(reader *in, const char *words, int low, int high, int *out) {
    if (!expect(in, words)) return false;
    return text_number(in->line, in->length, low, high, out) || bad(in, "record.number");
}

static bool expect_hash(reader *in, const char *words, uint8_t out[SHA256_SIZE]) {
    return expect(in, words) && take_hex(in, out, SHA256_SIZE);
}

/* A seat's number and a space at the start of the line. */
static bool begins_seat(reader *in, int seats, int *q) {
    if (in->length < 2 || in->line[0] < '0' || in->line[0] >= '0' + seats || in->line[1] != ' ') return false;
    *q = in->line[0] - '0';
    in->line += 2;
    in->length -= 2;
    return true;
}

/* ---- reading: the order ------------------------------------------------------------ */

/* The decks that a text names, in its order. */
typedef struct {
    int n, line[GM_MAX_FILES], own; /* own: how many of them the text brings */
    const char *name[GM_MAX_FILES]; /* NULL: it brings its own */
} deck_list;

static bool read_option(reader *in, record *r, int i) {
    const char *equals = memchr(in->line, '=', in->length);
    if (!equals || i == GM_MAX_SETTINGS) return bad(in, equals ? "record.many" : "record.option");
    size_t n = (size_t)(equals - in->line);
    const char *key = copy_string(r, in->line, n), *value = copy_string(r, equals + 1, in->length - n - 1);
    if (!key || !value) return bad(in, "record.many");
    r->order.settings[i] = (gm_setting){key, value};
    return true;
}

/* The lines of a deck that the text brings. */
static bool read_deck_lines(reader *in, record *r, gm_file *f, int lines) {
    char *at = r->strings + r->strings_used;
    f->text = at;
    while (lines--) {
        if (!expect(in, "|")) return false;
        if (!f->size && begins(in, "\xEF\xBB\xBF"))
            return bad(in, "record.bytes"); /* record_write() leaves a byte order mark out */
        if (f->size + in->length + 1 > GM_MAX_FILE ||
            f->size + in->length + 2 > sizeof r->strings - r->strings_used)
            return bad(in, "record.many");
        memcpy(at + f->size, in->line, in->length);
        f->size += in->length;
        at[f->size++] = '\n';
    }
    r->strings_used += f->size + 1;
    return true;
}

static bool read_deck(reader *in, record *r, deck_list *decks) {
    const char *space = memchr(in->line, ' ', in->length);
    size_t size = space ? (size_t)(space - in->line) : in->length;
    int lines;
    if (decks->n == GM_MAX_FILES) return bad(in, "record.many");
    if (space ? !text_number(space + 1, in->length - size - 1, 0, GM_MAX_FILE, &lines) : r->format == 1)
        return bad(in, "record.deck");
    const char *name = copy_string(r, in->line, size);
    if (!name) return bad(in, "record.many");
    decks->line[decks->n] = in->number;
    decks->name[decks->n++] = space ? NULL : name;
    if (!space) return true;
    gm_file *f = &r->order.files[decks->own++];
    f->name = name;
    return read_deck_lines(in, r, f, lines);
}

/* A fault in a deck within the record is reported with the record's line, any other with that of the seats. */
static bool order_fault(reader *in, const record *r, const deck_list *decks, int seats_line) {
    fault *why = in->why;
    int line = seats_line;
    for (int i = 0, own = 0; i < decks->n; i++)
        if (!decks->name[i] && why->file == r->order.files[own++].name) line = decks->line[i] + why->line;
    why->file = in->file;
    why->line = line;
    why->column = 0;
    return false;
}

static bool bad_at(reader *in, int line, const char *say) {
    return fault_at(in->why, say, in->file, line, 0);
}

/* Since format 2 a record names all settings and decks, in one way only. */
static bool check_order(reader *in, const record *r, const gm_order *full, const deck_list *decks,
                        int seats_line) {
    for (int i = 0; i <= GM_MAX_SETTINGS; i++) {
        const char *key = r->order.settings[i].key, *want = full->settings[i].key;
        if (!key && !want) break;
        if (!key || !want || strcmp(key, want)) return bad_at(in, seats_line + 1 + i, "record.options");
    }
    for (int i = 0, own = 0; i < decks->n || full->files[i].name; i++) {
        const gm_file *f = &full->files[i];
        bool good = i < decks->n && f->name &&
                    (decks->name[i] ? gm_is_shipped(f) && !strcmp(f->name, decks->name[i])
                                    : f->text == r->order.files[own++].text);
        if (!good) return bad_at(in, i < decks->n ? decks->line[i] : in->number + 1, "record.decks");
    }
    return true;
}

static bool read_format(reader *in, record *r) {
    if (!next_line(in)) return false;
    if (!begins(in, "safehouse record ") || !text_number(in->line, in->length, 1, 999, &r->format))
        return bad(in, "record.version");
    return r->format <= RECORD_FORMAT || bad(in, "record.newer");
}

static bool read_game(reader *in, record *r, const gm_game *only) {
    if (!expect(in, "game ")) return false;
    const gm_game *g = r->match.game = only ? only : gm_game_named(in->line, in->length);
    if (!g || strlen(g->name) != in->length || memcmp(g->name, in->line, in->length))
        return bad(in, "record.game");
    if (!expect_number(in, "edition ", 1, 999, &r->order.edition)) return false;
    bool known = r->order.edition >= g->oldest_edition && r->order.edition <= g->edition;
    return (known && (r->format > 1 || r->order.edition == 1)) || bad(in, "record.edition");
}

static bool read_order(reader *in, record *r, const gm_game *only) {
    int options = 0, seats_line;
    deck_list decks = {0};
    gm_order full;
    if (!read_format(in, r) || !read_game(in, r, only)) return false;
    const gm_game *g = r->match.game;
    if (!expect_number(in, "seats ", g->min_seats, g->max_seats, &r->order.seats)) return false;
    seats_line = in->number;
    for (;;) {
        if (!next_line(in)) return false;
        if (!decks.n && begins(in, "option ")) {
            if (!read_option(in, r, options++)) return false;
        } else if (begins(in, "deck ")) {
            if (!read_deck(in, r, &decks)) return false;
        } else {
            break;
        }
    }
    unread_line(in);
    if (!gm_complete_order(g, &r->order, &full, in->why)) return order_fault(in, r, &decks, seats_line);
    if (r->format > 1 && !check_order(in, r, &full, &decks, seats_line)) return false;
    return gm_open_box(g, &r->order, r->box, in->why) || order_fault(in, r, &decks, seats_line);
}

/* Format 1 has the hash of a C struct of the program that wrote it.  We know it for the orders of a table. */
static bool check_box(reader *in, record *r, const uint8_t found[SHA256_SIZE]) {
    uint8_t hash[SHA256_SIZE];
    uint64_t box;
    record_box_hash(r, hash);
    if (r->format > 1) {
        r->box_checked = true;
        return !memcmp(found, hash, sizeof hash) || bad(in, "record.box");
    }
    r->box_checked = record_old_box(hash, &box);
    for (int i = 0; r->box_checked && i < 8; i++)
        if (found[i] != (uint8_t)(box >> (56 - 8 * i))) return bad(in, "record.box");
    return true;
}

/* ---- reading: the rest of the header ------------------------------------------------ */

/* Takes the next word of the line; 0: it ends or has two spaces. */
static size_t take_word(reader *in, const char **word) {
    const char *space = memchr(in->line, ' ', in->length);
    size_t n = space ? (size_t)(space - in->line) : in->length, rest = in->length - n;
    *word = in->line;
    if (rest == 1) return 0; /* a space at the end */
    in->line += n + (rest > 0);
    in->length = rest ? rest - 1 : 0;
    return n;
}

static bool take_bot(reader *in, record_seat *s) {
    const char *word;
    size_t n = take_word(in, &word);
    if (!n || n >= RECORD_BOT) return bad(in, "record.bot");
    memcpy(s->bot, word, n);
    return true;
}

/* The rest of the line: "level=3 budget=20000 net=HEX", each of them or not, in this order. */
static bool take_bot_terms(reader *in, record_seat *s) {
    static const char *const keys[] = {"level=", "budget=", "net="};
    for (int i = 0; i < 3; i++) {
        if (!begins(in, keys[i])) continue;
        const char *word;
        size_t n = take_word(in, &word);
        bool good = i == 0   ? text_number(word, n, 1, RECORD_MAX_LEVEL, &s->level)
                    : i == 1 ? text_number(word, n, 1, RECORD_MAX_BUDGET, &s->budget)
                             : unhex(word, n, s->net, sizeof s->net);
        if (!good) return bad(in, "record.bot");
        s->has_net = i == 2;
    }
    return !in->length || bad(in, "record.bot");
}

static bool take_name(reader *in, record_seat *s) {
    if (in->length >= RECORD_NAME) return bad(in, "record.seat");
    memcpy(s->name, in->line, in->length);
    return true;
}

/* In format 1 a seat says `human` or the name of a bot, in format 2 `human` or `bot`, whose line follows. */
static bool read_seat(reader *in, record *r, int q) {
    const char *who;
    int k;
    if (!expect(in, "seat ")) return false;
    if (!begins_seat(in, r->order.seats, &k) || k != q) return bad(in, "record.seat");
    size_t n = take_word(in, &who);
    record_seat *s = &r->seat[q];
    if (!n || n >= RECORD_BOT) return bad(in, "record.seat");
    bool person = n == 5 && !memcmp(who, "human", n), bot = n == 3 && !memcmp(who, "bot", n);
    if (r->format > 1 && !person && !bot) return bad(in, "record.seat");
    if (r->format == 1 && !person) memcpy(s->bot, who, n);
    if (!take_name(in, s)) return false;
    return r->format == 1 || person || (expect(in, "bot ") && take_bot(in, s) && take_bot_terms(in, s));
}

static bool read_nonces(reader *in, record *r) {
    for (int last = -1, q; next_line(in); last = q) {
        if (!begins(in, "nonce ")) {
            unread_line(in);
            return true;
        }
        if (!begins_seat(in, r->order.seats, &q) || q <= last) return bad(in, "record.seat");
        size_t n = in->length / 2;
        if (!n || n > DEAL_NONCE) return bad(in, "record.hex");
        if (!take_hex(in, r->nonce[q].bytes, n)) return false;
        r->nonce[q].size = (uint8_t)n;
    }
    return false;
}

static bool read_deals(reader *in, record *r) {
    if (!next_line(in)) return false;
    if (r->format > 1 && begins(in, "start ")) return bad(in, "record.start");
    if (!begins(in, "deal ")) return bad_start(in, "deal ");
    if (r->format > 1 && begins(in, "shared ")) return bad(in, "record.shared");
    if (begins(in, "seed ")) {
        uint8_t seed[DEAL_SECRET];
        if (!take_hex(in, seed, sizeof seed)) return false;
        record_seed(r, seed);
        return true;
    }
    if (begins(in, "commit ")) {
        r->deal = DEAL_BY_COMMITMENT;
        return take_hex(in, r->commitment, sizeof r->commitment) && read_nonces(in, r);
    }
    r->deal = DEAL_BY_HAND;
    return (begins(in, "hand") && !in->length) || bad(in, "record.deal");
}

/* What format 1 does not have: practice and hints. */
static bool read_manner(reader *in, record *r) {
    if (!next_line(in)) return false;
    r->practice = in->length == 8 && begins(in, "practice");
    if (r->practice && !next_line(in)) return false;
    if (!begins(in, "hints ")) return bad_start(in, "hints ");
    r->hints = begins(in, "on");
    return ((r->hints || begins(in, "off")) && !in->length) || bad(in, "record.hints");
}

static bool read_header(reader *in, record *r, const gm_game *only) {
    uint8_t hash[SHA256_SIZE];
    if (!read_order(in, r, only) || !expect_hash(in, "box ", hash) || !check_box(in, r, hash)) return false;
    if (r->format > 1 && !read_manner(in, r)) return false;
    for (int q = 0; q < r->order.seats; q++)
        if (!read_seat(in, r, q)) return false;
    return read_deals(in, r) && expect_line(in, "begin", "record.want");
}

/* ---- reading: the moves and the end -------------------------------------------------- */

/* A fault of a move or statement in the current line. */
static bool move_fault(reader *in) {
    in->why->file = in->file;
    in->why->line = in->number;
    return false;
}

static bool refused(reader *in, const gm_reason *reason) {
    bad(in, reason->say);
    in->why->rule = reason->rule;
    return false;
}

/* The rest of the line must be written as we would write it. */
static bool is_canonical(reader *in, const record *r, gm_move m) {
    char notation[GM_NOTATION_SIZE];
    text once = text_on(notation, sizeof notation);
    gm_write_move(&once, r->match.game, r->box, m);
    return (once.used == in->length && !memcmp(notation, in->line, once.used)) || bad(in, "record.spaces");
}

static bool read_statement(reader *in, record *r, gm_seat q) {
    gm_move m;
    if (!r->match.game->to_act(r->box, r->st)) return bad_with(in, "record.want", "end");
    if (!gm_read_statement(r->match.game, r->box, in->line, in->length, &m, in->why)) return move_fault(in);
    if (!is_canonical(in, r, m)) return false;
    const gm_reason *reason = why_not_state(r, q, m);
    if (reason) return refused(in, reason);
    return add_statement(r, q, m) || bad(in, "record.many");
}

static bool read_move(reader *in, record *r) {
    gm_seat q;
    gm_move m;
    if (!gm_read_mover(r->box, &in->line, &in->length, &q)) return bad(in, "record.move");
    if (r->format > 1 && q != GM_DEALER && begins(in, "state ")) return read_statement(in, r, q);
    if (!gm_read_move(r->match.game, r->box, in->line, in->length, &m, in->why)) return move_fault(in);
    if (!is_canonical(in, r, m)) return false;
    const gm_reason *reason = r->match.game->why_not(r->box, r->st, q, m);
    if (reason) return refused(in, reason);
    if (q == GM_DEALER && r->secret_known && m != gm_match_deal(&r->match, r->key))
        return bad(in, "record.dealt");
    return gm_match_play(&r->match, q, m) || bad(in, "record.many");
}

/* The line of move i: one for each move and statement before it. */
static int line_of_move(const reader *in, const record *r, int i) {
    int statements = 0;
    while (statements < r->n_statements && r->statement[statements].at <= i)
        statements++;
    return in->first_move + i + statements;
}

/* Now that the secret is known: does it deal what was dealt? */
static bool check_deals(reader *in, record *r) {
    uint8_t hash[SHA256_SIZE];
    sha256_of(r->secret, DEAL_SECRET, hash);
    if (memcmp(hash, r->commitment, sizeof hash)) return bad(in, "record.commitment");
    r->secret_known = true;
    deal_key(r->secret, r->nonce, r->order.seats, r->key);
    int n = r->match.n;
    for (gm_match_rewind(&r->match, 0); r->match.n < n;
         gm_match_play(&r->match, r->by[r->match.n], r->move[r->match.n]))
        if (r->by[r->match.n] == GM_DEALER && r->move[r->match.n] != gm_match_deal(&r->match, r->key))
            return bad_at(in, line_of_move(in, r, r->match.n), "record.dealt");
    return true;
}

/* A text that need not be whole may stop after any line of the end. */
static bool read_end(reader *in, record *r, bool whole) {
    char lines[2 * RECORD_LINE];
    text expected = text_on(lines, sizeof lines);
    uint8_t hash[SHA256_SIZE], sum[SHA256_SIZE];
    if (r->match.game->to_act(r->box, r->st)) return bad(in, "record.early");
    if (in->at == in->size && !whole) return true;
    if (r->deal == DEAL_BY_COMMITMENT && (!expect_hash(in, "secret ", r->secret) || !check_deals(in, r)))
        return false;
    put_result(r, &expected);
    for (char *s = lines, *end; (end = strchr(s, '\n')); s = end + 1) {
        if (in->at == in->size && !whole) return true;
        *end = 0;
        if (!expect_line(in, s, "record.result")) return false;
    }
    if (in->at == in->size && !whole) return true;
    sha256_of(in->text, in->at, sum);
    if (!expect_hash(in, "hash ", hash)) return false;
    if (memcmp(hash, sum, sizeof sum)) return bad(in, "record.hash");
    in->number++;
    return in->at == in->size || bad(in, "record.more");
}

bool record_read(record *r, const gm_game *only, const char *file, const char *s, size_t n, bool whole,
                 fault *why) {
    reader in = {.file = file, .text = s, .size = n, .why = why};
    memset(r, 0, sizeof *r);
    if (!read_header(&in, r, only)) return false;
    begin_match(r, r->match.game);
    in.first_move = in.number + 1;
    while (in.at < in.size || whole) {
        if (!next_line(&in)) return false;
        if (in.length == 3 && begins(&in, "end")) return read_end(&in, r, whole);
        if (!read_move(&in, r)) return false;
    }
    return true;
}
