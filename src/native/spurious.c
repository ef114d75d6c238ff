/* SPDX-License-Identifier: MIT */
#include "native/spurious.h"
#include "native/spin.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

static void offer_spurious(struct thread *t, struct pending *p)
{
	p->offers = 2;
	p->offer = 0;
}

static __attribute__((noinline)) bool ask(uint32_t most, uint64_t pc)
{
	uint32_t fails;

	if (rt.self->spurious >= most) {
		caveat(CAVEAT_few_spurious, "%u in each thread", most);
		return false;
	}
	spin_abandon(); /* what comes is no repetition */
	fails = sched_point(OP_spurious, 0, 0, pc);
	trace_result(fails);
	if (fails)
		thread_rare(rt.self)->spurious++;
	return fails;
}

bool spurious(enum caveat scope, const char *what, uint64_t pc)
{
	uint32_t most = rt.channel->config.spurious;

	if (unlikely(most) && !rt.study)
		return ask(most, pc);
	if (unlikely(!rt.channel->caveats[scope]))
		caveat(scope, "%s", what);
	return false;
}

void spurious_register(void);
void spurious_register(void)
{
	offer_of[OP_spurious] = offer_spurious;
}
