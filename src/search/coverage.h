/* SPDX-License-Identifier: MIT */
/* coverage.h - what random executions have shown so far
 *
 * Of each execution, from what its threads had pending when they were chosen:
 *
 *   its order   operations on one object, or at one address, are ordered
 *               there, unless neither changes it or their kinds commute
 *               (depend.h); two executions that order all alike have one order.
 *               It is the trace, where each transition does what it had pending
 *               and no more: what a failed compare-and-swap or trylock leaves
 *               alone counts as changed; what an operation does to a second
 *               object, or to a part of what another one touches, is not seen.
 *   lock order  the same of taking locks alone: which thread had which lock
 *               after whom
 *   pairs       the place in the code that changed something last, and one that
 *               met it then: of memory, who reads from whom
 *
 * Nothing is asked of the machine for it, not even footprints; so it costs the
 * same with every strategy and on every machine.
 *
 * Memory   of fixed size, without pointers (species.h).
 * Cost     of a step: a place or two in tables.
 */
#ifndef SEARCH_COVERAGE_H
#define SEARCH_COVERAGE_H

#include "search/search.h"
#include "search/species.h"

enum {
	COVERAGE_PLACES = 1 << 11, /* of one execution */
	COVERAGE_PAIRS = 1 << 11,  /* the same */
	COVERAGE_KINDS = 4 /* that commute with each other, at a place */
};

/* Executions that came to an end, and what they were like. */
struct samples {
	uint64_t executions;
	uint64_t partly; /* of them: something of it had no room */
	struct species order, lock_order, pairs;
};

struct coverage {
	struct samples shown;

	/* Of the current execution. */
	uint32_t stamp; /* its number: what has another one is not there */
	uint32_t places, pairs;
	bool partly;
	uint64_t order, lock_order; /* sums of hashes */
	uint64_t fresh;		    /* pairs that no execution before it had */
	struct covered_place {
		uint64_t name;
		uint32_t stamp;
		uint8_t kind[COVERAGE_KINDS]; /* since `before`; 0: none */
		uint64_t before; /* hash of what all that is to come is after */
		uint64_t since;	 /* sum of hashes of those that came since */
		uint64_t taken;	 /* hash of who has taken the lock */
		uint64_t changed; /* by the instruction there; 0: by nobody */
	} place[COVERAGE_PLACES];
	struct {
		uint64_t name;
		uint32_t stamp;
	} pair[COVERAGE_PAIRS];
	uint32_t threads; /* entries of `last` in use */
	uint64_t last[THREADS_MAX];
};

/* Of one that is all 0, nothing was seen. */
void coverage_begin(struct coverage *c);
/* `made` was chosen of that. */
void coverage_step(
	struct coverage *c, const struct view *view, const struct choice *made);
/* True: its order was not seen before, or one of its pairs. */
bool coverage_end(struct coverage *c, enum outcome_kind how);

/* What another one has shown, too: exact for what is exact in both.  Nothing of
 * `from` is trusted; it may be another process's, and change. */
void shown_add(struct samples *s, const struct samples *from);

struct covered {
	uint64_t executions, partly;
	struct species_count order, lock_order, pairs;
};

/* Of no execution: all 0. */
struct covered shown_count(const struct samples *s);

#endif
