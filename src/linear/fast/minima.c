/* SPDX-License-Identifier: MIT */
#include "linear/fast/minima.h"

#include <stdlib.h>

bool minima_begin(struct minima *t, size_t n, int64_t each)
{
	uint32_t leaves = 1;

	while (leaves < n)
		leaves *= 2;
	t->leaves = leaves;
	t->least = calloc((size_t)2 * leaves, sizeof *t->least);
	t->added = calloc((size_t)2 * leaves, sizeof *t->added);
	for (uint32_t i = 0; t->least && i < 2 * leaves; i++)
		t->least[i] = each;
	return t->least && t->added;
}

void minima_end(struct minima *t)
{
	free(t->least);
	free(t->added);
}

/* A node, and which leaves are below it. */
struct node {
	uint32_t at, from, to;
};

static struct node top(const struct minima *t)
{
	return (struct node){1, 0, t->leaves};
}

static struct node half(struct node n, uint32_t which)
{
	uint32_t middle = n.from + (n.to - n.from) / 2;

	return which ? (struct node){2 * n.at + 1, middle, n.to}
		     : (struct node){2 * n.at, n.from, middle};
}

static void add(struct minima *t, struct node n, uint32_t from, uint32_t to,
	int64_t what)
{
	int64_t a, b;

	if (to <= n.from || n.to <= from)
		return;
	if (from <= n.from && n.to <= to) {
		t->least[n.at] += what;
		t->added[n.at] += what;
		return;
	}
	add(t, half(n, 0), from, to, what);
	add(t, half(n, 1), from, to, what);
	a = t->least[2 * n.at];
	b = t->least[2 * n.at + 1];
	t->least[n.at] = (a < b ? a : b) + t->added[n.at];
}

void minima_add(struct minima *t, uint32_t from, uint32_t to, int64_t what)
{
	add(t, top(t), from, to, what);
}

/* `above` was added to all below n. */
static int64_t least(const struct minima *t, struct node n, int64_t above,
	uint32_t from, uint32_t to)
{
	int64_t a, b;

	if (to <= n.from || n.to <= from)
		return INT64_MAX;
	if (from <= n.from && n.to <= to)
		return t->least[n.at] + above;
	a = least(t, half(n, 0), above + t->added[n.at], from, to);
	b = least(t, half(n, 1), above + t->added[n.at], from, to);
	return a < b ? a : b;
}

int64_t minima_least(const struct minima *t, uint32_t from, uint32_t to)
{
	return least(t, top(t), 0, from, to);
}

/* UINT32_MAX: none below n. */
static uint32_t first(const struct minima *t, struct node n, int64_t above,
	uint32_t from, uint32_t to, int64_t most)
{
	uint32_t found;

	if (to <= n.from || n.to <= from || t->least[n.at] + above > most)
		return UINT32_MAX;
	if (n.to - n.from == 1)
		return n.from;
	above += t->added[n.at];
	found = first(t, half(n, 0), above, from, to, most);
	return found != UINT32_MAX
		       ? found
		       : first(t, half(n, 1), above, from, to, most);
}

uint32_t minima_where(const struct minima *t, uint32_t from, uint32_t to)
{
	return first(t, top(t), 0, from, to, minima_least(t, from, to));
}

uint32_t minima_first(const struct minima *t, uint32_t from, int64_t most)
{
	return first(t, top(t), 0, from, t->leaves, most);
}
