/* SPDX-License-Identifier: MIT */
/* late.h - the stores of an execution that were late, and what overtook them
 *
 * A store is *overtaken* when its own thread makes a step that is no store, or
 * (pso) makes a newer store visible, while others still read what was there
 * before.  With a fence behind the store that could not be; and an execution in
 * which no store is overtaken is one of sequential consistency, for each store
 * can as well be made where it becomes visible (docs/design/030-fences.md).
 *
 * Cost     for each late store the events up to where it becomes visible
 */
#ifndef REPORT_LATE_H
#define REPORT_LATE_H

#include "report/names.h"
#include "report/result.h"

enum {
	LATE_MAX = 4096
};
#define LATE_NEVER UINT32_MAX

struct late_store {
	uint32_t store;	  /* events of the trace: it, */
	uint32_t by;	  /* the first newer store that overtook it, else the
			     first step, */
	uint32_t visible; /* and where others see it; LATE_NEVER: nowhere */
};

/* Those that were overtaken, in the order in which they were made, `room` at
 * most: how many there are. */
size_t late_find(const struct channel *c, struct late_store *out, size_t room);

/* Those behind each of which a fence would have ruled the execution out.  By
 * pso that may be more: of x=1; y=1; z=1, where x is seen last, z is not made
 * before that if there is a fence behind y. */
size_t late_helped(
	const struct channel *c, struct late_store *out, size_t room);

/* Is there a trace of all steps, as it failed? */
bool late_known(const struct found *f);

/* "T1's store to work (latch.c:12) was not yet visible when T1 read latch
 * (latch.c:20)" */
void late_text(
	struct names *n, const struct late_store *late, char *out, size_t size);

/* Where the test's own code makes it: file and line.  False: not known. */
bool late_place(
	struct names *n, const struct late_store *late, struct frame *out);

/* "In this order it is right under sc and wrong under tso: ...": of a replay
 * whose order was tried under sc.  False: that cannot be said. */
bool late_sentence(const struct found *found, char *out, size_t size);

#endif
