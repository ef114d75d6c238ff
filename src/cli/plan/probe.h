/* SPDX-License-Identifier: MIT */
/* probe.h - do two processes do the same?
 *
 * Where address randomisation cannot be switched off, one execution is traced
 * in two processes before the search begins.  Their operations must be the
 * same, or replaying would be luck: ERR_DIVERGED names the first step that
 * differs.  Where only addresses differ, the result gets a caveat.
 *
 * Cost     nothing where randomisation is off; else two executions.
 */
#ifndef CLI_PROBE_H
#define CLI_PROBE_H

#include "cli/plan/course.h"
#include "cli/processes/processes.h"
#include "cli/words/options.h"
#include "report/result.h"

int probe(const struct options *o, struct processes *all, struct course *course,
	struct result *r, struct err *err);

/* Appends to a divergence what it most likely comes from. */
void probe_blame(const struct result *r, struct err *err);

#endif
