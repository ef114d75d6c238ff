/* SPDX-License-Identifier: MIT */
/* map.c - a value for each key; each key is an object of its own */
#include "linear/spec.h"

enum {
	PUT,
	GET,
	REMOVE,
	INSERT,
	CONTAINS,
};

static const struct linear_name names[] = {
	{"put", "set store", 2, RESULT_NOTHING, false},
	{"get", "find load", 1, RESULT_OR_EMPTY, false},
	{"remove", "erase delete", 1, RESULT_TRUTH, false},
	{"insert", "put_if_absent add", 2, RESULT_TRUTH, false},
	{"contains", "contains_key", 1, RESULT_TRUTH, false},
	{NULL, NULL, 0, RESULT_NOTHING, false},
};

static void begin(struct linear_state *s, value initial)
{
	s->words = 1;
	s->word[0] = VALUE_EMPTY;
}

static enum linear_step step(struct linear_state *s, const struct linear_op *op)
{
	bool there = s->word[0] != VALUE_EMPTY;
	bool fits = true;

	if (op->name == GET)
		fits = linear_gives(op, s->word[0]);
	else if (op->name != PUT)
		fits = linear_gives(
			op, linear_truth(there == (op->name != INSERT)));
	if (!fits)
		return STEP_UNFIT;
	if (op->name == PUT || (op->name == INSERT && !there))
		s->word[0] = op->argument[1];
	else if (op->name == REMOVE)
		s->word[0] = VALUE_EMPTY;
	return STEP_FITS;
}

static bool pure(const struct linear_op *op)
{
	return op->name == GET || op->name == CONTAINS ||
	       (op->name != PUT && op->result == VALUE_NO);
}

const struct linear_spec spec_map = {
	.name = "map",
	.what = "put(key, value), get(key) -> value or null, insert(key, "
		"value) -> false: it was there, remove(key), contains(key) -> "
		"true or false",
	.names = names,
	.by_key = true,
	.begin = begin,
	.step = step,
	.pure = pure,
};
