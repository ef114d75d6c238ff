/* SPDX-License-Identifier: MIT */
/* items.c - which operations are of one value; intervals; the order */
#include "linear/fast/fast.h"

#include <stdlib.h>

static int by_value(const void *a, const void *b)
{
	const struct fast_item *x = a, *y = b;

	if (x->value != y->value)
		return x->value < y->value ? -1 : 1;
	return (x->insert == NO_OP) - (y->insert == NO_OP);
}

/* An operation as an item of its own; false: it is left out. */
static bool single(struct fast_item *it, struct fast_items *out,
	const struct linear_op *op, uint32_t i)
{
	bool inserts = op->argument[0] != VALUE_NONE;
	bool pending = op->end == LINEAR_PENDING;

	if (!inserts && pending) {
		out->left_out = true;
		return false;
	}
	if (!inserts && op->result == VALUE_EMPTY) {
		out->empty[out->empties++] = i;
		return false;
	}
	*it = (struct fast_item){
		.value = inserts ? op->argument[0] : op->result,
		.insert = inserts ? i : NO_OP,
		.remove = inserts ? NO_OP : i,
		.insert_call = op->call,
		.insert_back = pending ? NEVER_RETURNED : op->back,
		.remove_call = inserts ? NEVER_CALLED : op->call,
		.remove_back = inserts ? RANK_NEVER : op->back};
	return true;
}

/* Pairs that are neighbours now. */
static int pair_up(struct fast_items *out)
{
	size_t n = 0;
	int answer = FAST_YES;

	for (size_t i = 0, next; i < out->items; i = next) {
		struct fast_item it = out->item[i];
		size_t inserts = 0;

		for (next = i;
			next < out->items && out->item[next].value == it.value;
			next++)
			inserts += out->item[next].insert != NO_OP;
		if (inserts > 1)
			return FAST_UNSUITED;
		if (!inserts || next - i > 2) {
			answer = FAST_NO; /* from nowhere, or twice */
			continue;
		}
		if (next - i == 2) {
			it.remove = out->item[i + 1].remove;
			it.remove_call = out->item[i + 1].remove_call;
			it.remove_back = out->item[i + 1].remove_back;
		} else if (it.insert_back == NEVER_RETURNED) {
			continue; /* nobody got it */
		}
		if (it.remove_back < it.insert_call)
			answer = FAST_NO;
		out->item[n++] = it;
	}
	out->items = n;
	return answer;
}

int fast_items(struct fast_items *out, const struct linear_fast *f)
{
	*out = (struct fast_items){calloc(f->ops + 1, sizeof *out->item), 0,
		calloc(f->ops + 1, sizeof *out->empty), 0, false};
	if (!out->item || !out->empty)
		return FAST_MEMORY;
	for (uint32_t i = 0; i < f->ops; i++) {
		if (f->op[i].end == LINEAR_BLOCKED)
			return FAST_UNSUITED;
		out->items += single(&out->item[out->items], out, &f->op[i], i);
	}
	qsort(out->item, out->items, sizeof *out->item, by_value);
	return pair_up(out);
}

void fast_items_free(struct fast_items *out)
{
	free(out->item);
	free(out->empty);
}

/* --- the order --------------------------------------------------------------
 */

void fast_put(struct fast_places *p, uint32_t op, uint32_t point,
	uint32_t second, uint32_t third)
{
	p->place[p->places++] = (struct fast_place){point, second, third, op};
}

static int by_place(const void *a, const void *b)
{
	const struct fast_place *x = a, *y = b;

	if (x->point != y->point)
		return x->point < y->point ? -1 : 1;
	if (x->second != y->second)
		return x->second < y->second ? -1 : 1;
	if (x->third != y->third)
		return x->third < y->third ? -1 : 1;
	return x->op < y->op ? -1 : x->op > y->op;
}

void fast_finish(struct linear_fast *f, struct fast_places *p)
{
	qsort(p->place, p->places, sizeof *p->place, by_place);
	f->ordered = p->places;
	for (size_t i = 0; i < p->places; i++)
		f->order[i] = p->place[i].op;
}

/* --- intervals --------------------------------------------------------------
 */

static int by_from(const void *a, const void *b)
{
	const struct fast_span *x = a, *y = b;

	return x->from < y->from ? -1 : x->from > y->from;
}

void fast_join(struct fast_cover *c)
{
	size_t n = 0;

	qsort(c->span, c->spans, sizeof *c->span, by_from);
	for (size_t i = 0; i < c->spans; i++) {
		struct fast_span s = c->span[i];

		if (n && s.from < c->span[n - 1].to) {
			if (s.to > c->span[n - 1].to)
				c->span[n - 1].to = s.to;
		} else {
			c->span[n++] = s;
		}
	}
	c->spans = n;
}

void fast_zones(struct fast_cover *c, const struct fast_items *items)
{
	c->spans = 0;
	for (size_t i = 0; i < items->items; i++) {
		const struct fast_item *it = &items->item[i];

		if (it->insert_back < it->remove_call)
			c->span[c->spans++] = (struct fast_span){
				it->insert_back, it->remove_call};
	}
	fast_join(c);
}

uint32_t fast_gap(const struct fast_cover *c, uint32_t from)
{
	size_t low = 0, high = c->spans;

	/* The last that begins before `from`. */
	while (low < high) {
		size_t half = low + (high - low) / 2;

		if (c->span[half].from < from)
			low = half + 1;
		else
			high = half;
	}
	return low && c->span[low - 1].to > from ? c->span[low - 1].to : from;
}
