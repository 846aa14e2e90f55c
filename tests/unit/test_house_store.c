/* A house and its store: tables that are dropped from memory and loaded again, joining and catching up, nothing sent
 * before it is durable, crashes.  The tests act only through messages, and they move the
 * clock themselves. */
#include "tests/unit/house.h"

#include "kit/follower.h"
#include "kit/notation.h"
#include "kit/order.h"
#include "kit/record.h"
#include "kit/registry.h"
#include "tests/asking.h"
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
        int64_t due = loaded_table()->made + table_due(&loaded_table()->t) - house_now(fake.h);
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
    const long_box longest = {.head = {.seats = 2}, .moves = GM_MAX_PLIES};
    _Alignas(8) uint8_t st[sizeof(long_state)];
    (void)unused;
    open_house_limited(LIMIT_QUEUE, house_limits[LIMIT_QUEUE].least);
    person ada = enter("Ada");
    make_table(&ada, "'game':'dead-drop','seats':3,'want':'story'");
    house_table *p = house_table_in_memory(fake.h, loaded_table()->number);
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
        assert_null(fake_record(key, &size, &why));
        assert_string_equal(why.say, "table.not-over");
    }
    assert_int_equal(loaded_table()->t.phase, TABLE_OVER);
    make_durable(fake_disk.n - fake_disk.durable);
    char *record_text = fake_record(key, &size, &why);
    assert_non_null(record_text);
    free(record_text);
    close_house();
}

/* A record has the statements where they were made, and neither talk nor moves that were taken back. */
static void records_have_statements(void **unused) {
    static record r;
    size_t size;
    fault why;
    (void)unused;
    open_house();
    person ada, bruno;
    start_two(&ada, &bruno, "'game':'inside-job','seats':2,'options':{'leader':0}");
    ask(ada.s, "{'do':'state','state':'suspect 1'}");
    ask(ada.s, "{'do':'say','text':'not in the record'}");
    int first = loaded_table()->t.match.n;
    while (!try_move(&ada, 0) && !try_move(&bruno, 0))
        ;
    ask(bruno.s, "{'do':'state','state':'trust 0'}");
    for (int i = 0; i < 5; i++)
        if (!try_move(&ada, 0)) try_move(&bruno, 0);
    ask(ada.s, "{'do':'vote','vote':'end'}");
    ask(bruno.s, "{'do':'vote','vote':'end'}");
    char *s = fake_record(key, &size, &why);
    assert_non_null(s);
    assert_true(record_read(&r, NULL, NULL, s, size, false, &why));
    assert_int_equal(r.match.n, loaded_table()->t.match.n);
    assert_memory_equal(r.match.move, loaded_table()->t.match.move, (size_t)r.match.n * sizeof *r.match.move);
    assert_int_equal(r.n_statements, 2);
    assert_int_equal(r.statement[0].at, first);
    assert_int_equal(r.statement[0].by, 0);
    assert_true(r.statement[1].at > first && r.statement[1].at < r.match.n);
    assert_int_equal(r.statement[1].by, 1);
    assert_non_null(strstr(s, "suspect 1"));
    assert_null(strstr(s, "not in the record"));
    free(s);
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

/* A game to its end among bots, from which Ada goes back to play on to the end. */
static void play_practice(person *ada) {
    make_table(ada, "'game':'dead-drop','seats':3,'options':{'rounds':1}");
    sit(ada, 0, NULL);
    ask(ada->s, "{'do':'start'}");
    for (int i = 0; i < 2; i++) {
        while (loaded_table()->t.phase == TABLE_PLAYING)
            if (!try_move(ada, 0)) fake_advance(600);
        int n = loaded_table()->t.match.n - 1;
        while (loaded_table()->t.match.by[n] != 0)
            n--;
        if (!i) ask(ada->s, "{'do':'back','n':%d}", n);
    }
}

/* A game to its end, a rematch that waits, practice, and a game whose clock runs out.  Returns Ada, who is at all
 * four. */
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
    play_practice(&ada);
    make_table(&ada, "'game':'sentient','seats':2,'clock':'move'");
    sit(&ada, 0, NULL);
    ask(ada.s, "{'do':'start'}");
    fake_advance(200000);
    return ada;
}

/* A table that is ready has started, bots that are to move are thinking, and the store knows of the end of a game, or
 * will. */
static void assert_table_goes_on(const house_table *p) {
    bool ready = true;
    for (int q = 0; q < p->box->bytes[0]; q++)
        ready &= p->t.seat[q].person ? p->t.seat[q].nonce.size > 0 : p->t.seat[q].bot[0] != 0;
    assert_false(ready && p->t.phase == TABLE_WAITING);
    assert_true(!table_bots(&p->t) || p->thinking);
    assert_int_equal(fake_is_over(&fake_disk, p->number), p->t.phase == TABLE_OVER);
}

/* `mine` lists every table at which the person has a seat. */
static void assert_mine_is_complete(const person *one) {
    fault why;
    size_t seats = 0;
    fake_socket *s = fake_connect("x", one->token, &why);
    send_request(s, "{'do':'mine'}");
    fake_disk.durable = fake_disk.n;
    fake_settle();
    for (int64_t n = 1; n <= fake_disk.last_table; n++) {
        store_answer *a = asking(&fake_store, &fake_disk, (store_question){.what = STORE_LOOK, .number = n});
        house_table *p = house_table_visit(fake.h, n, a, &why);
        seats += p && p->box && table_seats_of(&p->t, (table_person)one->person);
        if (p) house_table_visit_end(p);
        store_answer_free(a);
    }
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
        if (fake_knows(ada.token, &(fault){0})) assert_mine_is_complete(&ada);
        fake_disk.durable = k; /* what was put since is lost */
        close_house();
        if (!k) break;
    }
}

/* ---- damaged tables ------------------------------------------------------------------------------------------------- */

static person ada, bruno;
static char good_key[STORE_KEY + 1]; /* of a table that nothing happens to */

/* A house, whose store the tests can change, with two tables: one of which this is about (key), and a good one. */
static void prepare_tables(void) {
    open_house_with(&fake_store);
    ada = enter("Ada"), bruno = enter("Bruno");
    for (int i = 0; i < 2; i++) {
        memcpy(good_key, key, sizeof key);
        make_table(&ada, "'game':'inside-job','seats':2,'time':60000");
        watch(&bruno);
        sit(&ada, 0, NULL);
        sit(&bruno, 1, NULL);
        ask(ada.s, "{'do':'start'}");
        ask(ada.s, "{'do':'say','text':'Hello'}");
        for (int k = 0; k < 6; k++)
            if (!try_move(&ada, 0)) try_move(&bruno, 0);
        ask(bruno.s, "{'do':'say','text':'Goodbye'}");
    }
}

/* The entry of the store that has line n of the table with this number. */
static fake_entry *line_entry(int64_t number, int64_t n) {
    for (size_t i = 0; i < fake_disk.n; i++) {
        fake_entry *f = &fake_disk.entry[i];
        if (f->e.kind == STORE_LINE && f->e.number == number && f->e.n == n) return f;
    }
    fail_msg("no line %d", (int)n);
    return NULL;
}

static fake_entry *table_entry(int64_t number) {
    for (size_t i = 0; i < fake_disk.n; i++)
        if (fake_disk.entry[i].e.kind == STORE_TABLE && fake_disk.entry[i].e.number == number)
            return &fake_disk.entry[i];
    return NULL;
}

/* The number of the line of table 2 that has these words, which are replaced. */
static int64_t change_line(const char *words, const char *changed) {
    for (int64_t n = 0;; n++) {
        char *at = strstr(line_entry(2, n)->words, words);
        if (!at) continue;
        memcpy(at, changed, strlen(changed));
        return n;
    }
}

static void lose_entry(fake_entry *f) {
    free(f->words);
    memmove(f, f + 1, (size_t)(fake_disk.entry + --fake_disk.n - f) * sizeof *f);
    fake_disk.durable = fake_disk.n;
}

static int count_in_log(const char *words) {
    int n = 0;
    for (const char *s = fake.log; (s = strstr(s, words)); s++)
        n++;
    return n;
}

/* Watching the table is refused with this error, and the answer says what is known of it. */
static void assert_damaged(const person *p, const char *error) {
    assert_refused(p->s, error, "{'do':'watch','table':'%s'}", key);
    assert_true(json_is_true(json_object_get(answer, "damaged")));
    assert_string_equal(text_in(answer, "table"), key);
}

/* Opens the house again.  Table 2 is damaged from a line on: it is kept, shown as damaged, and nothing can be done
 * there.  The other table goes on. */
static void assert_only_table_2_damaged(int64_t line, const char *error) {
    char words[128];
    size_t i, lines = 0, size;
    json_t *one;
    fault why;
    fake.log_size = 0, fake.log[0] = 0;
    fake.now += 987654321;
    assert_true(fake_open_house());
    reconnect(&ada), reconnect(&bruno);
    for (size_t k = 0; k < fake_disk.n; k++)
        lines += fake_disk.entry[k].e.number == 2;
    assert_damaged(&ada, error);
    assert_damaged(&bruno, error);
    assert_refused(ada.s, "house.no-table-yet", "{'do':'say','text':'hello?'}");
    int damaged = 0;
    json_array_foreach(json_object_get(ask(ada.s, "{'do':'mine'}"), "mine"), i, one) {
        bool is = json_is_true(json_object_get(one, "damaged"));
        assert_string_equal(text_in(one, "table"), is ? key : good_key);
        damaged += is;
    }
    assert_int_equal(damaged, 1);
    assert_int_equal(i, 2);
    ask(ada.s, "{'do':'lobby'}");
    assert_null(strstr(ada.s->got[ada.s->n - 1], key));
    assert_null(fake_record(key, &size, &why));
    assert_string_equal(why.say, error);
    assert_metric("tables_damaged 1");
    fake_advance((int64_t)200 * HOUSE_HOUR); /* the limit of idle hours does not delete it */
    assert_damaged(&ada, error);
    snprintf(words, sizeof words,
             "Table 2 is kept but closed, because it cannot be read back from line %d on: ",
             (int)line + 1); /* people count from 1 */
    assert_int_equal(count_in_log(words), 1);
    assert_int_equal(count_in_log("\"damaged\""), 1); /* it is logged once */
    for (size_t k = 0; k < fake_disk.n; k++)
        lines -= fake_disk.entry[k].e.number == 2;
    assert_int_equal(lines, 0); /* nothing was added to it or taken away */
    memcpy(key, good_key, sizeof key);
    watch(&bruno), watch(&ada);
    while (try_move(&ada, 0) || try_move(&bruno, 0))
        ;
    assert_int_equal(loaded_table()->t.phase, TABLE_OVER);
    close_house();
}

static void changed_lines_damage_a_table(void **unused) {
    (void)unused;
    prepare_tables(), close_house();
    assert_only_table_2_damaged(change_line("say Hello", "say Jello"), "house.damaged");
    prepare_tables(), close_house();
    int64_t n = change_line(" move ", " move ");
    char *id = strstr(line_entry(2, n)->words, " move ") + strlen(" move 0 ");
    *id ^= 1; /* 1 is 0 then, 2 is 3: a legal move under another number, or no number */
    assert_only_table_2_damaged(n, "house.damaged");
    prepare_tables(), close_house();
    assert_only_table_2_damaged(change_line("sit 0 Ada", "six 0 Ada"), "house.damaged");
    prepare_tables(), close_house();
    line_entry(2, 4)->e.bytes[3] ^= 16;
    assert_only_table_2_damaged(4, "house.damaged");
}

static void lost_lines_damage_a_table(void **unused) {
    (void)unused;
    prepare_tables(), close_house();
    lose_entry(line_entry(2, 3));
    assert_only_table_2_damaged(3, "house.damaged");
    prepare_tables(), close_house(); /* without a gap in the numbers */
    int64_t n = change_line("Hello", "Hello");
    lose_entry(line_entry(2, n));
    for (size_t i = 0; i < fake_disk.n; i++) {
        store_entry *e = &fake_disk.entry[i].e;
        e->n -= e->kind == STORE_LINE && e->number == 2 && e->n > n;
    }
    assert_only_table_2_damaged(n, "house.damaged");
    prepare_tables(); /* the last line of a game that is over */
    while (try_move(&ada, 0) || try_move(&bruno, 0))
        ;
    n = loaded_table()->lines - 1;
    assert_int_equal(loaded_table()->t.phase, TABLE_OVER);
    close_house();
    lose_entry(line_entry(2, n));
    assert_only_table_2_damaged(n, "house.damaged");
}

static void lines_of_other_tables_damage_a_table(void **unused) {
    (void)unused;
    prepare_tables();
    int64_t n = loaded_table()->lines;
    close_house();
    store_entry e = line_entry(2, n - 1)->e; /* said once more, with the sum of a line of the other table */
    memcpy(e.bytes, line_entry(1, 3)->e.bytes, STORE_SUM);
    e.n = n;
    fake_put(&fake_disk, &e);
    assert_only_table_2_damaged(n, "house.damaged");
}

static void changed_agreements_damage_a_table(void **unused) {
    (void)unused;
    prepare_tables(), close_house();
    char *at = strstr(table_entry(2)->words, "60000");
    assert_non_null(at);
    *at = '7';
    assert_only_table_2_damaged(0, "house.damaged");
    prepare_tables(), close_house();
    *strstr(table_entry(2)->words, "host\":1") = 'H';
    assert_only_table_2_damaged(0, "house.damaged");
    prepare_tables(), close_house();
    table_entry(2)->e.bytes[5] ^= 1; /* the secret */
    assert_only_table_2_damaged(0, "house.damaged");
}

static uint32_t pick_last(const table *t, uint32_t chances) {
    (void)t;
    return chances - 1;
}

/* Makes the tables what an older program would have stored. */
static void make_older(void) {
    for (size_t i = 0; i < fake_disk.n; i++) {
        fake_entry *f = &fake_disk.entry[i];
        char *at = f->e.kind == STORE_TABLE ? strstr(f->words, "\"edition\":1,") : NULL;
        if (f->e.kind == STORE_LINE) memset(f->e.bytes, 0, STORE_SUM);
        if (!at) continue;
        memmove(at, at + 12, strlen(at + 12) + 1);
        f->e.size -= 12;
    }
}

/* Tables of older programs, without sums, are as good as ever, and go on with sums. */
static void older_tables_go_on(void **unused) {
    (void)unused;
    prepare_tables();
    char *a = snapshot(&ada);
    int64_t lines = loaded_table()->lines;
    close_house();
    make_older();
    assert_true(fake_open_house());
    reconnect(&ada), reconnect(&bruno);
    watch(&bruno), watch(&ada);
    char *edition = strstr(a, "\"edition\":1,");
    memmove(edition, edition + 12, strlen(edition + 12) + 1);
    assert_snapshot(&ada, a);
    ask(ada.s, "{'do':'say','text':'with a sum'}");
    a = snapshot(&ada);
    close_house();
    assert_true(fake_open_house());
    reconnect(&ada), reconnect(&bruno);
    watch(&bruno), watch(&ada);
    assert_snapshot(&ada, a);
    close_house();
    line_entry(2, 1)->words[strlen("1 2 sit 1 B")] ^= 1; /* the new line vouches for the older ones */
    assert_only_table_2_damaged(lines, "house.damaged");
    prepare_tables(), close_house();
    make_older();
    lose_entry(line_entry(2, 3)); /* talk, after which the others can be read */
    assert_only_table_2_damaged(3, "house.damaged");
}

/* The program deals otherwise than when the tables were stored: no table becomes another game. */
static void changed_deals_damage_tables(void **unused) {
    char words[128];
    (void)unused;
    prepare_tables();
    int64_t n = 0;
    close_house();
    while (!strstr(line_entry(2, n)->words, " start"))
        n++;
    fake.terms.env.pick = pick_last;
    fake.log_size = 0, fake.log[0] = 0;
    assert_true(fake_open_house());
    reconnect(&ada);
    assert_damaged(&ada, "house.damaged");
    memcpy(key, good_key, sizeof key);
    assert_damaged(&ada, "house.damaged");
    assert_metric("tables_damaged 2");
    snprintf(words, sizeof words, "from line %d on: The line’s sum does not match", (int)n + 1);
    assert_int_equal(count_in_log(words), 2);
    close_house();
    fake.terms.env.pick = NULL; /* the program is mended: all is well */
    assert_true(fake_open_house());
    reconnect(&ada);
    watch(&ada);
    assert_metric("tables_damaged 0");
    close_house();
}

/* What only a newer program can read is not called damaged. */
static void newer_tables_are_told_from_damaged_ones(void **unused) {
    (void)unused;
    prepare_tables(), close_house();
    fake_entry *f = table_entry(2);
    char *at = strstr(f->words, "\"edition\":");
    assert_non_null(at);
    at[strlen("\"edition\":")] = '9';
    assert_only_table_2_damaged(0, "house.newer");
    prepare_tables(), close_house();
    change_line("sit 0 Ada", "bot 0 x y");
    assert_only_table_2_damaged(0, "house.newer");
}

/* Numbers that only a damaged file can have are as good as others. */
static void odd_table_numbers(void **unused) {
    static const int64_t odd[] = {-1, INT64_MIN, (int64_t)1 << 52};
    (void)unused;
    for (int i = 0; i < 3; i++) {
        prepare_tables(), close_house();
        for (size_t k = 0; k < fake_disk.n; k++)
            if (fake_disk.entry[k].e.number == 2 &&
                (fake_disk.entry[k].e.kind == STORE_TABLE || fake_disk.entry[k].e.kind == STORE_LINE))
                fake_disk.entry[k].e.number = odd[i];
        assert_true(fake_open_house());
        reconnect(&ada), reconnect(&bruno);
        watch(&bruno), watch(&ada);
        while (try_move(&ada, 0) || try_move(&bruno, 0))
            ;
        assert_int_equal(loaded_table()->t.phase, TABLE_OVER);
        make_table(&ada, "'game':'dead-drop'");
        close_house();
    }
}

/* ---- a store that answers later ---------------------------------------------------------------------------------------- */

static void open_late_house(void) {
    setenv("SAFEHOUSE_LATE", "1", 1);
    open_house_with(&fake_store);
    unsetenv("SAFEHOUSE_LATE");
}

static void tell(fake_socket *s, const char *m) { house_receive(fake.h, s->g, m, strlen(m)); }

/* What comes meanwhile is answered afterwards, in order. */
static void messages_wait_for_answers(void **unused) {
    (void)unused;
    open_late_house();
    fake_socket *s = connect_with(NULL);
    int before = s->n;
    tell(s, "{\"re\":1,\"do\":\"enter\",\"name\":\"Ada\"}");
    tell(s, "{\"re\":2,\"do\":\"make\",\"game\":\"sentient\"}");
    tell(s, "{\"re\":3,\"do\":\"lang\",\"lang\":\"pl\"}");
    assert_non_null(s->g->task);
    assert_int_equal(s->n, before);
    fake_settle();
    assert_null(s->g->task);
    assert_int_equal(s->n, before + 3);
    for (int i = 0; i < 3; i++) {
        char head[16];
        snprintf(head, sizeof head, "{\"re\":%d,", i + 1);
        assert_memory_equal(s->got[before + i], head, strlen(head));
        assert_null(strstr(s->got[before + i], "\"error\""));
    }
    close_house();
}

/* However long the answer takes, the code is used once. */
static void codes_while_time_passes(void **unused) {
    (void)unused;
    open_late_house();
    ada = enter("Ada");
    char m[128];
    snprintf(m, sizeof m, "{\"re\":1,\"do\":\"enter\",\"code\":\"%s\"}",
             text_in(ask(ada.s, "{'do':'code'}"), "code"));
    fake_socket *s = connect_with(NULL);
    tell(s, m);
    assert_non_null(s->g->task);
    fake.now += 1000;
    fake_settle();
    assert_null(strstr(s->got[s->n - 1], "\"error\""));
    assert_int_equal(s->g->person, ada.person);
    close_house();
}

/* Whoever leaves meanwhile leaves nothing behind, and what was asked for over HTTP can be cancelled. */
static void guests_leave_before_the_answer(void **unused) {
    (void)unused;
    open_late_house();
    ada = enter("Ada");
    make_table(&ada, "'game':'sentient'");
    fake_socket *s = connect_with(NULL);
    tell(s, "{\"do\":\"enter\",\"name\":\"Bruno\"}");
    tell(s, "{\"do\":\"lobby\"}");
    fake_close_socket(s);
    house_task *t = house_record(fake.h, NULL, key, fake_take, NULL);
    assert_non_null(t);
    fake_answered.came = false;
    house_cancel(fake.h, t);
    fake_settle();
    assert_false(fake_answered.came);
    assert_metric("guests 1");
    close_house(); /* while something is asked: */
    open_late_house();
    house_record(fake.h, NULL, key, fake_take, NULL);
    tell(connect_with(NULL), "{\"do\":\"enter\",\"name\":\"Cara\"}");
    close_house();
}

/* Not more is kept than may wait for a slow reader. */
static void waiting_messages_are_bounded(void **unused) {
    static char m[100000] = "{\"do\":\"say\",\"text\":\"";
    (void)unused;
    open_late_house();
    fake_socket *s = connect_with(NULL);
    tell(s, "{\"do\":\"enter\",\"name\":\"Ada\"}");
    memset(m + strlen(m), 'x', sizeof m - strlen(m) - 1);
    for (int i = 0; i < 20 && !s->code; i++)
        tell(s, m);
    assert_int_equal(s->code, 1008);
    close_house();
}

/* ---- a store that cannot be read for a while ------------------------------------------------------------------------ */

static bool lines_unreadable, rows_unreadable, tokens_unreadable;

static void set_unreadable(store_found *found, fault *why) {
    *found = STORE_UNREADABLE;
    fault_at(why, "store.read", NULL, 0, 0);
    fault_with(why, 0, "disk I/O error", 14);
}

/* A table whose lines cannot be read has the first three. */
static void cut_journals(const store_answer *from, store_answer *to) {
    for (size_t i = 0; i < from->journals; i++) {
        const store_journal *j = &from->journal[i];
        store_journal *copy = store_add_journal(to, &j->row);
        for (size_t k = 0; k < j->lines && k < 3; k++)
            store_add_line(to, &j->line[k]);
        set_unreadable(&copy->found, &copy->why);
    }
}

static void faulty_ask(store *s, const store_question *q, store_take_answer *take, void *to) {
    store_answer *true_answer = asking(&store_sqlite, s, *q), *a = store_answer_new();
    bool of_table = q->what == STORE_LOOK || q->what == STORE_RUN || q->what == STORE_RUN_SOME;
    bool none = (of_table && rows_unreadable) || (q->what == STORE_OWNER && tokens_unreadable);
    if (none || (of_table && lines_unreadable)) {
        a->found = true_answer->found;
        if (none)
            set_unreadable(&a->found, &a->why);
        else
            cut_journals(true_answer, a);
        store_answer_free(true_answer);
    } else {
        store_answer_free(a);
        a = true_answer;
    }
    take(to, a);
}

static store_engine faulty; /* SQLite, except for the function above */

static void open_faulty_house(void) {
    lines_unreadable = rows_unreadable = tokens_unreadable = false;
    faulty = store_sqlite;
    faulty.ask = faulty_ask;
    open_house_with(&faulty);
}

/* A table in memory goes on while the store cannot be read, and loses nothing. */
static void unreadable_stores_do_not_stop_loaded_tables(void **unused) {
    (void)unused;
    for (int rows = 0; rows < 2; rows++) {
        open_faulty_house();
        start_two(&ada, &bruno, "'game':'inside-job','seats':2");
        ask(ada.s, "{'do':'say','text':'before'}");
        *(rows ? &rows_unreadable : &lines_unreadable) = true;
        for (int i = 0; i < 10; i++)
            if (!try_move(&ada, 0)) try_move(&bruno, 0);
        ask(ada.s, "{'do':'say','text':'meanwhile'}");
        ask(bruno.s, "{'do':'watch','table':'%s','after':1,'as':1}", key);
        assert_non_null(json_object_get(answer, "view")); /* not what was missed */
        int64_t update = loaded_table()->lines;
        assert_metric("tables_damaged 0");
        lines_unreadable = rows_unreadable = false;
        char *a = snapshot(&ada), *b = snapshot(&bruno);
        disconnect(&ada), disconnect(&bruno);
        fake_advance((int64_t)10 * HOUSE_MINUTE);
        assert_null(loaded_table());
        reconnect(&ada), reconnect(&bruno);
        watch(&bruno), watch(&ada);
        assert_int_equal(loaded_table()->lines, update);
        assert_snapshot(&ada, a);
        assert_snapshot(&bruno, b);
        close_house();
    }
}

/* A table that cannot be read is damaged until it can: then it is there with all its lines. */
static void unreadable_tables_come_back(void **unused) {
    (void)unused;
    for (int closed = 0; closed < 2; closed++) {
        open_faulty_house();
        start_two(&ada, &bruno, "'game':'inside-job','seats':2");
        for (int i = 0; i < 10; i++)
            if (!try_move(&ada, 0)) try_move(&bruno, 0);
        ask(ada.s, "{'do':'say','text':'before'}");
        char *a = snapshot(&ada), *b = snapshot(&bruno);
        disconnect(&ada), disconnect(&bruno);
        fake_advance((int64_t)10 * HOUSE_MINUTE);
        assert_null(loaded_table());
        lines_unreadable = true;
        if (closed) reopen_house();
        reconnect(&ada), reconnect(&bruno);
        for (int i = 0; i < 3; i++) {
            assert_damaged(&ada, "house.damaged");
            assert_string_equal(text_in(answer, "game"), "inside-job");
            fake_advance(20000);
        }
        const json_t *mine = json_object_get(ask(ada.s, "{'do':'mine'}"), "mine");
        assert_int_equal(json_array_size(mine), 1);
        assert_true(json_is_true(json_object_get(json_array_get(mine, 0), "damaged")));
        assert_int_equal(count_in_log("from line 4 on: The house’s file cannot be read (disk I/O error)"), 1);
        assert_metric("tables_damaged 1");
        lines_unreadable = false;
        fake_advance(10000);
        watch(&bruno), watch(&ada);
        assert_snapshot(&ada, a);
        assert_snapshot(&bruno, b);
        assert_metric("tables_damaged 0");
        while (try_move(&ada, 0) || try_move(&bruno, 0))
            ;
        assert_int_equal(loaded_table()->t.phase, TABLE_OVER);
        close_house();
    }
}

/* Nobody is told that a token is not theirs because it cannot be read. */
static void unreadable_tokens(void **unused) {
    fault why;
    (void)unused;
    open_faulty_house();
    person carl = enter("Carl");
    tokens_unreadable = true;
    assert_false(fake_knows(carl.token, &why));
    assert_string_equal(why.say, "house.unreadable");
    assert_int_equal(count_in_log("disk I/O error"), 1);
    tokens_unreadable = false;
    assert_true(fake_knows(carl.token, &why));
    assert_false(fake_knows("nobody's", &why));
    assert_string_equal(why.say, "house.token");
    close_house();
}

/* If not even its row can be read, nobody can say whether there is such a table. */
static void unreadable_rows(void **unused) {
    (void)unused;
    open_faulty_house();
    start_two(&ada, &bruno, "'game':'inside-job','seats':2");
    disconnect(&ada), disconnect(&bruno);
    fake_advance((int64_t)10 * HOUSE_MINUTE);
    rows_unreadable = true;
    reconnect(&ada);
    assert_refused(ada.s, "house.unreadable", "{'do':'watch','table':'%s'}", key);
    ask(ada.s, "{'do':'mine'}");
    rows_unreadable = false;
    fake_advance(10000);
    watch(&ada);
    assert_metric("tables_damaged 0");
    close_house();
}

/* A clock that ran out, or a bot's turn that came, while a table could not be read. */
static void unreadable_tables_catch_up(void **unused) {
    (void)unused;
    open_faulty_house();
    start_two(&ada, &bruno, "'game':'sentient','seats':2,'clock':'move','time':3600000,'bot':'random'");
    disconnect(&ada), disconnect(&bruno);
    fake_advance((int64_t)10 * HOUSE_MINUTE);
    assert_null(loaded_table()->box);
    lines_unreadable = true;
    fake_advance(HOUSE_HOUR);
    assert_non_null(loaded_table()->damage);
    lines_unreadable = false;
    fake_advance((int64_t)2 * HOUSE_MINUTE);
    reconnect(&ada);
    watch(&ada);
    assert_true(loaded_table()->t.seat[0].held || loaded_table()->t.seat[1].held);
    close_house();
    open_faulty_house();
    ada = start_bots_only("'game':'inside-job','seats':3,'bot':'random'");
    lines_unreadable = true;
    reopen_house();
    fake_advance(20000);
    lines_unreadable = false;
    reconnect(&ada);
    watch(&ada);
    fake_advance((int64_t)10 * HOUSE_MINUTE); /* nobody but bots is asked */
    assert_int_equal(number_in(latest_with(ada.s, "update"), "update"), loaded_table()->lines);
    assert_int_equal(loaded_table()->t.phase, TABLE_OVER);
    close_house();
}

/* ---- editions, and another clock -------------------------------------------------------------------------------------- */

/* A table remembers the edition that it was made with; one that was stored without is of edition 1. */
static void editions_are_agreed(void **unused) {
    const gm_game *g = gm_game_named("dead-drop", 9);
    (void)unused;
    open_house_with(&fake_store);
    ada = enter("Ada");
    make_table(&ada, "'game':'dead-drop'");
    assert_int_equal(number_in(json_object_get(watch(&ada), "agreed"), "edition"), g->edition);
    assert_refused(ada.s, "house.field", "{'do':'make','game':'dead-drop','edition':0}");
    assert_refused(ada.s, "house.field", "{'do':'make','game':'dead-drop','edition':%d}", g->edition + 1);
    assert_refused(ada.s, "house.field", "{'do':'make','game':'dead-drop','edition':'1'}");
    for (int edition = g->oldest_edition; edition <= g->edition; edition++) {
        char fields[128];
        snprintf(fields, sizeof fields, "'game':'dead-drop','seats':3,'edition':%d,'options':{'rounds':1}",
                 edition);
        make_table(&ada, fields);
        assert_int_equal(gm_edition(loaded_table()->box->bytes), edition);
        sit(&ada, 0, NULL);
        ask(ada.s, "{'do':'start'}");
        ask(ada.s, "{'do':'vote','vote':'end'}");
        ask(ada.s, "{'do':'vote','vote':'again'}"); /* the same game again is of the same edition */
        snprintf(key, sizeof key, "%s", json_string_value(latest_field(ada.s, "again")));
        assert_int_equal(number_in(json_object_get(watch(&ada), "agreed"), "edition"), edition);
    }
    /* An older program stored no edition. */
    make_table(&ada, "'game':'dead-drop','edition':1");
    int64_t number = loaded_table()->number;
    close_house();
    char *at = strstr(table_entry(number)->words, "\"edition\":1,");
    assert_non_null(at);
    memmove(at, at + 12, strlen(at + 12) + 1);
    table_entry(number)->e.size -= 12;
    assert_true(fake_open_house());
    reconnect(&ada);
    assert_null(json_object_get(json_object_get(watch(&ada), "agreed"), "edition"));
    assert_int_equal(gm_edition(loaded_table()->box->bytes), 1);
    close_house();
}

/* Times in a journal count from when the table was made, so a house on another clock can go on with it. */
static void journals_go_on_under_another_clock(void **unused) {
    static const int64_t later[] = {0, 123456789012, 0};
    (void)unused;
    for (int i = 0; i < 3; i++) {
        open_house_with(&fake_store);
        fake_advance((int64_t)50 * HOUSE_HOUR); /* the house is older than the table */
        start_two(&ada, &bruno, "'game':'sentient','seats':2,'clock':'game','time':900000");
        assert_int_equal(strtol(line_entry(1, 0)->words, NULL, 10), 1);
        for (int k = 0; k < 6; k++) {
            fake_advance(1371);
            if (!try_move(&ada, 0)) try_move(&bruno, 0);
        }
        char *a = snapshot(&ada), *b = snapshot(&bruno);
        int64_t now = loaded_table()->t.now, due = table_due(&loaded_table()->t);
        close_house();
        table_entry(1)->e.n += later[i];           /* a house that is older, */
        if (i == 2) table_entry(1)->e.n = 1 - now; /* or one that has just opened, takes the table over */
        fake.log_size = 0, fake.log[0] = 0;
        assert_true(fake_open_house());
        assert_null(strstr(fake.log, "damaged"));
        assert_true(house_now(fake.h) >= 1);
        reconnect(&ada), reconnect(&bruno);
        watch(&bruno), watch(&ada);
        assert_snapshot(&ada, a);
        assert_snapshot(&bruno, b);
        fake_advance(due - now - 1); /* its clock has as much time as it had */
        assert_false(loaded_table()->t.seat[0].held || loaded_table()->t.seat[1].held);
        fake_advance(1);
        assert_true(loaded_table()->t.seat[0].held || loaded_table()->t.seat[1].held);
        int64_t last = loaded_table()->lines - 1;
        assert_int_equal(strtol(line_entry(1, last)->words, NULL, 10), due);
        close_house();
    }
}

/* A table that was over when the house opened does not count for the house's time; its own time goes on from its last
 * line. */
static void tables_from_another_time(void **unused) {
    (void)unused;
    open_house_with(&fake_store);
    fake_advance((int64_t)50 * HOUSE_HOUR);
    start_two(&ada, &bruno, "'game':'inside-job','seats':2");
    fake_advance(HOUSE_HOUR);
    ask(ada.s, "{'do':'vote','vote':'end'}");
    ask(bruno.s, "{'do':'vote','vote':'end'}");
    int64_t time = loaded_table()->t.now;
    reopen_house();
    assert_true(house_now(fake.h) < HOUSE_HOUR);
    reconnect(&ada);
    watch(&ada);
    fake_advance(5000);
    ask(ada.s, "{'do':'say','text':'later'}");
    assert_int_equal(loaded_table()->t.now, time + 5000);
    close_house();
    /* The same with a clock, at a table that was unreadable when the house opened. */
    open_faulty_house();
    fake_advance((int64_t)50 * HOUSE_HOUR);
    start_two(&ada, &bruno, "'game':'sentient','seats':2,'clock':'move','time':3600000");
    fake_advance(HOUSE_MINUTE);
    ask(ada.s, "{'do':'say','text':'a line'}");
    lines_unreadable = true;
    reopen_house();
    lines_unreadable = false;
    fake_advance(20000);
    reconnect(&ada);
    watch(&ada);
    disconnect(&ada);
    fake_advance((int64_t)59 * HOUSE_MINUTE - 1);
    assert_null(loaded_table()->box);
    fake_advance(1);
    assert_non_null(loaded_table()->box);
    assert_true(loaded_table()->t.seat[0].held || loaded_table()->t.seat[1].held);
    close_house();
}

/* ---- a store that several nodes share --------------------------------------------------------------------------- */

static int times_asked;  /* for tables that nobody runs, */
static int shares_asked; /* and for this node's share of them only */
static bool run_is_late, some_are_orphans;
static fake_question late_run; /* whose answer has not come */

static void shared_ask(store *s, const store_question *q, store_take_answer *take, void *to) {
    if (q->what == STORE_RUN_SOME) times_asked++, shares_asked += q->n == 1;
    if (run_is_late && q->what == STORE_RUN)
        late_run = (fake_question){*q, take, to};
    else
        fake_ask(s, q, take, to);
}

static bool shared_orphans(store *s) { return s && some_are_orphans; }
static bool shared_lapsed(store *s) { return !s; }
static int64_t shared_lost(store *s) { return !s; }
static store_state shared_state(store *s) { return s ? STORE_WORKS : STORE_AWAY; }

static void open_shared_house(void) {
    static store_engine shared;
    shared = fake_store;
    shared.shared = true;
    shared.ask = shared_ask;
    shared.orphans = shared_orphans;
    shared.lapsed = shared_lapsed;
    shared.lost = shared_lost;
    shared.state = shared_state;
    times_asked = 0;
    run_is_late = some_are_orphans = false;
    open_house_with(&shared);
}

/* A proxy sends nobody to a node that has just opened, so until it does, other nodes run the tables. */
static void a_node_takes_tables_when_it_can_be_reached(void **unused) {
    (void)unused;
    open_shared_house();
    some_are_orphans = true;
    fake_advance(999);
    assert_int_equal(times_asked, 0);
    fake_advance(1);
    assert_true(times_asked > 0);
    close_house();
}

/* Each node takes its share of the tables of one that has died, and what others leave only after a while, each time anew. */
static void each_node_takes_its_share_first(void **unused) {
    (void)unused;
    open_shared_house();
    for (int death = 0; death < 3; death++) {
        some_are_orphans = false;
        fake_advance(10000);
        times_asked = shares_asked = 0;
        some_are_orphans = true;
        for (int i = 0; i < 5; i++)
            fake_advance(1);
        assert_int_equal(shares_asked, 2);
        assert_true(times_asked > 2);
    }
    close_house();
}

static int count_released(void) {
    int n = 0;
    for (const store_entry *e = NULL; (e = fake_next(&fake_disk, e, STORE_RELEASE));)
        n++;
    return n;
}

/* A table that was taken over with others is not given up while a guest's claim of it is on its way: the claim would
 * succeed first, and then another node could run the table, too. */
static void a_table_that_is_asked_for_is_kept(void **unused) {
    (void)unused;
    open_shared_house();
    start_two(&ada, &bruno, "'game':'inside-job','seats':2");
    disconnect(&ada), disconnect(&bruno);
    fake_advance((int64_t)10 * HOUSE_MINUTE);
    assert_null(loaded_table());
    assert_int_equal(count_released(), 1);
    reconnect(&ada);
    run_is_late = true;
    send_request(ada.s, "{'do':'watch','table':'%s'}", key);
    fake_disk.run = false;
    some_are_orphans = true;
    for (int i = 0; i < 100; i++)
        fake_advance(10);
    assert_non_null(loaded_table());
    assert_int_equal(count_released(), 1);
    fake_ask(&fake_disk, &late_run.q, late_run.take, late_run.to);
    fake_advance(1);
    assert_non_null(find_answer(ada.s, re));
    assert_null(json_object_get(answer, "error"));
    disconnect(&ada);
    fake_advance((int64_t)10 * HOUSE_MINUTE);
    assert_null(loaded_table());
    assert_int_equal(count_released(), 2);
    close_house();
}

/* A node that ends gives its tables up one after the other.  People are told when it is durable, so that they do not come to
 * another node before it can run the table, and who is elsewhere plays on meanwhile. */
static void a_node_leaves_its_tables_by_and_by(void **unused) {
    enum { TABLES = 10 };
    person who[TABLES];
    (void)unused;
    open_shared_house();
    assert_true(house_leave_tables(fake.h));
    enter("Ada");
    assert_true(house_leave_tables(fake.h)); /* nobody is at a table */
    close_house();
    open_shared_house();
    for (int i = 0; i < TABLES; i++) {
        char name[] = {'P', (char)('a' + i), 0};
        who[i] = enter(name);
        make_table(&who[i], "'game':'sentient'");
        sit(&who[i], 0, NULL);
    }
    fake.manual = true;
    fake_disk.at_once = false;
    assert_false(house_leave_tables(fake.h));
    fake_advance(599); /* for a proxy to notice */
    assert_false(house_leave_tables(fake.h));
    assert_int_equal(count_released(), 0);
    fake_advance(20);
    assert_false(house_leave_tables(fake.h));
    assert_int_equal(fake_disk.entry[fake_disk.n - 1].e.kind, STORE_RELEASE);
    assert_int_equal(fake_disk.entry[fake_disk.n - 1].e.n, 1);
    fake_advance(20);
    assert_false(house_leave_tables(fake.h)); /* nothing is durable */
    assert_int_equal(fake.h->n_tables, TABLES);
    send_request(who[0].s, "{'do':'say','text':'after the release'}");
    fake_disk.durable = fake_disk.n - 1;
    fake_advance(20);
    assert_false(house_leave_tables(fake.h));
    assert_int_equal(who[0].s->code, 0); /* it waits for its answer */
    fake.manual = false;
    fake_disk.at_once = true;
    fake_disk.durable = fake_disk.n;
    some_are_orphans = true; /* those that it has just given up are not for itself */
    fake_advance(1);
    assert_non_null(find_answer(who[0].s, re));
    for (int steps = 0; !house_leave_tables(fake.h); steps++) {
        int gone = 0;
        fake_advance(10);
        for (int i = 0; i < TABLES; i++) {
            gone += who[i].s->code == 1001;
            if (!who[i].s->code) ask(who[i].s, "{'do':'say','text':'still here'}");
        }
        assert_int_equal(fake.h->n_tables, TABLES - gone);
        assert_true(steps < 100 && gone <= 6 + 4 * steps);
    }
    assert_int_equal(fake.h->n_tables, 0);
    assert_int_equal(count_released(), TABLES);
    assert_int_equal(times_asked, 0);
    close_house();
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
        cmocka_unit_test(records_have_statements),
        cmocka_unit_test(a_broken_store_stops_the_house),
        cmocka_unit_test(a_crash_at_any_moment),
        cmocka_unit_test(changed_lines_damage_a_table),
        cmocka_unit_test(lost_lines_damage_a_table),
        cmocka_unit_test(lines_of_other_tables_damage_a_table),
        cmocka_unit_test(changed_agreements_damage_a_table),
        cmocka_unit_test(older_tables_go_on),
        cmocka_unit_test(changed_deals_damage_tables),
        cmocka_unit_test(newer_tables_are_told_from_damaged_ones),
        cmocka_unit_test(odd_table_numbers),
        cmocka_unit_test(messages_wait_for_answers),
        cmocka_unit_test(codes_while_time_passes),
        cmocka_unit_test(guests_leave_before_the_answer),
        cmocka_unit_test(waiting_messages_are_bounded),
        cmocka_unit_test(unreadable_stores_do_not_stop_loaded_tables),
        cmocka_unit_test(unreadable_tables_come_back),
        cmocka_unit_test(unreadable_tokens),
        cmocka_unit_test(unreadable_rows),
        cmocka_unit_test(unreadable_tables_catch_up),
        cmocka_unit_test(editions_are_agreed),
        cmocka_unit_test(journals_go_on_under_another_clock),
        cmocka_unit_test(tables_from_another_time),
        cmocka_unit_test(a_node_takes_tables_when_it_can_be_reached),
        cmocka_unit_test(each_node_takes_its_share_first),
        cmocka_unit_test(a_table_that_is_asked_for_is_kept),
        cmocka_unit_test(a_node_leaves_its_tables_by_and_by),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
