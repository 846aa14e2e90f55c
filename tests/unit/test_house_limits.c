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

/* ---- reading too slowly -------------------------------------------------------------------------------- */

static void talk_of(person *p, int n) {
    for (int i = 0; i < n; i++)
        send_request(p->s, "{'do':'say','text':'%0400d'}", i);
}

static void limit_of_unread_bytes(void **unused) {
    (void)unused;
    open_house_limited(LIMIT_QUEUE, 256 << 10);
    person ada = enter("Ada"), bruno = enter("Bruno"), cara = enter("Cara");
    make_table(&ada, "'game':'sentient'");
    watch(&bruno);
    watch(&cara);
    bruno.s->deaf = cara.s->deaf = true;
    talk_of(&ada, 700); /* more than 256 KiB */
    assert_int_equal(bruno.s->code, 0);
    fake_advance(1900); /* a guest who reads needs a moment for it */
    cara.s->deaf = false;
    talk_of(&ada, 1);
    assert_int_equal(bruno.s->code, 0);
    fake_advance(200);
    talk_of(&ada, 1);
    assert_int_equal(bruno.s->code, 1008);
    assert_int_equal(cara.s->code, 0);
    assert_int_equal(ada.s->code, 0);
    bruno.s->deaf = false;
    int before = bruno.s->n;
    fake_settle();
    assert_int_equal(bruno.s->n, before); /* unsent messages are dropped with the connection */
    assert_metric("closed_slow_total 1");
    close_house();
}

/* However short the time, nobody makes the house keep more than a few times the limit for them. */
static void limit_of_unread_bytes_at_once(void **unused) {
    (void)unused;
    open_house_limited(LIMIT_QUEUE, 256 << 10);
    person ada = enter("Ada"), bruno = enter("Bruno");
    make_table(&ada, "'game':'sentient'");
    watch(&bruno);
    bruno.s->deaf = true;
    int said = 0;
    for (; said < 5000 && !bruno.s->code; said++)
        talk_of(&ada, 1);
    assert_int_equal(bruno.s->code, 1008);
    assert_in_range(said, 1600, 2800); /* a mebibyte */
    close_house();
}

/* What waits for the store is not what a guest is slow to read. */
static void waiting_for_the_store_is_not_slowness(void **unused) {
    (void)unused;
    open_house_limited(LIMIT_QUEUE, 256 << 10);
    person ada = enter("Ada"), bruno = enter("Bruno");
    make_table(&ada, "'game':'sentient'");
    watch(&bruno);
    fake.manual = true;
    fake_disk.at_once = false;
    talk_of(&ada, 3000);
    assert_int_equal(bruno.s->code, 0);
    int before = bruno.s->n;
    fake_disk.durable += 600;
    fake_settle();
    fake_disk.durable = fake_disk.n;
    fake_settle();
    assert_int_equal(bruno.s->code, 0);
    assert_int_equal(bruno.s->n, before + 3000);
    close_house();
}

/* ---- talk ----------------------------------------------------------------------------------------------- */

static int journals_read;

static void count_looks(store *s, const store_question *q, store_take_answer *take, void *to) {
    journals_read += q->what == STORE_LOOK || q->what == STORE_RUN || (q->what == STORE_RUN_SOME && s->n);
    fake_ask(s, q, take, to);
}

/* Coming to a table costs the same however much was said there. */
static void watching_reads_no_journal(void **unused) {
    static store_engine counting;
    (void)unused;
    counting = fake_store;
    counting.ask = count_looks;
    open_house_with(&counting);
    person ada = enter("Ada"), bruno = enter("Bruno"), cara = enter("Cara");
    make_table(&ada, "'game':'sentient'");
    sit(&ada, 0, NULL);
    sit(&bruno, 1, NULL);
    ask(bruno.s, "{'do':'say','text':'before'}");
    for (int i = 0; i < 2000; i++)
        send_request(ada.s, "{'do':'say','text':'%d'}", i);
    for (int i = 0; i < 10; i++)
        ask(bruno.s, "{'do':'say','text':'b%d'}", i);
    for (int i = 0; i < 100; i++)
        ask(ada.s, "{'do':'say','text':'more'}");
    journals_read = 0;
    json_t *talk = json_object_get(watch(&cara), "talk");
    assert_int_equal(journals_read, 0);
    assert_int_equal(json_array_size(talk), 50);
    assert_true(fake.h->cost < 2000);
    ask(cara.s, "{'do':'mute','person':%d}", ada.person);
    talk = json_object_get(watch(&cara), "talk");
    assert_int_equal(json_array_size(talk), 10);
    assert_string_equal(text_in(json_array_get(talk, 9), "text"), "b9");
    ask(bruno.s, "{'do':'say','text':'again'}");
    for (int i = 0; i < 3; i++) /* a table that is read again has the same talk */
        disconnect(i == 0 ? &ada : i == 1 ? &bruno : &cara);
    close_house();
    fake.now += 1000;
    assert_true(fake_open_house());
    reconnect(&cara);
    talk = json_object_get(watch(&cara), "talk");
    assert_int_equal(json_array_size(talk), 11);
    assert_true(journals_read > 0);
    close_house();
}

/* Spectators cannot use up what belongs to those who play, and nothing that is said keeps anybody from playing. */
static void talk_cannot_lock_a_table(void **unused) {
    (void)unused;
    open_house_limited(LIMIT_LINES, 1000);
    person ada = enter("Ada"), bruno = enter("Bruno"), eve = enter("Eve");
    make_table(&ada, "'game':'dead-drop','seats':3");
    sit(&ada, 0, NULL);
    sit(&bruno, 1, NULL);
    watch(&eve);
    for (int i = 0; i < 500; i++)
        ask(eve.s, "{'do':'say','text':'more'}");
    assert_refused(eve.s, "house.many-lines", "{'do':'say','text':'more'}");
    for (int i = 0; i < 500 / 3; i++)
        ask(bruno.s, "{'do':'say','text':'more'}");
    assert_refused(bruno.s, "house.many-lines", "{'do':'say','text':'more'}");
    ask(ada.s, "{'do':'say','text':'still here'}");
    ask(ada.s, "{'do':'start'}");
    ask(bruno.s, "{'do':'leave'}");
    ask(bruno.s, "{'do':'return'}");
    ask(bruno.s, "{'do':'vote','vote':'end'}");
    ask(bruno.s, "{'do':'vote','vote':'nothing'}");
    while (loaded_table()->t.phase == TABLE_PLAYING) {
        try_move(&ada, 0);
        try_move(&bruno, 0);
        fake_advance(600);
    }
    ask(ada.s, "{'do':'vote','vote':'again'}");
    close_house();
}

static void limit_of_talk(void **unused) {
    (void)unused;
    prepare_house(&fake_store);
    fake.terms.limits[LIMIT_TALK] = 40;
    assert_true(fake_open_house());
    person ada = enter("Ada"), eve[5];
    make_table(&ada, "'game':'sentient'");
    sit(&ada, 0, NULL);
    for (int i = 0; i < 5; i++)
        eve[i] = enter("Eve"), watch(&eve[i]);
    for (int i = 0; i < 20; i++)
        ask(eve[0].s, "{'do':'say','text':'more'}");
    assert_refused(eve[0].s, "house.many-sayings", "{'do':'say','text':'more'}");
    assert_non_null(strstr(text_in(answer, "text"), " 2 s"));
    disconnect(&eve[0]); /* nobody gets more by coming again */
    reconnect(&eve[0]);
    watch(&eve[0]);
    assert_refused(eve[0].s, "house.many-sayings", "{'do':'say','text':'more'}");
    fake_advance(1500);
    ask(eve[0].s, "{'do':'say','text':'more'}");
    assert_refused(eve[0].s, "house.many-sayings", "{'do':'say','text':'more'}");
    for (int k = 1; k < 3; k++)
        for (int i = 0; i < 20; i++)
            ask(eve[k].s, "{'do':'say','text':'more'}");
    for (int i = 0; i < 2; i++) /* what came in meanwhile for all spectators together */
        ask(eve[3].s, "{'do':'say','text':'more'}");
    assert_refused(eve[4].s, "house.many-sayings", "{'do':'say','text':'more'}");
    ask(ada.s, "{'do':'say','text':'who plays can still talk'}");
    close_house();
}

static void limit_of_stored_bytes(void **unused) {
    (void)unused;
    open_house_limited(LIMIT_ADDRESS_BYTES, 4096);
    person ada = start_alone("'game':'dead-drop','seats':3");
    int said = 0;
    for (; said < 100; said++) {
        send_request(ada.s, "{'do':'say','text':'%0400d'}", said);
        if (json_object_get(find_answer(ada.s, re), "error")) break;
    }
    assert_in_range(said, 4, 10);
    assert_refused(ada.s, "house.many-bytes", "{'do':'say','text':'more'}");
    assert_refused(ada.s, "house.many-bytes", "{'do':'report','text':'more'}");
    person bruno = {.s = connect_from("192.0.2.2", NULL)};
    ask(bruno.s, "{'do':'enter','name':'Bruno'}");
    ask(bruno.s, "{'do':'watch','table':'%s'}", key);
    ask(bruno.s, "{'do':'say','text':'from elsewhere'}");
    ask(ada.s, "{'do':'leave'}");
    ask(ada.s, "{'do':'return'}");
    for (int i = 0; i < 5; i++) {
        try_move(&ada, 0);
        fake_advance(600);
    }
    fake_advance(3600 * 1000);
    ask(ada.s, "{'do':'say','text':'more'}");
    close_house();
}

/* ---- time ------------------------------------------------------------------------------------------------ */

/* Asks for dear things until the house refuses; returns how many it did. */
static int ask_until_busy(fake_socket *s) {
    for (int i = 0; i < 100000; i++) {
        send_request(s, "{'do':'watch','table':'%s','want':'story'}", key);
        const char *error = text_in(find_answer(s, re), "error");
        if (!strcmp(error, "house.busy")) return i;
        assert_string_equal(error, "");
    }
    fail();
    return 0;
}

static void limit_of_time_per_person(void **unused) {
    (void)unused;
    prepare_house(&fake_store);
    fake.terms.limits[LIMIT_PERSON_TIME] = 20;
    assert_true(fake_open_house());
    person ada = start_alone("'game':'sentient'"), bruno = enter("Bruno");
    int before = ask_until_busy(ada.s);
    assert_in_range(before, 200, 2000);
    assert_non_null(strstr(text_in(answer, "text"), " 1 s"));
    assert_int_equal(number_in(answer, "re"), re);
    person again = {.s = connect_with(ada.token)}; /* another connection has the same budget */
    assert_refused(again.s, "house.busy", "{'do':'mine'}");
    watch(&bruno); /* others at the address have their own */
    fake_advance(1000);
    ask(ada.s, "{'do':'vote','vote':'end'}");
    assert_in_range(ask_until_busy(ada.s), 10, 200);
    int refused = 1;
    for (; refused < 100 && !ada.s->code; refused++)
        send_request(ada.s, "{'do':'lobby'}");
    assert_int_equal(ada.s->code, 1008);
    assert_int_equal(refused, HOUSE_PATIENCE + 1);
    assert_metric("closed_busy_total 1");
    close_house();
}

/* A used-up budget is lent as much again for what others may wait for. */
static void busy_people_start_vote_leave_and_return(void **unused) {
    (void)unused;
    prepare_house(&fake_store);
    fake.terms.limits[LIMIT_PERSON_TIME] = 20;
    assert_true(fake_open_house());
    person ada = enter("Ada");
    make_table(&ada, "'game':'sentient'");
    sit(&ada, 0, NULL);
    ask_until_busy(ada.s);
    ask(ada.s, "{'do':'start'}");
    ask(ada.s, "{'do':'leave'}");
    ask(ada.s, "{'do':'return'}");
    assert_refused(ada.s, "house.busy", "{'do':'lobby'}");
    int done = 0;
    const char *error = "";
    for (; !*error && done < 100000; done++) {
        send_request(ada.s, "{'do':'%s'}", done % 2 ? "return" : "leave");
        error = text_in(find_answer(ada.s, re), "error");
    }
    assert_string_equal(error, "house.busy");
    assert_in_range(done, 50, 5000);
    fake_advance(60000);
    ask(ada.s, "{'do':'lobby'}");
    close_house();
}

static void limit_of_time_per_address(void **unused) {
    fault why;
    (void)unused;
    prepare_house(&fake_store);
    fake.terms.limits[LIMIT_ADDRESS_TIME] = 20;
    assert_true(fake_open_house());
    person ada = start_alone("'game':'sentient'"), bruno = enter("Bruno");
    fake_socket *other = connect_from("192.0.2.2", NULL);
    ask_until_busy(ada.s);
    assert_refused(bruno.s, "house.busy", "{'do':'lobby'}");
    ask(other, "{'do':'lobby'}");
    assert_null(fake_connect("192.0.2.1", NULL, &why));
    assert_string_equal(why.say, "house.busy");
    assert_null(house_visit(fake.h, "192.0.2.1", false, &why));
    assert_null(house_http_begin(fake.h, "192.0.2.1", &why));
    fake_advance(1000);
    ask(bruno.s, "{'do':'lobby'}");
    house_account *a = house_visit(fake.h, "192.0.2.1", false, &why);
    assert_non_null(a);
    house_visit_end(fake.h, a);
    close_house();
}

/* The longer a journal is, the dearer is every line that is no move, so that it grows ever more slowly. */
static void lines_get_dearer(void **unused) {
    (void)unused;
    open_house_with(&fake_store);
    person ada = start_alone("'game':'sentient'");
    ask(ada.s, "{'do':'leave'}");
    int64_t first = fake.h->cost;
    ask(ada.s, "{'do':'return'}");
    for (int i = 0; i < 500; i++) {
        ask(ada.s, "{'do':'say','text':'x'}");
        ask(ada.s, "{'do':'vote','vote':'nothing'}");
    }
    ask(ada.s, "{'do':'leave'}");
    assert_in_range(fake.h->cost - first, 1000 * COST_LINE_AGAIN, 1200 * COST_LINE_AGAIN);
    close_house();
}

/* Moves that are taken back can come again, so going back costs as many lines as there were moves. */
static void going_back_costs_as_much_as_it_takes_back(void **unused) {
    (void)unused;
    open_house_with(&fake_store);
    person ada = start_alone("'game':'dead-drop','seats':3");
    const table *t = &loaded_table()->t;
    while (t->phase == TABLE_PLAYING)
        if (!try_move(&ada, 0)) fake_advance(600);
    int n = 0;
    while (t->match.by[n] != 0)
        n++;
    int64_t lines = loaded_table()->lines, price = COST_LINE_AGAIN * lines * (t->match.n - n);
    ask(ada.s, "{'do':'back','n':%d}", n);
    assert_in_range(fake.h->cost, price, price + 2000);
    close_house();
}

/* Parts of messages and pings count like messages. */
static void limit_of_noise(void **unused) {
    (void)unused;
    open_house_limited(LIMIT_RATE, 10);
    fake_socket *s = connect_with(NULL), *t = connect_with(NULL);
    for (int i = 0; i < 100; i++)
        house_receive_noise(fake.h, s->g, 0);
    assert_int_equal(s->code, 0);
    house_receive_noise(fake.h, s->g, 0);
    assert_int_equal(s->code, 1008);
    house_receive_noise(fake.h, s->g, 0); /* nothing more happens */
    house_receive_noise(fake.h, t->g, 5000);
    assert_int_equal(t->code, 0);
    house_receive_noise(fake.h, t->g, 5000);
    assert_int_equal(t->code, 1008);
    close_house();
}

static void limit_of_visits(void **unused) {
    enum { MOST = 7 };
    house_account *a[MOST];
    fault why;
    (void)unused;
    open_house_limited(LIMIT_ADDRESS_HTTP, MOST);
    for (int i = 0; i < MOST; i++)
        assert_non_null(a[i] = house_visit(fake.h, "192.0.2.1", true, &why));
    assert_null(house_visit(fake.h, "192.0.2.1", true, &why));
    assert_string_equal(why.say, "house.many-sockets");
    connect_with(NULL); /* guests are counted for themselves */
    house_account *other = house_visit(fake.h, "192.0.2.2", true, &why);
    assert_non_null(other);
    house_visit_end(fake.h, other);
    house_visit_end(fake.h, a[0]);
    assert_non_null(a[0] = house_visit(fake.h, "192.0.2.1", true, &why));
    for (int i = 0; i < MOST; i++)
        house_visit_end(fake.h, a[i]);
    assert_metric("turned_away_total 1");
    close_house();
}

/* Whoever has a whole network of addresses cannot fill the memory with them. */
static void addresses_are_forgotten(void **unused) {
    char from[32];
    fault why;
    (void)unused;
    open_house_limited(LIMIT_ADDRESS_NEW, 1);
    person ada = enter("Ada");
    for (int i = 0; i < HOUSE_IDLE_ACCOUNTS + 1000; i++) {
        snprintf(from, sizeof from, "2001:db8:%x:%x::", i >> 16, i & 0xFFFF);
        house_account *a = house_visit(fake.h, from, false, &why);
        a->made = 1; /* so that there is something to remember */
        a->since = house_now(fake.h);
        house_visit_end(fake.h, a);
    }
    assert_int_equal(fake.h->n_idle, HOUSE_IDLE_ACCOUNTS);
    assert_refused(ada.s, "house.many-new", "{'do':'code'}"); /* an address in use is not forgotten */
    fake_advance(3600 * 1000 + 60 * 1000);
    assert_int_equal(fake.h->n_idle, 0);
    close_house();
}

/* ---- thirty people ------------------------------------------------------------------------------------------ */

/* Thirty people behind one address play all games at the pace of people, and nobody is ever refused anything: ask()
 * fails if anybody is.  They come, talk, lose their connections and come back. */
static void thirty_people_share_an_address(void **unused) {
    enum { PEOPLE = 30, TABLES = 15, ROUNDS = 60 };
    static const char *const games[] = {"'game':'dead-drop','seats':3", "'game':'sentient','seats':4",
                                        "'game':'inside-job','seats':4", "'game':'agents','seats':3"};
    static person all[PEOPLE];
    static char keys[TABLES][STORE_KEY + 1];
    int over = 0;
    (void)unused;
    open_house_default();
    for (int i = 0; i < PEOPLE; i++) {
        char name[16];
        snprintf(name, sizeof name, "P%d", i);
        all[i] = enter(name);
        ask(all[i].s, "{'do':'lobby'}");
        fake_advance(500);
    }
    for (int t = 0; t < TABLES; t++) {
        make_table(&all[2 * t], games[t % 4]);
        memcpy(keys[t], key, sizeof key);
        sit(&all[2 * t], 0, "01");
        sit(&all[2 * t + 1], 1, "02");
        ask(all[2 * t].s, "{'do':'start'}");
    }
    for (int round = 0; round < ROUNDS; round++) {
        bool storm = round == ROUNDS / 2; /* everybody's network fails at once */
        for (int i = 0; i < PEOPLE; i++)
            if (storm || round % 17 == i % 17) disconnect(&all[i]);
        for (int i = 0; i < PEOPLE; i++) {
            person *p = &all[i];
            memcpy(key, keys[i / 2], sizeof key);
            if (!p->s) {
                reconnect(p);
                ask(p->s, "{'do':'mine'}");
                ask(p->s, "{'do':'watch','table':'%s','want':'story','after':0,'as':%d}", key, i % 2);
            }
            if (round % 3 == i % 3)
                ask(p->s, "{'do':'say','text':'This is what people say at tables, %d'}", round);
            try_move(p, (size_t)(round + i));
            fake_advance(60);
        }
        for (int t = 0; t < TABLES; t++) {
            memcpy(key, keys[t], sizeof key);
            const house_table *p = loaded_table();
            if (!p || p->t.phase != TABLE_OVER) continue;
            over++;
            ask(all[2 * t].s, "{'do':'vote','vote':'again'}");
            ask(all[2 * t + 1].s, "{'do':'vote','vote':'again'}");
            snprintf(keys[t], sizeof keys[t], "%s", text_in(latest_with(all[2 * t].s, "again"), "again"));
            memcpy(key, keys[t], sizeof key);
            for (int q = 0; q < 2; q++) {
                watch(&all[2 * t + q]);
                ask(all[2 * t + q].s, "{'do':'nonce','nonce':'03'}");
            }
            all[2 * t].id = all[2 * t + 1].id = 0;
        }
        for (int i = 0; i < PEOPLE; i++)
            fake_free_messages(all[i].s);
    }
    assert_true(over >= TABLES);
    assert_metric("refused_total 0");
    assert_metric("closed_slow_total 0");
    assert_metric("closed_busy_total 0");
    assert_metric("turned_away_total 0");
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
        cmocka_unit_test(limit_of_unread_bytes_at_once),
        cmocka_unit_test(waiting_for_the_store_is_not_slowness),
        cmocka_unit_test(watching_reads_no_journal),
        cmocka_unit_test(talk_cannot_lock_a_table),
        cmocka_unit_test(limit_of_talk),
        cmocka_unit_test(limit_of_stored_bytes),
        cmocka_unit_test(limit_of_time_per_person),
        cmocka_unit_test(busy_people_start_vote_leave_and_return),
        cmocka_unit_test(limit_of_time_per_address),
        cmocka_unit_test(lines_get_dearer),
        cmocka_unit_test(going_back_costs_as_much_as_it_takes_back),
        cmocka_unit_test(limit_of_noise),
        cmocka_unit_test(limit_of_visits),
        cmocka_unit_test(addresses_are_forgotten),
        cmocka_unit_test(thirty_people_share_an_address),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
