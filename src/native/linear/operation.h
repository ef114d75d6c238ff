/* SPDX-License-Identifier: MIT */
/* operation.h - the operations that a test noted, and what they are judged by
 */
#ifndef NATIVE_OPERATION_H
#define NATIVE_OPERATION_H

#include "linear/noted.h"

#include <stddef.h>

/* A history is an object of its own: what it is of may be a lock. */
#define HISTORY_OF(address) ((uint64_t)(address) | 1ull << 62)
#define HISTORY_IS_OF(history) ((history) & ~(1ull << 62))

/* Of the execution in progress. */
extern struct operations noted;

/* The process ends well: does an order explain all results?  Does not return if
 * none does. */
void operations_judge(void);

/* Of an object that is judged by its own operations: not all that they do is
 * known, or compared exactly, so "wrong" says nothing. */
struct noted_history;
struct linear_verdict;
bool judge_unsure(
	const struct noted_history *h, const struct linear_verdict *v);

/* The history of the execution in progress is not judged: a hole. */
void judge_gives_up(void);

/* What it sorts with. */
void linear_qsort(void *all, size_t n, size_t size,
	int (*compare)(const void *, const void *));

/* What src/linear allocated is given back, all at once. */
void judge_room_empty(void);

#endif
