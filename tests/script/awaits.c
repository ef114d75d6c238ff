/* SPDX-License-Identifier: MIT */
/* awaits.c - with which values scripts go on that wait for one */
#include "script.h"

#include <string.h>

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

static void learn(uint32_t number, int8_t value)
{
	struct awaits *a = &script_awaits;
	uint32_t n = number - 1;
	int8_t tested = (int8_t)(LEAST + (int)n / 2);

	if (awaits_leaves(a, number, (uint8_t)value) < 0)
		awaits_learn(a, number, (uint8_t)value,
			(value == tested) != (n & 1));
}

static void number_all(void)
{
	struct awaits *a = &script_awaits;

	for (uint32_t n = a->count; n < 2 * TESTED; n++)
		awaits_find(a, (struct await_key){{n + 1, n}});
}

void script_know_awaits(void)
{
	number_all();
	for (uint32_t number = 1; number <= 2 * TESTED; number++)
		for (int8_t v = LEAST; v < LEAST + KNOWN; v++)
			learn(number, v);
}

void script_forget_awaits(void)
{
	memset(&script_awaits, 0, sizeof script_awaits);
	number_all();
}

void script_meet_await(uint32_t number, uint32_t value)
{
	learn(number, (int8_t)value);
}
