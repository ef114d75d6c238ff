/* SPDX-License-Identifier: MIT */
/* results.h - the directory of a check that found something: scarp.out/NNN
 *
 * NNN is the first number that is free; `latest` leads to it.  Nothing there is
 * ever overwritten, but by `scarp shrink` (anew.h), and every file is whole
 * (replay/new_file.h).
 *
 *     found-K.schedule  a bug as soon as it was seen, until the check ends
 *     bug-N.schedule    at the end: all bugs, in the order of the report
 *     bug-N.txt         the report of one that came again
 *     bug-N.html        the same as a page: report/html/html.h
 *     check.json        the result
 *     search.state      an exhaustive search that has not ended: state.h
 */
#ifndef CLI_RESULTS_H
#define CLI_RESULTS_H

#include "cli/disk/disk.h"
#include "report/result.h"

#define RESULTS "scarp.out" /* where no --out says otherwise */

/* Results are left in this directory from now on; NULL: RESULTS.  ERR_USAGE if
 * it cannot be made there. */
int results_in(struct disk *disk, const char *directory, struct err *err);

/* Makes disk->directory, unless that was done. */
int results_directory(struct disk *disk, struct err *err);

/* `latest` leads to disk->directory from now on. */
void results_point_latest(struct disk *disk);

/* The directory that `latest` in the directory `results` leads to now: it will
 * lead elsewhere after the next check, and a command that is printed is to mean
 * the same for ever. */
void results_latest(const char *results, char *out, size_t size);

/* Takes the directory away, if it is empty, and `latest` back. */
void results_remove_directory(struct disk *disk);

/* Writes NAME.schedule of this test there; its path is in f->schedule_path
 * then. */
int results_schedule(const struct disk *disk, const struct target *target,
	struct found *f, const char *name, struct err *err);

#endif
