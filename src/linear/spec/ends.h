/* SPDX-License-Identifier: MIT */
/* ends.h - values in a row, put in and taken out at its ends */
#ifndef LINEAR_ENDS_H
#define LINEAR_ENDS_H

#include <string.h>

#include "linear/spec.h"

static inline void ends_begin(struct linear_state *s, value initial)
{
	s->words = 0;
}

static inline enum linear_step ends_put(
	struct linear_state *s, const struct linear_op *op, size_t at)
{
	memmove(s->word + at + 1, s->word + at,
		(s->words - at) * sizeof *s->word);
	s->word[at] = op->argument[0];
	s->words++;
	return STEP_FITS;
}

/* From an empty one, nothing is taken. */
static inline enum linear_step ends_take(
	struct linear_state *s, const struct linear_op *op, bool first)
{
	size_t at = first ? 0 : s->words - 1;

	if (!s->words)
		return linear_gives(op, VALUE_EMPTY) ? STEP_FITS : STEP_UNFIT;
	if (!linear_gives(op, s->word[at]))
		return STEP_UNFIT;
	s->words--;
	memmove(s->word + at, s->word + at + 1,
		(s->words - at) * sizeof *s->word);
	return STEP_FITS;
}

/* Only what takes has a result. */
static inline bool ends_pure(const struct linear_op *op)
{
	return op->result == VALUE_EMPTY;
}

static inline value ends_group(const struct linear_op *op)
{
	return op->argument[0] != VALUE_NONE ? op->argument[0] : op->result;
}

#endif
