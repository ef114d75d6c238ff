/* SPDX-License-Identifier: MIT */
/* deepen_account.h - from the processes of all jobs to one result */
#ifndef CLI_DEEPEN_ACCOUNT_H
#define CLI_DEEPEN_ACCOUNT_H

#include "cli/processes/crew.h"

struct check;

/* Fills check->result from those channels that can be believed; code is what
 * crew_drive said.  What is proven is said of the job that proves all, alone:
 * what was cut in others is no hole in that. */
void deepen_account(struct check *check, const struct crew *crew, int code);

#endif
