/* parts.h - what the files of the house share. */
#ifndef HOUSE_PARTS_H
#define HOUSE_PARTS_H
#include "bots/bots.h"
#include "house/agreed.h"
#include "house/house.h"
#include "words/words.h"

typedef struct place place;

/* An address from which guests come, while there are any or its hour has not passed. */
typedef struct address {
    struct address *next;
    char name[64];
    int sockets;
    int64_t made, since; /* how much was made in the hour that began then */
} address;

enum { MUTED = 32 };

struct guest {
    void *socket;
    address *from;
    guest *prev, *next;     /* of all guests */
    guest *before, *behind; /* of those at the same table */
    guest *also_held;       /* whose messages wait for the store */
    guest *left, *right;    /* in the lobby */
    table_person person;    /* 0: has not said who */
    char name[RECORD_NAME];
    words_lang lang;
    bool lobby, held, parted;
    place *at; /* the table, and as whom */
    gm_seat who;
    house_message *first, *last;
    size_t waiting;
    int64_t tokens, filled; /* messages that may come now, in thousandths; when that was worked out */
    table_person muted[MUTED];
    int n_muted;
};

/* A box that tables share. */
typedef struct shared_box {
    struct shared_box *next;
    const gm_game *game;
    int uses;
    _Alignas(8) uint8_t bytes[];
} shared_box;

/* A table of the house.  One that nobody looks at and that waits for somebody is only in the store;
 * of one whose clock runs, when that runs out is here. */
struct place {
    int64_t number;
    place *prev, *next;
    char key[STORE_KEY + 1];
    int64_t before;       /* the number of the table whose people wanted another game; 0: none */
    bool open, onlookers; /* public; who does not sit there may look on */
    bool dirty;           /* the lobby has not been told yet */
    int64_t used, told;   /* when somebody last did something; when the lobby was told */
    int64_t due;          /* when there is something to do without anybody's doing it, */
    int64_t wake;         /* and when it is looked at, which may be earlier */
    int slot;             /* in the queue of those that wake */
    guest *guests;
    shared_box *box; /* NULL: the rest is not here */
    char *agreed;    /* as JSON */
    table t;
    int64_t lines;
    bool talked;                  /* some of them are talk */
    uint64_t kept;                /* the store's number of the latest */
    unsigned thoughts;            /* counts what makes thoughts void */
    gm_seats thinking;            /* bots that were asked, */
    int out;                      /* how many thoughts are on their way */
    int64_t answer[GM_MAX_SEATS]; /* when each will answer, */
    gm_move chosen[GM_MAX_SEATS]; /* and what, 0 if it is not known yet */
};

struct house_thought {
    int64_t place;
    unsigned thoughts;
    gm_seat seat;
    const gm_bot *bot;
    rng luck;
    gm_move chosen;
    gm_view view;
    gm_story story; /* its moves are in one block with the thought */
};

enum { CODES = 64, MINUTE = 60 * 1000, HOUR = 60 * MINUTE, CODE_LIFE = 10 * MINUTE };

struct house {
    house_terms terms;
    store *store;
    int64_t start, began;   /* of the house's time, and the clock then */
    int64_t people, tables; /* greatest numbers */
    int n_guests, n_places;
    guest *guests, *held, *lobby;
    address *addresses;
    shared_box *boxes;
    place *places, **numbered; /* all that are here; by number, up to `room` of them */
    int64_t room;
    place **queue; /* all n_places as a heap: who wakes first stands first */
    int queue_room;
    int64_t swept;         /* when addresses were last looked through */
    uint64_t put, durable; /* number of what was put last, and was durable when last asked */
    struct {
        uint8_t hash[STORE_HASH];
        table_person person;
        char name[RECORD_NAME];
        int64_t until;
    } code[CODES];
    uint64_t moves, lines, heard, said, said_bytes, refused, slow, busy, large; /* for metrics */
    table_events events;
    record *record; /* a place to write records; made when it is needed */
    text out;       /* messages are written here */
};

/* ---- house.c: guests and messages --------------------------------------------------------------- */

/* Milliseconds of the house's own time, which stands still while it is closed. */
int64_t house_now(const house *h);

/* A message begins; then write to h->out. */
text *say_begin(house *h);
void say_to(house *h, guest *g); /* what was written */
void say_error(house *h, guest *g, const json_t *re, const fault *why);
void say_re(house *h, const json_t *re); /* "re":7, if the request has that */
void part(house *h, guest *g, int code, const char *why);
uint64_t keep(house *h, const store_entry *e);
void house_log(house *h, const char *what, int64_t number, int64_t person, const char *word);
bool guest_is(house *h, guest *g, const char *token);
void guest_becomes(house *h, guest *g, table_person who);
void say_you(house *h, const guest *g, const char *token); /* "you":..., with a new token or without */
bool may_make(house *h, guest *g, fault *why);             /* one more thing from its address */

/* A secret of 32 bytes as letters, and back to the hash that is kept. */
void secret_letters(const uint8_t secret[32], char out[HOUSE_TOKEN + 1]);
void hash_of(const char *letters, uint8_t hash[STORE_HASH]);

/* ---- places.c: tables ----------------------------------------------------------------------------------- */

place *place_make(house *h, const agreement *a, fault *why);
place *place_numbered(house *h, int64_t number); /* from memory or from the store; NULL: there is none */
place *place_with_key(house *h, const char *key);
void place_read_all(house *h);                   /* when the house opens */
void place_tick(house *h, place *p);             /* does what is due */
void place_wake(house *h, place *p, int64_t at); /* it is looked at then */
void place_forget(house *h, place *p, bool all); /* from memory; all: even when something is due */

/* Does what a line says ("5 start"), keeps it, tells everybody.  False: why. */
bool place_do(house *h, place *p, const char *line, guest *from, const json_t *re, fault *why);

/* ---- lobby.c: coming to a table, and the list of tables ----------------------------------------------------- */

bool place_enter(house *h, place *p, guest *g, fault *why);
void place_leave(house *h, guest *g);
void tell_here(house *h, place *p, const guest *but); /* who is there, to all but one who knows */
void place_know(house *h, guest *g);                  /* who has said who it is may have a seat where it is */
gm_seat place_seat(const place *p, table_person who); /* GM_SPECTATOR: none */

/* One line's events for a guest, and what is to be done now. */
void say_update(house *h, guest *g, const table *t, const table_events *events, int64_t number,
                const json_t *re);
void say_view(house *h, guest *g, const json_t *re); /* all of the table where it is */
bool say_since(house *h, guest *g, int64_t number,
               const json_t *re); /* what came after that; false: too much */
void lobby_enter(house *h, guest *g);
void lobby_leave(house *h, guest *g);
void say_lobby(house *h, guest *g, const json_t *re);
void say_mine(house *h, guest *g, const json_t *re);
void tell_lobby(house *h, place *p);

/* ---- requests.c -------------------------------------------------------------------------------------------- */
void request_read(house *h, guest *g, const char *s, size_t n);
#endif
