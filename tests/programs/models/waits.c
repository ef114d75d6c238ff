/* SPDX-License-Identifier: MIT */
/* waits: a loop that waits for what is stored late
 *
 * Its thread goes on when the store is seen, and reads memory then, whoever
 * found that out.  By hand: it reads 1 at once, or 0 once, or 0 in a turn that
 * comes to nothing and waits.
 *
 * native: prints anything
 *
 * check: --exhaustive --model tso
 * verdict: verified
 * executions: 6
 * last_round: 3
 *
 * check: --exhaustive --reduce source --model tso
 * verdict: verified
 *
 * check: --exhaustive --audit --model tso
 * verdict: verified
 * modes: checkpoint
 */
#include "test.h"

static int x;

static void *other(void *unused)
{
	while (!__atomic_load_n(&x, __ATOMIC_RELAXED))
		;
	return unused;
}

int main(void)
{
	pthread_t t = start(other, NULL);

	__atomic_store_n(&x, 1, __ATOMIC_RELAXED);
	finish(t);
	return 0;
}
