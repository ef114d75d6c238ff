/* SPDX-License-Identifier: MIT */
#include "linear/smaller.h"

#include <stdlib.h>
#include <string.h>

struct key {
	value group;
	uint32_t op;
};

static int by_group(const void *a, const void *b)
{
	const struct key *x = a, *y = b;

	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	return x->op < y->op ? -1 : x->op > y->op;
}

/* A pending operation may be what makes the rest right: it stays, unless it
 * goes with its value.  What is blocked only asks for more. */
static bool goes_alone(
	const struct linear_spec *spec, const struct linear_op *op)
{
	return op->end == LINEAR_BLOCKED || spec->pure(op);
}

static value group_of(
	const struct linear_spec *spec, const struct linear_op *op, bool single)
{
	value group = spec->group && !single ? spec->group(op) : VALUE_NONE;

	return group == VALUE_EMPTY ? VALUE_NONE : group;
}

uint32_t linear_units(const struct linear_spec *spec,
	const struct linear_op *op, size_t n, bool single, uint32_t next,
	uint32_t *unit)
{
	struct key *key = calloc(n + 1, sizeof *key);
	size_t keys = 0;

	for (uint32_t i = 0; i < n; i++) {
		value group = group_of(spec, &op[i], single);

		unit[i] = UNIT_FIXED;
		if (key && group != VALUE_NONE)
			key[keys++] = (struct key){group, i};
	}
	if (key)
		qsort(key, keys, sizeof *key, by_group);
	/* First each to the first of its group, then all get numbers. */
	for (size_t k = 0, first = 0; k < keys; k++) {
		if (key[k].group != key[first].group)
			first = k;
		unit[key[k].op] = key[first].op;
	}
	for (uint32_t i = 0; i < n; i++) {
		if (unit[i] != UNIT_FIXED && unit[i] != i)
			unit[i] = unit[unit[i]];
		else if (unit[i] == i || goes_alone(spec, &op[i]))
			unit[i] = next++;
	}
	free(key);
	return next;
}

struct taking {
	const uint32_t *unit;
	size_t n;
	bool *kept, *try;
	uint32_t *left; /* units */
	size_t lefts;
	bool *out; /* by unit */
};

static bool try_without(struct taking *t, size_t from, size_t to,
	linear_still_wrong *wrong, void *context)
{
	for (size_t k = from; k < to; k++)
		t->out[t->left[k]] = true;
	for (size_t i = 0; i < t->n; i++)
		t->try[i] = t->kept[i] &&
			    (t->unit[i] == UNIT_FIXED || !t->out[t->unit[i]]);
	for (size_t k = from; k < to; k++)
		t->out[t->left[k]] = false;
	if (!wrong(context, t->try))
		return false;
	memcpy(t->kept, t->try, t->n);
	memmove(&t->left[from], &t->left[to],
		(t->lefts - to) * sizeof *t->left);
	t->lefts -= to - from;
	return true;
}

/* Pieces of `size` units.  True: something was taken out. */
static bool round_of(
	struct taking *t, size_t size, linear_still_wrong *wrong, void *context)
{
	bool any = false;

	for (size_t at = 0; at < t->lefts;) {
		size_t to = at + size < t->lefts ? at + size : t->lefts;

		if (try_without(t, at, to, wrong, context))
			any = true;
		else
			at = to;
	}
	return any;
}

/* Only those of which something is left. */
static void list_left(struct taking *t, uint32_t units)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->kept[i] && t->unit[i] != UNIT_FIXED)
			t->out[t->unit[i]] = true;
	for (uint32_t u = 0; u < units; u++) {
		if (t->out[u])
			t->left[t->lefts++] = u;
		t->out[u] = false;
	}
}

void linear_smaller(const uint32_t *unit, size_t n, uint32_t units, bool *kept,
	linear_still_wrong *wrong, void *context)
{
	struct taking t = {unit, n, kept, calloc(n + 1, 1),
		calloc(units + 1, sizeof *t.left), 0, calloc(units + 1, 1)};

	if (t.try && t.left && t.out) {
		list_left(&t, units);
		for (size_t size = t.lefts / 2; size > 1; size /= 2)
			round_of(&t, size, wrong, context);
		while (t.lefts && round_of(&t, 1, wrong, context))
			;
	}
	free(t.try);
	free(t.left);
	free(t.out);
}
