/* SPDX-License-Identifier: MIT */
/* reduction.h - are footprints and the table of dependence true? (search-rules
 * 11)
 *
 * With config.audit = N, while the search goes on, the hash of every
 * execution's trace is kept with the hash of the state in which it ended.  When
 * the search has ended, N executions are drawn at random, without any
 * reduction:
 *
 *   - the trace of each must be one that was visited, with the same last state;
 *   - some pairs of neighbouring transitions that search/depend.h calls
 *     independent are swapped, and the schedule is made again: it must be
 *     possible, with the same state, pending operations and enabled ones after
 *     the pair, and the same trace and state at the end.
 *
 * What is not so is a fault of scarp, or something in the test that scarp does
 * not see.  channel->audit says what came of it.
 *
 * Memory   channel->audit, of fixed size: when the table of traces is full,
 * half of them, chosen by hash, are given up (`shift`), and executions of those
 * are not judged; what is left is judged as before.
 *
 * With config.fingerprint the hashes of all traces are only added up, so that
 * two searches that made the same executions are known by it.
 *
 * Failures cut executions off.  A reduction owes one execution with the failing
 * step and what happens before it, not one with each set of other steps that
 * were made by then: of executions that fail, only that past is compared.
 */
#ifndef NATIVE_AUDIT_REDUCTION_H
#define NATIVE_AUDIT_REDUCTION_H

#include "native/rt.h"

/* Somebody wants traces. */
static inline bool reduction_watches(void)
{
	return rt.channel->config.audit || rt.channel->config.fingerprint;
}

/* Once, if so. */
void reduction_init(void);
/* Other decision points: what was visited does not count. */
void reduction_restart(void);
/* An execution goes on from step n, with what is known of the steps before. */
void reduction_launch(uint32_t n);
/* A transition is over (footprint.c). */
void reduction_transition(const struct transition *done);
/* The execution has ended as rt.outcome says; in the process that made it. */
void reduction_end(void);
/* Executions that differ are a finding now, not an error. */
bool reduction_swapping(void);

/* The audit proper, after a search that came to its end, or did not.  `make`
 * makes one execution with rt.search.  Returns early if asked to stop. */
void reduction_run(bool exhausted, void (*make)(struct start *from));

#endif
