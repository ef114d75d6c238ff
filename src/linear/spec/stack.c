/* SPDX-License-Identifier: MIT */
/* stack.c - last in, first out */
#include "linear/fast/fast.h"
#include "linear/spec/ends.h"

enum {
	PUSH,
	POP,
};

static const struct linear_name names[] = {
	{"push", NULL, 1, RESULT_NOTHING, false},
	{"pop", "try_pop", 0, RESULT_OR_EMPTY, false},
	{NULL, NULL, 0, RESULT_NOTHING, false},
};

static enum linear_step step(struct linear_state *s, const struct linear_op *op)
{
	return op->name == PUSH ? ends_put(s, op, s->words)
				: ends_take(s, op, false);
}

const struct linear_spec spec_stack = {
	.name = "stack",
	.what = "last in, first out: push(value), pop() -> value or null",
	.names = names,
	.begin = ends_begin,
	.step = step,
	.pure = ends_pure,
	.group = ends_group,
	.fast = fast_stack,
};
