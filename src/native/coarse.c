/* SPDX-License-Identifier: MIT */
#include "native/coarse.h"
#include "native/footprint.h"
#include "native/races/shadow.h"
#include "native/rounds.h"
#include "search/late.h"

static void begin_again(enum coarse without)
{
	if (!rt.footprints || (rt.channel->coarse & without))
		return;
	if (!search_wants_footprints(rt.search))
		return; /* but an auditor does, and takes what it is told */
	rt.channel->coarse |= without;
	rt.points_grew = 1;
}

void coarse_now(void)
{
	if (rt.coarse)
		return;
	begin_again(COARSE_OPERATIONS);
}

/* Whatever the search. */
static void begin_again_anyway(enum coarse without)
{
	struct channel *c = rt.channel;

	if (c->coarse & without || c->config.points_fixed ||
		config_goes_by_schedule(&c->config) || rt.trial)
		return;
	c->coarse |= without;
	rt.points_grew = 1;
}

void coarse_signals(void)
{
	begin_again_anyway(COARSE_SIGNALS);
	coarse_now();
}

void coarse_awaits_signals(void)
{
	begin_again_anyway(COARSE_AWAITED);
}

void coarse_clocks(void)
{
	begin_again_anyway(COARSE_CLOCKS);
}

void coarse_unannounced(void)
{
	if (rt.loop_turns != TURNS_KEPT || rt.idle)
		begin_again_anyway(COARSE_UNANNOUNCED);
}

void coarse_histories(void)
{
	begin_again_anyway(COARSE_HISTORIES);
}

bool coarse_clocks_begin_again(void)
{
	return rt.channel->coarse & ~rt.channel->coarse_now & COARSE_CLOCKS;
}

void coarse_fence(void)
{
	if (rt.self->added)
		begin_again(COARSE_ADDITIONS);
}

bool coarse_dead_end(void)
{
	if (rt.channel->config.loop_turns == TURNS_AUTO)
		begin_again(COARSE_TURNS);
	return rt.channel->coarse & COARSE_TURNS;
}

/* Without haste each transition may be one operation. */
void coarse_counts(void)
{
	struct channel *c = rt.channel;

	if (c->coarse & COARSE_COUNTS)
		return;
	begin_again(COARSE_COUNTS);
	if (c->coarse & COARSE_COUNTS)
		c->coarse = (c->coarse & ~COARSE_OPERATIONS) | round_coarse();
}

void coarse_clock(enum clock_use use)
{
	struct channel *c = rt.channel;

	c->clock_uses |= 1u << use;
	if (c->clock_uses >> CLOCK_READ & c->clock_uses >> CLOCK_WAITED & 1)
		caveat(CAVEAT_clock_loops, "thread T%u", rt.world.last);
	if (!rt.loop_turns || rt.loop_turns == TURNS_TOLD ||
		use == CLOCK_WAITED)
		return;
	*(use == CLOCK_SLEPT ? &c->tries_hasty : &c->tries_lasting) |=
		TRIES_CLOCK;
	if (c->tries_hasty & c->tries_lasting & TRIES_CLOCK)
		begin_again(COARSE_TURNS);
}

void coarse_settle(void)
{
	uint64_t both = rt.channel->tries_hasty & rt.channel->tries_lasting;

	if (both & ~TRIES_CLOCK)
		coarse_counts();
	if (both & TRIES_CLOCK)
		begin_again(COARSE_TURNS);
}

void coarse_new_round(void)
{
	if (rt.footprints && search_wants_footprints(rt.search))
		rt.points_grew = 1;
}

void coarse_awaited(const struct await_place *place)
{
	if (place->awaited && place->added)
		begin_again(COARSE_ADDITIONS);
}

void coarse_unless_point(uint64_t pc)
{
	if (unlikely(rt.footprints) && rt.points && point_has(pc))
		coarse_now();
}

void coarse_free(uint64_t address, size_t size)
{
	if (rt.coarse)
		return;
	for (uint32_t i = 1; i < rt.world.objects; i++)
		if (rt.object[i].kind != OBJECT_ATOMIC &&
			rt.object[i].address - address < size)
			coarse_now();
}

/* What belongs to the operation, and what matters to nobody else: starts and
 * ends of threads, which follow what is before them at once (docs/design/002).
 */
static bool belongs(const struct pending *begun, tid t, const struct access *a)
{
	return a->address >> LATE_SHIFT >= LATE_TAG || is_life(a->address) ||
	       op_is(a->kind, FOLLOWS) || a->address == begun->object ||
	       a->address == t ||
	       a->address - (uint64_t)thread_of(t) < sizeof(struct thread) ||
	       (op_is(begun->kind, TOUCHES_MORE) &&
		       (a->kind == OP_none || a->kind == begun->kind ||
			       a->kind == OP_mutex_unlock));
}

/* A thread that waits for number 0 looks as if it had no object. */
static bool without_name(const struct pending *begun)
{
	return op_info[begun->kind].class == CLASS_thread && !begun->object;
}

void coarse_check(const struct pending *begun, tid t,
	const struct access *access, uint32_t n)
{
	if (without_name(begun))
		coarse_now();
	for (uint32_t i = 0; i < n; i++)
		if (!belongs(begun, t, &access[i]))
			coarse_now();
}
