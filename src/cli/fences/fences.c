/* SPDX-License-Identifier: MIT */
/* fences.c - `scarp fences`: the fewest fences with which a test is right
 *
 * A check that fails says behind which stores a fence would have ruled that
 * execution out: those that were late and overtaken, and by pso newer ones.
 * With fences behind none of them it would fail all the same, so one of them is
 * needed: a set that has to be hit.  The smallest set that hits
 * all of those so far is tried next, until a check finds no bug: then no
 * smaller one does (docs/design/030-fences.md).
 */
#include <stdlib.h>
#include <string.h>

#include "cli/fences/answer.h"
#include "cli/plan/course.h"
#include "cli/processes/crew.h"
#include "cli/show/outcome.h"
#include "cli/words/cli.h"
#include "cli/words/settings.h"
#include "search/hitting.h"

enum {
	TRACES_MAX = 4096
};

struct look {
	const struct options *options;
	char **argv;
	FILE *out;
	uint64_t deadline_ns; /* 0: none */
	struct fences answer;
	uint64_t late[TRACES_MAX]; /* of each trace that failed */
	struct tried tried;	   /* the last check */
};

static bool ended(struct look *job)
{
	struct fences *f = &job->answer;

	if (crew_was_interrupted())
		f->open = "it was interrupted";
	else if (job->deadline_ns && clock_ns() >= job->deadline_ns)
		f->open = "the budget ended";
	else
		return false;
	f->is = ANSWER_ENDED;
	return true;
}

static bool check(
	struct look *job, const char *model, uint64_t set, struct err *err)
{
	uint64_t now = clock_ns(), left = 0;

	if (job->deadline_ns)
		left = job->deadline_ns > now
			       ? (job->deadline_ns - now) / 1000000u + 1
			       : 1;
	tried_fini(&job->tried);
	job->answer.checks++;
	return try_fences(job->options, job->argv, model, &job->answer.places,
		set, left, &job->tried, err);
}

static bool says(const struct look *job, const char *verdict)
{
	return strcmp(tried_text(&job->tried, "verdict"), verdict) == 0;
}

static const char *title(const struct look *job)
{
	return json_string_value(
		json_object_get(tried_bug(&job->tried), "title"));
}

/* Is there an answer, without another check? */
static bool is_over(struct look *job)
{
	struct fences *f = &job->answer;

	if (ended(job))
		return true;
	if (!says(job, "bug") && !says(job, "verified") &&
		!says(job, "partial")) {
		f->is = ANSWER_ERROR;
		f->open = tried_text(&job->tried, "error");
		return true;
	}
	return false;
}

static void keep_trace(struct look *job)
{
	const json_t *bug = tried_bug(&job->tried);
	json_t *one = json_object();
	char words[4096];

	for (const char *const *key =
			(const char *const[]){"title", "schedule", "late", 0};
		*key; key++)
		json_object_set(one, *key, json_object_get(bug, *key));
	places_words(&job->answer.places, job->answer.set, words, sizeof words);
	json_object_set_new(one, "with", json_string(words));
	json_array_append_new(job->answer.trace, one);
	if (!job->options->quiet)
		answer_trace(&job->answer, bug, job->out);
}

/* The test failed with the fences that there are: what is to be tried next.
 * False: nothing, and that is the answer. */
static bool learn(struct look *job, struct err *err)
{
	struct fences *f = &job->answer;
	const struct tried *t = &job->tried;
	uint64_t late = t->late & ~f->set; /* what a fence did not reach */

	keep_trace(job);
	f->title = title(job);
	if (!late) {
		f->is = t->late || t->nowhere ? ANSWER_NO_LINE
					      : ANSWER_NO_FENCE_HELPS;
		f->set = 0;
		return false;
	}
	if (f->traces == TRACES_MAX) {
		fail(err, ERR_UNSUPPORTED,
			"more than %d executions that fail, each with other "
			"late stores" SC(634),
			TRACES_MAX);
		return false;
	}
	job->late[f->traces++] = late;
	return hitting_set(job->late, f->traces, &f->set);
}

/* By sc first: what is wrong there is no matter of fences. */
static bool right_under_sc(struct look *job, struct err *err)
{
	struct fences *f = &job->answer;

	if (!check(job, "sc", 0, err))
		return false;
	if (says(job, "bug")) {
		f->is = ANSWER_WRONG_UNDER_SC;
		f->title = title(job);
		return false;
	}
	return !is_over(job);
}

static void look(struct look *job, struct err *err)
{
	struct fences *f = &job->answer;

	if (!right_under_sc(job, err))
		return;
	do {
		if (!check(job, f->model, f->set, err) || is_over(job))
			return;
		if (says(job, "bug"))
			continue;
		f->open = tried_text(&job->tried, "sentence");
		f->is = says(job, "partial") ? ANSWER_NOT_PROVEN
			: f->set	     ? ANSWER_FENCES
					     : ANSWER_NONE_NEEDED;
		if (f->is != ANSWER_NOT_PROVEN)
			f->open = NULL;
		return;
	} while (learn(job, err));
}

/* --- the command ------------------------------------------------------------
 */

/* What is about one search, or says the model. */
static int judge(struct options *o, struct err *err)
{
	struct options all;
	const char *other = o->list_cases  ? "list"
			    : o->each_case ? "each"
			    : o->filter	   ? "filter"
			    : o->events	   ? "events"
			    : o->state	   ? "state"
			    : o->fence	   ? "fence"
			    : o->audit	   ? "audit"
			    : o->ci	   ? "ci"
					   : NULL;

	if (other)
		return fail(err, ERR_USAGE,
			"'--%s' is not for 'scarp fences'" SC(633), other);
	if (!o->given.model)
		o->model = "tso";
	if (strcmp(o->model, "tso") != 0 && strcmp(o->model, "pso") != 0)
		return fail(err, ERR_USAGE,
			"'scarp fences' goes by '--model tso' or '--model "
			"pso', one at a time: by sc no store is late" SC(633));
	all = *o; /* judged again for each check */
	return options_judge(&all, err);
}

static int write_json(const struct look *job, int code)
{
	const char *path = job->options->json;
	json_t *all = answer_json(&job->answer, job->argv + job->options->rest);
	bool out = strcmp(path, "-") == 0;
	int bad = out ? json_dumpf(all, stdout, JSON_INDENT(2))
		      : json_dump_file(all, path, JSON_INDENT(2));

	if (out)
		bad |= puts("") < 0 || fflush(stdout) != 0;
	json_decref(all);
	if (bad)
		fprintf(stderr, "scarp: cannot write '%s'" SC(432) "\n", path);
	return bad && code != EXIT_BUG ? EXIT_USAGE : code;
}

static int run(struct look *job)
{
	const struct options *o = job->options;
	struct fences *f = &job->answer;
	struct err err = {OK, ""};
	int code;

	job->out = o->json && strcmp(o->json, "-") == 0 ? stderr : stdout;
	if (o->given.budget)
		job->deadline_ns = clock_ns() + o->budget * 1000000u;
	f->model = o->model;
	f->trace = json_array();
	crew_catch_signals();
	look(job, &err);
	if (err.code) {
		f->is = ANSWER_ERROR;
		f->open = err.text;
	}
	code = crew_was_interrupted() ? EXIT_INTERRUPTED : answer_exit(f);
	if (f->is == ANSWER_ERROR && job->tried.code == EXIT_USAGE)
		code = EXIT_USAGE; /* the check has said why */
	else
		answer_print(f, job->out);
	if (o->json)
		code = write_json(job, code);
	json_decref(f->trace);
	tried_fini(&job->tried);
	return code;
}

int fences_main(int argc, char **argv)
{
	static struct options options;
	static struct look job;
	struct err err = {OK, ""};
	int code;

	if (settings_parse(&options, argc, argv, CHECK, &err))
		return cli_fail(&err);
	code = settings_answer(&options, CHECK, "fences");
	if (code >= 0)
		return code;
	if (options.rest == argc) {
		fail(&err, ERR_USAGE,
			"no program to check; say 'scarp fences ./prog'" SC(
				411));
		return cli_fail(&err);
	}
	if (judge(&options, &err) || outcome_json_possible(options.json, &err))
		return cli_fail(&err);
	job.options = &options;
	job.argv = argv;
	return run(&job);
}
