/* notify.h - tells systemd, if it started us, how the house is (sd_notify(3), without its library). */
#ifndef HOUSE_NOTIFY_H
#define HOUSE_NOTIFY_H
#include <stdint.h>

/* state: "READY=1", "STOPPING=1" or "WATCHDOG=1".  Does nothing if systemd did not start us. */
void notify_send(const char *state);

/* Milliseconds that may pass between two "WATCHDOG=1"; 0: there is no watchdog. */
uint64_t notify_interval_ms(void);
#endif
