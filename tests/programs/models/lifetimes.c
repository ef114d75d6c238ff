/* SPDX-License-Identifier: MIT */
/* lifetimes: a late store, and what makes its memory go away
 *
 * Two stores of T1: the first one tells main that it is there, and main takes
 * the memory of the second one away.  Each execution by sc is one by tso as
 * well, so both models have the bug: by hand, where main comes between the two.
 *
 * native: prints anything
 *
 * check: --exhaustive
 * verdict: bug
 * says: use after free
 *
 * check: --exhaustive --model tso
 * verdict: bug
 * says: use after free
 *
 * check: --exhaustive --reduce source --model tso
 * verdict: bug
 * says: use after free
 *
 * check: --exhaustive --reduce none --model tso
 * verdict: bug
 * says: use after free
 *
 * check: --exhaustive --model tso
 * flags: -DRELEASE
 * verdict: bug
 * says: use after free
 *
 * check: --exhaustive --model tso
 * flags: -DPLAIN
 * verdict: bug
 * says: use after free
 *
 * check: --exhaustive --model tso
 * flags: -DFRAME
 * verdict: bug
 * says: of a frame that thread T0 has left
 *
 * check: --exhaustive --model tso
 * flags: -DUNMAPPED
 * verdict: bug
 * says: SIGSEGV
 *
 * check: --exhaustive --model tso
 * flags: -DSERVED
 * verdict: bug
 * says: use after free: read
 *
 * check: --exhaustive --model tso
 * flags: -DLOADS
 * verdict: bug
 * says: use after free: read
 */
#include "test.h"

#include <sys/mman.h>

#if defined RELEASE
#define ORDER __ATOMIC_RELEASE
#else
#define ORDER __ATOMIC_RELAXED
#endif
#define get(p) __atomic_load_n(p, __ATOMIC_RELAXED)
#define put(p, value) __atomic_store_n(p, value, ORDER)

static int there;

static void *other(void *of_main)
{
	int *p = of_main;

#if defined SERVED /* a load that its own store serves */
	put(p, 1);
	__atomic_store_n(&there, 1, __ATOMIC_SEQ_CST);
	return get(p) ? of_main : 0;
#elif defined LOADS /* of memory */
	__atomic_store_n(&there, 1, __ATOMIC_SEQ_CST);
	return get(p) ? of_main : 0;
#elif defined PLAIN
	__atomic_store_n(&there, 1, __ATOMIC_SEQ_CST);
	*(volatile int *)p = 2;
#else
	__atomic_store_n(&there, 1, __ATOMIC_SEQ_CST);
	put(p, 2);
#endif
	return of_main;
}

#if defined FRAME
static __attribute__((noinline)) pthread_t begin(void)
{
	int d = 0;
	pthread_t t = start(other, &d);

	while (!get(&there))
		sched_yield();
	return t;
}
#endif

int main(void)
{
#if defined FRAME
	finish(begin());
#elif defined UNMAPPED
	int *p = mmap(0, 4096, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pthread_t t = start(other, p);

	if (get(&there))
		munmap(p, 4096);
	finish(t);
#else
	int *p = calloc(1, sizeof *p);
	pthread_t t = start(other, p);

	if (get(&there))
		free(p);
	finish(t);
#endif
	return 0;
}
