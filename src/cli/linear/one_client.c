/* SPDX-License-Identifier: MIT */
#include "cli/linear/one_client.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/disk/results.h"
#include "cli/linear/answer.h"
#include "cli/words/cli.h"
#include "report/operations.h"
#include "report/picture.h"

/* At the end of the search, before its memory goes. */
static void keep(struct suite_row *row, const struct check *check)
{
	struct client_row *to = (struct client_row *)(void *)row;
	const struct result *r = &check->result;
	struct judged j;
	FILE *f;

	to->late = r->late_stores;
	result_line(r, LINE_SCOPES, to->sentence, sizeof to->sentence);
	if (!r->bugs)
		return;
	snprintf(to->bug, sizeof to->bug, "%.159s",
		bug_info[r->found[0].bug->kind].text);
	if (!r->found[0].replay || !operations_judged(r->found[0].replay, &j))
		return;
	f = fmemopen(to->picture, sizeof to->picture, "w");
	if (f) {
		picture_print(&j.r, &j.verdict, answer_width(), f);
		fprintf(f, "%s%s\n",
			strncmp(j.why, "no order ", 9) == 0
				? ""
				: "no order explains it: ",
			j.why);
		fclose(f);
	}
	judged_free(&j);
}

/* A client is small: one state space, to its end, unless something else was
 * asked for. */
static void set_options(
	struct options *o, const char *model, uint64_t budget_ms)
{
	o->model = model;
	o->json = NULL;
	o->state = "none";
	o->quiet = true;
	if (!o->strategy && !o->hunt && !o->maximal && !o->points &&
		!o->given.bound)
		o->exhaustive = true;
	if (budget_ms) {
		o->budget = budget_ms;
		o->given.budget = true;
	}
}

static char **with_client(char **test, const char *client)
{
	char **all;
	size_t n = 0;

	while (test[n])
		n++;
	all = calloc(n + 2, sizeof *all);
	if (all) {
		memcpy(all, test, n * sizeof *all);
		all[n] = strdup(client);
	}
	return all;
}

static int check_in_child(const struct client_test *test, const char *client,
	const char *model, uint64_t budget_ms, struct client_row *row)
{
	static struct check check; /* large */
	struct options *o = &check.options;
	struct err err = {OK, ""};
	char **words = with_client(test->test, client);

	*o = *test->options;
	set_options(o, model, budget_ms);
	if (!words)
		return EXIT_ERROR;
	if (options_judge(o, &err) ||
		target_init(&check.processes.target, test->program,
			test->directory, words, o->stdin_path, &err) ||
		results_in(&check.disk, o->out, &err) ||
		feed_open(&check.show.feed, NULL, true, &err))
		return cli_fail(&err);
	snprintf(check.disk.directory, sizeof check.disk.directory, "%s",
		test->result);
	check.show.out = fopen("/dev/null", "we");
	check.disk.lasting = calloc(1, sizeof *check.disk.lasting);
	check.row = &row->row;
	return check_run(&check, words);
}

/* The whole group is interrupted together. */
static int await(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return EXIT_FAULT;
	return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAULT;
}

bool one_client(const struct client_test *test, const char *client,
	const char *model, uint64_t budget_ms, struct client_row *row,
	struct err *err)
{
	pid_t parent = getpid(), pid;

	memset(row, 0, sizeof *row);
	row->row.name = "";
	row->row.more = keep;
	fflush(NULL);
	pid = fork();
	if (pid < 0) {
		fail(err, ERR_IO, "cannot start a process: %s" SC(511),
			strerror(errno));
		return false;
	}
	if (pid == 0) {
		int code;

		prctl(PR_SET_PDEATHSIG, SIGTERM);
		if (getppid() != parent)
			_exit(EXIT_INTERRUPTED);
		code = check_in_child(test, client, model, budget_ms, row);
		fflush(NULL);
		_exit(code);
	}
	row->row.code = await(pid);
	return true;
}
