/* SPDX-License-Identifier: MIT */
/* hint_between: what is waited for comes between look and hint: the loop
 * looks once more
 *
 * check: --exhaustive
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DNEVER
 * verdict: bug deadlock
 */
#include "test.h"

#include <scarp/scarp.h>

static atomic_int flag, other;

static void *set(void *unused)
{
#ifndef NEVER
	atomic_store(&flag, 1);
#endif
	return NULL;
}

int main(void)
{
	pthread_t t = start(set, NULL);

	while (!atomic_load(&flag)) {
		atomic_load(&other);
		scarp_spin_hint();
	}
	finish(t);
	return 0;
}
