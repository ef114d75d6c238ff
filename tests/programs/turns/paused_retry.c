/* SPDX-License-Identifier: MIT */
/* paused_retry: a loop goes round with what its compare and exchange has found,
 * and does something between that and the next one
 *
 * A pause is nothing: three threads that count once each come in 3! orders.
 *
 * check: --exhaustive
 * compilers: gcc
 * verdict: verified
 * executions: 6
 * states: 3,0
 * native: sc
 *
 * check: --exhaustive
 * flags: -DBETWEEN=sched_yield()
 * compilers: gcc
 * verdict: verified
 * executions: 6
 * states: 3,0
 *
 * check: --exhaustive
 * flags: -DBETWEEN=sched_yield()
 * verdict: verified
 * states: 3,0
 *
 * A store is something, of those that have failed.
 *
 * check: --exhaustive
 * flags: -DBETWEEN=atomic_store(&failed,1)
 * verdict: verified
 * states: 3,0 3,1
 *
 * check: --exhaustive --turns erased
 * flags: -O0 -DBETWEEN=atomic_store(&failed,1)
 * verdict: verified
 * states: 3,0 3,1
 */
#include "test.h"

#ifndef BETWEEN
#define BETWEEN __asm__ volatile("pause")
#endif

static atomic_int count, failed;

static void *add(void *unused)
{
	int old = atomic_load(&count);

	while (!atomic_compare_exchange_strong(&count, &old, old + 1))
		BETWEEN;
	return unused;
}

int main(void)
{
	pthread_t t[3];

	for (int i = 0; i < 3; i++)
		t[i] = start(add, NULL);
	for (int i = 0; i < 3; i++)
		finish(t[i]);
	printf("%d,%d\n", atomic_load(&count), atomic_load(&failed));
	return 0;
}
