/* SPDX-License-Identifier: MIT */
/* save.c - the files of a finished check that found something */
#include "replay/new_file.h"
#include "cli/disk/keep.h"
#include "cli/disk/save.h"
#include "cli/disk/results.h"
#include "report/html/html.h"
#include "report/json.h"
#include "report/text.h"

static int save_text(const struct disk *disk, const struct found *f,
	unsigned number, struct err *err)
{
	char path[512], command[600], title[800];
	struct new_file n;

	snprintf(path, sizeof path, "%.400s/bug-%u.txt", disk->directory,
		number);
	snprintf(command, sizeof command, "scarp replay %s", f->schedule_path);
	if (file_begin(&n, path, err))
		return err->code;
	result_title(f->in, f->bug, title, sizeof title);
	fprintf(n.f, "%s\n", title);
	text_bug(f, n.f, 100, command, false);
	return file_end(&n, FILE_NEW, err);
}

static int save_html(const struct disk *disk, const struct result *r,
	unsigned i, char *saved, size_t size, struct err *err)
{
	char path[512], command[600];
	struct new_file n;
	struct err ended;
	int code;

	if (!html_possible(&r->found[i]))
		return OK;
	snprintf(path, sizeof path, "%.400s/bug-%u.html", disk->directory,
		i + 1);
	snprintf(command, sizeof command, "scarp replay %s",
		r->found[i].schedule_path);
	if (file_begin(&n, path, err))
		return err->code;
	code = html_bug(r, &r->found[i], command, n.f, err);
	code = file_end(&n, FILE_NEW, code ? &ended : err) || code;
	if (!code)
		snprintf(saved, size, "%s", path);
	return code;
}

static int save_json(const struct disk *disk, const struct result *r,
	const struct channel *any, struct err *err)
{
	char path[512];
	struct new_file n;
	struct err ended;
	int code;

	snprintf(path, sizeof path, "%.400s/check.json", disk->directory);
	if (file_begin(&n, path, err))
		return err->code;
	code = json_write(r, any, n.f, err);
	return file_end(&n, FILE_NEW, code ? &ended : err) || code;
}

void save_result(struct disk *disk, const struct processes *all,
	struct result *r, bool html)
{
	char name[32];
	struct err err;
	int code;

	if (!r->bugs) {
		keep_forget(disk, r->bugs);
		return;
	}
	code = results_directory(disk, &err);
	for (unsigned i = 0; i < r->bugs && !code; i++) {
		snprintf(name, sizeof name, "bug-%u", i + 1);
		code = results_schedule(
			disk, &all->target, &r->found[i], name, &err);
	}
	if (!code) {
		results_point_latest(disk);
		keep_forget(disk, r->bugs);
	}
	for (unsigned i = 0; i < r->bugs && !code && html; i++)
		code = save_html(disk, r, i, r->found[i].html_path,
			sizeof r->found[i].html_path, &err);
	for (unsigned i = 0; i < r->bugs && !code; i++)
		code = save_text(disk, &r->found[i], i + 1, &err);
	if (!code)
		code = save_json(disk, r, processes_channel(all), &err);
	if (code)
		fprintf(stderr,
			"scarp: results are not saved: %s; the report is "
			"printed all the same\n",
			err.text);
}
