/* serve.c - runs a house. */
#include "cli/cli.h"
#include "house/server_log.h"

/* Standard output is for people; the log, for programs, goes to standard error. */
static void announce_house(void *to, const char *url) {
    const cli_args *a = to;
    say_line(stdout, &a->w, (gm_line){"serve.open", {SAY_TEXT(url)}});
    fflush(stdout);
}

int cli_serve(cli_args *a) {
    fault why;
    if (!a->server.cert != !a->server.key) return cli_error(a, CLI_USAGE, (gm_line){"serve.tls", {{0}}});
    cli_make_files_private();
    a->server.open = announce_house;
    a->server.to = a;
    if (server_run(&a->server, &why)) return CLI_GOOD;
    if (server_log_ready()) cli_fault(a, &why); /* a full pipe must not keep the house from ending */
    return CLI_INPUT;
}
