/* SPDX-License-Identifier: MIT */
/* sb: Store buffering, relaxed; expected SC=3, TSO=4, RC11=4
 *
 * The code is not this project's to change; states_sb.c prints the final
 * state.  Numbers: tests/oracle.
 *
 * sources: states_sb.c
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
#include <stddef.h>
atomic_int x, y;
int a, b;
void *t0(void *p)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	a = atomic_load_explicit(&y, memory_order_relaxed);
	return NULL;
}
void *t1(void *p)
{
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	b = atomic_load_explicit(&x, memory_order_relaxed);
	return NULL;
}
int main(void)
{
	pthread_t A, B;
	atomic_init(&x, 0);
	atomic_init(&y, 0);
	pthread_create(&A, NULL, t0, NULL);
	pthread_create(&B, NULL, t1, NULL);
	pthread_join(A, NULL);
	pthread_join(B, NULL);
	return 0;
}
