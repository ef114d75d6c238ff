/* SPDX-License-Identifier: MIT */
/* classify.c - what came of a data race candidate, see classify.h */
#include "detect/classify.h"

const char *const race_class_name[RACE_CLASSES] = {"unclassified", "failing",
	"benign here", "one order", "false positive"};

static bool has(const struct race_job *job, uint64_t pc)
{
	size_t low = 0, high = job->pcs;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (job->pc[middle] < pc)
			low = middle + 1;
		else
			high = middle;
	}
	return low < job->pcs && job->pc[low] == pc;
}

/* An atomic is a point of its class, which CLASSES_SYNC has. */
static bool stops_before(const struct race_job *job, const struct race_side *s)
{
	return (s->kind & RACE_ATOMIC) || has(job, s->pc);
}

bool race_job_covers(const struct race_job *job, const struct race *r)
{
	return job->finished && (job->classes & CLASSES_SYNC) == CLASSES_SYNC &&
	       stops_before(job, &r->one) && stops_before(job, &r->two);
}

enum race_class race_classify(
	const struct race *r, const struct race_job *job, size_t jobs)
{
	if (r->failing)
		return RACE_FAILING;
	for (size_t i = 0; i < jobs; i++)
		if (race_job_covers(&job[i], r))
			return r->orders == RACE_BOTH_ORDERS ? RACE_BENIGN_HERE
			       : r->pure		     ? RACE_ONE_ORDER
					 : RACE_FALSE_POSITIVE;
	return RACE_UNCLASSIFIED;
}
