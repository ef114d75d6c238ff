/* SPDX-License-Identifier: MIT */
/* phase.h - one search of a check: a strategy, on one or more test processes
 *
 * Callers  explore.c, which says how many there are and how long each.
 */
#ifndef CLI_PHASE_H
#define CLI_PHASE_H

#include <stdbool.h>

#include "base/err.h"
#include "channel/channel.h"
#include "cli/processes/fruitless.h"

struct check;

struct phase {
	const char *strategy;
	unsigned jobs;
	bool shared;	      /* the jobs share one space */
	bool heap_turns;      /* some executions hand freed memory out again */
	uint64_t executions;  /* at most; 0: no limit */
	uint64_t deadline_ns; /* 0: none */
	struct fruitless fruitless;   /* all 0: it goes on all the same */
	const struct channel *before; /* of the phase before; NULL: none */
};

/* The search on `c` begins with what the one before it had learnt: racing
 * instructions, ends of threads, modules. */
void phase_go_on_from(struct channel *c, const struct channel *before);

/* As explore_once (explore.h), with a phase: runs it to its end and puts what
 * was found into check->result. */
int phase_run(struct check *check, const void *arg, char leak[512],
	enum caveat *which, struct err *err);

#endif
