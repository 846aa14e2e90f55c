/* http_headers.c - what the headers of a request say. */
#include "house/http_headers.h"
#include <arpa/inet.h>
#include <sodium.h>
#include <string.h>
#include <strings.h>

/* Where the value of our cookie begins. */
static const char *find_cookie(const char *s) {
    static const char name[] = "safehouse=";
    for (const char *at = s; (at = strstr(at, name)); at++)
        if (at == s || at[-1] == ' ' || at[-1] == ';') return at + sizeof name - 1;
    return NULL;
}

/* What stands after `Bearer`; NULL: nothing does. */
static const char *bearer(const char *authorization) {
    static const char word[] = "Bearer ";
    bool is = authorization && !strncmp(authorization, word, sizeof word - 1);
    return is ? authorization + sizeof word - 1 : NULL;
}

const char *http_token(const char *authorization, const char *cookie, char out[HOUSE_TOKEN + 1]) {
    const char *at = bearer(authorization);
    if (!at && cookie) at = find_cookie(cookie);
    if (!at || strcspn(at, "; ") != HOUSE_TOKEN) return NULL;
    memcpy(out, at, HOUSE_TOKEN);
    out[HOUSE_TOKEN] = 0;
    return out;
}

/* Copies the name or address of a Host, without port and brackets. */
static void host_name(const char *host, char out[HTTP_ADDRESS_SIZE]) {
    bool six = host[0] == '[';
    text t = text_on(out, HTTP_ADDRESS_SIZE);
    text_bytes(&t, host + six, strcspn(host + six, six ? "]" : ":"));
    if (t.cut || (six && !strchr(host, ']'))) out[0] = 0;
}

/* Is it the domain, or a name in it? */
static bool is_within(const char *name, const char *domain) {
    size_t n = strlen(name), k = strlen(domain);
    return n >= k && !strcasecmp(name + n - k, domain) && (n == k || name[n - k - 1] == '.');
}

bool http_host_known(const char *host, const char *const urls[]) {
    char name[HTTP_ADDRESS_SIZE];
    struct in6_addr address;
    if (!host) return false;
    for (int i = 0; urls[i]; i++)
        if (!strcasecmp(strstr(urls[i], "://") + 3, host)) return true;
    host_name(host, name);
    return is_within(name, "localhost") || is_within(name, "local") ||
           inet_pton(AF_INET, name, &address) == 1 || inet_pton(AF_INET6, name, &address) == 1;
}

bool http_origin_allowed(const char *origin, const char *host, const char *const urls[]) {
    if (!origin) return true;
    for (int i = 0; urls[i]; i++)
        if (!strcmp(origin, urls[i])) return true;
    const char *name = strstr(origin, "://");
    return name && host && !strcmp(name + 3, host) && http_host_known(host, urls);
}

static bool is_loopback(const char *address) {
    return !strncmp(address, "127.", 4) || !strcmp(address, "::1") || !strncmp(address, "::ffff:127.", 11);
}

/* Hashes are compared, so that neither the time nor the length tells anything about the token. */
static bool same_secret(const char *a, const char *b) {
    uint8_t hash[2][STORE_HASH];
    crypto_generichash(hash[0], STORE_HASH, (const uint8_t *)a, strlen(a), NULL, 0);
    crypto_generichash(hash[1], STORE_HASH, (const uint8_t *)b, strlen(b), NULL, 0);
    return !sodium_memcmp(hash[0], hash[1], STORE_HASH);
}

bool http_is_trusted(const char *token, const char *authorization, const char *peer, const char *host,
                     bool forwarded, const char *const urls[]) {
    const char *given = bearer(authorization);
    if (token) return given && same_secret(given, token);
    return is_loopback(peer) && !forwarded && http_host_known(host, urls);
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
