/* SPDX-License-Identifier: MIT */
/* state.h - an exhaustive search that has not ended is on disk
 *
 * While it runs, a crew hands its processes over every few seconds (crew.keep),
 * all of them between two executions; when it was interrupted or its budget is
 * spent, a last time.  What is written is enough for `scarp resume` to end with
 * the account of one run.  A search that came to its end leaves no file.
 *
 * Trust    a channel is checked before a byte of it is written, and again when
 *          it is read.
 * Errors   a file that cannot be written is said once, and the check goes on.
 */
#ifndef CLI_STATE_H
#define CLI_STATE_H

#include <stdio.h>

#include "cli/disk/disk.h"
#include "cli/plan/course.h"
#include "cli/processes/processes.h"
#include "cli/show/status.h"
#include "cli/words/options.h"

/* Whether there is anything to keep, and what would have to be different.
 * Once, when the options were judged and the program is known. */
void state_begin(struct disk *disk, const struct options *o);
/* Of a crew whose processes have put their searches into their channels.  The
 * live line makes way for what fails. */
void state_keep(struct disk *disk, const struct course *course,
	const struct processes *all, const struct crew *crew,
	struct status *status);
/* The search was ended early: what was kept last stays.  Else it goes, and if
 * there were no bugs the directory as well. */
void state_end(struct disk *disk, bool early, bool bugs);
/* The last lines of the command: how to go on. */
void state_tell(const struct disk *disk, bool quiet, FILE *out);

/* An unfinished search; the program, the libraries and the environment are
 * what they were.  Fills disk->state, the options that last, and what made the
 * processes go over to fork mode. */
int state_open(struct disk *disk, struct options *o, struct processes *all,
	const char *path, struct err *err);
/* Is everything that the test was run with the same? */
int state_same(
	const struct disk *disk, const struct target *target, struct err *err);
/* Account w goes on in this channel; its configuration is the caller's. */
int state_fill(const struct disk *disk, unsigned w, struct channel *c,
	struct err *err);

#endif
