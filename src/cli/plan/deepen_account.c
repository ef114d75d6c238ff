/* SPDX-License-Identifier: MIT */
#include "cli/plan/deepen_account.h"

#include <stdio.h>
#include <string.h>

#include "cli/plan/deepen.h"
#include "cli/show/outlook.h"

/* The process in which the job that proves all came to its end; NULL: nobody
 * has. */
static const struct channel *proof(
	const struct deepen *d, const struct crew *crew)
{
	int job = d->jobs.maximal;

	if (!jobs_verified(&d->jobs))
		return NULL;
	if (d->jobs.job[job].state == JOB_SETTLED)
		job = d->jobs.job[job].by;
	for (unsigned i = crew->size; i-- > 0;)
		if (d->worker[i].job == job &&
			crew->process[i].channel->exhausted)
			return crew->process[i].channel;
	return NULL;
}

/* How far the one was that would prove all. */
static void keep_estimate(
	const struct deepen *d, struct result *r, const struct channel *c)
{
	struct outlook o = outlook_of(c);
	uint64_t made = search_made(&c->count), before = c->before_round;

	r->estimate = c->estimate.is;
	if (made > before && outlook_sized(&o, c, &d->size, made - before)) {
		r->estimate.fraction = o.fraction;
		r->estimate.executions = o.executions;
		r->estimate.cost = r->estimate.spent + o.seconds * 1e9;
	}
	r->estimated = o.known;
}

/* What the search by preemptions has proven, of all points that there are. */
static void keep_bounds(
	const struct deepen *d, struct result *r, const struct channel *c)
{
	const struct ppset *all = &d->jobs.job[d->jobs.maximal].set;

	if (deepen_had_all_points(d, c, all))
		r->account.bounds = c->bounds;
}

static void add(struct result *r, const struct channel *c, bool counts)
{
	uint64_t caveats[CAVEAT_COUNT];
	char detail[CAVEAT_COUNT][160];
	uint64_t lost = c->caveats[CAVEAT_races_lost];

	memcpy(caveats, r->caveats, sizeof caveats);
	memcpy(detail, r->caveat_detail, sizeof detail);
	result_add(r, c, 0, 1, UINT64_MAX);
	if (!counts) {
		memcpy(r->caveats, caveats, sizeof caveats);
		memcpy(r->caveat_detail, detail, sizeof detail);
		/* A race that had no room may be of an instruction that was no
		 * point. */
		r->caveats[CAVEAT_races_lost] += lost;
	}
	result_add_bugs(r, c, 0, 1);
}

/* That scope was looked into. */
static void tell_reuse(struct result *r, const struct channel *c)
{
	char *detail = r->caveat_detail[CAVEAT_no_address_reuse];
	size_t used = strlen(detail);

	snprintf(detail + used, sizeof r->caveat_detail[0] - used,
		"%sthat was tried in %llu random executions", used ? "; " : "",
		(unsigned long long)c->count.executions);
}

void deepen_account(const struct deepen *d, const struct crew *crew, int code,
	struct course *course, struct result *r)
{
	const struct channel *proves = code ? NULL : proof(d, crew);
	uint64_t sampled = 0, last = 0, points = d->jobs.points_lost;
	struct err ignored;

	for (unsigned i = 0; i < crew->size; i++) {
		const struct channel *c = crew->process[i].channel;

		course->begun |= c->executions_begun > 0;
		if (channel_check(c, &ignored))
			continue;
		if (crew->leaked) {
			result_add_bugs(r, c, 0, 1);
			continue;
		}
		add(r, c, !proves || c == proves);
		if (d->worker[i].job == WORKER_SAMPLER && sampler_bounds(c))
			keep_bounds(d, r, c);
		else if (d->worker[i].job == WORKER_SAMPLER)
			sampled += c->count.executions;
		if (d->worker[i].job == d->jobs.maximal) {
			keep_estimate(d, r, c);
			r->tried_all = c->over;
			last = c->count.executions - c->before_round;
		}
		if (c == proves) {
			last = c->count.executions - c->before_round;
			if (c->config.audit)
				r->audited = c;
		}
	}
	if (crew->leaked)
		return;
	result_shown(r, &d->shown);
	r->size = d->size;
	r->account = (struct account){.jobs = &d->jobs,
		.size = d->size,
		.bounds = r->account.bounds,
		.point = d->point,
		.reruns = d->options->count_reruns ? d->reruns : NULL,
		.restarts = d->restarts,
		.starved = d->starved};
	for (unsigned i = 0; i < crew->size; i++)
		r->account.samplers += d->worker[i].job == WORKER_SAMPLER;
	r->caveats[CAVEAT_races_lost] += points;
	if (proves && d->sampler.reuse >= 0)
		tell_reuse(r, crew->process[d->sampler.reuse].channel);
	r->over = r->exhausted = proves != NULL;
	r->sampled = proves ? 0 : sampled;
	r->before_round = r->count.executions - r->sampled - last;
	course->out_of_executions = d->by_count && deepen_left(d, crew) <= 0;
}
