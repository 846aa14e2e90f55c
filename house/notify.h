/* notify.h - tells systemd, if it started us, how the house is (sd_notify(3), without its library). */
#ifndef HOUSE_NOTIFY_H
#define HOUSE_NOTIFY_H
#include <stdint.h>

/* "READY=1", "STOPPING=1" or "WATCHDOG=1"; nothing happens if nobody wants to know. */
void notify_send(const char *state);

/* How many milliseconds may go by between two "WATCHDOG=1"; 0: nobody waits for them. */
uint64_t notify_interval_ms(void);
#endif
