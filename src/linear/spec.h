/* SPDX-License-Identifier: MIT */
/* spec.h - what an object does when nobody interferes
 *
 * A specification says which names operations have, and what a step is: from a
 * state and an operation, whether its recorded result fits, and the next state.
 * It is deterministic: a state and an operation have one result.  States are
 * words, equal if these are, whatever way led there.
 *
 * One file each in spec/, a row in specs.c.
 */
#ifndef LINEAR_SPEC_H
#define LINEAR_SPEC_H

#include "linear/history.h"

struct linear_state {
	value *word; /* room for STATE_WORDS(operations) */
	size_t words;
};

/* A step makes it at most two words longer, the beginning has four. */
#define STATE_WORDS(ops) (2 * (ops) + 4)

enum linear_step {
	STEP_UNFIT, /* it would have another result; the state is as it was */
	STEP_FITS,
	STEP_WAITS, /* it cannot be made; the same */
};

enum linear_result_kind {
	RESULT_NOTHING,
	RESULT_TRUTH, /* VALUE_NO, VALUE_YES */
	RESULT_VALUE,
	RESULT_OR_EMPTY, /* a value, or VALUE_EMPTY */
	RESULT_NUMBER,
};

struct linear_name {
	const char *name;
	const char *other; /* names with blanks between them; NULL */
	unsigned arguments;
	enum linear_result_kind result;
	bool numbers; /* its arguments are numbers */
};

struct linear_fast;

struct linear_spec {
	const char *name;
	const char *what;		 /* for people */
	const struct linear_name *names; /* ends with a NULL */
	bool by_key;	/* argument 0 says which of as many objects it is */
	bool by_thread; /* a step depends on who makes it */
	bool initial;	/* what it begins with may be said: a value */
	bool number;	/* that is a number */
	bool negative;	/* which may be less than 0 */

	void (*begin)(struct linear_state *s, value initial);
	/* An operation without a result fits with every one. */
	enum linear_step (*step)(
		struct linear_state *s, const struct linear_op *op);
	/* Two operations as one step; NULL: there are none. */
	enum linear_step (*pair)(struct linear_state *s,
		const struct linear_op *a, const struct linear_op *b);
	/* With this result (without one: with any) it never changes a
	 * state in which it fits. */
	bool (*pure)(const struct linear_op *op);
	/* All operations of one group can be taken out of what is right;
	 * VALUE_NONE: it is in none.  NULL: there are no groups. */
	value (*group)(const struct linear_op *op);
	/* Decides histories without blocked operations, and with values that
	 * are inserted once; NULL: nothing does. */
	int (*fast)(struct linear_fast *f);
};

/* NULL: there are no more. */
const struct linear_spec *linear_spec_at(unsigned i);
/* NULL: there is none. */
const struct linear_spec *linear_spec_named(const char *name);

/* Number of the name, under any of its names; -1: there is none. */
int linear_name_find(const struct linear_spec *spec, const char *name);

/* Does it fit that it returned this? */
static inline bool linear_gives(const struct linear_op *op, value result)
{
	return op->result == VALUE_NONE || op->result == result;
}

static inline value linear_truth(bool yes)
{
	return yes ? VALUE_YES : VALUE_NO;
}

#endif
