/* SPDX-License-Identifier: MIT */
/* solo_late: threads run alone from points behind a flush, where nobody runs:
 * the one that ran last goes on where it stood.  By hand: what is seen of y,
 * then of x; 10 is seen where stores to two places leave out of order.
 *
 * check: --exhaustive --model tso
 * env: SCARP_SOLO=1
 * verdict: verified
 * executions: 3
 * states: 00 01 11
 *
 * check: --exhaustive --model pso
 * env: SCARP_SOLO=1
 * verdict: verified
 * executions: 4
 * states: 00 01 10 11
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static _Alignas(64) atomic_int x, y;

static void *writes(void *unused)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	return unused;
}

static void *reads(void *unused)
{
	int second = atomic_load_explicit(&y, memory_order_relaxed);
	int first = atomic_load_explicit(&x, memory_order_relaxed);

	printf("%d%d\n", second, first);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, writes, NULL);
	pthread_create(&b, NULL, reads, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
