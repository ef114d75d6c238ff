/* SPDX-License-Identifier: MIT */
/* status.h - the live line: executions, rate, elapsed, bugs, strategy, and of
 * an exhaustive search how far it is
 *
 * On a terminal one line that is rewritten, and loses what does not fit into
 * its width; elsewhere a plain line every ten seconds.  Always standard error;
 * never with --quiet.
 */
#ifndef CLI_STATUS_H
#define CLI_STATUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct status {
	bool quiet, terminal;
	unsigned shown; /* lines that are on the terminal */
	uint64_t start_ns, last_ns;
};

struct progress;

/* start_ns: when the check began. */
void status_init(struct status *s, bool quiet, bool plain, uint64_t start_ns);
void status_show(struct status *s, const struct progress *p);
/* Of several lines: is it time, and for how many is there room?  0: not yet;
 * 1: no terminal.  Then all of them, `size` bytes apart. */
unsigned status_due(struct status *s);
void status_table(
	struct status *s, const char *line, size_t size, unsigned lines);
/* The search is over, its audit goes on. */
void status_audit(struct status *s, uint64_t executions, uint64_t of);
/* Takes the line off the terminal: something else is to be printed. */
void status_clear(struct status *s);

#endif
