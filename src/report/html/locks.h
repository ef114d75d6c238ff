/* SPDX-License-Identifier: MIT */
/* locks.h - which threads hold which locks after each event of a replay
 *
 * holds.h knows one holder of a lock, as a sentence needs; here each reader of
 * a read-write lock has its own entry, and who locks twice unlocks twice.
 */
#ifndef REPORT_HTML_LOCKS_H
#define REPORT_HTML_LOCKS_H

#include "channel/channel.h"

enum {
	LOCKS_HELD_MAX = 1024
};

struct locks {
	struct lock_held {
		uint64_t object;
		tid thread;
		bool reading;
		unsigned times;
	} held[LOCKS_HELD_MAX];
	unsigned count;
};

/* What one event changes: a thread has a lock from here on, or no longer. */
struct locks_change {
	bool took, gave, reading;
	uint64_t object; /* that was taken, or given */
};

struct locks_change locks_follow(struct locks *l, const struct trace_event *e);

/* Does it take a lock, or would it if it could?  Alone, or with readers? */
bool locks_taken_by(uint8_t kind);
bool locks_read_by(uint8_t kind);
/* The same, and it has it now. */
bool locks_took(const struct trace_event *e);

#endif
