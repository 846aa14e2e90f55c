/* fuzz_names.c - any bytes as a name: one that is taken has no control or format characters, stays as it is when it is
 * read again, and looks like itself.  For libFuzzer. */
#define _XOPEN_SOURCE 700 /* strndup */
#include "base/text.h"
#include "house/names.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char name[RECORD_NAME], again[RECORD_NAME];
    char *s = strndup((const char *)data, size);
    must(s);
    if (house_read_name(s, name)) {
        size_t n = strlen(name);
        must(n && n < RECORD_NAME && name[0] != ' ' && name[n - 1] != ' ' && !strstr(name, "  "));
        for (size_t i = 0, k; i < n; i += k)
            must((k = (size_t)text_utf8(name + i, n - i)) && !text_control(name + i));
        must(!strstr(name, "\u202e") && !strstr(name, "\u200b") && !strstr(name, "\u2066"));
        must(house_read_name(name, again) && !strcmp(name, again));
        must(house_names_alike(name, again));
    }
    free(s);
    return 0;
}
