/* SPDX-License-Identifier: MIT */
/* copies.c - memcpy, memset, strlen, strcmp and snprintf on short texts */
#include "bench.h"

#include <string.h>

static char text[THREADS][2][128];

static long body(long count, long number)
{
	char *from = text[number][0], *to = text[number][1];
	long sum = 0;

	for (long i = 0; i < count; i++) {
		memset(from, 'a' + (int)(i & 7), 64);
		memcpy(to, from, 96);
		sum += (long)strlen(to) + strcmp(from, to);
		if (i % 8 == 0)
			sum += snprintf(from, 64, "%ld of %s", i, "all");
	}
	return sum;
}
