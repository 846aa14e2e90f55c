/* move.c - moves a house to another store. */
#include "store/move.h"
#include "cli/cli.h"
#include <signal.h>
#include <time.h>

enum { PROGRESS_SECONDS = 2 };

typedef struct {
    const cli_args *a;
    bool comparing;
    time_t began, told; /* this part of the work; when progress was last told */
} moving;

/* How far it is and how long it will still take, if it takes long. */
static void print_progress(void *to, bool comparing, int64_t tables, int64_t all) {
    moving *m = to;
    time_t now = time(NULL);
    if (comparing != m->comparing) m->comparing = comparing, m->began = m->told = now;
    if (now < m->told + PROGRESS_SECONDS || !tables) return;
    m->told = now;
    say_line(stderr, &m->a->w,
             (gm_line){comparing ? "moving.comparing" : "moving.copying",
                       {SAY_NUMBER(tables), SAY_NUMBER(all),
                        SAY_NUMBER((int64_t)(now - m->began) * (all - tables) / tables)}});
}

int cli_move_house(cli_args *a) {
    moving m = {.a = a, .began = time(NULL), .told = time(NULL)};
    store_moved n;
    bool begun;
    fault why;
    cli_make_files_private();
    signal(SIGXFSZ, SIG_IGN); /* then a file that is too large fails with a sentence */
    if (!store_move(a->word[0], a->word[1], print_progress, &m, &n, &begun, &why)) {
        cli_fault(a, &why);
        return begun ? cli_error(a, CLI_INPUT, (gm_line){"moving.incomplete", {{0}}}) : CLI_INPUT;
    }
    say_line(
        stdout, &a->w,
        (gm_line){"moving.done",
                  {SAY_NUMBER(n.people), SAY_NUMBER(n.tables), SAY_NUMBER(n.lines), SAY_NUMBER(n.others)}});
    return CLI_GOOD;
}
