/* SPDX-License-Identifier: MIT */
/* check.h - one run of `scarp check`, from options to result
 *
 * Each room has a struct of its own for what it does; few files see them all.
 *
 * Memory   check_fini frees all.
 */
#ifndef CLI_CHECK_H
#define CLI_CHECK_H

#include "cli/processes/processes.h"
#include "cli/plan/course.h"
#include "cli/disk/disk.h"
#include "cli/show/show.h"
#include "cli/words/options.h"
#include "report/result.h"
#include "report/suppress.h"

struct framework;
struct suite_row;

struct check {
	struct options options;
	struct processes processes;
	struct course course;
	struct show show;
	struct disk disk;

	/* With --points=study: its points are the racing instructions.  Or what
	 * the search before has found: handed.h. */
	const struct channel *racing;
	struct deepen *deepen; /* iterative deepening; NULL: another way */
	struct result result;
	struct suppressions suppressions;
	const struct framework *framework; /* of the program; NULL: none */
	struct suite_row *row; /* of the table of all searches, or NULL */
};

void check_fini(struct check *check);

/* From the options to the exit code: they were judged, `argv` is the command's.
 */
int check_run(struct check *check, char **argv);

#endif
