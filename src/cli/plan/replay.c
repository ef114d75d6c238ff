/* SPDX-License-Identifier: MIT */
/* replay.c - `scarp replay [bug]`: one recorded execution again, with report */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/plan/check.h"
#include "cli/plan/binary.h"
#include "cli/plan/confirm.h"
#include "cli/plan/debugger.h"
#include "cli/plan/fenced.h"
#include "cli/plan/inspect.h"
#include "cli/plan/nearest.h"
#include "cli/plan/recorded.h"
#include "cli/plan/under_sc.h"
#include "cli/processes/ending.h"
#include "cli/words/cli.h"
#include "cli/words/settings.h"
#include "cli/show/outcome.h"
#include "cli/disk/page.h"
#include "cli/disk/results.h"
#include "replay/schedule_file.h"
#include "report/steps.h"
#include "search/model.h"

/* A directory that is there already is as good. */
static int keep_files(
	const char *name, struct channel_config *config, struct err *err)
{
	char path[PATH_MAX];

	if (!name)
		return OK;
	if ((mkdir(name, 0777) && errno != EEXIST) || !realpath(name, path) ||
		access(path, W_OK | X_OK))
		return fail(err, ERR_USAGE,
			"cannot leave files in '%s': %s" SC(432), name,
			strerror(errno));
	if (strlen(path) >= sizeof config->keep_files)
		return fail(err, ERR_USAGE,
			"cannot leave files in '%s': the path is too long" SC(
				432),
			name);
	strcpy(config->keep_files, path);
	return OK;
}

static void tell_files(const struct check *check, FILE *out)
{
	const struct channel *c = check->result.found[0].in;

	if (!check->options.keep_files)
		return;
	fprintf(out, "%" PRIu32 " files of the test left in %s\n",
		c->files_kept, check->options.keep_files);
	if (c->files_lost)
		fprintf(out, "  %" PRIu32 " could not be written\n",
			c->files_lost);
}

static int run(struct check *check, const char *path, struct schedule *s,
	struct channel_bug *bug, struct err *err)
{
	struct process *p =
		recorded_prepare(&check->processes, path, s, bug, err);
	struct found *f = &check->result.found[0];

	if (!p || inspect_again(s->program, err) ||
		keep_files(check->options.keep_files, &p->channel->config, err))
		return err->code;
	*f = (struct found){.in = p->channel,
		.bug = bug,
		.schedule = s->choice,
		.steps = (uint32_t)s->choices,
		.number = s->execution};
	snprintf(f->schedule_path, sizeof f->schedule_path, "%.511s", path);
	check->result.argv = check->processes.target.argv;
	check->result.bugs = 1;
	check->result.seed = p->channel->config.search.seed;
	check->result.mode = rewind_mode_name[p->channel->config.mode];
	check->result.model = model_info[p->channel->config.model].name;
	check->result.filters = &p->channel->config.filters;
	fenced_settle(&p->channel->config.filters, &check->result);
	if (confirm_run(&check->processes, &check->course, p, f, err))
		return err->code;
	nearest(&check->processes, &check->options, &check->result);
	under_sc(&check->processes, &check->options, &check->result);
	check->result.count.executions = 1;
	return OK;
}

/* What was there stays, when it cannot be written. */
static void save_page(struct check *check)
{
	const char *path = check->options.html;
	struct err err;

	if (path && page_save(&check->result, 0, path, FILE_REPLACE, &err))
		fprintf(stderr, "scarp: %s\n", err.text);
}

/* Comes back only when that failed. */
static int become(struct check *check, const char *path, struct schedule *s,
	struct channel_bug *bug, struct err *err)
{
	struct process *p;

	debugger_surroundings();
	p = recorded_prepare(&check->processes, path, s, bug, err);
	if (!p ||
		debugger_stop(check->options.become, &p->channel->config, err))
		return err->code;
	return process_become(p, &check->processes.target, err);
}

/* For gdb, in whose place this process is from then on. */
static int start_gdb(
	const struct options *o, const char *path, char **more, struct err *err)
{
	char whole[PATH_MAX];

	if (!realpath(path, whole))
		return fail(err, ERR_USAGE, "cannot open '%s': %s" SC(431),
			path, strerror(errno));
	return debugger_gdb(whole, o->until, o->full, more, err);
}

static int save_steps(struct check *check, const char *program, struct err *err)
{
	const char *path = check->options.steps;
	const struct found *f = &check->result.found[0];
	FILE *out;
	int code;

	if (!path || !f->replay)
		return OK;
	out = fopen(path, "we");
	if (!out)
		return fail(err, ERR_USAGE, "cannot write '%s': %s" SC(432),
			path, strerror(errno));
	code = steps_write(f, program, check->options.full, out, err);
	fclose(out);
	return code;
}

static int conclude(struct check *check)
{
	struct result *r = &check->result;
	const struct found *f = &r->found[0];
	const struct channel *any = processes_channel(&check->processes);

	r->seconds = course_seconds(&check->course);
	r->verdict = VERDICT_BUG;
	if (!f->confirmed) {
		r->verdict = VERDICT_ERROR;
		snprintf(r->error, sizeof r->error,
			"the failure (%s) did not come again: %s" SC(505),
			bug_info[f->bug->kind].text, f->why_not);
	}
	outcome_verdict(&check->options, r, any, check->show.out);
	fflush(check->show.out);
	if (f->confirmed)
		ending_by_signal(f->schedule_path, EXIT_BUG);
	save_page(check);
	outcome_reports(&check->options, r, any, check->course.interrupted,
		check->show.out);
	tell_files(check, check->show.out);
	outcome_json(check->options.json, r, any);
	return f->confirmed		   ? EXIT_BUG
	       : check->course.interrupted ? EXIT_INTERRUPTED
					   : EXIT_ERROR;
}

/* What follows the bug is for gdb, or what a debugger says of the program that
 * it means to start. */
static int judge(const struct options *o, const char *name, char ***more,
	struct err *err)
{
	bool apart = name && **more && strcmp(**more, "--") == 0;

	*more += apart;
	if (o->gdb && (o->become || o->steps || o->json))
		return fail(err, ERR_USAGE,
			"'--gdb' and '--%s' exclude each other" SC(408),
			o->become  ? "become"
			: o->steps ? "steps"
				   : "json");
	if (o->given.until && !o->gdb)
		return fail(
			err, ERR_USAGE, "'--until' belongs to '--gdb'" SC(407));
	if (**more && !o->become && !(o->gdb && (apart || !name)))
		return fail(err, ERR_USAGE,
			o->gdb ? "'scarp replay' takes one bug, not '%s'; "
				 "options for gdb stand behind '--'" SC(411)
			       : "'scarp replay' takes one bug, not '%s'" SC(
					 411),
			**more);
	return OK;
}

/* Options may follow the bug, up to what is gdb's. */
static void bug_last(int argc, char **argv)
{
	char *bug = argv[1];
	int to = 2;

	if (argc < 3 || bug[0] == '-' || argv[2][0] != '-')
		return;
	while (to < argc && strcmp(argv[to], "--") != 0)
		to++;
	memmove(argv + 1, argv + 2, (size_t)(to - 2) * sizeof *argv);
	argv[to - 1] = bug;
}

int replay_main(int argc, char **argv)
{
	static struct check check;
	static struct channel_bug bug;
	struct options *o = &check.options;
	struct schedule s = {0};
	struct err err = {OK, ""};
	char path[600], **more, *name;
	int code;

	bug_last(argc, argv);
	if (settings_parse(o, argc, argv, REPLAY, &err))
		return cli_fail(&err);
	code = settings_answer(o, REPLAY, "replay");
	if (code >= 0)
		return code;
	name = o->rest < argc &&
			       !(o->gdb && strcmp(argv[o->rest - 1], "--") == 0)
		       ? argv[o->rest]
		       : NULL;
	more = argv + o->rest + (name != NULL);
	if (judge(o, name, &more, &err)) {
		settings_blame(o, &err);
		return cli_fail(&err);
	}
	if (outcome_json_possible(o->json, &err))
		return cli_fail(&err);
	check.show.out = o->json && strcmp(o->json, "-") == 0 ? stderr : stdout;
	check.course.start_ns = clock_ns();
	check.processes.hang_after_ms = o->hang_after;
	check.result.reduction = "none";
	check.result.setting = settings_list(o, &check.result.settings);
	snprintf(check.result.strategy, sizeof check.result.strategy, "replay");
	crew_catch_signals();
	if (recorded_find(name, NULL, path, sizeof path, &err) ||
		(o->gdb && start_gdb(o, path, more, &err)) ||
		(o->become && become(&check, path, &s, &bug, &err)) ||
		run(&check, path, &s, &bug, &err) ||
		save_steps(&check, s.program, &err)) {
		code = cli_fail(&err);
		if (check.course.fault)
			code = EXIT_FAULT;
	} else {
		code = conclude(&check);
	}
	check_fini(&check);
	schedule_fini(&s);
	return code;
}
