/* serve.c - runs a house, and backs up its data. */
#include "cli/cli.h"
#include "store/store.h"
#include <sys/stat.h>

/* The data file has the secrets of all deals to come, so other users of this computer must not read it. */
static void make_files_private(void) { umask(S_IRWXG | S_IRWXO); }

/* Standard output is for people; the log, for programs, goes to standard error. */
static void announce_house(void *to, const char *url) {
    const cli_args *a = to;
    say_line(stdout, &a->w, (gm_line){"serve.open", {SAY_TEXT(url)}});
    fflush(stdout);
}

int cli_serve(cli_args *a) {
    fault why;
    if (!a->server.cert != !a->server.key) return cli_error(a, CLI_USAGE, (gm_line){"serve.tls", {{0}}});
    make_files_private();
    a->server.open = announce_house;
    a->server.to = a;
    if (server_run(&a->server, &why)) return CLI_GOOD;
    cli_fault(a, &why);
    return CLI_INPUT;
}

int cli_backup(cli_args *a) {
    fault why;
    make_files_private();
    if (!store_sqlite.backup(a->server.data, a->word[0], &why)) return cli_fault(a, &why);
    say_line(stdout, &a->w, (gm_line){"backup.done", {SAY_TEXT(a->word[0])}});
    return CLI_GOOD;
}
