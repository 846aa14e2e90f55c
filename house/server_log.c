/* server_log.c - the log; see server_log.h.
 *
 * A pipe, a terminal or a socket that poll() calls writable has room for a line.  To make standard error itself
 * non-blocking would change it for other programs that share it. */
#include "house/server_log.h"
#include "base/jsonw.h"
#include <limits.h>
#include <poll.h>
#include <unistd.h>

static int64_t dropped; /* lines, since one was last written */

bool server_log_ready(void) {
    struct pollfd p = {.fd = STDERR_FILENO, .events = POLLOUT};
    return poll(&p, 1, 0) == 1 && p.revents & POLLOUT;
}

static bool write_line(const char *line, size_t n) {
    return n <= PIPE_BUF && server_log_ready() && write(STDERR_FILENO, line, n) == (ssize_t)n;
}

static bool write_dropped(void) {
    char line[96];
    text t = text_on(line, sizeof line);
    jsonw w = jsonw_on(&t);
    jsonw_object(&w);
    jsonw_put_string(&w, "what", "dropped");
    jsonw_put_int(&w, "lines", dropped);
    jsonw_end_object(&w);
    text_char(&t, '\n');
    return write_line(line, t.used);
}

void server_log(const char *line, size_t n) {
    if (dropped && write_dropped()) dropped = 0;
    if (dropped || !write_line(line, n)) dropped++;
}
