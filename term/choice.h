/* choice.h - the legal moves of a person who is asked: listed, parsed from what is typed, and explained.
 *
 * People read and type moves in words.  A typed line chooses the move whose words contain all of its words, in any
 * order; or it is the move's number in the list, or its notation or a part of that.  Seats that are typed count
 * from 1, as they are shown, also in notation. */
#ifndef TERM_CHOICE_H
#define TERM_CHOICE_H
#include "kit/notation.h"
#include "term/input.h"
#include "term/narrator.h"

typedef struct {
    gm_seat who;
    int n;
    gm_move move[GM_MAX_MOVES];
} choice_set;

void choice_find_legal(const narrator *t, gm_seat who, choice_set *out);

/* Prints every legal move in words, or only those that have all these words.  A player's moves are numbered; the
 * dealer's are not, because cards and dice are numbers themselves. */
void choice_print_all(narrator *t, const choice_set *c, const char *words);

/* The same, but if there are many, moves that differ in one thing share a line. */
void choice_print(narrator *t, const choice_set *c);

/* The legal move that a line stands for, by its notation or its words: `14` for `card 2 14`, `y3` and `yellow 3` for
 * `play y3`, `swap 5 3` for `swap 3 5`.  0 if none matches, or several do. */
gm_move choice_match(const narrator *t, const choice_set *c, const char *line);

/* Parses a legal move.  False after saying what is wrong with it, or which moves it may mean. */
bool choice_parse_legal(narrator *t, const choice_set *c, const char *line, gm_move *m);

/* Says whether a move is legal and, if it is not, which rule forbids it.  With `preview` it also says what a
 * legal move would bring. */
void choice_explain(narrator *t, const choice_set *c, const char *line, bool preview);

/* Prints the statements that the game has, one a line, as choice_parse_statement takes them. */
void choice_print_statements(narrator *t);

/* Parses a statement, in notation or in the words in which it is told, into its notation, as records have it.  False
 * after saying what is wrong. */
bool choice_parse_statement(narrator *t, const char *line, char notation[GM_NOTATION_SIZE]);

/* Writes what came up in a move of the dealer's, in words that choice_match takes: the card or the face. */
void choice_write_outcome(const narrator *t, gm_move m, text *out);

/* Copies a line and replaces players' names by their seats' numbers, which count from 1: `vote Celina` becomes
 * `vote 3`. */
void choice_replace_names(const narrator *t, const char *typed, char line[INPUT_LINE]);

/* Answers the commands that only ask for information: rules, state, moves, log, why, try.  False if the line
 * is none of them. */
bool choice_answer_query(narrator *t, const choice_set *c, const char *line);
#endif
