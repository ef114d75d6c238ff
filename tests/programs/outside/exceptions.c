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
 *
 * There are two units, each with exceptions of its own.
 *
 * check: --exhaustive
 * flags: -lm -DREAL=long_double
 * verdict: verified
 * states: 0,0 1,1
 * native: sc
 *
 * The library need not be asked.
 *
 * check: --exhaustive
 * flags: -DASK=registers -lm
 * verdict: verified
 * states: 0,0 1,1
 * native: sc
 *
 * check: --exhaustive
 * flags: -DASK=status -DREAL=long_double -lm
 * verdict: verified
 * states: 0,0 1,1
 * native: sc
 *
 * Another thread's are not seen.
 *
 * check: --exhaustive
 * flags: -lm -DOTHER
 * verdict: verified
 * states: 0,0 1,0
 * native: sc
 *
 * check: --exhaustive
 * flags: -lm -DOTHER -DREAL=long_double
 * verdict: verified
 * states: 0,0 1,0
 * native: sc
 */
#include "test.h"

#include <fenv.h>
#include <immintrin.h>

#ifndef REAL
#define REAL double
#endif
#ifndef ASK
#define ASK library
#endif

typedef long double long_double;

static atomic_int stopped;
static volatile REAL zero;
static volatile REAL result;
static int divides;

static bool library(void)
{
	return fetestexcept(FE_ALL_EXCEPT) != 0;
}

static bool registers(void)
{
	return (_mm_getcsr() & 0x3f) != 0;
}

static bool status(void)
{
	unsigned short word;

	__asm__ volatile("fnstsw %0" : "=a"(word));
	return (word & 0x3f) != 0;
}

static void *stop(void *unused)
{
	atomic_store(&stopped, 1);
	return unused;
}

static void *divide(void *unused)
{
	divides = !atomic_load(&stopped);
	if (divides)
		result = 1 / zero;
	return unused;
}

int main(void)
{
	pthread_t t = start(stop, NULL);
	bool met;

#ifdef OTHER
	finish(start(divide, NULL));
#else
	divide(NULL);
#endif
	met = ASK();
	printf("%d,%d\n", divides, met);
	finish(t);
	(void)library;
	(void)registers;
	(void)status;
	return 0;
}
