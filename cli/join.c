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
    else if (a->seat && text_number(a->seat, strlen(a->seat), 1, GM_MAX_SEATS, &t.seat))
        t.seat--; /* people count from 1 */
    else if (a->seat)
        return cli_value_error(a, CLI_OPTION_SIT);
    say_set_colour(a->colour);
    return join_run(&t) ? CLI_GOOD : CLI_INPUT;
}
