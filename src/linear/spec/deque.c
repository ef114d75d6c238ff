/* SPDX-License-Identifier: MIT */
/* deque.c - a queue with two ends */
#include "linear/spec/ends.h"

enum {
	PUSH_FRONT,
	PUSH_BACK,
	POP_FRONT,
	POP_BACK,
};

static const struct linear_name names[] = {
	{"push_front", NULL, 1, RESULT_NOTHING, false},
	{"push_back", "push", 1, RESULT_NOTHING, false},
	{"pop_front", "steal", 0, RESULT_OR_EMPTY, false},
	{"pop_back", "pop", 0, RESULT_OR_EMPTY, false},
	{NULL, NULL, 0, RESULT_NOTHING, false},
};

static enum linear_step step(struct linear_state *s, const struct linear_op *op)
{
	switch (op->name) {
	case PUSH_FRONT:
		return ends_put(s, op, 0);
	case PUSH_BACK:
		return ends_put(s, op, s->words);
	default:
		return ends_take(s, op, op->name == POP_FRONT);
	}
}

const struct linear_spec spec_deque = {
	.name = "deque",
	.what = "push_front(value), push_back(value), pop_front(), pop_back() "
		"-> value or null",
	.names = names,
	.begin = ends_begin,
	.step = step,
	.pure = ends_pure,
	.group = ends_group,
};
