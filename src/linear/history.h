/* SPDX-License-Identifier: MIT */
/* history.h - who called what when, and what it returned
 *
 * A history is operations on objects.  Each has the rank of its call and of its
 * return in one total order of all these events: no rank occurs twice.  What is
 * right, and the words used here: docs/design/027-linearizability.md.
 *
 * Values   one word: a number as itself, everything else a number too small to
 *          be one.  Whoever reads a history gives texts numbers of their own.
 * Memory   operations are plain data, the caller's.
 */
#ifndef LINEAR_HISTORY_H
#define LINEAR_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int64_t value;

#define VALUE_NONE INT64_MIN	    /* there is none */
#define VALUE_EMPTY (INT64_MIN + 1) /* "nothing there" */
#define VALUE_NO (INT64_MIN + 2)
#define VALUE_YES (INT64_MIN + 3)
#define VALUE_TEXT (INT64_MIN + 16) /* + number of the text */
#define VALUE_LEAST (INT64_MIN / 2) /* the least number */

enum {
	LINEAR_ARGUMENTS = 2
};

#define RANK_NEVER UINT32_MAX

enum linear_end {
	LINEAR_RETURNED,
	LINEAR_PENDING, /* no return: it may have had its effect, with its
			 * result where that is known */
	LINEAR_BLOCKED, /* it waits at the end: it had none */
};

struct linear_op {
	uint32_t thread;
	uint32_t object;
	uint32_t name; /* of the names of the object's specification */
	uint32_t end;  /* enum linear_end */
	uint32_t call; /* rank */
	uint32_t back; /* rank of the return; RANK_NEVER */
	uint32_t id;   /* whoever made the history knows it by this */
	value argument[LINEAR_ARGUMENTS]; /* VALUE_NONE behind the last */
	value result; /* VALUE_NONE: it has none, or it is not known */
};

struct linear_spec;

struct linear_object {
	const struct linear_spec *spec;
	value initial; /* VALUE_NONE: the specification's own */
};

struct linear_history {
	struct linear_op *op;
	size_t ops;
	const struct linear_object *object;
	size_t objects;
};

/* a returned before b was called. */
static inline bool linear_before(
	const struct linear_op *a, const struct linear_op *b)
{
	return a->back < b->call;
}

/* Gives the events of n operations the ranks 0, 1, ... in the order that they
 * have.  Returns how many there are; SIZE_MAX: no memory. */
size_t linear_rank(struct linear_op *op, size_t n);

/* Each operation becomes as long as the period around it in which any was
 * open: quiescent consistency is linearizability of what comes out.  Ranks have
 * to be dense, and are again.  False: no memory. */
bool linear_stretch(struct linear_op *op, size_t n);

#endif
