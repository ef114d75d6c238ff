/* SPDX-License-Identifier: MIT */
#include "search/reduce/held.h"

#include <string.h>

enum {
	PATIENCE = 20000 /* edges looked at for cycles of one execution */
};

void held_init(struct held *h, void *memory, size_t bytes)
{
	memset(h, 0, sizeof *h);
	h->event = memory;
	h->max = (uint32_t)(bytes / sizeof *h->event);
}

void held_cut(struct held *h, uint32_t n)
{
	if (h->count > n)
		h->count = n;
}

bool held_waits(enum op kind)
{
	uint8_t waits = op_info[kind].waits;

	return waits != WAITS_no && waits != WAITS_mutex &&
	       waits != WAITS_others;
}

/* Its number, a new one if need be; more than there are share the last. */
static unsigned number(struct held *h, uint64_t mutex)
{
	unsigned i = 0;

	while (i < h->mutexes && h->mutex[i] != mutex)
		i++;
	if (i == MUTEXES_MAX) {
		h->warnings |= WARNING_MANY;
		return MUTEXES_MAX - 1;
	}
	if (i == h->mutexes)
		h->mutex[h->mutexes++] = mutex;
	return i;
}

/* Does it depend on who else holds the mutex what this one comes to? */
static bool asks(uint8_t kind)
{
	return kind == OP_mutex_trylock || kind == OP_mutex_timedlock;
}

uint64_t held_takes(struct held *h, const struct footprint *f)
{
	const struct access *o = footprint_objects(f);
	uint64_t set = 0;

	for (uint32_t i = 0; i < f->objects; i++)
		if (o[i].kind == OP_mutex_lock)
			set |= 1ull << number(h, o[i].address);
	return set;
}

static void add_edges(struct held *h, tid t, uint64_t from, unsigned to)
{
	for (; from; from &= from - 1) {
		struct held_edge e = {
			(uint8_t)__builtin_ctzll(from), (uint8_t)to, t};

		if (h->edges == EDGES_MAX)
			h->warnings |= WARNING_MANY;
		else if (e.from != e.to)
			h->edge[h->edges++] = e;
	}
}

static bool gives_back(const struct footprint *f, uint64_t mutex)
{
	const struct access *o = footprint_objects(f);

	for (uint32_t i = 0; i < f->objects; i++)
		if (o[i].address == mutex && o[i].kind == OP_mutex_unlock)
			return true;
	return false;
}

uint64_t held_by(const struct held *h, const struct history *history, tid t,
	uint32_t end)
{
	uint32_t last = history_last(history, t, end);

	return last == EVENT_NONE ? 0 : h->event[last].after;
}

static bool ends(const struct footprint *f)
{
	const struct access *o = footprint_objects(f);

	for (uint32_t i = 0; i < f->objects; i++)
		if (o[i].kind == OP_thread_exit)
			return true;
	return false;
}

/* What event `at` does to what its thread holds. */
static void follow(
	struct held *h, const struct past_event *e, struct held_event *now)
{
	const struct footprint *f = &e->footprint;
	const struct access *o = footprint_objects(f);

	now->after = now->before;
	now->locks = held_takes(h, f);
	for (uint32_t i = 0; i < f->objects; i++)
		if (asks(o[i].kind))
			h->warnings |= WARNING_ASKS;
	for (uint64_t left = now->locks; left; left &= left - 1) {
		unsigned m = (unsigned)__builtin_ctzll(left);

		/* Taken and given back, or given back and taken again. */
		if (!gives_back(f, h->mutex[m]) || now->before >> m & 1)
			now->after |= 1ull << m;
	}
	for (uint32_t i = 0; i < f->objects; i++)
		if (o[i].kind == OP_mutex_unlock) {
			uint64_t bit = 1ull << number(h, o[i].address);

			if (!(now->locks & bit))
				now->after &= ~bit;
		}
	if (now->before && held_waits(e->kind))
		h->warnings |= WARNING_WAITS;
	if (now->after && ends(f))
		h->warnings |= WARNING_KEEPS;
}

bool held_add(struct held *h, const struct history *history)
{
	const struct past_event *e = &history->event[h->count];
	struct held_event *now = &h->event[h->count];

	if (h->count == h->max)
		return false;
	now->before =
		e->previous == EVENT_NONE ? 0 : h->event[e->previous].after;
	follow(h, e, now);
	h->count++;
	return true;
}

/* From mutex `at`, is there a way to `goal` by threads that are not in `used`?
 */
static bool way(const struct held *h, unsigned at, unsigned goal, uint64_t used,
	uint64_t been, unsigned *patience)
{
	for (uint32_t i = 0; i < h->edges; i++) {
		const struct held_edge *e = &h->edge[i];
		uint64_t bit = 1ull << e->thread % 64;

		if (e->from != at || used & bit)
			continue;
		if (*patience == 0)
			return true;
		--*patience;
		if (e->to == goal)
			return true;
		if (!(been >> e->to & 1) &&
			way(h, e->to, goal, used | bit, been | 1ull << e->to,
				patience))
			return true;
	}
	return false;
}

static void look_for_cycles(struct held *h, const struct history *history)
{
	unsigned patience = PATIENCE;

	h->edges = 0;
	for (uint32_t i = 0; i < h->count; i++) {
		uint64_t left = h->event[i].locks;
		uint64_t from = h->event[i].before | left;

		for (; left; left &= left - 1)
			add_edges(h, history->event[i].footprint.thread, from,
				(unsigned)__builtin_ctzll(left));
	}
	for (unsigned m = 0; m < h->mutexes; m++)
		if (way(h, m, m, 0, 1ull << m, &patience))
			h->warnings |= WARNING_CYCLE;
}

void held_end(struct held *h, const struct history *history,
	const struct outcome *outcome)
{
	bool stuck = outcome->kind != OUTCOME_STOPPED &&
		     outcome->kind != OUTCOME_REDUNDANT &&
		     outcome->kind != OUTCOME_FAILED;

	for (tid t = 0; t < outcome->threads; t++) {
		const struct pending *p = &outcome->thread[t];

		if (!p->live)
			continue;
		/* It was not given back, or the process left before that. */
		if (stuck && held_by(h, history, t, h->count))
			h->warnings |= WARNING_KEEPS;
		if (held_by(h, history, t, h->count) && held_waits(p->kind))
			h->warnings |= WARNING_WAITS;
	}
	look_for_cycles(h, history);
}
