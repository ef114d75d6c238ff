/* SPDX-License-Identifier: MIT */
/* everywhere_wide: with --points everywhere an access that is wider than a
 * machine word tears for nobody as long as it does not race
 *
 * check: --points everywhere --exhaustive
 * verdict: verified
 * races: none
 * states: 7,7
 */
#include "test.h"

static __int128 a, b;

static void *work(void *shared)
{
	__int128 *p = shared;

	*p = *p + 7;
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, &a), u = start(work, &b);

	finish(t);
	finish(u);
	printf("%d,%d\n", (int)a, (int)b);
	return 0;
}
