/* SPDX-License-Identifier: MIT */
/* save.c - the files of a finished check that found something */
#include "cli/disk/keep.h"
#include "cli/disk/page.h"
#include "cli/disk/save.h"
#include "cli/disk/results.h"
#include "report/json.h"
#include "report/operation.h"
#include "report/text.h"

int save_report(const char *path, const struct found *f, enum file_how how,
	struct err *err)
{
	char command[600], title[800];
	struct new_file n;

	snprintf(command, sizeof command, "scarp replay %s", f->schedule_path);
	if (file_begin(&n, path, err))
		return err->code;
	result_title(f->in, f->bug, title, sizeof title);
	fprintf(n.f, "%s\n", title);
	text_decisive(f, n.f, 100);
	text_bug(f, n.f, 100, command, false);
	return file_end(&n, how, err);
}

static int save_text(const struct disk *disk, const struct found *f,
	unsigned number, struct err *err)
{
	char path[512];

	snprintf(path, sizeof path, "%.400s/bug-%u.txt", disk->directory,
		number);
	return save_report(path, f, FILE_NEW, err);
}

int save_picture(const char *path, const struct found *f, enum file_how how,
	struct err *err)
{
	struct new_file n;

	if (f->bug->kind != BUG_not_linearizable || !f->replay)
		return OK;
	if (file_begin(&n, path, err))
		return err->code;
	operations_svg(f->replay, n.f);
	return file_end(&n, how, err);
}

static int save_svg(const struct disk *disk, const struct found *f,
	unsigned number, struct err *err)
{
	char path[512];

	snprintf(path, sizeof path, "%.400s/bug-%u.svg", disk->directory,
		number);
	return save_picture(path, f, FILE_NEW, err);
}

static int save_page(
	const struct disk *disk, struct result *r, unsigned i, struct err *err)
{
	char path[512];

	snprintf(path, sizeof path, "%.400s/bug-%u.html", disk->directory,
		i + 1);
	return page_save(r, i, path, FILE_NEW, err);
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

static bool saved(int code, const struct err *err)
{
	if (code)
		fprintf(stderr,
			"scarp: results are not saved: %s; the report is "
			"printed all the same\n",
			err->text);
	return !code;
}

bool save_schedules(
	struct disk *disk, const struct processes *all, struct result *r)
{
	char name[32];
	struct err err;
	int code;

	if (!r->bugs) {
		keep_forget(disk, r->bugs);
		return false;
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
	return saved(code, &err);
}

void save_reports(struct disk *disk, const struct processes *all,
	struct result *r, bool html)
{
	struct err err;
	int code = OK;

	for (unsigned i = 0; i < r->bugs && !code && html; i++)
		code = save_page(disk, r, i, &err);
	for (unsigned i = 0; i < r->bugs && !code; i++)
		code = save_text(disk, &r->found[i], i + 1, &err);
	for (unsigned i = 0; i < r->bugs && !code; i++)
		code = save_svg(disk, &r->found[i], i + 1, &err);
	if (!code)
		code = save_json(disk, r, processes_channel(all), &err);
	(void)saved(code, &err);
}
