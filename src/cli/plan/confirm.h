/* SPDX-License-Identifier: MIT */
/* confirm.h - a bug counts when its schedule fails again in a fresh process */
#ifndef CLI_CONFIRM_H
#define CLI_CONFIRM_H

#include "cli/plan/course.h"
#include "cli/processes/processes.h"
#include "report/result.h"

/* In a fresh channel: the same run as the one that found it, along its
 * schedule. */
void confirm_prepare(struct channel *to, const struct found *found);

/* Replays each bug of the result that was not yet replayed. */
int confirm(struct processes *all, struct course *course, struct result *r,
	struct err *err);

/* The same for one bug whose schedule, points and thread names are already in
 * p->channel (replay_main). */
int confirm_run(struct processes *all, struct course *course, struct process *p,
	struct found *found, struct err *err);

#endif
