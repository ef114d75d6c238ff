/* SPDX-License-Identifier: MIT */
#include "report/tier.h"

static bool is_lock(uint8_t kind)
{
	return op_info[kind].class == CLASS_lock ||
	       op_info[kind].class == CLASS_rwlock;
}

/* Is it the lock of a deadlock, taken by who has it then? */
static bool is_held(const struct compare *a, const struct step *s)
{
	const struct channel_bug *bug = &a->fails.c->bug[0];
	const struct trace_event *e = course_event(a->fails.c, &s->item);

	for (unsigned i = 0; e && a->fails.c->bugs && i < bug->waits; i++)
		if (is_lock(e->kind) && is_lock(bug->wait[i].kind) &&
			bug->wait[i].object == s->is.address &&
			bug->wait[i].owner == s->is.thread)
			return true;
	return false;
}

static bool is_free(const struct channel *c, const struct step *s)
{
	const struct trace_event *e = course_event(c, &s->item);

	return e ? e->kind == OP_heap_free
		 : c->data[s->item.at].kind == DATA_FREE;
}

bool tier_frees_it(const struct compare *a, const struct step *s)
{
	const struct channel_bug *bug = &a->fails.c->bug[0];
	const struct channel_place *p = compare_place(a->fails.c, &s->item);

	return a->fails.c->bugs && bug->kind != BUG_double_free &&
	       bug->place.block && bug->place.freed_pc &&
	       is_free(a->fails.c, s) && p->block == bug->place.block &&
	       p->block_life == bug->place.block_life;
}

bool tier_is_kernel(const struct compare *a, const struct step *s)
{
	const struct trace_event *e = course_event(a->fails.c, &s->item);

	return e && op_info[e->kind].class == CLASS_io;
}

bool tier_is_misused(const struct compare *a, const struct step *s)
{
	const struct trace_event *e = course_event(a->fails.c, &s->item);
	const struct channel_bug *bug = &a->fails.c->bug[0];

	return e && a->fails.c->bugs && !bug->waits &&
	       op_info[e->kind].told != TOLD_memory &&
	       bug->place.address == s->is.address;
}

static enum tier tier_of(
	const struct compare *a, const struct step *s, unsigned distance)
{
	const struct trace_event *e = course_event(a->fails.c, &s->item);

	if (!e || op_info[e->kind].told == TOLD_memory ||
		e->kind == OP_heap_free)
		return distance == SLICE_FAR && a->slice.reads ? TIER_APART
							       : TIER_MEMORY;
	switch (op_info[e->kind].class) {
	case CLASS_lock:
	case CLASS_rwlock:
		return is_held(a, s) ? TIER_HELD : TIER_LOCKS;
	case CLASS_unlock:
		return TIER_LOCKS;
	case CLASS_io:
	case CLASS_process:
		return TIER_KERNEL;
	case CLASS_heap:
		return TIER_NONE;
	default:
		return TIER_OTHERS;
	}
}

unsigned tier_score(const struct compare *a, struct turned t, bool torn)
{
	const struct step *first = &a->fails.step[t.first];
	unsigned distance = slice_distance(&a->slice, t.first, t.second);
	enum tier tier;

	if (tier_frees_it(a, first))
		distance = 0;
	tier = tier_of(a, first, distance);
	if (t.second != COURSE_NONE &&
		tier_is_misused(a, &a->fails.step[t.second]))
		tier = TIER_MISUSED;
	return tier == TIER_NONE
		       ? 0
		       : 2 * (tier * (SLICE_FAR + 1u) + SLICE_FAR - distance) +
				 torn;
}
