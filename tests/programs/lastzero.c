/* SPDX-License-Identifier: MIT */
/* lastzero: Abdulla et al. POPL'14 lastzero(N). N=5 -> 64, 10 -> 3328, 15 ->
 * 147456 traces
 *
 * The code is not this project's to change; states_lastzero.c prints the final
 * state.  Numbers: tests/oracle.
 *
 * sources: states_lastzero.c
 *
 * check: --exhaustive --reduce none
 * oracle: N=2
 * verdict: verified
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=5
 * verdict: verified
 * executions: 64
 * blocked: 0
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=10
 * verdict: verified
 * executions: 3328
 * blocked: 0
 * modes: checkpoint restart
 *
 * check: --exhaustive --reduce optimal --memory 16
 * flags: -DN=13
 * verdict: verified
 * executions: 32768
 * blocked: 0
 * modes: checkpoint
 *
 * check: --exhaustive --reduce optimal --memory 16
 * flags: -DN=18
 * verdict: partial
 * holes: search_memory
 * says: more of it (--memory) may help
 * estimate: none
 * compilers: gcc
 * modes: checkpoint
 *
 * check: --exhaustive --reduce source
 * flags: -DN=5
 * verdict: verified
 * executions: 64
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
#define N 5
#endif
atomic_int arr[N + 1];
int id[N + 1];
void *reader(void *p)
{
	int i;
	for (i = N; atomic_load_explicit(&arr[i], memory_order_relaxed) != 0;
		i--)
		;
	return NULL;
}
void *writer(void *p)
{
	int j = *(int *)p;
	atomic_store_explicit(&arr[j],
		atomic_load_explicit(&arr[j - 1], memory_order_relaxed) + 1,
		memory_order_relaxed);
	return NULL;
}
int main(void)
{
	pthread_t t[N + 1];
	for (int i = 0; i <= N; i++)
		atomic_init(&arr[i], 0);
	for (int i = 0; i <= N; i++) {
		id[i] = i;
		pthread_create(&t[i], NULL, i ? writer : reader, &id[i]);
	}
	for (int i = 0; i <= N; i++)
		pthread_join(t[i], NULL);
	return 0;
}
