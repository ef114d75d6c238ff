/* SPDX-License-Identifier: MIT */
#include "cli/processes/regroup.h"

#include <stdlib.h>
#include <string.h>

#include "cli/processes/crew.h"

/* A decision point, or what else it is. */
static uint32_t sort_of(const struct point *p)
{
	return point_stops(p) ? 0 : p->access;
}

static int by_pc(const void *a, const void *b)
{
	const struct point *one = a, *other = b;

	if (one->pc != other->pc)
		return one->pc < other->pc ? -1 : 1;
	return (int)sort_of(one) - (int)sort_of(other);
}

static bool same(const struct point *one, const struct point *other)
{
	return one->pc == other->pc && sort_of(one) == sort_of(other);
}

/* Those of `c` that are new to the first n. */
static uint32_t add_points(
	struct point *all, uint32_t n, const struct channel *c)
{
	for (uint32_t i = 0; i < c->points && i < POINTS_MAX; i++) {
		uint32_t j = 0;

		while (j < n && !same(&all[j], &c->point[i]))
			j++;
		if (j == n && n < POINTS_MAX)
			all[n++] = c->point[i];
	}
	return n;
}

/* What a running process does itself, with ORDER_EMPTY. */
static void begin_empty(struct channel *c)
{
	c->saved = 0;
	c->idle = 1;
	c->rounds++;
	c->points_now = c->points;
	c->exits_now = c->exits;
	c->coarse_now = c->coarse;
	c->before_round = c->count.executions;
	c->fingerprint = c->hashed = 0;
	c->incomplete = 0;
}

/* What no process knows alone of this round (native/spin/counted.h, and
 * native/coarse.h of the clock): some loop that counts its turns was left in
 * haste by one, and had a turn with an effect in another.  enum coarse bits. */
static uint32_t tries_differ(const struct crew *crew)
{
	uint64_t hasty = 0, lasting = 0, both;
	uint32_t coarse = 0;

	for (unsigned i = 0; i < crew->size; i++) {
		const struct channel *c = crew->process[i].channel;

		hasty |= c->tries_hasty;
		lasting |= c->tries_lasting;
	}
	both = hasty & lasting;
	if (both & ~TRIES_CLOCK)
		coarse |= COARSE_COUNTS;
	if (both & TRIES_CLOCK)
		coarse |= COARSE_TURNS;
	return coarse & ~crew->process[0].channel->coarse_now;
}

static int unify(struct crew *crew, struct err *err)
{
	const struct channel *first = crew->process[0].channel;
	struct point *all = calloc(POINTS_MAX, sizeof *all);
	uint32_t exits = 0, rounds = 0, n = first->points_now;
	uint32_t coarse = tries_differ(crew);

	if (!all)
		return fail(err, ERR_IO, "no memory" SC(437));
	if (n > POINTS_MAX)
		n = POINTS_MAX;
	memcpy(all, first->point, n * sizeof *all);
	for (unsigned i = 0; i < crew->size; i++) {
		const struct channel *c = crew->process[i].channel;

		n = add_points(all, n, c);
		exits |= c->exits;
		coarse |= c->coarse;
		rounds = c->rounds > rounds ? c->rounds : rounds;
	}
	/* In an order that does not depend on who was faster. */
	qsort(all + first->points_now, n - first->points_now, sizeof *all,
		by_pc);
	for (unsigned i = 0; i < crew->size; i++) {
		struct channel *c = crew->process[i].channel;

		memcpy(c->point, all, n * sizeof *all);
		c->points = n;
		c->exits = exits;
		c->coarse = coarse;
		c->rounds = rounds;
		c->tries_hasty = c->tries_lasting = 0;
		c->owner = c->held = c->unsent = 0;
		c->inbox_length = c->outbox_length = 0;
		if (!crew->process[i].pid)
			begin_empty(c);
	}
	free(all);
	return OK;
}

int regroup_begin(struct crew *crew, struct err *err)
{
	bool grew = tries_differ(crew) != 0;

	for (unsigned i = 0; i < crew->size; i++) {
		const struct channel *c = crew->process[i].channel;

		grew |= c->points != c->points_now ||
			c->exits != c->exits_now || c->coarse != c->coarse_now;
	}
	if (!grew)
		return OK;
	if (unify(crew, err))
		return err->code;
	for (unsigned i = 0; i < crew->size; i++)
		crew->process[i].channel->config.resume = RESUME_IDLE;
	/* Without a part: all of it. */
	crew->process[0].channel->config.resume = RESUME_SAVED;
	crew->process[0].channel->idle = 0;
	return OK;
}

bool regroup_tick(struct crew *crew, struct err *err)
{
	bool all = true, first = true;

	crew->share.regroup |= tries_differ(crew) != 0;
	for (unsigned i = 0; i < crew->size; i++)
		crew->share.regroup |=
			gather_waits_for(&crew->process[i], WAITS_GREW);
	if (!crew->share.regroup)
		return false;
	for (unsigned i = 0; i < crew->size; i++) {
		struct process *p = &crew->process[i];

		if (!p->pid || gather_waits(p))
			continue;
		all = false;
		if (p->channel->order == ORDER_NONE)
			gather_order(p, ORDER_SAVE);
	}
	if (!all)
		return true;
	crew->share.regroup = false;
	crew->share.asked = -1;
	if (unify(crew, err))
		return true;
	for (unsigned i = 0; i < crew->size; i++) {
		if (!crew->process[i].pid)
			continue;
		gather_order(
			&crew->process[i], first ? ORDER_ROUND : ORDER_EMPTY);
		first = false;
	}
	return true;
}
