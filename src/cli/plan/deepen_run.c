/* SPDX-License-Identifier: MIT */
/* deepen_run.c - a process for a job: started, at rest, again, dismissed */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "cli/plan/configure.h"
#include "cli/plan/deepen.h"
#include "cli/plan/phases.h"

enum {
	KILLS_MAX = 3, /* in one execution, before its search begins anew */
	AGAIN_MAX = 3  /* processes of a job that were lost before they had
			  made JOBS_THRESHOLD executions */
};

static void put_point(struct channel *c, const struct point *point)
{
	if (c->points >= POINTS_MAX)
		return;
	for (uint32_t i = 0; i < c->points; i++)
		if (point_stops(&c->point[i]) && c->point[i].pc == point->pc)
			return;
	c->point[c->points++] = *point;
}

/* All points of the set; modules as those have them who named the points. */
static void put_points(
	const struct deepen *d, struct channel *c, const struct ppset *set)
{
	for (unsigned n = ppset_next(set, 0); n < PPSET_POINTS;
		n = ppset_next(set, n + 1))
		put_point(c, &d->point[n]);
}

static void prepare(const struct deepen *d, const struct processes *all,
	const struct crew *crew, struct channel *c, int job)
{
	const struct options *o = d->options;
	struct channel_config *config = &c->config;
	bool sampler = job == WORKER_SAMPLER;
	const struct ppset *set =
		&d->jobs.job[sampler ? d->jobs.maximal : job].set;

	configure(config, o, all);
	config->task = TASK_CHECK;
	config->points_classes = set->classes;
	config->points_fixed = !sampler && job != d->jobs.maximal;
	/* A search that is not finished has made what is near its beginning:
	 * so it is not where the maximal one's is. */
	config->search.downwards = config->points_fixed != 0;
	/* What reductions go by: with all classes, and races that are no
	 * points, transitions would be longer than they are told. */
	assert(!config->points_fixed ||
		(set->classes & CLASSES_SYNC) != CLASSES_SYNC);
	config->stop_after = crew_stop_after(crew);
	snprintf(config->search.strategy, sizeof config->search.strategy, "%s",
		"dfs");
	if (sampler)
		sampler_configure(d, crew, config);
	config->search.stride = d->workers;
	/* There are jobs to be made.  Within a bound the other order of a race
	 * may not be met, nor so what it takes to stop there. */
	config->holds = !o->maximal && !(sampler && sampler_bounds(c));
	phases_give(&d->phases, c);
	config->waits = 1;
	config->limited = d->by_count;
	if (o->audit && job == d->jobs.maximal)
		config->audit = (uint32_t)o->audit_executions;
	config->fingerprint = o->fingerprint && job == d->jobs.maximal;
	if (o->count_reruns && !sampler)
		config->reruns = (uint32_t)job + 1;
	if (!d->modules)
		return;
	c->modules = d->modules->modules;
	memcpy(c->module, d->modules->module, c->modules * sizeof c->module[0]);
	put_points(d, c, set);
	config->points = c->points;
	config->exits = d->modules->exits;
	c->points = 0;
}

int deepen_start(struct deepen *d, struct processes *all, struct crew *crew,
	int job, struct err *err)
{
	struct process *p;
	struct worker *w = &d->worker[crew->size];

	if (crew->size == WORKERS_MOST) {
		if (job == WORKER_SAMPLER)
			d->sampler.may = false;
		else
			jobs_give_up(&d->jobs, (unsigned)job);
		return OK;
	}
	p = processes_add(all, err);
	if (!p)
		return err->code;
	prepare(d, all, crew, p->channel, job);
	*w = (struct worker){.job = job};
	p->reruns_fd = d->reruns_fd;
	p = processes_lend(p, crew);
	if (job != WORKER_SAMPLER)
		jobs_run(&d->jobs, (unsigned)job);
	if (d->by_count)
		p->channel->config.search.executions_max =
			sampler_first_grant(&d->sampler);
	return process_start(p, crew->target, err);
}

void deepen_rest(struct deepen *d, struct crew *crew, unsigned i)
{
	struct worker *w = &d->worker[i];
	struct process *p = &crew->process[i];

	if (w->rests || !p->pid)
		return;
	if (gather_waits(p)) { /* it has stopped by itself, or obeyed */
		w->asked = false;
		w->rests = true;
		/* What it was granted and has not made others may make. */
		if (p->channel->config.limited)
			p->channel->config.search.executions_max =
				search_made(&p->channel->count);
		if (w->job != WORKER_SAMPLER &&
			d->jobs.job[w->job].state == JOB_RUNNING)
			jobs_suspend(&d->jobs, (unsigned)w->job);
		return;
	}
	if (!w->asked && p->channel->order == ORDER_NONE) {
		w->asked = true;
		gather_order(p, ORDER_REST);
	}
}

void deepen_resume(struct deepen *d, struct crew *crew, unsigned i)
{
	struct worker *w = &d->worker[i];
	struct channel *c = crew->process[i].channel;
	uint32_t points = c->points;

	w->rests = w->asked = false;
	w->since = search_made(&c->count);
	if (w->job != WORKER_SAMPLER)
		jobs_run(&d->jobs, (unsigned)w->job);
	if (w->job == d->jobs.maximal ||
		(w->job == WORKER_SAMPLER && sampler_bounds(c)))
		put_points(d, c, &d->jobs.job[d->jobs.maximal].set);
	gather_order(
		&crew->process[i], c->points > points ? ORDER_GROW : ORDER_GO);
}

void deepen_dismiss(struct deepen *d, struct crew *crew, unsigned i)
{
	struct process *p = &crew->process[i];

	if (!p->pid)
		return;
	p->channel->stop_request = 1;
	d->worker[i].rests = false;
	if (gather_waits(p))
		gather_order(p, ORDER_GO);
}

/* Once more from the beginning, or never. */
static void lose(struct deepen *d, const struct crew *crew, struct worker *w)
{
	unsigned lost = 0;

	w->over = true;
	deepen_hear_reruns(d, crew, w);
	deepen_trim(d, &crew->process[w - d->worker]);
	for (unsigned i = 0; i < crew->size; i++)
		lost += d->worker[i].job == w->job && d->worker[i].over &&
			search_made(&crew->process[i].channel->count) <
				JOBS_THRESHOLD;
	if (w->job == WORKER_SAMPLER)
		d->sampler.may &= lost <= AGAIN_MAX;
	else if (lost > AGAIN_MAX)
		jobs_give_up(&d->jobs, (unsigned)w->job);
	else
		jobs_again(&d->jobs, (unsigned)w->job);
}

bool deepen_killed(struct deepen *d, struct crew *crew, struct process *p,
	const struct err *err)
{
	struct worker *w = &d->worker[p - crew->process];
	struct channel *c = p->channel;
	uint64_t made = search_made(&c->count);
	struct err failed;

	/* What it has reported since is not lost with it. */
	deepen_hear_races(d, c, w);
	d->killed = *err;
	d->restarts++;
	if (d->ended || crew->out_of_time || crew->interrupted)
		return true;
	if (made != w->made)
		w->kills = 0;
	w->made = made;
	if (!c->changing && w->kills++ < KILLS_MAX) {
		if (c->state != RUN_NOT_STARTED)
			c->config.resume = RESUME_AGAIN;
		c->order = w->rests || w->asked ? ORDER_REST : ORDER_NONE;
		if (process_start(p, crew->target, &failed) == OK)
			return true;
	}
	lose(d, crew, w);
	return true;
}
