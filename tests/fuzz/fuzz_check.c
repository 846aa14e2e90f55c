/* fuzz_check.c - any damage to the file of a house.  `safehouse check` reads it to its end or says why not, and a house
 * that opens with it can be closed again.  For libFuzzer.
 *
 * The input is a list of changes to tests/kept/houses/backup.db, so this runs in the root of the sources.  Each has four
 * bytes: three say where, one what is there instead.  If the first byte of the input is odd, a house also opens with the
 * file. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "house/check.h"
#include "tests/fake.h"
#include "tests/fuzz/fuzz.h"
#include <libgen.h>
#include <unistd.h>

static const char good[] = "tests/kept/houses/backup.db";
static char file[64], bytes[1 << 16], changed[sizeof bytes];
static size_t n;

static const char *const ends[] = {"", "-wal", "-shm", "-journal", ".v1-copy", ".v1-copy.part"};

static void remove_files(void) {
    char path[96];
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(path, sizeof path, "%s%s", file, ends[i]);
        unlink(path);
    }
}

static void remove_folder(void) { rmdir(dirname(file)); }

static void set_up(void) {
    char memory[] = "/dev/shm/fuzzXXXXXX", disk[] = "/tmp/fuzzXXXXXX"; /* in memory it is much faster */
    const char *folder = mkdtemp(memory) ? memory : mkdtemp(disk);
    FILE *f = fopen(good, "rb");
    must(f && folder);
    n = fread(bytes, 1, sizeof bytes, f);
    must(n > 4096 && n < sizeof bytes);
    fclose(f);
    snprintf(file, sizeof file, "%s/house.db", folder);
    atexit(remove_folder);
}

static void write_file(void) {
    FILE *f = fopen(file, "wb");
    must(f && fwrite(changed, 1, n, f) == n && !fclose(f));
}

static void take_flaw(void *to, const house_flaw *what) {
    (void)to;
    must(what->why.say);
}

static void take_progress(void *to, int64_t tables, int64_t all) {
    (void)to;
    must(tables > 0 && tables <= all);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    house_findings found;
    fault why;
    if (!n) set_up();
    if (!size) return 0;
    memcpy(changed, bytes, n);
    for (size_t i = 1; i + 4 <= size; i += 4)
        changed[(size_t)(data[i] | data[i + 1] << 8 | data[i + 2] << 16) % n] = (char)data[i + 3];
    write_file();
    house_check(&store_sqlite, file, &(house_inspector){NULL, take_flaw, take_progress}, &found, &why);
    if (data[0] & 1) {
        store_pace.commit_interval = 0;
        fake_terms(&store_sqlite, file);
        if (fake_open_house()) fake_close_house();
    }
    remove_files();
    return 0;
}
