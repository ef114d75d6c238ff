/* SPDX-License-Identifier: MIT */
/* shared_by_address: one thread's copy may be used by another through a pointer
 *
 * check: --exhaustive
 * verdict: verified
 * states: seen=0 seen=1
 * native: sc
 */
#include "test.h"

static __thread atomic_int mine;

static void *set(void *theirs)
{
	assert(&mine != theirs);
	atomic_store((atomic_int *)theirs, 1);
	assert(atomic_load(&mine) == 0);
	return NULL;
}

int main(void)
{
	pthread_t t = start(set, &mine);
	int seen = atomic_load(&mine);

	finish(t);
	printf("seen=%d\n", seen);
	return 0;
}
