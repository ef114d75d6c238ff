/* SPDX-License-Identifier: MIT */
#include "cli/show/progress.h"

#include "cli/plan/deepen.h"
#include "cli/show/show.h"
#include "report/result.h"
#include "search/strategy.h"

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

static struct progress progress_of(const char *strategy,
	const struct result *before, const struct deepen *d,
	const struct crew *crew)
{
	struct progress p = {
		.executions = search_made(&before->count),
		.bugs = before->bugs,
		.strategy = strategy,
		.bound = -1,
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
	p = progress_of(show->strategy, before, NULL, crew);
	status_show(&show->status, &p);
	tell_points(show, disk, crew);
	feed_progress(show, &p, false);
}

void progress_feed(struct show *show, struct disk *disk,
	const struct result *before, const struct deepen *d,
	const struct crew *crew, bool last)
{
	struct progress p = progress_of(show->strategy, before, d, crew);

	tell_points(show, disk, crew);
	feed_progress(show, &p, last);
}
