/* address.h - the URLs that `safehouse join` takes:
 *
 *     http://HOST:PORT               a house
 *     http://HOST:PORT/t/KEY         a table there
 *     http://HOST:PORT/#code=CODE    a house, where the code lets you in as yourself from another device */
#ifndef TERM_ADDRESS_H
#define TERM_ADDRESS_H
#include "base/fault.h"

enum { ADDRESS_HOST = 128, ADDRESS_KEY = 32, ADDRESS_CODE = 32 };

typedef struct {
    bool tls;
    char name[ADDRESS_HOST];        /* to connect to: without the brackets of IPv6 */
    char host[ADDRESS_HOST + 8];    /* as in the URL, with the port if it is not the default one */
    char origin[ADDRESS_HOST + 16]; /* http://HOST:PORT, the same however the URL was written */
    int port;
    char table[ADDRESS_KEY]; /* empty: the lobby */
    char code[ADDRESS_CODE]; /* empty: none */
} address_url;

/* Parses an http, https, ws or wss URL.  False: why. */
bool address_parse(const char *url, address_url *out, fault *why);
#endif
