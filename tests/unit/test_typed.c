/* test_typed.c - what people type at a table: words in any order and spelling, commands in each language, and the moves
 * of all games by the words in which they are listed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "kit/order.h"
#include "kit/perft.h"
#include "kit/registry.h"
#include "term/choice.h"
#include "term/match.h"

/* ---- words ---------------------------------------------------------------- */

static void check_folded(const char *s, const char *want) {
    match_words w;
    char all[MATCH_TEXT];
    text t = text_on(all, sizeof all);
    match_split(&w, s);
    for (int i = 0; i < w.n; i++) {
        if (i) text_char(&t, ' ');
        text_put(&t, w.word[i]);
    }
    assert_string_equal(all, want);
}

static void words_are_folded(void **unused) {
    (void)unused;
    check_folded("ZAGRAJ kartę: „Żółta 3”!", "zagraj karte zolta 3");
    check_folded("ąćęłńóśźż ĄĆĘŁŃÓŚŹŻ", "acelnoszz acelnoszz");
    check_folded("Ёлка, СИНЯЯ — «ещё»", "елка синяя еще");
    check_folded("и\u0306од йод o\u0301", "иод иод o"); /* marks that come after their letters */
    check_folded("Larry’ego o'clock", "larryego oclock");
    check_folded("left-only-cmd −5", "left only cmd 5");
    check_folded("\xff\xc3 a\x80", "a");
    check_folded("日本 Ωμέγα", "日本 Ωμέγα"); /* other scripts stay as they are */
    check_folded("", "");
}

static void long_texts_are_cut(void **unused) {
    (void)unused;
    match_words w;
    match_split(&w, "");
    for (int i = 0; i < 2 * MATCH_WORDS; i++)
        match_add(&w, "ab żółć");
    assert_int_equal(w.n, MATCH_WORDS);
    char line[2 * MATCH_TEXT];
    memset(line, 'x', sizeof line);
    line[sizeof line - 1] = 0;
    match_split(&w, line);
    assert_int_equal(w.n, 1);
    assert_true(strlen(w.word[0]) < MATCH_TEXT);
}

static match_quality quality(const char *typed, const char *said) {
    match_words a, b;
    match_split(&a, typed);
    match_split(&b, said);
    return match_sentence(&a, &b, b.n);
}

static void sentences(void **unused) {
    (void)unused;
    const char *said = "pozyskaj robota z pola 1, z 2 asystentami";
    assert_int_equal(quality("Pozyskaj robota z pola 1 z 2 asystentami", said), MATCH_ALL);
    assert_int_equal(quality("pola 1 z 2", said), MATCH_IN_ORDER);
    assert_int_equal(quality("2 asystentami 1", said), MATCH_ANY_ORDER);
    assert_int_equal(quality("pole 1 asyst", said), MATCH_SIMILAR_IN_ORDER);
    assert_int_equal(quality("asystent pole", said), MATCH_SIMILAR);
    assert_int_equal(quality("pola 12", said), MATCH_NONE);    /* numbers have no beginnings */
    assert_int_equal(quality("pola 1 1", said), MATCH_NONE);   /* each word counts once */
    assert_int_equal(quality("po", said), MATCH_NONE);         /* two letters are too few */
    assert_int_equal(quality("polaniecki", said), MATCH_NONE); /* longer than an ending */
    assert_int_equal(quality("1 2", said), MATCH_NONE);        /* numbers alone say nothing */
    assert_int_equal(quality("", said), MATCH_NONE);
    assert_int_equal(quality("синюю 2", "положить карту: синяя 2"), MATCH_SIMILAR_IN_ORDER);
}

static void names(void **unused) {
    (void)unused;
    assert_int_equal(match_name("zoe 3", "Zoë"), 3);
    assert_int_equal(match_name("Bruno  Wit, now", "bruno wit"), 11);
    assert_int_equal(match_name("Bruno", "Bruno Wit"), 0);
    assert_int_equal(match_name("Brunon", "Bruno"), 0);
    assert_int_equal(match_name("", "Ada"), 0);
    assert_int_equal(match_name("x", "???"), 0);
}

/* ---- commands --------------------------------------------------------------- */

static void check_line(words_lang lang, const char *typed, const char *want) {
    char line[INPUT_LINE];
    memcpy(line, typed, strlen(typed) + 1);
    input_normalize(line, lang);
    assert_string_equal(line, want);
}

static void commands_in_each_language(void **unused) {
    (void)unused;
    check_line(WORDS_PL, "  Pomoc ", "help");
    check_line(WORDS_PL, "POMOC", "help");
    check_line(WORDS_PL, "help", "help");
    check_line(WORDS_PL, "wyjdz", "quit"); /* without diacritics */
    check_line(WORDS_PL, "zapisz Gra Pierwsza.record", "save Gra Pierwsza.record");
    check_line(WORDS_PL, "powiedz Cześć, POMOC!", "say Cześć, POMOC!");
    check_line(WORDS_PL, "głosuj koniec", "vote end");
    check_line(WORDS_PL, "głosuj ZASTĄP Celina", "vote hold celina");
    check_line(WORDS_PL, "koniec", "koniec"); /* only after a vote */
    check_line(WORDS_RU, "ПОМОЩЬ", "help");
    check_line(WORDS_RU, "голосовать еще", "vote again");
    check_line(WORDS_RU, "тишина включить", "silence on");
    check_line(WORDS_RU, "сохранить Моя ИГРА", "save Моя ИГРА");
    check_line(WORDS_RU, "pomoc", "pomoc"); /* another language */
    check_line(WORDS_EN, "SAVE My File", "save My File");
    check_line(WORDS_EN, "Drop 7", "drop 7");
}

static void long_lines_stay_in_their_room(void **unused) {
    (void)unused;
    char line[INPUT_LINE];
    memset(line, 'x', sizeof line);
    line[sizeof line - 1] = 0;
    memcpy(line, "kod ", 4); /* `code` is longer */
    input_normalize(line, WORDS_PL);
    assert_int_equal(strlen(line), INPUT_LINE - 1);
    assert_memory_equal(line, "kod ", 4);
}

/* Is the word one of a command's words? */
static bool is_word_of(const char *words, const char *word) {
    for (; *words; words += strspn(words, " ")) {
        char one[64];
        text t = text_on(one, sizeof one);
        text_bytes(&t, words, strcspn(words, " "));
        words += t.used;
        if (match_name(word, one) == strlen(word)) return true;
    }
    return false;
}

/* The command of a word, in English or in this language; NULL if it is none. */
static const char *command_of(words_lang lang, const char *word, int without) {
    const char *english, *words;
    for (int i = 0; (english = input_command(i, lang, &words)); i++)
        if (i != without && (is_word_of(english, word) || is_word_of(words, word))) return english;
    return NULL;
}

static void no_two_commands_share_a_word(void **unused) {
    (void)unused;
    for (int lang = 0; lang < WORDS_LANGS; lang++) {
        const char *english, *words;
        for (int i = 0; (english = input_command(i, (words_lang)lang, &words)); i++) {
            assert_null(command_of((words_lang)lang, english, i));
            for (; *words; words += strspn(words, " ")) {
                char one[64];
                text t = text_on(one, sizeof one);
                text_bytes(&t, words, strcspn(words, " "));
                words += t.used;
                if (command_of((words_lang)lang, one, i))
                    fail_msg("%s means %s and %s", one, english, command_of((words_lang)lang, one, i));
            }
        }
    }
}

/* The words after these tell whether they are a command or a part of a move: `vote end`, `colour red`, `discards` and
 * nothing. */
static bool hides_moves(const char *command) {
    return command && strcmp(command, "vote") && strcmp(command, "colour") && strcmp(command, "discards");
}

static void no_command_hides_a_move(void **unused) {
    (void)unused;
    for (const gm_game *const *g = gm_games; *g; g++)
        for (const gm_verb *v = (*g)->verbs; v->name; v++)
            for (int lang = 0; lang < WORDS_LANGS; lang++) {
                match_words said;
                if (!v->say_choice) continue;
                match_split(&said, words_get((words_lang)lang, v->say_choice, 0));
                const char *hides = command_of((words_lang)lang, said.word[0], -1);
                if (hides_moves(hides)) fail_msg("%s is a move and a command", said.word[0]);
                hides = command_of((words_lang)lang, v->name, -1);
                if (hides_moves(hides)) fail_msg("%s is a move and a command", v->name);
            }
}

/* ---- moves ------------------------------------------------------------------ */

static _Alignas(8) uint8_t box[GM_MAX_BOX], st[GM_MAX_STATE];
static narrator teller;

/* A line may begin with any word of a move. */
static void check_no_command(const char *said) {
    match_words w;
    match_split(&w, said);
    for (int i = 0; i < w.n; i++) {
        const char *hides = command_of(teller.w.lang, w.word[i], -1);
        if (hides_moves(hides)) fail_msg("%s in %s is a command", w.word[i], said);
    }
}

/* Every move in words, as it is listed, means that move and no other. */
static void check_choices(gm_seat who) {
    static choice_set c;
    choice_find_legal(&teller, who, &c);
    for (int i = 0; i < c.n; i++) {
        char words[NARRATOR_LINE];
        text t = text_on(words, sizeof words);
        gm_line line;
        assert_non_null(gm_verb_of(teller.w.game, c.move[i])->say_choice);
        gm_say_choice(teller.w.game, box, st, who, c.move[i], &line);
        words_line(&t, &teller.w, &line);
        check_no_command(words);
        if (choice_match(&teller, &c, words) != c.move[i]) fail_msg("%s is not that move", words);
    }
}

/* What came up is enough to type for the person who deals. */
static void check_outcomes(void) {
    static choice_set c;
    choice_find_legal(&teller, GM_DEALER, &c);
    for (int i = 0; i < c.n && c.n > 1; i++) {
        char words[NARRATOR_LINE];
        text t = text_on(words, sizeof words);
        choice_write_outcome(&teller, c.move[i], &t);
        if (choice_match(&teller, &c, words) != c.move[i]) fail_msg("%s is not that outcome", words);
    }
}

static void play_random_game(const gm_game *g, int seats, words_lang lang, uint64_t seed) {
    enum { MOST = 400, EACH = 7 };
    gm_order order = {.seats = seats};
    fault why;
    rng luck = {seed};
    assert_true(gm_open_box(g, &order, box, &why));
    narrator_start(&teller, stdout, lang, g, box);
    for (int q = 0; q < seats; q++)
        teller.names[q] = say_default_name(lang, q);
    teller.st = st;
    g->setup(box, st);
    for (int ply = 0; ply < MOST && g->to_act(box, st); ply++) {
        gm_seats act = g->to_act(box, st) & (gm_seats)(BIT(seats) - 1);
        if (act && ply % EACH == 0) check_choices((gm_seat)bits_first(act));
        if (!act && ply % EACH == 0) check_outcomes();
        gm_random_ply(g, box, st, &luck);
    }
}

static void moves_as_they_are_listed(void **unused) {
    (void)unused;
    for (const gm_game *const *g = gm_games; *g; g++)
        for (int lang = 0; lang < WORDS_LANGS; lang++) {
            play_random_game(*g, (*g)->min_seats, (words_lang)lang, 1);
            play_random_game(*g, (*g)->max_seats, (words_lang)lang, 2);
        }
}

/* A statement in the words in which it is told, without the name of the player who makes it, means that one. */
static void check_statement(gm_move m) {
    char words[NARRATOR_LINE], notation[GM_NOTATION_SIZE], want[GM_NOTATION_SIZE];
    text t = text_on(words, sizeof words), n = text_on(want, sizeof want);
    gm_line line;
    gm_say_move(teller.w.game, 0, m, &line);
    line.arg[0] = (gm_arg){GM_ARG_TEXT, "", 0};
    words_line(&t, &teller.w, &line);
    gm_write_move(&n, teller.w.game, box, m);
    if (!choice_parse_statement(&teller, words + 1, notation)) fail_msg("%s is no statement", words);
    assert_string_equal(notation, want);
}

static void statements_as_they_are_told(void **unused) {
    enum { EACH = 31 };
    (void)unused;
    for (const gm_game *const *g = gm_games; *g; g++)
        for (int lang = 0; lang < WORDS_LANGS; lang++) {
            play_random_game(*g, (*g)->min_seats, (words_lang)lang, 1);
            for (const gm_verb *v = (*g)->statements; v && v->name; v++)
                for (int i = 0, a = 0; a < 64; a++)
                    for (int b = 0; b < (v->of[1] ? 64 : 1); b++)
                        for (int c = 0; c < (v->of[2] ? 64 : 1); c++) {
                            gm_thing t;
                            if (!gm_thing_of(*g, box, v->of[0], a, &t)) continue;
                            if (v->of[1] && !gm_thing_of(*g, box, v->of[1], b, &t)) continue;
                            if (v->of[2] && !gm_thing_of(*g, box, v->of[2], c, &t)) continue;
                            if (i++ % (v->of[1] ? EACH : 1) == 0) check_statement(GM_MOVE(v->kind, a, b, c));
                        }
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_folded),
        cmocka_unit_test(long_texts_are_cut),
        cmocka_unit_test(sentences),
        cmocka_unit_test(names),
        cmocka_unit_test(commands_in_each_language),
        cmocka_unit_test(long_lines_stay_in_their_room),
        cmocka_unit_test(no_two_commands_share_a_word),
        cmocka_unit_test(no_command_hides_a_move),
        cmocka_unit_test(moves_as_they_are_listed),
        cmocka_unit_test(statements_as_they_are_told),
    };
    return cmocka_run_group_tests_name("typed", tests, NULL, NULL);
}
