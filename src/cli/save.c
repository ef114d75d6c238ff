/* SPDX-License-Identifier: MIT */
/* save.c - the files of a check that found something: scarp.out/NNN
 *
 * NNN is the first number that is free; `latest` leads to it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/outcome.h"
#include "replay/schedule_file.h"
#include "report/json.h"
#include "report/text.h"

enum {
	RUNS_MAX = 1000000
};

static int make_directory(struct check *check, struct err *err)
{
	if (mkdir("scarp.out", 0777) != 0 && errno != EEXIST)
		return fail(err, ERR_IO, "cannot create 'scarp.out': %s",
			strerror(errno));
	for (int i = 1; i < RUNS_MAX; i++) {
		snprintf(check->directory, sizeof check->directory,
			"scarp.out/%03d", i);
		if (mkdir(check->directory, 0777) == 0)
			return OK;
		if (errno != EEXIST)
			break;
	}
	fail(err, ERR_IO, "cannot create '%s': %s", check->directory,
		strerror(errno));
	check->directory[0] = '\0';
	return err->code;
}

/* Replaced in one step, so that it always leads somewhere. */
static void point_latest(const struct check *check)
{
	char next[64];

	snprintf(next, sizeof next, "scarp.out/.latest-%d", (int)getpid());
	if (symlink(check->directory + strlen("scarp.out/"), next) == 0 &&
		rename(next, "scarp.out/latest") != 0)
		unlink(next);
}

static int save_schedule(
	struct check *check, struct found *f, unsigned number, struct err *err)
{
	const char *stdin_path = check->options.stdin_path;
	struct schedule s = {.program = check->target.path,
		.argv = check->target.argv,
		.directory = check->target.directory,
		.execution = f->number,
		.bug = f->bug,
		.c = f->in,
		.choice = f->schedule,
		.choices = f->bug->schedule_length};
	char path[512];
	int code;

	snprintf(s.strategy, sizeof s.strategy, "%s",
		f->in->config.search.strategy);
	if (build_id(s.program, s.build_id, sizeof s.build_id, err))
		return err->code;
	s.stdin_path = stdin_path ? realpath(stdin_path, NULL) : NULL;
	snprintf(path, sizeof path, "%.400s/bug-%u.schedule", check->directory,
		number);
	code = schedule_save(&s, path, err);
	free(s.stdin_path);
	if (!code)
		snprintf(f->schedule_path, sizeof f->schedule_path, "%s", path);
	return code;
}

static int save_text(const struct check *check, const struct found *f,
	unsigned number, struct err *err)
{
	char path[512], command[600], title[800];
	FILE *out;
	int bad;

	snprintf(path, sizeof path, "%.400s/bug-%u.txt", check->directory,
		number);
	snprintf(command, sizeof command, "scarp replay %s", f->schedule_path);
	out = fopen(path, "wxe");
	if (!out)
		return fail(err, ERR_IO, "cannot create '%s': %s", path,
			strerror(errno));
	result_title(f->in, f->bug, title, sizeof title);
	fprintf(out, "%s\n", title);
	text_bug(f, out, 100, command);
	bad = ferror(out);
	bad |= fclose(out);
	return bad ? fail(err, ERR_IO, "cannot write '%s': %s", path,
			     strerror(errno))
		   : OK;
}

static int save_json(const struct check *check, struct err *err)
{
	char path[512];
	FILE *out;
	int code;

	snprintf(path, sizeof path, "%.400s/check.json", check->directory);
	out = fopen(path, "wxe");
	if (!out)
		return fail(err, ERR_IO, "cannot create '%s': %s", path,
			strerror(errno));
	code = json_write(&check->result, outcome_channel(check), out, err);
	if (fclose(out) != 0 && !code)
		code = fail(err, ERR_IO, "cannot write '%s': %s", path,
			strerror(errno));
	return code;
}

void outcome_save(struct check *check)
{
	struct result *r = &check->result;
	struct err err;
	int code;

	if (!r->bugs)
		return;
	code = make_directory(check, &err);
	for (unsigned i = 0; i < r->bugs && !code; i++)
		code = save_schedule(check, &r->found[i], i + 1, &err);
	if (!code)
		point_latest(check);
	for (unsigned i = 0; i < r->bugs && !code; i++)
		if (r->found[i].confirmed)
			code = save_text(check, &r->found[i], i + 1, &err);
	if (!code)
		code = save_json(check, &err);
	if (code)
		fprintf(stderr,
			"scarp: results are not saved: %s; the report is "
			"printed all the same\n",
			err.text);
}
