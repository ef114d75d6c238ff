/* SPDX-License-Identifier: MIT */
#include "cli/show/progress.h"

#include <string.h>

#include "cli/plan/deepen.h"
#include "cli/show/show.h"
#include "report/result.h"
#include "search/strategy.h"

#define SHOWN_NS 250000000u

static bool has_bounds(const char *strategy)
{
	int row = strategy_find(strategy, NULL, NULL);

	return row >= 0 && strategy_at((unsigned)row)->counts;
}

/* The space that proves all. */
static void deepen_outlook(
	const struct deepen *d, const struct crew *crew, struct progress *p)
{
	for (unsigned i = 0; i < crew->size; i++)
		if (d->worker[i].job == d->jobs.maximal)
			p->outlook = outlook_of(crew->process[i].channel);
	p->points = d->jobs.points;
}

const struct samples *progress_shown(const struct result *before,
	const struct deepen *d, const struct crew *crew, bool now)
{
	static struct samples sum;
	static uint64_t at_ns; /* adding up takes longer than a look */

	if (!now && clock_ns() - at_ns < SHOWN_NS)
		return sum.executions ? &sum : NULL;
	at_ns = clock_ns();
	memset(&sum, 0, sizeof sum);
	if (before->shown)
		shown_add(&sum, before->shown);
	if (d)
		shown_add(&sum, &d->shown);
	for (unsigned i = 0; i < crew->size; i++) {
		const struct samples *one =
			channel_shown(crew->process[i].channel);

		if (one)
			shown_add(&sum, one);
	}
	return sum.executions ? &sum : NULL;
}

static struct progress progress_of(const char *strategy,
	const struct result *before, const struct deepen *d,
	const struct crew *crew, bool last)
{
	struct progress p = {
		.executions = search_made(&before->count),
		.bugs = before->bugs,
		.strategy = strategy,
		.bound = -1,
		.shown = progress_shown(before, d, crew, last),
	};

	for (unsigned i = 0; i < crew->size; i++) {
		const struct channel *c = crew->process[i].channel;
		uint32_t bugs = c->bugs;

		p.executions += search_made(&c->count);
		p.bugs += bugs <= BUGS_MAX ? bugs : 0;
		p.round = c->rounds > p.round ? c->rounds : p.round;
		p.points = channel_points(c) > p.points ? channel_points(c)
							: p.points;
	}
	if (has_bounds(p.strategy))
		p.bound = crew->process[0].channel->bounds.now;
	if (d)
		deepen_outlook(d, crew, &p);
	else if (crew->size == 1)
		p.outlook = outlook_of(crew->process[0].channel);
	return p;
}

static void tell_points(
	struct show *show, struct disk *disk, const struct crew *crew)
{
	for (unsigned i = 0; i < crew->size; i++)
		feed_points(show, disk, crew->process[i].channel);
}

void progress_show(struct show *show, struct disk *disk,
	const struct result *before, const struct crew *crew)
{
	const struct channel *c = crew->process[0].channel;
	struct progress p;

	if (crew->size == 1 && c->audit.task != AUDIT_SEARCH) {
		status_audit(
			&show->status, c->audit.executions, c->config.audit);
		return;
	}
	p = progress_of(show->strategy, before, NULL, crew, false);
	status_show(&show->status, &p);
	tell_points(show, disk, crew);
	feed_progress(show, &p, false);
}

void progress_feed(struct show *show, struct disk *disk,
	const struct result *before, const struct deepen *d,
	const struct crew *crew, bool last)
{
	struct progress p = progress_of(show->strategy, before, d, crew, last);

	tell_points(show, disk, crew);
	feed_progress(show, &p, last);
}
