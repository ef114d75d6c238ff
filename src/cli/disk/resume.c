/* SPDX-License-Identifier: MIT */
/* resume.c - `scarp resume [file]`: an unfinished search goes on */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/linear/all_clients.h"
#include "cli/plan/binary.h"
#include "cli/plan/check.h"
#include "cli/suite/suite.h"
#include "cli/words/cli.h"
#include "cli/words/settings.h"
#include "cli/show/outcome.h"
#include "cli/disk/results.h"
#include "cli/disk/state.h"

/* A file; the directory it lies in; that of all; nothing: the latest. */
static int find(const char *name, char *path, size_t size, struct err *err)
{
	const char *where = name ? name : RESULTS;
	char latest[600];
	struct stat st;

	snprintf(path, size, "%.500s", where);
	if (stat(path, &st) == 0 && !S_ISDIR(st.st_mode))
		return OK;
	snprintf(path, size, "%.480s/search.state", where);
	if (access(path, F_OK) == 0)
		return OK;
	results_latest(where, latest, sizeof latest);
	snprintf(path, size, "%.480s/search.state", latest);
	if (access(path, F_OK) == 0)
		return OK;
	return fail(err, ERR_USAGE,
		"nothing to resume: there is no unfinished search in '%s'" SC(
			435),
		where);
}

/* Its results belong beside it, in NNN if that is how its directory is called,
 * or in another one beside that if there are some.  False: it lies elsewhere.
 */
static bool same_directory(struct disk *disk)
{
	static const char name[] = "/search.state";
	char path[sizeof disk->state_path], results[600], *number;
	size_t n = strlen(disk->state_path);
	struct err none;

	if (n < sizeof name ||
		strcmp(disk->state_path + n - sizeof name + 1, name) != 0)
		return false;
	snprintf(path, sizeof path, "%.*s", (int)(n - sizeof name + 1),
		disk->state_path);
	number = strrchr(path, '/');
	if (!number || !number[1] ||
		number[1 + strspn(number + 1, "0123456789")])
		return false;
	snprintf(results, sizeof results, "%s/check.json", path);
	*number = '\0';
	if (results_in(disk, path, &none))
		return false;
	*number = '/';
	if (access(results, F_OK) != 0)
		snprintf(disk->directory, sizeof disk->directory, "%s/%s",
			disk->results, number + 1);
	return true;
}

static int prepare(struct check *check, int argc, char **argv, struct err *err)
{
	static struct options own; /* large */
	struct options *o = &check->options;
	char path[512];

	/* Once for itself, to know the file; then settings, over them what the
	 * search was begun with, and over that what was typed. */
	options_default(&own);
	options_default(o);
	if (options_parse(&own, argc, argv, RESUME, err))
		return err->code;
	o->help = own.help;
	if (own.help || settings_apply(o, &own, RESUME, err))
		return err->code;
	if (own.print_config)
		return options_parse(o, argc, argv, RESUME, err);
	if (own.rest + 1 < argc)
		return fail(err, ERR_USAGE,
			"'scarp resume' takes one file, not '%s'" SC(411),
			argv[own.rest + 1]);
	if (find(own.rest < argc ? argv[own.rest] : NULL, path, sizeof path,
		    err) ||
		state_open(&check->disk, o, &check->processes, path, err) ||
		options_parse(o, argc, argv, RESUME, err) ||
		options_judge(o, err) || outcome_json_possible(o->json, err) ||
		target_init(&check->processes.target, check->disk.state.program,
			check->disk.state.directory, check->disk.state.argument,
			o->stdin_path, err) ||
		(o->binary && binary_prepare(&check->processes.target, err)))
		return err->code;
	check->framework = suite_settings(&check->processes.target, o->filter);
	if (state_same(&check->disk, &check->processes.target, err))
		return err->code;
	if (!o->state)
		check->disk.state_written =
			true; /* and stays until it is replaced */
	else if (strcmp(o->state, "none") != 0)
		snprintf(check->disk.state_path, sizeof check->disk.state_path,
			"%.511s", o->state);
	check->disk.resumed = true;
	check->course.milliseconds_before = check->disk.state.milliseconds;
	/* What --out was then may mean nothing where we are now. */
	if ((own.out || !same_directory(&check->disk)) &&
		results_in(&check->disk, o->out, err))
		return err->code;
	return feed_open(&check->show.feed, o->events, o->quiet, err);
}

/* A search of all clients, which has a file of its own. */
static bool is_of_clients(int argc, char **argv, char *path, size_t size)
{
	static struct options own;
	struct err err;

	options_default(&own);
	return !options_parse(&own, argc, argv, RESUME, &err) && !own.help &&
	       !own.print_config && own.rest + 1 >= argc &&
	       all_clients_left(
		       own.rest < argc ? argv[own.rest] : NULL, path, size);
}

int resume_main(int argc, char **argv)
{
	static struct check check;
	struct err err = {OK, ""};
	char path[600];
	int code;

	if (is_of_clients(argc, argv, path, sizeof path))
		return all_clients_resume(path, argc, argv);
	if (prepare(&check, argc, argv, &err)) {
		code = cli_fail(&err);
		check_fini(&check);
		return code;
	}
	code = settings_answer(&check.options, RESUME, "resume");
	if (code >= 0)
		return code;
	return check_run(&check, argv);
}
