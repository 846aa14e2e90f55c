/* The limits of a house.  Everything goes through messages, and time is the test's. */
#include "tests/unit/house.h"

#include "kit/order.h"
#include "kit/record.h"

/* ---- limits ---------------------------------------------------------------------------------------------------------- */

static void so_many_messages(void **unused) {
    (void)unused;
    prepare(&fake_store);
    fake.terms.limits[LIMIT_RATE] = 10;
    assert_true(fake_open_house());
    fake_socket *s = come(NULL), *t = come(NULL);
    for (int i = 0; i < 100; i++)
        ask(s, "{'do':'lang','lang':'en'}");
    fake.now += 500; /* five more */
    for (int i = 0; i < 5; i++)
        ask(s, "{'do':'lang','lang':'en'}");
    assert_int_equal(s->code, 0);
    int before = s->n;
    tell(s, "{'do':'lang','lang':'en'}");
    assert_int_equal(s->code, 1008);
    tell(s, "{'do':'lang','lang':'en'}"); /* nobody listens any more */
    assert_int_equal(s->n, before);
    assert_int_equal(t->code, 0);
    ask(t, "{'do':'lang','lang':'en'}");
    end();
}

static void so_large_messages(void **unused) {
    (void)unused;
    prepare(&fake_store);
    fake.terms.limits[LIMIT_MESSAGE] = 2000;
    assert_true(fake_open_house());
    static char large[2001];
    fake_socket *s = come(NULL);
    memset(large, ' ', sizeof large);
    memcpy(large, "{\"do\":\"lang\",\"lang\":\"en\",\"re\":1}", 32);
    fake_say(s, large, 2000);
    assert_int_equal(s->code, 0);
    assert_non_null(find_answer(s, 1));
    fake_say(s, large, 2001);
    assert_int_equal(s->code, 1009);
    end();
}

static void so_many_guests(void **unused) {
    fault why;
    (void)unused;
    prepare(&fake_store);
    fake.terms.limits[LIMIT_SOCKETS] = 5;
    fake.terms.limits[LIMIT_ADDRESS_SOCKETS] = 3;
    assert_true(fake_open_house());
    fake_socket *a = come_from("a", NULL);
    come_from("a", NULL), come_from("a", NULL);
    assert_null(fake_come("a", NULL, &why));
    assert_string_equal(why.say, "house.many-sockets");
    come_from("b", NULL), come_from("c", NULL);
    assert_null(fake_come("d", NULL, &why));
    assert_string_equal(why.say, "house.full");
    fake_go(a);
    come_from("a", NULL);
    end();
}

static void so_many_new_things(void **unused) {
    (void)unused;
    prepare(&fake_store);
    fake.terms.limits[LIMIT_ADDRESS_NEW] = 4;
    assert_true(fake_open_house());
    person ada = enters("Ada");
    makes(&ada, "'game':'sentient'");
    refused(ada.s, "house.field", "{'do':'make','game':'chess'}"); /* which makes nothing */
    ask(ada.s, "{'do':'code'}");
    ask(ada.s, "{'do':'report','text':'rude'}");
    refused(ada.s, "house.many-new", "{'do':'make','game':'sentient'}");
    refused(ada.s, "house.many-new", "{'do':'code'}");
    refused(come(NULL), "house.many-new", "{'do':'enter','name':'Eve'}");
    refused(come(NULL), "house.many-new", "{'do':'enter','code':'AAAA-BBBB-CCCC'}"); /* guessing is one */
    ask(come_from("192.0.2.2", NULL), "{'do':'enter','name':'Eve'}");
    fake_pass(3600 * 1000);
    ask(ada.s, "{'do':'code'}");
    end();
}

/* One who plays against bots could make any number of tables. */
static void so_many_rematches(void **unused) {
    (void)unused;
    prepare(&fake_store);
    fake.terms.limits[LIMIT_ADDRESS_NEW] = 5;
    assert_true(fake_open_house());
    person ada = enters("Ada");
    makes(&ada, "'game':'sentient'");
    sits(&ada, 0, NULL);
    ask(ada.s, "{'do':'start'}");
    ask(ada.s, "{'do':'vote','vote':'end'}");
    for (int i = 0; i < 3; i++)
        ask(ada.s, "{'do':'vote','vote':'again'}");
    refused(ada.s, "house.many-new", "{'do':'vote','vote':'again'}");
    assert_int_equal(fake.h->tables, 4);
    end();
}

static void so_much_unread(void **unused) {
    (void)unused;
    prepare(&fake_store);
    fake.terms.limits[LIMIT_QUEUE] = 256 << 10;
    assert_true(fake_open_house());
    person ada = enters("Ada"), bruno = enters("Bruno");
    makes(&ada, "'game':'sentient'");
    watches(&bruno);
    bruno.s->deaf = true;
    int said = 0;
    for (; said < 2000 && !bruno.s->code; said++)
        tell(ada.s, "{'do':'say','text':'%0400d'}", said);
    assert_int_equal(bruno.s->code, 1008);
    assert_true(said > 400 && said < 700);
    assert_int_equal(ada.s->code, 0);
    bruno.s->deaf = false;
    int before = bruno.s->n;
    fake_settle();
    assert_int_equal(bruno.s->n, before); /* what waited is gone */
    end();
}

static void so_many_lines(void **unused) {
    (void)unused;
    prepare(&fake_store);
    fake.terms.limits[LIMIT_LINES] = 1000;
    assert_true(fake_open_house());
    person ada = enters("Ada");
    makes(&ada, "'game':'dead-drop','seats':3");
    sits(&ada, 0, NULL);
    ask(ada.s, "{'do':'start'}");
    while (the_table()->lines < 1000)
        ask(ada.s, "{'do':'say','text':'more'}");
    refused(ada.s, "house.many-lines", "{'do':'say','text':'more'}");
    refused(ada.s, "house.many-lines", "{'do':'leave'}");
    for (int i = 0; i < 40; i++) { /* but the game goes on */
        moves(&ada, 0);
        fake_pass(600);
    }
    assert_int_equal(the_table()->t.phase, TABLE_OVER);
    end();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(so_many_messages),  cmocka_unit_test(so_large_messages),
        cmocka_unit_test(so_many_guests),    cmocka_unit_test(so_many_new_things),
        cmocka_unit_test(so_many_rematches), cmocka_unit_test(so_much_unread),
        cmocka_unit_test(so_many_lines),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
