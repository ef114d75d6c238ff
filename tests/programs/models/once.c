/* SPDX-License-Identifier: MIT */
/* once: a pthread_once that is done already is a load, which waits for no store
 * (glibc 2.36: an acquire load and a comparison); the one that runs the routine
 * takes a lock, which does
 *
 * native: exits -6
 * native: prints anything
 *
 * check: --exhaustive
 * verdict: verified
 *
 * check: --exhaustive --model tso
 * verdict: bug assertion
 * says: store to x
 *
 * check: --exhaustive --model pso
 * verdict: bug assertion
 *
 * check: --exhaustive --model tso
 * flags: -DFIRST
 * verdict: verified
 *
 * check: --exhaustive --model tso
 * flags: -DANOTHER
 * verdict: bug assertion
 */
#include "test.h"
#include <stdatomic.h>

static atomic_int x, y;
static int r1, r2;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void nothing(void)
{
}

static void *stores(void *unused)
{
#if !defined FIRST && !defined ANOTHER
	pthread_once(&once, nothing);
#endif
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	pthread_once(&once, nothing);
	r1 = atomic_load_explicit(&y, memory_order_relaxed);
	return unused;
}

/* Its routine may be run by this one, while the store of x waits. */
static void *others(void *unused)
{
#ifdef ANOTHER
	pthread_once(&once, nothing);
#endif
	atomic_store(&y, 1);
	r2 = atomic_load(&x);
	return unused;
}

int main(void)
{
	pthread_t a = start(stores, NULL), b = start(others, NULL);

	finish(a);
	finish(b);
	assert(r1 || r2);
	return 0;
}
