/* SPDX-License-Identifier: MIT */
/* priority_queue.c - the least number first out; kept in order */
#include "linear/fast/fast.h"
#include "linear/spec/ends.h"

enum {
	INSERT,
	REMOVE_MIN,
};

static const struct linear_name names[] = {
	{"insert", "push add", 1, RESULT_NOTHING, true},
	{"remove_min", "pop extract_min delete_min", 0, RESULT_OR_EMPTY, false},
	{NULL, NULL, 0, RESULT_NOTHING, false},
};

static enum linear_step step(struct linear_state *s, const struct linear_op *op)
{
	size_t at = 0, end = s->words;

	if (op->name != INSERT)
		return ends_take(s, op, true);
	while (at < end) {
		size_t half = at + (end - at) / 2;

		if (s->word[half] < op->argument[0])
			at = half + 1;
		else
			end = half;
	}
	return ends_put(s, op, at);
}

const struct linear_spec spec_priority_queue = {
	.name = "priority-queue",
	.what = "insert(number), remove_min() -> the least number or null",
	.names = names,
	.begin = ends_begin,
	.step = step,
	.pure = ends_pure,
	.group = ends_group,
	.fast = fast_priority_queue,
};
