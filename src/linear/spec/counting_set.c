/* SPDX-License-Identifier: MIT */
/* counting_set.c - a set that knows how many values it has; unlike set.c, all
 * of them are one object, since size sees all
 */
#include <string.h>

#include "linear/spec.h"

enum {
	ADD,
	REMOVE,
	CONTAINS,
	SIZE,
};

static const struct linear_name names[] = {
	{"add", "insert", 1, RESULT_TRUTH, false},
	{"remove", "erase delete", 1, RESULT_TRUTH, false},
	{"contains", "find", 1, RESULT_TRUTH, false},
	{"size", "count length", 0, RESULT_NUMBER, false},
	{NULL, NULL, 0, RESULT_NOTHING, false},
};

static void begin(struct linear_state *s, value initial)
{
	s->words = 0;
}

/* The values are kept in order: where this one is, or would be. */
static size_t place(const struct linear_state *s, value v)
{
	size_t i = 0;

	while (i < s->words && s->word[i] < v)
		i++;
	return i;
}

static void change(struct linear_state *s, size_t at, const value *added)
{
	size_t behind = s->words - at;

	if (added) {
		memmove(s->word + at + 1, s->word + at,
			behind * sizeof *s->word);
		s->word[at] = *added;
		s->words++;
	} else {
		s->words--;
		memmove(s->word + at, s->word + at + 1,
			(behind - 1) * sizeof *s->word);
	}
}

static enum linear_step step(struct linear_state *s, const struct linear_op *op)
{
	size_t at;
	bool there;

	if (op->name == SIZE)
		return linear_gives(op, (value)s->words) ? STEP_FITS
							 : STEP_UNFIT;
	at = place(s, op->argument[0]);
	there = at < s->words && s->word[at] == op->argument[0];
	if (!linear_gives(op, linear_truth(there == (op->name != ADD))))
		return STEP_UNFIT;
	if (op->name == ADD && !there)
		change(s, at, &op->argument[0]);
	if (op->name == REMOVE && there)
		change(s, at, NULL);
	return STEP_FITS;
}

static bool pure(const struct linear_op *op)
{
	return op->name == CONTAINS || op->name == SIZE ||
	       op->result == VALUE_NO;
}

const struct linear_spec spec_counting_set = {
	.name = "counting-set",
	.what = "a set with size() -> number: add(value), remove(value), "
		"contains(value) -> true or false",
	.names = names,
	.begin = begin,
	.step = step,
	.pure = pure,
};
