/* A house and the space on its disk.  The tests act only through messages, and they say how much is free. */
#include "tests/unit/house.h"

static const int64_t megabyte = 1000000;

/* How often the word is in the log. */
static int count_in_log(const char *word) {
    int n = 0;
    for (const char *at = fake.log; (at = strstr(at, word)); at++)
        n++;
    return n;
}

static int asked; /* how often the house has asked for the space */

static int64_t count_asked(void *to) {
    asked++;
    return fake_space(to);
}

static void first_a_warning_then_no_new_tables(void **unused) {
    (void)unused;
    open_house_with(&fake_store);
    fake.space = 1000 * megabyte;
    person ada = start_alone("'game':'dead-drop','seats':3,'bot':'random'");
    fake_advance(5000);
    assert_int_equal(count_in_log("\"disk\""), 0);
    fake.space--;
    fake_advance(5000);
    assert_int_equal(count_in_log("\"disk\""), 1);
    assert_non_null(strstr(fake.log, "999 MB"));
    make_table(&ada, "'game':'dead-drop'");
    fake.space = 200 * megabyte - 1;
    fake_advance(60000); /* one line for each change, not for each look */
    assert_int_equal(count_in_log("\"disk\""), 2);
    assert_refused(ada.s, "house.no-space", "{'do':'make','game':'dead-drop'}");
    ask(ada.s, "{'do':'sit','seat':0}"); /* tables that are there go on */
    ask(ada.s, "{'do':'say','text':'it goes on'}");
    enter("Bruno");
    fake.space = 200 * megabyte;
    fake_advance(5000);
    make_table(&ada, "'game':'dead-drop'");
    fake.space = 1000 * megabyte;
    fake_advance(5000);
    assert_int_equal(count_in_log("\"disk\""), 4);
    close_house();
}

static void no_rematch_on_a_full_disk(void **unused) {
    (void)unused;
    open_house_with(&fake_store);
    person ada = start_alone("'game':'dead-drop','seats':3,'bot':'random'");
    ask(ada.s, "{'do':'vote','vote':'end'}");
    fake.space = 0;
    fake_advance(5000);
    assert_refused(ada.s, "house.no-space", "{'do':'vote','vote':'again'}");
    fake.space = 1000 * megabyte;
    fake_advance(5000);
    ask(ada.s, "{'do':'vote','vote':'again'}");
    assert_non_null(latest_field(ada.s, "again"));
    close_house();
}

/* The disk is asked at most every five seconds.  What is not known is no reason to refuse anything. */
static void the_disk_is_asked_rarely(void **unused) {
    (void)unused;
    prepare_house(&fake_store);
    fake.terms.env.space = count_asked;
    assert_true(fake_open_house());
    person ada = enter("Ada");
    asked = 0;
    for (int i = 0; i < 100; i++)
        make_table(&ada, "'game':'dead-drop'");
    assert_true(asked <= 1);
    fake_advance(10000);
    for (int i = 0; i < 100; i++)
        make_table(&ada, "'game':'dead-drop'");
    assert_true(asked >= 1 && asked <= 3);
    assert_int_equal(count_in_log("\"disk\""), 0);
    close_house();
}

static void both_limits_can_be_switched_off(void **unused) {
    (void)unused;
    prepare_house(&fake_store);
    fake.terms.limits[LIMIT_DISK_WARN] = fake.terms.limits[LIMIT_DISK_FULL] = 0;
    fake.space = 0;
    assert_true(fake_open_house());
    person ada = enter("Ada");
    make_table(&ada, "'game':'dead-drop'");
    assert_int_equal(count_in_log("\"disk\""), 0);
    close_house();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_a_warning_then_no_new_tables),
        cmocka_unit_test(no_rematch_on_a_full_disk),
        cmocka_unit_test(the_disk_is_asked_rarely),
        cmocka_unit_test(both_limits_can_be_switched_off),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
