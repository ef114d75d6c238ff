/* SPDX-License-Identifier: MIT */
/* without_libm: what compilers have instructions for needs no library
 *
 * fabs and copysign are called here, and the line that links has no -lm. Each
 * of two threads makes one number of two positive: both are at the end.
 *
 * verdict: verified
 * races: none
 * states: 4
 *
 * check: --exhaustive
 *
 * check: --exhaustive
 * flags: -O0
 */
#include "test.h"

#include <math.h>

static double number[2] = {-1.5, -2.5};

static void *positive(void *which)
{
	double *mine = &number[(long)which];

	*mine = copysign(fabs(*mine), 1.0);
	return NULL;
}

int main(void)
{
	pthread_t a = start(positive, (void *)0);
	pthread_t b = start(positive, (void *)1);

	finish(a);
	finish(b);
	printf("%g\n", number[0] + number[1]);
	return 0;
}
