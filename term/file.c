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

/* Writes all of it; errno says why not. */
static bool write_to(const char *path, const char *s, size_t n, bool sync) {
    FILE *f = fopen(path, "wb");
    if (!f) return false;
    bool good = fwrite(s, 1, n, f) == n && !fflush(f) && (!sync || !fsync(fileno(f)));
    int error = errno;
    if (fclose(f) && good) return false;
    errno = error;
    return good;
}

bool file_write(const char *path, const char *s, size_t n, fault *why) {
    struct stat there;
    bool exists = !stat(path, &there);
    if (exists && !S_ISREG(there.st_mode)) /* a pipe or a device stays what it is */
        return write_to(path, s, n, false) || failed(why, "file.write", path);
    char *real = exists ? realpath(path, NULL) : strdup(path); /* a link stays a link */
    if (!real) return failed(why, "file.write", path);
    size_t size = strlen(real) + 16;
    char *beside = malloc(size);
    if (!beside) abort();
    snprintf(beside, size, "%s.%d", real, (int)getpid());
    bool good = write_to(beside, s, n, true) && !rename(beside, real);
    if (!good) {
        failed(why, "file.write", path);
        remove(beside);
    }
    free(beside);
    free(real);
    return good;
}

bool file_writable(const char *path, fault *why) {
    struct stat there;
    bool exists = !stat(path, &there);
    if (exists && !S_ISREG(there.st_mode)) return true;
    FILE *f = fopen(path, "ab");
    if (!f) return failed(why, "file.write", path);
    fclose(f);
    if (!exists) remove(path);
    return true;
}

bool file_record(const char *path, const record *r, fault *why) {
    static char room[RECORD_TEXT];
    text t = text_on(room, sizeof room);
    return (record_write(r, &t) || fault_at(why, "record.many", path, 0, 0)) &&
           file_write(path, t.at, t.used, why);
}
