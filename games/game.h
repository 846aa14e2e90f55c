/* game.h - what a game is.
 *
 * A game is one const struct of pure functions over two flat blocks of bytes:
 *
 *   box    what is settled before the first move and never changes: seats,
 *          options, decks, roles, and tables computed from them.  It is public.
 *          open() makes it once per table; the table, its bots and all search
 *          threads then share it read-only.  It begins with a gm_box_head.
 *   state  everything that changes.  Clone it with memcpy, compare it with memcmp.
 *
 * Pure means: the same bytes in give the same bytes out; no malloc, no clock,
 * no stdio, no variable that outlives the call.  Both blocks are little-endian,
 * 8-byte aligned, without padding or pointers, the same on every machine and in
 * WASM (so no __int128 and no floating point in them).
 *
 * Map: moves - stories - statements - who sees which bytes - figures - things
 * and sentences - making a box - results - the game itself - what games share -
 * views. */
#ifndef GAME_H
#define GAME_H
#include "base/fault.h"
#include "base/rng.h"
#include "base/text.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint8_t gm_seat;   /* 0..6 for players, GM_SPECTATOR or GM_DEALER */
typedef uint16_t gm_seats; /* a set of them: bit s is seat s */

enum {
    GM_MAX_SEATS = 7,     /* a mask byte has a bit for each seat and one for the spectators */
    GM_SPECTATOR = 7,     /* stands for everybody who watches: sees what lies face up */
    GM_LISTENERS = 8,     /* the seats and the spectators */
    GM_DEALER = 8,        /* chance, and the hand that turns cards over */
    GM_NONE = 0xFE,       /* no thing: an empty slot, an abstention */
    GM_HIDDEN = 0xFF,     /* an argument that the listener may not know */
    GM_MAX_MOVES = 512,   /* The Agents, with all 48 agents and 32 situations in one hand: 499 */
    GM_MAX_STATE = 1024,  /* The Agents */
    GM_MAX_BOX = 16384,   /* Inside Job: 12 k, most of it binomials; Sentient: 3 k */
    GM_MAX_NOTES = 4096,  /* Inside Job: 1.6 k, 120 ways to hand out the roles */
    GM_MAX_FIGURES = 256, /* Sentient: 186 */
    GM_MAX_PLIES = 32768, /* The Agents: 60 rounds of 5 turns, 100 moves a turn */
};

/* ---- moves ----------------------------------------------------------------
 *
 * A move is a kind and three arguments.  0 is "no move", so kinds start at 1.
 *
 *    31      24 23      16 15       8 7        0
 *   |   kind   |    a     |    b     |    c     |
 *
 * A move carries every fact that it makes known: "play the pink 8", not "play
 * my third card"; "the dealer turns seat 2 over: the Insider", not "turn seat 2
 * over".  An argument that a listener may not know reaches them as GM_HIDDEN. */
typedef uint32_t gm_move;
#define GM_MOVE(k, a, b, c) ((gm_move)(k) << 24 | (gm_move)(a) << 16 | (gm_move)(b) << 8 | (gm_move)(c))
#define GM_KIND(m) ((uint8_t)((m) >> 24))
#define GM_ARG(m, i) ((uint8_t)((m) >> (16 - 8 * (i))))
#define GM_A(m) GM_ARG(m, 0)
#define GM_B(m) GM_ARG(m, 1)
#define GM_C(m) GM_ARG(m, 2)

/* A kind of move.  Notation and its parser, JSON, the schema and the log all
 * come from this table.  A move is written as its `name` and the codes of its
 * arguments: `drop 7`.  An unused argument has no `of` and is 0. */
typedef struct {
    uint8_t kind;
    const char *name;
    const char *of[3];       /* what the arguments are: "card", "seat", ... or NULL */
    const char *say;         /* the sentence for the log: {0} who, {1} to {3} the arguments */
    const char *say_hidden;  /* the sentence for a listener who hears an argument as GM_HIDDEN, or NULL */
    const char *say_choice;  /* the move as one that a player can choose: "play {1}"; it differs for all
                                legal moves.  NULL: only the dealer makes it */
    const char *say_several; /* the sentence for several such moves of the dealer's in a row, or NULL:
                                {2} the last arguments of all.  {1} is the first if it is a seat; then
                                all have the same */
    bool undoable;           /* reveals nothing but the choice itself.  The law: in every world that a
                               listener holds possible, the same could have been heard.  A seat may take
                               back its own latest moves as long as all of them are undoable. */
    bool chapter;            /* begins a chapter of the log (a trick, a round); several in a row begin one */
    bool args_reversed;      /* the arguments are written and counted from the last to the first: moves
                               sort by where a card lies, but are told by which card it is */
} gm_verb;

/* ---- stories ---------------------------------------------------------------
 *
 * The moves so far as one listener heard them, and who made them. */
typedef struct {
    int n;
    const gm_seat *by;
    const gm_move *heard;
} gm_story;

/* ---- statements -------------------------------------------------------------
 *
 * What players may say during play, as data, so that everybody reads it in their
 * own language: `suspect 1`.  Statements have a table of verbs of their own, with
 * kinds that no move has.  Everybody hears the same statement, and it changes
 * nothing in the game.  Only kind, name, of and say of the verb are used. */
enum { GM_STATEMENT = 0x80 }; /* kinds of statements start here; kinds of moves end before */

/* ---- who may see which bytes ---------------------------------------------- */

typedef enum {
    GM_PUBLIC, /* on the table */
    GM_OWNER,  /* row i belongs to seat i alone; rows of seats that this table does
                  not have are public (and zero) */
    GM_MASKED, /* row i is for the seats in a mask byte of its own; bit GM_SPECTATOR
                  means face up */
    GM_SECRET, /* nobody's: the dealer's */
} gm_visibility;

/* How a row reads in JSON and in the schema.  A hole is null because of this
 * table and the masks, never because of the bytes found there: a set of all
 * cards is a set, and 0xFF is a number. */
typedef enum { GM_U8, GM_I8, GM_U16, GM_I16, GM_U32, GM_SET } gm_type;

/* Every byte of a state is in exactly one field.  Ask of each byte: could two
 * seats differ in what they know of it?  Then it is a row of its own.
 *
 *  - A hand of which nobody else ever knows a part: one GM_OWNER row, a GM_SET
 *    of 8 bytes (Inside Job).  The number of cards is another, public field.
 *  - A hand of which others may know single cards: GM_MASKED slots, whose order
 *    is public, as if the backs lay on the table.  All see which back is taken
 *    or added, so knowledge follows the card (The Agents: recall, pickpocket).
 *  - A known card goes where those who know it cannot follow it: keep the card's
 *    row as it is and hide the pointer (Larry: the three cards drawn stay rows
 *    that remember who knew them; which of them went back on top only the
 *    controller knows).
 *  - Masks are public: who has looked at a card is no secret in these games.
 *  - An undealt deck is a GM_SET, GM_SECRET if it can hold surprises; how many
 *    cards it holds is public.  So shuffling is not a move.  If a deck can be
 *    rebuilt from discards, remember per hidden slot from which deck it was drawn.
 *  - What everybody heard in the last move stays on the table until the next
 *    one (the finished trick, the last action), for players' eyes and for the
 *    law "silence". */
typedef struct {
    const char *name;
    uint16_t at, rows, size;  /* offset; rows of size bytes */
    uint8_t visibility, type; /* gm_visibility, gm_type; a row wider than its type is a list */
    uint16_t mask_at;         /* GM_MASKED: offset of the rows' mask bytes */
    const char *of;           /* "card", "seat", "phase", ... or NULL for plain numbers */
} gm_field;

/* A row of the table for a member of struct type t, for example
 *   GM_FIELD(state, hand, SEATS, GM_OWNER, GM_SET, "card")
 *   GM_MASKED_FIELD(state, role, SEATS, GM_U8, "role")      mask: role_seen */
#define GM_FIELD(t, member, rows, visibility, type, of)                                                      \
    { #member, offsetof(t, member), rows, sizeof(((t *)0)->member) / (rows), visibility, type, 0, of }
#define GM_MASKED_FIELD(t, member, rows, type, of)                                                           \
    {                                                                                                        \
#member, offsetof(t, member), rows, sizeof(((t *)0)->member) / (rows), GM_MASKED, type,              \
            offsetof(t, member##_seen), of                                                                   \
    }

/* ---- figures ----------------------------------------------------------------
 *
 * What the rules compute from what lies on the table, for whoever displays it:
 * what a card scores with the dice as they lie, who leads, how many tricks there
 * are.  A struct of the game's own without padding, all of its fields GM_PUBLIC.
 * compute() starts from zeroes and reads public bytes only, so the figures are the
 * same on the state and on every view. */
typedef struct {
    uint16_t size;
    const gm_field *fields; /* ends with a NULL name */
    void (*compute)(const void *box, const void *st, void *out);
} gm_figures;

/* ---- things and sentences --------------------------------------------------
 *
 * A game never writes text for people.  It gives lines: a key of the catalogs
 * and the values for the places {0}, {1}, ... of the sentence found there. */
enum {
    GM_LINE_ARGS = 6,  /* an investor of Sentient: position, type, first, second, slots, influence */
    GM_CODE_SIZE = 16, /* bytes, with the 0 at the end; The Agents: right-right-cmd */
    GM_MAX_LINES = 96, /* The Agents: at most 80 discards, and two headings; gm_add_line() asserts it */
};

typedef struct {
    enum {
        GM_ARG_NONE,
        GM_ARG_NUMBER, /* n; the first number of a line also selects the plural form */
        GM_ARG_THING,  /* thing n of kind `of` ("seat" is a kind too) */
        GM_ARG_THINGS, /* the things in set n */
        GM_ARG_ROW,    /* a row of cells, gm_row(): things of kind `of`, or numbers if that is NULL */
        GM_ARG_LIST,   /* the same as part of a sentence: with commas, and without empty cells */
        GM_ARG_WORD,   /* another key: `of` */
        GM_ARG_TEXT,   /* words that are data, from a deck: `of` */
    } kind;
    const char *of;
    int64_t n;
} gm_arg;

typedef struct {
    const char *say;
    gm_arg arg[GM_LINE_ARGS];
} gm_line;

/* Lines for a person who cannot see the table. */
typedef struct {
    int n;
    gm_line line[GM_MAX_LINES];
} gm_lines;

/* A thing of the game, such as card 7: its code in notation and JSON (ASCII
 * letters, digits and -_.+ only, and never "-" or "?", which are GM_NONE and
 * GM_HIDDEN), and its name for a person. */
typedef struct {
    char code[GM_CODE_SIZE];
    gm_line name;
} gm_thing;

/* Most kinds differ in their first letter, and every move that is written asks about several. */
static inline bool gm_is_kind(const char *of, const char *kind) { return *of == *kind && !strcmp(of, kind); }

/* ---- making a box ---------------------------------------------------------- */

enum {
    GM_MAX_SETTINGS = 12,  /* Inside Job has 8 options */
    GM_MAX_FILES = 3,      /* The Agents: two decks; Inside Job: missions and roles */
    GM_MAX_FILE = 32768,   /* 255 rows of 128 bytes */
    GM_MAX_DECK_FILES = 4, /* of one kind, from all editions; Dead Drop: 2 */
};

typedef struct {
    const char *key, *value;
} gm_setting; /* goal=50 */

typedef struct {
    const char *name, *text;
    size_t size;
} gm_file; /* a CSV */

/* A setting that the next game at a table has instead of its own.  A value is a word, or a code, a colon and a
 * seat: wired:2. */
typedef struct {
    const char *key;
    char value[GM_CODE_SIZE + 2];
} gm_next_setting;

/* What every box begins with.  A dummy has a number after those of the seats, a name
 * and a result, but nobody sits there: it is never asked to move and sees nothing
 * (Larry of Inside Job).
 *
 * A rule whose reading has changed asks the box for the edition, never the game: a game
 * that was begun under an older edition goes on under it.  gm_open_box() (kit/order.h)
 * writes it before it calls open(), so no game can forget it. */
typedef struct {
    uint8_t seats, dummies;
    uint16_t edition; /* from 1 */
} gm_box_head;

static inline int gm_seat_count(const void *box) { return ((const gm_box_head *)box)->seats; }
static inline int gm_edition(const void *box) { return ((const gm_box_head *)box)->edition; }

/* Seats and dummies: everybody who has a name and a result. */
static inline int gm_players(const void *box) {
    const gm_box_head *head = box;
    return head->seats + head->dummies;
}

/* What somebody wants to play.  A NULL key and a NULL name end the lists. */
typedef struct {
    int seats;
    gm_setting settings[GM_MAX_SETTINGS + 1];
    gm_file files[GM_MAX_FILES + 1];
    int edition; /* of the rules; 0: the newest */
} gm_order;

/* A tiny game for the exact laws, which enumerate all its histories of up to `plies`
 * moves (0: to the end).  Where there are too many, `stories` says how many stories of
 * random games to take for each listener; the laws then enumerate the histories that
 * fit one of them. */
typedef struct {
    gm_order order;
    int plies, stories;
    bool players; /* for players only: the spectators know too little */
} gm_mini;

/* An option that an order may set.  values: "on|off" (one of these), "6..99" (a whole
 * number in a range), or "none|..." (one of those before the dots, or anything else that
 * the game's open() accepts).  `say` is its label, `help` a further sentence or NULL.
 * Options without `say` come last; they are for minis and are not offered to people.
 *
 * `since` is the edition that brought the option; older editions do not know it.  Where a
 * later edition changes the values or the default of an option, a further row with the
 * same key takes its place, and the row before it stays for the older editions. */
typedef struct {
    const char *key, *values, *default_value, *say, *help;
    int since;
} gm_option;

/* The option of this key in an edition, or NULL. */
const gm_option *gm_option_of(const gm_option *options, int edition, const char *key);

/* Writes a value of an option, or its `values`, with the numbers of seats moved by `by`.  Settings count seats from 0,
 * people from 1.  In an option that is no range, a number is a seat: `2`, or `wired:2`. */
void gm_move_seats(text *out, const gm_option *o, const char *value, int by);

/* What an order says about an option, or the option's default; the order names its edition. */
const char *gm_setting_of(const gm_order *order, const gm_option *options, const char *key);

/* The same for an option "on|off", and for one that is a whole number. */
bool gm_option_on(const gm_order *order, const gm_option *options, const char *key);
int gm_option_number(const gm_order *order, const gm_option *options, const char *key);

/* A file of decks/, and the edition that brought it.  From then on it never changes: an
 * edition with other cards brings another file. */
typedef struct {
    int since;
    const char *file;
} gm_deck_file;

/* A kind of deck file, recognised by its columns.  An order that brings none of its own is
 * played with the last of the shipped ones that its edition knows; the first is there since
 * edition 1.  If `adds` is set, an order's own file does not replace the shipped one but
 * comes after all decks; at most one kind adds. */
typedef struct {
    const char *columns;
    bool adds;
    gm_deck_file shipped[GM_MAX_DECK_FILES + 1]; /* ends with a NULL file */
} gm_deck;

/* ---- results --------------------------------------------------------------- */

/* Why a move is not allowed: the rule's id and a key of the catalogs. */
typedef struct {
    const char *rule, *say; /* "J3.4" */
} gm_reason;

typedef struct {
    gm_seats winners; /* ties are already settled; a finished game may have none; dummies win too */
    int32_t points[GM_MAX_SEATS];
} gm_result;

/* A line of the score sheet: this seat got these points for this. */
typedef struct {
    gm_seat seat;
    int16_t points;
    gm_line line;
} gm_score;

/* Sentient: 4 players with 12 cards and a printed investor, 15 investors, 15 chips: 82. */
enum { GM_MAX_SCORES = 128 };

/* ---- the game -------------------------------------------------------------- */

/* There is at least one mini for each variant, unless all fields are public.  The extra
 * settings are those that the laws should try besides the values that options name. */
typedef struct {
    const char *name;        /* "inside-job" */
    uint16_t edition;        /* the newest one; raised when the reading of a rule changes */
    uint16_t oldest_edition; /* that can still be played */
    uint8_t min_seats, max_seats, default_seats;
    uint16_t state_size, box_size, notes_size; /* state_size is a multiple of 8 */
    const char *say, *about, *rules;           /* keys: its name, what it is, how it is played */
    const gm_field *fields;                    /* ends with a NULL name */
    const gm_verb *verbs;                      /* ends with a NULL name */
    const gm_verb *statements;                 /* ends with a NULL name; NULL: there are none */
    const gm_option *options;                  /* ends with a NULL key */
    const gm_deck *decks;                      /* ends with NULL columns */
    const gm_mini *minis;                      /* ends with seats 0 */
    const gm_setting *extra_settings;          /* ends with a NULL key; NULL: there are none */
    const gm_figures *figures;                 /* NULL: the view already says everything */

    /* Reads the order into a box of zeroes, in which only the edition is set.  The order
     * is complete (kit/order.h): it names its edition and every option of that, and holds
     * a file for each of `decks`, in that order, then the file that adds to them.  Seats,
     * options and the columns of files have been checked.  False: why says what is wrong,
     * and the box must not be used. */
    bool (*open)(const gm_order *order, void *box, fault *why);

    /* Puts the pieces out.  Nothing is random yet. */
    void (*setup)(const void *box, void *st);

    /* Who must choose now.  Several seats: a simultaneous choice, answered in any
     * order with the same result.  None: the game is over.  The same on the state
     * and on every view. */
    gm_seats (*to_act)(const void *box, const void *st);

    /* Do the players discuss first what those who must act will choose?  True until the last of them has
     * chosen.  A table lets them choose when everybody is ready, or its time for that has passed; the rules
     * know nothing of it.  The same on the state and on every view.  NULL: never. */
    bool (*discusses)(const void *box, const void *st);

    /* Writes every legal move of one seat, ascending, without duplicates; returns how
     * many.  For a player, the same on the state and on that player's view. */
    int (*moves)(const void *box, const void *st, gm_seat who, gm_move out[GM_MAX_MOVES]);

    /* The dealer has `chances` equally likely outcomes, and `deal` is outcome x of
     * them, ascending in x (a move twice as likely has two outcomes; a card that is
     * turned over has one).  Who picks x is not the game's business: a fast
     * generator, a committed stream, a script, or a person with real dice. */
    uint32_t (*chances)(const void *box, const void *st);
    gm_move (*deal)(const void *box, const void *st, uint32_t x);

    /* Plays one legal move.  Given a listener's view and the move as that listener
     * heard it, apply() does to the view what it does to the state: nothing hidden
     * ever decides what is seen; where it would, the dealer turns it over first, as a
     * move.  What apply() writes where the listener cannot see does not matter, but
     * must be harmless: no index or shift by GM_HIDDEN. */
    void (*apply)(const void *box, void *st, gm_seat who, gm_move m);

    /* The move as a listener hears it.  A listener's story is the list of these.
     * NULL: nothing is hidden, and everybody hears the move itself. */
    gm_move (*heard)(const void *box, const void *st, gm_seat who, gm_move m, gm_seat listener);

    /* NULL if m is legal.  The same on the mover's view.  m may be any move of the
     * verbs' kinds whose arguments are things of this box or GM_NONE. */
    const gm_reason *(*why_not)(const void *box, const void *st, gm_seat who, gm_move m);

    /* NULL if this seat may state m now, during play.  The answer depends only on what
     * the spectators have heard, so it is news to nobody.  m may be any statement whose
     * arguments are things of this box or GM_NONE.  NULL if `statements` is. */
    const gm_reason *(*why_not_state)(const void *box, const gm_story *spectators, gm_seat who, gm_move m);

    /* Of a finished game; the same on every view.  The scores of a seat add up to its
     * points. */
    void (*result)(const void *box, const void *st, gm_result *r);
    int (*scores)(const void *box, const void *st, gm_score out[GM_MAX_SCORES]);

    /* The settings that change for the next game at the same table, when everybody has moved on by one
     * seat: those that name a seat, and who begins if that follows from this game.  Returns how many.
     * NULL: none ever. */
    int (*next_settings)(const void *box, const gm_story *spectators, gm_next_setting out[GM_MAX_SETTINGS]);

    /* Conservation: NULL if all cards, tokens and pawns are where they should be, else
     * a word on what is not, for a programmer. */
    const char *(*check_invariants)(const void *box, const void *st);

    /* Possible worlds.  study() looks at a view once and writes down what fill()
     * needs (how many ways to deal there are, by traitor); fill() then draws worlds,
     * many from one study.  A world weighs as much as the dealer's chances of it,
     * summed over all hidden choices that can have led to it, given that every move
     * heard was legal in it.  How clever the moves were is for beliefs to weigh.
     * Neither function sees the real state.  study is NULL if fill() needs no notes;
     * both are NULL if nothing is hidden, because then the view is the only world. */
    void (*study)(const void *box, const void *view, gm_seat who, void *notes);
    void (*fill)(const void *box, const void *view, gm_seat who, const void *notes, rng *r, void *world);

    /* For beliefs: replaces what `who` did not hear in the story by what it was if this
     * world is the true one, so that the whole game can be replayed in it and each
     * choice be asked how likely it was.  NULL: nothing is hidden. */
    void (*fill_story)(const void *box, const void *world, gm_seat who, gm_move *story, const gm_seat *by,
                       int n);

    /* Thing number i of a kind that fields, verbs, statements or lines name; false if
     * there is no such thing.  Numbers run from 0 or from 1 without a gap.  (For "seat"
     * only the names of dummies are asked for: the kit knows the rest.)  If players have
     * colours, these are the things of the kind "player-colour", from 0, at least as many as there
     * are seats; seat i has colour i unless people choose others (table/). */
    bool (*thing)(const void *box, const char *of, int i, gm_thing *out);

    /* The next functions write sentences; each clears `out` first.
     *
     * What is particular to this box (its special roles); told when a game begins, and
     * with its rules.  NULL: nothing ever. */
    void (*brief)(const void *box, gm_lines *out);

    /* How many of the latest chapters of the log may be shown now; 0 for all.  (A
     * player who heard more may remember it: this is about what is shown.)  NULL: all. */
    int (*chapters)(const void *box, const void *st);

    /* What a move brought about besides itself (a trick is won), in sentences for
     * `who`, from that reader's views before and after it.  NULL: nothing ever. */
    void (*news)(const void *box, const void *before, const void *after, gm_seat who, gm_lines *out);

    /* The view in sentences, what matters most first. */
    void (*tell)(const void *box, const void *view, gm_seat who, gm_lines *out);

    /* The discards that lie face up, in sentences, for whoever looks through them: a line for
     * each card, the top one first if their order counts.  Reads public bytes only.  NULL: no
     * discards of this game are open. */
    void (*discards)(const void *box, const void *view, gm_lines *out);

    /* Adds to the line of a choice (see gm_verb's say_choice) what the view tells about it,
     * such as the card in a slot, as {4} and {5}; and where a name does not speak to the player
     * who chooses, puts one that does in its place.  NULL: nothing. */
    void (*choice)(const void *box, const void *view, gm_move m, gm_line *line);

    /* What a legal move of who's would bring, as far as the view tells, the gist in the
     * first sentence.  NULL: nothing that is not plain. */
    void (*preview)(const void *box, const void *view, gm_seat who, gm_move m, gm_lines *out);
} gm_game;

/* ---- what games share ------------------------------------------------------- */

/* What moves() returns for the dealer: every outcome of deal() once. */
int gm_outcomes(const void *box, const void *st, uint32_t (*chances)(const void *, const void *),
                gm_move (*deal)(const void *, const void *, uint32_t), gm_move out[GM_MAX_MOVES]);

/* Is m one of the n moves? */
bool gm_has_move(const gm_move *moves, int n, gm_move m);

/* A blank state, with which setup() begins: GM_NONE where a field holds a thing, zero in
 * sets and plain numbers.  Masks have all bits set: everybody sees that nothing lies there. */
void gm_blank(const gm_field *fields, size_t size, void *st);

/* Things that are just a word, numbered within their kind from 0. */
typedef struct {
    const char *of, *code, *say; /* say NULL: the code is name enough */
} gm_word;
bool gm_word_thing(const gm_word *words, const char *of, int i, gm_thing *out); /* ends with a NULL of */

/* Arguments of lines. */
static inline gm_arg gm_number(int64_t n) { return (gm_arg){GM_ARG_NUMBER, NULL, n}; }
static inline gm_arg gm_thing_arg(const char *of, int i) { return (gm_arg){GM_ARG_THING, of, i}; }
static inline gm_arg gm_seat_arg(int seat) { return gm_thing_arg("seat", seat); }
static inline gm_arg gm_set_arg(const char *of, uint64_t set) {
    return (gm_arg){GM_ARG_THINGS, of, (int64_t)set};
}
static inline gm_arg gm_word_arg(const char *key) { return (gm_arg){GM_ARG_WORD, key, 0}; }
static inline gm_arg gm_text_arg(const char *data) { return (gm_arg){GM_ARG_TEXT, data, 0}; }

/* The same for up to 7 cells of a byte; GM_NONE is an empty cell.  A row has a column for each
 * cell; a list has commas between those that are not empty.  gm_row_cells() unpacks the cells
 * of either and returns how many there are. */
gm_arg gm_row(const char *of, const uint8_t *cells, int n);
gm_arg gm_list(const char *of, const uint8_t *cells, int n);
int gm_row_cells(int64_t row, uint8_t cells[7]);

/* Adds a line and returns it, so that the caller can fill in its arguments. */
gm_line *gm_add_line(gm_lines *out, const char *say);

/* ---- views ------------------------------------------------------------------
 *
 * What bots, clients and logs get.  Only gm_make_view() (kit/view.h) makes a view,
 * and a bot's entry point takes nothing else, so handing it a state does not
 * compile. */
typedef struct {
    const gm_game *game;
    const void *box;
    gm_seat who;
    _Alignas(8) uint8_t st[GM_MAX_STATE];
} gm_view;
#endif
