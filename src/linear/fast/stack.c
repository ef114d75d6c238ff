/* SPDX-License-Identifier: MIT */
/* stack.c - intervals that are nested or apart
 *
 * Values with a zone are numbered by where it begins.  A part is those from
 * `first` to `last` that are still there; their zones cover an interval without
 * a gap.  One of them has to be the lowest throughout.
 */
#include <stdlib.h>

#include "linear/fast/fast.h"
#include "linear/fast/minima.h"

struct part {
	uint32_t first, last, depth;
};

struct work {
	struct fast_items items;
	struct fast_item *it; /* those with a zone, by where it begins */
	uint32_t its;
	uint32_t *edge; /* where zones begin and end */
	uint32_t edges;
	uint32_t *left, *right; /* edges of each zone, by number */
	uint32_t *next;	     /* union-find: the first from here that is there */
	uint32_t *before;    /* the one before that is there */
	struct minima cover; /* of the space behind each edge: zones there */
	struct minima
		asleep;	     /* call of the push, of those not yet candidates */
	struct minima awake; /* return of the pop, turned round */
	struct part *part;
	size_t parts;
	struct fast_cover zones;
	struct fast_places places;
};

static int by_zone(const void *a, const void *b)
{
	const struct fast_item *x = a, *y = b;

	return x->insert_back < y->insert_back
		       ? -1
		       : x->insert_back > y->insert_back;
}

static int by_number(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static uint32_t edge_number(const struct work *w, uint32_t rank)
{
	const uint32_t *at =
		bsearch(&rank, w->edge, w->edges, sizeof rank, by_number);

	return (uint32_t)(at - w->edge);
}

static uint32_t there(struct work *w, uint32_t i)
{
	while (w->next[i] != i) {
		w->next[i] = w->next[w->next[i]];
		i = w->next[i];
	}
	return i;
}

/* What is not pushed before it is popped begins and ends at one moment. */
static void sort_out(struct work *w)
{
	for (size_t i = 0; i < w->items.items; i++) {
		const struct fast_item *it = &w->items.item[i];
		uint32_t at = it->insert_call > it->remove_call
				      ? it->insert_call
				      : it->remove_call;

		if (it->insert_back < it->remove_call) {
			w->it[w->its++] = *it;
			w->edge[w->edges++] = it->insert_back;
			w->edge[w->edges++] = it->remove_call;
			continue;
		}
		fast_put(&w->places, it->insert, at, 2, 2 * it->remove);
		fast_put(&w->places, it->remove, at, 2, 2 * it->remove + 1);
	}
	qsort(w->it, w->its, sizeof *w->it, by_zone);
	qsort(w->edge, w->edges, sizeof *w->edge, by_number);
	/* Only "never" is there more than once, at the end. */
	while (w->edges > 1 && w->edge[w->edges - 2] == w->edge[w->edges - 1])
		w->edges--;
}

static void number(struct work *w)
{
	for (uint32_t i = 0; i < w->its; i++) {
		w->left[i] = edge_number(w, w->it[i].insert_back);
		w->right[i] = edge_number(w, w->it[i].remove_call);
		minima_add(&w->cover, w->left[i], w->right[i], 1);
		minima_add(&w->asleep, i, i + 1,
			(int64_t)w->it[i].insert_call - MINIMA_NOTHING);
		w->next[i] = i;
		w->before[i] = i - 1;
	}
	w->next[w->its] = w->its;
	w->before[w->its] = w->its - 1;
}

static void take_away(struct work *w, uint32_t i)
{
	uint32_t next = there(w, i + 1);

	w->next[i] = i + 1;
	w->before[next] = w->before[i];
	minima_add(&w->cover, w->left[i], w->right[i], -1);
	minima_add(&w->awake, i, i + 1, MINIMA_NOTHING);
}

/* The parts of those from `first` to `last` that are there. */
static void split(struct work *w, uint32_t first, uint32_t last, uint32_t depth)
{
	for (uint32_t i = there(w, first); i <= last && i < w->its;) {
		uint32_t gap = minima_first(&w->cover, w->left[i], 0);
		uint32_t low = i, high = w->its;

		/* The first zone that begins behind the gap. */
		while (low < high) {
			uint32_t half = low + (high - low) / 2;

			if (w->left[half] < gap)
				low = half + 1;
			else
				high = half;
		}
		low = there(w, low);
		w->part[w->parts++] = (struct part){i, w->before[low], depth};
		i = low;
	}
}

/* The lowest of a part; false: none can be. */
static bool lowest(struct work *w, struct part p, uint32_t *found)
{
	uint32_t begin = w->it[p.first].insert_back;
	uint32_t end = w->edge[minima_first(&w->cover, w->left[p.first], 0)];
	uint32_t i;

	while (minima_least(&w->asleep, p.first, p.last + 1) < begin) {
		i = minima_where(&w->asleep, p.first, p.last + 1);
		minima_add(&w->asleep, i, i + 1, MINIMA_NOTHING);
		minima_add(&w->awake, i, i + 1,
			-(int64_t)w->it[i].remove_back - MINIMA_NOTHING);
	}
	if (-minima_least(&w->awake, p.first, p.last + 1) <= (int64_t)end)
		return false;
	i = minima_where(&w->awake, p.first, p.last + 1);
	fast_put(&w->places, w->it[i].insert, begin, 0, p.depth);
	if (w->it[i].remove != NO_OP)
		fast_put(&w->places, w->it[i].remove, end, 1,
			UINT32_MAX - p.depth);
	*found = i;
	return true;
}

static bool nest(struct work *w)
{
	if (w->its)
		split(w, 0, w->its - 1, 0);
	while (w->parts) {
		struct part p = w->part[--w->parts];
		uint32_t i;

		if (!lowest(w, p, &i))
			return false;
		take_away(w, i);
		split(w, p.first, p.last, p.depth + 1);
	}
	return true;
}

static bool put_empty(struct work *w, const struct linear_fast *f)
{
	fast_zones(&w->zones, &w->items);
	for (size_t i = 0; i < w->items.empties; i++) {
		uint32_t op = w->items.empty[i];
		uint32_t at = fast_gap(&w->zones, f->op[op].call);

		if (at > f->op[op].back)
			return false;
		fast_put(&w->places, op, at, 2, 2 * op);
	}
	return true;
}

static bool work_begin(struct work *w, const struct linear_fast *f)
{
	size_t n = f->ops + 2;

	w->it = calloc(n, sizeof *w->it);
	w->edge = calloc(2 * n, sizeof *w->edge);
	w->left = calloc(n, sizeof *w->left);
	w->right = calloc(n, sizeof *w->right);
	w->next = calloc(n, sizeof *w->next);
	w->before = calloc(n, sizeof *w->before);
	w->part = calloc(n, sizeof *w->part);
	w->zones.span = calloc(n, sizeof *w->zones.span);
	w->places.place = calloc(n, sizeof *w->places.place);
	return minima_begin(&w->cover, 2 * n, 0) &&
	       minima_begin(&w->asleep, n, MINIMA_NOTHING) &&
	       minima_begin(&w->awake, n, MINIMA_NOTHING) && w->it && w->edge &&
	       w->left && w->right && w->next && w->before && w->part &&
	       w->zones.span && w->places.place;
}

static void work_end(struct work *w)
{
	fast_items_free(&w->items);
	minima_end(&w->cover);
	minima_end(&w->asleep);
	minima_end(&w->awake);
	free(w->it);
	free(w->edge);
	free(w->left);
	free(w->right);
	free(w->next);
	free(w->before);
	free(w->part);
	free(w->zones.span);
	free(w->places.place);
}

static int decide(struct work *w, struct linear_fast *f)
{
	int answer = fast_items(&w->items, f);

	if (answer != FAST_YES)
		return answer;
	if (!put_empty(w, f))
		return FAST_NO;
	sort_out(w);
	number(w);
	if (!nest(w))
		return FAST_NO;
	fast_finish(f, &w->places);
	return FAST_YES;
}

int fast_stack(struct linear_fast *f)
{
	struct work w = {0};
	int answer = FAST_MEMORY;

	if (work_begin(&w, f))
		answer = decide(&w, f);
	if (answer == FAST_NO && w.items.left_out)
		answer = FAST_UNSUITED;
	work_end(&w);
	return answer;
}
