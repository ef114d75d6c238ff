/* SPDX-License-Identifier: MIT */
#include "cli/plan/course.h"

int course_drive(struct course *course, struct crew *crew, struct err *err)
{
	int code = crew_drive(crew, err);

	course->fault |= crew->fault;
	course->interrupted |= crew->interrupted;
	return code;
}

bool course_early(const struct course *course, bool over)
{
	return !over && (course->interrupted || course->out_of_time ||
				course->out_of_executions);
}

double course_seconds(const struct course *course)
{
	return (double)(clock_ns() - course->start_ns) / 1e9 +
	       (double)course->milliseconds_before / 1e3;
}
