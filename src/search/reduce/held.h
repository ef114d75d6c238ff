/* SPDX-License-Identifier: MIT */
/* held.h - which mutexes each thread of an execution holds, and what in that is
 * beyond lazy reduction
 *
 * Mutexes are numbered as they come, sets of them are words.  The warnings are
 * those of Thomson (Practical systematic concurrency testing, 2016, section
 * 4.4.2) and a few more, for what that model has not.
 *
 * Memory   the caller's, an entry an event.
 * Cost     O(objects of the event); cycles are looked for among at most a few
 *          hundred edges, with an end to patience, which is a warning.
 */
#ifndef SEARCH_REDUCE_HELD_H
#define SEARCH_REDUCE_HELD_H

#include "search/reduce/history.h"

enum {
	MUTEXES_MAX = 64,
	EDGES_MAX = 512
};

struct held_event {
	uint64_t before; /* what its thread held then */
	uint64_t after;
	uint64_t locks; /* what it took, also if it gave it back */
};

/* `thread` took `to` while it held `from`. */
struct held_edge {
	uint8_t from, to;
	tid thread;
};

struct held {
	struct held_event *event;
	uint32_t count, max;
	uint64_t mutex[MUTEXES_MAX];
	uint32_t mutexes;
	struct held_edge edge[EDGES_MAX];
	uint32_t edges;
	uint32_t warnings; /* enum search_warning, of all executions */
};

void held_init(struct held *h, void *memory, size_t bytes);

/* Keeps the first n events alone. */
void held_cut(struct held *h, uint32_t n);

/* The next event of the history; false: no room. */
bool held_add(struct held *h, const struct history *history);

/* What thread t holds before event `end`. */
uint64_t held_by(const struct held *h, const struct history *history, tid t,
	uint32_t end);

/* The mutexes that a footprint takes. */
uint64_t held_takes(struct held *h, const struct footprint *f);

/* The execution is over: looks at what is pending, and for cycles. */
void held_end(struct held *h, const struct history *history,
	const struct outcome *outcome);

/* Kinds that may have to wait for others; mutexes apart. */
bool held_waits(enum op kind);

#endif
