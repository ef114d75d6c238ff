/* SPDX-License-Identifier: MIT */
/* queue.c - values in an order in which none has to come before an earlier one
 *
 * What found nothing is a value that is inserted and removed at one moment, in
 * which the queue need not hold anything.
 */
#include <stdlib.h>

#include "linear/fast/fast.h"

/* A list of items by one of their times, and how far it was read. */
struct list {
	uint32_t *item;
	size_t at;
};

enum {
	CALL_INSERT,
	CALL_REMOVE,
	CALL_INSERT_AGAIN, /* beside the returns of removals */
	BACK_INSERT,
	BACK_REMOVE,
	LISTS,
	CONDITIONS = 3,
};

struct work {
	struct fast_items items;
	struct fast_item *it; /* those, and what found nothing */
	size_t its;
	struct list list[LISTS];
	uint8_t *fulfilled; /* conditions; CONDITIONS + 1: taken away */
	uint32_t *taken, *ready;
	size_t takens, readies;
	struct fast_cover cover;
	struct fast_places places;
};

static uint32_t time_of(const struct fast_item *it, int which)
{
	switch (which) {
	case CALL_REMOVE:
		return it->remove_call;
	case BACK_INSERT:
		return it->insert_back;
	case BACK_REMOVE:
		return it->remove_back;
	default:
		return it->insert_call;
	}
}

struct key {
	uint32_t time, item;
};

static int by_time(const void *a, const void *b)
{
	const struct key *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->item < y->item ? -1 : x->item > y->item;
}

static bool sort_lists(struct work *w)
{
	struct key *key = calloc(w->its + 1, sizeof *key);

	for (int which = 0; key && which < LISTS; which++) {
		for (uint32_t i = 0; i < w->its; i++)
			key[i] = (struct key){time_of(&w->it[i], which), i};
		qsort(key, w->its, sizeof *key, by_time);
		for (size_t i = 0; i < w->its; i++)
			w->list[which].item[i] = key[i].item;
	}
	free(key);
	return key;
}

/* The least of those that are still there. */
static uint32_t least(struct work *w, int which)
{
	struct list *l = &w->list[which];

	while (l->at < w->its && w->fulfilled[l->item[l->at]] > CONDITIONS)
		l->at++;
	return l->at < w->its ? time_of(&w->it[l->item[l->at]], which)
			      : RANK_NEVER;
}

static void fulfil(struct work *w, int which, uint32_t bound)
{
	struct list *l = &w->list[which];

	for (; l->at < w->its; l->at++) {
		uint32_t i = l->item[l->at];

		if (time_of(&w->it[i], which) > bound)
			return;
		if (++w->fulfilled[i] == CONDITIONS)
			w->ready[w->readies++] = i;
	}
}

/* Nothing that is still there has to precede what is taken. */
static bool take_all(struct work *w)
{
	while (w->takens < w->its) {
		fulfil(w, CALL_INSERT, least(w, BACK_INSERT));
		fulfil(w, CALL_REMOVE, least(w, BACK_REMOVE));
		fulfil(w, CALL_INSERT_AGAIN, least(w, BACK_REMOVE));
		if (!w->readies)
			return false;
		while (w->readies) {
			uint32_t i = w->ready[--w->readies];

			w->fulfilled[i] = CONDITIONS + 1;
			w->taken[w->takens++] = i;
		}
	}
	return true;
}

/* A moment for each that found nothing. */
static bool add_empty(struct work *w, const struct linear_fast *f)
{
	fast_zones(&w->cover, &w->items);
	w->its = w->items.items;
	for (size_t i = 0; i < w->its; i++)
		w->it[i] = w->items.item[i];
	for (size_t i = 0; i < w->items.empties; i++) {
		uint32_t op = w->items.empty[i];
		uint32_t at = fast_gap(&w->cover, f->op[op].call);

		if (at > f->op[op].back)
			return false;
		w->it[w->its++] = (struct fast_item){
			VALUE_EMPTY, NO_OP, op, at, at, at, at};
	}
	return true;
}

static void put_all(struct work *w, struct linear_fast *f)
{
	uint32_t inserted = 0, removed = 0;

	for (uint32_t k = 0; k < w->takens; k++) {
		const struct fast_item *it = &w->it[w->taken[k]];

		if (it->insert_call > inserted)
			inserted = it->insert_call;
		if (inserted > removed)
			removed = inserted;
		if (it->remove_call > removed)
			removed = it->remove_call;
		if (it->insert != NO_OP)
			fast_put(&w->places, it->insert, inserted, k, 0);
		if (it->remove != NO_OP)
			fast_put(&w->places, it->remove, removed, k, 1);
	}
	fast_finish(f, &w->places);
}

static bool work_begin(struct work *w, const struct linear_fast *f)
{
	size_t n = f->ops + 1;
	bool good = true;

	w->it = calloc(n, sizeof *w->it);
	w->fulfilled = calloc(n, 1);
	w->taken = calloc(n, sizeof *w->taken);
	w->ready = calloc(n, sizeof *w->ready);
	w->cover.span = calloc(n, sizeof *w->cover.span);
	w->places.place = calloc(n, sizeof *w->places.place);
	for (int i = 0; i < LISTS; i++)
		good &= (w->list[i].item = calloc(n, sizeof(uint32_t))) != NULL;
	return good && w->it && w->fulfilled && w->taken && w->ready &&
	       w->cover.span && w->places.place;
}

static void work_end(struct work *w)
{
	fast_items_free(&w->items);
	free(w->it);
	free(w->fulfilled);
	free(w->taken);
	free(w->ready);
	free(w->cover.span);
	free(w->places.place);
	for (int i = 0; i < LISTS; i++)
		free(w->list[i].item);
}

static int decide(struct work *w, struct linear_fast *f)
{
	int answer = fast_items(&w->items, f);

	if (answer != FAST_YES)
		return answer;
	if (!add_empty(w, f))
		return FAST_NO;
	if (!sort_lists(w))
		return FAST_MEMORY;
	if (!take_all(w))
		return FAST_NO;
	put_all(w, f);
	return FAST_YES;
}

int fast_queue(struct linear_fast *f)
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
