/* SPDX-License-Identifier: MIT */
/* decisive.h - the order that a failure takes
 *
 * Compares the replay of a bug with that of the nearest schedule that does not
 * fail (cli/plan/nearest.h).  What both do is matched: what a thread does for
 * the n-th time at one place is the same in both.  Two steps on the same bytes
 * or object, one of which changes it, are in one order here and in the other
 * one there: the pair is told.  Where another thread's step comes between two
 * of one thread's, and no order of the two threads' steps one after the other
 * comes to the same (Lu et al., "AVIO", 2006), all three are told.  Where two
 * threads meet at two objects, and the one is first at the one and second at
 * the other, a second pair is told beside the one that is turned (across.h).
 *
 * The passing one may have come to what a thread was about to do when the
 * other one failed.  Where steps of more than these two threads are in another
 * order, nothing is said: it is not known which of them it takes.
 *
 * Cost     steps squared, of at most STEPS_LOOKED steps
 */
#ifndef REPORT_DECISIVE_H
#define REPORT_DECISIVE_H

#include "report/names.h"
#include "report/result.h"
#include "report/sequence.h"

enum decisive_part {
	DECISIVE_STEP,	 /* what comes too early, or in between */
	DECISIVE_AFTER,	 /* the other thread's before it; may be missing */
	DECISIVE_BEFORE, /* and behind it */
	DECISIVE_BESIDE /* mostly missing; else the thread of the step makes it,
			   on another object, and it is behind DECISIVE_AFTER
			 */
};

struct decisive {
	const struct channel *fails, *passes;
	struct noted note[NOTED];  /* in the trace that fails */
	struct noted there[NOTED]; /* the same steps in the one that passes */
	uint32_t next; /* DECISIVE_BEFORE was not made there: item of the
			  passing one, as if noted ... */
	bool next_is_data, next_there; /* ... but there alone */
	bool circle; /* of both pairs neither may be so, or nobody waits for
			ever */
};

/* By the source, too: names are those of the replay.  False: nothing can be
 * said. */
bool decisive_find(
	struct names *n, const struct found *found, struct decisive *out);

/* "It fails because T2's write of count (a.c:12) comes between T1's read
 * (a.c:9) and T1's write (a.c:10)." */
void decisive_text(
	struct names *n, const struct decisive *d, char *out, size_t size);

/* One of the steps.  False: there is none. */
struct decisive_step {
	tid thread;
	char what[200];
	char object[128];
	const struct frame *at;
};
bool decisive_step(struct names *n, const struct decisive *d,
	enum decisive_part part, struct decisive_step *out);

#endif
