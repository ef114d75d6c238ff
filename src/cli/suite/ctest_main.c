/* SPDX-License-Identifier: MIT */
/* ctest_main.c - `scarp ctest [option]... directory`: every test of a CTest
 * suite under scarp check
 *
 * CTest says what there is (--show-only=json-v1).  Each program that scarp cc
 * built is searched, started as CTest would start it: arguments, working
 * directory, environment, and what sets up its fixtures runs before it, as it
 * is.  What cannot be judged by an exit status is named and left out.
 */
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "channel/inventory.h"
#include "cli/plan/ci.h"
#include "cli/plan/suppressing.h"
#include "cli/suite/ctest.h"
#include "cli/suite/table.h"
#include "cli/words/cli.h"
#include "cli/words/settings.h"

#define SKIPS "it skips itself: exit status %d is its SKIP_RETURN_CODE"

enum {
	SKIP_SECONDS = 10 /* for a test to say that it skips itself */
};

struct run {
	const struct options *options;
	char **argv; /* of the command; its options are words 1 to `rest` */
	char *out;   /* absolute: where results are left */
	char *known; /* the same: the file of --suppressions; or NULL */
	struct ctest *test;
	struct suite_row *row;
	size_t tests;
};

/* The program prints to `fd`; what it says to us is the JSON. */
static json_t *ask(const char *directory, struct err *err)
{
	json_error_t why;
	json_t *all;
	char path[512];
	int fd = suite_temporary(path, sizeof path), status = 0;
	pid_t pid;

	if (fd < 0) {
		fail(err, ERR_IO, "cannot create a temporary file: %s" SC(432),
			strerror(errno));
		return NULL;
	}
	pid = fork();
	if (pid == 0) {
		dup2(fd, STDOUT_FILENO);
		execlp("ctest", "ctest", "--test-dir", directory,
			"--show-only=json-v1", (char *)NULL);
		_exit(127);
	}
	close(fd);
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	all = json_load_file(path, 0, &why);
	unlink(path);
	if (pid < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 127))
		fail(err, ERR_USAGE,
			"cannot run 'ctest', which lists the tests of '%s'" SC(
				462),
			directory);
	else if (!all)
		fail(err, ERR_USAGE,
			"'ctest --test-dir %s --show-only=json-v1' lists no "
			"tests; is it the build directory?" SC(462),
			directory);
	else
		return all;
	json_decref(all);
	return NULL;
}

static bool built_by_scarp(const struct ctest *t, char *why, size_t size)
{
	static struct inventory inventory;
	struct err err = {OK, ""};

	if (!t->command.count)
		snprintf(why, size, "its program is not built");
	else if (access(t->command.word[0], X_OK) != 0)
		snprintf(why, size, "there is no program '%.200s'",
			t->command.word[0]);
	else if (inventory_read(&inventory, t->command.word[0], &err))
		snprintf(why, size, "'%.200s' was not built by scarp cc",
			t->command.word[0]);
	else
		return true;
	return false;
}

/* In a child: the test's place, and then either `scarp check` of it or, for
 * what sets something up, the command itself. */
static void become(const struct run *r, const struct ctest *t, const char *json,
	unsigned seconds)
{
	const char *file = r->options->settings->file;
	struct words argv = {0};
	struct err err = {OK, ""};

	if (ctest_enter(t, &err)) {
		fprintf(stderr, "scarp: test '%s': %s\n", t->name, err.text);
		_exit(EXIT_USAGE);
	}
	if (json) {
		words_add(&argv, r->argv[0]);
		words_add(&argv, "check");
		for (int i = 1; i < r->options->rest; i++)
			words_add(&argv, r->argv[i]);
		/* The same file, wherever the test runs. */
		words_addf(&argv, "--config=%s", file ? file : "none");
		words_addf(&argv, "--out=%s", r->out);
		if (r->known)
			words_addf(&argv, "--suppressions=%s", r->known);
		words_addf(&argv, "--json=%s", json);
		words_add(&argv, "--");
	}
	for (size_t i = 0; i < t->command.count; i++)
		words_add(&argv, t->command.word[i]);
	if (seconds) {
		int null = open("/dev/null", O_WRONLY);

		dup2(null, STDOUT_FILENO);
		dup2(null, STDERR_FILENO);
		alarm(seconds);
	}
	if (json)
		execv("/proc/self/exe", argv.word);
	else
		execv(argv.word[0], argv.word);
	_exit(127);
}

/* Without `json` the command as it is; `seconds`: silent, no longer, and -1 if
 * it has no exit status then. */
static int in_child(const struct run *r, const struct ctest *t,
	const char *json, unsigned seconds)
{
	pid_t parent = getpid(), pid;
	int status;

	fflush(NULL);
	pid = fork();
	if (pid < 0)
		return seconds ? -1 : EXIT_ERROR;
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGTERM);
		if (getppid() != parent)
			_exit(EXIT_INTERRUPTED);
		become(r, t, json, seconds);
	}
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	return seconds ? -1 : EXIT_FAULT;
}

static void read_result(struct suite_row *row, const char *path)
{
	json_t *all = json_load_file(path, 0, NULL);
	json_t *bug = json_array_get(json_object_get(all, "bugs"), 0);
	const char *verdict =
		json_string_value(json_object_get(all, "verdict"));
	const char *error = json_string_value(json_object_get(all, "error"));
	const char *schedule =
		json_string_value(json_object_get(bug, "schedule"));

	row->verdict = VERDICT_ERROR;
	for (int v = 0; verdict && v <= VERDICT_ERROR; v++)
		if (strcmp(verdict, verdict_name[v]) == 0)
			row->verdict = (enum verdict)v;
	row->executions = (uint64_t)json_integer_value(
		json_object_get(all, "executions"));
	row->seconds = json_number_value(json_object_get(all, "seconds"));
	if (bug)
		snprintf(row->why, sizeof row->why, "%s: %.300s",
			json_string_value(json_object_get(bug, "kind")),
			json_string_value(json_object_get(bug, "message")));
	else if (error)
		snprintf(row->why, sizeof row->why, "%.300s", error);
	if (schedule)
		snprintf(row->schedule, sizeof row->schedule, "%s", schedule);
	json_decref(all);
}

static void leave_out(struct suite_row *row, const char *why)
{
	row->left_out = true;
	snprintf(row->why, sizeof row->why, "%s", why);
}

/* To CTest that exit status is no failure, in whichever schedule it comes; what
 * follows that schedule was not searched. */
static void skipped(struct suite_row *row, int status)
{
	char bug[100];

	snprintf(bug, sizeof bug,
		"exit_status: the process ends with status %d,", status);
	if (strncmp(row->why, bug, strlen(bug)) != 0)
		return;
	row->code = EXIT_UNPROVEN;
	row->schedule[0] = '\0';
	snprintf(bug, sizeof bug, SKIPS ", in one schedule at least", status);
	leave_out(row, bug);
}

static void search(struct run *r, size_t i)
{
	struct suite_row *row = &r->row[i];
	char path[512];
	int fd = suite_temporary(path, sizeof path);

	if (!r->options->quiet)
		printf("%stest %s\n", i ? "\n" : "", row->name);
	row->code = in_child(r, &r->test[i], path, 0);
	row->over = true;
	read_result(row, path);
	if (r->test[i].skips >= 0)
		skipped(row, r->test[i].skips);
	if (fd >= 0)
		close(fd);
	unlink(path);
}

static void run_one(struct run *r, size_t i)
{
	const struct ctest *t = &r->test[i];
	struct suite_row *row = &r->row[i];
	char why[300];
	int code;

	if (t->disabled) {
		leave_out(row, "it is disabled");
	} else if (t->setup || t->cleanup) {
		code = t->command.count ? in_child(r, t, NULL, 0) : 127;
		snprintf(why, sizeof why,
			"it is of a fixture, and ran as it is: exit status %d",
			code);
		leave_out(row, why);
	} else if (!built_by_scarp(t, why, sizeof why)) {
		leave_out(row, why);
	} else if (t->fails) {
		leave_out(row, "it has to fail (WILL_FAIL); 'scarp check "
			       "--expect-exit N' says with which status");
	} else if (t->by_output) {
		leave_out(row, "what it prints decides "
			       "(PASS_REGULAR_EXPRESSION and its kin)");
	} else if (t->skips >= 0 &&
		   in_child(r, t, NULL, SKIP_SECONDS) == t->skips) {
		snprintf(why, sizeof why, SKIPS, t->skips);
		row->over = true; /* it could have been searched */
		leave_out(row, why);
	} else {
		search(r, i);
	}
}

/* What sets up comes first, what is searched next, what cleans up last. */
static int run_all(struct run *r)
{
	size_t searched = 0;

	for (size_t i = 0; i < r->tests; i++)
		if (r->test[i].setup)
			run_one(r, i);
	for (size_t i = 0; i < r->tests && !crew_was_interrupted(); i++)
		if (!r->test[i].setup && !r->test[i].cleanup)
			run_one(r, i);
	for (size_t i = 0; i < r->tests; i++)
		if (r->test[i].cleanup && !r->test[i].setup)
			run_one(r, i);
	for (size_t i = 0; i < r->tests; i++)
		searched += r->row[i].over;
	table_print(r->row, r->tests, stdout);
	if (!searched) {
		fflush(stdout);
		fprintf(stderr,
			"scarp: no test was searched; build the project by "
			"scarp: cmake -DCMAKE_C_COMPILER=scarp-cc "
			"-DCMAKE_CXX_COMPILER=scarp-c++" SC(462) "\n");
		return EXIT_USAGE;
	}
	for (size_t i = 0; options_want_proof(r->options) && i < r->tests; i++)
		if (r->row[i].left_out && !r->test[i].setup &&
			!r->test[i].cleanup) {
			int code = table_exit(r->row, r->tests);

			return code == EXIT_GOOD ? EXIT_UNPROVEN : code;
		}
	return table_exit(r->row, r->tests);
}

static int work(struct run *r, const json_t *all)
{
	const json_t *tests = json_object_get(all, "tests");
	const char *filter = r->options->filter;
	size_t i;
	json_t *one;
	int code;

	r->test = calloc(json_array_size(tests) + 1, sizeof *r->test);
	r->row = calloc(json_array_size(tests) + 1, sizeof *r->row);
	if (!r->test || !r->row)
		return EXIT_ERROR;
	json_array_foreach(tests, i, one)
	{
		struct ctest *t = &r->test[r->tests];

		ctest_read(t, one);
		if (filter && !t->setup && !t->cleanup &&
			fnmatch(filter, t->name, 0) != 0)
			ctest_fini(t);
		else
			r->row[r->tests++].name = t->name;
	}
	if (r->options->list_cases) {
		for (i = 0; i < r->tests; i++)
			puts(r->row[i].name);
		code = EXIT_GOOD;
	} else {
		code = run_all(r);
	}
	for (i = 0; i < r->tests; i++)
		ctest_fini(&r->test[i]);
	free(r->test);
	free(r->row);
	return code;
}

/* Those that are about one search, or that mean a program's own cases. */
static int judge(
	const struct options *o, int argc, char **argv, struct err *err)
{
	struct options copy = *o;

	if (o->rest + 1 != argc)
		return fail(err, ERR_USAGE,
			"'scarp ctest' wants one build directory%s%s" SC(411),
			o->rest + 1 < argc ? ", and there is also " : "",
			o->rest + 1 < argc ? argv[o->rest + 1] : "");
	if (o->each_case || o->json || o->events || o->state || o->stdin_path) {
		fail(err, ERR_USAGE,
			"'--%s' is about one program, and 'scarp ctest' has "
			"many" SC(415),
			o->each_case ? "each"
			: o->json    ? "json"
			: o->events  ? "events"
			: o->state   ? "state"
				     : "stdin");
		settings_blame(o, err);
		return err->code;
	}
	return options_judge(&copy, err) ? err->code
					 : suppressions_judge(o, false, err);
}

/* `--filter` is about CTest's names, and goes no further. */
static void keep_filter(char **argv, int *rest)
{
	int to = 1;

	for (int i = 1; i < *rest; i++) {
		if (strcmp(argv[i], "--filter") == 0)
			i++;
		else if (strncmp(argv[i], "--filter=", 9) != 0)
			argv[to++] = argv[i];
	}
	*rest = to;
}

int ctest_main(int argc, char **argv)
{
	static struct options o;
	struct run r = {.options = &o, .argv = argv};
	struct err err = {OK, ""};
	const char *directory;
	json_t *all;
	int code;

	if (settings_parse(&o, argc, argv, CHECK, &err))
		return cli_fail(&err);
	if (o.help)
		return help_main(2, (char *[]){"help", "frameworks", NULL});
	code = settings_answer(&o, CHECK, "ctest");
	if (code >= 0)
		return code;
	if (judge(&o, argc, argv, &err))
		return cli_fail(&err);
	directory = argv[o.rest];
	keep_filter(argv, &o.rest);
	if (o.out && o.out[0] == '/')
		r.out = strdup(o.out);
	else if (asprintf(&r.out, "%s/%s", getcwd(NULL, 0),
			 o.out ? o.out : "scarp.out") < 0)
		return EXIT_ERROR;
	r.known = o.suppressions ? realpath(o.suppressions, NULL) : NULL;
	crew_catch_signals();
	all = ask(directory, &err);
	code = all ? work(&r, all) : cli_fail(&err);
	if (o.ci && all && !o.list_cases)
		ci_tell(code, stdout);
	json_decref(all);
	free(r.out);
	free(r.known);
	return code;
}
