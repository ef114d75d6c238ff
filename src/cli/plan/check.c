/* SPDX-License-Identifier: MIT */
/* check.c - `scarp check`: explore the schedules of a test, say what follows */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/plan/check.h"
#include "cli/words/cli.h"
#include "cli/words/settings.h"
#include "cli/words/verdict.h"
#include "cli/plan/binary.h"
#include "cli/plan/ci.h"
#include "cli/plan/confirm.h"
#include "cli/plan/expected.h"
#include "cli/plan/explore.h"
#include "cli/plan/filters.h"
#include "cli/plan/handed.h"
#include "cli/plan/inspect.h"
#include "cli/plan/models.h"
#include "cli/disk/keep.h"
#include "cli/disk/results.h"
#include "cli/disk/save.h"
#include "cli/show/advice.h"
#include "cli/show/loops.h"
#include "cli/show/outcome.h"
#include "cli/plan/nearest.h"
#include "cli/plan/others.h"
#include "cli/plan/probe.h"
#include "cli/plan/racing.h"
#include "cli/plan/serial.h"
#include "cli/plan/shrink.h"
#include "cli/plan/vain.h"
#include "cli/plan/suppressing.h"
#include "cli/plan/under_sc.h"
#include "cli/processes/ending.h"
#include "cli/suite/suite.h"
#include "cli/disk/state.h"
#include "report/audit.h"
#include "report/colour.h"
#include "search/strategy.h"

static bool completes_traces(const struct options *o)
{
	int row = strategy_find(o->strategy, o->reduce, o->cache);

	return row >= 0 && strategy_at((unsigned)row)->traces;
}

void check_fini(struct check *check)
{
	serial_fini(&check->processes);
	processes_fini(&check->processes);
	disk_fini(&check->disk);
	free(check->deepen);
	result_fini(&check->result);
	suppressions_fini(&check->suppressions);
}

/* A failure that did not come again makes the verdict an error, unless another
 * one did. */
static void settle_verdict(struct check *check)
{
	struct result *r = &check->result;
	unsigned confirmed = 0;

	r->verdict = result_judge(r);
	if (r->verdict != VERDICT_BUG && !r->count.executions)
		vain_settle(check);
	if (r->verdict != VERDICT_BUG)
		return;
	for (unsigned i = 0; i < r->bugs; i++)
		confirmed += r->found[i].confirmed;
	if (confirmed)
		return;
	r->verdict = VERDICT_ERROR;
	snprintf(r->error, sizeof r->error,
		"a failure (%s) did not come again: %s" SC(505),
		bug_info[r->found[0].bug->kind].text, r->found[0].why_not);
}

/* The search failed, but what it had found before stands. */
static int give_up(
	struct result *r, const struct course *course, const struct err *err)
{
	bool here = err->code == ERR_UNSUPPORTED && !r->count.executions &&
		    !course->begun;

	snprintf(r->error, sizeof r->error, "%s", err->text);
	r->verdict = VERDICT_ERROR;
	if (course->fault)
		return EXIT_FAULT;
	if (here)
		return EXIT_UNSUPPORTED;
	return err->code == ERR_UNSUPPORTED || err->code == ERR_DIVERGED ||
			       err->code == ERR_KILLED
		       ? EXIT_ERROR
		       : EXIT_USAGE;
}

/* The size that was asked for was completed. */
static bool budget_spent(const struct options *o, const struct course *course)
{
	return (o->given.max_executions && course->out_of_executions) ||
	       (o->given.budget && course->out_of_time);
}

static int finish(struct check *check)
{
	const struct options *o = &check->options;
	const struct result *r = &check->result;
	const struct channel *any = processes_channel(&check->processes);
	FILE *out = check->show.out;
	bool early = course_early(&check->course, r->over), saved, told;
	int code = verdict_exit(o, r, check->course.interrupted,
		budget_spent(o, &check->course));

	saved = save_schedules(&check->disk, &check->processes, &check->result);
	others_save(check);
	outcome_verdict(o, r, any, out);
	fflush(out);
	if (r->verdict == VERDICT_BUG)
		ending_by_signal(r->found[0].schedule_path, code);
	if (saved)
		save_reports(&check->disk, &check->processes, &check->result,
			!o->no_html);
	loops_print(o, r, any, out);
	advice_print(o, r, check->deepen, check->disk.lasting,
		check->processes.target.argv, out);
	advice_models(
		o, r, check->disk.lasting, check->processes.target.argv, out);
	outcome_reports(o, r, any, check->course.interrupted, out);
	if (early)
		state_tell(&check->disk, o->quiet, out);
	fflush(out);
	told = outcome_json(o->json, r, any);
	crew_catch_signals();
	state_end(&check->disk, early, r->bugs);
	return !told && r->verdict != VERDICT_BUG ? EXIT_USAGE : code;
}

/* What the audit found is a fault, whatever the search says. */
static int audit_missed(const struct channel *c, struct course *course,
	FILE *out, struct err *err)
{
	course->fault = true;
	audit_print(c, out);
	return fail(err, ERR_DIVERGED,
		"the audit found a fault of scarp, or something in the test "
		"that scarp does not see: %.300s" SC(510),
		c->audit.miss);
}

/* What a check does, in this order, until it is interrupted. */
static int search(struct check *check, struct err *err)
{
	const struct options *o = &check->options;
	struct processes *all = &check->processes;
	struct course *course = &check->course;
	struct result *r = &check->result;
	int code = inspect(o, all, r, err);

	if (code)
		return code;
	announce(o, r, check->show.out);
	suite_hint(check->framework, check);
	code = probe(o, all, course, r, err);
	if (!code && !course->interrupted)
		code = filters_find(o, all, course, err);
	if (!code && !course->interrupted)
		code = racing_find(
			o, all, course, &check->racing, check->show.out, err);
	if (!check->racing && o->points_racing)
		check->racing = handed();
	if (!code && !course->interrupted)
		code = expected_find(o, all, course, r, check->show.out, err);
	if (!code && !course->interrupted)
		code = serial_find(o, all, course, r, check->show.out, err);
	if (!code && !course->interrupted && !r->bugs)
		code = explore(check, err);
	if (!code && r->audited && r->audited->audit.missed)
		code = audit_missed(r->audited, course, check->show.out, err);
	return code;
}

/* Without a report.  Killed: the search may be gone on with. */
static int end_with(struct check *check, const struct err *err, bool killed)
{
	struct result *r = &check->result;
	int exit_code = give_up(r, &check->course, err);

	fprintf(stderr, "scarp: %s\n", err->text);
	keep_tell(&check->disk);
	if (killed)
		state_tell(&check->disk, check->options.quiet, stderr);
	outcome_json(
		check->options.json, r, processes_channel(&check->processes));
	return exit_code;
}

static int work(struct check *check)
{
	struct result *r = &check->result;
	struct err err = {OK, ""};
	int code;

	r->argv = check->processes.target.argv;
	code = search(check, &err);

	handed_note(&check->processes);
	if (code && err.code == ERR_DIVERGED)
		probe_blame(r, &err);
	crew_forget_signal();
	if (code && (!r->bugs || check->course.fault))
		return end_with(check, &err, err.code == ERR_KILLED);
	if (code)
		give_up(r, &check->course, &err);
	shrink(&check->processes, &check->options, r);
	if (confirm(&check->processes, &check->course, r, &err))
		return end_with(check, &err, false);
	nearest(&check->processes, &check->options, r);
	under_sc(&check->processes, &check->options, r);
	settle_verdict(check);
	others_find(check);
	return finish(check);
}

/* `scarp check ./prog --budget 5s` does not do what it seems to. */
static void note_misplaced(const struct options *o, int argc, char **argv)
{
	int rest = o->rest;
	const char *word =
		options_misplaced(argv + rest + 1, argc - rest - 1, CHECK);

	if (word && !o->quiet && strcmp(argv[rest - 1], "--") != 0)
		fprintf(stderr,
			"scarp: note: '%s' stands behind the program and is "
			"an argument of it; options of scarp check go before "
			"the program (-- before the program: no such note)\n",
			word);
}

static bool is_stdout(const char *path)
{
	return path && strcmp(path, "-") == 0;
}

int check_run(struct check *check, char **argv)
{
	const struct options *o = &check->options;
	struct err err = {OK, ""};
	int code;

	/* For a test case of a suite it was told before the first one. */
	if (suppressions_begin(o, &check->suppressions, !check->row, &err)) {
		check_fini(check);
		return cli_fail(&err);
	}
	check->result.suppressions =
		o->suppressions ? &check->suppressions : NULL;
	if (!check->show.out)
		check->show.out = is_stdout(o->json) || is_stdout(o->events)
					  ? stderr
					  : stdout;
	check->course.start_ns = clock_ns();
	check->processes.hang_after_ms = o->hang_after;
	check->result.reduction = o->reduce;
	check->result.traces = completes_traces(o);
	check->result.caching = o->cache;
	check->result.filters = &check->processes.filters;
	check->result.model = o->model;
	check->result.seed = o->seed;
	if (o->ci)
		colour_never();
	status_init(&check->show.status, o->quiet, o->ci,
		course_start(&check->course));
	crew_catch_signals();
	feed_begin(&check->show, o, argv);
	state_begin(&check->disk, o);
	settings_tell(o, check->show.out);
	check->result.setting = settings_list(o, &check->result.settings);
	code = work(check);
	if (check->row)
		suite_note(check->row, check, code);
	feed_end(&check->show, &check->result, code);
	if (!feed_close(&check->show.feed) && code != EXIT_BUG)
		code = EXIT_USAGE;
	if (o->ci)
		code = ci_end(check, code);
	check_fini(check);
	return code;
}

int check_main(int argc, char **argv)
{
	static struct check check; /* large */
	struct options *o = &check.options;
	struct err err = {OK, ""};
	int answered;

	memset(&check, 0, sizeof check);
	if (settings_parse(o, argc, argv, CHECK, &err))
		return cli_fail(&err);
	answered = settings_answer(o, CHECK, "check");
	if (answered >= 0)
		return answered;
	if (o->rest == argc) {
		fail(&err, ERR_USAGE,
			"no program to check; say 'scarp check ./prog'" SC(
				411));
		return cli_fail(&err);
	}
	if (!options_judge(o, &err) && o->models)
		return models_run(o, argc, argv);
	if (err.code || outcome_json_possible(o->json, &err) ||
		target_init(&check.processes.target, NULL, NULL, argv + o->rest,
			o->stdin_path, &err) ||
		(o->binary && binary_prepare(&check.processes.target, &err)) ||
		results_in(&check.disk, o->out, &err) ||
		feed_open(&check.show.feed, o->events, o->quiet, &err)) {
		check_fini(&check);
		return cli_fail(&err);
	}
	note_misplaced(o, argc, argv);
	if (suite_wanted(o)) {
		if (!suppressions_judge(o, true, &err))
			return suite_run(&check, argc, argv);
		check_fini(&check);
		return cli_fail(&err);
	}
	check.framework = suite_settings(&check.processes.target, NULL);
	check.disk.lasting = options_lasting(o, o->rest, argv);
	check.disk.state.origin = settings_origins(o);
	return check_run(&check, argv);
}
