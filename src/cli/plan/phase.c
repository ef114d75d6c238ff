/* SPDX-License-Identifier: MIT */
/* phase.c - one search of a check, from its channels to what it has come to */
#include "cli/plan/phase.h"
#include "cli/plan/check.h"
#include "cli/plan/configure.h"
#include "cli/disk/keep.h"
#include "cli/disk/state.h"
#include "cli/plan/reruns.h"
#include "cli/show/progress.h"
#include "search/strategy.h"

#include <stdlib.h>
#include <string.h>

enum {
	/* Channels for parts whose owners wait for parts of theirs. */
	SLOTS_MORE = 64,
	SLOTS_MOST = 256 + SLOTS_MORE
};

static void prepare(const struct check *check, const struct phase *phase,
	struct channel *c, unsigned worker, const struct channel *before)
{
	const struct options *o = &check->options;
	struct channel_config *config = &c->config;

	configure(config, o, &check->processes);
	config->task = TASK_CHECK;
	if (phase->heap_turns)
		config->heap = HEAP_TURNS;
	config->stop_after = (uint32_t)o->stop_after;
	if (o->stop_after)
		config->stop_after -= check->result.bugs;
	snprintf(config->search.strategy, sizeof config->search.strategy, "%s",
		phase->strategy);
	config->search.first = worker;
	config->search.stride = phase->jobs;
	config->limited =
		phase->executions && (check->disk.keeps || phase->shared);
	config->shared = phase->shared;
	if (phase->executions && worker < phase->jobs)
		config->search.executions_max =
			(phase->executions - worker + phase->jobs - 1) /
			phase->jobs;
	if (o->given.bound)
		config->search.bounds = (uint32_t)o->bound + 1;
	config->finish_bound = o->finish_bound;
	if (o->audit)
		config->audit = (uint32_t)o->audit_executions;
	config->keep = check->disk.keeps;
	config->fingerprint = o->fingerprint;
	config->reruns = o->count_reruns;
	if (!before)
		return;
	config->points = before->points;
	config->exits = before->exits;
	memcpy(c->point, before->point,
		before->points * sizeof before->point[0]);
	c->modules = before->modules;
	memcpy(c->module, before->module,
		before->modules * sizeof before->module[0]);
}

/* Several workers: what was found first, by number, ends the story. */
static uint64_t last_number(const struct check *check, const struct crew *crew)
{
	uint64_t last = UINT64_MAX;

	if (crew->size == 1 || crew->share.jobs ||
		check->options.stop_after != 1)
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

static void merge(struct check *check, const struct crew *crew, bool sampler)
{
	struct result *r = &check->result;
	uint64_t before = r->count.executions;
	uint64_t last = last_number(check, crew);
	struct err ignored;

	for (unsigned w = 0; w < crew->size; w++) {
		const struct channel *c = crew->process[w].channel;

		if (c->config.audit && !channel_check(c, &ignored))
			r->audit = &c->audit;
		check->course.begun |= c->executions_begun > 0;
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
	if (sampler)
		r->sampled += r->count.executions - before;
	else if (crew->size == 1)
		keep_estimate(r, crew->process[0].channel);
}

/* One that has no part, and goes on from where the others are. */
static void like_the_others(struct channel *c, const struct crew *crew)
{
	const struct channel *first = crew->process[0].channel;

	c->config.resume = RESUME_IDLE;
	c->idle = 1;
	c->rounds = first->rounds;
	c->points = c->points_now = first->points_now;
	memcpy(c->point, first->point, c->points * sizeof c->point[0]);
	c->exits = c->exits_now = first->exits_now;
	c->coarse = c->coarse_now = first->coarse_now;
}

/* A channel goes on where the one before it was left. */
static int go_on(
	struct check *check, unsigned w, struct process *p, struct err *err)
{
	struct channel *c = p->channel;
	uint64_t *most = &c->config.search.executions_max;

	if (state_fill(&check->disk, w, c, err))
		return err->code;
	if (c->config.shared && !c->saved)
		c->config.resume = RESUME_IDLE;
	if (c->config.limited)
		*most += search_made(&c->count);
	p->told = c->bugs; /* when they were found */
	check->course.begun = true;
	return OK;
}

/* As `more` of struct share. */
static int one_more(void *arg, struct crew *crew, struct err *err)
{
	struct check *check = arg;
	struct process *p = processes_add(&check->processes, err);
	unsigned w = crew->size;
	int code = OK;

	if (!p)
		return err->code;
	prepare(check, check->phase_now, p->channel, w, check->before);
	if (w < check->disk.state.accounts)
		code = go_on(check, w, p, err);
	else if (p->channel->config.shared && w > 0)
		like_the_others(p->channel, crew);
	p = processes_lend(p, crew);
	p->names_fd = check->threads.fd;
	p->reruns_fd = check->reruns_fd;
	return code;
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

static bool parts_tell(const struct check *check, const struct phase *phase)
{
	const struct options *o = &check->options;
	int row = strategy_find(phase->strategy, o->reduce, o->cache);

	return row >= 0 && strategy_at((unsigned)row)->send;
}

/* As `show` of struct crew. */
static void show(void *arg, const struct crew *crew)
{
	struct check *check = arg;

	progress_show(&check->show, &check->disk, &check->result, crew);
}

/* As `found` of struct crew. */
static void found(
	void *arg, const struct crew *crew, unsigned w, uint32_t index)
{
	struct check *check = arg;

	keep_found(&check->disk, &check->show, &check->options, crew, w, index);
}

/* As `keep` of struct crew. */
static void keep(void *arg, const struct crew *crew)
{
	struct check *check = arg;

	state_keep(&check->disk, &check->course, &check->processes, crew,
		&check->show.status);
}

int phase_run(struct check *check, const void *arg, char leak[512],
	enum caveat *which, struct err *err)
{
	const struct phase *phase = arg;
	const struct channel *before = phase->before;
	int row = strategy_find(phase->strategy, NULL, NULL);
	bool exhausts = strategy_at((unsigned)row)->exhausts;
	struct crew crew = {.target = &check->processes.target,
		.hang_after_ms = check->processes.hang_after_ms,
		.deadline_ns = phase->deadline_ns,
		.stop_after = check->options.stop_after,
		.show = show,
		.found = found,
		.keep = check->disk.keeps ? keep : NULL,
		.arg = check};
	struct result *r = &check->result;
	uint64_t sum = 0, most = 0;
	unsigned room, size;
	int code = OK;

	check->threads = (struct thread_table){.fd = -1};
	crew.size = phase->jobs;
	if (phase->executions && !phase->shared &&
		phase->executions < crew.size)
		crew.size = (unsigned)phase->executions;
	if (phase->shared && crew.size < check->disk.state.accounts)
		crew.size = check->disk.state.accounts;
	room = crew.size;
	if (phase->shared && room < SLOTS_MOST)
		room = room + SLOTS_MORE < SLOTS_MOST ? room + SLOTS_MORE
						      : SLOTS_MOST;
	crew.process = calloc(room, sizeof *crew.process);
	if (!crew.process)
		return fail(
			err, ERR_IO, "no memory for %u processes", crew.size);
	if (crew.stop_after)
		crew.stop_after -= r->bugs;
	check->before = before;
	check->phase_now = phase;
	if (phase->shared)
		crew.share = (struct share){.jobs = phase->jobs,
			.room = room,
			.more = one_more,
			.tells = parts_tell(check, phase)};
	code = reruns_open(&check->reruns_fd, check->options.count_reruns, err);
	if (phase->shared && !code)
		code = threads_open(&check->threads, err);
	crew.share.threads = check->threads.table;
	for (size = crew.size, crew.size = 0; crew.size < size && !code;)
		code = one_more(check, &crew, err);
	if (code) {
		threads_close(&check->threads);
		reruns_close(&check->reruns_fd);
		free(crew.process);
		return code;
	}
	check->show.strategy = phase->strategy;
	feed_search(&check->show, rewind_mode_name[check->processes.mode],
		crew.size, exhausts);
	if (!code)
		code = course_drive(&check->course, &crew, err);
	progress_feed(
		&check->show, &check->disk, &check->result, NULL, &crew, true);
	status_clear(&check->show.status);
	check->course.out_of_time = crew.out_of_time;
	for (unsigned w = 0; w < crew.size; w++) {
		const struct channel *c = crew.process[w].channel;

		sum += search_made(&c->count);
		most += c->config.search.executions_max;
	}
	check->course.out_of_executions = phase->executions && sum >= most;
	r->over = !code && !crew.leaked && exhausts &&
		  (phase->shared ? crew.share.over
				 : crew.process[0].channel->over);
	r->exhausted = r->over && all_exhausted(&crew);
	r->counts = strategy_at((unsigned)row)->counts;
	r->bounds = crew.process[0].channel->bounds;
	r->cache = crew.process[0].channel->cache;
	if (crew.keep && !crew.leaked &&
		(code == ERR_KILLED ||
			(!code && course_early(&check->course,
					  check->result.over)))) {
		crew_rescue(&crew);
		keep(check, &crew);
	}
	memcpy(leak, crew.leak, sizeof crew.leak);
	*which = crew.leak_caveat;
	if (!crew.leaked)
		merge(check, &crew, !exhausts);
	for (unsigned w = 0; w < crew.size && crew.leaked; w++)
		if (!channel_check(crew.process[w].channel, NULL))
			result_add_bugs(
				r, crew.process[w].channel, w, crew.size);
	threads_close(&check->threads);
	reruns_close(&check->reruns_fd);
	/* The channels are kept where check_fini finds them. */
	processes_take_back(&check->processes, &crew);
	free(crew.process);
	return code;
}
