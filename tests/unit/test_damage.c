/* Damaged records: every cut, every change of a byte, and every line that is missing, doubled or misplaced is refused, with its
 * line.  Only a record that ends after a line of its moves can be played on. */
#include "kit/order.h"
#include "kit/registry.h"
#include "tests/rules/script.h"

extern const gm_game dead_drop_game;
static char good[RECORD_TEXT], page[RECORD_TEXT];
static size_t size;
static record other;

/* ---- records of each kind ------------------------------------------------------------------------------- */

static void open_record(const char *game, int seats, const char *settings, const gm_file *deck) {
    fault why;
    if (!open_with(gm_game_named(game, strlen(game)), seats, settings, deck, &why)) fail_msg("%s", why.say);
}

static int finish_record(void) {
    fault why;
    play_on(&the, 7, GM_MAX_PLIES);
    text t = text_on(good, sizeof good);
    assert_true(record_write(&the, &t));
    size = t.used;
    if (!record_read(&other, NULL, "x", good, size, true, &why)) fail_msg("line %d: %s", why.line, why.say);
    return 0;
}

static int deal_by_seed(const char *game, int seats, const char *settings) {
    open_record(game, seats, settings, NULL);
    record_seed(&the, (uint8_t[DEAL_SECRET]){1});
    return finish_record();
}

static int by_seed(void **unused) { return (void)unused, deal_by_seed("dead-drop", 3, ""); }
static int of_sentient(void **unused) { return (void)unused, deal_by_seed("sentient", 2, ""); }
static int of_agents(void **unused) { return (void)unused, deal_by_seed("agents", 3, "goal=6"); }
static int of_inside_job(void **unused) {
    return (void)unused, deal_by_seed("inside-job", 5, "roles=inner-circle");
}

static int by_commitment(void **unused) {
    static const deal_nonce nonces[GM_MAX_SEATS] = {{.size = 2, .bytes = {3, 4}}};
    (void)unused;
    open_record("dead-drop", 4, "", NULL);
    record_commit(&the, (uint8_t[DEAL_SECRET]){2}, nonces);
    return finish_record();
}

static int by_hand(void **unused) {
    (void)unused;
    open_record("dead-drop", 3, "rounds=1 spare=0", NULL);
    return finish_record();
}

static int with_a_deck(void **unused) {
    static char rows[GM_MAX_FILE];
    const gm_file *shipped = gm_shipped_deck(dead_drop_game.decks, 2);
    text t = text_on(rows, sizeof rows);
    (void)unused;
    text_put(&t, "# Żółw, a deck of our own\n");
    text_bytes(&t, shipped->text, shipped->size);
    open_record("dead-drop", 4, "rounds=1", &(gm_file){"own.csv", rows, t.used});
    record_seed(&the, (uint8_t[DEAL_SECRET]){3});
    return finish_record();
}

/* ---- damages -------------------------------------------------------------------------------------------- */

/* Does the page read, of which only so much is there?  If not, the refusal names a line. */
static bool reads(size_t n, bool whole) {
    fault why = {0};
    bool good_page = record_read(&other, NULL, "x", page, n, whole, &why);
    if (!good_page && (why.line < 1 || !why.say)) fail_msg("no line is named after %zu bytes", n);
    return good_page;
}

static void cuts(void **unused) {
    const char *moves = strstr(good, "\nbegin\n");
    (void)unused;
    assert_non_null(moves);
    memcpy(page, good, size);
    for (size_t n = 0; n < size; n++) {
        bool begun = n >= (size_t)(moves - good) + 7 && good[n - 1] == '\n';
        if (reads(n, true)) fail_msg("the first %zu bytes verify", n);
        if (reads(n, false) != begun)
            fail_msg("the first %zu bytes can%s be played on", n, begun ? "not" : "");
    }
}

/* Neighbouring values, and the other case of letters. */
static void changes(void **unused) {
    (void)unused;
    memcpy(page, good, size);
    for (size_t i = 0; i < size; i++) {
        page[i] = good[i] ^ 1;
        if (reads(size, true)) fail_msg("byte %zu can be another", i);
        page[i] = good[i] ^ 0x20;
        if (reads(size, true)) fail_msg("byte %zu can have the other case", i);
        page[i] = good[i];
    }
}

/* Of the line at `from`, its own length or the rest of the record's. */
static size_t line_size(size_t from) {
    const char *end = memchr(good + from, '\n', size - from);
    return end ? (size_t)(end - good) + 1 - from : size - from;
}

/* The page is the good one with `n` bytes from `from` replaced by so many others. */
static size_t with_bytes(size_t from, size_t n, const char *by, size_t by_size) {
    memcpy(page, good, from);
    memcpy(page + from, by, by_size);
    memcpy(page + from + by_size, good + from + n, size - from - n);
    return size - n + by_size;
}

static void lines(void **unused) {
    char two[2 * RECORD_LINE];
    (void)unused;
    for (size_t at = 0, n, next; at < size; at += n) {
        n = line_size(at);
        next = at + n < size ? line_size(at + n) : 0;
        if (reads(with_bytes(at, n, "", 0), true)) fail_msg("the line after %zu bytes can be missing", at);
        if (reads(with_bytes(at, 0, good + at, n), true))
            fail_msg("the line after %zu bytes can be there twice", at);
        if (!next || (n == next && !memcmp(good + at, good + at + n, n))) continue;
        memcpy(two, good + at + n, next);
        memcpy(two + next, good + at, n);
        if (reads(with_bytes(at, n + next, two, n + next), true))
            fail_msg("the line after %zu bytes can come later", at);
    }
}

#define DAMAGES(kind)                                                                                        \
    {.name = "cuts, " #kind, .test_func = cuts, .setup_func = kind},                                         \
        {.name = "changes, " #kind, .test_func = changes, .setup_func = kind}, {                             \
        .name = "lines, " #kind, .test_func = lines, .setup_func = kind                                      \
    }

int main(void) {
    const struct CMUnitTest tests[] = {DAMAGES(by_seed),      DAMAGES(by_commitment), DAMAGES(by_hand),
                                       DAMAGES(with_a_deck),  DAMAGES(of_sentient),   DAMAGES(of_agents),
                                       DAMAGES(of_inside_job)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
