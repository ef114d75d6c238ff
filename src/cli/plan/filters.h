/* SPDX-License-Identifier: MIT */
/* filters.h - the functions and variables that directives name
 *
 * --within, --without, --trust and --ignore: names become pieces of code and
 * data, by the debug information and the symbols of the test and its libraries.
 */
#ifndef CLI_FILTERS_H
#define CLI_FILTERS_H

#include "cli/plan/course.h"
#include "cli/processes/processes.h"
#include "cli/words/options.h"

/* Fills all->filters.  ERR_USAGE: a name is nowhere, or could be several
 * variables. */
int filters_find(const struct options *o, struct processes *all,
	struct course *course, struct err *err);

#endif
