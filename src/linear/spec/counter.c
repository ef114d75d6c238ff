/* SPDX-License-Identifier: MIT */
/* counter.c - a number that is added to.  It wraps, as 64 bits do. */
#include "linear/spec.h"

enum {
	ADD,
	FETCH_ADD,
	INCREMENT,
	READ,
};

static const struct linear_name names[] = {
	{"add", NULL, 1, RESULT_NOTHING, true},
	{"fetch_add", "get_and_add", 1, RESULT_NUMBER, true},
	{"increment", NULL, 0, RESULT_NOTHING, false},
	{"read", "get load", 0, RESULT_NUMBER, false},
	{NULL, NULL, 0, RESULT_NOTHING, false},
};

static void begin(struct linear_state *s, value initial)
{
	s->words = 1;
	s->word[0] = initial == VALUE_NONE ? 0 : initial;
}

static enum linear_step step(struct linear_state *s, const struct linear_op *op)
{
	value was = s->word[0];
	value by = op->name == READ	   ? 0
		   : op->name == INCREMENT ? 1
					   : op->argument[0];

	if ((op->name == READ || op->name == FETCH_ADD) &&
		!linear_gives(op, was))
		return STEP_UNFIT;
	s->word[0] = (value)((uint64_t)was + (uint64_t)by);
	return STEP_FITS;
}

static bool pure(const struct linear_op *op)
{
	return op->name == READ ||
	       (op->name != INCREMENT && op->argument[0] == 0);
}

const struct linear_spec spec_counter = {
	.name = "counter",
	.what = "a number: add(n), increment(), fetch_add(n) -> the number "
		"before, read() -> number; begins with 0",
	.names = names,
	.initial = true,
	.number = true,
	.negative = true,
	.begin = begin,
	.step = step,
	.pure = pure,
};
