/* test_words.c - sentences from the catalogs: plural forms, arguments, names of things, and faults. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "words/words.h"

static const int64_t numbers[] = {0, 1, 2, 5, 11, 12, 21, 22, 25, 101, 112};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

/* The word for "field" in csv.fields, by number. */
static void check_plurals(words_lang lang, const char *const word[NUMBERS]) {
    for (int i = 0; i < NUMBERS; i++) {
        char want[64], buffer[256];
        text t = text_on(want, sizeof want), out = text_on(buffer, sizeof buffer);
        text_int(&t, numbers[i]);
        text_char(&t, ' ');
        text_put(&t, word[i]);
        text_char(&t, ' ');
        gm_line line = {"csv.fields", {{GM_ARG_NUMBER, NULL, numbers[i]}, {GM_ARG_NUMBER, NULL, 1}}};
        words_line(&out, &(words_for){.lang = lang}, &line);
        if (!strstr(buffer, want)) fail_msg("no \"%s\" in \"%s\"", want, buffer);
    }
}

static void plurals_en(void **unused) {
    (void)unused;
    static const char *const word[NUMBERS] = {"fields", "field",  "fields", "fields", "fields", "fields",
                                              "fields", "fields", "fields", "fields", "fields"};
    check_plurals(WORDS_EN, word);
}

static void plurals_pl(void **unused) {
    (void)unused;
    static const char *const word[NUMBERS] = {"pól", "pole", "pola", "pól", "pól", "pól",
                                              "pól", "pola", "pól",  "pól", "pól"};
    check_plurals(WORDS_PL, word);
}

static void plurals_ru(void **unused) {
    (void)unused;
    static const char *const word[NUMBERS] = {"полей", "поле", "поля",  "полей", "полей", "полей",
                                              "поле",  "поля", "полей", "поле",  "полей"};
    check_plurals(WORDS_RU, word);
}

static void plurals_of_negative_numbers(void **unused) {
    (void)unused;
    assert_string_equal(words_get(WORDS_EN, "csv.fields", -1), words_get(WORDS_EN, "csv.fields", 1));
    assert_string_equal(words_get(WORDS_RU, "csv.fields", INT64_MIN), words_get(WORDS_RU, "csv.fields", 8));
}

static void unknown_key(void **unused) {
    (void)unused;
    for (int lang = 0; lang < WORDS_LANGS; lang++) {
        assert_string_equal(words_get((words_lang)lang, "no.such-key", 1), "no.such-key");
        assert_string_equal(words_get((words_lang)lang, "", 1), "");
        assert_string_equal(words_get((words_lang)lang, "zzz", 1), "zzz");
    }
}

static void language_names(void **unused) {
    (void)unused;
    static const struct {
        const char *name;
        words_lang lang;
    } good[] = {{"en", WORDS_EN},          {"en_GB.UTF-8", WORDS_EN}, {"C", WORDS_EN},
                {"C.UTF-8", WORDS_EN},     {"POSIX", WORDS_EN},       {"pl", WORDS_PL},
                {"pl_PL.UTF-8", WORDS_PL}, {"pl_PL@euro", WORDS_PL},  {"ru_RU", WORDS_RU},
                {"ru-RU", WORDS_RU}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        words_lang lang = WORDS_LANGS;
        assert_true(words_lang_of(good[i].name, &lang));
        assert_int_equal(lang, good[i].lang);
    }
    static const char *const bad[] = {"", "p", "plx", "de_DE.UTF-8", "_PL", "PL"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        words_lang lang = WORDS_RU;
        assert_false(words_lang_of(bad[i], &lang));
        assert_int_equal(lang, WORDS_RU);
    }
    for (int i = 0; i < WORDS_LANGS; i++) {
        words_lang lang;
        assert_true(words_lang_of(words_lang_name((words_lang)i), &lang));
        assert_int_equal(lang, i);
    }
}

/* ---- lines ------------------------------------------------------------------
 *
 * A game of four cards: 0 has no name, the name of 1 is a text, 2 is named after card 1, and 3 after itself.
 * A key that no catalog has stands for itself, so the tests can write sentences as keys. */
static bool fake_thing(const void *box, const char *of, int i, gm_thing *out) {
    (void)box;
    if (strcmp(of, "card") != 0 || i > 3) return false;
    *out = (gm_thing){.code = {'c', (char)('0' + i)}};
    if (i == 1) out->name = (gm_line){"<{0}>", {{GM_ARG_TEXT, "Żółw", 0}}};
    if (i == 2) out->name = (gm_line){"after {0}", {{GM_ARG_THING, "card", 1}}};
    if (i == 3) out->name = (gm_line){"round {0}", {{GM_ARG_THING, "card", 3}}};
    return true;
}

static const gm_game fake = {.thing = fake_thing};
static const char *const names[] = {"Ann", "Bob", "Cy"};

static void check_line(words_lang lang, gm_line line, const char *want) {
    char buffer[256];
    text out = text_on(buffer, sizeof buffer);
    words_for w = {lang, &fake, NULL, names};
    words_line(&out, &w, &line);
    assert_string_equal(buffer, want);
}

static void rows_stand_in_columns(void **unused) {
    static const uint8_t cells[] = {2, 12, GM_NONE, GM_HIDDEN, 0};
    (void)unused;
    check_line(WORDS_EN, (gm_line){"[{0}]", {gm_row(NULL, cells, 5)}}, "[   2  12   .   ?   0]");
    check_line(WORDS_EN, (gm_line){"[{0}]", {gm_row("card", cells, 1)}}, "[  c2]");
    check_line(WORDS_EN, (gm_line){"[{0}]", {gm_row(NULL, cells, 0)}}, "[]");
}

static gm_line with(gm_arg a) { return (gm_line){"{0}", {a}}; }

static void places(void **unused) {
    (void)unused;
    gm_arg number = {GM_ARG_NUMBER, NULL, -7}, words = {GM_ARG_TEXT, "{0}", 0},
           word = {GM_ARG_WORD, "seat.dealer", 0};
    check_line(WORDS_EN, (gm_line){"{2}{0}, {0} {1}.", {number, words, word}}, "the dealer−7, −7 {0}.");
    check_line(WORDS_PL, (gm_line){"{2}", {number, words, word}}, "rozdający");
    check_line(WORDS_EN, (gm_line){"{3}|{6}|{|{0|{x}|}", {number}}, "|{6}|{|{0|{x}|}");
    check_line(WORDS_EN, with((gm_arg){GM_ARG_WORD, "no.such-key", 0}), "no.such-key");
}

static void things(void **unused) {
    (void)unused;
    check_line(WORDS_EN, with((gm_arg){GM_ARG_THING, "seat", 1}), "Bob");
    check_line(WORDS_EN, with((gm_arg){GM_ARG_THING, "seat", GM_SPECTATOR}), "the spectators");
    check_line(WORDS_RU, with((gm_arg){GM_ARG_THING, "seat", GM_DEALER}), "раздающий");
    check_line(WORDS_PL, with((gm_arg){GM_ARG_THING, "card", GM_NONE}), "brak");
    check_line(WORDS_PL, with((gm_arg){GM_ARG_THING, "seat", GM_HIDDEN}), "coś ukrytego");
    check_line(WORDS_EN, with((gm_arg){GM_ARG_THING, "card", 0}), "c0");
    check_line(WORDS_EN, with((gm_arg){GM_ARG_THING, "card", 1}), "<Żółw>");
    check_line(WORDS_EN, with((gm_arg){GM_ARG_THING, "card", 2}), "after <Żółw>");
    check_line(WORDS_EN, with((gm_arg){GM_ARG_THING, "card", 3}), "round round c3");
    check_line(WORDS_EN, with((gm_arg){GM_ARG_THING, "card", 9}), "9");
    check_line(WORDS_EN, with((gm_arg){GM_ARG_THING, "token", 1}), "1");
}

static void lists(void **unused) {
    (void)unused;
    check_line(WORDS_EN, with((gm_arg){GM_ARG_THINGS, "card", 0}), "none");
    check_line(WORDS_RU, with((gm_arg){GM_ARG_THINGS, "card", 0}), "нет");
    check_line(WORDS_EN, with((gm_arg){GM_ARG_THINGS, "card", 1 << 1}), "<Żółw>");
    check_line(WORDS_EN, with((gm_arg){GM_ARG_THINGS, "card", 7}), "c0, <Żółw>, after <Żółw>");
    check_line(WORDS_EN, with((gm_arg){GM_ARG_THINGS, "seat", 5}), "Ann, Cy");
    check_line(WORDS_EN, with((gm_arg){GM_ARG_THINGS, "token", INT64_MIN}), "63");
    check_line(WORDS_EN, with(gm_row("card", (uint8_t[]){0, GM_NONE, 2}, 3)), "  c0   .  c2");
    check_line(WORDS_EN, with(gm_list("card", (uint8_t[]){0, GM_NONE, 2}, 3)), "c0, c2");
    check_line(WORDS_EN, with(gm_list(NULL, (uint8_t[]){4, GM_HIDDEN}, 2)), "4, ?");
    check_line(WORDS_PL, with(gm_list(NULL, (uint8_t[]){GM_NONE}, 1)), "brak");
}

static void seats_without_names(void **unused) {
    (void)unused;
    char buffer[64];
    text out = text_on(buffer, sizeof buffer);
    gm_line line = {"{0} {1}", {{GM_ARG_THING, "seat", 2}, {GM_ARG_THING, "card", 1}}};
    words_line(&out, &(words_for){.lang = WORDS_EN}, &line);
    assert_string_equal(buffer, "Player 3 1");
}

static void one_full_stop(void **unused) {
    (void)unused;
    gm_arg ada = {GM_ARG_TEXT, "Ada L.", 0};
    check_line(WORDS_EN, (gm_line){"{0} wins.", {ada}}, "Ada L. wins.");
    check_line(WORDS_EN, (gm_line){"The winner is {0}.", {ada}}, "The winner is Ada L.");
    check_line(WORDS_EN, (gm_line){"Next is {0}. Go on.", {ada}}, "Next is Ada L. Go on.");
    check_line(WORDS_EN, (gm_line){"Wait for {0}...", {ada}}, "Wait for Ada L....");
    check_line(WORDS_EN, (gm_line){"All: {0}.", {gm_row(NULL, (uint8_t[]){GM_NONE}, 1)}}, "All:    ..");
    char buffer[64];
    text out = text_on(buffer, sizeof buffer);
    words_for w = {WORDS_EN, &fake, NULL, (const char *const[]){"Ann", "Ada L."}};
    words_line(&out, &w, &(gm_line){"Here: {0}.", {{GM_ARG_THINGS, "seat", 3}}});
    assert_string_equal(buffer, "Here: Ann, Ada L.");
}

static void the_number_of_an_ability_has_plurals(void **unused) {
    (void)unused;
    gm_line line = {"inside-job.can.most", {{GM_ARG_TEXT, "X", 0}, {GM_ARG_NUMBER, NULL, 1}}};
    check_line(WORDS_EN, line,
               "X: if this player ever holds more than 1 intel token, the Insider wins at once.");
    check_line(WORDS_PL, line, "Gdy tylko X ma więcej niż 1 żeton poufnych danych, od razu wygrywa Kret.");
    line.arg[1].n = 3;
    check_line(WORDS_PL, line, "Gdy tylko X ma więcej niż 3 żetony poufnych danych, od razu wygrywa Kret.");
    check_line(WORDS_RU, line,
               "X может держать не больше 3 жетонов данных; как только их больше, сразу побеждает Крот.");
}

/* ---- faults ---------------------------------------------------------------- */

static void check_fault(words_lang lang, fault f, const char *want) {
    char buffer[256];
    text out = text_on(buffer, sizeof buffer);
    words_fault(&out, lang, &f);
    assert_string_equal(buffer, want);
}

static void faults(void **unused) {
    (void)unused;
    fault f = {"csv.fields", "deck.csv", 3, 7, {"2", "21"}, NULL, {NULL, NULL}};
    check_fault(WORDS_EN, f, "deck.csv:3:7: This row has 2 fields instead of 21.");
    check_fault(WORDS_PL, f, "deck.csv:3:7: Ten wiersz ma 2 pola zamiast 21.");
    check_fault(WORDS_RU, f, "deck.csv:3:7: В этой строке 2 поля вместо 21.");
    f.column = 0;
    check_fault(WORDS_EN, f, "deck.csv:3: This row has 2 fields instead of 21.");
    f.line = 0;
    check_fault(WORDS_EN, f, "deck.csv: This row has 2 fields instead of 21.");
    f.file = NULL;
    check_fault(WORDS_EN, f, "This row has 2 fields instead of 21.");
    f.line = 3;
    check_fault(WORDS_EN, f, "3: This row has 2 fields instead of 21.");
    fault missing = {"csv.column-missing", "deck.csv", 1, 1, {"value", ""}, NULL, {NULL, NULL}};
    check_fault(WORDS_EN, missing, "deck.csv:1:1: Column “value” is missing.");
    fault unknown = {"order.option", NULL, 0, 0, {"colour", ""}, NULL, {NULL, "inside-job.name"}};
    check_fault(WORDS_EN, unknown, "Inside Job has no option “colour”.");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plurals_en),
        cmocka_unit_test(plurals_pl),
        cmocka_unit_test(plurals_ru),
        cmocka_unit_test(plurals_of_negative_numbers),
        cmocka_unit_test(unknown_key),
        cmocka_unit_test(language_names),
        cmocka_unit_test(rows_stand_in_columns),
        cmocka_unit_test(places),
        cmocka_unit_test(things),
        cmocka_unit_test(lists),
        cmocka_unit_test(seats_without_names),
        cmocka_unit_test(one_full_stop),
        cmocka_unit_test(the_number_of_an_ability_has_plurals),
        cmocka_unit_test(faults),
    };
    return cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
