/* What may be stated in Inside Job, doc/rules/inside-job.md, J8. */
#include "tests/rules/inside_job.h"
#include "words/words.h"

/* A game up to its first missions, in which the dealer always deals the lowest: seat 0 leads and has the
 * yellow cards, seat 1 the pink ones, and seat 2, the Insider, the green ones. */
static void begin(int seats) {
    start(g, seats, "");
    turn_over();
}

static void first_trick(void) { play_all("0 pick 1;0 play y5;1 play p3;2 raise g2"); }

static void whom_one_suspects(void **unused) { /* J8.1, J8.2 */
    (void)unused;
    begin(3);
    may_say("0 suspect 1"); /* before the first card, and out of turn */
    may_say("2 suspect 0");
    may_say("1 trust 2");
    may_not_say("1 suspect 1", "J8.2");
    may_not_say("1 trust 1", "J8.2");
    may_not_say("1 suspect -", "J8.2");
    may_not_say("1 trust -", "J8.2");
}

static void guesses_at_others_hands(void **unused) { /* J8.1, J8.2 */
    (void)unused;
    begin(3);
    may_say("0 guess 1 many pink"); /* true or not */
    may_say("0 guess 1 none pink");
    may_say("2 guess 0 few blue");
    may_not_say("0 guess 0 many yellow", "J8.1"); /* players may not tell what they hold */
    may_not_say("0 guess 0 none pink", "J8.1");
    may_not_say("0 guess - many pink", "J8.2");
    may_not_say("0 guess 1 - pink", "J8.2");
    may_not_say("0 guess 1 many -", "J8.2");
}

/* A question does not tell who asks whether the card was played: nobody may look at past tricks. */
static void questions_about_any_card(void **unused) { /* J8.1, J8.2, J3.7 */
    (void)unused;
    begin(3);
    may_say("0 ask 1 p3"); /* as one may guess at others' hands */
    first_trick();
    may_say("0 ask 1 p3");
    may_say("1 ask 2 g2");
    may_say("0 ask 1 p4"); /* played or not, */
    may_say("0 ask 2 p3"); /* by whomever */
    may_not_say("0 ask 1 -", "J8.2");
    may_not_say("1 ask 1 p3", "J8.2");
    turn_over();
    play_all("0 pick 3;0 play y1");
    may_say("0 ask 1 p3"); /* also when it lies there no longer */
}

/* "I could not play yellow, I had none", J8.1: only of a card that did not follow suit. */
static void claims_that_one_could_not_follow(void **unused) { /* J8.1, J8.2 */
    (void)unused;
    begin(3);
    may_not_say("1 claim p3 void", "J8.1"); /* it would tell what is in the hand */
    first_trick();
    may_not_say("0 claim y5 void", "J8.2"); /* led */
    may_say("1 claim p3 void");             /* true */
    may_say("2 claim g2 void");             /* and of the Insider, true or not */
    may_not_say("2 claim p3 void", "J8.1"); /* somebody else's */
    turn_over();
    play_all("0 pick 3;0 play y1");
    may_say("1 claim p3 void"); /* in the next trick, too */
    may_not_say("0 claim y1 void", "J8.2");
    deal(3, "", NULL, 0, 1, "y5|y6 p3|y7");
    play_all("dealer mission 1;dealer mission 2;0 pick 1;0 play y5;1 play p3;2 play y7");
    may_say("1 claim p3 void"); /* the Insider has a yellow card, and says so to nobody */
    may_not_say("2 claim y7 void", "J8.2");
}

static void claims_why_one_played_a_card(void **unused) { /* J8.1 */
    (void)unused;
    begin(3);
    may_not_say("0 claim y5 mission", "J8.1"); /* it would tell what is in the hand */
    first_trick();
    may_say("0 claim y5 mission");
    may_say("0 claim y5 spoil"); /* truly or not */
    may_say("2 claim g2 mistake");
    may_not_say("0 claim y6 win", "J8.1");
    may_not_say("0 claim p3 win", "J8.1");
    may_not_say("0 claim b1 win", "J8.1");
    may_not_say("0 claim - win", "J8.2");
    may_not_say("0 claim y5 -", "J8.2");
}

static void answers(void **unused) { /* J8.2 */
    (void)unused;
    begin(3);
    may_say("0 answer yes");
    may_say("1 answer secret");
    may_not_say("1 answer -", "J8.2");
}

/* At any time of a whole game, the only cards of which the speaker can claim something are those that the speaker has
 * played.  Questions can always be asked.  No statement names a mission. */
static void no_statement_tells_of_cards_in_hand(void **unused) { /* J8.1 */
    gm_seat by[IJ_CARDS];
    gm_move m;
    (void)unused;
    for (const gm_verb *v = g->statements; v->name; v++)
        for (int i = 0; i < 3 && v->of[i]; i++)
            assert_string_not_equal(v->of[i], "mission");
    for (int seats = 2; seats <= 5; seats++) {
        memset(by, GM_NONE, sizeof by);
        begin(seats);
        for (gm_move last; g->to_act(the.box, the.st);) {
            play_first();
            last = the.move[the.match.n - 1];
            if (GM_KIND(last) == IJ_M_PLAY || GM_KIND(last) == IJ_M_RAISE || GM_KIND(last) == IJ_M_LARRY)
                by[GM_A(last)] = the.by[the.match.n - 1];
            for (int card = the.match.n % 7; card < IJ_CARDS; card += 7)
                for (int q = 0; q < seats; q++) {
                    char line[32];
                    snprintf(line, sizeof line, "%d claim %s win", q, code_of(card));
                    assert_int_equal(!why_not_state(line, &m), by[card] == q);
                    snprintf(line, sizeof line, "%d ask %d %s", (q + 1) % seats, q, code_of(card));
                    assert_null(why_not_state(line, &m));
                }
            may_say("0 suspect 1");
        }
    }
}

/* Larry has a role, but no hand, and answers nothing.  His cards are played by the player who controls him. */
static void larry_is_suspected_but_not_asked(void **unused) { /* J8.2, J10.3 */
    (void)unused;
    begin(2);
    play_all("0 pick 1;0 play y1");
    turn_over();
    play_all("1 larry p8 p9;1 play y11");
    may_say("0 suspect 2");
    may_say("1 trust 2");
    may_not_say("0 guess 2 many pink", "J8.2");
    may_not_say("0 ask 2 p8", "J8.2");
    may_say("0 ask 1 p8");
    may_say("1 claim p8 deny");
    may_say("1 claim y11 below");
    may_not_say("1 claim p9 win", "J8.1");  /* put back unseen */
    may_not_say("1 claim p8 void", "J8.2"); /* not from the hand */
    may_not_say("0 claim p8 win", "J8.1");
}

/* The line may be stated, and reads like this in each language. */
static void reads(const char *line, const char *const say[WORDS_LANGS],
                  const char *const names[GM_MAX_SEATS]) {
    char said[256];
    gm_move m;
    gm_line l;
    assert_null(why_not_state(line, &m));
    gm_say_move(g, (gm_seat)(*line - '0'), m, &l);
    for (words_lang lang = 0; lang < WORDS_LANGS; lang++) {
        text t = text_on(said, sizeof said);
        words_line(&t, &(words_for){lang, g, the.box, names}, &l);
        for (char *at; (at = strstr(said, "\xC2\xA0")); *at = ' ') /* non-breaking spaces */
            memmove(at, at + 1, strlen(at));
        assert_string_equal(said, say[lang]);
    }
}

static void all_statements_in_three_languages(void **unused) { /* J8.2 */
    static const struct {
        const char *line, *say[WORDS_LANGS];
    } lines[] = {
        {"0 suspect 1",
         {"Ada suspects Bruno.", "Ada podejrzewa, że Kretem jest Bruno.",
          "Ada подозревает, что Крот — Bruno."}},
        {"0 trust 2",
         {"Ada trusts Celina.", "Ada wierzy, że Celina nie jest Kretem.",
          "Ada верит, что Celina — не Крот."}},
        {"0 ask 1 p3",
         {"Ada asks Bruno: why did you play pink 3?", "Ada pyta: Bruno, dlaczego właśnie różowa 3?",
          "Ada спрашивает: Bruno, почему именно эта карта: розовая 3?"}},
        {"0 guess 1 many pink",
         {"Ada guesses that Bruno has many pink cards.",
          "Ada zgaduje, co ma Bruno: kolor różowy – dużo kart.",
          "Ada высказывает догадку. Bruno: розовый цвет — много карт."}},
        {"0 guess 1 few green",
         {"Ada guesses that Bruno has few green cards.",
          "Ada zgaduje, co ma Bruno: kolor zielony – mało kart.",
          "Ada высказывает догадку. Bruno: зелёный цвет — мало карт."}},
        {"0 guess 1 none blue",
         {"Ada guesses that Bruno has no blue cards.",
          "Ada zgaduje, co ma Bruno: kolor niebieski – ani jednej karty.",
          "Ada высказывает догадку. Bruno: синий цвет — ни одной карты."}},
        {"1 answer yes", {"Bruno answers: yes.", "Bruno odpowiada: tak.", "Bruno отвечает: да."}},
        {"1 answer no", {"Bruno answers: no.", "Bruno odpowiada: nie.", "Bruno отвечает: нет."}},
        {"1 answer perhaps",
         {"Bruno answers: perhaps.", "Bruno odpowiada: może.", "Bruno отвечает: может быть."}},
        {"1 answer unsure",
         {"Bruno answers: I do not know.", "Bruno odpowiada: nie wiem.", "Bruno отвечает: не знаю."}},
        {"1 answer later",
         {"Bruno answers: not now, later.", "Bruno odpowiada: nie teraz, później.",
          "Bruno отвечает: не сейчас, позже."}},
        {"1 answer secret",
         {"Bruno answers: I will not say.", "Bruno odpowiada: nie powiem.", "Bruno отвечает: не скажу."}},
        {"1 claim p3 mission",
         {"Bruno claims to have played pink 3 for the mission.",
          "Bruno wyjaśnia, dlaczego właśnie różowa 3: dla misji.",
          "Bruno объясняет, почему розовая 3: ради миссии."}},
        {"1 claim p3 spoil",
         {"Bruno claims to have played pink 3 to make the mission fail.",
          "Bruno wyjaśnia, dlaczego właśnie różowa 3: żeby misja się nie udała.",
          "Bruno объясняет, почему розовая 3: чтобы сорвать миссию."}},
        {"1 claim p3 win",
         {"Bruno claims to have played pink 3 to win the trick.",
          "Bruno wyjaśnia, dlaczego właśnie różowa 3: żeby wygrać stawkę.",
          "Bruno объясняет, почему розовая 3: чтобы взять взятку."}},
        {"1 claim p3 below",
         {"Bruno claims to have played pink 3 so as not to win the trick.",
          "Bruno wyjaśnia, dlaczego właśnie różowa 3: żeby nie wygrać stawki.",
          "Bruno объясняет, почему розовая 3: чтобы не брать взятку."}},
        {"1 claim p3 deny",
         {"Bruno claims to have played pink 3 to keep the trick from somebody else.",
          "Bruno wyjaśnia, dlaczego właśnie różowa 3: żeby stawki nie wygrał ktoś inny.",
          "Bruno объясняет, почему розовая 3: чтобы взятка не досталась другому."}},
        {"1 claim p3 probe",
         {"Bruno claims to have played pink 3 to see what the others would do.",
          "Bruno wyjaśnia, dlaczego właśnie różowa 3: żeby zobaczyć, co zrobią inni.",
          "Bruno объясняет, почему розовая 3: чтобы посмотреть, что сделают другие."}},
        {"1 claim p3 mistake",
         {"Bruno claims to have played pink 3 by mistake.",
          "Bruno wyjaśnia, dlaczego właśnie różowa 3: przez pomyłkę.",
          "Bruno объясняет, почему розовая 3: по ошибке."}},
        {"1 claim p3 whim",
         {"Bruno claims to have played pink 3 for no reason.",
          "Bruno wyjaśnia, dlaczego właśnie różowa 3: bez powodu.",
          "Bruno объясняет, почему розовая 3: просто так."}},
        {"1 claim p3 void",
         {"Bruno claims to have played pink 3 for lack of a card that follows suit.",
          "Bruno wyjaśnia, dlaczego właśnie różowa 3: z braku kart w kolorze wiodącym.",
          "Bruno объясняет, почему розовая 3: нужного цвета не было."}},
    };
    (void)unused;
    begin(3);
    first_trick();
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        reads(lines[i].line, lines[i].say, (const char *const[GM_MAX_SEATS]){"Ada", "Bruno", "Celina"});
    begin(2);
    reads("0 suspect 2",
          (const char *const[]){"Ada suspects Larry.", "Ada podejrzewa, że Kretem jest Larry.",
                                "Ada подозревает, что Крот — Ларри."},
          (const char *const[GM_MAX_SEATS]){"Ada", "Bruno"});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whom_one_suspects),
        cmocka_unit_test(guesses_at_others_hands),
        cmocka_unit_test(questions_about_any_card),
        cmocka_unit_test(claims_that_one_could_not_follow),
        cmocka_unit_test(claims_why_one_played_a_card),
        cmocka_unit_test(answers),
        cmocka_unit_test(no_statement_tells_of_cards_in_hand),
        cmocka_unit_test(larry_is_suspected_but_not_asked),
        cmocka_unit_test(all_statements_in_three_languages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
