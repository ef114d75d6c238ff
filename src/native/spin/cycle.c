/* SPDX-License-Identifier: MIT */
#include "native/spin/cycle.h"
#include "native/rt.h"
#include "native/spin/effect.h"
#include "native/spin/turn.h"

enum {
	TURNS = 16,    /* of one cycle, at most */
	JUDGED = 4,    /* of the heads that are alike, the nearest */
	PATIENCE = 64, /* turns */
};

const struct turn *cycle_of(const struct thread *t, const struct turn *last,
	const struct turn *now, uint32_t *turns)
{
	const struct turn *from = last->cycle.before;
	unsigned judged = 0;

	if (last->abandons != now->abandons)
		return 0;
	for (uint32_t n = 2; from && n <= TURNS && !turn_is_long(t, from);
		n++, from = from->cycle.before) {
		if (!effect_same_head(from, now))
			continue;
		*turns = n;
		if (effect_of(t, from, now) == EFFECT_NONE)
			return from;
		if (++judged == JUDGED)
			break;
	}
	return 0;
}

static bool tells_all(const struct turn *turn)
{
	return !turn->counted && !turn->rereads;
}

void cycle_begin(
	const struct thread *t, const struct turn *last, struct turn *now)
{
	struct cycle *c = &now->cycle;

	*c = (struct cycle){.from = t->spin.writes, .next = t->spin.writes};
	if (!last || !tells_all(now) || last->abandons != now->abandons ||
		last->cycle.row + 1 >= PATIENCE)
		return;
	c->before = last;
	c->row = last->cycle.row + 1;
	if (c->row % TURNS) {
		c->from = last->cycle.from;
		c->next = last->cycle.next;
	} else {
		c->from = last->cycle.next;
	}
}
