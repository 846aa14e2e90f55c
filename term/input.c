/* input.c - lines that people type, and the commands in them. */
#include "term/input.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

void input_normalize(char *line) {
    size_t n = strlen(line);
    while (n && isspace((unsigned char)line[n - 1]))
        line[--n] = 0;
    char *s = line;
    while (isspace((unsigned char)*s))
        s++;
    memmove(line, s, strlen(s) + 1);
    if (!strncasecmp(line, "save ", 5) || !strncasecmp(line, "say ", 4) || !strncasecmp(line, "report ", 7) ||
        !strncasecmp(line, "name ", 5))
        n = strcspn(line, " ");
    for (s = line; *s && s < line + n; s++)
        *s = (char)tolower((unsigned char)*s);
}

bool input_is(const char *line, const char *word, const char **rest) {
    size_t n = strlen(word);
    if (strncmp(line, word, n) || (line[n] && line[n] != ' ')) return false;
    for (*rest = line + n; **rest == ' ';)
        ++*rest;
    return true;
}
