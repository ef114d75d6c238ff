/* SPDX-License-Identifier: MIT */
/* suite.c - one search for each test case that was asked for
 *
 * A search owns its process: memory, signals and files of one tell nothing to
 * the next.  So each runs in a child of this command, which does what the
 * command would have done, with the framework's own arguments behind those of
 * the user.
 */
#include "cli/suite/suite.h"

#include <errno.h>
#include <fnmatch.h>
#include <jansson.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/plan/ci.h"
#include "cli/suite/listing.h"
#include "cli/suite/table.h"
#include "cli/suite/trial.h"
#include "cli/words/cli.h"
#include "cli/words/near.h"
#include "cli/words/settings.h"
#include "report/json.h"

#define UNNAMED "has no name, so that it cannot be selected: give it one"

struct suite {
	struct check *check;
	int argc;
	char **argv; /* of the command */
	const struct framework *framework;
	struct words all;   /* names of its cases */
	struct words names; /* that were asked for; "": one without a name */
	struct suite_row *row;
	FILE *out;
	json_t *results; /* with --json; NULL: no */
};

static bool is_stdout(const char *path)
{
	return path && strcmp(path, "-") == 0;
}

bool suite_wanted(const struct options *o)
{
	return o->list_cases || o->each_case || o->filter;
}

const struct framework *suite_settings(struct target *t, const char *case_name)
{
	const struct framework *f;
	struct selection s = {{0}, {0}};
	struct err none;

	if (framework_of(&f, t->path, &none))
		return NULL;
	if (f->always)
		target_set(t, f->always);
	if (case_name)
		f->select(&s, case_name);
	for (size_t i = 0; i < s.environment.count; i++)
		target_set(t, s.environment.word[i]);
	words_fini(&s.arguments);
	words_fini(&s.environment);
	return f;
}

void suite_hint(const struct framework *f, const struct check *check)
{
	const struct options *o = &check->options;
	FILE *out = check->show.out;

	if (!f || o->quiet)
		return;
	if (!check->row && !o->filter)
		fprintf(out,
			"note: a program with %s: --each searches its test "
			"cases one by one, which takes less than all of them "
			"in a row\n",
			f->name);
	if (f->sources && check->result.caveats[CAVEAT_uninstrumented])
		fprintf(out,
			"note: if %s is what scarp cc did not compile, nothing "
			"can be verified: %s\n",
			f->name, f->sources);
	fflush(out);
}

/* Those that --filter means: the case of that name, or all that fit. */
static int choose(struct words *chosen, const struct words *all,
	const char *filter, struct err *err)
{
	struct near near;
	char hint[200];

	for (size_t i = 0; i < all->count; i++)
		if (!filter || strcmp(all->word[i], filter) == 0)
			words_add(chosen, all->word[i]);
	if (chosen->count)
		return OK;
	for (size_t i = 0; i < all->count; i++)
		if (fnmatch(filter, all->word[i], 0) == 0)
			words_add(chosen, all->word[i]);
	if (chosen->count)
		return OK;
	near = near_to(filter, strlen(filter));
	for (size_t i = 0; i < all->count; i++)
		near_try(&near, all->word[i]);
	near_say(&near, "", hint, sizeof hint);
	return fail(err, ERR_USAGE,
		"no test case '%s'%s%s '--list' in place of '--filter' shows "
		"the %zu there are" SC(461),
		filter, hint, near_then(hint), all->count);
}

static void list(const struct suite *s)
{
	bool unnamed = words_have(&s->names, "");
	size_t n = s->names.count - unnamed;

	for (size_t i = 0; i < s->names.count; i++)
		if (s->names.word[i][0])
			puts(s->names.word[i]);
	fflush(stdout);
	if (unnamed)
		fprintf(stderr, "scarp: a test case " UNNAMED "\n");
	if (!s->check->options.quiet)
		fprintf(stderr, "scarp: %zu test case%s (%s)\n", n,
			n == 1 ? "" : "s", s->framework->name);
}

/* What `scarp resume` will need: the options, and the case by its name. */
static char **lasting(const struct suite *s, const char *name)
{
	char **words = options_lasting(
		&s->check->options, s->check->options.rest, s->argv);
	char **to;

	for (to = words; to && *to; to++)
		;
	if (to && asprintf(to, "--filter=%s", name) < 0)
		return NULL;
	return words;
}

/* In a process of its own: what `scarp check` does, with one case. */
static int search(struct suite *s, const char *name, struct suite_row *row,
	const char *json)
{
	struct check *check = s->check;
	struct options *o = &check->options;
	struct target *t = &check->processes.target;
	struct selection selection = {{0}, {0}};
	struct words argv = {0};

	s->framework->select(&selection, name);
	for (char **a = t->argv; *a; a++)
		words_add(&argv, *a);
	for (size_t i = 0; i < selection.arguments.count; i++)
		words_add(&argv, selection.arguments.word[i]);
	t->argv = argv.word; /* as long as the process */
	check->framework = suite_settings(t, name);
	check->disk.lasting = lasting(s, name);
	check->disk.state.origin = settings_origins(o);
	check->show.out = s->out;
	check->row = row;
	if (s->results)
		o->json = json;
	return check_run(check, s->argv);
}

void suite_note(struct suite_row *row, const struct check *check, int code)
{
	const struct result *r = &check->result;

	row->code = code;
	row->verdict = r->verdict;
	row->executions = r->count.executions;
	row->seconds = course_seconds(&check->course);
	if (r->bugs) {
		const struct found *f = &r->found[0];

		result_title(f->in, f->bug, row->why, sizeof row->why);
		snprintf(row->schedule, sizeof row->schedule, "%.511s",
			f->schedule_path);
	} else if (r->verdict == VERDICT_ERROR) {
		snprintf(row->why, sizeof row->why, "%.399s", r->error);
	}
	if (row->more)
		row->more(row, check);
	row->over = true;
}

/* The whole group is stopped and interrupted together; the search obeys, and
 * says what it has. */
static int await(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAULT;
}

static int in_child(struct suite *s, size_t i, const char *json)
{
	pid_t parent = getpid(), pid;

	fflush(NULL);
	pid = fork();
	if (pid < 0) {
		fprintf(stderr,
			"scarp: cannot start a process: %s" SC(511) "\n",
			strerror(errno));
		return EXIT_ERROR;
	}
	if (pid == 0) {
		int code;

		prctl(PR_SET_PDEATHSIG, SIGTERM);
		if (getppid() != parent)
			_exit(EXIT_INTERRUPTED);
		code = search(s, s->names.word[i], &s->row[i], json);
		fflush(NULL);
		_exit(code);
	}
	return await(pid);
}

int suite_temporary(char *path, size_t size)
{
	const char *room = getenv("TMPDIR");
	int fd;

	snprintf(
		path, size, "%s/scarp-XXXXXX", room && *room ? room : P_tmpdir);
	fd = mkstemp(path);
	if (fd < 0)
		path[0] = '\0';
	return fd;
}

static void keep_json(
	struct suite *s, const struct suite_row *row, const char *path)
{
	json_t *one = json_object();
	json_t *result = json_load_file(path, 0, NULL);

	unlink(path);
	json_object_set_new(one, "name", json_clean(row->name));
	json_object_set_new(one, "exit", json_integer(row->code));
	json_object_set_new(one, "result", result ? result : json_null());
	if (!result && row->why[0])
		json_object_set_new(one, "why", json_clean(row->why));
	json_array_append_new(s->results, one);
}

/* What cannot be searched alone, and why; for its row, or to the user. */
static bool refused(struct suite *s, size_t i)
{
	struct suite_row *row = &s->row[i];
	const char *name = s->names.word[i];

	if (!name[0]) {
		row->left_out = true;
		row->code = EXIT_UNPROVEN;
		snprintf(row->why, sizeof row->why, "it " UNNAMED);
	} else if (!trial(&s->all, s->framework, &s->check->processes.target,
			   name, row->why, sizeof row->why)) {
		row->over = true;
		row->code = EXIT_ERROR;
		row->verdict = VERDICT_ERROR;
	} else {
		return false;
	}
	if (s->names.count == 1)
		fprintf(stderr, "scarp: test case '%s': %s\n", row->name,
			row->why);
	if (s->results)
		keep_json(s, row, "");
	return true;
}

static int search_one(struct suite *s, size_t i)
{
	struct suite_row *row = &s->row[i];
	char path[512] = "";
	int fd = s->results ? suite_temporary(path, sizeof path) : -1;
	int code;

	if (!s->check->options.quiet) {
		fprintf(s->out, "%stest case %s (%zu of %zu)\n", i ? "\n" : "",
			row->name, i + 1, s->names.count);
		fflush(s->out);
	}
	code = in_child(s, i, path);
	if (!row->over) { /* it could not even begin */
		row->over = true;
		row->verdict = VERDICT_ERROR;
	}
	row->code = code;
	if (s->results) {
		if (fd >= 0)
			close(fd);
		keep_json(s, row, path);
	}
	return code;
}

/* One object for all; what one search says stands there as it would alone. */
static int write_json(struct suite *s, const char *path, int code)
{
	json_t *all = json_pack("{s:s, s:i, s:s, s:i, s:o}", "format",
		"scarp-cases", "version", 1, "framework", s->framework->name,
		"exit", code, "cases", s->results);
	bool out = strcmp(path, "-") == 0;
	int bad = !all	? 1
		  : out ? json_dumpf(all, stdout, JSON_INDENT(2))
			: json_dump_file(all, path, JSON_INDENT(2));

	if (out)
		bad |= puts("") < 0 || fflush(stdout) != 0;
	if (bad)
		fprintf(stderr, "scarp: cannot write '%s'" SC(432) "\n", path);
	json_decref(all);
	return bad && code != EXIT_BUG ? EXIT_USAGE : code;
}

static int search_each(struct suite *s)
{
	const struct options *o = &s->check->options;
	size_t n = s->names.count;
	int code;

	s->row = mmap(NULL, n * sizeof *s->row, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (s->row == MAP_FAILED) {
		fprintf(stderr, "scarp: no memory" SC(437) "\n");
		return EXIT_ERROR;
	}
	for (size_t i = 0; i < n; i++)
		s->row[i].name = s->names.word[i][0] ? s->names.word[i]
						     : "(without a name)";
	s->results = o->json && n > 1 ? json_array() : NULL;
	for (size_t i = 0; i < n; i++) {
		/* What is wrong with the command is with the next one, too. */
		if (crew_was_interrupted())
			break;
		if (refused(s, i))
			continue;
		if (crew_was_interrupted() || search_one(s, i) == EXIT_USAGE)
			break;
	}
	code = table_exit(s->row, n);
	if (n > 1) {
		table_print(s->row, n, s->out);
		fflush(s->out);
	}
	if (s->results)
		code = write_json(s, o->json, code);
	if (o->ci && n > 1)
		ci_tell(code, s->out);
	return code;
}

static int prepare(struct suite *s, struct err *err)
{
	const struct options *o = &s->check->options;
	int code;

	if (framework_of(&s->framework, s->check->processes.target.path, err) ||
		listing(&s->all, s->framework, &s->check->processes.target,
			err))
		return err->code;
	code = choose(&s->names, &s->all, o->filter, err);
	if (code || o->list_cases || s->names.count == 1)
		return code;
	if (o->events || (o->state && strcmp(o->state, "none") != 0))
		return fail(err, ERR_USAGE,
			"'--%s' is about one search, and %zu test cases were "
			"asked for" SC(415),
			o->events ? "events" : "state", s->names.count);
	return OK;
}

int suite_run(struct check *check, int argc, char **argv)
{
	const struct options *o = &check->options;
	struct suite s = {.check = check,
		.argc = argc,
		.argv = argv,
		.out = is_stdout(o->json) || is_stdout(o->events) ? stderr
								  : stdout};
	struct err err = {OK, ""};
	int code;

	crew_catch_signals();
	code = prepare(&s, &err);
	if (code && crew_was_interrupted())
		code = EXIT_INTERRUPTED;
	else if (code)
		code = cli_fail(&err);
	else if (o->list_cases)
		list(&s);
	else
		code = search_each(&s);
	words_fini(&s.all);
	words_fini(&s.names);
	return code;
}
