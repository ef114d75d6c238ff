/* SPDX-License-Identifier: MIT */
#include "cli/disk/anew.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/disk/page.h"
#include "cli/disk/save.h"
#include "report/json.h"

enum {
	KEPT_MOST = 1000
};

/* Another name for the old one, the first that is free. */
static int keep(const char *path, char *kept, size_t size, struct err *err)
{
	for (int i = 1; i < KEPT_MOST; i++) {
		snprintf(kept, size, "%.560s.%d", path, i);
		if (link(path, kept) == 0)
			return OK;
		if (errno != EEXIST)
			break;
	}
	return fail(err, ERR_IO, "cannot keep '%s' as '%s': %s" SC(432), path,
		kept, strerror(errno));
}

static int replace_schedule(const struct found *f, const struct schedule *old,
	const char *path, struct err *err)
{
	struct schedule s = *old;
	char next[600];
	int code;

	s.choice = f->schedule;
	s.choices = f->steps;
	snprintf(next, sizeof next, "%.560s.%d.tmp", path, (int)getpid());
	unlink(next);
	code = schedule_save(&s, next, err);
	if (!code && rename(next, path) != 0) {
		code = fail(err, ERR_IO, "cannot write '%s': %s" SC(432), path,
			strerror(errno));
		unlink(next);
	}
	return code;
}

/* "scarp.out/001/bug-1" with another end; false: there is no such file. */
static bool beside(const char *path, const char *end, char *out, size_t size)
{
	static const char schedule[] = ".schedule";
	size_t n = strlen(path), cut = sizeof schedule - 1;

	if (n <= cut || strcmp(path + n - cut, schedule) != 0)
		return false;
	snprintf(out, size, "%.*s%s", (int)(n - cut), path, end);
	return access(out, F_OK) == 0;
}

/* What the check had found is told of it for ever. */
static void keep_number(const json_t *old, json_t *now)
{
	const char *const name = "preemptions_found";
	json_t *was = json_object_get(old, name);

	if (json_is_integer(was))
		json_object_set(now, name, was);
}

static int write_json(const json_t *all, const char *path, struct err *err)
{
	struct new_file n;
	int bad, why;

	if (file_begin(&n, path, err))
		return err->code;
	errno = 0;
	bad = json_dumpf(all, n.f, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
	why = errno;
	fputc('\n', n.f);
	if (!bad)
		return file_end(&n, FILE_REPLACE, err);
	fclose(n.f); /* the old one stays */
	if (n.temporary[0])
		unlink(n.temporary);
	return fail(err, ERR_IO, "cannot write '%s'%s%s" SC(432), path,
		why ? ": " : "", why ? strerror(why) : "");
}

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Its place in "bugs"; their number: it is not there. */
static size_t entry_of(const json_t *bugs, const char *path)
{
	size_t i;

	for (i = 0; i < json_array_size(bugs); i++) {
		const char *of = json_string_value(
			json_object_get(json_array_get(bugs, i), "schedule"));

		if (of && strcmp(last_part(of), last_part(path)) == 0)
			break;
	}
	return i;
}

/* Where a check came to its end, and its result is there. */
static int replace_json(
	const struct found *f, const char *path, struct err *err)
{
	char file[600];
	json_t *all, *bugs, *now;
	int code = OK;
	size_t i;

	snprintf(file, sizeof file, "%.*scheck.json",
		(int)(last_part(path) - path), path);
	all = json_load_file(file, 0, NULL);
	bugs = json_object_get(all, "bugs");
	i = entry_of(bugs, path);
	if (i < json_array_size(bugs)) {
		now = json_bug(f);
		keep_number(json_array_get(bugs, i), now);
		json_array_set_new(bugs, i, now);
		code = write_json(all, file, err);
	}
	json_decref(all);
	return code;
}

int anew_save(struct result *r, const struct schedule *s, const char *path,
	char *kept, size_t size, struct err *err)
{
	struct found *f = &r->found[0];
	char other[600];
	int code = keep(path, kept, size, err);

	if (!code)
		code = replace_schedule(f, s, path, err);
	if (!code && beside(path, ".html", other, sizeof other))
		code = page_save(r, 0, other, FILE_REPLACE, err);
	if (!code && beside(path, ".txt", other, sizeof other))
		code = save_report(other, f, FILE_REPLACE, err);
	if (!code && beside(path, ".svg", other, sizeof other))
		code = save_picture(other, f, FILE_REPLACE, err);
	if (!code)
		code = replace_json(f, path, err);
	return code;
}
