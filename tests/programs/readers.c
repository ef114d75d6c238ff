/* SPDX-License-Identifier: MIT */
/* readers: One writer, N readers of one variable: 2^N traces
 *
 * The code is not this project's to change; states_readers.c prints the final
 * state.  Numbers: tests/oracle.
 *
 * sources: states_readers.c
 *
 * check: --exhaustive --reduce none
 * oracle: N=3
 * verdict: verified
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=8
 * verdict: verified
 * executions: 256
 * blocked: 0
 *
 * check: --exhaustive --reduce source
 * flags: -DN=8
 * verdict: verified
 * executions: 256
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
#ifndef N
#define N 8
#endif
atomic_int x;
void *w(void *p)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	return NULL;
}
void *r(void *p)
{
	int v = atomic_load_explicit(&x, memory_order_relaxed);
	(void)v;
	return NULL;
}
int main(void)
{
	pthread_t t[N + 1];
	atomic_init(&x, 0);
	for (int i = 0; i <= N; i++)
		pthread_create(&t[i], NULL, i ? r : w, NULL);
	for (int i = 0; i <= N; i++)
		pthread_join(t[i], NULL);
	return 0;
}
