/* file.c - whole files in and out. */
#include "term/file.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The system's own words for an error are part of the sentence. */
static bool failed(fault *why, const char *say, const char *path) {
    int error = errno;
    fault_at(why, say, path, 0, 0);
    return fault_with(why, 0, strerror(error), strlen(strerror(error)));
}

char *file_read(const char *path, size_t max, size_t *size, fault *why) {
    FILE *f = fopen(path, "rb");
    char *s = NULL;
    if (!f) {
        failed(why, "file.read", path);
        return NULL;
    }
    if (!(s = malloc(max + 1))) abort();
    *size = fread(s, 1, max + 1, f);
    if (ferror(f)) { /* a folder opens, but does not read */
        failed(why, "file.read", path);
    } else if (*size > max) {
        fault_at(why, "order.large", path, 0, 0);
        fault_number(why, 0, (int)max);
    } else {
        fclose(f);
        return s;
    }
    fclose(f);
    free(s);
    return NULL;
}

bool file_write(const char *path, const char *s, size_t n, fault *why) {
    size_t size = strlen(path) + 16;
    char *beside = malloc(size);
    if (!beside) abort();
    snprintf(beside, size, "%s.%d", path, (int)getpid());
    FILE *f = fopen(beside, "wb");
    bool good = f && fwrite(s, 1, n, f) == n && !fflush(f) && !fsync(fileno(f));
    if (f && fclose(f)) good = false;
    good = good && !rename(beside, path);
    if (!good) {
        failed(why, "file.write", path);
        if (f) remove(beside);
    }
    free(beside);
    return good;
}
