/* The server's HTTP over real sockets, several requests on one connection. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
/* cmocka.h needs these headers before it */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* this comment keeps clang-format from sorting the headers */
#include <cmocka.h>

#include "house/server.h"
#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static char folder[64], file[96], got[1 << 18], token[HOUSE_TOKEN + 1];
static int port, opened[2], fd = -1;
static pthread_t thread;
static fault failure;

/* ---- the server, and a connection to it ------------------------------------------------------------------- */

/* Called by the server when it is open. */
static void report_port(void *to, const char *url) {
    (void)to;
    port = atoi(strrchr(url, ':') + 1);
    if (write(opened[1], "!", 1) != 1) abort();
}

static void *serve(void *unused) {
    server_terms terms = {.address = "127.0.0.1", .data = file, .open = report_port};
    (void)unused;
    for (int i = 0; i < LIMITS; i++)
        terms.limits[i] = house_limits[i].default_value;
    terms.limits[LIMIT_SOCKETS] = 50;
    if (server_run(&terms, &failure)) return NULL;
    if (write(opened[1], "?", 1) != 1) abort();
    return &failure;
}

static void connect_client(void) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd >= 0) close(fd);
    fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
}

/* Sends bytes, and reads until `until` has come; fails if the connection is closed before that. */
static void send_until(const char *bytes, size_t n, const char *until) {
    size_t size = 0;
    assert_int_equal(send(fd, bytes, n, MSG_NOSIGNAL), (ssize_t)n);
    do {
        if (poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, 10000) <= 0) fail_msg("no answer: %s", got);
        ssize_t more = recv(fd, got + size, sizeof got - 1 - size, 0);
        if (more <= 0) fail_msg("closed instead of %s: %s", until, got);
        size += (size_t)more;
        got[size] = 0;
    } while (!strstr(got, until));
}

/* Sends a request; the response has this status and ends with `end`. */
static void assert_response(const char *head, const char *body, const char *status, const char *end) {
    char all[2048], line[32];
    int n = snprintf(all, sizeof all, "%s HTTP/1.1\r\nHost: 127.0.0.1\r\n", head);
    if (body)
        n += snprintf(all + n, sizeof all - (size_t)n, "Content-Length: %zu\r\n\r\n%s", strlen(body), body);
    else
        n += snprintf(all + n, sizeof all - (size_t)n, "\r\n");
    got[0] = 0;
    send_until(all, (size_t)n, end);
    snprintf(line, sizeof line, "HTTP/1.1 %s", status);
    if (strncmp(got, line, strlen(line))) fail_msg("%s: %s", head, got);
    assert_string_equal(got + strlen(got) - strlen(end), end);
}

/* ---- tests ---------------------------------------------------------------------------------------------------- */

static void entering_gives_a_token(void **unused) {
    static const char enter[] = "{\"do\":\"enter\",\"name\":\"Ada\"}";
    uint8_t frame[64] = {0x81, 0x80 | (sizeof enter - 1)}; /* the mask key is 0 */
    (void)unused;
    connect_client();
    const char *head = "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                       "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
    send_until(head, strlen(head), "\r\n\r\n");
    memcpy(frame + 6, enter, sizeof enter - 1);
    send_until((const char *)frame, sizeof enter + 5, "\"token\":\"");
    memcpy(token, strstr(got, "\"token\":\"") + 9, HOUSE_TOKEN);
}

static void get_requests(void **unused) {
    (void)unused;
    connect_client();
    for (int i = 0; i < 3; i++) {
        assert_response("GET /healthz", NULL, "200", "ok\n");
        assert_response("GET /nothing", NULL, "404", "There is nothing here.\n");
        assert_response("GET /record/aaaaaaaaaaaaaaaa", NULL, "404", "There is no such table.\n");
        assert_response("GET /games?lang=pl", NULL, "200", "]\n");
    }
}

/* One connection can ask for a cookie several times. */
static void cookies_for_tokens(void **unused) {
    (void)unused;
    connect_client();
    for (int i = 0; i < 3; i++) {
        assert_response("POST /cookie", token, "200", "done\n");
        assert_non_null(strstr(got, token));
        assert_non_null(strstr(got, "HttpOnly"));
        assert_response("POST /cookie", "0123456789012345678901234567890123456789012", "403",
                        "not known here.\n");
        assert_response("POST /cookie", "short", "403", "not known here.\n");
        assert_response("POST /cookie", "", "403", "not known here.\n");
    }
}

static void posts_elsewhere_are_refused(void **unused) {
    (void)unused;
    connect_client();
    for (int i = 0; i < 3; i++) {
        assert_response("POST /nothing", "", "403", "That is not possible here.\n");
        assert_response("POST /nothing", "abc", "403", "That is not possible here.\n");
        assert_response("GET /healthz", NULL, "200", "ok\n");
    }
}

/* ---- the program -------------------------------------------------------------------------------------------------- */

static int open_house(void **unused) {
    char c;
    (void)unused;
    snprintf(folder, sizeof folder, "%s/serverXXXXXX", access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
    if (!mkdtemp(folder) || pipe(opened)) return -1;
    snprintf(file, sizeof file, "%s/house.db", folder);
    if (pthread_create(&thread, NULL, serve, NULL) || read(opened[0], &c, 1) != 1) return -1;
    return c == '!' ? 0 : -1;
}

static int close_house(void **unused) {
    void *wrong;
    (void)unused;
    close(fd);
    server_stop();
    pthread_join(thread, &wrong);
    unlink(file);
    return wrong || rmdir(folder) ? -1 : 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entering_gives_a_token),
        cmocka_unit_test(get_requests),
        cmocka_unit_test(cookies_for_tokens),
        cmocka_unit_test(posts_elsewhere_are_refused),
    };
    return cmocka_run_group_tests(tests, open_house, close_house);
}
