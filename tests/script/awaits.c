/* SPDX-License-Identifier: MIT */
/* awaits.c - with which values scripts go on that wait for one */
#include "script.h"

enum {
	TESTED = 32, /* values, from LEAST on */
	LEAST = -8,
	KNOWN = AWAIT_VALUES
};

struct awaits script_awaits;

uint32_t script_await(int8_t value, bool another)
{
	return 1 + 2 * ((uint32_t)(value - LEAST) % TESTED) + another;
}

void script_know_awaits(void)
{
	struct awaits *a = &script_awaits;

	while (a->count < 2 * TESTED) {
		uint32_t n = a->count;
		uint32_t number =
			awaits_find(a, (struct await_key){{n + 1, n}});
		int8_t tested = (int8_t)(LEAST + (int)n / 2);

		for (int8_t v = LEAST; v < LEAST + KNOWN; v++)
			awaits_learn(a, number, (uint8_t)v,
				(v == tested) != (n & 1));
	}
}
