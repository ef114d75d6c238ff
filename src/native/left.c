/* SPDX-License-Identifier: MIT */
#include "native/left.h"

uint64_t left_before[STEPS_MAX];

uint64_t left_at(uint32_t step)
{
	const struct choice *made = rt.channel->schedule;

	return step && made[step].thread != made[step - 1].thread
		       ? left_before[step]
		       : 0;
}
