/* serve.c - runs a house. */
#include "cli/cli.h"
#include "house/server_log.h"
#include <limits.h>
#include <string.h>
#include <unistd.h>

/* Standard output is for people; the log, for programs, goes to standard error. */
static void announce_house(void *to, const char *url) {
    const cli_args *a = to;
    say_line(stdout, &a->w, (gm_line){"serve.open", {SAY_TEXT(url)}});
    fflush(stdout);
}

/* The machine's name, as far as a node can have it. */
static const char *default_node(void) {
    static char name[HOST_NAME_MAX + 1];
    if (gethostname(name, sizeof name)) name[0] = 0;
    size_t n = strspn(name, STORE_NODE_LETTERS);
    name[n < STORE_NODE ? n : STORE_NODE] = 0;
    return n ? name : "house";
}

int cli_serve(cli_args *a) {
    fault why;
    if (a->server.node && !store_engine_for(a->server.data)->shared)
        return cli_error(a, CLI_USAGE, (gm_line){"serve.node", {{0}}});
    if (!a->server.node) a->server.node = default_node();
    if (!a->server.cert != !a->server.key) return cli_error(a, CLI_USAGE, (gm_line){"serve.tls", {{0}}});
    cli_make_files_private();
    a->server.open = announce_house;
    a->server.to = a;
    if (server_run(&a->server, &why)) return CLI_GOOD;
    if (server_log_ready()) cli_fault(a, &why); /* a full pipe must not keep the house from ending */
    return CLI_INPUT;
}
