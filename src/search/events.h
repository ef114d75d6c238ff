/* SPDX-License-Identifier: MIT */
/* events.h - the transitions of one execution, and the hash of its trace
 *
 * The trace of an execution is what is left of it when the order of independent
 * transitions is forgotten.  Its hash is the same for all its executions: each
 * transition is hashed with its footprint and with the hashes of all earlier
 * ones that it depends on, and the sum over all transitions is the trace's.  An
 * earlier one that depends stays earlier in every execution of the trace, so
 * order enters where it belongs and nowhere else.
 *
 * What it depends on says earlier.h, as it does for reductions.
 *
 * Memory   the caller's: half for transitions, half for accesses.
 * Cost     adding the n-th compares it with n - 1 earlier ones: mostly two
 *          words each.
 */
#ifndef SEARCH_EVENTS_H
#define SEARCH_EVENTS_H

#include "search/earlier.h"

enum {
	EVENT_HASHES = 2 /* independent ones: 128 bits */
};

struct event {
	struct footprint footprint; /* first */
	uint64_t hash[EVENT_HASHES];
	uint64_t sum[EVENT_HASHES]; /* of the hashes up to here */
	uint64_t accesses_before;
};

struct events {
	struct earlier earlier; /* lazy or unrefined: set after events_init */
	struct event *event;
	struct access *access;
	uint32_t count, max;
	uint64_t accesses, accesses_max;
	bool full; /* something was not kept: no hash, no comparison */
};

void events_init(struct events *e, void *memory, size_t bytes);

/* Keeps the first n alone. */
void events_cut(struct events *e, uint32_t n);

/* The next transition.  What else tells it from others (what came of it) is in
 * `salt`. */
void events_add(struct events *e, const struct transition *done, uint64_t salt);

uint64_t events_hash(const struct events *e);
/* The other half of it. */
uint64_t events_check(const struct events *e);
/* Of the last transition and all that happens before it, alone. */
uint64_t events_past_hash(const struct events *e);

#endif
