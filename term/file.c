/* file.c - reads and writes whole files. */
#include "term/file.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Makes a fault from errno; `say` is for errors that have no sentence of their own.  Returns false. */
static bool system_fault(fault *why, const char *say, const char *path) {
    return fault_at(why, fault_system(errno, say), path, 0, 0);
}

char *file_read(const char *path, size_t max, size_t *size, fault *why) {
    FILE *f = fopen(path, "rb");
    char *s = NULL;
    if (!f) {
        system_fault(why, "file.read", path);
        return NULL;
    }
    if (!(s = malloc(max + 1))) abort();
    *size = fread(s, 1, max + 1, f);
    if (ferror(f)) { /* a folder can be opened, but not read */
        system_fault(why, "file.read", path);
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

/* Writes the bytes to a file.  False: errno says why. */
static bool write_bytes(const char *path, const char *s, size_t n, bool sync) {
    FILE *f = fopen(path, "wb");
    if (!f) return false;
    bool good = fwrite(s, 1, n, f) == n && !fflush(f) && (!sync || !fsync(fileno(f)));
    int error = errno;
    if (fclose(f) && good) return false;
    errno = error;
    return good;
}

bool file_write(const char *path, const char *s, size_t n, fault *why) {
    struct stat info;
    bool exists = !stat(path, &info);
    if (exists && !S_ISREG(info.st_mode)) /* do not replace a pipe or a device by a file, */
        return write_bytes(path, s, n, false) || system_fault(why, "file.write", path);
    char *real = exists ? realpath(path, NULL) : strdup(path); /* nor a symbolic link */
    if (!real) return system_fault(why, "file.write", path);
    size_t size = strlen(real) + 16;
    char *temporary = malloc(size);
    if (!temporary) abort();
    snprintf(temporary, size, "%s.%d", real, (int)getpid());
    bool good = write_bytes(temporary, s, n, true) && !rename(temporary, real);
    if (!good) {
        system_fault(why, "file.write", path);
        remove(temporary);
    }
    free(temporary);
    free(real);
    return good;
}

bool file_exists(const char *path) {
    struct stat info;
    return !stat(path, &info) && S_ISREG(info.st_mode);
}

bool file_writable(const char *path, fault *why) {
    struct stat info;
    bool exists = !stat(path, &info);
    if (exists && !S_ISREG(info.st_mode)) return true;
    FILE *f = fopen(path, "ab");
    if (!f) return system_fault(why, "file.write", path);
    fclose(f);
    if (!exists) remove(path);
    return true;
}

bool file_write_record(const char *path, const record *r, fault *why) {
    static char room[RECORD_TEXT];
    text t = text_on(room, sizeof room);
    return (record_write(r, &t) || fault_at(why, "record.many", path, 0, 0)) &&
           file_write(path, t.at, t.used, why);
}
