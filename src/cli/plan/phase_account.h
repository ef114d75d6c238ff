/* SPDX-License-Identifier: MIT */
/* phase_account.h - from the processes of a phase to one result */
#ifndef CLI_PHASE_ACCOUNT_H
#define CLI_PHASE_ACCOUNT_H

#include "cli/plan/course.h"
#include "cli/plan/phase.h"
#include "report/result.h"

/* It can come to an end that proves something. */
bool phase_exhausts(const struct phase *phase);

/* Why it ended and how far it came; code is what crew_drive said. */
void phase_ended(const struct phase *phase, const struct crew *crew, int code,
	struct course *course, struct result *r);

/* Adds what those channels say that can be believed.  stop_after: bugs, of the
 * whole check. */
void phase_merge(const struct crew *crew, uint64_t stop_after, bool sampler,
	struct course *course, struct result *r);
/* Bugs alone: something was not put back, so that executions are void. */
void phase_merge_bugs(const struct crew *crew, struct result *r);

#endif
