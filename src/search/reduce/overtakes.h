/* SPDX-License-Identifier: MIT */
/* overtakes.h - what is late (late.h), where the order of events is another one
 *
 * Who writes changes the value of the entry that was in memory, and a load of
 * an entry's own thread reads that value: so what they touch goes by who wrote
 * there last.  Of a sequence that leaves out what is after event i all but its
 * end find what they found.  The end, which is to come before event i, may find
 * what somebody else wrote.
 *
 * Cost     nothing where nothing is late; else the events at its places.
 */
#ifndef SEARCH_REDUCE_OVERTAKES_H
#define SEARCH_REDUCE_OVERTAKES_H

#include "search/reduce/history.h"

/* Footprint f, of thread t, as it would be before event i and after all that is
 * not after that.  Its `n` accesses are at `access`, with room for two for each
 * of them; settled again.  False: that is not known, as what wrote there last
 * wrote a part of it. */
bool overtakes_event(const struct history *h, uint32_t i, tid t,
	struct footprint *f, struct access *access, size_t n);

/* Joins into the clock what comes before f because of the entries that it has,
 * among events before `end`. */
void overtakes_none(const struct history *h, const struct footprint *f,
	uint32_t end, uint32_t *clock);

#endif
