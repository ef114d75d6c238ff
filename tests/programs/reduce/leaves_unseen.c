/* SPDX-License-Identifier: MIT */
/* leaves_unseen: a process that is gone without a word takes its last step
 * along
 *
 * The store comes before the look, or after it: 2 traces.  The look is first.
 *
 * check: --exhaustive --stop-after 0 --reduce optimal
 * verdict: bug exit_status
 * executions: 3
 * last_round: 2
 * modes: fork
 *
 * check: --exhaustive --stop-after 0 --reduce source
 * verdict: bug exit_status
 * executions: 3
 * last_round: 2
 * modes: fork
 */
#include "test.h"

static atomic_int x;

static void *looks(void *unused)
{
	long gone = 231;

	if (!atomic_load(&x))
		__asm__ volatile("syscall"
				 : "+a"(gone)
				 : "D"(3L)
				 : "rcx", "r11", "memory");
	return NULL;
}

static void *stores(void *unused)
{
	atomic_store(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_t s = start(looks, NULL), t = start(stores, NULL);

	finish(s);
	finish(t);
	return 0;
}
