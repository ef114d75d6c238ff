/* SPDX-License-Identifier: MIT */
/* ainc: N threads, one fetch_add each on one counter: N! executions
 *
 * The code is not this project's to change; states_ainc.c prints the final
 * state.  Numbers: tests/oracle.
 *
 * sources: states_ainc.c
 *
 * check: --exhaustive --reduce none
 * oracle: N=2
 * verdict: verified
 *
 * check: --exhaustive --reduce none
 * oracle: N=3
 * verdict: verified
 *
 * Additions whose results nobody uses commute: then there is one trace.
 *
 * check: --exhaustive --reduce optimal --refine none
 * flags: -DN=6
 * verdict: verified
 * executions: 720
 * blocked: 0
 *
 * check: --exhaustive --reduce optimal --refine none
 * flags: -DN=5
 * verdict: verified
 * executions: 120
 * blocked: 0
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=6
 * verdict: verified
 * executions: 1
 * blocked: 0
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=3 -O2
 * verdict: verified
 * executions: 1
 * blocked: 0
 *
 * check: --exhaustive --reduce source --refine none
 * flags: -DN=6
 * verdict: verified
 * executions: 720
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
#ifndef N
#define N 6
#endif
atomic_int x;
void *th(void *p)
{
	atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
	return NULL;
}
int main(void)
{
	pthread_t t[N];
	atomic_init(&x, 0);
	for (int i = 0; i < N; i++)
		pthread_create(&t[i], NULL, th, NULL);
	for (int i = 0; i < N; i++)
		pthread_join(t[i], NULL);
	assert(atomic_load_explicit(&x, memory_order_relaxed) == N);
	return 0;
}
