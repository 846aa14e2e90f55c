/* Games at a house: clocks, bots, rematches.  Everything goes through messages, and time is the test's. */
#include "tests/unit/house.h"

#include "kit/order.h"
#include "kit/record.h"

/* ---- clocks --------------------------------------------------------------------------------------------------------------------- */

static void clocks_run_out(void **unused) {
    (void)unused;
    begin();
    person ada = enters("Ada"), bruno = enters("Bruno");
    makes(&ada, "'game':'sentient','seats':2,'clock':'move','time':30000,'bot':'random'");
    sits(&ada, 0, "aa");
    sits(&bruno, 1, "bb");
    const table *t = &the_table()->t;
    assert_int_equal(t->phase, TABLE_PLAYING);
    gm_seat q = t->seat[0].since ? 0 : 1;
    fake_pass(29999);
    assert_false(t->seat[q].held);
    fake_pass(1);
    assert_true(t->seat[q].held);
    int n = t->match.n;
    fake_pass(599);
    assert_int_equal(t->match.n, n);
    fake_pass(1);
    assert_true(t->match.n > n);
    person *late = q ? &bruno : &ada;
    refused(late->s, "table.held", "{'do':'move','id':1,'move':'pass'}");
    ask(late->s, "{'do':'return'}");
    assert_false(t->seat[q].held);
    end();
}

/* A table that nobody looks at is dropped, but its clock runs. */
static void clocks_run_out_where_nobody_looks(void **unused) {
    (void)unused;
    begin();
    person ada = enters("Ada"), bruno = enters("Bruno");
    makes(&ada, "'game':'sentient','seats':2,'clock':'move','time':3600000,'bot':'random'");
    sits(&ada, 0, "aa");
    sits(&bruno, 1, "bb");
    int n = the_table()->t.match.n;
    goes(&ada);
    goes(&bruno);
    fake_pass(120 * 1000);
    assert_non_null(the_table());
    assert_null(the_table()->box); /* but a note of when it is due */
    has_metric("tables_loaded 0");
    has_metric("tables_timed 1");
    fake_pass(3480 * 1000 - 1);
    assert_null(the_table()->box);
    fake_pass(1);
    assert_non_null(the_table()->box);
    fake_pass(600); /* the bot has played; now the other one's clock runs */
    assert_true(the_table()->t.match.n > n);
    comes_back(&ada);
    assert_true(the_table()->t.seat[0].held != the_table()->t.seat[1].held);
    end();
}

/* Read for somebody's list, with nobody there: dropped again after a while. */
static void tables_read_in_passing_go_again(void **unused) {
    (void)unused;
    begin();
    person ada = enters("Ada"), bruno = enters("Bruno");
    makes(&ada, "'game':'sentient','seats':2");
    sits(&ada, 0, "aa");
    sits(&bruno, 1, "bb");
    goes(&ada);
    goes(&bruno);
    fake_pass(120 * 1000);
    has_metric("tables_loaded 0");
    comes_back(&ada);
    ask(ada.s, "{'do':'mine'}");
    has_metric("tables_loaded 1");
    fake_pass(61 * 1000);
    has_metric("tables_loaded 0");
    end();
}

/* ---- bots ---------------------------------------------------------------------------------------------------------------------------- */

static void bots_answer_after_a_while(void **unused) {
    static const int delays[] = {0, 1, 600};
    (void)unused;
    for (int i = 0; i < 3; i++) {
        prepare(&fake_store);
        fake.terms.limits[LIMIT_DELAY] = delays[i];
        assert_true(fake_open_house());
        with_bots("sentient", "'seats':3,'bot':'sensible'");
        for (int k = 0; k < 20; k++) {
            int64_t n = the_table()->lines;
            if (delays[i]) fake_pass(delays[i] - 1);
            if (delays[i]) assert_int_equal(the_table()->lines, n);
            fake_pass(delays[i] ? 1 : 2);
            if (delays[i])
                assert_int_equal(the_table()->lines, n + 1);
            else
                assert_true(the_table()->lines > n);
        }
        end();
    }
}

/* However long they think. */
static void slow_thoughts(void **unused) {
    static const struct {
        int64_t thinks, answers;
    } cases[] = {{0, 600}, {1, 600}, {599, 600}, {601, 1201}, {1200, 1201}, {1202, 1802}, {6000, 6009}};
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin_with(&fake_store);
        fake.slow = true;
        with_bots("sentient", "'seats':2,'bot':'random'");
        int64_t n = the_table()->lines;
        fake_pass(cases[i].thinks);
        assert_int_equal(the_table()->lines, n);
        fake_think_all();
        fake_settle();
        fake_pass(cases[i].answers - cases[i].thinks - 1);
        assert_int_equal(the_table()->lines, n);
        fake_pass(1);
        assert_int_equal(the_table()->lines, n + 1);
        end();
    }
}

/* The same game by the same bots, whether they think fast or slowly. */
static void thinking_changes_nothing(void **unused) {
    uint8_t st[GM_MAX_STATE];
    (void)unused;
    for (int slow = 0; slow < 2; slow++) {
        begin_with(&fake_store);
        with_bots("inside-job", "'seats':4,'bot':'sensible'");
        for (int i = 0; i < 2000 && the_table()->t.phase == TABLE_PLAYING; i++) {
            fake.slow = slow && i % 5;
            fake_pass(200);
        }
        assert_int_equal(the_table()->t.phase, TABLE_OVER);
        if (slow)
            assert_memory_equal(st, the_table()->t.match.st, the_table()->t.match.game->state_size);
        else
            memcpy(st, the_table()->t.match.st, the_table()->t.match.game->state_size);
        assert_null(strstr(fake.log, "\"what\":\"bot\""));
        end();
    }
}

/* A move is taken back: what bots thought since is void, and their time begins anew. */
static void taking_back_voids_thoughts(void **unused) {
    (void)unused;
    begin_with(&fake_store);
    person ada = enters("Ada");
    makes(&ada, "'game':'sentient','seats':2,'bot':'random'");
    sits(&ada, 0, NULL);
    ask(ada.s, "{'do':'start'}");
    const table *t = &the_table()->t;
    bool done = false;
    for (int i = 0; i < 200 && !done; i++) {
        fake_settle();
        fake.slow = true;
        if (!moves(&ada, (size_t)i)) {
            fake.slow = false;
            fake_pass(600);
            continue;
        }
        fake_pass(300);
        int n = t->match.n;
        if (table_bots(t)) {
            tell(ada.s, "{'do':'back'}");
            done = t->match.n < n;
        }
        fake.slow = false;
    }
    assert_true(done);
    assert_int_equal(table_bots(t), 0); /* Ada is asked again */
    int64_t lines = the_table()->lines;
    fake_pass(5000);
    assert_int_equal(the_table()->lines, lines);
    assert_true(moves(&ada, 1));
    assert_null(strstr(fake.log, "\"what\":\"bot\""));
    end();
}

/* All want to end the game while a bot thinks: it says nothing any more. */
static void thoughts_after_the_end(void **unused) {
    (void)unused;
    begin_with(&fake_store);
    person ada = enters("Ada");
    makes(&ada, "'game':'sentient','seats':2,'bot':'random'");
    sits(&ada, 0, NULL);
    ask(ada.s, "{'do':'start'}");
    while (!table_bots(&the_table()->t))
        moves(&ada, 0);
    ask(ada.s, "{'do':'vote','vote':'end'}");
    assert_int_equal(the_table()->t.phase, TABLE_OVER);
    int64_t lines = the_table()->lines;
    fake_pass(5000);
    assert_int_equal(the_table()->lines, lines);
    assert_null(strstr(fake.log, "\"what\":\"bot\""));
    end();
}

/* ---- a rematch ------------------------------------------------------------------------------------------------------------------- */

static void once_more(void **unused) {
    char old[STORE_KEY + 1];
    (void)unused;
    begin();
    person ada = enters("Ada"), bruno = enters("Bruno"), cleo = enters("Cleo");
    makes(&ada, "'game':'dead-drop','seats':3,'options':{'rounds':1}");
    watches(&cleo);
    sits(&ada, 0, NULL);
    sits(&bruno, 1, NULL);
    ask(ada.s, "{'do':'start'}");
    refused(ada.s, "table.not-over", "{'do':'vote','vote':'again'}");
    for (int i = 0; i < 30 && the_table()->t.phase == TABLE_PLAYING; i++)
        if (!moves(&ada, 0) && !moves(&bruno, 0)) fake_pass(600);
    assert_int_equal(the_table()->t.phase, TABLE_OVER);
    assert_int_equal(told(cleo.s, "over", true), 1);
    ask(ada.s, "{'do':'vote','vote':'again'}");
    assert_null(heard(ada.s, "again"));
    ask(bruno.s, "{'do':'vote','vote':'again'}");
    memcpy(old, key, sizeof old);
    const char *next = json_string_value(heard(cleo.s, "again"));
    assert_non_null(next);
    memcpy(key, next, sizeof key);
    assert_non_null(heard(ada.s, "again"));
    const table *t = &the_table()->t;
    assert_int_equal(t->seat[1].person, ada.person); /* each a seat further on */
    assert_int_equal(t->seat[2].person, bruno.person);
    assert_string_equal(t->seat[0].bot, "random");
    assert_int_equal(t->phase, TABLE_WAITING);
    watches(&bruno), watches(&ada);
    ask(ada.s, "{'do':'nonce','nonce':'aa'}");
    ask(bruno.s, "{'do':'nonce','nonce':'bb'}");
    assert_int_equal(t->phase, TABLE_PLAYING);
    assert_int_equal(json_array_size(json_object_get(ask(ada.s, "{'do':'mine'}"), "mine")), 2);
    assert_string_equal(text_in(json_array_get(json_object_get(answer, "mine"), 1), "table"), old);

    char again[STORE_KEY + 1]; /* who comes back to the old table later finds it too, if he sat there */
    memcpy(again, key, sizeof again);
    memcpy(key, old, sizeof key);
    for (int i = 0; i < 2; i++) {
        assert_string_equal(text_in(watches(&ada), "again"), again);
        ask(bruno.s, "{'do':'watch','table':'%s','after':0,'as':1}", key);
        assert_string_equal(text_in(answer, "again"), again);
        assert_null(json_object_get(watches(&cleo), "again"));
        ask(cleo.s, "{'do':'watch','table':'%s','after':0,'as':'room'}", key);
        assert_null(json_object_get(answer, "again"));
        open_again();
        comes_back(&ada), comes_back(&bruno), comes_back(&cleo);
    }
    end();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clocks_run_out),
        cmocka_unit_test(clocks_run_out_where_nobody_looks),
        cmocka_unit_test(tables_read_in_passing_go_again),
        cmocka_unit_test(bots_answer_after_a_while),
        cmocka_unit_test(slow_thoughts),
        cmocka_unit_test(thinking_changes_nothing),
        cmocka_unit_test(taking_back_voids_thoughts),
        cmocka_unit_test(thoughts_after_the_end),
        cmocka_unit_test(once_more),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
