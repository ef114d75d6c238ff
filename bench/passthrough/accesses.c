/* SPDX-License-Identifier: MIT */
/* accesses.c - shared arrays, read and written in loops: nothing but accesses
 */
#include "bench.h"

enum {
	ITEMS = 1024
};

static int items[THREADS][ITEMS];

static long body(long count, long number)
{
	int *mine = items[number];

	for (long turn = 0; turn < count; turn++)
		for (int i = 1; i < ITEMS; i++)
			mine[i] += mine[i - 1] ^ (int)turn;
	return mine[ITEMS - 1];
}
