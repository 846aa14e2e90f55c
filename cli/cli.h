/* cli.h - the `safehouse` command: subcommands over one table of options.
 *
 * Exit 0: good; 1: bad input (a file, a record); 2: bad command line. */
#ifndef CLI_H
#define CLI_H
#include "games/game.h"
#include "house/server.h"
#include "kit/record.h"
#include "term/say.h"
#include "words/words.h"

enum { CLI_GOOD = 0, CLI_INPUT = 1, CLI_USAGE = 2 };

/* Every option there is; a command says which of them it takes. */
typedef enum {
    OPT_SEATS,
    OPT_OPTION,
    OPT_DECK,
    OPT_ROLES,
    OPT_SEED,
    OPT_GAMES,
    OPT_BOTS,
    OPT_NAME,
    OPT_DEALER,
    OPT_RECORD,
    OPT_RESUME,
    OPT_SEAT,
    OPT_SIT,
    OPT_ADDRESS,
    OPT_PORT,
    OPT_DATA,
    OPT_URL,
    OPT_CERT,
    OPT_KEY,
    OPT_PROXY,
    OPT_LIMIT,
    OPT_JSON,
    OPT_LANG,
    OPT_HELP,
    OPT_COUNT,
} cli_option;

extern const struct cli_option_entry {
    const char *name, *value, *say; /* value: what follows it, NULL if nothing does */
} cli_options[OPT_COUNT];

#define CLI_ALWAYS (1u << OPT_LANG | 1u << OPT_HELP)

typedef struct {
    words_for w; /* the language; game and box where there are any */
    gm_order order;
    bool seeded, json, human_dealer, help;
    uint8_t seed[DEAL_SECRET];
    int games; /* 0 if not said */
    const char *bots, *name, *record, *resume, *seat;
    server_terms server;
    const char *word[2]; /* what stands on the line besides options; NULL if it does not */
} cli_args;

typedef struct {
    const char *name;
    int words[2];    /* how many other words it takes, at least and at most */
    unsigned takes;  /* bits of cli_option; CLI_ALWAYS besides */
    const char *use; /* the command line, for help */
    const char *say; /* what it does */
    int (*run)(cli_args *a);
} cli_command;

extern const cli_command cli_commands[]; /* ends with a NULL name */

/* The language that the environment asks for. */
words_lang cli_lang(void);

/* Prints what a command does and takes. */
void cli_help(const cli_command *c, const cli_args *a);

/* One sentence on what is wrong, and its exit status. */
int cli_bad(const cli_args *a, int status, gm_line line);
int cli_fault(const cli_args *a, const fault *why); /* CLI_INPUT if a file is at fault, else CLI_USAGE */

/* The game that word[0] names, or NULL after saying that there is none. */
const gm_game *cli_game(const cli_args *a);

/* Which bot sits where; NULL is a person.  Where no names are given the best bot of
 * the game plays against people, and random ones play alone; one name is for all
 * bots; else there is a name for each seat (`human` is a person) or for each but the
 * first, where a person sits.  False: said what is wrong. */
bool cli_bots(const cli_args *a, const gm_game *g, int people, const gm_bot *who[GM_MAX_SEATS]);

int cli_main(int argc, char **argv);

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
int cli_bench(cli_args *a);
int cli_laws(cli_args *a);
int cli_deck(cli_args *a);
int cli_manual(cli_args *a);
int cli_show_help(cli_args *a);
#endif
