/* join.c - joins a house in the terminal. */
#include "term/join.h"
#include "cli/cli.h"
#include <string.h>
#include <unistd.h>

int cli_join(cli_args *a) {
    join_terms t = {.url = a->word[0],
                    .name = a->name,
                    .seat = JOIN_ANY_SEAT,
                    .lang = a->w.lang,
                    .in = STDIN_FILENO,
                    .out = stdout,
                    .err = stderr};
    if (a->seat && !strcmp(a->seat, "room"))
        t.seat = JOIN_AS_SPECTATOR;
    else if (a->seat && !text_number(a->seat, strlen(a->seat), 0, GM_MAX_SEATS - 1, &t.seat))
        return cli_error(a, CLI_USAGE, (gm_line){"cli.value", {SAY_TEXT("seat"), SAY_TEXT("K|room")}});
    return join_run(&t) ? CLI_GOOD : CLI_INPUT;
}
