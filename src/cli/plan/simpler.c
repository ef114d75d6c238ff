/* SPDX-License-Identifier: MIT */
/* simpler.c - `scarp shrink [bug]`: a kept bug's schedule made simpler
 *
 * What a check does for a second, for longer, and from what came of it again
 * until nothing more does.  First the bug has to come again as it is; in the
 * end it has to come again by the simpler schedule, in a fresh process.  Only
 * then the files are written anew.
 */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/disk/anew.h"
#include "cli/plan/check.h"
#include "cli/plan/confirm.h"
#include "cli/plan/fenced.h"
#include "cli/plan/inspect.h"
#include "cli/plan/nearest.h"
#include "cli/plan/recorded.h"
#include "cli/plan/shrink.h"
#include "cli/plan/under_sc.h"
#include "cli/show/outcome.h"
#include "cli/words/cli.h"
#include "cli/words/settings.h"
#include "report/sentence.h"
#include "search/model.h"

struct kept {
	struct check *check;
	char path[600];
	struct schedule s;
	struct channel_bug bug;
	struct simplicity was;
	int exit_code;
};

static bool is_simpler(const struct simplicity *a, const struct simplicity *b)
{
	if (a->preemptions != b->preemptions)
		return a->preemptions < b->preemptions;
	if (a->switches != b->switches)
		return a->switches < b->switches;
	return a->steps < b->steps;
}

/* From what came of it again, as long as that helps. */
static void search(struct kept *kept, struct found *f)
{
	uint64_t end = clock_ns() + kept->check->options.time * 1000000u;
	struct processes *all = &kept->check->processes;
	struct simplicity before;
	uint64_t now;

	do {
		before = f->is;
		now = clock_ns();
		if (now >= end || all->size == PROCESSES_MAX)
			break;
		shrink_once(all, (end - now) / 1000000u + 1, end, 0, f);
		if (!f->as_found)
			break; /* it did not fail even as it was */
		if (!kept->was.steps)
			kept->was = before = f->found_is;
	} while (is_simpler(&f->is, &before) && !crew_was_interrupted());
}

static int refuse(const struct kept *kept, struct err *err)
{
	if (kept->bug.kind == BUG_data_race)
		return fail(err, ERR_USAGE,
			"'%s' is a data race that counts as a bug: that is "
			"looked for at one moment of its schedule alone, which "
			"stays as it is" SC(464),
			kept->path);
	if (!kept->s.choices)
		return fail(err, ERR_USAGE,
			"'%s' has no choices: nothing can be left out" SC(464),
			kept->path);
	return OK;
}

/* The bug as it is on disk, once more. */
static int load(struct kept *kept, struct err *err)
{
	struct check *check = kept->check;
	struct result *r = &check->result;
	struct found *f = &r->found[0];
	struct process *p = recorded_prepare(
		&check->processes, kept->path, &kept->s, &kept->bug, err);

	if (!p || refuse(kept, err) || inspect_again(kept->s.program, err))
		return err->code;
	*f = (struct found){.in = p->channel,
		.bug = &kept->bug,
		.schedule = kept->s.choice,
		.steps = kept->s.choices,
		.number = kept->s.execution};
	snprintf(f->schedule_path, sizeof f->schedule_path, "%.511s",
		kept->path);
	r->argv = check->processes.target.argv;
	r->bugs = 1;
	r->verdict = VERDICT_BUG;
	r->seed = p->channel->config.search.seed;
	r->mode = rewind_mode_name[p->channel->config.mode];
	r->model = model_info[p->channel->config.model].name;
	r->filters = &p->channel->config.filters;
	fenced_settle(&p->channel->config.filters, r);
	if (confirm_run(&check->processes, &check->course, p, f, err))
		return err->code;
	if (f->confirmed || check->course.interrupted)
		return OK;
	return fail(err, ERR_DIVERGED,
		"the failure (%s) did not come again: %s; '%s' stays as it "
		"is" SC(505),
		bug_info[f->bug->kind].text, f->why_not, kept->path);
}

/* "1 preemption, in place of 104": of what became less. */
static void tell_numbers(
	const struct simplicity *is, const struct simplicity *was, FILE *out)
{
	if (is->preemptions != was->preemptions)
		fprintf(out, "%u preemption%s, in place of %u; ",
			is->preemptions, sentence_s(is->preemptions),
			was->preemptions);
	fprintf(out, "%u switch%s of threads, in place of %u; ", is->switches,
		is->switches == 1 ? "" : "es", was->switches);
	fprintf(out, "%u step%s, in place of %u\n", is->steps,
		sentence_s(is->steps), was->steps);
}

static void tell_none(const struct kept *kept, const char *why, FILE *out)
{
	const struct simplicity *was = &kept->was;

	fprintf(out,
		"nothing simpler was found than the %u preemption%s and %u "
		"switch%s of threads that '%s' has; it stays as it is\n",
		was->preemptions, sentence_s(was->preemptions), was->switches,
		was->switches == 1 ? "" : "es", kept->path);
	if (why[0])
		fprintf(out, "the search for one did not come to its end: %s\n",
			why);
}

/* The simpler one is what stands on disk from then on. */
static int conclude(struct kept *kept, const struct found *old, struct err *err)
{
	struct check *check = kept->check;
	struct result *r = &check->result;
	struct found *f = &r->found[0];
	char before[640];

	f->replay = NULL;
	f->confirmed = false;
	crew_forget_signal();
	if (confirm(&check->processes, &check->course, r, err))
		return err->code;
	if (!f->confirmed || f->schedule == old->schedule) {
		*f = *old;
		tell_none(kept, "", check->show.out);
		return OK;
	}
	nearest(&check->processes, &check->options, r);
	under_sc(&check->processes, &check->options, r);
	if (anew_save(r, &kept->s, kept->path, before, sizeof before, err))
		return err->code;
	tell_numbers(&f->is, &kept->was, check->show.out);
	fprintf(check->show.out, "the one before is kept: %s\n", before);
	if (!check->options.quiet) {
		outcome_verdict(&check->options, r, f->in, check->show.out);
		outcome_reports(
			&check->options, r, f->in, false, check->show.out);
	}
	return OK;
}

static int run(struct kept *kept, struct err *err)
{
	struct check *check = kept->check;
	struct found *f = &check->result.found[0], old;
	char why[sizeof f->why_as_found];

	if (load(kept, err))
		return err->code;
	kept->exit_code = EXIT_INTERRUPTED;
	if (check->course.interrupted)
		return OK;
	old = *f;
	search(kept, f);
	if (!f->as_found || !is_simpler(&f->is, &kept->was)) {
		memcpy(why, f->why_as_found, sizeof why);
		*f = old;
		if (!crew_was_interrupted())
			kept->exit_code = EXIT_BUG;
		if (kept->was.steps)
			tell_none(kept, why, check->show.out);
		else if (!crew_was_interrupted())
			return fail(err, ERR_DIVERGED,
				"the failure did not come again once the "
				"search for a simpler schedule had begun; '%s' "
				"stays as it is" SC(505),
				kept->path);
		return OK;
	}
	kept->exit_code = EXIT_BUG;
	return conclude(kept, &old, err);
}

/* Which bug of what; a file is one already. */
static int find(struct kept *kept, const char *name, struct err *err)
{
	const struct options *o = &kept->check->options;
	char number[24];
	struct stat st;

	snprintf(number, sizeof number, "%" PRIu64, o->bug);
	if (name && o->given.bug && stat(name, &st) == 0 &&
		!S_ISDIR(st.st_mode))
		return fail(err, ERR_USAGE,
			"'--bug' says which bug of a directory; '%s' is a "
			"file" SC(411),
			name);
	return recorded_find(name, o->given.bug ? number : NULL, kept->path,
		sizeof kept->path, err);
}

int shrink_main(int argc, char **argv)
{
	static struct check check;
	static struct kept kept;
	struct options *o = &check.options;
	struct err err = {OK, ""};
	int code;

	if (settings_parse(o, argc, argv, SHRINK, &err))
		return cli_fail(&err);
	code = settings_answer(o, SHRINK, "shrink");
	if (code >= 0)
		return code;
	if (argc - o->rest > 1) {
		fail(&err, ERR_USAGE,
			"'scarp shrink' takes one bug, not '%s'" SC(411),
			argv[o->rest + 1]);
		return cli_fail(&err);
	}
	kept.check = &check;
	check.show.out = stdout;
	check.course.start_ns = clock_ns();
	check.processes.hang_after_ms = o->hang_after;
	check.result.reduction = "none";
	snprintf(check.result.strategy, sizeof check.result.strategy, "replay");
	crew_catch_signals();
	if (find(&kept, o->rest < argc ? argv[o->rest] : NULL, &err) ||
		run(&kept, &err)) {
		code = cli_fail(&err);
		if (check.course.fault)
			code = EXIT_FAULT;
	} else {
		code = kept.exit_code;
	}
	check_fini(&check);
	schedule_fini(&kept.s);
	return code;
}
