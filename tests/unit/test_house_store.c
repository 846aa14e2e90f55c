/* A house and its store: tables that are unloaded and come back, joining and catching up, nothing told before it is
 * durable, crashes.  Everything goes through messages, and time is the test's. */
#include "tests/unit/house.h"

#include "kit/follower.h"
#include "kit/notation.h"
#include "kit/order.h"
#include "kit/record.h"
#include "tests/unit/long_game.h"

/* ---- from memory to the store and back ------------------------------------------------------------------------------------------- */

static void tables_are_dropped_and_come_back(void **unused) {
    (void)unused;
    begin();
    person ada = enters("Ada"), bruno = enters("Bruno");
    makes(&ada, "'game':'inside-job','seats':2");
    sits(&ada, 0, NULL);
    sits(&bruno, 1, NULL);
    ask(ada.s, "{'do':'start'}");
    for (int i = 0; i < 12; i++)
        if (!moves(&ada, (size_t)i)) moves(&bruno, (size_t)i);
    ask(ada.s, "{'do':'say','text':'brb'}");
    char *a = picture(&ada), *b = picture(&bruno);
    fake_pass(300 * 1000);
    assert_non_null(the_table()); /* somebody is there */
    goes(&bruno);
    goes(&ada);
    fake_pass(59999);
    assert_non_null(the_table());
    fake_pass(120 * 1000);
    assert_null(the_table());
    assert_int_equal(fake.h->n_tables, 0);
    assert_true(LIST_EMPTY(&fake.h->boxes));
    comes_back(&ada), comes_back(&bruno);
    const json_t *mine = json_object_get(ask(bruno.s, "{'do':'mine'}"), "mine");
    assert_int_equal(json_array_size(mine), 1);
    assert_int_equal(number_in(json_array_get(mine, 0), "you"), 1);
    watches(&bruno), watches(&ada);
    is_picture(&ada, a);
    is_picture(&bruno, b);
    while (moves(&ada, 0) || moves(&bruno, 0)) /* and it goes on */
        ;
    assert_int_equal(the_table()->t.phase, TABLE_OVER);
    end();
}

static void tables_that_wait_are_forgotten(void **unused) {
    (void)unused;
    begin();
    person ada = enters("Ada");
    makes(&ada, "'game':'dead-drop','seats':3");
    sits(&ada, 0, NULL);
    fake_socket *s = come(NULL);
    ask(s, "{'do':'lobby'}");
    fake_pass((int64_t)100 * 3600 * 1000); /* somebody waits */
    watches(&ada);
    goes(&ada);
    fake_pass((int64_t)48 * 3600 * 1000 - 1);
    comes_back(&ada);
    assert_int_equal(json_array_size(json_object_get(ask(ada.s, "{'do':'mine'}"), "mine")), 1);
    fake_pass(1);
    assert_int_equal(json_array_size(json_object_get(ask(ada.s, "{'do':'mine'}"), "mine")), 0);
    refused(ada.s, "house.no-table", "{'do':'watch','table':'%s'}", key);
    assert_string_equal(json_string_value(heard(s, "shut")), key);
    assert_int_equal(fake.h->n_tables, 0);
    open_again();
    comes_back(&ada);
    refused(ada.s, "house.no-table", "{'do':'watch','table':'%s'}", key);
    end();
}

/* A table at which nobody has done anything is not older than the house. */
static void new_tables_outlive_an_old_house(void **unused) {
    char other[STORE_KEY + 1];
    (void)unused;
    begin();
    person ada = enters("Ada");
    fake_pass((int64_t)50 * 3600 * 1000);
    makes(&ada, "'game':'sentient'");
    memcpy(other, key, sizeof other);
    makes(&ada, "'game':'dead-drop'");
    sits(&ada, 0, NULL); /* so that the house knows what time it is */
    open_again();
    memcpy(key, other, sizeof key);
    comes_back(&ada);
    watches(&ada);
    end();
}

/* Who waited when the house closed has time to come back. */
static void waiting_outlives_an_opening(void **unused) {
    char other[STORE_KEY + 1];
    (void)unused;
    begin();
    person ada = enters("Ada"), bruno = enters("Bruno");
    makes(&ada, "'game':'sentient'");
    sits(&ada, 0, NULL);
    memcpy(other, key, sizeof other);
    fake_pass((int64_t)100 * HOUSE_HOUR); /* Ada is there */
    makes(&bruno, "'game':'dead-drop'");
    sits(&bruno, 0, NULL);
    open_again();
    memcpy(key, other, sizeof key);
    fake_pass(HOUSE_HOUR - 1);
    assert_non_null(the_table());
    fake_pass(1);
    assert_null(the_table());
    end();
}

static void everything_is_as_before(void **unused) {
    static const char *const games[] = {"dead-drop", "inside-job", "sentient", "agents"};
    (void)unused;
    begin();
    for (int g = 0; g < 4; g++) {
        person all[3] = {enters("Ada"), enters("Bruno"), enters("Cleo")};
        char fields[128];
        snprintf(fields, sizeof fields, "'game':'%s','seats':3,'clock':'game','time':900000,'bot':'random'",
                 games[g]);
        makes(&all[0], fields);
        sits(&all[0], 0, "aa");
        sits(&all[1], 2, "bb");
        watches(&all[2]);
        ask(all[0].s, "{'do':'start'}");
        for (int i = 0; i < 25; i++) {
            fake_pass(137);
            if (!moves(&all[0], (size_t)i)) moves(&all[1], (size_t)i);
            if (i == 12) ask(all[1].s, "{'do':'say','text':'Zażółć'}");
        }
        fake_pass(5000); /* bots have answered */
        ask(all[0].s, "{'do':'say','text':'it is this late'}");
        if (g) ask(all[1].s, "{'do':'vote','vote':'end'}"); /* Dead Drop is over already */
        char *before[3] = {picture(&all[0]), picture(&all[1]), picture(&all[2])};
        int64_t due = table_due(&the_table()->t) - house_now(fake.h);
        fake_pass(1000); /* of which nothing is kept */
        open_again();
        if (g) assert_int_equal(the_table()->due - house_now(fake.h), due); /* time stood still */
        for (int i = 0; i < 3; i++)
            comes_back(&all[i]), watches(&all[i]);
        for (int i = 0; i < 3; i++)
            is_picture(&all[i], before[i]);
        for (int i = 0; i < 3; i++)
            goes(&all[i]);
    }
    end();
}

/* Bots that were asked when the house closed are asked again, and do the same. */
static void bots_think_again(void **unused) {
    (void)unused;
    begin();
    person ada = with_bots("inside-job", "'seats':3,'bot':'sensible'");
    while (the_table()->t.phase == TABLE_PLAYING) {
        int64_t n = the_table()->lines;
        fake_pass(300);
        open_again();
        fake_pass(599);
        assert_int_equal(the_table()->lines, n);
        fake_pass(1);
        assert_true(the_table()->lines > n);
    }
    comes_back(&ada);
    watches(&ada);
    assert_string_equal(text_in(json_object_get(answer, "view"), "phase"), "over");
    end();
}

/* ---- coming back ------------------------------------------------------------------------------------------------------------------ */

static void what_was_missed(void **unused) {
    (void)unused;
    begin();
    person ada = enters("Ada"), bruno = enters("Bruno");
    makes(&ada, "'game':'inside-job','seats':2");
    sits(&ada, 0, NULL);
    sits(&bruno, 1, NULL);
    ask(ada.s, "{'do':'start'}");
    int64_t after = number_in(watches(&bruno), "update");
    person twin = bruno; /* another device, which stays */
    twin.s = come(bruno.token);
    watches(&twin);
    goes(&bruno);
    int from = twin.s->n;
    for (int i = 0; i < 20; i++) {
        if (!moves(&ada, 0)) moves(&twin, 0);
        tell(ada.s, "{'do':'say','text':'%d'}", i);
    }
    comes_back(&bruno);
    int first = bruno.s->n;
    ask(bruno.s, "{'do':'watch','table':'%s','after':%d,'as':1}", key, (int)after);
    assert_int_equal(json_array_size(json_object_get(answer, "events")), 0);
    int k = first;
    for (int i = from; i < twin.s->n; i++) { /* byte for byte the events that the other one got */
        const char *m = twin.s->got[i], *update = strstr(m, "\"update\":"), *now = strstr(m, ",\"n\":");
        if (!update || strstr(m, "\"table\":")) continue;
        while (strstr(now + 1, "],\"n\":")) /* moves have a number too */
            now = strstr(now + 1, "],\"n\":") + 1;
        const char *got = bruno.s->got[k++];
        assert_int_equal(strlen(got), 1 + (size_t)(now - update) + 1);
        assert_memory_equal(got + 1, update, (size_t)(now - update));
    }
    assert_int_equal(k, bruno.s->n - 2); /* how things stand, and who is there */
    assert_memory_equal(bruno.s->got[k + 1], "{\"here\":[true,true]", 19);
    ask(bruno.s, "{'do':'watch','table':'%s','after':%d,'as':0}", key, (int)after);
    assert_non_null(json_object_get(answer, "view")); /* is somebody else */
    ask(bruno.s, "{'do':'watch','table':'%s','after':100000,'as':1}", key);
    assert_non_null(json_object_get(answer, "view"));
    ask(bruno.s, "{'do':'watch','table':'%s','after':-1,'as':1}", key);
    assert_non_null(json_object_get(answer, "view"));
    fake_socket *s = come(NULL);
    ask(s, "{'do':'watch','table':'%s','after':3,'as':'room'}", key);
    assert_null(json_object_get(answer, "view"));
    ask(s, "{'do':'watch','table':'%s','after':3,'as':1}", key);
    assert_non_null(json_object_get(answer, "view"));
    end();
}

/* What was missed may be more than a guest can be sent at once. */
static void much_was_missed(void **unused) {
    (void)unused;
    prepare(&fake_store);
    fake.terms.limits[LIMIT_QUEUE] = 256 << 10;
    assert_true(fake_open_house());
    person ada = enters("Ada"), bruno = enters("Bruno");
    makes(&ada, "'game':'agents','seats':2");
    sits(&ada, 0, NULL);
    sits(&bruno, 1, NULL);
    ask(ada.s, "{'do':'start'}");
    for (int i = 0; i < 490; i++)
        tell(ada.s, "{'do':'say','text':'%0490d'}", i);
    goes(&bruno);
    comes_back(&bruno);
    ask(bruno.s, "{'do':'watch','table':'%s','after':1,'as':1}", key);
    assert_int_equal(bruno.s->code, 0);
    end();
}

/* ---- joining with a story ------------------------------------------------------------------------------ */

/* Follows the story in an answer to the end. */
static void follow(const json_t *story, gm_follower *f, gm_seat who) {
    static gm_seat by[GM_MAX_PLIES];
    static gm_move heard[GM_MAX_PLIES];
    const house_table *p = the_table();
    const gm_match *m = &p->t.match;
    size_t i;
    json_t *one;
    fault why;
    *f = (gm_follower){.room = GM_MAX_PLIES, .by = by, .heard = heard};
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
    begin();
    person ada = enters("Ada"), bruno = enters("Bruno");
    makes(&ada, "'game':'agents','seats':2,'want':'story'");
    assert_non_null(json_object_get(heard(ada.s, "story"), "heard"));
    sits(&ada, 0, NULL);
    assert_null(heard(ada.s, "view")); /* who sits down is told in the same way */
    sits(&bruno, 1, NULL);
    ask(ada.s, "{'do':'start'}");
    for (int i = 0; i < 60; i++)
        if (!moves(&bruno, (size_t)i)) moves(&ada, (size_t)i);
    ask(bruno.s, "{'do':'say','text':'hello'}");
    for (gm_seat who = 0; who <= 2; who++) { /* both players, and a spectator */
        fake_socket *s = come(who == 0 ? ada.token : who == 1 ? bruno.token : NULL);
        int before = s->n;
        const json_t *t = ask(s, "{'do':'watch','table':'%s','want':'story'}", key);
        const json_t *story = json_object_get(t, "story");
        assert_int_equal(s->n, before + 1); /* one answer */
        assert_null(json_object_get(t, "view"));
        assert_null(json_object_get(story, "view"));
        assert_null(json_object_get(story, "moves"));
        assert_int_equal(json_array_size(json_object_get(t, "talk")), 1);
        follow(story, &f, who < 2 ? who : GM_SPECTATOR);
        const gm_match *m = &the_table()->t.match;
        gm_make_view(m->game, m->box, m->st, f.view.who, &v);
        assert_memory_equal(f.view.st, v.st, m->game->state_size);
    }
    refused(ada.s, "house.field", "{'do':'watch','table':'%s','want':'everything'}", key);
    refused(ada.s, "house.field", "{'do':'watch','table':'%s','want':1}", key);
    end();
}

/* The story of the longest game there can be, in the longest notation, is one message, however little may wait. */
static void the_longest_story(void **unused) {
    static gm_seat by[GM_MAX_PLIES];
    static gm_move move[GM_MAX_PLIES];
    const long_box longest = {.head = {2, 0}, .moves = GM_MAX_PLIES};
    _Alignas(8) uint8_t st[sizeof(long_state)];
    (void)unused;
    prepare(&fake_store);
    fake.terms.limits[LIMIT_QUEUE] = house_limits[LIMIT_QUEUE].least;
    assert_true(fake_open_house());
    person ada = enters("Ada");
    makes(&ada, "'game':'dead-drop','seats':3,'want':'story'");
    house_table *p = house_table_by_key(fake.h, key);
    gm_match real = p->t.match;
    p->t.match = (gm_match){
        .game = &long_game, .box = &longest, .room = GM_MAX_PLIES, .by = by, .move = move, .st = st};
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
    end();
}

/* ---- nothing is told before it is durable ---------------------------------------------------------------------------------------- */

static void made_durable(size_t n) {
    fake_disk.durable += n;
    fake_must(fake_disk.durable <= fake_disk.n);
    fake_settle();
}

static void nothing_is_told_early(void **unused) {
    fault why;
    (void)unused;
    begin_with(&fake_store);
    person ada = enters("Ada"), bruno = enters("Bruno");
    makes(&ada, "'game':'dead-drop','seats':3,'options':{'rounds':1}");
    watches(&bruno);
    sits(&ada, 0, NULL);
    fake_disk.at_once = false;
    fake.by_hand = true;
    int a = ada.s->n, b = bruno.s->n, ready = bruno.s->ready;
    tell(ada.s, "{'do':'say','text':'one'}");
    tell(ada.s, "{'do':'say','text':'two'}");
    tell(bruno.s, "{'do':'lang','lang':'pl'}"); /* comes after them */
    assert_int_equal(ada.s->n, a);
    assert_int_equal(bruno.s->n, b);
    assert_int_equal(bruno.s->ready, ready);
    assert_false(house_has_message(fake.h, bruno.s->g));
    assert_false(house_drained(fake.h));
    made_durable(1);
    assert_int_equal(ada.s->n, a + 1);
    assert_int_equal(bruno.s->n, b + 1);
    assert_true(bruno.s->ready > ready);
    made_durable(1);
    assert_int_equal(ada.s->n, a + 2);
    assert_int_equal(bruno.s->n, b + 3);
    assert_true(house_drained(fake.h));
    fake_socket *s = fake_come("x", NULL, &why);
    fake_settle();
    tell(s, "{'do':'enter','name':'Eve'}"); /* a person and a token */
    made_durable(1);
    assert_null(find_answer(s, re));
    made_durable(1);
    assert_non_null(find_answer(s, re));
    tell(bruno.s, "{'do':'say','text':'three'}");
    fake_go(s); /* while others wait */
    bruno.s->g = (house_gone(fake.h, bruno.s->g), NULL);
    fake_settle();
    made_durable(1);
    end();
}

/* No secret of a game that may not be over after a crash. */
static void no_record_is_told_early(void **unused) {
    size_t size;
    fault why;
    (void)unused;
    begin_with(&fake_store);
    person ada = enters("Ada");
    makes(&ada, "'game':'dead-drop','seats':3,'options':{'rounds':1}");
    sits(&ada, 0, NULL);
    ask(ada.s, "{'do':'start'}");
    ask(ada.s, "{'do':'leave'}");
    fake_disk.at_once = false;
    fake.by_hand = true;
    for (int i = 0; i < 50 && the_table()->t.phase == TABLE_PLAYING; i++) {
        made_durable(fake_disk.n - fake_disk.durable);
        fake_pass(600);
        assert_null(house_record(fake.h, key, &size, &why));
        assert_string_equal(why.say, "table.not-over");
    }
    assert_int_equal(the_table()->t.phase, TABLE_OVER);
    made_durable(fake_disk.n - fake_disk.durable);
    char *words = house_record(fake.h, key, &size, &why);
    assert_non_null(words);
    free(words);
    end();
}

static void a_broken_store(void **unused) {
    (void)unused;
    begin_with(&fake_store);
    person ada = enters("Ada");
    assert_true(house_tick(fake.h) >= 0);
    assert_null(house_broken(fake.h));
    fake_disk.broken = "the disk is full";
    assert_true(house_tick(fake.h) < 0);
    assert_string_equal(house_broken(fake.h), "the disk is full");
    house_disconnect_all(fake.h, 1001, "the house closes");
    assert_int_equal(ada.s->code, 1001);
    end();
}

/* ---- a crash at any moment -------------------------------------------------------------------------------------------------------- */

/* All that a house kept of some games, up to any entry: it opens, and whatever had begun goes on. */
static void a_crash_at_any_moment(void **unused) {
    (void)unused;
    begin_with(&fake_store);
    person ada = enters("Ada"), bruno = enters("Bruno");
    makes(&ada, "'game':'dead-drop','seats':3,'options':{'rounds':1}");
    ask(ada.s, "{'do':'bot','seat':2,'bot':'random'}");
    sits(&ada, 0, "aa");
    sits(&bruno, 1, "bb");
    for (int i = 0; i < 30 && the_table()->t.phase == TABLE_PLAYING; i++)
        if (!moves(&ada, 0) && !moves(&bruno, 0)) fake_pass(600);
    ask(ada.s, "{'do':'vote','vote':'again'}");
    ask(bruno.s, "{'do':'vote','vote':'again'}");
    makes(&ada, "'game':'sentient','seats':2,'clock':'move'");
    sits(&ada, 0, NULL);
    ask(ada.s, "{'do':'start'}");
    fake_pass(200000);
    end();
    fake_disk.at_once = false;
    for (size_t k = fake_disk.n;; k--) {
        fake_cut(k);
        fake_disk.durable = k;
        fake.by_hand = true;
        fake.logged = 0, fake.log[0] = 0;
        assert_true(fake_open_house());
        fake_pass(1000);
        assert_null(strstr(fake.log, "damaged"));
        const house_table *p;
        LIST_FOREACH (p, &fake.h->loaded, in_house) {
            if (!p->box) continue;
            bool all = true;
            for (int q = 0; q < p->box->bytes[0]; q++)
                all &= p->t.seat[q].person ? p->t.seat[q].nonce.size > 0 : p->t.seat[q].bot[0] != 0;
            assert_false(all && p->t.phase == TABLE_WAITING); /* it starts by itself */
            assert_true(!table_bots(&p->t) || p->thinking);   /* bots are asked */
            if (p->t.phase != TABLE_OVER) continue;           /* then the store knows that, or will */
            bool known = false;
            for (size_t i = 0; i < fake_disk.n; i++)
                known |= fake_disk.entry[i].e.kind == STORE_OVER && fake_disk.entry[i].e.number == p->number;
            assert_true(known);
        }
        if (house_knows(fake.h, ada.token)) { /* every seat that she has is among hers */
            fault why;
            fake_socket *s = fake_come("x", ada.token, &why);
            tell(s, "{'do':'mine'}");
            fake_disk.durable = fake_disk.n;
            fake_settle();
            size_t mine = json_array_size(json_object_get(find_answer(s, re), "mine")), seats = 0;
            LIST_FOREACH (p, &fake.h->loaded, in_house)
                seats += p->box && table_seats_of(&p->t, (table_person)ada.person);
            assert_int_equal(mine, seats);
        }
        fake_disk.durable = k; /* the rest is lost again */
        end();
        if (!k) break;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_dropped_and_come_back),
        cmocka_unit_test(tables_that_wait_are_forgotten),
        cmocka_unit_test(new_tables_outlive_an_old_house),
        cmocka_unit_test(waiting_outlives_an_opening),
        cmocka_unit_test(everything_is_as_before),
        cmocka_unit_test(bots_think_again),
        cmocka_unit_test(what_was_missed),
        cmocka_unit_test(much_was_missed),
        cmocka_unit_test(joining_with_a_story),
        cmocka_unit_test(the_longest_story),
        cmocka_unit_test(nothing_is_told_early),
        cmocka_unit_test(no_record_is_told_early),
        cmocka_unit_test(a_broken_store),
        cmocka_unit_test(a_crash_at_any_moment),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
