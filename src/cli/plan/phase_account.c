/* SPDX-License-Identifier: MIT */
#include "cli/plan/phase_account.h"

#include "cli/show/outlook.h"
#include "search/strategy.h"

static const struct strategy *strategy_of(const struct phase *phase)
{
	return strategy_at(
		(unsigned)strategy_find(phase->strategy, NULL, NULL));
}

bool phase_exhausts(const struct phase *phase)
{
	return strategy_of(phase)->exhausts;
}

static bool all_exhausted(const struct crew *crew)
{
	for (unsigned w = 0; w < crew->size; w++) {
		const struct channel *c = crew->process[w].channel;

		if (crew->share.jobs ? c->incomplete != 0 : !c->exhausted)
			return false;
	}
	return true;
}

void phase_ended(const struct phase *phase, const struct crew *crew, int code,
	struct course *course, struct result *r)
{
	const struct channel *first = crew->process[0].channel;
	uint64_t sum = 0, most = 0;

	for (unsigned w = 0; w < crew->size; w++) {
		const struct channel *c = crew->process[w].channel;

		sum += search_made(&c->count);
		most += c->config.search.executions_max;
	}
	course->out_of_time = crew->out_of_time;
	course->out_of_executions = phase->executions && sum >= most;
	r->over = !code && !crew->leaked && phase_exhausts(phase) &&
		  (phase->shared ? crew->share.over : first->over);
	r->tried_all |= r->over;
	r->exhausted = r->over && all_exhausted(crew);
	r->counts = strategy_of(phase)->counts;
	r->bounds = first->bounds;
	r->cache = first->cache;
}

/* Several workers: what was found first, by number, ends the story. */
static uint64_t last_number(const struct crew *crew, uint64_t stop_after)
{
	uint64_t last = UINT64_MAX;

	if (crew->size == 1 || crew->share.jobs || stop_after != 1)
		return last;
	for (unsigned w = 0; w < crew->size; w++) {
		const struct channel *c = crew->process[w].channel;

		for (uint32_t b = 0; b < c->bugs; b++) {
			uint64_t n = crew_number(crew, w, c->bug[b].execution);

			if (n < last)
				last = n;
		}
	}
	return last;
}

/* What the search itself said last: a process that was ended in the middle of
 * an execution said it at some time before. */
static void keep_estimate(struct result *r, const struct channel *c)
{
	struct outlook o = outlook_of(c);

	r->estimated =
		o.known && (c->state == RUN_DONE || c->state == RUN_STOPPED);
	r->estimate = c->estimate.is;
}

void phase_merge(const struct crew *crew, uint64_t stop_after, bool sampler,
	struct course *course, struct result *r)
{
	uint64_t before = r->count.executions;
	uint64_t last = last_number(crew, stop_after);
	struct err ignored;

	for (unsigned w = 0; w < crew->size; w++) {
		const struct channel *c = crew->process[w].channel;

		if (c->config.audit && !channel_check(c, &ignored))
			r->audited = c;
		course->begun |= c->executions_begun > 0;
		if (channel_check(c, &ignored))
			continue; /* of no worth; crew_drive said so */
		result_add(r, c, w, crew->size, last);
		if (crew->share.jobs)
			result_add_bugs(r, c, 0, 1);
		else
			result_add_bugs(r, c, w, crew->size);
	}
	if (last != UINT64_MAX) { /* others ran on a little: no matter */
		if (r->count.executions - before > last)
			r->count.executions = before + last;
		r->bugs = 1;
	}
	if (sampler) {
		r->sampled += r->count.executions - before;
		if (crew->size == 1)
			r->size = crew->process[0].channel->size;
	} else if (crew->size == 1)
		keep_estimate(r, crew->process[0].channel);
}

void phase_merge_bugs(const struct crew *crew, struct result *r)
{
	for (unsigned w = 0; w < crew->size; w++)
		if (!channel_check(crew->process[w].channel, NULL))
			result_add_bugs(
				r, crew->process[w].channel, w, crew->size);
}
