/* test_base.c - base/ against published vectors, naive versions of itself, and broken input.  The CSV reader
 * is in test_csv.c.
 *
 * Map: SHA-256 - ChaCha20 - generator - bits - text - fault. */
#include "tests/unit/exact_copy.h"

#include "base/bits.h"
#include "base/chacha20.h"
#include "base/fault.h"
#include "base/rng.h"
#include "base/sha256.c" /* for its two ways of compressing a block */
#include "base/text.h"
#include <errno.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

static void expect_hex(const uint8_t *bytes, size_t n, const char *hex) {
    char buffer[129];
    text t = text_on(buffer, sizeof buffer);
    text_hex(&t, bytes, n);
    assert_false(t.cut);
    assert_string_equal(buffer, hex);
}

/* ---- SHA-256 ---- */

static const char two_blocks[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";

static void expect_sha256(const char *s, const char *hex) {
    uint8_t out[SHA256_SIZE];
    sha256_of(s, strlen(s), out);
    expect_hex(out, sizeof out, hex);
}

static void sha256_agrees_with_the_standard(void **state) {
    (void)state;
    expect_sha256("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect_sha256("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect_sha256(two_blocks, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

static void sha256_agrees_on_a_million_letters(void **state) {
    (void)state;
    uint8_t out[SHA256_SIZE], letters[1000];
    memset(letters, 'a', sizeof letters);
    sha256 s;
    sha256_start(&s);
    for (int i = 0; i < 1000; i++)
        sha256_add(&s, letters, sizeof letters);
    sha256_end(&s, out);
    expect_hex(out, sizeof out, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

static void sha256_does_not_care_where_input_is_split(void **state) {
    (void)state;
    uint8_t input[200], whole[SHA256_SIZE], parts[SHA256_SIZE];
    for (size_t i = 0; i < sizeof input; i++)
        input[i] = (uint8_t)(i * 7);
    for (size_t n = 0; n <= sizeof input; n++) {
        sha256_of(input, n, whole);
        for (size_t cut = 0; cut <= n; cut++) {
            sha256 s;
            sha256_start(&s);
            sha256_add(&s, input, cut);
            sha256_add(&s, input + cut, n - cut);
            sha256_end(&s, parts);
            assert_memory_equal(whole, parts, sizeof whole);
        }
    }
}

/* One of the two is not used on this machine. */
static void sha256_is_the_same_on_every_processor(void **state) {
    (void)state;
#ifdef __x86_64__
    unsigned a, b, c, d;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b & bit_SHA)) skip();
    rng r = {256};
    uint32_t one[8] = {0}, other[8] = {0};
    for (int i = 0; i < 1000; i++) {
        uint8_t block[64];
        for (size_t k = 0; k < sizeof block; k++)
            block[k] = (uint8_t)rng_next(&r);
        compress_anywhere(one, block);
        compress_x86(other, block);
        assert_memory_equal(one, other, sizeof one);
    }
#else
    skip();
#endif
}

static void sha256_takes_no_bytes_from_nowhere(void **state) {
    (void)state;
    uint8_t out[SHA256_SIZE];
    sha256_of(NULL, 0, out);
    expect_hex(out, sizeof out, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

/* ---- ChaCha20 ---- */

static void chacha20_agrees_with_the_example_of_the_rfc(void **state) {
    (void)state;
    static const uint32_t want[16] = {0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3, 0xc7f4d1c7, 0x0368c033,
                                      0x9aaa2204, 0x4e6cd4c3, 0x466482d2, 0x09aa9f07, 0x05d7c214, 0xa2028bd9,
                                      0xd19c12b5, 0xb94e16de, 0xe883d0cb, 0x4e3c50a2};
    static const uint32_t nonce[3] = {0x09000000, 0x4a000000, 0};
    uint8_t key[32];
    for (int i = 0; i < 32; i++)
        key[i] = (uint8_t)i;
    uint32_t out[16];
    chacha20_block(key, 1, nonce, out);
    assert_memory_equal(out, want, sizeof want);
}

static void chacha20_agrees_with_the_vectors_of_the_rfc(void **state) {
    (void)state;
    static const struct { /* A.1; the keys and nonces are zero but for these */
        int key_at;
        uint8_t key_byte;
        uint32_t counter, last_nonce;
        const char *want;
    } v[] = {
        {0, 0, 0, 0,
         "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
         "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"},
        {0, 0, 1, 0,
         "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
         "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"},
        {31, 1, 1, 0,
         "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
         "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"},
        {1, 0xff, 2, 0,
         "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
         "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096"},
        {0, 0, 0, 0x02000000,
         "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"
         "8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d"},
    };
    for (size_t i = 0; i < COUNT(v); i++) {
        uint8_t key[32] = {0}, bytes[64];
        uint32_t out[16];
        key[v[i].key_at] = v[i].key_byte;
        chacha20_block(key, v[i].counter, (uint32_t[]){0, 0, v[i].last_nonce}, out);
        for (int k = 0; k < 64; k++)
            bytes[k] = (uint8_t)(out[k / 4] >> 8 * (k % 4));
        expect_hex(bytes, sizeof bytes, v[i].want);
    }
}

/* ---- generator ---- */

static const uint64_t gamma64 = 0x9E3779B97F4A7C15u; /* each draw adds this to the state */

static uint64_t undo_shift(uint64_t z, int n) {
    uint64_t x = z;
    for (int i = 0; i < 64; i += n)
        x = z ^ x >> n;
    return x;
}

static uint64_t inverse(uint64_t a) { /* mod 2^64, by Newton */
    uint64_t x = a;
    for (int i = 0; i < 6; i++)
        x *= 2 - a * x;
    return x;
}

/* The generator whose next word is z: splitmix64 backwards. */
static rng rng_before(uint64_t z) {
    z = undo_shift(z, 31) * inverse(0x94D049BB133111EBu);
    z = undo_shift(z, 27) * inverse(0xBF58476D1CE4E5B9u);
    return (rng){undo_shift(z, 30) - gamma64};
}

static void rng_agrees_with_published_splitmix64(void **state) {
    (void)state;
    static const uint64_t want[] = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                    4593380528125082431u, 16408922859458223821u};
    rng r = {1234567};
    for (size_t i = 0; i < COUNT(want); i++)
        assert_true(rng_next(&r) == want[i]);
    r = rng_before(42);
    assert_true(rng_next(&r) == 42);
}

/* The words that give k are a run of 32-bit values.  Only the first of them may be rejected.  There must be
 * equally many of the others for each k. */
static void rng_below_gives_each_number_equally_many_words(void **state) {
    (void)state;
    for (uint64_t n = 1; n <= 100; n++)
        for (uint64_t k = 0; k < n; k++) {
            uint64_t first = ((k << 32) + n - 1) / n, next = (((k + 1) << 32) + n - 1) / n;
            rng r = rng_before(first << 32), second = rng_before((first + 1) << 32);
            uint64_t r_start = r.s, second_start = second.s;
            uint32_t got = rng_below(&r, (uint32_t)n);
            bool rejected = r.s != r_start + gamma64;
            assert_true(rejected || got == k);
            assert_true(next - first - rejected == (1ull << 32) / n);
            assert_int_equal(rng_below(&second, (uint32_t)n), k);
            assert_true(second.s == second_start + gamma64);
        }
}

static void rng_below_is_even(void **state) {
    (void)state;
    enum { EACH = 20000, FAR = 800 }; /* more than five standard deviations of at most 141 */
    rng r = {1};
    for (uint32_t n = 1; n <= 20; n++) {
        int narrow[20] = {0}, wide[20] = {0};
        for (uint32_t i = 0; i < n * EACH; i++) {
            uint32_t a = rng_below(&r, n);
            uint64_t b = rng_below64(&r, n);
            assert_true(a < n && b < n);
            narrow[a]++, wide[b]++;
        }
        for (uint32_t k = 0; k < n; k++) {
            assert_in_range(narrow[k], EACH - FAR, EACH + FAR);
            assert_in_range(wide[k], EACH - FAR, EACH + FAR);
        }
    }
}

static void rng_below64_stays_below_large_numbers(void **state) {
    (void)state;
    rng r = {2};
    for (int shift = 1; shift <= 63; shift++)
        for (int i = 0; i < 200; i++) {
            uint64_t n = 1ull << shift;
            assert_true(rng_below64(&r, n) < n);
            assert_true(rng_below64(&r, n - 1) < n - 1);
        }
}

/* ---- bits ---- */

static void expect_members(uint64_t m) {
    unsigned k = 0;
    for (int i = 0; i < 64; i++)
        if (m >> i & 1) {
            if (!k) assert_int_equal(bits_first(m), i);
            assert_int_equal(bits_nth(m, k++), i);
        }
    assert_int_equal(bits_count(m), k);
}

static void bits_nth_finds_what_counting_finds(void **state) {
    (void)state;
    rng r = {3};
    for (int i = 0; i < 20000; i++) {
        uint64_t a = rng_next(&r), b = rng_next(&r), c = rng_next(&r);
        expect_members(a);
        expect_members(a & b & c); /* thin */
        expect_members(a | b | c); /* thick */
    }
}

static void bits_nth_takes_the_extremes(void **state) {
    (void)state;
    expect_members(0);
    expect_members(~0ull);
    for (int i = 0; i < 64; i++) {
        expect_members(BIT(i));
        expect_members(~BIT(i));
        expect_members(~0ull << i);
        expect_members(~0ull >> i);
    }
}

/* ---- text ---- */

static void text_begins_empty(void **state) {
    (void)state;
    char buffer[1] = {'x'};
    text t = text_on(buffer, 1);
    assert_int_equal(t.used, 0);
    assert_false(t.cut);
    assert_string_equal(buffer, "");
}

static void text_keeps_what_fits_and_says_that_it_cut(void **state) {
    (void)state;
    for (size_t size = 1; size <= 8; size++) {
        char *buffer = malloc(size);
        assert_non_null(buffer);
        text t = text_on(buffer, size);
        text_put(&t, "abc");
        text_char(&t, 'd');
        text_bytes(&t, "efg", 2);
        assert_int_equal(t.cut, size < 7);
        assert_int_equal(t.used, size < 7 ? size - 1 : 6);
        assert_memory_equal(buffer, "abcdef", t.used);
        assert_int_equal(buffer[t.used], 0);
        free(buffer);
    }
}

static void text_that_just_fits_is_not_cut(void **state) {
    (void)state;
    char buffer[4];
    text t = text_on(buffer, sizeof buffer);
    text_put(&t, "abc");
    text_put(&t, "");
    text_bytes(&t, NULL, 0);
    assert_false(t.cut);
    text_char(&t, 'd');
    assert_true(t.cut);
    assert_string_equal(buffer, "abc");
}

static void text_int_writes_every_size(void **state) {
    (void)state;
    static const struct {
        int64_t n;
        const char *want;
    } v[] = {{0, "0"},
             {7, "7"},
             {-1, "-1"},
             {10, "10"},
             {-100, "-100"},
             {INT64_MAX, "9223372036854775807"},
             {INT64_MIN, "-9223372036854775808"}};
    for (size_t i = 0; i < COUNT(v); i++) {
        char buffer[32];
        text t = text_on(buffer, sizeof buffer);
        text_int(&t, v[i].n);
        assert_string_equal(buffer, v[i].want);
    }
}

static void expect_json(const char *s, const char *want) {
    char buffer[64];
    text t = text_on(buffer, sizeof buffer);
    text_json(&t, s, strlen(s));
    assert_false(t.cut);
    assert_string_equal(buffer, want);
}

static void text_json_escapes_what_it_must(void **state) {
    (void)state;
    expect_json("", "\"\"");
    expect_json("plain /", "\"plain /\"");
    expect_json("a\"b\\c", "\"a\\\"b\\\\c\"");
    expect_json("\b\t\n\f\r", "\"\\b\\t\\n\\f\\r\"");
    expect_json("\x01\x0b\x1f\x7f", "\"\\u0001\\u000b\\u001f\x7f\"");
    expect_json("\xC3\xBC\xF0\x9F\x82\xA1", "\"\xC3\xBC\xF0\x9F\x82\xA1\"");
}

static void text_json_replaces_what_is_not_utf8(void **state) {
    (void)state;
    expect_json("a\xFF\xC3", "\"a\\ufffd\\ufffd\"");
    expect_json("\xE2\x82z", "\"\\ufffd\\ufffdz\"");
}

static void text_utf8_knows_characters(void **state) {
    (void)state;
    static const struct {
        const char *s;
        size_t n;
        int want;
    } v[] = {
        {"a", 0, 0},
        {"\0", 1, 1},
        {"\x7F", 1, 1},
        {"ab", 2, 1},
        {"\x80", 1, 0},
        {"\xBF\x80", 2, 0},
        {"\xC1\xBF", 2, 0}, /* overlong */
        {"\xC2\x80", 2, 2},
        {"\xC2\x80", 1, 0},
        {"\xC2\x7F", 2, 0},
        {"\xC2\xC0", 2, 0},
        {"\xDF\xBF", 2, 2},
        {"\xE0\x9F\xBF", 3, 0}, /* overlong */
        {"\xE0\xA0\x80", 3, 3},
        {"\xE0\xA0\x80", 2, 0},
        {"\xED\x9F\xBF", 3, 3},
        {"\xED\xA0\x80", 3, 0}, /* surrogates */
        {"\xED\xBF\xBF", 3, 0},
        {"\xEE\x80\x80", 3, 3},
        {"\xEF\xBF\xBF", 3, 3},
        {"\xF0\x8F\xBF\xBF", 4, 0}, /* overlong */
        {"\xF0\x90\x80\x80", 4, 4},
        {"\xF0\x90\x80\x80", 3, 0},
        {"\xF0\x90\x80z", 4, 0},
        {"\xF4\x8F\xBF\xBF", 4, 4},
        {"\xF4\x90\x80\x80", 4, 0}, /* beyond U+10FFFF */
        {"\xF5\x80\x80\x80", 4, 0},
        {"\xF8\x88\x80\x80\x80", 5, 0},
        {"\xFF", 1, 0},
    };
    for (size_t i = 0; i < COUNT(v); i++) {
        char *s = exact_copy(v[i].s, v[i].n);
        assert_int_equal(text_utf8(s, v[i].n), v[i].want);
        free(s);
    }
}

static void text_unhex_reads_what_text_hex_wrote(void **state) {
    (void)state;
    uint8_t bytes[256], back[256];
    char buffer[513];
    for (int i = 0; i < 256; i++)
        bytes[i] = (uint8_t)i;
    text t = text_on(buffer, sizeof buffer);
    text_hex(&t, bytes, sizeof bytes);
    assert_true(text_unhex(buffer, t.used, back, sizeof back));
    assert_memory_equal(bytes, back, sizeof bytes);
    assert_true(text_unhex("aAfF", 4, back, 2));
    assert_memory_equal(back, "\xAA\xFF", 2);
}

static void text_unhex_refuses_all_else(void **state) {
    (void)state;
    uint8_t out[2];
    assert_true(text_unhex("", 0, out, 0));
    assert_false(text_unhex("abc", 3, out, 1));
    assert_false(text_unhex("ab", 2, out, 2));
    assert_false(text_unhex("abcd", 4, out, 1));
    for (int c = 0; c < 256; c++) {
        char s[2] = {(char)c, '0'}, z[2] = {'0', (char)c};
        bool want = c && strchr("0123456789abcdefABCDEF", c);
        assert_int_equal(text_unhex(s, 2, out, 1), want);
        assert_int_equal(text_unhex(z, 2, out, 1), want);
    }
}

static void text_number_reads_plain_numbers_in_range(void **state) {
    (void)state;
    static const struct {
        const char *s;
        int low, high, want;
        bool good;
    } v[] = {
        {"0", 0, 9, 0, true},
        {"9", 0, 9, 9, true},
        {"10", 0, 9, 0, false},
        {"4", 5, 9, 0, false},
        {"5", 5, 9, 5, true},
        {"0", -3, 9, 0, true},
        {"0", -3, -1, 0, false},
        {"2147483647", 0, INT32_MAX, INT32_MAX, true},
        {"2147483648", 0, INT32_MAX, 0, false},
        {"99999999999999999999999999", 0, INT32_MAX, 0, false},
        {"", 0, 9, 0, false},
        {"00", 0, 9, 0, false},
        {"05", 0, 9, 0, false},
        {"+5", 0, 9, 0, false},
        {"-5", -9, 9, 0, false},
        {" 5", 0, 9, 0, false},
        {"5 ", 0, 9, 0, false},
        {"5x", 0, 99, 0, false},
    };
    for (size_t i = 0; i < COUNT(v); i++) {
        size_t n = strlen(v[i].s);
        char *s = exact_copy(v[i].s, n);
        int got = 12345;
        assert_int_equal(text_number(s, n, v[i].low, v[i].high, &got), v[i].good);
        assert_int_equal(got, v[i].good ? v[i].want : 12345);
        free(s);
    }
}

/* ---- fault ---- */

static void fault_begins_with_empty_texts(void **state) {
    (void)state;
    fault f;
    memset(&f, 'x', sizeof f);
    assert_false(fault_at(&f, "some.key", "a file", 3, 4));
    assert_string_equal(f.say, "some.key");
    assert_string_equal(f.file, "a file");
    assert_int_equal(f.line, 3);
    assert_int_equal(f.column, 4);
    assert_string_equal(f.with[0], "");
    assert_string_equal(f.with[1], "");
}

static void fault_texts_are_made_printable(void **state) {
    (void)state;
    fault f;
    fault_at(&f, "k", NULL, 0, 0);
    assert_false(fault_with(&f, 1, "a\0\t\x1B\x7F\xFF\xC2\x9B\xC3\xBC\xE2\x82", 12));
    assert_string_equal(f.with[1], "a??????\xC3\xBC??");
    assert_string_equal(f.with[0], "");
    assert_false(fault_number(&f, 0, -12));
    assert_string_equal(f.with[0], "-12");
}

static void errors_of_the_system_have_sentences(void **state) {
    (void)state;
    assert_string_equal(fault_system(ENOENT, "x"), "file.missing");
    assert_string_equal(fault_system(EACCES, "x"), "file.forbidden");
    assert_string_equal(fault_system(EISDIR, "x"), "file.folder");
    assert_string_equal(fault_system(ENOSPC, "x"), "file.full");
    assert_string_equal(fault_system(ENAMETOOLONG, "x"), "file.long");
    assert_string_equal(fault_system(EIO, "x"), "x");
}

static void fault_texts_are_cut_between_characters(void **state) {
    (void)state;
    for (size_t lead = 0; lead < 4; lead++) {
        char s[4 + 4 * 40], want[FAULT_WITH] = {0};
        memset(s, 'a', 4);
        for (size_t i = 0; i < 40; i++)
            memcpy(s + lead + 4 * i, "\xF0\x9F\x82\xA1", 4);
        memcpy(want, s, lead + (FAULT_WITH - 1 - lead) / 4 * 4);
        fault f;
        fault_at(&f, "k", NULL, 0, 0);
        fault_with(&f, 0, s, lead + 4 * 40);
        assert_string_equal(f.with[0], want);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sha256_agrees_with_the_standard),
        cmocka_unit_test(sha256_agrees_on_a_million_letters),
        cmocka_unit_test(sha256_does_not_care_where_input_is_split),
        cmocka_unit_test(sha256_is_the_same_on_every_processor),
        cmocka_unit_test(sha256_takes_no_bytes_from_nowhere),
        cmocka_unit_test(chacha20_agrees_with_the_example_of_the_rfc),
        cmocka_unit_test(chacha20_agrees_with_the_vectors_of_the_rfc),
        cmocka_unit_test(rng_agrees_with_published_splitmix64),
        cmocka_unit_test(rng_below_gives_each_number_equally_many_words),
        cmocka_unit_test(rng_below_is_even),
        cmocka_unit_test(rng_below64_stays_below_large_numbers),
        cmocka_unit_test(bits_nth_finds_what_counting_finds),
        cmocka_unit_test(bits_nth_takes_the_extremes),
        cmocka_unit_test(text_begins_empty),
        cmocka_unit_test(text_keeps_what_fits_and_says_that_it_cut),
        cmocka_unit_test(text_that_just_fits_is_not_cut),
        cmocka_unit_test(text_int_writes_every_size),
        cmocka_unit_test(text_json_escapes_what_it_must),
        cmocka_unit_test(text_json_replaces_what_is_not_utf8),
        cmocka_unit_test(text_utf8_knows_characters),
        cmocka_unit_test(text_unhex_reads_what_text_hex_wrote),
        cmocka_unit_test(text_unhex_refuses_all_else),
        cmocka_unit_test(text_number_reads_plain_numbers_in_range),
        cmocka_unit_test(fault_begins_with_empty_texts),
        cmocka_unit_test(fault_texts_are_made_printable),
        cmocka_unit_test(errors_of_the_system_have_sentences),
        cmocka_unit_test(fault_texts_are_cut_between_characters),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
