/* SPDX-License-Identifier: MIT */
/* check.h - one run of `scarp check`, from options to result
 *
 * explore  fills the result from one or more phases of test processes
 * confirm  replays each bug in a fresh process
 * announce says beforehand what will be done and why
 *
 * Memory   check_fini frees all.
 */
#ifndef CLI_CHECK_H
#define CLI_CHECK_H

#include "cli/processes/processes.h"
#include "cli/plan/course.h"
#include "cli/disk/disk.h"
#include "cli/show/show.h"
#include "cli/processes/threads.h"
#include "cli/words/options.h"
#include "report/result.h"

struct check {
	struct options options;
	struct processes processes;
	struct course course;
	struct show show;
	struct disk disk;
	/* With --points=study: its points are the racing instructions. */
	const struct channel *racing;
	struct result result;

	struct deepen *deepen; /* iterative deepening; NULL: another way */
	const struct phase *phase_now;
	struct thread_table threads; /* of this phase, if it is shared */
	int reruns_fd; /* of its channel/reruns.h; -1: they are not counted */
	const struct channel *before; /* of the phase before; NULL: none */
};

/* Rewind mode, and what the inventory of the binary says about the verdict. */
int check_inspect(struct check *check, struct err *err);
/* The same for replay, where mode and holes are known: reads the inventory for
 * the sake of the reports. */
int check_inspect_again(const char *path, struct err *err);
void announce(const struct check *check);
int explore(struct check *check, struct err *err);
int confirm(struct check *check, struct err *err);

/* The same for one bug whose schedule, points and thread names are already in
 * p->channel (replay_main). */
int confirm_run(struct check *check, struct process *p, struct found *found,
	struct err *err);

/* Fills the part of a configuration that every task shares. */
void check_configure(const struct check *check, struct channel_config *config);
void check_fini(struct check *check);

/* From the options to the exit code: they were judged, `argv` is the command's.
 */
int check_run(struct check *check, char **argv);

#endif
