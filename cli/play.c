/* play.c - plays a game in the terminal, a new one or one from a record. */
#include "base/bits.h"
#include "bots/bots.h"
#include "cli/cli.h"
#include "kit/record.h"
#include "kit/registry.h"
#include "term/file.h"
#include "term/local.h"
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

/* Gives a seat its default name. */
static void name_seat(const cli_args *a, record *r, int q) {
    text t = text_on(r->seat[q].name, sizeof r->seat[q].name);
    text_put(&t, say_default_name(a->w.lang, q));
}

static int start_record(cli_args *a, record *r) {
    fault why;
    const gm_bot *bot[GM_MAX_SEATS];
    const gm_game *g = cli_game(a);
    if (!g) return CLI_USAGE;
    if (!a->order.seats) a->order.seats = g->default_seats;
    if (!record_start(r, g, &a->order, &why)) return cli_fault(a, &why);
    if (!cli_bots(a, g, 1, bot)) return CLI_USAGE;
    const char *name = a->name; /* of the first person */
    for (int q = 0; q < a->order.seats; q++) {
        name_seat(a, r, q);
        if (bot[q])
            memcpy(r->seat[q].bot, bot[q]->name, strlen(bot[q]->name) + 1);
        else if (name)
            memcpy(r->seat[q].name, name, strlen(name) + 1), name = NULL;
    }
    if (a->human_dealer) return CLI_GOOD;
    if (!a->seeded && getrandom(a->seed, sizeof a->seed, 0) != sizeof a->seed) abort();
    record_seed(r, a->seed);
    return CLI_GOOD;
}

static int resume_record(cli_args *a, record *r) {
    size_t size;
    fault why;
    if (a->order.edition || a->order.seats || a->bots || a->order.settings[0].key || a->order.files[0].name ||
        a->seeded || a->name || a->human_dealer)
        return cli_error(a, CLI_USAGE, (gm_line){"play.resume-alone", {{0}}});
    char *s = file_read(a->resume, RECORD_TEXT, &size, &why);
    bool good = s && record_read(r, NULL, a->resume, s, size, false, &why);
    free(s);
    if (!good) return cli_fault(a, &why);
    if (a->word[0] && strcmp(a->word[0], r->match.game->name))
        return cli_error(a, CLI_USAGE,
                         (gm_line){"play.other-game", {SAY_TEXT(a->resume), SAY_WORD(r->match.game->say)}});
    if (r->deal == DEAL_BY_COMMITMENT && !r->secret_known && r->match.game->to_act(r->box, r->st))
        return cli_error(a, CLI_INPUT, (gm_line){"play.no-secret", {SAY_TEXT(a->resume)}});
    for (int q = 0; q < r->order.seats; q++) {
        if (r->seat[q].bot[0] && !bots_find(r->seat[q].bot, r->match.game))
            return cli_error(a, CLI_INPUT, (gm_line){"cli.no-bot", {SAY_TEXT(r->seat[q].bot)}});
        if (r->seat[q].level || r->seat[q].budget || r->seat[q].has_net)
            return cli_error(a, CLI_INPUT,
                             (gm_line){"play.bot-terms", {SAY_TEXT(bots_shown(a->w.lang, r->seat[q].bot))}});
        if (!r->seat[q].name[0]) name_seat(a, r, q);
    }
    return CLI_GOOD;
}

int cli_play(cli_args *a) {
    static record r;
    if (!a->resume && !a->word[0]) return cli_missing(a, "play GAME [OPTION...]");
    int status = a->resume ? resume_record(a, &r) : start_record(a, &r);
    fault why;
    if (status) return status;
    if (a->record && !file_writable(a->record, &why)) /* say so now, not after the game */
        return cli_fault(a, &why);
    say_set_colour(a->colour);
    local_terms t = {.game = &r, .lang = a->w.lang, .path = a->record, .in = stdin, .out = stdout};
    return local_play(&t) ? CLI_GOOD : CLI_INPUT;
}
