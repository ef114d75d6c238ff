/* SPDX-License-Identifier: MIT */
/* differs.h - the first place in which the last states of two executions differ
 *
 * What the audit tells of a state that should be the same (native/audit).
 */
#ifndef CHANNEL_DIFFERS_H
#define CHANNEL_DIFFERS_H

#include "channel/found.h"

/* What a state has. */
enum state_part {
	PART_clock,
	PART_input,  /* how far the standard input was read */
	PART_output, /* what was printed */
	PART_variables,
	PART_mapping,
	PART_heap,
	PART_thread_local,
	PART_thread, /* does it live? */
	PART_object, /* owner, kind, count of what threads wait for */
	PART_who_writes,
	PART_waiters,
	PART_PARTS
};

struct channel_differs {
	uint32_t told;	   /* 0: nothing is known */
	uint32_t part;	   /* enum state_part */
	uint32_t only_one; /* the other one has nothing there */
	struct channel_place place;
	uint64_t first, second; /* 8 aligned bytes there */
};

#endif
