/* SPDX-License-Identifier: MIT */
/* complex_parts: a complex number is read and stored in two accesses
 *
 * check: --exhaustive
 * flags: -O0
 * verdict: verified
 * states: 0,0 0,2 1,0 1,2
 *
 * check: --exhaustive
 * flags: -O0 -DPART=short
 * compilers: gcc
 * verdict: verified
 * states: 0,0 0,2 1,0 1,2
 */
#include "test.h"

#ifndef PART
#define PART float
#endif

static PART _Complex g;

static void *set(void *unused)
{
	PART _Complex both;

	__real__ both = 1;
	__imag__ both = 2;
	g = both;
	return unused;
}

int main(void)
{
	pthread_t t = start(set, NULL);
	PART _Complex seen = g;

	finish(t);
	printf("%d,%d\n", (int)__real__ seen, (int)__imag__ seen);
	return 0;
}
