/* SPDX-License-Identifier: MIT */
/* check.h - does anything explain this history?
 *
 * Takes it apart (objects, keys), asks the fast ways first, then the general
 * search, and makes what is wrong small.
 *
 * Memory   the verdict's lists are the caller's: linear_verdict_free.
 */
#ifndef LINEAR_CHECK_H
#define LINEAR_CHECK_H

#include "linear/search.h"

enum linear_condition {
	LINEAR_LINEARIZABLE,
	LINEAR_SEQUENTIAL,
	LINEAR_QUIESCENT,
	LINEAR_SET,
	LINEAR_CONDITIONS
};

/* As people write them. */
extern const char *const linear_condition_name[LINEAR_CONDITIONS];
/* "linearizable", "sequentially consistent", ... */
extern const char *const linear_condition_word[LINEAR_CONDITIONS];

enum linear_method {
	LINEAR_ANY,	/* fast where there is a way */
	LINEAR_GENERAL, /* for tests */
	LINEAR_FAST,	/* the same: what it does not suit is LINEAR_NO_STEPS */
};

struct linear_verdict {
	enum linear_answer answer;
	/* LINEAR_EXPLAINED: one order of all, as indices of the history's op,
	 * with LINEAR_WITH_NEXT as in search.h. */
	uint32_t *order;
	size_t ordered;
	/* LINEAR_WRONG: operations that nothing explains, by their calls. */
	uint32_t *core;
	size_t cores;
	/* The one of them whose return has no place; those that return later
	 * may be left out.  UINT32_MAX: nothing is so simple. */
	uint32_t wrong;
	/* LINEAR_WRONG, or unknown: where. */
	uint32_t object;
	value key; /* VALUE_NONE: all of it */
	uint64_t steps;
	size_t parts; /* that were judged by themselves, */
	size_t fast;  /* and how many of them without a search */
	bool doubt;   /* two ways disagreed: a fault in scarp */
};

void linear_check(const struct linear_history *h,
	enum linear_condition condition, enum linear_method method,
	const struct linear_limits *limits, struct linear_verdict *verdict);

void linear_verdict_free(struct linear_verdict *verdict);

#endif
