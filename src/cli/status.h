/* SPDX-License-Identifier: MIT */
/* status.h - the live line: executions, rate, elapsed, bugs, strategy
 *
 * On a terminal one line that is rewritten; elsewhere a plain line every ten
 * seconds.  Always standard error; never with --quiet.
 */
#ifndef CLI_STATUS_H
#define CLI_STATUS_H

#include <stdbool.h>
#include <stdint.h>

struct status {
	bool quiet, terminal;
	bool shown; /* a line is on the terminal */
	uint64_t start_ns, last_ns;
	uint64_t before; /* executions of earlier phases */
	unsigned bugs_before;
	const char *strategy;
};

void status_init(struct status *s, bool quiet);
void status_show(struct status *s, uint64_t executions, unsigned bugs);
/* The search is over, its audit goes on. */
void status_audit(struct status *s, uint64_t executions, uint64_t of);
/* Takes the line off the terminal: something else is to be printed. */
void status_clear(struct status *s);

#endif
