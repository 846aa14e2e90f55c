/* page.h - the files of the page, as the build has put them into the program. */
#ifndef HOUSE_PAGE_H
#define HOUSE_PAGE_H
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *path, *type; /* "/assets/index-Bq3x.js", as a request names it */
    const char *bytes;
    size_t size;
    bool squeezed; /* with gzip */
} page_file;

extern const page_file page_files[]; /* ends with a NULL path */
#endif
