/* SPDX-License-Identifier: MIT */
/* results.c - the directory of a check that found something: scarp.out/NNN */
#include "cli/disk/results.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "replay/schedule_file.h"

enum {
	RUNS_MAX = 1000000
};

static const char *const all = "scarp.out", *const latest = "scarp.out/latest";

int results_directory(struct disk *disk, struct err *err)
{
	if (disk->directory[0])
		return OK;
	if (mkdir(all, 0777) != 0 && errno != EEXIST)
		return fail(err, ERR_IO, "cannot create '%s': %s", all,
			strerror(errno));
	for (int i = 1; i < RUNS_MAX; i++) {
		snprintf(disk->directory, sizeof disk->directory, "%s/%03d",
			all, i);
		if (mkdir(disk->directory, 0777) == 0)
			return OK;
		if (errno != EEXIST)
			break;
	}
	fail(err, ERR_IO, "cannot create '%s': %s", disk->directory,
		strerror(errno));
	disk->directory[0] = '\0';
	return err->code;
}

/* Replaced in one step, so that it always leads somewhere. */
static void lead_to(const char *to)
{
	char next[64];

	snprintf(next, sizeof next, "%s/.latest-%d", all, (int)getpid());
	if (symlink(to, next) == 0 && rename(next, latest) != 0)
		unlink(next);
}

void results_point_latest(struct disk *disk)
{
	const char *to = disk->directory + strlen(all) + 1;
	char now[sizeof disk->latest_before];
	ssize_t n = readlink(latest, now, sizeof now - 1);

	now[n > 0 ? n : 0] = '\0';
	if (strcmp(now, to) == 0)
		return;
	memcpy(disk->latest_before, now, sizeof now);
	lead_to(to);
}

void results_remove_directory(struct disk *disk)
{
	if (!disk->directory[0] || rmdir(disk->directory) != 0)
		return;
	disk->directory[0] = '\0';
	if (disk->latest_before[0])
		lead_to(disk->latest_before);
	else
		unlink(latest);
	rmdir(all); /* if nothing else is there */
}

int results_schedule(const struct disk *disk, const struct target *target,
	struct found *f, const char *name, struct err *err)
{
	const char *stdin_path = target->stdin_path;
	struct schedule s = {.program = target->path,
		.argv = target->argv,
		.directory = target->directory,
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
	snprintf(path, sizeof path, "%.400s/%.60s.schedule", disk->directory,
		name);
	code = schedule_save(&s, path, err);
	free(s.stdin_path);
	if (!code)
		snprintf(f->schedule_path, sizeof f->schedule_path, "%s", path);
	return code;
}

void results_latest(const char *results, char *out, size_t size)
{
	char link[600], to[64];
	ssize_t n;

	snprintf(link, sizeof link, "%s/latest", results);
	n = readlink(link, to, sizeof to - 1);
	to[n > 0 ? n : 0] = '\0';
	snprintf(out, size, "%.500s/%s", results, n > 0 ? to : "latest");
}
