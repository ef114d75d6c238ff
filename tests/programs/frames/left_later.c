/* SPDX-License-Identifier: MIT */
/* left_later: that other threads write to a frame is learnt in an execution
 * that is not the first; leaving it is told in all
 *
 * check: --exhaustive --audit --audit-executions 20
 * verdict: verified
 * last_round: 2
 *
 * check: --exhaustive --reduce none --audit --audit-executions 20
 * verdict: verified
 * last_round: 2
 */
#include "test.h"

static atomic_int x;

static void *writes(void *local)
{
	if (atomic_load(&x) == 0)
		*(int *)local = 1;
	return NULL;
}

int main(void)
{
	int local = 0;
	pthread_t t = start(writes, &local);

	atomic_store(&x, 1);
	finish(t);
	return 0;
}
