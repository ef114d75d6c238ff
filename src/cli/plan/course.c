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

uint64_t course_start(const struct course *course)
{
	return course->start_ns - course->milliseconds_before * 1000000;
}

double course_seconds(const struct course *course)
{
	return (double)(clock_ns() - course_start(course)) / 1e9;
}
