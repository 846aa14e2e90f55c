/* choice.h - the legal moves of a person who is asked: listed, parsed from what is typed, and explained. */
#ifndef TERM_CHOICE_H
#define TERM_CHOICE_H
#include "term/input.h"
#include "term/narrator.h"

typedef struct {
    gm_seat who;
    int n;
    gm_move move[GM_MAX_MOVES];
} choice_set;

void choice_find_legal(const narrator *t, gm_seat who, choice_set *out);

/* Prints every legal move in words.  A player's moves are numbered; the dealer's are not, because cards and
 * dice are numbers themselves. */
void choice_print_all(narrator *t, const choice_set *c);

/* The same, but in a compact form if there are many. */
void choice_print(narrator *t, const choice_set *c);

/* The legal move that a notation, or a part of one, stands for: `14` for `card 2 14`, `y3` for `play y3`,
 * `swap 5 3` for `swap 3 5`.  0 if none matches, or several do. */
gm_move choice_match(const narrator *t, const choice_set *c, const char *line);

/* The move that a line names, legal or not: its number in the list, its notation or a part of that, with
 * seats by number or name. */
bool choice_parse(const narrator *t, const choice_set *c, const char *line, gm_move *m, fault *why);

/* Parses a legal move.  False after saying what is wrong with it. */
bool choice_parse_legal(narrator *t, const choice_set *c, const char *line, gm_move *m);

/* Says whether a move is legal and, if it is not, which rule forbids it.  With `preview` it also says what a
 * legal move would bring. */
void choice_explain(narrator *t, const choice_set *c, const char *line, bool preview);

/* Copies a line and replaces players' names by their seats' numbers: `vote Celina` becomes `vote 2`. */
void choice_replace_names(const narrator *t, const char *typed, char line[INPUT_LINE]);

/* Answers the commands that only ask for information: rules, state, moves, log, why, try.  False if the line
 * is none of them. */
bool choice_answer_query(narrator *t, const choice_set *c, const char *line);
#endif
