/* page.h - the files of the page, which the build embeds into the program. */
#ifndef HOUSE_PAGE_H
#define HOUSE_PAGE_H
#include <stddef.h>

typedef struct {
    const char *path, *type; /* "/assets/index-Bq3x.js", as a request names it */
    const char *coding;      /* "br", then the same file again with "gzip"; or NULL: not compressed */
    const char *bytes;
    size_t size;
} page_file;

extern const page_file page_files[]; /* ends with a NULL path */
#endif
