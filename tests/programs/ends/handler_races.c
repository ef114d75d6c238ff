/* SPDX-License-Identifier: MIT */
/* handler_races: an atexit handler runs while other threads still may
 *
 * check: --exhaustive
 * verdict: verified
 * states: seen=0 seen=1
 * native: sc
 */
#include "test.h"

static atomic_int x;

static void *set(void *unused)
{
	atomic_store(&x, 1);
	return NULL;
}

static void report(void)
{
	printf("seen=%d\n", atomic_load(&x));
}

int main(void)
{
	atexit(report);
	pthread_detach(start(set, NULL));
	return 0;
}
