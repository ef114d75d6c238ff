/* SPDX-License-Identifier: MIT */
#include "cli/show/progress.h"

#include "cli/plan/deepen.h"
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

static struct progress progress_of(
	const struct check *check, const struct crew *crew)
{
	struct progress p = {
		.executions = search_made(&check->result.count),
		.bugs = check->result.bugs,
		.strategy = check->show.strategy,
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
	if (check->deepen)
		deepen_outlook(check->deepen, crew, &p);
	else if (crew->size == 1)
		p.outlook = outlook_of(crew->process[0].channel);
	return p;
}

static void tell_points(struct check *check, const struct crew *crew)
{
	for (unsigned i = 0; i < crew->size; i++)
		feed_points(check, crew->process[i].channel);
}

void progress_show(void *arg, const struct crew *crew)
{
	struct check *check = arg;
	const struct channel *c = crew->process[0].channel;
	struct progress p;

	if (crew->size == 1 && c->audit.task != AUDIT_SEARCH) {
		status_audit(&check->show.status, c->audit.executions,
			c->config.audit);
		return;
	}
	p = progress_of(check, crew);
	status_show(&check->show.status, &p);
	tell_points(check, crew);
	feed_progress(check, &p, false);
}

void progress_feed(struct check *check, const struct crew *crew)
{
	struct progress p = progress_of(check, crew);

	tell_points(check, crew);
	feed_progress(check, &p, false);
}

void progress_last(struct check *check, const struct crew *crew)
{
	struct progress p = progress_of(check, crew);

	tell_points(check, crew);
	feed_progress(check, &p, true);
}
