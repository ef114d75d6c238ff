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

#include "cli/disk/disk.h"

struct crew;
struct options;
struct show;

/* Of a crew that runs: bug `index` of worker `w` was seen.  It is told. */
void keep_found(struct disk *disk, struct show *show, const struct options *o,
	const struct crew *crew, unsigned w, uint32_t index);

/* The channel for copies of what a live one holds; NULL with err. */
struct channel *keep_copy(struct disk *disk, struct err *err);

/* What was found is on disk under its last names, or was none: the files of
 * keep_found go; if there were no bugs, their directory as well. */
void keep_forget(struct disk *disk, bool bugs);

/* The check ends without its results: says where the bugs are. */
void keep_tell(const struct disk *disk);

#endif
