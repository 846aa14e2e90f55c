/* The server's HTTP over real sockets, several requests on one connection. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
/* cmocka wants these before itself */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* clang-format keeps the order */
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
static fault trouble;

/* ---- the server, and a connection to it ------------------------------------------------------------------- */

static void is_open(void *to, const char *url) {
    (void)to;
    port = atoi(strrchr(url, ':') + 1);
    if (write(opened[1], "!", 1) != 1) abort();
}

static void *serve(void *unused) {
    server_terms terms = {.address = "127.0.0.1", .data = file, .open = is_open};
    (void)unused;
    for (int i = 0; i < LIMITS; i++)
        terms.limits[i] = house_limits[i].default_value;
    terms.limits[LIMIT_SOCKETS] = 50;
    if (server_run(&terms, &trouble)) return NULL;
    if (write(opened[1], "?", 1) != 1) abort();
    return &trouble;
}

static void connects(void) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd >= 0) close(fd);
    fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
}

/* Sends bytes, and reads until this comes; fails if the connection is closed before. */
static void sends(const char *bytes, size_t n, const char *until) {
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

/* A request, of which the answer has this status and ends so. */
static void answers(const char *head, const char *body, const char *status, const char *end) {
    char all[2048], line[32];
    int n = snprintf(all, sizeof all, "%s HTTP/1.1\r\nHost: 127.0.0.1\r\n", head);
    if (body)
        n += snprintf(all + n, sizeof all - (size_t)n, "Content-Length: %zu\r\n\r\n%s", strlen(body), body);
    else
        n += snprintf(all + n, sizeof all - (size_t)n, "\r\n");
    got[0] = 0;
    sends(all, (size_t)n, end);
    snprintf(line, sizeof line, "HTTP/1.1 %s", status);
    if (strncmp(got, line, strlen(line))) fail_msg("%s: %s", head, got);
    assert_string_equal(got + strlen(got) - strlen(end), end);
}

/* ---- tests ---------------------------------------------------------------------------------------------------- */

static void a_token(void **unused) {
    static const char enter[] = "{\"do\":\"enter\",\"name\":\"Ada\"}";
    uint8_t frame[64] = {0x81, 0x80 | (sizeof enter - 1)}; /* the mask is 0 */
    (void)unused;
    connects();
    const char *head = "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                       "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
    sends(head, strlen(head), "\r\n\r\n");
    memcpy(frame + 6, enter, sizeof enter - 1);
    sends((const char *)frame, sizeof enter + 5, "\"token\":\"");
    memcpy(token, strstr(got, "\"token\":\"") + 9, HOUSE_TOKEN);
}

static void getting(void **unused) {
    (void)unused;
    connects();
    for (int i = 0; i < 3; i++) {
        answers("GET /healthz", NULL, "200", "ok\n");
        answers("GET /nothing", NULL, "404", "There is nothing here.\n");
        answers("GET /record/aaaaaaaaaaaaaaaa", NULL, "404", "There is no such table.\n");
        answers("GET /games?lang=pl", NULL, "200", "]\n");
    }
}

/* One browser has several cookies from one connection. */
static void cookies(void **unused) {
    (void)unused;
    connects();
    for (int i = 0; i < 3; i++) {
        answers("POST /cookie", token, "200", "done\n");
        assert_non_null(strstr(got, token));
        assert_non_null(strstr(got, "HttpOnly"));
        answers("POST /cookie", "0123456789012345678901234567890123456789012", "403", "not known here.\n");
        answers("POST /cookie", "short", "403", "not known here.\n");
        answers("POST /cookie", "", "403", "not known here.\n");
    }
}

static void posting_elsewhere(void **unused) {
    (void)unused;
    connects();
    for (int i = 0; i < 3; i++) {
        answers("POST /nothing", "", "403", "That is not possible here.\n");
        answers("POST /nothing", "abc", "403", "That is not possible here.\n");
        answers("GET /healthz", NULL, "200", "ok\n");
    }
}

/* ---- all of them -------------------------------------------------------------------------------------------------- */

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
        cmocka_unit_test(a_token),
        cmocka_unit_test(getting),
        cmocka_unit_test(cookies),
        cmocka_unit_test(posting_elsewhere),
    };
    return cmocka_run_group_tests(tests, open_house, close_house);
}
