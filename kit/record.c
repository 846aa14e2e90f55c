/* record.c - a whole game as text.
 *
 * Map: a new game - writing - reading: lines, the header, the moves, the end. */
#include "kit/record.h"
#include "base/bits.h"
#include "kit/notation.h"
#include "kit/order.h"
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
    r->deal = DEAL_BY_HAND;
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

/* A deck that we do not ship, line by line after a bar. */
static void put_file(text *out, const gm_file *f) {
    static const char mark[] = "\xEF\xBB\xBF";
    size_t at = f->size >= 3 && !memcmp(f->text, mark, 3) ? 3 : 0, lines = 0;
    for (size_t i = at; i < f->size; i++)
        lines += f->text[i] == '\n' || i + 1 == f->size;
    text_put(out, "deck ");
    text_put(out, f->name);
    put_number(out, " ", (int)lines);
    text_char(out, '\n');
    while (at < f->size) {
        const char *end = memchr(f->text + at, '\n', f->size - at);
        size_t n = end ? (size_t)(end - f->text) - at : f->size - at;
        text_put(out, "|");
        text_bytes(out, f->text + at, n && f->text[at + n - 1] == '\r' ? n - 1 : n);
        text_char(out, '\n');
        at += n + 1;
    }
}

static void put_header(const record *r, text *out) {
    uint8_t hash[SHA256_SIZE];
    text_put(out, "safehouse record 1\ngame ");
    text_put(out, r->match.game->name);
    put_number(out, "\nedition ", r->match.game->edition);
    put_number(out, "\nseats ", r->order.seats);
    text_char(out, '\n');
    for (const gm_setting *s = r->order.settings; s->key; s++) {
        text_put(out, "option ");
        text_put(out, s->key);
        text_char(out, '=');
        text_put(out, s->value);
        text_char(out, '\n');
    }
    for (const gm_file *f = r->order.files; f->name; f++)
        put_file(out, f);
    sha256_of(r->box, r->match.game->box_size, hash);
    put_hex(out, "box ", hash, sizeof hash);
    for (int q = 0; q < r->order.seats; q++) {
        put_number(out, "seat ", q);
        text_char(out, ' ');
        text_put(out, r->seat[q].bot[0] ? r->seat[q].bot : "human");
        if (r->seat[q].name[0]) text_char(out, ' ');
        text_put(out, r->seat[q].name);
        text_char(out, '\n');
    }
    if (r->deal == DEAL_BY_HAND) text_put(out, "deal hand\n");
    if (r->deal == DEAL_BY_SEED) put_hex(out, "deal seed ", r->secret, sizeof r->secret);
    if (r->deal == DEAL_BY_COMMITMENT) {
        put_hex(out, "deal commit ", r->commitment, sizeof r->commitment);
        for (int q = 0; q < r->order.seats; q++)
            if (r->nonce[q].size) {
                put_number(out, "nonce ", q);
                put_hex(out, " ", r->nonce[q].bytes, r->nonce[q].size);
            }
    }
    text_put(out, "begin\n");
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
    for (int i = 0; i < r->match.n; i++) {
        gm_write_ply(out, r->match.game, r->box, r->by[i], r->move[i]);
        text_char(out, '\n');
    }
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
    const char *line;
    size_t length;
    fault *why;
} reader;

static bool bad(reader *in, const char *say) { return fault_at(in->why, say, in->file, in->number, 0); }

static bool bad_with(reader *in, const char *say, const char *with) {
    bad(in, say);
    return fault_with(in->why, 0, with, strlen(with));
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
    return begins(in, words) || bad_with(in, "record.want", words);
}

/* The next line must be exactly this one; `say` is the fault. */
static bool expect_line(reader *in, const char *line, const char *say) {
    if (!next_line(in)) return false;
    return (begins(in, line) && !in->length) || bad_with(in, say, line);
}

/* The rest of the line as n bytes in hex.  Lower case only: a record is written in
 * one way, so that no changed byte goes unnoticed. */
static bool take_hex(reader *in, uint8_t *out, size_t n) {
    for (size_t i = 0; i < in->length; i++)
        if (in->line[i] >= 'A' && in->line[i] <= 'F') return bad(in, "record.hex");
    return text_unhex(in->line, in->length, out, n) || bad(in, "record.hex");
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

/* ---- reading: the header ---------------------------------------------------------- */

static bool read_option(reader *in, record *r, int i) {
    const char *equals = memchr(in->line, '=', in->length);
    if (!equals || i == GM_MAX_SETTINGS) return bad(in, equals ? "record.many" : "record.option");
    size_t n = (size_t)(equals - in->line);
    const char *key = copy_string(r, in->line, n), *value = copy_string(r, equals + 1, in->length - n - 1);
    if (!key || !value) return bad(in, "record.many");
    r->order.settings[i] = (gm_setting){key, value};
    return true;
}

static bool read_deck(reader *in, record *r, int i) {
    const char *space = memchr(in->line, ' ', in->length);
    int lines;
    if (i == GM_MAX_FILES) return bad(in, "record.many");
    if (!space ||
        !text_number(space + 1, in->length - (size_t)(space + 1 - in->line), 0, GM_MAX_FILE, &lines))
        return bad(in, "record.deck");
    gm_file *f = &r->order.files[i];
    if (!(f->name = copy_string(r, in->line, (size_t)(space - in->line)))) return bad(in, "record.many");
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

/* A fault in a deck within the record is reported with the record's line. */
static bool deck_fault(reader *in, const record *r, const int *first_line, int header_line) {
    fault *why = in->why;
    int line = header_line;
    for (int i = 0; r->order.files[i].name; i++)
        if (why->file == r->order.files[i].name)
            line = why->line ? first_line[i] + why->line - 1 : first_line[i] - 1;
    why->file = in->file;
    why->line = line;
    why->column = 0;
    return false;
}

static bool read_order(reader *in, record *r, const gm_game *only) {
    int edition, options = 0, decks = 0, first_line[GM_MAX_FILES] = {0}, seats_line;
    if (!next_line(in)) return false;
    if (!begins(in, "safehouse record 1") || in->length) return bad(in, "record.version");
    if (!expect(in, "game ")) return false;
    const gm_game *g = r->match.game = only ? only : gm_game_named(in->line, in->length);
    if (!g || strlen(g->name) != in->length || memcmp(g->name, in->line, in->length))
        return bad(in, "record.game");
    if (!expect_number(in, "edition ", 1, 999, &edition)) return false;
    if (edition != g->edition) return bad(in, "record.edition");
    if (!expect_number(in, "seats ", g->min_seats, g->max_seats, &r->order.seats)) return false;
    seats_line = in->number;
    for (;;) {
        if (!next_line(in)) return false;
        if (!decks && begins(in, "option ")) {
            if (!read_option(in, r, options++)) return false;
        } else if (begins(in, "deck ")) {
            if (decks < GM_MAX_FILES) first_line[decks] = in->number + 1;
            if (!read_deck(in, r, decks++)) return false;
        } else {
            break;
        }
    }
    unread_line(in);
    return gm_open_box(g, &r->order, r->box, in->why) || deck_fault(in, r, first_line, seats_line);
}

static bool read_seats(reader *in, record *r) {
    for (int q = 0, k; q < r->order.seats; q++) {
        if (!expect(in, "seat ")) return false;
        if (!begins_seat(in, r->order.seats, &k) || k != q) return bad(in, "record.seat");
        const char *space = memchr(in->line, ' ', in->length);
        size_t n = space ? (size_t)(space - in->line) : in->length, rest = space ? in->length - n - 1 : 0;
        if (!n || n >= RECORD_BOT || rest >= RECORD_NAME || (space && !rest)) return bad(in, "record.seat");
        if (n != 5 || memcmp(in->line, "human", 5)) memcpy(r->seat[q].bot, in->line, n);
        if (rest) memcpy(r->seat[q].name, space + 1, rest);
    }
    return true;
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

static bool read_header(reader *in, record *r, const gm_game *only) {
    uint8_t hash[SHA256_SIZE], box[SHA256_SIZE];
    if (!read_order(in, r, only) || !expect_hash(in, "box ", hash)) return false;
    sha256_of(r->box, r->match.game->box_size, box);
    if (memcmp(hash, box, sizeof box)) return bad(in, "record.box");
    if (!read_seats(in, r) || !expect(in, "deal ")) return false;
    if (begins(in, "seed ")) {
        uint8_t seed[DEAL_SECRET];
        if (!take_hex(in, seed, sizeof seed)) return false;
        record_seed(r, seed);
    } else if (begins(in, "commit ")) {
        r->deal = DEAL_BY_COMMITMENT;
        if (!take_hex(in, r->commitment, sizeof r->commitment)) return false;
        if (!read_nonces(in, r)) return false;
    } else if (begins(in, "hand") && !in->length) {
        r->deal = DEAL_BY_HAND;
    } else {
        return bad(in, "record.deal");
    }
    return expect_line(in, "begin", "record.want");
}

/* ---- reading: the moves and the end -------------------------------------------------- */

static bool read_move(reader *in, record *r) {
    char notation[GM_NOTATION_SIZE];
    text once = text_on(notation, sizeof notation);
    gm_seat q;
    gm_move m;
    if (!gm_read_mover(r->box, &in->line, &in->length, &q)) return bad(in, "record.move");
    if (!gm_read_move(r->match.game, r->box, in->line, in->length, &m, in->why)) {
        in->why->file = in->file;
        in->why->line = in->number;
        return false;
    }
    gm_write_move(&once, r->match.game, r->box, m);
    if (once.used != in->length || memcmp(notation, in->line, once.used)) return bad(in, "record.spaces");
    const gm_reason *reason = r->match.game->why_not(r->box, r->st, q, m);
    if (reason) {
        bad(in, reason->say);
        in->why->rule = reason->rule;
        return false;
    }
    if (q == GM_DEALER && r->secret_known && m != gm_match_deal(&r->match, r->key))
        return bad(in, "record.dealt");
    return gm_match_play(&r->match, q, m) || bad(in, "record.many");
}

/* Now that the secret is known: does it deal what was dealt? */
static bool check_deals(reader *in, record *r, int first_line) {
    uint8_t hash[SHA256_SIZE];
    sha256_of(r->secret, DEAL_SECRET, hash);
    if (memcmp(hash, r->commitment, sizeof hash)) return bad(in, "record.commitment");
    r->secret_known = true;
    deal_key(r->secret, r->nonce, r->order.seats, r->key);
    int n = r->match.n;
    for (gm_match_rewind(&r->match, 0); r->match.n < n;
         gm_match_play(&r->match, r->by[r->match.n], r->move[r->match.n]))
        if (r->by[r->match.n] == GM_DEALER && r->move[r->match.n] != gm_match_deal(&r->match, r->key))
            return fault_at(in->why, "record.dealt", in->file, first_line + r->match.n, 0);
    return true;
}

/* A text that need not be whole may stop after any line of the end. */
static bool read_end(reader *in, record *r, int first_line, bool whole) {
    char lines[2 * RECORD_LINE];
    text expected = text_on(lines, sizeof lines);
    uint8_t hash[SHA256_SIZE], sum[SHA256_SIZE];
    if (r->match.game->to_act(r->box, r->st)) return bad(in, "record.early");
    if (in->at == in->size && !whole) return true;
    if (r->deal == DEAL_BY_COMMITMENT &&
        (!expect_hash(in, "secret ", r->secret) || !check_deals(in, r, first_line)))
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
    int first_line = in.number + 1;
    while (in.at < in.size || whole) {
        if (!next_line(&in)) return false;
        if (in.length == 3 && begins(&in, "end")) return read_end(&in, r, first_line, whole);
        if (!read_move(&in, r)) return false;
    }
    return true;
}
