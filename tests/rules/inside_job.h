/* inside_job.h - telling games of Inside Job: decks, dealing, one trick from its cards, whole games from a
 * plan, and games with Larry.
 *
 *   deal(3, "", NULL, 0, 1, "p8 y7|p10 -g|");       seat 0 leads, seat 1 is the Insider
 *   trick_of("all even", "yellow", "p8 p10+ y7");   condition, trump, and cards; + is a raise
 *   plan_game(4, "", 2, "Y+ P- B+");                trumps; + is a mission that will be completed
 *   tricks(3);                                      everybody plays the lowest card
 *
 * inside_job_roles.h does the same with special roles. */
#ifndef RULES_INSIDE_JOB_H
#define RULES_INSIDE_JOB_H
#include "games/inside_job/inside_job.h"
#include "tests/rules/script.h"
#include <stdlib.h>

extern const gm_game inside_job_game;
static const gm_game *const g = &inside_job_game;

static inline const ij_state *now(void) { return (const ij_state *)(const void *)the.st; }
static inline const ij_box *in_the_box(void) { return (const ij_box *)(const void *)the.box; }
static inline gm_seats acting(void) { return g->to_act(the.box, the.st); }

static inline void won_by(int seat) { assert_int_equal(now()->leader, seat); }

/* The game is over because of this. */
static inline void ended_by(const char *cause) {
    char quoted[32];
    snprintf(quoted, sizeof quoted, "\"%s\"", cause);
    turn_over();
    sees(GM_SPECTATOR, "cause", quoted);
    phase_is("over");
}

/* The numbers of J1 for three to five players. */
static const struct {
    int hand, tricks, left, need, limit;
    const char *lose, *win; /* plans: no mission in all tricks, and as many as are needed */
} sizes[] = {
    {13, 11, 2, 9, 6, "Y- P- G- Y- P- G- Y- P- G- Y- P-", "Y+ P- P+ G+ Y+ P+ G+ Y+ P+ G- G+"},
    {12, 10, 2, 7, 5, "Y- P- G- B- Y- P- G- B- Y- P-", "Y+ P+ G- G+ B+ Y+ P- P+ B+"},
    {10, 9, 1, 6, 4, "Y- P- G- B- Y- P- G- B- Y-", "Y+ P+ G+ B- Y+ P+ G+"},
};

/* ---- decks ----------------------------------------------------------------------- */

static char deck[4096]; /* the test's own missions */

static inline void begin_deck(void) { snprintf(deck, sizeof deck, "number,condition,trump,risky\n"); }

static inline void add_mission(int number, const char *condition, const char *trump, bool risky) {
    size_t n = strlen(deck);
    snprintf(deck + n, sizeof deck - n, "%d,%s,%s,%s\n", number, condition, trump, risky ? "yes" : "no");
}

static inline gm_file own_deck(void) { return (gm_file){"own.csv", deck, strlen(deck)}; }

/* A deck of so many missions that are all alike. */
static inline gm_file deck_of(int n, const char *condition, const char *trump) {
    begin_deck();
    for (int i = 1; i <= n; i++)
        add_mission(i, condition, trump, false);
    return own_deck();
}

/* Two missions for each trick, of which the first is the planned one, and two risky ones, 31 and 32.  The
 * plan says of each trick the trump and whether the mission will be completed: "Y+ P- B+". */
static inline gm_file plan_missions(const char *plan) {
    static const char *const names[] = {"yellow", "pink", "green", "blue"};
    begin_deck();
    for (int t = 0; t < IJ_TRICKS; t++) {
        bool planned = strlen(plan) >= (size_t)(3 * t + 2);
        size_t trump = planned ? strcspn("YPGB", (char[]){plan[3 * t], 0}) : 0;
        bool done = planned && plan[3 * t + 1] == '+';
        add_mission(2 * t + 1, done ? "all 1-13" : "all 13-13", names[trump], false);
        add_mission(2 * t + 2, "all 1-13", "blue", false);
    }
    add_mission(31, "raised last", "pink", true);
    add_mission(32, "raised third", "pink", true);
    return own_deck();
}

/* ---- dealing --------------------------------------------------------------------- */

static inline int colour_of(char letter) { return (int)strcspn("ypgb", (char[]){letter, 0}); }

static inline int card_of(const char *code) { return colour_of(*code) * IJ_VALUES + atoi(code + 1) - 1; }

static inline const char *code_of(int card) {
    static char code[8];
    snprintf(code, sizeof code, "%c%d", "ypgb"[ij_colour(card)], ij_value(card));
    return code;
}

/* Opens a game, says who leads and deals the roles, Larry's too. */
static inline void deal_roles(int seats, const char *settings, const gm_file *file, int leader, int insider) {
    fault why;
    if (!open_with(g, seats, settings, file, &why)) fail_msg("%s", why.say);
    playf("dealer lead %d", leader);
    for (int q = 0; q < gm_players(the.box); q++)
        playf("dealer role %d %s", q, q == insider ? "insider" : "agent");
}

/* Makes hands full: seats that must lack most colours first, each with the lowest
 * cards that are left. */
static inline void fill_hands(int seats, int size, uint64_t hands[], const int lacks[]) {
    uint64_t left = BIT(IJ_CARDS) - 1;
    for (int q = 0; q < seats; q++)
        left &= ~hands[q];
    for (int colours = IJ_COLOURS; colours >= 0; colours--)
        for (int q = 0; q < seats; q++) {
            if (bits_count((uint64_t)lacks[q]) != colours) continue;
            for (int c = 0; c < IJ_CARDS && bits_count(hands[q]) < size; c++)
                if (left >> c & 1 && !(lacks[q] >> ij_colour(c) & 1)) {
                    hands[q] |= BIT(c);
                    left &= ~BIT(c);
                }
            if (bits_count(hands[q]) != size) fail_msg("a test that cannot be dealt");
        }
}

/* Hands are "p8 y7 -g|p10|...": seat by seat some cards, and colours of which there are no others; the rest
 * is filled up. */
static inline void deal_hands(const char *hands) {
    uint64_t cards[IJ_SEATS] = {0};
    int lacks[IJ_SEATS] = {0}, q = 0;
    for (const char *s = hands; *s; s++)
        if (*s == '|')
            q++;
        else if (*s == '-')
            lacks[q] |= 1 << colour_of(*++s);
        else if (*s != ' ') {
            cards[q] |= BIT(card_of(s));
            s += strspn(s + 1, "0123456789");
        }
    fill_hands(the.order.seats, in_the_box()->hand, cards, lacks);
    for (q = 0; q < the.order.seats; q++)
        BITS_EACH (c, cards[q])
            playf("dealer card %d %s", q, code_of(c));
}

/* A game up to its first missions. */
static inline void deal(int seats, const char *settings, const gm_file *file, int leader, int insider,
                        const char *hands) {
    deal_roles(seats, settings, file, leader, insider);
    deal_hands(hands);
    phase_is("draw");
}

/* ---- one trick from its cards ------------------------------------------------------- */

/* The first trick of a game with this mission, led by seat 0; cards such as "p8 p10+ y7", where + is a
 * raise.  Players who do not follow lack that colour.  If there are too few cards for that, the first of
 * these players is the Insider, who need not follow. */
static inline void trick_with(const char *settings, const char *condition, const char *trump,
                              const char *cards) {
    char hands[128] = "", list[64], *word[IJ_SEATS];
    int seats = 0, insider = 1;
    snprintf(list, sizeof list, "%s", cards);
    for (char *w = strtok(list, " "); w; w = strtok(NULL, " "))
        word[seats++] = w;
    for (int i = seats; i-- > 1;)
        if (*word[i] != *word[0]) insider = i;
    for (int i = 0; i < seats; i++) {
        size_t n = strlen(hands);
        snprintf(hands + n, sizeof hands - n, "%s%.*s", i ? "|" : "", (int)strcspn(word[i], "+"), word[i]);
        n += strlen(hands + n);
        if (*word[i] != *word[0] && i != insider) snprintf(hands + n, sizeof hands - n, " -%c", *word[0]);
    }
    gm_file own = deck_of(22, condition, trump);
    deal(seats, settings, &own, 0, insider, hands);
    play_all("dealer mission 1;dealer mission 2;0 pick 1");
    for (int i = 0; i < seats; i++) {
        int n = (int)strcspn(word[i], "+");
        playf("%d %s %.*s", i, word[i][n] ? "raise" : "play", n, word[i]);
    }
}

static inline void trick_of(const char *condition, const char *trump, const char *cards) {
    trick_with("", condition, trump, cards);
}

/* Yellow is trump unless it matters. */
static inline void meets(const char *condition, const char *cards) {
    trick_of(condition, "yellow", cards);
    if (now()->completed != 1) fail_msg("%s does not meet %s", cards, condition);
}

static inline void fails(const char *condition, const char *cards) {
    trick_of(condition, "yellow", cards);
    if (now()->completed) fail_msg("%s meets %s", cards, condition);
}

/* ---- whole games from a plan ----------------------------------------------------------
 *
 * Seat 0 has the highest yellow cards, seat 1 pink ones, 2 green, 3 blue, so that the trump decides who
 * wins; a fifth seat has low cards. */

#define HANDS_OF_FIVE                                                                                        \
    "y4 y5 y6 y7 y8 y9 y10 y11 y12 y13|p4 p5 p6 p7 p8 p9 p10 p11 p12 p13|"                                   \
    "g4 g5 g6 g7 g8 g9 g10 g11 g12 g13|b4 b5 b6 b7 b8 b9 b10 b11 b12 b13|"

static inline void plan_game(int seats, const char *settings, int insider, const char *plan) {
    static const char *const hands[] = {
        "-p -g -b|-y -g -b|-y -p -b",
        "y13 -p -g -b|p13 -y -g -b|g13 -y -p -b|b13 -y -p -g",
        HANDS_OF_FIVE,
    };
    gm_file own = plan_missions(plan);
    deal(seats, settings, &own, 0, insider, hands[seats - 3]);
}

/* The leader gets the planned mission of the next trick. */
static inline void begin_trick(void) {
    int planned = 2 * now()->tricks + 1;
    playf("dealer mission %d", planned);
    playf("dealer mission %d", planned + 1);
    playf("%d pick %d", now()->leader, planned);
}

/* Tricks in which everybody plays the lowest card.  Whoever the last one reveals is not revealed yet. */
static inline void tricks(int n) {
    while (n--) {
        if (now()->phase == IJ_REVEAL) play_first();
        begin_trick();
        for (int i = 0; i < the.order.seats; i++)
            play_first();
    }
}

/* ---- games with Larry -------------------------------------------------------------------
 *
 * Seat 0 has the yellow cards, seat 1 the pink ones, and in each trick Larry draws two green ones and a
 * blue one and plays green.  So the trump says who wins: Y seat 0, P seat 1, G Larry, and B, which nobody
 * plays, the leader. */

#define YELLOW "y4 y5 y6 y7 y8 y9 y10 y11 y12 y13"
#define PINK "p4 p5 p6 p7 p8 p9 p10 p11 p12 p13"
#define MIXED "y1 y2 y3 p1 p2 p3 p4 g2 b2 b3"

#define LARRY_NOBODY_WINS "Y- P- G- Y- P- G- Y- P- Y-" /* 5, 4 and 5 intel */

static inline void plan_larry(const char *settings, int leader, int insider, const char *plan) {
    gm_file own = plan_missions(plan);
    deal(2, settings, &own, leader, insider, YELLOW "|" PINK);
}

/* The planned mission, the leader's lowest card, and Larry's three cards. */
static inline void until_larry(void) {
    int t = now()->tricks;
    begin_trick();
    play_first();
    playf("dealer card 2 g%d", t + 1);
    playf("dealer card 2 g%d", t + 2);
    playf("dealer card 2 b%d", t + 1);
}

/* In each trick Larry plays the green card that was put back in the one before. */
static inline void larry_tricks(int n) {
    while (n--) {
        if (now()->phase == IJ_REVEAL) play_first();
        until_larry();
        play_first();
        play_first();
    }
}

/* The first trick with this mission and trump.  The leader has only yellow cards, the other player, who
 * controls Larry, only pink ones.  The cards are the leader's, then Larry's, of three that are neither
 * yellow nor pink, and last "play p4" or "raise p4". */
static inline void larry_trick(int leader, const char *condition, const char *trump, const char *led,
                               const char *larry, const char *last) {
    char lines[256];
    gm_file own = deck_of(18, condition, trump);
    deal(2, "", &own, leader, 1 - leader, leader ? PINK "|" YELLOW : YELLOW "|" PINK);
    snprintf(lines, sizeof lines,
             "dealer mission 1;dealer mission 2;%d pick 1;%d play %s;"
             "dealer card 2 %s;dealer card 2 b1;dealer card 2 b2;%d larry %s b1;%d %s",
             leader, leader, led, larry, 1 - leader, larry, 1 - leader, last);
    play_all(lines);
}
#endif
