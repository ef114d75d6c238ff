/* SPDX-License-Identifier: MIT */
/* priority_queue.c - each value as short a time inside as those before it allow
 *
 * Moments are the slots behind each event.  In a slot, what was inside leaves
 * first, then values come and go at once, then others come.
 */
#include <stdlib.h>

#include "linear/fast/fast.h"

struct work {
	struct fast_items items;
	uint32_t *next; /* union-find: the first slot that is not covered */
	uint32_t slots;
	struct fast_places places;
};

static uint32_t open_slot(struct work *w, uint32_t slot)
{
	while (w->next[slot] != slot) {
		w->next[slot] = w->next[w->next[slot]];
		slot = w->next[slot];
	}
	return slot;
}

static void cover(struct work *w, uint32_t from, uint32_t to)
{
	for (uint32_t i = open_slot(w, from); i < to; i = open_slot(w, i))
		w->next[i] = i + 1;
}

/* Values come in their order: what covers a slot now goes first. */
static bool put_value(struct work *w, const struct fast_item *it, uint32_t k)
{
	uint32_t call = it->insert_call > it->remove_call ? it->insert_call
							  : it->remove_call;
	uint32_t out = it->remove == NO_OP ? w->slots : open_slot(w, call);

	if (it->remove != NO_OP && out >= it->remove_back)
		return false;
	if (out < it->insert_back) {
		fast_put(&w->places, it->insert, out, 1, 2 * it->remove);
		fast_put(&w->places, it->remove, out, 1, 2 * it->remove + 1);
		return true;
	}
	fast_put(&w->places, it->insert, it->insert_back - 1, 2, k);
	if (it->remove != NO_OP)
		fast_put(&w->places, it->remove, out, 0, k);
	cover(w, it->insert_back, out);
	return true;
}

static int put_all(struct work *w, const struct linear_fast *f)
{
	for (uint32_t k = 0; k < w->items.items; k++)
		if (!put_value(w, &w->items.item[k], k))
			return FAST_NO;
	for (size_t i = 0; i < w->items.empties; i++) {
		uint32_t op = w->items.empty[i];
		uint32_t at = open_slot(w, f->op[op].call);

		if (at >= f->op[op].back)
			return FAST_NO;
		fast_put(&w->places, op, at, 1, 2 * op);
	}
	return FAST_YES;
}

int fast_priority_queue(struct linear_fast *f)
{
	struct work w = {.slots = (uint32_t)(2 * f->ops)};
	int answer = FAST_MEMORY;

	w.next = calloc(w.slots + 1, sizeof *w.next);
	w.places.place = calloc(f->ops + 1, sizeof *w.places.place);
	if (w.next && w.places.place)
		answer = fast_items(&w.items, f);
	for (uint32_t i = 0; w.next && i <= w.slots; i++)
		w.next[i] = i;
	if (answer == FAST_YES)
		answer = put_all(&w, f);
	if (answer == FAST_YES)
		fast_finish(f, &w.places);
	if (answer == FAST_NO && w.items.left_out)
		answer = FAST_UNSUITED;
	fast_items_free(&w.items);
	free(w.next);
	free(w.places.place);
	return answer;
}
