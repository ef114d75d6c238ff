/* SPDX-License-Identifier: MIT */
/* candidates.c - the table of data race candidates, see candidates.h */
#include "detect/candidates.h"

#include <string.h>

#include "base/hash.h"

static bool same_side(const struct race_side *a, const struct race_side *b)
{
	return a->pc == b->pc && a->kind == b->kind;
}

static bool before(const struct race_side *a, const struct race_side *b)
{
	return a->pc < b->pc || (a->pc == b->pc && a->kind < b->kind);
}

/* The row's slot, or the free one where it would go. */
static uint32_t *slot_of(const struct candidates *c,
	const struct race_side *one, const struct race_side *two)
{
	uint64_t h = hash_mix(hash_mix(one->pc ^ (uint64_t)one->kind << 56) ^
			      two->pc ^ (uint64_t)two->kind << 56);
	uint32_t i = (uint32_t)h & (c->slots - 1);

	for (; c->slot[i]; i = (i + 1) & (c->slots - 1)) {
		const struct race *r = &c->race[c->slot[i] - 1];

		if (same_side(&r->one, one) && same_side(&r->two, two))
			break;
	}
	return &c->slot[i];
}

void candidates_init(struct candidates *c, struct race *race, uint32_t *races,
	uint32_t max, uint32_t *slot, uint32_t slots)
{
	if (max >= slots) /* a search of the index has to end */
		max = slots - 1;
	*c = (struct candidates){race, races, max, 0, slot, slots, 0};
	memset(slot, 0, slots * sizeof *slot);
	candidates_catch_up(c);
}

void candidates_catch_up(struct candidates *c)
{
	for (; c->known < *c->races && c->known < c->max; c->known++) {
		const struct race *r = &c->race[c->known];

		*slot_of(c, &r->one, &r->two) = c->known + 1;
	}
}

/* A row of these two; NULL: no room.  A fresh one is published when it is
 * filled: a process may end at any time. */
static struct race *row_of(struct candidates *c, const struct race_side *one,
	const struct race_side *two, bool *fresh)
{
	uint32_t *slot;

	candidates_catch_up(c);
	slot = slot_of(c, one, two);
	*fresh = !*slot;
	if (*fresh) {
		if (c->known >= c->max)
			return NULL;
		c->race[c->known] = (struct race){.one = *one, .two = *two};
		*slot = ++c->known;
	}
	return &c->race[*slot - 1];
}

static struct race_side side_of(const struct race_access *a)
{
	return (struct race_side){
		.pc = a->pc, .stack = a->stack, .kind = a->kind};
}

static uint8_t seen_as(
	const struct race_access *first, const struct race_access *second)
{
	if (first->block && second->block && first->block != second->block)
		return RACE_SEEN_RECYCLED;
	if (first->phase == RACE_INIT || second->phase == RACE_DESTROY)
		return RACE_SEEN_SETUP;
	return RACE_SEEN_PLAIN;
}

static uint64_t later_start(
	const struct race_access *a, const struct race_access *b)
{
	return a->address > b->address ? a->address : b->address;
}

struct race *candidates_see(
	struct candidates *c, const struct race_sight *s, unsigned *news)
{
	struct race_side first = side_of(s->first), second = side_of(s->second);
	bool swap = before(&second, &first), fresh, suppressed, held;
	struct race *r = row_of(
		c, swap ? &second : &first, swap ? &first : &second, &fresh);
	uint8_t seen = seen_as(s->first, s->second), orders;

	if (news)
		*news = 0;
	if (!r) {
		c->lost++;
		return NULL;
	}
	if (fresh) {
		r->execution = s->execution;
		r->address = later_start(s->first, s->second);
	}
	if (same_side(&r->one, &r->two))
		swap = s->second->thread < s->first->thread;
	if (fresh || r->number != s->number ||
		r->execution_last != s->execution)
		r->count++;
	r->number = s->number;
	r->execution_last = s->execution;
	suppressed = !fresh && race_suppressed(r);
	held = !fresh && race_held(r);
	orders = r->orders;
	r->seen |= seen;
	r->pure |= s->pure;
	if (seen != RACE_SEEN_RECYCLED)
		r->orders |= swap ? RACE_TWO_FIRST : RACE_ONE_FIRST;
	*c->races = c->known;
	if (news)
		*news = (fresh ? RACE_NEW : 0u) |
			(orders != RACE_BOTH_ORDERS &&
						r->orders == RACE_BOTH_ORDERS
					? RACE_REORDERED
					: 0u) |
			(suppressed && !race_suppressed(r) ? RACE_PROMOTED
							   : 0u) |
			(held && !race_held(r) ? RACE_RELEASED : 0u);
	return r;
}

struct race *candidates_find(const struct candidates *c, uint64_t pc,
	uint8_t kind, uint64_t other_pc, uint8_t other_kind)
{
	struct race_side a = {.pc = pc, .kind = kind};
	struct race_side b = {.pc = other_pc, .kind = other_kind};
	bool swap = before(&b, &a);
	uint32_t row = *slot_of(c, swap ? &b : &a, swap ? &a : &b);

	return row ? &c->race[row - 1] : NULL;
}

bool candidates_merge(struct candidates *c, const struct candidates *other)
{
	bool all = other->lost == 0;

	for (uint32_t i = 0; i < *other->races && i < other->max; i++) {
		const struct race *from = &other->race[i];
		bool fresh;
		struct race *to = row_of(c, &from->one, &from->two, &fresh);

		if (!to) {
			c->lost += from->count;
			all = false;
		} else if (fresh) {
			*to = *from;
			*c->races = c->known;
		} else {
			to->count += from->count;
			to->seen |= from->seen;
			to->pure |= from->pure;
			to->orders |= from->orders;
			to->failing |= from->failing;
		}
	}
	c->lost += other->lost;
	return all;
}

static bool among(uint64_t x, const uint64_t *pc, size_t pcs)
{
	for (size_t i = 0; i < pcs; i++)
		if (pc[i] == x)
			return true;
	return false;
}

void candidates_failed(struct candidates *c, uint64_t execution,
	const uint64_t *pc, size_t pcs)
{
	candidates_catch_up(c);
	for (uint32_t i = 0; i < c->known; i++) {
		struct race *r = &c->race[i];

		if (r->execution_last == execution &&
			(among(r->one.pc, pc, pcs) ||
				among(r->two.pc, pc, pcs)))
			r->failing = 1;
	}
}

static bool looks_like(const struct race *a, const struct race *b)
{
	if (!a->one.stack || !a->two.stack)
		return false;
	return (a->one.stack == b->one.stack && a->two.stack == b->two.stack) ||
	       (a->one.stack == b->two.stack && a->two.stack == b->one.stack);
}

void candidates_group(const struct candidates *c, uint32_t *group)
{
	for (uint32_t i = 0; i < c->known; i++) {
		uint32_t j = 0;

		while (j < i && !looks_like(&c->race[i], &c->race[j]))
			j++;
		group[i] = j < i ? group[j] : i;
	}
}
