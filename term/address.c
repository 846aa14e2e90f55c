/* address.c - the URLs that `safehouse join` takes. */
#include "term/address.h"
#include "base/text.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Each of these parses the part at the start of a string and returns what follows it, or NULL. */

static const char *parse_scheme(const char *url, bool *tls) {
    static const struct {
        const char *begins;
        bool tls;
    } schemes[] = {{"http://", false}, {"https://", true}, {"ws://", false}, {"wss://", true}};
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        size_t n = strlen(schemes[i].begins);
        if (strncmp(url, schemes[i].begins, n)) continue;
        *tls = schemes[i].tls;
        return url + n;
    }
    return NULL;
}

/* HOST or [IPV6] */
static const char *parse_name(const char *s, char out[ADDRESS_HOST]) {
    bool ipv6 = *s == '[';
    const char *allowed = ipv6 ? "0123456789abcdef:." : "abcdefghijklmnopqrstuvwxyz0123456789-._";
    size_t n = 0;
    for (s += ipv6; *s && strchr(allowed, tolower((unsigned char)*s)); s++) {
        if (n + 1 == ADDRESS_HOST) return NULL;
        out[n++] = (char)tolower((unsigned char)*s);
    }
    out[n] = 0;
    if (!n || (ipv6 && *s != ']')) return NULL;
    return s + ipv6;
}

static const char *parse_port(const char *s, address_url *out) {
    out->port = out->tls ? 443 : 80;
    if (*s != ':') return s;
    size_t n = strspn(++s, "0123456789");
    return text_number(s, n, 1, 65535, &out->port) ? s + n : NULL;
}

/* The rest of the URL must be a word of these letters; a slash may follow it. */
static bool parse_word(const char *s, const char *letters, char *out, size_t size) {
    size_t n = strspn(s, letters);
    if (!n || n >= size || (s[n] && strcmp(s + n, "/"))) return false;
    memcpy(out, s, n);
    out[n] = 0;
    return true;
}

/* The rest of the URL must be nothing, a slash, /t/KEY or /#code=CODE. */
static bool parse_path(const char *s, address_url *out) {
    static const char small[] = "abcdefghijklmnopqrstuvwxyz0123456789", code[] = "/#code=";
    if (!*s || !strcmp(s, "/")) return true;
    if (!strncmp(s, code, sizeof code - 1))
        return parse_word(s + sizeof code - 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-", out->code,
                          ADDRESS_CODE);
    return !strncmp(s, "/t/", 3) && parse_word(s + 3, small, out->table, ADDRESS_KEY);
}

bool address_parse(const char *url, address_url *out, fault *why) {
    memset(out, 0, sizeof *out);
    const char *s = parse_scheme(url, &out->tls);
    if (s) s = parse_name(s, out->name);
    if (s) s = parse_port(s, out);
    if (!s || !parse_path(s, out)) {
        fault_at(why, "join.url", NULL, 0, 0);
        return fault_with(why, 0, url, strlen(url));
    }
    bool ipv6 = strchr(out->name, ':');
    text host = text_on(out->host, sizeof out->host);
    if (ipv6) text_char(&host, '[');
    text_put(&host, out->name);
    if (ipv6) text_char(&host, ']');
    if (out->port != (out->tls ? 443 : 80)) text_char(&host, ':'), text_int(&host, out->port);
    text origin = text_on(out->origin, sizeof out->origin);
    text_put(&origin, out->tls ? "https://" : "http://");
    text_put(&origin, out->host);
    return true;
}
