/* tokens.c - the tokens by which houses recognise this user. */
#include "term/tokens.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST_PATH = 1024, LONGEST_LINE = 512 };

/* The path of the file; false if there is no home folder. */
static bool find_path(char path[LONGEST_PATH]) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int n = state && *state == '/' ? snprintf(path, LONGEST_PATH, "%s/safehouse/tokens", state)
            : home && *home        ? snprintf(path, LONGEST_PATH, "%s/.local/state/safehouse/tokens", home)
                                   : -1;
    return n > 0 && n < LONGEST_PATH;
}

/* Makes the folders that the file is in. */
static void make_folders(char *path) {
    for (char *s = path + 1; (s = strchr(s, '/')); s++) {
        *s = 0;
        mkdir(path, 0700); /* if this fails, opening the file says why */
        *s = '/';
    }
}

/* Splits a line `HOUSE TOKEN NAME` in place: `line` is then the house.  False if it is something else. */
static bool split_line(char *line, char **token, char **name) {
    line[strcspn(line, "\n")] = 0;
    *token = strchr(line, ' ');
    if (!*token) return false;
    *(*token)++ = 0;
    *name = strchr(*token, ' ');
    if (!*name) return false;
    *(*name)++ = 0;
    return **token && strlen(*token) < TOKENS_SIZE;
}

bool tokens_find(const char *house, const char *name, char token[TOKENS_SIZE]) {
    char path[LONGEST_PATH], line[LONGEST_LINE], *found_token, *found_name;
    FILE *f = find_path(path) ? fopen(path, "r") : NULL;
    bool found = false;
    while (f && fgets(line, sizeof line, f)) {
        if (!split_line(line, &found_token, &found_name) || strcmp(line, house) ||
            (name && strcmp(found_name, name)))
            continue;
        memcpy(token, found_token, strlen(found_token) + 1);
        found = true;
    }
    if (f) fclose(f);
    return found;
}

bool tokens_add(const char *house, const char *name, const char *token, fault *why) {
    static char path[LONGEST_PATH]; /* the fault keeps a pointer to it */
    char line[LONGEST_LINE];
    if (!find_path(path)) return fault_at(why, "join.no-home", NULL, 0, 0);
    make_folders(path);
    int n = snprintf(line, sizeof line, "%s %s %s\n", house, token, name), error = ENAMETOOLONG;
    int f = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    bool good = f >= 0 && n < LONGEST_LINE && write(f, line, (size_t)n) == n;
    if (n < LONGEST_LINE) error = errno;
    if (f >= 0) close(f);
    if (good) return true;
    return fault_at(why, fault_system(error, "file.write"), path, 0, 0);
}
