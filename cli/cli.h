/* cli.h - the `safehouse` command: subcommands over one table of options. */
#ifndef CLI_H
#define CLI_H
#include "base/jsonw.h"
#include "games/game.h"
#include "house/server.h"
#include "kit/record.h"
#include "term/say.h"
#include "words/words.h"

/* Exit status: success, bad input (a file, a record), bad command line. */
enum { CLI_GOOD = 0, CLI_INPUT = 1, CLI_USAGE = 2 };

/* Every option there is; a command says which of them it takes. */
typedef enum {
    CLI_OPTION_EDITION,
    CLI_OPTION_SEATS,
    CLI_OPTION_OPTION,
    CLI_OPTION_DECK,
    CLI_OPTION_ROLES,
    CLI_OPTION_SEED,
    CLI_OPTION_GAMES,
    CLI_OPTION_BOTS,
    CLI_OPTION_NAME,
    CLI_OPTION_DEALER,
    CLI_OPTION_RECORD,
    CLI_OPTION_RESUME,
    CLI_OPTION_SEAT, /* --seat of replay: whose view */
    CLI_OPTION_SIT,  /* --seat of join: which one to take */
    CLI_OPTION_COLOR,
    CLI_OPTION_ADDRESS,
    CLI_OPTION_PORT,
    CLI_OPTION_DATA,
    CLI_OPTION_NODE,
    CLI_OPTION_URL,
    CLI_OPTION_CERT,
    CLI_OPTION_KEY,
    CLI_OPTION_PROXY,
    CLI_OPTION_METRICS_TOKEN,
    CLI_OPTION_HSTS,
    CLI_OPTION_LIMIT,
    CLI_OPTION_JSON,
    CLI_OPTION_LANG,
    CLI_OPTION_HELP,
    CLI_OPTION_COUNT,
} cli_option;

extern const struct cli_option_entry {
    const char *name, *value, *say; /* value: its argument, or NULL; say: what it does */
} cli_options[CLI_OPTION_COUNT];

#define CLI_ALWAYS (1u << CLI_OPTION_LANG | 1u << CLI_OPTION_HELP)

typedef struct {
    words_for w; /* the language; game and box where there are any */
    gm_order order;
    bool seeded, json, human_dealer, help;
    uint8_t seed[DEAL_SECRET];
    int games; /* 0 if not said */
    const char *bots, *name, *record, *resume, *seat;
    say_colour colour;
    server_terms server;
    char *metrics_token;
    const char *version, *commit;
    const char *word[2]; /* the words that are not options, or NULL */
} cli_args;

typedef struct {
    const char *name;
    int words[2];    /* how many words it takes besides options, at least and at most */
    unsigned takes;  /* bits of cli_option, without CLI_ALWAYS */
    const char *use; /* the command line, for help */
    const char *say; /* what it does */
    int (*run)(cli_args *a);
} cli_command;

extern const cli_command cli_commands[]; /* ends with a NULL name */

/* Prints what is wrong and returns the exit status. */
int cli_error(const cli_args *a, int status, gm_line line);
int cli_fault(const cli_args *a, const fault *why); /* CLI_INPUT if a file is at fault, else CLI_USAGE */

int cli_value_error(const cli_args *a,
                    cli_option o); /* the option does not take its value; says what it takes */
int cli_missing(const cli_args *a, const char *form); /* words of this form are missing */

/* A form such as "play GAME [OPTION...]" with its capitals in the reader's language; good until the next call. */
const char *cli_form(const cli_args *a, const char *form);

/* The game that word[0] names, after which the order's settings are as it reads them; NULL after saying that there is
 * none. */
const gm_game *cli_game(cli_args *a);

/* Which bot plays which seat; NULL is a person.  Without --bots, the best bot of the game plays against people, and
 * random bots play among themselves.  One name is for all bots; several names are for all seats (`human` is a
 * person), or for all but the first, where a person sits.  False after saying what is wrong. */
bool cli_bots(const cli_args *a, const gm_game *g, int people, const gm_bot *bot[GM_MAX_SEATS]);

/* Writes a number with this many decimals, for programs or in the reader's language. */
void cli_write_decimal(jsonw *w, int decimals, double x);
void cli_put_decimal(const cli_args *a, text *out, int decimals, double x);

/* The data file has the secrets of all deals to come, so other users of this computer must not read it or a copy. */
void cli_make_files_private(void);

/* Carries out a command line; returns its exit status.  The commit that was built is "" if that is not known. */
int cli_main(int argc, char **argv, const char *version, const char *commit);

/* The commands. */
int cli_games(cli_args *a);
int cli_schema(cli_args *a);
int cli_signature(cli_args *a);
int cli_simulate(cli_args *a);
int cli_arena(cli_args *a);
int cli_replay(cli_args *a);
int cli_moves(cli_args *a);
int cli_verify(cli_args *a);
int cli_play(cli_args *a);
int cli_join(cli_args *a);
int cli_serve(cli_args *a);
int cli_backup(cli_args *a);
int cli_check(cli_args *a);
int cli_move_house(cli_args *a);
int cli_bench(cli_args *a);
int cli_laws(cli_args *a);
int cli_deck(cli_args *a);
int cli_manual(cli_args *a);
int cli_version(cli_args *a);
int cli_help(cli_args *a);
#endif
