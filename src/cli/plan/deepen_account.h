/* SPDX-License-Identifier: MIT */
/* deepen_account.h - from the processes of all jobs to one result */
#ifndef CLI_DEEPEN_ACCOUNT_H
#define CLI_DEEPEN_ACCOUNT_H

#include "cli/plan/course.h"
#include "report/result.h"

struct deepen;

/* Fills the result from those channels that can be believed; code is what
 * crew_drive said.  What is proven is said of the job that proves all, alone:
 * what was cut in others is no hole in that. */
void deepen_account(const struct deepen *d, const struct crew *crew, int code,
	struct course *course, struct result *r);

#endif
