/* SPDX-License-Identifier: MIT */
/* phase.c - one search of a check: its channels, and what goes on beside it */
#include "cli/plan/phase.h"
#include "cli/plan/check.h"
#include "cli/plan/configure.h"
#include "cli/plan/phase_account.h"
#include "cli/disk/keep.h"
#include "cli/disk/state.h"
#include "cli/plan/reruns.h"
#include "cli/processes/threads.h"
#include "cli/show/progress.h"
#include "search/model.h"
#include "search/strategy.h"

#include <stdlib.h>
#include <string.h>

enum {
	/* Channels for parts whose owners wait for parts of theirs. */
	SLOTS_MORE = 64,
	SLOTS_MOST = 256 + SLOTS_MORE
};

/* A phase while it runs. */
struct run {
	struct check *check;
	const struct phase *phase;
	struct thread_table threads; /* if it is shared */
	int reruns_fd; /* of its channel/reruns.h; -1: they are not counted */
};

void phase_go_on_from(struct channel *c, const struct channel *before)
{
	c->config.points = before->points;
	c->config.exits = before->exits;
	memcpy(c->point, before->point,
		before->points * sizeof before->point[0]);
	c->modules = before->modules;
	memcpy(c->module, before->module,
		before->modules * sizeof before->module[0]);
}

/* Worker `worker` of this crew. */
static void prepare(const struct run *run, const struct crew *crew,
	struct channel *c, unsigned worker)
{
	const struct phase *phase = run->phase;
	const struct options *o = &run->check->options;
	bool keeps = run->check->disk.keeps;
	struct channel_config *config = &c->config;

	configure(config, o, &run->check->processes);
	config->task = TASK_CHECK;
	if (phase->heap_turns && config->model == MODEL_sc)
		config->heap = HEAP_TURNS;
	config->stop_after = crew_stop_after(crew);
	snprintf(config->search.strategy, sizeof config->search.strategy, "%s",
		phase->strategy);
	config->search.first = worker;
	config->search.stride = phase->jobs;
	config->limited = phase->executions && (keeps || phase->shared);
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
	config->keep = keeps;
	config->fingerprint = o->fingerprint;
	config->reruns = o->count_reruns;
	if (phase->before)
		phase_go_on_from(c, phase->before);
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
	const struct disk *disk, unsigned w, struct process *p, struct err *err)
{
	struct channel *c = p->channel;
	uint64_t *most = &c->config.search.executions_max;

	if (state_fill(disk, w, c, err))
		return err->code;
	if (c->config.shared && !c->saved)
		c->config.resume = RESUME_IDLE;
	if (c->config.limited)
		*most += search_made(&c->count);
	p->told = c->bugs; /* when they were found */
	return OK;
}

/* As `more` of struct share. */
static int one_more(void *arg, struct crew *crew, struct err *err)
{
	struct run *run = arg;
	struct check *check = run->check;
	struct process *p = processes_add(&check->processes, err);
	unsigned w = crew->size;
	int code = OK;

	if (!p)
		return err->code;
	prepare(run, crew, p->channel, w);
	if (w < check->disk.state.accounts) {
		code = go_on(&check->disk, w, p, err);
		check->course.begun |= !code;
	} else if (p->channel->config.shared && w > 0) {
		like_the_others(p->channel, crew);
	}
	p = processes_lend(p, crew);
	p->names_fd = run->threads.fd;
	p->reruns_fd = run->reruns_fd;
	return code;
}

static bool parts_tell(const struct options *o, const struct phase *phase)
{
	int row = strategy_find(phase->strategy, o->reduce, o->cache);

	return row >= 0 && strategy_at((unsigned)row)->send;
}

/* As `show` of struct crew. */
static void show(void *arg, const struct crew *crew)
{
	struct check *check = ((struct run *)arg)->check;

	progress_show(&check->show, &check->disk, &check->result, crew);
}

/* As `found` of struct crew. */
static void found(
	void *arg, const struct crew *crew, unsigned w, uint32_t index)
{
	struct check *check = ((struct run *)arg)->check;

	keep_found(&check->disk, &check->show, &check->options, crew, w, index);
}

/* As `keep` of struct crew. */
static void keep(void *arg, const struct crew *crew)
{
	struct check *check = ((struct run *)arg)->check;

	state_keep(&check->disk, &check->course, &check->processes, crew,
		&check->show.status);
}

/* Processes to begin with; `accounts` are gone on with. */
static unsigned size_of(const struct phase *phase, unsigned accounts)
{
	if (phase->shared)
		return phase->jobs < accounts ? accounts : phase->jobs;
	if (phase->executions && phase->executions < phase->jobs)
		return (unsigned)phase->executions;
	return phase->jobs;
}

static unsigned room_for(const struct phase *phase, unsigned size)
{
	if (!phase->shared || size >= SLOTS_MOST)
		return size;
	return size + SLOTS_MORE < SLOTS_MOST ? size + SLOTS_MORE : SLOTS_MOST;
}

/* Its processes are there, and have not begun. */
static int begin(struct run *run, struct crew *crew, struct err *err)
{
	const struct phase *phase = run->phase;
	struct check *check = run->check;
	unsigned size = size_of(phase, check->disk.state.accounts);
	unsigned room = room_for(phase, size);
	int code;

	crew->process = calloc(room, sizeof *crew->process);
	if (!crew->process)
		return fail(err, ERR_IO, "no memory for %u processes" SC(437),
			size);
	if (crew->stop_after)
		crew->stop_after -= check->result.bugs;
	if (phase->shared)
		crew->share = (struct share){.jobs = phase->jobs,
			.room = room,
			.more = one_more,
			.tells = parts_tell(&check->options, phase)};
	code = reruns_open(&run->reruns_fd, check->options.count_reruns, err);
	if (phase->shared && !code)
		code = threads_open(&run->threads, err);
	crew->share.threads = run->threads.table;
	while (crew->size < size && !code)
		code = one_more(run, crew, err);
	return code;
}

/* To its end, and into the result. */
static int work(struct run *run, struct crew *crew, struct err *err)
{
	const struct phase *phase = run->phase;
	struct check *check = run->check;
	struct course *course = &check->course;
	struct result *r = &check->result;
	bool exhausts = phase_exhausts(phase);
	int code;

	check->show.strategy = phase->strategy;
	feed_search(&check->show, rewind_mode_name[check->processes.mode],
		crew->size, exhausts);
	code = course_drive(course, crew, err);
	progress_feed(&check->show, &check->disk, r, NULL, crew, true);
	status_clear(&check->show.status);
	phase_ended(phase, crew, code, course, r);
	if (crew->keep && !crew->leaked &&
		(code == ERR_KILLED ||
			(!code && course_early(course, r->over)))) {
		crew_rescue(crew);
		keep(run, crew);
	}
	if (!crew->leaked)
		phase_merge(crew,
			crew_stop_after(crew) ? check->options.stop_after : 0,
			!exhausts, course, r);
	else
		phase_merge_bugs(crew, r);
	/* The channels are kept where check_fini finds them. */
	processes_take_back(&check->processes, crew);
	return code;
}

int phase_run(struct check *check, const void *arg, char leak[512],
	enum caveat *which, struct err *err)
{
	const struct phase *phase = arg;
	struct run run = {.check = check,
		.phase = phase,
		.threads = {.fd = -1},
		.reruns_fd = -1};
	struct crew crew = {.target = &check->processes.target,
		.hang_after_ms = check->processes.hang_after_ms,
		.deadline_ns = phase->deadline_ns,
		.fruitless = phase->fruitless,
		.stop_after = check->options.stop_after,
		.suppressions = check->result.suppressions,
		.show = show,
		.found = found,
		.keep = check->disk.keeps ? keep : NULL,
		.arg = &run};
	int code = begin(&run, &crew, err);

	if (!code) {
		code = work(&run, &crew, err);
		memcpy(leak, crew.leak, sizeof crew.leak);
		*which = crew.leak_caveat;
	}
	threads_close(&run.threads);
	reruns_close(&run.reruns_fd);
	free(crew.process);
	return code;
}
