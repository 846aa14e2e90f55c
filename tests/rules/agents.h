/* agents.h - telling games of The Agents: decks, dealing, turns, what lies where, and sentences.
 *
 *   begin(2, "hand=2 points=0", "rob 1 wb|3*revive end ww|draw 2 *4", "agents>=1 2|X: free=0 3");
 *   deal_out(0, "1 2 1|3 4 2");            seat 0 begins; agents, then the situation, by seat
 *   go("0 play 1 left-only-cmd; 0 lay 1 left");
 *   draw("5");                             the dealer deals what is to be drawn now
 *   in_turn("1 play 3 right-left-pts");    others idle until it is seat 1's turn
 *
 * Cards are rows of the deck, from 1.  The backs in lines with play, send, replace, brief and lay may be
 * left out: they are found. */
#ifndef RULES_AGENTS_H
#define RULES_AGENTS_H
#include "games/agents/agents.h"
#include "tests/rules/script.h"
#include <stdlib.h>

extern const gm_game agents_game;
static const gm_game *const g = &agents_game;

static inline const ag_state *now(void) { return (const ag_state *)(const void *)the.st; }
static inline const ag_box *in_the_box(void) { return (const ag_box *)(const void *)the.box; }

/* ---- decks ----------------------------------------------------------------------- */

#define AGENT_COLUMNS "name,kind,command,points,left,right\n"
#define SITUATION_COLUMNS "name,condition,points\n"

static char agent_file[8192], situation_file[4096]; /* the test's own files */

static inline const char *colour(char c) { return c == 'b' ? "black" : "white"; }

/* One card of a short list: "[3*][Name: ]words last".  Without a name it gets one that no other card
 * has.  An agent's last word is its half arrows, "wb", or the points of a special one,
 * "*3"; a situation's is its points. */
static inline void add_card(int kind, const char *card, int *number) {
    char *file = kind == AG_AGENT ? agent_file : situation_file, words[192], name[192];
    size_t size = kind == AG_AGENT ? sizeof agent_file : sizeof situation_file;
    int copies = 1;
    if (card[0] >= '0' && card[0] <= '9') {
        copies = atoi(card);
        card = strchr(card, '*') + 1;
    }
    const char *colon = strstr(card, ": ");
    snprintf(words, sizeof words, "%s", colon ? colon + 2 : card);
    char *last = strrchr(words, ' ');
    *last++ = 0;
    for (; copies; copies--) {
        size_t n = strlen(file);
        if (colon)
            snprintf(name, sizeof name, "%.*s", (int)(colon - card), card);
        else
            snprintf(name, sizeof name, "n%d", *number);
        ++*number;
        if (kind == AG_SITUATION)
            snprintf(file + n, size - n, "%s,\"%s\",%s\n", name, words, last);
        else if (*last == '*')
            snprintf(file + n, size - n, "%s,special,%s,%s,,\n", name, words, last + 1);
        else
            snprintf(file + n, size - n, "%s,ordinary,%s,,%s,%s\n", name, words, colour(last[0]),
                     colour(last[1]));
    }
}

/* The cards of a list, with '|' between, as a deck file. */
static inline gm_file own_file(int kind, const char *cards) {
    char *file = kind == AG_AGENT ? agent_file : situation_file, card[192];
    int number = 1;
    strcpy(file, kind == AG_AGENT ? AGENT_COLUMNS : SITUATION_COLUMNS);
    for (const char *s = cards, *end; *s; s = *end ? end + 1 : end) {
        end = s + strcspn(s, "|");
        snprintf(card, sizeof card, "%.*s", (int)(end - s), s);
        add_card(kind, card, &number);
    }
    return (gm_file){kind == AG_AGENT ? "own.csv" : "own-situations.csv", file, strlen(file)};
}

/* Opens a game with these files; NULL: the shipped one. */
static inline bool open_files(int seats, const char *settings, const gm_file *agents,
                              const gm_file *situations, fault *why) {
    return open_with_two(g, 0, seats, settings, agents, situations, why);
}

static inline void begin(int seats, const char *settings, const char *agents, const char *situations) {
    fault why;
    gm_file a = own_file(AG_AGENT, agents), b = own_file(AG_SITUATION, situations);
    if (!open_files(seats, settings, &a, &b, &why)) fail_msg("%s", why.say);
}

/* Commands that do nothing as long as no agent lies face down where they reach, and a card with one. */
#define INERT "revive neighbour"
#define BLANK "revive end ww"

/* A situation that never holds; and one such situation for each of so many players, which lets them idle. */
#define NEVER "agents>=99 0"
#define IDLE_2 "2*" NEVER
#define IDLE_3 "3*" NEVER
#define IDLE_4 "4*" NEVER
#define IDLE_5 "5*" NEVER

static inline const char *idle_for(int seats) {
    static const char *const situations[] = {IDLE_2, IDLE_3, IDLE_4, IDLE_5};
    return situations[seats - 2];
}

/* ---- lines without backs ------------------------------------------------------------ */

/* The back under which a seat has that card; 0 if it does not have it. */
static inline int back_of(int kind, int seat, int card) {
    const ag_stock *k = &now()->stock[kind];
    for (int i = 0; i < AG_BACKS; i++)
        if (k->held[seat] >> i & 1 && k->card[i] == card) return i;
    return 0;
}

/* Adds the back to a line that needs one and has none. */
static inline const char *with_back(const char *line) {
    static char full[144]; /* a line of each_line and a back */
    char verb[16], rest[64] = "";
    int seat = 0, card = 0;
    if (sscanf(line, "%d %15s %d %63[^\n]", &seat, verb, &card, rest) < 3) return line;
    bool agent = !strcmp(verb, "play") || !strcmp(verb, "send"),
         sheet = !strcmp(verb, "lay") || !strcmp(verb, "replace") || !strcmp(verb, "brief");
    if ((!agent && !sheet) || strstr(rest, agent ? " b" : " s")) return line;
    if (!strcmp(verb, "replace") || !strcmp(verb, "brief")) {
        if (*rest) return line;
    }
    snprintf(full, sizeof full, "%s %c%d", line, agent ? 'b' : 's',
             back_of(agent ? AG_AGENT : AG_SITUATION, seat, card - 1) + 1);
    return full;
}

static inline void play_with_back(const char *line) { play(with_back(line)); }

/* Plays lines, with ';' between. */
static inline void go(const char *lines) { each_line(lines, play_with_back); }

static inline void cannot(const char *line, const char *rule) { refuse(with_back(line), rule); }

/* The line is refused by that rule and with that message. */
static inline void cannot_because(const char *line, const char *rule, const char *say) {
    gm_move m;
    gm_seat who = read_line(with_back(line), &m);
    cannot(line, rule);
    assert_string_equal(g->why_not(the.box, the.st, who, m)->say, say);
}

/* Is this legal?  It is not played. */
static inline bool may(const char *line) {
    gm_move m;
    gm_seat who = read_line(with_back(line), &m);
    return !g->why_not(the.box, the.st, who, m);
}

/* How many legal moves of a kind a seat has. */
static inline int choices(gm_seat who, int kind) {
    gm_move m[GM_MAX_MOVES];
    int n = g->moves(the.box, the.st, who, m), found = 0;
    for (int i = 0; i < n; i++)
        found += GM_KIND(m[i]) == kind;
    return found;
}

/* A seat is asked to choose, "neutralise" one of "3 5", and has no other move: with `swap` any two of
 * them, with `move` either end for each. */
static inline void must_choose(gm_seat who, const char *verb, const char *cards) {
    char list[2048] = "";
    int card[16], n = 0;
    asks(who);
    phase_is("command");
    for (const char *s = cards; *s; s += strcspn(s, " "), s += *s == ' ')
        card[n++] = atoi(s);
    for (int i = 0; i < n; i++)
        for (int k = !strcmp(verb, "swap") ? i + 1 : n - 1; k < n; k++)
            for (int end = 0; end < (!strcmp(verb, "move") ? 2 : 1); end++) {
                size_t at = strlen(list);
                char second[16] = "";
                if (!strcmp(verb, "swap")) snprintf(second, sizeof second, " %d", card[k]);
                if (!strcmp(verb, "move")) snprintf(second, sizeof second, " %s", end ? "right" : "left");
                snprintf(list + at, sizeof list - at, "%s%s %d%s", at ? ", " : "", verb, card[i], second);
            }
    can(who, list);
}

/* ---- dealing ------------------------------------------------------------------------- */

/* The dealer deals these cards, agents or situations, to the players who are to get them. */
static inline void draw(const char *cards) {
    for (const char *s = cards; *s; s += strcspn(s, " |"), s += strspn(s, " |")) {
        gm_move m = g->deal(the.box, the.st, 0);
        playf("dealer %s %d %d", GM_KIND(m) == AG_M_AGENT ? "agent" : "situation", GM_A(m), atoi(s));
    }
}

static inline void deal_out(int first, const char *cards) {
    playf("dealer first %d", first);
    draw(cards);
    assert_int_equal(now()->phase, AG_P_TURN);
    asks((gm_seat)first);
}

/* The same with agents 1, 2, 3 ... and situations 1, 2 ... in the order of the seats. */
static inline void deal_in_order(int first) {
    char cards[128] = "";
    int agent = 1;
    for (int q = 0; q < in_the_box()->head.seats; q++) {
        for (int i = 0; i < in_the_box()->dealt[AG_AGENT]; i++)
            snprintf(cards + strlen(cards), sizeof cards - strlen(cards), "%d ", agent++);
        snprintf(cards + strlen(cards), sizeof cards - strlen(cards), "%d|", q + 1);
    }
    deal_out(first, cards);
}

/* Two players; seat 0 has 2, 3 and 7 in hand, seat 1 has 4 to 6.  Seat 0 has 35 points, to buy
 * situations with, and one action left. */
static inline void begin_rich(const char *situations) {
    begin(2, "goal=99", "draw 1 *30|12*" BLANK, situations);
    deal_out(0, "1 2 3 1|4 5 6 2");
    play("0 send 1 1-acts b1");
    draw("7");
}

/* ---- turns ------------------------------------------------------------------------------ */

/* An action that changes nothing: forgone, or a situation that comes straight back.  That needs a deck
 * without situations to spare. */
static inline void idle(void) {
    const ag_state *s = now();
    int seat = s->turn;
    uint64_t held = s->stock[AG_SITUATION].held[seat];
    char line[16];
    snprintf(line, sizeof line, "%d forgo", seat);
    if (may(line)) {
        play(line);
        return;
    }
    if (!held || s->n_deck[AG_SITUATION] || s->n_discards[AG_SITUATION])
        fail_msg("seat %d cannot idle", seat);
    int back = bits_first(held), card = s->stock[AG_SITUATION].card[back];
    const char *spot = s->laid[0] >> back & 1 ? "left" : s->laid[1] >> back & 1 ? "right" : NULL;
    playf("%d replace %d s%d", seat, card + 1, back + 1);
    playf("dealer situation %d %d", seat, card + 1);
    if (spot) playf("%d lay %d %s s%d", seat, card + 1, spot, back_of(AG_SITUATION, seat, card) + 1);
}

/* What is left of the turn: actions that change nothing, and its end. */
static inline void finish_turn(void) {
    while (now()->actions < 2)
        idle();
    playf("%d end", now()->turn);
}

/* Waits for the turn of the line's seat, at most a round, and plays the line; others idle. */
static inline void wait_and_play(const char *line) {
    for (int i = 0; i < 6 && !(now()->turn == line[0] - '0' && now()->actions < 2); i++)
        finish_turn();
    play_with_back(line);
}

/* Such lines, with ';' between. */
static inline void in_turn(const char *lines) { each_line(lines, wait_and_play); }

/* ---- what lies where ---------------------------------------------------------------------- */

static inline void points_are(const char *points) {
    char found[64] = "";
    for (int q = 0; q < in_the_box()->head.seats; q++)
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%d", q ? " " : "", now()->points[q]);
    assert_string_equal(found, points);
}

/* A front from left to right as its left-hand player sees it.  "3:0 4:1x" is card 3, which works for seat
 * 0, and card 4, which works for seat 1 and lies face down. */
static inline void front_is(int front, const char *cards) {
    char found[128] = "";
    const ag_state *s = now();
    for (int i = 0; i < s->count[front]; i++) {
        int card = s->front[front][i];
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%d:%d%s", i ? " " : "", card + 1,
                 ag_works_for(in_the_box(), s, front, card), s->down >> card & 1 ? "x" : "");
    }
    assert_string_equal(found, cards);
}

/* A seat's cards of a kind as `who` sees them (GM_DEALER: as they are), back by back: "3 ?". For situations
 * the text says where they lie, too: "3 4left ?". */
static inline void holds_for(gm_seat who, int kind, int seat, const char *cards) {
    char found[256] = "";
    gm_view v;
    gm_make_view(g, the.box, the.st, who == GM_DEALER ? GM_SPECTATOR : who, &v);
    const ag_state *s = who == GM_DEALER ? now() : (const ag_state *)(const void *)v.st;
    const ag_stock *k = &s->stock[kind];
    BITS_EACH (back, k->held[seat]) {
        size_t n = strlen(found);
        if (k->card[back] == GM_HIDDEN)
            snprintf(found + n, sizeof found - n, "%s?", n ? " " : "");
        else
            snprintf(found + n, sizeof found - n, "%s%d", n ? " " : "", k->card[back] + 1);
        if (kind == AG_SITUATION)
            strcat(found, s->laid[0] >> back & 1 ? "left" : s->laid[1] >> back & 1 ? "right" : "");
    }
    assert_string_equal(found, cards);
}

static inline void hand_is(int seat, const char *cards) { holds_for(GM_DEALER, AG_AGENT, seat, cards); }
static inline void situations_are(int seat, const char *cards) {
    holds_for(GM_DEALER, AG_SITUATION, seat, cards);
}

/* The discards of a kind, from the lowest to the top. */
static inline void discards_are(int kind, const char *cards) {
    char found[256] = "";
    for (int i = 0; i < now()->n_discards[kind]; i++)
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%d", i ? " " : "",
                 now()->stock[kind].discards[i] + 1);
    assert_string_equal(found, cards);
}

static inline void decks_are(int agents, int situations) {
    assert_int_equal(now()->n_deck[AG_AGENT], agents);
    assert_int_equal(now()->n_deck[AG_SITUATION], situations);
}

/* What a seat would score now, at the end of its turn. */
static inline int score_now(int seat) {
    int arrows, situations;
    agents_score(in_the_box(), now(), seat, &arrows, &situations);
    return arrows + situations;
}

/* ---- sentences ------------------------------------------------------------------------------ */

/* The arguments of a line as text: "3 agent 7 {x y} word". */
static inline const char *args_of(const gm_line *l) {
    static char line[256];
    text t = text_on(line, sizeof line);
    for (int i = 0; i < GM_LINE_ARGS && l->arg[i].kind != GM_ARG_NONE; i++) {
        const gm_arg *a = &l->arg[i];
        if (i) text_char(&t, ' ');
        switch (a->kind) {
        case GM_ARG_NUMBER: text_int(&t, a->n); break;
        case GM_ARG_THING:
            text_put(&t, a->of);
            text_char(&t, ' ');
            gm_write_code(&t, g, the.box, a->of, (int)a->n);
            break;
        case GM_ARG_THINGS:
            text_char(&t, '{');
            BITS_EACH (k, (uint64_t)a->n) {
                if (k != bits_first((uint64_t)a->n)) text_char(&t, ' ');
                gm_write_code(&t, g, the.box, a->of, k);
            }
            text_char(&t, '}');
            break;
        default: text_put(&t, a->of);
        }
    }
    return line;
}
#endif
