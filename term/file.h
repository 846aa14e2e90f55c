/* file.h - reads and writes whole files. */
#ifndef TERM_FILE_H
#define TERM_FILE_H
#include "kit/record.h"

/* Reads a whole file into memory that the caller frees.  NULL with a fault if it cannot be read or has more
 * than max bytes. */
char *file_read(const char *path, size_t max, size_t *size, fault *why);

/* Writes a temporary file and renames it, so that a reader sees the old file or the new one, and a failure
 * loses nothing.  A pipe or a device is written to directly. */
bool file_write(const char *path, const char *s, size_t n, fault *why);

/* Is there a file that writing would replace?  A pipe or a device is none. */
bool file_exists(const char *path);

/* Could this file be written?  Its contents stay as they are. */
bool file_writable(const char *path, fault *why);

/* Writes the record of a game. */
bool file_write_record(const char *path, const record *r, fault *why);
#endif
