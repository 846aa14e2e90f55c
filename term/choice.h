/* choice.h - the moves that a person can choose: listed, read from what is typed, and explained. */
#ifndef TERM_CHOICE_H
#define TERM_CHOICE_H
#include "term/teller.h"

/* The legal moves of one who is asked. */
typedef struct {
    gm_seat who;
    int n;
    gm_move move[GM_MAX_MOVES];
} choices;

void choice_find(const teller *t, gm_seat who, choices *out);

/* Every choice in words, numbered for a player; the dealer's cards and dice have numbers of their own. */
void choice_list(teller *t, const choices *c);

/* The same, in short if there are many. */
void choice_offer(teller *t, const choices *c);

/* The move that somebody meant by a notation or a part of it: `14` for `card 2 14`, `y3` for `play y3`,
 * `swap 5 3` for `swap 3 5`.  0 if none fits, or several do. */
gm_move choice_meant(const teller *t, const choices *c, const char *line);

/* The move that a line names, allowed or not: its number in the list, its notation or just a part of that,
 * with seats by number or name. */
bool choice_read(const teller *t, const choices *c, const char *line, gm_move *m, fault *why);

/* The same of a move that is allowed; of another one it tells why not. */
bool choice_take(teller *t, const choices *c, const char *line, gm_move *m);

/* Says whether a move is allowed; of one that is, `all` tells what it would bring. */
void choice_explain(teller *t, const choices *c, const char *line, bool all);

/* The line with seats' numbers in the place of their names, `vote Celina`. */
void choice_number_names(const teller *t, const char *typed, char line[TELL_LINE]);

/* ---- words that people type --------------------------------------------------------------------------- */

/* Takes blanks off the ends, and capitals out of all but names of files and talk: notation has none. */
void word_tidy(char *line);

/* Does the line begin with this word?  Then *rest is what follows. */
bool word_is(const char *line, const char *word, const char **rest);

/* Answers the words that only ask to be told something: rules, state, moves, log, why, try.  False if it is none
 * of them. */
bool word_answer(teller *t, const choices *c, const char *line);
#endif
