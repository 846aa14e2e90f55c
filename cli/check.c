/* check.c - checks and backs up what a house keeps. */
#include "house/check.h"
#include "cli/cli.h"
#include <signal.h>
#include <sys/stat.h>
#include <time.h>

enum { PROGRESS_SECONDS = 2 };

typedef struct {
    const cli_args *a;
    time_t told; /* when progress was last told */
} checking;

/* As a line of JSON, or as a sentence. */
static void print_flaw(void *to, const house_flaw *what) {
    const cli_args *a = ((checking *)to)->a;
    char reason[1024], line[8192];
    text t = text_on(reason, sizeof reason), out = text_on(line, sizeof line);
    words_fault(&t, a->w.lang, &what->why);
    if (a->json) {
        jsonw w = jsonw_on(&out);
        jsonw_object(&w);
        if (what->table) jsonw_put_int(&w, "table", what->table);
        if (what->line >= 0) jsonw_put_int(&w, "line", what->line);
        if (what->record) jsonw_put_bool(&w, "record", true);
        jsonw_put_string(&w, "wrong", what->why.say);
        jsonw_put_string(&w, "text", reason);
        jsonw_end_object(&w);
        puts(line);
    } else if (what->line >= 0) /* people count lines from 1 */
        say_line(stdout, &a->w,
                 (gm_line){"check.table-from",
                           {SAY_NUMBER(what->table), SAY_NUMBER(what->line + 1), SAY_TEXT(reason)}});
    else if (what->table)
        say_line(stdout, &a->w,
                 (gm_line){what->record ? "check.record" : "check.table",
                           {SAY_NUMBER(what->table), SAY_TEXT(reason)}});
    else
        puts(reason);
}

/* Only if it takes long. */
static void print_progress(void *to, int64_t tables, int64_t all) {
    checking *c = to;
    time_t now = time(NULL);
    if (now < c->told + PROGRESS_SECONDS) return;
    c->told = now;
    say_line(stderr, &c->a->w, (gm_line){"check.progress", {SAY_NUMBER(tables), SAY_NUMBER(all)}});
}

static void print_findings(const cli_args *a, const house_findings *n) {
    char line[256];
    text t = text_on(line, sizeof line);
    if (!a->json) {
        say_line(stdout, &a->w,
                 (gm_line){n->flaws ? "check.bad" : "check.good",
                           {SAY_NUMBER(n->tables), SAY_NUMBER(n->lines), SAY_NUMBER(n->records),
                            SAY_NUMBER(n->flaws)}});
        return;
    }
    jsonw w = jsonw_on(&t);
    jsonw_object(&w);
    jsonw_put_int(&w, "tables", n->tables);
    jsonw_put_int(&w, "lines", n->lines);
    jsonw_put_int(&w, "records", n->records);
    jsonw_put_int(&w, "wrong", n->flaws);
    jsonw_end_object(&w);
    puts(line);
}

/* Prints everything that is wrong.  Returns the exit status. */
static int check_file(const cli_args *a, const char *file) {
    checking c = {a, time(NULL)};
    house_findings n;
    fault why;
    if (!house_check(store_engine_for(file), file, &(house_inspector){&c, print_flaw, print_progress}, &n,
                     &why))
        return cli_fault(a, &why), CLI_INPUT;
    print_findings(a, &n);
    return n.flaws ? CLI_INPUT : CLI_GOOD;
}

int cli_check(cli_args *a) { return check_file(a, a->word[0]); }

void cli_make_files_private(void) { umask(S_IRWXG | S_IRWXO); }

int cli_backup(cli_args *a) {
    fault why;
    const store_engine *engine = store_engine_for(a->server.data);
    if (!engine->backup) return cli_error(a, CLI_USAGE, (gm_line){"backup.database", {{0}}});
    cli_make_files_private();
    signal(SIGXFSZ, SIG_IGN); /* then a copy that is too large fails with a sentence */
    if (!engine->backup(a->server.data, a->word[0], &why)) return cli_fault(a, &why);
    say_line(stdout, &a->w, (gm_line){"backup.done", {SAY_TEXT(a->word[0])}});
    return check_file(a, a->word[0]);
}
