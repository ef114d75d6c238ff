/* SPDX-License-Identifier: MIT */
/* exceptions: those of floating point are a thread's own, and an execution's
 *
 * T divides by 0, unless U has come first.  Nobody sets or clears anything: who
 * asks alone is enough.
 *
 * check: --exhaustive
 * flags: -lm
 * verdict: verified
 * states: 0,0 1,1
 * native: sc
 */
#include "test.h"

#include <fenv.h>

static atomic_int stopped;
static volatile double zero;
static volatile double result;

static void *stop(void *unused)
{
	atomic_store(&stopped, 1);
	return unused;
}

int main(void)
{
	pthread_t t = start(stop, NULL);
	bool divides = !atomic_load(&stopped);

	if (divides)
		result = 1 / zero;
	printf("%d,%d\n", divides, fetestexcept(FE_DIVBYZERO) != 0);
	finish(t);
	return 0;
}
