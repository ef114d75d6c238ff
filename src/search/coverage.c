/* SPDX-License-Identifier: MIT */
#include "search/coverage.h"

#include <string.h>

#include "base/hash.h"
#include "search/depend.h"

void coverage_begin(struct coverage *c)
{
	if (++c->stamp == 0) { /* all the way round: nothing is of this one */
		memset(c->place, 0, sizeof c->place);
		memset(c->pair, 0, sizeof c->pair);
		c->stamp = 1;
	}
	c->places = c->pairs = c->threads = 0;
	c->order = c->lock_order = c->fresh = 0;
	c->partly = false;
}

static struct covered_place *place_of(struct coverage *c, uint64_t name)
{
	uint32_t i = (uint32_t)hash_mix(name) % COVERAGE_PLACES;
	struct covered_place *p;

	for (;; i = (i + 1) % COVERAGE_PLACES) {
		p = &c->place[i];
		if (p->stamp != c->stamp)
			break;
		if (p->name == name)
			return p;
	}
	if (c->places == COVERAGE_PLACES / 4 * 3) {
		c->partly = true;
		return NULL;
	}
	c->places++;
	*p = (struct covered_place){.name = name, .stamp = c->stamp};
	return p;
}

static void see_pair(struct coverage *c, uint64_t name)
{
	uint32_t i = (uint32_t)name % COVERAGE_PAIRS;

	for (; c->pair[i].stamp == c->stamp; i = (i + 1) % COVERAGE_PAIRS)
		if (c->pair[i].name == name)
			return; /* an execution has it, not how often */
	if (c->pairs == COVERAGE_PAIRS / 4 * 3) {
		c->partly = true;
		return;
	}
	c->pairs++;
	c->pair[i].name = name;
	c->pair[i].stamp = c->stamp;
	c->fresh += species_see(&c->shown.pairs, name, 1);
}

static bool commute(enum op one, enum op other)
{
	return kinds_commute(one, other) ||
	       !(kind_changes(one, false) || kind_changes(other, false));
}

/* With all that came since?  Then it is of them. */
static bool joins(struct covered_place *p, uint8_t kind)
{
	for (unsigned i = 0; i < COVERAGE_KINDS; i++) {
		if (!p->kind[i]) {
			p->kind[i] = kind;
			return true;
		}
		if (!commute(p->kind[i], kind))
			return false;
		if (p->kind[i] == kind)
			return true;
	}
	return false;
}

/* The past that `kind` has there. */
static uint64_t past(struct covered_place *p, uint8_t kind)
{
	if (!joins(p, kind)) {
		p->before = hash_mix(p->before ^ hash_mix(p->since));
		p->since = 0;
		memset(p->kind, 0, sizeof p->kind);
		p->kind[0] = kind;
	}
	return p->before;
}

/* Who reads asks who has written; a lock asks who gave it back. */
static void meet(struct coverage *c, struct covered_place *p,
	const struct pending *made, tid thread)
{
	uint64_t here = hash_mix(made->pc ^ (uint64_t)made->kind << 56);

	if (op_info[made->kind].order != ORDER_stores)
		see_pair(c, hash_mix(hash_mix(p->changed) ^ here));
	if (kind_changes(made->kind, false))
		p->changed = here;
	if (op_is(made->kind, TAKES)) {
		uint64_t taker = hash_mix(p->taken ^ hash_mix(thread + 1u));

		c->lock_order += hash_mix(taker ^ p->name);
		if (kind_changes(made->kind, false))
			p->taken = taker;
	}
}

/* What a thread did before, as a hash. */
static uint64_t *last_of_thread(struct coverage *c, tid t)
{
	while (c->threads <= t) {
		c->last[c->threads] = hash_mix(~(uint64_t)c->threads);
		c->threads++;
	}
	return &c->last[t];
}

void coverage_step(
	struct coverage *c, const struct view *view, const struct choice *made)
{
	const struct pending *p = &view->thread[made->thread];
	uint64_t *last = last_of_thread(c, made->thread);
	uint64_t hash = hash_mix(*last ^ hash_mix(p->pc ^ p->object));
	struct covered_place *place = p->object ? place_of(c, p->object) : NULL;

	hash = hash_mix(hash ^ (uint64_t)p->kind << 32 ^ made->alternative);
	if (place) {
		hash = hash_mix(hash ^ past(place, p->kind));
		place->since += hash_mix(hash);
		meet(c, place, p, made->thread);
	}
	*last = hash;
	c->order += hash_mix(~hash);
}

bool coverage_end(struct coverage *c, enum outcome_kind how)
{
	struct samples *s = &c->shown;
	bool fresh = c->fresh > 0;

	switch (how) {
	case OUTCOME_ENDED:
	case OUTCOME_FAILED:
	case OUTCOME_DEADLOCKED:
	case OUTCOME_LIVELOCKED:
		break;
	default: /* it shows how somebody ended it */
		return fresh;
	}
	s->executions++;
	s->partly += c->partly;
	fresh |= species_see(&s->order, hash_mix(c->order), 1);
	species_see(&s->lock_order, hash_mix(c->lock_order), 1);
	return fresh;
}

void shown_add(struct samples *s, const struct samples *from)
{
	s->executions += from->executions;
	s->partly += from->partly;
	species_add(&s->order, &from->order);
	species_add(&s->lock_order, &from->lock_order);
	species_add(&s->pairs, &from->pairs);
}

struct covered shown_count(const struct samples *s)
{
	struct covered c = {.executions = s->executions, .partly = s->partly};

	if (!s->executions)
		return c;
	c.order = species_count(&s->order, s->executions);
	c.lock_order = species_count(&s->lock_order, s->executions);
	c.pairs = species_count(&s->pairs, s->executions);
	return c;
}
