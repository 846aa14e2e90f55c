/* fuzz_csv.c - any bytes as a deck file: the reader never crashes, its rows keep the
 * promises of csv.h, and it refuses nothing without a reason.  For libFuzzer. */
#include "base/csv.h"
#include "tests/fuzz/fuzz.h"

static void check_fault(const fault *f, const char *file) {
    must(f->say && !strncmp(f->say, "csv.", 4));
    must(f->file == file && f->line > 0 && f->column > 0);
    check_text(f->with[0], FAULT_WITH);
    check_text(f->with[1], FAULT_WITH);
}

static void check_file(const char *bytes, size_t size, const char *columns, int count) {
    static const char file[] = "fuzz.csv";
    csv c;
    csv_field row[CSV_COLUMNS];
    fault why = {0};
    bool good = csv_open(&c, file, bytes, size, columns, &why);
    must(c.columns == count && c.bad == !good);
    must(csv_has_columns(bytes, size, columns) == good);
    int line = c.line;
    must(line > 0);
    while (csv_row(&c, row, &why)) {
        must(good && c.line > line);
        line = c.line;
        for (int i = 0; i < count; i++) {
            must(row[i].line == line && row[i].column > 0);
            check_text(row[i].text, CSV_FIELD);
        }
    }
    must(c.line >= line && c.at <= size);
    if (c.bad)
        check_fault(&why, file);
    else
        must(c.at == size && !why.say);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    check_file((const char *)data, size, "number,condition,trump,risky", 4);
    check_file((const char *)data, size, "name,value", 2);
    return 0;
}
