/* SPDX-License-Identifier: MIT */
/* settle.h - what only the command can judge of a search that is done: it knows
 * the phases
 */
#ifndef CLI_SETTLE_H
#define CLI_SETTLE_H

#include "cli/plan/course.h"
#include "cli/processes/processes.h"
#include "cli/words/options.h"
#include "quicksand/jobs.h"
#include "report/result.h"

void settle_caveats(const struct options *o, const struct course *course,
	const struct processes *all, struct result *r);

/* Which races were tried in both orders.  A search is one job: all that was a
 * decision point in its last round.  (Processes that share a space all had the
 * same.) */
void settle_search(struct result *r, const struct processes *all);
/* Those of iterative deepening, as far as they were explored to their end. */
void settle_jobs(struct result *r, const struct jobs *jobs);

#endif
