/* SPDX-License-Identifier: MIT */
/* readers_share: two readers may be inside together, or one after the other
 *
 * check: --exhaustive
 * verdict: verified
 * states: most=1 most=2
 * native: sc
 */
#include "test.h"

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int inside;

static void *read_it(void *unused)
{
	int n;

	pthread_rwlock_rdlock(&l);
	n = atomic_fetch_add(&inside, 1) + 1;
	atomic_fetch_sub(&inside, 1);
	pthread_rwlock_unlock(&l);
	return (void *)(intptr_t)n;
}

int main(void)
{
	pthread_t a = start(read_it, NULL), b = start(read_it, NULL);
	intptr_t m = (intptr_t)finish(a), n = (intptr_t)finish(b);

	printf("most=%d\n", (int)(m > n ? m : n));
	return 0;
}
