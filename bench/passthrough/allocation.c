/* SPDX-License-Identifier: MIT */
/* allocation.c - blocks of many sizes, allocated and freed out of order */
#include "bench.h"

enum {
	BLOCKS = 64
};

static long body(long count, long number)
{
	char *block[BLOCKS] = {0};
	unsigned draw = 1;
	long sum = 0;

	for (long i = 0; i < count; i++) {
		unsigned at;

		draw = draw * 1664525u + 1013904223u;
		at = draw >> 26;
		free(block[at]);
		block[at] = (char *)malloc(draw >> 22 & 511 | 1);
		*block[at] = (char)i;
		sum += *block[at];
	}
	for (int i = 0; i < BLOCKS; i++)
		free(block[i]);
	return sum;
}
