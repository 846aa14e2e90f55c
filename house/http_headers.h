/* http_headers.h - what the headers of a request say.  No sockets here.  NULL stands for a header that is missing. */
#ifndef HOUSE_HTTP_HEADERS_H
#define HOUSE_HTTP_HEADERS_H
#include "house/house.h"

enum { HTTP_ADDRESS_SIZE = 64 };

/* The token in `Authorization: Bearer` or in the cookie; NULL: there is none. */
const char *http_token(const char *authorization, const char *cookie, char out[HOUSE_TOKEN + 1]);

/* Is this Host one under which the house can be found: that of one of its URLs (the list ends with NULL), localhost,
 * a name in .local, which only the machines of the local network give (RFC 6762), or an address of digits?  Other names
 * may belong to somebody who points them here, and whose page would then count as the house's own (DNS rebinding). */
bool http_host_known(const char *host, const char *const urls[]);

/* May a page of this origin act for its user?  Only the house's own page may.  Programs send no origin. */
bool http_origin_allowed(const char *origin, const char *host, const char *const urls[]);

/* May a request be told what only the operator shall know?  With a token, whoever has it; without one, a program on this
 * machine that asks by itself, not through a proxy. */
bool http_is_trusted(const char *token, const char *authorization, const char *peer, const char *host,
                     bool forwarded, const char *const urls[]);

/* Does Accept-Encoding name this coding?  A coding with a weight counts as not accepted. */
bool http_accepts_coding(const char *codings, const char *coding);

/* The address of the client: the last one in X-Forwarded-For, which the proxy itself has added, or the peer's.
 * Of an IPv6 address only the network counts, because a client has all of it. */
void http_client_address(const char *forwarded, const char *peer, char out[HTTP_ADDRESS_SIZE]);
#endif
