/* SPDX-License-Identifier: MIT */
/* fib_bench: SV-COMP fib_bench (true), N iterations per thread (default 4) with
 * bound check thread
 *
 * The code is not this project's to change; states_fib_bench.c prints the final
 * state.  Numbers: tests/oracle; by tso those of models.py there.
 *
 * sources: states_fib_bench.c
 *
 * check: --exhaustive --reduce none
 * oracle: N=2
 * verdict: verified
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=6
 * verdict: verified
 * executions: 73789
 * blocked: 0
 * modes: checkpoint
 *
 * check: --exhaustive --model tso
 * flags: -DN=2
 * verdict: verified
 * executions: 20
 * blocked: 0
 *
 * check: --exhaustive --model tso
 * flags: -DN=3
 * verdict: verified
 * executions: 175
 * blocked: 0
 *
 * check: --exhaustive --model tso
 * flags: -DN=4
 * verdict: verified
 * executions: 1764
 * blocked: 0
 * modes: checkpoint
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
#define N 4
#endif
atomic_int x, y;
static int fib(int n)
{
	int a = 1, b = 1;
	for (int i = 1; i < n; i++) {
		int c = a + b;
		a = b;
		b = c;
	}
	return b;
}
void *t1(void *p)
{
	for (int k = 0; k < N; k++) {
		int a = atomic_load_explicit(&x, memory_order_relaxed),
		    b = atomic_load_explicit(&y, memory_order_relaxed);
		atomic_store_explicit(&x, a + b, memory_order_relaxed);
	}
	return NULL;
}
void *t2(void *p)
{
	for (int k = 0; k < N; k++) {
		int a = atomic_load_explicit(&y, memory_order_relaxed),
		    b = atomic_load_explicit(&x, memory_order_relaxed);
		atomic_store_explicit(&y, a + b, memory_order_relaxed);
	}
	return NULL;
}
int main(void)
{
	pthread_t A, B;
	atomic_init(&x, 1);
	atomic_init(&y, 1);
	pthread_create(&A, NULL, t1, NULL);
	pthread_create(&B, NULL, t2, NULL);
	pthread_join(A, NULL);
	pthread_join(B, NULL);
	int m = fib(2 * N + 1) + 1; /* loose but true bound */
	assert(atomic_load_explicit(&x, memory_order_relaxed) <= m &&
		atomic_load_explicit(&y, memory_order_relaxed) <= m);
	return 0;
}
