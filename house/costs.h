/* costs.h - what requests cost, and the budgets from which they are paid.
 *
 * The unit is a microsecond of the house's time, because one thread does everything: whoever uses it up makes all
 * others wait.  Each price below is about what the work takes on a small server, or what the bytes are worth.  Work
 * adds its price to h->cost; when a request is done, the person who sent it and the address it came from pay
 * the sum.  So a budget can go below zero, and nothing more is done for its owner until time has brought it above
 * zero again.
 *
 * An account is what the house remembers of an address, or of a person ("#5").  It stays while somebody uses it, and
 * then until its budgets are full again. */
#ifndef HOUSE_COSTS_H
#define HOUSE_COSTS_H
#include "house/house.h"

/* Measured on one core of a small server, most work takes about half of its price. */
enum {
    COST_CONNECTION = 200,    /* a connection, with its handshake */
    COST_TLS = 1500,          /* a handshake with TLS, besides */
    COST_HTTP = 150,          /* a request over HTTP */
    COST_MESSAGE = 15,        /* a message that comes: to read it and to find out what it wants */
    COST_REFUSAL = 15,        /* a message that is refused because a budget is used up */
    COST_FRAGMENT = 2,        /* a small part of a message, or HOUSE_NOISE bytes of pings */
    COST_RECEIVED_BYTES = 10, /* so many bytes that come cost 1 */
    COST_SEND = 4,            /* a message that is sent; */
    COST_SENT_BYTES = 100,    /* and so many bytes of it cost 1 */
    COST_LOOKUP = 20,         /* finding a person or a table in the store */
    COST_STORED_BYTE =
        5, /* not what it takes, but so that no address fills the disk at the speed of the disk */
    COST_STORED_ENTRY = 64, /* bytes that an entry takes besides its text */
    COST_VIEW = 100,        /* all of a table as one listener sees it */
    COST_LINE = 2,          /* reading a line of a journal */
    COST_LINE_AGAIN = 1,    /* for each line of a journal to which one is added: all will be read again */
    COST_MOVE = 1,          /* replaying a move */
    COST_RECORD = 1000,     /* writing a record */
};

/* What is left, in units of which some come in every millisecond, and when that was computed. */
typedef struct {
    int64_t left, at;
} house_budget;

/* What was spent from the budgets below. */
typedef struct {
    int64_t time, talk, bytes, made;
} house_spending;

struct house_account {
    LIST_ENTRY(house_account) in_chain;
    TAILQ_ENTRY(house_account) in_idle;
    char name[64];
    int uses;              /* 0: it is idle */
    int sockets, visits;   /* guests, and connections that are not guests */
    house_budget time;     /* microseconds */
    house_budget talk;     /* what a person may say; HOUSE_SAYING is one saying */
    house_budget bytes;    /* what may be stored from an address besides moves; HOUSE_BYTE is one byte */
    int64_t made, since;   /* how many things were made in the hour that began at `since` */
    house_spending untold; /* what other nodes have not been told */
};

LIST_HEAD(house_chain, house_account);
TAILQ_HEAD(house_idle, house_account);

enum {
    HOUSE_SAYING = 60 * 1000,  /* a limit of sayings per minute is as many of these units per millisecond */
    HOUSE_BYTE = 3600 * 1000,  /* the same for bytes per hour */
    HOUSE_SAVINGS = 10 * 1000, /* milliseconds for which a person's time is saved up, */
    HOUSE_ADDRESS_SAVINGS =
        5000, /* and that of an address; so no address keeps the house to itself for longer than half a second */
    HOUSE_TALK_SAVINGS = 30 * 1000, /* milliseconds for which sayings are saved up */
    HOUSE_CHAINS = 1 << 14,         /* of the hash table of accounts */
    HOUSE_IDLE_ACCOUNTS =
        1 << 16,         /* are remembered, so that whoever has many addresses cannot fill the memory */
    HOUSE_PATIENCE = 20, /* requests in a row that are refused before the connection is closed */
    HOUSE_NOISE = 64,    /* bytes that came in no message and count as one */
};

void house_open_accounts(house *h);
void house_close_accounts(house *h);

/* The account of this name, which is made if need be; it counts as used until it is released. */
house_account *house_account_use(house *h, const char *name);
void house_account_release(house *h, house_account *a);
void house_account_pay(house_account *a, int64_t price); /* from the time of its budget */
void house_account_charge(house *h, const char *name, const house_spending *spent); /* at another node */
void house_forget_accounts(house *h, int64_t now); /* those that are idle and have nothing to remember */

/* The house knows now which person the guest is: they pay from that person's budget. */
void house_guest_identified(house *h, house_guest *g);

/* Brings the guest's budgets up to date.  False: one is used up, for so many seconds. */
bool house_can_pay(const house *h, house_guest *g, int64_t now, int *seconds);
bool house_can_borrow(const house *h, house_guest *g); /* is it used up by less than it can hold? */
void house_pay(house_guest *g, int64_t price);
bool house_address_can_pay(house *h, house_account *a, fault *why);

/* One more thing is made from the guest's address, and takes so many bytes.  False: too many were. */
bool house_charge_new(house *h, house_guest *g, size_t bytes, fault *why);

/* The guest, who is at a table and a person, wants to say something of so many bytes.  False: they have said too
 * much. */
bool house_charge_talk(house *h, house_guest *g, size_t bytes, fault *why);
#endif
