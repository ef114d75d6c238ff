/* SPDX-License-Identifier: MIT */
/* exchanger.c - two that meet take each other's value
 *
 * No sequence explains an exchange: the first of two would have to know what
 * the second brings.  A step of both does: set-linearizability.
 */
#include "linear/spec.h"

static const struct linear_name names[] = {
	{"exchange", NULL, 1, RESULT_OR_EMPTY, false},
	{NULL, NULL, 0, RESULT_NOTHING, false},
};

static void begin(struct linear_state *s, value initial)
{
	s->words = 0;
}

/* Nobody came. */
static enum linear_step step(struct linear_state *s, const struct linear_op *op)
{
	return linear_gives(op, VALUE_EMPTY) ? STEP_FITS : STEP_UNFIT;
}

static enum linear_step pair(struct linear_state *s, const struct linear_op *a,
	const struct linear_op *b)
{
	return linear_gives(a, b->argument[0]) &&
			       linear_gives(b, a->argument[0])
		       ? STEP_FITS
		       : STEP_UNFIT;
}

static bool pure(const struct linear_op *op)
{
	return op->result == VALUE_EMPTY;
}

const struct linear_spec spec_exchanger = {
	.name = "exchanger",
	.what = "exchange(value) -> the value of who came at the same time, or "
		"null; for --condition set",
	.names = names,
	.begin = begin,
	.step = step,
	.pair = pair,
	.pure = pure,
};
