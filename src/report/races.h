/* SPDX-License-Identifier: MIT */
/* races.h - data races as a reader takes them: by pairs of lines, worst first
 */
#ifndef REPORT_RACES_H
#define REPORT_RACES_H

#include "report/names.h"
#include "report/result.h"

/* What a reader takes for one race. */
struct told_race {
	uint32_t first; /* row */
	enum race_class class;
	uint64_t from, to; /* executions */
	bool both, recycled, held;
	bool frees; /* one side is a free */
};

/* What there is to tell; how many.  Both tables have r->races entries. */
uint32_t races_tell(struct names *n, const struct result *r,
	struct told_race *told, uint32_t *group);

/* Its class, and what that means: a sentence. */
const char *races_came_of_it(const struct told_race *t);

#endif
