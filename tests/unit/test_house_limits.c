/* The limits of a house.  The tests act only through messages, and they move the
 * clock themselves. */
#include "tests/unit/house.h"

#include "kit/order.h"
#include "kit/record.h"

static void limit_of_messages_per_second(void **unused) {
    (void)unused;
    open_house_limited(LIMIT_RATE, 10);
    fake_socket *s = connect_with(NULL), *t = connect_with(NULL);
    for (int i = 0; i < 100; i++)
        ask(s, "{'do':'lang','lang':'en'}");
    fake.now += 500; /* enough for five more messages */
    for (int i = 0; i < 5; i++)
        ask(s, "{'do':'lang','lang':'en'}");
    assert_int_equal(s->code, 0);
    int before = s->n;
    send_request(s, "{'do':'lang','lang':'en'}");
    assert_int_equal(s->code, 1008);
    send_request(s, "{'do':'lang','lang':'en'}"); /* the house ignores a closed socket */
    assert_int_equal(s->n, before);
    assert_int_equal(t->code, 0);
    ask(t, "{'do':'lang','lang':'en'}");
    close_house();
}

static void limit_of_message_size(void **unused) {
    (void)unused;
    open_house_limited(LIMIT_MESSAGE, 2000);
    static char large[2001];
    fake_socket *s = connect_with(NULL);
    memset(large, ' ', sizeof large);
    memcpy(large, "{\"do\":\"lang\",\"lang\":\"en\",\"re\":1}", 32);
    fake_send(s, large, 2000);
    assert_int_equal(s->code, 0);
    assert_non_null(find_answer(s, 1));
    fake_send(s, large, 2001);
    assert_int_equal(s->code, 1009);
    close_house();
}

static void limits_of_sockets(void **unused) {
    fault why;
    (void)unused;
    prepare_house(&fake_store);
    fake.terms.limits[LIMIT_SOCKETS] = 5;
    fake.terms.limits[LIMIT_ADDRESS_SOCKETS] = 3;
    assert_true(fake_open_house());
    fake_socket *a = connect_from("a", NULL);
    connect_from("a", NULL), connect_from("a", NULL);
    assert_null(fake_connect("a", NULL, &why));
    assert_string_equal(why.say, "house.many-sockets");
    connect_from("b", NULL), connect_from("c", NULL);
    assert_null(fake_connect("d", NULL, &why));
    assert_string_equal(why.say, "house.full");
    fake_close_socket(a);
    connect_from("a", NULL);
    close_house();
}

static void limit_of_new_things_per_address(void **unused) {
    (void)unused;
    open_house_limited(LIMIT_ADDRESS_NEW, 4);
    person ada = enter("Ada");
    make_table(&ada, "'game':'sentient'");
    /* A refused request does not count. */
    assert_refused(ada.s, "house.field", "{'do':'make','game':'chess'}");
    ask(ada.s, "{'do':'code'}");
    ask(ada.s, "{'do':'report','text':'rude'}");
    assert_refused(ada.s, "house.many-new", "{'do':'make','game':'sentient'}");
    assert_refused(ada.s, "house.many-new", "{'do':'code'}");
    assert_refused(connect_with(NULL), "house.many-new", "{'do':'enter','name':'Eve'}");
    /* A guess counts as well. */
    assert_refused(connect_with(NULL), "house.many-new", "{'do':'enter','code':'AAAA-BBBB-CCCC'}");
    ask(connect_from("192.0.2.2", NULL), "{'do':'enter','name':'Eve'}");
    fake_advance(3600 * 1000);
    ask(ada.s, "{'do':'code'}");
    close_house();
}

/* A rematch counts as a new table; against bots, one person's vote is enough for it. */
static void limit_of_new_things_counts_rematches(void **unused) {
    (void)unused;
    open_house_limited(LIMIT_ADDRESS_NEW, 5);
    person ada = start_alone("'game':'sentient'");
    ask(ada.s, "{'do':'vote','vote':'end'}");
    for (int i = 0; i < 3; i++)
        ask(ada.s, "{'do':'vote','vote':'again'}");
    assert_refused(ada.s, "house.many-new", "{'do':'vote','vote':'again'}");
    assert_int_equal(fake.h->last_table, 4);
    close_house();
}

static void limit_of_unread_bytes(void **unused) {
    (void)unused;
    open_house_limited(LIMIT_QUEUE, 256 << 10);
    person ada = enter("Ada"), bruno = enter("Bruno");
    make_table(&ada, "'game':'sentient'");
    watch(&bruno);
    bruno.s->deaf = true;
    int said = 0;
    for (; said < 2000 && !bruno.s->code; said++)
        send_request(ada.s, "{'do':'say','text':'%0400d'}", said);
    assert_int_equal(bruno.s->code, 1008);
    assert_true(said > 400 && said < 700);
    assert_int_equal(ada.s->code, 0);
    bruno.s->deaf = false;
    int before = bruno.s->n;
    fake_settle();
    assert_int_equal(bruno.s->n, before); /* unsent messages are dropped with the connection */
    close_house();
}

static void limit_of_journal_lines(void **unused) {
    (void)unused;
    open_house_limited(LIMIT_LINES, 1000);
    person ada = start_alone("'game':'dead-drop','seats':3");
    while (loaded_table()->lines < 1000)
        ask(ada.s, "{'do':'say','text':'more'}");
    assert_refused(ada.s, "house.many-lines", "{'do':'say','text':'more'}");
    assert_refused(ada.s, "house.many-lines", "{'do':'leave'}");
    for (int i = 0; i < 40; i++) { /* moves are still accepted */
        try_move(&ada, 0);
        fake_advance(600);
    }
    assert_int_equal(loaded_table()->t.phase, TABLE_OVER);
    close_house();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limit_of_messages_per_second),
        cmocka_unit_test(limit_of_message_size),
        cmocka_unit_test(limits_of_sockets),
        cmocka_unit_test(limit_of_new_things_per_address),
        cmocka_unit_test(limit_of_new_things_counts_rematches),
        cmocka_unit_test(limit_of_unread_bytes),
        cmocka_unit_test(limit_of_journal_lines),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
