/* SPDX-License-Identifier: MIT */
/* course.h - how a check goes, and what ended it */
#ifndef CLI_COURSE_H
#define CLI_COURSE_H

#include "cli/processes/crew.h"

struct course {
	uint64_t start_ns;
	uint64_t milliseconds_before; /* of the search that is gone on with */
	bool begun;		      /* some execution began */
	bool out_of_time;	      /* the budget in time ended it */
	bool out_of_executions;
	bool interrupted;
	bool fault; /* of scarp, not of its user */
};

/* crew_drive, and what that says of the course. */
int course_drive(struct course *course, struct crew *crew, struct err *err);

/* The search was ended before it was over, and not by what it found. */
bool course_early(const struct course *course, bool over);

/* When it would have begun, without a pause before it was gone on with: what is
 * counted is from then on. */
uint64_t course_start(const struct course *course);

/* Since it began; with what passed before it was gone on with. */
double course_seconds(const struct course *course);

#endif
