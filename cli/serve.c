/* serve.c - the house: serving it, and a copy of what it keeps. */
#include "cli/cli.h"
#include "store/store.h"
#include <sys/stat.h>

/* The file has the secrets of all deals to come: whoever else is on this machine must not read it. */
static void keep_to_ourselves(void) { umask(S_IRWXG | S_IRWXO); }

/* Told on standard output, for people; the log goes to standard error, for programs. */
static void opened(void *to, const char *url) {
    const cli_args *a = to;
    say(stdout, &a->w, (gm_line){"serve.open", {SAY_TEXT(url)}});
    fflush(stdout);
}

int cli_serve(cli_args *a) {
    fault why;
    if (!a->server.cert != !a->server.key) return cli_bad(a, CLI_USAGE, (gm_line){"serve.tls", {{0}}});
    keep_to_ourselves();
    a->server.open = opened;
    a->server.to = a;
    if (server_run(&a->server, &why)) return CLI_GOOD;
    cli_fault(a, &why);
    return CLI_INPUT;
}

int cli_backup(cli_args *a) {
    fault why;
    keep_to_ourselves();
    if (!store_sqlite.backup(a->server.data, a->word[0], &why)) return cli_fault(a, &why);
    say(stdout, &a->w, (gm_line){"backup.done", {SAY_TEXT(a->word[0])}});
    return CLI_GOOD;
}
