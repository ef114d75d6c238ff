/* SPDX-License-Identifier: MIT */
/* keep.h - bugs are on disk the moment they are seen
 *
 * While a search goes on, each new bug is written as found-K.schedule, so that
 * it survives whatever ends the command.  What the end writes (save_result)
 * takes the place of these files.
 *
 * Trust    the process that found it still runs: a copy is made and checked
 *          (channel_copy_bug) before a byte is written.
 */
#ifndef CLI_KEEP_H
#define CLI_KEEP_H

#include "cli/plan/check.h"

/* A crew's `found`: bug `index` of worker `w`.  `check` is a struct check. */
void keep_found(
	void *check, const struct crew *crew, unsigned w, uint32_t index);

/* The channel for copies of what a live one holds; NULL with err. */
struct channel *keep_copy(struct disk *disk, struct err *err);

/* What was found is on disk under its last names, or was none: the files of
 * keep_found go. */
void keep_forget(struct check *check);

/* The check ends without its results: says where the bugs are. */
void keep_tell(const struct check *check);

#endif
