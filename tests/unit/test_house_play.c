/* Games at a house: clocks, bots, rematches.  The tests act only through messages, and they move the
 * clock themselves. */
#include "tests/unit/house.h"

#include "bots/bots.h"
#include "kit/notation.h"
#include "kit/order.h"
#include "kit/record.h"
#include "kit/registry.h"

/* ---- clocks --------------------------------------------------------------------------------------------------------------------- */

static void clocks_run_out(void **unused) {
    (void)unused;
    open_house();
    person ada = enter("Ada"), bruno = enter("Bruno");
    make_table(&ada, "'game':'sentient','seats':2,'clock':'move','time':30000,'bot':'random'");
    sit(&ada, 0, "aa");
    sit(&bruno, 1, "bb");
    const table *t = &loaded_table()->t;
    assert_int_equal(t->phase, TABLE_PLAYING);
    gm_seat q = t->seat[0].since ? 0 : 1;
    fake_advance(29999);
    assert_false(t->seat[q].held);
    fake_advance(1);
    assert_true(t->seat[q].held);
    int n = t->match.n;
    fake_advance(599);
    assert_int_equal(t->match.n, n);
    fake_advance(1);
    assert_true(t->match.n > n);
    person *late = q ? &bruno : &ada;
    assert_refused(late->s, "table.held", "{'do':'move','id':1,'move':'pass'}");
    ask(late->s, "{'do':'return'}");
    assert_false(t->seat[q].held);
    close_house();
}

/* A table without guests is dropped from memory, but its clock runs. */
static void clocks_of_dropped_tables_run_out(void **unused) {
    (void)unused;
    open_house();
    person ada = enter("Ada"), bruno = enter("Bruno");
    make_table(&ada, "'game':'sentient','seats':2,'clock':'move','time':3600000,'bot':'random'");
    sit(&ada, 0, "aa");
    sit(&bruno, 1, "bb");
    int n = loaded_table()->t.match.n;
    disconnect(&ada);
    disconnect(&bruno);
    fake_advance(120 * 1000);
    assert_non_null(loaded_table());
    assert_null(loaded_table()->box); /* only the time at which its clock runs out is kept */
    assert_metric("tables_loaded 0");
    assert_metric("tables_timed 1");
    fake_advance(3480 * 1000 - 1);
    assert_null(loaded_table()->box);
    fake_advance(1);
    assert_non_null(loaded_table()->box);
    fake_advance(600); /* the bot has played; now the other player's clock runs */
    assert_true(loaded_table()->t.match.n > n);
    reconnect(&ada);
    assert_true(loaded_table()->t.seat[0].held != loaded_table()->t.seat[1].held);
    close_house();
}

/* Somebody's list of tables loads none of them. */
static void lists_load_no_tables(void **unused) {
    (void)unused;
    open_house();
    person ada = enter("Ada"), bruno = enter("Bruno");
    make_table(&ada, "'game':'sentient','seats':2");
    sit(&ada, 0, "aa");
    sit(&bruno, 1, "bb");
    disconnect(&ada);
    disconnect(&bruno);
    fake_advance(120 * 1000);
    assert_metric("tables_loaded 0");
    reconnect(&ada);
    const json_t *mine = json_object_get(ask(ada.s, "{'do':'mine'}"), "mine");
    assert_int_equal(json_array_size(mine), 1);
    assert_metric("tables_loaded 0");
    close_house();
}

/* ---- bots ---------------------------------------------------------------------------------------------------------------------------- */

static void bots_answer_after_the_delay(void **unused) {
    static const int delays[] = {0, 1, 600};
    (void)unused;
    for (int i = 0; i < 3; i++) {
        open_house_limited(LIMIT_DELAY, delays[i]);
        start_bots_only("'game':'sentient','seats':3,'bot':'sensible'");
        for (int k = 0; k < 20; k++) {
            int64_t n = loaded_table()->lines;
            if (delays[i]) fake_advance(delays[i] - 1);
            if (delays[i]) assert_int_equal(loaded_table()->lines, n);
            fake_advance(delays[i] ? 1 : 2);
            if (delays[i])
                assert_int_equal(loaded_table()->lines, n + 1);
            else
                assert_true(loaded_table()->lines > n);
        }
        close_house();
    }
}

/* When bots answer, depending on how long they think. */
static void slow_bots_answer_later(void **unused) {
    static const struct {
        int64_t thinks, answers;
    } cases[] = {{0, 600}, {1, 600}, {599, 600}, {601, 1201}, {1200, 1201}, {1202, 1802}, {6000, 6009}};
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        open_house_with(&fake_store);
        fake.slow = true;
        start_bots_only("'game':'sentient','seats':2,'bot':'random'");
        int64_t n = loaded_table()->lines;
        fake_advance(cases[i].thinks);
        assert_int_equal(loaded_table()->lines, n);
        fake_think_all();
        fake_settle();
        fake_advance(cases[i].answers - cases[i].thinks - 1);
        assert_int_equal(loaded_table()->lines, n);
        fake_advance(1);
        assert_int_equal(loaded_table()->lines, n + 1);
        close_house();
    }
}

/* The same bots play the same game, whether they think fast or slowly. */
static void slow_bots_play_the_same_game(void **unused) {
    uint8_t st[GM_MAX_STATE];
    (void)unused;
    for (int slow = 0; slow < 2; slow++) {
        open_house_with(&fake_store);
        start_bots_only("'game':'inside-job','seats':4,'bot':'sensible'");
        for (int i = 0; i < 2000 && loaded_table()->t.phase == TABLE_PLAYING; i++) {
            fake.slow = slow && i % 5;
            fake_advance(200);
        }
        assert_int_equal(loaded_table()->t.phase, TABLE_OVER);
        if (slow)
            assert_memory_equal(st, loaded_table()->t.match.st, loaded_table()->t.match.game->state_size);
        else
            memcpy(st, loaded_table()->t.match.st, loaded_table()->t.match.game->state_size);
        assert_null(strstr(fake.log, "\"what\":\"bot\""));
        close_house();
    }
}

/* When a move is taken back, bots' answers to it are void, and their delay starts again. */
static void taking_back_voids_bots_answers(void **unused) {
    (void)unused;
    open_house_with(&fake_store);
    person ada = start_alone("'game':'sentient','seats':2,'bot':'random'");
    const table *t = &loaded_table()->t;
    bool done = false;
    for (int i = 0; i < 200 && !done; i++) {
        fake_settle();
        fake.slow = true;
        if (!try_move(&ada, (size_t)i)) {
            fake.slow = false;
            fake_advance(600);
            continue;
        }
        fake_advance(300);
        int n = t->match.n;
        if (table_bots(t)) {
            send_request(ada.s, "{'do':'back'}");
            done = t->match.n < n;
        }
        fake.slow = false;
    }
    assert_true(done);
    assert_int_equal(table_bots(t), 0); /* Ada is asked again */
    int64_t lines = loaded_table()->lines;
    fake_advance(5000);
    assert_int_equal(loaded_table()->lines, lines);
    assert_true(try_move(&ada, 1));
    assert_null(strstr(fake.log, "\"what\":\"bot\""));
    close_house();
}

/* The players end the game while a bot thinks: its answer is void. */
static void bots_answers_after_the_end_are_void(void **unused) {
    (void)unused;
    open_house_with(&fake_store);
    person ada = start_alone("'game':'sentient','seats':2,'bot':'random'");
    while (!table_bots(&loaded_table()->t))
        try_move(&ada, 0);
    ask(ada.s, "{'do':'vote','vote':'end'}");
    assert_int_equal(loaded_table()->t.phase, TABLE_OVER);
    int64_t lines = loaded_table()->lines;
    fake_advance(5000);
    assert_int_equal(loaded_table()->lines, lines);
    assert_null(strstr(fake.log, "\"what\":\"bot\""));
    close_house();
}

/* ---- practice ------------------------------------------------------------------------------------------------------------------ */

/* Ada, alone with bots, chooses by the number of the move alone. */
static void play_alone(person *ada) {
    for (int i = 0; i < 5000 && loaded_table()->t.phase == TABLE_PLAYING; i++)
        if (!try_move(ada, (uint32_t)loaded_table()->t.match.n * 2654435761u >> 7)) fake_advance(600);
    assert_int_equal(loaded_table()->t.phase, TABLE_OVER);
}

/* The number of the first move of seat 0, or of the last. */
static int own_move(bool last) {
    const gm_match *m = &loaded_table()->t.match;
    int i = last ? m->n - 1 : 0;
    while (m->by[i] != 0)
        i += last ? -1 : 1;
    return i;
}

/* The record, which verifies, from its moves on and without its hash; to be freed. */
static char *read_moves(bool practice) {
    static record r;
    fault why;
    size_t size;
    char *s = fake_record(key, &size, &why);
    if (!s) fail_msg("%s", why.say);
    assert_true(record_read(&r, NULL, "x", s, size, true, &why));
    assert_int_equal(r.practice, practice);
    char *moves = strndup(s, size);
    free(s);
    *strstr(moves, "\nhash ") = 0;
    s = strstr(moves, "\nbegin\n");
    memmove(moves, s, strlen(s) + 1);
    return moves;
}

/* Somebody goes back from the end and chooses as before: bots and dealer do the same again.  The record says that it is
 * practice, and is the same but for that.  The house can be closed meanwhile. */
static void going_back_from_the_end(void **unused) {
    fault why;
    size_t size;
    (void)unused;
    for (const gm_game *const *g = gm_games; *g; g++) {
        char fields[128];
        open_house();
        snprintf(fields, sizeof fields, "'game':'%s','bot':'%s'", (*g)->name,
                 bots_find("sensible", *g) ? "sensible" : "random");
        person ada = start_alone(fields);
        play_alone(&ada);
        char *moves = read_moves(false);
        for (int i = 0; i < 3; i++) {
            watch(&ada);
            ask(ada.s, "{'do':'back','n':%d}", own_move(i % 2));
            assert_int_equal(loaded_table()->t.phase, TABLE_PLAYING);
            assert_null(fake_record(key, &size, &why));
            assert_string_equal(why.say, "table.not-over");
            if (i == 1) reopen_house(), reconnect(&ada);
            assert_true(json_is_true(json_object_get(json_object_get(watch(&ada), "view"), "practice")));
            play_alone(&ada);
            char *again = read_moves(true);
            assert_string_equal(again, moves);
            free(again);
            const json_t *mine = json_object_get(ask(ada.s, "{'do':'mine','results':true}"), "mine");
            const json_t *result = json_object_get(json_array_get(mine, 0), "result");
            assert_true(json_is_true(json_object_get(result, "practice")));
        }
        assert_metric("tables_damaged 0");
        free(moves);
        close_house();
    }
}

static void going_back_is_told_to_all(void **unused) {
    (void)unused;
    open_house_with(&fake_store);
    person ada = start_alone("'game':'sentient','seats':3,'bot':'random'"), cleo = enter("Cleo");
    watch(&cleo);
    play_alone(&ada);
    ask(ada.s, "{'do':'back','n':%d}", own_move(true));
    int64_t n = loaded_table()->t.match.n;
    const person *all[] = {&ada, &cleo};
    for (int i = 0; i < 2; i++) {
        const json_t *e = json_array_get(latest_field(all[i]->s, "events"), 0);
        assert_string_equal(text_in(e, "event"), "back");
        assert_int_equal(number_in(e, "n"), n);
        assert_true(json_is_true(json_object_get(e, "practice")));
        assert_int_equal(number_in(answer, "n"), n);
        const json_t *view = json_object_get(watch(all[i]), "view");
        assert_string_equal(text_in(view, "phase"), "playing");
        assert_null(json_object_get(view, "secret"));
    }
    assert_refused(cleo.s, "table.not-yours", "{'do':'back','n':%d}", (int)n);
    assert_refused(ada.s, "house.field", "{'do':'back','n':'1 2'}");
    assert_refused(ada.s, "table.no-undo", "{'do':'back','n':99999}");
    close_house();
}

/* ---- a rematch ------------------------------------------------------------------------------------------------------------------- */

static void a_rematch(void **unused) {
    char old[STORE_KEY + 1];
    (void)unused;
    open_house();
    person ada = enter("Ada"), bruno = enter("Bruno"), cleo = enter("Cleo");
    make_table(&ada, "'game':'dead-drop','seats':3,'options':{'rounds':1}");
    watch(&cleo);
    sit(&ada, 0, NULL);
    sit(&bruno, 1, NULL);
    ask(ada.s, "{'do':'start'}");
    assert_refused(ada.s, "table.not-over", "{'do':'vote','vote':'again'}");
    for (int i = 0; i < 30 && loaded_table()->t.phase == TABLE_PLAYING; i++)
        if (!try_move(&ada, 0) && !try_move(&bruno, 0)) fake_advance(600);
    assert_int_equal(loaded_table()->t.phase, TABLE_OVER);
    assert_int_equal(count_events(cleo.s, "over", true), 1);
    ask(ada.s, "{'do':'vote','vote':'again'}");
    assert_null(latest_field(ada.s, "again"));
    ask(bruno.s, "{'do':'vote','vote':'again'}");
    memcpy(old, key, sizeof old);
    const char *next = json_string_value(latest_field(cleo.s, "again"));
    assert_non_null(next);
    memcpy(key, next, sizeof key);
    assert_non_null(latest_field(ada.s, "again"));
    const table *t = &loaded_table()->t;
    assert_int_equal(t->seat[1].person, ada.person); /* each person moves on by one seat */
    assert_int_equal(t->seat[2].person, bruno.person);
    assert_string_equal(t->seat[0].bot, "random");
    assert_int_equal(t->phase, TABLE_WAITING);
    watch(&bruno), watch(&ada);
    ask(ada.s, "{'do':'nonce','nonce':'aa'}");
    ask(bruno.s, "{'do':'nonce','nonce':'bb'}");
    assert_int_equal(t->phase, TABLE_PLAYING);
    assert_int_equal(json_array_size(json_object_get(ask(ada.s, "{'do':'mine'}"), "mine")), 2);
    assert_string_equal(text_in(json_array_get(json_object_get(answer, "mine"), 1), "table"), old);

    /* The old table leads its players to the new one, but not spectators. */
    char again[STORE_KEY + 1];
    memcpy(again, key, sizeof again);
    memcpy(key, old, sizeof key);
    for (int i = 0; i < 2; i++) {
        assert_string_equal(text_in(watch(&ada), "again"), again);
        ask(bruno.s, "{'do':'watch','table':'%s','after':0,'as':1}", key);
        assert_string_equal(text_in(answer, "again"), again);
        assert_null(json_object_get(watch(&cleo), "again"));
        ask(cleo.s, "{'do':'watch','table':'%s','after':0,'as':'room'}", key);
        assert_null(json_object_get(answer, "again"));
        reopen_house();
        reconnect(&ada), reconnect(&bruno), reconnect(&cleo);
    }
    close_house();
}

/* The person whose seat the first move that begins like this names. */
static int person_named_by(const char *verb) {
    const table *t = &loaded_table()->t;
    size_t n = strlen(verb);
    for (int i = 0; i < t->match.n; i++) {
        char move[GM_NOTATION_SIZE] = "";
        text w = text_on(move, sizeof move);
        gm_write_move(&w, t->match.game, t->match.box, t->match.move[i]);
        if (!strncmp(move, verb, n)) return (int)t->seat[move[n] - '0'].person;
    }
    fail_msg("there is no %s", verb);
    return 0;
}

/* All vote for the end and for another game, go to its table, and it begins. */
static void play_again(const person *all, int n) {
    for (int i = 0; i < n; i++)
        ask(all[i].s, "{'do':'vote','vote':'end'}");
    for (int i = 0; i < n; i++)
        ask(all[i].s, "{'do':'vote','vote':'again'}");
    memcpy(key, text_in(latest_with(all[0].s, "again"), "again"), sizeof key);
    for (int i = 0; i < n; i++) {
        watch(&all[i]);
        ask(all[i].s, "{'do':'nonce','nonce':'a%d'}", i);
    }
    assert_int_equal(loaded_table()->t.phase, TABLE_PLAYING);
}

/* Whoever led the first trick of Inside Job deals the next game, so the player to their left leads it, J2.5.  A role
 * that was given to a person stays theirs, J9.7.  The other options stay as they are. */
static void the_lead_goes_round_in_rematches(void **unused) {
    static const char *const names[] = {"Ada", "Bruno", "Cleo", "Dora", "Emil"};
    static const char *const fields[] = {
        "'seats':2",
        "'seats':3,'options':{'leader':0}",
        "'seats':4,'options':{'roles':'wired','given':'wired:1','raise':'off'}",
        "'seats':5,'options':{'roles':'wired','given':'wired:4'}",
    };
    (void)unused;
    for (int seats = 2; seats <= 5; seats++) {
        person all[5];
        char whole[128];
        int given = seats == 4 ? 1 : seats == 5 ? 4 : -1;
        open_house();
        for (int q = 0; q < seats; q++)
            all[q] = enter(names[q]);
        snprintf(whole, sizeof whole, "'game':'inside-job',%s", fields[seats - 2]);
        make_table(&all[0], whole);
        for (int q = 0; q < seats; q++)
            sit(&all[q], q, "aa");
        for (int game = 0; game < 6; game++) {
            int leader = 0;
            while (all[leader].person != person_named_by("lead "))
                leader++;
            play_again(all, seats);
            assert_int_equal(person_named_by("lead "), all[(leader + 1) % seats].person);
            if (given >= 0) assert_int_equal(person_named_by("reveal "), all[given].person);
            assert_int_equal(strstr(loaded_table()->agreed, "\"raise\":\"off\"") != NULL, seats == 4);
        }
        close_house();
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clocks_run_out),
        cmocka_unit_test(clocks_of_dropped_tables_run_out),
        cmocka_unit_test(lists_load_no_tables),
        cmocka_unit_test(bots_answer_after_the_delay),
        cmocka_unit_test(slow_bots_answer_later),
        cmocka_unit_test(slow_bots_play_the_same_game),
        cmocka_unit_test(taking_back_voids_bots_answers),
        cmocka_unit_test(bots_answers_after_the_end_are_void),
        cmocka_unit_test(going_back_from_the_end),
        cmocka_unit_test(going_back_is_told_to_all),
        cmocka_unit_test(a_rematch),
        cmocka_unit_test(the_lead_goes_round_in_rematches),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
