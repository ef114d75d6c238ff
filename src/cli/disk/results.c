/* SPDX-License-Identifier: MIT */
/* results.c - the directory of a check that found something: scarp.out/NNN */
#include "cli/disk/results.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "replay/schedule_file.h"

enum {
	RUNS_MAX = 1000000,
	OUT_MOST = 300 /* the names of files follow */
};

/* Before anything is found, which would be lost. */
static int can_be_made(const char *directory, struct err *err)
{
	char above[OUT_MOST + 1];
	struct stat st;
	char *slash;

	if (stat(directory, &st) == 0)
		return S_ISDIR(st.st_mode)
			       ? OK
			       : fail(err, ERR_USAGE,
					 "'--out' names '%s', which is no "
					 "directory" SC(436),
					 directory);
	snprintf(above, sizeof above, "%s", directory);
	slash = strrchr(above, '/');
	if (!slash || slash == above)
		return OK;
	*slash = '\0';
	return stat(above, &st) == 0 && S_ISDIR(st.st_mode)
		       ? OK
		       : fail(err, ERR_USAGE,
				 "'--out' names '%s', but there is no "
				 "directory "
				 "'%s'" SC(436),
				 directory, above);
}

int results_in(struct disk *disk, const char *directory, struct err *err)
{
	size_t n = directory ? strlen(directory) : 0;

	if (!directory) {
		snprintf(disk->results, sizeof disk->results, RESULTS);
		return OK;
	}
	while (n > 1 && directory[n - 1] == '/')
		n--;
	if (n == 0 || n > OUT_MOST)
		return fail(err, ERR_USAGE,
			"'--out' names a directory of 1 to %d characters" SC(
				436),
			OUT_MOST);
	snprintf(
		disk->results, sizeof disk->results, "%.*s", (int)n, directory);
	return can_be_made(disk->results, err);
}

int results_directory(struct disk *disk, struct err *err)
{
	const char *all = disk->results;

	if (disk->directory[0])
		return OK;
	if (mkdir(all, 0777) != 0 && errno != EEXIST)
		return fail(err, ERR_IO, "cannot create '%s': %s" SC(432), all,
			strerror(errno));
	for (int i = 1; i < RUNS_MAX; i++) {
		snprintf(disk->directory, sizeof disk->directory, "%s/%03d",
			all, i);
		if (mkdir(disk->directory, 0777) == 0)
			return OK;
		if (errno != EEXIST)
			break;
	}
	fail(err, ERR_IO, "cannot create '%s': %s" SC(432), disk->directory,
		strerror(errno));
	disk->directory[0] = '\0';
	return err->code;
}

/* Replaced in one step, so that it always leads somewhere. */
static void lead_to(const struct disk *disk, const char *to)
{
	char latest[sizeof disk->results + 16], next[sizeof latest + 16];

	snprintf(latest, sizeof latest, "%s/latest", disk->results);
	snprintf(next, sizeof next, "%s/.latest-%d", disk->results,
		(int)getpid());
	if (symlink(to, next) == 0 && rename(next, latest) != 0)
		unlink(next);
}

/* Where it leads to now; "": nowhere. */
static void leads_to(const struct disk *disk, char *to, size_t size)
{
	char latest[sizeof disk->results + 16];
	ssize_t n;

	snprintf(latest, sizeof latest, "%s/latest", disk->results);
	n = readlink(latest, to, size - 1);
	to[n > 0 ? n : 0] = '\0';
}

void results_point_latest(struct disk *disk)
{
	const char *to = disk->directory + strlen(disk->results) + 1;
	char now[64];

	leads_to(disk, now, sizeof now);
	if (strcmp(now, to) != 0)
		lead_to(disk, to);
}

/* The last one that is there; false: none is. */
static bool find_last(const struct disk *disk, char *name, size_t size)
{
	DIR *all = opendir(disk->results);
	long last = 0;

	for (struct dirent *e; all && (e = readdir(all));) {
		char *end;
		long n = strtol(e->d_name, &end, 10);

		last = !*end && n > last ? n : last;
	}
	if (all)
		closedir(all);
	snprintf(name, size, "%03ld", last);
	return last > 0;
}

void results_remove_directory(struct disk *disk)
{
	char latest[sizeof disk->results + 16], to[64];

	if (!disk->directory[0] || rmdir(disk->directory) != 0)
		return;
	leads_to(disk, to, sizeof to);
	/* Other checks may have results there, or be about to. */
	if (strcmp(to, disk->directory + strlen(disk->results) + 1) == 0) {
		snprintf(latest, sizeof latest, "%s/latest", disk->results);
		if (find_last(disk, to, sizeof to))
			lead_to(disk, to);
		else
			unlink(latest);
	}
	disk->directory[0] = '\0';
	rmdir(disk->results); /* if nothing else is there */
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
		.choices = f->steps};
	char path[512];
	int code;

	for (unsigned i = 0; i < target->sets; i++)
		s.variable[s.variables++] = target->set[i];
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
