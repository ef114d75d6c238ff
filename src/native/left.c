/* SPDX-License-Identifier: MIT */
#include "native/left.h"

uint64_t left_before[STEPS_MAX];

uint64_t left_at(uint32_t step)
{
	const struct choice *made = rt.channel->schedule;
	tid now = made[step].thread;
	uint32_t before = step;

	/* What no thread makes leaves none. */
	if (rt.pending[now].internal)
		return 0;
	while (before && rt.pending[made[before - 1].thread].internal)
		before--;
	return before && made[before - 1].thread != now ? left_before[step] : 0;
}
