/* SPDX-License-Identifier: MIT */
/* mutex.c - a lock that only its holder releases, and nobody takes twice */
#include "linear/spec.h"

enum {
	LOCK,
	TRYLOCK,
	UNLOCK,
};

static const struct linear_name names[] = {
	{"lock", "acquire", 0, RESULT_NOTHING, false},
	{"trylock", "try_lock", 0, RESULT_TRUTH, false},
	{"unlock", "release", 0, RESULT_NOTHING, false},
	{NULL, NULL, 0, RESULT_NOTHING, false},
};

static void begin(struct linear_state *s, value initial)
{
	s->words = 1;
	s->word[0] = VALUE_NONE; /* the holder */
}

static enum linear_step step(struct linear_state *s, const struct linear_op *op)
{
	bool is_free = s->word[0] == VALUE_NONE;

	if (op->name == UNLOCK) {
		if (s->word[0] != (value)op->thread)
			return STEP_UNFIT;
		s->word[0] = VALUE_NONE;
		return STEP_FITS;
	}
	if (op->name == LOCK && !is_free)
		return STEP_WAITS;
	if (op->name == TRYLOCK && !linear_gives(op, linear_truth(is_free)))
		return STEP_UNFIT;
	if (is_free)
		s->word[0] = (value)op->thread;
	return STEP_FITS;
}

static bool pure(const struct linear_op *op)
{
	return op->name == TRYLOCK && op->result == VALUE_NO;
}

const struct linear_spec spec_mutex = {
	.name = "mutex",
	.what = "lock(), waits while it is held, unlock() by the holder, "
		"trylock() -> true or false",
	.names = names,
	.by_thread = true,
	.begin = begin,
	.step = step,
	.pure = pure,
};
