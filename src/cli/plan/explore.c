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
#include <string.h>

#include "cli/plan/check.h"
#include "cli/plan/confirm.h"
#include "cli/plan/deepen.h"
#include "cli/plan/explore.h"
#include "cli/plan/phase.h"
#include "cli/plan/race_bugs.h"
#include "cli/plan/settle.h"
#include "cli/show/outlook.h"
#include "report/suppress.h"

bool explore_enough(const struct check *check)
{
	const struct options *o = &check->options;

	return check->course.interrupted || check->result.exhausted ||
	       (o->stop_after && check->result.bugs >= o->stop_after);
}

/* Bugs from a process whose memory was not what it should be: only those that
 * come again in a fresh one. */
static int keep_confirmed(struct processes *all, struct course *course,
	struct result *r, struct err *err)
{
	unsigned kept = 0;

	if (confirm(all, course, r, err))
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

static void say_why(FILE *out, const char *leak, enum caveat which)
{
	if (which == CAVEAT_fork_mode)
		fprintf(out,
			"the test calls %s: starting again in fork mode; see "
			"scarp help unknown-call\n",
			leak);
	else
		fprintf(out, "%s (%s): starting again in fork mode\n",
			cannot_rewind(which), leak);
}

/* The rewind audit found a difference, or the test does what only a process of
 * its own can undo: from now on each execution is one, and what was explored
 * does not count. */
static void go_on_in_fork_mode(
	struct check *check, const char *leak, enum caveat which)
{
	struct result *r = &check->result;

	check->processes.mode = MODE_FORK;
	r->mode = rewind_mode_name[MODE_FORK];
	r->caveats[which]++;
	/* In fork mode it does not matter what they wrote. */
	r->caveats[CAVEAT_unknown_calls] = 0;
	snprintf(r->caveat_detail[which], sizeof r->caveat_detail[which],
		"%.159s", leak);
	snprintf(check->processes.leak, sizeof check->processes.leak, "%.159s",
		leak);
	check->processes.leak_caveat = which;
	if (!check->options.quiet && !check->disk.resumed)
		say_why(check->show.out, leak, which);
}

int explore_run(struct check *check, explore_once once, const void *arg,
	struct err *err)
{
	char leak[512] = "";
	enum caveat which;

	if (once(check, arg, leak, &which, err))
		return err->code;
	if (!leak[0] || check->processes.mode == MODE_FORK)
		return OK;
	if (keep_confirmed(
		    &check->processes, &check->course, &check->result, err))
		return err->code;
	if (explore_enough(check))
		return OK;
	go_on_in_fork_mode(check, leak, which);
	check->disk.state.accounts = 0; /* what they say is void, too */
	return once(check, arg, leak, &which, err);
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
		first.deadline_ns = check->course.start_ns + all_ns / 10;
		second.deadline_ns = check->course.start_ns + all_ns;
	}
	snprintf(check->result.strategy, sizeof check->result.strategy, "dfs");
	first.before = check->racing;
	if (explore_run(check, phase_run, &first, err))
		return err->code;
	if (explore_enough(check))
		return OK;
	before = check->processes.process[check->processes.size - 1]->channel;
	if (o->given.max_executions) {
		uint64_t used = search_made(&before->count);

		if (used >= o->max_executions)
			return OK;
		second.executions = o->max_executions - used;
	}
	if (!o->quiet)
		fprintf(check->show.out,
			"dfs did not come to the end in %" PRIu64
			" executions%s: now random and pct (depth 1 to 4) in "
			"turns\n",
			check->result.count.executions,
			part_of_all(&check->result, size, sizeof size));
	snprintf(check->result.strategy, sizeof check->result.strategy,
		"dfs, turns");
	second.before = before;
	return explore_run(check, phase_run, &second, err);
}

/* A strategy that was named. */
static int explore_named(struct check *check, struct err *err)
{
	const struct options *o = &check->options;
	uint64_t start_ns = check->course.start_ns;
	struct phase only = {.strategy = o->strategy,
		.jobs = (unsigned)o->jobs,
		.executions = o->max_executions,
		.heap_turns = strcmp(o->strategy, "portfolio") == 0 && !o->heap,
		.shared = !o->sampler &&
			  (o->jobs > 1 || check->disk.state.accounts > 1),
		.before = check->racing};

	if (o->given.budget)
		only.deadline_ns = start_ns + o->budget * 1000000;
	else if (o->sampler && !o->given.max_executions)
		only.deadline_ns = start_ns + 60000000000u;
	if (only.deadline_ns)
		only.fruitless = fruitless_from(start_ns, only.deadline_ns);
	/* Who has named a limit wants what is within it; and what is searched
	 * to its end has to be. */
	if (o->sampler && !o->given.max_steps)
		only.fruitless.enough = FRUITLESS_ENOUGH;
	snprintf(check->result.strategy, sizeof check->result.strategy, "%s",
		o->strategy);
	if (check->processes.leak[0])
		go_on_in_fork_mode(check, check->processes.leak,
			check->processes.leak_caveat);
	return explore_run(check, phase_run, &only, err);
}

int explore(struct check *check, struct err *err)
{
	const struct options *o = &check->options;
	struct processes *all = &check->processes;
	struct result *r = &check->result;
	int code = o->deepens ? explore_deepening(check, err)
		   : o->turns ? explore_turns(check, err)
			      : explore_named(check, err);

	r->seconds = course_seconds(&check->course);
	if (!code) {
		settle_caveats(o, &check->course, all, r);
		if (check->deepen)
			settle_jobs(r, &check->deepen->jobs);
		else
			settle_search(r, all);
		suppressions_races(r, processes_channel(all));
		if (o->races_are_bugs)
			race_bugs(r, all);
	}
	suppressions_settle(r);
	return code;
}
