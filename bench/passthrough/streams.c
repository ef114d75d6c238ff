/* SPDX-License-Identifier: MIT */
/* streams.c - printing to a stream, in one call and character by character */
#include "bench.h"

static long body(long count, long number)
{
	FILE *f = fopen("/dev/null", "w");
	long sum = 0;

	for (long i = 0; i < count; i++) {
		sum += fprintf(f, "%ld: %s\n", i, "a line of some length");
		fputs("and another one\n", f);
		for (int c = 'a'; c <= 'p'; c++)
			sum += putc(c, f);
	}
	fclose(f);
	return sum;
}
