/* SPDX-License-Identifier: MIT */
/* made.h - a history made of the operations that a test noted */
#ifndef LINEAR_MADE_H
#define LINEAR_MADE_H

#include "linear/check.h"
#include "linear/noted.h"

_Static_assert(NOTED_ARGUMENTS == (int)LINEAR_ARGUMENTS, "of an operation");

enum {
	NOTED_VALUES = NOTED_OPS * (NOTED_ARGUMENTS + 1) + NOTED_OBJECTS
};

/* A history made of it; everything in it belongs to this. */
struct noted_history {
	struct linear_history history; /* op[].id: of noted.op */
	struct linear_op op[NOTED_OPS];
	struct linear_object object[NOTED_OBJECTS];
	const struct noted_value *value[NOTED_VALUES]; /* VALUE_TEXT + i */
	uint32_t values;
};

/* Operations of objects without a specification are left out.  Returns the
 * operation that does not fit the specification of its object, and says in
 * `what` why; -1: all do. */
int noted_history(const struct operations *n, struct noted_history *out,
	char *what, size_t size);

/* What is asked of them: where an object has steps of two operations that meet,
 * these are steps. */
enum linear_condition noted_condition(const struct noted_history *h);

/* "7", "true", "p2", "\"text\"" */
void noted_say(const struct noted_history *h, value v, char *out, size_t size);

/* "enqueue(7)"; `back`: with its result, "dequeue -> empty".  `i` is of h. */
void noted_say_operation(const struct operations *n,
	const struct noted_history *h, size_t i, bool back, char *out,
	size_t size);

#endif
