/* http_headers.c - what the headers of a request say. */
#include "house/http_headers.h"
#include <arpa/inet.h>
#include <string.h>

/* Where the value of our cookie begins. */
static const char *find_cookie(const char *s) {
    static const char name[] = "safehouse=";
    for (const char *at = s; (at = strstr(at, name)); at++)
        if (at == s || at[-1] == ' ' || at[-1] == ';') return at + sizeof name - 1;
    return NULL;
}

const char *http_token(const char *authorization, const char *cookie, char out[HOUSE_TOKEN + 1]) {
    static const char bearer[] = "Bearer ";
    const char *at = authorization && !strncmp(authorization, bearer, sizeof bearer - 1)
                         ? authorization + sizeof bearer - 1
                     : cookie ? find_cookie(cookie)
                              : NULL;
    if (!at || strcspn(at, "; ") != HOUSE_TOKEN) return NULL;
    memcpy(out, at, HOUSE_TOKEN);
    out[HOUSE_TOKEN] = 0;
    return out;
}

bool http_origin_allowed(const char *origin, const char *host, const char *url) {
    if (!origin || !strcmp(origin, url)) return true;
    const char *name = strstr(origin, "://");
    return name && host && !strcmp(name + 3, host);
}

bool http_accepts_coding(const char *codings, const char *coding) {
    size_t n = strlen(coding);
    for (const char *at = codings; at; at = strchr(at, ',')) {
        at += strspn(at, ", ");
        if (strcspn(at, ", ") == n && !strncmp(at, coding, n)) return true;
    }
    return false;
}

void http_client_address(const char *forwarded, const char *peer, char out[HTTP_ADDRESS_SIZE]) {
    struct in6_addr six;
    text t = text_on(out, HTTP_ADDRESS_SIZE);
    const char *last = forwarded ? strrchr(forwarded, ',') : NULL;
    text_put(&t, last ? last + 1 + strspn(last + 1, " ") : forwarded ? forwarded : peer);
    if (inet_pton(AF_INET6, out, &six) != 1 || IN6_IS_ADDR_V4MAPPED(&six)) return;
    memset(six.s6_addr + 8, 0, 8);
    inet_ntop(AF_INET6, &six, out, HTTP_ADDRESS_SIZE);
}
