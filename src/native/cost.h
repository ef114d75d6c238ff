/* SPDX-License-Identifier: MIT */
/* cost.h - what executions take, and what is to be expected of the search
 *
 * Looking at the clock costs a tenth of the shortest executions, so it is done
 * once for many of them when they are short, and they share what it says.
 *
 * Memory   in the channel: executions may be made by children, and by the
 *          process that comes after a crash.
 */
#ifndef NATIVE_COST_H
#define NATIVE_COST_H

#include "native/rt.h"

/* The first execution, or the first in this process, is about to begin. */
void cost_begin(void);

/* Looks at the clock: a batch of executions has ended. */
void cost_look(void);

/* It goes on after having waited for an order: that took no time. */
void cost_resume(void);

/* What the execution that ends now took, from the end of the one before. */
static inline uint64_t cost_of_execution(void)
{
	struct channel_pace *p = &rt.channel->pace;

	if (__builtin_expect(--p->left == 0, 0))
		cost_look();
	return p->each_ns;
}

/* Tells the command how large the space is. */
void cost_publish(void);

/* Between executions: the same, now and then. */
static inline void cost_publish_sometimes(void)
{
	if (__builtin_expect(rt.channel->pace.due, 0))
		cost_publish();
}

#endif
