/* SPDX-License-Identifier: MIT */
/* deepen_hear.c - what a job's process has found, for the table of jobs */
#include <string.h>

#include "cli/deepen.h"

/* How an instruction is written down as a point. */
static void describe(
	struct point *p, const struct channel *c, uint64_t pc, bool write)
{
	*p = (struct point){.pc = pc,
		.module = UINT32_MAX,
		.access = write ? POINT_WRITE : POINT_READ};
	for (uint32_t m = 0; m < c->modules && m < MODULES_MAX; m++)
		if (pc >= c->module[m].start && pc < c->module[m].end) {
			p->module = m;
			p->offset = pc - c->module[m].base;
		}
}

static unsigned number(struct deepen *d, const struct channel *c,
	const struct channel_access *side)
{
	unsigned known = d->jobs.points;
	unsigned n = jobs_point(&d->jobs, side->pc);

	if (d->jobs.points > known)
		describe(&d->point[n], c, side->pc, side->write);
	if (!d->modules)
		d->modules = c;
	return n;
}

/* A free is no instruction to stop before; an atomic is one of its class. */
static bool is_point(const struct channel_access *side)
{
	return side->pc && !side->atomic && !side->freeing;
}

/* Seen in the other order as well? */
static bool both_orders(const struct channel *c, uint32_t races,
	const struct channel_race *race)
{
	if (race->first.pc == race->second.pc)
		return true;
	for (uint32_t i = 0; i < races; i++)
		if (c->race[i].first.pc == race->second.pc &&
			c->race[i].second.pc == race->first.pc)
			return true;
	return false;
}

/* The earlier access first; the later one is worth a job when it could have
 * been the earlier one (section 3.5). */
static void hear_race(struct deepen *d, const struct channel *c,
	const struct worker *w, uint32_t index)
{
	const struct channel_race *race = &c->race[index];
	bool both = both_orders(c, index + 1, race);
	/* Samplers report to everybody. */
	unsigned by =
		(unsigned)(w->job == WORKER_SAMPLER ? d->jobs.maximal : w->job);

	if (is_point(&race->first))
		jobs_race(&d->jobs, by, number(d, c, &race->first), both);
	if (!is_point(&race->second))
		return;
	if (both)
		jobs_race(&d->jobs, by, number(d, c, &race->second), true);
	else
		jobs_grow(&d->jobs, number(d, c, &race->second));
}

static void hear_races(
	struct deepen *d, const struct channel *c, struct worker *w)
{
	uint32_t races = __atomic_load_n(&c->races, __ATOMIC_ACQUIRE);

	if (races > RACES_MAX || !c->config.points_racing)
		return; /* channel_check() will say so */
	for (; w->races < races; w->races++)
		hear_race(d, c, w, w->races);
}

static void hear_progress(
	struct deepen *d, const struct channel *c, const struct worker *w)
{
	uint64_t made = search_made(&c->count);
	uint64_t before = c->before_round;
	struct outlook o = outlook_of(c);
	double eta = -1;

	if (o.known)
		eta = d->by_count ? o.executions - o.fraction * o.executions
				  : o.seconds;
	jobs_progress(&d->jobs, (unsigned)w->job,
		made > before ? made - before : 0, o.known ? o.fraction : 0,
		eta);
}

/* Every point of its set was one in the round that it ended with. */
static bool had_all_points(
	const struct deepen *d, const struct channel *c, const struct job *job)
{
	uint32_t have = 0;

	for (uint32_t i = 0; i < c->points && i < POINTS_MAX; i++)
		for (unsigned n = 0; n < d->jobs.points; n++)
			have += d->point[n].pc == c->point[i].pc &&
				ppset_has(&job->set, n);
	return have == job->set.points;
}

static void hear_end(
	struct deepen *d, const struct channel *c, struct worker *w)
{
	unsigned job = (unsigned)w->job;
	struct job *j = &d->jobs.job[job];

	w->over = true;
	if (w->job == WORKER_SAMPLER || j->state != JOB_RUNNING)
		return;
	/* Of the maximal one others have found points in the meantime. */
	if (c->over && j->kind == JOB_MAXIMAL && !had_all_points(d, c, j))
		jobs_again(&d->jobs, job);
	else
		jobs_end(&d->jobs, job, c->over && c->exhausted, c->skipped);
}

void deepen_hear(struct check *check, struct crew *crew, unsigned i)
{
	struct deepen *d = check->deepen;
	struct worker *w = &d->worker[i];
	const struct channel *c = crew->process[i].channel;

	if (w->over)
		return;
	hear_races(d, c, w);
	if (w->job != WORKER_SAMPLER) {
		hear_progress(d, c, w);
		if (c->bugs && !w->told_bug) {
			w->told_bug = true;
			jobs_bug(&d->jobs, (unsigned)w->job);
		}
	}
	if (!crew->process[i].pid)
		hear_end(d, c, w);
}
