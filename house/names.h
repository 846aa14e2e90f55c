/* names.h - names of people as others see them: what may be in a name, and when two names look the same. */
#ifndef HOUSE_NAMES_H
#define HOUSE_NAMES_H
#include "kit/record.h"

/* Reads a name from outside: in Unicode's form NFC, blanks of every kind as one space.  False if the name is empty,
 * too long, begins or ends with a blank, or has something that cannot be seen or that changes how its surroundings
 * are shown: control and format characters, blanks that count as letters, a mark without a letter under it,
 * characters that Unicode has not assigned. */
bool house_read_name(const char *s, char out[RECORD_NAME]);

/* Would people take one for the other?  Letter case and compatible forms of a character make no difference. */
bool house_names_alike(const char *a, const char *b);
#endif
