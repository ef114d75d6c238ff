/* SPDX-License-Identifier: MIT */
/* semaphore.c - a number of permits */
#include "linear/spec.h"

enum {
	WAIT,
	TRYWAIT,
	POST,
};

static const struct linear_name names[] = {
	{"wait", "acquire", 0, RESULT_NOTHING, false},
	{"trywait", "try_wait try_acquire", 0, RESULT_TRUTH, false},
	{"post", "release signal", 0, RESULT_NOTHING, false},
	{NULL, NULL, 0, RESULT_NOTHING, false},
};

static void begin(struct linear_state *s, value initial)
{
	s->words = 1;
	s->word[0] = initial == VALUE_NONE ? 0 : initial;
}

static enum linear_step step(struct linear_state *s, const struct linear_op *op)
{
	bool some = s->word[0] > 0;

	if (op->name == POST) {
		s->word[0]++;
		return STEP_FITS;
	}
	if (op->name == WAIT && !some)
		return STEP_WAITS;
	if (op->name == TRYWAIT && !linear_gives(op, linear_truth(some)))
		return STEP_UNFIT;
	s->word[0] -= some;
	return STEP_FITS;
}

static bool pure(const struct linear_op *op)
{
	return op->name == TRYWAIT && op->result == VALUE_NO;
}

const struct linear_spec spec_semaphore = {
	.name = "semaphore",
	.what = "wait(), waits while there is no permit, post(), trywait() -> "
		"true or false; begins with 0",
	.names = names,
	.initial = true,
	.number = true,
	.begin = begin,
	.step = step,
	.pure = pure,
};
