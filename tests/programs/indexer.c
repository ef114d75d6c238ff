/* SPDX-License-Identifier: MIT */
/* indexer: Flanagan/Godefroid POPL'05 indexer; CAS table insert. N=12 -> 8, 13
 * -> 64, 14 -> 512, 15 -> 4096
 *
 * The code is not this project's to change; states_indexer.c prints the final
 * state.  Numbers: tests/oracle.
 *
 * sources: states_indexer.c
 *
 * check: --exhaustive --reduce none
 * oracle: N=2 MAX=2
 * verdict: verified
 * native: sc
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=12
 * verdict: verified
 * executions: 8
 * blocked: 0
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=13
 * verdict: verified
 * executions: 64
 * blocked: 0
 * modes: checkpoint restart
 *
 * check: --exhaustive --reduce source
 * flags: -DN=12
 * verdict: verified
 * executions: 8
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
#define N 12
#endif
#define SIZE 128
#ifndef MAX
#define MAX 4
#endif
atomic_int table[SIZE];
int arg[N];
void *th(void *p)
{
	int tid = *(int *)p;
	for (int i = 0; i < MAX; i++) {
		int w = i * 11 + tid, h = (w * 7) % SIZE;
		for (;;) {
			int e = 0;
			if (atomic_compare_exchange_strong_explicit(&table[h],
				    &e, w, memory_order_seq_cst,
				    memory_order_seq_cst))
				break;
			h = (h + 1) % SIZE;
		}
	}
	return NULL;
}
int main(void)
{
	pthread_t t[N];
	for (int i = 0; i < SIZE; i++)
		atomic_init(&table[i], 0);
	for (int i = 0; i < N; i++) {
		arg[i] = i;
		pthread_create(&t[i], NULL, th, &arg[i]);
	}
	for (int i = 0; i < N; i++)
		pthread_join(t[i], NULL);
	return 0;
}
