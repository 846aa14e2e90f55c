/* A house and its store: tables that are dropped from memory and loaded again, joining and catching up, nothing sent
 * before it is durable, crashes.  The tests act only through messages, and they move the
 * clock themselves. */
#include "tests/unit/house.h"

#include "kit/follower.h"
#include "kit/notation.h"
#include "kit/order.h"
#include "kit/record.h"
#include "tests/unit/long_game.h"

/* ---- from memory to the store and back ------------------------------------------------------------------------------------------- */

static void tables_are_dropped_and_loaded_again(void **unused) {
    (void)unused;
    open_house();
    person ada, bruno;
    start_two(&ada, &bruno, "'game':'inside-job','seats':2");
    for (int i = 0; i < 12; i++)
        if (!try_move(&ada, (size_t)i)) try_move(&bruno, (size_t)i);
    ask(ada.s, "{'do':'say','text':'brb'}");
    char *a = snapshot(&ada), *b = snapshot(&bruno);
    fake_advance(300 * 1000);
    assert_non_null(loaded_table()); /* somebody is at the table */
    disconnect(&bruno);
    disconnect(&ada);
    fake_advance(59999);
    assert_non_null(loaded_table());
    fake_advance(120 * 1000);
    assert_null(loaded_table());
    assert_int_equal(fake.h->n_tables, 0);
    assert_true(LIST_EMPTY(&fake.h->boxes));
    reconnect(&ada), reconnect(&bruno);
    const json_t *mine = json_object_get(ask(bruno.s, "{'do':'mine'}"), "mine");
    assert_int_equal(json_array_size(mine), 1);
    assert_int_equal(number_in(json_array_get(mine, 0), "you"), 1);
    watch(&bruno), watch(&ada);
    assert_snapshot(&ada, a);
    assert_snapshot(&bruno, b);
    while (try_move(&ada, 0) || try_move(&bruno, 0)) /* the game goes on */
        ;
    assert_int_equal(loaded_table()->t.phase, TABLE_OVER);
    close_house();
}

static void waiting_tables_are_deleted(void **unused) {
    (void)unused;
    open_house();
    person ada = enter("Ada");
    make_table(&ada, "'game':'dead-drop','seats':3");
    sit(&ada, 0, NULL);
    fake_socket *s = connect_with(NULL);
    ask(s, "{'do':'lobby'}");
    fake_advance((int64_t)100 * 3600 * 1000); /* Ada is waiting there */
    watch(&ada);
    disconnect(&ada);
    fake_advance((int64_t)48 * 3600 * 1000 - 1);
    reconnect(&ada);
    assert_int_equal(json_array_size(json_object_get(ask(ada.s, "{'do':'mine'}"), "mine")), 1);
    fake_advance(1);
    assert_int_equal(json_array_size(json_object_get(ask(ada.s, "{'do':'mine'}"), "mine")), 0);
    assert_refused(ada.s, "house.no-table", "{'do':'watch','table':'%s'}", key);
    assert_string_equal(json_string_value(latest_field(s, "shut")), key);
    assert_int_equal(fake.h->n_tables, 0);
    reopen_house();
    reconnect(&ada);
    assert_refused(ada.s, "house.no-table", "{'do':'watch','table':'%s'}", key);
    close_house();
}

/* A table whose journal is empty is not taken for an old one when the house opens. */
static void empty_tables_survive_a_reopening(void **unused) {
    char other[STORE_KEY + 1];
    (void)unused;
    open_house();
    person ada = enter("Ada");
    fake_advance((int64_t)50 * 3600 * 1000);
    make_table(&ada, "'game':'sentient'");
    memcpy(other, key, sizeof other);
    make_table(&ada, "'game':'dead-drop'");
    sit(&ada, 0, NULL); /* a line in the journal tells the reopened house the time */
    reopen_house();
    memcpy(key, other, sizeof key);
    reconnect(&ada);
    watch(&ada);
    close_house();
}

/* People who were waiting when the house closed have an hour to come back. */
static void waiting_tables_survive_a_reopening(void **unused) {
    char other[STORE_KEY + 1];
    (void)unused;
    open_house();
    person ada = enter("Ada"), bruno = enter("Bruno");
    make_table(&ada, "'game':'sentient'");
    sit(&ada, 0, NULL);
    memcpy(other, key, sizeof other);
    fake_advance((int64_t)100 * HOUSE_HOUR); /* Ada is waiting there */
    make_table(&bruno, "'game':'dead-drop'");
    sit(&bruno, 0, NULL);
    reopen_house();
    memcpy(key, other, sizeof key);
    fake_advance(HOUSE_HOUR - 1);
    assert_non_null(loaded_table());
    fake_advance(1);
    assert_null(loaded_table());
    close_house();
}

static void everything_is_the_same_after_a_reopening(void **unused) {
    static const char *const games[] = {"dead-drop", "inside-job", "sentient", "agents"};
    (void)unused;
    open_house();
    for (int g = 0; g < 4; g++) {
        person all[3] = {enter("Ada"), enter("Bruno"), enter("Cleo")};
        char fields[128];
        snprintf(fields, sizeof fields, "'game':'%s','seats':3,'clock':'game','time':900000,'bot':'random'",
                 games[g]);
        make_table(&all[0], fields);
        sit(&all[0], 0, "aa");
        sit(&all[1], 2, "bb");
        watch(&all[2]);
        ask(all[0].s, "{'do':'start'}");
        for (int i = 0; i < 25; i++) {
            fake_advance(137);
            if (!try_move(&all[0], (size_t)i)) try_move(&all[1], (size_t)i);
            if (i == 12) ask(all[1].s, "{'do':'say','text':'Zażółć'}");
        }
        fake_advance(5000); /* the bots have answered */
        ask(all[0].s, "{'do':'say','text':'it is this late'}");
        if (g) ask(all[1].s, "{'do':'vote','vote':'end'}"); /* Dead Drop is over already */
        char *before[3] = {snapshot(&all[0]), snapshot(&all[1]), snapshot(&all[2])};
        int64_t due = table_due(&loaded_table()->t) - house_now(fake.h);
        fake_advance(1000); /* time without a line in the journal is not kept */
        reopen_house();
        /* Clocks did not run while the house was closed. */
        if (g) assert_int_equal(loaded_table()->due - house_now(fake.h), due);
        for (int i = 0; i < 3; i++)
            reconnect(&all[i]), watch(&all[i]);
        for (int i = 0; i < 3; i++)
            assert_snapshot(&all[i], before[i]);
        for (int i = 0; i < 3; i++)
            disconnect(&all[i]);
    }
    close_house();
}

/* Bots that were thinking when the house closed are asked again. */
static void bots_are_asked_again_after_a_reopening(void **unused) {
    (void)unused;
    open_house();
    person ada = start_bots_only("'game':'inside-job','seats':3,'bot':'sensible'");
    while (loaded_table()->t.phase == TABLE_PLAYING) {
        int64_t n = loaded_table()->lines;
        fake_advance(300);
        reopen_house();
        fake_advance(599);
        assert_int_equal(loaded_table()->lines, n);
        fake_advance(1);
        assert_true(loaded_table()->lines > n);
    }
    reconnect(&ada);
    watch(&ada);
    assert_string_equal(text_in(json_object_get(answer, "view"), "phase"), "over");
    close_house();
}

/* ---- coming back ------------------------------------------------------------------------------------------------------------------ */

/* The messages from b's k-th on are, byte for byte, the events of the updates from a's i-th on.  Returns the number of
 * b's message after them. */
static int assert_same_events(const fake_socket *a, int i, const fake_socket *b, int k) {
    for (; i < a->n; i++) {
        const char *m = a->got[i], *update = strstr(m, "\"update\":"), *now = strstr(m, ",\"n\":");
        if (!update || strstr(m, "\"table\":")) continue;
        while (strstr(now + 1, "],\"n\":")) /* moves have a number, too */
            now = strstr(now + 1, "],\"n\":") + 1;
        const char *got = b->got[k++];
        assert_int_equal(strlen(got), 1 + (size_t)(now - update) + 1);
        assert_memory_equal(got + 1, update, (size_t)(now - update));
    }
    return k;
}

static void missed_events_are_sent(void **unused) {
    (void)unused;
    open_house();
    person ada, bruno;
    start_two(&ada, &bruno, "'game':'inside-job','seats':2");
    int64_t after = number_in(watch(&bruno), "update");
    person twin = bruno; /* another device, which stays connected */
    twin.s = connect_with(bruno.token);
    watch(&twin);
    disconnect(&bruno);
    int from = twin.s->n;
    for (int i = 0; i < 20; i++) {
        if (!try_move(&ada, 0)) try_move(&twin, 0);
        send_request(ada.s, "{'do':'say','text':'%d'}", i);
    }
    reconnect(&bruno);
    int first = bruno.s->n;
    ask(bruno.s, "{'do':'watch','table':'%s','after':%d,'as':1}", key, (int)after);
    assert_int_equal(json_array_size(json_object_get(answer, "events")), 0);
    int k = assert_same_events(twin.s, from, bruno.s, first);
    assert_int_equal(k, bruno.s->n - 2); /* then the answer, and who is here */
    assert_memory_equal(bruno.s->got[k + 1], "{\"here\":[true,true]", 19);
    ask(bruno.s, "{'do':'watch','table':'%s','after':%d,'as':0}", key, (int)after);
    assert_non_null(json_object_get(answer, "view")); /* Bruno is not seat 0, so the whole table is sent */
    ask(bruno.s, "{'do':'watch','table':'%s','after':100000,'as':1}", key);
    assert_non_null(json_object_get(answer, "view"));
    ask(bruno.s, "{'do':'watch','table':'%s','after':-1,'as':1}", key);
    assert_non_null(json_object_get(answer, "view"));
    fake_socket *s = connect_with(NULL);
    ask(s, "{'do':'watch','table':'%s','after':3,'as':'room'}", key);
    assert_null(json_object_get(answer, "view"));
    ask(s, "{'do':'watch','table':'%s','after':3,'as':1}", key);
    assert_non_null(json_object_get(answer, "view"));
    close_house();
}

/* The missed events may be larger than the limit of unread bytes. */
static void many_missed_events_are_sent(void **unused) {
    (void)unused;
    open_house_limited(LIMIT_QUEUE, 256 << 10);
    person ada, bruno;
    start_two(&ada, &bruno, "'game':'agents','seats':2");
    for (int i = 0; i < 490; i++)
        send_request(ada.s, "{'do':'say','text':'%0490d'}", i);
    disconnect(&bruno);
    reconnect(&bruno);
    ask(bruno.s, "{'do':'watch','table':'%s','after':1,'as':1}", key);
    assert_int_equal(bruno.s->code, 0);
    close_house();
}

/* ---- joining with a story ------------------------------------------------------------------------------ */

/* Reads the story into a follower, and goes to its end. */
static void follow(const json_t *story, gm_follower *f, gm_seat who) {
    static gm_seat by[GM_MAX_PLIES];
    static gm_move heard[GM_MAX_PLIES];
    const house_table *p = loaded_table();
    const gm_match *m = &p->t.match;
    size_t i;
    json_t *one;
    fault why;
    *f = (gm_follower){.capacity = GM_MAX_PLIES, .by = by, .heard = heard};
    gm_follower_start(f, m->game, m->box, who);
    json_array_foreach(json_object_get(story, "heard"), i, one) {
        const char *line = json_string_value(one);
        size_t n = strlen(line);
        gm_seat mover;
        gm_move move;
        assert_true(gm_read_mover(m->box, &line, &n, &mover));
        assert_true(gm_read_heard(m->game, m->box, line, n, &move, &why));
        assert_true(gm_follower_hear(f, mover, move));
    }
    assert_int_equal(f->n, m->n);
    gm_follower_goto(f, f->n);
}

static void joining_with_a_story(void **unused) {
    gm_follower f;
    gm_view v;
    (void)unused;
    open_house();
    person ada = enter("Ada"), bruno = enter("Bruno");
    make_table(&ada, "'game':'agents','seats':2,'want':'story'");
    assert_non_null(json_object_get(latest_field(ada.s, "story"), "heard"));
    sit(&ada, 0, NULL);
    assert_null(latest_field(ada.s, "view")); /* the answer to `sit` has a story, too */
    sit(&bruno, 1, NULL);
    ask(ada.s, "{'do':'start'}");
    for (int i = 0; i < 60; i++)
        if (!try_move(&bruno, (size_t)i)) try_move(&ada, (size_t)i);
    ask(bruno.s, "{'do':'say','text':'hello'}");
    for (gm_seat who = 0; who <= 2; who++) { /* both players, and a spectator */
        fake_socket *s = connect_with(who == 0 ? ada.token : who == 1 ? bruno.token : NULL);
        int before = s->n;
        const json_t *t = ask(s, "{'do':'watch','table':'%s','want':'story'}", key);
        const json_t *story = json_object_get(t, "story");
        assert_int_equal(s->n, before + 1); /* there is one message */
        assert_null(json_object_get(t, "view"));
        assert_null(json_object_get(story, "view"));
        assert_null(json_object_get(story, "moves"));
        assert_int_equal(json_array_size(json_object_get(t, "talk")), 1);
        follow(story, &f, who < 2 ? who : GM_SPECTATOR);
        const gm_match *m = &loaded_table()->t.match;
        gm_make_view(m->game, m->box, m->st, f.view.who, &v);
        assert_memory_equal(f.view.st, v.st, m->game->state_size);
    }
    assert_refused(ada.s, "house.field", "{'do':'watch','table':'%s','want':'everything'}", key);
    assert_refused(ada.s, "house.field", "{'do':'watch','table':'%s','want':1}", key);
    close_house();
}

/* The story of the longest possible game, in the longest notation, is one message, even with the lowest limit of
 * unread bytes. */
static void the_longest_story(void **unused) {
    static gm_seat by[GM_MAX_PLIES];
    static gm_move move[GM_MAX_PLIES];
    const long_box longest = {.head = {2, 0}, .moves = GM_MAX_PLIES};
    _Alignas(8) uint8_t st[sizeof(long_state)];
    (void)unused;
    open_house_limited(LIMIT_QUEUE, house_limits[LIMIT_QUEUE].least);
    person ada = enter("Ada");
    make_table(&ada, "'game':'dead-drop','seats':3,'want':'story'");
    house_table *p = house_table_by_key(fake.h, key);
    gm_match real = p->t.match;
    p->t.match = (gm_match){
        .game = &long_game, .box = &longest, .capacity = GM_MAX_PLIES, .by = by, .move = move, .st = st};
    gm_match_start(&p->t.match);
    while (long_game.to_act(&longest, st))
        assert_true(gm_match_play(&p->t.match, GM_DEALER, long_deal(&longest, st, 0)));
    const json_t *t = ask(ada.s, "{'do':'watch','table':'%s','want':'story'}", key);
    const json_t *all = json_object_get(json_object_get(t, "story"), "heard");
    assert_int_equal(json_array_size(all), GM_MAX_PLIES);
    assert_string_equal(json_string_value(json_array_get(all, GM_MAX_PLIES - 1)),
                        "dealer deal-something-very-long a-code-as-long. a-code-as-long. a-code-as-long.");
    assert_int_equal(ada.s->code, 0);
    p->t.match = real;
    close_house();
}

/* ---- nothing is sent before it is durable ---------------------------------------------------------------------------------------- */

static void make_durable(size_t n) {
    fake_disk.durable += n;
    fake_require(fake_disk.durable <= fake_disk.n);
    fake_settle();
}

static void nothing_is_sent_before_it_is_durable(void **unused) {
    fault why;
    (void)unused;
    open_house_with(&fake_store);
    person ada = enter("Ada"), bruno = enter("Bruno");
    make_table(&ada, "'game':'dead-drop','seats':3,'options':{'rounds':1}");
    watch(&bruno);
    sit(&ada, 0, NULL);
    fake_disk.at_once = false;
    fake.manual = true;
    int a = ada.s->n, b = bruno.s->n, ready = bruno.s->ready;
    send_request(ada.s, "{'do':'say','text':'one'}");
    send_request(ada.s, "{'do':'say','text':'two'}");
    send_request(bruno.s, "{'do':'lang','lang':'pl'}"); /* its answer waits for theirs */
    assert_int_equal(ada.s->n, a);
    assert_int_equal(bruno.s->n, b);
    assert_int_equal(bruno.s->ready, ready);
    assert_false(house_has_message(fake.h, bruno.s->g));
    assert_false(house_drained(fake.h));
    make_durable(1);
    assert_int_equal(ada.s->n, a + 1);
    assert_int_equal(bruno.s->n, b + 1);
    assert_true(bruno.s->ready > ready);
    make_durable(1);
    assert_int_equal(ada.s->n, a + 2);
    assert_int_equal(bruno.s->n, b + 3);
    assert_true(house_drained(fake.h));
    fake_socket *s = fake_connect("x", NULL, &why);
    fake_settle();
    send_request(s, "{'do':'enter','name':'Eve'}"); /* two entries: a person and a token */
    make_durable(1);
    assert_null(find_answer(s, re));
    make_durable(1);
    assert_non_null(find_answer(s, re));
    send_request(bruno.s, "{'do':'say','text':'three'}");
    fake_close_socket(s); /* guests leave while messages wait */
    bruno.s->g = (house_gone(fake.h, bruno.s->g), NULL);
    fake_settle();
    make_durable(1);
    close_house();
}

/* A record contains the secret, so it is not given before the end of the game is durable. */
static void no_record_before_the_end_is_durable(void **unused) {
    size_t size;
    fault why;
    (void)unused;
    open_house_with(&fake_store);
    start_bots_only("'game':'dead-drop','seats':3,'options':{'rounds':1}");
    fake_disk.at_once = false;
    fake.manual = true;
    for (int i = 0; i < 50 && loaded_table()->t.phase == TABLE_PLAYING; i++) {
        make_durable(fake_disk.n - fake_disk.durable);
        fake_advance(600);
        assert_null(house_record(fake.h, key, &size, &why));
        assert_string_equal(why.say, "table.not-over");
    }
    assert_int_equal(loaded_table()->t.phase, TABLE_OVER);
    make_durable(fake_disk.n - fake_disk.durable);
    char *record_text = house_record(fake.h, key, &size, &why);
    assert_non_null(record_text);
    free(record_text);
    close_house();
}

static void a_broken_store_stops_the_house(void **unused) {
    (void)unused;
    open_house_with(&fake_store);
    person ada = enter("Ada");
    assert_true(house_tick(fake.h) >= 0);
    assert_null(house_broken(fake.h));
    fake_disk.broken = "the disk is full";
    assert_true(house_tick(fake.h) < 0);
    assert_string_equal(house_broken(fake.h), "the disk is full");
    house_disconnect_all(fake.h, 1001, "the house closes");
    assert_int_equal(ada.s->code, 1001);
    close_house();
}

/* ---- a crash at any moment -------------------------------------------------------------------------------------------------------- */

/* A game to its end, a rematch that waits, and a game whose clock runs out.  Returns Ada, who is at all three. */
static person play_some_games(void) {
    person ada = enter("Ada"), bruno = enter("Bruno");
    make_table(&ada, "'game':'dead-drop','seats':3,'options':{'rounds':1}");
    ask(ada.s, "{'do':'bot','seat':2,'bot':'random'}");
    sit(&ada, 0, "aa");
    sit(&bruno, 1, "bb");
    for (int i = 0; i < 30 && loaded_table()->t.phase == TABLE_PLAYING; i++)
        if (!try_move(&ada, 0) && !try_move(&bruno, 0)) fake_advance(600);
    ask(ada.s, "{'do':'vote','vote':'again'}");
    ask(bruno.s, "{'do':'vote','vote':'again'}");
    make_table(&ada, "'game':'sentient','seats':2,'clock':'move'");
    sit(&ada, 0, NULL);
    ask(ada.s, "{'do':'start'}");
    fake_advance(200000);
    return ada;
}

/* A table that is ready has started, bots that are to move are thinking, and the store knows of the end of a game, or
 * will. */
static void assert_table_goes_on(const house_table *p) {
    bool ready = true, known = false;
    for (int q = 0; q < p->box->bytes[0]; q++)
        ready &= p->t.seat[q].person ? p->t.seat[q].nonce.size > 0 : p->t.seat[q].bot[0] != 0;
    assert_false(ready && p->t.phase == TABLE_WAITING);
    assert_true(!table_bots(&p->t) || p->thinking);
    for (size_t i = 0; i < fake_disk.n; i++)
        known |= fake_disk.entry[i].e.kind == STORE_OVER && fake_disk.entry[i].e.number == p->number;
    assert_true(known || p->t.phase != TABLE_OVER);
}

/* `mine` lists every table at which the person has a seat. */
static void assert_mine_is_complete(const person *one) {
    const house_table *p;
    fault why;
    size_t seats = 0;
    fake_socket *s = fake_connect("x", one->token, &why);
    send_request(s, "{'do':'mine'}");
    fake_disk.durable = fake_disk.n;
    fake_settle();
    LIST_FOREACH (p, &fake.h->tables, in_house)
        seats += p->box && table_seats_of(&p->t, (table_person)one->person);
    assert_int_equal(json_array_size(json_object_get(find_answer(s, re), "mine")), seats);
}

/* The house opens with the first k entries of a store, for every k, and every game goes on. */
static void a_crash_at_any_moment(void **unused) {
    const house_table *p;
    (void)unused;
    open_house_with(&fake_store);
    person ada = play_some_games();
    close_house();
    fake_disk.at_once = false;
    for (size_t k = fake_disk.n;; k--) {
        fake_truncate(k);
        fake_disk.durable = k;
        fake.manual = true;
        fake.log_size = 0, fake.log[0] = 0;
        assert_true(fake_open_house());
        fake_advance(1000);
        assert_null(strstr(fake.log, "damaged"));
        LIST_FOREACH (p, &fake.h->tables, in_house)
            if (p->box) assert_table_goes_on(p);
        if (house_knows(fake.h, ada.token)) assert_mine_is_complete(&ada);
        fake_disk.durable = k; /* what was put since is lost */
        close_house();
        if (!k) break;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_dropped_and_loaded_again),
        cmocka_unit_test(waiting_tables_are_deleted),
        cmocka_unit_test(empty_tables_survive_a_reopening),
        cmocka_unit_test(waiting_tables_survive_a_reopening),
        cmocka_unit_test(everything_is_the_same_after_a_reopening),
        cmocka_unit_test(bots_are_asked_again_after_a_reopening),
        cmocka_unit_test(missed_events_are_sent),
        cmocka_unit_test(many_missed_events_are_sent),
        cmocka_unit_test(joining_with_a_story),
        cmocka_unit_test(the_longest_story),
        cmocka_unit_test(nothing_is_sent_before_it_is_durable),
        cmocka_unit_test(no_record_before_the_end_is_durable),
        cmocka_unit_test(a_broken_store_stops_the_house),
        cmocka_unit_test(a_crash_at_any_moment),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
