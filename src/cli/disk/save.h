/* SPDX-License-Identifier: MIT */
/* save.h - the files of a finished check that found something
 *
 * A directory that cannot be written is said, and changes neither report nor
 * exit code.  Nothing there is ever overwritten.
 */
#ifndef CLI_SAVE_H
#define CLI_SAVE_H

#include "cli/disk/disk.h"
#include "cli/processes/processes.h"
#include "replay/new_file.h"
#include "report/result.h"

/* The schedules, whose paths it puts into the result: milliseconds.  False:
 * nothing can be saved there. */
bool save_schedules(
	struct disk *disk, const struct processes *all, struct result *r);

/* Reports, pictures, JSON, and with `html` pages, whose paths it puts into the
 * result: seconds where a report is long. */
void save_reports(struct disk *disk, const struct processes *all,
	struct result *r, bool html);

/* The operations that no order explains, as SVG; of another bug, nothing. */
int save_picture(const char *path, const struct found *f, enum file_how how,
	struct err *err);

/* The report of one bug, as a file. */
int save_report(const char *path, const struct found *f, enum file_how how,
	struct err *err);

#endif
