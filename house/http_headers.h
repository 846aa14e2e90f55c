/* heads.h - what the headers of a request say.  No sockets here; NULL is a header that is not there. */
#ifndef HOUSE_HEADS_H
#define HOUSE_HEADS_H
#include "house/house.h"

enum { HTTP_ADDRESS_SIZE = 64 };

/* The token after `Authorization: Bearer`, or in the cookie; NULL: there is none. */
const char *http_token(const char *authorization, const char *cookie, char out[HOUSE_TOKEN + 1]);

/* May a page of this origin act for its readers?  One of the house's own may; programs send none. */
bool http_origin_allowed(const char *origin, const char *host, const char *url);

/* Does Accept-Encoding name this coding?  One with a weight counts as not wanted. */
bool http_accepts_coding(const char *codings, const char *coding);

/* Who is it?  The last address that was forwarded, which the proxy itself has added, or the peer's.
 * Of an IPv6 address the network, because a guest has all of that. */
void http_client_address(const char *forwarded, const char *peer, char out[HTTP_ADDRESS_SIZE]);
#endif
