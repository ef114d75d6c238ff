/* SPDX-License-Identifier: MIT */
#include "native/fails.h"
#include "native/outside/outside_slots.h"
#include "native/races/filter.h"
#include "native/spin.h"
#include "native/trace.h"

#include <errno.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

static void offer_fails(struct thread *t, struct pending *p)
{
	p->offers = rt.world.failures < rt.channel->config.failures ? 2 : 1;
	p->offer = 0;
}

int fails_ask(enum failing call, uint64_t pc)
{
	if (!filter_may_fail())
		return 0;
	if (rt.self->held_by) { /* nothing may be decided there */
		caveat(CAVEAT_not_failed, "%s", failing_info[call].name);
		return 0;
	}
	rt.channel->failing_met |= 1u << call;
	spin_abandon(); /* what comes is no repetition */
	if (!sched_point(OP_fail, 0, call, pc)) {
		trace_result(0);
		return 0;
	}
	rt.world.failures++;
	trace_result((uint64_t)failing_info[call].error);
	return failing_info[call].error;
}

/* --- whose memory it is ------------------------------------------------------
 *
 * Allocations of the test's own code fail.  A library may hold locks of its own
 * where it allocates, and what it does then is not announced.
 */

/* All forms of operator new, which call each other and then malloc. */
#define OPERATORS(X)                                                           \
	X(_Znwm)                                                               \
	X(_Znam)                                                               \
	X(_ZnwmRKSt9nothrow_t)                                                 \
	X(_ZnamRKSt9nothrow_t)                                                 \
	X(_ZnwmSt11align_val_t)                                                \
	X(_ZnamSt11align_val_t)                                                \
	X(_ZnwmSt11align_val_tRKSt9nothrow_t)                                  \
	X(_ZnamSt11align_val_tRKSt9nothrow_t)
#define DECLARE(name) extern char name[] __attribute__((weak));
OPERATORS(DECLARE)
#undef DECLARE

enum {
	LENGTH = 192 /* no such function of libstdc++ is longer */
};

static bool in_new(uint64_t pc)
{
#define IS(name)                                                               \
	if (name && pc - (uint64_t)name < LENGTH)                              \
		return true;
	OPERATORS(IS)
#undef IS
	return false;
}

/* By `new` of the test's own. */
static bool by_new(uint64_t pc)
{
	enum {
		DEEPEST = 4
	};
	uint64_t frame[DEEPEST];
	uint32_t n, i = 0;

	if (!in_new(pc))
		return false;
	n = stack_walk(frame, 0, DEEPEST, pc);
	while (i < n && in_new(frame[i]))
		i++;
	return i < n && outside_is_ours(frame[i]);
}

extern char __cxa_allocate_exception[] __attribute__((weak));

/* Memory that the test never sees missing: libstdc++ has a reserve. */
static bool for_an_exception(uint64_t pc)
{
	return __cxa_allocate_exception &&
	       pc - (uint64_t)__cxa_allocate_exception < LENGTH;
}

bool fails_ask_memory(enum failing call, uint64_t pc)
{
	int error;

	if (!outside_is_ours(pc)) {
		if (!by_new(pc)) {
			if (!for_an_exception(pc))
				caveat(CAVEAT_not_failed, "%s in a library",
					failing_info[call].name);
			return false;
		}
		call = FAILING_new;
	}
	error = fails_ask(call, pc);
	if (error)
		errno = error;
	return error;
}

void fails_register(void);
void fails_register(void)
{
	offer_of[OP_fail] = offer_fails;
	rt.failing = failings_of(rt.channel->config.failing);
}
