/* SPDX-License-Identifier: MIT */
/* register.c - a value that is read and written; with compare-and-swap */
#include "linear/fast/fast.h"
#include "linear/spec.h"

enum {
	WRITE,
	READ,
	CAS,
};

static const struct linear_name names[] = {
	{"write", "set store put", 1, RESULT_NOTHING, false},
	{"read", "get load", 0, RESULT_VALUE, false},
	{NULL, NULL, 0, RESULT_NOTHING, false},
};

static const struct linear_name cas_names[] = {
	{"write", "set store put", 1, RESULT_NOTHING, false},
	{"read", "get load", 0, RESULT_VALUE, false},
	{"cas", "compare_and_swap compare_exchange", 2, RESULT_TRUTH, false},
	{NULL, NULL, 0, RESULT_NOTHING, false},
};

static void begin(struct linear_state *s, value initial)
{
	s->words = 1;
	s->word[0] = initial == VALUE_NONE ? 0 : initial;
}

static enum linear_step step(struct linear_state *s, const struct linear_op *op)
{
	bool same = s->word[0] == op->argument[0];

	switch (op->name) {
	case WRITE:
		s->word[0] = op->argument[0];
		return STEP_FITS;
	case READ:
		return linear_gives(op, s->word[0]) ? STEP_FITS : STEP_UNFIT;
	default:
		if (!linear_gives(op, linear_truth(same)))
			return STEP_UNFIT;
		if (same)
			s->word[0] = op->argument[1];
		return STEP_FITS;
	}
}

static bool pure(const struct linear_op *op)
{
	return op->name == READ || (op->name == CAS && op->result == VALUE_NO);
}

/* A write and what reads it. */
static value group(const struct linear_op *op)
{
	return op->name == WRITE ? op->argument[0] : op->result;
}

const struct linear_spec spec_register = {
	.name = "register",
	.what = "a variable: write(value), read() -> value; begins with 0",
	.names = names,
	.initial = true,
	.begin = begin,
	.step = step,
	.pure = pure,
	.group = group,
	.fast = fast_register,
};

const struct linear_spec spec_cas_register = {
	.name = "cas-register",
	.what = "a variable with cas(expected, new) -> true or false",
	.names = cas_names,
	.initial = true,
	.begin = begin,
	.step = step,
	.pure = pure,
};
