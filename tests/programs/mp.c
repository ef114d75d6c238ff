/* SPDX-License-Identifier: MIT */
/* mp: Message passing, release/acquire; 3 executions everywhere
 *
 * The code is not this project's to change; states_mp.c prints the final
 * state.  Numbers: tests/oracle.
 *
 * sources: states_mp.c
 *
 * check: --exhaustive --reduce none
 * oracle:
 * verdict: verified
 *
 * check: --exhaustive --reduce optimal
 * verdict: verified
 * executions: 3
 * blocked: 0
 *
 * check: --exhaustive --reduce source
 * verdict: verified
 * executions: 3
 * modes: checkpoint restart
 *
 * check: --strategy random --max-executions 10000
 * verdict: partial
 * exit: 0
 * executions: 10000
 */
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#include <stddef.h>
atomic_int x, f;
void *t0(void *p)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	atomic_store_explicit(&f, 1, memory_order_release);
	return NULL;
}
void *t1(void *p)
{
	if (atomic_load_explicit(&f, memory_order_acquire))
		assert(atomic_load_explicit(&x, memory_order_relaxed) == 1);
	else {
		int z = atomic_load_explicit(&x, memory_order_relaxed);
		(void)z;
	}
	return NULL;
}
int main(void)
{
	pthread_t A, B;
	atomic_init(&x, 0);
	atomic_init(&f, 0);
	pthread_create(&A, NULL, t0, NULL);
	pthread_create(&B, NULL, t1, NULL);
	pthread_join(A, NULL);
	pthread_join(B, NULL);
	return 0;
}
