/* fuzz_http_headers.c - any bytes as the headers of a request: a token or an address that is found is a good one, and
 * nothing is read past the end of a header.  For libFuzzer.  The input is six lines: authorization, cookie, origin,
 * host, forwarded, accepted codings.  An empty line is a header that is missing. */
#define _XOPEN_SOURCE 700 /* strndup */
#include "house/http_headers.h"
#include "tests/fuzz/fuzz.h"

enum { HEADS = 6, HEAD = 1024 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *head[HEADS] = {0}, token[HOUSE_TOKEN + 1], address[HTTP_ADDRESS_SIZE];
    for (int i = 0; i < HEADS && size; i++) { /* each in its own block, so that the sanitizer sees its end */
        const uint8_t *end = memchr(data, '\n', size);
        size_t n = end ? (size_t)(end - data) : size;
        head[i] = n && n < HEAD ? strndup((const char *)data, n) : NULL;
        data += n + (end != NULL);
        size -= n + (end != NULL);
    }
    if (http_token(head[0], head[1], token)) {
        must(strlen(token) == HOUSE_TOKEN && !strpbrk(token, "; "));
        must((head[0] && strstr(head[0], token)) || (head[1] && strstr(head[1], token)));
    }
    static const char *const urls[] = {"https://house.example", "http://den.lan:7447", NULL};
    bool good = http_origin_allowed(head[2], head[3], urls), known = http_host_known(head[3], urls);
    if (good && head[2])
        must(!strcmp(head[2], urls[0]) || !strcmp(head[2], urls[1]) || (known && strstr(head[2], head[3])));
    if (http_is_trusted(NULL, head[0], "127.0.0.1", head[3], head[4] != NULL, urls)) must(known && !head[4]);
    if (http_is_trusted("secret", head[0], "127.0.0.1", head[3], head[4] != NULL, urls))
        must(!strcmp(head[0], "Bearer secret"));
    http_client_address(head[4], "2001:db8::1", address);
    must(memchr(address, 0, sizeof address));
    must(head[4] || !strcmp(address, "2001:db8::"));
    if (http_accepts_coding(head[5], "br")) must(strstr(head[5], "br"));
    for (int i = 0; i < HEADS; i++)
        free(head[i]);
    return 0;
}
