/* SPDX-License-Identifier: MIT */
/* holds.h - who holds which lock and waits for what, at each event of a replay
 *
 * holds_follow() is called for event 0, 1, 2, ... that was made.
 */
#ifndef REPORT_HOLDS_H
#define REPORT_HOLDS_H

#include "channel/channel.h"

enum {
	HOLDS_MAX = 256
};

struct hold {
	uint64_t object;
	tid owner;
	uint64_t pc;
	uint32_t event; /* that took it */
};

struct holds {
	const struct channel *c;
	struct hold hold[HOLDS_MAX];
	unsigned holds;
	bool ended[THREADS_MAX];
	uint32_t next[TRACE_MAX]; /* the event of its thread after this one */
};

void holds_init(struct holds *h, const struct channel *c);
void holds_follow(struct holds *h, uint32_t event);
/* Who holds an object; NULL: nobody. */
const struct hold *holds_of(const struct holds *h, uint64_t object);
/* The operation that a thread arrives at: the machine keeps its kind in the
 * event of when it is made. */
const struct trace_event *holds_made(const struct holds *h, uint32_t event);
/* A late store that nobody could have missed: it became visible at once. */
bool holds_dropped(const struct trace_event *e);
/* Its thread arrived there, and no more. */
bool holds_arrived_only(const struct trace_event *e);
/* It arrived and was not first to go on: because it could not? */
bool holds_waits(const struct holds *h, uint32_t event);

#endif
