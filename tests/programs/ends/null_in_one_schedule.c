/* SPDX-License-Identifier: MIT */
/* null_in_one_schedule: between the test and the use another thread takes it
 * away
 *
 * check: --exhaustive
 * verdict: bug crash
 *
 * check:
 * verdict: bug crash
 */
#include "test.h"

static int value;
static _Atomic(int *) shared = &value;

static void *take_away(void *unused)
{
	atomic_store(&shared, NULL);
	return NULL;
}

int main(void)
{
	pthread_t t = start(take_away, NULL);

	if (atomic_load(&shared))
		*atomic_load(&shared) = 1; /* BUG */
	finish(t);
	return 0;
}
