/* SPDX-License-Identifier: MIT */
/* unfound.h - branches that a reduction has yet to find, guessed from the
 * execution that it made last
 *
 * A race asks for a branch when an execution has it.  Of three threads that
 * take one lock the first shows two races: of the first two, and of the last
 * two.  That the third may be the first of all comes out when it was the
 * second.  So what is known at a node is too little, the more the earlier the
 * node, and a size that is estimated from that by orders of magnitude.
 *
 * But the execution shows it: where an event depends on the next events of
 * several other threads that touch the same, each of these may come first.  So
 * many branches are expected at its node, if fewer are known.
 *
 * They are not alike.  Where one thread takes a lock 600 times and another one
 * once, there are 601 orders, and not 2^600.  Of all orders of what a thread
 * has k of, and others l, m, ..., it comes first in one of (k + l + m + ...) /
 * k. So a branch counts for what its thread still does there, by what the one
 * that is being explored does.
 *
 * It is a guess: what gives back is reversed with nothing, sequences for two
 * threads may begin with the same branch, and what depends on what was read may
 * never come.
 *
 * Cost     for each node, of the events behind it as many as UNFOUND_PAIRS
 *          leaves it.
 */
#ifndef SEARCH_REDUCE_UNFOUND_H
#define SEARCH_REDUCE_UNFOUND_H

#include "search/reduce/tree.h"

enum {
	/* Of events that are compared for one estimate; a few milliseconds. */
	UNFOUND_PAIRS = 1 << 18
};

/* How many threads that were not tried at node i may yet be found to begin
 * there, but for the one that is being explored, and what is behind them, in
 * subtrees like that one's.  (Where a search has chosen
 * what is next, that is not made yet, and the execution is the one before.) */
double unfound_at(const struct tree *d, uint32_t i, uint32_t *threads);

#endif
