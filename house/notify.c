/* notify.c - sends datagrams to the socket that systemd names in the environment. */
#include "house/notify.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

void notify_send(const char *state) {
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    const char *path = getenv("NOTIFY_SOCKET");
    size_t n = path ? strlen(path) : 0;
    if (!n || n >= sizeof to.sun_path) return;
    memcpy(to.sun_path, path, n);
    if (path[0] == '@') to.sun_path[0] = 0; /* an abstract socket */
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return;
    ssize_t sent = sendto(fd, state, strlen(state), 0, (struct sockaddr *)&to,
                          (socklen_t)(offsetof(struct sockaddr_un, sun_path) + n));
    (void)sent; /* systemd is gone: nothing to do */
    close(fd);
}

uint64_t notify_interval_ms(void) {
    const char *microseconds = getenv("WATCHDOG_USEC"), *whose = getenv("WATCHDOG_PID");
    if (!microseconds || (whose && strtol(whose, NULL, 10) != getpid())) return 0;
    return strtoull(microseconds, NULL, 10) / 1000;
}
