/* file.h - whole files in and out. */
#ifndef TERM_FILE_H
#define TERM_FILE_H
#include "kit/record.h"

/* The whole file, malloc'ed; NULL with a fault if it cannot be read or is over
 * max bytes. */
char *file_read(const char *path, size_t max, size_t *size, fault *why);

/* Writes beside the file and then puts it in its place, so that a reader sees
 * the old one or the new one and a failure loses nothing.  What is no file, such
 * as a pipe, is written to. */
bool file_write(const char *path, const char *s, size_t n, fault *why);

/* Could it be written?  Leaves what is there. */
bool file_writable(const char *path, fault *why);

/* Writes a game's record. */
bool file_record(const char *path, const record *r, fault *why);
#endif
