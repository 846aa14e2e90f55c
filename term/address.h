/* address.h - where a house is: http://HOST:PORT, a table there: http://HOST:PORT/t/KEY, and how to be there who one
 * is on another device: http://HOST:PORT/#code=CODE. */
#ifndef TERM_ADDRESS_H
#define TERM_ADDRESS_H
#include "base/fault.h"

enum { ADDRESS_HOST = 128, ADDRESS_KEY = 32, ADDRESS_CODE = 32 };

typedef struct {
    bool tls;
    char name[ADDRESS_HOST];        /* to connect to: without the brackets of IPv6 */
    char host[ADDRESS_HOST + 8];    /* as in the URL, with the port if it is not the usual one */
    char origin[ADDRESS_HOST + 16]; /* http://HOST:PORT, the same for all ways to write it */
    int port;
    char table[ADDRESS_KEY]; /* empty: the lobby */
    char code[ADDRESS_CODE]; /* empty: none */
} address;

/* Reads http, https, ws or wss URLs.  False: why. */
bool address_read(const char *url, address *out, fault *why);
#endif
