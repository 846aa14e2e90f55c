/* server_log.h - the log on standard error, which never waits for whoever reads it. */
#ifndef HOUSE_SERVER_LOG_H
#define HOUSE_SERVER_LOG_H
#include <stdbool.h>
#include <stddef.h>

/* Writes a line if it can be written at once.  Otherwise it is dropped and counted, and the next line that can be
 * written comes after one that says how many were dropped. */
void server_log(const char *line, size_t n);

/* Can something be written at once? */
bool server_log_ready(void);
#endif
