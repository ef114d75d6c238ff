/* SPDX-License-Identifier: MIT */
#include "linear/possible.h"

#include <string.h>

static void make(struct possible *p, uint32_t i)
{
	possible_set(p->done, i);
	p->order[p->made++] = (uint16_t)i;
}

static void take_back(struct possible *p, uint32_t made)
{
	while (p->made > made) {
		uint32_t i = p->order[--p->made];

		p->done[i / 64] &= ~(1ull << i % 64);
	}
}

/* Return i is not made; what has to be before it, and is not?  False: a return
 * is among that, so i is not next. */
static bool lacks(const struct possible *p, uint32_t i, uint64_t *out)
{
	if (!p->returns[i] || possible_has(p->done, i))
		return false;
	for (uint32_t k = 0; k < p->words; k++) {
		uint64_t left = p->before[i][k] & ~p->done[k];

		out[k] = left;
		for (; left; left &= left - 1)
			if (p->returns[k * 64 +
				       (uint32_t)__builtin_ctzll(left)])
				return false;
	}
	return true;
}

static bool within(
	const struct possible *p, const uint64_t *a, const uint64_t *b)
{
	for (uint32_t k = 0; k < p->words; k++)
		if (a[k] & ~b[k])
			return false;
	return true;
}

/* Is return i to be the next one?  Not if another one lacks less: that can come
 * before what i lacks besides, and i still comes right behind.  Of those that
 * lack the same the first one stands for all: the others lack nothing then. */
static bool is_next(const struct possible *p, uint32_t i, uint64_t *lack)
{
	uint64_t other[POSSIBLE_WORDS];

	if (!lacks(p, i, lack))
		return false;
	for (uint32_t j = 0; j < p->events; j++)
		if (j != i && lacks(p, j, other) && within(p, other, lack) &&
			(j < i || !within(p, lack, other)))
			return false;
	return true;
}

/* The next return, from event i on: with the calls that it lacks, as late as
 * that, and as few.  False: there is none. */
static bool go_on(struct possible *p, uint32_t i)
{
	uint64_t lack[POSSIBLE_WORDS];

	while (i < p->events && !is_next(p, i, lack))
		i++;
	if (i == p->events)
		return false;
	p->level[p->levels].event = (uint16_t)i;
	p->level[p->levels++].made = (uint16_t)p->made;
	for (uint32_t j = 0; j < i; j++)
		if (possible_has(lack, j))
			make(p, j);
	make(p, i);
	return true;
}

/* Another one in place of a return that was chosen, the latest for which there
 * is one. */
static bool choose_another(struct possible *p)
{
	while (p->levels) {
		uint32_t event = p->level[--p->levels].event;

		take_back(p, p->level[p->levels].made);
		if (go_on(p, event + 1))
			return true;
	}
	return false;
}

/* All returns are made: and then the calls of what does not return. */
static bool ask(struct possible *p, possible_fn *each, void *self)
{
	uint32_t made = p->made;
	bool more;

	p->asked++;
	for (uint32_t i = 0; i < p->events; i++)
		if (!possible_has(p->done, i))
			make(p, i);
	more = each(self, p->order);
	take_back(p, made);
	return more;
}

enum possible_end possible_orders(
	struct possible *p, uint64_t most, possible_fn *each, void *self)
{
	p->asked = 0;
	p->words = (p->events + 63) / 64;
	p->made = p->levels = 0;
	memset(p->done, 0, sizeof p->done);
	do {
		while (go_on(p, 0))
			;
		if (p->asked == most)
			return POSSIBLE_MOST;
		if (!ask(p, each, self))
			return POSSIBLE_ENOUGH;
	} while (choose_another(p));
	return POSSIBLE_ALL;
}
