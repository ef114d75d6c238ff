/* SPDX-License-Identifier: MIT */
/* set.c - which values are in it; each value is an object of its own */
#include "linear/fast/fast.h"
#include "linear/spec.h"

enum {
	ADD,
	REMOVE,
	CONTAINS,
};

static const struct linear_name names[] = {
	{"add", "insert", 1, RESULT_TRUTH, false},
	{"remove", "erase delete", 1, RESULT_TRUTH, false},
	{"contains", "find", 1, RESULT_TRUTH, false},
	{NULL, NULL, 0, RESULT_NOTHING, false},
};

static void begin(struct linear_state *s, value initial)
{
	s->words = 1;
	s->word[0] = VALUE_NO;
}

static enum linear_step step(struct linear_state *s, const struct linear_op *op)
{
	bool there = s->word[0] == VALUE_YES;

	if (!linear_gives(op, linear_truth(there == (op->name != ADD))))
		return STEP_UNFIT;
	if (op->name != CONTAINS)
		s->word[0] = linear_truth(op->name == ADD);
	return STEP_FITS;
}

static bool pure(const struct linear_op *op)
{
	return op->name == CONTAINS || op->result == VALUE_NO;
}

const struct linear_spec spec_set = {
	.name = "set",
	.what = "add(value), remove(value), contains(value) -> true or false: "
		"was it added, removed, there",
	.names = names,
	.by_key = true,
	.begin = begin,
	.step = step,
	.pure = pure,
	.fast = fast_set,
};
