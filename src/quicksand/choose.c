/* SPDX-License-Identifier: MIT */
/* choose.c - which job runs (Quicksand, Algorithm 3) */
#include "quicksand/jobs.h"

#include <stddef.h>

/* Nobody knows yet how long it takes: not long. */
static double eta(const struct job *j)
{
	return j->eta < 0 ? 0 : j->eta;
}

bool jobs_hopeful(const struct job *j, double left)
{
	return eta(j) <= JOBS_FACTOR * left;
}

/* Does `set` take about as long as `all` does, or longer?  Classes of which no
 * operation was met make no difference, as far as anybody knows; nor do joins
 * and their kind to a reduction, as they only wait for a thread's last step. */
static bool as_large(const struct jobs *jobs, const struct ppset *set,
	const struct ppset *all)
{
	struct ppset matters = *all;

	matters.classes &= ~((jobs->without & ~jobs->met) | 1u << CLASS_thread);
	return ppset_within(&matters, set);
}

/* A proper subset of it is suspended, and was to take longer than `than`: it
 * would take longer still.  The smaller set's estimate is believed; of one that
 * has not begun, also that of a set that is no smaller in effect: it would make
 * the same executions again. */
static bool behind_suspended(
	const struct jobs *jobs, const struct job *j, double than)
{
	for (unsigned i = 0; i < jobs->jobs; i++) {
		const struct job *s = &jobs->job[i];

		if (s->state == JOB_SUSPENDED && eta(s) > than &&
			(ppset_smaller(&s->set, &j->set) ||
				(j->state == JOB_PENDING &&
					as_large(jobs, &j->set, &s->set))))
			return true;
	}
	return false;
}

/* Of two that are pending. */
static bool sooner(const struct job *a, const struct job *b)
{
	if (a->priority != b->priority)
		return a->priority < b->priority;
	if ((a->kind == JOB_MAXIMAL) != (b->kind == JOB_MAXIMAL))
		return a->kind == JOB_MAXIMAL;
	return ppset_size(&a->set) < ppset_size(&b->set);
}

/* The first that is pending, and may run; not a superset of `but`. */
static int first_pending(const struct jobs *jobs, const struct job *but)
{
	int best = JOBS_NONE;

	for (unsigned i = 0; i < jobs->jobs; i++) {
		const struct job *j = &jobs->job[i];

		if (j->state != JOB_PENDING || behind_suspended(jobs, j, -1) ||
			(but && as_large(jobs, &j->set, &but->set)))
			continue;
		if (best == JOBS_NONE || sooner(j, &jobs->job[best]))
			best = (int)i;
	}
	return best;
}

int jobs_pick(const struct jobs *jobs, double left, bool hopeful)
{
	int best = first_pending(jobs, NULL);

	if (best != JOBS_NONE)
		return best;
	for (unsigned i = 0; i < jobs->jobs; i++) {
		const struct job *j = &jobs->job[i];

		if (j->state != JOB_SUSPENDED ||
			(hopeful && !jobs_hopeful(j, left)) ||
			behind_suspended(jobs, j, eta(j)))
			continue;
		if (best == JOBS_NONE || eta(j) < eta(&jobs->job[best]))
			best = (int)i;
	}
	return best;
}

int jobs_better(const struct jobs *jobs, unsigned running, double left)
{
	const struct job *now = &jobs->job[running];
	int best;

	if (now->executions < JOBS_THRESHOLD || jobs_hopeful(now, left))
		return (int)running;
	best = first_pending(jobs, now);
	if (best != JOBS_NONE)
		return best;
	for (unsigned i = 0; i < jobs->jobs; i++) {
		const struct job *j = &jobs->job[i];

		if (j->state != JOB_SUSPENDED || eta(j) >= eta(now) ||
			ppset_smaller(&now->set, &j->set) ||
			behind_suspended(jobs, j, -1))
			continue;
		if (best == JOBS_NONE || eta(j) < eta(&jobs->job[best]))
			best = (int)i;
	}
	return best == JOBS_NONE ? (int)running : best;
}
