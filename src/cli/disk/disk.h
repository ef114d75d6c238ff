/* SPDX-License-Identifier: MIT */
/* disk.h - what a check has on disk: bugs, results, an unfinished search
 *
 * keep.h, results.h and state.h say what becomes of it.
 */
#ifndef CLI_DISK_H
#define CLI_DISK_H

#include "cli/processes/process.h"
#include "replay/state_file.h"

struct disk {
	char results[448];	  /* scarp.out, or what --out names */
	char directory[512];	  /* scarp.out/NNN; "" when there is none */
	unsigned kept;		  /* found-K.schedule, see keep.h */
	struct process kept_copy; /* of the last one; its channel alone */
	bool keep_failed;

	/* An unfinished search, see state.h */
	struct state state;    /* that was gone on with; who we are */
	char state_path[512];  /* "": not yet known */
	char **lasting;	       /* options that hold for who goes on */
	const char *kept_none; /* the option with which no state is kept */
	bool keeps;	       /* there is something to keep */
	bool resumed, state_written, state_failed;
};

void disk_fini(struct disk *disk);

#endif
