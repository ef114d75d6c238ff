/* SPDX-License-Identifier: MIT */
/* deepen_hear.c - what a job's process has found, for the table of jobs */
#include <string.h>

#include "cli/plan/deepen.h"
#include "cli/show/outlook.h"
#include "detect/sides.h"

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

static unsigned number(
	struct deepen *d, const struct channel *c, const struct race_stop *stop)
{
	unsigned known = d->jobs.points;
	unsigned n = jobs_point(&d->jobs, stop->pc);

	if (d->jobs.points > known)
		describe(&d->point[n], c, stop->pc, stop->kind & RACE_WRITE);
	if (!d->modules)
		d->modules = c;
	return n;
}

void deepen_hear_point(struct deepen *d, const struct point *point)
{
	unsigned n;

	if (d->jobs.points == PPSET_POINTS)
		return; /* who meets it will say that it is lost */
	n = jobs_point(&d->jobs, point->pc);
	d->point[n] = *point;
	jobs_grow(&d->jobs, n);
}

/* What one process holds back another may have seen otherwise. */
static void learn(struct deepen *d, const struct race *race, uint32_t races)
{
	for (uint32_t i = 0; i < races; i++) {
		struct race row = race[i];
		uint32_t one = 1;
		const struct candidates alone = {
			.race = &row, .races = &one, .max = 1};
		const struct race *known = candidates_find(&d->known,
			row.one.pc, row.one.kind, row.two.pc, row.two.kind);
		bool held = known && race_held(known);

		if (!race_valid(&row))
			continue;
		candidates_merge(&d->known, &alone);
		d->released += held && !race_held(known);
	}
}

static void let_go(const struct deepen *d, struct race *row)
{
	const struct race *known = candidates_find(&d->known, row->one.pc,
		row->one.kind, row->two.pc, row->two.kind);

	if (race_held(row) && known && !race_held(known))
		row->seen |= RACE_SEEN_PLAIN;
}

/* Rows are added, and seen in the other order later. */
static bool have_changed(
	const struct channel *c, uint32_t races, struct worker *w)
{
	uint64_t sum = races;

	for (uint32_t i = 0; i < races; i++)
		sum = sum * 31 + c->candidate[i].orders +
		      4u * c->candidate[i].seen;
	if (sum == w->races)
		return false;
	w->races = sum;
	return true;
}

/* The maximal job stops before all sides; those that are worth a job of their
 * own are fewer. */
void deepen_hear_races(
	struct deepen *d, const struct channel *c, struct worker *w)
{
	static struct race_stop stop[2 * RACES_MAX];
	static struct race race[RACES_MAX];
	uint32_t races = __atomic_load_n(&c->races, __ATOMIC_ACQUIRE), stops;
	/* Samplers report to everybody. */
	unsigned by =
		(unsigned)(w->job == WORKER_SAMPLER ? d->jobs.maximal : w->job);

	if (races > RACES_MAX || !c->config.points_racing)
		return; /* channel_check() will say so */
	if (!have_changed(c, races, w) && w->released == d->released)
		return;
	memcpy(race, c->candidate, races * sizeof *race);
	learn(d, race, races);
	for (uint32_t i = 0; i < races; i++)
		let_go(d, &race[i]);
	w->released = d->released;
	stops = race_stops(race, races, stop);
	for (uint32_t i = 0; i < stops; i++) {
		unsigned n;

		if (!stop[i].pc)
			continue;
		n = number(d, c, &stop[i]);
		if (stop[i].next)
			jobs_race(&d->jobs, by, n, stop[i].both);
		else
			jobs_grow(&d->jobs, n);
	}
}

static void hear_progress(
	struct deepen *d, const struct channel *c, const struct worker *w)
{
	uint64_t made = search_made(&c->count);
	uint64_t before = c->before_round;
	struct outlook o = outlook_of(c);
	struct job *j = &d->jobs.job[w->job];
	double eta = -1;

	j->sized = w->job == d->jobs.maximal && made > before &&
		   outlook_sized(&o, c, &d->size, made - before);
	if (o.known)
		eta = d->by_count ? o.executions - o.fraction * o.executions
				  : o.seconds;
	jobs_progress(&d->jobs, (unsigned)w->job,
		made > before ? made - before : 0, o.known ? o.fraction : 0,
		eta);
}

bool deepen_had_all_points(const struct deepen *d, const struct channel *c,
	const struct ppset *set)
{
	uint32_t have = 0;

	for (uint32_t i = 0; i < c->points && i < POINTS_MAX; i++)
		for (unsigned n = 0; n < d->jobs.points; n++)
			have += point_stops(&c->point[i]) &&
				d->point[n].pc == c->point[i].pc &&
				ppset_has(set, n);
	return have == set->points;
}

/* Of the maximal job others may have found points in the meantime: it is done
 * again, with all of them, but not twice for the same. */
static void end_maximal(
	struct deepen *d, const struct channel *c, const struct job *j)
{
	unsigned job = (unsigned)d->jobs.maximal;
	bool all = deepen_had_all_points(d, c, &j->set);

	if (all || !c->over || d->again_for == j->set.points) {
		jobs_end(&d->jobs, job, all && c->over && c->exhausted,
			c->skipped);
		return;
	}
	d->again_for = j->set.points;
	jobs_again(&d->jobs, job);
}

static void hear_end(struct deepen *d, struct process *p, struct worker *w)
{
	const struct channel *c = p->channel;
	const struct job *j;

	w->over = true;
	deepen_trim(d, p);
	if (w->job == WORKER_SAMPLER)
		return;
	j = &d->jobs.job[w->job];
	if (j->state != JOB_RUNNING)
		return;
	if (w->job == d->jobs.maximal)
		end_maximal(d, c, j);
	else
		jobs_end(&d->jobs, (unsigned)w->job, c->over && c->exhausted,
			c->skipped);
}

void deepen_hear_reruns(
	struct deepen *d, const struct crew *crew, struct worker *w)
{
	struct rerun_count *sum;

	if (w->job == WORKER_SAMPLER)
		return;
	w->reruns = crew->process[w - d->worker].channel->reruns;
	sum = &d->reruns[w->job];
	*sum = (struct rerun_count){0};
	for (unsigned i = 0; i < crew->size; i++)
		if (d->worker[i].job == w->job)
			rerun_add(sum, &d->worker[i].reruns);
}

void deepen_hear(struct deepen *d, struct crew *crew, unsigned i)
{
	struct worker *w = &d->worker[i];
	const struct channel *c = crew->process[i].channel;

	if (w->over)
		return;
	deepen_hear_races(d, c, w);
	deepen_hear_reruns(d, crew, w);
	if (w->job == WORKER_SAMPLER)
		sampler_hear(d, c);
	if (w->job != WORKER_SAMPLER) {
		hear_progress(d, c, w);
		if (c->bugs && !w->told_bug) {
			w->told_bug = true;
			jobs_bug(&d->jobs, (unsigned)w->job);
		}
	}
	if (!crew->process[i].pid)
		hear_end(d, &crew->process[i], w);
}

void deepen_hear_again(struct deepen *d, struct crew *crew)
{
	for (unsigned i = 0; i < crew->size; i++)
		if (d->worker[i].released != d->released)
			deepen_hear_races(
				d, crew->process[i].channel, &d->worker[i]);
}
