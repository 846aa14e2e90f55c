/* input.c - lines that people type, and the commands in them. */
#include "term/input.h"
#include "term/match.h"
#include "term/say.h"
#include <ctype.h>
#include <string.h>

static const struct {
    const char *word, *key;
    bool keeps_case; /* what follows is a text, a name or a file */
} commands[] = {
    {"help", "play.word.help", false},         {"moves", "play.word.moves", false},
    {"state", "play.word.state", false},       {"log", "play.word.log", false},
    {"why", "play.word.why", false},           {"try", "play.word.try", false},
    {"rules", "play.word.rules", false},       {"undo", "play.word.undo", false},
    {"save", "play.word.save", true},          {"quit", "play.word.quit", false},
    {"discards", "play.word.discards", false}, {"say", "play.word.say", true},
    {"mute", "play.word.mute", false},         {"unmute", "play.word.unmute", false},
    {"silence", "play.word.silence", false},   {"seats", "play.word.seats", false},
    {"clock", "play.word.clock", false},       {"leave", "play.word.leave", false},
    {"return", "play.word.return", false},     {"vote", "play.word.vote", false},
    {"ready", "play.word.ready", false},       {"colour", "play.word.colour", false},
    {"lobby", "play.word.lobby", false},       {"report", "play.word.report", true},
    {"name", "play.word.name", true},          {"code", "play.word.code", false},
    {"devices", "play.word.devices", false},   {"signout", "play.word.signout", false},
    {"sit", "play.word.sit", false},           {"rise", "play.word.rise", false},
    {"start", "play.word.start", false},       {"bot", "play.word.bot", false},
    {"remove", "play.word.remove", false},     {"watch", "play.word.watch", false},
    {"make", "play.word.make", false},         {"games", "play.word.games", false},
    {"list", "play.word.list", false},
};
enum {
    COMMANDS = sizeof commands / sizeof *commands,
    LOCAL_COMMANDS = 11, /* the first; a table on this computer has only these */
};

/* Words that follow a command. */
static const struct {
    const char *command, *word, *key;
} arguments[] = {
    {"vote", "end", "play.word.vote.end"},
    {"vote", "hold", "play.word.vote.hold"},
    {"vote", "again", "play.word.vote.again"},
    {"vote", "nothing", "play.word.vote.nothing"},
    {"silence", "on", "play.word.silence.on"},
    {"silence", "off", "play.word.silence.off"},
    {"signout", "others", "play.word.signout.others"},
};

const char *input_command(int i, words_lang lang, const char **words) {
    if (i >= COMMANDS) return NULL;
    *words = words_get(lang, commands[i].key, 0);
    return commands[i].word;
}

void input_say_commands(FILE *out, words_lang lang, bool all) {
    char list[2048];
    text s = text_on(list, sizeof list);
    const char *word, *own;
    for (int i = 0; (all || i < LOCAL_COMMANDS) && (word = input_command(i, lang, &own)); i++) {
        if (!strcmp(word, own)) continue;
        if (s.used) text_put(&s, ", ");
        text_bytes(&s, own, strcspn(own, " "));
        text_put(&s, " (");
        text_put(&s, word);
        text_char(&s, ')');
    }
    if (s.used) say_line(out, &(words_for){.lang = lang}, (gm_line){"play.own-words", {SAY_TEXT(list)}});
}

static void trim(char *line) {
    size_t n = strlen(line);
    while (n && isspace((unsigned char)line[n - 1]))
        line[--n] = 0;
    char *s = line;
    while (isspace((unsigned char)*s))
        s++;
    memmove(line, s, strlen(s) + 1);
}

/* If the text begins with one of these words, puts the English one there.  The line has room for `size` bytes from
 * there on.  False if it begins with something else. */
static bool replace_word(char *at, size_t size, const char *words, const char *english) {
    char one[64];
    size_t n = 0, k = strlen(english);
    for (; *words && !n; words += strspn(words, " ")) {
        text t = text_on(one, sizeof one);
        text_bytes(&t, words, strcspn(words, " "));
        words += strcspn(words, " ");
        n = match_name(at, one);
    }
    if (!n) n = match_name(at, english);
    size_t rest = strlen(at + n) + 1;
    if (!n || k + rest > size) return false;
    memmove(at + k, at + n, rest);
    memcpy(at, english, k);
    return true;
}

void input_normalize(char line[INPUT_LINE], words_lang lang) {
    const char *rest = line;
    int i = 0;
    trim(line);
    while (i < COMMANDS &&
           !replace_word(line, INPUT_LINE, words_get(lang, commands[i].key, 0), commands[i].word))
        i++;
    if (i < COMMANDS) input_is(line, commands[i].word, &rest);
    char *from = line + (rest - line);
    for (size_t k = 0; i < COMMANDS && k < sizeof arguments / sizeof *arguments; k++)
        if (!strcmp(arguments[k].command, commands[i].word) &&
            replace_word(from, INPUT_LINE - (size_t)(from - line), words_get(lang, arguments[k].key, 0),
                         arguments[k].word))
            break;
    if (i < COMMANDS && commands[i].keeps_case) return;
    for (; *from; from++)
        *from = (char)tolower((unsigned char)*from);
}

bool input_is(const char *line, const char *word, const char **rest) {
    size_t n = strlen(word);
    if (strncmp(line, word, n) || (line[n] && line[n] != ' ')) return false;
    for (*rest = line + n; **rest == ' ';)
        ++*rest;
    return true;
}
