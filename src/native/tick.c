/* SPDX-License-Identifier: MIT */
#include "native/tick.h"
#include "native/driver.h"
#include "native/footprint.h"
#include "native/internal.h"
#include "native/offers.h"
#include "native/posix/clock.h"

#include <stdlib.h>

uint32_t ticks;
/* By thread, once it had one: a name's number never changes. */
static struct pending *timer_of[THREADS_MAX];

/* How often it ticks yet stands in the entry, which goes back as a whole. */
static void tick(struct pending *p, uint32_t alternative)
{
	(void)alternative;
	internal_touch(p);
	shared_write(p);
	clock_add(1000000000);
	if (--p->level == 0)
		internal_end(p);
}

static bool has_run_down(const struct thread *t)
{
	return !timer_of[t->id]->live;
}

static bool has_timer(const struct thread *t)
{
	return timer_of[t->id];
}

static const void *state(const struct thread *t)
{
	return timer_of[t->id];
}

void tick_begin_timer(tid t)
{
	struct thread_name name = {t, NAME_timer, 0};

	timer_of[t] = internal_begin(name, OP_sleep, CLOCK_OBJECT);
	timer_of[t]->level = ticks;
}

void tick_register(void);
void tick_register(void)
{
	static const struct offer_condition condition = {
		has_run_down, has_timer, state};
	const char *n = getenv("SCARP_TICKS");

	ticks = n ? (uint32_t)strtoul(n, 0, 0) : 0;
	if (!ticks)
		return;
	act_of[OP_sleep] = tick;
	offers_require(OP_thread_exit, &condition);
	offers_require(OP_fence, &condition);
	offers_require(OP_sem_wait, &condition);
}
