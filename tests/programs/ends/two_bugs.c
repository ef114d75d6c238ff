/* SPDX-License-Identifier: MIT */
/* two_bugs: the search goes on after a bug, even after a crash
 *
 * check: --exhaustive --stop-after 0
 * verdict: bug
 * bugs: 2
 */
#include "test.h"

static atomic_int x;
static int *volatile nowhere;

static void *set(void *unused)
{
	atomic_store(&x, 1);
	atomic_store(&x, 2);
	return NULL;
}

int main(void)
{
	pthread_t t = start(set, NULL);
	int seen = atomic_load(&x);

	finish(t);
	if (seen == 1)
		*nowhere = 1;
	assert(seen != 2);
	return 0;
}
