/* SPDX-License-Identifier: MIT */
/* queue.c - first in, first out */
#include "linear/fast/fast.h"
#include "linear/spec/ends.h"

enum {
	ENQUEUE,
	DEQUEUE,
	TAKE,
};

static const struct linear_name names[] = {
	{"enqueue", "push put offer send", 1, RESULT_NOTHING, false},
	{"dequeue", "pop poll try_pop try_dequeue", 0, RESULT_OR_EMPTY, false},
	{"take", "receive", 0, RESULT_VALUE, false},
	{NULL, NULL, 0, RESULT_NOTHING, false},
};

static enum linear_step step(struct linear_state *s, const struct linear_op *op)
{
	if (op->name == ENQUEUE)
		return ends_put(s, op, s->words);
	if (op->name == TAKE && !s->words)
		return STEP_WAITS;
	return ends_take(s, op, true);
}

const struct linear_spec spec_queue = {
	.name = "queue",
	.what = "first in, first out: enqueue(value), dequeue() -> value or "
		"null, take() -> value, waits while it is empty",
	.names = names,
	.begin = ends_begin,
	.step = step,
	.pure = ends_pure,
	.group = ends_group,
	.fast = fast_queue,
};
