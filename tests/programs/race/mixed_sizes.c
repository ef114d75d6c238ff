/* SPDX-License-Identifier: MIT */
/* mixed_sizes: atomics of different sizes order what is before and behind where
 * they have bytes in common, and there alone
 *
 * check: --exhaustive
 * flags: -DSTORE=half[1] -DLOAD=both
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * flags: -DSTORE=both -DLOAD=half[0]
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * flags: -DSTORE=both -DONE=0x100000001 -DLOAD=half[1]
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * flags: -DSTORE=byte[6] -DLOAD=both
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * flags: -DSTORE=half[1] -DLOAD=both -DRELEASE=__ATOMIC_RELAXED
 * verdict: verified
 * races: some
 *
 * The upper half first, then the lower one: what sees the lower half alone
 * learns nothing.
 *
 * check: --exhaustive
 * flags: -DSTORE=half[1] -DTHEN=half[0] -DLOAD=half[0]
 * verdict: verified
 * races: some
 */
#include "test.h"

#ifndef RELEASE
#define RELEASE __ATOMIC_RELEASE
#endif

#ifndef ONE
#define ONE 1
#endif

static union {
	uint64_t both;
	uint32_t half[2];
	uint8_t byte[8];
} u;
static int data;

static void *set(void *unused)
{
	data = 1;
	__atomic_store_n(&u.STORE, ONE, RELEASE);
#ifdef THEN
	__atomic_store_n(&u.THEN, 1, __ATOMIC_RELAXED);
#endif
	return unused;
}

int main(void)
{
	pthread_t t = start(set, NULL);
	int seen = 1;

	if (__atomic_load_n(&u.LOAD, __ATOMIC_ACQUIRE))
		seen = data;
	assert(seen == 1);
	finish(t);
	return 0;
}
