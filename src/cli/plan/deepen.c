/* SPDX-License-Identifier: MIT */
/* deepen.c - who works, and what it has come to */
#include "cli/plan/deepen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/plan/check.h"
#include "cli/plan/deepen_account.h"
#include "cli/plan/explore.h"
#include "cli/plan/handed.h"
#include "cli/disk/keep.h"
#include "cli/plan/phases.h"
#include "cli/show/progress.h"
#include "cli/plan/reruns.h"
#include "cli/show/screen.h"
#include "replay/symbols.h"

enum {
	BUDGET_MS = 60000, /* when nothing is said */
	/* Executions from one decision to the next, with --max-executions. */
	SLICE_LEAST = JOBS_THRESHOLD,
	SLICES = 200
};

static uint64_t made(const struct crew *crew, unsigned i)
{
	return search_made(&crew->process[i].channel->count);
}

/* Executions that somebody made or may make. */
static uint64_t granted(const struct crew *crew)
{
	uint64_t n = 0;

	for (unsigned i = 0; i < crew->size; i++) {
		const struct process *p = &crew->process[i];
		uint64_t done = made(crew, i);
		uint64_t most = p->channel->config.search.executions_max;

		n += p->pid && most > done ? most : done;
	}
	return n;
}

double deepen_left(const struct deepen *d, const struct crew *crew)
{
	uint64_t now = clock_ns(), used = 0;

	if (!d->by_count)
		return crew->deadline_ns > now
			       ? (double)(crew->deadline_ns - now) / 1e9
			       : 0;
	for (unsigned i = 0; i < crew->size; i++)
		used += made(crew, i);
	return d->all > (double)used ? d->all - (double)used : 0;
}

struct symbols *deepen_symbols(struct deepen *d)
{
	if (!d->symbols && d->modules && d->jobs.points)
		d->symbols = symbols_new(d->modules);
	return d->symbols;
}

static unsigned count_busy(const struct deepen *d, const struct crew *crew)
{
	unsigned n = 0;

	for (unsigned i = 0; i < crew->size; i++)
		n += deepen_busy(d, crew, i);
	return n;
}

/* The rest of the time is enough, if it is believed. */
static bool ends_in_time(const struct job *j, double left)
{
	return j->eta >= 0 && j->eta <= left;
}

/* ---- who works */

/* A job, or the sampler; JOBS_NONE - 1: nobody. */
enum {
	NOBODY = WORKER_SAMPLER - 1
};

static int choose(const struct deepen *d, const struct crew *crew, double left)
{
	const struct job *maximal = &d->jobs.job[d->jobs.maximal];
	int job;

	if (sampler_due(d, crew, left))
		return WORKER_SAMPLER;
	if (maximal->state == JOB_SUSPENDED && ends_in_time(maximal, left))
		return d->jobs.maximal;
	job = jobs_pick(&d->jobs, left, d->sampler.may);
	if (job != JOBS_NONE && sampler_late(d, left) &&
		!ends_in_time(&d->jobs.job[job], left))
		job = JOBS_NONE;
	if (job != JOBS_NONE)
		return job;
	return d->sampler.may ? WORKER_SAMPLER : NOBODY;
}

/* The process that has begun it, and rests. */
static int resting(const struct deepen *d, const struct crew *crew, int job)
{
	for (unsigned i = 0; i < crew->size; i++)
		if (d->worker[i].job == job && d->worker[i].rests &&
			crew->process[i].pid)
			return (int)i;
	return -1;
}

static int set_to_work(struct deepen *d, struct processes *all,
	struct crew *crew, int job, struct err *err)
{
	int i = job == WORKER_SAMPLER ? sampler_pick(d, crew)
				      : resting(d, crew, job);

	if (i >= 0) {
		deepen_resume(d, crew, (unsigned)i);
		return OK;
	}
	if (job != WORKER_SAMPLER && d->jobs.job[job].state == JOB_SUSPENDED)
		jobs_again(&d->jobs, (unsigned)job);
	return deepen_start(d, all, crew, job, err);
}

/* Samplers make way when a job is worth running, jobs for a better one. */
static bool makes_way(const struct deepen *d, const struct crew *crew,
	unsigned i, double left)
{
	const struct worker *w = &d->worker[i];
	const struct job *j;

	if (w->job == WORKER_SAMPLER) {
		int next = sampler_early(d, crew, left) ? NOBODY
							: choose(d, crew, left);

		return (next != WORKER_SAMPLER && next != NOBODY) ||
		       sampler_takes_turns(d, crew, i);
	}
	j = &d->jobs.job[w->job];
	if (deepen_in_vain(d, crew, w->job, left))
		return sampler_due(d, crew, left) || sampler_late(d, left);
	if (j->executions < JOBS_THRESHOLD)
		return false;
	if (sampler_due(d, crew, left))
		return true;
	if (sampler_late(d, left) && j->eta >= 0 && !ends_in_time(j, left))
		return true;
	return jobs_better(&d->jobs, (unsigned)w->job, left) != w->job ||
	       (d->sampler.may && !jobs_hopeful(j, left) &&
		       choose(d, crew, left) == WORKER_SAMPLER);
}

/* It has made what it may: a little more. */
static void grant(struct deepen *d, struct crew *crew, unsigned i)
{
	struct channel *c = crew->process[i].channel;
	uint64_t *most = &c->config.search.executions_max;
	double spare = d->all - (double)granted(crew);
	uint64_t slice = (uint64_t)(d->all / SLICES);

	if (slice < SLICE_LEAST)
		slice = SLICE_LEAST;
	if (slice > deepen_vain_slice(d, c))
		slice = deepen_vain_slice(d, c);
	if ((double)slice > spare)
		slice = spare > 0 ? (uint64_t)spare : 0;
	if (!slice)
		return;
	*most = made(crew, i) + slice;
	gather_order(&crew->process[i], ORDER_GO);
}

/* Points that others have found. */
static bool has_grown(
	const struct deepen *d, const struct crew *crew, unsigned i)
{
	const struct worker *w = &d->worker[i];

	const struct channel *c = crew->process[i].channel;

	return (w->job == d->jobs.maximal ||
		       (w->job == WORKER_SAMPLER && sampler_bounds(c))) &&
	       d->jobs.job[d->jobs.maximal].set.points > channel_points(c);
}

static void steer(struct deepen *d, struct crew *crew, unsigned i)
{
	struct worker *w = &d->worker[i];
	struct process *p = &crew->process[i];
	double left = deepen_left(d, crew);

	if (!p->pid)
		return;
	if (w->job != WORKER_SAMPLER &&
		d->jobs.job[w->job].state != JOB_RUNNING &&
		d->jobs.job[w->job].state != JOB_SUSPENDED) {
		deepen_dismiss(d, crew, i);
		return;
	}
	/* What it has come to in the middle of a slice depends on the clock. */
	if (w->rests || (d->by_count && !gather_waits(p)))
		return;
	if (w->job == WORKER_SAMPLER && sampler_has_counted(d, p->channel)) {
		deepen_dismiss(d, crew, i);
		return;
	}
	if (w->asked || has_grown(d, crew, i)) {
		deepen_rest(d, crew, i);
		if (w->rests && has_grown(d, crew, i))
			deepen_resume(d, crew, i);
		return;
	}
	if (makes_way(d, crew, i, left))
		deepen_rest(d, crew, i);
	else if (d->by_count) /* it waits for that */
		grant(d, crew, i);
}

static bool found_enough(const struct crew *crew)
{
	return crew->stop_after && crew_distinct_bugs(crew) >= crew->stop_after;
}

static void end_all(struct deepen *d, struct crew *crew)
{
	d->ended = crew->done = true;
	for (unsigned i = 0; i < crew->size; i++)
		deepen_dismiss(d, crew, i);
}

/* Every job was given up for the kills of its processes. */
static bool nobody_lives(const struct deepen *d)
{
	for (unsigned i = 0; i < d->jobs.jobs; i++)
		if (d->jobs.job[i].state != JOB_GIVEN_UP)
			return false;
	return d->killed.code != OK;
}

/* In the events: jobs that have become something else. */
static void tell_states(struct deepen *d, struct show *show)
{
	for (unsigned i = 0; i < d->jobs.jobs; i++) {
		uint8_t now = (uint8_t)(d->jobs.job[i].state + 1);

		if (d->told[i] != now)
			feed_job(show, d, i);
		d->told[i] = now;
	}
}

/* Whether executions come to their ends may be a matter of the schedule: chance
 * has tried some, too.  Who has named a limit wants what is within it. */
static void mind_fruitless(const struct deepen *d, struct crew *crew)
{
	uint64_t chance =
		fruitless_of(FRUITLESS_CHANCE, fruitless_widest(crew));
	bool tried = d->sampler.may && sampler_cut(d, crew) >= chance;

	crew->fruitless.enough =
		tried && !d->options->given.max_steps ? FRUITLESS_ENOUGH : 0;
}

static bool has_room(const struct deepen *d, const struct crew *crew)
{
	double left = deepen_left(d, crew);

	return count_busy(d, crew) < d->workers ||
	       (deepen_stuck(d, crew, left) && sampler_due(d, crew, left));
}

/* As `tick` of struct crew. */
static int tick(void *arg, struct crew *crew, bool stopping, struct err *err)
{
	struct check *check = arg;
	struct deepen *d = check->deepen;

	for (unsigned i = 0; i < crew->size; i++) {
		phases_answer(&d->phases, crew->target->path,
			crew->process[i].channel);
		deepen_hear(d, crew, i);
	}
	deepen_hear_again(d, crew);
	tell_states(d, &check->show);
	sampler_count(d, crew);
	deepen_mind_memory(d, crew);
	mind_fruitless(d, crew);
	if (stopping || d->ended) {
		if (d->ended)
			end_all(d, crew);
		return OK;
	}
	if (found_enough(crew) || crew->leaked || deepen_left(d, crew) <= 0) {
		end_all(d, crew);
		return OK;
	}
	if (jobs_verified(&d->jobs) &&
		!(d->jobs.forgets && jobs_left(&d->jobs))) {
		err->code = OK;
		if (!sampler_looks_at_reuse(d, &check->processes, crew, err))
			end_all(d, crew);
		return err->code;
	}
	for (unsigned i = 0; i < crew->size; i++)
		steer(d, crew, i);
	while (has_room(d, crew)) {
		double left = deepen_left(d, crew);
		int job = choose(d, crew, left);

		if (job == NOBODY || left <= 0)
			break;
		if (set_to_work(d, &check->processes, crew, job, err))
			return err->code;
	}
	if (count_busy(d, crew))
		return OK;
	end_all(d, crew);
	if (nobody_lives(d)) {
		*err = d->killed;
		return err->code;
	}
	return OK;
}

/* ---- the whole of it */

static void begin(struct deepen *d, const struct options *o, struct crew *crew,
	uint64_t start_ns)
{
	uint64_t ns = o->given.budget ? o->budget * 1000000 : 0;

	memset(d, 0, sizeof *d);
	if (!ns && !o->given.max_executions)
		ns = BUDGET_MS * 1000000ull;
	if (ns) {
		crew->deadline_ns = start_ns + ns;
		crew->fruitless = fruitless_from(start_ns, crew->deadline_ns);
	}
	d->options = o;
	d->by_count = o->given.max_executions;
	d->all = d->by_count ? (double)o->max_executions : (double)ns / 1e9;
	d->workers = (unsigned)o->jobs;
	sampler_init(&d->sampler, o);
	jobs_init(&d->jobs, o->points_classes,
		o->maximal ? SEEDS_MAXIMAL : SEEDS_ALL);
	d->jobs.forgets = o->no_memory;
	d->modules = o->points_racing ? handed() : NULL;
	for (uint32_t i = 0; d->modules && i < d->modules->points; i++)
		deepen_hear_point(d, &d->modules->point[i]);
	candidates_init(&d->known, d->race, &d->races, RACES_MAX, d->slot,
		sizeof d->slot / sizeof d->slot[0]);
}

/* As `show` of struct crew. */
static void show(void *arg, const struct crew *crew)
{
	struct check *check = arg;

	screen_show(&check->show, &check->disk, &check->result, check->deepen,
		crew);
}

/* As `found` of struct crew. */
static void found(
	void *arg, const struct crew *crew, unsigned w, uint32_t index)
{
	struct check *check = arg;

	keep_found(&check->disk, &check->show, &check->options, crew, w, index);
}

/* As `killed` of struct crew. */
static bool killed(
	void *arg, struct crew *crew, struct process *p, const struct err *err)
{
	struct check *check = arg;

	return deepen_killed(check->deepen, crew, p, err);
}

static int work(struct check *check, struct crew *crew, struct err *err)
{
	struct deepen *d = check->deepen;
	struct result *r = &check->result;
	int code;

	check->show.strategy = "deepen";
	feed_search(&check->show, rewind_mode_name[check->processes.mode],
		d->workers, true);
	code = course_drive(&check->course, crew, err);
	for (unsigned i = 0; i < crew->size; i++)
		deepen_hear(d, crew, i);
	tell_states(d, &check->show);
	if (crew->size)
		progress_feed(&check->show, &check->disk, r, d, crew, true);
	status_clear(&check->show.status);
	check->course.out_of_time = crew->out_of_time;
	deepen_account(d, crew, code, &check->course, r);
	/* The channels are kept where check_fini finds them. */
	processes_take_back(&check->processes, crew);
	symbols_free(d->symbols);
	d->symbols = NULL;
	return code;
}

static int once(struct check *check, const void *unused, char leak[512],
	enum caveat *which, struct err *err)
{
	struct deepen *d = check->deepen;
	struct crew crew = {.target = &check->processes.target,
		.hang_after_ms = check->processes.hang_after_ms,
		.stop_after = check->options.stop_after,
		.suppressions = check->result.suppressions,
		.show = show,
		.found = found,
		.tick = tick,
		.killed = killed,
		.arg = check};
	int code;

	(void)unused;
	crew.process = calloc(WORKERS_MOST, sizeof *crew.process);
	if (!crew.process)
		return fail(err, ERR_IO, "no memory for %d processes" SC(437),
			WORKERS_MOST);
	if (crew.stop_after)
		crew.stop_after -= check->result.bugs;
	begin(d, &check->options, &crew, check->course.start_ns);
	code = reruns_open(&d->reruns_fd, d->options->count_reruns, err);
	if (!code) {
		code = work(check, &crew, err);
		memcpy(leak, crew.leak, sizeof crew.leak);
		*which = crew.leak_caveat;
	}
	reruns_close(&d->reruns_fd);
	free(crew.process);
	return code;
}

int explore_deepening(struct check *check, struct err *err)
{
	check->deepen = calloc(1, sizeof *check->deepen);
	if (!check->deepen)
		return fail(
			err, ERR_IO, "no memory for the table of jobs" SC(437));
	snprintf(check->result.strategy, sizeof check->result.strategy,
		"deepen");
	return explore_run(check, once, NULL, err);
}
