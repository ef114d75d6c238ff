/* SPDX-License-Identifier: MIT */
/* deepen_vain.c - a search of which no execution comes to its end
 *
 * A depth-first search changes its last choices first.  Where the first one
 * lets a timer of the test run out again and again, while the thread that would
 * end it sleeps, each that follows does so as well, up to the limit of steps.
 * Schedules by chance have no such habit.  Such executions are the longest that
 * there are, so the time may be over before there are enough of them for an
 * estimate: this goes by the time alone.
 */
#include "cli/plan/deepen.h"

enum {
	VAIN_SHARE = 5 /* of the budget, before which nothing is in vain */
};

static bool comes_to_ends(const struct channel *c)
{
	return c->bugs || c->count.executions || c->count.pruned;
}

bool deepen_in_vain(
	const struct deepen *d, const struct crew *crew, int job, double left)
{
	if (!d->sampler.may || d->all - left < d->all / VAIN_SHARE)
		return false;
	for (unsigned i = 0; i < crew->size; i++)
		if (d->worker[i].job == job &&
			comes_to_ends(crew->process[i].channel))
			return false;
	return true;
}

bool deepen_stuck(const struct deepen *d, const struct crew *crew, double left)
{
	for (unsigned i = 0; i < crew->size; i++) {
		const struct worker *w = &d->worker[i];

		if (w->job != WORKER_SAMPLER && w->asked &&
			deepen_busy(d, crew, i) &&
			deepen_in_vain(d, crew, w->job, left))
			return true;
	}
	return false;
}

uint64_t deepen_vain_slice(const struct deepen *d, const struct channel *c)
{
	uint64_t share = (uint64_t)(d->all / VAIN_SHARE);
	uint64_t made = search_made(&c->count);

	if (!d->sampler.may || comes_to_ends(c))
		return UINT64_MAX;
	return share > made ? share - made : 1;
}
