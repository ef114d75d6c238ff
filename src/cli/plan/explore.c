/* SPDX-License-Identifier: MIT */
/* explore.c - the phases of a check: which search runs how long
 *
 * A named strategy is one phase.  Without one it is iterative deepening
 * (deepen.c); but with --points=study dfs gets the first tenth of the budget
 * (all of it when it comes to the end) and samplers in turns the rest.
 * Racing instructions found in the first phase are decision points of the
 * second from the start.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/plan/check.h"
#include "cli/plan/deepen.h"
#include "cli/plan/explore.h"
#include "cli/disk/keep.h"
#include "cli/show/progress.h"
#include "cli/plan/race_bugs.h"
#include "cli/plan/reruns.h"
#include "cli/disk/state.h"
#include "cli/plan/unseen.h"
#include "search/strategy.h"

enum {
	/* Channels for parts whose owners wait for parts of theirs. */
	SLOTS_MORE = 64,
	SLOTS_MOST = 256 + SLOTS_MORE
};

struct phase {
	const char *strategy;
	unsigned jobs;
	bool shared;	      /* the jobs share one space */
	bool heap_turns;      /* some executions hand freed memory out again */
	uint64_t executions;  /* at most; 0: no limit */
	uint64_t deadline_ns; /* 0: none */
	const struct channel *before; /* of the phase before; NULL: none */
};

static void configure(const struct check *check, const struct phase *phase,
	struct channel *c, unsigned worker, const struct channel *before)
{
	const struct options *o = &check->options;
	struct channel_config *config = &c->config;

	check_configure(check, config);
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
	config->limited = phase->executions && (check->keeps || phase->shared);
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
	config->keep = check->keeps;
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
		check->begun |= c->executions_begun > 0;
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

	if (state_fill(check, w, c, err))
		return err->code;
	if (c->config.shared && !c->saved)
		c->config.resume = RESUME_IDLE;
	if (c->config.limited)
		*most += search_made(&c->count);
	p->told = c->bugs; /* when they were found */
	check->begun = true;
	return OK;
}

/* As `more` of struct share. */
static int one_more(void *arg, struct crew *crew, struct err *err)
{
	struct check *check = arg;
	struct process *p = check_process(check, err);
	unsigned w = crew->size;
	int code = OK;

	if (!p)
		return err->code;
	configure(check, check->phase_now, p->channel, w, check->before);
	if (w < check->state.accounts)
		code = go_on(check, w, p, err);
	else if (p->channel->config.shared && w > 0)
		like_the_others(p->channel, crew);
	crew->process[crew->size++] = *p;
	crew->process[crew->size - 1].names_fd = check->threads.fd;
	crew->process[crew->size - 1].reruns_fd = check->reruns_fd;
	*p = (struct process){
		.fd = -1, .pidfd = -1, .names_fd = -1, .reruns_fd = -1};
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

/* As explore_once, with a phase. */
static int run_once(struct check *check, const void *arg, char leak[512],
	enum caveat *which, struct err *err)
{
	const struct phase *phase = arg;
	const struct channel *before = phase->before;
	int row = strategy_find(phase->strategy, NULL, NULL);
	bool exhausts = strategy_at((unsigned)row)->exhausts;
	struct crew crew = {.target = &check->target,
		.hang_after_ms = check->options.hang_after,
		.deadline_ns = phase->deadline_ns,
		.stop_after = check->options.stop_after,
		.show = progress_show,
		.found = keep_found,
		.keep = check->keeps ? state_keep : NULL,
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
	if (phase->shared && crew.size < check->state.accounts)
		crew.size = check->state.accounts;
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
	code = reruns_open(check, err);
	if (phase->shared && !code)
		code = threads_open(&check->threads, err);
	crew.share.threads = check->threads.table;
	for (size = crew.size, crew.size = 0; crew.size < size && !code;)
		code = one_more(check, &crew, err);
	if (code) {
		threads_close(&check->threads);
		reruns_close(check);
		free(crew.process);
		return code;
	}
	check->phase = phase->strategy;
	feed_search(check, crew.size, exhausts);
	if (!code)
		code = crew_drive(&crew, err);
	progress_last(check, &crew);
	status_clear(&check->status);
	check->fault |= crew.fault;
	check->interrupted |= crew.interrupted;
	check->out_of_time = crew.out_of_time;
	for (unsigned w = 0; w < crew.size; w++) {
		const struct channel *c = crew.process[w].channel;

		sum += search_made(&c->count);
		most += c->config.search.executions_max;
	}
	check->out_of_executions = phase->executions && sum >= most;
	r->over = !code && !crew.leaked && exhausts &&
		  (phase->shared ? crew.share.over
				 : crew.process[0].channel->over);
	r->exhausted = r->over && all_exhausted(&crew);
	r->counts = strategy_at((unsigned)row)->counts;
	r->bounds = crew.process[0].channel->bounds;
	r->cache = crew.process[0].channel->cache;
	if (crew.keep && !crew.leaked &&
		(code == ERR_KILLED || (!code && check_early(check)))) {
		crew_rescue(&crew);
		state_keep(check, &crew);
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
	reruns_close(check);
	/* The channels are kept where check_fini finds them. */
	for (unsigned w = 0; w < crew.size; w++)
		*check->process[check->processes - crew.size + w] =
			crew.process[w];
	free(crew.process);
	return code;
}

bool explore_enough(const struct check *check)
{
	const struct options *o = &check->options;

	return check->interrupted || check->result.exhausted ||
	       (o->stop_after && check->result.bugs >= o->stop_after);
}

/* Bugs from a process whose memory was not what it should be: only those that
 * come again in a fresh one. */
static int keep_confirmed(struct check *check, struct err *err)
{
	struct result *r = &check->result;
	unsigned kept = 0;

	if (confirm(check, err))
		return err->code;
	for (unsigned i = 0; i < r->bugs; i++)
		if (r->found[i].confirmed)
			r->found[kept++] = r->found[i];
	r->bugs = kept;
	return OK;
}

/* What the other modes cannot put back, and what they lack. */
static const char *cannot_rewind(enum caveat which)
{
	switch (which) {
	case CAVEAT_file_writes:
		return "files cannot be rewound";
	case CAVEAT_log_limit:
		return "the undo log is full";
	default:
		return "state that cannot be rewound was changed";
	}
}

/* The rewind audit found a difference, or the test does what only a process of
 * its own can undo: from now on each execution is one, and what was explored
 * does not count. */
static void go_on_in_fork_mode(
	struct check *check, const char *leak, enum caveat which)
{
	struct result *r = &check->result;

	check->mode = MODE_FORK;
	r->mode = rewind_mode_name[MODE_FORK];
	r->caveats[which]++;
	/* In fork mode it does not matter what they wrote. */
	r->caveats[CAVEAT_unknown_calls] = 0;
	snprintf(r->caveat_detail[which], sizeof r->caveat_detail[which],
		"%.159s", leak);
	snprintf(check->leak, sizeof check->leak, "%.159s", leak);
	check->leak_caveat = which;
	if (!check->options.quiet && !check->resumed)
		fprintf(check->out, "%s (%s): starting again in fork mode\n",
			cannot_rewind(which), leak);
}

int explore_run(struct check *check, explore_once once, const void *arg,
	struct err *err)
{
	char leak[512] = "";
	enum caveat which;

	if (once(check, arg, leak, &which, err))
		return err->code;
	if (!leak[0] || check->mode == MODE_FORK)
		return OK;
	if (keep_confirmed(check, err))
		return err->code;
	if (explore_enough(check))
		return OK;
	go_on_in_fork_mode(check, leak, which);
	check->state.accounts = 0; /* what they say is void, too */
	return once(check, arg, leak, &which, err);
}

/* Those that only the command can judge: it knows the phases. */
static void settle_caveats(struct check *check)
{
	struct result *r = &check->result;

	/* The account of iterative deepening says what was not. */
	r->caveats[CAVEAT_sampled] = check->deepen ? 0 : r->sampled;
	r->caveats[CAVEAT_interrupted] = check->interrupted && !r->exhausted;
	r->caveats[CAVEAT_budget] =
		!r->exhausted && !check->interrupted &&
		!check->options.sampler &&
		(check->out_of_time || check->out_of_executions);
	if (r->counts && r->over && r->bounds.more && !r->bugs) {
		r->caveats[CAVEAT_bound] = 1;
		snprintf(r->caveat_detail[CAVEAT_bound],
			sizeof r->caveat_detail[CAVEAT_bound],
			"more than %" PRIu32 " %s%s", r->bounds.now, r->counts,
			r->bounds.now == 1 ? "" : "s");
	}
	r->caveats[CAVEAT_lazy_cache] =
		strcmp(check->options.cache, "lazy-hbr") == 0;
	r->caveats[CAVEAT_lazy_reduction] =
		strcmp(check->options.reduce, "lazy") == 0 &&
		!r->caveats[CAVEAT_lazy_given_up];
	if (check->options.points && r->caveats[CAVEAT_points_left_out] == 0 &&
		((check->options.points_classes & CLASSES_SYNC) !=
				CLASSES_SYNC ||
			(!check->options.points_racing && r->races)))
		r->caveats[CAVEAT_points_left_out] = 1;
	r->caveats[CAVEAT_nothing_complete] =
		!r->bugs && !r->count.executions &&
		(r->count.pruned || (r->over && !r->count.stopped));
	/* Some executions did, others did not. */
	if (r->caveats[CAVEAT_whole_blocks])
		r->caveats[CAVEAT_no_address_reuse] = 0;
	if (check->mode == MODE_FORK && !r->caveats[CAVEAT_fork_mode])
		r->caveats[CAVEAT_fork_mode] = 1;
	unseen_places(check);
}

/* A search is one job: all that was a decision point in its last round.
 * (Processes that share a space all had the same.) */
static void settle_search(struct check *check)
{
	static uint64_t pc[POINTS_MAX];
	struct race_job job = {.pc = pc};
	const struct channel *c = NULL;

	for (unsigned i = check->processes; i > 0 && !c; i--) {
		c = check->process[i - 1]->channel;
		if (c && (channel_check(c, NULL) || !c->rounds))
			c = NULL;
	}
	if (!c)
		return;
	for (uint32_t i = 0; i < c->points_now; i++)
		if (c->config.points_racing &&
			c->point[i].access != POINT_ATOMIC)
			pc[job.pcs++] = c->point[i].pc;
	job.classes = c->config.points_classes;
	job.finished = result_finished(&check->result);
	findings_job(&check->result, &job);
}

/* Those of iterative deepening, as far as they were explored to their end. */
static void settle_jobs(struct check *check)
{
	static uint64_t pc[PPSET_POINTS];
	const struct jobs *jobs = &check->deepen->jobs;

	for (unsigned i = 0; i < jobs->jobs; i++) {
		const struct ppset *set = &jobs->job[i].set;
		struct race_job job = {
			.classes = set->classes, .pc = pc, .finished = true};

		if (jobs->job[i].state != JOB_FINISHED)
			continue;
		for (unsigned n = 0; n < jobs->points; n++)
			if (ppset_has(set, n))
				pc[job.pcs++] = jobs->point[n];
		findings_job(&check->result, &job);
	}
}

/* ", about 3.1 % of 12.3 M" */
static const char *part_of_all(const struct result *r, char *out, size_t size)
{
	struct outlook o = {
		true, r->estimate.fraction, r->estimate.executions, 0, false};
	char all[64];

	outlook_size(&o, false, all, sizeof all);
	snprintf(out, size, ", about %s", all);
	return r->estimated ? out : "";
}

static int explore_turns(struct check *check, struct err *err)
{
	char size[80];
	const struct options *o = &check->options;
	uint64_t all_ns = o->given.budget	    ? o->budget * 1000000
			  : o->given.max_executions ? 0
						    : 60000000000u;
	struct phase first = {.strategy = "dfs", .jobs = 1};
	struct phase second = {.strategy = "turns",
		.jobs = (unsigned)o->jobs,
		.heap_turns = !o->heap};
	const struct channel *before;

	if (o->given.max_executions)
		first.executions = (o->max_executions + 9) / 10;
	if (all_ns) {
		first.deadline_ns = check->start_ns + all_ns / 10;
		second.deadline_ns = check->start_ns + all_ns;
	}
	snprintf(check->result.strategy, sizeof check->result.strategy, "dfs");
	first.before = check->racing;
	if (explore_run(check, run_once, &first, err))
		return err->code;
	if (explore_enough(check))
		return OK;
	before = check->process[check->processes - 1]->channel;
	if (o->given.max_executions) {
		uint64_t used = search_made(&before->count);

		if (used >= o->max_executions)
			return OK;
		second.executions = o->max_executions - used;
	}
	if (!o->quiet)
		fprintf(check->out,
			"dfs did not come to the end in %" PRIu64
			" executions%s: now random and pct (depth 1 to 4) in "
			"turns\n",
			check->result.count.executions,
			part_of_all(&check->result, size, sizeof size));
	snprintf(check->result.strategy, sizeof check->result.strategy,
		"dfs, turns");
	second.before = before;
	return explore_run(check, run_once, &second, err);
}

int explore(struct check *check, struct err *err)
{
	const struct options *o = &check->options;
	int code;

	if (o->deepens) {
		code = explore_deepening(check, err);
	} else if (o->turns) {
		code = explore_turns(check, err);
	} else {
		struct phase only = {.strategy = o->strategy,
			.jobs = (unsigned)o->jobs,
			.executions = o->max_executions,
			.shared = !o->sampler &&
				  (o->jobs > 1 || check->state.accounts > 1)};

		if (o->given.budget)
			only.deadline_ns =
				check->start_ns + o->budget * 1000000;
		else if (o->sampler && !o->given.max_executions)
			only.deadline_ns = check->start_ns + 60000000000u;
		snprintf(check->result.strategy, sizeof check->result.strategy,
			"%s", o->strategy);
		if (check->leak[0])
			go_on_in_fork_mode(
				check, check->leak, check->leak_caveat);
		only.before = check->racing;
		code = explore_run(check, run_once, &only, err);
	}
	check->result.seconds = (double)(clock_ns() - check->start_ns) / 1e9 +
				(double)check->milliseconds_before / 1e3;
	if (!code) {
		settle_caveats(check);
		if (check->deepen)
			settle_jobs(check);
		else
			settle_search(check);
		if (check->options.races_are_bugs)
			race_bugs(check);
	}
	return code;
}
