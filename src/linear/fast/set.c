/* SPDX-License-Identifier: MIT */
/* set.c - one value, which comes at most once and goes at most once */
#include <stdlib.h>

#include "linear/fast/fast.h"

/* Names as in spec/set.c. */
enum {
	ADD,
	REMOVE,
	CONTAINS,
};

enum sort {
	COMES,
	GOES,
	SEES,
	MISSES,
	LEFT_OUT,
};

static enum sort sort_of(const struct linear_op *op)
{
	bool yes = op->result == VALUE_YES;

	if (op->end == LINEAR_PENDING)
		return LEFT_OUT;
	switch (op->name) {
	case ADD:
		return yes ? COMES : SEES;
	case REMOVE:
		return yes ? GOES : MISSES;
	default:
		return yes ? SEES : MISSES;
	}
}

struct life {
	const struct linear_op *comes, *goes;
	uint32_t latest;   /* it has come by then */
	uint32_t earliest; /* it is not gone before */
	bool seen, left_out;
};

static int look(struct life *l, const struct linear_fast *f)
{
	l->latest = RANK_NEVER;
	for (size_t i = 0; i < f->ops; i++) {
		const struct linear_op *op = &f->op[i];
		enum sort sort = sort_of(op);

		if (op->end == LINEAR_BLOCKED || (sort == COMES && l->comes) ||
			(sort == GOES && l->goes))
			return FAST_UNSUITED;
		if (sort == COMES)
			l->comes = op;
		if (sort == GOES)
			l->goes = op;
		l->seen |= sort == SEES;
		l->left_out |= sort == LEFT_OUT && op->name != CONTAINS;
		if ((sort == COMES || sort == SEES) && op->back < l->latest)
			l->latest = op->back;
		if ((sort == GOES || sort == SEES) && op->call > l->earliest)
			l->earliest = op->call;
	}
	return FAST_YES;
}

static bool is_possible(const struct life *l)
{
	if (!l->comes)
		return !l->goes && !l->seen;
	return l->latest >= l->comes->call &&
	       (!l->goes || (l->goes->back >= l->earliest &&
				    l->goes->back >= l->comes->call));
}

/* It comes at `from` and goes at `to`: what did not see it is before or
 * behind. */
static int put_all(struct linear_fast *f, uint32_t from, uint32_t to)
{
	struct fast_places p = {calloc(f->ops + 1, sizeof *p.place), 0};
	int answer = p.place ? FAST_YES : FAST_MEMORY;

	for (uint32_t i = 0; answer == FAST_YES && i < f->ops; i++) {
		const struct linear_op *op = &f->op[i];
		enum sort sort = sort_of(op);

		if (sort == COMES)
			fast_put(&p, i, from, 1, 0);
		else if (sort == SEES)
			fast_put(&p, i, op->call > from ? op->call : from, 2,
				op->call);
		else if (sort == GOES)
			fast_put(&p, i, to, 3, 0);
		else if (sort == MISSES && op->call < from)
			fast_put(&p, i, op->call, 0, 0);
		else if (sort == MISSES && op->back > to)
			fast_put(&p, i, op->call > to ? op->call : to, 4,
				op->call);
		else if (sort == MISSES)
			answer = FAST_NO;
	}
	if (answer == FAST_YES)
		fast_finish(f, &p);
	free(p.place);
	return answer;
}

int fast_set(struct linear_fast *f)
{
	struct life l = {0};
	int answer = look(&l, f);
	uint32_t from = l.latest, to = l.earliest;

	if (answer != FAST_YES)
		return answer;
	if (!is_possible(&l))
		return l.left_out ? FAST_UNSUITED : FAST_NO;
	if (!l.comes) {
		from = to = RANK_NEVER;
	} else if (!l.goes) {
		to = RANK_NEVER;
	} else if (from > to) {
		from = to = to > l.comes->call ? to : l.comes->call;
	}
	answer = put_all(f, from, to);
	return answer == FAST_NO && l.left_out ? FAST_UNSUITED : answer;
}
