/* SPDX-License-Identifier: MIT */
/* in_threads: choices of two threads combine with their schedules
 *
 * check: --exhaustive
 * verdict: verified
 * states: 00 01 10 11
 */
#include "test.h"
#include <scarp/scarp.h>

static void *choose(void *unused)
{
	scarp_spin_hint();
	return (void *)(intptr_t)scarp_choose(2);
}

int main(void)
{
	pthread_t s = start(choose, NULL), t = start(choose, NULL);
	int a = (int)(intptr_t)finish(s), b = (int)(intptr_t)finish(t);

	printf("%d%d\n", a, b);
	return 0;
}
