/* SPDX-License-Identifier: MIT */
/* control_block: a store that nobody announced, into what the C library keeps
 * of a thread beside its thread-local variables
 *
 * The words at 0x100 are not used by anybody.
 *
 * check: --exhaustive --reduce none
 * modes: checkpoint restart
 * fallback: fork
 * verdict: verified
 * native: sc
 * executions: 2
 * states: 0
 * says: control block of thread T1, offset 0x100
 */
#include "test.h"

static atomic_int x;

static void *work(void *unused)
{
	intptr_t before;

	atomic_fetch_add(&x, 1);
	__asm__ volatile("movq %%fs:0x100, %0\n\t"
			 "movq $1, %%fs:0x100"
			 : "=r"(before));
	return (void *)before;
}

int main(void)
{
	pthread_t t = start(work, NULL);

	atomic_fetch_add(&x, 1);
	printf("%d\n", (int)(intptr_t)finish(t));
	return 0;
}
