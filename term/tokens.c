/* tokens.c - by which houses know us. */
#include "term/tokens.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 1024, LINE = 512 };

/* The path of the file; false if there is no home. */
static bool find_path(char path[PATH]) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int n = state && *state == '/' ? snprintf(path, PATH, "%s/safehouse/tokens", state)
            : home && *home        ? snprintf(path, PATH, "%s/.local/state/safehouse/tokens", home)
                                   : -1;
    return n > 0 && n < PATH;
}

/* Makes the folders above it. */
static void make_folders(char *path) {
    for (char *s = path + 1; (s = strchr(s, '/')); s++) {
        *s = 0;
        mkdir(path, 0700); /* if it cannot be, opening the file says why */
        *s = '/';
    }
}

/* Splits `HOUSE TOKEN NAME`; false if it is not that. */
static bool split(char *line, char **token, char **name) {
    line[strcspn(line, "\n")] = 0;
    *token = strchr(line, ' ');
    if (!*token) return false;
    *(*token)++ = 0;
    *name = strchr(*token, ' ');
    if (!*name) return false;
    *(*name)++ = 0;
    return **token && strlen(*token) < TOKEN_SIZE;
}

bool token_find(const char *house, const char *name, char token[TOKEN_SIZE]) {
    char path[PATH], line[LINE], *secret, *whose;
    FILE *f = find_path(path) ? fopen(path, "r") : NULL;
    bool found = false;
    while (f && fgets(line, sizeof line, f)) {
        if (!split(line, &secret, &whose) || strcmp(line, house) || (name && strcmp(whose, name))) continue;
        memcpy(token, secret, strlen(secret) + 1);
        found = true;
    }
    if (f) fclose(f);
    return found;
}

bool token_keep(const char *house, const char *name, const char *token, fault *why) {
    static char path[PATH]; /* a fault points to it */
    char line[LINE];
    if (!find_path(path)) return fault_at(why, "join.no-home", NULL, 0, 0);
    make_folders(path);
    int n = snprintf(line, sizeof line, "%s %s %s\n", house, token, name), error = ENAMETOOLONG;
    int f = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    bool good = f >= 0 && n < LINE && write(f, line, (size_t)n) == n;
    if (n < LINE) error = errno;
    if (f >= 0) close(f);
    if (good) return true;
    fault_at(why, "file.write", path, 0, 0);
    return fault_with(why, 0, strerror(error), strlen(strerror(error)));
}
